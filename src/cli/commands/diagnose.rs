//! The command `diagnose`: the rules that a program plays, from the lists that it prints.

use std::collections::HashSet;
use std::ffi::OsString;
use std::mem;
use std::time::Duration;

use clap::{Args, ValueHint};
use itertools::Itertools;

use crate::cli::args::{
    CRITERIA, CommonOptions, FormOption, FormatOption, MemoryOption, ONE_RULE_SET, RuleSetOption,
    SeedOption, TABLE_MEMORY_HELP, ThreadOption, name_format,
};
use crate::cli::failure::{Failure, code_of_check, refuse};
use crate::cli::folders::{ProgramFolder, is_program_file};
use crate::cli::help::reword;
use crate::cli::input::{check_stdin, expand_patterns, read_dice, read_list};
use crate::cli::process::{self, FOLDER_PLACE, MOST_OUTPUT, ProgramEnd, RunningProgram, has_place};
use crate::cli::progress::{Bar, Work};
use crate::cli::session::{Answer, Session, print, say};
use crate::cli::signals;
use crate::cli::values::{self, Choice, Input, choice_of};
use crate::report::diagnose::{ComparedShare, DiagnosisReport, PairShare, render_result};
use crate::report::escape::format_name;
use crate::report::programs::{self, Class, ClassFormat, DiagnosedProgram};
use crate::report::remedy::{self, describe_list_error};

use judging::check::find_form_fault;
use judging::check::list::{self, Draft, List, ListError, ProgramForm, ReadOptions};
use judging::diagnose::{
    self, ExperimentResult, ExperimentSubject, GameRange, Hypothesis, ListRemark, NoList,
    PRECISE_GAMES, ProgramResponse, Question, ROUGH_GAMES, Truths, diagnose, may_never_end,
    try_program, write_dice_file,
};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::text::{Excerpt, format_count, join_first};
use wuerfelglueck::tournament::{Criterion, can_draw};
use wuerfelglueck::watch::Watch;

/// The dice files that a program is given after the experiments, beginning with the one that tells
/// rule sets apart best.
const BUILT_IN: [(&str, &str); 5] = [
    (
        "unterschiede.txt",
        include_str!("../../../beispiele/unterschiede.txt"),
    ),
    (
        "wuerfel0.txt",
        include_str!("../../../beispiele/wuerfel0.txt"),
    ),
    (
        "wuerfel1.txt",
        include_str!("../../../beispiele/wuerfel1.txt"),
    ),
    (
        "wuerfel2.txt",
        include_str!("../../../beispiele/wuerfel2.txt"),
    ),
    (
        "wuerfel3.txt",
        include_str!("../../../beispiele/wuerfel3.txt"),
    ),
];

/// The most lines that are shown of the end of the standard error of a program.
const SHOWN_LINES: usize = 10;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck diagnose [OPTIONEN] DATEI LISTE [DATEI LISTE …]\n       \
                      wuerfelglueck diagnose [OPTIONEN] -- BEFEHL …\n       \
                      wuerfelglueck diagnose [OPTIONEN] --abgaben ORDNER … -- BEFEHL …",
    mut_args(|argument| reword(argument, &REWORDED))
)]
pub struct Diagnose {
    /// Würfeldateien, hinter jeder die Bestenliste, die das Programm zu ihr ausgibt
    #[arg(
        value_name = "DATEI", value_hint = ValueHint::FilePath,
        required_unless_present_any = ["command", "folders"],
        conflicts_with_all = ["command", "folders"], help_heading = "Argumente"
    )]
    files: Vec<Input>,
    /// Das Programm mit seinen Argumenten
    ///
    /// Es bekommt die Würfeldatei auf der Standardeingabe, und wo {} steht, ihren Namen.
    #[arg(
        value_name = "BEFEHL", last = true, value_hint = ValueHint::CommandWithArguments,
        help_heading = "Argumente"
    )]
    command: Vec<OsString>,
    #[command(flatten)]
    rule_set_option: RuleSetOption,
    /// Verlangte Wertung: siege oder punkte [Vorgabe: siege]
    ///
    /// Ein Unentschieden zählt bei siege nichts, bei punkte einen halben Sieg.
    #[arg(
        long = "wertung", value_name = "NAME", default_value = "siege",
        value_parser = choice_of(&CRITERIA[..2]), hide_short_help = true, help_heading = "Regeln"
    )]
    scoring: Choice<&'static [Criterion]>,
    /// So viele Spiele je Paarung haben die Listen
    ///
    /// Wer das weiß, bekommt ein schärferes Urteil. Ohne die Angabe wird die Zahl geschätzt, für
    /// alle Listen dieselbe.
    #[arg(
        long = "gespielt", value_name = "N",
        value_parser = values::whole_number_in(1..=values::MOST_REQUESTED_GAMES),
        help_heading = "Genauigkeit"
    )]
    games: Option<u64>,
    #[command(flatten)]
    form_option: FormOption,
    /// Sekunden je Würfeldatei für BEFEHL [Vorgabe: 120]
    #[arg(
        long = "zeit", value_name = "S", default_value = "120",
        value_parser = values::positive_up_to(86_400), conflicts_with = "files",
        help_heading = "Ablauf"
    )]
    time: f64,
    /// Ordner einer Klasse, in denen BEFEHL läuft
    ///
    /// Die Abgaben kommen nacheinander an die Reihe, und jede bekommt eine Zeile. BEFEHL läuft in
    /// dem Ordner, und wo {abgabe} steht, kommt dessen Name mit ganzem Pfad hin. Einen BEFEHL mit
    /// einem Pfad wie ./starte gibt es dort, wo wuerfelglueck aufgerufen wird, oder sonst in jedem
    /// Ordner.
    #[arg(
        long = "abgaben", value_name = "ORDNER", value_hint = ValueHint::DirPath, num_args = 1..,
        help_heading = "Ablauf"
    )]
    folders: Vec<Input>,
    #[command(flatten)]
    format_option: FormatOption<ClassFormat>,
    #[command(flatten)]
    seed_option: SeedOption,
    #[command(flatten)]
    memory_option: MemoryOption,
    #[command(flatten)]
    thread_option: ThreadOption,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// The help that options of other commands have here.
pub const REWORDED: [(&str, &str); 2] = [
    (
        ONE_RULE_SET,
        "Verlangtes Regelwerk: offiziell, zielzuerst oder wlr\n\n\
         Nach ihm soll das Programm spielen, und danach richtet sich der Rückgabewert. \
         Abweichungen kommen mit + dahinter; „wuerfelglueck regeln“ erklärt sie. [Vorgabe: \
         offiziell]",
    ),
    ("memory", TABLE_MEMORY_HELP),
];

/// The work of the command, and what the programs of a class have in common.
struct Diagnosing<'a> {
    options: &'a Diagnose,
    session: &'a Session,
    /// The bytes for each rule set that is played; `None` before the first comparison.
    memory: Option<usize>,
    /// Games of the files that are built in, for a class.
    truths: Option<Truths>,
    /// The ends of the standard errors of programs that were shown already, each of at most
    /// [`SHOWN_LINES`] lines.
    shown_stderr: HashSet<String>,
    /// A line to say when the first program has started. If it cannot be started, and ends the
    /// command, the error is the only line.
    first_line: Option<String>,
}

impl Diagnose {
    fn format(&self) -> ClassFormat {
        self.format_option.format
    }

    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        check_stdin(&self.files)?;
        let mut work = Diagnosing {
            options: self,
            session,
            memory: None,
            truths: None,
            shown_stderr: HashSet::new(),
            first_line: None,
        };
        if !self.folders.is_empty() {
            return work.diagnose_class();
        }
        let Some(format) = self.format().of_program() else {
            let name = name_format(&self.format());
            refuse!("„--format {name}“ gibt es nur mit „--abgaben“");
        };
        if self
            .command
            .iter()
            .any(|word| has_place(word, FOLDER_PLACE))
        {
            refuse!("„{FOLDER_PLACE}“ steht nur mit „--abgaben ORDNER“ für einen Ordner");
        }
        let report = if self.command.is_empty() {
            work.diagnose_lists()?
        } else {
            work.diagnose_program()?
        };
        Ok(Answer {
            text: report.render(format),
            code: code_of_check(report.verdict().is_passed()),
            ..Answer::default()
        })
    }

    /// Finds the folders of the command line, each with its program.
    fn find_folders(&self) -> Result<Vec<ProgramFolder>, Failure> {
        expand_patterns(&self.folders)?
            .iter()
            .map(|folder| ProgramFolder::new(folder, &self.command[0]))
            .collect()
    }

    /// Returns whether the command names different programs for the folders, which it does not for
    /// a single one.
    ///
    /// # Errors
    ///
    /// If it does, but none of these programs exists.
    fn has_different_programs(&self, folders: &[ProgramFolder]) -> Result<bool, Failure> {
        let mut programs = folders.iter().map(|folder| &folder.program);
        if programs.clone().all_equal() {
            return Ok(false);
        }
        if programs.any(is_program_file) {
            return Ok(true);
        }
        let program = format_name(&self.command[0]);
        Err(Failure::input(format_args!(
            "das Programm „{program}“ gibt es weder im aktuellen Ordner noch in einer Abgabe"
        )))
    }

    /// A line about the longest time that a class of `number` programs may take.
    fn longest_time_line(&self, number: usize) -> String {
        let programs = format_count(number as u64, "Abgabe", "Abgaben");
        let longest = format_time_limit(self.time * (number * MOST_FILES) as f64);
        format!(
            "{programs} mit je bis zu {MOST_FILES} Würfeldateien zu höchstens {} s: zusammen höchstens \
             {longest}, dazu das Vergleichen der Regelwerke",
            self.time
        )
    }

    /// A report without any results.
    fn new_report(&self) -> DiagnosisReport {
        DiagnosisReport {
            games: self.games,
            seed: self.seed_option.seed.number,
            ..DiagnosisReport::new(self.rule_set_option.rules)
        }
    }

    /// The rules and the scoring by which a program should play.
    fn expected_hypothesis(&self) -> Hypothesis {
        let (rules, scoring) = (self.rule_set_option.rules, self.scoring.value[0]);
        Hypothesis { rules, scoring }
    }

    /// A list with its shares, which follow from numbers of wins if the number of games is known.
    /// If there are none, returns a sentence about it in German.
    fn with_shares(&self, list: List, dice: &[Die]) -> Result<List, String> {
        // Wins of two dice add up to a possible number of games, whether some were drawn or not.
        let hides_draws = dice.len() < 3;
        let games = list.known_games(dice.len(), self.games, hides_draws);
        let with_shares = list.with_shares(dice, games.exact());
        if with_shares.has_shares() {
            Ok(with_shares)
        } else {
            Err(format!(
                "die Liste nennt keine Anteile, nur eine Reihenfolge oder Anzahlen von Siegen; {}",
                remedy::GAMES_OF_WINS
            ))
        }
    }

    fn read_options(&self, dice: &[Die]) -> ReadOptions<'_> {
        ReadOptions {
            form: self.form_option.form.as_ref(),
            can_draw: can_draw(dice, self.rule_set_option.rules),
            ..ReadOptions::default()
        }
    }

    /// Reads a dice file, and finds what the list behind it may say.
    fn find_list<'a>(
        &self,
        pair: &'a [Input],
        session: &Session,
    ) -> Result<GivenList<'a>, Failure> {
        let file = &pair[0];
        let rules = self.rule_set_option.rules;
        let dice = read_dice(file, &[rules], session).map_err(|failure| match file {
            Input::File(path) if !path.exists() => {
                Failure::usage(format_args!("{failure}; vor einem Programm steht „--“"))
            }
            _ => failure,
        })?;
        let [_, list] = pair else {
            refuse!("hinter jeder Würfeldatei steht die Liste dazu, aber hinter „{file}“ keine");
        };
        let text = read_list(list, list::most_bytes(&dice), session)?;
        Ok(GivenList {
            file,
            list,
            draft: text.and_then(|text| Draft::new(&text, &dice, self.read_options(&dice))),
            dice,
        })
    }

    /// Reads a list of a program of this form, and adds it to the report.
    fn add_given_list(&self, given: GivenList, form: &ProgramForm, report: &mut DiagnosisReport) {
        let GivenList {
            file,
            list,
            dice,
            draft,
        } = given;
        let read = draft
            .and_then(|draft| draft.read(form, &dice))
            .map_err(|error| describe_unreadable(&error))
            .and_then(|list| self.with_shares(list, &dice));
        // That a list cannot be read, or has no shares, is said of its own file.
        let name = if read.is_ok() { file } else { list };
        add_list(report, &name.to_string(), dice, read);
    }
}

impl Diagnosing<'_> {
    /// Reads the lists of the command line, and compares them with rule sets.
    fn diagnose_lists(&mut self) -> Result<DiagnosisReport, Failure> {
        let options = self.options;
        let mut report = options.new_report();
        signals::leave_to_work(1)?;
        options.thread_option.start()?;
        let given = options
            .files
            .chunks(2)
            .map(|pair| options.find_list(pair, self.session))
            .collect::<Result<Vec<_>, _>>()?;
        let form = ProgramForm::of(given.iter().flat_map(|list| &list.draft));
        for list in given {
            options.add_given_list(list, &form, &mut report);
        }
        self.compare(&mut report);
        Ok(report)
    }

    /// Does experiments with the program of the command line, and compares its lists with rule
    /// sets.
    fn diagnose_program(&mut self) -> Result<DiagnosisReport, Failure> {
        signals::leave_to_work(usize::MAX)?;
        self.options.thread_option.start()?;
        let words = self.options.command.clone();
        let mut program = ProgramUnderTest::new(self, words, None, String::new());
        let mut report = program.diagnose()?;
        program.try_pairs(&mut report)?;
        Ok(report)
    }

    /// Diagnoses the programs of all folders, one after the other. In the format whose lines come
    /// as soon as they are known, prints the verdicts.
    fn diagnose_class(&mut self) -> Result<Answer, Failure> {
        let options = self.options;
        if options.command.is_empty() {
            refuse!(
                "hinter den Ordnern fehlt der Befehl: --abgaben ORDNER … -- BEFEHL {FOLDER_PLACE}"
            );
        }
        let folders = options.find_folders()?;
        let number = folders.len();
        let has_different_programs = options.has_different_programs(&folders)?;
        self.first_line = Some(options.longest_time_line(number));
        signals::leave_to_work(usize::MAX)?;
        options.thread_option.start()?;
        let mut class = Class {
            programs: Vec::new(),
            rules: options.rule_set_option.rules,
            seed: options.seed_option.seed.number,
        };
        for (index, folder) in folders.iter().enumerate() {
            let name = &folder.name;
            let place = format!("Abgabe {} von {number}: {name}, ", index + 1);
            let program = match self.diagnose_folder(folder, place) {
                Ok(program) => program,
                Err(Failure::NoReader) => return Err(Failure::NoReader),
                Err(failure)
                    if index > 0
                        || has_different_programs && matches!(failure, Failure::Input(_)) =>
                {
                    self.say_first_line();
                    say(format_args!("{name}: {failure}"));
                    DiagnosedProgram::not_judged(name, failure.to_string())
                }
                // What fails for the first folder fails for all: the same program, or the machine.
                Err(failure) => return Err(failure),
            };
            if options.format() == ClassFormat::Text {
                print(&programs::render_line(&program))?;
            }
            class.programs.push(program);
        }
        Ok(Answer {
            text: class.render(options.format()),
            code: code_of_check(class.is_passed()),
            ..Answer::default()
        })
    }

    /// Diagnoses the program of a folder, whose `place` in the class begins the text of the bar.
    fn diagnose_folder(
        &mut self,
        folder: &ProgramFolder,
        place: String,
    ) -> Result<DiagnosedProgram, Failure> {
        let mut words = self.options.command.clone();
        words[0].clone_from(&folder.program);
        let report = ProgramUnderTest::new(self, words, Some(folder), place).diagnose()?;
        Ok(DiagnosedProgram::new(&folder.name, &report))
    }

    fn say_first_line(&mut self) {
        if let Some(line) = self.first_line.take() {
            self.session.say(line);
        }
    }

    /// Compares the lists of a report with rule sets, if there are any, and adds the diagnosis.
    fn compare(&mut self, report: &mut DiagnosisReport) {
        if report.lists.is_empty() {
            return;
        }
        let options = self.options;
        let memory = options.memory_option.bytes_per_thread();
        self.memory = Some(memory);
        let is_class = !options.folders.is_empty();
        let given_games = options.games.map(GameRange::exactly);
        let question = Question {
            games: given_games.or(report.trial.games).unwrap_or(GameRange::ANY),
            games_vary: given_games.is_none() && !options.command.is_empty(),
            expected: options.expected_hypothesis(),
            most_played_games: if is_class { ROUGH_GAMES } else { PRECISE_GAMES },
        };
        let is_kept = is_class && report.dice.len() == BUILT_IN.len();
        let mut of_this_program = None;
        let truths = if is_kept {
            &mut self.truths
        } else {
            &mut of_this_program
        };
        let truths =
            truths.get_or_insert_with(|| Truths::new(report.dice.clone(), report.seed, memory));
        let bar = Bar::new("Regelwerke werden verglichen", Work::Steps(0), self.session);
        report.diagnosis = diagnose(truths, &report.lists, &question, &bar);
        report.is_interrupted |= report.diagnosis.is_none();
    }
}

/// A list of the command line that is still to be read with the others.
struct GivenList<'a> {
    /// The dice file.
    file: &'a Input,
    list: &'a Input,
    dice: Vec<Die>,
    draft: Result<Draft, ListError>,
}

fn describe_unreadable(error: &ListError) -> String {
    format!("nicht lesbar: {}", describe_list_error(error))
}

/// Formats a time in seconds, rounded up, in a unit that suits it.
fn format_time_limit(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    match minutes {
        0..=1 => format!("{} s", seconds.ceil()),
        2..100 => format!("{minutes} min"),
        _ => format!("{} h", minutes.div_ceil(60)),
    }
}

/// The most dice files that a program is given: those of experiments and those that are built in,
/// without the pairs of dice if no rule set fits.
const MOST_FILES: usize = diagnose::MOST_TRIAL_FILES + BUILT_IN.len();

/// A program that is diagnosed.
struct ProgramUnderTest<'a, 'work> {
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
    fn new(
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
    fn diagnose(&mut self) -> Result<DiagnosisReport, Failure> {
        let mut report = self.work.options.new_report();
        let gathered = self.gather(&mut report);
        self.bar = None;
        self.say_unfinished_files();
        match gathered {
            Err(Failure::Interrupted) => {
                if report.trial.results.is_empty() {
                    report.trial.results = mem::take(&mut self.results);
                }
                report.is_interrupted = true;
                return Ok(report);
            }
            gathered => gathered?,
        }
        self.work.compare(&mut report);
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
    fn try_pairs(&mut self, report: &mut DiagnosisReport) -> Result<(), Failure> {
        let furthest = report
            .diagnosis
            .as_ref()
            .and_then(|diagnosis| diagnosis.furthest);
        let (Some(furthest), Some(memory)) = (furthest, self.work.memory) else {
            return Ok(());
        };
        let dice = &report.dice[furthest.list];
        let opponents = (0..dice.len())
            .filter(|&opponent| opponent != furthest.die)
            .collect_vec();
        let files = opponents
            .iter()
            .flat_map(|&opponent| [[furthest.die, opponent], [opponent, furthest.die]])
            .map(|pair| pair.map(|die| dice[die].clone()).to_vec())
            .collect_vec();
        let mut truths = Truths::new(files.clone(), report.seed, memory);
        let expected = truths.play_for_shares(self.work.options.expected_hypothesis());
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
            shares.push(written.map(|written| ComparedShare {
                printed: written.share,
                expected: expected[place],
            }));
        }
        self.bar = None;
        let pairs = opponents.iter().zip(shares.chunks(2));
        report.pairs = pairs
            .filter_map(|(&opponent, shares)| {
                let is_second = furthest.die > opponent;
                let (in_order, reversed) = if is_second {
                    (shares[1]?, shares[0]?)
                } else {
                    (shares[0]?, shares[1]?)
                };
                Some(PairShare {
                    die: dice[furthest.die].clone(),
                    opponent: dice[opponent].clone(),
                    is_second,
                    in_order,
                    reversed,
                })
            })
            .collect();
        Ok(())
    }

    /// Finds what the list may say that the program has printed for these dice, or the reason why
    /// there is none.
    fn read_response(&self, dice: &[Die], end: ProgramEnd, stdout: Vec<u8>) -> ProgramResponse {
        match end {
            ProgramEnd::TooSlow => Err(NoList::TimedOut(format!(
                "nach {} s nicht fertig",
                self.work.options.time
            ))),
            ProgramEnd::TooMuch => {
                let most = MOST_OUTPUT >> 20;
                Err(NoList::Unusable(format!(
                    "mehr als {most} MiB Ausgabe; so lang ist keine Bestenliste"
                )))
            }
            ProgramEnd::Exited(status) => match status.code() {
                Some(0) => Draft::new(&stdout, dice, self.work.options.read_options(dice))
                    .map_err(|error| NoList::Unusable(describe_unreadable(&error))),
                Some(code) => Err(NoList::Unusable(format!(
                    "das Programm endete mit Rückgabewert {code}"
                ))),
                None => Err(NoList::Unusable(process::describe_end_by_signal(status))),
            },
        }
    }

    /// Says in one line with which files the program was not done in time.
    fn say_unfinished_files(&mut self) {
        const MOST_NAMED: usize = 3;
        let files = mem::take(&mut self.unfinished_files);
        let (prefix, time) = (self.prefix(), self.work.options.time);
        let names = files.iter().unique().cloned().collect_vec();
        let number = names.len();
        let named = join_first(names.into_iter(), number, MOST_NAMED);
        let remedy = if files.iter().all(|name| may_never_end(name)) {
            ""
        } else {
            "; länger warten mit --zeit"
        };
        match files.len() {
            0 => {}
            1 => say(format_args!(
                "{prefix}{named}: nach {time} s nicht fertig{remedy}"
            )),
            number => say(format_args!(
                "{prefix}{number} Dateien nicht fertig nach {time} s: {named}{remedy}"
            )),
        }
    }

    /// The name of the folder, if there is one, as the beginning of a line.
    fn prefix(&self) -> String {
        self.folder
            .map_or(String::new(), |folder| format!("{}: ", folder.name))
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
        let prefix = self.prefix();
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
                    NoList::Unusable(text) => say(format_args!("{prefix}{name}: {text}")),
                }
                self.show_stderr(&result.stderr_tail);
            }
        }
        Ok(draft)
    }

    fn refuse_list(&mut self, name: &str, error: &ListError) -> NoList {
        let text = describe_unreadable(error);
        say(format_args!("{}{name}: {text}", self.prefix()));
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

/// Adds the shares of a list of `dice` to a report, and a fault in its dice, sorting or ranks. If
/// the list is an error or has no shares, says that, and adds it instead unless a list is missing
/// already.
fn add_list(report: &mut DiagnosisReport, name: &str, dice: Vec<Die>, list: Result<List, String>) {
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
