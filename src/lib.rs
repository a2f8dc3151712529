//! Ranks dice by playing two-player "Mensch ärgere Dich nicht".
//!
//! The data goes one way:
//!
//! ```text
//! stdin ─ dice ─▶ rules ─▶ table ─▶ game ─▶ tournament ─▶ ranking ─▶ report ─▶ stdout
//! ```

pub mod dice;
pub mod rules;
