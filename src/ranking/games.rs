//! The list from games.
//!
//! [`rank`] plays until the list is as sure as was asked. After every few blocks it looks whether
//! all intervals are narrow enough and all neighbours certified: orders by a method that holds at
//! every look, intervals by one that holds for the look at which playing stops; see
//! [`certainty`](crate::certainty). The looks come after fixed numbers of blocks, so the games
//! alone decide when it stops.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and are one
//! competitor to the methods. No games are played for their order, nor for that of competitors that
//! can never win.

use std::mem;

use rayon::prelude::*;

use super::duels::Duels;
use super::list::{Growing, Plan, Ranking, Source};
use super::shares::Shares;
use crate::engine::games::{LANES, MOST_IN_FEW};
use crate::stream::BLOCK;
use crate::tournament::blocks::play;
use crate::tournament::{self, Competitors, Contest, Criterion, Pairing, place};
use crate::watch::{Look, Watch};

/// The number of blocks of each pairing before the first look, and the least between two looks, if
/// there are few competitors. Each of many competitors plays more, so it is less for them: so many
/// blocks of all that one plays.
const LEAST_BLOCKS: u64 = 64;
const LEAST_BLOCKS_OF_ALL: u64 = 1600;
/// Looks come when the games have grown by one part in so many; before [`LANES`] blocks, when they
/// have doubled.
const NEXT_LOOK: u64 = 8;

/// So many dice meet so many others before the next ones do, so that their tables stay in the
/// cache. With 1,000 random dice, 32 games of each pairing took three quarters of the time that
/// they take in lexicographic order.
const TOGETHER: usize = 4;

/// Evidence of the kind that the criterion wants, before the first game.
fn nothing<'a>(competitors: &'a Competitors, plan: &'a Plan) -> Box<dyn Growing + 'a> {
    match plan.criterion {
        Criterion::Duels => Box::new(Duels::new(competitors, plan)),
        Criterion::Wins | Criterion::Points => Box::new(Shares::new(competitors, plan)),
    }
}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone.
pub fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    let competitors = &contest.competitors().clone();
    let mut evidence = nothing(competitors, plan);
    let number = tournament::pairings(competitors.number()) as usize;
    let mut pairings = vec![Pairing::default(); number];
    let mut wanted = vec![true; number];
    // The number of blocks of each pairing that was always played, and how many of them the
    // evidence has seen.
    let (mut played, mut seen) = (0, 0);
    loop {
        let next = seen + next_look(competitors.number(), seen, plan);
        let mut blocks = played..plan.games.div_ceil(BLOCK).min(next);
        // Whoever is in a hurry has a list after a single block. The evidence sees it only if it is
        // the last one, so that all looks are the usual ones.
        let is_early = played == 0 && blocks.end > 1 && watch.is_in_a_hurry();
        if is_early {
            blocks.end = 1;
        }
        let all = competitors.pairings().zip(&pairings).zip(&wanted);
        let all = all.filter_map(|((dice, one), is_wanted)| is_wanted.then_some((dice, *one)));
        let mut chosen = Vec::with_capacity(all.clone().count());
        chosen.extend(all);
        chosen.par_sort_unstable_by_key(|&(dice, _)| {
            (contest.section(dice), dice.map(|die| die / TOGETHER), dice)
        });
        if play(
            contest,
            &mut chosen,
            plan.games,
            &blocks,
            plan.adjustment(),
            watch,
        )
        .is_none()
        {
            break;
        }
        // Those that were chosen are as they were before from here on.
        for (dice, pairing) in &mut chosen {
            mem::swap(pairing, &mut pairings[place(competitors.number(), *dice)]);
        }
        played = blocks.end;
        if is_early {
            watch.report_ranking();
            continue;
        }
        evidence.see(if seen == 0 { &[] } else { &chosen }, &pairings);
        seen = played;
        let list = Ranking::new(competitors, &*evidence, plan, Source::Games(Vec::new()));
        let most = plan.games.saturating_sub(played * BLOCK);
        let (go_on, left) = evidence.want(&list, &pairings, most);
        let undecided = match plan.criterion {
            Criterion::Duels => go_on.iter().filter(|&&goes_on| goes_on).count(),
            Criterion::Wins | Criterion::Points => list.open().count(),
        };
        let mut games_left = most * number as u64;
        if plan.accuracy.is_some() {
            (wanted, games_left) = (go_on, left);
        }
        watch.report_look(&Look {
            half_width: list.half_width(),
            undecided,
            games_left,
        });
        if games_left == 0 {
            break;
        }
    }
    if seen < played {
        evidence.see(&[], &pairings);
    }
    let games = plan.games.min(played * BLOCK);
    let plan = &Plan { games, ..*plan };
    Ranking::new(competitors, &*evidence, plan, Source::Games(pairings))
}

/// The same ranking from games that are already played: all pairings in lexicographic order. Every
/// pairing has as many games as the plan says; the accuracy of the plan does not matter.
pub fn gather(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let mut evidence = nothing(competitors, plan);
    evidence.see(&[], &pairings);
    Ranking::new(competitors, &*evidence, plan, Source::Games(pairings))
}

/// The number of games of each pairing at the first look of so many competitors.
pub fn first_look(competitors: usize, plan: &Plan) -> u64 {
    plan.games.min(next_look(competitors, 0, plan) * BLOCK)
}

/// The number of blocks to the next look of so many competitors, after some.
fn next_look(competitors: usize, blocks: u64, plan: &Plan) -> u64 {
    /// So many blocks are played side by side, and fewer of them are not much faster.
    const ALL: u64 = LANES as u64;
    /// So many blocks of all pairings are played before it is asked whether to end, if their number
    /// is fixed: about a second.
    const FIXED: u64 = 1 << 17;
    if plan.accuracy.is_none() {
        return (FIXED / tournament::pairings(competitors).max(1)).max(ALL);
    }
    // Each time that a pairing goes on, its tables must come into the cache, which takes as long as
    // some blocks. So early looks only pay if many are soon known to be none of the best.
    let fewest = if plan.best.is_some() { 1 } else { MOST_IN_FEW };
    let of_each = LEAST_BLOCKS_OF_ALL / (competitors as u64).max(1);
    let least = of_each.clamp(fewest, LEAST_BLOCKS);
    let grown = blocks / if blocks < ALL { 1 } else { NEXT_LOOK };
    match grown.max(least) {
        few @ ..=MOST_IN_FEW if blocks < ALL => few,
        more => more.next_multiple_of(ALL),
    }
}
