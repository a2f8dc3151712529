//! The elements of a [form](super::form::Form), and the search for them in a line.

use std::collections::HashSet;
use std::ops::Range;

use super::numeral::number_length;

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
    OpponentShare,
    OpponentWins,
    Anything,
}

impl Placeholder {
    /// Returns whether it says how often a die has won.
    pub(super) fn is_value(self) -> bool {
        matches!(self, Placeholder::Share | Placeholder::Wins)
    }

    fn is_share(self) -> bool {
        matches!(self, Placeholder::Share | Placeholder::OpponentShare)
    }

    fn are_faces(self) -> bool {
        matches!(self, Placeholder::Faces | Placeholder::OpponentFaces)
    }

    /// Returns whether it names a die, a rank or a number of sides, in which no marks stand.
    fn is_plain(self) -> bool {
        use Placeholder as P;
        matches!(
            self,
            P::Rank | P::Number | P::Index | P::Sides | P::OpponentNumber | P::OpponentIndex
        )
    }
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
/// anything. `faces` are the places in the line where dice of the file stand.
///
/// # Errors
///
/// If the whole `line` without the spaces around it does not have the form. Returns the number of
/// bytes of the line that fit.
pub(super) fn fill_places(
    elements: &[FormElement],
    line: &str,
    faces: &[Range<usize>],
) -> Result<Vec<FilledPlace>, usize> {
    let mut matcher = Matcher {
        elements,
        text: line.trim_end(),
        faces,
        failed: HashSet::new(),
        reached: 0,
        filled: Vec::new(),
    };
    let spaces = elements
        .iter()
        .take_while(|element| **element == FormElement::Space)
        .count();
    let start = SearchPosition {
        element: spaces,
        at: line.len() - line.trim_start().len(),
    };
    if matcher.fill_from(start) {
        Ok(matcher.filled)
    } else {
        Err(matcher.reached)
    }
}

/// A position in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SearchPosition {
    /// The index of the next element.
    element: usize,
    /// The index of the next byte.
    at: usize,
}

/// The search for elements in a line.
struct Matcher<'a> {
    elements: &'a [FormElement],
    text: &'a str,
    faces: &'a [Range<usize>],
    /// Positions from which on the remaining elements do not fit.
    failed: HashSet<SearchPosition>,
    /// So many bytes have fitted.
    reached: usize,
    filled: Vec<FilledPlace>,
}

impl Matcher<'_> {
    /// Fills the places from a position on with the text from there on. Returns false, and fills
    /// none, if the elements do not fit the text.
    fn fill_from(&mut self, position: SearchPosition) -> bool {
        let Some(position) = self.skip_literals(position) else {
            return false;
        };
        let SearchPosition { element, at } = position;
        let Some(&FormElement::Placeholder(placeholder)) = self.elements.get(element) else {
            return at == self.text.len();
        };
        if !self.failed.insert(position) {
            return false;
        }
        let filled = self.filled.len();
        for end in self.find_ends(placeholder, at) {
            if placeholder != Placeholder::Anything {
                let text = self.text[at..end].into();
                self.filled.push(FilledPlace { placeholder, text });
            }
            if self.fill_from(SearchPosition {
                element: element + 1,
                at: end,
            }) {
                return true;
            }
            self.filled.truncate(filled);
        }
        false
    }

    /// Skips spaces and characters that stand there themselves, down to the next placeholder or the
    /// end of the elements; `None` if the text has other characters.
    fn skip_literals(&mut self, mut position: SearchPosition) -> Option<SearchPosition> {
        loop {
            self.reached = self.reached.max(position.at);
            let rest = &self.text[position.at..];
            match self.elements.get(position.element) {
                None | Some(FormElement::Placeholder(_)) => return Some(position),
                Some(FormElement::Space) => position.at += rest.len() - rest.trim_start().len(),
                Some(FormElement::Char(c)) => {
                    position.at += rest.starts_with(*c).then_some(c.len_utf8())?;
                }
            }
            position.element += 1;
        }
    }

    /// Returns the ends that the text of a place may have that begins here.
    fn find_ends(&self, placeholder: Placeholder, at: usize) -> Vec<usize> {
        let rest = &self.text[at..];
        if placeholder == Placeholder::Anything {
            // A number is not torn, so that each begins once.
            let mut before = ' ';
            let starts = rest.char_indices().filter(|(_, c)| {
                let is_torn = before.is_ascii_digit() && c.is_ascii_digit();
                before = *c;
                !is_torn
            });
            return starts
                .map(|(start, _)| at + start)
                .chain([self.text.len()])
                .collect();
        }
        let is_inside_number = self.text[..at].ends_with(|c: char| c.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit());
        if is_inside_number {
            return Vec::new();
        }
        if placeholder.are_faces() {
            return self.find_ends_of_faces(at);
        }
        if placeholder.is_plain() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            return if digits > 0 {
                vec![at + digits]
            } else {
                Vec::new()
            };
        }
        let sign = ['-', '−']
            .into_iter()
            .find(|sign| placeholder.is_share() && rest.starts_with(*sign));
        let start = at + sign.map_or(0, char::len_utf8);
        let mut ends = Vec::new();
        for do_blanks_join in [true, false] {
            let length = number_length(&self.text[start..], do_blanks_join, true);
            if length == 0 {
                continue;
            }
            let end = start + length;
            let behind = &self.text[end..];
            let mark = behind.trim_start();
            if placeholder.is_share() && mark.starts_with(['%', '‰']) {
                let blanks = behind.len() - mark.len();
                let mark = mark.chars().next().map_or(0, char::len_utf8);
                ends.extend([end, end + blanks + mark]);
            } else {
                ends.push(end);
            }
        }
        ends
    }

    /// Returns the ends that faces may have: those of dice of the file that begin here, with their
    /// brackets or quotation marks.
    fn find_ends_of_faces(&self, at: usize) -> Vec<usize> {
        let rest = &self.text[at..];
        let is_open = rest.starts_with(['[', '(', '{', '"', '\'']);
        let start = at + usize::from(is_open);
        let start = start + self.text[start..].len() - self.text[start..].trim_start().len();
        let of_dice = self
            .faces
            .iter()
            .filter(|faces| faces.start == start)
            .map(|faces| faces.end);
        of_dice
            .map(|end| {
                let behind = self.text[end..].trim_start();
                let behind = behind.strip_prefix(',').unwrap_or(behind).trim_start();
                let closes = is_open && behind.starts_with([']', ')', '}', '"', '\'']);
                if closes {
                    self.text.len() - behind.len() + 1
                } else {
                    end
                }
            })
            .collect()
    }
}
