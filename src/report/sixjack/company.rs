//! Games of several: what to play where all others play the same strategy.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, approximate};
use crate::report::table::{Cell, Table};
use crate::sixjack::results::Company;

/// Against a given strategy a row for each reply, the best first; otherwise a row for each strategy that the others may play, with
/// the best reply to it, and which of them is its own best reply.
pub fn sheet(company: &Company) -> Sheet {
    let seats = company.seats;
    let percent = |share: f64, digits| approximate(100.0 * share, digits);
    let even = 1.0 / seats as f64;
    if let [(others, replies)] = &company.replies[..] {
        let mut text = vec!["Strategie\tAnteil\tRang".into()];
        let mut rows = Vec::new();
        for ((own, share), rank) in replies.iter().zip(1..) {
            let share = percent(*share, DIGITS);
            text.push(format!("{own}\t{share}%\t{rank}"));
            rows.push(vec![
                Cell::text(own),
                Cell::decimal(share),
                Cell::number(rank),
            ]);
        }
        let (best, share) = replies[0];
        let [share, even] = [share, even].map(|share| percent(share, 2));
        text.push(format!(
            "Von {seats} Computern spielen alle anderen {others}. Dann ist {best} von allen 32 Strategien die beste: Sie \
             gewinnt {share} % der Spiele; wer auch {others} spielt, gewinnt {even} %."
        ));
        let fields = vec![
            ("spieler", json!(seats)),
            ("gegen", json!(others.to_string())),
            ("beste_antwort", json!(best.to_string())),
        ];
        let columns = vec!["Strategie", "Anteil", "Rang"];
        return Sheet {
            text,
            fields,
            table: ("strategien", Table { columns, rows }),
            picture: None,
        };
    }
    let mut text = vec!["Strategie der anderen\tBeste Antwort\tAnteil".into()];
    let mut rows = Vec::new();
    for (others, replies) in &company.replies {
        let (best, share) = replies[0];
        let share = percent(share, DIGITS);
        text.push(format!("{others}\t{best}\t{share}%"));
        rows.push(vec![
            Cell::text(others),
            Cell::text(best),
            Cell::decimal(share),
        ]);
    }
    let stable = company.replies.iter();
    let stable = stable.filter(|(others, replies)| replies[0].0 == *others);
    let stable = stable.map(|(others, _)| others.to_string()).collect_vec();
    text.push(if stable.is_empty() {
        format!(
            "Mit {seats} Computern gibt es kein Gleichgewicht: Zu jeder der 32 Strategien, die alle anderen spielen, gibt \
             es eine bessere."
        )
    } else {
        format!(
            "Gleichgewicht: Spielen {seats} Computer alle {}, so gewinnt keiner öfter, wenn er allein zu einer anderen der \
             32 Strategien wechselt.",
            stable.iter().format(" oder alle ")
        )
    });
    let columns = vec!["Andere", "Antwort", "Anteil"];
    Sheet {
        text,
        fields: vec![("spieler", json!(seats)), ("gleichgewicht", json!(stable))],
        table: ("strategien", Table { columns, rows }),
        picture: None,
    }
}
