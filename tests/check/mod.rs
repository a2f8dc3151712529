//! Lists that are read and judged: by their dice, however strange they are, and by their order.

mod chance;
mod matching;
mod printed;
mod readings;
mod right;

use std::sync::OnceLock;

use judging::check::{ComparedList, Demands, Finding, Limits, ReadOptions, Subject, judge, list};
use proptest::prelude::*;
use rand::seq::SliceRandom;

use crate::prelude::*;
use crate::support::process::read;

const TOLERANCE: Demands = points(5.0, 1.0);

/// Returns the tolerance for shares and the leeway for orders, in percentage points.
const fn points(share: f64, order: f64) -> Demands {
    Demands {
        games: None,
        tolerance: Some(share),
        leeway: Some(order),
    }
}

/// Returns the demands on lists of this number of games per pairing.
fn of_games(games: u64) -> Demands {
    Demands {
        games: Some(games),
        ..Demands::default()
    }
}

/// Ranks dice by the games of `plan`.
fn ranked(dice: &[Die], rules: Rules, seed: u64, plan: &Plan) -> Ranking {
    let mut contest = contest(dice, rules, seed, plan);
    rank(&mut contest, plan, &())
}

/// Returns the dice of wuerfel0 and the truth about them, with the default accuracy and error. Seed
/// 2021.
fn truth_of_wuerfel0() -> &'static (Vec<Die>, Ranking) {
    static TRUTH: OnceLock<(Vec<Die>, Ranking)> = OnceLock::new();
    TRUTH.get_or_init(|| {
        let dice = example("wuerfel0");
        let plan = certain_plan(0.2, 0.001, 2_000_000);
        let truth = ranked(&dice, Rules::OFFIZIELL, 2021, &plan);
        (dice, truth)
    })
}

/// Judges a list of these dice.
fn judge_text(text: &str, dice: &[Die], truth: &Ranking, demands: Demands) -> ComparedList {
    let list = list::parse(text.as_bytes(), dice, ReadOptions::default()).unwrap();
    judge(&list, dice, &Limits::new(truth, demands, 1))
}

/// Writes the list in which dice with these faces follow one another, each with half of its games.
fn list_of<'a>(dice: impl IntoIterator<Item = &'a [u32]>) -> String {
    let lines = dice.into_iter().zip(1..).map(|(faces, rank)| {
        let (sides, faces) = (faces.len(), faces.iter().format(" "));
        format!("{rank}. {sides} Seiten -> : {faces}; 50.00%\n")
    });
    format!("Würfel-Bestenliste:\n{}", lines.format(""))
}

/// Dice with the same faces stand in a list as often as in the file, in any order. Otherwise there
/// is a finding.
#[test]
fn equal_dice_stand_in_a_list_as_often_as_in_the_file() {
    let [ascending, descending] = [[1, 6], [6, 1]];
    let dice = [ascending, descending, ascending].map(die);
    let truth = ranked(&dice, Rules::OFFIZIELL, 2021, &fixed_plan(100));
    let order = Some("die Augenzahlen stehen in anderer Reihenfolge als in der Würfeldatei");
    let twice = Some("der Würfel steht auch in Zeile 2");
    for (listed, expected) in [
        (&[ascending, descending, ascending][..], None),
        (&[descending, ascending, ascending], None),
        (&[ascending, ascending, ascending], order),
        (&[ascending, descending, ascending, descending], twice),
    ] {
        let list = list_of(listed.iter().map(|faces| &faces[..]));
        let verdict = judge_text(&list, &dice, &truth, TOLERANCE);
        let finding = verdict.findings.kept.first();
        let text = finding.map(|finding| &finding.text[..]);
        assert_eq!(text, expected, "{listed:?}");
    }
}

/// The list of wuerfel0 in which up to five pieces are put in or written over others, and texts
/// made of pieces: there is a verdict, or they are no list. Random bytes are read, too, but not
/// judged. 100 cases, times the effort.
#[test]
fn no_list_is_too_strange() {
    let words = "Würfel-Bestenliste:|\n|\r\n| |1. |2.|6 Seiten| -> : |1 2 3 4 5 6|;|12.34%|64,02|%|\
        0|18446744073709551615|99999999999999999999|.|-|\u{feff}|\t|\0|ß|1 1 1 6 6 6|\
        4 Seiten -> : 1 2 3 4; |NaN|1e400|…";
    let piece = prop::sample::select(words.split('|').collect_vec());
    let edits = prop::collection::vec((0usize..300, 0usize..20, piece.clone()), 0..6);
    let edited = edits.prop_map(|edits| {
        let mut text = read("beispiele/wuerfel0.soll");
        for (start, length, piece) in edits {
            let is_boundary = |&at: &usize| text.is_char_boundary(at);
            let boundary = |at: usize| (0..=at).rfind(is_boundary).unwrap();
            let [start, end] = [start, start + length].map(boundary);
            text.replace_range(start..end, piece);
        }
        text
    });
    let made = prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat());
    let bytes = prop::collection::vec(any::<u8>(), 0..100);
    let (dice, truth) = truth_of_wuerfel0();
    check_property(100, (prop_oneof![edited, made], bytes), |(text, bytes)| {
        let _ = list::parse(&bytes, dice, ReadOptions::default());
        if list::parse(text.as_bytes(), dice, ReadOptions::default()).is_err() {
            return;
        }
        let verdict = judge_text(&text, dice, truth, TOLERANCE);
        let findings = &verdict.findings.kept;
        let lines = text.split('\n').count();
        for finding in findings {
            let line = finding.place.line().unwrap();
            assert!((1..=lines + 1).contains(&line), "{finding:?}");
            assert!(!finding.text.contains('\n'));
        }
        // A list without a finding about its form, its dice or its ranks has the heading and a line
        // for each die.
        let is_clean = |finding: &Finding| finding.kind.subject > Subject::Ranks;
        if findings.iter().all(is_clean) {
            let clean = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            let lines = clean.trim_end().lines().collect_vec();
            assert_eq!(lines[0], "Würfel-Bestenliste:");
            assert_eq!(lines.len(), dice.len() + 1);
        }
    });
}

/// The way down the true order from a die to another one, over neighbours.
#[derive(Clone, Copy, Default)]
struct WayDown {
    /// True if each step of a way is certified, or leads to a die in the same place.
    exists: bool,
    /// True if a step of such a way is certified.
    is_certified: bool,
}

/// Finds the way down from each die to each other: all that follows from the certified orders of
/// neighbours, dice that are alike or never win being in the same place.
fn find_ways_down(truth: &Ranking) -> Vec<Vec<WayDown>> {
    let number = truth.entries.len();
    let mut ways = vec![vec![WayDown::default(); number]; number];
    for (above, below) in truth.entries.iter().tuple_windows() {
        let (above, order, below) = (above.die, above.order, below.die);
        match order {
            Some(OrderStatus::Certified) => {
                ways[above][below] = WayDown {
                    exists: true,
                    is_certified: true,
                };
            }
            Some(OrderStatus::Alike | OrderStatus::Winless) => {
                ways[above][below].exists = true;
                ways[below][above].exists = true;
            }
            _ => {}
        }
    }
    for (by, from, to) in iproduct!(0..number, 0..number, 0..number) {
        let (first, second) = (ways[from][by], ways[by][to]);
        if first.exists && second.exists {
            ways[from][to].exists = true;
            ways[from][to].is_certified |= first.is_certified || second.is_certified;
        }
    }
    ways
}

/// Permuted lists, with the same share in each line: they fail exactly if a die stands below
/// another that is certified to be worse, by comparison or by way of others between them, and the
/// two are at least the leeway apart. Random dice, some of them
/// alike, and some neighbours whose order is open. Seed 73, of the truths 2021.
#[test]
fn permuted_lists_fail_if_they_contradict() {
    let mut rng = random(73);
    let (mut failed, mut noted, mut passed, mut open) = (0, 0, 0, 0);
    for _ in 0..15 * effort() {
        let number = rng.random_range(2..7);
        let new = |_| {
            let sides = rng.random_range(1..4);
            let faces = (0..sides).map(|_| rng.random_range(1..7)).collect_vec();
            die(faces.into_iter().chain([6]))
        };
        let dice = (0..number).map(new).collect_vec();
        let games = [100, 1000, 10_000][rng.random_range(0..3)];
        let truth = ranked(&dice, Rules::OFFIZIELL, 2021, &fixed_plan(games));
        open += truth.open_ranks().count();
        let share = |die: usize| truth.by_die()[die].share.as_percent();
        let ways = find_ways_down(&truth);
        for _ in 0..40 {
            let mut order = truth.entries.iter().map(|entry| entry.die).collect_vec();
            order.shuffle(&mut rng);
            let leeway = [0.0, 10.0, 40.0, 80.0][rng.random_range(0..4)];
            let text = list_of(order.iter().map(|&die| dice[die].faces()));
            let tolerance = points(100.0, leeway);
            let verdict = judge_text(&text, &dice, &truth, tolerance);
            let findings = &verdict.findings.kept;
            let pairs = order.iter().array_combinations();
            let inverted = pairs
                .filter(|&[&above, &below]| {
                    ways[below][above].is_certified
                        || truth.order(below, above) == OrderStatus::Certified
                })
                .collect_vec();
            let is_beyond =
                |[above, below]: &[&usize; 2]| share(**below) - share(**above) >= leeway;
            // A die that can never win has a fault of its share.
            let faults = findings
                .iter()
                .filter(|finding| finding.is_fault && finding.kind.subject == Subject::Order)
                .count();
            assert_eq!(faults > 0, inverted.iter().any(is_beyond), "{text}");
            let is_far = |rank: &usize| {
                let [above, below] = [rank - 1, *rank].map(|index| truth.entries[index].die);
                share(above) - share(below) >= leeway
            };
            let is_doubtful = truth.open_ranks().any(|rank| is_far(&rank));
            assert_eq!(verdict.doubt.is_some(), is_doubtful, "{text}");
            let is_clean = findings
                .iter()
                .all(|finding| finding.kind.subject != Subject::Order);
            assert_eq!(is_clean, inverted.is_empty(), "{text}");
            match verdict {
                _ if faults > 0 => failed += 1,
                _ if is_clean => passed += 1,
                _ => noted += 1,
            }
        }
    }
    println!("{failed} failed, {noted} noted, {passed} passed, {open} open");
    assert!(failed > 50 && noted > 50 && passed > 50 && open > 5);
}
