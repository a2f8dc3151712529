//! What can be found out about the lines of a list.

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::text::{Excerpt, format_count};

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The form of a line.
    Form,
    /// Whether every die is there once.
    Dice,
    /// Whether ranks count from 1.
    Ranks,
    /// Whether the shares of the list descend.
    Sorting,
    /// The true order.
    Order,
    /// The true shares.
    Shares,
}

/// The names of subjects, which do not change from version to version.
pub const SUBJECTS: [&str; 6] = [
    "form",
    "wuerfel",
    "raenge",
    "sortierung",
    "rangfolge",
    "anteil",
];

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is about.
    pub subject: Subject,
    /// Its name, which does not change from version to version.
    pub name: &'static str,
    /// Whether the line is wrong, whatever form is wanted. Otherwise it could be better.
    pub is_fault: bool,
}

const fn kind(is_fault: bool, subject: Subject, name: &'static str) -> Kind {
    Kind {
        subject,
        name,
        is_fault,
    }
}

const FAULT: bool = true;
const NOTE: bool = false;

pub(super) const HEADING_AGAIN: Kind = kind(FAULT, Subject::Form, "ueberschrift-doppelt");
pub(super) const UNREADABLE: Kind = kind(FAULT, Subject::Form, "unlesbar");
pub(super) const SIDES: Kind = kind(FAULT, Subject::Dice, "seitenzahl");
pub(super) const UNKNOWN: Kind = kind(FAULT, Subject::Dice, "wuerfel-unbekannt");
pub(super) const OTHER_FILE: Kind = kind(FAULT, Subject::Dice, "andere-wuerfeldatei");
/// A die of the file stands in the list once too often.
pub const REPEATED: Kind = kind(FAULT, Subject::Dice, "wuerfel-doppelt");
/// A die of the file is missing.
pub const MISSING: Kind = kind(FAULT, Subject::Dice, "wuerfel-fehlt");
pub(super) const RANK: Kind = kind(FAULT, Subject::Ranks, "rang");
pub(super) const UNSORTED: Kind = kind(FAULT, Subject::Sorting, "unsortiert");
pub(super) const INVERTED: Kind = kind(FAULT, Subject::Order, "vertauscht");
pub(super) const MISSING_PAIRING: Kind = kind(FAULT, Subject::Dice, "paarung-fehlt");
pub(super) const DOUBLED_PAIRING: Kind = kind(FAULT, Subject::Dice, "paarung-doppelt");
pub(super) const BELOW_NONE: Kind = kind(FAULT, Subject::Shares, "anteil-unter-0");
pub(super) const BEYOND_ALL: Kind = kind(FAULT, Subject::Shares, "anteil-ueber-100");
/// A share is farther off than it may be.
pub const SHARE: Kind = kind(FAULT, Subject::Shares, "anteil-daneben");
/// All shares together are farther off than chance explains.
pub const TOGETHER: Kind = kind(FAULT, Subject::Shares, "anteile-zusammen-daneben");

pub(super) const BLANK: Kind = kind(NOTE, Subject::Form, "leerzeile");
pub(super) const ENCODING: Kind = kind(NOTE, Subject::Form, "kein-utf8");
pub(super) const NO_HEADING: Kind = kind(NOTE, Subject::Form, "ueberschrift-fehlt");
pub(super) const OTHER_HEADING: Kind = kind(NOTE, Subject::Form, "ueberschrift-anders");
pub(super) const SPELT_HEADING: Kind = kind(NOTE, Subject::Form, "ueberschrift-schreibweise");
pub(super) const FRACTIONS: Kind = kind(NOTE, Subject::Form, "bruchteile");
pub(super) const NO_RANKS: Kind = kind(NOTE, Subject::Form, "ohne-rang");
pub(super) const TOTALS: Kind = kind(NOTE, Subject::Form, "andere-summe");
pub(super) const SPELLING: Kind = kind(NOTE, Subject::Form, "schreibweise");
pub(super) const OTHER_FORM: Kind = kind(NOTE, Subject::Form, "andere-form");
pub(super) const BEFORE: Kind = kind(NOTE, Subject::Form, "zeile-davor");
pub(super) const BETWEEN: Kind = kind(NOTE, Subject::Form, "zeile-dazwischen");
pub(super) const BEHIND: Kind = kind(NOTE, Subject::Form, "zeile-dahinter");
pub(super) const COLOURS: Kind = kind(NOTE, Subject::Form, "farbcodes");
pub(super) const FROM_ZERO: Kind = kind(NOTE, Subject::Form, "ab-null");
pub(super) const COMMA: Kind = kind(NOTE, Subject::Form, "komma");
pub(super) const DECIMALS: Kind = kind(NOTE, Subject::Form, "nachkommastellen");
pub(super) const FACES: Kind = kind(NOTE, Subject::Dice, "augen-anders-geordnet");
pub(super) const ORDER_ONLY: Kind = kind(NOTE, Subject::Order, "nur-reihenfolge");
/// The shares fit to few games only.
pub const FEW_GAMES: Kind = kind(NOTE, Subject::Shares, "wenige-spiele");
pub(super) const NEARLY_INVERTED: Kind = kind(NOTE, Subject::Order, "vertauscht-erlaubt");
pub(super) const PERHAPS_INVERTED: Kind = kind(NOTE, Subject::Order, "vertauscht-fraglich");
/// A share is off by more than the leeway, which a hundred games per pairing may explain.
pub const PERHAPS_SHARE: Kind = kind(NOTE, Subject::Shares, "anteil-fraglich");

/// Something about a line of a list.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("Zeile {line}: {}: {text}", if *.is_fault { "Mangel" } else { "Hinweis" })]
pub struct Finding {
    /// The number of the line, or of the one after the last where something is missing.
    pub line: usize,
    /// What is found.
    pub kind: Kind,
    /// Whether it is a fault of this list.
    pub is_fault: bool,
    /// The same in words.
    pub text: String,
    /// Another line that it is about.
    pub other_line: Option<usize>,
    /// The index of the die in the dice file that is missing, or that the line should probably
    /// name.
    pub die: Option<usize>,
    /// How far from the truth the share is, or how far apart two shares truly are that stand in the
    /// wrong order.
    pub distance: Option<Distance>,
}

impl Finding {
    pub(super) fn new(line: usize, kind: Kind, text: impl Into<String>) -> Finding {
        Finding {
            line,
            kind,
            is_fault: kind.is_fault,
            text: text.into(),
            other_line: None,
            die: None,
            distance: None,
        }
    }
}

/// What is found about a list. The first findings are kept and the rest is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The first findings, faults before notes, in the order of the lines; and some more until they
    /// are put in order.
    pub first: Vec<Finding>,
    /// Whether the exact form is wanted: then notes about it are faults.
    pub(super) is_strict: bool,
    /// How many faults there are in all.
    pub faults: usize,
    /// How many notes there are in all.
    pub notes: usize,
    /// How many of the faults are about the true order and the true shares, which depend on the
    /// rules.
    pub untrue: usize,
    /// How many of the notes would be faults if the list had more games.
    pub(super) undecided: usize,
}

impl Findings {
    /// So many findings are kept.
    pub const MOST: usize = 100;

    /// Adds a finding.
    pub fn push(&mut self, mut finding: Finding) {
        finding.is_fault |= self.is_strict && finding.kind.subject == Subject::Form;
        self.faults += usize::from(finding.is_fault);
        self.notes += usize::from(!finding.is_fault);
        self.untrue += usize::from([INVERTED, SHARE, TOGETHER].contains(&finding.kind));
        self.undecided += usize::from([PERHAPS_INVERTED, PERHAPS_SHARE].contains(&finding.kind));
        self.first.push(finding);
        if self.first.len() >= 2 * Self::MOST {
            self.put_in_order();
        }
    }

    /// Keeps the first findings, and forgets the others. Faults go before notes, which do no harm.
    pub(super) fn put_in_order(&mut self) {
        let kept = &mut self.first;
        if kept.len() > Self::MOST {
            kept.sort_by_key(|finding| (!finding.is_fault, finding.line));
            kept.truncate(Self::MOST);
        }
        kept.sort_by_key(|finding| (finding.line, finding.kind.subject));
    }
}

/// How far something is from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// By how many percentage points; less than 0 if a share is too small.
    pub points: f64,
    /// By how many points it may be off.
    pub allowed: f64,
    /// The same in standard errors, without a sign, and the number of games per pairing that they
    /// come from; if that is known.
    pub chance: Option<(f64, u64)>,
}

impl Distance {
    /// The same in standard errors of lists of so many games per pairing, if these are known.
    pub(super) fn in_errors(&self) -> Option<String> {
        let (errors, games) = self.chance?;
        let games = games_each(games);
        Some(format!("{errors:.1} Standardfehler bei {games}"))
    }

    /// How far a share is off.
    pub(super) fn off(&self) -> String {
        self.in_errors().unwrap_or_else(|| {
            let points = self.points.abs();
            let too = if self.points > 0.0 { "viel" } else { "wenig" };
            let allowed = self.allowed;
            format!("das sind {points:.2} Punkte zu {too}; erlaubt: {allowed}")
        })
    }
}

/// So many games, behind a preposition.
pub(super) fn games_each(games: u64) -> String {
    format!("{} je Paarung", format_count(games, "Spiel", "Spielen"))
}

/// A die by its faces and its line in the dice file.
pub(super) fn named(dice: &[Die], index: usize) -> String {
    let line = index + 2;
    let faces = faces(dice[index].faces());
    format!("{faces} (Zeile {line} der Würfeldatei)")
}

pub(super) fn faces(faces: &[u32]) -> Excerpt {
    Excerpt::new(&faces.iter().format(" ").to_string())
}
