//! Which rules made some lists: a table and sentences, or JSON.

use std::fmt::{self, Write};

use itertools::{Itertools, MinMaxResult};
use serde::Serialize;

use super::json::{write_field, write_lines, write_program};
use crate::diagnose::{Candidate, Diagnosis, Hypothesis, Oddity, OddityKind, Verdict};
use crate::dice::Die;
use crate::text::{MANY, about, roughly};
use crate::tournament::Scoring;

/// A diagnosis, and what it is about.
#[derive(Debug)]
pub struct Diagnosed<'a> {
    /// What was found.
    pub diagnosis: &'a Diagnosis,
    /// The names of the dice files.
    pub files: &'a [String],
    /// Their dice.
    pub dice: &'a [Vec<Die>],
    /// The number of games per pairing of the lists, if that was said.
    pub games: Option<u64>,
    /// The seed of the games that the lists were compared with.
    pub seed: u64,
}

/// A format of diagnoses.
pub type WriteDiagnosed = fn(&mut dyn Write, &Diagnosed) -> fmt::Result;

/// The headings of the table.
const HEADINGS: [&str; 3] = ["Regeln", "Abweichung", "Spiele je Paarung"];

/// Writes a table of the best candidates, and a verdict in sentences.
pub fn write_text(out: &mut dyn Write, diagnosed: &Diagnosed) -> fmt::Result {
    let diagnosis = diagnosed.diagnosis;
    let name = |candidate: &Candidate| candidate.hypothesis.to_string();
    let names = diagnosis.candidates.iter().map(|one| name(one).len());
    let width = names.chain([HEADINGS[0].len()]).max().unwrap_or(0);
    let [rules, distance, games] = HEADINGS;
    writeln!(out, "{rules:width$}  {distance}  {games}")?;
    for candidate in &diagnosis.candidates {
        let distance = format!("{:.2}", candidate.distance);
        let looks_like = match diagnosed.games {
            None => about(candidate.games),
            Some(_) => match candidate.most_games {
                Some(most) if most > MANY => "beliebig viele".into(),
                Some(most) => format!("höchstens {}", about(most)),
                None => "keine".into(),
            },
        };
        writeln!(
            out,
            "{:width$}  {distance:>10}  {looks_like:>17}",
            name(candidate)
        )?;
    }
    writeln!(out)?;
    let sentences = sentences(diagnosed);
    sentences
        .iter()
        .try_for_each(|sentence| writeln!(out, "{sentence}"))
}

/// The verdict.
fn sentences(diagnosed: &Diagnosed) -> Vec<String> {
    let Diagnosed {
        diagnosis, games, ..
    } = diagnosed;
    let best = &diagnosis.candidates[0];
    let mut said = Vec::new();
    match diagnosis.verdict {
        Verdict::Found => {
            said.push(format!("Am besten passt {}.", described(diagnosis)));
            said.push(match games {
                None => format!(
                    "Die Anteile streuen so wie bei {} Spielen je Paarung.",
                    roughly(best.games)
                ),
                Some(games) => {
                    format!(
                        "Die Anteile streuen so, wie sie es bei {games} Spielen je Paarung sollen."
                    )
                }
            });
        }
        Verdict::TooFewGames => {
            let equal = diagnosis.candidates[..diagnosis.equal].iter();
            let [least, most] = match equal.map(|one| one.games).minmax() {
                MinMaxResult::MinMax(least, most) => [least, most],
                _ => [best.games; 2],
            };
            let range = match [least, most].map(about) {
                [least, most] if least != most => {
                    format!("{least} bis {most} Spielen je Paarung, je nach Regelwerk")
                }
                _ => format!("{} Spielen je Paarung", roughly(least)),
            };
            said.push(format!(
                "Für ein Urteil sind es zu wenige Spiele: Die Anteile streuen so wie bei {range}. Mit einigen tausend \
                 ließe sich mehr sagen."
            ));
            said.push(format!("Am nächsten liegt {}.", described(diagnosis)));
        }
        Verdict::Nothing => {
            said.push(format!(
                "Nichts passt gut: die nächste ist {}; das Programm weicht auf andere Weise ab{}.",
                described(diagnosis),
                named_oddity(diagnosed)
            ));
            said.push(why_nothing(best, *games));
        }
    }
    if let [_, others @ ..] = &diagnosis.candidates[..diagnosis.equal]
        && !others.is_empty()
        && diagnosis.verdict != Verdict::Nothing
    {
        let names = others.iter().map(|other| other.hypothesis.to_string());
        said.push(format!(
            "Ebenso gut passen: {}; mit diesen Listen sind sie nicht zu unterscheiden.",
            names.format(", ")
        ));
    }
    let expected = &diagnosis.expected;
    if expected.hypothesis != best.hypothesis && diagnosis.verdict == Verdict::Found {
        let name = expected.hypothesis;
        said.push(match (diagnosis.is_expected, expected.most_games) {
            (true, _) => format!("Auch {name} ist damit nicht ausgeschlossen."),
            (false, Some(most)) => format!(
                "{} passte nur zu höchstens {} Spielen je Paarung.",
                capital(&regeln(name)),
                about(most)
            ),
            (false, None) => format!(
                "{} passt zu keiner Zahl von Spielen je Paarung.",
                capital(&regeln(name))
            ),
        });
    }
    let oddities = diagnosis.oddities.iter();
    said.extend(oddities.map(|oddity| format!("{}.", told(oddity, diagnosed))));
    said
}

/// A rule set with an article.
fn regeln(hypothesis: Hypothesis) -> String {
    format!("das Regelwerk {hypothesis}")
}

/// The text with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The best candidate, what could be added to it, and what its deviations mean.
fn described(diagnosis: &Diagnosis) -> String {
    let best = diagnosis.candidates[0].hypothesis;
    let also = match &diagnosis.invisible[..] {
        [] => String::new(),
        [one] => format!(", auch mit {one}"),
        [more @ .., last] => format!(", auch mit {} oder {last}", more.iter().format(", ")),
    };
    let meanings = best.traits().map(|one| one.meaning()).collect_vec();
    match meanings.is_empty() {
        true => format!("{best}{also}"),
        false => format!("{best}{also}: {}", meanings.iter().format("; ")),
    }
}

/// Why the best candidate does not fit.
fn why_nothing(best: &Candidate, games: Option<u64>) -> String {
    match (games, best.most_games) {
        (_, None) => "Zu ihr passen die Anteile bei keiner Zahl von Spielen je Paarung.".into(),
        (Some(games), Some(most)) => format!(
            "Zu ihr passten die Anteile nur bei höchstens {} statt {games} Spielen je Paarung.",
            about(most)
        ),
        (None, Some(most)) => format!(
            "Zu ihr passten die Anteile nur bei höchstens {} Spielen je Paarung, sind aber keine Vielfachen, wie so \
             wenige Spiele sie ergeben (außer die Paarungen haben verschieden viele).",
            about(most)
        ),
    }
}

/// The die that is furthest off, in brackets.
fn named_oddity(diagnosed: &Diagnosed) -> String {
    let off = diagnosed
        .diagnosis
        .oddities
        .iter()
        .filter_map(|oddity| match oddity.kind {
            OddityKind::Furthest {
                die,
                shown,
                expected,
            } => Some(((shown - expected).abs(), oddity.list, die)),
            _ => None,
        });
    let furthest = off.max_by(|one, other| one.0.total_cmp(&other.0));
    furthest.map_or_else(String::new, |(_, list, die)| {
        let faces = diagnosed.dice[list][die].faces().iter().format(" ");
        format!(" (Würfel {faces})")
    })
}

/// An oddity, in a sentence without its point.
fn told(oddity: &Oddity, diagnosed: &Diagnosed) -> String {
    let file = &diagnosed.files[oddity.list];
    let faces = |die: usize| diagnosed.dice[oddity.list][die].faces().iter().format(" ");
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let what = match &oddity.kind {
        OddityKind::Missing(die) => format!("der Würfel {} fehlt", faces(*die)),
        OddityKind::TooMuch(part) => format!(
            "die Anteile sind zusammen {part:.2}-mal so viel, wie es sein können: jede Paarung gibt höchstens 100%"
        ),
        OddityKind::UpsideDown => "die Rangfolge steht auf dem Kopf".into(),
        OddityKind::WinsWithoutSix(die, share) => format!(
            "der Würfel {} gewinnt {}, obwohl er ohne 6 nie eine zweite Figur einsetzen kann",
            faces(*die),
            percent(*share)
        ),
        OddityKind::Furthest {
            die,
            shown,
            expected,
        } => format!(
            "am weitesten daneben liegt der Würfel {} mit {} statt {}",
            faces(*die),
            percent(*shown),
            percent(*expected)
        ),
    };
    format!("{file}: {what}")
}

/// A number with so many digits behind the point: logarithms are not the same everywhere in the last ones.
fn rounded(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

/// A candidate as JSON.
#[derive(Serialize)]
struct Kandidat {
    regeln: String,
    wertung: &'static str,
    abweichung: f64,
    spiele_je_paarung: u64,
    hoechstens_spiele: Option<u64>,
    log_likelihood: f64,
    log_likelihood_mit_abzug: f64,
}

impl Kandidat {
    fn new(candidate: &Candidate) -> Kandidat {
        let Hypothesis { rules, scoring } = candidate.hypothesis;
        Kandidat {
            regeln: rules.to_string(),
            wertung: match scoring {
                Scoring::Wins => "siege",
                Scoring::Points => "punkte",
            },
            abweichung: rounded(candidate.distance, 4),
            spiele_je_paarung: candidate.games.round() as u64,
            hoechstens_spiele: match candidate.most_games {
                None => Some(0),
                Some(most) if most > MANY => None,
                Some(most) => Some(most.round() as u64),
            },
            log_likelihood: rounded(candidate.likelihood, 2),
            log_likelihood_mit_abzug: rounded(candidate.score, 2),
        }
    }
}

/// Something plain to see as JSON.
#[derive(Serialize)]
struct Auffaellig {
    datei: String,
    text: String,
}

/// Writes one JSON object, in which each candidate has a line of its own.
pub fn write_json(out: &mut dyn Write, diagnosed: &Diagnosed) -> fmt::Result {
    let diagnosis = diagnosed.diagnosis;
    writeln!(out, "{{")?;
    write_program(out)?;
    write_field(out, "dateien", diagnosed.files)?;
    write_field(out, "saat", &diagnosed.seed)?;
    write_field(out, "gespielt", &diagnosed.games)?;
    let verdict = match diagnosis.verdict {
        Verdict::Found => "gefunden",
        Verdict::TooFewGames => "zu wenige Spiele",
        Verdict::Nothing => "nichts passt",
    };
    write_field(out, "urteil", verdict)?;
    write_field(out, "passt", &diagnosis.is_expected)?;
    write_field(out, "erwartet", &Kandidat::new(&diagnosis.expected))?;
    write_field(out, "gleich_gut", &diagnosis.equal)?;
    let invisible = diagnosis
        .invisible
        .iter()
        .map(ToString::to_string)
        .collect_vec();
    write_field(out, "nicht_zu_sehen", &invisible)?;
    write_lines(
        out,
        "kandidaten",
        diagnosis.candidates.iter().map(Kandidat::new),
    )?;
    writeln!(out, ",")?;
    let oddities = diagnosis.oddities.iter().map(|oddity| Auffaellig {
        datei: diagnosed.files[oddity.list].clone(),
        text: told(oddity, diagnosed),
    });
    write_lines(out, "auffaellig", oddities)?;
    writeln!(out, "\n}}")
}
