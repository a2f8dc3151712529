//! Which dice file each list of a submission belongs to.

use judging::check::matching::{ListToMatch, match_lists};

use crate::prelude::*;

/// Returns for each of these lists the name of its dice file, or `?`. Each list is a word: its name,
/// and behind a colon the numbers of its dice that the dice files have, `-` where it is no list.
fn matched(files: &str, lists: &str) -> String {
    let files = files.split(' ').collect_vec();
    let lists = lists
        .split(' ')
        .map(|list| {
            let (name, named) = list.split_once(':').unwrap();
            ListToMatch {
                name: name.into(),
                named_dice: named.split(',').map(|number| number.parse().ok()).collect(),
            }
        })
        .collect_vec();
    match_lists(&lists.iter().collect_vec(), &files)
        .into_iter()
        .map(|file| file.map_or("?", |file| files[file]))
        .join(" ")
}

/// What a list says goes before its name; then names go before numbers in them.
#[test]
fn lists_are_matched_by_dice_then_by_names_then_by_numbers() {
    let table = [
        // By its dice, whatever it is called.
        ("w0.txt w1.txt", "x/w1.txt:6,- b.txt:-,6", "w0.txt w1.txt"),
        ("w0.txt w1.txt", "a:6,3 b:2,5", "w0.txt w1.txt"),
        // By names: the longest, in any case, with or without umlauts.
        (
            "w1.txt w10.txt",
            "W10.liste:6,6 Bestenliste-w1.csv:6,6",
            "w10.txt w1.txt",
        ),
        (
            "würfel0.txt würfel1.txt",
            "wuerfel1.a:6,6 WÜRFEL0.b:6,6",
            "würfel1.txt würfel0.txt",
        ),
        (
            "wuerfel0.txt wuerfel1.txt",
            "wu\u{308}rfel1:6,6 x:6,6",
            "wuerfel1.txt ?",
        ),
        // By numbers: the same, or all shifted.
        (
            "w0.txt w1.txt",
            "liste1.txt:6,6 liste0.txt:6,6",
            "w1.txt w0.txt",
        ),
        (
            "w0.txt w1.txt",
            "liste2.txt:6,6 liste1.txt:6,6",
            "w1.txt w0.txt",
        ),
        (
            "w0.txt w1.txt w2.txt",
            "l3:6,6,- l2:6,6,- l4:-,-,5",
            "w1.txt w0.txt w2.txt",
        ),
        // Their dice contradict the numbers.
        (
            "w0.txt w1.txt w2.txt",
            "l3:-,-,5 l2:6,6,- l4:6,6,-",
            "w2.txt ? ?",
        ),
        // Numbers are missing, or there are too many.
        ("w0.txt w1.txt w2.txt", "l1:6,6,6 l2:6,6,6", "? ?"),
        ("w0.txt w1.txt", "l0:6,6 l1:6,6 l2:6,6", "? ? ?"),
        ("w0.txt w1.txt", "a:6,6 b:6,6", "? ?"),
        // What is no list is left aside, unless it is needed.
        (
            "w0.txt w1.txt",
            "l1:6,6 l2:6,6 programm3.py:-,- README:-,-",
            "w0.txt w1.txt ? ?",
        ),
        (
            "w0.txt w1.txt",
            "l1:6,6 l2:-,- README:-,-",
            "w0.txt w1.txt ?",
        ),
        (
            "w0.txt w1.txt",
            "l4294967296:6,6 l18446744073709551616:6,6",
            "? ?",
        ),
        (
            "w0.txt",
            "liste.txt:6 programm3.py:- README:-",
            "w0.txt ? ?",
        ),
        // What is no list belongs to the file in its name.
        ("w0.txt w1.txt", "w1.log:-,- README:-,-", "w1.txt ?"),
    ];
    for (files, lists, expected) in table {
        assert_eq!(matched(files, lists), expected, "{files} | {lists}");
    }
}
