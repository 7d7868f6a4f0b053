//! The larger sample of NWN2: a city from a mesh of another program, carved and baked here.

use std::fs;

use walkmesh::nwn2::{FloorMaterial, Navigator, Terrain, TriangleId, Walkmesh};

use crate::run::{clone_with_samples, walkmesh};

/// The x of the river between the western and the eastern half, at the bridge next to the market, in metres.
const RIVER: std::ops::Range<f32> = 59.0..69.0;

/// The city as the commands of the gallery bake it.
fn city() -> (tempfile::TempDir, Walkmesh) {
    let clone = clone_with_samples();
    for line in [
        "convert cli/areas/city/city.glb -o city.trn",
        "bake city.trn --git cli/areas/city/city.git -o city.trx",
        "check city.trx --severity warning",
    ] {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let output = walkmesh(&arguments).current_dir(clone.path()).output().expect("the command starts");
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{line}: {out}");
        if line.starts_with("bake") {
            assert!(out.contains("cut out: ") && out.contains(" walkmesh cutters"), "{out}");
        }
    }
    let bytes = fs::read(clone.path().join("city.trx")).expect("written");
    let walkmesh = Terrain::from_bytes(&bytes).expect("an area").into_walkmesh().expect("a walkmesh");
    (clone, walkmesh)
}

#[test]
fn the_city_is_baked_without_a_warning_and_its_ways_lead_over_a_bridge() {
    let (_clone, walkmesh) = city();
    assert_eq!(walkmesh.grid(), [16, 12]);
    let walkable = walkmesh.triangles().filter(|triangle| triangle.is_walkable());
    let (walkable, floors): (Vec<TriangleId>, Vec<Option<FloorMaterial>>) =
        walkable.map(|triangle| (triangle.id(), triangle.floor())).unzip();
    assert!(walkable.len() > 10_000, "{}", walkable.len());
    let kinds = FloorMaterial::ALL.iter().filter(|floor| floors.contains(&Some(**floor))).count();
    assert!(kinds >= 9, "{kinds} kinds of floor");

    let navigator = Navigator::new(walkmesh.clone());
    let at = |point: [f32; 2]| navigator.snap_in_plan(point, 1.0).expect("a sound mesh").expect("a floor").position;
    let [road, castle, church] = [[2.0, 55.0], [117.0, 72.5], [22.0, 75.5]].map(at);
    // The whole river lies lower than its banks. Only its bridges are higher.
    let route = navigator.stored_route(road, castle).expect("a route");
    let points = route.steps.iter().filter_map(|step| walkmesh.triangle(step.face)?.points()).flatten();
    let over_river: Vec<f32> = points.filter(|point| RIVER.contains(&point[0])).map(|point| point[2]).collect();
    assert!(!over_river.is_empty() && over_river.iter().all(|height| *height > 0.0), "{over_river:?}");
    assert!(navigator.shortest_path(road, castle).is_ok());
    assert!(navigator.shortest_path(road, church).is_err(), "only a door leads into the church");
}
