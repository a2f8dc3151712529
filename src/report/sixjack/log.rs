//! A game of Six Jack, told turn by turn.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde_json::json;

use crate::sixjack::KINDS;
use crate::sixjack::play::{Draw, STOPP, Win};
use crate::text::count;

/// A game that is told.
pub struct Log {
    /// The cards in their order: in which round, from 1, and at which seat, from 0, each was drawn.
    pub draws: Vec<(u64, usize, Draw)>,
    /// How the game was won, if it was.
    pub win: Option<Win>,
}

struct Turn<'a> {
    round: u64,
    computer: usize,
    drawn: &'a [(u64, usize, Draw)],
    /// Whether the player said STOPP!.
    said: bool,
    /// The kinds that are safe after the turn, from 1.
    safe: Vec<usize>,
}

impl Log {
    fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        let turns = self.draws.split_inclusive(|(.., draw)| draw.safe.is_some());
        turns.filter_map(|drawn| {
            let &(round, seat, last) = drawn.last()?;
            let safe = last.safe?.kinds().map(|kind| kind + 1).collect_vec();
            Some(Turn {
                round,
                computer: seat + 1,
                drawn,
                said: last.card != STOPP && safe.len() < KINDS,
                safe,
            })
        })
    }

    /// Writes a line a turn, and how the game ended: `(3)` is a card that the player has already.
    pub fn write_text(&self, out: &mut dyn Write) -> fmt::Result {
        for turn in self.turns() {
            write!(out, "Runde {}, Computer {}:", turn.round, turn.computer)?;
            for (.., draw) in turn.drawn {
                if draw.shuffled {
                    write!(out, " [neu gemischt]")?;
                }
                match draw.card {
                    STOPP => write!(out, " STOPP")?,
                    kind if draw.useful => write!(out, " {}", kind + 1)?,
                    kind => write!(out, " ({})", kind + 1)?,
                }
            }
            let said = if turn.said { " STOPP!" } else { "" };
            let safe = match &turn.safe[..] {
                [] => "-".into(),
                safe => safe.iter().join(" "),
            };
            writeln!(out, "{said} -> {safe}")?;
        }
        match self.win {
            Some(Win { rounds, seat, .. }) => {
                let rounds = count(rounds, "Runde", "Runden");
                writeln!(out, "Gewonnen: Computer {}, {rounds}", seat + 1)
            }
            None => writeln!(out, "Niemand kann mehr gewinnen."),
        }
    }

    /// Writes a line of JSON a turn.
    pub fn write_json(&self, out: &mut dyn Write) -> fmt::Result {
        let ending = match self.win {
            Some(_) => "gewonnen",
            None => "niemand_kann_gewinnen",
        };
        let mut turns = self.turns().peekable();
        while let Some(turn) = turns.next() {
            let drawn = turn.drawn.iter().map(|(.., draw)| {
                let kind = (draw.card != STOPP).then_some(draw.card + 1);
                json!({"karte": kind, "brauchbar": draw.useful, "neu_gemischt": draw.shuffled})
            });
            let line = json!({
                "runde": turn.round,
                "computer": turn.computer,
                "gezogen": drawn.collect_vec(),
                "sagt_stopp": turn.said,
                "sicher": turn.safe,
                "ende": turns.peek().is_none().then_some(ending),
            });
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
