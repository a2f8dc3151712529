//! The model of a list: how its shares scatter, and its likelihood.
//!
//! [`Expected`] has the expected shares of a list and their covariance. [`ListModel`] has the tests
//! of a number of games per pairing, [`GoodnessOfFit`] those of all lists of a program together,
//! and their likelihood.

pub(crate) mod cholesky;
pub(crate) mod equal;
pub(crate) mod expected;
pub(crate) mod fit;
mod model;
pub(crate) mod quantiles;
pub(crate) mod writing;

pub use expected::{Expected, PairingEstimate, PairingGames, WeightedEstimate};
pub use fit::{GameCount, GoodnessOfFit};
pub use model::{Errors, ListModel, ShareDeviation, SquareSum};
pub use writing::{LEAST_UNIT, WrittenShare, WrittenShares};
