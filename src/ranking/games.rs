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
use super::list::{Evidence, PlayedGames, Ranking, Source};
use super::plan::{Plan, next_look};
use super::shares::Shares;
use crate::tournament::{Competitors, Contest, Criterion, Pairing, Tournament};
use crate::watch::{Look, Watch};

/// Evidence that grows with the games.
pub(super) trait Growing: Evidence + Sync {
    /// Takes in all games that were played since it last did. `before` are the pairings that have new ones, as they were then,
    /// and `pairings` all, in lexicographic order. Without an accuracy all games count together, as if nobody had looked before.
    fn see(&mut self, before: &[([usize; 2], Pairing)], pairings: &[Pairing]);

    /// Decides whose games are still wanted for this list, at most so many of each pairing. Says how many neighbours or duels
    /// are open, and how many games it will take if all goes on as it has.
    fn want(&mut self, ranking: &Ranking, pairings: &[Pairing], most: u64) -> (usize, u64);

    /// Whether more games of these two are wanted.
    fn is_wanted(&self, dice: [usize; 2]) -> bool;
}

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
    let mut tournament = Tournament::new(contest, plan.games);
    loop {
        let played = tournament.blocks;
        let blocks = next_look(competitors.number(), played, plan);
        let are_all = played == 0 || plan.accuracy.is_none();
        let is_wanted = |dice| are_all || evidence.is_wanted(dice);
        let Some(before) = tournament.play(blocks, is_wanted, watch) else {
            break;
        };
        let pairings = &tournament.pairings[..];
        evidence.see(&before, pairings);
        let nothing = Source::Solutions(Vec::new());
        let list = Ranking::new(competitors, &*evidence, plan, nothing);
        let most = plan.games - tournament.games();
        let (open, wanted) = evidence.want(&list, pairings, most);
        let all = most * pairings.len() as u64;
        let games_left = plan.accuracy.map_or(all, |_| wanted);
        watch.looked(&Look {
            half_width: list.half_width(),
            open,
            games_left,
        });
        if games_left == 0 {
            break;
        }
    }
    let (games, pairings) = (tournament.games(), tournament.pairings);
    let source = Source::Games(PlayedGames { pairings, games });
    Ranking::new(competitors, &*evidence, plan, source)
}

/// The same ranking from games that are already played: all pairings in lexicographic order. Every pairing has as many games
/// as the plan says; the accuracy of the plan does not matter.
pub fn gather(competitors: &Competitors, pairings: Vec<Pairing>, plan: &Plan) -> Ranking {
    let mut evidence = nothing(competitors, plan);
    evidence.see(&[], &pairings);
    let games = plan.games;
    let source = Source::Games(PlayedGames { pairings, games });
    Ranking::new(competitors, &*evidence, plan, source)
}
