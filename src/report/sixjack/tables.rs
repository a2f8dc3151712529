//! Tables of strategies: how each does alone, by chance and without; what to play where all others
//! play the same one; what to want in the game of two.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, alone_cells, approximate, certain, deviation, number};
use crate::report::table::{or_empty, row};
use wuerfelglueck::decimal;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::exact::{ERROR, float};
use wuerfelglueck::sixjack::results::{
    Alone, CERTAIN, Chance, Duel, Replies, possible_ranks, rank,
};

/// The games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// The columns of a study: for programs, for people, and what stands above the latter.
struct StudyColumns {
    for_programs: &'static str,
    for_people: [&'static str; 8],
    heading: &'static str,
}

const PLAYED: StudyColumns = StudyColumns {
    for_programs: "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Minimum Maximum \
                   Standardabweichung Spiele Standardfehler Rang_von Rang_bis Rang",
    for_people: [
        "Strategie",
        "Mindestens",
        "Mittel",
        "Min.",
        "Max.",
        "Standardabw.",
        "Standardfehler",
        "Rang",
    ],
    heading: "Runden, die jede Strategie allein braucht, mit dem Standardfehler des Mittels:",
};
const SOLVED: StudyColumns = StudyColumns {
    for_programs: "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Quantil_1 \
                   Quantil_50 Quantil_99 Standardabweichung Rang",
    for_people: [
        "Strategie",
        "Mindestens",
        "Mittel",
        "1 %",
        "50 %",
        "99 %",
        "Standardabw.",
        "Rang",
    ],
    heading: "Runden, die jede Strategie allein braucht, mit den Quantilen zu 1, 50 und 99 %:",
};

/// A row for each strategy, by chance or without; and what is true of the `claim` of the page that
/// a strategy is the best of all, if these are all, the best first.
pub fn study(studied: Vec<Alone>, chance: Option<Chance>, claim: Option<Alone>) -> Sheet {
    let columns = if chance.is_some() { PLAYED } else { SOLVED };
    let mut sheet = Sheet::new("strategien", columns.for_programs);
    let mut table = vec![columns.for_people.map(String::from).to_vec()];
    let errors = studied.iter().map(|row| row.standard_error(chance?.games));
    let errors = errors.collect_vec();
    let is_better = |one: usize, other: usize| {
        let lead = float(studied[other].mean) - float(studied[one].mean);
        let errors = errors[one].zip(errors[other]);
        errors.is_some_and(|(one, other)| lead > CERTAIN * (one * one + other * other).sqrt())
    };
    let ranks = possible_ranks(studied.len(), is_better);
    for ((alone, possible), error) in studied.iter().zip(ranks).zip(&errors) {
        let strategy = alone.strategy;
        let (least, rank) = (strategy.steps().count(), rank(&studied, alone.mean));
        let mut shown = row![strategy, least, alone.mean_text()];
        shown.extend(alone.range.iter().map(u64::to_string));
        shown.push(deviation(alone, 2).unwrap_or("-".into()));
        let mut row = [row![strategy, least], alone_cells(alone)].concat();
        if let Some(Chance { games, .. }) = chance {
            shown.push(error.map_or("-".into(), |error| format!("{error:.2}")));
            shown.push(possible.iter().dedup().join("–"));
            let error = or_empty(error.map(|error| format!("{error:.4}")));
            row.extend(row![games, error, possible[0], possible[1]]);
        } else {
            shown.push(rank.to_string());
        }
        row.push(rank.to_string());
        table.push(shown);
        sheet.rows.push(row);
    }
    sheet.text.push(columns.heading.into());
    sheet.show_table(&table);
    chance.iter().for_each(|chance| sheet.chance(chance));
    if let Some(claim) = claim {
        beside_the_truth(&mut sheet, &claim, &studied);
    }
    sheet
}

fn beside_the_truth(sheet: &mut Sheet, claim: &Alone, ranked: &[Alone]) {
    let strategy = claim.strategy;
    let error = claim.standard_error(CLAIM_GAMES.into()).unwrap_or(0.0);
    let mean = claim.mean_text();
    let (best, least, all) = (ranked[0].strategy, ranked[0].mean_text(), ranked.len());
    let rank = rank(ranked, claim.mean);
    let answer = if rank == 1 {
        format!("stimmt für einen Computer allein: er braucht damit im Mittel {mean} Runden")
    } else {
        format!(
            "stimmt für einen Computer allein nicht: er braucht damit im Mittel {mean} Runden, das ist Rang {rank} von \
             {all}, und mit {best} nur {least} Runden"
        )
    };
    sheet.text.push(format!(
        "Die Webseite des Onlinespiels „Six Jack“ hält {strategy} für die beste Strategie. Das \
         {answer}. Sie stützt sich auf das Mittel aus {CLAIM_GAMES} Spielen, und das hat einen \
         Standardfehler von {error:.2} Runden. Was gegen mehrere am besten ist, zeigt --optimal \
         --spieler N."
    ));
    let cells = alone_cells(claim);
    sheet.fields["behauptung"] = json!({
        "strategie": strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": number(&cells[0]),
        "mittel_zaehler": number(&cells[1]),
        "mittel_nenner": number(&cells[2]),
        "spiele": CLAIM_GAMES,
        "standardfehler": number(&format!("{error:.4}")),
    });
}

/// Against a given strategy a row for each reply, the best first; otherwise a row for each strategy
/// that the others may play, with the best reply to it, and which of them is its own best reply.
pub fn company(seats: usize, all: &[Replies]) -> Sheet {
    let percent = |share: f64, digits| approximate(100.0 * share, digits);
    if let [(others, replies)] = all {
        let mut sheet = Sheet::new("strategien", "Strategie Anteil Rang");
        let mut table = vec![row!["Strategie", "Anteil", "Rang"]];
        for (&(own, share), rank) in replies.iter().zip(1..) {
            let share = percent(share, DIGITS);
            table.push(row![own, format!("{share}%"), rank]);
            sheet.rows.push(row![own, certain(share), rank]);
        }
        sheet.show_table(&table);
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
    let mut sheet = Sheet::new("strategien", "Andere Antwort Anteil");
    let mut table = vec![row!["Strategie der anderen", "Beste Antwort", "Anteil"]];
    let mut stable = Vec::new();
    for (others, replies) in all {
        let (best, share) = replies[0];
        let share = percent(share, DIGITS);
        table.push(row![others, best, format!("{share}%")]);
        sheet.rows.push(row![others, best, certain(share)]);
        stable.extend((best == *others).then(|| best.to_string()));
    }
    sheet.show_table(&table);
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

/// In the order of [`Duel::shares`], for programs and for people.
const ROLES: [[&str; 2]; 3] = [
    ["erster", "als Erster"],
    ["zweiter", "als Zweiter"],
    ["mittel", "im Mittel"],
];

/// What to want: a row for each number of own safe cards, a column for each of the opponent's, and
/// `x` where the opponent never comes; and how often who begins wins, or what a reply gains over
/// playing as the opponent does.
pub fn duel(duel: Duel) -> Sheet {
    let mut sheet = Sheet::new("tabelle", "Eigene Gegner Gewollt");
    let mut table = vec![row!["Sichere Karten"]];
    table[0].extend((0..KINDS).map(|other| format!("Gegner {other}")));
    for own in 0..KINDS {
        let mut shown = row![format!("eigene {own}")];
        for other in 0..KINDS {
            let wanted = duel.wanted(own, other);
            shown.push(wanted.map_or("x".into(), |wanted| wanted.to_string()));
            sheet.rows.push(row![own, other, or_empty(wanted)]);
        }
        table.push(shown);
    }
    sheet.show_table(&table);
    let percent = |share: f64| approximate(100.0 * share, DIGITS);
    let [replies, repeats] = duel.shares;
    if let Some(opponent) = duel.opponent {
        let against = format!("Gegen {opponent}");
        let mut table = vec![row![
            against,
            "beste Antwort",
            opponent,
            "Gewinn in Punkten"
        ]];
        let mut results = Vec::new();
        for (([role, shown], reply), repeat) in ROLES.into_iter().zip(replies).zip(repeats) {
            let gain = 100.0 * (reply - repeat);
            let gain = decimal::approximate(gain, 200.0 * ERROR, DIGITS);
            let [reply, repeat] = [reply, repeat].map(percent);
            table.push(row![shown, format!("{reply}%"), format!("{repeat}%"), gain]);
            let [reply, repeat, gain] = [reply, repeat, gain].map(|one| number(&certain(one)));
            results.push(json!({"rolle": role, "anteil": reply, "anteil_des_gegners": repeat, "gewinn": gain}));
        }
        sheet.text.push(String::new());
        sheet.show_table(&table);
        sheet.fields = json!({"gegen": opponent.to_string(), "ergebnisse": results});
    } else {
        let share = percent(replies[0]);
        let text = format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share} %.");
        sheet.text.push(text);
        sheet.fields = json!({"anteil_wer_beginnt": number(&certain(share))});
    }
    sheet
}

#[cfg(test)]
mod tests {
    use wuerfelglueck::sixjack::results::ranked;

    use super::*;

    /// The sentence follows from the figures, whatever is claimed.
    #[test]
    fn verdicts_follow_from_the_figures() {
        let claim = Alone::solved(&"2,x,2,x,1,1".parse().unwrap());
        let table = study(ranked(), None, Some(claim)).text();
        assert_eq!(
            table.lines().last().unwrap(),
            "Die Webseite des Onlinespiels „Six Jack“ hält 2,x,2,x,1,1 für die beste Strategie. Das \
             stimmt für einen Computer allein: er braucht damit im Mittel 62/5 = 12.40 Runden. Sie \
             stützt sich auf das Mittel aus 50 Spielen, und das hat einen Standardfehler von 0.75 \
             Runden. Was gegen mehrere am besten ist, zeigt --optimal --spieler N."
        );
    }
}
