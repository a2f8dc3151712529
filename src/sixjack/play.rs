//! Games of Six Jack by chance: many games are counted, or one is told card by card.
//!
//! The games are cut into blocks, as those of dice are, and each block draws from a
//! [stream](crate::stream) of its own. It is that of the pairing (k, k), where k is the number of the
//! strategy in a study, and otherwise 0. Each card takes one word of the stream. With
//! [`Cards::Independent`] the word gives a number below 9, which stands for a kind or for STOPP, in this
//! order. With [`Cards::Pile`] it gives a number below the size of the draw pile, which is counted off
//! in the same order.

use rayon::prelude::*;

use super::exact::Fraction;
use super::strategy::Policy;
use super::{ALL_CARDS, KINDS, MOST_PLAYERS};
use crate::stream::{BLOCK, Stream};

/// The blocks that a thread plays in one go.
const AT_ONCE: u64 = 32;

/// The cards with which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
    /// Every draw is independent: each kind of ingredient has probability 1/9, and STOPP has 1/3.
    Independent,
    /// The cards are drawn from the pile of the game Schokohexe, without putting them back. It has 60
    /// cards: 20 are STOPP, four kinds are there seven times, and two kinds six times. Used cards go to
    /// the discard pile. When the draw pile is empty and a card is wanted, the discard pile is shuffled
    /// and becomes the draw pile. Cards that players have safe, or have taken in this turn, are in
    /// neither. Every game begins with a new pile.
    Pile,
}

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// An ingredient of this kind, from 0.
    Ingredient(usize),
    /// The card that ends a turn.
    Stopp,
}

impl Card {
    /// The card with this index: the kinds in their order, then STOPP.
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
    /// The number of kinds in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no kind.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this kind.
    pub fn has(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// The kinds in the set, in ascending order.
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

/// The number of cards in a pile, by the index of the card.
type Pile = [u64; KINDS + 1];

/// The draw pile of Schokohexe at the beginning of a game.
const FULL: Pile = [7, 7, 7, 7, 6, 6, 20];

/// Where the next card comes from: a number that chance gives, or piles of cards.
#[derive(Clone, Debug)]
enum Deck {
    Independent,
    Piles { draw: Pile, discard: Pile },
}

impl Deck {
    fn new(cards: Cards) -> Deck {
        match cards {
            Cards::Independent => Deck::Independent,
            Cards::Pile => Deck::Piles {
                draw: FULL,
                discard: Pile::default(),
            },
        }
    }

    /// Lets the discard pile become the draw pile if that is empty. Returns whether it was.
    fn turn_over(&mut self) -> bool {
        match self {
            Deck::Piles { draw, discard } if *draw == Pile::default() => {
                std::mem::swap(draw, discard);
                true
            }
            _ => false,
        }
    }

    /// Draws the next card, after a call of [`Deck::turn_over`]. There is one, as no player keeps STOPP
    /// cards.
    fn next(&mut self, stream: &mut Stream) -> Card {
        let Deck::Piles { draw, .. } = self else {
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
        if let Deck::Piles { discard, .. } = self {
            discard[card.index()] += 1;
        }
    }

    /// Whether no player can win any more, because each lacks a kind of which all cards are safe.
    fn is_deadlocked(&self, safe: &[Hand]) -> bool {
        let holders = |kind| safe.iter().filter(|hand| hand.has(kind)).count() as u64;
        matches!(self, Deck::Piles { .. })
            && safe
                .iter()
                .all(|hand| (0..KINDS).any(|kind| !hand.has(kind) && holders(kind) == FULL[kind]))
    }
}

/// Something that happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player's turn begins.
    Turn {
        /// The number of the round, from 1.
        round: u64,
        /// The player's seat, from 0.
        seat: usize,
    },
    /// The discard pile is shuffled and becomes the draw pile.
    Shuffled,
    /// A card is drawn.
    Drawn {
        /// The card.
        card: Card,
        /// Whether the card is an ingredient that the player did not have yet.
        useful: bool,
    },
    /// The player says STOPP!.
    Said,
    /// The turn is over.
    Over {
        /// The kinds that the player has safe now. These are all kinds if it has won.
        safe: Hand,
    },
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Win {
    /// The number of rounds that the game took, at least 1.
    pub rounds: u64,
    /// The number of the game, from 0.
    pub game: u64,
    /// The seat that won, from 0.
    pub seat: usize,
}

/// A game of Six Jack: its players and its cards.
#[derive(Clone, Debug)]
pub struct Game {
    policies: Vec<Policy>,
    cards: Cards,
}

impl Game {
    /// Seats players of these policies in this order. There are at least one and at most
    /// [`MOST_PLAYERS`].
    ///
    /// # Panics
    ///
    /// If there are more or fewer players, or if one of them looks at the other's cards and there are not
    /// two of them.
    pub fn new(policies: Vec<Policy>, cards: Cards) -> Game {
        assert!((1..=MOST_PLAYERS).contains(&policies.len()));
        assert!(policies.len() == 2 || !policies.iter().any(Policy::looks_at_other));
        Game { policies, cards }
    }

    /// Plays the game with this number from its block's stream, and tells what happens. The first seat
    /// starts game 0, and with each game the next seat starts.
    ///
    /// Returns nothing if no player can win any more. This takes a pile and at least eight players: if
    /// there are fewer, the kinds have too many cards to leave each player without one.
    pub fn play_one(
        &self,
        game: u64,
        stream: &mut Stream,
        mut tell: impl FnMut(Event),
    ) -> Option<Win> {
        let seats = self.policies.len();
        let starter = (game % seats as u64) as usize;
        let mut deck = Deck::new(self.cards);
        let mut hands = [Hand::default(); MOST_PLAYERS];
        let safe = &mut hands[..seats];
        for round in 1.. {
            for place in 0..seats {
                let seat = (starter + place) % seats;
                let other = safe[(seat + 1) % seats].len();
                let wanted = self.policies[seat].wanted(safe[seat].len(), other);
                tell(Event::Turn { round, seat });
                safe[seat] = play_turn(safe[seat], wanted, &mut deck, stream, &mut tell);
                tell(Event::Over { safe: safe[seat] });
                if safe[seat].len() == KINDS {
                    return Some(Win {
                        rounds: round,
                        game,
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

    /// Plays so many games, from the streams of this number, on the threads of the current pool. `played` is
    /// told of games when they are played.
    pub fn play(
        &self,
        seed: u64,
        number: usize,
        games: u64,
        played: impl Fn(u64) + Sync,
    ) -> Results {
        let blocks = games.div_ceil(BLOCK);
        (0..blocks.div_ceil(AT_ONCE))
            .into_par_iter()
            .map(|stretch| {
                let mut results = Results::default();
                let first = stretch * AT_ONCE;
                for block in first..blocks.min(first + AT_ONCE) {
                    let mut stream = stream(seed, number, block);
                    let first = block * BLOCK;
                    for game in first..games.min(first + BLOCK) {
                        results.count(self.play_one(game, &mut stream, |_| ()));
                    }
                }
                played(results.won() + results.unfinished);
                results
            })
            .reduce(Results::default, Results::add)
    }
}

/// The stream of a block of games. `number` is that of the strategy in a study, and otherwise 0.
pub fn stream(seed: u64, number: usize, block: u64) -> Stream {
    Stream::new(seed, [number, number], block)
}

/// Plays a turn of a player who wants so many useful cards. Returns what is safe after it.
fn play_turn(
    safe: Hand,
    wanted: usize,
    deck: &mut Deck,
    stream: &mut Stream,
    tell: &mut impl FnMut(Event),
) -> Hand {
    let mut taken = Hand::default();
    while taken.len() < wanted {
        if deck.turn_over() {
            tell(Event::Shuffled);
        }
        let card = deck.next(stream);
        let useful = match card {
            Card::Ingredient(kind) => !safe.and(taken).has(kind),
            Card::Stopp => false,
        };
        tell(Event::Drawn { card, useful });
        match card {
            Card::Ingredient(kind) if useful => taken = taken.with(kind),
            _ => deck.discard(card),
        }
        if card == Card::Stopp {
            taken.kinds().for_each(|kind| deck.discard(Card::new(kind)));
            return safe;
        }
    }
    let safe = safe.and(taken);
    if safe.len() < KINDS {
        tell(Event::Said);
    }
    safe
}

/// The results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The number of games that each seat won.
    pub wins: [u64; MOST_PLAYERS],
    /// The number of games that ended because no player could win any more.
    pub unfinished: u64,
    /// The win in the fewest rounds. If there are several, it is the first.
    pub best: Option<Win>,
    /// The greatest number of rounds that a win took.
    pub most: u64,
    /// The sum of the rounds of all wins.
    rounds: u128,
    /// The sum of the squares of the rounds of all wins.
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

    /// The number of games that were won.
    pub fn won(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// The 95 % interval of the share of games that a seat wins, in per cent: that of Wilson (1927). It treats games as
    /// independent ones of one probability, so it is a little too wide, as some are begun by the seat and some are not.
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

    /// The mean number of rounds of the games that were won, if there are any.
    pub fn mean(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 0).then(|| Fraction::new(self.rounds, won))
    }

    /// The sample variance of the number of rounds of the games that were won, if there are at least two.
    pub fn variance(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 1).then(|| Fraction::new(won * self.squares - self.rounds.pow(2), won * (won - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson's interval of 8 wins in 10 games (Newcombe 1998), and its ends at 0 and 100 %.
    #[test]
    fn intervals_are_those_of_wilson() {
        for (won, games, [low, high]) in [
            (8, 10, [49.0162, 94.3318]),
            (0, 20, [0.0, 16.1125]),
            (20, 20, [83.8875, 100.0]),
        ] {
            let mut results = Results::default();
            results.wins[0] = won;
            results.unfinished = games - won;
            let interval = results.interval(0);
            assert!((interval[0] - low).abs() < 1e-4, "{interval:?}");
            assert!((interval[1] - high).abs() < 1e-4, "{interval:?}");
        }
    }
}
