//! Judges a list by a [`Limits`], which holds the true ranking and says how far from it a list may
//! be.

use std::borrow::Cow;
use std::collections::HashMap;

use itertools::Itertools;

use super::exact::{Claim, Given};
use super::findings::{
    self, Distance, FEW_GAMES, Finding, Findings, INVERTED, MISSING, NEARLY_INVERTED, OTHER_FILE,
    PERHAPS_INVERTED, PERHAPS_SHARE, RANK, REPEATED, SHARE, SIDES, TOGETHER, UNKNOWN, UNSORTED,
    named,
};
use super::limits::{Beyond, Compared, Likeness, Limits, too_far_together};
use super::list::{List, ListError};
use crate::decimal;
use crate::dice::{Die, sort_faces};
use crate::likelihood::WrittenShare;
use crate::likelihood::equal::find_owners;
use crate::rules::Rules;
use crate::text::format_count;

/// The verdict on a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What was found.
    pub findings: Findings,
    /// The lines of the list that are about a die, beside the truth.
    pub compared: Vec<Comparison>,
    /// How many orders of neighbours in the true list are not certified.
    pub open: usize,
    /// Half the width of the widest interval of the true shares, in percentage points.
    pub half_width: f64,
    /// Why a list without faults may have some all the same.
    pub doubt: Option<String>,
    /// The games that the shares look like; `None` if they fit any number.
    pub likeness: Option<Likeness>,
    /// The shares of the dice.
    pub shown: Vec<Option<WrittenShare>>,
    /// What was read of each die, in the order of the list.
    pub read: Vec<ReadDie>,
}

/// What a line of a list was read to say.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadDie {
    /// The number of the line.
    pub line: usize,
    /// The index of the die in the dice file.
    pub die: usize,
    /// The rank that the line gives, or its place.
    pub rank: u64,
    /// The share in per cent, unless there is only an order.
    pub share: Option<f64>,
}

/// A line of a list beside the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The number of the line.
    pub line: usize,
    /// The rank that the line gives, or its place.
    pub rank: u64,
    /// The index of the die in the dice file.
    pub die: usize,
    /// The share as it is written, and in per cent.
    pub claimed: (String, f64),
    /// The true share with two decimals, and in per cent.
    pub truth: (String, f64),
    /// How far the two are apart.
    pub distance: Distance,
}

impl Verdict {
    /// Whether dice of the list could be found, and neither their order nor their shares are at
    /// fault.
    pub fn is_true(&self) -> bool {
        !self.read.is_empty() && self.findings.untrue == 0
    }

    /// Whether there are no faults, and none could be unseen.
    pub fn is_passed(&self) -> bool {
        self.findings.faults == 0 && self.doubt.is_none()
    }

    /// The line with this number beside the truth, if it is about a die.
    pub fn comparison(&self, line: usize) -> Option<&Comparison> {
        self.compared.iter().find(|one| one.line == line)
    }

    /// Whether the shares would be right if they were divided by one less than the number of dice:
    /// a program has taken dice for opponents.
    pub fn is_divided_by_dice(&self) -> bool {
        let dice = self.shown.len() as f64;
        let is_right = |one: &Comparison| {
            let meant = one.claimed.1 * dice / (dice - 1.0);
            (meant - one.truth.1).abs() <= one.distance.allowed
        };
        self.compared.len() == self.shown.len() && self.compared.iter().all(is_right)
    }

    /// How far the shares are from the true ones, on average, in percentage points; `None` if no
    /// die could be found.
    pub fn distance(&self) -> Option<f64> {
        mean(self.compared.iter().map(|one| one.distance.points.abs()))
    }
}

/// Judges a list of these dice.
pub fn judge(list: &List, dice: &[Die], limits: &Limits) -> Verdict {
    let can_draw = limits.dice.iter().any(|die| die.draws.as_percent() > 0.0);
    let list = list.with_shares(dice.len(), limits.games(), can_draw);
    let mut findings = list.findings.clone();
    let list = &*best_first(&list, &mut findings);
    let mut lines = find_dice(list, dice, &mut findings);
    match_equal_dice(&mut lines, dice, limits);
    let shown = list.shown(&lines, dice.len());
    let read = (1..).zip(&lines).map(|(place, (claim, die))| ReadDie {
        line: claim.line,
        die: *die,
        rank: claim.rank.unwrap_or(place),
        share: (claim.given == Given::Share).then_some(claim.percent),
    });
    let read = read.collect();
    check_ranks(list, &mut findings);
    check_sorting(list, &mut findings);
    let list_and_limits = (limits, &shown[..]);
    let beyond = limits.beyond(&shown);
    check_order(&lines, list_and_limits, beyond, &mut findings);
    let compared = check_shares(&lines, list_and_limits, beyond, &mut findings);
    // The first line stands for the list.
    if let Some(text) = too_far_together(&[list_and_limits]).filter(|_| limits.is_alone()) {
        findings.push(Finding::new(1, TOGETHER, text));
    }
    let likeness = limits.likeness(&shown);
    let mut doubt = limits.doubt();
    let about_games = likeness.and_then(|likeness| limits.about_games(likeness));
    if let Some(text) = about_games.filter(|_| doubt.is_none()) {
        findings.push(Finding::new(1, FEW_GAMES, text));
    }
    if doubt.is_none() && findings.undecided > 0 {
        doubt = Some(GAMES_DECIDE.into());
    }
    findings.put_in_order();
    Verdict {
        findings,
        compared,
        open: limits.truth.open().count(),
        half_width: limits.truth.half_width(),
        doubt,
        likeness,
        shown,
        read,
    }
}

/// The list with its best die first: one that ascends is turned, which is said in a sentence.
fn best_first<'a>(list: &'a List, findings: &mut Findings) -> Cow<'a, List> {
    let shares = list
        .claims
        .iter()
        .filter(|claim| claim.given == Given::Share);
    let shares = shares.map(|claim| claim.percent).collect_vec();
    let is_ascending = shares.len() > 2
        && shares.is_sorted()
        && shares.first() < shares.last()
        && shares.len() == list.claims.len();
    if !is_ascending {
        return Cow::Borrowed(list);
    }
    let text = "die Liste ist aufsteigend sortiert; der beste Würfel gehört nach oben";
    findings.push(Finding::new(list.claims[0].line, UNSORTED, text));
    let mut turned = list.clone();
    turned.claims.reverse();
    // Ranks may count from either end.
    let ranks = list.claims.iter().map(|claim| claim.rank);
    if ranks.zip(1..).all(|(rank, place)| rank == Some(place)) {
        turned.claims.iter_mut().for_each(|claim| claim.rank = None);
    }
    Cow::Owned(turned)
}

/// Takes the lines about dice with the same faces for those of which they are likeliest.
fn match_equal_dice(lines: &mut [(&Claim, usize)], dice: &[Die], limits: &Limits) {
    // What names them by number says which is which.
    if lines.iter().all(|(claim, _)| claim.die.is_some()) {
        return;
    }
    let mut given = vec![None; dice.len()];
    for (claim, die) in &*lines {
        given[*die] = Some(claim.percent);
    }
    let truth = limits.dice.iter().map(|die| die.share.as_percent());
    let owners = find_owners(dice, &given, &truth.collect_vec());
    for (_, die) in lines {
        *die = owners[*die];
    }
}

/// Why a list is not judged for which it is not known how many games it is made of.
const GAMES_DECIDE: &str = "ob die Abweichungen Zufall sind, entscheidet die Anzahl der Spiele; \
                            bitte mit --gespielt N sagen, wie viele Spiele je Paarung es waren";

/// What lists of one program are under a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The rule set.
    pub rules: Rules,
    /// The verdict on each list, or why it is none.
    pub verdicts: Vec<Result<Verdict, ListError>>,
    /// What is wrong with all lists together, if they are several.
    pub together: Option<String>,
}

impl Judgement {
    /// Whether any list could be read.
    pub fn is_read(&self) -> bool {
        self.verdicts.iter().any(Result::is_ok)
    }

    /// How many faults and notes there are in all lists.
    pub fn findings(&self) -> [usize; 2] {
        let found = self.verdicts.iter().flatten().map(|one| &one.findings);
        let together = usize::from(self.together.is_some());
        found.fold([together, 0], |[faults, notes], one| {
            [faults + one.faults, notes + one.notes]
        })
    }

    /// Whether dice of each list could be found, and neither their order nor their shares are at
    /// fault.
    pub fn is_true(&self) -> bool {
        self.together.is_none() && self.verdicts.iter().flatten().all(Verdict::is_true)
    }

    /// The mean of the distances of the lists, in percentage points; `None` if no die could be
    /// found.
    pub fn distance(&self) -> Option<f64> {
        mean(self.verdicts.iter().flatten().filter_map(Verdict::distance))
    }

    /// Half the width of the widest interval of the true shares, in percentage points.
    pub fn half_width(&self) -> f64 {
        let widths = self.verdicts.iter().flatten().map(|one| one.half_width);
        widths.fold(0.0, f64::max)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values = values.collect_vec();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A list or why it is none, its dice, and how far it may be from the truth under each rule set.
pub type WithLimits<'a> = (&'a Result<List, ListError>, &'a [Die], &'a [Limits<'a>]);

/// What lists of one program are under each rule set, the one first that fits all of them together
/// best.
pub fn judge_all(rule_sets: &[Rules], lists: &[WithLimits]) -> Vec<Judgement> {
    let judgements = rule_sets.iter().enumerate().map(|(index, &rules)| {
        let verdicts = lists.iter().map(|(list, dice, limits)| {
            let list = list.as_ref().map_err(Clone::clone)?;
            Ok(judge(list, dice, &limits[index]))
        });
        let mut verdicts = verdicts.collect_vec();
        say_once(&mut verdicts);
        let read = verdicts.iter().zip(lists);
        let read = read.filter_map(|(verdict, (.., limits))| {
            let shown = &verdict.as_ref().ok()?.shown;
            Some((&limits[index], &shown[..])).filter(|(limits, _)| !limits.is_alone())
        });
        // Two lists of the same dice need not be made of different games.
        let read = read.unique_by(|(limits, _)| std::ptr::from_ref(*limits));
        let together = too_far_together(&read.collect_vec());
        Judgement {
            rules,
            verdicts,
            together,
        }
    });
    let distance = |judgement: &Judgement| judgement.distance().unwrap_or(f64::INFINITY);
    let sorted = judgements.sorted_by(|one, other| {
        let faults = one.findings()[0].cmp(&other.findings()[0]);
        faults.then(distance(one).total_cmp(&distance(other)))
    });
    sorted.collect()
}

/// Keeps of notes that hold for all lists only those of the first.
fn say_once(verdicts: &mut [Result<Verdict, ListError>]) {
    let mut read = verdicts.iter_mut().flatten().collect_vec();
    let Some((first, others)) = read
        .split_first_mut()
        .filter(|(_, others)| !others.is_empty())
    else {
        return;
    };
    for note in &mut first.findings.first {
        let is_same = |other: &Finding| {
            !other.is_fault
                && other.kind == note.kind
                && other.line == note.line
                && other.text == note.text
        };
        if note.is_fault
            || !others
                .iter()
                .all(|other| other.findings.first.iter().any(is_same))
        {
            continue;
        }
        for other in others.iter_mut() {
            let before = other.findings.first.len();
            other.findings.first.retain(|one| !is_same(one));
            other.findings.notes -= before - other.findings.first.len();
        }
        note.text += " (ebenso in allen anderen Listen)";
    }
}

/// What is wrong with the form of a list of these dice: with what it lists, its order or its ranks.
pub fn form_fault(list: &List, dice: &[Die]) -> Option<String> {
    // What cannot be read is missing.
    let mut list = list.clone();
    list.lost = 0;
    // Equal shares may share a rank.
    for index in (1..list.claims.len()).rev() {
        let [above, here] = [&list.claims[index - 1], &list.claims[index]];
        if above.rank == here.rank && above.percent == here.percent {
            list.claims[index].rank = None;
        }
    }
    let mut findings = Findings::default();
    let list = best_first(&list, &mut findings);
    find_dice(&list, dice, &mut findings);
    check_sorting(&list, &mut findings);
    check_ranks(&list, &mut findings);
    let fault = findings.first.iter().find(|one| one.is_fault)?;
    Some(format!("Zeile {} der Liste: {}", fault.line, fault.text))
}

/// The claims that are about a die, and its index; and what there is to say of the dice that are
/// there and are not.
pub fn find_dice<'a>(
    list: &'a List,
    dice: &[Die],
    findings: &mut Findings,
) -> Vec<(&'a Claim, usize)> {
    if list.lacks_pairings {
        return Vec::new();
    }
    let mut found = vec![None; list.claims.len()];
    let mut missing = (0..dice.len()).collect_vec();
    // Dice that are named by their numbers are known.
    for (claim, found) in list.claims.iter().zip(&mut found) {
        if let Some(place) = claim
            .die
            .and_then(|die| missing.iter().position(|free| *free == die))
        {
            *found = Some(missing.remove(place));
        }
    }
    // Dice whose faces stand in the same order come first.
    for exact in [true, false] {
        let key = |faces: &[u32]| {
            if exact {
                faces.to_vec()
            } else {
                sort_faces(faces)
            }
        };
        let free = missing.into_iter().rev();
        let mut free = free.into_group_map_by(|&die| key(dice[die].faces()));
        for (claim, found) in list.claims.iter().zip(&mut found) {
            if found.is_none() {
                *found = free.get_mut(&key(&claim.faces)).and_then(Vec::pop);
            }
        }
        missing = free.into_values().flatten().sorted().collect_vec();
    }
    let [all, here] = [list.claims.len(), dice.len() - missing.len()];
    if all > 1 && 3 * here < all.min(dice.len()) {
        let why = match here {
            0 => "keiner ihrer Würfel steht in dieser".into(),
            here => format!("von ihren {all} Würfeln kennt diese nur {here}"),
        };
        let text = format!("die Liste gehört zu einer anderen Würfeldatei: {why}");
        findings.push(Finding::new(list.claims[0].line, OTHER_FILE, text));
        return Vec::new();
    }
    // The first line of each die, whatever the order of its faces.
    let listed = list.claims.iter().zip(&found).rev();
    let listed =
        listed.filter_map(|(claim, die)| die.map(|_| (sort_faces(&claim.faces), claim.line)));
    let listed: HashMap<_, _> = listed.collect();
    let twin = |claim: &Claim| listed.get(&sort_faces(&claim.faces)).copied();

    // If one claim and one die are left, they belong together.
    let claims = list.claims.iter().zip(&found);
    let strange = claims.positions(|(claim, die)| die.is_none() && twin(claim).is_none());
    let meant = match (&missing[..], &strange.collect_vec()[..]) {
        (&[die], &[index]) if list.lost == 0 => Some((index, die)),
        _ => None,
    };
    for (index, claim) in list.claims.iter().enumerate() {
        let (line, is_found) = (claim.line, found[index].is_some());
        let (sides, number) = (claim.sides, claim.faces.len() as u64);
        if found[index].is_some_and(|die| dice[die].faces() != claim.faces) {
            let text = "die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei";
            findings.push(Finding::new(line, findings::FACES, text));
        }
        let twin = twin(claim).filter(|_| !is_found);
        let (kind, text) = match twin {
            _ if is_found && sides == number => continue,
            Some(twin) => (REPEATED, format!("der Würfel steht auch in Zeile {twin}")),
            None if sides != number => {
                let sides = match sides {
                    u64::MAX => format!("{} Seiten", announced(sides)),
                    _ => format_count(sides, "Seite", "Seiten"),
                };
                let faces = format_count(number, "Augenzahl", "Augenzahlen");
                (SIDES, format!("{sides} angekündigt, aber {faces} gefunden"))
            }
            None => {
                let faces = findings::faces(&claim.faces);
                let text = format!("den Würfel {faces} gibt es in der Würfeldatei nicht");
                (UNKNOWN, text)
            }
        };
        let mut finding = Finding::new(line, kind, text);
        finding.other_line = twin;
        if let Some((_, die)) = meant.filter(|(meant, _)| *meant == index) {
            finding.die = Some(die);
            finding.text += &format!("; gemeint ist wohl {}", named(dice, die));
        }
        findings.push(finding);
    }
    if let Some((index, die)) = meant {
        found[index] = Some(die);
    } else if missing.len() > list.lost {
        // Otherwise lines that could not be read are these dice, perhaps.
        for die in missing {
            let text = format!("es fehlt der Würfel {}", named(dice, die));
            let mut finding = Finding::new(list.lines + 1, MISSING, text);
            finding.die = Some(die);
            findings.push(finding);
        }
    }
    let lines = list.claims.iter().zip(found);
    let lines = lines.filter_map(|(claim, die)| Some((claim, die?)));
    lines.collect()
}

/// The number that a list announces; the largest stands for all that are too large for it.
fn announced(number: u64) -> String {
    if number == u64::MAX {
        format!("{number} oder mehr")
    } else {
        number.to_string()
    }
}

/// Each rank is that of its place, or one more than that of the line above, or larger by as many
/// lines as could not be read.
fn check_ranks(list: &List, findings: &mut Findings) {
    let (mut above, lost) = (0u64, list.lost as u64);
    for (claim, place) in list.claims.iter().zip(1u64..) {
        let Some(rank) = claim.rank else { continue };
        let fits = |least: u64| (least..=least.saturating_add(lost)).contains(&rank);
        if !fits(place) && !fits(above.saturating_add(1)) {
            let text = format!("Rang {} statt {place}", announced(rank));
            findings.push(Finding::new(claim.line, RANK, text));
        }
        above = rank;
    }
}

/// The shares of the list descend.
fn check_sorting(list: &List, findings: &mut Findings) {
    let shares = list
        .claims
        .iter()
        .filter(|claim| claim.given == Given::Share);
    for (above, here) in shares.tuple_windows() {
        if here.percent > above.percent {
            let text = format!("{}% steht unter {}%", here.percent_text, above.percent_text);
            findings.push(Finding::new(here.line, UNSORTED, text));
        }
    }
}

/// No die is certified to be better than one above it. Of all those above, the worst is named.
fn check_order(
    lines: &[(&Claim, usize)],
    (limits, shown): Compared,
    beyond: Beyond,
    findings: &mut Findings,
) {
    let share = |die: usize| limits.dice[die].share;
    for (index, &(here, die)) in lines.iter().enumerate() {
        let above = lines[..index].iter();
        let worse = above.filter_map(|&(above, other)| {
            let order = limits.order([die, other], shown)?;
            Some((above, other, order))
        });
        let percent = |die: usize| share(die).as_percent();
        let worst = worse.min_by(|one, two| percent(one.1).total_cmp(&percent(two.1)));
        let Some((above, other, (distance, is_fault))) = worst else {
            continue;
        };
        let [own, others] =
            [die, other].map(|die| decimal::format_fraction(share(die).percent(), 2));
        let kind = match beyond {
            _ if !is_fault => NEARLY_INVERTED,
            // Games have nothing to do with an order that is not even that of the list's own
            // shares.
            Beyond::FewGames if above.percent >= here.percent => PERHAPS_INVERTED,
            Beyond::FewGames | Beyond::Fault => INVERTED,
        };
        let why = match distance.chance {
            _ if kind == PERHAPS_INVERTED => IF_FEW_GAMES,
            _ if distance.points >= distance.allowed => "",
            None => "; der Abstand ist kleiner als der Spielraum",
            Some(_) => "; bei so kleinem Abstand kann der Zufall sie vertauschen",
        };
        let errors = distance.in_errors();
        let errors = errors.map_or(String::new(), |errors| format!(", {errors}"));
        let text = format!(
            "müsste über Zeile {} stehen (in Wahrheit {own} %, dort {others} %){errors}{why}",
            above.line,
        );
        let mut finding = Finding::new(here.line, kind, text);
        finding.other_line = Some(above.line);
        finding.distance = Some(distance);
        findings.push(finding);
    }
}

/// What is behind a finding that is a fault unless the list has few games.
const IF_FEW_GAMES: &str = "; bei wenigen Spielen wäre das Zufall";

/// Each share is close to the true one. Returns all of them beside the truth.
fn check_shares(
    lines: &[(&Claim, usize)],
    (limits, shown): Compared,
    beyond: Beyond,
    findings: &mut Findings,
) -> Vec<Comparison> {
    let compare = |(place, &(here, die)): (u64, &(&Claim, usize))| {
        let (distance, is_far) = limits.share(die, here.percent, shown);
        let share = limits.dice[die].share;
        let truth = decimal::format_fraction(share.percent(), 2);
        // What no share can be is another fault, whatever the true share is.
        if is_far && (0.0..=100.0).contains(&here.percent) {
            let claimed = &here.percent_text;
            let (kind, why) = match beyond {
                Beyond::Fault => (SHARE, ""),
                Beyond::FewGames => (PERHAPS_SHARE, IF_FEW_GAMES),
            };
            let text = format!("{claimed}% statt {truth}%, {}{why}", distance.off());
            let mut finding = Finding::new(here.line, kind, text);
            finding.distance = Some(distance);
            findings.push(finding);
        }
        Comparison {
            line: here.line,
            rank: here.rank.unwrap_or(place),
            die,
            claimed: (here.percent_text.clone(), here.percent),
            truth: (truth, share.as_percent()),
            distance,
        }
    };
    let shares = (1..).zip(lines);
    shares
        .filter(|(_, (claim, _))| claim.given == Given::Share)
        .map(compare)
        .collect()
}
