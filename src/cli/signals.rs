//! Signals that ask for the end. A thread receives them: it leaves them to the work, or takes the bar
//! away and ends the process.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::{
    consts::*,
    iterator::Signals,
    low_level::{emulate_default_handler, signal_name},
};

use super::system::SystemError;
use super::terminal;

/// The number of further signals that are left to the work; the next one ends the process.
static LEFT_TO_WORK: AtomicUsize = AtomicUsize::new(0);
/// The signal that was left to the work last, 0 if none was.
static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Leaves the next `number` signals to the work, which [asks](received) for them. Where it has
/// started other programs, it takes all, so that it can end these first.
///
/// # Errors
///
/// If signals cannot be received.
pub fn leave_to_work(number: usize) -> Result<(), SystemError> {
    LEFT_TO_WORK.store(number, Ordering::SeqCst);
    receive()
}

/// Starts to receive signals, unless that was done before. Until then they end the process by
/// themselves.
///
/// # Errors
///
/// If signals cannot be received.
pub fn receive() -> Result<(), SystemError> {
    static IS_RECEIVING: AtomicBool = AtomicBool::new(false);
    if IS_RECEIVING.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    start_thread()
}

/// Returns the signal that was left to the work last, if one was.
pub fn received() -> Option<i32> {
    let signal = RECEIVED.load(Ordering::SeqCst);
    (signal != 0).then_some(signal)
}

/// Leaves a signal to the work, or ends the process as it does.
fn react_to(signal: i32) {
    let left = LEFT_TO_WORK.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |number| {
        number.checked_sub(1)
    });
    if left.is_ok() {
        RECEIVED.store(signal, Ordering::SeqCst);
        return;
    }
    let _hidden = terminal::hide();
    #[cfg(unix)]
    let _ = emulate_default_handler(signal);
    process::exit(exit_code(signal))
}

#[cfg(unix)]
fn start_thread() -> Result<(), SystemError> {
    let mut signals = Signals::new(find_handled()).map_err(SystemError)?;
    super::system::spawn(move || signals.forever().for_each(react_to))?;
    Ok(())
}

/// Receives Ctrl-C, and what else a console ends its programs by.
#[cfg(windows)]
fn start_thread() -> Result<(), SystemError> {
    /// The number that Ctrl-C has among signals.
    const INTERRUPT: i32 = 2;
    let received = ctrlc::set_handler(|| react_to(INTERRUPT));
    received.map_err(|_| SystemError(std::io::ErrorKind::Other.into()))
}

/// Finds the signals that are received.
///
/// Not those that were ignored when the process started, as a shell wants it of Ctrl-C for what it
/// runs in the background. Only Linux tells without `unsafe`: signal n is bit n - 1.
#[cfg(unix)]
fn find_handled() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .unwrap_or_default();
    let ignored = u64::from_str_radix(mask.trim(), 16).unwrap_or(0);
    [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
        .into_iter()
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
    let effect = match signal {
        SIGSEGV | SIGBUS => "Speicherzugriffsfehler",
        SIGABRT | SIGTRAP => "abgebrochen",
        SIGFPE => "Rechenfehler, etwa eine Division durch 0",
        SIGILL => "ungültiger Maschinenbefehl",
        SIGSYS => "verbotener Systemaufruf",
        SIGKILL | SIGTERM => "beendet",
        SIGINT => "unterbrochen",
        SIGHUP => "Verbindung getrennt",
        SIGPIPE => "Ausgabe geschlossen",
        SIGXCPU => "Rechenzeit verbraucht",
        SIGXFSZ => "Datei zu groß",
        _ => return format!("Nummer {signal}"),
    };
    let name = signal_name(signal).unwrap_or_default();
    format!("{effect} ({name})")
}
