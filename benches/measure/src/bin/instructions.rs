//! The hot paths on small generated inputs, for callgrind: `benches/instructions` counts the instructions of each call of
//! [`hot_path`], and this program prints the names in the order of the calls.

use std::hint::black_box;

use walkmesh::kotor;
use walkmesh::mesh::{HeightGrid, NavMesh, Path, PathScratch, Position, Ray, RayBvh};
use walkmesh::nwn2::{self, LineOfSight, TriangleId};
use walkmesh::silkroad::{self, CellRef};

#[path = "../../../support/kotor_floor.rs"]
mod kotor_floor;
#[path = "../../../support/nwn2_area.rs"]
mod nwn2_area;
#[path = "../../../support/silkroad_plan.rs"]
mod silkroad_plan;

use walkmesh_mesh::samples::shapes::{self, Cave, Dice, Rock, Triangle};

/// Rays, points, or pairs of positions.
const QUERIES: usize = 500;
const FACES: usize = 5_000;

/// Callgrind counts only this function, not the preparation of inputs.
#[inline(never)]
fn hot_path<T>(name: &str, work: impl FnOnce() -> T) {
    black_box(work());
    println!("{name}");
}

fn main() {
    rays_and_heights();
    paths("", &Cave::new(FACES, Rock::Rough, 7));
    paths(" of folded faces", &folded_cave());
    nwn2();
    kotor();
    silkroad();
}

fn rays_and_heights() {
    let triangles = shapes::cave(FACES).triangles;
    let [vertical, long] = [true, false].map(|is_vertical| rays(&triangles, is_vertical));
    let tree = RayBvh::new(&triangles, |_| 1);
    let grid = HeightGrid::new(&triangles, |_| 1);
    let hits = |rays: &[Ray]| rays.iter().filter(|ray| tree.raycast(ray, !0).is_some()).count();
    let below = |ray: &&Ray| grid.floor_below(ray.origin(), f32::INFINITY, !0).is_some();
    hot_path("build a ray BVH", || RayBvh::new(&triangles, |_| 1));
    hot_path("vertical rays", || hits(&vertical));
    hot_path("long rays", || hits(&long));
    hot_path("build a height grid", || HeightGrid::new(&triangles, |_| 1));
    hot_path("heights", || vertical.iter().filter(below).count());
}

fn paths(kind: &str, cave: &Cave) {
    let nav_mesh = || NavMesh::from_shared_vertices(cave.vertices.clone(), &cave.faces, |_| true).expect("a good mesh");
    let (mesh, fresh) = (nav_mesh(), nav_mesh());
    let mut dice = Dice(5);
    let mut position = || {
        let (point, face) = cave.place(&mut dice);
        Position::new(point, face)
    };
    let mut pairs: Vec<_> = (0..QUERIES).map(|_| (position(), position())).collect();
    pairs.retain(|&(from, to)| mesh.distance(from, to).is_ok());
    let (mut scratch, mut path) = (PathScratch::new(), Path::default());
    let mut search = |from, to| mesh.shortest_path_into(&mut scratch, from, to, &mut path).is_ok();
    hot_path(&format!("mesh{kind}"), nav_mesh);
    hot_path(&format!("polygon graph{kind}"), || fresh.prepare_paths());
    hot_path(&format!("paths{kind}"), || pairs.iter().filter(|&&(from, to)| search(from, to)).count());
}

fn nwn2() {
    let mut area = nwn2_area::generated(1_000);
    let options = nwn2::BakeOptions::default();
    let blind = options.clone().with_line_of_sight(LineOfSight::Off);
    hot_path("NWN2 bake without lines of sight", || area.bake(&blind).is_ok());
    hot_path("NWN2 bake", || area.bake(&options).is_ok());
    let bytes = area.to_bytes().expect("an area can be written");
    hot_path("NWN2 write", || area.to_bytes());
    hot_path("NWN2 read", || nwn2::Walkmesh::from_bytes(&bytes));
    let navigator = nwn2::Navigator::new(area);
    let wanted = routes(&navigator);
    let steps = |from, to| navigator.stored_route(from, to).map_or(0, |route| route.steps.len());
    hot_path("NWN2 routes", || wanted.iter().map(|&(from, to)| steps(from, to)).sum::<usize>());
}

fn kotor() {
    // A bake keeps a valid tree.
    let options = kotor::BakeOptions::default().with_rebuild_tree(true);
    let [mut level, mut rough] = [false, true].map(|rough| kotor_floor::floor(1_000, rough));
    hot_path("KotOR bake of a level floor", || level.bake(&options).is_ok());
    hot_path("KotOR bake of a rough floor", || rough.bake(&options).is_ok());
    let bytes = level.to_bytes().expect("a floor can be written");
    hot_path("KotOR write", || level.to_bytes());
    hot_path("KotOR read", || kotor::Walkmesh::from_bytes(&bytes));
}

fn silkroad() {
    const WIDTH: u32 = 16;
    const DEPTH: u32 = 15;
    let plan = silkroad_plan::plan_of(WIDTH, DEPTH);
    let options = silkroad::BakeOptions::default();
    hot_path("Silkroad bake", || plan.bake(&options));
    let navigator = silkroad::Navigator::new(plan.bake(&options).expect("fits the format"));
    let bytes = navigator.dungeon().to_bytes().expect("fits the format");
    hot_path("Silkroad read", || silkroad::Dungeon::from_bytes(&bytes));
    let mut dice = Dice(1);
    let mut cell = || CellRef::new(0, dice.index((2 * WIDTH * DEPTH) as usize) as u32);
    let wanted: Vec<_> = (0..QUERIES).map(|_| (cell(), cell())).collect();
    let steps = |from, to| navigator.stored_route(from, to).map_or(0, |route| route.steps.len());
    hot_path("Silkroad graph", || navigator.graph().blocks().len());
    hot_path("Silkroad routes", || wanted.iter().map(|&(from, to)| steps(from, to)).sum::<usize>());
}

/// Rays from above corners.
fn rays(triangles: &[Triangle], is_vertical: bool) -> Vec<Ray> {
    let mut dice = Dice(7);
    let ray = |_| {
        let [x, y, z] = triangles[dice.index(triangles.len())][dice.index(3)];
        let direction = if is_vertical { [0.0, 0.0, -1.0] } else { dice.direction() };
        Ray::new([x + 0.01, y + 0.02, z + 1.5], direction, f32::INFINITY).expect("a good ray")
    };
    (0..QUERIES).map(ray).collect()
}

/// A cave some of whose vertices were moved so far that faces around them are turned over.
fn folded_cave() -> Cave {
    let mut cave = Cave::new(FACES, Rock::Rough, 7);
    let mut dice = Dice(11);
    for [x, y, _] in cave.vertices.iter_mut().step_by(40) {
        let [aside, ahead, _] = dice.direction();
        (*x, *y) = (*x + 1.5 * aside, *y + 1.5 * ahead);
    }
    cave
}

/// Pairs of walkable triangles that a stored route joins.
fn routes(navigator: &nwn2::Navigator) -> Vec<(Position<TriangleId>, Position<TriangleId>)> {
    let walkable = navigator.walkmesh().triangles().filter(|face| face.is_walkable());
    let walkable: Vec<_> = walkable.map(|face| face.id()).collect();
    let mut dice = Dice(3);
    let mut position = || Position::new([0.0; 3], walkable[dice.index(walkable.len())]);
    let mut wanted: Vec<_> = (0..QUERIES).map(|_| (position(), position())).collect();
    wanted.retain(|&(from, to)| navigator.stored_route(from, to).is_ok());
    wanted
}
