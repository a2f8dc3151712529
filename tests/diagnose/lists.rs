//! Lists of right programs: `pruefe` refuses next to none, and a rule set explains them.

use judging::check::ReadOptions;
use judging::check::{Demands, Limits, judge, list};
use judging::diagnose::{Question, find_shares};
use judging::{Fault, Verdict};

use super::programs::{
    GamesOf, KnownTables, Printing, RightProgram, RunningProgram, Seeds, draw_right_programs,
    run_each, sample_twentieths,
};
use super::*;

/// The programs whose lists are judged: a twentieth of all for each EFFORT, and 20 of two rule sets
/// without. Those that print counts are left out.
fn usual_sample() -> Vec<RightProgram> {
    let usual = ["offiziell", "offiziell+ohne-springen"].map(hypothesis);
    let mut programs = draw_right_programs();
    programs.retain(|right| right.printing != Printing::Counts);
    let is_usual = |right: &RightProgram| usual.contains(&right.made_by);
    by_effort(
        programs.iter().copied().filter(is_usual).take(20).collect(),
        sample_twentieths(&programs),
    )
}

/// `pruefe` refuses none of 20 lists of right programs, with EFFORT at most 2 of up to 1,000, by
/// points and by their number of games. Each program prints the list of one file; without EFFORT of
/// the smallest.
#[test]
#[ignore = "eight seconds: `right_lists_are_not_accused` has such lists"]
fn lists_of_right_programs_are_not_refused() {
    let names = by_effort(&FILES[2..3], &FILES);
    let programs = usual_sample();
    let by_file = |file: usize| {
        let of_file = programs
            .iter()
            .filter(|right| right.number as usize % names.len() == file);
        of_file.copied().collect_vec()
    };
    let mut refused = Vec::new();
    for (file, name) in names.iter().enumerate() {
        let dice = example(name);
        let of_rules = by_file(file)
            .into_iter()
            .into_group_map_by(|right| right.made_by);
        for (made_by, programs) in of_rules {
            let mut contest = DiceContest::new(&dice, made_by.rules, 2021, usize::MAX);
            let plan = Plan {
                criterion: made_by.scoring,
                ..fixed_plan(20_000)
            };
            let truth = rank(&mut contest, &plan, &());
            refused.extend(run_each(&programs, |right, tables| {
                let text = RunningProgram::new(right, tables).print(&dice);
                let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
                [None, Some(right.games)].map(|games| {
                    let demands = Demands {
                        games,
                        ..Demands::default()
                    };
                    let verdict = judge(&list, &dice, &Limits::new(&truth, demands, 1));
                    if verdict.findings.faults > 0 {
                        println!("{name} {right:?} {games:?}: {:?}", verdict.findings.kept);
                    }
                    verdict.findings.faults > 0
                })
            }));
        }
    }
    for (index, tolerance) in ["without games", "by games"].into_iter().enumerate() {
        let number = refused
            .iter()
            .filter(|is_refused| is_refused[index])
            .count();
        println!("{tolerance}: {number} of {} refused", refused.len());
        assert!(
            number <= by_effort(0, 2),
            "{tolerance}: {number} of {}",
            refused.len()
        );
    }
}

/// Lists of right programs are explained by some rule set, and their own is accepted, also where
/// each die has games of its own: two programs of few games, and a tenth of all with EFFORT=20.
#[test]
#[ignore = "eleven seconds: `rules_are_named` has lists of some rule sets"]
fn lists_of_right_programs_are_explained() {
    let programs = usual_sample()
        .into_iter()
        .filter(|right| right.games <= by_effort(400, 4_000))
        .step_by(by_effort(7, 10))
        .collect_vec();
    let files = small();
    let sets = run_each(&programs, |right, tables| {
        let mut running = RunningProgram::new(right, tables);
        let set = files.iter().map(|dice| {
            let text = running.print(dice);
            let list =
                list::parse_as_printed(text.as_bytes(), dice, ReadOptions::default()).unwrap();
            find_shares(&list, dice.len()).unwrap()
        });
        (right, set.collect_vec())
    });
    for (right, set) in sets {
        let mut truths = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let question = Question {
            expected: right.made_by,
            ..question(None)
        };
        let found = diagnose(&mut truths, &set, &question, &()).unwrap();
        assert_ne!(
            found.verdict,
            Verdict::Faulty(Fault::NoRules),
            "{right:?}: {found:?}"
        );
        assert!(found.accepts_expected, "{right:?}: {found:?}");
    }
}

/// Lists show whether a game counts for both dice, or each die has games of its own, and are
/// accepted. Without EFFORT there are three dice and 400 games. The seeds follow from the number of
/// the program, 1.
#[test]
#[ignore = "eight seconds: `right_programs_are_not_accused` has such programs"]
fn games_of_their_own_are_found_out() {
    let made_by = hypothesis("offiziell");
    let mut dice = example("wuerfel2");
    dice.truncate(by_effort(3, dice.len()));
    let mut truths = Truths::new(vec![dice.clone()], 2021, 1 << 30);
    for has_own_games in [false, true] {
        let right = RightProgram {
            made_by,
            seeds: Seeds::Fresh,
            games: by_effort(400, 4_000),
            games_of: GamesOf::Pairing,
            has_own_games,
            printing: Printing::Rounded(2),
            is_sorting: false,
            number: 1,
        };
        let tables = KnownTables::default();
        let text = RunningProgram::new(right, &tables).print(&dice);
        let list = list::parse_as_printed(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
        let set = [find_shares(&list, dice.len()).unwrap()];
        let found = diagnose(&mut truths, &set, &question(None), &()).unwrap();
        let games = [PairingGames::Shared, PairingGames::Own][usize::from(has_own_games)];
        assert_eq!(found.candidates[0].fit.pairing_games, games, "{found:?}");
        assert!(found.accepts_expected, "{found:?}");
    }
}
