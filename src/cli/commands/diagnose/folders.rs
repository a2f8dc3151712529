//! Folders of a class that `diagnose` is given, each with the program that runs in it.

use std::ffi::{OsStr, OsString};
use std::path::{self, Path, PathBuf};
use std::{env, fs, io};

use itertools::Itertools;

use crate::cli::failure::Failure;
use crate::cli::input::expand_patterns;
use crate::cli::process::{FOLDER_PLACE, fill_place};
use crate::cli::system::SystemError;
use crate::cli::values::Input;
use crate::report::escape::format_name;

/// A folder of a class, and the program that runs in it.
pub struct ProgramFolder {
    /// The name of the folder as it was given, without a separator at the end.
    pub name: String,
    /// The absolute path of the folder, which takes the place of [`FOLDER_PLACE`].
    pub path: PathBuf,
    /// The program: an absolute path, or a name without a path that the system looks for.
    pub program: OsString,
}

/// Finds the folders that the command line names, each with the program that `word`, the first of
/// the command, names for it.
pub fn find_folders(inputs: &[Input], word: &OsStr) -> Result<Vec<ProgramFolder>, Failure> {
    expand_patterns(inputs)?
        .iter()
        .map(|folder| ProgramFolder::new(folder, word))
        .collect()
}

/// Returns whether `word`, the first of the command, names different programs for the folders,
/// which it does not for a single one.
///
/// # Errors
///
/// If it does, but none of these programs exists.
pub fn has_different_programs(folders: &[ProgramFolder], word: &OsStr) -> Result<bool, Failure> {
    let mut programs = folders.iter().map(|folder| &folder.program);
    if programs.clone().all_equal() {
        return Ok(false);
    }
    if programs.any(is_program_file) {
        return Ok(true);
    }
    let program = format_name(word);
    Err(Failure::input(format_args!(
        "das Programm „{program}“ gibt es weder im aktuellen Ordner noch in einer Abgabe"
    )))
}

impl ProgramFolder {
    /// The folder with the program that `word`, the first of the command, names.
    ///
    /// # Errors
    ///
    /// If `folder` is no folder, or cannot be found or looked at.
    fn new(folder: &Input, word: &OsStr) -> Result<ProgramFolder, Failure> {
        let no_folder = format!("die Abgabe „{folder}“ ist kein Ordner");
        let Input::File(path) = folder else {
            return Err(Failure::input(no_folder));
        };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => {}
            Ok(_) => return Err(Failure::input(no_folder)),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                let what = format!("den Ordner „{folder}“ gibt es nicht");
                return Err(Failure::input(what));
            }
            Err(cause) => {
                let what = format!("der Ordner „{folder}“ ist nicht lesbar");
                return Err(Failure::of_named(what, SystemError(cause)));
            }
        }
        let trimmed = path.components().as_path();
        let path = path::absolute(path).map_err(SystemError)?;
        let program = fill_place(word, FOLDER_PLACE, path.as_os_str());
        Ok(ProgramFolder {
            name: Input::File(trimmed.into()).to_string(),
            program: find_program(program, &path)?,
            path,
        })
    }
}

/// Finds the program that a word names for a folder. A path leads to a file from the current
/// folder, or else from `folder`, whether there is one or not; a name without a path stays as it
/// is.
fn find_program(word: OsString, folder: &Path) -> Result<OsString, SystemError> {
    let path = Path::new(&word);
    if path.components().count() < 2 {
        return Ok(word);
    }
    let from_current = path::absolute(path).map_err(SystemError)?;
    Ok(if is_program_file(&from_current) {
        from_current.into()
    } else {
        folder.join(path).components().collect::<PathBuf>().into()
    })
}

/// Returns whether a path leads to a file, which may be a program. On Windows, it may lack the
/// ending.
fn is_program_file(program: impl AsRef<Path>) -> bool {
    let path = program.as_ref();
    path.is_file() || cfg!(windows) && path.with_extension(env::consts::EXE_EXTENSION).is_file()
}
