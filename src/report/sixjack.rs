//! What Six Jack prints: lists of computers that play each other, tables of strategies with tabs, and a told game.

use std::cmp::Reverse;
use std::fmt::Display;

use itertools::Itertools;

use crate::decimal;
use crate::ranking::Share;
use crate::sixjack::KINDS;
use crate::sixjack::exact::{DEVIATION_ERROR, ERROR, Outcome, float};
use crate::sixjack::play::{Draw, Hand, Results, STOPP, Win};
use crate::sixjack::player::Player;
use crate::sixjack::results::{Alone, CERTAIN, Company, Duel, QUANTILES, possible_ranks, rank};
use crate::text::count;

/// The decimals of shares in per cent in tables.
const DIGITS: usize = 4;
/// The games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// So many games by chance between these players: the list, and the win in the fewest rounds. Computers that won equally often
/// stand in the order of their seats.
pub fn played(players: &[Player], results: &Results, games: u64) -> String {
    let ranks = possible_ranks(players.len(), |one, other| {
        let [won, lost] = [one, other].map(|seat| results.wins[seat] as f64);
        // The variance of the difference is at most the sum.
        won - lost > CERTAIN * (won + lost).sqrt()
    });
    let seats = (0..players.len()).sorted_by_key(|&seat| Reverse(results.wins[seat]));
    let shares = seats.map(|seat| {
        let won = results.wins[seat];
        let share = decimal::fraction(Share { won, games }.percent(), 2);
        let [low, high] = results.interval(seat);
        let half = decimal::round_up((high - low) / 2.0);
        let mut shown = format!("{share}% ±{half}");
        if ranks[seat][0] < ranks[seat][1] {
            shown += &format!(", Rang {}", rank_text(ranks[seat]));
        }
        (seat, shown)
    });
    let mut lines = list(players, shares);
    let best = results.best.map_or("keines".into(), |best| {
        let rounds = count(best.rounds, "Runde", "Runden");
        format!("Computer {}, {rounds}", best.seat + 1)
    });
    lines.push(format!("Bestes Spielergebnis: {best}"));
    text(lines)
}

/// What games between these players come to without chance, and what their strategies take `alone`: the list, a line for
/// each strategy, in the order of the seats, and one for the game of several.
pub fn solved(players: &[Player], outcome: &Outcome, alone: &[Option<Alone>]) -> String {
    let shares = (0..players.len()).map(|seat| (seat, outcome.share(seat)));
    let shares = shares.sorted_by(|one, other| other.1.total_cmp(&one.1));
    let shares = shares.map(|(seat, share)| (seat, percent(share, 2) + "%"));
    let mut lines = list(players, shares);
    for (computer, alone) in (1..).zip(alone) {
        lines.extend(alone.iter().map(|alone| {
            let who = format!("Computer {computer} allein");
            let deviation = deviation(alone).unwrap_or_default();
            rounds(&who, alone.mean_text(), deviation, &alone.range)
        }));
    }
    if players.len() > 1 {
        let mean = outcome.mean();
        let mean = decimal::approximate(mean, ERROR * mean, 2);
        let deviation = decimal::approximate(outcome.deviation(), DEVIATION_ERROR, 2);
        // Where rounding leaves open which a quantile is, it is one of two.
        let quantiles = QUANTILES.map(|percent| {
            let level = f64::from(percent) / 100.0;
            let bounds = [level - ERROR, level + ERROR].map(|level| outcome.quantile(level));
            bounds.iter().dedup().join("–")
        });
        lines.push(rounds("Spiel", mean, deviation, &quantiles));
    }
    text(lines)
}

/// A list of these computers, the best first: their seats, and the shares of games that they won.
fn list(players: &[Player], shares: impl Iterator<Item = (usize, String)>) -> Vec<String> {
    let shares = shares.zip(1..).map(|((seat, share), rank)| {
        let (computer, player) = (seat + 1, &players[seat]);
        format!("{rank}. Computer {computer} -> : {player}; {share}")
    });
    let mut lines = vec!["Six-Jack-Bestenliste:".to_string()];
    lines.extend(shares);
    lines
}

/// How many rounds something takes, in a line.
fn rounds(who: &str, mean: String, deviation: String, quantiles: &[impl Display]) -> String {
    let quantiles = QUANTILES.iter().zip(quantiles);
    let quantiles = quantiles.map(|(percent, rounds)| format!("{percent} %: {rounds}"));
    format!(
        "{who}: {mean} Runden im Mittel, Standardabweichung {deviation}, Quantile {}",
        quantiles.format(", ")
    )
}

/// A row for each strategy that plays alone, after so many games by chance or without; and what is true of the `claim` of the
/// page that a strategy is the best of all, if these are all, the best first.
pub fn study(studied: &[Alone], games: Option<u64>, claim: Option<Alone>) -> String {
    let error = |row: &Alone| games.and_then(|games| row.standard_error(games));
    let is_better = |one: usize, other: usize| {
        let known = [one, other].map(|row| Some((float(studied[row].mean), error(&studied[row])?)));
        matches!(known, [Some((mean, error)), Some((other_mean, other_error))]
            if other_mean - mean > CERTAIN * (error * error + other_error * other_error).sqrt())
    };
    let ranks = possible_ranks(studied.len(), is_better);
    let range = match games {
        Some(_) => "Minimum\tMaximum\tStandardabweichung\tStandardfehler des Mittels",
        None => "1-%-Quantil\t50-%-Quantil\t99-%-Quantil\tStandardabweichung",
    };
    let mut lines = vec![format!(
        "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t{range}\tRang"
    )];
    lines.extend(studied.iter().zip(ranks).map(|(alone, possible)| {
        let least = alone.strategy.steps().count();
        let mut cells = vec![
            alone.strategy.to_string(),
            least.to_string(),
            alone.mean_text(),
        ];
        cells.extend(alone.range.iter().map(u64::to_string));
        cells.push(deviation(alone).unwrap_or("-".into()));
        if games.is_some() {
            cells.push(error(alone).map_or("-".into(), |error| format!("{error:.2}")));
            cells.push(rank_text(possible));
        } else {
            cells.push(rank(studied, alone.mean).to_string());
        }
        cells.join("\t")
    }));
    lines.extend(claim.map(|claim| beside_the_truth(&claim, studied)));
    text(lines)
}

/// What is true of the claim.
fn beside_the_truth(claim: &Alone, ranked: &[Alone]) -> String {
    let strategy = claim.strategy;
    let variance = claim.variance.map_or(0.0, float);
    let error = (variance / f64::from(CLAIM_GAMES)).sqrt();
    let mean = claim.mean_text();
    let best = &ranked[0];
    let answer = match rank(ranked, claim.mean) {
        1 => format!("stimmt für einen Computer allein: er braucht damit im Mittel {mean} Runden"),
        rank => format!(
            "stimmt für einen Computer allein nicht: er braucht damit im Mittel {mean} Runden, das ist Rang {rank} von {}, \
             und mit {} nur {} Runden",
            ranked.len(),
            best.strategy,
            best.mean_text()
        ),
    };
    format!(
        "Die Behauptung der Seite, {strategy} sei die beste Strategie, {answer}; das Mittel aus {CLAIM_GAMES} Spielen, auf \
         das sie sich stützt, hat einen Standardfehler von {error:.2} Runden. Was gegen mehrere am besten ist, zeigt \
         --optimal --spieler N."
    )
}

/// Against a given strategy a row for each reply, the best first; otherwise a row for each strategy that the others may play, with
/// the best reply to it, and which of them is its own best reply.
pub fn company(company: &Company) -> String {
    let seats = company.seats;
    if let [(others, replies)] = &company.replies[..] {
        let mut lines = vec!["Strategie\tAnteil\tRang".to_string()];
        for ((own, share), rank) in replies.iter().zip(1..) {
            lines.push(format!("{own}\t{}%\t{rank}", percent(*share, DIGITS)));
        }
        let (best, share) = replies[0];
        let [share, even] = [share, 1.0 / seats as f64].map(|share| percent(share, 2));
        lines.push(format!(
            "Von {seats} Computern spielen alle anderen {others}. Dann ist {best} von allen 32 Strategien die beste: Sie \
             gewinnt {share} % der Spiele; wer auch {others} spielt, gewinnt {even} %."
        ));
        return text(lines);
    }
    let mut lines = vec!["Strategie der anderen\tBeste Antwort\tAnteil".to_string()];
    let mut stable = Vec::new();
    for (others, replies) in &company.replies {
        let (best, share) = replies[0];
        lines.push(format!("{others}\t{best}\t{}%", percent(share, DIGITS)));
        stable.extend((best == *others).then_some(best));
    }
    lines.push(if stable.is_empty() {
        format!(
            "Mit {seats} Computern gibt es kein Gleichgewicht: Zu jeder der 32 Strategien, die alle anderen spielen, gibt \
             es eine bessere."
        )
    } else {
        format!(
            "Gleichgewicht: Spielen {seats} Computer alle {}, so gewinnt keiner öfter, wenn er allein zu einer anderen der \
             32 Strategien wechselt.",
            stable.iter().format(" oder alle ")
        )
    });
    text(lines)
}

/// What to want in the game of two: a row for each number of own safe cards, a column for each of the opponent's, and `x` where
/// the opponent never comes; and how often who begins wins, or what a reply gains over playing as the opponent does.
pub fn duel(duel: &Duel) -> String {
    let others = (0..KINDS).map(|other| format!("\tGegner {other}"));
    let mut lines = vec![format!("Sichere Karten{}", others.format(""))];
    lines.extend((0..KINDS).map(|own| {
        let wanted = (0..KINDS).map(|other| match duel.wanted(own, other) {
            Some(wanted) => format!("\t{wanted}"),
            None => "\tx".into(),
        });
        format!("eigene {own}{}", wanted.format(""))
    }));
    let [replies, repeats] = duel.shares;
    if let Some(opponent) = duel.opponent {
        lines.push(format!(
            "Gegen {opponent}\tbeste Antwort\t{opponent}\tGewinn in Prozentpunkten"
        ));
        for (name, role) in [("als Erster", 0), ("als Zweiter", 1), ("im Mittel", 2)] {
            let gain = 100.0 * (replies[role] - repeats[role]);
            let gain = decimal::approximate(gain, 200.0 * ERROR, DIGITS);
            let [reply, repeat] = [replies, repeats].map(|shares| percent(shares[role], DIGITS));
            lines.push(format!("{name}\t{reply}%\t{repeat}%\t{gain}"));
        }
    } else {
        let share = percent(replies[0], DIGITS);
        lines.push(format!(
            "Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share} %."
        ));
    }
    text(lines)
}

/// A game: a line a turn, and how it ended; `(3)` is a card that the player has already. The cards are in their order: in which
/// round, from 1, and at which seat, from 0, each was drawn.
pub fn log(draws: &[(u64, usize, Draw)], win: Option<Win>) -> String {
    let turns = draws.split_inclusive(|(.., draw)| draw.safe.is_some());
    let turns = turns.map(|drawn| {
        let (round, seat, last) = drawn[drawn.len() - 1];
        let mut words = vec![format!("Runde {round}, Computer {}:", seat + 1)];
        for (.., draw) in drawn {
            words.extend(draw.shuffled.then(|| "[neu gemischt]".into()));
            words.push(match draw.card {
                STOPP => "STOPP".into(),
                kind if draw.useful => (kind + 1).to_string(),
                kind => format!("({})", kind + 1),
            });
        }
        let safe = last.safe.into_iter().flat_map(Hand::kinds);
        let mut safe = safe.map(|kind| (kind + 1).to_string()).collect_vec();
        if last.card != STOPP && safe.len() < KINDS {
            words.push("STOPP!".into());
        }
        if safe.is_empty() {
            safe.push("-".into());
        }
        format!("{} -> {}", words.join(" "), safe.join(" "))
    });
    let ending = match win {
        Some(Win { rounds, seat, .. }) => {
            let rounds = count(rounds, "Runde", "Runden");
            format!("Gewonnen: Computer {}, {rounds}", seat + 1)
        }
        None => "Niemand kann mehr gewinnen.".into(),
    };
    text(turns.chain([ending]).collect())
}

fn text(lines: Vec<String>) -> String {
    lines.join("\n") + "\n"
}

/// A share that is computed, in per cent.
fn percent(share: f64, digits: usize) -> String {
    let value = 100.0 * share;
    decimal::approximate(value, ERROR * value, digits)
}

/// The standard deviation, which a single game does not have.
fn deviation(alone: &Alone) -> Option<String> {
    alone.variance.map(|variance| decimal::root(variance, 2))
}

/// A rank, or the ranks between which it lies.
fn rank_text(ranks: [usize; 2]) -> String {
    ranks.iter().dedup().join("–")
}
