//! The manual and the completions: they say what the help says, in German.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::help::{commands, help};
use crate::process::{binary, root, run};

fn output(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    assert_eq!(output.stderr, b"", "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A command, or the main job, as its help shows it.
struct Shown {
    /// Empty for the main job.
    command: String,
    /// All long options, with their dashes.
    options: BTreeSet<String>,
}

impl Shown {
    fn new(command: &str) -> Shown {
        let help = help(command);
        // An option begins its line, behind a few spaces.
        let options: BTreeSet<String> = help
            .lines()
            .filter(|line| line.trim_start().starts_with('-') && line.find('-') < Some(8))
            .filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")))
            .map(str::to_string)
            .collect();
        assert!(options.contains("--hilfe"), "{command}");
        Shown {
            command: command.into(),
            options,
        }
    }
}

/// The main job and all commands.
fn all_shown() -> Vec<Shown> {
    let commands = commands();
    let names = commands.iter().map(String::as_str);
    let all: Vec<Shown> = [""].into_iter().chain(names).map(Shown::new).collect();
    assert!(all.len() >= 4);
    assert!(all[0].options.len() >= 15, "{:?}", all[0].options);
    all
}

/// The page names every command with all its options, and nothing else.
#[test]
fn manual_shows_what_the_help_shows() {
    let page = output(&["erzeuge", "handbuch"]).replace("\\-", "-");
    let (synopsis, _) = page.split_once(".SH BESCHREIBUNG\n").unwrap();
    for Shown { command, options } in all_shown() {
        let (beginning, name) = match &command[..] {
            "" => (".SH OPTIONEN\n".into(), "wuerfelglueck".into()),
            command => (
                format!(".SS \"wuerfelglueck {command}\"\n"),
                format!("wuerfelglueck {command}"),
            ),
        };
        assert!(synopsis.contains(&format!("\\fB{name}\\fR")), "{name}");
        let (_, section) = page.split_once(&beginning).unwrap();
        let section = section.split("\n.S").next().unwrap();
        let own = section
            .lines()
            .filter(|line| line.starts_with("\\fB-"))
            .map(|line| {
                let (_, long) = line.split_once("\\fB--").unwrap();
                format!("--{}", long.split('\\').next().unwrap())
            });
        // What the main job has, too, is only named.
        let common = section
            .lines()
            .filter_map(|line| line.strip_prefix("Dazu, wie unter OPTIONEN: "))
            .flat_map(|names| names.trim_end_matches('.').split(", "))
            .map(str::to_string);
        let named: BTreeSet<String> = own.chain(common).collect();
        assert_eq!(named, options, "{name}");
    }
}

/// What the help shows as lines of their own are such lines on the page, too.
#[test]
fn examples_keep_their_lines() {
    let page = output(&["erzeuge", "handbuch"]);
    assert!(page.contains("\n.nf\n  2\n  6 1 2 3 4 5 6\n  6 1 1 1 6 6 6\n.fi\n"));
    let version = concat!(
        "\n.SH VERSION\nwuerfelglueck ",
        env!("CARGO_PKG_VERSION"),
        "\n"
    );
    assert!(page.ends_with(version));
    let sections: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix(".SH "))
        .collect();
    assert_eq!(
        sections,
        [
            "NAME",
            "ÜBERSICHT",
            "BESCHREIBUNG",
            "OPTIONEN",
            "BEFEHLE",
            "REGELN",
            "BEISPIELE",
            "RÜCKGABEWERT",
            "VERSION",
        ]
    );
    // Every option and every word has its text.
    let lines: Vec<&str> = page.lines().collect();
    let tags = lines.iter().enumerate().filter(|(_, line)| **line == ".TP");
    for (number, _) in tags {
        let text = lines[number + 2];
        assert!(
            !text.is_empty() && !text.starts_with('.'),
            "{}",
            lines[number + 1]
        );
    }
    // Each section has what its name says.
    let section = |name: &str| {
        let (_, behind) = page.split_once(&format!(".SH {name}\n")).unwrap();
        behind.split("\n.SH ").next().unwrap()
    };
    assert!(section("REGELN").contains("Regel 5"));
    assert!(section("BEISPIELE").contains("wuerfelglueck pruefe DATEI"));
    assert!(section("RÜCKGABEWERT").contains("1 eine nicht bestanden"));
}

/// Where the terminal has no umlauts the page is shown without a warning, too.
#[test]
fn manual_is_shown_in_every_locale() {
    let script = "\"$P\" erzeuge handbuch | man --warnings -l - > /dev/null";
    let is_there = Command::new("man").arg("--version").output().is_ok();
    if !is_there {
        return eprintln!("skipped: there is no man");
    }
    for locale in ["C", "C.UTF-8"] {
        let output = Command::new("sh")
            .args(["-c", script])
            .env("P", binary())
            .env("LC_ALL", locale)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{locale}");
    }
}

/// Neither library has an English word left to say to the user.
#[test]
fn all_is_german() {
    let page = output(&["erzeuge", "handbuch"]);
    for word in [
        "OPTIONS",
        "SYNOPSIS",
        "DESCRIPTION",
        "COMMAND",
        "EXTRA",
        "AUTHORS",
        "default",
        "ossible values",
        "Print",
        "subcommand",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = output(&["erzeuge", shell]);
        for word in ["[default", "ossible values", "Print help"] {
            assert!(!script.contains(word), "{shell}: {word}");
        }
    }
}

/// What bash offers for the last of these words, which follow the name of the program.
fn offered(words: &[&str]) -> BTreeSet<String> {
    let script = "eval \"$(\"$1\" erzeuge bash)\"; shift
        COMP_WORDS=(wuerfelglueck \"$@\"); COMP_CWORD=$#
        _wuerfelglueck wuerfelglueck \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .arg(binary())
        .args(words)
        .output()
        .unwrap();
    assert_eq!(str::from_utf8(&output.stderr), Ok(""), "{words:?}");
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.split_whitespace().map(str::to_string).collect()
}

#[test]
fn bash_completes_command_lines() {
    let bash = Command::new("bash").arg("--version").output();
    assert!(bash.is_ok(), "this test needs bash");
    let mut commands = offered(&[""]);
    commands.retain(|word| !word.starts_with('-'));
    for Shown { command, options } in all_shown() {
        let words: &[&str] = match &command[..] {
            "" => &["--"],
            command => &[command, "--"],
        };
        assert_eq!(offered(words), options, "{command}");
        assert_eq!(commands.remove(&command), !command.is_empty(), "{command}");
    }
    assert_eq!(commands, BTreeSet::new());

    let set = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    let choices: &[(&[&str], &[&str])] = &[
        (
            &["--regeln", ""],
            &["offiziell", "zielzuerst", "wlr", "alle"],
        ),
        (&["--regeln", "z"], &["zielzuerst"]),
        (
            &["-q", "--format", ""],
            &["text", "tsv", "json", "svg", "paare"],
        ),
        (
            &["spiel", "--regeln", ""],
            &["offiziell", "zielzuerst", "wlr"],
        ),
        (&["sixjack", "--karten", "st"], &["stapel"]),
        (&["erzeuge", "ha"], &["handbuch"]),
    ];
    for (words, expected) in choices {
        let expected: BTreeSet<String> = set(expected);
        assert_eq!(offered(words), expected, "{words:?}");
    }
}

/// The other shells need not be there; so only what their scripts say.
#[test]
fn zsh_and_fish_know_all_options() {
    let zsh = output(&["erzeuge", "zsh"]);
    let fish = output(&["erzeuge", "fish"]);
    for Shown { command, options } in all_shown() {
        let (beginning, condition) = match &command[..] {
            "" => ("_wuerfelglueck() {".into(), "needs_command\"".into()),
            command => (
                format!("({command})"),
                format!("using_subcommand {command}\""),
            ),
        };
        let of_zsh: String = zsh
            .lines()
            .skip_while(|line| line.trim() != beginning)
            .take_while(|line| *line != "&& ret=0")
            .collect();
        for option in options {
            let says = |ending| of_zsh.contains(&format!("{option}{ending}"));
            assert!(says("[") || says("=["), "zsh, {command}: {option}");
            let long = format!(" -l {} ", option.trim_start_matches('-'));
            assert!(
                fish.lines()
                    .any(|line| line.contains(&condition) && line.contains(&long)),
                "fish, {command}: {option}"
            );
        }
    }
    assert!(zsh.contains(":NAME:(offiziell zielzuerst wlr alle)'"));
    // A value with words of its own would be shown with them.
    assert!(zsh.contains(":NAME:(text tsv json svg paare)'"));
    assert!(fish.contains("paare\\t''"));
    // The first word is a command.
    assert!(zsh.contains("words=($line[1] "));
}

/// Every file has its place, and all are made before the first is installed.
#[test]
fn make_install_installs_all() {
    let output = Command::new("make")
        .args(["--dry-run", "--no-print-directory", "install"])
        .args(["PREFIX=/p", "DESTDIR=/d"])
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .current_dir(root())
        .output()
        .unwrap();
    let recipe = String::from_utf8(output.stdout).unwrap();
    let (making, installing) = recipe.split_once("\ninstall ").unwrap();
    for (product, place) in [
        ("handbuch", "man/man1/wuerfelglueck.1"),
        ("bash", "bash-completion/completions/wuerfelglueck"),
        ("zsh", "zsh/site-functions/_wuerfelglueck"),
        ("fish", "fish/vendor_completions.d/wuerfelglueck.fish"),
    ] {
        let line = making
            .lines()
            .find(|line| line.contains(&format!(" erzeuge {product} > ")));
        let (_, file) = line.unwrap().split_once(" > ").unwrap();
        let expected = format!("install -m 644 {file} \"/d/p/share/{place}\"\n");
        assert!(installing.contains(&expected), "{expected}");
    }
    assert!(installing.contains("\"/d/p/bin/wuerfelglueck\"\n"));
    // The program that the recipe calls is the one that it builds.
    assert!(
        fs::read_to_string(root().join("Makefile"))
            .unwrap()
            .contains("--target-dir target")
    );
}
