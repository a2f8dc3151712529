//! Programs with a bug that is no deviation: the rules of `offiziell` on a plain board, but for one thing.

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use wuerfelglueck::diagnose::Shares;
use wuerfelglueck::dice::Die;

use crate::shown;

/// What is wrong with a program.
#[derive(Clone, Copy, Debug)]
pub enum Bug {
    /// Nothing.
    None,
    /// Pieces are captured on half of the fields only: on those with an even number.
    HalfOfTheFields,
    /// The goal has a field more, and four of its five fields are to be filled.
    LongGoal,
}

impl Bug {
    fn last_field(self) -> u32 {
        match self {
            Bug::LongGoal => 44,
            Bug::None | Bug::HalfOfTheFields => 43,
        }
    }

    fn captures(self, field: u32) -> bool {
        match self {
            Bug::HalfOfTheFields => field.is_multiple_of(2),
            Bug::None | Bug::LongGoal => true,
        }
    }
}

/// The pieces of a player outside home, by their progress.
type Pieces = Vec<u32>;

/// The move of a roll: the piece that leaves, if it is not from home, and where it goes.
fn selected(bug: Bug, own: &Pieces, roll: u32) -> Option<(Option<u32>, u32)> {
    let is_at_home = own.len() < 4;
    let can =
        |from: u32| roll > 0 && from + roll <= bug.last_field() && !own.contains(&(from + roll));
    let frontmost = |is_there: fn(u32) -> bool| {
        let there = own
            .iter()
            .copied()
            .filter(|&from| is_there(from) && can(from));
        there.max().map(|from| (Some(from), from + roll))
    };
    if roll == 6 && is_at_home && !own.contains(&0) {
        return Some((None, 0));
    }
    if is_at_home && own.contains(&0) && can(0) {
        return Some((Some(0), roll));
    }
    frontmost(|from| from < 40).or_else(|| frontmost(|from| from >= 40))
}

/// Plays a game: who wins, if anybody does.
fn play(
    bug: Bug,
    faces: [&[u32]; 2],
    starter: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<usize> {
    let mut pieces: [Pieces; 2] = [vec![0], vec![0]];
    let mut seat = starter;
    for _ in 0..100_000 {
        let is_stuck = [0, 1].map(|seat| {
            let mut all = faces[seat].iter();
            all.all(|&face| selected(bug, &pieces[seat], face).is_none())
        });
        match (is_stuck[seat], is_stuck[1 - seat]) {
            (true, true) => return None,
            (true, false) => seat = 1 - seat,
            (false, _) => {}
        }
        let roll = faces[seat][rng.random_range(0..faces[seat].len())];
        if let Some((from, to)) = selected(bug, &pieces[seat], roll) {
            pieces[seat].retain(|&piece| Some(piece) != from);
            pieces[seat].push(to);
            if to < 40 && bug.captures(to) {
                pieces[1 - seat].retain(|&piece| piece != (to + 20) % 40 || piece >= 40);
            }
            if pieces[seat].iter().filter(|&&piece| piece >= 40).count() == 4 {
                return Some(seat);
            }
        }
        if roll != 6 {
            seat = 1 - seat;
        }
    }
    None
}

/// The lists that the program prints from so many games per pairing.
pub fn lists(files: &[Vec<Die>], bug: Bug, games: u64, seed: u64) -> Vec<Shares> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let list = |dice: &Vec<Die>| {
        let mut won = vec![0; dice.len()];
        for pairing in (0..dice.len()).array_combinations() {
            let [one, other] = pairing;
            for game in 0..games {
                let faces = [dice[one].faces(), dice[other].faces()];
                let winner = play(bug, faces, (game % 2) as usize, &mut rng);
                if let Some(seat) = winner {
                    won[pairing[seat]] += 1;
                }
            }
        }
        let all = (games * (dice.len() as u64 - 1)) as f64;
        won.into_iter()
            .map(|won| shown(f64::from(won) / all))
            .collect()
    };
    files.iter().map(list).collect()
}
