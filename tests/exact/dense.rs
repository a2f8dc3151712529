//! Win probabilities on the plain board by dense linear algebra, and one player of it as the solver wants it.

use std::collections::HashMap;

use wuerfelglueck::exact::{Chain, ChainState, Move};
use wuerfelglueck::rules::{Rules, Standing};

use crate::support::boards::board::{Board, Choices, Size};
use crate::support::boards::{Next, Oracle};

/// What is true of a pair of dice.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Probability of a win: `wins[starter][winner]`.
    pub wins: [[f64; 2]; 2],
    /// Probability of a draw by starter. It is solved for like the wins, so the three adding up to
    /// 1 is a check.
    pub draws: [f64; 2],
    /// Expected number of rolls by starter.
    pub rolls: [f64; 2],
}

/// The right-hand sides of the linear system are, in this order: win of seat 0, win of seat 1,
/// draw, rolls.
const SIDES: usize = 4;

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

/// Solves the game of these dice for either starter: all positions that can be reached from the two starts are
/// enumerated, and (I − P) x = b is solved by Gaussian elimination.
///
/// # Panics
///
/// If there would be more than `most` unknowns, or if there is a position from which the game can never end.
pub fn solve(size: Size, choices: &Choices, dice: [&[u32]; 2], most: usize) -> Reference {
    let mut all = Positions {
        list: Vec::new(),
        known: HashMap::new(),
    };
    let faces = dice.map(<[u32]>::to_vec);
    let starts = [0, 1]
        .map(|starter| all.outcome(Board::start(size, choices, None, faces.clone(), starter)));
    // `all` grows while it is walked through, which makes this a breadth-first search.
    let mut follow: Vec<Vec<Outcome>> = Vec::new();
    while let Some(board) = all.list.get(follow.len()).cloned() {
        assert!(follow.len() < most, "more than {most} unknowns");
        let Next::Roll(seat) = board.next() else {
            unreachable!("somebody rolls");
        };
        let after = dice[seat].iter().map(|&roll| {
            let mut board = board.clone();
            board.roll(roll);
            all.outcome(board)
        });
        follow.push(after.collect());
    }
    assert!(
        every_game_ends(&follow),
        "there are positions from which the game never ends"
    );
    let solution = solve_system(&follow);
    let value = |start: Outcome, side: usize| match start {
        Outcome::On(index) => solution[index][side],
        Outcome::Over(end) => f64::from(side == end),
    };
    Reference {
        wins: starts.map(|start| [value(start, 0), value(start, 1)]),
        draws: starts.map(|start| value(start, 2)),
        rolls: starts.map(|start| value(start, 3)),
    }
}

/// Whether an end of the game can be reached from every position. Otherwise (I − P) would be
/// singular.
fn every_game_ends(follow: &[Vec<Outcome>]) -> bool {
    let mut ends = vec![false; follow.len()];
    loop {
        let before = ends.clone();
        for (index, outcomes) in follow.iter().enumerate().rev() {
            ends[index] = outcomes.iter().any(|outcome| match *outcome {
                Outcome::On(to) => ends[to],
                Outcome::Over(_) => true,
            });
        }
        if ends == before {
            return ends.iter().all(|&end| end);
        }
    }
}

/// The values of each position. The matrix I − P of an absorbing chain needs no pivoting.
fn solve_system(follow: &[Vec<Outcome>]) -> Vec<[f64; SIDES]> {
    let count = follow.len();
    // Late positions come first: they are eliminated while the rows are still almost empty.
    let place = |index: usize| count - 1 - index;
    let mut rows = vec![vec![0.0; count + SIDES]; count];
    for (index, outcomes) in follow.iter().enumerate() {
        let row = &mut rows[place(index)];
        row[place(index)] += 1.0;
        row[count + 3] = 1.0;
        for outcome in outcomes {
            let share = 1.0 / outcomes.len() as f64;
            match *outcome {
                Outcome::On(to) => row[place(to)] -= share,
                Outcome::Over(end) => row[count + end] += share,
            }
        }
    }
    for pivot in 0..count {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let above = &above[pivot];
        for row in below {
            let factor = row[pivot] / above[pivot];
            if factor != 0.0 {
                for (value, above) in row[pivot..].iter_mut().zip(&above[pivot..]) {
                    *value -= factor * above;
                }
            }
        }
    }
    // Backwards, each row takes the solutions below it into account.
    let mut solved = vec![[0.0; SIDES]; count];
    for place in (0..count).rev() {
        let row = &rows[place];
        solved[place] = std::array::from_fn(|side| {
            let known = (place + 1..count).map(|below| row[below] * solved[below][side]);
            (row[count + side] - known.sum::<f64>()) / row[place]
        });
    }
    solved.reverse();
    solved
}

/// One player of the board: all sets of pieces that the player can reach by own moves if any piece on the track may
/// be captured at any time. State 0 is the start. Tries are not told apart.
pub fn player(size: Size, choices: &Choices, die: &[u32]) -> Chain {
    let start = Board::start(size, choices, None, [die.to_vec(), vec![0]], 0);
    let mut sets = vec![start.pieces(0)];
    let mut states: Vec<ChainState> = Vec::new();
    while let Some(pieces) = sets.get(states.len()).cloned() {
        let here = states.len();
        let mut index = |set: Vec<u32>| {
            let known = sets.iter().position(|known| *known == set);
            known.unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            })
        };
        let board = start.at([pieces.clone(), vec![]], 0);
        let won = board.next() == Next::Won(0);
        let stuck = !won && board.is_stuck(0);
        let mut moves = Vec::new();
        if !won && !stuck {
            for &roll in die {
                let mut board = board.clone();
                let report = board.roll(roll);
                let landing = report.to.filter(|&to| to < size.fields);
                let result = Move {
                    to: report.to.map_or(here, |_| index(board.pieces(0))),
                    again: report.extra,
                    // As the opponent counts.
                    landing: landing.map_or(0, |to| 1 << ((to + size.fields / 2) % size.fields)),
                };
                moves.push((result, 1));
            }
        }
        let on_track = pieces.iter().filter(|&&piece| piece < size.fields);
        let without = |gone: &u32| {
            let mut rest = pieces.clone();
            rest.retain(|piece| piece != gone);
            rest
        };
        states.push(ChainState {
            moves,
            held: on_track.clone().map(|piece| 1 << piece).sum(),
            captured: on_track.map(|piece| index(without(piece))).collect(),
            rolls: 1.0,
            standing: if won {
                Standing::Won
            } else if stuck {
                Standing::Stuck
            } else {
                Standing::Playing
            },
        });
    }
    Chain::new(&states, Rules::OFFIZIELL)
}
