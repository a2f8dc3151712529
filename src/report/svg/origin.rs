//! Where the numbers of a picture come from, in small type below it.

use itertools::Itertools;

use crate::ranking::{Criterion, Ranking, Source};
use crate::report::ListReport;
use crate::rules::Rules;
use crate::text::count;

/// What must be said so that the picture can be made again: rules, games, seed, version.
pub(super) fn of_list(report: &ListReport, rules: &[Rules]) -> String {
    let mut parts = vec![rule_sets(rules)];
    let rankings = report
        .rankings
        .iter()
        .filter(|(own, _)| rules.contains(own));
    let criteria = rankings
        .clone()
        .map(|(_, ranking)| ranking.criterion.name());
    let criteria: Vec<&str> = criteria.unique().collect();
    if criteria != [Criterion::Wins.name()] {
        parts.push(format!("Wertung {}", criteria.join(", ")));
    }
    parts.push(played(rankings.map(|(_, ranking)| ranking)));
    if let (Some(seed), Some((_, ranking))) = (report.seed, report.rankings.first())
        && ranking.played().is_some()
    {
        parts.push(format!("Saat {seed}"));
    }
    parts.push(program());
    parts.join(" · ")
}

/// The names of rule sets.
pub(super) fn rule_sets(rules: &[Rules]) -> String {
    let names: Vec<String> = rules.iter().map(ToString::to_string).collect();
    format!("Regeln {}", names.join(", "))
}

/// The games of rankings, or that there were none.
pub(super) fn played<'a>(rankings: impl Iterator<Item = &'a Ranking>) -> String {
    let mut all: Vec<u64> = Vec::new();
    for ranking in rankings {
        match &ranking.source {
            Source::Games(played) => {
                all.extend(played.pairings.iter().map(|pairing| pairing.tally.games()));
            }
            Source::Solutions(_) => return "ohne Zufall".into(),
        }
    }
    let [least, most] = [all.iter().min(), all.iter().max()].map(|games| games.copied());
    match (least, most) {
        (Some(least), Some(most)) if least < most => {
            format!("{least} bis {most} Spiele je Paarung")
        }
        (_, most) => format!("{} je Paarung", count(most.unwrap_or(0), "Spiel", "Spiele")),
    }
}

/// The program and its version.
pub(crate) fn program() -> String {
    format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}
