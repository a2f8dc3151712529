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
//! same. A [`Pairing`] keeps what is needed of its games: who won how many, sums of squares and
//! products of ξ, the wins that are put down to luck, and the sums that lead to β.
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
//! How β is learned is told in [`pairing`](crate::pairing). It is clipped so that |βc| ≤ b in every
//! game. So neither ξ nor −ξ is below −(1 + b): 1 + b is the *reach* r of a game, instead of 1 with
//! β = 0. For games of two against each other (see below) r is 2(1 + b) instead of 2. For orders,
//! games against others have an r of at least 2, though 1 + b would do, so that with b = 0 all games
//! of an order have the same. Bets are smaller by the factor 1 + b.
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

use crate::pairing::{MOST_SUBTRACTED, Pairing};

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
    /// The sums by which it is [certified](Certifier::decide) who of the two wins more of these
    /// games against the other. The lead of one who wins for certain is infinite.
    pub fn of_duel(pairing: &Pairing) -> LeadSums {
        if let Some(winner) = pairing.certain_winner() {
            return LeadSums {
                lead: [f64::INFINITY, f64::NEG_INFINITY][winner],
                ..LeadSums::default()
            };
        }
        let [won, lost] = pairing.won().map(|games| games as f64);
        let squares = pairing.residuals().squares_of_difference();
        LeadSums {
            lead: won - lost - 2.0 * pairing.wins_by_luck(),
            squares,
            mutual_squares: squares,
            games: pairing.games() as f64,
        }
    }

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
