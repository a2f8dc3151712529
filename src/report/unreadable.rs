//! The reasons why lists cannot be read, with the remedies that may help.

use itertools::Itertools;

use judging::check::list::ListError;
use judging::reading::{FormMismatch, Refusal};
use wuerfelglueck::text::{Excerpt, join_words};

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
