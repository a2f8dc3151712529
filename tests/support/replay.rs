//! Transcripts: commands of a shell, and their output. `tests/README.md` says how they are
//! written.
//!
//! With `BLESS=1` in the environment, transcripts that differ are written anew instead of failing.

use std::env;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use regex::Regex;

use super::effort;
use super::powershell;
use super::process::{Run, other_program, shell, temporary};

/// The characters before a command that is run with EFFORT only.
const LONG_PROMPT: &str = "$$ ";

/// The streams of a command that its transcript shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Stdout, stderr and the exit code.
    All,
    /// Stdout; stderr and the exit code only below commands that show one of them.
    Stdout,
}

/// The shell that commands are written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Sh,
    PowerShell,
}

impl Language {
    /// The mark of its blocks in Markdown.
    fn block(self) -> &'static str {
        match self {
            Language::Sh => "console",
            Language::PowerShell => "powershell",
        }
    }

    /// What may stand before a command.
    fn prompts(self) -> &'static [&'static str] {
        match self {
            Language::Sh => &["$ ", LONG_PROMPT],
            Language::PowerShell => &["PS> "],
        }
    }

    /// Returns whether a command is not run, as it cannot work here. With the program for Windows,
    /// such commands use streams that are opened the wrong way round, a folder or `/dev/full` as a
    /// stream, endless streams, which are slow there, ignored signals, or scripts as programs. With
    /// the program built here, such a command of PowerShell has a pattern for files.
    fn is_left_out(self, command: &str) -> bool {
        const ONLY_UNIX: [&str; 10] = [
            " 1<",
            " 0>",
            "/dev/full",
            " < /",
            "yes ",
            "trap '' PIPE",
            "-- sh",
            "-- ./",
            "-- Makefile",
            "-- \"$(",
        ];
        match self {
            Language::Sh => {
                other_program().is_some() && ONLY_UNIX.iter().any(|mark| command.contains(mark))
            }
            Language::PowerShell => other_program().is_none() && command.contains('*'),
        }
    }
}

/// Replays a transcript that shows all streams. The error shows the differences. Panics if it has
/// no command.
pub fn replay_file(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("$ "), "{path:?} has no command");
    compare_or_bless(
        path,
        &text,
        replay_transcript(&text, Language::Sh, Shows::All),
    )
}

/// Replays the blocks of a Markdown file that are marked as `console`.
pub fn replay_markdown(path: &Path) -> Result<(), String> {
    replay_blocks(path, Language::Sh)
}

/// Replays the blocks of a Markdown file that are marked as `powershell`.
pub fn replay_powershell(path: &Path) -> Result<(), String> {
    replay_blocks(path, Language::PowerShell)
}

/// Replays the blocks of a Markdown file for this shell.
fn replay_blocks(path: &Path, language: Language) -> Result<(), String> {
    let fence = format!("```{}\n", language.block());
    let text = fs::read_to_string(path).unwrap();
    let mut replayed_file = Replayed::default();
    let mut unread = &text[..];
    while let Some((before, behind)) = unread.split_once(&fence) {
        let (block, behind) = behind.split_once("```").expect("the block ends");
        let replayed_block = replay_transcript(block, language, Shows::Stdout);
        replayed_file.text += &format!("{before}{fence}{}```", replayed_block.text);
        replayed_file.differences += &replayed_block.differences;
        unread = behind;
    }
    replayed_file.text += unread;
    compare_or_bless(path, &text, replayed_file)
}

/// Replaces times and speeds, such as `in 0.41 s (2456195 Spiele/s)`, by `…`, and removes the lines
/// with the time left that only slow machines print: `…, noch 18 s`.
pub fn remove_times(text: &str) -> String {
    let number = r"(?:…|[0-9]+(?:\.[0-9]+)?)";
    [
        (
            format!(r"(?m)^.*, noch (?:\?|{number} (?:s|min|h))(?:\n|$)"),
            "",
        ),
        (format!(" in {number} s"), " in … s"),
        (format!(r"\({number} Spiele/s\)"), "(… Spiele/s)"),
    ]
    .iter()
    .fold(text.to_string(), |text, (pattern, instead)| {
        let pattern = Regex::new(pattern).unwrap();
        pattern.replace_all(&text, *instead).into_owned()
    })
}

/// A transcript, or a part of it, after its commands were run.
#[derive(Default)]
struct Replayed {
    /// The text with the present output.
    text: String,
    /// The commands with another output now: each with the output that is shown, and the present
    /// one.
    differences: String,
}

impl Replayed {
    fn add(&mut self, next: Replayed) {
        self.text += &next.text;
        self.differences += &next.differences;
    }
}

/// A command of a transcript, with the lines below it: its output, then remarks.
struct ShownCommand<'a> {
    /// The characters before the command.
    prompt: &'a str,
    command: &'a str,
    lines: Vec<&'a str>,
}

/// Runs all commands of a transcript, some of them at the same time.
fn replay_transcript(transcript: &str, language: Language, shows: Shows) -> Replayed {
    let mut commands: Vec<ShownCommand> = Vec::new();
    let mut replayed = Replayed::default();
    for line in transcript.lines() {
        let mut prompts = language.prompts().iter();
        if let Some(prompt) = prompts.find(|prompt| line.starts_with(**prompt)) {
            commands.push(ShownCommand {
                prompt,
                command: &line[prompt.len()..],
                lines: Vec::new(),
            });
        } else if let Some(shown_command) = commands.last_mut() {
            shown_command.lines.push(line);
        } else {
            replayed.text += &format!("{line}\n");
        }
    }
    let replayed_commands: Vec<Replayed> = commands
        .into_par_iter()
        .map(|command| replay_command(&command, language, shows))
        .collect();
    for replayed_command in replayed_commands {
        replayed.add(replayed_command);
    }
    replayed
}

/// Runs a command, and compares its output with the one that is shown.
fn replay_command(shown_command: &ShownCommand, language: Language, shows: Shows) -> Replayed {
    let ShownCommand {
        prompt,
        command,
        lines,
    } = shown_command;
    let remark = lines.iter().position(|line| line.starts_with('#'));
    let (output, remarks) = lines.split_at(remark.unwrap_or(lines.len()));
    let output = output.join("\n");
    let shown = output.trim_end();
    let is_marked = |line: &str| line.starts_with("2> ") || line.starts_with("$? ");
    let shows = if shown.lines().any(is_marked) {
        Shows::All
    } else {
        shows
    };
    let present = match language {
        _ if language.is_left_out(command) => shown.to_string(),
        // In pages no mark can say that a command takes long, and diagnoses do.
        _ if effort() == 1
            && (*prompt == LONG_PROMPT
                || shows == Shows::Stdout && command.contains("| wuerfelglueck diagnose ")) =>
        {
            shown.to_string()
        }
        Language::Sh => run_as_shown(command, shows),
        Language::PowerShell => run_as_shown(
            &powershell::translate(command, other_program().is_some()),
            shows,
        ),
    };
    let (mut written, mut differences) = (shown.to_string(), String::new());
    if remove_times(shown) != remove_times(&present) {
        written = remove_times(&present);
        differences = format!("{prompt}{command}\n--- shown:\n{shown}\n--- now:\n{written}\n");
    }
    let mut text = format!("{prompt}{command}\n");
    if !written.is_empty() {
        text += &format!("{written}\n");
    }
    if !remarks.is_empty() {
        text += &format!("\n{}\n", remarks.join("\n"));
    }
    Replayed { text, differences }
}

/// Runs a command of a shell with a folder for temporary files that is removed afterwards.
fn run_once(command: &str) -> Run {
    let folder = temporary();
    let mut shell = shell(command);
    let output = shell.env("TMPDIR", folder.path()).output().unwrap();
    output.into()
}

/// Runs a command of a shell. Wine kills one program of a hundred that have threads when it ends,
/// of which the shell tells on stderr; and where addresses are random, one of some ten thousand
/// does not begin, of which Wine tells. Such a command is run again, up to twice.
fn run_command(command: &str) -> Run {
    let most_runs = if other_program().is_some() { 3 } else { 1 };
    let has_failed_in_wine = |line: &str| {
        line.ends_with("Killed") || line.contains("failed to map the shared user data")
    };
    let mut run = run_once(command);
    for _ in 1..most_runs {
        if run.err.lines().any(has_failed_in_wine) {
            run = run_once(command);
        }
    }
    run
}

/// Runs a command. Returns its output as a transcript shows it.
fn run_as_shown(command: &str, shows: Shows) -> String {
    let Run { out, err, code } = run_command(command);
    let marks = ["#", "$ ", LONG_PROMPT, "2> ", "$? "];
    let is_mark = |line: &str| marks.iter().any(|mark| line.starts_with(mark));
    let marked = out.lines().find(|line| is_mark(line));
    assert_eq!(
        marked, None,
        "{command}: a line looks like one of the marks"
    );
    for text in [&out, &err] {
        let is_ended = text.is_empty() || text.ends_with('\n');
        assert!(is_ended, "{command}: no end of line: {text}");
    }
    assert!(!err.contains("panicked at"), "{command}: {err}");
    let mut parts = vec![out.trim_end().to_string()];
    if shows == Shows::All {
        parts.extend(err.lines().map(|line| format!("2> {line}")));
        parts.extend((code != 0).then(|| format!("$? {code}")));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Compares a file with its replay. With `BLESS` it is written anew if it differs; otherwise the
/// error shows the differences.
fn compare_or_bless(path: &Path, text: &str, replayed: Replayed) -> Result<(), String> {
    if text == replayed.text {
        return Ok(());
    }
    if env::var_os("BLESS").is_some() {
        fs::write(path, &replayed.text).unwrap();
        return Ok(());
    }
    // Without a difference only white space at the ends of outputs is out of place.
    let differences = replayed.differences;
    Err(format!(
        "{} would be written differently; BLESS=1 does so\n{differences}",
        path.display()
    ))
}
