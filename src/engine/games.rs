//! Games of two dice, played by walking their [tables](crate::engine::tables).
//!
//! # The loop
//!
//! A roll is a multiplication, two dependent loads and a test, but the loads take 5 to 15 cycles
//! each and their results are needed at once. So a thread plays [`LANES`] games in turns: one roll
//! in each, and by the time it is a game's turn again its data has arrived. For the normal die
//! against itself one lane is 2.5 to 3 times slower, four are a fifth slower, 32 as good as 16.
//! Each lane plays a block to its end and then takes the next. Lanes without a block cost as much
//! as others, so few blocks are played in fewer lanes.
//!
//! All lanes draw new [words](crate::stream) at the same time, so counting the rolls since then
//! costs nothing per roll. A lane whose block is finished plays on, uncounted, until the next words
//! are drawn.
//!
//! Everything unusual (captures, the end of a game, stuck players) is found by one test per roll,
//! [`Entry::meets`]. While one player is stuck every roll of the other is unusual: that is why `6 7
//! 8 9 10 11` against `5 6 7 8 9 10`, where it is one roll in five, takes twice as long per roll.
//!
//! # Luck
//!
//! About half of the variance of who wins is explained by who rolls well, and how well a player
//! rolled is known: by the [expected turns](crate::engine::turns) T of the states s that the player
//! came through. The luck of a player is
//!
//! ```text
//! T(s at the start) − turns − T(s at the end)
//!     + Σ (T(s after) − T(s before))     over captures of own pieces
//! ```
//!
//! It is the sum over all rolls of T(s before) − [the turn passed] − T(s after), by which each was
//! better than expected. Each of these has the mean 0, whatever came before, so the luck has the
//! mean 0 at any end that does not foresee rolls. The luck of a game is c, the luck of seat 0 less
//! that of seat 1. Turns alternate, so their numbers differ by at most 1, which follows from who
//! began and who is due. So a usual roll costs nothing.
//!
//! Luck counts no further when a player gets stuck (turns do not alternate any more), when a game
//! is cut off, and when captures have made |J| larger than L. J is the sum over captures for seat 0
//! less that for seat 1, plus the seat that rolled first, 0 or 1. If T is at most M, A is T₀ − T₁
//! at the start, and d the seat that is due,
//!
//! ```text
//! c = A − d − (T₀ − T₁) + J,     |c| ≤ |A| + 1 + M + L
//! ```
//!
//! at any end: d less the seat that rolled first is the difference of the turns; a capture itself
//! does not change c, as what it adds to J it adds to T₀ − T₁, too; and before the last one |J| was
//! at most L.
//!
//! That a roll captures is luck of the player who rolls, too: how much more than the mean over all
//! faces. That luck is not measured. Of 20,000 games each, one would replace 3.0 instead of 1.8 for
//! `1-6` against itself, 2.7 instead of 2.3 for `0-9` against `1-20`, 3.2 instead of 2.8 for `1-20`
//! against `1-12`. But 8 to 17 % of all rolls threaten something, and each of these would look at
//! the entries of all faces, where a usual roll looks at one: that costs more than the games that
//! it saves, but for pairings such as the first.

use std::iter::Enumerate;
use std::marker::PhantomData;
use std::ops::Range;

use crate::engine::cells::{Entry, ExpectedTurns, Header, View};
use crate::engine::columns::DieColumns;
use crate::engine::starters::{BlockStarters, Starters};
use crate::engine::tables::{Table, Tables};
use crate::engine::turns::{UNITS_PER_TURN, UNITS_PER_TURN_LOG2};
use crate::pairing::{LuckSums, Pairing, Tally};
use crate::rules::{Ending, MOST_ROLLS, Rules, Standing};
use crate::stream::{self, BLOCK, RollsPerWord, Stream};

/// The number of games that a thread plays side by side, unless it plays few blocks: a power of
/// two. See the top.
pub const LANES: usize = 16;

/// The number of lanes for two to [`MOST_BLOCKS_IN_FEW_LANES`] blocks. One block has one lane.
const FEW_LANES: usize = 4;
/// The most blocks that are played faster in `FEW_LANES` than in [`LANES`], some of which would
/// be without a block.
const MOST_BLOCKS_IN_FEW_LANES: u64 = 8;

/// The most |J|: beyond it luck counts no further. It is L at the top, in units of 2⁻³² turns. With
/// 15, 25, 40 and 60 turns luck explains 40, 46, 46 and 46 % of the variance of wins between the
/// normal die and `0 1 2 … 9`, and 53, 62, 64 and 64 % between `1 2 … 12` and `1 2 … 20`.
const MOST_CAPTURE_SUM: i64 = 40 << UNITS_PER_TURN_LOG2;

/// The results of some blocks of games of a pairing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedBlocks {
    /// The results of each block.
    pub blocks: Vec<Tally>,
    /// The [luck](self#luck) of each block, in turns; `None` if it was not measured.
    pub luck: Option<Vec<LuckSums>>,
    /// Rolls in all games together.
    pub rolls: u64,
}

impl PlayedBlocks {
    /// All games together.
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        for &block in &self.blocks {
            sum += block;
        }
        sum
    }

    /// Adds the blocks to the earlier ones of their pairing.
    pub fn add_to(&self, pairing: &mut Pairing) {
        for (index, &block) in self.blocks.iter().enumerate() {
            let luck = self.luck.as_ref().map(|luck| luck[index]);
            pairing.add_block(block, &luck.unwrap_or_default());
        }
    }
}

/// Two dice against each other, with their tables.
#[derive(Clone, Copy, Debug)]
pub struct Opponents<'a> {
    /// The indices that decide the [streams](crate::stream) of rolls: in a tournament, those of the
    /// two dice in the file.
    stream_indices: [usize; 2],
    /// The columns of each die.
    pub columns: [&'a DieColumns; 2],
    tables: [&'a Table; 2],
    rows: View<'a>,
    starters: Starters,
    rules: Rules,
    /// The expected turns of seat 0 less those of seat 1 at the start, in units of 2⁻³² turns.
    start_turns: i64,
    /// The most luck of a game, without its sign, in turns; `None` if luck cannot be measured.
    luck_bound: Option<f64>,
}

impl<'a> Opponents<'a> {
    /// The dice with these indices: the first one plays seat 0, the second one seat 1. Panics if
    /// the table of one is missing.
    pub fn new(tables: &'a Tables, pairing: [usize; 2]) -> Opponents<'a> {
        let types = &tables.types;
        let rows = tables.rows.view();
        let of_seats = [0, 1].map(|seat| tables.table(pairing[seat], seat));
        let turns = of_seats.map(|table| rows.turns().of_row(table.first_row));
        let can_win = |die: usize| tables.prospects[types.of_dice[die]].can_win;
        Opponents {
            stream_indices: pairing,
            columns: pairing.map(|die| &types.columns[types.of_dice[die]]),
            tables: of_seats,
            rows,
            start_turns: turns[0] - turns[1],
            luck_bound: if pairing.into_iter().all(can_win) {
                luck_bound(of_seats, turns[0].abs_diff(turns[1]))
            } else {
                None
            },
            starters: Starters::new(tables.rules, || pairing.map(|die| &types.faces[die])),
            rules: tables.rules,
        }
    }

    /// The same dice, with the rolls of the pairing that has these indices.
    pub fn with_rolls_of(self, pairing: [usize; 2]) -> Opponents<'a> {
        Opponents {
            stream_indices: pairing,
            ..self
        }
    }

    /// Plays blocks of the `games` games of this pairing, an even number.
    ///
    /// Block b holds the games from b · [`BLOCK`], as many as there are. The results depend on the
    /// seed and the games, not on how these are divided into calls.
    pub fn play(&self, seed: u64, games: u64, blocks: Range<u64>) -> PlayedBlocks {
        self.play_metered::<Unmeasured>(seed, games, blocks)
    }

    /// Plays the same games as [`play`](Self::play), and measures their [luck](self#luck) if that
    /// is possible: if the tables are made for it, both dice can win, and neither has a state with
    /// too many expected turns.
    pub fn play_with_luck(&self, seed: u64, games: u64, blocks: Range<u64>) -> PlayedBlocks {
        if self.luck_bound.is_some() {
            self.play_metered::<GameLuck>(seed, games, blocks)
        } else {
            self.play(seed, games, blocks)
        }
    }

    /// Plays the blocks, and measures luck by meters of type `M`.
    fn play_metered<M: LuckMeter>(
        &self,
        seed: u64,
        games: u64,
        blocks: Range<u64>,
    ) -> PlayedBlocks {
        debug_assert!(games.is_multiple_of(2), "seats alternate in beginning");
        match blocks.end - blocks.start {
            ..=1 => self.play_in::<1, 2, M>(seed, games, blocks),
            2..=MOST_BLOCKS_IN_FEW_LANES => {
                self.play_in::<FEW_LANES, { 2 * FEW_LANES }, M>(seed, games, blocks)
            }
            _ => self.play_in::<LANES, { 2 * LANES }, M>(seed, games, blocks),
        }
    }

    /// Plays the blocks in `N` lanes. The results do not depend on their number.
    fn play_in<const N: usize, const SLOTS: usize, M: LuckMeter>(
        &self,
        seed: u64,
        games: u64,
        blocks: Range<u64>,
    ) -> PlayedBlocks {
        let run = BlockRun::<M, N, SLOTS>::new(self, seed, games, blocks);
        if self
            .columns
            .iter()
            .all(|columns| columns.are_sides_columns())
        {
            run.play::<false>()
        } else {
            run.play::<true>()
        }
    }
}

/// The most luck, without its sign, of a game between players with these tables, in turns, if their
/// expected turns at the start differ by `at_start` units; `None` if luck is not measured with one
/// of them.
fn luck_bound(tables: [&Table; 2], at_start: u64) -> Option<f64> {
    let most_turns = tables[0].most_turns?.max(tables[1].most_turns?);
    Some((MOST_CAPTURE_SUM as u64 + at_start + most_turns) as f64 / UNITS_PER_TURN + 1.0)
}

/// Blocks of games of two dice on `N` lanes with two slots each, with meters of type `M`.
///
/// This is what happens to three lanes, from left to right. In each step `.` every lane rolls once;
/// `G` is the end of a game, after which the lane begins its next one. `w` is a refill: all lanes
/// draw new words, and lanes whose block is finished, `B`, take the next one. Until then they play
/// on, uncounted: `-`. `X` is a game that is cut off.
///
/// ```text
/// lane 0   w.....G......w......B-----w...G........w
/// lane 1   w..G.........w...G........w......B-----w
/// lane 2   w............w............w.....X......w
///          └─ k rolls ──┘                  │
///                  a stretch of steps ends here, too
/// ```
struct BlockRun<'a, M, const N: usize, const SLOTS: usize> {
    opponents: &'a Opponents<'a>,
    seed: u64,
    games: u64,
    /// The blocks that no lane has taken yet, each with its index in [`PlayedBlocks::blocks`].
    blocks: Enumerate<Range<u64>>,
    openings: Openings,
    lanes: [Lane; N],
    rolls_per_word: RollsPerWord,
    /// The number of rolls that each lane has made since the run began.
    step: u64,
    played: PlayedBlocks,
    meter: PhantomData<M>,
}

impl<'a, M: LuckMeter, const N: usize, const SLOTS: usize> BlockRun<'a, M, N, SLOTS> {
    /// A run of the blocks with these numbers, of the `games` games of the pairing.
    fn new(
        opponents: &'a Opponents<'a>,
        seed: u64,
        games: u64,
        blocks: Range<u64>,
    ) -> BlockRun<'a, M, N, SLOTS> {
        let mut board = Boards::<1, 2>::new(opponents);
        let block_count = (blocks.end - blocks.start) as usize;
        let no_luck = |bound| LuckSums {
            bound,
            ..LuckSums::default()
        };
        BlockRun {
            openings: Openings([0, 1].map(|starter| board.set_states(0, [0, 0], starter))),
            opponents,
            seed,
            games,
            played: PlayedBlocks {
                blocks: vec![Tally::default(); block_count],
                rolls: 0,
                luck: opponents
                    .luck_bound
                    .filter(|_| M::MEASURES)
                    .map(|bound| vec![no_luck(bound); block_count]),
            },
            blocks: blocks.enumerate(),
            // Lanes without a block roll as well, uncounted, by any stream.
            lanes: std::array::from_fn(|_| Lane {
                stream: Stream::new(seed, opponents.stream_indices, 0),
                starters: BlockStarters::ALTERNATING,
                block_index: 0,
                games_left: 0,
                started_at: 0,
            }),
            rolls_per_word: RollsPerWord::new(opponents.columns.map(DieColumns::sides)),
            step: 0,
            meter: PhantomData,
        }
    }

    /// Plays all blocks. If `LOOKED_UP`, a list says which column each side of a die has; otherwise
    /// a side is a column.
    ///
    /// The boards, words and meters are no fields: nothing but the loop can reach them, so what each
    /// roll asks of them stays in registers.
    fn play<const LOOKED_UP: bool>(mut self) -> PlayedBlocks {
        let mut boards = Boards::new(self.opponents);
        // The rest of the word of each slot.
        let mut words = [0; SLOTS];
        let mut luck = [M::new(0); N];
        while self.refill(&mut boards, &mut words, &mut luck) {
            let mut until_refill = u64::from(self.rolls_per_word.rolls);
            while until_refill > 0 {
                until_refill -=
                    self.roll_lanes::<LOOKED_UP>(&mut boards, &mut words, &mut luck, until_refill);
                for (lane, luck) in luck.iter_mut().enumerate() {
                    if self.step - self.lanes[lane].started_at == MOST_ROLLS {
                        boards.settle(lane, luck);
                        boards.reset(lane, self.finish_and_begin(lane, Ending::CutOff, luck));
                    }
                }
            }
        }
        self.played
    }

    /// Gives the next block to lanes that have played theirs, and new words to all. Returns whether
    /// there is anything left to play.
    #[inline(always)]
    fn refill(
        &mut self,
        boards: &mut Boards<'a, N, SLOTS>,
        words: &mut [u64; SLOTS],
        luck: &mut [M; N],
    ) -> bool {
        let Opponents {
            stream_indices,
            starters,
            ..
        } = *self.opponents;
        for (lane_number, words) in words.chunks_exact_mut(2).enumerate() {
            let lane = &mut self.lanes[lane_number];
            while lane.games_left == 0
                && let Some((index, block)) = self.blocks.next()
            {
                let games = games_of_block(self.games, block);
                *lane = Lane {
                    stream: Stream::new(self.seed, stream_indices, block),
                    starters: starters.of_block(self.seed, stream_indices, block, games),
                    block_index: index,
                    games_left: games,
                    started_at: self.step,
                };
                let seat = lane.find_first_roller(self.openings, &mut self.played);
                luck[lane_number] = M::new(seat);
                boards.reset(lane_number, seat);
            }
            words.copy_from_slice(&lane.stream.words(&self.rolls_per_word));
        }
        self.lanes.iter().any(|lane| lane.games_left > 0)
    }

    /// Rolls `most` times in each lane, or less often if a game reaches [`MOST_ROLLS`] before: it
    /// is to be cut off then. Returns the number of rolls in each lane. Games that end are counted,
    /// and the next ones started.
    #[inline(always)]
    fn roll_lanes<const LOOKED_UP: bool>(
        &mut self,
        boards: &mut Boards<'a, N, SLOTS>,
        words: &mut [u64; SLOTS],
        luck: &mut [M; N],
        most: u64,
    ) -> u64 {
        let columns: [&[u8]; 2] = self.opponents.columns.map(|columns| &columns.by_side[..]);
        let sides: [u64; SLOTS] =
            std::array::from_fn(|slot| self.opponents.columns[slot % 2].sides());
        let until_limit = |lane: &Lane| MOST_ROLLS - (self.step - lane.started_at);
        let steps = self.lanes.iter().map(until_limit).fold(most, u64::min);
        let mut step = self.step;
        let rows = self.opponents.rows;
        for _ in 0..steps {
            step += 1;
            #[allow(clippy::needless_range_loop, reason = "the meters may have no size")]
            for lane in 0..N {
                let luck = &mut luck[lane];
                let slot = boards.slot(lane);
                let mut column = stream::roll(&mut words[slot], sides[slot]);
                if LOOKED_UP {
                    column = usize::from(columns[slot % 2][column]);
                }
                if let Some(ending) = boards.roll_with_rows(rows, lane, slot, column, luck) {
                    self.step = step;
                    boards.reset(lane, self.finish_and_begin(lane, ending, luck));
                }
            }
        }
        self.step = step;
        steps
    }

    /// Counts a game that ended with this step, the luck of which is settled, if games of its lane
    /// count, and begins the next one. Returns the seat that rolls first in it.
    ///
    /// A call of its own keeps what happens once per game out of what happens in every roll.
    #[inline(never)]
    fn finish_and_begin(&mut self, lane: usize, ending: Ending, luck: &mut M) -> usize {
        let lane = &mut self.lanes[lane];
        if lane.games_left > 0 {
            let units = luck.settled() + self.opponents.start_turns;
            lane.count(ending, units, &mut self.played);
            self.played.rolls += self.step - lane.started_at;
        }
        lane.started_at = self.step;
        let seat = lane.find_first_roller(self.openings, &mut self.played);
        *luck = M::new(seat);
        seat
    }
}

/// The number of games in the block with this number, if the pairing has `games` games.
pub fn games_of_block(games: u64, block: u64) -> u64 {
    games.saturating_sub(block * BLOCK).min(BLOCK)
}

/// A lane, which plays the games of a block one after another.
struct Lane {
    /// The stream of the block's words.
    stream: Stream,
    /// The seats that begin the games of the block.
    starters: BlockStarters,
    /// The index of the block in [`PlayedBlocks::blocks`].
    block_index: usize,
    /// Games of the block that have not ended; 0 for a lane whose games do not count.
    games_left: u64,
    /// The [step](BlockRun::step) before the first roll of its game.
    started_at: u64,
}

impl Lane {
    /// Finds the seat that rolls first in the next game that does not end before any roll; those
    /// that do are counted.
    fn find_first_roller(&mut self, openings: Openings, played: &mut PlayedBlocks) -> usize {
        loop {
            let starter = self.starters.of_game(self.games_left);
            match openings.0[starter] {
                Ok(seat) => return seat,
                Err(ending) if self.games_left > 0 => self.count(ending, 0, played),
                // This game does not count, so either may begin who can.
                Err(_) => return openings.0[1 - starter].unwrap_or(starter),
            }
        }
    }

    /// Counts a game with this luck, in units of 2⁻³² turns.
    fn count(&mut self, ending: Ending, luck: i64, played: &mut PlayedBlocks) {
        let starter = self.starters.of_game(self.games_left);
        self.games_left -= 1;
        let turns = luck as f64 / UNITS_PER_TURN;
        let tally = &mut played.blocks[self.block_index];
        let mut sums = played.luck.as_mut().map(|luck| &mut luck[self.block_index]);
        if let Some(sums) = &mut sums {
            sums.squares += turns * turns;
        }
        if let Ending::Won(winner) = ending {
            tally.wins[starter][winner] += 1;
            if let Some(sums) = sums {
                sums.of_wins[winner] += turns;
            }
        } else {
            tally.draws += 1;
            tally.cut_off += u64::from(ending == Ending::CutOff);
            if let Some(sums) = sums {
                sums.of_draws += turns;
            }
        }
    }
}

/// The openings of games by the seat that starts, 0 or 1: the seat that rolls first, which is the
/// other one if the starter is stuck, or the ending of a game in which nobody rolls.
#[derive(Clone, Copy)]
struct Openings([Result<usize, Ending>; 2]);

/// Games of the same two dice side by side, each on the board of its own lane.
///
/// The state of one player of one game is found under a *slot*: 2 · lane + seat. There are `N`
/// lanes, a power of two, and twice as many `SLOTS`: one flat list of these costs a sixth fewer
/// instructions than a pair for each lane.
///
/// [`state`](Self::state), [`is_stuck`](Self::is_stuck) and [`roll`](Self::roll) are public for
/// tests, which compare these games with those of other boards.
#[derive(Clone, Debug)]
pub struct Boards<'a, const N: usize, const SLOTS: usize> {
    tables: [&'a Table; 2],
    rows: View<'a>,
    /// The rulings of the [referee](Rules::referee), by the seat that is due, and by the standings
    /// of seats 0 and 1, in the order of [`Standing::ALL`].
    rulings: [[[Result<usize, Ending>; 3]; 3]; 2],
    /// Per lane, in bit 0, the seat that rolls next. The other bits mean nothing: see
    /// [`Entry::passes_in_bit_0`].
    turn: [usize; N],
    /// Per slot the row of the player's state.
    row: [usize; SLOTS],
    /// Per slot the first row of the player's table.
    first_row: [usize; SLOTS],
}

impl<'a, const N: usize, const SLOTS: usize> Boards<'a, N, SLOTS> {
    /// Boards on which all lanes are at the start of a game, seat 0 having the turn.
    #[inline(always)]
    pub fn new(opponents: &Opponents<'a>) -> Boards<'a, N, SLOTS> {
        const { assert!(SLOTS == 2 * N, "two slots a lane") };
        const { assert!(N.is_power_of_two(), "`slot` divides by SLOTS") };
        let Opponents {
            tables,
            rows,
            rules,
            ..
        } = *opponents;
        let first_row = std::array::from_fn(|slot| tables[slot % 2].first_row);
        let ruling = |due| {
            Standing::ALL
                .map(|first| Standing::ALL.map(|second| rules.referee([first, second], due)))
        };
        Boards {
            tables,
            rows,
            rulings: [0, 1].map(ruling),
            turn: [0; N],
            row: first_row,
            first_row,
        }
    }

    /// Puts both players of a lane at the start of a game, in which `seat` rolls first.
    #[inline(always)]
    fn reset(&mut self, lane: usize, seat: usize) {
        for slot in [2 * lane, 2 * lane + 1] {
            self.row[slot] = self.first_row[slot];
        }
        self.turn[lane] = seat;
    }

    /// Puts the players of a lane into these states of their automata, in which nobody has won,
    /// `seat` having the turn.
    ///
    /// Returns the seat that rolls next. It is `seat`, unless that is stuck and has to pass: then
    /// it is the other one. Errors with the ending of the game if neither rolls.
    pub fn set_states(
        &mut self,
        lane: usize,
        states: [usize; 2],
        seat: usize,
    ) -> Result<usize, Ending> {
        for (seat, state) in states.into_iter().enumerate() {
            let slot = 2 * lane + seat;
            self.row[slot] = self.first_row[slot] + state * self.tables[seat].row_length;
        }
        let standing = [0, 1].map(|seat| standing(self.is_stuck(lane, seat), false));
        self.apply_ruling(lane, seat, standing)?;
        Ok(self.turn[lane])
    }

    /// Gives the turn to the seat that the [referee](Rules::referee) rules for these standings of
    /// seats 0 and 1 if `due` is next. Errors with the ending if the game is over.
    #[inline(always)]
    fn apply_ruling(
        &mut self,
        lane: usize,
        due: usize,
        [first, second]: [Standing; 2],
    ) -> Result<(), Ending> {
        self.turn[lane] = self.rulings[due][first as usize][second as usize]?;
        Ok(())
    }

    /// The slot of the player who rolls next: 2 · lane + seat.
    #[inline(always)]
    pub fn slot(&self, lane: usize) -> usize {
        // The last remainder changes nothing: it shows that lists of slots need no bounds check. As
        // `SLOTS` is a power of two, it takes no division.
        (2 * lane + self.turn[lane] % 2) % SLOTS
    }

    /// The number of the state in which a player is.
    pub fn state(&self, lane: usize, seat: usize) -> usize {
        let slot = 2 * lane + seat;
        (self.row[slot] - self.first_row[slot]) / self.tables[seat].row_length
    }

    /// Returns whether a player counts as stuck.
    pub fn is_stuck(&self, lane: usize, seat: usize) -> bool {
        self.rows.header(self.row[2 * lane + seat]).is_stuck()
    }

    /// Settles the luck of the game in a lane.
    #[inline(always)]
    fn settle(&self, lane: usize, luck: &mut impl LuckMeter) {
        let rows = [self.row[2 * lane], self.row[2 * lane + 1]];
        luck.settle(self.rows.turns(), rows, self.turn[lane] % 2);
    }

    /// Plays a roll of the player at `slot`, who must be the one whose turn it is in `lane`.
    /// Returns the ending of the game, if it has ended.
    ///
    /// After an end the lane must be reset, or [set](Self::set_states) anew.
    #[inline(always)]
    pub fn roll(
        &mut self,
        lane: usize,
        slot: usize,
        column: usize,
        luck: &mut impl LuckMeter,
    ) -> Option<Ending> {
        self.roll_with_rows(self.rows, lane, slot, column, luck)
    }

    /// Plays a roll like [`roll`](Self::roll). `rows` is a copy of `self.rows` that the caller
    /// holds in registers, as no roll can change it.
    #[inline(always)]
    fn roll_with_rows(
        &mut self,
        rows: View<'a>,
        lane: usize,
        slot: usize,
        column: usize,
        luck: &mut impl LuckMeter,
    ) -> Option<Ending> {
        let (row, first_row) = (&mut self.row, &self.first_row);
        let entry = rows.entry(row[slot], column);
        let opponent = rows.header(row[slot ^ 1]);
        row[slot] = first_row[slot] + entry.next_row();
        self.turn[lane] ^= entry.passes_in_bit_0();
        if !entry.meets(opponent) {
            return None;
        }
        self.finish_unusual_roll(lane, slot, (entry, opponent), luck)
    }

    /// Finishes a roll that captures, ends the game, or leaves or finds a player stuck.
    #[inline(always)]
    fn finish_unusual_roll(
        &mut self,
        lane: usize,
        slot: usize,
        (entry, mut opponent): (Entry, Header),
        luck: &mut impl LuckMeter,
    ) -> Option<Ending> {
        let opponent_slot = slot ^ 1;
        let (row, first_row) = (&mut self.row, &self.first_row);
        let before = row[opponent_slot];
        while let Some(behind) = opponent.captured_by(entry) {
            row[opponent_slot] =
                first_row[opponent_slot] + self.rows.after_capture(row[opponent_slot], behind);
            opponent = self.rows.header(row[opponent_slot]);
        }
        let mut is_settling_due = entry.halts() || opponent.is_stuck();
        if row[opponent_slot] != before {
            let (added, subtracted) = if slot % 2 == 1 {
                (row[opponent_slot], before)
            } else {
                (before, row[opponent_slot])
            };
            is_settling_due |= luck.add_captures(self.rows.turns(), added, subtracted);
        }
        if !is_settling_due {
            return None;
        }
        self.settle(lane, luck);
        if !entry.halts() && !opponent.is_stuck() {
            return None;
        }
        // A mover who does not halt plays on, so that there is nothing to look up in the row.
        let is_won = entry.halts() && Some(self.row[slot]) == self.tables[slot % 2].won_row;
        let mover = standing(entry.halts(), is_won);
        let mut standings = [mover, standing(opponent.is_stuck(), false)];
        if slot % 2 == 1 {
            standings.reverse();
        }
        self.apply_ruling(lane, self.turn[lane] % 2, standings)
            .err()
    }
}

/// Measures the [luck](self#luck) of a game, in units of 2⁻³² turns, or does not.
pub trait LuckMeter: Copy {
    /// True if luck is measured.
    const MEASURES: bool;

    /// A meter for a game in which `seat` rolls first.
    fn new(seat: usize) -> Self;

    /// Counts captures that changed the row of a player. T of the row `added` less T of the row
    /// `subtracted` is what they add to J: these are the rows after and before the captures if the
    /// player is seat 0, and before and after them if it is seat 1. Returns whether unsettled luck
    /// is to be settled now, as |J| is larger than `MOST_CAPTURE_SUM`.
    fn add_captures(&mut self, turns: ExpectedTurns, added: usize, subtracted: usize) -> bool;

    /// Settles the luck, unless it is settled: the players of seats 0 and 1 have come to these
    /// `rows`, and the seat `due` has the turn. Settled luck does not change any more.
    fn settle(&mut self, turns: ExpectedTurns, rows: [usize; 2], due: usize);

    /// The settled luck without the difference of expected turns at the start.
    fn settled(self) -> i64;
}

/// A meter that measures nothing, for games of which only the results are needed. It costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unmeasured;

impl LuckMeter for Unmeasured {
    const MEASURES: bool = false;

    #[inline(always)]
    fn new(_seat: usize) -> Unmeasured {
        Unmeasured
    }

    #[inline(always)]
    fn add_captures(&mut self, _turns: ExpectedTurns, _added: usize, _subtracted: usize) -> bool {
        false
    }

    #[inline(always)]
    fn settle(&mut self, _turns: ExpectedTurns, _rows: [usize; 2], _due: usize) {}

    #[inline(always)]
    fn settled(self) -> i64 {
        0
    }
}

/// A meter of the luck of a game.
#[derive(Clone, Copy, Debug)]
struct GameLuck {
    /// The luck without the difference of expected turns at the start; until it is settled only J,
    /// the seat that rolled first plus the sum over captures.
    sum: i64,
    /// True if the luck counts no further.
    is_settled: bool,
}

impl LuckMeter for GameLuck {
    const MEASURES: bool = true;

    #[inline(always)]
    fn new(seat: usize) -> GameLuck {
        GameLuck {
            sum: (seat as i64) << UNITS_PER_TURN_LOG2,
            is_settled: false,
        }
    }

    #[inline(never)]
    fn add_captures(&mut self, turns: ExpectedTurns, added: usize, subtracted: usize) -> bool {
        if self.is_settled {
            return false;
        }
        self.sum += turns.of_row(added) - turns.of_row(subtracted);
        self.sum.abs() > MOST_CAPTURE_SUM
    }

    #[inline(never)]
    fn settle(&mut self, turns: ExpectedTurns, [first, second]: [usize; 2], due: usize) {
        if !self.is_settled {
            self.sum -= (due as i64) << UNITS_PER_TURN_LOG2;
            self.sum -= turns.of_row(first) - turns.of_row(second);
            self.is_settled = true;
        }
    }

    #[inline(always)]
    fn settled(self) -> i64 {
        self.sum
    }
}

/// The standing of a player who is stuck, or has won, or neither.
#[inline(always)]
fn standing(is_stuck: bool, is_won: bool) -> Standing {
    match (is_won, is_stuck) {
        (true, _) => Standing::Won,
        (_, true) => Standing::Stuck,
        _ => Standing::Playing,
    }
}
