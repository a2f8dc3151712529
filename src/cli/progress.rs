//! How far a long ranking is, on stderr, for people.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::ranking::{Look, Plan, Watch};
use crate::text::count;

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_millis(700);

const TEMPLATE: &str = "{msg}, {pos} von etwa {len} Spielen {wide_bar} noch {eta}";

/// A line that is drawn again and again, if stderr is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: OnceLock<()>,
    plan: Plan,
    pairings: u64,
}

impl Progress {
    /// Before the first game. Nothing is shown to those who want quiet.
    pub(super) fn new(plan: Plan, dice: usize, quiet: bool) -> Progress {
        let pairings = (dice * (dice - 1) / 2) as u64;
        let bar = ProgressBar::with_draw_target(
            Some(plan.games.saturating_mul(pairings)),
            ProgressDrawTarget::hidden(),
        );
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.set_message(count(pairings, "Paarung", "Paarungen"));
        let shown = OnceLock::new();
        if quiet {
            // It will never be.
            let _ = shown.set(());
        }
        Progress {
            bar,
            start: Instant::now(),
            shown,
            plan,
            pairings,
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn played(&self, games: u64) {
        self.bar.inc(games);
        if self.start.elapsed() > PATIENCE {
            self.shown
                .get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    fn looked(&self, look: &Look) {
        let points = look.half_width;
        let pairings = count(self.pairings, "Paarung", "Paarungen");
        let open = match look.open {
            0 => "Rangfolge gesichert".into(),
            open => count(open as u64, "Nachbarn offen", "Nachbarn offen"),
        };
        let target = match self.plan.accuracy {
            Some(accuracy) => format!(" (Ziel ±{accuracy})"),
            None => String::new(),
        };
        self.bar
            .set_message(format!("{pairings}, ±{points:.2} Punkte{target}, {open}"));
        if let Some(accuracy) = self.plan.accuracy {
            // The widths shrink as the root of the number of games.
            let narrow = look.games as f64 * (look.half_width / accuracy).powi(2);
            let games = match look.open {
                0 => narrow as u64,
                // How long the order takes is not known.
                _ => (narrow as u64).max(2 * look.games),
            };
            let games = games.clamp(look.games, self.plan.games);
            self.bar.set_length(games.saturating_mul(self.pairings));
        }
    }
}
