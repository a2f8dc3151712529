//! The reasons why lists cannot be read, with the remedies that may help.

use judging::check::list::ListError;
use judging::reading::FormMismatch;

/// Describes an error, with the remedies that may help, if there are any.
pub fn describe_list_error(error: &ListError) -> String {
    match error {
        ListError::Ambiguous { .. } => format!("{error} Mit --form sagen, was der Anteil ist"),
        ListError::Obstacle { .. } => format!("{error}; oder mit --form sagen, was der Anteil ist"),
        ListError::TooManyLines(_) => format!(
            "{error}; bitte nur sie abgeben oder mit --form sagen, wie ihre Zeilen aussehen"
        ),
        ListError::Form(fault) => describe_form_mismatch(fault),
        _ => error.to_string(),
    }
}

/// Describes the reason why a list cannot be read by its `--form`.
fn describe_form_mismatch(fault: &FormMismatch) -> String {
    match fault {
        FormMismatch::NoLine {
            line,
            fitting,
            rest,
        } => format!(
            "--form passt auf keine Zeile; am weitesten passt Zeile {line}, bis hinter „{fitting}“; \
             nicht zur Form passt „{rest}“"
        ),
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
