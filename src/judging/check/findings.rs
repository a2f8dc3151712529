//! Findings: faults and notes about the lines of a list.

use itertools::Itertools;
use thiserror::Error;

use crate::reading::NumberedDie;
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::{Excerpt, format_count, join_words};

/// The subject of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The form of a line.
    Form,
    /// The dice, or the pairings: each is there once.
    Dice,
    /// The ranks, which count from 1.
    Ranks,
    /// The sorting: the shares of the list descend.
    Sorting,
    /// The order, beside the true one.
    Order,
    /// The shares: none is impossible, and all are close to the true ones.
    Shares,
}

impl Subject {
    /// Returns the name, which does not change from version to version.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Form => "form",
            Subject::Dice => "wuerfel",
            Subject::Ranks => "raenge",
            Subject::Sorting => "sortierung",
            Subject::Order => "rangfolge",
            Subject::Shares => "anteil",
        }
    }
}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingKind {
    /// The subject of the check.
    pub subject: Subject,
    /// The name, which does not change from version to version.
    pub name: &'static str,
    /// True for faults, whatever form is wanted; false for notes, of which those about the form are
    /// faults where the exact form is wanted.
    pub is_fault: bool,
}

/// Creates the kind of a fault.
const fn fault(subject: Subject, name: &'static str) -> FindingKind {
    FindingKind {
        subject,
        name,
        is_fault: true,
    }
}

/// Creates the kind of a note.
const fn note(subject: Subject, name: &'static str) -> FindingKind {
    FindingKind {
        subject,
        name,
        is_fault: false,
    }
}

/// The heading stands there twice, or below the first claim.
pub(super) const HEADING_AGAIN: FindingKind = fault(Subject::Form, "ueberschrift-doppelt");
/// A line cannot be read although it stands between claims, or above or below them and looks like
/// one.
pub(super) const UNREADABLE: FindingKind = fault(Subject::Form, "unlesbar");
/// A claim announces another number of sides than it has faces.
pub const SIDES: FindingKind = fault(Subject::Dice, "seitenzahl");
/// A claim is about a die that the file does not have.
pub(super) const UNKNOWN: FindingKind = fault(Subject::Dice, "wuerfel-unbekannt");
/// The list is one of another dice file.
pub(super) const OTHER_FILE: FindingKind = fault(Subject::Dice, "andere-wuerfeldatei");
/// A die of the file stands in the list once too often.
pub const REPEATED: FindingKind = fault(Subject::Dice, "wuerfel-doppelt");
/// A die of the file is missing.
pub const MISSING: FindingKind = fault(Subject::Dice, "wuerfel-fehlt");
/// Neither the ranks nor the lines follow the shares.
pub(super) const UNSORTED: FindingKind = fault(Subject::Sorting, "unsortiert");
/// A die stands below one that is certified to be worse, which neither the leeway nor chance
/// allows.
pub(super) const INVERTED: FindingKind = fault(Subject::Order, "vertauscht");
/// A share is less than 0 %.
pub(super) const SHARE_BELOW_0: FindingKind = fault(Subject::Shares, "anteil-unter-0");
/// A share is more than 100 %.
pub(super) const SHARE_ABOVE_100: FindingKind = fault(Subject::Shares, "anteil-ueber-100");
/// A share is farther off than it may be.
pub const SHARE: FindingKind = fault(Subject::Shares, "anteil-daneben");
/// The kinds of faults that depend on the rules.
const UNTRUE: [FindingKind; 4] = [IMPOSSIBLE, INVERTED, SHARE, TOGETHER];

/// A die has won that can never win.
pub(super) const IMPOSSIBLE: FindingKind = fault(Subject::Shares, "anteil-unmoeglich");
/// All shares together are farther off than chance explains.
pub const TOGETHER: FindingKind = fault(Subject::Shares, "anteile-zusammen-daneben");

/// A blank line stands above one that is not blank.
pub(super) const BLANK: FindingKind = note(Subject::Form, "leerzeile");
/// A line is no UTF-8.
pub(super) const ENCODING: FindingKind = note(Subject::Form, "kein-utf8");
/// There is no heading above the first claim.
pub(super) const NO_HEADING: FindingKind = note(Subject::Form, "ueberschrift-fehlt");
/// Another line stands in place of the heading.
pub(super) const OTHER_HEADING: FindingKind = note(Subject::Form, "ueberschrift-anders");
/// The heading is spelt otherwise.
pub(super) const SPELT_HEADING: FindingKind = note(Subject::Form, "ueberschrift-schreibweise");
/// Shares are numbers from 0 to 1 instead of percentages.
pub(super) const FRACTIONS: FindingKind = note(Subject::Form, "bruchteile");
/// The entries have no ranks and are not sorted.
pub(super) const NO_RANKS: FindingKind = note(Subject::Form, "ohne-rang");
/// Shares are parts of the games of all dice, or numbers of games won.
pub(super) const TOTALS: FindingKind = note(Subject::Form, "andere-summe");
/// A line in the exact form has other spaces, commas between faces, or leading zeros; or the
/// heading has spaces around it.
pub(super) const SPELLING: FindingKind = note(Subject::Form, "schreibweise");
/// A line or the whole list has another form.
pub(super) const OTHER_FORM: FindingKind = note(Subject::Form, "andere-form");
/// A line stands above the first claim.
pub(super) const LINE_BEFORE: FindingKind = note(Subject::Form, "zeile-davor");
/// A line stands between claims, where it does no harm.
pub(super) const LINE_BETWEEN: FindingKind = note(Subject::Form, "zeile-dazwischen");
/// A line stands below the last claim.
pub(super) const LINE_BEHIND: FindingKind = note(Subject::Form, "zeile-dahinter");
/// A line has codes for colours.
pub(super) const COLOURS: FindingKind = note(Subject::Form, "farbcodes");
/// Dice are counted from 0.
pub(super) const FROM_ZERO: FindingKind = note(Subject::Form, "ab-null");
/// A share has a comma instead of a point.
pub(super) const COMMA: FindingKind = note(Subject::Form, "komma");
/// A percentage has not two decimals.
pub(super) const DECIMALS: FindingKind = note(Subject::Form, "nachkommastellen");
/// The faces of a die stand in another order than in its file.
pub(super) const FACES: FindingKind = note(Subject::Dice, "augen-anders-geordnet");
/// A rank does not follow the shares, but the lines do.
pub(super) const RANK: FindingKind = note(Subject::Ranks, "rang");
/// There are no shares to judge, only an order.
pub(super) const ORDER_ONLY: FindingKind = note(Subject::Order, "nur-reihenfolge");
/// The shares fit only lists of few games, or of no number of games.
pub const FEW_GAMES: FindingKind = note(Subject::Shares, "wenige-spiele");
/// Two dice stand in the wrong order, but the leeway or chance allows it, or too little is known of
/// the truth.
pub(super) const NEARLY_INVERTED: FindingKind = note(Subject::Order, "vertauscht-erlaubt");
/// Two dice stand in the wrong order, at least the leeway apart, and the chance of a hundred games
/// per pairing explains the shares of the list.
pub(super) const PERHAPS_INVERTED: FindingKind = note(Subject::Order, "vertauscht-fraglich");
/// A share is off by more than the tolerance, and the chance of a hundred games per pairing
/// explains the shares of the list.
pub const PERHAPS_SHARE: FindingKind = note(Subject::Shares, "anteil-fraglich");

/// The place of a finding.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Place {
    /// The line with this number, or the one after the last where something is missing. A finding
    /// about the whole list stands in line 1, or in that of its header or of a claim.
    #[error("Zeile {0}")]
    Line(usize),
    /// A die whose share is a mean over pairings, so that no line is about it alone.
    #[error("Würfel {0}")]
    Die(NumberedDie),
}

impl Place {
    /// Returns the number of the line, if it is one.
    pub fn line(&self) -> Option<usize> {
        match self {
            Place::Line(line) => Some(*line),
            Place::Die(_) => None,
        }
    }
}

impl From<usize> for Place {
    fn from(line: usize) -> Place {
        Place::Line(line)
    }
}

/// A finding about a list.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{place}: {}: {}", if *.is_fault { "Mangel" } else { "Hinweis" }, self.words())]
pub struct Finding {
    /// The place.
    pub place: Place,
    /// The kind of the finding.
    pub kind: FindingKind,
    /// True if it is a fault of this list, false if it is a note.
    pub is_fault: bool,
    /// The finding in words, in German, but for the number of further lines.
    pub text: String,
    /// The number of further lines that have it, too.
    pub further_lines: usize,
    /// Another place that the finding is about.
    pub other_place: Option<Place>,
    /// The index of the die in the dice file that is missing, or that the line should probably
    /// name.
    pub die: Option<usize>,
    /// The distance of the share from the truth, or the true distance of two shares that stand in
    /// the wrong order.
    pub distance: Option<Distance>,
}

impl Finding {
    pub(super) fn new(
        place: impl Into<Place>,
        kind: FindingKind,
        text: impl Into<String>,
    ) -> Finding {
        Finding {
            place: place.into(),
            kind,
            is_fault: kind.is_fault,
            text: text.into(),
            further_lines: 0,
            other_place: None,
            die: None,
            distance: None,
        }
    }

    /// The finding in words, in German.
    pub fn words(&self) -> String {
        let text = &self.text;
        match self.further_lines as u64 {
            0 => text.clone(),
            further => {
                let lines = format_count(further, "weiteren Zeile", "weiteren Zeilen");
                format!("{text} (ebenso in {lines})")
            }
        }
    }

    /// Describes it in German to somebody who does not see the list.
    pub fn describe_in_list(&self) -> String {
        format!("{} der Liste: {}", self.place, self.words())
    }
}

/// The numbers of faults and notes.
#[derive(Clone, Copy, Debug, Default, Error, PartialEq, Eq)]
#[error("{}{}", format_count(*.faults as u64, "Mangel", "Mängel"), format_notes(*.notes))]
pub struct FindingCounts {
    /// The number of faults.
    pub faults: usize,
    /// The number of notes.
    pub notes: usize,
}

/// Formats a number of notes behind that of faults, if there are any.
fn format_notes(notes: usize) -> String {
    match notes as u64 {
        0 => String::new(),
        notes => format!(", {}", format_count(notes, "Hinweis", "Hinweise")),
    }
}

/// The findings about a list. Not all of them are kept, but all are counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The findings that are kept: faults rather than notes, and of either those of the first
    /// lines. Once they are put in order, there are at most [`MAX_KEPT`](Findings::MAX_KEPT), in
    /// the order of the lines, and then about dice; before, fewer than twice as many.
    pub kept: Vec<Finding>,
    /// True if the exact form is wanted: then notes about the form are faults.
    pub(super) is_strict: bool,
    /// The number of faults.
    pub faults: usize,
    /// The number of notes.
    pub notes: usize,
    /// The number of faults about the true order and the true shares, which depend on the rules.
    pub untrue: usize,
}

impl Findings {
    /// The most findings that are kept.
    pub const MAX_KEPT: usize = 100;

    /// Returns the numbers of all findings, kept or not.
    pub fn counts(&self) -> FindingCounts {
        FindingCounts {
            faults: self.faults,
            notes: self.notes,
        }
    }

    /// Adds a finding.
    pub fn push(&mut self, mut finding: Finding) {
        finding.is_fault |= self.is_strict && finding.kind.subject == Subject::Form;
        self.faults += usize::from(finding.is_fault);
        self.notes += usize::from(!finding.is_fault);
        self.untrue += usize::from(UNTRUE.contains(&finding.kind));
        self.kept.push(finding);
        if self.kept.len() >= 2 * Self::MAX_KEPT {
            self.put_in_order();
        }
    }

    /// Returns whether there is a finding of one of these kinds.
    pub fn has_any(&self, kinds: &[FindingKind]) -> bool {
        self.kept
            .iter()
            .any(|finding| kinds.contains(&finding.kind))
    }

    /// Says in the first fault that depends on the rules which other rules explain the list.
    pub(super) fn name_rules(&mut self, rules: &[Rules]) {
        let untrue = self
            .kept
            .iter_mut()
            .find(|finding| UNTRUE.contains(&finding.kind));
        if let (Some(finding), false) = (untrue, rules.is_empty()) {
            let names = rules.iter().map(ToString::to_string).collect_vec();
            finding.text += &format!("; die Liste passt zu {}", join_words(&names, "und"));
        }
    }

    /// Sorts the findings by their lines; those about dice come last. If there are more than `MAX_KEPT`, the others are
    /// forgotten, notes before faults, as notes do no harm.
    pub(super) fn put_in_order(&mut self) {
        let order = |finding: &Finding| match &finding.place {
            Place::Line(line) => (*line, 0),
            Place::Die(die) => (usize::MAX, die.number),
        };
        if self.kept.len() > Self::MAX_KEPT {
            self.kept
                .sort_by_key(|finding| (!finding.is_fault, order(finding)));
            self.kept.truncate(Self::MAX_KEPT);
        }
        self.kept
            .sort_by_key(|finding| (order(finding), finding.kind.subject));
    }
}

/// The distance of a share from the truth, or of two true shares from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The distance in percentage points; less than 0 if a share is too small.
    pub points: f64,
    /// The limit of the distance, in percentage points. A share may be as far off, with a tolerance
    /// from the interval of the true one. Two dice in the wrong order have to be closer together.
    pub allowed: f64,
    /// The distance in standard errors, if the number of games behind the list is known.
    pub in_standard_errors: Option<StandardErrors>,
}

/// A distance in standard errors of lists of a known number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandardErrors {
    /// The number of standard errors, without a sign.
    pub number: f64,
    /// The number of games per pairing.
    pub games: u64,
}

impl Distance {
    /// Formats the distance of a share from the truth in percentage points.
    pub(super) fn format_points(&self) -> String {
        let points = self.points.abs();
        let too = if self.points > 0.0 { "viel" } else { "wenig" };
        format!("das sind {points:.2} Punkte zu {too}")
    }
}

/// Formats the number of games of each pairing, as it stands behind a preposition.
pub fn format_games(games: u64) -> String {
    format!("{} je Paarung", format_count(games, "Spiel", "Spielen"))
}

/// Formats a die by its faces and its line in the dice file.
pub(super) fn format_die(dice: &[Die], index: usize) -> String {
    let line = index + 2;
    let faces = format_faces(dice[index].faces());
    format!("{faces} (Zeile {line} der Würfeldatei)")
}

/// Formats faces, shortened to an excerpt if they are many.
pub(super) fn format_faces(faces: &[u32]) -> Excerpt {
    Excerpt::new(&faces.iter().format(" ").to_string())
}
