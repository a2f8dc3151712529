//! The command `regeln`: the rules in German.

use std::iter::repeat_n;
use std::process::ExitCode;

use clap::Args;
use itertools::Itertools;

use super::errors::Failure;
use super::groups::{Questions, WORDS};
use super::streams::print;
use super::values::{self, Topic};
use crate::rules::{Deviation, Rules};

/// The rules of the game, with the signs of the board and the rule sets without deviations.
const BASICS: &str = include_str!("texte/regeln.txt");
/// What stands above the deviations.
const BEFORE_DEVIATIONS: &str = include_str!("texte/abweichungen.txt");
/// What stands below them, and below who excludes whom.
const AFTER_DEVIATIONS: &str = include_str!("texte/nach_abweichungen.txt");

/// The widest line of the texts.
const WIDTH: usize = 72;

/// Prints the rules.
#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck regeln [NAME]")]
pub(super) struct Regeln {
    /// Ein Regelwerk (offiziell, zielzuerst, wlr), eine Abweichung oder sixjack
    ///
    /// Bei einem Regelwerk steht, was es anders macht und wozu es da ist, bei einem mit Abweichungen wie
    /// offiziell+start-leer auch diese. Bei sixjack stehen die Regeln des Kartenspiels. Ohne NAME kommt alles
    /// über „Mensch ärgere Dich nicht“.
    #[arg(value_name = "NAME", value_parser = values::topic(), help_heading = WORDS)]
    topic: Option<Topic>,

    #[command(flatten)]
    questions: Questions,
}

impl Regeln {
    /// Prints the rules on stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let text = match self.topic {
            None => all(),
            Some(Topic::Rules(rules)) => of_rules(rules),
            Some(Topic::Deviation(deviation)) => of_deviation(deviation),
            Some(Topic::SixJack) => include_str!("texte/sixjack.txt").into(),
        };
        print(|out| out.write_str(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything about the game.
pub(super) fn all() -> String {
    let exclusive = Deviation::EXCLUSIVE.map(|pair| {
        let [one, other] = pair.map(Deviation::name);
        format!("  {one} und {other}\n")
    });
    let for_wlr = Deviation::ALL
        .into_iter()
        .filter(|&deviation| Rules::WLR.with(deviation).is_ok())
        .map(Deviation::name)
        .join(" und ");
    [
        BASICS,
        "\n",
        BEFORE_DEVIATIONS,
        "\n",
        &table(Deviation::ALL),
        "\nEinander schließen aus:\n\n",
        &exclusive.concat(),
        "\n",
        &wrapped("", &format!("Zu wlr passt nur, wer beginnt: {for_wlr}.")),
        "\n",
        AFTER_DEVIATIONS,
    ]
    .concat()
}

/// What is special about a rule set.
fn of_rules(rules: Rules) -> String {
    let base = match rules.base() {
        Rules::WLR => include_str!("texte/wlr.txt"),
        Rules::ZIELZUERST => include_str!("texte/zielzuerst.txt"),
        _ => include_str!("texte/offiziell.txt"),
    };
    let deviations = rules.deviations().collect_vec();
    if deviations.is_empty() {
        return base.into();
    }
    let named = format!("Unter „{rules}“ gilt stattdessen:");
    let heading = match deviations[..] {
        [_] => "DIE ABWEICHUNG",
        _ => "DIE ABWEICHUNGEN",
    };
    let named = wrapped("", &named);
    let table = table(deviations);
    format!("{base}\n{heading}\n\n{named}\n{table}")
}

/// What a deviation is.
fn of_deviation(deviation: Deviation) -> String {
    let name = deviation.name();
    let table = table([deviation]);
    format!("{table}\nSo gespielt wird mit --regeln offiziell+{name}\n")
}

/// Deviations with their meanings, in two columns.
fn table(deviations: impl IntoIterator<Item = Deviation>) -> String {
    let names = Deviation::ALL.map(|deviation| deviation.name().len());
    let longest = names.into_iter().max().unwrap_or_default();
    let rows = deviations.into_iter().map(|deviation| {
        let name = deviation.name();
        wrapped(
            &format!("  {name:longest$}  "),
            &sentence(deviation.meaning()),
        )
    });
    rows.collect()
}

/// A clause as a sentence of its own.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// This text behind what begins its first line, cut between words, so that no line is too wide. The other lines
/// begin with as many spaces.
fn wrapped(beginning: &str, text: &str) -> String {
    let margin = beginning.chars().count();
    let mut all = String::from(beginning);
    let mut column = margin;
    for word in text.split(' ') {
        let end = column + 1 + word.chars().count();
        if column == margin {
            column = end - 1;
        } else if end <= WIDTH {
            all.push(' ');
            column = end;
        } else {
            all.push('\n');
            all.extend(repeat_n(' ', margin));
            column = margin + word.chars().count();
        }
        all += word;
    }
    all + "\n"
}
