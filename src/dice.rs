//! Dice, and the file that lists them.
//!
//! ```text
//! 2                number of dice
//! 6 1 2 3 4 5 6    number of sides, then a face for each; a die a line
//! 6 1 1 1 6 6 6
//! ```
//!
//! Accepted: any run of spaces or tabs, CRLF, a UTF-8 byte order mark, no newline at the end, blank
//! lines at the end.

use std::fmt;

use itertools::Itertools;
use thiserror::Error;

use crate::text::{Excerpt, format_count, parse_whole_number, strip_byte_order_mark};

/// A die: its faces, each equally likely.
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

/// Formats the faces with spaces between them.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().format(" ").fmt(f)
    }
}

/// The faces in ascending order, by which dice with the same faces in any order are equal.
pub fn sort_faces(faces: &[u32]) -> Vec<u32> {
    faces.iter().copied().sorted_unstable().collect()
}

/// Error of a dice file.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("Zeile {line}: {fault}")]
pub struct DiceError {
    /// The number of the faulty line, from 1; of the line after the last one that is not blank if
    /// something is missing.
    pub line: usize,
    /// The fault of the line.
    pub fault: DiceFault,
}

/// Fault of a line of a dice file.
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
    #[error("die Augenzahl {face} ist zu groß")]
    FaceTooLarge { face: u32, highest: u32 },
    #[error(
        "{} angekündigt, aber {} gefunden",
        format_count(*.sides, "Seite", "Seiten"),
        format_count(*.found, "Augenzahl", "Augenzahlen")
    )]
    FaceCount { sides: u64, found: u64 },
}

/// The most dice that a file may have. They have two thousand million pairings.
pub const MOST_DICE: u64 = 65_536;

/// The most bytes that a file may have, a line feed at its end included.
pub const MOST_BYTES: usize = 1 << 30;

/// The most bytes that a line may have: those of a die with ten million sides, each of which has a
/// face of ten digits and a space before it.
pub const LONGEST_LINE: usize = 8 + 10_000_000 * 11;

/// Reader of a dice file, line by line.
#[derive(Debug, Default)]
pub struct DiceReader {
    /// The number of lines so far.
    lines: usize,
    /// The number of bytes so far, a line feed of each line included.
    bytes: usize,
    /// The number of the first blank line. Blank lines are wrong unless they are at the end.
    first_blank: Option<usize>,
    /// The number of dice that the first line says.
    announced: Option<u64>,
    /// The dice so far.
    dice: Vec<Die>,
}

impl DiceReader {
    /// Reads the next line, without its line feed.
    ///
    /// Errors with the number of this line, or of the first blank one if that was not the end.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), DiceError> {
        self.lines += 1;
        self.bytes += line.len() + 1;
        if self.bytes > MOST_BYTES {
            return Err(DiceError {
                line: self.lines,
                fault: DiceFault::TooLarge,
            });
        }
        let is_first = self.lines == 1;
        let line = if is_first {
            strip_byte_order_mark(line)
        } else {
            line
        };
        if line.len() <= LONGEST_LINE && line.iter().all(|byte| b" \t\r".contains(byte)) {
            self.first_blank.get_or_insert(self.lines);
            return Ok(());
        }
        self.add_filled_line(line).map_err(|fault| DiceError {
            line: self.first_blank.unwrap_or(self.lines),
            fault,
        })
    }

    /// Reads a line that is not blank.
    fn add_filled_line(&mut self, line: &[u8]) -> Result<(), DiceFault> {
        let Some(announced) = self.announced else {
            // After a blank line this is not the first one, and the number of dice is missing.
            let heading = if self.first_blank.is_some() {
                b""
            } else {
                line
            };
            self.announced = Some(parse_count(decode(heading)?)?);
            return Ok(());
        };
        if self.dice.len() as u64 == announced {
            return Err(DiceFault::Surplus(announced));
        }
        if self.first_blank.is_some() {
            return Err(DiceFault::Blank);
        }
        self.dice.push(parse_die(decode(line)?)?);
        Ok(())
    }

    /// Ends the file. Returns the dice, at least two.
    ///
    /// Errors if dice are missing, or the number of dice is.
    pub fn finish(self) -> Result<Vec<Die>, DiceError> {
        let line = self.first_blank.unwrap_or(self.lines + 1);
        let found = self.dice.len() as u64;
        let fault = match self.announced {
            None => DiceFault::Empty,
            Some(announced) if found < announced => DiceFault::Missing { announced, found },
            Some(_) => return Ok(self.dice),
        };
        Err(DiceError { line, fault })
    }
}

/// Parses a whole dice file. Returns the dice, at least two.
///
/// Errors with the first fault.
pub fn parse(input: &[u8]) -> Result<Vec<Die>, DiceError> {
    let mut reader = DiceReader::default();
    for line in input.split(|&byte| byte == b'\n') {
        reader.add_line(line)?;
    }
    reader.finish()
}

/// Checks that no face of a die with this index in its file, from 0, is higher than `highest`.
///
/// Errors with the number of the die's line and the first face that is.
pub fn check_faces(index: usize, die: &Die, highest: u32) -> Result<(), DiceError> {
    match die.faces().iter().find(|&&face| face > highest) {
        Some(&face) => Err(DiceError {
            line: index + 2,
            fault: DiceFault::FaceTooLarge { face, highest },
        }),
        None => Ok(()),
    }
}

/// The line as text, without a carriage return at its end.
///
/// Errors if it is too long, or not UTF-8.
fn decode(line: &[u8]) -> Result<&str, DiceFault> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > LONGEST_LINE {
        return Err(DiceFault::TooLong);
    }
    str::from_utf8(line).map_err(|_| DiceFault::Encoding)
}

/// Parses the first line: the number of dice.
fn parse_count(line: &str) -> Result<u64, DiceFault> {
    let word = line.trim_matches([' ', '\t']);
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match parse_whole_number(word) {
        Some(announced @ 0..2) => Err(DiceFault::TooFew(announced)),
        Some(announced @ 2..=MOST_DICE) => Ok(announced),
        _ if is_number => Err(DiceFault::TooMany(Excerpt::new(word))),
        _ => Err(DiceFault::Count(Excerpt::new(word))),
    }
}

/// Parses the line of a die: the number of sides, then a face for each.
fn parse_die(line: &str) -> Result<Die, DiceFault> {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let sides_text = words.next().ok_or(DiceFault::Blank)?;
    let sides = parse_whole_number::<u32>(sides_text)
        .filter(|&sides| sides > 0)
        .ok_or_else(|| DiceFault::Sides(Excerpt::new(sides_text)))?;
    let faces = words
        .map(|word| parse_whole_number(word).ok_or_else(|| DiceFault::Face(Excerpt::new(word))))
        .collect::<Result<Vec<u32>, _>>()?;
    let (sides, found) = (u64::from(sides), faces.len() as u64);
    Die::new(faces)
        .filter(|_| found == sides)
        .ok_or(DiceFault::FaceCount { sides, found })
}
