//! What a text lacks that is no list of all dice.

use std::collections::BTreeSet;
use std::ops::Range;

use itertools::Itertools;

use super::faces::FacesSpan;
use super::header::is_simplest_form;
use super::lexer::{PlacedToken, Token, Variant, Vocabulary, tokenize};
use super::text::CleanText;
use super::units::split_lines;
use super::words::Roles;
use super::{NumberedDie, Refusal};
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::text::Excerpt;

/// Returns which die is missing in a text that names at least half of all, is written wrongly, or is
/// none of the file.
pub(super) fn find_missing(text: &CleanText, faces: &[FacesSpan], dice: &[Die]) -> Option<Refusal> {
    let named: BTreeSet<usize> = faces
        .iter()
        .flat_map(|faces| &faces.dice)
        .copied()
        .collect();
    let miss = |named: &BTreeSet<usize>| {
        let missing = (0..dice.len()).find(|die| !named.contains(die))?;
        (2 * named.len() >= dice.len()).then_some(Refusal::Incomplete {
            found: named.len(),
            dice: dice.len(),
            missing: NumberedDie::new(missing, dice),
        })
    };
    find_misspelt(text, faces, dice, &named)
        .or_else(|| miss(&named))
        .or_else(|| {
            let numbers = find_numbers(text);
            let first = usize::from(numbers.iter().all(|number| number.number > 0));
            let in_file = |number: usize| number.checked_sub(first).filter(|die| *die < dice.len());
            let known = numbers.iter().filter_map(|number| in_file(number.number));
            let missing = miss(&known.collect())?;
            let is_strange = |number: &&DieNumber| in_file(number.number).is_none();
            let strange = numbers.iter().find(is_strange);
            Some(strange.map_or(missing, |strange| Refusal::NoDie {
                line: text.number(strange.line),
                dice: dice.len(),
            }))
        })
}

/// Returns the first word of a text that programs print instead of the quotient of a number and 0.
pub(super) fn find_quotient_by_zero(text: &CleanText) -> Option<Refusal> {
    const WORDS: [&str; 3] = ["nan", "inf", "infinity"];
    (0..text.count_lines()).find_map(|line| {
        let mut words = text.line(line).split(|c: char| !c.is_alphabetic());
        let word = words.find(|word| WORDS.contains(&word.to_ascii_lowercase().as_str()))?;
        Some(Refusal::NotANumber {
            line: text.number(line),
            written: Excerpt::new(word),
        })
    })
}

/// A number that names a die.
struct DieNumber {
    line: usize,
    number: usize,
}

/// Returns the numbers behind words for dice; or if there are none, those at the beginning of lines
/// in the simplest form.
fn find_numbers(text: &CleanText) -> Vec<DieNumber> {
    let variant = Variant {
        do_commas_join: true,
        do_blanks_join: false,
        has_faces: false,
        letters: 0,
    };
    let tokens = tokenize(text, &[], variant, &mut Vocabulary::default());
    let to_number = |token: &PlacedToken| {
        Some(DieNumber {
            line: token.line,
            number: token.number()?.whole()? as usize,
        })
    };
    let is_die = |token: &&PlacedToken| {
        let word = token.word();
        word.is_some_and(|word| word.roles.contains(&Roles::DIE))
    };
    let named = tokens
        .iter()
        .filter(|token| !matches!(token.token, Token::Mark(_) | Token::OtherMark(_)))
        .tuple_windows()
        .filter(|(word, _)| is_die(word))
        .filter_map(|(_, number)| to_number(number))
        .collect_vec();
    if !named.is_empty() {
        return named;
    }
    let mut lines = split_lines(&tokens);
    lines.retain(|line| !line.is_empty());
    if !is_simplest_form(&tokens, &lines) {
        return Vec::new();
    }
    let first = lines.iter().map(|line| &tokens[line[0]]);
    first.filter_map(to_number).collect()
}

/// Returns a row of numbers that has one face more or less than a die that is not `named`, or another
/// one.
fn find_misspelt(
    text: &CleanText,
    faces: &[FacesSpan],
    dice: &[Die],
    named: &BTreeSet<usize>,
) -> Option<Refusal> {
    /// Rows of fewer numbers are like many others.
    const LEAST_SIDES: usize = 4;
    const MOST_SIDES: usize = 100;
    /// The lines, and the dice, of which this is asked.
    const MOST: usize = 100;
    let suspects = (0..dice.len()).filter(|die| {
        let sides = dice[*die].faces().len();
        !named.contains(die) && (LEAST_SIDES..=MOST_SIDES).contains(&sides)
    });
    let suspects = suspects.take(MOST).collect_vec();
    let has_no_die = |line: &usize| {
        let span = text.span(*line);
        !faces.iter().any(|faces| span.contains(&faces.span.start))
    };
    for line in (0..text.count_lines()).filter(has_no_die).take(MOST) {
        let written = text.line(line);
        for row in find_rows(written) {
            let similar = suspects.iter().filter_map(|&die| {
                let span = find_similar(&row, dice[die].faces())?;
                Some((die, span))
            });
            if let Ok((die, span)) = similar.exactly_one() {
                return Some(Refusal::NoSuchDie {
                    line: text.number(line),
                    written: Excerpt::new(&written[span]),
                    die: NumberedDie::new(die, dice),
                });
            }
        }
    }
    None
}

/// A whole number in a line.
struct PlacedNumber {
    span: Range<usize>,
    value: u32,
}

/// Returns the rows of whole numbers in a line between which nothing else stands than between faces.
fn find_rows(line: &str) -> Vec<Vec<PlacedNumber>> {
    let mut rows: Vec<Vec<PlacedNumber>> = vec![Vec::new()];
    let mut end = 0;
    let mut is_decimal = false;
    for (start, digits) in
        line.match_indices(|c: char| c.is_ascii_digit())
            .coalesce(|(start, digits), (next, _)| {
                let end = start + digits.len();
                if end == next {
                    Ok((start, &line[start..=next]))
                } else {
                    Err(((start, digits), (next, &line[next..=next])))
                }
            })
    {
        let gap = &line[end..start];
        let is_point = gap == ".";
        let continues = gap.len() <= 2 && gap.chars().all(|c| " ,;-/|".contains(c));
        if !continues {
            // A point makes decimals of what stands before and behind it.
            if is_point && let Some(row) = rows.last_mut() {
                row.pop();
            }
            rows.push(Vec::new());
        }
        is_decimal = is_point && !is_decimal;
        end = start + digits.len();
        if let (false, Ok(value), Some(row)) = (is_decimal, digits.parse(), rows.last_mut()) {
            row.push(PlacedNumber {
                span: start..end,
                value,
            });
        }
    }
    rows
}

/// Returns the place in a row of numbers that are these faces but for one that is missing, or too
/// many, or another one.
fn find_similar(row: &[PlacedNumber], faces: &[u32]) -> Option<Range<usize>> {
    let sides = faces.len();
    let sorted = sort_faces(faces);
    [sides - 1, sides + 1, sides].into_iter().find_map(|width| {
        let similar = row.windows(width).find(|window| {
            let values = window.iter().map(|number| number.value).collect_vec();
            let common = count_common(&sort_faces(&values), &sorted);
            common == width.min(sides) - usize::from(width == sides)
        })?;
        Some(similar[0].span.start..similar[width - 1].span.end)
    })
}

/// Counts the numbers that two sorted rows have in common.
pub(crate) fn count_common(left: &[u32], right: &[u32]) -> usize {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    let mut common = 0;
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => {
                left.next();
            }
            std::cmp::Ordering::Greater => {
                right.next();
            }
            std::cmp::Ordering::Equal => {
                common += 1;
                left.next();
                right.next();
            }
        }
    }
    common
}
