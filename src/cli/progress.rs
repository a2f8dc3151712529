//! How far long work is, on stderr, for people: what the line says.

use std::time::Instant;

use super::status_line::{Status, StatusLine};
use crate::diagnose;
use crate::ranking::{Criterion, Look, Plan, Solving, SolvingWatch, Watch};
use crate::text::count;

/// How far games are.
pub(super) struct PlayProgress(StatusLine);

impl PlayProgress {
    /// The line before the first of so many games; `who` plays. With `quiet` nothing is ever shown.
    pub(super) fn new(who: String, games: u64, quiet: bool) -> PlayProgress {
        let status = Status {
            text: who,
            done: 0,
            all: games,
            in_games: true,
        };
        PlayProgress(StatusLine::new(status, quiet))
    }

    /// So many more games are played.
    pub(super) fn played(&self, games: u64) {
        self.0.update(|status| status.done += games);
    }
}

/// How far the games of a ranking are, and how sure it is; and whether they shall end.
pub(super) struct RankProgress {
    play: PlayProgress,
    plan: Plan,
    early: Early,
}

/// What ends work before the list is as sure as wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Early {
    /// The first signal that asks for it.
    pub(super) by_signal: bool,
    /// This moment.
    pub(super) at: Option<Instant>,
}

impl Early {
    /// Whether it is so.
    pub(super) fn is_now(self) -> bool {
        #[cfg(unix)]
        if self.by_signal && super::signals::asked().is_some() {
            return true;
        }
        self.at.is_some_and(|moment| Instant::now() >= moment)
    }

    /// From now on there is something to print.
    fn may_be(self) {
        #[cfg(unix)]
        if self.by_signal {
            super::signals::ask_before_ending();
        }
    }
}

impl RankProgress {
    /// The line before the first game. With `quiet` nothing is ever shown.
    pub(super) fn new(plan: Plan, pairings: u64, quiet: bool, early: Early) -> RankProgress {
        RankProgress {
            early,
            play: PlayProgress::new(
                count(pairings, "Paarung", "Paarungen"),
                match plan.accuracy {
                    // Nobody knows before the first look.
                    Some(_) => 0,
                    None => plan.games.saturating_mul(pairings),
                },
                quiet,
            ),
            plan,
        }
    }

    /// Prints something to stdout, which may be the terminal of the line.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.play.0.aside(print)
    }
}

/// How far rule sets are compared.
pub(super) struct DiagnoseProgress(StatusLine);

impl DiagnoseProgress {
    /// The line before the first rule set. With `quiet` nothing is ever shown.
    pub(super) fn new(quiet: bool) -> DiagnoseProgress {
        let status = Status {
            text: "Regelwerke werden verglichen".into(),
            done: 0,
            all: 0,
            in_games: false,
        };
        DiagnoseProgress(StatusLine::new(status, quiet))
    }
}

impl diagnose::Watch for DiagnoseProgress {
    fn played(&self, done: u64, more: u64) {
        self.0.update(|status| {
            status.done += done;
            status.all += more;
        });
    }
}

/// How far the pairings are that are solved without games; and whether that shall end.
pub(super) struct SolveProgress {
    line: StatusLine,
    /// The half-width that is wanted, in percentage points.
    wanted: f64,
    early: Early,
}

impl SolveProgress {
    /// Steps of the bar.
    const STEPS: u64 = 1_000_000;

    /// The line before the first pairing, where this half-width is wanted, in percentage points. With `quiet` nothing
    /// is ever shown.
    pub(super) fn new(wanted: f64, quiet: bool, early: Early) -> SolveProgress {
        let status = Status {
            text: "Paarung 1".into(),
            done: 0,
            all: SolveProgress::STEPS,
            in_games: false,
        };
        SolveProgress {
            line: StatusLine::new(status, quiet),
            wanted,
            early,
        }
    }
}

impl SolvingWatch for SolveProgress {
    fn swept(&self, solving: &Solving) {
        self.early.may_be();
        self.line.update(|status| {
            status.done = (SolveProgress::STEPS as f64 * solving.done) as u64;
            status.text = solved(solving, self.wanted);
        });
    }

    fn is_over(&self) -> bool {
        self.early.is_now()
    }
}

/// What is solved so far, and how well the shares are known.
fn solved(solving: &Solving, wanted: f64) -> String {
    let [pairing, pairings] = solving.pairing;
    let half_width = solving.half_width;
    format!("Paarung {pairing} von {pairings}, ±{half_width:.2}/{wanted} Punkte")
}

impl Watch for RankProgress {
    fn played(&self, games: u64) {
        self.play.played(games);
    }

    fn is_over(&self) -> bool {
        self.early.is_now()
    }

    fn looked(&self, look: &Look) {
        self.early.may_be();
        self.play.0.update(|status| {
            status.text = message(look, &self.plan);
            status.all = status.done.saturating_add(look.games_left);
        });
    }
}

/// How sure it is so far.
fn message(look: &Look, plan: &Plan) -> String {
    let target = plan
        .accuracy
        .map_or_else(String::new, |accuracy| format!("/{accuracy}"));
    if plan.criterion == Criterion::Duels {
        return format!("{} offen", count(look.open as u64, "Duell", "Duelle"));
    }
    let open = match look.open {
        0 => "Rangfolge sicher".into(),
        open => format!("{} offen", count(open as u64, "Rang", "Ränge")),
    };
    format!("±{:.2}{target} Punkte, {open}", look.half_width)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan = Plan {
        games: 2_000_000,
        accuracy: Some(0.2),
        error: 0.001,
        level: 0.0,
        criterion: Criterion::Wins,
        best: None,
    };

    #[test]
    fn the_line_fits_a_terminal() {
        let look = |half_width, open| Look {
            half_width,
            open,
            games_left: 0,
        };
        for (look, plan, shown) in [
            (look(0.4, 0), PLAN, "±0.40/0.2 Punkte, Rangfolge sicher"),
            (look(0.4, 1), PLAN, "±0.40/0.2 Punkte, 1 Rang offen"),
            (
                look(12.3456, 5),
                Plan {
                    accuracy: None,
                    ..PLAN
                },
                "±12.35 Punkte, 5 Ränge offen",
            ),
            (
                look(30.0, 7),
                Plan {
                    criterion: Criterion::Duels,
                    ..PLAN
                },
                "7 Duelle offen",
            ),
        ] {
            assert_eq!(message(&look, &plan), shown);
            assert!(shown.chars().count() < 40);
        }
        let solving = Solving {
            pairing: [14, 15],
            half_width: 12.3456,
            done: 0.5,
        };
        let shown = solved(&solving, 0.2);
        assert_eq!(shown, "Paarung 14 von 15, ±12.35/0.2 Punkte");
    }
}
