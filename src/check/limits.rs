//! How far a list may be from the truth.
//!
//! Truth is a [`Ranking`], which knows how sure it is, and what it does not know well enough is no
//! fault; but then a list without faults has not passed ([`Limits::doubt`]).
//!
//! If it is known how many games per pairing a list is made of, chance says what it may be off: its
//! limits are those of [`likelihood::sampling`](crate::likelihood::sampling), for each share and for
//! all together, and the last digit of a share may be rounded or cut off: a share may be further
//! off by a whole unit. Two dice may change places if shares that are within their limits could be
//! equal. So a list in the order of its own shares has no die in the wrong place unless a share is
//! too far off as well, and orders add nothing to the probability that a correct list is failed: it
//! is at most 1/1000 for its shares, and 1/1000 for all together. Lists of several files that one
//! program made are looked at together, and more is let pass: of 10,000 correct submissions one
//! fails. Chance is then drawn for each file, and sums of squares are added up.
//!
//! Otherwise a share may be off by the tolerance, from the whole interval of the true one; and dice
//! that are less than the leeway apart, by the best estimate, may change places. What is beyond
//! that is a fault only if chance does not explain the list as one of 100 games per pairing or
//! more.

use std::sync::OnceLock;

use itertools::Itertools;
use libm::hypot;

use super::findings::{Distance, games_each};
use crate::likelihood::fit::MOST_GAMES;
use crate::likelihood::sampling::SquareSums;
use crate::likelihood::{
    Expected, GoodnessOfFit, ListSampling, PairingEstimate, PairingGames, PartOfGames,
    SampledPairing, WrittenShares,
};
use crate::ranking::{Lead, RankedDie, Ranking, Source};
use crate::text::format_estimate;

/// What a list may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// So many percentage points.
    Points {
        /// So far a share may be from the true one.
        share: f64,
        /// Two dice that differ by less may stand in the wrong order.
        order: f64,
    },
    /// As much as chance makes it, since the list is made of so many games per pairing.
    Games(u64),
}

/// The games per pairing that say enough of the truth to judge lists of so many games per pairing.
pub fn enough_games(games: u64) -> u64 {
    /// So many times as many games make the error of the truth small against that of a list.
    const TIMES: u64 = 10;
    /// With fewer games the true shares would look strange beside those of lists of few games.
    const LEAST: u64 = 100_000;
    games.saturating_mul(TIMES).max(LEAST)
}

/// The half-width in percentage points of intervals around true shares that says enough to judge
/// lists of so many games per pairing of so many dice, at least two: half the largest standard
/// error that a share of such a list can have.
pub fn enough_accuracy(games: u64, dice: usize) -> f64 {
    25.0 / (games as f64 * (dice - 1) as f64).sqrt()
}

/// The games that the shares of a list look like, if the rules are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The number per pairing that makes the shares most likely.
    pub games: f64,
    /// The most per pairing: of correct lists of so many games 99.9 % are not further off. `None`
    /// if no number makes shares that are so far off.
    pub most: Option<f64>,
}

/// What shares are that are beyond the tolerance, and orders beyond the leeway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// They are faults of the list.
    Fault,
    /// They are faults unless the list is made of few games, and nobody has said how many there
    /// are.
    FewGames,
}

/// The part of correct lists that are taken for wrong by their shares, and by all shares together.
const ERROR: f64 = 0.001;
/// The part of correct submissions of several lists that are taken for wrong by shares. By all
/// shares together it is ten times as much: a class must not have to do with it.
const ERROR_OF_SEVERAL: f64 = 0.000_01;
/// Above this the normal distribution has one of a thousand.
const ONE_IN_A_THOUSAND: f64 = 3.090;

/// How far lists of the same dice may be from the truth.
#[derive(Debug)]
pub struct Limits<'a> {
    pub(super) truth: &'a Ranking,
    /// Its dice, in the order of the file.
    pub(super) dice: Vec<&'a RankedDie>,
    tolerance: Tolerance,
    /// How lists scatter, of as many games as are known, or of one: where games count for both dice
    /// of a pairing, and where each die has its own. What concerns one share is the same for both.
    chances: [ListSampling; 2],
    /// How far each share may be off by chance, without rounding, in percentage points.
    most_off: Vec<f64>,
    /// Which of how many lists that are judged together these are.
    place: [usize; 2],
    /// Whether too little is known of the truth for lists of so many games, so that no share and no
    /// order is at fault.
    is_rough: bool,
    /// For each of these chances sums of squares, once they were asked for; `None` if nothing can
    /// be said of them.
    squares: [OnceLock<Option<SquareSums>>; 2],
}

impl<'a> Limits<'a> {
    /// How far lists may be from this truth, of at least two dice. If others of the same program
    /// are judged with each, the place says which of how many they are, at least two; otherwise it
    /// is 0 of 1.
    pub fn new(truth: &'a Ranking, tolerance: Tolerance, place: [usize; 2]) -> Limits<'a> {
        let truths = truth.by_die();
        let games = match tolerance {
            Tolerance::Games(games) => games,
            Tolerance::Points { .. } => 1,
        };
        let chance = chance(truth, &truths, games);
        let is_rough = matches!(tolerance, Tolerance::Games(_)) && chance.is_rough();
        let error = match place[1] {
            0 | 1 => ERROR,
            lists => ERROR_OF_SEVERAL / lists as f64,
        };
        let most_off = |die| 100.0 * chance.share_limit(die, error);
        Limits {
            tolerance,
            most_off: (0..truths.len()).map(most_off).collect(),
            place,
            is_rough,
            chances: PairingGames::ALL.map(|games| chance.with_pairing_games(games)),
            squares: Default::default(),
            dice: truths,
            truth,
        }
    }

    /// The number of games per pairing of the lists, if it is known.
    pub(super) fn games(&self) -> Option<u64> {
        match self.tolerance {
            Tolerance::Games(games) => Some(games),
            Tolerance::Points { .. } => None,
        }
    }

    /// Why too little is known of the truth to judge a list without faults, and what to do about
    /// it.
    pub fn doubt(&self) -> Option<String> {
        /// A tolerance that is smaller than this asks for lists that are all but the same, not for
        /// a truth that is known so well; in percentage points.
        const LEAST_TOLERANCE: f64 = 1.0;
        let half_width = self.truth.half_width();
        let points = half_width.min(100.0);
        let known = format!("die wahren Anteile sind nur auf ±{points:.2} Punkte bekannt");
        match self.tolerance {
            Tolerance::Points { share, .. } if half_width > share.max(LEAST_TOLERANCE) => Some(format!(
                "{known}, bei einer Toleranz von {share}; bitte mehr Spiele, eine kleinere --genauigkeit oder eine größere \
                 --toleranz"
            )),
            Tolerance::Points { order, .. } => {
                let share = |rank: usize| self.truth.entries[rank - 1].share.as_percent();
                let is_far = |&rank: &usize| share(rank) - share(rank + 1) >= order;
                let rank = self.truth.open().find(is_far)?;
                Some(format!(
                    "die wahre Reihenfolge von Rang {rank} und {} ist nicht gesichert; bitte mehr Spiele, eine kleinere \
                     --genauigkeit oder einen größeren --spielraum", rank + 1
                ))
            }
            Tolerance::Games(games) if self.is_rough => Some(format!(
                "{known}, zu ungenau für Listen aus {games} Spielen je Paarung; bitte mehr Spiele oder eine kleinere \
                 --genauigkeit"
            )),
            Tolerance::Games(_) => self.squares(0).is_none().then(|| {
                "wie die Anteile zusammen streuen, ließ sich nicht berechnen; bitte ohne --gespielt \
                 prüfen"
                    .into()
            }),
        }
    }

    /// How far a share of this die is off, which is in per cent and rounded like those shown, and
    /// whether that is too far.
    pub(super) fn share(
        &self,
        die: usize,
        percent: f64,
        shown: &WrittenShares,
    ) -> (Distance, bool) {
        let points = percent - self.dice[die].share.as_percent();
        let distance = self.distance(points, &[die], shown);
        let [low, high] = self.dice[die].interval;
        let is_far = match self.tolerance {
            Tolerance::Points { share, .. } => percent > high + share || percent < low - share,
            Tolerance::Games(_) => points.abs() > distance.allowed && !self.is_rough,
        };
        (distance, is_far)
    }

    /// How far this die is above that one, if it is certified to be better, and whether that is too
    /// far for them to change places where shares are rounded like those shown.
    pub(super) fn order(
        &self,
        dice: [usize; 2],
        shown: &WrittenShares,
    ) -> Option<(Distance, bool)> {
        if self.truth.lead(dice[0], dice[1]) != Lead::Certified {
            return None;
        }
        let [above, below] = dice.map(|die| self.dice[die].share.as_percent());
        let distance = self.distance(above - below, &dice, shown);
        let is_far = distance.points >= distance.allowed && !self.is_rough;
        Some((distance, is_far))
    }

    /// By so many points a share is off, or two dice are apart, and so many they may be.
    fn distance(&self, points: f64, dice: &[usize], shown: &WrittenShares) -> Distance {
        let (allowed, chance) = match (self.tolerance, dice) {
            (Tolerance::Points { share, .. }, [_]) => (share, None),
            (Tolerance::Points { order, .. }, _) => (order, None),
            (Tolerance::Games(games), _) => {
                let unit = |&die: &usize| Some(100.0 * shown[die]?.unit);
                let units: f64 = dice.iter().filter_map(unit).sum();
                let most_off: f64 = dice.iter().map(|&die| self.most_off[die]).sum();
                let error = hypot(
                    100.0 * self.chances[0].standard_error(dice),
                    units / dice.len() as f64,
                );
                (most_off + units, Some((points.abs() / error, games)))
            }
        };
        Distance {
            points,
            allowed,
            chance,
        }
    }

    /// What shares and orders of a list are that are beyond the tolerance and the leeway.
    pub(super) fn beyond(&self, shown: &WrittenShares) -> Beyond {
        /// A program that plays fewer games per pairing than this makes no ranking. The fewer there
        /// are, the more chance explains.
        const LEAST_GAMES: f64 = 100.0;
        let mut fits = self.fits(shown);
        match self.tolerance {
            Tolerance::Points { .. }
                if fits.any(|fit| fit.is_likely(LEAST_GAMES, ONE_IN_A_THOUSAND)) =>
            {
                Beyond::FewGames
            }
            _ => Beyond::Fault,
        }
    }

    /// How a list fits, if games count for both dice of a pairing, and if each die has its own.
    fn fits(&self, shown: &WrittenShares) -> impl Iterator<Item = GoodnessOfFit> {
        self.chances.iter().map(|chance| {
            let mut fit = GoodnessOfFit::default();
            fit.add(shown, &chance.expected);
            fit
        })
    }

    /// The number of games that the shares of a list look like; `None` if they fit any number, or
    /// there are none.
    pub(super) fn likeness(&self, shown: &WrittenShares) -> Option<Likeness> {
        let has_shares = shown.iter().any(Option::is_some);
        let mut fits = self.fits(shown);
        if !has_shares || fits.any(|fit| fit.is_likely(f64::INFINITY, ONE_IN_A_THOUSAND)) {
            return None;
        }
        let likenesses = self.fits(shown).map(|fit| Likeness {
            games: fit.likeliest_games([1.0, MOST_GAMES]),
            most: fit.most_games(ONE_IN_A_THOUSAND),
        });
        // Of equal ones the first.
        likenesses.reduce(|likeness, own| {
            if own.most > likeness.most {
                own
            } else {
                likeness
            }
        })
    }

    /// Whether lists are judged by themselves.
    pub(super) fn is_alone(&self) -> bool {
        self.place[1] <= 1
    }

    /// What follows from the games that the shares look like, if it is not known how many there
    /// were; where they are many, nothing.
    pub(super) fn about_games(&self, likeness: Likeness) -> Option<String> {
        /// So many games per pairing may be all that a program has played.
        const FEW: f64 = 1000.0;
        match (self.tolerance, likeness.most) {
            (Tolerance::Games(_), _) => None,
            (_, None) => Some("so große Abweichungen erklärt keine Anzahl von Spielen; das Programm spielt andere Regeln, oder die Liste \
                          hat einen Fehler (siehe wuerfelglueck diagnose)".into()),
            (_, Some(most)) => (most < FEW).then(|| {
                let games = format_estimate(most);
                let games = format!("{games} {}", if games == "1" { "Spiel" } else { "Spiele" });
                format!(
                    "die Anteile passen, wenn das Programm höchstens {games} je Paarung gespielt hat; sonst spielt es andere \
                     Regeln, oder die Liste hat einen Fehler (siehe wuerfelglueck diagnose)"
                )
            }),
        }
    }

    /// Sums of squares as one of the chances makes them, in no order; `None` if nothing can be said
    /// of them.
    fn squares(&self, index: usize) -> Option<&SquareSums> {
        let draw = || self.chances[index].draw_square_sums(self.place[0] as u64);
        self.squares[index].get_or_init(draw).as_ref()
    }
}

/// The shares of a list, and how far they may be off.
pub(super) type Compared<'a> = (&'a Limits<'a>, &'a WrittenShares);

/// That the sum of squares of the shares of lists, weighted by the inverse of their covariance, is
/// larger than chance makes it; if it is, all dice have a share, and the number of games is known.
/// Whether games count for both dice of a pairing or each die has its own is not known: if one of
/// the two explains the lists, they are not too far off.
pub(super) fn too_far_together(lists: &[Compared]) -> Option<String> {
    let by_shared_games = too_far(lists, 0)?;
    too_far(lists, 1).map(|_| by_shared_games)
}

/// The same by one of the chances.
fn too_far(lists: &[Compared], chance: usize) -> Option<String> {
    let Tolerance::Games(games) = lists.first()?.0.tolerance else {
        return None;
    };
    let known = lists.iter().filter(|(limits, _)| !limits.is_rough);
    let whole = known.filter(|(_, shown)| shown.iter().all(Option::is_some));
    let squares = whole.filter_map(|(limits, shown)| {
        let squares = limits.squares(chance)?;
        Some((
            squares.least_sum(shown, &limits.chances[chance].expected),
            &squares.drawn,
        ))
    });
    let (squares, drawn): (Vec<f64>, Vec<_>) = squares.unzip();
    let squares: f64 = squares.iter().sum();
    let number = drawn.iter().map(|drawn| drawn.len()).min()?;
    let sums = (0..number).map(|index| drawn.iter().map(|drawn| drawn[index]).sum());
    let sums: Vec<f64> = sums.sorted_unstable_by(f64::total_cmp).collect();
    // What such a part of correct lists exceeds.
    let beyond = |part: f64| {
        let beyond = (part * (number + 1) as f64).round() as usize;
        sums[number - beyond.clamp(1, number)]
    };
    let [fewer, mut most, largest] = [10.0 * ERROR, ERROR, 0.0].map(beyond);
    let mut part = "999 von 1000 Listen";
    if !lists[0].0.is_alone() {
        // Of 10,000 right sums one exceeds the largest of 9,999 others. Where fewer are drawn it is
        // as far again from that of one in 1000 as this is from that of one in 100.
        most = largest.max(2.0 * most - fewer);
        part = "9999 von 10000 Abgaben";
    }
    (squares > most).then(|| {
        format!(
            "alle Anteile zusammen liegen weiter daneben, als der Zufall erklärt: Quadratsumme {squares:.1}, in {part} \
             höchstens {most:.1} bei {}",
            games_each(games)
        )
    })
}

/// How lists of so many games per pairing of these dice scatter, in the order of the file, by what
/// is known of each pairing.
fn chance(truth: &Ranking, truths: &[&RankedDie], games: u64) -> ListSampling {
    let draw = truth.plan.criterion.draw();
    let mut expected = Expected::new(truths.iter().map(|die| die.can_win).collect());
    let pairings = (0..truths.len()).array_combinations().enumerate();
    let pairings = pairings.map(|(index, dice)| {
        let estimate = match &truth.source {
            Source::Games(pairings) => {
                let tally = pairings[index].tally();
                let wins = [0, 1].map(|seat| tally.won_by(seat));
                let can_win = dice.map(|die| truths[die].can_win);
                PairingEstimate::from_games(wins, tally.games() as f64, can_win)
            }
            Source::Solutions(solutions) => {
                PairingEstimate::from_probabilities(solutions[index].estimate().wins)
            }
        };
        let games = PartOfGames {
            part: 1.0,
            estimate,
        };
        expected.add(dice, &[games], draw);
        SampledPairing { dice, estimate }
    });
    let pairings = pairings.collect();
    for (index, die) in truths.iter().enumerate() {
        expected.shares[index] = die.share.as_percent() / 100.0;
        if let Source::Solutions(_) = truth.source {
            // The true share may be at the ends of its interval.
            let half_width = die.half_width / 100.0;
            expected.error.variances[index][index] += half_width * half_width;
        }
    }
    ListSampling {
        games,
        draw,
        pairings,
        expected,
        pairing_games: PairingGames::Shared,
    }
}
