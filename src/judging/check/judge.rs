//! Judges a list by its [`Limits`], which hold the true ranking and the distance that a list may
//! have from it.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::arrangement::{check_arrangement, sort_claims};
use super::exact::{Claim, ClaimedShare, Given};
use super::findings::{
    Distance, FEW_GAMES, Finding, FindingCounts, FindingKind, Findings, IMPOSSIBLE, INVERTED,
    NEARLY_INVERTED, PERHAPS_INVERTED, PERHAPS_SHARE, Place, SHARE, SHARE_BELOW_0, StandardErrors,
    Subject, TOGETHER, UNREADABLE, format_die, format_games,
};
use super::limits::{
    ApparentGames, FitScore, KnownGames, Limits, ListChance, Unexplained, describe_joint_fault,
    score_lists,
};
use super::list::List;
use crate::likelihood::WrittenShare;
use crate::likelihood::equal::find_owners;
use crate::reading::Interpretation;
use crate::verdict::{Doubt, Fault, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{OrderStatus, Share};
use wuerfelglueck::rules::{Rules, SIX};
use wuerfelglueck::text::{decimals_apart, format_estimate, noun_of_estimate};

/// A list of a program, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedList {
    /// The verdict.
    pub verdict: Verdict,
    /// The list beside the truth, if it could be read.
    pub read: Option<ComparedList>,
}

/// A list beside the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedList {
    /// The findings about the list.
    pub findings: Findings,
    /// What the numbers of the list were taken for, if it has not the form of the task.
    pub source: Option<Interpretation>,
    /// What is known of the number of games of the list.
    pub games: KnownGames,
    /// The entries that are about a die of the file, the best first.
    pub entries: Vec<JudgedEntry>,
    /// The number of dice of the file.
    pub dice_count: usize,
    /// The number of neighbours in the true list whose order is
    /// [open](wuerfelglueck::ranking::OrderStatus::Open).
    pub open_orders: usize,
    /// Half the width of the widest interval of the true shares, in percentage points.
    pub half_width: f64,
    /// The reason why faults may be unseen.
    pub doubt: Option<Doubt>,
    /// The games that the shares look like; `None` if they fit any number, or if the list gives no
    /// shares.
    pub apparent_games: Option<ApparentGames>,
}

/// The entry of a list about a die of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedEntry {
    /// The line, or the die if no line is about it alone.
    pub place: Place,
    /// The index of the die in the dice file.
    pub die: usize,
    /// The rank that the line gives, or else the position of the entry.
    pub rank: u64,
    /// The share, unless there is only an order.
    pub share: Option<ComparedShare>,
}

/// The share of a die in a list, beside the true one.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedShare {
    /// The share in the list.
    pub claimed: ClaimedShare,
    /// The same with the unit of its last digit.
    written: WrittenShare,
    /// The true share.
    pub truth: Share,
    /// The distance of the two.
    pub distance: Distance,
    /// True if the share is at fault, being further from the truth than it may be.
    pub is_wrong: bool,
}

impl ComparedShare {
    /// Formats the share and the true one, in per cent: with two decimals, or as many as tell them
    /// apart, but a share with up to two as it is written.
    pub fn format_beside_truth(&self) -> [String; 2] {
        let decimals = decimals_apart([self.claimed.percent, self.truth.as_percent()], 2);
        let claimed = if self.claimed.decimals <= 2 {
            self.claimed.to_string()
        } else {
            format!("{:.decimals$}", self.claimed.percent)
        };
        let truth = self.truth.round_percent(decimals as u32).to_string();
        [claimed, truth]
    }
}

impl ComparedList {
    /// Returns the verdict on the list.
    pub fn verdict(&self) -> Verdict {
        match &self.doubt {
            _ if self.findings.faults > 0 => {
                Verdict::Faulty(Fault::Findings(self.findings.counts()))
            }
            Some(doubt) => Verdict::NotJudged(doubt.clone()),
            None => Verdict::Passed,
        }
    }

    /// Returns whether dice of the list could be found, and neither their order nor their shares
    /// have faults that depend on the rules.
    pub fn is_true(&self) -> bool {
        !self.entries.is_empty() && self.findings.untrue == 0
    }

    /// Returns whether it [is true](Self::is_true), and enough is known to say so.
    pub fn is_explained(&self) -> bool {
        self.is_true() && self.doubt.is_none()
    }

    /// Returns whether dice of the list could be found, but no share of theirs.
    pub fn has_order_only(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.share.is_none())
    }

    /// Returns the shares of the list beside the truth, with their entries.
    pub fn compared(&self) -> impl Iterator<Item = (&JudgedEntry, &ComparedShare)> {
        self.entries
            .iter()
            .filter_map(|entry| Some((entry, entry.share.as_ref()?)))
    }

    /// Returns the shares that [are at fault](ComparedShare::is_wrong), with their entries, also
    /// those whose findings are not kept.
    pub fn wrong_shares(&self) -> impl Iterator<Item = (&JudgedEntry, &ComparedShare)> {
        self.compared().filter(|(_, share)| share.is_wrong)
    }

    /// Returns whether a share is at fault.
    pub fn has_wrong_shares(&self) -> bool {
        self.wrong_shares().next().is_some()
    }

    /// Returns the entry with a share at this place, if there is one.
    pub fn compared_at(&self, place: &Place) -> Option<(&JudgedEntry, &ComparedShare)> {
        self.compared().find(|(entry, _)| entry.place == *place)
    }

    /// Returns the share that the list gives each die, in the order of the dice file; `None` where
    /// it gives none.
    pub fn shares(&self) -> Vec<Option<WrittenShare>> {
        let mut shares = vec![None; self.dice_count];
        for (entry, share) in self.compared() {
            shares[entry.die] = Some(share.written);
        }
        shares
    }

    /// Returns whether all dice have shares, which would be right if their wins were divided by one
    /// less than the number of dice: a program has taken dice for opponents.
    pub fn is_divided_by_dice(&self) -> bool {
        let dice = self.dice_count as f64;
        let is_right = |share: &ComparedShare| {
            let meant = share.claimed.percent * dice / (dice - 1.0);
            (meant - share.truth.as_percent()).abs() <= share.distance.allowed
        };
        self.compared().count() == self.dice_count
            && self.compared().all(|(_, share)| is_right(share))
    }

    /// Returns the mean distance of the shares from the true ones, in percentage points; `None` if
    /// no share is compared.
    pub fn mean_distance(&self) -> Option<f64> {
        mean(
            self.compared()
                .map(|(_, share)| share.distance.points.abs()),
        )
    }
}

/// Compares a list of these dice, at least two, with the truth, and judges it by their `limits`.
pub fn judge(list: &List, dice: &[Die], limits: &Limits) -> ComparedList {
    ListJudge::new(list, dice, limits).finish()
}

/// A list whose claims are assigned to dice, beside chance.
struct ListJudge<'a> {
    dice: &'a [Die],
    limits: &'a Limits<'a>,
    compared: ComparedList,
    chance: ListChance,
}

impl<'a> ListJudge<'a> {
    /// Judges a list.
    fn new(list: &List, dice: &'a [Die], limits: &'a Limits<'a>) -> ListJudge<'a> {
        let games = list.known_games(dice.len(), limits.demands.games, limits.can_draw());
        let mut list = list.clone().with_shares(dice, games.exact());
        let mut findings = std::mem::take(&mut list.findings);
        check_arrangement(&list, &mut findings);
        match_equal_dice(&mut list, dice, limits);
        sort_claims(&mut list.claims);
        let shares = list.shares_by_die(dice.len());
        // Numbers that no share can be have faults of their own.
        let possible = shares
            .iter()
            .map(|share| share.filter(|share| (0.0..=1.0).contains(&share.share)))
            .collect_vec();
        let chance = limits.test(&possible, games);
        let entries = list_entries(&list.claims, &shares, &chance, dice, limits);
        let mut judge = ListJudge {
            dice,
            limits,
            compared: ComparedList {
                findings,
                source: list.source.clone(),
                games,
                entries,
                dice_count: dice.len(),
                open_orders: limits.truth.open_ranks().count(),
                half_width: limits.truth.half_width(),
                doubt: limits.doubt(games),
                apparent_games: chance.apparent_games(),
            },
            chance,
        };
        judge.check_winless(&list.claims);
        judge.check_shares();
        judge.check_order();
        judge
    }

    /// Ends the judgement.
    fn finish(mut self) -> ComparedList {
        let about_games = self.describe_games();
        let compared = &mut self.compared;
        if let Some(text) = about_games.filter(|_| compared.doubt.is_none()) {
            compared.findings.push(Finding::new(1, FEW_GAMES, text));
        }
        compared.findings.put_in_order();
        self.compared
    }

    /// Adds a finding about the share of an entry.
    fn add(&mut self, entry: usize, kind: FindingKind, why: &str) {
        let JudgedEntry {
            place, die, share, ..
        } = &mut self.compared.entries[entry];
        let Some(share) = share else { return };
        share.is_wrong |= kind == SHARE;
        let [claimed, truth] = share.format_beside_truth();
        let text = format!("{claimed}% statt {truth}%{why}");
        let mut finding = Finding::new(place.clone(), kind, text);
        finding.die = Some(*die);
        finding.distance = Some(share.distance);
        self.compared.findings.push(finding);
    }

    /// Checks that no die has won that can never win.
    fn check_winless(&mut self, claims: &[Claim]) {
        let of_dice = claims.iter().filter(|claim| claim.die.is_some());
        for (index, claim) in of_dice.enumerate() {
            let JudgedEntry {
                place, die, share, ..
            } = &self.compared.entries[index];
            if !self.limits.is_winless(*die) {
                continue;
            }
            let reason = describe_winless(&self.dice[*die]);
            let why = format!("; der Würfel kann nie gewinnen, weil {reason}");
            match (share, &claim.given) {
                (Some(share), _) if share.written.is_more_than_none() => {
                    self.add(index, IMPOSSIBLE, &why);
                }
                (None, Given::Wins(wins @ 1..)) => {
                    let text = format!("{wins} statt 0 Siege{why}");
                    let mut finding = Finding::new(place.clone(), IMPOSSIBLE, text);
                    finding.die = Some(*die);
                    self.compared.findings.push(finding);
                }
                _ => {}
            }
        }
    }

    /// Checks that each share from 0 to 100 % is as close to the true one as the tolerance or chance
    /// allows.
    fn check_shares(&mut self) {
        if self.limits.demands.tolerance.is_some() {
            self.check_tolerance();
            return;
        }
        let games = self.compared.games;
        let unexplained = self.chance.refuse(games.faulty());
        let stray = self.chance.find_stray();
        if !unexplained.is_empty() || stray.is_some() {
            self.add_faults(&unexplained, stray);
            return;
        }
        let unexplained = self.chance.refuse(games.passing());
        if unexplained.is_empty() {
            return;
        }
        for deviation in &unexplained.shares {
            let why = |share: &ComparedShare| {
                let off = share.distance.format_points();
                format!(", {off}; bei wenigen Spielen wäre das Zufall")
            };
            self.add_about_die(deviation.die, PERHAPS_SHARE, &why);
        }
        let most = self.compared.apparent_games.and_then(|games| games.most);
        let doubt = Doubt::FewGames { most };
        self.compared.doubt.get_or_insert(doubt);
    }

    /// Adds findings about the shares of a die that are numbers from 0 to 100 %: others have faults
    /// anyway, whatever the true share is.
    fn add_about_die(
        &mut self,
        die: usize,
        kind: FindingKind,
        why: &dyn Fn(&ComparedShare) -> String,
    ) {
        for index in 0..self.compared.entries.len() {
            let entry = &self.compared.entries[index];
            let share = entry.share.as_ref().filter(|share| {
                let percent = share.claimed.percent;
                let is_impossible = percent > 0.0 && self.limits.is_winless(die);
                entry.die == die && (0.0..=100.0).contains(&percent) && !is_impossible
            });
            if let Some(why) = share.map(why) {
                self.add(index, kind, &why);
            }
        }
    }

    /// Adds the faults of shares that no number of games explains that the list may have.
    fn add_faults(&mut self, unexplained: &Unexplained, stray: Option<usize>) {
        let games = self.compared.games;
        let number = format_games(games.faulty());
        let at = match games.exact() {
            Some(_) => format!("bei {number}"),
            None => format!("auch bei nur {number}"),
        };
        for deviation in &unexplained.shares {
            let errors = deviation.standard_errors;
            let why = |_: &ComparedShare| format!(", {errors:.1} Standardfehler {at}");
            self.add_about_die(deviation.die, SHARE, &why);
        }
        let is_named = |die: usize| {
            unexplained
                .shares
                .iter()
                .any(|deviation| deviation.die == die)
        };
        if let Some(die) = stray.filter(|&die| !is_named(die)) {
            let why = |share: &ComparedShare| {
                let off = share.distance.format_points();
                format!(
                    ", {off}; die anderen Anteile liegen so viel näher, dass das keine Anzahl von \
                     Spielen erklärt"
                )
            };
            self.add_about_die(die, SHARE, &why);
        }
        let Some(sum) = unexplained.joint else { return };
        let deviations = self.chance.deviations(games.faulty());
        let furthest = deviations
            .iter()
            .max_by(|left, right| left.standard_errors.total_cmp(&right.standard_errors));
        let entry = self
            .compared
            .entries
            .iter()
            .find(|entry| furthest.is_some_and(|furthest| furthest.die == entry.die));
        let Some(entry) = entry else { return };
        let text = format!(
            "alle Anteile zusammen liegen weiter daneben, als der Zufall erklärt: Quadratsumme \
             {:.1}, in 999 von 1000 Listen höchstens {:.1} {at}; am weitesten {}",
            sum.sum,
            self.chance.joint_limit(sum),
            format_die(self.dice, entry.die)
        );
        let mut finding = Finding::new(entry.place.clone(), TOGETHER, text);
        finding.die = Some(entry.die);
        self.compared.findings.push(finding);
    }

    /// Checks that each share from 0 to 100 % is within the tolerance of the interval of the true
    /// one.
    fn check_tolerance(&mut self) {
        for index in 0..self.compared.entries.len() {
            let JudgedEntry { die, share, .. } = &self.compared.entries[index];
            let Some(share) = share else { continue };
            let allowed = share.distance.allowed;
            let [low, high] = self.limits.dice[*die].interval;
            let percent = share.claimed.percent;
            let is_too_far = percent > high + allowed || percent < low - allowed;
            if is_too_far && (0.0..=100.0).contains(&percent) {
                let off = share.distance.format_points();
                self.add(index, SHARE, &format!(", {off}; erlaubt: {allowed}"));
            }
        }
    }

    /// Returns how far the shares of two dice may be from the true ones together, in percentage
    /// points, for the numbers of games for which an order is a fault, and for which it is none: if
    /// they are further apart, one of them would be too far off.
    fn allowed_order(&self) -> [Vec<f64>; 2] {
        let games = self.compared.games;
        match (self.limits.demands.leeway, self.limits.demands.tolerance) {
            (Some(points), _) => [
                vec![points / 2.0; self.dice.len()],
                vec![points / 2.0; self.dice.len()],
            ],
            (None, Some(points)) => [vec![points; self.dice.len()], vec![points; self.dice.len()]],
            (None, None) => {
                [games.faulty(), games.passing()].map(|games| self.chance.allowed(games))
            }
        }
    }

    /// Checks that no die is certified to be better than one above it. Of all those above, the worst
    /// is named. The order of lists that have shares is that of these.
    fn check_order(&mut self) {
        let limits = self.limits;
        let percent = |die: usize| limits.dice[die].share.as_percent();
        let [faulty, passing] = self.allowed_order();
        let inversions = (0..self.compared.entries.len())
            .filter_map(|below| {
                let here = self.compared.entries[below].die;
                let is_better = |above: &usize| {
                    let above = self.compared.entries[*above].die;
                    limits.truth.order(here, above) == OrderStatus::Certified
                };
                let die = |index: usize| self.compared.entries[index].die;
                let above = (0..below)
                    .filter(is_better)
                    .min_by(|&left, &right| percent(die(left)).total_cmp(&percent(die(right))))?;
                Some([below, above])
            })
            .collect_vec();
        for [below, above] in inversions {
            let dice = [below, above].map(|index| self.compared.entries[index].die);
            let points = percent(dice[0]) - percent(dice[1]);
            let [faulty, passing] =
                [&faulty, &passing].map(|allowed| allowed[dice[0]] + allowed[dice[1]]);
            let is_known = !self.chance.is_rough || limits.demands.leeway.is_some();
            let kind = match points {
                _ if !is_known => NEARLY_INVERTED,
                points if points >= faulty => INVERTED,
                points if points >= passing => PERHAPS_INVERTED,
                _ => NEARLY_INVERTED,
            };
            if kind == PERHAPS_INVERTED {
                let doubt = Doubt::FewGames { most: None };
                self.compared.doubt.get_or_insert(doubt);
            }
            self.add_inversion([below, above], kind, points, passing);
        }
    }

    /// Adds the finding about an entry that stands below a worse one, which is `points` percentage
    /// points worse.
    fn add_inversion(
        &mut self,
        [below, above]: [usize; 2],
        kind: FindingKind,
        points: f64,
        allowed: f64,
    ) {
        let [here, above] = [below, above].map(|index| &self.compared.entries[index]);
        let [share, share_above] =
            [here, above].map(|entry| self.limits.dice[entry.die].share.round_percent(2));
        let why = match kind {
            INVERTED => "",
            PERHAPS_INVERTED => "; bei wenigen Spielen wäre das Zufall",
            _ if self.limits.demands.leeway.is_some() => {
                "; der Abstand ist kleiner als der Spielraum"
            }
            _ if self.limits.demands.tolerance.is_some() => "; die Toleranz erlaubt es",
            _ => "; bei so kleinem Abstand kann der Zufall sie vertauschen",
        };
        let text = format!(
            "müsste über {} stehen (in Wahrheit {share} %, dort {share_above} %){why}",
            above.place
        );
        let mut finding = Finding::new(here.place.clone(), kind, text);
        finding.other_place = Some(above.place.clone());
        finding.die = Some(here.die);
        finding.distance = Some(Distance {
            points,
            allowed,
            in_standard_errors: None,
        });
        self.compared.findings.push(finding);
    }

    /// Describes what follows from the games that the shares look like, if the number is not known
    /// and the list has no faults of its shares; where they are many, nothing does.
    fn describe_games(&self) -> Option<String> {
        /// Fewer games per pairing than this may be all that a program has played.
        const FEW: f64 = 1000.0;
        let compared = &self.compared;
        let most = compared.apparent_games?.most?;
        let is_unknown = compared.games.exact().is_none();
        (is_unknown && compared.is_true() && most < FEW).then(|| {
            format!(
                "die Anteile passen, wenn das Programm höchstens {} {} je Paarung gespielt \
                 hat; sonst spielt es andere Regeln, oder die Liste hat einen Fehler",
                format_estimate(most),
                noun_of_estimate(most, "Spiel", "Spiele")
            )
        })
    }
}

/// Describes why a die can never win.
fn describe_winless(die: &Die) -> &'static str {
    if die.faces().contains(&SIX) {
        "seine Augenzahlen nie alle vier Figuren ins Ziel bringen"
    } else {
        "er ohne 6 nie eine zweite Figur einsetzen kann"
    }
}

/// Returns the entries of the claims that are about dice, which give these shares.
fn list_entries(
    claims: &[Claim],
    shares: &[Option<WrittenShare>],
    chance: &ListChance,
    dice: &[Die],
    limits: &Limits,
) -> Vec<JudgedEntry> {
    let games = chance.games.passing();
    let (deviations, allowed) = (chance.deviations(games), chance.allowed(games));
    let compare = |claimed: &ClaimedShare, written: WrittenShare, die: usize| {
        let truth = limits.dice[die].share;
        let deviation = deviations.iter().find(|deviation| deviation.die == die);
        let in_standard_errors = chance
            .games
            .exact()
            .zip(deviation)
            .map(|(games, deviation)| StandardErrors {
                number: deviation.standard_errors,
                games,
            });
        ComparedShare {
            claimed: claimed.clone(),
            written,
            truth,
            distance: Distance {
                points: claimed.percent - truth.as_percent(),
                allowed: limits.demands.tolerance.unwrap_or(allowed[die]),
                in_standard_errors: in_standard_errors
                    .filter(|_| limits.demands.tolerance.is_none()),
            },
            is_wrong: false,
        }
    };
    (1..)
        .zip(claims.iter().filter(|claim| claim.die.is_some()))
        .filter_map(|(position, claim)| {
            let die = claim.die?;
            let share = claim.share().zip(shares[die]);
            Some(JudgedEntry {
                place: claim.place(dice),
                die,
                rank: claim.rank.unwrap_or(position),
                share: share.map(|(claimed, written)| compare(claimed, written, die)),
            })
        })
        .collect()
}

/// Assigns claims about dice with the same faces in the same order: the larger share to the better
/// one. If the list names dice by themselves, nothing changes.
fn match_equal_dice(list: &mut List, dice: &[Die], limits: &Limits) {
    if list.names_dice {
        return;
    }
    let mut given = vec![None; dice.len()];
    for claim in &list.claims {
        if let Some(die) = claim.die {
            given[die] = Some(claim.share().map_or(0.0, |share| share.percent));
        }
    }
    let truth = limits.dice.iter().map(|die| die.share.as_percent());
    let owners = find_owners(dice, &given, &truth.collect_vec());
    for claim in &mut list.claims {
        claim.die = claim.die.map(|die| owners[die]);
    }
}

/// The judgement on the lists of one program under a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The rule set.
    pub rules: Rules,
    /// The lists.
    pub lists: Vec<JudgedList>,
    /// The fault that the shares of all lists have together, if the lists are judged together.
    pub joint_fault: Option<String>,
    /// The fit of all shares to the rule set.
    pub fit: FitScore,
}

impl Judgement {
    /// Returns the lists that could be read.
    pub fn read_lists(&self) -> impl Iterator<Item = &ComparedList> {
        self.lists.iter().flat_map(|list| &list.read)
    }

    /// Returns whether any list could be read.
    pub fn is_read(&self) -> bool {
        self.read_lists().next().is_some()
    }

    /// Returns the verdict on all lists: the worst one; without any list, one is missing.
    pub fn verdict(&self) -> Verdict {
        let joint_fault = self.joint_fault.clone().map(Fault::Together);
        let of_lists = self.lists.iter().map(|list| list.verdict.clone());
        Verdict::worst(of_lists.chain(joint_fault.map(Verdict::Faulty))).unwrap_or(Verdict::Missing)
    }

    /// Counts the faults and notes in all lists, and their joint fault.
    pub fn count_findings(&self) -> FindingCounts {
        let mut counts = FindingCounts {
            faults: usize::from(self.joint_fault.is_some()),
            notes: 0,
        };
        for list in self.read_lists() {
            counts.faults += list.findings.faults;
            counts.notes += list.findings.notes;
        }
        counts
    }

    /// Returns whether there is no joint fault, and all lists that could be read [are
    /// true](ComparedList::is_true); so, too, if none could be read.
    pub fn is_true(&self) -> bool {
        self.joint_fault.is_none() && self.read_lists().all(ComparedList::is_true)
    }

    /// Returns whether it [is true](Self::is_true), and enough is known to say so of each list.
    pub fn is_explained(&self) -> bool {
        self.is_true() && self.read_lists().all(ComparedList::is_explained)
    }

    /// Returns the mean of the [mean distances](ComparedList::mean_distance) of the lists, in
    /// percentage points; `None` if no list has one.
    pub fn mean_distance(&self) -> Option<f64> {
        mean(self.read_lists().filter_map(ComparedList::mean_distance))
    }

    /// Returns the largest distance of a share from the truth in standard errors; `None` if no
    /// distance is known in these.
    pub fn most_standard_errors(&self) -> Option<f64> {
        self.read_lists()
            .flat_map(ComparedList::compared)
            .filter_map(|(_, share)| share.distance.in_standard_errors)
            .map(|errors| errors.number)
            .max_by(f64::total_cmp)
    }

    /// Returns the range of the [likeliest](ApparentGames::likeliest) numbers of games of lists;
    /// `None` if no list has one.
    pub fn likeliest_games(&self) -> Option<RangeInclusive<u64>> {
        let games = self.read_lists().filter_map(|list| list.apparent_games);
        let (least, most) = games.map(|games| games.likeliest).minmax().into_option()?;
        Some(least..=most)
    }

    /// Returns whether the lists fit this rule set about as well as the `best` one: they are less
    /// likely by less than a factor of 20, or if they give no shares, have as many faults.
    pub fn fits_as_well_as(&self, best: &Judgement) -> bool {
        /// The logarithm of that factor.
        const LEAST_SCORE_GAP: f64 = 3.0;
        let is_close = match self.fit.compared {
            0 => self.count_findings().faults == best.count_findings().faults,
            _ => best.fit.score - self.fit.score < LEAST_SCORE_GAP,
        };
        self.fit.compared == best.fit.compared && is_close
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values = values.collect_vec();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A list with its dice and its limits.
#[derive(Clone, Copy, Debug)]
pub struct ListToJudge<'a> {
    /// The list, or the verdict if there is none to compare.
    pub list: &'a Result<List, Verdict>,
    /// The dice of the file.
    pub dice: &'a [Die],
    /// The limits under each rule set; perhaps none if the list could not be read.
    pub limits: &'a [Limits<'a>],
}

/// Judges the lists of one program under each rule set. That which fits all of them best comes
/// first: where they give as many shares, that under which these are likeliest; else that with the
/// fewest faults.
pub fn judge_all(rule_sets: &[Rules], lists: &[ListToJudge]) -> Vec<Judgement> {
    let mut judgements = (0..rule_sets.len())
        .map(|index| judge_under(index, rule_sets[index], lists))
        .collect_vec();
    let compared = judgements.iter().map(|judgement| judgement.fit.compared);
    let are_comparable = compared.clone().all_equal() && compared.min() > Some(0);
    if are_comparable {
        judgements.sort_by(|left, right| right.fit.score.total_cmp(&left.fit.score));
    } else {
        judgements.sort_by_key(|judgement| judgement.count_findings().faults);
    }
    judgements
}

/// Judges the lists of one program under the rule set with this index.
fn judge_under(index: usize, rules: Rules, lists: &[ListToJudge]) -> Judgement {
    let judged = lists
        .iter()
        .map(|list| {
            let read = list.list.as_ref()?;
            Ok::<_, &Verdict>(ListJudge::new(read, list.dice, &list.limits[index]))
        })
        .collect_vec();
    let chances = judged
        .iter()
        .flatten()
        // Two lists of the same dice may be made of the same games: the first one counts.
        .unique_by(|judge| std::ptr::from_ref(judge.limits))
        .map(|judge| &judge.chance)
        .collect_vec();
    let (joint_fault, fit) = (describe_joint_fault(&chances), score_lists(&chances));
    let compared = judged.into_iter().map(|judge| judge.map(ListJudge::finish));
    let lists = compared.map(|compared| JudgedList {
        verdict: compared
            .as_ref()
            .map_or_else(|verdict| (*verdict).clone(), ComparedList::verdict),
        read: compared.ok(),
    });
    Judgement {
        rules,
        lists: lists.collect(),
        joint_fault,
        fit,
    }
}

/// Finds a fault of a list of this number of dice that needs no truth: in the dice that it lists, in
/// its ranks and its sorting, or in a share. Where a die is missing, it may be in a line that cannot
/// be read.
pub fn find_form_fault(list: &List, dice: usize) -> Option<Finding> {
    let mut findings = list.findings.clone();
    check_arrangement(list, &mut findings);
    let is_whole = list
        .claims
        .iter()
        .filter(|claim| claim.die.is_some())
        .count()
        == dice;
    let is_of_list = |finding: &&Finding| {
        let kind = finding.kind;
        let is_subject = matches!(
            kind.subject,
            Subject::Dice | Subject::Ranks | Subject::Sorting
        );
        kind.is_fault && (is_subject || !is_whole && kind == UNREADABLE)
    };
    let negative = list.claims.iter().enumerate().find_map(|(index, claim)| {
        let (kind, text) = claim.describe_impossible_share()?;
        (kind == SHARE_BELOW_0).then(|| Finding::new(list.line_of(index), kind, text))
    });
    findings.kept.iter().find(is_of_list).cloned().or(negative)
}
