//! The lines of a tournament in parts: they are read as they are written, and no half line counts;
//! and the pairings of each part.

use proptest::prelude::*;
use wuerfelglueck::pairing::{LuckSums, Pairing};
use wuerfelglueck::shards::{GatherError, Gathering, LineError, Origin, PairingLine, Part};

use crate::prelude::*;

/// The lines that the program prints of three dice, with 22 games of each pairing.
const WHOLE: &str = include_str!("fixtures/eingaben/zeilen.txt");

/// The result of gathering some lines.
#[derive(Debug)]
struct Gathered {
    /// The numbers of lines that repeat an earlier one.
    repeated_lines: Vec<usize>,
    /// The numbers of incomplete lines.
    incomplete_lines: Vec<usize>,
    /// The tournament and all pairings, as text.
    list: String,
}

/// Gathers the lines of a text.
fn gather(text: impl AsRef<[u8]>) -> Result<Gathered, GatherError> {
    let mut gathering = Gathering::default();
    for line in text.as_ref().split(|&byte| byte == b'\n') {
        gathering.add_line(line)?;
    }
    let tournament = gathering.tournament()?;
    let pairings = gathering.pairings.values().map(|gathered| gathered.pairing);
    Ok(Gathered {
        list: format!("{tournament:?} {:?}", pairings.collect_vec()),
        repeated_lines: gathering.repeated_lines,
        incomplete_lines: gathering.incomplete_lines,
    })
}

/// Half a line at the end counts for nothing, alone or with other lines behind it.
#[test]
fn a_killed_process_leaves_no_half_line_that_counts() {
    let list = gather(WHOLE).unwrap().list;
    let ends = WHOLE.match_indices('\n').map(|(end, _)| end + 1);
    let starts: Vec<usize> = [0].into_iter().chain(ends).collect();
    for cut in 0..WHOLE.len() {
        let written = &WHOLE[..cut];
        let complete = starts[1..].iter().filter(|&&end| end <= cut + 1).count();
        match gather(written) {
            Err(GatherError::Missing {
                missing, pairings, ..
            }) => {
                assert_eq!((3 - complete as u64, 3), (missing, pairings), "{cut}");
            }
            Err(GatherError::Empty) => assert_eq!(complete, 0, "{cut}"),
            // Only the last line break is missing.
            Ok(same) => assert_eq!((cut, &same.list), (WHOLE.len() - 1, &list)),
            refused => panic!("{cut}: {refused:?}"),
        }
        // The next process writes behind it.
        let repeated = gather(format!("{written}{WHOLE}")).unwrap();
        let line = starts.iter().filter(|&&start| start < cut).count();
        let half = if starts.contains(&cut) {
            vec![]
        } else {
            vec![line]
        };
        assert_eq!(
            (&repeated.incomplete_lines, &repeated.list),
            (&half, &list),
            "{cut}"
        );
        let whole = starts[1..].iter().filter(|&&end| end <= cut);
        assert_eq!(repeated.repeated_lines.len(), whole.count(), "{cut}");
    }
}

/// Every change of a byte, every deletion and every insertion: the line is refused, or it is cut
/// short and the pairing missing, or the list is the same. It is never another list.
#[test]
fn a_damaged_line_never_makes_another_list() {
    // The line is that of two dice, not of three.
    let mut line: PairingLine = WHOLE.lines().next().unwrap().parse().unwrap();
    line.origin.dice_count = 2;
    let line = format!("{line}\n").into_bytes();
    let list = gather(&line).unwrap().list;
    let [mut harmless, mut refused] = [0; 2];
    let mut damage = |damaged: &[u8]| match gather(damaged) {
        Ok(gathered) => {
            let text = String::from_utf8_lossy(damaged);
            assert_eq!(gathered.list, list, "{text}");
            harmless += 1;
        }
        Err(_) => refused += 1,
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
    // A byte before the line does no harm, as it may come from a killed process. Nor do line breaks
    // at both ends.
    assert!((256..280).contains(&harmless), "{harmless}");
    assert_eq!(harmless + refused, 512 * line.len() + 256);
}

/// Lines in which up to three pieces are copied to another place, where they are put in or written
/// over others, or in which pieces are removed: they are refused, or the list is the same. 500
/// cases, times the effort.
#[test]
fn damaged_lines() {
    let list = gather(WHOLE).unwrap().list;
    let place = || any::<prop::sample::Index>();
    let edit = (place(), 0usize..60, place(), 0usize..60, any::<bool>());
    check_property(500, prop::collection::vec(edit, 1..4), |edits| {
        let mut damaged = WHOLE.as_bytes().to_vec();
        for (from, length, to, overwritten, flips) in edits {
            // A piece, which may be empty, is copied to another place, perhaps with a bit flipped.
            let start = from.index(damaged.len());
            let mut piece = damaged[start..damaged.len().min(start + length)].to_vec();
            if let (true, Some(byte)) = (flips, piece.last_mut()) {
                *byte ^= 1;
            }
            let start = to.index(damaged.len());
            let end = damaged.len().min(start + overwritten);
            damaged.splice(start..end, piece);
        }
        if let Ok(gathered) = gather(&damaged) {
            assert_eq!(gathered.list, list);
        }
    });
}

/// A line that the program never writes is refused, even if its checksum is right.
#[test]
fn a_right_checksum_is_not_enough() {
    for (column, text) in [
        (2, "zwei"),
        (3, "2/1"),
        (4, "drei"),
        (4, "1"),
        (4, "4294967296"),
        (5, "0"),
        (5, "2"),
        (6, "x"),
        (6, "4"),
        (7, "alle"),
        (8, "-1"),
        (9, "21"),
        (9, "0"),
        (9, "18446744073709551614"),
        (10, ""),
        (11, "1 b"),
        (12, "1.5"),
        (12, "18446744073709551615"),
        (16, "22"),
        (17, "1"),
        (18, "x"),
        (18, "33"),
        (20, "5,5"),
        (22, "NaN"),
    ] {
        let mut columns = WHOLE.lines().next().unwrap().split('\t').collect_vec();
        columns[column - 1] = text;
        columns[22] = "";
        let line = columns.join("\t");
        let line = format!("{line}{:08x}", crc32fast::hash(line.as_bytes()));
        let read = line.parse::<PairingLine>();
        assert!(matches!(read, Err(LineError::Foreign(_))), "{line}");
    }
}

/// Of many missing pairings a hundred are named, here of those of a million dice.
#[test]
fn missing_pairings_are_named() {
    let mut line: PairingLine = WHOLE.lines().next().unwrap().parse().unwrap();
    line.origin.dice_count = 1_000_000;
    let message = gather(line.to_string()).unwrap_err().to_string();
    let begin = "es fehlen 499999499999 von 499999500000 Paarungen: 1-3, 1-4, ";
    assert!(message.starts_with(begin), "{message}");
    let end = "1-101, 1-102 und 499999499899 weitere";
    assert!(message.ends_with(end), "{message}");
}

/// Of dice that look the same at their beginning, a message shows what differs.
#[test]
fn what_differs_is_shown() {
    let lines = WHOLE.lines().take(2).map(|line| line.parse().unwrap());
    let [mut first, mut second]: [PairingLine; 2] = lines.collect_vec().try_into().unwrap();
    let faces = |last: [u32; 2]| die([12; 20].into_iter().chain(last));
    (first.dice[0], second.dice[0]) = (faces([25, 6]), faces([21, 6]));
    let message = |second: &PairingLine| {
        gather(format!("{first}\n{second}\n"))
            .unwrap_err()
            .to_string()
    };
    let expected = "Zeile 2: der Würfel 1: …21 6 passt nicht zu Zeile 1, dort …25 6; alle Zeilen \
                    müssen aus einem Turnier sein";
    assert_eq!(message(&second), expected);
    // One is the beginning of the other.
    second.dice[0] = die([12; 20].into_iter().chain([25]));
    let expected = "Zeile 2: der Würfel 1: …25 passt nicht zu Zeile 1, dort …25 6; alle Zeilen \
                    müssen aus einem Turnier sein";
    assert_eq!(message(&second), expected);
}

/// A line of two dice whose games ended by chance.
fn random_line(rng: &mut Random) -> PairingLine {
    let first = rng.random_range(0..50);
    let second = first + rng.random_range(1..50);
    let games: usize = 2 * rng.random_range(1..100);
    let mut blocks = vec![Tally::default(); games.div_ceil(BLOCK as usize)];
    for game in 0..games {
        let block = &mut blocks[game / BLOCK as usize];
        match rng.random_range(0..3) {
            2 => block.draws += 1,
            seat => block.wins[game % 2][seat] += 1,
        }
    }
    if rng.random() {
        for block in &mut blocks {
            block.cut_off = block.draws;
        }
    }
    let of = rng.random_range(9..=100);
    let mut pairing = Pairing::default();
    for block in blocks {
        pairing.add_block(block, &LuckSums::default());
    }
    PairingLine {
        origin: Origin {
            dice_count: second + 1,
            rules: Rules::BASES[rng.random_range(0..3)],
            seed: rng.random(),
            games: games as u64,
        },
        part: Part {
            number: rng.random_range(1..=9),
            of,
        },
        indices: [first, second],
        dice: [(); 2].map(|()| random_die(rng)),
        pairing,
    }
}

/// Lines of random games are read as they are written, and refused with one byte less. 256 lines,
/// times the effort. Seed 79.
#[test]
fn lines_are_read_as_they_are_written() {
    let mut rng = random(79);
    for _ in 0..256 * effort() {
        let line = random_line(&mut rng);
        let text = line.to_string();
        assert_eq!(text.parse::<PairingLine>(), Ok(line));
        let short = &text[..text.len() - 1];
        assert_eq!(short.parse::<PairingLine>(), Err(LineError::Incomplete));
    }
}

/// Of 2 to 12 dice and 1 to 19, 100 or 1,000 parts, every pairing is in one part, and the sizes of
/// parts differ by at most one.
#[test]
fn parts_have_every_pairing_once() {
    for dice in 2..13 {
        let pairings: Vec<[usize; 2]> = (0..dice).array_combinations().collect();
        for of in (1..20).chain([100, 1000]) {
            let parts = (1..=of).map(|number| Part { number, of }.pairings(dice));
            let parts: Vec<Vec<[usize; 2]>> = parts.collect();
            let sizes = parts.iter().map(Vec::len).minmax().into_option();
            assert!(sizes.is_some_and(|(least, most)| most - least <= 1));
            assert_eq!(parts.concat().into_iter().sorted().collect_vec(), pairings);
        }
    }
}

/// A part needs the tables of few dice: at most 1.9 times those of a square in the matrix of all
/// pairings that has as many pairings, 7, 71 and 707 dice.
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
