//! The standard streams of the process, and files that the user names.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use encoding_rs_io::DecodeReaderBytesBuilder;
use glob::MatchOptions;
use itertools::Itertools;

use super::exit::{BadInput, Misuse, refuse};
use super::system::System;
use super::values::Input;
use crate::report::escape::{break_log_commands, format_name};
use wuerfelglueck::check::list::ListError;
use wuerfelglueck::dice::{self, DiceError, DiceFault, DiceReader, Die, LONGEST_LINE};
use wuerfelglueck::rules::Rules;

/// Writes a text to stdout. Nothing is computed while that is held.
///
/// Returns whether anybody still reads: a closed pipe, as with `| head -1`, is no error.
pub fn print(text: &str) -> Result<bool> {
    let text = break_log_commands(text);
    let written = handle(io::stdout()).and_then(|mut out| {
        out.write_all(text.as_bytes())?;
        out.flush()
    });
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        written => unwritable(written).map(|()| true),
    }
}

pub fn print_text(text: &str) -> Result<u8> {
    print(text)?;
    Ok(0)
}

/// Whether somebody could read what is printed. Where stdout is closed, Rust opens `/dev/null` in its place, for reading and
/// writing. A shell opens it for writing only if that is what somebody wants.
pub fn check_reader() -> Result<()> {
    if is_closed().unwrap_or(false) {
        bail!("die Standardausgabe ist geschlossen; niemand liest die Zeilen");
    }
    Ok(())
}

#[cfg(unix)]
fn is_closed() -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let mut out = handle(io::stdout())?;
    let is_null = out.metadata()?.rdev() == std::fs::metadata("/dev/null")?.rdev();
    Ok(is_null && out.read(&mut [0]).is_ok())
}

#[cfg(not(unix))]
fn is_closed() -> io::Result<bool> {
    Ok(false)
}

fn unwritable<T>(written: io::Result<T>) -> Result<T> {
    let written = written.map_err(System);
    written.context("die Standardausgabe ist nicht beschreibbar")
}

/// Another handle of a standard stream, since that of the standard library takes it for success if a stream is open the
/// wrong way round.
#[cfg(unix)]
fn handle(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn handle<S>(stream: S) -> io::Result<S> {
    Ok(stream)
}

/// Writes a line to stderr. If nobody can read it there is nobody to tell.
pub fn say(line: impl fmt::Display) {
    let text = break_log_commands(&format!("{line}\n"));
    let _ = io::stderr().write_all(text.as_bytes());
}

/// An input may have so many lines, most of them blank. Reading them takes some seconds.
const MOST_LINES: usize = 200_000_000;

/// All that PowerShell's `>` writes if there is nothing to write.
const UTF16_MARK: [u8; 2] = [0xFF, 0xFE];

/// Reads dice, and checks that every rule set allows their faces.
pub fn read_dice(input: &Input, rule_sets: &[Rules], quiet: bool) -> Result<Vec<Die>> {
    let wrong = |fault| wrong_dice(input, fault);
    let mut reader = DiceReader::default();
    let names = ["Würfel", "die Würfeldatei"];
    each_line(names, input, LONGEST_LINE, quiet, |line| {
        reader.add_line(line).map_err(wrong)
    })?;
    let dice = reader.finish().map_err(wrong)?;
    for (rules, (index, die)) in rule_sets.iter().cartesian_product(dice.iter().enumerate()) {
        dice::check_faces(index, die, rules.highest_face()).map_err(wrong)?;
    }
    Ok(dice)
}

/// Reads somebody's list of at most so many bytes. What is longer is a fault of the list, not of the command.
pub fn read_list(input: &Input, most: usize, quiet: bool) -> Result<Result<Vec<u8>, ListError>> {
    let mut text = Vec::new();
    let read = each_line(["die Bestenliste"; 2], input, most, quiet, |line| {
        text.extend_from_slice(line);
        text.push(b'\n');
        ensure!(text.len() <= most + 1, ListError::TooLong(most));
        Ok(())
    });
    let read = read.map(|()| Ok(text));
    read.or_else(|error| error.downcast().map(Err))
}

/// Tells `take` of each line of the input, without its line feed, as soon as it is there. The names are those of what is
/// read, and of a file of it; with `quiet` a person at a terminal is not told what is expected. What begins with a byte order mark of UTF-16, as PowerShell's `>` writes it, is read as UTF-8.
/// A line with more than `longest` bytes is cut behind one more, and has to be refused.
pub fn each_line(
    [what, file]: [&str; 2],
    input: &Input,
    longest: usize,
    quiet: bool,
    mut take: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    let unreadable = |cause: io::Error| {
        // What is not there or not to be read is the fault of whoever named it.
        let is_users = [NotFound, IsADirectory, PermissionDenied].contains(&cause.kind());
        let error = anyhow::Error::new(System(cause));
        let what = format!("{file} „{input}“ ist nicht lesbar");
        match input {
            Input::Stdin => error.context("die Standardeingabe ist nicht lesbar"),
            Input::File(_) if is_users => error.context(BadInput(what)),
            Input::File(_) => error.context(what),
        }
    };
    let bytes = open(what, input, quiet).map_err(unreadable)?;
    let mut decoder = DecodeReaderBytesBuilder::new();
    let mut reader = BufReader::new(decoder.utf8_passthru(true).build(bytes));
    let mut line = Vec::new();
    for number in 0..=MOST_LINES {
        line.clear();
        let mut start = reader.by_ref().take(longest as u64 + 1);
        start.read_until(b'\n', &mut line).map_err(unreadable)?;
        let is_last = line.len() <= longest && !line.ends_with(b"\n");
        // The decoder sees a mark only where text follows.
        let is_mark = number == 0 && line == UTF16_MARK;
        if !is_last || !line.is_empty() && !is_mark {
            line.pop_if(|byte| *byte == b'\n');
            take(&line)?;
        }
        if is_last {
            return Ok(());
        }
    }
    bail!(BadInput(format!(
        "die Eingabe hat mehr als {MOST_LINES} Zeilen und vielleicht kein Ende"
    )))
}

fn open(what: &str, input: &Input, quiet: bool) -> io::Result<Box<dyn Read>> {
    if let Input::File(file) = input {
        // Not every system tells what is wrong with it.
        if file.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        return Ok(Box::new(File::open(file)?));
    }
    if io::stdin().is_terminal() && !quiet {
        let end = if cfg!(windows) { "Z, Eingabe" } else { "D" };
        say(format_args!(
            "Warte auf {what} von der Tastatur (Ende mit Strg-{end}); Hilfe: wuerfelglueck --hilfe"
        ));
    }
    Ok(Box::new(handle(io::stdin())?))
}

/// Puts files in place of the patterns that stand for them: on Windows, where no shell does.
pub fn expand_patterns<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<Vec<Input>> {
    let mut expanded = Vec::new();
    for input in inputs {
        match input {
            Input::File(pattern) if cfg!(windows) && is_pattern(pattern) => {
                expanded.extend(find_files(pattern)?);
            }
            _ => expanded.push(input.clone()),
        }
    }
    Ok(expanded)
}

/// Whether a name has characters that no file there may have. The longest form of a path begins
/// with one of them.
fn is_pattern(name: &Path) -> bool {
    let name = name.to_string_lossy();
    name.trim_start_matches(r"\\?\").contains(['*', '?'])
}

/// Finds the files that a pattern stands for, in alphabetical order and without regard to case.
fn find_files(pattern: &Path) -> Result<Vec<Input>, BadInput> {
    let options = MatchOptions {
        case_sensitive: false,
        ..MatchOptions::default()
    };
    // Brackets, which names may have, stand for themselves.
    let text = pattern.to_string_lossy().replace('[', "[[]");
    let paths = glob::glob_with(&text, options).into_iter().flatten();
    let files = paths.flatten().map(Input::File).collect_vec();
    if files.is_empty() {
        let name = format_name(pattern);
        return Err(BadInput(format!("zu „{name}“ gibt es keine Datei")));
    }
    Ok(files)
}

pub fn check_stdin<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<(), Misuse> {
    let is_stdin = |input: &&Input| **input == Input::Stdin;
    if inputs.into_iter().filter(is_stdin).count() > 1 {
        refuse!(
            "über die Standardeingabe kann nur eine Datei kommen; für die anderen einen Namen angeben"
        );
    }
    Ok(())
}

/// The error of a dice file, with its name and with the option that a face does not fit.
pub fn wrong_dice(input: &Input, fault: DiceError) -> anyhow::Error {
    let error = match fault.fault {
        DiceFault::FaceTooLarge { highest, .. } => BadInput(format!(
            "{fault}; unter „--regeln wlr“ sind höchstens {highest} erlaubt"
        ))
        .into(),
        _ => anyhow::Error::new(fault),
    };
    match input {
        Input::Stdin => error,
        Input::File(_) => error.context(format!("Würfeldatei „{input}“")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(pattern: &str) -> String {
        find_files(Path::new(pattern)).map_or_else(|error| error.0, |files| files.iter().join(" "))
    }

    #[test]
    fn patterns_stand_for_files_in_order() {
        let inputs = (0..4).map(|number| format!("beispiele/wuerfel{number}.txt"));
        let inputs = inputs.format(" ").to_string();
        assert_eq!(names("beispiele/wuerfel*.txt"), inputs);
        assert_eq!(names("beispiele/WUERFEL?.txt"), inputs);
        assert_eq!(
            names("beispiele/wuerfel[0]*"),
            "zu „beispiele/wuerfel[0]*“ gibt es keine Datei"
        );
    }
}
