//! One player as a Markov chain.

use crate::engine::automaton::Automaton;

/// A state of one player.
#[derive(Clone, Debug, Default)]
pub struct ChainState {
    /// What each result of a roll does, also those that move nothing. Empty if the player does not roll
    /// any more: has won, or passes.
    pub moves: Vec<ChainMove>,
    /// The track fields with an own piece, as a set: bit p for the field of progress p, below 63.
    pub held: u64,
    /// The states after the capture of the piece on the lowest of these fields, on the next one, and so
    /// on; four at most.
    pub captured: Vec<usize>,
    /// If both players are, the game is a draw.
    pub stuck: bool,
    /// The game is over.
    pub won: bool,
}

/// What one result of a roll does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChainMove {
    /// The state that it leads to.
    pub to: usize,
    /// The same player rolls again.
    pub again: bool,
    /// The track fields landed on, as progress of the opponent.
    pub landing: u64,
    /// How many of the equally likely results of a roll do this.
    pub weight: u64,
}

/// What rolls do that change the state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) to: usize,
    pub(super) again: bool,
    pub(super) landing: u64,
    /// The probability that a roll does this.
    pub(super) share: f64,
}

/// What a player does whose state stays the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// The probability that a roll changes the state.
    pub(super) leaves: f64,
    /// The probability that it does not, and the turn passes to the other player. If it does neither, the
    /// same player rolls again.
    pub(super) passes: f64,
    /// 1 / (leaves + passes); not a number if the player rolls for ever.
    pub(super) inverse: f64,
    /// 1, or 0 if the player does not roll.
    pub(super) rolls: f64,
}

/// How a player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Playing,
    Stuck,
    Won,
}

/// The states that a die on a seat can reach, numbered so that every move leads to a higher number: a
/// piece that moves comes forward. Captures may lead anywhere.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(super) start: usize,
    /// The first state of each level, and behind them the number of states. Moves lead to higher levels.
    pub(super) levels: Vec<usize>,
    steps: Vec<Exit>,
    /// Where in `steps` those of each state begin, and the number of all.
    first_step: Vec<usize>,
    pub(super) waits: Vec<Wait>,
    pub(super) standing: Vec<Standing>,
    pub(super) held: Vec<u64>,
    captured: Vec<Vec<usize>>,
    /// About how often a game meets each state.
    weights: Vec<f64>,
}

impl Chain {
    /// The chain of these states, the first of which is the start.
    ///
    /// # Panics
    ///
    /// If moves lead in a circle, or to a state that there is not.
    pub fn new(states: &[ChainState]) -> Chain {
        let level = levels(states);
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|&state| level[state]);
        let weights = weights(states, &order);
        let mut chain = Chain {
            start: 0,
            levels: Vec::new(),
            steps: Vec::new(),
            first_step: vec![0],
            waits: Vec::new(),
            standing: Vec::new(),
            held: Vec::new(),
            captured: Vec::new(),
            weights: Vec::new(),
        };
        for (number, &state) in order.iter().enumerate() {
            if chain.levels.len() <= level[state] {
                chain.levels.push(number);
            }
            chain.push(state, &states[state], weights[state]);
        }
        chain.levels.push(states.len());
        chain.renumber(&order);
        chain
    }

    /// About how many bytes the chain of this automaton takes while it is made, at most.
    pub fn most_bytes(automaton: &Automaton) -> usize {
        automaton.configurations().len() * (200 + 160 * automaton.columns().rolls().len())
    }

    /// The chain of a player who has this automaton and begins in its state 0.
    pub fn of_automaton(automaton: &Automaton) -> Chain {
        let weights = automaton.columns().weights();
        let won = automaton.won();
        let states: Vec<ChainState> = (0..automaton.configurations().len())
            .map(|state| {
                let header = automaton.header(state);
                let moves = automaton.entries(state).zip(&weights);
                ChainState {
                    moves: moves
                        .map(|(entry, &weight)| ChainMove {
                            to: automaton.next(entry),
                            again: !entry.passes(),
                            landing: entry.landings(),
                            weight,
                        })
                        .collect(),
                    held: header.held(),
                    captured: automaton.captured(state).collect(),
                    stuck: header.is_stuck(),
                    won: won == Some(state),
                }
            })
            .collect();
        Chain::new(&states)
    }

    /// Adds a state, with the numbers of others as they are given.
    fn push(&mut self, number: usize, state: &ChainState, weight: f64) {
        let sides: u64 = state.moves.iter().map(|mv| mv.weight).sum();
        let share = |moves: &[&ChainMove]| {
            let weight: u64 = moves.iter().map(|mv| mv.weight).sum();
            weight as f64 / sides as f64
        };
        let (stays, mut leaves): (Vec<&ChainMove>, Vec<&ChainMove>) =
            state.moves.iter().partition(|mv| mv.to == number);
        let passes: Vec<&ChainMove> = stays.into_iter().filter(|mv| !mv.again).collect();
        let (leaving, passing, rolls) = match sides {
            0 => (0.0, 1.0, 0.0),
            _ => (share(&leaves), share(&passes), 1.0),
        };
        let ends = leaving + passing;
        self.waits.push(Wait {
            leaves: leaving,
            passes: passing,
            inverse: if ends > 0.0 { 1.0 / ends } else { f64::NAN },
            rolls,
        });
        leaves.sort();
        let same = |one: &&ChainMove, other: &&ChainMove| {
            (one.to, one.again, one.landing) == (other.to, other.again, other.landing)
        };
        for moves in leaves.chunk_by(same) {
            self.steps.push(Exit {
                to: moves[0].to,
                again: moves[0].again,
                landing: moves[0].landing,
                share: share(moves),
            });
        }
        self.first_step.push(self.steps.len());
        self.standing.push(match (state.won, state.stuck) {
            (true, _) => Standing::Won,
            (false, true) => Standing::Stuck,
            (false, false) => Standing::Playing,
        });
        self.held.push(state.held);
        self.captured.push(state.captured.clone());
        self.weights.push(weight);
    }

    /// Replaces each number of a state by its place in the order.
    fn renumber(&mut self, order: &[usize]) {
        let mut number = vec![0; order.len()];
        for (place, &state) in order.iter().enumerate() {
            number[state] = place;
        }
        let steps = self.steps.iter_mut().map(|step| &mut step.to);
        let captured = self.captured.iter_mut().flatten();
        for state in steps.chain(captured).chain([&mut self.start]) {
            *state = number[*state];
        }
    }

    /// The states in the order of their numbers, but those that a game hardly ever meets behind all
    /// others. Moves of those may lead back, then.
    pub(super) fn packed(&self) -> Chain {
        /// A game meets so few of them that it costs nothing if some of its moves wait for the next sweep.
        const HARDLY_EVER: f64 = 1e-7;
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&state| self.weights[state] < HARDLY_EVER);
        let mut packed = Chain {
            start: self.start,
            levels: self.levels.clone(),
            steps: Vec::with_capacity(self.steps.len()),
            first_step: vec![0],
            waits: order.iter().map(|&state| self.waits[state]).collect(),
            standing: order.iter().map(|&state| self.standing[state]).collect(),
            held: order.iter().map(|&state| self.held[state]).collect(),
            captured: order
                .iter()
                .map(|&state| self.captured[state].clone())
                .collect(),
            weights: order.iter().map(|&state| self.weights[state]).collect(),
        };
        for &state in &order {
            packed.steps.extend(self.steps(state));
            packed.first_step.push(packed.steps.len());
        }
        packed.renumber(&order);
        packed
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let state = size_of::<Wait>() + size_of::<Vec<usize>>() + 4 * size_of::<[usize; 2]>();
        size_of_val(&self.steps[..]) + self.len() * state
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// What rolls do that change this state.
    pub(super) fn steps(&self, state: usize) -> &[Exit] {
        &self.steps[self.first_step[state]..self.first_step[state + 1]]
    }

    /// The state after the capture of all pieces on these fields.
    pub(super) fn without(&self, mut state: usize, fields: u64) -> usize {
        let mut hits = fields & self.held[state];
        while hits != 0 {
            let behind = self.held[state] & (hits & hits.wrapping_neg()).wrapping_sub(1);
            state = self.captured[state][behind.count_ones() as usize];
            hits &= hits - 1;
        }
        state
    }
}

/// The other states to which moves of this one lead.
fn targets(states: &[ChainState], state: usize) -> impl Iterator<Item = usize> {
    let moves = states[state].moves.iter();
    moves.map(|mv| mv.to).filter(move |&to| to != state)
}

/// For each state the length of the longest way to it by moves.
fn levels(states: &[ChainState]) -> Vec<usize> {
    let mut before = vec![0usize; states.len()];
    for to in (0..states.len()).flat_map(|state| targets(states, state)) {
        before[to] += 1;
    }
    let mut levels = vec![0; states.len()];
    let mut ready: Vec<usize> = (0..states.len())
        .filter(|&state| before[state] == 0)
        .collect();
    let mut done = 0;
    while let Some(state) = ready.pop() {
        done += 1;
        for to in targets(states, state) {
            levels[to] = levels[to].max(levels[state] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(to);
            }
        }
    }
    assert_eq!(done, states.len(), "moves lead forward");
    levels
}

/// About how often a game meets each state, if each roll captured each piece on the track with the same
/// probability. It decides which states are kept side by side, and nothing else.
fn weights(states: &[ChainState], order: &[usize]) -> Vec<f64> {
    const CAPTURE: f64 = 0.01;
    /// More do not change what is kept side by side.
    const ROUNDS: usize = 8;
    let mut arriving = vec![0.0; states.len()];
    let mut weights = vec![0.0; states.len()];
    arriving[0] = 1.0;
    for _ in 0..ROUNDS {
        for &number in order {
            let ChainState {
                moves, captured, ..
            } = &states[number];
            let arrived = std::mem::take(&mut arriving[number]);
            weights[number] += arrived;
            let sides: u64 = moves.iter().map(|mv| mv.weight).sum();
            let leaving = moves.iter().filter(|mv| mv.to != number);
            let leaves: u64 = leaving.clone().map(|mv| mv.weight).sum();
            let rolls = sides as f64 / leaves as f64;
            // Who never moves is captured half of the time.
            let caught = (CAPTURE * rolls * captured.len() as f64).min(0.5);
            for &to in captured {
                arriving[to] += arrived * caught / captured.len() as f64;
            }
            for mv in leaving {
                arriving[mv.to] += arrived * (1.0 - caught) * mv.weight as f64 / leaves as f64;
            }
        }
    }
    weights
}
