//! Words and numbers that the user writes or reads.

use std::fmt;
use std::str::FromStr;

/// A piece of input, fit to be shown in a one-line message: what cannot be seen is escaped, and
/// what is too long is cut, unless it is a name.
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

    /// All of this text, however long it is: the name of a file.
    pub fn whole(text: &str) -> Excerpt {
        let mut shown = String::new();
        for c in text.chars() {
            match c {
                '"' | '\'' | '\\' => shown.push(c),
                _ => shown.extend(c.escape_debug()),
            }
        }
        Excerpt(shown)
    }
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

/// A number with its noun: `1 Spiel`, `2 Spiele`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A run of ASCII digits as a number; no sign, nothing else.
pub fn whole_number<T: FromStr>(word: &str) -> Option<T> {
    let is_run = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_run)
}
