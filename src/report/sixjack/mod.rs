//! What Six Jack prints: its results, one file a format, and a told game.

mod json;
mod log;
mod report;
mod svg;
mod table;
mod text;
mod tsv;

pub use json::write as write_json;
pub use log::{Log, WriteLog, write_json as write_log_json, write_text as write_log_text};
pub use report::{Chance, SixJackReport, WriteSixJack};
pub use svg::write as write_svg;
pub use text::write as write_text;
pub use tsv::write as write_tsv;
