//! The greatest distance of the shares of a right program from those that must be.
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
//! Lists of both groups that are printed alike may be the same games, too. So if D different lists
//! are printed in all, there are f = D − 2 degrees of freedom, which is F where no list is in both
//! groups.
//!
//! Where the two shares of a pairing come from the same games, t is always the same; where each die
//! has games of its own, t scatters. A sum of all shares of N dice is a sum of N(N − 1)/2 such t,
//! divided by N − 1: its standard deviation is at most N/2 of that of t.
//!
//! **The number of games belongs to a file.** A program may play a total of games a file, as many
//! as a time allows, or until it is sure. So σ of the repeats says little of a file of N dice. With
//! a total it is √(N(N − 1)/2) as large; with a time it may be √[`SLOWEST`] as large again, as
//! games of other dice take longer. A program that ends when it is sure plays few games where one
//! die wins nearly all, but at least [`LEAST_OF_STOP_RULE`] games a pairing, and at least those
//! that its [numbers need](super::digits). The variance of the repeats is at most the mean of
//! 1/(4m) over them, with these numbers m. In a file of other dice there are m games, of which a
//! share x has the deviation √(p(1 − p)/m), where p = (xm + ½)/(m + 1). Of two dice it is sure of
//! the better one if x is at least its deviation away from a half, so m ≥ 1/(2x − 1)²; as sure of x
//! itself as in the repeats, it plays nearly as many games where x is near a half.
//!
//! **The bound.** A [`Contrast`] Σ aᵢxᵢ − b is [impossible](Agreement::Impossible) if it is greater
//! than its leeway, for rules, and Σ|aᵢ|·(unit + limit), where the limit of a share is q times the
//! greater of these deviations. q is the quantile of Student's t distribution with f degrees of
//! freedom that is exceeded, on both sides together, with the probability [`ACCUSED`]/C, if C
//! contrasts are tested; for a stop rule, that of the normal distribution. By Bonferroni's
//! inequality all contrasts of a run together accuse a right program with a probability of at most
//! [`ACCUSED`]. In the mean of the repeats, half of the sum of both means, a list has a part of
//! 1/(2d(g)), or the sum of two such parts if it is in both groups; its deviation is s times the
//! root of the sum of the squares of the parts of all different lists.
//!
//! A contrast is [as it must be](Agreement::Shown) if it exceeds the leeway by at most [`SAME`], or
//! even its 99 % interval, with √(N/2)·s·2√(p(1 − p)) for the deviation of a share, by at most
//! [`NEAR`]. What is neither is [open](Agreement::Open): chance explains it, but might hide a fault
//! as well.
//!
//! **Where f < `LEAST_FREEDOM`** chance cannot be measured. Then s is the σ of the least number of
//! games per pairing that the numbers can come from, s_t is 2σ, the repeats count as one list, and q
//! is the quantile of the normal distribution.

use libm::sqrt;

use super::candidate::{GameRange, SLOWEST};
use crate::likelihood::fit::MOST_GAMES;
use crate::likelihood::quantiles::{chi_squared_quantile, normal_quantile, student_quantile};

/// The largest probability that a right program is accused by any comparison of a run.
pub const ACCUSED: f64 = 1e-6;
/// The distance from leeway, from 0 to 1, within which numbers are shown to be as they must be.
pub const NEAR: f64 = 0.05;
/// The distance from leeway, from 0 to 1, of numbers that nobody calls different, whatever chance
/// may hide.
pub const SAME: f64 = 0.01;
/// The quantile of the normal distribution of a 99 % interval.
const OF_INTERVAL: f64 = 2.576;
/// The least games per pairing that a program plays which ends when it is sure.
const LEAST_OF_STOP_RULE: u32 = 10;
/// The number of groups of repeats: in the first one the die with twice as many sides comes second,
/// in the other one first.
pub const GROUPS: usize = 2;
/// The least degrees of freedom by which chance is measured: those of six different lists. With
/// fewer, Student's quantiles are so large that they exclude nothing.
const LEAST_FREEDOM: usize = 4;
/// The probability that the range of the number of games per pairing misses it, on each side.
const MISSED: f64 = 1e-3;

/// A list of the repeats, by its shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeat {
    /// Its group, below [`GROUPS`].
    pub group: usize,
    /// The shares, that of the first die first, 1 where all games are won. The same digits are the
    /// same number.
    pub shares: [f64; 2],
    /// The least games per pairing that its [numbers need](super::digits).
    pub least_games: u32,
}

impl Repeat {
    /// The share of the die that comes first in the file.
    fn first_share(&self) -> f64 {
        self.shares[0]
    }

    /// The sum of both shares.
    fn sum(&self) -> f64 {
        self.shares[0] + self.shares[1]
    }
}

/// The means and the standard deviation of a value over the repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    /// The mean of each group.
    means: [f64; GROUPS],
    /// The standard deviation within groups, or an assumed one if chance cannot be measured.
    deviation: f64,
}

/// The effect of chance on the lists of a program, as the repeats show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredNoise {
    /// The spread of the share of the first die.
    share: Spread,
    /// The spread of the sum of both shares.
    sum: Spread,
    /// The standard deviation of the share of the first die within groups, over all lists, also
    /// those that are printed alike.
    deviation_of_all: f64,
    /// The number of games per pairing that the different lists need at least: as their mean
    /// variance is at most that of so many.
    needed_games: f64,
    /// Degrees of freedom; `None` if chance cannot be measured.
    freedom: Option<usize>,
    /// The weight of a mean over the repeats, 1 if chance cannot be measured.
    weight_of_mean: f64,
    /// The quantile, in measured standard deviations, beyond which a contrast is impossible.
    impossible: f64,
    /// The same of the normal distribution.
    impossible_if_normal: f64,
}

/// The agreement of a contrast with what must be, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// The numbers are what must be, or so near to it that they show it.
    Shown,
    /// Chance explains the distance, and might hide a fault.
    Open,
    /// Right programs make any such contrast in a run with at most the probability [`ACCUSED`].
    Impossible,
}

/// The chance in a share, or in a sum of shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chance {
    /// The distance that chance exceeds in a run with at most the probability [`ACCUSED`].
    pub limit: f64,
    /// The likely standard deviation.
    pub deviation: f64,
}

/// A combination of shares that is 0 but for rules, rounding and chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The combination of the shares as they are printed, less its target.
    pub amount: f64,
    /// The greatest amount by rules, and that of rounding.
    leeway: f64,
    limit: f64,
    variance: f64,
}

impl Contrast {
    /// The contrast without any share.
    pub fn new(target: f64, leeway_of_rules: f64) -> Contrast {
        Contrast {
            amount: -target,
            leeway: leeway_of_rules,
            limit: 0.0,
            variance: 0.0,
        }
    }

    /// The contrast with a further share, or a sum, that is printed in this unit.
    #[must_use]
    pub fn with(self, coefficient: f64, share: f64, unit: f64, chance: Chance) -> Contrast {
        let size = coefficient.abs();
        Contrast {
            amount: self.amount + coefficient * share,
            leeway: self.leeway + size * unit,
            limit: self.limit + size * chance.limit,
            variance: self.variance + square(size * chance.deviation),
        }
    }

    /// The agreement with what must be.
    pub fn agreement(&self) -> Agreement {
        let excess = self.amount.abs() - self.leeway;
        if excess > self.limit {
            Agreement::Impossible
        } else if excess <= SAME || excess + OF_INTERVAL * sqrt(self.variance) <= NEAR {
            Agreement::Shown
        } else {
            Agreement::Open
        }
    }
}

impl MeasuredNoise {
    /// Measures chance by some repeats of each group, for a run with `comparisons` comparisons. If
    /// it cannot be measured, it is that of `least_games` games per pairing.
    pub fn measure(repeats: &[Repeat], comparisons: usize, least_games: u32) -> MeasuredNoise {
        let groups: Vec<Vec<&Repeat>> = (0..GROUPS)
            .map(|group| {
                repeats
                    .iter()
                    .filter(|repeat| repeat.group == group)
                    .collect()
            })
            .collect();
        let distinct_of_groups: Vec<Vec<&Repeat>> =
            groups.iter().map(|group| find_distinct(group)).collect();
        let distinct = find_distinct(&repeats.iter().collect::<Vec<_>>());
        let freedom =
            Some(distinct.len().saturating_sub(GROUPS)).filter(|&freedom| freedom >= LEAST_FREEDOM);
        let beyond = ACCUSED / comparisons as f64;
        let impossible_if_normal = normal_quantile(beyond / 2.0);
        let impossible = freedom.map_or(impossible_if_normal, |f| student_quantile(f, beyond));
        let mut noise = MeasuredNoise {
            share: Spread::measure(&distinct_of_groups, Repeat::first_share),
            sum: Spread::measure(&distinct_of_groups, Repeat::sum),
            deviation_of_all: Spread::measure(&groups, Repeat::first_share).deviation,
            needed_games: count_needed_games(&distinct),
            freedom,
            weight_of_mean: weight_of_mean(&distinct, &distinct_of_groups),
            impossible,
            impossible_if_normal,
        };
        if freedom.is_none() {
            let assumed = 0.5 / sqrt(f64::from(least_games));
            noise.weight_of_mean = 1.0;
            noise.share.deviation = assumed;
            noise.sum.deviation = 2.0 * assumed;
        }
        noise
    }

    /// Returns whether chance could be measured.
    pub fn is_measured(&self) -> bool {
        self.freedom.is_some()
    }

    /// The number of games per pairing that the repeats have at least, in the mean.
    pub fn needed_games(&self) -> f64 {
        self.needed_games
    }

    /// Returns whether shares scatter more than those of as many games as the repeats
    /// [need](Self::needed_games) can.
    pub fn scatters_too_much(&self) -> bool {
        self.freedom.is_some_and(|freedom| {
            let freedom = freedom as f64;
            let largest = chi_squared_quantile(freedom, self.impossible_if_normal) / freedom;
            4.0 * self.needed_games * square(self.deviation()) > largest
        })
    }

    /// The standard deviation of a share, measured or assumed.
    pub fn deviation(&self) -> f64 {
        self.share.deviation
    }

    /// The mean share of the first die.
    pub fn mean_of_first(&self) -> f64 {
        f64::midpoint(self.share.means[0], self.share.means[1])
    }

    /// The mean share of the die with each side once.
    pub fn mean_of_single(&self) -> f64 {
        // It comes first in the first group, and second in the other one.
        let of_first_group = self.share.means[0];
        let of_second_group = self.sum.means[1] - self.share.means[1];
        f64::midpoint(of_first_group, of_second_group)
    }

    /// The mean sum of both shares.
    pub fn mean_sum(&self) -> f64 {
        f64::midpoint(self.sum.means[0], self.sum.means[1])
    }

    /// Returns whether the two shares of a pairing come from games of their own: their sum scatters
    /// by more than `rounding` does.
    pub fn has_own_games(&self, rounding: f64) -> bool {
        self.is_measured() && self.sum.deviation > rounding
    }

    /// The chance in a mean share over the repeats.
    pub fn of_mean_share(&self) -> Chance {
        self.chance_of(self.weight_of_mean * self.share.deviation)
    }

    /// The chance in the mean sum of the shares over the repeats.
    pub fn of_mean_sum(&self) -> Chance {
        self.chance_of(self.weight_of_mean * self.sum.deviation)
    }

    /// The variance of the result of a game of the repeats, at most a quarter.
    fn variance_of_game(&self) -> f64 {
        let share = self.mean_of_first().clamp(0.0, 1.0);
        share * (1.0 - share)
    }

    /// The greatest standard deviation that the share of any die can have with as many games: it is
    /// more than that of the repeats if hardly any of their games is won.
    fn greatest_deviation(&self) -> f64 {
        let of_game = sqrt(self.variance_of_game());
        if self.is_measured() && of_game > 0.0 {
            self.share.deviation * 0.5 / of_game
        } else {
            self.share.deviation
        }
    }

    /// The chance with this deviation, which was measured or is assumed.
    fn chance_of(&self, deviation: f64) -> Chance {
        Chance {
            limit: self.impossible * deviation,
            deviation,
        }
    }

    /// The chance in a share of a file with this number of dice, whose numbers need `least_games`
    /// games per pairing.
    pub fn of_share(&self, share: f64, dice: usize, least_games: u32) -> Chance {
        let least = f64::from(least_games.max(LEAST_OF_STOP_RULE));
        let games = if dice == 2 {
            least.max(1.0 / square(2.0 * share - 1.0))
        } else {
            least
        };
        let likely = (share.clamp(0.0, 1.0) * least + 0.5) / (least + 1.0);
        let of_game = sqrt(likely * (1.0 - likely));
        let of_stop_rule = of_game / sqrt(games);
        let of_total = sqrt(SLOWEST * count_pairings(dice)) * self.greatest_deviation();
        Chance {
            limit: f64::max(
                self.impossible * of_total,
                self.impossible_if_normal * of_stop_rule,
            ),
            deviation: 2.0 * of_game * sqrt(dice as f64 / 2.0) * self.greatest_deviation(),
        }
    }

    /// The chance in the sum of the shares of a file with this number of dice. Where games count
    /// for both dice of a pairing there is none, however many they are.
    pub fn of_sum(&self, dice: usize) -> Chance {
        let deviation = dice as f64 / 2.0 * self.sum.deviation;
        Chance {
            limit: self.impossible * sqrt(SLOWEST * count_pairings(dice)) * deviation,
            deviation,
        }
    }

    /// The range of the number of games per pairing by the scatter of lists whose shares have this
    /// unit; `None` if it cannot be measured.
    pub fn games(&self, unit: f64) -> Option<GameRange> {
        let freedom = self.freedom? as f64;
        let of_game = self.variance_of_game() / freedom;
        let least = of_game * chi_squared_quantile(freedom, -normal_quantile(MISSED))
            / square(self.deviation());
        // Rounding alone makes a variance of a twelfth of the squared unit. Twice that is
        // subtracted, since it is not the same in all lists.
        let variance = square(self.deviation_of_all) - square(unit) / 6.0;
        let most = if variance > 0.0 {
            of_game * chi_squared_quantile(freedom, normal_quantile(MISSED)) / variance
        } else {
            MOST_GAMES
        };
        Some(GameRange {
            least: least.max(1.0),
            most: most.min(MOST_GAMES),
        })
    }
}

/// The number of pairings of this number of dice.
fn count_pairings(dice: usize) -> f64 {
    (dice * dice.saturating_sub(1)) as f64 / 2.0
}

impl Spread {
    fn measure(groups: &[Vec<&Repeat>], value: impl Fn(&Repeat) -> f64) -> Spread {
        let mean_of = |group: &[&Repeat]| {
            let sum: f64 = group.iter().map(|repeat| value(repeat)).sum();
            sum / group.len().max(1) as f64
        };
        let means = [0, 1].map(|group| mean_of(&groups[group]));
        let (mut squares, mut freedom) = (0.0, 0);
        for (group, mean) in groups.iter().zip(means) {
            squares += group
                .iter()
                .map(|repeat| square(value(repeat) - mean))
                .sum::<f64>();
            freedom += group.len().saturating_sub(1);
        }
        let deviation = sqrt(squares / freedom.max(1) as f64);
        Spread { means, deviation }
    }
}

/// The harmonic mean of the numbers of games per pairing that these lists have at least.
fn count_needed_games(lists: &[&Repeat]) -> f64 {
    let inverse = |list: &&Repeat| 1.0 / f64::from(list.least_games.max(LEAST_OF_STOP_RULE));
    lists.len() as f64 / lists.iter().map(inverse).sum::<f64>()
}

/// The weight of the mean of the means of both groups; `lists` are the lists that differ from each
/// other, and `groups` those of each group.
fn weight_of_mean(lists: &[&Repeat], groups: &[Vec<&Repeat>]) -> f64 {
    let coefficient_of = |list: &&Repeat| {
        groups
            .iter()
            .filter(|group| group.iter().any(|repeat| repeat.shares == list.shares))
            .map(|group| 0.5 / group.len() as f64)
            .sum::<f64>()
    };
    sqrt(lists.iter().map(|list| square(coefficient_of(list))).sum())
}

/// The first of each set of lists that are printed alike.
fn find_distinct<'a>(lists: &[&'a Repeat]) -> Vec<&'a Repeat> {
    let mut distinct: Vec<&Repeat> = Vec::new();
    for list in lists {
        if distinct.iter().all(|known| known.shares != list.shares) {
            distinct.push(list);
        }
    }
    distinct
}

fn square(value: f64) -> f64 {
    value * value
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The games behind the lists of a simulated program, which plays coins.
    #[derive(Clone, Copy, PartialEq)]
    enum Games {
        /// The two shares come from the same games.
        Shared,
        /// Each die has games of its own.
        Own,
        /// All lists are the same.
        Fixed,
        /// Each five lists, one behind the other, are the same.
        PerSecond,
    }

    /// The share of `games` fair games that is won.
    fn play_coins(games: u64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let won = (0..games).filter(|_| random.random::<u64>() >> 63 == 0);
        won.count() as f64 / games as f64
    }

    /// Twenty lists of a simulated program, with `decimals` decimals of a per cent.
    fn simulate_repeats(
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
                let first = play_coins(games, random);
                last = [first, 1.0 - first];
                if kind == Games::Own {
                    last[1] = play_coins(games, random);
                }
            }
            let printed = last.map(|share| format!("{:.*}", decimals as usize, 100.0 * share));
            let shares = [0, 1].map(|die| printed[die].parse::<f64>().unwrap() / 100.0);
            Repeat {
                group: number % 2,
                shares,
                least_games: 1,
            }
        });
        lists.collect()
    }

    /// The means of right programs of each kind are off by more than the limit hardly more often
    /// than its probability says: here 1 in 100, since nobody can count millionths. Seed 1.
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
                let noise = MeasuredNoise::measure(
                    &simulate_repeats(kind, games, decimals, &mut random),
                    1,
                    100,
                );
                let scale = match noise.freedom {
                    Some(freedom) => student_quantile(freedom, 0.01),
                    None => normal_quantile(0.005),
                } / noise.impossible;
                let unit = 0.01 * libm::pow(0.1, f64::from(decimals));
                let means = [noise.mean_of_first() - 0.5, noise.mean_sum() - 1.0];
                let chances = [noise.of_mean_share(), noise.of_mean_sum()];
                for ((beyond, deviation), chance) in beyond.iter_mut().zip(means).zip(chances) {
                    *beyond += usize::from(deviation.abs() > scale * chance.limit + unit);
                }
            }
            // More than five standard errors above 1 in 100 are 22 in 1,000.
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

    /// Lists that are all the same measure nothing; games of their own are told from shared ones;
    /// the number of games lies in its range; and a mean shows what a single list does not. Seed 2.
    #[test]
    fn kinds_of_programs_are_told_apart() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut measure =
            |kind| MeasuredNoise::measure(&simulate_repeats(kind, 400, 2, &mut random), 1, 100);
        let rounding = 1e-4;
        let [shared_games, own_games, fixed] =
            [Games::Shared, Games::Own, Games::Fixed].map(&mut measure);
        assert!(shared_games.is_measured() && !shared_games.has_own_games(rounding));
        assert!(own_games.is_measured() && own_games.has_own_games(rounding));
        assert!(!fixed.is_measured() && fixed.games(1e-4).is_none());
        for noise in [shared_games, own_games] {
            let range = noise.games(1e-4).unwrap();
            assert!(range.least < 400.0 && 400.0 < range.most, "{range:?}");
        }
        // Two dice that are a tenth apart are told from equal ones by the means, and not by a
        // single list.
        let agreement = |chance: Chance| {
            Contrast::new(0.0, 0.0)
                .with(1.0, 0.1, 0.0, chance)
                .agreement()
        };
        assert_eq!(
            agreement(shared_games.of_mean_share()),
            Agreement::Impossible
        );
        assert_eq!(
            agreement(shared_games.of_share(0.5, 2, 100)),
            Agreement::Open
        );
        assert_eq!(agreement(fixed.of_mean_share()), Agreement::Open);
    }

    /// If several pairings have the same games, no share scatters by more than that of a single
    /// pairing, 1/(2√n), and those of the first and the last die do by as much. Seed 3.
    #[test]
    fn a_share_of_pairings_with_the_same_games_scatters_as_a_single_pairing() {
        const RUNS: usize = 4_000;
        const DICE: usize = 4;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        // In each pairing the die that comes first in the file wins the same games.
        let mut squares = [0.0; DICE];
        for _ in 0..RUNS {
            let won = play_coins(100, &mut random);
            for (die, sum) in squares.iter_mut().enumerate() {
                let (before, behind) = (die as f64, (DICE - 1 - die) as f64);
                let share = (behind * won + before * (1.0 - won)) / (DICE - 1) as f64;
                *sum += square(share - 0.5);
            }
        }
        let deviations = squares.map(|sum| sqrt(sum / RUNS as f64));
        let is_no_larger = |deviation: &f64| deviation / 0.05 < 1.05;
        assert!(deviations.iter().all(is_no_larger), "{deviations:?}");
        for deviation in [deviations[0], deviations[DICE - 1]] {
            assert!((deviation / 0.05 - 1.0).abs() < 0.05, "{deviation}");
        }
    }
}
