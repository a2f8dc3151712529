//! Small dice files whose lists follow from symmetry or certainty, whatever the rules of a program
//! are.
//!
//! **Who begins** is a rule. If it is always the die that comes first in the file, it wins up to
//! 2.2 points more than 50 against one of its kind: that is `ohne-schlagen`, of all rule sets with
//! up to three deviations, in 131,072 games after 2,048 of each; and lines in another order change
//! shares of [`THREE_DICE`] by 0.9 points if there is one deviation, and by 3.6 in the 2,048 games
//! of the worst rule set, chance included. Under `wlr` seats differ, by up to 0.4 points. A die
//! between two others of its kind begins as often as not, and needs no such leeway.
//!
//! Where chance decides, see [`statistics`](super::statistics).
//!
//! **Some rule sets** break what an experiment demands. That is no proof if one of these
//! [exceptions](super::exceptions) explains the other lists.

use super::bugs::SuspectedBug;
use super::program::command_for_dice_file;
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Deviation;

/// The leeway for a die that wins more than its equal since it begins, from 0 to 1: see above.
pub const FIRST_BEGINS: f64 = 0.025;
/// The leeway for a die that wins more than its equal on the second seat, from 0 to 1.
pub(super) const SECOND_SEAT: f64 = 0.008;
/// The leeway for dice in another order, from 0 to 1.
pub const REORDERED: f64 = 0.04;
/// The dice of a file, each by its faces with spaces between them.
pub(super) type FileFaces = &'static [&'static str];

/// The usual die.
const NORMAL: &str = "1 2 3 4 5 6";
/// A die that wins most games against the usual one.
const STRONG: &str = "1 6 6 6 6 6";
/// A die that loses most games against the usual one.
const WEAK: &str = "1 1 1 1 1 6";
/// The dice of the repeats: the same die with each side once and twice. Their faces stand in
/// another order each time.
pub(super) const REPEATED_DICE: FileFaces = &[NORMAL, "1 1 2 2 3 3 4 4 5 5 6 6"];
/// Four dice that are the same to the letter.
pub(super) const FOUR_EQUAL_DICE: FileFaces = &[NORMAL; 4];
/// Three dice that differ much: the usual one, one that beats it, and one that it beats.
pub(super) const THREE_DICE: FileFaces = &[NORMAL, STRONG, WEAK];
/// The pairs of the three dice.
pub(super) const PAIRS: [FileFaces; 3] = [&[NORMAL, STRONG], &[NORMAL, WEAK], &[STRONG, WEAK]];

/// The property that the list of a file must have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Expectation {
    /// The first die never wins, and the second one always does.
    NeverWins,
    /// The first die never wins, and the second one always does, unless the highest face of a die
    /// brings pieces out as a 6 does. To find out whether that is so takes too long, as the games of
    /// each such rule set have to be played.
    NeverWinsWithoutSix,
    /// The first die has at least this share.
    WinsAtLeast(f64),
    /// The two shares are the same, and not more than a half.
    EqualOrDrawn,
    /// The first die never wins, neither in this file nor in `swapped`, where it is the second one.
    /// If it wins in both, or seldom in one, the lap may have another length by rule, and the
    /// experiment is not judged.
    NeverWinsOnEitherPlace { swapped: FileFaces },
    /// These dice have the mean of all shares, but for a leeway.
    Alike { dice: &'static [usize], leeway: f64 },
    /// The share of each die is the mean of its shares in these files, but for a leeway.
    MeanOf {
        files: &'static [FileFaces],
        leeway: f64,
    },
}

/// A dice file, and the property that its list must have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Experiment {
    /// The title, in German.
    pub(super) title: &'static str,
    /// The dice of the file.
    pub(super) dice: FileFaces,
    pub(super) expectation: Expectation,
    /// Bugs that may be the cause if the expectation does not hold.
    pub(super) suspects: &'static [SuspectedBug],
    /// Families of rule sets that break what must be.
    pub(super) exceptions: &'static [RuleFamily],
    /// True if a game may go on for ever by the printed rules, since players get stuck.
    pub(super) may_never_end: bool,
}

/// The deviations that rule sets of a family have in common.
pub(super) type RuleFamily = &'static [Deviation];

/// Usual dice get stuck where pieces in the goal neither move nor are jumped over: hardly a game has
/// a winner, or a die that fills no goal wins, as who is stuck loses.
pub(super) const STUCK_IN_GOAL: RuleFamily = &[Deviation::NoGoalMoves, Deviation::NoJumping];
/// Equal dice that are stuck differ, if who is stuck loses, and always the first die begins.
const STUCK_FIRST: RuleFamily = &[Deviation::StuckLoses, Deviation::FirstStarts];

/// The fields of an experiment unless it has others.
const DEFAULT: Experiment = Experiment {
    title: "",
    dice: &[],
    expectation: Expectation::NeverWins,
    suspects: &[],
    exceptions: &[],
    may_never_end: false,
};

/// The experiments that follow the repeats. Those that are certain come before those in
/// which chance decides.
pub(super) const EXPERIMENTS: [Experiment; 13] = [
    Experiment {
        title: "mit 2, 6 und 43 gegen 1 bis 6",
        dice: &["2 6 43", NORMAL],
        suspects: &[
            SuspectedBug::GoalMoves,
            SuspectedBug::LongGoal,
            SuspectedBug::Faces,
            SuspectedBug::TwoDigits,
            SuspectedBug::Entering,
            SuspectedBug::WonEarly,
        ],
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "mit 6, 40, 41, 42 und 44 gegen 1 bis 6",
        dice: &["6 40 41 42 44", NORMAL],
        suspects: &[
            SuspectedBug::LongGoal,
            SuspectedBug::GoalMoves,
            SuspectedBug::Faces,
            SuspectedBug::TwoDigits,
            SuspectedBug::Entering,
            SuspectedBug::WonEarly,
        ],
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "mit 6 und 39 bis 42, vor und hinter 1 bis 6",
        dice: &["6 39 40 41 42", NORMAL],
        expectation: Expectation::NeverWinsOnEitherPlace {
            swapped: &[NORMAL, "6 39 40 41 42"],
        },
        suspects: &[SuspectedBug::LapLength, SuspectedBug::OneSeat],
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "mit 6 und 41 bis 44, vor und hinter 1 bis 6",
        dice: &["6 41 42 43 44", NORMAL],
        expectation: Expectation::NeverWinsOnEitherPlace {
            swapped: &[NORMAL, "6 41 42 43 44"],
        },
        suspects: &[SuspectedBug::LapLength, SuspectedBug::OneSeat],
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "nur Sechsen gegen 1 bis 6",
        dice: &["6 6 6 6 6 6", NORMAL],
        suspects: &[
            SuspectedBug::WonEarly,
            SuspectedBug::LongGoal,
            SuspectedBug::GoalMoves,
            SuspectedBug::Faces,
            SuspectedBug::Entering,
        ],
        exceptions: &[STUCK_IN_GOAL],
        may_never_end: true,
        ..DEFAULT
    },
    Experiment {
        title: "ohne 6 gegen 1 bis 6",
        dice: &["1 2 3 4 5", NORMAL],
        suspects: &[
            SuspectedBug::Entering,
            SuspectedBug::WonEarly,
            SuspectedBug::Faces,
        ],
        expectation: Expectation::NeverWinsWithoutSix,
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "ohne 6 gegen ohne 6",
        dice: &["1 2 3 4 5", "5 4 3 2 1"],
        expectation: Expectation::EqualOrDrawn,
        suspects: &[
            SuspectedBug::Draws,
            SuspectedBug::NotPlayed,
            SuspectedBug::OneSeat,
        ],
        exceptions: &[STUCK_FIRST],
        may_never_end: true,
    },
    Experiment {
        title: "1 bis 6 gegen fünf Einsen und eine 6",
        dice: PAIRS[1],
        // By the rule set that is worst for it, the usual die wins 82 %.
        expectation: Expectation::WinsAtLeast(0.8),
        suspects: &[SuspectedBug::EqualFaces, SuspectedBug::WrongDie],
        exceptions: &[STUCK_IN_GOAL],
        ..DEFAULT
    },
    Experiment {
        title: "vier gleiche Würfel",
        dice: FOUR_EQUAL_DICE,
        expectation: Expectation::Alike {
            dice: &[0, 1, 2, 3],
            leeway: FIRST_BEGINS,
        },
        suspects: &[SuspectedBug::OneSeat, SuspectedBug::LeftOver],
        ..DEFAULT
    },
    Experiment {
        title: "drei Würfel zusammen und je zwei allein",
        dice: THREE_DICE,
        expectation: Expectation::MeanOf {
            files: &PAIRS,
            leeway: 0.0,
        },
        suspects: &[
            SuspectedBug::SamePair,
            SuspectedBug::LeftOver,
            SuspectedBug::WrongDie,
        ],
        ..DEFAULT
    },
    Experiment {
        title: "Zeilen umgekehrt",
        dice: &[WEAK, STRONG, NORMAL],
        expectation: Expectation::MeanOf {
            files: &[THREE_DICE],
            leeway: REORDERED,
        },
        suspects: &[
            SuspectedBug::OneSeat,
            SuspectedBug::SamePair,
            SuspectedBug::LeftOver,
            SuspectedBug::WrongDie,
        ],
        ..DEFAULT
    },
    Experiment {
        title: "Zeilen vertauscht",
        dice: &[STRONG, WEAK, NORMAL],
        expectation: Expectation::MeanOf {
            files: &[THREE_DICE],
            leeway: REORDERED,
        },
        suspects: &[
            SuspectedBug::OneSeat,
            SuspectedBug::SamePair,
            SuspectedBug::LeftOver,
            SuspectedBug::WrongDie,
        ],
        ..DEFAULT
    },
    Experiment {
        title: "jede Seite sechsmal",
        dice: &["1 6", "1 1 1 1 1 1 6 6 6 6 6 6", "6 1"],
        expectation: Expectation::Alike {
            dice: &[1],
            leeway: 0.0,
        },
        suspects: &[SuspectedBug::Faces],
        ..DEFAULT
    },
];

impl Experiment {
    /// Returns whether the experiment has two files with the same dice, in which a die that never
    /// wins stands on either place. They show a program that always prints the same list.
    pub(super) const fn is_about_places(&self) -> bool {
        matches!(self.expectation, Expectation::NeverWinsOnEitherPlace { .. })
    }

    /// The most comparisons with chance in this experiment. One whose outcome is certain counts
    /// once, too, so that the probability of an accusation is rather too small.
    const fn count_comparisons(&self) -> usize {
        match self.expectation {
            Expectation::NeverWins | Expectation::NeverWinsOnEitherPlace { .. } => 1,
            // The sum of both shares is compared, too.
            Expectation::NeverWinsWithoutSix
            | Expectation::WinsAtLeast(_)
            | Expectation::EqualOrDrawn => 2,
            Expectation::Alike { dice, .. } => dice.len(),
            Expectation::MeanOf { .. } => self.dice.len(),
        }
    }
}

/// The most comparisons of a run: those of all experiments; seats and sides of the repeats; and the
/// sums of two shares and of four.
pub(super) const COMPARISON_COUNT: usize = {
    let mut sum = 4;
    let mut index = 0;
    while index < EXPERIMENTS.len() {
        sum += EXPERIMENTS[index].count_comparisons();
        index += 1;
    }
    sum
};

/// The number of files of all experiments, without [`PAIRS`], which one of them is about, and one
/// is compared with.
pub(super) const EXPERIMENT_FILE_COUNT: usize = {
    let mut sum = 0;
    let mut index = 0;
    while index < EXPERIMENTS.len() {
        sum += match EXPERIMENTS[index].expectation {
            Expectation::WinsAtLeast(_) => 0,
            Expectation::NeverWinsOnEitherPlace { .. } => 2,
            _ => 1,
        };
        index += 1;
    }
    sum
};

/// Returns whether a game of the file with this title may go on for ever by the printed rules.
pub fn may_never_end(title: &str) -> bool {
    EXPERIMENTS
        .iter()
        .any(|experiment| experiment.may_never_end && experiment.title == title)
}

/// A command of a Unix shell that prints the first file of the experiment with this title; `None`
/// if it is about no file of its own.
pub fn command_for_file_of(title: &str) -> Option<String> {
    let of_title = EXPERIMENTS
        .iter()
        .find(|experiment| experiment.title == title);
    of_title.map(|experiment| command_for_dice_file(&parse_dice(experiment.dice)))
}

/// Parses the dice of a file.
pub(super) fn parse_dice(faces: FileFaces) -> Vec<Die> {
    faces
        .iter()
        .map(|die| die.split(' ').flat_map(str::parse).collect())
        .filter_map(Die::new)
        .collect()
}
