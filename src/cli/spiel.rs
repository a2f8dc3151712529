//! The command `spiel`: one game, told roll by roll.

use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::errors::{Misuse, refuse_if, verdict};
use super::groups::{Common, FileWord, Seeding};
use super::streams::{check_stdin, print, wrong_dice};
use super::values::{self, GivenRolls, Input, Word, die_number, word};
use crate::compare::{Comparison, LONGEST_LINE};
use crate::dice::{self, Die};
use crate::report::compare;
use crate::report::told::{Telling, WriteTelling, write_json, write_text};
use crate::rules::{Rules, Starter};
use crate::text::count;
use crate::told::{Chance, Position, ToldGame};

/// Tells one game.
#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck spiel [OPTIONEN] [DATEI]")]
pub struct Spiel {
    #[command(flatten)]
    file: FileWord,

    /// Regelwerk: offiziell, zielzuerst oder wlr
    ///
    /// Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei zielzuerst zieht die
    /// vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr spielt wie das Programm einer Einsendung.
    /// Abweichungen kommen mit + dahinter, wie in offiziell+start-leer.
    /// „wuerfelglueck regeln“ erklärt sie.
    #[arg(
        long = "regeln", value_name = "NAME", default_value = "offiziell",
        value_parser = values::rules()
    )]
    rules: Rules,

    /// Nummern der beiden Würfel in der Datei
    ///
    /// Auf Sitz 1 spielt der mit der kleineren Nummer.
    #[arg(
        long = "wuerfel", value_name = "I,J", default_value = "1,2",
        value_parser = values::dice_numbers
    )]
    dice: [usize; 2],

    /// Der Würfel, der beginnt [Vorgabe: der zuerst genannte, oder wer nach den Regeln beginnt]
    #[arg(long = "beginnt", value_name = "I", value_parser = die_number)]
    starter: Option<usize>,

    /// Diese Würfe statt des Zufalls, wie 6,3,1
    ///
    /// Zwischen den Würfen stehen Kommas oder Leerzeichen. Sie müssen nicht auf dem Würfel stehen. Wenn sie
    /// verbraucht sind, hört das Spiel auf.
    #[arg(
        long = "wuerfe", value_name = "R,R,…", value_parser = values::given_rolls,
        conflicts_with = "seed"
    )]
    rolls: Option<GivenRolls>,

    /// Stellung, von der aus gespielt wird [Vorgabe: die am Anfang, 0/0 oder -/-]
    #[arg(long = "stellung", value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<Position>,

    /// Ein Protokoll von Spielen mit den Regeln vergleichen: eine Datei oder -
    ///
    /// Jede Zeile ist ein Wurf, SITZ WURF STELLUNG, mit der Stellung danach, wie „1 6 0+17+b/-“. Zwischen zwei Spielen steht
    /// eine leere Zeile oder „Beginn“. Gezeigt wird von jedem Spiel die erste Zeile, die nicht nach den Regeln ist, und wie
    /// oft jede Regel vorkam. Der Exit-Code ist 1, wenn etwas nicht stimmt.
    #[arg(
        long = "vergleiche", value_name = "PROTOKOLL", value_hint = clap::ValueHint::FilePath,
        conflicts_with_all = ["starter", "rolls", "position", "board", "seed", "format"]
    )]
    record: Option<Input>,

    /// Im Protokoll zählen beide Sitze die Felder der Laufbahn vom Feld A von Sitz 1 aus
    ///
    /// Sitz 2 beginnt dann auf 20. Sonst zählt jeder von seinem eigenen Feld A aus.
    #[arg(long = "felder", requires = "record")]
    in_fields: bool,

    /// Nach jedem Wurf das Spielbrett zeigen
    #[arg(long = "brett")]
    board: bool,

    /// Format der Ausgabe: text oder json
    ///
    /// Beide haben eine Zeile je Wurf.
    #[arg(long, value_name = "NAME", default_value = "text", value_parser = word(&FORMATS))]
    format: Word<WriteTelling>,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    common: Common,
}

/// How a game is told.
const FORMATS: [(&str, WriteTelling); 2] = [("text", write_text), ("json", write_json)];

impl Spiel {
    /// Tells the game on stdout.
    pub fn run(&self) -> Result<ExitCode> {
        let start = Position::start(self.rules);
        let position = self.position.unwrap_or(start);
        self.check(&position)?;
        check_stdin(iter::once(&self.file.input).chain(&self.record))?;
        let reader = self.common.reader("spiel DATEI");
        let dice = reader.dice(&self.file.input, &[])?;
        let (numbers, starter) = self.seats(dice.len())?;
        let indices = numbers.map(|number| number - 1);
        let pair = indices.map(|index| &dice[index]);
        dice::check_faces(indices.into_iter().zip(pair), self.rules.most_face())
            .map_err(|fault| wrong_dice(&self.file.input, fault))?;
        if let Some(record) = &self.record {
            return self.compare(record, pair);
        }
        let seed = self.seeding.resolve()?;
        // From the start on it is a game that a tournament counts.
        let mut chance = Chance::new(self.rules, pair, indices, seed);
        let starter = match starter {
            Some(starter) if position != start => starter,
            starter => chance.go_to(self.rules, starter),
        };
        self.check_position(&position, Some(starter))?;
        let mut game = ToldGame::new(self.rules, pair, position, starter);
        let mut given = self.rolls.iter().flatten().copied();
        let telling = Telling {
            dice: pair,
            numbers,
            start: position,
            skipped: game.skipped(),
            rolls: game.play(|seat| match &self.rolls {
                Some(_) => given.next(),
                None => Some(chance.roll(seat)),
            }),
            ending: game.next().err(),
            board: self.board,
        };
        if print(|out| (self.format.value)(out, &telling))?
            && let Some(closing) = self.closing(seed, &telling)
        {
            self.common.tell(closing);
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Compares a record of games of these dice with the rules. What cannot be read is a fault of the record.
    fn compare(&self, record: &Input, dice: [&Die; 2]) -> Result<ExitCode> {
        let mut comparison = Comparison::new(self.rules, dice, self.in_fields);
        let reader = self.common.reader("spiel --vergleiche PROTOKOLL DATEI");
        let names = ["das Protokoll"; 2];
        reader.each_line(names, record, LONGEST_LINE, |line| {
            comparison.line(line);
            Ok(())
        })?;
        let compared = comparison.finish();
        print(|out| compare::write(out, &compared, dice, self.rules))?;
        Ok(verdict(compared.games > 0 && compared.departed == 0))
    }

    /// Whether the options fit together.
    fn check(&self, position: &Position) -> Result<(), Misuse> {
        refuse_if(
            self.board && self.format.name == "json",
            "„--brett“ gibt es nur für Text, nicht für „--format json“",
        )?;
        self.check_position(position, None)?;
        let most = self.rules.most_face();
        let mut rolls = self.rolls.iter().flatten();
        let roll = *rolls.find(|&&roll| roll > most).unwrap_or(&0);
        refuse_if(
            roll > most,
            format!(
                "der Wurf {roll} in „--wuerfe“ ist zu groß; unter „--regeln wlr“ sind höchstens {most} erlaubt"
            ),
        )
    }

    /// Whether the position can be, with this seat beginning if that is known.
    fn check_position(&self, position: &Position, starter: Option<usize>) -> Result<(), Misuse> {
        let rules = self.rules;
        position.check(rules, starter).map_err(|fault| {
            Misuse(format!(
                "„--stellung“ passt nicht zu „--regeln {rules}“; {fault}"
            ))
        })
    }

    /// The numbers of the dice on the two seats, of so many dice, and the seat that begins, 0 or 1, if that was said.
    fn seats(&self, dice: usize) -> Result<([usize; 2], Option<usize>), Misuse> {
        let mut numbers = self.dice;
        numbers.sort();
        let last = numbers[1];
        refuse_if(
            last > dice,
            format!("Würfel {last} gibt es nicht, in der Datei stehen {dice}"),
        )?;
        let seat = |die| numbers.iter().position(|&number| number == die);
        let Some(die) = self.starter else {
            let is_first = self.rules.starter() == Starter::Alternating;
            return Ok((numbers, seat(self.dice[0]).filter(|_| is_first)));
        };
        refuse_if(
            seat(die).is_none(),
            format!("Würfel {die} kann nicht beginnen, weil er nicht mitspielt"),
        )?;
        Ok((numbers, seat(die)))
    }

    /// What gives the same game again, or whether the rolls that were given were too few or too many.
    fn closing(&self, seed: u64, telling: &Telling) -> Option<String> {
        let rolls = telling.rolls.len();
        match self.rolls.as_ref().map(Vec::len) {
            None => Some(format!("Saat {seed}")),
            Some(_) if telling.ending.is_none() => {
                Some("Die vorgegebenen Würfe sind verbraucht; weitere mit --wuerfe".into())
            }
            Some(given) if given > rolls => Some(format!(
                "{} von --wuerfe nicht gebraucht: das Spiel ist zu Ende",
                count((given - rolls) as u64, "Wurf", "Würfe")
            )),
            Some(_) => None,
        }
    }
}
