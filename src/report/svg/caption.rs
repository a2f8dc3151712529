//! Texts about a picture: its caption, and the origin of what it shows.

use itertools::Itertools;

use crate::report::run::RankedList;
use wuerfelglueck::ranking::Criterion;

/// The title of a picture, and a description for those who do not see it.
pub struct Caption {
    pub title: String,
    pub description: String,
}

/// Describes the rules, the criteria, the games and the seed of these lists, and the program;
/// without lists the program alone. Criteria are left out if all are `siege`. `prefix` stands
/// before the number of games, or before the words that there are none.
pub fn describe_origin(lists: &[&RankedList], prefix: &str, seed: Option<u64>) -> String {
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    if lists.is_empty() {
        return program.into();
    }
    let mut rules = lists.iter().map(|list| list.rules).unique();
    let mut parts = vec![format!("Regeln {}", rules.join(", "))];
    let criteria = lists
        .iter()
        .map(|list| list.ranking.plan.criterion.name())
        .unique()
        .join(", ");
    if criteria != Criterion::Wins.name() {
        parts.push(format!("Wertung {criteria}"));
    }
    let games = lists
        .iter()
        .filter_map(|list| list.ranking.played())
        .flatten()
        .map(|pairing| pairing.tally().games());
    if let Some((least, most)) = games.minmax().into_option() {
        let games = [least, most].iter().dedup().join(" bis ");
        parts.push(format!("{prefix}{games} Spiele je Paarung"));
        parts.extend(seed.map(|seed| format!("Saat {seed}")));
    } else {
        parts.push(format!("{prefix}ohne Zufall"));
    }
    parts.push(program.into());
    parts.join(" · ")
}
