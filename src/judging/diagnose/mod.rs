//! Finds the rules that a program plays, from the lists that it prints.
//!
//! Each [`Hypothesis`] is a rule set and a scoring of draws. A [`Candidate`] is a hypothesis for
//! which games of a pairing count for both dice, or each die has its own. It says what the lists
//! would be, apart from chance, and how likely the lists are that were printed
//! ([`likelihood`](crate::likelihood)). Two things make up for one another: the better the rules
//! fit, the more games per pairing the lists look like. So if it is not known how many games they
//! have, the number that makes them most likely is taken for each hypothesis, the same for all
//! lists.
//!
//! Of some twenty further deviations one nearly always fits a little better by chance. So each must
//! raise the logarithm of the likelihood by 4, as if its prior odds were e⁻⁴, one to 55. The
//! logarithm of the likelihood ratio of a deviation that makes a difference of d standard errors
//! has the mean −d²/2 or d²/2 and the variance d². So one that is not there gets in with a
//! probability of at most 0.23 % (for d = √8), any of twenty with less than 5 %; and one that makes
//! a difference of six standard errors is left out in one of a hundred cases.
//!
//! All hypotheses with up to two differences from `offiziell` get a first look, with few games
//! (`FIRST_LOOK_GAMES` in `search`): with the lists of the files that have the smallest tables,
//! then, if that does not make them hopeless, with all. The best of them get a third difference,
//! and a fourth if that is worth it. Then the best of all are played with more games.
//!
//! Before that, [`try_program`] finds faults that are no rules, by experiments whose outcome is
//! known whatever the rules are. An [`Examination`] holds all that is found out about a program.

mod bugs;
mod candidate;
mod collector;
mod diagnosis;
mod digits;
mod examination;
mod exceptions;
mod experiments;
pub(crate) mod hypothesis;
mod judge;
mod oddities;
mod program;
mod quantity;
mod repeats;
mod results;
mod search;
mod shares;
mod statistics;
mod trial;
mod truth;

pub use bugs::SuspectedBug;
pub use candidate::{Candidate, GameRange, PRECISE_GAMES, Question, ROUGH_GAMES};
pub use diagnosis::{Diagnosis, diagnose};
pub use examination::{DistanceCause, Examination, MOST_FILES, PairShare};
pub use exceptions::is_exceptional;
pub use experiments::{FIRST_BEGINS, REORDERED, command_for_file_of, may_never_end};
pub use hypothesis::{Hypothesis, RuleDifference};
pub use oddities::{FurthestDie, ListRemark, ShareGap};
pub use program::{ExperimentSubject, NoList, NoShares, ProgramResponse, write_dice_file};
pub use results::{ExperimentOutcome, ExperimentResult};
pub use shares::{ListShares, find_shares};
pub use trial::{Trial, try_program};
pub use truth::Truths;
