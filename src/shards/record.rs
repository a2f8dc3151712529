//! A line: the games of a pairing, as text.
//!
//! The `README.md` of this folder says what each of its 23 columns holds, and what a line that was cut short
//! or damaged is known by.

use std::fmt::{self, Display};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::part::Part;
use crate::dice::{self, Die};
use crate::engine::games::{self, Tally, games_of_block};
use crate::rules::Rules;
use crate::text::{Excerpt, whole_number};
use crate::tournament::Pairing;

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

/// The games of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The tournament to which they belong.
    pub origin: Origin,
    /// The part of the tournament with which they were played. The games do not depend on it.
    pub part: Part,
    /// The indices of the two dice in the file, the lower one first; they play seats 0 and 1.
    pub numbers: [usize; 2],
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

/// The checksum of a text as it is written: the CRC-32 of ISO 3309, as zlib, gzip and PNG have it.
fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = &self.origin;
        let dice = self.dice.each_ref();
        let tally = self.pairing.tally();
        let wins = tally.wins.as_flattened().iter();
        let counts = wins.chain([&tally.draws, &tally.cut_off]);
        let [one, other, _] = self.pairing.first_outcomes().counts;
        let line = format!(
            "{MARK}{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{one}\t{other}\t{}\t",
            games::VERSION,
            self.part,
            origin.dice,
            self.numbers.map(|number| number + 1).iter().format("\t"),
            origin.rules,
            origin.seed,
            origin.games,
            dice.map(|die| die.faces().iter().format(" "))
                .iter()
                .format("\t"),
            counts.format("\t"),
            // As many digits as it takes to read the same numbers again.
            self.pairing.outcomes().scatter.iter().format("\t"),
        );
        write!(f, "{line}{}", checksum(&line))
    }
}

/// The columns of a line, read one after another.
struct Columns<'a> {
    columns: Vec<&'a str>,
    /// So many are read.
    read: usize,
}

impl Columns<'_> {
    /// What the next column says, or what it is not.
    fn next<T>(
        &mut self,
        not: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, LineError> {
        let value = read(self.columns[self.read]);
        self.read += 1;
        value.ok_or_else(|| self.wrong(not))
    }

    /// The numbers in the next columns.
    fn numbers<const N: usize>(&mut self, not: &'static str) -> Result<[u64; N], LineError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.next(not, whole_number)?;
        }
        Ok(numbers)
    }

    /// That what the last column says can be right.
    fn check(&self, is_right: bool, not: &'static str) -> Result<(), LineError> {
        is_right.then_some(()).ok_or_else(|| self.wrong(not))
    }

    fn wrong(&self, not: &'static str) -> LineError {
        LineError::Column {
            column: self.read,
            found: Excerpt::new(self.columns[self.read - 1]),
            not,
        }
    }
}

impl FromStr for Record {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Record, LineError> {
        if !line.starts_with(MARK) {
            return Err(if MARK.starts_with(line) {
                LineError::Incomplete
            } else {
                LineError::Foreign(Excerpt::new(line))
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
        let [.., written] = columns[..] else {
            return Err(LineError::Incomplete);
        };
        if columns.len() < COLUMNS {
            return Err(LineError::Incomplete);
        }
        let mut columns = Columns { columns, read: 1 };
        let [_version] = columns.numbers("keine Fassung der Spiele")?;
        let part = columns.next("kein Teil wie 1/8", |text| text.parse().ok())?;
        let all: u32 = columns.next("keine Anzahl von Würfeln", whole_number)?;
        let mut number = |before: u64| {
            let [number] = columns.numbers("keine Nummer eines Würfels")?;
            let is_right = before < number && number <= u64::from(all);
            columns.check(is_right, "keine Nummer, die hier stehen kann")?;
            Ok(number)
        };
        let one = number(0)?;
        let numbers = [one, number(one)?].map(|number| number as usize - 1);
        let rules: Rules = columns.next("kein Regelwerk", |text| text.parse().ok())?;
        let [seed] = columns.numbers("keine Saat")?;
        let [games] = columns.numbers("keine Anzahl von Spielen")?;
        let is_right = games >= 2 && games.is_multiple_of(2);
        columns.check(is_right, "keine gerade Anzahl von Spielen")?;
        let mut die = || {
            let faces = |text: &str| text.split(' ').map(whole_number).collect::<Option<_>>();
            let die = columns.next("kein Würfel", |text| Die::new(faces(text)?))?;
            let are_right = die.faces().iter().all(|&face| face <= rules.most_face());
            columns.check(are_right, "unter diesen Regeln kein Würfel")?;
            Ok(die)
        };
        let dice = [die()?, die()?];
        let [a, b, c, d, draws, cut_off] = columns.numbers("keine Anzahl von Spielen")?;
        let first: [u64; 2] = columns.numbers("keine Anzahl von Siegen")?;
        let finite = |text: &str| text.parse().ok().filter(|sum: &f64| sum.is_finite());
        let mut sum = || columns.next("keine Summe von Quadraten", finite);
        let scatter = [sum()?, sum()?, sum()?];
        let tally = Tally {
            wins: [[a, b], [c, d]],
            draws,
            cut_off,
            rolls: 0,
        };
        let sum: u128 = [a, b, c, d, draws].into_iter().map(u128::from).sum();
        let in_first = games_of_block(games, 0);
        let is_right = sum == u128::from(games)
            && cut_off <= draws
            && (0..2).all(|seat| first[seat] <= tally.won_by(seat).min(in_first))
            && (in_first.saturating_sub(draws)..=in_first).contains(&(first[0] + first[1]));
        let pairing = Pairing::new(tally, first.map(|won| won as u8), scatter);
        let pairing = pairing.filter(|_| is_right).ok_or(LineError::Miscounted)?;
        let computed = checksum(&line[..line.len() - written.len()]);
        if written != computed {
            // Of an unfinished line there may be a part of the checksum.
            return Err(if computed.starts_with(written) {
                LineError::Incomplete
            } else {
                let written = Excerpt::new(written);
                LineError::Damaged { written, computed }
            });
        }
        Ok(Record {
            origin: Origin {
                dice: all as usize,
                rules,
                seed,
                games,
            },
            part,
            numbers,
            dice,
            pairing,
        })
    }
}
