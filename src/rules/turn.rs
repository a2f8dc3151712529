//! Rolls, moves by numbered rules, players between two rolls, and the ends of games.

use super::configuration::{Configuration, FIELDS, LAP, TRACK};

/// A game that has not ended after this many rolls is a draw.
pub const MOST_ROLLS: u64 = 100_000;

/// A roll, as far as the rules distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    /// The number of fields that a piece moves (but for one in the goal under `wlr`); 0 for a face
    /// of 0, and for all faces that are too large to move any piece forward.
    pub face: u32,
    /// True if the roll counts as a 6: see [`Rules::six`](super::Rules::six).
    pub is_six: bool,
}

impl Roll {
    /// The roll of `face`, on a die whose face `six` counts as the 6.
    pub fn new(face: u32, six: u32) -> Roll {
        let is_six = face == six;
        let face = if face < u32::from(FIELDS) { face } else { 0 };
        Roll { face, is_six }
    }
}

/// A rule by which a move is chosen, in the order of the [rules](super#the-rules).
///
/// Its discriminant, 1 to 4, is the number of the rule, which a told game prints. Deviations choose
/// otherwise by a rule of the same number. Under `wlr` rule 1 may put a piece on progress 6, and
/// rule 4 moves the rearmost piece that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Rule 1: a piece from home is put on A.
    BringOut = 1,
    /// Rule 2: the piece on A makes room for those at home.
    ClearStart,
    /// Rule 3: the frontmost piece on the track that can move.
    FrontmostOnTrack,
    /// Rule 4: the frontmost piece in the goal that can move.
    FrontmostInGoal,
}

/// One of the rules 1 to 5 in German, as `offiziell` has it without deviations.
#[derive(Clone, Copy, Debug)]
pub struct NumberedRule {
    /// The name of what it does, if it has one.
    pub name: Option<&'static str>,
    /// What it says, in sentences.
    pub text: &'static str,
}

/// The rules 1 to 5. The first that applies to a roll decides; under `zielzuerst` 4 comes before 3.
pub const NUMBERED_RULES: [NumberedRule; 5] = [
    NumberedRule {
        name: Some("Einsetzen"),
        text: "Bei einer 6 kommt eine Figur von zu Hause auf A, wenn eine zu Hause ist und auf A \
               keine eigene steht.",
    },
    NumberedRule {
        name: Some("A räumen"),
        text: "Ist eine Figur zu Hause und steht eine eigene auf A, so zieht die auf A, wenn sie \
               kann. Das gilt auch bei einer 6.",
    },
    NumberedRule {
        name: None,
        text: "Auf der Laufbahn zieht die vorderste eigene Figur, die ziehen kann.",
    },
    NumberedRule {
        name: None,
        text: "Im Ziel zieht die vorderste eigene Figur, die ziehen kann.",
    },
    NumberedRule {
        name: None,
        text: "Sonst zieht keine Figur.",
    },
];

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rule that selected the move.
    pub rule: Rule,
    /// The place that the piece leaves: its progress, 0 to 43, or [`LAP`]; `None` if it
    /// comes from home.
    pub from: Option<u8>,
    /// The place that the piece reaches, likewise.
    pub to: u8,
}

impl Move {
    /// The move of a piece from progress `from`, `None` being home, to progress `to`.
    pub(super) fn new(rule: Rule, from: Option<u8>, to: u8) -> Move {
        Move { rule, from, to }
    }

    /// The track field on which the piece lands, as the mover's progress; `None` in the goal.
    #[inline]
    pub fn landing(self) -> Option<u8> {
        match self.to {
            LAP => Some(0),
            to => (to < TRACK).then_some(to),
        }
    }
}

/// A player between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerState {
    /// The player's pieces.
    pub pieces: Configuration,
    /// The after-effect of the player's earlier rolls.
    pub aftereffect: Aftereffect,
}

impl PlayerState {
    /// A player with these pieces and no after-effect of earlier rolls.
    pub fn new(pieces: Configuration) -> PlayerState {
        PlayerState {
            pieces,
            aftereffect: Aftereffect::Nothing,
        }
    }
}

/// The consequence of a player's earlier rolls that its pieces do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aftereffect {
    /// No consequence.
    Nothing,
    /// The player counts as stuck since its last roll, under rules that
    /// [let stuck players roll](super::Rules::lets_stuck_players_roll).
    Stuck,
    /// One try has failed, so that the player rolls again.
    TriedOnce,
    /// Two tries in a row have failed, so that the player rolls again.
    TriedTwice,
}

/// A move, and where it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The track field on which it captures an exposed piece at once, as the mover's progress;
    /// `None` if it never does.
    pub capturing_landing: Option<u8>,
}

/// The effect of a roll on the player who rolls, and where it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedRoll {
    /// The moves, one after the other; two only under `wlr`.
    pub moves: [Option<PlayedMove>; 2],
    /// The player after the roll.
    pub after: PlayerState,
    /// True if the player has the turn again.
    pub is_due_again: bool,
    /// The track fields on which exposed pieces are captured because the turn is over with the
    /// roll: bit p for the mover's progress p in 0..=39.
    pub landings_at_turn_end: u64,
    /// All track fields on which exposed pieces are captured, by the moves or at the end of the
    /// turn, likewise.
    pub landings: u64,
}

/// The effect of a roll on the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnChange {
    /// True if the mover has the turn again.
    pub(super) is_due_again: bool,
    /// The after-effect of the mover's rolls, this one included.
    pub(super) aftereffect: Aftereffect,
}

/// The ability of a player to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The player has not won and does not count as stuck.
    Playing,
    /// The player counts as stuck.
    Stuck,
    /// The player has filled the goal.
    Won,
}

impl Standing {
    /// All standings, each at the index that is its discriminant.
    pub const ALL: [Standing; 3] = [Standing::Playing, Standing::Stuck, Standing::Won];
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat, 0 or 1, has won: it has filled its goal, or the other one is stuck and loses by
    /// that.
    Won(usize),
    /// Both players are stuck.
    Draw,
    /// The game has not ended after [`MOST_ROLLS`] rolls, and is a draw.
    CutOff,
}
