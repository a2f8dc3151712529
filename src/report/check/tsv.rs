//! A header and a line a list, for spreadsheets, `cut` and `awk`.

use super::{Judged, word};
use crate::report::table::{join_with_tabs, or_empty, row};
use wuerfelglueck::check::{Outcome, Verdict};

/// The first ones are there if submissions are judged as a whole.
const COLUMNS: &str =
    "Abgabe|Gesamturteil|Würfeldatei|Liste|Urteil|Mängel|Hinweise|Abstand (Punkte)|Spiele|Regeln";
const OF_CLASS: usize = 3;

pub fn render(judged: &Judged) -> String {
    let first = if judged.is_class { 0 } else { OF_CLASS };
    let rows = judged.submissions.iter().flat_map(|submission| {
        submission.verdicts().map(move |(list, verdict)| {
            let word_of_list = word(Outcome::of(verdict));
            let verdict = verdict.as_ref().ok();
            let distance = verdict.and_then(Verdict::distance);
            let likeness = verdict.and_then(|verdict| verdict.likeness);
            let row = row![
                submission.name,
                submission.word(),
                judged.file(list),
                list.name,
                word_of_list,
                or_empty(verdict.map(|verdict| verdict.findings.faults)),
                or_empty(verdict.map(|verdict| verdict.findings.notes)),
                or_empty(distance.map(|points| format!("{points:.2}"))),
                or_empty(likeness.map(|one| format!("{:.0}", one.games))),
                or_empty(verdict.map(|_| submission.best().rules)),
            ];
            row[first..].to_vec()
        })
    });
    join_with_tabs(COLUMNS.split('|').skip(first), rows)
}
