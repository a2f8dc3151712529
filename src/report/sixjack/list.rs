//! Lists of computers that play each other, by chance and without.

use std::cmp::Reverse;
use std::fmt::Display;

use itertools::{Itertools, izip};
use serde_json::json;

use super::{DIGITS, Sheet, alone_cells, deviation_cell, format_exact, format_win, round_exact};
use crate::report::table::{Cell, columns_for_programs, row};
use wuerfelglueck::decimal::{self, Decimal};
use wuerfelglueck::ranking::Share;
use wuerfelglueck::sixjack::computer::Computer;
use wuerfelglueck::sixjack::exact::{DEVIATION_ERROR, SolvedGame};
use wuerfelglueck::sixjack::play::GameResults;
use wuerfelglueck::sixjack::results::{PlaySettings, QUANTILES, RoundsAlone};

/// The columns of a list of played games.
const PLAYED: &str = "Rang Computer Strategie Anteil von bis Siege Spiele Rang_von Rang_bis";
/// The columns of a list of solved games.
const SOLVED: &str = "Rang Computer Strategie Anteil Mittel Mittel_Zaehler Mittel_Nenner \
                      Quantil_1 Quantil_50 Quantil_99 Standardabweichung";

const HEADING: &str = "Six-Jack-Bestenliste:";

/// Lists these players by played games, with the win in the fewest rounds. Computers that won
/// equally often stand in the order of their seats.
pub fn list_played(players: &[Computer], results: &GameResults, settings: &PlaySettings) -> Sheet {
    let ranks = results.possible_ranks(players.len());
    let seats = (0..players.len()).sorted_by_key(|&seat| Reverse(results.wins[seat]));
    let mut sheet = Sheet::new("bestenliste", columns_for_programs(PLAYED));
    sheet.text.push(HEADING.into());
    for (seat, rank) in seats.zip(1usize..) {
        let (computer, player) = (seat + 1, &players[seat]);
        let (won, games) = (results.wins[seat], settings.games);
        let share = Share {
            numerator: won,
            denominator: games,
        };
        let [short, long] = [2, DIGITS].map(|digits| share.round_percent(digits));
        let [low, high] = results.interval(seat);
        let half = decimal::round_up_half_width((high - low) / 2.0);
        let mut text = format!("{rank}. Computer {computer} -> : {player}; {short}% ±{half}");
        let possible = ranks[seat];
        if possible.first < possible.last {
            text += &format!(", Rang {}–{}", possible.first, possible.last);
        }
        let [from, to] = [low, high].map(|end| Decimal::of_float(end, DIGITS));
        let cells = row![
            rank,
            computer,
            Cell::of(player),
            long,
            from,
            to,
            won,
            games,
            possible.first,
            possible.last,
        ];
        sheet.add_row(text, cells);
    }
    let shortest = results.shortest;
    sheet.text.push(format!(
        "Bestes Spielergebnis: {}",
        shortest.map_or("keines".into(), format_win)
    ));
    sheet.add_settings(settings);
    sheet.fields["ohne_sieger"] = results.unfinished.into();
    sheet.fields["bestes_spielergebnis"] = shortest
        .map(|win| json!({"computer": win.seat + 1, "runden": win.rounds}))
        .into();
    sheet
}

/// Lists these players by their exact shares, with a line for the rounds that each strategy takes
/// `alone`, in the order of the seats, and one for the game of several.
pub fn list_solved(
    players: &[Computer],
    game: &SolvedGame,
    alone: &[Option<RoundsAlone>],
) -> Sheet {
    let mut sheet = Sheet::new("bestenliste", columns_for_programs(SOLVED));
    sheet.text.push(HEADING.into());
    let seats = izip!(players, &game.shares, alone, 1usize..)
        .sorted_by(|(_, share, ..), (_, next_share, ..)| next_share.total_cmp(share));
    for ((player, share, alone, computer), rank) in seats.zip(1usize..) {
        let short = format_exact(100.0 * share, 2);
        let text = format!("{rank}. Computer {computer} -> : {player}; {short}%");
        let share = round_exact(100.0 * share);
        let mut cells = row![rank, computer, Cell::of(player), share];
        cells.extend(match alone {
            Some(alone) => alone_cells(alone),
            None => vec![Cell::Empty; 7],
        });
        sheet.add_row(text, cells);
    }
    for (computer, alone) in (1..).zip(alone) {
        sheet.text.extend(alone.iter().map(|alone| {
            let player = format!("Computer {computer} allein");
            format_rounds(
                &player,
                &alone.mean_text(),
                &deviation_cell(alone).to_string(),
                &alone.range.numbers(),
            )
        }));
    }
    if players.len() > 1 {
        add_rounds_of_game(&mut sheet, game);
    }
    sheet
}

/// Adds the number of rounds of a game of several players.
fn add_rounds_of_game(sheet: &mut Sheet, game: &SolvedGame) {
    let (mean, deviation) = (game.mean(), game.deviation());
    let quantiles = QUANTILES.map(|percent| game.quantile_bounds(f64::from(percent) / 100.0));
    let shown = quantiles.map(|bounds| bounds.iter().dedup().join("–"));
    sheet.text.push(format_rounds(
        "Spiel",
        &format_exact(mean, 2),
        &decimal::format_approximate(deviation, DEVIATION_ERROR, 2),
        &shown,
    ));
    let deviation = Decimal::of_approximate(deviation, DEVIATION_ERROR, DIGITS);
    let [quantile_1, quantile_50, quantile_99] =
        quantiles.map(|[low, high]| (low == high).then_some(low));
    sheet.fields["spiel"] = json!({
        "mittel": Cell::from(round_exact(mean)).to_json(),
        "quantil_1": quantile_1,
        "quantil_50": quantile_50,
        "quantil_99": quantile_99,
        "standardabweichung": Cell::from(deviation).to_json(),
    });
}

/// Formats the distribution of a number of rounds in a line.
fn format_rounds(subject: &str, mean: &str, deviation: &str, quantiles: &[impl Display]) -> String {
    let quantiles = QUANTILES
        .iter()
        .zip(quantiles)
        .map(|(percent, rounds)| format!("{percent} %: {rounds}"))
        .format(", ");
    format!(
        "{subject}: {mean} Runden im Mittel, Standardabweichung {deviation}, Quantile {quantiles}"
    )
}
