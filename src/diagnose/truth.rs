//! What lists of some dice files would be under a rule set, from games.
//!
//! All files are played together: a die that is in several has one table, and a pairing that is in several is
//! played once. Who begins, and what a draw counts, needs no games of its own. All games are played with seats that
//! take turns, and how often each die wins when it begins says the rest.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::Hypothesis;
use crate::dice::Die;
use crate::engine::games::Tally;
use crate::engine::starters::Starters;
use crate::likelihood::{Expected, Meeting};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::tournament::blocks::in_sections;
use crate::tournament::{Contest, DiceContest};

/// The dice of some files, and the pairings that lists of them are made of.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// All dice, each as often as it is in one of the files.
    dice: Vec<Die>,
    /// For each file the numbers of its dice among all.
    files: Vec<Vec<usize>>,
    /// The pairings, each once. The die with the lower number plays seat 0.
    pairings: Vec<[usize; 2]>,
}

impl Field {
    /// The field of these files.
    pub(super) fn new(files: &[&[Die]]) -> Field {
        let mut dice: Vec<Die> = Vec::new();
        let mut numbers: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
        let mut number = |file: &&[Die]| {
            let mut taken = HashSet::new();
            let number = |die: &Die| {
                let faces = die.faces().iter().copied().sorted_unstable();
                let known = numbers.entry(faces.collect()).or_default();
                // The same die twice in a file are two.
                let number = known.iter().copied().find(|number| taken.insert(*number));
                number.unwrap_or_else(|| {
                    dice.push(die.clone());
                    known.push(dice.len() - 1);
                    taken.insert(dice.len() - 1);
                    dice.len() - 1
                })
            };
            file.iter().map(number).collect()
        };
        let files: Vec<Vec<usize>> = files.iter().map(&mut number).collect();
        let pairings = files.iter().flat_map(|file| {
            let pairings = file.iter().copied().array_combinations();
            pairings.map(|[one, other]| [one.min(other), one.max(other)])
        });
        Field {
            pairings: pairings.unique().collect(),
            dice,
            files,
        }
    }

    /// Whether rules allow all faces.
    pub(super) fn admits(&self, rules: Rules) -> bool {
        let faces = self.dice.iter().flat_map(|die| die.faces());
        faces.max().is_none_or(|&face| face <= rules.most_face())
    }
}

/// Games of all pairings of a field under a rule set.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    /// The number of games of each pairing.
    pub(super) games: u64,
    tallies: HashMap<[usize; 2], Tally>,
    can_win: Vec<bool>,
}

impl Played {
    /// Plays on until each pairing has so many games, a multiple of those of a block. Seats take turns to begin,
    /// whatever the rules say of that.
    pub(super) fn play_to(
        &mut self,
        games: u64,
        field: &Field,
        rules: Rules,
        seed: u64,
        memory: usize,
    ) {
        if games <= self.games {
            return;
        }
        let blocks = self.games / BLOCK..games / BLOCK;
        let rules = rules.with_turns();
        let mut contest = DiceContest::new(&field.dice, rules, seed, memory);
        self.can_win = contest.competitors().can_win.clone();
        let played = field
            .pairings
            .iter()
            .map(|&pairing| (pairing, Tally::default()));
        let mut played = played
            .sorted_by_key(|&(pairing, _)| contest.section(pairing))
            .collect_vec();
        in_sections(&mut contest, &mut played, |contest, pairing, tally| {
            *tally = contest.play(pairing, games, blocks.clone()).tally;
            Some(())
        });
        for (pairing, tally) in played {
            *self.tallies.entry(pairing).or_default() += tally;
        }
        self.games = blocks.end * BLOCK;
    }

    /// What a list of a file would be.
    pub(super) fn expected(&self, field: &Field, file: usize, hypothesis: Hypothesis) -> Expected {
        let dice = &field.files[file];
        let can_win = |&die: &usize| self.can_win[die];
        let mut expected = Expected::new(dice.iter().map(can_win).collect());
        for in_file in (0..dice.len()).array_combinations() {
            let of_dice = in_file.map(|place| &field.dice[dice[place]]);
            let mut starters = Starters::of_dice(hypothesis.rules, of_dice);
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
