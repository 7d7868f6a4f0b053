//! Bakes all areas in the folder of a module: `cargo run --example bake_folder -- FOLDER`. It writes the TRX of each TRN (NWN2),
//! and bakes the rooms of each layout (KotOR) at their positions.

use std::{env, error::Error, fs};

use walkmesh::level::{BakeOptions, Files, Folder, Level, OpenOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let files = Folder::new(env::args().nth(1).ok_or("usage: bake_folder FOLDER")?);
    for area in files.names()?.iter().filter(|name| name.ends_with(".trn") || name.ends_with(".lyt")) {
        let mut level = Level::open(&files, area, &OpenOptions::default())?;
        level.bake(&BakeOptions::default())?;
        for (name, bytes) in level.changed()? {
            println!("{area}: {name}, {} bytes", bytes.len());
            fs::write(files.path().join(name), bytes)?;
        }
    }
    Ok(())
}
