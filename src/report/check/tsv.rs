//! A line a list, for spreadsheets, `cut` and `awk`.

use std::fmt::{self, Write};

use super::judged::Judged;

/// Writes a header, and a line per list: its name, the verdict, how many faults and notes there are, how far the shares are off
/// on average in percentage points, the games per pairing that they look like, and the rule set; `-` where there is
/// nothing to say.
pub fn write(out: &mut dyn Write, judged: &Judged) -> fmt::Result {
    writeln!(
        out,
        "Liste\tUrteil\tMängel\tHinweise\tAbweichung\tSpiele\tRegeln"
    )?;
    for list in &judged.lists {
        write!(out, "{}\t{}\t", list.name, list.outcome())?;
        let Ok(verdicts) = &list.verdicts else {
            writeln!(out, "-\t-\t-\t-\t-")?;
            continue;
        };
        let (rules, verdict) = &verdicts[0];
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
        writeln!(
            out,
            "{}\t{}\t{}\t{}\t{rules}",
            verdict.findings.faults(),
            verdict.findings.notes(),
            or_none(verdict.distance().map(|points| format!("{points:.2}"))),
            or_none(
                verdict
                    .likeness
                    .map(|likeness| format!("{:.0}", likeness.games))
            ),
        )?;
    }
    Ok(())
}
