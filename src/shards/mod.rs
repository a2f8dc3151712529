//! A tournament in parts, played by any number of processes on any number of machines.
//!
//! Each process plays the pairings of its [`Part`](crate::tournament::Part) and prints a [`Record`] of each, one a line. A
//! [`Gathering`] takes these lines in any order and makes of them what one process would have made of all
//! the games.
//!
//! # A line
//!
//! Columns with tabs between them; dice and lines count from 1:
//!
//! ```text
//!  1  paar
//!  2  number of dice in the file
//!  3  number of one die, I
//!  4  number of the other, J, which is higher
//!  5  rule set
//!  6  seed
//!  7  games of this pairing
//!  8  faces of I, with spaces between them
//!  9  faces of J
//! 10  games that I began and won
//! 11  games that I began and J won
//! 12  games that J began and I won
//! 13  games that J began and won
//! 14  games that nobody won
//! 15  how many of these were cut off
//! 16  a digit for each round
//! ```
//!
//! A round is two games, the first one begun by I. Its digit is 3a + b, where a and b are 0, 1 or 2 if
//! nobody, I or J won its first and its second game. The intervals and the certified order need the rounds:
//! they look at what a die wins against all others in the same one.
//!
//! The digits are as many as the games say, so a line that was cut short is known as such, and columns 10
//! to 14 can be counted anew. What a killed process began to write counts for nothing, even if the next one
//! goes on writing in the same line.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::dice::Die;
use crate::engine::games::{PlayedBlocks, Tally};
use crate::rules::Rules;
use crate::stream::BLOCK;
use crate::text::{Excerpt, whole_number};
use crate::tournament::{Pairing, Scoring, count_rounds};

/// What every line begins with.
const MARK: &str = "paar\t";
/// Columns of a line.
const COLUMNS: usize = 16;
/// So many missing pairings are named, and the others counted.
const NAMED: usize = 100;

/// What a pairing belongs to: lines that differ in it cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of dice in the file.
    pub dice: usize,
    /// The rule set.
    pub rules: Rules,
    /// The seed.
    pub seed: u64,
    /// Games per pairing, an even number.
    pub games: u64,
}

/// The games of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tournament that they are of.
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
    /// It ends too early.
    #[error("die Zeile ist unvollständig")]
    Incomplete,
    /// It does not begin as it must.
    #[error("„{0}“ ist keine Zeile von „wuerfelglueck --format paare“")]
    Foreign(Excerpt),
    /// A column is not what it must be.
    #[error("Spalte {column}: „{found}“ ist {not}")]
    Column {
        /// Its number, from 1.
        column: usize,
        /// What it holds.
        found: Excerpt,
        /// What it is not.
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
        let Origin {
            dice,
            rules,
            seed,
            games,
        } = self.origin;
        let [one, other] = self.pairing.map(|die| die + 1);
        let [first, second] = [0, 1].map(|seat| self.dice[seat].faces().iter().format(" "));
        let Tally {
            wins: [[a, b], [c, d]],
            draws,
            cut_off,
            ..
        } = self.played.tally;
        write!(
            f,
            "{MARK}{dice}\t{one}\t{other}\t{}\t{seed}\t{games}\t{first}\t{second}\t{a}\t{b}\t{c}\t{d}\t\
             {draws}\t{cut_off}\t",
            rules.name()
        )?;
        for (&wins, block) in self.played.wins.iter().zip(0..) {
            let mut left = (games - block * BLOCK).min(BLOCK);
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

/// Why lines cannot be put together.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GatherError {
    /// A line is wrong.
    #[error("Zeile {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineError,
    },
    /// A line is of another tournament.
    #[error("Zeile {line}: {what} {here} passt nicht zu Zeile {first}, dort {there}")]
    Differs {
        /// The number of the line.
        line: usize,
        /// A line before it that it contradicts.
        first: usize,
        /// What it contradicts it in.
        what: String,
        /// What it says.
        here: Excerpt,
        /// What the other one says.
        there: Excerpt,
    },
    /// A pairing is there twice, with different results.
    #[error(
        "Zeile {line}: die Paarung {}-{} hat andere Ergebnisse als in Zeile {first}; eine der beiden \
         Zeilen löschen",
        .pairing[0] + 1, .pairing[1] + 1
    )]
    Contradiction {
        /// The number of the line.
        line: usize,
        /// The line with the other results.
        first: usize,
        /// The indices of the dice.
        pairing: [usize; 2],
    },
    /// There is no complete line.
    #[error(
        "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
         --format paare“ schreibt{}",
        cut_short(.0)
    )]
    Empty(Vec<usize>),
    /// Not all pairings are there.
    #[error("es {verb} {missing} von {all} Paarungen: {names}; gespielt werden sie mit --format paare{}", cut_short(.incomplete), verb = if *.missing == 1 { "fehlt" } else { "fehlen" })]
    Missing {
        /// How many are not.
        missing: u64,
        /// How many should be.
        all: u64,
        /// Which ones.
        names: String,
        /// The numbers of lines that are cut short.
        incomplete: Vec<usize>,
    },
}

/// What to add where something is missing.
fn cut_short(lines: &[usize]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("; Zeile {line} ist unvollständig"),
        [first, .., last] => format!(
            "; {} Zeilen von {first} bis {last} sind unvollständig",
            lines.len()
        ),
    }
}

/// What came of a pairing, and where that stands.
#[derive(Debug)]
struct Seen {
    line: usize,
    fingerprint: u64,
    pairing: Pairing,
    /// The line itself, if it is wanted.
    text: Option<String>,
}

/// Lines that are put together. It grows with the square of the number of dice, and with their number
/// times that of the rounds; and with the lines, if they are kept.
#[derive(Debug)]
pub struct Gathering {
    scoring: Scoring,
    keep: bool,
    /// What all lines have in common, and the first one.
    origin: Option<(Origin, usize)>,
    /// The dice so far, and where each is first.
    dice: BTreeMap<usize, (Die, usize)>,
    seen: BTreeMap<[usize; 2], Seen>,
    /// What each die wins in each round.
    wins: BTreeMap<usize, Vec<u64>>,
    /// Lines that were there before.
    doubles: Vec<usize>,
    /// Lines that are cut short.
    incomplete: Vec<usize>,
}

/// All games of a tournament.
#[derive(Debug)]
pub struct Gathered {
    /// What they are of.
    pub origin: Origin,
    /// The dice in file order.
    pub dice: Vec<Die>,
    /// All pairings in lexicographic order.
    pub pairings: Vec<Pairing>,
    /// For each die, what it wins in each round.
    pub wins: Vec<Vec<u64>>,
    /// The line of each pairing, if they were to be kept.
    pub lines: Vec<String>,
    /// The numbers of lines that repeat an earlier one.
    pub doubles: Vec<usize>,
    /// The numbers of lines with something that was cut short.
    pub incomplete: Vec<usize>,
}

impl Gathering {
    /// Before the first line: how games shall count, and whether to keep the lines themselves.
    pub fn new(scoring: Scoring, keep: bool) -> Gathering {
        Gathering {
            scoring,
            keep,
            origin: None,
            dice: BTreeMap::new(),
            seen: BTreeMap::new(),
            wins: BTreeMap::new(),
            doubles: Vec::new(),
            incomplete: Vec::new(),
        }
    }

    /// Takes a line with this number. Empty ones count for nothing.
    ///
    /// # Errors
    ///
    /// If it is no line of a pairing, or contradicts an earlier one.
    pub fn add(&mut self, number: usize, line: &[u8]) -> Result<(), GatherError> {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.trim().is_empty() {
            return Ok(());
        }
        // Behind what a killed process began to write there may be a whole line.
        let start = line.rfind(MARK).unwrap_or(0);
        let record: Record = match line[start..].parse() {
            Ok(record) => record,
            Err(LineError::Incomplete) => {
                self.incomplete.push(number);
                return Ok(());
            }
            Err(fault) => {
                let line = number;
                return Err(GatherError::Line { line, fault });
            }
        };
        if start > 0 {
            self.incomplete.push(number);
        }
        self.check(number, &record)?;
        let mut hasher = DefaultHasher::new();
        line[start..].hash(&mut hasher);
        let fingerprint = hasher.finish();
        let pairing = record.pairing;
        if let Some(seen) = self.seen.get(&pairing) {
            if seen.fingerprint != fingerprint {
                return Err(GatherError::Contradiction {
                    line: number,
                    first: seen.line,
                    pairing,
                });
            }
            self.doubles.push(number);
            return Ok(());
        }
        let rounds = (record.origin.games / 2) as usize;
        for die in pairing {
            self.wins.entry(die).or_insert_with(|| vec![0; rounds]);
        }
        let balance = count_rounds(&record.played, self.scoring, |round, seat, count| {
            if let Some(wins) = self.wins.get_mut(&pairing[seat]) {
                wins[round] += count;
            }
        });
        let mut sum = Pairing::new(pairing);
        sum.add(record.played.tally, balance);
        let seen = Seen {
            line: number,
            fingerprint,
            pairing: sum,
            text: self.keep.then(|| line[start..].to_string()),
        };
        self.seen.insert(pairing, seen);
        Ok(())
    }

    /// Whether a line is of the same tournament as those before it.
    fn check(&mut self, line: usize, record: &Record) -> Result<(), GatherError> {
        let here = record.origin;
        let &mut (there, first) = self.origin.get_or_insert((here, line));
        let differs = |what: &str, here: &dyn Display, there: &dyn Display, first| {
            Err(GatherError::Differs {
                line,
                first,
                what: what.into(),
                here: Excerpt::new(&here.to_string()),
                there: Excerpt::new(&there.to_string()),
            })
        };
        if here.rules != there.rules {
            return differs(
                "das Regelwerk",
                &here.rules.name(),
                &there.rules.name(),
                first,
            );
        }
        if here.seed != there.seed {
            return differs("die Saat", &here.seed, &there.seed, first);
        }
        if here.games != there.games {
            return differs("die Anzahl der Spiele", &here.games, &there.games, first);
        }
        if here.dice != there.dice {
            return differs("die Anzahl der Würfel", &here.dice, &there.dice, first);
        }
        for (die, own) in record.pairing.into_iter().zip(&record.dice) {
            match self.dice.get(&die) {
                None => {
                    self.dice.insert(die, (own.clone(), line));
                }
                Some((other, _)) if other == own => {}
                Some((other, first)) => {
                    let [here, there] = [own, other].map(|die| die.faces().iter().format(" "));
                    return differs(&format!("der Würfel {}:", die + 1), &here, &there, *first);
                }
            }
        }
        Ok(())
    }

    /// All games, if every pairing is there.
    ///
    /// # Errors
    ///
    /// If there is nothing, or something is missing.
    pub fn finish(self) -> Result<Gathered, GatherError> {
        let Some((origin, _)) = self.origin else {
            return Err(GatherError::Empty(self.incomplete));
        };
        let dice = origin.dice as u64;
        let all = dice * (dice - 1) / 2;
        let missing = all - self.seen.len() as u64;
        if missing > 0 {
            return Err(GatherError::Missing {
                missing,
                all,
                names: self.names(origin.dice, missing),
                incomplete: self.incomplete,
            });
        }
        let (pairings, lines): (Vec<Pairing>, Vec<Option<String>>) = self
            .seen
            .into_values()
            .map(|seen| (seen.pairing, seen.text))
            .unzip();
        Ok(Gathered {
            origin,
            dice: self.dice.into_values().map(|(die, _)| die).collect(),
            pairings,
            wins: self.wins.into_values().collect(),
            lines: lines.into_iter().flatten().collect(),
            doubles: self.doubles,
            incomplete: self.incomplete,
        })
    }

    /// The first of the missing pairings, and how many more there are.
    fn names(&self, dice: usize, missing: u64) -> String {
        let pairings = (0..dice).flat_map(|one| (one + 1..dice).map(move |other| [one, other]));
        let absent = pairings.filter(|pairing| !self.seen.contains_key(pairing));
        let named = absent.take(NAMED).map(|[one, other]| (one + 1, other + 1));
        let mut names = named
            .map(|(one, other)| format!("{one}-{other}"))
            .join(", ");
        if let Some(more) = missing.checked_sub(NAMED as u64).filter(|&more| more > 0) {
            let _ = write!(names, " und {more} weitere");
        }
        names
    }
}
