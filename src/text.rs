//! Words and numbers that the user writes or reads.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use libm::{exp10, log10};

/// A piece of input, fit to be shown in a one-line message: what cannot be seen is shown by a sign,
/// and what is too long is cut, unless it is a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    const LONGEST: usize = 30;

    /// The start of this text.
    pub fn new(text: &str) -> Excerpt {
        match text.char_indices().nth(Self::LONGEST) {
            Some((end, _)) => Excerpt(Excerpt::whole(&text[..end]).0 + "…"),
            None => Excerpt::whole(text),
        }
    }

    /// The starts of two texts; if these look the same though the texts differ, what follows from
    /// the first face or deviation on that differs.
    pub fn of_different(texts: [&str; 2]) -> [Excerpt; 2] {
        let starts = texts.map(Excerpt::new);
        let [one, other] = texts;
        if starts[0] != starts[1] || one == other {
            return starts;
        }
        let characters = one.char_indices().zip(other.chars());
        let same = characters.take_while(|&((_, first), second)| first == second);
        let is_end = |&((_, character), _): &((usize, char), char)| [' ', '+'].contains(&character);
        let word = same.filter(is_end).last();
        let word = word.map_or(0, |((place, end), _)| place + end.len_utf8());
        texts.map(|text| Excerpt::new(&format!("…{}", &text[word..])))
    }

    /// The whole text, however long it is: the name of a file.
    pub fn whole(text: &str) -> Excerpt {
        let shown = text.chars().map(|c| match c {
            // The signs for control characters, from that for 0 on.
            '\0'..' ' => ('\u{2400}'..).nth(c as usize).unwrap_or(c),
            '\u{7f}' => '\u{2421}',
            // A space that is not one.
            '\u{a0}' => '\u{2423}',
            _ if can_be_seen(c) => c,
            // It has no sign of its own.
            _ => char::REPLACEMENT_CHARACTER,
        });
        Excerpt(shown.collect())
    }
}

/// Returns whether the character can be seen behind another: it may be an accent for that one.
fn can_be_seen(c: char) -> bool {
    let quoted = ['"', '\'', '\\'].contains(&c);
    quoted || String::from_iter(['a', c]).escape_debug().count() == 2
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The line without a UTF-8 byte order mark at its beginning.
pub fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// Words with commas between them, but before the last one a conjunction: `a, b und c`.
pub fn enumerated<T: fmt::Display>(words: &[T], conjunction: &str) -> String {
    match words {
        [more @ .., last] if !more.is_empty() => {
            format!("{} {conjunction} {last}", more.iter().format(", "))
        }
        words => words.iter().join(""),
    }
}

/// The first words of so many, at most this number, and how many more there are:
/// `a, b und 3 weitere`.
pub fn listed(words: impl Iterator<Item = String>, all: usize, most: usize) -> String {
    let named = words.take(most).join(", ");
    match all.saturating_sub(most) {
        0 => named,
        more => format!("{named} und {more} weitere"),
    }
}

/// A word about the name that was probably meant, if one of these is like it.
pub fn meant<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let alike = names.map(|name| (strsim::jaro_winkler(name, word), name));
    let best = alike.max_by(|one, other| one.0.total_cmp(&other.0));
    let best = best.filter(|&(likeness, _)| likeness > 0.8);
    best.map_or_else(String::new, |(_, name)| {
        format!("; gemeint ist wohl „{name}“")
    })
}

/// A number with its noun: `1 Spiel`, `2 Spiele`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Beyond so many games per pairing, lists do not tell how many.
pub const MANY: f64 = 1e6;

/// A number of games with two digits that count.
pub fn about(games: f64) -> String {
    if games > MANY {
        return "mehr als 1000000".into();
    }
    let unit = exp10((log10(games).floor() - 1.0).max(0.0));
    format!("{:.0}", (games / unit).round() * unit)
}

/// The same, as a part of a sentence.
pub fn roughly(games: f64) -> String {
    let nearly = if games > MANY { "" } else { "etwa " };
    format!("{nearly}{}", about(games))
}

/// A run of ASCII digits as a number; no sign, nothing else.
pub fn whole_number<T: FromStr>(word: &str) -> Option<T> {
    let is_run = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_run)
}
