//! How far a long ranking is, on stderr, for people.

use std::sync::Once;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::exact::{Solution, Target};
use crate::ranking::{Look, Plan, Watch};
use crate::text::count;

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_millis(700);

/// A line that is drawn again and again, if stderr is a terminal.
struct StatusLine {
    bar: ProgressBar,
    quiet: bool,
    shown: Once,
}

impl StatusLine {
    /// A line for this many steps. With `quiet` it is never shown.
    fn new(length: u64, template: &str, quiet: bool) -> StatusLine {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            let games = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = out.write_str(&games(state.pos(), state.len()));
            };
            let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = out.write_str(&time(state.eta()));
            };
            bar.set_style(style.with_key("games", games).with_key("left", left));
        }
        StatusLine {
            bar,
            quiet,
            shown: Once::new(),
        }
    }

    /// Shows the line if it has taken some time.
    fn show(&self) {
        if !self.quiet && self.bar.elapsed() > PATIENCE {
            let target = ProgressDrawTarget::stderr;
            self.shown.call_once(|| self.bar.set_draw_target(target()));
        }
    }
}

impl Drop for StatusLine {
    /// Takes the line away.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far the games are.
pub(super) struct PlayProgress {
    line: StatusLine,
    plan: Plan,
    pairings: u64,
}

impl PlayProgress {
    /// The line before the first game. With `quiet` nothing is ever shown.
    pub(super) fn new(plan: Plan, pairings: u64, quiet: bool) -> PlayProgress {
        let line = StatusLine::new(
            plan.games.saturating_mul(pairings),
            "{msg}, {games}, noch {left} {wide_bar}",
            quiet,
        );
        line.bar
            .set_message(count(pairings, "Paarung", "Paarungen"));
        PlayProgress {
            line,
            plan,
            pairings,
        }
    }
}

/// How far the pairings are that are solved without games.
pub(super) struct SolveProgress {
    line: StatusLine,
    target: Target,
}

/// Steps of the bar for a pairing.
const STEPS: u64 = 1000;

impl SolveProgress {
    /// The line before the first pairing. With `quiet` nothing is ever shown.
    pub(super) fn new(target: Target, quiet: bool) -> SolveProgress {
        SolveProgress {
            line: StatusLine::new(STEPS, "{msg}, noch {left} {wide_bar}", quiet),
            target,
        }
    }

    /// So many of so many pairings are solved, and the next one stands like this.
    pub(super) fn swept(&self, solved: usize, of: usize, solution: &Solution) {
        let bar = &self.line.bar;
        bar.set_length(STEPS * of as u64);
        bar.set_position(STEPS * solved as u64 + steps(solution.unknown, self.target.unknown));
        bar.set_message(format!(
            "Paarung {} von {of}, ±{:.2}/{} Punkte",
            solved + 1,
            50.0 * solution.unknown,
            50.0 * self.target.unknown
        ));
        self.line.show();
    }
}

/// How far a pairing is: each sweep leaves about the same part of what was unknown.
fn steps(unknown: f64, target: f64) -> u64 {
    let part = if unknown <= target {
        1.0
    } else {
        unknown.ln() / target.ln()
    };
    (part * STEPS as f64) as u64
}

impl Watch for PlayProgress {
    fn played(&self, games: u64) {
        self.line.bar.inc(games);
        self.line.show();
    }

    fn looked(&self, look: &Look) {
        let bar = &self.line.bar;
        bar.set_message(message(self.pairings, look, &self.plan));
        bar.set_length(expected(look, &self.plan).saturating_mul(self.pairings));
    }
}

/// How sure it is so far.
fn message(pairings: u64, look: &Look, plan: &Plan) -> String {
    let target = plan
        .accuracy
        .map_or_else(String::new, |accuracy| format!("/{accuracy}"));
    let open = match look.open {
        0 => "Rangfolge sicher".into(),
        open => format!("{} offen", count(open as u64, "Rang", "Ränge")),
    };
    let pairings = count(pairings, "Paarung", "Paarungen");
    format!("{pairings}, ±{:.2}{target} Punkte, {open}", look.half_width)
}

/// Games per pairing that it takes in all, as far as that is known.
fn expected(look: &Look, plan: &Plan) -> u64 {
    match plan.accuracy {
        // The widths shrink as the root of the number of games.
        Some(accuracy) if look.open == 0 => {
            let games = look.games as f64 * (look.half_width / accuracy).powi(2);
            (games as u64).clamp(look.games, plan.games)
        }
        // How long the order takes is not known.
        _ => plan.games,
    }
}

/// Games that are played, and how many there will be.
fn games(played: u64, all: Option<u64>) -> String {
    let millions = |games: u64| games as f64 / 1e6;
    let all = all.unwrap_or(played);
    format!(
        "{:.1} von {:.1} Mio. Spielen",
        millions(played),
        millions(all)
    )
}

/// A time to wait.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Scoring;

    const PLAN: Plan = Plan {
        games: 2_000_000,
        accuracy: Some(0.2),
        error: 0.001,
        scoring: Scoring::Wins,
    };

    #[test]
    fn the_line_fits_a_terminal() {
        let look = |half_width, open| Look {
            games: 20_000,
            half_width,
            open,
        };
        for (look, plan, shown, expected_games) in [
            (
                look(0.4, 0),
                PLAN,
                "15 Paarungen, ±0.40/0.2 Punkte, Rangfolge sicher",
                80_000,
            ),
            (
                look(0.4, 1),
                PLAN,
                "15 Paarungen, ±0.40/0.2 Punkte, 1 Rang offen",
                2_000_000,
            ),
            (
                look(12.3456, 5),
                Plan {
                    accuracy: None,
                    ..PLAN
                },
                "15 Paarungen, ±12.35 Punkte, 5 Ränge offen",
                2_000_000,
            ),
        ] {
            assert_eq!(message(15, &look, &plan), shown);
            assert_eq!(expected(&look, &plan), expected_games);
            assert!(shown.chars().count() < 50);
        }
        assert_eq!(
            games(1_234_567, Some(30_000_000)),
            "1.2 von 30.0 Mio. Spielen"
        );
        for (unknown, shown) in [(1.0, 0), (0.1, 250), (0.01, 500), (1e-4, 1000), (0.0, 1000)] {
            assert_eq!(steps(unknown, 1e-4), shown);
        }
        assert_eq!(steps(1.0, 1.0), 1000, "everything may be unknown");
        for (seconds, shown) in [(0, "0 s"), (99, "99 s"), (150, "2 min"), (86_400, "24 h")] {
            assert_eq!(time(Duration::from_secs(seconds)), shown);
        }
    }
}
