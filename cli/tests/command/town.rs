//! The sample of a town: an area of NWN2 with walkmesh cutters, a bridge and stairs.

use std::fs;

use walkmesh::nwn2::{FloorMaterial, Terrain, Walkmesh};

use crate::bake::{bake, folder_of, names};
use crate::run::{root, run};

fn walkmesh(bytes: &[u8]) -> Walkmesh {
    Terrain::from_bytes(bytes).expect("an area").into_walkmesh().expect("a walkmesh")
}

fn sample() -> Vec<u8> {
    fs::read(root().join("samples/town.trx")).expect("the sample")
}

/// The bytes of the walkmesh are compared inflated, because the deflated ones depend on the zlib of the build.
#[test]
fn the_town_bakes_with_the_objects_beside_it_to_its_sample() {
    let folder = folder_of(&["town.trn", "town.git"]);
    let [path, out] = ["town.trn", "x.trx"].map(|name| folder.path().join(name));
    let run = bake(&[&path, &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("  cut out: 5 walkmesh cutters\n"), "{}", run.out);
    assert_eq!(names(folder.path()), ["town.git", "town.trn", "x.trx"]);
    let (made, kept) = (Terrain::from_bytes(&fs::read(&out).expect("written")).expect("an area"), sample());
    let kept = Terrain::from_bytes(&kept).expect("an area");
    assert_eq!((made.version(), made.size()), (kept.version(), kept.size()));
    let bytes = |area: Terrain| area.into_walkmesh().expect("a walkmesh").to_bytes().expect("bytes");
    assert!(bytes(made) == bytes(kept), "not the walkmesh of town.trx");
}

#[test]
fn the_placeable_of_the_town_is_cut_out_with_the_sample_of_footprints() {
    let folder = folder_of(&["town.trn", "town.git", "footprints.json"]);
    let [path, footprints, out] = ["town.trn", "footprints.json", "x.trx"].map(|name| folder.path().join(name));
    let run = bake(&[&path, &"--footprints", &footprints, &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(!run.out.contains("is not cut out"), "{}", run.out);
    let is_floor = |bytes: &[u8]| walkmesh(bytes).triangles().any(|triangle| triangle.contains([4.5, 4.5]));
    assert!(is_floor(&sample()) && !is_floor(&fs::read(&out).expect("written")));
}

#[test]
fn nothing_is_wrong_with_the_town() {
    let run = run(&["check", "samples/town.trx", "--severity", "info"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "1 level: nothing found\n", ""));
}

#[test]
fn the_way_from_the_square_to_the_terrace_leads_over_the_bridge_and_up_the_stairs() {
    let town = walkmesh(&sample());
    let way = run(&["path", "samples/town.trx", "3,3", "34,24", "--json"]);
    assert_eq!((way.status, way.err.as_str()), (0, ""));
    let steps = way.json()["results"][0]["steps"].as_array().expect("steps").clone();
    let floors: Vec<Option<FloorMaterial>> = steps
        .iter()
        .filter_map(|step| step["place"][0]["index"].as_u64())
        .filter_map(|index| town.triangles().nth(index as usize))
        .map(|triangle| triangle.floor())
        .collect();
    let mut passed = floors.clone();
    passed.dedup();
    let expected =
        [FloorMaterial::Stone, FloorMaterial::Wood, FloorMaterial::Grass, FloorMaterial::Stone, FloorMaterial::Carpet]
            .map(Some);
    assert_eq!(passed, expected, "{steps:?}");
}
