//! The next step of somebody whose program has a bug: where to look for it.

use itertools::Itertools;

use crate::report::remedy::find_wrong_roll;
use judging::diagnose::{ExperimentOutcome, SuspectedBug, Trial, command_for_file_of};
use wuerfelglueck::rules::Rules;

/// Advises what to do about the most likely cause of each impossible result, each step once.
pub(super) fn advise_next_steps(trial: &Trial, rules: &Rules) -> Vec<String> {
    /// More steps than these are not done one after the other.
    const MOST_STEPS: usize = 2;
    let steps = trial.results.iter().filter_map(|result| {
        let ExperimentOutcome::Impossible { suspects, .. } = &result.outcome else {
            return None;
        };
        let file = command_for_file_of(result.title);
        Some(advise(suspects.first().copied(), rules, file))
    });
    steps.unique().take(MOST_STEPS).collect()
}

/// Advises what to do about a bug, or a fault in the form of a list. `command` prints the file that
/// shows it.
fn advise(bug: Option<SuspectedBug>, rules: &Rules, command: Option<String>) -> String {
    let step = match bug {
        None => "die Stelle ansehen, an der das Programm die Liste sortiert und ausgibt",
        Some(
            SuspectedBug::DividedByDice(_)
            | SuspectedBug::DividedByZero
            | SuspectedBug::LargeDivisor,
        ) => {
            "die Formel des Anteils ansehen: Siege durch Spiele dieses Würfels; gegen jeden anderen \
             Würfel der Datei sind es gleich viele Spiele, gegen sich selbst keines"
        }
        Some(SuspectedBug::CountsTwice | SuspectedBug::WinsByFaces) => {
            "ausgeben lassen, wie viele Siege und wie viele Spiele jeder Würfel am Ende hat; alle \
             Siege zusammen sind so viele wie Spiele"
        }
        Some(SuspectedBug::Draws) => "ansehen, was das Programm zählt, wenn niemand gewinnt",
        Some(SuspectedBug::CutOff) => {
            "ansehen, nach wie vielen Würfen ein Spiel endet und was dann zählt; die längsten \
             Spiele haben mehrere tausend Würfe"
        }
        Some(SuspectedBug::Faces | SuspectedBug::EqualFaces | SuspectedBug::TwoDigits) => {
            "das Programm gleich nach dem Lesen die Würfel ausgeben lassen, und für jeden Würfel \
             zählen, wie oft es jede Seite würfelt: In jeder Zeile steht zuerst, wie viele Seiten \
             es sind, dann jede Augenzahl"
        }
        Some(SuspectedBug::SameFile) => {
            "ansehen, welche Datei das Programm öffnet; die Würfel kommen über die \
             Standardeingabe, oder wo {} steht, ihr Name"
        }
        Some(SuspectedBug::WrongDie) => {
            "für eine Paarung ausgeben lassen, welcher Würfel jedes Spiel gewinnt und bei welchem \
             der Sieg gezählt wird"
        }
        Some(SuspectedBug::SamePair | SuspectedBug::NotPlayed | SuspectedBug::LastPairing) => {
            "ausgeben lassen, welche beiden Würfel in jeder Paarung spielen"
        }
        Some(SuspectedBug::LeftOver) => {
            "ansehen, was vor jedem Spiel und vor jeder Paarung auf den Anfang gesetzt wird"
        }
        Some(
            SuspectedBug::OneSeat
            | SuspectedBug::LapLength
            | SuspectedBug::GoalMoves
            | SuspectedBug::LongGoal
            | SuspectedBug::Entering
            | SuspectedBug::WonEarly,
        ) => return advise_to_compare_games(rules, command),
    };
    format!("Nächster Schritt: {step}.{}", describe_file(command))
}

/// Advises to look for the first wrong move by these rules in the file that a command prints.
pub(super) fn advise_to_compare_games(rules: &Rules, command: Option<String>) -> String {
    format!(
        "Nächster Schritt: das Programm einige Spiele Wurf für Wurf aufschreiben lassen, und mit \
         „{}“ den ersten falschen Zug finden.{}",
        find_wrong_roll(Some(*rules), "DATEI"),
        describe_file(command)
    )
}

/// A sentence about the file that a command prints.
fn describe_file(command: Option<String>) -> String {
    command.map_or(String::new(), |command| {
        format!(" Die Datei, an der man es sieht: {command}")
    })
}
