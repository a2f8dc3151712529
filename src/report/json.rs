//! The Bestenliste as one JSON object, in which each die and each pairing has a line of its own.

use itertools::Itertools;
use serde_json::{Value, json};

use super::object::{render_array, render_object};
use super::order::name_order;
use super::run::{ListReport, RankedList, RankingRun};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{HeadToHead, OrderStatus, RankedDie, Ranking, Share, Source};

/// Renders an object; if several lists were requested, an array with an object for each that is
/// there.
pub fn render(report: &ListReport) -> String {
    let objects = report
        .run
        .lists
        .iter()
        .map(|list| list_object(report, list));
    match report.run.requests.len() {
        1 => format!("{}\n", objects.format("")),
        _ => format!("[\n{}\n]\n", objects.format(",\n")),
    }
}

/// The object of a list.
fn list_object(report: &ListReport, RankedList { rules, ranking, .. }: &RankedList) -> String {
    let mut fields = json!({"regeln": rules.to_string()});
    add_options(&mut fields, report.run, ranking);
    fields["rangfolge_gesichert"] = ranking.open_ranks().next().is_none().into();
    let dice = ranking
        .listed()
        .iter()
        .zip(1..)
        .map(|(entry, rank)| die_object(rank, entry, &report.dice[entry.die]));
    let pairings = ranking
        .head_to_heads()
        .into_iter()
        .enumerate()
        .map(|(index, duel)| pairing_object(index, &duel, &ranking.source));
    let mut arrays = vec![
        render_array("wuerfel", dice),
        render_array("paarungen", pairings),
    ];
    if report.with_pairings {
        let cycles = ranking
            .cycles()
            .into_iter()
            .map(|cycle| json!(cycle.map(|die| die + 1)));
        arrays.push(render_array("kreise", cycles));
    }
    render_object(&fields, &arrays)
}

/// Adds the options by which a ranking was made, and if it was made of games, their seed and their
/// number per pairing.
fn add_options(fields: &mut Value, run: &RankingRun, ranking: &Ranking) {
    let plan = ranking.plan;
    match &ranking.source {
        Source::Games(_) => {
            fields["saat"] = run.seed.into();
            fields["optionen"] = json!({
                "spiele": plan.accuracy.is_none().then_some(plan.games),
                "genauigkeit": plan.accuracy,
                "irrtum": run.error,
                "gleichauf": plan.level,
                "hoechstens": plan.accuracy.map(|_| plan.games),
                "wertung": plan.criterion.name(),
            });
            fields["spiele_je_paarung"] = ranking.games_per_pairing().into();
        }
        Source::Solutions(_) => {
            fields["optionen"] = json!({
                "exakt": true,
                "genauigkeit": plan.accuracy,
                "gleichauf": plan.level,
                "speicher": run.solver_memory,
                "wertung": plan.criterion.name(),
            });
        }
    }
}

/// The object of a die; all shares are in per cent.
fn die_object(rank: usize, entry: &RankedDie, die: &Die) -> Value {
    json!({
        "rang": rank,
        "wuerfel": entry.die + 1,
        "seiten": die.faces().len(),
        "augenzahlen": die.faces(),
        "anteil": entry.share.as_percent(),
        "von": entry.interval[0],
        "bis": entry.interval[1],
        "anteil_unentschieden": entry.draws.as_percent(),
        "kann_gewinnen": entry.can_win,
        "ordnung": entry.order.map(name_order),
    })
}

/// The object of the pairing with this index in `source`. Dice are numbered from 1 in file order,
/// and all shares are in per cent.
fn pairing_object(index: usize, duel: &HeadToHead, source: &Source) -> Value {
    let mut pairing = json!({
        "wuerfel": duel.dice.map(|die| die + 1),
        "anteile": duel.won.map(Share::as_percent),
        "von": duel.intervals.map(|[low, _]| low),
        "bis": duel.intervals.map(|[_, high]| high),
        "anteil_unentschieden": duel.drawn.as_percent(),
        "duell": name_order(OrderStatus::of_duel(duel.decision)),
    });
    match source {
        Source::Games(played) => {
            let tally = played[index].tally();
            pairing["spiele"] = tally.games().into();
            pairing["siege"] = json!([tally.won_by(0), tally.won_by(1)]);
            pairing["unentschieden"] = tally.draws.into();
            pairing["abgebrochen"] = tally.cut_off.into();
            pairing["siege_wenn_erster_beginnt"] = json!(tally.wins[0]);
            pairing["siege_wenn_zweiter_beginnt"] = json!(tally.wins[1]);
        }
        Source::Solutions(solutions) => {
            let estimate = solutions[index].estimate();
            pairing["anteil_endlos"] = (100.0 * estimate.endless.clamp(0.0, 1.0)).into();
            pairing["wuerfe_je_spiel"] = estimate.rolls.into();
        }
    }
    pairing
}
