//! A progress bar on stderr for people at a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::session::Session;
use super::stop::Stop;
use super::{signals, system, terminal};
use wuerfelglueck::decimal::round_up_half_width;
use wuerfelglueck::ranking::{Criterion, Plan};
use wuerfelglueck::text::format_count;
use wuerfelglueck::watch::{Look, SweepProgress, Watch};

/// Time before a bar is drawn; work that is done earlier shows none.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two drawings of the bar.
const DRAWING_INTERVAL: Duration = Duration::from_millis(100);
/// The least columns of the bar behind its text; where fewer are left, there is only the text.
const LEAST_BAR: usize = 4;

/// The kind of steps that work is made of, and their total number, which is 0 if it is unknown.
#[derive(Clone, Copy)]
pub enum Work {
    /// Steps that are not shown as numbers.
    Steps(u64),
    Games(u64),
}

/// The state of some work.
struct Progress {
    text: Mutex<String>,
    done: AtomicU64,
    /// 0 if it is unknown.
    total: AtomicU64,
    in_games: bool,
    start: Instant,
    is_over: AtomicBool,
}

impl Progress {
    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn text(&self) -> MutexGuard<'_, String> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The part that is done, from 0 to 1; 0 if the total is unknown.
    fn part(&self) -> f64 {
        let total = self.total.load(Ordering::Relaxed);
        self.done().min(total) as f64 / total.max(1) as f64
    }

    /// The text, with the games if steps are games, and with the time that is left, if that can be
    /// told.
    fn message(&self) -> String {
        let (total, part) = (self.total.load(Ordering::Relaxed), self.part());
        let [played, planned] = [self.done(), total].map(|games| games as f64 / 1e6);
        let games = match (self.in_games, total) {
            (false, _) => String::new(),
            (true, 0) => format!(", {played:.1} Mio. Spiele"),
            (true, _) => format!(", {played:.1} von {planned:.1} Mio. Spielen"),
        };
        let seconds_left = self.start.elapsed().as_secs_f64() * (1.0 - part) / part;
        let time_left = match seconds_left as u64 {
            _ if part == 0.0 => String::new(),
            seconds @ 0..100 => format!(", noch etwa {seconds} s"),
            seconds @ 100..6000 => format!(", noch etwa {} min", seconds / 60),
            seconds => format!(", noch etwa {} h", seconds / 3600),
        };
        format!("{}{games}{time_left}", self.text())
    }

    /// Draws the bar until the work is over.
    fn draw(&self) {
        thread::park_timeout(DELAY);
        while !self.is_over.load(Ordering::SeqCst) {
            terminal::show(|width| compose_line(&self.message(), self.part(), width));
            thread::park_timeout(DRAWING_INTERVAL);
        }
    }
}

/// The line of a bar in `width` columns: as much of the text as there is room for, and a bar that is
/// filled for this part.
fn compose_line(text: &str, part: f64, width: usize) -> String {
    let text = console::truncate_str(text, width, "…");
    let bar_width = width.saturating_sub(console::measure_text_width(&text) + 1);
    if bar_width < LEAST_BAR {
        return text.into();
    }
    let filled = (part * bar_width as f64) as usize;
    let (full, empty) = ("█".repeat(filled), "░".repeat(bar_width - filled));
    format!("{text} {full}{empty}")
}

/// A progress bar, which is taken away when it is dropped.
pub struct Bar {
    progress: Arc<Progress>,
    /// The thread that draws; `None` if nothing is shown.
    thread: Option<JoinHandle<()>>,
    /// The end of the work before it is done.
    stop: Stop,
    /// The half-width of intervals that a ranking shall reach, in percentage points.
    wanted_accuracy: Option<f64>,
    /// True if duels are ranked by.
    is_for_duels: bool,
}

impl Bar {
    /// A bar for `work`, with `text` before it.
    ///
    /// If the session is quiet, without a terminal, and if no thread can be started, nothing is
    /// shown.
    pub fn new(text: impl Into<String>, work: Work, session: &Session) -> Bar {
        let (Work::Steps(total) | Work::Games(total)) = work;
        let progress = Arc::new(Progress {
            text: Mutex::new(text.into()),
            done: AtomicU64::new(0),
            total: AtomicU64::new(total),
            in_games: matches!(work, Work::Games(_)),
            start: Instant::now(),
            is_over: AtomicBool::new(false),
        });
        let is_shown =
            !session.is_quiet && io::stderr().is_terminal() && signals::receive().is_ok();
        let drawn = progress.clone();
        let thread = is_shown.then(|| system::spawn(move || drawn.draw()).ok());
        Bar {
            progress,
            thread: thread.flatten(),
            stop: session.stop,
            wanted_accuracy: None,
            is_for_duels: false,
        }
    }

    /// The same bar, which shows how sure a ranking by this plan is.
    pub fn for_ranking(mut self, plan: &Plan) -> Bar {
        self.wanted_accuracy = plan.accuracy;
        self.is_for_duels = plan.criterion == Criterion::Duels;
        self
    }

    /// Changes the text.
    pub fn describe(&self, text: String) {
        *self.progress.text() = text;
    }

    /// The half-width `reached` of the widest interval, in percentage points, beside the one that
    /// is wanted.
    fn format_points(&self, reached: f64) -> String {
        let reached = round_up_half_width(reached);
        match self.wanted_accuracy {
            Some(wanted) => format!("jetzt ±{reached}, verlangt ±{wanted} Punkte"),
            None => format!("±{reached} Punkte"),
        }
    }
}

impl Watch for Bar {
    fn advance(&self, steps: u64) {
        self.progress.done.fetch_add(steps, Ordering::Relaxed);
    }

    fn extend(&self, steps: u64) {
        self.progress.total.fetch_add(steps, Ordering::Relaxed);
    }

    fn report_look(&self, look: &Look) {
        let points = self.format_points(look.half_width);
        self.describe(match look.undecided as u64 {
            open if self.is_for_duels => format!("{} offen", format_count(open, "Duell", "Duelle")),
            0 => format!("{points}, Rangfolge sicher"),
            open => format!("{points}, {} offen", format_count(open, "Rang", "Ränge")),
        });
        let total = self.progress.done().saturating_add(look.games_left);
        self.progress.total.store(total, Ordering::Relaxed);
    }

    fn report_sweep(&self, progress: &SweepProgress) {
        let SweepProgress {
            pairing, pairings, ..
        } = progress;
        let points = self.format_points(progress.half_width);
        self.describe(format!("Paarung {pairing} von {pairings}, {points}"));
        let steps = (SOLVER_STEPS as f64 * progress.done) as u64;
        self.progress.done.store(steps, Ordering::Relaxed);
    }

    fn is_in_a_hurry(&self) -> bool {
        self.stop.has_deadline()
    }

    fn is_cancelled(&self) -> bool {
        self.stop.is_due()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.progress.is_over.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
            drop(terminal::hide());
        }
    }
}

/// The steps into which a bar divides the work of the solver, which tells only what part of it is
/// done.
pub const SOLVER_STEPS: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    /// The line has one row on a terminal of any width, and is filled as far as the work is done.
    #[test]
    fn a_bar_fits_its_row() {
        let text = "jetzt ±0.31, verlangt ±0.2 Punkte, 12 Ränge offen, 1.5 von 3.0 Mio. Spielen";
        for width in 1..200 {
            for part in [0.0, 0.5, 1.0] {
                let line = compose_line(text, part, width);
                assert!(
                    console::measure_text_width(&line) <= width,
                    "{width}: {line}"
                );
            }
        }
        assert_eq!(compose_line("Paarung 1", 0.5, 16), "Paarung 1 ███░░░");
        assert_eq!(compose_line("Paarung 1", 0.5, 12), "Paarung 1");
        assert_eq!(compose_line("Paarung 1", 0.5, 5), "Paar…");
    }
}
