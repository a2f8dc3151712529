//! The program `wuerfelglueck`: its command line and its reports. Dice, rules and rankings are in
//! the library of the same name, and checks in `judging`.

mod cli;
mod report;

fn main() {
    cli::main()
}
