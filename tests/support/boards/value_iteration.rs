//! Win probabilities on the plain board, by value iteration over all positions, and the chain of
//! one of its players for the solver.

use std::collections::HashMap;

use wuerfelglueck::dice::Die;
use wuerfelglueck::exact::{
    Chain, ChainState, ChainTurn, ExposedPieces, Transition, WeightedTransition,
};
use wuerfelglueck::rules::{Rules, Standing};

use super::board::{Board, Choices, Size, choices};
use super::{Next, Oracle};

/// The expected values of a game from a position on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values {
    /// The probability that the player on each seat wins.
    pub wins: [f64; 2],
    /// The probability of a draw.
    pub draw: f64,
    /// The mean number of rolls.
    pub rolls: f64,
}

impl Values {
    /// Adds the values of one of this number of equally likely `positions` that follow.
    fn add_mean(&mut self, following: Values, positions: f64) {
        self.wins = [0, 1].map(|seat| self.wins[seat] + following.wins[seat] / positions);
        self.draw += following.draw / positions;
        self.rolls += following.rolls / positions;
    }

    /// The largest increase over earlier values.
    fn increase(&self, earlier: &Values) -> f64 {
        [
            self.wins[0] - earlier.wins[0],
            self.wins[1] - earlier.wins[1],
            self.draw - earlier.draw,
            self.rolls - earlier.rolls,
        ]
        .into_iter()
        .fold(0.0, f64::max)
    }
}

/// The end of the game by a roll, or the position after it.
#[derive(Clone, Copy)]
enum AfterRoll {
    /// The game is won by the player on this seat.
    Won(usize),
    Draw,
    /// The game goes on in the position of this index.
    Position(usize),
}

/// The positions met so far in which a player rolls.
#[derive(Default)]
struct Positions {
    list: Vec<Board>,
    /// The indices by the pieces and the tries of the turn, and by the seat that rolls.
    indices: HashMap<(String, usize), usize>,
}

impl Positions {
    /// Finds the position of a board after a roll, and adds it if it is new.
    fn after_roll(&mut self, board: Board) -> AfterRoll {
        let seat = match board.next() {
            Next::Won(seat) => return AfterRoll::Won(seat),
            Next::Draw => return AfterRoll::Draw,
            Next::Roll(seat) => seat,
        };
        let index = self.indices.entry((board.text(), seat));
        AfterRoll::Position(*index.or_insert_with(|| {
            self.list.push(board);
            self.list.len() - 1
        }))
    }
}

/// Solves the game of these dice for each starter: all positions that can be reached from the two
/// starts are enumerated, and their values follow from each other.
///
/// # Panics
///
/// If the values still change after 100,000 rounds, as they do if there is a position from which
/// the game can never end.
pub fn solve(size: Size, choices: &Choices, dice: &[Die; 2]) -> [Values; 2] {
    let mut positions = Positions::default();
    let faces = dice.each_ref().map(|die| die.faces().to_vec());
    let starts = [0, 1].map(|starter| {
        positions.after_roll(Board::start(size, choices, None, faces.clone(), starter))
    });
    // The positions grow while they are walked through, which makes this a breadth-first search.
    let mut after_rolls: Vec<Vec<AfterRoll>> = Vec::new();
    while let Some(board) = positions.list.get(after_rolls.len()).cloned() {
        let Next::Roll(seat) = board.next() else {
            unreachable!("a player rolls");
        };
        let after_each_face = faces[seat].iter().map(|&roll| {
            let mut board = board.clone();
            board.roll(roll);
            positions.after_roll(board)
        });
        after_rolls.push(after_each_face.collect());
    }
    let values = iterate_values(&after_rolls);
    starts.map(|start| values_after(start, &values))
}

/// The values after a roll, by those of all positions.
fn values_after(roll: AfterRoll, values: &[Values]) -> Values {
    let mut after = Values::default();
    match roll {
        AfterRoll::Position(index) => return values[index],
        AfterRoll::Won(seat) => after.wins[seat] = 1.0,
        AfterRoll::Draw => after.draw = 1.0,
    }
    after
}

/// The values of each position, given what follows each roll in it. They are computed again and
/// again until none rises by 1e-13 or more.
fn iterate_values(after_rolls: &[Vec<AfterRoll>]) -> Vec<Values> {
    let mut values = vec![Values::default(); after_rolls.len()];
    for _round in 0..100_000 {
        let mut change = 0f64;
        // Positions that were found late come first: most rolls lead to later ones.
        for (index, after_each_face) in after_rolls.iter().enumerate().rev() {
            let mut mean = Values {
                rolls: 1.0,
                ..Values::default()
            };
            for &roll in after_each_face {
                mean.add_mean(values_after(roll, &values), after_each_face.len() as f64);
            }
            change = change.max(mean.increase(&values[index]));
            values[index] = mean;
        }
        if change < 1e-13 {
            return values;
        }
    }
    panic!("there are positions from which the game never ends");
}

/// The chain of one player of the board: its states are all sets of pieces that the player can
/// reach if any piece on the track that is not safe may be captured at any time. State 0 is the
/// start. All deviations are followed but `ohne-schlagen`, `einsetzen-schlaegt-nicht` and
/// `drei-versuche`.
pub fn chain_of_player(size: Size, rules: Rules, die: &[u32]) -> Chain {
    let choices = choices(&rules.to_string());
    let start = Board::start(size, &choices, None, [die.to_vec(), vec![0]], 0);
    // The bit of a track field, as the opponent counts.
    let landing = |to: u32| 1 << ((to + size.fields / 2) % size.fields);
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
        let board = start.at([pieces.clone(), vec![]], 0, 0);
        let won = board.next() == Next::Won(0);
        let stuck = !won && board.is_stuck(0);
        let mut transitions = Vec::new();
        if !won && !stuck {
            for &roll in die {
                let mut board = board.clone();
                let report = board.roll(roll);
                // `schlagen-am-zugende`: "only after the last roll of a turn: those on any field
                // that the mover's pieces hold then"
                let captures = match (choices.schlagen_am_zugende, report.extra) {
                    (true, true) if !board.is_stuck(0) => vec![],
                    (true, _) => board.pieces(0),
                    (false, _) => report.to.into_iter().collect(),
                };
                let captures = captures.into_iter().filter(|&to| to < size.fields);
                let transition = Transition {
                    to: report.to.map_or(here, |_| index(board.pieces(0))),
                    again: report.extra,
                    landing: captures.fold(0, |fields, to| fields | landing(to)),
                };
                transitions.push(WeightedTransition {
                    transition,
                    weight: 1,
                });
            }
        }
        let least = u32::from(choices.a_sicher);
        let exposed = pieces
            .iter()
            .filter(|&piece| (least..size.fields).contains(piece));
        let without = |gone: &u32| {
            let mut remaining = pieces.clone();
            remaining.retain(|piece| piece != gone);
            remaining
        };
        let exposed_pieces = ExposedPieces {
            fields: exposed.clone().map(|piece| 1 << piece).sum(),
            after_capture: exposed.map(|piece| index(without(piece))).collect(),
        };
        let standing = if won {
            Standing::Won
        } else if stuck {
            Standing::Stuck
        } else {
            Standing::Playing
        };
        let turn = ChainTurn {
            transitions,
            rolls: 1.0,
        };
        states.push(ChainState::new(here, turn, exposed_pieces, standing, rules));
    }
    Chain::new(states, rules)
}
