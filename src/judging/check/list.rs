//! Somebody's Bestenliste.
//!
//! ```text
//! Würfel-Bestenliste:
//! 1. 6 Seiten -> : 1 1 1 6 6 6; 97.76%
//! ```
//!
//! Spaces and tabs may be more or fewer, commas may stand between faces and in percentages, and
//! these may have any number of decimals; such lines get a note. So do entries in other forms,
//! lines above the first entry and below the last one that are not like one, headings that are
//! spelt otherwise or missing, lines that are no UTF-8, shares of other totals, codes for colours,
//! and blank lines above others; where the exact form is wanted, these are faults. As in a dice
//! file CRLF, a UTF-8 byte order mark, no newline at the end and blank lines at the end are fine.

use std::borrow::Cow;

use itertools::Itertools;

use super::assignment::assign_dice;
use super::exact::{Claim, ClaimedShare, EXAMPLE, Given, HEADING, LineMeaning, Resemblance};
use super::findings::{self, Finding, FindingKind, Findings};
use super::limits::KnownGames;
use super::lines::{
    DiceByFaces, FoundLines, ReadLine, ReadLines, UnsettledLines, WrittenLine, read_form,
};
pub use super::list_error::{ListError, QuotedLine};
use crate::likelihood::{LEAST_UNIT, WrittenShare};
pub use crate::reading::ProgramForm;
use crate::reading::{Form, Interpretation, Refusal, ShareSource, games_of_wins};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::text::{Excerpt, strip_byte_order_mark};

/// Somebody's list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// The claims in the order of the lines; if the list has no ranks, in that of shares or wins,
    /// and if a given form has ranks alone, in theirs.
    pub claims: Vec<Claim>,
    /// True if it names dice by numbers, or in another way that tells those with the same faces
    /// apart.
    pub(super) names_dice: bool,
    /// The findings that need no truth: about the form, the dice, and impossible shares.
    pub(super) findings: Findings,
    /// The number of lines that look like claims and stand where there may be one, but cannot be
    /// read.
    pub(super) unreadable_claims: usize,
    /// What its numbers were taken for, if it has not the form of the task.
    pub source: Option<Interpretation>,
    /// True if lines between its entries do no harm.
    allows_asides: bool,
    /// The number of the last line that is not blank.
    pub(super) last_line: usize,
}

/// Returns the most bytes that a list of these dice may have: twice as many as their faces can
/// take, a lot for each die, and a lot of lines around them. This ends input that does not end by
/// itself.
pub fn most_bytes(dice: &[Die]) -> usize {
    /// The most bytes of a face, with the space before it.
    const FACE: usize = 11;
    /// The bytes that may stand around a list.
    const AROUND: usize = 1 << 20;
    let faces: usize = dice.iter().map(|die| die.faces().len()).sum();
    2 * FACE * faces + 1000 * dice.len() + AROUND
}

/// The way to read a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// True if the exact form is wanted: other forms are read, too, but notes about the form are
    /// faults then.
    pub is_strict: bool,
    /// The form of the records, if it is known.
    pub form: Option<&'a Form>,
    /// True if lists that have not that form are read as without it.
    pub is_form_optional: bool,
    /// True if games of these dice can be drawn, so that the wins of all do not tell how many games
    /// there were.
    pub can_draw: bool,
}

/// Reads a list of these dice for itself, and makes shares of the games of all dice shares of the
/// games of each.
///
/// # Errors
///
/// If the input is no list at all. Faults of single lines are kept for
/// [`judge`](super::judge()).
pub fn parse(input: &[u8], dice: &[Die], options: ReadOptions) -> Result<List, ListError> {
    let list = parse_as_printed(input, dice, options)?;
    Ok(list.with_shares_of_each(dice, options.can_draw))
}

/// Reads a list of these dice for itself. Fractions of 1 become percentages, but shares of the games
/// of all dice stay what they are. Claims without ranks are sorted.
///
/// # Errors
///
/// If the input is no list at all.
pub fn parse_as_printed(
    input: &[u8],
    dice: &[Die],
    options: ReadOptions,
) -> Result<List, ListError> {
    Draft::new(input, dice, options)?.read(&ProgramForm::default(), dice)
}

/// Finds the way in which most of these lists of a program are read, so that others are read so,
/// too.
pub fn find_program_form<'a>(drafts: impl IntoIterator<Item = &'a Draft>) -> ProgramForm {
    let lists = drafts.into_iter().filter_map(|draft| match &draft.content {
        DraftContent::Settled(_) => None,
        DraftContent::Unsettled(lines) => lines.list(),
    });
    ProgramForm::of(lists)
}

/// A text that may be a list of some dice, as long as it is not known how other lists of its program
/// are read.
#[derive(Debug)]
pub struct Draft {
    /// The list without claims.
    list: List,
    lines: Vec<WrittenLine>,
    content: DraftContent,
}

/// The meaning of the lines of a draft.
#[derive(Debug)]
enum DraftContent {
    /// They have the form of the task or one that was given, whatever other lists are.
    Settled(ReadLines),
    Unsettled(UnsettledLines),
}

impl Draft {
    /// Finds all that a text may say of these dice.
    ///
    /// # Errors
    ///
    /// If it is no list, whatever other lists of its program are.
    pub fn new(input: &[u8], dice: &[Die], options: ReadOptions) -> Result<Draft, ListError> {
        if input.len() > most_bytes(dice) {
            return Err(ListError::TooLong(most_bytes(dice)));
        }
        let input = strip_byte_order_mark(input);
        if dice::parse(input).is_ok_and(|file| file == dice) {
            return Err(ListError::DiceFile);
        }
        let mut list = List::default();
        list.findings.is_strict = options.is_strict;
        let by_faces = DiceByFaces::new(dice);
        let lines = list.split_lines(input);
        let formed = match options.form {
            Some(form) => read_form(
                form,
                options.is_form_optional,
                &lines,
                &by_faces,
                options.can_draw,
            )?,
            None => None,
        };
        let content = match formed {
            Some(read) => DraftContent::Settled(read),
            None => match UnsettledLines::find(&lines, &by_faces, options.can_draw)? {
                FoundLines::Exact(read) => DraftContent::Settled(read),
                FoundLines::Unsettled(lines) => DraftContent::Unsettled(lines),
            },
        };
        Ok(Draft {
            list,
            lines,
            content,
        })
    }

    /// Returns whether all lines are UTF-8, without characters of value 0.
    fn is_text(&self) -> bool {
        let is_encoding = |finding: &Finding| finding.kind == findings::ENCODING;
        !self.list.findings.kept.iter().any(is_encoding)
            && !self.lines.iter().any(|line| line.text.contains('\0'))
    }

    /// Returns whether the list may be read with others of its program, although it cannot be read
    /// for itself.
    pub fn is_open(&self) -> bool {
        match &self.content {
            DraftContent::Settled(_) => false,
            DraftContent::Unsettled(lines) => lines.list().is_some_and(|list| list.is_open()),
        }
    }

    /// Reads the list of these dice, of a program of this form, as it is printed: fractions of 1
    /// become percentages, but shares of the games of all dice stay what they are. Claims without
    /// ranks are sorted.
    ///
    /// # Errors
    ///
    /// If it is no list of these dice.
    pub fn read(&self, form: &ProgramForm, dice: &[Die]) -> Result<List, ListError> {
        let read = match &self.content {
            DraftContent::Settled(read) => read.clone(),
            DraftContent::Unsettled(lines) => {
                let read = lines.read(&self.lines, form, &DiceByFaces::new(dice));
                read.map_err(|error| match error {
                    ListError::NoEntry { .. }
                    | ListError::Refused {
                        refusal: Refusal::Incomplete { .. },
                        ..
                    } if !self.is_text() => ListError::NotUtf8,
                    error => error,
                })?
            }
        };
        let mut list = self.list.clone();
        let are_fractions = read.are_fractions;
        list.add_lines(read, dice.len())?;
        list.sort_unranked();
        if are_fractions && list.has_shares() {
            let text = "die Anteile sind hier und in allen Zeilen Zahlen von 0 bis 1 statt Prozent";
            list.convert(1.0, 0, findings::FRACTIONS, text);
        }
        assign_dice(&mut list, dice);
        Ok(list)
    }
}

/// The extent of the entries in a text.
struct Extent {
    /// The index of the first claim.
    first: usize,
    /// True if a heading stands above the first claim.
    has_heading: bool,
    /// The index of the last line that belongs to the entries.
    last: usize,
    /// True if there are at least as many claims as dice. Then lines above that look like claims
    /// are none.
    is_complete: bool,
}

impl Extent {
    /// Finds the extent of the entries about `dice` dice, which begin at the index `first`.
    fn new(lines: &[ReadLine], first: usize, dice: usize) -> Extent {
        let (mut last, mut claims, mut is_over) = (first, 0, false);
        for (index, line) in lines.iter().enumerate().skip(first) {
            claims += usize::from(is_claim(line));
            // A sentence about the winner has faces, too, and a table of pairings ranks. If all
            // dice are there, they are no claims.
            let is_aside = match &line.meaning {
                LineMeaning::Other(_, Resemblance::None) => true,
                LineMeaning::Other(_, resemblance) => {
                    claims >= dice && (is_over || *resemblance == Resemblance::Signed)
                }
                _ => false,
            };
            is_over |= is_aside && claims >= dice;
            if !is_aside {
                last = index;
            }
        }
        Extent {
            first,
            has_heading: lines[..first]
                .iter()
                .any(|line| matches!(line.meaning, LineMeaning::Heading(_))),
            last,
            is_complete: claims >= dice,
        }
    }

    /// Returns whether the line at `index`, which is neither a claim nor the heading, counts as one
    /// that should be a claim.
    fn is_like_claim(&self, index: usize, resemblance: Resemblance) -> bool {
        resemblance != Resemblance::None && !(index < self.first && self.is_complete)
    }

    /// Finds the place of the line at `index`, which is neither a claim nor the heading, but may be
    /// like a claim.
    fn find_place(&self, index: usize, is_like_claim: bool, is_harmless: bool) -> AsidePlace {
        if index == 0 && !self.has_heading && !is_like_claim {
            AsidePlace::InsteadOfHeading
        } else if index < self.first && !is_like_claim {
            AsidePlace::Before
        } else if index > self.last {
            AsidePlace::Behind
        } else if is_harmless {
            AsidePlace::Between
        } else {
            AsidePlace::Unreadable
        }
    }
}

fn is_claim(line: &ReadLine) -> bool {
    matches!(line.meaning, LineMeaning::Claim(..))
}

/// The position of a line that is neither a claim nor the heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AsidePlace {
    /// In the first line, where the heading should be.
    InsteadOfHeading,
    /// Above the first claim.
    Before,
    /// Below the last claim, and below the lines that may be claims.
    Behind,
    /// Between claims, where it does no harm.
    Between,
    /// Where a claim should be: between claims; or above or below them, if it looks like one.
    Unreadable,
}

impl List {
    /// Returns the largest number of decimals of its shares, without zeros at their ends: if all of
    /// them end with zeros, they were rounded to fewer decimals.
    pub fn decimals(&self) -> usize {
        self.shares()
            .map(ClaimedShare::significant_decimals)
            .max()
            .unwrap_or(0)
    }

    /// Returns the shares that its claims give.
    fn shares(&self) -> impl Iterator<Item = &ClaimedShare> + Clone {
        self.claims.iter().filter_map(Claim::share)
    }

    /// Returns the shares that its claims give `dice` dice, each with its unit: that of the most
    /// decimals, since zeros behind a point are often left out. But a whole number is only as exact
    /// as it is printed, whatever other shares are.
    pub fn shares_by_die(&self, dice: usize) -> Vec<Option<WrittenShare>> {
        let most_decimals = self.decimals();
        let mut shares = vec![None; dice];
        for claim in &self.claims {
            if let (Some(share), Some(die)) = (claim.share(), claim.die) {
                let decimals = if share.decimals == 0 {
                    0
                } else {
                    most_decimals
                };
                shares[die] = Some(WrittenShare {
                    share: share.percent / 100.0,
                    unit: (libm::pow(0.1, decimals as f64) / 100.0).max(LEAST_UNIT),
                });
            }
        }
        shares
    }

    /// Returns the number of the line of findings about the claim with this index.
    pub(super) fn line_of(&self, claim: usize) -> usize {
        self.claims
            .get(claim)
            .and_then(|claim| claim.line)
            .unwrap_or(1)
    }

    /// Splits the input into the lines that are not blank, without codes for colours. Adds findings
    /// about these, about lines that are no UTF-8, and about blank lines above others.
    fn split_lines(&mut self, input: &[u8]) -> Vec<WrittenLine> {
        let mut lines = Vec::new();
        let mut coloured = Vec::new();
        for (line, number) in input.split(|&byte| byte == b'\n').zip(1..) {
            let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
            if let Cow::Owned(_) = text {
                let note = "die Zeile ist kein gültiges UTF-8";
                self.add_finding(number, findings::ENCODING, note);
            }
            let plain = without_colours(&text);
            if plain.len() < text.len() {
                let note = "die Zeile hat Farbcodes (Esc [ … m)";
                coloured.push(Finding::new(number, findings::COLOURS, note));
            }
            if plain.trim().is_empty() {
                continue;
            }
            for blank in self.last_line + 1..number {
                self.add_finding(blank, findings::BLANK, "leere Zeile");
            }
            self.last_line = number;
            lines.push(WrittenLine {
                number,
                text: plain,
            });
        }
        self.add_form_notes(coloured);
        lines
    }

    /// Adds the claims in the lines of a list of `dice` dice, and findings about the other lines.
    ///
    /// # Errors
    ///
    /// If there are no claims.
    fn add_lines(&mut self, read: ReadLines, dice: usize) -> Result<(), ListError> {
        let ReadLines {
            lines,
            allows_asides,
            source,
            ..
        } = read;
        self.source = source;
        self.allows_asides = allows_asides;
        let Some(first) = lines.iter().position(is_claim) else {
            return Err(error_without_claims(lines));
        };
        let extent = Extent::new(&lines, first, dice);
        let mut is_below_heading = false;
        let mut form_notes: Vec<Finding> = Vec::new();
        for (index, ReadLine { number, meaning }) in lines.into_iter().enumerate() {
            if index == first && !extent.has_heading && !is_below_heading {
                let text = format!("vor dieser Zeile fehlt die Überschrift „{HEADING}“");
                self.add_finding(number, findings::NO_HEADING, text);
            }
            match meaning {
                LineMeaning::Heading(note) => {
                    if is_below_heading || index > first {
                        let text = "die Überschrift gehört nur in die erste Zeile";
                        self.add_finding(number, findings::HEADING_AGAIN, text);
                    } else {
                        self.extend_findings(note);
                    }
                    is_below_heading = true;
                }
                LineMeaning::Claim(claim, notes) => {
                    form_notes.extend(notes);
                    self.claims.push(claim);
                }
                LineMeaning::Other(text, resemblance) => {
                    let is_like_claim = extent.is_like_claim(index, resemblance);
                    let is_harmless =
                        self.allows_asides || !text.to_string().contains(char::is_alphanumeric);
                    let place = extent.find_place(index, is_like_claim, is_harmless);
                    is_below_heading |= place == AsidePlace::InsteadOfHeading;
                    let is_unreadable_claim = is_like_claim && place == AsidePlace::Unreadable;
                    self.unreadable_claims += usize::from(is_unreadable_claim);
                    self.add_aside(number, &text, place);
                }
            }
        }
        self.add_form_notes(form_notes);
        Ok(())
    }

    /// Adds the finding about a line that is neither a claim nor the heading.
    fn add_aside(&mut self, number: usize, text: &Excerpt, place: AsidePlace) {
        let (kind, fault) = match place {
            AsidePlace::InsteadOfHeading => (
                findings::OTHER_HEADING,
                format!("statt der Überschrift „{HEADING}“"),
            ),
            AsidePlace::Before => (findings::LINE_BEFORE, "steht vor dem ersten Würfel".into()),
            AsidePlace::Behind => (
                findings::LINE_BEHIND,
                "steht hinter dem letzten Würfel".into(),
            ),
            AsidePlace::Between => (findings::LINE_BETWEEN, "steht zwischen den Würfeln".into()),
            AsidePlace::Unreadable => (
                findings::UNREADABLE,
                format!("hat nicht die Form „{EXAMPLE}“"),
            ),
        };
        self.add_finding(number, kind, format!("„{text}“ {fault}"));
    }

    /// Adds notes about the form of lines. Of several notes of a kind, the first is added, with
    /// their number.
    fn add_form_notes(&mut self, notes: Vec<Finding>) {
        let lines = notes.iter().counts_by(|note| note.kind.name);
        for mut note in notes.into_iter().unique_by(|note| note.kind.name) {
            note.further_lines = lines[note.kind.name] - 1;
            self.findings.push(note);
        }
    }

    /// Sorts claims by their shares or wins, if none has a rank and they are not sorted, and adds a
    /// note then.
    fn sort_unranked(&mut self) {
        let claims = &mut self.claims;
        let size = |claim: &Claim| match &claim.given {
            Given::Share(share) => share.percent,
            Given::Wins(wins) => *wins as f64,
            Given::Order => 0.0,
        };
        let is_sorted = claims.is_sorted_by(|above, below| size(above) >= size(below));
        if !is_sorted && claims.iter().all(|claim| claim.rank.is_none()) {
            claims.sort_by(|left, right| size(right).total_cmp(&size(left)));
            let text = "die Zeilen sind nicht absteigend sortiert, und einen Rang lese ich nicht; ich \
                        ordne sie nach den Anteilen";
            self.add_finding(self.line_of(0), findings::NO_RANKS, text);
        }
    }

    /// Makes shares of the games of all dice shares of the games of each, and adds a note then, and
    /// faults for numbers that no share can be. `can_draw` says whether games between the `dice`
    /// dice can be drawn.
    pub fn with_shares_of_each(mut self, dice: &[Die], can_draw: bool) -> List {
        let source = self.source.as_ref().and_then(|source| source.shares);
        let is_known = source == Some(ShareSource::ShareOfAll) && dice.len() > 2;
        if is_known || !can_draw && self.are_shares_of_all(dice.len()) {
            let half = dice.len() as f64 / 2.0;
            let text = "hier stehen Anteile an allen Spielen; ich rechne sie um";
            let fewer_decimals = libm::log10(half).ceil() as usize;
            self.convert(half, fewer_decimals, findings::TOTALS, text);
        }
        self.check_range(dice);
        self
    }

    /// Returns whether the shares are parts of the games of all dice. Percentages of all dice are 50
    /// on average, without draws. So those of at least three dice that add up to 100, but for
    /// rounding, and of which none is larger than that of a die that wins all its games, are such
    /// parts. A sum below 100 may be one with many draws.
    fn are_shares_of_all(&self, dice: usize) -> bool {
        let shares = self.shares().map(|share| share.percent);
        let most = shares.clone().fold(0.0, f64::max);
        let sum: f64 = shares.sum();
        let unit = libm::pow(0.1, self.decimals() as f64);
        let half = dice as f64 / 2.0;
        self.claims.len() == dice
            && dice > 2
            && (sum - 100.0).abs() <= unit * libm::sqrt(dice as f64)
            && most * half <= 100.0 + half * unit
    }

    /// Returns whether all claims give shares.
    pub fn has_shares(&self) -> bool {
        self.claims.iter().all(|claim| claim.share().is_some())
    }

    /// Returns what is known of the number of games per pairing of the list of `dice` dice: that
    /// which is `given`, or what its numbers prove. If all dice have played as many games, these are
    /// as many against each opponent. Wins alone prove it where no game `can_draw` and they add up
    /// to a number that somebody has chosen; otherwise only that it is not less than a die needs for
    /// its wins.
    pub fn known_games(&self, dice: usize, given: Option<u64>, can_draw: bool) -> KnownGames {
        if let Some(games) = given {
            return KnownGames::Given(games);
        }
        let opponents = dice as u64 - 1;
        let played = self.claims.iter().filter_map(|claim| claim.games);
        match played.unique().collect_vec()[..] {
            [] => {}
            [games] if games >= opponents && games % opponents == 0 => {
                return KnownGames::Proven(games / opponents);
            }
            _ => return KnownGames::AtLeast(1),
        }
        let wins = self.wins();
        if wins.len() < self.claims.len() {
            return KnownGames::AtLeast(1);
        }
        let of_all = games_of_wins(&wins).filter(|_| !can_draw && wins.len() == dice);
        let most_wins = wins.iter().copied().fold(0.0, f64::max) as u64;
        match of_all {
            Some(games) => KnownGames::Proven(games as u64),
            None => KnownGames::AtLeast(most_wins.div_ceil(opponents).max(1)),
        }
    }

    /// The numbers of games won of the claims that give these.
    fn wins(&self) -> Vec<f64> {
        let wins = self.claims.iter().filter_map(|claim| match claim.given {
            Given::Wins(wins) => Some(wins as f64),
            Given::Share(_) | Given::Order => None,
        });
        wins.collect()
    }

    /// Returns the list with shares instead of numbers of games won, if it gives these and the
    /// number of games per pairing is known. Otherwise only the order says something of shares.
    pub fn with_shares(mut self, dice: &[Die], games: Option<u64>) -> List {
        if self.has_shares() {
            return self;
        }
        let has_wins_only = self.wins().len() == self.claims.len();
        match games.filter(|_| has_wins_only) {
            Some(games) => self.convert_wins(dice, games),
            None => self.keep_order_only(has_wins_only),
        }
        self
    }

    /// Makes shares of all numbers of games won, of this number of `games` per pairing of the dice.
    /// Adds a note, and faults for numbers that no share can be.
    fn convert_wins(&mut self, dice: &[Die], games: u64) {
        let played = games as f64 * (dice.len() - 1) as f64;
        for claim in &mut self.claims {
            if let Given::Wins(wins) = claim.given {
                claim.given = Given::Share(ClaimedShare::computed(100.0 * wins as f64 / played));
            }
        }
        let text = "hier stehen Anzahlen gewonnener Spiele; ich rechne sie in Anteile um";
        self.add_finding(self.line_of(0), findings::TOTALS, text);
        self.check_range(dice);
    }

    /// Drops what claims give but for their order, unless all give wins. Adds a note, which
    /// says what is missing if they do.
    fn keep_order_only(&mut self, has_wins_only: bool) {
        for claim in self.claims.iter_mut().filter(|_| !has_wins_only) {
            claim.given = Given::Order;
        }
        let remedy = if has_wins_only {
            "; es fehlt, aus wie vielen Spielen je Paarung die Siege sind"
        } else {
            ""
        };
        let text = format!("beurteilt ist nur die Reihenfolge{remedy}");
        self.add_finding(self.line_of(0), findings::ORDER_ONLY, text);
    }

    /// Multiplies all shares by `factor`, which leaves `fewer_decimals` fewer decimals, and adds a
    /// note of this kind.
    fn convert(&mut self, factor: f64, fewer_decimals: usize, kind: FindingKind, text: &str) {
        for share in self.claims.iter_mut().filter_map(Claim::share_mut) {
            share.percent *= factor;
            share.decimals = share.decimals.saturating_sub(fewer_decimals);
            share.written = None;
        }
        self.add_finding(self.line_of(0), kind, text);
    }

    /// Adds a fault for each number of a claim about these dice that no share can be.
    fn check_range(&mut self, dice: &[Die]) {
        for claim in &self.claims {
            if let Some((kind, text)) = claim.describe_impossible_share() {
                self.findings
                    .push(Finding::new(claim.place(dice), kind, text));
            }
        }
    }

    fn add_finding(&mut self, line: usize, kind: FindingKind, text: impl Into<String>) {
        self.findings.push(Finding::new(line, kind, text));
    }

    pub(super) fn extend_findings(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.findings.push(finding);
        }
    }
}

/// Creates the error that none of these lines is a claim.
fn error_without_claims(lines: Vec<ReadLine>) -> ListError {
    if lines.is_empty() {
        return ListError::Empty;
    }
    let unread = lines.into_iter().find_map(|line| match line.meaning {
        LineMeaning::Other(text, _) => Some(QuotedLine {
            number: line.number,
            text,
        }),
        _ => None,
    });
    ListError::NoEntry { line: unread }
}

/// Removes codes for colours.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut remaining = text;
    while let Some((before, code)) = remaining.split_once("\u{1b}[") {
        plain.push_str(before);
        let behind = code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match behind.strip_prefix('m') {
            Some(behind) => remaining = behind,
            None => {
                plain.push_str("\u{1b}[");
                remaining = code;
            }
        }
    }
    plain + remaining
}
