//! A line a list, for spreadsheets, `cut` and `awk`.

use std::fmt::{self, Write};

use super::{Judged, JudgedList};
use crate::check::Verdict;
use crate::report::table::{Cell, write_tsv};

/// Writes a header, and a line per list: its name, the verdict, how many faults and notes there are, how far the shares are off
/// on average in percentage points, the games per pairing that they look like, and the rule set; an empty field where there is
/// nothing to say.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    let row = |list: &JudgedList| {
        let best = list.verdicts.as_ref().ok().map(|verdicts| &verdicts[0]);
        let verdict = list.best();
        let distance = verdict.and_then(Verdict::distance);
        let likeness = verdict.and_then(|verdict| verdict.likeness);
        vec![
            Cell::text(&list.name),
            Cell::text(list.outcome()),
            verdict.map(|verdict| verdict.findings.faults).into(),
            verdict.map(|verdict| verdict.findings.notes).into(),
            distance.map(|points| format!("{points:.2}")).into(),
            likeness.map(|one| format!("{:.0}", one.games)).into(),
            best.map(|(rules, _)| rules).into(),
        ]
    };
    let columns = "Liste Urteil Mängel Hinweise Abweichung Spiele Regeln";
    write_tsv(out, columns.split(' '), judged.lists.iter().map(row))
}
