//! The main job: a dice file on stdin, the Bestenliste on stdout.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use super::common::{closing_line, print, read_input};
use super::options::{Format, Options, RuleSets};
use super::progress::{Progress, Solving};
use super::{FAILED, is_closed_pipe, warnings};
use crate::dice;
use crate::ranking::{self, Order, Ranking, Source};
use crate::report::{bars, json, text, tsv};
use crate::rules::Rules;
use crate::table::Automata;
use crate::text::count;
use crate::tournament::DiceContest;

/// Width of a line where none is known.
const WIDTH: usize = 80;

/// Ranks the dice on stdin, and tells on stderr how sure that is.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let common = &options.common;
    options.check()?;
    let dice = dice::parse(&read_input(common)?)?;
    let RuleSets(rule_sets) = &options.rules;
    for rules in rule_sets {
        dice::check_faces(dice.iter().enumerate(), rules.most_face())?;
    }
    let plan = options.plan();
    let seed = common.seed.resolve()?;
    let pool = common.pool()?;

    let mut times = Vec::new();
    let mut rankings = Vec::new();
    for &rules in rule_sets {
        let start = Instant::now();
        let ranking = match options.target() {
            Some(target) => {
                let progress = Solving::new(target, common.quiet);
                let ranking = pool.install(|| {
                    let automata = Automata::new(&dice, rules);
                    ranking::compute(&automata, rules, plan.scoring, target, &progress)
                });
                progress.finish();
                ranking
            }
            None => {
                let progress = Progress::new(plan, dice.len(), common.quiet);
                let ranking = pool.install(|| {
                    let contest = DiceContest::new(&dice, rules, seed);
                    ranking::rank(&contest, &plan, &progress)
                });
                progress.finish();
                ranking
            }
        };
        times.push(start.elapsed());
        rankings.push((rules, ranking));
    }

    let printed = print(|out| match options.format {
        Format::Text => {
            let several = rankings.len() > 1;
            if several {
                text::write_changes(out, &dice, &rankings)?;
            }
            for (rules, ranking) in &rankings {
                if several {
                    writeln!(out, "\nRegeln {}", rules.name())?;
                }
                if options.bars {
                    bars::write(out, &dice, ranking, width())?;
                } else {
                    text::write(out, &dice, ranking)?;
                }
                if options.pairings {
                    text::write_pairings(out, ranking)?;
                }
            }
            Ok(())
        }
        Format::Tsv => {
            tsv::write(out, &dice, &rankings)?;
            if options.pairings {
                tsv::write_pairings(out, &rankings)?;
            }
            Ok(())
        }
        Format::Json => {
            let settings = json::Settings {
                seed,
                plan,
                memory: options.exact.then(|| options.memory()),
                cycles: options.pairings,
            };
            json::write(out, &dice, &rankings, &settings)
        }
    });
    let is_open = |(_, ranking): &(Rules, Ranking)| ranking.open().count() > 0;
    let code = if options.strict && rankings.iter().any(is_open) {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    };
    match printed {
        // Quiet, but no less strict.
        Err(error) if is_closed_pipe(&error) => return Ok(code),
        other => other?,
    }

    for ((rules, ranking), elapsed) in rankings.iter().zip(times) {
        if rankings.len() > 1 {
            common.tell(format_args!("Regeln {}", rules.name()));
        }
        let known = warnings::of_ranking(ranking, plan.accuracy, options.more(), options.memory());
        for warning in known {
            common.warn(&warning);
        }
        let pairings = |number: usize| count(number as u64, "Paarung", "Paarungen");
        match &ranking.source {
            Source::Played(played) => {
                let games = played.pairings.iter().map(|pairing| pairing.tally.games());
                common.tell(format_args!(
                    "{}, {}",
                    pairings(played.pairings.len()),
                    closing_line(games.sum(), elapsed, seed)
                ));
            }
            Source::Solved(solutions) => common.tell(format_args!(
                "{} ohne Zufall gerechnet in {:.2} s",
                pairings(solutions.len()),
                elapsed.as_secs_f64()
            )),
        }
        common.tell(certified(ranking, plan.accuracy));
    }
    Ok(code)
}

/// What is certified.
fn certified(ranking: &Ranking, accuracy: Option<f64>) -> String {
    let widest = ranking.half_width();
    let points = accuracy
        .filter(|&wanted| widest <= wanted)
        .unwrap_or_else(|| warnings::round_up(widest));
    let order = match ranking.open().count() {
        0 => "Rangfolge gesichert".into(),
        open => format!(
            "Rangfolge bis auf {} gesichert",
            count(open as u64, "Nachbarpaar", "Nachbarpaare")
        ),
    };
    let mut line = match &ranking.source {
        Source::Played(played) => format!(
            "{order}, Irrtumswahrscheinlichkeit höchstens {} %; Anteile auf ±{points} Punkte (95 %)",
            percent(played.error)
        ),
        Source::Solved(_) => format!("{order}; Anteile auf ±{points} Punkte, beides ohne Irrtum"),
    };
    let alike = groups(ranking, Order::Alike);
    if !alike.is_empty() {
        let each = if alike.len() > 1 { "jeweils " } else { "" };
        let ranks = warnings::ranks(&alike);
        line += &format!("; {ranks} spielen {each}gleich und haben {each}denselben Anteil");
    }
    let winless = groups(ranking, Order::Winless);
    if !winless.is_empty() {
        let ranks = warnings::ranks(&winless);
        line += &format!("; {ranks} gewinnen nie und haben keine Reihenfolge");
    }
    line
}

/// The first and the last rank of neighbours between which there is this order.
fn groups(ranking: &Ranking, order: Order) -> Vec<[usize; 2]> {
    let entries = ranking.entries.iter().zip(1..);
    let upper: Vec<usize> = entries
        .filter_map(|(entry, rank)| (entry.order == Some(order)).then_some(rank))
        .collect();
    let runs = warnings::runs(&upper).into_iter();
    runs.map(|[first, last]| [first, last + 1]).collect()
}

/// A probability in per cent, without digits that come from rounding.
fn percent(probability: f64) -> String {
    let text = format!("{:.12}", 100.0 * probability);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// The width of the terminal, if stdout is one.
fn width() -> usize {
    terminal_size::terminal_size_of(io::stdout())
        .map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
}
