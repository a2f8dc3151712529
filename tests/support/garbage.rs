//! Generated garbage.

use proptest::prelude::*;

/// Bytes, words that mean something in a dice file, and files with a fault.
pub fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        "[0-9]{1,3}",
        "[0-9]{9,22}",
        "[-+.,x/]?[0-9]{0,2}[-+.,x/]?",
        Just("\u{feff}".to_string()),
        "\\PC{0,3}",
    ];
    let separator = prop_oneof![
        8 => Just(" "),
        2 => Just("\n"),
        1 => Just("\t"),
        1 => Just("\r\n"),
        1 => Just("\n\n"),
        1 => Just("\0"),
    ];
    let words = prop::collection::vec((word, separator), 0..30).prop_map(|words| {
        words
            .into_iter()
            .flat_map(|(word, separator)| [word, separator.to_string()])
            .collect::<String>()
            .into_bytes()
    });
    let die = prop::collection::vec(0u32..100, 1..8)
        .prop_map(|faces| format!("{} {}", faces.len(), spaced(&faces)));
    let file = (
        prop::collection::vec(die, 2..6),
        any::<prop::sample::Index>(),
        any::<u8>(),
    )
        .prop_map(|(dice, place, byte)| {
            let mut file = format!("{}\n{}\n", dice.len(), dice.join("\n")).into_bytes();
            let place = place.index(file.len());
            file[place] = byte;
            file
        });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..60), words, file]
}

fn spaced(faces: &[u32]) -> String {
    faces
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
