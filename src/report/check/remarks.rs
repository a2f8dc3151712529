//! Remarks of a teacher on a list: clauses in the second person, in German, as Markdown.

use itertools::Itertools;

use super::markup::{code, escaped, in_words};
use wuerfelglueck::check::findings::{MISSING, PERHAPS_SHARE, REPEATED, SHARE, Subject, TOGETHER};
use wuerfelglueck::check::list::ListError;
use wuerfelglueck::check::{Comparison, Finding, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, format_count};

/// Describes the faults of a list in clauses of a sentence behind its name; none if it is right.
pub(super) fn describe(verdict: &Result<Verdict, ListError>, dice: &[Die]) -> Vec<String> {
    match verdict {
        Err(ListError::Missing) => vec!["hier fehlt die Liste noch".into()],
        Err(fault) => {
            let told = escaped(&format!("kann ich nicht lesen: {fault}"));
            told.split("; ").map(String::from).collect()
        }
        Ok(verdict) if verdict.findings.faults > 0 => describe_faults(verdict, dice),
        Ok(verdict) => {
            let doubt = verdict.doubt.iter();
            doubt
                .flat_map(|doubt| describe_doubt(verdict, dice, doubt))
                .collect()
        }
    }
}

/// Whether shares of the list are further from the truth than they may be.
pub(super) fn has_wrong_shares(verdict: &Verdict) -> bool {
    let mut findings = verdict.findings.first.iter();
    findings.any(|finding| finding.is_fault && finding.kind == SHARE)
}

/// The faults of a list that can be read, most important first. What follows from something else is
/// left out: where dice are missing, ranks are wrong, and where nothing is sorted, so is the order.
fn describe_faults(verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    let faults = verdict.findings.first.iter();
    let faults = faults.filter(|finding| finding.is_fault).collect_vec();
    let by_subject = |wanted: Subject| {
        let faults = faults.iter().copied();
        faults
            .filter(move |finding| finding.kind.subject == wanted)
            .collect_vec()
    };
    let mut clauses = describe_forms(&faults, verdict, dice);
    let [ranks, unsorted, mut inverted] =
        [Subject::Ranks, Subject::Sorting, Subject::Order].map(by_subject);
    if !unsorted.is_empty() {
        clauses.push("die Liste ist nicht nach den Anteilen sortiert".into());
        inverted.clear();
    } else if let Some(first) = ranks.first().filter(|_| clauses.is_empty()) {
        let (line, text) = (first.line, escaped(&first.text));
        clauses.push(format!(
            "die Ränge sind falsch gezählt: Zeile {line} hat {text}"
        ));
    }
    let shares = by_subject(Subject::Shares).into_iter();
    let (far, impossible): (Vec<_>, Vec<_>) = shares.partition(|finding| finding.kind == SHARE);
    if far.is_empty() {
        clauses.extend(describe_order(&inverted, verdict, dice));
        clauses.extend(impossible.first().map(|finding| {
            if finding.kind == TOGETHER {
                "alle Anteile zusammen liegen weiter daneben, als es der Zufall erklärt".into()
            } else {
                in_line(finding)
            }
        }));
    } else {
        clauses.extend(describe_shares(&far, verdict, dice, !inverted.is_empty()));
    }
    if clauses.is_empty() {
        clauses.extend(faults.first().map(|finding| in_line(finding)));
    }
    clauses
}

fn in_line(finding: &Finding) -> String {
    format!("Zeile {}: {}", finding.line, escaped(&finding.text))
}

/// Faults in the form of lines, and in which dice are there: the first kinds of them, and how many
/// more there are.
fn describe_forms(faults: &[&Finding], verdict: &Verdict, dice: &[Die]) -> Vec<String> {
    const KINDS: usize = 2;
    let forms = faults.iter().copied();
    let forms =
        forms.filter(|finding| [Subject::Form, Subject::Dice].contains(&finding.kind.subject));
    let kinds = forms
        .into_group_map_by(|finding| finding.kind.name)
        .into_values();
    let kinds = kinds.sorted_by_key(|findings| findings[0].line);
    let (told, untold): (Vec<_>, Vec<_>) = kinds.enumerate().partition(|(place, _)| *place < KINDS);
    let told = told.iter();
    let mut clauses = told
        .map(|(_, findings)| describe_kind(findings, verdict, dice))
        .collect_vec();
    let untold = untold.iter().map(|(_, findings)| findings.len() as u64);
    if let number @ 1.. = untold.sum() {
        clauses.push(format_count(number, "weiterer Mangel", "weitere Mängel"));
    }
    clauses
}

/// Faults of one kind in the form of lines, or in which dice are there.
fn describe_kind(faults: &[&Finding], verdict: &Verdict, dice: &[Die]) -> String {
    let first = faults[0];
    let missing = first.die.filter(|_| first.kind == MISSING);
    let twin = first.other_line.filter(|_| first.kind == REPEATED);
    let twin = twin.and_then(|line| verdict.comparison(line));
    let example = match (missing, twin) {
        (Some(die), _) => format!("der Würfel {} fehlt", faces(&dice[die])),
        (None, Some(twin)) => format!(
            "der Würfel {} steht zweimal da, in Zeile {} und {}",
            faces(&dice[twin.die]),
            twin.line,
            first.line
        ),
        (None, None) => in_line(first),
    };
    match faults.len() - 1 {
        0 => example,
        1 => format!("{example} (und noch einmal)"),
        more => format!("{example} (und noch {}mal)", in_words(more)),
    }
}

/// The comparison that is furthest from the truth, of those that these findings are about.
fn furthest<'a>(findings: &[&Finding], verdict: &'a Verdict) -> Option<&'a Comparison> {
    let compared = findings.iter();
    let compared = compared.filter_map(|finding| verdict.comparison(finding.line));
    compared.max_by(|nearer, farther| {
        let points = [nearer, farther].map(|compared| compared.distance.points.abs());
        points[0].total_cmp(&points[1])
    })
}

/// The number of wrong shares, and the one that is furthest from the truth.
fn describe_shares(
    faults: &[&Finding],
    verdict: &Verdict,
    dice: &[Die],
    is_order_wrong: bool,
) -> Option<String> {
    /// A single share that is off by up to this many percentage points is nearly right.
    const NEARLY: f64 = 10.0;
    let furthest = furthest(faults, verdict)?;
    let die = faces(&dice[furthest.die]);
    let [claimed, truth] = percents(furthest);
    if verdict.findings.faults == 1 && furthest.distance.points.abs() <= NEARLY {
        return Some(format!(
            "fast. {die} gewinnt bei dir {claimed}, richtig sind {truth}"
        ));
    }
    let order = if is_order_wrong {
        " und damit auch die Reihenfolge"
    } else {
        ""
    };
    let example = format!("{die} mit {claimed} statt {truth}");
    let wrong = match (faults.len(), verdict.compared.len()) {
        (1, _) => return Some(format!("ein Anteil stimmt nicht{order}: {example}")),
        (2, 2) => "beide".into(),
        (wrong, compared) if wrong == compared => format!("alle {}", in_words(wrong)),
        (wrong, _) => in_words(wrong),
    };
    Some(format!(
        "{wrong} Anteile stimmen nicht{order}; am weitesten daneben liegt {example}"
    ))
}

/// The number of places where the order is wrong, and the first of them.
fn describe_order(faults: &[&Finding], verdict: &Verdict, dice: &[Die]) -> Option<String> {
    let first = faults.first()?;
    let places = match faults.len() {
        1 => String::new(),
        places => format!(" an {} Stellen", in_words(places)),
    };
    let lines = [Some(first.line), first.other_line];
    let compared = lines.map(|line| verdict.comparison(line?));
    let example = if let [Some(here), Some(above)] = compared {
        let [die, better] = [here, above].map(|compared| faces(&dice[compared.die]));
        let [share, least] = [here, above].map(|compared| format!("{} %", compared.truth.0));
        format!("{die} müsste über {better} stehen (in Wahrheit {share}, dort {least})")
    } else {
        format!("Zeile {} {}", first.line, escaped(&first.text))
    };
    Some(format!("die Reihenfolge stimmt{places} nicht: {example}"))
}

/// Why a list is not judged: the share that may be wrong, and what decides.
fn describe_doubt(verdict: &Verdict, dice: &[Die], doubt: &str) -> Vec<String> {
    let findings = verdict.findings.first.iter();
    let perhaps = findings.filter(|finding| finding.kind == PERHAPS_SHARE);
    let Some(furthest) = furthest(&perhaps.collect_vec(), verdict) else {
        return vec![format!("kann ich nicht beurteilen: {}", escaped(doubt))];
    };
    let [claimed, truth] = percents(furthest);
    let die = faces(&dice[furthest.die]);
    let decides = "ob das Zufall ist, hängt davon ab, wie viele Spiele je Paarung du gespielt \
                   hast: Schreib das bitte dazu";
    vec![
        format!("noch offen. {die} gewinnt bei dir {claimed} statt {truth}"),
        decides.into(),
    ]
}

/// The share of a list and the true one, with as many decimals as tell them apart.
fn percents(comparison: &Comparison) -> [String; 2] {
    let shares = [comparison.claimed.1, comparison.truth.1];
    let [claimed, truth] = shares.map(|share| format!("{share:.1} %"));
    if claimed == truth {
        shares.map(|share| format!("{share:.2} %"))
    } else {
        [claimed, truth]
    }
}

fn faces(die: &Die) -> String {
    code(&Excerpt::new(&die.to_string()).to_string())
}
