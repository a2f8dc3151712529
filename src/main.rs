//! The program `wuerfelglueck`: the command line, and how results are written down. What it does is
//! in the library of the same name.

mod cli;
mod report;

fn main() {
    cli::main()
}
