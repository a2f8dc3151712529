//! How programs print the results of pairings.

use super::experiment::{Experiment, Score};
use super::style::Printer;
use crate::prelude::*;
use crate::reading::pick;

/// What a line says of two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingForm {
    /// `68 : 132`
    WinsToWins,
    /// `34.00%`
    Percent,
    /// `68 von 200`
    WinsOfGames,
    /// `68 Siege, 132 Niederlagen`
    WinsAndLosses,
    /// `0.3400`
    Fraction,
    /// `68;0;132`
    Columns,
    /// `68 wins, 0 draws, 132 losses`
    Words,
    /// `68:132`
    TightWinsToWins,
}

/// Lines of two dice each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingsLayout {
    pub form: PairingForm,
    /// True if each pairing has a line for both of its dice.
    pub has_both_orders: bool,
    pub versus: &'static str,
}

impl PairingsLayout {
    pub fn new(rng: &mut Random) -> PairingsLayout {
        use PairingForm::*;
        let forms = [
            WinsToWins,
            Percent,
            WinsOfGames,
            WinsAndLosses,
            Fraction,
            Columns,
            Words,
            TightWinsToWins,
        ];
        PairingsLayout {
            form: pick(rng, &forms),
            has_both_orders: rng.random_bool(0.4),
            versus: pick(
                rng,
                &[" gegen ", " vs ", " vs. ", " - ", " against ", ";", ","],
            ),
        }
    }

    /// Returns whether the lines say the share of each die.
    pub fn do_say_shares(&self, can_draw: bool) -> bool {
        use PairingForm::*;
        let is_known = match self.form {
            Columns | Words => true,
            Percent | WinsOfGames | Fraction => self.has_both_orders,
            WinsToWins | WinsAndLosses | TightWinsToWins => false,
        };
        is_known || !can_draw
    }

    pub fn print(&self, experiment: &Experiment, printer: &Printer) -> Vec<String> {
        let faces = printer.style.faces;
        let has_mark = [";", ","].contains(&self.versus);
        let versus = if has_mark && faces.open.is_empty() {
            " gegen "
        } else {
            self.versus
        };
        let colon = if [";", ","].contains(&versus) || self.form == PairingForm::Columns {
            ";"
        } else {
            ": "
        };
        let size = experiment.dice.len();
        iproduct!(0..size, 0..size)
            .filter(|(one, other)| one < other || self.has_both_orders && one != other)
            .map(|(one, other)| {
                let [name, opponent] = [one, other].map(|die| printer.name(die));
                let result = self.print_result(experiment, [one, other]);
                format!("{name}{versus}{opponent}{colon}{result}")
            })
            .collect()
    }

    fn print_result(&self, experiment: &Experiment, [one, other]: [usize; 2]) -> String {
        let wins = experiment.wins[one][other];
        let losses = experiment.wins[other][one];
        let draws = experiment.draws[one][other];
        let games = experiment.games_per_pairing;
        let share = wins as f64 / games as f64;
        match self.form {
            PairingForm::WinsToWins => format!("{wins} : {losses}"),
            PairingForm::Percent => format!("{:.2}%", 100.0 * share),
            PairingForm::WinsOfGames => format!("{wins} von {games}"),
            PairingForm::WinsAndLosses => format!("{wins} Siege, {losses} Niederlagen"),
            PairingForm::Fraction => format!("{share:.4}"),
            PairingForm::Columns => format!("{wins};{draws};{losses}"),
            PairingForm::Words => format!("{wins} wins, {draws} draws, {losses} losses"),
            PairingForm::TightWinsToWins => format!("{wins}:{losses}"),
        }
    }
}

/// A matrix with a line and a column for each die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixLayout {
    has_total: bool,
    has_shares: bool,
    has_head: bool,
    pub separator: &'static str,
}

impl MatrixLayout {
    pub fn new(rng: &mut Random) -> MatrixLayout {
        MatrixLayout {
            has_total: rng.random_bool(0.4),
            has_shares: rng.random_bool(0.6),
            has_head: rng.random_bool(0.8),
            separator: pick(rng, &[";", "\t", ",", "  "]),
        }
    }

    /// Returns whether the matrix says the share of each die.
    pub fn do_say_shares(&self, can_draw: bool) -> bool {
        self.has_shares || !can_draw
    }

    pub fn print(
        &self,
        experiment: &Experiment,
        scores: &[Score],
        printer: &Printer,
    ) -> Vec<String> {
        let size = experiment.dice.len();
        let mut lines = Vec::new();
        if self.has_head {
            let names = (0..size).map(|die| printer.name(die));
            let total = self.has_total.then(|| "Gesamt".to_owned());
            let cells = [String::new()].into_iter().chain(names).chain(total);
            lines.push(cells.collect_vec().join(self.separator));
        }
        for (one, score) in scores.iter().enumerate() {
            let print_cell = |other: usize| {
                let wins = experiment.wins[one][other];
                if other == one {
                    "-".to_owned()
                } else if self.has_shares {
                    let games = experiment.games_per_pairing as f64;
                    format!("{:.2}", 100.0 * wins as f64 / games)
                } else {
                    wins.to_string()
                }
            };
            let total = self.has_total.then(|| {
                if self.has_shares {
                    format!("{:.2}", score.share())
                } else {
                    score.wins.to_string()
                }
            });
            let cells = [printer.name(one)]
                .into_iter()
                .chain((0..size).map(print_cell))
                .chain(total);
            lines.push(cells.collect_vec().join(self.separator));
        }
        lines
    }
}
