//! A pairing line: all games of a pairing, as text.
//!
//! The `README.md` of this folder says what each of its 23 columns holds, and what a line that was
//! cut short or damaged is known by.

use std::fmt::{self, Display};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::part::Part;
use crate::dice::{self, Die};
use crate::engine::games::games_of_block;
use crate::pairing::{Pairing, Residuals, Tally};
use crate::rules::Rules;
use crate::text::{Excerpt, parse_whole_number};

/// The version of the lines, which each of them carries. It is raised whenever they get other
/// columns, and whenever the same seed gives other games, because rules have changed, or how rolls
/// are drawn, or which games are cut off.
const VERSION: u32 = 2;
/// The beginning of every line.
pub(super) const LINE_START: &str = "paar\t";
/// The number of columns of a line.
const COLUMNS: usize = 23;
/// Room in bytes for the columns of a line other than the dice.
const OTHER_COLUMNS: usize = 1_000;
/// The most bytes of a line; a [`Gathering`](super::Gathering) refuses longer ones. A line names two
/// dice, for each of which there are as many bytes as for a line of a dice file.
pub const LONGEST_LINE: usize = 2 * dice::LONGEST_LINE + OTHER_COLUMNS;
/// The most games of a pairing that a line may have, so that sums of some pairings have room.
const MOST_GAMES: u64 = 1 << 40;

/// The tournament that a pairing line comes from. Lines of different tournaments cannot be put
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The number of dice in the file.
    pub dice_count: usize,
    /// The rule set.
    pub rules: Rules,
    /// The seed of all games.
    pub seed: u64,
    /// The number of games of each pairing, which is even.
    pub games: u64,
}

/// All games of a pairing, with all that its line says about them.
#[derive(Clone, Debug, PartialEq)]
pub struct PairingLine {
    /// The tournament to which the games belong.
    pub origin: Origin,
    /// The part of the tournament with which the games were played. They do not depend on it.
    pub part: Part,
    /// The indices of the two dice in the file, the lower one first; they play seats 0 and 1.
    pub indices: [usize; 2],
    /// The two dice.
    pub dice: [Die; 2],
    /// All games.
    pub pairing: Pairing,
}

/// The fault of a line.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum LineError {
    // Errors of parsing.
    #[error("die Zeile ist unvollständig")]
    Incomplete,
    #[error("„{0}“ ist keine Zeile einer Paarung")]
    Foreign(Excerpt),
    #[error(
        "sie hat Spiele der Fassung {0}, dieses Programm spielt Fassung {own}",
        own = VERSION
    )]
    Version(u64),
    #[error(
        "die Prüfsumme {written} in Spalte {COLUMNS} passt nicht zur Zeile, zu der {computed} \
         gehört; sie ist beschädigt: bitte die Paarung noch einmal spielen"
    )]
    Damaged { written: Excerpt, computed: String },
    // Errors of gathering. `first` is the number of the earlier line.
    #[error("Zeile zu lang")]
    TooLong,
    #[error(
        "{quantity} {here} passt nicht zu Zeile {first}, dort {there}; alle Zeilen müssen aus einem \
         Turnier sein"
    )]
    Differs {
        quantity: String,
        here: Excerpt,
        first: usize,
        there: Excerpt,
    },
    #[error(
        "die Paarung {}-{} hat andere Ergebnisse als in Zeile {first}; eine der beiden Zeilen löschen",
        .indices[0] + 1, .indices[1] + 1
    )]
    Contradiction { first: usize, indices: [usize; 2] },
    #[error(
        "der Würfel {} gewinnt, kann aber nie gewinnen; die Zeile ist falsch, bitte die Paarung noch \
         einmal spielen",
        .index + 1
    )]
    ImpossibleWin { index: usize },
    #[error(
        "die Paarung {}-{} hat, noch einmal gespielt, andere Ergebnisse; was der Rechner spielte, \
         der diese Zeile schrieb, bitte noch einmal spielen",
        .indices[0] + 1, .indices[1] + 1
    )]
    Refuted { indices: [usize; 2] },
}

/// The checksum of a text, in eight hexadecimal digits: the CRC-32 of ISO 3309, as zlib, gzip and
/// PNG have it.
fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

impl Display for PairingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = &self.origin;
        let tally = self.pairing.tally();
        let wins = tally.wins.as_flattened().iter();
        let counts = wins.chain([&tally.draws, &tally.cut_off]);
        let [won, lost] = self.pairing.won_in_first();
        let Residuals {
            squares: [first, second],
            products,
        } = self.pairing.residuals();
        // Sums are formatted with as many digits as it takes to read the same numbers again.
        let line = format!(
            "{LINE_START}{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{won}\t{lost}\t\
             {first}\t{second}\t{products}\t",
            VERSION,
            self.part,
            origin.dice_count,
            self.indices.map(|index| index + 1).iter().format("\t"),
            origin.rules,
            origin.seed,
            origin.games,
            self.dice.iter().format("\t"),
            counts.format("\t"),
        );
        write!(f, "{line}{}", checksum(&line))
    }
}

impl FromStr for PairingLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<PairingLine, LineError> {
        let foreign = || LineError::Foreign(Excerpt::new(line));
        if LINE_START.starts_with(line) {
            return Err(LineError::Incomplete);
        }
        let behind = line.strip_prefix(LINE_START).ok_or_else(foreign)?;
        // Lines of other versions may have other columns.
        if let Some((version, _)) = behind.split_once('\t') {
            let version = parse_whole_number(version).ok_or_else(foreign)?;
            if version != u64::from(VERSION) {
                return Err(LineError::Version(version));
            }
        }
        // Superfluous columns stay in the last one.
        let columns = line.splitn(COLUMNS, '\t').collect_array();
        let columns: [&str; COLUMNS] = columns.ok_or(LineError::Incomplete)?;
        let written = columns[COLUMNS - 1];
        let computed = checksum(&line[..line.len() - written.len()]);
        if written == computed {
            read_columns(&columns).ok_or_else(foreign)
        } else if computed.starts_with(written) {
            // Of an unfinished line there may be a part of the checksum.
            Err(LineError::Incomplete)
        } else {
            Err(LineError::Damaged {
                written: Excerpt::new(written),
                computed,
            })
        }
    }
}

/// The pairing line with these columns, the checksum being right. `None` if one of them cannot be
/// read, is out of range, or contradicts another one.
fn read_columns(columns: &[&str; COLUMNS]) -> Option<PairingLine> {
    // Columns count from 1, as in the README.
    let text = |column: usize| columns[column - 1];
    let number = |column| parse_whole_number::<u64>(text(column));
    let sum = |column| text(column).parse().ok().filter(|sum| f64::is_finite(*sum));
    let faces = |column| text(column).split(' ').map(parse_whole_number).collect();
    let die = |column| Option::and_then(faces(column), Die::new);
    let origin = Origin {
        dice_count: parse_whole_number::<u32>(text(4))? as usize,
        rules: text(7).parse().ok()?,
        seed: number(8)?,
        games: number(9)?,
    };
    let games = origin.games;
    let numbers = [number(5)?, number(6)?];
    let dice = [die(10)?, die(11)?];
    let tally = Tally {
        wins: [[number(12)?, number(13)?], [number(14)?, number(15)?]],
        draws: number(16)?,
        cut_off: number(17)?,
    };
    let [[a, b], [c, d]] = tally.wins;
    let counts = [a, b, c, d, tally.draws];
    let won_in_first = [number(18)?, number(19)?];
    let residuals = Residuals {
        squares: [sum(20)?, sum(21)?],
        products: sum(22)?,
    };
    let games_in_first = games_of_block(games, 0);
    let mut all_faces = dice.iter().flat_map(Die::faces);
    let is_right = 0 < numbers[0]
        && numbers[0] < numbers[1]
        && numbers[1] <= origin.dice_count as u64
        && (1..=MOST_GAMES).contains(&games)
        // Before the sum of the counts, which could overflow otherwise.
        && counts.iter().all(|&count| count <= games)
        && games.is_multiple_of(2)
        && games == tally.games()
        && tally.cut_off <= tally.draws
        && (0..2).all(|seat| won_in_first[seat] <= tally.won_by(seat).min(games_in_first))
        && (games_in_first.saturating_sub(tally.draws)..=games_in_first)
            .contains(&(won_in_first[0] + won_in_first[1]))
        && all_faces.all(|&face| face <= origin.rules.highest_face());
    let part = text(3).parse().ok()?;
    is_right.then(|| PairingLine {
        origin,
        part,
        indices: numbers.map(|number| number as usize - 1),
        dice,
        pairing: Pairing::new(tally, won_in_first.map(|won| won as u8), residuals),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Deviation;

    /// The columns other than the dice are short enough, with the largest numbers and a long rule
    /// set. A die is shorter than its line in a dice file, where its number of sides stands, too.
    #[test]
    fn no_line_is_too_long() {
        let rules = Deviation::ALL
            .iter()
            .fold(Rules::OFFIZIELL, |rules, &deviation| {
                rules.with_deviation(deviation).unwrap_or(rules)
            });
        let most = MOST_GAMES;
        let tally = Tally {
            wins: [[most; 2]; 2],
            draws: most,
            cut_off: most,
        };
        // Sums with many digits before the point, or with many zeros behind it.
        let residuals = Residuals {
            squares: [1e15 / 7.0, 1e-15 / 7.0],
            products: -1e-15 / 7.0,
        };
        let die = Die::new(vec![u32::MAX]).unwrap();
        let die_length = die.to_string().len();
        let line = PairingLine {
            origin: Origin {
                dice_count: u32::MAX as usize,
                rules,
                seed: u64::MAX,
                games: u64::MAX,
            },
            part: Part {
                number: u64::MAX,
                of: u64::MAX,
            },
            indices: [u32::MAX as usize - 1; 2],
            dice: [die.clone(), die],
            pairing: Pairing::new(tally, [16; 2], residuals),
        };
        let other_columns = line.to_string().len() - 2 * die_length;
        assert!(other_columns < OTHER_COLUMNS, "{other_columns}");
    }
}
