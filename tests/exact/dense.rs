//! A slow and obvious reference: exact win probabilities of "Mensch ärgere Dich nicht" for two
//! players on a board of any size, by plain dense linear algebra.
//!
//! [`Board::solve`] plays on one shared board as a person would, with pieces standing on the fields
//! of the table. [`Board::player`] knows one player's own progress values only. They share no code
//! on purpose: each can check the other.

use std::collections::HashMap;

/// The measures of a board and the reading of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Number of track fields; even, 40 in the real game. The seats' A fields are half a lap apart.
    pub fields: usize,
    /// Pieces of one player, and goal fields of one player; 4 in the real game.
    pub pieces: usize,
    /// The roll that brings a piece out and gives a further roll; 6 in the real game.
    pub six: u32,
    /// Whether pieces in the goal come before those on the track (`zielzuerst`) or after them
    /// (`offiziell`).
    pub goal_first: bool,
}

/// What [`Board::solve`] finds out about a pair of dice.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Probability of a win: `wins[starter][winner]`.
    pub wins: [[f64; 2]; 2],
    /// Probability of a draw by starter. It is solved for like the wins, so the three adding up to
    /// 1 is a check.
    pub draws: [f64; 2],
    /// Expected number of rolls by starter.
    pub rolls: [f64; 2],
    /// Number of positions in which somebody rolls; each is one unknown of the linear system.
    pub unknowns: usize,
}

/// One state of a player's own automaton, see [`Board::player`].
#[derive(Clone, Debug)]
pub struct PlayerState {
    /// One move per face, in the order of the die; empty if the player is stuck or has won.
    pub moves: Vec<PlayerMove>,
    /// For each piece on the track, ascending: its field and the index of the state without it.
    pub captured: Vec<(usize, usize)>,
    /// Whether no face of the die moves anything (and the player has not won).
    pub stuck: bool,
    /// Whether all goal fields are filled.
    pub won: bool,
}

/// What one face of the die does to a [`PlayerState`].
#[derive(Clone, Debug)]
pub struct PlayerMove {
    /// Index of the next state; the state itself if nothing moves.
    pub to: usize,
    /// Whether the same player rolls again.
    pub again: bool,
    /// The track field landed on, as the opponent's progress; `None` in the goal or if nothing
    /// moves.
    pub landing: Option<usize>,
}

/// The table during a game: every piece of both players, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    /// Which seat's piece stands on each track field, counted from seat 0's A field.
    track: Vec<Option<usize>>,
    /// Which goal fields of each seat are taken.
    goal: [Vec<bool>; 2],
    /// How many pieces of each seat wait at home.
    home: [usize; 2],
    mover: usize,
}

/// What follows a roll.
#[derive(Clone, Copy)]
enum Outcome {
    Won(usize),
    Drawn,
    /// The game goes on in the position of this index.
    On(usize),
}

/// The right-hand sides of the linear system are, in this order: win of seat 0, win of seat 1,
/// draw, rolls.
const SIDES: usize = 4;

impl Board {
    /// Solves the game of seat 0 with `dice[0]` against seat 1 with `dice[1]`, for either starter.
    ///
    /// All positions reachable from the two starts are enumerated, and (I − P) x = b is solved by
    /// Gaussian elimination with partial pivoting.
    ///
    /// # Panics
    ///
    /// If there would be more than `most` unknowns, or if there is a reachable position from which
    /// the game can never end.
    pub fn solve(&self, dice: [&[u32]; 2], most: usize) -> Reference {
        let mut all = Positions::new(most);
        let starts = [0, 1].map(|starter| self.hand_over(self.start(starter), dice, &mut all));

        // `all` grows while it is walked through, which makes this a breadth-first search.
        let mut follow: Vec<Vec<Outcome>> = Vec::new();
        while follow.len() < all.list.len() {
            let position = all.list[follow.len()].clone();
            let rolls = dice[position.mover].iter();
            follow.push(
                rolls
                    .map(|&roll| self.roll(&position, roll, dice, &mut all))
                    .collect(),
            );
        }
        assert!(
            every_game_ends(&follow),
            "there are positions from which the game never ends"
        );

        let count = follow.len();
        let solution = solve_system(&follow);
        let value = |start: Outcome, side: usize| match start {
            Outcome::On(index) => solution[index * SIDES + side],
            Outcome::Won(seat) => f64::from(side == seat),
            Outcome::Drawn => f64::from(side == 2),
        };
        Reference {
            wins: starts.map(|start| [value(start, 0), value(start, 1)]),
            draws: starts.map(|start| value(start, 2)),
            rolls: starts.map(|start| value(start, 3)),
            unknowns: count,
        }
    }

    fn start(&self, mover: usize) -> Position {
        let mut track = vec![None; self.fields];
        for seat in [0, 1] {
            track[self.field(seat, 0)] = Some(seat);
        }
        Position {
            track,
            goal: [0, 1].map(|_| vec![false; self.pieces]),
            home: [self.pieces - 1; 2],
            mover,
        }
    }

    /// The field of the table that lies `steps` after the A field of `seat`.
    fn field(&self, seat: usize, steps: usize) -> usize {
        (seat * self.fields / 2 + steps) % self.fields
    }

    /// Whether a piece of `seat` stands `steps` after its A field, on the track or in the goal.
    fn stands(&self, position: &Position, seat: usize, steps: usize) -> bool {
        if steps < self.fields {
            position.track[self.field(seat, steps)] == Some(seat)
        } else {
            position.goal[seat][steps - self.fields]
        }
    }

    /// Whether `seat` has a piece `steps` after its A field that can go on by `roll`.
    fn can_go(&self, position: &Position, seat: usize, steps: usize, roll: u32) -> bool {
        let target = steps + roll as usize;
        roll >= 1
            && self.stands(position, seat, steps)
            && target < self.fields + self.pieces
            && !self.stands(position, seat, target)
    }

    /// Lets `seat` play `roll`: the table afterwards, still with the same mover, or `None` if
    /// nothing moves.
    fn play(&self, position: &Position, seat: usize, roll: u32) -> Option<Position> {
        let mut after = position.clone();
        if roll == self.six && position.home[seat] > 0 && !self.stands(position, seat, 0) {
            after.home[seat] -= 1;
            self.put(&mut after, seat, 0);
            return Some(after);
        }
        let clears_a = position.home[seat] > 0 && self.can_go(position, seat, 0, roll);
        let from = if clears_a {
            0
        } else {
            let track = (0..self.fields).rev();
            let goal = (self.fields..self.fields + self.pieces).rev();
            let can_go = |&steps: &usize| self.can_go(position, seat, steps, roll);
            if self.goal_first {
                goal.chain(track).find(can_go)?
            } else {
                track.chain(goal).find(can_go)?
            }
        };
        if from < self.fields {
            after.track[self.field(seat, from)] = None;
        } else {
            after.goal[seat][from - self.fields] = false;
        }
        self.put(&mut after, seat, from + roll as usize);
        Some(after)
    }

    /// Puts a piece of `seat` down `steps` after its A field and sends home an enemy piece it
    /// meets.
    fn put(&self, position: &mut Position, seat: usize, steps: usize) {
        if steps >= self.fields {
            position.goal[seat][steps - self.fields] = true;
        } else if position.track[self.field(seat, steps)]
            .replace(seat)
            .is_some()
        {
            // An own piece cannot have stood there: such a move is not possible.
            position.home[1 - seat] += 1;
        }
    }

    /// What happens when the mover, who is not stuck, rolls `roll`.
    fn roll(
        &self,
        position: &Position,
        roll: u32,
        dice: [&[u32]; 2],
        all: &mut Positions,
    ) -> Outcome {
        let mover = position.mover;
        let mut after = self
            .play(position, mover, roll)
            .unwrap_or_else(|| position.clone());
        if after.goal[mover].iter().all(|&taken| taken) {
            return Outcome::Won(mover);
        }
        if roll != self.six {
            after.mover = 1 - mover;
        }
        self.hand_over(after, dice, all)
    }

    /// Gives the die to the player whose turn it is, or to the other one if that player is stuck.
    fn hand_over(&self, mut position: Position, dice: [&[u32]; 2], all: &mut Positions) -> Outcome {
        let stuck = |seat: usize| {
            dice[seat]
                .iter()
                .all(|&roll| self.play(&position, seat, roll).is_none())
        };
        let next = position.mover;
        match (stuck(next), stuck(1 - next)) {
            (true, true) => return Outcome::Drawn,
            (true, false) => position.mover = 1 - next,
            (false, _) => {}
        }
        Outcome::On(all.index(position))
    }

    /// One player's own automaton for a die: all sets of pieces that the player can reach by own
    /// moves if any piece on the track may be captured at any time. State 0 is the start.
    pub fn player(&self, die: &[u32]) -> Vec<PlayerState> {
        let mut sets: Vec<Vec<usize>> = vec![vec![0]];
        let mut known: HashMap<Vec<usize>, usize> = HashMap::from([(vec![0], 0)]);
        let mut states: Vec<PlayerState> = Vec::new();
        while states.len() < sets.len() {
            let here = states.len();
            let pieces = sets[here].clone();
            let mut index = |set: &[usize]| {
                *known.entry(set.to_vec()).or_insert_with(|| {
                    sets.push(set.to_vec());
                    sets.len() - 1
                })
            };
            let won = self.has_won(&pieces);
            let steps: Vec<_> = die.iter().map(|&roll| self.step(&pieces, roll)).collect();
            let stuck = !won && steps.iter().all(Option::is_none);
            let mut moves = Vec::new();
            if !won && !stuck {
                for (&roll, step) in die.iter().zip(steps) {
                    let six = roll == self.six;
                    moves.push(match step {
                        None => PlayerMove {
                            to: here,
                            again: six,
                            landing: None,
                        },
                        Some((set, target)) => PlayerMove {
                            to: index(&set),
                            again: six && !self.has_won(&set),
                            landing: (target < self.fields)
                                .then(|| (target + self.fields / 2) % self.fields),
                        },
                    });
                }
            }
            let on_track = pieces.iter().filter(|&&piece| piece < self.fields);
            let captured = on_track
                .map(|&piece| (piece, index(&without(&pieces, piece))))
                .collect();
            states.push(PlayerState {
                moves,
                captured,
                stuck,
                won,
            });
        }
        states
    }

    fn has_won(&self, pieces: &[usize]) -> bool {
        pieces.len() == self.pieces && pieces[0] >= self.fields
    }

    /// The set of pieces after a roll and the progress moved to, or `None` if nothing moves.
    fn step(&self, pieces: &[usize], roll: u32) -> Option<(Vec<usize>, usize)> {
        let some_at_home = pieces.len() < self.pieces;
        let on_a = pieces.first() == Some(&0);
        if roll == self.six && some_at_home && !on_a {
            return Some(([&[0], pieces].concat(), 0));
        }
        if roll == 0 {
            return None;
        }
        // The pieces in the order in which they are asked to move; the first that can does.
        let (mut order, goal): (Vec<usize>, Vec<usize>) =
            pieces.iter().rev().partition(|&&piece| piece < self.fields);
        let goal_at = if self.goal_first { 0 } else { order.len() };
        order.splice(goal_at..goal_at, goal);
        if some_at_home && on_a {
            order.insert(0, 0);
        }
        for piece in order {
            let target = piece + roll as usize;
            if target < self.fields + self.pieces && !pieces.contains(&target) {
                let mut after = without(pieces, piece);
                after.push(target);
                after.sort_unstable();
                return Some((after, target));
            }
        }
        None
    }
}

/// `pieces` with one of them taken away.
fn without(pieces: &[usize], gone: usize) -> Vec<usize> {
    pieces
        .iter()
        .copied()
        .filter(|&piece| piece != gone)
        .collect()
}

/// The positions met so far, numbered in the order of discovery.
struct Positions {
    list: Vec<Position>,
    known: HashMap<Position, usize>,
    most: usize,
}

impl Positions {
    fn new(most: usize) -> Self {
        Self {
            list: Vec::new(),
            known: HashMap::new(),
            most,
        }
    }

    fn index(&mut self, position: Position) -> usize {
        if let Some(&index) = self.known.get(&position) {
            return index;
        }
        let index = self.list.len();
        assert!(index < self.most, "more than {} unknowns", self.most);
        self.list.push(position.clone());
        self.known.insert(position, index);
        index
    }
}

/// Whether an end of the game can be reached from every position. Otherwise (I − P) would be
/// singular.
fn every_game_ends(follow: &[Vec<Outcome>]) -> bool {
    let mut ends = vec![false; follow.len()];
    loop {
        let mut grown = false;
        for index in (0..follow.len()).rev() {
            let can_end = follow[index].iter().any(|outcome| match *outcome {
                Outcome::On(to) => ends[to],
                Outcome::Won(_) | Outcome::Drawn => true,
            });
            if can_end && !ends[index] {
                ends[index] = true;
                grown = true;
            }
        }
        if !grown {
            return ends.iter().all(|&end| end);
        }
    }
}

/// Sets up (I − P) with its right-hand sides and solves it: `SIDES` values for each position, in
/// the order of `follow`.
fn solve_system(follow: &[Vec<Outcome>]) -> Vec<f64> {
    let count = follow.len();
    let width = count + SIDES;
    // Late positions get the first rows and columns: they are eliminated while the rows are still
    // almost empty.
    let place = |index: usize| count - 1 - index;
    let mut matrix = vec![0.0; count * width];
    for (index, outcomes) in follow.iter().enumerate() {
        let row = &mut matrix[place(index) * width..][..width];
        row[place(index)] += 1.0;
        row[count + 3] = 1.0;
        let share = 1.0 / outcomes.len() as f64;
        for outcome in outcomes {
            match *outcome {
                Outcome::On(to) => row[place(to)] -= share,
                Outcome::Won(seat) => row[count + seat] += share,
                Outcome::Drawn => row[count + 2] += share,
            }
        }
    }
    eliminate(&mut matrix, count);
    (0..count)
        .flat_map(|index| matrix[place(index) * width + count..][..SIDES].to_vec())
        .collect()
}

/// Gaussian elimination with partial pivoting of `count` rows, each of `count` coefficients and
/// `SIDES` right-hand sides. The solutions take the place of the right-hand sides.
fn eliminate(matrix: &mut [f64], count: usize) {
    let width = count + SIDES;
    for column in 0..count {
        let size = |row: usize| matrix[row * width + column].abs();
        // Of equals `max_by` takes the last, which here is the topmost: rows that need no swap keep
        // the order.
        let pivot = (column..count)
            .rev()
            .max_by(|&a, &b| size(a).total_cmp(&size(b)))
            .expect("there is a row left");
        assert!(size(pivot) > 0.0, "the matrix is singular");
        if pivot != column {
            let (above, below) = matrix.split_at_mut(pivot * width);
            above[column * width..][..width].swap_with_slice(&mut below[..width]);
        }
        let (above, below) = matrix.split_at_mut((column + 1) * width);
        let pivot_row = &above[column * width + column..];
        for row in below.chunks_exact_mut(width) {
            let factor = row[column] / pivot_row[0];
            if factor != 0.0 {
                for (value, pivot_value) in row[column..].iter_mut().zip(pivot_row) {
                    *value -= factor * pivot_value;
                }
            }
        }
    }
    // Backwards, each row takes the solutions below it into account.
    for row in (0..count).rev() {
        for side in count..width {
            let known: f64 = (row + 1..count)
                .map(|below| matrix[row * width + below] * matrix[below * width + side])
                .sum();
            matrix[row * width + side] =
                (matrix[row * width + side] - known) / matrix[row * width + row];
        }
    }
}
