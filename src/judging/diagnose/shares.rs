//! The shares that a list gives the dice of its file.

use crate::check::list::List;
use crate::likelihood::WrittenShare;

/// For each die of a file the share that a list gives it, if any.
pub type ListShares = Vec<Option<WrittenShare>>;

/// Finds the shares that `list` gives the dice of its file, of which there are `dice`; `None` if it
/// gives no die a share. Numbers of wins are none.
pub fn find_shares(list: &List, dice: usize) -> Option<ListShares> {
    let shares = list.shares_by_die(dice);
    shares.iter().any(Option::is_some).then_some(shares)
}
