//! The games of two: their results, what luck explains of them, and the sums that evidence needs.
//!
//! What is done with these sums is in [`certainty`](crate::certainty). They are found block by
//! block. A game counts x for a seat, 1 if it wins and 0 otherwise, also in draws. p̂ is what
//! *earlier blocks* led to expect, (won + ½)/(games + 1), and c the
//! [luck](crate::engine::games#luck) of seat 0 in the game less that of seat 1. Sums are those of
//! the *residuals*
//!
//! ```text
//! ξ = x − p̂ − βc
//! ```
//!
//! The best β is the slope of y = (x₁ − x₂)/2 by c, so it is Σ(y − ȳ)c/Σc² over the earlier blocks
//! of the pairing, up to 2²⁷ games. It is 0 in the first block, and in all of them if luck is not
//! measured. No game has more luck than a bound of its pairing says; β is clipped so that |βc| ≤ b
//! even there. For seat 1 c has the opposite sign and β is the same, so that the estimates of both
//! still add up to 1 without draws.
//!
//! The mean of c is 0 but for rounding: it is at most 2⁻³² turns for each roll. With the largest
//! β there is, 1/20, that is 10⁻⁹ of a game of a hundred rolls, and 10⁻⁶ of one that is cut off:
//! far less than the width of any interval.

use std::ops::{AddAssign, SubAssign};

use crate::stream::BLOCK;

/// The most by which subtracted luck moves the count of a game, b in the formula: β is clipped.
/// With b = 1, 1.5, 2 and 3 the default plays 464, 380, 380 and 400 thousand games of wuerfel0,
/// 813, 714, 691 and 691 of wuerfel3, and 8.2, 6.1, 5.8 and 6.4 million of 20 random dice.
pub const MOST_SUBTRACTED: f64 = 2.0;

/// The most games of a pairing from which β is learned. Most of further blocks would be lost
/// in the rounding of [`LuckRegression`], and β hardly changes any more.
const GAMES_OF_REGRESSION: u64 = 1 << 27;

/// The results of some games of a pairing. In a tournament seat 0 plays the die that comes first in
/// the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// `wins[starter][winner]`: games won, by the seat that started and the seat that won.
    pub wins: [[u64; 2]; 2],
    /// Games that nobody won, including those that were cut off.
    pub draws: u64,
    /// Games that were cut off after [`MOST_ROLLS`](crate::rules::MOST_ROLLS).
    pub cut_off: u64,
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

    /// The number of games that each seat won.
    pub fn won(&self) -> [u64; 2] {
        [self.won_by(0), self.won_by(1)]
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        let sums = self.wins.as_flattened_mut().iter_mut();
        for (sum, wins) in sums.zip(other.wins.as_flattened()) {
            *sum += wins;
        }
        self.draws += other.draws;
        self.cut_off += other.cut_off;
    }
}

impl SubAssign for Tally {
    fn sub_assign(&mut self, earlier: Tally) {
        let counts = self.wins.as_flattened_mut().iter_mut();
        for (count, wins) in counts.zip(earlier.wins.as_flattened()) {
            *count -= wins;
        }
        self.draws -= earlier.draws;
        self.cut_off -= earlier.cut_off;
    }
}

/// Sums over the games of a block of their luck c: that of seat 0 less that of seat 1, in any unit.
/// The default stands for luck that was not measured, and nothing is subtracted then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSums {
    /// The sum over the games that each seat won.
    pub of_wins: [f64; 2],
    /// The sum over the games that nobody won.
    pub of_draws: f64,
    /// The sum of squares over all games.
    pub squares: f64,
    /// A bound on |c| in every game of this pairing.
    pub bound: f64,
}

/// Sums over the first `GAMES_OF_REGRESSION` games, from which β of the next block follows. Any β
/// is right, so little precision suffices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct LuckRegression {
    /// Σ c.
    luck: f32,
    /// Σ yc, where y is ½ for a game that seat 0 wins, −½ for one that seat 1 wins, and 0 for a
    /// draw.
    products: f32,
    /// Σ c².
    squares: f32,
}

/// Sums over the residuals ξ of games of two: how far each game was from the expectation of earlier
/// blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residuals {
    /// Σ ξ₁² and Σ ξ₂².
    pub squares: [f64; 2],
    /// Σ ξ₁ξ₂.
    pub products: f64,
}

impl Residuals {
    /// Σ (a₁ξ₁ + a₂ξ₂)(b₁ξ₁ + b₂ξ₂), with the weights a and b.
    fn weighted_product(&self, a: [f64; 2], b: [f64; 2]) -> f64 {
        let squares = [0, 1].map(|seat| a[seat] * b[seat] * self.squares[seat]);
        squares[0] + squares[1] + (a[0] * b[1] + a[1] * b[0]) * self.products
    }

    /// Σ (ξ₁ − ξ₂)².
    pub fn squares_of_difference(&self) -> f64 {
        let difference = [1.0, -1.0];
        self.weighted_product(difference, difference)
    }

    /// The residuals of games that were played after those of `earlier`.
    fn since(self, earlier: Residuals) -> Residuals {
        Residuals {
            squares: [0, 1].map(|seat| self.squares[seat] - earlier.squares[seat]),
            products: self.products - earlier.products,
        }
    }
}

/// The score of games for each of the two, and its residuals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The wins of each seat, and what draws count, with luck subtracted. Either may be negative.
    pub points: [f64; 2],
    /// The residuals of these points.
    pub residuals: Residuals,
}

/// For each seat, what a game counts for it that seat 0 wins, and that seat 1 wins, beyond what a
/// draw would count, which is `draw` wins.
fn score_weights(draw: f64) -> [[f64; 2]; 2] {
    [[1.0 - draw, -draw], [-draw, 1.0 - draw]]
}

const _: () = assert!(size_of::<Pairing>() <= 96);

/// The games of two, and the sums over them that evidence needs. There may be millions of pairings,
/// so they take little memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pairing {
    /// The results of all games that count.
    counted: Tally,
    /// Whether the games were not played, as one seat wins all of them for certain.
    is_certain: bool,
    /// The games that each seat won in the first block. Evidence about shares begins with these:
    /// how they vary decides the bet on the next games.
    won_in_first: [u8; 2],
    /// The residuals of all games.
    residuals: Residuals,
    /// Σ βc: the wins of seat 0 that are put down to luck, or if negative, those of seat 1.
    wins_by_luck: f64,
    /// The sums from which β of the next block follows.
    regression: LuckRegression,
}

impl Pairing {
    /// The games of this tally with these residuals, of which each seat won `won_in_first` in the
    /// first block, without luck subtracted.
    pub fn new(tally: Tally, won_in_first: [u8; 2], residuals: Residuals) -> Pairing {
        Pairing {
            counted: tally,
            won_in_first,
            residuals,
            ..Pairing::default()
        }
    }

    /// The results of the games that were played.
    pub fn tally(&self) -> Tally {
        if self.is_certain {
            Tally::default()
        } else {
            self.counted
        }
    }

    /// The number of games that count: those that were played, or in a pairing that is certain those
    /// that need not be played.
    pub fn games(&self) -> u64 {
        self.counted.games()
    }

    /// The games that count, won by each seat.
    pub fn won(&self) -> [u64; 2] {
        self.counted.won()
    }

    /// The games that count, won by nobody.
    pub fn drawn(&self) -> u64 {
        self.counted.draws
    }

    /// The seat that wins all games for certain, so that none are played; `None` if games are
    /// played.
    pub fn certain_winner(&self) -> Option<usize> {
        let winner = usize::from(self.counted.won_by(1) > 0);
        self.is_certain.then_some(winner)
    }

    /// The games that each seat won in the first block.
    pub fn won_in_first(&self) -> [u8; 2] {
        self.won_in_first
    }

    /// The residuals of all games.
    pub fn residuals(&self) -> Residuals {
        self.residuals
    }

    /// Σ βc: the wins of seat 0 that are put down to luck, or if negative, those of seat 1.
    pub fn wins_by_luck(&self) -> f64 {
        self.wins_by_luck
    }

    /// The games of the first block, in which no luck is subtracted. Who began which of them is not
    /// kept: as many as may be count as begun by seat 0.
    pub fn first_block(&self) -> Pairing {
        let games = self.games().min(BLOCK);
        let mut first = Pairing::default();
        if let Some(winner) = self.certain_winner() {
            first.add_certain_wins(winner, games);
            return first;
        }
        let won = self.won_in_first.map(u64::from);
        let begun_by_0 = [0, 1].map(|seat| won[seat].min(self.counted.wins[0][seat]));
        let begun_by_1 = [0, 1].map(|seat| won[seat] - begun_by_0[seat]);
        let block = Tally {
            wins: [begun_by_0, begun_by_1],
            draws: games - won[0] - won[1],
            cut_off: 0,
        };
        first.add_block(block, &LuckSums::default());
        first
    }

    /// The games that were played after those of `earlier`. The first block and the regression stay
    /// those of all games.
    pub fn since(mut self, earlier: Pairing) -> Pairing {
        self.counted -= earlier.counted;
        self.residuals = self.residuals.since(earlier.residuals);
        self.wins_by_luck -= earlier.wins_by_luck;
        self
    }

    /// Adds a block of games, with luck subtracted as far as it was measured.
    pub fn add_block(&mut self, block: Tally, luck: &LuckSums) {
        if self.games() == 0 {
            self.won_in_first = block.won().map(|won| won as u8);
        }
        let games = self.games() as f64;
        let expected = self.won().map(|won| (won as f64 + 0.5) / (games + 1.0));
        self.subtract_luck(luck, self.beta(luck.bound), expected);
        let [won, lost] = block.won();
        self.add_residuals(won, [1.0 - expected[0], 0.0 - expected[1]]);
        self.add_residuals(lost, [0.0 - expected[0], 1.0 - expected[1]]);
        self.add_residuals(block.draws, [0.0 - expected[0], 0.0 - expected[1]]);
        self.counted += block;
    }

    /// Adds games that this seat wins for certain, and that are not played. They do not scatter.
    pub fn add_certain_wins(&mut self, winner: usize, games: u64) {
        self.is_certain = true;
        self.counted.wins[0][winner] += games;
    }

    /// Adds the residuals, by seat, of `games` games with the same result, as they are before luck
    /// is subtracted.
    fn add_residuals(&mut self, games: u64, [first, second]: [f64; 2]) {
        let games = games as f64;
        self.residuals.squares[0] += games * first * first;
        self.residuals.squares[1] += games * second * second;
        self.residuals.products += games * first * second;
    }

    /// Adds `beta` times the luck of a block to the wins by luck, and changes the residuals from
    /// those of x − p̂ to those of x − p̂ − βc, where `expected` is p̂ of each seat. Adds the luck
    /// to the regression, too, unless that has enough games.
    fn subtract_luck(&mut self, luck: &LuckSums, beta: f64, expected: [f64; 2]) {
        let [won, lost] = luck.of_wins;
        let sum = won + lost + luck.of_draws;
        // The sums of (x − p̂)c.
        let products = [won - expected[0] * sum, lost - expected[1] * sum];
        let squares = beta * beta * luck.squares;
        self.residuals.squares[0] += squares - 2.0 * beta * products[0];
        self.residuals.squares[1] += squares + 2.0 * beta * products[1];
        self.residuals.products += beta * (products[0] - products[1]) - squares;
        self.wins_by_luck += beta * sum;
        if self.games() < GAMES_OF_REGRESSION {
            self.regression.luck += sum as f32;
            self.regression.products += (0.5 * won - 0.5 * lost) as f32;
            self.regression.squares += luck.squares as f32;
        }
    }

    /// β for the next block, in which no game has luck beyond `bound`: the slope that would have
    /// left the least residuals of the games of the regression, clipped so that no game moves by
    /// more than b; 0 if no luck was measured so far.
    fn beta(&self, bound: f64) -> f64 {
        let largest = MOST_SUBTRACTED / bound;
        let squares = f64::from(self.regression.squares);
        if squares > 0.0 {
            (self.luck_covariance() / squares).clamp(-largest, largest)
        } else {
            0.0
        }
    }

    /// Σ (y − ȳ)c over the games of the regression, where ȳ is the mean of y over all games.
    fn luck_covariance(&self) -> f64 {
        let [won, lost] = self.won().map(|games| games as f64);
        let mean = 0.5 * (won - lost) / self.games() as f64;
        f64::from(self.regression.products) - mean * f64::from(self.regression.luck)
    }

    /// The same games without luck subtracted from their scores; the residuals stay.
    pub fn without_adjustment(self) -> Pairing {
        Pairing {
            wins_by_luck: 0.0,
            ..self
        }
    }

    /// The variance of a game that luck explains, with the best β for the games of the regression,
    /// which is not clipped; 0 if no luck was measured.
    pub fn explained_variance(&self) -> f64 {
        let squares = f64::from(self.regression.squares);
        if squares > 0.0 {
            let games = self.games().min(GAMES_OF_REGRESSION) as f64;
            self.luck_covariance() * self.luck_covariance() / (squares * games)
        } else {
            0.0
        }
    }

    /// The number of games, counted by their results alone, that tell as much as these about the
    /// share of the seat that gains less by subtracted luck, if a draw counts as `draw` wins. At
    /// least the number of these games.
    pub fn equivalent_games(&self, draw: f64) -> f64 {
        let games = self.games() as f64;
        if self.regression == LuckRegression::default() {
            return games;
        }
        let [won, lost] = self.won().map(|games| games as f64);
        let residuals = self.scores(draw).residuals;
        let gains = [0, 1].map(|seat| {
            let [of_win, of_loss] = score_weights(draw)[seat];
            let mean = (of_win * won + of_loss * lost) / games;
            let squares = of_win * of_win * won + of_loss * of_loss * lost;
            (squares - games * mean * mean) / residuals.squares[seat]
        });
        // In the first blocks little is known of the shares. Where wins are rare, most of the
        // squares are those of these blocks, and a gain may seem to be below 1.
        games * f64::min(gains[0], gains[1]).max(1.0)
    }

    /// The wins of each seat with luck subtracted, not negative, and together as many as games that
    /// anybody won.
    pub fn estimated_wins(&self) -> [f64; 2] {
        let [won, lost] = self.won().map(|games| games as f64);
        let wins_by_luck = self.wins_by_luck.clamp(-lost, won);
        [won - wins_by_luck, lost + wins_by_luck]
    }

    /// The scores of both seats, if a draw counts as `draw` wins.
    pub fn scores(&self, draw: f64) -> Scores {
        let weights = score_weights(draw);
        let [won, lost] = self.won().map(|games| games as f64);
        let of_draws = draw * self.drawn() as f64;
        Scores {
            points: [
                won - self.wins_by_luck + of_draws,
                lost + self.wins_by_luck + of_draws,
            ],
            residuals: Residuals {
                squares: weights.map(|of_seat| self.residuals.weighted_product(of_seat, of_seat)),
                products: self.residuals.weighted_product(weights[0], weights[1]),
            },
        }
    }
}
