//! A line a finding, and the verdicts: for people, and for the log of GitHub.

use std::fmt::Display;

use itertools::Itertools;

use super::{Judged, ListName, PASSED, Submission, faults_and_notes, outcome};
use crate::check::list::ListError;
use crate::check::{Comparison, Judgement, Verdict};
use crate::dice::Die;
use crate::report::table::{aligned, row};
use crate::text::{Excerpt, count, enumerated};

/// For each list the first findings of the verdict under the rules that fit best, how many more there are, and at last
/// `bestanden` or how many faults and notes there are. If there are several lists, each line begins with the name of one, and the
/// last line counts those that have passed. Submissions that are judged as a whole have a line of their own.
pub fn render(judged: &Judged) -> String {
    text(judged, false)
}

/// The same, but findings as workflow commands of GitHub, which shows them beside the list.
pub fn render_github(judged: &Judged) -> String {
    text(judged, true)
}

fn text(judged: &Judged, for_github: bool) -> String {
    let is_one = judged.submissions.len() == 1 && !judged.is_class;
    let mut text = Text {
        judged,
        for_github,
        with_names: for_github || !is_one,
        lines: String::new(),
    };
    for submission in &judged.submissions {
        text.tell(submission);
    }
    if !is_one {
        let what = if judged.is_class { " Abgaben" } else { "" };
        text.lines += &format!("{}{what} bestanden\n", judged.passed());
    }
    text.lines
}

struct Text<'a> {
    judged: &'a Judged,
    for_github: bool,
    with_names: bool,
    lines: String,
}

impl Text<'_> {
    fn say(&mut self, name: &str, text: impl Display) {
        if self.with_names {
            self.lines += &format!("{name}: ");
        }
        self.lines += &format!("{text}\n");
    }

    /// Says what is found in a line of a list, or in all of it.
    fn find(&mut self, list: &str, line: Option<usize>, is_fault: bool, text: &str) {
        if !self.for_github {
            let line = line.map_or_else(String::new, |line| format!("Zeile {line}: "));
            let kind = if is_fault { "Mangel" } else { "Hinweis" };
            return self.say(list, format!("{line}{kind}: {text}"));
        }
        let command = if is_fault { "error" } else { "notice" };
        let [file, text] = [list, text].map(|text| text.replace('%', "%25"));
        let file = file.replace(':', "%3A").replace(',', "%2C");
        let line = line.map_or_else(String::new, |line| format!(",line={line}"));
        self.lines += &format!("::{command} file={file}{line}::{text}\n");
    }

    fn tell(&mut self, submission: &Submission) {
        let (name, best) = (&submission.name, submission.best());
        if submission.judgements.len() > 1 && best.is_read() {
            for line in fits(&submission.judgements) {
                self.say(name, line);
            }
        }
        for (list, verdict) in submission.verdicts() {
            self.tell_list(list, verdict);
        }
        if !self.judged.is_class {
            return;
        }
        if let Some(together) = &best.together {
            self.find(name, None, true, together);
        }
        if let Some(cause) = &submission.cause {
            self.say(name, format!("Ursache: {cause}"));
        }
        let mut verdict = submission.outcome().to_string();
        if verdict != PASSED {
            // What is wrong with which dice file.
            let lists = submission.verdicts().filter_map(|(list, verdict)| {
                let (_, reason) = outcome(verdict);
                Some(format!("{}: {}", self.judged.file(list), reason?))
            });
            let together = best
                .together
                .iter()
                .map(|_| "alle Anteile zusammen liegen zu weit daneben".into());
            let reasons = lists.chain(together).collect_vec();
            verdict += &format!(": {}", enumerated(&reasons, "und"));
        }
        if best.is_read() {
            verdict += &format!("; Regeln {}", best.rules);
        }
        self.say(name, verdict);
    }

    fn tell_list(&mut self, list: &ListName, verdict: &Result<Verdict, ListError>) {
        let name = &list.name;
        let (outcome, reason) = outcome(verdict);
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let verdict = match verdict {
            Ok(verdict) => verdict,
            Err(fault) => {
                let why = match fault {
                    ListError::Missing => fault.to_string(),
                    _ => format!("{outcome}{reason}"),
                };
                if self.for_github {
                    self.find(name, None, true, &why);
                }
                return self.say(name, format!("nicht bestanden: {why}"));
            }
        };
        if self.judged.in_detail {
            for line in table(verdict, &self.judged.files[list.file].dice) {
                self.say(name, line);
            }
        }
        let first = verdict.findings.first();
        for one in first {
            self.find(name, Some(one.line), one.is_fault, &one.text);
        }
        let more = verdict.findings.faults + verdict.findings.notes - first.len();
        if more > 0 {
            let more = count(more as u64, "weiterer Befund", "weitere Befunde");
            self.say(name, format!("und {more}"));
        }
        self.say(name, format!("{outcome}{reason}"));
    }
}

fn table(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    let row = |one: &Comparison| {
        let chance = one.distance.chance;
        row![
            one.rank,
            Excerpt::new(&dice[one.die].to_string()),
            format!("{}%", one.claimed.0),
            format!("{}%", one.truth.0),
            format!("{:+.2}", one.distance.points),
            chance.map_or("-".into(), |(errors, _)| format!("{errors:.1}")),
        ]
    };
    let columns = "Rang Augenzahlen Liste wahr Abstand Standardfehler".split(' ');
    aligned(&columns.collect_vec(), verdict.compared.iter().map(row), 1)
}

/// Which rules fit lists best, if any do, and a line for each that says how well.
fn fits(judgements: &[Judgement]) -> Vec<String> {
    let first = &judgements[0];
    let rules = |has: &dyn Fn(&Judgement) -> bool| {
        let those = judgements.iter().filter(|one| has(one));
        those.map(|one| one.rules).collect_vec()
    };
    // The distances of two verdicts are known as well as the truth.
    let best = rules(&|one| {
        let [near, far] = [first, one].map(|one| one.distance().unwrap_or(0.0));
        one.findings()[0] == first.findings()[0]
            && far - near <= first.half_width().max(one.half_width())
    });
    let names = enumerated(&best, "und");
    let mut lines = vec![if first.is_true() {
        format!("Am besten passen die Regeln {names}.")
    } else {
        format!("Kein Regelwerk passt, am besten noch {names}; siehe wuerfelglueck diagnose.")
    }];
    lines.extend(judgements.iter().map(|one| {
        let distance = one.distance().map_or_else(String::new, |distance| {
            format!(", Anteile im Mittel um {distance:.2} Punkte daneben")
        });
        let counts = faults_and_notes(one.findings());
        format!("{}: {counts}{distance}", one.rules)
    }));
    let fitting = rules(&Judgement::is_true);
    if fitting.len() > 1 {
        lines.push(format!(
            "Im Rahmen des Erlaubten passt die Liste zu {}; mit diesen Würfeln sind die Regelwerke so nicht zu \
             unterscheiden.",
            enumerated(&fitting, "und")
        ));
    }
    lines
}
