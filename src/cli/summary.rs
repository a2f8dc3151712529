//! What is said on stderr about a ranking: warnings, what was done, and how sure the result is.

use std::time::Duration;

use clap::Args;
use itertools::Itertools;

use super::find::Found;
use super::groups::{Common, RankingOptions};
use super::warnings::{LONG, Warning, ranks, round_up, runs};
use crate::exact::Solution;
use crate::ranking::{Criterion, DuelCounts, Lead, Plan, Ranking, Source, Wanted};
use crate::report::Differences;
use crate::text::count;

/// What was asked of a ranking, where it is said what was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The half-width that every interval should have at most, in percentage points.
    pub(super) accuracy: Option<f64>,
    /// The option that gives more games.
    pub(super) more: &'static str,
    /// GiB that might be used.
    pub(super) memory: f64,
    /// The probability that any certified order of all lists is wrong, at most.
    pub(super) error: f64,
    /// Neighbours that differ by less percentage points are level.
    pub(super) level: f64,
    /// How many lists there are.
    pub(super) lists: usize,
    /// Whether the work ended before the lists were as sure as asked.
    pub(super) is_early: bool,
}

impl Asked {
    /// What these options ask by this plan.
    pub(super) fn new<Output: Args>(
        options: &RankingOptions<Output>,
        plan: &Plan,
        found: &Found,
    ) -> Asked {
        Asked {
            accuracy: plan.accuracy,
            more: options.playing.more(),
            memory: options.memory(),
            error: options.counting.error(),
            level: plan.level,
            lists: options.lists().len(),
            is_early: found.is_early,
        }
    }
}

/// Tells about rankings that were found: whatever `warnings` sees in each, what was done, and how sure it is.
pub(super) fn tell(
    common: &Common,
    found: &Found,
    asked: &Asked,
    warnings: impl Fn(&Ranking, &Asked) -> Vec<Warning>,
) {
    let differences = Differences::of(&found.rankings);
    for ((rules, ranking), elapsed) in found.rankings.iter().zip(&found.times) {
        if let Some(heading) = differences.heading(*rules, ranking) {
            common.tell(heading);
        }
        common.warn(&warnings(ranking, asked));
        common.tell(closing(ranking, *elapsed, found.seed));
        common.tell(certified(ranking, asked));
    }
}

/// All that should be known about a ranking.
pub(super) fn all_warnings(ranking: &Ranking, asked: &Asked) -> Vec<Warning> {
    let mut warnings = uncertain(ranking, asked);
    warnings.extend(remarkable(ranking));
    warnings
}

/// What is less sure than was asked for, with what would make it surer.
pub(super) fn uncertain(ranking: &Ranking, asked: &Asked) -> Vec<Warning> {
    let is_duels = ranking.criterion == Criterion::Duels;
    let open = match is_duels {
        true => ranking.with_open_duels().collect_vec(),
        false => ranking.open().collect_vec(),
    };
    let widest = ranking.half_width();
    let reached = round_up(widest);
    let wide = asked
        .accuracy
        .filter(|&wanted| widest > wanted && !is_duels);
    let (known, after, more, more_games) = match &ranking.source {
        Source::Games(played) => {
            let known = format!("nach {} Spielen je Paarung", played.games);
            let after = format!(" {known}");
            (known, after, asked.more.into(), "--hoechstens".into())
        }
        Source::Solutions(solutions) => {
            let is_short = |(_, solution): &(_, Solution)| solution.short_of_memory;
            let more = match (asked.is_early, solutions.iter().any(is_short)) {
                (true, _) => "längerer Laufzeit".into(),
                (false, true) => format!("--speicher {}", 2.0 * asked.memory),
                (false, false) => format!("--genauigkeit {}", separating(ranking, &open)),
            };
            let known = format!("auf ±{reached} Punkte");
            (known, String::new(), more.clone(), more)
        }
    };
    let open = (!open.is_empty()).then_some(match is_duels {
        true => Warning::OpenDuels {
            ranks: runs(&open),
            known,
            more,
        },
        false => Warning::Open {
            ranks: open,
            known,
            more,
        },
    });
    let wide = wide.map(|wanted| Warning::Wide {
        known: after,
        reached,
        wanted,
        more: more_games,
    });
    open.into_iter().chain(wide).collect()
}

/// What is out of the ordinary about the dice and their games.
fn remarkable(ranking: &Ranking) -> Vec<Warning> {
    let some = |number: usize| (number > 0).then_some(number as u64);
    let solutions = match &ranking.source {
        Source::Games(_) => &[][..],
        Source::Solutions(solutions) => solutions,
    };
    let pairings = ranking.played().map_or(&[][..], |played| &played.pairings);
    let solved = |is: fn(&Solution) -> bool| {
        let those = solutions.iter().filter(|(_, solution)| is(solution));
        some(those.count())
    };
    let entries = ranking.listed().iter().zip(1..);
    let hopeless = entries.filter_map(|(entry, rank)| (!entry.can_win).then_some(rank));
    let hopeless = hopeless.collect_vec();
    let cut_off: u64 = pairings.iter().map(|pairing| pairing.tally.cut_off).sum();
    [
        solved(|solution| solution.endless > 0.0).map(Warning::Endless),
        solved(|solution| solution.rolls > LONG as f64).map(Warning::Long),
        (!hopeless.is_empty()).then_some(Warning::NeverWins(hopeless)),
        (cut_off > 0).then_some(Warning::CutOff(cut_off)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The half-width, in percentage points, that would tell the neighbours below these ranks apart if their
/// shares are as far from one another as they seem; one digit that is not 0.
fn separating(ranking: &Ranking, ranks: &[usize]) -> f64 {
    let gap = |&rank: &usize| {
        let [above, below] =
            [rank - 1, rank].map(|index| ranking.entries[index].share.as_percent());
        above - below
    };
    let least = ranks.iter().map(gap).fold(f64::INFINITY, f64::min);
    let half = (least / 2.0)
        .min(ranking.half_width() / 2.0)
        .max(Wanted::FINEST);
    let digit = 10f64.powi(half.log10().floor() as i32);
    let text = format!("{:.6}", (half / digit).floor() * digit);
    text.trim_end_matches('0').parse().unwrap_or(half)
}

/// What was done for a ranking.
fn closing(ranking: &Ranking, elapsed: Duration, seed: u64) -> String {
    match &ranking.source {
        Source::Games(played) => {
            let games = played.pairings.iter().map(|pairing| pairing.tally.games());
            let pairings = played.pairings.len();
            closing_pairings(pairings as u64, games.sum(), elapsed, seed)
        }
        Source::Solutions(solutions) => format!(
            "{} ohne Zufall gerechnet in {:.2} s",
            count(solutions.len() as u64, "Paarung", "Paarungen"),
            elapsed.as_secs_f64()
        ),
    }
}

/// How many pairings were played, and how fast.
pub(super) fn closing_pairings(pairings: u64, games: u64, elapsed: Duration, seed: u64) -> String {
    format!(
        "{}, {}",
        count(pairings, "Paarung", "Paarungen"),
        closing_games(games, elapsed, seed)
    )
}

/// How many games were played, and how fast.
pub(super) fn closing_games(games: u64, elapsed: Duration, seed: u64) -> String {
    let seconds = elapsed.as_secs_f64();
    format!(
        "{} in {seconds:.2} s ({:.0} Spiele/s), Saat {seed}",
        count(games, "Spiel", "Spiele"),
        games as f64 / seconds,
    )
}

/// What is certified, and how wide the widest interval is.
pub(super) fn certified(ranking: &Ranking, asked: &Asked) -> String {
    if ranking.criterion == Criterion::Duels {
        return certified_duels(ranking, asked);
    }
    let points = round_up(ranking.half_width());
    let level = groups(ranking, Lead::Level);
    let near = format!("weniger als {} Punkte auseinander liegen", asked.level);
    let order = match ranking.open().count() as u64 {
        0 if level.is_empty() => "Rangfolge gesichert".into(),
        0 => format!(
            "Rangfolge gesichert bis auf Würfel, die {near}: {}",
            ranks(&level)
        ),
        open => {
            let open = count(open, "Nachbarpaar", "Nachbarpaare");
            let order = format!("Rangfolge bis auf {open} gesichert");
            match level.is_empty() {
                true => order,
                false => format!("{order}; {near} {}", ranks(&level)),
            }
        }
    };
    let mut line = match &ranking.source {
        Source::Games(_) => {
            let error = error(asked);
            format!("{order}, {error}; Anteile auf ±{points} Punkte (95 %)")
        }
        Source::Solutions(_) => {
            format!("{order}; Anteile auf ±{points} Punkte, beides ohne Irrtum")
        }
    };
    let alike = groups(ranking, Lead::Alike);
    if !alike.is_empty() {
        let each = if alike.len() > 1 { "jeweils " } else { "" };
        let ranks = ranks(&alike);
        line += &format!("; {ranks} spielen {each}gleich und haben {each}denselben Anteil");
    }
    let winless = groups(ranking, Lead::Winless);
    if !winless.is_empty() {
        let ranks = ranks(&winless);
        line += &format!("; {ranks} gewinnen nie und haben keine Reihenfolge");
    }
    line
}

/// The same where duels are what counts.
fn certified_duels(ranking: &Ranking, asked: &Asked) -> String {
    let DuelCounts { all, level, open } = ranking.duel_counts();
    let order = match ranking.open().count() as u64 {
        0 => "Rangfolge gesichert".into(),
        open => format!(
            "Rangfolge bis auf {} gesichert",
            count(open, "Nachbarpaar", "Nachbarpaare")
        ),
    };
    let duels = match open {
        0 => format!("alle {all} Duelle entschieden"),
        _ => format!("{} von {all} Duellen entschieden", all - open),
    };
    let error = match &ranking.source {
        Source::Games(_) => error(asked),
        Source::Solutions(_) => "ohne Irrtum".into(),
    };
    let mut line = format!("{order}, {duels}, {error}");
    if level > 0 {
        let are = if level > 1 { "sind" } else { "ist" };
        line += &format!("; {level} davon {are} unentschieden");
        if asked.level > 0.0 {
            line += &format!(": weniger als {} Punkte Unterschied", asked.level);
        }
    }
    let tied = groups(ranking, Lead::Tied);
    if !tied.is_empty() {
        let ranks = ranks(&tied);
        line += &format!(
            "; {ranks} haben gleich viele Duelle gewonnen und stehen in der Reihenfolge der Datei"
        );
    }
    line
}

/// What the probability of an error is.
fn error(asked: &Asked) -> String {
    let together = match asked.lists {
        1 => "",
        _ => " aller Listen zusammen",
    };
    format!(
        "Irrtumswahrscheinlichkeit{together} höchstens {} %",
        percent(asked.error)
    )
}

/// The first and the last rank of neighbours between which there is this order.
fn groups(ranking: &Ranking, lead: Lead) -> Vec<[usize; 2]> {
    let entries = ranking.listed().iter().zip(1..);
    let upper: Vec<usize> = entries
        .filter_map(|(entry, rank)| (entry.lead == Some(lead)).then_some(rank))
        .collect();
    let runs = runs(&upper).into_iter();
    runs.map(|[first, last]| [first, last + 1]).collect()
}

/// A probability in per cent, without digits that come from rounding.
fn percent(probability: f64) -> String {
    let text = format!("{:.12}", 100.0 * probability);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
