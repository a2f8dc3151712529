//! What can go wrong in a command, as the user reads it: one German line, and an exit code.
//!
//! Errors of the library are typed; here they get their context, as in „Würfeldatei „a.txt“: Zeile 3: …“. Only
//! what decides the exit code has a type of its own.

use std::env;
use std::error::Error;
use std::io;
use std::path::{self, Path};

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use itertools::Itertools;
use thiserror::Error;

use super::signals;
use wuerfelglueck::dice::DiceError;
use wuerfelglueck::rules::{Rules, RulesError};
use wuerfelglueck::shards::GatherError;
use wuerfelglueck::sixjack::strategy::StrategyError;
use wuerfelglueck::text::{Excerpt, meant};

/// Exit code where reading or writing failed, or a check said no.
pub const FAILED: u8 = 1;

/// The exit code of a check.
pub fn verdict(has_passed: bool) -> u8 {
    if has_passed { 0 } else { FAILED }
}

/// This exit code, or that of the signal that asked for the end.
pub fn or_signal(code: u8) -> i32 {
    signals::received().map_or(code.into(), signals::exit_code)
}

/// Options that do not fit together, or do not fit the input. The help tells more.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Misuse(pub String);

/// Input that is wrong, of which the help tells nothing.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// Returns a [`Misuse`], formatted as a text.
macro_rules! refuse {
    ($($text:tt)*) => {
        return Err($crate::cli::errors::Misuse(format!($($text)*)).into())
    };
}
pub(super) use refuse;

/// The exit code: 2 if the command line or the input is at fault, not the machine.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    let is_bad_input = !lacks_resources(error) && is_bad_input(error);
    if is_bad_input { 2 } else { FAILED }
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    error.is::<Misuse>()
        || error.is::<BadInput>()
        || error.is::<DiceError>()
        || error.is::<GatherError>()
}

/// Whether the machine lacks something, whatever was tried: memory, threads, descriptors, room.
pub fn lacks_resources(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| cause.downcast_ref().is_some_and(System::lacks_resources))
}

/// Why the operating system failed, without words of its own.
#[derive(Debug, Error)]
#[error("{}", reason(.0))]
pub struct System(pub io::Error);

impl System {
    fn lacks_resources(&self) -> bool {
        use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
        let kinds = [OutOfMemory, QuotaExceeded, StorageFull, WouldBlock];
        kinds.contains(&self.0.kind()) || number(&self.0) == Some(Number::TooManyFiles)
    }

    /// Whether a file was to be started that is no program.
    pub fn is_no_program(&self) -> bool {
        number(&self.0) == Some(Number::NoProgram)
    }
}

fn reason(error: &io::Error) -> String {
    match (number(error), error.kind(), error.raw_os_error()) {
        (Some(Number::BadStream), ..) => {
            "sie ist geschlossen oder in der falschen Richtung geöffnet"
        }
        (Some(Number::NoProgram), ..) => "das ist kein Programm",
        (Some(Number::TooManyFiles), ..) => "zu viele Dateien sind offen",
        (_, io::ErrorKind::NotFound, _) => "die Datei gibt es nicht",
        (_, io::ErrorKind::AlreadyExists, _) => "es gibt sie schon",
        (_, io::ErrorKind::InvalidFilename, _) if cfg!(windows) => "so darf keine Datei heißen",
        (_, io::ErrorKind::InvalidFilename, _) => "der Name ist zu lang",
        (_, io::ErrorKind::IsADirectory, _) => "das ist ein Verzeichnis, keine Datei",
        (_, io::ErrorKind::PermissionDenied, _) => "keine Berechtigung",
        (_, io::ErrorKind::OutOfMemory, _) => "zu wenig Speicher",
        (_, io::ErrorKind::StorageFull, _) => "kein Platz mehr auf dem Datenträger",
        (_, io::ErrorKind::QuotaExceeded, _) => "mehr Platz ist nicht erlaubt",
        (_, io::ErrorKind::WouldBlock, _) => {
            "mehr Prozesse oder Threads lässt das Betriebssystem nicht zu"
        }
        (.., Some(code)) => return format!("Fehler {code} des Betriebssystems"),
        (.., None) => "unbekannter Fehler",
    }
    .into()
}

/// Numbers of errors for which the standard library has no kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// The stream is closed, or open the wrong way round.
    BadStream,
    /// The file is no program.
    NoProgram,
    /// The process, or the machine, has no descriptor left.
    TooManyFiles,
}

#[cfg(unix)]
fn number(error: &io::Error) -> Option<Number> {
    use rustix::io::Errno;
    match Errno::from_io_error(error)? {
        Errno::BADF => Some(Number::BadStream),
        Errno::NOEXEC => Some(Number::NoProgram),
        Errno::MFILE | Errno::NFILE => Some(Number::TooManyFiles),
        _ => None,
    }
}

#[cfg(windows)]
fn number(error: &io::Error) -> Option<Number> {
    const ERROR_TOO_MANY_OPEN_FILES: i32 = 4;
    const ERROR_INVALID_HANDLE: i32 = 6;
    const ERROR_BAD_EXE_FORMAT: i32 = 193;
    match error.raw_os_error()? {
        ERROR_TOO_MANY_OPEN_FILES => Some(Number::TooManyFiles),
        ERROR_INVALID_HANDLE => Some(Number::BadStream),
        ERROR_BAD_EXE_FORMAT => Some(Number::NoProgram),
        _ => None,
    }
}

/// What is wrong with the command line, of which clap says `error`. `program` is what may be called.
pub fn command_line(error: &clap::Error, program: &Command) -> String {
    let all = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let get = |kind| all(kind).join(", ");
    let word = get(ContextKind::InvalidArg);
    let argument = name(&word);
    let value = get(ContextKind::InvalidValue);
    let mut choice = get(ContextKind::ValidValue);
    if choice.is_empty() && word.starts_with("--regeln") {
        let command = env::args_os().nth(1).unwrap_or_default();
        let takes_one = command == "spiel" || command == "diagnose";
        let more = if takes_one { "" } else { ", alle" };
        choice = format!("{}{more}", Rules::ALL.iter().format(", "));
    }
    if !choice.is_empty() {
        choice = format!("; möglich sind: {choice}");
    }
    // A command may stand for files, behind these.
    let lacks_command = word.contains("DATEI") && env::args_os().any(|word| word == "--");
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("nach {argument} fehlt der Wert{choice}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let value = quoted(&value);
            match error.source() {
                None => format!("{value} passt nicht zu {argument}{choice}"),
                Some(fault) if fault.is::<StrategyError>() => {
                    format!("{value} ist keine Strategie: {fault}")
                }
                Some(fault) if fault.is::<RulesError>() => {
                    format!("{argument}: {fault}{}", more_rules(fault))
                }
                Some(fault) => format!("{value} passt nicht zu {argument}; {fault}"),
            }
        }
        ErrorKind::UnknownArgument if !word.starts_with('-') => too_much(&word, program),
        ErrorKind::UnknownArgument => {
            let mut similar = get(ContextKind::SuggestedArg);
            if !similar.is_empty() {
                similar = format!("; gemeint ist vielleicht {}", quoted(&similar));
            }
            format!("die Option {argument} gibt es hier nicht{similar}")
        }
        ErrorKind::ArgumentConflict if word.is_empty() => {
            // Where a file may stand, a command that does not come first is taken for one.
            let mut words = env::args_os().skip(1);
            match words.find_map(|word| program.find_subcommand(word)) {
                Some(command) => format!(
                    "der Befehl steht ganz vorn, alles andere dahinter: wuerfelglueck {} …",
                    command.get_name()
                ),
                None => too_much(&get(ContextKind::InvalidSubcommand), program),
            }
        }
        ErrorKind::ArgumentConflict => {
            let others = all(ContextKind::PriorArg);
            let others = others.iter().map(|other| name(other)).collect_vec();
            match &others[..] {
                [other] if argument == *other => {
                    format!("{argument} darf nur einmal angegeben werden")
                }
                [other] => {
                    format!("{argument} und {other} gehen nicht zusammen; eins davon weglassen")
                }
                others => {
                    let others = others.iter().format(" und ");
                    format!(
                        "{argument} geht nicht mit {others} zusammen; das eine oder das andere \
                         weglassen"
                    )
                }
            }
        }
        ErrorKind::TooManyValues => {
            let value = quoted(&value);
            format!("{argument} hat keinen Wert; {value} ist überzählig")
        }
        ErrorKind::MissingRequiredArgument if lacks_command => {
            "hinter „--“ fehlt der Befehl, der das Programm startet".into()
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{argument} fehlt{}", possible_words(&word, program))
        }
        ErrorKind::InvalidUtf8 => "ein Argument ist kein gültiges UTF-8".into(),
        _ => "die Befehlszeile ist fehlerhaft".into(),
    }
}

/// What is wrong with a word that names neither a command nor a file.
pub fn neither(word: &str, program: &Command) -> String {
    let shown = Excerpt::whole(word);
    let commands = program.get_subcommands().map(Command::get_name);
    let mut remedy = meant(word, commands);
    // No command is named like a file.
    if remedy.is_empty() || word.contains('.') || word.contains(path::is_separator) {
        remedy = "; die Würfel kommen aus einer Datei oder über die Standardeingabe: wuerfelglueck < DATEI"
            .into();
    }
    format!("„{shown}“ ist weder Datei noch Befehl{remedy}")
}

/// Words that the command takes instead of a single rule set, if the fault is that something is none.
fn more_rules(fault: &(dyn Error + 'static)) -> &'static str {
    let command = env::args().nth(1).unwrap_or_default();
    match (fault.downcast_ref(), &*command) {
        (Some(RulesError::Base(..)), "spiel" | "diagnose") => "",
        (Some(RulesError::Base(..)), "regeln") => "; oder eine Abweichung allein; oder sixjack",
        (Some(RulesError::Base(..)), _) => "; oder alle",
        _ => "",
    }
}

/// The words that may stand for an argument of the command, if they are few.
fn possible_words(argument: &str, program: &Command) -> String {
    let command = env::args().nth(1);
    let command = command.and_then(|name| program.find_subcommand(name));
    let mut arguments = command.into_iter().flat_map(Command::get_arguments);
    let words = arguments
        .find(|one| one.to_string() == argument)
        .map(Arg::get_possible_values)
        .unwrap_or_default();
    let names = words.iter().map(PossibleValue::get_name);
    match words.is_empty() {
        true => String::new(),
        false => format!("; möglich sind: {}", names.format(", ")),
    }
}

/// A word that nothing is wanted for, which may stand behind a command that is misspelt.
fn too_much(word: &str, program: &Command) -> String {
    let first = env::args_os().nth(1).unwrap_or_default();
    let command = program.find_subcommand(&first);
    let is_known = command.is_some() || Path::new(&first).exists();
    let why = match command.map(Command::get_name) {
        None | Some("spiel") => "nur eine Würfeldatei je Aufruf; ",
        Some("sammle") => "nur eine Datei je Aufruf, mehrere verbindet „cat“; ",
        Some(_) => "",
    };
    match first.to_string_lossy() {
        first if !is_known && !first.starts_with('-') => neither(&first, program),
        // The main job takes one dice file.
        first if program.find_subcommand(&*first).is_none() && Path::new(word).is_file() => {
            format!(
                "{why}„{}“ ist überzählig; für mehrere: \
                 for DATEI in …; do wuerfelglueck \"$DATEI\"; done",
                Excerpt::whole(word)
            )
        }
        _ => format!("{why}„{}“ ist überzählig", Excerpt::whole(word)),
    }
}

pub fn quoted(text: &str) -> String {
    format!("„{}“", Excerpt::new(text))
}

/// The name of an argument: `--spiele <N>`, or the word for one without a name.
fn name(argument: &str) -> String {
    let is_option = argument.starts_with('-');
    let word = argument.trim_matches(['[', '<', '>', ']', '.']);
    let option = argument.trim_end_matches("...");
    quoted(if is_option { option } else { word })
}
