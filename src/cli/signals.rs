//! Signals that ask for the end. Usually they end the process at once, as if nobody had taken them. While something
//! [`holds`](hold) them, that is asked whether one came, does what has to be done first, and [lets them go](let_go).

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::{consts::*, flag, low_level::emulate_default_handler};

/// Whether a signal ends the process by itself.
static ENDS: AtomicBool = AtomicBool::new(true);
/// The signal that came, 0 if none did.
static ASKED: AtomicUsize = AtomicUsize::new(0);
/// Whether there is something to print if a signal asks for the end.
static IS_GENTLE: AtomicBool = AtomicBool::new(false);

/// The signals that end a process unless it takes them. Not those of a faulty instruction, which would come again.
#[cfg(unix)]
const ENDING: [i32; 13] = [
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU, SIGXFSZ,
];

/// Those that only Linux has: SIGSTKFLT, SIGIO, SIGPWR and real-time signals. They end the process with an exit code.
#[cfg(target_os = "linux")]
fn ending_on_linux() -> impl Iterator<Item = i32> {
    [16, SIGIO, 30].into_iter().chain(34..=64)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn ending_on_linux() -> impl Iterator<Item = i32> {
    std::iter::empty()
}

/// Takes signals from now on. An abort, which is how Rust ends where a small piece of memory is refused (see
/// [`allocation`](wuerfelglueck::allocation)), becomes exit code 1.
#[cfg(unix)]
pub fn take() {
    static ALWAYS: AtomicBool = AtomicBool::new(true);
    // Without handlers, signals do what they do by themselves.
    let _ = flag::register_conditional_shutdown(SIGABRT, super::errors::FAILED.into(), &ALWAYS);
    for signal in taken() {
        // In this order: whoever says that signals end the process, and asks then whether one came, misses none.
        let _ = flag::register_usize(signal, &ASKED, signal as usize);
        let _ = match ENDING.contains(&signal) {
            true => flag::register_conditional_default(signal, &ENDS),
            false => flag::register_conditional_shutdown(signal, exit_code(signal), &ENDS),
        };
    }
}

/// Takes Ctrl-C from now on, and what else a console ends its programs by.
#[cfg(windows)]
pub fn take() {
    /// The number that Ctrl-C has among signals.
    const CONTROL_C: i32 = 2;
    // Without a handler, it does what it does by itself.
    let _ = ctrlc::set_handler(|| {
        let is_second = ASKED.swap(CONTROL_C as usize, Ordering::SeqCst) != 0;
        if ENDS.load(Ordering::SeqCst) || is_second && IS_GENTLE.load(Ordering::SeqCst) {
            process::exit(exit_code(CONTROL_C));
        }
    });
}

/// The exit code of a process that this signal has asked to end, as shells expect it.
pub fn exit_code(signal: i32) -> i32 {
    /// `STATUS_CONTROL_C_EXIT`, as Windows calls it.
    const CONTROL_C: u32 = 0xC000_013A;
    if cfg!(windows) {
        CONTROL_C.cast_signed()
    } else {
        128 + signal
    }
}

/// The signals that are taken, but for those that whoever started the program wants to be ignored, as a shell does with Ctrl-C for
/// what it runs in the background. Only Linux tells without `unsafe`: signal n is bit n - 1.
#[cfg(unix)]
fn taken() -> impl Iterator<Item = i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(mask.unwrap_or_default().trim(), 16).unwrap_or(0);
    let all = ENDING.into_iter().chain(ending_on_linux());
    all.filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// From now on, the first signal only asks for the end.
pub fn hold() {
    if asked().is_none() {
        ENDS.store(false, Ordering::SeqCst);
    }
}

/// From now on, a signal ends the process by itself, unless there is something to print. If one has come already, this does what
/// is to be done `first` and ends the process as the signal does.
pub fn let_go(first: impl FnOnce()) {
    if IS_GENTLE.load(Ordering::SeqCst) {
        return;
    }
    ENDS.store(true, Ordering::SeqCst);
    if let Some(signal) = asked() {
        first();
        #[cfg(unix)]
        let _ = emulate_default_handler(signal);
        process::exit(exit_code(signal));
    }
}

/// From now on the work itself asks for signals, and no number of them ends the process, so that it
/// can end what it has started. On Windows a second Ctrl-C does.
pub fn defer_all() {
    IS_GENTLE.store(true, Ordering::SeqCst);
    hold();
}

/// From now on the work itself asks for signals. A second one ends the process at once.
pub fn be_gentle() {
    IS_GENTLE.store(true, Ordering::SeqCst);
    #[cfg(unix)]
    for signal in taken() {
        let _ = flag::register(signal, &ENDS);
    }
    hold();
}

/// The signal that has asked for the end, if one has.
pub fn asked() -> Option<i32> {
    let signal = ASKED.load(Ordering::SeqCst) as i32;
    (signal != 0).then_some(signal)
}
