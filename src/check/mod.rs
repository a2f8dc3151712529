//! Reads and judges somebody's Bestenliste: its form, and the truth of its order and its shares.
//!
//! A text becomes a [`List`](list::List) in three steps: `list` splits it into lines, `lines` finds
//! the meaning of each, and `list` puts claims and findings together. A *claim* is the entry of a
//! list about one die. For the meaning, `lines` asks in this order
//!
//! ```text
//! form    the form that the user gives: `matcher` finds its elements in a line
//! rows    JSON, and tables of pairings
//! exact   the form of the task
//! reader  any other text; if few lines have the form of the task, too:
//!           tokens    numbers, dice, words and marks
//!           labels    the roles of numbers, by the words beside them (`vocabulary`) or a `header`
//!           records   what may be about one die: a line, several, or what stands between commas
//!           shape     records of one shape as a list: a `table` in which `dice_names` finds the
//!                     dice, and `share_column` the shares
//!           pairings  records about two dice, and a `matrix`, as the mean of each die
//! ```
//!
//! All but `exact` make a reading of each die (`reading`), which becomes a claim, or find pairings,
//! of which `pairings` makes the mean share of each die. For a text that `reader` cannot read,
//! `suggestion` writes a form that may fit. `judge` compares claims with the truth as `limits`
//! allow, and makes [`findings`] and a [`Verdict`] of them; `outcome` says who passes, and
//! `submission` holds all lists of one person.

mod dice_names;
mod exact;
pub mod findings;
pub mod form;
mod header;
mod judge;
mod labels;
mod limits;
mod lines;
pub mod list;
mod list_error;
mod matcher;
mod matrix;
mod outcome;
mod pairings;
mod reader;
mod reading;
mod records;
mod rows;
mod shape;
mod share_column;
mod submission;
mod suggestion;
mod table;
mod tokens;
mod vocabulary;

pub use exact::{Given, HEADING};
pub use findings::{Distance, Finding, FindingCounts, Findings, StandardErrors, Subject};
pub use form::Form;
pub use judge::{
    ComparedShare, FormattedShare, Judgement, ListEntry, ListToJudge, Verdict, describe_form_fault,
    find_dice, judge, judge_all,
};
pub use limits::{
    ApparentGames, Doubt, FilePosition, Limits, Tolerance, enough_accuracy, enough_games,
};
pub use list::ReadOptions;
pub use outcome::Outcome;
pub use submission::{DiceFile, JudgedSubmission, ListName, ReadList, Submission};
