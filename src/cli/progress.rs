//! A progress bar on stderr for people at a terminal, and the early end of a run.
//!
//! Workers change a state that a thread of its own draws, so they never wait for a terminal that
//! has stopped reading.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::mem;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::exit::{FAILED, or_signal};
use super::signals;
use super::streams::say;
use wuerfelglueck::decimal::round_up_half_width;
use wuerfelglueck::ranking::{Criterion, Plan};
use wuerfelglueck::text::format_count;
use wuerfelglueck::watch::{Look, SweepProgress, Watch};

/// Time before a bar is drawn; work that is done earlier shows none.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two drawings of the bar.
const DRAWING_INTERVAL: Duration = Duration::from_millis(100);
/// The longest time to wait for a terminal, which may have stopped reading. One that reads takes
/// far less.
const TERMINAL_TIMEOUT: Duration = Duration::from_millis(250);
/// Time between two checks whether the early end is due.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The end of a run before all of its lists are as sure as requested: when it is due, and whether
/// there is a list to print by then. The lists of a run share it.
#[derive(Default)]
pub struct EarlyEnd {
    /// Lets a signal end the run, with the lists until then, and the process only if there are
    /// none.
    pub on_signal: bool,
    /// The moment from which on the end is due.
    pub deadline: Option<Instant>,
    /// True if there is a list, finished or not. One that is being solved may still be too
    /// uncertain to be printed.
    pub has_result: AtomicBool,
}

impl EarlyEnd {
    fn set_result_available(&self) {
        self.has_result.store(true, Ordering::Relaxed);
    }

    fn is_result_available(&self) -> bool {
        self.has_result.load(Ordering::Relaxed)
    }

    /// Returns whether a signal has come, or the deadline has passed.
    pub fn is_due(&self) -> bool {
        self.on_signal && signals::received().is_some()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Does `work`. If the end is due before a result is available, ends the process with the line
    /// that `explain` returns, and with the exit code of the signal or of a failure. Where a signal
    /// ends the run, [the first one is deferred](signals::defer_first) from now on.
    ///
    /// # Errors
    ///
    /// If no thread can be started to watch for the end.
    pub fn supervise<T>(
        &self,
        explain: impl FnOnce() -> String + Send,
        work: impl FnOnce() -> T,
    ) -> io::Result<T> {
        /// Tells the watching thread that the work is done, also if it panics.
        struct Done<'a> {
            is_done: &'a AtomicBool,
            watcher: Thread,
        }
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.is_done.store(true, Ordering::Relaxed);
                self.watcher.unpark();
            }
        }
        let is_done = AtomicBool::new(false);
        let is_over = || is_done.load(Ordering::Relaxed) || self.is_result_available();
        let watch_for_end = || {
            while !self.is_due() {
                if is_over() {
                    return;
                }
                thread::park_timeout(CHECK_INTERVAL);
            }
            let explanation = explain();
            // That took some time, in which a result may have become available.
            if !is_over() {
                say_last(explanation);
                process::exit(or_signal(FAILED));
            }
        };
        if self.on_signal {
            signals::defer_first();
        }
        thread::scope(|scope| {
            let watcher = thread::Builder::new().spawn_scoped(scope, watch_for_end)?;
            let _done = Done {
                is_done: &is_done,
                watcher: watcher.thread().clone(),
            };
            Ok(work())
        })
    }
}

/// Writes the last line of the process in place of the bar. A terminal that has stopped reading
/// does not keep the process from ending.
fn say_last(text: String) {
    let say = move || {
        // Held until the process ends, so that no bar is drawn any more.
        let stderr = io::stderr().lock();
        if stderr.is_terminal() {
            let _ = Term::stderr().clear_line();
        }
        say(format_args!("wuerfelglueck: {text}"));
        mem::forget(stderr);
    };
    let Ok(thread) = thread::Builder::new().spawn(say) else {
        return;
    };
    wait_for(&thread);
}

/// Waits for a thread that writes to a terminal, but not if the terminal has stopped reading.
fn wait_for(thread: &JoinHandle<()>) {
    let start = Instant::now();
    while !thread.is_finished() && start.elapsed() < TERMINAL_TIMEOUT {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The kind of steps that work is made of, and their total number, which is 0 if it is unknown.
#[derive(Clone, Copy)]
pub enum Work {
    /// Steps that are not shown as numbers.
    Steps(u64),
    Games(u64),
}

/// A progress bar, which is taken away when it is dropped.
pub struct Bar {
    /// The text, the steps that are done, and their total. It is never drawn itself, so changing it
    /// takes no time.
    shared: ProgressBar,
    /// The thread that draws; `None` if nothing is shown.
    thread: Option<JoinHandle<()>>,
}

impl Bar {
    /// A bar for `work`, with `text` before it.
    ///
    /// With `quiet`, without a terminal, and if no thread can be started, nothing is shown.
    pub fn new(text: impl Into<Cow<'static, str>>, work: Work, quiet: bool) -> Bar {
        let (Work::Steps(total) | Work::Games(total)) = work;
        let in_games = matches!(work, Work::Games(_));
        let shared = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden())
            .with_message(text);
        let is_shown = !quiet && !ProgressDrawTarget::stderr().is_hidden();
        let thread = if is_shown {
            let shared = shared.clone();
            let draw = move || draw(&shared, in_games);
            thread::Builder::new().spawn(draw).ok()
        } else {
            None
        };
        Bar { shared, thread }
    }
}

impl Watch for Bar {
    fn advance(&self, steps: u64) {
        self.shared.inc(steps);
    }

    fn extend(&self, steps: u64) {
        self.shared.inc_length(steps);
    }
}

impl Drop for Bar {
    /// Takes the bar away, and waits for that, but not if the terminal has stopped reading.
    fn drop(&mut self) {
        self.shared.abandon();
        let Some(thread) = &self.thread else { return };
        thread.thread().unpark();
        wait_for(thread);
    }
}

/// A bar for work that a signal ends. Signals have to be deferred, the
/// [first](signals::defer_first) or [all](signals::defer_all).
pub struct UntilSignal(pub Bar);

impl Watch for UntilSignal {
    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }

    fn extend(&self, steps: u64) {
        self.0.extend(steps);
    }

    fn is_cancelled(&self) -> bool {
        signals::received().is_some()
    }
}

/// The steps into which a bar divides the work of the solver, which tells only what part of it is
/// done.
pub const SOLVER_STEPS: u64 = 1_000_000;

/// A bar that shows how sure a ranking is, and the early end of its run.
pub struct RankingProgress<'a> {
    pub bar: Bar,
    /// The plan of the ranking.
    pub plan: &'a Plan,
    /// The early end, which the lists of the run share.
    pub early_end: &'a EarlyEnd,
}

impl RankingProgress<'_> {
    /// The half-width `reached` of the widest interval, in percentage points, beside the one that
    /// is requested.
    fn format_points(&self, reached: f64) -> String {
        let reached = round_up_half_width(reached);
        match self.plan.accuracy {
            Some(wanted) => format!("jetzt ±{reached}, verlangt ±{wanted} Punkte"),
            None => format!("±{reached} Punkte"),
        }
    }
}

impl Watch for RankingProgress<'_> {
    fn advance(&self, games: u64) {
        self.bar.advance(games);
    }

    fn report_look(&self, look: &Look) {
        self.early_end.set_result_available();
        let points = self.format_points(look.half_width);
        let is_duels = self.plan.criterion == Criterion::Duels;
        let shared = &self.bar.shared;
        shared.set_message(match look.undecided as u64 {
            open if is_duels => format!("{} offen", format_count(open, "Duell", "Duelle")),
            0 => format!("{points}, Rangfolge sicher"),
            open => format!("{points}, {} offen", format_count(open, "Rang", "Ränge")),
        });
        shared.set_length(shared.position().saturating_add(look.games_left));
    }

    fn report_sweep(&self, progress: &SweepProgress) {
        self.early_end.set_result_available();
        let SweepProgress {
            pairing, pairings, ..
        } = progress;
        let points = self.format_points(progress.half_width);
        let shared = &self.bar.shared;
        shared.set_message(format!("Paarung {pairing} von {pairings}, {points}"));
        shared.set_position((SOLVER_STEPS as f64 * progress.done) as u64);
    }

    fn is_in_a_hurry(&self) -> bool {
        self.early_end.deadline.is_some()
    }

    fn report_ranking(&self) {
        self.early_end.set_result_available();
    }

    fn is_cancelled(&self) -> bool {
        self.early_end.is_result_available() && self.early_end.is_due()
    }
}

/// The text before the bar: with the games if steps are games, and with the time that is left,
/// which is `?` before the first step and as long as the total is unknown. Steps of an unknown
/// total that are no games have the text alone.
fn message(shared: &ProgressBar, in_games: bool) -> String {
    let (done, total) = (shared.position(), shared.length().unwrap_or_default());
    if total == 0 && !in_games {
        return shared.message();
    }
    let part = done.min(total) as f64 / total.max(1) as f64;
    let seconds_left = shared.elapsed().as_secs_f64() * (1.0 - part) / part;
    let time_left = match seconds_left as u64 {
        _ if part == 0.0 => "?".into(),
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    };
    let [played, planned] = [done, total].map(|games| games as f64 / 1e6);
    let games = match (in_games, total) {
        (false, _) => String::new(),
        (true, 0) => format!(", {played:.1} Mio. Spiele"),
        (true, _) => format!(", {played:.1} von {planned:.1} Mio. Spielen"),
    };
    format!("{}{games}, noch {time_left}", shared.message())
}

/// Draws the bar until its work is over.
fn draw(shared: &ProgressBar, in_games: bool) {
    let bar = ProgressBar::new(0);
    // The cursor returns to the beginning of the line: keys that the terminal echoes shall not
    // break it.
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar}\r") {
        bar.set_style(style.progress_chars("█░"));
    }
    thread::park_timeout(DELAY);
    let mut signal_delay = None;
    while !shared.is_finished() {
        // Other lines on stderr wait until a bar that is no longer wanted is taken away.
        let stderr = io::stderr().lock();
        // No signal waits while the bar is drawn: a terminal that has stopped reading shall not
        // keep it from ending the program.
        drop(signal_delay.take());
        bar.set_message(message(shared, in_games));
        bar.update(|state| {
            // Work of an unknown length has an empty bar.
            state.set_len(shared.length().unwrap_or_default().max(1));
            state.set_pos(shared.position());
        });
        signal_delay = Some(signals::delay(|| bar.finish_and_clear()));
        if shared.is_finished() {
            bar.finish_and_clear();
        }
        drop(stderr);
        thread::park_timeout(DRAWING_INTERVAL);
    }
    bar.finish_and_clear();
}
