//! The numbers of a record and what they are called: by the words and signs beside them, or by a
//! header.

use super::tokens::{Number, Placed, Token};
use super::vocabulary::{Role, Roles, is_empty, roles_of};

/// A number of a record, and what it is called.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) number: Number,
    /// The number of its line.
    pub(super) line: usize,
    /// Where it begins and ends, in characters of the line.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) roles: Roles,
    /// Whether there are words beside it that say nothing known.
    pub(super) has_strange_word: bool,
    /// The place of the bracket that it stands in.
    pub(super) bracket: Option<usize>,
    /// Whether `von`, `of` or `/` stands behind it and a whole number follows.
    pub(super) is_numerator: bool,
    /// Whether it is the number of which the one before counts some.
    is_denominator: bool,
    /// Whether a single letter makes it the number of a die, which may stand for something else.
    pub(super) is_named_by_letter: bool,
}

/// What stands between two numbers: the place of the first and the last token.
#[derive(Clone, Copy)]
struct Between {
    from: usize,
    to: usize,
}

/// What a clause ends with.
fn is_break(token: &Token) -> bool {
    match token {
        Token::Mark(mark) => ",;|│┃║()[]{}\"'→>&•.".contains(*mark),
        Token::Word(word) => ["und", "and", "bei", "davon", "mit", "with"].contains(&&**word),
        Token::Die(_) => true,
        Token::Number(_) => false,
    }
}

/// Words that make the number behind them one of games, of which the number before counts some.
const OF: [&str; 5] = ["von", "of", "out", "aus", "/"];

fn is_of(token: &Token) -> bool {
    match token {
        Token::Word(word) => OF.contains(&&**word),
        Token::Mark(mark) => *mark == '/',
        _ => false,
    }
}

/// The numbers of a record, and what the words and signs beside them say.
pub(super) fn columns(tokens: &[Placed]) -> Vec<Column> {
    let places: Vec<usize> = (0..tokens.len())
        .filter(|&at| matches!(tokens[at].token, Token::Number(_)))
        .collect();
    let mut columns: Vec<Column> = Vec::new();
    let mut brackets: Vec<usize> = Vec::new();
    for (at, one) in tokens.iter().enumerate() {
        match &one.token {
            Token::Mark('(' | '[' | '{') => brackets.push(at),
            Token::Mark(')' | ']' | '}') => {
                brackets.pop();
            }
            Token::Number(number) => columns.push(Column {
                number: number.clone(),
                line: one.line,
                start: one.start,
                end: one.end,
                roles: Roles::new(),
                has_strange_word: false,
                bracket: brackets.last().copied(),
                is_numerator: false,
                is_denominator: false,
                is_named_by_letter: false,
            }),
            _ => {}
        }
    }
    let Some(&last) = places.last() else {
        return columns;
    };
    let says = |between: Between| {
        let between = &tokens[between.from..between.to];
        between.iter().any(|one| match &one.token {
            Token::Word(word) => !roles_of(word).is_empty(),
            _ => false,
        })
    };
    // Labels stand before or behind their numbers; what stands behind the last one tells.
    let tail = first_clause(
        tokens,
        Between {
            from: last + 1,
            to: tokens.len(),
        },
    );
    let is_behind = says(tail);
    for index in 0..=places.len() {
        let mut from = index.checked_sub(1).map_or(0, |before| places[before] + 1);
        let to = places.get(index).copied().unwrap_or(tokens.len());
        if index > 0 {
            let units = from + unit_length(&tokens[from - 1..to]);
            add(&mut columns[index - 1], &tokens[from..units], false);
            from = units;
        }
        let is_die = index > 0 && columns[index - 1].roles.contains(&Role::Die);
        let between = Between { from, to };
        let inner = &tokens[from..to];
        let is_error = index < places.len() && ends_with_plus_minus(inner);
        let is_fraction = index > 0
            && index < places.len()
            && !is_die
            && !is_error
            && !is_in_chain(tokens, &places, index)
            && is_count(&columns[index].number)
            && inner.iter().any(|one| is_of(&one.token))
            && !inner
                .iter()
                .any(|one| is_break(&one.token) && !matches!(&one.token, Token::Word(_)));
        let has_break = inner.iter().any(|one| is_break(&one.token));
        let [mut left, mut right] = [Between { from, to: from }, Between { from: to, to }];
        if index == 0 {
            right = last_clause(tokens, between);
        } else if index == places.len() {
            left = first_clause(tokens, between);
        } else if is_fraction {
            let of = from + inner.iter().position(|one| is_of(&one.token)).unwrap_or(0);
            left = Between { from, to: of };
            columns[index - 1].is_numerator = true;
            columns[index].is_denominator = true;
        } else if is_die && index < places.len() {
            right = if has_break {
                last_clause(tokens, between)
            } else {
                between
            };
        } else if has_break {
            left = first_clause(tokens, between);
            right = last_clause(tokens, between);
        } else if matches!(
            inner.last().map(|one| &one.token),
            Some(Token::Mark(':' | '='))
        ) || !is_behind
        {
            right = between;
        } else {
            left = between;
        }
        if index > 0 {
            add(&mut columns[index - 1], &tokens[left.from..left.to], false);
        }
        if index < places.len() {
            let is_named = is_named_die(inner, tokens[to].start);
            // In `Quote von Würfel 3` the first word is about what follows.
            let is_name = |one: &Placed| matches!(one.token, Token::Word(_));
            if !(is_named && inner.last().is_some_and(is_name)) {
                add(&mut columns[index], &tokens[right.from..right.to], true);
            }
            if is_named {
                columns[index].roles.insert(Role::Die);
                columns[index].is_named_by_letter =
                    inner.iter().rev().find(|one| is_name(one)).is_some_and(
                        |one| matches!(&one.token, Token::Word(word) if word.len() == 1),
                    );
            }
            if is_error {
                columns[index].roles.insert(Role::Error);
                // What stands behind the error holds for both: `97.78 ± 0.35 %`.
                if let Some(before) = index.checked_sub(1) {
                    columns[before].number.is_per_cent |= columns[index].number.is_per_cent;
                }
            }
        }
    }
    inherit(&mut columns);
    for index in 1..columns.len() {
        if columns[index].is_denominator {
            // What stands behind `x von y` is said of x.
            let said = std::mem::take(&mut columns[index].roles);
            let parts = [Role::Won, Role::Lost, Role::Drawn];
            if !parts
                .iter()
                .any(|role| columns[index - 1].roles.contains(role))
            {
                let parts = said.into_iter().filter(|role| parts.contains(role));
                columns[index - 1].roles.extend(parts);
            }
            columns[index].roles.insert(Role::Games);
        }
    }
    for column in &mut columns {
        if column.number.is_per_cent {
            column.roles.insert(Role::Share);
        }
        if column.is_numerator && column.roles.iter().all(|role| *role == Role::Die) {
            column.roles.insert(Role::Won);
        }
        settle(&mut column.roles);
    }
    columns
}

/// Whether these end with ±, perhaps in two signs: the number behind them is an error.
fn ends_with_plus_minus(tokens: &[Placed]) -> bool {
    let marks = tokens.iter().rev().map_while(|one| match one.token {
        Token::Mark(mark) if !"([{".contains(mark) => Some(mark),
        _ => None,
    });
    let marks: String = marks
        .map(|mark| if "−–".contains(mark) { '-' } else { mark })
        .collect();
    marks.contains('±') || ["-/+", "-+", "+/-"].contains(&&*marks)
}

/// Whether the numbers around a gap are two of several with slashes between them, as in `3/0/2`.
fn is_in_chain(tokens: &[Placed], places: &[usize], index: usize) -> bool {
    let is_slash = |gap: usize| {
        let ends = gap.checked_sub(1).zip(places.get(gap));
        let inner = ends.map(|(before, &to)| &tokens[places[before] + 1..to]);
        inner.is_some_and(|inner| matches!(inner, [one] if one.token == Token::Mark('/')))
    };
    is_slash(index) && (is_slash(index + 1) || index > 1 && is_slash(index - 1))
}

/// Words for letters that count games won, drawn and lost, where both won and lost are there.
const OUTCOMES: [[(&str, &str); 3]; 4] = [
    [("w", "won"), ("d", "drawn"), ("l", "lost")],
    [("w", "won"), ("t", "drawn"), ("l", "lost")],
    [("s", "siege"), ("u", "unentschieden"), ("n", "niederlagen")],
    [("g", "gewonnen"), ("u", "unentschieden"), ("v", "verloren")],
];

/// The word that a letter stands for among these: `W` is no die beside `L`.
pub(super) fn spelled_out(letter: &str, others: &[&str]) -> Option<&'static str> {
    let schemes = OUTCOMES
        .iter()
        .filter(|[won, _, lost]| others.contains(&won.0) && others.contains(&lost.0));
    let mut letters = schemes.flatten();
    letters
        .find(|(short, _)| *short == letter)
        .map(|(_, word)| *word)
}

/// Writes out letters that count games won, drawn and lost.
pub(super) fn spell_out(tokens: &mut [Placed]) {
    let is_label = |at: usize| {
        let is_number = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|one| matches!(one.token, Token::Number(_)))
        };
        let marks = tokens[at + 1..]
            .iter()
            .take_while(|one| matches!(one.token, Token::Mark(':' | '=' | '"' | '\'')));
        let behind = at + 1 + marks.count();
        // A letter and digits without a space are the name of a die.
        let is_glued = behind == at + 1
            && tokens
                .get(behind)
                .is_some_and(|next| next.start == tokens[at].end);
        is_number(behind) && !is_glued || at > 0 && is_number(at - 1)
    };
    let letters = tokens
        .iter()
        .enumerate()
        .filter_map(|(at, one)| match &one.token {
            Token::Word(word) if word.len() == 1 && is_label(at) => Some((at, word.clone())),
            _ => None,
        });
    let letters: Vec<(usize, String)> = letters.collect();
    let others: Vec<&str> = letters.iter().map(|(_, letter)| &**letter).collect();
    for (at, letter) in &letters {
        if let Some(word) = spelled_out(letter, &others) {
            tokens[*at].token = Token::Word(word.into());
        }
    }
}

/// Whether a number can be one of games.
fn is_count(number: &Number) -> bool {
    !number.is_per_cent && (number.whole.is_some() || number.thousands.is_some())
}

/// The number of tokens behind a number, the first of these, that are its unit: `3s`, `6-seitig`,
/// `6 Seiten`.
fn unit_length(tokens: &[Placed]) -> usize {
    let is_word = |at: usize| matches!(tokens.get(at).map(|one| &one.token), Some(Token::Word(_)));
    let is_close = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|one| one.start == tokens[at - 1].end)
    };
    let is_label = matches!(
        tokens.get(2).map(|one| &one.token),
        Some(Token::Mark(':' | '='))
    );
    let is_sides = match tokens.get(1).map(|one| &one.token) {
        Some(Token::Word(word)) => roles_of(word).contains(&Role::Sides) && !is_label,
        _ => false,
    };
    let is_hyphen = matches!(tokens.get(1).map(|one| &one.token), Some(Token::Mark('-')));
    match () {
        () if is_sides || is_word(1) && is_close(1) => 1,
        () if is_hyphen && is_close(1) && is_word(2) && is_close(2) => 2,
        () => 0,
    }
}

/// A bracket without a word of its own says the same of what stands before it:
/// `0 unentschieden (0.00%)`.
fn inherit(columns: &mut [Column]) {
    for index in 1..columns.len() {
        let [before, here] = [&columns[index - 1], &columns[index]];
        let is_first = here.bracket.is_some() && here.bracket != before.bracket;
        let has_role = here.roles.iter().any(|role| *role != Role::Games);
        if is_first && !has_role {
            let said = [Role::Won, Role::Lost, Role::Drawn]
                .map(|role| before.roles.contains(&role).then_some(role));
            columns[index].roles.extend(said.into_iter().flatten());
        }
    }
}

/// Of what words say together the part that counts: `gewonnene Spiele` are won.
pub(super) fn settle(roles: &mut Roles) {
    let is_part = [
        Role::Won,
        Role::Lost,
        Role::Drawn,
        Role::Share,
        Role::Error,
        Role::Other,
    ];
    if is_part.iter().any(|role| roles.contains(role)) {
        roles.remove(&Role::Games);
        roles.remove(&Role::Rank);
        roles.remove(&Role::Die);
        roles.remove(&Role::Sides);
    }
    if roles.contains(&Role::Sides) {
        roles.remove(&Role::Die);
    }
}

/// The words before the first end of a clause.
fn first_clause(tokens: &[Placed], all: Between) -> Between {
    let end = (all.from..all.to).find(|&at| is_break(&tokens[at].token));
    Between {
        to: end.unwrap_or(all.to),
        ..all
    }
}

/// The words behind the last end of a clause. A mark directly before the number may open a bracket,
/// and a quotation mark may end the name of what follows, as in `'wins': 5`.
fn last_clause(tokens: &[Placed], all: Between) -> Between {
    let is_end = |at: &usize| {
        let is_open = *at + 1 == all.to
            && matches!(tokens[*at].token, Token::Mark('(' | '[' | '{' | '"' | '\''));
        let is_name = matches!(tokens[*at].token, Token::Mark('"' | '\''))
            && matches!(tokens.get(*at + 1), Some(next) if next.token == Token::Mark(':'));
        is_break(&tokens[*at].token) && !is_open && !is_name
    };
    let begin = (all.from..all.to).rev().find(is_end);
    Between {
        from: begin.map_or(all.from, |at| at + 1),
        ..all
    }
}

/// Adds what words say of a number. Words for a die or its sides count only directly beside it.
fn add(column: &mut Column, words: &[Placed], is_before: bool) {
    for one in words {
        let Token::Word(word) = &one.token else {
            continue;
        };
        let mut is_known = is_empty(word);
        let parts = word.split('_').flat_map(roles_of);
        for role in roles_of(word).into_iter().chain(parts) {
            is_known = true;
            let counts = match role {
                Role::Die | Role::Opponent => false,
                Role::Sides => !is_before || !column.number.is_glued,
                // A letter behind a number is a unit only if it is the next.
                Role::Other => word.len() > 1 || words.first() == Some(one),
                _ => true,
            };
            if counts {
                column.roles.insert(role);
            }
        }
        column.has_strange_word |= !is_known;
    }
}

/// Whether a word for a die stands directly before a number that begins there, but for marks and
/// words for a number.
fn is_named_die(before: &[Placed], start: usize) -> bool {
    let mut is_next = true;
    for one in before.iter().rev() {
        match &one.token {
            Token::Mark('#') if is_next && one.end == start => return true,
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
