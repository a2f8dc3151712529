//! The Bestenliste as one JSON object, in which each die and each pairing has a line of its own.

use std::fmt::Display;

use itertools::Itertools;
use serde_json::{Value, json};

use super::{ListReport, duel, order};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{HeadToHead, RankedDie, Ranking, Share, Source};
use wuerfelglueck::rules::Rules;

/// An object; with several rule sets, an array of one for each.
pub fn render(report: &ListReport) -> String {
    let lists = report.run.lists.iter();
    let objects = lists.map(|one| list(report, one.rules, &one.ranking));
    match report.run.requests.len() {
        1 => format!("{}\n", objects.format("")),
        _ => format!("[\n{}\n]\n", objects.format(",\n")),
    }
}

fn list(report: &ListReport, rules: Rules, ranking: &Ranking) -> String {
    let (run, plan) = (report.run, report.run.plan);
    let mut fields = json!({"regeln": rules.to_string()});
    match &ranking.source {
        Source::Games(_) => {
            fields["saat"] = run.seed.into();
            fields["optionen"] = json!({
                "spiele": plan.accuracy.is_none().then_some(plan.games),
                "genauigkeit": plan.accuracy,
                "irrtum": run.error,
                "gleichauf": plan.level,
                "hoechstens": plan.accuracy.map(|_| plan.games),
                "wertung": ranking.plan.criterion.name(),
            });
            fields["spiele_je_paarung"] = ranking.plan.games.into();
        }
        Source::Solutions(_) => {
            fields["optionen"] = json!({
                "exakt": true,
                "genauigkeit": plan.accuracy,
                "gleichauf": plan.level,
                "speicher": run.solver_memory,
                "wertung": ranking.plan.criterion.name(),
            });
        }
    }
    fields["rangfolge_gesichert"] = ranking.open().next().is_none().into();
    let entries = ranking.listed().iter().zip(1..);
    let dice = entries.map(|(entry, rank)| die(rank, entry, &report.dice[entry.die]));
    let pairings = ranking.head_to_heads().into_iter().enumerate();
    let pairings = pairings.map(|(index, one)| pairing(index, &one, &ranking.source));
    let mut rows: Vec<Rows> = vec![("wuerfel", Box::new(dice))];
    rows.push(("paarungen", Box::new(pairings)));
    if report.pairings {
        let cycles = ranking.cycles().into_iter();
        let cycles = cycles.map(|cycle| json!(cycle.map(|die| die + 1)));
        rows.push(("kreise", Box::new(cycles)));
    }
    object(&fields, rows)
}

/// A line of the list; all shares are in per cent.
fn die(rank: usize, entry: &RankedDie, die: &Die) -> Value {
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
        "ordnung": entry.lead.map(|lead| order(lead)[1]),
    })
}

/// A pairing; dice are numbered from 1 in file order, and all shares are in per cent. The index is
/// that in the source.
fn pairing(index: usize, one: &HeadToHead, source: &Source) -> Value {
    let mut row = json!({
        "wuerfel": one.dice.map(|die| die + 1),
        "anteile": one.won.map(Share::as_percent),
        "von": one.intervals.map(|[low, _]| low),
        "bis": one.intervals.map(|[_, high]| high),
        "anteil_unentschieden": one.drawn.as_percent(),
        "duell": duel(one.decision)[1],
    });
    match source {
        Source::Games(played) => {
            let tally = played[index].tally();
            row["spiele"] = tally.games().into();
            row["siege"] = json!([tally.won_by(0), tally.won_by(1)]);
            row["unentschieden"] = tally.draws.into();
            row["abgebrochen"] = tally.cut_off.into();
            row["siege_wenn_erster_beginnt"] = json!(tally.wins[0]);
            row["siege_wenn_zweiter_beginnt"] = json!(tally.wins[1]);
        }
        Source::Solutions(solutions) => {
            let estimate = solutions[index].estimate();
            row["anteil_endlos"] = (100.0 * estimate.endless.clamp(0.0, 1.0)).into();
            row["wuerfe_je_spiel"] = estimate.rolls.into();
        }
    }
    row
}

/// The name of an array, and its rows, which are made when they are written.
pub(super) type Rows<'a> = (&'static str, Box<dyn Iterator<Item = Value> + 'a>);

/// An object with the program, these fields and these arrays. Each field has a line of its own, and
/// so has each row of the arrays, and of fields that are arrays of objects. The last line does not
/// end.
pub(super) fn object(fields: &Value, arrays: Vec<Rows>) -> String {
    fn rows(name: &str, rows: impl Iterator<Item = impl Display>) -> String {
        let rows = rows.map(|row| format!("\n{row}"));
        format!(",\n\"{name}\": [{}]", rows.format(","))
    }
    let fields = fields.as_object().into_iter().flatten();
    let fields = fields.map(|(name, value)| match value.as_array() {
        Some(array) if array.iter().all(Value::is_object) => rows(name, array.iter()),
        _ => format!(",\n\"{name}\": {value}"),
    });
    let arrays = arrays.into_iter().map(|(name, array)| rows(name, array));
    let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let (fields, arrays) = (fields.format(""), arrays.format(""));
    format!("{{\n\"programm\": \"{program}\",\n\"version\": \"{version}\"{fields}{arrays}\n}}")
}
