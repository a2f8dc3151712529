//! The commands: from options to an answer.

pub mod diagnose;
pub mod erzeuge;
pub mod hilfe;
pub mod pruefe;
pub mod rank;
pub mod regeln;
pub mod sammle;
pub mod sixjack;
pub mod spiel;
