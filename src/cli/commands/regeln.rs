//! The command `regeln`: the rules in German.

use clap::Args;

use crate::cli::args::TOPIC;
use crate::cli::help::wrap_text;
use crate::cli::session::Answer;
use crate::report::Printable;
use wuerfelglueck::rules::{Deviation, NUMBERED_RULES, NumberedRule, Rules, RulesError};
use wuerfelglueck::text::capitalize;

/// The most characters of a line.
const WIDTH: usize = 72;

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck regeln [NAME]")]
pub struct Regeln {
    /// Ein Regelwerk (offiziell, zielzuerst, wlr), eine Abweichung oder sixjack
    ///
    /// Bei einem Regelwerk steht, was es anders macht und wozu es da ist, bei einem mit
    /// Abweichungen wie offiziell+start-leer auch diese. Bei sixjack stehen die Regeln des
    /// Kartenspiels. Ohne NAME kommt alles über „Mensch ärgere Dich nicht“.
    #[arg(value_name = "NAME", id = TOPIC, value_parser = explain, help_heading = "Argumente")]
    explanation: Option<String>,
}

impl Regeln {
    pub fn run(&self) -> Answer {
        let text = self.explanation.clone().unwrap_or_else(full_text);
        Answer::of(Printable::for_people(&text))
    }
}

/// The explanation of the rule set, the deviation or the card game of this name.
fn explain(name: &str) -> Result<String, RulesError> {
    if name == "sixjack" {
        return Ok(include_str!("../texte/sixjack.txt").into());
    }
    if let Some(deviation) = Deviation::named(name) {
        let table = format_deviations([deviation]);
        return Ok(format!(
            "{table}\nSo gespielt wird mit --regeln offiziell+{name}\n"
        ));
    }
    let rules: Rules = name.parse()?;
    let base = rules.base_description();
    if rules.is_base() {
        return Ok(base.into());
    }
    let heading = wrap_text(WIDTH, "", &format!("Unter „{rules}“ gilt stattdessen:"));
    let table = format_deviations(rules.deviations());
    Ok(format!("{base}\nABWEICHUNGEN\n\n{heading}\n{table}"))
}

/// The rules of the board game, with the signs of the board, the rule sets and the deviations.
pub fn full_text() -> String {
    let of_starters = Deviation::OF_STARTERS.map(Deviation::name).join(" und ");
    let for_wlr =
        format!("Zu wlr passen nur die Abweichungen, die sagen, wer beginnt: {of_starters}.");
    let exclusive = Deviation::EXCLUSIVE.map(|pair| {
        let names = pair.map(Deviation::name);
        format!("  {}\n", names.join(" und "))
    });
    format!(
        include_str!("../texte/regeln.txt"),
        rules = format_numbered_rules(),
        table = format_deviations(Deviation::ALL.iter().copied()),
        exclusive = exclusive.concat(),
        for_wlr = wrap_text(WIDTH, "", &for_wlr)
    )
}

/// Formats the rules 1 to 5, each behind its number.
fn format_numbered_rules() -> String {
    let rules = (1..).zip(NUMBERED_RULES);
    rules
        .map(|(number, NumberedRule { name, text })| {
            let name = name.map_or(String::new(), |name| format!("{name}: "));
            wrap_text(
                WIDTH,
                &format!("  Regel {number}   "),
                &format!("{name}{text}"),
            )
        })
        .collect()
}

/// Formats deviations with their meanings, in two columns.
fn format_deviations(deviations: impl IntoIterator<Item = Deviation>) -> String {
    let longest = Deviation::ALL
        .iter()
        .map(|deviation| deviation.name().len())
        .max()
        .unwrap_or_default();
    deviations
        .into_iter()
        .map(|deviation| {
            let label = format!("  {:longest$}  ", deviation.name());
            wrap_text(WIDTH, &label, &(capitalize(deviation.meaning()) + "."))
        })
        .collect()
}
