//! Questions that the navigator of one game answers alone.

use walkmesh::mesh::{Position, Ray};
use walkmesh::nwn2::{TriangleId, research};
use walkmesh::silkroad::CellRef;
use walkmesh::{kotor, nwn2, silkroad};

pub fn ask_kotor(walkmesh: &kotor::Walkmesh) {
    let navigator = kotor::Navigator::new(walkmesh.clone());
    let _ = navigator.overview();
    let points: Vec<[f32; 3]> = walkmesh.vertices().take(3).collect();
    for &from in &points {
        let _ = navigator.snap(from, f64::INFINITY);
        for &to in &points {
            let _ = navigator.line_of_sight(from, to);
            if let Ok(Some(start)) = navigator.position_at(from, 1.0) {
                let _ = navigator.walk_straight(start, to);
            }
        }
    }
}

pub fn ask_nwn2(walkmesh: &nwn2::Walkmesh) {
    let navigator = nwn2::Navigator::new(walkmesh.clone());
    let last = TriangleId(walkmesh.triangles().len().saturating_sub(1) as u32);
    for (from, to) in [(TriangleId(0), last), (last, TriangleId(0)), (TriangleId(0), TriangleId(u32::MAX))] {
        let [start, goal] = [from, to].map(|face| Position::new([0.0; 3], face));
        let _ = (navigator.stored_route(start, goal), navigator.stored_line_of_sight(from, to));
        let _ = research::sees_over_the_floor(&navigator, from, to);
    }
    let _ = (navigator.islands_cut_off_from(TriangleId(0)), navigator.overview());
    let _ = navigator.snap([0.0; 3], f64::INFINITY);
    let Some(Some([at, ..])) = walkmesh.triangle(TriangleId(0)).map(|triangle| triangle.points()) else { return };
    let _ = research::triangle_by_the_games_rule(walkmesh, [at[0], at[1]]);
    if let Ok(Some(start)) = navigator.position_at([at[0], at[1], 0.0], f32::INFINITY) {
        let _ = navigator.walk_straight(start, [0.0; 3]);
    }
    if let Ok(ray) = Ray::new([at[0], at[1], 100.0], [0.0, 0.1, -1.0], 1000.0) {
        let _ = navigator.raycast(&ray, nwn2::FaceMask::ALL);
    }
}

/// No walk along the tables is endless.
pub fn ask_silkroad(dungeon: &silkroad::Dungeon) {
    let navigator = silkroad::Navigator::new(dungeon.clone());
    let dungeon = navigator.dungeon();
    let _ = navigator.graph().connected_parts();
    let places: Vec<CellRef> = dungeon.cells().take(12).collect();
    for &from in &places {
        for &to in &places {
            let _ = navigator.stored_route(from, to);
        }
    }
    for centre in dungeon.blocks().flat_map(|block| block.centres()).take(4) {
        let _ = navigator.nearest_edge([centre.x, centre.y, centre.z]);
    }
}
