//! Submissions to `pruefe`: lists, and folders with a list for each dice file.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use anyhow::Result;
use itertools::Itertools;

use super::exit::{BadInput, lacks_resources};
use super::streams::read_list;
use super::system::SystemError;
use super::values::Input;
use wuerfelglueck::check::list::{self, ListError, ReadOptions};
use wuerfelglueck::check::{DiceFile, Findings, ListName, ReadList, Submission, find_dice};

/// The submissions that could be read, and the errors of those that could not.
pub struct Submissions {
    pub read: Vec<Submission>,
    pub unreadable: Vec<anyhow::Error>,
}

/// The way in which submissions are read.
pub struct SubmissionReader<'a> {
    /// The dice files that the lists belong to, at least one.
    pub files: &'a [DiceFile],
    /// True if each submission is judged as a whole. Then it may be a folder, and a list that
    /// cannot be opened is a failed one of its submission instead of an error of the input.
    pub is_class: bool,
    pub options: ReadOptions<'a>,
    /// For each dice file, whether its games can be drawn.
    pub can_draw: Vec<bool>,
    pub is_quiet: bool,
}

/// The agreement of a list with a dice file, the least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct FileMatch {
    /// The number of dice of the file that the list has a claim about.
    claimed_dice: usize,
    /// The number of bytes of the name of the file, without folder and ending, if the name of the
    /// list has it in it; otherwise 0. So `wuerfel10.liste` is of `wuerfel10.txt`, not of
    /// `wuerfel1.txt`.
    named_bytes: usize,
    /// True if the list has a claim about each die of the file.
    is_whole: bool,
}

impl FileMatch {
    /// The number of dice that the list names, if it is about the dice file at all.
    fn named_dice(self) -> Option<usize> {
        (self.claimed_dice > 0 || self.named_bytes > 0).then_some(self.claimed_dice)
    }
}

/// A text that was read as a list of a dice file, and its agreement with that file.
struct ListCandidate {
    matched: FileMatch,
    read: ReadList,
}

impl SubmissionReader<'_> {
    /// Reads all submissions.
    ///
    /// # Errors
    ///
    /// If none can be read, or one cannot for a reason that is not its own fault.
    pub fn read_all(&self, inputs: &[Input]) -> Result<Submissions> {
        let (mut read, mut unreadable) = (Vec::new(), Vec::new());
        for input in inputs {
            match self.read(input) {
                Ok(lists) => read.push(Submission {
                    name: input.to_string(),
                    lists,
                }),
                // The others get their verdicts nevertheless.
                Err(error) if error.is::<BadInput>() => unreadable.push(error),
                Err(error) => return Err(error),
            }
        }
        if read.is_empty() {
            return Err(unreadable.remove(0));
        }
        Ok(Submissions { read, unreadable })
    }

    /// Reads a list, or in a class all lists of a folder. A file that is not there was not handed
    /// in.
    fn read(&self, input: &Input) -> Result<Vec<ReadList>> {
        let folder = match input {
            Input::File(path) if self.is_class && (path.is_dir() || !path.exists()) => path,
            _ => return Ok(vec![self.read_list(input)?.read]),
        };
        let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).and_then(Iterator::collect);
        let (entries, why) = match entries {
            Ok(entries) => (entries, ListError::Missing),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => (vec![], ListError::Missing),
            Err(cause) => (vec![], ListError::NoAccess(SystemError(cause).to_string())),
        };
        let candidates = entries
            .iter()
            .map(DirEntry::path)
            .filter(|path| path.is_file())
            .sorted()
            .map(|path| self.read_list(&Input::File(path)))
            .collect::<Result<Vec<_>>>()?;
        Ok(self.choose(candidates, input, &why))
    }

    /// Chooses the lists of a folder: for each dice file those that name most of its dice.
    /// Programs, notes and copies of dice files lie there, too. `why` is the error of a list that
    /// is not there.
    fn choose(
        &self,
        mut candidates: Vec<ListCandidate>,
        folder: &Input,
        why: &ListError,
    ) -> Vec<ReadList> {
        // A copy of a dice file is left aside, unless there is nothing else.
        let is_copy =
            |candidate: &ListCandidate| matches!(candidate.read.list, Err(ListError::DiceFile));
        if !candidates.iter().all(is_copy) {
            candidates.retain(|candidate| !is_copy(candidate));
        }
        let mut lists = self.take_best(&mut candidates);
        let without_list = (0..self.files.len())
            .filter(|&file| lists.iter().all(|list| list.name.file != file))
            .collect_vec();
        // Files of which no dice can be told, as they cannot be read as lists, or as pairings are
        // missing, and that do not have the name of a dice file in theirs, are the missing lists,
        // in the order of their names, if there are as many of them.
        candidates.retain(|candidate| candidate.matched.named_dice().is_none());
        if candidates.len() != without_list.len() {
            candidates.clear();
        }
        let mut lists_of_no_dice = candidates.into_iter().map(|candidate| candidate.read);
        for file in without_list {
            let mut list = lists_of_no_dice.next().unwrap_or_else(|| ReadList {
                name: ListName {
                    name: format!("{folder} ({})", self.files[file].name),
                    file,
                },
                list: Err(why.clone()),
            });
            list.name.file = file;
            lists.push(list);
        }
        lists.sort_by_key(|list| list.name.file);
        lists
    }

    /// Takes, for each dice file, the lists that name most of its dice.
    fn take_best(&self, candidates: &mut Vec<ListCandidate>) -> Vec<ReadList> {
        let mut lists = Vec::new();
        for file in 0..self.files.len() {
            let named_dice = |candidate: &ListCandidate| {
                candidate
                    .matched
                    .named_dice()
                    .filter(|_| candidate.read.name.file == file)
            };
            let Some(most) = candidates.iter().filter_map(named_dice).max() else {
                continue;
            };
            let best = candidates.extract_if(.., |candidate| named_dice(candidate) == Some(most));
            lists.extend(best.map(|candidate| candidate.read));
        }
        lists
    }

    /// Reads a list. It belongs to the dice file of which it names the most dice; if there are
    /// several such files, to one whose name is in its own, or else all of whose dice it names, or
    /// else to the first. A copy of a dice file belongs to that.
    fn read_list(&self, input: &Input) -> Result<ListCandidate> {
        let most_bytes = self.files.iter().map(|file| list::most_bytes(&file.dice));
        let text = match read_list(input, most_bytes.max().unwrap_or(0), self.is_quiet) {
            Err(error) if self.is_class && !lacks_resources(&error) => {
                Err(ListError::NoAccess(error.root_cause().to_string()))
            }
            // A file in which a byte is 0 is no text.
            Ok(Ok(text)) if self.is_class && text.contains(&0) => Err(ListError::nothing_read()),
            text => text?,
        };
        let name = input.to_string();
        let mut candidates = (0..self.files.len())
            .map(|file| self.read_as_list_of(file, &name, &text))
            .collect_vec();
        let copy = candidates
            .iter()
            .position(|candidate| candidate.read.list == Err(ListError::DiceFile));
        if let Some(copy) = copy {
            return Ok(ListCandidate {
                matched: FileMatch::default(),
                ..candidates.swap_remove(copy)
            });
        }
        // Of equal ones the first.
        let best = candidates
            .into_iter()
            .rev()
            .max_by_key(|candidate| candidate.matched);
        Ok(best.unwrap_or_else(|| ListCandidate {
            matched: FileMatch::default(),
            read: ReadList {
                name: ListName { name, file: 0 },
                list: Err(ListError::Empty),
            },
        }))
    }

    /// Reads a text as a list of the dice file with this index.
    fn read_as_list_of(
        &self,
        file: usize,
        name: &str,
        text: &Result<Vec<u8>, ListError>,
    ) -> ListCandidate {
        let DiceFile {
            name: file_name,
            dice,
        } = &self.files[file];
        let list = match text {
            Ok(text) => {
                let options = ReadOptions {
                    can_draw: self.can_draw[file],
                    ..self.options
                };
                list::parse(text, dice, options)
            }
            Err(error) => Err(error.clone()),
        };
        let claims = list.as_ref().map_or(vec![], |list| {
            find_dice(list, dice, &mut Findings::default())
        });
        let claimed_dice = claims.iter().map(|claim| claim.die).unique().count();
        let named_bytes = match (stem(file_name), stem(name)) {
            (Some(of_file), Some(of_list)) if of_list.contains(&of_file) => of_file.len(),
            _ => 0,
        };
        ListCandidate {
            matched: FileMatch {
                claimed_dice,
                named_bytes,
                is_whole: claimed_dice == dice.len(),
            },
            read: ReadList {
                name: ListName {
                    name: name.into(),
                    file,
                },
                list,
            },
        }
    }
}

/// The name of a file without its folder and its ending.
fn stem(name: &str) -> Option<String> {
    Some(Path::new(name).file_stem()?.to_string_lossy().into_owned())
}
