//! Submissions to `pruefe`: lists, and folders with a list for each dice file.

use std::fs::{self, DirEntry};
use std::io;

use itertools::Itertools;

use super::failure::Failure;
use super::input::read_list;
use super::session::Session;
use super::system::SystemError;
use super::values::Input;
use judging::check::list::{self, Draft, ListError, ProgramForm, ReadOptions, find_program_form};
use judging::check::matching::{ListToMatch, match_lists, says_name};
use judging::check::{DiceFile, ListName, ReadList, Submission};
use judging::{Doubt, Verdict};
use wuerfelglueck::dice::Die;

/// The submissions, and the failures of those that could not be opened.
pub struct Submissions {
    pub read: Vec<Submission>,
    pub unreadable: Vec<Failure>,
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
    pub session: &'a Session,
}

/// A text that was read as a list of each dice file.
struct ReadText {
    /// What it tells of its dice file.
    to_match: ListToMatch,
    /// For each dice file, what it says of its dice, or the reason why it is no list of them.
    drafts: Vec<Result<Draft, ListError>>,
}

impl ReadText {
    /// Returns the dice file of which it is a copy.
    fn copied_file(&self) -> Option<usize> {
        let is_copy = |draft: &Result<Draft, ListError>| matches!(draft, Err(ListError::DiceFile));
        self.drafts.iter().position(is_copy)
    }

    /// Makes it the list of the dice file with this index.
    fn into_list_of(mut self, file: usize) -> ChosenList {
        ChosenList {
            draft: self.drafts.swap_remove(file).map_err(Verdict::Unreadable),
            name: ListName {
                name: self.to_match.name,
                file,
            },
        }
    }
}

/// The dice of a file that a text names.
#[derive(Clone, Copy, Debug)]
struct NamedDice {
    /// How many they are; 0 if the text may be a list, but only others can tell.
    number: usize,
    /// True if it names them by numbers, not by their faces, or may do so.
    is_by_number: bool,
}

impl NamedDice {
    /// Finds the dice that a text names by itself; `None` if it is no list of them.
    fn find(draft: &Draft, dice: &[Die]) -> Option<NamedDice> {
        let Ok(list) = draft.read(&ProgramForm::default(), dice) else {
            return draft.is_open().then_some(NamedDice {
                number: 0,
                is_by_number: true,
            });
        };
        let named = list.claims.iter().filter_map(|claim| claim.die);
        let number = named.unique().count();
        let source = list.source.as_ref();
        (number > 0).then_some(NamedDice {
            number,
            is_by_number: source.is_some_and(|source| source.name_item.is_some()),
        })
    }
}

/// A list of a submission that is still to be read with the others.
struct ChosenList {
    name: ListName,
    draft: Result<Draft, Verdict>,
}

impl SubmissionReader<'_> {
    /// Reads all submissions.
    ///
    /// # Errors
    ///
    /// If none can be opened, or one cannot for a reason that is not its own fault.
    pub fn read_all(&self, inputs: &[Input]) -> Result<Submissions, Failure> {
        let (mut read, mut unreadable) = (Vec::new(), Vec::new());
        for input in inputs {
            let name = input.to_string();
            let chosen = match self.read(input) {
                // The others get their verdicts nevertheless.
                Err(Failure::Input(error)) => {
                    let reason = error.root_cause().to_string();
                    unreadable.push(Failure::Input(error));
                    vec![ChosenList {
                        name: ListName {
                            name: name.clone(),
                            file: 0,
                        },
                        draft: Err(Verdict::Unreadable(ListError::NoAccess(reason))),
                    }]
                }
                chosen => chosen?,
            };
            read.push(Submission {
                name,
                lists: self.read_together(chosen),
            });
        }
        if read.len() == unreadable.len() {
            return Err(unreadable.remove(0));
        }
        Ok(Submissions { read, unreadable })
    }

    /// Reads the lists of a submission, which one program has printed.
    fn read_together(&self, chosen: Vec<ChosenList>) -> Vec<ReadList> {
        let form = find_program_form(chosen.iter().flat_map(|list| &list.draft));
        let read = |ChosenList { name, draft }: ChosenList| {
            let (dice, can_draw) = (&self.files[name.file].dice, self.can_draw[name.file]);
            let list = draft.and_then(|draft| draft.read(&form, dice).map_err(Verdict::Unreadable));
            ReadList {
                list: list.map(|list| list.with_shares_of_each(dice, can_draw)),
                name,
            }
        };
        chosen.into_iter().map(read).collect()
    }

    /// Finds a list, or in a class all lists of a folder. A file that is not there was not handed
    /// in.
    fn read(&self, input: &Input) -> Result<Vec<ChosenList>, Failure> {
        let folder = match input {
            Input::File(path) if self.is_class && (path.is_dir() || !path.exists()) => path,
            _ => {
                let text = self.read_text(input)?;
                let matched = self.match_texts(std::slice::from_ref(&text))[0];
                let file = text.copied_file().or(matched).unwrap_or(0);
                let is_unmatched = matched.is_none() && text.to_match.is_list();
                let mut list = text.into_list_of(file);
                if is_unmatched {
                    let doubt = Doubt::Unmatched { lists: Vec::new() };
                    list.draft = Err(Verdict::NotJudged(doubt));
                }
                return Ok(vec![list]);
            }
        };
        let entries: io::Result<Vec<DirEntry>> = fs::read_dir(folder).and_then(Iterator::collect);
        let (entries, why) = match entries {
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
        Ok(self.choose(texts, input, &why))
    }

    /// Returns the dice file of each text, if it is certain.
    fn match_texts(&self, texts: &[ReadText]) -> Vec<Option<usize>> {
        let lists = texts.iter().map(|text| &text.to_match).collect_vec();
        let names = self.files.iter().map(|file| &*file.name).collect_vec();
        match_lists(&lists, &names)
    }

    /// Chooses the lists of a folder, one for each dice file. Programs, notes and copies of dice files
    /// lie there, too. `why` is the verdict on a list that is not there.
    fn choose(&self, mut texts: Vec<ReadText>, folder: &Input, why: &Verdict) -> Vec<ChosenList> {
        // A copy of a dice file is left aside, unless there is nothing else.
        let is_copy = |text: &ReadText| text.copied_file().is_some();
        if !texts.iter().all(is_copy) {
            texts.retain(|text| !is_copy(text));
        }
        let matched = self.match_texts(&texts);
        let (mut of_files, mut unmatched, mut no_lists) = (
            self.files.iter().map(|_| Vec::new()).collect_vec(),
            Vec::new(),
            Vec::new(),
        );
        for (text, file) in texts.into_iter().zip(matched) {
            match file {
                Some(file) => of_files[file].push(text),
                None if text.to_match.is_list() => unmatched.push(text.to_match.name),
                None => no_lists.push(text),
            }
        }
        // Texts that are no list, and have not the name of a dice file in theirs, are the lists that
        // are missing, in the order of their names, if there are as many of them.
        let missing = of_files.iter().filter(|texts| texts.is_empty()).count();
        if no_lists.len() != missing || !unmatched.is_empty() {
            no_lists.clear();
        }
        let mut no_lists = no_lists.into_iter();
        let lists = of_files.into_iter().enumerate().map(|(file, texts)| {
            let without_list = |verdict: Verdict| ChosenList {
                name: ListName {
                    name: format!("{folder} ({})", self.files[file].name),
                    file,
                },
                draft: Err(verdict),
            };
            if texts.is_empty() {
                return match no_lists.next() {
                    Some(text) => text.into_list_of(file),
                    None if unmatched.is_empty() => without_list(why.clone()),
                    None => without_list(Verdict::NotJudged(Doubt::Unmatched {
                        lists: unmatched.clone(),
                    })),
                };
            }
            self.choose_one(texts, file)
                .unwrap_or_else(|lists| without_list(Verdict::NotJudged(Doubt::Several { lists })))
        });
        lists.collect()
    }

    /// Chooses among the texts that belong to a dice file: lists before others, those that name most of
    /// its dice, and the one with its name. The error has the names of those that remain.
    fn choose_one(&self, mut texts: Vec<ReadText>, file: usize) -> Result<ChosenList, Vec<String>> {
        let most = texts
            .iter()
            .map(|text| text.to_match.named_dice[file])
            .max()
            .flatten();
        texts.retain(|text| text.to_match.named_dice[file] == most);
        let file_name = &self.files[file].name;
        let has_name = |text: &ReadText| says_name(&text.to_match.name, file_name);
        if texts.len() > 1 && texts.iter().filter(|text| has_name(text)).count() == 1 {
            texts.retain(has_name);
        }
        match texts.into_iter().exactly_one() {
            Ok(text) => Ok(text.into_list_of(file)),
            Err(texts) => Err(texts.map(|text| text.to_match.name).collect()),
        }
    }

    /// Reads a text as a list of each dice file.
    fn read_text(&self, input: &Input) -> Result<ReadText, Failure> {
        let most_bytes = self.files.iter().map(|file| list::most_bytes(&file.dice));
        let text = match read_list(input, most_bytes.max().unwrap_or(0), self.session) {
            Err(Failure::Input(error)) if self.is_class => {
                Err(ListError::NoAccess(error.root_cause().to_string()))
            }
            // A file in which a byte is 0 is no text.
            Ok(Ok(text)) if self.is_class && text.contains(&0) => Err(ListError::NotUtf8),
            text => text?,
        };
        let read = |file: usize| {
            let options = ReadOptions {
                can_draw: self.can_draw[file],
                ..self.options
            };
            let text = text.as_ref().map_err(Clone::clone)?;
            Draft::new(text, &self.files[file].dice, options)
        };
        let drafts = (0..self.files.len()).map(read).collect_vec();
        let named = drafts.iter().zip(self.files).map(|(draft, file)| {
            let draft = draft.as_ref().ok()?;
            NamedDice::find(draft, &file.dice)
        });
        let named = named.collect_vec();
        // Numbers of dice fit every file of as many; that games can be drawn in one of them, so that
        // less is certain, says nothing of that.
        let is_numbered_for = |file: usize, other: usize| {
            named[other].is_some_and(|named| named.is_by_number)
                && self.files[other].dice.len() == self.files[file].dice.len()
                && self.can_draw[other] != self.can_draw[file]
        };
        let count_named = |file: usize| {
            let like = (0..named.len()).find(|&other| is_numbered_for(file, other));
            let like = like.and_then(|other| named[other]);
            let of_both = [named[file], like].into_iter().flatten();
            of_both.map(|named| named.number).max()
        };
        Ok(ReadText {
            to_match: ListToMatch {
                name: input.to_string(),
                named_dice: (0..self.files.len()).map(count_named).collect(),
            },
            drafts,
        })
    }
}
