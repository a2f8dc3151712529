//! Results as pictures, in SVG: one file a picture, and what they have in common in `canvas` and `axis`.

mod axis;
mod canvas;
mod claims;
mod list;
mod matrix;
mod origin;
mod policy;
mod rounds;
mod slopes;

use std::fmt;

use super::ListReport;

pub use claims::write as write_judged;
pub(super) use origin::program;
pub(super) use policy::write as write_policy;
pub(super) use rounds::{Legend, Row, write as write_rounds};

/// Draws the list; with the pairings their matrix instead, and with several rule sets how ranks change between them.
pub fn write(out: &mut dyn fmt::Write, report: &ListReport) -> fmt::Result {
    match report.rankings {
        _ if report.pairings => matrix::write(out, report),
        [(rules, ranking)] => list::write(out, report, *rules, ranking),
        _ => slopes::write(out, report),
    }
}
