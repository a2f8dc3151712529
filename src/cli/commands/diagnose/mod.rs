//! The command `diagnose`: the rules that a program plays, from the lists that it prints.

mod folders;
pub mod options;
mod program;

use std::ffi::OsString;

use clap_lex::OsStrExt;

use crate::cli::args::name_format;
use crate::cli::failure::{Failure, refuse};
use crate::cli::input::{check_stdin, read_dice, read_list};
use crate::cli::process::FOLDER_PLACE;
use crate::cli::session::{Answer, Session, print, say};
use crate::cli::signals;
use crate::cli::values::Input;
use crate::report::Printable;
use crate::report::diagnose::{render_conclusion, render_json};
use crate::report::programs::{self, Class, ClassFormat, DiagnosedProgram};
use crate::report::remedy::describe_no_shares;
use folders::{ProgramFolder, find_folders, has_different_programs};
use judging::check::list::{self, Draft, ListError};
use judging::diagnose::{Examination, MOST_FILES};
use program::{Diagnosing, ProgramUnderTest, describe_unreadable};
use wuerfelglueck::dice::Die;
use wuerfelglueck::text::format_count;

pub use options::Diagnose;

impl Diagnose {
    pub fn run(&self, session: &Session) -> Result<Answer, Failure> {
        check_stdin(&self.files)?;
        let mut work = Diagnosing::new(self, session);
        if self.is_class() {
            return work.diagnose_class();
        }
        let render: fn(&Examination) -> Printable = match self.format() {
            ClassFormat::Text => render_conclusion,
            ClassFormat::Json => render_json,
            format @ (ClassFormat::Markdown | ClassFormat::Tsv) => {
                let name = name_format(&format);
                refuse!("„--format {name}“ gibt es nur mit „--abgaben“");
            }
        };
        let names_folder = |word: &OsString| word.contains(FOLDER_PLACE);
        if self.command.iter().any(names_folder) {
            refuse!("„{FOLDER_PLACE}“ steht nur mit „--abgaben ORDNER“ für einen Ordner");
        }
        let examination = if self.command.is_empty() {
            work.diagnose_lists()?
        } else {
            work.diagnose_program()?
        };
        Ok(Answer {
            text: render(&examination),
            has_failed: !examination.verdict().is_passed(),
            ..Answer::default()
        })
    }

    /// A line about the longest time that a class of `number` programs may take.
    fn longest_time_line(&self, number: usize) -> String {
        let programs = format_count(number as u64, "Abgabe", "Abgaben");
        let longest = format_time_limit(self.time * (number * MOST_FILES) as f64);
        format!(
            "{programs} mit je bis zu {MOST_FILES} Würfeldateien zu höchstens {} s: zusammen höchstens \
             {longest}, dazu das Vergleichen der Regelwerke",
            self.time
        )
    }
}

impl Diagnosing<'_> {
    /// Reads the lists of the command line, and compares them with rule sets.
    fn diagnose_lists(&mut self) -> Result<Examination, Failure> {
        let options = self.options;
        let mut examination = options.new_examination();
        options.thread_option.start()?;
        let given = options
            .files
            .chunks(2)
            .map(|pair| self.find_list(pair))
            .collect::<Result<Vec<_>, _>>()?;
        signals::leave_to_work(1)?;
        let form = list::find_program_form(given.iter().flat_map(|list| &list.draft));
        for GivenList {
            file,
            list,
            dice,
            draft,
        } in given
        {
            let read = draft.and_then(|draft| draft.read(&form, &dice));
            let added = match read {
                Ok(read) => examination
                    .add_list(&file.to_string(), dice, read)
                    .map_err(describe_no_shares),
                Err(error) => Err(describe_unreadable(&error)),
            };
            if let Err(reason) = added {
                say(format_args!("{list}: {reason}"));
                examination.add_missing(&list.to_string(), &reason);
            }
        }
        self.compare(&mut examination);
        Ok(examination)
    }

    /// Reads a dice file, and finds what the list behind it may say.
    fn find_list<'a>(&self, pair: &'a [Input]) -> Result<GivenList<'a>, Failure> {
        let (options, file) = (self.options, &pair[0]);
        let rules = options.rule_set_option.rules;
        let dice = read_dice(file, &[rules], self.session).map_err(|failure| match file {
            Input::File(path) if !path.exists() => {
                Failure::usage(format_args!("{failure}; vor einem Programm steht „--“"))
            }
            _ => failure,
        })?;
        let [_, list] = pair else {
            refuse!("hinter jeder Würfeldatei steht die Liste dazu, aber hinter „{file}“ keine");
        };
        let text = read_list(list, list::most_bytes(&dice), self.session)?;
        Ok(GivenList {
            file,
            list,
            draft: text.and_then(|text| Draft::new(&text, &dice, options.read_options(&dice))),
            dice,
        })
    }

    /// Does experiments with the program of the command line, and compares its lists with rule
    /// sets.
    fn diagnose_program(&mut self) -> Result<Examination, Failure> {
        signals::leave_to_work(usize::MAX)?;
        self.options.thread_option.start()?;
        let mut program = ProgramUnderTest::new(self, None, String::new());
        let mut examination = program.examine()?;
        program.try_pairs(&mut examination)?;
        Ok(examination)
    }

    /// Diagnoses the programs of all folders, one after the other. In the format whose lines come
    /// as soon as they are known, prints the verdicts.
    fn diagnose_class(&mut self) -> Result<Answer, Failure> {
        let options = self.options;
        if options.command.is_empty() {
            refuse!(
                "hinter den Ordnern fehlt der Befehl: --abgaben ORDNER … -- BEFEHL {FOLDER_PLACE}"
            );
        }
        let folders = find_folders(&options.folders, &options.command[0])?;
        let number = folders.len();
        let has_different_programs = has_different_programs(&folders, &options.command[0])?;
        self.first_line = Some(options.longest_time_line(number));
        signals::leave_to_work(usize::MAX)?;
        options.thread_option.start()?;
        let mut class = Class {
            programs: Vec::new(),
            rules: options.rule_set_option.rules,
            seed: options.seed_option.seed.number,
        };
        for (index, folder) in folders.iter().enumerate() {
            let name = &folder.name;
            let place = format!("Abgabe {} von {number}: {name}, ", index + 1);
            let program = match self.diagnose_folder(folder, place) {
                Ok(program) => program,
                Err(Failure::NoReader) => return Err(Failure::NoReader),
                Err(failure)
                    if index > 0
                        || has_different_programs && matches!(failure, Failure::Input(_)) =>
                {
                    self.say_first_line();
                    say(format_args!("{name}: {failure}"));
                    DiagnosedProgram::not_judged(name, failure.to_string())
                }
                // What fails for the first folder fails for all: the same program, or the machine.
                Err(failure) => return Err(failure),
            };
            if options.format() == ClassFormat::Text {
                print(&programs::render_line(&program))?;
            }
            class.programs.push(program);
        }
        Ok(Answer {
            text: class.render(options.format()),
            has_failed: !class.is_passed(),
            ..Answer::default()
        })
    }

    /// Diagnoses the program of a folder, whose `place` in the class begins the text of the bar.
    fn diagnose_folder(
        &mut self,
        folder: &ProgramFolder,
        place: String,
    ) -> Result<DiagnosedProgram, Failure> {
        let examination = ProgramUnderTest::new(self, Some(folder), place).examine()?;
        Ok(DiagnosedProgram::new(&folder.name, &examination))
    }
}

/// A list of the command line that is still to be read with the others.
struct GivenList<'a> {
    /// The dice file.
    file: &'a Input,
    list: &'a Input,
    dice: Vec<Die>,
    draft: Result<Draft, ListError>,
}

/// Formats a time in seconds, rounded up, in a unit that suits it.
fn format_time_limit(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    match minutes {
        0..=1 => format!("{} s", seconds.ceil()),
        2..100 => format!("{minutes} min"),
        _ => format!("{} h", minutes.div_ceil(60)),
    }
}
