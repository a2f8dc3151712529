//! Remarks of a teacher on a list: clauses in the second person, in German, as Markdown.

use itertools::Itertools;

use super::markup::{code, escaped, in_words};
use judging::check::findings::{MISSING, PERHAPS_SHARE, REPEATED, Subject, TOGETHER};
use judging::check::list::ListError;
use judging::check::{ComparedList, ComparedShare, Finding, JudgedEntry, JudgedList};
use judging::reading::Refusal;
use judging::{Doubt, Verdict};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::{Excerpt, format_count};

/// Describes the faults of a list, or the doubt about it, in clauses of a sentence behind its name;
/// no clause if it has passed.
pub(super) fn describe_list(list: &JudgedList, dice: &[Die]) -> Vec<String> {
    match (&list.verdict, &list.read) {
        (Verdict::Missing, _) => vec!["hier fehlt die Liste noch".into()],
        (Verdict::Unreadable(error), _) => describe_unreadable(error),
        (Verdict::Faulty(_), Some(read)) => describe_faults(read, dice),
        (Verdict::NotJudged(doubt), Some(read)) => describe_open(read, dice, doubt),
        (Verdict::NotJudged(doubt), None) => vec![escaped(&doubt.to_string())],
        (Verdict::Passed | Verdict::Faulty(_), _) => Vec::new(),
    }
}

/// Describes why a list cannot be read, and how to print one that can.
fn describe_unreadable(error: &ListError) -> Vec<String> {
    let reason = match error {
        ListError::Refused {
            refusal: Refusal::Ambiguous { .. },
            ..
        } => format!("kann ich nicht lesen ({error})"),
        _ => format!("kann ich nicht lesen: {error}"),
    };
    let told = escaped(&reason);
    let mut clauses = told.split("; ").map(String::from).collect_vec();
    if matches!(
        error,
        ListError::Empty | ListError::Refused { .. } | ListError::DiceFile | ListError::Form(_)
    ) {
        clauses.push("am einfachsten ist je Würfel eine Zeile: Nummer, Tabulator, Anteil".into());
    }
    clauses
}

/// Describes the faults of a list that can be read, those that others may follow from first. The
/// order is left out where the sorting is wrong; beside wrong shares it is only mentioned.
fn describe_faults(list: &ComparedList, dice: &[Die]) -> Vec<String> {
    let faults = list
        .findings
        .kept
        .iter()
        .filter(|finding| finding.is_fault)
        .collect_vec();
    let by_subject = |subject: Subject| {
        faults
            .iter()
            .copied()
            .filter(|finding| finding.kind.subject == subject)
            .collect_vec()
    };
    let mut clauses = describe_forms(&faults, list, dice);
    let [unsorted, mut inverted] = [Subject::Sorting, Subject::Order].map(by_subject);
    if !unsorted.is_empty() {
        clauses.push("die Liste ist nicht nach den Anteilen sortiert".into());
        inverted.clear();
    }
    if list.has_wrong_shares() {
        clauses.extend(describe_shares(list, dice, !inverted.is_empty()));
    } else {
        clauses.extend(describe_order(&inverted, list, dice));
        clauses.extend(by_subject(Subject::Shares).first().map(|finding| {
            if finding.kind == TOGETHER {
                "alle Anteile zusammen liegen weiter daneben, als es der Zufall erklärt".into()
            } else {
                quote(finding)
            }
        }));
    }
    if clauses.is_empty() {
        clauses.extend(faults.first().map(|finding| quote(finding)));
    }
    clauses
}

/// Quotes a finding with its line.
fn quote(finding: &Finding) -> String {
    format!(
        "{}: {}",
        escaped(&finding.place.to_string()),
        escaped(&finding.words())
    )
}

/// Describes the first kinds of faults in the form of lines, and in which dice are there, with the
/// number of further faults.
fn describe_forms(faults: &[&Finding], list: &ComparedList, dice: &[Die]) -> Vec<String> {
    const MOST_KINDS: usize = 2;
    let mut findings_by_kind = faults
        .iter()
        .copied()
        .filter(|finding| [Subject::Form, Subject::Dice].contains(&finding.kind.subject))
        .into_group_map_by(|finding| finding.kind.name)
        .into_values()
        .sorted_by_key(|findings| findings[0].place.line());
    let mut clauses = findings_by_kind
        .by_ref()
        .take(MOST_KINDS)
        .map(|findings| describe_kind(&findings, list, dice))
        .collect_vec();
    let further: usize = findings_by_kind.map(|findings| findings.len()).sum();
    if further > 0 {
        clauses.push(format_count(
            further as u64,
            "weiterer Mangel",
            "weitere Mängel",
        ));
    }
    clauses
}

/// Describes faults of one kind by the first of them, and by the number of the others.
fn describe_kind(faults: &[&Finding], list: &ComparedList, dice: &[Die]) -> String {
    let fault = faults[0];
    let twin = fault.other_place.as_ref();
    let twin = twin.and_then(|place| list.compared_at(place));
    let example = match (fault.kind, fault.die, twin) {
        (MISSING, Some(die), _) => format!("der Würfel {} fehlt", format_faces(&dice[die])),
        (REPEATED, _, Some((twin, _))) => format!(
            "der Würfel {} steht zweimal da, in {} und {}",
            format_faces(&dice[twin.die]),
            twin.place,
            fault.place.line().unwrap_or_default()
        ),
        _ => quote(fault),
    };
    match faults.len() - 1 {
        0 => example,
        1 => format!("{example} (und noch einmal)"),
        further => format!("{example} (und noch {}mal)", in_words(further)),
    }
}

/// Returns the share that is furthest from the truth of these, with its entry.
fn furthest<'a>(
    compared: impl Iterator<Item = (&'a JudgedEntry, &'a ComparedShare)>,
) -> Option<(&'a JudgedEntry, &'a ComparedShare)> {
    compared.max_by(|(_, left), (_, right)| {
        let [left, right] = [left, right].map(|share| share.distance.points.abs());
        left.total_cmp(&right)
    })
}

/// Describes wrong shares by their number, and by the one that is furthest from the truth.
fn describe_shares(list: &ComparedList, dice: &[Die], is_order_wrong: bool) -> Option<String> {
    let (entry, furthest) = furthest(list.wrong_shares())?;
    let die = format_faces(&dice[entry.die]);
    let [claimed, truth] = format_percents(furthest);
    let order = if is_order_wrong {
        " und damit auch die Reihenfolge"
    } else {
        ""
    };
    let example = format!("{die} mit {claimed} statt {truth}");
    let wrong = match (list.wrong_shares().count(), list.compared().count()) {
        (1, _) => return Some(format!("ein Anteil stimmt nicht{order}: {example}")),
        (2, 2) => "beide".into(),
        (wrong, compared) if wrong == compared => format!("alle {}", in_words(wrong)),
        (wrong, _) => in_words(wrong),
    };
    Some(format!(
        "{wrong} Anteile stimmen nicht{order}; am weitesten daneben liegt {example}"
    ))
}

/// Describes a wrong order by the number of places where it is wrong, and by the first of them.
fn describe_order(faults: &[&Finding], list: &ComparedList, dice: &[Die]) -> Option<String> {
    let fault = faults.first()?;
    let places = match faults.len() {
        1 => String::new(),
        places => format!(" an {} Stellen", in_words(places)),
    };
    let compared =
        [Some(&fault.place), fault.other_place.as_ref()].map(|place| list.compared_at(place?));
    let example = if let [Some(here), Some(above)] = compared {
        let [die, worse] = [here, above].map(|(entry, _)| format_faces(&dice[entry.die]));
        let [share, share_of_worse] =
            [here, above].map(|(_, share)| format!("{} %", share.truth.round_percent(2)));
        format!("{die} müsste über {worse} stehen (in Wahrheit {share}, dort {share_of_worse})")
    } else {
        format!("{} {}", fault.place, escaped(&fault.words()))
    };
    Some(format!("die Reihenfolge stimmt{places} nicht: {example}"))
}

/// The request of one who cannot tell chance from a fault.
const ASK_FOR_GAMES: &str = "ob das Zufall ist, hängt davon ab, wie viele Spiele je Paarung du \
                             gespielt hast: Schreib das bitte dazu";

/// Describes the doubt that keeps a list from being judged: the share that may be wrong and what
/// decides, or if it is no share, the doubt itself.
fn describe_open(list: &ComparedList, dice: &[Die], doubt: &Doubt) -> Vec<String> {
    let undecided = list
        .findings
        .kept
        .iter()
        .filter(|finding| finding.kind == PERHAPS_SHARE)
        .filter_map(|finding| list.compared_at(&finding.place));
    let Some((entry, furthest)) = furthest(undecided) else {
        let mut clauses = vec![format!(
            "kann ich nicht beurteilen: {}",
            escaped(&doubt.to_string())
        )];
        if let Doubt::FewGames { .. } = doubt {
            clauses.push(ASK_FOR_GAMES.into());
        }
        return clauses;
    };
    let [claimed, truth] = format_percents(furthest);
    let die = format_faces(&dice[entry.die]);
    vec![
        format!("noch offen. {die} gewinnt bei dir {claimed} statt {truth} der Spiele"),
        ASK_FOR_GAMES.into(),
    ]
}

/// Formats the share of a list and the true one.
fn format_percents(share: &ComparedShare) -> [String; 2] {
    let shares = share.format_beside_truth();
    shares.map(|share| format!("{share} %"))
}

fn format_faces(die: &Die) -> String {
    code(&Excerpt::new(&die.to_string()).to_string())
}
