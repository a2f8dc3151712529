//! The Bestenliste as tab-separated values, for `cut`, `awk` and spreadsheets.

use itertools::Either;

use super::table::{or_empty, row, tsv};
use super::{ListReport, against, duel, order};
use wuerfelglueck::decimal;
use wuerfelglueck::dice::Die;
use wuerfelglueck::ranking::{Ranking, Share, Source};

const DICE: &str = "Rang Wuerfel Anteil von bis Anteil_unentschieden gesichert Seiten Augenzahlen";
const PAIRINGS: &str = "Wuerfel_A Wuerfel_B Spiele Siege_A Siege_B Unentschieden \
                        Anteil_A von bis Anteil_B Anteil_unentschieden gesichert";

/// One table, of dice, or if they are wanted, of pairings. What the columns mean is said in the
/// README of this folder.
pub fn render(report: &ListReport) -> String {
    let columns = if report.pairings { PAIRINGS } else { DICE };
    let labels = report.run.labels();
    let own = labels[0].iter().map(|(what, _)| *what);
    let lists = report.run.lists.iter().zip(&labels);
    let all = lists.flat_map(|(list, label)| {
        // What tells the lists apart stands first.
        let names = label.iter().map(|(_, name)| name);
        let rows = if report.pairings {
            Either::Left(pairings(&list.ranking))
        } else {
            Either::Right(dice(&list.ranking, report.dice))
        };
        rows.map(move |row| names.clone().cloned().chain(row).collect())
    });
    tsv(own.chain(columns.split(' ')), all)
}

fn dice<'a>(ranking: &'a Ranking, dice: &'a [Die]) -> impl Iterator<Item = Vec<String>> {
    ranking.listed().iter().zip(1..).map(|(entry, rank)| {
        let die = &dice[entry.die];
        let [low, high] = ends(ranking, entry.interval);
        row![
            rank,
            entry.die + 1,
            share(entry.share),
            low,
            high,
            share(entry.draws),
            or_empty(entry.lead.map(|lead| order(lead)[0])),
            die.faces().len(),
            die,
        ]
    })
}

fn pairings(ranking: &Ranking) -> impl Iterator<Item = Vec<String>> {
    // The better one comes first.
    let pairings = against(ranking, |[one, other]| one < other);
    pairings.into_iter().map(|(_, one, [a, b])| {
        let count = |count: u64| or_empty(ranking.played().map(|_| count));
        let [low, high] = ends(ranking, one.intervals[a]);
        row![
            one.dice[a] + 1,
            one.dice[b] + 1,
            count(one.drawn.games),
            or_empty(one.won_games.map(|won| won[a])),
            or_empty(one.won_games.map(|won| won[b])),
            count(one.drawn.won),
            share(one.won[a]),
            low,
            high,
            share(one.won[b]),
            share(one.drawn),
            duel(one.decision)[0],
        ]
    })
}

fn share(share: Share) -> String {
    decimal::fraction(share.percent(), 4)
}

/// The ends of an interval in per cent: outwards, if they are certain.
fn ends(ranking: &Ranking, [low, high]: [f64; 2]) -> [String; 2] {
    let ends = match &ranking.source {
        Source::Games(_) => [low, high],
        Source::Solutions(_) => [(1e4 * low).floor() / 1e4, (1e4 * high).ceil() / 1e4],
    };
    ends.map(|end| format!("{end:.4}"))
}
