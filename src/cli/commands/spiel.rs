//! The command `spiel`: a game told roll by roll, or a log of games compared with the rules.

use std::iter;

use clap::Args;

use crate::cli::args::{FormatOption, InputArgument, RuleSetOption, SeedOption};
use crate::cli::failure::{Failure, refuse};
use crate::cli::input::{InputNames, check_stdin, each_line, read_dice, wrong_dice};
use crate::cli::session::{Answer, Session};
use crate::cli::values::{self, Input, ListValue};
use crate::report::compare;
use crate::report::told::{GameFormat, ToldGameReport};
use judging::compare::{EXPECTED_LINE, LONGEST_LINE, LogComparison};
use wuerfelglueck::dice::{self, Die};
use wuerfelglueck::text::strip_byte_order_mark;
use wuerfelglueck::told::{Position, PositionError, ToldGame, TournamentRolls};

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck spiel [OPTIONEN] [DATEI]",
    next_help_heading = "Ablauf"
)]
pub struct Spiel {
    #[command(flatten)]
    input_argument: InputArgument,
    #[command(flatten)]
    rule_set_option: RuleSetOption,
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
        value_parser = values::whole_number_in(1..=u32::MAX as usize)
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
    log: Option<Input>,
    /// Im Protokoll zählen beide Sitze die Felder der Laufbahn vom Feld A von Sitz 1 aus
    ///
    /// Sitz 2 beginnt dann auf 20. Sonst zählt jeder von seinem eigenen Feld A aus.
    #[arg(long = "felder", hide_short_help = true)]
    in_fields: bool,
    /// Nach jedem Wurf das Spielbrett zeigen
    #[arg(long = "brett", help_heading = "Ausgabe")]
    board: bool,
    #[command(flatten)]
    format_option: FormatOption<GameFormat>,
    #[command(flatten)]
    seed_option: SeedOption,
}

impl Spiel {
    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        self.check_options()?;
        let rules = self.rule_set_option.rules;
        check_stdin(iter::once(&self.input_argument.input).chain(&self.log))?;
        let dice = read_dice(&self.input_argument.input, &[], session)?;
        let players = self.find_players(&dice)?;
        for (index, die) in players.indices.into_iter().zip(players.dice) {
            dice::check_faces(index, die, rules.highest_face())
                .map_err(|fault| wrong_dice(&self.input_argument.input, fault))?;
        }
        match &self.log {
            Some(log) => self.compare(log, players.dice, session),
            None => self.tell(&players),
        }
    }

    fn check_options(&self) -> Result<(), Failure> {
        if self.board && self.format_option.format != GameFormat::Text {
            refuse!("„--brett“ gibt es nur für „--format text“");
        }
        if self.in_fields && self.log.is_none() {
            refuse!("„--felder“ gibt es nur mit „--vergleiche PROTOKOLL“");
        }
        self.check_position(None)?;
        let highest = self.rule_set_option.rules.highest_face();
        let mut rolls = self.rolls.iter().flatten();
        if let Some(roll) = rolls.find(|&&roll| roll > highest) {
            refuse!("der Wurf {roll} ist zu groß; unter wlr sind höchstens {highest} erlaubt");
        }
        Ok(())
    }

    /// The position from which the game is played.
    fn position(&self) -> Position {
        self.position
            .unwrap_or_else(|| Position::start(self.rule_set_option.rules))
    }

    /// Checks the position; `mover` is the seat that has the turn, if that is known.
    fn check_position(&self, mover: Option<usize>) -> Result<(), Failure> {
        let checked = self.position().check(self.rule_set_option.rules, mover);
        checked.map_err(|fault: PositionError| {
            let rules = format!("„--regeln {}“", self.rule_set_option.rules);
            Failure::usage(format_args!("„--stellung“ passt nicht zu {rules}; {fault}"))
        })
    }

    /// Finds the two dice that play, and the seat that begins, unless the rules decide that.
    fn find_players<'a>(&self, dice: &'a [Die]) -> Result<Players<'a>, Failure> {
        let mut numbers = self.dice;
        numbers.sort();
        let [first, last] = numbers;
        let known = dice.len();
        if last > known {
            refuse!("Würfel {last} gibt es nicht, in der Datei stehen {known}");
        }
        // Unless the rules decide who begins, it is the die that was named first.
        let is_open =
            self.rule_set_option.rules == self.rule_set_option.rules.with_alternating_starters();
        let number = self.starter.or(is_open.then_some(self.dice[0]));
        let starter = numbers.iter().position(|&of_seat| Some(of_seat) == number);
        if number.is_some() && starter.is_none() {
            refuse!("der Würfel, der beginnt, spielt nicht mit; möglich sind {first} und {last}");
        }
        let indices = numbers.map(|number| number - 1);
        Ok(Players {
            numbers,
            indices,
            dice: indices.map(|index| &dice[index]),
            starter,
        })
    }

    fn tell(&self, players: &Players) -> Result<Answer, Failure> {
        let (rules, position) = (self.rule_set_option.rules, self.position());
        let seed = self.seed_option.seed.number;
        // From the start on it is a game that a tournament counts, if its first block has one with
        // this starter.
        let mut tournament = TournamentRolls::new(rules, players.dice, players.indices, seed);
        let starter = match players.starter {
            Some(starter) if position != Position::start(rules) => starter,
            starter => tournament.skip_to(starter),
        };
        // Whether a try of a turn can have failed depends on whose turn it is.
        self.check_position(Some(starter))?;
        let mut game = ToldGame::new(rules, players.dice, position, starter);
        let mut given = self.rolls.iter().flatten().copied();
        let report = ToldGameReport {
            dice: players.dice.map(Die::clone),
            numbers: players.numbers,
            start: position,
            skipped: (game.next_seat() == Ok(1 - starter)).then_some(starter),
            rolls: game.play(|seat| match &self.rolls {
                Some(_) => given.next(),
                None => Some(tournament.roll(seat)),
            }),
            ending: game.next_seat().err(),
            shows_board: self.board,
        };
        let remark = match (&self.rolls, report.ending) {
            (None, _) => Some(format!("Saat {seed}")),
            (Some(_), None) => {
                Some("Die vorgegebenen Würfe sind verbraucht; weitere mit --wuerfe".into())
            }
            (Some(_), Some(_)) => None,
        };
        Ok(Answer {
            text: report.render(self.format_option.format),
            remarks: remark.into_iter().collect(),
            ..Answer::default()
        })
    }

    /// Compares a log of games of these dice with the rules. A line that cannot be read counts as a
    /// departure from them; only one that is too long is refused.
    fn compare(&self, log: &Input, dice: [&Die; 2], session: &Session) -> Result<Answer, Failure> {
        const NAMES: InputNames = InputNames {
            content: "das Protokoll",
            file: "das Protokoll",
        };
        let mut comparison = LogComparison::new(self.rule_set_option.rules, dice, self.in_fields);
        let mut number = 0;
        each_line(NAMES, log, LONGEST_LINE, session, |line| {
            number += 1;
            if line.len() > LONGEST_LINE {
                let file = match log {
                    Input::Stdin => String::new(),
                    Input::File(_) => format!(" „{log}“"),
                };
                return Err(Failure::input(format_args!(
                    "das Protokoll{file} hat in Zeile {number} mehr als {LONGEST_LINE} Bytes; \
                     {EXPECTED_LINE}"
                )));
            }
            comparison.add_line(&String::from_utf8_lossy(strip_byte_order_mark(line)));
            Ok(())
        })?;
        let compared = comparison.finish();
        let has_passed = compared.games > 0 && compared.departing_games == 0;
        Ok(Answer {
            text: compare::render(&compared, dice, self.rule_set_option.rules),
            has_failed: !has_passed,
            ..Answer::default()
        })
    }
}

/// The two dice that play, by seat.
struct Players<'a> {
    /// The numbers of the dice in the file, from 1.
    numbers: [usize; 2],
    /// The indices of the dice in the file, from 0.
    indices: [usize; 2],
    dice: [&'a Die; 2],
    /// The seat that begins; `None` if the rules decide that.
    starter: Option<usize>,
}
