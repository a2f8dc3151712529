//! Games of Six Jack by chance: many games are counted, or one is told card by card.
//!
//! The games are cut into blocks, as those of dice are, and each block draws from a
//! [stream](crate::stream) of its own. It is that of the pairing (k, k), where k is the index of
//! the strategy in a study, where each strategy plays alone, from 0, and otherwise 0. Each card
//! takes the next word of the stream that is not rejected. With [`DrawMode::Independent`] the word
//! gives a number below 9, which stands for a kind or for STOPP, in this order. With
//! [`DrawMode::Pile`] it gives a number below the size of the draw pile, which is counted off in
//! the same order.

use rayon::prelude::*;

use super::exact::Fraction;
use super::ranks::{CERTAIN_ERRORS, PossibleRanks, possible_ranks};
use super::strategy::Policy;
use super::{KINDS, MOST_PLAYERS, STOPP_CARDS};
use crate::stream::{BLOCK, Stream};

/// The least blocks that a thread takes in one go, so that it rarely has to ask for more.
const BLOCKS_AT_ONCE: usize = 32;

/// The way in which the cards of a game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawMode {
    /// Every draw is independent: each kind of ingredient has probability 1/9, and STOPP has 1/3.
    Independent,
    /// The cards are drawn from the pile of the game Schokohexe, without putting them back. It has
    /// 60 cards: 20 are STOPP, four kinds are there seven times, and two kinds six times. Used
    /// cards go to the discard pile. When the draw pile is empty and a card is wanted, the discard
    /// pile is shuffled and becomes the draw pile. Cards that players have safe, or have taken in
    /// this turn, are in neither. Every game begins with a new pile.
    Pile,
}

/// A card: an ingredient, which is the number of its kind, from 0, or [`STOPP`].
pub type Card = usize;

/// The card that ends a turn.
pub const STOPP: Card = KINDS;

/// A set of ingredients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand(u8);

impl Hand {
    /// The number of kinds in the set.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set has this kind.
    pub fn has(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// The kinds in the set, in ascending order.
    pub fn kinds(self) -> impl Iterator<Item = usize> {
        (0..KINDS).filter(move |&kind| self.has(kind))
    }
}

/// A pile of cards, without their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pile {
    /// The number of each card.
    counts: [u64; KINDS + 1],
}

impl Pile {
    /// The draw pile of Schokohexe at the beginning of a game.
    const FULL: Pile = Pile {
        counts: [7, 7, 7, 7, 6, 6, 20],
    };

    fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
    }

    /// Draws a random card from a pile that is not empty.
    #[inline(always)]
    fn draw(&mut self, stream: &mut Stream) -> Card {
        let mut number = stream.below(self.counts.iter().sum());
        let mut card = 0;
        while number >= self.counts[card] {
            number -= self.counts[card];
            card += 1;
        }
        self.counts[card] -= 1;
        card
    }
}

/// The source of the next card in a game: a [`DrawMode`] with its state.
#[derive(Clone, Debug)]
enum Deck {
    /// Independent draws, which have no state.
    Independent,
    /// The two piles of [`DrawMode::Pile`].
    Piles { draw: Pile, discard: Pile },
}

/// The next card from a deck.
struct NextCard {
    card: Card,
    /// True if the discard pile was shuffled for it and became the draw pile.
    is_after_shuffle: bool,
}

impl Deck {
    fn new(draw_mode: DrawMode) -> Deck {
        match draw_mode {
            DrawMode::Independent => Deck::Independent,
            DrawMode::Pile => Deck::Piles {
                draw: Pile::FULL,
                discard: Pile::default(),
            },
        }
    }

    /// Draws the next card. There is one, as no player keeps STOPP cards.
    #[inline(always)]
    fn next(&mut self, stream: &mut Stream) -> NextCard {
        let Deck::Piles { draw, discard } = self else {
            let number = stream.below((KINDS + STOPP_CARDS) as u64);
            return NextCard {
                card: STOPP.min(number as usize),
                is_after_shuffle: false,
            };
        };
        let is_after_shuffle = draw.is_empty();
        if is_after_shuffle {
            std::mem::swap(draw, discard);
        }
        NextCard {
            card: draw.draw(stream),
            is_after_shuffle,
        }
    }

    /// Puts a card on the discard pile, if there is one.
    fn discard(&mut self, card: Card) {
        if let Deck::Piles { discard, .. } = self {
            discard.counts[card] += 1;
        }
    }

    /// Returns whether no player can win any more, because each lacks a kind whose cards are all
    /// safe.
    fn is_deadlocked(&self, safe: &[Hand]) -> bool {
        let holders = |kind| safe.iter().filter(|hand| hand.has(kind)).count() as u64;
        let is_gone = |kind: usize| holders(kind) == Pile::FULL.counts[kind];
        let lacks_a_gone_kind =
            |hand: &Hand| (0..KINDS).any(|kind| is_gone(kind) && !hand.has(kind));
        matches!(self, Deck::Piles { .. }) && safe.iter().all(lacks_a_gone_kind)
    }
}

/// A card that is drawn in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnCard {
    /// The round, from 1.
    pub round: u64,
    /// The seat of the player, from 0.
    pub seat: usize,
    /// The card.
    pub card: Card,
    /// True if the discard pile was shuffled for it and became the draw pile.
    pub is_after_shuffle: bool,
    /// True if the card is an ingredient that the player did not have yet.
    pub is_useful: bool,
    /// The kinds that the player has safe after the turn, if it is over. These are all kinds if the
    /// player has won.
    pub safe_after: Option<Hand>,
}

/// The winner and the length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The number of rounds that the game took, at least 1.
    pub rounds: u64,
    /// The seat that won, from 0.
    pub seat: usize,
}

/// A game of Six Jack: its players, in the order of their seats, and the way in which cards are
/// drawn.
#[derive(Clone, Debug)]
pub struct CardGame {
    policies: Vec<Policy>,
    draw_mode: DrawMode,
}

impl CardGame {
    /// A game between players of these policies, in the order of their seats.
    ///
    /// # Panics
    ///
    /// Unless there are at least one and at most [`MOST_PLAYERS`], and two if one of them looks at
    /// the other's cards.
    pub fn new(policies: Vec<Policy>, draw_mode: DrawMode) -> CardGame {
        assert!((1..=MOST_PLAYERS).contains(&policies.len()));
        assert!(policies.len() == 2 || !policies.iter().any(Policy::looks_at_other));
        CardGame {
            policies,
            draw_mode,
        }
    }

    /// Plays the game with this number from its block's stream, and tells each card that is drawn.
    /// The first seat starts game 0, and with each game the next seat starts.
    ///
    /// Returns `None` if no player can win any more. This takes a pile and at least eight players:
    /// if there are fewer, the kinds have too many cards to leave each player without one.
    pub fn play_one(
        &self,
        game: u64,
        stream: &mut Stream,
        mut tell: impl FnMut(DrawnCard),
    ) -> Option<Win> {
        let seats = self.policies.len();
        let starter = (game % seats as u64) as usize;
        let mut deck = Deck::new(self.draw_mode);
        let safe = &mut [Hand::default(); MOST_PLAYERS][..seats];
        for round in 1.. {
            for offset in 0..seats {
                let seat = (starter + offset) % seats;
                let other_safe = safe[(seat + 1) % seats].count();
                let turn = CardTurn {
                    round,
                    seat,
                    safe: safe[seat],
                    wanted: self.policies[seat].wanted[safe[seat].count()][other_safe],
                };
                safe[seat] = turn.play(&mut deck, stream, &mut tell);
                if safe[seat].count() == KINDS {
                    return Some(Win {
                        rounds: round,
                        seat,
                    });
                }
                if deck.is_deadlocked(safe) {
                    return None;
                }
            }
        }
        None
    }

    /// Plays this number of `games` on the threads of the current pool, from the streams of the
    /// strategy with this index in a study, or else of index 0. `report` receives the number of
    /// games of each block that is begun.
    pub fn play(
        &self,
        seed: u64,
        strategy_index: usize,
        games: u64,
        report: &(dyn Fn(u64) + Sync),
    ) -> GameResults {
        let play_block = |block: usize| {
            let mut stream = Stream::new(seed, [strategy_index; 2], block as u64);
            let first = block as u64 * BLOCK;
            let numbers = first..games.min(first + BLOCK);
            report(numbers.end - numbers.start);
            numbers
                .map(|game| self.play_one(game, &mut stream, |_| ()))
                .fold(GameResults::default(), GameResults::with_game)
        };
        (0..games.div_ceil(BLOCK) as usize)
            .into_par_iter()
            .with_min_len(BLOCKS_AT_ONCE)
            .map(play_block)
            .reduce(GameResults::default, GameResults::with_later)
    }
}

/// A turn of a player.
struct CardTurn {
    /// The round, from 1.
    round: u64,
    /// The seat of the player, from 0.
    seat: usize,
    /// The cards that are safe before it.
    safe: Hand,
    /// The number of useful cards that the player wants, at least one.
    wanted: usize,
}

impl CardTurn {
    /// Plays the turn, and tells each card. Returns the cards that are safe after it.
    fn play(self, deck: &mut Deck, stream: &mut Stream, tell: &mut impl FnMut(DrawnCard)) -> Hand {
        let mut hand = self.safe;
        loop {
            let NextCard {
                card,
                is_after_shuffle,
            } = deck.next(stream);
            let is_useful = card != STOPP && !hand.has(card);
            if is_useful {
                hand.0 |= 1 << card;
            } else {
                deck.discard(card);
            }
            if card == STOPP {
                let lost = hand.kinds().filter(|&kind| !self.safe.has(kind));
                lost.for_each(|kind| deck.discard(kind));
                hand = self.safe;
            }
            let is_over = card == STOPP || hand.count() == self.safe.count() + self.wanted;
            tell(DrawnCard {
                round: self.round,
                seat: self.seat,
                card,
                is_after_shuffle,
                is_useful,
                safe_after: is_over.then_some(hand),
            });
            if is_over {
                return hand;
            }
        }
    }
}

/// The results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameResults {
    /// The number of games that each seat won, 0 for seats that nobody has.
    pub wins: [u64; MOST_PLAYERS],
    /// The number of games that ended because no player could win any more.
    pub unfinished: u64,
    /// The first win in the fewest rounds.
    pub shortest: Option<Win>,
    /// The greatest number of rounds that a win took.
    pub most_rounds: u64,
    /// The sum of the rounds of all wins.
    rounds: u128,
    /// The sum of the squares of the rounds of all wins.
    squared_rounds: u128,
}

impl GameResults {
    /// The results of these games and the next one, which has this `win` or none.
    fn with_game(mut self, win: Option<Win>) -> GameResults {
        let Some(Win { rounds, seat }) = win else {
            self.unfinished += 1;
            return self;
        };
        self.wins[seat] += 1;
        self.shortest = self
            .shortest
            .filter(|shortest| shortest.rounds <= rounds)
            .or(win);
        self.most_rounds = self.most_rounds.max(rounds);
        self.rounds += u128::from(rounds);
        self.squared_rounds += u128::from(rounds).pow(2);
        self
    }

    /// The results of these games and later ones.
    fn with_later(self, later: GameResults) -> GameResults {
        GameResults {
            wins: std::array::from_fn(|seat| self.wins[seat] + later.wins[seat]),
            unfinished: self.unfinished + later.unfinished,
            shortest: self
                .shortest
                .into_iter()
                .chain(later.shortest)
                .min_by_key(|win| win.rounds),
            most_rounds: self.most_rounds.max(later.most_rounds),
            rounds: self.rounds + later.rounds,
            squared_rounds: self.squared_rounds + later.squared_rounds,
        }
    }

    /// The number of games that were won.
    pub fn won(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// The 95 % interval of the share of games that a seat wins, in per cent: that of Wilson
    /// (1927). It treats games as independent ones of one probability, so it is a little too wide,
    /// as some are begun by the seat and some are not.
    pub fn interval(&self, seat: usize) -> [f64; 2] {
        /// The 97.5 % quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let games = (self.won() + self.unfinished) as f64;
        let share = self.wins[seat] as f64 / games;
        let square = Z * Z / games;
        let middle = share + square / 2.0;
        let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
        [middle - half, middle + half].map(|end| 100.0 * (end / (1.0 + square)).clamp(0.0, 1.0))
    }

    /// The ranks that each of this number of `players` may truly have.
    pub fn possible_ranks(&self, players: usize) -> Vec<PossibleRanks> {
        possible_ranks(players, |better, worse| {
            let [won, lost] = [better, worse].map(|seat| self.wins[seat] as f64);
            // The variance of the difference is at most the sum.
            won - lost > CERTAIN_ERRORS * (won + lost).sqrt()
        })
    }

    /// The mean number of rounds of the games that were won.
    ///
    /// # Panics
    ///
    /// If none was won.
    pub fn mean(&self) -> Fraction {
        Fraction::new(self.rounds, self.won().into())
    }

    /// The sample variance of the number of rounds of the games that were won, if there are at
    /// least two.
    pub fn variance(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 1).then(|| {
            Fraction::new(
                won * self.squared_rounds - self.rounds.pow(2),
                won * (won - 1),
            )
        })
    }
}
