//! Judges a list by its [`Limits`], which hold the true ranking and the distance that a list may
//! have from it.

use std::borrow::Cow;
use std::collections::HashMap;

use itertools::Itertools;

use super::exact::{Claim, Given};
use super::findings::{
    self, Distance, FEW_GAMES, Finding, FindingCounts, Findings, INVERTED, MISSING,
    NEARLY_INVERTED, OTHER_FILE, PERHAPS_INVERTED, PERHAPS_SHARE, RANK, REPEATED, SHARE, SIDES,
    TOGETHER, UNKNOWN, UNSORTED, format_die,
};
use super::limits::{
    ApparentGames, CheckedDistance, Doubt, LimitedShares, Limits, Severity, describe_joint_fault,
};
use super::list::{DieClaim, List, ListError};
use crate::likelihood::WrittenShare;
use crate::likelihood::equal::find_owners;
use crate::reading::Interpretation;
use wuerfelglueck::decimal;
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::format_count;

/// The verdict on a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The findings about the list.
    pub findings: Findings,
    /// What the numbers of the list were taken for, if it has not the form of the task.
    pub source: Option<Interpretation>,
    /// The shares of the list beside the truth.
    pub compared: Vec<ComparedShare>,
    /// The number of neighbours in the true list whose order is
    /// [open](wuerfelglueck::ranking::OrderStatus::Open).
    pub open_orders: usize,
    /// Half the width of the widest interval of the true shares, in percentage points.
    pub half_width: f64,
    /// The reason why a list without faults may have some all the same.
    pub doubt: Option<Doubt>,
    /// The games that the shares look like; `None` if they fit any number, or if the list gives no
    /// shares.
    pub apparent_games: Option<ApparentGames>,
    /// The share that the list gives each die, in the order of the dice file; `None` where it gives
    /// none, and everywhere if nothing is compared because of draws.
    pub shares: Vec<Option<WrittenShare>>,
    /// The entries that are about a die of the file, in the order of the list, or turned around if
    /// its shares ascend.
    pub entries: Vec<ListEntry>,
}

/// The entry of a list about a die of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct ListEntry {
    /// The number of the line.
    pub line: usize,
    /// The index of the die in the dice file.
    pub die: usize,
    /// The rank that the line gives, or else the position of the entry.
    pub rank: u64,
    /// The share in per cent, unless there is only an order.
    pub share: Option<f64>,
}

/// The share in a line of a list, beside the true one.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedShare {
    /// The number of the line.
    pub line: usize,
    /// The rank that the line gives, or else the position of the entry.
    pub rank: u64,
    /// The index of the die in the dice file.
    pub die: usize,
    /// The share in the list, as it is written, or converted to a percentage.
    pub claimed: FormattedShare,
    /// The true share, of which two decimals are written.
    pub truth: FormattedShare,
    /// The distance of the two.
    pub distance: Distance,
}

/// A share, and its digits.
#[derive(Clone, Debug, PartialEq)]
pub struct FormattedShare {
    /// The digits, without a percent sign.
    pub text: String,
    /// The share in per cent.
    pub percent: f64,
}

impl Verdict {
    /// Returns whether dice of the list could be found, and neither their order nor their shares
    /// have faults that depend on the rules.
    pub fn is_true(&self) -> bool {
        !self.entries.is_empty() && self.findings.untrue == 0
    }

    /// Returns whether there are no faults, and none could be unseen.
    pub fn is_passed(&self) -> bool {
        self.findings.faults == 0 && self.doubt.is_none()
    }

    /// Returns the share in the line with this number beside the truth, if there is one.
    pub fn compared_in(&self, line: usize) -> Option<&ComparedShare> {
        self.compared.iter().find(|share| share.line == line)
    }

    /// Returns whether all dice have shares, which would be right if their wins were divided by one
    /// less than the number of dice: a program has taken dice for opponents.
    pub fn is_divided_by_dice(&self) -> bool {
        let dice = self.shares.len() as f64;
        let is_right = |share: &ComparedShare| {
            let meant = share.claimed.percent * dice / (dice - 1.0);
            (meant - share.truth.percent).abs() <= share.distance.allowed
        };
        self.compared.len() == self.shares.len() && self.compared.iter().all(is_right)
    }

    /// Returns the mean distance of the shares from the true ones, in percentage points; `None` if
    /// no share is compared.
    pub fn mean_distance(&self) -> Option<f64> {
        mean(
            self.compared
                .iter()
                .map(|share| share.distance.points.abs()),
        )
    }
}

/// Judges a list of these dice, at least two, by their `limits`.
pub fn judge(list: &List, dice: &[Die], limits: &Limits) -> Verdict {
    let can_draw = limits.dice.iter().any(|die| die.draws.as_percent() > 0.0);
    let list = list.with_shares(dice.len(), limits.games(), can_draw);
    let mut findings = list.findings.clone();
    let list = &*put_best_first(&list, &mut findings);
    let mut claims = find_dice(list, dice, &mut findings);
    match_equal_dice(&mut claims, dice, limits);
    check_ranks(list, &mut findings);
    check_sorting(list, &mut findings);
    let shares = list.shares_by_die(&claims, dice.len());
    let limited = LimitedShares {
        limits,
        shares: &shares,
    };
    let severity = limits.severity(&shares);
    check_order(&claims, limited, severity, &mut findings);
    let compared = check_shares(&claims, limited, severity, &mut findings);
    // The first line stands for the list.
    if let Some(text) = describe_joint_fault(&[limited]).filter(|_| limits.is_alone()) {
        findings.push(Finding::new(1, TOGETHER, text));
    }
    let apparent_games = limits.apparent_games(&shares);
    let mut doubt = limits.doubt();
    let about_games = apparent_games.and_then(|games| limits.describe_games(games));
    if let Some(text) = about_games.filter(|_| doubt.is_none()) {
        findings.push(Finding::new(1, FEW_GAMES, text));
    }
    if doubt.is_none() && findings.undecided > 0 {
        doubt = Some(Doubt::UnknownGames);
    }
    findings.put_in_order();
    Verdict {
        findings,
        source: list.source.clone(),
        compared,
        open_orders: limits.truth.open_ranks().count(),
        half_width: limits.truth.half_width(),
        doubt,
        apparent_games,
        entries: list_entries(&claims),
        shares,
    }
}

/// Returns the entries of these claims.
fn list_entries(claims: &[DieClaim]) -> Vec<ListEntry> {
    (1..)
        .zip(claims)
        .map(|(position, &DieClaim { claim, die })| ListEntry {
            line: claim.line,
            die,
            rank: claim.rank.unwrap_or(position),
            share: (claim.given == Given::Share).then_some(claim.percent),
        })
        .collect()
}

/// Returns the list with its best die first: one of more than two shares that ascend is turned, and
/// gets a finding.
fn put_best_first<'a>(list: &'a List, findings: &mut Findings) -> Cow<'a, List> {
    let shares = list
        .claims
        .iter()
        .filter(|claim| claim.given == Given::Share)
        .map(|claim| claim.percent)
        .collect_vec();
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

/// Assigns claims about dice with the same faces in the same order: the larger share to the better
/// one. If all claims come with the index of their die, nothing changes.
fn match_equal_dice(claims: &mut [DieClaim], dice: &[Die], limits: &Limits) {
    if claims.iter().all(|named| named.claim.die.is_some()) {
        return;
    }
    let mut given = vec![None; dice.len()];
    for DieClaim { claim, die } in &*claims {
        given[*die] = Some(claim.percent);
    }
    let truth = limits.dice.iter().map(|die| die.share.as_percent());
    let owners = find_owners(dice, &given, &truth.collect_vec());
    for named in claims {
        named.die = owners[named.die];
    }
}

/// The judgement on the lists of one program under a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The rule set.
    pub rules: Rules,
    /// The verdict on each list, or the reason why there is none.
    pub verdicts: Vec<Result<Verdict, ListError>>,
    /// The fault that the shares of all lists have together, if the lists are judged together.
    pub joint_fault: Option<String>,
}

impl Judgement {
    /// Returns whether any list could be read.
    pub fn is_read(&self) -> bool {
        self.verdicts.iter().any(Result::is_ok)
    }

    /// Counts the faults and notes in all lists, and their joint fault.
    pub fn count_findings(&self) -> FindingCounts {
        let mut counts = FindingCounts {
            faults: usize::from(self.joint_fault.is_some()),
            notes: 0,
        };
        for verdict in self.verdicts.iter().flatten() {
            counts.faults += verdict.findings.faults;
            counts.notes += verdict.findings.notes;
        }
        counts
    }

    /// Returns whether there is no joint fault, and all lists that could be read [are
    /// true](Verdict::is_true); so, too, if none could be read.
    pub fn is_true(&self) -> bool {
        self.joint_fault.is_none() && self.verdicts.iter().flatten().all(Verdict::is_true)
    }

    /// Returns the mean of the [mean distances](Verdict::mean_distance) of the lists, in percentage
    /// points; `None` if no list has one.
    pub fn mean_distance(&self) -> Option<f64> {
        mean(
            self.verdicts
                .iter()
                .flatten()
                .filter_map(Verdict::mean_distance),
        )
    }

    /// Returns half the width of the widest interval of the true shares, in percentage points; 0 if
    /// no list could be read.
    pub fn half_width(&self) -> f64 {
        self.verdicts
            .iter()
            .flatten()
            .map(|verdict| verdict.half_width)
            .fold(0.0, f64::max)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values = values.collect_vec();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A list with its dice and its limits.
#[derive(Clone, Copy, Debug)]
pub struct ListToJudge<'a> {
    /// The list, or the reason why there is none.
    pub list: &'a Result<List, ListError>,
    /// The dice of the file.
    pub dice: &'a [Die],
    /// The limits under each rule set; perhaps none if the list could not be read.
    pub limits: &'a [Limits<'a>],
}

impl ListToJudge<'_> {
    /// Judges the list under the rule set with this index.
    fn judge(&self, rules: usize) -> Result<Verdict, ListError> {
        let list = self.list.as_ref().map_err(Clone::clone)?;
        Ok(judge(list, self.dice, &self.limits[rules]))
    }
}

/// Judges the lists of one program under each rule set. That with the fewest faults in all of them
/// comes first; of several, that with the least mean distance of shares.
pub fn judge_all(rule_sets: &[Rules], lists: &[ListToJudge]) -> Vec<Judgement> {
    let distance = |judgement: &Judgement| judgement.mean_distance().unwrap_or(f64::INFINITY);
    rule_sets
        .iter()
        .enumerate()
        .map(|(index, &rules)| {
            let mut verdicts = lists.iter().map(|list| list.judge(index)).collect_vec();
            merge_common_notes(&mut verdicts);
            let limited = verdicts
                .iter()
                .zip(lists)
                .filter_map(|(verdict, list)| {
                    // A list that cannot be read needs no limits.
                    let shares = &verdict.as_ref().ok()?.shares;
                    let limits = &list.limits[index];
                    Some(LimitedShares { limits, shares })
                })
                .filter(|limited| !limited.limits.is_alone())
                // Two lists of the same dice may be made of the same games: the first one counts.
                .unique_by(|limited| std::ptr::from_ref(limited.limits))
                .collect_vec();
            let joint_fault = describe_joint_fault(&limited);
            Judgement {
                rules,
                verdicts,
                joint_fault,
            }
        })
        .sorted_by(|left, right| {
            let faults = left
                .count_findings()
                .faults
                .cmp(&right.count_findings().faults);
            faults.then(distance(left).total_cmp(&distance(right)))
        })
        .collect()
}

/// Keeps a note that all lists that could be read have, if they are several, in the first of them
/// only, and says so there.
fn merge_common_notes(verdicts: &mut [Result<Verdict, ListError>]) {
    let mut read = verdicts.iter_mut().flatten().collect_vec();
    let Some((first, further)) = read.split_first_mut() else {
        return;
    };
    if further.is_empty() {
        return;
    }
    for note in &mut first.findings.kept {
        let is_same = |finding: &Finding| {
            !finding.is_fault
                && finding.kind == note.kind
                && finding.line == note.line
                && finding.text == note.text
        };
        if note.is_fault
            || !further
                .iter()
                .all(|verdict| verdict.findings.kept.iter().any(is_same))
        {
            continue;
        }
        for verdict in further.iter_mut() {
            let findings = &mut verdict.findings;
            let before = findings.kept.len();
            findings.kept.retain(|finding| !is_same(finding));
            findings.notes -= before - findings.kept.len();
        }
        note.text += " (ebenso in allen anderen Listen)";
    }
}

/// Describes a fault of a list of these dice that needs no truth: in the dice that it lists, or
/// else in the sorting of its shares, or else in its ranks.
pub fn describe_form_fault(list: &List, dice: &[Die]) -> Option<String> {
    // Dice in lines that cannot be read count as missing.
    let mut list = list.clone();
    list.unreadable_claims = 0;
    // Equal shares may share a rank.
    for index in (1..list.claims.len()).rev() {
        let [above, here] = [&list.claims[index - 1], &list.claims[index]];
        if above.rank == here.rank && above.percent == here.percent {
            list.claims[index].rank = None;
        }
    }
    let mut findings = Findings::default();
    let list = put_best_first(&list, &mut findings);
    find_dice(&list, dice, &mut findings);
    check_sorting(&list, &mut findings);
    check_ranks(&list, &mut findings);
    let fault = findings.kept.iter().find(|finding| finding.is_fault)?;
    Some(format!("Zeile {} der Liste: {}", fault.line, fault.text))
}

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

/// Finds the claims that are about a die of the file. Adds findings about claims that fit no die or
/// fit it badly, and about dice without a claim. Returns none if the list belongs to
/// another dice file.
pub fn find_dice<'a>(list: &'a List, dice: &[Die], findings: &mut Findings) -> Vec<DieClaim<'a>> {
    let mut assignment = Assignment::new(list, dice);
    if let Some(fault) = assignment.find_other_file_fault() {
        findings.push(fault);
        return Vec::new();
    }
    let first_lines = assignment.first_lines_by_faces();
    let probable = assignment.find_probable_match(&first_lines);
    assignment.check_claims(&first_lines, probable, findings);
    if let Some(ProbableMatch { claim, die }) = probable {
        assignment.found[claim] = Some(die);
    } else if assignment.missing.len() > list.unreadable_claims {
        // Otherwise lines that could not be read are these dice, perhaps.
        assignment.report_missing(findings);
    }
    list.claims
        .iter()
        .zip(assignment.found)
        .filter_map(|(claim, die)| Some(DieClaim { claim, die: die? }))
        .collect()
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
        let why = match known {
            0 => "keiner ihrer Würfel steht in dieser".into(),
            known => format!("von ihren {claims} Würfeln kennt diese nur {known}"),
        };
        let text = format!("die Liste gehört zu einer anderen Würfeldatei: {why}");
        Some(Finding::new(self.list.claims[0].line, OTHER_FILE, text))
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
            .map(|(claim, _)| (sort_faces(&claim.faces), claim.line))
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
        findings: &mut Findings,
    ) {
        for (index, (claim, found)) in self.list.claims.iter().zip(&self.found).enumerate() {
            if found.is_some_and(|die| self.dice[die].faces() != claim.faces) {
                let text = "die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei";
                findings.push(Finding::new(claim.line, findings::FACES, text));
            }
            let has_right_sides = claim.sides == claim.faces.len() as u64;
            let twin_line = match found {
                Some(_) if has_right_sides => continue,
                Some(_) => None,
                None => first_lines.get(&sort_faces(&claim.faces)).copied(),
            };
            let (kind, text) = match twin_line {
                Some(line) => (REPEATED, format!("der Würfel steht auch in Zeile {line}")),
                None if !has_right_sides => (SIDES, describe_sides(claim)),
                None => {
                    let faces = findings::format_faces(&claim.faces);
                    let text = format!("den Würfel {faces} gibt es in der Würfeldatei nicht");
                    (UNKNOWN, text)
                }
            };
            let mut finding = Finding::new(claim.line, kind, text);
            finding.other_line = twin_line;
            if let Some(probable) = probable.filter(|probable| probable.claim == index) {
                finding.die = Some(probable.die);
                let die = format_die(self.dice, probable.die);
                finding.text += &format!("; gemeint ist wohl {die}");
            }
            findings.push(finding);
        }
    }

    fn report_missing(&self, findings: &mut Findings) {
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
fn format_announced(number: u64) -> String {
    if number == u64::MAX {
        format!("{number} oder mehr")
    } else {
        number.to_string()
    }
}

/// Checks that each rank is the position of its claim, or one more than the rank above it, or
/// larger by at most the number of claims that could not be read.
fn check_ranks(list: &List, findings: &mut Findings) {
    let (mut above, unreadable) = (0u64, list.unreadable_claims as u64);
    for (claim, place) in list.claims.iter().zip(1u64..) {
        let Some(rank) = claim.rank else { continue };
        let fits = |least: u64| (least..=least.saturating_add(unreadable)).contains(&rank);
        if !fits(place) && !fits(above.saturating_add(1)) {
            let text = format!("Rang {} statt {place}", format_announced(rank));
            findings.push(Finding::new(claim.line, RANK, text));
        }
        above = rank;
    }
}

/// Checks that the shares of the list descend.
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

/// A die that stands above one that is certified to be better.
struct Inversion<'a> {
    above: DieClaim<'a>,
    /// The distance of the true shares of the two.
    checked: CheckedDistance,
}

/// Checks that no die is certified to be better than one above it. Of all those above, the worst is
/// named.
fn check_order(
    claims: &[DieClaim],
    LimitedShares { limits, shares }: LimitedShares,
    severity: Severity,
    findings: &mut Findings,
) {
    let percent = |die: usize| limits.dice[die].share.as_percent();
    for (index, here) in claims.iter().enumerate() {
        let worst = claims[..index]
            .iter()
            .filter_map(|&above| {
                let checked = limits.check_order(here.die, above.die, shares)?;
                Some(Inversion { above, checked })
            })
            .min_by(|left, right| percent(left.above.die).total_cmp(&percent(right.above.die)));
        if let Some(inversion) = worst {
            findings.push(inversion_finding(here, &inversion, limits, severity));
        }
    }
}

/// Creates the finding about a claim that stands below a worse one.
fn inversion_finding(
    here: &DieClaim,
    Inversion { above, checked }: &Inversion,
    limits: &Limits,
    severity: Severity,
) -> Finding {
    let distance = checked.distance;
    let [share, share_above] = [here.die, above.die]
        .map(|die| decimal::format_fraction(limits.dice[die].share.exact_percent(), 2));
    let kind = match severity {
        _ if !checked.is_too_far => NEARLY_INVERTED,
        // Games have nothing to do with an order that is not even that of the list's own shares.
        // Without shares, both are 0.
        Severity::FaultUnlessFewGames if above.claim.percent >= here.claim.percent => {
            PERHAPS_INVERTED
        }
        Severity::FaultUnlessFewGames | Severity::Fault => INVERTED,
    };
    let why = match distance.in_standard_errors {
        _ if kind == PERHAPS_INVERTED => IF_FEW_GAMES,
        _ if distance.points >= distance.allowed => "",
        None => "; der Abstand ist kleiner als der Spielraum",
        Some(_) => "; bei so kleinem Abstand kann der Zufall sie vertauschen",
    };
    let standard_errors = distance
        .format_standard_errors()
        .map_or(String::new(), |number| format!(", {number}"));
    let text = format!(
        "müsste über Zeile {} stehen (in Wahrheit {share} %, dort \
         {share_above} %){standard_errors}{why}",
        above.claim.line,
    );
    let mut finding = Finding::new(here.claim.line, kind, text);
    finding.other_line = Some(above.claim.line);
    finding.distance = Some(distance);
    finding
}

/// The end of a finding that is a fault unless the list has few games.
const IF_FEW_GAMES: &str = "; bei wenigen Spielen wäre das Zufall";

/// Checks that each share from 0 to 100 % is close to the true one. Returns all shares beside the
/// truth.
fn check_shares(
    claims: &[DieClaim],
    LimitedShares { limits, shares }: LimitedShares,
    severity: Severity,
    findings: &mut Findings,
) -> Vec<ComparedShare> {
    let mut compared = Vec::new();
    for (&DieClaim { claim, die }, position) in claims.iter().zip(1..) {
        if claim.given != Given::Share {
            continue;
        }
        let CheckedDistance {
            distance,
            is_too_far,
        } = limits.check_share(die, claim.percent, shares);
        let share = limits.dice[die].share;
        let truth = decimal::format_fraction(share.exact_percent(), 2);
        // A number that no share can be is another fault, whatever the true share is.
        if is_too_far && (0.0..=100.0).contains(&claim.percent) {
            let (kind, why) = match severity {
                Severity::Fault => (SHARE, ""),
                Severity::FaultUnlessFewGames => (PERHAPS_SHARE, IF_FEW_GAMES),
            };
            let (claimed, off) = (&claim.percent_text, distance.format_share());
            let text = format!("{claimed}% statt {truth}%, {off}{why}");
            let mut finding = Finding::new(claim.line, kind, text);
            finding.distance = Some(distance);
            findings.push(finding);
        }
        compared.push(ComparedShare {
            line: claim.line,
            rank: claim.rank.unwrap_or(position),
            die,
            claimed: FormattedShare {
                text: claim.percent_text.clone(),
                percent: claim.percent,
            },
            truth: FormattedShare {
                text: truth,
                percent: share.as_percent(),
            },
            distance,
        });
    }
    compared
}
