//! What is refused: stdout stays empty, stderr has one line, and the exit code is 2.

use std::fs;

use crate::process::root;
use crate::replay::fixture;

/// One test for each file of refusals.
macro_rules! refusals {
    ($($name:ident: $file:expr;)*) => {
        $(
            #[test]
            fn $name() {
                refused($file);
            }
        )*
    };
}

refusals! {
    dice_files: "meldungen/wuerfeldatei.txt";
    command_lines: "meldungen/befehlszeile.txt";
    diagnose: "meldungen/diagnose.txt";
    erzeuge: "meldungen/erzeuge.txt";
    pruefe: "meldungen/pruefe.txt";
    rule_sets: "meldungen/regelwerke.txt";
    sammle: "meldungen/sammle.txt";
    sixjack: "meldungen/sixjack.txt";
    spiel: "meldungen/spiel.txt";
    lines_that_cannot_be_put_together: "meldungen/zeilen.txt";
}

/// The commands say what the fixture shows, and that is a refusal.
fn refused(name: &str) {
    let commands = fixture(name);
    let text = fs::read_to_string(root().join("tests/fixtures").join(name)).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let refusals = lines.chunks(3).filter(|lines| match lines[..] {
        [command, message, code] => {
            command.starts_with("$ ") && message.starts_with("2> ") && code == "$? 2"
        }
        _ => panic!("{name}: {lines:?}"),
    });
    assert_eq!(refusals.count(), commands, "{name}");
}
