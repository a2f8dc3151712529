//! The command `sixjack`: the card game, computer against computer, or one alone.

use std::time::Instant;

use clap::{Args, ValueHint};
use itertools::Itertools;

use crate::cli::args::{FormatOption, SeedOption, ThreadOption};
use crate::cli::failure::{Failure, refuse};
use crate::cli::input::{InputNames, each_line};
use crate::cli::progress::{Bar, Work};
use crate::cli::session::{Answer, Session};
use crate::cli::summary::closing_games;
use crate::cli::values::{self, Choice, Input, choice_of};
use crate::report::sixjack::{Sheet, SheetFormat, format_log, list, tables};
use wuerfelglueck::sixjack::computer::Computer;
use wuerfelglueck::sixjack::play::{CardGame, DrawMode, GameResults};
use wuerfelglueck::sixjack::results::{self, BestReply, PlaySettings, RoundsAlone};
use wuerfelglueck::sixjack::strategy::{Policy, Strategy};
use wuerfelglueck::sixjack::{MOST_PLAYERS, exact};
use wuerfelglueck::stream::Stream;
use wuerfelglueck::text::{Excerpt, format_count, strip_byte_order_mark};
use wuerfelglueck::watch::Watch;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck sixjack [OPTIONEN] [STRATEGIE …]",
    next_help_heading = "Ausgabe"
)]
pub struct SixJack {
    /// Wie die Computer spielen, höchstens neun: 3,x,x,2,x,1
    ///
    /// Die Strategien stehen in der Reihenfolge der Plätze. Eine einzelne spielen zwei Computer
    /// gegeneinander.
    #[arg(value_name = "STRATEGIE", help_heading = "Argumente")]
    players: Vec<Computer>,
    /// Strategien aus einer Datei, eine je Zeile
    ///
    /// Sie kommen hinter die der Befehlszeile. Leere Zeilen zählen nicht, und was hinter # steht,
    /// ist ein Kommentar.
    #[arg(
        long = "datei", value_name = "DATEI", value_hint = ValueHint::FilePath,
        conflicts_with = "optimal", help_heading = "Argumente"
    )]
    file: Option<Input>,
    /// So viele Computer spielen die Strategie [Vorgabe: 2]
    ///
    /// Möglich sind 1 bis 9. Mit --optimal (ab 2): wie gut jede der 32 Strategien ist, wenn alle
    /// anderen die von --gegen spielen; ohne --gegen die beste Antwort auf jede, und welche die
    /// beste Antwort auf sich selbst ist.
    #[arg(
        long = "spieler", value_name = "N", value_parser = values::whole_number_in(1..=MOST_PLAYERS),
        conflicts_with_all = ["study", "duel"], help_heading = "Regeln"
    )]
    seats: Option<usize>,
    /// Karten: unabhaengig oder stapel
    ///
    /// Bei unabhaengig wird jede Karte unabhängig gezogen, bei stapel aus den 60 Karten von
    /// Schokohexe, ohne Zurücklegen. [Vorgabe: unabhaengig]
    #[arg(
        long = "karten", value_name = "NAME", default_value = "unabhaengig",
        value_parser = choice_of(&DRAW_MODES), help_heading = "Regeln"
    )]
    draw_mode: Choice<DrawMode>,
    /// So viele Spiele, mit --tabelle je Strategie [Vorgabe: 100000]
    ///
    /// Es beginnt reihum ein anderer Computer.
    #[arg(
        long = "spiele", value_name = "N", default_value = "100000",
        value_parser = values::whole_number_in(1..=values::MOST_REQUESTED_GAMES),
        conflicts_with_all = ["exact", "optimal", "log"], help_heading = "Genauigkeit"
    )]
    games: u64,
    /// Rechnen statt spielen
    ///
    /// Liste oder Tabelle ist dann ohne Zufall.
    #[arg(
        long = "exakt", conflicts_with_all = ["log", "seed", "threads"],
        help_heading = "Genauigkeit"
    )]
    exact: bool,
    /// Jede spielt allein: Tabelle der Rundenzahlen
    ///
    /// Ohne Strategie sind es die zehn, die auf der Webseite des Onlinespiels „Six Jack“ verglichen
    /// sind.
    #[arg(long = "tabelle")]
    study: bool,
    /// Alle 32 Strategien, gerechnet, die beste zuerst
    ///
    /// Im Spiel unterscheiden sich nur diese 32. Jede spielt allein, mit --spieler gegen andere.
    #[arg(
        long = "optimal",
        conflicts_with_all = ["players", "study", "exact", "log", "seed", "threads"]
    )]
    optimal: bool,
    /// Mit --optimal: was zu zweit am besten ist
    ///
    /// Beide sehen dabei auf die Karten des anderen.
    #[arg(long = "duell", conflicts_with = "opponent")]
    duel: bool,
    /// Mit --optimal: die beste Antwort auf eine Strategie
    ///
    /// Ein x in der Tabelle heißt: so viele sichere Karten hat der Gegner nie.
    #[arg(long = "gegen", value_name = "STRATEGIE")]
    opponent: Option<Computer>,
    /// Ein Spiel Zug für Zug erzählen
    ///
    /// Karten in Klammern hat der Spieler schon; hinter dem Pfeil steht, was nach dem Zug sicher
    /// ist.
    #[arg(long = "protokoll", conflicts_with_all = ["study", "threads", "format"])]
    log: bool,
    #[command(flatten)]
    format_option: FormatOption<SheetFormat>,
    #[command(flatten)]
    seed_option: SeedOption,
    #[command(flatten)]
    thread_option: ThreadOption,
}

const DRAW_MODES: [(&str, DrawMode); 2] = [
    ("unabhaengig", DrawMode::Independent),
    ("stapel", DrawMode::Pile),
];

/// The played games of some line-ups. A line-up is the players of a game, in the order of their
/// seats.
struct PlayedLineups {
    /// The results of each line-up.
    results: Vec<GameResults>,
    settings: PlaySettings,
    /// The closing line.
    closing: String,
}

impl SixJack {
    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        if self.draw_mode.value == DrawMode::Pile && (self.exact || self.optimal) {
            refuse!(
                "„--karten stapel“ wird gespielt, ohne „--exakt“ und „--optimal“; gerechnet wird nur \
                 mit unabhängigen Karten"
            );
        }
        if (self.duel || self.opponent.is_some()) && !self.optimal {
            refuse!("„--duell“ und „--gegen“ gibt es nur mit „--optimal“");
        }
        let named = self.name_players(session)?;
        if self.log {
            return Ok(self.tell_game(&self.seat_players(&named)?));
        }
        if self.optimal {
            Ok(self.show(&self.solve_best_play()?, Vec::new()))
        } else if self.study {
            self.study_strategies(&named, session)
        } else {
            self.list_players(&named, session)
        }
    }

    /// A table in the format that was asked for, with the lines that follow it on stderr.
    fn show(&self, sheet: &Sheet, remarks: Vec<String>) -> Answer {
        Answer {
            text: sheet.render(self.format_option.format),
            remarks,
            ..Answer::default()
        }
    }

    /// The players that the command line names, and those of the file behind them.
    fn name_players(&self, session: &Session) -> Result<Vec<Computer>, Failure> {
        const NAMES: InputNames = InputNames {
            content: "Strategien",
            file: "die Datei mit den Strategien",
        };
        /// The most bytes of a line.
        const LONGEST_LINE: usize = 1000;
        let mut players = self.players.clone();
        let Some(file) = &self.file else {
            return Ok(players);
        };
        let place = match file {
            Input::Stdin => String::new(),
            Input::File(_) => format!("„{file}“: "),
        };
        let mut number = 0;
        each_line(NAMES, file, LONGEST_LINE, session, |line| {
            number += 1;
            if line.len() > LONGEST_LINE {
                return Err(Failure::input(format_args!(
                    "{place}Zeile {number}: mehr als {LONGEST_LINE} Bytes; so lang ist keine Strategie"
                )));
            }
            let line = String::from_utf8_lossy(strip_byte_order_mark(line));
            let strategy = line.split('#').next().unwrap_or_default().trim();
            if !strategy.is_empty() {
                let player = strategy.parse::<Computer>().map_err(|error| {
                    let strategy = Excerpt::new(strategy);
                    Failure::input(format_args!(
                        "{place}Zeile {number}: „{strategy}“ ist keine Strategie: {error}"
                    ))
                })?;
                players.push(player);
            }
            Ok(())
        })?;
        Ok(players)
    }

    /// The players in the order of their seats, if the command line and the file name these.
    fn seat_players(&self, named: &[Computer]) -> Result<Vec<Computer>, Failure> {
        let players = match (named, self.seats) {
            ([only], seats) => vec![*only; seats.unwrap_or(2)],
            (several, _) => several.to_vec(),
        };
        match players.len() {
            0 => refuse!("es fehlt eine Strategie, etwa 3,x,x,2,x,1"),
            number if self.seats.is_some() && named.len() > 1 => {
                refuse!(
                    "„--spieler“ gilt für eine einzige Strategie, nicht für {number}; bei mehreren weglassen"
                )
            }
            number @ 1..=MOST_PLAYERS if number != 2 && players.contains(&Computer::Optimal) => {
                Err(optimal_needs_two())
            }
            1..=MOST_PLAYERS => Ok(players),
            number => refuse!("{number} Strategien, aber höchstens {MOST_PLAYERS} Computer"),
        }
    }

    /// Solves the order of all strategies alone or against others, or the best replies.
    fn solve_best_play(&self) -> Result<Sheet, Failure> {
        if let Some(seats) = self.seats {
            if seats < 2 {
                refuse!(
                    "„--optimal --spieler“ braucht mindestens zwei Computer; für einen allein: sixjack --optimal"
                );
            }
            if self.opponent == Some(Computer::Optimal) {
                refuse!("„--gegen optimal“ gibt es nur zu zweit und ohne „--spieler“");
            }
            let opponent = self.opponent.and_then(|player| player.fixed_strategy());
            let replies = results::solve_replies(seats, opponent);
            return Ok(tables::tabulate_replies(seats, &replies));
        }
        if self.duel || self.opponent.is_some() {
            let reply = BestReply::solve(self.opponent);
            return Ok(tables::tabulate_best_reply(&reply));
        }
        let claim = RoundsAlone::solve(&Strategy::claimed());
        let ranked = results::rank_strategies();
        Ok(tables::tabulate_alone(&ranked, None, Some(&claim)))
    }

    /// Plays the requested number of games with each of these line-ups. The progress bar shows
    /// `bar_text`.
    fn play(
        &self,
        bar_text: String,
        lineups: Vec<Vec<Policy>>,
        session: &Session,
    ) -> Result<PlayedLineups, Failure> {
        let (draw_mode, games) = (self.draw_mode.value, self.games);
        let seed = self.seed_option.seed.number;
        self.thread_option.start()?;
        let start = Instant::now();
        let total_games = games.saturating_mul(lineups.len() as u64);
        let bar = Bar::new(bar_text, Work::Games(total_games), session);
        let play = |(index, policies)| {
            CardGame::new(policies, draw_mode).play(seed, index, games, &|games| bar.advance(games))
        };
        let results = lineups.into_iter().enumerate().map(play).collect();
        drop(bar);
        Ok(PlayedLineups {
            results,
            settings: PlaySettings {
                draw_mode: self.draw_mode.name,
                games,
                seed,
            },
            closing: closing_games(total_games, start.elapsed(), seed),
        })
    }

    /// Lets each strategy play alone, or solves its games.
    fn study_strategies(&self, named: &[Computer], session: &Session) -> Result<Answer, Failure> {
        let mut strategies = named
            .iter()
            .map(|player| player.fixed_strategy().ok_or_else(optimal_needs_two))
            .collect::<Result<Vec<_>, _>>()?;
        if strategies.is_empty() {
            strategies = Strategy::studied().to_vec();
        }
        if self.exact {
            let rows = strategies.iter().map(RoundsAlone::solve).collect_vec();
            return Ok(self.show(&tables::tabulate_alone(&rows, None, None), Vec::new()));
        }
        let bar_text = format_count(strategies.len() as u64, "Strategie", "Strategien");
        let lineups = strategies.iter().map(|strategy| vec![strategy.policy()]);
        let played = self.play(bar_text, lineups.collect(), session)?;
        let rows = strategies
            .iter()
            .zip(&played.results)
            .map(|(strategy, results)| RoundsAlone::from_games(strategy, results))
            .collect_vec();
        let sheet = tables::tabulate_alone(&rows, Some(&played.settings), None);
        Ok(self.show(&sheet, vec![played.closing]))
    }

    /// Lets the players play each other, or a single one alone, or solves their games.
    fn list_players(&self, named: &[Computer], session: &Session) -> Result<Answer, Failure> {
        let players = &self.seat_players(named)?[..];
        let mut remarks = Vec::new();
        if let ([only], None) = (named, self.seats) {
            remarks.push(format!(
                "Beide Computer spielen {only}; einen anderen Gegner nennt eine zweite Strategie"
            ));
        }
        let policies = players.iter().map(Computer::policy).collect_vec();
        if self.exact {
            let game = exact::solve_game(&policies);
            let alone = players
                .iter()
                .map(|player| Some(RoundsAlone::solve(&player.fixed_strategy()?)))
                .collect_vec();
            let sheet = list::list_solved(players, &game, &alone);
            return Ok(self.show(&sheet, remarks));
        }
        let bar_text = format!("{} Computer", players.len());
        let played = self.play(bar_text, vec![policies], session)?;
        let results = &played.results[0];
        if results.unfinished > 0 {
            let games = format_count(results.unfinished, "Spiel", "Spiele");
            let reason = "jedem fehlte eine Zutat, deren Karten alle sicher waren";
            remarks.push(format!("Warnung: {games} ohne Sieger: {reason}"));
        }
        remarks.push(played.closing);
        let sheet = list::list_played(players, results, &played.settings);
        Ok(self.show(&sheet, remarks))
    }

    /// Plays and tells the first of the games that are otherwise counted.
    fn tell_game(&self, players: &[Computer]) -> Answer {
        let policies = players.iter().map(Computer::policy);
        let game = CardGame::new(policies.collect(), self.draw_mode.value);
        let seed = self.seed_option.seed.number;
        let start = Instant::now();
        let mut stream = Stream::new(seed, [0; 2], 0);
        let mut cards = Vec::new();
        let win = game.play_one(0, &mut stream, |card| cards.push(card));
        let closing = closing_games(1, start.elapsed(), seed);
        Answer {
            text: format_log(&cards, win),
            remarks: vec![closing],
            ..Answer::default()
        }
    }
}

/// The error that [`Computer::Optimal`] plays alone, or with more than one other.
fn optimal_needs_two() -> Failure {
    Failure::usage(format_args!(
        "„{}“ sieht auf die Karten des Gegners und spielt nur, wo zwei Computer gegeneinander spielen",
        Computer::Optimal
    ))
}
