//! What lists of some dice files would be under a rule set, from games.
//!
//! All files are played together: a die that is in several has one table, and a pairing that is in
//! several is played once. Who begins, and what a draw counts, needs no games of its own. All games
//! are played with seats that take turns, and how often each die wins when it begins says the rest.

use std::cell::RefCell;
use std::collections::HashMap;

use itertools::Itertools;
use rayon::prelude::*;

use super::{Hypothesis, Shares};
use crate::dice::{Die, sorted};
use crate::engine::cells::Rows;
use crate::engine::games::Tally;
use crate::engine::starters::{FaceCounts, Starters};
use crate::engine::tables::Tables;
use crate::likelihood::equal::owners;
use crate::likelihood::{Expected, GivenShares, Meeting};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::tournament::blocks::in_sections;
use crate::tournament::{Contest, DiceContest};
use crate::watch::Watch;

/// What is known about the lists of some dice files under rule sets. It grows with each search, and
/// the next ones are faster for it.
#[derive(Debug)]
pub struct Truths {
    /// The dice of the files.
    pub(super) files: Vec<Vec<Die>>,
    /// The files in an order in which those with the smallest tables come first.
    pub(super) order: Vec<usize>,
    /// All dice in that order, each as often as it is in one of the files.
    dice: Vec<Die>,
    /// For each file the numbers of its dice among all.
    numbers: Vec<Vec<usize>>,
    /// What was played under rules by which seats take turns to begin.
    played: HashMap<Rules, Played>,
    seed: u64,
    memory: usize,
}

/// Games of pairings of dice, the first of the two on seat 0. That is the one with the lower
/// number, unless the rules tell seats apart: then it is the one that comes first in a file.
#[derive(Debug, Default)]
struct Played {
    tallies: HashMap<[usize; 2], Tally>,
    /// Of each die that has played.
    can_win: Vec<bool>,
}

/// Games per pairing of a closer look.
pub(super) const FINE: u64 = 1 << 14;
/// Seeds are changed by this, so that no list is compared with the very games that it was made
/// from.
const OTHER_GAMES: u64 = 0x0064_6961_676e_6f73;

thread_local! {
    /// The rows of the last tables that a thread had: to write new ones there saves the tenth of
    /// the time that new memory takes.
    static SPARE: RefCell<Rows> = RefCell::default();
}

impl Truths {
    /// Nothing about these files, so far. All games have this seed. The tables of dice take at most
    /// so many bytes for each rule set, and as many rule sets are played at once as there are
    /// threads. Panics if there is no file, or one has fewer than two dice.
    pub fn new(files: Vec<Vec<Die>>, seed: u64, memory: usize) -> Truths {
        assert!(!files.is_empty() && files.iter().all(|dice| dice.len() > 1));
        let order = (0..files.len()).sorted_by_key(|&file| size(&files[file]));
        let order = order.collect_vec();
        let mut dice = Vec::new();
        let mut numbers = vec![Vec::new(); files.len()];
        // The same die twice in a file are two.
        let mut known: HashMap<(Vec<u32>, usize), usize> = HashMap::new();
        for &file in &order {
            let mut copies: HashMap<Vec<u32>, usize> = HashMap::new();
            for die in &files[file] {
                let faces = sorted(die.faces());
                let copy = copies.entry(faces.clone()).or_default();
                *copy += 1;
                let number = *known.entry((faces, *copy)).or_insert(dice.len());
                if number == dice.len() {
                    dice.push(die.clone());
                }
                numbers[file].push(number);
            }
        }
        Truths {
            files,
            order,
            dice,
            numbers,
            played: HashMap::new(),
            seed: seed ^ OTHER_GAMES,
            memory,
        }
    }

    /// The numbers of first files in the order of which the tables are small beside those of all,
    /// and that of all files.
    pub(super) fn steps(&self) -> Vec<usize> {
        let all = self.files.len();
        let is_small = |files: &usize| 2 * size(self.dice_of(*files)) <= size(&self.dice);
        (1..all).filter(is_small).chain([all]).collect()
    }

    /// The dice of the first so many files.
    fn dice_of(&self, files: usize) -> &[Die] {
        let files = self.order[..files].iter();
        let last = files.flat_map(|&file| &self.numbers[file]).max();
        &self.dice[..last.map_or(0, |last| last + 1)]
    }

    /// The pairings that lists of the first so many files are made of, each once.
    fn pairings_of(&self, files: usize, rules: Rules) -> impl Iterator<Item = [usize; 2]> {
        let files = self.order[..files].iter().map(|&file| &self.numbers[file]);
        let pairings = files.flat_map(|file| file.iter().copied().array_combinations());
        pairings.map(move |pairing| seated(pairing, rules)).unique()
    }

    /// Whether rules allow all faces.
    pub(super) fn admits(&self, rules: Rules) -> bool {
        let faces = self.dice.iter().flat_map(|die| die.faces());
        faces.max().is_none_or(|&face| face <= rules.most_face())
    }

    /// Plays on until each pairing of the first so many files has so many games under each of these
    /// rules, a multiple of those of a block. `None` if the watch ends it before.
    pub(super) fn play(
        &mut self,
        wanted: &HashMap<Rules, u64>,
        files: usize,
        watch: &impl Watch,
    ) -> Option<()> {
        watch.planned(wanted.len() as u64);
        let mut all = std::mem::take(&mut self.played);
        for rules in wanted.keys() {
            all.entry(*rules).or_default();
        }
        let open = all.iter_mut();
        let open = open.filter_map(|(rules, played)| Some((*rules, *wanted.get(rules)?, played)));
        let (seed, memory) = (self.seed, self.memory);
        // A rule set a thread, as tables of few dice keep no more than one busy.
        let open = open.collect_vec().into_par_iter();
        open.for_each(|(rules, games, played)| {
            if watch.is_over() {
                return;
            }
            let dice = self.dice_of(files);
            let known = |pairing| played.tallies.get(&pairing).copied().unwrap_or_default();
            let pairings = self.pairings_of(files, rules);
            let tallies = pairings.map(|pairing| (pairing, known(pairing)));
            let open = tallies.filter(|(_, tally)| tally.games() < games);
            let mut open = open.collect_vec();
            if !open.is_empty() {
                let tables = Tables::within(SPARE.take(), memory, dice, rules, &[rules.start()]);
                let numbers = (0..dice.len()).collect();
                let mut contest = DiceContest::of(tables, numbers, seed, memory);
                if dice.len() > played.can_win.len() {
                    played.can_win.clone_from(&contest.competitors().can_win);
                }
                open.sort_by_key(|&(pairing, _)| contest.section(pairing));
                in_sections(&mut contest, &mut open, |contest, pairing, tally| {
                    let blocks = tally.games() / BLOCK..games / BLOCK;
                    *tally += contest.play(pairing, games, blocks).tally;
                    (!watch.is_over()).then_some(())
                });
                SPARE.set(contest.tables.rows);
            }
            played.tallies.extend(open);
            watch.played(1);
        });
        self.played = all;
        (!watch.is_over()).then_some(())
    }

    /// Whether all pairings have games under these rules.
    pub(super) fn is_complete(&self, rules: Rules) -> bool {
        let played = self.played.get(&rules.with_turns());
        let mut pairings = self.pairings_of(self.files.len(), rules);
        played.is_some_and(|played| pairings.all(|pairing| played.tallies.contains_key(&pairing)))
    }

    /// The share of the first die of each file of two under a hypothesis.
    pub fn shares(&mut self, hypothesis: Hypothesis) -> Vec<f64> {
        let wanted = HashMap::from([(hypothesis.rules.with_turns(), FINE)]);
        self.play(&wanted, self.files.len(), &());
        let files = 0..self.files.len();
        let shares = files.map(|file| self.expected_of(file, hypothesis).shares[0]);
        shares.collect()
    }

    /// The shares of a list of one of the files, where those of dice with the same faces belong to
    /// the dice for which they are likeliest.
    pub(super) fn matched(&self, file: usize, list: &GivenShares, expected: &Expected) -> Shares {
        let given = list.iter().map(|shown| Some(shown.as_ref()?.share));
        let owners = owners(&self.files[file], &given.collect_vec(), &expected.shares);
        let mut matched = vec![None; list.len()];
        for (shown, owner) in list.iter().zip(owners) {
            matched[owner] = *shown;
        }
        matched
    }

    /// What the list of one of the files would be under a hypothesis that was looked at.
    pub(super) fn expected_of(&self, file: usize, hypothesis: Hypothesis) -> Expected {
        let Played { tallies, can_win } = &self.played[&hypothesis.rules.with_turns()];
        let dice = &self.numbers[file];
        let mut expected = Expected::new(dice.iter().map(|&die| can_win[die]).collect());
        for in_file in (0..dice.len()).array_combinations() {
            let of_dice = in_file.map(|place| &self.dice[dice[place]]);
            let mut starters = Starters::new(hypothesis.rules, || of_dice.map(FaceCounts::new));
            let mut places = in_file;
            let pairing = seated(places.map(|place| dice[place]), hypothesis.rules);
            if pairing[0] != dice[places[0]] {
                places.reverse();
                starters = starters.exchanged();
            }
            let Some(tally) = tallies.get(&pairing) else {
                continue;
            };
            let can_win = pairing.map(|die| can_win[die]);
            let half = tally.games() as f64 / 2.0;
            let begun = tally.wins.map(|wins| Meeting::played(wins, half, can_win));
            let second = starters.seat_1_begins();
            let kinds = [(1.0 - second, begun[0]), (second, begun[1])];
            expected.add(places, &kinds, hypothesis.scoring.draw());
        }
        expected
    }
}

/// The two dice of a pairing, which stand in a file in this order, in the order in which they are
/// seated to play for it.
fn seated(pairing: [usize; 2], rules: Rules) -> [usize; 2] {
    let [first, second] = pairing;
    if rules.has_seats() {
        pairing
    } else {
        [first.min(second), first.max(second)]
    }
}

/// How large the tables of these dice are, compared with others: the number of faces, each counted
/// once a die.
fn size(dice: &[Die]) -> usize {
    let faces = dice.iter().map(|die| die.faces().iter().unique());
    faces.map(Iterator::count).sum()
}
