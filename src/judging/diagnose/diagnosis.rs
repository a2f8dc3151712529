//! The diagnosis: the hypotheses that fit lists best, and the verdict.

use itertools::Itertools;

use super::candidate::{Candidate, Question, REFUSED};
use super::digits::could_be_of_few_games;
use super::hypothesis::{Hypothesis, RuleDifference};
use super::oddities::{FurthestDie, ListRemark, find_furthest, find_oddities};
use super::search::Search;
use super::shares::ListShares;
use super::truth::Truths;
use crate::verdict::{Doubt, Fault, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::watch::Watch;

/// The rules that may have made lists, and the verdict on these.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The best candidate, which has the best score of those that fit as well as any, if there are
    /// such; then the others of these, then those that do not; of each the better ones first. Those
    /// that look like the best one, but for `invisible` differences, are left out.
    pub candidates: Vec<Candidate>,
    /// The number of candidates that fit as well as the best one, itself included; 1 if nothing
    /// fits well.
    pub equally_good: usize,
    /// The differences that could be added to the best candidate without showing in lists of its
    /// number of games; none if nothing fits well.
    pub invisible: Vec<RuleDifference>,
    /// The candidate that the program should follow.
    pub expected: Candidate,
    /// True if the lists may come from the expected candidate: it and the best one explain them,
    /// and the best one does not fit so much better that this refutes it, or differs from it only
    /// by `invisible` differences.
    pub accepts_expected: bool,
    /// The verdict on the lists: that they may come from the expected rules or come from others, that
    /// nothing fits well, so that no candidate whose score is about the best explains them; or that
    /// they have too few games to tell.
    pub verdict: Verdict,
    /// Remarks on faults that are plain to see in the lists, if nothing fits well.
    pub oddities: Vec<ListRemark>,
    /// The die that is furthest from its share under the expected rules, if nothing fits well.
    pub furthest: Option<FurthestDie>,
}

/// The least difference of scores that counts. A hypothesis fits as well as the one with the best
/// score if it explains the lists and its score is less by less than this, a factor of 20. It is
/// less than the penalty, so that a hypothesis with a further difference that changes nothing is
/// not said to fit as well.
const LEAST_SCORE_GAP: f64 = 3.0;
/// The lead that refutes the expected rule set, beside lists that it does not make: the score of
/// another one exceeds the logarithm of its own likelihood by this much.
///
/// Chance does that to the right rule set in less than one of 10,000 cases. For another one is x
/// ahead of it in the logarithm of the likelihood with a probability of at most e⁻ˣ; those with d
/// differences must be 4 d + 10 ahead; and there are at most C(25, d) of them. The sum is at
/// most (1 + e⁻⁴)²⁵ e⁻¹⁰, one of 14,000.
const REFUTING_LEAD: f64 = 10.0;
/// The number of games per pairing below which lists tell little.
const FEW_GAMES: f64 = 100.0;
/// The most candidates that a diagnosis names, unless more fit equally well.
const NAMED_CANDIDATES: usize = 6;

/// Compares `lists`, one for each file of `truths`, with the expected lists of many hypotheses, on
/// the threads of the current pool. `None` if the watch ends it before.
pub fn diagnose(
    truths: &mut Truths,
    lists: &[ListShares],
    question: &Question,
    watch: &dyn Watch,
) -> Option<Diagnosis> {
    let mut search = Search {
        truths,
        lists,
        question,
        watch,
    };
    let mut ranked = search.run()?;
    let least_games = question.games.least;
    let least_score = ranked[0].score() - LEAST_SCORE_GAP;
    let fits_as_well = |candidate: &Candidate, files: &[Vec<Die>]| {
        candidate.score() > least_score && explains(files, lists, candidate, least_games)
    };
    // The best one is the first of those that explain the lists, if any does.
    let files = &search.truths.files;
    let is_best = |candidate: &Candidate| fits_as_well(candidate, files);
    if let Some(index) = ranked.iter().position(is_best) {
        ranked[..=index].rotate_right(1);
    }
    let best = &ranked[0];
    let invisible = find_invisible(&mut search, best)?;
    let looks_like_best = |candidate: &Candidate| looks_like(candidate, best, &invisible);
    let truths = &*search.truths;
    let files = &truths.files;
    let explains = |candidate: &_| explains(files, lists, candidate, least_games);
    // Those that fit as well as the best one come first; those that look like it are not named.
    let (as_good, worse): (Vec<&Candidate>, Vec<&Candidate>) = ranked[1..]
        .iter()
        .filter(|candidate| !looks_like_best(candidate))
        .partition(|candidate| fits_as_well(candidate, files));
    let equally_good = 1 + as_good.len();
    let candidates = [best]
        .into_iter()
        .chain(as_good)
        .chain(worse)
        .cloned()
        .collect_vec();

    let expected = ranked
        .iter()
        .find(|candidate| candidate.hypothesis == question.expected)
        .unwrap_or(best);
    let is_behind =
        best.score() > expected.log_likelihood + REFUTING_LEAD && !looks_like_best(expected);
    let best_explains = explains(best);
    let accepts_expected = best_explains && !is_behind && explains(expected);
    // What fits as well may need fewer games to do so.
    let least_like = candidates[..equally_good]
        .iter()
        .map(Candidate::least_games)
        .fold(f64::INFINITY, f64::min);
    // A program that ends when it is sure may play as few games as its numbers allow.
    let needs_few_games =
        !best_explains && question.games_vary && explains_by_few_games(files, lists, best);
    let is_refuted = !best_explains && !needs_few_games;
    let verdict = if is_refuted {
        Verdict::Faulty(Fault::NoRules)
    } else if needs_few_games || least_like < FEW_GAMES {
        let most = best.most_games().unwrap_or(f64::INFINITY);
        let games = least_like.min(best.fit.least_per_pairing(most));
        Verdict::NotJudged(Doubt::RulesOfFewGames { games })
    } else if accepts_expected {
        Verdict::Passed
    } else {
        Verdict::Faulty(Fault::OtherRules(best.hypothesis))
    };
    let mut diagnosis = Diagnosis {
        equally_good,
        accepts_expected,
        expected: expected.clone(),
        verdict,
        oddities: Vec::new(),
        furthest: None,
        candidates,
        invisible,
    };
    if is_refuted {
        diagnosis.invisible.clear();
        diagnosis.equally_good = 1;
        let expected_lists = (0..files.len())
            .map(|file| truths.expect_list(file, question.expected))
            .collect_vec();
        let games = question.games.least.max(FEW_GAMES);
        diagnosis.oddities = find_oddities(files, lists, &expected_lists, games);
        diagnosis.furthest = find_furthest(lists, &expected_lists);
    }
    let named = NAMED_CANDIDATES.max(diagnosis.equally_good);
    diagnosis.candidates.truncate(named);
    Some(diagnosis)
}

/// The differences that could be added to the best candidate without showing in the lists. `None`
/// if the watch ends the search before.
fn find_invisible(search: &mut Search, best: &Candidate) -> Option<Vec<RuleDifference>> {
    let of_best = best.hypothesis.differences();
    let added = search
        .find_indistinguishable(best)?
        .into_iter()
        .flat_map(Hypothesis::differences)
        .filter(|difference| !of_best.contains(difference));
    Some(added.collect())
}

/// Returns whether a candidate has the differences of the best one, and beside them only
/// `invisible` ones.
fn looks_like(candidate: &Candidate, best: &Candidate, invisible: &[RuleDifference]) -> bool {
    let of_candidate = candidate.hypothesis.differences();
    let of_best = best.hypothesis.differences();
    let is_unseen = |difference| of_best.contains(difference) || invisible.contains(difference);
    of_best
        .iter()
        .all(|difference| of_candidate.contains(difference))
        && of_candidate.iter().all(is_unseen)
}

/// Returns whether the lists may come from `candidate` and at least `least_games` games per
/// pairing. Those that do are refused with a probability of at most 1/10,000.
fn explains(
    files: &[Vec<Die>],
    lists: &[ListShares],
    candidate: &Candidate,
    least_games: f64,
) -> bool {
    // Where the least number is known, the candidate has at least as many games.
    if least_games > 1.0 {
        return candidate.fit.explains(candidate.games, REFUSED);
    }
    explains_by_few_games(files, lists, candidate)
}

/// Returns whether the lists may come from `candidate` and as few games as their numbers allow.
fn explains_by_few_games(files: &[Vec<Die>], lists: &[ListShares], candidate: &Candidate) -> bool {
    let Candidate {
        hypothesis, fit, ..
    } = candidate;
    fit.most_games(REFUSED).is_some_and(|most_games| {
        could_be_of_few_games(files, lists, most_games, fit.count, hypothesis.scoring)
    })
}
