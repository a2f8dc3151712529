//! What every correct program satisfies, whatever its rules: small dice files whose answer follows from symmetry or
//! certainty.
//!
//! **Chance.** A file of two equal dice is given to the program several times, which says how far its shares scatter.
//! A share of a die with m opponents, from n games against each, has a variance of at most 1/(4mn). So a
//! share that is d off, where it should be equal to something known, gives 4m·d² (half of it where the other side
//! scatters as much), and the mean of these is 1/n. Those of the repeated file are the first of this mean; then the smallest
//! of all others is compared with it, and belongs to it unless chance makes it that large in less than one of a thousand cases;
//! then the next one. What is too large for chance shows a fault. For f numbers in the mean the limit is the quantile of Student's
//! distribution with f degrees of freedom that one of a million exceeds, by the first term of its expansion. A program that always
//! prints the same gives nothing to begin with: then the smaller half of all belongs to the mean.
//!
//! **Who begins** is a rule. If it is always the die that comes first in the file, it wins up to 2.3 points more than 50 against
//! one of its kind, and lines in another order change shares by up to 4.1 points, whatever the other rules are. Under `wlr`
//! seats differ, by up to 0.4 points. So differences up to 2.5 and 4.5 points are none, and 0.8 where the second die
//! wins more. A die between two others of its kind begins as often as not, and needs no such leeway.

use std::collections::HashMap;

use itertools::Itertools;

use super::shares;
use crate::check::form_fault;
use crate::check::list::List;
use crate::dice::Die;
use crate::likelihood::fit::chi_squared;

/// How often the first file is given to the program.
const REPEATS: usize = 20;
/// A part of a million of what is chance is beyond this many standard deviations.
const MILLIONTH: f64 = 4.9;
/// A part of a thousand is beyond this many. What is belongs to no mean, and the number of games per pairing is measured up to
/// such an error on each side.
const THOUSANDTH: f64 = 3.09;
/// What seats may make of equal dice and of dice in another order, from 0 to 1: see above.
const BEGINS: f64 = 0.025;
const SECOND: f64 = 0.008;
const REORDERED: f64 = 0.045;
/// A sum of shares may be off by this part.
const SUM: f64 = 0.003;

/// Dice, each as the numbers of its faces.
type Faces = &'static [&'static str];

const NORMAL: &str = "1 2 3 4 5 6";
const SMALL: &str = "1 2 5 6";
const LARGE: &str = "1 2 3 4 5 6 7 8";
const NO_SIX: &str = "1 2 3 4 5";
/// The file that is given several times: two dice that are the same, but can be told apart in most lists.
const REPEATED: Faces = &[NORMAL, "6 5 4 3 2 1"];
/// Three dice, and the pairs of them.
const BASE: Faces = &[NORMAL, SMALL, LARGE];
const PAIRS: [Faces; 3] = [&[NORMAL, SMALL], &[NORMAL, LARGE], &[SMALL, LARGE]];
const ONE_SIDED: &str = "etwas gilt nur für einen der beiden Spieler (schlagen, noch einmal würfeln nach einer 6, wo die Runde endet, \
                         wann gewonnen ist), oder der Würfel, der in der Datei früher steht, wird bevorzugt";
const MOVED: &str = "was ein Würfel gewinnt, hängt davon ab, wo er in der Datei steht: etwas gilt nur für einen der beiden Spieler, \
                     bleibt vom Spiel davor übrig, oder die Anteile stehen beim falschen Würfel";

/// What must hold for the list of a file.
#[derive(Clone, Copy, Debug)]
enum Must {
    /// The first die has the mean of all shares, whenever the file is given.
    FirstAlike,
    /// All dice have the same share.
    AllAlike,
    /// The die in the middle has the mean of all shares.
    MiddleAlike,
    /// A share is the mean of those that the die has in these files, but for so much.
    MeanOf(&'static [Faces], f64),
    /// All shares together are half the number of dice.
    Sum,
    /// The first die never wins, and the other always does, unless no game ends.
    NeverWins,
    /// The first die never wins, and the other always does, unless both win, and every game ends.
    NeverWinsAlone,
    /// The two shares are the same, and not more than a half.
    EqualOrDrawn,
}

/// The title of an experiment, its dice, what must hold, and what it means if that does not.
type Experiment = (&'static str, Faces, Must, &'static str);

const EXPERIMENTS: [Experiment; 13] = [
    (
        "zwei gleiche Würfel, zwanzigmal",
        REPEATED,
        Must::FirstAlike,
        ONE_SIDED,
    ),
    ("Summe der Anteile", &[NORMAL; 4], Must::Sum, ""),
    (
        "vier gleiche Würfel",
        &[NORMAL; 4],
        Must::AllAlike,
        ONE_SIDED,
    ),
    (
        "drei Würfel zusammen und je zwei allein",
        BASE,
        Must::MeanOf(&PAIRS, 0.0),
        "die Spiele einer Paarung hängen davon ab, welche Würfel sonst in der Datei stehen: etwas bleibt von der \
         Paarung davor übrig, oder es spielen immer dieselben beiden Würfel",
    ),
    (
        "Zeilen umgekehrt",
        &[LARGE, SMALL, NORMAL],
        Must::MeanOf(&[BASE], REORDERED),
        MOVED,
    ),
    (
        "Zeilen vertauscht",
        &[SMALL, LARGE, NORMAL],
        Must::MeanOf(&[BASE], REORDERED),
        MOVED,
    ),
    (
        "jede Seite viermal",
        &["1 6", "6 1 1 6 1 1 6 6", "1 6"],
        Must::MiddleAlike,
        "die Seiten werden falsch gelesen: die Seitenzahl zählt als Augenzahl, eine Seite fehlt, oder es zählen \
         nur die ersten sechs",
    ),
    (
        "eine Seite, die nie ziehen kann",
        &["1 2 3 4 5 6 44", "1 2 3 4 5 6 50", "1 2 3 4 5 6 44"],
        Must::MiddleAlike,
        "mit 44 und 50 Augen kann keine Figur ziehen, und doch macht es einen Unterschied: das Ziel hat zu viele \
         Felder, Figuren laufen darüber hinaus, oder Zahlen mit zwei Ziffern werden falsch gelesen",
    ),
    (
        "zwei gleiche Würfel, die in einem Wurf ins Ziel kommen",
        &["6 40 41 42 43", "6 40 41 42 43"],
        Must::EqualOrDrawn,
        "für einen der beiden Spieler ist die Runde ein Feld zu kurz oder zu lang, oder sein Ziel liegt woanders",
    ),
    (
        "mit 2, 6 und 43 gegen 1 bis 6",
        &["2 6 43", NORMAL],
        Must::NeverWins,
        "ein Feld im Ziel ist mit 2, 6 und 43 nicht zu erreichen, und der andere kommt immer an: Figuren im Ziel ziehen \
         rückwärts oder im Kreis, das Ziel hat zu viele Felder, Spiele werden abgebrochen, oder der Sieg zählt für den \
         falschen Würfel",
    ),
    (
        "nur Sechsen gegen 1 bis 6",
        &["6 6 6 6 6 6", NORMAL],
        Must::NeverWins,
        "nur mit Sechsen kommen keine vier Figuren ins Ziel, und der andere kommt immer an: gewonnen ist zu früh, \
         Spiele werden abgebrochen, oder der Sieg zählt für den falschen Würfel",
    ),
    (
        "ohne 6 gegen 1 bis 6",
        &[NO_SIX, NORMAL],
        Must::NeverWinsAlone,
        "ohne 6 kommt keine zweite Figur ins Spiel, und der andere kommt immer an: die Paarung wird nicht gespielt, \
         Spiele werden abgebrochen, oder der Sieg zählt für den falschen Würfel",
    ),
    (
        "ohne 6 gegen ohne 6",
        &[NO_SIX, NO_SIX],
        Must::EqualOrDrawn,
        "ein Spiel, das niemand gewinnt, zählt für einen der beiden oder für beide ganz",
    ),
];

/// What experiments have shown.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Of each what was done; and what came and what was expected, or if that is something else, also what that means.
    pub tried: Vec<(&'static str, Result<String, String>)>,
    /// The least and the most games per pairing that the program plays, if its lists differ from one another.
    pub games: Option<[f64; 2]>,
}

impl Trial {
    /// Whether everything held.
    pub fn holds(&self) -> bool {
        self.tried.iter().all(|(_, came)| came.is_ok())
    }
}

/// A list that a program has printed, or why there is none.
pub type Answer = Result<List, String>;

/// The shares of the dice of a list, 0 of those that have none, and the largest unit to which one is rounded.
type Given = (Vec<f64>, f64);
/// The lists that came of each file, or why there is none.
type Came = HashMap<Faces, Result<Vec<Given>, String>>;

/// Does all experiments with a program, which is given dice and prints a list. A file for which it has printed none is not
/// given to it once more. Errors are those of `ask`.
pub fn experiment<E>(mut ask: impl FnMut(&str, &[Die]) -> Result<Answer, E>) -> Result<Trial, E> {
    let mut form = None;
    let mut decimals = None;
    let mut is_sorted = false;
    let mut came = Came::new();
    let pairs = PAIRS.map(|pair| ("je zwei Würfel", pair));
    let files = [("zwei Würfel", REPEATED)].into_iter().chain(pairs);
    let files = files.chain([("drei Würfel", BASE)]);
    let experiments = EXPERIMENTS.map(|(title, dice, ..)| (title, dice));
    for (title, faces) in files.chain(experiments) {
        let times = if faces == REPEATED { REPEATS } else { 1 };
        let known = came.entry(faces).or_insert(Ok(Vec::new()));
        while let Ok(lists) = known
            && lists.len() < times
        {
            let die = |faces: &&str| Die::new(faces.split(' ').flat_map(str::parse).collect());
            let dice = faces.iter().filter_map(die).collect_vec();
            let answer = ask(title, &dice)?.and_then(|list| {
                // Where faces are sorted, dice cannot be told apart by their order.
                let is_there = |die: &Die| list.claims.iter().any(|one| one.faces == die.faces());
                is_sorted |= !dice.iter().all(is_there);
                form = form.take().or_else(|| form_fault(&list, &dice));
                decimals = decimals.max((faces.len() > 2).then(|| list.decimals()));
                shares(&list, &dice).ok_or("keine Zeile nennt einen Würfel der Datei".into())
            });
            match answer {
                Ok(shares) => {
                    let units = shares.iter().flatten().map(|shown| shown.unit);
                    let unit = units.fold(0.0, f64::max);
                    let shares = shares.iter().map(|one| one.map_or(0.0, |one| one.share));
                    lists.push((shares.collect(), unit));
                }
                Err(fault) => *known = Err(fault),
            }
        }
        // Without these lists the others say nothing.
        if faces == REPEATED && known.is_err() {
            break;
        }
    }
    let rounded = "alle Anteile sind ganze Prozent, also zu früh gerundet";
    let form = form.or_else(|| (decimals == Some(0)).then(|| rounded.into()));
    Ok(judged(&came, form, is_sorted))
}

/// What these lists show.
fn judged(came: &Came, form: Option<String>, is_sorted: bool) -> Trial {
    let first = match &came[REPEATED] {
        Ok(lists) => lists.iter().map(|(shares, _)| shares[0]).collect_vec(),
        Err(fault) => {
            let tried = vec![("zwei Würfel", Err(fault.clone()))];
            return Trial { tried, games: None };
        }
    };
    let right = Ok("Reihenfolge, Ränge und Würfel stimmen".into());
    let mut tried = vec![("Form der Listen", form.map_or(right, Err))];
    // Of dice that cannot be told apart, the first one is the one that won more.
    let mean = first.iter().sum::<f64>() / first.len() as f64;
    let mean = if is_sorted { 0.5 } else { mean };
    let square = |share: &f64| 4.0 * (share - mean) * (share - mean);
    let mut squares: f64 = first.iter().map(square).sum();
    let is_same = squares == 0.0;
    let different = if is_same { 1 } else { first.len() };
    let mut freedom = (different - 1) as f64;
    let mut results = EXPERIMENTS.map(|one| result(one, came));
    let compared = results.iter().enumerate().flat_map(|(index, result)| {
        let squares = result.iter().flat_map(|(.., squares)| squares);
        squares.map(move |&square| (square, index))
    });
    let compared = compared.filter(|(square, _)| *square > 0.0);
    let compared = compared.sorted_by(|(one, _), (other, _)| one.total_cmp(other));
    let start = compared.len().div_ceil(2) * usize::from(is_same);
    for (place, (square, index)) in compared.enumerate() {
        let limit = |z: f64| {
            let z = z * (1.0 + (z * z + 1.0) / (4.0 * freedom));
            z * z * squares / freedom
        };
        let (.., must, meaning) = EXPERIMENTS[index];
        let is_chance = matches!(must, Must::MiddleAlike | Must::MeanOf(_, 0.0));
        if place >= start && square > limit(MILLIONTH) {
            if let Ok((_, fault, _)) = &mut results[index] {
                fault.get_or_insert(meaning.into());
            }
        } else if is_chance && (place < start || square <= limit(THOUSANDTH)) {
            squares += square;
            freedom += 1.0;
        }
    }
    let judged = EXPERIMENTS.iter().zip(results);
    tried.extend(judged.map(|(&(title, ..), result)| {
        let came = match result {
            Err(fault) => Err(fault.clone()),
            Ok(([shown, wanted], None, _)) => Ok(format!("{shown} (soll: {wanted})")),
            Ok(([shown, wanted], Some(fault), _)) => {
                Err(format!("{shown} statt {wanted}: {fault}"))
            }
        };
        (title, came)
    }));
    let at = |z: f64| chi_squared(freedom, z) / squares;
    let games = (squares > 0.0).then(|| [at(-THOUSANDTH).max(1.0), at(THOUSANDTH)]);
    Trial { tried, games }
}

/// What came of an experiment: the numbers that came and those that should, in words; what is wrong with it; and how far numbers are
/// off, as squares whose mean is 1/n if only chance makes them.
type Judged = ([String; 2], Option<String>, Vec<f64>);

/// What came of an experiment; or why nothing did.
fn result((_, dice, must, meaning): Experiment, came: &Came) -> Result<Judged, &String> {
    let all = came[dice].as_ref()?;
    let times = all.len() as f64;
    let mean_of = |die| all.iter().map(|(shares, _)| shares[die]).sum::<f64>() / times;
    let own = (0..dice.len()).map(mean_of).collect_vec();
    let sum = own.iter().sum::<f64>();
    let mean = sum / own.len() as f64;
    // Shares are rounded, and so are those that they are compared with.
    let rounding = 2.5 * all[0].1;
    let off = |[one, other]: [f64; 2], leeway: f64, variance: f64| {
        let off = ((one - other).abs() - leeway - rounding).max(0.0);
        4.0 * (own.len() - 1) as f64 * off * off / variance
    };
    let each = |others: &[f64], leeway: f64, variance: f64| {
        let pairs = own.iter().zip(others);
        let squares = pairs.map(|(&one, &other)| off([one, other], leeway, variance));
        squares.collect_vec()
    };
    let mut shown = percentages(&own);
    let mut fault = None;
    let all_alike = format!("je {}", percentages(&[mean]));
    let (wanted, squares) = match must {
        Must::FirstAlike => {
            let leeway = if own[0] > own[1] { BEGINS } else { SECOND };
            (all_alike, vec![off([own[0], mean], leeway, 1.0 / times)])
        }
        Must::AllAlike => (all_alike, each(&vec![mean; own.len()], BEGINS, 1.0)),
        Must::MiddleAlike => {
            let wanted = format!("{} in der Mitte", percentages(&[mean]));
            (wanted, vec![off([own[1], mean], 0.0, 1.0)])
        }
        Must::MeanOf(files, leeway) => {
            let mean = |die: &&str| {
                let shares = files.iter().filter_map(|faces| {
                    let place = faces.iter().position(|one| one == die)?;
                    Some(came[faces].as_ref().map(|lists| lists[0].0[place]))
                });
                let shares = shares.collect::<Result<Vec<f64>, _>>()?;
                Ok(shares.iter().sum::<f64>() / shares.len() as f64)
            };
            let means = dice.iter().map(mean).collect::<Result<Vec<_>, _>>()?;
            (percentages(&means), each(&means, leeway, 2.0))
        }
        Must::Sum => {
            let half = own.len() as f64 / 2.0;
            shown = percentages(&[sum]);
            fault = sum_fault(sum / half, own.len());
            (percentages(&[half]), Vec::new())
        }
        Must::NeverWins | Must::NeverWinsAlone => {
            let is_whole = (sum - 1.0).abs() <= SUM;
            let is_right = match must {
                Must::NeverWins => own[0] == 0.0 && (own[1] == 1.0 || own[1] == 0.0),
                _ => own[1] > 0.0 && is_whole && (own[0] == 0.0 || own[1] < 0.9),
            };
            fault = (!is_right).then(|| meaning.into());
            ("0.0%, 100.0%".into(), Vec::new())
        }
        Must::EqualOrDrawn => {
            let is_too_much = sum > 1.0 + SUM || own[0].max(own[1]) > 0.99;
            fault = is_too_much.then(|| meaning.into());
            // Only games that somebody wins make shares scatter.
            let squares = vec![off([own[0], mean], 2.0 * BEGINS, sum.max(0.01))];
            ("zweimal dasselbe, höchstens je 50.0%".into(), squares)
        }
    };
    Ok(([shown, wanted], fault, squares))
}

/// Shares, as they are printed.
fn percentages(shares: &[f64]) -> String {
    let percents = shares.iter().map(|share| format!("{:.1}%", 100.0 * share));
    percents.format(", ").to_string()
}

/// What is wrong if all shares of a list of so many dice are together this part of what games without draws make.
pub(super) fn sum_fault(part: f64, dice: usize) -> Option<String> {
    let is_near = |value: f64| (part - value).abs() <= SUM;
    let number = dice as f64;
    Some(if is_near(1.0) {
        return None;
    } else if is_near((number - 1.0) / number) {
        format!("geteilt wird durch {dice} statt durch {}", dice - 1)
    } else if is_near(2.0 / number) {
        "geteilt wird durch die Spiele aller Paarungen statt durch die des Würfels".into()
    } else if part > 1.0 {
        format!(
            "das {part:.2}-Fache des Möglichen: etwas zählt doppelt, oder es wird durch zu wenig geteilt"
        )
    } else {
        format!(
            "das {part:.2}-Fache: es wird durch zu viel geteilt, oder Spiele zählen für niemanden, weil sie nach einer Zahl \
             von Würfen abgebrochen oder gar nicht gespielt werden"
        )
    })
}
