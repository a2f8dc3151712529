//! Groups of options, each written once and used by several commands.

use clap::{ArgAction, Args};
use itertools::Itertools;
use rand::TryRng;
use rand::rngs::SysRng;

use super::errors::Failure;
use super::misuse::Misuse;
use super::streams::say;
use super::values::{self, Criteria, Input, ListFormat, RuleSets, Seed};
use super::warnings::{Warning, round_up};
use crate::ranking::{Criterion, Plan, Wanted};
use crate::rules::Rules;

/// The headings of options in the help.
pub(super) const WORDS: &str = "Argumente";
pub(super) const RULES: &str = "Regeln";
pub(super) const ACCURACY: &str = "Genauigkeit";
pub(super) const OUTPUT: &str = "Ausgabe";
pub(super) const RUNNING: &str = "Ablauf";

/// The bytes of a GiB.
const GIBIBYTE: f64 = (1 << 30) as f64;
/// GiB that solving a pairing may use, unless the user says otherwise.
const SOLVER_MEMORY: f64 = 4.0;
/// GiB that the tables of the dice may take where games are played, unless the user says otherwise.
const TABLE_MEMORY: f64 = 1.0;
/// Half the width of intervals in percentage points, unless the user says otherwise.
const ACCURATE: f64 = 0.2;
/// The most games per pairing, unless the user says otherwise.
const MOST_GAMES: u64 = 2_000_000;
/// The probability that a certified order is wrong, unless the user says otherwise.
const ERROR: f64 = 0.001;

/// Percentage points that nobody cares about, unless the user says otherwise.
const LEVEL: f64 = 0.5;

/// How the shares come to be known.
#[derive(Debug, Args)]
#[command(next_help_heading = ACCURACY)]
pub(super) struct Playing {
    /// Ohne Zufall rechnen statt spielen
    ///
    /// Jedes Intervall enthält den wahren Anteil dann sicher.
    #[arg(long = "exakt", conflicts_with_all = ["error", "most", "games", "seed"])]
    pub(super) exact: bool,

    /// Die Anteile auf ±P Punkte genau [Vorgabe: 0.2]
    ///
    /// P ist die halbe Breite, die das 95-%-Intervall jedes Anteils höchstens haben soll (bei --exakt das
    /// sichere), in Prozentpunkten. Ohne diese Option rechnet --exakt weiter, bis auch die Rangfolge gesichert ist.
    #[arg(long = "genauigkeit", value_name = "P", value_parser = values::half_width)]
    accuracy: Option<f64>,

    /// Genau so viele Spiele je Paarung
    ///
    /// Die Zahl ist gerade: jeder Würfel beginnt die Hälfte. [Vorgabe: so viele, wie Genauigkeit und
    /// Rangfolge brauchen]
    #[arg(
        long = "spiele", value_name = "N", value_parser = values::even_games,
        conflicts_with_all = ["accuracy", "most"]
    )]
    pub(super) games: Option<u64>,

    /// Spiele je Paarung, nach denen auch ohne Gewissheit Schluss ist [Vorgabe: 2000000]
    #[arg(
        long = "hoechstens", value_name = "N", value_parser = values::even_games,
        hide_short_help = true
    )]
    most: Option<u64>,
}

impl Playing {
    /// Whether the options fit together.
    pub(super) fn check(&self) -> Result<(), Misuse> {
        match self.accuracy {
            Some(accuracy) if self.exact && accuracy < Wanted::FINEST => {
                Err(Misuse::TooExact(Wanted::FINEST))
            }
            _ => Ok(()),
        }
    }

    /// The option that gives more games.
    pub(super) fn more(&self) -> &'static str {
        match self.games {
            Some(_) => "--spiele",
            None => "--hoechstens",
        }
    }
}

/// How results are counted.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = RULES)]
pub(super) struct Counting {
    /// Was zählt: siege, punkte, duelle oder alle [Vorgabe: siege]
    ///
    /// Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt nichts, bei punkte einen
    /// halben Sieg. Bei duelle die Zahl der Gegner, gegen die er öfter gewinnt als sie gegen ihn; wer mit ihm
    /// gleichauf ist (siehe --gleichauf), zählt halb. Bei mehreren, mit Kommas dazwischen, und bei alle gibt
    /// es die Liste für jede, und welche Ränge davon abhängen.
    #[arg(
        long = "wertung", value_name = "NAME", value_delimiter = ',', action = ArgAction::Set,
        hide_short_help = true
    )]
    criteria: Option<Vec<Criteria>>,

    /// Höchste Wahrscheinlichkeit, dass die gesicherte Rangfolge falsch ist, bei mehreren Listen die aller
    /// zusammen [Vorgabe: 0.001]
    #[arg(
        long = "irrtum", value_name = "W", value_parser = values::probability,
        hide_short_help = true, help_heading = ACCURACY
    )]
    error: Option<f64>,

    /// Würfel, die weniger als P Punkte auseinanderliegen, sind gleichauf [Vorgabe: 0.5]
    ///
    /// Sobald das gesichert ist, wird für ihre Reihenfolge nicht weiter gespielt. Mit 0 zählt nur die Rangfolge.
    #[arg(
        long = "gleichauf", value_name = "P", value_parser = values::difference,
        hide_short_help = true, help_heading = ACCURACY
    )]
    level: Option<f64>,
}

impl Counting {
    /// What lists go by, at least one.
    pub(super) fn criteria(&self) -> Vec<Criterion> {
        let names = self.criteria.as_deref();
        names.map_or(vec![Criterion::Wins], Criteria::all)
    }

    /// What the only list goes by.
    pub(super) fn criterion(&self) -> Result<Criterion, Misuse> {
        match self.criteria()[..] {
            [criterion] => Ok(criterion),
            _ => Err(Misuse::OneCriterion),
        }
    }

    /// The probability that anything certified is wrong, at most.
    pub(super) fn error(&self) -> f64 {
        self.error.unwrap_or(ERROR)
    }

    /// Neighbours whose shares differ by less percentage points are level.
    pub(super) fn level(&self) -> f64 {
        self.level.unwrap_or(LEVEL)
    }
}

/// How the list is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = OUTPUT)]
pub(super) struct Listing {
    /// Format der Ausgabe: text, tsv, json, svg oder paare
    ///
    /// tsv hat Spalten mit Tabulatoren. svg ist ein Bild: die Liste, mit --paarungen die Matrix, bei mehreren
    /// Regelwerken die Ränge nebeneinander. paare gibt statt der Liste eine Zeile je Paarung mit allen
    /// Ergebnissen aus, für „wuerfelglueck sammle“. [Vorgabe: text]
    #[arg(long = "format", value_name = "NAME", default_value = "text")]
    pub(super) format: ListFormat,

    /// Nur die besten K Würfel
    ///
    /// Wer gesichert nicht dazugehört, wird nicht genauer bestimmt; das geht schneller. Es sind mehr als K, wenn
    /// der letzte mit dem nächsten gleichauf ist.
    #[arg(long = "beste", value_name = "K", value_parser = values::places)]
    pub(super) best: Option<usize>,

    /// Nach der Liste, wie oft jeder gegen jeden gewinnt
    ///
    /// Dazu gesicherte Kreise von drei Würfeln, von denen jeder den nächsten schlägt. Bei --format tsv sind die
    /// Paarungen die Tabelle, an der Stelle der Liste.
    #[arg(long = "paarungen")]
    pub(super) pairings: bool,

    /// Die Liste mit Balken, deren Ende das Intervall zeigt
    #[arg(long = "balken", hide_short_help = true)]
    pub(super) bars: bool,

    /// Rückgabewert 1, wenn die Rangfolge nicht ganz gesichert ist
    #[arg(long = "streng", hide_short_help = true, help_heading = ACCURACY)]
    pub(super) strict: bool,
}

impl Listing {
    /// Whether the options fit together.
    pub(super) fn check(&self, counting: &Counting) -> Result<(), Misuse> {
        let is_counted =
            counting.criteria.is_some() || counting.error.is_some() || counting.level.is_some();
        let is_list =
            self.bars || self.pairings || self.strict || self.best.is_some() || is_counted;
        match self.format {
            ListFormat::Tsv | ListFormat::Json | ListFormat::Svg if self.bars => {
                Err(Misuse::BarsAreText)
            }
            ListFormat::Paare if is_list => Err(Misuse::PairsAreNoList),
            _ => Ok(()),
        }
    }
}

/// Where chance comes from.
#[derive(Debug, Args)]
#[command(next_help_heading = RUNNING)]
pub(super) struct Seeding {
    /// Startwert des Zufalls (Saat) [Vorgabe: 2021]
    ///
    /// Gleiche Saat, gleiches Ergebnis; „zufall“ nimmt jedes Mal eine andere und nennt sie.
    #[arg(
        long = "saat",
        value_name = "N|zufall",
        default_value = "2021",
        hide_short_help = true
    )]
    pub(super) seed: Seed,
}

impl Seeding {
    /// The seed. A fresh one comes from the operating system.
    pub(super) fn resolve(&self) -> Result<u64, Failure> {
        match self.seed {
            Seed::Fixed(seed) => Ok(seed),
            Seed::Fresh => SysRng.try_next_u64().map_err(|_| Failure::Entropy),
        }
    }
}

/// How much memory may be used.
#[derive(Debug, Args)]
#[command(next_help_heading = RUNNING)]
pub(super) struct Remembering {
    /// Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens belegen [Vorgabe: 1], bei --exakt die
    /// Rechnung [Vorgabe: 4], bei „wuerfelglueck sammle“ die Runden; ohne --exakt hängt das Ergebnis nicht
    /// davon ab
    #[arg(
        long = "speicher", value_name = "G", value_parser = values::gibibytes,
        hide_short_help = true
    )]
    memory: Option<f64>,
}

impl Remembering {
    /// The bytes that may be used where games are gathered.
    pub(super) fn bytes(&self) -> usize {
        bytes(self.memory.unwrap_or(TABLE_MEMORY))
    }

    /// Whether so many bytes may be used where games are gathered.
    pub(super) fn check(&self, least: usize) -> Result<(), Misuse> {
        enough(self.memory.unwrap_or(TABLE_MEMORY), least)
    }
}

/// So many GiB in bytes.
fn bytes(memory: f64) -> usize {
    (memory * GIBIBYTE) as usize
}

/// Whether so many GiB are enough for so many bytes.
fn enough(memory: f64, least: usize) -> Result<(), Misuse> {
    match bytes(memory) < least {
        true => Err(Misuse::TooLittleMemory(
            memory,
            round_up(least as f64 / GIBIBYTE),
        )),
        false => Ok(()),
    }
}

/// On how many threads the work is done.
#[derive(Debug, Args)]
#[command(next_help_heading = RUNNING)]
pub(super) struct Threading {
    /// Threads, auf denen gleichzeitig gerechnet wird (auch --threads); das Ergebnis hängt nicht davon ab
    /// [Vorgabe: einer je Prozessorkern]
    #[arg(
        long = "faeden", alias = "threads", value_name = "N", value_parser = values::threads,
        hide_short_help = true
    )]
    pub(super) threads: Option<usize>,
}

impl Threading {
    /// The threads to work on: as many as the machine runs at once, unless the user says otherwise.
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let per_core = || std::thread::available_parallelism().map_or(1, usize::from);
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or_else(per_core))
            .build()
            .map_err(|_| Failure::Threads)
    }
}

/// What is said beside the result.
#[derive(Debug, Args)]
#[command(next_help_heading = RUNNING)]
pub(super) struct Common {
    /// Nichts auf die Standardfehlerausgabe außer Fehlern
    #[arg(
        short = 'q',
        long = "still",
        overrides_with = "quiet",
        display_order = 901
    )]
    pub(super) quiet: bool,

    #[command(flatten)]
    questions: Questions,
}

impl Common {
    /// Says a line on stderr, unless that was asked not to be.
    pub(super) fn tell(&self, line: impl std::fmt::Display) {
        if !self.quiet {
            say(line);
        }
    }

    /// Says what the user should know.
    pub(super) fn warn<'a>(&self, warnings: impl IntoIterator<Item = &'a Warning>) {
        for warning in warnings {
            self.tell(format_args!("Warnung: {warning}"));
        }
    }
}

/// Options that ask about the program, and are answered while the command line is read.
#[derive(Debug, Args)]
#[command(next_help_heading = RUNNING)]
pub(super) struct Questions {
    /// Diese Hilfe zeigen: -h kurz, --hilfe ganz
    #[arg(
        short = 'h', long = "hilfe", alias = "help", action = ArgAction::Help,
        display_order = 902
    )]
    help: Option<bool>,

    /// Version zeigen
    #[arg(
        short = 'V', long = "version", action = ArgAction::Version, hide_short_help = true,
        display_order = 903
    )]
    version: Option<bool>,
}

/// All that decides how dice are ranked, and the options of the output between them.
#[derive(Debug, Args)]
pub(super) struct RankingOptions<Output: Args> {
    /// Regelwerk: offiziell, zielzuerst, wlr oder alle
    ///
    /// Bei offiziell wird auf der Laufbahn vor dem Ziel gezogen. Bei zielzuerst zieht die vorderste Figur,
    /// und Figuren im Ziel stehen vor allen anderen. wlr spielt wie das Programm einer Einsendung.
    /// Abweichungen kommen mit + dahinter, wie in offiziell+start-leer. Bei mehreren, mit Kommas dazwischen,
    /// und bei alle gibt es die Liste für jedes, und welche Ränge davon abhängen; bei pruefe gilt das, zu dem
    /// die Liste am besten passt. „wuerfelglueck regeln“ erklärt sie. [Vorgabe: offiziell]
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rule_sets(), help_heading = RULES
    )]
    rules: RuleSets,

    #[command(flatten)]
    pub(super) playing: Playing,

    #[command(flatten)]
    pub(super) counting: Counting,

    #[command(flatten)]
    pub(super) output: Output,

    #[command(flatten)]
    remembering: Remembering,

    #[command(flatten)]
    pub(super) seeding: Seeding,

    #[command(flatten)]
    pub(super) threading: Threading,

    #[command(flatten)]
    pub(super) common: Common,
}

impl<Output: Args> RankingOptions<Output> {
    /// The rule sets, at least one.
    pub(super) fn rule_sets(&self) -> &[Rules] {
        &self.rules.0
    }

    /// The lists that are wanted, at least one: under which rules, and what they go by.
    pub(super) fn lists(&self) -> Vec<(Rules, Criterion)> {
        let rule_sets = self.rule_sets().iter().copied();
        rule_sets
            .cartesian_product(self.counting.criteria())
            .collect()
    }

    /// How much is to be played for each list, the first of which it names. All lists share the probability of an error. Without
    /// a fixed number of games, the accuracy is what is wanted.
    pub(super) fn plan(&self) -> Plan {
        let playing = &self.playing;
        let accuracy = playing.accuracy.unwrap_or(ACCURATE);
        Plan {
            games: playing.games.or(playing.most).unwrap_or(MOST_GAMES),
            accuracy: playing.games.is_none().then_some(accuracy),
            error: self.counting.error() / self.lists().len() as f64,
            level: self.counting.level(),
            criterion: self.counting.criteria()[0],
            best: None,
        }
    }

    /// The same, but what the user does not say is as much as it takes to judge lists of so many games per pairing of so
    /// many dice.
    pub(super) fn plan_for(&self, games: u64, dice: usize) -> Plan {
        /// So many times as many games make the error of the truth small against that of a list.
        const TIMES: u64 = 10;
        /// With fewer games the true shares would look strange beside those of lists of few games.
        const LEAST: u64 = 100_000;
        let playing = &self.playing;
        let plan = self.plan();
        if playing.games.is_some() || playing.accuracy.is_some() {
            return plan;
        }
        match playing.exact {
            true => {
                // The largest standard error that a share of such a list can have, in percentage points.
                let error = 50.0 / (games as f64 * (dice - 1) as f64).sqrt();
                Plan {
                    accuracy: Some((error / 2.0).clamp(Wanted::FINEST, ACCURATE)),
                    ..plan
                }
            }
            false => Plan {
                games: (TIMES * games)
                    .max(LEAST)
                    .min(playing.most.unwrap_or(u64::MAX)),
                accuracy: None,
                ..plan
            },
        }
    }

    /// What is wanted by this plan, if nothing is to be left to chance.
    pub(super) fn wanted(&self, plan: &Plan) -> Option<Wanted> {
        let half_width = plan.accuracy.filter(|_| self.playing.exact)?;
        Some(Wanted {
            half_width,
            // Whoever says how narrow intervals shall be, or judges lists that are less sure, needs no more.
            // Which duels would have to be narrower is not known here.
            order: self.playing.accuracy.is_none()
                && half_width == ACCURATE
                && plan.criterion != Criterion::Duels,
            level: plan.level,
            criterion: plan.criterion,
            best: plan.best,
            memory: self.bytes(),
        })
    }

    /// GiB that may be used.
    pub(super) fn memory(&self) -> f64 {
        let default = match self.playing.exact {
            true => SOLVER_MEMORY,
            false => TABLE_MEMORY,
        };
        self.remembering.memory.unwrap_or(default)
    }

    /// The bytes that may be used.
    pub(super) fn bytes(&self) -> usize {
        bytes(self.memory())
    }

    /// Whether so many bytes may be used.
    pub(super) fn check_memory(&self, least: usize) -> Result<(), Misuse> {
        enough(self.memory(), least)
    }
}

/// A file of dice, or standard input.
#[derive(Debug, Args)]
#[command(next_help_heading = WORDS)]
pub(super) struct FileWord {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-")]
    pub(super) input: Input,
}
