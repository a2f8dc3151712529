//! Submissions to `pruefe`: lists, and folders with a list for each dice file.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use itertools::Itertools;

use super::failure::Failure;
use super::input::read_list;
use super::session::Session;
use super::system::SystemError;
use super::values::Input;
use judging::Verdict;
use judging::check::list::ListError;
use judging::check::{ReadText, Submission, SubmissionReader};

/// The submissions, and the failures of those that could not be opened.
pub struct Submissions {
    pub read: Vec<Submission>,
    pub unreadable: Vec<Failure>,
}

/// The submissions that the command line names, and the way in which they are read.
pub struct SubmissionInputs<'a> {
    pub reader: SubmissionReader<'a>,
    /// True if each submission is judged as a whole. Then it may be a folder, and a list that
    /// cannot be opened is a failed one of its submission instead of an error of the input.
    pub is_class: bool,
    pub session: &'a Session,
}

impl SubmissionInputs<'_> {
    /// Reads all submissions.
    ///
    /// # Errors
    ///
    /// If none can be opened, or one cannot for a reason that is not its own fault.
    pub fn read_all(&self, inputs: &[Input]) -> Result<Submissions, Failure> {
        let (mut read, mut unreadable) = (Vec::new(), Vec::new());
        for input in inputs {
            read.push(match self.read(input) {
                // The others get their verdicts nevertheless.
                Err(Failure::Input(error)) => {
                    let reason = error.root_cause().to_string();
                    unreadable.push(Failure::Input(error));
                    Submission::unreadable(input.to_string(), ListError::NoAccess(reason))
                }
                submission => submission?,
            });
        }
        if read.len() == unreadable.len() {
            return Err(unreadable.remove(0));
        }
        Ok(Submissions { read, unreadable })
    }

    /// Reads a list, or in a class all texts of a folder.
    fn read(&self, input: &Input) -> Result<Submission, Failure> {
        match input {
            Input::File(path) if self.is_class && (path.is_dir() || !path.exists()) => {
                self.read_folder(input.to_string(), path)
            }
            _ => Ok(self.reader.read_single(self.read_text(input)?)),
        }
    }

    /// Reads all texts of a folder. One that is not there was not handed in.
    fn read_folder(&self, name: String, folder: &Path) -> Result<Submission, Failure> {
        let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).and_then(Iterator::collect);
        let (entries, missing) = match entries {
            Ok(entries) => (entries, Verdict::Missing),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => (vec![], Verdict::Missing),
            Err(cause) => {
                let error = ListError::NoAccess(SystemError(cause).to_string());
                (vec![], Verdict::Unreadable(error))
            }
        };
        let texts = entries
            .iter()
            .map(DirEntry::path)
            .filter(|path| path.is_file())
            .sorted()
            .map(|path| self.read_text(&Input::File(path)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(self.reader.read_folder(name, texts, &missing))
    }

    /// Reads a text as a list of each dice file.
    fn read_text(&self, input: &Input) -> Result<ReadText, Failure> {
        let text = match read_list(input, self.reader.most_bytes(), self.session) {
            Err(Failure::Input(error)) if self.is_class => {
                Err(ListError::NoAccess(error.root_cause().to_string()))
            }
            // A file in which a byte is 0 is no text.
            Ok(Ok(text)) if self.is_class && text.contains(&0) => Err(ListError::NotUtf8),
            text => text?,
        };
        Ok(self.reader.read_text(input.to_string(), text))
    }
}
