//! Floors with one flaw each, and the same floors without it.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::mesh::{NavMesh, neighbours_by_shared_vertices};
use crate::samples::hostile;
use crate::work::assert_linear;

/// A floor that owns its tables, joined by shared vertices.
#[derive(Default)]
struct Mesh {
    vertices: Vec<[f32; 3]>,
    faces: Vec<[u32; 3]>,
    walkable: Vec<bool>,
}

impl Mesh {
    /// A level floor of `size` by `size` squares of 1 m, each two triangles.
    fn squares(size: u32) -> Self {
        let corner = |x: u32, y: u32| y * (size + 1) + x;
        let vertices = (0..=size).flat_map(|y| (0..=size).map(move |x| [x as f32, y as f32, 0.0])).collect();
        let faces: Vec<[u32; 3]> = (0..size * size)
            .flat_map(|square| {
                let (x, y) = (square % size, square / size);
                let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
                [[a, b, c], [a, c, d]]
            })
            .collect();
        Self { walkable: vec![true; faces.len()], vertices, faces }
    }

    /// A square of faces 0 and 1, and face 2, which shares a side with face 0 and rises from it.
    fn square_with_a_wing() -> Self {
        let mut mesh = Self::squares(1);
        mesh.vertices.push([0.5, 0.5, 3.0]);
        mesh.faces.push([mesh.faces[0][0], mesh.faces[0][1], 4]);
        mesh.walkable.push(true);
        mesh
    }

    /// Gives the faces with numbers from `first` up separate vertices, moved by `offset`.
    fn part_at(&mut self, first: usize, offset: [f32; 3]) {
        let moved: Vec<u32> = self.faces[first..].concat();
        let before = self.vertices.len() as u32;
        for vertex in 0..before {
            let [x, y, z] = self.vertices[vertex as usize];
            self.vertices.push([x + offset[0], y + offset[1], z + offset[2]]);
        }
        for (at, vertex) in moved.into_iter().enumerate() {
            self.faces[first + at / 3][at % 3] = vertex + before;
        }
    }

    fn add(&mut self, corners: [[f32; 3]; 3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.faces.push([first, first + 1, first + 2]);
        self.walkable.push(true);
    }

    fn with_floor<T>(&self, work: impl FnOnce(&FloorFaces<'_>) -> T) -> T {
        let neighbours = neighbours_by_shared_vertices(&self.faces, |face| self.walkable[face]);
        work(&FloorFaces {
            vertices: &self.vertices,
            faces: &self.faces,
            walkable: &self.walkable,
            neighbours: &neighbours,
        })
    }

    fn flaws(&self, options: &FlawOptions) -> Vec<Flaw> {
        self.with_floor(|floor| flaws(floor, options))
    }

    fn kinds(&self) -> Vec<(FlawKind, bool)> {
        self.flaws(&FlawOptions::default()).iter().map(|flaw| (flaw.kind, flaw.separates)).collect()
    }
}

#[test]
fn a_whole_floor_has_no_flaw() {
    assert_eq!(Mesh::squares(4).kinds(), []);
    let options = FlawOptions::default().with_height(Some(2.0)).with_slope(Some(0.1));
    assert_eq!(Mesh::squares(4).flaws(&options), []);
}

#[test]
fn sides_that_are_equal_and_not_joined_are_found() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0; 3]);
    assert_eq!(mesh.kinds(), [(FlawKind::Unjoined, true), (FlawKind::Unjoined, true), (FlawKind::PartCutOff, true)]);
}

#[test]
fn a_crack_around_which_a_way_leads_does_not_separate() {
    let mut mesh = Mesh::squares(3);
    // The side between the first and the second square of the lower row gets a separate vertex on the left.
    let [a, b] = [1, 5].map(|vertex: usize| mesh.vertices[vertex]);
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend([[a[0] - 0.01, a[1], a[2]], b]);
    mesh.faces[0][1] = first;
    let found = mesh.flaws(&FlawOptions::default());
    let [flaw] = found[..] else { panic!("{found:?}") };
    assert_eq!((flaw.kind, flaw.separates, flaw.face, flaw.side), (FlawKind::Crack, false, 0, Some(1)));
    assert_eq!(flaw.other, Some((3, Some(2))));
    let Measure::Length(width) = flaw.measure else { panic!("{flaw:?}") };
    assert!((width - 0.01).abs() < 1e-6, "{width}");
}

#[test]
fn a_wall_between_two_floors_is_no_crack() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0, 0.01, 0.0]);
    assert!(mesh.kinds().contains(&(FlawKind::Crack, true)));
    // Faces that are not walkable fill the gap.
    for x in 0..2_u32 {
        let [a, b] = [3 + x, 4 + x];
        let [c, d] = [9 + 3 + x, 9 + 4 + x];
        mesh.faces.extend([[a, b, d], [a, d, c]]);
        mesh.walkable.extend([false; 2]);
    }
    let kinds = mesh.kinds();
    assert!(!kinds.iter().any(|(kind, _)| *kind == FlawKind::Crack), "{kinds:?}");
}

#[test]
fn a_vertex_on_a_side_is_a_t_junction() {
    let mut mesh = Mesh::squares(2);
    // A triangle along the whole right side, which the floor halves.
    mesh.add([[2.0, 0.0, 0.0], [4.0, 1.0, 0.0], [2.0, 2.0, 0.0]]);
    let found = mesh.flaws(&FlawOptions::default());
    let junctions: Vec<_> = found.iter().filter(|flaw| flaw.kind == FlawKind::TJunction).collect();
    let [junction] = junctions[..] else { panic!("{found:?}") };
    assert_eq!((junction.face, junction.side, junction.point), (8, Some(2), [2.0, 1.0, 0.0]));
    assert_eq!((junction.measure, junction.separates), (Measure::Length(0.0), true));
}

#[test]
fn the_long_sides_of_a_narrow_strip_do_not_face_each_other() {
    let mut mesh = Mesh::squares(1);
    mesh.vertices.iter_mut().for_each(|[_, y, _]| *y *= 0.01);
    assert_eq!(mesh.kinds(), []);
}

#[test]
fn parts_are_cut_off_unless_they_have_an_exit() {
    let mut mesh = Mesh::squares(2);
    mesh.add([[9.0, 0.0, 0.0], [11.0, 0.0, 0.0], [9.0, 2.0, 0.0]]);
    mesh.add([[9.0, 5.0, 0.0], [9.5, 5.0, 0.0], [9.0, 5.5, 0.0]]);
    assert_eq!(mesh.kinds(), [(FlawKind::PartCutOff, true), (FlawKind::Pocket, true)]);
    let found = mesh.with_floor(|floor| flaws_with_exits(floor, &FlawOptions::default(), |face, _| face == 8));
    assert_eq!(found.iter().map(|flaw| (flaw.kind, flaw.face)).collect::<Vec<_>>(), [(FlawKind::Pocket, 9)]);
    assert_eq!(found[0].measure, Measure::Area(0.125));
}

#[test]
fn a_part_that_leads_out_of_its_piece_or_is_its_largest_is_not_cut_off_there() {
    let mut mesh = Mesh::squares(2);
    for x in [10.0, 20.0] {
        mesh.add([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]]);
    }
    let cut_off = |piece: fn(u32) -> u32, leads: fn(u32) -> bool| -> Vec<bool> {
        let parts = |floor: &FloorFaces<'_>| {
            parts::Parts::within_pieces(floor, piece).without_exit_by_piece(floor, piece, leads)
        };
        mesh.with_floor(parts).iter().map(Option::is_some).collect()
    };
    assert_eq!(cut_off(|_| 0, |_| false), [false, true, true]);
    assert_eq!(cut_off(|_| 0, |face| face == 9), [false, true, false]);
    // The floor lies in two pieces. Its larger half is the largest part of the second piece.
    let piece = |face: u32| u32::from(face >= 2);
    assert_eq!(cut_off(piece, |face| face < 8), [false, false, true, true]);
}

#[test]
fn of_equally_large_parts_the_first_is_the_largest() {
    let mut mesh = Mesh::default();
    for x in [0.0, 2.0, 4.0] {
        mesh.add([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]]);
    }
    mesh.with_floor(|floor| {
        let parts = parts::Parts::new(floor);
        let alone: Vec<bool> = parts.without_exit(floor, |_| false).iter().map(Option::is_some).collect();
        assert_eq!(alone, [false, true, true]);
    });
}

#[test]
fn floors_above_each_other_are_compared_by_their_distance() {
    let stacked = |height: f32| {
        let mut mesh = Mesh::squares(1);
        mesh.add([[0.2, 0.2, height], [0.8, 0.2, height], [0.8, 0.6, height]]);
        let options = FlawOptions::default().with_height(Some(2.0)).with_pocket(0.0);
        mesh.flaws(&options)
            .iter()
            .map(|flaw| flaw.kind)
            .filter(|kind| *kind != FlawKind::PartCutOff)
            .collect::<Vec<_>>()
    };
    assert_eq!(stacked(0.0), [FlawKind::Overlap]);
    assert_eq!(stacked(1.5), [FlawKind::LowCeiling]);
    assert_eq!(stacked(2.5), []);
}

#[test]
fn thin_and_steep_faces_are_found() {
    let mut mesh = Mesh::squares(1);
    mesh.add([[1000.0, 0.0, 0.0], [1000.0, 5.0, 0.0], [1000.0_f32.next_up(), 2.0, 0.0]]);
    mesh.add([[0.0, 9.0, 0.0], [1.0, 9.0, 0.0], [0.0, 10.0, 3.0]]);
    let found = mesh.flaws(&FlawOptions::default().with_slope(Some(1.0)));
    let of =
        |kind| found.iter().filter(|flaw| flaw.kind == kind).map(|flaw| (flaw.face, flaw.measure)).collect::<Vec<_>>();
    assert_eq!(of(FlawKind::Steep), [(3, Measure::Slope(3.0))]);
    assert_eq!(of(FlawKind::Sliver).iter().map(|(face, _)| *face).collect::<Vec<_>>(), [2]);
}

#[test]
fn the_gap_between_two_parts_is_where_they_are_nearest() {
    let mut mesh = Mesh::squares(3);
    mesh.add([[3.5, 1.2, 0.25], [6.0, 0.0, 0.25], [6.0, 3.0, 0.25]]);
    let neighbours = neighbours_by_shared_vertices(&mesh.faces, |_| true);
    let nav = NavMesh::new(mesh.vertices, &mesh.faces, |_| true, &neighbours).unwrap();
    let options = FlawOptions::default();
    let gap = nav.nearest_gap(0, 18, &options).expect("they are two parts");
    assert_eq!((gap.points, gap.faces[1]), ([[3.0, 1.2, 0.0], [3.5, 1.2, 0.25]], 18));
    assert!((gap.width - 0.3125_f64.sqrt()).abs() < 1e-7 && gap.rise == 0.25 && !gap.is_crack, "{gap:?}");
    assert_eq!(nav.nearest_gap(0, 3, &options), None, "they are one part");
}

#[test]
fn a_step_is_reported_if_a_walker_climbs_it() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0, 0.0, 0.25]);
    let steps = |height: f32| {
        let found = mesh.flaws(&FlawOptions::default().with_step(Some(height)));
        let steps = found.iter().filter(|flaw| flaw.kind == FlawKind::Step);
        steps.map(|flaw| (flaw.measure, flaw.separates, flaw.point)).collect::<Vec<_>>()
    };
    let step = |x: f32| (Measure::Length(0.25), true, [x, 1.0, 0.125]);
    assert_eq!(steps(0.3), [step(0.5), step(1.5)]);
    assert_eq!(steps(0.2), []);
    assert_eq!(mesh.kinds(), [(FlawKind::PartCutOff, true)]);
}

#[test]
fn missing_corners_and_neighbours_are_no_panic() {
    let faces = [[0, 1, 7], [0, 1, 2]];
    let vertices = [[0.0; 3], [f32::NAN; 3], [1e30; 3]];
    let floor = FloorFaces {
        vertices: &vertices,
        faces: &faces,
        walkable: &[true; 2],
        neighbours: &[[Some(9); 3], [Some(0); 3]],
    };
    assert_eq!(flaws(&floor, &FlawOptions::default()), []);
}

/// The mesh after its repairs, and the repairs.
fn repaired(mesh: &Mesh, options: &Repairs) -> (Mesh, Vec<RepairKind>) {
    let RepairedFloor { faces, repairs } = mesh.with_floor(|floor| repair(floor, options, |_| false, |_| false));
    let walkable = faces.iter().map(|face| mesh.walkable[face.source as usize]).collect();
    let faces = faces.iter().map(|face| face.corners).collect();
    (Mesh { vertices: mesh.vertices.clone(), faces, walkable }, repairs.iter().map(|repair| repair.kind).collect())
}

#[test]
fn a_whole_floor_is_not_repaired() {
    let mesh = Mesh::squares(3);
    let (after, repairs) = repaired(&mesh, &Repairs::all(0.03, 1.0));
    assert_eq!((after.faces, repairs), (mesh.faces, vec![]));
}

#[test]
fn cracks_are_closed_by_taking_the_vertices_of_the_other_side() {
    let mut mesh = Mesh::squares(2);
    let before = mesh.faces.clone();
    mesh.part_at(4, [0.002, 0.01, 0.003]);
    let options = Repairs { cracks: Some(0.02), ..Repairs::default() };
    let (after, repairs) = repaired(&mesh, &options);
    assert_eq!(repairs, [RepairKind::SidesJoined; 2]);
    assert_eq!(after.kinds(), []);
    let shared = |mesh: &[[u32; 3]]| mesh.concat().iter().filter(|vertex| **vertex < 6).count();
    assert_eq!(shared(&after.faces), shared(&before), "the vertices of the first part stay");
    let narrow = Repairs { cracks: Some(0.005), ..Repairs::default() };
    assert_eq!(repaired(&mesh, &narrow).1, []);
}

#[test]
fn faces_are_split_at_the_vertices_on_their_sides_and_their_sides_are_kept() {
    let mut mesh = Mesh::squares(3);
    mesh.add([[3.0, 0.0, 0.0], [6.0, 1.5, 0.0], [3.0, 3.0, 0.0]]);
    let options = Repairs { t_junctions: Some(0.01), cracks: Some(0.01), ..Repairs::default() };
    let (after, repairs) = repaired(&mesh, &options);
    assert_eq!(repairs.iter().filter(|kind| **kind == RepairKind::FaceSplit).count(), 2);
    assert_eq!((after.kinds(), after.faces.len()), (vec![], 21));
    let RepairedFloor { faces, .. } = mesh.with_floor(|floor| repair(floor, &options, |_| false, |_| false));
    let sides: Vec<_> = faces.iter().filter(|face| face.source == 18).map(|face| face.sides).collect();
    assert_eq!(sides, [[None, Some(1), Some(2)], [None, None, Some(2)], [Some(0), None, Some(2)]]);
}

#[test]
fn a_side_is_split_only_at_the_vertices_between_its_ends() {
    let mut mesh = Mesh::default();
    mesh.add([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 3.0, 0.0]]);
    // Points in front of the side, on it, and behind it.
    mesh.vertices.extend([-1.0, 1.0, 5.0].map(|x| [x, 0.0, 0.0]));
    let splits = BTreeMap::from([(HalfEdge::new(0, 0), (0..6).collect())]);
    let split = mesh.with_floor(|floor| split_sides(floor, splits));
    let corners: Vec<_> = split.faces.iter().map(|face| face.corners).collect();
    assert_eq!(corners, [[0, 4, 2], [4, 1, 2]]);
}

/// A vertex may lie within the tolerance of one side, and still be beyond another side.
#[test]
fn a_face_is_not_split_at_a_vertex_outside_of_it() {
    let repairs = |height: f32| {
        let mut mesh = Mesh::default();
        mesh.add([[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [7.0, height, 0.0]]);
        mesh.add([[6.0, 0.04, 0.0], [1.0, 0.04, 0.0], [3.0, -3.0, 0.0]]);
        repaired(&mesh, &Repairs { t_junctions: Some(0.05), ..Repairs::default() }).1
    };
    assert_eq!(repairs(3.0), [RepairKind::FaceSplit; 2]);
    assert_eq!(repairs(0.1), []);
}

#[test]
fn useless_faces_and_pockets_are_removed() {
    let mut mesh = Mesh::squares(2);
    let twice = mesh.faces[3];
    mesh.faces.push([twice[1], twice[2], twice[0]]);
    mesh.walkable.push(true);
    mesh.add([[0.0; 3], [1.0, 1.0, 0.0], [2.0, 2.0, 0.0]]);
    mesh.add([[9.0, 5.0, 0.0], [9.5, 5.0, 0.0], [9.0, 5.5, 0.0]]);
    let (after, repairs) = repaired(&mesh, &Repairs::all(0.03, 1.0));
    assert_eq!(after.faces, Mesh::squares(2).faces);
    assert_eq!(repairs, [RepairKind::DuplicateRemoved, RepairKind::DegenerateRemoved, RepairKind::PocketRemoved]);
}

/// Sides that are exactly as far apart as the tolerance are joined, and a vertex exactly that far from a side splits it.
#[test]
fn a_tolerance_includes_its_own_width() {
    let gap = 0.0625;
    let mut cracked = Mesh::squares(2);
    cracked.part_at(4, [0.0, gap, 0.0]);
    let cracks = |tolerance| Repairs { cracks: Some(tolerance), ..Repairs::default() };
    assert_eq!(repaired(&cracked, &cracks(gap)).1, [RepairKind::SidesJoined; 2]);
    assert_eq!(repaired(&cracked, &cracks(gap.next_down())).1, []);

    let mut mesh = Mesh::squares(1);
    mesh.add([[1.0 + gap, -1.0, 0.0], [2.0, 0.5, 0.0], [1.0 + gap, 0.5, 0.0]]);
    let junctions = |tolerance| Repairs { t_junctions: Some(tolerance), ..Repairs::default() };
    assert_eq!(repaired(&mesh, &junctions(gap)).1, [RepairKind::FaceSplit; 2]);
    assert_eq!(repaired(&mesh, &junctions(gap.next_down())).1, []);
}

/// The corner of a face is joined to one on its left, and then the corner of a third face is joined to that one. The first and the last may
/// be at most two tolerances apart.
#[test]
fn a_corner_is_joined_through_another_one_over_exactly_two_tolerances() {
    // `[across, along, height]`: offsets of the first and the last corner from the middle one.
    let joined = |[across, along, height]: [f32; 3]| {
        let mut mesh = Mesh::default();
        mesh.add([[-across, -along, height], [-across, 1.0, height], [-1.0, 0.5, height]]);
        mesh.add([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        mesh.add([[1.0, -across, -height], [along, -across, -height], [1.0, -1.0, -height]]);
        let options = Repairs { cracks: Some(0.078125), ..Repairs::default() };
        let (after, _) = repaired(&mesh, &options);
        assert_eq!(after.faces[1][0], 0, "the corner in the middle is joined to the first");
        after.faces[2][1] == 0
    };
    assert!(joined([0.078125, 0.078125, 0.0]));
    // Each gap is exactly as wide as the tolerance, but the heights add up.
    assert!(!joined([0.046875, 0.078125, 0.0625]));
}

/// A degenerate face has no upper side, so no join flips it.
#[test]
fn a_face_without_an_area_does_not_stop_a_join() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0, 0.0625, 0.0]);
    let goes = mesh.faces[4][1];
    mesh.faces.push([goes, mesh.faces[4][2], mesh.faces[4][2]]);
    mesh.walkable.push(false);
    let options = Repairs { cracks: Some(0.0625), ..Repairs::default() };
    assert!(!repaired(&mesh, &options).0.faces.concat().contains(&goes));
}

/// Each attempt to join a vertex examines all of its faces, so a vertex of very many faces is not joined.
#[test]
fn a_vertex_of_256_faces_is_joined_and_one_of_more_is_not() {
    let gap = 0.0625;
    let joined = |faces: u32| {
        let mut mesh = Mesh::default();
        mesh.add([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, -1.0, 0.0]]);
        // A half disc above the side, around a separate vertex.
        let centre = mesh.vertices.len() as u32;
        mesh.vertices.push([0.0, gap, 0.0]);
        for at in 0..=faces {
            let (sin, cos) = (std::f32::consts::PI * at as f32 / faces as f32).sin_cos();
            mesh.vertices.push([cos, sin + gap, 0.0]);
        }
        mesh.faces.extend((1..=faces).map(|at| [centre, centre + at, centre + at + 1]));
        mesh.walkable.resize(mesh.faces.len(), true);
        let options = Repairs { cracks: Some(gap * 1.01), ..Repairs::default() };
        repaired(&mesh, &options).0.faces[1..].iter().all(|face| face[0] == 1)
    };
    assert!(joined(256));
    assert!(!joined(257));
}

/// A corner whose index is out of range, the first one behind the last or any later one, is left unchanged.
#[test]
fn faces_with_corners_that_are_no_vertices_are_left_as_they_are() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0, 0.01, 0.0]);
    let vertices = mesh.vertices.len() as u32;
    let broken = [[0, 1, vertices], [0, 1, u32::MAX]];
    mesh.faces.extend(broken);
    mesh.walkable.extend([true; 2]);
    let (after, repairs) = repaired(&mesh, &Repairs::all(0.03, 0.0));
    assert_eq!(repairs, [RepairKind::SidesJoined; 2]);
    assert_eq!(after.faces[8..], broken);
}

/// The two sides are 1/16 m apart. To join them completely, a corner of a thin face would move onto its opposite side.
#[test]
fn no_join_flattens_a_face() {
    let mut mesh = Mesh::squares(2);
    mesh.part_at(4, [0.0, 0.0625, 0.0]);
    let goes = mesh.faces[4][1];
    let [x, y, z] = mesh.vertices[goes as usize];
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend([[x - 0.75, y - 0.0625, z], [x - 0.5, y - 0.0625, z]]);
    let options = Repairs { cracks: Some(0.0625), ..Repairs::default() };
    let has_moved = |mesh: &Mesh| !repaired(mesh, &options).0.faces.concat().contains(&goes);
    assert!(has_moved(&mesh));
    mesh.faces.push([first, first + 1, goes]);
    mesh.walkable.push(false);
    assert!(!has_moved(&mesh));
}

#[test]
fn a_face_with_an_exit_is_kept_and_that_is_said() {
    let mut mesh = Mesh::squares(2);
    mesh.faces.push(mesh.faces[3]);
    mesh.walkable.push(true);
    mesh.add([[0.0; 3], [1.0, 1.0, 0.0], [2.0, 2.0, 0.0]]);
    let options = Repairs { degenerate: true, duplicates: true, ..Repairs::default() };
    let RepairedFloor { faces, repairs } =
        mesh.with_floor(|floor| repair(floor, &options, |_| false, |face| face >= 8));
    assert_eq!(faces.len(), mesh.faces.len());
    let kinds: Vec<_> = repairs.iter().map(|repair| (repair.kind, repair.face)).collect();
    assert_eq!(kinds, [(RepairKind::KeptForTransition, 8), (RepairKind::KeptForTransition, 9)]);
}

#[test]
fn an_equal_triangle_of_another_surface_is_kept_and_that_is_said() {
    let mut mesh = Mesh::squares(1);
    for _ in 0..2 {
        mesh.faces.push(mesh.faces[0]);
        mesh.walkable.push(true);
    }
    let options = Repairs { duplicates: true, ..Repairs::default() };
    let facts = FaceFacts { faces_down: &|_| false, exits: &|_| false, surface: &|face| u32::from(face == 2) };
    let make = |repaired: &RepairedFloor| {
        let sources = repaired.faces.iter().map(|face| face.source).collect();
        Ok::<_, ()>(((), Joints { sources, links: Vec::new(), losers: Vec::new() }))
    };
    let (_, repairs) = mesh.with_floor(|floor| repair_whole(floor, &options, &facts, &[], make)).unwrap();
    let kinds: Vec<_> = repairs.iter().map(|repair| (repair.kind, repair.face)).collect();
    assert_eq!(kinds, [(RepairKind::KeptForSurface, 2), (RepairKind::DuplicateRemoved, 3)]);
    assert!(repairs.iter().all(|repair| repair.measure == Measure::Area(0.5)), "{repairs:?}");
}

/// If more than two faces share a side, flipping one can change which of the others the game links.
#[test]
fn a_repair_beside_faces_that_come_apart_is_left_out() {
    let mesh = Mesh::square_with_a_wing();
    let options = Repairs { faces_down: true, ..Repairs::default() };
    let facts = FaceFacts { faces_down: &|face| face == 2, exits: &|_| false, surface: &|_| 0 };
    let make = |repaired: &RepairedFloor| {
        let is_turned = repaired.repairs.iter().any(|repair| repair.kind == RepairKind::FaceTurned);
        let links = if is_turned { Vec::new() } else { vec![[0, 1]] };
        Ok::<_, ()>((is_turned, Joints { sources: vec![0, 1, 2], links, losers: Vec::new() }))
    };
    let (is_turned, repairs) = mesh.with_floor(|floor| repair_whole(floor, &options, &facts, &[[0, 1]], make)).unwrap();
    assert!(!is_turned && repairs.iter().all(|repair| !repair.kind.is_change()), "{repairs:?}");
}

/// The repair of face 0 would remove its link to face 1, so it is skipped. Its other neighbour is still repaired.
#[test]
fn a_repair_that_cuts_something_off_is_left_out_alone() {
    let mesh = Mesh::square_with_a_wing();
    let options = Repairs { faces_down: true, ..Repairs::default() };
    let facts = FaceFacts { faces_down: &|face| face != 1, exits: &|_| false, surface: &|_| 0 };
    let turned = |repairs: &[Repair]| {
        let turned = repairs.iter().filter(|repair| repair.kind == RepairKind::FaceTurned);
        turned.map(|repair| repair.face).collect::<Vec<_>>()
    };
    let make = |repaired: &RepairedFloor| {
        let links = if turned(&repaired.repairs).contains(&0) { Vec::new() } else { vec![[0, 1]] };
        Ok::<_, ()>(((), Joints { sources: vec![0, 1, 2], links, losers: Vec::new() }))
    };
    let (_, repairs) = mesh.with_floor(|floor| repair_whole(floor, &options, &facts, &[[0, 1]], make)).unwrap();
    assert_eq!(turned(&repairs), [2], "{repairs:?}");
}

/// A degenerate face that is the only link between two others is kept, without any other change.
#[test]
fn the_only_link_is_kept_and_that_is_said() {
    let mut mesh = Mesh::squares(1);
    mesh.vertices.push([0.5, 0.5, 0.0]);
    // Between the two halves of the square.
    mesh.faces = vec![[0, 1, 3], [0, 3, 4], [0, 4, 2]];
    mesh.walkable = vec![true; 3];
    let options = Repairs { degenerate: true, ..Repairs::default() };
    let facts = FaceFacts { faces_down: &|_| false, exits: &|_| false, surface: &|_| 0 };
    let make = |repaired: &RepairedFloor| {
        let sources: Vec<u32> = repaired.faces.iter().map(|face| face.source).collect();
        let links = if sources.len() == 3 { vec![[0, 1], [1, 2]] } else { Vec::new() };
        Ok::<_, ()>((repaired.faces.len(), Joints { sources, links, losers: Vec::new() }))
    };
    let (left, repairs) =
        mesh.with_floor(|floor| repair_whole(floor, &options, &facts, &[[0, 1], [1, 2]], make)).unwrap();
    assert_eq!((left, repairs.len(), repairs[0].kind), (3, 1, RepairKind::KeptAsLink));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A crack of any width up to the tolerance is found, for any position and rotation of the floor.
    #[test]
    fn a_planted_crack_is_found(
        split in 1..4_usize,
        width in 0.0002..0.02_f32,
        turn in 0.0..1.0_f32,
        offset in prop::array::uniform3(-500.0..500.0_f32),
    ) {
        let mut mesh = Mesh::squares(4);
        mesh.part_at(split * 8, [0.0, width, 0.0]);
        let (sin, cos) = (turn, (1.0 - turn * turn).sqrt());
        for vertex in &mut mesh.vertices {
            let [x, y, z] = *vertex;
            *vertex = [cos * x - sin * y + offset[0], sin * x + cos * y + offset[1], z + 0.3 * x + offset[2]];
        }
        let found = mesh.flaws(&FlawOptions::default());
        let cracks: Vec<_> = found.iter().filter(|flaw| flaw.kind == FlawKind::Crack).collect();
        prop_assert_eq!(cracks.len(), 4, "{:?}", found);
        for crack in cracks {
            let Measure::Length(found) = crack.measure else { panic!("{crack:?}") };
            prop_assert!(crack.separates && (found - f64::from(width)).abs() < 2e-4, "{:?}", crack);
        }
    }

    /// Torn floors are connected again after their repair, and no face is flipped.
    #[test]
    fn torn_floors_are_whole_again(
        tears in prop::collection::vec((0..32_usize, prop::array::uniform3(-0.004..0.004_f32)), 1..6),
    ) {
        let mut mesh = Mesh::squares(4);
        for (face, offset) in tears {
            for corner in 0..3 {
                let [x, y, z] = mesh.vertices[mesh.faces[face][corner] as usize];
                mesh.faces[face][corner] = mesh.vertices.len() as u32;
                mesh.vertices.push([x + offset[0], y + offset[1], z + offset[2]]);
            }
        }
        let (after, _) = repaired(&mesh, &Repairs::all(0.03, 0.0));
        prop_assert_eq!(after.kinds(), []);
        prop_assert_eq!(after.faces.len(), 32);
        for face in after.faces {
            let corners = face.map(|vertex| after.vertices[vertex as usize]);
            prop_assert!(crate::geometry::triangle::faces_up(&corners));
        }
    }
}

/// A floor of a hostile shape, in which vertices with different numbers are different.
fn with_hostile_floor<T>(mesh: &hostile::Mesh, work: impl FnOnce(&FloorFaces<'_>) -> T) -> T {
    let walkable: Vec<bool> = (0..mesh.faces.len()).map(|face| mesh.is_walkable(face)).collect();
    let neighbours = neighbours_by_shared_vertices(&mesh.faces, |face| walkable[face]);
    work(&FloorFaces { vertices: &mesh.vertices, faces: &mesh.faces, walkable: &walkable, neighbours: &neighbours })
}

/// 160,000 faces on one edge took 20 s: each open side was searched for among all that start at the same vertex.
#[test]
fn the_work_of_finding_flaws_grows_with_the_faces() {
    let options = FlawOptions::default().with_crack(0.5).with_height(Some(2.0)).with_radius(Some(0.25));
    assert_linear(|mesh| with_hostile_floor(mesh, |floor| flaws(floor, &options)));
}

#[test]
fn the_work_of_repairing_grows_with_the_faces() {
    let options = Repairs::all(0.01, 0.5);
    assert_linear(|mesh| with_hostile_floor(mesh, |floor| repair(floor, &options, |_| false, |_| false)));
}
