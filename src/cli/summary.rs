//! Lines on stderr about rankings: warnings, with a remedy where an option or more time is one, a
//! closing line, and the certainty of the result.

use std::ptr;
use std::time::Duration;

use itertools::Itertools;

use super::failure::Failure;
use super::session::Session;
use crate::report::RankingRun;
use crate::report::remedy;
use wuerfelglueck::decimal::round_up_half_width;
use wuerfelglueck::exact::{GameExpectation, Solution};
use wuerfelglueck::ranking::{Criterion, DuelCounts, OrderStatus, RankedDie, Ranking, Source};
use wuerfelglueck::rules::MOST_ROLLS;
use wuerfelglueck::text::{format_count, join_first, join_runs};
use wuerfelglueck::tournament::count_pairings;

/// Lines about each list of a run: the `warnings` of its ranking, its closing line, and how sure it
/// is; then, after an early end, how to get the same list or a complete one, or which lists are
/// missing.
pub fn summarize(run: &RankingRun, warnings: impl Fn(&Ranking) -> Vec<String>) -> Vec<String> {
    let mut lines = Vec::new();
    for (list, label) in run.lists.iter().zip(run.labels()) {
        if !label.is_empty() {
            lines.push(label.to_string());
        }
        lines.extend(as_warnings(warnings(&list.ranking)));
        lines.push(list.closing.clone());
        lines.push(certainty_line(&list.ranking, run));
    }
    if run.is_early {
        let remedy = if run.requests.len() > 1 {
            name_missing_lists(run)
        } else if run.solver_memory.is_some() {
            "derselbe Aufruf rechnet mit mehr Zeit zu Ende".into()
        } else {
            format!(
                "dasselbe Ergebnis mit {} {}",
                remedy::name_games_option(run.has_fixed_games),
                run.lists[0].ranking.games_per_pairing()
            )
        };
        lines.push(format!("Vorzeitig beendet; {remedy}"));
    }
    lines
}

/// The lines of warnings.
pub fn as_warnings(warnings: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    warnings
        .into_iter()
        .map(|warning| format!("Warnung: {warning}"))
}

/// Names the lists that are missing because the run ended early, or says that the last is unsure.
fn name_missing_lists(run: &RankingRun) -> String {
    let labels = run.labels();
    match &labels[run.lists.len()..] {
        [] => "die letzte Liste ist nicht so sicher wie verlangt".into(),
        [label] => format!("es fehlt die Liste zu {label}"),
        missing => {
            format!("es fehlen die Listen zu {}", missing.iter().format("; "))
        }
    }
}

/// Checks that each list [is known](Ranking::is_known).
///
/// # Errors
///
/// If it is not, with the time that the `session` took until its end if that was early.
pub fn check_known(run: &RankingRun, session: &Session) -> Result<(), Failure> {
    /// The accuracy in percentage points that the user is told to ask for.
    const ACCURACY: f64 = 10.0;
    let Some(list) = run.lists.iter().find(|list| !list.ranking.is_known()) else {
        return Ok(());
    };
    if run.is_early {
        let seconds = session.start.elapsed().as_secs_f64().max(0.1);
        let remedy = if session.stop.has_deadline() {
            "; mehr mit --zeit"
        } else {
            ""
        };
        return Err(Failure::system(format_args!(
            "noch keine Liste nach {seconds:.1} s{remedy}"
        )));
    }
    let reached = round_up_half_width(list.ranking.half_width());
    let remedy = remedy_or_accuracy(&list.ranking, run, ACCURACY);
    Err(Failure::system(format_args!(
        "zu wenig ist bekannt für eine Liste (Anteile nur auf ±{reached} Punkte); mehr mit {remedy}"
    )))
}

/// The remedy by which a ranking would become surer: more time, the option for more games, or for
/// the solver more memory if that was short; `None` if only a finer accuracy is left, which the
/// solver has to be asked for.
fn find_remedy(ranking: &Ranking, run: &RankingRun) -> Option<String> {
    // Lists before the last one are complete.
    let is_last = run
        .lists
        .last()
        .is_some_and(|last| ptr::eq(&last.ranking, ranking));
    if run.is_early && is_last {
        return Some(remedy::MORE_TIME.into());
    }
    let Some(memory) = run.solver_memory else {
        return Some(remedy::name_games_option(run.has_fixed_games).into());
    };
    solutions(ranking)
        .iter()
        .any(|solution| solution.short_of_memory)
        .then(|| remedy::name_memory(2.0 * memory))
}

/// The remedy by which a ranking would become surer, which is this `accuracy` in percentage points
/// if there is no [other one](find_remedy).
fn remedy_or_accuracy(ranking: &Ranking, run: &RankingRun, accuracy: f64) -> String {
    find_remedy(ranking, run).unwrap_or_else(|| remedy::name_accuracy(accuracy))
}

/// Warnings of what is less sure than was requested, with what would make it surer.
pub fn warnings_of_uncertainty(ranking: &Ranking, run: &RankingRun) -> Vec<String> {
    let warnings = match ranking.plan.criterion {
        Criterion::Duels => [warn_of_duels(ranking, run), None],
        Criterion::Wins | Criterion::Points => {
            [warn_of_order(ranking, run), warn_of_shares(ranking, run)]
        }
    };
    warnings.into_iter().flatten().collect()
}

/// The number of games after which a ranking ended: `nach 400 Spielen je Paarung`; `None` if it was
/// computed without games.
fn after_games(ranking: &Ranking) -> Option<String> {
    ranking.played()?;
    let games = ranking.games_per_pairing();
    Some(format!("nach {games} Spielen je Paarung"))
}

/// A warning that duels are undecided.
fn warn_of_duels(ranking: &Ranking, run: &RankingRun) -> Option<String> {
    let open = ranks_where(ranking, |entry| entry.interval[0] < entry.interval[1]);
    if open.is_empty() {
        return None;
    }
    // Duels rest on shares of their own, which the list does not show.
    let state = after_games(ranking).unwrap_or("noch".into());
    let accuracy = ranking.plan.accuracy.unwrap_or_default() / 2.0;
    let remedy = remedy_or_accuracy(ranking, run, accuracy);
    let ranks = join_runs(&open, 0, MOST_NAMED);
    Some(format!(
        "Duelle der Würfel auf Rang {ranks} sind {state} nicht entschieden; mehr mit {remedy}"
    ))
}

/// A warning that the order of neighbours is open.
fn warn_of_order(ranking: &Ranking, run: &RankingRun) -> Option<String> {
    let open = ranking.open_ranks().collect_vec();
    if open.is_empty() {
        return None;
    }
    let state = after_games(ranking)
        .unwrap_or_else(|| format!("auf ±{} Punkte", round_up_half_width(ranking.half_width())));
    let remedy = remedy_or_accuracy(ranking, run, ranking.separating_accuracy());
    let neighbours = format_neighbours(&open);
    Some(format!(
        "Rang {neighbours} sind {state} nicht unterscheidbar; mehr mit {remedy}"
    ))
}

/// A warning that shares are less accurate than requested.
fn warn_of_shares(ranking: &Ranking, run: &RankingRun) -> Option<String> {
    let requested = ranking.plan.accuracy?;
    let widest = ranking.half_width();
    if widest <= requested {
        return None;
    }
    let after = after_games(ranking).map_or(String::new(), |after| format!(" {after}"));
    let remedy = match find_remedy(ranking, run) {
        Some(remedy) => format!("mehr mit {remedy}"),
        // What the solver loses where it stores probabilities, no option gives back.
        None => remedy::NOT_SOLVED_FINER.into(),
    };
    let reached = round_up_half_width(widest);
    Some(format!(
        "Anteile{after} nur auf ±{reached} statt ±{requested} Punkte genau; {remedy}"
    ))
}

fn solutions(ranking: &Ranking) -> &[Solution] {
    match &ranking.source {
        Source::Games(_) => &[],
        Source::Solutions(solutions) => solutions,
    }
}

/// Warnings of what is unusual in a ranking: games without end or cut off, and dice that never win.
pub fn warnings_of_oddities(ranking: &Ranking) -> Vec<String> {
    /// Games that take more rolls than this on average are sometimes cut off.
    const LONG: f64 = 5000.0;
    let solved = |is_so: fn(&GameExpectation) -> bool| {
        let number = solutions(ranking)
            .iter()
            .filter(|solution| is_so(&solution.certain))
            .count();
        (number > 0).then(|| format_count(number as u64, "Paarung", "Paarungen"))
    };
    let endless = solved(|certain| certain.endless > 0.0).map(|pairings| {
        format!(
            "in {pairings} kann das Würfeln für immer weitergehen, ohne dass eine Figur zieht; das \
             zählt als unentschieden"
        )
    });
    let long = solved(|certain| certain.rolls > LONG).map(|pairings| {
        format!(
            "in {pairings} dauern Spiele im Mittel mehr als {LONG} Würfe; {} von {MOST_ROLLS} Würfen",
            remedy::NO_CUT_OFF
        )
    });
    let warnings = [
        endless,
        long,
        warn_of_winless_dice(ranking),
        warn_of_cut_off_games(ranking),
    ];
    warnings.into_iter().flatten().collect()
}

/// A warning that dice can never win.
fn warn_of_winless_dice(ranking: &Ranking) -> Option<String> {
    let winless = ranks_where(ranking, |entry| !entry.can_win);
    let [article, can] = match winless.len() {
        0 => return None,
        1 => ["der", "kann"],
        _ => ["die", "können"],
    };
    let ranks = join_runs(&winless, 0, MOST_NAMED);
    Some(format!(
        "{article} Würfel auf Rang {ranks} {can} nie gewinnen; dazu braucht es eine 6 und \
         Augenzahlen, mit denen vier Figuren ins Ziel kommen"
    ))
}

/// A warning that games were cut off.
fn warn_of_cut_off_games(ranking: &Ranking) -> Option<String> {
    let pairings = ranking.played().unwrap_or_default();
    let cut_off: u64 = pairings.iter().map(|pairing| pairing.tally().cut_off).sum();
    if cut_off == 0 {
        return None;
    }
    let games = format_count(cut_off, "Spiel", "Spiele");
    Some(format!(
        "{games} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt; {}",
        remedy::CUT_OFF_PAIRINGS
    ))
}

/// Warnings of lines of `--format paare` that repeat an earlier one, and of those with a fragment
/// of a line, alone or before a whole one. Both are numbers of lines in ascending order.
pub fn warnings_of_lines(repeated: &[usize], incomplete: &[usize]) -> Vec<String> {
    let about = |lines: &[usize], what: &str| {
        let word = if lines.len() == 1 { "Zeile" } else { "Zeilen" };
        (!lines.is_empty()).then(|| format!("{what}: {word} {}", join_runs(lines, 0, MOST_NAMED)))
    };
    let repeated = about(repeated, "wiederholt und nur einmal gezählt");
    let incomplete = about(incomplete, "Bruchstück nicht gezählt");
    repeated.into_iter().chain(incomplete).collect()
}

/// The closing line of a ranking: its pairings, their games if any were played, and the time.
pub fn closing_line(ranking: &Ranking, elapsed: Duration, seed: u64) -> String {
    let Some(played) = ranking.played() else {
        let pairings = format_count(solutions(ranking).len() as u64, "Paarung", "Paarungen");
        let seconds = elapsed.as_secs_f64();
        return format!("{pairings} ohne Zufall gerechnet in {seconds:.2} s");
    };
    let games = played.iter().map(|pairing| pairing.tally().games()).sum();
    let pairings = format_count(played.len() as u64, "Paarung", "Paarungen");
    format!("{pairings}, {}", closing_games(games, elapsed, seed))
}

/// The closing words about games: their number, time, speed and seed.
pub fn closing_games(games: u64, elapsed: Duration, seed: u64) -> String {
    let (played, seconds) = (
        format_count(games, "Spiel", "Spiele"),
        elapsed.as_secs_f64(),
    );
    let rate = games as f64 / seconds;
    format!("{played} in {seconds:.2} s ({rate:.0} Spiele/s), Saat {seed}")
}

/// A line that says how sure the order and the shares of a ranking are.
fn certainty_line(ranking: &Ranking, run: &RankingRun) -> String {
    if ranking.plan.criterion == Criterion::Duels {
        return certainty_of_duels(ranking, run);
    }
    let points = round_up_half_width(ranking.half_width());
    let level = ranking.plan.level;
    let near = format!("Nachbarn, die weniger als {level} Punkte auseinanderliegen");
    let mut line = format_order(ranking);
    let level_ranks = ranks_where(ranking, |entry| entry.order == Some(OrderStatus::Level));
    if !level_ranks.is_empty() {
        let link = match ranking.open_ranks().next() {
            Some(_) => ";",
            None => " bis auf",
        };
        line += &format!("{link} {near}: Rang {}", format_neighbours(&level_ranks));
    }
    line += &match format_error_probability(ranking, run) {
        Some(error) => format!(", {error}; Anteile auf ±{points} Punkte (95 %)"),
        None => format!("; Anteile auf ±{points} Punkte, beides sicher"),
    };
    let alike = "spielen gleich und haben denselben Anteil";
    line += &describe_groups(ranking, OrderStatus::Alike, alike);
    let winless = "gewinnen nie und haben keine Reihenfolge";
    line + &describe_groups(ranking, OrderStatus::Winless, winless)
}

/// A line that says how sure the order of a ranking by duels is, and how many of them are decided.
fn certainty_of_duels(ranking: &Ranking, run: &RankingRun) -> String {
    let number = count_pairings(ranking.entries.len());
    let DuelCounts { open, level } = ranking.duels.unwrap_or_default();
    let duels = match open {
        0 => format!("alle {number} Duelle"),
        open => format!("{} von {number} Duellen", number - open),
    };
    let error = format_error_probability(ranking, run).unwrap_or_else(|| "beides sicher".into());
    let mut line = format!("{}, {duels} entschieden, {error}", format_order(ranking));
    if level > 0 {
        line += &format!("; davon {level} unentschieden");
    }
    line + &describe_groups(
        ranking,
        OrderStatus::Tied,
        "haben gleich viele Duelle gewonnen",
    )
}

/// Formats how much of the order of neighbours is certified. Neighbours without an order, such as
/// those that play alike, do not count.
fn format_order(ranking: &Ranking) -> String {
    let has_order = |entry: &&RankedDie| match entry.order {
        Some(OrderStatus::Certified | OrderStatus::Level | OrderStatus::Open) => true,
        Some(OrderStatus::Alike | OrderStatus::Winless | OrderStatus::Tied) | None => false,
    };
    let pairs = ranking.listed().iter().filter(has_order).count();
    match ranking.open_ranks().count() {
        0 => "Rangfolge gesichert".into(),
        open if open == pairs => "kein Nachbarpaar gesichert".into(),
        open => {
            let open = format_count(open as u64, "Nachbarpaar", "Nachbarpaare");
            format!("Rangfolge bis auf {open} gesichert")
        }
    }
}

/// Formats the probability of a wrong order: in per cent, without digits that come from rounding.
/// `None` if the ranking was computed without games.
fn format_error_probability(ranking: &Ranking, run: &RankingRun) -> Option<String> {
    ranking.played()?;
    let together = match run.requests.len() {
        1 => "",
        _ => " aller Listen zusammen",
    };
    let percent = (1e12 * run.error).round() / 1e10;
    Some(format!(
        "Irrtumswahrscheinlichkeit{together} höchstens {percent} %"
    ))
}

/// Formats these ranks, each with the next one: `5 und 6, 6 und 7`. Nothing is said of dice that are
/// no neighbours, such as 5 and 7.
fn format_neighbours(above: &[usize]) -> String {
    let pairs = above.iter().map(|rank| format!("{rank} und {}", rank + 1));
    join_first(pairs, above.len(), MOST_NAMED)
}

/// Describes the groups of neighbours whose order has this `status`, if there are any: `; Rang 5 und
/// 6, 8 bis 10`, and behind it the `description`.
fn describe_groups(ranking: &Ranking, status: OrderStatus, description: &str) -> String {
    let above = ranks_where(ranking, |entry| entry.order == Some(status));
    if above.is_empty() {
        return String::new();
    }
    format!("; Rang {} {description}", join_runs(&above, 1, MOST_NAMED))
}

/// The ranks of the listed dice that `is_so` accepts.
fn ranks_where(ranking: &Ranking, is_so: impl Fn(&RankedDie) -> bool) -> Vec<usize> {
    let places = ranking.listed().iter().positions(is_so);
    places.map(|place| place + 1).collect()
}

/// The most items of an enumeration that are named. The others are counted.
const MOST_NAMED: usize = 10;
