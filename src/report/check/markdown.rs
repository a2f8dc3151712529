//! Feedback for pupils, in Markdown: a section per submission, ready to be sent.

use itertools::Itertools;

use super::{DOUBTFUL, Judged, PASSED, Submission, counts, outcome};
use crate::check::list::ListError;

/// What is right, what is not, which rules are probably meant, and what to try next.
pub fn render(judged: &Judged) -> String {
    let sections = judged.submissions.iter().map(|one| {
        let section = section(judged, one).join("\n");
        format!("\n## {}\n\n{section}\n", escaped(&one.name))
    });
    let (summary, sections) = (judged.summary(), sections.format(""));
    format!(
        "# Bestenlisten: {}\n{sections}",
        summary.replace(" Abgaben", "")
    )
}

fn section(judged: &Judged, submission: &Submission) -> Vec<String> {
    let best = submission.best();
    let own = submission.outcome();
    let verdict = match own {
        PASSED => "**Bestanden.**",
        DOUBTFUL => "**Noch nicht beurteilt.**",
        _ => "**Noch nicht bestanden.**",
    };
    let mut lines = vec![verdict.to_string()];
    for (what, wanted) in [("Richtig", PASSED), ("Offen", DOUBTFUL)] {
        let those = submission.verdicts();
        let those = those.filter(|(_, verdict)| outcome(verdict).0 == wanted);
        let files = those.map(|(list, _)| escaped(judged.file(list))).join(", ");
        if !files.is_empty() && [PASSED, own].contains(&wanted) {
            lines[0] += &format!(" {what}: {files}.");
        }
    }
    if best.is_read() {
        let fit = match best.is_true() && own != DOUBTFUL {
            true => "Deine Anteile passen zu den Regeln",
            false => "Am nächsten kommen die Regeln",
        };
        lines.push(format!("{fit} `{}`.", best.rules));
    }
    let mut points = Vec::new();
    for (list, verdict) in submission.verdicts() {
        let file = &list.name;
        match verdict {
            Err(ListError::Missing) => {
                points.push(format!("{}: Die Liste fehlt noch.", judged.file(list)));
            }
            Err(fault) => points.push(format!(
                "{file}: Die Liste konnte ich nicht lesen: {fault}."
            )),
            Ok(verdict) => {
                let first = &verdict.findings.first;
                points.extend(first.iter().map(|one| {
                    let note = ["nur ein Hinweis: ", ""][usize::from(one.is_fault)];
                    let die = verdict.comparison(one.line);
                    let dice = &judged.files[list.file].dice;
                    let die =
                        die.map_or_else(String::new, |known| format!(" ({})", dice[known.die]));
                    format!("{file}, Zeile {}{die}: {note}{}.", one.line, one.text)
                }));
                if verdict.findings.faults + verdict.findings.notes > first.len() {
                    points.push(format!("{file}: zusammen {}.", counts(verdict)));
                }
                // What holds for several lists is said once.
                let doubt = verdict.doubt.iter().filter(|doubt| {
                    let text = format!(": {doubt}.");
                    !points.iter().any(|point| point.ends_with(&text))
                });
                let doubt = doubt.map(|doubt| format!("{file}: {doubt}.")).collect_vec();
                points.extend(doubt);
            }
        }
    }
    points.extend(best.together.iter().map(|text| format!("{text}.")));
    points.extend(submission.cause.clone());
    if !points.is_empty() {
        lines.push(String::new());
        lines.extend(points.iter().map(|point| format!("- {}", escaped(point))));
    }
    let cause = submission.cause.as_deref().unwrap_or_default();
    if !best.is_true() && !cause.contains("--vergleiche") {
        lines.push(
            "\nSo geht es weiter: Lass dein Programm jeden Wurf eines Spiels aufschreiben und vergleiche das mit den Regeln: \
             `wuerfelglueck spiel --vergleiche PROTOKOLL`. Es nennt den ersten Wurf, nach dem die Stellung nicht stimmt."
                .into(),
        );
    }
    lines
}

/// A text in which nothing is Markdown or HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    let mark = |c| "\\`*_[]#|~!@".contains(c).then_some('\\');
    let marked = text.chars().flat_map(|c| [mark(c), Some(c)]);
    marked.flatten().collect()
}
