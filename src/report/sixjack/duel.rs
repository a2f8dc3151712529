//! The game of two: what to want in it, and how often that wins.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, approximate, certain, number};
use crate::decimal;
use crate::report::table::{or_empty, row};
use crate::sixjack::KINDS;
use crate::sixjack::exact::ERROR;
use crate::sixjack::results::Duel;

/// In the order of [`Duel::shares`], for programs and for people.
const ROLES: [[&str; 2]; 3] = [
    ["erster", "als Erster"],
    ["zweiter", "als Zweiter"],
    ["mittel", "im Mittel"],
];

/// What to want: a row for each number of own safe cards, a column for each of the opponent's, and `x` where the opponent
/// never comes; and how often who begins wins, or what a reply gains over playing as the opponent does.
pub fn sheet(duel: Duel) -> Sheet {
    let others = (0..KINDS).map(|other| format!("\tGegner {other}"));
    let heading = format!("Sichere Karten{}", others.format(""));
    let mut sheet = Sheet::new("tabelle", "Eigene Gegner Gewollt", heading);
    for own in 0..KINDS {
        let mut shown = format!("eigene {own}");
        for other in 0..KINDS {
            let wanted = duel.wanted(own, other);
            shown += &wanted.map_or("\tx".into(), |wanted| format!("\t{wanted}"));
            sheet.rows.push(row![own, other, or_empty(wanted)]);
        }
        sheet.text.push(shown);
    }
    let percent = |share: f64| approximate(100.0 * share, DIGITS);
    let [replies, repeats] = duel.shares;
    if let Some(opponent) = duel.opponent {
        sheet.text.push(format!(
            "Gegen {opponent}\tbeste Antwort\t{opponent}\tGewinn in Prozentpunkten"
        ));
        let mut results = Vec::new();
        for (role, [role_name, shown]) in ROLES.into_iter().enumerate() {
            let gain = 100.0 * (replies[role] - repeats[role]);
            let gain = decimal::approximate(gain, 200.0 * ERROR, DIGITS as usize);
            let [reply, repeat] = [replies, repeats].map(|shares| percent(shares[role]));
            let text = format!("{shown}\t{reply}%\t{repeat}%\t{gain}");
            sheet.text.push(text);
            let [reply, repeat, gain] = [reply, repeat, gain].map(|one| number(&certain(one)));
            results.push(json!({"rolle": role_name, "anteil": reply, "anteil_des_gegners": repeat, "gewinn": gain}));
        }
        sheet.fields = json!({"gegen": opponent.to_string(), "ergebnisse": results});
    } else {
        let share = percent(replies[0]);
        sheet.text.push(format!(
            "Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share} %."
        ));
        sheet.fields = json!({"anteil_wer_beginnt": number(&certain(share))});
    }
    sheet
}
