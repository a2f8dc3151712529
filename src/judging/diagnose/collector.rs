//! Gives a program the files of experiments, and collects its lists.
//!
//! The first lists are read together, those of all files that come before any judgement. How most of
//! them are read holds for the later ones, so that each is read as soon as it is there.

use std::collections::HashMap;
use std::fmt::Display;
use std::mem;

use itertools::Itertools;

use super::bugs::SuspectedBug;
use super::experiments::{Expectation, Experiment, FileFaces, parse_dice};
use super::program::{ExperimentSubject, NoList, command_for_dice_file};
use super::repeats::{RepeatedFile, repeated_files};
use super::shares::find_shares;
use crate::check::list::{Draft, List, ListError, ProgramForm, find_program_form};
use crate::check::{ClaimedShare, Finding, Given, SIDES, find_form_fault};
use crate::reading::Refusal;
use wuerfelglueck::dice::{Die, sort_faces};

/// The numbers that a list gives the dice of its file.
#[derive(Clone, Debug)]
pub(super) struct PrintedList {
    /// The number of each die, 1 for 100 per cent, or for 100 wins. The same digits are the same
    /// number.
    pub(super) values: Vec<f64>,
    /// The largest unit of these numbers.
    pub(super) unit: f64,
    /// True if any of them can only be a number of wins.
    pub(super) is_wins: bool,
}

impl PrintedList {
    /// Finds the numbers of these dice; `None` if one of them has none.
    fn from_list(list: &List, dice: &[Die]) -> Option<PrintedList> {
        let written: Vec<_> = find_shares(&with_wins_as_percents(list), dice.len())?
            .into_iter()
            .collect::<Option<_>>()?;
        Some(PrintedList {
            values: written.iter().map(|written| written.share).collect(),
            unit: written
                .iter()
                .map(|written| written.unit)
                .fold(0.0, f64::max),
            is_wins: list
                .claims
                .iter()
                .any(|claim| matches!(claim.given, Given::Wins(_))),
        })
    }

    /// The sum of all numbers.
    pub(super) fn sum(&self) -> f64 {
        self.values.iter().sum()
    }

    /// The list with all numbers divided by `factor`.
    pub(super) fn divided_by(&self, factor: f64) -> PrintedList {
        PrintedList {
            values: self.values.iter().map(|value| value / factor).collect(),
            unit: self.unit / factor,
            is_wins: self.is_wins,
        }
    }
}

/// The list with its numbers of wins as if they were percentages. Small ones may have been read as
/// such already; sums of lists tell them from percentages
/// ([`PrintedQuantity`](super::quantity::PrintedQuantity)).
pub(super) fn with_wins_as_percents(list: &List) -> List {
    let mut list = list.clone();
    for claim in &mut list.claims {
        if let Given::Wins(wins) = claim.given {
            claim.given = Given::Share(ClaimedShare {
                percent: wins as f64,
                decimals: 0,
                written: None,
            });
        }
    }
    list
}

/// A list of one of the repeats.
pub(super) struct RepeatedList {
    /// The group of its file.
    pub(super) group: usize,
    pub(super) list: PrintedList,
}

/// For each file the list of the program, or in German the reason why there is none.
pub(super) type ListsByFile = HashMap<FileFaces, Result<PrintedList, String>>;

/// A fault of the form of a list, whatever its shares are.
#[derive(Clone, Debug)]
pub(super) struct FormFault {
    /// The fault, in German.
    pub(super) text: String,
    /// Bugs that may be the cause.
    pub(super) suspects: Vec<SuspectedBug>,
}

impl FormFault {
    /// The fault of a list of these dice.
    fn of_list(finding: &Finding, dice: &[Die]) -> FormFault {
        let is_about_faces = finding.kind == SIDES;
        FormFault {
            text: with_file(finding.describe_in_list(), dice),
            suspects: is_about_faces
                .then_some(SuspectedBug::Faces)
                .into_iter()
                .collect(),
        }
    }

    /// The fault of a list of these dice that cannot be read, if a number of it does not exist.
    fn of_unreadable(error: &ListError, dice: &[Die]) -> Option<FormFault> {
        let ListError::Refused {
            refusal: refusal @ Refusal::NotANumber { .. },
            ..
        } = error
        else {
            return None;
        };
        Some(FormFault {
            text: with_file(refusal, dice),
            suspects: vec![SuspectedBug::DividedByZero],
        })
    }
}

/// What a list of these dice shows, and a command for a shell that prints its file.
fn with_file(seen: impl Display, dice: &[Die]) -> String {
    format!("{seen}; die Datei: {}", command_for_dice_file(dice))
}

/// The sorted faces of the dice of a file, and of those that its list names; each in ascending
/// order.
struct FaceSets {
    /// The faces of the dice of the file.
    in_file: Vec<Vec<u32>>,
    /// The faces of the dice that the list names.
    in_list: Vec<Vec<u32>>,
}

impl FaceSets {
    fn new(dice: &[Die], list: &List) -> FaceSets {
        let in_file = dice.iter().map(|die| sort_faces(die.faces()));
        let in_list = list.claims.iter().map(|claim| sort_faces(&claim.faces));
        FaceSets {
            in_file: in_file.sorted().collect(),
            in_list: in_list.sorted().collect(),
        }
    }

    /// Returns whether one line stands for all dice of the file, which have the same faces.
    fn joins_equal_dice(&self) -> bool {
        self.in_list.len() == 1 && self.in_file.len() > 1 && self.in_file.iter().all_equal()
    }
}

/// A file that a program was given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum GivenFile {
    /// One of the repeats of this group.
    Repeat { group: usize },
    /// Any other.
    Faces(FileFaces),
}

/// A list that is not read yet.
struct PendingList {
    file: GivenFile,
    title: String,
    dice: Vec<Die>,
    draft: Draft,
}

/// A program, and the lists that it has printed so far.
pub(super) struct Collector<'a, P> {
    pub(super) program: &'a mut P,
    /// The way in which most of its first lists are read; `None` as long as these are collected.
    pub(super) form: Option<ProgramForm>,
    /// The lists that are to be read.
    pending: Vec<PendingList>,
    /// The lists of the repeats.
    pub(super) repeats: Vec<RepeatedList>,
    /// The reason why the first repeat without a list has none, until it is taken.
    pub(super) missing_repeat: Option<NoList>,
    /// The lists of all other files that were given.
    pub(super) lists: ListsByFile,
    /// The fault of the form of the first list that has one, until it is taken.
    pub(super) form_fault: Option<FormFault>,
    /// The most decimals of lists of more than two dice; `None` if there is no such list.
    pub(super) decimals: Option<usize>,
    /// The dice of each file that has a list, repeats too, and of the list.
    face_sets: Vec<FaceSets>,
    /// True if some list has a single line for all dice of its file, which have the same faces.
    pub(super) joins_equal_dice: bool,
}

impl<'a, P: ExperimentSubject> Collector<'a, P> {
    /// Collects lists of this program; so far there are none.
    pub(super) fn new(program: &'a mut P) -> Collector<'a, P> {
        Collector {
            program,
            form: None,
            pending: Vec::new(),
            repeats: Vec::new(),
            missing_repeat: None,
            lists: HashMap::new(),
            form_fault: None,
            decimals: None,
            face_sets: Vec::new(),
            joins_equal_dice: false,
        }
    }

    /// Returns whether the program has printed any list that could be read.
    pub(super) fn has_any_list(&self) -> bool {
        !self.face_sets.is_empty()
    }

    /// Reads the lists that are pending, by the form that most of them have if none is known yet.
    pub(super) fn read_pending(&mut self) {
        let pending = mem::take(&mut self.pending);
        let form = self
            .form
            .get_or_insert_with(|| find_program_form(pending.iter().map(|list| &list.draft)))
            .clone();
        for PendingList {
            file,
            title,
            dice,
            draft,
        } in pending
        {
            let list = match draft.read(&form, &dice) {
                Ok(list) => self.add_list(&list, &dice),
                Err(error) => Err(self.refuse_list(&title, &dice, &error)),
            };
            match (file, list) {
                (GivenFile::Repeat { group }, Ok(list)) => {
                    self.repeats.push(RepeatedList { group, list });
                }
                (GivenFile::Repeat { .. }, Err(reason)) => {
                    self.missing_repeat.get_or_insert(reason);
                }
                (GivenFile::Faces(faces), list) => {
                    let list = list.map_err(|reason| reason.text().into());
                    self.lists.insert(faces, list);
                }
            }
        }
    }

    /// Reports that the list of a file with these dice cannot be read, and returns that as the
    /// reason why it is missing.
    fn refuse_list(&mut self, title: &str, dice: &[Die], error: &ListError) -> NoList {
        if self.form_fault.is_none() {
            self.form_fault = FormFault::of_unreadable(error, dice);
        }
        self.program.refuse_list(title, error)
    }

    /// Adds a list of the file with these dice. Returns its numbers, or the reason why some die has
    /// none.
    fn add_list(&mut self, list: &List, dice: &[Die]) -> Result<PrintedList, NoList> {
        let new = FaceSets::new(dice, list);
        let joins_equal_dice = new.joins_equal_dice();
        self.joins_equal_dice |= joins_equal_dice;
        self.face_sets.push(new);
        let as_percents = with_wins_as_percents(list);
        if self.form_fault.is_none() && !joins_equal_dice {
            let fault = find_form_fault(&as_percents, dice.len());
            self.form_fault = fault.map(|fault| FormFault::of_list(&fault, dice));
        }
        if dice.len() > 2 {
            self.decimals = self.decimals.max(Some(as_percents.decimals()));
        }
        PrintedList::from_list(list, dice).ok_or_else(|| {
            let why = if as_percents.has_shares() {
                "in der Liste fehlen Würfel der Datei"
            } else {
                "die Liste nennt nur eine Reihenfolge, keine Anteile"
            };
            NoList::Unusable(why.into())
        })
    }

    /// Gives the program the repeats, until one has no list. The first lists are none if nothing can
    /// be read of any of them, neither alone nor perhaps with others.
    pub(super) fn request_repeats(&mut self, title: &str) -> Result<(), P::Error> {
        /// A single list may say nothing because its numbers are equal by chance.
        const MOST_UNREAD: usize = 2;
        let (mut is_any_read, mut unread) = (false, 0);
        for RepeatedFile { group, dice } in repeated_files() {
            let draft = match self.program.request_list(title, &dice)? {
                Ok(draft) => draft,
                Err(reason) => {
                    self.missing_repeat = Some(reason);
                    break;
                }
            };
            match draft.read(&ProgramForm::default(), &dice) {
                Ok(_) => is_any_read = true,
                Err(_) if is_any_read || draft.is_open() => {}
                Err(_) if unread + 1 < MOST_UNREAD => unread += 1,
                Err(error) => {
                    self.missing_repeat = Some(self.refuse_list(title, &dice, &error));
                    break;
                }
            }
            self.pending.push(PendingList {
                file: GivenFile::Repeat { group },
                title: title.into(),
                dice,
                draft,
            });
        }
        Ok(())
    }

    /// Gives the program a file, if it was not given before, and keeps its list. `may_never_end`
    /// says whether a game may go on for ever by the printed rules.
    pub(super) fn request_once(
        &mut self,
        title: &str,
        faces: FileFaces,
        may_never_end: bool,
    ) -> Result<(), P::Error> {
        let file = GivenFile::Faces(faces);
        if self.lists.contains_key(faces) || self.pending.iter().any(|list| list.file == file) {
            return Ok(());
        }
        let dice = parse_dice(faces);
        let reason = match self.program.request_list(title, &dice)? {
            Ok(draft) => {
                self.pending.push(PendingList {
                    file,
                    title: title.into(),
                    dice,
                    draft,
                });
                return Ok(());
            }
            Err(NoList::TimedOut(text)) if may_never_end => format!(
                "{text}; nach den gedruckten Regeln endet so ein Spiel nie, und wuerfelglueck \
                 lässt einen Spieler, der festsitzt, \
                 aussetzen. Die Datei: {}",
                command_for_dice_file(&dice)
            ),
            Err(NoList::TimedOut(text)) => {
                format!("{text}; die Datei: {}", command_for_dice_file(&dice))
            }
            Err(NoList::Unusable(text)) => text,
        };
        self.lists.insert(faces, Err(reason));
        Ok(())
    }

    /// Gives the program the files of an experiment that were not given before, but not those that
    /// it is compared with.
    pub(super) fn request_for(&mut self, experiment: &Experiment) -> Result<(), P::Error> {
        let Experiment {
            title,
            may_never_end,
            ..
        } = *experiment;
        self.request_once(title, experiment.dice, may_never_end)?;
        if let Expectation::NeverWinsOnEitherPlace { swapped } = experiment.expectation {
            self.request_once(title, swapped, may_never_end)?;
        }
        Ok(())
    }

    /// Returns whether the program seems to ignore its files: two files with different dice have
    /// lists that name the same ones, or all files of two dice have the same numbers, the repeats
    /// left aside.
    pub(super) fn is_ignoring_files(&self) -> bool {
        let names_same_dice = self
            .face_sets
            .iter()
            .filter(|dice| dice.in_list.len() > 1)
            .array_combinations()
            .any(|[dice, other]| dice.in_file != other.in_file && dice.in_list == other.in_list);
        let of_two_dice = self
            .lists
            .iter()
            .filter(|(faces, _)| faces.len() == 2)
            .filter_map(|(_, list)| Some(&list.as_ref().ok()?.values))
            .collect_vec();
        // Of more than four, some are files of experiments, in which one die always wins: on the
        // first place in some, on the second in others.
        // Where nobody ever wins, games may not be played, or not end.
        let is_won = of_two_dice
            .iter()
            .any(|values| values.iter().any(|&value| value > 0.0));
        let prints_same_numbers =
            is_won && of_two_dice.len() > 4 && of_two_dice.into_iter().all_equal();
        names_same_dice || prints_same_numbers
    }
}
