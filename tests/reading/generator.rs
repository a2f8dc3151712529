//! Lists in random forms, with what a careful reader knows of their dice.

use judging::reading::{List, Refusal, ShareSource};

use super::experiment::{DiceSource, Experiment, Outcome, Score, give_ranks, sorted_faces};
use super::pairings::{MatrixLayout, PairingsLayout};
use super::sheet::{LabelledColumn, Sentence, Sheet, do_say_shares, random_columns};
use super::special::SpecialForm;
use super::style::{Column, Naming, Order, Printer, ShareForm, Style};
use super::tables::TableLayout;
use crate::prelude::*;
use crate::reading::pick;

/// What a list says that no right list would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The wins of all dice do not add up to the number of games.
    Sums,
    /// A share is over 100 %.
    ShareOver100,
    MoreWinsThanGames,
    /// Two dice have each other's ranks.
    Ranks,
    /// A die has another number of sides.
    Sides,
    /// A die stands in the place of another one.
    DieTwice,
    DieMissing,
}

/// A list, and what a careful reader knows of it.
#[derive(Clone, Debug)]
pub struct GeneratedList {
    pub dice: Vec<Die>,
    pub can_draw: bool,
    pub text: String,
    /// What the text says of the dice, in the order of the list.
    scores: Vec<Score>,
    /// How far a share may be off, in per cent.
    tolerance: f64,
    /// False if nobody can know the shares from the text.
    pub is_readable: bool,
    /// True if it is a list of pairings.
    is_of_pairings: bool,
    /// True if faces name the dice, so that nothing distinguishes equal ones.
    is_by_faces: bool,
    /// True of an example in a form that many programs have.
    pub is_usual: bool,
    /// Dice, form and style, for messages.
    pub features: String,
}

/// What became of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Refused,
    /// Read wrongly or in part.
    Wrong,
}

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Lines,
    Table(TableLayout),
    Json { is_indented: bool },
    Dictionary,
    Tuples,
    Blocks,
    OneLine,
    Sentences(Sentence),
    Pairings(PairingsLayout),
    Matrix(MatrixLayout),
    Special(SpecialForm),
}

impl Layout {
    fn new(rng: &mut Random) -> Layout {
        match rng.random_range(0..28) {
            0..6 => Layout::Lines,
            6..10 => Layout::Table(TableLayout::Csv),
            10 => Layout::Table(TableLayout::Padded),
            11 => Layout::Table(TableLayout::Markdown),
            12 => Layout::Table(TableLayout::Box),
            13 | 14 => Layout::Json { is_indented: false },
            15 => Layout::Json { is_indented: true },
            16 => Layout::Dictionary,
            17 => Layout::Tuples,
            18 | 19 => Layout::Blocks,
            20 => Layout::OneLine,
            21 | 22 => Layout::Sentences(pick(rng, &Sentence::ALL)),
            23 | 24 => Layout::Pairings(PairingsLayout::new(rng)),
            25 => Layout::Matrix(MatrixLayout::new(rng)),
            _ => Layout::Special(pick(rng, &SpecialForm::ALL)),
        }
    }

    /// A form with a record for each die, of which a fault can be seen.
    fn with_columns(rng: &mut Random) -> Layout {
        loop {
            let layout = Layout::new(rng);
            let has_columns = !matches!(
                layout,
                Layout::OneLine
                    | Layout::Sentences(_)
                    | Layout::Pairings(_)
                    | Layout::Matrix(_)
                    | Layout::Special(_)
            );
            if has_columns {
                return layout;
            }
        }
    }

    /// Restricts a style to what the form can print.
    fn restrict(self, style: &mut Style) {
        let has_percent_sign =
            [ShareForm::Percent, ShareForm::PercentBehindBlank].contains(&style.share);
        match self {
            Layout::Sentences(_) if !has_percent_sign => style.share = ShareForm::Percent,
            Layout::Pairings(_) | Layout::Matrix(_) if style.naming == Naming::Sides => {
                style.naming = Naming::FromOne;
            }
            Layout::Matrix(layout) if style.naming == Naming::Faces => {
                let has_bare_commas = style.faces.between == "," && style.faces.open.is_empty();
                if has_bare_commas || layout.separator == "," {
                    style.naming = Naming::FromOne;
                }
            }
            Layout::Special(form) if form.is_by_faces() => style.naming = Naming::Faces,
            Layout::Special(_) => style.naming = Naming::FromOne,
            _ => (),
        }
    }

    /// The columns that it prints of these.
    fn columns(self, rng: &mut Random, columns: Vec<Column>) -> Vec<Column> {
        match self {
            Layout::OneLine => {
                let columns = [
                    Column::Share,
                    Column::Share,
                    Column::Wins,
                    Column::WinsOfGames,
                ];
                vec![pick(rng, &columns)]
            }
            Layout::Sentences(sentence) => sentence.columns(),
            Layout::Pairings(_) | Layout::Matrix(_) | Layout::Special(_) => Vec::new(),
            _ => columns,
        }
    }

    /// How far a share may be off.
    fn tolerance(self, style: &Style, columns: &[Column]) -> f64 {
        match self {
            Layout::Pairings(_) | Layout::Matrix(_) => 0.02,
            Layout::Special(form) => form.tolerance(),
            _ if columns.contains(&Column::Share) => style.tolerance().max(0.006),
            _ => 0.02,
        }
    }

    /// Returns whether it says the share of each die.
    fn do_say_shares(self, experiment: &Experiment, columns: &[Column], is_sound: bool) -> bool {
        let can_draw = experiment.can_draw;
        match self {
            Layout::Pairings(layout) => layout.do_say_shares(can_draw),
            Layout::Matrix(layout) => layout.do_say_shares(can_draw),
            Layout::Special(form) => form.do_say_shares(can_draw, is_sound),
            _ if is_sound => do_say_shares(columns, can_draw),
            _ => {
                let is_plain = |column: &Column| {
                    use Column::{Duels, FirstWins, SecondWins, TotalWins, Wins};
                    matches!(column, Wins | FirstWins | SecondWins | TotalWins | Duels)
                };
                do_say_shares(columns, can_draw) && !columns.iter().all(is_plain)
            }
        }
    }

    /// Returns whether it is a form that many programs have.
    fn is_usual(self) -> bool {
        match self {
            Layout::Special(form) => SpecialForm::ALL[..SpecialForm::FIRST].contains(&form),
            _ => true,
        }
    }

    fn print(self, rng: &mut Random, experiment: &Experiment, sheet: &Sheet) -> Vec<String> {
        match self {
            Layout::Lines => sheet.print_lines(rng),
            Layout::Table(layout) => sheet.print_table(rng, layout),
            Layout::Json { is_indented } => sheet.print_json(is_indented),
            Layout::Dictionary => sheet.print_dictionary(rng),
            Layout::Tuples => sheet.print_tuples(),
            Layout::Blocks => sheet.print_blocks(rng),
            Layout::OneLine => sheet.print_one_line(rng),
            Layout::Sentences(sentence) => sheet.print_sentences(rng, sentence),
            Layout::Pairings(layout) => layout.print(experiment, &sheet.printer),
            Layout::Matrix(layout) => {
                let scores = sheet.scores.iter().sorted_by_key(|score| score.die);
                layout.print(experiment, &scores.cloned().collect_vec(), &sheet.printer)
            }
            Layout::Special(form) => form.print(&experiment.dice, &sheet.scores),
        }
    }
}

impl GeneratedList {
    /// Generates a list, which is right or has a fault.
    pub fn new(rng: &mut Random, fault: Option<Fault>) -> GeneratedList {
        let mut experiment = Experiment::play(rng);
        while fault.is_some() && experiment.source == DiceSource::WithEqual {
            experiment = Experiment::play(rng);
        }
        let mut layout = Layout::new(rng);
        let mut columns = random_columns(rng);
        match fault {
            None => (),
            Some(Fault::Sums) => {
                if matches!(layout, Layout::Pairings(_) | Layout::Matrix(_)) {
                    layout = Layout::Lines;
                }
            }
            Some(_) => layout = Layout::with_columns(rng),
        }
        match fault {
            Some(Fault::ShareOver100 | Fault::Ranks) => columns = vec![Column::Share],
            Some(Fault::MoreWinsThanGames) => {
                let pairs = [vec![Column::Wins, Column::Games], vec![Column::WinsOfGames]];
                columns = pairs[rng.random_range(0..2)].clone();
            }
            Some(Fault::Sides) => columns = vec![Column::Sides, Column::Share],
            Some(Fault::DieTwice | Fault::DieMissing) => {
                let sets = [
                    vec![Column::Share],
                    vec![Column::Wins, Column::Games],
                    vec![Column::Share, Column::Wins, Column::Games],
                ];
                columns = sets[rng.random_range(0..3)].clone();
            }
            None | Some(Fault::Sums) => (),
        }
        let mut style = Style::new(rng, &experiment);
        layout.restrict(&mut style);
        if fault == Some(Fault::Ranks) {
            style.order = Order::Falling;
        }
        let columns = layout.columns(rng, columns);
        let mut scores = experiment.scores(rng);
        sort_scores(&mut scores, style.order);
        if let Some(fault) = fault {
            fault.spoil(rng, &mut scores);
        }
        let is_all_or_none = |score: &Score| [0, score.games].contains(&score.wins);
        let printer = Printer {
            dice: &experiment.dice,
            style: &style,
            has_whole_fractions: scores.iter().all(is_all_or_none) && rng.random_bool(0.7),
        };
        let labelled = columns.iter().map(|&column| LabelledColumn {
            column,
            label: style.label(rng, column),
        });
        let sheet = Sheet {
            printer,
            columns: labelled.collect(),
            scores,
        };
        let is_usual = layout.is_usual()
            && experiment.source == DiceSource::Example
            && experiment.outcome == Outcome::Usual;
        let lines = layout.print(rng, &experiment, &sheet);
        let are_debugged = matches!(
            layout,
            Layout::Lines | Layout::Sentences(_) | Layout::Table(TableLayout::Csv)
        );
        let text = add_noise(rng, &experiment, &sheet, lines, are_debugged);
        let tolerance = layout.tolerance(&style, &columns);
        let is_by_faces = style.naming == Naming::Faces;
        let has_equal_names = is_by_faces && experiment.source == DiceSource::WithEqual;
        let is_of_pairings = matches!(layout, Layout::Pairings(_) | Layout::Matrix(_));
        let is_sound = fault.is_none();
        // Half of the shares of four dice add up to 100 %, as their shares of all games would.
        let may_be_halved = !is_sound && experiment.dice.len() == 4;
        let is_readable = layout.do_say_shares(&experiment, &columns, is_sound)
            && !may_be_halved
            && !(has_equal_names && is_of_pairings);
        let features = format!(
            "{fault:?} {:?} {:?} {layout:?} {columns:?} {style:?}",
            experiment.source, experiment.outcome
        );
        GeneratedList {
            scores: sheet.scores,
            can_draw: experiment.can_draw,
            dice: experiment.dice,
            text,
            tolerance,
            is_readable,
            is_by_faces,
            is_of_pairings: matches!(layout, Layout::Pairings(_)),
            is_usual,
            features,
        }
    }

    /// Judges how a right list was read: rightly, if the shares of all dice are right.
    pub fn judge(&self, got: &Result<List, Refusal>) -> Verdict {
        let Some(list) = shares_of(got) else {
            return Verdict::Refused;
        };
        let keyed = |die: usize, share: f64| {
            let faces = sorted_faces(&self.dice[die]);
            (
                self.is_by_faces.then_some(faces),
                (!self.is_by_faces).then_some(die),
                share,
            )
        };
        let sort = |shares: Vec<(Option<Vec<u32>>, Option<usize>, f64)>| {
            shares
                .into_iter()
                .sorted_by(|left, right| {
                    (&left.0, left.1)
                        .cmp(&(&right.0, right.1))
                        .then(left.2.total_cmp(&right.2))
                })
                .collect_vec()
        };
        let entries = list.entries.iter();
        let got = sort(
            entries
                .map(|entry| keyed(entry.die, entry.number))
                .collect(),
        );
        // In pairings, the games of equal dice cannot be told apart.
        let wanted_share = |die: usize, share: f64| {
            let faces = sorted_faces(&self.dice[die]);
            let is_same = |other: &&Score| sorted_faces(&self.dice[other.die]) == faces;
            let same = self.scores.iter().filter(is_same).collect_vec();
            if self.is_by_faces && self.is_of_pairings {
                same.iter().map(|score| score.share()).sum::<f64>() / same.len() as f64
            } else {
                share
            }
        };
        let scores = self.scores.iter();
        let wanted = sort(
            scores
                .map(|score| keyed(score.die, wanted_share(score.die, score.share())))
                .collect(),
        );
        let is_right = got.len() == wanted.len()
            && got.iter().zip(&wanted).all(|(got, wanted)| {
                (&got.0, got.1) == (&wanted.0, wanted.1) && self.is_close(got.2, wanted.2)
            });
        if is_right {
            Verdict::Right
        } else {
            Verdict::Wrong
        }
    }

    /// Judges how a wrong list was read: rightly, if it says of each die what is printed.
    pub fn judge_printed(&self, got: &Result<List, Refusal>) -> Verdict {
        let Some(list) = shares_of(got) else {
            return Verdict::Refused;
        };
        let is_printed = list.entries.iter().all(|entry| {
            self.scores
                .iter()
                .any(|score| score.die == entry.die && self.is_close(entry.number, score.share()))
        });
        if is_printed {
            Verdict::Right
        } else {
            Verdict::Wrong
        }
    }

    fn is_close(&self, share: f64, wanted: f64) -> bool {
        (share - wanted).abs() <= self.tolerance + 0.006
    }

    /// Describes the list and how it was read, for messages.
    pub fn describe(&self, got: &Result<List, Refusal>) -> String {
        let dice = self.dice.iter().join(" / ");
        let scores = self.scores.iter();
        let shares = scores.map(|score| format!("{}: {:.4}", score.die, score.share()));
        let shares = shares.collect_vec().join(", ");
        let got = got.as_ref().map(|list| {
            let entries = list.entries.iter();
            let shares = entries.map(|entry| format!("{}: {}", entry.die, entry.number));
            (shares.collect_vec().join(", "), &list.interpretation)
        });
        format!(
            "{}\ndice {dice}; draws: {}\n{}got {got:?}\nwanted {shares}\n",
            self.features, self.can_draw, self.text
        )
    }
}

/// Returns a list that says shares.
fn shares_of(got: &Result<List, Refusal>) -> Option<&List> {
    let says_shares = |list: &&List| {
        !matches!(
            list.interpretation.shares,
            Some(ShareSource::WinsOfUnknown | ShareSource::Order)
        )
    };
    got.as_ref().ok().filter(says_shares)
}

fn sort_scores(scores: &mut [Score], order: Order) {
    match order {
        Order::Falling => scores.sort_by_key(|score| score.rank),
        Order::Rising => scores.sort_by_key(|score| std::cmp::Reverse(score.rank)),
        Order::File => (),
    }
}

impl Fault {
    /// The faults of which a list may have one.
    pub const ALL: [Fault; 6] = [
        Fault::ShareOver100,
        Fault::MoreWinsThanGames,
        Fault::Ranks,
        Fault::Sides,
        Fault::DieTwice,
        Fault::DieMissing,
    ];

    fn spoil(self, rng: &mut Random, scores: &mut Vec<Score>) {
        let place = rng.random_range(0..scores.len());
        let other = (place + rng.random_range(1..scores.len())) % scores.len();
        match self {
            Fault::Sums => {
                let kind = rng.random_range(0..3);
                for score in scores.iter_mut() {
                    let wins = score.wins as f64;
                    let games = score.games as f64;
                    let wins = match kind {
                        0 => wins * rng.random_range(0.6..1.2),
                        1 => wins * 0.5,
                        _ => wins + games * rng.random_range(-0.1..0.1),
                    };
                    let most = score.games - score.draws;
                    score.wins = (wins.max(0.0) as u64).min(most);
                    score.losses = most - score.wins;
                    score.first_wins = score.first_wins.min(score.wins);
                }
                give_ranks(scores);
                if scores.is_sorted_by_key(|score| score.die) {
                    return;
                }
                let is_rising = scores[0].wins < scores[scores.len() - 1].wins;
                let order = if is_rising {
                    Order::Rising
                } else {
                    Order::Falling
                };
                sort_scores(scores, order);
            }
            Fault::ShareOver100 | Fault::MoreWinsThanGames => {
                let games = scores[place].games as f64;
                let wins = (games * rng.random_range(1.003..1.2)).ceil();
                scores[place].wins = wins as u64;
                scores[place].losses = 0;
                scores[place].draws = 0;
            }
            Fault::Ranks => {
                let rank = scores[place].rank;
                scores[place].rank = scores[other].rank;
                scores[other].rank = rank;
            }
            Fault::Sides => scores[place].sides += rng.random_range(1..=3),
            Fault::DieTwice => scores[place].die = scores[other].die,
            Fault::DieMissing => {
                scores.remove(place);
            }
        }
    }
}

/// Adds lines before, behind and between those of a list.
fn add_noise(
    rng: &mut Random,
    experiment: &Experiment,
    sheet: &Sheet,
    lines: Vec<String>,
    are_debugged: bool,
) -> String {
    let games = experiment.games_per_pairing;
    let size = experiment.dice.len();
    let numbered = experiment.dice.iter().enumerate();
    let empty = String::new();
    let before = match rng.random_range(0..50) {
        0..6 => vec!["Würfel-Bestenliste:".to_owned()],
        6..10 => vec![
            format!("[INFO] lade {size} Würfel"),
            format!("Simuliere {games} Spiele je Paarung ..."),
        ],
        10..13 => {
            let dice = experiment.dice.iter();
            let dice = dice.map(|die| format!("{} {die}", die.faces().len()));
            let dice = dice.chain([empty]);
            [size.to_string()].into_iter().chain(dice).collect()
        }
        13..15 => numbered
            .map(|(index, die)| format!("Würfel {}: {die}", index + 1))
            .chain([empty])
            .collect(),
        15..17 => [0, 25, 50, 75, 100]
            .map(|percent| format!("Fortschritt: {percent} %"))
            .to_vec(),
        17..19 => experiment
            .dice
            .iter()
            .map(|die| format!("[{}] {}", die.faces().len(), die.faces().iter().join(", ")))
            .chain([empty])
            .collect(),
        _ => Vec::new(),
    };
    let best = sheet.scores.iter().max_by_key(|score| score.wins);
    let after = match (rng.random_range(0..50), best) {
        (0..4, _) => vec!["Fertig nach 12.5 s".to_owned()],
        (4..7, Some(best)) => {
            let name = sheet.printer.name(best.die);
            let sentence = format!("Der beste Würfel ist {name} mit {:.2}%.", best.share());
            vec![String::new(), sentence]
        }
        (7..9, _) => {
            let games = games * (size * (size - 1) / 2) as u64;
            vec![String::new(), format!("Spiele: {games}, Zeit: 3.21 s")]
        }
        _ => Vec::new(),
    };
    let lines = if are_debugged && rng.random_bool(0.05) {
        let debug = format!("DEBUG: {games} Spiele gespielt");
        lines
            .into_iter()
            .flat_map(|line| [line, debug.clone()])
            .collect()
    } else {
        lines
    };
    let text = before.into_iter().chain(lines).chain(after);
    text.map(|line| line + "\n").collect()
}
