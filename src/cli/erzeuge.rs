//! The command `erzeuge`: what an installation needs beside the program, made from its options and help. That is what shells
//! complete command lines by, and the page of `man`: one for the main job and all commands.

use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use itertools::Itertools;
use roff::{Inline, Roff, bold, italic, line_break, roman};

use super::help::{name, text};
use super::regeln;
use super::streams::print_text;
use super::values::{Word, word};
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
    pub fn run(&self, program: &Command) -> Result<ExitCode> {
        let text = match self.product.value {
            None => page(program),
            Some(shell) => completion(program, shell)?,
        };
        print_text(&text)
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
    without_words = named(without_words).mut_subcommands(named);
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
        let deviating = Deviation::ALL
            .iter()
            .filter_map(move |&one| base.with(one).ok());
        iter::once(base).chain(deviating)
    });
    let names = rule_sets.map(|rules| rules.to_string());
    let names = names.chain(more.map(String::from)).collect_vec();
    command.mut_args(|argument| match argument.get_id().as_str() {
        "rules" | "topic" => argument.value_parser(PossibleValuesParser::new(names.clone())),
        _ => argument,
    })
}

/// The page as a source of `man`. The program is built.
fn page(program: &Command) -> String {
    let commands = program.get_subcommands();
    let all = [program].into_iter().chain(commands).collect_vec();
    let version = program.render_version();
    let mut page = Roff::new();
    // The same version gives the same page, without a date. An argument without quotes would be none at all.
    let title = ["1", "\"\"", version.trim_end(), "Benutzerhandbuch"];
    page.control("TH", [program.get_name()].into_iter().chain(title));
    // Words would be hyphenated as English ones, and plain ASCII has no ellipsis.
    page.control("nh", []);
    page.control("ad", ["l"]);
    page.control("if", ["\\n(.g", ".fchar", "\\[u2026]", "..."]);
    page.control("SH", ["NAME"]);
    let about = text(program.get_about());
    page.text([roman(format!("{} - {about}", name(program)))]);
    page.control("SH", ["ÜBERSICHT"]);
    let usages = all.iter().flat_map(|command| usages(command)).collect_vec();
    page.text(usages.join(&line_break()));
    page.control("SH", ["BESCHREIBUNG"]);
    description(&mut page, program);
    page.control("SH", ["OPTIONEN"]);
    arguments(&mut page, program.get_arguments());
    page.control("SH", ["BEFEHLE"]);
    for command in &all[1..] {
        page.control("SS", [name(command)]);
        description(&mut page, command);
        let is_common = |argument: &&Arg| is_common(argument, program);
        let (common, own): (Vec<_>, Vec<_>) = command.get_arguments().partition(is_common);
        arguments(&mut page, own);
        let common = common.into_iter().filter_map(Arg::get_long);
        let names = common.map(|long| format!("--{long}")).join(", ");
        paragraph(&mut page, &format!("Dazu, wie unter OPTIONEN: {names}."));
    }
    page.control("SH", ["REGELN"]);
    as_it_stands(&mut page, &regeln::all());
    page.control("SH", ["BEISPIELE"]);
    for examples in all.iter().filter_map(|command| notes(command).2) {
        page.control("PP", []);
        as_it_stands(&mut page, &examples);
    }
    page.control("SH", ["RÜCKGABEWERT"]);
    for command in &all {
        if let (_, Some(codes), _) = notes(command) {
            let others = if command.has_subcommands() {
                " und die übrigen Befehle"
            } else {
                ""
            };
            page.control("PP", []);
            let codes = codes.replacen(EXIT_CODES, others, 1);
            page.text([bold(name(command)), roman(codes)]);
        }
    }
    page.control("SH", ["VERSION"]);
    page.text([roman(version.trim_end())]);
    page.render()
}

/// What the paragraph about exit codes begins with.
const EXIT_CODES: &str = "Rückgabewert";

/// The paragraphs that the help of a command has behind its options: the prose, the exit codes, and the examples.
fn notes(command: &Command) -> (Vec<String>, Option<String>, Option<String>) {
    let notes = text(command.get_after_long_help());
    let paragraphs = notes.trim_end().split("\n\n").map(String::from);
    let mut prose = paragraphs.filter(|text| !text.is_empty()).collect_vec();
    let examples = prose.pop_if(|last| last.starts_with(' '));
    let exit_codes = prose.pop_if(|last| last.starts_with(EXIT_CODES));
    (prose, exit_codes, examples)
}

/// The ways to call a command, each for a line of its own.
fn usages(command: &Command) -> Vec<[Inline; 2]> {
    let name = name(command);
    let rest = |line: &str| roman(line.trim_start().trim_start_matches(name));
    let usage = text(command.get_overridden_usage());
    usage.lines().map(|line| [bold(name), rest(line)]).collect()
}

fn description(page: &mut Roff, command: &Command) {
    page.text([roman(text(command.get_about()))]);
    for prose in notes(command).0 {
        if prose.starts_with(' ') {
            as_it_stands(page, &prose);
        } else {
            paragraph(page, &prose);
        }
    }
}

fn paragraph(page: &mut Roff, text: &str) {
    page.control("PP", []);
    page.text([roman(text)]);
}

fn as_it_stands(page: &mut Roff, text: &str) {
    page.control("nf", []);
    page.text([roman(text.trim_end())]);
    page.control("fi", []);
}

/// Whether the program itself has this option with the same help.
fn is_common(argument: &Arg, program: &Command) -> bool {
    let is_same = |other: &Arg| {
        other.get_long() == argument.get_long() && other.get_help() == argument.get_help()
    };
    !argument.is_positional() && program.get_arguments().any(is_same)
}

/// What may follow the name of a command, and what it means.
fn arguments<'a>(page: &mut Roff, arguments: impl IntoIterator<Item = &'a Arg>) {
    for argument in arguments {
        let value = argument.get_value_names().unwrap_or_default().join(" ");
        let mut tag = Vec::new();
        if let Some(short) = argument.get_short() {
            tag.extend([bold(format!("-{short}")), roman(", ")]);
        }
        if let Some(long) = argument.get_long() {
            tag.push(bold(format!("--{long}")));
            if argument.get_action().takes_values() {
                tag.extend([roman(" "), italic(format!("<{value}>"))]);
            }
        } else {
            let is_required = argument.is_required_set();
            let [before, behind] = if is_required { ["<", ">"] } else { ["[", "]"] };
            tag.extend([roman(before), italic(value), roman(behind)]);
        }
        page.control("TP", []);
        page.text(tag);
        let help = argument.get_long_help().or(argument.get_help());
        page.text([roman(text(help))]);
    }
}
