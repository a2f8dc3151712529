//! Commands of PowerShell as `sh` says them, as far as `beispiele/windows.md` has them. Programs
//! and files get what Windows PowerShell 5.1 writes: lines that end with CR LF, and UTF-16 with its
//! mark in files.

/// A folder with the examples, where files may be written, and functions for the commands that
/// PowerShell has itself.
const PRELUDE: &str = r#"
folder=$(mktemp -d); ln -s "$PWD/beispiele" "$folder"; cd "$folder"
lines() {
    case $(head -c 2 "$1" | od -A n -t x1) in
        *'ff fe') iconv -f UTF-16 -t UTF-8 "$1" ;;
        *) sed 's/$/\r/' "$1" ;;
    esac
}
write() { printf '\377\376' > "$1"; sed 's/$/\r/' | iconv -f UTF-8 -t UTF-16LE >> "$1"; }
"#;

/// The command for `sh`, in a new folder. The words of `wuerfelglueck` get `/` in place of
/// backslashes, unless the command `keeps_backslashes`.
pub fn translate(command: &str, keeps_backslashes: bool) -> String {
    let statements: Vec<String> = command
        .split("; ")
        .map(|statement| translate_statement(statement, keeps_backslashes))
        .collect();
    PRELUDE.to_string() + &statements.join("; ")
}

fn translate_statement(statement: &str, keeps_backslashes: bool) -> String {
    let (pipeline, file) = match statement.split_once(" > ") {
        Some((pipeline, file)) => (pipeline, format!(" | write {file}")),
        None => (statement, String::new()),
    };
    let stages: Vec<String> = pipeline
        .split(" | ")
        .map(|stage| translate_stage(stage, keeps_backslashes))
        .collect();
    stages.join(" | ") + &file
}

fn translate_stage(stage: &str, keeps_backslashes: bool) -> String {
    let last_word = stage.rsplit(' ').next().unwrap();
    match stage.split(' ').next().unwrap() {
        "Get-Content" => format!("lines {}", last_word.replace('\\', "/")),
        "Select-Object" if stage.contains("-First") => format!("head -n {last_word}"),
        "Select-Object" => format!("tail -n {last_word}"),
        "wuerfelglueck" if keeps_backslashes => quote(stage),
        "wuerfelglueck" => quote(&stage.replace('\\', "/")),
        word if word.starts_with('\'') => format!("printf '%s\\r\\n' {}", stage.replace(", ", " ")),
        // A setting of the shell.
        _ => ":".into(),
    }
}

/// Puts each word in quotes, as characters that are special to `sh` are not so to PowerShell.
fn quote(words: &str) -> String {
    let quoted: Vec<String> = words
        .split(' ')
        .map(|word| {
            if word.contains('\'') {
                word.to_string()
            } else {
                format!("'{word}'")
            }
        })
        .collect();
    quoted.join(" ")
}
