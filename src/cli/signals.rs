//! Signals: what ends or stops the program while a line shows how far it is waits until the line is taken away.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
use std::{fs, thread};

use rustix::process::{Pid, Signal, getpgrp, getsid, kill_process_group};
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU,
};
use signal_hook::flag::register_conditional_shutdown;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::errors::FAILED;

/// Makes exit code 1 of an abort, which is how Rust ends where a small piece of memory is refused: see
/// [`allocation`](crate::allocation).
pub(super) fn end_aborts_as_failures() {
    let always = Arc::new(AtomicBool::new(true));
    let _ = register_conditional_shutdown(SIGABRT, i32::from(FAILED), always);
}

/// The signals that end or stop a program unless it takes them, but for those that no program can take.
const ENDING: [i32; 11] = [
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM,
    SIGXCPU,
];

/// Does something while a line is away.
type Without = Box<dyn Fn(&dyn Fn()) + Send>;

/// That of the line that was shown last. Another line is not shown while this is held.
static LAST: Mutex<Option<Without>> = Mutex::new(None);

/// From now on, what signals do is done `without` this line, which is about to be shown. Before the first line
/// and the first child no signal is touched.
pub(super) fn protect(without: impl Fn(&dyn Fn()) + Send + 'static) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(without));
    listen();
}

/// The process that leads a group of children, if there is one.
static CHILD: Mutex<Option<u32>> = Mutex::new(None);

/// From now on, a signal that ends this process ends this child before, with all processes of its group.
pub(super) fn end_with_us(child: Option<u32>) {
    *CHILD.lock().unwrap_or_else(PoisonError::into_inner) = child;
    listen();
}

/// Ends all processes of the group that this one leads.
pub(super) fn end_group(leader: u32) {
    let group = i32::try_from(leader).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Whether there is something to print if a signal asks for the end.
static IS_GENTLE: AtomicBool = AtomicBool::new(false);

/// The signal that has asked for it; 0 if none has.
static ASKED: AtomicI32 = AtomicI32::new(0);

/// From now on, the first SIGINT or SIGTERM only asks for the end; the second one ends the process.
pub(super) fn ask_before_ending() {
    if !IS_GENTLE.swap(true, Ordering::Relaxed) {
        listen();
    }
}

/// The signal that has asked for the end, if one has.
pub(super) fn asked() -> Option<i32> {
    Some(ASKED.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
}

/// Takes signals from now on.
fn listen() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let (ready, is_ready) = mpsc::channel::<()>();
        // Signals that were registered without a thread would be lost, so the thread registers them.
        let started = thread::Builder::new().spawn(move || {
            let ignored = ignored();
            let signals = ENDING
                .iter()
                .filter(|&&signal| ignored >> (signal - 1) & 1 == 0);
            if let Ok(mut signals) = Signals::new(signals) {
                drop(ready);
                signals.forever().for_each(take);
            }
        });
        if started.is_ok() {
            let _ = is_ready.recv();
        }
    });
}

/// Does what the signal does by itself, while the line is away.
fn take(signal: i32) {
    let is_end = [SIGINT, SIGTERM].contains(&signal) && IS_GENTLE.load(Ordering::Relaxed);
    if is_end && ASKED.swap(signal, Ordering::Relaxed) == 0 {
        return;
    }
    // A session without job control has nobody who would continue what is stopped, and the system stops
    // nothing there.
    if signal == SIGTSTP && getsid(None) == Ok(getpgrp()) {
        return;
    }
    let child = CHILD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(child) = *child
        && signal != SIGTSTP
    {
        end_group(child);
    }
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let act = || {
        let _ = emulate_default_handler(signal);
    };
    match &*last {
        Some(without) => without(&act),
        None => act(),
    }
}

/// The signals that whoever started the program wants to be ignored, as a shell does with Ctrl+C for what it
/// runs in the background. Only Linux tells without `unsafe`: signal n is bit
/// n - 1.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
