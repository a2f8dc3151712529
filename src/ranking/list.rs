//! The list (a [`Ranking`]), the evidence that it is made of, and the statements that follow.

use std::cmp::{Ordering, Reverse};

use itertools::Itertools;

use super::head_to_head::HeadToHead;
use super::share::Share;
use crate::certainty::{Adjustment, Certifier, Decision};
use crate::exact::Solution;
use crate::pairing::Pairing;
use crate::tournament::{Competitors, Criterion, IndexedPairing};

/// The least half-width to solve for, in percentage points. Of a game of some hundred rolls, half
/// as much gets lost where the solver stores probabilities.
pub const LEAST_HALF_WIDTH: f64 = 1e-3;

/// The criterion to rank by, and when to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The number of games per pairing, which is even; if an `accuracy` is given, the most.
    pub games: u64,
    /// Playing ends when each interval that is wanted has at most this half-width, in percentage
    /// points, and none of the orders that are wanted is open, unless the opposite order is
    /// certified; by duels, when none that matters is open. `None` if the number of games is fixed.
    /// Probabilities are computed until intervals have this half-width.
    pub accuracy: Option<f64>,
    /// The most probability that anything certified is wrong, more than 0 and less than 1.
    pub error: f64,
    /// Two whose shares differ by less than this, in percentage points, are level: their shares of
    /// the list, and in a duel those of their games against each other. 0 if none shall be.
    pub level: f64,
    /// The criterion by which competitors are ranked.
    pub criterion: Criterion,
    /// The number of competitors at the top that are wanted, at least 1; `None` if all are.
    pub best: Option<usize>,
}

impl Plan {
    /// The certifier of orders for this number of competitors, whose games count in this way.
    pub(super) fn certifier(&self, competitors: usize, adjustment: Adjustment) -> Certifier {
        let level = self.level / 100.0;
        Certifier::new(competitors, self.error, level, adjustment)
    }
}

/// The certainty that an entry stands before the next one, or a competitor before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderStatus {
    /// The order is certified.
    Certified,
    /// There is no order, as the two are of one kind.
    Alike,
    /// There is no order, as neither can ever win, and only wins count.
    Winless,
    /// There is no order, as both are certified to have won equally many duels.
    Tied,
    /// The two are certified to differ by less than the [level](Plan::level).
    Level,
    /// Nothing is certified about the two, or that the second is before the first.
    Open,
}

impl OrderStatus {
    /// The certainty of the order of two dice by their games against each other. Two of one kind,
    /// and two that can never win, count as level here.
    pub fn of_duel(decision: Decision) -> OrderStatus {
        match decision {
            Some(Ordering::Equal) => OrderStatus::Level,
            Some(_) => OrderStatus::Certified,
            None => OrderStatus::Open,
        }
    }
}

/// The shares of a competitor, or of each of a kind. What is counted are games or points, or by
/// duels the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shares {
    /// As in [`RankedDie`], like all fields.
    pub(super) share: Share,
    pub(super) draws: Share,
    pub(super) interval: [f64; 2],
    pub(super) half_width: f64,
}

/// A competitor's place in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedDie {
    /// The index of the competitor; of a die, that in the file.
    pub die: usize,
    /// The share that it and all others of its kind win of what is counted: of games or points, the
    /// mean over its opponents; by duels, of its opponents, a level one counting half and an open
    /// one as is likely.
    pub share: Share,
    /// The share of what is counted that neither side wins: of games, the mean over its kind; by
    /// duels, of opponents that are certified to be level with it.
    pub draws: Share,
    /// The ends of the interval of the share, in per cent: of games, the 95 % interval; a certain
    /// one if nothing was left to chance; by duels, the share if all open ones were lost or won.
    pub interval: [f64; 2],
    /// Half the width of that interval, in percentage points; of a 95 % interval before it was cut
    /// off at 0 and 100 %.
    pub half_width: f64,
    /// Whether the competitor can ever win.
    pub can_win: bool,
    /// The certainty of the order to the next entry, if there is one.
    pub order: Option<OrderStatus>,
}

/// The ranks that tied dice share, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankRange {
    /// The best of them.
    pub first: usize,
    /// The worst of them.
    pub last: usize,
}

/// The number of duels of all competitors, by what is certified about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelCounts {
    /// The duels about which nothing is certified.
    pub open: u64,
    /// The duels that are certified to be level.
    pub level: u64,
}

/// The list, and the source that it is made of: `()` as long as games go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking<S = Source> {
    /// The list, best first; competitors with equal shares in the order of their indices.
    pub entries: Vec<RankedDie>,
    /// The number of entries that are wanted, from the first on. Of the others nothing matters but
    /// that they are below.
    pub listed_count: usize,
    /// The plan by which it was to be made.
    pub plan: Plan,
    /// The state of the duels, if [these](Criterion::Duels) count.
    pub duels: Option<DuelCounts>,
    /// Whether a watch ended it before it was as sure as planned.
    pub is_early: bool,
    /// The games or probabilities that the list follows from.
    pub source: S,
    /// The way in which games are counted, if there are any.
    adjustment: Adjustment,
    /// The number of each competitor's kind.
    kinds: Vec<usize>,
    /// The order of every two kinds.
    orders: OrderMatrix,
    /// For each kind whether it is certified to be none of those that are wanted.
    pub(super) outside: Vec<bool>,
}

/// The source of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The games of each pairing, in lexicographic order.
    Games(Vec<Pairing>),
    /// The probabilities of each pairing, in lexicographic order.
    Solutions(Vec<Solution>),
}

/// Evidence about the shares of kinds, whether from games, from duels, or from probabilities.
/// Competitors of a kind cannot be told apart.
pub(super) trait Evidence {
    /// The shares of each member of a kind.
    fn shares(&self, kind: usize) -> Shares;

    /// The certainty that the first of two different kinds is before the second; `None` if it
    /// follows from their intervals.
    fn order(&self, _above: usize, _below: usize) -> Option<OrderStatus> {
        None
    }

    /// The state of the duels, if these count.
    fn duels(&self) -> Option<DuelCounts> {
        None
    }
}

/// Evidence that grows with the games.
pub(super) trait GameEvidence: Evidence + Sync {
    /// Adds the games since the last call. `new` are the new games of the pairings that have any;
    /// it does not matter in the first call, when all games are new. It takes as much memory as all
    /// games, and is dropped as soon as it is not needed. `pairings` are all games, in lexicographic
    /// order. If the plan has no accuracy, the evidence is made anew from these, as if there had
    /// been no look before.
    fn update(&mut self, new: Vec<IndexedPairing>, pairings: &[Pairing]);

    /// Decides which pairings go on for this list, with at most `most` further games of each, and
    /// notes what the next [update](Self::update) has to know of it: games of others are no evidence.
    fn plan_next(&mut self, list: &Ranking<()>, pairings: &[Pairing], most: u64) -> NextGames;
}

/// The games that a list still needs.
pub(super) struct NextGames {
    /// For each pairing, in lexicographic order, whether it goes on.
    pub goes_on: Vec<bool>,
    /// An estimate of the number of further games of all pairings, if the evidence goes on to grow
    /// as it has.
    pub games_left: u64,
    /// The number of orders or duels that are open and matter for the list.
    pub undecided: usize,
}

/// The status of the order of every two kinds, by the kind above and the kind below.
#[derive(Clone, Debug, PartialEq)]
struct OrderMatrix(Vec<Vec<OrderStatus>>);

impl OrderMatrix {
    /// Compares every two kinds by this evidence, or else by the intervals in `shares`.
    fn new(evidence: &dyn Evidence, shares: &[Shares], plan: &Plan) -> OrderMatrix {
        let compare = |above: usize, below: usize| {
            if above == below {
                return OrderStatus::Alike;
            }
            let intervals = [above, below].map(|kind| shares[kind].interval);
            let order = evidence.order(above, below);
            order.unwrap_or_else(|| compare_intervals(intervals, plan))
        };
        let kinds = 0..shares.len();
        let row = |above| kinds.clone().map(|below| compare(above, below)).collect();
        OrderMatrix(kinds.clone().map(row).collect())
    }

    /// The status of the order of the first of two kinds before the second.
    fn get(&self, above: usize, below: usize) -> OrderStatus {
        self.0[above][below]
    }

    /// The number of competitors that are certified to be better than those of a kind. `members`
    /// are the competitors of each kind.
    fn count_better(&self, kind: usize, members: &[Vec<usize>]) -> usize {
        let better = members
            .iter()
            .enumerate()
            .filter(|&(opponent, _)| self.get(opponent, kind) == OrderStatus::Certified);
        better.map(|(_, members)| members.len()).sum()
    }
}

/// The certainty that the first of two different kinds is before the second, from these intervals
/// alone, which are taken for certain.
fn compare_intervals([above, below]: [[f64; 2]; 2], plan: &Plan) -> OrderStatus {
    // The most and the least by which the first can be ahead.
    let [most, least] = [0, 1].map(|end| above[1 - end] - below[end]);
    let is_level = most < plan.level && -least < plan.level;
    match plan.criterion {
        _ if least > 0.0 => OrderStatus::Certified,
        // Both numbers of duels are certain, and the same.
        Criterion::Duels if most == 0.0 && least == 0.0 => OrderStatus::Tied,
        Criterion::Wins | Criterion::Points if is_level => OrderStatus::Level,
        _ => OrderStatus::Open,
    }
}

impl Ranking<()> {
    /// The list that follows from this evidence, which counts games with this `adjustment`.
    pub(super) fn new(
        competitors: &Competitors,
        evidence: &dyn Evidence,
        plan: &Plan,
        adjustment: Adjustment,
    ) -> Ranking<()> {
        let members = &competitors.members;
        let kinds = 0..members.len();
        let shares = kinds
            .clone()
            .map(|kind| evidence.shares(kind))
            .collect_vec();
        let orders = OrderMatrix::new(evidence, &shares, plan);
        let is_outside = |kind| {
            plan.best
                .is_some_and(|best| orders.count_better(kind, members) >= best)
        };
        let mut ranking = Ranking {
            entries: sort_entries(competitors, &shares),
            listed_count: competitors.number(),
            plan: *plan,
            duels: evidence.duels(),
            is_early: false,
            source: (),
            adjustment,
            kinds: competitors.kinds.clone(),
            outside: kinds.map(is_outside).collect(),
            orders,
        };
        ranking.set_orders();
        ranking.set_listed();
        ranking
    }

    /// The same list with the source that it follows from; `is_early` says whether a watch ended it.
    pub(super) fn with_source(self, source: Source, is_early: bool) -> Ranking {
        Ranking {
            entries: self.entries,
            listed_count: self.listed_count,
            plan: self.plan,
            duels: self.duels,
            is_early,
            source,
            adjustment: self.adjustment,
            kinds: self.kinds,
            orders: self.orders,
            outside: self.outside,
        }
    }

    /// Sets the status of the order of each entry to the next one.
    fn set_orders(&mut self) {
        for index in 1..self.entries.len() {
            let [above, below] = [index - 1, index].map(|index| self.entries[index]);
            let order = self.order(above.die, below.die);
            let is_winless =
                self.plan.criterion == Criterion::Wins && !above.can_win && !below.can_win;
            self.entries[index - 1].order = Some(if is_winless && order != OrderStatus::Alike {
                OrderStatus::Winless
            } else {
                order
            });
        }
    }

    /// Sets the number of entries that are wanted: more than the [best](Plan::best) if there is no
    /// order between the last of them and the next one, unless that is outside.
    fn set_listed(&mut self) {
        let number = self.entries.len();
        let Some(best) = self.plan.best.filter(|&best| best < number) else {
            return;
        };
        let has_no_order = |neighbours: &&[RankedDie]| {
            !matches!(
                neighbours[0].order,
                Some(OrderStatus::Certified | OrderStatus::Open)
            ) && !self.outside[self.kinds[neighbours[1].die]]
        };
        let neighbours = self.entries[best - 1..].windows(2);
        self.listed_count = best + neighbours.take_while(has_no_order).count();
    }
}

/// The list.
impl<S> Ranking<S> {
    /// The entries that are wanted, best first.
    pub fn listed(&self) -> &[RankedDie] {
        &self.entries[..self.listed_count]
    }

    /// For each die its rank, from 1, whether it is listed or not.
    pub fn ranks(&self) -> Vec<usize> {
        let ranks = self.entries.iter().zip(1..);
        ranks
            .sorted_by_key(|(entry, _)| entry.die)
            .map(|(_, rank)| rank)
            .collect()
    }

    /// For each die the ranks that it shares with those that are tied with it.
    pub fn rank_ranges(&self) -> Vec<RankRange> {
        let is_tied = |above: &RankedDie, _: &RankedDie| above.order == Some(OrderStatus::Tied);
        let mut last = 0;
        self.entries
            .chunk_by(is_tied)
            .flat_map(|tied| {
                last += tied.len();
                let range = RankRange {
                    first: last - tied.len() + 1,
                    last,
                };
                tied.iter().map(move |entry| (entry.die, range))
            })
            .sorted_by_key(|(die, _)| *die)
            .map(|(_, range)| range)
            .collect()
    }

    /// The entries in the order of the competitors' indices.
    pub fn by_die(&self) -> Vec<&RankedDie> {
        let entries = self.entries.iter();
        entries.sorted_by_key(|entry| entry.die).collect()
    }

    /// Half the width of the widest interval of those that are listed, in percentage points.
    pub fn half_width(&self) -> f64 {
        let widths = self.listed().iter().map(|entry| entry.half_width);
        widths.fold(0.0, f64::max)
    }

    /// The ranks, from 1, of those that are listed and whose order to the next one is
    /// [open](OrderStatus::Open).
    pub fn open_ranks(&self) -> impl Iterator<Item = usize> {
        let ranks = self.listed().iter().zip(1..);
        ranks.filter_map(|(entry, rank)| (entry.order == Some(OrderStatus::Open)).then_some(rank))
    }

    /// The half-width, in percentage points and with one digit, that would certify the orders that are
    /// open, if the true shares are as they seem.
    pub fn separating_accuracy(&self) -> f64 {
        let share = |index: usize| self.entries[index].share.as_percent();
        let gaps = self.open_ranks().map(|rank| share(rank - 1) - share(rank));
        let least_gap = gaps.fold(self.half_width(), f64::min);
        let half = (least_gap / 2.0).max(LEAST_HALF_WIDTH);
        // Rounded down.
        let digit = libm::exp10(libm::log10(half).floor());
        ((half / digit).floor() * digit * 1e6).round() / 1e6
    }

    /// The certainty that the first of these two, given by their indices, is before the second,
    /// from evidence about these two alone. It is never [`OrderStatus::Winless`].
    pub fn order(&self, above: usize, below: usize) -> OrderStatus {
        self.orders.get(self.kinds[above], self.kinds[below])
    }
}

/// The games or probabilities of the list.
impl Ranking {
    /// The games of all pairings, if the ranking is made of games.
    pub fn played(&self) -> Option<&[Pairing]> {
        match &self.source {
            Source::Games(pairings) => Some(pairings),
            Source::Solutions(_) => None,
        }
    }

    /// The number of games of each pairing that count, or the most, if some were settled before
    /// others; 0 if the ranking is not made of games.
    pub fn games_per_pairing(&self) -> u64 {
        let pairings = self.played().unwrap_or_default();
        pairings.iter().map(Pairing::games).max().unwrap_or(0)
    }

    /// Whether enough is known of the shares for a list.
    pub fn is_known(&self) -> bool {
        /// The largest half-width of an interval, in percentage points. Wider ones may hold more
        /// than half of all shares.
        const MOST_HALF_WIDTH: f64 = 25.0;
        match &self.source {
            Source::Games(_) => self.games_per_pairing() > 0,
            Source::Solutions(_) => self.half_width() <= MOST_HALF_WIDTH,
        }
    }

    /// The shares of every two in their games against each other, in lexicographic order.
    pub fn head_to_heads(&self) -> Vec<HeadToHead> {
        let level = self.plan.level / 100.0;
        let adjustment = self.adjustment;
        let certifier = self.plan.certifier(self.entries.len(), adjustment);
        let by_die = self.by_die();
        let pairings = (0..self.entries.len()).array_combinations().enumerate();
        let head_to_head = |(index, dice): (usize, [usize; 2])| {
            let mut head_to_head = match &self.source {
                Source::Games(games) => {
                    HeadToHead::played(dice, &games[index], &certifier, adjustment)
                }
                Source::Solutions(solutions) => HeadToHead::solved(dice, &solutions[index], level),
            };
            if self.order(dice[0], dice[1]) == OrderStatus::Alike {
                head_to_head.equalize();
            } else if !dice.iter().any(|&die| by_die[die].can_win) {
                head_to_head.decision = Some(Ordering::Equal);
            }
            head_to_head
        };
        pairings.map(head_to_head).collect()
    }

    /// Every three dice of which the first is certified to win more of their games than the second,
    /// the second than the third, and the third than the first; the lowest index comes first. If
    /// they come from games, all these claims together are wrong with at most the probability of
    /// [`error`](Plan::error).
    pub fn cycles(&self) -> Vec<[usize; 3]> {
        let dice_count = self.entries.len();
        let mut beats = vec![vec![false; dice_count]; dice_count];
        for duel in self.head_to_heads() {
            let [first, second] = duel.dice;
            beats[first][second] = duel.decision == Some(Ordering::Greater);
            beats[second][first] = duel.decision == Some(Ordering::Less);
        }
        (0..dice_count)
            .array_combinations()
            .flat_map(|[a, b, c]| [[a, b, c], [a, c, b]])
            .filter(|&[a, b, c]| beats[a][b] && beats[b][c] && beats[c][a])
            .collect()
    }
}

/// Returns whether a die is certified to be above another die in one of these rankings of the same
/// dice, and below the same one in another of them.
pub fn changes_places<'a>(die: usize, rankings: impl Iterator<Item = &'a Ranking> + Clone) -> bool {
    let is_above = |above: usize, below: usize| {
        rankings
            .clone()
            .any(|ranking| ranking.order(above, below) == OrderStatus::Certified)
    };
    let dice = rankings
        .clone()
        .next()
        .map_or(0, |ranking| ranking.entries.len());
    (0..dice).any(|other| is_above(die, other) && is_above(other, die))
}

/// An entry for each competitor, best first, with the shares of its kind. The orders are not known
/// yet.
fn sort_entries(competitors: &Competitors, shares: &[Shares]) -> Vec<RankedDie> {
    let entry = |(die, &kind): (usize, &usize)| {
        let Shares {
            share,
            draws,
            interval,
            half_width,
        } = shares[kind];
        RankedDie {
            die,
            share,
            draws,
            interval,
            half_width,
            can_win: competitors.can_win[die],
            order: None,
        }
    };
    let kinds = competitors.kinds.iter().enumerate();
    let mut entries = kinds.map(entry).collect_vec();
    entries.sort_by_key(|entry| Reverse(entry.share.exact_percent()));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By numbers of duels that are certain: a competitor with fewer is not tied with one that has
    /// more.
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
        for (above, below, order) in [
            (many, few, OrderStatus::Certified),
            (few, many, OrderStatus::Open),
            (few, few, OrderStatus::Tied),
            (many, open, OrderStatus::Open),
        ] {
            assert_eq!(compare_intervals([above, below], &plan), order);
        }
    }
}
