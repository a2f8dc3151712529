//! The game of two: what to want in it, and how often that wins.

use itertools::Itertools;
use serde_json::json;

use super::{SHARE, Sheet, approximate};
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
    text.extend((0..KINDS).map(|own| {
        let wanted = (0..KINDS).map(|other| match duel.wanted(own, other) {
            Some(wanted) => wanted.to_string(),
            None => "x".into(),
        });
        format!("eigene {own}\t{}", wanted.format("\t"))
    }));
    let states = (0..KINDS).cartesian_product(0..KINDS);
    let rows = states.map(|(own, other)| {
        let wanted = duel.wanted(own, other);
        vec![Cell::number(own), Cell::number(other), wanted.into()]
    });
    let table = Table {
        columns: vec!["Eigene", "Gegner", "Gewollt"],
        rows: rows.collect(),
    };
    let [replies, repeats] = duel.shares.map(|shares| shares.map(|share| 100.0 * share));
    let mut fields = Vec::new();
    let (title, notes);
    match duel.opponent {
        None => {
            let share = approximate(replies[0], SHARE);
            let note = format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share}");
            title = "Six Jack zu zweit: optimal".into();
            notes = vec![format!("{note}\u{a0}%.")];
            text.push(format!("{note} %."));
            fields.push(("anteil_wer_beginnt", json!(Cell::decimal(share))));
        }
        Some(opponent) => {
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
                let gain = decimal::approximate(reply - repeat, 200.0 * ERROR, SHARE);
                let [reply, repeat] = [reply, repeat].map(|share| approximate(share, SHARE));
                text.push(format!("{shown}\t{reply}%\t{repeat}%\t{gain}"));
                let [reply, repeat, gain] = [reply, repeat, gain].map(Cell::decimal);
                results.push(json!({"rolle": role, "anteil": reply, "anteil_des_gegners": repeat, "gewinn": gain}));
            }
            fields.push(("gegen", json!(opponent.to_string())));
            fields.push(("ergebnisse", results.into()));
            let [reply, repeat] = [replies[2], repeats[2]].map(|share| approximate(share, SHARE));
            title = format!("Die beste Antwort auf {opponent}");
            notes = vec![
                format!(
                    "So gewinnt man im Mittel {reply}\u{a0}% der Spiele, mit {opponent} selbst {repeat}\u{a0}%."
                ),
                "x: so viele sichere Karten hat der Gegner nie".into(),
            ];
        }
    }
    Sheet {
        text,
        fields,
        table: ("tabelle", table),
        picture: Some(Box::new(move |out| {
            write_policy(out, &title, &duel.policy, |safe| duel.comes(safe), &notes)
        })),
    }
}
