//! The sampling distribution of lists of games, and their likelihood.
//!
//! [`Expected`] has the expected shares of a list and their covariance. [`GoodnessOfFit`] is the
//! likelihood of lists by that, for any number of games per pairing. [`ListSampling`] gives the
//! limits of lists of a known number of games.

mod binomial;
pub(crate) mod cholesky;
pub(crate) mod equal;
pub(crate) mod expected;
pub(crate) mod fit;
pub(crate) mod sampling;
pub(crate) mod writing;

pub use expected::{Expected, PairingEstimate, PairingGames, WeightedEstimate};
pub use fit::GoodnessOfFit;
pub use sampling::{ListSampling, SampledPairing};
pub use writing::{LEAST_UNIT, WrittenShare, WrittenShares};
