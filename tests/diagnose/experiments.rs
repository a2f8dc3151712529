//! Experiments with programs: right ones of every rule set, and those with a bug.

use std::cell::RefCell;
use std::collections::HashMap;

use wuerfelglueck::check::ReadOptions;
use wuerfelglueck::check::list::{self, List};
use wuerfelglueck::diagnose::Hypothesis;
use wuerfelglueck::diagnose::experiments::{Trial, experiment};

use super::up_to_one;
use crate::prelude::*;
use crate::support::boards::programs::{self, Bug, Program};
use crate::support::{self};

/// What experiments show of a program that prints such a list for dice, given the number of the run.
fn tried(print: impl Fn(&[Die], u64) -> String) -> Trial {
    let mut run = 0;
    let trial = experiment(|_, dice| {
        run += 1;
        let list: Result<List, String> =
            list::as_printed(print(dice, run).as_bytes(), dice, ReadOptions::default())
                .map_err(|fault| fault.to_string());
        Ok::<_, ()>(list)
    });
    trial.unwrap()
}

/// A program of these rules, which knows the tables of dice that it was given before.
struct Right {
    made_by: Hypothesis,
    tables: RefCell<HashMap<Vec<Vec<u32>>, Tables>>,
}

impl Right {
    /// The list of these dice. Faces that the rules do not know are the largest that they do, which moves nothing into a
    /// goal, either.
    fn list(&self, dice: &[Die], games: u64, seed: u64) -> String {
        let Hypothesis { rules, scoring } = self.made_by;
        let known = |&face: &u32| face.min(rules.most_face());
        let faces = |die: &Die| die.faces().iter().map(known).collect_vec();
        let file = dice.iter().map(faces).collect_vec();
        let mut tables = self.tables.borrow_mut();
        let tables = tables.entry(file).or_insert_with_key(|file| {
            let dice = file.iter().cloned().map(support::die).collect_vec();
            all_tables(&dice, rules)
        });
        let shares = fast_shares(tables, dice.len(), scoring, games, seed);
        programs::list(dice, &shares, 2)
    }
}

/// Right programs of every rule set pass all experiments: 200 runs of each with EFFORT=200, of every third without. The range of
/// their numbers of games holds the true one, but for one run in 500.
#[test]
fn right_programs_pass() {
    let rule_sets = up_to_one()
        .into_iter()
        .step_by(by_effort(3, 1))
        .collect_vec();
    let runs = rule_sets.len() as u64 * effort();
    let misses = rule_sets.into_par_iter().map(|made_by| {
        let program = Right {
            made_by,
            tables: RefCell::default(),
        };
        let misses = (0..effort()).filter(|&run| {
            let games = [400, 1_000][run as usize % 2];
            let trial = tried(|dice, number| program.list(dice, games, run << 8 | number));
            assert!(trial.holds(), "{made_by}, run {run}: {trial:#?}");
            let [least, most] = trial.games.unwrap();
            !(least..most).contains(&(games as f64))
        });
        misses.count() as u64
    });
    let misses: u64 = misses.sum();
    assert!(misses <= runs.div_ceil(100), "{misses} of {runs}");
}

/// A bug, and a part of the sentence that names it. What is left out holds for both seats, so that no experiment sees it.
const NAMED: [(Bug, &str); 19] = [
    (Bug::FirstSeatCaptures, "nur für einen der beiden Spieler"),
    (Bug::FirstTwoDice, "immer dieselben beiden Würfel"),
    (Bug::SidesAreAFace, "die Seitenzahl zählt als Augenzahl"),
    (Bug::Divisor, "geteilt wird durch 4 statt durch 3"),
    (Bug::UpsideDown, "zählt für den falschen Würfel"),
    (Bug::WholePercent, "alle Anteile sind ganze Prozent"),
    (Bug::ShortLap, "die Runde ein Feld zu kurz"),
    (Bug::WithoutSixForNobody, "die Paarung wird nicht gespielt"),
    (Bug::LongLap, "die Runde ein Feld zu kurz oder zu lang"),
    (Bug::SecondSeatRollsOnce, "noch einmal würfeln nach einer 6"),
    (Bug::WonWithFirstPiece, "wann gewonnen ist"),
    (Bug::LongGoal, "das Ziel hat zu viele Felder"),
    (Bug::GoalBackwards, "Figuren im Ziel ziehen rückwärts"),
    (Bug::GoalWraps, "oder im Kreis"),
    (Bug::CutOffForBoth, "Spiele werden abgebrochen"),
    (Bug::CutOffForNobody, "Spiele werden abgebrochen"),
    (Bug::WithoutSixWins, "zählt für den falschen Würfel"),
    (Bug::Swapped, "zählt für den falschen Würfel"),
    (Bug::DrawsForSecond, "ein Spiel, das niemand gewinnt"),
];

/// What is said of a program that prints its list like this.
fn said(bug: Option<Bug>, print: impl Fn(String) -> String) -> String {
    let program = Program {
        rules: "offiziell",
        bug,
        points: false,
    };
    let trial = tried(|dice, run| print(program.list(dice, 400, run)));
    let failing = trial.tried.iter();
    let failing =
        failing.filter_map(|(title, came)| Some(format!("{title}: {}\n", came.as_ref().err()?)));
    failing.collect()
}

/// Bugs are named by an experiment; the first eight of them without EFFORT.
#[test]
fn bugs_are_named() {
    NAMED[..by_effort(8, NAMED.len())]
        .par_iter()
        .for_each(|&(bug, part)| {
            let said = said(Some(bug), |list| list);
            assert!(said.contains(part), "{bug:?}: {said}");
        });
}

/// What is wrong with the form of a list is named.
#[test]
fn wrong_lists_are_named() {
    let change = |change: fn(&mut Vec<&str>)| {
        said(None, |list| {
            let mut lines = list.lines().skip(1).collect_vec();
            change(&mut lines);
            format!("Würfel-Bestenliste:\n{}\n", lines.join("\n"))
        })
    };
    assert_eq!(change(|_| ()), "");
    assert!(change(|lines| lines.reverse()).contains("Zeile 3 der Liste: "));
    assert!(change(|lines| lines.truncate(1)).contains("es fehlt der Würfel"));
    assert!(change(|lines| lines.push(lines[0])).contains("der Würfel steht auch in Zeile 2"));
}
