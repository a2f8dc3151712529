//! Values of options: what may be written, and what it means.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, ValueEnum};
use itertools::Itertools;

use crate::ranking::Criterion;
use crate::report::{WriteList, json, svg, text, tsv};
use crate::rules::{Deviation, Rules, RulesError};
use crate::sixjack::play::Cards;
use crate::text::{Excerpt, whole_number};
use crate::tournament::Scoring;

/// Most games, in all or per pairing, that may be asked for: at millions a second more than a day.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// Most threads that may be asked for.
const MOST_THREADS: u64 = 1024;
/// Most memory that may be asked for, in GiB.
const MOST_MEMORY: f64 = 1e6;
/// Least probability of an error that may be asked for: a smaller one is nothing to floating point.
const LEAST_ERROR: f64 = 1e-9;

/// The word for all rule sets without deviations, and for all that lists go by.
const ALL: &str = "alle";

/// Rule sets, at least one and each once.
#[derive(Clone, Debug)]
pub(super) struct RuleSets(pub(super) Vec<Rules>);

impl FromStr for RuleSets {
    type Err = RulesError;

    /// Takes names with commas between them, and the word for all.
    fn from_str(text: &str) -> Result<RuleSets, RulesError> {
        let mut all = Vec::new();
        for name in text.split(',') {
            let rules = match name.trim() {
                ALL => Rules::ALL.to_vec(),
                name => vec![name.parse()?],
            };
            for rules in rules {
                if all.contains(&rules) {
                    return Err(RulesError::Twice(rules.to_string()));
                }
                all.push(rules);
            }
        }
        Ok(RuleSets(all))
    }
}

/// What the rules can be asked about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    /// A rule set.
    Rules(Rules),
    /// A deviation alone.
    Deviation(Deviation),
    /// The card game.
    SixJack,
}

impl Topic {
    /// What the card game is called.
    pub(super) const SIX_JACK: &str = "sixjack";
}

impl FromStr for Topic {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Topic, RulesError> {
        if name == Topic::SIX_JACK {
            return Ok(Topic::SixJack);
        }
        match Deviation::named(name) {
            Some(deviation) => Ok(Topic::Deviation(deviation)),
            None => name.parse().map(Topic::Rules),
        }
    }
}

/// Takes what can be parsed. Shells are told some of the words that can.
#[derive(Clone)]
struct Names<T> {
    words: &'static [&'static str],
    parse: fn(&str) -> Result<T, RulesError>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}

/// Takes the name of one rule set.
pub(super) fn rules() -> impl TypedValueParser<Value = Rules> {
    Names {
        words: &["offiziell", "zielzuerst", "wlr"],
        parse: Rules::from_str,
    }
}

/// Takes names of rule sets.
pub(super) fn rule_sets() -> impl TypedValueParser<Value = RuleSets> {
    Names {
        words: &["offiziell", "zielzuerst", "wlr", ALL],
        parse: RuleSets::from_str,
    }
}

/// Takes the name of such a topic.
pub(super) fn topic() -> impl TypedValueParser<Value = Topic> {
    Names {
        words: &["offiziell", "zielzuerst", "wlr", Topic::SIX_JACK],
        parse: Topic::from_str,
    }
}

impl ValueEnum for Scoring {
    fn value_variants<'a>() -> &'a [Scoring] {
        &[Scoring::Wins, Scoring::Points]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Scoring::Wins => "siege",
            Scoring::Points => "punkte",
        }))
    }
}

/// What a list goes by, or all that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criteria {
    One(Criterion),
    All,
}

impl Criteria {
    /// What they are, each once.
    pub(super) fn all(names: &[Criteria]) -> Vec<Criterion> {
        let of = |&name: &Criteria| match name {
            Criteria::One(criterion) => vec![criterion],
            Criteria::All => Criterion::ALL.to_vec(),
        };
        names.iter().flat_map(of).unique().collect()
    }
}

impl ValueEnum for Criteria {
    fn value_variants<'a>() -> &'a [Criteria] {
        &[
            Criteria::One(Criterion::Wins),
            Criteria::One(Criterion::Points),
            Criteria::One(Criterion::Duels),
            Criteria::All,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Criteria::One(criterion) => criterion.name(),
            Criteria::All => ALL,
        }))
    }
}

impl ValueEnum for Cards {
    fn value_variants<'a>() -> &'a [Cards] {
        &[Cards::Independent, Cards::Pile]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Cards::Independent => "unabhaengig",
            Cards::Pile => "stapel",
        }))
    }
}

/// How a tournament is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    Text,
    Tsv,
    Json,
    Svg,
    // No list, but a line a pairing. A doc comment would be help to the shells.
    Paare,
}

impl ListFormat {
    /// How the list is written, if there is one.
    pub(super) fn list(self) -> Option<WriteList> {
        match self {
            ListFormat::Text => Some(text::write),
            ListFormat::Tsv => Some(tsv::write),
            ListFormat::Json => Some(json::write),
            ListFormat::Svg => Some(svg::write),
            ListFormat::Paare => None,
        }
    }
}

/// How a result of Six Jack is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SixJackFormat {
    Text,
    Tsv,
    Json,
    Svg,
}

/// How a result that is no list is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrJson {
    Text,
    Json,
}

/// Where the seed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seed {
    /// The user or the default names it.
    Fixed(u64),
    /// The operating system's entropy gives it.
    Fresh,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        if text == "zufall" {
            return Ok(Seed::Fresh);
        }
        whole_number(text).map(Seed::Fixed).ok_or_else(|| {
            format!(
                "erlaubt sind ganze Zahlen von 0 bis {} und das Wort zufall",
                u64::MAX
            )
        })
    }
}

/// The numbers of two dice in the file, from 1, in the order in which they were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceNumbers(pub(super) [usize; 2]);

impl FromStr for DiceNumbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<DiceNumbers, &'static str> {
        let numbers = text.split_once(',').and_then(|(one, other)| {
            let [one, other] = [one, other].map(|number| die_number(number.trim()).ok());
            Some(DiceNumbers([one?, other?]))
        });
        numbers.ok_or("erlaubt sind zwei Nummern ab 1 mit Komma dazwischen, wie 1,2")
    }
}

/// Rolls that the user gives, at least one.
#[derive(Clone, Debug)]
pub(super) struct GivenRolls(pub(super) Vec<u32>);

impl FromStr for GivenRolls {
    type Err = String;

    fn from_str(text: &str) -> Result<GivenRolls, String> {
        // A comma with or without spaces around it, or spaces alone, stand between two rolls.
        let rolls = text
            .split(',')
            .flat_map(|part| match part.trim() {
                "" => vec![""],
                part => part.split_whitespace().collect(),
            })
            .map(whole_number);
        rolls.collect::<Option<_>>().map(GivenRolls).ok_or_else(|| {
            format!(
                "erlaubt sind ganze Zahlen von 0 bis {} mit Kommas oder Leerzeichen dazwischen, wie 6,3,1",
                u32::MAX
            )
        })
    }
}

/// The number of a die in the file, from 1.
pub(super) fn die_number(text: &str) -> Result<usize, &'static str> {
    whole_number(text)
        .filter(|&number| number >= 1)
        .ok_or("erlaubt sind Nummern ab 1")
}

/// A number of games per pairing. It is even, as each die starts half of them.
pub(super) fn even_games(text: &str) -> Result<u64, String> {
    whole_number(text)
        .filter(|games| (2..=MOST_GAMES).contains(games) && games % 2 == 0)
        .ok_or_else(|| format!("erlaubt sind gerade Zahlen von 2 bis {MOST_GAMES}"))
}

/// Any number of games.
pub(super) fn games(text: &str) -> Result<u64, String> {
    within(text, 1, MOST_GAMES)
}

/// A number of places at the top of the list.
pub(super) fn places(text: &str) -> Result<usize, String> {
    within(text, 1, u64::from(u32::MAX)).map(|places| places as usize)
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_THREADS).map(|threads| threads as usize)
}

/// A whole number between two others, both included.
pub(super) fn within(text: &str, least: u64, most: u64) -> Result<u64, String> {
    whole_number(text)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("erlaubt sind ganze Zahlen von {least} bis {most}"))
}

/// A half-width in percentage points.
pub(super) fn half_width(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&points| points > 0.0 && points <= 100.0)
        .ok_or_else(|| "erlaubt sind Zahlen größer als 0 und höchstens 100".into())
}

/// A difference of shares in percentage points.
pub(super) fn difference(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&points| points <= 100.0)
        .ok_or_else(|| "erlaubt sind Zahlen von 0 bis 100".into())
}

/// A size of memory in GiB.
pub(super) fn gibibytes(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|&size| size > 0.0 && size <= MOST_MEMORY)
        .ok_or_else(|| format!("erlaubt sind Zahlen größer als 0 und höchstens {MOST_MEMORY}"))
}

/// A time in seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    /// A day.
    const MOST: f64 = 86_400.0;
    decimal(text)
        .filter(|&seconds| seconds > 0.0 && seconds <= MOST)
        .ok_or_else(|| format!("erlaubt sind Zahlen größer als 0 und höchstens {MOST}"))
}

/// The probability of an error.
pub(super) fn probability(text: &str) -> Result<f64, String> {
    decimal(text)
        .filter(|probability| (LEAST_ERROR..1.0).contains(probability))
        .ok_or_else(|| format!("erlaubt sind Zahlen von {LEAST_ERROR} bis unter 1"))
}

/// Digits with at most one point or comma.
fn decimal(text: &str) -> Option<f64> {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b',';
    text.replace(',', ".")
        .parse()
        .ok()
        .filter(|_| text.bytes().all(is_part))
}

/// Where input comes from: a file by its name, or standard input by `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Stdin,
    File(PathBuf),
}

/// The name as it is shown.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::File(file) => Excerpt::whole(&file.to_string_lossy()).fmt(f),
        }
    }
}

impl From<OsString> for Input {
    fn from(name: OsString) -> Input {
        match name.to_str() {
            Some("-") => Input::Stdin,
            _ => Input::File(name.into()),
        }
    }
}
