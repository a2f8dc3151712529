//! The tables of Six Jack: the same columns and values for all formats that programs read.

use std::cmp::Reverse;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::report::{QUANTILES, SixJackReport, approximate, comes, quantile, rank};
use crate::decimal;
use crate::ranking::Share;
use crate::sixjack::KINDS;
use crate::sixjack::exact::{self, Fraction, Rounds};
use crate::sixjack::play::Results;
use crate::sixjack::player::Player;
use crate::sixjack::strategy::{Policy, Strategy};

/// The decimals of shares in per cent.
pub(super) const SHARE: usize = 4;
/// The decimals of numbers of rounds.
const ROUNDS: u32 = 4;

/// A value in a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// A text.
    Text(String),
    /// A number, as it is printed.
    Number(String),
    /// There is nothing to say.
    Missing,
}

impl Cell {
    fn whole(number: impl ToString) -> Cell {
        Cell::Number(number.to_string())
    }

    /// What is known up to an error may be no single number.
    pub(super) fn decimal(text: String) -> Cell {
        match text.parse::<f64>() {
            Ok(_) => Cell::Number(text),
            Err(_) => Cell::Missing,
        }
    }
}

impl<T: ToString> From<Option<T>> for Cell {
    fn from(number: Option<T>) -> Cell {
        number.map_or(Cell::Missing, |number| Cell::Number(number.to_string()))
    }
}

/// A number keeps its decimals, but for zeros at the end.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(text) => match text.parse::<u128>() {
                Ok(whole) => serializer.serialize_u128(whole),
                Err(_) => text.parse::<f64>().ok().serialize(serializer),
            },
            Cell::Missing => serializer.serialize_none(),
        }
    }
}

/// Rows with a value for every column.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// What the table is about, in small letters.
    pub(super) name: &'static str,
    /// The names of the columns, without spaces.
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The table of a result.
    pub(super) fn new(report: &SixJackReport) -> Table {
        match report {
            SixJackReport::Played(players, results, _) => Table::played(players, results),
            SixJackReport::Solved(players) => Table::solved(players),
            SixJackReport::PlayedAlone(rows, _) => Table::played_alone(rows),
            SixJackReport::SolvedAlone(strategies) | SixJackReport::Best(strategies) => {
                Table::solved_alone(strategies)
            }
            SixJackReport::Duel(optimum) => Table::policy(optimum, |_| true),
            SixJackReport::Reply(opponent, reply) => {
                Table::policy(reply, |safe| comes(opponent, safe))
            }
        }
    }

    /// Computers that won equally often stand in the order of their seats.
    fn played(players: &[Player], results: &Results) -> Table {
        let games = results.won() + results.unfinished;
        let seats = (0..players.len()).sorted_by_key(|&seat| Reverse(results.wins[seat]));
        let rows = seats.zip(1..).map(|(seat, rank)| {
            let won = results.wins[seat];
            let share = Share { won, games }.percent();
            let [low, high] = results.interval(seat).map(|end| format!("{end:.4}"));
            vec![
                Cell::whole(rank),
                Cell::whole(seat + 1),
                Cell::Text(players[seat].to_string()),
                Cell::Number(decimal::fraction(share, SHARE as u32)),
                Cell::Number(low),
                Cell::Number(high),
                Cell::whole(won),
                Cell::whole(games),
            ]
        });
        Table {
            name: "bestenliste",
            columns: vec![
                "Rang",
                "Computer",
                "Strategie",
                "Anteil",
                "von",
                "bis",
                "Siege",
                "Spiele",
            ],
            rows: rows.collect(),
        }
    }

    fn solved(players: &[Player]) -> Table {
        let outcome = exact::outcome(&players.iter().map(Player::policy).collect_vec());
        let seats = (0..players.len())
            .map(|seat| (seat, outcome.share(seat)))
            .sorted_by(|one, other| other.1.total_cmp(&one.1));
        let rows = seats.zip(1..).map(|((seat, share), rank)| {
            let mut row = vec![
                Cell::whole(rank),
                Cell::whole(seat + 1),
                Cell::Text(players[seat].to_string()),
                Cell::decimal(approximate(100.0 * share, SHARE)),
            ];
            row.extend(match &players[seat] {
                Player::Fixed(strategy) => alone(strategy),
                Player::Optimal => vec![Cell::Missing; ALONE.len()],
            });
            row
        });
        let columns = ["Rang", "Computer", "Strategie", "Anteil"];
        Table {
            name: "bestenliste",
            columns: columns.into_iter().chain(ALONE).collect(),
            rows: rows.collect(),
        }
    }

    fn played_alone(rows: &[(Strategy, Results)]) -> Table {
        let means = rows.iter().map(|(_, results)| results.mean()).collect_vec();
        let rows = rows.iter().map(|(strategy, results)| {
            let mut row = vec![
                Cell::Text(strategy.to_string()),
                Cell::whole(strategy.steps().count()),
            ];
            row.extend(mean(results.mean()));
            row.extend([
                results.best.map(|best| best.rounds).into(),
                results.best.map(|_| results.most).into(),
                results
                    .variance()
                    .map(|variance| decimal::root(variance, ROUNDS))
                    .into(),
                Cell::whole(results.won()),
                Cell::whole(rank(&results.mean(), &means)),
            ]);
            row
        });
        Table {
            name: "strategien",
            columns: vec![
                "Strategie",
                "Mindestrunden",
                "Mittel",
                "Mittel_Zaehler",
                "Mittel_Nenner",
                "Minimum",
                "Maximum",
                "Standardabweichung",
                "Spiele",
                "Rang",
            ],
            rows: rows.collect(),
        }
    }

    fn solved_alone(strategies: &[Strategy]) -> Table {
        let means = strategies.iter().map(exact::mean).collect_vec();
        let rows = strategies.iter().zip(&means).map(|(strategy, own)| {
            let mut row = vec![
                Cell::Text(strategy.to_string()),
                Cell::whole(strategy.steps().count()),
            ];
            row.extend(alone(strategy));
            row.push(Cell::whole(rank(own, &means)));
            row
        });
        let columns = ["Strategie", "Mindestrunden"].into_iter();
        Table {
            name: "strategien",
            columns: columns.chain(ALONE).chain(["Rang"]).collect(),
            rows: rows.collect(),
        }
    }

    /// Nothing is wanted where the other player `comes` never.
    fn policy(policy: &Policy, comes: impl Fn(usize) -> bool) -> Table {
        let safe = (0..KINDS).cartesian_product(0..KINDS);
        let rows = safe.map(|(own, other)| {
            let wanted = comes(other).then(|| policy.wanted(own, other));
            vec![Cell::whole(own), Cell::whole(other), wanted.into()]
        });
        Table {
            name: "tabelle",
            columns: vec!["Eigene", "Gegner", "Gewollt"],
            rows: rows.collect(),
        }
    }
}

/// The columns about the rounds that a strategy takes alone, without chance.
const ALONE: [&str; 7] = [
    "Mittel",
    "Mittel_Zaehler",
    "Mittel_Nenner",
    "Quantil_1",
    "Quantil_50",
    "Quantil_99",
    "Standardabweichung",
];

fn alone(strategy: &Strategy) -> Vec<Cell> {
    let rounds = exact::outcome(&[strategy.policy()]).rounds;
    let mut cells = mean(Some(exact::mean(strategy)));
    cells.extend(quantiles(&rounds));
    let deviation = decimal::root(exact::variance(strategy), ROUNDS);
    cells.push(Cell::Number(deviation));
    cells
}

/// A mean as a decimal, and as a fraction.
pub(super) fn mean(mean: Option<Fraction>) -> Vec<Cell> {
    vec![
        mean.map(|mean| decimal::fraction(mean, ROUNDS)).into(),
        mean.map(|mean| *mean.numer()).into(),
        mean.map(|mean| *mean.denom()).into(),
    ]
}

/// The quantiles; nothing where rounding leaves open which it is.
pub(super) fn quantiles(rounds: &Rounds) -> [Cell; 3] {
    QUANTILES.map(|percent| match quantile(rounds, percent) {
        [low, high] if low == high => Cell::whole(low),
        _ => Cell::Missing,
    })
}
