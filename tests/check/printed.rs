//! Lists in random forms are read as they were printed, or not at all.

use itertools::Itertools;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::readings::{ReadOutcome, read_text};
use crate::prelude::*;

/// A list in a random form.
struct PrintedList {
    dice: Vec<Die>,
    text: String,
    /// The share of each die in per cent, as it is printed.
    shares: Vec<f64>,
    /// The shares without rounding, which wins and games give where they are printed.
    exact: Vec<f64>,
}

/// Returns 2 to 6 random dice, no two of them with the same faces. Some have the faces of an
/// earlier one and one more.
fn random_dice(rng: &mut impl Rng) -> Vec<Die> {
    let number = rng.random_range(2..7);
    let mut dice: Vec<Vec<u32>> = Vec::new();
    while dice.len() < number {
        let longer = rng
            .random_bool(0.3)
            .then(|| dice.choose(rng).cloned())
            .flatten();
        let faces = match longer {
            Some(mut faces) => {
                faces.push(rng.random_range(0..101));
                faces
            }
            None => {
                let sides = rng.random_range(2..8);
                (0..sides).map(|_| rng.random_range(0..10)).collect()
            }
        };
        let sorted = |faces: &Vec<u32>| faces.iter().copied().sorted().collect_vec();
        if dice.iter().all(|other| sorted(other) != sorted(&faces)) {
            dice.push(faces);
        }
    }
    dice.into_iter().map(die).collect()
}

/// Returns a random number of games that each die has won of `games` games per pairing, none of
/// which is drawn.
fn random_wins(rng: &mut impl Rng, dice: usize, games: u64) -> Vec<u64> {
    let mut wins = vec![0; dice];
    for [left, right] in (0..dice).array_combinations() {
        let won = rng.random_range(0..=games);
        wins[left] += won;
        wins[right] += games - won;
    }
    wins
}

/// The text of a share.
struct ShareText {
    text: String,
    /// The percentage that it stands for.
    percent: f64,
}

/// Writes a share, in per cent with these `decimals` or as a fraction with two more.
fn write_share(share: f64, decimals: usize, is_fraction: bool, has_comma: bool) -> ShareText {
    let (scale, decimals) = if is_fraction {
        (1.0, decimals + 2)
    } else {
        (100.0, decimals)
    };
    let text = format!("{:.decimals$}", scale * share);
    let percent = 100.0 / scale * text.parse::<f64>().unwrap();
    let text = if has_comma {
        text.replace('.', ",")
    } else {
        text
    };
    ShareText { text, percent }
}

/// Returns one of these words by chance.
fn one_of(rng: &mut impl Rng, words: &[&'static str]) -> &'static str {
    words.choose(rng).unwrap()
}

/// Returns a list of random dice in a random form.
fn random_list(rng: &mut impl Rng) -> PrintedList {
    let dice = random_dice(rng);
    let number = dice.len();
    let games = [20, 50, 100, 400, 4000][rng.random_range(0..5)];
    let wins = random_wins(rng, number, games);
    let played = games * (number as u64 - 1);
    let mut order = (0..number).collect_vec();
    if rng.random_bool(0.7) {
        order.sort_by_key(|&die| std::cmp::Reverse(wins[die]));
    }
    let (decimals, is_fraction) = (rng.random_range(0..5), rng.random_bool(0.3));
    let has_comma = rng.random_bool(0.3);
    let may_have_word = rng.random_bool(0.6);
    let sign = if is_fraction {
        ""
    } else {
        one_of(rng, &["%", " %", " Prozent"])
    };
    let percent_sign = if may_have_word || rng.random_bool(0.3) {
        sign
    } else {
        ""
    };
    let word = if may_have_word {
        one_of(rng, &["Anteil ", "Gewinnquote: ", "win rate ", ""])
    } else {
        ""
    };
    let first_number = usize::from(rng.random_bool(0.7));
    // Under 4 a die is named by its faces, otherwise by its number.
    let naming = rng.random_range(0..6);
    let brackets = one_of(rng, &["[]", "()", "{}", "\"\"", "  "]);
    let between = one_of(rng, &[" ", ", ", ","]);
    let mut columns = vec!["die", "share"];
    for (column, chance) in [
        ("rank", 0.4),
        ("sides", 0.3),
        ("wins", 0.3),
        ("games", 0.3),
        ("lost", 0.2),
        ("unrelated", 0.15),
        ("error", 0.1),
    ] {
        if rng.random_bool(chance) {
            columns.push(column);
        }
    }
    columns.shuffle(rng);
    let is_labelled = rng.random_bool(0.6);
    let mark = one_of(rng, &["\t", " | ", "; ", ": ", " -> ", "  ", " "]);
    let has_header = ["\t", " | ", "; "].contains(&mark) && rng.random_bool(0.5);
    let first_unrelated = rng.random_range(0..100);
    let mut lines = Vec::new();
    if rng.random_bool(0.3) {
        lines.push(
            one_of(
                rng,
                &[
                    "Würfel-Bestenliste:",
                    "Ergebnis",
                    "--- Auswertung ---",
                    "Lade Würfel ...",
                ],
            )
            .to_string(),
        );
    }
    if rng.random_bool(0.3) {
        // An echo of the dice.
        lines.extend(dice.iter().map(|die| {
            format!(
                "[{}, {}]",
                die.faces().len(),
                die.faces().iter().format(", ")
            )
        }));
    }
    if has_header {
        let names = columns.iter().map(|column| match *column {
            "die" => "Würfel",
            "share" => "Anteil",
            "rank" => "Rang",
            "sides" => "Seiten",
            "wins" => "Siege",
            "games" => "Spiele",
            "lost" => "Niederlagen",
            "error" => "Fehler",
            _ => "Wert",
        });
        lines.push(names.collect_vec().join(mark));
    }
    let mut shares = vec![0.0; number];
    for (place, &index) in order.iter().enumerate() {
        let faces = dice[index].faces();
        let share = wins[index] as f64 / played as f64;
        let written = write_share(share, decimals, is_fraction, has_comma);
        let share = written.text;
        shares[index] = written.percent;
        let labelled = is_labelled && !has_header;
        let with_label = |label: &str, value: String| {
            if labelled {
                format!("{label}{value}")
            } else {
                value
            }
        };
        let cells = columns.iter().map(|column| match *column {
            "die" if naming < 4 => {
                let (open, close) = brackets.split_at(1);
                format!("{open}{}{close}", faces.iter().format(between))
                    .trim()
                    .to_string()
            }
            "die" if naming == 4 => format!("Würfel {}", index + first_number),
            "die" => format!("{}", index + first_number),
            "share" if has_header => format!("{share}{percent_sign}"),
            "share" => format!("{word}{share}{percent_sign}"),
            "rank" => with_label("Platz ", format!("{}.", place + 1)),
            "sides" => with_label("Seiten: ", faces.len().to_string()),
            "wins" => with_label("Siege: ", wins[index].to_string()),
            "games" => with_label("Spiele: ", played.to_string()),
            "lost" => with_label("verloren: ", (played - wins[index]).to_string()),
            "error" => format!("± {}", if has_comma { "0,3" } else { "0.3" }),
            _ => with_label("Zeit: ", ((first_unrelated + 7 * index) % 100).to_string()),
        });
        lines.push(cells.collect_vec().join(mark));
        if rng.random_bool(0.02) {
            lines.push("...".into());
        }
    }
    if rng.random_bool(0.2) {
        lines.push(
            one_of(
                rng,
                &["Fertig nach 3.2 s", "Ende", "4000 Spiele je Paarung"],
            )
            .into(),
        );
    }
    PrintedList {
        dice,
        text: lines.join("\n") + "\n",
        shares,
        exact: wins
            .iter()
            .map(|&wins| 100.0 * wins as f64 / played as f64)
            .collect(),
    }
}

/// Lists in random forms are read rightly or refused, and more of them are read. 500 cases; 20,000
/// with more effort; seed 51.
#[test]
fn no_list_is_misread() {
    let mut rng = random(51);
    let cases = by_effort(500, 20_000);
    let (mut right, mut refused) = (0, 0);
    for case in 0..cases {
        let printed = random_list(&mut rng);
        match read_text(printed.text.as_bytes(), &printed.dice, None) {
            ReadOutcome::Refused(_) => refused += 1,
            ReadOutcome::Shares(shares) => {
                let is_same = |(got, share): (&Option<f64>, &f64)| {
                    got.is_some_and(|got| (got - share).abs() < 1e-9)
                };
                let is_right = [&printed.shares, &printed.exact]
                    .into_iter()
                    .any(|wanted| shares.iter().zip_eq(wanted).all(is_same));
                assert!(
                    is_right,
                    "case {case}: {:?}\n{}\n{shares:?} instead of {:?}",
                    printed.dice, printed.text, printed.shares
                );
                right += 1;
            }
            ReadOutcome::Order(order) => panic!("case {case}: {order:?} of\n{}", printed.text),
        }
    }
    println!("{right} right, {refused} refused");
    assert!(right > refused, "{right} right, {refused} refused");
}
