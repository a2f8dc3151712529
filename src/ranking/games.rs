//! The list from games.
//!
//! [`rank`] plays until the list is as sure as was asked. After every few blocks of rounds it looks
//! whether all intervals are narrow enough and all neighbours certified, by methods that hold at
//! every look; see [`certainty`](crate::certainty). The looks come after fixed numbers of blocks, so
//! the games alone decide when it stops. Competitors that have enough of both are *settled*: two such do not meet any more,
//! until one of them gets a neighbour that it is not settled with.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and are one
//! competitor to the methods. No games are played for their order, nor for that of competitors that
//! can never win.

use super::list::{Lead, PlayedGames, RankedDie, Ranking, Share, Source, listed, order, widest};
use crate::certainty::{Certainty, Enough};
use crate::engine::games::LANES;
use crate::tournament::rounds::BLOCK_ROUNDS;
use crate::tournament::{Competitors, Contest, Pairing, Scoring, Tournament};

/// The number of blocks of each pairing before the first look, and the least between two looks, if there are few
/// competitors. Rounds of many competitors say more, so it is less for them: so many blocks of all that one plays.
const LEAST_BLOCKS: u64 = 64;
const LEAST_BLOCKS_OF_ALL: u64 = 1600;
/// [`LANES`] blocks are played side by side, so fewer of them are not much faster; only a few are.
const FEW: u64 = 8;
/// From [`LEAST_BLOCKS`] on, looks come when the games have grown by one part in so many; before, when they have doubled.
const NEXT_LOOK: u64 = 8;
/// The most rounds of all kinds that are kept at once, so that memory stays bounded.
const MOST_KEPT: u64 = 1 << 20;

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
    /// How games count.
    pub scoring: Scoring,
    /// Only so many at the top are wanted.
    pub best: Option<usize>,
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

/// Somebody who wants to know how far a ranking is. Every method does nothing unless it is written.
pub trait Watch: Sync {
    /// Is told that so many more games are played.
    fn played(&self, _games: u64) {}

    /// Is told how sure the ranking is now.
    fn looked(&self, _look: &Look) {}

    /// Whether playing shall end at once, with the ranking as it was at the last look. Is not asked before the first.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watch that wants to know nothing.
impl Watch for () {}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone.
pub fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    let mut certainty = uncertain(contest.competitors(), plan);
    let kinds = contest.competitors().members().len() as u64;
    let mut active = vec![true; kinds as usize];
    let mut tournament = Tournament::new(contest, plan.games, plan.scoring);
    let number = tournament.competitors().number() as u64;
    let least = (LEAST_BLOCKS_OF_ALL / number.max(1)).clamp(1, LEAST_BLOCKS);
    let full = |blocks: u64| match blocks > FEW {
        true => blocks.next_multiple_of(LANES as u64),
        false => blocks,
    };
    let most = (MOST_KEPT / (kinds.max(1) * BLOCK_ROUNDS as u64)).max(least);
    let mut seen = None;
    loop {
        let next = match plan.accuracy {
            Some(_) => {
                let grown = match tournament.blocks() {
                    blocks if blocks < LEAST_BLOCKS => blocks,
                    blocks => blocks / NEXT_LOOK,
                };
                full(grown.clamp(least, most))
            }
            None => most,
        };
        let is_over = || seen.is_some() && watch.is_over();
        let Some(wins) = tournament.play(next, &active, |games| watch.played(games), is_over)
        else {
            break;
        };
        certainty.see(&wins, &active);
        let competitors = tournament.competitors();
        let entries = list(competitors, &certainty, tournament.own(), plan.scoring);
        let outside = outside(competitors, &certainty, plan.best);
        let kind = |entry: &RankedDie| competitors.kinds[entry.die];
        let listed = listed(&entries, plan.best, |entry| outside[kind(entry)]);
        if let Some(accuracy) = plan.accuracy {
            active = unsettled(&entries, listed, competitors, &outside, accuracy);
        }
        watch.looked(&Look {
            games: tournament.games(),
            half_width: widest(&entries[..listed]),
            open: entries[..listed]
                .iter()
                .filter(|entry| entry.lead == Some(Lead::Open))
                .count(),
        });
        seen = Some((entries, listed));
        let is_settled = plan.accuracy.is_some() && !active.contains(&true);
        if is_settled || tournament.blocks_left() == 0 {
            break;
        }
    }
    let (entries, listed) = seen.unwrap_or_default();
    Ranking {
        entries,
        listed,
        level: plan.level,
        source: Source::Games(PlayedGames {
            games: tournament.games(),
            error: plan.error,
            kinds: tournament.competitors().kinds.clone(),
            pairings: tournament.into_pairings(),
            certainty,
        }),
    }
}

/// For each kind whether it is certified to be none of the best, if only so many are wanted.
fn outside(competitors: &Competitors, certainty: &Certainty, best: Option<usize>) -> Vec<bool> {
    let members = competitors.members();
    let is_outside = |kind: usize| {
        best.is_some_and(|best| {
            let others = members.iter().enumerate();
            let better = others.filter(|&(other, _)| certainty.is_better(other, kind));
            better.map(|(_, members)| members.len()).sum::<usize>() >= best
        })
    };
    (0..members.len()).map(is_outside).collect()
}

/// The kinds of which too little is known: an interval is too wide, or the order to a neighbour is open. Of those that are
/// [`outside`] nothing needs to be known.
fn unsettled(
    entries: &[RankedDie],
    listed: usize,
    competitors: &Competitors,
    is_outside: &[bool],
    accuracy: f64,
) -> Vec<bool> {
    let kind = |index: usize| competitors.kinds[entries[index].die];
    let mut active = vec![false; is_outside.len()];
    for (index, entry) in entries.iter().enumerate() {
        let own = kind(index);
        if is_outside[own] {
            continue;
        }
        if entry.half_width > accuracy {
            active[own] = true;
        }
        // Below those that are listed, the order to whoever is outside does not matter.
        if entry.lead == Some(Lead::Open) && (index < listed || !is_outside[kind(index + 1)]) {
            active[own] = true;
            active[kind(index + 1)] = true;
        }
    }
    active
}

/// The same ranking from games that are already played: all pairings in lexicographic order, and for each
/// competitor what it wins in each round. Every pairing has as many games as the plan says; the accuracy of
/// the plan does not matter.
pub fn gather(
    competitors: &Competitors,
    pairings: Vec<Pairing>,
    wins: &[Vec<u32>],
    plan: &Plan,
) -> Ranking {
    /// So many rounds are looked at together, a multiple of those of a block.
    const AT_ONCE: usize = 256 * BLOCK_ROUNDS;
    let kinds = competitors.members();
    let mut certainty = uncertain(competitors, plan);
    let rounds = (plan.games / 2) as usize;
    let active = vec![true; kinds.len()];
    for first in (0..rounds).step_by(AT_ONCE) {
        let some = first..rounds.min(first + AT_ONCE);
        let together = |members: &Vec<usize>| {
            let sum = |round: usize| {
                let wins = members.iter().map(|&member| u64::from(wins[member][round]));
                wins.sum()
            };
            some.clone().map(sum).collect()
        };
        let of_kinds: Vec<Vec<u64>> = kinds.iter().map(together).collect();
        certainty.see(&of_kinds, &active);
    }
    let mut own = vec![[0u64; 3]; competitors.number()];
    for Pairing { dice, tally, .. } in &pairings {
        for (seat, &die) in dice.iter().enumerate() {
            let [won, drawn, games] = &mut own[die];
            *won += tally.won_by(seat);
            *drawn += tally.draws;
            *games += tally.games();
        }
    }
    let entries = list(competitors, &certainty, &own, plan.scoring);
    let outside = outside(competitors, &certainty, plan.best);
    Ranking {
        listed: listed(&entries, plan.best, |entry| {
            outside[competitors.kinds[entry.die]]
        }),
        entries,
        level: plan.level,
        source: Source::Games(PlayedGames {
            games: plan.games,
            pairings,
            error: plan.error,
            kinds: competitors.kinds.clone(),
            certainty,
        }),
    }
}

/// The evidence before the first round.
fn uncertain(competitors: &Competitors, plan: &Plan) -> Certainty {
    let members = competitors.members();
    let dice: Vec<u64> = members.iter().map(|members| members.len() as u64).collect();
    let enough = Enough::new(competitors.number(), plan.error, plan.level / 100.0);
    Certainty::new(&dice, plan.scoring.win(), enough)
}

/// The list, as the rounds that were seen make it: in them, each competitor has won and drawn so many games, of so many.
fn list(
    competitors: &Competitors,
    certainty: &Certainty,
    own: &[[u64; 3]],
    scoring: Scoring,
) -> Vec<RankedDie> {
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
        let [above, below] = [above, below].map(kind);
        match certainty.is_better(above, below) {
            true => Lead::Certified,
            false if certainty.are_level(above, below) => Lead::Level,
            false => Lead::Open,
        }
    });
    entries
}
