//! The Bestenliste as tab-separated values, for `cut`, `awk` and spreadsheets.

use itertools::{Either, Itertools};

use super::matchup::{Matchup, find_matchups};
use super::order::answer_certified;
use super::run::ListReport;
use super::table::{Cell, Column, columns_for_programs, row, write_tsv};
use wuerfelglueck::decimal::Decimal;
use wuerfelglueck::dice::Die;
use wuerfelglueck::pairing::Tally;
use wuerfelglueck::ranking::{OrderStatus, Ranking, Source};

/// The columns of a table of dice.
const DIE_COLUMNS: &str =
    "Rang Wuerfel Anteil von bis Anteil_unentschieden gesichert Seiten Augenzahlen";
/// The columns of a table of pairings, in which A is the die that stands higher in the list.
const PAIRING_COLUMNS: &str = "Wuerfel_A Wuerfel_B Spiele Siege_A Siege_B Unentschieden \
                        Anteil_A von bis Anteil_B Anteil_unentschieden gesichert";

/// Renders a table of dice, or of pairings if those are requested. The README of this folder
/// explains the columns; those that tell lists apart stand first.
pub fn render(report: &ListReport) -> String {
    let labels = report.run.labels();
    let names = if report.with_pairings {
        PAIRING_COLUMNS
    } else {
        DIE_COLUMNS
    };
    let label_names = labels[0].option_names().map(Column::for_programs);
    let columns = label_names.chain(columns_for_programs(names)).collect_vec();
    let lists = report.run.lists.iter().zip(&labels);
    let rows = lists.flat_map(|(list, label)| {
        let rows = if report.with_pairings {
            Either::Left(pairing_rows(&list.ranking))
        } else {
            Either::Right(die_rows(&list.ranking, report.dice))
        };
        rows.map(|row| label.values().map(Cell::from).chain(row).collect())
    });
    write_tsv(&columns, rows)
}

/// A row for each die that is listed.
fn die_rows<'a>(ranking: &'a Ranking, dice: &'a [Die]) -> impl Iterator<Item = Vec<Cell>> {
    ranking.listed().iter().zip(1usize..).map(|(entry, rank)| {
        let die = &dice[entry.die];
        let [low, high] = entry.interval;
        row![
            rank,
            entry.die + 1,
            entry.share.round_percent(DIGITS),
            round_end(ranking, low, f64::floor),
            round_end(ranking, high, f64::ceil),
            entry.draws.round_percent(DIGITS),
            entry.order.map(answer_certified),
            die.faces().len(),
            Cell::of(die),
        ]
    })
}

/// A row for each pairing of all dice, listed or not, the one that stands higher first.
fn pairing_rows(ranking: &Ranking) -> impl Iterator<Item = Vec<Cell>> {
    let is_of_higher_die = |matchup: &Matchup| matchup.rank < matchup.opponent_rank;
    let matchups = find_matchups(ranking, is_of_higher_die);
    matchups.into_iter().map(|matchup| {
        let [a, b] = [matchup.seat, 1 - matchup.seat];
        let games = matchup.head_to_head;
        let count = |count: fn(&Tally) -> u64| games.tally.as_ref().map(count);
        let [low, high] = games.intervals[a];
        row![
            games.dice[a] + 1,
            games.dice[b] + 1,
            count(Tally::games),
            games.tally.map(|tally| tally.won_by(a)),
            games.tally.map(|tally| tally.won_by(b)),
            count(|tally| tally.draws),
            games.won[a].round_percent(DIGITS),
            round_end(ranking, low, f64::floor),
            round_end(ranking, high, f64::ceil),
            games.won[b].round_percent(DIGITS),
            games.drawn.round_percent(DIGITS),
            answer_certified(OrderStatus::of_duel(games.decision)),
        ]
    })
}

/// The decimals of shares and of the ends of their intervals, in per cent.
const DIGITS: u32 = 4;

/// Rounds an end of an interval of a ranking, in per cent; if it comes from probabilities,
/// `outwards`, which is to round down or up.
fn round_end(ranking: &Ranking, end: f64, outwards: fn(f64) -> f64) -> Decimal {
    let end = match &ranking.source {
        Source::Games(_) => end,
        Source::Solutions(_) => outwards(1e4 * end) / 1e4,
    };
    Decimal::of_float(end, DIGITS)
}
