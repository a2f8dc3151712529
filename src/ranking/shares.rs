//! Evidence about shares of games, or of points: who wins more, against all others.
//!
//! A competitor is *settled* when its interval is narrow enough and its order to both neighbours is
//! not open, or the opposite of it is certified. One that is *outside*, certainly none of those
//! that are wanted, is settled if no neighbour needs their order. Two that are settled do not meet
//! any more, until one of them gets a neighbour to which its order is open.
//!
//! The score of a kind of m competitors is the mean over them: each of their games counts 1/m. A
//! game of two of a kind counts for both, so its residual is that of the sum of their scores.

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::list::{Evidence, GameEvidence, NextGames, OrderStatus, Plan, Ranking, Shares};
use super::share::Share;
use crate::certainty::{
    Adjustment, Certifier, Decision, Interval, LeadSums, ShareSums, choose_bet, games_for,
};
use crate::pairing::Pairing;
use crate::tournament::{Competitors, Criterion, IndexedPairing, count_pairings, pairing_index};

/// The most by which the number of games for which a bet is made exceeds the number so far, as a
/// factor, so that the intervals of a run that ends early are not useless. It costs 3 % of the
/// games of `beispiele/wuerfel*.txt`.
const FORESIGHT: f64 = 32.0;

/// The least part of the variance of a game that luck leaves: a smaller one comes from few games.
const LEAST_UNEXPLAINED_PART: f64 = 0.1;

/// The evidence about the shares of all kinds.
pub(super) struct ShareEvidence<'a> {
    competitors: &'a Competitors,
    plan: &'a Plan,
    adjustment: Adjustment,
    certifier: Certifier,
    kinds: Vec<KindEvidence>,
    /// The certified order of every two kinds, by their [index](pairing_index) among all of them.
    decisions: Vec<Decision>,
    /// Every two kinds whose order is not certified, in lexicographic order. Most of them, which may
    /// be millions, are decided at the first look; before it there are no sums, and the list is
    /// empty, as memory is shortest while all pairings are played.
    open_pairs: Vec<OpenPair>,
    /// The number of games of each competitor in all its pairings when the evidence was last made
    /// anew. It counts if the number is fixed.
    fixed_games: f64,
}

/// The evidence about a kind. Games are those of one member.
#[derive(Clone, Debug, Default)]
struct KindEvidence {
    /// Whether each of its members meets everybody from now on.
    is_active: bool,
    /// The number of games while it met everybody.
    games: f64,
    /// The interval that follows from these games.
    interval: Interval,
    /// The estimated variance of the kind's score per game of a member, without what luck explains.
    /// For one member it is the mean of p̂(1 − p̂) over its pairings; for m members 1/m of that,
    /// games among them entering with the sum of both scores.
    variance: f64,
    /// The share of games or points that it wins: the mean over its opponents.
    share: Share,
    /// The share of games that nobody won: the mean over its opponents.
    draws: Share,
}

/// Two kinds whose order is not certified.
#[derive(Clone, Copy, Debug)]
struct OpenPair {
    /// The two kinds, the lower one first.
    kinds: [usize; 2],
    /// The sums over the games while both met everybody, by which their order is decided.
    sums: LeadSums,
}

impl<'a> ShareEvidence<'a> {
    /// The evidence before the first game.
    pub fn new(
        competitors: &'a Competitors,
        plan: &'a Plan,
        adjustment: Adjustment,
    ) -> ShareEvidence<'a> {
        let members = &competitors.members;
        let kind = |members: &Vec<usize>| KindEvidence {
            is_active: true,
            variance: 0.25 / members.len() as f64,
            ..KindEvidence::default()
        };
        ShareEvidence {
            competitors,
            plan,
            adjustment,
            certifier: plan.certifier(competitors.number(), adjustment),
            kinds: members.iter().map(kind).collect(),
            decisions: vec![None; count_pairings(members.len()) as usize],
            open_pairs: Vec::new(),
            fixed_games: 0.0,
        }
    }

    /// The certified order of two different kinds, as the lower one sees it.
    fn decision(&self, kinds: [usize; 2]) -> Decision {
        self.decisions[pairing_index(self.kinds.len(), kinds)]
    }

    /// The index of two different kinds among the open pairs; `None` if their order is certified.
    fn open_index(&self, [kind, opponent]: [usize; 2]) -> Option<usize> {
        // Most are decided, which is known without a search.
        if self.decision([kind, opponent]).is_some() {
            return None;
        }
        let kinds = [kind.min(opponent), kind.max(opponent)];
        let found = self
            .open_pairs
            .binary_search_by_key(&kinds, |pair| pair.kinds);
        found.ok()
    }

    /// Adds a batch of new games of some pairings, and certifies what follows.
    fn add_and_decide(&mut self, new: impl Iterator<Item = IndexedPairing>) {
        let mut batch = vec![ShareSums::default(); self.kinds.len()];
        for indexed in new {
            self.add_pairing(indexed.dice(), &indexed.pairing, &mut batch);
        }
        self.add_batch(&batch);
        self.decide_pairs(&batch);
    }

    /// Adds new games of a pairing to the new games of its kinds in `batch`, and if both are active
    /// to the evidence about the two.
    fn add_pairing(&mut self, dice: [usize; 2], pairing: &Pairing, batch: &mut [ShareSums]) {
        let kinds = self.competitors.kinds_of(dice);
        let weights = kinds.map(|kind| 1.0 / self.competitors.members[kind].len() as f64);
        let scores = pairing.scores(self.plan.criterion.draw());
        for (seat, &kind) in kinds.iter().enumerate() {
            let (sums, weight) = (&mut batch[kind], weights[seat]);
            sums.score += weight * scores.points[seat];
            sums.squares += weight * weight * scores.residuals.squares[seat];
            sums.games += weight * pairing.games() as f64;
        }
        let shared = 2.0 * weights[0] * weights[1] * scores.residuals.products;
        if kinds[0] == kinds[1] {
            batch[kinds[0]].squares += shared;
        } else if kinds.iter().all(|&kind| self.kinds[kind].is_active)
            && let Some(index) = self.open_index(kinds)
        {
            let [first, second] =
                [0, 1].map(|seat| weights[seat] * weights[seat] * scores.residuals.squares[seat]);
            // Q of the two is that of each, which `decide_pairs` adds, and this.
            let sums = &mut self.open_pairs[index].sums;
            sums.squares -= shared;
            sums.mutual_squares += first + second - shared;
        }
    }

    /// Adds the new games of each active kind to its interval.
    fn add_batch(&mut self, batch: &[ShareSums]) {
        let reach = self.adjustment.reach();
        for (kind, &new) in self.kinds.iter_mut().zip(batch) {
            if kind.is_active {
                kind.games += new.games;
                let games = self.plan.accuracy.map_or(self.fixed_games, |accuracy| {
                    let games = kind.games;
                    games_for(accuracy / 100.0, kind.variance).clamp(games, FORESIGHT * games)
                });
                let bet = choose_bet(reach, games, kind.variance);
                kind.interval.add(reach, bet, new);
            }
        }
    }

    /// Adds the new games of active kinds to the sums of each open pair, and certifies their orders,
    /// or that they are level, where the evidence suffices.
    fn decide_pairs(&mut self, batch: &[ShareSums]) {
        let (kinds, certifier) = (&self.kinds, &self.certifier);
        let decide = |pair: &mut OpenPair| {
            if !pair.kinds.iter().all(|&kind| kinds[kind].is_active) {
                return None;
            }
            let [new, of_second] = pair.kinds.map(|kind| batch[kind]);
            pair.sums.lead += new.score - of_second.score;
            pair.sums.squares += new.squares + of_second.squares;
            pair.sums.games += new.games;
            certifier.decide(pair.sums)
        };
        let decisions: Vec<Decision> = self.open_pairs.par_iter_mut().map(decide).collect();
        let mut decisions = decisions.into_iter();
        self.open_pairs.retain(|pair| {
            let decision = decisions.next().flatten();
            self.decisions[pairing_index(kinds.len(), pair.kinds)] = decision;
            decision.is_none()
        });
        self.open_pairs.shrink_to_fit();
    }

    /// Estimates the variance of a game of each kind from these games of all pairings.
    fn estimate_variances(&mut self, pairings: impl Iterator<Item = IndexedPairing>) {
        let draw = self.plan.criterion.draw();
        let mut sums = vec![0.0; self.kinds.len()];
        for indexed in pairings {
            let pairing = indexed.pairing;
            let points = pairing.without_adjustment().scores(draw).points;
            let expected = points.map(|points| (points + 0.5) / (pairing.games() as f64 + 1.0));
            let variance = |expected: f64| (expected * (1.0 - expected)).max(0.0);
            let kinds = self.competitors.kinds_of(indexed.dice());
            if kinds[0] == kinds[1] {
                sums[kinds[0]] += variance(expected[0] + expected[1]);
            } else {
                let explained = pairing.explained_variance();
                for (kind, expected) in kinds.into_iter().zip(expected) {
                    let variance = variance(expected);
                    sums[kind] += (variance - explained).max(LEAST_UNEXPLAINED_PART * variance);
                }
            }
        }
        let opponents = (self.competitors.number() - 1) as f64;
        for (kind, sum) in sums.into_iter().enumerate() {
            let members = self.competitors.members[kind].len() as f64;
            self.kinds[kind].variance = sum / (members * members * opponents);
        }
    }

    /// Estimates the share of each kind, and that of its draws, by the means over its pairings.
    fn estimate_shares(&mut self, pairings: &[Pairing]) {
        let (number, criterion) = (self.competitors.number(), self.plan.criterion);
        for (kind, members) in self.kinds.iter_mut().zip(&self.competitors.members) {
            let meetings = members
                .iter()
                .cartesian_product(0..number)
                .filter(|&(&die, opponent)| die != opponent)
                .map(|(&die, opponent)| {
                    let pairing = &pairings[pairing_index(number, [die, opponent])];
                    (pairing, usize::from(opponent < die))
                });
            kind.draws = Share::mean(meetings.clone().map(|(pairing, _)| Share {
                numerator: pairing.drawn(),
                denominator: pairing.games(),
            }));
            kind.share = match self.adjustment {
                Adjustment::None => Share::mean(meetings.map(|(pairing, seat)| Share {
                    numerator: criterion.score(pairing.won()[seat], pairing.drawn()),
                    denominator: criterion.win() * pairing.games(),
                })),
                Adjustment::Luck => {
                    let shares = meetings.map(|(pairing, seat)| {
                        let of_draws = criterion.draw() * pairing.drawn() as f64;
                        let points = pairing.estimated_wins()[seat] + of_draws;
                        points / pairing.games() as f64
                    });
                    let number = shares.clone().count() as f64;
                    Share::of_probability(shares.sum::<f64>() / number)
                }
            };
        }
    }

    /// Makes the evidence anew from all games of all pairings.
    fn restart(&mut self, pairings: &[Pairing]) {
        *self = ShareEvidence::new(self.competitors, self.plan, self.adjustment);
        let pairs = (0..self.kinds.len()).array_combinations();
        self.open_pairs.reserve_exact(self.decisions.len());
        self.open_pairs.extend(pairs.map(|kinds| OpenPair {
            kinds,
            sums: LeadSums::default(),
        }));
        let games = pairings.first().map_or(0, Pairing::games);
        self.fixed_games = games as f64 * (self.competitors.number() - 1) as f64;
        let competitors = self.competitors;
        let first_blocks =
            || index_pairings(competitors, pairings.iter().map(Pairing::first_block));
        let later_blocks = pairings
            .iter()
            .map(|pairing| pairing.since(pairing.first_block()));
        // After the first block it is known how games vary.
        self.add_and_decide(first_blocks());
        self.estimate_variances(first_blocks());
        self.add_and_decide(index_pairings(competitors, later_blocks));
    }

    /// The games that a kind with this half-width, in percentage points, still needs for its
    /// interval; 0 if that is narrow enough, or the number of games is fixed.
    fn missing_for_interval(&self, kind: usize, half_width: f64) -> f64 {
        let accuracy = self.plan.accuracy.unwrap_or(f64::INFINITY);
        let factor = half_width / accuracy;
        if factor > 1.0 {
            let kind = &self.kinds[kind];
            let games = kind.games;
            let missing = games_for(accuracy / 100.0, kind.variance) - games;
            // After these, widths shrink as the root of the number of games.
            let by_width = (factor * factor - 1.0) * games;
            f64::max(1.0, if missing > 0.0 { missing } else { by_width })
        } else {
            0.0
        }
    }

    /// The games that each of two kinds still needs for their order, which is open. It is 0 if an
    /// order was certified and the shares have come to say the opposite: what was certified stays
    /// certified, and the order of the list is left open.
    fn missing_for_order(&self, kinds: [usize; 2]) -> f64 {
        self.open_index(kinds).map_or(0.0, |index| {
            let sums = self.open_pairs[index].sums;
            let missing = self.certifier.games_to_decide(sums) - sums.games;
            missing.max(1.0)
        })
    }

    /// For each kind the games that it still needs for this list.
    fn missing_games(&self, list: &Ranking<()>) -> Vec<f64> {
        let kind = |index: usize| self.competitors.kinds[list.entries[index].die];
        let mut missing = vec![0.0f64; self.kinds.len()];
        for (index, entry) in list.entries.iter().enumerate() {
            let above = kind(index);
            if list.outside[above] {
                continue;
            }
            let for_interval = self.missing_for_interval(above, entry.half_width);
            missing[above] = missing[above].max(for_interval);
            if entry.order != Some(OrderStatus::Open) {
                continue;
            }
            let below = kind(index + 1);
            // Below those that are listed, the order to one that is outside does not matter.
            if index < list.listed_count || !list.outside[below] {
                let for_order = self.missing_for_order([above, below]);
                for kind in [above, below] {
                    missing[kind] = missing[kind].max(for_order);
                }
            }
        }
        missing
    }
}

/// These `pairings`, in lexicographic order, with the indices of their dice.
fn index_pairings(
    competitors: &Competitors,
    pairings: impl Iterator<Item = Pairing>,
) -> impl Iterator<Item = IndexedPairing> {
    let pairings = competitors.pairings().zip(pairings);
    pairings.map(|(dice, pairing)| IndexedPairing::new(dice, pairing))
}

impl Evidence for ShareEvidence<'_> {
    fn shares(&self, kind: usize) -> Shares {
        let can_win = self.competitors.can_win[self.competitors.members[kind][0]];
        let KindEvidence {
            interval,
            share,
            draws,
            ..
        } = self.kinds[kind];
        let has_no_share = self.plan.criterion == Criterion::Wins && !can_win;
        Shares {
            share,
            draws,
            interval: if has_no_share {
                [0.0; 2]
            } else {
                interval.ends().map(|end| 100.0 * end)
            },
            half_width: if has_no_share {
                0.0
            } else {
                100.0 * interval.half_width()
            },
        }
    }

    fn order(&self, above: usize, below: usize) -> Option<OrderStatus> {
        // The decision compares the kind with the lower number with the other one.
        Some(match self.decision([above, below]) {
            Some(Ordering::Equal) => OrderStatus::Level,
            Some(order) if order == below.cmp(&above) => OrderStatus::Certified,
            _ => OrderStatus::Open,
        })
    }
}

impl GameEvidence for ShareEvidence<'_> {
    fn update(&mut self, new: Vec<IndexedPairing>, pairings: &[Pairing]) {
        let is_first = self.kinds.iter().all(|kind| kind.games == 0.0);
        if is_first || self.plan.accuracy.is_none() {
            drop(new);
            self.restart(pairings);
        } else {
            self.add_and_decide(new.into_iter());
        }
        self.estimate_variances(index_pairings(self.competitors, pairings.iter().copied()));
        self.estimate_shares(pairings);
    }

    /// A kind whose interval is too wide, or whose order to a neighbour is open, stays or becomes
    /// active and meets everybody. One that is certainly none of those that are wanted does so only
    /// for its order to the one above, if that is listed and not outside, too.
    fn plan_next(&mut self, list: &Ranking<()>, _pairings: &[Pairing], most: u64) -> NextGames {
        let missing = self.missing_games(list);
        for (kind, &missing) in self.kinds.iter_mut().zip(&missing) {
            kind.is_active = missing > 0.0;
        }
        // Each kind plays the games that it misses, equally many against everybody.
        let opponents = self.competitors.number() as f64 - 1.0;
        let mut games_left = 0u64;
        let goes_on = self.competitors.pairings().map(|dice| {
            let [first, second] = self.competitors.kinds_of(dice).map(|kind| missing[kind]);
            let games = (first.max(second) / opponents).ceil() as u64;
            games_left = games_left.saturating_add(games.min(most));
            games > 0
        });
        NextGames {
            goes_on: goes_on.collect(),
            games_left,
            undecided: list.open_ranks().count(),
        }
    }
}
