//! All pairings of a list of dice, in blocks of games on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use itertools::Itertools;
use rayon::prelude::*;

use crate::dice::Die;
use crate::engine::games::{Duel, PlayedBlocks, Tally};
use crate::engine::tables::{Automata, Measure};
use crate::rules::Rules;
use crate::stream::BLOCK;

/// Rounds in a block of games. A round is two games of every pairing, each die starting one.
pub const BLOCK_ROUNDS: usize = BLOCK as usize / 2;

/// Most blocks of a pairing that a thread plays in one go: enough that the lanes which run dry at
/// the end do not count.
const MOST_AT_ONCE: u64 = 512;
/// Fewer are not worth a call, as there are that many lanes.
const LEAST_AT_ONCE: u64 = 16;

/// Who takes part, and what is known about them before any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitors {
    /// The number of each competitor's kind, from 0 without gaps: those of a kind cannot be told apart.
    pub kinds: Vec<usize>,
    /// Whether it is possible that each competitor ever wins.
    pub can_win: Vec<bool>,
}

impl Competitors {
    /// Dice under these rules. Their automata are built, a few at a time, and forgotten.
    pub fn of_dice(dice: &[Die], rules: Rules) -> Competitors {
        let mut automata = Automata::of(dice, rules);
        let measures = automata.measure(0);
        Competitors::measured(&automata, &measures)
    }

    fn measured(automata: &Automata, measures: &[Measure]) -> Competitors {
        let kinds: Vec<usize> = (0..automata.len()).map(|die| automata.kind(die)).collect();
        Competitors {
            can_win: kinds.iter().map(|&kind| measures[kind].can_win).collect(),
            kinds,
        }
    }

    /// The number of competitors.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The competitors of each kind.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let kinds = self.kinds.iter().map(|kind| kind + 1).max();
        let mut members = vec![Vec::new(); kinds.unwrap_or(0)];
        for (competitor, &kind) in self.kinds.iter().enumerate() {
            members[kind].push(competitor);
        }
        members
    }
}

/// One of several parts of all pairings: every so many-th in lexicographic order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which one, from 1.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Part {
    /// All pairings.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// How many pairings of so many dice are in it.
    pub fn pairings(self, dice: usize) -> u64 {
        let all = dice as u64 * (dice as u64 - 1) / 2;
        all / self.of + u64::from(all % self.of >= self.number)
    }

    /// Whether the pairing with this number, from 0, is in it.
    fn has(self, pairing: u64) -> bool {
        pairing % self.of == self.number - 1
    }
}

/// Pairings that are played together: those of a host and a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Kinds.
    pub hosts: Range<usize>,
    /// The same kinds, or higher ones.
    pub guests: Range<usize>,
}

impl Section {
    /// Whether competitors of these kinds meet in it.
    pub fn has(&self, kinds: [usize; 2]) -> bool {
        let [one, other] = kinds;
        self.hosts.contains(&one.min(other)) && self.guests.contains(&one.max(other))
    }
}

/// A shard plays so many blocks, and at least one pairing, before it tells of them: a tenth of a second, so
/// that little is lost if it is killed.
const MOST_BLOCKS: u64 = 1 << 12;

/// Two-player games between competitors.
pub trait Contest: Sync {
    /// Who they are.
    fn competitors(&self) -> &Competitors;

    /// Sections that together have every pairing once, in the order in which they are best played.
    fn sections(&self) -> Vec<Section> {
        let kinds = 0..self.competitors().members().len();
        vec![Section {
            hosts: kinds.clone(),
            guests: kinds,
        }]
    }

    /// Makes one of the [`sections`](Self::sections) the one that can be played.
    fn open(&mut self, _section: &Section) {}

    /// Plays blocks of the games of a pairing in the section that is open, as [`Duel::play`] does.
    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks;
}

/// "Mensch ärgere Dich nicht" between dice.
///
/// # Memory
///
/// The automata of all dice are at hand at once if they take no more bytes than is allowed. Otherwise some
/// dice are hosts: their automata take at most three quarters of it, and those of all later dice
/// come as guests, as many at a time as fit into the rest. Then the next ones are hosts. So if the memory
/// holds 1/g of all automata, each is built some 2 + g · 2/3 times in all. Beside them there is one for each
/// thread while they are built; and there are always those of at least one host and one guest.
#[derive(Debug)]
pub struct DiceContest {
    automata: Automata,
    competitors: Competitors,
    sections: Vec<Section>,
    /// What is at hand.
    open: Section,
    seed: u64,
}

/// The part of the memory for hosts, in quarters.
const HOSTS: usize = 3;

impl DiceContest {
    /// Games of these dice under these rules, with this seed of all rolls (see
    /// [`stream`](crate::stream)), with automata that take at most so many bytes.
    pub fn new(dice: &[Die], rules: Rules, seed: u64, memory: usize) -> DiceContest {
        let mut automata = Automata::of(dice, rules);
        let measures = automata.measure(memory);
        let bytes: Vec<usize> = measures.iter().map(|measure| measure.bytes).collect();
        let sections = sections(&bytes, memory);
        let fits = bytes.iter().sum::<usize>() <= memory;
        let at_hand = if fits { bytes.len() } else { 0 };
        DiceContest {
            competitors: Competitors::measured(&automata, &measures),
            automata,
            sections,
            open: Section {
                hosts: 0..at_hand,
                guests: 0..at_hand,
            },
            seed,
        }
    }
}

/// Sections for kinds whose automata take so many bytes, of which there shall be at most so many at hand.
fn sections(bytes: &[usize], most: usize) -> Vec<Section> {
    /// The longest run of kinds from this one on that takes at most so many bytes; at least one.
    fn run(bytes: &[usize], first: usize, most: usize) -> Range<usize> {
        let mut sum = bytes[first];
        let more = bytes[first + 1..].iter().take_while(|&&bytes| {
            sum += bytes;
            sum <= most
        });
        first..first + 1 + more.count()
    }
    let all = 0..bytes.len();
    if bytes.iter().sum::<usize>() <= most {
        return vec![Section {
            hosts: all.clone(),
            guests: all,
        }];
    }
    let for_hosts = most / 4 * HOSTS;
    let mut sections = Vec::new();
    let mut next = 0;
    while next < bytes.len() {
        let hosts = run(bytes, next, for_hosts);
        next = hosts.end;
        sections.push(Section {
            hosts: hosts.clone(),
            guests: hosts.clone(),
        });
        let mut guest = next;
        while guest < bytes.len() {
            let guests = run(bytes, guest, most - for_hosts);
            guest = guests.end;
            sections.push(Section {
                hosts: hosts.clone(),
                guests,
            });
        }
    }
    sections
}

impl Contest for DiceContest {
    fn competitors(&self) -> &Competitors {
        &self.competitors
    }

    fn sections(&self) -> Vec<Section> {
        self.sections.clone()
    }

    fn open(&mut self, section: &Section) {
        if self.open == *section {
            return;
        }
        let Section { hosts, guests } = section.clone();
        if self.open.hosts != hosts {
            self.automata.forget(0);
            self.automata.bring(hosts.clone());
        }
        self.automata.forget(hosts.end);
        if guests != hosts {
            self.automata.bring(guests);
        }
        self.open = section.clone();
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
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
    /// Before the first game.
    pub fn new(dice: [usize; 2]) -> Pairing {
        Pairing {
            dice,
            tally: Tally::default(),
            balance: [0; 5],
        }
    }

    /// Adds games, and the [balance](Self::balance) of their rounds.
    pub fn add(&mut self, tally: Tally, balance: [u64; 5]) {
        self.tally += tally;
        for (rounds, new) in self.balance.iter_mut().zip(balance) {
            *rounds += new;
        }
    }
}

/// Every competitor against every other, played block by block.
#[derive(Debug)]
pub struct Tournament<'a, C> {
    contest: &'a mut C,
    games: u64,
    scoring: Scoring,
    blocks: u64,
    pairings: Vec<Pairing>,
}

impl<'a, C: Contest> Tournament<'a, C> {
    /// Before the first game. Each pairing will have at most this many, an even number.
    pub fn new(contest: &'a mut C, games: u64, scoring: Scoring) -> Tournament<'a, C> {
        let pairings = (0..contest.competitors().len()).array_combinations();
        Tournament {
            pairings: pairings.map(Pairing::new).collect(),
            contest,
            games,
            scoring,
            blocks: 0,
        }
    }

    /// Who takes part.
    pub fn competitors(&self) -> &Competitors {
        self.contest.competitors()
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
        let wins = Wins::new(
            self.contest.competitors(),
            (self.games() - before) as usize / 2,
        );

        let (games, scoring) = (self.games, self.scoring);
        let parts = 4 * rayon::current_num_threads() as u64;
        let at_once =
            ((end - first) * self.pairings.len() as u64 / parts).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
        for section in self.contest.sections() {
            self.contest.open(&section);
            let contest = &*self.contest;
            let kinds = |dice: [usize; 2]| dice.map(|die| contest.competitors().kinds[die]);
            let pairings = self.pairings.par_iter_mut();
            let here = pairings.filter(|pairing| section.has(kinds(pairing.dice)));
            here.for_each(|pairing| {
                let parts = play_in_parts(
                    contest,
                    pairing.dice,
                    games,
                    first..end,
                    at_once,
                    |start, part| {
                        played(part.tally.games());
                        let round = (start - first) as usize * BLOCK_ROUNDS;
                        let balance = wins.count(kinds(pairing.dice), &part, round, scoring);
                        (part.tally, balance)
                    },
                );
                for (tally, balance) in parts {
                    pairing.add(tally, balance);
                }
            });
        }
        wins.into_rounds()
    }
}

/// The pairings of a part, played some at a time, in an order that depends on the contest alone.
#[derive(Debug)]
pub struct Shard<'a, C> {
    contest: &'a mut C,
    games: u64,
    /// What is not played yet, last things first.
    left: Vec<(Section, Vec<[usize; 2]>)>,
}

impl<'a, C: Contest> Shard<'a, C> {
    /// Before the first game. Each pairing of the part will have so many, an even number.
    pub fn new(contest: &'a mut C, games: u64, part: Part) -> Shard<'a, C> {
        let competitors = contest.competitors();
        let pairings = (0..competitors.len()).array_combinations();
        let pairings = pairings.zip(0..).filter(|&(_, number)| part.has(number));
        let pairings: Vec<[usize; 2]> = pairings.map(|(dice, _)| dice).collect();
        let at_once = (MOST_BLOCKS / games.div_ceil(BLOCK)).max(1) as usize;
        let mut left = Vec::new();
        for section in contest.sections() {
            let kinds = |dice: &[usize; 2]| dice.map(|die| competitors.kinds[die]);
            let here = pairings.iter().filter(|dice| section.has(kinds(dice)));
            let here: Vec<[usize; 2]> = here.copied().collect();
            let some = here.chunks(at_once);
            left.extend(some.map(|some| (section.clone(), some.to_vec())));
        }
        left.reverse();
        Shard {
            contest,
            games,
            left,
        }
    }

    /// Plays the next pairings, on the threads of the current pool, if there are any left. `played` is told
    /// of games when they are played.
    pub fn play(&mut self, played: impl Fn(u64) + Sync) -> Option<Vec<([usize; 2], PlayedBlocks)>> {
        let (section, pairings) = self.left.pop()?;
        self.contest.open(&section);
        let contest = &*self.contest;
        let (games, blocks) = (self.games, self.games.div_ceil(BLOCK));
        let play = |dice: [usize; 2]| {
            let parts = play_in_parts(contest, dice, games, 0..blocks, MOST_AT_ONCE, |_, part| {
                played(part.tally.games());
                part
            });
            let whole = PlayedBlocks {
                tally: parts.iter().map(|part| part.tally).sum(),
                wins: parts.into_iter().flat_map(|part| part.wins).collect(),
            };
            (dice, whole)
        };
        Some(pairings.into_par_iter().map(play).collect())
    }
}

/// Plays these blocks of a pairing, so many at once, on all threads. Tells `each` of the first block of a part
/// and what came of it; returns what it makes of them, in order.
fn play_in_parts<T: Send>(
    contest: &impl Contest,
    dice: [usize; 2],
    games: u64,
    blocks: Range<u64>,
    at_once: u64,
    each: impl Fn(u64, PlayedBlocks) -> T + Sync,
) -> Vec<T> {
    let parts = 0..(blocks.end - blocks.start).div_ceil(at_once);
    parts
        .into_par_iter()
        .map(|number| {
            let start = blocks.start + number * at_once;
            let part = start..blocks.end.min(start + at_once);
            each(start, contest.play(dice, games, part))
        })
        .collect_vec_list()
        .into_iter()
        .flatten()
        .collect()
}

/// What each kind wins in each round.
struct Wins(Vec<Vec<AtomicU64>>);

impl Wins {
    /// Nothing yet, in so many rounds.
    fn new(competitors: &Competitors, rounds: usize) -> Wins {
        let none = || std::iter::repeat_with(AtomicU64::default).take(rounds);
        Wins(
            competitors
                .members()
                .iter()
                .map(|_| none().collect())
                .collect(),
        )
    }

    /// Adds the games of two competitors of these kinds, which begin with this round. Returns the
    /// [balance](Pairing::balance) of their rounds.
    fn count(
        &self,
        kinds: [usize; 2],
        played: &PlayedBlocks,
        first: usize,
        scoring: Scoring,
    ) -> [u64; 5] {
        let wins = kinds.map(|kind| &self.0[kind][first..]);
        count_rounds(played, scoring, |round, seat, count| {
            // Sums do not depend on the order.
            wins[seat][round].fetch_add(count, Ordering::Relaxed);
        })
    }

    /// For each kind, its wins in each round.
    fn into_rounds(self) -> Vec<Vec<u64>> {
        let rounds = |wins: Vec<AtomicU64>| wins.into_iter().map(AtomicU64::into_inner).collect();
        self.0.into_iter().map(rounds).collect()
    }
}

/// Tells `add` of each round in which a seat wins something: the number of the round, the seat, and what it
/// wins. Returns the [balance](Pairing::balance) of the rounds. Those of a block are counted from its last
/// one.
pub fn count_rounds(
    played: &PlayedBlocks,
    scoring: Scoring,
    mut add: impl FnMut(usize, usize, u64),
) -> [u64; 5] {
    let mut balance = [0; 5];
    let rounds = (played.tally.games() / 2) as usize;
    for round in 0..rounds {
        let won = played.wins[round / BLOCK_ROUNDS]
            .map(|won| (won >> (2 * (round % BLOCK_ROUNDS)) & 3).count_ones());
        balance[(2 + won[0] - won[1]) as usize] += 1;
        let draws = u64::from(2 - won[0] - won[1]);
        for (seat, won) in won.into_iter().enumerate() {
            let count = scoring.count(u64::from(won), draws);
            if count > 0 {
                add(round, seat, count);
            }
        }
    }
    balance
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the automata take, every two kinds meet once, and the memory suffices, unless one host
        /// or one guest alone needs more than its part.
        #[test]
        fn sections_have_every_pairing_once(
            bytes in prop::collection::vec(1usize..100, 0..20),
            most in 0usize..1500,
        ) {
            let sections = sections(&bytes, most);
            for one in 0..bytes.len() {
                for other in 0..bytes.len() {
                    let here = sections.iter().filter(|section| section.has([one, other]));
                    prop_assert_eq!(here.count(), 1, "{} {}", one, other);
                }
            }
            for Section { hosts, guests } in sections {
                let sum = |kinds: &Range<usize>| bytes[kinds.clone()].iter().sum::<usize>();
                let all = sum(&(hosts.start..hosts.end)) + if guests == hosts { 0 } else { sum(&guests) };
                prop_assert!(
                    all <= most
                        || hosts.len() == 1 && sum(&hosts) > most / 4 * HOSTS
                        || guests.len() == 1 && sum(&guests) > most - most / 4 * HOSTS
                );
            }
        }
    }

    /// Dice that are brought and forgotten play as if all were at hand.
    #[test]
    fn results_do_not_depend_on_memory() {
        let faces = [
            vec![1, 2, 3, 4, 5, 6],
            vec![1, 6],
            vec![6, 5, 4, 3, 2, 1],
            vec![2, 6, 8],
            (1..=20).collect(),
            vec![1, 1, 6],
        ];
        let dice: Vec<Die> = faces.into_iter().filter_map(Die::new).collect();
        let play = |memory| {
            let mut contest = DiceContest::new(&dice, Rules::Wlr, 1, memory);
            let sections = contest.sections().len();
            let mut tournament = Tournament::new(&mut contest, 100, Scoring::Wins);
            let wins = [1, 3].map(|blocks| tournament.play(blocks, |_| ()));
            (sections, (wins, tournament.into_pairings()))
        };
        let (sections, all) = play(usize::MAX);
        assert_eq!(sections, 1);
        for (memory, expected) in [(0, 15), (16 << 20, 6)] {
            let (sections, some) = play(memory);
            assert_eq!(sections, expected);
            assert!(some == all, "with {memory} bytes");
        }
        // One kind alone is brought as well.
        let mut contest =
            DiceContest::new(&[dice[1].clone(), dice[1].clone()], Rules::Offiziell, 1, 0);
        let mut tournament = Tournament::new(&mut contest, 100, Scoring::Wins);
        tournament.play(1, |_| ());
        assert_eq!(tournament.pairings()[0].tally.games(), 32);
    }
}
