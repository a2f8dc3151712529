//! Reproducible chance: each block of games has the same rolls or cards on any machine and any
//! thread.
//!
//! The games of a pairing are cut into blocks of [`BLOCK`] games, and every block draws from a
//! stream of its own. The stream is the generator xoshiro256++ ([`Xoshiro256PlusPlus`], one of
//! rand's named portable generators). Its state is four outputs of SplitMix64, which begins in the
//! state
//!
//! ```text
//! mix(mix(mix(mix(seed) ^ i) ^ j) ^ b)      mix(x) = SplitMix64's first output from the state x
//! ```
//!
//! where i and j are the indices of the dice on seats 0 and 1, in a tournament those in the file
//! with i < j, and b is the number of the block, all from 0. The streams with i = j are those of
//! [Six Jack](crate::sixjack::play), i being the index of a strategy in a study, otherwise 0. Where
//! starters are rolled for, they come from a second stream of each block, in which SplitMix64
//! begins in mix of the state above. The stream of [samples](Stream::of_sample) begins in
//! mix(seed). The streams of [lists](Stream::of_lists) have nothing to do with the seed: each
//! begins in a number of its own. (SplitMix64: Steele, Lea & Flood 2014. xoshiro256++: Blackman &
//! Vigna 2021.)
//!
//! # From words to rolls
//!
//! A 64-bit word x stands for the fraction x / 2⁶⁴. The fraction times n has an integer part, which
//! is a roll of n sides, and a rest, which is the fraction for the next roll. n may be less than
//! the sides of the die: see [`DieColumns::sides`](crate::engine::columns::DieColumns::sides). A
//! word gives k rolls. All nᵏ sequences of rolls are equally likely if words with
//! x · nᵏ mod 2⁶⁴ < 2⁶⁴ mod nᵏ are rejected (Lemire 2019; Brackett-Rozinsky & Lemire 2024 for
//! several rolls of one word).
//!
//! A block begins with a word for each seat, drawn in the order of the seats, and each seat rolls
//! from its own word. After every k rolls of the block, no matter on which seats, both words are
//! drawn anew. k is the largest number up to 32 for which the nᵏ of both dice are at most 2⁵⁶, so
//! that less than one word in 256 is rejected. To draw both words together wastes half of the rolls
//! in them, but saves a counter and an unpredictable branch in every roll. Each card of Six Jack
//! takes a word of its own.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The number of games in a block; the last one of a pairing may have fewer. It is even, so that
/// seats that take turns in starting start half of the games of every block.
pub const BLOCK: u64 = 32;

/// The most sequences of rolls that a word may give: so less than one word in 256 is rejected.
const MOST_SEQUENCES: u64 = 1 << 56;
/// The most rolls that a word gives. Dice with only one side would never use up their words
/// otherwise.
const MOST_ROLLS_PER_WORD: u32 = 32;

/// The sequences of rolls that a word can give, all of them equally likely.
#[derive(Clone, Copy, Debug)]
struct Sequences {
    /// The number of sequences: nᵏ for k rolls of n sides.
    number: u64,
    /// 2⁶⁴ mod nᵏ: words whose product with the number is below that, mod 2⁶⁴, are rejected.
    least_product: u64,
}

impl Sequences {
    /// This number of sequences, at least 1.
    fn new(number: u64) -> Sequences {
        Sequences {
            number,
            least_product: number.wrapping_neg() % number,
        }
    }
}

/// The number of rolls that a word of each seat gives, and the words that are rejected for that.
#[derive(Clone, Copy, Debug)]
pub struct RollsPerWord {
    /// The number of rolls of a block, of both seats together, for which a pair of words lasts: k.
    pub rolls: u32,
    /// The sequences of rolls of each seat.
    sequences: [Sequences; 2],
}

impl RollsPerWord {
    /// As many rolls as possible, up to 32, for dice with these numbers of sides, each at least 1
    /// and at most 2⁵⁶.
    pub fn new(sides: [u64; 2]) -> RollsPerWord {
        let fits = |&k: &u32| sides.iter().all(|n| n.saturating_pow(k) <= MOST_SEQUENCES);
        let rolls = (1..=MOST_ROLLS_PER_WORD)
            .take_while(fits)
            .last()
            .unwrap_or(1);
        RollsPerWord {
            rolls,
            sequences: sides.map(|sides| Sequences::new(sides.pow(rolls))),
        }
    }
}

/// A reproducible stream of random words.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of a block of the pairing with these indices.
    pub fn new(seed: u64, pairing: [usize; 2], block: u64) -> Stream {
        Stream::of(key(seed, pairing, block))
    }

    /// The second stream of a block, from which [starters](crate::engine::starters) are drawn.
    pub fn of_starters(seed: u64, pairing: [usize; 2], block: u64) -> Stream {
        Stream::of(mix(key(seed, pairing, block)))
    }

    /// The stream from which the pairings of a tournament are drawn that are played again to check
    /// them.
    pub fn of_sample(seed: u64) -> Stream {
        Stream::of(mix(seed))
    }

    /// The stream of this number, from which lists are drawn at random to see how they scatter.
    /// Callers choose the numbers, which do not depend on the seed of a tournament.
    pub fn of_lists(number: u64) -> Stream {
        Stream::of(number)
    }

    /// The stream of the generator whose state SplitMix64 makes from this key.
    fn of(key: u64) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(key))
    }

    /// The next word for each seat that gives these rolls.
    #[inline]
    pub fn words(&mut self, rolls_per_word: &RollsPerWord) -> [u64; 2] {
        let [of_seat_0, of_seat_1] = rolls_per_word.sequences;
        [self.word(of_seat_0), self.word(of_seat_1)]
    }

    /// One of `n` equally likely numbers from 0, made from a new word. `n` is at least 1.
    pub fn below(&mut self, n: u64) -> u64 {
        roll(&mut self.word(Sequences::new(n)), n) as u64
    }

    /// A number from 0 to below 1, made from the upper bits of a new word: one of 2⁵³ equally
    /// likely ones.
    pub fn fraction(&mut self) -> f64 {
        const BITS: u32 = f64::MANTISSA_DIGITS;
        (self.0.next_u64() >> (u64::BITS - BITS)) as f64 / (1u64 << BITS) as f64
    }

    /// The next word that is not rejected if it shall give one of these sequences.
    #[inline]
    fn word(&mut self, sequences: Sequences) -> u64 {
        loop {
            let word = self.0.next_u64();
            if word.wrapping_mul(sequences.number) >= sequences.least_product {
                return word;
            }
        }
    }
}

/// The key of the stream of a block of the pairing with these indices.
fn key(seed: u64, [i, j]: [usize; 2], block: u64) -> u64 {
    let parts = [i as u64, j as u64, block].into_iter();
    parts.fold(mix(seed), |key, part| mix(key ^ part))
}

/// The output of SplitMix64 for this state.
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Takes the next roll from a word, which becomes the fraction that is left. The roll is one of
/// `sides` equally likely numbers from 0.
#[inline(always)]
pub fn roll(word: &mut u64, sides: u64) -> usize {
    let product = u128::from(*word) * u128::from(sides);
    *word = product as u64;
    (product >> 64) as usize
}

/// The rolls of one block, one after another, as the seats make them.
#[derive(Clone, Debug)]
pub struct Rolls {
    stream: Stream,
    rolls_per_word: RollsPerWord,
    sides: [u64; 2],
    words: [u64; 2],
    /// The number of rolls until new words are drawn.
    rolls_left: u32,
}

impl Rolls {
    /// The rolls from this stream for dice with these numbers of sides.
    pub fn new(stream: Stream, sides: [u64; 2]) -> Rolls {
        Rolls {
            stream,
            rolls_per_word: RollsPerWord::new(sides),
            sides,
            words: [0; 2],
            rolls_left: 0,
        }
    }

    /// The next roll, which is made on this seat, 0 or 1, as the index of a side.
    pub fn next(&mut self, seat: usize) -> usize {
        if self.rolls_left == 0 {
            self.words = self.stream.words(&self.rolls_per_word);
            self.rolls_left = self.rolls_per_word.rolls;
        }
        self.rolls_left -= 1;
        roll(&mut self.words[seat], self.sides[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected words and rolls come from a separate implementation in Python, which was
    /// written from the description at the top of this file.
    #[test]
    fn streams_are_the_documented_ones() {
        let mut stream = Stream::new(2021, [0, 1], 0);
        let words = [0xd7cb_2b5b_c228_253e, 0x4638_74cb_b111_80fb];
        assert_eq!([(); 2].map(|()| stream.0.next_u64()), words);
        let mut stream = Stream::new(0, [3, 7], 12);
        let words = [0x2a69_3d4d_d3ba_0e17, 0x147b_cb81_f5b6_36df];
        assert_eq!([(); 2].map(|()| stream.0.next_u64()), words);

        let mut rolls = Rolls::new(Stream::new(2021, [0, 1], 0), [6, 20]);
        let seats = [0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1];
        let expected = [5, 5, 9, 0, 2, 14, 0, 7, 16, 13, 2, 4, 15, 2, 10, 5, 8];
        assert_eq!(seats.map(|seat| rolls.next(seat)), expected);
        let mut rolls = Rolls::new(Stream::new(5, [1, 2], 3), [3_000_000, 7]);
        let expected = [763_413, 5, 2_923_454, 1_879_309, 1, 2];
        assert_eq!([0, 1, 0, 0, 1, 1].map(|seat| rolls.next(seat)), expected);
    }

    #[test]
    fn words_are_used_up_as_far_as_documented() {
        for (sides, rolls) in [
            ([6, 6], 21),
            ([1, 6], 21),
            ([6, 20], 12),
            ([1, 1], 32),
            ([1 << 28, 2], 2),
            ([(1 << 28) + 1, 2], 1),
            ([1 << 56, 1], 1),
        ] {
            assert_eq!(RollsPerWord::new(sides).rolls, rolls, "{sides:?}");
        }
    }

    /// The first word of seed 142 is rejected for this number of sides, as it is by the Python
    /// version.
    #[test]
    fn words_below_the_bound_are_rejected() {
        let sides = [71_777_214_294_589_696, 1];
        let stream = Stream::new(142, [0, 1], 0);
        assert_eq!(stream.clone().0.next_u64(), 0x4e5f_657a_814d_5717);
        let words = [0x9856_fa56_ffbd_e05e, 0x2531_cf86_1e75_4efd];
        assert_eq!(stream.clone().words(&RollsPerWord::new(sides)), words);
        assert_eq!(Rolls::new(stream, sides).next(0), 42_712_982_075_202_054);
    }

    /// Every sequence of rolls, of which 2,000 are tried, comes from the same number of accepted
    /// words, which is ⌊2⁶⁴ / nᵏ⌋.
    #[test]
    fn rolls_are_exactly_uniform() {
        for sides in [3, 6, 7, 20, 1_000_003] {
            let Sequences {
                number,
                least_product,
            } = RollsPerWord::new([sides, 1]).sequences[0];
            let sequences = u128::from(number);
            let first_word = |sequence: u128| (sequence << 64).div_ceil(sequences);
            for step in 0..2000 {
                let sequence = step * (sequences - 1) / 1999;
                let words = first_word(sequence)..first_word(sequence + 1);
                // The products rise by nᵏ from word to word, and the bound is less than nᵏ. So only
                // the first of these words can be rejected.
                let rejected = (words.start as u64).wrapping_mul(number) < least_product;
                assert!(least_product < number);
                let accepted = words.end - words.start - u128::from(rejected);
                assert_eq!(accepted, (1 << 64) / sequences);
            }
        }
    }
}
