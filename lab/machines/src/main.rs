//! Prints the table of hashes, or compares it: `walkmesh-machines ROOT [TABLE [FOLDER]]`. ROOT is this repository. If hashes differ, FOLDER
//! gets the products, to compare them with the products of another machine.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use walkmesh_machines::Table;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (table, known) = match arguments.as_slice() {
        [root] => (Table::of_samples(Path::new(root)), None),
        [root, known] => (Table::of_samples(Path::new(root)), Some(known)),
        [root, known, folder] => (Table::of_samples_into(Path::new(root), Path::new(folder)), Some(known)),
        _ => {
            eprintln!("usage: walkmesh-machines ROOT [TABLE [FOLDER]]");
            return ExitCode::from(2);
        }
    };
    let made = match table {
        Ok(table) => table.to_text(),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let Some(known) = known else {
        print!("{made}");
        return ExitCode::SUCCESS;
    };
    let Ok(expected) = fs::read_to_string(known) else {
        eprintln!("{known}: cannot be read");
        return ExitCode::from(2);
    };
    let count = made.lines().count();
    let different: Vec<&str> = made.lines().filter(|line| !expected.lines().any(|known| known == *line)).collect();
    different.iter().for_each(|line| println!("DIFFERENT: {line}"));
    println!("{} of {count} hashes as in the table", count - different.len());
    if different.is_empty() && count == expected.lines().count() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
