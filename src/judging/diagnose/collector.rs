//! Gives a program the files of experiments, and collects its lists.

use std::collections::HashMap;

use itertools::Itertools;

use super::experiments::{Expectation, Experiment, FileFaces, parse_dice};
use super::program::{ExperimentSubject, NoList, command_for_dice_file};
use super::repeats::{RepeatedFile, repeated_files};
use super::shares::find_shares;
use crate::check::list::List;
use crate::check::{Given, describe_form_fault};
use wuerfelglueck::dice::{Die, sort_faces};

/// The numbers that a list gives the dice of its file.
#[derive(Clone, Debug)]
pub(super) struct PrintedList {
    /// The number of each die, 1 for 100 per cent, or for 100 wins. The same digits are the same
    /// number.
    pub(super) values: Vec<f64>,
    /// The largest unit of these numbers.
    pub(super) unit: f64,
}

impl PrintedList {
    /// Finds the numbers of these dice; `None` if one of them has none.
    fn from_list(list: &List, dice: &[Die]) -> Option<PrintedList> {
        let written: Vec<_> = find_shares(list, dice)?
            .into_iter()
            .collect::<Option<_>>()?;
        Some(PrintedList {
            values: written.iter().map(|written| written.share).collect(),
            unit: written
                .iter()
                .map(|written| written.unit)
                .fold(0.0, f64::max),
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
            claim.given = Given::Share;
            claim.percent = wins as f64;
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

/// A program, and the lists that it has printed so far.
pub(super) struct Collector<'a, P> {
    pub(super) program: &'a mut P,
    /// The lists of all files that were given but the repeats.
    pub(super) lists: ListsByFile,
    /// The fault of the form of the first list that has one, until it is taken.
    pub(super) form_fault: Option<String>,
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

    /// Gives the program a file, and adds its list. Returns the numbers of the list, or the reason
    /// why there are none.
    fn request(
        &mut self,
        title: &str,
        dice: &[Die],
    ) -> Result<Result<PrintedList, NoList>, P::Error> {
        let response = self.program.request_list(title, dice)?;
        Ok(response.and_then(|list| self.add_list(&with_wins_as_percents(&list), dice)))
    }

    /// Adds a list of the file with these dice. Returns its numbers, or the reason why some die has
    /// none.
    fn add_list(&mut self, list: &List, dice: &[Die]) -> Result<PrintedList, NoList> {
        let new = FaceSets::new(dice, list);
        let joins_equal_dice = new.joins_equal_dice();
        self.joins_equal_dice |= joins_equal_dice;
        self.face_sets.push(new);
        if self.form_fault.is_none() && !joins_equal_dice {
            self.form_fault = describe_form_fault(list, dice);
        }
        if dice.len() > 2 {
            self.decimals = self.decimals.max(Some(list.decimals()));
        }
        PrintedList::from_list(list, dice).ok_or_else(|| {
            let why = if list.has_shares() {
                "in der Liste fehlen Würfel der Datei"
            } else {
                "die Liste nennt nur eine Reihenfolge, keine Anteile"
            };
            NoList::Unusable(why.into())
        })
    }

    /// Gives the program the repeats, until one has no list. Returns the lists of all, or the
    /// reason why that one has none.
    pub(super) fn request_repeats(
        &mut self,
        title: &str,
    ) -> Result<Result<Vec<RepeatedList>, NoList>, P::Error> {
        let mut repeats = Vec::new();
        for RepeatedFile { group, dice } in repeated_files() {
            match self.request(title, &dice)? {
                Ok(list) => repeats.push(RepeatedList { group, list }),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(repeats))
    }

    /// Gives the program a file, if it was not given before, and keeps its list. `may_never_end`
    /// says whether a game may go on for ever by the printed rules.
    pub(super) fn request_once(
        &mut self,
        title: &str,
        faces: FileFaces,
        may_never_end: bool,
    ) -> Result<(), P::Error> {
        if self.lists.contains_key(faces) {
            return Ok(());
        }
        let dice = parse_dice(faces);
        let list = self.request(title, &dice)?.map_err(|reason| match reason {
            NoList::TimedOut(text) if may_never_end => format!(
                "{text}; nach den gedruckten Regeln endet so ein Spiel nie, und wuerfelglueck \
                 lässt einen Spieler, der festsitzt, \
                 aussetzen. Die Datei: {}",
                command_for_dice_file(&dice)
            ),
            NoList::TimedOut(text) => {
                format!("{text}; die Datei: {}", command_for_dice_file(&dice))
            }
            NoList::Unusable(text) => text,
        });
        self.lists.insert(faces, list);
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
        let prints_same_numbers = of_two_dice.len() > 4 && of_two_dice.into_iter().all_equal();
        names_same_dice || prints_same_numbers
    }
}
