//! Evidence about shares of games, or of points: who wins more, against all others.
//!
//! A competitor is *settled* when its interval is narrow enough and its order to both neighbours is known. Two of them do not
//! meet any more, until one of them gets a neighbour that it is not settled with.
//!
//! What a kind of m competitors has won is the mean over them: each of their games counts 1/m. A game of two of a kind counts
//! for both, so what scatters there is the sum of what they win.

use std::cmp::Reverse;

use itertools::Itertools;
use rayon::prelude::*;

use super::games::Growing;
use super::list::{Evidence, Known, Lead, List, Share};
use super::plan::Plan;
use crate::allocation;
use crate::certainty::{Decision, Enough, Interval, Outcomes, bet, games_for};
use crate::tournament::{Competitors, Pairing, Scoring};

/// Bets are made for an end after at most so many times as many games as there were so far, so that intervals are not useless
/// to whoever ends early. It costs 3 % of the games of the contest's files.
const FORESIGHT: f64 = 32.0;

/// What is known about the shares of all kinds.
pub(super) struct Shares<'a> {
    competitors: &'a Competitors,
    members: Vec<Vec<usize>>,
    scoring: Scoring,
    enough: Enough,
    /// The half-width that is wanted, from 0 to 1. Without one all games are seen at once.
    accuracy: Option<f64>,
    kinds: Vec<Kind>,
    /// What is known about each pair of kinds, in lexicographic order.
    pairs: Vec<Pair>,
}

/// What is known about a kind. Games are those of one member.
#[derive(Clone, Debug)]
struct Kind {
    /// Whether it meets everybody from now on.
    is_active: bool,
    /// The games in which it met everybody, and the interval that follows from them.
    games: f64,
    interval: Interval,
    /// The variance of a game: the mean of p̂(1 − p̂) over all pairings.
    variance: f64,
    /// What is won and drawn against each opponent on average.
    won: Mean,
    drawn: Mean,
}

/// What is known about the order of two kinds.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// What a member of the first has won more than one of the second, after so many games of each, with this Q.
    lead: f64,
    squares: f64,
    games: f64,
    decision: Decision,
}

/// What a member of a kind has won in new games.
#[derive(Clone, Copy, Debug, Default)]
struct New {
    won: f64,
    games: f64,
    squares: f64,
}

/// A mean of shares of games: exact if all shares are of the same number of games, otherwise down to 2⁻⁴⁰.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    number: u64,
    /// The games won, if all shares are of `games`.
    won: u64,
    games: Option<u64>,
    /// The sum of the shares, as parts of 2⁴⁰.
    parts: u64,
}

impl Mean {
    fn add(&mut self, won: u64, games: u64) {
        const ONE: f64 = Mean::ONE as f64;
        let are_equal = self.number == 0 || self.games == Some(games);
        self.games = are_equal.then_some(games);
        self.number += 1;
        self.won += won;
        self.parts += (ONE * won as f64 / games as f64) as u64;
    }

    const ONE: u64 = 1 << 40;

    fn share(&self) -> Share {
        let (won, games) = match self.games {
            Some(games) => (self.won, games),
            None => (self.parts, Mean::ONE),
        };
        Share {
            won,
            games: self.number * games,
        }
    }
}

/// The place of a pair of so many, in lexicographic order.
fn place(number: usize, [first, second]: [usize; 2]) -> usize {
    first * (2 * number - first - 1) / 2 + second - first - 1
}

impl<'a> Shares<'a> {
    /// Before the first game.
    pub fn new(competitors: &'a Competitors, plan: &Plan) -> Shares<'a> {
        let members = competitors.members();
        let number = members.len() * members.len().saturating_sub(1) / 2;
        let mut pairs = Vec::new();
        allocation::reserve(&mut pairs, number);
        let pair = Pair {
            lead: 0.0,
            squares: 0.0,
            games: 0.0,
            decision: Decision::Open,
        };
        pairs.resize(number, pair);
        let kind = |members: &Vec<usize>| Kind {
            is_active: true,
            games: 0.0,
            interval: Interval::default(),
            variance: 0.25 / members.len() as f64,
            won: Mean::default(),
            drawn: Mean::default(),
        };
        Shares {
            competitors,
            scoring: plan.criterion.scoring(),
            enough: Enough::new(competitors.number(), plan.error, plan.level / 100.0),
            accuracy: plan.accuracy.map(|points| points / 100.0),
            kinds: members.iter().map(kind).collect(),
            pairs,
            members,
        }
    }

    fn kinds_of(&self, dice: [usize; 2]) -> [usize; 2] {
        dice.map(|die| self.competitors.kinds[die])
    }

    /// For each kind the part that a member has of it.
    fn parts(&self, kinds: [usize; 2]) -> [f64; 2] {
        kinds.map(|kind| 1.0 / self.members[kind].len() as f64)
    }

    /// Takes in new games. If all games are seen at once, each competitor has so many of them.
    fn add(&mut self, new: impl Iterator<Item = ([usize; 2], Outcomes)>, all: f64) {
        let draw = self.scoring.draw();
        let number = self.kinds.len();
        let mut of_kinds = vec![New::default(); number];
        for (dice, outcomes) in new {
            let kinds = self.kinds_of(dice);
            let parts = self.parts(kinds);
            let (won, scatter) = outcomes.counted(draw);
            for (seat, &kind) in kinds.iter().enumerate() {
                let new = &mut of_kinds[kind];
                new.won += parts[seat] * won[seat];
                new.games += parts[seat] * outcomes.games() as f64;
                new.squares += parts[seat] * parts[seat] * scatter.own[seat];
            }
            // What both win scatters together.
            let both = 2.0 * parts[0] * parts[1] * scatter.both;
            let [one, other] = kinds;
            if one == other {
                of_kinds[one].squares += both;
            } else if self.kinds[one].is_active && self.kinds[other].is_active {
                let pair = place(number, [one.min(other), one.max(other)]);
                self.pairs[pair].squares -= both;
            }
        }
        for (kind, new) in self.kinds.iter_mut().zip(&of_kinds) {
            if kind.is_active {
                kind.games += new.games;
                let games = match self.accuracy {
                    Some(accuracy) => {
                        games_for(accuracy, kind.variance).clamp(kind.games, FORESIGHT * kind.games)
                    }
                    None => all,
                };
                let bet = bet(games, kind.variance);
                kind.interval.add(bet, new.won, new.games, new.squares);
            }
        }
        // The pairs of each kind with all later ones stand together.
        let mut rest = &mut self.pairs[..];
        let mut rows = Vec::new();
        for first in 0..number {
            let (row, later) = rest.split_at_mut(number - first - 1);
            rest = later;
            if self.kinds[first].is_active {
                rows.push((first, row));
            }
        }
        let (kinds, enough) = (&self.kinds, &self.enough);
        rows.into_par_iter().for_each(|(first, row)| {
            for (pair, second) in row.iter_mut().zip(first + 1..) {
                if kinds[second].is_active && pair.decision == Decision::Open {
                    let [one, other] = [first, second].map(|kind| of_kinds[kind]);
                    pair.lead += one.won - other.won;
                    pair.squares += one.squares + other.squares;
                    pair.games += one.games;
                    pair.decision = enough.decide(pair.lead, pair.squares, pair.games);
                }
            }
        });
    }

    /// Sees how the games of all pairings so far vary.
    fn set_variances(&mut self, all: impl Iterator<Item = ([usize; 2], Outcomes)>) {
        let draw = self.scoring.draw();
        let mut sums = vec![0.0; self.kinds.len()];
        for (dice, outcomes) in all {
            let (won, _) = outcomes.counted(draw);
            let [one, other] = won.map(|won| (won + 0.5) / (outcomes.games() as f64 + 1.0));
            let variance = |expected: f64| (expected * (1.0 - expected)).max(0.0);
            let kinds = self.kinds_of(dice);
            if kinds[0] == kinds[1] {
                sums[kinds[0]] += variance(one + other);
            } else {
                sums[kinds[0]] += variance(one);
                sums[kinds[1]] += variance(other);
            }
        }
        let opponents = (self.competitors.number() - 1) as f64;
        let of_kinds = self.members.iter().zip(sums);
        for (kind, (members, sum)) in self.kinds.iter_mut().zip(of_kinds) {
            let members = members.len() as f64;
            kind.variance = sum / (members * members * opponents);
        }
    }

    /// Sees what is won on average.
    fn set_means(&mut self, pairings: &[Pairing]) {
        let scoring = self.scoring;
        for kind in &mut self.kinds {
            [kind.won, kind.drawn] = [Mean::default(); 2];
        }
        for Pairing { dice, tally, .. } in pairings {
            let games = tally.games();
            for (seat, kind) in self.kinds_of(*dice).into_iter().enumerate() {
                let kind = &mut self.kinds[kind];
                let won = scoring.count(tally.won_by(seat), tally.draws);
                kind.won.add(won, scoring.win() * games);
                kind.drawn.add(tally.draws, games);
            }
        }
    }

    /// What is known about two kinds; whether they are exchanged there.
    fn pair(&self, one: usize, other: usize) -> (&Pair, bool) {
        let place = place(self.kinds.len(), [one.min(other), one.max(other)]);
        (&self.pairs[place], other < one)
    }
}

impl Evidence for Shares<'_> {
    fn known(&self, kind: usize) -> Known {
        let is_winless =
            self.scoring == Scoring::Wins && !self.competitors.can_win[self.members[kind][0]];
        let kind = &self.kinds[kind];
        let (interval, half_width) = match is_winless {
            true => ([0.0; 2], 0.0),
            false => (kind.interval.ends(), kind.interval.half_width()),
        };
        Known {
            share: kind.won.share(),
            draws: kind.drawn.share(),
            interval: interval.map(|end| 100.0 * end),
            half_width: 100.0 * half_width,
        }
    }

    fn lead(&self, above: usize, below: usize) -> Lead {
        let (pair, is_exchanged) = self.pair(above, below);
        match pair.decision {
            Decision::First if !is_exchanged => Lead::Certified,
            Decision::Second if is_exchanged => Lead::Certified,
            Decision::Level => Lead::Level,
            _ => Lead::Open,
        }
    }
}

impl Growing for Shares<'_> {
    fn see(&mut self, before: &[Pairing], pairings: &[Pairing]) {
        let number = self.competitors.number();
        let after = |one: &Pairing| pairings[place(number, one.dice)];
        let is_first = before.iter().all(|one| one.tally.games() == 0);
        let changed = before.iter().map(|before| (before, after(before)));
        let new = changed.map(|(before, after)| (after.dice, after.outcomes() - before.outcomes()));
        let games = new.clone().next().map_or(0, |(_, new)| new.games());
        let all = (games * (number as u64 - 1)) as f64;
        if is_first {
            // After the first block it is known how games vary.
            let all_pairings = pairings.iter();
            let first = all_pairings.map(|one| (one.dice, one.first_outcomes()));
            let rest = pairings.iter();
            let rest = rest.map(|one| (one.dice, one.outcomes() - one.first_outcomes()));
            self.add(first.clone(), all);
            self.set_variances(first);
            self.add(rest, all);
        } else {
            self.add(new, all);
        }
        self.set_variances(pairings.iter().map(|one| (one.dice, one.outcomes())));
        self.set_means(pairings);
    }

    fn want(&mut self, list: &List, pairings: &[Pairing], most: u64) -> u64 {
        let accuracy = self.accuracy.unwrap_or(0.0);
        let opponents = self.competitors.number() as f64 - 1.0;
        let kind = |index: usize| self.competitors.kinds[list.entries[index].die];
        // The number of games that each kind still needs, as far as that can be told.
        let mut left = vec![0.0f64; self.kinds.len()];
        for (index, entry) in list.entries.iter().enumerate() {
            let own = kind(index);
            if list.outside[own] {
                continue;
            }
            let half_width = entry.half_width / 100.0;
            if half_width > accuracy {
                let Kind {
                    games, variance, ..
                } = self.kinds[own];
                let more = games_for(accuracy, variance) - games;
                // After these, widths shrink as the root of the number of games.
                let factor = half_width / accuracy;
                let more = match more > 0.0 {
                    true => more,
                    false => (factor * factor - 1.0) * games,
                };
                left[own] = left[own].max(more).max(1.0);
            }
            // Below those that are listed, the order to whoever is outside does not matter.
            let is_wanted = |next: usize| index < list.listed || !list.outside[next];
            if entry.lead == Some(Lead::Open) && is_wanted(kind(index + 1)) {
                let other = kind(index + 1);
                let (pair, _) = self.pair(own, other);
                let all = self
                    .enough
                    .games_to_decide(pair.lead, pair.squares, pair.games);
                for kind in [own, other] {
                    left[kind] = left[kind].max(all - pair.games).max(1.0);
                }
            }
        }
        for (kind, &left) in self.kinds.iter_mut().zip(&left) {
            kind.is_active = left > 0.0;
        }
        let of_pairing = |left: f64| ((left / opponents).ceil() as u64).min(most);
        let _ = pairings;
        games_in(left.into_iter().map(of_pairing), &self.members)
    }

    fn is_wanted(&self, dice: [usize; 2]) -> bool {
        let kinds = self.kinds_of(dice);
        kinds.into_iter().any(|kind| self.kinds[kind].is_active)
    }
}

/// The number of games that it takes if each kind plays so many more against everybody.
fn games_in(each: impl Iterator<Item = u64>, members: &[Vec<usize>]) -> u64 {
    let mut opponents: u64 = members.iter().map(|members| members.len() as u64).sum();
    let of_dice = each.zip(members);
    let longest_first = of_dice.sorted_by_key(|&(games, _)| Reverse(games));
    let games = longest_first.map(|(games, members)| {
        let dice = members.len() as u64;
        opponents -= dice;
        let pairings = dice * opponents + dice * (dice - 1) / 2;
        pairings.saturating_mul(games)
    });
    games.fold(0, u64::saturating_add)
}
