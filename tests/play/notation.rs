//! Rule sets and configurations in the words of the boards and of the fixtures.

use itertools::Itertools;
use wuerfelglueck::rules::{Configuration, Deviation, Memory, Rules, TRACK};

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::OFFIZIELL, Rules::ZIELZUERST];

/// Both readings, and all pairs of choices that fit together. To take the goal first is a choice, too.
pub fn pairs_of_choices() -> Vec<Rules> {
    let [offiziell, goal_first] = READINGS;
    with_deviations(offiziell, 2)
        .chain(with_deviations(goal_first, 1))
        .collect()
}

/// The readings with up to two deviations, in all ways that fit together.
pub fn varied() -> Vec<Rules> {
    let readings = READINGS.into_iter();
    readings.flat_map(|base| with_deviations(base, 2)).collect()
}

/// A reading with up to so many deviations, in all ways that fit together.
fn with_deviations(base: Rules, most: usize) -> impl Iterator<Item = Rules> {
    (0..=most)
        .flat_map(|number| Deviation::ALL.iter().copied().combinations(number))
        .filter_map(move |deviations| {
            let mut deviations = deviations.into_iter();
            deviations.try_fold(base, Rules::with).ok()
        })
}

/// How many tries of the turn have failed, as a player remembers it.
pub fn tries(memory: Memory) -> u32 {
    match memory {
        Memory::Nothing | Memory::Stuck => 0,
        Memory::TriedOnce => 1,
        Memory::TriedTwice => 2,
    }
}

/// The pieces of a configuration as the board gives them.
pub fn pieces(configuration: Configuration) -> Vec<u32> {
    let mut pieces: Vec<u32> = configuration.pieces().map(u32::from).collect();
    pieces.sort_unstable();
    pieces
}

/// A configuration in the notation of the fixtures: `0+17+b`, `-` for all at home. What a `?` behind it says is
/// no matter of pieces.
pub fn configuration(text: &str) -> Configuration {
    let pieces = text
        .trim_end_matches('?')
        .split('+')
        .filter(|&piece| piece != "-")
        .map(|piece| match piece.as_bytes() {
            [letter @ b'a'..=b'd'] => TRACK + letter - b'a',
            _ => match piece.parse() {
                Ok(progress @ 0..TRACK) => progress,
                _ => panic!("no piece: {piece}"),
            },
        });
    Configuration::new(pieces).unwrap_or_else(|| panic!("no configuration: {text}"))
}
