//! Lists of computers that play each other, by chance and without.

use std::cmp::Reverse;
use std::fmt::Display;

use itertools::{Itertools, izip};
use serde_json::json;

use super::{DIGITS, Sheet, alone_cells, approximate, certain, deviation, number, winner};
use crate::report::table::row;
use wuerfelglueck::decimal;
use wuerfelglueck::ranking::Share;
use wuerfelglueck::sixjack::exact::{DEVIATION_ERROR, ERROR, Outcome};
use wuerfelglueck::sixjack::optimal::Player;
use wuerfelglueck::sixjack::play::Results;
use wuerfelglueck::sixjack::results::{Alone, CERTAIN, Chance, QUANTILES, possible_ranks};

const PLAYED: &str = "Rang Computer Strategie Anteil von bis Siege Spiele Rang_von Rang_bis";
const SOLVED: &str = "Rang Computer Strategie Anteil Mittel Mittel_Zaehler Mittel_Nenner \
                      Quantil_1 Quantil_50 Quantil_99 Standardabweichung";

const HEADING: &str = "Six-Jack-Bestenliste:";

/// Games by chance between these players: the list, and the win in the fewest rounds. Computers
/// that won equally often stand in the order of their seats.
pub fn played(players: &[Player], results: &Results, chance: &Chance) -> Sheet {
    let ranks = possible_ranks(players.len(), |one, other| {
        let [won, lost] = [one, other].map(|seat| results.wins[seat] as f64);
        // The variance of the difference is at most the sum.
        won - lost > CERTAIN * (won + lost).sqrt()
    });
    let seats = (0..players.len()).sorted_by_key(|&seat| Reverse(results.wins[seat]));
    let mut sheet = Sheet::new("bestenliste", PLAYED);
    sheet.text.push(HEADING.into());
    for (seat, rank) in seats.zip(1..) {
        let (computer, player) = (seat + 1, &players[seat]);
        let (won, games) = (results.wins[seat], chance.games);
        let share = Share { won, games }.percent();
        let [short, long] = [2, DIGITS].map(|digits| decimal::fraction(share, digits));
        let [low, high] = results.interval(seat);
        let half = decimal::round_up((high - low) / 2.0);
        let mut text = format!("{rank}. Computer {computer} -> : {player}; {short}% ±{half}");
        let [first, last] = ranks[seat];
        if first < last {
            text += &format!(", Rang {first}–{last}");
        }
        let [from, to] = [low, high].map(|end| format!("{end:.4}"));
        let own = row![rank, computer, player, long, from, to];
        sheet.row(text, [own, row![won, games, first, last]].concat());
    }
    let best = results.best;
    let shown = best.map_or("keines".into(), winner);
    let best = best.map(|best| json!({"computer": best.seat + 1, "runden": best.rounds}));
    sheet.text.push(format!("Bestes Spielergebnis: {shown}"));
    sheet.chance(chance);
    sheet.fields["ohne_sieger"] = results.unfinished.into();
    sheet.fields["bestes_spielergebnis"] = best.into();
    sheet
}

/// What games between these players come to without chance, and what their strategies take `alone`:
/// the list, a line for each strategy, in the order of the seats, and one for the game of several.
pub fn solved(players: &[Player], outcome: &Outcome, alone: &[Option<Alone>]) -> Sheet {
    let mut sheet = Sheet::new("bestenliste", SOLVED);
    sheet.text.push(HEADING.into());
    let seats = izip!(players, &outcome.shares, alone, 1..);
    let seats = seats.sorted_by(|one, other| other.1.total_cmp(one.1));
    for ((player, share, alone, computer), rank) in seats.zip(1..) {
        let [short, long] = [2, DIGITS].map(|digits| approximate(100.0 * share, digits));
        let text = format!("{rank}. Computer {computer} -> : {player}; {short}%");
        let own = row![rank, computer, player, certain(long)];
        let more = alone.as_ref().map(alone_cells);
        sheet.row(text, [own, more.unwrap_or(vec![String::new(); 7])].concat());
    }
    for (computer, alone) in (1..).zip(alone) {
        sheet.text.extend(alone.iter().map(|alone| {
            let deviation = deviation(alone, 2).unwrap_or_default();
            let who = format!("Computer {computer} allein");
            rounds(&who, alone.mean_text(), deviation, &alone.range)
        }));
    }
    if players.len() > 1 {
        let mean = |digits| approximate(outcome.mean(), digits);
        let deviation = |digits| decimal::approximate(outcome.deviation(), DEVIATION_ERROR, digits);
        // The least and the greatest number that each quantile may be: two, if rounding leaves open
        // which it is.
        let quantiles = QUANTILES.map(|percent| {
            let level = f64::from(percent) / 100.0;
            [level - ERROR, level + ERROR].map(|level| outcome.quantile(level))
        });
        let shown = quantiles.map(|bounds| bounds.iter().dedup().join("–"));
        let line = rounds("Spiel", mean(2), deviation(2), &shown);
        sheet.text.push(line);
        let [least, median, most] = quantiles.map(|[low, high]| (low == high).then_some(low));
        sheet.fields["spiel"] = json!({
            "mittel": number(&certain(mean(DIGITS))),
            "quantil_1": least,
            "quantil_50": median,
            "quantil_99": most,
            "standardabweichung": number(&certain(deviation(DIGITS))),
        });
    }
    sheet
}

fn rounds(who: &str, mean: String, deviation: String, quantiles: &[impl Display]) -> String {
    let quantiles = QUANTILES.iter().zip(quantiles);
    let quantiles = quantiles.map(|(percent, rounds)| format!("{percent} %: {rounds}"));
    let all = quantiles.format(", ");
    format!("{who}: {mean} Runden im Mittel, Standardabweichung {deviation}, Quantile {all}")
}
