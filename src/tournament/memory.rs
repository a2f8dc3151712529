//! The memory plan: which dice have their tables in memory at the same time.
//!
//! If the tables of all kinds of dice fit into the memory, all are there at once, and one [`Section`] has
//! all pairings. Otherwise the kinds are cut into groups whose tables take at most half of the memory each, and every two
//! groups meet in turn, each group first with itself. So if the memory holds 1/g of all tables, there are 2g groups, and a
//! table is built g times on average.
//!
//! One host and one guest are always there, even if the memory is less than the [`least`]. While tables are built there is
//! one more for each thread.

use std::ops::Range;

use itertools::Itertools;

/// Pairings that are played together: those of a host and a guest, by the numbers of their kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The kinds of the one group, whose tables stay until all other groups have been there.
    pub hosts: Range<usize>,
    /// The kinds that the hosts meet: the hosts themselves, or a later group.
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
    let kinds = 0..bytes.len();
    if bytes.iter().sum::<usize>() <= most {
        return vec![Section {
            hosts: kinds.clone(),
            guests: kinds,
        }];
    }
    // The largest table has room beside any group.
    let largest = bytes.iter().copied().max().unwrap_or(0);
    let of_group = (most / 2).min(most.saturating_sub(largest));
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut taken = 0;
    for (kind, bytes) in kinds.zip(bytes) {
        taken += bytes;
        match groups.last_mut() {
            Some(group) if taken <= of_group => group.end = kind + 1,
            _ => {
                groups.push(kind..kind + 1);
                taken = *bytes;
            }
        }
    }
    let pairs = groups.iter().enumerate().flat_map(|(number, hosts)| {
        let guests = groups[number..].iter();
        guests.map(|guests| Section {
            hosts: hosts.clone(),
            guests: guests.clone(),
        })
    });
    pairs.collect()
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
