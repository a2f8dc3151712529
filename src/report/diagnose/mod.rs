//! The diagnosis of a program or of its lists: a table and sentences, or JSON.

mod json;
mod next_step;
mod text;

pub use json::render_json;
pub use text::{describe_diagnosis, describe_first_reason, render_conclusion, render_result};
