//! Win probabilities on the plain board, from the end of the game backwards, and one player of it
//! as the solver wants it.

use std::collections::HashMap;

use wuerfelglueck::exact::{Chain, Move, State};
use wuerfelglueck::rules::Standing;

use crate::prelude::*;
use crate::support::boards::board::{Board, Choices, Size, choices};
use crate::support::boards::{Next, Oracle};

/// What is true of a pair of dice.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Probability of a win: `wins[starter][winner]`.
    pub wins: [[f64; 2]; 2],
    /// Probability of a draw by starter.
    pub draws: [f64; 2],
    /// Expected number of rolls by starter.
    pub rolls: [f64; 2],
}

/// What follows a roll.
#[derive(Clone, Copy)]
enum Outcome {
    /// The game is over; this is what becomes certain.
    Over(usize),
    /// The game goes on in the position of this index.
    On(usize),
}

/// The positions met so far in which somebody rolls.
struct Positions {
    list: Vec<Board>,
    /// By the pieces, the tries of the turn, and who rolls.
    known: HashMap<(String, usize), usize>,
}

impl Positions {
    fn outcome(&mut self, board: Board) -> Outcome {
        let seat = match board.next() {
            Next::Won(seat) => return Outcome::Over(seat),
            Next::Draw => return Outcome::Over(2),
            Next::Roll(seat) => seat,
        };
        let known = self.known.entry((board.text(), seat));
        Outcome::On(*known.or_insert_with(|| {
            self.list.push(board);
            self.list.len() - 1
        }))
    }
}

/// Solves the game of these dice for either starter: all positions that can be reached from the two
/// starts are enumerated, and their values follow from each other.
///
/// # Panics
///
/// If there is a position from which the game can never end.
pub fn solve(size: Size, choices: &Choices, dice: &[Die; 2]) -> Reference {
    let mut all = Positions {
        list: Vec::new(),
        known: HashMap::new(),
    };
    let faces = dice.each_ref().map(|die| die.faces().to_vec());
    let starts = [0, 1]
        .map(|starter| all.outcome(Board::start(size, choices, None, faces.clone(), starter)));
    // `all` grows while it is walked through, which makes this a breadth-first search.
    let mut follow: Vec<Vec<Outcome>> = Vec::new();
    while let Some(board) = all.list.get(follow.len()).cloned() {
        let Next::Roll(seat) = board.next() else {
            unreachable!("somebody rolls");
        };
        let after = faces[seat].iter().map(|&roll| {
            let mut board = board.clone();
            board.roll(roll);
            all.outcome(board)
        });
        follow.push(after.collect());
    }
    let values = values(&follow);
    let [one, other] = starts.map(|start| value(&values, start));
    Reference {
        wins: [one, other].map(|value| [value[0], value[1]]),
        draws: [one[2], other[2]],
        rolls: [one[3], other[3]],
    }
}

/// What follows from an outcome: win of seat 0, win of seat 1, draw, rolls.
type Value = [f64; 4];

fn value(values: &[Value], outcome: Outcome) -> Value {
    match outcome {
        Outcome::On(index) => values[index],
        Outcome::Over(end) => std::array::from_fn(|side| f64::from(u8::from(side == end))),
    }
}

/// The values of each position, sweep by sweep until nothing changes any more.
fn values(follow: &[Vec<Outcome>]) -> Vec<Value> {
    let mut values = vec![[0.0; 4]; follow.len()];
    for _sweep in 0..100_000 {
        let mut change = 0f64;
        // Late positions come first: they are the nearest to an end.
        for (index, outcomes) in follow.iter().enumerate().rev() {
            let mut mean = [0.0, 0.0, 0.0, 1.0];
            for &outcome in outcomes {
                let after = value(&values, outcome);
                mean = std::array::from_fn(|side| mean[side] + after[side] / outcomes.len() as f64);
            }
            let changes = mean.iter().zip(values[index]).map(|(new, old)| new - old);
            change = changes.fold(change, f64::max);
            values[index] = mean;
        }
        if change < 1e-13 {
            return values;
        }
    }
    panic!("there are positions from which the game never ends");
}

/// One player of the board: all sets of pieces that the player can reach by own moves if any piece
/// on the track may be captured at any time. State 0 is the start. Tries are not told apart.
pub fn player(size: Size, rules: Rules, die: &[u32]) -> Chain {
    let choices = choices(&rules.to_string());
    let start = Board::start(size, &choices, None, [die.to_vec(), vec![0]], 0);
    // As the opponent counts.
    let landing = |to: u32| 1 << ((to + size.fields / 2) % size.fields);
    let mut sets = vec![start.pieces(0)];
    let mut states: Vec<State> = Vec::new();
    while let Some(pieces) = sets.get(states.len()).cloned() {
        let here = states.len();
        let mut index = |set: Vec<u32>| {
            let known = sets.iter().position(|known| *known == set);
            known.unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            })
        };
        let board = start.at([pieces.clone(), vec![]], 0, 0);
        let won = board.next() == Next::Won(0);
        let stuck = !won && board.is_stuck(0);
        let mut moves = Vec::new();
        if !won && !stuck {
            for &roll in die {
                let mut board = board.clone();
                let report = board.roll(roll);
                // "only after the last roll of a turn: those on any field that the mover's pieces
                // hold then"
                let captures = match (choices.schlagen_am_zugende, report.extra) {
                    (true, true) if !board.is_stuck(0) => vec![],
                    (true, _) => board.pieces(0),
                    (false, _) => report.to.into_iter().collect(),
                };
                let captures = captures.into_iter().filter(|&to| to < size.fields);
                let result = Move {
                    to: report.to.map_or(here, |_| index(board.pieces(0))),
                    again: report.extra,
                    landing: captures.fold(0, |fields, to| fields | landing(to)),
                };
                moves.push((result, 1));
            }
        }
        let least = u32::from(choices.a_sicher);
        let exposed = pieces
            .iter()
            .filter(|&piece| (least..size.fields).contains(piece));
        let without = |gone: &u32| {
            let mut rest = pieces.clone();
            rest.retain(|piece| piece != gone);
            rest
        };
        let held = exposed.clone().map(|piece| 1 << piece).sum();
        let captured = exposed.map(|piece| index(without(piece))).collect();
        let standing = if won {
            Standing::Won
        } else if stuck {
            Standing::Stuck
        } else {
            Standing::Playing
        };
        let turn = (moves, 1.0);
        let state = State::new(here, turn, (held, captured), standing, rules);
        states.push(state);
    }
    Chain::new(states, rules)
}
