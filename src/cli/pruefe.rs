//! The command `pruefe`: somebody's Bestenlisten, and on stdout what is wrong with them.

use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, Args, ValueHint};
use itertools::Itertools;
use rayon::prelude::*;

use super::errors::{Misuse, refuse_if, verdict};
use super::find::find;
use super::groups::{RankingOptions, offer_criteria};
use super::help::text;
use super::progress::Early;
use super::streams::{check_stdin, print};
use super::summary;
use super::values::{self, Input, Word, word};
use crate::check::list::{List, ListError};
use crate::check::{Allowance, Yardstick, judge_all};
use crate::report::check::{
    Judged, JudgedList, WriteJudged, write_github, write_json, write_junit, write_svg, write_text,
    write_tsv,
};

/// Judges lists.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck pruefe [OPTIONEN] DATEI [LISTE …]",
    mut_args(|argument| offer_criteria(of_best_rules(argument), 2))
)]
pub struct Pruefe {
    /// Die Würfeldatei, zu der die Liste gehört
    #[arg(value_name = "DATEI", value_hint = ValueHint::FilePath)]
    dice: Input,

    /// Die Bestenlisten; ohne sie oder mit - die Standardeingabe
    #[arg(value_name = "LISTE", value_hint = ValueHint::FilePath, default_value = "-")]
    lists: Vec<Input>,

    #[command(flatten)]
    options: RankingOptions<Judging>,
}

/// Says of `--regeln` what several mean here.
fn of_best_rules(argument: Arg) -> Arg {
    if argument.get_id() != "rules" {
        return argument;
    }
    let help = text(argument.get_long_help());
    argument.long_help(help.replace(
        "gibt es die Liste für jedes, und welche Ränge davon abhängen",
        "gilt das, zu dem die Liste am besten passt",
    ))
}

/// How the lists are judged.
#[derive(Debug, Args)]
struct Judging {
    /// Die Listen beruhen auf N Spielen je Paarung
    ///
    /// Dann darf ein Anteil nur so weit danebenliegen, wie es der Zufall bei so vielen Spielen bringt, und nur
    /// solche Würfel dürfen vertauscht sein; eine richtige Liste fällt mit höchstens 0.2 % durch.
    #[arg(
        long = "gespielt", value_name = "N", value_parser = values::games,
        conflicts_with_all = ["tolerance", "leeway"]
    )]
    list_games: Option<u64>,

    /// So weit darf ein Anteil danebenliegen
    ///
    /// P ist der erlaubte Abstand vom wahren Anteil in Prozentpunkten.
    #[arg(
        long = "toleranz", value_name = "P", default_value = "5", value_parser = values::difference
    )]
    tolerance: f64,

    /// Würfel mit kleinerem Abstand dürfen vertauscht sein
    ///
    /// Würfel, die weniger als P Prozentpunkte auseinanderliegen, dürfen in falscher Reihenfolge stehen.
    #[arg(
        long = "spielraum", value_name = "P", default_value = "1", value_parser = values::difference
    )]
    leeway: f64,

    /// Vor den Befunden jede Liste neben der Wahrheit, als Tabelle
    #[arg(short = 'v', long = "ausfuehrlich")]
    in_detail: bool,

    /// Format: text, tsv, json, svg, junit oder github
    ///
    /// tsv hat eine Zeile je Liste. svg ist ein Bild mit einer Spalte je Liste neben der Wahrheit. junit ist XML,
    /// wie GitLab, Jenkins und GitHub die Ergebnisse von Tests lesen. Mit github stehen Befunde in einem Workflow
    /// von GitHub neben der Zeile der Liste.
    #[arg(long, value_name = "NAME", default_value = "text", value_parser = word(&FORMATS))]
    format: Word<WriteJudged>,
}

/// How verdicts are printed.
const FORMATS: [(&str, WriteJudged); 6] = [
    ("text", write_text),
    ("tsv", write_tsv),
    ("json", write_json),
    ("svg", write_svg),
    ("junit", write_junit),
    ("github", write_github),
];

impl Pruefe {
    /// Prints what is wrong, and a verdict.
    pub fn run(&self) -> Result<ExitCode> {
        let options = &self.options;
        self.check()?;
        check_stdin(iter::once(&self.dice).chain(&self.lists))?;
        let reader = options.common.reader("pruefe DATEI LISTE");
        let dice = reader.dice(&self.dice, &options.rules)?;
        let read = |input| reader.list(input, &dice);
        let lists = self.lists.iter().map(read).collect::<Result<Vec<_>>>()?;
        let allowance = options.output.allowance();
        let plan = match allowance {
            Allowance::Chance { games } => options.plan_for(games, dice.len()),
            Allowance::Points { .. } => options.plan(),
        };
        // Truth is not wanted where there is nothing to compare with it.
        let is_wanted = lists.iter().any(Result::is_ok);
        let find = || find(&dice, options, &plan, &Early::default());
        let found = is_wanted.then(find).transpose()?;

        let truths = found.as_ref().map_or(&[][..], |found| &found.rankings);
        let yardsticks = truths.iter().map(|(rules, truth)| {
            let yardstick = Yardstick::new(truth, allowance);
            (*rules, yardstick)
        });
        let yardsticks = yardsticks.collect_vec();
        let judge = |(input, list): (&Input, Result<List, ListError>)| JudgedList {
            name: input.to_string(),
            verdicts: list.map(|list| judge_all(&list, &dice, &yardsticks)),
        };
        let played = found.as_ref().filter(|_| !options.playing.exact);
        let judged = Judged {
            file: self.dice.to_string(),
            dice: &dice,
            truths,
            lists: self.lists.par_iter().zip(lists).map(judge).collect(),
            seed: played.map(|found| found.seed),
            allowance,
            in_detail: options.output.in_detail,
        };
        if print(|out| (options.output.format.value)(out, &judged))?
            && let Some(found) = &found
        {
            summary::tell(&options.common, found, |ranking, found| match allowance {
                // What is certain is not asked then.
                Allowance::Chance { .. } => Vec::new(),
                Allowance::Points { .. } => summary::uncertain(ranking, found),
            });
        }
        Ok(verdict(judged.is_passed()))
    }

    /// Whether the options fit together.
    fn check(&self) -> Result<(), Misuse> {
        let output = &self.options.output;
        self.options.playing.check()?;
        refuse_if(
            output.in_detail && ["tsv", "svg", "junit"].contains(&output.format.name),
            "„--ausfuehrlich“ gibt es für Text und JSON, nicht für „--format tsv“, „--format svg“ oder \
             „--format junit“",
        )
    }
}

impl Judging {
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
