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

use std::cmp::Reverse;

use itertools::Itertools;

use super::duels;
use super::list::{Criterion, Lead, RankedDie, Ranking, listed, order, widest};
use super::plan::{Look, Plan, Schedule, Watch};
use super::share::Share;
use crate::certainty::{Certainty, Enough};
use crate::tournament::rounds::BLOCK_ROUNDS;
use crate::tournament::{Competitors, Contest, Pairing, Scoring, Tournament, Who};

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone.
pub fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    if plan.criterion == Criterion::Duels {
        return duels::rank(contest, plan, watch);
    }
    let mut certainty = uncertain(contest.competitors(), plan);
    let mut active = vec![true; contest.competitors().members().len()];
    let schedule = Schedule::new(contest.competitors(), plan);
    let mut tournament = Tournament::new(contest, plan.games, plan.criterion.scoring());
    let mut seen = None;
    loop {
        let next = schedule.next(tournament.blocks(), plan);
        let is_over = || seen.is_some() && watch.is_over();
        let Some(wins) = tournament.play(
            next,
            Who::Kinds(&active),
            |games| watch.played(games),
            is_over,
        ) else {
            break;
        };
        certainty.see(&wins, &active);
        let competitors = tournament.competitors();
        let entries = list(competitors, &certainty, tournament.own(), plan.criterion);
        let outside = outside(competitors, &certainty, plan.best);
        let kind = |entry: &RankedDie| competitors.kinds[entry.die];
        let listed = listed(&entries, plan.best, |entry| outside[kind(entry)]);
        let most = (plan.games - tournament.games()) / 2;
        let mut left = match plan.accuracy {
            Some(accuracy) => rounds_left(
                &entries,
                listed,
                competitors,
                &certainty,
                &outside,
                accuracy,
            ),
            None => vec![most; active.len()],
        };
        active = left.iter().map(|&rounds| rounds > 0).collect();
        left.iter_mut()
            .for_each(|rounds| *rounds = most.min(*rounds));
        watch.looked(&Look {
            half_width: widest(&entries[..listed]),
            open: entries[..listed]
                .iter()
                .filter(|entry| entry.lead == Some(Lead::Open))
                .count(),
            games_left: games_in(&left, &competitors.members()),
        });
        seen = Some((entries, listed));
        if !active.contains(&true) || tournament.blocks_left() == 0 {
            break;
        }
    }
    let list = seen.unwrap_or_default();
    let competitors = tournament.competitors().clone();
    let games = tournament.games();
    let pairings = tournament.into_pairings();
    plan.ranking(list, &competitors, pairings, games, Some(certainty))
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

/// For each kind the number of rounds that it still needs, as far as that can be told: until its interval is narrow enough, and
/// its order to each neighbour is decided. It is 0 for those that are settled. Of those that are [`outside`] nothing needs to
/// be known.
fn rounds_left(
    entries: &[RankedDie],
    listed: usize,
    competitors: &Competitors,
    certainty: &Certainty,
    is_outside: &[bool],
    accuracy: f64,
) -> Vec<u64> {
    let kind = |index: usize| competitors.kinds[entries[index].die];
    let mut left = vec![0; is_outside.len()];
    for (index, entry) in entries.iter().enumerate() {
        let own = kind(index);
        if is_outside[own] {
            continue;
        }
        if entry.half_width > accuracy {
            // Widths shrink as the root of the number of rounds.
            let more = (entry.half_width / accuracy).powi(2) - 1.0;
            let more = (certainty.rounds(own) as f64 * more).ceil() as u64;
            left[own] = left[own].max(more);
        }
        // Below those that are listed, the order to whoever is outside does not matter.
        if entry.lead == Some(Lead::Open) && (index < listed || !is_outside[kind(index + 1)]) {
            let other = kind(index + 1);
            let more = certainty.rounds_left(own, other).ceil() as u64;
            for kind in [own, other] {
                left[kind] = left[kind].max(more).max(1);
            }
        }
    }
    left
}

/// The number of games that it takes if each kind plays so many more rounds, against everybody.
fn games_in(rounds: &[u64], members: &[Vec<usize>]) -> u64 {
    let mut opponents: u64 = members.iter().map(|members| members.len() as u64).sum();
    let of_dice = rounds.iter().zip(members);
    let longest_first = of_dice.sorted_by_key(|&(&rounds, _)| Reverse(rounds));
    let games = longest_first.map(|(rounds, members)| {
        let dice = members.len() as u64;
        opponents -= dice;
        let pairings = dice * opponents + dice * (dice - 1) / 2;
        pairings.saturating_mul(2 * rounds)
    });
    games.fold(0, u64::saturating_add)
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
    if plan.criterion == Criterion::Duels {
        return duels::gather(competitors, pairings, plan);
    }
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
    let entries = list(competitors, &certainty, &own, plan.criterion);
    let outside = outside(competitors, &certainty, plan.best);
    let listed = listed(&entries, plan.best, |entry| {
        outside[competitors.kinds[entry.die]]
    });
    let list = (entries, listed);
    plan.ranking(list, competitors, pairings, plan.games, Some(certainty))
}

/// The evidence before the first round.
fn uncertain(competitors: &Competitors, plan: &Plan) -> Certainty {
    let members = competitors.members();
    let dice: Vec<u64> = members.iter().map(|members| members.len() as u64).collect();
    let enough = Enough::new(competitors.number(), plan.error, plan.level / 100.0);
    Certainty::new(&dice, plan.criterion.scoring().win(), enough)
}

/// The list, as the rounds that were seen make it: in them, each competitor has won and drawn so many games, of so many.
fn list(
    competitors: &Competitors,
    certainty: &Certainty,
    own: &[[u64; 3]],
    criterion: Criterion,
) -> Vec<RankedDie> {
    let members = competitors.members();
    let scoring = criterion.scoring();
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
    order(&mut entries, criterion, kind, |above, below| {
        let [above, below] = [above, below].map(kind);
        match certainty.is_better(above, below) {
            true => Lead::Certified,
            false if certainty.are_level(above, below) => Lead::Level,
            false => Lead::Open,
        }
    });
    entries
}
