//! The standard streams as the process was given them.
//!
//! Rust's runtime opens `/dev/null` in the place of a stream that is closed, and takes for success what the
//! system refuses because a stream is open the other way round (EBADF). A list that nobody can have received
//! would end with exit code 0. So a function notes before the runtime begins which streams are closed: from
//! `main` on they cannot be told from `/dev/null`, which other programs rightly give to the ones they start.

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::fd::BorrowedFd;
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::io::Errno;
    use rustix::stdio::{stderr, stdin, stdout};

    static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
    static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Notes which streams are closed. This runs before `main`, where nothing of Rust's library but what
    /// needs no runtime may be used.
    #[ctor::ctor]
    fn look() {
        STDIN_IS_CLOSED.store(fcntl_getfl(stdin()).is_err(), Ordering::Relaxed);
        STDOUT_IS_CLOSED.store(fcntl_getfl(stdout()).is_err(), Ordering::Relaxed);
    }

    /// Whether standard input can be read.
    pub(in super::super) fn check_stdin() -> io::Result<()> {
        check(stdin(), &STDIN_IS_CLOSED, OFlags::WRONLY)
    }

    /// Whether standard output can be written.
    pub(in super::super) fn check_stdout() -> io::Result<()> {
        check(stdout(), &STDOUT_IS_CLOSED, OFlags::RDONLY)
    }

    /// Whether a stream is open, and not the wrong way round.
    fn check(stream: BorrowedFd, is_closed: &AtomicBool, wrong: OFlags) -> io::Result<()> {
        let access = fcntl_getfl(stream)? & OFlags::ACCMODE;
        match is_closed.load(Ordering::Relaxed) || access == wrong {
            true => Err(Errno::BADF.into()),
            false => Ok(()),
        }
    }

    /// Waits until standard input has something to read, or its end.
    pub(in super::super) fn wait_for_stdin() {
        wait(stdin(), PollFlags::IN);
    }

    /// Waits until standard output takes something.
    pub(in super::super) fn wait_for_stdout() {
        wait(stdout(), PollFlags::OUT);
    }

    /// Waits until standard error takes something.
    pub(in super::super) fn wait_for_stderr() {
        wait(stderr(), PollFlags::OUT);
    }

    /// Waits for a stream. If that cannot be, the next attempt to use the stream says why.
    fn wait(stream: BorrowedFd, what: PollFlags) {
        let _ = poll(&mut [PollFd::new(&stream, what)], None);
    }

    /// Whether the system has refused a stream as closed, or as open the wrong way round.
    pub(in super::super) fn is_refused(error: &io::Error) -> bool {
        error.raw_os_error() == Some(Errno::BADF.raw_os_error())
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::thread;
    use std::time::Duration;

    /// What the system refuses is not known before it is tried.
    pub(in super::super) fn check_stdin() -> io::Result<()> {
        Ok(())
    }

    /// What the system refuses is not known before it is tried.
    pub(in super::super) fn check_stdout() -> io::Result<()> {
        Ok(())
    }

    /// Waits a little.
    pub(in super::super) fn wait_for_stdin() {
        thread::sleep(Duration::from_millis(10));
    }

    /// Other systems have no such error.
    pub(in super::super) fn is_refused(_: &io::Error) -> bool {
        false
    }

    pub(in super::super) use wait_for_stdin as wait_for_stderr;
    pub(in super::super) use wait_for_stdin as wait_for_stdout;
}

#[cfg(not(unix))]
pub(super) use other::*;
#[cfg(unix)]
pub(super) use unix::*;
