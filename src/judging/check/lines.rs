//! The meaning of each line of a list: a claim, the heading, or neither.
//!
//! A [`Form`] that the user gives goes first, then the form of the task, then any other, by
//! [`reading`].

use std::collections::HashMap;

use itertools::Itertools;

use super::exact::{
    Claim, ClaimedShare, EXAMPLE, Given, LONGEST_SHARE, LineMeaning, Resemblance, count_decimals,
    has_exact_form,
};
use super::findings::{self, Finding};
use super::list_error::{ListError, QuotedLine};
use crate::reading::{
    self, Form, Interpretation, List, ListEntry, ProgramForm, Refusal, ShareSource, UnsettledList,
};
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::text::Excerpt;

/// A line that is not blank, as it is written but for codes for colours.
#[derive(Clone, Debug)]
pub(super) struct WrittenLine {
    pub(super) number: usize,
    pub(super) text: String,
}

impl WrittenLine {
    /// Quotes the beginning of the line.
    fn quote(&self) -> QuotedLine {
        QuotedLine {
            number: self.number,
            text: Excerpt::new(&self.text),
        }
    }
}

/// The dice of a file, and how many have the same faces.
pub(super) struct DiceByFaces<'a> {
    dice: &'a [Die],
    counts: HashMap<Vec<u32>, usize>,
}

impl<'a> DiceByFaces<'a> {
    pub(super) fn new(dice: &'a [Die]) -> DiceByFaces<'a> {
        let counts = dice.iter().map(|die| sort_faces(die.faces())).counts();
        DiceByFaces { dice, counts }
    }

    /// Counts the dice with these faces, in any order.
    fn count(&self, faces: &[u32]) -> usize {
        self.counts.get(&sort_faces(faces)).copied().unwrap_or(0)
    }
}

/// A line with its meaning.
#[derive(Clone, Debug)]
pub(super) struct ReadLine {
    pub(super) number: usize,
    pub(super) meaning: LineMeaning,
}

impl ReadLine {
    fn claim(claim: Claim, notes: Vec<Finding>) -> ReadLine {
        ReadLine {
            number: claim.line.unwrap_or(1),
            meaning: LineMeaning::Claim(claim, notes),
        }
    }

    /// Creates the heading of a list in another form at the line with this number, with a note that
    /// says what `it_is`.
    fn other_form(number: usize, it_is: &str) -> ReadLine {
        let note = format!("{it_is}; erwartet ist „{EXAMPLE}“");
        ReadLine {
            number,
            meaning: LineMeaning::Heading(Some(Finding::new(number, findings::OTHER_FORM, note))),
        }
    }
}

/// The lines of a list with their meanings.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadLines {
    pub(super) lines: Vec<ReadLine>,
    /// True if lines between claims do no harm: the list is not in the exact form, and all dice are
    /// named.
    pub(super) allows_asides: bool,
    /// True if shares are printed as parts of 1, with decimals.
    pub(super) are_fractions: bool,
    /// What the numbers were taken for, if they have not the form of the task.
    pub(super) source: Option<Interpretation>,
}

impl ReadLines {
    /// Creates the lines of the claims of a list that was found, below a heading.
    fn below(heading: ReadLine, found: &List, dice: &DiceByFaces) -> ReadLines {
        let claims = to_claims(found, dice).map(|claim| ReadLine::claim(claim, Vec::new()));
        ReadLines {
            lines: [heading].into_iter().chain(claims).collect(),
            allows_asides: true,
            are_fractions: has_fractions(found),
            source: Some(found.interpretation.clone()),
        }
    }
}

impl From<Vec<ReadLine>> for ReadLines {
    fn from(lines: Vec<ReadLine>) -> ReadLines {
        ReadLines {
            lines,
            ..ReadLines::default()
        }
    }
}

/// Reads lines in a form that was given. `None` instead of an error if `is_optional` is true.
///
/// # Errors
///
/// If no line has the form, or the lines that have it are no list of these dice.
pub(super) fn read_form(
    form: &Form,
    is_optional: bool,
    lines: &[WrittenLine],
    dice: &DiceByFaces,
    can_draw: bool,
) -> Result<Option<ReadLines>, ListError> {
    let list = match form.read(&join_lines(lines), dice.dice, can_draw) {
        Ok(list) => list,
        Err(_) if is_optional => return Ok(None),
        Err(fault) => return Err(ListError::Form(fault)),
    };
    let heading = ReadLine {
        number: lines.first().map_or(1, |line| line.number),
        meaning: LineMeaning::Heading(None),
    };
    Ok(Some(ReadLines::below(heading, &list, dice)))
}

/// The meanings of lines in the form of the task, and what all of them may be in any other.
#[derive(Debug)]
pub(super) struct UnsettledLines {
    exact: Vec<Option<LineMeaning>>,
    other: Result<UnsettledList, Refusal>,
}

/// Lines, as far as they are read without other lists of their program.
pub(super) enum FoundLines {
    /// The form of the task names at least half of the dice, and so goes first.
    Exact(ReadLines),
    Unsettled(UnsettledLines),
}

impl UnsettledLines {
    /// Finds all that lines may mean.
    ///
    /// # Errors
    ///
    /// If there are no lines, or they are lists of several files in the form of the task.
    pub(super) fn find(
        lines: &[WrittenLine],
        dice: &DiceByFaces,
        can_draw: bool,
    ) -> Result<FoundLines, ListError> {
        if lines.is_empty() {
            return Err(ListError::Empty);
        }
        let exact = lines
            .iter()
            .map(|line| LineMeaning::read_exact(&line.text, line.number))
            .collect_vec();
        if are_half_of_dice_named(&claims_in(&exact), dice) {
            return read_exact_form(lines, &exact, dice).map(FoundLines::Exact);
        }
        Ok(FoundLines::Unsettled(UnsettledLines {
            other: UnsettledList::new(&join_lines(lines), dice.dice, can_draw),
            exact,
        }))
    }

    /// Returns the list that the lines may be in another form than that of the task.
    pub(super) fn list(&self) -> Option<&UnsettledList> {
        self.other.as_ref().ok()
    }

    /// Reads the lines of a program of this form. As the form of the task names fewer than half of
    /// the dice, a list in another form wins; where no line has it, there must be one.
    ///
    /// # Errors
    ///
    /// If the lines are no list of these dice.
    pub(super) fn read(
        &self,
        lines: &[WrittenLine],
        form: &ProgramForm,
        dice: &DiceByFaces,
    ) -> Result<ReadLines, ListError> {
        let exact = &self.exact;
        let claims = claims_in(exact);
        let other = match &self.other {
            Ok(list) => list.read(form, dice.dice),
            Err(refusal) => Err(refusal.clone()),
        };
        match other {
            // Lines in the form of the task are what they say: perhaps a list of other dice.
            Ok(list)
                if !claims
                    .iter()
                    .any(|claim| claim.line.is_some_and(|line| list.lines.contains(&line))) =>
            {
                return Ok(read_found(&list, lines, exact, dice));
            }
            Err(refusal) if claims.is_empty() => {
                let is_heading = |meaning: &Option<LineMeaning>| {
                    matches!(meaning, Some(LineMeaning::Heading(_)))
                };
                let first = lines
                    .iter()
                    .zip(exact)
                    .find(|(_, meaning)| !is_heading(meaning));
                return Err(match (refusal, self.list()) {
                    (Refusal::Nothing, _) => ListError::NoEntry {
                        line: first.map(|(line, _)| line.quote()),
                    },
                    (refusal, list) => ListError::Refused {
                        refusal,
                        forms: list.map_or(vec![], |list| list.suggest_forms(dice.dice)),
                    },
                });
            }
            _ => {}
        }
        read_exact_form(lines, exact, dice)
    }
}

/// Reads lines of which some have the form of the task, with their meanings in it.
///
/// # Errors
///
/// If they are lists of several files.
fn read_exact_form(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    dice: &DiceByFaces,
) -> Result<ReadLines, ListError> {
    refuse_several_files(lines, exact, dice)?;
    let named = claims_in(exact)
        .into_iter()
        .map(|claim| sort_faces(&claim.faces))
        .counts();
    let read = lines.iter().zip(exact).map(|(line, exact)| ReadLine {
        number: line.number,
        meaning: exact
            .clone()
            .or_else(|| read_stray(line, dice, &named))
            .unwrap_or_else(|| LineMeaning::classify_other(&line.text)),
    });
    Ok(read.collect_vec().into())
}

/// Returns the claims among the meanings of lines in the form of the task.
fn claims_in(exact: &[Option<LineMeaning>]) -> Vec<&Claim> {
    let claims = exact.iter().filter_map(|line| match line {
        Some(LineMeaning::Claim(claim, _)) => Some(claim),
        _ => None,
    });
    claims.collect()
}

/// Reads a line in another form among those in the form of the task, if it is about a die that these
/// do not name: `named` has how often each does.
fn read_stray(
    line: &WrittenLine,
    dice: &DiceByFaces,
    named: &HashMap<Vec<u32>, usize>,
) -> Option<LineMeaning> {
    if has_exact_form(&line.text) {
        return None;
    }
    let entry = reading::read_line(&line.text, dice.dice)?;
    let faces = dice.dice[entry.die].faces().to_vec();
    let is_named = named.get(&sort_faces(&faces)).copied().unwrap_or(0) >= dice.count(&faces);
    if is_named {
        return None;
    }
    let claim = Claim {
        line: Some(line.number),
        rank: None,
        sides: faces.len() as u64,
        faces,
        die: None,
        given: Given::Share(ClaimedShare {
            percent: entry.number,
            decimals: count_decimals(&entry.written),
            written: Some(entry.written),
        }),
        games: None,
    };
    let notes = claim.form_notes(line.number, &line.text);
    Some(LineMeaning::Claim(claim, notes))
}

/// Returns the text of lines, with empty ones where lines are left out.
fn join_lines(lines: &[WrittenLine]) -> String {
    let mut text = String::new();
    let mut next = 1;
    for line in lines {
        text.extend(std::iter::repeat_n('\n', line.number - next));
        text += &line.text;
        next = line.number;
    }
    text
}

/// Returns whether these claims, in the exact form, name at least half of the dice.
fn are_half_of_dice_named(claims: &[&Claim], dice: &DiceByFaces) -> bool {
    let named: usize = claims
        .iter()
        .map(|claim| sort_faces(&claim.faces))
        .unique()
        .map(|faces| dice.count(&faces))
        .sum();
    !claims.is_empty() && 2 * named >= dice.dice.len()
}

/// Gives the lines of a list that was found their meaning, and the lines around it, too. Of a table
/// with a header, and of pairings, only its claims are left.
fn read_found(
    found: &List,
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    dice: &DiceByFaces,
) -> ReadLines {
    let first_line = lines.first().map_or(1, |line| line.number);
    let heading = match (found.interpretation.shares, found.table_line) {
        (None, _) => ReadLine::other_form(
            first_line,
            "Paarungen statt der Liste; ich mittele über die Gegner",
        ),
        (_, Some(line)) => ReadLine::other_form(line, "Tabelle statt der Liste"),
        (Some(shares), None) => {
            return read_around(found, shares, lines, exact, dice);
        }
    };
    ReadLines::below(heading, found, dice)
}

/// Gives the lines of a list without a header their meaning, and the lines around it, too.
fn read_around(
    found: &List,
    shares: ShareSource,
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    dice: &DiceByFaces,
) -> ReadLines {
    let claims = to_claims(found, dice).map(|claim| {
        let number = claim.line.unwrap_or(1);
        let mut notes = claim.form_notes(number, text_of(lines, number));
        if shares != ShareSource::Share || has_fractions(found) {
            notes.retain(|note| note.kind != findings::DECIMALS);
        }
        if found.interpretation.is_from_zero {
            let text = "die Würfel sind ab 0 statt ab 1 gezählt";
            notes.push(Finding::new(number, findings::FROM_ZERO, text));
        }
        ReadLine::claim(claim, notes)
    });
    let is_around = |line: &WrittenLine| found.lines.binary_search(&line.number).is_err();
    let first = found.lines.first().copied().unwrap_or(0);
    let (before, behind): (Vec<ReadLine>, Vec<ReadLine>) = lines
        .iter()
        .zip(exact)
        .filter(|(line, _)| is_around(line))
        .map(|(line, exact)| ReadLine {
            number: line.number,
            meaning: match exact {
                Some(heading @ LineMeaning::Heading(_)) => heading.clone(),
                _ => LineMeaning::Other(Excerpt::new(&line.text), Resemblance::None),
            },
        })
        .partition(|line| line.number < first);
    ReadLines {
        lines: before.into_iter().chain(claims).chain(behind).collect(),
        allows_asides: true,
        are_fractions: has_fractions(found),
        source: Some(found.interpretation.clone()),
    }
}

/// Returns the text of the line with this number.
fn text_of(lines: &[WrittenLine], number: usize) -> &str {
    // Lines stand in their order.
    let place = lines.binary_search_by_key(&number, |line| line.number);
    place.map_or("", |place| &lines[place].text)
}

/// Makes claims of the entries of a list: in the order of their ranks, if the numbers fall with them;
/// of pairings, in that of the shares; else as they stand.
fn to_claims(list: &List, dice: &DiceByFaces) -> impl Iterator<Item = Claim> {
    let mut entries = list.entries.iter().collect_vec();
    if list.interpretation.shares.is_none() {
        entries.sort_by(|left, right| right.number.total_cmp(&left.number));
    }
    let by_rank = entries.iter().copied().sorted_by_key(|entry| entry.rank);
    let by_rank = by_rank.collect_vec();
    if by_rank.is_sorted_by(|above, below| above.number >= below.number) {
        entries = by_rank;
    }
    entries.into_iter().map(|entry| to_claim(entry, list, dice))
}

/// Makes a claim of an entry.
fn to_claim(entry: &ListEntry, list: &List, dice: &DiceByFaces) -> Claim {
    let faces = dice.dice[entry.die].faces().to_vec();
    let given = match list.interpretation.shares {
        Some(ShareSource::Wins | ShareSource::WinsOfUnknown) => {
            Given::Wins((entry.number / list.interpretation.scale).round() as u64)
        }
        Some(ShareSource::Share) => Given::Share(claimed_share(entry, list, 1.0)),
        // `List` makes shares of each of them, and says so.
        Some(ShareSource::ShareOfAll) => {
            Given::Share(claimed_share(entry, list, dice.dice.len() as f64 / 2.0))
        }
        Some(ShareSource::Order) => Given::Order,
        _ => Given::Share(ClaimedShare::computed(entry.number)),
    };
    let Interpretation {
        shares, name_item, ..
    } = list.interpretation;
    Claim {
        line: (!list.interpretation.is_of_pairings()).then_some(entry.line),
        rank: entry.rank,
        sides: faces.len() as u64,
        faces,
        // Faces may be those of several dice.
        die: (shares.is_none() || name_item.is_some()).then_some(entry.die),
        given,
        games: entry.games,
    }
}

/// Returns the share of an entry, which is a part of `halves` times as many games as those of the
/// die.
fn claimed_share(entry: &ListEntry, list: &List, halves: f64) -> ClaimedShare {
    /// Doubles have hardly more decimals.
    const MOST: f64 = 12.0;
    let scale = list.interpretation.scale;
    let decimals = count_decimals(&entry.written) as f64 - libm::log10(scale).round();
    let is_plain = entry
        .written
        .chars()
        .all(|c| c.is_ascii_digit() || ".,".contains(c))
        && entry.written.matches(['.', ',']).count() < 2
        && entry.written.len() <= LONGEST_SHARE;
    let is_kept = scale == 1.0 || halves != 1.0 || has_fractions(list);
    ClaimedShare {
        percent: entry.number / halves,
        decimals: decimals.clamp(0.0, MOST) as usize,
        written: (is_plain && is_kept).then(|| entry.written.clone()),
    }
}

/// Returns whether the shares of the list are printed as parts of 1, with decimals.
fn has_fractions(list: &List) -> bool {
    list.interpretation.scale == 100.0
        && list
            .entries
            .iter()
            .any(|entry| entry.written.contains(['.', ',']))
}

/// Refuses lists of several dice files in one: each stands below a heading, and one of them has at
/// least two claims about dice that are not in this file, and no fewer than about dice that are.
///
/// The reader refuses several lists, too, but asks another question: whether two lists of these
/// dice differ.
fn refuse_several_files(
    lines: &[WrittenLine],
    exact: &[Option<LineMeaning>],
    dice: &DiceByFaces,
) -> Result<(), ListError> {
    /// The numbers of claims about known and strange dice below a heading.
    struct Section {
        heading_line: usize,
        known: usize,
        strange: usize,
    }
    let mut sections: Vec<Section> = Vec::new();
    for (line, meaning) in lines.iter().zip(exact) {
        match meaning {
            Some(LineMeaning::Heading(_)) => sections.push(Section {
                heading_line: line.number,
                known: 0,
                strange: 0,
            }),
            Some(LineMeaning::Claim(claim, _)) => {
                if let Some(section) = sections.last_mut() {
                    if dice.count(&claim.faces) > 0 {
                        section.known += 1;
                    } else {
                        section.strange += 1;
                    }
                }
            }
            _ => {}
        }
    }
    sections.retain(|section| section.known + section.strange > 0);
    let is_of_other_file =
        |section: &Section| section.strange >= 2 && section.strange >= section.known;
    match &sections[..] {
        [first, second, ..] if sections.iter().any(is_of_other_file) => Err(ListError::Refused {
            refusal: Refusal::TwoLists {
                first: first.heading_line,
                second: second.heading_line,
            },
            forms: Vec::new(),
        }),
        _ => Ok(()),
    }
}
