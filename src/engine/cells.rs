//! The cells of a table: the one place where their bits are written and read.
//!
//! # Layout
//!
//! The cost of a game is the cost of walking tables, so they are laid out for the
//! [game loop](crate::engine::games) to do as little as possible per roll:
//!
//! * A state of a player is a *row* of 64-bit cells: a [`Header`], then an [`Entry`] per
//!   column. Rows are named by the number of cells in front of them, which is a multiple of eight:
//!   `row` and `next_row` are such numbers. Rows of dice with up to seven columns take 64 bytes, so
//!   looking at the opponent's header fetches most of what the opponent's next roll needs.
//! * The header has the set of track fields on which the player's pieces are *exposed*: they can be
//!   captured there. It is in bits 0 to 39. The same bits of an entry are the fields that the roll
//!   *lands* on, those on which it captures, seen from the other seat. So `entry & header of the
//!   other player` is non-zero if the roll captures.
//! * The two bits above make the same test catch everything else out of the ordinary, at no cost:
//!   players who have won or are stuck. `HALTS` is set in every header, so an entry with it is
//!   noticed whatever the other player's header is; `STUCK` is set in every entry, so no roll goes
//!   unnoticed while the other player is stuck. One rarely taken branch per roll remains (3.9 % of
//!   rolls for the normal die).
//! * The upper bits of an entry are the next row, ready to be used: as it is a multiple of eight,
//!   the three bits below are free for flags.
//!
//! ```text
//!  63                     43 42   41    40    39                                     0
//! ┌─────────────────────────┬────┬─────┬─────┬────────────────────────────────────────┐
//! │ 0                       │ 0  │STUCK│  1  │ track fields of exposed pieces         │ header
//! ├─────────────────────────┼────┼─────┼─────┼────────────────────────────────────────┤
//! │ next row / 8            │PASS│  1  │HALTS│ fields landed on, opponent's view      │ entry
//! └─────────────────────────┴────┴─────┴─────┴────────────────────────────────────────┘
//! ```
//!
//! Beside its cells a row has 128 bits that only captures and luck need: the rows that
//! follow captures, in 21 bits each, as a table has less than 2²¹ · 8 cells (at most 328,442
//! states, of 48 cells each), and the [expected turns](crate::engine::turns), in 44 bits. So the
//! turns take no memory of their own.
//!
//! For the costs, and for layouts that were tried, see the `README.md` of this folder.

use crate::rules::{PIECES, TRACK, TRACK_FIELDS};

/// Entry: the mover comes to a halt, having won or being stuck. Set in every header.
const HALTS: u64 = 1 << TRACK;
/// Header: this player is stuck. Set in every entry.
const STUCK: u64 = 1 << (TRACK + 1);
/// Entry, as the number of a bit: the turn passes to the other player.
const PASS_BIT: u32 = TRACK as u32 + 2;
/// Every row begins behind a multiple of this number of cells.
const ROW_ALIGNMENT: usize = 8;
/// An entry shifted right by this, with the flags masked out, is the next row.
const ROW_SHIFT: u32 = PASS_BIT + 1 - ROW_ALIGNMENT.ilog2();

/// The track fields on which a player's pieces can be captured, and whether the player is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header(u64);

impl Header {
    /// The header of a player whose pieces on these track fields can be captured: bit p for
    /// progress p in 0..=39.
    pub fn new(exposed: u64, is_stuck: bool) -> Header {
        Header(exposed | HALTS | if is_stuck { STUCK } else { 0 })
    }

    /// The track fields with a piece that can be captured: bit p for the player's progress p.
    pub fn exposed(self) -> u64 {
        self.0 & TRACK_FIELDS
    }

    /// The fields of [`exposed`](Self::exposed) one by one, the rearmost first.
    pub fn exposed_fields(self) -> impl Iterator<Item = u8> {
        std::iter::successors(Some(self.exposed()), |set| Some(set & set.wrapping_sub(1)))
            .take_while(|&set| set != 0)
            .map(|set| set.trailing_zeros() as u8)
    }

    /// Returns whether the player counts as stuck.
    #[inline(always)]
    pub fn is_stuck(self) -> bool {
        self.0 & STUCK != 0
    }

    /// The rearmost piece of this player that an opponent's roll with this entry captures, as the
    /// number of exposed pieces that stand behind it.
    #[inline(always)]
    pub fn captured_by(self, entry: Entry) -> Option<usize> {
        let hits = self.0 & entry.0 & TRACK_FIELDS;
        let hit = hits & hits.wrapping_neg();
        if hit == 0 {
            return None;
        }
        // At most three, so to take them off one by one is faster than to count bits.
        let behind = self.0 & (hit - 1);
        let without_first = behind & behind.wrapping_sub(1);
        let without_second = without_first & without_first.wrapping_sub(1);
        Some(
            usize::from(behind != 0)
                + usize::from(without_first != 0)
                + usize::from(without_second != 0),
        )
    }
}

/// The effect of a roll on the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u64);

impl Entry {
    /// The entry of a roll that leads to this row, lets the turn pass or not, brings the mover to a
    /// [halt](Self::halts) or not, and captures on these track fields: bit p for the *opponent's*
    /// progress p in 0..=39.
    pub fn new(next_row: usize, passes: bool, halts: bool, landings: u64) -> Entry {
        let next_row = (next_row as u64) << ROW_SHIFT;
        let passes = u64::from(passes) << PASS_BIT;
        Entry(next_row | passes | STUCK | if halts { HALTS } else { 0 } | landings)
    }

    /// The row of the mover's next state, in the mover's automaton.
    #[inline(always)]
    pub fn next_row(self) -> usize {
        (self.0 >> ROW_SHIFT) as usize & !(ROW_ALIGNMENT - 1)
    }

    /// Returns whether the turn passes to the other player.
    pub fn passes(self) -> bool {
        self.passes_in_bit_0() & 1 == 1
    }

    /// The passing of the turn, in bit 0. The other bits mean nothing: to clear them would cost an
    /// instruction in every roll.
    #[inline(always)]
    pub fn passes_in_bit_0(self) -> usize {
        (self.0 >> PASS_BIT) as usize
    }

    /// Returns whether the mover has won, or counts as stuck from now on.
    #[inline(always)]
    pub fn halts(self) -> bool {
        self.0 & HALTS != 0
    }

    /// The track fields on which the roll captures: bit p for the opponent's progress p.
    pub fn landings(self) -> u64 {
        self.0 & TRACK_FIELDS
    }

    /// Returns whether anything unusual happens where the opponent has this header: the roll
    /// captures, the mover halts, or the opponent is stuck.
    #[inline(always)]
    pub fn meets(self, opponent: Header) -> bool {
        self.0 & opponent.0 != 0
    }
}

/// The number of bits in which a row, divided by [`ROW_ALIGNMENT`], is stored.
const ROW_BITS: u32 = 21;
/// The number of bits in which each half of the expected turns is stored.
const HALF_TURNS_BITS: u32 = u64::BITS - 2 * ROW_BITS;
/// The expected turns of a row are below this, in units of 2⁻³² turns.
pub const TURNS_LIMIT: u64 = 1 << (2 * HALF_TURNS_BITS);

/// The data of a row that only captures and luck need: the rows that follow when the opponent
/// captures the rearmost exposed piece, the second one from behind, and so on, and the expected
/// turns. Each word has two of the rows and, in the upper bits, a half of the
/// turns.
#[derive(Clone, Copy, Debug, Default)]
struct Aside([u64; PIECES as usize / 2]);

impl Aside {
    #[inline(always)]
    fn after_capture(self, behind: usize) -> usize {
        let shift = ROW_BITS * (behind % 2) as u32;
        (self.0[behind / 2] >> shift) as usize % (1 << ROW_BITS) * ROW_ALIGNMENT
    }

    fn set_after_capture(&mut self, behind: usize, next_row: usize) {
        let shift = ROW_BITS * (behind % 2) as u32;
        let word = &mut self.0[behind / 2];
        let kept = *word & !(((1 << ROW_BITS) - 1) << shift);
        *word = kept | ((next_row / ROW_ALIGNMENT) as u64) << shift;
    }

    #[inline(always)]
    fn turns(self) -> i64 {
        let [low, high] = self.0;
        (low >> (2 * ROW_BITS) | high >> (2 * ROW_BITS) << HALF_TURNS_BITS) as i64
    }

    fn set_turns(&mut self, turns: u64) {
        let halves = [turns, turns >> HALF_TURNS_BITS];
        for (word, half) in self.0.iter_mut().zip(halves) {
            let rows = *word & ((1 << (2 * ROW_BITS)) - 1);
            *word = rows | half << (2 * ROW_BITS);
        }
    }
}

/// Rows of states, one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Headers and entries.
    cells: Vec<u64>,
    /// One for every [`ROW_ALIGNMENT`] cells. Of those of a row only the first one is used.
    asides: Vec<Aside>,
}

impl Rows {
    /// The number of cells in a row with this number of columns.
    pub fn length(columns: usize) -> usize {
        (1 + columns).next_multiple_of(ROW_ALIGNMENT)
    }

    /// The row that would be added next: the number of all cells.
    pub fn end(&self) -> usize {
        self.cells.len()
    }

    /// The number of bytes that the rows take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.cells[..]) + size_of_val(&self.asides[..])
    }

    /// Adds a row of this [length](Self::length), with entries of 0. Returns the row.
    pub fn push(&mut self, length: usize, header: Header) -> usize {
        let row = self.end();
        self.cells.resize(row + length, 0);
        self.asides
            .resize(self.end() / ROW_ALIGNMENT, Aside::default());
        self.cells[row] = header.0;
        row
    }

    /// Writes the entry of a column.
    pub fn set_entry(&mut self, row: usize, column: usize, entry: Entry) {
        self.cells[row + 1 + column] = entry.0;
    }

    /// Writes the row after the capture of the piece with `behind` exposed pieces behind it.
    pub fn set_after_capture(&mut self, row: usize, behind: usize, next_row: usize) {
        self.asides[row / ROW_ALIGNMENT].set_after_capture(behind, next_row);
    }

    /// Writes the expected turns, in units of 2⁻³² turns, below [`TURNS_LIMIT`].
    pub fn set_turns(&mut self, row: usize, turns: u64) {
        self.asides[row / ROW_ALIGNMENT].set_turns(turns);
    }

    /// Adds `rows` behind these. The next rows in their cells stay relative to the first of them.
    pub fn append(&mut self, rows: &Rows) {
        self.cells.extend_from_slice(&rows.cells);
        self.asides.extend_from_slice(&rows.asides);
    }

    /// Makes room for this number of additional cells.
    pub fn reserve(&mut self, cells: usize) {
        self.cells.reserve(cells);
        self.asides.reserve(cells / ROW_ALIGNMENT);
    }

    /// Drops all rows from this one on.
    pub fn truncate(&mut self, row: usize) {
        self.cells.truncate(row);
        self.asides.truncate(row / ROW_ALIGNMENT);
    }

    /// The rows to be read by the game loop.
    pub fn view(&self) -> View<'_> {
        View {
            headers: &self.cells,
            entries: self.cells.get(1..).unwrap_or_default(),
            asides: &self.asides,
        }
    }
}

/// A view of [`Rows`] in which every cell is found at the cost of one addition at most.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// All cells: a row's header is the one at its place.
    headers: &'a [u64],
    /// All cells but the first: a row's entry for column 0 is the one at its place.
    entries: &'a [u64],
    /// As in [`Rows`].
    asides: &'a [Aside],
}

impl View<'_> {
    /// The header of a row.
    #[inline(always)]
    pub fn header(self, row: usize) -> Header {
        Header(self.headers[row])
    }

    /// The entry of a column in a row.
    #[inline(always)]
    pub fn entry(self, row: usize, column: usize) -> Entry {
        Entry(self.entries[row + column])
    }

    /// The entries of the first `columns` columns in a row.
    #[inline(always)]
    pub fn entries(&self, row: usize, columns: usize) -> impl Iterator<Item = Entry> {
        let entries = &self.entries[row..row + columns];
        entries.iter().map(|&entry| Entry(entry))
    }

    /// The row after the capture of the piece with `behind` exposed pieces behind it, in the
    /// captured player's automaton.
    #[inline(always)]
    pub fn after_capture(self, row: usize, behind: usize) -> usize {
        self.asides[row / ROW_ALIGNMENT].after_capture(behind)
    }
}

impl<'a> View<'a> {
    /// The expected turns of all rows.
    #[inline(always)]
    pub fn turns(self) -> ExpectedTurns<'a> {
        ExpectedTurns(self.asides)
    }
}

/// A view of the expected turns of [`Rows`].
#[derive(Clone, Copy, Debug)]
pub struct ExpectedTurns<'a>(&'a [Aside]);

impl ExpectedTurns<'_> {
    /// The expected turns of a row, in units of 2⁻³² turns.
    #[inline(always)]
    pub fn of_row(self, row: usize) -> i64 {
        self.0[row / ROW_ALIGNMENT].turns()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_say_what_was_written() {
        let flags = [(false, false), (false, true), (true, false), (true, true)];
        for fields in [0, 1, 1 << 39 | 1 << 20, TRACK_FIELDS] {
            for (is_stuck, halts) in flags {
                let header = Header::new(fields, is_stuck);
                assert_eq!((header.exposed(), header.is_stuck()), (fields, is_stuck));
                let passes = is_stuck;
                for row in [0, 8, 149_986 * 48] {
                    let entry = Entry::new(row, passes, halts, fields);
                    assert_eq!((entry.next_row(), entry.landings()), (row, fields));
                    assert_eq!((entry.passes(), entry.halts()), (passes, halts));
                    let is_unusual = is_stuck || halts || fields != 0;
                    assert_eq!(entry.meets(header), is_unusual);
                }
            }
        }
    }

    #[test]
    fn rows_after_captures_and_turns_do_not_overwrite_each_other() {
        let mut aside = Aside::default();
        let rows = [
            0,
            328_441 * 48,
            8,
            (1 << ROW_BITS) * ROW_ALIGNMENT - ROW_ALIGNMENT,
        ];
        for turns in [TURNS_LIMIT - 1, 1, 0, 50 << 32 | 7] {
            aside.set_turns(turns);
            for (behind, row) in rows.into_iter().enumerate() {
                aside.set_after_capture(behind, row);
            }
            assert_eq!(aside.turns(), turns as i64);
            assert_eq!([0, 1, 2, 3].map(|behind| aside.after_capture(behind)), rows);
        }
    }

    #[test]
    fn captured_pieces_are_counted_from_behind() {
        let pieces = [3u8, 7, 20, 39];
        let header = Header::new(pieces.iter().map(|field| 1 << field).sum(), true);
        assert!(header.exposed_fields().eq(pieces));
        for landing in 0..TRACK {
            let behind = pieces.iter().position(|&field| field == landing);
            let entry = Entry::new(0, true, true, 1 << landing);
            assert_eq!(header.captured_by(entry), behind);
            // Of two captured pieces it is the rearmost.
            let two = Entry::new(0, true, true, 1 << landing | 1 << 39);
            assert_eq!(header.captured_by(two), behind.or(Some(3)));
        }
    }
}
