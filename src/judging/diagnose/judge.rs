//! Judges the lists of a program, experiment by experiment.

use itertools::Itertools;

use super::bugs::SuspectedBug;
use super::candidate::GameRange;
use super::collector::{Collector, ListsByFile, PrintedList, RepeatedList};
use super::experiments::{
    COMPARISON_COUNT, Expectation, Experiment, FIRST_BEGINS, FOUR_EQUAL_DICE, FileFaces,
    SECOND_SEAT, difference_from_mean,
};
use super::least_games::{largest, least_games};
use super::quantity::PrintedQuantity;
use super::results::{ExperimentOutcome, ExperimentResult};
use super::statistics::{Agreement, Discrepancy, MeasuredNoise, Repeat};
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
    /// The assessment of numbers by their agreement with chance, if these bugs may be the cause
    /// where they are impossible.
    fn by_chance(agreement: Agreement, suspects: Vec<SuspectedBug>) -> Assessment {
        match agreement {
            Agreement::Usual => Assessment::Right,
            Agreement::Unusual => Assessment::Unclear(
                "so weit daneben liegt ein richtiges Programm in einem von 1000 Läufen; ein Beweis \
                 ist das nicht, mehr Spiele je Paarung klären es"
                    .into(),
            ),
            Agreement::Impossible => Assessment::wrong_unless_few(suspects),
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
}

/// A judge of the lists of a program: the chance in them, and the results so far.
pub(super) struct Judge {
    noise: MeasuredNoise,
    /// The least number of games per pairing that the numbers can come from.
    least_games: u32,
    /// The range of the number of games per pairing, if the lists show it.
    pub(super) games: Option<GameRange>,
    pub(super) quantity: PrintedQuantity,
    /// The bugs that results have named.
    named_bugs: Vec<SuspectedBug>,
    pub(super) results: Vec<ExperimentResult>,
}

impl Judge {
    /// Judges the form of the lists so far, the chance in the repeats, the sums of shares, and the
    /// shares of the repeats. The collector has a list of four equal dice, or the reason why there
    /// is none.
    pub(super) fn new<P>(collector: &Collector<P>, repeats: &[RepeatedList]) -> Judge {
        let sums = repeats.iter().map(|repeat| repeat.list.sum());
        let sum_of_two = sums.sum::<f64>() / repeats.len() as f64;
        let list_of_four = collector.lists[FOUR_EQUAL_DICE].as_ref().ok();
        let sum_of_four = list_of_four.map(PrintedList::sum);
        let lists_of_two = collector
            .lists
            .iter()
            .filter(|(dice, _)| dice.len() == 2)
            .filter_map(|(_, list)| list.as_ref().ok())
            .chain(repeats.iter().map(|repeat| &repeat.list))
            .collect_vec();
        let least_games = least_games(&lists_of_two);
        let quantity = PrintedQuantity::new(sum_of_two, largest(&lists_of_two), sum_of_four);
        let factor = quantity.factor(2);
        let measured = repeats.iter().map(|repeat| Repeat {
            group: repeat.group,
            shares: [0, 1].map(|die| repeat.list.values[die] / factor),
        });
        let units = repeats.iter().map(|repeat| repeat.list.unit);
        let unit = units.fold(0.0, f64::max) / factor;
        let noise = MeasuredNoise::measure(&measured.collect_vec(), COMPARISON_COUNT, least_games);
        let mut judge = Judge {
            noise,
            least_games,
            games: noise.games(unit),
            quantity,
            named_bugs: Vec::new(),
            results: Vec::new(),
        };
        judge.add_form(collector);
        judge.add_noise(unit);
        judge.add_sums(collector.joins_equal_dice, sum_of_two, list_of_four, unit);
        judge.add_repeats(unit);
        judge
    }

    /// Adds a result.
    pub(super) fn add(&mut self, title: &'static str, outcome: ExperimentOutcome) {
        self.results.push(ExperimentResult { title, outcome });
    }

    /// Adds a result about these numbers. A wrong one that a named bug explains is not judged, nor
    /// is an unclear one, or one that few games explain. These two may be further effects of any
    /// named bug.
    fn add_assessed(&mut self, title: &'static str, numbers: AssessedNumbers) {
        let AssessedNumbers {
            shown,
            expected,
            assessment,
        } = numbers;
        let assessment = match assessment {
            Assessment::WrongUnlessFew { games, suspects } if self.least_games >= games => {
                Assessment::Wrong(suspects)
            }
            assessment => assessment,
        };
        let outcome = match assessment {
            Assessment::Right => ExperimentOutcome::Holds {
                seen: format!("{shown} (soll: {expected})"),
            },
            Assessment::Unclear(_) | Assessment::WrongUnlessFew { .. }
                if !self.named_bugs.is_empty() =>
            {
                ExperimentOutcome::NotJudged {
                    reason: format!("{shown} statt {expected}: kann daraus folgen"),
                }
            }
            Assessment::WrongUnlessFew { games, .. } => ExperimentOutcome::NotJudged {
                reason: format!(
                    "{shown} statt {expected}: ein Beweis ist das erst ab {games} Spielen je \
                     Paarung; die Zahlen können von {} sein",
                    self.least_games
                ),
            },
            Assessment::Unclear(reason) => ExperimentOutcome::NotJudged {
                reason: format!("{shown} statt {expected}: {reason}"),
            },
            Assessment::Wrong(suspects)
                if suspects.iter().any(|bug| self.named_bugs.contains(bug)) =>
            {
                ExperimentOutcome::NotJudged {
                    reason: format!("{shown} statt {expected}: folgt daraus"),
                }
            }
            Assessment::Wrong(suspects) => {
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
                PrintedQuantity::Wins { .. } => {
                    "; statt Anteilen stehen da Anzahlen gewonnener Spiele"
                }
                PrintedQuantity::SharesOfAllGames => {
                    "; es sind Anteile an allen Spielen statt an denen des Würfels"
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
        let outcome = match self.games {
            Some(games) => {
                let points = 100.0 * self.noise.deviation();
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
                    "die Listen sind alle oder fast alle gleich. Das Programm rechnet ohne \
                     Zufall, rundet ihn weg, spielt nur wenige Spiele, oder sortiert die Seiten \
                     und beginnt immer mit derselben Saat; wie groß der Zufall ist, ist so nicht \
                     zu messen, und auffallen kann nur, was weiter daneben liegt als bei {} je \
                     Paarung",
                    format_count(u64::from(self.least_games), "Spiel", "Spielen")
                ),
            },
        };
        self.add(NOISE_TITLE, outcome);
    }

    /// Adds a result about the sums of the shares of two dice and of four. Shares of the repeats
    /// have this unit.
    fn add_sums(
        &mut self,
        joins_equal_dice: bool,
        sum_of_two: f64,
        list_of_four: Option<&PrintedList>,
        unit: f64,
    ) {
        let mut sums = vec![sum_of_two];
        sums.extend(list_of_four.map(PrintedList::sum));
        let has_other_divisor = matches!(
            self.quantity,
            PrintedQuantity::Wins { .. } | PrintedQuantity::SharesOfAllGames
        );
        if has_other_divisor {
            for (sum, dice) in sums.iter_mut().zip([2, 4]) {
                *sum /= self.quantity.factor(dice);
            }
        }
        let unit_of_four = list_of_four.map_or(0.0, |list| list.unit / self.quantity.factor(4));
        let expected = [1.0, 2.0];
        let numbers = AssessedNumbers {
            shown: format_percents(&sums),
            expected: format_percents(&expected[..sums.len()]),
            assessment: self.assess_sums(joins_equal_dice, &sums, unit, unit_of_four),
        };
        self.add_assessed(SUM_TITLE, numbers);
    }

    /// Assesses the sum of the shares of two dice, and if it is there, of four. Shares of two dice
    /// have this `unit`.
    fn assess_sums(
        &self,
        joins_equal_dice: bool,
        sums: &[f64],
        unit: f64,
        unit_of_four: f64,
    ) -> Assessment {
        // Where each die has the wins of all that have its faces, four equal ones have a sum of 8.
        let counts_by_faces =
            sums.get(1).is_some_and(|sum| sum / 2.0 > 3.5) && (0.9..1.1).contains(&sums[0]);
        if counts_by_faces || joins_equal_dice {
            return Assessment::wrong_unless_few(vec![SuspectedBug::WinsByFaces]);
        }
        match self.quantity {
            PrintedQuantity::SharesPerDie => {
                return Assessment::wrong_unless_few(vec![SuspectedBug::DividedByDice(
                    FOUR_EQUAL_DICE.len(),
                )]);
            }
            PrintedQuantity::ScaledShares(factor) if factor > 1.0 => {
                return Assessment::wrong_unless_few(vec![SuspectedBug::CountsTwice]);
            }
            PrintedQuantity::ScaledShares(_) => {
                return Assessment::wrong_unless_few(vec![SuspectedBug::LargeDivisor]);
            }
            _ => {}
        }
        let discrepancies = self.compare_sums(sums, unit, unit_of_four);
        let agreement = self.worst_agreement(discrepancies);
        if agreement < Agreement::Impossible && sums.len() == 1 {
            return Assessment::Unclear("die Liste von vier gleichen Würfeln fehlt".into());
        }
        let is_too_large = |sum: &Discrepancy| sum.amount > sum.leeway;
        let suspects = if discrepancies.iter().any(is_too_large) {
            vec![SuspectedBug::CutOff, SuspectedBug::CountsTwice]
        } else {
            vec![
                SuspectedBug::CutOff,
                SuspectedBug::NotPlayed,
                SuspectedBug::LargeDivisor,
            ]
        };
        Assessment::by_chance(agreement, suspects)
    }

    /// The discrepancies of the sum of the shares of two dice and of four, which is 0 if there is
    /// no list of four.
    fn compare_sums(&self, sums: &[f64], unit: f64, unit_of_four: f64) -> [Discrepancy; 2] {
        let weight_of_mean = self.noise.weight_of_mean();
        // Where each die begins the games that count for it, all win more than half.
        let leeway_of_share = unit + FIRST_BEGINS;
        [
            Discrepancy {
                amount: sums[0] - 1.0,
                leeway: 2.0 * leeway_of_share,
                weight: weight_of_mean,
                is_of_sums: true,
            },
            Discrepancy {
                amount: sums.get(1).map_or(0.0, |sum| sum - 2.0),
                leeway: 4.0 * leeway_of_share + 4.0 * unit_of_four,
                weight: 2.0 + 2.0 * weight_of_mean,
                is_of_sums: true,
            },
        ]
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
            let discrepancy = Discrepancy {
                amount: share - half,
                leeway: leeway + unit,
                weight: self.noise.weight_of_mean(),
                is_of_sums: false,
            };
            let agreement = self.noise.agreement(discrepancy);
            let numbers = AssessedNumbers {
                shown: format_percents(&[share, 2.0 * half - share]),
                expected: format!("je {}", format_percents(&[half])),
                assessment: Assessment::by_chance(agreement, vec![suspect]),
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
    }

    /// Adds a result about an experiment, whose files have `lists`.
    pub(super) fn add_experiment(&mut self, experiment: &Experiment, lists: &ListsByFile) {
        match self.assess_experiment(experiment, lists) {
            Ok(numbers) => self.add_assessed(experiment.title, numbers),
            Err(reason) => {
                self.add(experiment.title, ExperimentOutcome::NotJudged { reason });
            }
        }
    }

    /// The list of a file with shares in place of the printed quantity, or the reason in German why
    /// there is none. Panics if the file was not given to the program.
    fn shares_of(&self, faces: FileFaces, lists: &ListsByFile) -> Result<PrintedList, String> {
        let list = lists[faces].as_ref().map_err(String::clone)?;
        Ok(list.divided_by(self.quantity.factor(faces.len())))
    }

    /// Assesses the shares of an experiment. If a list is missing, returns the reason in German.
    fn assess_experiment(
        &self,
        experiment: &Experiment,
        lists: &ListsByFile,
    ) -> Result<AssessedNumbers, String> {
        let PrintedList {
            values: shares,
            unit,
        } = self.shares_of(experiment.dice, lists)?;
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let (expected, assessment) = match experiment.expectation {
            Expectation::NeverWins | Expectation::NeverWinsWithoutSix => {
                let assessment = self.assess_never_wins(experiment, [shares[0], shares[1]], unit);
                ("0.0%, 100.0%".into(), assessment)
            }
            Expectation::NeverWinsOnEitherPlace { swapped } => {
                let on_places = [shares[0], self.shares_of(swapped, lists)?.values[1]];
                return Ok(AssessedNumbers {
                    shown: format_percents(&on_places),
                    expected: "0.0%, 0.0%".into(),
                    assessment: assess_places(experiment, on_places),
                });
            }
            Expectation::EqualOrDrawn => {
                let assessment = self.assess_equal(experiment, [shares[0], shares[1]], unit);
                ("zweimal dasselbe, höchstens je 50.0%".into(), assessment)
            }
            Expectation::AllAlike => {
                let discrepancies =
                    (0..shares.len()).map(|die| difference_from_mean(&shares, die, FIRST_BEGINS));
                let assessment = self.assess_chance(experiment, discrepancies, unit);
                (format!("je {}", format_percents(&[mean])), assessment)
            }
            Expectation::MiddleAlike => {
                let discrepancies = [difference_from_mean(&shares, 1, 0.0)];
                let assessment = self.assess_chance(experiment, discrepancies, unit);
                (
                    format!("{} in der Mitte", format_percents(&[mean])),
                    assessment,
                )
            }
            Expectation::MeanOf { files, leeway } => {
                let means = self.mean_shares(experiment.dice, files, lists)?;
                let discrepancies = shares.iter().zip(&means).map(|(share, mean)| Discrepancy {
                    amount: share - mean,
                    leeway,
                    weight: 2.0,
                    is_of_sums: false,
                });
                let assessment = self.assess_chance(experiment, discrepancies, unit);
                (format_percents(&means), assessment)
            }
        };
        Ok(AssessedNumbers {
            shown: format_percents(&shares),
            expected,
            assessment,
        })
    }

    /// The mean share of each die over those of `files` that it is in. If the list of one of them
    /// is missing, returns a reason in German.
    fn mean_shares(
        &self,
        dice: FileFaces,
        files: &[FileFaces],
        lists: &ListsByFile,
    ) -> Result<Vec<f64>, String> {
        let lists: Vec<PrintedList> = files
            .iter()
            .map(|&faces| self.shares_of(faces, lists))
            .collect::<Result<_, _>>()
            .map_err(|_| "die Listen, mit denen verglichen wird, fehlen".to_string())?;
        let mean_share = |die: &&str| {
            let shares = files
                .iter()
                .zip(&lists)
                .filter_map(|(faces, list)| {
                    let place = faces.iter().position(|in_file| in_file == die)?;
                    Some(list.values[place])
                })
                .collect_vec();
            shares.iter().sum::<f64>() / shares.len() as f64
        };
        Ok(dice.iter().map(mean_share).collect())
    }

    /// Assesses whether chance explains all discrepancies of shares, which have this unit.
    fn assess_chance(
        &self,
        experiment: &Experiment,
        discrepancies: impl IntoIterator<Item = Discrepancy>,
        unit: f64,
    ) -> Assessment {
        let rounded = discrepancies.into_iter().map(|discrepancy| Discrepancy {
            leeway: discrepancy.leeway + 2.0 * unit,
            ..discrepancy
        });
        Assessment::by_chance(self.worst_agreement(rounded), experiment.suspects.to_vec())
    }

    /// The agreement of the discrepancy that agrees least with chance.
    fn worst_agreement(&self, discrepancies: impl IntoIterator<Item = Discrepancy>) -> Agreement {
        discrepancies
            .into_iter()
            .map(|discrepancy| self.noise.agreement(discrepancy))
            .max()
            .unwrap_or(Agreement::Usual)
    }

    /// Assesses whether the first die never wins, and the second one always does. Shares have this
    /// unit.
    fn assess_never_wins(
        &self,
        experiment: &Experiment,
        [first, second]: [f64; 2],
        unit: f64,
    ) -> Assessment {
        // The divisor of these numbers is the mean sum of the repeats, or for wins a larger number
        // of some list, and may scatter.
        let leeway_of_sums = |weight: f64| 2.5 * unit + self.noise.limit(weight, true);
        let leeway = match self.quantity {
            PrintedQuantity::Wins { .. } | PrintedQuantity::ScaledShares(_) => {
                leeway_of_sums(self.noise.weight_of_mean())
            }
            _ => unit,
        };
        let never_wins = first == 0.0;
        if never_wins && (second - 1.0).abs() <= leeway {
            return Assessment::Right;
        }
        let may_enter_without_six = experiment.expectation == Expectation::NeverWinsWithoutSix;
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
            let not_played = may_enter_without_six.then_some(SuspectedBug::NotPlayed);
            [SuspectedBug::WrongDie]
                .into_iter()
                .chain(not_played)
                .collect()
        } else if sum > 1.0 + leeway_of_sums(1.0) {
            vec![
                SuspectedBug::CutOff,
                SuspectedBug::CountsTwice,
                SuspectedBug::WinsByFaces,
            ]
        } else if sum < 1.0 - leeway_of_sums(1.0) {
            [experiment.suspects, &[SuspectedBug::CutOff]].concat()
        } else if may_enter_without_six {
            return Assessment::Unclear(
                "Figuren kommen auch mit einer anderen Zahl als 6 ins Spiel; richtig ist das nur, \
                 wo die höchste Zahl des Würfels \
                 einsetzt"
                    .into(),
            );
        } else {
            [experiment.suspects, &[SuspectedBug::SameFile]].concat()
        };
        // That a die never wins, and that somebody wins, does not depend on the number of games.
        let is_certain = if never_wins {
            second == 0.0
        } else {
            !may_enter_without_six
        };
        if is_certain {
            Assessment::Wrong(suspects)
        } else {
            Assessment::wrong_unless_few(suspects)
        }
    }

    /// Assesses whether two equal dice win equally often, and together not more than all games.
    /// Shares have this unit.
    fn assess_equal(&self, experiment: &Experiment, shares: [f64; 2], unit: f64) -> Assessment {
        let sum: f64 = shares.iter().sum();
        if sum > 1.0 + 2.0 * unit + self.noise.limit(1.0, true) {
            let of_counting = [
                SuspectedBug::CutOff,
                SuspectedBug::CountsTwice,
                SuspectedBug::WinsByFaces,
                SuspectedBug::WrongDie,
            ];
            let suspects = [experiment.suspects, &of_counting].concat();
            return Assessment::wrong_unless_few(suspects);
        }
        let most = shares[0].max(shares[1]);
        let discrepancy = difference_from_mean(&shares, 0, 2.0 * FIRST_BEGINS);
        match self.assess_chance(experiment, [discrepancy], unit) {
            // Fair games do not end so, unless they are very few.
            Assessment::Right | Assessment::Unclear(_) if most > ALWAYS => {
                Assessment::wrong_unless_few(experiment.suspects.to_vec())
            }
            assessment => assessment,
        }
    }
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
