//! The rules that made some lists: `diagnose` on lists of games under known rules, and on programs.

mod experiments;
mod leeways;
mod lists;
mod programs;

use std::sync::{LazyLock, Mutex, PoisonError};

use judging::diagnose::{
    Diagnosis, GameRange, Hypothesis, ListShares, PRECISE_GAMES, Question, RuleDifference, Truths,
    diagnose,
};
use judging::likelihood::{PairingGames, WrittenShare};
use judging::{Fault, Verdict};

use crate::prelude::*;
use crate::support::boards::programs::{Bug, Program};

/// The files of most tests: below EFFORT=20 one whose dice reach few fields, so that hundreds of
/// rule sets are soon played.
fn small() -> Vec<Vec<Die>> {
    let files = ["wuerfel2", "unterschiede"].map(example).to_vec();
    let few = vec![example("weit")];
    by_effort_up_to_20(few.clone(), few, files)
}

/// Games of the small files, which all tests share.
static KNOWN: LazyLock<Mutex<Truths>> =
    LazyLock::new(|| Mutex::new(Truths::new(small(), 2021, 1 << 30)));

/// Diagnoses lists of the small files.
fn diagnose_small(set: &[ListShares], games: Option<u64>) -> Diagnosis {
    let mut truths = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    diagnose(&mut truths, set, &question(games), &()).unwrap()
}

/// The list of a program that gives dice these shares, from 0 to 1, rounded to 0.01 %.
fn shown(shares: impl IntoIterator<Item = f64>) -> ListShares {
    let round = |share: f64| WrittenShare {
        share: (share * 1e4).round() / 1e4,
        unit: 1e-4,
    };
    shares.into_iter().map(|share| Some(round(share))).collect()
}

/// The number of games per pairing of most lists.
fn games() -> u64 {
    by_effort(1_000, 4_000)
}

/// Lists of `games` games per pairing under these rules, a set for each seed. Each file has games
/// of its own.
fn lists(
    files: &[Vec<Die>],
    made_by: Hypothesis,
    games: u64,
    seeds: &[u64],
) -> Vec<Vec<ListShares>> {
    let with_tables = files
        .iter()
        .map(|dice| (dice, all_tables(dice, made_by.rules)))
        .collect_vec();
    let list = |seed, (dice, tables): &(&Vec<Die>, Tables)| {
        shown(fast_shares(
            tables,
            dice.len(),
            made_by.scoring,
            games,
            seed,
        ))
    };
    let set = |seed: &u64| {
        let seeds_of_files = (*seed..).step_by(1_000);
        seeds_of_files
            .zip(&with_tables)
            .map(|(seed, file)| list(seed, file))
            .collect()
    };
    seeds.par_iter().map(set).collect()
}

/// The lists that a program prints, as they are diagnosed.
fn programs_set(files: &[Vec<Die>], program: Program, games: u64, seed: u64) -> Vec<ListShares> {
    let lists = files.iter().map(|dice| program.shares(dice, games, seed));
    lists.map(shown).collect()
}

/// These rules, by which draws count nothing.
fn by_wins(rules: Rules) -> Hypothesis {
    let scoring = Criterion::Wins;
    Hypothesis { rules, scoring }
}

fn hypothesis(name: &str) -> Hypothesis {
    by_wins(name.parse().unwrap())
}

/// `offiziell`, but that draws count half.
fn by_points() -> Hypothesis {
    let scoring = Criterion::Points;
    Hypothesis {
        scoring,
        ..hypothesis("offiziell")
    }
}

fn question(games: Option<u64>) -> Question {
    Question {
        games: games.map_or(GameRange::ANY, GameRange::exactly),
        games_vary: false,
        expected: hypothesis("offiziell"),
        most_played_games: PRECISE_GAMES,
    }
}

/// Returns whether the rules that made lists are the best, or among those that are equally good,
/// whether or not it is concluded that they explain the lists.
fn is_named(found: &Diagnosis, made_by: Hypothesis) -> bool {
    let mut best = found.candidates.iter().take(found.equally_good);
    best.any(|candidate| candidate.hypothesis == made_by)
}

/// Returns whether each difference of the rules that made lists from `offiziell` is one of the best
/// rule set, or said to be invisible in the lists. The best may have further ones, so this always
/// holds for `offiziell`.
fn has_all_differences(found: &Diagnosis, made_by: Hypothesis) -> bool {
    let mut possible: Vec<RuleDifference> = found.candidates[0].hypothesis.differences();
    possible.extend(found.invisible.iter().cloned());
    let differences = made_by.differences();
    differences
        .iter()
        .all(|difference| possible.contains(difference))
}

/// Returns whether the rules that made lists are named, or each of their differences is named or
/// said to be invisible.
fn is_found(found: &Diagnosis, made_by: Hypothesis) -> bool {
    is_named(found, made_by) || has_all_differences(found, made_by)
}

/// The bases, and `offiziell` with each deviation, and with draws that count half.
fn up_to_one() -> Vec<Hypothesis> {
    Rules::bases_and_single_deviations()
        .map(by_wins)
        .chain([by_points()])
        .collect()
}

/// `number` random rule sets with `deviations` deviations each, at least one. To move pieces in the
/// goal first, as `zielzuerst` does, is one of them.
fn random_sets(number: u64, deviations: usize, rng: &mut Random) -> Vec<Hypothesis> {
    let mut new = || loop {
        let base = Rules::BASES[rng.random_range(0..2)];
        let further = deviations - usize::from(base != Rules::OFFIZIELL);
        let mut draw = || Deviation::ALL[rng.random_range(0..Deviation::ALL.len())];
        if let Ok(rules) = (0..further).try_fold(base, |rules, _| rules.with_deviation(draw())) {
            break by_wins(rules);
        }
    };
    (0..number).map(|_| new()).collect()
}

/// Lists of some rule sets: the rule set is the best one, or one of two that are equally good; the
/// best one has those of its differences that these dice show; and the lists are accepted exactly
/// if the rule set is what is expected. Seed 1.
#[test]
fn rules_are_named() {
    // With more EFFORT the others, too; the last with 20, as the dice do not show before whether
    // pieces in the goal move first.
    let names = ["offiziell+hinterste", "offiziell", "zielzuerst+start-leer"];
    let names = names[..by_effort_up_to_20(1, 2, 3)].iter().copied();
    for made_by in names.map(hypothesis).chain([by_points()]) {
        let set = lists(&small(), made_by, games(), &[1]).remove(0);
        let found = diagnose_small(&set, None);
        assert!(is_named(&found, made_by), "{made_by}: {found:?}");
        assert!(has_all_differences(&found, made_by), "{made_by}: {found:?}");
        let expected = if made_by == question(None).expected {
            Verdict::Passed
        } else {
            Verdict::Faulty(Fault::OtherRules(found.candidates[0].hypothesis))
        };
        assert_eq!(found.verdict, expected, "{made_by}");
        assert!(found.equally_good <= 2, "{made_by}: {found:?}");
        let best = &found.candidates[0];
        let games = games() as f64;
        assert!(
            (0.25 * games..5.0 * games).contains(&best.games),
            "{found:?}"
        );
        assert!(best.most_games().unwrap() > games, "{found:?}");
    }
}

/// Right lists of every base that admits their faces, of a file and of the file reversed, which
/// seats dice otherwise, are accepted: of two small dice and of an example, with EFFORT=20 of all.
/// Seed 8.
#[test]
#[ignore = "five seconds: experiments reverse files, too, in `right_programs_are_not_accused`"]
fn right_lists_of_reversed_files_are_accepted() {
    let all_examples = [
        &[
            "kreis",
            "nullen",
            "sechser",
            "unentschieden",
            "unterschiede",
            "weit",
        ],
        &FILES[..],
    ]
    .concat();
    let names = by_effort_up_to_20(&[][..], &["weit"], &all_examples);
    let bases = by_effort(&[Rules::WLR][..], &Rules::BASES);
    let examples = names.iter().copied().map(example);
    for file in [dice("1 2 5 6 / 2 6 5")].into_iter().chain(examples) {
        let reversed = file.iter().rev().cloned().collect_vec();
        let files = [file, reversed];
        let mut truths = Truths::new(files.to_vec(), 2021, 1 << 30);
        for made_by in bases.iter().copied().map(by_wins) {
            if !files[0].iter().all(|die| {
                die.faces()
                    .iter()
                    .all(|&face| face <= made_by.rules.highest_face())
            }) {
                continue;
            }
            let set = lists(&files, made_by, by_effort(2_000, 40_000), &[8]).remove(0);
            let question = Question {
                expected: made_by,
                ..question(None)
            };
            let found = diagnose(&mut truths, &set, &question, &()).unwrap();
            assert!(found.verdict.is_passed(), "{made_by} {files:?}: {found:?}");
        }
    }
}

/// From 40 games per pairing too little can be told, and a right program is not accused. Seed 1.
#[test]
fn few_games_accuse_nobody() {
    for set in lists(&small(), hypothesis("offiziell"), 40, &[1]) {
        let found = diagnose_small(&set, None);
        assert!(found.accepts_expected, "{found:?}");
        assert!(matches!(found.verdict, Verdict::NotJudged(_)), "{found:?}");
    }
}

/// Programs whose bug is no deviation are not explained away, whether or not (with EFFORT) it is
/// said how many games they play; but if it is not, a bug that changes little looks like fewer games, less than
/// 4,000, whatever else is concluded. Without a bug, on a board, they play what they should. Seed
/// 4.
#[test]
#[ignore = "three seconds: `bugs_have_their_sentences` has the same bugs in experiments"]
fn bugs_are_not_explained_away() {
    let bugs = [
        Some(Bug::WonWithFirstPiece),
        // With EFFORT.
        None,
        // With EFFORT=20.
        Some(Bug::CapturesOnEven),
        Some(Bug::LongGoal),
        Some(Bug::CapturesOnHalf),
        Some(Bug::CapturesRearmost),
        Some(Bug::GoalCaptures),
        Some(Bug::RollsAgainAfterClearing),
    ];
    let tried = by_effort_up_to_20(1, 2, bugs.len());
    let sets = bugs[..tried].iter().map(|&bug| {
        let program = Program {
            rules: "offiziell",
            bug,
            points: false,
        };
        (bug, programs_set(&small(), program, games(), 4))
    });
    let said = [None, Some(games())];
    for ((bug, set), games) in sets.cartesian_product(said[..by_effort(1, 2)].iter().copied()) {
        let found = diagnose_small(&set, games);
        use Bug::{CapturesOnEven, CapturesRearmost, RollsAgainAfterClearing};
        let slight_bugs = [CapturesOnEven, CapturesRearmost, RollsAgainAfterClearing];
        if games.is_none() && bug.is_some_and(|bug| slight_bugs.contains(&bug)) {
            let most = found.candidates[0].most_games().unwrap();
            assert!(most < 4_000.0, "{bug:?} {found:?}");
            continue;
        }
        let is_right = bug.is_none();
        let expected = if is_right {
            Verdict::Passed
        } else {
            Verdict::Faulty(Fault::NoRules)
        };
        assert_eq!(found.verdict, expected, "{bug:?} {games:?} {found:?}");
        assert_eq!(found.furthest.is_none(), is_right, "{bug:?} {games:?}");
    }
}

/// Shares that no rules allow are remarked on: turned upside down, and with EFFORT too large. Seed
/// 5.
#[test]
fn impossible_shares_are_remarked_on() {
    let right = lists(&small(), hypothesis("offiziell"), games(), &[5]).remove(0);
    let texts = |change: fn(f64) -> f64| -> String {
        let list =
            |list: &ListShares| shown(list.iter().flatten().map(|shown| change(shown.share)));
        let found = diagnose_small(&right.iter().map(list).collect_vec(), Some(games()));
        assert_eq!(found.verdict, Verdict::Faulty(Fault::NoRules));
        found.oddities.iter().map(|remark| &remark.text).join("; ")
    };
    let upside_down = texts(|share| 1.0 - share);
    let loser = by_effort_up_to_20("13 25", "13 25", "1 2");
    let said = format!("der Würfel {loser} gewinnt 100.00%");
    assert!(upside_down.contains(&said), "{upside_down}");
    if effort() > 1 {
        let too_much = texts(|share| 0.3 + 0.7 * share);
        assert!(too_much.contains("etwas zählt doppelt"), "{too_much}");
    }
}

/// A sample of sets of lists of one kind, which shall be told by their rules.
struct Sample {
    kind: &'static str,
    /// The hypotheses that the sets follow, with the seeds of their sets.
    made_by: Vec<(Hypothesis, Vec<u64>)>,
    /// Games per pairing.
    games: u64,
    /// True if the plain board plays them, one set of each hypothesis, with seed 6.
    is_on_board: bool,
    /// Returns whether a diagnosis of a set that follows this hypothesis is right.
    is_right: fn(&Diagnosis, Hypothesis) -> bool,
    /// The least share of right diagnoses, from 0 to 1.
    least_share: f64,
}

impl Sample {
    /// The usual sample of these sets: by fast games, 4,000 per pairing, of which 99 % are named.
    fn new(kind: &'static str, made_by: Vec<(Hypothesis, Vec<u64>)>) -> Sample {
        Sample {
            kind,
            made_by,
            games: 4_000,
            is_on_board: false,
            is_right: is_named,
            least_share: 0.99,
        }
    }

    /// The sets of lists that follow a hypothesis.
    fn sets(&self, files: &[Vec<Die>], made_by: Hypothesis, seeds: &[u64]) -> Vec<Vec<ListShares>> {
        if !self.is_on_board {
            return lists(files, made_by, self.games, seeds);
        }
        let program = Program {
            rules: &made_by.rules.to_string(),
            bug: None,
            points: made_by.scoring == Criterion::Points,
        };
        vec![programs_set(files, program, self.games, 6)]
    }

    /// Diagnoses all sets, and prints those that are not right. Panics if these are too many.
    fn check(&self, files: &[Vec<Die>], truths: &mut Truths) {
        let Sample { kind, is_right, .. } = self;
        let (mut right, mut diagnosed) = (0_u32, 0_u32);
        for (made_by, seeds) in &self.made_by {
            for set in self.sets(files, *made_by, seeds) {
                diagnosed += 1;
                let found = diagnose(truths, &set, &question(None), &()).unwrap();
                if is_right(&found, *made_by) {
                    right += 1;
                    continue;
                }
                let best = found.candidates[..found.equally_good]
                    .iter()
                    .map(|candidate| candidate.hypothesis)
                    .format(", ");
                println!("{kind}, {made_by}: {:?}, best {best}", found.verdict);
            }
            println!("{kind}, to {made_by}: {right} of {diagnosed}");
        }
        let is_enough = f64::from(right) >= self.least_share * f64::from(diagnosed);
        assert!(is_enough, "{kind}: {right} of {diagnosed}");
    }
}

/// These hypotheses, each with the seeds from 1 to `seeds`.
fn with_seeds(hypotheses: Vec<Hypothesis>, seeds: u64) -> Vec<(Hypothesis, Vec<u64>)> {
    let with_seeds = |made_by| (made_by, (1..=seeds).collect());
    hypotheses.into_iter().map(with_seeds).collect()
}

/// Sets of lists of all five files that are built in, by fast games or on the plain boards: of each
/// kind at least a certain share is diagnosed rightly. The numbers of README files come from
/// EFFORT=20. Rule sets of several deviations are drawn with seed 7.
#[test]
#[ignore = "long: part of make test-all"]
fn rules_of_many_lists_are_named() {
    let files = FILES
        .into_iter()
        .chain(["unterschiede"])
        .map(example)
        .collect_vec();
    let mut truths = Truths::new(files.clone(), 2021, 1 << 30);
    let mut rng = random(7);
    let mut with_deviations = |number: u64, deviations: usize| {
        random_sets(number * effort(), deviations, &mut rng)
            .into_iter()
            .zip(0..)
            .map(|(made_by, seed)| (made_by, vec![seed]))
            .collect_vec()
    };
    let (two, three) = (with_deviations(2, 2), with_deviations(1, 3));
    let (sets, few) = (effort(), effort().div_ceil(4));
    let right = vec![hypothesis("offiziell")];
    let samples = [
        Sample::new("many games", with_seeds(up_to_one(), sets)),
        Sample {
            games: 400,
            is_right: is_found,
            least_share: 0.97,
            ..Sample::new("few games", with_seeds(up_to_one(), few))
        },
        Sample {
            is_on_board: true,
            least_share: 1.0,
            ..Sample::new("the board", with_seeds(up_to_one(), 1))
        },
        Sample {
            is_right: is_found,
            least_share: 0.9,
            ..Sample::new("two deviations", two)
        },
        Sample {
            is_right: is_found,
            least_share: 0.9,
            ..Sample::new("three deviations", three)
        },
        Sample {
            is_right: |found, _| found.accepts_expected,
            least_share: 0.995,
            ..Sample::new("right", with_seeds(right, 50 * sets))
        },
    ];
    for sample in samples {
        sample.check(&files, &mut truths);
    }
}

/// The rule that the first die of the file always begins is found in lists of the contest's files
/// alone, or said to be invisible: in 10 sets, times the effort. Seeds from 1.
#[test]
#[ignore = "long: part of make test-all"]
fn who_begins_is_seen_in_the_contests_files() {
    let files = FILES.map(example).to_vec();
    let mut truths = Truths::new(files.clone(), 2021, 1 << 30);
    let made_by = hypothesis("offiziell+erster-beginnt");
    let seeds = (1..=10 * effort()).collect_vec();
    let sets = lists(&files, made_by, 4_000, &seeds);
    let missed = sets.iter().zip(seeds).filter(|(set, seed)| {
        let found = diagnose(&mut truths, set, &question(None), &()).unwrap();
        let is_missed = !is_found(&found, made_by);
        if is_missed {
            let best = &found.candidates[0];
            println!("seed {seed}: {} like {} games", best.hypothesis, best.games);
        }
        is_missed
    });
    assert_eq!(missed.count(), 0);
}
