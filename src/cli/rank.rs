//! The main job: a dice file on stdin, the Bestenliste on stdout.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::common::{Common, closing_line, print, read_input};
use super::options::{Format, Listing, Options, Playing, RuleSets};
use super::progress::{Progress, Solving};
use super::{FAILED, is_closed_pipe, warnings};
use crate::dice::{self, Die};
use crate::engine::tables::Automata;
use crate::ranking::{self, Lead, Plan, Ranking, Source, Watch};
use crate::report::{bars, json, text, tsv};
use crate::rules::Rules;
use crate::shards::{Origin, Part, Record, Shard};
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
    let seed = options.seeding.seed.resolve()?;
    if options.listing.format == Format::Pairs {
        let played = rule_sets
            .iter()
            .try_for_each(|&rules| print_pairs(options, &dice, rules, seed));
        return played.map(|()| ExitCode::SUCCESS);
    }
    let plan = options.plan();
    let truths = find(&options.playing, plan, &dice, rule_sets, seed, common)?;
    let settings = json::Settings {
        seed,
        plan,
        memory: options.playing.exact.then(|| options.playing.memory()),
        cycles: options.listing.pairings,
    };
    let (rankings, times): (Vec<_>, Vec<_>) = truths.into_iter().unzip();
    print_list(&options.listing, &dice, &rankings, &settings, || {
        for ((rules, ranking), elapsed) in rankings.iter().zip(times) {
            if rankings.len() > 1 {
                common.tell(format_args!("Regeln {}", rules.name()));
            }
            let known = warnings::of_ranking(
                ranking,
                plan.accuracy,
                options.playing.more(),
                options.playing.memory(),
            );
            common.warn_all(&known);
            common.tell(closing(ranking, elapsed, seed));
            common.tell(certified(ranking, plan.accuracy));
        }
    })
}

/// Ranks dice under each of these rules, and says how long that took.
pub(super) fn find(
    playing: &Playing,
    plan: Plan,
    dice: &[Die],
    rule_sets: &[Rules],
    seed: u64,
    common: &Common,
) -> anyhow::Result<Vec<((Rules, Ranking), Duration)>> {
    let pool = common.pool()?;
    let find = |&rules: &Rules| {
        let start = Instant::now();
        let ranking = match playing.target() {
            Some(target) => {
                let progress = Solving::new(target, common.quiet);
                let ranking = pool.install(|| {
                    let automata = Automata::new(dice, rules);
                    ranking::compute(&automata, rules, plan.scoring, target, &progress)
                });
                progress.finish();
                ranking
            }
            None => {
                let pairings = Part::WHOLE.pairings(dice.len());
                let progress = Progress::new(plan, pairings, common.quiet);
                let ranking = pool.install(|| {
                    let mut contest = DiceContest::new(dice, rules, seed, playing.bytes());
                    ranking::rank(&mut contest, &plan, &progress)
                });
                progress.finish();
                ranking
            }
        };
        ((rules, ranking), start.elapsed())
    };
    Ok(rule_sets.iter().map(find).collect())
}

/// Plays a part of the pairings, and prints a line of each. Every line is written at once when it is known.
fn print_pairs(options: &Options, dice: &[Die], rules: Rules, seed: u64) -> anyhow::Result<()> {
    let common = &options.common;
    let plan = options.plan();
    let part = options.part.unwrap_or(Part::WHOLE);
    let origin = Origin {
        dice: dice.len(),
        rules,
        seed,
        games: plan.games,
    };
    let pairings = part.pairings(dice.len());
    let start = Instant::now();
    let progress = Progress::new(plan, pairings, common.quiet);
    let pool = common.pool()?;
    let played = |games| progress.played(games);
    let mut contest = pool.install(|| DiceContest::new(dice, rules, seed, options.playing.bytes()));
    let mut shard = Shard::new(&mut contest, plan.games, part);
    print(|out| {
        while let Some(results) = pool.install(|| shard.play(played)) {
            for (pairing, played) in results {
                let record = Record {
                    origin,
                    pairing,
                    dice: pairing.map(|die| dice[die].clone()),
                    played,
                };
                writeln!(out, "{record}")?;
            }
            out.flush()?;
        }
        Ok(())
    })?;
    progress.finish();
    common.tell(format_args!(
        "{}, {}",
        count(pairings, "Paarung", "Paarungen"),
        closing_line(pairings * plan.games, start.elapsed(), seed)
    ));
    Ok(())
}

/// Prints rankings as wanted, then tells more about them. If the reader has seen enough nothing more is
/// told. Returns what becomes of the order.
pub(super) fn print_list(
    listing: &Listing,
    dice: &[Die],
    rankings: &[(Rules, Ranking)],
    settings: &json::Settings,
    tell: impl FnOnce(),
) -> anyhow::Result<ExitCode> {
    let printed = print(|out| match listing.format {
        Format::Tsv => {
            tsv::write(out, dice, rankings)?;
            if listing.pairings {
                tsv::write_pairings(out, rankings)?;
            }
            Ok(())
        }
        Format::Json => json::write(out, dice, rankings, settings),
        // Pairs are no list, and are printed before there is one.
        Format::Text | Format::Pairs => {
            let several = rankings.len() > 1;
            if several {
                text::write_changes(out, dice, rankings)?;
            }
            for (rules, ranking) in rankings {
                if several {
                    writeln!(out, "\nRegeln {}", rules.name())?;
                }
                if listing.bars {
                    bars::write(out, dice, ranking, width())?;
                } else {
                    text::write(out, dice, ranking)?;
                }
                if listing.pairings {
                    text::write_pairings(out, ranking)?;
                }
            }
            Ok(())
        }
    });
    let is_open = |(_, ranking): &(Rules, Ranking)| ranking.open().count() > 0;
    let code = if listing.strict && rankings.iter().any(is_open) {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    };
    match printed {
        // Quiet, but no less strict.
        Err(error) if is_closed_pipe(&error) => return Ok(code),
        other => other?,
    }
    tell();
    Ok(code)
}

/// What was done for a ranking.
pub(super) fn closing(ranking: &Ranking, elapsed: Duration, seed: u64) -> String {
    let pairings = |number: usize| count(number as u64, "Paarung", "Paarungen");
    match &ranking.source {
        Source::Games(played) => {
            let games = played.pairings.iter().map(|pairing| pairing.tally.games());
            format!(
                "{}, {}",
                pairings(played.pairings.len()),
                closing_line(games.sum(), elapsed, seed)
            )
        }
        Source::Solutions(solutions) => format!(
            "{} ohne Zufall gerechnet in {:.2} s",
            pairings(solutions.len()),
            elapsed.as_secs_f64()
        ),
    }
}

/// What is certified.
pub(super) fn certified(ranking: &Ranking, accuracy: Option<f64>) -> String {
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
        Source::Games(played) => format!(
            "{order}, Irrtumswahrscheinlichkeit höchstens {} %; Anteile auf ±{points} Punkte (95 %)",
            percent(played.error)
        ),
        Source::Solutions(_) => {
            format!("{order}; Anteile auf ±{points} Punkte, beides ohne Irrtum")
        }
    };
    let alike = groups(ranking, Lead::Alike);
    if !alike.is_empty() {
        let each = if alike.len() > 1 { "jeweils " } else { "" };
        let ranks = warnings::ranks(&alike);
        line += &format!("; {ranks} spielen {each}gleich und haben {each}denselben Anteil");
    }
    let winless = groups(ranking, Lead::Winless);
    if !winless.is_empty() {
        let ranks = warnings::ranks(&winless);
        line += &format!("; {ranks} gewinnen nie und haben keine Reihenfolge");
    }
    line
}

/// The first and the last rank of neighbours between which there is this order.
fn groups(ranking: &Ranking, order: Lead) -> Vec<[usize; 2]> {
    let entries = ranking.entries.iter().zip(1..);
    let upper: Vec<usize> = entries
        .filter_map(|(entry, rank)| (entry.lead == Some(order)).then_some(rank))
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
