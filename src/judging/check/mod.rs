//! Reads and judges somebody's Bestenliste: its form, and the truth of its order and its shares.
//!
//! A text becomes a [`List`](list::List) in three steps: `list` splits it into lines, `lines` finds
//! the meaning of each, and `list` puts claims and findings together. A *claim* is the entry of a
//! list about one die. For the meaning, `lines` asks first whether lines have the form of the task
//! (`exact`), and else [`reading`](crate::reading), which reads lists in any form. `assignment` finds the
//! die of each claim, and `arrangement` checks their order. `judge` compares claims with the truth
//! as `limits` allow, and makes [`findings`] and a [`Verdict`](crate::Verdict) of them;
//! `matching` says which dice file a list belongs to, `reader` chooses the lists of a submission by
//! that, and `submission` judges all lists of one person.

mod arrangement;
mod assignment;
mod exact;
pub mod findings;
mod judge;
mod limits;
mod lines;
pub mod list;
pub(crate) mod list_error;
pub mod matching;
mod reader;
mod submission;

pub use exact::{ClaimedShare, Given, HEADING};
pub use findings::{Distance, Finding, FindingCounts, Place, SIDES, StandardErrors, Subject};
pub use judge::{
    ComparedList, ComparedShare, JudgedEntry, JudgedList, Judgement, ListToJudge, find_form_fault,
    judge, judge_all,
};
pub use limits::{
    ApparentGames, Demands, FitScore, KnownGames, Limits, enough_accuracy, enough_games,
};
pub use list::ReadOptions;
pub use reader::{ReadText, SubmissionReader};
pub use submission::{DiceFile, JudgedSubmission, ListName, ReadList, Standard, Submission};
