//! Finds the rules that a program plays, from the lists that it prints.
//!
//! Each [`Hypothesis`] is a rule set, and what a draw counts. It says what the lists would be, apart from chance, and how
//! likely the lists are that were printed ([`likelihood`](crate::likelihood)). Two things make up for one another: the better the rules fit, the
//! more games per pairing the lists look like. So if it is not known how many games they have, the number that makes
//! them most likely is taken for each hypothesis, the same for all lists.
//!
//! A deviation more always fits a little better. So each must raise the logarithm of the likelihood by
//! 4, as if each had a prior probability of e⁻⁴, one in 55. With twenty deviations to choose from, this lets one that
//! is not there into the verdict in less than one of a hundred cases, and none that makes a difference of six
//! standard errors out of it.
//!
//! All rule sets with up to two deviations are looked at roughly, those that are not hopeless more closely, with up to
//! four deviations (`search`).

mod oddities;
mod search;
mod truth;

use std::fmt;

use crate::check::find_dice;
use crate::check::findings::Findings;
use crate::check::list::List;
use crate::dice::Die;
use crate::likelihood::Shown;
use crate::likelihood::fit::ONE_PERCENT;
use crate::rules::{Deviation, Rules};
use crate::tournament::Scoring;
pub use oddities::{Oddity, OddityKind};
use search::{Looked, Search};
pub use search::{Truths, Watch};

/// For each die of a file the share that a list gives it, if it does.
pub type Shares = Vec<Option<Shown>>;

/// The shares that a list gives the dice of its file, if it gives any.
pub fn shares(list: &List, dice: &[Die]) -> Option<Shares> {
    let mut shares = vec![None; dice.len()];
    let found = find_dice(list, dice, &mut Findings::default());
    for (claim, die) in list.claims.iter().zip(found) {
        if let Some(die) = die {
            shares[die] = Some(Shown {
                share: claim.percent / 100.0,
                unit: 0.01 * libm::pow(0.1, list.decimals() as f64),
            });
        }
    }
    shares.iter().any(Option::is_some).then_some(shares)
}

/// How lists may have come to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypothesis {
    /// The rule set.
    pub rules: Rules,
    /// What a draw counts.
    pub scoring: Scoring,
}

/// What a hypothesis has that `offiziell` does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Another base.
    Base(Rules),
    /// A deviation.
    Deviation(Deviation),
    /// A draw counts half a win.
    Points,
}

impl Trait {
    /// What it means, in German: a clause that may follow a colon.
    pub fn meaning(self) -> &'static str {
        match self {
            Trait::Base(Rules::ZIELZUERST) => "Figuren im Ziel ziehen vor denen auf der Laufbahn",
            Trait::Base(_) => "die Regeln einer Einsendung, siehe „wuerfelglueck regeln wlr“",
            Trait::Deviation(deviation) => deviation.meaning(),
            Trait::Points => "ein Unentschieden zählt als halber Sieg",
        }
    }
}

impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trait::Base(rules) => write!(f, "{rules}"),
            Trait::Deviation(deviation) => f.write_str(deviation.name()),
            Trait::Points => f.write_str("„--wertung punkte“"),
        }
    }
}

impl Hypothesis {
    /// What it has that `offiziell` does not.
    pub fn traits(self) -> impl Iterator<Item = Trait> {
        let base = self.rules.base();
        let base = (base != Rules::OFFIZIELL).then_some(Trait::Base(base));
        let points = (self.scoring == Scoring::Points).then_some(Trait::Points);
        let deviations = self.rules.deviations().map(Trait::Deviation);
        base.into_iter().chain(deviations).chain(points)
    }

    /// The number of its deviations from `offiziell`.
    pub fn deviations(self) -> usize {
        self.traits().count()
    }
}

/// The options that choose it: a rule set, and `--wertung punkte` if a draw counts.
impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = match self.scoring {
            Scoring::Wins => "",
            Scoring::Points => " --wertung punkte",
        };
        f.pad(&format!("{}{points}", self.rules))
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The number of games per pairing of the lists, if that is known.
    pub games: Option<u64>,
    /// What the program should play.
    pub expected: Hypothesis,
}

/// How well lists fit a hypothesis.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The hypothesis.
    pub hypothesis: Hypothesis,
    /// The mean distance of a share from what it would be, in percentage points.
    pub distance: f64,
    /// The games per pairing that the lists look like, or have.
    pub games: f64,
    /// The most games per pairing that they could be, with a probability of an error of 1 %; `None` if they fit no
    /// number.
    pub most_games: Option<f64>,
    /// The logarithm of the likelihood, as a difference from the best one's.
    pub likelihood: f64,
    /// The same with the penalty for deviations.
    pub score: f64,
}

/// What the lists allow to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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
    /// The best candidates, the best first. If nothing fits well, the best are those with the nearest shares: what is
    /// likeliest means nothing then.
    pub candidates: Vec<Candidate>,
    /// How many of them fit as well as the best one, itself included.
    pub equal: usize,
    /// What could be added to the best one without that lists of these dice would show it.
    pub invisible: Vec<Trait>,
    /// What the program should play.
    pub expected: Candidate,
    /// Whether the lists fit that.
    pub is_expected: bool,
    /// What the lists allow to say.
    pub verdict: Verdict,
    /// What is plain to see in the lists: dice that are missing, and if nothing fits well, more.
    pub oddities: Vec<Oddity>,
}

/// A hypothesis fits as well as the best one if the logarithm of its likelihood, with the penalty, is less by at most
/// this, a factor of 20. It is less than the penalty, so that what makes no difference is not said to fit as well.
const EQUAL: f64 = 3.0;
/// Fewer games per pairing tell little.
const FEW_GAMES: f64 = 100.0;
/// Chance makes lists that differ more than this many standard deviations in one of ten thousand cases.
const NEVER: f64 = 3.719;
/// So many candidates are told of.
const TOLD: usize = 6;

/// Compares lists, one for each file in its order, with what they would be under many rule sets, on the threads of the
/// current pool.
pub fn diagnose(
    truths: &mut Truths,
    lists: &[Shares],
    question: &Question,
    watch: &impl Watch,
) -> Diagnosis {
    let mut search = Search {
        truths,
        lists,
        games: question.games,
        watch,
    };
    let all = search.run(question.expected);
    let best = &all[0];
    let own: Vec<Trait> = best.hypothesis.traits().collect();
    let alike = search.alike(best);
    let added = alike.iter().flat_map(|one| one.traits());
    let invisible: Vec<Trait> = added.filter(|added| !own.contains(added)).collect();
    // What differs from the best one in nothing that can be seen is not told of once more.
    let is_same = |one: &Looked| {
        let mut traits = one.hypothesis.traits();
        let has = |wanted: &Trait| one.hypothesis.traits().any(|has| has == *wanted);
        own.iter().all(has) && traits.all(|one| own.contains(&one) || invisible.contains(&one))
    };
    let others = all[1..].iter().filter(|one| !is_same(one));
    let looked: Vec<&Looked> = [best].into_iter().chain(others).collect();
    let fits_as_well = |one: &&&Looked| one.score() > best.score() - EQUAL;
    let equal = looked.iter().take_while(fits_as_well).count();
    let verdict = verdict(
        &search.truths.files,
        lists,
        &looked[..equal],
        question.games,
    );
    let is_expected = |looked: &&Looked| looked.hypothesis == question.expected;
    let expected = all.iter().find(is_expected).unwrap_or(best);
    let is_likely = fits_as_well(&&expected) || is_same(expected);
    let found = Diagnosis {
        equal,
        is_expected: is_expected(&expected) && is_likely && verdict != Verdict::Nothing,
        expected: Candidate::new(expected, best),
        verdict,
        oddities: oddities::missing(lists),
        candidates: told(&looked[..looked.len().min(TOLD.max(equal))]),
        invisible,
    };
    match verdict {
        Verdict::Found | Verdict::TooFewGames => found,
        Verdict::Nothing => {
            let nearest = search.nearest(&all);
            let compared = [nearest[0].hypothesis, question.expected];
            let compared = compared.map(|one| search.truths.expected(one));
            Diagnosis {
                equal: 1,
                candidates: told(&nearest.iter().take(TOLD).collect::<Vec<_>>()),
                invisible: Vec::new(),
                oddities: oddities::find(&search.truths.files, lists, &compared),
                ..found
            }
        }
    }
}

/// These candidates, the first being the best.
fn told(looked: &[&Looked]) -> Vec<Candidate> {
    let all = looked.iter();
    all.map(|one| Candidate::new(one, looked[0])).collect()
}

impl Candidate {
    fn new(looked: &Looked, best: &Looked) -> Candidate {
        Candidate {
            hypothesis: looked.hypothesis,
            distance: 100.0 * looked.fit.distance(),
            games: looked.games,
            most_games: looked.fit.most_games(ONE_PERCENT),
            likelihood: looked.likelihood - best.likelihood,
            score: looked.score() - best.score(),
        }
    }
}

/// What the lists allow to say, if these candidates are the best, the best of them first.
fn verdict(files: &[Vec<Die>], lists: &[Shares], equal: &[&Looked], games: Option<u64>) -> Verdict {
    let best = equal[0];
    let fits = match games {
        Some(_) => best.fit.is_likely(best.games, NEVER),
        None => match best.fit.most_games(NEVER) {
            Some(most) => could_be(files, lists, most, best.hypothesis.scoring),
            None => false,
        },
    };
    // What fits as well may need fewer games to do so.
    let least = equal
        .iter()
        .map(|one| one.games)
        .fold(f64::INFINITY, f64::min);
    match fits {
        false => Verdict::Nothing,
        true if least < FEW_GAMES => Verdict::TooFewGames,
        true => Verdict::Found,
    }
}

/// Whether all shares can be those of the same number of games per pairing, at most so many: shares of few games are
/// multiples of a part that is larger than the last digit. They may be rounded or cut off.
fn could_be(files: &[Vec<Die>], lists: &[Shares], most: f64, scoring: Scoring) -> bool {
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
