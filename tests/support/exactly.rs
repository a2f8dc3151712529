//! Plans with a fixed number of games.

use wuerfelglueck::ranking::Plan;
use wuerfelglueck::tournament::Scoring;

/// So many games per pairing.
pub fn exactly(games: u64) -> Plan {
    Plan {
        games,
        accuracy: None,
        error: 0.001,
        level: 0.0,
        scoring: Scoring::Wins,
        best: None,
    }
}
