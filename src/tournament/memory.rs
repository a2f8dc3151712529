//! The memory plan: which dice have their tables in memory at the same time.
//!
//! If the tables of all kinds of dice fit into the memory, all are there at once. Otherwise the kinds are cut into groups
//! whose tables take at most half of the memory each, and every two groups meet in turn, each group first with itself. So if
//! the memory holds 1/g of all tables, there are 2g groups, and a table is built g times on average.
//!
//! Two kinds are always there, even if the memory is less than the [`least`]. While tables are built there is one more for
//! each thread.

use std::ops::Range;

use itertools::Itertools;

/// The least memory in which every two kinds can meet, if their tables take these numbers of bytes.
pub fn least(bytes: &[usize]) -> usize {
    bytes.iter().sorted_unstable().rev().take(2).sum()
}

/// Groups of kinds whose tables take these numbers of bytes. With at most so many bytes in memory, any two can meet.
pub fn groups(bytes: &[usize], most: usize) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    // The largest table has room beside any group, and all tables beside none.
    let largest = bytes.iter().copied().max().unwrap_or(0);
    let of_group = match bytes.iter().sum::<usize>() {
        all if all <= most => all,
        _ => (most / 2).min(most.saturating_sub(largest)),
    };
    let mut taken = 0;
    for (kind, bytes) in bytes.iter().enumerate() {
        taken += bytes;
        match groups.last_mut() {
            Some(group) if taken <= of_group => group.end = kind + 1,
            _ => {
                groups.push(kind..kind + 1);
                taken = *bytes;
            }
        }
    }
    groups
}
