//! Right programs of every kind, which print lists without a process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use judging::check::ReadOptions;
use judging::check::list::Draft;
use judging::diagnose::{ExperimentSubject, Hypothesis, NoList, ProgramResponse};

use super::up_to_one;
use crate::prelude::*;
use crate::support;
use crate::support::boards::programs::{BoardResults, Program};

/// The seeds of the files of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seeds {
    /// Each file has a new one.
    Fresh,
    /// Each file has the same.
    Fixed,
    /// All files of a second have the same.
    PerSecond,
    /// Each pairing of each file begins with the same.
    PerPairing,
}

/// What the number of games of a program is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GamesOf {
    /// That of each pairing.
    Pairing,
    /// That of all pairings of a file together.
    File,
    /// That of a file of two usual dice; others have as many as the same time allows, which is not
    /// always quite the same.
    Time,
    /// The most of a pairing: all pairings have so many that the better die of each is known for
    /// sure.
    StopRule,
}

/// The form of the numbers that a program prints behind dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printing {
    /// Shares, rounded to this number of decimals.
    Rounded(usize),
    /// Shares, cut off behind this number of decimals.
    CutOff(usize),
    /// The points of a die: the games that it has won, and half a game for a draw that counts.
    Counts,
}

/// A program without a fault, and all that tells it from others.
#[derive(Clone, Copy, Debug)]
pub struct RightProgram {
    /// The rules and the scoring that it follows.
    pub made_by: Hypothesis,
    pub seeds: Seeds,
    /// The number of games.
    pub games: u64,
    pub games_of: GamesOf,
    /// True if i against j is played anew for j against i.
    pub has_own_games: bool,
    pub printing: Printing,
    /// True if faces are sorted before they are rolled.
    pub is_sorting: bool,
    /// The number among all programs, from which its seeds follow.
    pub number: u64,
}

/// The kinds of seeds that programs are drawn from.
const SEEDS: [Seeds; 4] = [
    Seeds::Fresh,
    Seeds::Fixed,
    Seeds::PerSecond,
    Seeds::PerPairing,
];
/// The numbers of games per pairing that programs are drawn from.
const GAMES: [u64; 3] = [100, 400, 4_000];
/// The ways of printing that programs are drawn from.
const PRINTING: [Printing; 7] = [
    Printing::Rounded(0),
    Printing::Rounded(1),
    Printing::Rounded(2),
    Printing::CutOff(0),
    Printing::CutOff(1),
    Printing::CutOff(2),
    Printing::Counts,
];

/// Draws 1,000 programs, at least 40 of each rule set with at most one deviation. Their other
/// properties are drawn with seed 52; the same number is the same program.
pub fn draw_right_programs() -> Vec<RightProgram> {
    let rule_sets = up_to_one();
    let mut random = random(52);
    let programs = (40 * rule_sets.len()).max(1_000);
    let mut draw = |number: usize| RightProgram {
        made_by: rule_sets[number % rule_sets.len()],
        seeds: SEEDS[random.random_range(0..SEEDS.len())],
        games: GAMES[random.random_range(0..GAMES.len())],
        games_of: GamesOf::Pairing,
        has_own_games: random.random(),
        printing: PRINTING[random.random_range(0..PRINTING.len())],
        is_sorting: random.random_ratio(1, 4),
        number: number as u64,
    };
    (0..programs).map(&mut draw).collect()
}

/// Draws programs of any rule sets with two to four differences from `offiziell`, of 2 to 4,000
/// games per pairing, per file, in a time, or by a stop rule, with seed 72.
pub fn draw_programs_of_any_rules(number: usize) -> Vec<RightProgram> {
    const GAMES: [u64; 8] = [2, 10, 30, 100, 400, 1_000, 2_000, 4_000];
    const GAMES_OF: [GamesOf; 4] = [
        GamesOf::Pairing,
        GamesOf::File,
        GamesOf::Time,
        GamesOf::StopRule,
    ];
    let mut random = random(72);
    let mut draw = |number: usize| {
        let differences = random.random_range(2..=4);
        let mut made_by = super::random_sets(1, differences, &mut random)[0];
        if random.random_ratio(1, 8) {
            made_by.scoring = Criterion::Points;
        }
        RightProgram {
            made_by,
            seeds: SEEDS[random.random_range(0..SEEDS.len())],
            games: GAMES[random.random_range(0..GAMES.len())],
            games_of: GAMES_OF[random.random_range(0..GAMES_OF.len())],
            has_own_games: random.random(),
            printing: PRINTING[random.random_range(0..PRINTING.len())],
            is_sorting: random.random_ratio(1, 4),
            number: number as u64,
        }
    };
    (0..number).map(&mut draw).collect()
}

/// Selects at least a twentieth of these programs for each EFFORT, all from EFFORT=11 on.
pub fn sample_twentieths(programs: &[RightProgram]) -> Vec<RightProgram> {
    let step = (20 / effort()).max(1) as usize;
    programs.iter().copied().step_by(step).collect()
}

/// The tables of two dice each, by their sorted faces, which programs of the same rules share.
pub type KnownTables = RefCell<HashMap<[Vec<u32>; 2], Tables>>;

/// Calls `run` for each of these programs, those of the same rules one after the other. The order
/// of the results says nothing.
pub fn run_each<T: Send>(
    programs: &[RightProgram],
    run: impl Fn(RightProgram, &KnownTables) -> T + Sync,
) -> Vec<T> {
    programs
        .iter()
        .copied()
        .into_group_map_by(|right| right.made_by.rules)
        .into_values()
        .collect_vec()
        .into_par_iter()
        .flat_map_iter(|programs_of_rules| {
            let tables = KnownTables::default();
            let results = programs_of_rules
                .into_iter()
                .map(|right| run(right, &tables));
            results.collect_vec()
        })
        .collect()
}

/// A program while it runs.
pub struct RunningProgram<'a> {
    right: RightProgram,
    /// The number of files that it was given.
    file_count: u64,
    /// The tables that it knows.
    tables: &'a KnownTables,
}

impl<'a> RunningProgram<'a> {
    pub fn new(right: RightProgram, tables: &'a KnownTables) -> RunningProgram<'a> {
        RunningProgram {
            right,
            file_count: 0,
            tables,
        }
    }

    /// Plays the games of a file with these dice. Returns the list as text.
    pub fn print(&mut self, dice: &[Die]) -> String {
        let right = self.right;
        self.file_count += 1;
        let faces = dice.iter().map(|die| self.read_faces(die)).collect_vec();
        let pairings = (dice.len() * (dice.len() - 1) / 2) as u64;
        let games = match right.games_of {
            GamesOf::Pairing | GamesOf::StopRule => right.games,
            GamesOf::File => right.games / pairings,
            // From three quarters to five quarters, in turns.
            GamesOf::Time => right.games * (3 + self.file_count % 3) / (4 * pairings),
        };
        let points = if right.games_of == GamesOf::StopRule {
            const FIRST: u64 = 10;
            (0..)
                .map(|doublings| (FIRST << doublings).min(right.games))
                .map(|games| (games, self.count_points(&faces, games)))
                .find(|(games, points)| *games == right.games || is_sure(points, *games))
        } else {
            // Each die begins half of them.
            let games = games.max(2).next_multiple_of(2);
            Some((games, self.count_points(&faces, games)))
        };
        let (games, points) = points.unwrap();
        self.write(dice, &points, games)
    }

    /// The points of dice with these faces in so many games per pairing.
    fn count_points(&self, faces: &[Vec<u32>], games: u64) -> Vec<f64> {
        let right = self.right;
        let seed = self.seed_of_file(faces);
        let mut points = vec![0.0; faces.len()];
        for (index, [first, second]) in (0..faces.len()).array_combinations().enumerate() {
            let seed_of_half = |half: u64| match right.seeds {
                Seeds::PerPairing => hash(&(seed, half)),
                _ => hash(&(seed, index, half)),
            };
            let in_order = [&faces[first], &faces[second]];
            let won = self.play(in_order, seed_of_half(0), games);
            points[first] += won[0];
            // Where seats differ, or the first die begins, each die has the same seat in the second
            // games.
            let rules = right.made_by.rules;
            let keeps_seats = rules.is_seat_dependent() || rules.has(Deviation::FirstStarts);
            points[second] += if !right.has_own_games {
                won[1]
            } else if keeps_seats {
                self.play(in_order, seed_of_half(1), games)[1]
            } else {
                self.play([&faces[second], &faces[first]], seed_of_half(1), games)[0]
            };
        }
        points
    }

    /// The faces as the program has them. Those that its rules do not admit become the largest that
    /// they do. (Dice of the experiments that never win still do not: under `wlr`, 20 instead of
    /// larger faces leaves a die with even faces only, which fills two goal fields at most.)
    fn read_faces(&self, die: &Die) -> Vec<u32> {
        let most = self.right.made_by.rules.highest_face();
        let mut faces = die.faces().iter().map(|&face| face.min(most)).collect_vec();
        if self.right.is_sorting {
            faces.sort_unstable();
        }
        faces
    }

    /// The seed of the current file, whose dice have these faces.
    fn seed_of_file(&self, faces: &[Vec<u32>]) -> u64 {
        let RightProgram { seeds, number, .. } = self.right;
        // A run of six files takes a second.
        let time = match seeds {
            Seeds::Fresh => self.file_count,
            Seeds::Fixed | Seeds::PerPairing => 0,
            Seeds::PerSecond => self.file_count / 6,
        };
        // In another order of faces, the same seed gives other games. Fast games do not know the
        // order, so their seed depends on it.
        if self.is_on_board() {
            hash(&(number, time))
        } else {
            hash(&(number, time, faces))
        }
    }

    /// Returns whether games are played on the plain board, roll by roll: at most 100 games per
    /// pairing, always from the same seed.
    fn is_on_board(&self) -> bool {
        self.right.games <= 100 && matches!(self.right.seeds, Seeds::Fixed | Seeds::PerPairing)
    }

    /// The points that each of two dice wins: games, and half a game for a draw where draws count.
    fn play(&self, faces: [&Vec<u32>; 2], seed: u64, games: u64) -> [f64; 2] {
        let Hypothesis { rules, scoring } = self.right.made_by;
        let results = if self.is_on_board() {
            let program = Program {
                rules: &rules.to_string(),
                bug: None,
                points: false,
            };
            program.play(faces.map(|faces| &faces[..]), games, seed)
        } else {
            let sorted = faces.map(|faces| faces.iter().copied().sorted().collect_vec());
            let mut tables = self.tables.borrow_mut();
            let tables = tables.entry(sorted).or_insert_with_key(|faces| {
                let dice = faces.iter().cloned().map(support::die).collect_vec();
                all_tables(&dice, rules)
            });
            let opponents = Opponents::new(tables, [0, 1]);
            let tally = opponents
                .play(seed, games, 0..games.div_ceil(BLOCK))
                .tally();
            BoardResults {
                won: [0, 1].map(|seat| tally.won_by(seat)),
                draws: tally.draws,
            }
        };
        let half = if scoring == Criterion::Points {
            0.5
        } else {
            0.0
        };
        results
            .won
            .map(|won| won as f64 + half * results.draws as f64)
    }

    /// Writes the list of dice with these points in so many games per pairing.
    fn write(&self, dice: &[Die], points: &[f64], games: u64) -> String {
        let printing = self.right.printing;
        let games_of_die = games as f64 * (dice.len() - 1) as f64;
        let write_points = |points: f64| match printing {
            Printing::Counts => format!("{points}"),
            Printing::Rounded(decimals) => format!("{:.decimals$}%", 100.0 * points / games_of_die),
            Printing::CutOff(decimals) => {
                let unit = 10.0_f64.powi(decimals as i32);
                // A little more, since a quotient may lie below its decimal.
                let share = (100.0 * points / games_of_die * unit + 1e-9).floor() / unit;
                format!("{share:.decimals$}%")
            }
        };
        let by_points =
            (0..dice.len()).sorted_by(|&die, &other| points[other].total_cmp(&points[die]));
        let lines = by_points.zip(1..).map(|(die, rank)| {
            let faces = dice[die].faces();
            format!(
                "{rank}. {} Seiten -> : {}; {}\n",
                faces.len(),
                faces.iter().format(" "),
                write_points(points[die])
            )
        });
        format!("Würfel-Bestenliste:\n{}", lines.format(""))
    }
}

impl ExperimentSubject for RunningProgram<'_> {
    type Error = Infallible;

    fn request_list(&mut self, _: &str, dice: &[Die]) -> Result<ProgramResponse, Infallible> {
        Ok(read_list(&self.print(dice), dice))
    }
}

/// Returns whether the order of dice with these points is sure: neighbours are five standard
/// deviations apart at least.
fn is_sure(points: &[f64], games: u64) -> bool {
    let games_of_die = games as f64 * (points.len() - 1) as f64;
    let deviation = 0.5 * games_of_die.sqrt();
    let sorted = points.iter().copied().sorted_by(f64::total_cmp);
    sorted
        .tuple_windows()
        .all(|(less, more)| more - less > 5.0 * deviation)
}

/// Finds what the list may say that a program has printed.
pub fn read_list(text: &str, dice: &[Die]) -> ProgramResponse {
    let draft = Draft::new(text.as_bytes(), dice, ReadOptions::default());
    draft.map_err(|fault| NoList::Unusable(fault.to_string()))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
