//! A line: the games of a pairing, as text.
//!
//! The `README.md` of this folder says what each of its 23 columns holds, and what a line that was cut short
//! or damaged is known by.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::part::Part;
use crate::certainty::Scatter;
use crate::dice::{self, Die};
use crate::engine::games::{self, Tally, games_of_block};
use crate::rules::Rules;
use crate::text::{Excerpt, whole_number};
use crate::tournament::{Pairing, pairings};

/// What every line begins with.
pub(super) const MARK: &str = "paar\t";
/// The number of columns of a line.
const COLUMNS: usize = 23;
/// The most bytes that a line can have: those of two dice, each as long as a line of a dice file can be.
pub const LONGEST_LINE: usize = 2 * dice::LONGEST_LINE;

/// What a pairing belongs to: lines that differ in it cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Origin {
    /// The number of all pairings.
    pub fn pairings(&self) -> u64 {
        pairings(self.dice)
    }
}

/// The games of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The tournament to which they belong.
    pub origin: Origin,
    /// The part of the tournament with which they were played. The games do not depend on it.
    pub part: Part,
    /// The two dice.
    pub dice: [Die; 2],
    /// All games.
    pub pairing: Pairing,
}

/// What is wrong with a line.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum LineError {
    #[error("die Zeile ist unvollständig")]
    Incomplete,
    #[error("„{0}“ ist keine Zeile von „wuerfelglueck --format paare“")]
    Foreign(Excerpt),
    #[error("Spalte {column}: „{found}“ ist {not}")]
    Column {
        column: usize,
        found: Excerpt,
        not: &'static str,
    },
    #[error("Zeile zu lang; so lange Zeilen schreibt „wuerfelglueck --format paare“ nicht")]
    TooLong,
    #[error(
        "sie hat Spiele der Fassung {0}, dieses Programm spielt Fassung {own}; bitte alle Teile und \
         „wuerfelglueck sammle“ mit derselben Version",
        own = games::VERSION
    )]
    Version(u64),
    #[error("die Spalten 12 bis 22 passen nicht zueinander")]
    Miscounted,
    #[error(
        "die Prüfsumme {written} in Spalte 23 passt nicht zur Zeile, zu der {computed} gehört; sie ist \
         beschädigt: bitte die Paarung noch einmal spielen"
    )]
    Damaged { written: Excerpt, computed: String },
}

/// Passes text on, and computes its checksum: the CRC-32 of ISO 3309, as zlib, gzip and PNG have it.
struct Summing<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    hasher: crc32fast::Hasher,
}

impl Write for Summing<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hasher.update(text.as_bytes());
        self.out.write_str(text)
    }
}

/// A checksum as it is written.
fn hexadecimal(checksum: u32) -> String {
    format!("{checksum:08x}")
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Summing {
            out: f,
            hasher: crc32fast::Hasher::new(),
        };
        let origin = &self.origin;
        let Pairing {
            dice,
            tally,
            first,
            scatter,
        } = &self.pairing;
        let numbers = dice.map(|die| die + 1);
        let faces = self
            .dice
            .each_ref()
            .map(|die| die.faces().iter().format(" "));
        let wins = tally.wins.as_flattened().iter();
        let counts = wins.chain([&tally.draws, &tally.cut_off]);
        // As many digits as it takes to read the same numbers again.
        let scatter = scatter.own.iter().chain([&scatter.both]);
        write!(
            out,
            "{MARK}{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t",
            games::VERSION,
            self.part,
            origin.dice,
            numbers.iter().format("\t"),
            origin.rules,
            origin.seed,
            origin.games,
            faces.iter().format("\t"),
            counts.format("\t"),
            first[..2].iter().format("\t"),
            scatter.format("\t"),
        )?;
        let checksum = out.hasher.finalize();
        f.write_str(&hexadecimal(checksum))
    }
}

impl FromStr for Record {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Record, LineError> {
        if !line.starts_with(MARK) {
            return Err(match MARK.starts_with(line) {
                true => LineError::Incomplete,
                false => LineError::Foreign(Excerpt::new(line)),
            });
        }
        // What is too much stays in the last column.
        let columns: Vec<&str> = line.splitn(COLUMNS, '\t').collect();
        // Lines of other versions may have other columns.
        if let [_, version, _, ..] = columns[..]
            && let Some(version) = whole_number(version)
            && version != u64::from(games::VERSION)
        {
            return Err(LineError::Version(version));
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
        number(2, "keine Fassung der Spiele")?;
        let part: Part = columns[2]
            .parse()
            .map_err(|_| fault(3, "kein Teil wie 1/8"))?;
        let rules: Rules = columns[6].parse().map_err(|_| fault(7, "kein Regelwerk"))?;
        let origin = Origin {
            dice: whole_number::<u32>(columns[3])
                .ok_or_else(|| fault(4, "keine Anzahl von Würfeln"))? as usize,
            rules,
            seed: number(8, "keine Saat")?,
            games: number(9, "keine Anzahl von Spielen")?,
        };
        let games = origin.games;
        if games < 2 || games % 2 == 1 {
            return Err(fault(9, "keine gerade Anzahl von Spielen"));
        }
        let mut pairing = [0; 2];
        let mut before = 0;
        for (die, column) in pairing.iter_mut().zip(5..) {
            let number = number(column, "keine Nummer eines Würfels")? as usize;
            if number <= before || number > origin.dice {
                return Err(fault(column, "keine Nummer, die hier stehen kann"));
            }
            before = number;
            *die = number - 1;
        }
        let dice = [die(10)?, die(11)?];
        for (die, column) in dice.iter().zip(10..) {
            if die.faces().iter().any(|&face| face > rules.most_face()) {
                return Err(fault(column, "unter diesen Regeln kein Würfel"));
            }
        }
        let mut counts = [0; 6];
        for (count, column) in counts.iter_mut().zip(12..) {
            *count = number(column, "keine Anzahl von Spielen")?;
        }
        let sum: u128 = counts[..5].iter().copied().map(u128::from).sum();
        let [a, b, c, d, draws, cut_off] = counts;
        if sum != u128::from(games) || cut_off > draws {
            return Err(LineError::Miscounted);
        }
        let tally = Tally {
            wins: [[a, b], [c, d]],
            draws,
            cut_off,
            rolls: 0,
        };
        let in_first = games_of_block(games, 0);
        let mut first = [0; 3];
        for (count, column) in first.iter_mut().zip(18..20) {
            let number = number(column, "keine Anzahl von Siegen")?;
            *count = number.min(in_first + 1) as u8;
        }
        let drawn = in_first.checked_sub(first.iter().map(|&won| u64::from(won)).sum());
        let square = |column: usize| {
            let sum: Option<f64> = columns[column - 1].parse().ok();
            let sum = sum.filter(|sum| sum.is_finite());
            sum.ok_or_else(|| fault(column, "keine Summe von Quadraten"))
        };
        let scatter = Scatter {
            own: [square(20)?, square(21)?],
            both: square(22)?,
        };
        let are_less = (0..2).all(|seat| u64::from(first[seat]) <= tally.won_by(seat));
        let Some(drawn) = drawn.filter(|&drawn| are_less && drawn <= draws) else {
            return Err(LineError::Miscounted);
        };
        first[2] = drawn as u8;
        check_sum(line, columns[COLUMNS - 1])?;
        let pairing = Pairing {
            dice: pairing,
            tally,
            first,
            scatter,
        };
        Ok(Record {
            origin,
            part,
            dice,
            pairing,
        })
    }
}

/// Checks that a line ends with its checksum, and that this is the right one.
fn check_sum(line: &str, written: &str) -> Result<(), LineError> {
    let summed = &line.as_bytes()[..line.len() - written.len()];
    let computed = hexadecimal(crc32fast::hash(summed));
    match written == computed {
        true => Ok(()),
        // Of an unfinished line there may be a part of the checksum.
        false if computed.starts_with(written) => Err(LineError::Incomplete),
        false => Err(LineError::Damaged {
            written: Excerpt::new(written),
            computed,
        }),
    }
}
