//! The Bestenliste as text, with bars and the pairings below it.

use std::iter;

use console::Style;
use itertools::Itertools;

use super::matchup::{Matchup, find_matchups};
use super::remedy;
use super::run::{ListLabel, ListReport, RankedList};
use super::table::{Cell, Column, Spacing, Table, row};
use judging::check::HEADING;
use wuerfelglueck::ranking::{
    Criterion, OrderStatus, RankRange, RankedDie, Ranking, Share, changes_places,
};
use wuerfelglueck::text::format_count;

/// Renders the list; several lists stand behind the dice whose rank depends on the rules or on the
/// criterion.
pub fn render(report: &ListReport) -> String {
    let lists = &report.run.lists;
    let labels = report.run.labels();
    // Of several lists that were requested there may be a single one.
    let changes = (lists.len() > 1).then(|| render_changes(report, &labels));
    let labelled = lists.iter().zip(&labels).map(|(list, label)| {
        let text = render_list(report, &list.ranking);
        if label.is_empty() {
            text
        } else {
            format!("{label}\n{text}")
        }
    });
    changes.into_iter().chain(labelled).join("\n")
}

/// Renders the list of a ranking, with bars and pairings if the report has them.
fn render_list(report: &ListReport, ranking: &Ranking) -> String {
    let mut lines = vec![HEADING.to_string()];
    let columns = bar_columns(report.terminal_width);
    for (entry, rank) in ranking.listed().iter().zip(1..) {
        let die = &report.dice[entry.die];
        let sides = die.faces().len();
        let result = format_result(entry, ranking.plan.criterion);
        lines.push(format!("{rank}. {sides} Seiten -> : {die}; {result}"));
        if report.with_bars {
            lines.push(draw_bar(entry.interval, columns, report.with_colours));
        }
    }
    if report.with_bars {
        lines.push(draw_scale(columns));
    }
    if report.with_pairings {
        lines.extend(render_pairings(report, ranking));
    }
    lines.join("\n") + "\n"
}

/// Formats the share of a die, or its score in duels and the number of them.
fn format_result(entry: &RankedDie, criterion: Criterion) -> String {
    match criterion {
        Criterion::Duels => {
            // The share counts a duel as two, so that a level one counts one.
            let Share {
                numerator,
                denominator,
            } = entry.share;
            let score = numerator as f64 / 2.0;
            let duels = format_count(denominator / 2, "Duell", "Duellen");
            format!("{score} von {duels}")
        }
        Criterion::Wins | Criterion::Points => {
            format!("{}%", entry.share.round_percent(2))
        }
    }
}

/// Renders the dice that are listed somewhere and are certified to change places with another one
/// from list to list, and their ranks in each list, with a mark where the order to a neighbour is
/// open, be the die listed there or not; or a sentence if there are no such dice.
fn render_changes(report: &ListReport, labels: &[ListLabel]) -> String {
    let lists = &report.run.lists;
    let ranges = lists
        .iter()
        .map(|list| list.ranking.rank_ranges())
        .collect_vec();
    let rankings = lists.iter().map(|list| &list.ranking);
    let changing: String = (0..report.dice.len())
        .filter(|&die| {
            // A die that is listed nowhere has no certain rank.
            let is_listed = lists
                .iter()
                .zip(&ranges)
                .any(|(list, ranges)| ranges[die].first <= list.ranking.listed_count);
            is_listed && changes_places(die, rankings.clone())
        })
        .map(|die| {
            let ranks = lists
                .iter()
                .zip(&ranges)
                .zip(labels)
                .map(|((list, ranges), label)| describe_rank(ranges[die], &list.ranking, label))
                .join(", ");
            format!("{} -> {ranks}\n", report.dice[die])
        })
        .collect();
    let options = labels[0].option_names().format(" und ");
    if !changing.is_empty() {
        return format!("Je nach {options} auf einem anderen Rang:\n{changing}");
    }
    let is_open = |list: &RankedList| list.ranking.open_ranks().next().is_some();
    let reservation = if lists.iter().any(is_open) || !ranges.iter().all_equal() {
        ", soweit das gesichert ist"
    } else {
        ""
    };
    format!("Je nach {options} ändert sich kein Rang{reservation}.\n")
}

/// Describes the ranks of a die in a list: `3. bei wlr`.
fn describe_rank(ranks: RankRange, ranking: &Ranking, label: &ListLabel) -> String {
    let RankRange { first, last } = ranks;
    let range = [first, last].iter().dedup().join(". bis ");
    let list = label.values().format(" und ");
    let is_open = ranking.entries.iter().zip(1..).any(|(entry, rank)| {
        entry.order == Some(OrderStatus::Open) && (rank + 1 == first || rank == last)
    });
    let mark = if is_open { " (nicht gesichert)" } else { "" };
    format!("{range}. bei {list}{mark}")
}

/// The most dice of a matrix for people.
const MOST_DICE: usize = 12;
/// The cells of a matrix, which has no wider ones.
const CELLS: Spacing = Spacing {
    gap: 1,
    least_width: 6,
};

/// Renders the shares that each die wins against each other, by rank; then the shares that neither
/// wins, if there are any; then every certified circle of three. Dice that are shown here but not
/// listed come first. Where a matrix would be too large, a line says which format has the pairings.
fn render_pairings(report: &ListReport, ranking: &Ranking) -> Vec<String> {
    let reason_against_matrix = reason_against_matrix(report, ranking.entries.len());
    let cycles = ranking.cycles();
    let is_shown =
        |die: &usize| reason_against_matrix.is_none() || cycles.iter().flatten().contains(die);
    let mut lines = ranking
        .entries
        .iter()
        .zip(1..)
        .skip(ranking.listed_count)
        .filter(|(entry, _)| is_shown(&entry.die))
        .map(|(entry, rank)| format!("{rank}. {}", report.dice[entry.die]))
        .collect_vec();
    if !lines.is_empty() {
        lines.insert(0, "Weitere Würfel, die unten vorkommen:".into());
    }
    if let Some(reason) = reason_against_matrix {
        lines.push(format!(
            "Paarungen: keine Tabelle {reason}; {}",
            remedy::ALL_PAIRINGS
        ));
    } else {
        let matchups = find_matchups(ranking, |_| true);
        lines.push("Paarungen (Zeile gewinnt gegen Spalte, in %):".into());
        lines.extend(render_matrix(&matchups, Matchup::share));
        if matchups.iter().any(Matchup::has_draws) {
            lines.push("Unentschieden (in %):".into());
            lines.extend(render_matrix(&matchups, Matchup::draws));
        }
    }
    let ranks = ranking.ranks();
    lines.extend(cycles.into_iter().map(|cycle| {
        let [a, b, c] = cycle.map(|die| ranks[die]);
        format!("Im Kreis: {a}. schlägt {b}., {b}. schlägt {c}., {c}. schlägt {a}.")
    }));
    lines
}

/// The reason why there is no matrix of the pairings of `dice` dice; `None` if there is a matrix.
fn reason_against_matrix(report: &ListReport, dice: usize) -> Option<String> {
    if dice > MOST_DICE {
        return Some(format!("für mehr als {MOST_DICE} Würfel"));
    }
    let width = report.terminal_width?;
    let is_too_narrow = (CELLS.gap + CELLS.least_width) * (dice + 1) - CELLS.gap > width;
    is_too_narrow.then(|| format!("für {dice} Würfel in Zeilen von {width} Zeichen"))
}

/// Renders a matrix of a share of each matchup: a line with the ranks, and a line for each rank.
fn render_matrix(matchups: &[Matchup], share: impl Fn(&Matchup) -> Share) -> Vec<String> {
    let rows = matchups.chunk_by(|matchup, next| matchup.rank == next.rank);
    let rows = rows.collect_vec();
    let heads = rows
        .iter()
        .map(|row| format!("{}.", row[0].rank))
        .collect_vec();
    let columns = iter::once("").chain(heads.iter().map(String::as_str));
    let mut table = Table::new(columns.map(Column::new), []);
    for (row, head) in rows.iter().zip(&heads) {
        let shares = row.iter().map(|matchup| share(matchup).round_percent(2));
        let mut cells = row![&**head];
        cells.extend(shares.map(Cell::from));
        cells.insert(row[0].rank, "-".into());
        table.rows.push(cells);
    }
    table.to_lines(CELLS)
}

/// The spaces left of each bar.
const MARGIN: usize = 3;
/// The least columns of 100 %.
const LEAST_COLUMNS: usize = 10;

/// The columns of 100 % on a terminal of this width, or where there is no terminal.
fn bar_columns(terminal_width: Option<usize>) -> usize {
    const USUAL_WIDTH: usize = 80;
    terminal_width
        .unwrap_or(USUAL_WIDTH)
        .saturating_sub(MARGIN)
        .max(LEAST_COLUMNS)
}

/// The column of a share in per cent, from 0, if `columns` columns stand for 100 %.
fn column_of(percent: f64, columns: usize) -> usize {
    let column = (percent / 100.0 * columns as f64) as usize;
    column.min(columns - 1)
}

/// Draws the bar for an interval in per cent. `#` reaches up to the interval, `-` is the interval,
/// and `|` its ends.
fn draw_bar(interval: [f64; 2], columns: usize, with_colours: bool) -> String {
    let [low, high] = interval.map(|end| column_of(end, columns));
    let whiskers = match high - low {
        0 => "|".into(),
        distance => format!("|{}|", "-".repeat(distance - 1)),
    };
    let style = Style::new().force_styling(with_colours);
    // Nothing has no colour.
    let reached = match low {
        0 => String::new(),
        low => style.clone().blue().apply_to("#".repeat(low)).to_string(),
    };
    let whiskers = style.yellow().apply_to(whiskers);
    format!("{:MARGIN$}{reached}{whiskers}", "")
}

/// Draws the scale of bars: `|` stands in the column of the number beside it.
fn draw_scale(columns: usize) -> String {
    // So that numbers do not touch.
    let step = match columns {
        50.. => 20,
        25.. => 50,
        _ => 100,
    };
    let mut line = String::new();
    for percent in (0..100).step_by(step) {
        let start = MARGIN + column_of(f64::from(percent), columns);
        line = format!("{line:start$}|{percent}");
    }
    let end = "100 %|";
    let start = MARGIN + columns - end.len();
    format!("{line:start$}{end}")
}
