//! Rule sets, and what the engine says, in the words of the boards and of the fixtures.

use wuerfelglueck::engine::automaton::State;
use wuerfelglueck::rules::{Ending, Memory};
use wuerfelglueck::told::Position;

use crate::prelude::*;
use crate::support::boards::Next;

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::OFFIZIELL, Rules::ZIELZUERST];

/// `wlr`, in the ways in which it says who begins.
pub fn wlr() -> [Rules; 3] {
    ["wlr", "wlr+auswuerfeln", "wlr+erster-beginnt"].map(|name| name.parse().unwrap())
}

/// Both readings, and all pairs of choices that fit together. To take the goal first is a choice,
/// too.
pub fn pairs_of_choices() -> Vec<Rules> {
    let [offiziell, goal_first] = READINGS;
    let goal_first = with_deviations(goal_first, 1);
    with_deviations(offiziell, 2).chain(goal_first).collect()
}

/// The readings with up to two deviations, in all ways that fit together.
pub fn varied() -> Vec<Rules> {
    let readings = READINGS.into_iter();
    readings.flat_map(|base| with_deviations(base, 2)).collect()
}

/// A reading with up to so many deviations, in all ways that fit together.
fn with_deviations(base: Rules, most: usize) -> impl Iterator<Item = Rules> {
    let deviations = Deviation::ALL.iter().copied();
    let sets = (0..=most).flat_map(move |number| deviations.clone().combinations(number));
    sets.filter_map(move |set| set.into_iter().try_fold(base, Rules::with).ok())
}

/// What the engine says is next, in the words of the boards.
pub fn next(next: Result<usize, Ending>) -> Next {
    match next {
        Ok(seat) => Next::Roll(seat),
        Err(Ending::Won(seat)) => Next::Won(seat),
        Err(Ending::Draw | Ending::CutOff) => Next::Draw,
    }
}

/// The position in which both seats are in these states, as the fixtures write it.
pub fn text(states: [State; 2]) -> String {
    let pieces = Position::new(states.map(|state| state.own)).to_string();
    let marks = states.map(|state| match state.memory {
        Memory::Nothing => "",
        Memory::Stuck => "!",
        Memory::TriedOnce => "?",
        Memory::TriedTwice => "??",
    });
    pieces.replace('/', &format!("{}/", marks[0])) + marks[1]
}

/// The same text without the tries of a seat that does not roll next: they count for nothing.
pub fn without_old_tries(text: &str, next: Next) -> String {
    let mut seats = text.split('/').enumerate().map(|(seat, own)| match next {
        Next::Roll(roller) if roller == seat => own,
        _ => own.trim_end_matches('?'),
    });
    seats.join("/")
}
