//! Errors as the user reads them: one German line, no word of a library or the operating system.

use std::error::Error;
use std::fmt::Write;
use std::io;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::options::Options;
use crate::sixjack::strategy::StrategyError;
use crate::text::Excerpt;

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
        io::ErrorKind::NotFound => "die Datei gibt es nicht".into(),
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

/// What is wrong with the command line, which begins with this command, if any.
pub(super) fn command_line(error: &clap::Error, command: Option<&str>) -> String {
    let get = |kind| error.get(kind).map(text).unwrap_or_default();
    let argument = || name(&get(ContextKind::InvalidArg));
    let value = || quoted(&get(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::InvalidValue if get(ContextKind::InvalidValue).is_empty() => {
            format!("nach {} fehlt der Wert{}", argument(), choice(error))
        }
        ErrorKind::InvalidValue => {
            format!("{} passt nicht zu {}{}", value(), argument(), choice(error))
        }
        ErrorKind::ValueValidation => match error.source() {
            Some(fault) if fault.is::<StrategyError>() => {
                format!("{} ist keine Strategie: {fault}", value())
            }
            Some(fault) => format!("{} passt nicht zu {}; {fault}", value(), argument()),
            None => format!("{} passt nicht zu {}", value(), argument()),
        },
        ErrorKind::UnknownArgument => match get(ContextKind::InvalidArg) {
            option if option.starts_with('-') => format!(
                "die Option {} gibt es nicht{}",
                quoted(&option),
                suggestion(&get(ContextKind::SuggestedArg))
            ),
            word if matches!(command, None | Some("spiel")) => unknown_word(&word, ""),
            word => format!("{} ist zu viel", quoted(&word)),
        },
        ErrorKind::InvalidSubcommand => unknown_word(
            &get(ContextKind::InvalidSubcommand),
            &get(ContextKind::SuggestedSubcommand),
        ),
        ErrorKind::ArgumentConflict if !get(ContextKind::InvalidSubcommand).is_empty() => {
            let word = get(ContextKind::InvalidSubcommand);
            if Options::command().find_subcommand(&word).is_some() {
                format!("Optionen stehen hinter dem Befehl: wuerfelglueck {word} OPTIONEN")
            } else {
                unknown_word(&word, "")
            }
        }
        ErrorKind::ArgumentConflict => {
            let (this, other) = (argument(), name(&get(ContextKind::PriorArg)));
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
    }
}

/// Where to read on after an error of the command line that begins with this command, if any.
pub(super) fn see_help(command: Option<&str>) -> String {
    let command = command.map_or_else(String::new, |name| format!("{name} "));
    format!("siehe wuerfelglueck {command}--hilfe")
}

/// A word that is neither an option nor a value of one.
fn unknown_word(word: &str, similar: &str) -> String {
    if similar.is_empty() {
        format!(
            "{} ist weder Option noch Befehl; die Würfel kommen über die Standardeingabe: \
             wuerfelglueck < DATEI",
            quoted(word)
        )
    } else {
        format!(
            "den Befehl {} gibt es nicht{}",
            quoted(word),
            suggestion(similar)
        )
    }
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

/// The name of an argument: `--spiele <N>`, or the word for one without a name.
fn name(argument: &str) -> String {
    if argument.starts_with('-') {
        quoted(argument)
    } else {
        quoted(argument.trim_matches(['[', '<', '>', ']', '.']))
    }
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
        let fallback = "die Befehlszeile ist fehlerhaft";
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
        .map(|kind| command_line(&clap::Error::new(kind), None))
        .collect();
        for message in &messages {
            assert_ne!(message, fallback);
        }
        messages.sort();
        messages.dedup();
        // A word may be meant as an option or as a command.
        assert_eq!(messages.len(), 10);
        for kind in [ErrorKind::Io, ErrorKind::Format] {
            assert_eq!(command_line(&clap::Error::new(kind), None), fallback);
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
