//! Transcripts: commands of a shell, and what they print.
//!
//! ```text
//! # A line that begins with # is a remark.
//! $ wuerfelglueck sixjack
//! 2> es fehlt eine Strategie, etwa 3,x,x,2,x,1; siehe wuerfelglueck sixjack --hilfe
//! $? 2
//! ```
//!
//! A command is one line behind `$ `, for `sh` in the folder of the project with the program in the path and
//! an empty stdin. Below it stands what it prints on stdout, then what it says on stderr, each line behind
//! `2> `, then its exit code behind `$? ` if it is not 0. How long something took is of no account.
//!
//! With `BLESS=1` in the environment, transcripts that differ are written anew instead of failing.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use rayon::prelude::*;

use super::process::{binary, root};

/// How much of what a command does its transcript shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Everything.
    All,
    /// What it prints on stdout; stderr and exit code only below commands where there is something of both.
    Stdout,
}

/// Replays one of the fixtures, which shows everything. Returns the number of commands.
pub fn fixture(name: &str) -> usize {
    let path = root().join("tests/fixtures").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let replayed = replay(&text, Shows::All);
    settle(&path, &text, &replayed);
    replayed.commands
}

/// Replays the blocks of a Markdown file that are marked as `console`. Returns the number of commands.
pub fn markdown(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut all = Replayed::default();
    let mut rest = &text[..];
    while let Some((before, behind)) = rest.split_once("```console\n") {
        let (block, behind) = behind.split_once("```").expect("the block ends");
        let replayed = replay(block, Shows::Stdout);
        all.text += &format!("{before}```console\n{}```", replayed.text);
        all.differences.extend(replayed.differences);
        all.commands += replayed.commands;
        rest = behind;
    }
    all.text += rest;
    settle(path, &text, &all);
    all.commands
}

/// A text without the time that something took, `in 0.41 s (2456195 Spiele/s)`, and without the lines that say on a slow machine
/// how long it will take: `…, noch 18 s`.
pub fn timeless(text: &str) -> String {
    let number = |word: &str| word == "…" || word.parse::<f64>().is_ok_and(|value| value >= 0.0);
    let line = |line: &str| {
        let Some((before, behind)) = line.split_once(" in ") else {
            return line.to_string();
        };
        let Some((_, behind)) = behind.split_once(" s").filter(|(time, _)| number(time)) else {
            return line.to_string();
        };
        let rate = behind
            .strip_prefix(" (")
            .and_then(|rate| rate.split_once(" Spiele/s)"))
            .filter(|(rate, _)| number(rate));
        match rate {
            Some((_, end)) => format!("{before} in … s (… Spiele/s){end}"),
            None => format!("{before} in … s{behind}"),
        }
    };
    let is_progress = |line: &&str| {
        let left = line.rsplit_once(", noch ").map(|(_, left)| left);
        let unit = |unit: &str| left?.strip_suffix(unit).filter(|time| number(time));
        left == Some("?")
            || [" s", " min", " h"]
                .into_iter()
                .any(|name| unit(name).is_some())
    };
    let lines = text.lines().filter(|line| !is_progress(line));
    lines.map(line).collect::<Vec<_>>().join("\n")
}

/// A transcript with what its commands print now.
#[derive(Default)]
struct Replayed {
    text: String,
    /// Of each command that does something else now: it, what is shown, and what it does.
    differences: Vec<[String; 3]>,
    commands: usize,
}

/// Runs all commands, some of them at the same time.
fn replay(transcript: &str, shows: Shows) -> Replayed {
    let lines: Vec<&str> = transcript.lines().collect();
    let starts: Vec<usize> = (0..lines.len())
        .filter(|&line| lines[line].starts_with("$ "))
        .collect();
    let first = starts.first().copied().unwrap_or(lines.len());
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let sessions: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let replayed = sessions
        .par_iter()
        .map(|&(start, end)| {
            let command = &lines[start][2..];
            let remark = (start + 1..end).find(|&line| lines[line].starts_with('#'));
            let (shown, remarks) =
                lines[start + 1..end].split_at(remark.unwrap_or(end) - start - 1);
            let shown = shown.join("\n");
            let shown = shown.trim_end();
            let is_marked = |line: &str| line.starts_with("2> ") || line.starts_with("$? ");
            let all = shows == Shows::All || shown.lines().any(is_marked);
            let done = perform(command, all);
            let difference = (timeless(shown) != timeless(&done))
                .then(|| [command.to_string(), shown.to_string(), timeless(&done)]);
            let now = difference.as_ref().map_or(shown, |[_, _, now]| now);
            let mut text = format!("$ {command}\n");
            if !now.is_empty() {
                text += &format!("{now}\n");
            }
            if !remarks.is_empty() {
                text += &format!("\n{}\n", remarks.join("\n"));
            }
            (text, difference)
        })
        .collect::<Vec<_>>();
    let mut all = Replayed {
        text: lines[..first]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect(),
        commands: sessions.len(),
        differences: Vec::new(),
    };
    for (text, difference) in replayed {
        all.text += &text;
        all.differences.extend(difference);
    }
    all
}

/// A command of a shell that finds the program.
pub fn shell(command: &str) -> Command {
    let directory = binary().parent().unwrap().to_path_buf();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([directory].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .env("PATH", path)
        // It would tell how wide the terminal is.
        .env_remove("COLUMNS");
    shell
}

/// What a command prints, and, if all of it is wanted, says on stderr and gives as its exit code.
fn perform(command: &str, all: bool) -> String {
    let output = shell(command).current_dir(root()).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let is_mark = |line: &str| {
        ["#", "$ ", "2> ", "$? "]
            .iter()
            .any(|mark| line.starts_with(mark))
    };
    for line in out.lines() {
        assert!(
            !is_mark(line),
            "{command}: a line looks like one of the marks: {line}"
        );
    }
    for text in [&out, &err] {
        assert!(
            text.is_empty() || text.ends_with('\n'),
            "{command}: no end of line: {text}"
        );
    }
    assert!(!err.contains("panicked at"), "{command}: {err}");
    let mut done = out.trim_end().to_string();
    if all {
        let mut lines: Vec<String> = err.lines().map(|line| format!("2> {line}")).collect();
        if !output.status.success() {
            lines.push(format!(
                "$? {}",
                output.status.code().expect("it ends by itself")
            ));
        }
        if !done.is_empty() && !lines.is_empty() {
            done += "\n";
        }
        done += &lines.join("\n");
    }
    done
}

/// Fails if the file does not show what is done now, or writes it anew.
fn settle(path: &Path, text: &str, replayed: &Replayed) {
    if text == replayed.text {
        return;
    }
    if env::var_os("BLESS").is_some() {
        fs::write(path, &replayed.text).unwrap();
        return;
    }
    // Without a difference only blank lines are not where they should be.
    let differences: String = replayed
        .differences
        .iter()
        .map(|[command, shown, now]| format!("$ {command}\n--- shown:\n{shown}\n--- now:\n{now}\n"))
        .collect();
    panic!(
        "{} would be written differently; BLESS=1 does so\n{differences}",
        path.display()
    );
}
