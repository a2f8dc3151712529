//! Studies of strategies that play alone, by chance and without.

use itertools::Itertools;
use serde_json::{Value, json};

use super::{
    Sheet, alone_cells, alone_columns, chance_fields, deviation_text, mean_cells, mean_text,
};
use crate::decimal;
use crate::report::svg::{Legend, Row, program, write_rounds};
use crate::report::table::{Cell, Table};
use crate::sixjack::exact::float;
use crate::sixjack::play::Cards;
use crate::sixjack::results::{Alone, Chance, Claim, rank};
use crate::text::count;

/// A row for each strategy, by chance or without; and what is true of the claim, if these are all strategies, the best
/// first.
pub fn sheet(studied: &[Alone], chance: Option<Chance>, claim: Option<Claim>) -> Sheet {
    let (range, line, inner, origin) = match chance {
        Some(chance) => (
            "Minimum\tMaximum",
            "vom Minimum bis zum Maximum",
            "Mittel ± Standardabweichung, mindestens 1",
            played(&chance),
        ),
        None => (
            "1-%-Quantil\t50-%-Quantil\t99-%-Quantil",
            "1-%- bis 99-%-Quantil",
            "die mittlere Hälfte: 25-%- bis 75-%-Quantil",
            "ohne Zufall".into(),
        ),
    };
    let games = chance.map(|chance| Cell::number(chance.games));
    let mut text = vec![format!(
        "Strategie\tTheoretische Mindestanzahl Runden\tMittlere Anzahl Runden\t{range}\tStandardabweichung\tRang"
    )];
    let mut rows = Vec::new();
    let mut drawn = Vec::new();
    for alone in studied {
        let strategy = alone.strategy;
        let least = strategy.steps().count();
        let rank = rank(studied, alone.mean);
        let mean = match chance {
            Some(_) => decimal::fraction(alone.mean, 2),
            None => mean_text(alone.mean),
        };
        text.push(format!(
            "{strategy}\t{least}\t{mean}\t{}\t{}\t{rank}",
            alone.range.iter().format("\t"),
            deviation_text(alone),
        ));
        let mut row = vec![Cell::text(strategy), Cell::number(least)];
        row.extend(alone_cells(alone));
        row.extend(games.clone());
        row.push(Cell::number(rank));
        rows.push(row);
        drawn.push(draw(alone, rank, mean));
    }
    drawn.sort_by(|one, other| one.mean.total_cmp(&other.mean));
    let mut columns = vec!["Strategie", "Mindestrunden"];
    columns.extend(alone_columns(chance.is_some()));
    columns.extend(games.map(|_| "Spiele"));
    columns.push("Rang");
    let mut fields = chance.iter().flat_map(chance_fields).collect_vec();
    let mut notes = Vec::new();
    if let Some(claim) = claim {
        notes.push(verdict(&claim, studied));
        text.push(verdict(&claim, studied));
        fields.push(("behauptung", beside_the_truth(&claim, studied)));
    }
    notes.push(format!("{origin} · {}", program()));
    Sheet {
        text,
        fields,
        table: ("strategien", Table { columns, rows }),
        picture: Some(Box::new(move |out| {
            let notes = &notes;
            write_rounds(out, &drawn, &Legend { line, inner, notes })
        })),
    }
}

/// What games by chance these are.
fn played(chance: &Chance) -> String {
    let cards = match chance.cards {
        Cards::Independent => "unabhängige Karten",
        Cards::Pile => "Karten vom Stapel",
    };
    let games = count(chance.games, "Spiel", "Spiele");
    format!("{cards} · {games} je Strategie · Saat {}", chance.seed)
}

fn draw(row: &Alone, rank: usize, shown: String) -> Row {
    let mean = float(row.mean);
    let deviation = row.variance.map_or(0.0, |variance| float(variance).sqrt());
    let range = row.range.iter().map(|&rounds| rounds as f64).collect_vec();
    Row {
        rank,
        name: row.strategy.to_string(),
        line: [range[0], range[range.len() - 1]],
        inner: match row.quartiles {
            Some(quartiles) => quartiles.map(|rounds| rounds as f64),
            None => [(mean - deviation).max(1.0), mean + deviation],
        },
        median: row.quartiles.map(|_| range[1]),
        mean,
        shown,
    }
}

/// What is true of the claim, in a sentence.
fn verdict(claim: &Claim, ranked: &[Alone]) -> String {
    let Claim { strategy, .. } = claim;
    let mean = mean_text(claim.mean);
    let best = &ranked[0];
    let answer = match rank(ranked, claim.mean) {
        1 => format!("stimmt: diese Strategie braucht im Mittel {mean} Runden"),
        rank => format!(
            "stimmt nicht: diese Strategie braucht im Mittel {mean} Runden und steht auf Rang {rank} von {}, am besten \
             ist {} mit {} Runden",
            ranked.len(),
            best.strategy,
            mean_text(best.mean)
        ),
    };
    format!(
        "Die Behauptung der Seite, {strategy} sei die beste Strategie, {answer}; das Mittel aus {} Spielen, auf das sie sich \
         stützt, hat einen Standardfehler von {:.2} Runden.",
        Claim::GAMES,
        claim.error,
    )
}

/// The same in JSON.
fn beside_the_truth(claim: &Claim, ranked: &[Alone]) -> Value {
    let rank = rank(ranked, claim.mean);
    let [mean, numerator, denominator] = mean_cells(claim.mean);
    json!({
        "strategie": claim.strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": mean,
        "mittel_zaehler": numerator,
        "mittel_nenner": denominator,
        "spiele": Claim::GAMES,
        "standardfehler": Cell::decimal(format!("{:.4}", claim.error)),
    })
}
