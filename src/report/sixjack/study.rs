//! Studies of strategies that play alone, by chance and without.

use itertools::Itertools;
use serde_json::{Value, json};

use super::{Sheet, alone_cells, alone_columns, chance_fields, deviation, mean_cells, rank_text};
use crate::report::svg::write_rounds;
use crate::report::table::{Cell, Table};
use crate::sixjack::exact::float;
use crate::sixjack::results::{Alone, CERTAIN, Chance, possible_ranks, rank};

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
    let error = if chance.is_some() {
        "\tStandardfehler des Mittels"
    } else {
        ""
    };
    let mut text = vec![format!(
        "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t{range}\tStandardabweichung{error}\tRang"
    )];
    let mut columns = vec!["Strategie", "Mindestrunden"];
    columns.extend(alone_columns(chance.is_some()));
    columns.extend(
        chance
            .iter()
            .flat_map(|_| ["Spiele", "Standardfehler", "Rang_von", "Rang_bis"]),
    );
    columns.push("Rang");
    let ranks =
        chance.map(|chance| possible_ranks(studied.len(), is_better(&studied, chance.games)));
    let mut rows = Vec::new();
    for (number, alone) in studied.iter().enumerate() {
        let strategy = alone.strategy;
        let least = strategy.steps().count();
        let rank = rank(&studied, alone.mean);
        let error = chance.map(|chance| alone.standard_error(chance.games));
        let shown = error.map(|error| error.map_or("\t-".into(), |error| format!("\t{error:.2}")));
        let possible = ranks.as_ref().map(|ranks| ranks[number]);
        text.push(format!(
            "{strategy}\t{least}\t{}\t{}\t{}{}\t{}",
            alone.mean_text(),
            alone.range.iter().format("\t"),
            deviation(alone, 2).unwrap_or("-".into()),
            shown.unwrap_or_default(),
            rank_text(possible.unwrap_or([rank; 2])),
        ));
        let mut row = vec![Cell::text(strategy), Cell::number(least)];
        row.extend(alone_cells(alone));
        row.extend(chance.map(|chance| Cell::number(chance.games)));
        row.extend(error.map(|error| error.map(|error| format!("{error:.4}")).into()));
        row.extend(possible.iter().flatten().map(Cell::number));
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

/// Whether it is certain after so many games that the first of two rows has the lower mean.
fn is_better(rows: &[Alone], games: u64) -> impl Fn(usize, usize) -> bool {
    let known = rows
        .iter()
        .map(|row| (float(row.mean), row.standard_error(games)));
    let known = known.collect_vec();
    move |one, other| match [known[one], known[other]] {
        [(mean, Some(error)), (other_mean, Some(other_error))] => {
            let error = (error * error + other_error * other_error).sqrt();
            other_mean - mean > CERTAIN * error
        }
        _ => false,
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
