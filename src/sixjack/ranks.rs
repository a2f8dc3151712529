//! The ranks that players may truly have, where chance leaves their order open.

/// The number of standard errors that makes a difference certain: by chance alone, fewer than one
/// difference in 15,000 is that large.
pub(super) const CERTAIN_ERRORS: f64 = 4.0;

/// The ranks that a player may truly have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PossibleRanks {
    /// The best possible rank, from 1.
    pub first: usize,
    /// The worst possible rank.
    pub last: usize,
}

/// The possible ranks of each of this number of `players`, if `is_better` says whether it is
/// certain that the first of two is better.
pub(super) fn possible_ranks(
    players: usize,
    is_better: impl Fn(usize, usize) -> bool,
) -> Vec<PossibleRanks> {
    (0..players)
        .map(|player| {
            let better = (0..players).filter(|&other| is_better(other, player));
            let worse = (0..players).filter(|&other| is_better(player, other));
            PossibleRanks {
                first: better.count() + 1,
                last: players - worse.count(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the first of three is certainly the best, the others share the ranks behind it.
    #[test]
    fn uncertain_ranks_are_shared() {
        let ranks = possible_ranks(3, |better, worse| better == 0 && worse > 0);
        let range = |first, last| PossibleRanks { first, last };
        assert_eq!(ranks, [range(1, 1), range(2, 3), range(2, 3)]);
    }
}
