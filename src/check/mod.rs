//! Reads and judges somebody's Bestenliste: its form, and the truth of its order and its shares.

mod columns;
mod dice_names;
mod exact;
pub mod findings;
pub mod form;
mod header;
mod judge;
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
    ComparedShare, FormattedShare, Judgement, ListToJudge, ReadDie, Verdict, find_dice, form_fault,
    judge, judge_all,
};
pub use limits::{ApparentGames, FilePosition, Limits, Tolerance, enough_accuracy, enough_games};
pub use list::ReadOptions;
pub use outcome::Outcome;
pub use submission::{DiceFile, JudgedSubmission, ListName, ReadList, Submission};
