//! The promises of `walkmesh_worlds` to tests.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use walkmesh::finding::{CheckOptions, Findings, Severity};
use walkmesh::formats::aswm::{NO_ISLAND, NO_NODE};
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::{AreaFace, Navigator, Part};
use walkmesh::mesh::{NavMesh, Position};
use walkmesh::nwn2::{self, TriangleId};
use walkmesh::silkroad::{self, CellRef};
use walkmesh_worlds::{self as worlds, RANGE, SILKROAD_UNITS, Surface};

/// Triangles as one mesh; corners at the same place are merged.
fn mesh(triangles: impl IntoIterator<Item = [[f32; 3]; 3]>) -> NavMesh {
    let mut known = HashMap::new();
    let mut vertices = Vec::new();
    let mut vertex = |point: [f32; 3]| {
        *known.entry(point.map(f32::to_bits)).or_insert_with(|| {
            vertices.push(point);
            vertices.len() as u32 - 1
        })
    };
    let faces: Vec<[u32; 3]> = triangles.into_iter().map(|points| points.map(&mut vertex)).collect();
    NavMesh::from_shared_vertices(vertices, &faces, |_| true).expect("sound tables")
}

fn middle(points: [[f32; 3]; 3]) -> [f32; 3] {
    [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / 3.0)
}

/// All triangles are one connected part, and a shortest path leads from the first to each, and between any two of these.
fn assert_walkable(triangles: &[[[f32; 3]; 3]], pairs: &[[prop::sample::Index; 2]]) -> TestCaseResult {
    let mesh = mesh(triangles.iter().copied());
    prop_assert!((0..triangles.len() as u32).all(|face| mesh.is_walkable(face)));
    prop_assert_eq!(mesh.connected_part_count(), 1);
    let position = |face: usize| Position::new(middle(triangles[face]), face as u32);
    let to_all = (0..triangles.len()).map(|face| (0, face));
    let between = pairs.iter().map(|pair| (pair[0].index(triangles.len()), pair[1].index(triangles.len())));
    for (from, to) in to_all.chain(between) {
        let path = mesh.shortest_path(position(from), position(to));
        prop_assert!(path.is_ok_and(|path| path.proven_shortest), "no path from face {} to face {}", from, to);
    }
    Ok(())
}

fn assert_no_error(findings: &Findings) -> TestCaseResult {
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    prop_assert_eq!(findings.worst().filter(|&worst| worst > Severity::Warning), None, "{:?}", found);
    Ok(())
}

fn assert_in_range(points: impl IntoIterator<Item = [f32; 3]>, range: f32) -> TestCaseResult {
    for point in points {
        prop_assert!(point.iter().all(|value| value.abs() <= range), "{:?}", point);
    }
    Ok(())
}

fn triangles(surface: &Surface) -> Vec<[[f32; 3]; 3]> {
    (0..surface.faces.len()).map(|face| surface.points(face)).collect()
}

/// The triangles of a WOK. Each must be walkable, and then has a row of neighbours.
fn room_triangles(raw: &Bwm) -> Vec<[[f32; 3]; 3]> {
    assert_eq!(raw.adjacencies.len(), raw.faces.len(), "each face is walkable");
    raw.faces.iter().map(|face| face.vertices.map(|vertex| raw.vertices[vertex as usize].into())).collect()
}

fn pairs() -> impl Strategy<Value = Vec<[prop::sample::Index; 2]>> {
    prop::collection::vec(any::<[prop::sample::Index; 2]>(), 12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_surface_can_be_walked_from_everywhere_to_everywhere(surface in worlds::surfaces(), pairs in pairs()) {
        prop_assert_eq!(surface.faces.len(), surface.rooms.len());
        assert_in_range(surface.vertices.iter().copied(), RANGE)?;
        assert_walkable(&triangles(&surface), &pairs)?;
    }

    #[test]
    fn a_kotor_room_can_be_walked_and_its_check_finds_no_error(room in worlds::kotor_rooms(), pairs in pairs()) {
        assert_in_range(room.as_raw().vertices.iter().map(|&vertex| vertex.into()), RANGE)?;
        assert_walkable(&room_triangles(room.as_raw()), &pairs)?;
        assert_no_error(&room.check(&CheckOptions::default()))?;
    }

    #[test]
    fn a_kotor_area_is_linked_and_its_check_finds_no_error(surface in worlds::surfaces(), pairs in pairs()) {
        let area = surface.to_kotor_area();
        let rooms: Vec<_> = area.rooms().map(|(id, room)| (id.0, room.as_raw())).collect();
        assert_walkable(&rooms.iter().flat_map(|(_, raw)| room_triangles(raw)).collect::<Vec<_>>(), &pairs)?;
        assert_no_error(&area.check(&CheckOptions::default()))?;
        // The area's own queries find paths from everywhere to everywhere.
        let faces: Vec<_> = area
            .rooms()
            .flat_map(|(id, room)| room.faces().map(move |face| (id, face.id(), middle(face.points().expect("the face has its corners")))))
            .collect();
        let navigator = Navigator::of_area(area.clone());
        let position = |at: &prop::sample::Index| {
            let (room, face, point) = faces[at.index(faces.len())];
            Position::new(point, AreaFace { part: Part::Room(room), face })
        };
        for [from, to] in &pairs {
            prop_assert!(navigator.shortest_path(position(from), position(to)).is_ok_and(|path| path.proven_shortest));
        }
        // The transitions alone join all rooms.
        let mut reached = BTreeSet::from([0]);
        for _ in &rooms {
            for (id, raw) in &rooms {
                if reached.contains(id) {
                    reached.extend(raw.edges.iter().filter_map(|edge| u32::try_from(edge.transition).ok()));
                }
            }
        }
        prop_assert_eq!(reached.len(), rooms.len());
    }

    #[test]
    fn an_nwn2_area_can_be_walked_and_its_check_finds_no_error(terrain in worlds::nwn2_areas(), pairs in pairs()) {
        let walkmesh = terrain.walkmesh().expect("a baked area");
        let raw = walkmesh.as_raw();
        let points = |corners: [u32; 3]| corners.map(|vertex| <[f32; 3]>::from(raw.vertices[vertex as usize]));
        let faces: Vec<_> = raw.triangles.rows().iter().map(|triangle| points(triangle.vertices)).collect();
        prop_assert!(raw.triangles.rows().iter().all(|triangle| triangle.flags.bits().walkable()));
        assert_in_range(raw.vertices.iter().map(|&vertex| vertex.into()), RANGE)?;
        prop_assert!(raw.vertices.iter().all(|vertex| vertex.x >= 0.0 && vertex.y >= 0.0));
        assert_walkable(&faces, &pairs)?;
        assert_no_error(&terrain.check(&CheckOptions::default()))?;
        let navigator = nwn2::Navigator::new(walkmesh.clone());
        let triangle = |at: &prop::sample::Index| TriangleId(at.index(faces.len()) as u32);
        for [from, to] in &pairs {
            let [from, to] = [triangle(from), triangle(to)].map(|at| Position::new(middle(faces[at.index()]), at));
            prop_assert!(navigator.stored_route(from, to).is_ok());
            prop_assert!(navigator.shortest_path(from, to).is_ok_and(|path| path.proven_shortest));
        }
        // The game's own tables lead from each island to each other one.
        let islands = raw.islands.len();
        let leads = |(at, step): (usize, &walkmesh::formats::aswm::IslandPathNode)| {
            at / islands == at % islands || step.next != NO_ISLAND
        };
        prop_assert!(raw.islands_path_nodes.iter().enumerate().all(leads));
        prop_assert!(raw.tiles.iter().all(|tile| tile.path_table.local_to_node.iter().all(|&node| node != NO_NODE)));
    }

    #[test]
    fn the_tables_of_a_silkroad_dungeon_lead_from_each_cell_to_each_other_one(
        surface in worlds::surfaces(),
        pairs in pairs(),
    ) {
        let world = surface.to_silkroad_dungeon();
        let places = world.floors.iter().flat_map(|floor| floor.vertices.iter().map(|&vertex| floor.placement.to_dungeon(vertex)));
        assert_in_range(places, RANGE * SILKROAD_UNITS)?;
        let cells: usize = world.floors.iter().map(|floor| floor.triangles.len()).sum();
        prop_assert_eq!(cells, surface.faces.len());
        assert_no_error(&world.dungeon.check(&CheckOptions::default()))?;
        let cells: Vec<CellRef> = (0..)
            .zip(&world.floors)
            .flat_map(|(block, floor)| (0..floor.triangles.len() as u32).map(move |cell| CellRef::new(block, cell)))
            .collect();
        let navigator = silkroad::Navigator::new(world.dungeon.clone());
        for [from, to] in &pairs {
            let route = navigator.stored_route(*from.get(&cells), *to.get(&cells));
            prop_assert!(route.is_ok(), "{:?}", route);
        }
        let raw = &world.dungeon.as_raw().ref_dungeon;
        let apart = |at: usize, length: usize| at / length.isqrt() != at % length.isqrt();
        let table = &raw.block_lookup_table;
        prop_assert!(table.iter().enumerate().all(|(at, &cell)| cell >= 0 || !apart(at, table.len())));
        for block in &raw.blocks {
            let table = &block.cell_lookup_table;
            prop_assert!(table.iter().enumerate().all(|(at, edges)| edges.ref_edge_index0 >= 0 || !apart(at, table.len())));
        }
    }
}

/// Stacked floors and holes are not rare, and everything shrinks to worlds of one square.
#[test]
fn worlds_have_storeys_and_holes_and_shrink_to_one_square() {
    let mut runner = TestRunner::deterministic();
    let (mut stacked, mut with_holes) = (0, 0);
    for _ in 0..200 {
        let surface = worlds::surfaces().new_tree(&mut runner).expect("a world").current();
        stacked += usize::from(has_floors_above_each_other(&surface));
        with_holes += usize::from(surface.holes > 0);
        assert_eq!(surface.storeys > 1, has_floors_above_each_other(&surface));
    }
    println!("of 200 worlds {stacked} have floors above each other, {with_holes} have holes");
    assert!(stacked > 60 && with_holes > 30, "{stacked} stacked, {with_holes} with holes");

    let mut tree = worlds::surfaces().new_tree(&mut runner).expect("a world");
    while tree.simplify() {}
    let least = tree.current();
    assert_eq!((least.faces.len(), least.storeys), (2, 1), "{least:?}");
    assert_eq!(least.vertices[2], [3.0, 3.0, 0.0]);
}

/// Returns whether two faces without a common vertex have the same middle in the plan view, up to the shifts of
/// vertices.
fn has_floors_above_each_other(surface: &Surface) -> bool {
    let middles: Vec<_> = triangles(surface).into_iter().map(middle).collect();
    let above = |a: &[f32; 3], b: &[f32; 3]| (a[0] - b[0]).hypot(a[1] - b[1]) < 1.0 && b[2] - a[2] > 2.0;
    middles.iter().any(|a| middles.iter().any(|b| above(a, b)))
}
