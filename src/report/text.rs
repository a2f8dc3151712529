//! The Bestenliste as text, with bars and the pairings below it.

use console::Style;
use itertools::Itertools;

use super::table::or_empty;
use super::{Against, ListReport, against, heading};
use wuerfelglueck::check::HEADING;
use wuerfelglueck::decimal;
use wuerfelglueck::ranking::{Criterion, Lead, RankedDie, Ranking, Share};

/// The list, or with several rule sets a list for each behind the dice whose rank depends on them.
pub fn render(report: &ListReport) -> String {
    let lists = &report.run.lists;
    let labels = report.run.labels();
    let all = lists.iter().zip(&labels);
    let all = all.map(|(one, label)| match &label[..] {
        [] => list(report, &one.ranking),
        label => format!("{}\n{}", heading(label), list(report, &one.ranking)),
    });
    // Of several that were requested there may be a single one.
    let changes = (lists.len() > 1).then(|| changes(report, &labels));
    changes.into_iter().chain(all).join("\n")
}

fn list(report: &ListReport, ranking: &Ranking) -> String {
    let mut lines = vec![HEADING.to_string()];
    let columns = report.terminal.unwrap_or(80).saturating_sub(MARGIN);
    let columns = columns.max(LEAST);
    for (entry, rank) in ranking.listed().iter().zip(1..) {
        let die = &report.dice[entry.die];
        let Share { won, games } = entry.share;
        let result = match ranking.plan.criterion {
            Criterion::Duels => format!("{} von {} Duellen", won as f64 / 2.0, games / 2),
            _ => decimal::fraction(entry.share.percent(), 2) + "%",
        };
        let sides = die.faces().len();
        lines.push(format!("{rank}. {sides} Seiten -> : {die}; {result}"));
        if report.bars {
            lines.push(bar(entry.interval, columns, report.coloured));
        }
    }
    lines.extend(report.bars.then(|| scale(columns)));
    if report.pairings {
        lines.extend(pairings(report, ranking));
    }
    lines.join("\n") + "\n"
}

/// The dice that are certified to change places with another one from list to list, and which ranks
/// are not certified. Dice that are tied share theirs.
fn changes(report: &ListReport, labels: &[Vec<(&str, String)>]) -> String {
    let lists = &report.run.lists;
    let ranks = lists.iter().map(|list| ranks_of_ties(&list.ranking));
    let ranks = ranks.collect_vec();
    let is_above = |above: usize, below: usize| {
        let mut lists = lists.iter();
        lists.any(|list| list.ranking.lead(above, below) == Lead::Certified)
    };
    let is_changed = |&die: &usize| {
        // What is listed nowhere has no certain rank.
        let mut listed = ranks.iter().zip(lists);
        listed.any(|(ranks, list)| ranks[die][0] <= list.ranking.listed)
            && (0..report.dice.len()).any(|other| is_above(die, other) && is_above(other, die))
    };
    let line = |die: usize| {
        let ranks = lists.iter().zip(&ranks).zip(labels);
        let ranks = ranks.map(|((list, ranks), label)| {
            let [first, last] = ranks[die];
            let range = [first, last].iter().dedup().join(". bis ");
            let names = label.iter().map(|(_, name)| name).format(" und ");
            let mut open = list.ranking.open();
            let is_open = open.any(|rank| rank + 1 == first || rank == last);
            let mark = if is_open { " (nicht gesichert)" } else { "" };
            format!("{range}. bei {names}{mark}")
        });
        format!("{} -> {}\n", report.dice[die], ranks.format(", "))
    };
    let changed = (0..report.dice.len()).filter(is_changed);
    let changed: String = changed.map(line).collect();
    let what = labels[0].iter().map(|(what, _)| *what).format(" und ");
    if !changed.is_empty() {
        return format!("Je nach {what} auf einem anderen Rang:\n{changed}");
    }
    let mut none = format!("Je nach {what} ändert sich kein Rang");
    let has_open = lists
        .iter()
        .any(|list| list.ranking.open().next().is_some());
    if has_open || !ranks.iter().all_equal() {
        none += ", soweit das gesichert ist";
    }
    none + ".\n"
}

/// For each die the first and the last rank of those that are tied with it.
fn ranks_of_ties(ranking: &Ranking) -> Vec<[usize; 2]> {
    let is_tied = |above: &RankedDie, _: &RankedDie| above.lead == Some(Lead::Tied);
    let mut last = 0;
    let ranks = ranking.entries.chunk_by(is_tied).flat_map(|tied| {
        last += tied.len();
        let ranks = [last - tied.len() + 1, last];
        tied.iter().map(move |entry| (entry.die, ranks))
    });
    ranks.sorted().map(|(_, ranks)| ranks).collect()
}

/// Matrices of more dice are for programs.
const MOST_DICE: usize = 12;
/// The characters of a cell of a matrix, with the space before it.
const CELL: usize = 7;

/// The dice of ranks that are not listed but shown here; the shares of the games of each pairing
/// that the die of the row has won, by rank; then those that nobody has won, if there are any; then
/// every certified circle of three. Where a matrix is of no use, the lines say where the pairings
/// can be found.
fn pairings(report: &ListReport, ranking: &Ranking) -> Vec<String> {
    let dice = ranking.entries.len();
    let narrow = report
        .terminal
        .filter(|&width| CELL * (dice + 1) - 1 > width);
    let reason = match narrow {
        _ if dice > MOST_DICE => Some(format!("für mehr als {MOST_DICE} Würfel")),
        Some(width) => Some(format!("für {dice} Würfel in Zeilen von {width} Zeichen")),
        None => None,
    };
    let cycles = ranking.cycles();
    let is_shown = |die: &usize| reason.is_none() || cycles.iter().flatten().contains(die);
    let unlisted = ranking.entries.iter().zip(1..).skip(ranking.listed);
    let unlisted = unlisted
        .filter(|(entry, _)| is_shown(&entry.die))
        .map(|(entry, rank)| format!("{rank}. {}", report.dice[entry.die]))
        .collect_vec();
    let mut lines = Vec::new();
    if !unlisted.is_empty() {
        lines.push("Weitere Würfel, die unten vorkommen:".into());
        lines.extend(unlisted);
    }
    if let Some(reason) = reason {
        let all = "alle Paarungen zeigt --paarungen --format tsv";
        lines.push(format!("Paarungen: keine Tabelle {reason}; {all}"));
    } else {
        let cells = against(ranking, |_| true);
        lines.push("Paarungen (Zeile gewinnt gegen Spalte, in %):".into());
        lines.extend(matrix(&cells, |(_, one, [own, _])| one.won[*own]));
        if cells.iter().any(|(_, one, _)| one.drawn.won > 0) {
            lines.push("Unentschieden (in %):".into());
            lines.extend(matrix(&cells, |(_, one, _)| one.drawn));
        }
    }
    let ranks = ranking.ranks();
    lines.extend(cycles.into_iter().map(|cycle| {
        let [one, two, three] = cycle.map(|die| ranks[die]);
        format!("Im Kreis: {one}. schlägt {two}., {two}. schlägt {three}., {three}. schlägt {one}.")
    }));
    lines
}

fn matrix(cells: &[Against], value: impl Fn(&Against) -> Share) -> Vec<String> {
    let mut header = vec![String::new()];
    let rows = cells.chunk_by(|([one, _], ..), ([other, _], ..)| one == other);
    let rows = rows.zip(1..).map(|(row, rank)| {
        let shares = row.iter().map(|cell| value(cell).percent());
        let mut shares = shares.map(|one| decimal::fraction(one, 2)).collect_vec();
        shares.insert(rank - 1, "-".into());
        header.push(format!("{rank}."));
        format!("{:>6} {:>6}", header[rank], shares.iter().format(" "))
    });
    let rows = rows.collect_vec();
    [vec![format!("{:>6}", header.iter().format(" "))], rows].concat()
}

/// Spaces left of each bar.
const MARGIN: usize = 3;
/// A line has room for so many columns beside the margin at least.
const LEAST: usize = 10;

/// The column of a share in per cent, if so many columns stand for 100 %.
fn column(percent: f64, columns: usize) -> usize {
    let column = (percent / 100.0 * columns as f64) as usize;
    column.min(columns - 1)
}

/// The bar for an interval, in per cent. `#` reaches up to the interval, `-` is the interval, and
/// `|` its ends.
fn bar(interval: [f64; 2], columns: usize, coloured: bool) -> String {
    let [low, high] = interval.map(|end| column(end, columns));
    let whiskers = (low..=high).map(|column| match column {
        _ if column == low || column == high => '|',
        _ => '-',
    });
    let style = Style::new().force_styling(coloured);
    let reached = style.clone().blue().apply_to("#".repeat(low));
    // Nothing has no colour.
    let reached = or_empty((low > 0).then_some(reached));
    let whiskers = style.yellow().apply_to(whiskers.collect::<String>());
    format!("{:MARGIN$}{reached}{whiskers}", "")
}

/// The line that says what columns mean: `|` stands in the column of the number beside it.
fn scale(columns: usize) -> String {
    // So that numbers do not touch.
    let step = match columns {
        50.. => 20,
        25.. => 50,
        _ => 100,
    };
    let mut line = String::new();
    for percent in (0..100).step_by(step) {
        let start = MARGIN + column(f64::from(percent), columns);
        line = format!("{line:start$}|{percent}");
    }
    let end = "100 %|";
    let start = MARGIN + columns - end.len();
    format!("{line:start$}{end}")
}
