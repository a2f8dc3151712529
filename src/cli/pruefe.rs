//! The command `pruefe`: somebody's Bestenlisten, and on stdout what is wrong with them.

use std::iter;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};
use rayon::prelude::*;

use super::errors::{FAILED, Failure};
use super::find::find;
use super::groups::{ACCURACY, OUTPUT, RankingOptions, WORDS};
use super::misuse::Misuse;
use super::progress::Early;
use super::streams::{self, Expected, check_stdin, print, read_dice, read_list};
use super::summary::{self, Asked};
use super::values::{self, Input};
use crate::check::list::{List, ListError};
use crate::check::{self, Allowance, Verdict, Yardstick};
use crate::dice::Die;
use crate::ranking::Criterion;
use crate::report::check::{
    Judged, JudgedList, WriteJudged, write_github, write_json, write_junit, write_svg, write_text,
    write_tsv,
};
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
keine Mängel gibt, aber zu wenig über die Wahrheit bekannt ist. Ohne
--gespielt steht dahinter, nach wie vielen Spielen je Paarung die Anteile
aussehen, wenn die Regeln stimmen; „höchstens“ gilt für 99 % aller richtigen
Listen. Bei mehreren Listen steht vor jeder Zeile, um welche es geht, und am
Ende „28 von 30 bestanden“. Bei --regeln alle steht vor den Befunden, zu welchen
Regeln die Liste am besten passt. Die Regeln selbst erklärt „wuerfelglueck
regeln“.

Rückgabewert: 0 alle bestanden; 1 eine nicht bestanden, auch weil sie nicht
lesbar oder nicht beurteilt ist; 2 Würfeldatei oder Befehlszeile fehlerhaft.

  wuerfelglueck pruefe beispiele/wuerfel0.txt beispiele/wuerfel0.soll
  wuerfelglueck pruefe --gespielt 4000 DATEI abgaben/*.liste
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
    /// Aus so vielen Spielen je Paarung sind die Listen
    ///
    /// Dann darf ein Anteil nur so weit danebenliegen, wie es der Zufall bei so vielen Spielen bringt, und nur
    /// solche Würfel dürfen vertauscht sein; eine richtige Liste fällt mit höchstens 0.2 % durch.
    #[arg(
        long = "gespielt", value_name = "N", value_parser = values::games, help_heading = ACCURACY,
        conflicts_with_all = ["tolerance", "leeway"]
    )]
    list_games: Option<u64>,

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

    /// Vor den Befunden jede Liste neben der Wahrheit, als Tabelle
    #[arg(short = 'v', long = "ausfuehrlich", help_heading = OUTPUT)]
    in_detail: bool,

    /// Format: text, tsv, json, svg, junit oder github [Vorgabe: text]
    ///
    /// tsv hat eine Zeile je Liste. svg ist ein Bild mit einer Spalte je Liste neben der Wahrheit. junit ist XML, wie GitLab, Jenkins und GitHub die Ergebnisse von Tests lesen.
    /// Mit github stehen Befunde in einem Workflow von GitHub neben der Zeile der Liste.
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// How verdicts are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Tsv,
    Json,
    Svg,
    Junit,
    Github,
}

impl Pruefe {
    /// Prints what is wrong, and a verdict.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let options = &self.options;
        options.playing.check()?;
        options.output.check()?;
        if !matches!(
            options.counting.criterion(),
            Ok(Criterion::Wins | Criterion::Points)
        ) {
            return Err(Misuse::DuelsAreNoShares.into());
        }
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
        let allowance = options.output.allowance();
        let plan = match allowance {
            Allowance::Chance { games } => options.plan_for(games, dice.len()),
            Allowance::Points { .. } => options.plan(),
        };
        // Truth is not wanted where there is nothing to compare with it.
        let found = match lists.iter().any(Result::is_ok) {
            true => Some(find(&dice, options, &plan, Early::default())?),
            false => None,
        };

        let rankings = found.iter().flat_map(|found| &found.rankings);
        let yardsticks: Vec<(Rules, Yardstick)> = rankings
            .map(|(rules, truth)| (*rules, Yardstick::new(truth, allowance)))
            .collect();
        let judge = |(input, list): (&Input, Result<List, ListError>)| JudgedList {
            name: input.to_string(),
            verdicts: list.map(|list| verdicts(&list, &dice, &yardsticks)),
        };
        let lists = inputs.par_iter().zip(lists).map(judge);
        let judged = Judged {
            file: self.dice.to_string(),
            dice: &dice,
            truths: found.as_ref().map_or(&[], |found| &found.rankings),
            lists: options.threading.pool()?.install(|| lists.collect()),
            seed: found
                .as_ref()
                .filter(|_| !options.playing.exact)
                .map(|found| found.seed),
            allowance,
            in_detail: options.output.in_detail,
        };
        let write: WriteJudged = match options.output.format {
            Format::Text => write_text,
            Format::Tsv => write_tsv,
            Format::Json => write_json,
            Format::Svg => write_svg,
            Format::Junit => write_junit,
            Format::Github => write_github,
        };
        if print(|out| write(out, &judged))?
            && let Some(found) = &found
        {
            let asked = Asked::new(options, &plan, found);
            summary::tell(
                &options.common,
                found,
                &asked,
                |ranking, asked| match allowance {
                    // What is certain is not asked then.
                    Allowance::Chance { .. } => Vec::new(),
                    Allowance::Points { .. } => summary::uncertain(ranking, asked),
                },
            );
        }
        Ok(match judged.is_passed() {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(FAILED),
        })
    }
}

impl Judging {
    /// Whether the options fit together.
    fn check(&self) -> Result<(), Misuse> {
        match self.format {
            Format::Tsv | Format::Svg | Format::Junit if self.in_detail => {
                Err(Misuse::DetailsAreText)
            }
            _ => Ok(()),
        }
    }

    /// How far a list may be from the truth.
    fn allowance(&self) -> Allowance {
        match self.list_games {
            Some(games) => Allowance::Chance { games },
            None => Allowance::Points {
                tolerance: self.tolerance,
                leeway: self.leeway,
            },
        }
    }
}

/// The verdict under each rule set, the one that fits best first.
fn verdicts(list: &List, dice: &[Die], yardsticks: &[(Rules, Yardstick)]) -> Vec<(Rules, Verdict)> {
    let judge = |(rules, yardstick): &_| (*rules, check::judge(list, dice, yardstick));
    let mut verdicts: Vec<(Rules, Verdict)> = yardsticks.iter().map(judge).collect();
    verdicts.sort_by(|(_, one), (_, other)| {
        let distances = [one, other].map(|verdict| verdict.distance().unwrap_or(f64::INFINITY));
        let faults = one.findings.faults().cmp(&other.findings.faults());
        faults.then(distances[0].total_cmp(&distances[1]))
    });
    verdicts
}
