//! What lists of a known number of games may be off: of correct ones next to none fails, of others all that are far
//! enough off.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rand_distr::{Binomial, Distribution};
use wuerfelglueck::check::{Limits, ReadOptions, Tolerance, Verdict, judge, judge_all, list};

use super::{points, ranked};
use crate::prelude::*;
use crate::support::boards::programs;

/// The list of dice with these shares, as a program prints it that cuts digits off, or rounds.
fn printed(dice: &[Die], shares: &[f64], is_cut_off: bool) -> String {
    let digits = |share: &f64| match is_cut_off {
        true => (1e4 * share).floor() / 1e4,
        false => (1e4 * share).round() / 1e4,
    };
    programs::list(dice, &shares.iter().map(digits).collect_vec(), 2)
}

/// The truth about a file under some rules, of so many games per pairing; what has been played is known from then on.
fn truth(file: &'static str, rules: Rules, seed: u64, games: u64) -> Arc<Ranking> {
    type Known = HashMap<(&'static str, String, u64, u64), Arc<Ranking>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap();
    let known = known.get_or_insert_default();
    let truth = known.entry((file, rules.to_string(), seed, games));
    let play = || Arc::new(ranked(&example(file), rules, seed, &exactly(games)));
    truth.or_insert_with(play).clone()
}

/// The same as `--gespielt` plays it for lists of up to 10,000 games; without EFFORT a fifth of the games.
fn usual_truth(file: &'static str, rules: Rules) -> Arc<Ranking> {
    truth(file, rules, 2021, by_effort(20_000, 100_000))
}

/// The verdicts on lists of so many games that are played by some rules and judged by others, a list a seed.
fn verdicts(file: &str, rules: Rules, truth: &Ranking, games: u64, seeds: &[u64]) -> Vec<Verdict> {
    let dice = example(file);
    let tables = all_tables(&dice, rules);
    let limits = Limits::new(truth, Tolerance::Games(games), [0, 1]);
    let judged = seeds.par_iter().map(|&seed| {
        // No list is made of games of another.
        let seed_of_games = seed << 32 | games;
        let shares = fast_shares(&tables, dice.len(), Criterion::Wins, games, seed_of_games);
        let text = printed(&dice, &shares, seed % 2 == 0);
        let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
        let verdict = judge(&list, &dice, &limits);
        assert_eq!(verdict.doubt, None);
        verdict
    });
    judged.collect()
}

/// Next to no correct lists fail, or look like fewer games at most than they have. Seeds from 3000. With more effort, lists of all
/// files, of which one of a hundred is expected to look like fewer games.
#[test]
fn correct_lists_pass() {
    let more = (&FILES[..], &[50, 400, 4000][..], 3 * effort());
    let (files, numbers, lists) = by_effort((&FILES[2..3], &[50, 400][..], 4), more);
    let seeds = (3000..3000 + lists).collect_vec();
    let [mut all, mut failed, mut short] = [0; 3];
    for (file, rules, &games) in iproduct!(files, Rules::ALL, numbers) {
        let verdicts = verdicts(file, rules, &usual_truth(file, rules), games, &seeds);
        let fails = verdicts.iter().filter(|one| !one.is_passed()).count();
        let likeness = verdicts.iter().filter_map(|verdict| verdict.likeness);
        let is_short = |most: Option<f64>| most.is_none_or(|most| most < games as f64);
        let shorts = likeness.filter(|one| is_short(one.most)).count();
        println!("{file} {rules} {games}: {fails} fail, {shorts} look like fewer games");
        all += verdicts.len();
        failed += fails;
        short += shorts;
    }
    assert!(all >= 24 && 1000 * failed <= 3 * all, "{failed} of {all}");
    assert!(100 * short <= 2 * all + 100, "{short} of {all}");
}

/// Each deviation, and the other bases.
fn deviating() -> Vec<Rules> {
    let singles = Deviation::ALL.iter();
    let singles = singles.map(|&one| Rules::OFFIZIELL.with(one).unwrap());
    [Rules::ZIELZUERST, Rules::WLR]
        .into_iter()
        .chain(singles)
        .collect()
}

/// Lists of 4,000 games all fail under rules that move a share of a file by more than five of their standard errors. Seeds
/// from 3200.
#[test]
fn wrong_lists_fail() {
    const GAMES: u64 = 4000;
    let names = ["offiziell+ohne-springen", "offiziell+zusatzwurf-nach-zug"];
    let names = names.map(|name| name.parse().unwrap()).to_vec();
    let more = (&FILES[..], deviating(), effort() / 2);
    let (files, rule_sets, lists) = by_effort((&FILES[2..3], names, 2), more);
    let seeds = (3200..3200 + lists).collect_vec();
    let [mut all, mut passed] = [0; 2];
    for (file, rules) in files.iter().cartesian_product(rule_sets) {
        let [right, wrong] = [Rules::OFFIZIELL, rules].map(|rules| usual_truth(file, rules));
        let both = right.by_die().into_iter().zip(wrong.by_die());
        let moved = both.map(|(one, other)| {
            let [one, other] = [one, other].map(|die| die.share.as_percent());
            // Against opponents who are not all the same, a share scatters less than this.
            let games = GAMES as f64 * (right.entries.len() - 1) as f64;
            (one - other).abs() / ((one * (100.0 - one)).max(1e-9) / games).sqrt()
        });
        let moved = moved.fold(0.0, f64::max);
        if moved > 5.0 {
            let verdicts = verdicts(file, rules, &right, GAMES, &seeds);
            let passes = verdicts.iter().filter(|one| one.is_passed()).count();
            println!("{file} {rules}: {moved:.1} standard errors, {passes} of {lists} pass");
            all += verdicts.len();
            passed += passes;
        }
    }
    assert!(all >= 4 && passed == 0, "{passed} of {all} pass");
}

/// The list that a program would print if its games went as in this ranking, which it may not know.
fn drawn_list(dice: &[Die], source: &Ranking, games: u64, seed: u64) -> String {
    let mut random = random(seed);
    let mut shares = vec![0.0; dice.len()];
    let pairings = (0..dice.len()).array_combinations();
    for ([one, other], played) in pairings.zip(source.played().unwrap()) {
        let tally = played.tally();
        let won = [0, 1].map(|seat| tally.won_by(seat) as f64 / tally.games() as f64);
        let first = Binomial::new(games, won[0]).unwrap().sample(&mut random);
        let rest = (won[1] / (1.0 - won[0]).max(1e-9)).min(1.0);
        let second = Binomial::new(games - first, rest)
            .unwrap()
            .sample(&mut random);
        let all = games as f64 * (dice.len() - 1) as f64;
        shares[one] += first as f64 / all;
        shares[other] += second as f64 / all;
    }
    printed(dice, &shares, false)
}

/// Of right submissions of lists of all four files none is refused. Seeds 0 to 49; with more effort, of 1,000 classes, lists of
/// any number of games.
#[test]
fn right_submissions_are_not_refused() {
    let more = [1, 3, 10, 50, 400, 4000].map(|games| (games, 100 * games.max(1000)));
    let all = by_effort(&[(50, 10_000)][..], &more);
    let dice = FILES.map(example);
    for &(games, of_truth) in all {
        let [truths, sources] =
            [2021, 7].map(|seed| FILES.map(|file| truth(file, Rules::OFFIZIELL, seed, of_truth)));
        let limits = [0, 1, 2, 3].map(|file| {
            [Limits::new(
                &truths[file],
                Tolerance::Games(games),
                [file, 4],
            )]
        });
        let is_refused = |&seed: &u64| {
            let lists = [0, 1, 2, 3].map(|file| {
                let text = drawn_list(&dice[file], &sources[file], games, seed << 2 | file as u64);
                list::parse(text.as_bytes(), &dice[file], ReadOptions::default())
            });
            let lists = [0, 1, 2, 3].map(|file| (&lists[file], &dice[file][..], &limits[file][..]));
            let best = &judge_all(&[Rules::OFFIZIELL], &lists)[0];
            let mut verdicts = best.verdicts.iter().flatten();
            best.together.is_some() || !verdicts.all(Verdict::is_passed)
        };
        let refused = (0..50 * effort()).into_par_iter().filter(is_refused);
        assert_eq!(
            refused.count(),
            0,
            "of {} with {games} games",
            50 * effort()
        );
    }
}

/// Without a number of games, no correct list of 400 games is refused for the order of its dice. Seeds from 0; 100 lists of each file,
/// times the effort.
#[test]
fn few_games_do_not_fail_by_points() {
    let by_default = points(5.0, 3.0);
    for file in ["wuerfel1", "wuerfel3"] {
        let dice = example(file);
        let games = by_effort(10_000, 100_000);
        let [truth, source] = [2021, 7].map(|seed| truth(file, Rules::OFFIZIELL, seed, games));
        let limits = Limits::new(&truth, by_default, [0, 1]);
        let failed = (0..100 * effort()).into_par_iter().filter(|&seed| {
            let text = drawn_list(&dice, &source, 400, seed);
            let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
            !judge(&list, &dice, &limits).is_passed()
        });
        assert_eq!(failed.count(), 0, "{file}");
    }
}
