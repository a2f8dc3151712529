//! The program `wuerfelglueck`: its command line and its reports. Dice, rules, rankings and checks
//! are in the library of the same name.

mod cli;
mod report;

fn main() {
    cli::main()
}
