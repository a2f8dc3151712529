//! What came of comparing a record of games with the rules.

use itertools::Itertools;

use super::told::{board, told};
use wuerfelglueck::compare::{Compared, Departure, FORM, Wrong, as_seat_2_counts};
use wuerfelglueck::dice::Die;
use wuerfelglueck::rules::{Deviation, Ending, MOST_ROLLS, Rules};
use wuerfelglueck::text::{capital, count, enumerated};
use wuerfelglueck::told::{Position, ToldRoll};

/// Where games depart, each with both boards, and how often each rule was met.
pub fn render(compared: &Compared, dice: [&Die; 2], rules: Rules) -> String {
    let departures = compared.departures.iter();
    let departures = departures.flat_map(|one| departure(one, dice, rules));
    let mut lines = departures.collect_vec();
    let games = count(compared.games, "Spiel", "Spiele");
    let rolls = count(compared.rolls, "Wurf", "Würfe");
    let more = compared.departed - compared.departures.len() as u64;
    if more > 0 {
        let depart = count(more, "weiteres Spiel weicht", "weitere Spiele weichen");
        lines.push(format!("{depart} ab.\n"));
    }
    let depart = count(compared.departed, "Spiel weicht", "Spiele weichen");
    let is_unreadable = |one: &Departure| matches!(one.wrong, Wrong::Unreadable(_));
    lines.push(match compared.departed {
        _ if compared.games == 0 => "Das Protokoll ist leer.".into(),
        _ if compared.rolls == 0 && compared.departures.iter().all(is_unreadable) => {
            format!("Keine Zeile ist lesbar; {FORM}.")
        }
        0 => format!("{games}, {rolls}: alles nach den Regeln „{rules}“."),
        _ => format!("{games}, {rolls} richtig: {depart} von den Regeln „{rules}“ ab."),
    });
    if compared.is_cut {
        lines.push("Das letzte Spiel ist nicht zu Ende.".into());
    }
    if compared.rolls > 0 {
        lines.push(format!("\n{:36}Sitz 1  Sitz 2", "So oft kam vor:"));
    }
    for (what, [one, other]) in &compared.happened {
        let may_happen = match *what {
            "noch ein Versuch" => rules.has(Deviation::ThreeTries),
            "Schlagen am Zugende" => rules.has(Deviation::CapturesAtTurnEnd),
            _ => true,
        };
        if may_happen {
            lines.push(format!("{what:34}{one:8}{other:8}"));
        }
    }
    if let [one, other] = compared.in_vain
        && one + other > 0
    {
        lines.push(format!("{:34}{one:8}{other:8}", "Wurf, statt auszusetzen"));
    }
    lines.join("\n") + "\n"
}

/// What is said about a departure, with an empty line at the end.
fn departure(departure: &Departure, dice: [&Die; 2], rules: Rules) -> Vec<String> {
    let (game, line, text) = (departure.game, departure.line, &departure.text);
    let start = Position::start(rules);
    let before = departure.last.map_or(start, |last| last.position);
    let heading = format!("Spiel {game} weicht in Zeile {line} ab: „{text}“");
    let fault = match &departure.wrong {
        Wrong::Position(roll, found) => {
            let mut lines = vec![
                heading,
                format!("  vorher           {before}"),
                format!("  nach den Regeln  {} | {}", told(roll), roll.position),
                format!("  im Protokoll     {found}"),
            ];
            if rules.base() == Rules::WLR {
                lines.push("  Die Regeln erklärt „wuerfelglueck regeln wlr“.".into());
            } else {
                let number = roll.moves[0].map_or(5, |(mv, _)| mv.rule as usize);
                lines.push(format!("  Regel {number}: {}", SENTENCES[number - 1]));
                let deviations = rules.deviations();
                lines.extend(deviations.map(|one| format!("  {}: {}.", one.name(), one.meaning())));
            }
            if let Some(rules) = explained_by(departure) {
                let is_one = departure.explained_by.len() == 1;
                let verb = if is_one { "zöge" } else { "zögen" };
                lines.push(format!("  So {verb} {rules}."));
            }
            lines.push(format!("\n  {:24}im Protokoll", "nach den Regeln"));
            let boards = board(&roll.position).into_iter().zip(board(found));
            lines.extend(boards.map(|(right, found)| format!("  {right:24}{found}")));
            let [one, other] = found.both;
            if [Some(one), as_seat_2_counts(other)] == roll.position.both.map(Some) {
                lines.push("  Zählen beide Sitze ihre Felder vom A des ersten aus? Dann gehört --felder dazu.".into());
            }
            lines.push(String::new());
            return lines;
        }
        Wrong::Unreadable(fault) => capital(fault),
        Wrong::Face(seat, face) => {
            let (own, die) = (seat + 1, dice[*seat]);
            format!("Der Würfel von Sitz {own} hat keine {face}: {die}")
        }
        Wrong::Seat(seat) => {
            let (own, due) = (seat + 1, 2 - seat);
            let why = why_due(departure.last.as_ref());
            format!("Sitz {own} würfelt, aber an der Reihe ist Sitz {due}: {why}")
        }
        Wrong::Stops(seat) => {
            let due = seat + 1;
            format!("Das Spiel hört auf, ist aber nicht zu Ende: Sitz {due} ist an der Reihe")
        }
        Wrong::GoesOn(ending) => {
            let how = match *ending {
                Ending::Won(seat) if before.both[seat].is_won() => {
                    let own = seat + 1;
                    format!("Sitz {own} hat alle vier Zielfelder besetzt und gewonnen")
                }
                Ending::Won(seat) => format!("Sitz {} sitzt fest und hat verloren", 2 - seat),
                Ending::Draw => "beide sitzen fest, unentschieden".into(),
                Ending::CutOff => format!("nach {MOST_ROLLS} Würfen ist Schluss"),
            };
            format!("Das Spiel geht weiter, ist aber zu Ende: {how}")
        }
    };
    let mut lines = vec![
        heading,
        format!("  {fault}."),
        format!("  vorher           {before}"),
    ];
    let explained = explained_by(departure);
    lines.extend(explained.map(|rules| format!("  So wäre es nach {rules}.")));
    lines.push(String::new());
    lines
}

/// The rule sets under which a game goes on as the record does, if there are any.
fn explained_by(departure: &Departure) -> Option<String> {
    let named = departure.explained_by.iter();
    let named = named.map(|rules| format!("„{rules}“")).collect_vec();
    (!named.is_empty()).then(|| enumerated(&named, "und"))
}

/// The rules as they are without deviations.
const SENTENCES: [&str; 5] = [
    "Bei einer 6 kommt eine Figur von zu Hause auf A, wenn eine zu Hause ist und auf A keine eigene steht.",
    "Ist eine Figur zu Hause und steht eine eigene auf A, so zieht die auf A, wenn sie kann.",
    "Auf der Laufbahn zieht die vorderste eigene Figur, die ziehen kann.",
    "Im Ziel zieht die vorderste eigene Figur, die ziehen kann.",
    "Sonst zieht keine Figur.",
];

/// Why a seat is to roll after this roll, or at the beginning.
fn why_due(last: Option<&ToldRoll>) -> String {
    match last {
        None => "Nur dieser kann beginnen".into(),
        Some(last) if last.again => "Eine 6 gibt noch einen Wurf".into(),
        Some(last) if last.tries => "Es ist noch ein Versuch übrig".into(),
        Some(last) => match (last.passes, last.roll, last.seat + 1) {
            (Some(stuck), ..) => format!("Sitz {} sitzt fest und setzt aus", stuck + 1),
            (None, roll, seat) => format!("Mit der {roll} ist der Zug von Sitz {seat} vorbei"),
        },
    }
}
