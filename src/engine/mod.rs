//! Fast games of two dice: each die under a rule set becomes a table, and games walk these tables.
//!
//! A game is a row for each player and whose turn it is. A roll selects a column of the mover's row. The
//! entry there names the mover's next row and the fields that the roll lands on, and one test of it
//! against the header of the opponent's row says whether anything else happens: a capture, which sends the
//! opponent to another row, a win, or a stuck player.

pub mod automaton;
pub mod cells;
pub mod columns;
pub mod games;
pub mod starters;
pub mod tables;
