//! Puts the lines of pairings together.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use itertools::Itertools;
use thiserror::Error;

use super::record::{LineError, MARK, Origin, Record};
use crate::dice::Die;
use crate::text::Excerpt;
use crate::tournament::rounds::count_rounds;
use crate::tournament::{Pairing, Scoring};

/// So many missing pairings are named, and the others counted.
const NAMED: usize = 100;

/// Why lines cannot be put together.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GatherError {
    /// A line is wrong.
    #[error("Zeile {line}: {fault}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with the line.
        fault: LineError,
    },
    /// A line is of another tournament.
    #[error("Zeile {line}: {what} {here} passt nicht zu Zeile {first}, dort {there}")]
    Differs {
        /// The number of the line.
        line: usize,
        /// An earlier line that it contradicts.
        first: usize,
        /// What the two lines say differently.
        what: String,
        /// What the line says.
        here: Excerpt,
        /// What the earlier line says.
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
    /// Some pairings are missing.
    #[error("es {verb} {missing} von {all} Paarungen: {names}; gespielt werden sie mit --format paare{}", cut_short(.incomplete), verb = if *.missing == 1 { "fehlt" } else { "fehlen" })]
    Missing {
        /// The number of missing pairings.
        missing: u64,
        /// The number of all pairings.
        all: u64,
        /// The missing pairings, `1-2, 1-3`; many are counted only.
        names: String,
        /// The numbers of lines that are cut short.
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

/// A pairing that was read, and where it stands.
#[derive(Debug)]
struct Seen {
    line: usize,
    fingerprint: u64,
    pairing: Pairing,
    /// The line itself, if it is wanted.
    text: Option<String>,
}

/// Lines that are being put together. The memory for them grows with the square of the number of dice, with
/// the number of dice times that of the rounds, and with the lines if they are kept.
#[derive(Debug)]
pub struct Gathering {
    scoring: Scoring,
    keep: bool,
    /// What all lines have in common, and the number of the first line.
    origin: Option<(Origin, usize)>,
    /// The dice so far, each with the number of the line that names it first.
    dice: BTreeMap<usize, (Die, usize)>,
    seen: BTreeMap<[usize; 2], Seen>,
    /// For each die, what it wins in each round.
    wins: BTreeMap<usize, Vec<u64>>,
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
    /// A gathering before its first line. `scoring` says how games count, and `keep` whether the lines
    /// themselves are kept.
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
        let differs = |what: &str, [here, there]: [String; 2], first| GatherError::Differs {
            line,
            first,
            what: what.into(),
            here: Excerpt::new(&here),
            there: Excerpt::new(&there),
        };
        let texts = |text: fn(&Origin) -> String| [text(&here), text(&there)];
        for (what, texts) in [
            ("das Regelwerk", texts(|origin| origin.rules.name().into())),
            ("die Saat", texts(|origin| origin.seed.to_string())),
            (
                "die Anzahl der Spiele",
                texts(|origin| origin.games.to_string()),
            ),
            (
                "die Anzahl der Würfel",
                texts(|origin| origin.dice.to_string()),
            ),
        ] {
            if texts[0] != texts[1] {
                return Err(differs(what, texts, first));
            }
        }
        for (die, own) in record.pairing.into_iter().zip(&record.dice) {
            match self.dice.get(&die) {
                None => {
                    self.dice.insert(die, (own.clone(), line));
                }
                Some((other, _)) if other == own => {}
                Some((other, first)) => {
                    let faces = [own, other].map(|die| die.faces().iter().join(" "));
                    return Err(differs(&format!("der Würfel {}:", die + 1), faces, *first));
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
