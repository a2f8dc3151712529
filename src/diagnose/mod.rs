//! Finds the rules that a program plays, from the lists that it prints.
//!
//! Each [`Hypothesis`] is a rule set, and what a draw counts; beside it, games of a pairing count
//! for both dice, or each die has its own. It says what the lists would be, apart from chance, and
//! how likely the lists are that were printed ([`likelihood`](crate::likelihood)). Two things make
//! up for one another: the better the rules fit, the more games per pairing the lists look like. So
//! if it is not known how many games they have, the number that makes them most likely is taken for
//! each hypothesis, the same for all lists.
//!
//! A deviation more always fits a little better. So each must raise the logarithm of the likelihood
//! by 4, as if each had a prior probability of e⁻⁴, one in 55. With twenty deviations to choose
//! from, this lets one that is not there into the verdict in less than one of a hundred cases, and
//! none that makes a difference of six standard errors out of it.
//!
//! All rule sets with up to two deviations are looked at roughly: with the list of the file that
//! has the smallest tables, then, if that does not make them hopeless, with more and more of them.
//! Those that all files leave are looked at more closely, with up to four deviations (`search`).

pub mod causes;
mod experiments;
mod search;
mod statistics;
pub mod trial;
mod truth;

use std::fmt;

use itertools::Itertools;

use crate::check::find_dice;
use crate::check::findings::Findings;
use crate::check::list::List;
use crate::dice::Die;
use crate::likelihood::fit::{MOST_GAMES, ONE_PERCENT};
use crate::likelihood::{Expected, Fit, PairingGames, Shown};
use crate::rules::{Rules, SIX};
use crate::tournament::Criterion;
use crate::watch::Watch;
use search::{PENALTY, Search};
pub use truth::Truths;

/// Any number of games per pairing.
pub const ANY_GAMES: [f64; 2] = [1.0, MOST_GAMES];

/// For each die of a file the share that a list gives it, if it does.
pub type Shares = Vec<Option<Shown>>;

/// The shares that a list gives the dice of its file, if it gives any.
pub fn shares(list: &List, dice: &[Die]) -> Option<Shares> {
    let lines = find_dice(list, dice, &mut Findings::default());
    let shares = list.shown(&lines, dice.len());
    shares.iter().any(Option::is_some).then_some(shares)
}

/// How lists may have come to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypothesis {
    /// The rule set.
    pub rules: Rules,
    /// What a draw counts.
    pub scoring: Criterion,
}

/// Something that a hypothesis has and `offiziell` does not: another base, a deviation, or that a
/// draw counts. What chooses it, and what it means, in German: a clause that may follow a colon.
pub type Trait = (String, &'static str);

impl Hypothesis {
    /// What it has that `offiziell` does not.
    pub fn traits(self) -> Vec<Trait> {
        let base = self.rules.base();
        let meaning = match base {
            Rules::OFFIZIELL => None,
            Rules::ZIELZUERST => Some("Figuren im Ziel ziehen vor denen auf der Laufbahn"),
            _ => Some("die Regeln einer Einsendung, siehe „wuerfelglueck regeln wlr“"),
        };
        let base = meaning.map(|meaning| (base.to_string(), meaning));
        let deviations = self.rules.deviations();
        let deviations = deviations.map(|one| (one.name().into(), one.meaning()));
        let has_points = self.scoring == Criterion::Points;
        let meaning = "ein Unentschieden zählt als halber Sieg";
        let points = has_points.then(|| ("„--wertung punkte“".into(), meaning));
        base.into_iter().chain(deviations).chain(points).collect()
    }

    /// The number of its deviations from `offiziell`.
    pub fn deviations(self) -> usize {
        self.traits().len()
    }
}

/// The options that choose it: a rule set, and `--wertung punkte` if a draw counts.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_points = self.scoring == Criterion::Points;
        let points = if has_points { " --wertung punkte" } else { "" };
        f.pad(&format!("{}{points}", self.rules))
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The least and the most games per pairing that the lists may have.
    pub games: [f64; 2],
    /// What the program should play.
    pub expected: Hypothesis,
    /// No rule set is played for more games per pairing: [`PRECISE`], or [`ROUGH`].
    pub finest: u64,
}

/// As many games as it takes to tell what lists can tell.
pub const PRECISE: u64 = 1 << 17;
/// So few that the lists of a class are looked at in a minute; small differences may be chance.
pub const ROUGH: u64 = 1 << 13;

/// How well lists fit a hypothesis.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The hypothesis.
    pub hypothesis: Hypothesis,
    /// Whether games count for both dice of a pairing, or each die has its own: what fits better.
    pub pairing_games: PairingGames,
    /// How lists differ from what it says of them.
    pub fit: Fit,
    /// The games per pairing that the lists look like, or have.
    pub games: f64,
    /// The logarithm of the likelihood.
    pub likelihood: f64,
}

impl Candidate {
    /// The logarithm of the likelihood, less the penalty for deviations. Games of their own cost as
    /// much as a deviation.
    pub fn score(&self) -> f64 {
        let own = usize::from(self.pairing_games == PairingGames::Own);
        self.likelihood - PENALTY * (self.hypothesis.deviations() + own) as f64
    }

    /// The most games per pairing that the lists could be, with a probability of an error of 1 %;
    /// `None` if they fit no number.
    pub fn most_games(&self) -> Option<f64> {
        self.fit.most_games(ONE_PERCENT)
    }
}

/// What the lists allow to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The best candidate fits.
    Found,
    /// The lists have too few games to tell much.
    TooFewGames,
    /// Nothing fits well.
    Nothing,
}

/// Which rules made the lists.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The best candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// How many of them fit as well as the best one, itself included.
    pub equal: usize,
    /// What could be added to the best one without that lists of these dice would show it.
    pub invisible: Vec<Trait>,
    /// What the program should play.
    pub expected: Candidate,
    /// Whether the lists may come from that: it explains them, and nothing does so much better that
    /// it is refuted.
    pub is_expected: bool,
    /// What the lists allow to say.
    pub conclusion: Conclusion,
    /// What is plain to see in the lists if nothing fits well: the index of the list, and what it
    /// is, in German.
    pub oddities: Vec<(usize, String)>,
    /// The die that is furthest from what it would be under the expected rules, if nothing fits
    /// well.
    pub furthest: Option<Furthest>,
}

/// A die whose share is far from what it would be.
#[derive(Clone, Copy, Debug)]
pub struct Furthest {
    /// The index of the list.
    pub list: usize,
    /// The index of the die.
    pub die: usize,
    /// The share in the list, and the share that it would be.
    pub shares: [f64; 2],
}

/// A hypothesis fits as well as the best one if the logarithm of its likelihood, with the penalty,
/// is less by at most this, a factor of 20. It is less than the penalty, so that what makes no
/// difference is not said to fit as well.
const EQUAL: f64 = 3.0;
/// The expected rule set is refuted if the lists are none that it makes, or if the score of another
/// one exceeds the logarithm of its own likelihood by this much.
///
/// Chance does the latter to the right one in less than one of 10,000 cases. For it is x ahead of it in
/// the logarithm of the likelihood with a probability of at most e⁻ˣ for each other rule set; those
/// with d traits must be 4 d + 10 ahead; and there are fewer than C(25, d) of them. The sum is at
/// most (1 + e⁻⁴)²⁵ e⁻¹⁰, one of 14,000.
const REFUTED: f64 = 10.0;
/// Fewer games per pairing tell little.
const FEW_GAMES: f64 = 100.0;
/// Chance makes lists that differ more than this many standard deviations in one of ten thousand
/// cases.
const NEVER: f64 = 3.719;
/// So many candidates are told of.
const TOLD: usize = 6;

/// Compares lists, one for each file in its order, with what they would be under many rule sets, on
/// the threads of the current pool. `None` if the watch ends it before.
pub fn diagnose(
    truths: &mut Truths,
    lists: &[Shares],
    question: &Question,
    watch: &impl Watch,
) -> Option<Diagnosis> {
    let mut search = Search {
        truths,
        lists,
        question,
        watch,
    };
    let all = search.run()?;
    let best = &all[0];
    let own = best.hypothesis.traits();
    let added = search.alike(best)?.into_iter().flat_map(Hypothesis::traits);
    let mut invisible = added.filter(|added| !own.contains(added)).collect_vec();
    let is_same = |one: &Candidate| {
        let traits = one.hypothesis.traits();
        let is_known = |one: &Trait| own.contains(one) || invisible.contains(one);
        own.iter().all(|one| traits.contains(one)) && traits.iter().all(is_known)
    };
    // What differs from the best one in nothing that can be seen is not told of once more.
    let others = all[1..].iter().filter(|one| !is_same(one));
    let mut candidates = [best].into_iter().chain(others).cloned().collect_vec();
    let fits_as_well = |one: &Candidate| one.score() > best.score() - EQUAL;
    let equally_good = candidates.iter().take_while(|one| fits_as_well(one));
    let mut equal = equally_good.count();
    let truths = &*search.truths;
    let files = &truths.files;
    let explains = |candidate| explains(files, lists, candidate, question.games[0]);
    let conclusion = conclude(&candidates[..equal], explains(best));
    let expected = all.iter().find(|one| one.hypothesis == question.expected);
    let expected = expected.unwrap_or(best).clone();
    let is_behind = best.score() > expected.likelihood + REFUTED && !is_same(&expected);
    let is_expected = !is_behind && explains(&expected) && conclusion != Conclusion::Nothing;
    let (mut oddities, mut furthest) = Default::default();
    if conclusion == Conclusion::Nothing {
        let wanted = (0..files.len()).map(|file| truths.expected_of(file, question.expected));
        let wanted = wanted.collect_vec();
        let games = question.games[0].max(FEW_GAMES);
        oddities = find_oddities(files, lists, &wanted, games);
        furthest = find_furthest(lists, &wanted);
        invisible.clear();
        equal = 1;
    }
    candidates.truncate(TOLD.max(equal));
    Some(Diagnosis {
        equal,
        is_expected,
        expected,
        conclusion,
        oddities,
        furthest,
        candidates,
        invisible,
    })
}

/// What the lists allow to say, if these candidates are the best, the best of them first, and the
/// best one explains the lists or does not.
fn conclude(equal: &[Candidate], explains: bool) -> Conclusion {
    // What fits as well may need fewer games to do so.
    if !explains {
        Conclusion::Nothing
    } else if equal.iter().any(|one| one.games < FEW_GAMES) {
        Conclusion::TooFewGames
    } else {
        Conclusion::Found
    }
}

/// Whether the lists may come from `candidate` and at least `least` games per pairing. An error has
/// the probability of [`NEVER`].
fn explains(files: &[Vec<Die>], lists: &[Shares], candidate: &Candidate, least: f64) -> bool {
    // Where the least number is known, fewer games explain nothing.
    if least > 1.0 {
        return candidate.fit.is_likely(candidate.games, NEVER);
    }
    let most = candidate.fit.most_games(NEVER);
    most.is_some_and(|most| could_be(files, lists, most, candidate.hypothesis.scoring))
}

/// Whether all shares can be those of the same number of games per pairing, at most so many: shares
/// of few games are multiples of a part that is larger than the last digit. They may be rounded or
/// cut off.
fn could_be(files: &[Vec<Die>], lists: &[Shares], most: f64, scoring: Criterion) -> bool {
    let is_multiple = |shown: &Shown, parts: f64| {
        let nearest = (shown.share * parts).round() / parts;
        (nearest - shown.share).abs() <= shown.unit
    };
    let fits = |games: u64| {
        files.iter().zip(lists).all(|(dice, list)| {
            let parts = (games * (dice.len() as u64 - 1) * scoring.win()) as f64;
            list.iter().flatten().all(|shown| is_multiple(shown, parts))
        })
    };
    // So many games fit anything, so that none of the larger numbers needs to be tried.
    let units = lists.iter().flatten().flatten();
    let finest = units.map(|shown| shown.unit).fold(1.0, f64::min);
    let enough = (1.0 / finest).ceil();
    most >= enough || (1..=most as u64).any(fits)
}

/// What is plain to see in these lists of at least `games` games per pairing, for which this is
/// what the rules make that the program should play.
fn find_oddities(
    files: &[Vec<Die>],
    lists: &[Shares],
    all: &[Expected],
    games: f64,
) -> Vec<(usize, String)> {
    /// A share of a die without a 6 that rounding cannot make.
    const SURE: f64 = 2.0;
    let mut found = Vec::new();
    for (list, ((dice, shares), wanted)) in files.iter().zip(lists).zip(all).enumerate() {
        if let Some(text) = too_much_together(shares, games) {
            found.push((list, text));
        }
        for ((die, shown), can_win) in dice.iter().zip(shares).zip(&wanted.can_win) {
            if let Some(Shown { share, unit }) = shown
                && *share > SURE * unit
                && !can_win
                && !die.faces().contains(&SIX)
            {
                let percent = 100.0 * share;
                let text = format!(
                    "der Würfel {die} gewinnt {percent:.2}%, obwohl er ohne 6 nie eine zweite \
                     Figur einsetzen kann"
                );
                found.push((list, text));
            }
        }
    }
    found
}

/// That all shares of a list are more together than all games make, at least `games` per pairing.
/// Less than that may be draws.
fn too_much_together(shares: &Shares, games: f64) -> Option<String> {
    /// So many standard deviations of the sum, where each die has games of its own.
    const FAR: f64 = 6.0;
    let shown: Vec<Shown> = shares.iter().copied().collect::<Option<_>>()?;
    let sum: f64 = shown.iter().map(|shown| shown.share).sum();
    let units: f64 = shown.iter().map(|shown| shown.unit).sum();
    let dice = shown.len() as f64;
    let deviation = 0.5 * (dice / ((dice - 1.0) * games)).sqrt();
    let most = dice / 2.0;
    (sum > most + units + FAR * deviation).then(|| {
        let [sum, most] = [sum, most].map(|sum| 100.0 * sum);
        format!(
            "zusammen {sum:.1}% von höchstens {most:.1}%: etwas zählt doppelt, oder es wird \
                 durch eine zu kleine Zahl geteilt"
        )
    })
}

/// The die whose share is furthest from this.
fn find_furthest(lists: &[Shares], wanted: &[Expected]) -> Option<Furthest> {
    let all = lists.iter().zip(wanted).enumerate();
    let dice = all.flat_map(|(list, (shares, wanted))| {
        let dice = shares.iter().zip(&wanted.shares).enumerate();
        dice.filter_map(move |(die, (shown, &expected))| {
            let shares = [shown.as_ref()?.share, expected];
            Some(Furthest { list, die, shares })
        })
    });
    let off = |one: &Furthest| (one.shares[0] - one.shares[1]).abs();
    dice.max_by(|one, other| off(one).total_cmp(&off(other)))
}
