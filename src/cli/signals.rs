//! Signals that ask for the end: they end the process, wait while a bar is shown, or are left to
//! the work.
//!
//! Handlers are [installed](install) once, at the start. From then on a [`Mode`] decides the effect
//! of the next signal: [`delay`] changes it for a moment, [`defer_first`] and [`defer_all`] for
//! good.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
use std::sync::LazyLock;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::{consts::*, flag, low_level::emulate_default_handler};

/// Effect of the next signal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It ends the process at once, nearly all signals as if no handler was installed.
    EndProcess,
    /// It waits until a [`Delay`] is dropped.
    Delay,
    /// The work asks for it. A second one ends the process.
    DeferFirst,
    /// The work asks for it. A second one ends the process on Windows only.
    DeferAll,
}

/// The present mode, which [`enter`] alone changes.
static MODE: Mutex<Mode> = Mutex::new(Mode::EndProcess);
/// True if the next signal ends the process: the part of the mode that handlers can read without
/// `unsafe`. In [`Mode::DeferFirst`] the handler of the first signal sets it.
#[cfg(unix)]
static ENDS_PROCESS: AtomicBool = AtomicBool::new(true);
/// Number of the signal that came last, 0 if none did.
static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// The mode, which does not change while this is there. Handlers on Unix never wait for it.
fn lock_mode() -> MutexGuard<'static, Mode> {
    MODE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Changes the `current` mode, which is locked, and [`ENDS_PROCESS`] with it.
fn enter(mode: Mode, current: &mut Mode) {
    *current = mode;
    #[cfg(unix)]
    ENDS_PROCESS.store(mode == Mode::EndProcess, Ordering::SeqCst);
}

/// Installs the handlers of all signals that ask a process to end, but for those that are
/// [ignored](find_handled).
#[cfg(unix)]
pub fn install() {
    // Without handlers, signals do what they do by themselves.
    for &signal in &*HANDLED {
        // In this order: `Delay::drop`, which says first that signals end the process, and asks
        // then whether one came, misses none.
        let _ = flag::register_usize(signal, &RECEIVED, signal as usize);
        let _ = if ENDING.contains(&signal) {
            flag::register_conditional_default(signal, &ENDS_PROCESS)
        } else {
            flag::register_conditional_shutdown(signal, exit_code(signal), &ENDS_PROCESS)
        };
    }
}

/// Installs the handler of Ctrl-C, and of what else a console ends its programs by.
#[cfg(windows)]
pub fn install() {
    /// The number that Ctrl-C has among signals.
    const INTERRUPT: i32 = 2;
    // Without a handler, it does what it does by itself.
    let _ = ctrlc::set_handler(|| {
        // In this order: see `Delay::drop`.
        let is_second = RECEIVED.swap(INTERRUPT as usize, Ordering::SeqCst) != 0;
        let mode = *lock_mode();
        let ends_process = match mode {
            Mode::EndProcess => true,
            Mode::Delay => false,
            Mode::DeferFirst | Mode::DeferAll => is_second,
        };
        if ends_process {
            process::exit(exit_code(INTERRUPT));
        }
    });
}

/// Makes the first signal let the next one end the process. This cannot be undone.
#[cfg(unix)]
fn let_second_end() {
    for &signal in &*HANDLED {
        let _ = flag::register(signal, &ENDS_PROCESS);
    }
}

/// Signals of every Unix that end a process unless it handles them. Not SIGKILL, which it cannot
/// handle, SIGPIPE, which Rust ignores, SIGABRT, by which a process ends itself, nor those of a
/// faulty instruction, which would come again.
#[cfg(unix)]
const ENDING: [i32; 13] = [
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU, SIGXFSZ,
];

/// Signals of Linux alone that end a process: SIGSTKFLT, SIGIO, SIGPWR and real-time signals. Here
/// they end it with an exit code.
#[cfg(target_os = "linux")]
fn ending_on_linux() -> impl Iterator<Item = i32> {
    [16, SIGIO, 30].into_iter().chain(34..=64)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn ending_on_linux() -> impl Iterator<Item = i32> {
    std::iter::empty()
}

/// Signals that have handlers.
#[cfg(unix)]
static HANDLED: LazyLock<Vec<i32>> = LazyLock::new(find_handled);

/// Finds the signals that end this process.
///
/// Not those that were ignored when it started, as a shell wants it of Ctrl-C for what it runs in
/// the background. Only Linux tells without `unsafe`: signal n is bit n - 1.
#[cfg(unix)]
fn find_handled() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .unwrap_or_default();
    let ignored = u64::from_str_radix(mask.trim(), 16).unwrap_or(0);
    ENDING
        .into_iter()
        .chain(ending_on_linux())
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
        .collect()
}

/// Exit code of a process that this signal has asked to end, as shells expect it.
pub fn exit_code(signal: i32) -> i32 {
    /// `STATUS_CONTROL_C_EXIT`, as Windows calls it.
    const CONTROL_C_EXIT: u32 = 0xC000_013A;
    if cfg!(windows) {
        CONTROL_C_EXIT.cast_signed()
    } else {
        128 + signal
    }
}

/// The effect of a signal that has ended another program, in German, with its name; the number alone
/// if it is a rare one.
#[cfg(unix)]
pub fn describe(signal: i32) -> String {
    let (effect, name) = match signal {
        SIGSEGV => ("Speicherzugriffsfehler", "SIGSEGV"),
        SIGBUS => ("Speicherzugriffsfehler", "SIGBUS"),
        SIGABRT => ("abgebrochen", "SIGABRT"),
        SIGFPE => ("Rechenfehler, etwa eine Division durch 0", "SIGFPE"),
        SIGILL => ("ungültiger Maschinenbefehl", "SIGILL"),
        SIGTRAP => ("abgebrochen", "SIGTRAP"),
        SIGSYS => ("verbotener Systemaufruf", "SIGSYS"),
        SIGKILL => ("beendet", "SIGKILL"),
        SIGTERM => ("beendet", "SIGTERM"),
        SIGINT => ("unterbrochen", "SIGINT"),
        SIGHUP => ("Verbindung getrennt", "SIGHUP"),
        SIGPIPE => ("Ausgabe geschlossen", "SIGPIPE"),
        SIGXCPU => ("Rechenzeit verbraucht", "SIGXCPU"),
        SIGXFSZ => ("Datei zu groß", "SIGXFSZ"),
        _ => return format!("Nummer {signal}"),
    };
    format!("{effect} ({name})")
}

/// Time in which signals do not end the process. At its end, one that came does so after all,
/// unless it is deferred by then.
pub struct Delay<F: FnMut()> {
    before_end: F,
}

/// Delays signals, unless they are deferred. If one comes, the drop of the [`Delay`] calls
/// `before_end` and ends the process.
pub fn delay<F: FnMut()>(before_end: F) -> Delay<F> {
    let mut mode = lock_mode();
    if *mode == Mode::EndProcess {
        enter(Mode::Delay, &mut mode);
    }
    Delay { before_end }
}

impl<F: FnMut()> Drop for Delay<F> {
    fn drop(&mut self) {
        let mut mode = lock_mode();
        if *mode != Mode::Delay {
            return;
        }
        enter(Mode::EndProcess, &mut mode);
        drop(mode);
        if let Some(signal) = received() {
            (self.before_end)();
            end_process(signal);
        }
    }
}

/// Ends the process as the signal does.
fn end_process(signal: i32) -> ! {
    #[cfg(unix)]
    let _ = emulate_default_handler(signal);
    process::exit(exit_code(signal))
}

/// Leaves the first signal to the work, for good. A second one ends the process at once.
pub fn defer_first() {
    let mut mode = lock_mode();
    if *mode == Mode::DeferFirst {
        return;
    }
    // Elsewhere the handler asks for the mode itself.
    #[cfg(unix)]
    let_second_end();
    enter(Mode::DeferFirst, &mut mode);
}

/// Leaves signals to the work, for good. No number of them ends the process, so that it can end the
/// processes that it has started. On Windows a second Ctrl-C does.
pub fn defer_all() {
    enter(Mode::DeferAll, &mut lock_mode());
}

/// Returns the signal that has asked for the end last, if one has.
pub fn received() -> Option<i32> {
    let signal = RECEIVED.load(Ordering::SeqCst) as i32;
    (signal != 0).then_some(signal)
}
