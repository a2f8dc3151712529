//! How tables and data structures print records of dice.

use itertools::Itertools;

use super::experiment::Score;
use super::sheet::{LabelledColumn, Sheet};
use super::style::{Column, Naming, ShareForm, mean};
use crate::reading::pick;
use crate::support::Random;
use rand::RngExt;

/// A table of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLayout {
    Csv,
    Padded,
    Markdown,
    Box,
}

/// The lines of a table, cell by cell.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let lines = self.rows.iter().chain([&self.head]);
            let cells = lines.map(|line| line[column].chars().count());
            cells.max().unwrap_or(0)
        };
        (0..self.head.len()).map(width).collect()
    }

    fn print_csv(&self, rng: &mut Random, has_head: bool) -> Vec<String> {
        let mut separator = pick(rng, &[";", ",", "\t", ",", ";"]);
        let mut cells = self.rows.iter().flat_map(|row| &row[1..]);
        if cells.any(|cell| cell.contains(separator)) && rng.random_bool(0.5) {
            separator = ";";
        }
        let quote = |cell: &String| {
            if cell.contains(separator) {
                format!("\"{cell}\"")
            } else {
                cell.clone()
            }
        };
        let head = has_head.then(|| self.head.join(separator));
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(quote).join(separator));
        head.into_iter().chain(rows).collect()
    }

    fn print_padded(&self, rng: &mut Random, has_head: bool) -> Vec<String> {
        let widths = self.widths();
        let is_right = rng.random_bool(0.5);
        let print_line = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| {
                if is_right {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            });
            cells.collect_vec().join("  ").trim_end().to_owned()
        };
        let mut lines = Vec::new();
        if has_head {
            lines.push(print_line(&self.head));
            if rng.random_bool(0.5) {
                lines.push("-".repeat(widths.iter().sum()));
            }
        }
        lines.extend(self.rows.iter().map(print_line));
        lines
    }

    fn print_markdown(&self) -> Vec<String> {
        let print_line = |line: &Vec<String>| format!("| {} |", line.join(" | "));
        let rule = format!("|{}", "---|".repeat(self.head.len()));
        [print_line(&self.head), rule]
            .into_iter()
            .chain(self.rows.iter().map(print_line))
            .collect()
    }

    fn print_box(&self) -> Vec<String> {
        let widths = self.widths();
        let rules = widths.iter().map(|width| "-".repeat(width + 2));
        let rule = format!("+{}+", rules.collect_vec().join("+"));
        let print_line = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths);
            let cells = cells.map(|(cell, &width)| format!("{cell:<width$}"));
            format!("| {} |", cells.collect_vec().join(" | "))
        };
        let rows = self.rows.iter().map(print_line);
        [rule.clone(), print_line(&self.head), rule.clone()]
            .into_iter()
            .chain(rows)
            .chain([rule.clone()])
            .collect()
    }
}

impl Sheet<'_> {
    /// A table, perhaps with ranks in the first column.
    pub fn print_table(&self, rng: &mut Random, layout: TableLayout) -> Vec<String> {
        let is_bare = rng.random_bool(0.7);
        let has_rank = rng.random_bool(0.4);
        let has_head = rng.random_bool(0.75);
        let mut table = Table {
            head: vec![self.printer.style.name_head.to_owned()],
            rows: Vec::new(),
        };
        if has_rank {
            table
                .head
                .insert(0, pick(rng, &["Rang", "Platz", "rank", "#"]).to_owned());
        }
        let labels = self.columns.iter().map(|column| column.label.to_owned());
        table.head.extend(labels);
        for score in &self.scores {
            let name = if is_bare {
                self.printer.bare_name(score.die)
            } else {
                self.printer.name(score.die)
            };
            let rank = has_rank.then(|| score.rank.to_string());
            let cells = self
                .columns
                .iter()
                .map(|column| self.printer.cell(column.column, score).replace(" %", "%"));
            table
                .rows
                .push(rank.into_iter().chain([name]).chain(cells).collect());
        }
        match layout {
            TableLayout::Csv => table.print_csv(rng, has_head),
            TableLayout::Padded => table.print_padded(rng, has_head),
            TableLayout::Markdown => table.print_markdown(),
            TableLayout::Box => table.print_box(),
        }
    }

    /// Objects in JSON, in one line or indented.
    pub fn print_json(&self, is_indented: bool) -> Vec<String> {
        let [open, comma, close] = if is_indented {
            ["{\n    ", ",\n    ", "\n  }"]
        } else {
            ["{", ", ", "}"]
        };
        let print_object = |score: &Score| {
            let name = self.name_value(score, ["[", "]"], '"', is_indented);
            let name = format!("\"{}\": {name}", self.printer.style.name_head);
            let values = self
                .columns
                .iter()
                .map(|&LabelledColumn { column, label }| {
                    format!("\"{label}\": {}", self.value(column, score, '"'))
                });
            let members = [name].into_iter().chain(values).collect_vec();
            format!("{open}{}{close}", members.join(comma))
        };
        let objects = self.scores.iter().map(print_object).collect_vec();
        let text = if is_indented {
            format!("[\n  {}\n]", objects.join(",\n  "))
        } else {
            format!("[{}]", objects.join(", "))
        };
        text.lines().map(str::to_owned).collect()
    }

    /// A dictionary of Python from names to values, dictionaries or tuples.
    pub fn print_dictionary(&self, rng: &mut Random) -> Vec<String> {
        let has_labels = rng.random_bool(0.6);
        let print_item = |score: &Score| {
            let name = self.name_value(score, ["(", ")"], '\'', false);
            let values = self
                .columns
                .iter()
                .map(|&LabelledColumn { column, label }| {
                    let value = self.value(column, score, '\'');
                    if has_labels && self.columns.len() > 1 {
                        format!("'{label}': {value}")
                    } else {
                        value
                    }
                });
            let values = values.collect_vec().join(", ");
            match (self.columns.len(), has_labels) {
                (1, _) => format!("{name}: {values}"),
                (_, true) => format!("{name}: {{{values}}}"),
                (_, false) => format!("{name}: ({values})"),
            }
        };
        let items = self.scores.iter().map(print_item).collect_vec();
        vec![format!("{{{}}}", items.join(", "))]
    }

    /// A list of tuples of Python.
    pub fn print_tuples(&self) -> Vec<String> {
        let print_tuple = |score: &Score| {
            let name = self.name_value(score, ["[", "]"], '\'', false);
            let values = self
                .columns
                .iter()
                .map(|column| self.value(column.column, score, '\''));
            let members = [name].into_iter().chain(values).collect_vec();
            format!("({})", members.join(", "))
        };
        let tuples = self.scores.iter().map(print_tuple).collect_vec();
        vec![format!("[{}]", tuples.join(", "))]
    }

    /// The name of a die as a value: numbers, or a text in quotes.
    fn name_value(
        &self,
        score: &Score,
        [open, close]: [&str; 2],
        quote: char,
        is_indented: bool,
    ) -> String {
        match self.printer.style.naming {
            Naming::Letters => {
                let name = self.printer.bare_name(score.die);
                format!("{quote}{name}{quote}")
            }
            Naming::Faces => {
                let faces = self.printer.dice[score.die].faces();
                if is_indented {
                    let lines = faces.iter().join(",\n      ");
                    format!("{open}\n      {lines}\n    {close}")
                } else if open == "(" && faces.len() == 1 {
                    format!("({},)", faces[0])
                } else {
                    format!("{open}{}{close}", faces.iter().join(", "))
                }
            }
            _ => self.printer.bare_name(score.die),
        }
    }

    /// What a column says of a die as a value.
    fn value(&self, column: Column, score: &Score, quote: char) -> String {
        let style = self.printer.style;
        let decimals = style.decimals;
        match column {
            Column::Share => match style.share {
                ShareForm::Text => format!("{quote}{:.decimals$}{quote}", score.share()),
                ShareForm::Fraction if self.printer.has_whole_fractions => {
                    format!("{:.0}", score.share() / 100.0)
                }
                ShareForm::Fraction => shortest(score.share() / 100.0, decimals + 2),
                _ => shortest(score.share(), decimals),
            },
            Column::WinsOfGames | Column::WinsToLosses => {
                let text = self.printer.cell(column, score);
                let quote = if text.contains('\'') { '"' } else { quote };
                format!("{quote}{text}{quote}")
            }
            Column::Wins | Column::TotalWins => score.wins.to_string(),
            Column::Losses => score.losses.to_string(),
            Column::Draws => score.draws.to_string(),
            Column::Games => score.games.to_string(),
            Column::FirstWins => score.first_wins.to_string(),
            Column::SecondWins => (score.wins - score.first_wins).to_string(),
            Column::Seconds => shortest(score.seconds, 2),
            Column::Error => "0.12".to_owned(),
            Column::Mean => format!("{:?}", mean(&self.printer.dice[score.die])),
            Column::Ratio => shortest(score.wins as f64 / score.losses.max(1) as f64, 3),
            Column::Duels | Column::Elo | Column::Sides | Column::Rolls => {
                self.printer.cell(column, score)
            }
        }
    }
}

/// A number that is rounded to so many decimals, without zeros at its end.
fn shortest(number: f64, decimals: usize) -> String {
    let scale = libm::exp10(decimals as f64);
    format!("{:?}", (number * scale).round() / scale)
}
