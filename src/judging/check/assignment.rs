//! Which die of the file each claim of a list is about.

use std::collections::HashMap;

use itertools::Itertools;

use super::exact::Claim;
use super::findings::{
    self, Finding, MISSING, OTHER_FILE, Place, REPEATED, SIDES, UNKNOWN, format_die,
};
use super::list::List;
use crate::reading::count_common;
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::text::format_count;

/// The claims of a list, and the dice of a file that they are about.
struct Assignment<'a> {
    list: &'a List,
    dice: &'a [Die],
    /// The index of the die of each claim, if it has been found.
    found: Vec<Option<usize>>,
    /// The indices of the dice that no claim is about.
    missing: Vec<usize>,
}

/// A strange claim and a missing die that belong together, since no others are left.
#[derive(Clone, Copy)]
struct ProbableMatch {
    /// The index of the claim.
    claim: usize,
    die: usize,
}

/// Assigns the claims of a list to dice of its file, none of them if it belongs to another one. Adds
/// findings about claims that fit no die or fit it badly, and about dice without a claim.
pub(super) fn assign_dice(list: &mut List, dice: &[Die]) {
    let mut assignment = Assignment::new(list, dice);
    let mut found = Vec::new();
    if let Some(fault) = assignment.find_other_file_fault() {
        assignment.found.fill(None);
        found.push(fault);
    } else {
        let first_lines = assignment.first_lines_by_faces();
        let probable = assignment.find_probable_match(&first_lines);
        assignment.check_claims(&first_lines, probable, &mut found);
        if let Some(ProbableMatch { claim, die }) = probable {
            assignment.found[claim] = Some(die);
        } else if assignment.missing.len() > list.unreadable_claims {
            // Otherwise lines that could not be read are these dice, perhaps.
            assignment.report_missing(&mut found);
        }
    }
    let assigned = assignment.found;
    list.names_dice = list.claims.iter().all(|claim| claim.die.is_some());
    for (claim, die) in list.claims.iter_mut().zip(assigned) {
        claim.die = die;
    }
    list.extend_findings(found);
}

impl<'a> Assignment<'a> {
    /// Assigns claims to dice: those that come with the index of theirs first, then those whose
    /// faces stand in the same order, then those with the same faces.
    fn new(list: &'a List, dice: &'a [Die]) -> Assignment<'a> {
        let mut found = vec![None; list.claims.len()];
        let mut missing = (0..dice.len()).collect_vec();
        for (claim, found) in list.claims.iter().zip(&mut found) {
            let place = claim
                .die
                .and_then(|die| missing.iter().position(|free| *free == die));
            *found = place.map(|place| missing.remove(place));
        }
        for is_order_kept in [true, false] {
            let key = |faces: &[u32]| {
                if is_order_kept {
                    faces.to_vec()
                } else {
                    sort_faces(faces)
                }
            };
            let mut free = missing
                .into_iter()
                .rev()
                .into_group_map_by(|&die| key(dice[die].faces()));
            for (claim, found) in list.claims.iter().zip(&mut found) {
                if found.is_none() {
                    *found = free.get_mut(&key(&claim.faces)).and_then(Vec::pop);
                }
            }
            missing = free.into_values().flatten().sorted().collect_vec();
        }
        Assignment {
            list,
            dice,
            found,
            missing,
        }
    }

    /// Returns the fault of a list that belongs to another dice file: of several claims, or of the
    /// dice if these are fewer, less than a third are known.
    fn find_other_file_fault(&self) -> Option<Finding> {
        let claims = self.list.claims.len();
        let known = self.dice.len() - self.missing.len();
        if claims <= 1 || 3 * known >= claims.min(self.dice.len()) {
            return None;
        }
        let line = self.list.line_of(0);
        if let Some(lost) = self.describe_lost_face() {
            return Some(Finding::new(line, SIDES, lost));
        }
        let why = match known {
            0 => "keiner ihrer Würfel steht in dieser".into(),
            known => format!("von ihren {claims} Würfeln kennt diese nur {known}"),
        };
        let text = format!("die Liste gehört zu einer anderen Würfeldatei: {why}");
        Some(Finding::new(line, OTHER_FILE, text))
    }

    /// Describes the first claim if all of them are about dice of the file that have lost a face.
    fn describe_lost_face(&self) -> Option<String> {
        let mut whole = self.list.claims.iter().map(|claim| {
            let rest = sort_faces(&claim.faces);
            let has_lost_one = |die: &&Die| {
                die.faces().len() == rest.len() + 1
                    && count_common(&sort_faces(die.faces()), &rest) == rest.len()
            };
            self.dice.iter().find(has_lost_one)
        });
        let first = whole.next()??;
        let written = findings::format_faces(&self.list.claims[0].faces);
        whole
            .all(|die| die.is_some())
            .then(|| format!("jedem Würfel fehlt eine Seite: {written} statt {first}"))
    }

    /// Returns for the sorted faces of each die that a claim is about the first line of such a
    /// claim.
    fn first_lines_by_faces(&self) -> HashMap<Vec<u32>, usize> {
        // Of several entries with the same key, the last one stays.
        self.list
            .claims
            .iter()
            .zip(&self.found)
            .rev()
            .filter(|(_, die)| die.is_some())
            .filter_map(|(claim, _)| Some((sort_faces(&claim.faces), claim.line?)))
            .collect()
    }

    /// Returns the claim and the die that belong together, if one of each is left and all lines
    /// could be read.
    fn find_probable_match(&self, first_lines: &HashMap<Vec<u32>, usize>) -> Option<ProbableMatch> {
        let &[die] = &self.missing[..] else {
            return None;
        };
        let claims = self.list.claims.iter().zip(&self.found);
        let claim = claims
            .positions(|(claim, die)| {
                die.is_none() && !first_lines.contains_key(&sort_faces(&claim.faces))
            })
            .exactly_one()
            .ok()?;
        (self.list.unreadable_claims == 0).then_some(ProbableMatch { claim, die })
    }

    /// Adds findings about claims whose faces or sides are wrong, or that are about no die or about
    /// one that another claim is about.
    fn check_claims(
        &self,
        first_lines: &HashMap<Vec<u32>, usize>,
        probable: Option<ProbableMatch>,
        findings: &mut Vec<Finding>,
    ) {
        for (index, (claim, found)) in self.list.claims.iter().zip(&self.found).enumerate() {
            let line = self.list.line_of(index);
            if found.is_some_and(|die| self.dice[die].faces() != claim.faces) {
                let text = "die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei";
                findings.push(Finding::new(line, findings::FACES, text));
            }
            let has_right_sides = claim.sides == claim.faces.len() as u64;
            let twin_line = match found {
                Some(_) if has_right_sides => continue,
                Some(_) => None,
                None => first_lines.get(&sort_faces(&claim.faces)).copied(),
            };
            let (kind, text) = match twin_line {
                Some(twin) => (REPEATED, format!("der Würfel steht auch in Zeile {twin}")),
                None if !has_right_sides => (SIDES, describe_sides(claim)),
                None => {
                    let faces = findings::format_faces(&claim.faces);
                    let text = format!("den Würfel {faces} gibt es in der Würfeldatei nicht");
                    (UNKNOWN, text)
                }
            };
            let mut finding = Finding::new(line, kind, text);
            finding.other_place = twin_line.map(Place::Line);
            if let Some(probable) = probable.filter(|probable| probable.claim == index) {
                finding.die = Some(probable.die);
                let die = format_die(self.dice, probable.die);
                finding.text += &format!("; gemeint ist wohl {die}");
            }
            findings.push(finding);
        }
    }

    fn report_missing(&self, findings: &mut Vec<Finding>) {
        for &die in &self.missing {
            let text = format!("es fehlt der Würfel {}", format_die(self.dice, die));
            let mut finding = Finding::new(self.list.last_line + 1, MISSING, text);
            finding.die = Some(die);
            findings.push(finding);
        }
    }
}

/// Describes a claim with another number of sides than of faces.
fn describe_sides(claim: &Claim) -> String {
    let sides = match claim.sides {
        u64::MAX => format!("{} Seiten", format_announced(claim.sides)),
        sides => format_count(sides, "Seite", "Seiten"),
    };
    let faces = format_count(claim.faces.len() as u64, "Augenzahl", "Augenzahlen");
    format!("{sides} angekündigt, aber {faces} gefunden")
}

/// Formats a number that a list announces; the largest stands for all that are too large for it.
pub(super) fn format_announced(number: u64) -> String {
    if number == u64::MAX {
        format!("{number} oder mehr")
    } else {
        number.to_string()
    }
}
