//! Splits a text into numbers, faces of dice, words and marks.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use super::faces::FacesSpan;
use super::numeral::{Numeral, Per, is_one_number, number_length, split_chain};
use super::text::CleanText;
use super::words::{Roles, roles_of_word};

/// What must be decided about a whole text before it is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// True if a comma between digits may be part of a number.
    pub(super) do_commas_join: bool,
    /// True if a blank between digits may be part of a number.
    pub(super) do_blanks_join: bool,
    /// True if faces name dice.
    pub(super) has_faces: bool,
    /// The number of letters, from `A` on, that stand for dice without a word that says so.
    pub(super) letters: usize,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) enum Token {
    Number(Numeral),
    /// The faces of these dice.
    Die(Vec<usize>),
    Word(Word),
    /// A sign, or two that belong together; `\t` is also written for two or more blanks.
    Mark(&'static str),
    /// Any other sign.
    OtherMark(char),
    LineEnd,
}

/// A word in small letters.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// The alternatives of what it may speak of.
    pub(super) roles: Rc<[Roles]>,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct PlacedToken {
    pub(super) token: Token,
    /// The index of the line in the clean text.
    pub(super) line: usize,
    pub(super) span: Range<usize>,
}

impl PlacedToken {
    pub(super) fn number(&self) -> Option<&Numeral> {
        match &self.token {
            Token::Number(numeral) => Some(numeral),
            _ => None,
        }
    }

    pub(super) fn dice(&self) -> Option<&[usize]> {
        match &self.token {
            Token::Die(dice) => Some(dice),
            _ => None,
        }
    }

    pub(super) fn word(&self) -> Option<&Word> {
        match &self.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether it is a number or names a die.
    pub(super) fn is_item(&self) -> bool {
        matches!(self.token, Token::Number(_) | Token::Die(_))
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.token, Token::Mark(own) if own == mark)
    }
}

impl fmt::Display for PlacedToken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.token {
            Token::Number(numeral) => f.write_str(&numeral.written),
            Token::Die(dice) => write!(f, "{dice:?}"),
            Token::Word(word) => f.write_str(&word.text),
            Token::Mark(mark) => f.write_str(mark),
            Token::OtherMark(mark) => write!(f, "{mark}"),
            Token::LineEnd => Ok(()),
        }
    }
}

/// The marks that mean something, the longest first.
const MARKS: [&str; 25] = [
    "+/-", "+-", "->", "=>", "±", ",", ";", "|", "(", ")", "[", "]", "{", "}", "&", ":", "=", "/",
    ".", "-", "_", "#", "│", "┃", "█",
];

/// Words for no wins.
const NONE: [&str; 6] = ["nie", "niemals", "keine", "keinen", "keinmal", "never"];

/// Remembers the roles of words.
#[derive(Default)]
pub(super) struct Vocabulary {
    known: HashMap<String, Rc<[Roles]>>,
}

impl Vocabulary {
    /// Makes a word of letters.
    pub(super) fn word(&mut self, letters: &str) -> Word {
        let text = letters.to_lowercase();
        let roles = match self.known.get(&text) {
            Some(roles) => roles.clone(),
            None => {
                let roles: Rc<[Roles]> = roles_of_word(&text).into();
                self.known.insert(text.clone(), roles.clone());
                roles
            }
        };
        Word { text, roles }
    }
}

/// Splits a text with faces in these places.
pub(super) fn tokenize(
    text: &CleanText,
    faces: &[FacesSpan],
    variant: Variant,
    vocabulary: &mut Vocabulary,
) -> Vec<PlacedToken> {
    let mut lexer = Lexer {
        text: &text.text,
        variant,
        vocabulary,
        tokens: Vec::new(),
        line: 0,
    };
    let mut start = 0;
    let faces = if variant.has_faces { faces } else { &[] };
    for FacesSpan { span, dice } in faces {
        lexer.read(start..span.start);
        lexer.push(Token::Die(dice.clone()), span.clone());
        lexer.line += text.text[span.clone()].matches('\n').count();
        start = span.end;
    }
    lexer.read(start..text.text.len());
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    variant: Variant,
    vocabulary: &'a mut Vocabulary,
    tokens: Vec<PlacedToken>,
    line: usize,
}

impl Lexer<'_> {
    fn push(&mut self, token: Token, span: Range<usize>) {
        self.tokens.push(PlacedToken {
            token,
            line: self.line,
            span,
        });
    }

    fn read(&mut self, span: Range<usize>) {
        let mut at = span.start;
        while let Some(first) = self.text[at..span.end].chars().next() {
            let rest = &self.text[at..span.end];
            let begins_fraction = rest
                .strip_prefix('.')
                .is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()));
            let length = if first == '\n' {
                self.push(Token::LineEnd, at..at + 1);
                self.line += 1;
                1
            } else if first.is_ascii_digit() || begins_fraction && !self.is_word_before(at) {
                self.read_digits(at, rest)
            } else if first.is_alphabetic() || first == char::REPLACEMENT_CHARACTER {
                self.read_word(at, rest)
            } else if first == '\t' || rest.starts_with("  ") {
                let length = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                self.push(Token::Mark("\t"), at..at + length);
                length
            } else {
                self.read_mark(at, rest, first)
            };
            at += length;
        }
    }

    fn is_word_before(&self, at: usize) -> bool {
        self.text[..at].ends_with(char::is_alphanumeric)
    }

    /// Reads digits as a number, or several, or a part of a word. Returns their length.
    fn read_digits(&mut self, at: usize, rest: &str) -> usize {
        let has_no_whole = rest.starts_with('.');
        let length_of =
            |do_commas_join: bool| number_length(rest, self.variant.do_blanks_join, do_commas_join);
        let length = if has_no_whole {
            1 + number_length(&rest[1..], false, true)
        } else {
            // Where commas cannot join, blanks may join behind them.
            let joined = length_of(self.variant.do_commas_join);
            if is_one_number(&rest[..joined]) {
                joined
            } else {
                length_of(false)
            }
        };
        let behind = &rest[length..];
        let behind_letters = behind.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let is_code = behind_letters.len() < behind.len()
            && behind_letters.starts_with(|c: char| c.is_ascii_digit());
        let before = &self.text[..at];
        let is_part = before
            .strip_suffix('.')
            .unwrap_or_default()
            .ends_with(|c: char| c.is_ascii_digit());
        if !has_no_whole && (is_code || is_part) {
            let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.len() - rest.trim_start_matches(is_of_word).len();
            let word = self.vocabulary.word(&rest[..length]);
            self.push(Token::Word(word), at..at + length);
            return length;
        }
        let chain = &rest[..length];
        let is_quoted = self.text[..at].ends_with('"')
            && behind.trim_start_matches([' ', '%', '‰']).starts_with('"');
        if has_no_whole {
            self.push_number(&format!("0{chain}"), at..at + length);
            return length;
        }
        let pieces = split_chain(chain, self.variant.do_commas_join || is_quoted);
        let mut is_first = true;
        for piece in pieces {
            let start = at + piece.start;
            if !is_first {
                self.push(Token::Mark(","), start - 1..start);
            }
            is_first = false;
            self.push_number(piece.text, start..start + piece.text.len());
        }
        length
    }

    fn push_number(&mut self, written: &str, span: Range<usize>) {
        let Some(mut numeral) = Numeral::new(written) else {
            let word = self.vocabulary.word(written);
            return self.push(Token::Word(word), span);
        };
        if let Some((last, before)) = self.tokens.split_last() {
            numeral.is_error = ["±", "+/-", "+-"].iter().any(|mark| last.is_mark(mark));
            let is_sign = last.is_mark("-")
                && last.span.end == span.start
                && before.last().is_none_or(|before| {
                    before.span.end < last.span.start
                        || matches!(before.token, Token::Mark(_) | Token::LineEnd)
                });
            if is_sign {
                numeral.negate();
            }
        }
        self.push(Token::Number(numeral), span);
    }

    fn read_word(&mut self, at: usize, rest: &str) -> usize {
        let is_letter = |c: char| c.is_alphabetic() || c == '_' || c == char::REPLACEMENT_CHARACTER;
        let mut length = 0;
        loop {
            let here = &rest[length..];
            length += here.len() - here.trim_start_matches(is_letter).len();
            let behind = &rest[length..];
            let joins = behind.starts_with(['-', '/', ':'])
                && behind[1..].starts_with(|c: char| c.is_alphabetic());
            if !joins {
                break;
            }
            length += 1;
        }
        let letters = &rest[..length];
        let span = at..at + length;
        let word = self.vocabulary.word(letters);
        if let [letter @ b'A'..=b'Z'] = *letters.as_bytes() {
            let is_called_die = matches!(
                self.tokens.last(),
                Some(PlacedToken { token: Token::Word(word), .. }) if word.roles.contains(&Roles::DIE)
            );
            if is_called_die || usize::from(letter - b'A') < self.variant.letters {
                self.push(Token::Number(Numeral::of_letter(char::from(letter))), span);
                return length;
            }
        }
        if let Some(PlacedToken {
            token: Token::Number(numeral),
            span: number,
            ..
        }) = self.tokens.last_mut()
            && number.end == at
            && ["st", "nd", "rd", "th"].contains(&&word.text[..])
        {
            numeral.is_ordinal = true;
            return length;
        }
        if NONE.contains(&&word.text[..]) {
            self.push(Token::Number(Numeral::of_word(letters)), span);
            return length;
        }
        self.push(Token::Word(word), span);
        length
    }

    fn read_mark(&mut self, at: usize, rest: &str, first: char) -> usize {
        if let (
            '%' | '‰',
            Some(PlacedToken {
                token: Token::Number(numeral),
                ..
            }),
        ) = (first, self.tokens.last_mut())
        {
            numeral.per = if first == '%' { Per::Cent } else { Per::Mille };
        } else if first == '%' || first == '‰' {
            let name = if first == '%' { "prozent" } else { "promille" };
            let word = self.vocabulary.word(name);
            self.push(Token::Word(word), at..at + first.len_utf8());
        } else if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            self.push(Token::Mark(mark), at..at + mark.len());
            return mark.len();
        } else if !first.is_whitespace() && !"\"'`*".contains(first) {
            self.push(Token::OtherMark(first), at..at + first.len_utf8());
        }
        first.len_utf8()
    }
}
