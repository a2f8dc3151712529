//! Errors as the user reads them: one German line, no word of a library or the operating system.

use std::error::Error;
use std::fmt::Write;
use std::io;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::text::Excerpt;

/// Where to read on after an error of the command line.
const SEE_HELP: &str = "siehe wuerfelglueck --hilfe";

/// An error with its causes, in one line.
pub(super) fn chain(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain() {
        let text = match cause.downcast_ref::<io::Error>() {
            Some(cause) => reason(cause),
            None if cause.is::<rayon::ThreadPoolBuildError>() => continue,
            None => cause.to_string(),
        };
        let separator = if line.is_empty() { "" } else { ": " };
        let _ = write!(line, "{separator}{text}");
    }
    line
}

/// Why reading or writing failed.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => "das ist ein Verzeichnis, keine Datei".into(),
        io::ErrorKind::PermissionDenied => "keine Berechtigung".into(),
        io::ErrorKind::OutOfMemory => "zu wenig Speicher".into(),
        io::ErrorKind::StorageFull => "kein Platz mehr auf dem Datenträger".into(),
        _ => match error.raw_os_error() {
            Some(code) => format!("Fehler {code} des Betriebssystems"),
            None => "unbekannter Fehler".into(),
        },
    }
}

/// What is wrong with the command line.
pub(super) fn command_line(error: &clap::Error) -> String {
    let get = |kind| error.get(kind).map(text).unwrap_or_default();
    let argument = || quoted(&get(ContextKind::InvalidArg));
    let value = || quoted(&get(ContextKind::InvalidValue));
    let what = match error.kind() {
        ErrorKind::InvalidValue if get(ContextKind::InvalidValue).is_empty() => {
            format!("nach {} fehlt der Wert{}", argument(), choice(error))
        }
        ErrorKind::InvalidValue => {
            format!("{} passt nicht zu {}{}", value(), argument(), choice(error))
        }
        ErrorKind::ValueValidation => format!(
            "{} passt nicht zu {}{}",
            value(),
            argument(),
            error
                .source()
                .map(|source| format!("; {source}"))
                .unwrap_or_default()
        ),
        ErrorKind::UnknownArgument => match get(ContextKind::InvalidArg) {
            option if option.starts_with('-') => format!(
                "die Option {} gibt es nicht{}",
                quoted(&option),
                suggestion(&get(ContextKind::SuggestedArg))
            ),
            word => format!(
                "{} ist keine Option; die Würfel kommen über die Standardeingabe: \
                 wuerfelglueck < DATEI",
                quoted(&word)
            ),
        },
        ErrorKind::InvalidSubcommand => format!(
            "den Befehl {} gibt es nicht{}",
            quoted(&get(ContextKind::InvalidSubcommand)),
            suggestion(&get(ContextKind::SuggestedSubcommand))
        ),
        ErrorKind::ArgumentConflict => {
            let (this, other) = (argument(), quoted(&get(ContextKind::PriorArg)));
            if this == other {
                format!("{this} darf nur einmal angegeben werden")
            } else {
                format!("{this} und {other} gehen nicht zusammen")
            }
        }
        ErrorKind::NoEquals => format!("zwischen {} und dem Wert fehlt ein „=“", argument()),
        ErrorKind::TooManyValues => format!("{} ist bei {} ein Wert zu viel", value(), argument()),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("die Anzahl der Werte bei {} stimmt nicht", argument())
        }
        ErrorKind::MissingRequiredArgument => format!("{} fehlt", argument()),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "es fehlt ein Befehl".into()
        }
        ErrorKind::InvalidUtf8 => "ein Argument ist kein gültiges UTF-8".into(),
        _ => "die Befehlszeile ist fehlerhaft".into(),
    };
    format!("{what}; {SEE_HELP}")
}

/// The values that would have been right.
fn choice(error: &clap::Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => {
            format!("; möglich sind: {}", values.join(", "))
        }
        _ => String::new(),
    }
}

fn suggestion(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("; gemeint ist vielleicht {}", quoted(text))
    }
}

fn quoted(text: &str) -> String {
    format!("„{}“", Excerpt::new(text))
}

/// What clap says about an error, where it is words of the user or of this program.
fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of error that clap can raise, with nothing known but its kind, is told in German.
    #[test]
    fn every_kind_has_words_of_its_own() {
        let fallback = "die Befehlszeile ist fehlerhaft; siehe wuerfelglueck --hilfe";
        let mut messages: Vec<String> = [
            ErrorKind::InvalidValue,
            ErrorKind::UnknownArgument,
            ErrorKind::InvalidSubcommand,
            ErrorKind::NoEquals,
            ErrorKind::ValueValidation,
            ErrorKind::TooManyValues,
            ErrorKind::TooFewValues,
            ErrorKind::ArgumentConflict,
            ErrorKind::MissingRequiredArgument,
            ErrorKind::MissingSubcommand,
            ErrorKind::InvalidUtf8,
        ]
        .into_iter()
        .map(|kind| command_line(&clap::Error::new(kind)))
        .collect();
        for message in &messages {
            assert!(message.ends_with("; siehe wuerfelglueck --hilfe"));
            assert_ne!(message, fallback);
        }
        messages.sort();
        messages.dedup();
        assert_eq!(messages.len(), 11);
        for kind in [ErrorKind::Io, ErrorKind::Format] {
            assert_eq!(command_line(&clap::Error::new(kind)), fallback);
        }
    }

    #[test]
    fn causes_are_told_without_words_of_the_system() {
        let error = anyhow::Error::from(io::Error::from_raw_os_error(5)).context("nicht lesbar");
        assert_eq!(chain(&error), "nicht lesbar: Fehler 5 des Betriebssystems");
        let error = anyhow::Error::from(io::Error::other("english")).context("nicht lesbar");
        assert_eq!(chain(&error), "nicht lesbar: unbekannter Fehler");
    }
}
