//! What Six Jack prints: lists of computers, tables of strategies, and a game told turn by turn.

use std::fmt::{self, Write};

use itertools::Itertools;

use crate::decimal;
use crate::ranking::Share;
use crate::sixjack::KINDS;
use crate::sixjack::exact::{self, DEVIATION_ERROR, ERROR, Fraction, PLACEMENT_ERROR, Rounds};
use crate::sixjack::play::{Card, Event, Hand, Results, Win};
use crate::sixjack::player::Player;
use crate::sixjack::strategy::{Policy, Strategy};
use crate::text::count;

/// The quantiles that stand for the range of a number of rounds, in per cent.
const QUANTILES: [u8; 3] = [1, 50, 99];

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
pub fn write_played(out: &mut dyn Write, players: &[Player], tally: &Results) -> fmt::Result {
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
pub fn write_exact(out: &mut dyn Write, players: &[Player]) -> fmt::Result {
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
                mean(exact::mean(strategy)),
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

/// A value of the module [`exact`].
fn approximate(value: f64, digits: usize) -> String {
    decimal::approximate(value, ERROR * value, digits)
}

/// A mean as a fraction and as a decimal.
fn mean(mean: Fraction) -> String {
    format!("{mean} = {}", decimal::fraction(mean, 2))
}

/// A quantile; two, if rounding leaves open which it is.
fn quantile(rounds: &Rounds, percent: u8) -> String {
    let level = f64::from(percent) / 100.0;
    [level - ERROR, level + ERROR]
        .map(|level| rounds.quantile(level))
        .iter()
        .dedup()
        .format("–")
        .to_string()
}

fn quantile_list(rounds: &Rounds) -> String {
    let quantiles = QUANTILES.iter().format_with(", ", |&percent, f| {
        f(&format_args!("{percent} %: {}", quantile(rounds, percent)))
    });
    format!("Quantile {quantiles}")
}

/// Writes a study by chance: a header, and a row for each strategy with the results of its games
/// alone, tab-separated.
pub fn write_study(out: &mut dyn Write, rows: &[(Strategy, Results)]) -> fmt::Result {
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
pub fn write_exact_study(out: &mut dyn Write, strategies: &[Strategy]) -> fmt::Result {
    let means = strategies.iter().map(exact::mean).collect_vec();
    write_header(
        out,
        &QUANTILES.map(|percent| format!("{percent}-%-Quantil")),
    )?;
    for (strategy, own) in strategies.iter().zip(&means) {
        let rounds = exact::outcome(&[strategy.policy()]).rounds;
        let mut shown = vec![mean(*own)];
        shown.extend(QUANTILES.map(|percent| quantile(&rounds, percent)));
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

/// The rank of a value among these, the least being first; equal ones share it.
fn rank<T: Ord>(own: &T, all: &[T]) -> usize {
    1 + all.iter().filter(|&other| other < own).count()
}

/// What follows from the strategies, the best first, for the claim that one of them is the best,
/// which was drawn from this many games with each of the studied ones.
pub fn verdict(
    ranked: &[Strategy],
    claimed: &Strategy,
    studied: &[Strategy],
    games: u32,
) -> String {
    let means = ranked.iter().map(exact::mean).collect_vec();
    let own = exact::mean(claimed);
    let place = rank(&own, &means);
    let answer = if place == 1 {
        format!(
            "stimmt: diese Strategie braucht im Mittel {} Runden",
            mean(own)
        )
    } else {
        format!(
            "stimmt nicht: diese Strategie braucht im Mittel {} Runden und steht auf Rang {place} \
             von {}, am besten ist {} mit {} Runden",
            mean(own),
            ranked.len(),
            ranked[0],
            mean(means[0])
        )
    };
    let placement = |own: &Strategy| {
        let others = studied.iter().filter(|&other| other != own).copied();
        exact::placement(own, &others.collect_vec(), games)
    };
    let percent =
        |probability: f64| decimal::approximate(100.0 * probability, 100.0 * PLACEMENT_ERROR, 2);
    let best = studied.iter().min_by_key(|strategy| exact::mean(strategy));
    let misled = best.map_or(0.0, |best| placement(best).trails);
    format!(
        "Die Behauptung der Seite, {claimed} sei die beste Strategie, {answer}; bei je {games} \
         Spielen steht mit einer Wahrscheinlichkeit von {} % eine andere der {} Strategien der Seite \
         vor der wirklich besten von ihnen, und mit {} % gerade {claimed} vor allen anderen.",
        percent(misled),
        studied.len(),
        percent(placement(claimed).leads),
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
pub fn write_duel(out: &mut dyn Write, optimum: &Policy) -> fmt::Result {
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
pub fn write_reply(out: &mut dyn Write, opponent: &Player, reply: &Policy) -> fmt::Result {
    write_policy(out, reply, |safe| match opponent {
        Player::Fixed(strategy) => strategy.steps().any(|step| step.safe == safe),
        Player::Optimal => true,
    })?;
    let policy = opponent.policy();
    let [replies, repeats] = [reply, &policy].map(|own| {
        let outcome = exact::duel([own, &policy]);
        [outcome.wins[0][0], outcome.wins[0][1], outcome.share(0)].map(|share| 100.0 * share)
    });
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

/// A game as text, a line a turn, that grows as the game is told.
#[derive(Debug, Default)]
pub struct Log(String);

impl Log {
    /// Adds what happens: `(3)` is a card that the player has already.
    pub fn tell(&mut self, event: Event) {
        self.0 += &match event {
            Event::Turn { round, seat } => format!("Runde {round}, Computer {}:", seat + 1),
            Event::Shuffled => " [neu gemischt]".into(),
            Event::Drawn { card, useful } => match card {
                Card::Ingredient(kind) if useful => format!(" {}", kind + 1),
                Card::Ingredient(kind) => format!(" ({})", kind + 1),
                Card::Stopp => " STOPP".into(),
            },
            Event::Said => " STOPP!".into(),
            Event::Over { safe } => format!(" -> {}\n", cards(safe)),
        };
    }

    /// The whole text, with how the game ended.
    pub fn finish(self, win: Option<Win>) -> String {
        let ending = match win {
            Some(Win { rounds, seat, .. }) => format!(
                "Gewonnen: Computer {}, {}",
                seat + 1,
                count(rounds, "Runde", "Runden")
            ),
            None => "Niemand kann mehr gewinnen.".into(),
        };
        format!("{}{ending}\n", self.0)
    }
}

/// Safe cards, or `-` if there are none.
fn cards(hand: Hand) -> String {
    if hand.is_empty() {
        "-".into()
    } else {
        hand.kinds().map(|kind| kind + 1).format(" ").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sixjack::optimal;

    /// The sentence follows from the figures, whatever is claimed.
    #[test]
    fn verdicts_follow_from_the_figures() {
        let ranked = optimal::ranked();
        let claim = |text: &str| verdict(&ranked, &text.parse().unwrap(), &Strategy::studied(), 50);
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

    #[test]
    fn equal_values_share_a_rank() {
        let means = [3, 1, 2, 1];
        assert_eq!(means.map(|mean| rank(&mean, &means)), [4, 1, 3, 1]);
    }

    #[test]
    fn a_game_without_winners_is_told() {
        let mut log = Log::default();
        log.tell(Event::Turn { round: 3, seat: 8 });
        log.tell(Event::Shuffled);
        log.tell(Event::Drawn {
            card: Card::Ingredient(4),
            useful: false,
        });
        log.tell(Event::Over {
            safe: Hand::default(),
        });
        assert_eq!(
            log.finish(None),
            "Runde 3, Computer 9: [neu gemischt] (5) -> -\nNiemand kann mehr gewinnen.\n"
        );
    }
}
