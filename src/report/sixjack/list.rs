//! Lists of computers that play each other, by chance and without.

use std::cmp::Reverse;
use std::fmt::Display;

use itertools::Itertools;
use serde_json::json;

use super::{
    SHARE, Sheet, alone_cells, alone_columns, approximate, chance_fields, deviation_text, mean_text,
};
use crate::decimal;
use crate::ranking::Share;
use crate::report::table::{Cell, Table};
use crate::sixjack::exact::{DEVIATION_ERROR, ERROR, Outcome, Rounds};
use crate::sixjack::play::Results;
use crate::sixjack::player::Player;
use crate::sixjack::results::{Alone, Chance, QUANTILES};
use crate::text::count;

/// A computer in a list.
struct Line {
    /// Its number, from 1.
    computer: usize,
    player: Player,
    /// The share of games that it wins in per cent, for people and in the table.
    share: [String; 2],
    /// The cells behind it.
    more: Vec<Cell>,
}

/// A list of these computers, the best first, whose table has `more` columns.
fn sheet(more: &[&'static str], lines: impl Iterator<Item = Line>) -> Sheet {
    let mut text = vec!["Six-Jack-Bestenliste:".into()];
    let mut rows = Vec::new();
    for (line, rank) in lines.zip(1..) {
        let Line {
            computer, player, ..
        } = line;
        let [shown, share] = line.share;
        text.push(format!(
            "{rank}. Computer {computer} -> : {player}; {shown}%"
        ));
        let mut row = [rank, computer].map(Cell::number).to_vec();
        row.extend([Cell::text(player), Cell::decimal(share)]);
        row.extend(line.more);
        rows.push(row);
    }
    let columns = ["Rang", "Computer", "Strategie", "Anteil"];
    let columns = [&columns, more].concat();
    Sheet {
        text,
        fields: Vec::new(),
        table: ("bestenliste", Table { columns, rows }),
        picture: None,
    }
}

/// Games by chance between these players: the list, and the win in the fewest rounds. Computers that won equally often
/// stand in the order of their seats.
pub fn played(players: &[Player], results: &Results, chance: &Chance) -> Sheet {
    let seats = (0..players.len()).sorted_by_key(|&seat| Reverse(results.wins[seat]));
    let lines = seats.map(|seat| {
        let (won, games) = (results.wins[seat], chance.games);
        let share = Share { won, games }.percent();
        let [low, high] = results.interval(seat);
        Line {
            computer: seat + 1,
            player: players[seat],
            share: [2, SHARE as u32].map(|digits| decimal::fraction(share, digits)),
            more: vec![
                Cell::Number(format!("{low:.4}")),
                Cell::Number(format!("{high:.4}")),
                Cell::number(won),
                Cell::number(games),
            ],
        }
    });
    let mut sheet = sheet(&["von", "bis", "Siege", "Spiele"], lines);
    let best = results.best.map(|best| (best.seat + 1, best.rounds));
    let shown = best.map_or("keines".into(), |(computer, rounds)| {
        format!("Computer {computer}, {}", count(rounds, "Runde", "Runden"))
    });
    let best = best.map(|(computer, rounds)| json!({"computer": computer, "runden": rounds}));
    sheet.text.push(format!("Bestes Spielergebnis: {shown}"));
    sheet.fields.extend(chance_fields(chance));
    sheet
        .fields
        .push(("ohne_sieger", results.unfinished.into()));
    sheet.fields.push(("bestes_spielergebnis", best.into()));
    sheet
}

/// What games between these players come to without chance, and what their strategies take `alone`: the list, a line for
/// each strategy, in the order of the seats, and one for the game of several.
pub fn solved(players: &[Player], outcome: &Outcome, alone: &[Option<Alone>]) -> Sheet {
    let columns = alone_columns(false);
    let shares = (0..players.len()).map(|seat| (seat, outcome.share(seat)));
    let shares = shares.sorted_by(|one, other| other.1.total_cmp(&one.1));
    let lines = shares.map(|(seat, share)| Line {
        computer: seat + 1,
        player: players[seat],
        share: [2, SHARE].map(|digits| approximate(100.0 * share, digits)),
        more: match &alone[seat] {
            Some(alone) => alone_cells(alone),
            None => vec![Cell::Missing; columns.len()],
        },
    });
    let mut sheet = sheet(&columns, lines);
    for (computer, alone) in (1..).zip(alone) {
        sheet.text.extend(alone.iter().map(|alone| {
            format!(
                "Computer {computer} allein: {} Runden im Mittel, Standardabweichung {}, {}",
                mean_text(alone.mean),
                deviation_text(alone),
                quantile_list(&alone.range)
            )
        }));
    }
    if players.len() > 1 {
        let rounds = &outcome.rounds;
        let mean = |digits| approximate(rounds.mean(), digits);
        let deviation = |digits| decimal::approximate(rounds.deviation(), DEVIATION_ERROR, digits);
        let quantiles = quantiles(rounds);
        sheet.text.push(format!(
            "Spiel: {} Runden im Mittel, Standardabweichung {}, {}",
            mean(2),
            deviation(2),
            quantile_list(&quantiles.map(|bounds| bounds.iter().dedup().join("–")))
        ));
        let [least, median, most] = quantiles.map(|[low, high]| (low == high).then_some(low));
        let game = json!({
            "mittel": Cell::decimal(mean(SHARE)),
            "quantil_1": least,
            "quantil_50": median,
            "quantil_99": most,
            "standardabweichung": Cell::decimal(deviation(SHARE)),
        });
        sheet.fields.push(("spiel", game));
    }
    sheet
}

/// The least and the greatest number that each quantile may be: two, if rounding leaves open which it is.
fn quantiles(rounds: &Rounds) -> [[usize; 2]; 3] {
    QUANTILES.map(|percent| {
        let level = f64::from(percent) / 100.0;
        [level - ERROR, level + ERROR].map(|level| rounds.quantile(level))
    })
}

fn quantile_list(quantiles: &[impl Display]) -> String {
    let quantiles = QUANTILES.iter().zip(quantiles);
    let quantiles = quantiles.map(|(percent, rounds)| format!("{percent} %: {rounds}"));
    format!("Quantile {}", quantiles.format(", "))
}
