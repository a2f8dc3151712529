//! The shares that a list gives the dice of its file.

use crate::check::find_dice;
use crate::check::findings::Findings;
use crate::check::list::List;
use crate::likelihood::WrittenShare;
use wuerfelglueck::dice::Die;

/// For each die of a file the share that a list gives it, if any.
pub type ListShares = Vec<Option<WrittenShare>>;

/// Finds the shares that `list` gives `dice`, the dice of its file; `None` if it gives no die a
/// share. Numbers of wins are none.
pub fn find_shares(list: &List, dice: &[Die]) -> Option<ListShares> {
    let claims = find_dice(list, dice, &mut Findings::default());
    let shares = list.shares_by_die(&claims, dice.len());
    shares.iter().any(Option::is_some).then_some(shares)
}
