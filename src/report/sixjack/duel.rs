//! The game of two: what to want in it, and how often that wins.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, approximate};
use crate::decimal;
use crate::report::svg::write_policy;
use crate::report::table::{Cell, Table};
use crate::sixjack::KINDS;
use crate::sixjack::exact::ERROR;
use crate::sixjack::results::Duel;

/// What to want: a row for each number of own safe cards, a column for each of the opponent's, and `x` where the opponent
/// never comes; and how often who begins wins, or what a reply gains over playing as the opponent does.
pub fn sheet(duel: Duel) -> Sheet {
    let others = (0..KINDS).map(|other| format!("\tGegner {other}"));
    let mut text = vec![format!("Sichere Karten{}", others.format(""))];
    let mut rows = Vec::new();
    for own in 0..KINDS {
        let wanted = (0..KINDS).map(|other| duel.wanted(own, other));
        let shown = wanted
            .clone()
            .map(|wanted| wanted.map_or("x".into(), |k| k.to_string()));
        text.push(format!("eigene {own}\t{}", shown.format("\t")));
        let row = |(other, wanted): (usize, Option<usize>)| {
            vec![Cell::number(own), Cell::number(other), wanted.into()]
        };
        rows.extend(wanted.enumerate().map(row));
    }
    let percent = |share: f64| approximate(100.0 * share, DIGITS);
    let [replies, repeats] = duel.shares;
    let mut fields = Vec::new();
    let (title, notes);
    if let Some(opponent) = duel.opponent {
        text.push(format!(
            "Gegen {opponent}\tbeste Antwort\t{opponent}\tGewinn in Prozentpunkten"
        ));
        let roles = [
            ("erster", "als Erster"),
            ("zweiter", "als Zweiter"),
            ("mittel", "im Mittel"),
        ];
        let mut results = Vec::new();
        for ((role, shown), (reply, repeat)) in
            roles.into_iter().zip(replies.into_iter().zip(repeats))
        {
            let gain = 100.0 * (reply - repeat);
            let gain = decimal::approximate(gain, 200.0 * ERROR, DIGITS as usize);
            let [reply, repeat] = [reply, repeat].map(percent);
            text.push(format!("{shown}\t{reply}%\t{repeat}%\t{gain}"));
            let [reply, repeat, gain] = [reply, repeat, gain].map(Cell::decimal);
            results.push(json!({"rolle": role, "anteil": reply, "anteil_des_gegners": repeat, "gewinn": gain}));
        }
        fields.push(("gegen", json!(opponent.to_string())));
        fields.push(("ergebnisse", results.into()));
        let [reply, repeat] = [replies, repeats].map(|shares| percent(shares[2]));
        title = format!("Die beste Antwort auf {opponent}");
        notes = vec![
            format!(
                "So gewinnt man im Mittel {reply}\u{a0}% der Spiele, mit {opponent} selbst {repeat}\u{a0}%."
            ),
            "x: so viele sichere Karten hat der Gegner nie".into(),
        ];
    } else {
        let share = percent(replies[0]);
        let note = format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share}");
        text.push(format!("{note} %."));
        fields.push(("anteil_wer_beginnt", json!(Cell::decimal(share))));
        title = "Six Jack zu zweit: optimal".into();
        notes = vec![format!("{note}\u{a0}%.")];
    }
    let columns = vec!["Eigene", "Gegner", "Gewollt"];
    Sheet {
        text,
        fields,
        table: ("tabelle", Table { columns, rows }),
        picture: Some(Box::new(move |out| {
            write_policy(out, &title, &duel, &notes)
        })),
    }
}
