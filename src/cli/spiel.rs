//! The command `spiel`: one game, told roll by roll.

use std::process::ExitCode;

use clap::Args;
use itertools::Itertools;

use super::errors::Failure;
use super::groups::{Common, FileWord, OUTPUT, RULES, RUNNING, Seeding};
use super::misuse::Misuse;
use super::streams::{self, Expected, dice_failure, print, read_dice};
use super::values::{self, DiceNumbers, GivenRolls, TextOrJson, die_number};
use crate::dice::{self, Die};
use crate::report::told::{Telling, WriteTelling, write_json, write_text};
use crate::rules::{Rules, Starter};
use crate::text::count;
use crate::told::{Chance, Position, ToldGame};

const DICE: Expected = Expected {
    usage: "spiel DATEI",
    help: "spiel --hilfe",
    ..streams::DICE
};

/// The end of the help.
const AFTER_HELP: &str = "\
Eine Stellung nennt für Sitz 1, nach einem Schrägstrich für Sitz 2, wie weit
jede Figur vom eigenen Feld A aus gekommen ist: 0 bis 39 auf der Laufbahn, a bis
d im Ziel; - steht für keine Figur. Unter wlr ist 40 das Feld A nach der Runde,
und ! heißt, dass der Spieler festsitzt; bei drei-versuche sind ? und ?? ein und
zwei Versuche, die misslungen sind. Felder, auf denen geschlagen wird, sind von
Sitz 1 aus gezählt. „wuerfelglueck regeln“ erklärt die Nummern der Regeln
und die Zeichen des Bretts.

  wuerfelglueck spiel beispiele/wuerfel0.txt
  wuerfelglueck spiel --stellung 0+17/- --wuerfe 6,3 --brett DATEI
";

/// Tells one game.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck spiel [OPTIONEN] [DATEI]",
    after_long_help = AFTER_HELP
)]
pub(super) struct Spiel {
    #[command(flatten)]
    file: FileWord,

    /// Regelwerk: offiziell, zielzuerst oder wlr
    ///
    /// Bei offiziell wird auf der Laufbahn vor dem Ziel gezogen. Bei zielzuerst zieht die vorderste Figur,
    /// und Figuren im Ziel stehen vor allen anderen. wlr spielt wie das Programm einer Einsendung.
    /// Abweichungen kommen mit + dahinter, wie in offiziell+start-leer.
    /// „wuerfelglueck regeln“ erklärt sie. [Vorgabe: offiziell]
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rules(), help_heading = RULES
    )]
    rules: Rules,

    /// Nummern der beiden Würfel in der Datei [Vorgabe: 1,2]
    ///
    /// Auf Sitz 1 spielt der mit der kleineren Nummer.
    #[arg(long = "wuerfel", value_name = "I,J", default_value = "1,2", help_heading = RUNNING)]
    dice: DiceNumbers,

    /// Der Würfel, der beginnt [Vorgabe: der zuerst genannte, oder wer nach den Regeln beginnt]
    #[arg(long = "beginnt", value_name = "I", value_parser = die_number, help_heading = RUNNING)]
    starter: Option<usize>,

    /// Diese Würfe statt des Zufalls, wie 6,3,1
    ///
    /// Zwischen den Würfen stehen Kommas oder Leerzeichen. Sie müssen nicht auf dem Würfel stehen. Wenn sie
    /// verbraucht sind, hört das Spiel auf.
    #[arg(long = "wuerfe", value_name = "R,R,…", conflicts_with = "seed", help_heading = RUNNING)]
    rolls: Option<GivenRolls>,

    /// Stellung, von der aus gespielt wird [Vorgabe: die am Anfang, 0/0 oder -/-]
    #[arg(
        long = "stellung", value_name = "TEXT", allow_hyphen_values = true, help_heading = RUNNING
    )]
    position: Option<Position>,

    /// Nach jedem Wurf das Spielbrett zeigen
    #[arg(long = "brett", help_heading = OUTPUT)]
    board: bool,

    /// Format der Ausgabe: text oder json [Vorgabe: text]
    ///
    /// Beide haben eine Zeile je Wurf.
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: TextOrJson,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    common: Common,
}

/// Two dice that play each other.
struct Opponents<'a> {
    /// The dice on the two seats.
    dice: [&'a Die; 2],
    /// Their numbers in the file, from 1, the lower one first.
    numbers: [usize; 2],
    /// The seat that begins, 0 or 1, if that was said.
    starter: Option<usize>,
}

impl Spiel {
    /// Tells the game on stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        self.check()?;
        let dice = read_dice(DICE, &self.file.input, &[], self.common.quiet)?;
        let pair = self.pair(&dice)?;
        let seed = self.seeding.resolve()?;
        let (mut chance, starter) = self.chance(&pair, seed);
        self.check_position(Some(starter))?;
        let game = ToldGame::new(self.rules, pair.dice, self.position(), starter);
        let telling = match &self.rolls {
            Some(GivenRolls(given)) => {
                let mut given = given.iter().copied();
                self.play(&pair, game, |_| given.next())
            }
            None => self.play(&pair, game, |seat| Some(chance.roll(seat))),
        };
        let write: WriteTelling = match self.format {
            TextOrJson::Text => write_text,
            TextOrJson::Json => write_json,
        };
        if print(|out| write(out, &telling))? {
            match &self.rolls {
                Some(GivenRolls(given)) => self.tell_of_given(given.len(), &telling),
                None => self.common.tell(format_args!("Saat {seed}")),
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether the options fit together.
    fn check(&self) -> Result<(), Misuse> {
        if self.board && self.format == TextOrJson::Json {
            return Err(Misuse::BoardIsText);
        }
        self.check_position(None)?;
        let most = self.rules.most_face();
        if let Some(GivenRolls(given)) = &self.rolls
            && let Some(&roll) = given.iter().find(|&&roll| roll > most)
        {
            return Err(Misuse::LargeRoll(roll, most));
        }
        Ok(())
    }

    /// Whether the position can be, with this seat beginning if that is known.
    fn check_position(&self, starter: Option<usize>) -> Result<(), Misuse> {
        let checked = self.position().check(self.rules, starter);
        checked.map_err(|fault| Misuse::Position(fault, self.rules))
    }

    /// The position in which the game begins.
    fn position(&self) -> Position {
        let start = Position::start(self.rules);
        self.position.unwrap_or(start)
    }

    /// The dice that play, if they are there and the rules allow their faces.
    fn pair<'a>(&self, dice: &'a [Die]) -> Result<Opponents<'a>, Failure> {
        let DiceNumbers(named) = self.dice;
        let numbers = [named[0].min(named[1]), named[0].max(named[1])];
        if numbers[1] > dice.len() {
            return Err(Misuse::NoSuchDie(numbers[1], dice.len()).into());
        }
        let seat = |die| numbers.iter().position(|&number| number == die);
        let starter = match self.starter {
            Some(die) => Some(seat(die).ok_or(Misuse::OtherStarter(die))?),
            None if self.rules.starter() == Starter::Alternating => seat(named[0]),
            None => None,
        };
        let indices = numbers.map(|number| number - 1);
        let pair = indices.map(|index| &dice[index]);
        dice::check_faces(indices.into_iter().zip(pair), self.rules.most_face())
            .map_err(|fault| dice_failure(&self.file.input, fault))?;
        Ok(Opponents {
            dice: pair,
            numbers,
            starter,
        })
    }

    /// The rolls of the game that a tournament counts, and the seat that begins. From the start on it is the
    /// first game of the pairing that the wanted seat begins, if that is among the first ones.
    fn chance<'a>(&self, pair: &Opponents<'a>, seed: u64) -> (Chance<'a>, usize) {
        let indices = pair.numbers.map(|number| number - 1);
        let mut chance = Chance::new(self.rules, pair.dice, indices, seed);
        let start = Position::start(self.rules);
        let starters = chance.starters().collect_vec();
        let starter = pair.starter.unwrap_or(starters[0]);
        let before = starters.iter().position(|&seat| seat == starter);
        if self.position() == start {
            for &starter in &starters[..before.unwrap_or(0)] {
                let mut earlier = ToldGame::new(self.rules, pair.dice, start, starter);
                while let Ok(seat) = earlier.next() {
                    earlier.roll(chance.roll(seat));
                }
            }
        }
        (chance, starter)
    }

    /// Plays a game with these rolls, until it ends or they do.
    fn play<'a>(
        &self,
        pair: &Opponents<'a>,
        mut game: ToldGame,
        mut roll: impl FnMut(usize) -> Option<u32>,
    ) -> Telling<'a> {
        let (start, skipped) = (game.position(), game.skipped());
        let mut rolls = Vec::new();
        while let Some(told) = game
            .next()
            .ok()
            .and_then(&mut roll)
            .and_then(|roll| game.roll(roll))
        {
            rolls.push(told);
        }
        Telling {
            dice: pair.dice,
            numbers: pair.numbers,
            start,
            skipped,
            rolls,
            ending: game.next().err(),
            board: self.board,
        }
    }

    /// Tells whether the rolls that were given were too few or too many.
    fn tell_of_given(&self, given: usize, telling: &Telling) {
        let rolls = telling.rolls.len();
        if telling.ending.is_none() {
            self.common.tell(format_args!(
                "Nach {} ist keiner mehr vorgegeben, das Spiel ist nicht zu Ende; mehr mit --wuerfe",
                count(rolls as u64, "Wurf", "Würfen")
            ));
        }
        if given > rolls {
            self.common.tell(format_args!(
                "{} von --wuerfe nicht gebraucht: das Spiel ist zu Ende",
                count((given - rolls) as u64, "Wurf", "Würfe")
            ));
        }
    }
}
