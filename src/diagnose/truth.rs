//! What lists of some dice files would be under a rule set, from games.
//!
//! All files are played together: a die that is in several has one table, and a pairing that is in several is
//! played once. Who begins, and what a draw counts, needs no games of its own. All games are played with seats that
//! take turns, and how often each die wins when it begins says the rest.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use itertools::Itertools;

use super::Hypothesis;
use crate::dice::{Die, sorted};
use crate::engine::cells::Rows;
use crate::engine::games::Tally;
use crate::engine::starters::{FaceCounts, Starters};
use crate::likelihood::{Expected, Meeting};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::tournament::blocks::in_sections;
use crate::tournament::{Contest, DiceContest};

/// The dice of some files, in an order in which the files with the smallest tables come first.
#[derive(Debug)]
pub(super) struct Field {
    /// All dice, each as often as it is in one of the files.
    dice: Vec<Die>,
    /// For each file the numbers of its dice among all.
    files: Vec<Vec<usize>>,
    /// The files in the order of the numbers of their dice.
    pub(super) order: Vec<usize>,
    /// Rows of tables that are no longer needed, one for each rule set that is played at once: new memory costs a tenth of the
    /// time.
    spare: Mutex<Vec<Rows>>,
}

impl Field {
    /// The field of these files.
    pub(super) fn new(files: &[Vec<Die>]) -> Field {
        let size = |file: &usize| size(&files[*file]);
        let mut field = Field {
            dice: Vec::new(),
            files: vec![Vec::new(); files.len()],
            order: (0..files.len()).sorted_by_key(size).collect(),
            spare: Mutex::default(),
        };
        // The same die twice in a file are two.
        let mut numbers: HashMap<(Vec<u32>, usize), usize> = HashMap::new();
        for &file in &field.order {
            let mut copies: HashMap<Vec<u32>, usize> = HashMap::new();
            for die in &files[file] {
                let faces = sorted(die.faces());
                let copy = copies.entry(faces.clone()).or_default();
                *copy += 1;
                let number = *numbers.entry((faces, *copy)).or_insert_with(|| {
                    field.dice.push(die.clone());
                    field.dice.len() - 1
                });
                field.files[file].push(number);
            }
        }
        field
    }

    /// The numbers of first files in the order of which the tables are small beside those of all, and that of all files.
    pub(super) fn steps(&self) -> Vec<usize> {
        let all = self.files.len();
        let is_small = |files: &usize| 2 * size(self.part(*files).0) <= size(&self.dice);
        (1..all).filter(is_small).chain([all]).collect()
    }

    /// The dice of the first so many files, and the pairings that lists of them are made of, each once. The die with the lower
    /// number plays seat 0.
    fn part(&self, files: usize) -> (&[Die], impl Iterator<Item = [usize; 2]>) {
        let files = self.order[..files].iter().map(|&file| &self.files[file]);
        let last = files.clone().flatten().max();
        let pairings = files.flat_map(|file| file.iter().copied().array_combinations());
        let pairings = pairings.map(|[one, other]| [one.min(other), one.max(other)]);
        let dice = &self.dice[..last.map_or(0, |last| last + 1)];
        (dice, pairings.unique())
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Rows>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether rules allow all faces.
    pub(super) fn admits(&self, rules: Rules) -> bool {
        let faces = self.dice.iter().flat_map(|die| die.faces());
        faces.max().is_none_or(|&face| face <= rules.most_face())
    }
}

/// How large the tables of these dice are, compared with others: the number of faces, each counted once a die.
fn size(dice: &[Die]) -> usize {
    let faces = dice.iter().map(|die| die.faces().iter().unique());
    faces.map(Iterator::count).sum()
}

/// Games of pairings of a field under a rule set.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    tallies: HashMap<[usize; 2], Tally>,
    /// Of each die that has played.
    can_win: Vec<bool>,
}

impl Played {
    /// Plays on until each pairing of the first so many files has so many games, a multiple of those of a block. Seats take turns
    /// to begin, whatever the rules say of that.
    pub(super) fn play_to(
        &mut self,
        games: u64,
        (field, files): (&Field, usize),
        rules: Rules,
        seed: u64,
        memory: usize,
    ) {
        let (dice, pairings) = field.part(files);
        let played = pairings.map(|pairing| (pairing, self.tallies.remove(&pairing)));
        let played = played.map(|(pairing, known)| (pairing, known.unwrap_or_default()));
        let (enough, mut open): (Vec<_>, Vec<_>) =
            played.partition(|(_, tally)| tally.games() >= games);
        self.tallies.extend(enough);
        if open.is_empty() {
            return;
        }
        let (all, rules) = ((0..dice.len()).collect_vec(), rules.with_turns());
        let rows = field.spare().pop().unwrap_or_default();
        let mut contest = DiceContest::in_place_of(rows, dice, &all, rules, seed, memory);
        if dice.len() > self.can_win.len() {
            self.can_win.clone_from(&contest.competitors().can_win);
        }
        open.sort_by_key(|&(pairing, _)| contest.section(pairing));
        in_sections(&mut contest, &mut open, |contest, pairing, tally| {
            let blocks = tally.games() / BLOCK..games / BLOCK;
            *tally += contest.play(pairing, games, blocks).tally;
            Some(())
        });
        self.tallies.extend(open);
        field.spare().push(contest.into_rows());
    }

    /// Whether all pairings have games.
    pub(super) fn is_complete(&self, field: &Field) -> bool {
        let (_, mut pairings) = field.part(field.files.len());
        pairings.all(|pairing| self.tallies.contains_key(&pairing))
    }

    /// What a list of a file would be.
    pub(super) fn expected(&self, field: &Field, file: usize, hypothesis: Hypothesis) -> Expected {
        let dice = &field.files[file];
        let can_win = |&die: &usize| self.can_win[die];
        let mut expected = Expected::new(dice.iter().map(can_win).collect());
        for in_file in (0..dice.len()).array_combinations() {
            let of_dice = in_file.map(|place| &field.dice[dice[place]]);
            let mut starters = Starters::new(hypothesis.rules, || of_dice.map(FaceCounts::new));
            let mut places = in_file;
            if dice[places[0]] > dice[places[1]] {
                places.reverse();
                starters = starters.exchanged();
            }
            let pairing = places.map(|place| dice[place]);
            let Some(tally) = self.tallies.get(&pairing) else {
                continue;
            };
            let can_win = pairing.map(|die| self.can_win[die]);
            let half = tally.games() as f64 / 2.0;
            let begun = tally.wins.map(|wins| Meeting::played(wins, half, can_win));
            let second = starters.seat_1_begins();
            let kinds = [(1.0 - second, begun[0]), (second, begun[1])];
            expected.add(places, &kinds, hypothesis.scoring.draw());
        }
        expected
    }
}
