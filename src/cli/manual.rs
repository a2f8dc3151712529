//! The page of `man`: one for the main job and all commands, from what their help says.

use std::io::{self, Write};
use std::iter;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Part of a page.
type Section = fn(&Man, &mut dyn Write) -> io::Result<()>;

/// The page as a source of `man`.
///
/// The headings are ours, as those of [`Man`] are English and a page of its own for each command is
/// more than these need.
pub(super) fn page(command: &Command) -> io::Result<String> {
    let commands = || command.get_subcommands();
    let synopses: io::Result<Vec<String>> = iter::once(command)
        .chain(commands())
        .map(|command| body(Man::render_synopsis_section, command))
        .collect();
    let mut page = title(command)?;
    page += ".SH NAME\n";
    page += &body(Man::render_name_section, command)?;
    page += ".SH ÜBERSICHT\n";
    page += &synopses?.join(".br\n");
    page += ".SH BESCHREIBUNG\n";
    page += &description(command)?;
    page += ".SH OPTIONEN\n";
    page += &arguments(command)?;
    page += ".SH BEFEHLE\n";
    for command in commands() {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        page += &format!(".SS \"{name}\"\n");
        page += &description(command)?;
        page += &arguments(command)?;
    }
    page += ".SH VERSION\n";
    page += &command.render_version();
    Ok(page)
}

/// What comes before the first section.
fn title(command: &Command) -> io::Result<String> {
    let mut title = Vec::new();
    Man::new(command.clone())
        // The same version gives the same page. An argument without quotes would be none at all.
        .date("\"\"")
        // What is empty is filled with English words.
        .manual("Benutzerhandbuch")
        .render_title(&mut title)?;
    let title = text(title)?;
    // Words would be hyphenated as English ones.
    Ok(title + ".nh\n.ad l\n")
}

/// What a command does, and what stands below its options in the help.
fn description(command: &Command) -> io::Result<String> {
    let mut roff = Roff::new();
    let notes = command.get_after_help().map(ToString::to_string);
    for paragraph in notes
        .iter()
        .flat_map(|notes| notes.trim_end().split("\n\n"))
    {
        roff.control("PP", []);
        let is_example = paragraph.starts_with(' ');
        if is_example {
            roff.control("nf", []);
        }
        roff.text([roman(paragraph)]);
        if is_example {
            roff.control("fi", []);
        }
    }
    Ok(body(Man::render_description_section, command)? + &roff.to_roff())
}

/// What may follow the name of a command: words, then options, as in the help.
fn arguments(command: &Command) -> io::Result<String> {
    let mut source = String::new();
    for is_word in [true, false] {
        let command = command.clone().mut_args(|argument| {
            let is_other = argument.is_positional() != is_word;
            let is_hidden = argument.is_hide_set();
            argument.hide(is_other || is_hidden)
        });
        source += &body(Man::render_options_section, &command)?;
    }
    Ok(source)
}

/// A section without its heading and what is before, nothing if there is none.
fn body(section: Section, command: &Command) -> io::Result<String> {
    let mut source = Vec::new();
    section(&Man::new(command.clone()), &mut source)?;
    let source = text(source)?;
    let heading = source.find(".SH ").unwrap_or(source.len());
    let (_, body) = source[heading..].split_once('\n').unwrap_or_default();
    Ok(body.to_string())
}

fn text(source: Vec<u8>) -> io::Result<String> {
    String::from_utf8(source).map_err(io::Error::other)
}
