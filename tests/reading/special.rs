//! Forms of lists that were once misread.

use super::experiment::Score;
use super::sheet::format_ordinal;
use super::style::group_digits;
use crate::prelude::*;

/// A form with names, words and numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialForm {
    /// `Würfel 2: 19 578 von 20 000`
    BlanksInThousands,
    /// `{"ergebnis": [{"wuerfel": 2, "prozent": "97.890"}]}`
    ResultInJson,
    /// `Würfel,Duelle gewonnen,Siege,Spiele`
    DuelsFirst,
    /// `Würfel,Siege als Erster,Siege als Zweiter,Siege gesamt`
    WinsBySeat,
    /// `2;19578/20000`, and `0` for none
    BareZeroLast,
    /// `1st place: 2 97.89`
    OrdinalAndNumber,
    /// `2: 979 ‰`
    PerMille,
    /// `Würfel 2: W/L 46.39`
    Ratio,
    /// `Würfel 2: 97.89 %, Platz 1 von 6`, in the order of the dice
    RankBehind,
    /// `Spieler 2 [1, 1, 1, 6, 6, 6] 19578 Siege, 422 Niederlagen`, in the order of the dice
    NumberAndFaces,
    /// `1. Platz: 6-seitiger Würfel [1, 1, 1, 6, 6, 6] => 97.89 % gewonnen, 2.11 % verloren`
    SidedDie,
    /// What the browser's `console.table` prints.
    ConsoleTable,
    /// `{"wuerfel": {"2": {"augen": …, "statistik": {"siege": 19578, "niederlagen": 422}}}}`
    NestedJson,
    /// `6. Würfel 3: 0.00%`, the best one at the end
    BestLast,
    /// `Würfel 3: nie gewonnen`
    NeverWon,
    /// `1.  1, 1, 1, 6, 6, 6  97.89  ok`
    WordAtEnd,
}

impl SpecialForm {
    /// The forms, the usual ones first.
    pub const ALL: [SpecialForm; 16] = [
        SpecialForm::BlanksInThousands,
        SpecialForm::ResultInJson,
        SpecialForm::DuelsFirst,
        SpecialForm::WinsBySeat,
        SpecialForm::BareZeroLast,
        SpecialForm::OrdinalAndNumber,
        SpecialForm::PerMille,
        SpecialForm::Ratio,
        SpecialForm::RankBehind,
        SpecialForm::NumberAndFaces,
        SpecialForm::SidedDie,
        SpecialForm::ConsoleTable,
        SpecialForm::NestedJson,
        SpecialForm::BestLast,
        SpecialForm::NeverWon,
        SpecialForm::WordAtEnd,
    ];

    /// The number of usual forms.
    pub const FIRST: usize = 9;

    pub fn is_by_faces(self) -> bool {
        matches!(self, SpecialForm::SidedDie | SpecialForm::WordAtEnd)
    }

    pub fn tolerance(self) -> f64 {
        if self == SpecialForm::PerMille {
            0.051
        } else {
            0.02
        }
    }

    /// Returns whether it says the share of each die. `is_sound` says whether wins add up.
    pub fn do_say_shares(self, can_draw: bool, is_sound: bool) -> bool {
        match self {
            SpecialForm::Ratio => false,
            SpecialForm::WinsBySeat => !can_draw && is_sound,
            SpecialForm::NumberAndFaces | SpecialForm::NestedJson => !can_draw,
            _ => true,
        }
    }

    /// Prints scores, which are in the order of the list.
    pub fn print(self, dice: &[Die], scores: &[Score]) -> Vec<String> {
        let by_wins = || scores.iter().sorted_by_key(|score| score.rank);
        let by_die = || scores.iter().sorted_by_key(|score| score.die);
        let number = |score: &Score| score.die + 1;
        let faces = |score: &Score| dice[score.die].faces().iter().join(", ");
        match self {
            SpecialForm::BlanksInThousands => scores
                .iter()
                .map(|score| {
                    let [wins, games] =
                        [score.wins, score.games].map(|count| group_digits(count, " "));
                    format!("Würfel {}: {wins} von {games}", number(score))
                })
                .collect(),
            SpecialForm::ResultInJson => {
                let objects = scores.iter().map(|score| {
                    let [die, share] = [number(score).to_string(), format!("{:.3}", score.share())];
                    format!("{{\"wuerfel\": {die}, \"prozent\": \"{share}\"}}")
                });
                let objects = objects.collect_vec().join(", ");
                vec![format!("{{\"ergebnis\": [{objects}]}}")]
            }
            SpecialForm::DuelsFirst => ["Würfel,Duelle gewonnen,Siege,Spiele".to_owned()]
                .into_iter()
                .chain(scores.iter().map(|score| {
                    let Score {
                        duels, wins, games, ..
                    } = score;
                    format!("{},{duels},{wins},{games}", number(score))
                }))
                .collect(),
            SpecialForm::WinsBySeat => {
                ["Würfel,Siege als Erster,Siege als Zweiter,Siege gesamt".to_owned()]
                    .into_iter()
                    .chain(scores.iter().map(|score| {
                        let [first, wins] = [score.first_wins, score.wins];
                        format!("{},{first},{},{wins}", number(score), wins - first)
                    }))
                    .collect()
            }
            SpecialForm::BareZeroLast => {
                let print_line = |(position, score): (usize, &Score)| {
                    if position + 1 == scores.len() && score.wins == 0 {
                        format!("{};0", number(score))
                    } else {
                        format!("{};{}/{}", number(score), score.wins, score.games)
                    }
                };
                scores.iter().enumerate().map(print_line).collect()
            }
            SpecialForm::OrdinalAndNumber => by_wins()
                .map(|score| {
                    let place = format_ordinal(score.rank);
                    format!("{place} place: {} {:.2}", number(score), score.share())
                })
                .collect(),
            SpecialForm::PerMille => scores
                .iter()
                .map(|score| format!("{}: {:.0} ‰", number(score), 10.0 * score.share()))
                .collect(),
            SpecialForm::Ratio => scores
                .iter()
                .map(|score| {
                    let ratio = score.wins as f64 / score.losses.max(1) as f64;
                    format!("Würfel {}: W/L {ratio:.2}", number(score))
                })
                .collect(),
            SpecialForm::RankBehind => by_die()
                .map(|score| {
                    let [rank, dice] = [score.rank, scores.len()];
                    let share = score.share();
                    format!("Würfel {}: {share:.2} %, Platz {rank} von {dice}", number(score))
                })
                .collect(),
            SpecialForm::NumberAndFaces => by_die()
                .map(|score| {
                    let Score { wins, losses, .. } = score;
                    let faces = faces(score);
                    format!(
                        "Spieler {} [{faces}] {wins} Siege, {losses} Niederlagen",
                        number(score)
                    )
                })
                .collect(),
            SpecialForm::SidedDie => by_wins()
                .map(|score| {
                    let [rank, sides] = [score.rank, score.sides];
                    let lost = 100.0 * score.losses as f64 / score.games as f64;
                    format!(
                        "{rank}. Platz: {sides}-seitiger Würfel [{}] => {:.2} % gewonnen, {lost:.2} % verloren",
                        faces(score),
                        score.share()
                    )
                })
                .collect(),
            SpecialForm::ConsoleTable => {
                let rule = |[left, middle, right]: [&str; 3]| {
                    format!(
                        "{left}{}{middle}{}{middle}{}{right}",
                        "─".repeat(9),
                        "─".repeat(4),
                        "─".repeat(8)
                    )
                };
                let rows = scores.iter().enumerate().map(|(index, score)| {
                    let share = format!("{:.2}", score.share());
                    format!("│ {index:^7} │ {:^2} │ {share:^6} │", number(score))
                });
                [
                    rule(["┌", "┬", "┐"]),
                    "│ (index) │ nr │ quote  │".to_owned(),
                    rule(["├", "┼", "┤"]),
                ]
                .into_iter()
                .chain(rows)
                .chain([rule(["└", "┴", "┘"])])
                .collect()
            }
            SpecialForm::NestedJson => {
                let objects = by_die().map(|score| {
                    let Score { wins, losses, .. } = score;
                    format!(
                        "\"{}\": {{\"augen\": [{}], \"statistik\": {{\"siege\": {wins}, \"niederlagen\": {losses}}}}}",
                        number(score),
                        faces(score)
                    )
                });
                let objects = objects.collect_vec().join(", ");
                vec![format!("{{\"wuerfel\": {{{objects}}}}}")]
            }
            SpecialForm::BestLast => by_wins()
                .rev()
                .map(|score| {
                    let [rank, die] = [score.rank, number(score)];
                    format!("{rank}. Würfel {die}: {:.2}%", score.share())
                })
                .collect(),
            SpecialForm::NeverWon => scores
                .iter()
                .map(|score| {
                    if score.wins == 0 {
                        format!("Würfel {}: nie gewonnen", number(score))
                    } else {
                        format!("Würfel {}: {:.2} %", number(score), score.share())
                    }
                })
                .collect(),
            SpecialForm::WordAtEnd => ["Rang  Würfel  Quote".to_owned()]
                .into_iter()
                .chain(by_wins().map(|score| {
                    format!("{}.  {}  {:.2}  ok", score.rank, faces(score), score.share())
                }))
                .collect(),
        }
    }
}
