//! The lists that dice files have under a rule set, from games.
//!
//! All files are played together: a die that is in several has one table, and a pairing that is in
//! several is played once. Rules about who begins, and the scoring of draws, need no games of their
//! own: the seats take turns to begin, and the wins of both dice, counted separately for each
//! starter, give the shares under these rules, too.

use std::cell::RefCell;
use std::collections::HashMap;

use itertools::Itertools;
use rayon::prelude::*;

use super::hypothesis::Hypothesis;
use super::shares::ListShares;
use crate::likelihood::equal::find_owners;
use crate::likelihood::{Expected, PairingEstimate, WeightedEstimate, WrittenShares};
use wuerfelglueck::dice::{Die, sort_faces};
use wuerfelglueck::engine::cells::Rows;
use wuerfelglueck::engine::starters::{FaceCounts, Starters};
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::pairing::Tally;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::{Contest, DiceContest, in_sections};
use wuerfelglueck::watch::Watch;

/// Games of the dice of some files under rule sets. They grow with each search, and the next ones
/// are faster for it.
#[derive(Debug)]
pub struct Truths {
    /// The dice of the files.
    pub(super) files: Vec<Vec<Die>>,
    /// The indices of the files, those with the smallest tables first.
    pub(super) by_size: Vec<usize>,
    /// The dice of all files in that order, each as often as in the file that has it most
    /// often.
    dice: Vec<Die>,
    /// For each file the indices of its dice in `dice`.
    dice_of_files: Vec<Vec<usize>>,
    /// Games under rules by which seats take turns to begin.
    games: HashMap<Rules, GamesOfRules>,
    /// The seed of all games, in which [`SEED_MASK`] has changed that of lists.
    seed: u64,
    /// The most bytes of the tables of a rule set, unless those of two dice take more.
    memory: usize,
}

/// Games of pairings of dice, the first of the two on seat 0. That is the one with the lower
/// index, unless the rules tell seats apart: then it is the one that comes first in a file.
#[derive(Debug, Default)]
struct GamesOfRules {
    tallies: HashMap<[usize; 2], Tally>,
    /// For each die whether it can ever win; false for dice that have not played.
    can_win: Vec<bool>,
}

/// The number of games per pairing of a closer look (see [`search`](super::search)), unless the
/// question allows fewer; more than that of a first look.
pub(super) const CLOSER_LOOK_GAMES: u64 = 1 << 14;
/// The bits in which the seed of the games differs from that of lists, so that none is compared
/// with the very games that it was made from: the ASCII text `diagnos`.
const SEED_MASK: u64 = 0x0064_6961_676e_6f73;

thread_local! {
    /// The rows of the last tables that a thread had. Writing new ones there saves a tenth of the
    /// time, which allocating new memory would take.
    static SPARE: RefCell<Rows> = RefCell::default();
}

impl Truths {
    /// No games so far of these files. All games have a seed that follows from `seed`, which is
    /// that of lists. The tables of dice take at most `memory` bytes for each rule set, unless
    /// those of two dice take more, and as many rule sets are played at once as there are threads.
    /// Panics if there is no file, or one has fewer than two dice.
    pub fn new(files: Vec<Vec<Die>>, seed: u64, memory: usize) -> Truths {
        assert!(!files.is_empty() && files.iter().all(|dice| dice.len() > 1));
        let by_size = (0..files.len())
            .sorted_by_key(|&file| size_of_tables(&files[file]))
            .collect_vec();
        let mut dice = Vec::new();
        let mut dice_of_files = vec![Vec::new(); files.len()];
        // The same die twice in a file are two.
        let mut known: HashMap<(Vec<u32>, usize), usize> = HashMap::new();
        for &file in &by_size {
            let mut copies: HashMap<Vec<u32>, usize> = HashMap::new();
            for die in &files[file] {
                let faces = sort_faces(die.faces());
                let copy = copies.entry(faces.clone()).or_default();
                *copy += 1;
                let index = *known.entry((faces, *copy)).or_insert(dice.len());
                if index == dice.len() {
                    dice.push(die.clone());
                }
                dice_of_files[file].push(index);
            }
        }
        Truths {
            files,
            by_size,
            dice,
            dice_of_files,
            games: HashMap::new(),
            seed: seed ^ SEED_MASK,
            memory,
        }
    }

    /// The numbers of files that are looked at, one number after the other, those with the smallest
    /// tables first: each for which the tables together are at most half as large as those of all,
    /// and that of all.
    pub(super) fn file_counts(&self) -> Vec<usize> {
        (1..self.files.len())
            .filter(|&file_count| {
                2 * size_of_tables(self.dice_of(file_count)) <= size_of_tables(&self.dice)
            })
            .chain([self.files.len()])
            .collect()
    }

    /// The dice of the first `file_count` files.
    fn dice_of(&self, file_count: usize) -> &[Die] {
        let last = self.by_size[..file_count]
            .iter()
            .flat_map(|&file| &self.dice_of_files[file])
            .max();
        &self.dice[..last.map_or(0, |last| last + 1)]
    }

    /// The pairings behind lists of the first `file_count` files, each once.
    fn pairings_of(&self, file_count: usize, rules: Rules) -> impl Iterator<Item = [usize; 2]> {
        self.by_size[..file_count]
            .iter()
            .flat_map(|&file| {
                self.dice_of_files[file]
                    .iter()
                    .copied()
                    .array_combinations()
            })
            .map(move |pairing| seat_dice(pairing, rules))
            .unique()
    }

    /// Returns whether rules allow the faces of all dice.
    pub(super) fn admits(&self, rules: Rules) -> bool {
        let faces = self.dice.iter().flat_map(|die| die.faces());
        faces.max().is_none_or(|&face| face <= rules.highest_face())
    }

    /// Plays on until each pairing of the first `file_count` files has at least the number of games
    /// in `games_by_rules` under each rule set there, a multiple of those of a block. `None` if the
    /// watch ends it before.
    pub(super) fn play(
        &mut self,
        games_by_rules: &HashMap<Rules, u64>,
        file_count: usize,
        watch: &dyn Watch,
    ) -> Option<()> {
        watch.extend(games_by_rules.len() as u64);
        let mut games_of_rules = std::mem::take(&mut self.games);
        for rules in games_by_rules.keys() {
            games_of_rules.entry(*rules).or_default();
        }
        // A rule set a thread, as tables of few dice keep no more than one busy.
        games_of_rules
            .iter_mut()
            .filter_map(|(rules, played)| Some((*rules, *games_by_rules.get(rules)?, played)))
            .collect_vec()
            .into_par_iter()
            .for_each(|(rules, games, played)| {
                if !watch.is_cancelled() {
                    self.play_on(rules, games, played, file_count, watch);
                    watch.advance(1);
                }
            });
        self.games = games_of_rules;
        (!watch.is_cancelled()).then_some(())
    }

    /// Plays on under these rules until each pairing of the first `file_count` files has at least
    /// `games` games, or the watch ends it.
    fn play_on(
        &self,
        rules: Rules,
        games: u64,
        played: &mut GamesOfRules,
        file_count: usize,
        watch: &dyn Watch,
    ) {
        let known = |pairing| played.tallies.get(&pairing).copied().unwrap_or_default();
        let mut unfinished = self
            .pairings_of(file_count, rules)
            .map(|pairing| (pairing, known(pairing)))
            .filter(|(_, tally)| tally.games() < games)
            .collect_vec();
        if unfinished.is_empty() {
            return;
        }
        // The dice of other pairings need no tables.
        let playing = unfinished.iter().flat_map(|&(pairing, _)| pairing);
        let playing = playing.sorted_unstable().dedup().collect_vec();
        let dice = playing.iter().map(|&die| self.dice[die].clone());
        let tables = Tables::within(SPARE.take(), self.memory, &dice.collect_vec(), rules, false);
        let mut contest = DiceContest::of(tables, playing.clone(), self.seed, self.memory);
        played.can_win.resize(self.dice.len(), false);
        for (&die, &can_win) in playing.iter().zip(&contest.competitors().can_win) {
            played.can_win[die] = can_win;
        }
        let place =
            |pairing: [usize; 2]| pairing.map(|die| playing.partition_point(|&other| other < die));
        let places = |&(pairing, _): &([usize; 2], Tally)| place(pairing);
        unfinished.sort_by_key(|pairing| contest.section(places(pairing)));
        let play = |contest: &dyn Contest, (pairing, tally): &mut ([usize; 2], Tally)| {
            let blocks = tally.games() / BLOCK..games / BLOCK;
            *tally += contest.play(place(*pairing), games, blocks).tally();
            (!watch.is_cancelled()).then_some(())
        };
        in_sections(&mut contest, &mut unfinished, places, play);
        SPARE.set(contest.into_rows());
        played.tallies.extend(unfinished);
    }

    /// Returns whether the pairings of all files have games under these rules, or under those that
    /// differ from them only in who begins.
    pub(super) fn is_complete(&self, rules: Rules) -> bool {
        let played = self.games.get(&rules.with_alternating_starters());
        let mut pairings = self.pairings_of(self.files.len(), rules);
        played.is_some_and(|played| pairings.all(|pairing| played.tallies.contains_key(&pairing)))
    }

    /// Plays under a hypothesis, until all files have the games of a closer look. Returns the shares
    /// of the dice of each file, from 0 to 1.
    pub fn play_for_shares(&mut self, hypothesis: Hypothesis) -> Vec<Vec<f64>> {
        let games_by_rules = HashMap::from([(
            hypothesis.rules.with_alternating_starters(),
            CLOSER_LOOK_GAMES,
        )]);
        self.play(&games_by_rules, self.files.len(), &());
        (0..self.files.len())
            .map(|file| self.expect_list(file, hypothesis).shares)
            .collect()
    }

    /// The shares of a list of one of the files, where those of dice with the same faces in the
    /// same order are assigned in the order of the expected shares, the greatest to the greatest.
    pub(super) fn match_dice(
        &self,
        file: usize,
        list: &WrittenShares,
        expected: &Expected,
    ) -> ListShares {
        let given = list
            .iter()
            .map(|written| Some(written.as_ref()?.share))
            .collect_vec();
        let owners = find_owners(&self.files[file], &given, &expected.shares);
        let mut matched = vec![None; list.len()];
        for (written, owner) in list.iter().zip(owners) {
            matched[owner] = *written;
        }
        matched
    }

    /// The list that one of the files would have under a hypothesis whose rules were played with
    /// the dice of this file; pairings without games are left out. Panics if the rules were
    /// not played.
    pub(super) fn expect_list(&self, file: usize, hypothesis: Hypothesis) -> Expected {
        let GamesOfRules { tallies, can_win } =
            &self.games[&hypothesis.rules.with_alternating_starters()];
        let dice = &self.dice_of_files[file];
        let mut expected = Expected::new(dice.iter().map(|&die| can_win[die]).collect());
        for in_file in (0..dice.len()).array_combinations() {
            let of_dice = in_file.map(|place| &self.dice[dice[place]]);
            let mut starters = Starters::new(hypothesis.rules, || of_dice.map(FaceCounts::new));
            let mut places = in_file;
            let pairing = seat_dice(places.map(|place| dice[place]), hypothesis.rules);
            if pairing[0] != dice[places[0]] {
                places.reverse();
                starters = starters.exchanged();
            }
            let Some(tally) = tallies.get(&pairing) else {
                continue;
            };
            let can_win = pairing.map(|die| can_win[die]);
            let half = tally.games() as f64 / 2.0;
            let estimate =
                |starter: usize| PairingEstimate::from_games(tally.wins[starter], half, can_win);
            let second_begins = starters.probability_of_seat_1();
            let by_starter = [
                WeightedEstimate {
                    weight: 1.0 - second_begins,
                    estimate: estimate(0),
                },
                WeightedEstimate {
                    weight: second_begins,
                    estimate: estimate(1),
                },
            ];
            expected.add(places, &by_starter, hypothesis.scoring.draw());
        }
        expected
    }
}

/// The two dice of a pairing by their seats, that on seat 0 first. In their file they stand in the
/// order of `pairing`.
fn seat_dice(pairing: [usize; 2], rules: Rules) -> [usize; 2] {
    let [first, second] = pairing;
    if rules.is_seat_dependent() {
        pairing
    } else {
        [first.min(second), first.max(second)]
    }
}

/// A rough measure of the size of the tables of these dice: the number of different faces of each
/// die, added up.
fn size_of_tables(dice: &[Die]) -> usize {
    dice.iter()
        .map(|die| die.faces().iter().unique().count())
        .sum()
}
