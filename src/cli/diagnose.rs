//! The command `diagnose`: which rules a program plays, from the lists that it prints.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueHint};
use itertools::Itertools;

use super::errors::{Misuse, refuse, verdict};
use super::groups::{CRITERIA, Common, Remembering, Seeding, Threading};
use super::program::{self, Ending, MOST_OUTPUT};
use super::progress::Bar;
use super::streams::{check_stdin, print, read_dice, read_list, say};
use super::values::{self, Input, Render, Word, word};
use crate::report::diagnose::{self as report, Diagnosed, Pair};
use wuerfelglueck::check::Form;
use wuerfelglueck::check::form_fault;
use wuerfelglueck::check::list::{self, List, ListError, ReadOptions};
use wuerfelglueck::diagnose::trial::{Answer, NoList, Program, may_never_end, try_program};
use wuerfelglueck::diagnose::{ANY_GAMES, Hypothesis, PRECISE, Question, Truths, diagnose};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::Excerpt;
use wuerfelglueck::tournament::Criterion;

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

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck diagnose [OPTIONEN] DATEI LISTE [DATEI LISTE …]\n       \
                      wuerfelglueck diagnose [OPTIONEN] -- BEFEHL …"
)]
pub struct Diagnose {
    #[arg(
        value_name = "DATEI", value_hint = ValueHint::FilePath,
        required_unless_present = "command", conflicts_with = "command"
    )]
    files: Vec<Input>,
    #[arg(value_name = "BEFEHL", last = true, value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,
    #[arg(long = "regeln", default_value = "offiziell")]
    rules: Rules,
    #[arg(long = "wertung", default_value = "siege", value_parser = word(&CRITERIA[..2]))]
    scoring: Word<&'static [Criterion]>,
    #[arg(long = "gespielt", value_parser = values::whole(1..=values::MOST_GAMES))]
    games: Option<u64>,
    #[arg(long = "form", value_name = "MUSTER", value_parser = values::form)]
    form: Option<Form>,
    #[arg(
        long = "zeit", default_value = "120", value_parser = values::positive(86_400),
        conflicts_with = "files"
    )]
    time: f64,
    #[arg(long, default_value = "text", value_parser = word(&FORMATS))]
    format: Word<Render<Diagnosed>>,
    #[command(flatten)]
    seeding: Seeding,
    #[command(flatten)]
    remembering: Remembering,
    #[command(flatten)]
    threading: Threading,
    #[command(flatten)]
    common: Common,

    /// What a program has said on its standard error, as it was shown.
    #[arg(skip)]
    shown: RefCell<HashSet<String>>,
}

const FORMATS: [(&str, Render<Diagnosed>); 2] = [("text", report::text), ("json", report::json)];

impl Diagnose {
    pub fn run(&self) -> Result<u8> {
        check_stdin(&self.files)?;
        let mut diagnosed = Diagnosed {
            games: self.games,
            seed: self.seeding.seed.0,
            ..Diagnosed::new(self.rules)
        };
        let mut is_complete = true;
        if self.command.is_empty() {
            for pair in self.files.chunks(2) {
                is_complete &= self.read(pair, &mut diagnosed)?;
            }
        } else {
            diagnosed.trial = try_program(&mut Asked(self))?;
            let trial = &diagnosed.trial;
            let is_compared = trial.is_finished() && trial.is_possible();
            let built_in = BUILT_IN.iter().filter(|_| is_compared);
            for (name, text) in built_in.collect_vec() {
                let dice = dice::parse(text.as_bytes())?;
                let list = self.ask(name, &dice)?;
                is_complete &= list.is_ok_and(|list| add(&mut diagnosed, name, dice, Ok(list)));
            }
        }
        if diagnosed.shares.is_empty() {
            // Of a program without a single list everything is said, and so it is in JSON.
            let is_told = diagnosed.trial.is_finished() || self.format.name == "json";
            if is_told || !diagnosed.trial.is_possible() {
                print(&(self.format.value)(&diagnosed))?;
            }
            return Ok(verdict(false));
        }
        self.threading.start()?;
        // As many rule sets are played at once as there are threads.
        let memory = self.remembering.bytes(false) / rayon::current_num_threads();
        let (rules, scoring) = (self.rules, self.scoring.value[0]);
        let expected = Hypothesis { rules, scoring };
        let said = self.games.map(|games| [games as f64; 2]);
        let question = Question {
            games: said.or(diagnosed.trial.games).unwrap_or(ANY_GAMES),
            expected,
            finest: PRECISE,
        };
        let progress = Bar::new("Regelwerke werden verglichen", 0, false, self.common.quiet);
        let mut truths = Truths::new(diagnosed.dice.clone(), diagnosed.seed, memory);
        let diagnosis = diagnose(&mut truths, &diagnosed.shares, &question, &progress);
        drop(progress);
        if let Some(off) = diagnosis.furthest.filter(|_| !self.command.is_empty()) {
            // The pairs that this die makes with others, each alone in a file.
            let dice = &diagnosed.dice[off.list];
            let others = (0..dice.len()).filter(|&other| other != off.die);
            let pairs = others.map(|other| [dice[off.die].clone(), dice[other].clone()]);
            let files = pairs.clone().map(|pair| pair.to_vec()).collect();
            let expected = Truths::new(files, diagnosed.seed, memory).shares(expected);
            // The one for which the share of the die is furthest from the expected one.
            let mut asked = Vec::new();
            for (pair, expected) in pairs.zip(expected) {
                let list = self.ask("zwei Würfel", &pair)?.ok();
                let trial = &diagnosed.trial;
                if let Some(shown) = list.and_then(|list| trial.shares(&list, &pair)?[0]) {
                    asked.push((pair, [shown.share, expected]));
                }
            }
            let off = |(_, [shown, expected]): &Pair| (shown - expected).abs();
            asked.sort_by(|one, other| off(one).total_cmp(&off(other)));
            diagnosed.pair = asked.pop();
        }
        let passed = diagnosis.is_expected && is_complete && diagnosed.forms.is_empty();
        diagnosed.diagnosis = Some(diagnosis);
        print(&(self.format.value)(&diagnosed))?;
        Ok(verdict(passed))
    }

    /// The list of these dice that a text is, as it is printed; or why it is none.
    fn readable(&self, text: Result<Vec<u8>, ListError>, dice: &[Die]) -> Result<List, String> {
        let list = text.and_then(|text| list::as_printed(&text, dice, self.reading()));
        list.map_err(|fault| format!("nicht lesbar: {fault}"))
    }

    /// The list with shares, where no other lists say how many games wins are of.
    fn with_shares(&self, list: &List, dice: &[Die]) -> Result<List, String> {
        // Of two dice the sum of wins is a number of games, whatever it is.
        let can_draw = dice.len() < 3;
        let list = list
            .with_shares(dice.len(), self.games, can_draw)
            .into_owned();
        match list.has_shares() {
            true => Ok(list),
            false => Err(
                "die Liste nennt keine Anteile, nur eine Reihenfolge oder Anzahlen von \
                          Siegen; mit --gespielt N sagen, aus wie \
                          vielen Spielen je Paarung sie sind"
                    .into(),
            ),
        }
    }

    /// How lists are read.
    fn reading(&self) -> ReadOptions<'_> {
        ReadOptions {
            form: self.form.as_ref(),
            ..ReadOptions::default()
        }
    }

    /// Reads the list beside a dice file. Returns whether it says anything of the dice.
    fn read(&self, pair: &[Input], diagnosed: &mut Diagnosed) -> Result<bool> {
        let file = &pair[0];
        let dice = read_dice(file, &[self.rules], self.common.quiet);
        let dice = dice.map_err(|fault| match file {
            Input::File(path) if !path.exists() => {
                Misuse(format!("{fault:#}; vor einem Programm steht „--“")).into()
            }
            _ => fault,
        })?;
        let [_, list] = pair else {
            refuse!("hinter jeder Würfeldatei steht die Liste dazu, aber hinter „{file}“ keine");
        };
        let text = read_list(list, list::most_bytes(&dice), self.common.quiet)?;
        let read = self
            .readable(text, &dice)
            .and_then(|list| self.with_shares(&list, &dice));
        // What is wrong with a list is said of its own file.
        let name = if read.is_ok() { file } else { list };
        Ok(add(diagnosed, &name.to_string(), dice, read))
    }

    /// The list that the command prints for these dice. If there is none, why is said of this name.
    fn ask(&self, name: &str, dice: &[Die]) -> Result<Answer> {
        let lines = dice.iter();
        let lines = lines.map(|die| format!("{} {die}\n", die.faces().len()));
        let file = format!("{}\n{}", dice.len(), lines.format(""));
        let limit = Duration::from_secs_f64(self.time);
        let answer = program::ask(&self.command, file.as_bytes(), limit)?;
        let time = answer.time.as_secs_f64();
        self.common.tell(format_args!("{name}: {time:.2} s"));
        let list = match answer.ending {
            Ending::TooSlow => {
                let remedy = if may_never_end(name) {
                    ""
                } else {
                    "; länger warten mit --zeit"
                };
                let text = format!("nach {} s nicht fertig{remedy}", self.time);
                Err(NoList::TimedOut(text))
            }
            Ending::TooMuch => {
                let most = MOST_OUTPUT >> 20;
                Err(NoList::Unusable(format!(
                    "mehr als {most} MiB Ausgabe; so lang ist keine Bestenliste"
                )))
            }
            Ending::Exited(status) => match status.code() {
                Some(0) => self
                    .readable(Ok(answer.output.clone()), dice)
                    .map_err(NoList::Unusable),
                Some(code) => Err(NoList::Unusable(format!(
                    "das Programm endete mit Rückgabewert {code}"
                ))),
                None => Err(NoList::Unusable(
                    "ein Signal hat das Programm beendet".into(),
                )),
            },
        };
        if let Err(NoList::TimedOut(fault) | NoList::Unusable(fault)) = &list {
            say(format_args!("{name}: {fault}"));
            self.show_said(&answer.said);
        }
        Ok(list)
    }

    /// Shows the last lines that a program has written to its standard error, unless they were
    /// shown before.
    fn show_said(&self, said: &[u8]) {
        let said = String::from_utf8_lossy(said);
        let lines = said.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.map(|line| format!("  | {}", Excerpt::whole(line)));
        let last = lines.tail(SHOWN_LINES).join("\n");
        let mut shown = self.shown.borrow_mut();
        if last.is_empty() || !shown.insert(last.clone()) {
            return;
        }
        say(last);
        if shown.len() == 1 && !program::takes_file(&self.command) {
            say(
                "Die Würfel kommen über die Standardeingabe; wo {} steht, kommt der Name der \
                 Datei hin.",
            );
        }
    }
}

/// The program of the command line.
struct Asked<'a>(&'a Diagnose);

impl Program for Asked<'_> {
    type Error = anyhow::Error;

    fn list(&mut self, title: &str, dice: &[Die]) -> Result<Answer> {
        self.0.ask(title, dice)
    }
}

/// Adds what a list says of the dice of a file; if that is nothing, why is said of this name.
fn add(diagnosed: &mut Diagnosed, name: &str, dice: Vec<Die>, list: Result<List, String>) -> bool {
    let added = list.and_then(|list| {
        let none = match list.has_shares() {
            true => {
                "die Liste gehört zu einer anderen Würfeldatei: keiner oder fast keiner ihrer \
                     Würfel steht in dieser"
            }
            false => "die Liste nennt keine Anteile der Würfel dieser Datei",
        };
        let shares = diagnosed.trial.shares(&list, &dice).ok_or(none)?;
        diagnosed.shares.push(shares);
        let form = form_fault(&list, &dice);
        let index = diagnosed.files.len();
        diagnosed.forms.extend(form.map(|form| (index, form)));
        diagnosed.files.push(name.into());
        diagnosed.dice.push(dice);
        Ok(())
    });
    if let Err(fault) = &added {
        say(format_args!("{name}: {fault}"));
    }
    added.is_ok()
}
