//! Folders of a class that `diagnose` is given, each with the program that runs in it.

use std::ffi::{OsStr, OsString};
use std::path::{self, Path, PathBuf};
use std::{env, fs, io};

use super::failure::Failure;
use super::process::{FOLDER_PLACE, fill_place};
use super::system::SystemError;
use super::values::Input;

/// A folder of a class, and the program that runs in it.
pub struct ProgramFolder {
    /// The name of the folder as it was given, without a separator at the end.
    pub name: String,
    /// The absolute path of the folder, which takes the place of [`FOLDER_PLACE`].
    pub path: PathBuf,
    /// The program: an absolute path, or a name without a path that the system looks for.
    pub program: OsString,
}

impl ProgramFolder {
    /// The folder with the program that `word`, the first of the command, names.
    ///
    /// # Errors
    ///
    /// If `folder` is no folder, or cannot be found or looked at.
    pub fn new(folder: &Input, word: &OsStr) -> Result<ProgramFolder, Failure> {
        let refuse = |what: String| Err(Failure::input(what));
        let Input::File(path) = folder else {
            return refuse(format!("die Abgabe „{folder}“ ist kein Ordner"));
        };
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => {}
            Ok(_) => return refuse(format!("die Abgabe „{folder}“ ist kein Ordner")),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return refuse(format!("den Ordner „{folder}“ gibt es nicht"));
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
pub fn is_program_file(program: impl AsRef<Path>) -> bool {
    let path = program.as_ref();
    path.is_file() || cfg!(windows) && path.with_extension(env::consts::EXE_EXTENSION).is_file()
}
