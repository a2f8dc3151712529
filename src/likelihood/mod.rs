//! How lists of games scatter, and how likely a list is.
//!
//! [`Expected`] is what a list would be, apart from chance, and the covariance of its shares. [`Fit`] says how likely
//! lists are by that, for any number of games per pairing. [`Chance`] says what lists of a known
//! number may be off.

mod binomial;
pub(crate) mod chance;
pub(crate) mod cholesky;
pub(crate) mod equal;
pub(crate) mod expected;
pub(crate) mod fit;
pub(crate) mod writing;

pub use chance::Chance;
pub use expected::{Expected, Meeting, PairingGames};
pub use fit::Fit;
pub use writing::{GivenShares, LEAST_UNIT, Shown};
