//! The check of lists: what is known about each, and a file a format.

mod json;
mod judged;
mod junit;
mod text;
mod tsv;

pub use super::svg::write_judged as write_svg;
pub use json::write as write_json;
pub(super) use judged::counts;
pub use judged::{Judged, JudgedList, WriteJudged};
pub use junit::write as write_junit;
pub use text::{write as write_text, write_github};
pub use tsv::write as write_tsv;
