//! Fast games of two dice: each die under a rule set becomes a table, and games walk these tables.
//! See the `README.md` of this folder.

pub mod automaton;
pub mod cells;
pub mod columns;
pub mod games;
pub mod prospects;
pub mod starters;
pub mod tables;
pub mod turns;
