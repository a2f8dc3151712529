//! The end of work before it is done.

use std::time::{Duration, Instant};

use super::signals;

/// The moments at which work shall end before it is done. Work asks whether one has come, and
/// returns what it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    deadline: Option<Instant>,
}

impl Stop {
    /// A signal, or the time `limit` after `start` if there is one.
    pub fn after(start: Instant, limit: Option<Duration>) -> Stop {
        Stop {
            deadline: limit.and_then(|limit| start.checked_add(limit)),
        }
    }

    /// Returns whether the work shall end now.
    pub fn is_due(&self) -> bool {
        let is_over = |deadline| Instant::now() >= deadline;
        signals::received().is_some() || self.deadline.is_some_and(is_over)
    }

    /// Returns whether the work ends at a time.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }
}
