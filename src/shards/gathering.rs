//! Puts the lines of pairings together.

use std::collections::BTreeMap;

use itertools::Itertools;
use thiserror::Error;

use super::record::{LONGEST_LINE, LineError, MARK, Origin, Part, Record};
use crate::dice::Die;
use crate::stream::Stream;
use crate::text::{Excerpt, join_first, strip_byte_order_mark};
use crate::tournament::{Competitors, Pairing, pairings};

/// The number of missing pairings that are named; the others are counted.
const NAMED: usize = 100;
/// The most lines that are read, apart from ten for each pairing that they tell of. This ends input
/// that does not end by itself.
const MOST_LINES: usize = 1_000_000;

/// Why lines cannot be put together.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GatherError {
    #[error("Zeile {0}: {1}")]
    Line(usize, LineError),
    #[error(
        "fast alle Zeilen bis Zeile {0} sind leer, unvollständig oder wiederholt; bitte andere Eingabe"
    )]
    Useless(usize),
    #[error(
        "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
         --format paare“ schreibt"
    )]
    Empty,
    #[error("es {verb} {missing} von {all} Paarungen: {who}; gespielt werden sie mit --format paare", verb = if *.missing == 1 { "fehlt" } else { "fehlen" })]
    Missing { missing: u64, all: u64, who: String },
}

/// A pairing, and the line that it comes from.
#[derive(Clone, Copy, Debug)]
pub struct GatheredPairing {
    /// All games.
    pub pairing: Pairing,
    /// The number of the line, from 1.
    pub line: usize,
    /// The part that the line names.
    pub part: Part,
}

/// Lines that are being put together. The memory for them grows with the square of the number of
/// dice.
#[derive(Debug, Default)]
pub struct Gathering {
    lines: usize,
    /// The tournament of all lines, and the number of the first line.
    origin: Option<(Origin, usize)>,
    /// The dice so far, each with the number of the line that names it first.
    dice: BTreeMap<usize, (Die, usize)>,
    /// The pairings so far, by the indices of their dice.
    pub pairings: BTreeMap<[usize; 2], GatheredPairing>,
    /// The numbers of lines that repeat an earlier one.
    pub doubles: Vec<usize>,
    /// The numbers of lines with something that was cut short.
    pub incomplete: Vec<usize>,
}

impl Gathering {
    /// Adds the next line, without its line feed. Empty ones count for nothing. Errors if a line is
    /// none of a pairing, or contradicts an earlier one.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), GatherError> {
        self.lines += 1;
        if self.lines > MOST_LINES + 10 * self.pairings.len() {
            return Err(GatherError::Useless(self.lines));
        }
        let added = self.add(line);
        added.map_err(|fault| GatherError::Line(self.lines, fault))
    }

    fn add(&mut self, line: &[u8]) -> Result<(), LineError> {
        if line.len() > LONGEST_LINE {
            return Err(LineError::TooLong);
        }
        let text = String::from_utf8_lossy(strip_byte_order_mark(line));
        let line = text.trim_end_matches('\r');
        if line.trim().is_empty() {
            return Ok(());
        }
        // Behind what a killed process began to write there may be a whole line.
        let start = line.rfind(MARK).unwrap_or(0);
        let record: Option<Record> = match line[start..].parse() {
            Err(LineError::Incomplete) => None,
            record => Some(record?),
        };
        if start > 0 || record.is_none() {
            self.incomplete.push(self.lines);
        }
        let Some(record) = record else {
            return Ok(());
        };
        self.check(&record)?;
        let Record { pairing, part, .. } = record;
        let dice = record.numbers;
        match self.pairings.get(&dice) {
            Some(earlier) if earlier.pairing == pairing => self.doubles.push(self.lines),
            Some(&GatheredPairing { line: first, .. }) => {
                return Err(LineError::Contradiction { first, dice });
            }
            None => {
                let gathered = GatheredPairing {
                    pairing,
                    line: self.lines,
                    part,
                };
                self.pairings.insert(dice, gathered);
            }
        }
        Ok(())
    }

    /// Errors if a line is of another tournament than those before it.
    fn check(&mut self, record: &Record) -> Result<(), LineError> {
        let here = record.origin;
        let &mut (there, first) = self.origin.get_or_insert((here, self.lines));
        for (what, texts) in [
            (
                "das Regelwerk",
                [here, there].map(|origin| origin.rules.to_string()),
            ),
            (
                "die Saat",
                [here, there].map(|origin| origin.seed.to_string()),
            ),
            (
                "die Anzahl der Spiele",
                [here, there].map(|origin| origin.games.to_string()),
            ),
            (
                "die Anzahl der Würfel",
                [here, there].map(|origin| origin.dice.to_string()),
            ),
        ] {
            if !texts.iter().all_equal() {
                let texts = Excerpt::of_different(texts.each_ref().map(String::as_str));
                return Err(LineError::Differs(first, what.to_string(), texts));
            }
        }
        for (index, die) in record.numbers.into_iter().zip(&record.dice) {
            let known = self.dice.entry(index);
            let (known, first) = known.or_insert_with(|| (die.clone(), self.lines));
            if known != die {
                let what = format!("der Würfel {}:", index + 1);
                let texts = [die, &*known].map(Die::to_string);
                let texts = Excerpt::of_different(texts.each_ref().map(String::as_str));
                return Err(LineError::Differs(*first, what, texts));
            }
        }
        Ok(())
    }

    /// The tournament of all lines, and its dice in file order. Errors if there is no line, or a
    /// pairing is missing.
    pub fn whole(&self) -> Result<(Origin, Vec<Die>), GatherError> {
        let (origin, _) = self.origin.ok_or(GatherError::Empty)?;
        let number = pairings(origin.dice);
        let missing = number - self.pairings.len() as u64;
        if missing > 0 {
            let names = (0..origin.dice)
                .array_combinations()
                .filter(|pairing| !self.pairings.contains_key(pairing))
                .map(|[first, second]| format!("{}-{}", first + 1, second + 1));
            let who = join_first(names, missing as usize, NAMED);
            return Err(GatherError::Missing {
                missing,
                all: number,
                who,
            });
        }
        let dice = self.dice.values().map(|(die, _)| die.clone());
        Ok((origin, dice.collect()))
    }

    /// Each line once, in the order of the pairings.
    pub fn records(&self, origin: Origin, dice: &[Die]) -> impl Iterator<Item = Record> {
        let pairings = self.pairings.iter();
        pairings.map(move |(&numbers, gathered)| Record {
            origin,
            part: gathered.part,
            numbers,
            dice: numbers.map(|die| dice[die].clone()),
            pairing: gathered.pairing,
        })
    }

    /// Errors if a die wins that never can.
    pub fn check_wins(&self, competitors: &Competitors) -> Result<(), GatherError> {
        for (dice, gathered) in &self.pairings {
            let tally = gathered.pairing.tally();
            for (seat, &die) in dice.iter().enumerate() {
                if tally.won_by(seat) > 0 && !competitors.can_win[die] {
                    return Err(GatherError::Line(gathered.line, LineError::Impossible(die)));
                }
            }
        }
        Ok(())
    }

    /// The pairings to be played again: `percent` of all, or one if that is `None`. They are drawn
    /// by the seed.
    pub fn sample(&self, seed: u64, percent: Option<f64>) -> Vec<[usize; 2]> {
        let mut sample = self.pairings.keys().copied().collect_vec();
        let share = |percent: f64| (percent / 100.0 * sample.len() as f64).ceil() as usize;
        let number = percent.map_or(1, share).min(sample.len());
        let mut stream = Stream::of_sample(seed);
        for place in 0..number {
            let drawn = place + stream.below((sample.len() - place) as u64) as usize;
            sample.swap(place, drawn);
        }
        sample.truncate(number);
        sample.sort_unstable();
        sample
    }

    /// Errors if games that were played again do not end as their line says.
    pub fn compare(&self, record: &Record) -> Result<(), GatherError> {
        let gathered = self.pairings[&record.numbers];
        if gathered.pairing == record.pairing {
            return Ok(());
        }
        Err(GatherError::Line(
            gathered.line,
            LineError::Refuted(record.numbers),
        ))
    }
}
