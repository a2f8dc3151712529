//! Numbers as they are printed, with all that they may mean.

use itertools::Itertools;

/// A way to understand a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Notation {
    /// A whole number, perhaps with signs between thousands that cannot be decimal marks.
    Whole,
    /// A number whose last point or comma is a decimal mark.
    Decimal,
    /// A whole number whose points or commas stand between thousands.
    Thousands,
    /// A letter in place of a number.
    Letter,
}

impl Notation {
    pub(super) const ALL: [Notation; 4] = [
        Notation::Whole,
        Notation::Decimal,
        Notation::Thousands,
        Notation::Letter,
    ];
}

/// A value with the number of its decimals, which is negative for a number such as 1e3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) value: f64,
    pub(super) decimals: i32,
}

/// The whole of which a number is a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Per {
    /// Nothing says.
    Unsaid,
    Cent,
    Mille,
}

/// A number of a text.
#[derive(Clone, Debug)]
pub(super) struct Numeral {
    /// The digits with their marks, as they are printed.
    pub(super) written: String,
    values: [Option<Value>; 4],
    pub(super) per: Per,
    /// True behind a sign such as `±`.
    pub(super) is_error: bool,
    /// True before an ending such as `st` or `nd`.
    pub(super) is_ordinal: bool,
    /// True if it stands for a word such as „nie“.
    pub(super) is_word: bool,
}

/// Signs that stand between thousands and nowhere else in a number.
const GROUPING: [char; 6] = ['_', '\'', '’', '\u{202f}', '\u{2009}', '\u{a0}'];

impl Numeral {
    /// Reads digits with points, commas and signs between thousands; `None` if they are no number
    /// that a list could have.
    pub(super) fn new(written: &str) -> Option<Numeral> {
        /// A list of a program has no longer ones.
        const LONGEST: usize = 60;
        const LARGEST_EXPONENT: i32 = 30;
        let digits = written.replace(GROUPING, "").replace(' ', "");
        let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
            None => (&digits[..], 0),
        };
        if digits.len() > LONGEST || i32::abs(exponent) > LARGEST_EXPONENT {
            return None;
        }
        let value = |text: &str, decimals: usize| {
            let value = format!("{text}e{exponent}").parse().ok()?;
            Some(Value {
                value,
                decimals: decimals as i32 - exponent,
            })
        };
        let marks = mantissa.chars().filter(|c| ".,".contains(*c)).collect_vec();
        let mut values = [None; 4];
        match marks.last() {
            None => values[Notation::Whole as usize] = value(mantissa, 0),
            Some(&last) => {
                let is_mixed = !marks.iter().all_equal();
                if marks.iter().filter(|&&mark| mark == last).count() == 1 {
                    let (whole, decimals) = mantissa.rsplit_once(last)?;
                    let whole = whole.replace(['.', ','], "");
                    values[Notation::Decimal as usize] =
                        value(&format!("{whole}.{decimals}"), decimals.len());
                }
                if !is_mixed && exponent == 0 && is_grouped(mantissa, last) {
                    values[Notation::Thousands as usize] = value(&mantissa.replace(last, ""), 0);
                }
            }
        }
        values.iter().any(Option::is_some).then(|| Numeral {
            written: written.into(),
            values,
            per: Per::Unsaid,
            is_error: false,
            is_ordinal: false,
            is_word: false,
        })
    }

    /// Creates the number of a letter, 1 for `A`.
    pub(super) fn of_letter(letter: char) -> Numeral {
        let value = Value {
            value: f64::from(u32::from(letter) - u32::from('A') + 1),
            decimals: 0,
        };
        let mut values = [None; 4];
        values[Notation::Letter as usize] = Some(value);
        Numeral {
            written: letter.into(),
            values,
            per: Per::Unsaid,
            is_error: false,
            is_ordinal: false,
            is_word: false,
        }
    }

    /// Creates the number of a word for none.
    pub(super) fn of_word(word: &str) -> Numeral {
        let mut values = [None; 4];
        values[Notation::Whole as usize] = Some(Value {
            value: 0.0,
            decimals: 0,
        });
        Numeral {
            written: word.into(),
            values,
            per: Per::Unsaid,
            is_error: false,
            is_ordinal: false,
            is_word: true,
        }
    }

    pub(super) fn value(&self, notation: Notation) -> Option<Value> {
        self.values[notation as usize]
    }

    /// Returns its value if it is a whole number and nothing else.
    pub(super) fn whole(&self) -> Option<f64> {
        Some(self.value(Notation::Whole)?.value)
    }

    pub(super) fn is_letter(&self) -> bool {
        self.value(Notation::Letter).is_some()
    }

    pub(super) fn negate(&mut self) {
        for value in self.values.iter_mut().flatten() {
            value.value = -value.value;
        }
        self.written.insert(0, '-');
    }
}

/// Returns whether `mark` divides the digits into thousands.
fn is_grouped(digits: &str, mark: char) -> bool {
    let mut groups = digits.split(mark);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3)
}

/// Returns the length of the number with which a text begins, with all marks that it may have; 0 if
/// it begins with no digit. Blanks join thousands if `do_blanks_join`, but none behind another mark
/// of the same number; commas are marks of one if `do_commas_join`.
pub(super) fn number_length(text: &str, do_blanks_join: bool, do_commas_join: bool) -> usize {
    let count_digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut length = count_digits(text);
    if length == 0 {
        return 0;
    }
    let is_first_group = |group: &str| group.len() <= 3 && !group.starts_with('0');
    let mut can_blank_join = do_blanks_join && is_first_group(&text[..length]);
    loop {
        let rest = &text[length..];
        let Some(mark) = rest.chars().next() else {
            break;
        };
        let digits = count_digits(&rest[mark.len_utf8()..]);
        let is_group_mark = GROUPING.contains(&mark) || can_blank_join && mark == ' ';
        let group = &rest[mark.len_utf8()..][..digits];
        if mark == ',' && !do_commas_join {
            can_blank_join = do_blanks_join && is_first_group(group);
        } else {
            can_blank_join &= mark == ' ';
        }
        if ".,".contains(mark) && digits > 0 || is_group_mark && digits == 3 {
            length += mark.len_utf8() + digits;
        } else {
            break;
        }
    }
    if let Some(exponent) = text[length..].strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let digits = count_digits(unsigned);
        if digits > 0 {
            length += 1 + (exponent.len() - unsigned.len()) + digits;
        }
    }
    length
}

/// A number within a chain of digits and marks.
pub(super) struct Piece<'a> {
    /// The place of its first byte in the chain.
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// Splits a chain of digits and marks into numbers: at commas, unless these may join, and where it
/// could be no single number.
pub(super) fn split_chain(chain: &str, do_commas_join: bool) -> Vec<Piece<'_>> {
    if (do_commas_join || !chain.contains(',')) && is_one_number(chain) {
        return vec![Piece {
            start: 0,
            text: chain,
        }];
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for part in chain.split(',') {
        if is_one_number(part) {
            pieces.push(Piece { start, text: part });
        } else {
            let mut at = start;
            for run in part.split(|c: char| !c.is_ascii_digit()) {
                if !run.is_empty() {
                    pieces.push(Piece {
                        start: at,
                        text: run,
                    });
                }
                let mark = chain[at + run.len()..].chars().next();
                at += run.len() + mark.map_or(0, char::len_utf8);
            }
        }
        start += part.len() + 1;
    }
    pieces
}

/// Returns whether digits with marks can be one number.
pub(super) fn is_one_number(chain: &str) -> bool {
    let mantissa = chain.split(['e', 'E']).next().unwrap_or_default();
    let marks = mantissa
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .collect_vec();
    let groups = |digits: &str, mark: char| {
        let mut groups = digits.split(mark);
        let first = groups.next().unwrap_or_default().len();
        (1..=3).contains(&first) && groups.all(|group| group.len() == 3)
    };
    match marks[..] {
        [] => true,
        [mark] if ".,".contains(mark) => true,
        _ => {
            let last = marks[marks.len() - 1];
            let first = marks[0];
            let (whole, decimal) = match mantissa.rsplit_once(last) {
                Some((whole, decimal)) if ".,".contains(last) && first != last => (whole, decimal),
                _ => (mantissa, ""),
            };
            decimal.chars().all(|c| c.is_ascii_digit())
                && whole.chars().filter(|c| !c.is_ascii_digit()).all_equal()
                && groups(whole, first)
        }
    }
}
