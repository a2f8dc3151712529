//! Tables of strategies: the rounds that each takes alone; the replies to others who all play the
//! same one; the best reply in the game of two.

use std::iter;

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, alone_cells, format_exact, round_exact, rounded_cell};
use crate::report::remedy::BEST_AGAINST_SEVERAL;
use crate::report::table::{Cell, Column, Spacing, Table, columns_for_programs, row};
use wuerfelglueck::decimal::{self, Decimal};
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::computer::Computer;
use wuerfelglueck::sixjack::exact::ERROR;
use wuerfelglueck::sixjack::results::{
    BestReply, PlaySettings, Replies, RoundsAlone, possible_ranks_of_means, rank_of_mean,
};

/// The number of games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// The columns of a table of the rounds that strategies take alone, which are played or solved.
fn alone_columns(are_played: bool) -> Vec<Column> {
    let mut columns = vec![
        Column::new("Strategie").left(),
        Column::new("Mindestrunden").with_head("Mindestens"),
        Column::new("Mittel"),
        Column::for_programs("Mittel_Zaehler"),
        Column::for_programs("Mittel_Nenner"),
    ];
    columns.extend(if are_played {
        vec![
            Column::new("Minimum").with_head("Min."),
            Column::new("Maximum").with_head("Max."),
        ]
    } else {
        vec![
            Column::new("Quantil_1").with_head("1 %"),
            Column::new("Quantil_50").with_head("50 %"),
            Column::new("Quantil_99").with_head("99 %"),
        ]
    });
    columns.push(Column::new("Standardabweichung").with_head("Standardabw."));
    if are_played {
        columns.extend([
            Column::for_programs("Spiele"),
            Column::new("Standardfehler"),
            Column::for_programs("Rang_von"),
            Column::for_programs("Rang_bis"),
        ]);
    }
    columns.push(Column::new("Rang"));
    columns
}

const HEADING_OF_PLAYED: &str =
    "Runden, die jede Strategie allein braucht, mit dem Standardfehler des Mittels:";
const HEADING_OF_SOLVED: &str =
    "Runden, die jede Strategie allein braucht, mit den Quantilen zu 1, 50 und 99 %:";

/// Tabulates the rounds of these strategies, played with `settings` or solved. With the `claim` of
/// the page that a strategy is the best, these are all strategies, the best first, and the verdict
/// on the claim is added.
pub fn tabulate_alone(
    studied: &[RoundsAlone],
    settings: Option<&PlaySettings>,
    claim: Option<&RoundsAlone>,
) -> Sheet {
    let mut sheet = Sheet::new("strategien", alone_columns(settings.is_some()));
    let ranks = settings.map(|settings| possible_ranks_of_means(studied, settings.games));
    for (index, alone) in studied.iter().enumerate() {
        let strategy = alone.strategy;
        let mut rank = Cell::from(rank_of_mean(studied, alone.mean));
        let mut row = row![Cell::of(strategy), strategy.steps().count()];
        row.extend(alone_cells(alone));
        if let (Some(PlaySettings { games, .. }), Some(ranks)) = (settings, &ranks) {
            let (error, possible) = (alone.standard_error(*games), ranks[index]);
            row.extend(row![
                *games,
                rounded_cell(|digits| Some(Decimal::of_float(error?, digits))),
                possible.first,
                possible.last,
            ]);
            rank = rank.shown_as([possible.first, possible.last].iter().dedup().join("–"));
        }
        row.push(rank);
        sheet.table.rows.push(row);
    }
    let heading = match settings {
        Some(_) => HEADING_OF_PLAYED,
        None => HEADING_OF_SOLVED,
    };
    sheet.text.push(heading.into());
    sheet.show_table();
    if let Some(settings) = settings {
        sheet.add_settings(settings);
    }
    if let Some(claim) = claim {
        add_verdict(&mut sheet, claim, studied);
    }
    sheet
}

/// Adds the verdict on the claim that a strategy is the best of all `ranked` ones.
fn add_verdict(sheet: &mut Sheet, claim: &RoundsAlone, ranked: &[RoundsAlone]) {
    let strategy = claim.strategy;
    let error = claim.standard_error(CLAIM_GAMES.into()).unwrap_or(0.0);
    let mean = claim.mean_text();
    let rank = rank_of_mean(ranked, claim.mean);
    let answer = if rank == 1 {
        format!("stimmt für einen Computer allein: er braucht damit im Mittel {mean} Runden")
    } else {
        format!(
            "stimmt für einen Computer allein nicht: er braucht damit im Mittel {mean} Runden, das \
             ist Rang {rank} von {}, und mit {} nur {} Runden",
            ranked.len(),
            ranked[0].strategy,
            ranked[0].mean_text()
        )
    };
    sheet.text.push(format!(
        "Die Webseite des Onlinespiels „Six Jack“ hält {strategy} für die beste Strategie. Das \
         {answer}. Sie stützt sich auf das Mittel aus {CLAIM_GAMES} Spielen, und das hat einen \
         Standardfehler von {error:.2} Runden. {BEST_AGAINST_SEVERAL}"
    ));
    let cells = alone_cells(claim);
    sheet.fields["behauptung"] = json!({
        "strategie": strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": cells[0].to_json(),
        "mittel_zaehler": cells[1].to_json(),
        "mittel_nenner": cells[2].to_json(),
        "spiele": CLAIM_GAMES,
        "standardfehler": Decimal::of_float(error, DIGITS).as_f64(),
    });
}

/// The share of games as a percentage.
fn format_percent(share: f64, digits: u32) -> String {
    format_exact(100.0 * share, digits)
}

/// The cell of a share of games, as a percentage.
fn share_cell(share: f64) -> Cell {
    let text = format!("{}%", format_percent(share, DIGITS));
    Cell::from(round_exact(100.0 * share)).shown_as(text)
}

/// Tabulates the replies to others who all play the same strategy: a row for each reply if that is
/// a given one, and otherwise a row with the best reply to each.
pub fn tabulate_replies(seats: usize, replies: &[Replies]) -> Sheet {
    match replies {
        [replies] => tabulate_replies_to_one(seats, replies),
        _ => tabulate_best_replies(seats, replies),
    }
}

/// Tabulates all replies to a strategy, the best first.
fn tabulate_replies_to_one(seats: usize, Replies { opponent, replies }: &Replies) -> Sheet {
    let columns = [
        Column::new("Strategie").left(),
        Column::new("Anteil"),
        Column::new("Rang"),
    ];
    let mut sheet = Sheet::new("strategien", columns);
    for (reply, rank) in replies.iter().zip(1usize..) {
        let row = row![Cell::of(reply.strategy), share_cell(reply.share), rank];
        sheet.table.rows.push(row);
    }
    sheet.show_table();
    let best = replies[0];
    sheet.text.push(format!(
        "Von {seats} Computern spielen alle anderen {opponent}. Dann ist {} von allen 32 \
         Strategien die beste: Sie gewinnt {} % der Spiele; wer auch {opponent} spielt, gewinnt {} %.",
        best.strategy,
        format_percent(best.share, 2),
        format_percent(1.0 / seats as f64, 2)
    ));
    sheet.fields = json!({
        "spieler": seats,
        "gegen": opponent.to_string(),
        "beste_antwort": best.strategy.to_string(),
    });
    sheet
}

/// Tabulates the best reply to each strategy, and names the strategies that are their own best
/// replies.
fn tabulate_best_replies(seats: usize, replies: &[Replies]) -> Sheet {
    let columns = [
        Column::new("Andere")
            .with_head("Strategie der anderen")
            .left(),
        Column::new("Antwort").with_head("Beste Antwort"),
        Column::new("Anteil"),
    ];
    let mut sheet = Sheet::new("strategien", columns);
    let mut stable = Vec::new();
    for Replies { opponent, replies } in replies {
        let best = replies[0];
        sheet.table.rows.push(row![
            Cell::of(opponent),
            Cell::of(best.strategy),
            share_cell(best.share),
        ]);
        stable.extend((best.strategy == *opponent).then(|| opponent.to_string()));
    }
    sheet.show_table();
    sheet.text.push(if stable.is_empty() {
        format!(
            "Mit {seats} Computern gibt es kein Gleichgewicht: Zu jeder der 32 Strategien, die \
             alle anderen spielen, gibt es eine bessere."
        )
    } else {
        format!(
            "Gleichgewicht: Spielen {seats} Computer alle {}, so gewinnt keiner öfter, wenn er \
             allein zu einer anderen der 32 Strategien wechselt.",
            stable.iter().format(" oder alle ")
        )
    });
    sheet.fields = json!({"spieler": seats, "gleichgewicht": stable});
    sheet
}

/// Tabulates the best reply in the game of two: for people a row for each number of own safe cards,
/// a column for each of the opponent's, and `x` where the opponent never comes. Adds the share of
/// games that the starter wins, or the gain of the reply over playing as the opponent does.
pub fn tabulate_best_reply(reply: &BestReply) -> Sheet {
    let mut sheet = Sheet::new("tabelle", columns_for_programs("Eigene Gegner Gewollt"));
    let of_opponent = (0..KINDS).map(|safe| Column::new(format!("Gegner {safe}")));
    let own = Column::new("Sichere Karten").left();
    let mut matrix = Table::new(iter::once(own).chain(of_opponent), []);
    for own_safe in 0..KINDS {
        let mut shown = row![format!("eigene {own_safe}")];
        for opponent_safe in 0..KINDS {
            let wanted = reply.wanted(own_safe, opponent_safe);
            shown.push(Cell::from(wanted).or("x"));
            sheet.table.rows.push(row![own_safe, opponent_safe, wanted]);
        }
        matrix.rows.push(shown);
    }
    sheet.text.extend(matrix.to_lines(Spacing::TIGHT));
    if let Some(opponent) = reply.opponent {
        add_gain(&mut sheet, reply, opponent);
    } else {
        let share = format_percent(reply.reply_shares.as_first, DIGITS);
        let text = format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share} %.");
        sheet.text.push(text);
        sheet.fields = json!({"anteil_wer_beginnt": Cell::from(round_exact(100.0 * reply.reply_shares.as_first)).to_json()});
    }
    sheet
}

/// Adds the gain of a reply over playing as the opponent does.
fn add_gain(sheet: &mut Sheet, reply: &BestReply, opponent: Computer) {
    let columns = [
        Column::new("rolle")
            .with_head(format!("Gegen {opponent}"))
            .left(),
        Column::new("anteil").with_head("beste Antwort"),
        Column::new("anteil_des_gegners").with_head(opponent),
        Column::new("gewinn").with_head("Gewinn in Punkten"),
    ];
    let (of_reply, of_copy) = (&reply.reply_shares, &reply.copy_shares);
    let rows = [
        ("erster", "als Erster", of_reply.as_first, of_copy.as_first),
        (
            "zweiter",
            "als Zweiter",
            of_reply.as_second,
            of_copy.as_second,
        ),
        ("mittel", "im Mittel", of_reply.mean, of_copy.mean),
    ]
    .map(|(name, title, reply_share, copy_share)| {
        // Each of the two shares may be off by `ERROR`.
        let (gain, error) = (100.0 * (reply_share - copy_share), 200.0 * ERROR);
        row![
            Cell::from(name).shown_as(title),
            share_cell(reply_share),
            share_cell(copy_share),
            Cell::from(Decimal::of_approximate(gain, error, DIGITS))
                .shown_as(decimal::format_approximate(gain, error, DIGITS)),
        ]
    });
    let table = Table::new(columns, rows);
    sheet.text.push(String::new());
    sheet.text.extend(table.to_lines(Spacing::TIGHT));
    sheet.fields =
        json!({"gegen": opponent.to_string(), "ergebnisse": table.to_json().collect_vec()});
}

#[cfg(test)]
mod tests {
    use wuerfelglueck::sixjack::results::rank_strategies;

    use super::*;

    /// If the strategy were claimed that is the best, the verdict would say that it is.
    #[test]
    fn verdicts_follow_from_the_figures() {
        let claim = RoundsAlone::solve(&"2,x,2,x,1,1".parse().unwrap());
        let table = tabulate_alone(&rank_strategies(), None, Some(&claim)).to_text();
        assert_eq!(
            table.lines().last().unwrap(),
            "Die Webseite des Onlinespiels „Six Jack“ hält 2,x,2,x,1,1 für die beste Strategie. Das \
             stimmt für einen Computer allein: er braucht damit im Mittel 62/5 = 12.40 Runden. Sie \
             stützt sich auf das Mittel aus 50 Spielen, und das hat einen Standardfehler von 0.75 \
             Runden. Was gegen mehrere am besten ist, zeigt --optimal --spieler N."
        );
    }
}
