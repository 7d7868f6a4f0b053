//! Floors at their positions: the cell of a point, and whether the tables were made from a floor.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use walkmesh::formats::Document;
use walkmesh::formats::ainav::Link;
use walkmesh::formats::bms::{self, Bms};
use walkmesh::formats::dof::Dof;
use walkmesh::silkroad::research::choices::DoorEdgeNumber;
use walkmesh::silkroad::research::{Fit, door_edge_number, fit};
use walkmesh::silkroad::{BakeOptions, BlockId, CellId, CellRef, Floor, Floors, Graph, Navigator, Plan};

use crate::corpus::{folder, list, number, sample};
use crate::generate::{floors as generated, recipes};

/// The sample's floors; the names of its blocks in the `.dof` are the file names.
fn sample_floors() -> Option<(Dof, Floors)> {
    let folder = folder()?;
    let dof = Dof::from_bytes(&fs::read(folder.join("sample.dof")).expect("readable")).expect("reads");
    let mesh = |block: &walkmesh::formats::dof::Block| {
        let path = String::from_utf8(block.path.bytes.clone()).expect("ASCII");
        Bms::from_bytes(&fs::read(folder.join(path)).expect("readable")).expect("reads").nav_mesh
    };
    let meshes: Vec<_> = dof.blocks.blocks.iter().map(mesh).collect();
    assert_eq!(meshes.iter().flatten().count(), 7);
    let floors = Floors::new(&dof, meshes);
    Some((dof, floors))
}

#[test]
fn the_middle_of_every_cell_is_in_it() {
    let Some((_, floors)) = sample_floors() else { return };
    let mut cells = 0;
    for block in (0..7).map(BlockId) {
        let floor = floors.floor(block).expect("all blocks have floors");
        for cell in (0..floor.mesh().cells.len() as u32).map(CellId) {
            let corners = floor.corners(cell).expect("the cell exists");
            let middle: [f32; 3] =
                std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
            // A little above the floor, like a creature on it.
            let found = floors.locate([middle[0], middle[1] + 0.5, middle[2]]).expect("there is floor");
            assert_eq!(found.face, CellRef { block, cell });
            assert!((found.height - middle[1]).abs() < 0.01);
            cells += 1;
        }
    }
    assert_eq!(cells, 157);
}

#[test]
fn a_point_slightly_off_the_floor_is_still_found() {
    let Some((_, floors)) = sample_floors() else { return };
    // The corridor ends at z = 30 and the dungeon's box not before z = 750.
    assert!(floors.locate([300.0, 0.0, 30.9]).is_some_and(|found| found.face.block == BlockId(1)));
    assert_eq!(floors.locate([300.0, 0.0, 31.1]), None);
    assert_eq!(floors.locate([f32::NAN; 3]), None);
    assert_eq!(floors.locate([1e30; 3]), None);
}

#[test]
fn each_floor_fits_its_own_block_and_no_other() {
    let Some((_, floors)) = sample_floors() else { return };
    let (dungeon, json) = sample(&folder().expect("was there"));
    let graph = Graph::new(&dungeon);
    for (block, joins) in dungeon.blocks().zip(graph.blocks()) {
        let own = block.id();
        let floor = floors.floor(own).expect("all blocks have floors");
        let Fit::Same(portals) = fit(block, joins, floor) else { panic!("{own} does not fit its own floor") };
        // The ends of each edge are the generator's corners.
        let plan = &json["blocks"][own.index()];
        for (edge, planned) in (0..).map(walkmesh::silkroad::EdgeId).zip(list(&plan["refedges"])) {
            let corner = |at: usize| {
                let corner = list(&plan["verts"][number(&planned["v"][at]) as usize]);
                let corner: Vec<_> = corner.iter().map(|value| value.as_f64().expect("a number") as f32).collect();
                floor.placement().to_dungeon([corner[0], corner[1], corner[2]])
            };
            let mut ends = portals.ends(edge).expect("the edge exists");
            if ends[0] != corner(0) {
                ends.reverse();
            }
            assert_eq!(ends, [corner(0), corner(1)]);
        }
        for other in (0..7).map(BlockId).filter(|&other| other != own) {
            let found = fit(block, joins, floors.floor(other).expect("all blocks have floors"));
            // A block of one cell has no edges to identify it, but no other block has one cell.
            assert!(matches!(found, Fit::Other { .. }), "{own} on the floor of {other}: {found:?}");
        }
    }
}

#[test]
fn links_name_edges_of_the_other_blocks_table() {
    let Some((_, floors)) = sample_floors() else { return };
    let (dungeon, _) = sample(&folder().expect("was there"));
    let mut links = 0;
    for block in dungeon.blocks() {
        for link in block.links() {
            assert_eq!(door_edge_number(&dungeon, &floors, block.id(), link), Some(DoorEdgeNumber::Edge));
            // An edge in the middle of the other block is not at a border.
            let inside = Link { linked_obj_ref_edge_index: 5, ..*link };
            assert_ne!(door_edge_number(&dungeon, &floors, block.id(), &inside), Some(DoorEdgeNumber::Edge));
            links += 1;
        }
    }
    assert_eq!(links, 8);
}

#[test]
fn baked_from_its_floors_the_sample_is_as_connected() {
    let Some((dof, floors)) = sample_floors() else { return };
    let (dungeon, _) = sample(&folder().expect("was there"));
    let (plan, lone_doors) = Plan::of_floors(dungeon.region(), &floors.to_plans(&dof)).expect("floors");
    assert_eq!(lone_doors, []);
    assert_eq!(plan.doors.len(), 4);
    let baked = plan.bake(&BakeOptions::default()).expect("fits the format");
    let places: Vec<_> = dungeon.cells().collect();
    let (old, new) = (Navigator::new(dungeon), Navigator::new(baked));
    for &from in &places {
        for &to in &places {
            assert_eq!(old.stored_route(from, to).is_ok(), new.stored_route(from, to).is_ok(), "{from} -> {to}");
        }
    }
}

#[test]
fn string_pulling_keeps_every_edge_and_makes_no_route_longer() {
    let Some((_, floors)) = sample_floors() else { return };
    let (dungeon, _) = sample(&folder().expect("was there"));
    let floors = Arc::new(floors);
    let navigator = Navigator::new(dungeon).with_floors(Arc::clone(&floors));
    let (dungeon, graph) = (navigator.dungeon(), navigator.graph());
    assert!((0..7).map(BlockId).all(|block| navigator.floor_fits(block)));
    let middle = |place: CellRef| -> [f32; 3] {
        let corners = floors.floor(place.block).and_then(|floor| floor.corners(place.cell)).expect("the cell exists");
        std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0)
    };
    let plan_length = |points: &[[f32; 3]]| -> f64 {
        points.windows(2).map(|leg| f64::from(leg[1][0] - leg[0][0]).hypot(f64::from(leg[1][2] - leg[0][2]))).sum()
    };
    let places: Vec<_> = dungeon.cells().collect();
    let (mut routes, mut shorter) = (0, 0);
    for &from in places.iter().step_by(3) {
        for &to in places.iter().step_by(4) {
            let Ok(route) = navigator.stored_route(from, to) else { continue };
            let (start, end) = (middle(from), middle(to));
            let taut = navigator.pull_string(start, end, &route);
            let raw: Vec<_> = [start].into_iter().chain(route.points()).chain([end]).collect();
            assert!(taut.length() < plan_length(&raw) + 0.01, "{from} -> {to}");
            shorter += usize::from(taut.length() < plan_length(&raw) - 1.0);
            routes += 1;
            // Each crossing point lies on its edge, and together they form the path.
            assert_eq!(taut.passes.len(), route.steps.len());
            for (step, &pass) in route.steps.iter().zip(&taut.passes) {
                let block = dungeon.block(step.to.block).expect("the walk was there");
                let joins = graph.block(step.to.block).expect("the walk was there");
                let floor = floors.floor(step.to.block).expect("all blocks have floors");
                let Fit::Same(portals) = fit(block, joins, floor) else { panic!("fitted before") };
                let [a, b] = portals.ends(step.edge).expect("the edge exists");
                let detour = plan_length(&[a, pass, b]) - plan_length(&[a, b]);
                assert!(detour.abs() < 0.05, "{from} -> {to}: {pass:?} is not between {a:?} and {b:?}");
            }
            let passes: Vec<_> = [start].into_iter().chain(taut.passes.clone()).chain([end]).collect();
            assert!((plan_length(&passes) - taut.length()).abs() < 0.05, "{from} -> {to}");
        }
    }
    assert!(routes > 1000 && shorter * 2 > routes, "{shorter} of {routes}");
}

/// A floor of a plan as it would be on disk.
pub fn on_disk(plan: &walkmesh::silkroad::FloorPlan) -> Floor {
    let short = |value: u32| value as u16;
    let vertex = |&position: &[f32; 3]| bms::Vertex { position: position.into(), normal_index: 0 };
    let mut ends: std::collections::BTreeMap<[u16; 2], Vec<u16>> = std::collections::BTreeMap::new();
    for (cell, &triangle) in (0..).zip(&plan.triangles) {
        for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|at| at.map(|at: usize| short(triangle[at]))) {
            ends.entry([a.min(b), a.max(b)]).or_default().push(cell);
        }
    }
    let edge = |(&vertices, cells): (&[u16; 2], &Vec<u16>)| bms::Edge {
        vertices,
        src_cell: cells[0],
        dst_cell: cells.get(1).copied().unwrap_or(bms::Edge::NO_CELL),
        ..bms::Edge::default()
    };
    let (inline, outline) = ends.iter().map(edge).partition(|edge| edge.dst_cell != bms::Edge::NO_CELL);
    let mesh = bms::NavMesh {
        vertices: plan.vertices.iter().map(vertex).collect(),
        cells: plan.triangles.iter().map(|at| bms::Cell { vertices: at.map(short), ..bms::Cell::default() }).collect(),
        outline,
        inline,
        ..bms::NavMesh::default()
    };
    Floor::new(mesh, plan.placement)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Stacked storeys, ramps and rotated blocks: a point just above a cell is in that cell, and the floor fits.
    #[test]
    fn generated_floors_fit_and_hold_their_points(recipe in recipes(false)) {
        let plans = generated(recipe);
        let dungeon = Plan::of_floors(32999, &plans).expect("floors").0.bake(&BakeOptions::default()).expect("fits the format");
        let graph = Graph::new(&dungeon);
        for ((block, joins), plan) in dungeon.blocks().zip(graph.blocks()).zip(&plans) {
            let floor = on_disk(plan);
            prop_assert!(matches!(fit(block, joins, &floor), Fit::Same(_)));
            for cell in (0..plan.triangles.len() as u32).map(CellId) {
                let corners = floor.corners(cell).expect("the cell exists");
                let middle: [f32; 3] = std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
                let found = floor.floor_nearest(middle).expect("there is floor");
                prop_assert!((found.height - middle[1]).abs() < 0.01);
                prop_assert_eq!(found.face, cell);
            }
        }
    }
}

#[test]
fn many_points_have_the_answers_of_each_alone() {
    let Some((_, floors)) = sample_floors() else { return };
    let (dungeon, _) = sample(&folder().expect("was there"));
    let navigator = Navigator::new(dungeon).with_floors(floors);
    let corner = |cell: CellRef| Some(navigator.floors()?.floor(cell.block)?.corners(cell.cell)?[0]);
    let points: Vec<[f32; 3]> =
        navigator.dungeon().cells().filter_map(corner).chain([[f32::NAN; 3], [1e30; 3]]).collect();
    assert_eq!(points.len(), 159);
    let alone: Vec<_> = points.iter().map(|point| navigator.locate(*point)).collect();
    assert!(alone.iter().flatten().count() > 100 && navigator.locate_many(&points) == alone);
    let alone: Vec<_> = points.iter().map(|point| navigator.nearest_cell(*point)).collect();
    assert!(alone.iter().flatten().count() > 100 && navigator.nearest_cell_many(&points) == alone);
}
