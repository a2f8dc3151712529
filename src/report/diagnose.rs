//! Which rules made some lists: a table and sentences, or JSON.

use std::fmt::{self, Write};

use itertools::Itertools;
use serde_json::{Value, json};

use super::json::{write_field, write_lines, write_program};
use super::table::{Cell, Table};
use crate::diagnose::{Candidate, Diagnosis, Oddity, OddityKind, Trait, Verdict};
use crate::dice::Die;
use crate::text::{MANY, about, enumerated, roughly};
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

impl Diagnosed<'_> {
    /// The faces of a die in a list.
    fn faces(&self, list: usize, die: usize) -> String {
        self.dice[list][die].faces().iter().join(" ")
    }
}

/// A format of diagnoses.
pub type WriteDiagnosed = fn(&mut dyn Write, &Diagnosed) -> fmt::Result;

/// Writes a table of the best candidates, and a verdict in sentences.
pub fn write_text(out: &mut dyn Write, diagnosed: &Diagnosed) -> fmt::Result {
    let row = |candidate: &Candidate| {
        let looks_like = match (diagnosed.games, candidate.most_games) {
            (None, _) => about(candidate.games),
            (Some(_), Some(most)) if most > MANY => "beliebig viele".into(),
            (Some(_), Some(most)) => format!("höchstens {}", about(most)),
            (Some(_), None) => "keine".into(),
        };
        vec![
            Cell::text(candidate.hypothesis),
            Cell::number(format!("{:.2}", candidate.distance)),
            Cell::number(looks_like),
        ]
    };
    let table = Table {
        columns: vec!["Regeln", "Abweichung", "Spiele je Paarung"],
        rows: diagnosed.diagnosis.candidates.iter().map(row).collect(),
    };
    let mut lines = table.aligned(0);
    lines.push(String::new());
    lines.extend(sentences(diagnosed));
    writeln!(out, "{}", lines.iter().format("\n"))
}

/// The verdict.
fn sentences(diagnosed: &Diagnosed) -> Vec<String> {
    let diagnosis = diagnosed.diagnosis;
    let best = &diagnosis.candidates[0];
    let equal = &diagnosis.candidates[..diagnosis.equal];
    let described = described(diagnosis);
    let mut said = match diagnosis.verdict {
        Verdict::Found => {
            let like = match diagnosed.games {
                None => format!(" wie bei {} Spielen je Paarung", roughly(best.games)),
                Some(games) => format!(", wie sie es bei {games} Spielen je Paarung sollen"),
            };
            vec![
                format!("Am besten passt {described}."),
                format!("Die Anteile streuen so{like}."),
            ]
        }
        Verdict::TooFewGames => {
            let games = equal.iter().map(|one| one.games);
            let least = games.clone().fold(best.games, f64::min);
            let range = match [least, games.fold(best.games, f64::max)].map(about) {
                [least, most] if least != most => {
                    format!("{least} bis {most} Spielen je Paarung, je nach Regelwerk")
                }
                _ => format!("{} Spielen je Paarung", roughly(least)),
            };
            vec![
                format!(
                    "Für ein Urteil sind es zu wenige Spiele: Die Anteile streuen so wie bei {range}. Mit einigen \
                     tausend ließe sich mehr sagen."
                ),
                format!("Am nächsten liegt {described}."),
            ]
        }
        Verdict::Nothing => vec![
            format!(
                "Nichts passt gut: die nächste ist {described}; das Programm weicht auf andere Weise ab{}.",
                furthest(diagnosed)
            ),
            why_nothing(best, diagnosed.games),
        ],
    };
    if let [_, others @ ..] = equal
        && !others.is_empty()
    {
        let names = others.iter().map(|other| other.hypothesis);
        said.push(format!(
            "Ebenso gut passen: {}; mit diesen Listen sind sie nicht zu unterscheiden.",
            names.format(", ")
        ));
    }
    let name = diagnosis.expected.hypothesis;
    if name != best.hypothesis && diagnosis.verdict == Verdict::Found {
        said.push(match diagnosis.expected.most_games.map(about) {
            _ if diagnosis.is_expected => format!("Auch {name} ist damit nicht ausgeschlossen."),
            Some(most) => {
                format!("Das Regelwerk {name} passte nur zu höchstens {most} Spielen je Paarung.")
            }
            None => format!("Das Regelwerk {name} passt zu keiner Zahl von Spielen je Paarung."),
        });
    }
    let oddities = diagnosis.oddities.iter();
    said.extend(oddities.map(|oddity| format!("{}.", told(oddity, diagnosed))));
    said
}

/// The best candidate, what could be added to it, and what its deviations mean.
fn described(diagnosis: &Diagnosis) -> String {
    let best = diagnosis.candidates[0].hypothesis;
    let also = match &diagnosis.invisible[..] {
        [] => String::new(),
        invisible => format!(", auch mit {}", enumerated(invisible, "oder")),
    };
    let meanings = best.traits().map(Trait::meaning).join("; ");
    let colon = if meanings.is_empty() { "" } else { ": " };
    format!("{best}{also}{colon}{meanings}")
}

/// Why the best candidate does not fit.
fn why_nothing(best: &Candidate, games: Option<u64>) -> String {
    match (games, best.most_games.map(about)) {
        (_, None) => "Zu ihr passen die Anteile bei keiner Zahl von Spielen je Paarung.".into(),
        (Some(games), Some(most)) => format!(
            "Zu ihr passten die Anteile nur bei höchstens {most} statt {games} Spielen je Paarung."
        ),
        (None, Some(most)) => format!(
            "Zu ihr passten die Anteile nur bei höchstens {most} Spielen je Paarung, sind aber keine Vielfachen, wie so \
             wenige Spiele sie ergeben (außer die Paarungen haben verschieden viele)."
        ),
    }
}

/// The die that is furthest off in any list, in brackets.
fn furthest(diagnosed: &Diagnosed) -> String {
    let oddities = diagnosed.diagnosis.oddities.iter();
    let off = oddities.filter_map(|oddity| match oddity.kind {
        OddityKind::Furthest {
            die,
            shown,
            expected,
        } => Some(((shown - expected).abs(), oddity.list, die)),
        _ => None,
    });
    let furthest = off.max_by(|one, other| one.0.total_cmp(&other.0));
    furthest.map_or_else(String::new, |(_, list, die)| {
        format!(" (Würfel {})", diagnosed.faces(list, die))
    })
}

/// An oddity, in a sentence without its point.
fn told(oddity: &Oddity, diagnosed: &Diagnosed) -> String {
    let faces = |die: usize| diagnosed.faces(oddity.list, die);
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let what = match oddity.kind {
        OddityKind::Missing(die) => format!("der Würfel {} fehlt", faces(die)),
        OddityKind::TooMuch(part) => format!(
            "die Anteile sind zusammen {part:.2}-mal so viel, wie es sein können: jede Paarung gibt höchstens 100%"
        ),
        OddityKind::UpsideDown => "die Rangfolge steht auf dem Kopf".into(),
        OddityKind::WinsWithoutSix(die, share) => format!(
            "der Würfel {} gewinnt {}, obwohl er ohne 6 nie eine zweite Figur einsetzen kann",
            faces(die),
            percent(share)
        ),
        OddityKind::Furthest {
            die,
            shown,
            expected,
        } => format!(
            "am weitesten daneben liegt der Würfel {} mit {} statt {}",
            faces(die),
            percent(shown),
            percent(expected)
        ),
    };
    format!("{}: {what}", diagnosed.files[oddity.list])
}

/// Writes one JSON object, in which each candidate has a line of its own.
pub fn write_json(out: &mut dyn Write, diagnosed: &Diagnosed) -> fmt::Result {
    let diagnosis = diagnosed.diagnosis;
    let verdict = match diagnosis.verdict {
        Verdict::Found => "gefunden",
        Verdict::TooFewGames => "zu wenige Spiele",
        Verdict::Nothing => "nichts passt",
    };
    let invisible = diagnosis.invisible.iter().map(ToString::to_string);
    let oddities = diagnosis.oddities.iter().map(|oddity| {
        json!({
            "datei": diagnosed.files[oddity.list],
            "text": told(oddity, diagnosed),
        })
    });
    writeln!(out, "{{")?;
    write_program(out)?;
    write_field(out, "dateien", diagnosed.files)?;
    write_field(out, "saat", &diagnosed.seed)?;
    write_field(out, "gespielt", &diagnosed.games)?;
    write_field(out, "urteil", verdict)?;
    write_field(out, "passt", &diagnosis.is_expected)?;
    write_field(out, "erwartet", &candidate(&diagnosis.expected))?;
    write_field(out, "gleich_gut", &diagnosis.equal)?;
    write_field(out, "nicht_zu_sehen", &invisible.collect_vec())?;
    write_lines(
        out,
        "kandidaten",
        diagnosis.candidates.iter().map(candidate),
    )?;
    writeln!(out, ",")?;
    write_lines(out, "auffaellig", oddities)?;
    writeln!(out, "\n}}")
}

fn candidate(one: &Candidate) -> Value {
    // Logarithms are not the same everywhere in the last digits.
    let rounded = |value: f64, unit: f64| (value * unit).round() / unit;
    let most = one.most_games.unwrap_or(0.0);
    json!({
        "regeln": one.hypothesis.rules.to_string(),
        "wertung": match one.hypothesis.scoring {
            Scoring::Wins => "siege",
            Scoring::Points => "punkte",
        },
        "abweichung": rounded(one.distance, 1e4),
        "spiele_je_paarung": one.games.round() as u64,
        "hoechstens_spiele": (most <= MANY).then(|| most.round() as u64),
        "log_likelihood": rounded(one.likelihood, 1e2),
        "log_likelihood_mit_abzug": rounded(one.score, 1e2),
    })
}
