//! Judges lists of dice that other programs have printed, and logs of their games.
//!
//! The games that lists are compared with are played by the library `wuerfelglueck`, which knows
//! nothing of other people's lists.
//!
//! The layers, in which imports go down only:
//!
//! * [`diagnose`] does experiments with a foreign program, and finds the rules that made its lists.
//! * [`check`] judges a foreign list: its form, its findings, its verdict.
//! * [`Verdict`] is what both decide: on a list, on a submission, or on a program.
//! * [`reading`] makes lists of texts in any form, and [`likelihood`] knows how correct lists
//!   scatter. Neither imports anything from the other modules.
//! * [`compare`] stands alone: it compares a log of games with the rules, roll by roll.

pub mod check;
pub mod compare;
pub mod diagnose;
pub mod likelihood;
pub mod reading;
mod verdict;

pub use verdict::{Doubt, Fault, Verdict};
