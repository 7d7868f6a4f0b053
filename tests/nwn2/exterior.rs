//! The exterior of the corpus: its TRX follows from its TRN, and the floor of its TRN from its ground.

use walkmesh::diff::Group;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::aswm::Triangles;
use walkmesh::nwn2::{BakeOptions, CarveOptions, Cutter, Terrain, TerrainMaterials, Walkmesh};

use walkmesh_testing::corpus;

fn terrain(extension: &str) -> Option<Terrain> {
    let file = corpus("nwn2")?.join("exterior/TestImportExportTRN").with_extension(extension);
    Some(Terrain::from_bytes(&std::fs::read(file).unwrap()).unwrap())
}

/// The differences between a bake of this floor and the game's TRX, except bytes that the game leaves uninitialised.
fn differences(trn: &Terrain, floor: &Walkmesh, trx: &Terrain) -> Vec<String> {
    let mut floor = trn.painted(floor, &TerrainMaterials::stock()).unwrap().expect("an exterior");
    floor.carve_and_bake(&[] as &[Cutter; 0], &CarveOptions::default(), &BakeOptions::default()).unwrap();
    let tables = floor.diff(trx.walkmesh().unwrap()).into_iter();
    let differing = tables.filter(|table| !table.is_equal() && table.group != Group::Uninitialised);
    differing.map(|table| format!("{} {}", table.table, table.entries - table.equal)).collect()
}

#[test]
fn an_exterior_is_baked_as_the_game_does() {
    let Some((trn, trx)) = terrain("trn").zip(terrain("trx")) else { return };
    assert!(!trn.is_baked() && trx.is_baked());
    assert_eq!(differences(&trn, trn.walkmesh().unwrap(), &trx), [""; 0]);
}

#[test]
fn the_floor_of_an_exterior_follows_from_its_ground() {
    let Some((trn, trx)) = terrain("trn").zip(terrain("trx")) else { return };
    let (stored, made) = (trn.walkmesh().unwrap(), trn.walkmesh_of_ground().unwrap().expect("an exterior"));
    assert!(made.vertices() == stored.vertices());
    let of = |walkmesh: &Walkmesh| {
        let rows = walkmesh.triangle_rows().iter();
        rows.map(|row| (row.vertices, row.flags, row.normal.map(f32::to_bits), row.dot.to_bits())).collect::<Vec<_>>()
    };
    assert!(of(&made) == of(stored));
    let counts =
        |walkmesh: &Walkmesh| walkmesh.tiles().map(|tile| tile.as_raw().header.vertices_count).collect::<Vec<_>>();
    assert_eq!(counts(&made), counts(stored));
    assert_eq!(differences(&trn, &made, &trx), [""; 0]);
}

#[test]
fn the_planes_of_an_exterior_are_stale_only_where_they_differ_from_both_sums() {
    let Some(trn) = terrain("trn") else { return };
    let stale = |trn: &Terrain| {
        let findings = trn.check(&CheckOptions::default());
        findings.iter().filter(|finding| finding.code() == "face-plane-stale").count()
    };
    assert_eq!(stale(&trn), 0);
    let mut raw = trn.walkmesh().unwrap().as_raw().clone();
    let Triangles::V6B(rows) = &mut raw.triangles else { panic!("the triangles of a TRN") };
    rows[0].dot += 1.0;
    let mut moved = trn.clone();
    moved.set_walkmesh(Walkmesh::from_raw(raw)).unwrap();
    assert_eq!(stale(&moved), 1);
}
