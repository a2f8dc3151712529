//! The command `diagnose`: which rules a program plays, from the lists that it prints.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::errors::{FAILED, Failure};
use super::groups::{
    ACCURACY, Common, OUTPUT, RULES, RUNNING, Remembering, Seeding, Threading, WORDS,
};
use super::misuse::Misuse;
use super::program::{self, Answer};
use super::progress::DiagnoseProgress;
use super::streams::{self, Expected, check_stdin, print, read_dice, read_list, say};
use super::values::{self, Input, TextOrJson};
use crate::check::find_dice;
use crate::check::findings::Findings;
use crate::check::list::{self, List, ListError};
use crate::diagnose::{Hypothesis, Question, Shares, Truths, diagnose};
use crate::dice::{self, Die};
use crate::likelihood::Shown;
use crate::report::diagnose::{Diagnosed, WriteDiagnosed, write_json, write_text};
use crate::rules::Rules;
use crate::text::Excerpt;
use crate::tournament::Scoring;

const DICE: Expected = Expected {
    usage: "diagnose DATEI LISTE",
    help: "diagnose --hilfe",
    ..streams::DICE
};

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

/// The end of the help.
const AFTER_HELP: &str = "\
Verglichen wird mit dem, was jedes Regelwerk mit bis zu zwei Abweichungen
ergäbe, und von den besten aus mit mehr. Dann steht da, was am besten passt, wie
viele Spiele je Paarung die Listen danach haben, und ob das Regelwerk von
--regeln passt. „wuerfelglueck regeln“ erklärt alle Abweichungen.

Ein BEFEHL läuft einmal für jede der fünf eingebauten Würfeldateien. Er bekommt
sie auf der Standardeingabe und gibt seine Bestenliste auf der Standardausgabe
aus. „unterschiede.txt“, die mit beispiele/ kommt, zeigt Unterschiede am besten.

Rückgabewert: 0 wenn das Regelwerk von --regeln passt; 1 wenn nicht, oder wenn
eine Liste nicht lesbar ist; 2 Würfeldatei oder Befehlszeile fehlerhaft.

  wuerfelglueck diagnose DATEI LISTE DATEI LISTE
  wuerfelglueck diagnose -- ./meinprogramm
";

/// Finds the rules that a program plays.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck diagnose [OPTIONEN] DATEI LISTE [DATEI LISTE …]\n       \
                      wuerfelglueck diagnose [OPTIONEN] -- BEFEHL …",
    after_long_help = AFTER_HELP
)]
pub(super) struct Diagnose {
    /// Würfeldateien, hinter jeder die Bestenliste, die das Programm zu ihr ausgibt
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath, help_heading = WORDS)]
    files: Vec<Input>,

    /// Das Programm mit seinen Argumenten
    #[arg(value_name = "BEFEHL", last = true, value_hint = ValueHint::CommandWithArguments, help_heading = WORDS)]
    command: Vec<OsString>,

    /// Das Regelwerk, nach dem das Programm spielen soll [Vorgabe: offiziell]
    ///
    /// Danach richtet sich der Rückgabewert. Es gibt offiziell, zielzuerst und wlr, und Abweichungen kommen mit +
    /// dahinter; „wuerfelglueck regeln“ erklärt sie.
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rules(), help_heading = RULES
    )]
    rules: Rules,

    /// Was ein Unentschieden zählen soll: bei siege nichts, bei punkte einen halben Sieg [Vorgabe: siege]
    #[arg(
        long = "wertung", value_name = "NAME", default_value = "siege", hide_short_help = true,
        help_heading = RULES
    )]
    scoring: Scoring,

    /// So viele Spiele je Paarung haben die Listen
    ///
    /// Wer das weiß, bekommt ein schärferes Urteil. Ohne die Angabe wird die Zahl geschätzt, für alle Listen
    /// dieselbe.
    #[arg(
        long = "gespielt", value_name = "N", value_parser = values::games, help_heading = ACCURACY
    )]
    games: Option<u64>,

    /// So viele Sekunden darf BEFEHL für jede Datei brauchen [Vorgabe: 120]
    #[arg(
        long = "zeit", value_name = "S", default_value = "120", value_parser = values::seconds,
        requires = "command", help_heading = RUNNING
    )]
    time: f64,

    /// Format der Ausgabe: text oder json [Vorgabe: text]
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: TextOrJson,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    remembering: Remembering,

    #[command(flatten)]
    threading: Threading,

    #[command(flatten)]
    common: Common,
}

/// Lists, each with its dice file.
#[derive(Default)]
struct Lists {
    names: Vec<String>,
    dice: Vec<Vec<Die>>,
    shares: Vec<Shares>,
    /// Whether some list could not be had.
    is_incomplete: bool,
}

impl Diagnose {
    /// Prints what fits best.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let lists = match (&self.files[..], &self.command[..]) {
            ([], []) => return Err(Misuse::NothingToDiagnose.into()),
            ([], _) => self.run_command()?,
            (_, []) => self.read_files()?,
            _ => return Err(Misuse::FilesAndCommand.into()),
        };
        if lists.shares.is_empty() {
            return Ok(ExitCode::from(FAILED));
        }
        let pool = self.threading.pool()?;
        let seed = self.seeding.resolve()?;
        // As many rule sets are played at once as there are threads.
        let memory = self.remembering.bytes() / pool.current_num_threads();
        let question = Question {
            games: self.games,
            expected: Hypothesis {
                rules: self.rules,
                scoring: self.scoring,
            },
        };
        let progress = DiagnoseProgress::new(self.common.quiet);
        let diagnosis = pool.install(|| {
            let mut truths = Truths::new(lists.dice.clone(), seed, memory);
            diagnose(&mut truths, &lists.shares, &question, &progress)
        });
        drop(progress);
        let diagnosed = Diagnosed {
            diagnosis: &diagnosis,
            files: &lists.names,
            dice: &lists.dice,
            games: self.games,
            seed,
        };
        let write: WriteDiagnosed = match self.format {
            TextOrJson::Text => write_text,
            TextOrJson::Json => write_json,
        };
        print(|out| write(out, &diagnosed))?;
        Ok(match diagnosis.is_expected && !lists.is_incomplete {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        })
    }

    /// The lists beside dice files.
    fn read_files(&self) -> Result<Lists, Failure> {
        check_stdin(&self.files)?;
        let quiet = self.common.quiet;
        let mut lists = Lists::default();
        for pair in self.files.chunks(2) {
            let [file, list] = pair else {
                return Err(Misuse::NoListBehind(Excerpt::whole(&pair[0].to_string())).into());
            };
            let dice = read_dice(DICE, file, &[self.rules], quiet)?;
            match read_list(DICE, list, dice.len(), quiet)? {
                Ok(read) => lists.push(file.to_string(), dice, &read),
                Err(fault) => lists.miss(&list.to_string(), &unreadable(&fault)),
            }
        }
        Ok(lists)
    }

    /// The lists that the command prints.
    fn run_command(&self) -> Result<Lists, Failure> {
        let limit = Duration::from_secs_f64(self.time);
        let mut lists = Lists::default();
        for (name, text) in BUILT_IN {
            let dice = dice::parse(text.as_bytes()).map_err(Failure::Dice)?;
            dice::check_faces(dice.iter().enumerate(), self.rules.most_face())
                .map_err(Failure::Dice)?;
            let answer = program::ask(&self.command, text.as_bytes(), limit).map_err(|cause| {
                Failure::Command {
                    program: Excerpt::whole(&self.command[0].to_string_lossy()),
                    cause,
                }
            })?;
            self.common
                .tell(format_args!("{name}: {:.2} s", answer.time.as_secs_f64()));
            match list_of(&answer, &dice, self.time) {
                Ok(list) => lists.push(name.into(), dice, &list),
                Err(fault) => {
                    lists.miss(name, &fault);
                    show_said(&answer);
                }
            }
        }
        Ok(lists)
    }
}

impl Lists {
    /// Adds a list.
    fn push(&mut self, name: String, dice: Vec<Die>, list: &List) {
        let mut shares = vec![None; dice.len()];
        let found = find_dice(list, &dice, &mut Findings::default());
        for (claim, die) in list.claims.iter().zip(found) {
            if let Some(die) = die {
                shares[die] = Some(Shown {
                    share: claim.percent / 100.0,
                    unit: 0.01 * 0.1f64.powi(list.decimals() as i32),
                });
            }
        }
        if shares.iter().all(Option::is_none) {
            self.miss(&name, &"keine Zeile nennt einen Würfel der Würfeldatei");
            return;
        }
        self.names.push(name);
        self.dice.push(dice);
        self.shares.push(shares);
    }

    /// Says why a list is not there.
    fn miss(&mut self, name: &str, fault: &dyn std::fmt::Display) {
        say(format_args!("{name}: {fault}"));
        self.is_incomplete = true;
    }
}

/// The list that a program has printed, if it has.
fn list_of(answer: &Answer, dice: &[Die], limit: f64) -> Result<List, String> {
    match answer.status {
        None => return Err(format!("nach {limit} s abgebrochen; mehr mit --zeit")),
        Some(status) if !status.success() => {
            return Err(match status.code() {
                Some(code) => format!("das Programm endete mit Rückgabewert {code}"),
                None => "ein Signal hat das Programm beendet".into(),
            });
        }
        Some(_) => {}
    }
    list::parse(&answer.output, dice.len()).map_err(|fault| unreadable(&fault))
}

/// What is said of a list that is none.
fn unreadable(fault: &ListError) -> String {
    format!("die Liste ist nicht lesbar: {fault}")
}

/// Shows the last lines that a program has written to its standard error.
fn show_said(answer: &Answer) {
    let said = String::from_utf8_lossy(&answer.said);
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        say(format_args!("  {}", Excerpt::whole(line)));
    }
}
