//! How far long work is, on stderr, for people at a terminal: a bar.
//!
//! Workers change what they share with a thread of its own, which shows it. So they never wait for a terminal that
//! nobody reads.

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
use wuerfelglueck::decimal::round_up;
use wuerfelglueck::ranking::{Criterion, Plan};
use wuerfelglueck::text::count;
use wuerfelglueck::watch::Watch;

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// How long the bar is waited for to be taken away. A terminal that reads takes far less.
const GRACE: Duration = Duration::from_millis(250);
/// The time between two looks whether the end is asked for.
const LATENCY: Duration = Duration::from_millis(10);

/// What ends work before the list is as sure as wanted.
#[derive(Default)]
pub struct Early {
    /// The first signal that asks for it.
    pub by_signal: bool,
    pub at: Option<Instant>,
    pub has_ended: AtomicBool,
    /// Whether there is something to print.
    pub is_possible: AtomicBool,
}

impl Early {
    /// From now on there is something to print.
    fn may_be(&self) {
        self.is_possible.store(true, Ordering::Relaxed);
    }

    /// Whether a signal or the time asks for the end.
    pub fn is_asked(&self) -> bool {
        self.by_signal && signals::received().is_some()
            || self.at.is_some_and(|moment| Instant::now() >= moment)
    }

    /// Does some work, and ends the process if the end is asked for before there is anything to print: with this exit code, or that
    /// of the signal, and with what `explain` says. Until then, signals do not end it.
    pub fn watch<T>(
        &self,
        explain: impl FnOnce() -> String + Send,
        work: impl FnOnce() -> T,
    ) -> io::Result<T> {
        /// Tells a thread that work is done, also if it panics.
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
        let is_over =
            || is_done.load(Ordering::Relaxed) || self.is_possible.load(Ordering::Relaxed);
        let wait = || {
            while !self.is_asked() {
                if is_over() {
                    return;
                }
                thread::park_timeout(LATENCY);
            }
            let text = explain();
            // What was worked on in the meantime may be done.
            if !is_over() {
                say_last(text);
                process::exit(or_signal(FAILED));
            }
        };
        if self.by_signal {
            signals::defer_first();
        }
        thread::scope(|scope| {
            let watcher = thread::Builder::new().spawn_scoped(scope, wait)?;
            let _done = Done {
                is_done: &is_done,
                watcher: watcher.thread().clone(),
            };
            Ok(work())
        })
    }
}

/// Says the last line of the process instead of a bar. A terminal that nobody reads does not keep it from ending.
fn say_last(text: String) {
    let say = move || {
        // Until the process ends, no bar is drawn any more.
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

/// Waits for a thread that writes to a terminal, but not for a terminal that has stopped reading.
fn wait_for(thread: &JoinHandle<()>) {
    let start = Instant::now();
    while !thread.is_finished() && start.elapsed() < GRACE {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Shows how far work is until it is dropped.
pub struct Bar {
    /// What is said about it, the steps that are done, and those that it takes in all, as far as that is known; 0 if
    /// nothing is known. This is never drawn itself, so whoever changes it never waits.
    shared: ProgressBar,
    thread: Option<JoinHandle<()>>,
}

impl Bar {
    /// Shows work in so many steps, 0 if nobody knows how many, which are games or not. With `quiet` nothing is ever shown.
    pub fn new(text: impl Into<Cow<'static, str>>, all: u64, in_games: bool, quiet: bool) -> Bar {
        let shared = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::hidden());
        let shared = shared.with_message(text);
        let shown = shared.clone();
        let show = move || show(&shown, in_games);
        // Without a thread nothing is shown.
        let is_seen = !quiet && !ProgressDrawTarget::stderr().is_hidden();
        let thread = is_seen.then(|| thread::Builder::new().spawn(show).ok());
        let thread = thread.flatten();
        Bar { shared, thread }
    }
}

impl Watch for Bar {
    fn played(&self, more: u64) {
        self.shared.inc(more);
    }

    fn planned(&self, more: u64) {
        self.shared.inc_length(more);
    }
}

impl Drop for Bar {
    /// Takes the bar away, and waits for that, but not for a terminal that has stopped reading.
    fn drop(&mut self) {
        self.shared.abandon();
        let Some(thread) = &self.thread else { return };
        thread.thread().unpark();
        wait_for(thread);
    }
}

/// Shows how far work is that a signal ends. Signals must not end the process by themselves.
pub struct UntilSignal(pub Bar);

impl Watch for UntilSignal {
    fn played(&self, more: u64) {
        self.0.played(more);
    }

    fn planned(&self, more: u64) {
        self.0.planned(more);
    }

    fn is_over(&self) -> bool {
        signals::received().is_some()
    }
}

/// The steps of work that is not made of steps.
pub const STEPS: u64 = 1_000_000;

/// Shows how far a list is, and how sure, until it ends early.
pub struct Progress<'a> {
    pub bar: Bar,
    pub plan: &'a Plan,
    pub early: &'a Early,
}

impl Progress<'_> {
    /// The half-width that is reached, in percentage points, before the one that is wanted.
    fn points(&self, reached: f64) -> String {
        let reached = round_up(reached);
        match self.plan.accuracy {
            Some(wanted) => format!("jetzt ±{reached}, verlangt ±{wanted} Punkte"),
            None => format!("±{reached} Punkte"),
        }
    }
}

impl Watch for Progress<'_> {
    fn played(&self, games: u64) {
        self.bar.played(games);
    }

    fn looked(&self, half_width: f64, open: usize, games_left: u64) {
        self.early.may_be();
        let points = self.points(half_width);
        let is_duels = self.plan.criterion == Criterion::Duels;
        let shared = &self.bar.shared;
        shared.set_message(match open as u64 {
            open if is_duels => format!("{} offen", count(open, "Duell", "Duelle")),
            0 => format!("{points}, Rangfolge sicher"),
            open => format!("{points}, {} offen", count(open, "Rang", "Ränge")),
        });
        shared.set_length(shared.position().saturating_add(games_left));
    }

    fn swept(&self, [pairing, pairings]: [usize; 2], half_width: f64, done: f64) {
        self.early.may_be();
        let points = self.points(half_width);
        let shared = &self.bar.shared;
        shared.set_message(format!("Paarung {pairing} von {pairings}, {points}"));
        shared.set_position((STEPS as f64 * done) as u64);
    }

    fn is_in_a_hurry(&self) -> bool {
        self.early.at.is_some()
    }

    fn listed(&self) {
        self.early.may_be();
    }

    fn is_over(&self) -> bool {
        let early = self.early;
        let is_now = early.is_possible.load(Ordering::Relaxed) && early.is_asked();
        early.has_ended.fetch_or(is_now, Ordering::Relaxed);
        is_now
    }
}

fn message(shared: &ProgressBar, in_games: bool) -> String {
    let (done, all) = (shared.position(), shared.length().unwrap_or_default());
    let part = done.min(all) as f64 / all.max(1) as f64;
    let left = shared.elapsed().as_secs_f64() * (1.0 - part) / part;
    let left = match left as u64 {
        _ if part == 0.0 => "?".into(),
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    };
    if all == 0 && !in_games {
        return shared.message();
    }
    let [played, planned] = [done, all].map(|games| games as f64 / 1e6);
    let games = match (in_games, all) {
        (false, _) => String::new(),
        (true, 0) => format!(", {played:.1} Mio. Spiele"),
        (true, _) => format!(", {played:.1} von {planned:.1} Mio. Spielen"),
    };
    format!("{}{games}, noch {left}", shared.message())
}

/// Shows how far work is, in games or not, until it is over.
fn show(shared: &ProgressBar, in_games: bool) {
    let bar = ProgressBar::new(0);
    // The cursor returns to the beginning: what is typed, which the terminal echoes, shall not move to the next line.
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar}\r") {
        bar.set_style(style.progress_chars("█░"));
    }
    thread::park_timeout(PATIENCE);
    let mut held = None;
    while !shared.is_finished() {
        // Whoever else has something to say waits until a bar that is not wanted any more is taken away.
        let stderr = io::stderr().lock();
        // A terminal that nobody reads shall not keep a signal from ending the program.
        drop(held.take());
        bar.set_message(message(shared, in_games));
        bar.update(|state| {
            // Work of an unknown length has an empty bar.
            state.set_len(shared.length().unwrap_or_default().max(1));
            state.set_pos(shared.position());
        });
        held = Some(signals::hold(|| bar.finish_and_clear()));
        if shared.is_finished() {
            bar.finish_and_clear();
        }
        drop(stderr);
        thread::park_timeout(PAUSE);
    }
    bar.finish_and_clear();
}
