//! Games of Six Jack by chance: many games are counted, or one is told card by card.
//!
//! The games are cut into blocks, as those of dice are, and each block draws from a
//! [stream](crate::stream) of its own. It is that of the pairing (k, k), where k is the number of
//! the strategy in a study, and otherwise 0. Each card takes one word of the stream. With
//! [`Cards::Independent`] the word gives a number below 9, which stands for a kind or for STOPP, in
//! this order. With [`Cards::Pile`] it gives a number below the size of the draw pile, which is
//! counted off in the same order.

use rayon::prelude::*;

use super::exact::Fraction;
use super::strategy::Policy;
use super::{KINDS, MOST_PLAYERS, STOPP_CARDS};
use crate::stream::{BLOCK, Stream};

/// The blocks that a thread plays in one go.
const AT_ONCE: usize = 32;

/// The cards with which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
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

    /// Whether the set has this kind.
    pub fn has(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// The kinds in the set, in ascending order.
    pub fn kinds(self) -> impl Iterator<Item = usize> {
        (0..KINDS).filter(move |&kind| self.has(kind))
    }
}

/// The number of each card in a pile.
type Pile = [u64; KINDS + 1];

/// The draw pile of Schokohexe at the beginning of a game.
const FULL: Pile = [7, 7, 7, 7, 6, 6, 20];

/// Where the next card comes from: the draw pile and the discard pile, or nothing but chance.
#[derive(Clone, Debug)]
struct Deck(Option<[Pile; 2]>);

impl Deck {
    /// Draws the next card, and says whether the discard pile became the draw pile for it. There is
    /// one, as no player keeps STOPP cards.
    #[inline(always)]
    fn next(&mut self, stream: &mut Stream) -> (bool, Card) {
        let Some([draw, discard]) = &mut self.0 else {
            let number = stream.below((KINDS + STOPP_CARDS) as u64);
            return (false, STOPP.min(number as usize));
        };
        let shuffled = *draw == Pile::default();
        if shuffled {
            std::mem::swap(draw, discard);
        }
        let mut number = stream.below(draw.iter().sum());
        let mut card = 0;
        while number >= draw[card] {
            number -= draw[card];
            card += 1;
        }
        draw[card] -= 1;
        (shuffled, card)
    }

    fn discard(&mut self, card: Card) {
        if let Some([_, discard]) = &mut self.0 {
            discard[card] += 1;
        }
    }

    /// Whether no player can win any more, because each lacks a kind of which all cards are safe.
    fn is_deadlocked(&self, safe: &[Hand]) -> bool {
        let holders = |kind| safe.iter().filter(|hand| hand.has(kind)).count() as u64;
        let gone = (0..KINDS).filter(|&kind| holders(kind) == FULL[kind]);
        let mut hands = safe.iter();
        self.0.is_some() && hands.all(|hand| gone.clone().any(|kind| !hand.has(kind)))
    }
}

/// A card that is drawn in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Whether the discard pile was shuffled for it and became the draw pile.
    pub shuffled: bool,
    /// The card.
    pub card: Card,
    /// Whether the card is an ingredient that the player did not have yet.
    pub useful: bool,
    /// If the turn is over, the kinds that the player has safe then. These are all kinds if it has
    /// won.
    pub safe: Option<Hand>,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The number of rounds that the game took, at least 1.
    pub rounds: u64,
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
    /// Seats players of these policies in this order. Panics unless there are at least one and at
    /// most [`MOST_PLAYERS`], and two if one of them looks at the other's cards.
    pub fn new(policies: Vec<Policy>, cards: Cards) -> Game {
        assert!((1..=MOST_PLAYERS).contains(&policies.len()));
        assert!(policies.len() == 2 || !policies.iter().any(Policy::looks_at_other));
        Game { policies, cards }
    }

    /// Plays the game with this number from its block's stream, and tells of each card in which
    /// round, from 1, and at which seat, from 0, it is drawn. The first seat starts game 0, and
    /// with each game the next seat starts.
    ///
    /// Returns nothing if no player can win any more. This takes a pile and at least eight players:
    /// if there are fewer, the kinds have too many cards to leave each player without one.
    pub fn play_one(
        &self,
        game: u64,
        stream: &mut Stream,
        mut tell: impl FnMut(u64, usize, Draw),
    ) -> Option<Win> {
        let seats = self.policies.len();
        let starter = (game % seats as u64) as usize;
        let mut deck = Deck((self.cards == Cards::Pile).then_some([FULL, Pile::default()]));
        let safe = &mut [Hand::default(); MOST_PLAYERS][..seats];
        for rounds in 1.. {
            for place in 0..seats {
                let seat = (starter + place) % seats;
                let other = safe[(seat + 1) % seats].count();
                let wanted = self.policies[seat].0[safe[seat].count()][other];
                let tell = |draw| tell(rounds, seat, draw);
                safe[seat] = play_turn(safe[seat], wanted, &mut deck, stream, tell);
                if safe[seat].count() == KINDS {
                    return Some(Win { rounds, seat });
                }
                if deck.is_deadlocked(safe) {
                    return None;
                }
            }
        }
        None
    }

    /// Plays so many games, from the streams of this number, on the threads of the current pool.
    /// `played` is told of games when they are played.
    pub fn play(
        &self,
        seed: u64,
        number: usize,
        games: u64,
        played: impl Fn(u64) + Sync,
    ) -> Results {
        let blocks = (0..games.div_ceil(BLOCK) as usize).into_par_iter();
        let play = |block| {
            let mut stream = Stream::new(seed, [number; 2], block as u64);
            let first = block as u64 * BLOCK;
            let block = first..games.min(first + BLOCK);
            played(block.end - block.start);
            let wins = block.map(|game| self.play_one(game, &mut stream, |_, _, _| ()));
            wins.fold(Results::default(), Results::count)
        };
        let results = blocks.with_min_len(AT_ONCE).map(play);
        results.reduce(Results::default, Results::add)
    }
}

/// Plays a turn of a player who wants so many useful cards, at least one. Returns what is safe
/// after it.
fn play_turn(
    safe: Hand,
    wanted: usize,
    deck: &mut Deck,
    stream: &mut Stream,
    mut tell: impl FnMut(Draw),
) -> Hand {
    let mut hand = safe;
    loop {
        let (shuffled, card) = deck.next(stream);
        let useful = card != STOPP && !hand.has(card);
        if useful {
            hand.0 |= 1 << card;
        } else {
            deck.discard(card);
        }
        if card == STOPP {
            let lost = hand.kinds().filter(|&kind| !safe.has(kind));
            lost.for_each(|kind| deck.discard(kind));
            hand = safe;
        }
        let is_over = card == STOPP || hand.count() == safe.count() + wanted;
        tell(Draw {
            shuffled,
            card,
            useful,
            safe: is_over.then_some(hand),
        });
        if is_over {
            return hand;
        }
    }
}

/// The results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The number of games that each seat won.
    pub wins: [u64; MOST_PLAYERS],
    /// The number of games that ended because no player could win any more.
    pub unfinished: u64,
    /// The first win in the fewest rounds.
    pub best: Option<Win>,
    /// The greatest number of rounds that a win took.
    pub most: u64,
    /// The sums of the rounds of all wins, and of their squares.
    rounds: u128,
    squares: u128,
}

impl Results {
    fn count(mut self, win: Option<Win>) -> Results {
        let Some(Win { rounds, seat }) = win else {
            self.unfinished += 1;
            return self;
        };
        self.wins[seat] += 1;
        self.best = self.best.filter(|best| best.rounds <= rounds).or(win);
        self.most = self.most.max(rounds);
        self.rounds += u128::from(rounds);
        self.squares += u128::from(rounds).pow(2);
        self
    }

    /// The results of these games and later ones.
    fn add(self, other: Results) -> Results {
        let best = self.best.into_iter().chain(other.best);
        Results {
            wins: std::array::from_fn(|seat| self.wins[seat] + other.wins[seat]),
            unfinished: self.unfinished + other.unfinished,
            best: best.min_by_key(|win| win.rounds),
            most: self.most.max(other.most),
            rounds: self.rounds + other.rounds,
            squares: self.squares + other.squares,
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

    /// The mean number of rounds of the games that were won. Panics if none was.
    pub fn mean(&self) -> Fraction {
        Fraction::new(self.rounds, self.won().into())
    }

    /// The sample variance of the number of rounds of the games that were won, if there are at
    /// least two.
    pub fn variance(&self) -> Option<Fraction> {
        let won = u128::from(self.won());
        (won > 1).then(|| Fraction::new(won * self.squares - self.rounds.pow(2), won * (won - 1)))
    }
}
