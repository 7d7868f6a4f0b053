//! Repairs a level of any game: `cargo run --example repair_level -- FOLDER FILE`, where FILE is the layout of an area of KotOR,
//! the TRX of an area of NWN2, or a walkmesh by itself.

use std::{env, error::Error, fs};

use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::level::{Folder, Level, OpenOptions, RepairOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let [folder, file] = [1, 2].map(|at| env::args().nth(at).ok_or("usage: repair_level FOLDER FILE"));
    let files = Folder::new(folder?);
    let mut level = Level::open(&files, &file?, &OpenOptions::default())?;
    let before = level.check(&CheckOptions::default())?.total(Severity::Error);
    let done = level.repair(&RepairOptions::default().with_transitions(true))?;
    let after = level.check(&CheckOptions::default())?.total(Severity::Error);
    println!("{} repairs; errors: {before} before, {after} after", done.repairs.len());
    for (name, bytes) in level.changed()? {
        fs::write(files.path().join(name), bytes)?;
    }
    Ok(())
}
