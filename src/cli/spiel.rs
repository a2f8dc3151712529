//! The command `spiel`: one game, told roll by roll.

use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;

use super::common::{Common, Seeding, print, read_input};
use super::misuse::Misuse;
use super::options::{Format, rules, text_or_json};
use crate::dice::{self, Die};
use crate::report::told as report;
use crate::rules::Rules;
use crate::text::{count, whole_number};
use crate::told::{Chance, Position, ToldGame};

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Optionen:
{options}{after-help}
";

const AFTER_HELP: &str = "\
Eine Stellung nennt für Sitz 1, nach einem Schrägstrich für Sitz 2, wie weit
jede Figur vom eigenen Feld A aus gekommen ist: 0 bis 39 auf der Laufbahn, a bis
d im Ziel; - steht für keine Figur. Unter wlr ist 40 das Feld A nach der Runde,
und ! heißt, dass der Spieler festsitzt. Felder, auf denen geschlagen wird, sind
von Sitz 1 aus gezählt. Ob jemand festsitzt, sagt sein Würfel.

  wuerfelglueck spiel < beispiele/wuerfel0.txt
  wuerfelglueck spiel --stellung 0+17/- --wuerfe 6,3 --brett < DATEI
";

/// Tells one game.
#[derive(Debug, Args)]
#[command(
    display_name = "wuerfelglueck",
    override_usage = "wuerfelglueck spiel [OPTIONEN] < DATEI",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct Spiel {
    /// Regelwerk: offiziell (auf der Laufbahn wird vor dem Ziel gezogen), zielzuerst (die
    /// vorderste Figur zieht, Figuren im Ziel stehen vor allen anderen) oder wlr (wie das Programm
    /// einer Einsendung spielt) [Vorgabe: offiziell]
    #[arg(
        long = "regeln",
        value_name = "NAME",
        default_value = Rules::Offiziell.name(),
        hide_default_value = true,
        value_parser = rules(),
    )]
    rules: Rules,

    /// Die beiden Würfel, nach ihrer Nummer in der Datei; auf Sitz 1 spielt der mit der kleineren
    /// [Vorgabe: 1,2]
    #[arg(
        long = "wuerfel",
        value_name = "I,J",
        default_value = "1,2",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    dice: DiceNumbers,

    /// Der Würfel, der beginnt [Vorgabe: der zuerst genannte]
    #[arg(
        long = "beginnt",
        value_name = "I",
        value_parser = die_number,
        allow_negative_numbers = true
    )]
    starter: Option<usize>,

    /// Diese Würfe statt des Zufalls, mit Kommas dazwischen; sie müssen nicht auf dem Würfel stehen
    #[arg(
        id = "rolls",
        long = "wuerfe",
        value_name = "R,R,…",
        allow_negative_numbers = true
    )]
    rolls: Option<GivenRolls>,

    /// Stellung, von der aus gespielt wird [Vorgabe: 0/0]
    #[arg(long = "stellung", value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<Position>,

    /// Nach jedem Wurf das Spielbrett zeigen
    #[arg(long = "brett")]
    board: bool,

    /// Format der Ausgabe: text oder json, eine Zeile je Wurf [Vorgabe: text]
    #[arg(
        long = "format",
        value_name = "NAME",
        default_value = "text",
        hide_default_value = true,
        value_parser = text_or_json(),
    )]
    format: Format,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    common: Common,
}

/// Two numbers of dice, in the order in which they were given.
#[derive(Clone, Copy, Debug)]
struct DiceNumbers([usize; 2]);

impl FromStr for DiceNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<DiceNumbers, String> {
        let numbers = text.split_once(',').map(|(one, other)| [one, other]);
        numbers
            .and_then(|numbers| {
                let [one, other] = numbers.map(|number| die_number(number.trim()).ok());
                Some(DiceNumbers([one?, other?]))
            })
            .ok_or_else(|| "erlaubt sind zwei Nummern ab 1 mit Komma dazwischen, wie 1,2".into())
    }
}

fn die_number(text: &str) -> Result<usize, String> {
    whole_number(text)
        .filter(|&number| number >= 1)
        .ok_or_else(|| "erlaubt sind Nummern ab 1".into())
}

/// Rolls that are given.
#[derive(Clone, Debug)]
struct GivenRolls(Vec<u32>);

impl FromStr for GivenRolls {
    type Err = String;

    fn from_str(text: &str) -> Result<GivenRolls, String> {
        let rolls = text.split(',').map(|roll| whole_number(roll.trim()));
        rolls.collect::<Option<_>>().map(GivenRolls).ok_or_else(|| {
            format!(
                "erlaubt sind ganze Zahlen von 0 bis {} mit Kommas dazwischen, wie 6,3,1",
                u32::MAX
            )
        })
    }
}

impl Spiel {
    /// Tells the game on stdout.
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let json = self.format == Format::Json;
        if self.board && json {
            return Err(Misuse::BoardIsText.into());
        }
        let rules = self.rules;
        if self.position.is_some_and(|position| !position.fits(rules)) {
            return Err(Misuse::LapPlace.into());
        }
        let dice = dice::parse(&read_input(&self.common)?)?;
        let DiceNumbers(named) = self.dice;
        let starter = self.starter.unwrap_or(named[0]);
        let numbers: [usize; 2] = [named[0].min(named[1]), named[0].max(named[1])];
        if numbers[1] > dice.len() {
            return Err(Misuse::NoSuchDie(numbers[1], dice.len()).into());
        }
        let Some(starter) = numbers.iter().position(|&number| number == starter) else {
            return Err(Misuse::OtherStarter(starter).into());
        };
        let pair = numbers.map(|number| &dice[number - 1]);
        let most = rules.most_face();
        dice::check_faces(numbers.map(|number| number - 1).into_iter().zip(pair), most)?;
        if let Some(GivenRolls(given)) = &self.rolls
            && let Some(&roll) = given.iter().find(|&&roll| roll > most)
        {
            return Err(Misuse::LargeRoll(roll, most).into());
        }
        let seed = self.seeding.seed.resolve()?;
        let mut chance = Chance::new(pair, numbers.map(|number| number - 1), seed);
        let position = self.position.unwrap_or(Position::START);
        if position == Position::START && starter == 1 {
            // The second game is the first one that seat 2 starts.
            let mut first = ToldGame::new(rules, pair, Position::START, 0);
            while let Ok(seat) = first.next() {
                first.roll(chance.roll(seat));
            }
        }
        let game = ToldGame::new(rules, pair, position, starter);
        let (rolls, unfinished) = match &self.rolls {
            Some(GivenRolls(given)) => {
                let mut given = given.iter().copied();
                self.tell(game, pair, numbers, |_| given.next())?
            }
            None => self.tell(game, pair, numbers, |seat| Some(chance.roll(seat)))?,
        };
        if unfinished {
            self.common.tell(format_args!(
                "Nach {} ist keiner mehr vorgegeben, das Spiel ist nicht zu Ende; mehr mit --wuerfe",
                count(rolls, "Wurf", "Würfen")
            ));
        }
        let given = self
            .rolls
            .as_ref()
            .map_or(0, |GivenRolls(given)| given.len() as u64);
        if given > rolls {
            self.common.tell(format_args!(
                "{} von --wuerfe nicht gebraucht: das Spiel ist zu Ende",
                count(given - rolls, "Wurf", "Würfe")
            ));
        }
        if self.rolls.is_none() {
            self.common.tell(format_args!("Saat {seed}"));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Tells a game with these rolls. Returns how many there were, and whether it is unfinished.
    fn tell(
        &self,
        mut game: ToldGame,
        pair: [&Die; 2],
        numbers: [usize; 2],
        mut roll: impl FnMut(usize) -> Option<u32>,
    ) -> anyhow::Result<(u64, bool)> {
        let json = self.format == Format::Json;
        let mut rolls = 0;
        print(|out| {
            if !json {
                report::write_start(out, pair, numbers, &game.position(), game.skipped())?;
            }
            if self.board {
                report::write_board(out, &game.position())?;
            }
            while let Some(step) = game
                .next()
                .ok()
                .and_then(&mut roll)
                .and_then(|roll| game.roll(roll))
            {
                rolls = step.number;
                if json {
                    report::write_json(out, &step)?;
                } else {
                    report::write_step(out, &step)?;
                }
                if self.board {
                    report::write_board(out, &step.position)?;
                }
            }
            match game.next() {
                Err(ending) if !json => report::write_ending(out, ending, rolls),
                _ => Ok(()),
            }
        })?;
        Ok((rolls, game.next().is_ok()))
    }
}
