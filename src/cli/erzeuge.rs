//! The command `erzeuge`: the page of `man`, and what shells complete command lines by, made from the options and their help.

use std::iter;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use itertools::Itertools;

use super::streams::print_text;
use super::values::{Word, word};
use super::{help, regeln};
use crate::rules::{Deviation, Rules};

#[derive(Debug, Args)]
#[command(override_usage = "wuerfelglueck erzeuge WAS")]
pub struct Erzeuge {
    #[arg(value_name = "WAS", value_parser = word(&PRODUCTS))]
    product: Word<Option<Shell>>,
}

const PRODUCTS: [(&str, Option<Shell>); 4] = [
    ("handbuch", None),
    ("bash", Some(Shell::Bash)),
    ("zsh", Some(Shell::Zsh)),
    ("fish", Some(Shell::Fish)),
];

impl Erzeuge {
    pub fn run(&self, program: &Command) -> Result<u8> {
        print_text(&match self.product.value {
            None => page(program),
            Some(shell) => completion(program, shell)?,
        })
    }
}

fn completion(program: &Command, shell: Shell) -> Result<String> {
    let name = program.get_name().to_string();
    // With a word of its own, zsh would take the name of a command for that word.
    let options = program.get_arguments().filter(|one| !one.is_positional());
    let mut without_words = Command::new(name.clone())
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .args(options)
        .subcommands(program.get_subcommands());
    let commands = program.get_subcommands().map(Command::get_name);
    let commands = PossibleValuesParser::new(commands.map(String::from).collect_vec());
    without_words = named(without_words).mut_subcommands(named);
    without_words = without_words.mut_subcommand("hilfe", |help| {
        help.mut_arg("command", |command| command.value_parser(commands))
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut without_words, name, &mut script);
    Ok(String::from_utf8(script)?)
}

/// The command with the names that there are for rules: all rule sets with at most one deviation, and a word for others.
fn named(command: Command) -> Command {
    let more = match command.get_name() {
        "diagnose" | "spiel" => None,
        "regeln" => Some("sixjack"),
        _ => Some("alle"),
    };
    let rule_sets = Rules::ALL.into_iter().flat_map(|base| {
        let all = Deviation::ALL.iter();
        let deviating = all.filter_map(move |&one| base.with(one).ok());
        iter::once(base).chain(deviating)
    });
    let names = rule_sets.map(|rules| rules.to_string());
    let names = names.chain(more.map(String::from)).collect_vec();
    command.mut_args(|argument| match argument.get_id().as_str() {
        "rules" | "topic" => argument.value_parser(PossibleValuesParser::new(names.clone())),
        _ => argument,
    })
}

/// The page as a source of `man`: the help of the program and of each command, and the rules, as they stand. The same version
/// gives the same page, without a date.
fn page(program: &Command) -> String {
    let section = |name: &str, text: String| {
        let text = text.replace('\\', "\\e").replace('-', "\\-");
        let lines = text.lines().map(|line| format!("\\&{line}\n"));
        format!(".SH \"{name}\"\n.in 0\n.nf\n{}.fi\n", lines.format(""))
    };
    let commands = iter::once(program).chain(program.get_subcommands());
    let mut helps = commands.map(|command| {
        let name = command.get_bin_name().unwrap_or_default();
        section(name, help::whole(command))
    });
    let (helps, rules) = (helps.join(""), section("REGELN", regeln::all()));
    let (version, about) = (env!("CARGO_PKG_VERSION"), program.get_about().into_iter());
    // Plain ASCII has no ellipsis.
    format!(
        ".TH wuerfelglueck 1 \"\" \"wuerfelglueck {version}\" Benutzerhandbuch\n.if \\n(.g .fchar \\[u2026] ...\n.SH NAME\nwuerfelglueck \\- {}\n{helps}{rules}",
        about.format("")
    )
}
