//! How far a list may be from the truth.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no fault; but then a list
//! without faults has not passed ([`Doubt`]).
//!
//! If it is known how many games per pairing a list is made of, chance says what it may be off: its limits are those of
//! [`likelihood::chance`](crate::likelihood::chance), for each share and for all together, and the last digit of a share may be
//! rounded or cut off. Two dice may change places if shares that are within their limits could be equal. So a list in
//! the order of its own shares has no die in the wrong place unless a share is too far off as well, and orders add
//! nothing to the probability that a correct list is failed: it is at most 1/1000 for its shares, and 1/1000 for all together.
//!
//! Otherwise a share may be off by the tolerance, from the whole interval of the true one; and dice that are less than the leeway
//! apart, by the best estimate, may change places.

use std::sync::OnceLock;

use itertools::Itertools;
use libm::hypot;
use thiserror::Error;

use super::findings::{Distance, games_each};
use crate::likelihood::fit::{MOST_GAMES, ONE_PERCENT};
use crate::likelihood::{Chance, Expected, Fit, Meeting, Scatter, Shown};
use crate::ranking::{RankedDie, Ranking, Source};

/// What is asked of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allowance {
    /// Shares and orders may be so far off, in percentage points.
    Points {
        /// So far a share may be from the true one.
        tolerance: f64,
        /// Two dice that differ by less may stand in the wrong order.
        leeway: f64,
    },
    /// The list is made of games, and chance says how far it may be off.
    Chance {
        /// The number of games per pairing.
        games: u64,
    },
}

/// The games per pairing that say enough of the truth to judge lists of so many games per pairing.
pub fn enough_games(games: u64) -> u64 {
    /// So many times as many games make the error of the truth small against that of a list.
    const TIMES: u64 = 10;
    /// With fewer games the true shares would look strange beside those of lists of few games.
    const LEAST: u64 = 100_000;
    (TIMES * games).max(LEAST)
}

/// The half-width in percentage points of intervals around true shares that says enough to judge lists of so many games per
/// pairing of so many dice, at least two: half the largest standard error that a share of such a list can have.
pub fn enough_accuracy(games: u64, dice: usize) -> f64 {
    25.0 / (games as f64 * (dice - 1) as f64).sqrt()
}

/// Why too little is known of the truth to judge a list.
#[derive(Clone, Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Doubt {
    #[error(
        "die wahren Anteile sind nur auf ±{half_width} Punkte bekannt, bei einer Toleranz von {tolerance}; bitte mehr \
         Spiele, eine kleinere --genauigkeit oder eine größere --toleranz"
    )]
    Shares { half_width: String, tolerance: f64 },
    #[error(
        "die wahre Reihenfolge von Rang {rank} und {next} ist nicht gesichert; bitte mehr Spiele, eine kleinere \
         --genauigkeit oder einen größeren --spielraum", next = .rank + 1
    )]
    Order { rank: usize },
    #[error(
        "die wahren Anteile sind nur auf ±{half_width} Punkte bekannt, zu ungenau für Listen aus {games} Spielen je \
         Paarung; bitte mehr Spiele oder eine kleinere --genauigkeit"
    )]
    Chance { half_width: String, games: u64 },
}

/// The games that the shares of a list look like, if the rules are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The number per pairing that makes the shares most likely.
    pub games: f64,
    /// The most per pairing: of correct lists of so many games 99 % are not further off. `None` if no number makes
    /// shares that are so far off.
    pub most: Option<f64>,
}

/// How far lists of the same dice may be from the truth.
#[derive(Debug)]
pub struct Yardstick<'a> {
    truth: &'a Ranking,
    truths: Vec<&'a RankedDie>,
    measure: Measure,
    expected: Expected,
    /// What lists with these numbers of decimals may be off, once it was asked for.
    scales: [OnceLock<Scale>; MOST_DECIMALS + 1],
    doubt: Option<Doubt>,
}

/// What says how far a share or an order may be off.
#[derive(Debug)]
enum Measure {
    /// The same for all, in percentage points.
    Points { tolerance: f64, leeway: f64 },
    /// Chance; `most_off` is for each share, without rounding, in percentage points.
    Chance { chance: Chance, most_off: Vec<f64> },
}

/// More decimals than these are as good as these.
const MOST_DECIMALS: usize = 2;

/// What the shares of a whole list may be off all together.
#[derive(Debug)]
struct Scale {
    scatter: Scatter,
    /// The most that the sum of squares may be, if chance says it.
    most_squares: Option<f64>,
}

impl<'a> Yardstick<'a> {
    /// How far lists may be from this truth, of at least two dice.
    pub fn new(truth: &'a Ranking, allowance: Allowance) -> Yardstick<'a> {
        let truths = truth.by_die();
        let meetings = meetings(truth, &truths);
        let draw = truth.criterion.scoring().draw();
        let expected = expected(truth, &truths, &meetings, draw);
        let measure = match allowance {
            Allowance::Points { tolerance, leeway } => Measure::Points { tolerance, leeway },
            Allowance::Chance { games } => {
                let chance = Chance {
                    games,
                    draw,
                    meetings,
                    expected: expected.clone(),
                };
                let dice = 0..truths.len();
                Measure::Chance {
                    most_off: dice.map(|die| 100.0 * chance.most_off(die)).collect(),
                    chance,
                }
            }
        };
        Yardstick {
            doubt: measure.doubt(truth),
            measure,
            expected,
            scales: Default::default(),
            truths,
            truth,
        }
    }

    /// The true ranking.
    pub fn truth(&self) -> &'a Ranking {
        self.truth
    }

    /// A die of the true ranking.
    pub fn die(&self, die: usize) -> &'a RankedDie {
        self.truths[die]
    }

    /// Why a list without faults may have some all the same.
    pub fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// How far a share of this die is off, which is in per cent with a last digit of this unit, and whether that is
    /// too far.
    pub(super) fn share(&self, die: usize, percent: f64, unit: f64) -> (Distance, bool) {
        let points = percent - self.truths[die].share.as_percent();
        match &self.measure {
            Measure::Points { tolerance, .. } => {
                let [low, high] = self.truths[die].interval;
                let is_far = percent > high + tolerance || percent < low - tolerance;
                let distance = Distance {
                    points,
                    allowed: *tolerance,
                    chance: None,
                };
                (distance, is_far)
            }
            Measure::Chance { chance, most_off } => {
                let allowed = most_off[die] + unit;
                let error = hypot(100.0 * chance.error(die), unit);
                let distance = Distance {
                    points,
                    allowed,
                    chance: Some((points.abs() / error, chance.games)),
                };
                (distance, points.abs() > allowed)
            }
        }
    }

    /// How far this die is above that one, if it is certified to be better, and whether that is too far for them to
    /// change places where shares have a last digit of this unit.
    pub(super) fn order(&self, better: usize, worse: usize, unit: f64) -> Option<(Distance, bool)> {
        if !self.truth.is_certified(better, worse) {
            return None;
        }
        let share = |die: usize| self.truths[die].share.as_percent();
        let points = share(better) - share(worse);
        let (allowed, chance) = match &self.measure {
            Measure::Points { leeway, .. } => (*leeway, None),
            Measure::Chance { chance, most_off } => {
                let error = hypot(100.0 * chance.error_between(better, worse), unit);
                let allowed = most_off[better] + most_off[worse] + 2.0 * unit;
                (allowed, Some((points / error, chance.games)))
            }
        };
        let distance = Distance {
            points,
            allowed,
            chance,
        };
        Some((distance, points >= allowed))
    }

    /// That the sum of squares of the shares of a list, weighted by the inverse of their covariance, is larger than chance makes it;
    /// if it is, all dice have a share, and the number of games is known.
    pub(super) fn too_far_together(
        &self,
        shown: &[Option<Shown>],
        decimals: usize,
    ) -> Option<String> {
        let Measure::Chance { chance, .. } = &self.measure else {
            return None;
        };
        if shown.iter().any(Option::is_none) {
            return None;
        }
        let Scale {
            scatter,
            most_squares,
        } = self.scale(decimals);
        let covariance = scatter.covariance(chance.games as f64);
        let squares = covariance.squares(&scatter.residuals(shown));
        let most = (*most_squares).filter(|most| squares > *most)?;
        Some(format!(
            "alle Anteile zusammen liegen weiter daneben, als Zufall sie bringt: Quadratsumme {squares:.1}, in 999 von 1000 \
             Listen höchstens {most:.1} bei {}",
            games_each(chance.games)
        ))
    }

    /// The number of games that the shares of a list look like; `None` if they fit any number.
    pub(super) fn likeness(&self, shown: &[Option<Shown>], decimals: usize) -> Option<Likeness> {
        let mut fit = Fit::default();
        if shown.iter().all(Option::is_some) {
            fit.add(shown, self.scale(decimals).scatter.clone());
        } else if shown.iter().any(Option::is_some) {
            fit.add(shown, Scatter::new(shown, &self.expected));
        } else {
            return None;
        }
        (!fit.is_likely(f64::INFINITY, ONE_PERCENT)).then(|| Likeness {
            games: fit.likeliest_games([1.0, MOST_GAMES]),
            most: fit.most_games(ONE_PERCENT),
        })
    }

    /// What lists of all dice may be off that have so many decimals.
    fn scale(&self, decimals: usize) -> &Scale {
        let decimals = decimals.min(MOST_DECIMALS);
        self.scales[decimals].get_or_init(|| {
            let unit = unit(decimals) / 100.0;
            let shown = vec![Some(Shown { share: 0.0, unit }); self.truths.len()];
            let scatter = Scatter::new(&shown, &self.expected);
            Scale {
                most_squares: match &self.measure {
                    Measure::Chance { chance, .. } => Some(chance.most_squares(&scatter, unit)),
                    Measure::Points { .. } => None,
                },
                scatter,
            }
        })
    }
}

/// The last digit of a share with so many decimals, in percentage points. More than two are as good as two.
pub(super) fn unit(decimals: usize) -> f64 {
    libm::pow(0.1, decimals.min(MOST_DECIMALS) as f64)
}

impl Measure {
    /// What is to be doubted about judging lists by this truth.
    fn doubt(&self, truth: &Ranking) -> Option<Doubt> {
        /// A tolerance that is smaller than this asks for lists that are all but the same, not for a truth that is known
        /// so well; in percentage points.
        const LEAST_TOLERANCE: f64 = 1.0;
        /// The variance of the true shares may be this part of that of the lists: half a standard error.
        const ROUGH: f64 = 0.25;
        let half_width = truth.half_width();
        let said = || format!("{:.2}", half_width.min(100.0));
        match self {
            Measure::Points { tolerance, .. } if half_width > tolerance.max(LEAST_TOLERANCE) => {
                Some(Doubt::Shares {
                    half_width: said(),
                    tolerance: *tolerance,
                })
            }
            Measure::Points { leeway, .. } => {
                let share = |rank: usize| truth.entries[rank - 1].share.as_percent();
                let is_far = |&rank: &usize| share(rank) - share(rank + 1) >= *leeway;
                let rank = truth.open().find(is_far)?;
                Some(Doubt::Order { rank })
            }
            Measure::Chance { chance, .. } => (chance.rough() > ROUGH).then(|| Doubt::Chance {
                half_width: said(),
                games: chance.games,
            }),
        }
    }
}

/// What is known of the games of each pairing.
fn meetings(truth: &Ranking, truths: &[&RankedDie]) -> Vec<([usize; 2], Meeting)> {
    match &truth.source {
        Source::Games(played) => {
            let all = (0..truths.len()).array_combinations();
            let known = all.zip(&played.pairings).map(|(dice, pairing)| {
                let tally = pairing.tally();
                let wins = [0, 1].map(|seat| tally.won_by(seat));
                let can_win = dice.map(|die| truths[die].can_win);
                (dice, Meeting::played(wins, tally.games() as f64, can_win))
            });
            known.collect()
        }
        Source::Solutions(solutions) => {
            let solutions = solutions.iter();
            let known = solutions.map(|&(dice, ref solution)| {
                let [first, second, ..] = solution.estimate();
                (dice, Meeting::computed([first, second]))
            });
            known.collect()
        }
    }
}

/// What lists would be whose dice meet like this.
fn expected(
    truth: &Ranking,
    truths: &[&RankedDie],
    meetings: &[([usize; 2], Meeting)],
    draw: f64,
) -> Expected {
    let can_win = truths.iter().map(|die| die.can_win).collect();
    let mut expected = Expected::new(can_win);
    for &(dice, meeting) in meetings {
        expected.add(dice, &[(1.0, meeting)], draw);
    }
    expected.shares = truths
        .iter()
        .map(|die| die.share.as_percent() / 100.0)
        .collect();
    if let Source::Solutions(_) = truth.source {
        for (index, die) in truths.iter().enumerate() {
            // The true share may be at the ends of its interval.
            let half_width = die.half_width / 100.0;
            expected.error[index][index] += half_width * half_width;
        }
    }
    expected
}
