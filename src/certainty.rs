//! How sure shares of games and their order are, from counts, when playing may stop at any look.
//!
//! Everything here rests on one inequality. For ξ ≥ −c and 0 ≤ λ < 1/c,
//!
//! ```text
//! exp(λξ − ψ(λ)·ξ²) ≤ 1 + λξ,     ψ(λ) = (−ln(1 − cλ) − cλ)/c²
//! ```
//!
//! (Fan, Grama & Liu 2015). A game counts x for a die, from 0 to 1: 1 if the die wins, and ½ or 0
//! if nobody does. m is the mean of x, which nobody knows. p̂ is what *earlier blocks* of games of
//! the same pairing led to expect: (won + ½)/(games + 1). β is a number that follows from earlier
//! blocks, too, and c the [luck](crate::engine::games#luck) of the die in the game, the mean of
//! which is 0, whatever came before. With
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
//! 2010.09686.) What a gambler has who bets so is called *wealth*.
//!
//! Q depends on the games of its pairing alone, so a thread, a machine or a later run finds the
//! same. [`Outcomes`] are what must be known of the games of a pairing: who won how many, their
//! [`Scatter`], and what was put down to luck.
//!
//! # Luck subtracted
//!
//! With β = 0 games count as their results. That is so where their number is fixed, and where luck
//! is not measured, as one of the two cannot win. Otherwise much of the scatter of x is luck, and x
//! − βc, which has the same mean, scatters less: a game is worth 1.1 to 3 games. (Burch, Schmid,
//! Moravčík, Morrill & Bowling 2018, AIVAT, arXiv 1612.06915, do so for poker; rollouts of gnubg do
//! it for backgammon.) What is won and Q are those of x − βc then, and so are estimates. The other
//! one of the two has the luck −c and the same β, so that both estimates still add up to 1 without
//! draws.
//!
//! The best β is the slope of y = (x₁ − x₂)/2 by c, so it is Σ(y − ȳ)c/Σc² over all earlier blocks
//! of the pairing. It is 0 in the first block. No game has more luck than a bound of its pairing
//! says; β is clipped so that |βc| ≤ b even there. So ξ and −ξ are at least −(1 + b), which is the
//! *reach* of a game. It takes the place of 1 as c, and twice of it that of 2, where two meet: a
//! game of one of two counts 2 at least, so that nothing changes with b = 0. Bets are smaller by
//! the same factor.
//!
//! The mean of c is 0 but for rounding: it is less than 2⁻³³ turns for each roll. With the largest
//! β there is, 1/20, that is 10⁻⁹ of a game of a hundred rolls, far less than 10⁻⁶ of the width of
//! any interval.
//!
//! # The order of two
//!
//! Let S be what the one has won more than the other, where both have played as many games. If the
//! other is at least as good, exp(λS − ψ(λ)Q) is such a product. Q is that of both. But a game of
//! the two against each other counts x − y for them, where ξ may be down to −2. So c = 2, and such
//! a game adds (ξ₁ − ξ₂)² to Q. With luck subtracted it may be down to −2(1 + b), and these games
//! have a c of their own.
//!
//! Nobody knows the best λ, so the wealth is the mean over twelve, each half of the one before. The
//! best is S/Q. At a look that decides, it lies between: it is ¼ if dozens of games decide, 0.0003
//! if some hundred million do. To be off by a factor of √2, which is the most, costs a tenth of the
//! games; the mean over twelve costs as much as ln 12 = 2.5 in ln(wealth), a fifth of what six dice
//! need. More bets would win less than they cost.
//!
//! The order is *certified* as soon as the wealth is enough.
//!
//! # Level competitors
//!
//! Two are *level* if their shares differ by less than δ. It is certified as soon as the wealths of
//! nδ − S and nδ + S are both enough, after n games of each: they bet that the one wins more by
//! less than δ, and that the other does.
//!
//! # Duels
//!
//! The games of two against each other are a *duel*. S and Q are those of these games, and all else
//! is the same.
//!
//! # How the error is divided
//!
//! About each pair of N competitors four things may be certified: two orders, and that a difference
//! is less than δ either way. At most two of these are wrong: if the one is better by δ or more,
//! those that the other is better and that the difference is less; if it is better by less, one. So
//! at most N(N − 1) statements can be wrong. The wealth that is enough is 2N(N − 1)/α, so with
//! probability at least 1 − α/2 nothing is certified wrongly about the list. The same holds for the
//! duels, and both together are right with probability at least 1 − α.
//!
//! # Games that are left out
//!
//! Competitors of which enough is known need not go on. Before each look it is decided who is
//! *active*: an active one meets everybody. What a competitor wins counts for its order and its
//! interval in these games only, and a pair is compared in those that are complete for both. The
//! decision rests on earlier games alone. So a gambler who bets nothing on the others still plays a
//! fair game, and everything above holds. Somebody may become active again.
//!
//! # The interval of a share
//!
//! The same product with ± λ and α/2 each says: at the look at which playing stops, the share lies
//! in
//!
//! ```text
//! (A ± (ln(2/α) + B))/C,     A = Σ λ·won,  B = Σ ψ(λ)·Q,  C = Σ λ·games,   α = 0.05
//! ```
//!
//! where c = 1, or 1 + b. The best λ is √(2 ln(2/α)/(n·v)), after n games of variance v. It may
//! depend on the past, so v is the mean of p̂(1 − p̂) over the pairings, without what luck
//! explains, and n the games so far or those at which the interval is as narrow as was asked,
//! whichever is more, but not too far ahead. At such an end the half-width is 2.7 standard errors.
//! Before the first block v is ¼. The bet is tuned anew at each look. So an interval holds with its
//! probability for the stop at which it is shown, but not all of the intervals of a run together:
//! where one looks a hundred times, one of them misses in 8 % of the runs.
//!
//! The interval of what one wins against another follows from the mean over all λ: it has all
//! shares for which the wealth of neither side is 2/α. This needs no λ that is chosen beforehand,
//! and costs 3.2 standard errors.

use std::array;
use std::cmp::Ordering;
use std::ops::AddAssign;

use libm::{exp, log, log1p, sqrt};

/// The interval of a share misses it with at most this probability.
pub const ALPHA: f64 = 0.05;

/// The number of bets. The wealth is the mean of what they have come to.
const BETS: usize = 12;
/// The largest of them, λ in the formula.
const LARGEST: f64 = 0.25;
/// No game counts more or less than its result by more than this, b in the formula: β is clipped.
/// With b = 1, 1.5, 2 and 3 the default plays 464, 380, 380 and 400 thousand games of wuerfel0,
/// 813, 714, 691 and 691 of wuerfel3, and 8.2, 6.1, 5.8 and 6.4 million of 20 random dice.
pub const MOST_SUBTRACTED: f64 = 2.0;
/// The largest bet of an interval.
const LARGEST_OF_INTERVAL: f64 = 0.5;

/// How far the games of two were from what earlier ones led to expect: Σ ξ₁², Σ ξ₂² and Σ ξ₁ξ₂,
/// where x is 1 for whoever wins, and 0 otherwise.
pub type Scatter = [f64; 3];

/// What is won of some games; Q; and the number of games.
pub type Sums = [f64; 3];

/// What games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// Their results alone: β is 0.
    None,
    /// Their results without luck.
    Luck,
}

impl Adjustment {
    /// The reach of a game: the most by which it can be off what was expected of it, for one of
    /// two.
    pub fn reach(self) -> f64 {
        match self {
            Adjustment::None => 1.0,
            Adjustment::Luck => 1.0 + MOST_SUBTRACTED,
        }
    }
}

/// The luck of the games of a block, in any unit: that of the first less that of the second.
/// Nothing is subtracted for the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSums {
    /// The sums over the games that the first won, that the second won, and that nobody won.
    pub by_result: [f64; 3],
    /// The sum of squares.
    pub squares: f64,
    /// The most luck that a game can have.
    pub most: f64,
}

/// The sums over games by which β is chosen. Any β is right, so little precision suffices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckFit {
    /// Σ c.
    luck: f32,
    /// Σ yc, where y is ½ for a game that the first wins, −½ for one that the second wins, and 0
    /// otherwise.
    product: f32,
    /// Σ c².
    squares: f32,
}

/// What must be known of games of two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// The numbers of games that the first won, that the second won, and that nobody won.
    pub counts: [u64; 3],
    /// How they scatter.
    pub scatter: Scatter,
    /// The wins that are put down to luck, Σ βc: those of the first, or if negative, of the second.
    pub luck: f64,
    /// What β of the next block follows from.
    pub fit: LuckFit,
}

impl Outcomes {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Those of them that were played after earlier ones.
    pub fn since(self, earlier: Outcomes) -> Outcomes {
        Outcomes {
            counts: array::from_fn(|n| self.counts[n] - earlier.counts[n]),
            scatter: array::from_fn(|n| self.scatter[n] - earlier.scatter[n]),
            luck: self.luck - earlier.luck,
            fit: self.fit,
        }
    }

    /// Adds a block of games: those that the first won, that the second won, and that nobody won,
    /// and their luck.
    pub fn add_block(&mut self, block: [u64; 3], luck: &LuckSums) {
        let games = self.games() as f64;
        let expected = [0, 1].map(|seat| (self.counts[seat] as f64 + 0.5) / (games + 1.0));
        let beta = self.beta(luck.most);
        self.add_luck(luck, beta, expected);
        for (result, number) in block.into_iter().enumerate() {
            let [first, second] =
                [0, 1].map(|seat| f64::from(u8::from(seat == result)) - expected[seat]);
            let [of_first, of_second] = [first, second].map(|one| number as f64 * one);
            self.scatter[0] += of_first * first;
            self.scatter[1] += of_second * second;
            self.scatter[2] += of_first * second;
            self.counts[result] += number;
        }
    }

    /// Adds what the luck of a block changes, if β of it is subtracted.
    fn add_luck(&mut self, luck: &LuckSums, beta: f64, expected: [f64; 2]) {
        let [won, lost, drawn] = luck.by_result;
        let sum = won + lost + drawn;
        // The sums of (x − p̂)c of both.
        let first = won - expected[0] * sum;
        let second = lost - expected[1] * sum;
        let squares = beta * beta * luck.squares;
        self.scatter[0] += squares - 2.0 * beta * first;
        self.scatter[1] += squares + 2.0 * beta * second;
        self.scatter[2] += beta * (first - second) - squares;
        self.luck += beta * sum;
        self.fit.luck += sum as f32;
        self.fit.product += (0.5 * won - 0.5 * lost) as f32;
        self.fit.squares += luck.squares as f32;
    }

    /// β for the next block, in which no game has luck beyond `most`: from the games so far the one
    /// that would have left the least scatter, as far as no game may be off by more than b.
    fn beta(&self, most: f64) -> f64 {
        let largest = MOST_SUBTRACTED / most;
        match f64::from(self.fit.squares) {
            squares if squares > 0.0 => (self.covariance() / squares).clamp(-largest, largest),
            _ => 0.0,
        }
    }

    /// Σ (y − ȳ)c, where ȳ is the mean of y.
    fn covariance(&self) -> f64 {
        let mean = 0.5 * (self.counts[0] as f64 - self.counts[1] as f64) / self.games() as f64;
        f64::from(self.fit.product) - mean * f64::from(self.fit.luck)
    }

    /// The same games with their luck.
    pub fn without_adjustment(self) -> Outcomes {
        Outcomes { luck: 0.0, ..self }
    }

    /// The variance that luck takes away from a game, with the best β for the games so far; 0
    /// before any.
    pub fn explained_variance(&self) -> f64 {
        match f64::from(self.fit.squares) {
            squares if squares > 0.0 => {
                self.covariance() * self.covariance() / (squares * self.games() as f64)
            }
            _ => 0.0,
        }
    }

    /// The wins of each of the two without luck: no fewer than none, and together as many as games
    /// that anybody won.
    pub fn wins(&self) -> [f64; 2] {
        let [one, other, _] = self.counts.map(|count| count as f64);
        let luck = self.luck.clamp(-other, one);
        [one - luck, other + luck]
    }

    /// What each of the two has won without luck, if a draw counts so much, and how that scatters.
    /// It may be less than nothing.
    pub fn counted(&self, draw: f64) -> ([f64; 2], Scatter) {
        let [one, other, drawn] = self.counts.map(|count| count as f64);
        // A draw counts for the one what a win of either takes away.
        let weights = [[1.0 - draw, -draw], [-draw, 1.0 - draw]];
        let scatter = [[0, 0], [1, 1], [0, 1]]
            .map(|[first, second]| product(&self.scatter, weights[first], weights[second]));
        let won = [one - self.luck, other + self.luck];
        (won.map(|won| won + draw * drawn), scatter)
    }

    /// The sums by which it is [decided](Enough::decide) who wins more of these games.
    pub fn duel(&self) -> LeadSums {
        let [one, other, _] = self.counts.map(|count| count as f64);
        // The sum of (ξ₁ − ξ₂)².
        let squares = product(&self.scatter, [1.0, -1.0], [1.0, -1.0]);
        LeadSums {
            lead: one - other - 2.0 * self.luck,
            squares,
            duel_squares: squares,
            games: self.games() as f64,
        }
    }
}

/// The sums by which the order of two is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeadSums {
    /// S: what the first has won more than the second.
    pub lead: f64,
    /// Q, of all games.
    pub squares: f64,
    /// The part of Q that comes from games of the two against each other.
    pub duel_squares: f64,
    /// The number of games of each.
    pub games: f64,
}

impl LeadSums {
    /// The same sums as the second sees them.
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
        self.duel_squares += other.duel_squares;
        self.games += other.games;
    }
}

/// The sum of the products of two weighted sums of ξ₁ and ξ₂.
fn product(scatter: &Scatter, one: [f64; 2], other: [f64; 2]) -> f64 {
    let [first, second] = [0, 1].map(|seat| one[seat] * other[seat] * scatter[seat]);
    first + second + (one[0] * other[1] + one[1] * other[0]) * scatter[2]
}

/// ψ(λ).
fn psi(most: f64, bet: f64) -> f64 {
    (-log1p(-most * bet) - most * bet) / (most * most)
}

/// A bet, λ in the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bet {
    size: f64,
    /// ψ(λ).
    psi: f64,
    /// The same for games of two against each other.
    psi_of_duels: f64,
}

/// All bets, the largest of which is `largest`, where c is `most`, or `most_of_duels` for games of
/// two against each other.
fn bets(most: f64, most_of_duels: f64, largest: f64) -> [Bet; BETS] {
    array::from_fn(|number| {
        let size = largest / f64::from(1u32 << number);
        Bet {
            size,
            psi: psi(most, size),
            psi_of_duels: psi(most_of_duels, size),
        }
    })
}

/// What is certified about two: how the first compares with the second, equal being level; `None`
/// if nothing is.
pub type Decision = Option<Ordering>;

/// What is enough to certify something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enough {
    wealth: f64,
    /// Shares from 0 to 1 that differ by less are level; 0 if none shall be.
    level: f64,
    /// The [reach](Adjustment::reach) of a game.
    reach: f64,
    bets: [Bet; BETS],
}

impl Enough {
    /// What is enough for so many competitors, if the probability that anything certified is wrong
    /// is at most `error`.
    pub fn new(competitors: usize, error: f64, level: f64, adjustment: Adjustment) -> Enough {
        let statements = (competitors * competitors.saturating_sub(1)) as f64;
        let reach = adjustment.reach();
        Enough {
            wealth: 2.0 * statements / error,
            level,
            reach,
            bets: bets(reach.max(2.0), 2.0 * reach, LARGEST / reach),
        }
    }

    /// What is certified about two by these sums.
    pub fn decide(&self, sums: LeadSums) -> Decision {
        let LeadSums { lead, games, .. } = sums;
        let slack = self.level * games;
        let is_reached = |lead: f64| self.is_reached(LeadSums { lead, ..sums });
        if is_reached(lead) {
            Some(Ordering::Greater)
        } else if is_reached(-lead) {
            Some(Ordering::Less)
        } else if is_reached(slack - lead) && is_reached(slack + lead) {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// Whether the wealth, the mean over all bets, is enough.
    fn is_reached(&self, sums: LeadSums) -> bool {
        let LeadSums { lead, squares, .. } = sums;
        // No bet wins more than exp(S²/2Q).
        if lead <= 0.0 || lead * lead < 2.0 * squares * log(self.wealth) {
            return false;
        }
        let bets = self.bets.iter();
        let each = bets.map(|bet| {
            let of_duels = (bet.psi_of_duels - bet.psi) * sums.duel_squares;
            exp(bet.size * lead - bet.psi * squares - of_duels)
        });
        each.sum::<f64>() / BETS as f64 >= self.wealth
    }

    /// About how many games of each it takes in all until this is decided, if it goes on as it has.
    pub fn games_to_decide(&self, sums: LeadSums) -> f64 {
        /// What the mean over all bets costs, as a summand of ln(wealth).
        const MEAN: f64 = 1.5;
        let LeadSums {
            lead,
            squares,
            duel_squares,
            games,
        } = sums;
        let slack = self.level * games - lead.abs();
        let best = lead.abs().max(slack);
        // The best bet has come to exp((u − ln(1 + u)) · Q/c²), u = cS/Q.
        let of_duels = 2.0 * self.reach * duel_squares;
        let most = (self.reach.max(2.0) * (squares - duel_squares) + of_duels) / squares;
        let ratio = most * best / squares;
        let now = (ratio - log1p(ratio)) * squares / (most * most);
        let more = (log(self.wealth) + MEAN) / now;
        games * if more > 1.0 { more } else { 1.0 }
    }
}

/// The interval of a share of games that are looked at again and again: A, B and C of the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval(Sums);

impl Interval {
    /// Takes in new games with this [reach](Adjustment::reach). The bet is what [`bet`] said before
    /// them.
    pub fn add(&mut self, reach: f64, bet: f64, [won, squares, games]: Sums) {
        let [a, b, c] = self.0;
        self.0 = [
            a + bet * won,
            b + psi(reach, bet) * squares,
            c + bet * games,
        ];
    }

    /// Its ends, from 0 to 1.
    pub fn ends(&self) -> [f64; 2] {
        let [won, _, games] = self.0;
        // Before the first game everything is possible.
        let (middle, half) = (won / games.max(f64::MIN_POSITIVE), self.half_width());
        [middle - half, middle + half].map(|end| end.clamp(0.0, 1.0))
    }

    /// Half its width, as it would be without the ends at 0 and 1; infinite before the first game.
    pub fn half_width(&self) -> f64 {
        let [_, squares, games] = self.0;
        (log(2.0 / ALPHA) + squares) / games
    }
}

/// The bet that makes an interval narrowest after so many games of this variance and
/// [reach](Adjustment::reach).
pub fn bet(reach: f64, games: f64, variance: f64) -> f64 {
    sqrt(2.0 * log(2.0 / ALPHA) / (games * variance)).min(LARGEST_OF_INTERVAL / reach)
}

/// The number of games of this variance after which an interval has this half-width at best.
pub fn games_for(half_width: f64, variance: f64) -> f64 {
    2.0 * log(2.0 / ALPHA) * variance / (half_width * half_width)
}

/// The ends of the interval of what one wins against another, from 0 to 1: it has won so much of
/// some games, with this Q and this [reach](Adjustment::reach).
pub fn interval_of_pairing(reach: f64, won: f64, games: f64, squares: f64) -> [f64; 2] {
    let bets = bets(reach, reach, LARGEST / reach);
    // The least share for which the wealth of who has won so much is not enough; at least 0.
    let lower_end = |won: f64| {
        let mut share = 0.0;
        // ln(wealth) is convex in the share and falls, so Newton's method comes nearer and nearer
        // from below.
        for _ in 0..64 {
            let lead = won - games * share;
            let largest = bets.map(|bet| bet.size * lead - bet.psi * squares);
            let largest = largest.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let [mut sum, mut slope] = [0.0; 2];
            for bet in bets {
                let wealth = exp(bet.size * lead - bet.psi * squares - largest);
                sum += wealth;
                slope += bet.size * wealth;
            }
            let excess = largest + log(sum / BETS as f64) - log(2.0 / ALPHA);
            let step = excess * sum / (slope * games);
            if step.is_nan() || step <= 1e-12 {
                break;
            }
            share += step;
        }
        share.min(1.0)
    };
    [lower_end(won), 1.0 - lower_end(games - won)]
}
