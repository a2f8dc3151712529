//! Which dice file each list of a submission belongs to: what the lists say, then what their names
//! say.
//!
//! What fits several files remains open: to take the one whose shares are nearest would make right
//! lists of what is to be judged.

use std::path::Path;

use itertools::Itertools;

/// A list of a submission, as far as it tells the dice file to which it belongs.
#[derive(Clone, Debug)]
pub struct ListToMatch {
    /// The name of its file.
    pub name: String,
    /// For each dice file, how many of its dice the list names; `None` if it is no list of them.
    pub named_dice: Vec<Option<usize>>,
}

impl ListToMatch {
    /// Returns whether it is a list of one of the dice files.
    pub fn is_list(&self) -> bool {
        self.named_dice.iter().any(Option::is_some)
    }

    /// Returns the dice files of which the list names the most dice. All, if it is a list of none:
    /// then its name alone can tell where it is missing.
    fn candidates(&self) -> Vec<usize> {
        let most = self.named_dice.iter().max().copied().flatten();
        (0..self.named_dice.len())
            .filter(|&file| self.named_dice[file] == most)
            .collect()
    }
}

/// Returns for each list of a submission its dice file among those with these names; `None` if
/// several remain.
pub fn match_lists(lists: &[&ListToMatch], file_names: &[&str]) -> Vec<Option<usize>> {
    let candidates = lists.iter().map(|list| list.candidates()).collect_vec();
    let by_digits = match_digits(lists, &candidates, file_names);
    lists
        .iter()
        .zip(&candidates)
        .zip(by_digits)
        .map(|((list, candidates), by_digits)| match candidates[..] {
            [file] if list.is_list() => Some(file),
            _ => find_named(&list.name, candidates, file_names).or(by_digits),
        })
        .collect()
}

/// Returns the file whose name, without folder and ending, is in the name of a list. Of several it
/// is the longest: `wuerfel10.liste` is of `wuerfel10.txt`, not of `wuerfel1.txt`.
fn find_named(name: &str, candidates: &[usize], file_names: &[&str]) -> Option<usize> {
    let longest = candidates
        .iter()
        .copied()
        .filter(|&file| says_name(name, file_names[file]))
        .max_set_by_key(|&file| stem(file_names[file]).len());
    longest.into_iter().exactly_one().ok()
}

/// Returns whether the name of a list has that of a dice file in it, without folder and ending, in
/// small or capital letters, with `ü` or `ue`.
pub fn says_name(list: &str, file: &str) -> bool {
    stem(list).contains(&stem(file))
}

/// Returns for each list the file with its number, if all lists together have the numbers of all
/// files, or these and the same number more each, and none contradicts that. What is a list of no
/// file counts only if the others do not do: programs and notes lie beside lists.
fn match_digits(
    lists: &[&ListToMatch],
    candidates: &[Vec<usize>],
    file_names: &[&str],
) -> Vec<Option<usize>> {
    let numbered = (0..lists.len())
        .filter_map(|list| Some((list, last_number(&lists[list].name)?)))
        .collect_vec();
    let is_list = |&&(list, _): &&(usize, i64)| lists[list].is_list();
    let lists_alone = numbered.iter().filter(is_list).copied().collect_vec();
    let matched = [lists_alone, numbered]
        .iter()
        .find_map(|numbered| match_numbers(numbered, candidates, file_names));
    let mut by_list = vec![None; lists.len()];
    for (list, file) in matched.into_iter().flatten() {
        by_list[list] = Some(file);
    }
    by_list
}

/// Returns lists, each with the file that has its number, or the same number less each.
fn match_numbers(
    numbered: &[(usize, i64)],
    candidates: &[Vec<usize>],
    file_names: &[&str],
) -> Option<Vec<(usize, usize)>> {
    let of_files = file_names
        .iter()
        .map(|name| last_number(name))
        .collect::<Option<Vec<_>>>()?;
    let sorted_lists = numbered.iter().map(|&(_, number)| number).sorted_unstable();
    let sorted_files = of_files.iter().copied().sorted_unstable().collect_vec();
    // One number is any other one shifted.
    let is_plain = of_files.len() > 1 && sorted_files.iter().all_unique();
    if numbered.len() != of_files.len() || !is_plain {
        return None;
    }
    let shifts = sorted_lists.zip(sorted_files);
    let shift = shifts
        .map(|(list, file)| list - file)
        .all_equal_value()
        .ok()?;
    numbered
        .iter()
        .map(|&(list, number)| {
            let file = of_files.iter().position(|file| number - shift == *file)?;
            candidates[list].contains(&file).then_some((list, file))
        })
        .collect()
}

/// Returns the last number in the name of a file, without folder and ending.
fn last_number(name: &str) -> Option<i64> {
    let stem = stem(name);
    let digits = stem.split(|c: char| !c.is_ascii_digit());
    let last: u32 = digits
        .rev()
        .find(|digits| !digits.is_empty())?
        .parse()
        .ok()?;
    Some(last.into())
}

/// The name of a file without its folder and its ending, in small letters and without umlauts.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let small = stem.to_string_lossy().to_lowercase();
    // An umlaut may be written as a letter and two dots.
    [
        ("ä", "ae"),
        ("ö", "oe"),
        ("ü", "ue"),
        ("a\u{308}", "ae"),
        ("o\u{308}", "oe"),
        ("u\u{308}", "ue"),
        ("ß", "ss"),
    ]
    .into_iter()
    .fold(small, |text, (umlaut, letters)| {
        text.replace(umlaut, letters)
    })
}
