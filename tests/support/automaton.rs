//! The automaton of a die.

use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::automaton::Automaton;
use wuerfelglueck::engine::columns::Columns;
use wuerfelglueck::rules::Rules;

/// The automaton of a die for a player who begins at the start.
pub fn automaton(die: &Die, rules: Rules, seat: usize) -> Automaton {
    Automaton::new(Columns::new(die, rules), rules, seat, &[rules.start()])
}
