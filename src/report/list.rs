//! What the formats of the Bestenliste have in common.

use std::fmt;

use crate::dice::Die;
use crate::ranking::{HeadToHead, Plan, Ranking, Share};
use crate::rules::Rules;

/// Everything that a Bestenliste says: the ranking of dice under each of one or more rule sets.
#[derive(Debug)]
pub struct ListReport<'a> {
    /// The dice in the order of the file.
    pub dice: &'a [Die],
    /// The rankings, at least one, in the order in which they are printed.
    pub rankings: &'a [(Rules, Ranking)],
    /// How much was to be played, or how well it was to be known.
    pub plan: Plan,
    /// The probability that any certified order of all lists is wrong, at most.
    pub error: f64,
    /// The seed of all games, if there are any.
    pub seed: Option<u64>,
    /// GiB that might be used, if the shares are computed without games.
    pub memory: Option<f64>,
    /// Whether the pairings, and circles of three dice, are wanted.
    pub pairings: bool,
    /// The characters of a line, if the list goes to a terminal.
    pub terminal: Option<usize>,
    /// Whether the text shall have bars.
    pub bars: bool,
}

/// A format of the Bestenliste.
pub type WriteList = fn(&mut dyn fmt::Write, &ListReport) -> fmt::Result;

/// The share of its games that each die won against each other, and the share that nobody won, in the order of the list;
/// `None` on the diagonal.
pub(super) fn against(ranking: &Ranking) -> Vec<Vec<Option<[Share; 2]>>> {
    let ranks = ranking.ranks();
    let mut against = vec![vec![None; ranks.len()]; ranks.len()];
    for HeadToHead {
        dice, won, drawn, ..
    } in ranking.head_to_heads()
    {
        let [one, other] = dice.map(|die| ranks[die] - 1);
        against[one][other] = Some([won[0], drawn]);
        against[other][one] = Some([won[1], drawn]);
    }
    against
}
