//! A table with a row a list, for spreadsheets, `cut` and `awk`.

use super::report::CheckReport;
use crate::report::table::{Cell, Column, Table, row};
use crate::report::verdict::{submission_word, verdict_word};
use judging::check::{ComparedList, JudgedList};
use wuerfelglueck::decimal::Decimal;

/// The names of the columns. The first [`CLASS_COLUMNS`] are there only if submissions are judged
/// as a whole.
const COLUMNS: [&str; 10] = [
    "Abgabe",
    "Gesamturteil",
    "Würfeldatei",
    "Liste",
    "Urteil",
    "Mängel",
    "Hinweise",
    "Abstand (Punkte)",
    "Spiele",
    "Regeln",
];
/// The number of columns that only a class has.
const CLASS_COLUMNS: usize = 3;

/// The table with a row for each list.
pub fn tabulate(report: &CheckReport) -> Table {
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
                    &*judged.name,
                    of_all,
                    report.file_name(list),
                    &*list.name,
                    verdict_word(verdict),
                    read.map(|read| read.findings.faults),
                    read.map(|read| read.findings.notes),
                    distance.map(|points| Decimal::of_float(points, 2)),
                    games.map(|games| games.likeliest),
                    read.map(|_| Cell::of(judged.best().rules)),
                ];
                row[skipped..].to_vec()
            })
    });
    let columns = COLUMNS[skipped..].iter().map(Column::for_programs);
    Table::new(columns, rows)
}
