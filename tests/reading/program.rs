//! Lists of one program, which are read together.

use judging::reading::{List, ProgramForm, Refusal, UnsettledList};

use crate::prelude::*;

/// A list of a program.
struct Printed<'a> {
    /// The faces of the dice, each die behind a `/`.
    dice: &'a str,
    text: &'a str,
    can_draw: bool,
}

const PAIR: &str = "1 2 3 4 5 6 / 1 6 6 6 6 6";
const THREE: &str = "1 2 3 4 5 6 / 1 6 6 6 6 6 / 1 1 1 1 1 6";

impl<'a> Printed<'a> {
    const fn new(dice: &'a str, text: &'a str) -> Printed<'a> {
        Printed {
            dice,
            text,
            can_draw: false,
        }
    }

    /// Lets games between the dice be drawn.
    const fn drawn(self) -> Printed<'a> {
        Printed {
            can_draw: true,
            ..self
        }
    }

    fn dice(&self) -> Vec<Die> {
        let parse = |die: &str| {
            let faces = die.split_whitespace().map(|face| face.parse().unwrap());
            Die::new(faces.collect()).unwrap()
        };
        self.dice.split('/').map(parse).collect()
    }

    fn unsettled(&self) -> UnsettledList {
        UnsettledList::new(self.text, &self.dice(), self.can_draw).unwrap()
    }
}

/// Returns the numbers of the dice in a list with the same number of decimals, or `-` if it is
/// refused.
fn describe(list: &Result<List, Refusal>) -> String {
    let Ok(list) = list else {
        return "-".into();
    };
    let entries = list.entries.iter().sorted_by_key(|entry| entry.die);
    entries
        .map(|entry| format!("{:.0}", entry.number))
        .join(" ")
}

/// Reads lists for themselves, and together.
fn read_both_ways(lists: &[Printed]) -> [String; 2] {
    let unsettled = lists.iter().map(Printed::unsettled).collect_vec();
    [ProgramForm::default(), ProgramForm::of(&unsettled)].map(|form| {
        let read = |(list, printed): (&UnsettledList, &Printed)| {
            describe(&list.read(&form, &printed.dice()))
        };
        unsettled.iter().zip(lists).map(read).join(" | ")
    })
}

/// What most lists of a program say for themselves holds for those that say nothing for certain.
#[test]
fn lists_of_one_program_are_read_together() {
    let table = [
        // No and all games, of fractions.
        (
            vec![
                Printed::new(PAIR, "Würfel 1: 0.47\nWürfel 2: 0.53\n"),
                Printed::new(PAIR, "Würfel 1: 0\nWürfel 2: 1\n"),
                Printed::new(PAIR, "Würfel 1: 0.02\nWürfel 2: 0.98\n"),
                Printed::new(PAIR, "Würfel 1: 0\nWürfel 2: 0\n").drawn(),
            ],
            ["47 53 | - | 2 98 | -", "47 53 | 0 100 | 2 98 | 0 0"],
        ),
        // The same behind a tabulator, where wins could be drawn.
        (
            vec![
                Printed::new(PAIR, "1\t0.47\n2\t0.53\n"),
                Printed::new(PAIR, "1\t0.01\n2\t0.99\n").drawn(),
                Printed::new(PAIR, "1\t0\n2\t1\n").drawn(),
            ],
            ["47 53 | 1 99 | -", "47 53 | 1 99 | 0 100"],
        ),
        // Numbers that happen to be ranks.
        (
            vec![
                Printed::new(THREE, "1 48.00\n2 99.00\n3 3.00\n"),
                Printed::new(THREE, "1 77.00\n2 60.00\n3 13.00\n"),
                Printed::new(PAIR, "1 51.00\n2 49.00\n"),
            ],
            ["48 99 3 | - | -", "48 99 3 | 77 60 13 | 51 49"],
        ),
        // A mean of faces beside the share, where games were drawn.
        (
            vec![
                Printed::new(THREE, "1 3.50 48.00\n2 5.17 99.00\n3 1.83 3.00\n"),
                Printed::new(THREE, "1 3.50 41.00\n2 5.17 92.00\n3 1.83 3.00\n").drawn(),
            ],
            ["48 99 3 | -", "48 99 3 | 41 92 3"],
        ),
        // Wins that are equal.
        (
            vec![
                Printed::new(PAIR, "Würfel 1: 150 Siege\nWürfel 2: 250 Siege\n"),
                Printed::new(PAIR, "Würfel 1: 200 Siege\nWürfel 2: 200 Siege\n"),
            ],
            ["38 62 | -", "38 62 | 50 50"],
        ),
        // Shares of the games of all dice, which are those of each of two.
        (
            vec![
                Printed::new(PAIR, "Würfel 1: 47.00\nWürfel 2: 53.00\n"),
                Printed::new(THREE, "Würfel 1: 32.00\nWürfel 2: 66.00\nWürfel 3: 2.00\n"),
                Printed::new(PAIR, "Würfel 1: 2.00\nWürfel 2: 98.00\n"),
            ],
            ["47 53 | 48 99 3 | 2 98", "47 53 | 48 99 3 | 2 98"],
        ),
        // A list that has another form is read for itself.
        (
            vec![
                Printed::new(PAIR, "Würfel 1: 0.47\nWürfel 2: 0.53\n"),
                Printed::new(PAIR, "Würfel 1: 0.40\nWürfel 2: 0.60\n"),
                Printed::new(PAIR, "1 6 6 6 6 6 = 61 %\n1 2 3 4 5 6 = 39 %\n"),
            ],
            ["47 53 | 40 60 | 39 61", "47 53 | 40 60 | 39 61"],
        ),
        // One that contradicts is refused, and takes no other with it: its second column is proven.
        (
            vec![
                Printed::new(THREE, "1 48.00 12.00\n2 99.00 17.00\n3 3.00 13.00\n"),
                Printed::new(THREE, "1 47.50 12.00\n2 99.00 19.00\n3 3.50 11.00\n"),
                Printed::new(THREE, "1 12.00 48.00\n2 17.00 99.00\n3 13.00 3.00\n"),
            ],
            ["48 99 3 | 48 99 4 | 48 99 3", "48 99 3 | 48 99 4 | -"],
        ),
    ];
    for (lists, expected) in table {
        let texts = lists.iter().map(|list| list.text).join("\n");
        assert_eq!(read_both_ways(&lists), expected, "{texts}");
    }
}
