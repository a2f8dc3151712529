//! A record for each die, and how lines, blocks and sentences print it.

use super::experiment::Score;
use super::style::{Column, Naming, Order, Printer, ShareForm};
use crate::prelude::*;
use crate::reading::pick;

/// Columns that programs print together; those that come twice, twice as often.
const COLUMN_SETS: [&[Column]; 42] = {
    use Column::*;
    [
        &[Share],
        &[Share],
        &[Share],
        &[Share],
        &[Share],
        &[Share],
        &[Wins, Games],
        &[Wins, Games],
        &[Wins, Games],
        &[Share, Wins, Games],
        &[Share, Wins, Games],
        &[Share, Wins, Games],
        &[Wins, Losses],
        &[Wins, Losses],
        &[Wins, Draws, Losses],
        &[Wins, Draws, Losses],
        &[WinsOfGames],
        &[WinsOfGames],
        &[WinsOfGames],
        &[Share, WinsOfGames],
        &[Share, WinsOfGames],
        &[Wins],
        &[Wins],
        &[Share, Error],
        &[Share, Error],
        &[Share, Seconds],
        &[Wins, Losses, Share],
        &[Wins, Losses, Ratio],
        &[Share, Mean],
        &[Duels, Wins, Games],
        &[FirstWins, SecondWins, TotalWins],
        &[FirstWins, SecondWins, TotalWins, Games],
        &[Share, Elo],
        &[Wins, Games, Draws, Losses, Share],
        &[Ratio],
        &[Sides, Share],
        &[Share, Losses],
        &[Games, Wins],
        &[Losses, Wins],
        &[Rolls, Share],
        &[Games, Wins, Share],
        &[WinsToLosses],
    ]
};

/// A column and the word for it.
#[derive(Clone, Copy, Debug)]
pub struct LabelledColumn {
    pub column: Column,
    pub label: &'static str,
}

/// A list as records of a die each, in the order in which they are printed.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    pub printer: Printer<'a>,
    pub scores: Vec<Score>,
    pub columns: Vec<LabelledColumn>,
}

/// How the rank of a die is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RankStyle {
    None,
    /// Before the die, between these texts.
    Before(&'static str, &'static str),
    /// `1st place: `
    Ordinal,
    /// ` Platz 1 von 6`
    Behind,
}

/// Returns the columns of a random list.
pub fn random_columns(rng: &mut Random) -> Vec<Column> {
    let mut columns = pick(rng, &COLUMN_SETS).to_vec();
    if rng.random_bool(0.2) {
        for last in (1..columns.len()).rev() {
            columns.swap(last, rng.random_range(0..=last));
        }
    }
    columns
}

/// Returns whether columns say the share of a die.
pub fn do_say_shares(columns: &[Column], can_draw: bool) -> bool {
    use Column::*;
    let counts = [
        Wins,
        Losses,
        WinsToLosses,
        FirstWins,
        SecondWins,
        TotalWins,
        Duels,
        Ratio,
    ];
    *columns != [Ratio] && !(can_draw && columns.iter().all(|column| counts.contains(column)))
}

impl RankStyle {
    fn new(rng: &mut Random, order: Order) -> RankStyle {
        use RankStyle::{Before, Behind, None, Ordinal};
        if order == Order::Falling {
            let styles = [
                None,
                None,
                Before("", ". "),
                Before("Platz ", ": "),
                Before("#", " "),
                Before("", ") "),
                Ordinal,
                Before("", ": "),
            ];
            pick(rng, &styles)
        } else {
            pick(rng, &[None, Behind])
        }
    }

    fn before(self, score: &Score) -> String {
        match self {
            RankStyle::None | RankStyle::Behind => String::new(),
            RankStyle::Before(open, close) => format!("{open}{}{close}", score.rank),
            RankStyle::Ordinal => format!("{} place: ", format_ordinal(score.rank)),
        }
    }

    fn behind(self, score: &Score, dice: usize) -> String {
        if self == RankStyle::Behind {
            format!(" Platz {} von {dice}", score.rank)
        } else {
            String::new()
        }
    }
}

/// `1st`, `2nd`, `3rd`, `4th`, and so on, as simple programs print it.
pub fn format_ordinal(rank: usize) -> String {
    let ending = match rank {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

impl Sheet<'_> {
    fn cell(&self, column: Column, score: &Score) -> String {
        self.printer.cell(column, score)
    }

    /// A line for each die.
    pub fn print_lines(&self, rng: &mut Random) -> Vec<String> {
        let label_style = pick(
            rng,
            &[
                LabelStyle::None,
                LabelStyle::Before(": "),
                LabelStyle::Before("="),
                LabelStyle::Behind,
                LabelStyle::Before(" "),
            ],
        );
        let separators = [", ", "; ", " | ", "  ", " ", "\t", " - ", " ("];
        let separator = pick(rng, &separators);
        let marks = [
            ": ", " - ", "  ", " -> ", " = ", "\t", "; ", " ", " | ", " mit ",
        ];
        let mark = pick(rng, &marks);
        let are_signs_labels = rng.random_bool(0.5);
        let rank_style = RankStyle::new(rng, self.printer.style.order);
        let print_line = |score: &Score| {
            let mut parts: Vec<String> = Vec::new();
            for &LabelledColumn { column, label } in &self.columns {
                let cell = self.cell(column, score);
                let has_sign = column == Column::Share
                    && !matches!(
                        self.printer.style.share,
                        ShareForm::Fraction | ShareForm::Plain
                    );
                match label_style {
                    LabelStyle::None if column == Column::Error && !parts.is_empty() => {
                        let last = parts.len() - 1;
                        parts[last] += &format!(" ± {cell}");
                    }
                    LabelStyle::None if column == Column::Seconds => parts.push(cell + " s"),
                    LabelStyle::None => parts.push(cell),
                    _ if has_sign && are_signs_labels => parts.push(cell),
                    LabelStyle::Before(mark) => parts.push(format!("{label}{mark}{cell}")),
                    LabelStyle::Behind => parts.push(format!("{cell} {label}")),
                }
            }
            let body = if separator == " (" && parts.len() > 1 {
                format!("{} ({})", parts[0], parts[1..].join(", "))
            } else {
                parts.join(separator)
            };
            let name = self.printer.name(score.die);
            let rank = rank_style.behind(score, self.scores.len());
            format!("{}{name}{mark}{body}{rank}", rank_style.before(score))
        };
        self.scores.iter().map(print_line).collect()
    }

    /// A line with the name of each die, and a line for each column below it.
    pub fn print_blocks(&self, rng: &mut Random) -> Vec<String> {
        let has_blank_lines = rng.random_bool(0.6);
        let has_head = rng.random_bool(0.5);
        let rank_style = RankStyle::new(rng, self.printer.style.order);
        let head = if has_head {
            format!("{}: ", self.printer.style.name_head)
        } else {
            String::new()
        };
        let mut lines = Vec::new();
        for score in &self.scores {
            let name = self.printer.name(score.die);
            lines.push(format!("{}{head}{name}", rank_style.before(score)));
            for &LabelledColumn { column, label } in &self.columns {
                lines.push(format!("  {label}: {}", self.cell(column, score)));
            }
            if has_blank_lines {
                lines.push(String::new());
            }
        }
        lines
    }

    /// All dice in a line, with the only column.
    pub fn print_one_line(&self, rng: &mut Random) -> Vec<String> {
        let separator = pick(rng, &[", ", "; ", " | ", " / "]);
        let mark = pick(rng, &[": ", "=", " -> "]);
        let rank_style = RankStyle::new(rng, self.printer.style.order);
        let print_piece = |score: &Score| {
            let name = self.printer.name(score.die);
            let cell = self.cell(self.columns[0].column, score);
            format!("{}{name}{mark}{cell}", rank_style.before(score))
        };
        vec![self.scores.iter().map(print_piece).join(separator)]
    }

    /// A sentence for each die.
    pub fn print_sentences(&self, rng: &mut Random, sentence: Sentence) -> Vec<String> {
        let rank_style = RankStyle::new(rng, self.printer.style.order);
        let print_line =
            |score: &Score| rank_style.before(score) + &sentence.print(&self.printer, score);
        self.scores.iter().map(print_line).collect()
    }
}

/// Where the words for the columns of a line stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelStyle {
    None,
    /// Before the number, with this mark between them.
    Before(&'static str),
    Behind,
}

/// A sentence about a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    DieHasWon,
    WonOf,
    WinsShareOfGames,
    WinsAtGames,
    WithDie,
    HasWinRate,
    Probability,
    LosesAndWins,
    InGamesDie,
    DieInGames,
    WonLostDrawn,
    WinsHas,
    ShareThenName,
}

impl Sentence {
    pub const ALL: [Sentence; 13] = [
        Sentence::DieHasWon,
        Sentence::WonOf,
        Sentence::WinsShareOfGames,
        Sentence::WinsAtGames,
        Sentence::WithDie,
        Sentence::HasWinRate,
        Sentence::Probability,
        Sentence::LosesAndWins,
        Sentence::InGamesDie,
        Sentence::DieInGames,
        Sentence::WonLostDrawn,
        Sentence::WinsHas,
        Sentence::ShareThenName,
    ];

    /// The numbers that it says.
    pub fn columns(self) -> Vec<Column> {
        use Column::{Draws, Games, Losses, Share, Wins};
        match self {
            Sentence::DieHasWon | Sentence::InGamesDie | Sentence::DieInGames => vec![Wins, Games],
            Sentence::WonOf | Sentence::WinsAtGames => vec![Wins, Games, Share],
            Sentence::WinsShareOfGames
            | Sentence::HasWinRate
            | Sentence::Probability
            | Sentence::ShareThenName => vec![Share],
            Sentence::WithDie | Sentence::WinsHas => vec![Wins],
            Sentence::LosesAndWins => vec![Losses, Wins],
            Sentence::WonLostDrawn => vec![Wins, Losses, Draws],
        }
    }

    fn print(self, printer: &Printer, score: &Score) -> String {
        let name = printer.name(score.die);
        let cell = |column| printer.cell(column, score);
        let [wins, losses, draws, games, share] = [
            Column::Wins,
            Column::Losses,
            Column::Draws,
            Column::Games,
            Column::Share,
        ]
        .map(cell);
        match self {
            Sentence::DieHasWon => {
                let is_number = matches!(printer.style.naming, Naming::FromOne | Naming::FromZero);
                let name = if is_number {
                    printer.bare_name(score.die)
                } else {
                    name
                };
                format!("Der Würfel {name} hat {wins} von {games} Spielen gewonnen.")
            }
            Sentence::WonOf => format!("{name} won {wins} of {games} games ({share})."),
            Sentence::WinsShareOfGames => format!("{name} gewinnt {share} der Spiele."),
            Sentence::WinsAtGames => {
                format!("{name}: {wins} Siege bei {games} Spielen, das sind {share}")
            }
            Sentence::WithDie => format!("Mit {name} wurde {wins} mal gewonnen."),
            Sentence::HasWinRate => format!("{name} has a win rate of {share}"),
            Sentence::Probability => {
                format!("Die Gewinnwahrscheinlichkeit von {name} beträgt {share}.")
            }
            Sentence::LosesAndWins => {
                format!("{name} verliert {losses} und gewinnt {wins} Spiele.")
            }
            Sentence::InGamesDie => format!("In {games} Spielen gewann {name} {wins} mal."),
            Sentence::DieInGames => format!("{name} gewann in {games} Spielen {wins} mal."),
            Sentence::WonLostDrawn => format!(
                "{name} hat {wins} Spiele gewonnen, {losses} verloren und {draws} unentschieden gespielt."
            ),
            Sentence::WinsHas => format!("{wins} Siege hat {name}."),
            Sentence::ShareThenName => format!("{share} | {name}"),
        }
    }
}
