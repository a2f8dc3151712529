//! The command `sixjack`: the card game, computer against computer.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use super::errors::Failure;
use super::groups::{ACCURACY, Common, OUTPUT, RULES, Seeding, Threading, WORDS};
use super::misuse::{self, Misuse};
use super::progress::PlayProgress;
use super::streams::print;
use super::summary::closing_games;
use super::values::{self, SixJackFormat};
use super::warnings::Warning;
use crate::report::sixjack::{
    Chance, Log, SixJackReport, WriteLog, WriteSixJack, write_json, write_log_json, write_log_text,
    write_svg, write_text, write_tsv,
};
use crate::sixjack::play::{self, Cards, Game, Results};
use crate::sixjack::player::Player;
use crate::sixjack::strategy::Strategy;
use crate::sixjack::{MOST_PLAYERS, optimal};
use crate::text::count;

/// The end of the help.
const AFTER_HELP: &str = "\
Eine Strategie hat sechs Einträge: wie viele brauchbare Karten ein Zug gewinnen
soll, der mit 0, 1, … 5 sicheren Karten beginnt. Bei 3,x,x,2,x,1 sind es ohne
sichere Karten drei, mit dreien zwei und mit fünfen eine; x steht, wo das Spiel
nicht hinkommt. Zu zweit kann ein Computer auch „optimal“ spielen, nach der
Tabelle, die --optimal --duell zeigt. Die Regeln des Spiels erklärt
„wuerfelglueck regeln sixjack“.

  wuerfelglueck sixjack 3,x,x,2,x,1 2,x,2,x,1,1
  wuerfelglueck sixjack --tabelle
";

/// Plays the card game Six Jack.
#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck sixjack [OPTIONEN] [STRATEGIE …]",
    after_long_help = AFTER_HELP
)]
pub(super) struct SixJack {
    /// Wie die Computer spielen, höchstens neun: 3,x,x,2,x,1
    ///
    /// Die Strategien stehen in der Reihenfolge der Plätze. Eine einzelne spielen zwei Computer
    /// gegeneinander.
    #[arg(value_name = "STRATEGIE", help_heading = WORDS)]
    players: Vec<Player>,

    /// So viele Computer spielen die Strategie [Vorgabe: 2]
    ///
    /// Möglich sind 1 bis 9.
    #[arg(
        long = "spieler", value_name = "N", value_parser = seats,
        conflicts_with_all = ["study", "optimal"], help_heading = RULES
    )]
    seats: Option<usize>,

    /// Karten: unabhaengig (Vorgabe) oder stapel
    ///
    /// Bei unabhaengig wird jede Karte unabhängig gezogen, bei stapel aus den 60 Karten von Schokohexe, ohne
    /// Zurücklegen.
    #[arg(
        long = "karten", value_name = "NAME", default_value = "unabhaengig",
        help_heading = RULES
    )]
    cards: Cards,

    /// So viele Spiele [Vorgabe: 100000]
    ///
    /// Es beginnt reihum ein anderer Computer.
    #[arg(
        long = "spiele", value_name = "N", default_value = "100000",
        value_parser = values::games, conflicts_with_all = ["exact", "optimal", "log"],
        help_heading = ACCURACY
    )]
    games: u64,

    /// Rechnen statt spielen
    ///
    /// Liste oder Tabelle ist dann ohne Zufall.
    #[arg(long = "exakt", conflicts_with_all = ["log", "seed", "threads"], help_heading = ACCURACY)]
    exact: bool,

    /// Jede spielt allein: Tabelle der Rundenzahlen
    ///
    /// Ohne Strategie sind es die zehn, die auf der Seite des Spiels verglichen sind.
    #[arg(long = "tabelle", help_heading = OUTPUT)]
    study: bool,

    /// Alle 32 Strategien, gerechnet, die beste zuerst
    ///
    /// Im Spiel unterscheiden sich nur diese 32.
    #[arg(
        long = "optimal",
        conflicts_with_all = ["players", "study", "exact", "log", "seed", "threads"],
        help_heading = OUTPUT
    )]
    optimal: bool,

    /// Mit --optimal: was zu zweit am besten ist
    ///
    /// Beide sehen dabei auf die Karten des anderen.
    #[arg(long = "duell", conflicts_with = "opponent", help_heading = OUTPUT)]
    duel: bool,

    /// Mit --optimal: die beste Antwort auf eine Strategie
    ///
    /// Ein x in der Tabelle heißt: so viele sichere Karten hat der Gegner nie.
    #[arg(long = "gegen", value_name = "STRATEGIE", help_heading = OUTPUT)]
    opponent: Option<Player>,

    /// Ein Spiel Zug für Zug erzählen
    ///
    /// Karten in Klammern hat der Spieler schon; hinter dem Pfeil steht, was nach dem Zug sicher ist.
    #[arg(long = "protokoll", conflicts_with_all = ["study", "threads"], help_heading = OUTPUT)]
    log: bool,

    /// Format der Ausgabe: text, tsv, json oder svg [Vorgabe: text]
    ///
    /// tsv ist eine einzige Tabelle mit Tabulatoren zwischen den Spalten; was nicht in sie passt, steht in json.
    /// svg ist ein Bild, mit --tabelle oder --optimal.
    /// Bei --protokoll hat json eine Zeile je Zug.
    #[arg(long = "format", value_name = "NAME", default_value = "text", help_heading = OUTPUT)]
    format: SixJackFormat,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    threading: Threading,

    #[command(flatten)]
    common: Common,
}

fn seats(text: &str) -> Result<usize, String> {
    values::within(text, 1, MOST_PLAYERS as u64).map(|seats| seats as usize)
}

impl SixJack {
    /// Does what is asked, and writes it to stdout.
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        self.check()?;
        if self.optimal {
            self.print_optimal()?;
        } else if self.study {
            self.print_study(&self.strategies()?)?;
        } else {
            self.print_games(&self.seated()?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether the options fit together, as far as `clap` has not seen to it.
    fn check(&self) -> Result<(), Misuse> {
        let has_pile = self.cards == Cards::Pile;
        misuse::first([
            (self.duel && !self.optimal, Misuse::WithoutOptimal("duell")),
            (
                self.opponent.is_some() && !self.optimal,
                Misuse::WithoutOptimal("gegen"),
            ),
            (has_pile && self.exact, Misuse::ExactPile("exakt")),
            (has_pile && self.optimal, Misuse::ExactPile("optimal")),
            (
                self.log && self.format == SixJackFormat::Tsv,
                Misuse::LogIsNoTable,
            ),
            (
                self.format == SixJackFormat::Svg && !self.study && !self.optimal,
                Misuse::NoPicture,
            ),
        ])
    }

    /// The strategies of a study.
    fn strategies(&self) -> Result<Vec<Strategy>, Misuse> {
        if self.players.is_empty() {
            return Ok(Strategy::studied().to_vec());
        }
        self.players
            .iter()
            .map(|player| match player {
                Player::Fixed(strategy) => Ok(*strategy),
                Player::Optimal => Err(Misuse::OptimalAlone),
            })
            .collect()
    }

    /// The players of a game, one a seat.
    fn seated(&self) -> Result<Vec<Player>, Misuse> {
        let players = match (&self.players[..], self.seats) {
            ([], _) => return Err(Misuse::NoStrategy),
            ([only], seats) => vec![*only; seats.unwrap_or(2)],
            (several, Some(_)) => return Err(Misuse::SeatsForMany(several.len())),
            (several, None) => several.to_vec(),
        };
        if players.len() > MOST_PLAYERS {
            return Err(Misuse::TooMany(players.len()));
        }
        if players.len() != 2 && players.contains(&Player::Optimal) {
            return Err(Misuse::OptimalAlone);
        }
        Ok(players)
    }

    /// Prints a result.
    fn print(&self, report: &SixJackReport) -> Result<bool, Failure> {
        let write: WriteSixJack = match self.format {
            SixJackFormat::Text => write_text,
            SixJackFormat::Tsv => write_tsv,
            SixJackFormat::Json => write_json,
            SixJackFormat::Svg => write_svg,
        };
        print(|out| write(out, report))
    }

    /// The chance by which games are played.
    fn chance(&self, seed: u64) -> Chance {
        Chance {
            cards: self.cards,
            games: self.games,
            seed,
        }
    }

    /// Prints what is best.
    fn print_optimal(&self) -> Result<bool, Failure> {
        if self.duel {
            return self.print(&SixJackReport::Duel(&optimal::equilibrium()));
        }
        if let Some(opponent) = &self.opponent {
            let reply = optimal::best_reply(&opponent.policy());
            return self.print(&SixJackReport::Reply(opponent, &reply));
        }
        self.print(&SixJackReport::Best(&optimal::ranked()))
    }

    /// Lets each strategy play alone, and prints a table.
    fn print_study(&self, strategies: &[Strategy]) -> Result<(), Failure> {
        if self.exact {
            self.print(&SixJackReport::SolvedAlone(strategies))?;
            return Ok(());
        }
        let seed = self.seeding.resolve()?;
        let pool = self.threading.pool()?;
        let start = Instant::now();
        let number = strategies.len() as u64;
        let games = self.games * number;
        let who = count(number, "Strategie", "Strategien");
        let progress = PlayProgress::new(who, games, self.common.quiet);
        let play = |(number, strategy): (usize, &Strategy)| {
            let game = Game::new(vec![strategy.policy()], self.cards);
            let played = |games| progress.played(games);
            let results = pool.install(|| game.play(seed, number, self.games, played));
            (*strategy, results)
        };
        let rows: Vec<(Strategy, Results)> = strategies.iter().enumerate().map(play).collect();
        drop(progress);
        let elapsed = start.elapsed();
        if self.print(&SixJackReport::PlayedAlone(&rows, self.chance(seed)))? {
            self.common.tell(closing_games(games, elapsed, seed));
        }
        Ok(())
    }

    /// Lets the players play each other, and prints how often each wins, or how one game goes.
    fn print_games(&self, players: &[Player]) -> Result<(), Failure> {
        if self.exact {
            self.print(&SixJackReport::Solved(players))?;
            return Ok(());
        }
        let game = Game::new(players.iter().map(Player::policy).collect(), self.cards);
        let seed = self.seeding.resolve()?;
        if self.log {
            return self.print_log(&game, seed);
        }
        let pool = self.threading.pool()?;
        let start = Instant::now();
        let who = format!("{} Computer", players.len());
        let progress = PlayProgress::new(who, self.games, self.common.quiet);
        let played = |games| progress.played(games);
        let results = pool.install(|| game.play(seed, 0, self.games, played));
        drop(progress);
        let elapsed = start.elapsed();
        let chance = self.chance(seed);
        if self.print(&SixJackReport::Played(players, &results, chance))? {
            if results.unfinished > 0 {
                self.common.warn([&Warning::Unfinished(results.unfinished)]);
            }
            self.common.tell(closing_games(self.games, elapsed, seed));
        }
        Ok(())
    }

    /// Tells the first of the games that are otherwise counted.
    fn print_log(&self, game: &Game, seed: u64) -> Result<(), Failure> {
        let start = Instant::now();
        let mut log = Log::default();
        let win = game.play_one(0, &mut play::stream(seed, 0, 0), |event| log.tell(event));
        let log = log.finish(win);
        let elapsed = start.elapsed();
        let write: WriteLog = match self.format {
            SixJackFormat::Json => write_log_json,
            SixJackFormat::Text | SixJackFormat::Tsv | SixJackFormat::Svg => write_log_text,
        };
        if print(|out| write(out, &log))? {
            self.common.tell(closing_games(1, elapsed, seed));
        }
        Ok(())
    }
}
