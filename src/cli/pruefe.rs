//! The command `pruefe`: somebody's Bestenliste on stdin, what is wrong with it on stdout.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use thiserror::Error;

use super::common::{Common, Seeding, print, read_all};
use super::options::{Counting, Format, Playing, RuleSets, distance, rule_sets, text_or_json};
use super::warnings::{self, Warning};
use super::{FAILED, rank};
use crate::check::list::{self, ListError};
use crate::check::{self, Limits};
use crate::dice;
use crate::report::check as report;
use crate::rules::Rules;
use crate::text::Excerpt;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Argumente:
{positionals}

Optionen:
{options}{after-help}
";

const AFTER_HELP: &str = "\
Jeder Befund ist eine Zeile mit der Nummer der Zeile in der Liste; die letzte
Zeile ist „bestanden“ oder „nicht bestanden: 3 Mängel, 1 Hinweis“. Bei --regeln
alle steht davor, zu welchen Regeln die Liste am besten passt. Rückgabewert: 0
bestanden, 1 nicht bestanden, 2 Würfeldatei, Liste oder Befehlszeile fehlerhaft.

  wuerfelglueck pruefe beispiele/wuerfel0.txt < beispiele/wuerfel0.soll
  ./meinprogramm < DATEI | wuerfelglueck pruefe DATEI
";

/// Judges a list.
#[derive(Debug, Args)]
#[command(
    display_name = "wuerfelglueck",
    override_usage = "wuerfelglueck pruefe DATEI [OPTIONEN] < BESTENLISTE",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Pruefe {
    /// Die Würfeldatei, von der die Liste handelt
    #[arg(value_name = "DATEI")]
    file: PathBuf,

    /// Regelwerk: offiziell, zielzuerst, wlr (wie das Programm einer Einsendung spielt) oder alle: das,
    /// zu dem die Liste am besten passt [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        value_name = "NAME",
        default_value = Rules::Offiziell.name(),
        hide_default_value = true,
        value_parser = rule_sets(),
    )]
    rules: RuleSets,

    /// So weit darf ein Anteil neben dem wahren liegen, in Prozentpunkten [Vorgabe: 5]
    #[arg(
        long = "toleranz",
        value_name = "P",
        default_value = "5",
        hide_default_value = true,
        value_parser = distance,
        allow_negative_numbers = true,
    )]
    tolerance: f64,

    /// Würfel, die weniger auseinander liegen, dürfen vertauscht sein, in Prozentpunkten [Vorgabe: 1]
    #[arg(
        long = "spielraum",
        value_name = "P",
        default_value = "1",
        hide_default_value = true,
        value_parser = distance,
        allow_negative_numbers = true,
    )]
    leeway: f64,

    #[command(flatten)]
    playing: Playing,

    #[command(flatten)]
    counting: Counting,

    /// Format der Ausgabe: text oder json [Vorgabe: text]
    #[arg(
        long = "format",
        value_name = "NAME",
        default_value = "text",
        hide_default_value = true,
        value_parser = text_or_json(),
    )]
    format: Format,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    common: Common,
}

/// What cannot be read at all.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    /// The dice file.
    #[error("die Würfeldatei „{0}“ ist nicht lesbar")]
    File(Excerpt),
    /// What it holds is none.
    #[error("Würfeldatei „{0}“")]
    Dice(Excerpt),
    /// Standard input.
    #[error("die Standardeingabe ist nicht lesbar")]
    Input,
    /// What it holds is no list.
    #[error("die Liste ist nicht lesbar")]
    List(#[from] ListError),
}

impl Pruefe {
    /// Prints what is wrong, and a verdict.
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        self.playing.check()?;
        let name = || Excerpt::new(&self.file.to_string_lossy());
        let file = std::fs::read(&self.file).with_context(|| Unreadable::File(name()))?;
        let dice = dice::parse(&file).with_context(|| Unreadable::Dice(name()))?;
        let RuleSets(rule_sets) = &self.rules;
        for rules in rule_sets {
            dice::check_faces(dice.iter().enumerate(), rules.most_face())
                .with_context(|| Unreadable::Dice(name()))?;
        }
        let from_file = "wuerfelglueck pruefe DATEI < BESTENLISTE";
        let input =
            read_all("die Bestenliste", from_file, &self.common).context(Unreadable::Input)?;
        let list = list::parse(&input).map_err(Unreadable::from)?;
        let seed = self.seeding.seed.resolve()?;

        let plan = self.playing.plan(self.counting);
        let truths = rank::find(&self.playing, plan, &dice, rule_sets, seed, &self.common)?;
        let limits = Limits {
            tolerance: self.tolerance,
            leeway: self.leeway,
        };
        let judge = |((rules, truth), _): &_| (*rules, check::judge(&list, &dice, truth, limits));
        let mut verdicts: Vec<_> = truths.iter().map(judge).collect();
        verdicts.sort_by(|(_, one), (_, other)| {
            let distances = [one, other].map(|verdict| verdict.distance.unwrap_or(f64::INFINITY));
            let faults = one.faults().cmp(&other.faults());
            faults.then(distances[0].total_cmp(&distances[1]))
        });
        let passed = verdicts.first().is_some_and(|(_, best)| best.is_passed());
        let code = if passed {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(FAILED)
        };
        let settings = report::Settings {
            seed: (!self.playing.exact).then_some(seed),
            limits,
        };
        let printed = print(|out| match self.format {
            Format::Json => report::write_json(out, &verdicts, &settings),
            _ => report::write(out, &verdicts),
        });
        match printed {
            // Quiet, but no less strict.
            Err(error) if super::is_closed_pipe(&error) => return Ok(code),
            other => other?,
        }
        for ((rules, truth), elapsed) in &truths {
            if truths.len() > 1 {
                self.common.tell(format_args!("Regeln {}", rules.name()));
            }
            let mut known = warnings::of_ranking(
                truth,
                plan.accuracy,
                self.playing.more(),
                self.playing.memory(),
            );
            known.retain(Warning::is_about_certainty);
            self.common.warn_all(&known);
            self.common.tell(rank::closing(truth, *elapsed, seed));
            self.common.tell(rank::certified(truth, plan.accuracy));
        }
        Ok(code)
    }
}
