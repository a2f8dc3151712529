//! The lines of a tournament in parts: they are read as they are written, and no half line counts.

use itertools::Itertools;
use proptest::prelude::*;
use wuerfelglueck::engine::games::{PlayedBlocks, Tally};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::shards::{GatherError, Gathered, Gathering, LineError, Origin, Part, Record};
use wuerfelglueck::tournament::Pairing;

use crate::support::{check, die};

/// What the program prints of three dice, eleven rounds each.
fn three() -> Vec<&'static str> {
    include_str!("fixtures/eingaben/zeilen.txt")
        .lines()
        .collect()
}

fn gather(text: impl AsRef<[u8]>) -> Result<(Vec<usize>, Vec<usize>, String), GatherError> {
    let mut gathering = Gathering::new(false);
    for line in text.as_ref().split(|&byte| byte == b'\n') {
        gathering.line(line)?;
    }
    let gathered = gathering.finish()?;
    let Gathered {
        origin,
        dice,
        pairings,
        ..
    } = &gathered;
    let list = format!("{origin:?} {dice:?} {pairings:?}");
    Ok((gathered.doubles, gathered.incomplete, list))
}

/// Whatever is cut off at the end counts for nothing, alone or with other lines behind it.
#[test]
fn a_killed_process_leaves_no_half_line_that_counts() {
    let whole = three().join("\n") + "\n";
    let (_, _, list) = gather(&whole).unwrap();
    let starts = whole.match_indices('\n').map(|(end, _)| end + 1);
    let starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    for cut in 0..whole.len() {
        let rest = &whole[..cut];
        let complete = starts[1..].iter().filter(|&&end| end <= cut + 1).count();
        match gather(rest) {
            Err(GatherError::Missing { missing, all, .. }) => {
                assert_eq!((3 - complete as u64, 3), (missing, all), "{cut}");
            }
            Err(GatherError::Empty(_)) => assert_eq!(complete, 0, "{cut}"),
            Ok((_, _, same)) => {
                // Only the last line break is missing.
                assert_eq!((cut, &same), (whole.len() - 1, &list));
            }
            other => panic!("{cut}: {other:?}"),
        }
        // The next process writes behind it.
        let (doubles, incomplete, same) = gather(format!("{rest}{whole}")).unwrap();
        assert_eq!(same, list, "{cut}");
        let line = starts.iter().filter(|&&start| start < cut).count();
        let is_cut = !starts.contains(&cut);
        let half = if is_cut { vec![line] } else { vec![] };
        assert_eq!(incomplete, half, "{cut}");
        assert_eq!(
            doubles.len(),
            starts.iter().filter(|&&end| end > 0 && end <= cut).count()
        );
    }
}

/// Every change of a byte, every deletion and every insertion: the line is refused, or it is cut short and the
/// pairing missing, or the list is the same. It is never another list.
#[test]
fn a_damaged_line_never_makes_another_list() {
    let two = include_str!("fixtures/eingaben/zeilen.txt");
    let [line, ..] = three()[..] else {
        panic!("{two}")
    };
    // The line is that of two dice, not of three.
    let mut record: Record = line.parse().unwrap();
    record.origin.dice = 2;
    let line = format!("{record}\n").into_bytes();
    let (_, _, list) = gather(&line).unwrap();
    let mut cases = [0; 2];
    let mut damage = |damaged: &[u8]| match gather(damaged) {
        Ok((_, _, other)) => {
            assert_eq!(other, list, "{}", String::from_utf8_lossy(damaged));
            cases[0] += 1;
        }
        Err(_) => cases[1] += 1,
    };
    for place in 0..=line.len() {
        let [before, behind] = [&line[..place], &line[place..]];
        for byte in 0..=u8::MAX {
            damage(&[before, &[byte], behind].concat());
            if let Some((&old, behind)) = behind.split_first() {
                if byte != old {
                    damage(&[before, &[byte], behind].concat());
                }
                if byte == 0 {
                    damage(&[before, behind].concat());
                }
            }
        }
    }
    // An ASCII character before the line does no harm, as it may come from a killed process. Nor do line breaks at both
    // ends.
    let [harmless, refused] = cases;
    assert!((128..150).contains(&harmless), "{harmless}");
    assert_eq!(harmless + refused, 512 * line.len() + 256);
}

/// Lines in which a few pieces are overwritten, removed, repeated or exchanged: they are refused, or the list is
/// the same. 500 cases, times the effort.
#[test]
fn damaged_lines() {
    let whole = three().join("\n") + "\n";
    let (_, _, list) = gather(&whole).unwrap();
    let place = || any::<prop::sample::Index>();
    let edit = (place(), 0usize..60, place(), 0usize..60, any::<bool>());
    check(500, prop::collection::vec(edit, 1..4), |edits| {
        let mut damaged = whole.clone().into_bytes();
        for (from, length, to, overwritten, flips) in edits {
            // A piece is copied to another place, perhaps with a bit flipped.
            let from = from.index(damaged.len());
            let mut piece = damaged[from..damaged.len().min(from + length)].to_vec();
            if let (true, Some(byte)) = (flips, piece.last_mut()) {
                *byte ^= 1;
            }
            let to = to.index(damaged.len());
            let end = damaged.len().min(to + overwritten);
            damaged.splice(to..end, piece);
        }
        if let Ok((_, _, other)) = gather(&damaged) {
            assert_eq!(other, list);
        }
    });
}

/// Of many missing pairings a hundred are named, however many dice there are.
#[test]
fn missing_pairings_are_named() {
    let mut record: Record = three()[0].parse().unwrap();
    record.origin.dice = 1_000_000;
    let message = gather(record.to_string()).unwrap_err().to_string();
    assert!(
        message.starts_with("es fehlen 499999499999 von 499999500000 Paarungen: 1-3, 1-4, "),
        "{message}"
    );
    assert!(
        message.ends_with(
            "1-101, 1-102 und 499999499899 weitere; gespielt werden sie mit --format paare"
        ),
        "{message}"
    );
}

fn record() -> impl Strategy<Value = Record> {
    let faces = || prop::collection::vec(0u32..20, 1..6);
    (
        (0usize..50, 1usize..50),
        prop::sample::select(Rules::ALL.to_vec()),
        any::<u64>(),
        [faces(), faces()],
        prop::collection::vec((0u8..3, 0u8..3), 1..100),
        any::<bool>(),
        (1u64..=9, 9u64..=100),
    )
        .prop_map(
            |((first, more), rules, seed, faces, rounds, cut, (number, of))| {
                let part = Part { number, of };
                let games = 2 * rounds.len() as u64;
                let mut tally = Tally::default();
                let block = |block: &[(u8, u8)]| {
                    let mut counts = [0u8; 3];
                    for (starter, winner) in block.iter().flat_map(|&(a, b)| [(0, a), (1, b)]) {
                        counts[usize::from(winner)] += 1;
                        match winner {
                            2 => tally.draws += 1,
                            seat => tally.wins[starter][usize::from(seat)] += 1,
                        }
                    }
                    counts
                };
                let blocks = rounds.chunks(16).map(block).collect();
                tally.cut_off = if cut { tally.draws } else { 0 };
                let pairing = Pairing::default().with(&[PlayedBlocks { tally, blocks }]);
                Record {
                    origin: Origin {
                        dice: first + more + 1,
                        rules,
                        seed,
                        games,
                    },
                    part,
                    numbers: [first, first + more],
                    dice: faces.map(die),
                    pairing,
                }
            },
        )
}

#[test]
fn records_are_read_as_they_are_written() {
    check(256, record(), |record| {
        let line = record.to_string();
        assert_eq!(line.parse::<Record>(), Ok(record));
        let short = &line[..line.len() - 1];
        assert_eq!(short.parse::<Record>(), Err(LineError::Incomplete));
    });
}

/// Whatever the numbers of dice and parts, every pairing is in one part, and the parts are as large as
/// one another.
#[test]
fn parts_have_every_pairing_once() {
    for dice in 2..13 {
        let all: Vec<[usize; 2]> = (0..dice).array_combinations().collect();
        for of in (1..20).chain([100, 1000]) {
            let parts = (1..=of).map(|number| Part { number, of }.pairings(dice));
            let parts: Vec<Vec<[usize; 2]>> = parts.collect();
            let sizes = parts.iter().map(Vec::len).minmax().into_option();
            assert!(sizes.is_some_and(|(least, most)| most - least <= 1));
            assert_eq!(parts.concat().into_iter().sorted().collect_vec(), all);
        }
    }
}

/// A part needs the tables of few dice, hardly more than a square of its size.
#[test]
fn small_parts_have_few_dice() {
    for (of, most) in [(1_000_000, 13), (10_000, 100), (100, 900)] {
        for number in [1, of / 3, of / 2, of - 1, of] {
            let pairings = Part { number, of }.pairings(5000);
            let dice = pairings.as_flattened().iter().unique().count();
            assert!(dice <= most, "{number}/{of}: {dice}");
        }
    }
}
