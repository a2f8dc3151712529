//! The pieces of one player as a set.

use std::fmt;

/// The number of pieces of a player.
pub const PIECES: u32 = 4;
/// The number of track fields. Progress values from 0 to below it are track fields, those from it
/// to below [`FIELDS`] goal fields.
pub const TRACK: u8 = 40;
/// The number of progress values: those of the track and of the four goal fields.
pub const FIELDS: u8 = TRACK + PIECES as u8;
/// The place of a piece that has come back to its own A field after a lap, under `wlr` only. There
/// the field has progress 40; in the code, goal fields keep 40 to 43, and LAP is the number behind
/// them.
pub const LAP: u8 = FIELDS;
/// The face that brings a piece out and gives another roll, unless another one
/// [counts as the 6](super::Rules::six).
pub const SIX: u32 = 6;

/// The set of all progress values: bit p for progress p.
const ALL_FIELDS: u64 = (1 << FIELDS) - 1;
/// The set of the own A field.
pub(super) const START_FIELD: u64 = 1;
/// The set of all track fields.
pub(crate) const TRACK_FIELDS: u64 = (1 << TRACK) - 1;
/// The set of the goal fields.
pub(super) const GOAL_FIELDS: u64 = ALL_FIELDS & !TRACK_FIELDS;

/// The number of places that a piece can have on the board: the progress values and [`LAP`].
const PLACES: usize = LAP as usize + 1;

/// The trailing zeros of an empty set, which stand for the place of a piece at home.
const NO_PLACE: usize = u64::BITS as usize;

/// `BELOW[i][p]`: the number of sets of i + 1 places below place p; a place that is not on the
/// board is above all others.
const BELOW: [[u32; NO_PLACE + 1]; PIECES as usize] = {
    let mut below = [[0; NO_PLACE + 1]; PIECES as usize];
    let mut place = 1;
    while place <= NO_PLACE {
        let number = if place < PLACES { place } else { PLACES } as u32;
        below[0][place] = number;
        below[1][place] = number * (number - 1) / 2;
        below[2][place] = below[1][place] * number.saturating_sub(2) / 3;
        below[3][place] = below[2][place] * number.saturating_sub(3) / 4;
        place += 1;
    }
    below
};

/// The track field of this progress, as progress of the opposite player.
///
/// Panics for a goal field, where nobody else ever stands, and for [`LAP`].
#[inline]
pub const fn opposite(progress: u8) -> u8 {
    assert!(progress < TRACK);
    (progress + TRACK / 2) % TRACK
}

/// A set of track fields as progress of the opposite player: bit p for progress p in 0..=39.
#[inline]
pub const fn opposite_fields(fields: u64) -> u64 {
    let half = TRACK / 2;
    (fields << half | fields >> half) & TRACK_FIELDS
}

/// The pieces of one player: the set of their progress values.
///
/// Bit p is set if a piece stands at progress p, below [`FIELDS`], or at [`LAP`]. At most
/// [`PIECES`] bits are set; the pieces that are not in the set are at home. A and [`LAP`] are the
/// same field: not both are set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration(u64);

impl Configuration {
    /// One piece on A, three at home.
    pub const START: Configuration = Configuration(1);
    /// All four pieces at home.
    pub const EMPTY: Configuration = Configuration(0);

    /// The number of sets of at most four places. The index of a configuration is less.
    pub const COUNT: usize = 164_221;

    /// The configuration with pieces at exactly these places, each a progress value or [`LAP`];
    /// `None` if one is off the board, if two are on the same field, or if they are more than four.
    pub fn new(pieces: impl IntoIterator<Item = u8>) -> Option<Configuration> {
        let mut set = 0u64;
        for progress in pieces {
            if progress > LAP || set & (1 << progress) != 0 {
                return None;
            }
            set |= 1 << progress;
        }
        let on_a = set & (START_FIELD | 1 << LAP);
        (set.count_ones() <= PIECES && on_a.count_ones() <= 1).then_some(Configuration(set))
    }

    /// A number below [`COUNT`](Self::COUNT) that no other configuration has, by the combinatorial
    /// number system: the i-th piece from behind counts the sets of i places below its own, where
    /// pieces at home count as in front of all others.
    #[inline]
    pub(crate) fn index(self) -> usize {
        let mut left = self.0;
        BELOW
            .iter()
            .map(|below| {
                let place = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                below[place as usize] as usize
            })
            .sum()
    }

    /// Returns whether a piece stands at this progress, below [`FIELDS`], or at [`LAP`].
    pub fn holds(self, progress: u8) -> bool {
        self.0 & (1 << progress) != 0
    }

    /// Returns whether a piece stands on the track field with this progress, below [`TRACK`]. On
    /// field 0 it may have come back by a lap.
    pub fn stands_on(self, field: u8) -> bool {
        self.track_fields() >> field & 1 == 1
    }

    /// The number of pieces at home, 0 to 4.
    pub fn home_count(self) -> u32 {
        PIECES - self.0.count_ones()
    }

    /// Returns whether all four goal fields are filled: the player has won.
    pub fn is_won(self) -> bool {
        self.0 == GOAL_FIELDS
    }

    /// The progress of each piece that is not at home, in descending order, so that a piece at
    /// [`LAP`] comes first.
    pub fn pieces(self) -> impl Iterator<Item = u8> {
        let mut set = self.0;
        std::iter::from_fn(move || {
            let front = set.checked_ilog2()?;
            set &= !(1 << front);
            Some(front as u8)
        })
    }

    /// The track fields with a piece, as a set: bit p for the field of progress p in 0..=39. A
    /// piece at [`LAP`] is on field 0.
    pub fn track_fields(self) -> u64 {
        self.0 & TRACK_FIELDS | self.0 >> LAP & START_FIELD
    }

    /// The pieces that can move by `face`, as a set of progress values: `face` is at least 1, there
    /// is a field that far on, and no own piece stands there. Under `wlr` pieces move otherwise.
    pub(super) fn movable(self, face: u32) -> u64 {
        if face == 0 || face >= u32::from(FIELDS) {
            return 0;
        }
        let target_exists = ALL_FIELDS >> face;
        let target_taken = self.0 >> face;
        self.0 & target_exists & !target_taken
    }

    /// The places from which a move by `face` leads over an own piece in the goal, as a set of
    /// progress values.
    pub(super) fn jumping_in_goal(self, face: u32) -> u64 {
        let goal = self.0 & GOAL_FIELDS;
        (1..face.min(FIELDS.into())).fold(0, |jumping, step| jumping | goal >> step)
    }

    /// An upper bound of [`steps`](Self::steps).
    pub(crate) const MOST_STEPS: usize = (PIECES * (LAP as u32 + 1)) as usize;

    /// The number of steps that the pieces have made under `wlr`, where a piece makes 41 from its
    /// own A field to the first goal field, coming out being one more. Under other bases that is
    /// one step shorter, so that a piece in the goal counts one more than it has made. Every move
    /// makes the number larger.
    #[inline]
    pub(crate) fn steps(self) -> u32 {
        // In a set that has a place for coming back to A between the track and the goal.
        let goal = (self.0 & GOAL_FIELDS) << 1;
        let lap = self.0 >> LAP & 1;
        let mut set = self.0 & TRACK_FIELDS | lap << TRACK | goal;
        let mut steps = 0;
        while set != 0 {
            steps += set.trailing_zeros() + 1;
            set &= set - 1;
        }
        steps
    }

    /// An upper bound of the number of moves that its pieces on the board can make.
    pub(crate) fn most_moves(self) -> u32 {
        let pieces = PIECES - self.home_count();
        pieces * (u32::from(LAP) + 1) - self.steps()
    }

    /// The configuration after a piece has moved from one place, `None` being home, to another,
    /// which is free.
    #[inline]
    pub fn moved(self, from: Option<u8>, to: u8) -> Configuration {
        let left = from.map_or(0, |from| 1 << from);
        Configuration((self.0 & !left) | (1 << to))
    }

    /// The configuration after the piece on this track field has been sent home.
    pub fn without(self, field: u8) -> Configuration {
        let places = match field {
            0 => START_FIELD | 1 << LAP,
            _ => 1 << field,
        };
        Configuration(self.0 & !places)
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.pieces()).finish()
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn impossible_configurations() {
        assert_eq!(Configuration::new([0, 0]), None);
        assert_eq!(Configuration::new([LAP + 1]), None);
        assert_eq!(Configuration::new([0, LAP]), None);
        assert_eq!(Configuration::new(0..5), None);
        assert_eq!(Configuration::new([0]), Some(Configuration::START));
    }

    #[test]
    fn a_set_is_seen_from_the_other_side_as_its_fields_are() {
        for field in 0..TRACK {
            let fields = 1 << field | 1 << 39;
            let expected = 1 << opposite(field) | 1 << 19;
            assert_eq!(opposite_fields(fields), expected, "{field}");
        }
    }

    #[test]
    fn every_set_has_an_index_of_its_own() {
        let sets = (0..=PIECES as usize).flat_map(|pieces| (0..=LAP).combinations(pieces));
        let bits = sets.map(|set| set.iter().map(|place| 1 << place).sum());
        let indices = bits.map(|bits| Configuration(bits).index()).sorted();
        assert!(indices.eq(0..Configuration::COUNT));
    }
}
