//! All pairings of a list of dice, in blocks of games on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use itertools::Itertools;
use rayon::prelude::*;

use crate::dice::Die;
use crate::game::{Duel, Played, Tally};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::table::Automata;

/// Rounds in a block of games. A round is two games of every pairing, each die starting one.
pub const BLOCK_ROUNDS: usize = BLOCK as usize / 2;

/// Most blocks of a pairing that a thread plays in one go: enough that the lanes which run dry at
/// the end do not count.
const MOST_AT_ONCE: u64 = 512;
/// Fewer are not worth a call, as there are that many lanes.
const LEAST_AT_ONCE: u64 = 16;

/// Two-player games between competitors.
pub trait Contest: Sync {
    /// The number of competitors.
    fn competitors(&self) -> usize;

    /// The number of a competitor's kind, from 0 without gaps: those of a kind cannot be told apart.
    fn kind(&self, competitor: usize) -> usize;

    /// Whether it is possible that this competitor ever wins.
    fn can_win(&self, competitor: usize) -> bool;

    /// Plays blocks of the games of a pairing, as [`Duel::play`] does.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> Played;
}

/// "Mensch ärgere Dich nicht" between dice.
#[derive(Debug)]
pub struct DiceContest {
    automata: Automata,
    seed: u64,
}

impl DiceContest {
    /// Games of these dice under these rules, with this seed of all rolls; see
    /// [`stream`](crate::stream).
    pub fn new(dice: &[Die], rules: Rules, seed: u64) -> DiceContest {
        DiceContest {
            automata: Automata::new(dice, rules),
            seed,
        }
    }
}

impl Contest for DiceContest {
    fn competitors(&self) -> usize {
        self.automata.len()
    }

    fn kind(&self, competitor: usize) -> usize {
        self.automata.kind(competitor)
    }

    fn can_win(&self, competitor: usize) -> bool {
        self.automata.can_win(competitor)
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> Played {
        Duel::new(&self.automata, pairing).play(self.seed, games, blocks)
    }
}

/// How games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// A win counts, a draw is no win.
    Wins,
    /// A win counts one, a draw half.
    Points,
}

impl Scoring {
    /// What a win counts, in the units in which a draw counts one less.
    pub fn win(self) -> u64 {
        match self {
            Scoring::Wins => 1,
            Scoring::Points => 2,
        }
    }

    /// What so many wins and draws count, in those units.
    pub fn count(self, wins: u64, draws: u64) -> u64 {
        self.win() * wins + (self.win() - 1) * draws
    }
}

/// What came of one pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Indices of the two dice in the file, the lower one first; they play seats 0 and 1.
    pub dice: [usize; 2],
    /// The results of its games.
    pub tally: Tally,
    /// In how many rounds the first die won two games fewer than the second, one fewer, as many, one
    /// more, and two more.
    pub balance: [u64; 5],
}

impl Pairing {
    fn add(&mut self, part: Part) {
        self.tally += part.tally;
        for (rounds, new) in self.balance.iter_mut().zip(part.balance) {
            *rounds += new;
        }
    }
}

/// What came of some of the games of a pairing.
struct Part {
    tally: Tally,
    balance: [u64; 5],
}

/// Every competitor against every other, played block by block.
#[derive(Debug)]
pub struct Tournament<'a, C> {
    contest: &'a C,
    games: u64,
    scoring: Scoring,
    blocks: u64,
    pairings: Vec<Pairing>,
}

impl<'a, C: Contest> Tournament<'a, C> {
    /// Before the first game. Each pairing will have at most this many, an even number.
    pub fn new(contest: &'a C, games: u64, scoring: Scoring) -> Tournament<'a, C> {
        let pairings = (0..contest.competitors()).array_combinations();
        Tournament {
            contest,
            games,
            scoring,
            blocks: 0,
            pairings: pairings
                .map(|dice| Pairing {
                    dice,
                    tally: Tally::default(),
                    balance: [0; 5],
                })
                .collect(),
        }
    }

    /// The pairings in lexicographic order, with what came of them so far.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The pairings, when all is played.
    pub fn into_pairings(self) -> Vec<Pairing> {
        self.pairings
    }

    /// Games of each pairing so far.
    pub fn games(&self) -> u64 {
        self.games.min(self.blocks * BLOCK)
    }

    /// Blocks of each pairing so far.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Blocks of each pairing that can still be played.
    pub fn blocks_left(&self) -> u64 {
        self.games.div_ceil(BLOCK) - self.blocks
    }

    /// Plays the next blocks of all pairings, at most those that are left, on the threads of the
    /// current pool. Returns what each kind wins in each of their rounds. It depends on the
    /// contest and on the blocks, not on the threads. `played` is told of games when they are played.
    pub fn play(&mut self, blocks: u64, played: impl Fn(u64) + Sync) -> Vec<Vec<u64>> {
        let before = self.games();
        let first = self.blocks;
        self.blocks += blocks.min(self.blocks_left());
        let end = self.blocks;
        let rounds = (self.games() - before) as usize / 2;
        let contest = self.contest;
        let kinds = (0..contest.competitors()).map(|die| contest.kind(die) + 1);
        let wins: Vec<Vec<AtomicU64>> = (0..kinds.max().unwrap_or(0))
            .map(|_| {
                std::iter::repeat_with(AtomicU64::default)
                    .take(rounds)
                    .collect()
            })
            .collect();

        let (games, scoring) = (self.games, self.scoring);
        let parts = 4 * rayon::current_num_threads() as u64;
        let at_once =
            ((end - first) * self.pairings.len() as u64 / parts).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
        self.pairings.par_iter_mut().for_each(|pairing| {
            let wins = pairing.dice.map(|die| &wins[contest.kind(die)][..]);
            let parts = (0..(end - first).div_ceil(at_once))
                .into_par_iter()
                .map(|number| {
                    let start = first + number * at_once;
                    let blocks = start..end.min(start + at_once);
                    let part = contest.play(pairing.dice, games, blocks);
                    played(part.tally.games());
                    let start = (start - first) as usize * BLOCK_ROUNDS;
                    Part {
                        tally: part.tally,
                        balance: count_rounds(&part, scoring, wins.map(|wins| &wins[start..])),
                    }
                })
                .collect_vec_list();
            for part in parts.into_iter().flatten() {
                pairing.add(part);
            }
        });
        wins.into_iter()
            .map(|wins| wins.into_iter().map(AtomicU64::into_inner).collect())
            .collect()
    }
}

/// Adds what each seat won in each round to the wins of its kind, and returns the balance of the
/// rounds. The rounds of a block are counted from its last one.
fn count_rounds(played: &Played, scoring: Scoring, wins: [&[AtomicU64]; 2]) -> [u64; 5] {
    let mut balance = [0; 5];
    let rounds = (played.tally.games() / 2) as usize;
    for round in 0..rounds {
        let won = played.wins[round / BLOCK_ROUNDS]
            .map(|won| (won >> (2 * (round % BLOCK_ROUNDS)) & 3).count_ones());
        balance[(2 + won[0] - won[1]) as usize] += 1;
        let draws = u64::from(2 - won[0] - won[1]);
        for (wins, won) in wins.iter().zip(won) {
            let count = scoring.count(u64::from(won), draws);
            if count > 0 {
                // Sums do not depend on the order.
                wins[round].fetch_add(count, Ordering::Relaxed);
            }
        }
    }
    balance
}
