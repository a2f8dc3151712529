//! The manual and the completions: they say what the help says, in German. And what `make install`
//! installs.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use itertools::Itertools;
use regex::Regex;

use crate::support::effort;
use crate::support::process::{
    binary, feed, has_command, make, output_of, read, root, run, shell, temporary,
};
use crate::transcripts::commands;

/// An option as a help shows it.
pub struct ShownOption {
    /// The long name, with its dashes.
    pub name: String,
    pub has_value: bool,
}

/// The options that the long help of a command shows.
pub fn options(command: &str) -> Vec<ShownOption> {
    let help = output_of(&format!("{command} --hilfe"), "");
    // `-q, --still` or `--saat <N|zufall>` begins its line, behind a few spaces.
    let is_option = |line: &&str| line.trim_start().starts_with('-') && line.find('-') < Some(8);
    let options = help
        .lines()
        .filter(is_option)
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.find(|word| word.starts_with("--"))?;
            Some(ShownOption {
                name: name.to_string(),
                has_value: line.contains('<'),
            })
        })
        .collect_vec();
    assert!(!options.is_empty(), "{command}");
    options
}

/// The long names of the options of a command.
fn option_names(command: &str) -> BTreeSet<String> {
    options(command)
        .into_iter()
        .map(|option| option.name)
        .collect()
}

/// The line that makes the manual page of a command.
fn manual(command: &str) -> String {
    format!("erzeuge handbuch {command}")
}

/// The words of a page without requests and escape sequences of roff.
fn words_of_page(page: &str) -> String {
    let lines = page.lines().filter(|line| !line.starts_with('.'));
    let text = lines.collect_vec().join(" ");
    let roff = ["\\&", "\\fB", "\\fR"];
    let text = roff.iter().fold(text, |text, mark| text.replace(mark, ""));
    words(&text.replace("\\-", "-").replace("\\e", "\\"))
}

/// The words of a text, without semicolons and points, one of which divides exit codes.
fn words(text: &str) -> String {
    text.replace([';', '.'], "").split_whitespace().join(" ")
}

/// Each paragraph of the whole help of a command stands in its page. Headings have a form of their
/// own there.
#[test]
fn manual_pages_show_what_the_help_shows() {
    for command in commands() {
        let help = output_of(&format!("{command} --hilfe"), "");
        let page = words_of_page(&output_of(&manual(&command), ""));
        let mut shown = 0;
        for paragraph in help.split("\n\n") {
            let is_list_of_commands = paragraph.starts_with("Befehle:\n");
            let body = match paragraph.split_once('\n') {
                Some((heading, below)) if heading.ends_with(':') && below.starts_with("  ") => {
                    below
                }
                _ if ["Rückgabewert:", "Beispiele:"].contains(&paragraph) => continue,
                _ => paragraph,
            };
            let text = body.strip_prefix("Aufruf: ").unwrap_or(body);
            // In the page, a pointer to its own page follows each command.
            let parts = if is_list_of_commands {
                text.lines().collect_vec()
            } else {
                text.split(" oder wuerfelglueck ").collect()
            };
            for part in parts {
                assert!(page.contains(&words(part)), "{command}: {part}");
                shown += 1;
            }
        }
        assert!(shown > 3, "{command}");
    }
}

/// Every option that a help names is one that this command takes, unless it names another command
/// with it; `--threads` is another name of `--faeden`. Lists of commands and examples are left
/// out.
#[test]
fn helps_name_options_that_the_command_takes() {
    let quoted = Regex::new("„wuerfelglueck [^“]*“").unwrap();
    let option = Regex::new("--[a-z]+").unwrap();
    for command in commands() {
        let help = output_of(&format!("{command} --hilfe"), "");
        let (help, _) = help.split_once("\nBeispiele:\n").unwrap();
        let (head, body) = help.split_once("\n\n").unwrap();
        // The list of commands names options of those.
        let options_and_notes = match body.split_once("\nBefehle:\n") {
            Some((_, list)) => list.split_once("\n\n").unwrap().1,
            None => body,
        };
        let text = quoted.replace_all(options_and_notes, "");
        let taken = option_names(&command);
        for named in option.find_iter(&text) {
            let is_taken = taken.contains(named.as_str()) || named.as_str() == "--threads";
            assert!(is_taken, "{command}: {}\n{head}", named.as_str());
        }
    }
}

/// All examples of the helps, which the manual pages have, too, run in a folder with the files that
/// they name, and none is refused; those of `diagnose` with EFFORT.
#[test]
#[ignore = "three seconds: transcripts have commands like these"]
fn examples_of_the_helps_run() {
    if !has_command("bash") || !has_command("man") || !has_command("python3") {
        return;
    }
    let folder = temporary();
    let prepare = format!(
        "ln -s '{}/beispiele' . && mkdir abgaben && printf '2\\n2 6 13\\n2 6 14\\n' > DATEI \
         && cp DATEI A.txt && cp beispiele/kreis.txt B.txt \
         && wuerfelglueck -q --spiele 4000 --saat 5 DATEI > LISTE && cp LISTE abgaben/eins.liste \
         && printf '#!/bin/sh\\ncat LISTE\\n' > meinprogramm && chmod +x meinprogramm \
         && mkdir -p programme/eins && printf '#!/bin/sh\\ncat ../../LISTE\\n' > starte \
         && chmod +x starte && echo \"print(open('LISTE').read(), end='')\" > meinprogramm.py \
         && echo \"print('1 6 6/0')\" > meins.py",
        root().display()
    );
    let run = |script: &str| feed(shell(script).current_dir(&folder), "");
    let prepared = run(&prepare);
    assert_eq!(prepared.code, 0, "{}", prepared.err);
    // Diagnoses take half of the time.
    let commands = commands().into_iter();
    for command in commands.filter(|command| command != "diagnose" || effort() > 1) {
        let help = output_of(&format!("{command} --hilfe"), "");
        let (_, examples) = help.split_once("\nBeispiele:\n").unwrap();
        for example in examples.lines().filter(|line| !line.is_empty()) {
            let done = run(&format!("bash -o pipefail <<'END'\n{example}\nEND\n"));
            // A program that always prints the same list is found out.
            let is_right = done.code == 0 || command == "diagnose" && done.code == 1;
            let is_refused = done
                .err
                .lines()
                .any(|line| line.starts_with("wuerfelglueck:"));
            assert!(
                is_right && !is_refused,
                "{example}: {} {}",
                done.code,
                done.err
            );
        }
    }
}

/// The pages are shown without a warning, whether the locale has umlauts or not.
#[test]
#[ignore = "two seconds: `manual_pages_show_what_the_help_shows` reads the pages"]
fn manual_is_shown_with_and_without_umlauts() {
    if !has_command("man") {
        return;
    }
    for locale in ["C", "C.UTF-8"] {
        for command in commands() {
            let script = format!(
                "wuerfelglueck {} | man --warnings -l - > /dev/null",
                manual(&command)
            );
            let shown = feed(shell(&script).env("LC_ALL", locale), "");
            assert_eq!(shown.err, "", "{locale} {command}");
        }
    }
}

/// The completions that bash offers for the last of `words`, which follow the name of the program.
fn offered(words: &str) -> BTreeSet<String> {
    // Outside of a completion, bash refuses `compopt`.
    let script = "eval \"$(\"$1\" erzeuge bash)\"; shift; compopt() { :; }
        COMP_WORDS=(wuerfelglueck \"$@\"); COMP_CWORD=$#
        _wuerfelglueck wuerfelglueck \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash"]).arg(binary());
    let offered = feed(bash.args(words.split(' ')), "");
    assert_eq!(offered.err, "", "{words:?}");
    offered.out.split_whitespace().map(str::to_string).collect()
}

#[test]
fn bash_completes_command_lines() {
    if !has_command("bash") {
        return;
    }
    let mut offered_commands = offered("");
    offered_commands.retain(|word| !word.starts_with('-'));
    for command in commands() {
        let options = option_names(&command);
        let words = format!("{command} --");
        assert_eq!(offered(words.trim_start()), options, "{command}");
        let is_offered = offered_commands.remove(&command);
        assert_eq!(is_offered, !command.is_empty(), "{command}");
    }
    assert_eq!(offered_commands, BTreeSet::new());
    for (words, expected) in [
        ("--regeln ", "offiziell zielzuerst wlr alle"),
        ("--regeln z", "zielzuerst"),
        ("--regeln = z", "zielzuerst"),
        (
            "pruefe --format =",
            "text markdown tsv json svg junit github",
        ),
        ("pruefe --format = m", "markdown"),
        ("-q --format ", "text tsv json svg paare"),
        ("spiel --regeln ", "offiziell zielzuerst wlr"),
        ("sixjack --karten st", "stapel"),
        ("erzeuge ha", "handbuch"),
        ("erzeuge handbuch d", "diagnose"),
        ("hilfe p", "pruefe"),
    ] {
        let expected: BTreeSet<String> = expected.split(' ').map(str::to_string).collect();
        let offered = offered(words);
        assert!(offered.is_superset(&expected), "{words}: {offered:?}");
    }
    // Neither a command nor a file, of which `beispiele` is one here.
    for (words, expected) in [
        ("--wertung = d", "duelle"),
        ("--spiele b", "b"),
        ("pruefe --form b", "b"),
    ] {
        assert_eq!(
            offered(words),
            BTreeSet::from([expected.to_string()]),
            "{words}"
        );
    }
}

/// The other shells need not be installed, so this reads only their scripts.
#[test]
fn zsh_and_fish_know_all_options() {
    let [zsh, fish] = ["zsh", "fish"].map(|shell| output_of(&format!("erzeuge {shell}"), ""));
    for command in commands() {
        let options = option_names(&command);
        let (beginning, condition) = match &command[..] {
            "" => ("_wuerfelglueck() {".into(), "needs_command\"".into()),
            name => (format!("({name})"), format!("using_subcommand {name}\"")),
        };
        let of_zsh = zsh.lines().skip_while(|line| line.trim() != beginning);
        let of_zsh: String = of_zsh.take_while(|line| *line != "&& ret=0").collect();
        let of_fish = fish
            .lines()
            .filter(|line| line.contains(&condition))
            .join("\n");
        for option in options {
            let says = |ending| of_zsh.contains(&format!("{option}{ending}"));
            assert!(says("[") || says("=["), "zsh, {command}: {option}");
            let long = format!(" -l {} ", option.trim_start_matches('-'));
            assert!(of_fish.contains(&long), "fish, {command}: {option}");
        }
    }
    // A value is shown with the words that explain it.
    assert!(zsh.contains("svg\\:\"ein Bild der Liste, mit --paarungen der Matrix\""));
    assert!(fish.contains("svg\\t'ein Bild der Liste, mit --paarungen der Matrix'"));
    // The first word is a command.
    assert!(zsh.contains("words=($line[1] "));
}

/// Every value that a help names below `--option <NAME>` is one that the option takes: `Format:
/// text, json oder svg`.
#[test]
fn every_value_that_a_help_names_is_taken() {
    let mut tried = 0;
    for command in commands() {
        let help = output_of(&format!("{command} --hilfe"), "");
        for (option, explained) in help.lines().tuple_windows() {
            let Some(option) = option.trim().strip_suffix(" <NAME>") else {
                continue;
            };
            let (_, values) = explained.split_once(": ").unwrap();
            let (values, _) = values.split_once(" [").unwrap_or((values, ""));
            for value in values.replace(" oder ", ", ").split(", ") {
                let said = run(&format!("{command} {option} {value} gibt/es.nicht"), "").err;
                let is_named = said.contains(option) || said.contains(&format!("„{value}“"));
                // Some values need another option, and the refusal names it.
                let needs_option = [" gibt es bei ", " gibt es nur mit ", " braucht "];
                let needs_option = needs_option.iter().any(|words| said.contains(words));
                let is_refused = is_named && !needs_option;
                assert!(!is_refused, "{command} {option} {value}: {said}");
                tried += 1;
            }
        }
    }
    assert!(tried > 0);
}

/// A real installation, into a folder. It takes the program of the tests, so nothing is built.
#[test]
fn make_install_installs_all() {
    let temporary = temporary();
    let folder = temporary.path();
    let destination = format!("DESTDIR={}", folder.display());
    let built = format!("BUILT={}", binary().display());
    let made = make(&["install", "CARGO=true", "PREFIX=/p", &destination, &built]);
    assert_eq!(made.code, 0, "{}", made.err);
    let pages = commands().into_iter().map(|command| {
        let name = format!("wuerfelglueck {command}");
        let page = name.trim_end().replace(' ', "-");
        (format!("handbuch {command}"), format!("man/man1/{page}.1"))
    });
    let scripts = [
        ("bash", "bash-completion/completions/wuerfelglueck"),
        ("zsh", "zsh/site-functions/_wuerfelglueck"),
        ("fish", "fish/vendor_completions.d/wuerfelglueck.fish"),
    ]
    .map(|(shell, place)| (shell.to_string(), place.to_string()));
    for (product, place) in pages.chain(scripts) {
        let installed = fs::read_to_string(folder.join("p/share").join(&place)).unwrap();
        assert_eq!(
            installed,
            output_of(&format!("erzeuge {product}"), ""),
            "{place}"
        );
    }
    let program = fs::read(folder.join("p/bin/wuerfelglueck")).unwrap();
    assert!(program == fs::read(binary()).unwrap());
    // The program that the recipe installs is the one that it builds.
    assert!(read("Makefile").contains("--target-dir target\n"));
}
