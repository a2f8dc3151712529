//! A program that is diagnosed: it is given dice files, and its lists are compared with rule sets.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::mem;
use std::time::Duration;

use itertools::Itertools;

use super::folders::ProgramFolder;
use super::options::Diagnose;
use crate::cli::failure::Failure;
use crate::cli::process::{self, MOST_OUTPUT, ProgramEnd, RunningProgram};
use crate::cli::progress::{Bar, Work};
use crate::cli::session::{Session, print, say};
use crate::report::diagnose::{DiagnosisReport, PairShare, ShareGap, render_result};
use crate::report::programs::ClassFormat;
use crate::report::remedy::describe_list_error;
use judging::check::find_form_fault;
use judging::check::list::{Draft, List, ListError, ProgramForm};
use judging::diagnose::{
    self, ExperimentResult, ExperimentSubject, GameRange, ListRemark, NoList, PRECISE_GAMES,
    ProgramResponse, Question, ROUGH_GAMES, Truths, diagnose, may_never_end, try_program,
    write_dice_file,
};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::text::{Excerpt, join_first};
use wuerfelglueck::watch::Watch;

/// The dice files that a program is given after the experiments, beginning with the one that tells
/// rule sets apart best.
const BUILT_IN: [(&str, &str); 5] = [
    (
        "unterschiede.txt",
        include_str!("../../../../beispiele/unterschiede.txt"),
    ),
    (
        "wuerfel0.txt",
        include_str!("../../../../beispiele/wuerfel0.txt"),
    ),
    (
        "wuerfel1.txt",
        include_str!("../../../../beispiele/wuerfel1.txt"),
    ),
    (
        "wuerfel2.txt",
        include_str!("../../../../beispiele/wuerfel2.txt"),
    ),
    (
        "wuerfel3.txt",
        include_str!("../../../../beispiele/wuerfel3.txt"),
    ),
];

/// The most dice files that a program is given: those of experiments and those that are built in,
/// without the pairs of dice if no rule set fits.
pub const MOST_FILES: usize = diagnose::MOST_TRIAL_FILES + BUILT_IN.len();

/// The most lines that are shown of the end of the standard error of a program.
const SHOWN_LINES: usize = 10;

/// The work of the command, and what the programs of a class have in common.
pub struct Diagnosing<'a> {
    pub options: &'a Diagnose,
    pub session: &'a Session,
    /// Games of the files that are built in, for all programs of a class.
    truths: Option<Truths>,
    /// The ends of the standard errors of programs that were shown already, each of at most
    /// [`SHOWN_LINES`] lines.
    shown_stderr: HashSet<String>,
    /// A line to say when the first program has started. If it cannot be started, and ends the
    /// command, the error is the only line.
    pub first_line: Option<String>,
}

impl<'a> Diagnosing<'a> {
    pub fn new(options: &'a Diagnose, session: &'a Session) -> Diagnosing<'a> {
        Diagnosing {
            options,
            session,
            truths: None,
            shown_stderr: HashSet::new(),
            first_line: None,
        }
    }

    pub fn say_first_line(&mut self) {
        if let Some(line) = self.first_line.take() {
            self.session.say(line);
        }
    }

    /// Compares the lists of a report with rule sets, if there are any, and adds the diagnosis.
    pub fn compare(&mut self, report: &mut DiagnosisReport) {
        if report.lists.is_empty() {
            return;
        }
        let options = self.options;
        let given_games = options.games.map(GameRange::exactly);
        let question = Question {
            games: given_games.or(report.trial.games).unwrap_or(GameRange::ANY),
            games_vary: given_games.is_none() && !options.command.is_empty(),
            expected: options.expected_hypothesis(),
            most_played_games: if options.is_class() {
                ROUGH_GAMES
            } else {
                PRECISE_GAMES
            },
        };
        // Where a list is missing, the files are not those of the other programs.
        let mut of_fewer_files = None;
        let truths = if report.dice.len() == BUILT_IN.len() {
            &mut self.truths
        } else {
            &mut of_fewer_files
        };
        let memory = options.memory_option.bytes_per_thread();
        let truths =
            truths.get_or_insert_with(|| Truths::new(report.dice.clone(), report.seed, memory));
        let bar = Bar::new("Regelwerke werden verglichen", Work::Steps(0), self.session);
        report.diagnosis = diagnose(truths, &report.lists, &question, &bar);
        report.is_interrupted |= report.diagnosis.is_none();
    }
}

/// A program that is diagnosed.
pub struct ProgramUnderTest<'a, 'work> {
    work: &'a mut Diagnosing<'work>,
    /// The words of the command that starts it.
    words: Vec<OsString>,
    /// The folder in which it runs, if it is one of a class.
    folder: Option<&'a ProgramFolder>,
    /// The place of the folder in the class, at the beginning of the bar; empty without a class.
    place: String,
    /// The bar, from the first file until all are done.
    bar: Option<Bar>,
    /// The number of dice files that it was given so far.
    files_given: usize,
    /// The most dice files that it may be given in all.
    most_files: usize,
    /// The names of the files with which the program was not done in time.
    unfinished_files: Vec<String>,
    /// The results of experiments that were reported, for a trial that is interrupted.
    results: Vec<ExperimentResult>,
    /// The end of its standard error beside the last list that cannot be read for itself.
    stderr_tail: Vec<u8>,
}

impl<'a, 'work> ProgramUnderTest<'a, 'work> {
    pub fn new(
        work: &'a mut Diagnosing<'work>,
        words: Vec<OsString>,
        folder: Option<&'a ProgramFolder>,
        place: String,
    ) -> ProgramUnderTest<'a, 'work> {
        ProgramUnderTest {
            work,
            words,
            folder,
            place,
            bar: None,
            files_given: 0,
            most_files: MOST_FILES,
            unfinished_files: Vec::new(),
            results: Vec::new(),
            stderr_tail: Vec::new(),
        }
    }

    /// Does experiments with the program, and compares its lists with rule sets. After a signal the
    /// report has the results so far.
    pub fn diagnose(&mut self) -> Result<DiagnosisReport, Failure> {
        let mut report = self.work.options.new_report();
        let gathered = self.gather(&mut report);
        self.bar = None;
        self.say_unfinished_files();
        match gathered {
            Err(Failure::Interrupted) => {
                report.trial.results = mem::take(&mut self.results);
                report.is_interrupted = true;
            }
            gathered => {
                gathered?;
                self.work.compare(&mut report);
            }
        }
        Ok(report)
    }

    /// Does experiments, and unless they show a fault or cannot be finished, gives the program the
    /// files that are built in.
    fn gather(&mut self, report: &mut DiagnosisReport) -> Result<(), Failure> {
        report.trial = try_program(self)?;
        if !report.trial.is_finished() || !report.trial.is_possible() {
            return Ok(());
        }
        for (name, text) in BUILT_IN {
            let dice = dice::parse(text.as_bytes())?;
            match self.request_readable_list(name, &dice, &report.trial.form)? {
                Ok(list) => add_list(report, name, dice, Ok(list)),
                Err(reason) => {
                    let missing = &mut report.missing_list;
                    missing.get_or_insert_with(|| format!("{name}: {}", reason.text()));
                }
            }
        }
        Ok(())
    }

    /// Gives the program, which has this form, a file, and reads its list.
    fn request_readable_list(
        &mut self,
        name: &str,
        dice: &[Die],
        form: &ProgramForm,
    ) -> Result<Result<List, NoList>, Failure> {
        let draft = self.request_list(name, dice)?;
        Ok(draft.and_then(|draft| {
            draft
                .read(form, dice)
                .map_err(|error| self.refuse_list(name, &error))
        }))
    }

    /// If no rule set fits, gives the program the least fitting die with each of its opponents alone
    /// in a file, in the order of the larger file and reversed.
    pub fn try_pairs(&mut self, report: &mut DiagnosisReport) -> Result<(), Failure> {
        let diagnosis = report.diagnosis.as_ref();
        let Some(furthest) = diagnosis.and_then(|diagnosis| diagnosis.furthest) else {
            return Ok(());
        };
        let options = self.work.options;
        let mut opponents = report.dice[furthest.list].clone();
        let die = opponents.remove(furthest.die);
        let files = opponents
            .iter()
            .flat_map(|opponent| [[&die, opponent], [opponent, &die]])
            .map(|pair| pair.map(Die::clone).to_vec())
            .collect_vec();
        let memory = options.memory_option.bytes_per_thread();
        let mut truths = Truths::new(files.clone(), report.seed, memory);
        let expected = truths.play_for_shares(options.expected_hypothesis());
        self.most_files += files.len();
        let mut shares = Vec::new();
        for (number, (pair, expected)) in files.iter().zip(expected).enumerate() {
            let list = match self.request_readable_list("zwei Würfel", pair, &report.trial.form) {
                Err(Failure::Interrupted) => return Ok(()),
                list => list?.ok(),
            };
            // The die comes first in the first file of two, and second in the other.
            let place = number % 2;
            let written = list.and_then(|list| report.trial.find_shares(&list, pair)?[place]);
            shares.push(written.map(|written| ShareGap {
                printed: written.share,
                expected: expected[place],
            }));
        }
        self.bar = None;
        let pairs = opponents.into_iter().enumerate().zip(shares.chunks(2));
        report.pairs = pairs
            .filter_map(|((index, opponent), shares)| {
                Some(PairShare {
                    opponent,
                    place: usize::from(index < furthest.die),
                    shares: [shares[0]?, shares[1]?],
                })
            })
            .collect();
        Ok(())
    }

    /// Finds what the list may say that the program has printed for these dice, or the reason why
    /// there is none.
    fn read_response(&self, dice: &[Die], end: ProgramEnd, stdout: Vec<u8>) -> ProgramResponse {
        let reason = match end {
            ProgramEnd::TooSlow => {
                let time = self.work.options.time;
                return Err(NoList::TimedOut(format!("nach {time} s nicht fertig")));
            }
            ProgramEnd::TooMuch => {
                let most = MOST_OUTPUT >> 20;
                format!("mehr als {most} MiB Ausgabe; so lang ist keine Bestenliste")
            }
            ProgramEnd::Exited(status) => match status.code() {
                Some(0) => {
                    let options = self.work.options.read_options(dice);
                    return Draft::new(&stdout, dice, options)
                        .map_err(|error| NoList::Unusable(describe_unreadable(&error)));
                }
                Some(code) => format!("das Programm endete mit Rückgabewert {code}"),
                None => process::describe_end_by_signal(status),
            },
        };
        Err(NoList::Unusable(reason))
    }

    /// Says in one line with which files the program was not done in time.
    fn say_unfinished_files(&mut self) {
        const MOST_NAMED: usize = 3;
        let files = mem::take(&mut self.unfinished_files);
        let time = self.work.options.time;
        let names = files.iter().unique().cloned().collect_vec();
        let number = names.len();
        let named = join_first(names.into_iter(), number, MOST_NAMED);
        let remedy = if files.iter().all(|name| may_never_end(name)) {
            ""
        } else {
            "; länger warten mit --zeit"
        };
        let unfinished = match files.len() {
            0 => return,
            1 => format!("{named}: nach {time} s nicht fertig"),
            number => format!("{number} Dateien nicht fertig nach {time} s: {named}"),
        };
        self.say(unfinished + remedy);
    }

    /// Says a line, behind the name of the folder if there is one.
    fn say(&self, line: impl Display) {
        match self.folder {
            Some(ProgramFolder { name, .. }) => say(format_args!("{name}: {line}")),
            None => say(line),
        }
    }

    /// Shows the last lines that the program has written to its standard error, unless they were
    /// shown before. The first time, says how the program gets its dice, unless its command names
    /// the file.
    fn show_stderr(&mut self, stderr_tail: &[u8]) {
        let last_lines = String::from_utf8_lossy(stderr_tail)
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| format!("  | {}", Excerpt::whole(line)))
            .tail(SHOWN_LINES)
            .join("\n");
        let shown = &mut self.work.shown_stderr;
        if last_lines.is_empty() || !shown.insert(last_lines.clone()) {
            return;
        }
        say(last_lines);
        if shown.len() == 1 && !process::takes_file(&self.words) {
            say(
                "Die Würfel kommen über die Standardeingabe; wo {} steht, kommt der Name der \
                 Datei hin.",
            );
        }
    }
}

impl ExperimentSubject for ProgramUnderTest<'_, '_> {
    type Error = Failure;

    fn request_list(&mut self, name: &str, dice: &[Die]) -> Result<ProgramResponse, Failure> {
        let (options, session) = (self.work.options, self.work.session);
        if session.stop.is_due() {
            return Err(Failure::Interrupted);
        }
        let file = write_dice_file(dice);
        let limit = Duration::from_secs_f64(options.time);
        self.files_given += 1;
        let text = format!(
            "{}Datei {} von {}",
            self.place, self.files_given, self.most_files
        );
        let folder = self.folder.map(|folder| &*folder.path);
        let running = RunningProgram::start(&self.words, folder, file.as_bytes())?;
        self.work.say_first_line();
        let bar = self.bar.get_or_insert_with(|| {
            let files_left = self.most_files - self.files_given + 1;
            Bar::new(String::new(), Work::Steps(files_left as u64), session)
        });
        bar.describe(text);
        let result = running.finish(file.as_bytes(), limit, &session.stop)?;
        bar.advance(1);
        if session.stop.is_due() {
            return Err(Failure::Interrupted);
        }
        let draft = self.read_response(dice, result.end, result.stdout);
        match &draft {
            Ok(draft) if draft.read(&ProgramForm::default(), dice).is_ok() => {}
            Ok(_) => self.stderr_tail = result.stderr_tail,
            Err(reason) => {
                match reason {
                    NoList::TimedOut(_) => self.unfinished_files.push(name.into()),
                    NoList::Unusable(text) => self.say(format_args!("{name}: {text}")),
                }
                self.show_stderr(&result.stderr_tail);
            }
        }
        Ok(draft)
    }

    fn refuse_list(&mut self, name: &str, error: &ListError) -> NoList {
        let text = describe_unreadable(error);
        self.say(format_args!("{name}: {text}"));
        let stderr_tail = mem::take(&mut self.stderr_tail);
        self.show_stderr(&stderr_tail);
        NoList::Unusable(text)
    }

    fn report(&mut self, result: &ExperimentResult) -> Result<(), Failure> {
        self.results.push(result.clone());
        if self.folder.is_none() && self.work.options.format() == ClassFormat::Text {
            print(&render_result(result))?;
        }
        Ok(())
    }
}

pub fn describe_unreadable(error: &ListError) -> String {
    format!("nicht lesbar: {}", describe_list_error(error))
}

/// Adds the shares of a list of `dice` to a report, and a fault in its dice, sorting or ranks. If
/// the list is an error or has no shares, says that, and adds it instead unless a list is missing
/// already.
pub fn add_list(
    report: &mut DiagnosisReport,
    name: &str,
    dice: Vec<Die>,
    list: Result<List, String>,
) {
    let added = list.and_then(|list| {
        let no_shares = if report.trial.hides_games() {
            "das Programm spielt in jeder Datei anders viele Spiele, und aus Anzahlen gewonnener \
             Spiele folgen dann keine Anteile; vergleichen lassen sich nur Anteile in Prozent"
        } else if list.has_shares() {
            "die Liste gehört zu einer anderen Würfeldatei: keiner oder fast keiner ihrer Würfel \
             steht in dieser"
        } else {
            "die Liste nennt keine Anteile der Würfel dieser Datei"
        };
        let shares = report.trial.find_shares(&list, &dice).ok_or(no_shares)?;
        report.lists.push(shares);
        let fault = find_form_fault(&list, dice.len()).map(|fault| ListRemark {
            list: report.files.len(),
            text: fault.describe_in_list(),
        });
        report.form_faults.extend(fault);
        report.files.push(name.into());
        report.dice.push(dice);
        Ok(())
    });
    if let Err(fault) = added {
        let missing = format!("{name}: {fault}");
        say(&missing);
        report.missing_list.get_or_insert(missing);
    }
}
