//! What is said on stderr about a ranking: warnings, each with its remedy, what was done, and how sure the result is.

use std::ptr;
use std::time::Duration;

use anyhow::{Result, bail};
use itertools::{Itertools, izip};

use super::groups::Common;
use crate::report::{Found, heading};
use wuerfelglueck::decimal::round_up;
use wuerfelglueck::exact::Solution;
use wuerfelglueck::ranking::{Criterion, FINEST, Lead, RankedDie, Ranking, Source};
use wuerfelglueck::rules::MOST_ROLLS;
use wuerfelglueck::text::{count, enumerated, listed};
use wuerfelglueck::tournament::pairings;

/// Tells about rankings that were found: whatever `warnings` sees in each, what was done, and how sure it is.
pub fn tell(common: &Common, found: &Found, warnings: impl Fn(&Ranking) -> Vec<String>) {
    for ((_, ranking), done, label) in izip!(&found.rankings, &found.done, found.labels()) {
        if !label.is_empty() {
            common.tell(heading(&label));
        }
        common.warn(warnings(ranking));
        common.tell(done);
        common.tell(certified(ranking, found));
    }
    if found.is_early {
        let remedy = match found.memory {
            _ if found.asked.len() > 1 => missing(found),
            Some(_) => "derselbe Aufruf rechnet mit mehr Zeit zu Ende".into(),
            None => format!("dasselbe Ergebnis mit {} {}", found.more, found.plan.games),
        };
        common.tell(format_args!("Vorzeitig beendet; {remedy}"));
    }
}

/// The lists that are missing because the work ended early.
fn missing(found: &Found) -> String {
    let labels = found.labels();
    let missing = &labels[found.rankings.len()..];
    match missing.len() {
        0 => "die letzte Liste ist nicht so sicher wie verlangt".into(),
        1 => format!("es fehlt die Liste zu {}", heading(&missing[0])),
        _ => {
            let names = missing.iter().map(|label| heading(label));
            format!("es fehlen die Listen zu {}", names.format("; "))
        }
    }
}

/// Half-width of an interval in percentage points, at which half of everything may be so or otherwise.
const NOTHING: f64 = 25.0;

/// Whether so much is known that the shares are a result.
pub fn is_known(ranking: &Ranking) -> bool {
    match &ranking.source {
        Source::Games(_) => ranking.plan.games > 0,
        Source::Solutions(_) => ranking.half_width() <= NOTHING,
    }
}

/// These rankings; but without chance, an error if so little is known of one that its shares are no result.
pub fn known(found: Found) -> Result<Found> {
    for (_, ranking) in &found.rankings {
        let half_width = ranking.half_width();
        if !is_known(ranking) {
            let reached = round_up(half_width);
            let known = format!("für eine Liste (Anteile nur auf ±{reached} Punkte)");
            if found.is_early {
                bail!("die Zeit reichte nicht {known}; --zeit erhöhen");
            }
            let more = more(ranking, &found, 10.0);
            bail!("zu wenig ist bekannt {known}; mehr mit {more}");
        }
    }
    Ok(found)
}

/// By what a ranking would be known better; if nothing else is in the way, by this accuracy.
fn more(ranking: &Ranking, found: &Found, accuracy: f64) -> String {
    let mut solutions = solutions(ranking).iter();
    // Lists before the last one are complete.
    let is_last = found
        .rankings
        .last()
        .is_some_and(|(_, last)| ptr::eq(last, ranking));
    match found.memory {
        _ if found.is_early && is_last => "längerer Laufzeit".into(),
        None => found.more.into(),
        Some(memory) if solutions.any(|solution| solution.short_of_memory) => {
            format!("--speicher {}", 2.0 * memory)
        }
        Some(_) => format!("--genauigkeit {accuracy}"),
    }
}

/// What is less sure than was asked for, with what would make it surer.
pub fn uncertain(ranking: &Ranking, found: &Found) -> Vec<String> {
    let after = ranking.played();
    let after = after.map(|_| format!("nach {} Spielen je Paarung", ranking.plan.games));
    let mut warnings = Vec::new();
    if ranking.plan.criterion == Criterion::Duels {
        let open = ranks_where(ranking, |entry| entry.interval[0] < entry.interval[1]);
        let half = found.plan.accuracy.unwrap_or_default() / 2.0;
        let (ranks, more) = (shown(&open, 0), more(ranking, found, half));
        // Duels rest on their own shares, which the list does not show.
        let known = after.unwrap_or("noch".into());
        if !open.is_empty() {
            warnings.push(format!(
                "Duelle der Würfel auf Rang {ranks} sind {known} nicht entschieden; mehr mit {more}"
            ));
        }
        return warnings;
    }
    let widest = ranking.half_width();
    let reached = round_up(widest);
    let open = ranking.open().collect_vec();
    let more = more(ranking, found, separating(ranking, &open));
    if !open.is_empty() {
        let neighbours = open.iter().map(|rank| format!("{rank} und {}", rank + 1));
        let neighbours = listed(neighbours, open.len(), NAMED);
        let known = after.clone().unwrap_or(format!("auf ±{reached} Punkte"));
        warnings.push(format!(
            "Rang {neighbours} sind {known} nicht unterscheidbar; mehr mit {more}"
        ));
    }
    if let Some(wanted) = found.plan.accuracy
        && widest > wanted
    {
        let after = after.map_or(String::new(), |after| format!(" {after}"));
        // What the solver loses where it stores probabilities, no option gives back.
        let more = if more.starts_with("--genauigkeit") {
            "genauer rechnet „--exakt“ sie nicht".into()
        } else {
            format!("mehr mit {more}")
        };
        let points = format!("±{reached} statt ±{wanted} Punkte");
        warnings.push(format!("Anteile{after} nur auf {points} genau; {more}"));
    }
    warnings
}

fn solutions(ranking: &Ranking) -> &[Solution] {
    match &ranking.source {
        Source::Games(_) => &[],
        Source::Solutions(solutions) => solutions,
    }
}

pub fn remarkable(ranking: &Ranking) -> Vec<String> {
    /// Where games take more rolls than this on average, some are cut off.
    const LONG: f64 = 5000.0;
    let solved = |is: fn([f64; 5]) -> bool| {
        let solutions = solutions(ranking).iter();
        let number = solutions.filter(|one| is(one.certain)).count() as u64;
        (number > 0).then(|| count(number, "Paarung", "Paarungen"))
    };
    let endless = solved(|[.., endless, _]| endless > 0.0).map(|some| {
        format!("in {some} kann das Würfeln für immer weitergehen, ohne dass eine Figur zieht; das zählt als unentschieden")
    });
    let long = solved(|[.., rolls]| rolls > LONG).map(|some| {
        format!("in {some} dauern Spiele im Mittel mehr als {LONG} Würfe; --exakt rechnet ohne die Grenze von {MOST_ROLLS} Würfen")
    });
    let hopeless = ranks_where(ranking, |entry| !entry.can_win);
    let [who, can] = match hopeless.len() {
        1 => ["der", "kann"],
        _ => ["die", "können"],
    };
    let ranks = shown(&hopeless, 0);
    let hopeless = (!hopeless.is_empty()).then(|| {
        format!("{who} Würfel auf Rang {ranks} {can} nie gewinnen; dazu braucht es eine 6 und Augenzahlen, mit denen vier Figuren ins Ziel kommen")
    });
    let pairings = ranking.played().unwrap_or_default();
    let cut_off = pairings.iter().map(|pairing| pairing.tally().cut_off).sum();
    let games = count(cut_off, "Spiel", "Spiele");
    let cut_off = (cut_off > 0).then(|| {
        format!("{games} nach {MOST_ROLLS} Würfen abgebrochen, als unentschieden gezählt; welche Paarungen es sind, zeigt --format json")
    });
    let warnings = [endless, long, hopeless, cut_off];
    warnings.into_iter().flatten().collect()
}

/// What there is to say about lines that repeat an earlier one, and about those that are cut short.
pub fn about_lines(doubles: &[usize], incomplete: &[usize]) -> Vec<String> {
    let about = |lines: &[usize], what: &str| {
        let word = if lines.len() == 1 { "Zeile" } else { "Zeilen" };
        (!lines.is_empty()).then(|| format!("{what}: {word} {}", shown(lines, 0)))
    };
    let doubles = about(doubles, "wiederholt und nur einmal gezählt");
    let incomplete = about(incomplete, "unvollständig und nicht gezählt");
    doubles.into_iter().chain(incomplete).collect()
}

/// The half-width, in percentage points, that would tell the neighbours below these ranks apart if they are where they seem.
fn separating(ranking: &Ranking, ranks: &[usize]) -> f64 {
    let share = |index: usize| ranking.entries[index].share.as_percent();
    let gaps = ranks.iter().map(|&rank| share(rank - 1) - share(rank));
    let least = gaps.fold(f64::INFINITY, f64::min);
    let half = (least.min(ranking.half_width()) / 2.0).max(FINEST);
    let digit = libm::exp10(libm::log10(half).floor());
    ((half / digit).floor() * digit * 1e6).round() / 1e6
}

pub fn closing(ranking: &Ranking, elapsed: Duration, seed: u64) -> String {
    let Some(played) = ranking.played() else {
        let pairings = count(solutions(ranking).len() as u64, "Paarung", "Paarungen");
        let seconds = elapsed.as_secs_f64();
        return format!("{pairings} ohne Zufall gerechnet in {seconds:.2} s");
    };
    let tallies = played.iter().map(|pairing| pairing.tally());
    let games = tallies.map(|tally| tally.games()).sum();
    let pairings = count(played.len() as u64, "Paarung", "Paarungen");
    format!("{pairings}, {}", closing_games(games, elapsed, seed))
}

pub fn closing_games(games: u64, elapsed: Duration, seed: u64) -> String {
    let (played, seconds) = (count(games, "Spiel", "Spiele"), elapsed.as_secs_f64());
    let rate = games as f64 / seconds;
    format!("{played} in {seconds:.2} s ({rate:.0} Spiele/s), Saat {seed}")
}

fn certified(ranking: &Ranking, found: &Found) -> String {
    if ranking.plan.criterion == Criterion::Duels {
        return certified_duels(ranking, found);
    }
    let points = round_up(ranking.half_width());
    let level = found.plan.level;
    let near = format!("Nachbarn, die weniger als {level} Punkte auseinanderliegen");
    let mut line = order(ranking);
    line += &match pairs(ranking, Lead::Level) {
        None => String::new(),
        Some(ranks) if ranking.open().next().is_some() => format!("; {near}: {ranks}"),
        Some(ranks) => format!(" bis auf {near}: {ranks}"),
    };
    line += &match error(ranking, found) {
        Some(error) => format!(", {error}; Anteile auf ±{points} Punkte (95 %)"),
        None => format!("; Anteile auf ±{points} Punkte, beides sicher"),
    };
    let alike = groups(ranking, Lead::Alike);
    line.extend(alike.map(|ranks| format!("; {ranks} spielen gleich und haben denselben Anteil")));
    let never = groups(ranking, Lead::Winless);
    line.extend(never.map(|ranks| format!("; {ranks} gewinnen nie und haben keine Reihenfolge")));
    line
}

fn certified_duels(ranking: &Ranking, found: &Found) -> String {
    // Every duel is there once for either side, and open ones make the intervals wide.
    let all = pairings(ranking.entries.len());
    let opponents = ranking.entries.len().saturating_sub(1) as f64;
    let entries = ranking.entries.iter();
    let level = entries.clone().map(|entry| entry.draws.won).sum::<u64>() / 2;
    let open = entries.map(|entry| entry.half_width / 50.0 * opponents);
    let open = (open.sum::<f64>() / 2.0).round() as u64;
    let duels = match open {
        0 => format!("alle {all} Duelle"),
        _ => format!("{} von {all} Duellen", all - open),
    };
    let error = error(ranking, found).unwrap_or_else(|| "beides sicher".into());
    let mut line = format!("{}, {duels} entschieden, {error}", order(ranking));
    if level > 0 {
        line += &format!("; davon {level} unentschieden");
    }
    let tied = groups(ranking, Lead::Tied);
    line.extend(tied.map(|ranks| format!("; {ranks} haben gleich viele Duelle gewonnen")));
    line
}

fn order(ranking: &Ranking) -> String {
    let pairs = ranking.listed().iter().filter(|entry| entry.lead.is_some());
    let pairs = pairs.count() as u64;
    match ranking.open().count() as u64 {
        0 => "Rangfolge gesichert".into(),
        open if open == pairs => "kein Nachbarpaar gesichert".into(),
        open => {
            let open = count(open, "Nachbarpaar", "Nachbarpaare");
            format!("Rangfolge bis auf {open} gesichert")
        }
    }
}

/// What the probability of an error is, in per cent without digits that come from rounding. There is none without games.
fn error(ranking: &Ranking, found: &Found) -> Option<String> {
    ranking.played()?;
    let together = match found.asked.len() {
        1 => "",
        _ => " aller Listen zusammen",
    };
    let percent = (1e12 * found.error).round() / 1e10;
    let error = format!("Irrtumswahrscheinlichkeit{together} höchstens {percent} %");
    Some(error)
}

/// The pairs of neighbours between which there is this order: `Rang 5 und 6, 6 und 7`. Nothing is
/// said of others, as of 5 and 7.
fn pairs(ranking: &Ranking, lead: Lead) -> Option<String> {
    let above = ranks_where(ranking, |entry| entry.lead == Some(lead));
    let words = above.iter().map(|rank| format!("{rank} und {}", rank + 1));
    (!above.is_empty()).then(|| format!("Rang {}", listed(words, above.len(), NAMED)))
}

/// The groups of neighbours between which there is this order: `Rang 5 und 6, 8 bis 10`.
fn groups(ranking: &Ranking, lead: Lead) -> Option<String> {
    let above = ranks_where(ranking, |entry| entry.lead == Some(lead));
    (!above.is_empty()).then(|| format!("Rang {}", shown(&above, 1)))
}

fn ranks_where(ranking: &Ranking, is_so: impl Fn(&RankedDie) -> bool) -> Vec<usize> {
    let places = ranking.listed().iter().positions(is_so);
    places.map(|place| place + 1).collect()
}

/// Ascending numbers in runs, each of which goes on for so many more: `3, 5 und 6, 8 bis 10`, or `1 und 4`.
fn shown(numbers: &[usize], more: usize) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| [run[0], run[run.len() - 1] + more]);
    let runs = runs.collect_vec();
    let words = runs.iter().map(|&[first, last]| match last - first {
        0 => first.to_string(),
        1 => format!("{first} und {last}"),
        _ => format!("{first} bis {last}"),
    });
    // A second "und" would be hard to read.
    if runs.len() <= NAMED && runs.iter().all(|[first, last]| first == last) {
        enumerated(&words.collect_vec(), "und")
    } else {
        listed(words, runs.len(), NAMED)
    }
}

/// So many of a list are named, and the others counted.
const NAMED: usize = 10;
