//! Lists of extensions that cannot come from the library agree with the library's list.

use std::collections::BTreeSet;
use std::fs;

use walkmesh::formats::Format;
use walkmesh::level::{Archive, Kind};
use walkmesh_testing::root;

/// The extensions between the parentheses of a tuple in a file of the add-on for Blender.
fn of_the_add_on(file: &str, tuple: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("blender/walkmesh_blender").join(file)).expect("a file of the add-on");
    let (_, rest) = text.split_once(&format!("\n{tuple} = (")).expect("the tuple");
    let (inside, _) = rest.split_once(')').expect("its end");
    inside.split('"').filter(|part| part.starts_with('.')).map(str::to_owned).collect()
}

/// Of the given extensions, those that imply a format. The library reads layouts and path points beside the documents.
fn promised(is_wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let names = Format::ALL.iter().flat_map(|format| format.files()).chain(&["*.lyt", "*.pth"]);
    let names = names.map(|pattern| pattern.replace('*', "1")).filter(|name| is_wanted(name));
    names.map(|name| name[name.rfind('.').expect("an extension")..].to_owned()).collect()
}

#[test]
fn the_add_on_offers_the_files_of_each_game_and_archives() {
    let archives = promised(Archive::is_promised_by);
    let of_games = promised(|name| Kind::promised_by(name).is_some_and(|kind| kind.game().is_some()));
    assert_eq!(of_the_add_on("operators.py", "EXTENSIONS"), &archives | &of_games);
    // It also writes into the modules of a campaign, which are not offered.
    assert_eq!(of_the_add_on("writing.py", "ARCHIVES"), &archives | &BTreeSet::from([".nwm".to_owned()]));
}
