//! The command `regeln`: the rules in German.

use anyhow::Result;
use clap::Args;
use itertools::Itertools;
use textwrap::{Options, WordSplitter};

use super::streams::print_text;
use wuerfelglueck::rules::{Deviation, Rules, RulesError};
use wuerfelglueck::text::capital;

const WIDTH: usize = 72;

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck regeln [NAME]")]
pub struct Regeln {
    /// Ein Regelwerk (offiziell, zielzuerst, wlr), eine Abweichung oder sixjack
    ///
    /// Bei einem Regelwerk steht, was es anders macht und wozu es da ist, bei einem mit
    /// Abweichungen wie offiziell+start-leer auch diese. Bei sixjack stehen die Regeln des
    /// Kartenspiels. Ohne NAME kommt alles über „Mensch ärgere Dich nicht“.
    #[arg(value_name = "NAME", id = "topic", value_parser = explained, help_heading = "Argumente")]
    text: Option<String>,
}

impl Regeln {
    pub fn run(&self) -> Result<u8> {
        print_text(self.text.as_ref().unwrap_or(&all()))
    }
}

/// What there is to say about a rule set, a deviation, or the card game of this name.
fn explained(name: &str) -> Result<String, RulesError> {
    if name == "sixjack" {
        return Ok(include_str!("texte/sixjack.txt").into());
    }
    if let Some(deviation) = Deviation::named(name) {
        let use_it = format!("So gespielt wird mit --regeln offiziell+{name}\n");
        return Ok(table([deviation]) + "\n" + &use_it);
    }
    let rules: Rules = name.parse()?;
    let base = match rules.base() {
        Rules::WLR => include_str!("texte/wlr.txt"),
        Rules::ZIELZUERST => include_str!("texte/zielzuerst.txt"),
        _ => include_str!("texte/offiziell.txt"),
    };
    let table = table(rules.deviations());
    if table.is_empty() {
        return Ok(base.into());
    }
    let named = wrapped("", &format!("Unter „{rules}“ gilt stattdessen:"));
    Ok(format!("{base}\nABWEICHUNGEN\n\n{named}\n{table}"))
}

/// Everything about the game, with the signs of the board, the rule sets and the deviations from them.
pub fn all() -> String {
    let all = Deviation::ALL.iter().copied();
    let for_wlr = all.clone().filter(|&one| Rules::WLR.with(one).is_ok());
    let for_wlr = for_wlr.map(Deviation::name).join(" und ");
    let for_wlr = format!("Zu wlr passen nur die Abweichungen, die sagen, wer beginnt: {for_wlr}.");
    let exclusive = Deviation::EXCLUSIVE.map(|pair| {
        let [one, other] = pair.map(Deviation::name);
        format!("  {one} und {other}\n")
    });
    format!(
        include_str!("texte/regeln.txt"),
        table = table(all),
        exclusive = exclusive.concat(),
        for_wlr = wrapped("", &for_wlr)
    )
}

/// Deviations with their meanings, in two columns.
fn table(deviations: impl IntoIterator<Item = Deviation>) -> String {
    let all = Deviation::ALL.iter();
    let longest = all.map(|one| one.name().len()).max().unwrap_or_default();
    let row = |deviation: Deviation| {
        let beginning = format!("  {:longest$}  ", deviation.name());
        wrapped(&beginning, &(capital(deviation.meaning()) + "."))
    };
    deviations.into_iter().map(row).collect()
}

/// This text behind what begins its first line, cut between words. The other lines begin with as many spaces.
fn wrapped(beginning: &str, text: &str) -> String {
    let margin = " ".repeat(beginning.chars().count());
    let options = Options::new(WIDTH).word_splitter(WordSplitter::NoHyphenation);
    let options = options.initial_indent(beginning);
    textwrap::fill(text, options.subsequent_indent(&margin)) + "\n"
}
