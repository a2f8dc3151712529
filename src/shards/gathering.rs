//! Puts pairing lines together to a tournament.

use std::collections::BTreeMap;

use itertools::Itertools;
use thiserror::Error;

use super::line::{LINE_START, LONGEST_LINE, LineError, Origin, PairingLine};
use super::part::Part;
use crate::dice::Die;
use crate::pairing::Pairing;
use crate::stream::Stream;
use crate::text::{Excerpt, join_first, strip_byte_order_mark};
use crate::tournament::{Competitors, count_pairings};

/// The most missing pairings that are named; the others are counted.
const MOST_NAMED: usize = 100;
/// The most lines that are read, apart from ten for each pairing that they have games of. This ends
/// input that does not end by itself.
const MOST_LINES: usize = 1_000_000;
/// The further lines that are read for each pairing with games so far.
const LINES_PER_PAIRING: usize = 10;

/// The reason why lines cannot be put together.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GatherError {
    #[error("Zeile {number}: {fault}")]
    Line { number: usize, fault: LineError },
    #[error(
        "fast alle Zeilen bis Zeile {lines} sind leer, unvollständig oder wiederholt; bitte andere \
         Eingabe"
    )]
    Useless { lines: usize },
    #[error("die Eingabe hat keine vollständige Zeile")]
    Empty,
    #[error(
        "es {verb} {missing} von {pairings} Paarungen: {names}",
        verb = if *.missing == 1 { "fehlt" } else { "fehlen" }
    )]
    Missing {
        missing: u64,
        pairings: u64,
        names: String,
    },
}

/// A pairing, and the line that it comes from.
#[derive(Clone, Copy, Debug)]
pub struct GatheredPairing {
    /// All games.
    pub pairing: Pairing,
    /// The number of the line, from 1.
    pub line_number: usize,
    /// The part that the line names.
    pub part: Part,
}

/// What the lines of a tournament have in common, each pairing of which has a line.
#[derive(Clone, Debug)]
pub struct GatheredTournament {
    /// The tournament that all lines come from.
    pub origin: Origin,
    /// Its dice in file order.
    pub dice: Vec<Die>,
}

/// A value, and the number of the line that says it first.
#[derive(Debug)]
struct FirstSaid<T> {
    value: T,
    line_number: usize,
}

/// Lines that are being put together. The memory for them grows with the number of their pairings,
/// and of lines that are repeated or incomplete.
#[derive(Debug, Default)]
pub struct Gathering {
    /// The number of lines read so far, the empty ones included.
    line_count: usize,
    /// The tournament that all lines must come from.
    origin: Option<FirstSaid<Origin>>,
    /// The dice so far, by their indices.
    dice: BTreeMap<usize, FirstSaid<Die>>,
    /// The pairings so far, by the indices of their dice.
    pub pairings: BTreeMap<[usize; 2], GatheredPairing>,
    /// The numbers of the lines that repeat the games of an earlier one.
    pub repeated_lines: Vec<usize>,
    /// The numbers of the lines with a fragment, instead of a pairing line or in front of one.
    pub incomplete_lines: Vec<usize>,
}

impl Gathering {
    /// Adds the next line, without its line feed. Empty lines and fragments of lines count for
    /// nothing.
    /// Errors if the line is too long, damaged or none of a pairing, if it contradicts an earlier
    /// one or is of other games, or if too many lines have brought nothing.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), GatherError> {
        self.line_count += 1;
        let number = self.line_count;
        if number > MOST_LINES + LINES_PER_PAIRING * self.pairings.len() {
            return Err(GatherError::Useless { lines: number });
        }
        let Some(line) = self.read_line(line).map_err(at_line(number))? else {
            return Ok(());
        };
        self.add_pairing(line).map_err(at_line(number))
    }

    /// Reads the pairing line at the end of `text`, the line that was counted last. `None` if the
    /// text is blank, or if the pairing line was cut short. If that was cut short, or something
    /// stands before it, notes the number in [`incomplete_lines`](Self::incomplete_lines).
    fn read_line(&mut self, text: &[u8]) -> Result<Option<PairingLine>, LineError> {
        if text.len() > LONGEST_LINE {
            return Err(LineError::TooLong);
        }
        let text = String::from_utf8_lossy(strip_byte_order_mark(text));
        let text = text.trim_end_matches('\r');
        if text.trim().is_empty() {
            return Ok(None);
        }
        // Behind what a killed process began to write there may be a whole line.
        let start = text.rfind(LINE_START).unwrap_or(0);
        let line = match text[start..].parse() {
            Err(LineError::Incomplete) => None,
            line => Some(line?),
        };
        if start > 0 || line.is_none() {
            self.incomplete_lines.push(self.line_count);
        }
        Ok(line)
    }

    /// Adds the pairing of the line that was read last. Errors if it contradicts an earlier one.
    fn add_pairing(&mut self, line: PairingLine) -> Result<(), LineError> {
        self.join_origin(line.origin)?;
        for (index, die) in line.indices.into_iter().zip(line.dice) {
            self.join_die(index, die)?;
        }
        let indices = line.indices;
        match self.pairings.get(&indices) {
            Some(earlier) if earlier.pairing == line.pairing => {
                self.repeated_lines.push(self.line_count);
            }
            Some(earlier) => {
                let first = earlier.line_number;
                return Err(LineError::Contradiction { first, indices });
            }
            None => {
                let gathered = GatheredPairing {
                    pairing: line.pairing,
                    line_number: self.line_count,
                    part: line.part,
                };
                self.pairings.insert(indices, gathered);
            }
        }
        Ok(())
    }

    /// Takes the tournament from the first line. Errors if a later line is of another one.
    fn join_origin(&mut self, origin: Origin) -> Result<(), LineError> {
        let first = self.origin.get_or_insert(FirstSaid {
            value: origin,
            line_number: self.line_count,
        });
        let origins = [origin, first.value];
        for (quantity, texts) in [
            (
                "das Regelwerk",
                origins.map(|origin| origin.rules.to_string()),
            ),
            ("die Saat", origins.map(|origin| origin.seed.to_string())),
            (
                "die Anzahl der Spiele",
                origins.map(|origin| origin.games.to_string()),
            ),
            (
                "die Anzahl der Würfel",
                origins.map(|origin| origin.dice_count.to_string()),
            ),
        ] {
            if !texts.iter().all_equal() {
                return Err(differs(quantity, &texts, first.line_number));
            }
        }
        Ok(())
    }

    /// Takes the die with this index from the first line that names it. Errors if a later line
    /// gives it other faces.
    fn join_die(&mut self, index: usize, die: Die) -> Result<(), LineError> {
        let line_number = self.line_count;
        let Some(first) = self.dice.get(&index) else {
            let value = die;
            self.dice.insert(index, FirstSaid { value, line_number });
            return Ok(());
        };
        if first.value == die {
            return Ok(());
        }
        let quantity = format!("der Würfel {}:", index + 1);
        let texts = [&die, &first.value].map(Die::to_string);
        Err(differs(&quantity, &texts, first.line_number))
    }

    /// The tournament of all lines. Errors if there is no line, or a pairing is missing.
    pub fn tournament(&self) -> Result<GatheredTournament, GatherError> {
        let origin = self.origin.as_ref().ok_or(GatherError::Empty)?.value;
        let number = count_pairings(origin.dice_count);
        let missing = number - self.pairings.len() as u64;
        if missing > 0 {
            let names = (0..origin.dice_count)
                .array_combinations()
                .filter(|pairing| !self.pairings.contains_key(pairing))
                .map(|[first, second]| format!("{}-{}", first + 1, second + 1));
            return Err(GatherError::Missing {
                missing,
                pairings: number,
                names: join_first(names, missing as usize, MOST_NAMED),
            });
        }
        let dice = self.dice.values().map(|die| die.value.clone()).collect();
        Ok(GatheredTournament { origin, dice })
    }

    /// Each line of the tournament once, in the order of the pairings.
    pub fn lines(&self, tournament: &GatheredTournament) -> impl Iterator<Item = PairingLine> {
        self.pairings
            .iter()
            .map(|(&indices, gathered)| PairingLine {
                origin: tournament.origin,
                part: gathered.part,
                indices,
                dice: indices.map(|index| tournament.dice[index].clone()),
                pairing: gathered.pairing,
            })
    }

    /// Errors if a die has won that never can.
    pub fn check_wins(&self, competitors: &Competitors) -> Result<(), GatherError> {
        for (indices, gathered) in &self.pairings {
            let tally = gathered.pairing.tally();
            for (seat, &index) in indices.iter().enumerate() {
                if tally.won_by(seat) > 0 && !competitors.can_win[index] {
                    let fault = LineError::ImpossibleWin { index };
                    return Err(at_line(gathered.line_number)(fault));
                }
            }
        }
        Ok(())
    }

    /// Draws the pairings to be played again, by the seed: `percent` of all, rounded up, or one if
    /// that is `None`.
    pub fn draw_sample(&self, seed: u64, percent: Option<f64>) -> Vec<[usize; 2]> {
        let mut sample = self.pairings.keys().copied().collect_vec();
        let count = |percent: f64| (percent * sample.len() as f64 / 100.0).ceil() as usize;
        let number = percent.map_or(1, count).min(sample.len());
        let mut stream = Stream::of_sample(seed);
        for place in 0..number {
            let drawn = place + stream.below((sample.len() - place) as u64) as usize;
            sample.swap(place, drawn);
        }
        sample.truncate(number);
        sample.sort_unstable();
        sample
    }

    /// Errors if games that were `replayed` do not end as their line says. Panics if they have no
    /// line.
    pub fn check_replayed(&self, replayed: &PairingLine) -> Result<(), GatherError> {
        let gathered = self.pairings[&replayed.indices];
        if gathered.pairing == replayed.pairing {
            return Ok(());
        }
        let fault = LineError::Refuted {
            indices: replayed.indices,
        };
        Err(at_line(gathered.line_number)(fault))
    }
}

/// Makes the error from a fault of the line with this number.
fn at_line(number: usize) -> impl Fn(LineError) -> GatherError {
    move |fault| GatherError::Line { number, fault }
}

/// The fault of a line that gives a quantity another value than the line `first`. `texts` are the
/// value here and the value there.
fn differs(quantity: &str, texts: &[String; 2], first: usize) -> LineError {
    let [here, there] = Excerpt::of_different(texts.each_ref().map(String::as_str));
    LineError::Differs {
        quantity: quantity.to_string(),
        here,
        first,
        there,
    }
}
