//! What is printed as the result, one file per format.

pub mod decimal;
pub mod sixjack;
pub mod text;
