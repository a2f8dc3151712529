//! Rule sets, and states of the engine in the notation of the plain boards and of the fixtures.

use wuerfelglueck::engine::automaton::State;
use wuerfelglueck::rules::{Ending, PlayerState};
use wuerfelglueck::told::Position;

use crate::prelude::*;
use crate::support::boards::Next;

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::OFFIZIELL, Rules::ZIELZUERST];

/// `wlr` with each way to decide who begins.
pub fn wlr() -> [Rules; 3] {
    ["wlr", "wlr+auswuerfeln", "wlr+erster-beginnt"].map(|name| name.parse().unwrap())
}

/// `offiziell` with all sets of at most two choices that fit together. A choice is a deviation, or
/// to move pieces in the goal first, as `zielzuerst` does.
pub fn up_to_two_choices() -> Vec<Rules> {
    let [offiziell, goal_first] = READINGS;
    let goal_first = with_deviations(goal_first, 1);
    with_deviations(offiziell, 2).chain(goal_first).collect()
}

/// The readings with up to two deviations, in all ways that fit together.
pub fn varied() -> Vec<Rules> {
    let readings = READINGS.into_iter();
    readings.flat_map(|base| with_deviations(base, 2)).collect()
}

/// A reading with up to `most` deviations, in all ways that fit together.
fn with_deviations(base: Rules, most: usize) -> impl Iterator<Item = Rules> {
    let deviations = Deviation::ALL.iter().copied();
    (0..=most)
        .flat_map(move |number| deviations.clone().combinations(number))
        .filter_map(move |set| set.into_iter().try_fold(base, Rules::with_deviation).ok())
}

/// The next seat or the ending of the engine, in the words of the plain boards, to which a game
/// that is cut off is a draw.
pub fn to_next(next: Result<usize, Ending>) -> Next {
    match next {
        Ok(seat) => Next::Roll(seat),
        Err(Ending::Won(seat)) => Next::Won(seat),
        Err(Ending::Draw | Ending::CutOff) => Next::Draw,
    }
}

/// The position in which both seats are in these states, as the fixtures write it.
pub fn position_text(states: [State; 2]) -> String {
    let players = states.map(player_state);
    Position { players }.to_string()
}

/// The pieces and the after-effect of a state of the engine.
pub fn player_state(state: State) -> PlayerState {
    PlayerState {
        pieces: state.pieces,
        aftereffect: state.aftereffect,
    }
}

/// The same text without the tries of a seat that does not roll next: they count for nothing.
pub fn without_old_tries(text: &str, next: Next) -> String {
    text.split('/')
        .enumerate()
        .map(|(seat, part)| match next {
            Next::Roll(roller) if roller == seat => part,
            _ => part.trim_end_matches('?'),
        })
        .join("/")
}
