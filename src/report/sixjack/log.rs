//! A game of Six Jack, told turn by turn.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde::Serialize;

use crate::report::json::json;
use crate::sixjack::play::{Card, Event, Hand, Win};
use crate::text::count;

/// A card that was drawn.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    card: Card,
    useful: bool,
    /// Whether the discard pile was shuffled for it.
    shuffled: bool,
}

/// A turn.
#[derive(Clone, Debug)]
struct Turn {
    /// The number of the round, from 1.
    round: u64,
    /// The player's seat, from 0.
    seat: usize,
    drawn: Vec<Drawn>,
    /// Whether the player said STOPP!.
    said: bool,
    /// The kinds that are safe after the turn.
    safe: Hand,
}

/// A game that grows as it is told.
#[derive(Clone, Debug, Default)]
pub struct Log {
    turns: Vec<Turn>,
    shuffled: bool,
    win: Option<Win>,
}

/// A format of told games.
pub type WriteLog = fn(&mut dyn Write, &Log) -> fmt::Result;

impl Log {
    /// Adds what happens.
    pub fn tell(&mut self, event: Event) {
        if let Event::Turn { round, seat } = event {
            self.turns.push(Turn {
                round,
                seat,
                drawn: Vec::new(),
                said: false,
                safe: Hand::default(),
            });
        }
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        match event {
            Event::Turn { .. } => {}
            Event::Shuffled => self.shuffled = true,
            Event::Drawn { card, useful } => turn.drawn.push(Drawn {
                card,
                useful,
                shuffled: std::mem::take(&mut self.shuffled),
            }),
            Event::Said => turn.said = true,
            Event::Over { safe } => turn.safe = safe,
        }
    }

    /// The whole game, with how it ended.
    pub fn finish(self, win: Option<Win>) -> Log {
        Log { win, ..self }
    }
}

/// Writes a line a turn, and how the game ended: `(3)` is a card that the player has already.
pub fn write_text(out: &mut dyn Write, log: &Log) -> fmt::Result {
    for turn in &log.turns {
        write!(out, "Runde {}, Computer {}:", turn.round, turn.seat + 1)?;
        for drawn in &turn.drawn {
            if drawn.shuffled {
                write!(out, " [neu gemischt]")?;
            }
            match drawn.card {
                Card::Ingredient(kind) if drawn.useful => write!(out, " {}", kind + 1)?,
                Card::Ingredient(kind) => write!(out, " ({})", kind + 1)?,
                Card::Stopp => write!(out, " STOPP")?,
            }
        }
        let said = if turn.said { " STOPP!" } else { "" };
        let safe = match turn.safe.is_empty() {
            true => "-".into(),
            false => numbers(turn.safe).format(" ").to_string(),
        };
        writeln!(out, "{said} -> {safe}")?;
    }
    match log.win {
        Some(Win { rounds, seat, .. }) => writeln!(
            out,
            "Gewonnen: Computer {}, {}",
            seat + 1,
            count(rounds, "Runde", "Runden")
        ),
        None => writeln!(out, "Niemand kann mehr gewinnen."),
    }
}

/// The kinds of safe cards, from 1.
fn numbers(hand: Hand) -> impl Iterator<Item = usize> {
    hand.kinds().map(|kind| kind + 1)
}

/// A card in a line of JSON.
#[derive(Serialize)]
struct Karte {
    karte: Option<usize>,
    brauchbar: bool,
    neu_gemischt: bool,
}

/// A turn as a line of JSON.
#[derive(Serialize)]
struct Zug {
    runde: u64,
    computer: usize,
    gezogen: Vec<Karte>,
    sagt_stopp: bool,
    sicher: Vec<usize>,
    ende: Option<&'static str>,
}

/// Writes a line of JSON a turn.
pub fn write_json(out: &mut dyn Write, log: &Log) -> fmt::Result {
    for (turn, number) in log.turns.iter().zip(1..) {
        let is_last = number == log.turns.len();
        let ending = match log.win {
            Some(_) => "gewonnen",
            None => "niemand_kann_gewinnen",
        };
        let drawn = turn.drawn.iter().map(|drawn| Karte {
            karte: match drawn.card {
                Card::Ingredient(kind) => Some(kind + 1),
                Card::Stopp => None,
            },
            brauchbar: drawn.useful,
            neu_gemischt: drawn.shuffled,
        });
        let line = Zug {
            runde: turn.round,
            computer: turn.seat + 1,
            gezogen: drawn.collect(),
            sagt_stopp: turn.said,
            sicher: numbers(turn.safe).collect(),
            ende: is_last.then_some(ending),
        };
        writeln!(out, "{}", json(&line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let log = log.finish(None);
        let text = |write: WriteLog| {
            let mut text = String::new();
            write(&mut text, &log).unwrap();
            text
        };
        assert_eq!(
            text(write_text),
            "Runde 3, Computer 9: [neu gemischt] (5) -> -\nNiemand kann mehr gewinnen.\n"
        );
        assert_eq!(
            text(write_json),
            "{\"runde\":3,\"computer\":9,\"gezogen\":[{\"karte\":5,\"brauchbar\":false,\"neu_gemischt\":true}],\
             \"sagt_stopp\":false,\"sicher\":[],\"ende\":\"niemand_kann_gewinnen\"}\n"
        );
    }
}
