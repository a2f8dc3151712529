//! How far the shares of a right program may be from what must hold.
//!
//! **A right program** plays n games per pairing, of any rule set, with any seed. A share is the
//! mean of what a die wins against its opponents, and a mean of n games against one of them has a
//! standard deviation of at most σ = 1/(2√n). So has the share, whatever the games of several
//! pairings have in common (standard deviations add up at most), as where each pairing begins with
//! the same seed. For a combination Σ aᵢxᵢ of shares the bound is σ·Σ|aᵢ|, the *weight* of a
//! comparison being Σ|aᵢ|.
//!
//! **The repeats** are files of two dice that mean the same and are written differently, in two
//! [groups](GROUPS). x is the share of the die that comes first, t the sum of both shares. Lists of
//! a group that are printed alike may be the same games, so each counts once there; a group g has
//! d(g) different ones. With F = Σ (d(g) − 1),
//!
//! ```text
//! s² = Σ (x − mean of its group)² / F     estimates σ², and s_t² that of t in the same way
//! ```
//!
//! Lists of both groups that are printed alike may be the same games, too. So of D lists that
//! differ from all others only D − 2 are taken for independent: these are the f degrees of freedom,
//! F where all lists differ.
//!
//! Where the two shares of a pairing come from the same games, t is always the same; where each die
//! has games of its own, t scatters. A sum of all shares of N dice is a sum of N(N − 1)/2 such t,
//! divided by N − 1: its standard deviation is at most N/2 of that of t.
//!
//! **The bound.** A comparison of weight w that is off by more than leeway + rounding + q·w·s is
//! [impossible](Agreement::Impossible): q is the quantile of Student's t distribution with f
//! degrees of freedom that is exceeded, on both sides together, with the probability [`ERROR`]/C,
//! if C comparisons are made. By Bonferroni's inequality all comparisons of a run together accuse a
//! right program with a probability of at most [`ERROR`]. In the mean of the repeats, half of the
//! sum of both means, a list has the part 1/(2d(g)) for each group that it is in; w² is the sum of
//! the squares of these parts.
//!
//! A comparison that is not impossible, but off by more than the same limit with [`UNUSUAL`] for
//! [`ERROR`], is [unusual](Agreement::Unusual): it proves nothing, and agrees with nothing either.
//!
//! **Where f < `LEAST_FREEDOM`** chance cannot be measured. Then σ is taken to be that of
//! `ASSUMED_GAMES` games per pairing, the repeats are one list, and q is the quantile of the
//! normal distribution.

use libm::{atan, cos, erfc, sin, sqrt};

use crate::likelihood::fit::{MOST_GAMES, chi_squared, root};

/// The probability that a right program is accused by any comparison of a run.
pub const ERROR: f64 = 1e-6;
/// The probability that any comparison of a run of a right program is off by more than is usual.
pub const UNUSUAL: f64 = 1e-3;
/// The groups of repeats: the die with twice as many sides comes second, and first.
pub const GROUPS: usize = 2;
/// With fewer degrees of freedom Student's quantiles say nothing, and lists that are all but the
/// same look like seeds.
const LEAST_FREEDOM: usize = 4;
/// The games per pairing that any right program plays at least, where nothing can be measured.
const ASSUMED_GAMES: f64 = 100.0;
/// The number of games per pairing is measured up to an error of one in a thousand on each side.
const THOUSANDTH: f64 = 3.09;

/// A list of the repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeat {
    /// Its group, below [`GROUPS`].
    pub group: usize,
    /// The shares, that of the first die first, 1 where all games are won. The same digits are the
    /// same number.
    pub shares: [f64; 2],
}

/// The scatter of a value over the repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scatter {
    /// The mean of each group.
    means: [f64; GROUPS],
    /// The standard deviation within groups.
    deviation: f64,
}

/// The chance in the lists of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    share: Scatter,
    sum: Scatter,
    /// The standard deviation of a share over all lists, equal ones too.
    deviation_of_all: f64,
    /// Degrees of freedom; `None` if chance cannot be measured.
    freedom: Option<usize>,
    /// The weight of a mean over the repeats.
    weight_of_mean: f64,
    /// The quantile beyond which a comparison is unusual.
    unusual: f64,
    /// The quantile beyond which it is impossible.
    quantile: f64,
}

/// How well a comparison agrees with chance, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// Chance makes such a difference.
    Usual,
    /// Chance makes it in fewer than [`UNUSUAL`] of all runs.
    Unusual,
    /// No right program makes it, at an error of [`ERROR`].
    Impossible,
}

/// A difference that is 0 but for chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The difference.
    pub off: f64,
    /// How far it may be off by rules and rounding.
    pub leeway: f64,
    /// Its weight: at most so many standard deviations is its own.
    pub weight: f64,
    /// Whether it is one of sums of the two shares of a pairing, in which games that count for both
    /// cancel out.
    pub is_of_sums: bool,
}

impl Chance {
    /// Measures chance by some repeats of each group, for a run with so many comparisons.
    pub fn measure(repeats: &[Repeat], comparisons: usize) -> Chance {
        let groups: Vec<Vec<&Repeat>> = (0..GROUPS)
            .map(|group| repeats.iter().filter(|one| one.group == group).collect())
            .collect();
        let different: Vec<Vec<&Repeat>> = groups.iter().map(|group| distinct(group)).collect();
        let all = distinct(&repeats.iter().collect::<Vec<_>>());
        let freedom = all.len().saturating_sub(GROUPS);
        let share = |one: &Repeat| one.shares[0];
        let sum = |one: &Repeat| one.shares[0] + one.shares[1];
        let freedom = Some(freedom).filter(|&freedom| freedom >= LEAST_FREEDOM);
        let quantile_of = |error: f64| {
            let error = error / comparisons as f64;
            freedom.map_or_else(|| normal_quantile(error), |f| student_quantile(f, error))
        };
        let assumed = 0.5 / sqrt(ASSUMED_GAMES);
        let mut chance = Chance {
            share: Scatter::measure(&different, share),
            sum: Scatter::measure(&different, sum),
            deviation_of_all: Scatter::measure(&groups, share).deviation,
            freedom,
            weight_of_mean: weight_of_mean(&all, &different),
            unusual: quantile_of(UNUSUAL),
            quantile: quantile_of(ERROR),
        };
        if freedom.is_none() {
            chance.weight_of_mean = 1.0;
            chance.share.deviation = assumed;
            chance.sum.deviation = 2.0 * assumed;
        }
        chance
    }

    /// Whether chance could be measured.
    pub fn is_measured(&self) -> bool {
        self.freedom.is_some()
    }

    /// The standard deviation of a share, measured or assumed.
    pub fn deviation(&self) -> f64 {
        self.share.deviation
    }

    /// The mean share of the first die.
    pub fn mean_of_first(&self) -> f64 {
        f64::midpoint(self.share.means[0], self.share.means[1])
    }

    /// The mean share of the die with each side once, less that of the other.
    pub fn mean_of_single(&self) -> f64 {
        let single = [self.share.means[0], self.sum.means[1] - self.share.means[1]];
        f64::midpoint(single[0], single[1])
    }

    /// The mean sum of both shares.
    pub fn mean_sum(&self) -> f64 {
        f64::midpoint(self.sum.means[0], self.sum.means[1])
    }

    /// Whether the two shares of a pairing come from games of their own: their sum scatters by more
    /// than this, which rounding makes.
    pub fn has_own_games(&self, rounding: f64) -> bool {
        self.is_measured() && self.sum.deviation > rounding
    }

    /// The weight of a mean over the repeats.
    pub fn weight_of_mean(&self) -> f64 {
        self.weight_of_mean
    }

    /// By how much a comparison of this weight may be off by chance.
    pub fn limit(&self, weight: f64, is_of_sums: bool) -> f64 {
        self.quantile * weight * self.scatter(is_of_sums).deviation
    }

    /// The agreement of a difference with chance.
    pub fn agreement(&self, compared: Comparison) -> Agreement {
        let deviation = compared.weight * self.scatter(compared.is_of_sums).deviation;
        let off = compared.off.abs() - compared.leeway;
        if off > self.quantile * deviation {
            Agreement::Impossible
        } else if off > self.unusual * deviation {
            Agreement::Unusual
        } else {
            Agreement::Usual
        }
    }

    fn scatter(&self, is_of_sums: bool) -> Scatter {
        if is_of_sums { self.sum } else { self.share }
    }

    /// The least and the most games per pairing that lists scatter like, whose shares have this
    /// unit; `None` if that cannot be measured.
    pub fn games(&self, unit: f64) -> Option<[f64; 2]> {
        let freedom = self.freedom? as f64;
        let least = chi_squared(freedom, -THOUSANDTH) / (4.0 * freedom * square(self.deviation()));
        // Rounding alone makes a twelfth; twice that is left out, since it is not the same in all
        // lists.
        let variance = square(self.deviation_of_all) - square(unit) / 6.0;
        let most = chi_squared(freedom, THOUSANDTH) / (4.0 * freedom * variance);
        let is_clear = variance > 0.0;
        Some([
            least.max(1.0),
            if is_clear {
                most.min(MOST_GAMES)
            } else {
                MOST_GAMES
            },
        ])
    }
}

impl Scatter {
    fn measure(groups: &[Vec<&Repeat>], value: impl Fn(&Repeat) -> f64) -> Scatter {
        let mean_of = |group: &Vec<&Repeat>| {
            group.iter().map(|one| value(one)).sum::<f64>() / group.len().max(1) as f64
        };
        let means = [0, 1].map(|group| mean_of(&groups[group]));
        let (mut squares, mut freedom) = (0.0, 0);
        for (group, mean) in groups.iter().zip(means) {
            squares += group
                .iter()
                .map(|one| square(value(one) - mean))
                .sum::<f64>();
            freedom += group.len().saturating_sub(1);
        }
        let deviation = sqrt(squares / freedom.max(1) as f64);
        Scatter { means, deviation }
    }
}

/// The weight of the mean of both groups, of which these are the lists that differ.
fn weight_of_mean(lists: &[&Repeat], groups: &[Vec<&Repeat>]) -> f64 {
    let part_of = |list: &&Repeat| {
        let is_in = |group: &&Vec<&Repeat>| group.iter().any(|one| one.shares == list.shares);
        let groups = groups.iter().filter(is_in);
        groups.map(|group| 0.5 / group.len() as f64).sum::<f64>()
    };
    sqrt(lists.iter().map(|list| square(part_of(list))).sum())
}

/// The first of those that are printed alike.
fn distinct<'a>(group: &[&'a Repeat]) -> Vec<&'a Repeat> {
    let mut different: Vec<&Repeat> = Vec::new();
    for one in group {
        if different.iter().all(|known| known.shares != one.shares) {
            different.push(one);
        }
    }
    different
}

fn square(value: f64) -> f64 {
    value * value
}

/// Where the normal distribution has this much beyond it, on both sides together.
fn normal_quantile(beyond: f64) -> f64 {
    root([0.0, 40.0], |z| {
        erfc(z * std::f64::consts::FRAC_1_SQRT_2) < beyond
    })
}

/// The same for Student's t distribution with so many degrees of freedom, at least 1.
fn student_quantile(freedom: usize, beyond: f64) -> f64 {
    root([0.0, 1e9], |t| student_beyond(freedom, t) < beyond)
}

/// What Student's t distribution has beyond ±t: Abramowitz & Stegun 26.7.3 and 26.7.4.
fn student_beyond(freedom: usize, t: f64) -> f64 {
    let angle = atan(t / sqrt(freedom as f64));
    let (sine, cosine) = (sin(angle), cos(angle));
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let first = if is_odd { 1 } else { 0 };
    for power in (first..freedom.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= square(cosine) * (power + 1) as f64 / (power + 2) as f64;
    }
    let within = if is_odd {
        std::f64::consts::FRAC_2_PI * (angle + sine * sum)
    } else {
        sine * sum
    };
    1.0 - within
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// How a simulated program, which plays coins, comes by its lists.
    #[derive(Clone, Copy, PartialEq)]
    enum Games {
        /// The two shares come from the same games.
        Shared,
        /// Each die has games of its own.
        Own,
        /// All lists of a group are the same.
        Fixed,
        /// Every five lists are the same.
        PerSecond,
    }

    /// The part of so many fair games that is won.
    fn played(games: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let won = (0..games).filter(|_| random.random::<u64>() >> 63 == 0);
        won.count() as f64 / games as f64
    }

    /// Twenty lists of a simulated program, with so many decimals of a per cent.
    fn repeats(
        kind: Games,
        games: u64,
        decimals: i32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Vec<Repeat> {
        let mut last = [0.0; 2];
        let lists = (0..20).map(|number| {
            let is_new = match kind {
                Games::Fixed => number == 0,
                Games::PerSecond => number % 5 == 0,
                _ => true,
            };
            if is_new {
                let first = played(games, random);
                last = [first, 1.0 - first];
                if kind == Games::Own {
                    last[1] = played(games, random);
                }
            }
            let printed = last.map(|share| format!("{:.*}", decimals as usize, 100.0 * share));
            let shares = [0, 1].map(|die| printed[die].parse::<f64>().unwrap() / 100.0);
            Repeat {
                group: number % 2,
                shares,
            }
        });
        lists.collect()
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, beyond, quantile) in [
            (1, 0.05, 12.706),
            (2, 0.01, 9.925),
            (5, 0.001, 6.869),
            (18, 0.002, 3.610),
            (18, 0.05, 2.101),
        ] {
            let found = student_quantile(freedom, beyond);
            assert!(
                (found - quantile).abs() < 0.001,
                "{freedom} {beyond}: {found}"
            );
        }
        assert!((normal_quantile(0.002) - 3.090).abs() < 0.001);
    }

    /// Of right programs of each kind, as many are off by more than the limit as the error says, or
    /// fewer: here with an error of 1 in 100, since nobody can count millionths. Seed 1.
    #[test]
    fn means_of_right_programs_are_within_their_limits() {
        const RUNS: usize = 2_000;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let kinds = [Games::Shared, Games::Own, Games::Fixed, Games::PerSecond];
        for (kind, games, decimals) in kinds
            .into_iter()
            .flat_map(|kind| [(kind, 100, 0), (kind, 400, 2)])
        {
            let mut beyond = [0; 2];
            for _ in 0..RUNS {
                let chance = Chance::measure(&repeats(kind, games, decimals, &mut random), 1);
                let scale = match chance.freedom {
                    Some(freedom) => student_quantile(freedom, 0.01),
                    None => normal_quantile(0.01),
                } / chance.quantile;
                let unit = 0.01 * libm::pow(0.1, f64::from(decimals));
                let means = [chance.mean_of_first() - 0.5, chance.mean_sum() - 1.0];
                for (is_of_sums, off) in [false, true].into_iter().zip(means) {
                    let limit = scale * chance.limit(chance.weight_of_mean(), is_of_sums);
                    beyond[usize::from(is_of_sums)] += usize::from(off.abs() > limit + unit);
                }
            }
            // Ten standard errors above 1 in 100 are 22 in 1,000.
            let name = match kind {
                Games::Shared => "shared",
                Games::Own => "own",
                Games::Fixed => "fixed",
                Games::PerSecond => "per second",
            };
            assert!(
                beyond.iter().all(|&beyond| beyond < RUNS * 22 / 1000),
                "{name} {games}: {beyond:?}"
            );
        }
    }

    /// Lists that are all the same measure nothing, however they are rounded in memory; games of
    /// their own are told from shared ones; the number of games lies in its range. Seed 2.
    #[test]
    fn kinds_of_programs_are_told_apart() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut measure = |kind| Chance::measure(&repeats(kind, 400, 2, &mut random), 1);
        let rounding = 1e-4;
        let [shared, own, fixed] = [Games::Shared, Games::Own, Games::Fixed].map(&mut measure);
        assert!(shared.is_measured() && !shared.has_own_games(rounding));
        assert!(own.is_measured() && own.has_own_games(rounding));
        assert!(!fixed.is_measured() && fixed.games(1e-4).is_none());
        for chance in [shared, own] {
            let [least, most] = chance.games(1e-4).unwrap();
            assert!(least < 400.0 && 400.0 < most, "{least} {most}");
        }
        // Two dice that are a tenth apart are told from equal ones by the means, and not by a
        // single list.
        let unequal = |weight| Comparison {
            off: 0.1,
            leeway: 0.0,
            weight,
            is_of_sums: false,
        };
        let agreement = |chance: &Chance, weight| chance.agreement(unequal(weight));
        assert_eq!(
            agreement(&shared, shared.weight_of_mean()),
            Agreement::Impossible
        );
        assert!(agreement(&shared, 1.0) < Agreement::Impossible);
        assert!(agreement(&fixed, fixed.weight_of_mean()) < Agreement::Impossible);
    }

    /// Shares of several pairings that all have the same games scatter as much as their weights
    /// allow, and no more. Seed 3.
    #[test]
    fn weights_hold_for_games_that_several_pairings_have_in_common() {
        const RUNS: usize = 4_000;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        // Four dice; in each pairing the first of the file wins the same games. The last one loses
        // them all.
        let squares: f64 = (0..RUNS)
            .map(|_| {
                let won = played(100, &mut random);
                let mean = 0.5;
                square((1.0 - won) - mean)
            })
            .sum();
        let deviation = sqrt(squares / RUNS as f64);
        assert!((deviation / 0.05 - 1.0).abs() < 0.05, "{deviation}");
    }
}
