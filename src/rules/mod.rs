//! What a roll does to one player: the rules of two-player "Mensch ärgere Dich nicht".
//!
//! Which piece a roll moves depends on the mover's own pieces and on nothing else: enemy pieces
//! never block, and there is no duty to capture. So a rule set is a pure function from the
//! mover's [`Configuration`] and a roll to a [`Move`]; what an opponent loses by it is decided
//! where two players meet, in [`game`](crate::engine::games).
//!
//! # The rules
//!
//! They are the manufacturer's rules (Schmidt Spiele, without the section "Spielvarianten") with
//! the notes of the 40th Bundeswettbewerb Informatik on its task "Würfelglück": the frontmost
//! piece must move, if none can the turn is lost, two players sit on opposite sides, and pieces
//! may move on inside the goal.
//!
//! **Words.** A piece's *progress* counts from its own A field: 0..=39 are the track, 40..=43 the
//! goal fields a to d. Pieces *at home* wait on the B fields. Progress p of one player is the same
//! track field as progress (p + 20) mod 40 of the other.
//!
//! **Start.** Each player has one piece on A and three at home. Each die starts half of the games.
//!
//! **A roll** r moves a piece from p to p + r. That is *possible* if r ≥ 1, p + r ≤ 43 and no own
//! piece stands there. Any pieces may be jumped over, in the goal too. Landing on a track field
//! that holds an enemy piece sends that piece home. No field is safe, A neither.
//!
//! The roll selects the move; the first rule that applies is played ([`Rule`]):
//!
//! 1. A 6, a piece at home and no own piece on A: a piece from home is put on A.
//! 2. A piece at home and an own piece on A that can move by r: it moves. (With a 6 too.)
//! 3. The frontmost own piece on the track that can move by r moves.
//! 4. The frontmost own piece in the goal that can move by r moves.
//! 5. Otherwise nothing moves.
//!
//! After a 6, whether or not something moved, the same player rolls again. Whoever fills all four
//! goal fields has won at once; a 6 then gives no further roll.
//!
//! **Stuck.** A player none of whose die's faces moves anything is stuck and passes without
//! rolling. If both are stuck the game is a draw. Only being captured can free a stuck player.
//! A game that has not ended after 100,000 rolls is a draw too.
//!
//! # What was decided where the sources are open
//!
//! * "Vorderster Stein" has two common readings. [`Rules::Offiziell`] lets a piece on the track
//!   move before one in the goal, as above. [`Rules::Zielzuerst`] makes 3 and 4 one rule: the
//!   frontmost own piece that can move moves, goal pieces being in front of all others.
//! * A 6 with a piece at home and an own piece on A that cannot move by 6 is an ordinary 6: the
//!   frontmost piece that can moves.
//! * There are no three tries for a player with nothing on the track: a turn is one roll, and one
//!   more after each 6.

mod offiziell;
mod wlr;
mod zielzuerst;

use std::fmt;

/// Number of pieces of a player.
pub const PIECES: u32 = 4;
/// Number of track fields; progress values from here on are goal fields.
pub const TRACK: u8 = 40;
/// Number of progress values: the track and the four goal fields.
pub const FIELDS: u8 = TRACK + PIECES as u8;
/// Stands for a piece that has come back to its own A field, under `wlr` only; progress 40 there.
/// In a set it is the bit behind the goal fields, which keep theirs.
pub const LAP: u8 = FIELDS;
/// Number of different places of a piece, under any rule set.
const PLACES: usize = FIELDS as usize + 1;
/// The roll that brings a piece out and gives another roll.
pub const SIX: u32 = 6;

/// Sets of progress values: bit p for progress p.
const ALL_FIELDS: u64 = (1 << FIELDS) - 1;
const START_FIELD: u64 = 1;
pub(crate) const TRACK_FIELDS: u64 = (1 << TRACK) - 1;
const GOAL_FIELDS: u64 = ALL_FIELDS & !TRACK_FIELDS;

/// The track field on which a piece of one player stands, as progress of the opposite player.
///
/// # Panics
///
/// If `progress` is a goal field: nobody else ever stands there.
pub const fn opposite(progress: u8) -> u8 {
    assert!(progress < TRACK);
    (progress + TRACK / 2) % TRACK
}

/// Everything about one player: which progress values are occupied.
///
/// Bit p is set if a piece stands at progress p, below [`FIELDS`], or at [`LAP`]. At most [`PIECES`]
/// bits are set; the pieces that are not in the set are at home. A and [`LAP`] are the same field:
/// not both are set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration(u64);

impl Configuration {
    /// One piece on A, three at home.
    pub const START: Configuration = Configuration(1);

    /// How many sets of at most four places there are: of 44 places 149,986, which is the most that
    /// can be reached without [`LAP`], and of 45 this.
    pub const COUNT: usize = 164_221;

    /// The configuration with pieces at exactly these progress values, or `None` if one is off
    /// the board, if two are the same, or if they are more than four.
    pub fn new(pieces: impl IntoIterator<Item = u8>) -> Option<Configuration> {
        let mut set = 0u64;
        for progress in pieces {
            if progress > LAP || set & (1 << progress) != 0 {
                return None;
            }
            set |= 1 << progress;
        }
        let both = START_FIELD | 1 << LAP;
        (set.count_ones() <= PIECES && set & both != both).then_some(Configuration(set))
    }

    /// Whether a piece stands at this progress (below [`FIELDS`]).
    pub fn holds(self, progress: u8) -> bool {
        self.0 & (1 << progress) != 0
    }

    /// Whether a piece stands on this track field, below [`TRACK`].
    pub fn stands_on(self, field: u8) -> bool {
        self.track() >> field & 1 == 1
    }

    /// How many pieces wait at home, 0 to 4.
    pub fn home(self) -> u32 {
        PIECES - self.0.count_ones()
    }

    /// All four goal fields are filled: the player has won.
    pub fn is_won(self) -> bool {
        self.0 == GOAL_FIELDS
    }

    /// The occupied progress values, frontmost piece first.
    pub fn pieces(self) -> impl Iterator<Item = u8> {
        let mut set = self.0;
        std::iter::from_fn(move || {
            let front = set.checked_ilog2()?;
            set &= !(1 << front);
            Some(front as u8)
        })
    }

    /// The track fields with an own piece as a set: bit p for the field of progress p in 0..=39.
    pub fn track(self) -> u64 {
        self.0 & TRACK_FIELDS | self.0 >> LAP & START_FIELD
    }

    /// The pieces that `roll` can move, as a set of progress values: r ≥ 1, the field r further
    /// on exists, and no own piece stands there.
    fn movable(self, roll: u32) -> u64 {
        if roll == 0 || roll >= u32::from(FIELDS) {
            return 0;
        }
        let target_exists = ALL_FIELDS >> roll;
        let target_taken = self.0 >> roll;
        self.0 & target_exists & !target_taken
    }

    /// The configuration after `mv`, which must have been chosen for this one.
    pub fn after(self, mv: Move) -> Configuration {
        let left = mv.from.map_or(0, |from| 1 << from);
        Configuration((self.0 & !left) | (1 << mv.to))
    }

    /// The configuration after the piece on this track field has been sent home.
    pub fn without(self, field: u8) -> Configuration {
        let places = match field {
            0 => START_FIELD | 1 << LAP,
            _ => 1 << field,
        };
        Configuration(self.0 & !places)
    }

    /// A number below [`Configuration::COUNT`], different for different configurations.
    ///
    /// Sets of equal size are numbered by the combinatorial number system (the sum of
    /// C(pᵢ, i) over the i-th smallest element pᵢ), smaller sets come first.
    pub fn rank(self) -> usize {
        let mut rank = 0;
        let mut set = self.0;
        let mut size = 0;
        while set != 0 {
            size += 1;
            rank += CHOOSE[size][set.trailing_zeros() as usize];
            set &= set - 1;
        }
        rank + SMALLER[size]
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Configuration")?;
        f.debug_set().entries(self.pieces()).finish()
    }
}

/// `CHOOSE[k][n]` = C(n, k).
const CHOOSE: [[usize; PLACES]; PIECES as usize + 1] = {
    let mut choose = [[0; PLACES]; PIECES as usize + 1];
    let mut n = 0;
    while n < PLACES {
        choose[0][n] = 1;
        let mut k = 1;
        while k <= PIECES as usize && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// How many sets have fewer than the given number of elements: 1, 45, 990, 14,190 added up.
const SMALLER: [usize; PIECES as usize + 1] = [0, 1, 46, 1036, 15_226];

/// The rule by which a move was chosen; see the [module documentation](self#the-rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Rule 1: a piece from home is put on A.
    BringOut,
    /// Rule 2: the piece on A makes room for those at home.
    ClearStart,
    /// Rule 3: the frontmost piece on the track that can move.
    FrontmostOnTrack,
    /// Rule 4: the frontmost piece in the goal that can move.
    FrontmostInGoal,
}

/// One piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rule that selected it.
    pub rule: Rule,
    /// Progress that the piece leaves, `None` if it comes from home.
    pub from: Option<u8>,
    /// Progress that it reaches.
    pub to: u8,
}

impl Move {
    /// The track field on which the piece lands, as the mover's progress; `None` in the goal.
    pub fn landing(self) -> Option<u8> {
        match self.to {
            LAP => Some(0),
            to => (to < TRACK).then_some(to),
        }
    }
}

/// What a roll does to the mover: no move, one, or under `wlr` one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn([Option<Move>; 2]);

impl Turn {
    /// The moves in order.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        self.0.into_iter().flatten()
    }

    /// The configuration after all of them, which must have been chosen for this one.
    pub fn after(self, own: Configuration) -> Configuration {
        self.moves().fold(own, Configuration::after)
    }
}

/// A rule set: one reading of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// Pieces on the track move before pieces in the goal. The default.
    Offiziell,
    /// Pieces in the goal are in front of all others.
    Zielzuerst,
    /// What a contest entry really plays.
    Wlr,
}

impl Rules {
    /// All rule sets.
    pub const ALL: [Rules; 3] = [Rules::Offiziell, Rules::Zielzuerst, Rules::Wlr];

    /// The name by which users call it.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Offiziell => "offiziell",
            Rules::Zielzuerst => "zielzuerst",
            Rules::Wlr => "wlr",
        }
    }

    /// What `roll` does to the player on this seat, 0 or 1, which makes a difference under `wlr`.
    ///
    /// Any number may be rolled; 44 and more never move anything, nor does 0, but for `wlr`.
    #[inline]
    pub fn turn(self, own: Configuration, roll: u32, seat: usize) -> Turn {
        match self {
            Rules::Offiziell => Turn([offiziell::choose(own, roll), None]),
            Rules::Zielzuerst => Turn([zielzuerst::choose(own, roll), None]),
            Rules::Wlr => wlr::turn(own, roll, seat),
        }
    }

    /// Whether a player with these faces on this seat, 0 or 1, is stuck. Under `wlr` that is so only
    /// after a roll that moved nothing, see [`Rules::passes`].
    pub fn is_stuck(
        self,
        own: Configuration,
        faces: impl IntoIterator<Item = u32>,
        seat: usize,
    ) -> bool {
        match self {
            Rules::Wlr => wlr::is_stuck(own, faces, seat),
            _ => faces
                .into_iter()
                .all(|face| self.turn(own, face, seat).moves().next().is_none()),
        }
    }

    /// Whether being stuck follows from the configuration, and a stuck player passes. Otherwise it
    /// stays until the player rolls again.
    pub fn passes(self) -> bool {
        self != Rules::Wlr
    }

    /// Whether the same die plays differently on the two seats.
    pub fn has_seats(self) -> bool {
        self == Rules::Wlr
    }

    /// The largest face that a die may have.
    pub fn most_face(self) -> u32 {
        match self {
            Rules::Wlr => wlr::MOST_FACE,
            _ => u32::MAX,
        }
    }
}

/// Rule 1: r = 6, a piece is at home, and A holds no own piece: a piece from home is put on A.
fn bring_out(own: Configuration, roll: u32) -> Option<Move> {
    (roll == SIX && own.home() > 0 && !own.holds(0)).then_some(Move {
        rule: Rule::BringOut,
        from: None,
        to: 0,
    })
}

/// Rule 2: a piece is at home, an own piece stands on A, and moving it by r is possible: it moves.
fn clear_start(own: Configuration, roll: u32) -> Option<Move> {
    if own.home() == 0 {
        return None;
    }
    frontmost(own, START_FIELD, roll, Rule::ClearStart)
}

/// Rule 3: the frontmost own piece on the track that can move by r moves.
fn frontmost_on_track(own: Configuration, roll: u32) -> Option<Move> {
    frontmost(own, TRACK_FIELDS, roll, Rule::FrontmostOnTrack)
}

/// Rule 4: the frontmost own piece in the goal that can move by r moves.
fn frontmost_in_goal(own: Configuration, roll: u32) -> Option<Move> {
    frontmost(own, GOAL_FIELDS, roll, Rule::FrontmostInGoal)
}

/// The frontmost own piece on one of these fields that can move by r moves.
fn frontmost(own: Configuration, fields: u64, roll: u32, rule: Rule) -> Option<Move> {
    let from = (own.movable(roll) & fields).checked_ilog2()? as u8;
    Some(Move {
        rule,
        from: Some(from),
        to: from + roll as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn ranks_number_all_configurations() {
        let mut seen = vec![false; Configuration::COUNT];
        for size in 0..=PIECES as usize {
            for pieces in (0..=LAP).combinations(size) {
                let set = pieces.into_iter().map(|place| 1 << place).sum();
                let rank = Configuration(set).rank();
                assert!(!std::mem::replace(&mut seen[rank], true));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn configurations_that_cannot_be() {
        assert_eq!(Configuration::new([0, 0]), None);
        assert_eq!(Configuration::new([LAP + 1]), None);
        assert_eq!(Configuration::new([0, LAP]), None);
        assert_eq!(Configuration::new(0..5), None);
        assert_eq!(Configuration::new([0]), Some(Configuration::START));
    }

    #[test]
    fn opposite_seats_see_each_other_alike() {
        for field in 0..TRACK {
            assert_eq!(opposite(opposite(field)), field);
        }
        assert_eq!(opposite(0), 20);
        assert_eq!(opposite(25), 5);
    }
}
