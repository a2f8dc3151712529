//! What is printed as the result, one file per format.

use crate::ranking::{Ranking, Share};

pub mod bars;
pub mod decimal;
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
}

/// What came of each die against each other, in the order of the list.
fn against(ranking: &Ranking) -> Vec<Vec<Option<Against>>> {
    let ranks = ranking.ranks();
    let mut against = vec![vec![None; ranks.len()]; ranks.len()];
    for pairing in &ranking.pairings {
        let [one, other] = pairing.dice.map(|die| ranks[die] - 1);
        let games = pairing.tally.games();
        let [won, lost] = [0, 1].map(|seat| Share {
            won: pairing.tally.won_by(seat),
            games,
        });
        let drawn = Share {
            won: pairing.tally.draws,
            games,
        };
        against[one][other] = Some(Against { won, drawn });
        against[other][one] = Some(Against { won: lost, drawn });
    }
    against
}
