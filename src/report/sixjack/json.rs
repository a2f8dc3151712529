//! The results of Six Jack as one JSON object, in which each row of the table has a line of its own.

use std::fmt::{self, Write};

use serde::{Serialize, Serializer};

use super::report::{Chance, Claim, SixJackReport, approximate, replied};
use super::table::{Cell, SHARE, Table, mean, quantiles};
use crate::decimal;
use crate::report::json::{write_field, write_lines, write_program};
use crate::sixjack::exact::{self, DEVIATION_ERROR, ERROR, PLACEMENT_ERROR, Rounds};
use crate::sixjack::play::{Cards, Results};
use crate::sixjack::player::Player;
use crate::sixjack::strategy::Policy;

/// A row of a table, under the names of the columns in small letters.
struct Row<'a>(&'a [&'static str], &'a [Cell]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.0.iter().map(|name| name.to_lowercase());
        serializer.collect_map(names.zip(self.1))
    }
}

/// The win in the fewest rounds.
#[derive(Serialize)]
struct Bestes {
    computer: usize,
    runden: u64,
}

/// The number of rounds of a game of several.
#[derive(Serialize)]
struct Spiel {
    mittel: Cell,
    quantil_1: Cell,
    quantil_50: Cell,
    quantil_99: Cell,
    standardabweichung: Cell,
}

/// A claim beside the truth; probabilities are in per cent.
#[derive(Serialize)]
struct Behauptung {
    strategie: String,
    stimmt: bool,
    rang: usize,
    mittel: Cell,
    mittel_zaehler: Cell,
    mittel_nenner: Cell,
    spiele: u32,
    strategien: usize,
    andere_vor_der_besten: Cell,
    diese_vor_allen: Cell,
}

/// How often a reply wins; shares are in per cent.
#[derive(Serialize)]
struct Ergebnis {
    rolle: &'static str,
    anteil: Cell,
    anteil_des_gegners: Cell,
    gewinn: Cell,
}

/// Writes one object: what made it, what belongs to the whole, and the rows of the table.
pub fn write(out: &mut dyn Write, report: &SixJackReport) -> fmt::Result {
    writeln!(out, "{{")?;
    write_program(out)?;
    match report {
        SixJackReport::Played(_, results, chance) => {
            write_chance(out, chance)?;
            write_games(out, results)?;
        }
        SixJackReport::PlayedAlone(_, chance) => write_chance(out, chance)?,
        SixJackReport::Solved(players) => {
            if let [_, _, ..] = players {
                let policies: Vec<Policy> = players.iter().map(Player::policy).collect();
                write_field(out, "spiel", &Spiel::new(&exact::outcome(&policies).rounds))?;
            }
        }
        SixJackReport::SolvedAlone(_) => {}
        SixJackReport::Best(ranked) => {
            let claim = Behauptung::new(&Claim::of_the_page(ranked));
            write_field(out, "behauptung", &claim)?;
        }
        SixJackReport::Duel(optimum) => {
            let first = exact::duel([optimum, optimum]).wins[0][0];
            let share = Cell::decimal(approximate(100.0 * first, SHARE));
            write_field(out, "anteil_wer_beginnt", &share)?;
        }
        SixJackReport::Reply(opponent, reply) => {
            write_field(out, "gegen", &opponent.to_string())?;
            write_lines(out, "ergebnisse", results(opponent, reply).into_iter())?;
            writeln!(out, ",")?;
        }
    }
    let table = Table::new(report);
    let rows = table.rows.iter().map(|row| Row(&table.columns, row));
    write_lines(out, table.name, rows)?;
    writeln!(out, "\n}}")
}

fn write_chance(out: &mut dyn Write, chance: &Chance) -> fmt::Result {
    let cards = match chance.cards {
        Cards::Independent => "unabhaengig",
        Cards::Pile => "stapel",
    };
    write_field(out, "karten", cards)?;
    write_field(out, "saat", &chance.seed)?;
    write_field(out, "spiele", &chance.games)
}

fn write_games(out: &mut dyn Write, results: &Results) -> fmt::Result {
    write_field(out, "ohne_sieger", &results.unfinished)?;
    let best = results.best.map(|best| Bestes {
        computer: best.seat + 1,
        runden: best.rounds,
    });
    write_field(out, "bestes_spielergebnis", &best)
}

impl Spiel {
    fn new(rounds: &Rounds) -> Spiel {
        let [quantil_1, quantil_50, quantil_99] = quantiles(rounds);
        let deviation = decimal::approximate(rounds.deviation(), DEVIATION_ERROR, SHARE);
        Spiel {
            mittel: Cell::decimal(approximate(rounds.mean(), SHARE)),
            quantil_1,
            quantil_50,
            quantil_99,
            standardabweichung: Cell::decimal(deviation),
        }
    }
}

impl Behauptung {
    fn new(claim: &Claim) -> Behauptung {
        let percent = |probability: f64| {
            let error = 100.0 * PLACEMENT_ERROR;
            Cell::decimal(decimal::approximate(100.0 * probability, error, SHARE))
        };
        let mut mean = mean(Some(claim.mean)).into_iter();
        let mut next = || mean.next().unwrap_or(Cell::Missing);
        Behauptung {
            strategie: claim.claimed.to_string(),
            stimmt: claim.place == 1,
            rang: claim.place,
            mittel: next(),
            mittel_zaehler: next(),
            mittel_nenner: next(),
            spiele: claim.games,
            strategien: claim.strategies[1],
            andere_vor_der_besten: percent(claim.misled),
            diese_vor_allen: percent(claim.leads),
        }
    }
}

/// What the best reply and the player itself win against the player.
fn results(opponent: &Player, reply: &Policy) -> [Ergebnis; 3] {
    let [replies, repeats] = replied(opponent, reply);
    let roles = ["erster", "zweiter", "mittel"];
    [0, 1, 2].map(|role| {
        let gain = replies[role] - repeats[role];
        Ergebnis {
            rolle: roles[role],
            anteil: Cell::decimal(approximate(replies[role], SHARE)),
            anteil_des_gegners: Cell::decimal(approximate(repeats[role], SHARE)),
            gewinn: Cell::decimal(decimal::approximate(gain, 200.0 * ERROR, SHARE)),
        }
    })
}
