//! A program that is diagnosed: it is given dice files, and its lists are compared with rule sets.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
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
use crate::report::diagnose::render_result;
use crate::report::programs::ClassFormat;
use crate::report::remedy::{describe_list_error, describe_no_shares};
use judging::check::list::{Draft, ListError, ProgramForm};
use judging::diagnose::{
    Examination, ExperimentResult, ExperimentSubject, MOST_FILES, NoList, NoShares, PRECISE_GAMES,
    ProgramResponse, ROUGH_GAMES, Truths, may_never_end, write_dice_file,
};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, join_first};
use wuerfelglueck::watch::Watch;

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

    /// Compares the lists of an examination with rule sets, if there are any.
    pub fn compare(&mut self, examination: &mut Examination) {
        if examination.lists.is_empty() {
            return;
        }
        let options = self.options;
        let most_played_games = if options.is_class() {
            ROUGH_GAMES
        } else {
            PRECISE_GAMES
        };
        // Where a list is missing, the files are not those of the other programs.
        let mut of_other_files = None;
        let truths = if examination.has_built_in_files() {
            &mut self.truths
        } else {
            &mut of_other_files
        };
        let truths = truths.get_or_insert_with(|| {
            let memory = options.memory_option.bytes_per_thread();
            Truths::new(examination.dice.clone(), examination.seed, memory)
        });
        let bar = Bar::new("Regelwerke werden verglichen", Work::Steps(0), self.session);
        examination.compare(truths, most_played_games, &bar);
    }
}

/// A program that is diagnosed.
pub struct ProgramUnderTest<'a, 'work> {
    work: &'a mut Diagnosing<'work>,
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
        folder: Option<&'a ProgramFolder>,
        place: String,
    ) -> ProgramUnderTest<'a, 'work> {
        ProgramUnderTest {
            work,
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
    /// examination has the results so far.
    pub fn examine(&mut self) -> Result<Examination, Failure> {
        let mut examination = self.work.options.new_examination();
        let gathered = examination.gather(self);
        self.bar = None;
        self.say_unfinished_files();
        match gathered {
            Err(Failure::Interrupted) => {
                examination.trial.results = mem::take(&mut self.results);
                examination.is_interrupted = true;
            }
            gathered => {
                gathered?;
                self.work.compare(&mut examination);
            }
        }
        Ok(examination)
    }

    /// If no rule set fits, tries dice of one file in pairs.
    pub fn try_pairs(&mut self, examination: &mut Examination) -> Result<(), Failure> {
        let memory = self.work.options.memory_option.bytes_per_thread();
        let tried = examination.try_pairs(self, memory);
        self.bar = None;
        match tried {
            Err(Failure::Interrupted) => Ok(()),
            tried => tried,
        }
    }

    /// The program, a name or a path.
    fn program(&self) -> &OsStr {
        let named = &self.work.options.command[0];
        self.folder.map_or(named, |folder| &folder.program)
    }

    /// The arguments of the program, with placeholders.
    fn arguments(&self) -> &[OsString] {
        &self.work.options.command[1..]
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
        if shown.len() == 1 && !process::takes_file(self.arguments()) {
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
        let running =
            RunningProgram::start(self.program(), self.arguments(), folder, file.as_bytes())?;
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

    fn refuse_shares(&mut self, name: &str, error: NoShares) -> NoList {
        let text = describe_no_shares(error);
        self.say(format_args!("{name}: {text}"));
        NoList::Unusable(text)
    }

    fn expect_files(&mut self, number: usize) {
        self.most_files += number;
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
