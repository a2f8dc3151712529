//! Memory that the operating system may refuse.
//!
//! Where an array grows with the input or with an option, it is reserved by [`reserve`]; before many small
//! pieces are allocated, [`ensure`] asks whether there is room for all of them. If there is not, the work
//! ends like a panic, on whatever thread it is, but silently: [`catch`] at the edge makes an error of it.
//! Nothing in between could do anything but pass it on. (So does Rust itself with `-Z oom=panic`.)
//!
//! Small allocations are not watched. If one of them is refused, stable Rust prints an English line and
//! aborts the process, which `cli` turns into exit code 1. Another line is not possible without `unsafe`: what
//! is called then cannot be chosen on stable Rust, and an allocator that asks first is `unsafe` by nature.

use std::hint;
use std::panic::{self, AssertUnwindSafe};

use thiserror::Error;

/// What is kept free beyond what is asked for, so that small allocations do not fail right after.
const SPARE: usize = 2 << 20;
/// Whoever makes a list larger than this leaves the spare memory free.
const LARGE: usize = 1 << 16;

/// What memory is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// What is read.
    Input,
    /// The tables of dice.
    Tables,
    /// What is known about each pairing.
    Pairings,
    /// What waits while probabilities are computed.
    Solving,
    /// What is printed.
    Output,
}

/// The operating system gives no more memory.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "das Betriebssystem gibt nicht genug Speicher her für {}",
    match .0 {
        Purpose::Input => "die Eingabe; bitte weniger oder kürzere Zeilen",
        Purpose::Tables => {
            "die Tabellen der Würfel; bitte weniger mit --speicher und --faeden, oder weniger Würfel"
        }
        Purpose::Pairings => "so viele Paarungen; bitte weniger Würfel",
        Purpose::Solving => "die Rechnung; bitte weniger mit --speicher und --faeden",
        Purpose::Output => "die Ausgabe; bitte weniger Würfel",
    }
)]
pub struct OutOfMemory(pub Purpose);

/// Makes room for so many more elements. The work ends if there is none.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize, purpose: Purpose) {
    if list.capacity() - list.len() < more {
        grow(list, more, purpose);
    }
}

/// Makes a list larger.
#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize, purpose: Purpose) {
    // A list that grows again and again gets more than it needs now, if there is more.
    let is_refused = list.try_reserve(more).is_err() && list.try_reserve_exact(more).is_err();
    let is_large = list.capacity() * size_of::<T>() > LARGE;
    if is_refused || is_large && !has_room(0) {
        refuse(purpose);
    }
}

/// Ends the work if there is no room for so many bytes in small pieces.
pub fn ensure(bytes: usize, purpose: Purpose) {
    if !has_room(bytes) {
        refuse(purpose);
    }
}

/// Ends the work if there is no room for a few more small pieces. Who allocates many of them asks every now
/// and then.
pub fn ensure_some(index: usize, purpose: Purpose) {
    /// How often it is asked.
    const EVERY: usize = 256;
    if index.is_multiple_of(EVERY) {
        ensure(0, purpose);
    }
}

/// Whether there is room for so many bytes beside the spare memory.
fn has_room(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(bytes.saturating_add(SPARE)).is_ok();
    // What is never used might not be allocated at all.
    hint::black_box(&room);
    is_there
}

/// Ends the work.
fn refuse(purpose: Purpose) -> ! {
    panic::resume_unwind(Box::new(OutOfMemory(purpose)))
}

/// Does some work.
///
/// # Errors
///
/// If the work has ended for want of memory.
///
/// # Panics
///
/// If the work panics for any other reason.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast() {
        Ok(refused) => *refused,
        Err(other) => panic::resume_unwind(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_an_error() {
        assert_eq!(catch(|| 1), Ok(1));
        let work = || {
            rayon::join(
                || reserve(&mut Vec::<u64>::new(), usize::MAX, Purpose::Tables),
                || (),
            )
        };
        assert_eq!(catch(work), Err(OutOfMemory(Purpose::Tables)));
        let work = || ensure(usize::MAX, Purpose::Input);
        assert_eq!(catch(work), Err(OutOfMemory(Purpose::Input)));
    }

    #[test]
    #[should_panic(expected = "another reason")]
    fn panics_stay_panics() {
        let _ = catch(|| panic!("another reason"));
    }
}
