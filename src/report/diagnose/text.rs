//! The diagnosis as text: a line for each experiment, a table of candidates, and a verdict in
//! sentences.

use itertools::Itertools;

use super::next_step::{advise_next_steps, advise_to_compare_games};
use crate::report::Printable;
use crate::report::remedy::{name_difference, name_hypothesis};
use crate::report::table::{Cell, Column, Spacing, Table, row};
use crate::report::verdict::describe_reason;
use judging::check::findings::format_games;
use judging::diagnose::{
    Candidate, Diagnosis, DistanceCause, Examination, ExperimentOutcome, ExperimentResult,
    FurthestDie, Hypothesis, RuleDifference, ShareGap, Trial,
};
use judging::likelihood::{GameCount, PairingGames};
use judging::{Fault, Verdict};
use wuerfelglueck::decimal::Decimal;
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::Rules;
use wuerfelglueck::text::{
    LARGEST_ESTIMATE, decimals_apart, format_about, format_estimate, join_first, join_words,
    noun_of_estimate,
};

/// Renders the line about an experiment: ✓ if it holds, ✗ if it is impossible, and – if it is not judged.
pub fn render_result(ExperimentResult { title, outcome }: &ExperimentResult) -> Printable {
    let line = match outcome {
        ExperimentOutcome::Holds { seen } => format!("✓ {title}: {seen}"),
        ExperimentOutcome::Impossible { seen, suspects } if suspects.is_empty() => {
            format!("✗ {title}: {seen}")
        }
        ExperimentOutcome::Impossible { seen, suspects } => {
            format!("✗ {title}: {seen}: {}", suspects.iter().format("; oder "))
        }
        ExperimentOutcome::NotJudged { reason } => format!("– {title}: {reason}"),
    };
    Printable::for_people(&(line + "\n"))
}

/// Renders the part behind the lines about experiments: a table of the best candidates, and a
/// verdict in sentences. If no lists were compared, it is the next step where a result is
/// impossible, and otherwise, or after a signal, empty.
pub fn render_conclusion(examination: &Examination) -> Printable {
    let Some(diagnosis) = &examination.diagnosis else {
        if examination.trial.is_possible() || examination.is_interrupted {
            return Printable::default();
        }
        let mut lines = vec![String::new()];
        lines.extend(count_unjudged(&examination.trial));
        lines.push("Solange ein Versuch ✗ hat, vergleiche ich keine Regelwerke.".into());
        lines.extend(advise_next_steps(
            &examination.trial,
            &examination.expected.rules,
        ));
        return Printable::for_people(&(lines.join("\n") + "\n"));
    };
    let mut lines = Vec::new();
    lines.extend((!examination.trial.results.is_empty()).then(String::new));
    lines.extend(count_unjudged(&examination.trial).map(|line| line + "\n"));
    let columns = [
        Column::new("Regeln").left(),
        Column::new("Abstand (Punkte)"),
        Column::new("Spiele je Paarung"),
    ];
    let candidates = diagnosis.candidates.iter();
    let rows = candidates.map(|candidate| candidate_row(candidate, examination.games));
    lines.extend(Table::new(columns, rows).to_lines(Spacing::TIGHT));
    lines.push(String::new());
    lines.extend(describe_diagnosis(diagnosis, examination));
    Printable::for_people(&(lines.join("\n") + "\n"))
}

/// The row of a candidate for lists that have `games` games per pairing, if that is known.
fn candidate_row(candidate: &Candidate, games: Option<u64>) -> Vec<Cell> {
    let looks_like = match (games, candidate.most_games()) {
        (None, _) if candidate.fit.count == GameCount::PerFile => {
            format!("{} je Datei", format_estimate(candidate.games))
        }
        (None, _) => format_estimate(candidate.games),
        (Some(_), Some(most)) if most > LARGEST_ESTIMATE => "beliebig viele".into(),
        (Some(_), Some(most)) => format!("höchstens {}", format_estimate(most)),
        (Some(_), None) => "keine".into(),
    };
    let distance = Decimal::of_float(100.0 * candidate.fit.distance(), 2);
    row![name_hypothesis(candidate.hypothesis), distance, looks_like]
}

/// Says how many of the experiments are not judged, if any is not.
fn count_unjudged(trial: &Trial) -> Option<String> {
    let is_unjudged =
        |result: &&ExperimentResult| matches!(result.outcome, ExperimentOutcome::NotJudged { .. });
    let number = trial.results.iter().filter(is_unjudged).count();
    let all = trial.results.len();
    (number > 0 && all > 1).then(|| format!("Nicht beurteilt (–) sind {number} von {all} Zeilen."))
}

/// Describes a diagnosis in sentences: the verdict, the candidates that fit as well, the expected
/// rules, and remarks on lists. `examination` has what it rests on.
pub fn describe_diagnosis(diagnosis: &Diagnosis, examination: &Examination) -> Vec<String> {
    let mut sentences = match &diagnosis.verdict {
        Verdict::Passed | Verdict::Faulty(Fault::OtherRules(_)) => {
            describe_best(diagnosis, examination.games)
        }
        Verdict::NotJudged(doubt) => vec![
            doubt.to_string(),
            format!("Am nächsten liegt {}", describe_rules(diagnosis)),
        ],
        _ => describe_mismatch(diagnosis, examination),
    };
    let equally_good = &diagnosis.candidates[..diagnosis.equally_good];
    if let [_, others @ ..] = equally_good
        && !others.is_empty()
    {
        let names = others
            .iter()
            .map(|candidate| name_hypothesis(candidate.hypothesis));
        sentences.push(format!(
            "Ebenso gut passen: {}; mit diesen Listen sind sie nicht zu unterscheiden.",
            names.format(", ")
        ));
    }
    sentences.extend(describe_expected(diagnosis));
    let remarks = examination.form_faults.iter().chain(&diagnosis.oddities);
    sentences.extend(remarks.map(|remark| {
        let file = &examination.files[remark.list];
        format!("{file}: {}.", remark.text)
    }));
    sentences
}

/// Describes the best rules, and the scatter of the lists, which have `games` games per pairing, if
/// that is known.
fn describe_best(diagnosis: &Diagnosis, games: Option<u64>) -> Vec<String> {
    let best = &diagnosis.candidates[0];
    let like = match games {
        None => format!(
            " wie bei {} {} je {}",
            format_about(best.games),
            noun_of_estimate(best.games, "Spiel", "Spielen"),
            name_count(best)
        ),
        Some(games) => format!(", wie sie es bei {} sollen", format_games(games)),
    };
    let whose_games = match best.fit.pairing_games {
        PairingGames::Shared => "",
        PairingGames::Own => ", wenn jeder Würfel gegen jeden Gegner eigene Spiele hat",
    };
    vec![
        format!("Am besten passt {}", describe_rules(diagnosis)),
        format!("Die Anteile streuen so{like}{whose_games}."),
    ]
}

/// The word for what the games of a candidate are of.
fn name_count(candidate: &Candidate) -> &'static str {
    match candidate.fit.count {
        GameCount::PerPairing => "Paarung",
        GameCount::PerFile => "Datei",
    }
}

/// Describes the best rules: their name and meaning, and the differences that lists do not show.
fn describe_rules(diagnosis: &Diagnosis) -> String {
    let best = diagnosis.candidates[0].hypothesis;
    let differences = best.differences();
    let colon = if differences.is_empty() { "" } else { ": " };
    let meanings = differences.iter().map(|difference| difference.meaning());
    let name = name_hypothesis(best);
    let mut text = format!("{name}{colon}{}.", meanings.format("; "));
    if let Some(sentence) = describe_invisible(&diagnosis.invisible) {
        text += &format!(" {sentence}");
    }
    text
}

/// Describes how far the expected rules fit, if others were found to fit best.
fn describe_expected(diagnosis: &Diagnosis) -> Option<String> {
    let expected = name_hypothesis(diagnosis.expected.hypothesis);
    let is_best = diagnosis.expected.hypothesis == diagnosis.candidates[0].hypothesis;
    match diagnosis.verdict {
        _ if is_best => return None,
        Verdict::Passed => {
            return Some(format!("Auch {expected} ist damit nicht ausgeschlossen."));
        }
        Verdict::Faulty(Fault::OtherRules(_)) => {}
        _ => return None,
    }
    let count = name_count(&diagnosis.expected);
    Some(match diagnosis.expected.most_games() {
        Some(most) => format!(
            "Das Regelwerk {expected} passte nur zu höchstens {} {} je {count}.",
            format_estimate(most),
            noun_of_estimate(most, "Spiel", "Spielen")
        ),
        None => format!("Das Regelwerk {expected} passt zu keiner Zahl von Spielen je {count}."),
    })
}

/// Describes differences that could be added to the best rules without showing in lists: with their
/// meanings if there are one or two, otherwise by the names of the first.
fn describe_invisible(invisible: &[RuleDifference]) -> Option<String> {
    const MOST_WITH_MEANING: usize = 2;
    const MOST_NAMED: usize = 3;
    let which = match invisible.len() {
        0 => return None,
        1..=MOST_WITH_MEANING => {
            let described = invisible.iter().map(|&difference| {
                format!("{} ({})", name_difference(difference), difference.meaning())
            });
            join_words(&described.collect_vec(), "oder") + " gilt"
        }
        number => {
            let names = invisible.iter().copied().map(name_difference);
            join_first(names, number, MOST_NAMED) + " gelten"
        }
    };
    Some(format!(
        "Ob auch {which}, lässt sich an diesen Listen nicht erkennen."
    ))
}

/// Describes lists that nothing fits: the reason, the die that is furthest from its expected share,
/// the opponent against which it is, if that is known, and the next step.
fn describe_mismatch(diagnosis: &Diagnosis, examination: &Examination) -> Vec<String> {
    let rules = diagnosis.expected.hypothesis.rules;
    let why = explain_mismatch(diagnosis, examination);
    let mut sentences = vec![format!("Kein Regelwerk passt: {why}")];
    if let Some(FurthestDie { list, die, share }) = diagnosis.furthest {
        let file = &examination.files[list];
        let die = &examination.dice[list][die];
        sentences.push(format!(
            "Von {rules} am weitesten entfernt ist in {file} der Würfel {die}: {}.",
            contrast_shares(share)
        ));
        sentences.extend(describe_pairs(examination, die));
    }
    sentences.push(advise_to_compare_games(&rules, None));
    sentences
}

/// Describes what the shares of the furthest die against each opponent alone explain of its
/// distance.
fn describe_pairs(examination: &Examination, die: &Die) -> Option<String> {
    Some(match examination.explain_distance()? {
        DistanceCause::MoreThanTwoDice => format!(
            "Allein mit je einem Gegner in einer Datei liegt der Würfel {die} nicht so weit daneben: \
             Es liegt an etwas, das es erst ab drei Würfeln gibt, etwa an Resten der Paarung davor."
        ),
        DistanceCause::Place(pair) => {
            let places = ["vorne", "hinten"];
            format!(
                "Das liegt am Platz: Steht er in der Datei {} und nur {} noch darin, gewinnt er {}; \
                 steht er {}, {}.",
                places[pair.place],
                pair.opponent,
                contrast_shares(pair.in_order()),
                places[1 - pair.place],
                contrast_shares(pair.reversed())
            )
        }
        DistanceCause::Opponent(pair) => format!(
            "Am meisten liegt das am Gegner {}: Allein mit ihm in einer Datei gewinnt der Würfel \
             {die} {}.",
            pair.opponent,
            contrast_shares(pair.in_order())
        ),
    })
}

/// Formats a printed share beside the expected one, both with as many decimals as tell them apart.
fn contrast_shares(share: ShareGap) -> String {
    let percents = [share.printed, share.expected].map(|share| 100.0 * share);
    let decimals = decimals_apart(percents, 2);
    let [printed, expected] = percents;
    format!("{printed:.decimals$}% statt {expected:.decimals$}%")
}

/// Explains why chance is not the reason that nothing fits.
fn explain_mismatch(diagnosis: &Diagnosis, examination: &Examination) -> String {
    let best = &diagnosis.candidates[0];
    let Some(most) = best.most_games() else {
        return "So große Abweichungen erklärt keine Anzahl von Spielen.".into();
    };
    let noun = noun_of_estimate(most, "Spiel", "Spielen");
    let count = name_count(best);
    let most = format_estimate(most);
    match (examination.games, examination.trial.games) {
        (Some(games), _) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} statt {} zu erklären.",
            format_games(games)
        ),
        (None, Some(range)) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} {noun} je {count} zu erklären, aber bei \
             zwei Würfeln spielt das Programm mindestens {}.",
            format_estimate(range.least)
        ),
        (None, None) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} {noun} je {count} zu erklären. Solche \
             Anteile können bei so wenigen Spielen aber nicht herauskommen; vermutlich steckt ein \
             Fehler im Programm."
        ),
    }
}

/// Describes the first reason for the verdict of an examination; `None` if the program has passed.
pub fn describe_first_reason(examination: &Examination) -> Option<String> {
    match (examination.verdict(), &examination.diagnosis) {
        (Verdict::Faulty(Fault::OtherRules(found)), _) => {
            Some(contrast_rules(found, examination.expected.rules))
        }
        (Verdict::Faulty(Fault::NoRules), Some(diagnosis)) => {
            describe_diagnosis(diagnosis, examination)
                .into_iter()
                .next()
        }
        (verdict, _) => describe_reason(&verdict),
    }
}

/// Describes the differences of the rules that were found from `offiziell`; if there are none, names
/// the required rules.
fn contrast_rules(found: Hypothesis, required: Rules) -> String {
    let differences = found.differences();
    if differences.is_empty() {
        return format!("verlangt sind die Regeln {required}");
    }
    differences
        .iter()
        .map(|difference| difference.meaning())
        .join("; ")
}
