//! What is printed as the result, one file per format.

use crate::ranking::{Ranking, Share, Source};

pub mod bars;
pub mod check;
pub mod json;
pub mod sixjack;
pub mod text;
pub mod told;
pub mod tsv;

/// What came of the games of one die against another.
#[derive(Clone, Copy)]
struct Against {
    /// The share that it won.
    won: Share,
    /// The share that nobody won.
    drawn: Share,
    /// How many they were, if they were played.
    games: Option<u64>,
}

/// What came of each die against each other, in the order of the list.
fn against(ranking: &Ranking) -> Vec<Vec<Option<Against>>> {
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
