//! The choices that make a rule set. Each has a type of its own and is read in one place.

/// How pieces move, on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Movement {
    /// As the [manufacturer's rules](super::manufacturer) say. All other choices vary these rules.
    Manufacturer,
    /// As a contest entry [plays](super::wlr). It leaves no choice but who begins.
    Wlr,
}

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Start {
    /// One piece is on A, three are at home.
    OneOut,
    /// All four pieces are at home.
    AllHome,
}

/// Where the frontmost piece is looked for at first: which of rules 3 and 4 is tried before the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Front {
    /// Rule 3 before rule 4: on the track.
    Track,
    /// Rule 4 before rule 3: in the goal.
    Goal,
}

/// When A must be cleared, by rule 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Clearing {
    /// While a piece is at home.
    WhileHome,
    /// Always.
    Always,
    /// Never: rule 2 is left out.
    Never,
}

/// By which rolls A is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum ClearingRoll {
    /// By any.
    Any,
    /// By a 6 only.
    Six,
}

/// When rule 1 is tried, which brings a piece out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum BringingOut {
    /// Before all others.
    First,
    /// After rule 4.
    Last,
}

/// Which piece on the track rule 3 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum OnTrack {
    /// The frontmost of those that can move.
    Frontmost,
    /// The rearmost of those that can move.
    Rearmost,
    /// The frontmost of all, or none if it cannot move.
    FrontmostOnly,
}

/// Whether pieces move inside the goal, by rule 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum InGoal {
    /// The frontmost of those that can move does.
    Frontmost,
    /// They stay where they are.
    None,
}

/// What may be jumped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Jumping {
    /// Any pieces.
    Anywhere,
    /// Pieces on the track, but none inside the goal.
    OnTrack,
}

/// What happens to an enemy piece where a piece lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Capturing {
    /// It is sent home.
    SendsHome,
    /// Nothing. Both stand on the field.
    None,
}

/// When a 6 gives a further roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum FurtherRoll {
    /// Whether or not it moved something.
    AfterSix,
    /// Never.
    Never,
    /// If it moved something.
    AfterMove,
}

/// How often a player without a piece on the track may try to roll something that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Tries {
    /// Once, as all others.
    One,
    /// Three times.
    Three,
}

/// Which face of a die counts as the 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum SixFace {
    /// The 6.
    Six,
    /// The 6, or the highest face of a die that has no 6.
    SixOrHighest,
}

/// Who begins the games of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Starter {
    /// Both seats take turns.
    Alternating,
    /// Each player rolls the own die, and the higher one begins. Equal rolls are repeated; dice that can only
    /// roll equally take turns.
    RolledFor,
    /// The die that comes first in the file.
    First,
}

/// What happens to a player who is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WhenStuck {
    /// It passes without rolling. If both are stuck the game is a draw.
    Passes,
    /// It has lost as soon as it is its turn.
    Loses,
    /// It rolls on, and counts as stuck until its next roll. If both count as stuck the game is a draw.
    RollsOn,
}
