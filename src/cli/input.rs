//! Inputs: the standard input, and files that the user names.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use encoding_rs_io::DecodeReaderBytesBuilder;
use glob::MatchOptions;
use itertools::Itertools;

use super::failure::{Failure, refuse};
use super::session::{Session, duplicate};
use super::system::SystemError;
use super::values::Input;
use crate::report::escape::format_name;
use judging::check::list::ListError;
use wuerfelglueck::dice::{self, DiceError, DiceFault, DiceReader, Die, LONGEST_LINE};
use wuerfelglueck::rules::Rules;

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
pub fn read_dice(
    input: &Input,
    rule_sets: &[Rules],
    session: &Session,
) -> Result<Vec<Die>, Failure> {
    const NAMES: InputNames = InputNames {
        content: "Würfel",
        file: "die Würfeldatei",
    };
    let wrong = |fault| wrong_dice(input, fault);
    let mut reader = DiceReader::default();
    each_line(NAMES, input, LONGEST_LINE, session, |line| {
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
    session: &Session,
) -> Result<Result<Vec<u8>, ListError>, Failure> {
    const NAMES: InputNames = InputNames {
        content: "die Bestenliste",
        file: "die Bestenliste",
    };
    let (mut text, mut is_too_long) = (Vec::new(), false);
    let read = each_line(NAMES, input, most_bytes, session, |line| {
        text.extend_from_slice(line);
        text.push(b'\n');
        is_too_long = text.len() > most_bytes + 1;
        if is_too_long {
            return Err(Failure::input("zu lang"));
        }
        Ok(())
    });
    if is_too_long {
        return Ok(Err(ListError::TooLong(most_bytes)));
    }
    read.map(|()| Ok(text))
}

/// Calls `take` for each line of the input, without its line feed, as soon as it is there.
///
/// An input that begins with a byte order mark of UTF-16, as PowerShell's `>` writes it, becomes
/// UTF-8. A line with more than `longest` bytes is cut behind one more, and `take` has to refuse
/// it. Unless the session is quiet, a person at a terminal is asked for the content.
pub fn each_line(
    names: InputNames,
    input: &Input,
    longest: usize,
    session: &Session,
    mut take: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unreadable = |cause| unreadable(names.file, input, cause);
    let bytes = open_input(names.content, input, session).map_err(unreadable)?;
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
    Err(Failure::input(format_args!(
        "die Eingabe hat mehr als {MOST_LINES} Zeilen und vielleicht kein Ende"
    )))
}

/// The failure to read an input. A file is the user's choice, the standard input is not.
fn unreadable(file: &str, input: &Input, cause: io::Error) -> Failure {
    let cause = SystemError(cause);
    match input {
        Input::Stdin => Failure::from(cause).context("die Standardeingabe ist nicht lesbar"),
        Input::File(_) => Failure::of_named(format!("{file} „{input}“ ist nicht lesbar"), cause),
    }
}

/// Opens an input. At a terminal, a person is asked for the `content` first, unless the session is
/// quiet.
fn open_input(content: &str, input: &Input, session: &Session) -> io::Result<Box<dyn Read>> {
    if let Input::File(file) = input {
        // Not every system tells what is wrong with it.
        if file.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        return Ok(Box::new(File::open(file)?));
    }
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Z, Eingabe" } else { "D" };
        session.say(format_args!(
            "Warte auf {content} von der Tastatur (Ende mit Strg-{end}); Hilfe: wuerfelglueck --hilfe"
        ));
    }
    Ok(Box::new(duplicate(io::stdin())?))
}

/// Replaces patterns by the files that match them, on Windows, where no shell does.
pub fn expand_patterns<'a>(
    inputs: impl IntoIterator<Item = &'a Input>,
) -> Result<Vec<Input>, Failure> {
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
fn find_files(pattern: &Path) -> Result<Vec<Input>, Failure> {
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
        return Err(Failure::input(format_args!(
            "zu „{name}“ gibt es keine Datei"
        )));
    }
    Ok(files)
}

/// Checks that at most one input is stdin.
pub fn check_stdin<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<(), Failure> {
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
pub fn wrong_dice(input: &Input, fault: DiceError) -> Failure {
    let failure = match fault.fault {
        DiceFault::FaceTooLarge { highest, .. } => Failure::input(format_args!(
            "{fault}; unter „--regeln wlr“ sind höchstens {highest} erlaubt"
        )),
        _ => Failure::Input(fault.into()),
    };
    match input {
        Input::Stdin => failure,
        Input::File(_) => failure.context(format_args!("Würfeldatei „{input}“")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files that a pattern finds, or the message if there is none.
    fn names(pattern: &str) -> String {
        find_files(Path::new(pattern)).map_or_else(
            |failure| failure.to_string(),
            |files| files.iter().join(" "),
        )
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
