//! Labels: the roles that words and signs beside the numbers of a record give them.

use std::ops::Range;

use super::tokens::{Number, PlacedToken, Token};
use super::vocabulary::{Role, Roles, is_filler, roles_of};

/// A number of a record, and its roles.
#[derive(Clone, Debug)]
pub(super) struct LabelledNumber {
    pub(super) number: Number,
    /// The number of its line.
    pub(super) line: usize,
    /// The index of its first character in the line.
    pub(super) start: usize,
    /// The index behind its last character in the line.
    pub(super) end: usize,
    pub(super) roles: Roles,
    /// True if there are words beside it, or above its column, that say nothing known.
    pub(super) has_strange_word: bool,
    /// The index of the token that opens the innermost bracket around it.
    pub(super) bracket: Option<usize>,
    /// True if a sign or word of a fraction stands behind it, such as `/` or `von`, and a number of
    /// games follows.
    pub(super) is_numerator: bool,
    /// True if the number before it is such a numerator.
    is_denominator: bool,
    /// True if a single letter makes it the number of a die, which may stand for something else.
    pub(super) is_named_by_letter: bool,
    /// True if only `#` makes it the number of a die. It may be a rank.
    pub(super) is_named_by_mark: bool,
}

impl LabelledNumber {
    pub(super) fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

/// The roles of numbers that count games by their outcome; all of them add up to the games.
const OUTCOME_ROLES: [Role; 3] = [Role::Won, Role::Lost, Role::Drawn];

/// Finds the numbers of a record, and the roles that the words and signs beside them give them.
pub(super) fn label_numbers(tokens: &[PlacedToken]) -> Vec<LabelledNumber> {
    let mut labeller = Labeller::new(tokens);
    if labeller.places.is_empty() {
        return Vec::new();
    }
    for index in 0..=labeller.places.len() {
        labeller.label_gap(index);
    }
    let mut numbers = labeller.numbers;
    inherit_in_brackets(&mut numbers);
    pass_to_numerators(&mut numbers);
    for labelled in &mut numbers {
        if labelled.number.is_per_cent {
            labelled.roles.insert(Role::Share);
        }
        if labelled.is_numerator && labelled.roles.iter().all(|role| *role == Role::Die) {
            labelled.roles.insert(Role::Won);
        }
        drop_weaker_roles(&mut labelled.roles);
    }
    numbers
}

/// The numbers of a record while the gaps between them are read one after the other.
struct Labeller<'a> {
    tokens: &'a [PlacedToken],
    /// The index of the token of each number.
    places: Vec<usize>,
    numbers: Vec<LabelledNumber>,
    /// True if labels stand behind their numbers, as one stands behind the last number.
    are_labels_behind: bool,
}

/// The tokens of a gap between two numbers, divided between them.
struct Labels {
    /// The tokens that label the number before the gap.
    for_previous: Range<usize>,
    /// The tokens that label the number behind the gap.
    for_next: Range<usize>,
}

impl<'a> Labeller<'a> {
    fn new(tokens: &'a [PlacedToken]) -> Labeller<'a> {
        let mut places = Vec::new();
        let mut numbers: Vec<LabelledNumber> = Vec::new();
        let mut brackets: Vec<usize> = Vec::new();
        for (place, placed) in tokens.iter().enumerate() {
            match &placed.token {
                Token::Mark('(' | '[' | '{') => brackets.push(place),
                Token::Mark(')' | ']' | '}') => {
                    brackets.pop();
                }
                Token::Number(number) => {
                    places.push(place);
                    numbers.push(LabelledNumber {
                        number: number.clone(),
                        line: placed.line,
                        start: placed.start,
                        end: placed.end,
                        roles: Roles::new(),
                        has_strange_word: false,
                        bracket: brackets.last().copied(),
                        is_numerator: false,
                        is_denominator: false,
                        is_named_by_letter: false,
                        is_named_by_mark: false,
                    });
                }
                _ => {}
            }
        }
        // Labels stand before or behind their numbers; what stands behind the last one tells.
        let tail = places.last().map_or(0, |last| last + 1)..tokens.len();
        let are_labels_behind = tokens[first_clause(tokens, tail)]
            .iter()
            .filter_map(|placed| placed.token.word())
            .any(|word| !roles_of(word).is_empty());
        Labeller {
            tokens,
            places,
            numbers,
            are_labels_behind,
        }
    }

    /// Labels the numbers on both sides of the gap before the number with this index, or behind the
    /// last number.
    fn label_gap(&mut self, index: usize) {
        let from = index
            .checked_sub(1)
            .map_or(0, |before| self.places[before] + 1);
        let to = self.places.get(index).copied().unwrap_or(self.tokens.len());
        let mut gap = from..to;
        if index > 0 {
            gap.start += unit_length(&self.tokens[from - 1..to]);
            let unit = &self.tokens[from..gap.start];
            add_words(&mut self.numbers[index - 1], unit, WordPlace::Behind);
        }
        if self.is_fraction(index, gap.clone()) {
            self.numbers[index - 1].is_numerator = true;
            self.numbers[index].is_denominator = true;
        }
        let labels = self.divide(index, gap.clone());
        if index > 0 {
            let words = &self.tokens[labels.for_previous];
            add_words(&mut self.numbers[index - 1], words, WordPlace::Behind);
        }
        if index < self.places.len() {
            self.label_next(index, gap, labels.for_next);
        }
    }

    /// Divides the tokens of a gap between the number before it and the one with this index.
    fn divide(&self, index: usize, gap: Range<usize>) -> Labels {
        let tokens = self.tokens;
        let inner = &tokens[gap.clone()];
        let none_for_previous = gap.start..gap.start;
        let none_for_next = gap.end..gap.end;
        if index == 0 {
            return Labels {
                for_previous: none_for_previous,
                for_next: last_clause(tokens, gap),
            };
        }
        if index == self.places.len() {
            return Labels {
                for_previous: first_clause(tokens, gap),
                for_next: none_for_next,
            };
        }
        if self.numbers[index].is_denominator {
            let of = inner.iter().position(|placed| is_of(&placed.token));
            return Labels {
                for_previous: gap.start..gap.start + of.unwrap_or(0),
                for_next: none_for_next,
            };
        }
        let has_break = inner.iter().any(|placed| is_break(&placed.token));
        let ends_with_label_mark = inner.last().is_some_and(|last| last.token.is_mark(":="));
        if self.numbers[index - 1].has_role(Role::Die) {
            Labels {
                for_previous: none_for_previous,
                for_next: if has_break {
                    last_clause(tokens, gap)
                } else {
                    gap
                },
            }
        } else if has_break {
            Labels {
                for_previous: first_clause(tokens, gap.clone()),
                for_next: last_clause(tokens, gap),
            }
        } else if ends_with_label_mark || !self.are_labels_behind {
            Labels {
                for_previous: none_for_previous,
                for_next: gap,
            }
        } else {
            Labels {
                for_previous: gap,
                for_next: none_for_next,
            }
        }
    }

    /// Labels the number with this index by the tokens of the gap before it, of which `label` are
    /// about it.
    fn label_next(&mut self, index: usize, gap: Range<usize>, label: Range<usize>) {
        let inner = &self.tokens[gap.clone()];
        let labelled = &mut self.numbers[index];
        let is_named = is_named_die(inner, self.tokens[gap.end].start);
        // In `Quote von Würfel 3` the first word is about what follows.
        let ends_with_word = inner.last().is_some_and(|last| last.token.word().is_some());
        if !(is_named && ends_with_word) {
            add_words(labelled, &self.tokens[label], WordPlace::Before);
        }
        if is_named {
            labelled.roles.insert(Role::Die);
            labelled.is_named_by_mark = inner
                .last()
                .is_some_and(|last| matches!(last.token, Token::Mark('#')));
            labelled.is_named_by_letter = inner
                .iter()
                .rev()
                .find_map(|placed| placed.token.word())
                .is_some_and(|word| word.len() == 1);
        }
        if ends_with_plus_minus(inner) {
            labelled.roles.insert(Role::Error);
            // What stands behind the error holds for both: `97.78 ± 0.35 %`.
            let is_per_cent = labelled.number.is_per_cent;
            if let Some(before) = index.checked_sub(1) {
                self.numbers[before].number.is_per_cent |= is_per_cent;
            }
        }
    }

    /// Returns whether the numbers around a gap are a fraction, as in `3 von 5`.
    fn is_fraction(&self, index: usize, gap: Range<usize>) -> bool {
        if index == 0 || index == self.places.len() {
            return false;
        }
        let inner = &self.tokens[gap];
        let is_break_mark = |token: &Token| is_break(token) && token.word().is_none();
        !self.numbers[index - 1].has_role(Role::Die)
            && !ends_with_plus_minus(inner)
            && !self.is_in_chain(index)
            && is_count(&self.numbers[index].number)
            && inner.iter().any(|placed| is_of(&placed.token))
            && !inner.iter().any(|placed| is_break_mark(&placed.token))
    }

    /// Returns whether the numbers around the gap before the number with this index are two of
    /// several with slashes between them, as in `3/0/2`.
    fn is_in_chain(&self, index: usize) -> bool {
        let is_slash = |gap: usize| {
            let ends = gap.checked_sub(1).zip(self.places.get(gap));
            let inner = ends.map(|(before, &to)| &self.tokens[self.places[before] + 1..to]);
            inner.is_some_and(|inner| matches!(inner, [mark] if mark.token == Token::Mark('/')))
        };
        is_slash(index) && (is_slash(index + 1) || index > 1 && is_slash(index - 1))
    }
}

/// Returns whether a clause ends with this token.
fn is_break(token: &Token) -> bool {
    match token {
        Token::Mark(mark) => ",;|│┃║()[]{}\"'→>&•.".contains(*mark),
        Token::Word(word) => ["und", "and", "bei", "davon", "mit", "with"].contains(&&**word),
        Token::Die(_) => true,
        Token::Number(_) => false,
    }
}

/// Returns whether the token may stand between the numerator and the denominator of a fraction.
fn is_of(token: &Token) -> bool {
    match token {
        Token::Word(word) => ["von", "of", "out", "aus"].contains(&&**word),
        Token::Mark(mark) => *mark == '/',
        _ => false,
    }
}

/// Returns whether these tokens end with ±, `+-`, `+/-` or `-/+`, perhaps with other marks beside
/// ±: the number behind them is an error.
fn ends_with_plus_minus(tokens: &[PlacedToken]) -> bool {
    let marks: String = tokens
        .iter()
        .rev()
        .map_while(|placed| match placed.token {
            Token::Mark(mark) if !"([{".contains(mark) => Some(mark),
            _ => None,
        })
        .map(|mark| if "−–".contains(mark) { '-' } else { mark })
        .collect();
    marks.contains('±') || ["-/+", "-+", "+/-"].contains(&&*marks)
}

/// A letter that labels a number of games, and the word that it stands for.
struct Abbreviation {
    letter: &'static str,
    word: &'static str,
}

/// The letters that count games won, drawn and lost, in one language.
struct OutcomeLetters {
    won: Abbreviation,
    drawn: Abbreviation,
    lost: Abbreviation,
}

const fn abbreviation(letter: &'static str, word: &'static str) -> Abbreviation {
    Abbreviation { letter, word }
}

/// The letters that may count games, where those for won and lost are both there.
const OUTCOME_LETTERS: [OutcomeLetters; 4] = [
    OutcomeLetters {
        won: abbreviation("w", "won"),
        drawn: abbreviation("d", "drawn"),
        lost: abbreviation("l", "lost"),
    },
    OutcomeLetters {
        won: abbreviation("w", "won"),
        drawn: abbreviation("t", "drawn"),
        lost: abbreviation("l", "lost"),
    },
    OutcomeLetters {
        won: abbreviation("s", "siege"),
        drawn: abbreviation("u", "unentschieden"),
        lost: abbreviation("n", "niederlagen"),
    },
    OutcomeLetters {
        won: abbreviation("g", "gewonnen"),
        drawn: abbreviation("u", "unentschieden"),
        lost: abbreviation("v", "verloren"),
    },
];

/// Returns the word that a letter stands for if `letters`, itself among them, label numbers: next
/// to an `L` for losses `W` is wins, not a die (`Würfel`).
pub(super) fn word_for_letter(letter: &str, letters: &[&str]) -> Option<&'static str> {
    OUTCOME_LETTERS
        .iter()
        .filter(|scheme| {
            letters.contains(&scheme.won.letter) && letters.contains(&scheme.lost.letter)
        })
        .flat_map(|scheme| [&scheme.won, &scheme.drawn, &scheme.lost])
        .find(|abbreviation| abbreviation.letter == letter)
        .map(|abbreviation| abbreviation.word)
}

/// Replaces letters that label numbers of games won, drawn and lost by their words, such as `W` in
/// `W 12 L 8`.
pub(super) fn write_out_letters(tokens: &mut [PlacedToken]) {
    let labels: Vec<usize> = (0..tokens.len())
        .filter(|&place| {
            let is_letter = tokens[place]
                .token
                .word()
                .is_some_and(|word| word.len() == 1);
            is_letter && is_label(tokens, place)
        })
        .collect();
    let letters: Vec<&str> = labels
        .iter()
        .filter_map(|&place| tokens[place].token.word())
        .collect();
    let words: Vec<Option<&str>> = letters
        .iter()
        .map(|letter| word_for_letter(letter, &letters))
        .collect();
    for (place, word) in labels.into_iter().zip(words) {
        if let Some(word) = word {
            tokens[place].token = Token::Word(word.into());
        }
    }
}

/// Returns whether the letter at this place is a label of the number before or behind it.
fn is_label(tokens: &[PlacedToken], place: usize) -> bool {
    let is_number = |place: usize| {
        tokens
            .get(place)
            .is_some_and(|placed| placed.token.number().is_some())
    };
    let marks = tokens[place + 1..]
        .iter()
        .take_while(|placed| placed.token.is_mark(":=\"'"))
        .count();
    let behind = place + 1 + marks;
    // A letter and digits without a space are the name of a die.
    let is_glued = marks == 0
        && tokens
            .get(behind)
            .is_some_and(|next| next.start == tokens[place].end);
    is_number(behind) && !is_glued || place > 0 && is_number(place - 1)
}

/// Returns whether a number can be one of games.
fn is_count(number: &Number) -> bool {
    !number.is_per_cent && (number.whole.is_some() || number.thousands.is_some())
}

/// Returns the number of tokens behind a number, which is the first of `tokens`, that are its unit:
/// `3s`, `6-seitig`, `6 Seiten`.
fn unit_length(tokens: &[PlacedToken]) -> usize {
    let is_word = |place: usize| {
        tokens
            .get(place)
            .is_some_and(|placed| placed.token.word().is_some())
    };
    let is_close = |place: usize| {
        tokens
            .get(place)
            .is_some_and(|placed| placed.start == tokens[place - 1].end)
    };
    let is_mark = |place: usize, marks: &str| {
        tokens
            .get(place)
            .is_some_and(|placed| placed.token.is_mark(marks))
    };
    let is_sides = tokens
        .get(1)
        .and_then(|placed| placed.token.word())
        .is_some_and(|word| roles_of(word).contains(&Role::Sides) && !is_mark(2, ":="));
    if is_sides || is_word(1) && is_close(1) {
        1
    } else if is_mark(1, "-") && is_close(1) && is_word(2) && is_close(2) {
        2
    } else {
        0
    }
}

/// Gives the first number in a bracket, if it has no role but that of games, the outcome of the
/// number before the bracket: `0 unentschieden (0.00%)`.
fn inherit_in_brackets(numbers: &mut [LabelledNumber]) {
    for index in 1..numbers.len() {
        let [before, here] = [&numbers[index - 1], &numbers[index]];
        let is_first = here.bracket.is_some() && here.bracket != before.bracket;
        let has_role = here.roles.iter().any(|role| *role != Role::Games);
        if is_first && !has_role {
            let inherited = OUTCOME_ROLES.map(|role| before.has_role(role).then_some(role));
            numbers[index].roles.extend(inherited.into_iter().flatten());
        }
    }
}

/// Gives the outcomes of denominators to their numerators, if these have none: what stands behind
/// `x von y` is said of x. To denominators the role of games is left, and no other.
fn pass_to_numerators(numbers: &mut [LabelledNumber]) {
    for index in 1..numbers.len() {
        if !numbers[index].is_denominator {
            continue;
        }
        let roles = std::mem::take(&mut numbers[index].roles);
        let numerator = &mut numbers[index - 1];
        if !OUTCOME_ROLES.iter().any(|role| numerator.has_role(*role)) {
            let of_outcomes = roles
                .into_iter()
                .filter(|role| OUTCOME_ROLES.contains(role));
            numerator.roles.extend(of_outcomes);
        }
        numbers[index].roles.insert(Role::Games);
    }
}

/// Removes roles that others outweigh: in `gewonnene Spiele` the number is one of wins, not of
/// games, and in `Seiten des Würfels` one of sides, not of a die.
pub(super) fn drop_weaker_roles(roles: &mut Roles) {
    let stronger = [
        Role::Won,
        Role::Lost,
        Role::Drawn,
        Role::Share,
        Role::Error,
        Role::Other,
    ];
    if stronger.iter().any(|role| roles.contains(role)) {
        roles.remove(&Role::Games);
        roles.remove(&Role::Rank);
        roles.remove(&Role::Die);
        roles.remove(&Role::Sides);
    }
    if roles.contains(&Role::Sides) {
        roles.remove(&Role::Die);
    }
}

/// Returns the part of a gap before the first end of a clause.
fn first_clause(tokens: &[PlacedToken], gap: Range<usize>) -> Range<usize> {
    let end = gap
        .clone()
        .find(|&place| is_break(&tokens[place].token))
        .unwrap_or(gap.end);
    gap.start..end
}

/// Returns the part of a gap behind the last end of a clause. A mark directly before the number may
/// open a bracket, and a quotation mark may end the name of what follows, as in `'wins': 5`.
fn last_clause(tokens: &[PlacedToken], gap: Range<usize>) -> Range<usize> {
    let is_end = |place: usize| {
        let token = &tokens[place].token;
        let is_open = place + 1 == gap.end && token.is_mark("([{\"'");
        let ends_name = token.is_mark("\"'")
            && tokens
                .get(place + 1)
                .is_some_and(|next| next.token == Token::Mark(':'));
        is_break(token) && !is_open && !ends_name
    };
    let start = gap
        .clone()
        .rev()
        .find(|&place| is_end(place))
        .map_or(gap.start, |place| place + 1);
    start..gap.end
}

/// The place of a word beside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordPlace {
    Before,
    Behind,
}

/// Adds the roles that words at one place give a number, and notes whether one of them is strange.
/// Words for a die do not count here, as [`is_named_die`] looks for them directly before the
/// number; nor do words for an opponent, which only headers name, or words for sides before a
/// number that letters touch, as in `W6`.
fn add_words(labelled: &mut LabelledNumber, words: &[PlacedToken], place: WordPlace) {
    for (index, placed) in words.iter().enumerate() {
        let Some(word) = placed.token.word() else {
            continue;
        };
        let mut is_known = is_filler(word);
        let parts = word.split('_').flat_map(roles_of);
        for role in roles_of(word).into_iter().chain(parts) {
            is_known = true;
            let counts = match role {
                Role::Die | Role::Opponent => false,
                Role::Sides => place == WordPlace::Behind || !labelled.number.is_glued,
                // A letter is a unit only if it is the first of these tokens.
                Role::Other => word.len() > 1 || index == 0,
                _ => true,
            };
            if counts {
                labelled.roles.insert(role);
            }
        }
        labelled.has_strange_word |= !is_known;
    }
}

/// Returns whether a word for a die, or for its number, is the last one before a number that begins
/// at `start`, with nothing but some marks between them; or `#` touches the number.
fn is_named_die(before: &[PlacedToken], start: usize) -> bool {
    let mut is_next = true;
    for placed in before.iter().rev() {
        match &placed.token {
            Token::Mark('#') if is_next && placed.end == start => return true,
            Token::Mark('#' | ':' | '=' | '.' | '_' | '"' | '\'') => {}
            Token::Word(word) => {
                let word = word.trim_end_matches('_');
                return roles_of(word).contains(&Role::Die);
            }
            _ => return false,
        }
        is_next = false;
    }
    false
}
