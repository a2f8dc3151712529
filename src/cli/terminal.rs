//! The line at the terminal that shows how far work is, below all that is written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use console::Term;

/// The columns of a terminal that does not tell its width.
const USUAL_WIDTH: u16 = 80;

/// True while the line is on the screen.
static IS_SHOWN: Mutex<bool> = Mutex::new(false);

/// Shows the line that `compose` makes for the number of columns that it may have, in place of the
/// one before. The last column stays free: a terminal may go on to the next row behind it.
pub fn show(compose: impl FnOnce(usize) -> String) {
    let mut is_shown = lock();
    let terminal = Term::buffered_stderr();
    let width = terminal
        .size_checked()
        .map_or(USUAL_WIDTH, |(_, width)| width);
    let line = compose(usize::from(width).saturating_sub(1));
    let _ = terminal.clear_line();
    // The cursor returns to the beginning: keys that the terminal echoes shall not break the line.
    let _ = terminal.write_str(&(line + "\r"));
    let _ = terminal.flush();
    *is_shown = true;
}

/// Takes the line away. It stays away until the guard that is returned is dropped.
pub fn hide() -> MutexGuard<'static, bool> {
    let mut is_shown = lock();
    if *is_shown {
        let _ = Term::stderr().clear_line();
        *is_shown = false;
    }
    is_shown
}

fn lock() -> MutexGuard<'static, bool> {
    IS_SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
