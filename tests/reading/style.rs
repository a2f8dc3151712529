//! How a program prints dice and numbers.

use super::experiment::{Experiment, Score};
use crate::prelude::*;
use crate::reading::pick;

/// What names a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    Faces,
    FromOne,
    FromZero,
    Sides,
    Letters,
}

/// How the faces of a die are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacesStyle {
    pub open: &'static str,
    pub between: &'static str,
    pub close: &'static str,
}

/// The styles of faces: in brackets, bare, with dashes or slashes.
const FACES_STYLES: [FacesStyle; 11] = [
    faces_style("[", ", ", "]"),
    faces_style("(", ", ", ")"),
    faces_style("", " ", ""),
    faces_style("", ",", ""),
    faces_style("", "-", ""),
    faces_style("", "/", ""),
    faces_style("[", ",", "]"),
    faces_style("[", " ", "]"),
    faces_style("{", ",", "}"),
    faces_style("[", ", ", "]"),
    faces_style("", " ", ""),
];

const fn faces_style(open: &'static str, between: &'static str, close: &'static str) -> FacesStyle {
    FacesStyle {
        open,
        between,
        close,
    }
}

impl FacesStyle {
    fn print(self, die: &Die) -> String {
        let faces = die.faces().iter().join(self.between);
        format!("{}{faces}{}", self.open, self.close)
    }
}

/// How shares are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareForm {
    /// `64.56%`
    Percent,
    /// `64.56 %`
    PercentBehindBlank,
    /// `64.56`
    Plain,
    /// `64.56`, a text in JSON
    Text,
    /// `0.6456`, and `0` or `1` where all shares are 0 or 1
    Fraction,
    /// `646 ‰`
    PerMille,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Falling,
    Rising,
    File,
}

/// What stands behind the name of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Share,
    Wins,
    Losses,
    Draws,
    Games,
    Seconds,
    Error,
    /// The mean of the faces.
    Mean,
    Duels,
    FirstWins,
    SecondWins,
    TotalWins,
    Elo,
    Sides,
    Rolls,
    /// Wins by losses.
    Ratio,
    /// `12912 von 20000`
    WinsOfGames,
    /// `12912:7088`
    WinsToLosses,
}

impl Column {
    /// The words for it.
    fn labels(self) -> &'static [&'static str] {
        match self {
            Column::Share => &[
                "Anteil",
                "Gewinnquote",
                "Siegquote",
                "Quote",
                "win rate",
                "winrate",
                "Gewinnrate",
                "Gewinnwahrscheinlichkeit",
                "Siegchance",
                "Erfolgsquote",
                "share",
                "win_rate",
                "p_win",
                "Siegrate",
                "Trefferquote",
                "winning percentage",
                "Prozent",
                "gewonnen in %",
                "Siege in %",
            ],
            Column::Wins | Column::WinsOfGames => &[
                "Siege",
                "wins",
                "gewonnen",
                "won",
                "Gewonnene Spiele",
                "victories",
                "games won",
                "Anzahl Siege",
                "gewonnene Partien",
                "Wins",
                "W",
            ],
            Column::Losses => &[
                "Niederlagen",
                "losses",
                "verloren",
                "lost",
                "Verlorene Spiele",
                "defeats",
                "L",
            ],
            Column::Draws => &["Unentschieden", "draws", "Remis", "ties", "drawn", "D"],
            Column::Games => &[
                "Spiele",
                "games",
                "gespielt",
                "Partien",
                "Anzahl Spiele",
                "games played",
                "total games",
                "Spiele gesamt",
            ],
            Column::Seconds => &["Zeit", "time", "Laufzeit", "Sekunden"],
            Column::Error => &["Fehler", "stderr", "Standardfehler", "error"],
            Column::Mean => &["Erwartungswert", "mean", "EV", "Mittelwert"],
            Column::Duels => &["Duelle gewonnen", "Gegner besiegt", "duels won"],
            Column::FirstWins => &["Siege als Erster", "wins first"],
            Column::SecondWins => &["Siege als Zweiter", "wins second"],
            Column::TotalWins => &["Siege gesamt", "wins total"],
            Column::Elo => &["Elo", "Rating"],
            Column::Sides => &["Seiten", "sides"],
            Column::Rolls => &["Würfe", "rolls"],
            Column::Ratio => &["W/L", "Verhältnis", "win/loss ratio", "S:N"],
            Column::WinsToLosses => &["Siege:Niederlagen", "W:L", "Bilanz", "won-lost"],
        }
    }
}

/// The number of the words for shares, at the end, that say per cent.
const PERCENT_LABELS: usize = 4;

/// How a program prints dice and numbers.
#[derive(Clone, Debug)]
pub struct Style {
    pub naming: Naming,
    /// What stands before a number that names a die.
    pub prefix: &'static str,
    pub faces: FacesStyle,
    /// The head of the column of names.
    pub name_head: &'static str,
    pub order: Order,
    /// What stands between groups of three digits.
    pub thousands: &'static str,
    pub decimals: usize,
    pub has_decimal_comma: bool,
    pub share: ShareForm,
    pub of: &'static str,
    pub to: &'static str,
}

impl Style {
    pub fn new(rng: &mut Random, experiment: &Experiment) -> Style {
        use Naming::{Faces, FromOne, FromZero, Letters, Sides};
        use ShareForm::{Fraction, PerMille, Percent, PercentBehindBlank, Plain};
        let naming = match pick(
            rng,
            &[Faces, Faces, FromOne, FromOne, FromZero, Sides, Letters],
        ) {
            Sides if !experiment.do_sides_name_dice() => FromOne,
            Letters if rng.random_bool(0.6) => Faces,
            naming => naming,
        };
        let prefixes: &[&str] = match naming {
            Faces => &[""],
            FromOne => &[
                "",
                "Würfel ",
                "Die ",
                "Dice #",
                "Würfel Nr. ",
                "Player ",
                "W",
                "#",
                "Wuerfel ",
                "die",
            ],
            FromZero => &["", "Würfel ", "Die ", "die_", "Wuerfel ", "index "],
            Sides => &["W", "d", "D", ""],
            Letters => &["Würfel ", "Die "],
        };
        let name_heads: &[&str] = match naming {
            Faces => &[
                "Würfel",
                "Augen",
                "faces",
                "Augenzahlen",
                "dice",
                "Seitenwerte",
            ],
            FromOne => &["Würfel", "Nr", "die", "Nummer", "id", "Dice"],
            FromZero => &["Index", "die", "Würfel", "id"],
            Sides => &["Seiten", "sides"],
            Letters => &["Würfel", "die"],
        };
        let mut faces = pick(rng, &FACES_STYLES);
        if faces.open.is_empty() && experiment.dice.iter().any(|die| die.faces().len() == 1) {
            // A bare face is a number as any other.
            faces = FACES_STYLES[0];
        }
        let forms = [
            Percent,
            Percent,
            PercentBehindBlank,
            Plain,
            Fraction,
            Fraction,
            PerMille,
        ];
        Style {
            naming,
            prefix: pick(rng, prefixes),
            faces,
            name_head: pick(rng, name_heads),
            order: pick(
                rng,
                &[
                    Order::Falling,
                    Order::Falling,
                    Order::Falling,
                    Order::File,
                    Order::Rising,
                ],
            ),
            thousands: pick(rng, &["", "", "", "", "", ".", ",", " ", "_", "'"]),
            decimals: pick(rng, &[2, 2, 2, 1, 3, 4]),
            has_decimal_comma: rng.random_bool(0.25),
            share: if rng.random_bool(0.9) {
                pick(rng, &forms)
            } else {
                ShareForm::Text
            },
            of: pick(rng, &["/", " / ", " von ", " of ", " aus ", " out of "]),
            to: pick(rng, &[":", " : ", "-", " zu "]),
        }
    }

    /// How far a printed share may be off.
    pub fn tolerance(&self) -> f64 {
        if self.share == ShareForm::PerMille {
            0.051
        } else {
            0.5 * libm::exp10(-(self.decimals as f64)) + 0.002
        }
    }

    /// Returns a random word for a column.
    pub fn label(&self, rng: &mut Random, column: Column) -> &'static str {
        let labels = column.labels();
        let is_other_unit = matches!(self.share, ShareForm::Fraction | ShareForm::PerMille);
        if column == Column::Share && is_other_unit {
            pick(rng, &labels[..labels.len() - PERCENT_LABELS])
        } else {
            pick(rng, labels)
        }
    }

    /// A decimal number.
    pub fn decimal(&self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        if self.has_decimal_comma {
            text.replace('.', ",")
        } else {
            text
        }
    }

    /// A whole number, in groups of three digits.
    pub fn whole(&self, number: u64) -> String {
        group_digits(number, self.thousands)
    }
}

/// A whole number in groups of three digits with this mark between them.
pub fn group_digits(number: u64, mark: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(digit);
    }
    text
}

impl Experiment {
    /// Returns whether numbers of sides name the dice, and cannot be numbers from 1 on.
    fn do_sides_name_dice(&self) -> bool {
        let sides = || self.dice.iter().map(|die| die.faces().len());
        sides().all_unique() && sides().any(|sides| sides > self.dice.len())
    }
}

/// Prints the dice and numbers of an experiment in a style.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    pub dice: &'a [Die],
    pub style: &'a Style,
    /// True if all shares are 0 or 1, and fractions are printed so.
    pub has_whole_fractions: bool,
}

impl Printer<'_> {
    /// The name of a die with what stands before it.
    pub fn name(&self, die: usize) -> String {
        format!("{}{}", self.style.prefix, self.bare_name(die))
    }

    pub fn bare_name(&self, die: usize) -> String {
        match self.style.naming {
            Naming::Faces => self.style.faces.print(&self.dice[die]),
            Naming::FromOne => (die + 1).to_string(),
            Naming::FromZero => die.to_string(),
            Naming::Sides => self.dice[die].faces().len().to_string(),
            Naming::Letters => char::from(b'A' + die as u8).to_string(),
        }
    }

    /// The share of a die.
    pub fn share(&self, score: &Score) -> String {
        let share = score.share();
        let decimals = self.style.decimals;
        match self.style.share {
            ShareForm::Percent => format!("{}%", self.style.decimal(share, decimals)),
            ShareForm::PercentBehindBlank => format!("{} %", self.style.decimal(share, decimals)),
            ShareForm::Plain | ShareForm::Text => self.style.decimal(share, decimals),
            ShareForm::Fraction if self.has_whole_fractions => format!("{:.0}", share / 100.0),
            ShareForm::Fraction => self.style.decimal(share / 100.0, decimals + 2),
            ShareForm::PerMille => format!("{:.0} ‰", 10.0 * share),
        }
    }

    /// What a column says of a die.
    pub fn cell(&self, column: Column, score: &Score) -> String {
        let style = self.style;
        let wins = style.whole(score.wins);
        match column {
            Column::Share => self.share(score),
            Column::Wins | Column::TotalWins => wins,
            Column::Losses => style.whole(score.losses),
            Column::Draws => style.whole(score.draws),
            Column::Games => style.whole(score.games),
            Column::Seconds => style.decimal(score.seconds, 2),
            Column::Error => style.decimal(0.1 + 0.05 * (score.die % 3) as f64, 2),
            Column::Mean => style.decimal(mean(&self.dice[score.die]), 2),
            Column::Duels => score.duels.to_string(),
            Column::FirstWins => style.whole(score.first_wins),
            Column::SecondWins => style.whole(score.wins - score.first_wins),
            Column::Elo => format!("{:.0}", 1000.0 + 8.0 * score.share()),
            Column::Sides => score.sides.to_string(),
            Column::Rolls => format!("{:.0}", score.games as f64 * (20.0 + score.share() / 9.0)),
            Column::Ratio => {
                let losses = score.losses.max(1) as f64;
                style.decimal(score.wins as f64 / losses, 2)
            }
            Column::WinsOfGames => format!("{wins}{}{}", style.of, style.whole(score.games)),
            Column::WinsToLosses => format!("{wins}{}{}", style.to, style.whole(score.losses)),
        }
    }
}

/// The mean of the faces of a die.
pub fn mean(die: &Die) -> f64 {
    let sum: u32 = die.faces().iter().sum();
    f64::from(sum) / die.faces().len() as f64
}
