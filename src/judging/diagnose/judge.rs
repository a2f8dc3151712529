//! Judges the lists of a program, experiment by experiment.

use itertools::Itertools;

use super::bugs::SuspectedBug;
use super::candidate::{GameRange, SLOWEST};
use super::collector::{Collector, ListsByFile, PrintedList, RepeatedList};
use super::digits::least_games;
use super::exceptions::Exceptions;
use super::experiments::{
    COMPARISON_COUNT, Expectation, Experiment, FIRST_BEGINS, FOUR_EQUAL_DICE, FileFaces, PAIRS,
    RuleFamily, SECOND_SEAT, STUCK_IN_GOAL, THREE_DICE,
};
use super::quantity::{GamesOfFile, PrintedQuantity};
use super::results::{ExperimentOutcome, ExperimentResult};
use super::statistics::{Agreement, Chance, Contrast, MeasuredNoise, Repeat};
use wuerfelglueck::text::{format_count, format_estimate};

/// The title of the result about the form of the lists so far.
pub(super) const FORM_TITLE: &str = "Form der Listen";
/// The title of the result about the chance in the repeats.
const NOISE_TITLE: &str = "zwanzig Dateien, die dasselbe bedeuten";
/// The title of the result about the share of the first die of the repeats.
const SEATS_TITLE: &str = "zwei gleiche Würfel, zwanzigmal";
/// The title of the result about the share of the die of the repeats that has each side once.
const TWICE_TITLE: &str = "jede Seite doppelt";
/// The title of the result about the sums of the shares of two dice and of four.
const SUM_TITLE: &str = "Summe der Anteile";

/// The share above which a die counts as one that always wins. Below 1 less this, it counts as one
/// that never does.
const ALWAYS: f64 = 0.99;
/// The least number of games per pairing at which chance follows the laws by which it is judged:
/// one of two equal dice wins all of 25 games with a probability of 6 in 100 million.
const GAMES_FOR_CHANCE: u32 = 25;

/// The most games per pairing that the numbers of lists are said to need.
const MOST_NEEDED_GAMES: u32 = 100;

/// The verdict on the numbers of an experiment.
enum Assessment {
    /// The numbers are as they must be.
    Right,
    /// No right program prints them, however few games it plays; these bugs may be the cause.
    Wrong(Vec<SuspectedBug>),
    /// No right program of at least this number of games per pairing prints them; these bugs may be
    /// the cause.
    WrongUnlessFew {
        /// Games per pairing.
        games: u32,
        /// The bugs.
        suspects: Vec<SuspectedBug>,
    },
    /// They prove nothing, for this reason in German.
    Unclear(String),
}

impl Assessment {
    /// The assessment of numbers by these contrasts, if these bugs may be the cause where one is
    /// impossible.
    fn by_contrasts(
        contrasts: impl IntoIterator<Item = Contrast>,
        suspects: Vec<SuspectedBug>,
    ) -> Assessment {
        let agreements = contrasts.into_iter().map(|contrast| contrast.agreement());
        match agreements.max().unwrap_or(Agreement::Shown) {
            Agreement::Shown => Assessment::Right,
            Agreement::Open => Assessment::Unclear(
                "das kann bei wenigen Spielen Zufall sein; mehr Spiele und eine wechselnde Saat \
                 zeigen mehr"
                    .into(),
            ),
            Agreement::Impossible => Assessment::wrong_unless_few(suspects),
        }
    }

    /// Returns whether the numbers are wrong if they need `least_games` games per pairing.
    fn is_wrong(&self, least_games: u32) -> bool {
        match self {
            Assessment::Wrong(_) => true,
            Assessment::WrongUnlessFew { games, .. } => least_games >= *games,
            Assessment::Right | Assessment::Unclear(_) => false,
        }
    }

    /// The assessment of numbers that are wrong unless there are so few games that anything may
    /// happen.
    fn wrong_unless_few(suspects: Vec<SuspectedBug>) -> Assessment {
        Assessment::WrongUnlessFew {
            games: GAMES_FOR_CHANCE,
            suspects,
        }
    }
}

/// Numbers that were assessed, as they are printed.
struct AssessedNumbers {
    /// The numbers that were seen.
    shown: String,
    /// The numbers that must be.
    expected: String,
    assessment: Assessment,
    /// The shares of the first list, if they are those of a file.
    shares: Vec<f64>,
}

/// The effect of a bug on shares, which shows whether other numbers follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    /// Each die has the share of games that it did not win.
    UpsideDown,
    /// The best two dice have each other's shares.
    BestExchanged,
    /// Of equal dice, the first of a pairing wins this much more than a half, from −0.5 to 0.5.
    Seats(f64),
    /// Of two dice nobody wins, as they do not play.
    NoGames,
}

impl Effect {
    /// Takes the effect away from the shares of dice, which are the same to the letter or not.
    fn undo(self, shares: &mut [f64], are_equal: bool) {
        let dice = shares.len();
        match self {
            Effect::UpsideDown => shares.iter_mut().for_each(|share| *share = 1.0 - *share),
            Effect::BestExchanged => {
                let by_share = (0..dice).sorted_by(|&a, &b| shares[b].total_cmp(&shares[a]));
                if let Some((best, second)) = by_share.take(2).collect_tuple() {
                    shares.swap(best, second);
                }
            }
            Effect::Seats(advantage) if are_equal => {
                for (die, share) in shares.iter_mut().enumerate() {
                    let behind = (dice - 1 - die) as f64;
                    *share -= advantage * (behind - die as f64) / (dice - 1) as f64;
                }
            }
            Effect::Seats(_) | Effect::NoGames => {}
        }
    }
}

/// The shares of a list, and the chance in each.
struct MeasuredList {
    shares: Vec<f64>,
    unit: f64,
    chances: Vec<Chance>,
}

impl MeasuredList {
    /// Adds the share of a die to a contrast.
    fn add_to(&self, contrast: Contrast, coefficient: f64, die: usize) -> Contrast {
        contrast.with(coefficient, self.shares[die], self.unit, self.chances[die])
    }

    /// The difference of the share of `die` from the mean of all.
    fn difference_from_mean(&self, die: usize, leeway: f64) -> Contrast {
        let dice = self.shares.len();
        let part = 1.0 / dice as f64;
        (0..dice).fold(Contrast::new(0.0, leeway), |contrast, other| {
            let own = if other == die { 1.0 } else { 0.0 };
            self.add_to(contrast, own - part, other)
        })
    }
}

/// The sum of the shares of a list.
#[derive(Clone, Copy)]
struct ListSum {
    dice: usize,
    sum: f64,
    /// The unit of each share.
    unit: f64,
}

impl ListSum {
    /// The sum with all shares divided by `factor`.
    fn divided_by(self, factor: f64) -> ListSum {
        ListSum {
            sum: self.sum / factor,
            unit: self.unit / factor,
            ..self
        }
    }

    /// The difference from half of the number of dice. Where each die begins the games that count
    /// for it, all win more.
    fn contrast(self, chance: Chance) -> Contrast {
        let dice = self.dice as f64;
        let contrast = Contrast::new(dice / 2.0, dice * FIRST_BEGINS);
        contrast.with(1.0, self.sum, dice * self.unit, chance)
    }
}

/// A judge of the lists of a program: the chance in them, and the results so far.
pub(super) struct Judge {
    noise: MeasuredNoise,
    /// The number of games per pairing that some list needs.
    least_games: u32,
    /// The range of the number of games per pairing in files of two dice, if the lists show it.
    pub(super) games: Option<GameRange>,
    pub(super) quantity: PrintedQuantity,
    /// The bugs that results have named.
    named_bugs: Vec<SuspectedBug>,
    /// The bugs that right results rule out.
    excluded_bugs: Vec<SuspectedBug>,
    /// The effects of the named bugs, as far as they are known.
    effects: Vec<Effect>,
    /// The exceptional rule sets that may have made the lists so far.
    exceptions: Exceptions,
    pub(super) results: Vec<ExperimentResult>,
}

impl Judge {
    /// Judges the form of the lists so far, the chance in the repeats, the sums of shares, and the
    /// shares of the repeats. The collector has a list of four equal dice, or the reason why there
    /// is none.
    pub(super) fn new<P>(collector: &Collector<P>, repeats: &[RepeatedList]) -> Judge {
        let sums = repeats.iter().map(|repeat| repeat.list.sum());
        let list_of = |faces: FileFaces| collector.lists.get(faces)?.as_ref().ok();
        let larger = list_of(FOUR_EQUAL_DICE).or_else(|| list_of(THREE_DICE));
        let sum_of_two = sums.sum::<f64>() / repeats.len() as f64;
        let lists_of_two = collector
            .lists
            .iter()
            .filter(|(dice, _)| dice.len() == 2)
            .filter_map(|(_, list)| list.as_ref().ok())
            .chain(repeats.iter().map(|repeat| &repeat.list))
            .collect_vec();
        let all_lists = lists_of_two.iter().copied().chain(larger);
        let least_of_lists = all_lists.map(least_games);
        let needed_by_some = least_of_lists.max().unwrap_or(1).min(MOST_NEEDED_GAMES);
        let mut quantity = PrintedQuantity::new(sum_of_two, &lists_of_two, larger);
        let mut exceptions = Exceptions::default();
        if matches!(quantity, PrintedQuantity::ScaledShares(factor) if factor < 1.0) {
            // By some rules hardly anybody wins.
            let lists = shares_of_two(&collector.lists, PrintedQuantity::Shares);
            let exception = exceptions.find(
                &[STUCK_IN_GOAL],
                PAIRS[0],
                &lists,
                f64::from(needed_by_some),
            );
            if exception.is_some() {
                quantity = PrintedQuantity::Shares;
            }
        }
        let factor = quantity.factor(2, sum_of_two);
        let measured = repeats.iter().map(|repeat| {
            let factor = quantity.factor(2, repeat.list.sum());
            Repeat {
                group: repeat.group,
                shares: [0, 1].map(|die| repeat.list.values[die] / factor),
                least_games: least_games(&repeat.list),
            }
        });
        let units = repeats.iter().map(|repeat| repeat.list.unit);
        let unit = units.fold(0.0, f64::max) / factor;
        let noise =
            MeasuredNoise::measure(&measured.collect_vec(), COMPARISON_COUNT, needed_by_some);
        let mut judge = Judge {
            noise,
            least_games: needed_by_some,
            games: noise.games(unit),
            quantity,
            named_bugs: Vec::new(),
            excluded_bugs: Vec::new(),
            effects: Vec::new(),
            exceptions,
            results: Vec::new(),
        };
        judge.add_form(collector);
        judge.add_noise(unit);
        let of_two = ListSum {
            dice: 2,
            sum: sum_of_two / factor,
            unit,
        };
        judge.add_sums(collector, of_two, larger);
        judge.add_repeats(unit);
        judge
    }

    /// Adds a result.
    pub(super) fn add(&mut self, title: &'static str, outcome: ExperimentOutcome) {
        self.results.push(ExperimentResult { title, outcome });
    }

    /// Adds a result about these numbers. Of the bugs that may be the cause of wrong ones, those
    /// that were named before come first.
    fn add_assessed(&mut self, title: &'static str, numbers: AssessedNumbers) {
        let AssessedNumbers {
            shown,
            expected,
            assessment,
            ..
        } = numbers;
        let is_wrong = assessment.is_wrong(self.least_games);
        let outcome = match assessment {
            Assessment::Right => ExperimentOutcome::Holds {
                seen: format!("{shown} (soll: {expected})"),
            },
            Assessment::WrongUnlessFew { games, .. } if !is_wrong => ExperimentOutcome::NotJudged {
                reason: format!(
                    "{shown} statt {expected}: ein Beweis ist das erst ab {games} Spielen je \
                     Paarung; die Zahlen können von {} sein",
                    self.least_games
                ),
            },
            Assessment::Unclear(reason) => ExperimentOutcome::NotJudged {
                reason: format!("{shown} statt {expected}: {reason}"),
            },
            Assessment::Wrong(mut suspects) | Assessment::WrongUnlessFew { mut suspects, .. } => {
                if suspects.iter().any(|bug| !self.excluded_bugs.contains(bug)) {
                    suspects.retain(|bug| !self.excluded_bugs.contains(bug));
                }
                suspects.sort_by_key(|bug| !self.named_bugs.contains(bug));
                self.named_bugs.extend(&suspects);
                ExperimentOutcome::Impossible {
                    seen: format!("{shown} statt {expected}"),
                    suspects,
                }
            }
        };
        self.add(title, outcome);
    }

    /// Adds a result about the form of the lists so far, with a note if the program prints wins,
    /// shares of all games, or whole per cent.
    fn add_form<P>(&mut self, collector: &Collector<P>) {
        let outcome = if let Some(fault) = &collector.form_fault {
            ExperimentOutcome::of_form_fault(fault.clone())
        } else if collector.joins_equal_dice {
            self.named_bugs.push(SuspectedBug::WinsByFaces);
            ExperimentOutcome::Impossible {
                seen: "gleiche Würfel stehen nur einmal in der Liste".into(),
                suspects: vec![SuspectedBug::WinsByFaces],
            }
        } else {
            let note = match self.quantity {
                PrintedQuantity::Wins(_) => "; statt Anteilen stehen da Anzahlen gewonnener Spiele",
                PrintedQuantity::SharesOfAllGames => {
                    "; es sind Anteile an allen Spielen statt an denen des Würfels"
                }
                PrintedQuantity::SharesPerDie | PrintedQuantity::ScaledShares(_) => {
                    "; die Anteile sind falsch geteilt, in den Versuchen wird umgerechnet"
                }
                _ if collector.decimals == Some(0) => {
                    "; alle Anteile sind ganze Prozent, mit Nachkommastellen wären sie genauer"
                }
                _ => "",
            };
            ExperimentOutcome::Holds {
                seen: format!("Reihenfolge, Ränge und Würfel stimmen{note}"),
            }
        };
        self.add(FORM_TITLE, outcome);
    }

    /// Adds a result about the chance in the shares of the repeats, which have this unit.
    fn add_noise(&mut self, unit: f64) {
        let points = 100.0 * self.noise.deviation();
        if self.noise.scatters_too_much() {
            let games = self.noise.needed_games();
            let numbers = AssessedNumbers {
                shown: format!("die Anteile streuen um {points:.1} Punkte"),
                expected: format!(
                    "höchstens {:.1}, wie bei {games:.0} Spielen je Paarung; aus weniger können die \
                     Zahlen im Mittel nicht sein",
                    100.0 * 0.5 / games.sqrt(),
                ),
                assessment: Assessment::wrong_unless_few(vec![
                    SuspectedBug::Faces,
                    SuspectedBug::LeftOver,
                ]),
                shares: Vec::new(),
            };
            return self.add_assessed(NOISE_TITLE, numbers);
        }
        let outcome = match self.games {
            Some(games) => {
                let [least, most] = [games.least, games.most].map(format_estimate);
                let whose_games = if self.noise.has_own_games(2.0 * unit) {
                    "jeder Würfel hat gegen jeden Gegner eigene Spiele"
                } else {
                    "ein Spiel zählt für beide Würfel"
                };
                ExperimentOutcome::Holds {
                    seen: format!(
                        "die Anteile streuen um {points:.1} Punkte, wie bei {least} bis {most} \
                         Spielen je Paarung; {whose_games}"
                    ),
                }
            }
            None => ExperimentOutcome::NotJudged {
                reason: format!(
                    "die Listen sind alle oder fast alle gleich. Das ist kein Fehler (immer dieselbe \
                     Saat, gerundet, gerechnet), aber wie groß der Zufall ist, ist so nicht zu \
                     messen; auffallen kann nur, was weiter daneben liegt als bei {} je Paarung",
                    format_count(u64::from(self.least_games), "Spiel", "Spielen")
                ),
            },
        };
        self.add(NOISE_TITLE, outcome);
    }

    /// Adds a result about the mean sum of the shares of two dice, and that of a `larger` list, if
    /// there is one. Wrong divisors are not divided by.
    fn add_sums<P>(
        &mut self,
        collector: &Collector<P>,
        of_two: ListSum,
        larger: Option<&PrintedList>,
    ) {
        let is_wrong = matches!(
            self.quantity,
            PrintedQuantity::SharesPerDie | PrintedQuantity::ScaledShares(_)
        );
        let factor = |dice: usize, sum: f64| self.quantity.factor(dice, sum);
        let larger = larger.map(|list| {
            let sum = ListSum {
                dice: list.values.len(),
                sum: list.sum(),
                unit: list.unit,
            };
            sum.divided_by(if is_wrong {
                1.0
            } else {
                factor(sum.dice, sum.sum)
            })
        });
        let of_two = of_two.divided_by(if is_wrong { 1.0 / factor(2, 1.0) } else { 1.0 });
        let sums = [of_two].into_iter().chain(larger).collect_vec();
        let shown = sums.iter().map(|ListSum { dice, sum, .. }| {
            format!("{} bei {dice} Würfeln", format_percents(&[*sum]))
        });
        let expected = sums.iter().map(|list| list.dice as f64 / 2.0).collect_vec();
        let numbers = AssessedNumbers {
            shown: shown.format(", ").to_string(),
            expected: format_percents(&expected),
            assessment: self.assess_sums(collector.joins_equal_dice, of_two, larger),
            shares: Vec::new(),
        };
        // By some rules hardly anybody wins: then the lists of two dice themselves show it.
        let contrast = of_two.contrast(self.noise.of_mean_sum());
        let is_too_small = contrast.amount < 0.0 && contrast.agreement() == Agreement::Impossible;
        let has_winners = sums.iter().any(|list| list.sum > 0.0);
        let numbers = if is_too_small && !is_wrong && (of_two.sum > 0.0 || !has_winners) {
            self.excuse(&[STUCK_IN_GOAL], PAIRS[0], numbers, &collector.lists)
        } else {
            numbers
        };
        self.add_assessed(SUM_TITLE, numbers);
        if self.named_bugs.contains(&SuspectedBug::LastPairing) {
            self.effects.push(Effect::NoGames);
        }
    }

    /// Assesses the mean sum of the shares of two dice, and if it is there, that of more dice.
    fn assess_sums(
        &self,
        joins_equal_dice: bool,
        of_two: ListSum,
        larger: Option<ListSum>,
    ) -> Assessment {
        // Where each die has the wins of all that have its faces, four equal ones have a sum of 8.
        let counts_by_faces =
            larger.is_some_and(|list| list.sum / 2.0 > 3.5) && (0.9..1.1).contains(&of_two.sum);
        if counts_by_faces || joins_equal_dice {
            return Assessment::wrong_unless_few(vec![SuspectedBug::WinsByFaces]);
        }
        match self.quantity {
            PrintedQuantity::SharesPerDie => {
                let dice = larger.map_or(2, |list| list.dice);
                return Assessment::wrong_unless_few(vec![SuspectedBug::DividedByDice(dice)]);
            }
            PrintedQuantity::ScaledShares(factor) if factor > 1.0 => {
                return Assessment::wrong_unless_few(vec![SuspectedBug::CountsTwice]);
            }
            PrintedQuantity::ScaledShares(_) => {
                return Assessment::wrong_unless_few(vec![SuspectedBug::LargeDivisor]);
            }
            _ => {}
        }
        // Where only files of two dice have no winners, no rule is the cause.
        if of_two.sum == 0.0 && larger.is_some_and(|list| list.sum > 0.0) {
            return Assessment::Wrong(vec![SuspectedBug::LastPairing]);
        }
        let of_larger = larger.map(|list| list.contrast(self.noise.of_sum(list.dice)));
        let of_two = of_two.contrast(self.noise.of_mean_sum());
        let contrasts = [of_two].into_iter().chain(of_larger);
        let is_too_large = contrasts
            .clone()
            .any(|contrast| contrast.amount > 0.0 && contrast.agreement() == Agreement::Impossible);
        let suspects = if is_too_large {
            vec![SuspectedBug::CutOff, SuspectedBug::CountsTwice]
        } else {
            vec![
                SuspectedBug::CutOff,
                SuspectedBug::NotPlayed,
                SuspectedBug::LargeDivisor,
            ]
        };
        match Assessment::by_contrasts(contrasts, suspects) {
            Assessment::Right if larger.is_none() => {
                Assessment::Unclear("Listen von mehr als zwei Würfeln fehlen".into())
            }
            assessment => assessment,
        }
    }

    /// Adds results about the two dice of the repeats, whose shares have this unit.
    fn add_repeats(&mut self, unit: f64) {
        let half = self.noise.mean_sum() / 2.0;
        let single_share = self.noise.mean_of_single();
        let first_share = self.noise.mean_of_first();
        let leeway_of_seats = if first_share > half {
            FIRST_BEGINS
        } else {
            SECOND_SEAT
        };
        let mut add_share = |title, share, leeway, suspect| {
            let contrast =
                Contrast::new(half, leeway).with(1.0, share, unit, self.noise.of_mean_share());
            let numbers = AssessedNumbers {
                shown: format_percents(&[share, 2.0 * half - share]),
                expected: format!("je {}", format_percents(&[half])),
                assessment: Assessment::by_contrasts([contrast], vec![suspect]),
                shares: Vec::new(),
            };
            self.add_assessed(title, numbers);
        };
        add_share(TWICE_TITLE, single_share, 0.0, SuspectedBug::Faces);
        add_share(
            SEATS_TITLE,
            first_share,
            leeway_of_seats,
            SuspectedBug::OneSeat,
        );
        if self.named_bugs.contains(&SuspectedBug::OneSeat) {
            self.effects.push(Effect::Seats(first_share - half));
        }
    }

    /// Adds a result about an experiment, whose files have `lists`.
    pub(super) fn add_experiment(&mut self, experiment: &Experiment, lists: &ListsByFile) {
        let assess = |judge: &Judge, effect| judge.assess_experiment(experiment, lists, effect);
        let numbers = match assess(self, None) {
            Ok(numbers) => numbers,
            Err(reason) => {
                return self.add(experiment.title, ExperimentOutcome::NotJudged { reason });
            }
        };
        let is_wrong = numbers.assessment.is_wrong(self.least_games);
        let is_zero = numbers.shares.len() == 2 && numbers.shares.iter().all(|&share| share == 0.0);
        // Without the effect of a bug that explains them, wrong numbers are not wrong, and others
        // that are not right are.
        let explain = |judge: &Judge, effect: &Effect| {
            if *effect == Effect::NoGames {
                return is_zero.then(String::new);
            }
            let without = assess(judge, Some(*effect)).ok()?;
            let is_explained = if is_wrong {
                !without.assessment.is_wrong(judge.least_games)
            } else {
                matches!(without.assessment, Assessment::Right)
            };
            is_explained.then(|| format!("; ohne diesen Fehler {}", without.shown))
        };
        let is_right = matches!(numbers.assessment, Assessment::Right);
        if is_right && experiment.expectation == Expectation::NeverWins {
            // Otherwise the die that never wins would.
            self.excluded_bugs.push(SuspectedBug::WrongDie);
        }
        let explained = self.effects.iter().find_map(|effect| explain(self, effect));
        if let Some(without) = explained.filter(|_| !is_right) {
            let AssessedNumbers {
                shown, expected, ..
            } = numbers;
            let reason = format!("{shown} statt {expected}: folgt daraus{without}");
            return self.add(experiment.title, ExperimentOutcome::NotJudged { reason });
        }
        if !is_wrong {
            return self.add_assessed(experiment.title, numbers);
        }
        let numbers = self.excuse(experiment.exceptions, experiment.dice, numbers, lists);
        let effects = [Effect::UpsideDown, Effect::BestExchanged];
        let possible = effects
            .into_iter()
            .filter(|effect| explain(self, effect).is_some());
        let possible = possible.collect_vec();
        self.add_assessed(experiment.title, numbers);
        self.effects.extend(possible);
    }

    /// The numbers of the file `broken`, which are no proof if they are wrong and a rule set of these
    /// families explains all lists of two dice.
    fn excuse(
        &mut self,
        families: &[RuleFamily],
        broken: FileFaces,
        numbers: AssessedNumbers,
        lists: &ListsByFile,
    ) -> AssessedNumbers {
        let (Assessment::Wrong(suspects) | Assessment::WrongUnlessFew { suspects, .. }) =
            &numbers.assessment
        else {
            return numbers;
        };
        if !numbers.assessment.is_wrong(self.least_games) {
            return numbers;
        }
        let lists = shares_of_two(lists, self.quantity);
        let least = self.least();
        let Some(hypothesis) = self.exceptions.find(families, broken, &lists, least) else {
            return numbers;
        };
        // Where most games are drawn, scatter does not show how many they are.
        self.games = None;
        let why = format!("so ist es auch nach {hypothesis}, und dazu passen die anderen Listen");
        AssessedNumbers {
            assessment: Assessment::Unclear(describe_exception(&why, suspects)),
            ..numbers
        }
    }

    /// The number of games per pairing that files of two dice have at least, whatever their other
    /// dice are.
    fn least(&self) -> f64 {
        let by_digits = f64::from(self.least_games);
        let least = self
            .games
            .map_or(by_digits, |games| games.least.min(by_digits));
        (least / SLOWEST).max(1.0)
    }

    /// The list of a file with shares in place of the printed quantity, and without an effect, or
    /// the reason in German why there is none. Panics if the file was not given to the program.
    fn shares_of(
        &self,
        faces: FileFaces,
        lists: &ListsByFile,
        effect: Option<Effect>,
    ) -> Result<MeasuredList, String> {
        let list = lists[faces].as_ref().map_err(String::clone)?;
        let dice = faces.len();
        let PrintedList {
            values: mut shares,
            unit,
            ..
        } = list.divided_by(self.quantity.factor(dice, list.sum()));
        if let Some(effect) = effect {
            effect.undo(&mut shares, faces.iter().all_equal());
        }
        let least_games = least_games(list);
        let chances = shares
            .iter()
            .map(|&share| self.noise.of_share(share, dice, least_games));
        Ok(MeasuredList {
            chances: chances.collect(),
            shares,
            unit,
        })
    }

    /// Assesses the shares of an experiment, without an effect. If a list is missing, returns the
    /// reason in German.
    fn assess_experiment(
        &self,
        experiment: &Experiment,
        lists: &ListsByFile,
        effect: Option<Effect>,
    ) -> Result<AssessedNumbers, String> {
        let list = self.shares_of(experiment.dice, lists, effect)?;
        let shares = &list.shares;
        let suspects = || experiment.suspects.to_vec();
        let (expected, assessment) = match experiment.expectation {
            Expectation::NeverWins | Expectation::NeverWinsWithoutSix => (
                "0.0%, 100.0%".into(),
                self.assess_never_wins(experiment, [shares[0], shares[1]], list.unit),
            ),
            Expectation::WinsAtLeast(least) => (
                format!("mindestens {} für den ersten", format_percents(&[least])),
                self.assess_least(experiment, &list, least),
            ),
            Expectation::NeverWinsOnEitherPlace { swapped } => {
                let on_places = [shares[0], self.shares_of(swapped, lists, effect)?.shares[1]];
                return Ok(AssessedNumbers {
                    shown: format_percents(&on_places),
                    expected: "0.0%, 0.0%".into(),
                    assessment: assess_places(experiment, on_places),
                    shares: on_places.to_vec(),
                });
            }
            Expectation::EqualOrDrawn => (
                "zweimal dasselbe, höchstens je 50.0%".into(),
                self.assess_equal(experiment, &list),
            ),
            Expectation::Alike { dice, leeway } => {
                let mean = shares.iter().sum::<f64>() / shares.len() as f64;
                let which = if dice.len() == shares.len() {
                    "je "
                } else {
                    ""
                };
                let place = if dice.len() == shares.len() {
                    ""
                } else {
                    " in der Mitte"
                };
                let contrasts = dice
                    .iter()
                    .map(|&die| list.difference_from_mean(die, leeway));
                let assessment = if mean == 0.0 {
                    Assessment::Unclear("niemand gewinnt".into())
                } else {
                    Assessment::by_contrasts(contrasts, suspects())
                };
                (
                    format!("{which}{}{place}", format_percents(&[mean])),
                    assessment,
                )
            }
            Expectation::MeanOf { files, leeway } => {
                let others: Vec<(FileFaces, MeasuredList)> = files
                    .iter()
                    .map(|&faces| Ok((faces, self.shares_of(faces, lists, effect)?)))
                    .collect::<Result<_, String>>()
                    .map_err(|_| "die Listen, mit denen verglichen wird, fehlen".to_string())?;
                let contrasts = (0..shares.len()).map(|die| {
                    let places = find_places(experiment.dice[die], &others).collect_vec();
                    let part = -1.0 / places.len() as f64;
                    let own = list.add_to(Contrast::new(0.0, leeway), 1.0, die);
                    places.into_iter().fold(own, |contrast, (other, place)| {
                        other.add_to(contrast, part, place)
                    })
                });
                let contrasts = contrasts.collect_vec();
                let means = shares.iter().zip(&contrasts);
                let means = means.map(|(share, contrast)| share - contrast.amount);
                (
                    format_percents(&means.collect_vec()) + " wie in den anderen Dateien",
                    Assessment::by_contrasts(contrasts, suspects()),
                )
            }
        };
        Ok(AssessedNumbers {
            shown: format_percents(shares),
            expected,
            assessment,
            shares: list.shares,
        })
    }

    /// Assesses whether the first die never wins, and the second one always does. Shares have this
    /// unit.
    fn assess_never_wins(
        &self,
        experiment: &Experiment,
        [first, second]: [f64; 2],
        unit: f64,
    ) -> Assessment {
        // The divisor of these numbers is the mean sum of the repeats, and may scatter.
        let leeway = match self.quantity {
            PrintedQuantity::ScaledShares(_) => 2.5 * unit + self.noise.of_mean_sum().limit,
            PrintedQuantity::Wins(GamesOfFile::PerPairing(_)) => {
                2.5 * unit + self.noise.of_mean_sum().limit
            }
            _ => unit,
        };
        let leeway_of_sum = 2.5 * unit + self.noise.of_sum(2).limit;
        let never_wins = first == 0.0;
        if never_wins && (second - 1.0).abs() <= leeway {
            return Assessment::Right;
        }
        let sum = first + second;
        let suspects = if never_wins && second == 0.0 && experiment.may_never_end {
            return Assessment::Unclear(
                "niemand gewinnt; so ist es nur bei wlr, wo ein Spiel unentschieden endet, sobald \
                 beide festsitzen"
                    .into(),
            );
        } else if never_wins && second == 0.0 {
            vec![SuspectedBug::NotPlayed, SuspectedBug::CutOff]
        } else if never_wins && second > 1.0 {
            vec![SuspectedBug::CountsTwice]
        } else if never_wins {
            vec![SuspectedBug::CutOff]
        } else if second < 1.0 - ALWAYS {
            vec![SuspectedBug::WrongDie]
        } else if sum > 1.0 + leeway_of_sum || second >= 1.0 && first > 2.5 * unit {
            vec![
                SuspectedBug::CutOff,
                SuspectedBug::CountsTwice,
                SuspectedBug::WinsByFaces,
            ]
        } else if sum < 1.0 - leeway_of_sum {
            [experiment.suspects, &[SuspectedBug::CutOff]].concat()
        } else if experiment.expectation == Expectation::NeverWinsWithoutSix {
            return Assessment::Unclear(describe_exception(
                "so ist es auch, wo die höchste Zahl des Würfels einsetzt",
                experiment.suspects,
            ));
        } else {
            [experiment.suspects, &[SuspectedBug::SameFile]].concat()
        };
        // That a die never wins, and that somebody wins, does not depend on the number of games.
        if (!never_wins && experiment.expectation == Expectation::NeverWins)
            || (never_wins && second == 0.0)
        {
            Assessment::Wrong(suspects)
        } else {
            Assessment::wrong_unless_few(suspects)
        }
    }

    /// Assesses whether the first of two dice has at least this share.
    fn assess_least(&self, experiment: &Experiment, list: &MeasuredList, least: f64) -> Assessment {
        if list.shares[0] >= least {
            return Assessment::Right;
        }
        let contrast = list.add_to(Contrast::new(least, 0.0), 1.0, 0);
        Assessment::by_contrasts([contrast], experiment.suspects.to_vec())
    }

    /// Assesses whether two equal dice win equally often, and together not more than all games.
    fn assess_equal(&self, experiment: &Experiment, list: &MeasuredList) -> Assessment {
        let sum: f64 = list.shares.iter().sum();
        if sum > 1.0 + 2.0 * list.unit + self.noise.of_sum(2).limit {
            let of_counting = [
                SuspectedBug::CutOff,
                SuspectedBug::CountsTwice,
                SuspectedBug::WinsByFaces,
                SuspectedBug::WrongDie,
            ];
            let suspects = [experiment.suspects, &of_counting].concat();
            return Assessment::wrong_unless_few(suspects);
        }
        let most = list.shares[0].max(list.shares[1]);
        let contrast = list.difference_from_mean(0, 2.0 * FIRST_BEGINS);
        match Assessment::by_contrasts([contrast], experiment.suspects.to_vec()) {
            // Fair games do not end so, unless they are very few.
            Assessment::Right | Assessment::Unclear(_) if most > ALWAYS => {
                Assessment::wrong_unless_few(experiment.suspects.to_vec())
            }
            assessment => assessment,
        }
    }
}

/// The shares of all lists of two dice, in which numbers are this quantity.
fn shares_of_two(lists: &ListsByFile, quantity: PrintedQuantity) -> Vec<(FileFaces, PrintedList)> {
    lists
        .iter()
        .filter(|(faces, _)| faces.len() == 2)
        .filter_map(|(&faces, list)| {
            let list = list.as_ref().ok()?;
            Some((faces, list.divided_by(quantity.factor(2, list.sum()))))
        })
        .sorted_by_key(|(faces, _)| *faces)
        .collect()
}

/// Describes numbers that some rules explain, and the likely cause where these are not played.
fn describe_exception(rules: &str, suspects: &[SuspectedBug]) -> String {
    let otherwise = suspects.first().map_or(String::new(), |bug| {
        format!("; wo andere Regeln gelten sollen: {bug}")
    });
    format!("{rules}{otherwise}")
}

/// The places of a die in these files.
fn find_places<'a>(
    die: &str,
    files: &'a [(FileFaces, MeasuredList)],
) -> impl Iterator<Item = (&'a MeasuredList, usize)> {
    files.iter().filter_map(move |(faces, list)| {
        let place = faces.iter().position(|in_file| *in_file == die)?;
        Some((list, place))
    })
}

/// Assesses the shares on either place of the file of a die that cannot win by the length of the
/// lap: a bug lets it win often on one of them, and never on the other.
fn assess_places(experiment: &Experiment, shares: [f64; 2]) -> Assessment {
    /// The share beyond which a die wins often. If a die has it by the rules, it wins some of
    /// [`GAMES_FOR_NEVER`] games on the other place, too.
    const OFTEN: f64 = 0.3;
    /// The least number of games per pairing of which some are won then.
    const GAMES_FOR_NEVER: u32 = 100;
    let least = shares[0].min(shares[1]);
    let most = shares[0].max(shares[1]);
    if shares == [0.0, 0.0] {
        Assessment::Right
    } else if least == 0.0 && most > OFTEN {
        Assessment::WrongUnlessFew {
            games: GAMES_FOR_NEVER,
            suspects: experiment.suspects.to_vec(),
        }
    } else {
        Assessment::Unclear("die Runde hat eine andere Länge als sonst, wie etwa bei wlr".into())
    }
}

/// Formats shares as percentages with one decimal.
fn format_percents(shares: &[f64]) -> String {
    let percents = shares.iter().map(|share| format!("{:.1}%", 100.0 * share));
    percents.format(", ").to_string()
}
