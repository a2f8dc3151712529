//! The command `sammle`: lines of `--format paare` that are put together and tried by playing some
//! pairings again, and on stdout their Bestenliste, or with `--format paare` each line once.

use clap::Args;
use itertools::Itertools;

use crate::cli::args::{
    CriterionOptions, InputArgument, ListOptions, MemoryOption, TABLE_MEMORY_HELP, ThreadOption,
    offer_criteria,
};
use crate::cli::failure::Failure;
use crate::cli::help::reword;
use crate::cli::input::{InputNames, each_line};
use crate::cli::lists::{play_part, print_pairing_lines, show_lists};
use crate::cli::session::{Answer, Session};
use crate::cli::summary;
use crate::cli::values;
use crate::report::{ListRequest, RankedList, RankingRun};
use wuerfelglueck::ranking;
use wuerfelglueck::shards::{
    GatherError, GatheredTournament, Gathering, LONGEST_LINE, LineError, Origin, PairingLine, Part,
    PartToPlay,
};
use wuerfelglueck::text::format_count;
use wuerfelglueck::tournament::{Contest, DiceContest};

/// The most lines that are printed at once, so that not all are in memory twice.
const LINES_AT_ONCE: usize = 1000;

#[derive(Debug, Args)]
#[command(
    override_usage = "wuerfelglueck sammle [OPTIONEN] [DATEI]",
    mut_args(|argument| offer_criteria(argument, 3)),
    mut_args(|argument| reword(argument, &REWORDED))
)]
pub struct Sammle {
    #[command(flatten)]
    input_argument: InputArgument,
    #[command(flatten)]
    criterion_options: CriterionOptions,
    #[command(flatten)]
    list_options: ListOptions,
    /// P Prozent der Paarungen noch einmal spielen und vergleichen [Vorgabe: eine Paarung]
    ///
    /// Bei 0 wird nichts noch einmal gespielt.
    #[arg(
        long = "stichprobe", value_name = "P", value_parser = values::parse_points,
        help_heading = "Genauigkeit"
    )]
    sample: Option<f64>,
    #[command(flatten)]
    memory_option: MemoryOption,
    #[command(flatten)]
    thread_option: ThreadOption,
}

/// Help for options of groups that mean something else, or less, where games have been played
/// already.
pub const REWORDED: [(&str, &str); 5] = [
    (
        "error",
        "Höchste Wahrscheinlichkeit, dass die gesicherte Rangfolge falsch ist [Vorgabe: 0.001]",
    ),
    (
        "criteria",
        "Was zählt: siege, punkte oder duelle [Vorgabe: siege]\n\n\
         Bei siege der Anteil der Spiele, die ein Würfel gewinnt; ein Unentschieden zählt \
         nichts, bei punkte einen halben Sieg. Bei duelle die Zahl der Gegner, gegen die er \
         öfter gewinnt als sie gegen ihn; wer mit ihm gleichauf ist (siehe --gleichauf), zählt \
         halb.",
    ),
    (
        "level",
        "Würfel, die weniger als P Punkte auseinanderliegen, sind gleichauf [Vorgabe: 0.5]",
    ),
    (
        "best",
        "Nur die besten K Würfel\n\n\
         Es sind mehr als K, wenn der letzte mit dem nächsten gleichauf ist.",
    ),
    ("memory", TABLE_MEMORY_HELP),
];

impl Sammle {
    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        self.list_options.check(&self.criterion_options)?;
        let gathering = self.read_lines(session)?;
        let tournament = gathering.tournament().map_err(with_advice)?;
        self.thread_option.start()?;
        let &GatheredTournament { origin, ref dice } = &tournament;
        let Origin { rules, seed, .. } = origin;
        // For the competitors the tables of all dice are built, a few at a time, and forgotten.
        let competitors = DiceContest::new(dice, rules, seed, 0).competitors().clone();
        gathering.check_wins(&competitors).map_err(with_advice)?;
        let sampled = self.check_sample(&gathering, &tournament, session)?;
        let closing = closing(&gathering, origin, sampled);
        let warnings =
            summary::warnings_of_lines(&gathering.repeated_lines, &gathering.incomplete_lines);
        let Some(render) = self.list_options.format().renderer() else {
            for lines in &gathering.lines(&tournament).chunks(LINES_AT_ONCE) {
                print_pairing_lines(&lines.collect_vec())?;
            }
            let warnings = summary::as_warnings(warnings);
            return Ok(Answer {
                remarks: warnings.chain([closing]).collect(),
                ..Answer::default()
            });
        };
        let mut plan = self.criterion_options.plan(origin.games, None);
        plan.best = self.list_options.best;
        let pairings = gathering
            .pairings
            .into_values()
            .map(|gathered| gathered.pairing)
            .collect();
        let run = RankingRun {
            requests: vec![ListRequest {
                rules,
                criterion: plan.criterion,
            }],
            lists: vec![RankedList {
                rules,
                ranking: ranking::rank_gathered(&competitors, pairings, &plan),
                closing,
            }],
            error: plan.error,
            has_fixed_games: true,
            seed,
            solver_memory: None,
            is_early: false,
        };
        Ok(show_lists(render, &self.list_options, dice, &run, warnings))
    }

    fn read_lines(&self, session: &Session) -> Result<Gathering, Failure> {
        let mut gathering = Gathering::default();
        let names = InputNames {
            content: "Zeilen von --format paare",
            file: "die Datei",
        };
        let take = |line: &[u8]| gathering.add_line(line).map_err(with_advice);
        each_line(
            names,
            &self.input_argument.input,
            LONGEST_LINE,
            session,
            take,
        )?;
        Ok(gathering)
    }

    /// Plays some of the pairings again, and compares the results with those that were gathered.
    /// Returns the number of these pairings.
    ///
    /// # Errors
    ///
    /// If results differ, or the memory is too small for two dice.
    fn check_sample(
        &self,
        gathering: &Gathering,
        tournament: &GatheredTournament,
        session: &Session,
    ) -> Result<usize, Failure> {
        let origin = tournament.origin;
        let sample = PartToPlay {
            origin,
            part: Part::WHOLE,
            pairings: gathering.draw_sample(origin.seed, self.sample),
        };
        play_part(
            &tournament.dice,
            &sample,
            &self.memory_option,
            session,
            |replayed: &[PairingLine]| {
                for line in replayed {
                    gathering.check_replayed(line).map_err(with_advice)?;
                }
                Ok(())
            },
        )?;
        Ok(sample.pairings.len())
    }
}

/// The error of lines that cannot be put together, with the command or the option that helps, if
/// one does.
fn with_advice(error: GatherError) -> Failure {
    Failure::input(match &error {
        GatherError::Line { number, fault } => match fault {
            LineError::Foreign(text) => format!(
                "Zeile {number}: „{text}“ ist keine Zeile von „wuerfelglueck --format paare“; \
                 andere bitte weglassen"
            ),
            LineError::TooLong => {
                format!("{error}; so lange Zeilen schreibt „wuerfelglueck --format paare“ nicht")
            }
            LineError::Version(_) => format!(
                "{error}; bitte alle Teile und „wuerfelglueck sammle“ mit derselben Version"
            ),
            _ => error.to_string(),
        },
        GatherError::Empty => format!(
            "{error}; erwartet sind die Zeilen, die „wuerfelglueck --format paare“ schreibt"
        ),
        GatherError::Missing { .. } => {
            format!("{error}; gespielt werden sie mit --format paare")
        }
        GatherError::Useless { .. } => error.to_string(),
    })
}

/// The closing line: the pairings and games that were gathered, and the number of pairings,
/// `sampled`, that were played again.
fn closing(gathering: &Gathering, origin: Origin, sampled: usize) -> String {
    let number = gathering.pairings.len() as u64;
    let pairings = format_count(number, "Paarung", "Paarungen");
    let games = format_count(number.saturating_mul(origin.games), "Spiel", "Spiele");
    let mut closing = format!("{pairings}, {games} gesammelt, Saat {}", origin.seed);
    if sampled > 0 {
        let sampled = format_count(sampled as u64, "Paarung", "Paarungen");
        closing += &format!("; Stichprobe: {sampled} noch einmal gespielt, gleiche Ergebnisse");
    }
    closing
}
