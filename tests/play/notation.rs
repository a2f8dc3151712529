//! Rule sets and configurations in the words of the boards and of the fixtures.

use itertools::Itertools;
use wuerfelglueck::rules::{Configuration, Deviation, LAP, Memory, Rules};

/// The readings of the manufacturer's rules, which do not tell the seats apart.
pub const READINGS: [Rules; 2] = [Rules::OFFIZIELL, Rules::ZIELZUERST];

/// Both readings, and all pairs of choices that fit together. To take the goal first is a choice, too.
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

/// How many tries of the turn have failed, as a player remembers it.
pub fn tries(memory: Memory) -> u32 {
    match memory {
        Memory::Nothing | Memory::Stuck => 0,
        Memory::TriedOnce => 1,
        Memory::TriedTwice => 2,
    }
}

/// The pieces of a configuration as the boards give them. Under `wlr` the lap has a field more.
pub fn pieces(rules: Rules, own: Configuration) -> Vec<u32> {
    let progress = own.pieces().map(|place| match place {
        LAP => 40,
        40.. => u32::from(place) + u32::from(rules.has_lap()),
        _ => u32::from(place),
    });
    progress.sorted().collect()
}

/// The pieces of a configuration in the notation of the fixtures: `0+17+b`, `-` for all at home. What a `?` or a `!` behind
/// it says is no matter of pieces.
pub fn parse(rules: Rules, text: &str) -> Vec<u32> {
    let pieces = text.trim_end_matches(['?', '!']).split('+');
    let progress = pieces
        .filter(|&piece| piece != "-")
        .map(|piece| match piece.as_bytes() {
            [letter @ b'a'..=b'd'] => 40 + u32::from(rules.has_lap()) + u32::from(letter - b'a'),
            _ => piece.parse().unwrap(),
        });
    progress.collect()
}

/// Pieces in the notation of the fixtures.
pub fn written(rules: Rules, pieces: &[u32]) -> String {
    let goal = 40 + u32::from(rules.has_lap());
    let piece = |&piece: &u32| match piece.checked_sub(goal) {
        Some(field) => char::from(b'a' + field as u8).to_string(),
        None => piece.to_string(),
    };
    match pieces {
        [] => "-".into(),
        _ => pieces.iter().map(piece).join("+"),
    }
}

/// The configuration of these pieces.
pub fn configuration(rules: Rules, pieces: &[u32]) -> Configuration {
    let lap = u32::from(rules.has_lap());
    let place = |&progress: &u32| match progress {
        40 if lap == 1 => LAP,
        40.. => (progress - lap) as u8,
        _ => progress as u8,
    };
    Configuration::new(pieces.iter().map(place)).unwrap()
}
