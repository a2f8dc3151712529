//! Programs that experiments are done with, the dice files that they get, and their responses.

use itertools::Itertools;
use thiserror::Error;

use super::results::ExperimentResult;
use crate::check::list::{Draft, ListError};
use wuerfelglueck::dice::Die;

/// A program that experiments are done with.
pub trait ExperimentSubject {
    /// The error that ends the experiments.
    type Error;

    /// Gives the program a file with these dice, and finds what its list may say. `title` names the
    /// file.
    ///
    /// # Errors
    ///
    /// If no file can be given to it, or the experiments shall end. That it prints no list for this
    /// file is a response.
    fn request_list(&mut self, title: &str, dice: &[Die]) -> Result<ProgramResponse, Self::Error>;

    /// Reports that its list of the file `title` cannot be read, neither for itself nor with others,
    /// and returns that as the reason why it is missing.
    fn refuse_list(&mut self, _title: &str, error: &ListError) -> NoList {
        NoList::Unusable(error.to_string())
    }

    /// Reports that its list of the file `title` has no shares that can be compared, and returns that
    /// as the reason why it is missing.
    fn refuse_shares(&mut self, _title: &str, error: NoShares) -> NoList {
        NoList::Unusable(error.to_string())
    }

    /// Tells that it will be given this number of files more than was to be expected.
    fn expect_files(&mut self, _number: usize) {}

    /// Reports a result as soon as it is known.
    ///
    /// # Errors
    ///
    /// If it cannot be reported, or the experiments shall end.
    fn report(&mut self, _result: &ExperimentResult) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The response of a program to a dice file: what its list may say, or the reason why there is none.
pub type ProgramResponse = Result<Draft, NoList>;

/// The reason why a program has printed no list that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoList {
    /// The program took too long; with a sentence about it in German.
    TimedOut(String),
    /// The program ended badly, or printed something else, too little or too much; with a sentence
    /// about it in German.
    Unusable(String),
}

impl NoList {
    /// The sentence about it in German.
    pub fn text(&self) -> &str {
        match self {
            NoList::TimedOut(text) | NoList::Unusable(text) => text,
        }
    }
}

/// The reason why a list has no shares that can be compared. The messages name no options.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum NoShares {
    #[error("die Liste nennt keine Anteile, nur eine Reihenfolge oder Anzahlen von Siegen")]
    OrderOrWins,
    #[error(
        "das Programm spielt in jeder Datei anders viele Spiele, und aus Anzahlen gewonnener Spiele \
         folgen dann keine Anteile; vergleichen lassen sich nur Anteile in Prozent"
    )]
    HiddenGames,
    #[error(
        "die Liste gehört zu einer anderen Würfeldatei: keiner oder fast keiner ihrer Würfel steht in \
         dieser"
    )]
    OtherDice,
    #[error("die Liste nennt keine Anteile der Würfel dieser Datei")]
    NotOfTheseDice,
}

/// Writes the text of the file with these dice.
pub fn write_dice_file(dice: &[Die]) -> String {
    let lines = dice
        .iter()
        .map(|die| format!("{} {die}\n", die.faces().len()));
    format!("{}\n{}", dice.len(), lines.format(""))
}

/// A command of a Unix shell that prints the file with these dice.
pub(super) fn command_for_dice_file(dice: &[Die]) -> String {
    format!("printf '{}'", write_dice_file(dice).replace('\n', "\\n"))
}
