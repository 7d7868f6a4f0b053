//! Turns a room of KotOR, paints its stone as wood, and writes it as OBJ for other programs:
//! `cargo run --example convert_and_edit -- ROOM.wok OUT.wok OUT.obj`.

use std::{env, error::Error, f32::consts::FRAC_PI_2, fs};

use walkmesh::level::{BakeOptions, Edit, Level, OpenOptions, Turn};

fn main() -> Result<(), Box<dyn Error>> {
    let [room, wok, obj] =
        [1, 2, 3].map(|at| env::args().nth(at).ok_or("usage: convert_and_edit ROOM.wok OUT.wok OUT.obj"));
    let room = room?;
    let mut level = Level::from_bytes(&fs::read(&room)?, &OpenOptions::default().with_name("room.wok"))?;
    let edits = [
        Edit::Rotate(Turn { radians: FRAC_PI_2, about: [0.0, 0.0] }),
        Edit::Paint { what: "material:Stone".parse()?, with: "Wood".parse()? },
    ];
    for note in level.edit(&edits, &BakeOptions::default())?.notes {
        println!("{note}");
    }
    fs::write(wok?, level.to_bytes()?)?;
    fs::write(obj?, level.to_scene()?.scene.to_obj("room.mtl").obj)?;
    Ok(())
}
