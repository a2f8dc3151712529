//! Plans with a fixed number of games.

use wuerfelglueck::ranking::{Criterion, Plan};

/// So many games per pairing.
pub fn exactly(games: u64) -> Plan {
    Plan {
        games,
        accuracy: None,
        error: 0.001,
        level: 0.0,
        criterion: Criterion::Wins,
        best: None,
    }
}
