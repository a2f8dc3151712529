//! A game of Six Jack, told turn by turn.

use std::fmt::{self, Write};

use itertools::Itertools;

use crate::sixjack::KINDS;
use crate::sixjack::play::{Draw, Hand, STOPP, Win};
use crate::text::count;

/// Writes a line a turn, and how the game ended: `(3)` is a card that the player has already. The cards are in their order: in
/// which round, from 1, and at which seat, from 0, each was drawn.
pub fn write(out: &mut dyn Write, draws: &[(u64, usize, Draw)], win: Option<Win>) -> fmt::Result {
    for drawn in draws.split_inclusive(|(.., draw)| draw.safe.is_some()) {
        let (round, seat, last) = drawn[drawn.len() - 1];
        write!(out, "Runde {round}, Computer {}:", seat + 1)?;
        for (.., draw) in drawn {
            if draw.shuffled {
                write!(out, " [neu gemischt]")?;
            }
            match draw.card {
                STOPP => write!(out, " STOPP")?,
                kind if draw.useful => write!(out, " {}", kind + 1)?,
                kind => write!(out, " ({})", kind + 1)?,
            }
        }
        let safe = last.safe.into_iter().flat_map(Hand::kinds);
        let mut safe = safe.map(|kind| (kind + 1).to_string()).collect_vec();
        if last.card != STOPP && safe.len() < KINDS {
            write!(out, " STOPP!")?;
        }
        if safe.is_empty() {
            safe.push("-".into());
        }
        writeln!(out, " -> {}", safe.join(" "))?;
    }
    match win {
        Some(Win { rounds, seat, .. }) => {
            let rounds = count(rounds, "Runde", "Runden");
            writeln!(out, "Gewonnen: Computer {}, {rounds}", seat + 1)
        }
        None => writeln!(out, "Niemand kann mehr gewinnen."),
    }
}
