//! The command `spiel`: one game, told roll by roll.

use std::iter;

use anyhow::{Result, bail};
use clap::Args;

use super::exit::{BadInput, Misuse, refuse, verdict};
use super::groups::{CommonOptions, SeedOption};
use super::streams::{check_stdin, each_line, print, read_dice, wrong_dice};
use super::values::{self, Choice, Input, ListValue, Render, parse_choice};
use crate::report;
use crate::report::told::{self, Telling};
use wuerfelglueck::compare::{Comparison, FORM, LONGEST_LINE};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::without_mark;
use wuerfelglueck::told::{Chance, Position, PositionError, ToldGame};

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck spiel [OPTIONEN] [DATEI]",
    next_help_heading = "Ablauf"
)]
pub struct Spiel {
    /// Die Datei; ohne sie oder mit - die Standardeingabe
    #[arg(
        value_name = "DATEI", value_hint = clap::ValueHint::FilePath, default_value = "-",
        help_heading = "Argumente"
    )]
    input: Input,
    /// Regelwerk: offiziell, zielzuerst oder wlr
    ///
    /// Bei offiziell zieht zuerst eine Figur auf der Laufbahn, erst danach eine im Ziel. Bei
    /// zielzuerst zieht die vorderste Figur, und Figuren im Ziel stehen vor allen anderen. wlr
    /// spielt wie das Programm einer Einsendung. Abweichungen kommen mit + dahinter, wie in
    /// offiziell+start-leer. „wuerfelglueck regeln“ erklärt sie. [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        value_name = "NAME",
        default_value = "offiziell",
        help_heading = "Regeln"
    )]
    rules: Rules,
    /// Nummern der beiden Würfel in der Datei [Vorgabe: 1,2]
    ///
    /// Auf Sitz 1 spielt der mit der kleineren Nummer.
    #[arg(
        long = "wuerfel", value_name = "I,J", default_value = "1,2",
        value_parser = values::parse_dice_numbers
    )]
    dice: [usize; 2],
    /// Der Würfel, der beginnt [Vorgabe: der zuerst genannte, oder wer nach den Regeln beginnt]
    #[arg(
        long = "beginnt", value_name = "I",
        value_parser = values::parse_whole(1..=u32::MAX as usize)
    )]
    starter: Option<usize>,
    /// Diese Würfe statt des Zufalls, wie 6,3,1
    ///
    /// Zwischen den Würfen stehen Kommas oder Leerzeichen. Sie müssen nicht auf dem Würfel stehen.
    /// Wenn sie verbraucht sind, hört das Spiel auf.
    #[arg(
        long = "wuerfe", value_name = "R,R,…", value_parser = values::parse_rolls,
        conflicts_with = "seed"
    )]
    rolls: Option<ListValue<u32>>,
    /// Stellung, von der aus gespielt wird [Vorgabe: die am Anfang, 0/0 oder -/-]
    #[arg(long = "stellung", value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<Position>,
    /// Ein Protokoll von Spielen mit den Regeln vergleichen: eine Datei oder -
    ///
    /// Jede Zeile ist ein Wurf, SITZ WURF STELLUNG, mit der Stellung danach, wie „1 6 0+17+b/-“.
    /// Zwischen zwei Spielen steht eine leere Zeile oder „Beginn“. Gezeigt wird von jedem Spiel die
    /// erste Zeile, die nicht nach den Regeln ist, mit den Regelwerken, nach denen sie richtig wäre
    /// (ohne oder mit einer Abweichung), und wie oft jede Regel vorkam. Wer festsitzt, darf
    /// würfeln, statt auszusetzen, wenn dabei keine Figur zieht. Der Rückgabewert ist 1, wenn etwas
    /// nicht stimmt.
    #[arg(
        long = "vergleiche", value_name = "PROTOKOLL", value_hint = clap::ValueHint::FilePath,
        conflicts_with_all = ["starter", "rolls", "position", "board", "seed", "format"]
    )]
    record: Option<Input>,
    /// Im Protokoll zählen beide Sitze die Felder der Laufbahn vom Feld A von Sitz 1 aus
    ///
    /// Sitz 2 beginnt dann auf 20. Sonst zählt jeder von seinem eigenen Feld A aus.
    #[arg(long = "felder", hide_short_help = true)]
    in_fields: bool,
    /// Nach jedem Wurf das Spielbrett zeigen
    #[arg(long = "brett", help_heading = "Ausgabe")]
    board: bool,
    /// Format der Ausgabe: text oder json [Vorgabe: text]
    ///
    /// Beide haben eine Zeile je Wurf.
    #[arg(
        long, value_name = "NAME", default_value = "text", value_parser = parse_choice(&FORMATS),
        help_heading = "Ausgabe"
    )]
    format: Choice<Render<Telling>>,
    #[command(flatten)]
    seed_option: SeedOption,
    #[command(flatten)]
    common: CommonOptions,
}

const FORMATS: [(&str, Render<Telling>); 2] = [("text", told::text), ("json", told::json)];

impl Spiel {
    pub fn run(&self) -> Result<u8> {
        let rules = self.rules;
        if self.board && self.format.name == "json" {
            refuse!("„--brett“ gibt es nur für Text, nicht für „--format json“");
        }
        if self.in_fields && self.record.is_none() {
            refuse!("„--felder“ gibt es nur mit „--vergleiche PROTOKOLL“");
        }
        let start = Position::start(rules);
        let position = self.position.unwrap_or(start);
        let wrong = |fault: PositionError| {
            let rules = format!("„--regeln {rules}“");
            Misuse(format!("„--stellung“ passt nicht zu {rules}; {fault}"))
        };
        position.check(rules, None).map_err(wrong)?;
        let most = rules.most_face();
        if let Some(roll) = self.rolls.iter().flatten().find(|&&roll| roll > most) {
            refuse!("der Wurf {roll} ist zu groß; unter wlr sind höchstens {most} erlaubt");
        }
        check_stdin(iter::once(&self.input).chain(&self.record))?;
        let dice = read_dice(&self.input, &[], self.common.quiet)?;
        let mut numbers = self.dice;
        numbers.sort();
        let (last, all) = (numbers[1], dice.len());
        if last > all {
            refuse!("Würfel {last} gibt es nicht, in der Datei stehen {all}");
        }
        // The die that begins, if that was said, and its seat.
        let first = rules == rules.with_turns();
        let die = self.starter.or(first.then_some(self.dice[0]));
        let starter = numbers.iter().position(|&number| Some(number) == die);
        if die.is_some() && starter.is_none() {
            let [one, other] = numbers;
            refuse!("der Würfel, der beginnt, spielt nicht mit; möglich sind {one} und {other}");
        }
        let indices = numbers.map(|number| number - 1);
        let pair = indices.map(|index| &dice[index]);
        for (index, die) in indices.into_iter().zip(pair) {
            let checked = dice::check_faces(index, die, most);
            checked.map_err(|fault| wrong_dice(&self.input, fault))?;
        }
        if let Some(record) = &self.record {
            return self.compare(record, pair);
        }
        let seed = self.seed_option.seed.number;
        // From the start on it is a game that a tournament counts.
        let mut chance = Chance::new(rules, pair, indices, seed);
        let starter = match starter {
            Some(starter) if position != start => starter,
            starter => chance.go_to(starter),
        };
        // Whether a try of a turn can have failed depends on whose turn it is.
        position.check(rules, Some(starter)).map_err(wrong)?;
        let mut game = ToldGame::new(rules, pair, position, starter);
        let mut given = self.rolls.iter().flatten().copied();
        let telling = Telling {
            dice: pair.map(Die::clone),
            numbers,
            start: position,
            skipped: (game.next == Ok(1 - starter)).then_some(starter),
            rolls: game.play(|seat| match &self.rolls {
                Some(_) => given.next(),
                None => Some(chance.roll(seat)),
            }),
            ending: game.next.err(),
            board: self.board,
        };
        if print(&(self.format.value)(&telling))? {
            if self.rolls.is_none() {
                self.common.tell(format_args!("Saat {seed}"));
            } else if telling.ending.is_none() {
                let used = "Die vorgegebenen Würfe sind verbraucht; weitere mit --wuerfe";
                self.common.tell(used);
            }
        }
        Ok(0)
    }

    /// Compares a record of games of these dice with the rules. What cannot be read is a fault of the record.
    fn compare(&self, record: &Input, dice: [&Die; 2]) -> Result<u8> {
        let mut comparison = Comparison::new(self.rules, dice, self.in_fields);
        let names = ["das Protokoll"; 2];
        let mut number = 0;
        each_line(names, record, LONGEST_LINE, self.common.quiet, |line| {
            number += 1;
            if line.len() > LONGEST_LINE {
                let file = match record {
                    Input::Stdin => String::new(),
                    Input::File(_) => format!(" „{record}“"),
                };
                bail!(BadInput(format!(
                    "das Protokoll{file} hat in Zeile {number} mehr als {LONGEST_LINE} Bytes; {FORM}"
                )));
            }
            comparison.line(&String::from_utf8_lossy(without_mark(line)));
            Ok(())
        })?;
        let compared = comparison.finish();
        print(&report::compare::render(&compared, dice, self.rules))?;
        Ok(verdict(compared.games > 0 && compared.departed == 0))
    }
}
