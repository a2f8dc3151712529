//! Rule sets and configurations in the words of the boards and of the fixtures.

use wuerfelglueck::rules::{Configuration, Rules, TRACK};

use crate::board::Reading;

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::Offiziell, Rules::Zielzuerst];

/// The board's name for a rule set, one of the [`READINGS`].
pub fn reading(rules: Rules) -> Reading {
    match rules {
        Rules::Offiziell => Reading::Offiziell,
        Rules::Zielzuerst => Reading::Zielzuerst,
        Rules::Wlr => unreachable!("it has a board of its own"),
    }
}

/// The pieces of a configuration as the board gives them.
pub fn pieces(configuration: Configuration) -> Vec<u32> {
    let mut pieces: Vec<u32> = configuration.pieces().map(u32::from).collect();
    pieces.sort_unstable();
    pieces
}

/// A configuration in the notation of the fixtures: `0+17+b`, `-` for all at home.
pub fn configuration(text: &str) -> Configuration {
    let pieces =
        text.split('+')
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
