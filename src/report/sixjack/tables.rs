//! Tables of strategies: the rounds that each takes alone; the replies to others who all play the
//! same one; the best reply in the game of two.

use itertools::Itertools;
use serde_json::json;

use super::{DIGITS, Sheet, alone_cells, format_deviation, format_exact, if_certain, json_cell};
use crate::report::table::{or_empty, row};
use wuerfelglueck::decimal;
use wuerfelglueck::sixjack::KINDS;
use wuerfelglueck::sixjack::computer::Computer;
use wuerfelglueck::sixjack::exact::{ERROR, to_f64};
use wuerfelglueck::sixjack::results::{
    BestReply, CERTAIN_ERRORS, DuelShares, PlaySettings, Replies, RoundsAlone, possible_ranks,
    rank_of_mean,
};

/// The number of games with each strategy from which the page of the game drew its claim.
const CLAIM_GAMES: u32 = 50;

/// The columns of a table of the rounds that strategies take alone, for programs and for people,
/// and its heading for people.
struct AloneColumns {
    for_programs: &'static str,
    for_people: [&'static str; 8],
    heading: &'static str,
}

const PLAYED: AloneColumns = AloneColumns {
    for_programs: "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Minimum Maximum \
                   Standardabweichung Spiele Standardfehler Rang_von Rang_bis Rang",
    for_people: [
        "Strategie",
        "Mindestens",
        "Mittel",
        "Min.",
        "Max.",
        "Standardabw.",
        "Standardfehler",
        "Rang",
    ],
    heading: "Runden, die jede Strategie allein braucht, mit dem Standardfehler des Mittels:",
};
const SOLVED: AloneColumns = AloneColumns {
    for_programs: "Strategie Mindestrunden Mittel Mittel_Zaehler Mittel_Nenner Quantil_1 \
                   Quantil_50 Quantil_99 Standardabweichung Rang",
    for_people: [
        "Strategie",
        "Mindestens",
        "Mittel",
        "1 %",
        "50 %",
        "99 %",
        "Standardabw.",
        "Rang",
    ],
    heading: "Runden, die jede Strategie allein braucht, mit den Quantilen zu 1, 50 und 99 %:",
};

/// Tabulates the rounds of these strategies, played with `settings` or solved. With the `claim` of
/// the page that a strategy is the best, these are all strategies, the best first, and the verdict
/// on the claim is added.
pub fn tabulate_alone(
    studied: &[RoundsAlone],
    settings: Option<&PlaySettings>,
    claim: Option<&RoundsAlone>,
) -> Sheet {
    let columns = if settings.is_some() { PLAYED } else { SOLVED };
    let mut sheet = Sheet::new("strategien", columns.for_programs);
    let mut table = vec![columns.for_people.map(String::from).to_vec()];
    let errors = studied
        .iter()
        .map(|alone| alone.standard_error(settings?.games))
        .collect_vec();
    let ranks = possible_ranks(studied.len(), |better, worse| {
        let (Some(error), Some(worse_error)) = (errors[better], errors[worse]) else {
            return false;
        };
        let lead = to_f64(studied[worse].mean) - to_f64(studied[better].mean);
        lead > CERTAIN_ERRORS * (error * error + worse_error * worse_error).sqrt()
    });
    for ((alone, possible), error) in studied.iter().zip(ranks).zip(&errors) {
        let strategy = alone.strategy;
        let fewest_rounds = strategy.steps().count();
        let rank = rank_of_mean(studied, alone.mean);
        let mut shown = row![strategy, fewest_rounds, alone.mean_text()];
        shown.extend(alone.range.numbers().iter().map(u64::to_string));
        shown.push(format_deviation(alone, 2).unwrap_or("-".into()));
        let mut row = row![strategy, fewest_rounds];
        row.extend(alone_cells(alone));
        if let Some(PlaySettings { games, .. }) = settings {
            shown.push(error.map_or("-".into(), |error| format!("{error:.2}")));
            shown.push([possible.first, possible.last].iter().dedup().join("–"));
            let error = or_empty(error.map(|error| format!("{error:.4}")));
            row.extend(row![games, error, possible.first, possible.last]);
        } else {
            shown.push(rank.to_string());
        }
        row.push(rank.to_string());
        table.push(shown);
        sheet.rows.push(row);
    }
    sheet.text.push(columns.heading.into());
    sheet.add_table(&table);
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
         Standardfehler von {error:.2} Runden. Was gegen mehrere am besten ist, zeigt --optimal \
         --spieler N."
    ));
    let cells = alone_cells(claim);
    sheet.fields["behauptung"] = json!({
        "strategie": strategy.to_string(),
        "stimmt": rank == 1,
        "rang": rank,
        "mittel": json_cell(&cells[0]),
        "mittel_zaehler": json_cell(&cells[1]),
        "mittel_nenner": json_cell(&cells[2]),
        "spiele": CLAIM_GAMES,
        "standardfehler": json_cell(&format!("{error:.4}")),
    });
}

/// The share of games as a percentage.
fn format_percent(share: f64, digits: u32) -> String {
    format_exact(100.0 * share, digits)
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
    let mut sheet = Sheet::new("strategien", "Strategie Anteil Rang");
    let mut table = vec![row!["Strategie", "Anteil", "Rang"]];
    for (reply, rank) in replies.iter().zip(1..) {
        let share = format_percent(reply.share, DIGITS);
        table.push(row![reply.strategy, format!("{share}%"), rank]);
        sheet
            .rows
            .push(row![reply.strategy, if_certain(share), rank]);
    }
    sheet.add_table(&table);
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
    let mut sheet = Sheet::new("strategien", "Andere Antwort Anteil");
    let mut table = vec![row!["Strategie der anderen", "Beste Antwort", "Anteil"]];
    let mut stable = Vec::new();
    for Replies { opponent, replies } in replies {
        let best = replies[0];
        let share = format_percent(best.share, DIGITS);
        table.push(row![opponent, best.strategy, format!("{share}%")]);
        sheet
            .rows
            .push(row![opponent, best.strategy, if_certain(share)]);
        stable.extend((best.strategy == *opponent).then(|| opponent.to_string()));
    }
    sheet.add_table(&table);
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

/// A role in the game of two.
struct DuelRole {
    /// The name for programs.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    share: fn(&DuelShares) -> f64,
}

const DUEL_ROLES: [DuelRole; 3] = [
    DuelRole {
        name: "erster",
        title: "als Erster",
        share: |shares| shares.as_first,
    },
    DuelRole {
        name: "zweiter",
        title: "als Zweiter",
        share: |shares| shares.as_second,
    },
    DuelRole {
        name: "mittel",
        title: "im Mittel",
        share: |shares| shares.mean,
    },
];

/// Tabulates the best reply in the game of two: for people a row for each number of own safe cards,
/// a column for each of the opponent's, and `x` where the opponent never comes. Adds the share of
/// games that the starter wins, or the gain of the reply over playing as the opponent does.
pub fn tabulate_best_reply(reply: &BestReply) -> Sheet {
    let mut sheet = Sheet::new("tabelle", "Eigene Gegner Gewollt");
    let mut table = vec![row!["Sichere Karten"]];
    table[0].extend((0..KINDS).map(|opponent_safe| format!("Gegner {opponent_safe}")));
    for own_safe in 0..KINDS {
        let mut shown = row![format!("eigene {own_safe}")];
        for opponent_safe in 0..KINDS {
            let wanted = reply.wanted(own_safe, opponent_safe);
            shown.push(wanted.map_or("x".into(), |wanted| wanted.to_string()));
            sheet
                .rows
                .push(row![own_safe, opponent_safe, or_empty(wanted)]);
        }
        table.push(shown);
    }
    sheet.add_table(&table);
    if let Some(opponent) = reply.opponent {
        add_gain(&mut sheet, reply, opponent);
    } else {
        let share = format_percent(reply.reply_shares.as_first, DIGITS);
        let text = format!("Wer beginnt, gewinnt mit einer Wahrscheinlichkeit von {share} %.");
        sheet.text.push(text);
        sheet.fields = json!({"anteil_wer_beginnt": json_cell(&if_certain(share))});
    }
    sheet
}

/// Adds the gain of a reply over playing as the opponent does.
fn add_gain(sheet: &mut Sheet, reply: &BestReply, opponent: Computer) {
    let mut table = vec![row![
        format!("Gegen {opponent}"),
        "beste Antwort",
        opponent,
        "Gewinn in Punkten"
    ]];
    let mut results = Vec::new();
    for DuelRole { name, title, share } in DUEL_ROLES {
        let (reply_share, copy_share) = (share(&reply.reply_shares), share(&reply.copy_shares));
        // Each of the two shares may be off by `ERROR`.
        let gain =
            decimal::format_approximate(100.0 * (reply_share - copy_share), 200.0 * ERROR, DIGITS);
        let [reply_share, copy_share] =
            [reply_share, copy_share].map(|share| format_percent(share, DIGITS));
        table.push(row![
            title,
            format!("{reply_share}%"),
            format!("{copy_share}%"),
            gain
        ]);
        results.push(json!({
            "rolle": name,
            "anteil": json_cell(&if_certain(reply_share)),
            "anteil_des_gegners": json_cell(&if_certain(copy_share)),
            "gewinn": json_cell(&if_certain(gain)),
        }));
    }
    sheet.text.push(String::new());
    sheet.add_table(&table);
    sheet.fields = json!({"gegen": opponent.to_string(), "ergebnisse": results});
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
