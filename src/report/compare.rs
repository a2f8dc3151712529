//! A compared log of games as text.

use itertools::Itertools;

use super::table::{Column, Spacing, Table, row};
use super::told::{draw_board, format_roll};
use super::{Printable, remedy};
use judging::compare::{
    ComparedLog, Departure, DepartureKind, EXPECTED_LINE, Happening, seat_2_by_board_fields,
};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::{Deviation, Ending, MOST_ROLLS, NUMBERED_RULES, Rule, Rules};
use wuerfelglueck::text::{capitalize, format_count, join_words};
use wuerfelglueck::told::{Position, ToldRoll};

/// Renders the departures that are kept, the number of further ones, the verdict, and in how many
/// rolls that go by the rules each thing happened.
pub fn render(compared: &ComparedLog, dice: [&Die; 2], rules: Rules) -> Printable {
    let mut lines = compared
        .departures
        .iter()
        .flat_map(|departure| format_departure(departure, dice, rules, compared.has_board_fields))
        .collect_vec();
    let unlisted = compared.departing_games - compared.departures.len() as u64;
    if unlisted > 0 {
        let depart = format_count(unlisted, "weiteres Spiel weicht", "weitere Spiele weichen");
        lines.push(format!("{depart} ab.\n"));
    }
    lines.push(format_verdict(compared, rules));
    if compared.is_cut {
        lines.push("Das letzte Spiel ist nicht zu Ende.".into());
    }
    let happenings = tabulate_happenings(compared, rules);
    if !happenings.rows.is_empty() {
        lines.push(String::new());
        lines.extend(happenings.to_lines(Spacing {
            gap: 2,
            least_width: 6,
        }));
    }
    Printable::for_people(&(lines.join("\n") + "\n"))
}

fn format_verdict(compared: &ComparedLog, rules: Rules) -> String {
    let games = format_count(compared.games, "Spiel", "Spiele");
    let rolls = format_count(compared.rolls, "Wurf", "Würfe");
    let depart = format_count(compared.departing_games, "Spiel weicht", "Spiele weichen");
    let has_only_unreadable = compared.unreadable_games == compared.departing_games;
    match compared.departing_games {
        _ if compared.games == 0 => "Das Protokoll ist leer.".into(),
        _ if compared.rolls == 0 && has_only_unreadable => {
            format!("Keine Zeile ist lesbar; {EXPECTED_LINE}.")
        }
        0 => format!("{games}, {rolls}: alles nach den Regeln „{rules}“."),
        _ => format!("{games}, {rolls} richtig: {depart} von den Regeln „{rules}“ ab."),
    }
}

/// The lines of the table of happenings.
const HAPPENINGS: [(Happening, &str); 14] = [
    (Happening::Move(Rule::BringOut), "Einsetzen (Regel 1)"),
    (Happening::Capture(Rule::BringOut), "Einsetzen mit Schlagen"),
    (Happening::Move(Rule::ClearStart), "A räumen (Regel 2)"),
    (
        Happening::Capture(Rule::ClearStart),
        "A räumen mit Schlagen",
    ),
    (
        Happening::Move(Rule::FrontmostOnTrack),
        "Zug auf der Laufbahn (Regel 3)",
    ),
    (
        Happening::Capture(Rule::FrontmostOnTrack),
        "Zug auf der Laufbahn mit Schlagen",
    ),
    (
        Happening::Move(Rule::FrontmostInGoal),
        "Zug im Ziel (Regel 4)",
    ),
    (Happening::NoMove, "kein Zug (Regel 5)"),
    (Happening::NoMoveBySix, "kein Zug mit einer 6"),
    (Happening::CaptureAtTurnEnd, "Schlagen am Zugende"),
    (Happening::FurtherRoll, "noch ein Wurf nach einer 6"),
    (Happening::FurtherTry, "noch ein Versuch"),
    (Happening::Pass, "danach setzt einer aus"),
    (Happening::Win, "Sieg"),
];

/// A row for each of the [`HAPPENINGS`], but without those that only a deviation makes if the
/// rules lack it; none at all if no roll went by the rules. Behind them a row for rolls in vain,
/// if there were any.
fn tabulate_happenings(compared: &ComparedLog, rules: Rules) -> Table {
    let mut rows = Vec::new();
    let mut add_row = |label: &str, [first_seat, second_seat]: [u64; 2]| {
        rows.push(row![label, first_seat, second_seat]);
    };
    if !compared.happenings.is_empty() {
        for (happening, label) in HAPPENINGS {
            let can_happen = match happening {
                Happening::FurtherTry => rules.has(Deviation::ThreeTries),
                Happening::CaptureAtTurnEnd => rules.has(Deviation::CapturesAtTurnEnd),
                _ => true,
            };
            if can_happen {
                let rolls = compared.happenings.get(&happening);
                add_row(label, rolls.copied().unwrap_or_default());
            }
        }
    }
    if compared.in_vain != [0; 2] {
        add_row("Wurf, statt auszusetzen", compared.in_vain);
    }
    let columns = [
        Column::new("So oft kam vor:").left(),
        Column::new("Sitz 1"),
        Column::new("Sitz 2"),
    ];
    Table::new(columns, rows)
}

/// The lines about a departure, with an empty one at the end.
fn format_departure(
    departure: &Departure,
    dice: [&Die; 2],
    rules: Rules,
    has_board_fields: bool,
) -> Vec<String> {
    let (game, line, text) = (departure.game, departure.line, &departure.text);
    let start = Position::start(rules);
    let before = departure.last.map_or(start, |last| last.position);
    let heading = format!("Spiel {game} weicht in Zeile {line} ab: „{text}“");
    let position_before = format!("  vorher           {before}");
    let rule_sets = format_rule_sets(departure);
    let fault = match &departure.kind {
        DepartureKind::WrongPosition { expected, found } => {
            let roll = format_roll(expected);
            let mut lines = vec![
                heading,
                position_before,
                format!("  nach den Regeln  {roll} | {}", expected.position),
                format!("  im Protokoll     {found}"),
            ];
            lines.extend(explain_roll(expected, rules));
            if let Some(rule_sets) = rule_sets {
                let is_single = departure.explained_by.len() == 1;
                let verb = if is_single { "zöge" } else { "zögen" };
                lines.push(format!("  So {verb} {rule_sets}."));
            }
            lines.extend(compare_boards(&expected.position, found, has_board_fields));
            lines.push(String::new());
            return lines;
        }
        DepartureKind::Unreadable(error) => capitalize(&error.to_string()),
        DepartureKind::WrongFace { seat, face } => {
            let (number, die) = (seat + 1, dice[*seat]);
            format!("Der Würfel von Sitz {number} hat keine {face}: {die}")
        }
        DepartureKind::WrongSeat(seat) => {
            let (number, due) = (seat + 1, 2 - seat);
            let reason = explain_turn(departure.last.as_ref());
            format!("Sitz {number} würfelt, aber an der Reihe ist Sitz {due}: {reason}")
        }
        DepartureKind::Stops(seat) => {
            let due = seat + 1;
            format!("Das Spiel hört auf, ist aber nicht zu Ende: Sitz {due} ist an der Reihe")
        }
        DepartureKind::GoesOn(ending) => {
            let ending = explain_ending(*ending, before);
            format!("Das Spiel geht weiter, ist aber zu Ende: {ending}")
        }
    };
    let mut lines = vec![heading, format!("  {fault}."), position_before];
    lines.extend(rule_sets.map(|rule_sets| format!("  So wäre es nach {rule_sets}.")));
    lines.push(String::new());
    lines
}

/// The lines that explain a roll: the rule by which it moves a piece or none, and all deviations of
/// the rule set; or the command that explains rules without numbers.
fn explain_roll(roll: &ToldRoll, rules: Rules) -> Vec<String> {
    if !rules.has_numbered_rules() {
        let command = remedy::explain_rules(rules.base_name());
        return vec![format!("  Die Regeln erklärt „{command}“.")];
    }
    let number = roll.moves[0].map_or(NUMBERED_RULES.len(), |told| told.mv.rule as usize);
    let sentence = format!("  Regel {number}: {}", NUMBERED_RULES[number - 1].text);
    let deviations = rules
        .deviations()
        .map(|deviation| format!("  {}: {}.", deviation.name(), deviation.meaning()));
    [sentence].into_iter().chain(deviations).collect()
}

/// The lines of the boards beside one another, and a hint if the second seat seems to count its
/// fields from another A than the log is read.
fn compare_boards(expected: &Position, found: &Position, has_board_fields: bool) -> Vec<String> {
    let mut lines = vec![format!("\n  {:24}im Protokoll", "nach den Regeln")];
    for (expected_row, found_row) in draw_board(expected).iter().zip(draw_board(found)) {
        lines.push(format!("  {expected_row:24}{found_row}"));
    }
    let [first_seat, second_seat] = found.pieces();
    if [Some(first_seat), seat_2_by_board_fields(second_seat)] == expected.pieces().map(Some) {
        let hint = remedy::explain_board_fields(has_board_fields);
        lines.push(format!("  {hint}"));
    }
    lines
}

/// A clause that says why a game is over at this position.
fn explain_ending(ending: Ending, position: Position) -> String {
    match ending {
        Ending::Won(seat) if position.players[seat].pieces.is_won() => {
            let number = seat + 1;
            format!("Sitz {number} hat alle vier Zielfelder besetzt und gewonnen")
        }
        Ending::Won(seat) => format!("Sitz {} sitzt fest und hat verloren", 2 - seat),
        Ending::Draw => "beide sitzen fest, unentschieden".into(),
        Ending::CutOff => format!("nach {MOST_ROLLS} Würfen ist Schluss"),
    }
}

/// The names of the rule sets under which a game goes on as the log does, if there are any.
fn format_rule_sets(departure: &Departure) -> Option<String> {
    let names = departure
        .explained_by
        .iter()
        .map(|rules| format!("„{rules}“"))
        .collect_vec();
    (!names.is_empty()).then(|| join_words(&names, "und"))
}

/// The reason why a seat is to roll after this roll, or at the beginning if there is none.
fn explain_turn(last: Option<&ToldRoll>) -> String {
    let Some(last) = last else {
        return "Nur dieser kann beginnen".into();
    };
    if last.rolls_again {
        "Eine 6 gibt noch einen Wurf".into()
    } else if last.tries_again {
        "Es ist noch ein Versuch übrig".into()
    } else if let Some(stuck) = last.passing {
        format!("Sitz {} sitzt fest und setzt aus", stuck + 1)
    } else {
        let (face, seat) = (last.face, last.seat + 1);
        format!("Mit der {face} ist der Zug von Sitz {seat} vorbei")
    }
}
