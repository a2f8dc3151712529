//! What lists of a known number of games may be off: of correct ones next to none fails, of others all that are far
//! enough off.

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand_distr::{Binomial, Distribution};
use rayon::prelude::*;
use wuerfelglueck::check::{Limits, Tolerance, Verdict, judge, judge_all, list};
use wuerfelglueck::dice::Die;
use wuerfelglueck::engine::games::Duel;
use wuerfelglueck::engine::tables::Tables;
use wuerfelglueck::ranking::{Criterion, Plan, Ranking, rank};
use wuerfelglueck::rules::{Deviation, Rules};
use wuerfelglueck::stream::BLOCK;
use wuerfelglueck::tournament::DiceContest;

use super::dice;
use crate::support::{all_tables, effort};

const FILES: [&str; 4] = ["wuerfel0", "wuerfel1", "wuerfel2", "wuerfel3"];

/// The list of so many games per pairing with this seed, as a program prints it that cuts digits off, or rounds.
fn list_of(dice: &[Die], tables: &Tables, games: u64, seed: u64, is_cut_off: bool) -> String {
    let mut won = vec![0; dice.len()];
    for pairing in (0..dice.len()).array_combinations() {
        let tally = Duel::new(tables, pairing)
            .play(seed, games, 0..games.div_ceil(BLOCK))
            .tally;
        for (seat, die) in pairing.into_iter().enumerate() {
            won[die] += tally.won_by(seat);
        }
    }
    printed_list(dice, &won, games, is_cut_off)
}

/// The list of dice that have won so many of so many games per pairing.
fn printed_list(dice: &[Die], won: &[u64], games: u64, is_cut_off: bool) -> String {
    let all = games as f64 * (dice.len() - 1) as f64;
    let order = (0..dice.len()).sorted_by_key(|&die| std::cmp::Reverse(won[die]));
    let lines = order.zip(1..).map(|(die, rank)| {
        let percent = 1e4 * won[die] as f64 / all;
        let percent = if is_cut_off {
            percent.floor()
        } else {
            percent.round()
        };
        let faces = dice[die].faces();
        format!(
            "{rank}. {} Seiten -> : {}; {:.2}%\n",
            faces.len(),
            faces.iter().format(" "),
            percent / 100.0
        )
    });
    format!("Würfel-Bestenliste:\n{}", lines.format(""))
}

/// The truth as `--gespielt` plays it for lists of up to 10,000 games.
fn truth(dice: &[Die], rules: Rules) -> Ranking {
    truth_of(dice, rules, 2021, 100_000)
}

/// The same with this seed and of so many games.
fn truth_of(dice: &[Die], rules: Rules, seed: u64, games: u64) -> Ranking {
    let plan = Plan {
        games,
        accuracy: None,
        error: 0.001,
        level: 0.0,
        criterion: Criterion::Wins,
        best: None,
    };
    let mut contest = DiceContest::new(dice, rules, seed, usize::MAX);
    rank(&mut contest, &plan, &())
}

/// The verdicts on lists of so many games that are played by some rules and judged by others, a list a seed.
fn verdicts(
    dice: &[Die],
    tables: &Tables,
    truth: &Ranking,
    games: u64,
    seeds: &[u64],
) -> Vec<Verdict> {
    let yardstick = Limits::new(truth, Tolerance::Games(games), [0, 1]);
    let judged = seeds.par_iter().map(|&seed| {
        // No list is made of games of another.
        let text = list_of(dice, tables, games, seed << 32 | games, seed % 2 == 0);
        let list = list::parse(text.as_bytes(), dice, false).unwrap();
        let verdict = judge(&list, dice, &yardstick);
        assert_eq!(verdict.doubt, None);
        verdict
    });
    judged.collect()
}

/// Counts correct lists, those that fail, and those that look like fewer games at most than they have.
fn correct_lists(files: &[&str], games: &[u64], seeds: &[u64]) -> [usize; 3] {
    let [mut all, mut failed, mut short] = [0; 3];
    for (name, rules) in files.iter().cartesian_product(Rules::ALL) {
        let dice = dice(name);
        let tables = all_tables(&dice, rules);
        let truth = truth(&dice, rules);
        for &games in games {
            let verdicts = verdicts(&dice, &tables, &truth, games, seeds);
            let fails = verdicts
                .iter()
                .filter(|verdict| !verdict.is_passed())
                .count();
            let is_short = |verdict: &&Verdict| {
                let likeness = verdict.likeness;
                likeness.is_some_and(|one| one.most.is_none_or(|most| most < games as f64))
            };
            let shorts = verdicts.iter().filter(is_short).count();
            println!("{name} {rules} {games}: {fails} fail, {shorts} look like fewer games");
            all += verdicts.len();
            failed += fails;
            short += shorts;
        }
    }
    [all, failed, short]
}

/// Seeds from 3000. With more effort, lists of all files, of which one of a hundred is expected to look like fewer games.
#[test]
fn correct_lists_pass() {
    let (files, games, lists) = match effort() {
        1 => (&FILES[2..3], &[50, 400][..], 4),
        effort => (&FILES[..], &[50, 400, 4000][..], 3 * effort),
    };
    let seeds: Vec<u64> = (3000..3000 + lists).collect();
    let [all, failed, short] = correct_lists(files, games, &seeds);
    println!("{failed} of {all} fail, {short} look like fewer games than they have");
    assert!(all >= 24 && 1000 * failed <= 3 * all, "{failed} of {all}");
    assert!(100 * short <= 2 * all + 100, "{short} of {all}");
}

/// Lists under rule sets that move a share of a file by more than so many standard errors of lists of 4,000 games. Returns
/// how many there are, and prints those that pass.
fn wrong_lists(files: &[&str], rule_sets: &[Rules], beyond: f64, seeds: &[u64]) -> [usize; 2] {
    const GAMES: u64 = 4000;
    let [mut all, mut passed] = [0; 2];
    for name in files {
        let dice = dice(name);
        let right = truth(&dice, Rules::OFFIZIELL);
        let opponents = (dice.len() - 1) as f64;
        for &rules in rule_sets {
            let wrong = truth(&dice, rules);
            let moved = right
                .by_die()
                .into_iter()
                .zip(wrong.by_die())
                .map(|(right, wrong)| {
                    let [right, wrong] = [right, wrong].map(|die| die.share.as_percent());
                    // Against opponents who are not all the same, a share scatters less than this.
                    let variance = (right * (100.0 - right)).max(1e-9) / (GAMES as f64 * opponents);
                    (right - wrong).abs() / variance.sqrt()
                });
            let moved = moved.fold(0.0, f64::max);
            if moved <= beyond {
                continue;
            }
            let tables = all_tables(&dice, rules);
            let verdicts = verdicts(&dice, &tables, &right, GAMES, seeds);
            let passes = verdicts
                .iter()
                .filter(|verdict| verdict.is_passed())
                .count();
            println!(
                "{name} {rules}: {moved:.1} standard errors, {passes} of {} pass",
                seeds.len()
            );
            all += verdicts.len();
            passed += passes;
        }
    }
    [all, passed]
}

/// Each deviation, and the other bases.
fn deviating() -> Vec<Rules> {
    let singles = Deviation::ALL.iter().copied();
    let singles = singles.map(|one| Rules::OFFIZIELL.with(one).unwrap());
    [Rules::ZIELZUERST, Rules::WLR]
        .into_iter()
        .chain(singles)
        .collect()
}

/// Seeds from 3200.
#[test]
fn wrong_lists_fail() {
    let names = ["offiziell+ohne-springen", "offiziell+zusatzwurf-nach-zug"];
    let (files, rule_sets, lists) = match effort() {
        1 => (
            &FILES[2..3],
            names.map(|name| name.parse().unwrap()).to_vec(),
            2,
        ),
        effort => (&FILES[..], deviating(), effort / 2),
    };
    let seeds: Vec<u64> = (3200..3200 + lists).collect();
    let [all, passed] = wrong_lists(files, &rule_sets, 5.0, &seeds);
    assert!(all >= 4 && passed == 0, "{passed} of {all} pass");
}

/// The list that a program would print if its games went as in this ranking, which it may not know.
fn drawn_list(
    dice: &[Die],
    source: &Ranking,
    games: u64,
    random: &mut Xoshiro256PlusPlus,
) -> String {
    let mut won = vec![0; dice.len()];
    let pairings = (0..dice.len()).array_combinations::<2>();
    for (pairing, played) in pairings.zip(&source.played().unwrap().pairings) {
        let tally = played.tally();
        let all = tally.games() as f64;
        let [one, other] = [0, 1].map(|seat| tally.won_by(seat) as f64 / all);
        let first = Binomial::new(games, one).unwrap().sample(random);
        let rest = (other / (1.0 - one).max(1e-9)).min(1.0);
        let second = Binomial::new(games - first, rest).unwrap().sample(random);
        won[pairing[0]] += first;
        won[pairing[1]] += second;
    }
    printed_list(dice, &won, games, false)
}

/// Of so many submissions of lists of all four files that are right, how many are refused, if the lists are made of so many games,
/// and the truth of so many.
fn refused(number: usize, games: u64, of_truth: u64) -> usize {
    let dice = FILES.map(dice);
    let truth = |seed| {
        let truth = |dice: &Vec<Die>| truth_of(dice, Rules::OFFIZIELL, seed, of_truth);
        dice.each_ref().map(truth)
    };
    let (truths, sources) = (truth(2021), truth(7));
    let limits = [0, 1, 2, 3].map(|file| {
        [Limits::new(
            &truths[file],
            Tolerance::Games(games),
            [file, 4],
        )]
    });
    let is_refused = |seed: &usize| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(*seed as u64);
        let lists = [0, 1, 2, 3].map(|file| {
            let text = drawn_list(&dice[file], &sources[file], games, &mut random);
            list::parse(text.as_bytes(), &dice[file], false)
        });
        let lists = [0, 1, 2, 3].map(|file| (&lists[file], &dice[file][..], &limits[file][..]));
        let best = &judge_all(&[Rules::OFFIZIELL], &lists)[0];
        let mut verdicts = best.verdicts.iter().flatten();
        best.together.is_some() || !verdicts.all(Verdict::is_passed)
    };
    (0..number).into_par_iter().filter(is_refused).count()
}

/// Seeds 0 to 49; with more effort, of 1,000 classes, lists of any number of games.
#[test]
fn right_submissions_are_not_refused() {
    let all: &[(u64, u64)] = match effort() {
        1 => &[(50, 20_000)],
        _ => &[1, 3, 10, 50, 400, 4000].map(|games| (games, 100 * games.max(1000))),
    };
    for &(games, of_truth) in all {
        let number = 50 * effort() as usize;
        let refused = refused(number, games, of_truth);
        assert_eq!(refused, 0, "of {number} with {games} games");
    }
}

/// Without a number of games, no correct list of 400 games is refused for the order of its dice. Seeds from 0; 100 lists of each file,
/// times the effort.
#[test]
fn few_games_do_not_fail_by_points() {
    let by_default = Tolerance::Points {
        share: 5.0,
        order: 3.0,
    };
    for name in ["wuerfel1", "wuerfel3"] {
        let dice = dice(name);
        let [truth, source] =
            [2021, 7].map(|seed| truth_of(&dice, Rules::OFFIZIELL, seed, 100_000));
        let limits = Limits::new(&truth, by_default, [0, 1]);
        let failed = (0..100 * effort()).into_par_iter().filter(|&seed| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let text = drawn_list(&dice, &source, 400, &mut random);
            let list = list::parse(text.as_bytes(), &dice, false).unwrap();
            !judge(&list, &dice, &limits).is_passed()
        });
        assert_eq!(failed.count(), 0, "{name}");
    }
}
