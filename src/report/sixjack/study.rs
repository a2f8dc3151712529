//! Studies of strategies that play alone, by chance and without.

use itertools::Itertools;
use serde_json::{Value, json};

use super::{Sheet, alone_cells, alone_columns, chance_fields, deviation, mean_cells};
use crate::report::svg::write_rounds;
use crate::report::table::{Cell, Table};
use crate::sixjack::exact::float;
use crate::sixjack::results::{Alone, Chance, rank};

/// The games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// A row for each strategy, by chance or without; and what is true of the `claim` of the page that a strategy is the best of
/// all, if these are all, the best first.
pub fn sheet(studied: Vec<Alone>, chance: Option<Chance>, claim: Option<Alone>) -> Sheet {
    let range = if chance.is_some() {
        "Minimum\tMaximum"
    } else {
        "1-%-Quantil\t50-%-Quantil\t99-%-Quantil"
    };
    let mut text = vec![format!(
        "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t{range}\tStandardabweichung\tRang"
    )];
    let mut columns = vec!["Strategie", "Mindestrunden"];
    columns.extend(alone_columns(chance.is_some()));
    columns.extend(chance.map(|_| "Spiele"));
    columns.push("Rang");
    let mut rows = Vec::new();
    for alone in &studied {
        let strategy = alone.strategy;
        let least = strategy.steps().count();
        let rank = rank(&studied, alone.mean);
        text.push(format!(
            "{strategy}\t{least}\t{}\t{}\t{}\t{rank}",
            alone.mean_text(),
            alone.range.iter().format("\t"),
            deviation(alone, 2).unwrap_or("-".into()),
        ));
        let mut row = vec![Cell::text(strategy), Cell::number(least)];
        row.extend(alone_cells(alone));
        row.extend(chance.map(|chance| Cell::number(chance.games)));
        row.push(Cell::number(rank));
        rows.push(row);
    }
    let mut fields = chance.iter().flat_map(chance_fields).collect_vec();
    let verdict = claim.map(|claim| {
        let (verdict, field) = beside_the_truth(&claim, &studied);
        fields.push(("behauptung", field));
        verdict
    });
    text.extend(verdict.clone());
    Sheet {
        text,
        fields,
        table: ("strategien", Table { columns, rows }),
        picture: Some(Box::new(move |out| {
            write_rounds(out, &studied, chance, verdict.as_deref())
        })),
    }
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
        format!("stimmt: diese Strategie braucht im Mittel {mean} Runden")
    } else {
        format!(
            "stimmt nicht: diese Strategie braucht im Mittel {mean} Runden und steht auf Rang {rank} von {}, am besten \
             ist {} mit {} Runden",
            ranked.len(),
            best.strategy,
            best.mean_text()
        )
    };
    let verdict = format!(
        "Die Behauptung der Seite, {strategy} sei die beste Strategie, {answer}; das Mittel aus {CLAIM_GAMES} Spielen, auf \
         das sie sich stützt, hat einen Standardfehler von {error:.2} Runden."
    );
    let [mean, numerator, denominator] = mean_cells(claim.mean);
    let field = json!({
        "strategie": strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": mean,
        "mittel_zaehler": numerator,
        "mittel_nenner": denominator,
        "spiele": CLAIM_GAMES,
        "standardfehler": Cell::decimal(format!("{error:.4}")),
    });
    (verdict, field)
}
