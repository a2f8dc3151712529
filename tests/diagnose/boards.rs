//! Lists of programs that play as the plain boards of the tests do.

use itertools::Itertools;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use wuerfelglueck::diagnose::{Hypothesis, Shares};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Rules;

#[path = "../play/board.rs"]
#[allow(dead_code)]
mod board;
#[path = "../play/wlr_board.rs"]
#[allow(dead_code)]
mod wlr_board;

use crate::shown;
use board::{Board, Next, choices, play, starter};
use wlr_board::{WlrBoard, WlrNext, play_wlr};

/// A game that has not ended after so many rolls is a draw.
const MOST_ROLLS: u64 = 100_000;

/// The seat that wins each of some games of these dice.
fn winners(rules: Rules, faces: [Vec<u32>; 2], games: u64, seed: u64) -> Vec<Option<usize>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let choices = choices(&rules.to_string().replace("wlr", "offiziell"));
    let mut roll = |seat: usize| faces[seat][rng.random_range(0..faces[seat].len())];
    let game = |game| {
        let first = starter(&choices, [&faces[0], &faces[1]], game, &mut roll);
        if rules.base() == Rules::WLR {
            let mut board = WlrBoard::start(faces.clone(), first);
            return match play_wlr(&mut board, MOST_ROLLS, &mut roll).0 {
                WlrNext::Won(seat) => Some(seat),
                WlrNext::Draw | WlrNext::Rolls(_) => None,
            };
        }
        let mut board = Board::start(&choices, faces.clone(), first);
        match play(&mut board, MOST_ROLLS, &mut roll).0 {
            Next::Won(seat) => Some(seat),
            Next::Draw | Next::Roll(_) => None,
        }
    };
    (0..games).map(game).collect()
}

/// The lists that a program prints from so many games per pairing.
pub fn lists(files: &[Vec<Die>], made_by: Hypothesis, games: u64, seed: u64) -> Vec<Shares> {
    let list = |(file, dice): (usize, &Vec<Die>)| {
        let pairings = (0..dice.len()).array_combinations().collect_vec();
        let played: Vec<([usize; 2], Vec<Option<usize>>)> = pairings
            .into_par_iter()
            .enumerate()
            .map(|(number, pairing)| {
                let faces = pairing.map(|die| dice[die].faces().to_vec());
                let seed = seed << 20 | (file << 10 | number) as u64;
                (pairing, winners(made_by.rules, faces, games, seed))
            })
            .collect();
        let win = made_by.scoring.win();
        let mut won = vec![0; dice.len()];
        for (pairing, winners) in played {
            for (seat, die) in pairing.into_iter().enumerate() {
                let wins = winners
                    .iter()
                    .filter(|&&winner| winner == Some(seat))
                    .count();
                let draws = winners.iter().filter(|winner| winner.is_none()).count();
                won[die] += made_by.scoring.count(wins as u64, draws as u64);
            }
        }
        let all = (win * games * (dice.len() as u64 - 1)) as f64;
        won.into_iter().map(|won| shown(won as f64 / all)).collect()
    };
    files.iter().enumerate().map(list).collect()
}
