//! What Six Jack prints: sheets that all formats are written from, one file a kind of them, and a
//! told game.

pub mod list;
pub mod tables;

use itertools::Itertools;
use serde_json::{Value, json};

use super::json::object;
use super::table::{aligned, or_empty, row, tsv};
use wuerfelglueck::decimal;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::exact::ERROR;
use wuerfelglueck::sixjack::play::{Draw, Hand, STOPP, Win};
use wuerfelglueck::sixjack::results::{Alone, Chance};
use wuerfelglueck::text::count;

/// The decimals of shares in per cent, and of numbers of rounds, in tables.
const DIGITS: u32 = 4;

/// A result of Six Jack, ready for every format.
pub struct Sheet {
    text: Vec<String>,
    /// What belongs to the whole.
    fields: Value,
    /// What the rows are about.
    what: &'static str,
    /// The names of the columns, and rows with a text for each.
    columns: &'static str,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A result without text and rows; what the rows are about, and the names of their columns.
    fn new(what: &'static str, columns: &'static str) -> Sheet {
        Sheet {
            text: Vec::new(),
            fields: json!({}),
            what,
            columns,
            rows: Vec::new(),
        }
    }

    fn row(&mut self, text: String, cells: Vec<String>) {
        self.text.push(text);
        self.rows.push(cells);
    }

    /// Adds a table for people, of which the first row is the header.
    fn show_table(&mut self, table: &[Vec<String>]) {
        self.text.extend(aligned(table, 0));
    }

    /// Adds what it takes to play the same games again.
    fn chance(&mut self, chance: &Chance) {
        self.fields["karten"] = chance.cards.into();
        self.fields["saat"] = chance.seed.into();
        self.fields["spiele"] = chance.games.into();
    }

    /// Lists and tables as people read them.
    pub fn text(&self) -> String {
        self.text.join("\n") + "\n"
    }

    /// One table, with tabs: an empty field where there is no number.
    pub fn tsv(&self) -> String {
        tsv(self.columns.split(' '), self.rows.iter().cloned())
    }

    /// One object: what made it, what belongs to the whole, and the table. Each row has a line of
    /// its own.
    pub fn json(&self) -> String {
        let names = || self.columns.split(' ').map(str::to_lowercase);
        let cells = |row: &Vec<String>| names().zip(row.iter().map(|cell| number(cell))).collect();
        let rows = self.rows.iter().map(cells);
        object(&self.fields, vec![(self.what, Box::new(rows))]) + "\n"
    }
}

/// A cell as JSON. A number keeps its decimals, but for zeros at the end.
fn number(cell: &str) -> Value {
    match (cell.parse::<u64>(), cell.parse::<f64>()) {
        _ if cell.is_empty() => Value::Null,
        (Ok(whole), _) => whole.into(),
        (_, Ok(number)) => number.into(),
        _ => cell.into(),
    }
}

/// A value of the module [`exact`](wuerfelglueck::sixjack::exact).
fn approximate(value: f64, digits: u32) -> String {
    decimal::approximate(value, ERROR * value, digits)
}

/// The standard deviation, which a single game does not have.
fn deviation(alone: &Alone, digits: u32) -> Option<String> {
    let variance = alone.variance;
    variance.map(|variance| decimal::root(variance, digits))
}

/// Who won, and in how many rounds.
fn winner(Win { rounds, seat }: Win) -> String {
    let rounds = count(rounds, "Runde", "Runden");
    format!("Computer {}, {rounds}", seat + 1)
}

/// A number that is known up to an error: nothing if that leaves open which it is.
fn certain(number: String) -> String {
    or_empty(number.parse::<f64>().is_ok().then_some(number))
}

/// The cells about the rounds that a strategy takes alone, by chance or without: the mean, also as
/// a fraction, what stands for the range, and the standard deviation.
fn alone_cells(alone: &Alone) -> Vec<String> {
    let (mean, numer, denom) = (alone.mean, alone.mean.numer(), alone.mean.denom());
    let mut cells = row![decimal::fraction(mean, DIGITS), numer, denom];
    cells.extend(alone.range.iter().map(u64::to_string));
    cells.push(or_empty(deviation(alone, DIGITS)));
    cells
}

/// A line a turn, and how the game ended: `(3)` is a card that the player has already. The cards
/// are in their order: in which round, from 1, and at which seat, from 0, each was drawn.
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
        safe.extend(safe.is_empty().then(|| "-".into()));
        format!("{} -> {}\n", words.join(" "), safe.join(" "))
    });
    let won = win.map(|win| format!("Gewonnen: {}", winner(win)));
    let ending = won.unwrap_or("Niemand kann mehr gewinnen.".into());
    format!("{}{ending}\n", turns.format(""))
}
