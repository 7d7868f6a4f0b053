//! The pictures of `docs/gallery/`, drawn here byte for byte.
//!
//! `WALKMESH_WRITE_GALLERY=1 cargo test --workspace --test command gallery` draws them again.

use std::fs;

use crate::run::{clone_with_samples, root, walkmesh};

/// What is drawn, as one pastes it in the root of a clone: the name of the picture, and the arguments.
const PICTURES: [(&str, &str); 17] = [
    ("academy", "draw cli/areas/academy --place gate0.dwk,22,0,0,1.5708 --place well.pwk,-4,20.5,2.65,0 --size 900x600"),
    (
        "academy-path",
        "draw cli/areas/academy --place gate1.dwk,22,0,0,1.5708 --path -25,-7 35.5,8 --colour height --dark",
    ),
    ("kotor-area", "draw cli/samples --title manor --place door0.dwk,6,3,0,1.5708 --place chest.pwk,1,5,0,0"),
    (
        "kotor-area-dark",
        "draw cli/samples --title manor --place door0.dwk,6,3,0,1.5708 --place chest.pwk,1,5,0,0 --dark",
    ),
    ("kotor-path", "draw cli/samples --title manor --place door0.dwk,6,3,0,1.5708 --path 1,1 7,3"),
    ("kotor-tree", "draw cli/samples/room.wok --tree 3"),
    ("kotor-diff", "draw --diff cli/samples/room.wok painted.wok"),
    ("kotor-findings", "draw flipped.wok --findings"),
    ("nwn2-area", "draw cli/samples/yard.trx --exits"),
    ("nwn2-sight", "draw cli/samples/yard.trx --sight 20"),
    ("nwn2-path-dark", "draw cli/samples/yard.trx --colour part --path 0 30 --dark"),
    ("nwn2-cutters", "draw cli/samples/town.trn --git cli/samples/town.git"),
    ("nwn2-town", "draw cli/samples/town.trx --path 3,3 34,24"),
    ("crypt", "draw cli/areas/crypt/crypt.dof --colour height"),
    ("crypt-path", "draw cli/areas/crypt/ainavdata_32771.dat --dof cli/areas/crypt/crypt.dof --path 30,0,30 200,-240,100"),
    ("silkroad-dungeon", "draw cli/samples/dungeon.dof"),
    ("silkroad-tables", "draw cli/samples/ainavdata_32769.dat"),
];

/// The files that pictures need beside the samples.
const EDITS: [&str; 2] = [
    "edit cli/samples/room.wok --paint 0-4=Metal --remove 9 -o painted.wok",
    "edit cli/samples/room.wok --flip 3,8 -o flipped.wok",
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
        run(&format!("{line} {size}-o {name}.svg"));
        let drawn = fs::read(clone.path().join(format!("{name}.svg"))).expect("the picture");
        assert!(drawn.len() < 60_000, "{name} has {} bytes", drawn.len());
        let path = gallery.join(format!("{name}.svg"));
        if fs::read(&path).ok().as_ref() != Some(&drawn) {
            if std::env::var_os("WALKMESH_WRITE_GALLERY").is_some() {
                fs::write(&path, &drawn).expect("the gallery");
            }
            different.push(name);
        }
    }
    assert!(different.is_empty(), "not as drawn: {different:?}; WALKMESH_WRITE_GALLERY=1 draws them again");
}

#[test]
fn the_page_of_the_gallery_shows_each_picture_with_its_command() {
    let page = fs::read_to_string(root().join("../docs/gallery/README.md")).expect("the page");
    for (name, line) in PICTURES {
        assert!(page.contains(&format!("({name}.svg)")), "{name}");
        assert!(page.contains(&format!("walkmesh {line} -o {name}.svg")), "walkmesh {line} -o {name}.svg");
    }
    EDITS.iter().for_each(|line| assert!(page.contains(&format!("walkmesh {line}")), "{line}"));
}
