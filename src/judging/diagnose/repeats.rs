//! The repeats: files that mean the same, by which chance is measured.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::experiments::{REPEATED_DICE, parse_dice};
use super::statistics::GROUPS;
use wuerfelglueck::dice::Die;

/// The number of repeats.
pub(super) const REPEAT_COUNT: usize = 20;

/// One of the repeats: a file that means the same as the others, and is written in another way.
pub(super) struct RepeatedFile {
    /// The group, which says on which place the die with twice as many sides stands.
    pub(super) group: usize,
    pub(super) dice: Vec<Die>,
}

/// The repeats: the die with twice as many sides stands on the second place and on the first in
/// turns, and faces stand in another order in each.
pub(super) fn repeated_files() -> Vec<RepeatedFile> {
    /// The seed of the orders of faces.
    const SEED: u64 = 1;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut shuffle = |die: &Die| {
        let mut faces = die.faces().to_vec();
        faces.shuffle(&mut random);
        Die::new(faces)
    };
    let files = (0..REPEAT_COUNT).map(|number| {
        let group = number % GROUPS;
        let mut dice = parse_dice(REPEATED_DICE);
        if group == 1 {
            dice.reverse();
        }
        RepeatedFile {
            group,
            dice: dice.iter().filter_map(&mut shuffle).collect(),
        }
    });
    files.collect()
}
