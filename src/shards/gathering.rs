//! Puts the lines of pairings together.

use std::collections::BTreeMap;

use itertools::Itertools;
use thiserror::Error;

use super::record::{LONGEST_LINE, LineError, MARK, Origin, Record};
use crate::allocation;
use crate::dice::Die;
use crate::stream::Stream;
use crate::text::{Excerpt, without_mark};
use crate::tournament::{Competitors, Pairing, pairings, place};

/// So many missing pairings are named, and the others counted.
const NAMED: usize = 100;
/// So many lines that are cut short or repeated are borne, and ten more for each pairing. This ends input that
/// does not end by itself.
const MOST_USELESS: usize = 1_000_000;
/// Why lines cannot be put together.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum GatherError {
    #[error("Zeile {line}: {fault}")]
    Line { line: usize, fault: LineError },
    #[error("Zeile {line}: {what} {here} passt nicht zu Zeile {first}, dort {there}")]
    Differs {
        line: usize,
        first: usize,
        what: String,
        here: Excerpt,
        there: Excerpt,
    },
    #[error(
        "Zeile {line}: die Paarung {}-{} hat andere Ergebnisse als in Zeile {first}; eine der beiden \
         Zeilen löschen",
        .pairing[0] + 1, .pairing[1] + 1
    )]
    Contradiction {
        line: usize,
        first: usize,
        pairing: [usize; 2],
    },
    #[error("Zeile {line}: der Würfel {} gewinnt, kann aber nie gewinnen; die Zeile ist falsch, bitte die Paarung noch einmal spielen", .die + 1)]
    Impossible { line: usize, die: usize },
    #[error(
        "Zeile {line}: die Paarung {}-{} hat, noch einmal gespielt, andere Ergebnisse; alles von dem \
         Rechner, der diese Zeile schrieb, ist zweifelhaft",
        .pairing[0] + 1, .pairing[1] + 1
    )]
    Refuted { line: usize, pairing: [usize; 2] },
    #[error(
        "fast alle Zeilen bis Zeile {0} sind unvollständig oder wiederholt; bitte andere Eingabe"
    )]
    Useless(usize),
    #[error(
        "die Eingabe hat keine vollständige Zeile; erwartet sind die Zeilen, die „wuerfelglueck \
         --format paare“ schreibt{}",
        cut_short(.0)
    )]
    Empty(Vec<usize>),
    #[error("es {verb} {missing} von {all} Paarungen: {names}; gespielt werden sie mit --format paare{}", cut_short(.incomplete), verb = if *.missing == 1 { "fehlt" } else { "fehlen" })]
    Missing {
        missing: u64,
        all: u64,
        names: String,
        incomplete: Vec<usize>,
    },
}

/// What the message that something is missing says of lines that are cut short.
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

/// Where a pairing was read: the number of the line, and the line itself, if it is wanted.
type Seen = (usize, Option<String>);

/// Lines that are being put together. The memory for them grows with the square of the number of dice, and with the lines
/// if they are kept.
#[derive(Debug, Default)]
pub struct Gathering {
    keep: bool,
    /// The number of lines so far.
    lines: usize,
    /// What all lines have in common, and the number of the first line.
    origin: Option<(Origin, usize)>,
    /// The dice so far, each with the number of the line that names it first.
    dice: BTreeMap<usize, (Die, usize)>,
    seen: BTreeMap<[usize; 2], (Pairing, Seen)>,
    /// The numbers of lines that repeat an earlier one.
    doubles: Vec<usize>,
    /// The numbers of lines that are cut short.
    incomplete: Vec<usize>,
}

/// All games of a tournament.
#[derive(Debug)]
pub struct Gathered {
    /// What all lines have in common.
    pub origin: Origin,
    /// The dice in file order.
    pub dice: Vec<Die>,
    /// All pairings in lexicographic order.
    pub pairings: Vec<Pairing>,
    /// For each pairing, where it was read.
    seen: Vec<Seen>,
    /// The numbers of lines that repeat an earlier one.
    pub doubles: Vec<usize>,
    /// The numbers of lines with something that was cut short.
    pub incomplete: Vec<usize>,
}

impl Gathering {
    /// A gathering before its first line. `keep` says whether the lines themselves are kept.
    pub fn new(keep: bool) -> Gathering {
        Gathering {
            keep,
            ..Gathering::default()
        }
    }

    /// Takes the next line, without its line feed. Empty ones count for nothing.
    ///
    /// # Errors
    ///
    /// If it is no line of a pairing, or contradicts an earlier one.
    pub fn line(&mut self, line: &[u8]) -> Result<(), GatherError> {
        self.lines += 1;
        let number = self.lines;
        let wrong = |fault| GatherError::Line {
            line: number,
            fault,
        };
        let useless = self.incomplete.len() + self.doubles.len();
        if useless > MOST_USELESS + 10 * self.seen.len() {
            return Err(GatherError::Useless(number));
        }
        if line.len() > LONGEST_LINE {
            return Err(wrong(LineError::TooLong));
        }
        allocation::ensure(2 * line.len());
        allocation::reserve(&mut self.incomplete, 1);
        allocation::reserve(&mut self.doubles, 1);
        let line = without_mark(line);
        let Ok(line) = str::from_utf8(line) else {
            let shown = String::from_utf8_lossy(&line[..line.len().min(100)]);
            return Err(wrong(LineError::Foreign(Excerpt::new(&shown))));
        };
        let line = line.trim_end_matches('\r');
        if line.trim().is_empty() {
            return Ok(());
        }
        // Behind what a killed process began to write there may be a whole line.
        let start = line.rfind(MARK).unwrap_or(0);
        let record: Record = match line[start..].parse() {
            Err(LineError::Incomplete) => {
                self.incomplete.push(number);
                return Ok(());
            }
            record => record.map_err(wrong)?,
        };
        if start > 0 {
            self.incomplete.push(number);
        }
        self.check(number, &record)?;
        let (pairing, dice) = (record.pairing, record.numbers);
        match self.seen.get(&dice) {
            Some((other, _)) if *other == pairing => self.doubles.push(number),
            Some(&(_, (first, _))) => {
                return Err(GatherError::Contradiction {
                    line: number,
                    first,
                    pairing: dice,
                });
            }
            None => {
                let text = self.keep.then(|| line[start..].to_string());
                self.seen.insert(dice, (pairing, (number, text)));
            }
        }
        Ok(())
    }

    /// Whether a line is of the same tournament as those before it.
    fn check(&mut self, line: usize, record: &Record) -> Result<(), GatherError> {
        let differs = |what: String, here: &str, there: &str, first| GatherError::Differs {
            line,
            first,
            what,
            here: Excerpt::new(here),
            there: Excerpt::new(there),
        };
        let here = &record.origin;
        let &mut (ref there, first) = self.origin.get_or_insert((*here, line));
        let texts = |origin: &Origin| {
            [
                ("das Regelwerk", origin.rules.to_string()),
                ("die Saat", origin.seed.to_string()),
                ("die Anzahl der Spiele", origin.games.to_string()),
                ("die Anzahl der Würfel", origin.dice.to_string()),
            ]
        };
        for ((what, here), (_, there)) in texts(here).iter().zip(&texts(there)) {
            if here != there {
                return Err(differs(what.to_string(), here, there, first));
            }
        }
        for (die, own) in record.numbers.into_iter().zip(&record.dice) {
            let (other, first) = self.dice.entry(die).or_insert_with(|| (own.clone(), line));
            if other != own {
                let [here, there] = [own, other].map(|die| die.faces().iter().join(" "));
                let what = format!("der Würfel {}:", die + 1);
                return Err(differs(what, &here, &there, *first));
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
        let all = pairings(origin.dice);
        let missing = all - self.seen.len() as u64;
        if missing > 0 {
            return Err(GatherError::Missing {
                missing,
                all,
                names: self.names(origin.dice, missing),
                incomplete: self.incomplete,
            });
        }
        let (pairings, seen) = self.seen.into_values().unzip();
        Ok(Gathered {
            origin,
            dice: self.dice.into_values().map(|(die, _)| die).collect(),
            pairings,
            seen,
            doubles: self.doubles,
            incomplete: self.incomplete,
        })
    }

    /// The first of the missing pairings, and how many more there are.
    fn names(&self, dice: usize, missing: u64) -> String {
        let pairings = (0..dice).array_combinations();
        let absent = pairings.filter(|pairing| !self.seen.contains_key(pairing));
        let named = absent.take(NAMED);
        let named = named.map(|[one, other]| format!("{}-{}", one + 1, other + 1));
        let named = named.collect_vec().join(", ");
        match missing.saturating_sub(NAMED as u64) {
            0 => named,
            more => format!("{named} und {more} weitere"),
        }
    }
}

impl Gathered {
    /// The lines in the order of the pairings, if they were to be kept.
    pub fn lines(&self) -> Vec<&str> {
        let texts = self.seen.iter().map(|(_, text)| text.as_deref());
        texts.flatten().collect()
    }

    /// Checks that only dice win that can.
    ///
    /// # Errors
    ///
    /// If a die has won that never can.
    pub fn check_wins(&self, competitors: &Competitors) -> Result<(), GatherError> {
        let all = (0..self.dice.len()).array_combinations::<2>();
        for ((dice, pairing), &(line, _)) in all.zip(&self.pairings).zip(&self.seen) {
            for (seat, die) in dice.into_iter().enumerate() {
                if pairing.tally().won_by(seat) > 0 && !competitors.can_win[die] {
                    return Err(GatherError::Impossible { line, die });
                }
            }
        }
        Ok(())
    }

    /// Pairings to be played again: so many per cent of all, or if nothing is said one. Which ones they are follows from the seed,
    /// like chance.
    pub fn sample(&self, percent: Option<f64>) -> Vec<[usize; 2]> {
        let mut all = (0..self.dice.len()).array_combinations().collect_vec();
        let share = |percent: f64| (percent / 100.0 * all.len() as f64).ceil() as usize;
        let number = percent.map_or(1, share).min(all.len());
        let mut stream = Stream::of_sample(self.origin.seed);
        for place in 0..number {
            let other = place + stream.below((all.len() - place) as u64) as usize;
            all.swap(place, other);
        }
        all.truncate(number);
        all.sort_unstable();
        all
    }

    /// Compares games that were played again with what their line says.
    ///
    /// # Errors
    ///
    /// If they end differently.
    pub fn compare(&self, record: &Record) -> Result<(), GatherError> {
        let pairing = record.numbers;
        let place = place(self.dice.len(), pairing);
        if self.pairings[place] == record.pairing {
            return Ok(());
        }
        let (line, _) = self.seen[place];
        Err(GatherError::Refuted { line, pairing })
    }
}
