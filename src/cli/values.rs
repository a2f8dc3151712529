//! Values of options: their spelling and their meaning. A function that begins with `parse` reads a
//! value; [`choice_of`], [`whole_number_in`] and [`positive_up_to`] return parsers.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::report::escape::format_name;
use judging::reading::{Form, WrongForm};
use wuerfelglueck::rules::{Rules, RulesError};
use wuerfelglueck::text::parse_whole_number;

/// The most games that may be requested, in all or per pairing. At a few million games a second
/// they take days.
pub const MOST_REQUESTED_GAMES: u64 = 1_000_000_000_000;

/// One of several words that an option takes, with its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T> {
    pub name: &'static str,
    pub value: T,
}

/// Returns a parser of one of `words`, each of which stands before its meaning.
pub fn choice_of<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = Choice<T>> {
    let names = words.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|chosen| {
        words
            .iter()
            .find(|(name, _)| *name == chosen)
            .map(|&(name, value)| Choice { name, value })
            .ok_or("kein Wort")
    })
}

/// A list in a single value of an option. To clap, a plain `Vec` is an option that may be given
/// several times.
pub type ListValue<T> = Vec<T>;

/// Parses names of rule sets, each once, separated by commas. `alle` stands for all without
/// deviations.
pub fn parse_rule_sets(text: &str) -> Result<ListValue<Rules>, RulesError> {
    let mut rule_sets = ListValue::<Rules>::new();
    for name in text.split(',') {
        let named = match name.trim() {
            "alle" => Rules::BASES.to_vec(),
            name => vec![name.parse()?],
        };
        if let Some(twice) = named.iter().find(|rules| rule_sets.contains(rules)) {
            return Err(RulesError::Twice(twice.to_string()));
        }
        rule_sets.extend(named);
    }
    Ok(rule_sets)
}

/// The `value`, or a message that only `allowed` values are allowed.
fn or_allowed<T>(value: Option<T>, allowed: impl Display) -> Result<T, String> {
    value.ok_or_else(|| format!("erlaubt sind {allowed}"))
}

/// A seed of the games.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    pub number: u64,
    /// True if the operating system has chosen the number, as `zufall` asks for.
    pub is_random: bool,
}

/// Parses a seed: a number, or `zufall` for one from the operating system.
pub fn parse_seed(text: &str) -> Result<Seed, String> {
    if text == "zufall" {
        let number = SysRng
            .try_next_u64()
            .map_err(|_| "das Betriebssystem gibt keinen Zufall her")?;
        return Ok(Seed {
            number,
            is_random: true,
        });
    }
    let seed = parse_whole_number(text).map(|number| Seed {
        number,
        is_random: false,
    });
    let allowed = format!("ganze Zahlen von 0 bis {} und das Wort zufall", u64::MAX);
    or_allowed(seed, allowed)
}

/// Parses the numbers of two dice of the dice file, counted from 1, in any order.
pub fn parse_dice_numbers(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| parse_whole_number(text.trim()).filter(|&number| number >= 1);
    let numbers = text
        .split_once(',')
        .and_then(|(first, second)| Some([number(first)?, number(second)?]));
    or_allowed(numbers, "zwei Nummern ab 1 mit Komma dazwischen, wie 1,2")
}

/// Parses rolls that are separated by commas, by spaces, or by both.
pub fn parse_rolls(text: &str) -> Result<ListValue<u32>, String> {
    let words = text.split(',').flat_map(|between| match between.trim() {
        "" => vec![""],
        rolls => rolls.split_whitespace().collect(),
    });
    let most = u32::MAX;
    let allowed =
        format!("ganze Zahlen von 0 bis {most} mit Kommas oder Leerzeichen dazwischen, wie 6,3,1");
    or_allowed(words.map(parse_whole_number).collect(), allowed)
}

/// Parses a number of games per pairing, which is even, as each die starts half of them.
pub fn parse_even_games(text: &str) -> Result<u64, String> {
    let games = parse_whole_number(text).filter(|games: &u64| {
        (2..=MOST_REQUESTED_GAMES).contains(games) && games.is_multiple_of(2)
    });
    or_allowed(
        games,
        format!("gerade Zahlen von 2 bis {MOST_REQUESTED_GAMES}"),
    )
}

/// Returns a parser of whole numbers in `range`.
pub fn whole_number_in<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = parse_whole_number(text).filter(|number| range.contains(number));
        let allowed = format!("ganze Zahlen von {} bis {}", range.start(), range.end());
        or_allowed(number, allowed)
    }
}

/// Parses a decimal for which `is_allowed` holds; `allowed` says in German for which it does.
fn parse_decimal(
    text: &str,
    is_allowed: impl Fn(f64) -> bool,
    allowed: &str,
) -> Result<f64, String> {
    // Digits with at most one point or comma, and maybe an exponent. Rust also takes `inf`, `nan`
    // and a sign at the beginning.
    let is_allowed_byte = |byte: u8| byte.is_ascii_digit() || b".,eE+-".contains(&byte);
    let has_sign = text.starts_with(['+', '-']);
    let number = if !has_sign && text.bytes().all(is_allowed_byte) {
        text.replace(',', ".").parse().ok()
    } else {
        None
    };
    or_allowed(
        number.filter(|&number| is_allowed(number)),
        format!("Zahlen {allowed}"),
    )
}

/// Returns a parser of decimals above 0, up to `most`.
pub fn positive_up_to(most: u32) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let allowed = format!("größer als 0 und höchstens {most}");
        parse_decimal(
            text,
            |number| number > 0.0 && number <= most.into(),
            &allowed,
        )
    }
}

/// Parses a number of percentage points, or a percentage.
pub fn parse_points(text: &str) -> Result<f64, String> {
    parse_decimal(text, |points| points <= 100.0, "von 0 bis 100")
}

/// Parses the form of the lines of a list, which `--form` names.
pub fn parse_form(text: &str) -> Result<Form, String> {
    text.parse().map_err(|fault: WrongForm| match fault {
        WrongForm::NoPlaceholder(_) => {
            format!("{fault}, und das Format der Ausgabe heißt --format")
        }
        _ => fault.to_string(),
    })
}

/// Parses the probability of an error.
pub fn parse_probability(text: &str) -> Result<f64, String> {
    /// Of smaller ones the line about certainty would show at most three digits, or 0.
    const LEAST: f64 = 1e-9;
    let allowed = format!("von {LEAST} bis unter 1");
    parse_decimal(text, |error| (LEAST..1.0).contains(&error), &allowed)
}

/// An input that the command line names: a file by its path, or the standard input by `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Stdin,
    File(PathBuf),
}

/// The name of the input.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::File(file) => f.write_str(&format_name(file)),
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
