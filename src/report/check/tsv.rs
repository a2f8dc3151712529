//! A header and a line a list, for spreadsheets, `cut` and `awk`.

use super::CheckReport;
use crate::report::table::{join_with_tabs, or_empty, row};
use crate::report::verdict::{submission_word, verdict_word};
use judging::check::{ComparedList, JudgedList};

/// The names of the columns. The first [`CLASS_COLUMNS`] are there only if submissions are judged
/// as a whole.
const COLUMNS: &str =
    "Abgabe|Gesamturteil|Würfeldatei|Liste|Urteil|Mängel|Hinweise|Abstand (Punkte)|Spiele|Regeln";
/// The number of columns that only a class has.
const CLASS_COLUMNS: usize = 3;

/// Renders a line for each list.
pub fn render(report: &CheckReport) -> String {
    let skipped = if report.is_class { 0 } else { CLASS_COLUMNS };
    let rows = report.submissions.iter().flat_map(|submission| {
        let judged = &submission.judged;
        let of_all = submission_word(&judged.verdict());
        judged
            .named_lists()
            .map(move |(list, JudgedList { verdict, read })| {
                let read = read.as_ref();
                let distance = read.and_then(ComparedList::mean_distance);
                let games = read.and_then(|read| read.apparent_games);
                let row = row![
                    judged.name,
                    of_all,
                    report.file_name(list),
                    list.name,
                    verdict_word(verdict),
                    or_empty(read.map(|read| read.findings.faults)),
                    or_empty(read.map(|read| read.findings.notes)),
                    or_empty(distance.map(|points| format!("{points:.2}"))),
                    or_empty(games.map(|games| format!("{:.0}", games.likeliest))),
                    or_empty(read.map(|_| judged.best().rules)),
                ];
                row[skipped..].to_vec()
            })
    });
    join_with_tabs(COLUMNS.split('|').skip(skipped), rows)
}
