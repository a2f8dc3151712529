//! Studies of strategies that play alone, by chance and without.

use serde_json::{Value, json};

use super::{Sheet, alone_cells, deviation, number, rank_text};
use crate::report::table::{or_empty, row};
use crate::sixjack::exact::float;
use crate::sixjack::results::{Alone, CERTAIN, Chance, possible_ranks, rank};

/// The games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// The columns for programs, and for people, of games by chance and without.
const PLAYED: [&str; 2] = [
    "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Minimum Maximum Standardabweichung Spiele \
     Standardfehler Rang_von Rang_bis Rang",
    "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\tMinimum\tMaximum\tStandardabweichung\t\
     Standardfehler des Mittels\tRang",
];
const SOLVED: [&str; 2] = [
    "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Quantil_1 Quantil_50 Quantil_99 Standardabweichung Rang",
    "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t1-%-Quantil\t50-%-Quantil\t99-%-Quantil\t\
     Standardabweichung\tRang",
];

/// A row for each strategy, by chance or without; and what is true of the `claim` of the page that a strategy is the best of
/// all, if these are all, the best first.
pub fn sheet(studied: Vec<Alone>, chance: Option<Chance>, claim: Option<Alone>) -> Sheet {
    let [columns, heading] = if chance.is_some() { PLAYED } else { SOLVED };
    let mut sheet = Sheet::new("strategien", columns, heading);
    let is_better = |one: usize, other: usize| {
        let known = [one, other].map(|row| {
            let row: &Alone = &studied[row];
            let error = chance.and_then(|chance| row.standard_error(chance.games));
            Some((float(row.mean), error?))
        });
        matches!(known, [Some((mean, error)), Some((other_mean, other_error))]
            if other_mean - mean > CERTAIN * (error * error + other_error * other_error).sqrt())
    };
    let ranks = possible_ranks(studied.len(), is_better);
    for (alone, possible) in studied.iter().zip(ranks) {
        let strategy = alone.strategy;
        let (least, rank) = (strategy.steps().count(), rank(&studied, alone.mean));
        let mut shown = format!("{strategy}\t{least}\t{}", alone.mean_text());
        for rounds in &alone.range {
            shown += &format!("\t{rounds}");
        }
        shown += &format!("\t{}", deviation(alone, 2).unwrap_or("-".into()));
        let mut row = row![strategy, least];
        row.extend(alone_cells(alone));
        if let Some(Chance { games, .. }) = chance {
            let error = alone.standard_error(games);
            shown += &error.map_or("\t-".into(), |error| format!("\t{error:.2}"));
            let error = or_empty(error.map(|error| format!("{error:.4}")));
            row.extend(row![games, error, possible[0], possible[1]]);
            shown += &format!("\t{}", rank_text(possible));
        } else {
            shown += &format!("\t{rank}");
        }
        row.push(rank.to_string());
        sheet.row(shown, row);
    }
    chance.iter().for_each(|chance| sheet.chance(chance));
    if let Some(claim) = claim {
        let (verdict, field) = beside_the_truth(&claim, &studied);
        sheet.fields["behauptung"] = field;
        sheet.text.push(verdict);
    }
    sheet
}

/// What is true of the claim, in a sentence and in JSON.
fn beside_the_truth(claim: &Alone, ranked: &[Alone]) -> (String, Value) {
    let strategy = claim.strategy;
    let variance = claim.variance.map_or(0.0, float);
    let error = (variance / f64::from(CLAIM_GAMES)).sqrt();
    let mean = claim.mean_text();
    let best = &ranked[0];
    let rank = rank(ranked, claim.mean);
    let answer = if rank == 1 {
        format!("stimmt für einen Computer allein: er braucht damit im Mittel {mean} Runden")
    } else {
        format!(
            "stimmt für einen Computer allein nicht: er braucht damit im Mittel {mean} Runden, das ist Rang {rank} von {}, \
             und mit {} nur {} Runden",
            ranked.len(),
            best.strategy,
            best.mean_text()
        )
    };
    let verdict = format!(
        "Die Behauptung der Seite, {strategy} sei die beste Strategie, {answer}; das Mittel aus {CLAIM_GAMES} Spielen, auf \
         das sie sich stützt, hat einen Standardfehler von {error:.2} Runden. Was gegen mehrere am besten ist, zeigt \
         --optimal --spieler N."
    );
    let cells = alone_cells(claim);
    let field = json!({
        "strategie": strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": number(&cells[0]),
        "mittel_zaehler": number(&cells[1]),
        "mittel_nenner": number(&cells[2]),
        "spiele": CLAIM_GAMES,
        "standardfehler": number(&format!("{error:.4}")),
    });
    (verdict, field)
}
