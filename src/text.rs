//! Words and numbers that users write or read.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use libm::{exp10, log10};

/// An excerpt of an input, fit for a message of one line: characters that cannot be seen are
/// replaced by signs, and what is too long is cut, unless the [whole](Excerpt::whole) is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    /// The most characters of a text that is not cut.
    const LONGEST: usize = 30;

    /// The first `LONGEST` characters of the text, and `…` if it is longer.
    pub fn new(text: &str) -> Excerpt {
        match text.char_indices().nth(Self::LONGEST) {
            Some((end, _)) => Excerpt(Excerpt::whole(&text[..end]).0 + "…"),
            None => Excerpt::whole(text),
        }
    }

    /// The starts of two texts. If they look the same although the texts differ, each is `…` and
    /// the start of the part behind the last space or + before the first difference, if there is
    /// one.
    pub fn of_different(texts: [&str; 2]) -> [Excerpt; 2] {
        let starts = texts.map(Excerpt::new);
        let [left, right] = texts;
        if starts[0] != starts[1] || left == right {
            return starts;
        }
        let last_separator = left
            .char_indices()
            .zip(right.chars())
            .take_while(|&((_, left), right)| left == right)
            .filter(|&((_, character), _)| [' ', '+'].contains(&character))
            .last();
        let different = match last_separator {
            Some(((place, separator), _)) => place + separator.len_utf8(),
            None => 0,
        };
        texts.map(|text| Excerpt::new(&format!("…{}", &text[different..])))
    }

    /// The whole text, however long it is, as for the name of a file.
    pub fn whole(text: &str) -> Excerpt {
        Excerpt(text.chars().map(visible_sign).collect())
    }

    /// The text with its signs.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether nothing is left of the text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The character, or a sign for it if it cannot be seen.
pub fn visible_sign(c: char) -> char {
    match c {
        ' '..='~' => c,
        // The signs for control characters, from that for 0 on.
        '\0'..' ' => ('\u{2400}'..).nth(c as usize).unwrap_or(c),
        '\u{7f}' => '\u{2421}',
        // A space that does not break.
        '\u{a0}' => '\u{2423}',
        _ if is_visible(c) => c,
        // It has no sign of its own.
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns whether the character can be seen behind another one, where an accent can, too.
fn is_visible(c: char) -> bool {
    // `escape_debug` escapes what cannot be seen, and these.
    let is_escaped_but_visible = ['"', '\'', '\\'].contains(&c);
    is_escaped_but_visible || String::from_iter(['a', c]).escape_debug().count() == 2
}

/// Strips the UTF-8 byte order mark from the beginning of a line.
pub fn strip_byte_order_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// Joins words by commas, and the last two by a conjunction: `a, b und c`.
pub fn join_words<T: fmt::Display>(words: &[T], conjunction: &str) -> String {
    match words {
        [start @ .., last] if !start.is_empty() => {
            format!("{} {conjunction} {last}", start.iter().format(", "))
        }
        words => words.iter().join(""),
    }
}

/// Joins the first `limit` of `total` words, and counts the others: `a, b und 3 weitere`.
pub fn join_first(words: impl Iterator<Item = String>, total: usize, limit: usize) -> String {
    let named = words.take(limit).join(", ");
    match total.saturating_sub(limit) {
        0 => named,
        further => format!("{named} und {further} weitere"),
    }
}

/// Joins ascending numbers as runs: `3, 5 und 6, 8 bis 10`, or `1 und 4`. Each run goes on for `beyond`
/// numbers after its last one. Runs behind the first `limit` are counted.
pub fn join_runs(numbers: &[usize], beyond: usize, limit: usize) -> String {
    let runs = numbers
        .chunk_by(|number, next| number + 1 == *next)
        .map(|run| run[0]..=run[run.len() - 1] + beyond)
        .collect_vec();
    let words = runs.iter().map(|run| match (*run.start(), *run.end()) {
        (first, last) if first == last => first.to_string(),
        (first, last) if first + 1 == last => format!("{first} und {last}"),
        (first, last) => format!("{first} bis {last}"),
    });
    let are_single = runs.iter().all(|run| run.start() == run.end());
    // A second "und" would be hard to read.
    if runs.len() <= limit && are_single {
        join_words(&words.collect_vec(), "und")
    } else {
        join_first(words, runs.len(), limit)
    }
}

/// The number of decimals, at least `least`, with which two different numbers do not look the same;
/// `least` if none up to nine tells them apart.
pub fn decimals_apart([left, right]: [f64; 2], least: usize) -> usize {
    const MOST: usize = 9;
    (least..=MOST)
        .find(|&decimals| format!("{left:.decimals$}") != format!("{right:.decimals$}"))
        .unwrap_or(least)
}

/// A suggestion of the name that was probably meant, as the end of a German sentence; empty if none
/// of the names is like the word.
pub fn suggest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    /// Only names with more likeness, from 0 to 1 by Jaro and Winkler, are suggested.
    const LEAST_LIKENESS: f64 = 0.8;
    names
        .map(|name| (strsim::jaro_winkler(name, word), name))
        .filter(|&(likeness, _)| likeness > LEAST_LIKENESS)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map_or_else(String::new, |(_, name)| {
            format!("; gemeint ist wohl „{name}“")
        })
}

/// Formats a number with its noun: `1 Spiel`, `2 Spiele`.
pub fn format_count(n: u64, singular: &str, plural: &str) -> String {
    format!("{n} {}", if n == 1 { singular } else { plural })
}

/// The text with a capital letter at its beginning.
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase);
    capital.chain(letters).collect()
}

/// The largest estimate of a number of games per pairing that is printed as a number.
pub const LARGEST_ESTIMATE: f64 = 1e6;

/// Returns the noun behind an [estimated](format_estimate) number of games: the singular behind `1`.
pub fn noun_of_estimate<'a>(games: f64, singular: &'a str, plural: &'a str) -> &'a str {
    if format_estimate(games) == "1" {
        singular
    } else {
        plural
    }
}

/// Formats an estimated number of games per pairing as a whole number, with at most two significant
/// digits, or as more than [`LARGEST_ESTIMATE`].
pub fn format_estimate(games: f64) -> String {
    if games > LARGEST_ESTIMATE {
        return "mehr als 1000000".into();
    }
    let unit = exp10((log10(games).floor() - 1.0).max(0.0));
    format!("{:.0}", (games / unit).round() * unit)
}

/// Formats an [estimate](format_estimate) with the word „etwa“, unless it begins with „mehr als“.
pub fn format_about(games: f64) -> String {
    let about = if games > LARGEST_ESTIMATE {
        ""
    } else {
        "etwa "
    };
    format!("{about}{}", format_estimate(games))
}

/// Parses a run of ASCII digits as a number; no sign, nothing else. `None` if the number is too
/// large for its type.
pub fn parse_whole_number<T: FromStr>(word: &str) -> Option<T> {
    let is_run = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_run)
}
