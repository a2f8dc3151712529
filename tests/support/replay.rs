//! Transcripts: commands of a shell, and what they print. `tests/README.md` says how they are
//! written.
//!
//! With `BLESS=1` in the environment, transcripts that differ are written anew instead of failing.

use std::env;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use regex::Regex;

use super::powershell;
use super::process::{Run, other_program, shell, temporary};

/// How much of what a command does its transcript shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Everything.
    All,
    /// What it prints on stdout; stderr and exit code only below commands where there is something
    /// of both.
    Stdout,
}

/// The shell that commands are written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Sh,
    PowerShell,
}

impl Language {
    /// The name of its blocks in Markdown.
    fn block(self) -> &'static str {
        match self {
            Language::Sh => "console",
            Language::PowerShell => "powershell",
        }
    }

    fn prompt(self) -> &'static str {
        match self {
            Language::Sh => "$ ",
            Language::PowerShell => "PS> ",
        }
    }

    /// Whether a command cannot be said to the program at hand. To that for Windows it is what only
    /// Unix has: streams that are open the wrong way round, endless ones, which are slow there, and
    /// scripts that are programs. To another one it is a pattern for files.
    fn is_left_out(self, command: &str) -> bool {
        const UNIX: [&str; 10] = [
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
                other_program().is_some() && UNIX.iter().any(|mark| command.contains(mark))
            }
            Language::PowerShell => other_program().is_none() && command.contains('*'),
        }
    }
}

/// Replays a file that shows everything. The error says what is different.
pub fn transcript(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("$ "), "{path:?} has no command");
    settle(path, &text, replay(&text, Language::Sh, Shows::All))
}

/// Replays the blocks of a Markdown file that are marked as `console`.
pub fn markdown(path: &Path) -> Result<(), String> {
    blocks(path, Language::Sh)
}

/// Replays those that are marked as `powershell`.
pub fn powershell(path: &Path) -> Result<(), String> {
    blocks(path, Language::PowerShell)
}

fn blocks(path: &Path, language: Language) -> Result<(), String> {
    let fence = format!("```{}\n", language.block());
    let text = fs::read_to_string(path).unwrap();
    let mut all = Replayed::default();
    let mut rest = &text[..];
    while let Some((before, behind)) = rest.split_once(&fence) {
        let (block, behind) = behind.split_once("```").expect("the block ends");
        let replayed = replay(block, language, Shows::Stdout);
        all.text += &format!("{before}{fence}{}```", replayed.text);
        all.differences += &replayed.differences;
        rest = behind;
    }
    all.text += rest;
    settle(path, &text, all)
}

/// A text without the time that something took, `in 0.41 s (2456195 Spiele/s)`, and without the
/// lines that say on a slow machine how long it will take: `…, noch 18 s`.
pub fn timeless(text: &str) -> String {
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

/// A transcript with what its commands print now.
#[derive(Default)]
struct Replayed {
    text: String,
    /// Commands that do something else now: each, what is shown, and what it does.
    differences: String,
}

/// Runs all commands, some of them at the same time.
fn replay(transcript: &str, language: Language, shows: Shows) -> Replayed {
    let prompt = language.prompt();
    let mut sessions = Vec::new();
    let mut all = Replayed::default();
    for line in transcript.lines() {
        match (line.strip_prefix(prompt), sessions.last_mut()) {
            (Some(command), _) => sessions.push((command, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => all.text += &format!("{line}\n"),
        }
    }
    let replayed: Vec<[String; 2]> = sessions
        .into_par_iter()
        .map(|(command, lines)| {
            let remark = lines.iter().position(|line| line.starts_with('#'));
            let (shown, remarks) = lines.split_at(remark.unwrap_or(lines.len()));
            let shown = shown.join("\n");
            let shown = shown.trim_end();
            let is_marked = |line: &str| line.starts_with("2> ") || line.starts_with("$? ");
            let all = shows == Shows::All || shown.lines().any(is_marked);
            let done = match language {
                _ if language.is_left_out(command) => shown.to_string(),
                Language::Sh => perform(command, all),
                Language::PowerShell => perform(
                    &powershell::translate(command, other_program().is_some()),
                    all,
                ),
            };
            let (mut now, mut difference) = (shown.to_string(), String::new());
            if timeless(shown) != timeless(&done) {
                now = timeless(&done);
                difference = format!("{prompt}{command}\n--- shown:\n{shown}\n--- now:\n{now}\n");
            }
            let mut text = format!("{prompt}{command}\n");
            if !now.is_empty() {
                text += &format!("{now}\n");
            }
            if !remarks.is_empty() {
                text += &format!("\n{}\n", remarks.join("\n"));
            }
            [text, difference]
        })
        .collect();
    for [text, difference] in replayed {
        all.text += &text;
        all.differences += &difference;
    }
    all
}

/// What a command prints, and, if all of it is wanted, says on stderr and gives as its exit code.
fn perform(command: &str, all: bool) -> String {
    // What the command leaves behind goes with this folder.
    let folder = temporary();
    let mut shell = shell(command);
    let output = shell.env("TMPDIR", folder.path()).output().unwrap();
    let Run { out, err, code } = output.into();
    let marks = ["#", "$ ", "2> ", "$? "];
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
    let mut done = vec![out.trim_end().to_string()];
    if all {
        done.extend(err.lines().map(|line| format!("2> {line}")));
        done.extend((code != 0).then(|| format!("$? {code}")));
    }
    done.retain(|part| !part.is_empty());
    done.join("\n")
}

/// Says that the file does not show what is done now, or writes it anew.
fn settle(path: &Path, text: &str, replayed: Replayed) -> Result<(), String> {
    if text == replayed.text {
        return Ok(());
    }
    if env::var_os("BLESS").is_some() {
        fs::write(path, &replayed.text).unwrap();
        return Ok(());
    }
    // Without a difference only blank lines are not where they should be.
    let differences = replayed.differences;
    Err(format!(
        "{} would be written differently; BLESS=1 does so\n{differences}",
        path.display()
    ))
}
