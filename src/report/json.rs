//! The Bestenliste as one JSON object, in which each die and each pairing has a line of its own.

use std::io::{self, Write};

use serde::Serialize;

use crate::dice::Die;
use crate::exact::Solution;
use crate::ranking::{Lead, Plan, RankedDie, Ranking, Source};
use crate::rules::Rules;
use crate::tournament::{Pairing, Scoring};

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The seed.
    pub seed: u64,
    /// How much was to be played, or how well it was to be known.
    pub plan: Plan,
    /// If nothing was played: GiB that might be used.
    pub memory: Option<f64>,
    /// Whether circles of three are wanted.
    pub cycles: bool,
}

/// The options that decided how much was played.
#[derive(Serialize)]
struct Options {
    spiele: Option<u64>,
    genauigkeit: Option<f64>,
    irrtum: f64,
    hoechstens: Option<u64>,
    wertung: &'static str,
}

/// The same if nothing was left to chance.
#[derive(Serialize)]
struct ExactOptions {
    exakt: bool,
    genauigkeit: Option<f64>,
    speicher: Option<f64>,
    wertung: &'static str,
}

/// A line of the list; all shares are in per cent.
#[derive(Serialize)]
struct Line<'a> {
    rang: usize,
    wuerfel: usize,
    seiten: usize,
    augenzahlen: &'a [u32],
    anteil: f64,
    von: f64,
    bis: f64,
    unentschieden: f64,
    kann_gewinnen: bool,
    ordnung: Option<&'static str>,
}

/// A pairing; dice are numbered from 1 in file order.
#[derive(Serialize)]
struct Games {
    wuerfel: [usize; 2],
    spiele: u64,
    siege: [u64; 2],
    unentschieden: u64,
    abgebrochen: u64,
    siege_wenn_erster_beginnt: [u64; 2],
    siege_wenn_zweiter_beginnt: [u64; 2],
}

/// A pairing without chance; shares are in per cent.
#[derive(Serialize)]
struct Exact {
    wuerfel: [usize; 2],
    anteile: [f64; 2],
    von: [f64; 2],
    bis: [f64; 2],
    unentschieden: f64,
    endlos: f64,
    wuerfe_je_spiel: f64,
}

impl<'a> Line<'a> {
    fn new(rank: usize, entry: &RankedDie, dice: &'a [Die]) -> Line<'a> {
        let faces = dice[entry.die].faces();
        let [von, bis] = entry.interval;
        Line {
            rang: rank,
            wuerfel: entry.die + 1,
            seiten: faces.len(),
            augenzahlen: faces,
            anteil: entry.share.as_percent(),
            von,
            bis,
            unentschieden: entry.draws.as_percent(),
            kann_gewinnen: entry.can_win,
            ordnung: entry.lead.map(|order| match order {
                Lead::Certified => "gesichert",
                Lead::Alike | Lead::Winless => "gleich",
                Lead::Open => "offen",
            }),
        }
    }
}

impl Games {
    fn new(pairing: &Pairing) -> Games {
        let tally = &pairing.tally;
        Games {
            wuerfel: pairing.dice.map(|die| die + 1),
            spiele: tally.games(),
            siege: [0, 1].map(|seat| tally.won_by(seat)),
            unentschieden: tally.draws,
            abgebrochen: tally.cut_off,
            siege_wenn_erster_beginnt: tally.wins[0],
            siege_wenn_zweiter_beginnt: tally.wins[1],
        }
    }
}

impl Exact {
    fn new((dice, solution): &([usize; 2], Solution)) -> Exact {
        let percent = |probability: f64| 100.0 * probability.clamp(0.0, 1.0);
        let [won, lost, drawn, endless, rolls] = solution.estimate();
        Exact {
            wuerfel: dice.map(|die| die + 1),
            anteile: [won, lost].map(percent),
            von: [0, 1].map(|seat| percent(solution.interval(seat)[0])),
            bis: [0, 1].map(|seat| percent(solution.interval(seat)[1])),
            unentschieden: percent(drawn + endless),
            endlos: percent(endless),
            wuerfe_je_spiel: rolls,
        }
    }
}

/// Writes the object; with several rule sets, an array of one for each.
///
/// # Errors
///
/// Those of the writer.
pub fn write(
    out: &mut impl Write,
    dice: &[Die],
    rankings: &[(Rules, Ranking)],
    settings: &Settings,
) -> io::Result<()> {
    if let [(rules, ranking)] = rankings {
        write_object(out, dice, *rules, ranking, settings)?;
        return writeln!(out);
    }
    for (number, (rules, ranking)) in rankings.iter().enumerate() {
        writeln!(out, "{}", if number == 0 { "[" } else { "," })?;
        write_object(out, dice, *rules, ranking, settings)?;
    }
    writeln!(out, "\n]")
}

fn write_object(
    out: &mut impl Write,
    dice: &[Die],
    rules: Rules,
    ranking: &Ranking,
    settings: &Settings,
) -> io::Result<()> {
    let plan = settings.plan;
    let wertung = match plan.scoring {
        Scoring::Wins => "siege",
        Scoring::Points => "punkte",
    };
    let options = Options {
        spiele: plan.accuracy.is_none().then_some(plan.games),
        genauigkeit: plan.accuracy,
        irrtum: plan.error,
        hoechstens: plan.accuracy.map(|_| plan.games),
        wertung,
    };
    let exact_options = ExactOptions {
        exakt: true,
        genauigkeit: plan.accuracy,
        speicher: settings.memory,
        wertung,
    };
    writeln!(out, "{{")?;
    write_field(out, "programm", env!("CARGO_PKG_NAME"))?;
    write_field(out, "version", env!("CARGO_PKG_VERSION"))?;
    write_field(out, "regeln", rules.name())?;
    match &ranking.source {
        Source::Games(played) => {
            write_field(out, "saat", &settings.seed)?;
            write_field(out, "optionen", &options)?;
            write_field(out, "spiele_je_paarung", &played.games)?;
        }
        Source::Solutions(_) => write_field(out, "optionen", &exact_options)?,
    }
    write_field(out, "rangfolge_gesichert", &(ranking.open().count() == 0))?;
    let lines = ranking.entries.iter().zip(1..);
    write_lines(
        out,
        "wuerfel",
        lines.map(|(entry, rank)| Line::new(rank, entry, dice)),
    )?;
    writeln!(out, ",")?;
    match &ranking.source {
        Source::Games(played) => {
            write_lines(out, "paarungen", played.pairings.iter().map(Games::new))?;
        }
        Source::Solutions(solutions) => {
            write_lines(out, "paarungen", solutions.iter().map(Exact::new))?;
        }
    }
    if settings.cycles {
        writeln!(out, ",")?;
        let cycles = ranking.cycles().into_iter();
        write_lines(out, "kreise", cycles.map(|cycle| cycle.map(|die| die + 1)))?;
    }
    write!(out, "\n}}")
}

pub(super) fn write_field(
    out: &mut impl Write,
    name: &str,
    value: &(impl Serialize + ?Sized),
) -> io::Result<()> {
    write!(out, "\"{name}\": ")?;
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out, ",")
}

/// Writes an array, a line an item, without the end of the last line.
pub(super) fn write_lines(
    out: &mut impl Write,
    name: &str,
    items: impl Iterator<Item = impl Serialize>,
) -> io::Result<()> {
    write!(out, "\"{name}\": [")?;
    for (number, item) in items.enumerate() {
        writeln!(out, "{}", if number == 0 { "" } else { "," })?;
        serde_json::to_writer(&mut *out, &item)?;
    }
    write!(out, "]")
}
