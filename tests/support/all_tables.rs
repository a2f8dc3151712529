//! The tables of dice.

use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::rules::Rules;

/// The tables of all these dice for players who begin at the start.
pub fn all_tables(dice: &[Die], rules: Rules) -> Tables {
    Tables::within(usize::MAX, dice, rules, &[rules.start()])
}
