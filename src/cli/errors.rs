//! What can go wrong in a command, as the user reads it: one German line, and an exit code.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use thiserror::Error;

use super::descriptors;
use super::misuse::Misuse;
use crate::allocation::OutOfMemory;
use crate::dice::DiceError;
use crate::rules::RulesError;
use crate::shards::GatherError;
use crate::sixjack::strategy::StrategyError;
use crate::text::Excerpt;

/// Exit code where the input or the command line is wrong.
pub(super) const BAD_INPUT: u8 = 2;
/// Exit code where reading or writing failed, or a check said no.
pub(super) const FAILED: u8 = 1;

/// Why a command ended without its result.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The options do not fit together, or do not fit the input.
    #[error("{0}")]
    Misuse(#[from] Misuse),
    /// The dice on standard input are wrong.
    #[error("{0}")]
    Dice(DiceError),
    /// The dice in a file are wrong.
    #[error("Würfeldatei „{file}“: {fault}")]
    DiceFile { file: Excerpt, fault: DiceError },
    /// A file cannot be read.
    #[error("{what} „{file}“ ist nicht lesbar: {}", Reason(.cause))]
    File {
        what: &'static str,
        file: Excerpt,
        cause: io::Error,
    },
    /// Lines of pairings cannot be put together.
    #[error("{0}")]
    Gather(#[from] GatherError),
    /// Standard input cannot be read.
    #[error("die Standardeingabe ist nicht lesbar: {}", Reason(.0))]
    Stdin(io::Error),
    /// Standard output cannot be written.
    #[error("die Standardausgabe ist nicht beschreibbar: {}", Reason(.0))]
    Stdout(io::Error),
    /// Nobody reads lines of pairings any more. Whoever runs parts must not take this one for played.
    #[error("niemand liest die Zeilen weiter; es fehlen welche, bitte noch einmal")]
    Unread,
    /// Next to nothing was found out about the shares.
    #[error(
        "zu viel bleibt unbekannt für eine Liste (Anteile nur auf ±{reached} Punkte); mehr mit {more}"
    )]
    Unknown {
        /// Half-width of the widest interval, in percentage points.
        reached: f64,
        /// The option to try next.
        more: String,
    },
    /// Somebody's program cannot be started.
    #[error("das Programm „{program}“ lässt sich nicht starten: {}", Reason(.cause))]
    Command { program: Excerpt, cause: io::Error },
    /// The operating system refuses memory.
    #[error("{0}")]
    Memory(#[from] OutOfMemory),
    /// The input has so many lines that it seems to have no end.
    #[error("die Eingabe hat mehr als {0} Zeilen und vielleicht kein Ende")]
    Endless(usize),
    /// The operating system refuses threads.
    #[error("so viele Threads lässt das Betriebssystem nicht zu; bitte weniger mit --faeden")]
    Threads,
    /// The operating system refuses entropy.
    #[error("das Betriebssystem gibt keinen Zufall her; bitte --saat mit einer Zahl")]
    Entropy,
}

impl Failure {
    /// The exit code: whether the command line and the input are at fault, or the machine is.
    pub(super) fn exit_code(&self) -> u8 {
        match self {
            // Whoever names a file that is none is at fault; that it breaks while it is read is not.
            Failure::File { cause, .. } | Failure::Command { cause, .. } => match cause.kind() {
                io::ErrorKind::NotFound
                | io::ErrorKind::IsADirectory
                | io::ErrorKind::PermissionDenied => BAD_INPUT,
                _ => FAILED,
            },
            Failure::Misuse(_)
            | Failure::Dice(_)
            | Failure::DiceFile { .. }
            | Failure::Gather(_)
            | Failure::Endless(_) => BAD_INPUT,
            Failure::Unknown { .. }
            | Failure::Memory(_)
            | Failure::Stdin(_)
            | Failure::Stdout(_)
            | Failure::Unread
            | Failure::Threads
            | Failure::Entropy => FAILED,
        }
    }
}

/// Why reading or writing failed, without words of the operating system.
struct Reason<'a>(&'a io::Error);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind() {
            io::ErrorKind::NotFound => "die Datei gibt es nicht",
            io::ErrorKind::IsADirectory => "das ist ein Verzeichnis, keine Datei",
            io::ErrorKind::PermissionDenied => "keine Berechtigung",
            io::ErrorKind::OutOfMemory => "zu wenig Speicher",
            io::ErrorKind::StorageFull => "kein Platz mehr auf dem Datenträger",
            _ if descriptors::is_refused(self.0) => {
                "sie ist geschlossen oder in der falschen Richtung geöffnet"
            }
            _ => match self.0.raw_os_error() {
                Some(code) => return write!(f, "Fehler {code} des Betriebssystems"),
                None => "unbekannter Fehler",
            },
        })
    }
}

/// What is wrong with the command line, of which clap says `error`. `program` is what may be called.
pub(super) fn command_line(error: &clap::Error, program: &Command) -> String {
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
            Some(fault) if fault.is::<RulesError>() => format!("{}: {fault}", argument()),
            Some(fault) => format!("{} passt nicht zu {}; {fault}", value(), argument()),
            None => format!("{} passt nicht zu {}", value(), argument()),
        },
        ErrorKind::UnknownArgument => match get(ContextKind::InvalidArg) {
            option if option.starts_with('-') => match &homes(&option, program)[..] {
                [] => format!(
                    "die Option {} gibt es nicht{}",
                    quoted(&option),
                    suggestion(&get(ContextKind::SuggestedArg))
                ),
                homes => format!(
                    "die Option {} gibt es hier nicht, aber bei {}",
                    quoted(&option),
                    homes.join(", ")
                ),
            },
            word => too_much(&word),
        },
        ErrorKind::InvalidSubcommand => {
            no_such_command(&get(ContextKind::InvalidSubcommand), program).to_string()
        }
        ErrorKind::ArgumentConflict if !get(ContextKind::InvalidSubcommand).is_empty() => {
            // Where a file may stand, a command that does not come first is taken for one.
            let mut words = env::args_os().skip(1);
            match words.find_map(|word| program.find_subcommand(word)) {
                Some(command) => Misuse::CommandNotFirst(command.get_name().into()).to_string(),
                None => too_much(&get(ContextKind::InvalidSubcommand)),
            }
        }
        ErrorKind::ArgumentConflict => {
            let others = match error.get(ContextKind::PriorArg) {
                Some(ContextValue::Strings(names)) => {
                    names.iter().map(|other| name(other)).collect()
                }
                Some(other) => vec![name(&text(other))],
                None => Vec::new(),
            };
            let (this, other) = (argument(), others.join(" und "));
            if this == other {
                format!("{this} darf nur einmal angegeben werden")
            } else {
                format!("{this} und {other} gehen nicht zusammen")
            }
        }
        ErrorKind::TooManyValues => format!("{} ist bei {} ein Wert zu viel", value(), argument()),
        ErrorKind::MissingRequiredArgument => format!("{} fehlt", argument()),
        ErrorKind::InvalidUtf8 => "ein Argument ist kein gültiges UTF-8".into(),
        _ => "die Befehlszeile ist fehlerhaft".into(),
    }
}

/// Where to read on after an error of the command line that begins with this command, if any.
pub(super) fn see_help(command: Option<&str>) -> String {
    let command = command.map_or_else(String::new, |name| format!("{name} "));
    format!("siehe wuerfelglueck {command}--hilfe")
}

/// What is wrong with a word that is no command, where only commands are known.
pub(super) fn no_such_command(word: &str, program: &Command) -> Misuse {
    let similar = similar_command(word, program).unwrap_or_default();
    Misuse::NoSuchCommand(Excerpt::new(word), suggestion(similar))
}

/// The command that is written most like this word, if one is.
pub(super) fn similar_command<'a>(word: &str, program: &'a Command) -> Option<&'a str> {
    /// As alike as clap wants it, by the measure of Jaro.
    const ALIKE: f64 = 0.7;
    let names = program.get_subcommands().map(Command::get_name);
    let rated = names.map(|name| (strsim::jaro(word, name), name));
    let best = rated.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|&(alike, _)| alike > ALIKE)
        .map(|(_, name)| name)
}

/// The command lines that have an option of this name: `„wuerfelglueck spiel“`.
fn homes(option: &str, program: &Command) -> Vec<String> {
    let option = option.split('=').next().unwrap_or_default();
    let has = |command: &&Command| {
        let mut options = command.get_arguments();
        options.any(|known| {
            let short = known.get_short().map(|letter| format!("-{letter}"));
            let long = known.get_long().map(|name| format!("--{name}"));
            [short, long].iter().flatten().any(|name| name == option)
        })
    };
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let shown = |home: &Command| format!("„{}“", home.get_bin_name().unwrap_or(home.get_name()));
    commands.filter(has).map(shown).collect()
}

/// A word that nothing is wanted for; it may be the name of a file.
fn too_much(word: &str) -> String {
    format!("„{}“ ist zu viel", Excerpt::whole(word))
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

/// What may be meant; nothing if that is empty.
pub(super) fn suggestion(text: &str) -> String {
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

    /// Every kind of error that a command line of this program can raise is told in German.
    #[test]
    fn every_kind_has_words_of_its_own() {
        let fallback = "die Befehlszeile ist fehlerhaft";
        let mut messages: Vec<String> = [
            ErrorKind::InvalidValue,
            ErrorKind::UnknownArgument,
            ErrorKind::InvalidSubcommand,
            ErrorKind::ValueValidation,
            ErrorKind::TooManyValues,
            ErrorKind::ArgumentConflict,
            ErrorKind::MissingRequiredArgument,
            ErrorKind::InvalidUtf8,
        ]
        .into_iter()
        .map(|kind| command_line(&clap::Error::new(kind), &Command::new("wuerfelglueck")))
        .collect();
        for message in &messages {
            assert_ne!(message, fallback);
        }
        messages.sort();
        messages.dedup();
        assert_eq!(messages.len(), 8);
        for kind in [ErrorKind::Io, ErrorKind::Format] {
            assert_eq!(
                command_line(&clap::Error::new(kind), &Command::new("wuerfelglueck")),
                fallback
            );
        }
    }

    #[test]
    fn causes_are_told_without_words_of_the_system() {
        for (cause, reason) in [
            (
                io::Error::from_raw_os_error(5),
                "Fehler 5 des Betriebssystems",
            ),
            (io::Error::other("english"), "unbekannter Fehler"),
        ] {
            assert_eq!(
                Failure::Stdin(cause).to_string(),
                format!("die Standardeingabe ist nicht lesbar: {reason}")
            );
        }
    }
}
