//! The pictures of `docs/gallery/`, drawn here byte for byte.
//!
//! `WALKMESH_WRITE_GALLERY=1 cargo test --workspace --test command gallery` draws them again.

use std::fs;

use tiny_skia::Pixmap;

use crate::run::{clone_with_samples, root, walkmesh};

/// The pictures, each with its name and the arguments of the command in the root of a clone.
const PICTURES: &[(&str, &str)] = &[
    (
        "academy.svg",
        "draw cli/areas/academy --place gate0.dwk,22,0,0,1.5708 --place well.pwk,-4,20.5,2.65,0 --size 900x600",
    ),
    (
        "academy-path.svg",
        "draw cli/areas/academy --place gate1.dwk,22,0,0,1.5708 --path -25,-7 35.5,8 --colour height --dark",
    ),
    (
        "kotor-area.svg",
        "draw cli/samples/manor.lyt --title manor --place door0.dwk,6,3,0,1.5708 --place chest.pwk,1,5,0,0",
    ),
    (
        "kotor-area-dark.svg",
        "draw cli/samples/manor.lyt --title manor --place door0.dwk,6,3,0,1.5708 --place chest.pwk,1,5,0,0 --dark",
    ),
    ("kotor-path.svg", "draw cli/samples/manor.lyt --title manor --place door0.dwk,6,3,0,1.5708 --path 1,1 7,3"),
    ("kotor-tree.svg", "draw cli/samples/room.wok --tree 3"),
    ("kotor-diff.svg", "draw --diff cli/samples/room.wok painted.wok --triangles"),
    ("nwn2-floor.svg", "draw --diff cli/samples/town.trn cli/samples/town.trx"),
    ("kotor-findings.svg", "draw flipped.wok --findings"),
    ("nwn2-area.svg", "draw cli/samples/yard.trx --exits"),
    ("nwn2-sight.svg", "draw cli/samples/yard.trx --sight 20"),
    ("nwn2-path-dark.svg", "draw cli/samples/yard.trx --colour part --path 0 30 --dark"),
    ("nwn2-cutters.svg", "draw cli/samples/town.trn --git cli/samples/town.git"),
    ("nwn2-town.svg", "draw cli/samples/town.trx --path 3,3 34,24"),
    ("city.png", "draw city.trx --path 2,55 117,72.5 --size 900x640"),
    ("city-height.png", "draw city.trx --colour height --dark --size 760x540"),
    ("city-parts.png", "draw city.trx --colour part --size 760x540"),
    ("city-sight.svg", "draw city.trx --sight 6932 --crop 33,52,48,65 --size 760x560"),
    ("crypt.svg", "draw cli/areas/crypt/crypt.dof --colour height"),
    (
        "crypt-path.svg",
        "draw cli/areas/crypt/ainavdata_32771.dat --dof cli/areas/crypt/crypt.dof --path 30,0,30 200,-240,100",
    ),
    ("silkroad-dungeon.svg", "draw cli/samples/dungeon.dof"),
    ("silkroad-tables.svg", "draw cli/samples/ainavdata_32769.dat"),
];

/// The files that pictures need in addition to the samples.
const EDITS: [&str; 4] = [
    "edit cli/samples/room.wok --paint 0-4=Metal --remove 9 -o painted.wok",
    "edit cli/samples/room.wok --flip 3,8 -o flipped.wok",
    "convert cli/areas/city/city.glb -o city.trn",
    "bake city.trn --git cli/areas/city/city.git -o city.trx",
];

#[test]
fn the_gallery_is_what_is_drawn() {
    let clone = clone_with_samples();
    let run = |line: &str| {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let output = walkmesh(&arguments).current_dir(clone.path()).output().expect("the command starts");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "walkmesh {line}: {err}");
    };
    EDITS.iter().for_each(|line| run(line));
    let gallery = root().join("../docs/gallery");
    let mut different = Vec::new();
    for (name, line) in PICTURES {
        let size = if line.contains("--size") { "" } else { "--size 760x480 " };
        run(&format!("{line} {size}-o {name}"));
        let drawn = fs::read(clone.path().join(name)).expect("the picture");
        let most = if name.ends_with(".png") { 200_000 } else { 60_000 };
        assert!(drawn.len() < most, "{name} has {} bytes", drawn.len());
        let path = gallery.join(name);
        if !fs::read(&path).is_ok_and(|kept| is_same(&kept, &drawn)) {
            if std::env::var_os("WALKMESH_WRITE_GALLERY").is_some() {
                fs::write(&path, &drawn).expect("the gallery");
            }
            different.push(name);
        }
    }
    assert!(different.is_empty(), "not as drawn: {different:?}; WALKMESH_WRITE_GALLERY=1 draws them again");
}

/// Whether two files are the same picture: the same bytes or, since a PNG depends on the zlib of the build, the same pixels.
fn is_same(kept: &[u8], drawn: &[u8]) -> bool {
    let pixels = |bytes| Pixmap::decode_png(bytes).ok();
    kept == drawn || pixels(kept).is_some_and(|kept| Some(kept) == pixels(drawn))
}

#[test]
fn the_page_of_the_gallery_shows_each_picture_with_its_command() {
    let page = fs::read_to_string(root().join("../docs/gallery/README.md")).expect("the page");
    for (name, line) in PICTURES {
        assert!(page.contains(&format!("({name})")), "{name}");
        assert!(page.contains(&format!("walkmesh {line} -o {name}")), "walkmesh {line} -o {name}");
    }
    EDITS.iter().for_each(|line| assert!(page.contains(&format!("walkmesh {line}")), "{line}"));
}
