//! Dice from their faces.

use wuerfelglueck::dice::Die;

/// The die with these faces.
pub fn die(faces: impl IntoIterator<Item = u32>) -> Die {
    Die::new(faces.into_iter().collect()).expect("a die has faces")
}
