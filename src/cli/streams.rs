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
use super::system::SystemError;
use super::values::Input;
use crate::report::escape::{break_log_commands, format_name};
use judging::check::list::ListError;
use wuerfelglueck::dice::{self, DiceError, DiceFault, DiceReader, Die, LONGEST_LINE};
use wuerfelglueck::rules::Rules;

/// Writes a text to stdout, with [commands for the log of a CI job](break_log_commands) that may
/// stand anywhere in a line broken up.
///
/// Returns whether there still is a reader: a closed pipe, as with `| head -1`, is no error.
pub fn print(text: &str) -> Result<bool> {
    let text = break_log_commands(text);
    let written = duplicate(io::stdout()).and_then(|mut out| {
        out.write_all(text.as_bytes())?;
        out.flush()
    });
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(SystemError(error)).context("die Standardausgabe ist nicht beschreibbar"),
    }
}

/// Checks that stdout was not closed when the process began, as far as that is known.
///
/// Where stdout is closed, Rust opens `/dev/null` in its place, for reading and writing. With
/// `> /dev/null`, which is no error, a shell opens it for writing only.
pub fn check_reader() -> Result<()> {
    if is_closed().unwrap_or(false) {
        bail!("die Standardausgabe ist geschlossen; niemand liest die Zeilen");
    }
    Ok(())
}

/// Returns whether stdout was closed when the process began.
#[cfg(unix)]
fn is_closed() -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let mut out = duplicate(io::stdout())?;
    let is_null = out.metadata()?.rdev() == std::fs::metadata("/dev/null")?.rdev();
    Ok(is_null && out.read(&mut [0]).is_ok())
}

/// Returns false: elsewhere it is not known whether stdout was closed.
#[cfg(not(unix))]
fn is_closed() -> io::Result<bool> {
    Ok(false)
}

/// Duplicates the handle of a standard stream. To the standard library, writing to one that is open
/// the wrong way round is a success.
#[cfg(unix)]
fn duplicate(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn duplicate<S>(stream: S) -> io::Result<S> {
    Ok(stream)
}

/// Writes a line to stderr. If that is closed, the line is lost.
pub fn say(line: impl fmt::Display) {
    let text = break_log_commands(&format!("{line}\n"));
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The most lines of an input, so that one that does not end is refused. Reading as many blank ones
/// takes some seconds.
const MOST_LINES: usize = 200_000_000;

/// The bytes that PowerShell's `>` writes if there is nothing to write: a byte order mark.
const UTF16_MARK: [u8; 2] = [0xFF, 0xFE];

/// German names of an input.
#[derive(Clone, Copy, Debug)]
pub struct InputNames {
    /// The content, for which a person at a terminal is asked.
    pub content: &'static str,
    /// A file with the content.
    pub file: &'static str,
}

/// Reads dice, and checks that every rule set allows their faces.
pub fn read_dice(input: &Input, rule_sets: &[Rules], quiet: bool) -> Result<Vec<Die>> {
    const NAMES: InputNames = InputNames {
        content: "Würfel",
        file: "die Würfeldatei",
    };
    let wrong = |fault| wrong_dice(input, fault);
    let mut reader = DiceReader::default();
    each_line(NAMES, input, LONGEST_LINE, quiet, |line| {
        reader.add_line(line).map_err(wrong)
    })?;
    let dice = reader.finish().map_err(wrong)?;
    for (rules, (index, die)) in rule_sets.iter().cartesian_product(dice.iter().enumerate()) {
        dice::check_faces(index, die, rules.highest_face()).map_err(wrong)?;
    }
    Ok(dice)
}

/// Reads somebody's list of at most `most_bytes`. A longer one is a fault of the list, not of the
/// command.
pub fn read_list(
    input: &Input,
    most_bytes: usize,
    quiet: bool,
) -> Result<Result<Vec<u8>, ListError>> {
    const NAMES: InputNames = InputNames {
        content: "die Bestenliste",
        file: "die Bestenliste",
    };
    let mut text = Vec::new();
    let read = each_line(NAMES, input, most_bytes, quiet, |line| {
        text.extend_from_slice(line);
        text.push(b'\n');
        ensure!(text.len() <= most_bytes + 1, ListError::TooLong(most_bytes));
        Ok(())
    });
    match read {
        Ok(()) => Ok(Ok(text)),
        Err(error) => error.downcast().map(Err),
    }
}

/// Calls `take` for each line of the input, without its line feed, as soon as it is there.
///
/// An input that begins with a byte order mark of UTF-16, as PowerShell's `>` writes it, becomes
/// UTF-8. A line with more than `longest` bytes is cut behind one more, and `take` has to refuse
/// it. With `quiet` a person at a terminal is not asked for the content.
pub fn each_line(
    names: InputNames,
    input: &Input,
    longest: usize,
    quiet: bool,
    mut take: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    let unreadable = |cause| unreadable(names.file, input, cause);
    let bytes = open_input(names.content, input, quiet).map_err(unreadable)?;
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

/// The error of an input that cannot be read. A file that is missing or forbidden, or is a folder,
/// is the user's fault ([`BadInput`]), anything else the machine's.
fn unreadable(file: &str, input: &Input, cause: io::Error) -> anyhow::Error {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    let is_fault_of_user = [NotFound, IsADirectory, PermissionDenied].contains(&cause.kind());
    let error = anyhow::Error::new(SystemError(cause));
    let message = format!("{file} „{input}“ ist nicht lesbar");
    match input {
        Input::Stdin => error.context("die Standardeingabe ist nicht lesbar"),
        Input::File(_) if is_fault_of_user => error.context(BadInput(message)),
        Input::File(_) => error.context(message),
    }
}

/// Opens an input. At a terminal, a person is asked for the `content` first, unless `quiet`.
fn open_input(content: &str, input: &Input, quiet: bool) -> io::Result<Box<dyn Read>> {
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
            "Warte auf {content} von der Tastatur (Ende mit Strg-{end}); Hilfe: wuerfelglueck --hilfe"
        ));
    }
    Ok(Box::new(duplicate(io::stdin())?))
}

/// Replaces patterns by the files that match them, on Windows, where no shell does.
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

/// Returns whether a name has a wildcard, which no file there may have. The longest form of a path
/// begins with one, too.
fn is_pattern(name: &Path) -> bool {
    name.to_string_lossy()
        .trim_start_matches(r"\\?\")
        .contains(['*', '?'])
}

/// Finds the files that match a pattern without regard to case, in alphabetical order. Errors if
/// there are none.
fn find_files(pattern: &Path) -> Result<Vec<Input>, BadInput> {
    let options = MatchOptions {
        case_sensitive: false,
        ..MatchOptions::default()
    };
    // Brackets, which names may have, stand for themselves.
    let text = pattern.to_string_lossy().replace('[', "[[]");
    let files = glob::glob_with(&text, options)
        .into_iter()
        .flatten()
        .flatten()
        .map(Input::File)
        .collect_vec();
    if files.is_empty() {
        let name = format_name(pattern);
        return Err(BadInput(format!("zu „{name}“ gibt es keine Datei")));
    }
    Ok(files)
}

/// Checks that at most one input is stdin.
pub fn check_stdin<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<(), Misuse> {
    let is_stdin = |input: &&Input| **input == Input::Stdin;
    if inputs.into_iter().filter(is_stdin).count() > 1 {
        refuse!(
            "über die Standardeingabe kann nur eine Datei kommen; \
             für die anderen einen Namen angeben"
        );
    }
    Ok(())
}

/// The error of a dice file, with its name, and with the option under which a face is too large.
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

    /// The names of the files that a pattern finds, or the message if there is none.
    fn names(pattern: &str) -> String {
        find_files(Path::new(pattern)).map_or_else(|error| error.0, |files| files.iter().join(" "))
    }

    /// `*` and `?` stand for other characters, and brackets for themselves; letters may be small or
    /// large.
    #[test]
    fn patterns_find_files_in_order() {
        let inputs = (0..4)
            .map(|number| format!("beispiele/wuerfel{number}.txt"))
            .join(" ");
        assert_eq!(names("beispiele/wuerfel*.txt"), inputs);
        assert_eq!(names("beispiele/WUERFEL?.txt"), inputs);
        assert_eq!(
            names("beispiele/wuerfel[0]*"),
            "zu „beispiele/wuerfel[0]*“ gibt es keine Datei"
        );
    }
}
