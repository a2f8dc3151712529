//! Judges somebody's Bestenliste: whether it has the form, and whether what it says is true.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no fault. An
//! order is wrong if the other one is certified; dice that are less than the leeway apart, by the best
//! estimate, are let off. A share is wrong if it is more than the tolerance away from the whole interval of
//! the true one.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use itertools::Itertools;
use thiserror::Error;

pub mod list;

use crate::decimal;
use crate::dice::Die;
use crate::ranking::Ranking;
use crate::text::{Excerpt, count};
use list::{Claim, EXAMPLE, HEADING, List};

/// How far a list may be from the truth, in percentage points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// So far a share may be from the true one.
    pub tolerance: f64,
    /// Two dice that differ by less may stand in the wrong order.
    pub leeway: f64,
}

/// Something about a line of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The number of the line, or of the one after the last where something is missing.
    pub line: usize,
    /// What there is to say.
    pub remark: Remark,
}

/// What there is to say about a line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Remark {
    /// It is wrong.
    #[error("{0}")]
    Fault(Fault),
    /// It could be better.
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
    /// There is another one.
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
    /// There is no such die.
    #[error("den Würfel {die} gibt es in der Würfeldatei nicht{}", probably(.meant))]
    Unknown {
        /// Its faces.
        die: Excerpt,
        /// The die that it should probably be.
        meant: Option<Named>,
    },
    /// The die is listed twice.
    #[error("der Würfel steht auch in Zeile {0}")]
    Repeated(usize),
    /// A die is not listed.
    #[error("es fehlt der Würfel {0}")]
    Missing(Named),
    /// The rank is not the next one.
    #[error("Rang {found} statt {expected}")]
    Rank {
        /// The rank.
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
    /// The share is none.
    #[error("{0}% ist mehr als 100%")]
    BeyondAll(String),
    /// The share is not the true one.
    #[error(
        "{share}% statt {truth}%, das sind {distance} Punkte zu {direction}; erlaubt: {tolerance}"
    )]
    Share {
        /// The share as it is given.
        share: String,
        /// The true one.
        truth: String,
        /// How far the two are apart.
        distance: String,
        /// Too much, or too little.
        direction: &'static str,
        /// How far they may be apart.
        tolerance: f64,
    },
}

/// What could be better about a line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Note {
    /// A blank line.
    #[error("leere Zeile")]
    Blank,
    /// It is written differently.
    #[error(
        "anders geschrieben; erwartet sind einzelne Leerzeichen und keine führenden Nullen, wie in „{EXAMPLE}“"
    )]
    Spelling,
    /// The share has a comma.
    #[error("{0}% hat ein Komma statt eines Punkts")]
    Comma(String),
    /// The share has another number of decimals.
    #[error("{0}% hat nicht zwei Nachkommastellen")]
    Decimals(String),
    /// The faces are in another order than in the file.
    #[error("die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei")]
    Faces,
    /// The die is better than one above it, by less than the leeway.
    #[error("{0}; der Abstand ist kleiner als der Spielraum")]
    Order(Inversion),
}

/// A die that stands below one that it is better than.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("gehört über Zeile {above}: gewinnt in Wahrheit {own}%, der Würfel dort {other}%")]
pub struct Inversion {
    /// The line of the worse die.
    above: usize,
    /// The true share of the better die.
    own: String,
    /// The true share of the worse die.
    other: String,
}

/// A die by its faces and its line in the dice file.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{faces} (Zeile {line} der Würfeldatei)")]
pub struct Named {
    faces: Excerpt,
    line: usize,
}

impl Named {
    fn new(dice: &[Die], index: usize) -> Named {
        Named {
            faces: faces(dice[index].faces()),
            line: index + 2,
        }
    }
}

fn faces(faces: &[u32]) -> Excerpt {
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
    /// That every die is there once.
    Dice,
    /// That ranks count from 1.
    Ranks,
    /// That the shares of the list descend.
    Sorting,
    /// The true order.
    Order,
    /// The true shares.
    Shares,
}

impl Remark {
    /// Whether it is a fault.
    pub fn is_fault(&self) -> bool {
        matches!(self, Remark::Fault(_))
    }

    /// What it is about.
    pub fn subject(&self) -> Subject {
        match self {
            Remark::Fault(fault) => match fault {
                Fault::NoHeading | Fault::Heading(_) | Fault::HeadingAgain | Fault::Form { .. } => {
                    Subject::Form
                }
                Fault::Sides { .. }
                | Fault::Unknown { .. }
                | Fault::Repeated(_)
                | Fault::Missing(_) => Subject::Dice,
                Fault::Rank { .. } => Subject::Ranks,
                Fault::Unsorted { .. } => Subject::Sorting,
                Fault::Order(_) => Subject::Order,
                Fault::BeyondAll(_) | Fault::Share { .. } => Subject::Shares,
            },
            Remark::Note(note) => match note {
                Note::Blank | Note::Spelling | Note::Comma(_) | Note::Decimals(_) => Subject::Form,
                Note::Faces => Subject::Dice,
                Note::Order(_) => Subject::Order,
            },
        }
    }
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// In the order of the lines.
    pub findings: Vec<Finding>,
    /// How far the shares are from the true ones, on average, in percentage points; `None` if no die could
    /// be found.
    pub distance: Option<f64>,
    /// How many orders of neighbours in the true list are not certified.
    pub open: usize,
    /// Half the width of the widest interval of the true shares, in percentage points.
    pub half_width: f64,
}

impl Verdict {
    /// How many faults there are.
    pub fn faults(&self) -> usize {
        let findings = self.findings.iter();
        findings.filter(|finding| finding.remark.is_fault()).count()
    }

    /// How many notes there are.
    pub fn notes(&self) -> usize {
        self.findings.len() - self.faults()
    }

    /// Whether there are no faults.
    pub fn is_passed(&self) -> bool {
        self.faults() == 0
    }
}

/// Judges a list of these dice against their true ranking.
pub fn judge(list: &List, dice: &[Die], truth: &Ranking, limits: Limits) -> Verdict {
    let mut findings = list.findings.clone();
    let found = find_dice(list, dice, &mut findings);
    check_ranks(list, &mut findings);
    check_sorting(list, &mut findings);
    let lines: Vec<(&Claim, usize)> = list
        .claims
        .iter()
        .zip(&found)
        .filter_map(|(entry, die)| Some((entry, (*die)?)))
        .collect();
    check_order(&lines, truth, limits.leeway, &mut findings);
    let distance = check_shares(&lines, truth, limits.tolerance, &mut findings);
    findings.sort_by_key(|finding| (finding.line, finding.remark.subject()));
    Verdict {
        findings,
        distance,
        open: truth.open().count(),
        half_width: truth.half_width(),
    }
}

/// The die of each entry.
fn find_dice(list: &List, dice: &[Die], findings: &mut Vec<Finding>) -> Vec<Option<usize>> {
    let mut found = vec![None; list.claims.len()];
    claim(list, dice, <[u32]>::to_vec, &mut found);
    let exact = found.clone();
    claim(list, dice, sorted, &mut found);
    let mut say = |line, remark| findings.push(Finding { line, remark });

    let mut lines = vec![None; dice.len()];
    // The first line of each die, whatever the order of its faces.
    let mut listed: HashMap<Vec<u32>, usize> = HashMap::new();
    for ((entry, &die), &exact) in list.claims.iter().zip(&found).zip(&exact) {
        let Some(die) = die else { continue };
        lines[die] = Some(entry.line);
        listed.entry(sorted(&entry.faces)).or_insert(entry.line);
        if exact.is_none() {
            say(entry.line, Remark::Note(Note::Faces));
        }
        if let Some(fault) = entry.wrong_sides(None) {
            say(entry.line, Remark::Fault(fault));
        }
    }

    // If one entry and one die are left, they belong together.
    let missing = lines.iter().positions(Option::is_none).collect_vec();
    let twin = |entry: &Claim| listed.get(&sorted(&entry.faces)).copied();
    let strange = list
        .claims
        .iter()
        .zip(&found)
        .positions(|(entry, die)| die.is_none() && twin(entry).is_none());
    let meant = match (&missing[..], &strange.collect_vec()[..]) {
        (&[die], &[index]) if list.lost == 0 => Some((index, die)),
        _ => None,
    };
    for (index, entry) in list.claims.iter().enumerate() {
        if found[index].is_some() {
            continue;
        }
        let meant = meant.filter(|&(stranger, _)| stranger == index);
        let meant = meant.map(|(_, die)| Named::new(dice, die));
        let fault = match twin(entry) {
            Some(line) => Fault::Repeated(line),
            None => entry
                .wrong_sides(meant.clone())
                .unwrap_or_else(|| Fault::Unknown {
                    die: faces(&entry.faces),
                    meant,
                }),
        };
        say(entry.line, Remark::Fault(fault));
    }
    match meant {
        Some((index, die)) => found[index] = Some(die),
        // Lines that could not be read are these dice, perhaps.
        None if missing.len() <= list.lost => {}
        None => {
            for die in missing {
                let fault = Fault::Missing(Named::new(dice, die));
                say(list.lines + 1, Remark::Fault(fault));
            }
        }
    }
    found
}

/// Gives entries without a die the first one with the same key that has no entry.
fn claim<K: Eq + Hash>(
    list: &List,
    dice: &[Die],
    key: impl Fn(&[u32]) -> K,
    found: &mut [Option<usize>],
) {
    let taken: HashSet<usize> = found.iter().flatten().copied().collect();
    let free = (0..dice.len()).rev().filter(|die| !taken.contains(die));
    let mut free = free
        .map(|die| (key(dice[die].faces()), die))
        .into_group_map();
    for (entry, found) in list.claims.iter().zip(found) {
        if found.is_none() {
            *found = free.get_mut(&key(&entry.faces)).and_then(Vec::pop);
        }
    }
}

fn sorted(faces: &[u32]) -> Vec<u32> {
    faces.iter().copied().sorted().collect()
}

impl Claim {
    /// What is wrong if the number of faces is not that of the sides.
    fn wrong_sides(&self, meant: Option<Named>) -> Option<Fault> {
        (self.sides != self.faces.len() as u64).then_some(Fault::Sides {
            sides: self.sides,
            faces: self.faces.len(),
            meant,
        })
    }
}

/// Each rank is that of its place, or one more than that of the line above; lines between them that could not
/// be read may have been entries, or not.
fn check_ranks(list: &List, findings: &mut Vec<Finding>) {
    let (mut above, mut unread) = (0u64, 0);
    for (entry, place) in list.claims.iter().zip(1u64..) {
        unread += entry.unread;
        let next = above.saturating_add(1);
        let is_right = (place..=place + unread).contains(&entry.rank)
            || (next..=next.saturating_add(entry.unread)).contains(&entry.rank);
        if !is_right {
            findings.push(Finding {
                line: entry.line,
                remark: Remark::Fault(Fault::Rank {
                    found: entry.rank,
                    expected: place,
                }),
            });
        }
        above = entry.rank;
    }
}

/// The shares of the list descend.
fn check_sorting(list: &List, findings: &mut Vec<Finding>) {
    for (above, here) in list.claims.iter().tuple_windows() {
        if here.percent > above.percent {
            findings.push(Finding {
                line: here.line,
                remark: Remark::Fault(Fault::Unsorted {
                    here: here.percent_text.clone(),
                    above: above.percent_text.clone(),
                }),
            });
        }
    }
}

/// No die is certified to be better than one above it. Of all those above, the worst is named.
fn check_order(
    lines: &[(&Claim, usize)],
    truth: &Ranking,
    leeway: f64,
    findings: &mut Vec<Finding>,
) {
    let entries = truth.by_die();
    let orders = truth.orders();
    for (index, &(here, die)) in lines.iter().enumerate() {
        let worse = lines[..index]
            .iter()
            .filter(|&&(_, above)| orders.has(die, above));
        let share = |die: usize| entries[die].share.as_percent();
        let worst = worse.min_by(|(_, one), (_, two)| share(*one).total_cmp(&share(*two)));
        let Some(&(above, other)) = worst else {
            continue;
        };
        let inversion = Inversion {
            above: above.line,
            own: decimal::fraction(entries[die].share.percent(), 2),
            other: decimal::fraction(entries[other].share.percent(), 2),
        };
        findings.push(Finding {
            line: here.line,
            remark: match share(die) - share(other) < leeway {
                true => Remark::Note(Note::Order(inversion)),
                false => Remark::Fault(Fault::Order(inversion)),
            },
        });
    }
}

/// Each share is close to the true one. Returns how far they are apart on average.
fn check_shares(
    lines: &[(&Claim, usize)],
    truth: &Ranking,
    tolerance: f64,
    findings: &mut Vec<Finding>,
) -> Option<f64> {
    let entries = truth.by_die();
    let mut sum = 0.0;
    for &(here, die) in lines {
        let share = entries[die].share.as_percent();
        let [low, high] = entries[die].interval;
        sum += (here.percent - share).abs();
        if here.percent > 100.0 {
            // That is a fault whatever the true share is.
            continue;
        }
        if here.percent > high + tolerance || here.percent < low - tolerance {
            findings.push(Finding {
                line: here.line,
                remark: Remark::Fault(Fault::Share {
                    share: here.percent_text.clone(),
                    truth: decimal::fraction(entries[die].share.percent(), 2),
                    distance: format!("{:.2}", (here.percent - share).abs()),
                    direction: if here.percent > share {
                        "viel"
                    } else {
                        "wenig"
                    },
                    tolerance,
                }),
            });
        }
    }
    (!lines.is_empty()).then(|| sum / lines.len() as f64)
}
