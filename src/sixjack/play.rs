//! Games of Six Jack by chance: many of them counted, or one told card by card.
//!
//! The games are cut into blocks as those of dice are, and each block draws from its own
//! [stream](crate::stream): that of the pairing (k, k), where k is 0, or the number of the strategy
//! in a study. A card is one word of the stream. With [`Cards::Independent`] it is a number below 9,
//! the kinds in order and then STOPP; with [`Cards::Pile`] a number below the size of the draw pile,
//! counted off by kind in the same order.

use std::ops::Range;

use rayon::prelude::*;

use super::exact::Fraction;
use super::strategy::Policy;
use super::{ALL_CARDS, KINDS, MOST_PLAYERS};
use crate::stream::{BLOCK, Stream};

/// Where the cards come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
    /// Every draw is independent: 1/9 for each kind of ingredient, 1/3 for STOPP.
    Independent,
    /// The pile of the game Schokohexe: 60 cards, 20 of them STOPP, four kinds seven times, two six
    /// times, drawn without putting back. Used cards go to the discard pile; when a card is wanted
    /// and the draw pile is empty, the shuffled discard pile becomes the new one. Cards that players
    /// hold safe, or have taken in this turn, are in neither. Every game begins with a new pile.
    Pile,
}

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// An ingredient, by its kind from 0.
    Ingredient(usize),
    /// The card that ends a turn.
    Stopp,
}

impl Card {
    /// The kinds from 0, then STOPP.
    fn new(index: usize) -> Card {
        if index < KINDS {
            Card::Ingredient(index)
        } else {
            Card::Stopp
        }
    }

    fn index(self) -> usize {
        match self {
            Card::Ingredient(kind) => kind,
            Card::Stopp => KINDS,
        }
    }
}

/// A set of ingredients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand(u8);

impl Hand {
    /// How many kinds it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has this kind.
    pub fn has(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// Its kinds in order, from 0.
    pub fn kinds(self) -> impl Iterator<Item = usize> {
        (0..KINDS).filter(move |&kind| self.has(kind))
    }

    fn with(self, kind: usize) -> Hand {
        Hand(self.0 | 1 << kind)
    }

    fn and(self, other: Hand) -> Hand {
        Hand(self.0 | other.0)
    }
}

/// Numbers of cards in a pile by their index.
type Pile = [u64; KINDS + 1];

/// The pile of Schokohexe.
const FULL: Pile = [7, 7, 7, 7, 6, 6, 20];

/// What the next card is drawn from.
#[derive(Clone, Debug)]
enum Source {
    Independent,
    Piles { draw: Pile, discard: Pile },
}

impl Source {
    fn new(cards: Cards) -> Source {
        match cards {
            Cards::Independent => Source::Independent,
            Cards::Pile => Source::Piles {
                draw: FULL,
                discard: Pile::default(),
            },
        }
    }

    /// Whether the discard pile has to become the draw pile before the next card, which it does.
    fn turn_over(&mut self) -> bool {
        match self {
            Source::Piles { draw, discard } if *draw == Pile::default() => {
                std::mem::swap(draw, discard);
                true
            }
            _ => false,
        }
    }

    /// The next card, after [`Source::turn_over`]: STOPP cards are never held, so there is one.
    fn next(&mut self, stream: &mut Stream) -> Card {
        let Source::Piles { draw, .. } = self else {
            return Card::new(stream.below(ALL_CARDS as u64) as usize);
        };
        let mut number = stream.below(draw.iter().sum());
        let mut index = 0;
        while number >= draw[index] {
            number -= draw[index];
            index += 1;
        }
        draw[index] -= 1;
        Card::new(index)
    }

    fn discard(&mut self, card: Card) {
        if let Source::Piles { discard, .. } = self {
            discard[card.index()] += 1;
        }
    }

    /// Whether no player can win any more: each lacks a kind of which all cards are safe.
    fn is_deadlocked(&self, safe: &[Hand]) -> bool {
        let holders = |kind| safe.iter().filter(|hand| hand.has(kind)).count() as u64;
        matches!(self, Source::Piles { .. })
            && safe
                .iter()
                .all(|hand| (0..KINDS).any(|kind| !hand.has(kind) && holders(kind) == FULL[kind]))
    }
}

/// What happens in a game, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is a player's turn.
    Turn {
        /// Rounds count from 1.
        round: u64,
        /// Seats count from 0.
        seat: usize,
    },
    /// The discard pile is shuffled and becomes the draw pile.
    Shuffled,
    /// A card is drawn.
    Drawn {
        /// The card.
        card: Card,
        /// Whether the player did not have it yet; STOPP never is.
        useful: bool,
    },
    /// The player says STOPP!.
    Said,
    /// The turn is over.
    Over {
        /// What the player has safe now; all kinds if it has won.
        safe: Hand,
    },
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Win {
    /// The number of rounds that it took, at least 1.
    pub rounds: u64,
    /// The number of the game, from 0.
    pub game: u64,
    /// The seat that won.
    pub seat: usize,
}

/// A game of Six Jack: who plays, with which cards.
#[derive(Clone, Debug)]
pub struct Game {
    policies: Vec<Policy>,
    cards: Cards,
}

impl Game {
    /// Seats these players, from one to [`MOST_PLAYERS`], in this order.
    ///
    /// # Panics
    ///
    /// If there are more or fewer of them, or one looks at the other's cards where there is not
    /// exactly one other.
    pub fn new(policies: Vec<Policy>, cards: Cards) -> Game {
        assert!((1..=MOST_PLAYERS).contains(&policies.len()));
        assert!(policies.len() == 2 || !policies.iter().any(Policy::looks_at_other));
        Game { policies, cards }
    }

    /// Plays the game of this number from its block's stream, and tells what happens. The first
    /// seat starts game 0, and the start moves on by one with each game.
    ///
    /// Returns nothing if nobody can win any more, which takes a pile and at least eight
    /// players: with fewer, the kinds have too many cards to leave everybody without one.
    pub fn play_one(
        &self,
        game: u64,
        stream: &mut Stream,
        mut tell: impl FnMut(Event),
    ) -> Option<Win> {
        let seats = self.policies.len();
        let starter = (game % seats as u64) as usize;
        let mut source = Source::new(self.cards);
        let mut hands = [Hand::default(); MOST_PLAYERS];
        let safe = &mut hands[..seats];
        for round in 1.. {
            for place in 0..seats {
                let seat = (starter + place) % seats;
                let other = safe[(seat + 1) % seats].len();
                let wanted = self.policies[seat].wanted(safe[seat].len(), other);
                tell(Event::Turn { round, seat });
                safe[seat] = play_turn(safe[seat], wanted, &mut source, stream, &mut tell);
                tell(Event::Over { safe: safe[seat] });
                if safe[seat].len() == KINDS {
                    return Some(Win {
                        rounds: round,
                        game,
                        seat,
                    });
                }
                if source.is_deadlocked(safe) {
                    return None;
                }
            }
        }
        None
    }

    /// Plays the first games of the streams of this number.
    pub fn play(&self, seed: u64, number: usize, games: u64) -> Results {
        (0..games.div_ceil(BLOCK))
            .into_par_iter()
            .map(|block| {
                let first = block * BLOCK;
                self.play_block(stream(seed, number, block), first..games.min(first + BLOCK))
            })
            .reduce(Results::default, Results::add)
    }

    fn play_block(&self, mut stream: Stream, games: Range<u64>) -> Results {
        let mut tally = Results::default();
        for game in games {
            let win = self.play_one(game, &mut stream, |_| ());
            tally.count(win);
        }
        tally
    }
}

/// The stream of a block of games.
pub fn stream(seed: u64, number: usize, block: u64) -> Stream {
    Stream::new(seed, [number, number], block)
}

/// Plays a turn, and returns what is safe after it.
fn play_turn(
    safe: Hand,
    wanted: usize,
    source: &mut Source,
    stream: &mut Stream,
    tell: &mut impl FnMut(Event),
) -> Hand {
    let mut taken = Hand::default();
    while taken.len() < wanted {
        if source.turn_over() {
            tell(Event::Shuffled);
        }
        let card = source.next(stream);
        let useful = match card {
            Card::Ingredient(kind) => !safe.and(taken).has(kind),
            Card::Stopp => false,
        };
        tell(Event::Drawn { card, useful });
        match card {
            Card::Ingredient(kind) if useful => taken = taken.with(kind),
            _ => source.discard(card),
        }
        if card == Card::Stopp {
            taken
                .kinds()
                .for_each(|kind| source.discard(Card::new(kind)));
            return safe;
        }
    }
    let safe = safe.and(taken);
    if safe.len() < KINDS {
        tell(Event::Said);
    }
    safe
}

/// What came of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won, by seat.
    pub wins: [u64; MOST_PLAYERS],
    /// Games that nobody could win any more.
    pub unfinished: u64,
    /// The win in the fewest rounds, the first of them.
    pub best: Option<Win>,
    /// The most rounds that a win took.
    pub most: u64,
    /// Rounds of all wins together.
    rounds: u128,
    /// Squares of the rounds of all wins together.
    squares: u128,
}

impl Results {
    fn count(&mut self, win: Option<Win>) {
        let Some(win) = win else {
            self.unfinished += 1;
            return;
        };
        self.wins[win.seat] += 1;
        self.best = Some(self.best.map_or(win, |best| best.min(win)));
        self.most = self.most.max(win.rounds);
        self.rounds += u128::from(win.rounds);
        self.squares += u128::from(win.rounds).pow(2);
    }

    fn add(self, other: Results) -> Results {
        Results {
            wins: std::array::from_fn(|seat| self.wins[seat] + other.wins[seat]),
            unfinished: self.unfinished + other.unfinished,
            best: self.best.into_iter().chain(other.best).min(),
            most: self.most.max(other.most),
            rounds: self.rounds + other.rounds,
            squares: self.squares + other.squares,
        }
    }

    /// Games that somebody won.
    pub fn won(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// The mean number of rounds of the games won, if there are any.
    pub fn mean(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 0).then(|| Fraction::new(self.rounds, won))
    }

    /// The sample variance of the number of rounds of the games won, if there are at least two.
    pub fn variance(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 1).then(|| Fraction::new(won * self.squares - self.rounds.pow(2), won * (won - 1)))
    }
}
