//! The binary: see [`wuerfelglueck::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    wuerfelglueck::cli::main()
}
