//! The list, what it is made of, and what follows from it.

use std::cmp::Reverse;

use itertools::Itertools;
use num_rational::Ratio;

use super::head_to_head::HeadToHead;
use crate::certainty::{Decision, Enough};
use crate::exact::Solution;
use crate::tournament::{Competitors, Pairing, Scoring, pairings};

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

/// A share of games, exactly: `won` of `games`, both twice as large if draws count half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What the games count, at most as much as their number.
    pub won: u64,
    /// Games played, at least one.
    pub games: u64,
}

impl Share {
    /// A probability, exact down to 2⁻⁵³.
    pub fn of_probability(probability: f64) -> Share {
        const ONE: u64 = 1 << f64::MANTISSA_DIGITS;
        Share {
            won: (probability.clamp(0.0, 1.0) * ONE as f64) as u64,
            games: ONE,
        }
    }

    /// The share in per cent, rounded to a floating point number.
    pub fn as_percent(self) -> f64 {
        self.won as f64 * 100.0 / self.games as f64
    }

    /// The share in per cent, 0 to 100.
    pub fn percent(self) -> Ratio<u128> {
        Ratio::new(100 * u128::from(self.won), u128::from(self.games))
    }
}

/// A competitor's place in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedDie {
    /// The number of the competitor, which for a die is the index in the file.
    pub die: usize,
    /// The share of games, or of points, that it and all others of its kind win: the mean over its opponents.
    pub share: Share,
    /// The share of their games that nobody won.
    pub draws: Share,
    /// The ends of the interval of the share, in per cent: the 95 % interval, or if nothing was left to chance a certain one.
    pub interval: [f64; 2],
    /// Half the width of that interval, in percentage points, even where it would go beyond 0 or 100 %.
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
    /// Two whose shares differ by less percentage points are level; 0 if none are.
    pub level: f64,
    /// What it goes by.
    pub criterion: Criterion,
    /// The games or probabilities that the list follows from.
    pub source: Source,
    /// The number of each competitor's kind.
    kinds: Vec<usize>,
    /// For every two kinds how sure it is that the first is before the second.
    leads: Vec<Vec<Lead>>,
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
}

/// What is known about competitors of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub share: Share,
    pub draws: Share,
    /// The ends of the interval of the share, in per cent, and half its width.
    pub interval: [f64; 2],
    pub half_width: f64,
}

/// What lists are made of, whether that comes from games, from duels, or from probabilities. Competitors of a kind cannot be
/// told apart, so it is about kinds.
pub(super) trait Evidence {
    /// What is known about the share of this kind.
    fn known(&self, kind: usize) -> Known;

    /// How sure it is that the first of two different kinds is before the second: [`Lead::Certified`], or one of those that
    /// know of no order.
    fn lead(&self, above: usize, below: usize) -> Lead;
}

/// A list before it is known what it is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub entries: Vec<RankedDie>,
    /// So many of them are wanted.
    pub listed: usize,
    /// For each kind whether it is certified to be none of those that are wanted.
    pub outside: Vec<bool>,
    kinds: Vec<usize>,
    leads: Vec<Vec<Lead>>,
}

impl List {
    /// The list that follows from this evidence, if the `best` so many are wanted.
    pub fn new(
        competitors: &Competitors,
        evidence: &impl Evidence,
        criterion: Criterion,
        best: Option<usize>,
    ) -> List {
        let members = competitors.members();
        let leads = (0..members.len()).map(|above| {
            let below = 0..members.len();
            let lead = |below| match above == below {
                true => Lead::Alike,
                false => evidence.lead(above, below),
            };
            below.map(lead).collect_vec()
        });
        let leads = leads.collect_vec();
        let outside = (0..members.len()).map(|kind| {
            let others = members.iter().zip(&leads);
            let better = others.filter(|(_, leads)| leads[kind] == Lead::Certified);
            let better: usize = better.map(|(members, _)| members.len()).sum();
            best.is_some_and(|best| better >= best)
        });
        let outside = outside.collect_vec();
        let known = (0..members.len()).map(|kind| evidence.known(kind));
        let known = known.collect_vec();
        let kinds = &competitors.kinds;
        let entry = |die: usize| {
            let Known {
                share,
                draws,
                interval,
                half_width,
            } = known[kinds[die]];
            RankedDie {
                die,
                share,
                draws,
                interval,
                half_width,
                can_win: competitors.can_win[die],
                lead: None,
            }
        };
        let mut entries = (0..kinds.len()).map(entry).collect_vec();
        entries.sort_by_key(|entry| Reverse(entry.share.percent()));
        for index in 1..entries.len() {
            let [above, below] = [index - 1, index].map(|index| entries[index]);
            let is_winless = criterion == Criterion::Wins && !above.can_win && !below.can_win;
            let lead = leads[kinds[above.die]][kinds[below.die]];
            entries[index - 1].lead = Some(match lead {
                Lead::Alike => lead,
                _ if is_winless => Lead::Winless,
                _ => lead,
            });
        }
        let kind = |entry: &RankedDie| kinds[entry.die];
        let listed = listed(&entries, best, |entry| outside[kind(entry)]);
        List {
            entries,
            listed,
            outside,
            kinds: kinds.clone(),
            leads,
        }
    }

    /// The ranking that is made of this source by this criterion, with shares level that differ by less percentage points.
    pub fn ranking(self, criterion: Criterion, level: f64, source: Source) -> Ranking {
        Ranking {
            entries: self.entries,
            listed: self.listed,
            level,
            criterion,
            source,
            kinds: self.kinds,
            leads: self.leads,
        }
    }

    /// The entries that are wanted, best first.
    pub fn listed(&self) -> &[RankedDie] {
        &self.entries[..self.listed]
    }
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

    /// How sure it is that the first of these two, given by their numbers, is before the second, from what is known about
    /// these two alone.
    pub fn lead(&self, above: usize, below: usize) -> Lead {
        self.leads[self.kinds[above]][self.kinds[below]]
    }

    /// What is known about the games of every two, in lexicographic order.
    pub fn head_to_heads(&self) -> Vec<HeadToHead> {
        let level = self.level / 100.0;
        match &self.source {
            Source::Games(played) => {
                let enough = Enough::new(self.entries.len(), played.error, level);
                let by_die = self.by_die();
                let known = |pairing: &Pairing| {
                    let [one, other] = pairing.dice;
                    let can_win = pairing.dice.map(|die| by_die[die].can_win);
                    let is_even = self.kinds[one] == self.kinds[other] || can_win == [false; 2];
                    HeadToHead::played(pairing, is_even, &enough)
                };
                played.pairings.iter().map(known).collect()
            }
            Source::Solutions(solutions) => {
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
    /// For each competitor how many open and how many certified orders there are between neighbours above
    /// it; level ones count as open.
    places: Vec<(usize, usize)>,
}

impl CertifiedOrders<'_> {
    /// Whether it is certified that the first of these two, given by their numbers, is better: the two have
    /// been compared, or all neighbours between them have.
    pub fn has(&self, better: usize, worse: usize) -> bool {
        let [above, below] = [better, worse].map(|die| self.places[die]);
        let is_between = above.0 == below.0 && above.1 < below.1;
        is_between || self.ranking.lead(better, worse) == Lead::Certified
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
