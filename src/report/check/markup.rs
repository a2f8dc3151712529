//! The writing of feedback: Markdown, command lines, and numbers as words.

use crate::report::printable::break_log_commands;

/// Writes a number as a German word if it is at most twelve, and else in digits.
pub(super) fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).into())
}

/// Quotes a word of a command line for a shell, if it needs that.
pub(super) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+,:=@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Writes a text as code, between more backticks than it has in a row.
pub(in crate::report) fn code(text: &str) -> String {
    let text = break_log_commands(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Escapes a text that stands within a line, so that nothing in it is Markdown or HTML.
pub(in crate::report) fn escaped(text: &str) -> String {
    let without_html = break_log_commands(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let mark = |c| "\\`*_[]#|~!@".contains(c).then_some('\\');
    without_html
        .chars()
        .flat_map(|c| [mark(c), Some(c)])
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_end_where_they_should() {
        assert_eq!(code("1 2 3"), "`1 2 3`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
    }

    #[test]
    fn words_are_quoted_for_shells() {
        assert_eq!(shell_word("a/b.txt"), "a/b.txt");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("a'b"), r"'a'\''b'");
    }
}
