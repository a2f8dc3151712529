//! Groups of options, each written once and used by several commands.

use std::num::NonZero;
use std::thread;

use anyhow::{Context, Result};
use clap::{Arg, ArgAction, Args};
use itertools::Itertools;

use super::exit::{Misuse, refuse};
use super::streams::say;
use super::values::{self, Several, Word, word};
use crate::report::{RenderList, json, svg, text, tsv};
use wuerfelglueck::check;
use wuerfelglueck::check::form::Form;
use wuerfelglueck::decimal::round_up;
use wuerfelglueck::ranking::{Criterion, FINEST, Plan};
use wuerfelglueck::rules::Rules;

const GIBIBYTE: f64 = (1 << 30) as f64;
/// Half the width of intervals in percentage points, unless the user says otherwise.
pub const ACCURATE: f64 = 0.2;

pub static CRITERIA: [(&str, &[Criterion]); 4] = [
    ("siege", &[Criterion::Wins]),
    ("punkte", &[Criterion::Points]),
    ("duelle", &[Criterion::Duels]),
    ("alle", &Criterion::ALL),
];

/// If the argument is `--wertung`, takes the first so many of these words for it: with the last one several at once.
pub fn offer_criteria(argument: Arg, number: usize) -> Arg {
    if argument.get_id() != "criteria" {
        return argument;
    }
    let are_several = number == CRITERIA.len();
    argument
        .value_parser(word(&CRITERIA[..number]))
        .value_delimiter(are_several.then_some(','))
}

#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Genauigkeit",
    mut_args(|argument| offer_criteria(argument, CRITERIA.len()))
)]
pub struct Counting {
    /// Was zählt: siege, punkte, duelle oder alle [Vorgabe: siege]
    ///
    /// Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt nichts, bei
    /// punkte einen halben Sieg. Bei duelle die Zahl der Gegner, gegen die er öfter gewinnt als sie
    /// gegen ihn; wer mit ihm gleichauf ist (siehe --gleichauf), zählt halb. Bei mehreren, mit
    /// Kommas dazwischen, und bei alle kommt eine Liste für jede, und davor steht, welche Ränge
    /// davon abhängen.
    #[arg(
        long = "wertung", value_name = "NAME", action = ArgAction::Set,
        value_parser = word(&CRITERIA), hide_short_help = true, help_heading = "Regeln"
    )]
    criteria: Option<Vec<Word<&'static [Criterion]>>>,
    /// Höchste Wahrscheinlichkeit, dass die gesicherte Rangfolge falsch ist, bei mehreren
    /// Regelwerken oder Wertungen für alle zusammen [Vorgabe: 0.001]
    #[arg(
        long = "irrtum", value_name = "W", value_parser = values::probability,
        hide_short_help = true
    )]
    error: Option<f64>,
    /// Würfel, die weniger als P Punkte auseinanderliegen, sind gleichauf [Vorgabe: 0.5]
    ///
    /// Sobald das gesichert ist, wird für ihre Reihenfolge nicht weiter gespielt. Mit 0 ist niemand
    /// gleichauf.
    #[arg(
        long = "gleichauf", value_name = "P", value_parser = values::difference,
        hide_short_help = true
    )]
    level: Option<f64>,
}

impl Counting {
    pub fn criteria(&self) -> Vec<Criterion> {
        let Some(words) = &self.criteria else {
            return vec![Criterion::Wins];
        };
        words.iter().flat_map(|word| word.value).copied().collect()
    }

    /// Checks that no criterion is named twice.
    pub fn check(&self) -> Result<(), Misuse> {
        let words = self.criteria.iter().flatten();
        let twice = words.flat_map(|word| word.value).duplicates().next();
        if let Some(criterion) = twice {
            refuse!("„--wertung“: „{}“ ist zweimal genannt", criterion.name());
        }
        Ok(())
    }

    pub fn error(&self) -> f64 {
        self.error.unwrap_or(0.001)
    }

    /// The plan for a list by the first criterion, from so many games per pairing at most, until this accuracy is reached.
    pub fn plan(&self, games: u64, accuracy: Option<f64>) -> Plan {
        Plan {
            games,
            accuracy,
            error: self.error(),
            level: self.level.unwrap_or(0.5),
            criterion: self.criteria()[0],
            best: None,
        }
    }
}

/// How a tournament is printed: as a list, or if nothing writes one, by a line a pairing.
const FORMATS: [(&str, Option<RenderList>); 5] = [
    ("text", Some(text::render)),
    ("tsv", Some(tsv::render)),
    ("json", Some(json::render)),
    ("svg", Some(svg::render)),
    ("paare", None),
];

#[derive(Debug, Args)]
#[command(next_help_heading = "Ausgabe")]
pub struct Listing {
    /// Format der Ausgabe: text, tsv, json, svg oder paare
    ///
    /// tsv hat Spalten mit Tabulatoren. svg ist ein Bild: die Liste, mit --paarungen die Matrix.
    /// paare gibt statt der Liste eine Zeile je Paarung mit allen Ergebnissen aus, für
    /// „wuerfelglueck sammle“. [Vorgabe: text]
    #[arg(
        long = "format", value_name = "NAME", default_value = "text", value_parser = word(&FORMATS)
    )]
    pub format: Word<Option<RenderList>>,
    /// Nur die besten K Würfel
    ///
    /// Wer gesichert nicht dazugehört, wird nicht genauer bestimmt; das geht schneller. Es sind
    /// mehr als K, wenn der letzte mit dem nächsten gleichauf ist.
    #[arg(long = "beste", value_name = "K", value_parser = values::whole(1..=u32::MAX as usize))]
    pub best: Option<usize>,
    /// Nach der Liste, wie oft jeder gegen jeden gewinnt
    ///
    /// Dazu gesicherte Kreise von drei Würfeln, von denen jeder den nächsten schlägt. Bei --format
    /// tsv sind die Paarungen die Tabelle, an der Stelle der Liste.
    #[arg(long = "paarungen")]
    pub pairings: bool,
    /// Die Liste mit Balken, deren Ende das Intervall zeigt
    #[arg(long = "balken", hide_short_help = true)]
    pub bars: bool,
    /// Rückgabewert 1, wenn die Rangfolge nicht ganz gesichert ist
    #[arg(long = "streng", hide_short_help = true, help_heading = "Genauigkeit")]
    pub strict: bool,
}

impl Listing {
    pub fn check(&self, counting: &Counting) -> Result<(), Misuse> {
        let is_counted = counting.criteria.is_some() || counting.error.or(counting.level).is_some();
        let is_told = self.bars || self.pairings || self.strict || self.best.is_some();
        if self.format.value.is_none() && (is_counted || is_told) {
            refuse!(
                "zu „--format paare“ passen keine Optionen für die Bestenliste; die gehören zu \
                 „wuerfelglueck sammle“"
            );
        }
        if self.bars && self.format.name != "text" {
            refuse!("„--balken“ gibt es nur für „--format text“");
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub struct FormOption {
    /// Form der Zeilen: 'Platz {rang} | Nr. {nummer} | {} | {anteil}'
    ///
    /// Für Listen, die sich sonst nicht lesen lassen. Stellen sind {nummer} und {index} (von 1 und
    /// von 0 gezählt), {augen} oder {seiten} für den Würfel, {anteil}, {siege}, {spiele},
    /// {niederlagen}, {unentschieden}, {rang}, für Paarungen {gegner}, {gegnerindex} oder
    /// {gegneraugen}; {} ist alles, \n verbindet Zeilen. Zeilen, die nicht passen, zählen nicht.
    #[arg(
        long = "form", value_name = "MUSTER", value_parser = values::form, hide_short_help = true,
        help_heading = "Genauigkeit"
    )]
    pub form: Option<Form>,
}

#[derive(Debug, Args)]
pub struct Seeding {
    /// Startwert des Zufalls (Saat) [Vorgabe: 2021]
    ///
    /// Gleiche Saat, gleiches Ergebnis; „zufall“ nimmt jedes Mal eine andere und nennt sie.
    #[arg(
        long = "saat", value_name = "N|zufall", default_value = "2021", value_parser = values::seed,
        hide_short_help = true, help_heading = "Ablauf"
    )]
    pub seed: (u64, bool),
}

#[derive(Debug, Args)]
pub struct Remembering {
    /// Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens belegen [Vorgabe: 1], bei
    /// --exakt die Rechnung [Vorgabe: 4]; ohne --exakt hängt das Ergebnis nicht davon ab
    #[arg(
        long = "speicher", value_name = "G", value_parser = values::positive(1_000_000),
        hide_short_help = true, help_heading = "Ablauf"
    )]
    memory: Option<f64>,
}

/// The help of `--speicher` where games are played and nothing is solved.
pub const TABLE_MEMORY_HELP: &str = "Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens \
    belegen [Vorgabe: 1]; das Ergebnis hängt nicht davon ab";

impl Remembering {
    /// GiB that may be used: by solving a pairing, or by the tables of the dice where games are played.
    pub fn gibibytes(&self, exact: bool) -> f64 {
        self.memory.unwrap_or(if exact { 4.0 } else { 1.0 })
    }

    pub fn bytes(&self, exact: bool) -> usize {
        (self.gibibytes(exact) * GIBIBYTE) as usize
    }

    pub fn check(&self, exact: bool, least: usize) -> Result<(), Misuse> {
        if self.bytes(exact) < least {
            let (given, least) = (self.gibibytes(exact), round_up(least as f64 / GIBIBYTE));
            refuse!(
                "„--speicher {given}“ reicht nicht; zwei Würfel brauchen mindestens {least} GiB"
            );
        }
        Ok(())
    }
}

const MOST_THREADS: usize = 1024;

#[derive(Debug, Args)]
pub struct Threading {
    /// Threads, auf denen gleichzeitig gerechnet wird (auch --threads); das Ergebnis hängt nicht
    /// davon ab [Vorgabe: einer je Prozessorkern]
    #[arg(
        long = "faeden", value_name = "N", alias = "threads",
        value_parser = values::whole(1..=MOST_THREADS), hide_short_help = true,
        help_heading = "Ablauf"
    )]
    threads: Option<usize>,
}

impl Threading {
    /// Starts the threads to work on: as many as the machine runs at once, unless the user says otherwise.
    pub fn start(&self) -> Result<()> {
        let usual = || thread::available_parallelism().map_or(1, NonZero::get);
        // Without a number, rayon would look for one in the environment.
        let number = self.threads.unwrap_or_else(usual).min(MOST_THREADS);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(number);
        let started = pool.build_global().ok();
        started.context("so viele Threads gibt das Betriebssystem nicht her; weniger mit --faeden")
    }
}

#[derive(Debug, Args)]
pub struct Common {
    /// Außer dem Ergebnis und Fehlern nichts ausgeben
    #[arg(
        short = 'q',
        long = "still",
        overrides_with = "quiet",
        help_heading = "Ablauf"
    )]
    pub quiet: bool,
}

impl Common {
    /// Says a line on stderr, unless that was asked not to be.
    pub fn tell(&self, line: impl std::fmt::Display) {
        if !self.quiet {
            say(line);
        }
    }

    pub fn warn(&self, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            self.tell(format_args!("Warnung: {warning}"));
        }
    }
}

/// All that decides how dice are ranked, and the options of the output between them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Genauigkeit")]
pub struct RankingOptions<Output: Args> {
    /// Regelwerk: offiziell, zielzuerst, wlr oder alle
    ///
    /// Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei
    /// zielzuerst zieht die vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr
    /// spielt wie das Programm einer Einsendung. Abweichungen kommen mit + dahinter, wie in
    /// offiziell+start-leer. Bei mehreren, mit Kommas dazwischen, und bei alle kommt eine Liste für
    /// jedes, und davor steht, welche Ränge davon abhängen. „wuerfelglueck regeln“ erklärt sie.
    /// [Vorgabe: offiziell]
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rule_sets, help_heading = "Regeln"
    )]
    pub rules: Several<Rules>,
    /// Ohne Zufall rechnen statt spielen
    ///
    /// Jedes Intervall enthält den wahren Anteil dann sicher. Bei Würfeln mit vielen verschiedenen
    /// Augenzahlen dauert das lange, zu den vier Dateien des Wettbewerbs Minuten bis eine
    /// Viertelstunde; --zeit begrenzt es.
    #[arg(long = "exakt", conflicts_with_all = ["error", "most", "games", "seed"])]
    pub exact: bool,
    /// Die Anteile auf ±P Punkte genau [Vorgabe: 0.2]
    ///
    /// P ist die halbe Breite, die das 95-%-Intervall jedes Anteils höchstens haben soll (bei
    /// --exakt das sichere), in Prozentpunkten. Ohne diese Option rechnet --exakt weiter, bis auch
    /// die Rangfolge gesichert ist.
    ///
    /// Gespielte Anteile sind um das Würfelglück bereinigt: Wie viel besser als zu erwarten jemand
    /// gewürfelt hat, ist bekannt und im Mittel 0. Es wird abgezogen, denn so genügt oft die
    /// Hälfte der Spiele. Gezählte Siege ohne Abzug zeigt --spiele.
    #[arg(long = "genauigkeit", value_name = "P", value_parser = values::positive(100))]
    pub accuracy: Option<f64>,
    /// Genau so viele Spiele je Paarung
    ///
    /// Die Zahl ist gerade: jeder Würfel beginnt die Hälfte. Die Anteile sind gezählt, nicht um das
    /// Würfelglück bereinigt. [Vorgabe: so viele, wie Genauigkeit und Rangfolge brauchen]
    #[arg(
        long = "spiele", value_name = "N", value_parser = values::even_games,
        conflicts_with_all = ["accuracy", "most"]
    )]
    pub games: Option<u64>,
    /// Spiele je Paarung, nach denen auch ohne Gewissheit Schluss ist [Vorgabe: 2000000]
    #[arg(
        long = "hoechstens", value_name = "N", value_parser = values::even_games,
        hide_short_help = true
    )]
    most: Option<u64>,
    #[command(flatten)]
    pub counting: Counting,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub remembering: Remembering,
    #[command(flatten)]
    pub seeding: Seeding,
    #[command(flatten)]
    pub threading: Threading,
    #[command(flatten)]
    pub common: Common,
}

impl<Output: Args> RankingOptions<Output> {
    pub fn check(&self) -> Result<(), Misuse> {
        if self.exact && self.accuracy.is_some_and(|accuracy| accuracy < FINEST) {
            refuse!("genauer als mit „--genauigkeit {FINEST}“ rechnet „--exakt“ nicht");
        }
        self.counting.check()
    }

    /// The lists that are wanted, at least one: under which rules, and what they go by.
    pub fn lists(&self) -> Vec<(Rules, Criterion)> {
        let rules = self.rules.iter().copied();
        rules.cartesian_product(self.counting.criteria()).collect()
    }

    /// How much is to be played for each list, the first of which it names. All lists share the probability of an error. Without
    /// a fixed number of games, the accuracy is what is wanted.
    pub fn plan(&self) -> Plan {
        let games = self.games.or(self.most).unwrap_or(2_000_000);
        let accuracy = self.accuracy.unwrap_or(ACCURATE);
        let accuracy = self.games.is_none().then_some(accuracy);
        let mut plan = self.counting.plan(games, accuracy);
        plan.error /= self.lists().len() as f64;
        plan
    }

    /// The same, but what the user does not say is what it takes to judge lists of so many games per pairing, if that is known,
    /// and dice.
    pub fn plan_for(&self, games: Option<u64>, dice: usize) -> Plan {
        let mut plan = self.plan();
        let (Some(games), None, None) = (games, self.games, self.accuracy) else {
            return plan;
        };
        if self.exact {
            let enough = check::enough_accuracy(games, dice);
            plan.accuracy = Some(enough.clamp(FINEST, ACCURATE));
        } else {
            // Where so many are too few to judge by, the fewest will do.
            let wanted = if games / 4 > plan.games { 0 } else { games };
            plan.games = check::enough_games(wanted).min(plan.games);
            plan.accuracy = None;
        }
        plan
    }
}
