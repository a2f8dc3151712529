//! Evidence about shares of games, or of points: who wins more, against all others.
//!
//! A competitor is *settled* when its interval is narrow enough and its order to both neighbours is
//! known. Two of them do not meet any more, until one of them gets a neighbour that it is not
//! settled with.
//!
//! What a kind of m competitors has won is the mean over them: each of their games counts 1/m. A
//! game of two of a kind counts for both, so what scatters there is the sum of what they win.

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::head_to_head::Share;
use super::list::{Evidence, Growing, Lead, Plan, RankedDie, Ranking};
use crate::certainty::{
    Adjustment, Decision, Enough, Interval, LeadSums, Outcomes, Sums, bet, games_for,
};
use crate::tournament::{Competitors, Criterion, Pairing, place};

/// Bets are made for an end after at most so many times as many games as there were so far, so that
/// intervals are not useless to whoever ends early. It costs 3 % of the games of the contest's
/// files.
const FORESIGHT: f64 = 32.0;

/// Of the variance of a game luck leaves at least this part. What seems less comes from few games.
const LEAST_VARIANCE: f64 = 0.1;

/// What is known about the shares of all kinds.
pub(super) struct Shares<'a> {
    competitors: &'a Competitors,
    plan: &'a Plan,
    enough: Enough,
    kinds: Vec<Kind>,
    /// What is known about each kind and each later one.
    pairs: Vec<Vec<Pair>>,
}

/// What is known about a kind. Games are those of one member.
#[derive(Clone, Debug, Default)]
struct Kind {
    /// Whether it meets everybody from now on.
    is_active: bool,
    /// What was new at each look, if it met everybody, and the interval that follows from that.
    looks: Vec<Option<Sums>>,
    interval: Interval,
    /// The variance of a game: the mean of p̂(1 − p̂) over all pairings, without what luck
    /// explains.
    variance: f64,
    /// What is won and drawn against each opponent on average.
    won: Share,
    drawn: Share,
}

impl Kind {
    /// The games in which it met everybody.
    fn games(&self) -> f64 {
        self.looks.iter().flatten().map(|[.., games]| games).sum()
    }

    /// The sums by which the order to another kind is decided, with what is known about their games
    /// against each other.
    fn sums(&self, other: &Kind, pair: &Pair) -> LeadSums {
        let mut sums = LeadSums {
            squares: pair.shared_squares,
            duel_squares: pair.duel_squares.into(),
            ..LeadSums::default()
        };
        for (one, other) in self.looks.iter().zip(&other.looks) {
            if let (Some([won, squares, games]), Some([lost, more, _])) = (one, other) {
                sums.lead += won - lost;
                sums.squares += squares + more;
                sums.games += games;
            }
        }
        sums
    }
}

/// What is known about two kinds. What follows from the looks of both is not kept, as there may be
/// millions of pairs.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    /// What is certified.
    decision: Decision,
    /// The part of the Q of both that comes from their games against each other. They have a c of
    /// their own, for which six digits suffice.
    duel_squares: f32,
    /// What their games against each other add to the Q of both.
    shared_squares: f64,
}

const _: () = assert!(size_of::<Pair>() <= 16);

impl<'a> Shares<'a> {
    /// Before the first game.
    pub fn new(competitors: &'a Competitors, plan: &'a Plan) -> Shares<'a> {
        let members = &competitors.members;
        let number = members.len();
        let later = (0..number).rev();
        let kind = |members: &Vec<usize>| Kind {
            is_active: true,
            variance: 0.25 / members.len() as f64,
            ..Kind::default()
        };
        Shares {
            competitors,
            plan,
            enough: plan.enough(competitors.number()),
            kinds: members.iter().map(kind).collect(),
            pairs: later.map(|later| vec![Pair::default(); later]).collect(),
        }
    }

    /// What is known about two different kinds, seen from the lower one.
    fn pair(&self, [one, other]: [usize; 2]) -> Pair {
        self.pairs[one.min(other)][one.abs_diff(other) - 1]
    }

    /// Takes in new games. If all games are seen at once, each competitor has so many of them.
    fn add(&mut self, new: impl Iterator<Item = ([usize; 2], Outcomes)>, all: f64) {
        let (draw, reach) = (self.plan.criterion.draw(), self.plan.adjustment().reach());
        let mut of_kinds = vec![Sums::default(); self.kinds.len()];
        for (dice, outcomes) in new {
            let kinds = self.competitors.kinds_of(dice);
            let parts = kinds.map(|kind| 1.0 / self.competitors.members[kind].len() as f64);
            let (won, scatter) = outcomes.counted(draw);
            for (seat, &kind) in kinds.iter().enumerate() {
                let (new, part) = (&mut of_kinds[kind], parts[seat]);
                new[0] += part * won[seat];
                new[1] += part * part * scatter[seat];
                new[2] += part * outcomes.games() as f64;
            }
            // What both win scatters together.
            let both = 2.0 * parts[0] * parts[1] * scatter[2];
            let [one, other] = kinds;
            if one == other {
                of_kinds[one][1] += both;
            } else if self.kinds[one].is_active && self.kinds[other].is_active {
                let [first, second] = [0, 1].map(|seat| parts[seat] * parts[seat] * scatter[seat]);
                let pair = &mut self.pairs[one.min(other)][one.abs_diff(other) - 1];
                pair.shared_squares -= both;
                pair.duel_squares += (first + second - both) as f32;
            }
        }
        for (kind, new) in self.kinds.iter_mut().zip(of_kinds) {
            kind.looks.push(kind.is_active.then_some(new));
            if kind.is_active {
                let games = self.plan.accuracy.map_or(all, |points| {
                    let games = kind.games();
                    games_for(points / 100.0, kind.variance).clamp(games, FORESIGHT * games)
                });
                let bet = bet(reach, games, kind.variance);
                kind.interval.add(reach, bet, new);
            }
        }
        let (kinds, enough) = (&self.kinds, &self.enough);
        let rows = self.pairs.par_iter_mut().enumerate();
        rows.for_each(|(first, row)| {
            for (pair, second) in row.iter_mut().zip(&kinds[first + 1..]) {
                let are_active = kinds[first].is_active && second.is_active;
                if are_active && pair.decision.is_none() {
                    pair.decision = enough.decide(kinds[first].sums(second, pair));
                }
            }
        });
    }

    /// Sees how the games of all pairings so far vary.
    fn set_variances(&mut self, all: impl Iterator<Item = ([usize; 2], Outcomes)>) {
        let draw = self.plan.criterion.draw();
        let mut sums = vec![0.0; self.kinds.len()];
        for (dice, outcomes) in all {
            let (won, _) = outcomes.without_adjustment().counted(draw);
            let expected = won.map(|won| (won + 0.5) / (outcomes.games() as f64 + 1.0));
            let variance = |expected: f64| (expected * (1.0 - expected)).max(0.0);
            let [one, other] = self.competitors.kinds_of(dice);
            if one == other {
                sums[one] += variance(expected[0] + expected[1]);
            } else {
                for (seat, kind) in [one, other].into_iter().enumerate() {
                    let variance = variance(expected[seat]);
                    let explained = outcomes.explained_variance();
                    sums[kind] += (variance - explained).max(LEAST_VARIANCE * variance);
                }
            }
        }
        let opponents = (self.competitors.number() - 1) as f64;
        for (kind, sum) in sums.into_iter().enumerate() {
            let members = self.competitors.members[kind].len() as f64;
            self.kinds[kind].variance = sum / (members * members * opponents);
        }
    }

    /// Sees what is won on average.
    fn set_means(&mut self, pairings: &[Pairing]) {
        let (number, criterion) = (self.competitors.number(), self.plan.criterion);
        for (kind, members) in self.kinds.iter_mut().zip(&self.competitors.members) {
            let opponents = members.iter().cartesian_product(0..number);
            let opponents = opponents.filter(|&(&die, other)| die != other);
            let outcomes = opponents.map(|(&die, other)| {
                let outcomes = pairings[place(number, [die, other])].outcomes();
                (outcomes, usize::from(other < die))
            });
            kind.drawn = mean(outcomes.clone().map(|(outcomes, _)| {
                let [.., draws] = outcomes.counts;
                [draws, outcomes.games()]
            }));
            kind.won = match self.plan.adjustment() {
                Adjustment::None => mean(outcomes.map(|(outcomes, seat)| {
                    let [.., draws] = outcomes.counts;
                    let won = criterion.count(outcomes.counts[seat], draws);
                    [won, criterion.win() * outcomes.games()]
                })),
                Adjustment::Luck => {
                    let shares = outcomes.map(|(outcomes, seat)| {
                        let [.., draws] = outcomes.counts;
                        let won = outcomes.wins()[seat] + criterion.draw() * draws as f64;
                        won / outcomes.games() as f64
                    });
                    let number = shares.clone().count() as f64;
                    Share::of_probability(shares.sum::<f64>() / number)
                }
            };
        }
    }
}

/// The mean of shares, each what is won of a number of games: exact if that is the same for all,
/// otherwise down to 2⁻⁴⁰.
fn mean(shares: impl Iterator<Item = [u64; 2]> + Clone) -> Share {
    const ONE: u64 = 1 << 40;
    let are_equal = shares.clone().map(|[_, games]| games).all_equal();
    let scaled = shares.map(|[won, games]| match are_equal {
        true => [won, games],
        false => [(ONE as f64 * won as f64 / games as f64) as u64, ONE],
    });
    let zero = [0u128; 2];
    let sums = scaled.fold(zero, |sums, more| {
        [0, 1].map(|n| sums[n] + u128::from(more[n]))
    });
    // Of thousands of equal dice there are millions of pairings.
    let beyond = (u128::BITS - sums[1].leading_zeros()).saturating_sub(u64::BITS);
    let [numerator, denominator] = sums.map(|sum| (sum >> beyond) as u64);
    Share {
        numerator,
        denominator,
    }
}

impl Evidence for Shares<'_> {
    fn entry(&self, kind: usize) -> RankedDie {
        let can_win = self.competitors.can_win[self.competitors.members[kind][0]];
        let kind = &self.kinds[kind];
        let (mut interval, mut half_width) = (kind.interval.ends(), kind.interval.half_width());
        if self.plan.criterion == Criterion::Wins && !can_win {
            (interval, half_width) = ([0.0; 2], 0.0);
        }
        RankedDie {
            share: kind.won,
            draws: kind.drawn,
            interval: interval.map(|end| 100.0 * end),
            half_width: 100.0 * half_width,
            ..RankedDie::default()
        }
    }

    fn lead(&self, above: usize, below: usize) -> Option<Lead> {
        Some(match self.pair([above, below]).decision {
            Some(Ordering::Equal) => Lead::Level,
            Some(order) if order == below.cmp(&above) => Lead::Certified,
            _ => Lead::Open,
        })
    }
}

impl Growing for Shares<'_> {
    fn see(&mut self, before: &[([usize; 2], Pairing)], pairings: &[Pairing]) {
        let number = self.competitors.number();
        let all = || self.competitors.pairings().zip(pairings);
        let is_first = before.iter().all(|(_, one)| one.tally().games() == 0);
        if is_first || self.plan.accuracy.is_none() {
            *self = Shares::new(self.competitors, self.plan);
            let games = pairings.first().map_or(0, |one| one.tally().games());
            let games = (games * (number as u64 - 1)) as f64;
            // After the first block it is known how games vary.
            let first = || all().map(|(dice, one)| (dice, one.first_outcomes()));
            self.add(first(), games);
            self.set_variances(first());
            let rest = |one: &Pairing| one.outcomes().since(one.first_outcomes());
            self.add(all().map(|(dice, one)| (dice, rest(one))), games);
        } else {
            let new = before.iter().map(|&(dice, before)| {
                let after = pairings[place(number, dice)];
                (dice, after.outcomes().since(before.outcomes()))
            });
            self.add(new, 0.0);
        }
        self.set_variances(all().map(|(dice, one)| (dice, one.outcomes())));
        self.set_means(pairings);
    }

    /// A kind meets everybody whose interval is too wide, or which has a neighbour with which its
    /// order is open.
    fn want(&mut self, ranking: &Ranking, _pairings: &[Pairing], most: u64) -> (Vec<bool>, u64) {
        let points = self.plan.accuracy.unwrap_or(f64::INFINITY);
        let accuracy = points / 100.0;
        let opponents = self.competitors.number() as f64 - 1.0;
        let kind = |index: usize| self.competitors.kinds[ranking.entries[index].die];
        // The number of games that each kind still needs, as far as that can be told.
        let mut left = vec![0.0f64; self.kinds.len()];
        for (index, entry) in ranking.entries.iter().enumerate() {
            let own = kind(index);
            if ranking.outside[own] {
                continue;
            }
            let factor = entry.half_width / points;
            if factor > 1.0 {
                let games = self.kinds[own].games();
                let mut more = games_for(accuracy, self.kinds[own].variance) - games;
                if more <= 0.0 {
                    // After these, widths shrink as the root of the number of games.
                    more = (factor * factor - 1.0) * games;
                }
                left[own] = left[own].max(more).max(1.0);
            }
            // Below those that are listed, the order to whoever is outside does not matter.
            let is_wanted = |next: usize| index < ranking.listed || !ranking.outside[next];
            if entry.lead == Some(Lead::Open) && is_wanted(kind(index + 1)) {
                let kinds = [index, index + 1].map(kind);
                let [one, other] = kinds.map(|kind| &self.kinds[kind]);
                let pair = self.pair(kinds);
                // What was certified stays certified, even if the shares have come to say the
                // opposite: then the order stays open, and no games change that.
                if pair.decision.is_some() {
                    continue;
                }
                let sums = one.sums(other, &pair);
                let more = self.enough.games_to_decide(sums) - sums.games;
                for kind in kinds {
                    left[kind] = left[kind].max(more).max(1.0);
                }
            }
        }
        for (kind, &left) in self.kinds.iter_mut().zip(&left) {
            kind.is_active = left > 0.0;
        }
        // Each kind plays so many games more, equally many against everybody.
        let mut all = 0u64;
        let wanted = self.competitors.pairings().map(|dice| {
            let left = self.competitors.kinds_of(dice).map(|kind| left[kind]);
            let games = (left[0].max(left[1]) / opponents).ceil() as u64;
            all = all.saturating_add(games.min(most));
            games > 0
        });
        (wanted.collect(), all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 5,000 equal dice: what each of them has won against each of the others, in games whose
    /// number is not always the same.
    #[test]
    fn means_of_many_pairings() {
        let pairings = (0..25_000_000u64).map(|pairing| [1, 2 + 2 * (pairing % 2)]);
        let share = mean(pairings);
        assert!((share.as_percent() - 37.5).abs() < 1e-9, "{share:?}");
        let exact = mean([[1, 3], [0, 3]].into_iter());
        let sixth = Share {
            numerator: 1,
            denominator: 6,
        };
        assert_eq!(exact, sixth);
    }
}
