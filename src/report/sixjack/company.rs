//! Games of several: what to play where all others play the same strategy.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, approximate, certain};
use crate::report::table::row;
use crate::sixjack::results::Replies;

/// Against a given strategy a row for each reply, the best first; otherwise a row for each strategy that the others may play, with
/// the best reply to it, and which of them is its own best reply.
pub fn sheet(seats: usize, all: &[Replies]) -> Sheet {
    let percent = |share: f64, digits| approximate(100.0 * share, digits);
    if let [(others, replies)] = all {
        let heading = "Strategie\tAnteil\tRang";
        let mut sheet = Sheet::new("strategien", "Strategie Anteil Rang", heading);
        for (&(own, share), rank) in replies.iter().zip(1..) {
            let share = percent(share, DIGITS);
            let text = format!("{own}\t{share}%\t{rank}");
            sheet.row(text, row![own, certain(share), rank]);
        }
        let (best, share) = replies[0];
        let [share, even] = [share, 1.0 / seats as f64].map(|share| percent(share, 2));
        sheet.text.push(format!(
            "Von {seats} Computern spielen alle anderen {others}. Dann ist {best} von allen 32 Strategien die beste: Sie \
             gewinnt {share} % der Spiele; wer auch {others} spielt, gewinnt {even} %."
        ));
        sheet.fields = json!({
            "spieler": seats,
            "gegen": others.to_string(),
            "beste_antwort": best.to_string(),
        });
        return sheet;
    }
    let heading = "Strategie der anderen\tBeste Antwort\tAnteil";
    let mut sheet = Sheet::new("strategien", "Andere Antwort Anteil", heading);
    let mut stable = Vec::new();
    for (others, replies) in all {
        let (best, share) = replies[0];
        let share = percent(share, DIGITS);
        let text = format!("{others}\t{best}\t{share}%");
        sheet.row(text, row![others, best, certain(share)]);
        stable.extend((best == *others).then(|| best.to_string()));
    }
    sheet.text.push(if stable.is_empty() {
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
    sheet.fields = json!({"spieler": seats, "gleichgewicht": stable});
    sheet
}
