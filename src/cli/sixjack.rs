//! The command `sixjack`: its options, and the way from them to stdout.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::common::{Common, MOST_GAMES, Seeding, closing_line, print};
use super::misuse::Misuse;
use super::warnings::Warning;
use crate::report::sixjack as report;
use crate::sixjack::play::{self, Cards, Game, Results};
use crate::sixjack::strategy::Strategy;
use crate::sixjack::{MOST_PLAYERS, Player, optimal};
use crate::text::whole_number;

/// The names of the two kinds of cards.
const INDEPENDENT: &str = "unabhaengig";
pub(super) const PILE: &str = "stapel";

/// Games with each strategy that the author of the studied ones played.
const STUDIED_GAMES: u32 = 50;

const TEMPLATE: &str = "\
{about}

Aufruf: {usage}

Argumente:
{positionals}

Optionen:
{options}{after-help}";

const AFTER_HELP: &str = "\
Eine Strategie hat sechs Einträge: wie viele brauchbare Karten ein Zug gewinnen
soll, der mit 0, 1, … 5 sicheren Karten beginnt. Bei 3,x,x,2,x,1 sind es ohne
sichere Karten drei, mit dreien zwei und mit fünfen eine; x steht, wo das Spiel
nicht hinkommt. Zu zweit kann ein Computer auch „optimal“ spielen, nach der
Tabelle, die --optimal --duell zeigt.

  wuerfelglueck sixjack 3,x,x,2,x,1 2,x,2,x,1,1
  wuerfelglueck sixjack --tabelle
";

/// Plays the card game Six Jack.
#[derive(Debug, Args)]
#[command(
    display_name = "wuerfelglueck",
    override_usage = "wuerfelglueck sixjack [OPTIONEN] [STRATEGIE …]",
    help_template = TEMPLATE,
    after_help = AFTER_HELP,
    disable_help_flag = true,
    disable_version_flag = true,
    hide_possible_values = true,
    term_width = 80,
)]
pub(super) struct SixJack {
    /// Wie die Computer spielen, in der Reihenfolge ihrer Plätze, höchstens neun; eine einzelne
    /// Strategie spielen zwei Computer gegeneinander
    #[arg(value_name = "STRATEGIE")]
    players: Vec<Player>,

    /// So viele Computer spielen die einzelne Strategie, 1 bis 9 [Vorgabe: 2]
    #[arg(
        long = "spieler",
        value_name = "N",
        value_parser = seats,
        allow_negative_numbers = true,
        conflicts_with_all = ["study", "optimal"],
    )]
    seats: Option<usize>,

    /// Spiele; es beginnt reihum ein anderer Computer [Vorgabe: 100000]
    #[arg(
        long = "spiele",
        value_name = "N",
        default_value_t = 100_000,
        hide_default_value = true,
        value_parser = games,
        allow_negative_numbers = true,
        conflicts_with_all = ["exact", "optimal", "log"],
    )]
    games: u64,

    /// Karten: unabhaengig (jede Karte wird unabhängig gezogen) oder stapel (die 60 Karten von
    /// Schokohexe, ohne Zurücklegen) [Vorgabe: unabhaengig]
    #[arg(
        long = "karten",
        value_name = "NAME",
        default_value = INDEPENDENT,
        hide_default_value = true,
        value_parser = cards(),
    )]
    cards: Cards,

    /// Jede Strategie spielt allein: eine Tabelle der Rundenzahlen; ohne Strategie die zehn, die
    /// auf der Seite des Spiels verglichen sind
    #[arg(id = "study", long = "tabelle")]
    study: bool,

    /// Liste oder Tabelle ohne Zufall: gerechnet, nicht gespielt
    #[arg(id = "exact", long = "exakt", conflicts_with = "log")]
    exact: bool,

    /// Alle 32 Strategien, die sich im Spiel unterscheiden, gerechnet, die beste zuerst
    #[arg(
        id = "optimal",
        long = "optimal",
        conflicts_with_all = ["players", "study", "exact", "log"],
    )]
    optimal: bool,

    /// Mit --optimal: was zu zweit am besten ist, wenn beide auf die Karten des anderen sehen
    #[arg(id = "duel", long = "duell", conflicts_with = "opponent")]
    duel: bool,

    /// Mit --optimal: die beste Antwort auf eine Strategie (x: so viele sichere Karten hat sie nie)
    #[arg(id = "opponent", long = "gegen", value_name = "STRATEGIE")]
    opponent: Option<Player>,

    /// Ein Spiel Zug für Zug: die Karten, in Klammern schon vorhandene, und was danach sicher ist
    #[arg(id = "log", long = "protokoll", conflicts_with = "study")]
    log: bool,

    #[command(flatten)]
    seeding: Seeding,

    #[command(flatten)]
    common: Common,
}

fn cards() -> impl TypedValueParser<Value = Cards> {
    PossibleValuesParser::new([INDEPENDENT, PILE]).map(|name| match name.as_str() {
        PILE => Cards::Pile,
        _ => Cards::Independent,
    })
}

fn seats(text: &str) -> Result<usize, String> {
    whole_number(text)
        .filter(|seats| (1..=MOST_PLAYERS).contains(seats))
        .ok_or_else(|| format!("erlaubt sind ganze Zahlen von 1 bis {MOST_PLAYERS}"))
}

fn games(text: &str) -> Result<u64, String> {
    whole_number(text)
        .filter(|games| (1..=MOST_GAMES).contains(games))
        .ok_or_else(|| format!("erlaubt sind ganze Zahlen von 1 bis {MOST_GAMES}"))
}

impl SixJack {
    /// Does what is asked, and writes it to stdout.
    pub(super) fn run(&self) -> anyhow::Result<()> {
        self.check()?;
        if self.optimal {
            return self.run_optimal();
        }
        if self.study {
            let strategies = self.strategies()?;
            if self.exact {
                return print(|out| report::write_exact_study(out, &strategies));
            }
            return self.run_study(&strategies);
        }
        let players = self.seated()?;
        if self.exact {
            return print(|out| report::write_exact(out, &players));
        }
        let policies = players.iter().map(Player::policy).collect();
        let game = Game::new(policies, self.cards);
        if self.log {
            return self.run_log(&game);
        }
        self.run_games(&players, &game)
    }

    /// Whether the options fit together, as far as `clap` has not seen to it.
    fn check(&self) -> Result<(), Misuse> {
        if self.duel && !self.optimal {
            return Err(Misuse::WithoutOptimal("duell"));
        }
        if self.opponent.is_some() && !self.optimal {
            return Err(Misuse::WithoutOptimal("gegen"));
        }
        if self.cards == Cards::Pile && self.exact {
            return Err(Misuse::ExactPile("exakt"));
        }
        if self.cards == Cards::Pile && self.optimal {
            return Err(Misuse::ExactPile("optimal"));
        }
        Ok(())
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

    fn run_optimal(&self) -> anyhow::Result<()> {
        if self.duel {
            return print(|out| report::write_duel(out, &optimal::equilibrium()));
        }
        if let Some(opponent) = &self.opponent {
            let reply = optimal::best_reply(&opponent.policy());
            return print(|out| report::write_reply(out, opponent, &reply));
        }
        let ranked = optimal::ranked();
        let studied = Strategy::studied();
        print(|out| {
            report::write_exact_study(out, &ranked)?;
            let verdict = report::verdict(&ranked, &Strategy::claimed(), &studied, STUDIED_GAMES);
            writeln!(out, "{verdict}")
        })
    }

    fn run_study(&self, strategies: &[Strategy]) -> anyhow::Result<()> {
        let seed = self.seeding.seed.resolve()?;
        let pool = self.common.pool()?;
        let start = Instant::now();
        let rows: Vec<(Strategy, Results)> = strategies
            .iter()
            .enumerate()
            .map(|(number, strategy)| {
                let game = Game::new(vec![strategy.policy()], self.cards);
                (
                    *strategy,
                    pool.install(|| game.play(seed, number, self.games)),
                )
            })
            .collect();
        let elapsed = start.elapsed();
        print(|out| report::write_study(out, &rows))?;
        let games = self.games * rows.len() as u64;
        self.common.tell(closing_line(games, elapsed, seed));
        Ok(())
    }

    fn run_games(&self, players: &[Player], game: &Game) -> anyhow::Result<()> {
        let seed = self.seeding.seed.resolve()?;
        let pool = self.common.pool()?;
        let start = Instant::now();
        let tally = pool.install(|| game.play(seed, 0, self.games));
        let elapsed = start.elapsed();
        print(|out| report::write_played(out, players, &tally))?;
        if tally.unfinished > 0 {
            self.common.warn(&Warning::Unfinished(tally.unfinished));
        }
        self.common.tell(closing_line(self.games, elapsed, seed));
        Ok(())
    }

    /// Tells the first of the games that [`SixJack::run_games`] would count.
    fn run_log(&self, game: &Game) -> anyhow::Result<()> {
        let seed = self.seeding.seed.resolve()?;
        let start = Instant::now();
        print(|out| {
            let mut log = report::Log::new(out);
            let win = game.play_one(0, &mut play::stream(seed, 0, 0), |event| log.tell(event));
            log.finish(win)
        })?;
        self.common.tell(closing_line(1, start.elapsed(), seed));
        Ok(())
    }
}
