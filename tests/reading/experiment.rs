//! Dice, and how often each of them has won: what a list is printed from.

use crate::prelude::*;
use crate::reading::pick;

/// The examples of dice files that lists are made of; of those that come twice, twice as many.
const EXAMPLES: [&str; 8] = [
    "wuerfel0",
    "wuerfel3",
    "wuerfel1",
    "wuerfel2",
    "unterschiede",
    "unentschieden",
    "wuerfel0",
    "wuerfel3",
];

/// Which dice play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceSource {
    /// Those of an example.
    Example,
    /// Two to twenty dice of random faces, some of a single one.
    Random,
    /// The same, and two or four of them have the same faces.
    WithEqual,
}

/// How games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By chance, the better die more often; one die may lose all games.
    Usual,
    /// All dice win as often.
    AllEqual,
    /// The better die wins all games, and if they can be drawn, the best die alone wins.
    AllOrNone,
    /// All games are drawn.
    NobodyWins,
}

/// The games of all pairings.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub dice: Vec<Die>,
    pub can_draw: bool,
    pub source: DiceSource,
    pub outcome: Outcome,
    /// The games of a pairing.
    pub games_per_pairing: u64,
    /// The wins of the first die over the second one, by both.
    pub wins: Vec<Vec<u64>>,
    /// The draws of two dice, by both.
    pub draws: Vec<Vec<u64>>,
}

/// What a list says of a die, and it may be wrong.
#[derive(Clone, Debug)]
pub struct Score {
    /// The index of the die.
    pub die: usize,
    pub rank: usize,
    /// The printed number of its sides.
    pub sides: usize,
    pub games: u64,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// The wins of games that the die has begun.
    pub first_wins: u64,
    /// The opponents against which the die has won more often than it has lost.
    pub duels: usize,
    pub seconds: f64,
}

impl Score {
    /// The share of its games that the die has won, in per cent.
    pub fn share(&self) -> f64 {
        100.0 * self.wins as f64 / self.games as f64
    }
}

impl Experiment {
    /// Plays the games of random dice, most often those of an example.
    pub fn play(rng: &mut Random) -> Experiment {
        let source = match rng.random_range(0..10) {
            0..7 => DiceSource::Example,
            7..9 => DiceSource::Random,
            _ => DiceSource::WithEqual,
        };
        let (dice, can_draw) = if source == DiceSource::Example {
            let name = pick(rng, &EXAMPLES);
            (example(name), name == "unentschieden")
        } else {
            let dice = random_dice(rng, source == DiceSource::WithEqual);
            (dice, rng.random_bool(0.2))
        };
        let outcome = match rng.random_range(0..40) {
            0 => Outcome::AllEqual,
            1 => Outcome::AllOrNone,
            2 if can_draw => Outcome::NobodyWins,
            _ => Outcome::Usual,
        };
        let games_per_pairing = pick(rng, &[100, 400, 1000, 4000, 4000, 10_000]);
        let size = dice.len();
        let mut experiment = Experiment {
            dice,
            can_draw,
            source,
            outcome,
            games_per_pairing,
            wins: vec![vec![0; size]; size],
            draws: vec![vec![0; size]; size],
        };
        experiment.play_pairings(rng);
        experiment
    }

    fn play_pairings(&mut self, rng: &mut Random) {
        let size = self.dice.len();
        let games = self.games_per_pairing;
        let mut strengths: Vec<f64> = (0..size).map(|_| 1.2 * random_normal(rng)).collect();
        if rng.random_bool(0.15) {
            strengths[rng.random_range(0..size)] = -30.0;
        }
        let best = strengths
            .iter()
            .position_max_by(|left, right| left.total_cmp(right))
            .unwrap();
        for [one, other] in (0..size).array_combinations() {
            let [draws, wins] = match self.outcome {
                Outcome::Usual => {
                    let most = if self.can_draw { 0.4 } else { 0.0 };
                    let draws = (games as f64 * rng.random_range(0.0..=most)) as u64;
                    let ahead = (strengths[one] - strengths[other]).clamp(-60.0, 60.0);
                    let chance = 1.0 / (1.0 + libm::exp(-ahead));
                    let spread = (games as f64 * chance * (1.0 - chance)).sqrt();
                    let wins = (games - draws) as f64 * chance + spread * random_normal(rng);
                    [draws, (wins.round().max(0.0) as u64).min(games - draws)]
                }
                Outcome::AllEqual => [0, games / 2],
                Outcome::AllOrNone if self.can_draw && one != best && other != best => [games, 0],
                Outcome::AllOrNone if strengths[one] > strengths[other] => [0, games],
                Outcome::AllOrNone => [0, 0],
                Outcome::NobodyWins => [games, 0],
            };
            self.wins[one][other] = wins;
            self.wins[other][one] = games - draws - wins;
            self.draws[one][other] = draws;
            self.draws[other][one] = draws;
        }
    }

    /// Returns what a right list says of each die, in the order of the dice.
    pub fn scores(&self, rng: &mut Random) -> Vec<Score> {
        let size = self.dice.len();
        let games = self.games_per_pairing * (size as u64 - 1);
        let first_part = rng.random_range(0.51..0.6);
        let mut scores: Vec<Score> = (0..size)
            .map(|die| {
                let wins = self.wins[die].iter().sum();
                let draws = self.draws[die].iter().sum();
                let has_won = |&other: &usize| self.wins[die][other] > self.wins[other][die];
                Score {
                    die,
                    rank: 0,
                    sides: self.dice[die].faces().len(),
                    games,
                    wins,
                    losses: games - wins - draws,
                    draws,
                    first_wins: (wins as f64 * first_part) as u64,
                    duels: (0..size).filter(has_won).count(),
                    seconds: rng.random_range(0.5..9.0),
                }
            })
            .collect();
        give_ranks(&mut scores);
        scores
    }
}

/// Gives ranks by wins, at ties by the order of the dice.
pub fn give_ranks(scores: &mut [Score]) {
    let by_wins = (0..scores.len()).sorted_by_key(|&index| u64::MAX - scores[index].wins);
    for (position, index) in by_wins.collect_vec().into_iter().enumerate() {
        scores[index].rank = position + 1;
    }
}

/// Returns two to twenty dice of random faces, some with a single one.
fn random_dice(rng: &mut Random, has_equal: bool) -> Vec<Die> {
    let size = match rng.random_range(0..4) {
        0 => 2,
        1 => rng.random_range(3..=5),
        _ => rng.random_range(3..=20),
    };
    let mut dice: Vec<Die> = Vec::new();
    while dice.len() < size {
        let sides = if rng.random_bool(0.06) {
            1
        } else {
            rng.random_range(2..=12)
        };
        let highest = pick(rng, &[6, 6, 9, 20]);
        let mut faces: Vec<u32> = (0..sides).map(|_| rng.random_range(0..=highest)).collect();
        if rng.random_bool(0.8) {
            faces.sort_unstable();
        }
        let new = die(faces);
        let has_same_faces = |other: &Die| sorted_faces(other) == sorted_faces(&new);
        if !dice.iter().any(has_same_faces) {
            dice.push(new);
        }
    }
    if has_equal {
        let equal = if size >= 4 { pick(rng, &[2, 4]) } else { 2 };
        let places = random_order(rng, size);
        for place in 1..equal {
            dice[places[place]] = dice[places[0]].clone();
        }
    }
    dice
}

/// The faces of a die in ascending order.
pub fn sorted_faces(die: &Die) -> Vec<u32> {
    wuerfelglueck::dice::sort_faces(die.faces())
}

/// Returns the numbers below `size` in a random order.
fn random_order(rng: &mut Random, size: usize) -> Vec<usize> {
    let keys: Vec<u64> = (0..size).map(|_| rng.random()).collect();
    (0..size).sorted_by_key(|&index| keys[index]).collect()
}

/// Returns a normally distributed number, as the sum of twelve uniform ones.
fn random_normal(rng: &mut Random) -> f64 {
    (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0
}
