//! Errors of the command line in German.
//!
//! Clap returns an error as a kind with some context. Here each kind that is known to occur gets
//! its sentence, and a remedy where one is known.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{self, Path};

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use itertools::Itertools;

use crate::cli::args::{ONE_RULE_SET, TOPIC};
use wuerfelglueck::rules::{Rules, RulesError};
use wuerfelglueck::sixjack::strategy::StrategyError;
use wuerfelglueck::text::{Excerpt, suggest};

/// A command line that clap refused.
pub struct Refusal<'a> {
    pub error: &'a clap::Error,
    pub program: &'a Command,
    /// The words behind the name of the program.
    pub arguments: &'a [OsString],
}

impl Refusal<'_> {
    /// Explains the error.
    pub fn explain(&self) -> String {
        let argument = self.context(ContextKind::InvalidArg);
        match self.error.kind() {
            ErrorKind::InvalidValue if self.value().is_empty() => self.missing_value(),
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => self.wrong_value(),
            ErrorKind::TooManyValues => self.unexpected_value(),
            ErrorKind::UnknownArgument if argument.starts_with('-') => self.unknown_option(),
            ErrorKind::UnknownArgument => self.unexpected_word(&argument),
            ErrorKind::ArgumentConflict if argument.is_empty() => self.misplaced_command(),
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::MissingRequiredArgument => self.missing_argument(),
            ErrorKind::InvalidUtf8 => "ein Argument ist kein gültiges UTF-8".into(),
            _ => "die Befehlszeile ist fehlerhaft".into(),
        }
    }

    fn missing_value(&self) -> String {
        format!(
            "nach {} fehlt der Wert{}",
            self.quoted_argument(),
            self.name_possible_values()
        )
    }

    fn wrong_value(&self) -> String {
        let (argument, value) = (self.quoted_argument(), quoted(&self.value()));
        match self.error.source() {
            None => {
                let possible = self.name_possible_values();
                format!("{value} passt nicht zu {argument}{possible}")
            }
            Some(fault) if fault.is::<StrategyError>() => {
                format!("{value} ist keine Strategie: {fault}")
            }
            Some(fault) if fault.is::<RulesError>() => {
                format!("{argument}: {fault}{}", self.name_other_values(fault))
            }
            Some(fault) => format!("{value} passt nicht zu {argument}; {fault}"),
        }
    }

    fn unexpected_value(&self) -> String {
        let (argument, value) = (self.quoted_argument(), quoted(&self.value()));
        format!("{argument} hat keinen Wert; {value} ist überzählig")
    }

    fn unknown_option(&self) -> String {
        let argument = self.quoted_argument();
        let remedy = match self.context(ContextKind::SuggestedArg) {
            similar if similar.is_empty() => String::new(),
            similar => format!("; gemeint ist vielleicht {}", quoted(&similar)),
        };
        format!("die Option {argument} gibt es hier nicht{remedy}")
    }

    /// Explains an unexpected positional argument. The first word may be a misspelt command.
    fn unexpected_word(&self, word: &str) -> String {
        let first_word = self.first_word();
        let shown = first_word.to_string_lossy();
        let command = self.command();
        if command.is_none() && !Path::new(first_word).exists() && !shown.starts_with('-') {
            return not_file_or_command(&shown, self.program);
        }
        let why = match command.map(Command::get_name) {
            None | Some("spiel") => "nur eine Würfeldatei je Aufruf; ",
            Some("sammle") => "nur eine Datei je Aufruf, mehrere verbindet „cat“; ",
            Some(_) => "",
        };
        // The main job takes one dice file.
        let remedy = if command.is_none() && Path::new(word).is_file() {
            "; für mehrere: for DATEI in …; do wuerfelglueck \"$DATEI\"; done"
        } else {
            ""
        };
        format!("{why}„{}“ ist überzählig{remedy}", Excerpt::whole(word))
    }

    /// Explains a surplus word behind other arguments, or the command among them. clap may have
    /// taken the command for a file, and complain of the word behind it.
    fn misplaced_command(&self) -> String {
        let mut arguments = self.arguments.iter();
        match arguments.find_map(|word| self.program.find_subcommand(word)) {
            Some(command) => command_comes_first(command),
            None => self.unexpected_word(&self.context(ContextKind::InvalidSubcommand)),
        }
    }

    fn conflict(&self) -> String {
        let argument = self.quoted_argument();
        let prior = self.contexts(ContextKind::PriorArg);
        let conflicting = prior
            .iter()
            .map(|argument| quote_argument(argument))
            .join(" und ");
        if conflicting == argument {
            format!("{argument} darf nur einmal angegeben werden")
        } else if prior.len() == 1 {
            format!("{argument} und {conflicting} gehen nicht zusammen; eins davon weglassen")
        } else {
            format!(
                "{argument} geht nicht mit {conflicting} zusammen; das eine oder das andere weglassen"
            )
        }
    }

    fn missing_argument(&self) -> String {
        let argument = self.context(ContextKind::InvalidArg);
        // With `--`, a command to run may take the place of files.
        if argument.contains("DATEI") && self.arguments.iter().any(|word| word == "--") {
            return "hinter „--“ fehlt der Befehl, der das Programm startet".into();
        }
        let possible = self.name_missing_values(&argument);
        format!("{} fehlt{possible}", quote_argument(&argument))
    }

    /// Names the values that the option at fault takes, if clap knows them or they are rule sets.
    fn name_possible_values(&self) -> String {
        let mut values = self.context(ContextKind::ValidValue);
        let argument = self.context(ContextKind::InvalidArg);
        if values.is_empty() && argument.starts_with("--regeln") {
            let word_for_all = if self.has_argument(ONE_RULE_SET) {
                ""
            } else {
                ", alle"
            };
            values = format!("{}{word_for_all}", Rules::BASES.iter().format(", "));
        }
        name_values(&values)
    }

    /// Names the values that a missing positional argument takes, if clap knows them.
    fn name_missing_values(&self, argument: &str) -> String {
        let words = self
            .command()
            .into_iter()
            .flat_map(Command::get_arguments)
            .find(|known| known.to_string() == argument)
            .map(Arg::get_possible_values)
            .unwrap_or_default();
        name_values(&words.iter().map(PossibleValue::get_name).join(", "))
    }

    /// Names the values that the command takes beside rule sets, if `fault` is that a name is no
    /// rule set, or the command that names all deviations, if it is that a name is none.
    fn name_other_values(&self, fault: &(dyn Error + 'static)) -> &'static str {
        match fault.downcast_ref() {
            Some(RulesError::UnknownDeviation { .. }) => "; „wuerfelglueck regeln“ nennt alle",
            Some(RulesError::UnknownBase { .. }) if self.has_argument(ONE_RULE_SET) => "",
            Some(RulesError::UnknownBase { .. }) if self.has_argument(TOPIC) => {
                "; oder eine Abweichung allein; oder sixjack"
            }
            Some(RulesError::UnknownBase { .. }) => "; oder alle",
            _ => "",
        }
    }

    /// Returns whether the command, or the program without one, has an argument with this id.
    fn has_argument(&self, id: &str) -> bool {
        let mut arguments = self.command().unwrap_or(self.program).get_arguments();
        arguments.any(|argument| argument.get_id() == id)
    }

    /// The command that the first word names, if it names one.
    fn command(&self) -> Option<&Command> {
        self.program.find_subcommand(self.first_word())
    }

    /// The first word, which names the command if there is one.
    fn first_word(&self) -> &OsStr {
        self.arguments.first().map_or(OsStr::new(""), |word| word)
    }

    /// The argument at fault, as users know it, in quotation marks.
    fn quoted_argument(&self) -> String {
        quote_argument(&self.context(ContextKind::InvalidArg))
    }

    /// The value at fault.
    fn value(&self) -> String {
        self.context(ContextKind::InvalidValue)
    }

    /// The texts that clap says of the error, with commas between them; empty if there is none.
    fn context(&self, kind: ContextKind) -> String {
        self.contexts(kind).join(", ")
    }

    fn contexts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }
}

/// Explains that a command stands behind something else.
fn command_comes_first(command: &Command) -> String {
    format!(
        "der Befehl steht ganz vorn, alles andere dahinter: wuerfelglueck {} …",
        command.get_name()
    )
}

/// Explains a word that names neither a file nor a command in its place.
pub fn not_file_or_command(word: &str, program: &Command) -> String {
    if let Some(command) = program.find_subcommand(word) {
        return command_comes_first(command);
    }
    let commands = program.get_subcommands().map(Command::get_name);
    let mut remedy = suggest(word, commands);
    // No command is named like a file.
    if remedy.is_empty() || word.contains('.') || word.contains(path::is_separator) {
        remedy = "; die Würfel kommen aus einer Datei oder über die Standardeingabe: \
                  wuerfelglueck < DATEI"
            .into();
    }
    let word = Excerpt::whole(word);
    format!("„{word}“ ist weder Datei noch Befehl{remedy}")
}

/// A remedy that names the possible `values`, which have commas between them, if there are any.
fn name_values(values: &str) -> String {
    if values.is_empty() {
        String::new()
    } else {
        format!("; möglich sind: {values}")
    }
}

/// The name of an argument in quotation marks: `--spiele <N>` of an option, with its value, and
/// `DATEI` of a positional argument, without clap's brackets.
fn quote_argument(argument: &str) -> String {
    if argument.starts_with('-') {
        quoted(argument.trim_end_matches("..."))
    } else {
        quoted(argument.trim_matches(['[', '<', '>', ']', '.']))
    }
}

/// An excerpt of a text in German quotation marks.
pub fn quoted(text: &str) -> String {
    format!("„{}“", Excerpt::new(text))
}
