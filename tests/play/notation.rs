//! Rule sets and configurations in the words of the boards and of the fixtures.

use itertools::Itertools;
use wuerfelglueck::rules::{Configuration, Deviation, Memory, Rules, TRACK};

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::OFFIZIELL, Rules::ZIELZUERST];

/// The readings with up to two deviations, in all ways that fit together.
pub fn varied() -> Vec<Rules> {
    let deviations = |base: Rules| {
        let one = Deviation::ALL
            .into_iter()
            .map(move |deviation| base.with(deviation));
        let pairs = Deviation::ALL.into_iter().array_combinations();
        let two = pairs.map(move |[one, other]| base.with(one)?.with(other));
        [Ok(base)].into_iter().chain(one).chain(two)
    };
    READINGS
        .into_iter()
        .flat_map(deviations)
        .flatten()
        .collect()
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
