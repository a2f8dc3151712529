//! Limits for lists of a known or unknown number of games: of correct lists next to none fails, of
//! others all that are far enough off.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use boards::coins::Coins;
use judging::check::{
    ComparedList, Demands, Limits, ListToJudge, ReadOptions, enough_accuracy, judge, judge_all,
    list,
};
use rand_distr::{Binomial, Distribution};

use super::{of_games, ranked};
use crate::certainty::random_field;
use crate::prelude::*;
use crate::support::boards::programs;

/// Prints the list of dice with these shares, like a program that cuts digits off, or rounds.
fn printed(dice: &[Die], shares: &[f64], is_cut_off: bool) -> String {
    printed_with(2, dice, shares, is_cut_off)
}

/// Prints such a list with this number of decimals.
pub(super) fn printed_with(
    decimals: usize,
    dice: &[Die],
    shares: &[f64],
    is_cut_off: bool,
) -> String {
    let units = 100.0 * 10f64.powi(decimals as i32);
    let digits = |share: &f64| {
        if is_cut_off {
            (units * share).floor() / units
        } else {
            (units * share).round() / units
        }
    };
    programs::list(dice, &shares.iter().map(digits).collect_vec(), decimals)
}

/// Returns the truth about a file under some rules, of `games` games per pairing. Truths are kept
/// for later calls.
pub(super) fn truth(file: &'static str, rules: Rules, seed: u64, games: u64) -> Arc<Ranking> {
    type Known = HashMap<(&'static str, String, u64, u64), Arc<Ranking>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap();
    let known = known.get_or_insert_default();
    let truth = known.entry((file, rules.to_string(), seed, games));
    let play = || Arc::new(ranked(&example(file), rules, seed, &fixed_plan(games)));
    truth.or_insert_with(play).clone()
}

/// Returns the truth as `--gespielt` plays it for lists of up to 10,000 games per pairing; without
/// EFFORT a fifth of the games.
fn usual_truth(file: &'static str, rules: Rules) -> Arc<Ranking> {
    truth(file, rules, 2021, by_effort(20_000, 100_000))
}

/// Judges lists of `games` games per pairing that are played by these rules, a list for each seed,
/// by a truth, perhaps about other rules. Every other list has its digits cut off. Panics if a list
/// is not judged.
fn verdicts(
    file: &str,
    rules: Rules,
    truth: &Ranking,
    games: u64,
    seeds: &[u64],
) -> Vec<ComparedList> {
    let dice = example(file);
    let tables = all_tables(&dice, rules);
    let limits = Limits::new(truth, of_games(games), 1);
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

/// At most 3 in 1,000 correct lists fail. The most games that a list looks like are fewer than it
/// has for at most one list more than 2 %; chance makes them so for 0.1 %. 24 lists of one file,
/// under every base; with more effort of all files. Seeds from 3000.
#[test]
fn correct_lists_pass() {
    let thorough = (&FILES[..], &[50, 400, 4000][..], 3 * effort());
    let (files, numbers, lists) = by_effort((&FILES[2..3], &[50, 400][..], 4), thorough);
    let seeds = (3000..3000 + lists).collect_vec();
    let (mut judged, mut failed, mut short) = (0, 0, 0);
    for (file, rules, &games) in iproduct!(files, Rules::BASES, numbers) {
        let verdicts = verdicts(file, rules, &usual_truth(file, rules), games, &seeds);
        let fails = verdicts
            .iter()
            .filter(|verdict| !verdict.verdict().is_passed())
            .count();
        let is_short = |most: Option<f64>| most.is_none_or(|most| most < games as f64);
        let shorts = verdicts
            .iter()
            .filter_map(|verdict| verdict.apparent_games)
            .filter(|apparent| is_short(apparent.most))
            .count();
        println!("{file} {rules} {games}: {fails} fail, {shorts} look like fewer games");
        judged += verdicts.len();
        failed += fails;
        short += shorts;
    }
    assert!(
        judged >= 24 && 1000 * failed <= 3 * judged,
        "{failed} of {judged}"
    );
    assert!(100 * short <= 2 * judged + 100, "{short} of {judged}");
}

/// Next to no correct lists fail by a truth with luck subtracted that is just accurate enough for
/// them: at most one of 36 of one file, with more effort of 540 of three. Seeds from 5000, of the
/// truths from 1.
#[test]
#[ignore = "a second: truths have luck subtracted in `correct_lists_pass`, too"]
fn correct_lists_pass_by_truths_without_luck() {
    let seeds = (5000..5000 + by_effort(6, 30)).collect_vec();
    let (mut judged, mut failed) = (0, 0);
    let files = by_effort(&FILES[2..3], &FILES[..3]);
    for (file, games, seed) in iproduct!(files, [100, 1000], 1..=3) {
        let dice = example(file);
        let plan = certain_plan(enough_accuracy(games, dice.len()), 0.1, 1 << 20);
        let truth = ranked(&dice, Rules::OFFIZIELL, seed, &plan);
        let verdicts = verdicts(file, Rules::OFFIZIELL, &truth, games, &seeds);
        judged += verdicts.len();
        failed += verdicts
            .iter()
            .filter(|verdict| !verdict.verdict().is_passed())
            .count();
    }
    assert!(judged >= 36 && failed <= 1, "{failed} of {judged}");
}

/// Returns the bases but `offiziell`, and `offiziell` with each deviation.
fn deviating() -> Vec<Rules> {
    [Rules::ZIELZUERST, Rules::WLR]
        .into_iter()
        .chain(Rules::OFFIZIELL.with_one_more_deviation())
        .collect()
}

/// Lists of 4,000 games all fail under rules that move a share of a file by more than five of their
/// standard errors. Two deviations and one file; with more effort every deviation, the other bases
/// and two files, with EFFORT=20 all.
/// Seeds from 3200.
#[test]
fn wrong_lists_fail() {
    const GAMES: u64 = 4000;
    let names = ["offiziell+ohne-springen", "offiziell+zusatzwurf-nach-zug"]
        .map(|name| name.parse().unwrap())
        .to_vec();
    let thorough = |files| (files, deviating(), effort() / 2);
    let (files, rule_sets, lists) = by_effort_up_to_20(
        (&FILES[2..3], names, 2),
        thorough(&FILES[1..3]),
        thorough(&FILES[..]),
    );
    let seeds = (3200..3200 + lists).collect_vec();
    let (mut judged, mut passed) = (0, 0);
    for (file, rules) in files.iter().cartesian_product(rule_sets) {
        let [right, wrong] = [Rules::OFFIZIELL, rules].map(|rules| usual_truth(file, rules));
        // Against opponents who are not all the same, a share scatters less than this.
        let games = GAMES as f64 * (right.entries.len() - 1) as f64;
        let moved = right
            .by_die()
            .into_iter()
            .zip(wrong.by_die())
            .map(|(right, wrong)| {
                let [right, wrong] = [right, wrong].map(|die| die.share.as_percent());
                (right - wrong).abs() / ((right * (100.0 - right)).max(1e-9) / games).sqrt()
            })
            .fold(0.0, f64::max);
        if moved > 5.0 {
            let verdicts = verdicts(file, rules, &right, GAMES, &seeds);
            let passes = verdicts
                .iter()
                .filter(|verdict| verdict.verdict().is_passed())
                .count();
            println!("{file} {rules}: {moved:.1} standard errors, {passes} of {lists} pass");
            judged += verdicts.len();
            passed += passes;
        }
    }
    assert!(judged >= 4 && passed == 0, "{passed} of {judged} pass");
}

/// Of lists of other rule sets, rounded to two decimals or cut off behind them, as many are refused
/// as are expected, within 1 % of all lists. 4 lists of 400 games of a file under each rule set;
/// with EFFORT=20 ten of 400 games and ten of 4,000 of all four files. Seeds from 3400.
///
/// Few are refused, as games of their own explain some lists that shared games do not: so where a
/// rule helps all strong dice against the weak ones. Nor can they be ruled out because all shares
/// add up to what shared games make: wins of 10 pairings of 400 games of their own have a standard
/// deviation of about 40, so of right lists one of a hundred hits the same sum, which is ten times
/// the error that limits allow.
#[test]
#[ignore = "five seconds: `wrong_lists_fail` has such lists"]
fn other_rules_are_refused_with_either_kind_of_games() {
    let few = (&FILES[2..3], &[400][..], 4, by_effort(13, 15));
    let (files, numbers, lists, expected) =
        by_effort_up_to_20(few, few, (&FILES[..], &[400, 4000], 10, 772));
    let seeds = (3400..3400 + lists).collect_vec();
    let (mut judged, mut refused) = (0u64, 0u64);
    for (file, rules, &games) in iproduct!(files, deviating(), numbers) {
        let verdicts = verdicts(
            file,
            rules,
            &usual_truth(file, Rules::OFFIZIELL),
            games,
            &seeds,
        );
        judged += verdicts.len() as u64;
        refused += verdicts
            .iter()
            .filter(|verdict| !verdict.verdict().is_passed())
            .count() as u64;
    }
    println!("{refused} of {judged} refused, {expected} expected");
    let most = (judged / 100).max(1);
    assert!(refused.abs_diff(expected) <= most, "{refused} of {judged}");
}

/// Returns for each two dice, by their indices, the part of their games in this ranking that the
/// first has won.
pub(super) fn wins_of(source: &Ranking) -> Vec<Vec<f64>> {
    let dice = source.entries.len();
    let mut wins = vec![vec![0.0; dice]; dice];
    let pairings = (0..dice).array_combinations();
    for ([left, right], played) in pairings.zip(source.played().unwrap()) {
        let tally = played.tally();
        let won = [0, 1].map(|seat| tally.won_by(seat) as f64 / tally.games() as f64);
        (wins[left][right], wins[right][left]) = (won[0], won[1]);
    }
    wins
}

/// Draws the shares of a list of `games` games per pairing of which dice win these parts.
fn drawn_shares(wins: &[Vec<f64>], games: u64, seed: u64) -> Vec<f64> {
    let mut random = random(seed);
    let mut shares = vec![0.0; wins.len()];
    let played = games as f64 * (wins.len() - 1) as f64;
    for [left, right] in (0..wins.len()).array_combinations() {
        let (left_part, right_part) = (wins[left][right], wins[right][left]);
        let left_wins = Binomial::new(games, left_part).unwrap().sample(&mut random);
        let part_of_remaining = (right_part / (1.0 - left_part).max(1e-9)).min(1.0);
        let right_wins = Binomial::new(games - left_wins, part_of_remaining)
            .unwrap()
            .sample(&mut random);
        shares[left] += left_wins as f64 / played;
        shares[right] += right_wins as f64 / played;
    }
    shares
}

/// Prints the list of a program whose games go as in this ranking.
fn drawn_list(dice: &[Die], source: &Ranking, games: u64, seed: u64) -> String {
    printed(dice, &drawn_shares(&wins_of(source), games, seed), false)
}

/// Returns `number` dice that differ.
pub(super) fn some_dice(number: usize) -> Vec<Die> {
    (0..number as u32).map(|face| die([face + 1, 6])).collect()
}

/// Returns the truth about dice that win these parts of their games, of `games` games per pairing.
/// Seed 11.
pub(super) fn truth_of(wins: &[Vec<f64>], games: u64) -> Ranking {
    rank(&mut Coins::new(wins.to_vec(), 11), &fixed_plan(games), &())
}

/// Right lists pass, whether they are rounded or cut off, with 0 to 2 decimals, of wuerfel2 and of
/// 2 random dice; with more effort with up to 4, also of wuerfel0 and of 12 and 30 random dice.
/// Each cell, a kind of list, has 50 lists, times the effort, and seeds from a multiple of 10⁶. At
/// most 3 of a cell fail, or 7 in 1,000, and 2 in all, or 2 in 1,000.
#[test]
#[ignore = "a second: `right_lists_are_not_accused` has rounded and cut-off lists"]
fn lists_pass_however_they_are_written() {
    let lists = 50 * effort();
    let of_file = |file| wins_of(&truth(file, Rules::OFFIZIELL, 7, 20_000));
    let mut fields = vec![random_field(2, 5), of_file("wuerfel2")];
    if effort() > 1 {
        fields.push(of_file("wuerfel0"));
        fields.extend([12, 30].map(|dice| random_field(dice, 5)));
    }
    let (most_decimals, numbers) = by_effort((2, &[4000][..]), (4, &[400, 4000, 100_000]));
    let (mut judged, mut all_failed) = (0, 0);
    for ((field, &games), combination) in fields.iter().cartesian_product(numbers).zip(1..) {
        let dice = some_dice(field.len());
        let truth = truth_of(field, (10 * games).max(100_000));
        let limits = Limits::new(&truth, of_games(games), 1);
        for (decimals, is_cut_off) in iproduct!(0..=most_decimals, [false, true]) {
            let start =
                1_000_000 * (combination * 10 + 2 * decimals as u64 + u64::from(is_cut_off));
            let fails = |seed: &u64| {
                let shares = drawn_shares(field, games, *seed);
                let text = printed_with(decimals, &dice, &shares, is_cut_off);
                let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
                !judge(&list, &dice, &limits).verdict().is_passed()
            };
            let seeds = (start..start + lists).into_par_iter();
            let failed = seeds.filter(fails).count() as u64;
            let writing = if is_cut_off { "cut off" } else { "rounded" };
            let number = dice.len();
            println!("{number} dice, {games} games, {decimals} decimals {writing}: {failed} fail");
            // Of few lists a cell, three are no rarer than seven of 1,000.
            assert!(failed <= (7 * lists / 1000).max(3));
            judged += lists;
            all_failed += failed;
        }
    }
    println!("{all_failed} of {judged} fail");
    assert!(
        1000 * all_failed <= 2 * judged.max(1000),
        "{all_failed} of {judged}"
    );
}

/// Lists in which somebody wins rarely do not look like fewer games than they have: at most one of
/// a cell does, or one in 1,000. Each cell, a kind of list, has 100 lists, times the effort, and
/// seeds from a multiple of 10⁶.
#[test]
fn rare_wins_do_not_look_like_few_games() {
    let lists = 100 * effort();
    let thorough = (
        &[2, 6][..],
        &[1e-4, 5e-4, 2e-3, 1e-2][..],
        &[100, 300, 1000, 4000, 20_000][..],
    );
    let (numbers, rare, of_games) =
        by_effort((&[2, 6][..], &[5e-4][..], &[300, 4000][..]), thorough);
    let cells = iproduct!(numbers, rare, of_games);
    for ((&number, &share, &games), cell) in cells.zip(1..) {
        let mut field = vec![vec![0.5; number]; number];
        field[0] = vec![share; number];
        field.iter_mut().for_each(|row| row[0] = 1.0 - share);
        let dice = some_dice(number);
        let truth = truth_of(&field, 50_000);
        let limits = Limits::new(&truth, Demands::default(), 1);
        let is_short = |seed: &u64| {
            let shares = drawn_shares(&field, games, *seed);
            let text = printed(&dice, &shares, false);
            let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
            let apparent = judge(&list, &dice, &limits).apparent_games;
            apparent.is_some_and(|apparent| apparent.most.is_none_or(|most| most < games as f64))
        };
        let start = 1_000_000 * cell;
        let seeds = (start..start + lists).into_par_iter();
        let short = seeds.filter(is_short).count() as u64;
        println!("{number} dice, a share of {share}, {games} games: {short} look like fewer");
        assert!(short <= (lists / 1000).max(1));
    }
}

/// Of 50 right submissions of lists of 50 games of all four files, times the effort, none is
/// refused; with more effort, nor with lists of 1 to 4,000 games. Seeds from 0.
#[test]
#[ignore = "three seconds: `right_lists_are_not_accused` has the lists one by one"]
fn right_submissions_are_not_refused() {
    let thorough = [1, 3, 10, 50, 400, 4000].map(|games| (games, 100 * games.max(1000)));
    let numbers = by_effort(&[(50, 10_000)][..], &thorough);
    let dice = FILES.map(example);
    for &(games, of_truth) in numbers {
        let [truths, sources] =
            [2021, 7].map(|seed| FILES.map(|file| truth(file, Rules::OFFIZIELL, seed, of_truth)));
        let limits = [0, 1, 2, 3].map(|file| [Limits::new(&truths[file], of_games(games), 4)]);
        let is_refused = |&seed: &u64| {
            let lists = [0, 1, 2, 3].map(|file| {
                let text = drawn_list(&dice[file], &sources[file], games, seed << 2 | file as u64);
                list::parse(text.as_bytes(), &dice[file], ReadOptions::default())
                    .map_err(judging::Verdict::Unreadable)
            });
            let lists = [0, 1, 2, 3].map(|file| ListToJudge {
                list: &lists[file],
                dice: &dice[file],
                limits: &limits[file],
            });
            let best = &judge_all(&[Rules::OFFIZIELL], &lists)[0];
            let mut verdicts = best.read_lists();
            best.joint_fault.is_some() || !verdicts.all(|list| list.verdict().is_passed())
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

/// Without a number of games, a list fails that none explains: one of 4,000 games in which a share
/// is 20 points off. If two of six dice have each other's shares, which 43 games explain, it is not
/// judged. The right list passes. Seed 3.
#[test]
fn lists_that_no_number_of_games_explains_fail() {
    let field = random_field(6, 5);
    let dice = some_dice(6);
    let truth = truth_of(&field, 20_000);
    let limits = Limits::new(&truth, Demands::default(), 1);
    let right = drawn_shares(&field, 4000, 3);
    let mut off = right.clone();
    off[2] += if off[2] > 0.5 { -0.2 } else { 0.2 };
    let exchanged = [1, 0, 2, 3, 4, 5].map(|die| right[die]);
    for (shares, fails, is_open) in [
        (&right[..], false, false),
        (&off, true, false),
        (&exchanged, false, true),
    ] {
        let text = printed(&dice, shares, false);
        let list = list::parse(text.as_bytes(), &dice, ReadOptions::default()).unwrap();
        let verdict = judge(&list, &dice, &limits);
        assert_eq!(verdict.findings.faults > 0, fails, "{verdict:?}");
        assert_eq!(verdict.doubt.is_some(), is_open, "{verdict:?}");
    }
}
