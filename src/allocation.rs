//! Memory that the operating system may refuse.
//!
//! Where the input or an option decides how large an array becomes, it is reserved by [`reserve`]; before many small
//! pieces are allocated, [`ensure`] asks whether there is room for all of them. If there is not, the work
//! ends like a panic, on whatever thread it is, but silently: [`catch`] at the edge makes an error of it.
//! Nothing in between could do anything but pass it on. (So does Rust itself with `-Z oom=panic`.)
//!
//! Other allocations are not watched. If one of them is refused, stable Rust prints an English line and
//! aborts the process, which `cli` turns into exit code 1. Another line is not possible without `unsafe`: what
//! is called then cannot be chosen on stable Rust, and an allocator that asks first is `unsafe` by nature.

use std::hint;
use std::panic::{self, AssertUnwindSafe};

use thiserror::Error;

/// What is kept free beyond what is asked for, so that small allocations do not fail right after.
const SPARE: usize = 2 << 20;
/// Whoever makes a list larger than this leaves the spare memory free.
const LARGE: usize = 1 << 16;

/// The operating system gives no more memory.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "das Betriebssystem gibt nicht genug Speicher her für diese Aufgabe; \
     bitte weniger mit --speicher und --faeden, oder weniger Würfel oder Zeilen"
)]
pub struct OutOfMemory;

/// Makes room for so many more elements. The work ends if there is none.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        grow(list, more);
    }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize) {
    // A list that grows again and again gets more than it needs now, if there is more.
    if list.try_reserve(more).is_err() && list.try_reserve_exact(more).is_err() {
        refuse();
    }
    if list.capacity() * size_of::<T>() > LARGE {
        ensure(0);
    }
}

/// Ends the work if there is no room for so many bytes in small pieces, beside the spare memory.
pub fn ensure(bytes: usize) {
    let mut room = Vec::<u8>::new();
    let reserved = room.try_reserve_exact(bytes.saturating_add(SPARE));
    reserved.unwrap_or_else(|_| refuse());
    // What is never used might not be allocated at all.
    hint::black_box(&room);
}

/// Ends the work if there is no room for a few more small pieces. Who allocates many of them calls it with the index of each:
/// it looks every now and then.
pub fn ensure_some(index: usize) {
    if index.is_multiple_of(256) {
        ensure(0);
    }
}

fn refuse() -> ! {
    panic::resume_unwind(Box::new(OutOfMemory))
}

/// Does some work. It is an error if the work has ended for want of memory; any other panic goes on.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast() {
        Ok(refused) => *refused,
        Err(other) => panic::resume_unwind(other),
    })
}
