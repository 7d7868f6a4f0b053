//! Checks all levels in a folder, for CI: `cargo run --example check_areas -- FOLDER`. It prints each error, and fails if there are any.

use std::{env, error::Error, process::ExitCode};

use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::level::{Folder, Level, OpenOptions, levels};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let files = Folder::new(env::args().nth(1).ok_or("usage: check_areas FOLDER")?);
    let mut errors = 0;
    for found in levels(&files)? {
        let level = Level::open(&files, &found.file, &OpenOptions::default())?;
        let findings = level.check(&CheckOptions::default())?;
        for finding in findings.iter().filter(|finding| finding.severity >= Severity::Error) {
            println!("{}: {finding}", found.file);
        }
        errors += findings.total(Severity::Error) + findings.total(Severity::Fatal);
    }
    println!("{errors} errors");
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
