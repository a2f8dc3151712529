//! Bugs that may be the cause of impossible lists.

use std::fmt;

/// A bug that may be the cause of impossible lists. Its text is a German clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspectedBug {
    /// A rule holds for one seat, or the die that comes first is preferred.
    OneSeat,
    /// The lap of a seat has another length, or its goal lies elsewhere.
    LapLength,
    /// Faces are read wrongly.
    Faces,
    /// Faces that are equal count once.
    EqualFaces,
    /// Numbers with two digits are read wrongly.
    TwoDigits,
    /// All pairings are played with the same two dice.
    SamePair,
    /// Something is left over from the pairing or the game before.
    LeftOver,
    /// Wins or shares belong to another die.
    WrongDie,
    /// Pieces in the goal move backwards or in a circle.
    GoalMoves,
    /// The goal has too many fields, or pieces move beyond it.
    LongGoal,
    /// Pieces enter otherwise than with a 6 on their A field.
    Entering,
    /// A game is won before four pieces are in the goal.
    WonEarly,
    /// Games are cut off.
    CutOff,
    /// A pairing is not played.
    NotPlayed,
    /// The last pairing of a file is not played.
    LastPairing,
    /// A game that nobody wins counts as a whole win, for one die or for both.
    Draws,
    /// Something counts twice, or the divisor is too small.
    CountsTwice,
    /// The divisor is too large.
    LargeDivisor,
    /// Wins are divided by the games against this number of dice, which is that of a file, instead
    /// of one less.
    DividedByDice(usize),
    /// Something is divided by 0.
    DividedByZero,
    /// The wins of dice with equal faces are added up.
    WinsByFaces,
    /// The program does not read the file that it is given.
    SameFile,
}

impl fmt::Display for SuspectedBug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SuspectedBug::OneSeat => {
                "etwas gilt nur für einen der beiden Spieler (schlagen, noch einmal würfeln nach \
                 einer 6, wo die Runde endet, \
                 wann gewonnen ist), oder der Würfel, der in der Datei früher steht, wird bevorzugt"
            }
            SuspectedBug::LapLength => {
                "für einen der beiden Spieler ist die Runde ein Feld zu kurz oder zu lang, oder \
                 sein Ziel liegt woanders"
            }
            SuspectedBug::Faces => {
                "die Seiten werden falsch gelesen oder gewürfelt: die Seitenzahl zählt als \
                 Augenzahl, eine Seite fehlt, oder es zählen nur die ersten sechs"
            }
            SuspectedBug::EqualFaces => {
                "gleiche Augenzahlen eines Würfels zählen nur einmal, oder eine Seite fehlt"
            }
            SuspectedBug::TwoDigits => "Zahlen mit zwei Ziffern werden falsch gelesen",
            SuspectedBug::SamePair => "es spielen immer dieselben beiden Würfel",
            SuspectedBug::LeftOver => "etwas bleibt vom Spiel oder von der Paarung davor übrig",
            SuspectedBug::WrongDie => {
                "der Sieg zählt für den falschen Würfel, oder die Anteile stehen beim falschen"
            }
            SuspectedBug::GoalMoves => "Figuren im Ziel ziehen rückwärts oder im Kreis",
            SuspectedBug::LongGoal => {
                "das Ziel hat zu viele Felder, oder Figuren laufen darüber hinaus"
            }
            SuspectedBug::Entering => "Figuren kommen anders als mit einer 6 auf ihr A ins Spiel",
            SuspectedBug::WonEarly => "gewonnen ist, bevor vier Figuren im Ziel sind",
            SuspectedBug::CutOff => "Spiele werden abgebrochen",
            SuspectedBug::NotPlayed => "die Paarung wird nicht gespielt",
            SuspectedBug::LastPairing => "die letzte Paarung der Datei wird nicht gespielt",
            SuspectedBug::Draws => {
                "ein Spiel, das niemand gewinnt, zählt für einen der beiden oder für beide ganz"
            }
            SuspectedBug::CountsTwice => {
                "etwas zählt doppelt, oder es wird durch eine zu kleine Zahl geteilt"
            }
            SuspectedBug::LargeDivisor => "es wird durch eine zu große Zahl geteilt",
            SuspectedBug::DividedByDice(dice) => {
                return write!(f, "geteilt wird durch {dice} statt durch {}", dice - 1);
            }
            SuspectedBug::DividedByZero => "geteilt wird durch 0",
            SuspectedBug::WinsByFaces => {
                "die Siege gleicher Würfel werden zusammengezählt, weil sie bei den Augenzahlen \
                 stehen statt beim Würfel"
            }
            SuspectedBug::SameFile => {
                "das Programm liest immer dieselbe Datei, oder gibt immer dasselbe aus"
            }
        })
    }
}
