//! Puts the lines of pairings together.

use std::collections::BTreeMap;

use itertools::Itertools;
use thiserror::Error;

use super::record::{LONGEST_LINE, LineError, MARK, Origin, Part, Record};
use crate::dice::Die;
use crate::stream::Stream;
use crate::text::{Excerpt, join_first, strip_byte_order_mark};
use crate::tournament::{Competitors, Pairing, pairings};

/// So many missing pairings are named, and the others counted.
const NAMED: usize = 100;
/// So many lines are read at most, and ten more for each pairing that they tell of. This ends input
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

/// Lines that are being put together. The memory for them grows with the square of the number of
/// dice.
#[derive(Debug, Default)]
pub struct Gathering {
    lines: usize,
    /// What all lines have in common, and the number of the first line.
    origin: Option<(Origin, usize)>,
    /// The dice so far, each with the number of the line that names it first.
    dice: BTreeMap<usize, (Die, usize)>,
    /// The pairings so far, each with the number of the line, and the part that it names.
    pub pairings: BTreeMap<[usize; 2], (Pairing, usize, Part)>,
    /// The numbers of lines that repeat an earlier one.
    pub doubles: Vec<usize>,
    /// The numbers of lines with something that was cut short.
    pub incomplete: Vec<usize>,
}

impl Gathering {
    /// Takes the next line, without its line feed. Empty ones count for nothing. It is an error if
    /// a line is none of a pairing, or contradicts an earlier one.
    pub fn line(&mut self, line: &[u8]) -> Result<(), GatherError> {
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
            Some((other, ..)) if *other == pairing => self.doubles.push(self.lines),
            Some(&(_, first, _)) => return Err(LineError::Contradiction { first, dice }),
            None => {
                self.pairings.insert(dice, (pairing, self.lines, part));
            }
        }
        Ok(())
    }

    /// Whether a line is of the same tournament as those before it.
    fn check(&mut self, record: &Record) -> Result<(), LineError> {
        let here = record.origin;
        let &mut (there, first) = self.origin.get_or_insert((here, self.lines));
        let both = |text: fn(Origin) -> String| [here, there].map(text);
        for (what, texts) in [
            ("das Regelwerk", both(|one| one.rules.to_string())),
            ("die Saat", both(|one| one.seed.to_string())),
            ("die Anzahl der Spiele", both(|one| one.games.to_string())),
            ("die Anzahl der Würfel", both(|one| one.dice.to_string())),
        ] {
            if !texts.iter().all_equal() {
                let texts = Excerpt::of_different(texts.each_ref().map(String::as_str));
                return Err(LineError::Differs(first, what.to_string(), texts));
            }
        }
        for (die, own) in record.numbers.into_iter().zip(&record.dice) {
            let known = self.dice.entry(die);
            let (other, first) = known.or_insert_with(|| (own.clone(), self.lines));
            if other != own {
                let what = format!("der Würfel {}:", die + 1);
                let texts = [own, &*other].map(Die::to_string);
                let texts = Excerpt::of_different(texts.each_ref().map(String::as_str));
                return Err(LineError::Differs(*first, what, texts));
            }
        }
        Ok(())
    }

    /// What all lines have in common, and the dice in file order. It is an error if there is
    /// nothing, or a pairing is missing.
    pub fn whole(&self) -> Result<(Origin, Vec<Die>), GatherError> {
        let (origin, _) = self.origin.ok_or(GatherError::Empty)?;
        let all = pairings(origin.dice);
        let missing = all - self.pairings.len() as u64;
        if missing > 0 {
            let absent = (0..origin.dice).array_combinations();
            let absent = absent.filter(|pairing| !self.pairings.contains_key(pairing));
            let names = absent.map(|[one, other]| format!("{}-{}", one + 1, other + 1));
            let who = join_first(names, missing as usize, NAMED);
            return Err(GatherError::Missing { missing, all, who });
        }
        let dice = self.dice.values().map(|(die, _)| die.clone());
        Ok((origin, dice.collect()))
    }

    /// Each line once, in the order of the pairings.
    pub fn records(&self, origin: Origin, dice: &[Die]) -> impl Iterator<Item = Record> {
        let all = self.pairings.iter();
        all.map(move |(&numbers, &(pairing, _, part))| Record {
            origin,
            part,
            numbers,
            dice: numbers.map(|die| dice[die].clone()),
            pairing,
        })
    }

    /// Checks that only dice win that can.
    pub fn check_wins(&self, competitors: &Competitors) -> Result<(), GatherError> {
        for (dice, &(pairing, line, _)) in &self.pairings {
            for (seat, &die) in dice.iter().enumerate() {
                if pairing.tally().won_by(seat) > 0 && !competitors.can_win[die] {
                    return Err(GatherError::Line(line, LineError::Impossible(die)));
                }
            }
        }
        Ok(())
    }

    /// Pairings to be played again: so many per cent of all, or if nothing is said one. Which ones
    /// they are follows from the seed, like chance.
    pub fn sample(&self, seed: u64, percent: Option<f64>) -> Vec<[usize; 2]> {
        let mut all = self.pairings.keys().copied().collect_vec();
        let share = |percent: f64| (percent / 100.0 * all.len() as f64).ceil() as usize;
        let number = percent.map_or(1, share).min(all.len());
        let mut stream = Stream::of_sample(seed);
        for place in 0..number {
            let other = place + stream.below((all.len() - place) as u64) as usize;
            all.swap(place, other);
        }
        all.truncate(number);
        all.sort_unstable();
        all
    }

    /// Checks that games that were played again end as their line says.
    pub fn compare(&self, record: &Record) -> Result<(), GatherError> {
        let (pairing, line, _) = self.pairings[&record.numbers];
        if pairing == record.pairing {
            return Ok(());
        }
        Err(GatherError::Line(line, LineError::Refuted(record.numbers)))
    }
}
