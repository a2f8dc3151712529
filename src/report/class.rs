//! The feedback on a class, on lists and on programs, in Markdown: a section for each submission,
//! ready to be sent, and a table for the teacher.

use std::path::{Component, Path};

use itertools::Itertools;

use super::check::markup::escaped;
use super::table::Table;

/// Feedback on the submissions of a class.
pub(super) struct ClassFeedback {
    /// What was handed in, in German.
    pub subject: &'static str,
    /// How many submissions have which verdict, in German.
    pub summary: String,
    /// The paragraphs about each submission, Markdown.
    pub sections: Vec<Vec<String>>,
    /// The teacher's table, with a row for each submission. Its first cell is the name, which is
    /// shortened as far as it tells the submission from others.
    pub table: Table,
}

impl ClassFeedback {
    pub(super) fn render(mut self) -> String {
        let names = self.table.rows.iter().map(|row| row[0].to_string());
        let names = shortest_endings(names);
        for (row, name) in self.table.rows.iter_mut().zip(&names) {
            row[0] = name.as_str().into();
        }
        let sections = self.sections.iter().zip(&names).map(|(paragraphs, name)| {
            let body = paragraphs.join("\n\n");
            format!("\n## {}\n\n{body}\n", escaped(name))
        });
        format!(
            "# {}: {}\n{}\n## Für die Lehrkraft\n\n{}",
            self.subject,
            self.summary,
            sections.format(""),
            self.table.to_markdown()
        )
    }
}

/// Returns for each path its shortest ending that no different one of these has; the path itself if
/// there is none.
pub(super) fn shortest_endings(paths: impl Iterator<Item = String>) -> Vec<String> {
    let paths = paths.collect_vec();
    let parts = paths
        .iter()
        .map(|path| {
            Path::new(path)
                .components()
                .filter(|part| !matches!(part, Component::CurDir))
                .map(|part| part.as_os_str().to_string_lossy())
                .collect_vec()
        })
        .collect_vec();
    let shortest_ending = |index: usize| {
        let path = &parts[index];
        let is_unique = |ending: &[_]| {
            parts
                .iter()
                .all(|other| other == path || !other.ends_with(ending))
        };
        (1..=path.len())
            .map(|length| &path[path.len() - length..])
            .find(|ending| is_unique(ending))
            .map_or(paths[index].clone(), |ending| ending.join("/"))
    };
    (0..paths.len()).map(shortest_ending).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_paths_apart() {
        for (paths, endings) in [
            ("a/b/eins a/b/zwei", "eins zwei"),
            ("x/7a/eins x/7b/eins x/7b/zwei", "7a/eins 7b/eins zwei"),
            ("eins x/eins", "eins x/eins"),
            ("./eins/ zwei/", "eins zwei"),
            ("eins eins", "eins eins"),
            ("- abgaben/eins", "- eins"),
        ] {
            let endings = endings.split(' ').collect_vec();
            assert_eq!(
                shortest_endings(paths.split(' ').map(String::from)),
                endings,
                "{paths}"
            );
        }
    }
}
