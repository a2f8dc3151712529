//! The options of the main job, and their German help.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use super::common::{Common, MOST_GAMES, Seed, Seeding};
use super::erzeuge::Erzeuge;
use super::misuse::Misuse;
use super::pruefe::Pruefe;
use super::sammle::Sammle;
use super::sixjack::SixJack;
use super::spiel::Spiel;
use crate::exact::Target;
use crate::ranking::Plan;
use crate::rules::Rules;
use crate::shards::Part;
use crate::text::whole_number;
use crate::tournament::Scoring;

/// Least half-width without chance, in percentage points: rounding alone can make a hundredth of it.
pub(super) const MOST_EXACT: f64 = 1e-5;
/// GiB that solving a pairing may use.
const MEMORY: f64 = 4.0;
/// GiB that the tables of the dice may take where games are played.
const TABLES: f64 = 1.0;
/// Most that may be asked for.
const MOST_MEMORY: f64 = 1e6;

/// The probability of an error where none is asked for.
const ERROR: f64 = 0.001;
/// Least probability of an error that may be asked for: what is smaller is nothing to floating point.
const LEAST_ERROR: f64 = 1e-9;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Optionen:
{options}

Befehle:
{subcommands}{after-help}
";

const AFTER_HELP: &str = "\
Die Würfeldatei nennt in der ersten Zeile die Anzahl der Würfel, danach in einer
Zeile je Würfel die Anzahl der Seiten und die Augenzahlen:

  2
  6 1 2 3 4 5 6
  6 1 1 1 6 6 6

Die Bestenliste geht auf die Standardausgabe, alles andere auf die
Standardfehlerausgabe. Rückgabewert: 0 in Ordnung, 1 Lesen oder Schreiben
gescheitert oder mit --streng die Rangfolge nicht ganz gesichert, 2 Eingabe oder
Befehlszeile fehlerhaft.
";

/// What the program is asked to do: rank dice, unless a command says otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "wuerfelglueck",
    version,
    about = "Lässt Würfel paarweise „Mensch ärgere Dich nicht“ spielen und druckt die\nWürfel-Bestenliste.",
    override_usage = "wuerfelglueck [OPTIONEN] < DATEI",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    propagate_version = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Options {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Regelwerk: offiziell (auf der Laufbahn wird vor dem Ziel gezogen), zielzuerst (die vorderste
    /// Figur zieht, Figuren im Ziel stehen vor allen anderen), wlr (wie das Programm einer Einsendung
    /// spielt) oder alle (die Liste für jedes, und welche Ränge davon abhängen) [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        value_name = "NAME",
        default_value = Rules::Offiziell.name(),
        hide_default_value = true,
        value_parser = rule_sets(),
    )]
    pub(super) rules: RuleSets,

    #[command(flatten)]
    pub(super) playing: Playing,

    /// Nur der K-te von N Teilen der Paarungen, für --format paare; wuerfelglueck sammle setzt die Teile
    /// zusammen
    #[arg(long = "teil", value_name = "K/N", value_parser = part, allow_hyphen_values = true)]
    pub(super) part: Option<Part>,

    #[command(flatten)]
    pub(super) counting: Counting,

    #[command(flatten)]
    pub(super) listing: Listing,

    #[command(flatten)]
    pub(super) seeding: Seeding,

    #[command(flatten)]
    pub(super) common: Common,
}

/// How the shares come to be known.
#[derive(Debug, Args)]
pub(super) struct Playing {
    /// Ohne Zufall rechnen statt spielen: jedes Intervall enthält den wahren Anteil sicher
    #[arg(long = "exakt", conflicts_with_all = ["error", "most", "games"])]
    pub(super) exact: bool,

    /// Arbeitsspeicher in GiB, den die Tabellen der Würfel höchstens belegen [Vorgabe: 1], bei --exakt
    /// die Rechnung [Vorgabe: 4]; ohne --exakt hängt das Ergebnis nicht davon ab
    #[arg(
        id = "memory",
        long = "speicher",
        value_name = "G",
        value_parser = gibibytes,
        allow_negative_numbers = true,
    )]
    memory: Option<f64>,

    /// Halbe Breite, die das 95-%-Intervall jedes Anteils höchstens haben soll (bei --exakt das
    /// sichere), in Prozentpunkten [Vorgabe: 0.2]
    #[arg(
        id = "accuracy",
        long = "genauigkeit",
        value_name = "P",
        default_value = "0.2",
        hide_default_value = true,
        value_parser = points,
        allow_negative_numbers = true,
    )]
    accuracy: f64,

    /// Spiele je Paarung, nach denen auch ohne Gewissheit Schluss ist [Vorgabe: 2000000]
    #[arg(
        id = "most",
        long = "hoechstens",
        value_name = "N",
        default_value_t = 2_000_000,
        hide_default_value = true,
        value_parser = games,
        allow_negative_numbers = true,
    )]
    most: u64,

    /// Genau so viele Spiele je Paarung, eine gerade Zahl: jeder Würfel beginnt die Hälfte
    /// [Vorgabe: so viele, wie Genauigkeit und Rangfolge brauchen]
    #[arg(
        long = "spiele",
        value_name = "N",
        value_parser = games,
        allow_negative_numbers = true,
        conflicts_with_all = ["accuracy", "most"],
    )]
    games: Option<u64>,
}

/// How results are counted.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Counting {
    /// Was ein Unentschieden zählt: bei siege nichts, bei punkte einen halben Sieg [Vorgabe: siege]
    #[arg(
        long = "wertung",
        value_name = "NAME",
        value_parser = scoring(),
    )]
    scoring: Option<Scoring>,

    /// Höchste Wahrscheinlichkeit, dass die gesicherte Rangfolge falsch ist [Vorgabe: 0.001]
    #[arg(
        long = "irrtum",
        value_name = "W",
        value_parser = probability,
        allow_negative_numbers = true,
    )]
    error: Option<f64>,
}

/// How the list is printed.
#[derive(Debug, Args)]
pub(super) struct Listing {
    /// Rückgabewert 1, wenn die Rangfolge nicht ganz gesichert ist
    #[arg(long = "streng")]
    pub(super) strict: bool,

    /// Format der Ausgabe: text, tsv (Spalten mit Tabulatoren), json, oder paare: statt der Liste eine Zeile
    /// je Paarung mit allen Ergebnissen, für wuerfelglueck sammle [Vorgabe: text]
    #[arg(
        long = "format",
        value_name = "NAME",
        default_value = "text",
        hide_default_value = true,
        value_parser = format(),
    )]
    pub(super) format: Format,

    /// Nach der Liste, wie oft jeder Würfel gegen jeden gewinnt, und gesicherte Kreise von dreien,
    /// von denen jeder den nächsten schlägt
    #[arg(long = "paarungen")]
    pub(super) pairings: bool,

    /// Die Liste mit Balken, deren Ende das Intervall zeigt
    #[arg(long = "balken")]
    pub(super) bars: bool,
}

impl Options {
    /// How much is to be played.
    pub(super) fn plan(&self) -> Plan {
        self.playing.plan(self.counting)
    }

    /// Options that are right each, and wrong together.
    pub(super) fn check(&self) -> Result<(), Misuse> {
        self.playing.check()?;
        self.listing.check(self.counting)?;
        if self.listing.format != Format::Pairs {
            return match self.part {
                Some(_) => Err(Misuse::PartOfList),
                None => Ok(()),
            };
        }
        if self.playing.exact {
            return Err(Misuse::PairsAreGames);
        }
        if self.playing.games.is_none() {
            return Err(Misuse::PairsWithoutGames);
        }
        if self.part.is_some() && self.seeding.seed == Seed::Fresh {
            return Err(Misuse::PartOfChance);
        }
        if self.rules.0.len() > 1 {
            return Err(Misuse::PairsOfAllRules);
        }
        Ok(())
    }
}

impl Playing {
    /// How much is to be played.
    pub(super) fn plan(&self, counting: Counting) -> Plan {
        Plan {
            games: self.games.unwrap_or(self.most),
            accuracy: self.games.is_none().then_some(self.accuracy),
            error: counting.error(),
            scoring: counting.scoring(),
        }
    }

    /// If nothing is to be left to chance: how well the pairings shall be known.
    pub(super) fn target(&self) -> Option<Target> {
        self.exact.then(|| Target {
            // A share may be anywhere in its interval, which is this wide.
            unknown: 2.0 * self.accuracy / 100.0,
            memory: self.bytes(),
        })
    }

    /// GiB that may be used.
    pub(super) fn memory(&self) -> f64 {
        self.memory
            .unwrap_or(if self.exact { MEMORY } else { TABLES })
    }

    /// The same in bytes.
    pub(super) fn bytes(&self) -> usize {
        (self.memory() * f64::from(1 << 30)) as usize
    }

    /// Options that are right each, and wrong together.
    pub(super) fn check(&self) -> Result<(), Misuse> {
        if self.exact && self.accuracy < MOST_EXACT {
            return Err(Misuse::TooExact(MOST_EXACT));
        }
        Ok(())
    }

    /// The option that gives more games.
    pub(super) fn more(&self) -> &'static str {
        match self.games {
            Some(_) => "--spiele",
            None => "--hoechstens",
        }
    }
}

impl Counting {
    /// How games count.
    pub(super) fn scoring(self) -> Scoring {
        self.scoring.unwrap_or(Scoring::Wins)
    }

    /// The probability that a certified order is wrong, at most.
    pub(super) fn error(self) -> f64 {
        self.error.unwrap_or(ERROR)
    }
}

impl Listing {
    /// Options that are right each, and wrong together.
    pub(super) fn check(&self, counting: Counting) -> Result<(), Misuse> {
        let is_counted = counting.scoring.is_some() || counting.error.is_some();
        let is_list = self.bars || self.pairings || self.strict || is_counted;
        if self.format == Format::Pairs && is_list {
            return Err(Misuse::PairsAreNoList);
        }
        if self.bars && self.format != Format::Text {
            return Err(Misuse::BarsAreText);
        }
        Ok(())
    }
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// The list, for people.
    Text,
    /// Columns with tabs between them.
    Tsv,
    /// One object.
    Json,
    /// No list, but a line a pairing.
    Pairs,
}

/// The rule sets of a run, at least one.
#[derive(Clone, Debug)]
pub(super) struct RuleSets(pub(super) Vec<Rules>);

/// What is done instead of ranking dice.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Spielt das Kartenspiel Six Jack, Computer gegen Computer
    Sixjack(SixJack),
    /// Erzählt ein einzelnes Spiel Wurf für Wurf
    Spiel(Spiel),
    /// Prüft, ob eine Bestenliste stimmt, Zeile für Zeile
    Pruefe(Box<Pruefe>),
    /// Setzt Zeilen von --format paare zur Bestenliste zusammen
    Sammle(Sammle),
    /// Druckt die Handbuchseite oder die Vervollständigung für eine Shell
    Erzeuge(Erzeuge),
}

pub(super) fn rule_sets() -> impl TypedValueParser<Value = RuleSets> {
    const ALL: &str = "alle";
    let names = Rules::ALL.map(Rules::name).into_iter().chain([ALL]);
    PossibleValuesParser::new(names).map(|name| {
        let chosen = |rules: &Rules| name == ALL || rules.name() == name;
        RuleSets(Rules::ALL.into_iter().filter(chosen).collect())
    })
}

fn scoring() -> impl TypedValueParser<Value = Scoring> {
    PossibleValuesParser::new(["siege", "punkte"]).map(|name| match name.as_str() {
        "punkte" => Scoring::Points,
        _ => Scoring::Wins,
    })
}

pub(super) fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name)).try_map(|name| {
        Rules::ALL
            .into_iter()
            .find(|rules| rules.name() == name)
            .ok_or("unbekanntes Regelwerk")
    })
}

fn part(text: &str) -> Result<Part, &'static str> {
    let part = text.split_once('/').and_then(|(number, of)| {
        Some(Part {
            number: whole_number(number)?,
            of: whole_number(of)?,
        })
    });
    part.filter(|part| (1..=part.of).contains(&part.number))
        .ok_or("erlaubt ist K/N mit ganzen Zahlen, K von 1 bis N, wie 1/8")
}

fn games(text: &str) -> Result<u64, String> {
    whole_number(text)
        .filter(|games| (2..=MOST_GAMES).contains(games) && games % 2 == 0)
        .ok_or_else(|| format!("erlaubt sind gerade Zahlen von 2 bis {MOST_GAMES}"))
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "tsv", "json", "paare"]).map(|name| match name.as_str() {
        "tsv" => Format::Tsv,
        "json" => Format::Json,
        "paare" => Format::Pairs,
        _ => Format::Text,
    })
}

/// The formats of commands that print no list.
pub(super) fn text_or_json() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "json"]).map(|name| match name.as_str() {
        "json" => Format::Json,
        _ => Format::Text,
    })
}

fn points(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&points| points > 0.0 && points <= 100.0)
        .ok_or_else(|| {
            "erlaubt sind Zahlen größer als 0 und höchstens 100, mit Punkt statt Komma".into()
        })
}

/// A difference of shares.
pub(super) fn distance(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&points| points <= 100.0)
        .ok_or_else(|| "erlaubt sind Zahlen von 0 bis 100, mit Punkt statt Komma".into())
}

fn gibibytes(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&size| size > 0.0 && size <= MOST_MEMORY)
        .ok_or_else(|| {
            format!("erlaubt sind Zahlen größer als 0 und höchstens {MOST_MEMORY}, mit Punkt statt Komma")
        })
}

fn probability(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&probability| (LEAST_ERROR..1.0).contains(&probability))
        .ok_or_else(|| {
            format!("erlaubt sind Zahlen von {LEAST_ERROR} bis unter 1, mit Punkt statt Komma")
        })
}

/// Digits with at most one point.
fn decimal(text: &str) -> Option<f64> {
    let digits = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| digits)
}
