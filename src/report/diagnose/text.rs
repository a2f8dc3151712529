//! The diagnosis as text: a line for each experiment, a table of candidates, and a verdict in
//! sentences.

use itertools::Itertools;

use super::next_step::{advise_next_steps, advise_to_compare_games};
use super::report::{DiagnosisReport, ShareGap};
use crate::report::Printable;
use crate::report::remedy::{name_difference, name_hypothesis};
use crate::report::table::{Cell, Column, Spacing, Table, row};
use judging::diagnose::{
    Candidate, Diagnosis, ExperimentOutcome, ExperimentResult, RuleDifference, Trial,
};
use judging::likelihood::{GameCount, PairingGames};
use judging::{Fault, Verdict};
use wuerfelglueck::decimal::Decimal;
use wuerfelglueck::text::{
    LARGEST_ESTIMATE, decimals_apart, format_about, format_estimate, join_first, join_words,
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
pub fn render_conclusion(report: &DiagnosisReport) -> Printable {
    let Some(diagnosis) = &report.diagnosis else {
        if report.trial.is_possible() || report.is_interrupted {
            return Printable::default();
        }
        let mut lines = vec![String::new()];
        lines.extend(count_unjudged(&report.trial));
        lines.push("Solange ein Versuch ✗ hat, vergleiche ich keine Regelwerke.".into());
        lines.extend(advise_next_steps(&report.trial, &report.rules));
        return Printable::for_people(&(lines.join("\n") + "\n"));
    };
    let mut lines = Vec::new();
    lines.extend((!report.trial.results.is_empty()).then(String::new));
    lines.extend(count_unjudged(&report.trial).map(|line| line + "\n"));
    let mut table = Table::new([
        Column::for_people("Regeln").left(),
        Column::for_people("Abstand (Punkte)"),
        Column::for_people("Spiele je Paarung"),
    ]);
    let candidates = diagnosis.candidates.iter();
    table.rows = candidates
        .map(|candidate| candidate_row(candidate, report.games))
        .collect();
    lines.extend(table.to_lines(Spacing::TIGHT));
    lines.push(String::new());
    lines.extend(describe_diagnosis(diagnosis, report));
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
/// rules, and remarks on lists. `report` has what it rests on.
pub fn describe_diagnosis(diagnosis: &Diagnosis, report: &DiagnosisReport) -> Vec<String> {
    let mut sentences = match &diagnosis.verdict {
        Verdict::Passed | Verdict::Faulty(Fault::OtherRules(_)) => {
            describe_best(diagnosis, report.games)
        }
        Verdict::NotJudged(doubt) => vec![
            doubt.to_string(),
            format!("Am nächsten liegt {}", describe_rules(diagnosis)),
        ],
        _ => describe_mismatch(diagnosis, report),
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
    let remarks = report.form_faults.iter().chain(&diagnosis.oddities);
    sentences.extend(remarks.map(|remark| {
        let file = &report.files[remark.list];
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
            " wie bei {} Spielen je {}",
            format_about(best.games),
            name_count(best)
        ),
        Some(games) => format!(", wie sie es bei {games} Spielen je Paarung sollen"),
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
    Some(match diagnosis.expected.most_games().map(format_estimate) {
        Some(most) => {
            format!("Das Regelwerk {expected} passte nur zu höchstens {most} Spielen je Paarung.")
        }
        None => format!("Das Regelwerk {expected} passt zu keiner Zahl von Spielen je Paarung."),
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
fn describe_mismatch(diagnosis: &Diagnosis, report: &DiagnosisReport) -> Vec<String> {
    let rules = diagnosis.expected.hypothesis.rules;
    let why = explain_mismatch(diagnosis, report);
    let mut sentences = vec![format!("Kein Regelwerk passt: {why}")];
    if let Some(furthest) = diagnosis.furthest {
        let share = ShareGap {
            printed: furthest.printed_share,
            expected: furthest.expected_share,
        };
        sentences.push(format!(
            "Von {rules} am weitesten entfernt ist in {} der Würfel {}: {}.",
            report.files[furthest.list],
            report.dice[furthest.list][furthest.die],
            contrast_shares(share)
        ));
    }
    sentences.extend(describe_pairs(diagnosis, report));
    sentences.push(advise_to_compare_games(&rules, None));
    sentences
}

/// Describes what the shares of the furthest die against each opponent alone explain of its
/// distance: that one of them or its place is the cause, or that none is.
fn describe_pairs(diagnosis: &Diagnosis, report: &DiagnosisReport) -> Option<String> {
    /// The part of the distance that explains it.
    const MOST_OF_IT: f64 = 0.5;
    let furthest = diagnosis.furthest?;
    let dice = &report.dice[furthest.list];
    let die = &dice[furthest.die];
    let opponents = (dice.len() - 1) as f64;
    let excess = furthest.printed_share - furthest.expected_share;
    // The parts of the excess that opponents explain, in this order of the dice and in the other.
    let part_of = |share: ShareGap| share.excess() / (opponents * excess);
    let parts: f64 = report
        .pairs
        .iter()
        .map(|pair| part_of(pair.in_order()))
        .sum();
    let worst = report
        .pairs
        .iter()
        .max_by(|a, b| part_of(a.in_order()).total_cmp(&part_of(b.in_order())))?;
    if parts < MOST_OF_IT {
        return Some(format!(
            "Allein mit je einem Gegner in einer Datei liegt der Würfel {die} nicht so weit daneben: \
             Es liegt an etwas, das es erst ab drei Würfeln gibt, etwa an Resten der Paarung davor."
        ));
    }
    let reversed: f64 = report
        .pairs
        .iter()
        .map(|pair| part_of(pair.reversed()))
        .sum();
    if reversed.abs() < MOST_OF_IT * parts {
        let places = ["vorne", "hinten"];
        return Some(format!(
            "Das liegt am Platz: Steht er in der Datei {} und nur {} noch darin, gewinnt er {}; \
             steht er {}, {}.",
            places[worst.place],
            worst.opponent,
            contrast_shares(worst.in_order()),
            places[1 - worst.place],
            contrast_shares(worst.reversed())
        ));
    }
    (part_of(worst.in_order()) >= MOST_OF_IT * parts).then(|| {
        format!(
            "Am meisten liegt das am Gegner {}: Allein mit ihm in einer Datei gewinnt der Würfel \
             {die} {}.",
            worst.opponent,
            contrast_shares(worst.in_order())
        )
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
fn explain_mismatch(diagnosis: &Diagnosis, report: &DiagnosisReport) -> String {
    let Some(most) = diagnosis.candidates[0].most_games().map(format_estimate) else {
        return "So große Abweichungen erklärt keine Anzahl von Spielen.".into();
    };
    match (report.games, report.trial.games) {
        (Some(games), _) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} statt {games} Spielen je Paarung zu \
             erklären."
        ),
        (None, Some(range)) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} Spielen je {} zu erklären, aber bei \
             zwei Würfeln spielt das Programm mindestens {}.",
            name_count(&diagnosis.candidates[0]),
            format_estimate(range.least)
        ),
        (None, None) => format!(
            "Mit Zufall wäre das nur bei höchstens {most} Spielen je Paarung zu erklären. Solche \
             Anteile können bei so wenigen Spielen aber nicht herauskommen; vermutlich steckt ein \
             Fehler im Programm."
        ),
    }
}
