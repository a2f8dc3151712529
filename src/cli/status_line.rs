//! The last line of a terminal, which shows how far work is; where stderr is no terminal, a line now and then. The work is
//! never held up by whoever reads, and may stop reading: a thread of its own draws the line.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use console::Term;

use super::streams::say;

/// Shorter work shows nothing.
const PATIENCE: Duration = Duration::from_millis(700);

/// The time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the line is waited for to be taken away. A terminal that reads takes far less.
const GRACE: Duration = Duration::from_millis(250);

/// Where stderr is no terminal, a log perhaps, the time to the first line, and to each further one.
const LOG_PATIENCE: Duration = Duration::from_secs(30);
const LOG_PAUSE: Duration = Duration::from_secs(60);

/// How far work is.
#[derive(Debug)]
pub(super) struct Status {
    /// What is said about it.
    pub(super) text: String,
    /// Steps that are done.
    pub(super) done: u64,
    /// Steps that it takes in all, as far as that is known; 0 if nothing is known.
    pub(super) all: u64,
    /// Whether the steps are games, whose number is shown.
    pub(super) in_games: bool,
}

impl Status {
    /// The part that is done.
    fn part(&self) -> f64 {
        self.done.min(self.all) as f64 / self.all.max(1) as f64
    }

    /// What is said after so much time.
    fn message(&self, elapsed: Duration) -> String {
        let left = match self.part() {
            0.0 => "?".into(),
            part => time((elapsed.as_secs_f64() * (1.0 - part) / part) as u64),
        };
        let games = match (self.in_games, self.all) {
            (false, _) => String::new(),
            (true, 0) => format!(", {:.1} Mio. Spiele", millions(self.done)),
            (true, all) => {
                let [done, all] = [self.done, all].map(millions);
                format!(", {done:.1} von {all:.1} Mio. Spielen")
            }
        };
        format!("{}{games}, noch {left}", self.text)
    }

    /// The line of this width, after so much time.
    fn line(&self, elapsed: Duration, width: usize) -> String {
        let text = format!("{} ", self.message(elapsed));
        let room = width.saturating_sub(text.chars().count());
        let full = (self.part() * room as f64) as usize;
        let bar = "█".repeat(full) + &"░".repeat(room - full);
        text.chars().take(width).chain(bar.chars()).collect()
    }
}

fn millions(games: u64) -> f64 {
    games as f64 / 1e6
}

/// A time to wait, in seconds.
fn time(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// A line that is drawn again and again until it is dropped.
#[derive(Debug)]
pub(super) struct StatusLine(Option<Arc<Line>>);

impl StatusLine {
    /// A line for this work. With `quiet` it is never shown.
    pub(super) fn new(status: Status, quiet: bool) -> StatusLine {
        if quiet {
            return StatusLine(None);
        }
        let terminal = Term::stderr();
        let is_drawn = terminal.is_term() && !console::is_dumb();
        let line = Arc::new(Line {
            terminal,
            state: Mutex::new(State {
                status,
                start: Instant::now(),
                pauses: 0,
                is_over: false,
                is_shown: false,
            }),
            changed: Condvar::new(),
        });
        let shown = Arc::clone(&line);
        // Without a thread nothing is shown.
        let _ = thread::Builder::new().spawn(move || match is_drawn {
            true => shown.keep_drawn(),
            false => shown.keep_telling(),
        });
        StatusLine(Some(line))
    }

    /// Prints something to stdout, while the line is away if that is a terminal, too.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(line) if io::stdout().is_terminal() => line.without(print),
            _ => print(),
        }
    }

    /// Changes what the next drawing shows.
    pub(super) fn update(&self, change: impl FnOnce(&mut Status)) {
        if let Some(line) = &self.0 {
            change(&mut line.state().status);
        }
    }
}

impl Drop for StatusLine {
    /// Takes the line away.
    fn drop(&mut self) {
        if let Some(line) = &self.0 {
            line.hide(|state| state.is_over = true);
        }
    }
}

/// What the workers and the thread that draws have in common.
#[derive(Debug)]
struct Line {
    terminal: Term,
    state: Mutex<State>,
    /// Says that the line is wanted no more, or is taken away, or is wanted again.
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    status: Status,
    /// When the work began, or as much later as it has paused.
    start: Instant,
    /// How many want the line away until they are done.
    pauses: usize,
    /// Whether the work is over.
    is_over: bool,
    /// Whether any of the line may be on the terminal.
    is_shown: bool,
}

impl State {
    fn is_wanted(&self) -> bool {
        self.pauses == 0 && !self.is_over
    }

    fn is_in_the_way(&self) -> bool {
        self.is_shown && !self.is_wanted()
    }
}

impl Line {
    /// What stands in the line. It is held for a moment only, never while the terminal is written to.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the line to be taken away, and waits for that, but not for a terminal that has stopped reading.
    fn hide(&self, ask: impl FnOnce(&mut State)) {
        let mut state = self.state();
        ask(&mut state);
        self.changed.notify_all();
        let _ = self
            .changed
            .wait_timeout_while(state, GRACE, |state| state.is_shown);
    }

    /// Does something while the line is away.
    fn without<T>(&self, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        self.hide(|state| state.pauses += 1);
        let result = act();
        let mut state = self.state();
        state.pauses -= 1;
        state.start += start.elapsed();
        self.changed.notify_all();
        result
    }

    /// Draws the line until the work is over.
    fn keep_drawn(self: &Arc<Self>) {
        let mut goes_on = self.wait(PATIENCE);
        #[cfg(unix)]
        if goes_on {
            let line = Arc::clone(self);
            super::signals::protect(move |act| line.without(act));
        }
        while goes_on {
            self.draw();
            goes_on = self.wait(PAUSE);
        }
    }

    /// Says a line now and then until the work is over.
    fn keep_telling(&self) {
        let mut pause = LOG_PATIENCE;
        while self.wait(pause) {
            let state = self.state();
            let message = state.status.message(state.start.elapsed());
            drop(state);
            say(message);
            pause = LOG_PAUSE;
        }
    }

    /// Waits for the next drawing. Takes the line away as soon as it is not wanted. Returns whether there is a
    /// next drawing.
    fn wait(&self, pause: Duration) -> bool {
        let waited = self
            .changed
            .wait_timeout_while(self.state(), pause, |state| {
                !state.is_over && !state.is_in_the_way()
            });
        drop(waited);
        self.clear();
        let waited = self
            .changed
            .wait_while(self.state(), |state| !state.is_over && state.pauses > 0);
        !waited.unwrap_or_else(PoisonError::into_inner).is_over
    }

    /// Draws the line, and leaves the cursor at its beginning: what is typed, which the terminal echoes, shall
    /// not move to the next line.
    fn draw(&self) {
        // Whoever else has something to say waits until a line that is not wanted any more is taken away.
        let _stderr = io::stderr().lock();
        let width = usize::from(self.terminal.size().1).saturating_sub(1);
        let mut state = self.state();
        if !state.is_wanted() {
            return;
        }
        state.is_shown = true;
        let line = state.status.line(state.start.elapsed(), width);
        drop(state);
        let _ = self.terminal.write_str(&format!("\r{line}\r"));
        self.clear();
    }

    /// Takes the line away if it is in the way.
    fn clear(&self) {
        if self.state().is_in_the_way() {
            let _ = self.terminal.clear_line();
            self.state().is_shown = false;
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_wide_as_the_terminal() {
        let status = |done, all, in_games| Status {
            text: "15 Paarungen".into(),
            done,
            all,
            in_games,
        };
        let elapsed = Duration::from_secs(10);
        for (status, width, shown) in [
            (
                status(1_250_000, 5_000_000, true),
                58,
                "15 Paarungen, 1.2 von 5.0 Mio. Spielen, noch 30 s ██░░░░░░",
            ),
            (status(3, 4, false), 30, "15 Paarungen, noch 3 s █████░░"),
            (status(5, 4, false), 25, "15 Paarungen, noch 0 s ██"),
            (status(0, 4, false), 25, "15 Paarungen, noch ? ░░░░"),
            (status(1, u64::MAX, false), 14, "15 Paarungen, "),
        ] {
            assert_eq!(status.line(elapsed, width), shown);
        }
        for (seconds, shown) in [(0, "0 s"), (99, "99 s"), (150, "2 min"), (86_400, "24 h")] {
            assert_eq!(time(seconds), shown);
        }
    }
}
