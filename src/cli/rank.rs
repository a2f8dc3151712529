//! The main job: a dice file on stdin, the Bestenliste on stdout.

use std::io;
use std::process::ExitCode;
use std::time::Instant;

use super::common::{closing_line, print, read_input};
use super::misuse::Misuse;
use super::options::{Format, Options};
use super::progress::Progress;
use super::{FAILED, is_closed_pipe, warnings};
use crate::dice;
use crate::ranking::{self, Order, Ranking};
use crate::report::{bars, json, text, tsv};
use crate::text::count;
use crate::tournament::DiceContest;

/// Width of a line where none is known.
const WIDTH: usize = 80;

/// Ranks the dice on stdin, and tells on stderr how sure that is.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let common = &options.common;
    if options.bars && options.format != Format::Text {
        return Err(Misuse::BarsAreText.into());
    }
    let dice = dice::parse(&read_input(common)?)?;
    dice::check_faces(&dice, options.rules.rules.most_face())?;
    let plan = options.plan();
    let seed = common.seed.resolve()?;
    let pool = common.pool()?;

    let start = Instant::now();
    let progress = Progress::new(plan, dice.len(), common.quiet);
    let ranking = pool.install(|| {
        let contest = DiceContest::new(&dice, options.rules.rules, seed);
        ranking::rank(&contest, &plan, &progress)
    });
    progress.finish();
    let elapsed = start.elapsed();

    let printed = print(|out| match options.format {
        Format::Text => {
            if options.bars {
                bars::write(out, &dice, &ranking, width())?;
            } else {
                text::write(out, &dice, &ranking)?;
            }
            if options.pairings {
                text::write_pairings(out, &ranking)?;
            }
            Ok(())
        }
        Format::Tsv => {
            tsv::write(out, &dice, &ranking)?;
            if options.pairings {
                tsv::write_pairings(out, &ranking)?;
            }
            Ok(())
        }
        Format::Json => {
            let settings = json::Settings {
                rules: options.rules.rules,
                seed,
                plan,
                cycles: options.pairings,
            };
            json::write(out, &dice, &ranking, &settings)
        }
    });
    let code = if options.strict && ranking.open().count() > 0 {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    };
    match printed {
        // Quiet, but no less strict.
        Err(error) if is_closed_pipe(&error) => return Ok(code),
        other => other?,
    }

    for warning in warnings::of_ranking(&ranking, plan.accuracy, options.more()) {
        common.warn(&warning);
    }
    let games = ranking.pairings.iter().map(|pairing| pairing.tally.games());
    common.tell(format_args!(
        "{}, {}",
        count(ranking.pairings.len() as u64, "Paarung", "Paarungen"),
        closing_line(games.sum(), elapsed, seed)
    ));
    common.tell(certified(&ranking, plan.accuracy));
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
    let mut line = format!(
        "{order}, Irrtumswahrscheinlichkeit höchstens {} %; Anteile auf ±{points} Punkte (95 %)",
        percent(ranking.error)
    );
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
    let mut groups: Vec<[usize; 2]> = Vec::new();
    for (entry, rank) in ranking.entries.iter().zip(1..) {
        if entry.order == Some(order) {
            match groups.last_mut() {
                Some([_, last]) if *last == rank => *last += 1,
                _ => groups.push([rank, rank + 1]),
            }
        }
    }
    groups
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
