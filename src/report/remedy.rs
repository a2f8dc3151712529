//! Remedies: the only place where options, and commands that help on, are spelt.

use std::fmt::Display;

use itertools::Itertools;

use judging::Doubt;
use judging::check::Finding;
use judging::check::findings::FEW_GAMES;
use judging::check::list::ListError;
use judging::diagnose::{Hypothesis, NoShares, RuleDifference};
use judging::reading::{FormMismatch, Refusal};
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::{Excerpt, join_words};

// What makes a ranking surer, behind „mehr mit“: more time, games, memory, or a finer accuracy.

/// More time for a ranking that ended early.
pub const MORE_TIME: &str = "längerer Laufzeit";

/// Returns the option for memory of the solver, in GiB.
pub fn name_memory(gibibytes: f64) -> String {
    format!("--speicher {gibibytes}")
}

/// Returns the option for an accuracy, in percentage points.
pub fn name_accuracy(points: f64) -> String {
    format!("--genauigkeit {points}")
}

/// Returns the option for the number of games of each pairing, or for the most.
pub fn name_games_option(are_fixed: bool) -> &'static str {
    if are_fixed {
        "--spiele"
    } else {
        "--hoechstens"
    }
}

/// What shows the pairings that a table has no room for.
pub const ALL_PAIRINGS: &str = "alle Paarungen zeigt --paarungen --format tsv";
/// What shows the pairings whose games were cut off.
pub const CUT_OFF_PAIRINGS: &str = "welche Paarungen es sind, zeigt --format json";
/// That the solver does not cut games off.
pub const NO_CUT_OFF: &str = "--exakt rechnet ohne die Grenze";
/// That no remedy makes the solver more accurate.
pub const NOT_SOLVED_FINER: &str = "genauer rechnet „--exakt“ sie nicht";
/// What shows the best strategies against several others.
pub const BEST_AGAINST_SEVERAL: &str =
    "Was gegen mehrere am besten ist, zeigt --optimal --spieler N.";

/// Returns what explains a position in which the second seat counts its fields from another A, if
/// the log is read as one `has_board_fields`.
pub fn explain_board_fields(has_board_fields: bool) -> &'static str {
    if has_board_fields {
        "Zählt jeder Sitz seine Felder vom eigenen A aus? Dann gehört --felder nicht dazu."
    } else {
        "Zählen beide Sitze ihre Felder vom A des ersten aus? Dann gehört --felder dazu."
    }
}

/// Returns the name of a hypothesis, as options take it: the rule set, and behind it the scoring if
/// draws count.
pub fn name_hypothesis(hypothesis: Hypothesis) -> String {
    if hypothesis.counts_draws() {
        format!("{} --wertung punkte", hypothesis.rules)
    } else {
        hypothesis.rules.to_string()
    }
}

/// Returns the name of a difference of rules, as options take it.
pub fn name_difference(difference: RuleDifference) -> String {
    match difference {
        RuleDifference::Base { name, .. } => name.into(),
        RuleDifference::Deviation(deviation) => deviation.name().into(),
        RuleDifference::Scoring => "„--wertung punkte“".into(),
    }
}

/// Returns the command that explains the rules of this name.
pub fn explain_rules(name: impl Display) -> String {
    format!("wuerfelglueck regeln {name}")
}

/// Returns the command that finds the rules of a list, whose names are words of a shell.
pub fn diagnose_list(file: &str, list: &str) -> String {
    format!("wuerfelglueck diagnose {file} {list}")
}

/// The command that finds the rules of a program.
pub const DIAGNOSE_PROGRAM: &str = "wuerfelglueck diagnose -- BEFEHL";

/// Returns the command that shows the first wrong roll of a log of games with dice of this file, a
/// word of a shell, by the rules if they are not the usual ones.
pub fn find_wrong_roll(rules: Option<Rules>, file: &str) -> String {
    let rules = rules.map(|rules| format!("--regeln {rules} "));
    let rules = rules.unwrap_or_default();
    format!("wuerfelglueck spiel {rules}--vergleiche PROTOKOLL {file}")
}

/// Describes a doubt, with the remedy for it if the doubt does not name it: options, more games, or
/// other figures in the list.
pub fn describe_doubt(doubt: &Doubt) -> String {
    let more_games = format!(
        "mehr Spiele ({} oder {})",
        name_games_option(false),
        name_games_option(true)
    );
    let remedy = match doubt {
        Doubt::SharesForTolerance { .. } => {
            format!("{more_games}, eine kleinere --genauigkeit oder eine größere --toleranz")
        }
        Doubt::OpenOrder { .. } => {
            format!("{more_games}, eine kleinere --genauigkeit oder einen größeren --spielraum")
        }
        Doubt::SharesForGames { .. } => format!("{more_games} oder eine kleinere --genauigkeit"),
        Doubt::FewGames { .. } => {
            "mit --gespielt N sagen, wie viele Spiele je Paarung es waren".into()
        }
        Doubt::Unmatched { .. }
        | Doubt::Several { .. }
        | Doubt::RulesOfFewGames { .. }
        | Doubt::NoResult(_) => return doubt.to_string(),
    };
    format!("{doubt}; bitte {remedy}")
}

/// What finds the rules that lists follow.
pub const FIND_RULES: &str = "siehe wuerfelglueck diagnose";

/// Returns the advice behind a finding, in brackets; empty if there is none.
pub fn advise_on(finding: &Finding) -> String {
    if finding.kind == FEW_GAMES {
        format!(" ({FIND_RULES})")
    } else {
        String::new()
    }
}

/// Describes an error, with the remedies that may help, if there are any.
pub fn describe_list_error(error: &ListError) -> String {
    match error {
        ListError::Refused { refusal, forms } => match refusal {
            Refusal::Ambiguous { .. } => format!("{error} Mit {}", describe_forms(forms)),
            Refusal::Obstacle { .. } => format!("{error}; oder mit {}", describe_forms(forms)),
            Refusal::TooManyLines(_) => format!(
                "{error}; bitte nur sie abgeben oder mit --form sagen, wie ihre Zeilen aussehen"
            ),
            _ => error.to_string(),
        },
        ListError::Form(fault) => describe_form_mismatch(fault),
        _ => error.to_string(),
    }
}

/// Describes why `diagnose` has no shares of a list, with the remedy if there is one.
pub fn describe_no_shares(error: NoShares) -> String {
    match error {
        NoShares::OrderOrWins => {
            format!("{error}; mit --gespielt N sagen, aus wie vielen Spielen je Paarung sie sind")
        }
        NoShares::HiddenGames | NoShares::OtherDice | NoShares::NotOfTheseDice => error.to_string(),
    }
}

/// Describes what `--form` can say, by these forms if there are any.
fn describe_forms(forms: &[String]) -> String {
    if forms.is_empty() {
        return "--form sagen, was der Anteil ist".into();
    }
    let forms = forms.iter().map(|form| format!("--form '{form}'"));
    format!(
        "{} sagen, was gemeint ist",
        join_words(&forms.collect_vec(), "oder")
    )
}

/// Describes the reason why a list cannot be read by its `--form`.
fn describe_form_mismatch(fault: &FormMismatch) -> String {
    match fault {
        FormMismatch::NoLine {
            line,
            fitting,
            rest,
        } => match [fitting, rest].map(Excerpt::is_empty) {
            [true, _] => format!(
                "--form passt auf keine Zeile; auch Zeile {line}, „{rest}“, passt von Anfang an nicht"
            ),
            [_, true] => format!(
                "--form passt auf keine Zeile; am weitesten passt Zeile {line}: hinter „{fitting}“ \
                 fehlt noch etwas"
            ),
            _ => format!(
                "--form passt auf keine Zeile; am weitesten passt Zeile {line}, bis hinter \
                 „{fitting}“; nicht zur Form passt „{rest}“"
            ),
        },
        FormMismatch::NoDie { line } => format!(
            "Zeile {line}: einen solchen Würfel gibt es nicht in der Würfeldatei; --form zählt \
             {{nummer}} ab 1 und {{index}} ab 0"
        ),
        FormMismatch::SeveralDice { line } => format!(
            "Zeile {line}: mehrere Würfel der Datei haben so viele Seiten; --form braucht \
             {{nummer}}, {{index}} oder {{augen}}"
        ),
        FormMismatch::Twice { line, other } => format!(
            "Zeile {line}: der Würfel steht auch in Zeile {other}; --form muss jeden Würfel einmal \
             finden"
        ),
        FormMismatch::Missing { line, die } => {
            format!("Zeile {line}: --form findet den Würfel {die} nicht")
        }
        FormMismatch::NoShare { line } => {
            format!("Zeile {line}: die Zahlen von --form ergeben keinen Anteil")
        }
        FormMismatch::NotAllPairings => {
            "--form muss jede Paarung finden, einmal oder in beiden Reihenfolgen".into()
        }
        FormMismatch::NoShares => {
            "--form nennt nicht, was beide Würfel einer Paarung gewinnen".into()
        }
    }
}
