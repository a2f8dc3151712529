//! Dice files: garbage is refused with the number of a line, and every list of dice is read and
//! ranked.

use std::cell::Cell;

use proptest::prelude::*;
use wuerfelglueck::dice::{DiceFault, DiceReader, parse};

use crate::prelude::*;

/// Random bytes; words and separators, most of which may stand in a dice file; and dice files in
/// which one byte is replaced.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        "[0-9]{1,3}",
        "[0-9]{9,22}",
        "[-+.,x/]?[0-9]{0,2}[-+.,x/]?",
        Just("\u{feff}".to_string()),
        "\\PC{0,3}",
    ];
    let separator = prop_oneof![
        8 => Just(" "),
        2 => Just("\n"),
        1 => Just("\t"),
        1 => Just("\r\n"),
        1 => Just("\n\n"),
        1 => Just("\0"),
    ];
    let words = prop::collection::vec((word, separator), 0..30).prop_map(|words| {
        let words = words
            .iter()
            .map(|(word, separator)| format!("{word}{separator}"));
        words.collect::<String>().into_bytes()
    });
    let die = prop::collection::vec(0u32..100, 1..8)
        .prop_map(|faces| format!("{} {}", faces.len(), faces.iter().format(" ")));
    let dice = prop::collection::vec(die, 2..6);
    let file = (dice, any::<prop::sample::Index>(), any::<u8>()).prop_map(|(dice, index, byte)| {
        let mut file = format!("{}\n{}\n", dice.len(), dice.join("\n")).into_bytes();
        let place = index.index(file.len());
        file[place] = byte;
        file
    });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..60), words, file]
}

/// Reads a file in the plainest way: numbers between white space, line by line. `None` if it is to
/// be refused.
fn plain_reading(input: &[u8]) -> Option<Vec<Vec<u32>>> {
    let text = String::from_utf8(input.to_vec()).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_blank = |line: &&str| line.trim_matches([' ', '\t', '\r']).is_empty();
    let mut lines: Vec<&str> = text.split('\n').collect();
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let numbers = |line: &str| -> Option<Vec<u64>> {
        // One carriage return may end a line; anywhere else it is part of a word.
        let line = line.strip_suffix('\r').unwrap_or(line);
        let number = |word: &str| word.parse().ok().filter(|_| !word.starts_with('+'));
        line.split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .map(number)
            .collect()
    };
    let (heading, lines) = lines.split_first()?;
    let [count] = numbers(heading)?[..] else {
        return None;
    };
    let die = |line: &&str| {
        let numbers = numbers(line)?;
        let (&sides, faces) = numbers.split_first()?;
        let faces: Vec<u32> = faces
            .iter()
            .map(|&face| face.try_into().ok())
            .collect::<Option<_>>()?;
        (sides > 0 && sides == faces.len() as u64).then_some(faces)
    };
    let dice: Vec<Vec<u32>> = lines.iter().map(die).collect::<Option<_>>()?;
    (count >= 2 && count == dice.len() as u64).then_some(dice)
}

/// Files are read as a plain reading does, or refused with a line where that refuses them. 500
/// cases, times the effort.
#[test]
fn files_are_read_plainly_or_refused_with_a_line() {
    check_property(500, garbage(), |input| match parse(&input) {
        Ok(dice) => {
            let faces: Vec<_> = dice.iter().map(|die| die.faces().to_vec()).collect();
            assert_eq!(Some(faces), plain_reading(&input), "{input:?}");
        }
        Err(error) => {
            assert_eq!(plain_reading(&input), None, "{error}: {input:?}");
            let message = error.to_string();
            assert!(message.starts_with("Zeile "), "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
            assert!(message.chars().count() < 200, "{message}");
        }
    });
}

/// 500 cases, times the effort: if they are lists of dice, each die is ranked once. Seed 2021.
#[test]
fn every_list_of_dice_is_ranked() {
    let ranked = Cell::new(0);
    check_property(500, garbage(), |input| {
        let Ok(dice) = parse(&input) else {
            return;
        };
        let mut contest = DiceContest::new(&dice, Rules::OFFIZIELL, 2021, usize::MAX);
        let ranking = rank(&mut contest, &fixed_plan(2), &());
        let places = ranking.entries.iter().map(|entry| entry.die).sorted();
        assert!(places.eq(0..dice.len()), "{input:?}");
        for entry in &ranking.entries {
            let share = entry.share.as_percent();
            assert!((0.0..=100.0).contains(&share), "{input:?}");
        }
        ranked.set(ranked.get() + 1);
    });
    assert!(ranked.get() > 0, "only {} lists of dice", ranked.get());
}

/// Every list of dice, however it is spaced, is read back. 2,000 cases, times the effort.
#[test]
fn files_are_read_back_however_they_are_spaced() {
    let dice = prop::collection::vec(prop::collection::vec(any::<u32>(), 1..10), 2..8);
    let space = prop_oneof![Just(" "), Just("\t"), Just("  "), Just(" \t ")];
    let newline = prop_oneof![Just("\n"), Just("\r\n")];
    let strategy = (dice, space, newline, 0..3usize, any::<bool>());
    check_property(2_000, strategy, |(dice, space, newline, blank, mark)| {
        let words = |faces: &Vec<u32>| [&[faces.len() as u32], &faces[..]].concat();
        let lines = dice.iter().map(|faces| words(faces).iter().join(space));
        let number = format!("{space}{}{space}", dice.len());
        let file = [number].into_iter().chain(lines).join(newline) + &newline.repeat(blank);
        let file = if mark {
            format!("\u{feff}{file}")
        } else {
            file
        };
        let read = parse(file.as_bytes()).unwrap_or_else(|error| panic!("{error}: {file:?}"));
        assert!(read.iter().map(Die::faces).eq(&dice), "{file:?}");
    });
}

/// Files with more dice than are compared, or more bytes than are read, are refused at once: in the
/// first line, or in the line that makes them too large.
#[test]
#[ignore = "two seconds: it reads a gigabyte"]
fn oversized_files_are_refused() {
    let refused = |count: &str| parse(format!("{count}\n").as_bytes()).unwrap_err().fault;
    assert!(matches!(refused("65536"), DiceFault::Missing { .. }));
    assert!(matches!(refused("65537"), DiceFault::TooMany(_)));
    assert!(matches!(refused(&"9".repeat(30)), DiceFault::TooMany(_)));
    let (mut reader, blank) = (DiceReader::default(), vec![b' '; 1 << 26]);
    let read = (1..).find_map(|line| Some((line, reader.add_line(&blank).err()?)));
    let (line, error) = read.unwrap();
    assert_eq!((line, error.line), (16, 16));
    assert_eq!(error.fault, DiceFault::TooLarge);
}
