//! Experiments with a program: it is given small dice files, and its lists are compared with what
//! must hold for them.
//!
//! Each line of a [`Trial`] has one of three outcomes. A line is [impossible](Outcome::Impossible)
//! only if no right program prints that, whatever its rules, its seed, its rounding and its way of
//! counting are. What could follow from a cause that a line above has named is not judged.

use std::collections::HashMap;

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::causes::Cause;
use super::experiments::{
    BASE, COMPARISONS, EQUAL, EXPERIMENT_FILES, EXPERIMENTS, Expectation, Experiment, FIRST_BEGINS,
    Faces, PAIRS, REPEATED, SECOND_SEAT, from_mean,
};
use super::statistics::{Agreement, Chance, Comparison, GROUPS, Repeat};
use super::{Shares, shares};
use crate::check::list::List;
use crate::check::{Given, form_fault};
use crate::dice::{Die, sorted};
use crate::text::about;

/// Somebody's program, as experiments know it.
pub trait Program {
    /// What ends the experiments.
    type Error;

    /// Gives it the dice of a file with a title, and reads its list as it is printed: shares of
    /// whatever total, or numbers of wins.
    ///
    /// # Errors
    ///
    /// If no file can be given to it. That it prints no list for this one is an answer.
    fn list(&mut self, title: &str, dice: &[Die]) -> Result<Answer, Self::Error>;

    /// Reports a line as soon as it is known.
    ///
    /// # Errors
    ///
    /// If it cannot be reported, or the experiments shall end.
    fn report(&mut self, _line: &Line) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A list that a program has printed, or why there is none.
pub type Answer = Result<List, NoList>;

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoList {
    /// The program took too long; with a sentence about it in German.
    TimedOut(String),
    /// It ended badly, or printed something else; with a sentence about it.
    Unusable(String),
}

/// The outcome of an experiment. All texts are German.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// What was seen is what must hold.
    Holds {
        /// What was seen.
        seen: String,
    },
    /// No right program makes this.
    Impossible {
        /// What was seen, and what should be.
        seen: String,
        /// What may be the reason.
        causes: Vec<Cause>,
    },
    /// It cannot be told.
    NotJudged {
        /// Why.
        reason: String,
    },
}

impl Outcome {
    /// A fault of the form says itself what is wrong.
    fn form_fault(fault: String) -> Outcome {
        Outcome::Impossible {
            seen: fault,
            causes: Vec::new(),
        }
    }
}

/// A line about an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What was tried.
    pub title: &'static str,
    /// What came of it.
    pub outcome: Outcome,
}

/// What experiments have shown.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// A line for each experiment.
    pub lines: Vec<Line>,
    /// The least and the most games per pairing that the program plays, if its lists show that.
    pub games: Option<[f64; 2]>,
    /// How the program prints shares.
    counting: Counting,
}

impl Trial {
    fn of_one_line(title: &'static str, outcome: Outcome) -> Trial {
        let lines = vec![Line { title, outcome }];
        Trial {
            lines,
            ..Trial::default()
        }
    }

    /// Whether all files were given to the program; otherwise the first one had no list, or the
    /// program does not read its file.
    pub fn is_finished(&self) -> bool {
        self.lines.len() > 1
    }

    /// The shares that a list of the program gives the dice of its file, if it gives any: what it
    /// prints may be wins, whose number of games the lists of the experiments show.
    pub fn shares(&self, list: &List, dice: &[Die]) -> Option<Shares> {
        let mut shown = match self.counting {
            Counting::Wins { .. } => shares(&with_wins_as_percents(list), dice)?,
            _ => shares(list, dice)?,
        };
        let factor = self.counting.factor(dice.len());
        for shown in shown.iter_mut().flatten() {
            shown.share /= factor;
            shown.unit /= factor;
        }
        Some(shown)
    }

    /// Whether a right program may have printed all lists.
    pub fn is_possible(&self) -> bool {
        let mut outcomes = self.lines.iter().map(|line| &line.outcome);
        outcomes.all(|outcome| !matches!(outcome, Outcome::Impossible { .. }))
    }
}

const TWO_DICE: &str = "zwei Würfel";
const FORM: &str = "Form der Listen";
const LATER_FORM: &str = "Form einer weiteren Liste";
const REPEATS: &str = "zwanzig Dateien, die dasselbe bedeuten";
const SEATS: &str = "zwei gleiche Würfel, zwanzigmal";
const TWICE: &str = "jede Seite doppelt";
const SUM: &str = "Summe der Anteile";
const FILES: &str = "verschiedene Würfeldateien";

/// How often the first file is given to the program, each time written in another way.
const TIMES: usize = 20;
/// The most files that are given to a program.
pub const MOST_FILES: usize = TIMES + PAIRS.len() + EXPERIMENT_FILES;
/// The seed by which faces of the repeats are put in order.
const SEED: u64 = 1;

/// A list as far as it is about the dice of its file.
#[derive(Clone, Debug)]
struct PrintedList {
    /// The number of each die, 1 for 100 per cent. The same digits are the same number.
    values: Vec<f64>,
    /// The largest unit of these numbers.
    unit: f64,
}

impl PrintedList {
    /// Finds the shares of these dice; `None` if one of them has none.
    fn new(list: &List, dice: &[Die]) -> Option<PrintedList> {
        let shown: Vec<_> = shares(list, dice)?.into_iter().collect::<Option<_>>()?;
        Some(PrintedList {
            values: shown.iter().map(|shown| shown.share).collect(),
            unit: shown.iter().map(|shown| shown.unit).fold(0.0, f64::max),
        })
    }

    fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

/// The list with numbers of wins as if they were percentages. Small ones may have been read as
/// such; sums of lists tell them apart ([`Counting`]).
fn with_wins_as_percents(list: &List) -> List {
    let mut list = list.clone();
    for claim in &mut list.claims {
        if let Given::Wins(wins) = claim.given {
            claim.given = Given::Share;
            claim.percent = wins as f64;
        }
    }
    list
}

/// The faces of dice, sorted: of those of a file, and of those that its list names.
struct NamedDice {
    in_file: Vec<Vec<u32>>,
    in_list: Vec<Vec<u32>>,
}

/// The lists of all files.
struct Gathered<'a, P> {
    program: &'a mut P,
    /// Of each file that was given once the list, or why there is none.
    lists: HashMap<Faces, Result<PrintedList, String>>,
    /// What is wrong with the form of the first list that has a fault.
    form_fault: Option<String>,
    /// The most decimals of lists of more than two dice.
    decimals: Option<usize>,
    /// The dice of each list.
    named: Vec<NamedDice>,
    /// Whether dice with equal faces share a line.
    joins_equal_dice: bool,
}

impl<P: Program> Gathered<'_, P> {
    /// Gives a file to the program.
    fn ask(&mut self, title: &str, dice: &[Die]) -> Result<Result<PrintedList, NoList>, P::Error> {
        Ok(self.program.list(title, dice)?.and_then(|list| {
            let list = with_wins_as_percents(&list);
            let named = list.claims.iter().map(|claim| sorted(&claim.faces));
            let named = named.sorted().collect_vec();
            let in_file = dice.iter().map(|die| sorted(die.faces()));
            let in_file = in_file.sorted().collect_vec();
            let joins = named.len() == 1 && in_file.len() > 1 && in_file.iter().all_equal();
            self.joins_equal_dice |= joins;
            self.named.push(NamedDice {
                in_file,
                in_list: named,
            });
            if self.form_fault.is_none() && !joins {
                self.form_fault = form_fault(&list, dice);
            }
            if dice.len() > 2 {
                self.decimals = self.decimals.max(Some(list.decimals()));
            }
            PrintedList::new(&list, dice).ok_or_else(|| {
                let why = if list.has_shares() {
                    "in der Liste fehlen Würfel der Datei"
                } else {
                    "die Liste nennt nur eine Reihenfolge, keine Anteile"
                };
                NoList::Unusable(why.into())
            })
        }))
    }

    /// Gives a file of experiments to the program, if it was not given before.
    fn ask_once(&mut self, title: &str, faces: Faces, may_never_end: bool) -> Result<(), P::Error> {
        if self.lists.contains_key(faces) {
            return Ok(());
        }
        let dice = dice_of(faces);
        let list = self.ask(title, &dice)?.map_err(|why| match why {
            NoList::TimedOut(text) if may_never_end => format!(
                "{text}; nach den gedruckten Regeln endet so ein Spiel nie, und wuerfelglueck \
                 lässt einen Spieler, der festsitzt, \
                 aussetzen. Die Datei: {}",
                file_of(&dice)
            ),
            NoList::TimedOut(text) => format!("{text}; die Datei: {}", file_of(&dice)),
            NoList::Unusable(text) => text,
        });
        self.lists.insert(faces, list);
        Ok(())
    }

    /// Gives the files of an experiment to the program, if they were not given before.
    fn ask_about(&mut self, experiment: &Experiment) -> Result<(), P::Error> {
        let Experiment {
            title,
            may_never_end,
            ..
        } = *experiment;
        self.ask_once(title, experiment.dice, may_never_end)?;
        if let Expectation::NeverWinsOnEitherPlace { swapped } = experiment.expectation {
            self.ask_once(title, swapped, may_never_end)?;
        }
        Ok(())
    }

    /// Whether files with other dice have lists of the same ones, or all files of two dice the same
    /// shares.
    fn is_always_the_same_file(&self) -> bool {
        let several = self.named.iter().filter(|dice| dice.in_list.len() > 1);
        let is_named_twice = several
            .array_combinations()
            .any(|[one, another]| one.in_file != another.in_file && one.in_list == another.in_list);
        let of_two = self.lists.iter().filter(|(faces, _)| faces.len() == 2);
        let of_two = of_two.filter_map(|(_, list)| Some(&list.as_ref().ok()?.values));
        let of_two = of_two.collect_vec();
        // The files of experiments have winners that always win, on the first place and on the
        // second.
        is_named_twice || of_two.len() > 4 && of_two.into_iter().all_equal()
    }
}

/// Whether games of the file with this title may go on for ever by the printed rules.
pub fn may_never_end(title: &str) -> bool {
    let mut endless = EXPERIMENTS
        .iter()
        .filter(|experiment| experiment.may_never_end);
    endless.any(|experiment| experiment.title == title)
}

/// Does all experiments with a program, and reports each line of a trial that has a verdict.
///
/// The first lines are about the files that are alike, and come when it is clear that the program
/// reads what it is given; the others come one by one, each behind its own file.
///
/// # Errors
///
/// Those of the program.
pub fn try_program<P: Program>(program: &mut P) -> Result<Trial, P::Error> {
    let mut gathered = Gathered {
        program,
        lists: HashMap::new(),
        form_fault: None,
        decimals: None,
        named: Vec::new(),
        joins_equal_dice: false,
    };
    let mut repeats = Vec::new();
    for (group, dice) in repeated_files() {
        match gathered.ask(TWO_DICE, &dice)? {
            Ok(list) => repeats.push((group, list)),
            Err(why) => {
                if !gathered.named.is_empty() {
                    gathered.ask_once(TWO_DICE, PAIRS[0], false)?;
                    if gathered.is_always_the_same_file() {
                        return end(gathered.program, always_the_same_file());
                    }
                }
                if let Some(fault) = gathered.form_fault {
                    let trial = Trial::of_one_line(FORM, Outcome::form_fault(fault));
                    return end(gathered.program, trial);
                }
                let (NoList::TimedOut(reason) | NoList::Unusable(reason)) = why;
                let outcome = Outcome::NotJudged { reason };
                return Ok(Trial::of_one_line(TWO_DICE, outcome));
            }
        }
    }
    for pair in PAIRS {
        gathered.ask_once("je zwei Würfel", pair, false)?;
    }
    gathered.ask_once("drei Würfel", BASE, false)?;
    // After those about places a program that does not read its file has shown it.
    let last = EXPERIMENTS.iter().rposition(Experiment::is_about_places);
    let (first, later) = EXPERIMENTS.split_at(last.map_or(0, |last| last + 1));
    let of_equal = later.iter().filter(|experiment| experiment.dice == EQUAL);
    for experiment in first.iter().chain(of_equal) {
        gathered.ask_about(experiment)?;
    }
    if gathered.is_always_the_same_file() {
        return end(gathered.program, always_the_same_file());
    }
    let mut judge = Judge::new(&gathered, &repeats);
    for line in &judge.lines {
        gathered.program.report(line)?;
    }
    let has_right_form = gathered.form_fault.is_none();
    for experiment in &EXPERIMENTS {
        gathered.ask_about(experiment)?;
        let known = judge.lines.len();
        if has_right_form && let Some(fault) = gathered.form_fault.take() {
            judge.add(LATER_FORM, Outcome::form_fault(fault));
        }
        judge.add_experiment(experiment, &gathered.lists);
        for line in &judge.lines[known..] {
            gathered.program.report(line)?;
        }
    }
    Ok(Trial {
        lines: judge.lines,
        games: judge.games,
        counting: judge.counting,
    })
}

/// Reports the lines of a trial that ends before all files were given.
fn end<P: Program>(program: &mut P, trial: Trial) -> Result<Trial, P::Error> {
    for line in &trial.lines {
        program.report(line)?;
    }
    Ok(trial)
}

fn always_the_same_file() -> Trial {
    let outcome = Outcome::Impossible {
        seen: "Dateien mit anderen Würfeln ergeben dieselbe Liste".into(),
        causes: vec![Cause::SameFile],
    };
    Trial::of_one_line(FILES, outcome)
}

/// The repeats, with their groups: faces stand in other orders in each, and the die with twice as
/// many sides on the second place and on the first in turns.
fn repeated_files() -> Vec<(usize, Vec<Die>)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let files = (0..TIMES).map(|number| {
        let group = number % GROUPS;
        let mut dice = dice_of(REPEATED);
        if group == 1 {
            dice.reverse();
        }
        let shuffled = dice.iter().filter_map(|die| {
            let mut faces = die.faces().to_vec();
            faces.shuffle(&mut random);
            Die::new(faces)
        });
        (group, shuffled.collect())
    });
    files.collect()
}

fn dice_of(faces: Faces) -> Vec<Die> {
    let numbers = faces
        .iter()
        .map(|die| die.split(' ').flat_map(str::parse).collect());
    numbers.filter_map(Die::new).collect()
}

/// A command that prints the dice file.
fn file_of(dice: &[Die]) -> String {
    let lines = dice
        .iter()
        .map(|die| format!("{} {die}\\n", die.faces().len()));
    format!("printf '{}\\n{}'", dice.len(), lines.format(""))
}

/// The relation of the printed numbers to shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Counting {
    /// They are shares.
    #[default]
    Shares,
    /// They are parts of the games of all dice.
    OfAllGames,
    /// They are hundredths of wins, of so many hundreds of games per pairing.
    Wins { hundreds: f64 },
    /// They are divided by the number of dice.
    DividedByDice,
    /// They are this many times the shares.
    Scaled(f64),
}

impl Counting {
    /// Finds it out by the sums of lists of two dice and of four.
    fn new(sum_of_two: f64, sum_of_four: Option<f64>) -> Counting {
        /// Games of their own make sums scatter; the relations are farther apart than this.
        const NEAR: f64 = 0.1;
        let is_near = |value: f64, wanted: f64| (value / wanted - 1.0).abs() < NEAR;
        let Some(of_four) = sum_of_four.map(|sum| sum / 2.0) else {
            return Counting::Shares;
        };
        if is_near(of_four / sum_of_two, 3.0) {
            Counting::Wins {
                hundreds: sum_of_two,
            }
        } else if is_near(sum_of_two, 1.0) && is_near(of_four, 0.5) {
            Counting::OfAllGames
        } else if is_near(sum_of_two, 0.5) && is_near(of_four, 0.75) {
            Counting::DividedByDice
        } else if is_near(of_four, sum_of_two) && !(2.0 / 3.0..1.5).contains(&sum_of_two) {
            Counting::Scaled(sum_of_two)
        } else {
            Counting::Shares
        }
    }

    /// How much larger the printed numbers are than shares, in a list of so many dice.
    fn factor(self, dice: usize) -> f64 {
        let dice = dice as f64;
        match self {
            Counting::Shares => 1.0,
            Counting::OfAllGames => 2.0 / dice,
            Counting::Wins { hundreds } => hundreds * (dice - 1.0),
            Counting::DividedByDice => (dice - 1.0) / dice,
            Counting::Scaled(factor) => factor,
        }
    }
}

/// What must hold or does not, in words and as causes.
enum Found {
    Right,
    Wrong(Vec<Cause>),
    Unclear(String),
}

impl Found {
    /// What the agreement of numbers with chance means, which may have these causes.
    fn by_chance(agreement: Agreement, causes: Vec<Cause>) -> Found {
        match agreement {
            Agreement::Usual => Found::Right,
            Agreement::Unusual => Found::Unclear(
                "so weit daneben liegt ein richtiges Programm in einem von 1000 Läufen; ein Beweis \
                 ist das nicht, mehr Spiele je Paarung klären es"
                    .into(),
            ),
            Agreement::Impossible => Found::Wrong(causes),
        }
    }
}

/// The state of judging: what is known of the chance of a program and of its faults.
struct Judge {
    chance: Chance,
    /// The least and the most games per pairing.
    games: Option<[f64; 2]>,
    counting: Counting,
    /// The causes that lines have named.
    named: Vec<Cause>,
    lines: Vec<Line>,
}

impl Judge {
    /// Judges the form of lists, the chance of a program, and sums; the lists of the first files
    /// are there.
    fn new<P>(gathered: &Gathered<P>, repeats: &[(usize, PrintedList)]) -> Judge {
        let sums = repeats.iter().map(|(_, list)| list.sum());
        let sum_of_two = sums.sum::<f64>() / repeats.len() as f64;
        let four = gathered.lists[EQUAL].as_ref().ok();
        let counting = Counting::new(sum_of_two, four.map(PrintedList::sum));
        let factor = counting.factor(2);
        let measured = repeats.iter().map(|(group, list)| Repeat {
            group: *group,
            shares: [0, 1].map(|die| list.values[die] / factor),
        });
        let unit = repeats
            .iter()
            .map(|(_, list)| list.unit)
            .fold(0.0, f64::max)
            / factor;
        let chance = Chance::measure(&measured.collect_vec(), COMPARISONS);
        let mut judge = Judge {
            chance,
            games: chance.games(unit),
            counting,
            named: Vec::new(),
            lines: Vec::new(),
        };
        judge.add_form(gathered);
        judge.add_chance(judge.games, unit);
        judge.add_sums(gathered, sum_of_two, four, unit);
        judge.add_repeats(unit);
        judge
    }

    fn add(&mut self, title: &'static str, outcome: Outcome) {
        self.lines.push(Line { title, outcome });
    }

    /// Adds a line about these numbers and those that were expected.
    fn add_found(&mut self, title: &'static str, shown: &str, wanted: &str, found: Found) {
        let outcome = match found {
            Found::Right => Outcome::Holds {
                seen: format!("{shown} (soll: {wanted})"),
            },
            Found::Unclear(_) if !self.named.is_empty() => Outcome::NotJudged {
                reason: format!("{shown} statt {wanted}: kann daraus folgen"),
            },
            Found::Unclear(reason) => Outcome::NotJudged {
                reason: format!("{shown} statt {wanted}: {reason}"),
            },
            Found::Wrong(causes) if causes.iter().any(|cause| self.named.contains(cause)) => {
                Outcome::NotJudged {
                    reason: format!("{shown} statt {wanted}: folgt daraus"),
                }
            }
            Found::Wrong(causes) => {
                self.named.extend(&causes);
                Outcome::Impossible {
                    seen: format!("{shown} statt {wanted}"),
                    causes,
                }
            }
        };
        self.add(title, outcome);
    }

    fn add_form<P>(&mut self, gathered: &Gathered<P>) {
        let outcome = match (&gathered.form_fault, self.counting) {
            (Some(fault), _) => Outcome::form_fault(fault.clone()),
            _ if gathered.joins_equal_dice => {
                self.named.push(Cause::WinsByFaces);
                Outcome::Impossible {
                    seen: "gleiche Würfel stehen nur einmal in der Liste".into(),
                    causes: vec![Cause::WinsByFaces],
                }
            }
            (None, counting) => {
                let note = match counting {
                    Counting::Wins { .. } => {
                        "; statt Anteilen stehen da Anzahlen gewonnener Spiele"
                    }
                    Counting::OfAllGames => {
                        "; es sind Anteile an allen Spielen statt an denen des Würfels"
                    }
                    _ if gathered.decimals == Some(0) => {
                        "; alle Anteile sind ganze Prozent, mit Nachkommastellen wären sie genauer"
                    }
                    _ => "",
                };
                Outcome::Holds {
                    seen: format!("Reihenfolge, Ränge und Würfel stimmen{note}"),
                }
            }
        };
        self.add(FORM, outcome);
    }

    fn add_chance(&mut self, games: Option<[f64; 2]>, unit: f64) {
        let outcome = match games {
            Some([least, most]) => {
                let points = 100.0 * self.chance.deviation();
                let most = about(most);
                let own = if self.chance.has_own_games(2.0 * unit) {
                    "jeder Würfel hat gegen jeden Gegner eigene Spiele"
                } else {
                    "ein Spiel zählt für beide Würfel"
                };
                let least = about(least);
                Outcome::Holds {
                    seen: format!(
                        "die Anteile streuen um {points:.1} Punkte, wie bei {least} bis {most} \
                         Spielen je Paarung; {own}"
                    ),
                }
            }
            None => Outcome::NotJudged {
                reason: "die Listen sind alle oder fast alle gleich. Das Programm rechnet ohne \
                         Zufall, rundet ihn weg, oder sortiert \
                         die Seiten und beginnt immer mit derselben Saat; wie groß der Zufall \
                         ist, ist so nicht zu messen, und \
                         auffallen kann nur, was weiter daneben liegt als bei 100 Spielen je \
                         Paarung"
                    .into(),
            },
        };
        self.add(REPEATS, outcome);
    }

    /// Adds a line about the sums of the shares of two dice and of four.
    fn add_sums<P>(
        &mut self,
        gathered: &Gathered<P>,
        sum_of_two: f64,
        four: Option<&PrintedList>,
        unit: f64,
    ) {
        let mut shown = vec![sum_of_two];
        shown.extend(four.map(PrintedList::sum));
        if let Counting::Wins { .. } | Counting::OfAllGames = self.counting {
            let dice = [2, 4].map(|dice| self.counting.factor(dice));
            shown = shown
                .iter()
                .zip(dice)
                .map(|(sum, factor)| sum / factor)
                .collect();
        }
        let wanted = [1.0, 2.0];
        let texts = [&shown[..], &wanted[..shown.len()]].map(percentages);
        let of_mean = self.chance.weight_of_mean();
        // Where each die begins the games that count for it, all win more than half.
        let begins = FIRST_BEGINS;
        let comparisons = [
            Comparison {
                off: shown[0] - 1.0,
                leeway: 2.0 * (unit + begins),
                weight: of_mean,
                is_of_sums: true,
            },
            Comparison {
                off: shown.get(1).map_or(0.0, |sum| sum - 2.0),
                leeway: 4.0 * (unit + begins)
                    + four.map_or(0.0, |list| 4.0 * list.unit / self.counting.factor(4)),
                weight: 2.0 + 2.0 * of_mean,
                is_of_sums: true,
            },
        ];
        let agreement = self.worst(comparisons);
        let counts_by_faces =
            shown.get(1).is_some_and(|sum| sum / 2.0 > 3.5) && (0.9..1.1).contains(&shown[0]);
        let found = if counts_by_faces || gathered.joins_equal_dice {
            Found::Wrong(vec![Cause::WinsByFaces])
        } else if self.counting == Counting::DividedByDice {
            Found::Wrong(vec![Cause::DividedByDice(4)])
        } else if let Counting::Scaled(factor) = self.counting {
            let is_large = factor > 1.0;
            Found::Wrong(vec![if is_large {
                Cause::CountsTwice
            } else {
                Cause::LargeDivisor
            }])
        } else if agreement < Agreement::Impossible && shown.len() == 1 {
            Found::Unclear("die Liste von vier gleichen Würfeln fehlt".into())
        } else {
            let is_large = |compared: &Comparison| compared.off > compared.leeway;
            let causes = if comparisons.iter().any(is_large) {
                vec![Cause::CutOff, Cause::CountsTwice]
            } else {
                vec![Cause::CutOff, Cause::NotPlayed, Cause::LargeDivisor]
            };
            Found::by_chance(agreement, causes)
        };
        self.add_found(SUM, &texts[0], &texts[1], found);
    }

    /// Adds lines about the two dice of the repeats.
    fn add_repeats(&mut self, unit: f64) {
        let chance = self.chance;
        let half = chance.mean_sum() / 2.0;
        let first = chance.mean_of_first();
        let single = chance.mean_of_single();
        let seat = if first > half {
            FIRST_BEGINS
        } else {
            SECOND_SEAT
        };
        for (title, share, leeway, causes) in [
            (TWICE, single, 0.0, vec![Cause::Faces]),
            (SEATS, first, seat, vec![Cause::OneSeat]),
        ] {
            let compared = Comparison {
                off: share - half,
                leeway: leeway + unit,
                weight: chance.weight_of_mean(),
                is_of_sums: false,
            };
            let found = Found::by_chance(chance.agreement(compared), causes);
            let shown = percentages(&[share, 2.0 * half - share]);
            self.add_found(
                title,
                &shown,
                &format!("je {}", percentages(&[half])),
                found,
            );
        }
    }

    fn add_experiment(
        &mut self,
        experiment: &Experiment,
        lists: &HashMap<Faces, Result<PrintedList, String>>,
    ) {
        let shares_of = |faces: Faces| -> Result<(Vec<f64>, f64), &String> {
            let list = lists[faces].as_ref()?;
            let factor = self.counting.factor(faces.len());
            let shares = list.values.iter().map(|value| value / factor).collect();
            Ok((shares, list.unit / factor))
        };
        let (shares, unit) = match shares_of(experiment.dice) {
            Ok(known) => known,
            Err(reason) => {
                let reason = reason.clone();
                return self.add(experiment.title, Outcome::NotJudged { reason });
            }
        };
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let (wanted, found) = match experiment.expectation {
            Expectation::NeverWins | Expectation::NeverWinsWithoutSix => {
                let found = self.judge_certain(experiment, [shares[0], shares[1]], unit);
                ("0.0%, 100.0%".into(), found)
            }
            Expectation::NeverWinsOnEitherPlace { swapped } => {
                let second = match shares_of(swapped) {
                    Ok((shares, _)) => shares[1],
                    Err(reason) => {
                        let reason = reason.clone();
                        return self.add(experiment.title, Outcome::NotJudged { reason });
                    }
                };
                let found = judge_places(experiment, [shares[0], second]);
                let shown = percentages(&[shares[0], second]);
                return self.add_found(experiment.title, &shown, "0.0%, 0.0%", found);
            }
            Expectation::EqualOrDrawn => {
                let found = self.judge_equal(experiment, [shares[0], shares[1]], unit);
                ("zweimal dasselbe, höchstens je 50.0%".into(), found)
            }
            Expectation::AllAlike => {
                let compared = (0..shares.len()).map(|die| from_mean(&shares, die, FIRST_BEGINS));
                let found = self.judge_chance(experiment, compared, unit);
                (format!("je {}", percentages(&[mean])), found)
            }
            Expectation::MiddleAlike => {
                let compared = [from_mean(&shares, 1, 0.0)];
                let found = self.judge_chance(experiment, compared, unit);
                (format!("{} in der Mitte", percentages(&[mean])), found)
            }
            Expectation::MeanOf { files, leeway } => {
                let known: Result<Vec<_>, _> =
                    files.iter().map(|&faces| shares_of(faces)).collect();
                let Ok(known) = known else {
                    let reason = "die Listen, mit denen verglichen wird, fehlen".into();
                    return self.add(experiment.title, Outcome::NotJudged { reason });
                };
                let mean_of = |die: &&str| {
                    let files = files.iter().zip(&known);
                    let of_die = files.filter_map(|(faces, (shares, _))| {
                        Some(shares[faces.iter().position(|one| one == die)?])
                    });
                    let of_die = of_die.collect_vec();
                    of_die.iter().sum::<f64>() / of_die.len() as f64
                };
                let means = experiment.dice.iter().map(mean_of).collect_vec();
                let compared = shares.iter().zip(&means).map(|(share, mean)| Comparison {
                    off: share - mean,
                    leeway,
                    weight: 2.0,
                    is_of_sums: false,
                });
                let found = self.judge_chance(experiment, compared, unit);
                (percentages(&means), found)
            }
        };
        self.add_found(experiment.title, &percentages(&shares), &wanted, found);
    }

    /// Whether chance explains all differences, where shares have this unit.
    fn judge_chance(
        &self,
        experiment: &Experiment,
        compared: impl IntoIterator<Item = Comparison>,
        unit: f64,
    ) -> Found {
        let rounded = compared.into_iter().map(|compared| Comparison {
            leeway: compared.leeway + 2.0 * unit,
            ..compared
        });
        Found::by_chance(self.worst(rounded), experiment.meaning.to_vec())
    }

    /// The agreement of the comparison that agrees least with chance.
    fn worst(&self, compared: impl IntoIterator<Item = Comparison>) -> Agreement {
        let agreements = compared.into_iter().map(|one| self.chance.agreement(one));
        agreements.max().unwrap_or(Agreement::Usual)
    }

    /// Whether the first die never wins, and the second one always does.
    fn judge_certain(
        &self,
        experiment: &Experiment,
        [first, second]: [f64; 2],
        unit: f64,
    ) -> Found {
        /// More than this is won by chance or by a fault, less is never or always.
        const ALL: f64 = 0.99;
        // The number of games that wins are divided by is a mean over games, and it may be one that
        // scatters.
        let of_sums = |weight: f64| 2.5 * unit + self.chance.limit(weight, true);
        let unsure = match self.counting {
            Counting::Wins { .. } | Counting::Scaled(_) => of_sums(self.chance.weight_of_mean()),
            _ => unit,
        };
        let is_all = (second - 1.0).abs() <= unsure;
        if first == 0.0 && is_all {
            return Found::Right;
        }
        let sum = first + second;
        let mut causes = experiment.meaning.to_vec();
        if first == 0.0 {
            causes = match second {
                0.0 if experiment.may_never_end => {
                    return Found::Unclear(
                        "niemand gewinnt; so ist es nur bei wlr, wo ein Spiel unentschieden \
                         endet, sobald beide festsitzen"
                            .into(),
                    );
                }
                0.0 => vec![Cause::NotPlayed, Cause::CutOff],
                second if second > 1.0 => vec![Cause::CountsTwice],
                _ => vec![Cause::CutOff],
            };
        } else if second < 1.0 - ALL {
            causes = vec![Cause::WrongDie];
            if experiment.expectation == Expectation::NeverWinsWithoutSix {
                causes.push(Cause::NotPlayed);
            }
        } else if sum > 1.0 + of_sums(1.0) {
            causes = vec![Cause::CutOff, Cause::CountsTwice, Cause::WinsByFaces];
        } else if sum < 1.0 - of_sums(1.0) {
            causes.push(Cause::CutOff);
        } else if experiment.expectation == Expectation::NeverWinsWithoutSix {
            return Found::Unclear(
                "Figuren kommen auch mit einer anderen Zahl als 6 ins Spiel; richtig ist das nur, \
                 wo die höchste Zahl des Würfels \
                 einsetzt"
                    .into(),
            );
        } else {
            causes.push(Cause::SameFile);
        }
        Found::Wrong(causes)
    }

    /// Whether two equal dice win as much, and not more than all games together.
    fn judge_equal(&self, experiment: &Experiment, shares: [f64; 2], unit: f64) -> Found {
        let sum: f64 = shares.iter().sum();
        if sum > 1.0 + 2.0 * unit + self.chance.limit(1.0, true) {
            let mut causes = experiment.meaning.to_vec();
            let counting = [
                Cause::CutOff,
                Cause::CountsTwice,
                Cause::WinsByFaces,
                Cause::WrongDie,
            ];
            causes.extend(counting);
            return Found::Wrong(causes);
        }
        let most = shares[0].max(shares[1]);
        let compared = from_mean(&shares, 0, 2.0 * FIRST_BEGINS);
        match self.judge_chance(experiment, [compared], unit) {
            // Whatever the number of games is, a fair one does not go so.
            Found::Right | Found::Unclear(_) if most > 0.99 => {
                Found::Wrong(experiment.meaning.to_vec())
            }
            found => found,
        }
    }
}

/// Whether a die that cannot win by the length of the lap does so on one place of the file, and not
/// on the other.
fn judge_places(experiment: &Experiment, [first, second]: [f64; 2]) -> Found {
    /// A die that wins so often wins some of a hundred games on the other place, too.
    const OFTEN: f64 = 0.3;
    if first == 0.0 && second == 0.0 {
        Found::Right
    } else if first.min(second) == 0.0 && first.max(second) > OFTEN {
        Found::Wrong(experiment.meaning.to_vec())
    } else {
        Found::Unclear("die Runde hat eine andere Länge als sonst, wie etwa bei wlr".into())
    }
}

/// Shares, as they are printed.
fn percentages(shares: &[f64]) -> String {
    let percents = shares.iter().map(|share| format!("{:.1}%", 100.0 * share));
    percents.format(", ").to_string()
}
