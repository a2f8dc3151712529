//! The binary: see [`wuerfelglueck::cli`].

fn main() {
    wuerfelglueck::cli::main()
}
