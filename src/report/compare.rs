//! What came of comparing a record of games with the rules.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::told::{board, told};
use crate::compare::{Compared, Departure, Wrong};
use crate::dice::Die;
use crate::rules::{Deviation, Ending, MOST_ROLLS, Rules};
use crate::text::{capital, count};
use crate::told::ToldRoll;

/// What can happen in a roll, in the order of [`Compared::happened`].
const HAPPENINGS: [&str; 13] = [
    "Einsetzen (Regel 1)",
    "Einsetzen mit Schlagen",
    "A räumen (Regel 2)",
    "A räumen mit Schlagen",
    "Zug auf der Laufbahn (Regel 3)",
    "Zug auf der Laufbahn mit Schlagen",
    "Zug im Ziel (Regel 4)",
    "kein Zug (Regel 5)",
    "kein Zug mit einer 6",
    "noch ein Wurf nach einer 6",
    "noch ein Versuch",
    "danach setzt einer aus",
    "Sieg",
];

/// Writes where games depart, each with both boards, and how often each rule was met.
pub fn write(
    out: &mut dyn Write,
    compared: &Compared,
    dice: [&Die; 2],
    rules: Rules,
) -> fmt::Result {
    for departure in &compared.departures {
        write_departure(out, departure, dice, rules)?;
        writeln!(out)?;
    }
    let kept = compared.departures.len() as u64;
    if compared.departed > kept {
        let more = compared.departed - kept;
        let depart = count(more, "weiteres Spiel weicht", "weitere Spiele weichen");
        writeln!(out, "{depart} ab.\n")?;
    }
    let games = count(compared.games, "Spiel", "Spiele");
    let rolls = count(compared.rolls, "Wurf", "Würfe");
    let depart = count(compared.departed, "Spiel weicht", "Spiele weichen");
    match compared.departed {
        _ if compared.games == 0 => writeln!(out, "Das Protokoll ist leer.")?,
        0 => writeln!(out, "{games}, {rolls}: alles nach den Regeln „{rules}“.")?,
        _ => writeln!(
            out,
            "{games}, {rolls} richtig: {depart} von den Regeln „{rules}“ ab."
        )?,
    }
    if compared.is_cut {
        writeln!(out, "Das letzte Spiel ist nicht zu Ende.")?;
    }
    writeln!(out, "\n{:36}Sitz 1  Sitz 2", "So oft kam vor:")?;
    for (what, [one, other]) in HAPPENINGS.iter().zip(compared.happened) {
        if *what != "noch ein Versuch" || rules.has(Deviation::ThreeTries) {
            writeln!(out, "{what:34}{one:8}{other:8}")?;
        }
    }
    Ok(())
}

fn write_departure(
    out: &mut dyn Write,
    departure: &Departure,
    dice: [&Die; 2],
    rules: Rules,
) -> fmt::Result {
    let (text, before) = (&departure.text, &departure.before);
    writeln!(
        out,
        "Spiel {} weicht in Zeile {} ab: „{text}“",
        departure.game, departure.line
    )?;
    let fault = match &departure.wrong {
        Wrong::Position(roll, found) => {
            writeln!(out, "  vorher           {before}")?;
            writeln!(out, "  nach den Regeln  {} | {}", told(roll), roll.position)?;
            writeln!(out, "  im Protokoll     {found}")?;
            write_sentences(out, roll, rules)?;
            writeln!(out, "\n  {:24}im Protokoll", "nach den Regeln")?;
            let mut boards = board(&roll.position).into_iter().zip(board(found));
            return boards.try_for_each(|(right, found)| writeln!(out, "  {right:24}{found}"));
        }
        Wrong::Unreadable(fault) => capital(&fault.to_string()),
        Wrong::Face(seat, face) => {
            let faces = dice[*seat].faces().iter().format(" ");
            format!("Der Würfel von Sitz {} hat keine {face}: {faces}", seat + 1)
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
                Ending::Won(seat) if before.configuration(seat).is_won() => {
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
    writeln!(out, "  {fault}.")?;
    writeln!(out, "  vorher           {before}")
}

/// The rules as they are without deviations.
const SENTENCES: [&str; 5] = [
    "Bei einer 6 kommt eine Figur von zu Hause auf A, wenn eine zu Hause ist und auf A keine eigene steht.",
    "Ist eine Figur zu Hause und steht eine eigene auf A, so zieht die auf A, wenn sie kann.",
    "Auf der Laufbahn zieht die vorderste eigene Figur, die ziehen kann.",
    "Im Ziel zieht die vorderste eigene Figur, die ziehen kann.",
    "Sonst zieht keine Figur.",
];

/// Writes what the rules say of this roll.
fn write_sentences(out: &mut dyn Write, roll: &ToldRoll, rules: Rules) -> fmt::Result {
    if rules.base() == Rules::WLR {
        return writeln!(out, "  Die Regeln erklärt „wuerfelglueck regeln wlr“.");
    }
    let moves = roll.moves.iter().flatten();
    let number = moves.map(|(mv, _)| mv.rule.number()).next().unwrap_or(5);
    let sentence = SENTENCES[usize::from(number) - 1];
    writeln!(out, "  Regel {number}: {sentence}")?;
    for deviation in rules.deviations() {
        writeln!(out, "  {}: {}.", deviation.name(), deviation.meaning())?;
    }
    Ok(())
}

/// Why a seat is to roll after this roll, or at the beginning.
fn why_due(last: Option<&ToldRoll>) -> String {
    match last {
        None => "Nur dieser kann beginnen".into(),
        Some(last) if last.again => "Eine 6 gibt noch einen Wurf".into(),
        Some(last) if last.tries => "Es ist noch ein Versuch übrig".into(),
        Some(last) => match last.passes {
            Some(seat) => format!("Sitz {} sitzt fest und setzt aus", seat + 1),
            None => format!(
                "Mit der {} ist der Zug von Sitz {} vorbei",
                last.roll,
                last.seat + 1
            ),
        },
    }
}
