//! The main job: ranks dice and prints lists, or plays pairings and prints their lines.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use clap::{Args, Command};

use crate::cli::args::{InputArgument, ListOptions, RankingOptions, RunOptions};
use crate::cli::failure::{Failure, refuse};
use crate::cli::input::read_dice;
use crate::cli::lists::{play_part, print_pairing_lines, rank_for_each_request, show_lists};
use crate::cli::session::{Answer, Session, check_not_lost};
use crate::cli::stop::Stop;
use crate::cli::usage::not_file_or_command;
use crate::cli::values::{self, Input};
use crate::cli::{signals, summary};
use crate::report::TournamentFormat;
use wuerfelglueck::dice::Die;
use wuerfelglueck::shards::{Origin, Part, PartToPlay};
use wuerfelglueck::text::format_count;

#[derive(Debug, Args)]
pub struct Rank {
    #[command(flatten)]
    input_argument: InputArgument,
    #[command(flatten)]
    options: RankingOptions,
    #[command(flatten)]
    list_options: ListOptions,
    /// Nur der K-te von N Teilen der Paarungen, für --format paare; wuerfelglueck sammle setzt die
    /// Teile zusammen
    #[arg(
        long = "teil",
        value_name = "K/N",
        allow_hyphen_values = true,
        hide_short_help = true,
        help_heading = "Ablauf"
    )]
    part: Option<Part>,
    /// Nach S Sekunden aufhören und die Bestenliste ausgeben, wie sie dann steht
    ///
    /// Die Zeit läuft vom Start des Programms an. Eine Liste gibt es nach der ersten Runde, in der
    /// jede Paarung höchstens 32 Spiele spielt. Reicht S nicht einmal dafür, oder ist bei --exakt
    /// dann noch zu wenig bekannt, kommt keine Liste, und der Rückgabewert ist 1.
    #[arg(
        long = "zeit", value_name = "S", value_parser = values::positive_up_to(86_400),
        hide_short_help = true, help_heading = "Ablauf"
    )]
    time: Option<f64>,
    #[command(flatten)]
    pub run_options: RunOptions,
}

impl Rank {
    /// Ranks the dice, or plays their pairings and prints lines.
    pub fn run(&self, program: &Command, session: &Session) -> Result<Answer, Failure> {
        let options = &self.options;
        self.check_options()?;
        if let Some(word) = self.input_not_found() {
            return Err(Failure::usage(not_file_or_command(&word, program)));
        }
        let renderer = self.list_options.format().renderer();
        if renderer.is_none() {
            check_not_lost()?;
        }
        let dice = read_dice(&self.input_argument.input, &options.rules, session)?;
        let Some(render) = renderer else {
            return self.play_and_print_part(&dice, session);
        };
        let time_limit = self.time.map(Duration::from_secs_f64);
        let session = &Session {
            stop: Stop::after(session.start, time_limit),
            ..*session
        };
        let mut plan = options.plan();
        plan.best = self.list_options.best;
        self.run_options.thread_option.start()?;
        signals::leave_to_work(1)?;
        let run = rank_for_each_request(&dice, options, &self.run_options, &plan, session)?;
        Ok(show_lists(
            render,
            &self.list_options,
            &dice,
            &run,
            Vec::new(),
        ))
    }

    /// Refuses options that do not fit together.
    fn check_options(&self) -> Result<(), Failure> {
        let options = &self.options;
        let (prints_pairing_lines, is_part) = (
            self.list_options.format() == TournamentFormat::PairingLines,
            self.part.is_some(),
        );
        options.check()?;
        self.list_options.check(&options.criterion_options)?;
        if self.time.is_some() && (options.requests().len() > 1 || prints_pairing_lines) {
            refuse!("„--zeit“ gibt es nur für eine einzige Bestenliste");
        }
        if is_part && !prints_pairing_lines {
            refuse!("„--teil“ gehört zu „--format paare“");
        }
        let is_fixed = options.games.is_some() && options.rules.len() == 1;
        if prints_pairing_lines
            && (!is_fixed || is_part && self.run_options.seed_option.seed.is_random)
        {
            refuse!(
                "„--format paare“ braucht „--spiele N“, ein Regelwerk und für Teile eine feste Saat"
            );
        }
        Ok(())
    }

    /// The word for the input, if there is no file of this name: it may be a misspelt command.
    fn input_not_found(&self) -> Option<String> {
        match &self.input_argument.input {
            Input::File(file) if matches!(file.try_exists(), Ok(false)) => {
                Some(file.to_string_lossy().into_owned())
            }
            _ => None,
        }
    }

    /// Plays the pairings of a part, or all, and prints their lines, some at a time, as soon as
    /// their games are played.
    fn play_and_print_part(&self, dice: &[Die], session: &Session) -> Result<Answer, Failure> {
        let options = &self.options;
        let games = options.plan().games;
        let seed = self.run_options.seed_option.seed.number;
        let origin = Origin {
            dice_count: dice.len(),
            rules: options.rules[0],
            seed,
            games,
        };
        self.run_options.thread_option.start()?;
        let start = Instant::now();
        let part = self.part.unwrap_or(Part::WHOLE);
        let to_play = PartToPlay {
            origin,
            part,
            pairings: part.pairings(dice.len()),
        };
        // Lines at a terminal show by themselves how far playing is.
        let without_bar = &Session {
            is_quiet: session.is_quiet || io::stdout().is_terminal(),
            ..*session
        };
        play_part(
            dice,
            &to_play,
            &self.run_options.memory_option,
            without_bar,
            print_pairing_lines,
        )?;
        let number = to_play.pairings.len() as u64;
        let prefix = self
            .part
            .map_or(String::new(), |part| format!("Teil {part}: "));
        let pairings = format_count(number, "Paarung", "Paarungen");
        let closing = summary::closing_games(number.saturating_mul(games), start.elapsed(), seed);
        Ok(Answer {
            remarks: vec![format!("{prefix}{pairings}, {closing}")],
            ..Answer::default()
        })
    }
}
