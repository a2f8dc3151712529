//! The list: competitors in the order of their share of games won, and how sure that is.
//!
//! [`rank`] plays until the list is as sure as was asked. After every few blocks of rounds it looks
//! whether all intervals are narrow enough and all neighbours certified, by methods that hold at
//! every look; see [`certainty`](crate::certainty). The looks come after fixed numbers of blocks, so
//! that when it stops depends on the games alone.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and are one
//! competitor to the methods. Nobody waits for their order, nor for that of competitors that can
//! never win.
//!
//! [`compute`] makes the same list from probabilities. Its intervals are certain, and an order is certified
//! if they do not touch.

use std::cmp::Reverse;

use itertools::Itertools;
use num_rational::Ratio;

use crate::certainty::{Certainty, wealth};
use crate::engine::tables::Automata;
use crate::exact::{self, Solution, Target};
use crate::rules::Rules;
use crate::tournament::{BLOCK_ROUNDS, Competitors, Contest, Pairing, Scoring, Tournament};

/// Blocks of each pairing before the first look, and least between two looks.
const LEAST_BLOCKS: u64 = 64;
/// Then a look comes when this part of the games played so far is added.
const NEXT_LOOK: u64 = 8;
/// Most rounds of all kinds that are kept at once, so that memory stays bounded.
const MOST_KEPT: u64 = 1 << 20;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Games per pairing: an even number. If `accuracy` is given it is the most.
    pub games: u64,
    /// Playing ends when each interval has at most this half-width, in percentage points, and the
    /// order is certified.
    pub accuracy: Option<f64>,
    /// The probability that any certified order is wrong, more than 0 and less than 1.
    pub error: f64,
    /// How games count.
    pub scoring: Scoring,
}

/// A share of games, exactly: `won` of `games`, both twice as large if draws count half.
///
/// Every pairing has the same number of games, so a die's share of all its games is the mean over
/// its opponents of its shares against them.
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

/// How sure it is that an entry stands before the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// It is certified.
    Certified,
    /// There is none: the two are of one kind.
    Alike,
    /// There is none: neither can ever win.
    Winless,
    /// It is not certified.
    Open,
}

/// A competitor's place in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedDie {
    /// Its number; for a die, the index in the file.
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
    /// Whether it can ever win.
    pub can_win: bool,
    /// How sure the order to the next entry is, if there is one.
    pub lead: Option<Lead>,
}

/// What came of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The list, best first; competitors with equal shares in the order of their numbers.
    pub entries: Vec<RankedDie>,
    /// What it is made of.
    pub source: Source,
}

/// What a ranking is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Games.
    Games(PlayedGames),
    /// Probabilities: the pairings in lexicographic order.
    Solutions(Vec<([usize; 2], Solution)>),
}

/// The games that a ranking is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGames {
    /// The pairings in lexicographic order.
    pub pairings: Vec<Pairing>,
    /// Games per pairing.
    pub games: u64,
    /// The probability that any certified order is wrong, at most.
    pub error: f64,
    /// The number of each competitor's kind.
    kinds: Vec<usize>,
    certainty: Certainty,
}

/// A look at a ranking while it is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Games per pairing so far.
    pub games: u64,
    /// Half the width of the widest interval, in percentage points.
    pub half_width: f64,
    /// Neighbours whose order is not certified.
    pub open: usize,
}

/// Somebody who wants to know how far a ranking is.
pub trait Watch: Sync {
    /// So many more games are played.
    fn played(&self, _games: u64) {}

    /// This is how sure it is now.
    fn looked(&self, _look: &Look) {}
}

/// Nobody.
impl Watch for () {}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone.
pub fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    let mut certainty = uncertain(contest.competitors(), plan);
    let kinds = contest.competitors().members().len() as u64;
    let mut tournament = Tournament::new(contest, plan.games, plan.scoring);
    let most = (MOST_KEPT / (kinds.max(1) * BLOCK_ROUNDS as u64)).max(LEAST_BLOCKS);
    loop {
        let next = match plan.accuracy {
            Some(_) => (tournament.blocks() / NEXT_LOOK).clamp(LEAST_BLOCKS, most),
            None => most,
        };
        certainty.see(&tournament.play(next, |games| watch.played(games)));
        let (competitors, pairings) = (tournament.competitors(), tournament.pairings());
        let entries = list(competitors, &certainty, pairings, plan.scoring);
        let look = Look {
            games: tournament.games(),
            half_width: widest(&entries),
            open: entries
                .iter()
                .filter(|entry| entry.lead == Some(Lead::Open))
                .count(),
        };
        watch.looked(&look);
        let certain = plan
            .accuracy
            .is_some_and(|accuracy| look.half_width <= accuracy && look.open == 0);
        if certain || tournament.blocks_left() == 0 {
            return Ranking {
                entries,
                source: Source::Games(PlayedGames {
                    games: look.games,
                    error: plan.error,
                    kinds: competitors.kinds.clone(),
                    pairings: tournament.into_pairings(),
                    certainty,
                }),
            };
        }
    }
}

/// The same ranking from games that are played: all pairings in lexicographic order, and what each
/// competitor wins in each of their rounds. Of the plan the number of games, which each pairing has, how they
/// count, and the probability of an error matter.
pub fn gather(
    competitors: &Competitors,
    pairings: Vec<Pairing>,
    wins: &[Vec<u64>],
    plan: &Plan,
) -> Ranking {
    let together = |members: &Vec<usize>| {
        let rounds = 0..(plan.games / 2) as usize;
        let sum = |round: usize| members.iter().map(|&member| wins[member][round]).sum();
        rounds.map(sum).collect()
    };
    let of_kinds: Vec<Vec<u64>> = competitors.members().iter().map(together).collect();
    let mut certainty = uncertain(competitors, plan);
    certainty.see(&of_kinds);
    Ranking {
        entries: list(competitors, &certainty, &pairings, plan.scoring),
        source: Source::Games(PlayedGames {
            games: plan.games,
            pairings,
            error: plan.error,
            kinds: competitors.kinds.clone(),
            certainty,
        }),
    }
}

/// What is known before the first round.
fn uncertain(competitors: &Competitors, plan: &Plan) -> Certainty {
    let opponents = competitors.len().saturating_sub(1) as u64;
    let orders = competitors.len() as u64 * opponents;
    let games: Vec<u64> = competitors
        .members()
        .iter()
        .map(|members| members.len() as u64 * 2 * opponents * plan.scoring.win())
        .collect();
    Certainty::new(&games, orders as f64 / plan.error)
}

/// Half the width of the widest interval.
fn widest(entries: &[RankedDie]) -> f64 {
    let widths = entries.iter().map(|entry| entry.half_width);
    widths.fold(0.0, f64::max)
}

/// The list so far.
fn list(
    competitors: &Competitors,
    certainty: &Certainty,
    pairings: &[Pairing],
    scoring: Scoring,
) -> Vec<RankedDie> {
    let mut own = vec![[0u64; 3]; competitors.len()];
    for Pairing { dice, tally, .. } in pairings {
        for (seat, &die) in dice.iter().enumerate() {
            let [won, drawn, games] = &mut own[die];
            *won += tally.won_by(seat);
            *drawn += tally.draws;
            *games += tally.games();
        }
    }
    let members = competitors.members();
    let mut entries: Vec<RankedDie> = (0..own.len())
        .map(|die| {
            let kind = competitors.kinds[die];
            let [won, drawn, games] = members[kind].iter().fold([0; 3], |sum, &member| {
                std::array::from_fn(|n| sum[n] + own[member][n])
            });
            let can_win = competitors.can_win[die];
            let share = Share {
                won: scoring.count(won, drawn),
                games: scoring.win() * games,
            };
            let half_width = match can_win || scoring == Scoring::Points {
                true => 100.0 * certainty.half_width(kind),
                false => 0.0,
            };
            let percent = share.as_percent();
            RankedDie {
                die,
                share,
                draws: Share { won: drawn, games },
                half_width,
                interval: [
                    (percent - half_width).max(0.0),
                    (percent + half_width).min(100.0),
                ],
                can_win,
                lead: None,
            }
        })
        .collect();
    let kind = |entry: &RankedDie| competitors.kinds[entry.die];
    order(&mut entries, scoring, kind, |above, below| {
        certainty.is_better(kind(above), kind(below))
    });
    entries
}

/// Sorts the list, and says how sure its order is.
fn order(
    entries: &mut [RankedDie],
    scoring: Scoring,
    kind: impl Fn(&RankedDie) -> usize,
    is_better: impl Fn(&RankedDie, &RankedDie) -> bool,
) {
    entries.sort_by_key(|entry| Reverse(entry.share.percent()));
    for index in 1..entries.len() {
        let [above, below] = [entries[index - 1], entries[index]];
        entries[index - 1].lead = Some(if kind(&above) == kind(&below) {
            Lead::Alike
        } else if scoring == Scoring::Wins && !above.can_win && !below.can_win {
            Lead::Winless
        } else if is_better(&above, &below) {
            Lead::Certified
        } else {
            Lead::Open
        });
    }
}

/// Solves all pairings of dice on the threads of the current pool, until each is as well known as wanted,
/// and makes the list of it.
pub fn compute(
    automata: &Automata,
    rules: Rules,
    scoring: Scoring,
    target: Target,
    watch: &impl exact::Watch,
) -> Ranking {
    /// What all of a kind have together.
    #[derive(Clone, Copy, Default)]
    struct Sum {
        pairings: f64,
        share: f64,
        draws: f64,
        low: f64,
        high: f64,
    }
    let solutions = exact::solve_all(automata, rules, target, watch);
    // What a draw counts.
    let draw = (scoring.win() - 1) as f64 / scoring.win() as f64;
    let mut sums = vec![Sum::default(); automata.len()];
    for (dice, solution) in &solutions {
        let estimate = solution.estimate();
        let drawn = estimate[2] + estimate[3];
        for (seat, &die) in dice.iter().enumerate() {
            let certain = solution.wins[seat] + draw * (solution.draws + solution.endless);
            // Who cannot win has at most a draw of what is unknown.
            let most = if automata.can_win(die) { 1.0 } else { draw };
            let sum = &mut sums[automata.kind(die)];
            sum.pairings += 1.0;
            sum.share += estimate[seat] + draw * drawn;
            sum.draws += drawn;
            sum.low += (certain - solution.rounding).max(0.0);
            sum.high += (certain + most * solution.unknown).min(1.0);
        }
    }
    let mut entries: Vec<RankedDie> = (0..automata.len())
        .map(|die| {
            let sum = sums[automata.kind(die)];
            let [low, high] = [sum.low, sum.high].map(|end| 100.0 * end / sum.pairings);
            RankedDie {
                die,
                share: Share::of_probability(sum.share / sum.pairings),
                draws: Share::of_probability(sum.draws / sum.pairings),
                half_width: (high - low) / 2.0,
                interval: [low, high],
                can_win: automata.can_win(die),
                lead: None,
            }
        })
        .collect();
    let kind = |entry: &RankedDie| automata.kind(entry.die);
    order(&mut entries, scoring, kind, |above, below| {
        above.interval[0] > below.interval[1]
    });
    Ranking {
        entries,
        source: Source::Solutions(solutions),
    }
}

impl Ranking {
    /// For each die its rank, from 1.
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
                Some(Lead::Open) => section += 1,
                Some(Lead::Alike | Lead::Winless) | None => {}
            }
        }
        orders
    }

    /// The games that it is made of, if it is.
    pub fn played(&self) -> Option<&PlayedGames> {
        match &self.source {
            Source::Games(played) => Some(played),
            Source::Solutions(_) => None,
        }
    }

    /// Half the width of the widest interval, in percentage points.
    pub fn half_width(&self) -> f64 {
        widest(&self.entries)
    }

    /// The ranks, from 1, whose order to the next one is not certified.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let ranks = self.entries.iter().zip(1..);
        ranks.filter_map(|(entry, rank)| (entry.lead == Some(Lead::Open)).then_some(rank))
    }

    /// Every three dice of which the first is certified to win more of their games than the second,
    /// the second than the third, and the third than the first; the lowest number comes first. If they
    /// come from games, all these claims together are wrong with at most the probability of
    /// [`error`](PlayedGames::error).
    pub fn cycles(&self) -> Vec<[usize; 3]> {
        let dice = self.entries.len();
        let mut beats = vec![vec![false; dice]; dice];
        match &self.source {
            Source::Games(played) => {
                let enough = (dice * dice.saturating_sub(1)) as f64 / played.error;
                for pairing in &played.pairings {
                    let [one, other] = pairing.dice;
                    let balance = pairing.balance;
                    let mut reverse = balance;
                    reverse.reverse();
                    beats[one][other] = wealth(balance) >= enough;
                    beats[other][one] = wealth(reverse) >= enough;
                }
            }
            Source::Solutions(solutions) => {
                for &([one, other], solution) in solutions {
                    let lead = solution.wins[0] - solution.wins[1];
                    beats[one][other] = lead > solution.width();
                    beats[other][one] = -lead > solution.width();
                }
            }
        }
        (0..dice)
            .array_combinations()
            .flat_map(|[one, two, three]| [[one, two, three], [one, three, two]])
            .filter(|&[one, two, three]| beats[one][two] && beats[two][three] && beats[three][one])
            .collect()
    }
}

/// Which competitors are certified to be better than which.
#[derive(Debug)]
pub struct CertifiedOrders<'a> {
    ranking: &'a Ranking,
    by_die: Vec<&'a RankedDie>,
    /// For each competitor how many open and how many certified orders there are between neighbours above
    /// it.
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
    /// Whether it is certified that the first of these two, given by their numbers, is better.
    pub fn is_certified(&self, above: usize, below: usize) -> bool {
        let [above, below] = [above, below].map(|die| self.kinds[die]);
        above != below && self.certainty.is_better(above, below)
    }
}
