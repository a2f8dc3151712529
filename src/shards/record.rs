//! A line: the games of a pairing, as text.
//!
//! The `README.md` of this folder says what each of its 16 columns holds, and what a line that was cut short
//! is known by.

use std::fmt::{self, Display};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::engine::games::{PlayedBlocks, Tally};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::text::{Excerpt, whole_number};

/// What every line begins with.
pub(super) const MARK: &str = "paar\t";
/// The number of columns of a line.
const COLUMNS: usize = 16;

/// What a pairing belongs to: lines that differ in it cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of dice in the file.
    pub dice: usize,
    /// The rule set.
    pub rules: Rules,
    /// The seed of all games.
    pub seed: u64,
    /// The number of games of each pairing, which is even.
    pub games: u64,
}

/// The games of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tournament to which they belong.
    pub origin: Origin,
    /// The indices of the two dice, the lower one first.
    pub pairing: [usize; 2],
    /// The dice themselves.
    pub dice: [Die; 2],
    /// All games; lines do not say how many rolls they took.
    pub played: PlayedBlocks,
}

/// What is wrong with a line.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum LineError {
    /// The line ends too early.
    #[error("die Zeile ist unvollständig")]
    Incomplete,
    /// The line does not begin as it must.
    #[error("„{0}“ ist keine Zeile von „wuerfelglueck --format paare“")]
    Foreign(Excerpt),
    /// A column is not what it must be.
    #[error("Spalte {column}: „{found}“ ist {not}")]
    Column {
        /// The number of the column, from 1.
        column: usize,
        /// What the column holds.
        found: Excerpt,
        /// What this is not: `keine Saat`.
        not: &'static str,
    },
    /// The columns contradict each other.
    #[error("die Siege in den Spalten 10 bis 15 sind nicht die der Runden in Spalte 16")]
    Miscounted,
}

/// Who won a game: nobody, or one of the seats.
fn winner([one, other]: [u32; 2], bit: u64) -> u32 {
    (one >> bit & 1) + 2 * (other >> bit & 1)
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (origin, tally) = (&self.origin, &self.played.tally);
        let [one, other] = self.pairing.map(|die| die + 1);
        let [first, second] = [0, 1].map(|seat| self.dice[seat].faces().iter().format(" "));
        let wins = tally.wins.as_flattened().iter();
        let counts = wins.chain([&tally.draws, &tally.cut_off]).format("\t");
        write!(
            f,
            "{MARK}{}\t{one}\t{other}\t{}\t{}\t{}\t{first}\t{second}\t{counts}\t",
            origin.dice,
            origin.rules.name(),
            origin.seed,
            origin.games
        )?;
        for (&wins, block) in self.played.wins.iter().zip(0..) {
            let mut left = (origin.games - block * BLOCK).min(BLOCK);
            while left > 0 {
                let digit = 3 * winner(wins, left - 1) + winner(wins, left - 2);
                write!(f, "{digit}")?;
                left -= 2;
            }
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Record, LineError> {
        let columns: Vec<&str> = line.split('\t').collect();
        if !line.starts_with(MARK) {
            return Err(match MARK.starts_with(line) {
                true => LineError::Incomplete,
                false => LineError::Foreign(Excerpt::new(line)),
            });
        }
        if columns.len() < COLUMNS {
            return Err(LineError::Incomplete);
        }
        let fault = |column: usize, not| LineError::Column {
            column,
            found: Excerpt::new(columns[column - 1]),
            not,
        };
        let number = |column: usize, not| -> Result<u64, LineError> {
            whole_number(columns[column - 1]).ok_or_else(|| fault(column, not))
        };
        let die = |column: usize| {
            let faces: Option<Vec<u32>> =
                columns[column - 1].split(' ').map(whole_number).collect();
            faces
                .and_then(Die::new)
                .ok_or_else(|| fault(column, "kein Würfel"))
        };
        let rules = Rules::ALL
            .into_iter()
            .find(|rules| rules.name() == columns[4])
            .ok_or_else(|| fault(5, "kein Regelwerk"))?;
        let origin = Origin {
            dice: whole_number::<u32>(columns[1])
                .ok_or_else(|| fault(2, "keine Anzahl von Würfeln"))? as usize,
            rules,
            seed: number(6, "keine Saat")?,
            games: number(7, "keine Anzahl von Spielen")?,
        };
        let games = origin.games;
        if games < 2 || games % 2 == 1 {
            return Err(fault(7, "keine gerade Anzahl von Spielen"));
        }
        let mut pairing = [0; 2];
        let mut before = 0;
        for (die, column) in pairing.iter_mut().zip(3..) {
            let number = number(column, "keine Nummer eines Würfels")? as usize;
            if number <= before || number > origin.dice {
                return Err(fault(column, "keine Nummer, die hier stehen kann"));
            }
            before = number;
            *die = number - 1;
        }
        let dice = [die(8)?, die(9)?];
        for (die, column) in dice.iter().zip(8..) {
            if die.faces().iter().any(|&face| face > rules.most_face()) {
                return Err(fault(column, "unter diesen Regeln kein Würfel"));
            }
        }
        let mut counts = [0; 6];
        for (count, column) in counts.iter_mut().zip(10..) {
            *count = number(column, "keine Anzahl von Spielen")?;
        }
        let [a, b, c, d, draws, cut_off] = counts;
        let tally = Tally {
            wins: [[a, b], [c, d]],
            draws,
            cut_off,
            rolls: 0,
        };
        let played = PlayedBlocks {
            tally,
            wins: blocks(&columns[COLUMNS - 1..].join("\t"), games)?,
        };
        let is_counted = played.wins_by_starter() == tally.wins
            && games - tally.won_by(0) - tally.won_by(1) == draws
            && cut_off <= draws;
        if !is_counted {
            return Err(LineError::Miscounted);
        }
        Ok(Record {
            origin,
            pairing,
            dice,
            played,
        })
    }
}

/// The wins of each block from the digits of all rounds.
fn blocks(rounds: &str, games: u64) -> Result<Vec<[u32; 2]>, LineError> {
    let wrong = || LineError::Column {
        column: COLUMNS,
        found: Excerpt::new(rounds),
        not: "keine Folge von so vielen Runden",
    };
    let digits = rounds.as_bytes();
    if digits.iter().any(|digit| !(b'0'..=b'8').contains(digit)) || digits.len() as u64 > games / 2
    {
        return Err(wrong());
    }
    if (digits.len() as u64) < games / 2 {
        return Err(LineError::Incomplete);
    }
    let wins = digits.chunks(BLOCK as usize / 2).map(|block| {
        let results = block
            .iter()
            .flat_map(|digit| [(digit - b'0') / 3, (digit - b'0') % 3]);
        results.fold([0; 2], |[one, other]: [u32; 2], winner| {
            [
                one << 1 | u32::from(winner == 1),
                other << 1 | u32::from(winner == 2),
            ]
        })
    });
    Ok(wins.collect())
}
