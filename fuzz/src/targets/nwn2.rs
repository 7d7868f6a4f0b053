//! NWN2: whatever reads can be checked, queried, stripped, and baked or refused; what was baked reads, writes and bakes to the same
//! bytes, and has no broken table.

use walkmesh::finding::CheckOptions;
use walkmesh::mesh::{Position, Ray};
use walkmesh::nwn2::{BakeOptions, FaceMask, LineOfSight, Navigator, OptimiseOptions, TriangleId, Walkmesh, research};

/// An NWN2 walkmesh.
pub fn nwn2(bytes: &[u8]) {
    let Ok(walkmesh) = Walkmesh::from_bytes(bytes) else { return };
    let _ = walkmesh.check(&CheckOptions::default());
    ask(&walkmesh);
    let mut stripped = walkmesh.clone();
    if stripped.optimise(&OptimiseOptions::default()).is_ok() {
        ask(&stripped);
    }
    for line_of_sight in [LineOfSight::Off, LineOfSight::Game] {
        let options = BakeOptions::default().with_line_of_sight(line_of_sight);
        let mut baked = walkmesh.clone();
        if baked.bake(&options).is_err() {
            continue;
        }
        let written = baked.to_bytes().expect("what was baked can be written");
        let mut again = Walkmesh::from_bytes(&written).expect("and reads");
        assert_eq!(again.to_bytes().expect("and writes"), written);
        again.bake(&options).expect("and bakes");
        assert!(again.to_bytes().expect("and writes") == written, "a bake of a bake changes nothing");
        let _ = walkmesh.diff(&baked);
        ask(&baked);
    }
}

fn ask(walkmesh: &Walkmesh) {
    let navigator = Navigator::new(walkmesh.clone());
    let last = TriangleId(walkmesh.triangles().len().saturating_sub(1) as u32);
    for (from, to) in [(TriangleId(0), last), (last, TriangleId(0)), (TriangleId(0), TriangleId(u32::MAX))] {
        let [start, goal] = [from, to].map(|face| Position::new([0.0; 3], face));
        let _ = navigator.stored_route(start, goal);
        navigator.stored_line_of_sight(from, to);
        let _ = research::sees_over_the_floor(&navigator, from, to);
    }
    let _ = navigator.islands_cut_off_from(TriangleId(0));
    let _ = navigator.overview();
    let _ = navigator.snap([0.0; 3], f64::INFINITY);
    let Some(Some([at, ..])) = walkmesh.triangle(TriangleId(0)).map(|triangle| triangle.points()) else { return };
    navigator.faces_at([at[0], at[1]], FaceMask::ALL);
    research::triangle_by_the_games_rule(walkmesh, [at[0], at[1]]);
    let stand = |point: [f32; 3]| navigator.position_at(point, f32::INFINITY).expect("a mesh that can be numbered");
    if let (Some(start), Some(goal)) = (stand([at[0], at[1], 0.0]), stand([0.0; 3])) {
        let _ = navigator.stored_route(start, goal);
        let _ = navigator.shortest_path(start, goal);
        let _ = navigator.walk_straight(start, goal.point);
    }
    if let Ok(ray) = Ray::new([at[0], at[1], 100.0], [0.0, 0.1, -1.0], 1000.0) {
        navigator.raycast(&ray, FaceMask::ALL);
        navigator.raycast(&ray, FaceMask::WALKABLE);
    }
}
