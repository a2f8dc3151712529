//! What the formats of the Bestenliste have in common.

use std::fmt;

use crate::dice::Die;
use crate::ranking::{Plan, Ranking, Share, Source};
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
    /// The characters of a line, if the text shall have bars.
    pub bars: Option<usize>,
}

/// A format of the Bestenliste.
pub type WriteList = fn(&mut dyn fmt::Write, &ListReport) -> fmt::Result;

/// The games of one die against another.
#[derive(Clone, Copy)]
pub(super) struct Against {
    /// The share that the one die won.
    pub(super) won: Share,
    /// The share that nobody won.
    pub(super) drawn: Share,
    /// The number of games, if they were played.
    pub(super) games: Option<u64>,
}

/// The games of each die against each other, in the order of the list; `None` on the diagonal.
pub(super) fn against(ranking: &Ranking) -> Vec<Vec<Option<Against>>> {
    let ranks = ranking.ranks();
    let mut against = vec![vec![None; ranks.len()]; ranks.len()];
    let mut add = |dice: [usize; 2], [won, lost, drawn]: [Share; 3], games| {
        let [one, other] = dice.map(|die| ranks[die] - 1);
        against[one][other] = Some(Against { won, drawn, games });
        against[other][one] = Some(Against {
            won: lost,
            drawn,
            games,
        });
    };
    match &ranking.source {
        Source::Games(played) => {
            for pairing in &played.pairings {
                let tally = &pairing.tally;
                let games = tally.games();
                let parts = [tally.won_by(0), tally.won_by(1), tally.draws];
                let shares = parts.map(|won| Share { won, games });
                add(pairing.dice, shares, Some(games));
            }
        }
        Source::Solutions(solutions) => {
            for (dice, solution) in solutions {
                let [won, lost, drawn, endless, _] = solution.estimate();
                let shares = [won, lost, drawn + endless].map(Share::of_probability);
                add(*dice, shares, None);
            }
        }
    }
    against
}
