//! How sure shares of games and their order are, when playing may stop at any look.
//!
//! Everything here rests on one inequality. For ξ ≥ −r and 0 ≤ λ < 1/r,
//!
//! ```text
//! exp(λξ − ψ(λ)·ξ²) ≤ 1 + λξ,     ψ(λ) = (−ln(1 − rλ) − rλ)/r²
//! ```
//!
//! (Fan, Grama & Liu 2015). A game counts x for a die, from 0 to 1: 1 if the die wins, and ½ or 0
//! if nobody does. m is the mean of x, which nobody knows. p̂ is what *earlier blocks* of games of
//! the same pairing led to expect: (won + ½)/(games + 1). β is a number that follows from earlier
//! blocks, too, and c the [luck](crate::engine::games#luck) of the die in the game less that of its
//! opponent, the mean of which is 0, whatever came before. With
//!
//! ```text
//! ξ = x − p̂ − βc
//! ```
//!
//! the inequality says that the mean of exp(λ(x − βc − m) − ψ(λ)ξ²) is at most 1: that of 1 + λξ is
//! 1 + λ(m − p̂), at most exp(λ(m − p̂)). So the product over all games,
//!
//! ```text
//! exp( λ · Σ (x − βc − m) − ψ(λ) · Q ),     Q = Σ ξ²
//! ```
//!
//! is a supermartingale, whatever the means of the pairings are, and even if λ depends on earlier
//! games. It begins with 1, so the probability that it ever reaches 1/a is at most a (Ville 1939).
//! One may look after each block and stop when the answer is good enough; a test of fixed size
//! would not allow this. It adapts to the variance that games really have, as Q does. (Howard,
//! Ramdas, McAuliffe & Sekhon 2021, arXiv 1810.08240; Waudby-Smith & Ramdas 2024, arXiv
//! 2010.09686.) Its value is the *wealth* of a gambler who stakes λ on each game.
//!
//! The ξ of a pairing depend on its games alone, so a thread, a machine or a later run finds the
//! same. [`Outcomes`] keep what is needed of games of a pairing: who won how many, sums of squares
//! and products of the [residuals](Residuals) ξ, the wins that are put down to luck, and the sums
//! that lead to β.
//!
//! # Luck subtracted
//!
//! With β = 0 games count as their results. That is so if their number is fixed, and if luck is not
//! measured: if one of the two cannot win, or can come into a state with too many expected turns.
//! Otherwise much of the variance of x is luck, and x − βc, which has the same mean, varies less: a
//! game is worth 1.1 to 3 games. (Burch, Schmid, Moravčík, Morrill & Bowling 2018, AIVAT, arXiv
//! 1612.06915, do so for poker; rollouts of gnubg do it for backgammon.) Scores, Q and estimates
//! are those of x − βc then. For the opponent c has the opposite sign and β is the same, so that
//! both estimates still add up to 1 without draws.
//!
//! The best β is the slope of y = (x₁ − x₂)/2 by c, so it is Σ(y − ȳ)c/Σc² over the earlier blocks
//! of the pairing, up to 2²⁷ games. It is 0 in the first block. No game has more luck than a bound
//! of its pairing says; β is clipped so that |βc| ≤ b even there. So neither ξ nor −ξ is below
//! −(1 + b): 1 + b is the *reach* r of a game, instead of 1 with β = 0. For games of two against
//! each other (see below) r is 2(1 + b) instead of 2. For orders, games against others have an r of
//! at least 2, though 1 + b would do, so that with b = 0 all games of an order have the same. Bets
//! are smaller by the factor 1 + b.
//!
//! The mean of c is 0 but for rounding: it is at most 2⁻³² turns for each roll. With the largest
//! β there is, 1/20, that is 10⁻⁹ of a game of a hundred rolls, and 10⁻⁶ of one that is cut off:
//! far less than the width of any interval.
//!
//! # The order of two
//!
//! Let the lead S be the score of the first less that of the second, where both have played as many
//! games. If the second is at least as good, exp(λS − ψ(λ)Q) is such a product. Q is that of both.
//! But a game of the two against each other counts x₁ − x₂ for them, and ξ₁ − ξ₂ may be down to −2.
//! So r = 2, and such a game adds (ξ₁ − ξ₂)² to Q. With luck subtracted, ξ₁ − ξ₂ may be down to
//! −2(1 + b), and these games have an r of their own.
//!
//! Nobody knows the best λ, so the wealth is the mean over twelve, each half of the one before. The
//! best is S/Q. At a look that decides, it lies between: it is ¼ if dozens of games decide, 0.0003
//! if some hundred million do. To be off by a factor of √2, which is the most, costs a tenth of the
//! games; the mean over twelve costs at most ln 12 = 2.5 in ln(wealth), a fifth of what six dice
//! need. More bets would win less than they cost.
//!
//! The order is *certified* as soon as the wealth reaches the threshold.
//!
//! # Level competitors
//!
//! Two are *level* if their shares differ by less than δ. It is certified as soon as the wealths of
//! nδ − S and nδ + S both reach the threshold, after n games of each: they bet that the first is
//! ahead by less than δ, and that the second is.
//!
//! # Duels
//!
//! The games of two against each other are a *duel*. S and Q are those of these games, in which a
//! draw counts 0, and all else is the same.
//!
//! # How the error is divided
//!
//! About each pair of N competitors four things may be certified: two orders, and that a difference
//! is less than δ either way. At most two of these are wrong: if the first is better by δ or more,
//! those that the second is better and that the difference is less; if it is better by less, one;
//! if both are equally good, the two orders. So at most N(N − 1) statements can be wrong. The
//! threshold is 2N(N − 1)/ε for the error ε that is allowed, so with probability at least 1 − ε/2
//! nothing is certified wrongly about the list. The same holds for the duels, and both together are
//! right with probability at least 1 − ε.
//!
//! # Games that are left out
//!
//! Competitors whose interval and orders are settled need not go on. After each look it is decided
//! who is *active* until the next: an active one meets everybody. Only these games count for its
//! order and its interval, and a pair is compared in those in which both were active. The decision
//! rests on earlier games alone. So a gambler who bets nothing on the others still plays a fair
//! game, and everything above holds. A competitor may become active again.
//!
//! # The interval of a share
//!
//! The same product with ± λ and α/2 each says: at the look at which playing stops, the share lies
//! in
//!
//! ```text
//! (A ± (ln(2/α) + B))/C,     A = Σ λ·score,  B = Σ ψ(λ)·Q,  C = Σ λ·games,   α = 0.05
//! ```
//!
//! where r = 1, or 1 + b. The best λ is √(2 ln(2/α)/(n·v)), after n games of variance v. It may
//! depend on the past, so v is the mean of p̂(1 − p̂) over the pairings, without what luck
//! explains. n is the number of games if it is fixed, and otherwise the games so far or those at
//! which the interval is as narrow as was asked, whichever is more, but not too far ahead. At such
//! an end the half-width is 2.7 standard errors. Before the first block v is ¼. The bet is tuned
//! anew after the first block and at each look. So an interval holds with its probability for the
//! stop at which it is shown, but not all of the intervals of a run together: where one looks a
//! hundred times, one of them misses in 8 % of the runs.
//!
//! The interval of a share of the games of a single pairing follows from the mean over all λ: it
//! has all shares for which the wealth of neither side reaches 2/α. This needs no λ that is chosen
//! beforehand, and makes the half-width 3.2 standard errors.

use std::cmp::Ordering;
use std::ops::AddAssign;

use libm::{exp, log, log1p, sqrt};

/// The largest probability with which the interval of a share misses it: α.
pub const INTERVAL_ERROR: f64 = 0.05;

/// The number of bets over which the wealth is the mean.
const BETS: usize = 12;
/// The largest bet on an order, or on a share of a single pairing, for games of reach 1: λ in the
/// formula.
const LARGEST_BET: f64 = 0.25;
/// The largest bet of the interval of a share in the list, for games of reach 1. It limits those
/// for up to 118 even games.
const LARGEST_INTERVAL_BET: f64 = 0.5;
/// The most by which subtracted luck moves the count of a game, b in the formula: β is clipped.
/// With b = 1, 1.5, 2 and 3 the default plays 464, 380, 380 and 400 thousand games of wuerfel0,
/// 813, 714, 691 and 691 of wuerfel3, and 8.2, 6.1, 5.8 and 6.4 million of 20 random dice.
pub const MOST_SUBTRACTED: f64 = 2.0;

/// The most games of a pairing from which β is learned. Most of further blocks would be lost
/// in the rounding of [`LuckRegression`], and β hardly changes any more.
const GAMES_OF_REGRESSION: u64 = 1 << 27;

/// The way in which games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// By their results alone: β is 0.
    None,
    /// With luck subtracted from their results.
    Luck,
}

impl Adjustment {
    /// The reach of a game, r in the formula: the most by which the count of one of the two can be
    /// off its expectation.
    pub fn reach(self) -> f64 {
        match self {
            Adjustment::None => 1.0,
            Adjustment::Luck => 1.0 + MOST_SUBTRACTED,
        }
    }
}

/// The results of a block of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockResults {
    /// The games that each seat won.
    pub won: [u8; 2],
    /// The games that nobody won.
    pub drawn: u8,
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
pub struct LuckRegression {
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

    /// The residuals of games that were played after those of `earlier`.
    fn since(self, earlier: Residuals) -> Residuals {
        Residuals {
            squares: [0, 1].map(|seat| self.squares[seat] - earlier.squares[seat]),
            products: self.products - earlier.products,
        }
    }
}

/// The games of two, as far as evidence needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// The games that each seat won.
    pub won: [u64; 2],
    /// The games that nobody won.
    pub drawn: u64,
    /// The residuals of all games, where x is 1 for the winner, and 0 otherwise, also in draws.
    pub residuals: Residuals,
    /// Σ βc: the wins of seat 0 that are put down to luck, or if negative, those of seat 1.
    pub wins_by_luck: f64,
    /// The sums from which β of the next block follows.
    pub regression: LuckRegression,
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

impl Outcomes {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won[0] + self.won[1] + self.drawn
    }

    /// The games that were played after those of `earlier`. The regression stays that of all games.
    pub fn since(self, earlier: Outcomes) -> Outcomes {
        Outcomes {
            won: [0, 1].map(|seat| self.won[seat] - earlier.won[seat]),
            drawn: self.drawn - earlier.drawn,
            residuals: self.residuals.since(earlier.residuals),
            wins_by_luck: self.wins_by_luck - earlier.wins_by_luck,
            regression: self.regression,
        }
    }

    /// Adds a block of games, with luck subtracted as far as it was measured.
    pub fn add_block(&mut self, block: BlockResults, luck: &LuckSums) {
        let games = self.games() as f64;
        let expected = self.won.map(|won| (won as f64 + 0.5) / (games + 1.0));
        self.subtract_luck(luck, self.beta(luck.bound), expected);
        let [won, lost] = block.won.map(u64::from);
        let drawn = u64::from(block.drawn);
        self.add_residuals(won, [1.0 - expected[0], 0.0 - expected[1]]);
        self.add_residuals(lost, [0.0 - expected[0], 1.0 - expected[1]]);
        self.add_residuals(drawn, [0.0 - expected[0], 0.0 - expected[1]]);
        self.won[0] += won;
        self.won[1] += lost;
        self.drawn += drawn;
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
        let mean = 0.5 * (self.won[0] as f64 - self.won[1] as f64) / self.games() as f64;
        f64::from(self.regression.products) - mean * f64::from(self.regression.luck)
    }

    /// The same outcomes without luck subtracted from their scores; the residuals stay.
    pub fn without_adjustment(self) -> Outcomes {
        Outcomes {
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
        let [won, lost] = self.won.map(|games| games as f64);
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
        let [won, lost] = self.won.map(|games| games as f64);
        let wins_by_luck = self.wins_by_luck.clamp(-lost, won);
        [won - wins_by_luck, lost + wins_by_luck]
    }

    /// The scores of both seats, if a draw counts as `draw` wins.
    pub fn scores(&self, draw: f64) -> Scores {
        let weights = score_weights(draw);
        let [won, lost] = self.won.map(|games| games as f64);
        let of_draws = draw * self.drawn as f64;
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

    /// The sums by which it is [certified](Certifier::decide) who of the two wins more games
    /// against the other.
    pub fn lead_sums(&self) -> LeadSums {
        let [won, lost] = self.won.map(|games| games as f64);
        let difference = [1.0, -1.0];
        let squares = self.residuals.weighted_product(difference, difference);
        LeadSums {
            lead: won - lost - 2.0 * self.wins_by_luck,
            squares,
            mutual_squares: squares,
            games: self.games() as f64,
        }
    }
}

/// The sums by which the order of two is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeadSums {
    /// S: the score of the first less that of the second.
    pub lead: f64,
    /// Q, of all games.
    pub squares: f64,
    /// The part of Q that comes from games of the two against each other.
    pub mutual_squares: f64,
    /// The number of games of each.
    pub games: f64,
}

impl LeadSums {
    /// The sums with the two exchanged.
    pub fn reversed(self) -> LeadSums {
        LeadSums {
            lead: -self.lead,
            ..self
        }
    }
}

impl AddAssign for LeadSums {
    fn add_assign(&mut self, other: LeadSums) {
        self.lead += other.lead;
        self.squares += other.squares;
        self.mutual_squares += other.mutual_squares;
        self.games += other.games;
    }
}

/// ψ(λ) for the bet λ, where games are never further below their expectation than `reach`, r in
/// the formula.
fn psi(reach: f64, bet: f64) -> f64 {
    (-log1p(-reach * bet) - reach * bet) / (reach * reach)
}

/// A bet, and ψ for it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bet {
    /// λ.
    size: f64,
    /// ψ(λ).
    psi: f64,
    /// ψ(λ) for games of two against each other.
    mutual_psi: f64,
}

/// All bets down from `largest`, for games of this `reach`; games of two against each other have
/// the `mutual_reach`.
fn make_bets(largest: f64, reach: f64, mutual_reach: f64) -> [Bet; BETS] {
    std::array::from_fn(|halvings| {
        let size = largest / f64::from(1u32 << halvings);
        Bet {
            size,
            psi: psi(reach, size),
            mutual_psi: psi(mutual_reach, size),
        }
    })
}

/// The certified order of two: how the first compares with the second, equal being level; `None` if
/// nothing is certified.
pub type Decision = Option<Ordering>;

/// Certifies orders and level competitors by their sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certifier {
    /// The wealth at which something is certified.
    threshold: f64,
    /// δ: shares, from 0 to 1, that differ by less are level; 0 if none shall be.
    level: f64,
    /// The [reach](Adjustment::reach) of a game.
    reach: f64,
    bets: [Bet; BETS],
}

impl Certifier {
    /// The certifier for a number of competitors with which anything certified, about the list or
    /// the duels, is wrong with a probability of at most `error`. Shares, from 0 to 1, that differ
    /// by less than `level` are level.
    pub fn new(competitors: usize, error: f64, level: f64, adjustment: Adjustment) -> Certifier {
        let statements = (competitors * competitors.saturating_sub(1)) as f64;
        let reach = adjustment.reach();
        Certifier {
            threshold: 2.0 * statements / error,
            level,
            reach,
            bets: make_bets(LARGEST_BET / reach, reach.max(2.0), 2.0 * reach),
        }
    }

    /// The order that these sums certify: one of the two is ahead, or else they are level.
    pub fn decide(&self, sums: LeadSums) -> Decision {
        // nδ.
        let level_lead = self.level * sums.games;
        let is_reached = |lead: f64| self.is_reached(LeadSums { lead, ..sums });
        if is_reached(sums.lead) {
            Some(Ordering::Greater)
        } else if is_reached(-sums.lead) {
            Some(Ordering::Less)
        } else if is_reached(level_lead - sums.lead) && is_reached(level_lead + sums.lead) {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// Returns whether the wealth, the mean over all bets, reaches the threshold.
    fn is_reached(&self, sums: LeadSums) -> bool {
        let LeadSums { lead, squares, .. } = sums;
        // No bet wins more than exp(S²/2Q).
        if lead <= 0.0 || lead * lead < 2.0 * squares * log(self.threshold) {
            return false;
        }
        let wealth = self.bets.iter().map(|bet| {
            let mutual = (bet.mutual_psi - bet.psi) * sums.mutual_squares;
            exp(bet.size * lead - bet.psi * squares - mutual)
        });
        wealth.sum::<f64>() / BETS as f64 >= self.threshold
    }

    /// An estimate of the games of each, those so far included, after which it is certified that
    /// one is ahead or that they are level, if it goes on as it has.
    pub fn games_to_decide(&self, sums: LeadSums) -> f64 {
        /// The summand of ln(wealth) that the mean over all bets usually costs.
        const COST_OF_MEAN: f64 = 1.5;
        let LeadSums {
            lead,
            squares,
            mutual_squares,
            games,
        } = sums;
        // The S of the statement that is nearest to being certified: an order, or that the two are
        // level.
        let largest = lead.abs().max(self.level * games - lead.abs());
        // The best bet has come to exp((u − ln(1 + u)) · Q/r²), u = rS/Q.
        let mutual = 2.0 * self.reach * mutual_squares;
        let reach = (self.reach.max(2.0) * (squares - mutual_squares) + mutual) / squares;
        let ratio = reach * largest / squares;
        let log_wealth = (ratio - log1p(ratio)) * squares / (reach * reach);
        // Before the first game this is not a number, and nothing is known.
        let factor = (log(self.threshold) + COST_OF_MEAN) / log_wealth;
        games * if factor > 1.0 { factor } else { 1.0 }
    }
}

/// Sums over games of one competitor, or of one kind of competitors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShareSums {
    /// The wins, and what draws count, with luck subtracted.
    pub score: f64,
    /// Q: the sum of the squares of the residuals.
    pub squares: f64,
    /// The number of games.
    pub games: f64,
}

/// The interval of a share of games that are looked at again and again, as the sums A, B and C of
/// the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// A: the sum of scores times bets.
    weighted_score: f64,
    /// B: the sum of squares times ψ.
    penalty: f64,
    /// C: the sum of games times bets.
    weighted_games: f64,
}

impl Interval {
    /// Adds `new` games of this [reach](Adjustment::reach). The `bet` must be [chosen](choose_bet)
    /// without knowledge of them.
    pub fn add(&mut self, reach: f64, bet: f64, new: ShareSums) {
        self.weighted_score += bet * new.score;
        self.penalty += psi(reach, bet) * new.squares;
        self.weighted_games += bet * new.games;
    }

    /// The lower and the upper end, from 0 to 1.
    pub fn ends(&self) -> [f64; 2] {
        // Before the first game everything is possible.
        let middle = self.weighted_score / self.weighted_games.max(f64::MIN_POSITIVE);
        let half_width = self.half_width();
        [middle - half_width, middle + half_width].map(|end| end.clamp(0.0, 1.0))
    }

    /// Half the width, as it would be without the ends at 0 and 1; infinite before the first game.
    pub fn half_width(&self) -> f64 {
        (log(2.0 / INTERVAL_ERROR) + self.penalty) / self.weighted_games
    }
}

/// The bet that makes an interval narrowest after `games` games of this variance and
/// [reach](Adjustment::reach), at most `LARGEST_INTERVAL_BET / reach`.
pub fn choose_bet(reach: f64, games: f64, variance: f64) -> f64 {
    let best = sqrt(2.0 * log(2.0 / INTERVAL_ERROR) / (games * variance));
    best.min(LARGEST_INTERVAL_BET / reach)
}

/// The number of games of this variance after which an interval has this half-width, from 0 to 1,
/// at best.
pub fn games_for(half_width: f64, variance: f64) -> f64 {
    2.0 * log(2.0 / INTERVAL_ERROR) * variance / (half_width * half_width)
}

/// The lower and the upper end, from 0 to 1, of the interval of a share of the games of a pairing
/// with these `sums`, each of this [reach](Adjustment::reach).
pub fn interval_of_pairing(reach: f64, sums: ShareSums) -> [f64; 2] {
    let bets = make_bets(LARGEST_BET / reach, reach, reach);
    let of_losses = ShareSums {
        score: sums.games - sums.score,
        ..sums
    };
    [lower_end(&bets, sums), 1.0 - lower_end(&bets, of_losses)]
}

/// The least share, from 0 to 1, at which the wealth of these bets that it is larger does not reach
/// 2/α.
fn lower_end(bets: &[Bet; BETS], sums: ShareSums) -> f64 {
    /// More steps than are ever needed: at most 15 were in 120,000 random cases.
    const MOST_STEPS: u32 = 64;
    /// The largest step that is left out.
    const LARGEST_OMITTED: f64 = 1e-12;
    let ShareSums {
        score,
        squares,
        games,
    } = sums;
    let mut share = 0.0;
    // ln(wealth) is convex in the share and falls, so Newton's method comes nearer and nearer from
    // below.
    for _ in 0..MOST_STEPS {
        let lead = score - games * share;
        let log_wealth = bets.map(|bet| bet.size * lead - bet.psi * squares);
        let largest = log_wealth.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [mut sum, mut slope] = [0.0; 2];
        for (bet, log_wealth) in bets.iter().zip(log_wealth) {
            let wealth = exp(log_wealth - largest);
            sum += wealth;
            slope += bet.size * wealth;
        }
        let excess = largest + log(sum / BETS as f64) - log(2.0 / INTERVAL_ERROR);
        let step = excess * sum / (slope * games);
        if step.is_nan() || step <= LARGEST_OMITTED {
            break;
        }
        share += step;
    }
    share.min(1.0)
}
