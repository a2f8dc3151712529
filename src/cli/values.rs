//! Values of options: what may be written, and what it means.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rand::TryRng;
use rand::rngs::SysRng;

use wuerfelglueck::check::Form;
use wuerfelglueck::check::form::WrongForm;
use wuerfelglueck::rules::{Rules, RulesError};
use wuerfelglueck::text::{Excerpt, whole_number};

/// Most games, in all or per pairing, that may be asked for: at millions a second more than a day.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// A word that the user has chosen, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Word<T> {
    pub name: &'static str,
    pub value: T,
}

/// What makes a text of a result: a format.
pub type Render<T> = fn(&T) -> String;

pub fn word<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = Word<T>> {
    let names = words.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|chosen| {
        let found = words.iter().find(|(name, _)| *name == chosen);
        let word = found.map(|&(name, value)| Word { name, value });
        word.ok_or("kein Wort")
    })
}

/// What one value holds. A `Vec` as such is to clap an option that is given several times.
pub type Several<T> = Vec<T>;

/// Takes names of rule sets, each once, with commas between them, and the word for all that have no deviations.
pub fn rule_sets(text: &str) -> Result<Several<Rules>, RulesError> {
    let mut all = Several::<Rules>::new();
    for name in text.split(',') {
        let rules = match name.trim() {
            "alle" => Rules::ALL.to_vec(),
            name => vec![name.parse()?],
        };
        if let Some(twice) = rules.iter().find(|rules| all.contains(rules)) {
            return Err(RulesError::Twice(twice.to_string()));
        }
        all.extend(rules);
    }
    Ok(all)
}

fn allowed<T>(value: Option<T>, what: impl Display) -> Result<T, String> {
    value.ok_or_else(|| format!("erlaubt sind {what}"))
}

/// Takes a seed. Beside it stands whether it comes fresh from the operating system.
pub fn seed(text: &str) -> Result<(u64, bool), String> {
    if text == "zufall" {
        let fresh = SysRng.try_next_u64().map(|seed| (seed, true));
        return fresh.map_err(|_| "das Betriebssystem gibt keinen Zufall her".into());
    }
    let seed = whole_number(text).map(|seed| (seed, false));
    let what = format!("ganze Zahlen von 0 bis {} und das Wort zufall", u64::MAX);
    allowed(seed, what)
}

/// Takes the numbers of two dice in the file, from 1, in any order.
pub fn dice_numbers(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| whole_number(text.trim()).filter(|&number| number >= 1);
    let both = text.split_once(',');
    let numbers = both.and_then(|(one, other)| Some([number(one)?, number(other)?]));
    allowed(numbers, "zwei Nummern ab 1 mit Komma dazwischen, wie 1,2")
}

/// Takes rolls with commas, with or without spaces around them, or spaces alone between them.
pub fn given_rolls(text: &str) -> Result<Several<u32>, String> {
    let parts = text.split(',').flat_map(|part| match part.trim() {
        "" => vec![""],
        part => part.split_whitespace().collect(),
    });
    let most = u32::MAX;
    let what =
        format!("ganze Zahlen von 0 bis {most} mit Kommas oder Leerzeichen dazwischen, wie 6,3,1");
    allowed(parts.map(whole_number).collect(), what)
}

/// Takes a number of games per pairing. It is even, as each die starts half of them.
pub fn even_games(text: &str) -> Result<u64, String> {
    let is_right = |games: &u64| (2..=MOST_GAMES).contains(games) && games.is_multiple_of(2);
    let games = whole_number(text).filter(is_right);
    allowed(games, format!("gerade Zahlen von 2 bis {MOST_GAMES}"))
}

pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = whole_number(text).filter(|number| range.contains(number));
        let [least, most] = [range.start(), range.end()];
        allowed(number, format!("ganze Zahlen von {least} bis {most}"))
    }
}

/// Takes numbers that `is_right`, and says `which` those are.
fn decimal(text: &str, is_right: impl Fn(f64) -> bool, which: String) -> Result<f64, String> {
    // Digits with at most one point or comma, and maybe an exponent; no words, and no sign before all.
    let is_part = |byte: u8| byte.is_ascii_digit() || b".,eE+-".contains(&byte);
    let has_sign = text.starts_with(['+', '-']);
    let number = text.replace(',', ".").parse().ok();
    let number = number.filter(|_| !has_sign && text.bytes().all(is_part));
    let number = number.filter(|&number| is_right(number));
    allowed(number, format!("Zahlen {which}"))
}

/// Takes numbers up to this one, but not 0.
pub fn positive(most: u32) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let which = format!("größer als 0 und höchstens {most}");
        decimal(text, |number| number > 0.0 && number <= most.into(), which)
    }
}

pub fn difference(text: &str) -> Result<f64, String> {
    decimal(text, |points| points <= 100.0, "von 0 bis 100".into())
}

pub fn form(text: &str) -> Result<Form, String> {
    text.parse().map_err(|fault: WrongForm| fault.to_string())
}

pub fn probability(text: &str) -> Result<f64, String> {
    /// A smaller one is nothing to floating point.
    const LEAST: f64 = 1e-9;
    let which = format!("von {LEAST} bis unter 1");
    decimal(text, |error| (LEAST..1.0).contains(&error), which)
}

/// Where input comes from: a file by its name, or standard input by `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Stdin,
    File(PathBuf),
}

/// Its name, at which no log of a CI job sees a command if a line begins with it.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::File(file) => {
                let name = Excerpt::whole(&file.to_string_lossy()).to_string();
                let is_command = name.trim_start().starts_with("::");
                write!(f, "{}{name}", if is_command { "./" } else { "" })
            }
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
