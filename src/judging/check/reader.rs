//! Reads submissions: finds which of the texts that somebody has handed in is the list of which dice
//! file, and reads the lists of each submission together, as those of one program.

use itertools::Itertools;

use super::list::{self, Draft, List, ReadOptions, find_program_form};
use super::list_error::ListError;
use super::matching::{ListToMatch, match_lists, says_name};
use super::submission::{DiceFile, ListName, ReadList, Submission};
use crate::reading::ProgramForm;
use crate::verdict::{Doubt, Verdict};
use wuerfelglueck::dice::Die;

/// The way in which submissions are read.
#[derive(Clone, Copy, Debug)]
pub struct SubmissionReader<'a> {
    /// The dice files that the lists belong to, at least one.
    pub files: &'a [DiceFile],
    /// The way in which each list is read, but for draws.
    pub options: ReadOptions<'a>,
}

/// A text that was read as a list of each dice file.
#[derive(Debug)]
pub struct ReadText {
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
#[derive(Debug)]
struct ChosenList {
    name: ListName,
    draft: Result<Draft, Verdict>,
}

impl ChosenList {
    /// A list that is not there, or cannot be read at all.
    fn without_text(name: String, file: usize, verdict: Verdict) -> ChosenList {
        ChosenList {
            name: ListName { name, file },
            draft: Err(verdict),
        }
    }
}

impl SubmissionReader<'_> {
    /// Returns the most bytes that a list of any of the dice files may have.
    pub fn most_bytes(&self) -> usize {
        let of_files = self.files.iter().map(|file| list::most_bytes(&file.dice));
        of_files.max().unwrap_or(0)
    }

    /// Reads the text of the file with this name as a list of each dice file; or takes the reason why
    /// it has no text.
    pub fn read_text(&self, name: String, text: Result<Vec<u8>, ListError>) -> ReadText {
        let files = self.files;
        let read = |file: &DiceFile| {
            let options = ReadOptions {
                can_draw: file.can_draw,
                ..self.options
            };
            let text = text.as_ref().map_err(Clone::clone)?;
            Draft::new(text, &file.dice, options)
        };
        let drafts = files.iter().map(read).collect_vec();
        let named = drafts.iter().zip(files).map(|(draft, file)| {
            let draft = draft.as_ref().ok()?;
            NamedDice::find(draft, &file.dice)
        });
        let named = named.collect_vec();
        // Numbers of dice fit every file of as many; that games can be drawn in one of them, so that
        // less is certain, says nothing of that.
        let is_numbered_for = |file: usize, other: usize| {
            named[other].is_some_and(|named| named.is_by_number)
                && files[other].dice.len() == files[file].dice.len()
                && files[other].can_draw != files[file].can_draw
        };
        let count_named = |file: usize| {
            let like = (0..named.len()).find(|&other| is_numbered_for(file, other));
            let like = like.and_then(|other| named[other]);
            let of_both = [named[file], like].into_iter().flatten();
            of_both.map(|named| named.number).max()
        };
        ReadText {
            to_match: ListToMatch {
                name,
                named_dice: (0..files.len()).map(count_named).collect(),
            },
            drafts,
        }
    }

    /// A submission that is a single text.
    pub fn read_single(&self, text: ReadText) -> Submission {
        let name = text.to_match.name.clone();
        let matched = self.match_texts(std::slice::from_ref(&text))[0];
        let file = text.copied_file().or(matched).unwrap_or(0);
        let list = if matched.is_none() && text.to_match.is_list() {
            let doubt = Doubt::Unmatched { lists: Vec::new() };
            ChosenList::without_text(name.clone(), file, Verdict::NotJudged(doubt))
        } else {
            text.into_list_of(file)
        };
        self.read_together(name, vec![list])
    }

    /// A submission that is a folder with these texts, which are in the order of their names.
    /// `missing` is the verdict on a list that is not among them.
    pub fn read_folder(&self, name: String, texts: Vec<ReadText>, missing: &Verdict) -> Submission {
        let chosen = self.choose(&name, texts, missing);
        self.read_together(name, chosen)
    }

    /// Reads the lists of a submission, which one program has printed.
    fn read_together(&self, name: String, chosen: Vec<ChosenList>) -> Submission {
        let form = find_program_form(chosen.iter().flat_map(|list| &list.draft));
        let read = |ChosenList { name, draft }: ChosenList| {
            let DiceFile { dice, can_draw, .. } = &self.files[name.file];
            let read = |draft: Draft| draft.read(&form, dice).map_err(Verdict::Unreadable);
            let with_shares = |list: List| list.with_shares_of_each(dice, *can_draw);
            ReadList {
                list: draft.and_then(read).map(with_shares),
                name,
            }
        };
        Submission {
            name,
            lists: chosen.into_iter().map(read).collect(),
        }
    }

    /// Returns the dice file of each text, if it is certain.
    fn match_texts(&self, texts: &[ReadText]) -> Vec<Option<usize>> {
        let lists = texts.iter().map(|text| &text.to_match).collect_vec();
        let names = self.files.iter().map(|file| &*file.name).collect_vec();
        match_lists(&lists, &names)
    }

    /// Chooses the lists of a folder, one for each dice file. Programs, notes and copies of dice files
    /// lie there, too. `missing` is the verdict on a list that is not there.
    fn choose(&self, folder: &str, mut texts: Vec<ReadText>, missing: &Verdict) -> Vec<ChosenList> {
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
        let number_missing = of_files.iter().filter(|texts| texts.is_empty()).count();
        if no_lists.len() != number_missing || !unmatched.is_empty() {
            no_lists.clear();
        }
        let mut no_lists = no_lists.into_iter();
        let lists = of_files.into_iter().enumerate().map(|(file, texts)| {
            let without_text = |verdict: Verdict| {
                let name = format!("{folder} ({})", self.files[file].name);
                ChosenList::without_text(name, file, verdict)
            };
            if texts.is_empty() {
                return match no_lists.next() {
                    Some(text) => text.into_list_of(file),
                    None if unmatched.is_empty() => without_text(missing.clone()),
                    None => without_text(Verdict::NotJudged(Doubt::Unmatched {
                        lists: unmatched.clone(),
                    })),
                };
            }
            self.choose_one(texts, file)
                .unwrap_or_else(|lists| without_text(Verdict::NotJudged(Doubt::Several { lists })))
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
}
