//! The Bestenliste as one JSON object, in which each die and each pairing has a line of its own.

use std::fmt::{self, Write};

use serde::Serialize;

use super::list::ListReport;
use crate::certainty::Decision;
use crate::dice::Die;
use crate::ranking::{HeadToHead, Lead, RankedDie, Ranking, Share, Source};
use crate::rules::Rules;

/// The options that decided how much was played.
#[derive(Serialize)]
struct Options {
    spiele: Option<u64>,
    genauigkeit: Option<f64>,
    irrtum: f64,
    gleichauf: f64,
    hoechstens: Option<u64>,
    wertung: &'static str,
}

/// The same if nothing was left to chance.
#[derive(Serialize)]
struct ExactOptions {
    exakt: bool,
    genauigkeit: Option<f64>,
    gleichauf: f64,
    speicher: Option<f64>,
    wertung: &'static str,
}

/// A line of the list; all shares are in per cent.
#[derive(Serialize)]
struct ListedDie<'a> {
    rang: usize,
    wuerfel: usize,
    seiten: usize,
    augenzahlen: &'a [u32],
    anteil: f64,
    von: f64,
    bis: f64,
    anteil_unentschieden: f64,
    kann_gewinnen: bool,
    ordnung: Option<&'static str>,
}

/// A pairing; dice are numbered from 1 in file order, and all shares are in per cent.
#[derive(Serialize)]
struct ListedPairing {
    wuerfel: [usize; 2],
    anteile: [f64; 2],
    von: [f64; 2],
    bis: [f64; 2],
    anteil_unentschieden: f64,
    duell: &'static str,
    #[serde(flatten)]
    source: PairingSource,
}

/// What a pairing's shares follow from.
#[derive(Serialize)]
#[serde(untagged)]
enum PairingSource {
    /// Games, which are counted.
    Games {
        spiele: u64,
        siege: [u64; 2],
        unentschieden: u64,
        abgebrochen: u64,
        siege_wenn_erster_beginnt: [u64; 2],
        siege_wenn_zweiter_beginnt: [u64; 2],
    },
    /// No games.
    Solution {
        anteil_endlos: f64,
        wuerfe_je_spiel: f64,
    },
}

impl<'a> ListedDie<'a> {
    fn new(rank: usize, entry: &RankedDie, dice: &'a [Die]) -> ListedDie<'a> {
        let faces = dice[entry.die].faces();
        let [von, bis] = entry.interval;
        ListedDie {
            rang: rank,
            wuerfel: entry.die + 1,
            seiten: faces.len(),
            augenzahlen: faces,
            anteil: entry.share.as_percent(),
            von,
            bis,
            anteil_unentschieden: entry.draws.as_percent(),
            kann_gewinnen: entry.can_win,
            ordnung: entry.lead.map(|order| match order {
                Lead::Certified => "gesichert",
                Lead::Alike | Lead::Winless | Lead::Tied => "gleich",
                Lead::Level => "gleichauf",
                Lead::Open => "offen",
            }),
        }
    }
}

impl ListedPairing {
    fn new(one: &HeadToHead, source: PairingSource) -> ListedPairing {
        ListedPairing {
            wuerfel: one.dice.map(|die| die + 1),
            anteile: one.won.map(Share::as_percent),
            von: one.intervals.map(|[low, _]| low),
            bis: one.intervals.map(|[_, high]| high),
            anteil_unentschieden: one.drawn.as_percent(),
            duell: match one.decision {
                Decision::First | Decision::Second => "gesichert",
                Decision::Level => "gleichauf",
                Decision::Open => "offen",
            },
            source,
        }
    }
}

impl PairingSource {
    /// For each pairing of a ranking, in lexicographic order.
    fn of(ranking: &Ranking) -> Vec<PairingSource> {
        match &ranking.source {
            Source::Games(played) => {
                let pairings = played.pairings.iter().map(|pairing| &pairing.tally);
                let games = pairings.map(|tally| PairingSource::Games {
                    spiele: tally.games(),
                    siege: [0, 1].map(|seat| tally.won_by(seat)),
                    unentschieden: tally.draws,
                    abgebrochen: tally.cut_off,
                    siege_wenn_erster_beginnt: tally.wins[0],
                    siege_wenn_zweiter_beginnt: tally.wins[1],
                });
                games.collect()
            }
            Source::Solutions(solutions) => {
                let estimates = solutions.iter().map(|(_, solution)| solution.estimate());
                let solutions = estimates.map(|[.., endless, rolls]| PairingSource::Solution {
                    anteil_endlos: 100.0 * endless.clamp(0.0, 1.0),
                    wuerfe_je_spiel: rolls,
                });
                solutions.collect()
            }
        }
    }
}

/// Writes an object; with several rule sets, an array of one for each.
pub fn write(out: &mut dyn Write, report: &ListReport) -> fmt::Result {
    if let [(rules, ranking)] = report.rankings {
        write_object(out, report, *rules, ranking)?;
        return writeln!(out);
    }
    for (number, (rules, ranking)) in report.rankings.iter().enumerate() {
        writeln!(out, "{}", if number == 0 { "[" } else { "," })?;
        write_object(out, report, *rules, ranking)?;
    }
    writeln!(out, "\n]")
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
    let plan = report.plan;
    let wertung = ranking.criterion.name();
    match &ranking.source {
        Source::Games(played) => {
            write_field(out, "saat", &report.seed)?;
            let options = Options {
                spiele: plan.accuracy.is_none().then_some(plan.games),
                genauigkeit: plan.accuracy,
                irrtum: report.error,
                gleichauf: report.plan.level,
                hoechstens: plan.accuracy.map(|_| plan.games),
                wertung,
            };
            write_field(out, "optionen", &options)?;
            write_field(out, "spiele_je_paarung", &played.games)?;
        }
        Source::Solutions(_) => {
            let options = ExactOptions {
                exakt: true,
                genauigkeit: plan.accuracy,
                gleichauf: plan.level,
                speicher: report.memory,
                wertung,
            };
            write_field(out, "optionen", &options)?;
        }
    }
    write_field(out, "rangfolge_gesichert", &(ranking.open().count() == 0))?;
    let entries = ranking.listed().iter().zip(1..);
    let listed = entries.map(|(entry, rank)| ListedDie::new(rank, entry, report.dice));
    write_lines(out, "wuerfel", listed)?;
    writeln!(out, ",")?;
    let head_to_heads = ranking.head_to_heads();
    let pairings = head_to_heads.iter().zip(PairingSource::of(ranking));
    let pairings = pairings.map(|(one, source)| ListedPairing::new(one, source));
    write_lines(out, "paarungen", pairings)?;
    if report.pairings {
        writeln!(out, ",")?;
        let cycles = ranking.cycles().into_iter();
        write_lines(out, "kreise", cycles.map(|cycle| cycle.map(|die| die + 1)))?;
    }
    write!(out, "\n}}")
}

/// Writes which program made the object, and for which rule set.
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
    write!(out, "\"{name}\": [")?;
    for (number, item) in items.enumerate() {
        write!(
            out,
            "{}\n{}",
            if number == 0 { "" } else { "," },
            json(&item)
        )?;
    }
    write!(out, "]")
}

/// A value as JSON, in one line.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> String {
    // Only maps with keys that are no text have no form in JSON, and nothing here has one.
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}
