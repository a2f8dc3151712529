//! Dice, and the file that lists them.
//!
//! ```text
//! 2                number of dice
//! 6 1 2 3 4 5 6    sides, then that many faces; one die a line
//! 6 1 1 1 6 6 6
//! ```
//!
//! Accepted: any run of spaces or tabs, CRLF, a UTF-8 byte order mark, no newline at the end, blank
//! lines at the end.

use std::fmt;

use itertools::Itertools;
use thiserror::Error;

use crate::text::{Excerpt, count, whole_number, without_mark};

/// A list of faces, each equally likely.
///
/// A face is the number rolled; it may be 0, may repeat, and may be larger than the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die(Vec<u32>);

impl Die {
    /// A die with these faces, or `None` if there are none.
    pub fn new(faces: Vec<u32>) -> Option<Die> {
        (!faces.is_empty()).then_some(Die(faces))
    }

    /// The faces in the order of the file; never empty.
    pub fn faces(&self) -> &[u32] {
        &self.0
    }
}

/// The faces with spaces between them.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().format(" ").fmt(f)
    }
}

/// Faces in ascending order, which are the same for dice that play alike.
pub fn sorted(faces: &[u32]) -> Vec<u32> {
    faces.iter().copied().sorted_unstable().collect()
}

/// What is wrong with a dice file, and where. Lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("Zeile {line}: {fault}")]
pub struct DiceError {
    /// The line that is wrong, or the one after the last where something is missing.
    pub line: usize,
    /// What is wrong with it.
    pub fault: DiceFault,
}

/// What can be wrong with a line of a dice file.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DiceFault {
    #[error("die Eingabe ist leer; erwartet ist die Anzahl der Würfel, danach ein Würfel je Zeile")]
    Empty,
    #[error("kein gültiges UTF-8; bitte die Datei als UTF-8 speichern")]
    Encoding,
    #[error("Zeile zu lang; Platz ist für einen Würfel mit 10 Millionen Seiten")]
    TooLong,
    #[error(
        "„{0}“ ist keine Anzahl von Würfeln; in Zeile 1 darf nur die Anzahl stehen, eine ganze Zahl von 2 bis {MOST_DICE}"
    )]
    Count(Excerpt),
    #[error("{0} Würfel angekündigt, aber zum Vergleichen braucht es mindestens 2")]
    TooFew(u64),
    #[error(
        "{0} Würfel angekündigt; so viele lassen sich nicht vergleichen, höchstens {MOST_DICE}"
    )]
    TooMany(Excerpt),
    #[error("die Datei hat mehr als {} GiB; so groß darf keine Würfeldatei sein", MOST_BYTES >> 30)]
    TooLarge,
    #[error(
        "{announced} Würfel angekündigt, aber nur {found} gefunden; \
         die Anzahl in Zeile 1 anpassen oder Würfel ergänzen"
    )]
    Missing { announced: u64, found: u64 },
    #[error(
        "{0} Würfel angekündigt, aber hier steht noch eine Zeile; \
         die Anzahl in Zeile 1 anpassen oder die Zeile löschen"
    )]
    Surplus(u64),
    #[error(
        "leere Zeile; hier muss ein Würfel stehen: die Anzahl der Seiten, dann die Augenzahlen"
    )]
    Blank,
    #[error("„{0}“ ist keine Anzahl von Seiten; erwartet ist eine ganze Zahl von 1 bis 4294967295")]
    Sides(Excerpt),
    #[error(
        "„{0}“ ist keine Augenzahl; erlaubt sind ganze Zahlen von 0 bis 4294967295, mit Leerzeichen dazwischen"
    )]
    Face(Excerpt),
    #[error("die Augenzahl {face} ist zu groß; unter „--regeln wlr“ sind höchstens {most} erlaubt")]
    FaceTooLarge { face: u32, most: u32 },
    #[error(
        "{} angekündigt, aber {} gefunden",
        count(*.0, "Seite", "Seiten"),
        count(*.1, "Augenzahl", "Augenzahlen")
    )]
    FaceCount(u64, u64),
}

/// The most dice that a file may have. They are two thousand million pairings.
pub const MOST_DICE: u64 = 65_536;

/// The most bytes that a file may have.
pub const MOST_BYTES: usize = 1 << 30;

/// The most bytes that a line can have: those of a die with ten million sides, each of which has a
/// face of ten digits and a space.
pub const LONGEST_LINE: usize = 8 + 10_000_000 * 11;

/// A dice file that is read line by line.
#[derive(Debug, Default)]
pub struct DiceReader {
    lines: usize,
    bytes: usize,
    /// The number of the first blank line. Blank lines are wrong unless they are at the end.
    blank: Option<usize>,
    /// The number of dice in the first line.
    announced: Option<u64>,
    dice: Vec<Die>,
}

impl DiceReader {
    /// Takes the next line, without its line feed. It may be wrong, or an earlier one that could
    /// have been the end.
    pub fn line(&mut self, line: &[u8]) -> Result<(), DiceError> {
        self.lines += 1;
        self.bytes += line.len() + 1;
        if self.bytes > MOST_BYTES {
            return Err(DiceError {
                line: self.lines,
                fault: DiceFault::TooLarge,
            });
        }
        let is_first = self.lines == 1;
        let line = if is_first { without_mark(line) } else { line };
        if line.len() <= LONGEST_LINE && line.iter().all(|byte| b" \t\r".contains(byte)) {
            self.blank.get_or_insert(self.lines);
            return Ok(());
        }
        let taken = self.next(line);
        let line = self.blank.unwrap_or(self.lines);
        taken.map_err(|fault| DiceError { line, fault })
    }

    /// Takes a line that is not blank.
    fn next(&mut self, line: &[u8]) -> Result<(), DiceFault> {
        let Some(announced) = self.announced else {
            let first = if self.blank.is_some() { b"" } else { line };
            self.announced = Some(parse_count(text(first)?)?);
            return Ok(());
        };
        if self.dice.len() as u64 == announced {
            return Err(DiceFault::Surplus(announced));
        }
        if self.blank.is_some() {
            return Err(DiceFault::Blank);
        }
        self.dice.push(parse_die(text(line)?)?);
        Ok(())
    }

    /// The dice, at least two, when all lines are there. Something may be missing.
    pub fn finish(self) -> Result<Vec<Die>, DiceError> {
        let line = self.blank.unwrap_or(self.lines + 1);
        let found = self.dice.len() as u64;
        let fault = match self.announced {
            None => DiceFault::Empty,
            Some(announced) if found < announced => DiceFault::Missing { announced, found },
            Some(_) => return Ok(self.dice),
        };
        Err(DiceError { line, fault })
    }
}

/// Reads a whole dice file. At least two dice come back, or the first fault.
pub fn parse(input: &[u8]) -> Result<Vec<Die>, DiceError> {
    let mut reader = DiceReader::default();
    for line in input.split(|&byte| byte == b'\n') {
        reader.line(line)?;
    }
    reader.finish()
}

/// Checks that no face of a die, which has this index in a file, is larger than the most; or names
/// the first that is.
pub fn check_faces(index: usize, die: &Die, most: u32) -> Result<(), DiceError> {
    let too_large = die.faces().iter().find(|&&face| face > most);
    too_large.map_or(Ok(()), |&face| {
        let (line, fault) = (index + 2, DiceFault::FaceTooLarge { face, most });
        Err(DiceError { line, fault })
    })
}

fn text(line: &[u8]) -> Result<&str, DiceFault> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > LONGEST_LINE {
        return Err(DiceFault::TooLong);
    }
    str::from_utf8(line).map_err(|_| DiceFault::Encoding)
}

/// The first line: the number of dice.
fn parse_count(line: &str) -> Result<u64, DiceFault> {
    let word = line.trim_matches([' ', '\t']);
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match whole_number(word) {
        Some(announced @ 0..2) => Err(DiceFault::TooFew(announced)),
        Some(announced @ 2..=MOST_DICE) => Ok(announced),
        _ if is_number => Err(DiceFault::TooMany(Excerpt::new(word))),
        _ => Err(DiceFault::Count(Excerpt::new(word))),
    }
}

/// One line: the number of sides, then that many faces.
fn parse_die(line: &str) -> Result<Die, DiceFault> {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let sides = words.next().ok_or(DiceFault::Blank)?;
    let number = whole_number::<u32>(sides).filter(|&number| number > 0);
    let sides = number.ok_or_else(|| DiceFault::Sides(Excerpt::new(sides)))?;
    let mut faces = Vec::new();
    for word in words {
        let face = whole_number(word).ok_or_else(|| DiceFault::Face(Excerpt::new(word)))?;
        faces.push(face);
    }
    let found = faces.len() as u64;
    let sides = sides.into();
    let die = Die::new(faces).filter(|_| found == sides);
    die.ok_or(DiceFault::FaceCount(sides, found))
}
