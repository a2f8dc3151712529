//! Fast games of two dice: each die under a rule set becomes a table, and games walk these tables.

pub mod games;
pub mod tables;
