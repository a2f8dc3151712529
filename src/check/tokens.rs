//! The tokens of somebody's list: numbers, dice, words and marks.
//!
//! Numbers are read as programs of all languages print them. Whether a comma is a decimal mark or
//! stands between numbers is decided once for the whole list, see [`Notation`].

use std::collections::HashMap;

use crate::dice::{Die, sort_faces};

/// The meaning of a comma between two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comma {
    /// A decimal mark, as in `97,5`, or one of thousands, unless more marks follow with which it
    /// makes no number.
    Decimal,
    /// A separator of numbers, as in `5,97`; but a decimal mark behind thousands, as in `1.234,5`.
    Separator,
}

/// The way in which a list names dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// By faces, in brackets or not.
    Faces,
    /// By numbers: faces are dice only in brackets or with hyphens or slashes between them, and not
    /// needed.
    Numbers,
}

/// The notation of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Notation {
    pub(super) comma: Comma,
    pub(super) naming: Naming,
}

impl Notation {
    /// The likeliest notation: decimal commas, and dice named by their faces.
    pub(super) const DECIMAL_FACES: Notation = Notation {
        comma: Comma::Decimal,
        naming: Naming::Faces,
    };
    /// Decimal commas, and dice named by their numbers.
    pub(super) const DECIMAL_NUMBERS: Notation = Notation {
        comma: Comma::Decimal,
        naming: Naming::Numbers,
    };
    /// All notations, the likeliest first.
    pub(super) const ALL: [Notation; 4] = [
        Notation::DECIMAL_FACES,
        Notation::DECIMAL_NUMBERS,
        Notation {
            comma: Comma::Separator,
            naming: Naming::Faces,
        },
        Notation {
            comma: Comma::Separator,
            naming: Naming::Numbers,
        },
    ];
}

/// A number of a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    /// The value, without regard to a percent sign.
    pub(super) value: f64,
    /// The number of digits behind the decimal mark.
    pub(super) decimals: usize,
    /// The number as it is written; but if it has an exponent, or marks that are certainly those of
    /// thousands, without these and with a point before its decimals. Of a medal, its rank.
    pub(super) text: String,
    /// The number if it is certainly a whole one: written with digits alone, with marks of
    /// thousands that can be nothing else, as a letter or as a medal; the largest if it is too
    /// large.
    pub(super) whole: Option<u64>,
    /// The whole number that a number like `14.961` is if its only mark is one of thousands.
    pub(super) thousands: Option<u64>,
    /// True if `%` or a word for it stands behind the number or its error, or above its column.
    pub(super) is_per_cent: bool,
    /// True if letters stand directly before the number, as in `W6`, or it is a letter itself.
    pub(super) is_glued: bool,
    /// True if a point or a closing round bracket stands directly behind the number, as behind a
    /// rank, or it is a medal.
    pub(super) is_ordinal: bool,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Number),
    /// The faces of a die of the file, or of a strange one that `with_strange_die` has made. A
    /// number of sides before them in the same brackets, or joined to them by a hyphen or slash,
    /// belongs to the token.
    Die(Vec<u32>),
    /// A word, in small letters; `?` for digits and marks that make no number.
    Word(String),
    Mark(char),
}

impl Token {
    /// Returns the number, if the token is one.
    pub(super) fn number(&self) -> Option<&Number> {
        match self {
            Token::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the word, if the token is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether the token is one of these marks.
    pub(super) fn is_mark(&self, marks: &str) -> bool {
        matches!(self, Token::Mark(mark) if marks.contains(*mark))
    }

    /// Returns whether the token is a number or a die.
    pub(super) fn is_value(&self) -> bool {
        matches!(self, Token::Number(_) | Token::Die(_))
    }
}

/// A token, and its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedToken {
    pub(super) token: Token,
    /// The number of the line.
    pub(super) line: usize,
    /// The index of the first character in the line.
    pub(super) start: usize,
    /// The index behind the last character in the line, which is no percent sign.
    pub(super) end: usize,
}

/// The dice that a list may name.
pub(super) struct DiceIndex<'a> {
    /// The dice of the file.
    pub(super) dice: &'a [Die],
    /// The number of dice with these faces, which are sorted.
    count_by_faces: HashMap<Vec<u32>, usize>,
    /// The indices of the dice with this face first.
    by_first_face: HashMap<u32, Vec<usize>>,
    /// The largest number of faces of a die.
    most_faces: usize,
}

impl DiceIndex<'_> {
    /// Creates the index of the dice of a file.
    pub(super) fn new(dice: &[Die]) -> DiceIndex<'_> {
        let mut count_by_faces: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut by_first_face: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, die) in dice.iter().enumerate() {
            *count_by_faces.entry(sort_faces(die.faces())).or_default() += 1;
            by_first_face.entry(die.faces()[0]).or_default().push(index);
        }
        DiceIndex {
            dice,
            count_by_faces,
            by_first_face,
            most_faces: dice.iter().map(|die| die.faces().len()).max().unwrap_or(0),
        }
    }

    /// Returns the number of dice that have these faces, in any order.
    pub(super) fn count(&self, faces: &[u32]) -> usize {
        self.count_by_faces
            .get(&sort_faces(faces))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the index of the first die that has these faces, in any order.
    pub(super) fn first_with(&self, faces: &[u32]) -> Option<usize> {
        let faces = sort_faces(faces);
        self.dice
            .iter()
            .position(|die| die.faces().len() == faces.len() && sort_faces(die.faces()) == faces)
    }

    /// Returns the faces among numbers that brackets or marks hold together, perhaps behind the
    /// number of sides, if they are those of a die.
    fn find_faces(&self, numbers: &[u32]) -> Option<Vec<u32>> {
        if self.count(numbers) > 0 {
            return Some(numbers.to_vec());
        }
        let (&sides, faces) = numbers.split_first()?;
        let is_die = sides as usize == faces.len() && self.count(faces) > 0;
        is_die.then(|| faces.to_vec())
    }

    /// Returns how many of the first numbers are the faces of a die in its order, for each such
    /// die.
    pub(super) fn prefix_lengths<'a>(
        &'a self,
        numbers: &'a [u32],
    ) -> impl Iterator<Item = usize> + 'a {
        numbers
            .first()
            .and_then(|face| self.by_first_face.get(face))
            .into_iter()
            .flatten()
            .map(|&die| self.dice[die].faces())
            .filter(|faces| numbers.starts_with(faces))
            .map(<[u32]>::len)
    }
}

/// Splits the `text` of a line with the number `line` into tokens; into none if it has many more
/// than a list of these dice.
pub(super) fn tokenize(
    text: &str,
    line: usize,
    index: &DiceIndex,
    notation: Notation,
) -> Vec<PlacedToken> {
    let mut lexer = Lexer {
        text: text.chars().collect(),
        at: 0,
        line,
        index,
        notation,
        run_end: 0,
        tokens: Vec::new(),
    };
    let most = 100 * (index.dice.len() + 10);
    while lexer.at < lexer.text.len() && lexer.tokens.len() <= most {
        lexer.take_next();
    }
    if lexer.tokens.len() > most {
        Vec::new()
    } else {
        lexer.tokens
    }
}

/// The state of splitting a line.
struct Lexer<'a> {
    text: Vec<char>,
    /// The index of the next character.
    at: usize,
    line: usize,
    index: &'a DiceIndex<'a>,
    notation: Notation,
    /// The index behind the numbers that were searched for a die; before it, no other search is
    /// made.
    run_end: usize,
    tokens: Vec<PlacedToken>,
}

/// A whole number in a run, and its position.
#[derive(Clone, Copy)]
struct RunNumber {
    value: u32,
    start: usize,
    end: usize,
}

/// A die in a run of whole numbers; of several the greatest is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RunDie {
    /// True if the spaces between its faces are others than those around it: it is a cell.
    is_cell: bool,
    /// The number of faces.
    length: usize,
    /// The index of its first face in the run.
    first: usize,
}

/// Marks for the first three ranks.
const MEDALS: [char; 3] = ['🥇', '🥈', '🥉'];

/// Marks that may open a bracket around the faces of a die.
const OPENING_MARKS: [char; 6] = ['[', '(', '{', '"', '\'', '<'];

fn closing_mark(open: char) -> char {
    match open {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        '<' => '>',
        quote => quote,
    }
}

fn is_digit(c: Option<&char>) -> bool {
    c.is_some_and(char::is_ascii_digit)
}

fn is_letter(c: Option<&char>) -> bool {
    // Accents may be characters of their own.
    c.is_some_and(|c| c.is_alphabetic() || *c == '_' || ('\u{300}'..'\u{370}').contains(c))
}

impl Lexer<'_> {
    fn char(&self, index: usize) -> Option<&char> {
        self.text.get(index)
    }

    fn push(&mut self, token: Token, start: usize) {
        let (line, end) = (self.line, self.at);
        self.tokens.push(PlacedToken {
            token,
            line,
            start,
            end,
        });
    }

    /// Takes the next token, or skips what is none.
    fn take_next(&mut self) {
        let start = self.at;
        let c = self.text[start];
        if c == '\u{1b}' {
            self.skip_escape();
        } else if c.is_whitespace() || c.is_control() || c == '\u{feff}' {
            self.at += 1;
        } else if (OPENING_MARKS.contains(&c) && self.take_bracketed_die())
            || (c == '<' && self.take_tag())
        {
            // What was recognised is behind `at` already.
        } else if self.is_number_start() {
            self.take_value();
        } else if is_letter(Some(&c)) {
            self.take_word();
        } else if let Some(rank) = MEDALS.iter().position(|medal| *medal == c) {
            self.at += 1;
            let rank = rank as u64 + 1;
            let number = Number {
                is_ordinal: true,
                ..Number::whole(rank, rank.to_string())
            };
            self.push(Token::Number(number), start);
        } else {
            self.at += 1;
            // A command of TeX says nothing.
            if c == '\\' && is_letter(self.char(self.at)) {
                while is_letter(self.char(self.at)) {
                    self.at += 1;
                }
                return;
            }
            self.push(Token::Mark(c), start);
        }
    }

    /// Skips a code for colours or for the cursor.
    fn skip_escape(&mut self) {
        self.at += 1;
        if self.char(self.at) == Some(&'[') {
            self.at += 1;
            while self.char(self.at).is_some_and(|c| !('@'..='~').contains(c)) {
                self.at += 1;
            }
            self.at += 1;
        }
    }

    /// Takes a tag of HTML as the mark `|`. Returns false if there is none.
    fn take_tag(&mut self) -> bool {
        /// A tag is not looked for in more characters.
        const LONGEST: usize = 200;
        let remaining = &self.text[self.at..];
        let is_tag = remaining
            .get(1)
            .is_some_and(|c| c.is_ascii_alphabetic() || *c == '/');
        let length = remaining.iter().take(LONGEST).position(|&c| c == '>');
        let Some(length) = length.filter(|_| is_tag) else {
            return false;
        };
        let start = self.at;
        self.at += length + 1;
        self.push(Token::Mark('|'), start);
        true
    }

    /// Returns whether a number begins here, perhaps with a sign or a point before its decimals.
    fn is_number_start(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.char(at));
        let is_apart = before.is_none_or(|c| c.is_whitespace() || ",;:=([{|<>&\"'~".contains(*c));
        match self.text[self.at] {
            '0'..='9' => true,
            '-' | '−' | '–' | '.' => is_apart && is_digit(self.char(self.at + 1)),
            _ => false,
        }
    }

    /// Takes the faces of a die in brackets or quotation marks. Returns false if there are none.
    fn take_bracketed_die(&mut self) -> bool {
        let start = self.at;
        let close = closing_mark(self.text[start]);
        let inside = |c: &&char| c.is_ascii_digit() || c.is_whitespace() || ",;-/".contains(**c);
        let length = self.text[start + 1..].iter().take_while(inside).count();
        let end = start + 1 + length;
        if self.char(end) != Some(&close) {
            return false;
        }
        let numbers: Option<Vec<u32>> = self.text[start + 1..end]
            .split(|c| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty())
            .map(|digits| digits.iter().collect::<String>().parse().ok())
            .collect();
        let faces = numbers.and_then(|numbers| self.index.find_faces(&numbers));
        // Two numbers with a hyphen or slash between them may be a range or a fraction, a single
        // one in round brackets anything.
        let has_hyphen = self.text[start + 1..end].iter().any(|c| "-/".contains(*c));
        let least = match close {
            _ if has_hyphen => 3,
            ')' => 2,
            _ => 1,
        };
        let Some(faces) = faces.filter(|faces| faces.len() >= least) else {
            return false;
        };
        self.at = end + 1;
        self.push(Token::Die(faces), start);
        true
    }

    /// Takes a word, or the letter that names a die. A word for per cent makes a percentage of the
    /// number before it.
    fn take_word(&mut self) {
        let start = self.at;
        while is_letter(self.char(self.at)) {
            self.at += 1;
        }
        let digits = self.text[self.at..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count();
        if digits > 0 && is_letter(self.char(self.at + digits)) {
            // A code like b6d3586.
            while self.char(self.at).is_some_and(|c| c.is_alphanumeric()) {
                self.at += 1;
            }
        }
        let word: String = self.text[start..self.at].iter().collect();
        let is_capital = word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase();
        if is_capital && !is_digit(self.char(self.at)) && self.follows_die_word(start) {
            let number = u64::from(word.as_bytes()[0] - b'A') + 1;
            self.push(Token::Number(Number::letter(number, &word)), start);
            return;
        }
        self.push(Token::Word(word.to_lowercase()), start);
        if ["prozent", "percent", "pct"].contains(&&*word.to_lowercase()) {
            self.mark_per_cent(start);
        }
    }

    /// Returns whether the last token is a word for a die, with one space between it and the letter
    /// at `start`, which is its name then.
    fn follows_die_word(&self, start: usize) -> bool {
        const DIE_WORDS: [&str; 7] = [
            "würfel", "wuerfel", "die", "dice", "cube", "player", "spieler",
        ];
        self.tokens
            .last()
            .filter(|last| self.text[last.end..start] == [' '])
            .and_then(|last| last.token.word())
            .is_some_and(|word| DIE_WORDS.contains(&word))
    }

    /// Makes a percentage of the number before the word that begins at `start`, if only commas or
    /// backslashes stand between them.
    fn mark_per_cent(&mut self, start: usize) {
        let before = self
            .tokens
            .iter_mut()
            .rev()
            .find(|placed| match &placed.token {
                Token::Word(_) => placed.start < start,
                Token::Mark(mark) => !",\\".contains(*mark),
                _ => true,
            });
        if let Some(PlacedToken {
            token: Token::Number(number),
            ..
        }) = before
        {
            number.is_per_cent = true;
        }
    }

    /// Takes a die with the numbers before it, or a number with its percent sign, or `?` for digits
    /// that make no number.
    fn take_value(&mut self) {
        let is_glued = self
            .tokens
            .last()
            .is_some_and(|last| last.end == self.at && last.token.word().is_some());
        let may_be_die = !is_glued && self.at >= self.run_end;
        if may_be_die && self.notation.naming == Naming::Faces && self.take_bare_die() {
            return;
        }
        if !is_glued && self.at >= self.run_end && self.take_joined_die() {
            return;
        }
        let start = self.at;
        match self.take_number(is_glued) {
            Some(number) => self.push(Token::Number(number), start),
            None => self.push(Token::Word("?".into()), start),
        }
        self.take_percent_sign();
    }

    /// Takes the percent sign behind the number that was taken last, if there is one.
    fn take_percent_sign(&mut self) {
        let mut next = self.at;
        while self
            .char(next)
            .is_some_and(|c| c.is_whitespace() || *c == '\\')
        {
            next += 1;
        }
        if self.char(next) == Some(&'%')
            && let Some(PlacedToken {
                token: Token::Number(number),
                ..
            }) = self.tokens.last_mut()
        {
            number.is_per_cent = true;
            self.at = next + 1;
        }
    }

    /// Takes the faces of a die, at least three, that hyphens or slashes join without spaces.
    /// Returns false if there are none.
    fn take_joined_die(&mut self) -> bool {
        let start = self.at;
        let before = start.checked_sub(1).and_then(|at| self.char(at));
        let inside = |c: &&char| c.is_ascii_digit() || "-/".contains(**c);
        let length = self.text[start..].iter().take_while(inside).count();
        let end = start + length;
        let is_broken = match [self.char(end), self.char(end + 1)] {
            [Some('.' | ','), behind] => is_digit(behind),
            [c, _] => is_letter(c) || c == Some(&'%'),
        };
        let text = &self.text[start..end];
        let mark = text.iter().find(|c| !c.is_ascii_digit());
        let Some(mark) = mark.filter(|_| !is_broken) else {
            return false;
        };
        if before.is_some_and(|c| "-/.,".contains(*c)) {
            return false;
        }
        let numbers: Option<Vec<u32>> = text
            .split(|c| c == mark)
            .map(|digits| digits.iter().collect::<String>().parse().ok())
            .collect();
        let faces = numbers.and_then(|numbers| self.index.find_faces(&numbers));
        let Some(faces) = faces.filter(|faces| faces.len() > 2) else {
            return false;
        };
        self.at = end;
        self.push(Token::Die(faces), start);
        true
    }

    /// Returns the whole numbers from here on that have spaces or a comma between them. The run
    /// ends before a number that is more than its digits, and before it is much longer than any
    /// die.
    fn find_run(&self) -> Vec<RunNumber> {
        let mut run: Vec<RunNumber> = Vec::new();
        let mut at = self.at;
        loop {
            let start = at;
            let mut value = Some(0u32);
            while let Some(digit) = self.char(at).and_then(|c| c.to_digit(10)) {
                value = value.and_then(|value| value.checked_mul(10)?.checked_add(digit));
                at += 1;
            }
            let next = [self.char(at), self.char(at + 1)];
            // A decimal mark, a fraction or letters make another number of it.
            let is_broken = match next {
                [Some('.'), behind] => is_digit(behind),
                [Some('%' | '/' | '\'' | '−' | '–' | '-' | '_'), _] => true,
                [c, _] => is_letter(c),
            };
            let is_long = run.len() > self.index.most_faces + 4;
            let Some(value) = value.filter(|_| at > start && !is_broken && !is_long) else {
                break;
            };
            run.push(RunNumber {
                value,
                start,
                end: at,
            });
            let mut next = at;
            let mut commas = 0;
            while let Some(c) = self.char(next) {
                match c {
                    ',' => commas += 1,
                    c if c.is_whitespace() => {}
                    _ => break,
                }
                next += 1;
            }
            if self.char(next) == Some(&'%') {
                run.pop();
                break;
            }
            if next == at || commas > 1 || !is_digit(self.char(next)) {
                break;
            }
            at = next;
        }
        run
    }

    /// Takes the best die in a run of whole numbers, and the numbers before it. Returns false if
    /// there is none.
    fn take_bare_die(&mut self) -> bool {
        let run = self.find_run();
        let Some(last) = run.last() else { return false };
        self.run_end = if self.is_decimal_comma(&run, 1) {
            run[1].end
        } else {
            last.end
        };
        let Some(die) = self.find_best_die(&run) else {
            return false;
        };
        for (place, number) in run[..die.first].iter().enumerate() {
            self.at = number.end;
            let text: String = self.text[number.start..number.end].iter().collect();
            self.push(
                Token::Number(Number::whole(number.value.into(), text)),
                number.start,
            );
            let next = run[place + 1].start;
            let comma = (number.end..next).find(|&at| self.text[at] == ',');
            if let Some(comma) = comma {
                self.at = comma + 1;
                self.push(Token::Mark(','), comma);
            }
        }
        let faces = &run[die.first..die.first + die.length];
        self.at = faces[die.length - 1].end;
        let values = faces.iter().map(|face| face.value).collect();
        self.push(Token::Die(values), faces[0].start);
        self.run_end = self.at;
        true
    }

    /// Finds the best die in a run of whole numbers, a cell or else the longest, behind at most
    /// three others: a rank, its number and its sides.
    fn find_best_die(&self, run: &[RunNumber]) -> Option<RunDie> {
        const MOST_BEFORE: usize = 3;
        /// Dice with this many faces or more are not told apart by spaces.
        const TOO_LONG_FOR_CELL: usize = 50;
        let values: Vec<u32> = run.iter().map(|number| number.value).collect();
        let gap = |at: usize| self.gap_before(run, at);
        // Where spaces differ, a die is a cell.
        let is_cell = |first: usize, behind: usize| {
            let inner = (first + 1..behind).map(gap).collect::<Vec<_>>();
            let is_even = inner.windows(2).all(|pair| pair[0] == pair[1]);
            let is_apart = |at: usize| inner.first() != Some(&gap(at));
            is_even && (first == 0 || is_apart(first)) && (behind == run.len() || is_apart(behind))
        };
        // A part of a decimal number is no rank before a die.
        let before = (1..values.len().min(MOST_BEFORE + 1))
            .take_while(|&at| !self.is_decimal_comma(run, at))
            .count();
        let mut best: Option<RunDie> = None;
        for first in 0..=before {
            for length in self.index.prefix_lengths(&values[first..]) {
                // A single face may be anything, and two with a comma between them may be a number.
                let behind = first + length;
                let is_number = length == 1 || length == 2 && self.is_decimal_comma(run, first + 1);
                if !is_number {
                    best = best.max(Some(RunDie {
                        is_cell: length < TOO_LONG_FOR_CELL && is_cell(first, behind),
                        length,
                        first,
                    }));
                }
            }
        }
        best
    }

    /// Returns the text before the number at this index of a run.
    fn gap_before(&self, run: &[RunNumber], index: usize) -> &[char] {
        &self.text[run[index - 1].end..run[index].start]
    }

    /// Returns whether a decimal comma stands before the number at this index of a run.
    fn is_decimal_comma(&self, run: &[RunNumber], index: usize) -> bool {
        self.notation.comma == Comma::Decimal
            && index < run.len()
            && self.gap_before(run, index) == [',']
    }

    /// Takes a number: with a sign, marks between its digits and an exponent. `None` if its digits
    /// make none.
    fn take_number(&mut self, is_glued: bool) -> Option<Number> {
        let is_negative = "-−–".contains(self.text[self.at]);
        self.at += usize::from(is_negative);
        let start = self.at;
        // Groups of digits and the marks between them.
        let mut groups: Vec<String> = vec![String::new()];
        let mut marks: Vec<char> = Vec::new();
        while let Some(&c) = self.char(self.at) {
            if c.is_ascii_digit() {
                groups.last_mut()?.push(c);
            } else if ".,'’".contains(c) && is_digit(self.char(self.at + 1)) {
                marks.push(c);
                groups.push(String::new());
            } else {
                break;
            }
            self.at += 1;
        }
        let length = self.count_groups_of_first_number(&groups, &marks);
        let (groups, marks) = (&groups[..length], &marks[..length - 1]);
        let digits: usize = groups.iter().map(String::len).sum();
        self.at = start + digits + marks.len();
        let number = Number::new(groups, marks)?;
        let number = self.take_exponent(number);
        let behind = [self.char(self.at), self.char(self.at + 1)];
        let is_ordinal =
            matches!(behind[0], Some('.' | ')')) && behind[1].is_none_or(|c| !c.is_ascii_digit());
        let mut number = Number {
            is_glued,
            is_ordinal,
            ..number
        };
        if is_negative {
            number.value = -number.value;
            number.text.insert(0, '-');
            number.whole = None;
            number.thousands = None;
        }
        Some(number)
    }

    /// Returns the number of groups of digits, from the first on, that are one number.
    fn count_groups_of_first_number(&self, groups: &[String], marks: &[char]) -> usize {
        let Some(&first) = marks.first() else {
            return 1;
        };
        let is_thousands = |groups: &[String]| {
            groups[0].len() <= 3
                && !groups[0].is_empty()
                && groups[1..].iter().all(|group| group.len() == 3)
        };
        let same = marks.iter().take_while(|&&mark| mark == first).count();
        match first {
            ',' if self.notation.comma == Comma::Separator => 1,
            // A number in CSV that ends with decimals: 5,97.98.
            ',' if same < marks.len() && !is_thousands(&groups[..=same]) => 1,
            ',' if same == marks.len() && same > 1 && !is_thousands(groups) => 1,
            // In `5.97,4` a column ends behind the decimals, unless the point is one of thousands.
            '.' if same == 1 && marks.len() > 1 && !is_thousands(&groups[..2]) => 2,
            _ => groups.len(),
        }
    }

    /// Takes the exponent of a number, if it has one.
    fn take_exponent(&mut self, number: Number) -> Number {
        let remaining = &self.text[self.at..];
        let sign = usize::from(matches!(remaining.get(1), Some('+' | '-')));
        let digits: String = remaining
            .iter()
            .skip(1 + sign)
            .take_while(|c| c.is_ascii_digit())
            .collect();
        let behind = remaining.get(1 + sign + digits.len());
        let is_exponent = matches!(remaining.first(), Some('e' | 'E'))
            && (1..=3).contains(&digits.len())
            && !is_letter(behind);
        let Some(size) = digits.parse::<i32>().ok().filter(|_| is_exponent) else {
            return number;
        };
        let exponent = if remaining.get(1) == Some(&'-') {
            -size
        } else {
            size
        };
        self.at += 1 + sign + digits.len();
        let decimals = (number.decimals as i32 - exponent).clamp(0, 20) as usize;
        let value = format!("{}e{exponent}", number.text.replace(',', "."));
        let value: f64 = value.parse().unwrap_or(f64::NAN);
        Number {
            value,
            decimals,
            text: format!("{value:.decimals$}"),
            whole: None,
            thousands: None,
            ..number
        }
    }
}

impl Number {
    /// Creates a whole number that is written as `text`.
    fn whole(value: u64, text: String) -> Number {
        Number {
            value: value as f64,
            decimals: 0,
            text,
            whole: Some(value),
            thousands: None,
            is_per_cent: false,
            is_glued: false,
            is_ordinal: false,
        }
    }

    /// Creates the number of a die whose name is a letter.
    fn letter(value: u64, text: &str) -> Number {
        Number {
            is_glued: true,
            ..Number::whole(value, text.into())
        }
    }

    /// Creates the number of these groups of digits with marks between them; `None` for dates,
    /// versions and the like.
    fn new(groups: &[String], marks: &[char]) -> Option<Number> {
        let digits = groups.concat();
        let is_grouped = |groups: &[String]| {
            (1..=3).contains(&groups[0].len())
                && !groups[0].starts_with('0')
                && groups[1..].iter().all(|group| group.len() == 3)
        };
        let whole = || digits.parse().unwrap_or(u64::MAX);
        let (last, before) = marks
            .split_last()
            .map_or((None, &[][..]), |(last, before)| (Some(*last), before));
        let thousands = is_grouped(groups).then(whole);
        match last {
            None => Some(Number::whole(whole(), digits)),
            // One mark: decimals, or thousands.
            Some(mark) if before.is_empty() && ".,".contains(mark) => {
                let text = format!("{}{mark}{}", groups[0], groups[1]);
                let value = text.replace(',', ".").parse().ok()?;
                Some(Number {
                    value,
                    decimals: groups[1].len(),
                    whole: None,
                    thousands,
                    ..Number::whole(0, text)
                })
            }
            // The same mark several times, or a sign for thousands.
            Some(mark) if before.iter().all(|other| *other == mark) => {
                let value = thousands?;
                Some(Number::whole(value, value.to_string()))
            }
            // Thousands and decimals.
            Some(_) => {
                let (decimals, whole) = groups.split_last()?;
                let is_number = is_grouped(whole) && before.iter().all(|mark| *mark == before[0]);
                let text = format!("{}.{decimals}", whole.concat());
                let value = text.parse().ok().filter(|_| is_number)?;
                Some(Number {
                    value,
                    decimals: decimals.len(),
                    whole: None,
                    ..Number::whole(0, text)
                })
            }
        }
    }
}
