//! The text of a list without what only a screen, a browser or LaTeX understands.

use std::ops::Range;

use itertools::Itertools;

/// A text in which each line is what a reader would see.
#[derive(Debug)]
pub(super) struct CleanText {
    pub(super) text: String,
    /// The place of each line in `text`, without its end.
    lines: Vec<Range<usize>>,
    /// The number of each line in the file; a carriage return makes several of one.
    numbers: Vec<usize>,
}

impl CleanText {
    /// Cleans a text, line by line.
    pub(super) fn new(text: &str) -> CleanText {
        let mut clean = CleanText {
            text: String::with_capacity(text.len()),
            lines: Vec::new(),
            numbers: Vec::new(),
        };
        // Behind the last line end there is no line.
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        for (line, number) in lines.zip(1..) {
            let line = line.trim_end_matches('\r');
            for shown in line.split('\r') {
                let start = clean.text.len();
                clean.text += &clean_line(shown);
                clean.lines.push(start..clean.text.len());
                clean.numbers.push(number);
                clean.text.push('\n');
            }
        }
        clean
    }

    pub(super) fn count_lines(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, line: usize) -> &str {
        &self.text[self.lines[line].clone()]
    }

    /// Returns the place of a line in the text.
    pub(super) fn span(&self, line: usize) -> Range<usize> {
        self.lines[line].clone()
    }

    /// Returns the number of a line in the file.
    pub(super) fn number(&self, line: usize) -> usize {
        self.numbers[line]
    }
}

/// What UTF-8 becomes where it is taken for Latin-1, and other ways to write a character.
const RESPELT: [(&str, &str); 22] = [
    ("Ã¼", "ü"),
    ("Ã¤", "ä"),
    ("Ã¶", "ö"),
    ("Ãœ", "Ü"),
    ("Ã\u{9c}", "Ü"),
    ("ÃŸ", "ß"),
    ("Ã\u{9f}", "ß"),
    ("u\u{308}", "ü"),
    ("a\u{308}", "ä"),
    ("o\u{308}", "ö"),
    ("\u{feff}", ""),
    ("\u{200b}", ""),
    ("−", "-"),
    ("％", "%"),
    ("\\,", " "),
    ("\\hline", ""),
    ("\\%", "%"),
    ("\\\\", ""),
    ("&nbsp;", " "),
    ("🥇", "Platz 1. "),
    ("🥈", "Platz 2. "),
    ("🥉", "Platz 3. "),
];

fn clean_line(line: &str) -> String {
    let line = without_tags(&without_escapes(line));
    RESPELT
        .iter()
        .filter(|(written, _)| line.contains(written))
        .collect_vec()
        .into_iter()
        .fold(line.clone(), |line, (written, meant)| {
            line.replace(written, meant)
        })
}

/// Removes the codes that steer a terminal: `Esc [ … letter`.
fn without_escapes(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let is_parameter = |c: char| c.is_ascii_digit() || ";:?".contains(c);
        let mut behind = piece.trim_start_matches(is_parameter).chars();
        behind.next();
        plain += behind.as_str();
    }
    plain
}

/// Replaces tags of HTML by blanks, and the beginning of a further cell by a bar.
fn without_tags(line: &str) -> String {
    /// Longer ones are no tags.
    const LONGEST: usize = 200;
    let mut plain = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('<') {
        let tag = &rest[start + 1..];
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let end = tag.find(['<', '>']).filter(|&end| {
            end <= LONGEST
                && tag[end..].starts_with('>')
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
        });
        match end {
            Some(end) => {
                plain += &rest[..start];
                let is_cell = ["td", "th"].iter().any(|cell| {
                    let behind = tag.strip_prefix(cell);
                    behind.is_some_and(|behind| behind.starts_with(['>', ' ']))
                });
                plain += if is_cell && !plain.trim().is_empty() {
                    " | "
                } else {
                    " "
                };
                rest = &tag[end + 1..];
            }
            None => {
                plain += &rest[..=start];
                rest = tag;
            }
        }
    }
    plain + rest
}
