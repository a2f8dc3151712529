//! The elements of a [form](super::form::Form), and the search for them in a line.

use std::collections::HashSet;

use itertools::Itertools;

use super::tokens::DiceIndex;

/// A placeholder of a form: a place where each line has something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Placeholder {
    Rank,
    Number,
    Index,
    Faces,
    Sides,
    Share,
    Wins,
    Games,
    Losses,
    Draws,
    OpponentNumber,
    OpponentIndex,
    OpponentFaces,
    Anything,
}

/// An element of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormElement {
    Placeholder(Placeholder),
    /// A character that stands there itself.
    Char(char),
    /// Any number of spaces or tabs, perhaps none.
    Space,
}

/// The text at a place of a form.
#[derive(Clone, Debug)]
pub(super) struct FilledPlace {
    pub(super) placeholder: Placeholder,
    pub(super) text: String,
}

/// Finds the texts in the places of a form with these elements, but for those that may hold
/// anything; `None` if the whole `line` without the spaces around it does not have the form.
pub(super) fn fill_places(
    elements: &[FormElement],
    line: &str,
    index: &DiceIndex,
) -> Option<Vec<FilledPlace>> {
    let mut matcher = Matcher {
        elements,
        text: line.trim().chars().collect(),
        index,
        failed: HashSet::new(),
        filled: Vec::new(),
    };
    let spaces = elements
        .iter()
        .take_while(|element| **element == FormElement::Space)
        .count();
    let start = SearchPosition {
        element: spaces,
        at: 0,
    };
    matcher.fill_from(start).then_some(matcher.filled)
}

/// A position in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SearchPosition {
    /// The index of the next element.
    element: usize,
    /// The index of the next character.
    at: usize,
}

/// The search for elements in a line.
struct Matcher<'a> {
    elements: &'a [FormElement],
    text: Vec<char>,
    index: &'a DiceIndex<'a>,
    /// Positions from which on the remaining elements do not fit.
    failed: HashSet<SearchPosition>,
    filled: Vec<FilledPlace>,
}

impl Matcher<'_> {
    /// Fills the places from a position on with the text from there on. Returns false, and fills
    /// none, if the elements do not fit the text.
    fn fill_from(&mut self, position: SearchPosition) -> bool {
        let Some(position) = self.skip_literals(position) else {
            return false;
        };
        let Some(&FormElement::Placeholder(placeholder)) = self.elements.get(position.element)
        else {
            return position.at == self.text.len();
        };
        if self.failed.contains(&position) {
            return false;
        }
        let SearchPosition { element, at } = position;
        let filled = self.filled.len();
        let ends: Box<dyn Iterator<Item = usize>> = match placeholder {
            Placeholder::Anything => Box::new(at..=self.text.len()),
            Placeholder::Faces | Placeholder::OpponentFaces => {
                Box::new(self.ends_of_faces(at).into_iter())
            }
            Placeholder::Share => Box::new(self.ends_of_share(at).into_iter()),
            _ => Box::new(self.end_of_count(at, placeholder).into_iter()),
        };
        for end in ends {
            if placeholder != Placeholder::Anything {
                self.filled.push(FilledPlace {
                    placeholder,
                    text: self.text[at..end].iter().collect(),
                });
            }
            let next = SearchPosition {
                element: element + 1,
                at: end,
            };
            if self.fill_from(next) {
                return true;
            }
            self.filled.truncate(filled);
        }
        self.failed.insert(position);
        false
    }

    /// Skips spaces and characters that stand there themselves, down to the next placeholder or the
    /// end of the elements; `None` if the text has other characters.
    fn skip_literals(&self, mut position: SearchPosition) -> Option<SearchPosition> {
        loop {
            match self.elements.get(position.element) {
                None | Some(FormElement::Placeholder(_)) => return Some(position),
                Some(FormElement::Space) => {
                    position.at += self.count_while(position.at, |c| c.is_whitespace());
                }
                Some(FormElement::Char(c)) => {
                    if self.text.get(position.at) != Some(c) {
                        return None;
                    }
                    position.at += 1;
                }
            }
            position.element += 1;
        }
    }

    /// Counts the characters from the index `at` on, up to the first one that is not `is_such`.
    fn count_while(&self, at: usize, is_such: impl Fn(char) -> bool) -> usize {
        self.text[at..].iter().take_while(|c| is_such(**c)).count()
    }

    fn count_digits(&self, at: usize) -> usize {
        self.count_while(at, |c| c.is_ascii_digit())
    }

    /// Returns whether one of these characters has this index.
    fn is_one_of(&self, at: usize, chars: &str) -> bool {
        self.text.get(at).is_some_and(|c| chars.contains(*c))
    }

    /// Returns the end of a whole number; numbers of games may have marks of thousands.
    fn end_of_count(&self, at: usize, placeholder: Placeholder) -> Option<usize> {
        let digits = self.count_digits(at);
        if digits == 0 {
            return None;
        }
        let may_have_marks = [
            Placeholder::Wins,
            Placeholder::Games,
            Placeholder::Losses,
            Placeholder::Draws,
        ]
        .contains(&placeholder);
        let mut end = at + digits;
        while may_have_marks && self.is_one_of(end, ".,'") && self.count_digits(end + 1) == 3 {
            end += 4;
        }
        Some(end)
    }

    /// Returns the ends that a share may have: without its percent sign, and with it.
    fn ends_of_share(&self, at: usize) -> Vec<usize> {
        let mut end = at + usize::from(self.is_one_of(at, "-−"));
        end += self.count_digits(end);
        if self.is_one_of(end, ".,") {
            let decimals = self.count_digits(end + 1);
            end += if decimals > 0 { 1 + decimals } else { 0 };
        }
        if end == at || !self.text[end - 1].is_ascii_digit() {
            return Vec::new();
        }
        if self.is_one_of(end, "eE") {
            let sign = usize::from(self.is_one_of(end + 1, "+-"));
            let digits = self.count_digits(end + 1 + sign);
            end += if digits > 0 { 1 + sign + digits } else { 0 };
        }
        let sign = end + self.count_while(end, |c| c.is_whitespace());
        let behind_sign = (self.text.get(sign) == Some(&'%')).then_some(sign + 1);
        [Some(end), behind_sign].into_iter().flatten().collect()
    }

    /// Returns the ends that faces may have: in brackets or quotation marks that of these, and else
    /// those of dice of the file, and of all numbers that follow one another.
    fn ends_of_faces(&self, at: usize) -> Vec<usize> {
        match self.text.get(at) {
            Some('[') => self.end_of_bracket(at, ']').into_iter().collect(),
            Some('(') => self.end_of_bracket(at, ')').into_iter().collect(),
            Some('{') => self.end_of_bracket(at, '}').into_iter().collect(),
            Some(quote @ ('"' | '\'')) => self.end_of_bracket(at, *quote).into_iter().collect(),
            _ => self.ends_of_bare_faces(at),
        }
    }

    /// Returns the end of faces in a bracket or quotation marks that begin here and end with
    /// `close`.
    fn end_of_bracket(&self, at: usize, close: char) -> Option<usize> {
        let is_inside = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;".contains(c);
        let end = at + 1 + self.count_while(at + 1, is_inside);
        (self.text.get(end) == Some(&close)).then_some(end + 1)
    }

    /// Returns the ends of faces without brackets: those of dice of the file, the longest first,
    /// and that of all numbers, which is first if they are a die in any order.
    fn ends_of_bare_faces(&self, at: usize) -> Vec<usize> {
        let (mut faces, mut ends) = (Vec::new(), Vec::new());
        let mut next = at;
        while self.count_digits(next) > 0 {
            let end = next + self.count_digits(next);
            let digits: String = self.text[next..end].iter().collect();
            let Ok(face) = digits.parse::<u32>() else {
                break;
            };
            faces.push(face);
            ends.push(end);
            next = end + self.count_while(end, |c| c.is_whitespace() || c == ',');
        }
        let mut found = self
            .index
            .prefix_lengths(&faces)
            .unique()
            .sorted()
            .rev()
            .map(|length| ends[length - 1])
            .collect_vec();
        if let Some(&last) = ends.last() {
            if self.index.count(&faces) > 0 {
                found.insert(0, last);
            } else {
                found.push(last);
            }
        }
        found
    }
}
