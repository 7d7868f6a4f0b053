//! Measures this project beside its peers: CPU time of one thread, both sides in turn in one run, inputs that all differ.
//!
//! `benches/run` builds and runs it.

mod clock;
mod corpus;
mod paths;

fn main() {
    let files: Vec<_> = std::env::args_os().skip(1).map(std::path::PathBuf::from).collect();
    let files = if files.is_empty() { corpus::areas() } else { files };
    if files.is_empty() {
        println!("NOT RUN: no corpus; set WALKMESH_CORPUS");
    }
    for file in files {
        match paths::area(&file, paths::PAIRS) {
            Ok(row) => println!("{row}"),
            Err(why) => println!("NOT RUN: {}: {why}", file.display()),
        }
    }
}
