//! What there is to say about the lines of a list.

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::text::{Excerpt, count};

/// The first line of a list.
pub const HEADING: &str = "Würfel-Bestenliste:";
/// An example of all other lines.
pub(super) const EXAMPLE: &str = "1. 6 Seiten -> : 1 2 3 4 5 6; 12.34%";

/// Something about a line of a list.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("Zeile {line}: {}: {remark}", if .remark.is_fault() { "Mangel" } else { "Hinweis" })]
pub struct Finding {
    /// The number of the line, or of the one after the last where something is missing.
    pub line: usize,
    /// What there is to say about the line.
    pub remark: Remark,
}

/// What is found about a list. The first findings are kept and the rest is counted, so that a list with
/// millions of faults takes no more memory than one with some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The first findings in the order of the lines, and some more until they are put in order.
    kept: Vec<Finding>,
    faults: usize,
    notes: usize,
    untrue: usize,
}

impl Findings {
    /// So many findings are kept.
    pub const MOST: usize = 100;

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        match finding.remark.is_fault() {
            true => self.faults += 1,
            false => self.notes += 1,
        }
        let is_untrue = |fault: &Fault| {
            matches!(
                fault,
                Fault::Order(_) | Fault::Share { .. } | Fault::Together(_)
            )
        };
        self.untrue +=
            usize::from(matches!(&finding.remark, Remark::Fault(fault) if is_untrue(fault)));
        self.kept.push(finding);
        if self.kept.len() >= 2 * Self::MOST {
            self.put_in_order();
        }
    }

    /// Keeps the first findings, and forgets the others. Faults go before notes, which do no harm.
    pub(super) fn put_in_order(&mut self) {
        if self.kept.len() > Self::MOST {
            self.kept
                .sort_by_key(|finding| (!finding.remark.is_fault(), finding.line));
            self.kept.truncate(Self::MOST);
        }
        self.kept
            .sort_by_key(|finding| (finding.line, finding.remark.subject()));
    }

    /// The first findings, faults before notes, in the order of the lines.
    pub fn first(&self) -> &[Finding] {
        &self.kept
    }

    /// How many faults there are in all.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// How many of the faults are about the true order and the true shares, which depend on the rules.
    pub fn untrue(&self) -> usize {
        self.untrue
    }

    /// How many notes there are in all.
    pub fn notes(&self) -> usize {
        self.notes
    }
}

/// What there is to say about a line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Remark {
    /// The line is wrong.
    #[error("{0}")]
    Fault(Fault),
    /// The line could be better.
    #[error("{0}")]
    Note(Note),
}

/// What is wrong with a line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Fault {
    /// The list begins with an entry.
    #[error("vor dieser Zeile fehlt die Überschrift „{HEADING}“")]
    NoHeading,
    /// The list begins with something else.
    #[error("„{0}“ statt der Überschrift „{HEADING}“")]
    Heading(Excerpt),
    /// The heading is there again.
    #[error("die Überschrift gehört nur in die erste Zeile")]
    HeadingAgain,
    /// The line cannot be read.
    #[error("nicht die Form „{EXAMPLE}“: {missing}")]
    Form {
        /// What is missing where.
        missing: String,
    },
    /// The number of faces is not that of the sides.
    #[error("{} angekündigt, aber {} gefunden{}", count(*.sides, "Seite", "Seiten"), count(*.faces as u64, "Augenzahl", "Augenzahlen"), probably(.meant))]
    Sides {
        /// The number of sides.
        sides: u64,
        /// The number of faces.
        faces: usize,
        /// The die that it should probably be.
        meant: Option<Named>,
    },
    /// The dice file has no such die.
    #[error("den Würfel {die} gibt es in der Würfeldatei nicht{}", probably(.meant))]
    Unknown {
        /// The faces of the die.
        die: Excerpt,
        /// The die that it should probably be.
        meant: Option<Named>,
    },
    /// The die is listed twice.
    #[error("der Würfel steht auch in Zeile {0}")]
    Repeated(usize),
    /// There are far more lines than dice.
    #[error("der Würfel ist zu viel; so viele stehen nicht in der Würfeldatei")]
    Surplus,
    /// A die is not listed.
    #[error("es fehlt der Würfel {0}")]
    Missing(Named),
    /// The rank is not the next one.
    #[error("Rang {found} statt {expected}")]
    Rank {
        /// The rank that the line gives.
        found: u64,
        /// What it should be.
        expected: u64,
    },
    /// The share is larger than that of the line above.
    #[error("{here}% steht unter {above}%")]
    Unsorted {
        /// The share of this line.
        here: String,
        /// The share of the line above.
        above: String,
    },
    /// The die is better than one above it.
    #[error("{0}")]
    Order(Inversion),
    /// The share is more than 100 %.
    #[error("{0}% ist mehr als 100%")]
    BeyondAll(String),
    /// The share is not the true one.
    #[error("{claimed}% statt {truth}%, {}", off(.deviation))]
    Share {
        /// The share as it is given.
        claimed: String,
        /// The true share.
        truth: String,
        /// How far the two are apart.
        deviation: Deviation,
    },
    /// All shares together are too far off.
    #[error("{0}")]
    Together(Squares),
}

/// What could be better about a line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Note {
    /// The line is blank.
    #[error("leere Zeile")]
    Blank,
    /// The line is written differently.
    #[error(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in „{EXAMPLE}“"
    )]
    Spelling,
    /// The line has another form, which leaves no doubt.
    #[error("andere Form; erwartet ist „{EXAMPLE}“")]
    Form,
    /// The line is no UTF-8.
    #[error("die Zeile ist kein gültiges UTF-8")]
    Encoding,
    /// The heading is spelt otherwise.
    #[error("„{0}“ statt der Überschrift „{HEADING}“")]
    Heading(Excerpt),
    /// The shares are fractions.
    #[error("die Anteile sind hier und in allen Zeilen Zahlen von 0 bis 1 statt Prozent")]
    Fractions,
    /// The line stands above the first entry.
    #[error("„{0}“ steht vor dem ersten Würfel")]
    Before(Excerpt),
    /// The line stands below the last entry.
    #[error("„{0}“ steht hinter dem letzten Würfel")]
    Behind(Excerpt),
    /// The line has codes for colours.
    #[error("die Zeile hat Farbcodes (Esc [ … m)")]
    Colours,
    /// The share has a comma.
    #[error("{0}% hat ein Komma statt eines Punkts")]
    Comma(String),
    /// The share has another number of decimals.
    #[error("{0}% hat nicht zwei Nachkommastellen")]
    Decimals(String),
    /// The faces are in another order than in the file.
    #[error("die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei")]
    Faces,
    /// The die is better than one above it, by less than what is allowed.
    #[error("{inversion}; {}", near(&.0.deviation), inversion = .0)]
    Order(Inversion),
}

/// A die that stands below one that it is better than.
#[derive(Clone, Debug, Error, PartialEq)]
#[error(
    "gehört über Zeile {above}: gewinnt in Wahrheit {own}%, der Würfel dort {other}%{}",
    .deviation.chance.map(|chance| format!(", {}", in_errors(chance))).unwrap_or_default()
)]
pub struct Inversion {
    /// The line of the worse die.
    pub above: usize,
    /// The true share of the better die, in per cent.
    pub own: String,
    /// The true share of the worse die, in per cent.
    pub other: String,
    /// How far they are apart.
    pub deviation: Deviation,
}

/// How far something is from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// By how many percentage points; less than 0 if a share is too small.
    pub points: f64,
    /// By how many points it may be off.
    pub allowed: f64,
    /// The same in standard errors, without a sign, and the number of games per pairing that they come from; if that
    /// is known.
    pub chance: Option<(f64, u64)>,
}

/// The sum of squares of the shares, weighted by the inverse of their covariance.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error(
    "alle Anteile zusammen liegen weiter daneben, als Zufall sie bringt: Quadratsumme {squares:.1}, in 999 von 1000 Listen \
     höchstens {most:.1} bei {}", games_each(*.games)
)]
pub struct Squares {
    /// The sum.
    pub squares: f64,
    /// The most that it may be.
    pub most: f64,
    /// The number of games per pairing.
    pub games: u64,
}

/// So many standard errors of lists of so many games per pairing.
fn in_errors((errors, games): (f64, u64)) -> String {
    format!("{errors:.1} Standardfehler bei {}", games_each(games))
}

/// So many games, behind a preposition.
fn games_each(games: u64) -> String {
    format!("{} je Paarung", count(games, "Spiel", "Spielen"))
}

/// How far a share is off.
fn off(deviation: &Deviation) -> String {
    match deviation.chance {
        Some(chance) => in_errors(chance),
        None => format!(
            "das sind {:.2} Punkte zu {}; erlaubt: {}",
            deviation.points.abs(),
            if deviation.points > 0.0 {
                "viel"
            } else {
                "wenig"
            },
            deviation.allowed
        ),
    }
}

/// Why an order is no fault.
fn near(deviation: &Deviation) -> &'static str {
    match deviation.chance {
        Some(_) => "so nahe bringt sie der Zufall zusammen",
        None => "der Abstand ist kleiner als der Spielraum",
    }
}

/// A die by its faces and its line in the dice file.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{faces} (Zeile {line} der Würfeldatei)")]
pub struct Named {
    faces: Excerpt,
    line: usize,
}

impl Named {
    /// The index of the die in the file.
    pub fn die(&self) -> usize {
        self.line - 2
    }

    pub(super) fn new(dice: &[Die], index: usize) -> Named {
        Named {
            faces: faces(dice[index].faces()),
            line: index + 2,
        }
    }
}

pub(super) fn faces(faces: &[u32]) -> Excerpt {
    Excerpt::new(&faces.iter().format(" ").to_string())
}

fn probably(named: &Option<Named>) -> String {
    named
        .as_ref()
        .map_or_else(String::new, |named| format!("; gemeint ist wohl {named}"))
}

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

impl Remark {
    /// Whether the line is wrong.
    pub fn is_fault(&self) -> bool {
        matches!(self, Remark::Fault(_))
    }

    /// What the remark is about.
    pub fn subject(&self) -> Subject {
        self.kind().0
    }

    /// The name of what was found, which does not change from version to version.
    pub fn name(&self) -> &'static str {
        self.kind().1
    }

    fn kind(&self) -> (Subject, &'static str) {
        match self {
            Remark::Fault(fault) => match fault {
                Fault::NoHeading => (Subject::Form, "ueberschrift-fehlt"),
                Fault::Heading(_) => (Subject::Form, "ueberschrift-anders"),
                Fault::HeadingAgain => (Subject::Form, "ueberschrift-doppelt"),
                Fault::Form { .. } => (Subject::Form, "unlesbar"),
                Fault::Sides { .. } => (Subject::Dice, "seitenzahl"),
                Fault::Unknown { .. } => (Subject::Dice, "wuerfel-unbekannt"),
                Fault::Repeated(_) => (Subject::Dice, "wuerfel-doppelt"),
                Fault::Surplus => (Subject::Dice, "wuerfel-zu-viel"),
                Fault::Missing(_) => (Subject::Dice, "wuerfel-fehlt"),
                Fault::Rank { .. } => (Subject::Ranks, "rang"),
                Fault::Unsorted { .. } => (Subject::Sorting, "unsortiert"),
                Fault::Order(_) => (Subject::Order, "vertauscht"),
                Fault::BeyondAll(_) => (Subject::Shares, "anteil-ueber-100"),
                Fault::Share { .. } => (Subject::Shares, "anteil-daneben"),
                Fault::Together(_) => (Subject::Shares, "anteile-zusammen-daneben"),
            },
            Remark::Note(note) => match note {
                Note::Blank => (Subject::Form, "leerzeile"),
                Note::Encoding => (Subject::Form, "kein-utf8"),
                Note::Heading(_) => (Subject::Form, "ueberschrift-schreibweise"),
                Note::Fractions => (Subject::Form, "bruchteile"),
                Note::Spelling => (Subject::Form, "schreibweise"),
                Note::Form => (Subject::Form, "andere-form"),
                Note::Before(_) => (Subject::Form, "zeile-davor"),
                Note::Behind(_) => (Subject::Form, "zeile-dahinter"),
                Note::Colours => (Subject::Form, "farbcodes"),
                Note::Comma(_) => (Subject::Form, "komma"),
                Note::Decimals(_) => (Subject::Form, "nachkommastellen"),
                Note::Faces => (Subject::Dice, "augen-anders-geordnet"),
                Note::Order(_) => (Subject::Order, "vertauscht-erlaubt"),
            },
        }
    }

    /// How far from the truth the share is, or how far apart two shares truly are that stand in the wrong order.
    pub fn deviation(&self) -> Option<&Deviation> {
        match self {
            Remark::Fault(Fault::Share { deviation, .. }) => Some(deviation),
            Remark::Fault(Fault::Order(inversion)) | Remark::Note(Note::Order(inversion)) => {
                Some(&inversion.deviation)
            }
            _ => None,
        }
    }

    /// The line of the list that the remark names beside its own.
    pub fn other_line(&self) -> Option<usize> {
        match self {
            Remark::Fault(Fault::Repeated(line)) => Some(*line),
            Remark::Fault(Fault::Order(inversion)) | Remark::Note(Note::Order(inversion)) => {
                Some(inversion.above)
            }
            _ => None,
        }
    }

    /// The index of the die in the dice file that is missing, or that the line should probably name.
    pub fn missing_die(&self) -> Option<usize> {
        match self {
            Remark::Fault(Fault::Missing(named)) => Some(named.die()),
            Remark::Fault(Fault::Sides { meant, .. } | Fault::Unknown { meant, .. }) => {
                meant.as_ref().map(Named::die)
            }
            _ => None,
        }
    }
}
