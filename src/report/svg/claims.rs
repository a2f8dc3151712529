//! Checked lists beside the truth: a row a die, a column a list.

use itertools::Itertools;

use super::canvas::*;
use super::caption::describe_origin;
use crate::report::check::report::{CheckReport, describe_verdict};
use crate::report::run::RankedList;
use judging::check::findings::format_games;
use judging::check::{ComparedList, Demands, DiceFile, JudgedList};
use wuerfelglueck::ranking::RankedDie;

const TITLE: &str = "Listen neben der Wahrheit";
/// The height of a row.
const ROW: f64 = 24.0;
/// The room above the rows, for the heading and the heads of columns.
const TOP: f64 = 126.0;
/// The columns left of the panels.
const LABELS: RowLabels = RowLabels {
    sides_end: None,
    widest_faces: 194.0,
};
/// The width of a panel, and the room between two.
const PANEL: f64 = 240.0;
const GAP: f64 = 36.0;
/// The number of panels that stand side by side; further ones stand below them.
const PANELS_IN_A_ROW: usize = 6;

/// A list of a dice file, and its verdict.
struct CheckedList<'a> {
    name: &'a str,
    judged: &'a JudgedList,
    /// The truth under the rules that fit best, if it is known.
    truth: Option<&'a RankedList>,
}

/// A list that is drawn, since shares of it could be compared with the truth.
struct Panel<'a> {
    list: &'a CheckedList<'a>,
    read: &'a ComparedList,
    truth: &'a RankedList,
}

/// The dice of a file in the rows of a picture.
struct ClaimsChart<'a> {
    report: &'a CheckReport,
    file: &'a DiceFile,
    /// The truth about the dice under each rule set.
    truths: &'a [RankedList],
    /// The entries of the rows, in the order of the truth under the rules that fit the first list
    /// that is drawn; no rows if none is.
    rows: &'a [RankedDie],
    /// The left end of the first panel.
    left: f64,
    /// The shares that scales hold, in per cent.
    scale_values: Vec<f64>,
}

/// Draws the truth as points with their intervals, the allowed distances as bands, and the shares
/// of lists as hollow marks; of several dice files one below the other.
pub fn render(report: &CheckReport) -> String {
    let mut picture = Picture::default();
    let draw = |file| draw_file(&mut picture, report, file);
    let description = (0..report.files.len()).map(draw).join("; ");
    picture.into_svg(TITLE, &description)
}

/// Draws the lists of the dice file with this index. Returns a description for those who do not see
/// the picture.
fn draw_file(picture: &mut Picture, report: &CheckReport, index: usize) -> String {
    let lists = find_lists(report, index);
    let panels = lists.iter().filter_map(CheckedList::as_panel).collect_vec();
    let chart = ClaimsChart::new(report, index, &panels);
    chart.draw_heading(picture, panels.len());
    picture.y += TOP;
    for panels in panels.chunks(PANELS_IN_A_ROW) {
        chart.draw_rows(picture);
        for (column, panel) in panels.iter().enumerate() {
            chart.draw_panel(picture, panel, column);
        }
        picture.y += chart.height() + TOP - 20.0;
    }
    picture.y -= TOP - 56.0;
    if !chart.rows.is_empty() {
        draw_legend(picture, report.demands);
    }
    for list in lists.iter().filter(|list| list.as_panel().is_none()) {
        picture.write_small_print(&list.describe());
    }
    let truths = panels.iter().map(|panel| panel.truth).collect_vec();
    picture.write_small_print(&describe_origin(&truths, "Wahrheit: ", report.seed()));
    picture.y += 4.0;
    lists.iter().map(CheckedList::describe).join("; ")
}

/// Finds the lists of the dice file with this index.
fn find_lists(report: &CheckReport, index: usize) -> Vec<CheckedList<'_>> {
    let truths = report.truths(index);
    let lists = report.submissions.iter().flat_map(|submission| {
        let rules = submission.judged.best().rules;
        let truth = truths.iter().find(|truth| truth.rules == rules);
        submission
            .judged
            .named_lists()
            .filter(move |(list, _)| list.file == index)
            .map(move |(list, judged)| CheckedList {
                name: &list.name,
                judged,
                truth,
            })
    });
    lists.collect()
}

impl CheckedList<'_> {
    /// The list as a panel, if shares of it could be compared with the truth.
    fn as_panel(&self) -> Option<Panel<'_>> {
        let read = self.judged.read.as_ref()?;
        let truth = self.truth.filter(|_| read.compared().next().is_some())?;
        Some(Panel {
            list: self,
            read,
            truth,
        })
    }

    /// Describes the verdict on the list.
    fn describe(&self) -> String {
        format!("{}: {}", self.name, describe_verdict(self.judged))
    }
}

impl<'a> ClaimsChart<'a> {
    fn new(report: &'a CheckReport, index: usize, panels: &[Panel<'a>]) -> ClaimsChart<'a> {
        let file = &report.files[index];
        let rows = panels
            .first()
            .map_or(&[][..], |panel| &panel.truth.ranking.entries);
        let scale_values = panels.iter().flat_map(|panel| {
            let entries = panel.truth.ranking.entries.iter();
            let claimed = panel
                .read
                .compared()
                .map(|(_, share)| share.claimed.percent);
            entries.flat_map(|entry| entry.interval).chain(claimed)
        });
        ClaimsChart {
            report,
            file,
            truths: report.truths(index),
            rows,
            left: LABELS.end(file.dice.iter()),
            scale_values: scale_values.collect(),
        }
    }

    /// The height of all rows.
    fn height(&self) -> f64 {
        ROW * self.rows.len() as f64
    }

    /// The entries of the rows with the height of the middle of each.
    fn rows_below(&self, top: f64) -> impl Iterator<Item = (&RankedDie, f64)> {
        let middle = move |row: usize| top + ROW * (row as f64 + 0.5);
        self.rows
            .iter()
            .enumerate()
            .map(move |(row, entry)| (entry, middle(row)))
    }

    fn draw_heading(&self, picture: &mut Picture, panels: usize) {
        let columns = panels.clamp(1, PANELS_IN_A_ROW) as f64;
        let right = self.left + (PANEL + GAP) * columns - GAP;
        let width = right + MARGIN + 10.0;
        let subtitle = format!("{}: Anteile in Prozent", self.file.name);
        let subtitle = shorten(&subtitle, width - 2.0 * MARGIN, SMALL);
        picture.draw_heading(width, TITLE, &subtitle);
    }

    /// Draws the ranks and faces of the rows.
    fn draw_rows(&self, picture: &mut Picture) {
        let top = picture.y;
        LABELS.draw_heads(picture, top);
        for ((entry, y), rank) in self.rows_below(top).zip(1..) {
            LABELS.draw_die(picture, "", y, rank, &self.file.dice[entry.die]);
        }
    }

    fn draw_panel(&self, picture: &mut Picture, panel: &Panel, column: usize) {
        let top = picture.y;
        let left = self.left + (PANEL + GAP) * column as f64;
        let name = shorten(panel.list.name, PANEL, NORMAL);
        picture.draw_text("", at(left, top - 64.0), Anchor::Start, &name);
        let judged = panel.list.judged;
        let class = if judged.verdict.is_passed() {
            "small"
        } else {
            "small fault"
        };
        let outcome = shorten(&describe_verdict(judged), PANEL, SMALL);
        picture.draw_text(class, at(left, top - 47.0), Anchor::Start, &outcome);
        if self.truths.len() > 1 {
            let rules = shorten(&format!("Regeln {}", panel.truth.rules), PANEL, SMALL);
            picture.draw_text("small", at(left, top - 32.0), Anchor::Start, &rules);
        }
        let axis = Axis::around(self.scale_values.iter().copied(), left, left + PANEL);
        axis.draw(picture, top, top + self.height());
        let truth = panel.truth.ranking.by_die();
        for (entry, y) in self.rows_below(top) {
            self.draw_die(picture, truth[entry.die], panel.read, &axis, y);
        }
    }

    /// Draws the truth about a die and the claim of a list about it, at the height `y`.
    fn draw_die(
        &self,
        picture: &mut Picture,
        truth: &RankedDie,
        list: &ComparedList,
        axis: &Axis,
        y: f64,
    ) {
        let die = truth.die;
        let share = truth.share.as_percent();
        let claim = list.compared().find(|(entry, _)| entry.die == die);
        // Faults of the line about the die, or those that name it, such as its absence.
        let faults = list.findings.kept.iter().filter(|finding| {
            let is_in_line = claim.is_some_and(|(entry, _)| entry.place == finding.place);
            finding.is_fault && (is_in_line || finding.die == Some(die))
        });
        let faults: String = faults.map(|fault| format!("; {}", fault.text)).collect();
        let is_right = faults.is_empty();
        let claim = claim.map(|(_, share)| share);
        let mut title = format_many_faces(&self.file.dice[die]);
        if let Some(claim) = claim {
            title += &format!(
                ": {} %, wahr {} %",
                claim.claimed,
                claim.truth.round_percent(2)
            );
        }
        title += &faults;
        picture.draw_group("", &title, |picture| {
            if let Some(claim) = claim {
                let allowed = claim.distance.allowed;
                let [low, high] = match self.report.demands.tolerance {
                    Some(_) => truth.interval,
                    None => [share; 2],
                };
                let [low, high] = [axis.x(low - allowed), axis.x(high + allowed)];
                picture.draw_rect("band", at(low, y - 8.0), high - low, 16.0);
            }
            let [low, high] = truth.interval.map(|end| axis.x(end));
            picture.draw_line("line", at(low, y), at(high, y));
            picture.draw_circle("mark", at(axis.x(share), y), 3.0);
            if let Some(claim) = claim {
                let class = if is_right { "hollow" } else { "fault" };
                picture.draw_diamond(class, at(axis.x(claim.claimed.percent), y));
            }
            if !is_right {
                let beside = at(axis.x(100.0) + 14.0, y);
                picture.draw_text("fault", beside, Anchor::Middle, "!");
            }
        });
    }
}

fn draw_legend(picture: &mut Picture, demands: Demands) {
    let truth = "wahrer Anteil mit seinem Intervall";
    picture.draw_legend_line(truth, |picture, Point { x, y }| {
        picture.draw_line("line", at(x, y), at(x + 20.0, y));
        picture.draw_circle("mark", at(x + 10.0, y), 3.0);
    });
    let band = match (demands.tolerance, demands.games) {
        (Some(points), _) => format!("Toleranz: ±{points} Punkte"),
        (None, Some(games)) => {
            let games = format_games(games);
            format!("so weit darf eine Liste aus {games} danebenliegen")
        }
        (None, None) => "so weit darf eine Liste danebenliegen".into(),
    };
    picture.draw_legend_line(&band, |picture, Point { x, y }| {
        picture.draw_rect("band", at(x, y - 6.0), 20.0, 12.0);
    });
    picture.draw_legend_line("Anteil in der Liste", |picture, Point { x, y }| {
        picture.draw_diamond("hollow", at(x + 10.0, y));
    });
    picture.draw_legend_line("Mangel", |picture, Point { x, y }| {
        picture.draw_diamond("fault", at(x + 6.0, y));
        picture.draw_text("fault", at(x + 18.0, y), Anchor::Middle, "!");
    });
    picture.y += 4.0;
}
