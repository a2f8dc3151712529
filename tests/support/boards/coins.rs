//! Games that coins decide, behind the interface of the real ones: their shares are known.

use std::ops::Range;

use rand::{Rng, RngExt};
use wuerfelglueck::certainty::Adjustment;
use wuerfelglueck::engine::games::PlayedBlocks;
use wuerfelglueck::pairing::{LuckSums, Pairing, Tally};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::{Competitors, Contest, Criterion};

use super::{Random, random};

/// Games that are decided by a coin, behind the interface of the real ones.
pub struct Coins {
    /// `shares[i][j]`: the probability that i wins a game against j. If neither does, it is a draw.
    pub shares: Vec<Vec<f64>>,
    competitors: Competitors,
    seed: u64,
    /// The bound on the luck of a game that the coins state; `None` if luck is not measured.
    pub luck_bound: Option<f64>,
    /// The way in which the games count.
    pub adjustment: Adjustment,
}

/// The luck of the first player in a game that a coin decides: it explains 52 % of the variance
/// where both win equally often. `toss` decides the game, the smaller the better for the first
/// player, and `noise` nothing; both are from 0 to 1.
fn luck_of_coin(toss: f64, noise: f64) -> f64 {
    60.0 * (0.5 - toss) + 40.0 * (noise - 0.5)
}

/// The largest luck that [`luck_of_coin`] gives a game.
pub const LUCK_BOUND: f64 = 50.0;

impl Coins {
    /// Coins that win with these shares, and measure luck, which is subtracted.
    pub fn new(shares: Vec<Vec<f64>>, seed: u64) -> Coins {
        let wins = |row: &Vec<f64>| row.iter().any(|&share| share > 0.0);
        let can_win = shares.iter().map(wins).collect();
        Coins {
            competitors: Competitors::new((0..shares.len()).collect(), can_win),
            shares,
            seed,
            luck_bound: Some(LUCK_BOUND),
            adjustment: Adjustment::Luck,
        }
    }

    /// The true share of games, of points, or of duels that each competitor wins.
    pub fn truth(&self, criterion: Criterion) -> Vec<f64> {
        let number = self.shares.len();
        let counts = |coin: usize, opponent: usize| {
            let [won, lost] = [self.shares[coin][opponent], self.shares[opponent][coin]];
            match criterion {
                _ if coin == opponent => 0.0,
                Criterion::Wins => won,
                Criterion::Points => (1.0 + won - lost) / 2.0,
                Criterion::Duels if won == lost => 0.5,
                Criterion::Duels => f64::from(u8::from(won > lost)),
            }
        };
        let share = |coin| {
            let counted = (0..number).map(|opponent| counts(coin, opponent));
            counted.sum::<f64>() / (number - 1) as f64
        };
        (0..number).map(share).collect()
    }
}

impl Contest for Coins {
    fn competitors(&self) -> &Competitors {
        &self.competitors
    }

    fn adjustment(&self) -> Adjustment {
        self.adjustment
    }

    fn play(&self, [first, second]: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
        let [wins, losses] = [self.shares[first][second], self.shares[second][first]];
        let below = |share: f64| (share * 2f64.powi(32)).round() as u64;
        let [below_win, below_draw] = [below(wins), below(wins + losses)];
        let mut luck = Vec::new();
        let played = blocks.map(|block| {
            let parts = [first as u64, second as u64, block].into_iter();
            let seed = parts.fold(self.seed, |seed, part| seed.wrapping_mul(1_000_003) ^ part);
            let mut rng = random(seed);
            let mut results = Tally::default();
            let mut luck_sums = LuckSums {
                bound: self.luck_bound.unwrap_or_default(),
                ..LuckSums::default()
            };
            for game in (0..games.saturating_sub(block * BLOCK).min(BLOCK)).rev() {
                let word = rng.next_u64();
                let [toss, noise] = [word >> 32, word & u64::from(u32::MAX)];
                let winner = [toss < below_win, toss < below_draw]
                    .into_iter()
                    .position(|wins| wins);
                let fraction = |chance: u64| (chance as f64 + 0.5) / 2f64.powi(32);
                let luck_of_game = luck_of_coin(fraction(toss), fraction(noise));
                let starter = (game % 2 == 0) as usize;
                add_game(&mut results, &mut luck_sums, starter, winner, luck_of_game);
            }
            luck.push(luck_sums);
            results
        });
        PlayedBlocks {
            blocks: played.collect(),
            luck: self
                .luck_bound
                .filter(|_| self.adjustment == Adjustment::Luck)
                .map(|_| luck),
            rolls: 0,
        }
    }
}

/// Adds a game that `starter` began and the seat `winner` won, or nobody, and its luck.
fn add_game(
    results: &mut Tally,
    luck: &mut LuckSums,
    starter: usize,
    winner: Option<usize>,
    luck_of_game: f64,
) {
    luck.squares += luck_of_game * luck_of_game;
    match winner {
        None => {
            results.draws += 1;
            luck.of_draws += luck_of_game;
        }
        Some(seat) => {
            results.wins[starter][seat] += 1;
            luck.of_wins[seat] += luck_of_game;
        }
    }
}

/// A game of two, before the outcomes of its block are added up.
pub struct Game {
    /// The seat that wins, if either does.
    pub winner: Option<usize>,
    /// The luck of seat 0 less that of seat 1.
    pub luck: f64,
}

/// Some blocks of games of two who win with these probabilities. Their luck is a whole number.
pub fn blocks(wins: [f64; 2], number: usize, rng: &mut Random) -> Vec<Vec<Game>> {
    let mut game = || {
        let toss: f64 = rng.random();
        let ends = [wins[0], wins[0] + wins[1]];
        Game {
            winner: ends.iter().position(|&end| toss < end),
            luck: luck_of_coin(toss, rng.random()).round(),
        }
    };
    let mut block = || (0..BLOCK).map(|_| game()).collect();
    (0..number).map(|_| block()).collect()
}

/// The games of these blocks, with this bound on the luck of a game; if it is `None`, luck is
/// not measured.
pub fn pairing_of(blocks: &[Vec<Game>], luck_bound: Option<f64>) -> Pairing {
    let mut pairing = Pairing::default();
    for block in blocks {
        let mut results = Tally::default();
        let mut luck = LuckSums {
            bound: luck_bound.unwrap_or_default(),
            ..LuckSums::default()
        };
        for game in block {
            add_game(&mut results, &mut luck, 0, game.winner, game.luck);
        }
        let luck = luck_bound.map_or(LuckSums::default(), |_| luck);
        pairing.add_block(results, &luck);
    }
    pairing
}

/// The sums of the scores of some games, and of the squares of their residuals.
pub struct PlainSums {
    /// The sum of the scores.
    pub score: f64,
    /// The sum of the squares of the residuals.
    pub squares: f64,
}

/// The sums game by game, where the score of a game is that of the two seats times these weights,
/// with the luck subtracted that these `betas` say for each block; a draw counts as `draw` wins.
pub fn plain_sums(blocks: &[Vec<Game>], betas: &[f64], weights: [f64; 2], draw: f64) -> PlainSums {
    let [mut score, mut squares] = [0.0; 2];
    let (mut won, mut games) = ([0.0; 2], 0.0);
    for (block, beta) in blocks.iter().zip(betas) {
        let before = won.map(|won: f64| (won + 0.5) / (games + 1.0));
        let expected = weights[0] * before[0] + weights[1] * before[1];
        for game in block {
            let scores = [0, 1].map(|seat| match game.winner {
                None => draw,
                Some(winner) => f64::from(u8::from(winner == seat)),
            });
            // Subtracted for seat 0, it is added for the other.
            let luck = beta * game.luck;
            let counted = weights[0] * (scores[0] - luck) + weights[1] * (scores[1] + luck);
            score += counted;
            squares += (counted - expected).powi(2);
            won = [0, 1].map(|seat| won[seat] + scores[seat]);
            games += 1.0;
        }
    }
    PlainSums { score, squares }
}

/// Coins that are exchanged for others after 100 blocks of each pairing.
pub struct ExchangedCoins {
    /// Those of the first 100 blocks.
    pub before: Coins,
    /// Those of all later blocks.
    pub after: Coins,
}

impl Contest for ExchangedCoins {
    fn competitors(&self) -> &Competitors {
        self.before.competitors()
    }

    fn adjustment(&self) -> Adjustment {
        self.before.adjustment
    }

    fn play(&self, pairing: [usize; 2], games: u64, blocks: Range<u64>) -> PlayedBlocks {
        const BLOCKS_BEFORE: u64 = 100;
        let exchange = BLOCKS_BEFORE.clamp(blocks.start, blocks.end);
        let before = blocks.start..exchange;
        let mut played = self.before.play(pairing, games, before);
        let after = self.after.play(pairing, games, exchange..blocks.end);
        played.blocks.extend(after.blocks);
        if let (Some(luck), Some(later)) = (&mut played.luck, after.luck) {
            luck.extend(later);
        }
        played
    }
}
