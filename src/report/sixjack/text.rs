//! The results of Six Jack as text: lists of computers, and tables.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::report::{Claim, QUANTILES, SixJackReport, approximate, comes, quantile, rank, replied};
use crate::decimal;
use crate::ranking::Share;
use crate::sixjack::KINDS;
use crate::sixjack::exact::{self, DEVIATION_ERROR, ERROR, Fraction, PLACEMENT_ERROR, Rounds};
use crate::sixjack::play::{Results, Win};
use crate::sixjack::player::Player;
use crate::sixjack::strategy::{Policy, Strategy};
use crate::text::count;

/// Writes lists and tables as people read them.
pub fn write(out: &mut dyn Write, report: &SixJackReport) -> fmt::Result {
    match report {
        SixJackReport::Played(players, results, _) => write_played(out, players, results),
        SixJackReport::Solved(players) => write_exact(out, players),
        SixJackReport::PlayedAlone(rows, _) => write_study(out, rows),
        SixJackReport::SolvedAlone(strategies) => write_exact_study(out, strategies),
        SixJackReport::Best(ranked) => {
            write_exact_study(out, ranked)?;
            writeln!(out, "{}", verdict_text(ranked))
        }
        SixJackReport::Duel(optimum) => write_duel(out, optimum),
        SixJackReport::Reply(opponent, reply) => write_reply(out, opponent, reply),
    }
}

/// Writes the heading and a line per computer, best first: rank, seat, strategy, share of games won.
fn write_list(
    out: &mut dyn Write,
    players: &[Player],
    shares: impl IntoIterator<Item = (usize, String)>,
) -> fmt::Result {
    writeln!(out, "Six-Jack-Bestenliste:")?;
    for ((seat, share), rank) in shares.into_iter().zip(1..) {
        writeln!(
            out,
            "{rank}. Computer {} -> : {}; {share}%",
            seat + 1,
            players[seat]
        )?;
    }
    Ok(())
}

/// Writes the results of games by chance: the list, and the win in the fewest rounds. Computers that
/// won equally often stand in the order of their seats.
fn write_played(out: &mut dyn Write, players: &[Player], tally: &Results) -> fmt::Result {
    let games = tally.won() + tally.unfinished;
    let shares = (0..players.len())
        .map(|seat| (seat, tally.wins[seat]))
        .sorted_by_key(|&(_, won)| std::cmp::Reverse(won))
        .map(|(seat, won)| {
            let share = Share { won, games };
            (seat, decimal::fraction(share.percent(), 2))
        });
    write_list(out, players, shares)?;
    match tally.best {
        Some(Win { rounds, seat, .. }) => writeln!(
            out,
            "Bestes Spielergebnis: Computer {}, {}",
            seat + 1,
            count(rounds, "Runde", "Runden")
        ),
        None => writeln!(out, "Bestes Spielergebnis: keines"),
    }
}

/// Writes what games come to without chance: the list, a line for each computer of a fixed strategy
/// alone, in the order of the seats, and one for the game of several.
fn write_exact(out: &mut dyn Write, players: &[Player]) -> fmt::Result {
    let outcome = exact::outcome(&players.iter().map(Player::policy).collect_vec());
    let shares = (0..players.len())
        .map(|seat| (seat, outcome.share(seat)))
        .sorted_by(|one, other| other.1.total_cmp(&one.1))
        .map(|(seat, share)| (seat, approximate(100.0 * share, 2)));
    write_list(out, players, shares)?;
    for (player, seat) in players.iter().zip(1..) {
        if let Player::Fixed(strategy) = player {
            let rounds = exact::outcome(&[strategy.policy()]).rounds;
            writeln!(
                out,
                "Computer {seat} allein: {} Runden im Mittel, Standardabweichung {}, {}",
                mean_text(exact::mean(strategy)),
                decimal::root(exact::variance(strategy), 2),
                quantile_list(&rounds)
            )?;
        }
    }
    if players.len() == 1 {
        // It would say the same.
        return Ok(());
    }
    let rounds = &outcome.rounds;
    writeln!(
        out,
        "Spiel: {} Runden im Mittel, Standardabweichung {}, {}",
        approximate(rounds.mean(), 2),
        decimal::approximate(rounds.deviation(), DEVIATION_ERROR, 2),
        quantile_list(rounds)
    )
}

/// What is true of the claim of the page of the game.
pub(super) fn verdict_text(ranked: &[Strategy]) -> String {
    verdict(&Claim::of_the_page(ranked))
}

/// A mean as a fraction and as a decimal.
pub(super) fn mean_text(mean: Fraction) -> String {
    format!("{mean} = {}", decimal::fraction(mean, 2))
}

/// A quantile; two, if rounding leaves open which it is.
fn shown_quantile(rounds: &Rounds, percent: u8) -> String {
    let quantile = quantile(rounds, percent);
    quantile.iter().dedup().format("–").to_string()
}

fn quantile_list(rounds: &Rounds) -> String {
    let quantiles = QUANTILES.iter().format_with(", ", |&percent, f| {
        f(&format_args!(
            "{percent} %: {}",
            shown_quantile(rounds, percent)
        ))
    });
    format!("Quantile {quantiles}")
}

/// Writes a study by chance: a header, and a row for each strategy with the results of its games
/// alone, tab-separated.
fn write_study(out: &mut dyn Write, rows: &[(Strategy, Results)]) -> fmt::Result {
    let means = rows.iter().map(|(_, tally)| tally.mean()).collect_vec();
    write_header(out, &["Minimum", "Maximum"])?;
    for (strategy, tally) in rows {
        let mean = tally.mean();
        let shown = [
            mean.map(|mean| decimal::fraction(mean, 2)),
            tally.best.map(|best| best.rounds.to_string()),
            Some(tally.most.to_string()),
            tally.variance().map(|variance| decimal::root(variance, 2)),
        ];
        let shown = shown.map(|value| value.unwrap_or_else(|| "-".into()));
        write_row(out, strategy, &shown, rank(&mean, &means))?;
    }
    Ok(())
}

/// Writes a study without chance, in the same form; quantiles stand for the least and the most.
fn write_exact_study(out: &mut dyn Write, strategies: &[Strategy]) -> fmt::Result {
    let means = strategies.iter().map(exact::mean).collect_vec();
    write_header(
        out,
        &QUANTILES.map(|percent| format!("{percent}-%-Quantil")),
    )?;
    for (strategy, own) in strategies.iter().zip(&means) {
        let rounds = exact::outcome(&[strategy.policy()]).rounds;
        let mut shown = vec![mean_text(*own)];
        shown.extend(QUANTILES.map(|percent| shown_quantile(&rounds, percent)));
        shown.push(decimal::root(exact::variance(strategy), 2));
        write_row(out, strategy, &shown, rank(own, &means))?;
    }
    Ok(())
}

fn write_header(out: &mut dyn Write, range: &[impl AsRef<str>]) -> fmt::Result {
    writeln!(
        out,
        "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t{}\t\
         Standardabweichung\tRang",
        range.iter().map(AsRef::as_ref).format("\t")
    )
}

fn write_row(
    out: &mut dyn Write,
    strategy: &Strategy,
    shown: &[String],
    rank: usize,
) -> fmt::Result {
    let least = strategy.steps().count();
    writeln!(
        out,
        "{strategy}\t{least}\t{}\t{rank}",
        shown.iter().format("\t")
    )
}

/// What is true of the claim that a strategy is the best.
fn verdict(claim: &Claim) -> String {
    let [all, studied] = claim.strategies;
    let answer = if claim.place == 1 {
        format!(
            "stimmt: diese Strategie braucht im Mittel {} Runden",
            mean_text(claim.mean)
        )
    } else {
        format!(
            "stimmt nicht: diese Strategie braucht im Mittel {} Runden und steht auf Rang {} von {all}, am besten \
             ist {} mit {} Runden",
            mean_text(claim.mean),
            claim.place,
            claim.best.0,
            mean_text(claim.best.1)
        )
    };
    let percent =
        |probability: f64| decimal::approximate(100.0 * probability, 100.0 * PLACEMENT_ERROR, 2);
    let Claim { claimed, games, .. } = claim;
    format!(
        "Die Behauptung der Seite, {claimed} sei die beste Strategie, {answer}; bei je {games} \
         Spielen steht mit einer Wahrscheinlichkeit von {} % eine andere der {studied} Strategien der Seite \
         vor der wirklich besten von ihnen, und mit {} % gerade {claimed} vor allen anderen.",
        percent(claim.misled),
        percent(claim.leads),
    )
}

/// Writes what to want in the game of two: a row for each number of own safe cards, a column for
/// each of the opponent's, tab-separated; `x` where the opponent never comes.
fn write_policy(
    out: &mut dyn Write,
    policy: &Policy,
    comes: impl Fn(usize) -> bool,
) -> fmt::Result {
    write!(out, "Sichere Karten")?;
    for other in 0..KINDS {
        write!(out, "\tGegner {other}")?;
    }
    writeln!(out)?;
    for own in 0..KINDS {
        write!(out, "eigene {own}")?;
        for other in 0..KINDS {
            match comes(other) {
                true => write!(out, "\t{}", policy.wanted(own, other))?,
                false => write!(out, "\tx")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the optimum of the game of two, and how often the first mover wins with it.
fn write_duel(out: &mut dyn Write, optimum: &Policy) -> fmt::Result {
    write_policy(out, optimum, |_| true)?;
    let first = exact::duel([optimum, optimum]).wins[0][0];
    writeln!(
        out,
        "Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {} %.",
        approximate(100.0 * first, 4)
    )
}

/// Writes the best reply to a player, how often it wins, and what it gains over playing as that
/// player does.
fn write_reply(out: &mut dyn Write, opponent: &Player, reply: &Policy) -> fmt::Result {
    write_policy(out, reply, |safe| comes(opponent, safe))?;
    let [replies, repeats] = replied(opponent, reply);
    writeln!(
        out,
        "Gegen {opponent}\tbeste Antwort\t{opponent}\tGewinn in Prozentpunkten"
    )?;
    for (role, name) in ["als Erster", "als Zweiter", "im Mittel"]
        .iter()
        .enumerate()
    {
        writeln!(
            out,
            "{name}\t{}%\t{}%\t{}",
            approximate(replies[role], 4),
            approximate(repeats[role], 4),
            decimal::approximate(replies[role] - repeats[role], 200.0 * ERROR, 4)
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sixjack::optimal;

    /// The sentence follows from the figures, whatever is claimed.
    #[test]
    fn verdicts_follow_from_the_figures() {
        let ranked = optimal::ranked();
        let claim = |text: &str| {
            let claimed = text.parse().unwrap();
            verdict(&Claim::new(&ranked, claimed, &Strategy::studied(), 50))
        };
        assert_eq!(
            claim("2,x,2,x,1,1"),
            "Die Behauptung der Seite, 2,x,2,x,1,1 sei die beste Strategie, stimmt: diese Strategie \
             braucht im Mittel 62/5 = 12.40 Runden; bei je 50 Spielen steht mit einer \
             Wahrscheinlichkeit von 51.14 % eine andere der 10 Strategien der Seite vor der wirklich \
             besten von ihnen, und mit 48.00 % gerade 2,x,2,x,1,1 vor allen anderen."
        );
        assert!(claim("1,1,1,1,1,1").contains(
            "stimmt nicht: diese Strategie braucht im Mittel 267/20 = 13.35 Runden und steht auf Rang 9 \
             von 32, am besten ist 2,x,2,x,1,1 mit 62/5 = 12.40 Runden; bei"
        ));
    }
}
