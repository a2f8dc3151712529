//! Results as pictures, in SVG: one file a picture; they share `canvas` and `caption`.

mod canvas;
mod caption;
pub mod claims;
mod list;
mod matrix;

use itertools::Itertools;

use super::run::ListReport;
use canvas::Picture;
use caption::describe_origin;

/// Draws the lists, or with the pairings their matrices instead, one below the other.
pub fn render(report: &ListReport) -> String {
    let (run, dice) = (report.run, report.dice);
    let mut picture = Picture::default();
    let mut captions = Vec::new();
    for (list, label) in run.lists.iter().zip(run.labels()) {
        captions.push(if report.with_pairings {
            matrix::draw(&mut picture, dice, &list.ranking)
        } else {
            list::draw(&mut picture, dice, &list.ranking, &label.to_string())
        });
        picture.write_small_print(&describe_origin(&[list], "", Some(run.seed)));
        picture.y += 4.0;
    }
    let descriptions = captions.iter().map(|caption| &caption.description);
    picture.into_svg(&captions[0].title, &descriptions.unique().join("; "))
}
