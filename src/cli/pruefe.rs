//! The command `pruefe`: somebody's Bestenlisten, and on stdout what is wrong with them.

use std::iter;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use rayon::prelude::*;

use super::errors::{FAILED, Failure};
use super::find::find;
use super::groups::{ACCURACY, OUTPUT, RankingOptions, WORDS};
use super::streams::{self, Expected, check_stdin, print, read_dice, read_list};
use super::summary::{self, Asked};
use super::values::{self, Input};
use crate::check::list::{List, ListError};
use crate::check::{self, Limits, Verdict};
use crate::dice::Die;
use crate::ranking::Ranking;
use crate::report::check::{Judged, JudgedList, WriteJudged, write_github, write_json, write_text};
use crate::rules::Rules;

const DICE: Expected = Expected {
    usage: "pruefe DATEI LISTE",
    help: "pruefe --hilfe",
    ..streams::DICE
};

/// The end of the help.
const AFTER_HELP: &str = "\
Jeder Befund ist eine Zeile mit der Nummer der Zeile in der Liste; von mehr als
100 Befunden werden die übrigen gezählt. Die letzte Zeile ist „bestanden“ oder
„nicht bestanden: 3 Mängel, 1 Hinweis“; oder „nicht beurteilt: …“, wenn es
keine Mängel gibt, aber zu wenig über die Wahrheit bekannt ist. Bei mehreren
Listen steht vor jeder Zeile, um welche es geht, und am Ende „28 von 30
bestanden“. Bei --regeln alle steht vor den Befunden, zu welchen Regeln die
Liste am besten passt. Die Regeln selbst erklärt „wuerfelglueck regeln“.

Rückgabewert: 0 alle bestanden; 1 eine nicht bestanden, auch weil sie nicht
lesbar oder nicht beurteilt ist; 2 Würfeldatei oder Befehlszeile fehlerhaft.

  wuerfelglueck pruefe beispiele/wuerfel0.txt beispiele/wuerfel0.soll
  wuerfelglueck pruefe DATEI abgaben/*.liste
  ./meinprogramm < DATEI | wuerfelglueck pruefe DATEI
";

/// Judges lists.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck pruefe [OPTIONEN] DATEI [LISTE …]",
    after_long_help = AFTER_HELP
)]
pub(super) struct Pruefe {
    /// Die Würfeldatei, von der die Liste handelt
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath, help_heading = WORDS)]
    dice: Input,

    /// Die Bestenlisten; ohne sie oder mit - die Standardeingabe
    #[arg(value_name = "LISTE", value_hint = ValueHint::FilePath, help_heading = WORDS)]
    lists: Vec<Input>,

    #[command(flatten)]
    options: RankingOptions<Judging>,
}

/// How the lists are judged.
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

    /// Format: text, json oder github [Vorgabe: text]
    ///
    /// Mit github stehen Befunde in einem Workflow von GitHub neben der Zeile der Liste.
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// How verdicts are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Github,
}

impl Pruefe {
    /// Prints what is wrong, and a verdict.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let options = &self.options;
        options.playing.check()?;
        let stdin = [Input::Stdin];
        let inputs = match &self.lists[..] {
            [] => &stdin[..],
            inputs => inputs,
        };
        check_stdin(iter::once(&self.dice).chain(inputs))?;
        let quiet = options.common.quiet;
        let dice = read_dice(DICE, &self.dice, options.rule_sets(), quiet)?;
        let read = |input| read_list(DICE, input, dice.len(), quiet);
        let lists: Vec<Result<List, ListError>> =
            inputs.iter().map(read).collect::<Result<_, _>>()?;
        // Truth is not wanted where there is nothing to compare with it.
        let found = match lists.iter().any(Result::is_ok) {
            true => Some(find(&dice, options)?),
            false => None,
        };

        let limits = Limits {
            tolerance: options.output.tolerance,
            leeway: options.output.leeway,
        };
        let rankings = found.as_ref().map_or(&[][..], |found| &found.rankings);
        let judge = |(input, list): (&Input, Result<List, ListError>)| JudgedList {
            name: input.to_string(),
            verdicts: list.map(|list| verdicts(&list, &dice, rankings, limits)),
        };
        let lists = inputs.par_iter().zip(lists).map(judge);
        let judged = Judged {
            lists: options.threading.pool()?.install(|| lists.collect()),
            seed: found
                .as_ref()
                .filter(|_| !options.playing.exact)
                .map(|found| found.seed),
            limits,
        };
        let write: WriteJudged = match options.output.format {
            Format::Text => write_text,
            Format::Json => write_json,
            Format::Github => write_github,
        };
        if print(|out| write(out, &judged))?
            && let Some(found) = &found
        {
            let asked = Asked::new(options);
            summary::tell(&options.common, found, &asked, summary::uncertain);
        }
        Ok(match judged.is_passed() {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        })
    }
}

/// The verdict under each rule set, the one that fits best first.
fn verdicts(
    list: &List,
    dice: &[Die],
    rankings: &[(Rules, Ranking)],
    limits: Limits,
) -> Vec<(Rules, Verdict)> {
    let judge = |(rules, truth): &_| (*rules, check::judge(list, dice, truth, limits));
    let mut verdicts: Vec<(Rules, Verdict)> = rankings.iter().map(judge).collect();
    verdicts.sort_by(|(_, one), (_, other)| {
        let distances = [one, other].map(|verdict| verdict.distance.unwrap_or(f64::INFINITY));
        let faults = one.findings.faults().cmp(&other.findings.faults());
        faults.then(distances[0].total_cmp(&distances[1]))
    });
    verdicts
}
