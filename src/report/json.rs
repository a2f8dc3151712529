//! The Bestenliste as one JSON object, in which each die and each pairing has a line of its own.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde::Serialize;
use serde_json::{Value, json};

use super::list::{ListReport, duel, order};
use crate::dice::Die;
use crate::ranking::{HeadToHead, RankedDie, Ranking, Share, Source};
use crate::rules::Rules;

/// Writes an object; with several rule sets, an array of one for each.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    let [begin, end] = match &report.found.rankings[..] {
        [_] => ["", ""],
        _ => ["[\n", "\n]"],
    };
    write!(out, "{begin}")?;
    for (number, (rules, ranking)) in report.found.rankings.iter().enumerate() {
        write!(out, "{}", if number == 0 { "" } else { ",\n" })?;
        write_object(out, report, *rules, ranking)?;
    }
    writeln!(out, "{end}")
}

fn write_object(
    out: &mut dyn Write,
    report: &ListReport,
    rules: Rules,
    ranking: &Ranking,
) -> fmt::Result {
    writeln!(out, "{{")?;
    write_program(out)?;
    write_field(out, "regeln", &rules.to_string())?;
    let plan = report.found.plan;
    match &ranking.source {
        Source::Games(played) => {
            let options = json!({
                "spiele": plan.accuracy.is_none().then_some(plan.games),
                "genauigkeit": plan.accuracy,
                "irrtum": report.found.error,
                "gleichauf": plan.level,
                "hoechstens": plan.accuracy.map(|_| plan.games),
                "wertung": ranking.criterion.name(),
            });
            write_field(out, "saat", &report.found.seed)?;
            write_field(out, "optionen", &options)?;
            write_field(out, "spiele_je_paarung", &played.games)?;
        }
        Source::Solutions(_) => {
            let options = json!({
                "exakt": true,
                "genauigkeit": plan.accuracy,
                "gleichauf": plan.level,
                "speicher": report.found.memory,
                "wertung": ranking.criterion.name(),
            });
            write_field(out, "optionen", &options)?;
        }
    }
    write_field(out, "rangfolge_gesichert", &(ranking.open().count() == 0))?;
    let entries = ranking.listed().iter().zip(1..);
    let dice = entries.map(|(entry, rank)| die(rank, entry, &report.dice[entry.die]));
    write_lines(out, "wuerfel", dice)?;
    writeln!(out, ",")?;
    let pairings = ranking.head_to_heads().into_iter().enumerate();
    let pairings = pairings.map(|(index, one)| pairing(index, &one, &ranking.source));
    write_lines(out, "paarungen", pairings)?;
    if report.pairings {
        writeln!(out, ",")?;
        let cycles = ranking.cycles().into_iter();
        write_lines(out, "kreise", cycles.map(|cycle| cycle.map(|die| die + 1)))?;
    }
    write!(out, "\n}}")
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

/// A pairing; dice are numbered from 1 in file order, and all shares are in per cent. The index is that in the source.
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
            let tally = played.pairings[index].tally();
            row["spiele"] = json!(tally.games());
            row["siege"] = json!([tally.won_by(0), tally.won_by(1)]);
            row["unentschieden"] = json!(tally.draws);
            row["abgebrochen"] = json!(tally.cut_off);
            row["siege_wenn_erster_beginnt"] = json!(tally.wins[0]);
            row["siege_wenn_zweiter_beginnt"] = json!(tally.wins[1]);
        }
        Source::Solutions(solutions) => {
            let [.., endless, rolls] = solutions[index].1.estimate();
            row["anteil_endlos"] = json!(100.0 * endless.clamp(0.0, 1.0));
            row["wuerfe_je_spiel"] = json!(rolls);
        }
    }
    row
}

/// Writes which program made the object.
pub(super) fn write_program(out: &mut dyn Write) -> fmt::Result {
    write_field(out, "programm", env!("CARGO_PKG_NAME"))?;
    write_field(out, "version", env!("CARGO_PKG_VERSION"))
}

/// Writes a field of an object in a line of its own, with a comma behind it.
pub(super) fn write_field(
    out: &mut dyn Write,
    name: &str,
    value: &(impl Serialize + ?Sized),
) -> fmt::Result {
    writeln!(out, "\"{name}\": {},", json(value))
}

/// Writes an array, a line an item, without the end of the last line.
pub(super) fn write_lines(
    out: &mut dyn Write,
    name: &str,
    items: impl Iterator<Item = impl Serialize>,
) -> fmt::Result {
    let lines = items.map(|item| format!("\n{}", json(&item)));
    write!(out, "\"{name}\": [{}]", lines.format(","))
}

/// A value as JSON, in one line.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> String {
    // Only maps with keys that are no text have no form in JSON, and nothing here has one.
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}
