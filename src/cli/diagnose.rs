//! The command `diagnose`: which rules a program plays, from the lists that it prints.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, ValueHint};
use itertools::Itertools;

use super::errors::{Misuse, System, refuse_if, verdict};
use super::groups::{Common, Remembering, Seeding, Threading};
use super::program::{self, Answer};
use super::progress::Bar;
use super::streams::{check_stdin, print, say};
use super::values::{self, Input, Word, word};
use crate::check::list::{self, List, ListError};
use crate::diagnose::{Hypothesis, Question, Shares, Truths, diagnose, shares};
use crate::dice::{self, Die};
use crate::report::diagnose::{Diagnosed, WriteDiagnosed, write_json, write_text};
use crate::rules::Rules;
use crate::text::Excerpt;
use crate::tournament::Scoring;

/// The dice files that a program is run on: those that tell most first.
const BUILT_IN: [(&str, &str); 5] = [
    (
        "unterschiede.txt",
        include_str!("../../beispiele/unterschiede.txt"),
    ),
    ("wuerfel0.txt", include_str!("../../beispiele/wuerfel0.txt")),
    ("wuerfel1.txt", include_str!("../../beispiele/wuerfel1.txt")),
    ("wuerfel2.txt", include_str!("../../beispiele/wuerfel2.txt")),
    ("wuerfel3.txt", include_str!("../../beispiele/wuerfel3.txt")),
];

/// So many of the last lines are shown that a program has written to its standard error.
const SHOWN_LINES: usize = 10;

/// Finds the rules that a program plays.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck diagnose [OPTIONEN] DATEI LISTE [DATEI LISTE …]\n       \
                      wuerfelglueck diagnose [OPTIONEN] -- BEFEHL …"
)]
pub struct Diagnose {
    /// Würfeldateien, hinter jeder die Bestenliste, die das Programm zu ihr ausgibt
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath)]
    files: Vec<Input>,

    /// Das Programm mit seinen Argumenten
    #[arg(value_name = "BEFEHL", last = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,

    /// Das Regelwerk, nach dem das Programm spielen soll
    ///
    /// Danach richtet sich der Rückgabewert. Es gibt offiziell, zielzuerst und wlr, und Abweichungen kommen mit +
    /// dahinter; „wuerfelglueck regeln“ erklärt sie.
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rules()
    )]
    rules: Rules,

    /// Was ein Unentschieden zählen soll: bei siege nichts, bei punkte einen halben Sieg
    #[arg(
        long = "wertung", value_name = "NAME", default_value = "siege",
        value_parser = word(&SCORINGS)
    )]
    scoring: Word<Scoring>,

    /// So viele Spiele je Paarung haben die Listen
    ///
    /// Wer das weiß, bekommt ein schärferes Urteil. Ohne die Angabe wird die Zahl geschätzt, für alle Listen
    /// dieselbe.
    #[arg(long = "gespielt", value_name = "N", value_parser = values::games)]
    games: Option<u64>,

    /// So viele Sekunden darf BEFEHL für jede Datei brauchen
    #[arg(
        long = "zeit", value_name = "S", default_value = "120", value_parser = values::seconds,
        requires = "command"
    )]
    time: f64,

    /// Format der Ausgabe: text oder json
    #[arg(long, value_name = "NAME", default_value = "text", value_parser = word(&FORMATS))]
    format: Word<WriteDiagnosed>,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    remembering: Remembering,

    #[command(flatten)]
    threading: Threading,

    #[command(flatten)]
    common: Common,
}

/// What a draw counts.
const SCORINGS: [(&str, Scoring); 2] = [("siege", Scoring::Wins), ("punkte", Scoring::Points)];

/// How a diagnosis is printed.
const FORMATS: [(&str, WriteDiagnosed); 2] = [("text", write_text), ("json", write_json)];

/// The name of a dice file, its dice, and what a list says of them.
type Listed = (String, Vec<Die>, Shares);

impl Diagnose {
    /// Prints what fits best.
    pub fn run(&self) -> Result<ExitCode> {
        self.check()?;
        let lists = if self.files.is_empty() {
            self.run_command()?
        } else {
            self.read_files()?
        };
        let is_complete = lists.iter().all(Option::is_some);
        let lists = lists.into_iter().flatten();
        let (files, dice, shares): (Vec<_>, Vec<_>, Vec<_>) = lists.multiunzip();
        if shares.is_empty() {
            return Ok(verdict(false));
        }
        self.threading.start()?;
        let seed = self.seeding.resolve()?;
        // As many rule sets are played at once as there are threads.
        let memory = self.remembering.bytes(false) / rayon::current_num_threads();
        let question = Question {
            games: self.games,
            expected: Hypothesis {
                rules: self.rules,
                scoring: self.scoring.value,
            },
        };
        let text = "Regelwerke werden verglichen".into();
        let progress = Bar::new(text, 0, false, self.common.quiet);
        let mut truths = Truths::new(dice.clone(), seed, memory);
        let diagnosis = diagnose(&mut truths, &shares, &question, &progress);
        drop(progress);
        let diagnosed = Diagnosed {
            diagnosis: &diagnosis,
            files: &files,
            dice: &dice,
            games: self.games,
            seed,
        };
        print(|out| (self.format.value)(out, &diagnosed))?;
        Ok(verdict(diagnosis.is_expected && is_complete))
    }

    /// Whether there is one thing to look at.
    fn check(&self) -> Result<(), Misuse> {
        let (no_files, no_command) = (self.files.is_empty(), self.command.is_empty());
        refuse_if(
            no_files && no_command,
            "es fehlt, was zu untersuchen ist: Würfeldateien, hinter jeder die Liste dazu, oder „-- BEFEHL“",
        )?;
        refuse_if(
            !no_files && !no_command,
            "Dateien und „-- BEFEHL“ gehen nicht zusammen: der Befehl bekommt eingebaute Würfeldateien",
        )?;
        check_stdin(&self.files)
    }

    /// The lists beside dice files.
    fn read_files(&self) -> Result<Vec<Option<Listed>>> {
        let reader = self.common.reader("diagnose DATEI LISTE");
        let read = |pair: &[Input]| {
            let [file, list] = pair else {
                bail!(Misuse(format!(
                    "hinter jeder Würfeldatei steht die Liste dazu, aber hinter „{}“ keine",
                    pair[0]
                )));
            };
            let dice = reader.dice(file, &[self.rules])?;
            let read = readable(reader.list(list, &dice)?);
            // What is wrong with a list is said of its own file.
            let name = if read.is_ok() { file } else { list };
            Ok(listed(name.to_string(), dice, read))
        };
        self.files.chunks(2).map(read).collect()
    }

    /// The lists that the command prints.
    fn run_command(&self) -> Result<Vec<Option<Listed>>> {
        let limit = Duration::from_secs_f64(self.time);
        let run = |(name, text): (&str, &str)| {
            let dice = dice::parse(text.as_bytes())?;
            let answer = program::ask(&self.command, text.as_bytes(), limit).map_err(|cause| {
                let program = Excerpt::whole(&self.command[0].to_string_lossy());
                let what = format!("das Programm „{program}“ lässt sich nicht starten");
                System::of_named(cause, what)
            })?;
            let time = answer.time.as_secs_f64();
            self.common.tell(format_args!("{name}: {time:.2} s"));
            let list = list_of(&answer, &dice, self.time);
            let is_there = list.is_ok();
            let listed = listed(name.into(), dice, list);
            if !is_there {
                show_said(&answer.said);
            }
            Ok(listed)
        };
        BUILT_IN.into_iter().map(run).collect()
    }
}

/// What a list says of the dice of a file; if that is nothing, why is said of this name.
fn listed(name: String, dice: Vec<Die>, list: Result<List, String>) -> Option<Listed> {
    let none = "keine Zeile nennt einen Würfel der Würfeldatei";
    match list.and_then(|list| shares(&list, &dice).ok_or(none.into())) {
        Ok(shares) => Some((name, dice, shares)),
        Err(fault) => {
            say(format_args!("{name}: {fault}"));
            None
        }
    }
}

/// The list that a program has printed, if it has.
fn list_of(answer: &Answer, dice: &[Die], limit: f64) -> Result<List, String> {
    match answer.status {
        None => Err(format!("nach {limit} s abgebrochen; mehr mit --zeit")),
        Some(status) if status.success() => readable(list::parse(&answer.output, dice)),
        Some(status) => Err(match status.code() {
            Some(code) => format!("das Programm endete mit Rückgabewert {code}"),
            None => "ein Signal hat das Programm beendet".into(),
        }),
    }
}

/// What is said of a list that is none.
fn readable(list: Result<List, ListError>) -> Result<List, String> {
    list.map_err(|fault| format!("die Liste ist nicht lesbar: {fault}"))
}

/// Shows the last lines that a program has written to its standard error.
fn show_said(said: &[u8]) {
    let said = String::from_utf8_lossy(said);
    let lines = said.lines().filter(|line| !line.trim().is_empty());
    for line in lines.collect_vec().iter().rev().take(SHOWN_LINES).rev() {
        say(format_args!("  {}", Excerpt::whole(line)));
    }
}
