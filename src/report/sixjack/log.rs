//! A game of Six Jack, told turn by turn.

use itertools::Itertools;

use super::winner;
use crate::sixjack::KINDS;
use crate::sixjack::play::{Draw, Hand, STOPP, Win};

/// A line a turn, and how the game ended: `(3)` is a card that the player has already. The cards are in their order: in
/// which round, from 1, and at which seat, from 0, each was drawn.
pub fn render(draws: &[(u64, usize, Draw)], win: Option<Win>) -> String {
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
        format!("{} -> {}\n", words.join(" "), safe.join(" "))
    });
    let won = win.map(|win| format!("Gewonnen: {}", winner(win)));
    let ending = won.unwrap_or("Niemand kann mehr gewinnen.".into());
    format!("{}{ending}\n", turns.format(""))
}
