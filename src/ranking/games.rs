//! The list from games.
//!
//! [`rank`] plays until the list is as sure as was asked. After every few blocks it looks
//! whether all intervals are narrow enough and all neighbours certified, by methods that hold at
//! every look; see [`certainty`](crate::certainty). The looks come after fixed numbers of blocks, so
//! the games alone decide when it stops.
//!
//! Competitors of one kind are as good as the same die twice: they share what they won, and are one
//! competitor to the methods. No games are played for their order, nor for that of competitors that
//! can never win.

use super::duels::Duels;
use super::list::{
    Criterion, Evidence, Lead, List, PlayedGames, RankedDie, Ranking, Source, widest,
};
use super::plan::{Look, Plan, Watch, next_look};
use super::shares::Shares;
use crate::tournament::{Competitors, Contest, Pairing, Tournament};

/// Evidence that grows with the games.
pub(super) trait Growing: Evidence + Sync {
    /// Takes in all games that were played since it last did. `before` are the pairings that have new ones, as they were then,
    /// and `pairings` all, in lexicographic order.
    fn see(&mut self, before: &[Pairing], pairings: &[Pairing]);

    /// Decides whose games are still wanted for this list. Returns about how many games that takes, at most so many of
    /// each pairing.
    fn want(&mut self, list: &List, pairings: &[Pairing], most: u64) -> u64;

    /// Whether more games of these two are wanted.
    fn is_wanted(&self, dice: [usize; 2]) -> bool;

    /// How much is open: orders in this list, or duels.
    fn open(&self, list: &List, _pairings: &[Pairing]) -> usize {
        let is_open = |entry: &&RankedDie| entry.lead == Some(Lead::Open);
        list.listed().iter().filter(is_open).count()
    }
}

/// Plays every competitor against every other, as much as planned, on the threads of the current
/// pool. The ranking depends on the contest and the plan alone.
pub fn rank(contest: &mut impl Contest, plan: &Plan, watch: &impl Watch) -> Ranking {
    let competitors = &contest.competitors().clone();
    match plan.criterion {
        Criterion::Duels => play(contest, plan, watch, || Duels::new(competitors, plan)),
        _ => play(contest, plan, watch, || Shares::new(competitors, plan)),
    }
}

/// The same ranking from games that are already played: all pairings in lexicographic order. Every pairing has as many games
/// as the plan says; the accuracy of the plan does not matter.
pub fn gather(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let list = match plan.criterion {
        Criterion::Duels => see_all(Duels::new(competitors, plan), competitors, &pairings, plan).1,
        _ => see_all(Shares::new(competitors, plan), competitors, &pairings, plan).1,
    };
    ranking(list, pairings, plan.games, plan)
}

/// What these games say, of which nothing was seen before.
fn see_all<E: Growing>(
    mut evidence: E,
    competitors: &Competitors,
    pairings: &[Pairing],
    plan: &Plan,
) -> (E, List) {
    let before: Vec<Pairing> = pairings.iter().map(|one| Pairing::new(one.dice)).collect();
    evidence.see(&before, pairings);
    let list = List::new(competitors, &evidence, plan.criterion, plan.best);
    (evidence, list)
}

fn play<E: Growing>(
    contest: &mut impl Contest,
    plan: &Plan,
    watch: &impl Watch,
    nothing: impl Fn() -> E,
) -> Ranking {
    let competitors = contest.competitors().clone();
    let mut tournament = Tournament::new(contest, plan.games);
    let mut evidence = nothing();
    let mut seen: Option<List> = None;
    loop {
        let next = next_look(competitors.number(), tournament.blocks(), plan);
        let is_first = seen.is_none();
        let is_played = |pairing: &Pairing| {
            is_first || plan.accuracy.is_none() || evidence.is_wanted(pairing.dice)
        };
        let is_over = || !is_first && watch.is_over();
        let played = |games| watch.played(games);
        let Some(before) = tournament.play(next, is_played, played, is_over) else {
            break;
        };
        let pairings = tournament.pairings();
        let most = plan.games - tournament.games();
        let (list, games_left) = match plan.accuracy {
            Some(_) => {
                evidence.see(&before, pairings);
                let list = List::new(&competitors, &evidence, plan.criterion, plan.best);
                let left = evidence.want(&list, pairings, most);
                (list, left)
            }
            // All games count together, as if nobody had looked before.
            None => {
                let (new, list) = see_all(nothing(), &competitors, pairings, plan);
                evidence = new;
                (list, most * pairings.len() as u64)
            }
        };
        watch.looked(&Look {
            half_width: widest(list.listed()),
            open: evidence.open(&list, pairings),
            games_left,
        });
        seen = Some(list);
        if games_left == 0 {
            break;
        }
    }
    let games = tournament.games();
    let list = seen.unwrap_or_default();
    ranking(list, tournament.into_pairings(), games, plan)
}

/// The ranking with this list, which is made of the games of these pairings.
fn ranking(list: List, pairings: Vec<Pairing>, games: u64, plan: &Plan) -> Ranking {
    let played = PlayedGames {
        pairings,
        games,
        error: plan.error,
    };
    list.ranking(plan.criterion, plan.level, Source::Games(played))
}
