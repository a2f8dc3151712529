//! The list, what it is made of, and what follows from it.

use std::cmp::{Ordering, Reverse};

use itertools::Itertools;

use super::head_to_head::{HeadToHead, Share};
use crate::certainty::{Adjustment, Enough};
use crate::exact::Solution;
use crate::tournament::{Competitors, Criterion, Pairing};

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Games per pairing: an even number. If `accuracy` is given it is the most.
    pub games: u64,
    /// Playing ends when each interval has at most this half-width, in percentage points, and the
    /// order is certified.
    pub accuracy: Option<f64>,
    /// The probability that anything certified is wrong, more than 0 and less than 1.
    pub error: f64,
    /// Neighbours whose shares differ by less percentage points are level; 0 if none shall be.
    pub level: f64,
    /// What competitors are ranked by.
    pub criterion: Criterion,
    /// Only so many at the top are wanted.
    pub best: Option<usize>,
}

impl Plan {
    /// What games count: if their number is fixed, as in anybody's list, their results alone.
    pub fn adjustment(&self) -> Adjustment {
        match self.accuracy {
            Some(_) => Adjustment::Luck,
            None => Adjustment::None,
        }
    }

    /// What it takes to certify orders of so many competitors.
    pub(super) fn enough(&self, competitors: usize) -> Enough {
        let level = self.level / 100.0;
        Enough::new(competitors, self.error, level, self.adjustment())
    }
}

/// How sure it is that an entry stands before the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The order is certified.
    Certified,
    /// There is no order, as the two are of one kind.
    Alike,
    /// There is no order, as neither can ever win.
    Winless,
    /// There is no order, as both are certified to have won equally many duels.
    Tied,
    /// The two are certified to differ by less than anybody wants to know.
    Level,
    /// The order is not certified.
    Open,
}

/// A competitor's place in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankedDie {
    /// The number of the competitor, which for a die is the index in the file.
    pub die: usize,
    /// The share of games, or of points, that it and all others of its kind win: the mean over its
    /// opponents.
    pub share: Share,
    /// The share of their games that nobody won.
    pub draws: Share,
    /// The ends of the interval of the share, in per cent: the 95 % interval, or if nothing was
    /// left to chance a certain one.
    pub interval: [f64; 2],
    /// Half the width of that interval, in percentage points, even where it would go beyond 0 or
    /// 100 %.
    pub half_width: f64,
    /// Whether the competitor can ever win.
    pub can_win: bool,
    /// How sure the order to the next entry is, if there is one.
    pub lead: Option<Lead>,
}

/// The list, and what it is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The list, best first; competitors with equal shares in the order of their numbers.
    pub entries: Vec<RankedDie>,
    /// So many entries are wanted; of the others it is only known that they are below these.
    pub listed: usize,
    /// The plan by which it is made; if it is made of games, with the number of games of each
    /// pairing, or the most, if some were settled before others.
    pub plan: Plan,
    /// The games or probabilities that the list follows from.
    pub source: Source,
    /// The number of each competitor's kind.
    kinds: Vec<usize>,
    /// For every two kinds how sure it is that the first is before the second.
    leads: Vec<Vec<Lead>>,
    /// For each kind whether it is certified to be none of those that are wanted.
    pub(super) outside: Vec<bool>,
}

/// What a ranking is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The ranking is made of the games of each pairing, in lexicographic order.
    Games(Vec<Pairing>),
    /// The ranking is made of the probabilities of each pairing, in lexicographic order.
    Solutions(Vec<Solution>),
}

/// What lists are made of, whether that comes from games, from duels, or from probabilities.
/// Competitors of a kind cannot be told apart, so it is about kinds.
pub(super) trait Evidence {
    /// What the list says of the shares of this kind.
    fn entry(&self, kind: usize) -> RankedDie;

    /// How sure it is that the first of two different kinds is before the second, if that is known
    /// better than from their intervals.
    fn lead(&self, _above: usize, _below: usize) -> Option<Lead> {
        None
    }
}

/// Evidence that grows with the games.
pub(super) trait Growing: Evidence + Sync {
    /// Takes in all games that were played since it last did. `before` are the pairings that have
    /// new ones, as they were then, and `pairings` all, in lexicographic order. Without an accuracy
    /// all games count together, as if nobody had looked before.
    fn see(&mut self, before: &[([usize; 2], Pairing)], pairings: &[Pairing]);

    /// Decides which pairings, in lexicographic order, shall go on for this list. Says how many
    /// games that will take if all goes on as it has, at most so many of each.
    fn want(&mut self, ranking: &Ranking, pairings: &[Pairing], most: u64) -> (Vec<bool>, u64);
}

/// How sure it is that the first of two different kinds is before the second, if these intervals
/// are certain.
fn by_intervals([above, below]: [[f64; 2]; 2], plan: &Plan) -> Lead {
    let [most, least] = [0, 1].map(|end| above[1 - end] - below[end]);
    let is_level = most < plan.level && -least < plan.level;
    match plan.criterion {
        _ if least > 0.0 => Lead::Certified,
        // Both numbers of duels are certain, and the same.
        Criterion::Duels if most == 0.0 && least == 0.0 => Lead::Tied,
        Criterion::Wins | Criterion::Points if is_level => Lead::Level,
        _ => Lead::Open,
    }
}

impl Ranking {
    /// The list that follows from this evidence, which follows from this source.
    pub(super) fn new(
        competitors: &Competitors,
        evidence: &dyn Evidence,
        plan: &Plan,
        source: Source,
    ) -> Ranking {
        let (kinds, members) = (&competitors.kinds, &competitors.members);
        let all = || 0..members.len();
        let of_kinds = all().map(|kind| evidence.entry(kind)).collect_vec();
        let by_intervals =
            |kinds: [usize; 2]| by_intervals(kinds.map(|kind| of_kinds[kind].interval), plan);
        let lead = |above, below| match above == below {
            true => Lead::Alike,
            false => evidence
                .lead(above, below)
                .unwrap_or_else(|| by_intervals([above, below])),
        };
        let row = |above| all().map(|below| lead(above, below)).collect_vec();
        let leads = all().map(row).collect_vec();
        let better = |kind: usize| {
            let better = all().filter(|&other| leads[other][kind] == Lead::Certified);
            better.map(|other| members[other].len()).sum::<usize>()
        };
        let is_outside = |kind| plan.best.is_some_and(|best| better(kind) >= best);
        let outside = all().map(is_outside).collect_vec();
        let entry = |(die, &kind): (usize, &usize)| RankedDie {
            die,
            can_win: competitors.can_win[die],
            ..of_kinds[kind]
        };
        let mut entries = kinds.iter().enumerate().map(entry).collect_vec();
        entries.sort_by_key(|entry| Reverse(entry.share.percent()));
        for index in 1..entries.len() {
            let [above, below] = [index - 1, index].map(|index| entries[index]);
            let is_winless = plan.criterion == Criterion::Wins && !above.can_win && !below.can_win;
            entries[index - 1].lead = Some(match leads[kinds[above.die]][kinds[below.die]] {
                lead if lead == Lead::Alike || !is_winless => lead,
                _ => Lead::Winless,
            });
        }
        let mut listed = entries.len();
        if let Some(best) = plan.best.filter(|&best| best < listed) {
            // More are listed if there is no order between the last of them and the next one,
            // unless that is outside.
            let is_equal = |pair: &&[RankedDie]| {
                !matches!(pair[0].lead, Some(Lead::Certified | Lead::Open))
                    && !outside[kinds[pair[1].die]]
            };
            let neighbours = entries[best - 1..].windows(2);
            listed = best + neighbours.take_while(is_equal).count();
        }
        Ranking {
            entries,
            listed,
            plan: *plan,
            source,
            kinds: kinds.clone(),
            leads,
            outside,
        }
    }

    /// The entries that are wanted, best first.
    pub fn listed(&self) -> &[RankedDie] {
        &self.entries[..self.listed]
    }

    /// For each die its rank, from 1, whether it is listed or not.
    pub fn ranks(&self) -> Vec<usize> {
        let ranks = self.entries.iter().zip(1..);
        let ranks = ranks.sorted_by_key(|(entry, _)| entry.die);
        ranks.map(|(_, rank)| rank).collect()
    }

    /// The entries in the order of their numbers.
    pub fn by_die(&self) -> Vec<&RankedDie> {
        let entries = self.entries.iter();
        entries.sorted_by_key(|entry| entry.die).collect()
    }

    /// The games that the ranking is made of, if it is made of games.
    pub fn played(&self) -> Option<&[Pairing]> {
        match &self.source {
            Source::Games(pairings) => Some(pairings),
            Source::Solutions(_) => None,
        }
    }

    /// Half the width of the widest interval of those that are listed, in percentage points.
    pub fn half_width(&self) -> f64 {
        let widths = self.listed().iter().map(|entry| entry.half_width);
        widths.fold(0.0, f64::max)
    }

    /// The ranks, from 1, of those that are listed and whose order to the next one is not
    /// certified.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let ranks = self.listed().iter().zip(1..);
        ranks.filter_map(|(entry, rank)| (entry.lead == Some(Lead::Open)).then_some(rank))
    }

    /// How sure it is that the first of these two, given by their numbers, is before the second,
    /// from what is known about these two alone.
    pub fn lead(&self, above: usize, below: usize) -> Lead {
        self.leads[self.kinds[above]][self.kinds[below]]
    }

    /// What is known about the games of every two, in lexicographic order.
    pub fn head_to_heads(&self) -> Vec<HeadToHead> {
        let level = self.plan.level / 100.0;
        let enough = self.plan.enough(self.entries.len());
        let adjustment = self.plan.adjustment();
        let by_die = self.by_die();
        let all = (0..self.entries.len()).array_combinations().enumerate();
        let known = all.map(|(index, dice)| {
            let mut one = match &self.source {
                Source::Games(games) => {
                    HeadToHead::played(dice, &games[index], &enough, adjustment)
                }
                Source::Solutions(all) => HeadToHead::solved(dice, &all[index], level),
            };
            if self.lead(dice[0], dice[1]) == Lead::Alike {
                one.share_equally();
            } else if !dice.iter().any(|&die| by_die[die].can_win) {
                one.decision = Some(Ordering::Equal);
            }
            one
        });
        known.collect()
    }

    /// Every three dice of which the first is certified to win more of their games than the second,
    /// the second than the third, and the third than the first; the lowest number comes first. If
    /// they come from games, all these claims together are wrong with at most the probability of
    /// [`error`](Plan::error).
    pub fn cycles(&self) -> Vec<[usize; 3]> {
        let dice = self.entries.len();
        let mut beats = vec![vec![false; dice]; dice];
        for duel in self.head_to_heads() {
            let [one, other] = duel.dice;
            beats[one][other] = duel.decision == Some(Ordering::Greater);
            beats[other][one] = duel.decision == Some(Ordering::Less);
        }
        (0..dice)
            .array_combinations()
            .flat_map(|[one, two, three]| [[one, two, three], [one, three, two]])
            .filter(|&[one, two, three]| beats[one][two] && beats[two][three] && beats[three][one])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By numbers of duels that are certain: who has won fewer is not tied with who has won more.
    #[test]
    fn only_equal_numbers_of_duels_are_tied() {
        let plan = Plan {
            games: 2,
            accuracy: None,
            error: 0.001,
            level: 0.0,
            criterion: Criterion::Duels,
            best: None,
        };
        let [few, many, open] = [[25.0; 2], [75.0; 2], [25.0, 75.0]];
        for (above, below, lead) in [
            (many, few, Lead::Certified),
            (few, many, Lead::Open),
            (few, few, Lead::Tied),
            (many, open, Lead::Open),
        ] {
            assert_eq!(by_intervals([above, below], &plan), lead);
        }
    }
}
