//! Where the probability of both players' joint states goes: rows are states of the first player,
//! columns states of the second.

use std::collections::HashMap;

use super::chain::{Chain, Standing};

/// Columns that are kept and passed over together.
pub(super) const BLOCK: usize = 64;

/// The probabilities of a block of columns.
pub(super) type Half = [f64; BLOCK];
/// Those where the first player rolls next, and those where the second does.
pub(super) type Block = [Half; 2];
pub(super) const EMPTY: Block = [[0.0; BLOCK]; 2];

/// Where a column is in a row of blocks, the second player or the first rolling next.
pub(super) fn place(column: usize, second_rolls: bool) -> usize {
    (column / BLOCK * 2 + usize::from(second_rolls)) * BLOCK + column % BLOCK
}

/// A roll of the first player that leads to a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    /// The row from which it leads here.
    pub(super) from: usize,
    /// Whether the second player rolls next.
    pub(super) passes: bool,
    pub(super) share: f64,
    /// The number of its [`Captures`], if it lands on the track.
    pub(super) captures: Option<usize>,
}

/// A roll of the second player. Those of all columns pass through the cache with every row, so they are
/// small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// The [`place`] to which it leads.
    pub(super) to: u32,
    /// The number in [`Grid::landings`] of the fields landed on, as the first player's progress, with
    /// [`BACK`].
    pub(super) landing: u16,
    /// The number of its probability in [`Grid::shares`].
    pub(super) share: u16,
}

/// Set among the fields landed on if the push leads to a place that the sweep of the row has passed; and
/// in the fields that the first player holds, so that it is met where captures are.
pub(super) const BACK: u64 = 1 << 63;

/// What a landing of the first player captures in each column.
#[derive(Clone, Debug, Default)]
pub(super) struct Captures {
    /// Where in `columns` those of each block begin, and the number of all.
    first: Vec<usize>,
    /// The column's number within its block, and the column after the capture.
    columns: Vec<(u8, u32)>,
}

impl Captures {
    fn new(second: &Chain, blocks: usize, landing: u64) -> Captures {
        let mut captures = Captures::default();
        for block in 0..blocks {
            captures.first.push(captures.columns.len());
            let columns = block * BLOCK..second.len().min((block + 1) * BLOCK);
            let hit = columns.filter(|&column| second.held[column] & landing != 0);
            captures.columns.extend(hit.map(|column| {
                let after = second.without(column, landing);
                ((column % BLOCK) as u8, after as u32)
            }));
        }
        captures.first.push(captures.columns.len());
        captures
    }

    /// Those of a block.
    pub(super) fn of(&self, block: usize) -> &[(u8, u32)] {
        &self.columns[self.first[block]..self.first[block + 1]]
    }
}

/// All that rolls do.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) first: &'a Chain,
    /// Packed.
    pub(super) second: Chain,
    /// Number of blocks in a row.
    pub(super) blocks: usize,
    pulls: Vec<Pull>,
    first_pull: Vec<usize>,
    /// For each row the last level that pulls from it.
    pub(super) last_pull: Vec<usize>,
    pub(super) captures: Vec<Captures>,
    pushes: Vec<Push>,
    first_push: Vec<usize>,
    pub(super) landings: Vec<u64>,
    pub(super) shares: Vec<f64>,
    /// The blocks to which the pushes of each block lead.
    pub(super) pushed: Vec<Vec<u32>>,
    /// In which block the second player has won, or is stuck.
    pub(super) ends: Vec<[bool; 2]>,
    terms: usize,
}

impl<'a> Grid<'a> {
    pub(super) fn new(first: &'a Chain, second: &Chain) -> Grid<'a> {
        let second = second.packed();
        let blocks = second.len().div_ceil(BLOCK);
        let mut grid = Grid {
            first,
            blocks,
            pulls: Vec::new(),
            first_pull: vec![0],
            last_pull: vec![0; first.len()],
            captures: Vec::new(),
            pushes: Vec::new(),
            first_push: vec![0],
            landings: Vec::new(),
            shares: Vec::new(),
            pushed: vec![Vec::new(); blocks],
            ends: vec![[false; 2]; blocks],
            terms: 0,
            second,
        };
        grid.add_pulls();
        grid.add_pushes();
        grid.terms = grid.count_terms();
        grid
    }

    fn add_pulls(&mut self) {
        let first = self.first;
        let mut pulls: Vec<Vec<Pull>> = vec![Vec::new(); first.len()];
        let mut known = HashMap::new();
        for from in 0..first.len() {
            for step in first.steps(from) {
                let captures = (step.landing != 0).then(|| {
                    *known.entry(step.landing).or_insert_with(|| {
                        let captures = Captures::new(&self.second, self.blocks, step.landing);
                        self.captures.push(captures);
                        self.captures.len() - 1
                    })
                });
                pulls[step.to].push(Pull {
                    from,
                    passes: !step.again,
                    share: step.share,
                    captures,
                });
            }
        }
        for (level, rows) in first.levels.windows(2).enumerate() {
            self.last_pull[rows[0]..rows[1]].fill(level);
            for pulls in &pulls[rows[0]..rows[1]] {
                for pull in pulls {
                    self.last_pull[pull.from] = level;
                }
                self.pulls.extend(pulls);
                self.first_pull.push(self.pulls.len());
            }
        }
    }

    fn add_pushes(&mut self) {
        let second = &self.second;
        for column in 0..second.len() {
            let pushed = &mut self.pushed[column / BLOCK];
            for step in second.steps(column) {
                let back = if step.to < column { BACK } else { 0 };
                pushed.push((step.to / BLOCK) as u32);
                self.pushes.push(Push {
                    to: place(step.to, step.again) as u32,
                    landing: number(&mut self.landings, step.landing | back),
                    share: number(&mut self.shares, step.share),
                });
            }
            self.first_push.push(self.pushes.len());
            let [won, stuck] = &mut self.ends[column / BLOCK];
            *won |= second.standing[column] == Standing::Won;
            *stuck |= second.standing[column] == Standing::Stuck;
        }
        for pushed in &mut self.pushed {
            pushed.sort_unstable();
            pushed.dedup();
        }
    }

    /// By how much roundings can change what has arrived, if a game has met so many joint states in so many
    /// sweeps; see the [documentation](super#accounting).
    pub(super) fn rounding(&self, met: f64, sweeps: u32) -> f64 {
        let additions = self.first.len() + self.second.len();
        // Half of epsilon is the bound on a single one.
        f64::EPSILON * f64::from(sweeps) * additions as f64
            + f64::EPSILON * self.terms as f64 * (met + f64::from(sweeps))
    }

    /// Most terms that are added up in a joint state, with the roundings of a roll.
    fn count_terms(&self) -> usize {
        let lengths = self.first_pull.windows(2).map(|ends| ends[1] - ends[0]);
        let pulled = lengths.max().unwrap_or(0);
        let mut pushed = vec![0; 2 * BLOCK * self.blocks];
        for push in &self.pushes {
            pushed[push.to as usize] += 1;
        }
        let pushed = pushed.into_iter().max().unwrap_or(0);
        // Each roll that leads to a joint state may capture on it, so that it comes from any field.
        let fields = u64::BITS as usize + 1;
        fields * (pulled + pushed) + 16
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let captured = self
            .captures
            .iter()
            .map(|captures| size_of_val(&captures.columns[..]));
        size_of_val(&self.pulls[..])
            + size_of_val(&self.pushes[..])
            + captured.sum::<usize>()
            + self.first.bytes()
            + 2 * self.second.bytes()
    }

    /// The first player's rolls that lead to this row.
    pub(super) fn pulls(&self, row: usize) -> &[Pull] {
        &self.pulls[self.first_pull[row]..self.first_pull[row + 1]]
    }

    /// The second player's rolls in this column.
    pub(super) fn pushes(&self, column: usize) -> &[Push] {
        &self.pushes[self.first_push[column]..self.first_push[column + 1]]
    }
}

/// The number of a value in a list, to which it is added if it is not there. Lists are short: a die has
/// few faces and few sums of their probabilities, and a board has few fields.
///
/// # Panics
///
/// If it is not.
fn number<T: PartialEq>(list: &mut Vec<T>, value: T) -> u16 {
    let number = list.iter().position(|known| *known == value);
    number.unwrap_or_else(|| {
        list.push(value);
        assert!(list.len() <= usize::from(u16::MAX), "a short list");
        list.len() - 1
    }) as u16
}
