//! The list, what it is made of, and what follows from it.

use std::cmp::Reverse;

use itertools::Itertools;

use super::head_to_head::HeadToHead;
use super::share::Share;
use crate::certainty::{Certainty, Decision, Enough, decide};
use crate::exact::Solution;
use crate::tournament::{Pairing, Scoring, pairings};

/// What competitors are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The share of games that they win.
    Wins,
    /// The same, but a draw counts half.
    Points,
    /// The opponents that they win more of their games against than lose; half of those that are level with them.
    Duels,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Criterion; 3] = [Criterion::Wins, Criterion::Points, Criterion::Duels];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Wins => "siege",
            Criterion::Points => "punkte",
            Criterion::Duels => "duelle",
        }
    }

    /// How games count.
    pub fn scoring(self) -> Scoring {
        match self {
            Criterion::Wins | Criterion::Duels => Scoring::Wins,
            Criterion::Points => Scoring::Points,
        }
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedDie {
    /// The number of the competitor, which for a die is the index in the file.
    pub die: usize,
    /// The share of games won by it and all others of its kind, or of points.
    pub share: Share,
    /// The share of their games that nobody won.
    pub draws: Share,
    /// Half the width of the interval around the share, in percentage points: the 95 % interval, or if
    /// nothing was left to chance a certain one.
    pub half_width: f64,
    /// The ends of that interval, in per cent.
    pub interval: [f64; 2],
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
    /// Two whose shares differ by less percentage points are level; 0 if none are.
    pub level: f64,
    /// What it goes by.
    pub criterion: Criterion,
    /// The games or probabilities that the list follows from.
    pub source: Source,
}

/// What a ranking is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The ranking is made of games.
    Games(PlayedGames),
    /// The ranking is made of the probabilities of each pairing, in lexicographic order.
    Solutions(Vec<([usize; 2], Solution)>),
}

/// The games that a ranking is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGames {
    /// The pairings in lexicographic order.
    pub pairings: Vec<Pairing>,
    /// The number of games of each pairing, or the most, if some were settled before others.
    pub games: u64,
    /// The probability that anything certified is wrong, at most.
    pub error: f64,
    /// The number of each competitor's kind.
    pub(super) kinds: Vec<usize>,
    /// What is known about shares and their order; nothing if duels are what counts.
    pub(super) certainty: Option<Certainty>,
}

impl Ranking {
    /// The entries that are wanted, best first.
    pub fn listed(&self) -> &[RankedDie] {
        &self.entries[..self.listed]
    }

    /// For each die its rank, from 1, whether it is listed or not.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.entries.len()];
        for (entry, rank) in self.entries.iter().zip(1..) {
            ranks[entry.die] = rank;
        }
        ranks
    }

    /// The entries in the order of their numbers.
    pub fn by_die(&self) -> Vec<&RankedDie> {
        self.entries
            .iter()
            .sorted_by_key(|entry| entry.die)
            .collect()
    }

    /// All orders that are certified, not only those of neighbours.
    pub fn orders(&self) -> CertifiedOrders<'_> {
        let mut orders = CertifiedOrders {
            ranking: self,
            by_die: self.by_die(),
            places: vec![(0, 0); self.entries.len()],
        };
        let (mut group, mut section) = (0, 0);
        for entry in &self.entries {
            orders.places[entry.die] = (section, group);
            match entry.lead {
                Some(Lead::Certified) => group += 1,
                Some(Lead::Open | Lead::Level) => section += 1,
                Some(Lead::Alike | Lead::Winless | Lead::Tied) | None => {}
            }
        }
        orders
    }

    /// The games that the ranking is made of, if it is made of games.
    pub fn played(&self) -> Option<&PlayedGames> {
        match &self.source {
            Source::Games(played) => Some(played),
            Source::Solutions(_) => None,
        }
    }

    /// Half the width of the widest interval of those that are listed, in percentage points.
    pub fn half_width(&self) -> f64 {
        widest(self.listed())
    }

    /// The ranks, from 1, of those that are listed and whose order to the next one is not certified.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let ranks = self.listed().iter().zip(1..);
        ranks.filter_map(|(entry, rank)| (entry.lead == Some(Lead::Open)).then_some(rank))
    }

    /// The ranks, from 1, of those that are listed and have open duels, where duels are what counts.
    pub fn with_open_duels(&self) -> impl Iterator<Item = usize> {
        let ranks = self.listed().iter().zip(1..);
        ranks.filter_map(|(entry, rank)| (entry.interval[0] < entry.interval[1]).then_some(rank))
    }

    /// The numbers of duels, where they are what counts.
    pub fn duel_counts(&self) -> DuelCounts {
        let all = pairings(self.entries.len());
        let opponents = self.entries.len().saturating_sub(1) as f64;
        // Everything is there once for either side.
        let open = self
            .entries
            .iter()
            .map(|entry| entry.half_width / 50.0 * opponents);
        DuelCounts {
            all,
            level: self
                .entries
                .iter()
                .map(|entry| entry.draws.won)
                .sum::<u64>()
                / 2,
            open: (open.sum::<f64>() / 2.0).round() as u64,
        }
    }

    /// What is known about the games of every two, in lexicographic order.
    pub fn head_to_heads(&self) -> Vec<HeadToHead> {
        match &self.source {
            Source::Games(played) => {
                let enough = Enough::new(self.entries.len(), played.error, self.level / 100.0);
                let pairings = played.pairings.iter();
                let by_die = self.by_die();
                let known = |pairing: &Pairing| {
                    let [one, other] = pairing.dice.map(|die| played.kinds[die]);
                    let can_win = pairing.dice.map(|die| by_die[die].can_win);
                    let decision = match one == other || can_win == [false; 2] {
                        // This is so before any game.
                        true => Decision::Level,
                        false => decide(pairing.balance, enough),
                    };
                    HeadToHead::played(pairing, decision)
                };
                pairings.map(known).collect()
            }
            Source::Solutions(solutions) => {
                let level = self.level / 100.0;
                let known = |(dice, solution): &_| HeadToHead::solved(*dice, solution, level);
                solutions.iter().map(known).collect()
            }
        }
    }

    /// Every three dice of which the first is certified to win more of their games than the second,
    /// the second than the third, and the third than the first; the lowest number comes first. If they
    /// come from games, all these claims together are wrong with at most the probability of
    /// [`error`](PlayedGames::error).
    pub fn cycles(&self) -> Vec<[usize; 3]> {
        let dice = self.entries.len();
        let mut beats = vec![vec![false; dice]; dice];
        for duel in self.head_to_heads() {
            let [one, other] = duel.dice;
            beats[one][other] = duel.decision == Decision::First;
            beats[other][one] = duel.decision == Decision::Second;
        }
        (0..dice)
            .array_combinations()
            .flat_map(|[one, two, three]| [[one, two, three], [one, three, two]])
            .filter(|&[one, two, three]| beats[one][two] && beats[two][three] && beats[three][one])
            .collect()
    }
}

/// Numbers of duels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelCounts {
    /// All of them.
    pub all: u64,
    /// Those that are certified to be level.
    pub level: u64,
    /// Those about which nothing is certified.
    pub open: u64,
}

/// Which competitors are certified to be better than which.
#[derive(Debug)]
pub struct CertifiedOrders<'a> {
    ranking: &'a Ranking,
    by_die: Vec<&'a RankedDie>,
    /// For each competitor how many open and how many certified orders there are between neighbours above
    /// it; level ones count as open.
    places: Vec<(usize, usize)>,
}

impl CertifiedOrders<'_> {
    /// Whether it is certified that the first of these two, given by their numbers, is better: the two have
    /// been compared, or all neighbours between them have.
    pub fn has(&self, better: usize, worse: usize) -> bool {
        let [above, below] = [better, worse].map(|die| self.places[die]);
        if above.0 == below.0 && above.1 < below.1 {
            return true;
        }
        match &self.ranking.source {
            Source::Games(played) => played.is_certified(better, worse),
            Source::Solutions(_) => {
                self.by_die[better].interval[0] > self.by_die[worse].interval[1]
            }
        }
    }
}

impl PlayedGames {
    /// The number of games against each opponent that the share of a competitor, given by its number, is made of.
    pub fn games_of(&self, die: usize) -> u64 {
        let certainty = self.certainty.as_ref();
        certainty.map_or(0, |certainty| 2 * certainty.rounds(self.kinds[die]))
    }

    /// Whether it is certified that the first of these two, given by their numbers, is better.
    pub fn is_certified(&self, above: usize, below: usize) -> bool {
        let [above, below] = [above, below].map(|die| self.kinds[die]);
        let certainty = self.certainty.as_ref();
        above != below && certainty.is_some_and(|certainty| certainty.is_better(above, below))
    }

    /// Whether it is certified that these two, given by their numbers, are level.
    pub fn are_level(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|die| self.kinds[die]);
        let certainty = self.certainty.as_ref();
        one != other && certainty.is_some_and(|certainty| certainty.are_level(one, other))
    }
}

/// Half the width of the widest interval, in percentage points.
pub(super) fn widest(entries: &[RankedDie]) -> f64 {
    let widths = entries.iter().map(|entry| entry.half_width);
    widths.fold(0.0, f64::max)
}

/// How many entries are listed if the best so many are wanted: more if there is no order between the last of them and the
/// next one, unless that `is_outside`: certified to be none of the best.
pub(super) fn listed(
    entries: &[RankedDie],
    best: Option<usize>,
    is_outside: impl Fn(&RankedDie) -> bool,
) -> usize {
    let Some(best) = best.filter(|&best| best < entries.len()) else {
        return entries.len();
    };
    let neighbours = entries[best - 1..].windows(2);
    let is_equal = |pair: &&[RankedDie]| {
        let lead = pair[0].lead;
        matches!(
            lead,
            Some(Lead::Level | Lead::Alike | Lead::Winless | Lead::Tied)
        ) && !is_outside(&pair[1])
    };
    best + neighbours.take_while(is_equal).count()
}

/// Sorts the list, and says how sure its order is: `lead` says it where two can be told apart.
pub(super) fn order(
    entries: &mut [RankedDie],
    criterion: Criterion,
    kind: impl Fn(&RankedDie) -> usize,
    lead: impl Fn(&RankedDie, &RankedDie) -> Lead,
) {
    entries.sort_by_key(|entry| Reverse(entry.share.percent()));
    for index in 1..entries.len() {
        let [above, below] = [entries[index - 1], entries[index]];
        entries[index - 1].lead = Some(if kind(&above) == kind(&below) {
            Lead::Alike
        } else if criterion == Criterion::Wins && !above.can_win && !below.can_win {
            Lead::Winless
        } else {
            lead(&above, &below)
        });
    }
}
