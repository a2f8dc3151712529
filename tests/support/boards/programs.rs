//! Programs that play on the boards: pairings, shares and lists under known rules, with a known
//! bug.

use itertools::Itertools;
use rand::RngExt;
use rayon::prelude::*;
use wuerfelglueck::dice::Die;

use super::board::{choices, starter};
use super::{self as boards, Next};
use crate::random;

/// A bug of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    // On the board, but not under `wlr`, which has a board of its own.
    /// Captures hold on the first half of the track only.
    CapturesOnHalf,
    /// Captures hold on fields with an even number only.
    CapturesOnEven,
    /// Only the first seat captures.
    FirstSeatCaptures,
    /// A capture sends home the rearmost piece of the enemy outside home, not the one on the field.
    CapturesRearmost,
    /// The second seat goes from field 39 to field 1, and has one step less to its goal.
    ShortLap,
    /// The second seat has a field between 39 and 0, and one step more to its goal.
    LongLap,
    /// The second seat never rolls again.
    SecondSeatRollsOnce,
    /// A 1 brings out a piece, too.
    EntersWithOne,
    /// A player who clears A rolls again, with any face.
    RollsAgainAfterClearing,
    /// The second seat has won with its first piece in the goal.
    WonWithFirstPiece,
    /// The goal has a field more, of which any four are to be filled.
    LongGoal,
    /// A goal piece that is too near the end moves backwards.
    GoalBackwards,
    /// A goal piece goes on at the first field of the goal.
    GoalWraps,
    /// Pieces in the goal capture, and are captured, as if they went on along the track.
    GoalCaptures,
    /// The A of the second seat lies 10 fields behind that of the first, not 20.
    StartsTenBehind,
    // Around the games.
    /// A game of 200 rolls is over, and both have won.
    CutOffForBoth,
    /// A game of 200 rolls is over, and nobody has won.
    CutOffForNobody,
    /// Every pairing is played with the first two dice of the file.
    FirstTwoDice,
    /// The number of sides is read as one more face.
    SidesAreAFace,
    /// The last face of each die is not read.
    LastFaceIsNotRead,
    /// The last face of each die is never rolled.
    LastFaceIsNotRolled,
    /// Faces that are equal count once.
    FacesCountOnce,
    /// The last pairing of a file is not played.
    LastPairingIsNotPlayed,
    /// Pairings with a die without a 6 are not played, and nobody wins anything.
    WithoutSixForNobody,
    /// Pairings with a die without a 6 are not played, and the die without a 6 wins all games.
    WithoutSixWins,
    // In the list.
    /// Shares are divided by the number of dice, not of opponents.
    Divisor,
    /// The best two dice have each other's shares.
    Swapped,
    /// The list has the shares of the games that a die did not win.
    UpsideDown,
    /// The second die of a pairing wins all games that the first one does not.
    DrawsForSecond,
    /// Shares are those of all games that are won, also where none is.
    SharesOfWonGames,
}

/// A program that plays games and prints lists.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The name of its rule set.
    pub rules: &'a str,
    /// Its bug, if it has one.
    pub bug: Option<Bug>,
    /// True if draws count half.
    pub points: bool,
}

/// The results of the games of two dice.
#[derive(Clone, Copy, Default)]
pub struct BoardResults {
    /// The number of games that each seat wins.
    pub won: [u64; 2],
    /// The number of games that nobody wins.
    pub draws: u64,
}

impl Program<'_> {
    /// Plays `games` games between two dice. Games that are cut off are draws, or count for both
    /// with the bug. The dice take turns to begin, unless the rules say otherwise.
    pub fn play(&self, faces: [&[u32]; 2], games: u64, seed: u64) -> BoardResults {
        let mut results = BoardResults::default();
        let without_six = faces.iter().position(|faces| !faces.contains(&6));
        match (self.bug, without_six) {
            (Some(Bug::WithoutSixForNobody), Some(_)) => return results,
            (Some(Bug::WithoutSixWins), Some(seat)) => {
                results.won[seat] = games;
                return results;
            }
            _ => {}
        }
        let most = match self.bug {
            Some(Bug::CutOffForBoth | Bug::CutOffForNobody) => 200,
            _ => 100_000,
        };
        let mut rng = random(seed);
        let mut roll = |seat: usize| faces[seat][rng.random_range(0..faces[seat].len())];
        let choices = choices(&self.rules.replace("wlr", "offiziell"));
        for game in 0..games {
            let starter = starter(&choices, faces, game, &mut roll);
            let faces = faces.map(<[u32]>::to_vec);
            let mut board = boards::start(self.rules, self.bug, faces, starter);
            match board.finish(most, &mut roll).next {
                Next::Won(seat) => results.won[seat] += 1,
                Next::Roll(_) if self.bug == Some(Bug::CutOffForBoth) => {
                    results.won.iter_mut().for_each(|won| *won += 1);
                }
                Next::Roll(_) | Next::Draw => results.draws += 1,
            }
        }
        results
    }

    /// The shares of a list of `games` games per pairing, in the order of the dice, rounded as they
    /// are printed: to two decimals of a per cent.
    pub fn shares(&self, dice: &[Die], games: u64, seed: u64) -> Vec<f64> {
        let has_extra_face = self.bug == Some(Bug::SidesAreAFace);
        let faces = dice
            .iter()
            .map(|die| {
                let sides = has_extra_face.then_some(die.faces().len() as u32);
                let mut faces = die.faces().iter().copied().chain(sides).collect_vec();
                match self.bug {
                    Some(Bug::LastFaceIsNotRead | Bug::LastFaceIsNotRolled) if faces.len() > 1 => {
                        faces.pop();
                    }
                    Some(Bug::FacesCountOnce) => faces = faces.into_iter().unique().collect(),
                    _ => {}
                }
                faces
            })
            .collect_vec();
        let mut pairings = (0..dice.len()).array_combinations().collect_vec();
        if self.bug == Some(Bug::LastPairingIsNotPlayed) {
            pairings.pop();
        }
        let played = pairings.into_par_iter().map(|pairing: [usize; 2]| {
            let first_two = self.bug == Some(Bug::FirstTwoDice);
            let dice = if first_two { [0, 1] } else { pairing };
            let seed = seed << 20 | (pairing[0] << 10 | pairing[1]) as u64;
            let results = self.play(dice.map(|die| &faces[die][..]), games, seed);
            (pairing, results)
        });
        let mut points = vec![0.0; dice.len()];
        for ([first, second], results) in played.collect::<Vec<_>>() {
            let BoardResults { mut won, draws } = results;
            if self.bug == Some(Bug::DrawsForSecond) {
                won[1] = games - won[0];
            }
            let half = if self.points { draws as f64 / 2.0 } else { 0.0 };
            points[first] += won[0] as f64 + half;
            points[second] += won[1] as f64 + half;
        }
        let opponents = dice.len() - usize::from(self.bug != Some(Bug::Divisor));
        let games_of_die = match self.bug {
            Some(Bug::SharesOfWonGames) => points.iter().sum(),
            _ => games as f64 * opponents as f64,
        };
        let mut shares = points
            .into_iter()
            .map(|points| points / games_of_die)
            .collect_vec();
        if self.bug == Some(Bug::Swapped) {
            let best = by_share(&shares).take(2).collect_vec();
            shares.swap(best[0], best[1]);
        }
        let printed = |share: f64| match self.bug {
            Some(Bug::UpsideDown) => (1e4 * (1.0 - share)).round() / 1e4,
            _ => (1e4 * share).round() / 1e4,
        };
        shares.into_iter().map(printed).collect()
    }

    /// The list as the program prints it.
    pub fn list(&self, dice: &[Die], games: u64, seed: u64) -> String {
        let shares = self.shares(dice, games, seed);
        if self.bug == Some(Bug::LastFaceIsNotRead) {
            let read = |die: &Die| Die::new(die.faces()[..die.faces().len() - 1].to_vec());
            return list(&dice.iter().filter_map(read).collect_vec(), &shares, 2);
        }
        list(dice, &shares, 2)
    }
}

/// The list in which dice have these shares, printed with this number of decimals.
pub fn list(dice: &[Die], shares: &[f64], decimals: usize) -> String {
    let lines = by_share(shares).zip(1..).map(|(die, rank)| {
        let (sides, percent) = (dice[die].faces().len(), 100.0 * shares[die]);
        let die = &dice[die];
        format!("{rank}. {sides} Seiten -> : {die}; {percent:.decimals$}%\n")
    });
    format!("Würfel-Bestenliste:\n{}", lines.format(""))
}

/// The indices of the shares, the greatest first.
fn by_share(shares: &[f64]) -> impl Iterator<Item = usize> + use<> {
    (0..shares.len()).sorted_by(|&a, &b| shares[b].total_cmp(&shares[a]))
}
