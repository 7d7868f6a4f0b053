//! A path through a KotOR area, and around a door that closes it: `cargo run --example closed_door`. It uses the area `manor` in
//! `cli/samples` of this repository.

use std::{error::Error, f32::consts::FRAC_PI_2};

use walkmesh::kotor::{Kind, PlacedObject, Walkmesh};
use walkmesh::level::{Files, Folder, Level, OpenOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let files = Folder::new("cli/samples");
    let mut level = Level::open(&files, "manor.lyt", &OpenOptions::default())?;
    let length = |level: &Level| Ok::<_, Box<dyn Error>>(level.navigator()?.path([1.0, 1.0], [7.0, 3.0])?.length);
    println!("without a door the path is {:.2} m long", length(&level)?);

    let door = Walkmesh::from_bytes(&files.read("door0.dwk")?)?.with_kind(Kind::Dwk);
    level.place("door0.dwk", PlacedObject::new(door, [6.0, 3.0, 0.0], FRAC_PI_2))?;
    println!("around the closed door it is {:.2} m long", length(&level)?);
    Ok(())
}
