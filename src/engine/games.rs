//! Games of two dice, played by walking their [tables](crate::engine::tables).
//!
//! # The loop
//!
//! A roll is a multiplication, two dependent loads and a test, but the loads take 5 to 15 cycles each and their results
//! are needed at once. So a thread plays [`LANES`] games in turns: one roll in each, and by the time it is a game's turn
//! again its data has arrived. For the normal die against itself one lane is 2.5 to 3 times slower, four are a fifth
//! slower, 32 as good as 16. Each lane plays a block to its end and then takes the next. Lanes without a block cost as
//! much as others, so few blocks are played in fewer lanes.
//!
//! All lanes draw new words at the same time, so counting the rolls since then costs nothing per
//! roll. A lane whose block is finished plays on, uncounted, until the next words are drawn.
//!
//! Everything unusual (captures, the end of a game, stuck players) is found by one test per roll,
//! [`Entry::meets`]. While one player is stuck every roll of the other is unusual: that is why
//! `6 7 8 9 10 11` against `5 6 7 8 9 10`, where it is one roll in five, takes twice as long per roll.

use std::iter::Enumerate;
use std::ops::{AddAssign, Range};

use crate::engine::cells::{Entry, Header, View};
use crate::engine::columns::Columns;
use crate::engine::starters::Starters;
use crate::engine::tables::{Table, Tables};
use crate::rules::{Ending, MOST_ROLLS, Rules, Standing};
use crate::stream::{self, BLOCK, Cut, Stream};

/// The version of the games. It is raised whenever the same seed gives other games: because rules have changed,
/// or how rolls are drawn, or which games are cut off.
pub const VERSION: u32 = 2;

/// Games that a thread plays side by side; a power of two.
pub const LANES: usize = 16;

/// The lanes for fewer blocks than that.
const FEW_LANES: usize = 4;
/// So many blocks are played faster in few lanes.
pub const MOST_IN_FEW: u64 = 8;

/// The results of some games of a pairing, added up. Seat 0 plays the die that comes first in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// `wins[starter][winner]`: games won, by the seat that started and the seat that won.
    pub wins: [[u64; 2]; 2],
    /// Games that nobody won, including those that were cut off.
    pub draws: u64,
    /// Games that were cut off after [`MOST_ROLLS`].
    pub cut_off: u64,
    /// Rolls in all games together.
    pub rolls: u64,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won_by(0) + self.won_by(1) + self.draws
    }

    /// The number of games that this seat won.
    pub fn won_by(&self, seat: usize) -> u64 {
        self.wins[0][seat] + self.wins[1][seat]
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        let wins = self.wins.as_flattened_mut().iter_mut();
        for (sum, more) in wins.zip(other.wins.as_flattened()) {
            *sum += more;
        }
        self.draws += other.draws;
        self.cut_off += other.cut_off;
        self.rolls += other.rolls;
    }
}

/// The results of some blocks of games of a pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedBlocks {
    /// All games together.
    pub tally: Tally,
    /// For each block the numbers of games that seat 0 won, that seat 1 won, and that nobody won.
    pub blocks: Vec<[u8; 3]>,
}

/// Two dice against each other.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// The indices that decide the [streams](crate::stream) of rolls.
    pairing: [usize; 2],
    /// How the dice are rolled.
    pub columns: [&'a Columns; 2],
    tables: [&'a Table; 2],
    rows: View<'a>,
    starters: Starters,
    rules: Rules,
}

impl<'a> Duel<'a> {
    /// The dice with these indices: the first one plays seat 0, the second one seat 1. Panics if the table of one is missing.
    pub fn new(tables: &'a Tables, pairing: [usize; 2]) -> Duel<'a> {
        let kinds = &tables.kinds;
        Duel {
            pairing,
            columns: pairing.map(|die| &kinds.columns[kinds.of_dice[die]]),
            tables: [0, 1].map(|seat| tables.table(pairing[seat], seat)),
            rows: tables.rows.view(),
            starters: Starters::new(tables.rules, || pairing.map(|die| &kinds.faces[die])),
            rules: tables.rules,
        }
    }

    /// The same dice, with the rolls of the pairing with these indices.
    pub fn numbered(self, pairing: [usize; 2]) -> Duel<'a> {
        Duel { pairing, ..self }
    }

    /// Plays blocks of the `games` games of this pairing, an even number.
    ///
    /// Block b holds the games from b · [`BLOCK`], as many as there are. The results depend on the
    /// seed and the games, not on how these are divided into calls.
    pub fn play(&self, seed: u64, games: u64, blocks: Range<u64>) -> PlayedBlocks {
        debug_assert!(games.is_multiple_of(2), "a round has two games");
        match blocks.end.saturating_sub(blocks.start) {
            ..=1 => self.play_in::<1, 2>(seed, games, blocks),
            2..=MOST_IN_FEW => self.play_in::<FEW_LANES, { 2 * FEW_LANES }>(seed, games, blocks),
            _ => self.play_in::<LANES, { 2 * LANES }>(seed, games, blocks),
        }
    }

    /// Plays the blocks in so many lanes, on which the results do not depend.
    fn play_in<const N: usize, const SLOTS: usize>(
        &self,
        seed: u64,
        games: u64,
        blocks: Range<u64>,
    ) -> PlayedBlocks {
        let run = Run::<N, SLOTS>::new(self, seed, games, blocks);
        // Whether the number of a side is its column.
        let is_column = |own: &&Columns| own.by_side.len() == own.rolls.len();
        match self.columns.iter().all(is_column) {
            true => run.play::<false>(),
            false => run.play::<true>(),
        }
    }
}

/// Blocks of games of two dice on `N` lanes with two slots each.
///
/// This is what happens to three lanes, from left to right. In each step `.` every lane rolls once; `G` is the end of a game,
/// after which the lane begins its next one. `w` is a refill: all lanes draw new words, and lanes whose block is finished, `B`,
/// take the next one. Until then they play on, uncounted: `-`. `X` is a game that is cut off.
///
/// ```text
/// lane 0   w.....G......w......B-----w...G.........w
/// lane 1   w..G.........w...G........w......B------w
/// lane 2   w............w............w.....X.......w
///          └─ k rolls ──┘                  │
///                  a stretch of steps ends here, too
/// ```
struct Run<'a, const N: usize, const SLOTS: usize> {
    duel: &'a Duel<'a>,
    seed: u64,
    games: u64,
    /// The blocks that no lane has taken yet, each with its number among those that are played.
    blocks: Enumerate<Range<u64>>,
    openings: Openings,
    lanes: [Lane; N],
    cut: Cut,
    step: u64,
    played: PlayedBlocks,
}

impl<'a, const N: usize, const SLOTS: usize> Run<'a, N, SLOTS> {
    fn new(duel: &'a Duel<'a>, seed: u64, games: u64, blocks: Range<u64>) -> Run<'a, N, SLOTS> {
        let mut board = Boards::<1, 2>::new(duel);
        Run {
            openings: [0, 1].map(|starter| board.place(0, [0, 0], starter)),
            duel,
            seed,
            games,
            played: PlayedBlocks {
                tally: Tally::default(),
                blocks: vec![[0; 3]; (blocks.end - blocks.start) as usize],
            },
            blocks: blocks.enumerate(),
            lanes: std::array::from_fn(|_| Lane {
                stream: Stream::new(seed, duel.pairing, 0),
                seat_1_begins: 0,
                block: 0,
                left: 0,
                since: 0,
            }),
            cut: Cut::new(duel.columns.map(Columns::sides)),
            step: 0,
        }
    }

    /// Plays all blocks. If `LOOKED_UP`, a list says which column each side of a die has; otherwise a side is a column.
    ///
    /// The boards and words are no fields: nothing but the loop can reach them, so what each roll asks of them stays in registers.
    fn play<const LOOKED_UP: bool>(mut self) -> PlayedBlocks {
        let mut boards = Boards::new(self.duel);
        // What is left of the word of each slot.
        let mut words = [0; SLOTS];
        while self.refill(&mut boards, &mut words) {
            let mut left = u64::from(self.cut.rolls);
            while left > 0 {
                left -= self.roll::<LOOKED_UP>(&mut boards, &mut words, left);
                for lane in 0..N {
                    if self.step - self.lanes[lane].since == MOST_ROLLS {
                        boards.start(lane, self.finish(lane, Ending::CutOff));
                    }
                }
            }
        }
        self.played
    }

    /// Lanes that have played their block take the next one, and all draw new words. Returns whether there is anything left to
    /// play.
    #[inline(always)]
    fn refill(&mut self, boards: &mut Boards<'a, N, SLOTS>, words: &mut [u64; SLOTS]) -> bool {
        let (pairing, starters) = (self.duel.pairing, self.duel.starters);
        for (lane, words) in words.chunks_exact_mut(2).enumerate() {
            let own = &mut self.lanes[lane];
            while own.left == 0
                && let Some((number, block)) = self.blocks.next()
            {
                let left = games_of_block(self.games, block);
                *own = Lane {
                    stream: Stream::new(self.seed, pairing, block),
                    seat_1_begins: starters.of_block(self.seed, pairing, block, left),
                    block: number,
                    left,
                    since: self.step,
                };
                boards.start(lane, own.open(self.openings, &mut self.played));
            }
            words.copy_from_slice(&own.stream.words(&self.cut));
        }
        self.lanes.iter().any(|lane| lane.left > 0)
    }

    /// Each lane rolls so many times at most, in turns. Returns how often they did: no game passes the limit on rolls, and those
    /// that have reached it are to be cut off.
    #[inline(always)]
    fn roll<const LOOKED_UP: bool>(
        &mut self,
        boards: &mut Boards<'a, N, SLOTS>,
        words: &mut [u64; SLOTS],
        most: u64,
    ) -> u64 {
        let columns: [&[u8]; 2] = self.duel.columns.map(|columns| &columns.by_side[..]);
        let sides: [u64; SLOTS] = std::array::from_fn(|slot| self.duel.columns[slot % 2].sides());
        let left = |lane: &Lane| MOST_ROLLS - (self.step - lane.since);
        let steps = self.lanes.iter().map(left).fold(most, u64::min);
        let mut step = self.step;
        for _ in 0..steps {
            step += 1;
            for lane in 0..N {
                let slot = boards.slot(lane);
                let mut column = stream::roll(&mut words[slot], sides[slot]);
                if LOOKED_UP {
                    column = usize::from(columns[slot % 2][column]);
                }
                if let Some(ending) = boards.roll(lane, slot, column) {
                    self.step = step;
                    boards.start(lane, self.finish(lane, ending));
                }
            }
        }
        self.step = step;
        steps
    }

    /// Counts a game that ended with this step. Returns the seat that begins the lane's next one.
    ///
    /// A call of its own keeps what happens once per game out of what happens in every roll.
    #[inline(never)]
    fn finish(&mut self, lane: usize, ending: Ending) -> usize {
        let own = &mut self.lanes[lane];
        if own.left > 0 {
            own.count(ending, &mut self.played);
            self.played.tally.rolls += self.step - own.since;
        }
        own.since = self.step;
        own.open(self.openings, &mut self.played)
    }
}

/// How many of the `games` games of a pairing are in a block.
pub fn games_of_block(games: u64, block: u64) -> u64 {
    games.saturating_sub(block * BLOCK).min(BLOCK)
}

/// What a lane is playing.
struct Lane {
    stream: Stream,
    /// The games of the block that seat 1 starts, a bit for each.
    seat_1_begins: u32,
    /// The number of the block among those that are played.
    block: usize,
    /// Games of the block that have not ended; 0 for a lane whose games do not count.
    left: u64,
    /// The step before the first roll of its game.
    since: u64,
}

impl Lane {
    /// The seat that rolls first in the current game. Games that end before any roll are counted.
    fn open(&mut self, openings: Openings, played: &mut PlayedBlocks) -> usize {
        loop {
            let bit = self.left.wrapping_sub(1) % BLOCK;
            let starter = (self.seat_1_begins >> bit & 1) as usize;
            match openings[starter] {
                Ok(seat) => return seat,
                Err(ending) if self.left > 0 => self.count(ending, played),
                // This game does not count, so anybody may begin who can.
                Err(_) => return openings[1 - starter].unwrap_or(starter),
            }
        }
    }

    fn count(&mut self, ending: Ending, played: &mut PlayedBlocks) {
        self.left -= 1;
        let results = &mut played.blocks[self.block];
        if let Ending::Won(winner) = ending {
            let starter = (self.seat_1_begins >> self.left & 1) as usize;
            results[winner] += 1;
            played.tally.wins[starter][winner] += 1;
        } else {
            results[2] += 1;
            played.tally.draws += 1;
            played.tally.cut_off += u64::from(ending == Ending::CutOff);
        }
    }
}

/// By the seat that starts: the seat that rolls first, or how the game ends before any roll.
type Openings = [Result<usize, Ending>; 2];

/// Games of the same two dice side by side, each on the board of its own lane.
///
/// What belongs to one player of one game is found under a *slot*: 2 · lane + seat. There are `N` lanes, a power of two,
/// and twice as many `SLOTS`: one flat list of these costs a sixth fewer instructions than a pair for each lane.
#[derive(Clone, Debug)]
pub struct Boards<'a, const N: usize, const SLOTS: usize> {
    tables: [&'a Table; 2],
    rows: View<'a>,
    /// What the [referee](Rules::referee) says, by the seat that is due, and by how seats 0 and 1 stand.
    rulings: [[[Result<usize, Ending>; 3]; 3]; 2],
    /// Per lane, in bit 0, the seat that rolls next. The other bits are left over from [`Entry::passes_in_bit_0`].
    turn: [usize; N],
    /// Per slot the row of the player's state.
    row: [usize; SLOTS],
    /// Per slot the first row of the player's table.
    first_row: [usize; SLOTS],
}

impl<'a, const N: usize, const SLOTS: usize> Boards<'a, N, SLOTS> {
    /// Lanes at the start of a game, seat 0 having the turn.
    pub fn new(duel: &Duel<'a>) -> Boards<'a, N, SLOTS> {
        let first_row = std::array::from_fn(|slot| duel.tables[slot % 2].first_row);
        let all = [Standing::Playing, Standing::Stuck, Standing::Won];
        let rulings =
            [0, 1].map(|due| all.map(|one| all.map(|other| duel.rules.referee([one, other], due))));
        Boards {
            tables: duel.tables,
            rows: duel.rows,
            rulings,
            turn: [0; N],
            row: first_row,
            first_row,
        }
    }

    /// Puts both players of a lane at the start; `seat` rolls first.
    #[inline]
    pub fn start(&mut self, lane: usize, seat: usize) {
        for slot in [2 * lane, 2 * lane + 1] {
            self.row[slot] = self.first_row[slot];
        }
        self.turn[lane] = seat;
    }

    /// Puts the players of a lane into these states of their automata, `seat` having the turn.
    ///
    /// Returns the seat that rolls next. It is `seat`, unless that is stuck and has to pass: then it is the
    /// other one. If neither rolls, it is said how the game has ended.
    pub fn place(&mut self, lane: usize, states: [usize; 2], seat: usize) -> Result<usize, Ending> {
        for (seat, state) in states.into_iter().enumerate() {
            let slot = 2 * lane + seat;
            self.row[slot] = self.first_row[slot] + state * self.tables[seat].row_length;
        }
        let standing = [0, 1].map(|seat| standing(self.is_stuck(lane, seat), false));
        self.rule(lane, seat, standing)?;
        Ok(self.turn[lane])
    }

    /// Gives the turn to whom the referee says, this seat being due, or says how the game has ended.
    #[inline(always)]
    fn rule(&mut self, lane: usize, due: usize, [one, other]: [Standing; 2]) -> Result<(), Ending> {
        self.turn[lane] = self.rulings[due][one as usize][other as usize]?;
        Ok(())
    }

    /// The slot of the player who rolls next: 2 · lane + seat.
    #[inline(always)]
    pub fn slot(&self, lane: usize) -> usize {
        (2 * lane + self.turn[lane] % 2) % SLOTS
    }

    /// The number of the state in which a player is.
    pub fn state(&self, lane: usize, seat: usize) -> usize {
        let slot = 2 * lane + seat;
        (self.row[slot] - self.first_row[slot]) / self.tables[seat].row_length
    }

    /// Whether a player counts as stuck.
    pub fn is_stuck(&self, lane: usize, seat: usize) -> bool {
        self.rows.header(self.row[2 * lane + seat]).is_stuck()
    }

    /// Plays a roll of the player at `slot`, who must be the one whose turn it is in `lane`.
    ///
    /// After an end the lane must be [started](Self::start) or [placed](Self::place) anew.
    #[inline(always)]
    pub fn roll(&mut self, lane: usize, slot: usize, column: usize) -> Option<Ending> {
        let (row, first_row) = (&mut self.row, &self.first_row);
        let entry = self.rows.entry(row[slot], column);
        let opponent = self.rows.header(row[slot ^ 1]);
        row[slot] = first_row[slot] + entry.next_row();
        self.turn[lane] ^= entry.passes_in_bit_0();
        if !entry.meets(opponent) {
            return None;
        }
        self.unusual(lane, slot, entry, opponent)
    }

    /// The rest of a roll that captures, ends the game, or leaves or finds a player stuck.
    #[inline(always)]
    fn unusual(
        &mut self,
        lane: usize,
        slot: usize,
        entry: Entry,
        mut opponent: Header,
    ) -> Option<Ending> {
        let other = slot ^ 1;
        let (row, first_row) = (&mut self.row, &self.first_row);
        while let Some(behind) = opponent.captured_by(entry) {
            row[other] = first_row[other] + self.rows.captured(row[other], behind);
            opponent = self.rows.header(row[other]);
        }
        if !entry.halts() && !opponent.is_stuck() {
            return None;
        }
        // Who does not halt plays on, so that there is nothing to look up in the row.
        let is_won = entry.halts() && Some(row[slot]) == self.tables[slot % 2].won;
        let mover = standing(entry.halts(), is_won);
        let mut both = [mover, standing(opponent.is_stuck(), false)];
        if slot % 2 == 1 {
            both.reverse();
        }
        self.rule(lane, self.turn[lane] % 2, both).err()
    }
}

#[inline(always)]
fn standing(is_stuck: bool, is_won: bool) -> Standing {
    match (is_won, is_stuck) {
        (true, _) => Standing::Won,
        (_, true) => Standing::Stuck,
        _ => Standing::Playing,
    }
}
