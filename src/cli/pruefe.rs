//! The command `pruefe`: somebody's Bestenliste, and on stdout what is wrong with it.

use std::process::ExitCode;

use clap::{Args, ValueHint};

use super::errors::{FAILED, Failure};
use super::find::find;
use super::groups::{ACCURACY, OUTPUT, RankingOptions, WORDS};
use super::misuse::Misuse;
use super::streams::{self, Expected, print, read_dice};
use super::summary::{self, Asked};
use super::values::{self, Input, TextOrJson};
use crate::check::list::{self, ListReader};
use crate::check::{self, Limits, Verdict};
use crate::report::check::{Judged, WriteJudged, write_json, write_text};
use crate::rules::Rules;

const DICE: Expected = Expected {
    usage: "pruefe DATEI LISTE",
    help: "pruefe --hilfe",
    ..streams::DICE
};
const LIST: Expected = Expected {
    what: "die Bestenliste",
    file: "die Bestenliste",
    ..DICE
};

/// The end of the help.
const AFTER_HELP: &str = "\
Jeder Befund ist eine Zeile mit der Nummer der Zeile in der Liste; von mehr als
100 Befunden werden die übrigen gezählt. Die letzte Zeile ist „bestanden“ oder
„nicht bestanden: 3 Mängel, 1 Hinweis“. Bei --regeln alle steht davor, zu
welchen Regeln die Liste am besten passt. Die Regeln selbst erklärt
„wuerfelglueck regeln“.

Rückgabewert: 0 bestanden, 1 nicht bestanden, 2 Würfeldatei, Liste oder
Befehlszeile fehlerhaft.

  wuerfelglueck pruefe beispiele/wuerfel0.txt beispiele/wuerfel0.soll
  ./meinprogramm < DATEI | wuerfelglueck pruefe DATEI
";

/// Judges a list.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck pruefe [OPTIONEN] DATEI [BESTENLISTE]",
    after_long_help = AFTER_HELP
)]
pub(super) struct Pruefe {
    /// Die Würfeldatei, von der die Liste handelt
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath, help_heading = WORDS)]
    dice: Input,

    /// Die Bestenliste; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "BESTENLISTE", value_hint = ValueHint::FilePath, default_value = "-",
        help_heading = WORDS
    )]
    list: Input,

    #[command(flatten)]
    options: RankingOptions<Judging>,
}

/// How the list is judged.
#[derive(Debug, Args)]
struct Judging {
    /// So weit darf ein Anteil danebenliegen [Vorgabe: 5]
    ///
    /// P ist der erlaubte Abstand vom wahren Anteil in Prozentpunkten.
    #[arg(
        long = "toleranz", value_name = "P", default_value = "5",
        value_parser = values::difference, help_heading = ACCURACY
    )]
    tolerance: f64,

    /// Bei weniger Abstand darf vertauscht sein [Vorgabe: 1]
    ///
    /// Würfel, die weniger als P Prozentpunkte auseinanderliegen, dürfen in falscher Reihenfolge stehen.
    #[arg(
        long = "spielraum", value_name = "P", default_value = "1",
        value_parser = values::difference, help_heading = ACCURACY
    )]
    leeway: f64,

    /// Format der Ausgabe: text oder json [Vorgabe: text]
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: TextOrJson,
}

impl Pruefe {
    /// Prints what is wrong, and a verdict.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let options = &self.options;
        options.playing.check()?;
        if self.dice == Input::Stdin && self.list == Input::Stdin {
            return Err(Misuse::StdinTwice.into());
        }
        let quiet = options.common.quiet;
        let dice = read_dice(DICE, &self.dice, options.rule_sets(), quiet)?;
        let mut reader = ListReader::new(dice.len());
        LIST.each_line(&self.list, quiet, list::LONGEST_LINE, |line| {
            reader.line(line)
        })?;
        let list = reader.finish()?;
        let found = find(&dice, options)?;

        let limits = Limits {
            tolerance: options.output.tolerance,
            leeway: options.output.leeway,
        };
        let judge = |(rules, truth): &_| (*rules, check::judge(&list, &dice, truth, limits));
        let mut verdicts: Vec<(Rules, Verdict)> = found.rankings.iter().map(judge).collect();
        verdicts.sort_by(|(_, one), (_, other)| {
            let distances = [one, other].map(|verdict| verdict.distance.unwrap_or(f64::INFINITY));
            let faults = one.findings.faults().cmp(&other.findings.faults());
            faults.then(distances[0].total_cmp(&distances[1]))
        });
        let judged = Judged {
            verdicts,
            seed: (!options.playing.exact).then_some(found.seed),
            limits,
        };
        let write: WriteJudged = match options.output.format {
            TextOrJson::Text => write_text,
            TextOrJson::Json => write_json,
        };
        if print(|out| write(out, &judged))? {
            let asked = Asked::new(options);
            summary::tell(&options.common, &found, &asked, summary::uncertain);
        }
        let (_, best) = judged.best();
        Ok(match best.is_passed() {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        })
    }
}
