//! Nearest hits of rays, compared with the CwBvh of `obvhs` and with Embree.

use std::hint::black_box;
use std::time::Duration;

use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::cwbvh::{CwBvh, builder::build_cwbvh_from_tris};
use obvhs::rt_triangle::RtTriangle;
use walkmesh::mesh::{Ray, RayBvh};
use walkmesh_peers::Embree;

use crate::clock::{in_turn, time};
use crate::table::{Figure, Row, Table};
use crate::{Effort, bounds, corpus, generated};
use walkmesh_mesh::samples::shapes::{Dice, Triangle};

/// Number of rays of each kind, too many to be cached.
const RAYS: usize = 16_384;
/// Hits on edges and of slivers may differ between libraries, in this share of the rays.
const MAY_DIFFER: f64 = 0.01;

/// Origin, direction, greatest distance.
type Shot = ([f32; 3], [f32; 3], f32);

pub fn table(effort: &Effort) -> Table {
    let about = "Nearest hits: 16,384 different rays of each kind, one after the other, nanoseconds for each. Vertical rays \
                 come from above; short (5 m) and long ones start 1.5 m above corners, in all directions. `obvhs` has its \
                 `very_slow_build`, Embree a scene of high quality with the flag for watertight edges.";
    let mut table = Table::new("Rays", &["CwBvh of `obvhs`", "Embree"], about);
    for (name, meshes) in meshes(&mut table, effort) {
        let scenes: Vec<_> = meshes.iter().map(|triangles| Scene::new(triangles)).collect();
        let each = RAYS / meshes.len();
        let shots: Vec<_> = meshes.iter().zip(0..).map(|(triangles, seed)| shots(triangles, each, seed)).collect();
        for (at, kind) in ["vertical", "short", "long"].into_iter().enumerate() {
            let shots: Vec<&[Shot]> = shots.iter().map(|kinds| &kinds[at][..]).collect();
            table.rows.push(row(format!("{name}, {kind}"), &scenes, &shots, effort));
        }
    }
    table
}

/// Names, and the meshes over which the rays are spread evenly.
fn meshes(table: &mut Table, effort: &Effort) -> Vec<(String, Vec<Vec<Triangle>>)> {
    let mut meshes = Vec::new();
    let points = |room: &walkmesh::kotor::Walkmesh| room.faces().filter_map(|face| face.points()).collect();
    let rooms: Vec<Vec<Triangle>> = corpus::rooms().iter().map(points).take(effort.files).collect();
    let areas = corpus::areas().into_iter().take(effort.files).filter_map(|area| corpus::walkmesh(&area).ok());
    let points = |area: walkmesh::nwn2::Walkmesh| area.triangles().filter_map(|triangle| triangle.points()).collect();
    let areas: Vec<Vec<Triangle>> = areas.map(points).collect();
    for (kind, all) in [("KotOR room", rooms), ("NWN2 area", areas)] {
        let all: Vec<_> = all.into_iter().filter(|triangles| !triangles.is_empty()).collect();
        let Some(largest) = all.iter().max_by_key(|triangles| triangles.len()).cloned() else {
            table.not_run.push(format!("rays in a {kind}: {}", corpus::NONE));
            continue;
        };
        meshes.push((format!("largest {kind}, {} faces", largest.len()), vec![largest]));
        meshes.push((format!("all {} {kind}s", all.len()), all));
    }
    meshes.extend(generated(effort).into_iter().map(|(name, triangles)| (name, vec![triangles])));
    meshes
}

fn row(work: String, scenes: &[Scene], shots: &[&[Shot]], effort: &Effort) -> Row {
    let count = shots.iter().map(|shots| shots.len()).sum::<usize>() as f64;
    let all = || scenes.iter().zip(shots).flat_map(|(scene, shots)| shots.iter().map(move |shot| (scene, *shot)));
    // Each side has a separate loop, so that the compiler can inline its calls.
    let mut ours = || {
        time(|| {
            all().for_each(|(scene, shot)| {
                black_box(scene.ours(shot));
            })
        })
    };
    let mut obvhs = || {
        time(|| {
            all().for_each(|(scene, shot)| {
                black_box(scene.obvhs(shot));
            })
        })
    };
    let hits =
        [Scene::ours, Scene::obvhs].map(|side| all().filter(|&(scene, shot)| side(scene, shot).is_some()).count());
    let differ = |theirs: usize| hits[0].abs_diff(theirs) as f64 / count;
    assert!(differ(hits[1]) < MAY_DIFFER, "{work}: {hits:?} hits");
    if let Some(error) = scenes.iter().find_map(|scene| scene.embree.as_ref().err()) {
        let [ours, obvhs] = in_turn(effort.rounds, [&mut ours, &mut obvhs]).map(|ns| Figure::Time(ns / count));
        return Row { work, ours, theirs: vec![Ok(obvhs), Err(format!("NOT RUN: {error}"))] };
    }
    let hits = all().filter(|&(scene, shot)| scene.embree(shot).is_some()).count();
    assert!(differ(hits) < MAY_DIFFER, "{work}: {hits} hits of Embree");
    let mut embree = || {
        time(|| {
            all().for_each(|(scene, shot)| {
                black_box(scene.embree(shot));
            })
        })
    };
    let sides: [&mut dyn FnMut() -> f64; 3] = [&mut ours, &mut obvhs, &mut embree];
    let [ours, obvhs, embree] = in_turn(effort.rounds, sides).map(|ns| Figure::Time(ns / count));
    Row { work, ours, theirs: vec![Ok(obvhs), Ok(embree)] }
}

/// A mesh in the form of each side.
struct Scene {
    ours: RayBvh,
    tree: CwBvh,
    triangles: Vec<RtTriangle>,
    embree: Result<Embree, walkmesh_peers::PeerError>,
}

impl Scene {
    fn new(triangles: &[Triangle]) -> Self {
        let peer: Vec<_> = triangles
            .iter()
            .map(|corners| {
                let [v0, v1, v2] = corners.map(Vec3A::from);
                obvhs::triangle::Triangle { v0, v1, v2 }
            })
            .collect();
        let tree = build_cwbvh_from_tris(&peer, BvhBuildParams::very_slow_build(), &mut Duration::default());
        let in_order = tree.primitive_indices.iter().map(|&face| RtTriangle::from(&peer[face as usize])).collect();
        Self { ours: RayBvh::new(triangles, |_| 1), tree, triangles: in_order, embree: Embree::new(triangles) }
    }

    fn ours(&self, (origin, direction, most): Shot) -> Option<f32> {
        let ray = Ray::new(origin, direction, most).expect("a good ray");
        self.ours.raycast(&ray, !0).map(|hit| hit.distance)
    }

    fn obvhs(&self, (origin, direction, most): Shot) -> Option<f32> {
        let ray = obvhs::ray::Ray::new(origin.into(), direction.into(), 0.0, most);
        let mut hit = obvhs::ray::RayHit::none();
        self.tree.ray_traverse(ray, &mut hit, |ray, at| self.triangles[at].intersect(ray)).then_some(hit.t)
    }

    fn embree(&self, (origin, direction, most): Shot) -> Option<f32> {
        self.embree.as_ref().ok()?.nearest(origin, direction, most).map(|hit| hit.distance)
    }
}

/// Vertical, short and long rays.
fn shots(triangles: &[Triangle], count: usize, seed: u64) -> [Vec<Shot>; 3] {
    let [min, max] = bounds(triangles);
    let mut dice = Dice(7 + seed);
    let vertical = (0..count).map(|_| {
        let origin = [dice.between(min[0], max[0]), dice.between(min[1], max[1]), max[2] + 1.0];
        (origin, [0.0, 0.0, -1.0], f32::INFINITY)
    });
    let vertical = vertical.collect();
    let mut from_corners = |most| {
        let shot = |_| {
            let [x, y, z] = triangles[dice.index(triangles.len())][dice.index(3)];
            ([x + 0.01, y + 0.02, z + 1.5], dice.direction(), most)
        };
        (0..count).map(shot).collect()
    };
    [vertical, from_corners(5.0), from_corners(f32::INFINITY)]
}
