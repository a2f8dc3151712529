//! The memory plan: which dice have their tables in memory at the same time.
//!
//! If the tables of all kinds of dice fit into the memory, all are there at once, and one [`Section`] has
//! all pairings. Otherwise some kinds are *hosts*: their tables take at most three quarters of the memory, and
//! leave room for any other. The tables of all later kinds come as *guests*, as many at a time as fit into
//! what the hosts leave. When all guests have been there, the next kinds are hosts.
//!
//! So if the memory holds 1/g of all tables, each table is built some 2 + g · 2/3 times in all. One host and
//! one guest are always there, even if the memory is less than the [`least`]. While tables are built there is
//! one more for each thread.

use std::ops::Range;

use itertools::Itertools;

/// The part of the memory for hosts, in quarters.
const HOSTS: usize = 3;

/// Pairings that are played together: those of a host and a guest, by the numbers of their kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The kinds whose tables stay until all guests have been there.
    pub hosts: Range<usize>,
    /// The kinds that the hosts meet: the hosts themselves, or kinds with higher numbers.
    pub guests: Range<usize>,
}

impl Section {
    /// Whether competitors of these kinds meet in it.
    pub fn has(&self, kinds: [usize; 2]) -> bool {
        let [one, other] = kinds;
        self.hosts.contains(&one.min(other)) && self.guests.contains(&one.max(other))
    }
}

/// The least memory in which every two kinds can meet, if their tables take these numbers of bytes.
pub fn least(bytes: &[usize]) -> usize {
    bytes.iter().sorted_unstable().rev().take(2).sum()
}

/// Sections that have every pairing once, for kinds whose tables take these numbers of bytes, with at most so
/// many bytes in memory at the same time.
pub fn sections(bytes: &[usize], most: usize) -> Vec<Section> {
    /// The longest run of kinds from this one on that takes at most so many bytes; at least one.
    fn run(bytes: &[usize], first: usize, most: usize) -> Range<usize> {
        let mut sum = bytes[first];
        let more = bytes[first + 1..].iter().take_while(|&&bytes| {
            sum += bytes;
            sum <= most
        });
        first..first + 1 + more.count()
    }
    let all = 0..bytes.len();
    if bytes.iter().sum::<usize>() <= most {
        return vec![Section {
            hosts: all.clone(),
            guests: all,
        }];
    }
    let largest = bytes.iter().copied().max().unwrap_or(0);
    let for_hosts = (most / 4 * HOSTS).min(most.saturating_sub(largest));
    let mut sections = Vec::new();
    let mut next = 0;
    while next < bytes.len() {
        let hosts = run(bytes, next, for_hosts);
        next = hosts.end;
        let taken: usize = bytes[hosts.clone()].iter().sum();
        // The hosts meet one another first.
        let mut guests = hosts.clone();
        loop {
            let met = guests.end;
            sections.push(Section {
                hosts: hosts.clone(),
                guests,
            });
            if met == bytes.len() {
                break;
            }
            guests = run(bytes, met, most.saturating_sub(taken));
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the automata take, every two kinds meet once, and the memory suffices if it is the least
        /// or more. With less there are one host and one guest.
        #[test]
        fn sections_have_every_pairing_once(
            bytes in prop::collection::vec(1usize..100, 0..20),
            most in 0usize..1500,
        ) {
            let (sections, least) = (sections(&bytes, most), least(&bytes));
            for one in 0..bytes.len() {
                for other in 0..bytes.len() {
                    let here = sections.iter().filter(|section| section.has([one, other]));
                    prop_assert_eq!(here.count(), 1, "{} {}", one, other);
                }
            }
            for Section { hosts, guests } in sections {
                let sum = |kinds: &Range<usize>| bytes[kinds.clone()].iter().sum::<usize>();
                let all = sum(&(hosts.start..hosts.end)) + if guests == hosts { 0 } else { sum(&guests) };
                prop_assert!(all <= most || most < least && hosts.len() == 1 && guests.len() == 1);
            }
        }
    }
}
