//! What tells a shell how to complete command lines.

use std::io;

use clap::{Arg, Command, ValueHint};
use clap_complete::{Generator, Shell};

/// The script for a shell. The command is built.
pub(super) fn script(shell: Shell, command: Command) -> io::Result<String> {
    let command = command
        .mut_args(without_guess)
        .mut_subcommands(|command| command.mut_args(without_guess));
    let mut script = Vec::new();
    shell.try_generate(&command, &mut script)?;
    let script = String::from_utf8(script).map_err(io::Error::other)?;
    Ok(match shell {
        Shell::Bash => bash_with_files(&script, &command),
        Shell::Zsh => german_zsh(&script, &command),
        Shell::Fish => fish_with_words(script, &command),
        _ => script,
    })
}

/// Where nothing is known of a value, shells offer files; but most values here are numbers.
fn without_guess(argument: Arg) -> Arg {
    let is_known = argument.get_value_hint() != ValueHint::Unknown
        || !argument.get_possible_values().is_empty();
    if is_known || !argument.get_action().takes_values() {
        return argument;
    }
    argument.value_hint(ValueHint::Other)
}

/// Files follow the name of the command.
fn takes_files(command: &Command) -> bool {
    let mut words = command.get_positionals();
    words.any(|word| {
        word.get_possible_values().is_empty() && word.get_value_hint() != ValueHint::Other
    })
}

/// The script for bash, which would offer options where a file is due.
fn bash_with_files(script: &str, command: &Command) -> String {
    let program = command.get_name();
    let beginnings: Vec<String> = command
        .get_subcommands()
        .filter(|command| takes_files(command))
        .map(|command| format!("{program}__subcmd__{})", command.get_name()))
        .collect();
    let mut result = String::new();
    let mut is_beginning = false;
    for line in script.lines() {
        result += line;
        result.push('\n');
        if is_beginning {
            result += "            [[ ${cur} == -* ]] || opts=\"\"\n";
        }
        is_beginning = beginnings.iter().any(|beginning| line.trim() == beginning);
    }
    result
}

/// The script for zsh, which names to the user what he may choose from, and would mix up the options of
/// the main job and of a command.
fn german_zsh(script: &str, command: &Command) -> String {
    let mut script = script
        .replace(" commands' commands", " Befehle' commands")
        // The first one is the main job's: its options end at the name of a command.
        .replacen("_options[@]}\" :", "_options[@]}\" -A \"-*\" :", 1)
        // Options may also stand behind the first of several words.
        .replace("\n'*::", "\n'*:");
    for argument in command.get_subcommands().flat_map(Command::get_positionals) {
        for name in argument.get_value_names().unwrap_or_default() {
            let from = format!(":{} -- ", argument.get_id());
            script = script.replace(&from, &format!(":{name} -- "));
        }
    }
    script
}

/// The script for fish, which would know neither the values of the main job's options nor which words
/// follow a command.
fn fish_with_words(script: String, command: &Command) -> String {
    // It takes an option whose value is still to come for an error. Then no command has been named.
    let mut script = script.replace("\n    or return\n", "\n    or return 0\n");
    let program = command.get_name();
    for command in command
        .get_subcommands()
        .filter(|command| !takes_files(command))
    {
        let words: Vec<String> = command
            .get_positionals()
            .flat_map(Arg::get_possible_values)
            .map(|value| value.get_name().to_string())
            .collect();
        script += &format!(
            "complete -c {program} -n \"__fish_{program}_using_subcommand {}\" -f -a \"{}\"\n",
            command.get_name(),
            words.join(" ")
        );
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths are known by their type.
    #[test]
    fn files_are_offered_where_a_file_is_due() {
        let path = Arg::new("path")
            .value_name("DATEI")
            .help("Eine Datei")
            .value_parser(clap::value_parser!(std::path::PathBuf));
        let script = |shell| {
            let commands = [Command::new("mit").arg(&path), Command::new("ohne")];
            let mut command = Command::new("program").subcommands(commands);
            command.set_bin_name("program");
            command.build();
            script(shell, command).unwrap_or_default()
        };
        let bash = script(Shell::Bash);
        assert_eq!(bash.matches("|| opts=\"\"").count(), 1);
        let (before, _) = bash.split_once("|| opts=\"\"").unwrap_or_default();
        assert!(before.contains("program__subcmd__mit)\n            opts="));
        assert!(!before.contains("program__subcmd__ohne)"));
        assert!(script(Shell::Zsh).contains("'::DATEI -- Eine Datei:_files'"));
        let fish = script(Shell::Fish);
        assert!(fish.contains("subcommand ohne\" -f"));
        assert!(!fish.contains("subcommand mit\" -f"));
    }
}
