//! Meshes that are joined unlike any surface: exact duplicates in rings, edges with three wings, fans that lie over each other, links that
//! swap sides, faces without area. Real toolsets write such meshes, and every connected face has a path.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use walkmesh::mesh::{NavMesh, Path, PathScratch, Position};

use crate::oracle::{Oracle, distance};
use crate::paths::flat;
use crate::real::{Strides, check_trace, rounding};
use crate::worlds::{Grid, World, grids_up_to};

/// The operations that tangle a floor. Numbers are taken modulo the available count.
#[derive(Clone, Debug)]
pub struct Tangle {
    /// Faces to duplicate.
    copies: Vec<usize>,
    /// Faces on an edge of a face, to a third vertex.
    wings: Vec<(usize, usize)>,
    /// Fans around a vertex, each over a row of other vertices.
    fans: Vec<(usize, Vec<usize>)>,
    /// Vertices that are moved onto another, so that faces lose their area.
    pinches: Vec<(usize, usize)>,
    /// The order in which coincident edges are joined in pairs.
    order: Vec<u16>,
    /// One edge in this number stays a wall.
    walls: u16,
}

/// Tangles with up to this number of copies, wings, fans and pinches.
pub fn tangles([copies, wings, fans, pinches]: [usize; 4]) -> impl Strategy<Value = Tangle> {
    let number = 0..1000_usize;
    (
        prop::collection::vec(number.clone(), 0..=copies),
        prop::collection::vec((number.clone(), number.clone()), 0..=wings),
        prop::collection::vec((number.clone(), prop::collection::vec(number.clone(), 2..9)), 0..=fans),
        prop::collection::vec((number.clone(), number), 0..=pinches),
        prop::collection::vec(any::<u16>(), 1..60),
        4..40_u16,
    )
        .prop_map(|(copies, wings, fans, pinches, order, walls)| Tangle {
            copies,
            wings,
            fans,
            pinches,
            order,
            walls,
        })
}

impl Tangle {
    /// A tangled floor. Coincident edges are joined whatever faces they belong to.
    pub fn of(&self, grid: &Grid) -> World {
        let mut world = grid.floor();
        let vertices = world.vertices.len();
        for &(vertex, onto) in &self.pinches {
            // Only its position in the plan view changes; the height stays.
            let [x, y, _] = world.vertices[onto % vertices];
            world.vertices[vertex % vertices][..2].copy_from_slice(&[x, y]);
        }
        let faces = world.faces.len();
        let copies = self.copies.iter().map(|&face| world.faces[face % faces]);
        let wings = self.wings.iter().map(|&(edge, tip)| {
            let corners = world.faces[edge / 3 % faces];
            [corners[edge % 3], corners[(edge + 1) % 3], (tip % vertices) as u32]
        });
        let fans = self.fans.iter().flat_map(|(hub, rim)| {
            rim.windows(2).map(move |ends| [*hub, ends[0], ends[1]].map(|vertex| (vertex % vertices) as u32))
        });
        let more: Vec<[u32; 3]> = copies.chain(wings).chain(fans).collect();
        world.walkable.resize(faces + more.len(), true);
        world.faces.extend(more);
        self.join(&mut world);
        world
    }

    /// Joins coincident edges in pairs, in some order.
    fn join(&self, world: &mut World) {
        let mut places: BTreeMap<_, Vec<(usize, usize)>> = BTreeMap::new();
        for (face, corners) in world.faces.iter().enumerate().filter(|&(face, _)| world.walkable[face]) {
            for edge in 0..3 {
                // Adding zero turns minus zero into zero.
                let end =
                    |corner: usize| flat(world.vertices[corners[corner % 3] as usize]).map(|at| (at + 0.0).to_bits());
                let ends = [end(edge), end(edge + 1)];
                places.entry([ends[0].min(ends[1]), ends[0].max(ends[1])]).or_default().push((face, edge));
            }
        }
        world.neighbours = vec![[None; 3]; world.faces.len()];
        let mut order = self.order.iter().cycle().zip(1_u16..).map(|(&value, turn)| value.wrapping_mul(turn));
        for edges in places.values_mut() {
            edges.sort_by_cached_key(|_| order.next());
            for pair in edges.chunks_exact(2) {
                let (here, there) = (pair[0], pair[1]);
                if here.0 != there.0 && order.next().is_some_and(|value| value % self.walls != 0) {
                    world.neighbours[here.0][here.1] = Some(there.0 as u32);
                    world.neighbours[there.0][there.1] = Some(here.0 as u32);
                }
            }
        }
    }
}

/// One place on each walkable face.
fn places(world: &World) -> Vec<Position> {
    let open = world.walkable.iter().filter(|&&walkable| walkable).count();
    (0..open).filter_map(|which| world.place([which, 7 * which + 3, 11 * which + 5])).collect()
}

/// Every connected pair of a few places has a path in both directions, never longer than over the midpoints of edges.
pub fn check_all_pairs(world: &World) -> TestCaseResult {
    check_all_pairs_within(world, rounding(world))
}

/// [`check_all_pairs`], where points may be off by `rounding`.
pub fn check_all_pairs_within(world: &World, rounding: f64) -> TestCaseResult {
    let mesh = world.mesh();
    let oracle = Oracle::joined(world);
    let (middles, strides) = (Strides::over_middles(&oracle), Strides::new(&oracle));
    let places = places(world);
    for &from in places.iter().step_by(1 + places.len() / 6) {
        let lengths = middles.from(from);
        for &to in &places {
            let above = middles.to(&lengths, from, to);
            check_pair(&mesh, &strides, [from, to], above, rounding)?;
        }
    }
    Ok(())
}

fn check_pair(
    mesh: &NavMesh,
    strides: &Strides<'_>,
    [from, to]: [Position; 2],
    above: f64,
    rounding: f64,
) -> TestCaseResult {
    let found = mesh.shortest_path(from, to);
    prop_assert_eq!(found.is_ok(), above.is_finite(), "{:?} {:?}: {:?}, over middles {}", from, to, found, above);
    let Ok(shortest) = found else { return Ok(()) };
    let mut gives_up = PathScratch::with_step_limit(0);
    let at_once = mesh.shortest_path_with(&mut gives_up, from, to).unwrap();
    prop_assert_eq!(mesh.distance_with(&mut gives_up, from, to), Ok(at_once.length));
    // A start or goal that is just off its face is moved onto it, along a thin face by more than the rounding.
    let moved = |path: &Path| {
        let ends = [(path.points.first(), from), (path.points.last(), to)];
        let ends = ends.map(|(end, place)| end.map_or(0.0, |end| distance(flat(end.point), flat(place.point))));
        rounding + ends[0] + ends[1]
    };
    prop_assert!(
        !shortest.proven_shortest || shortest.length <= at_once.length + moved(&at_once),
        "{from:?} {to:?}: {} is longer than {at_once:?}",
        shortest.length
    );
    for path in [shortest, at_once] {
        let allowed = moved(&path);
        prop_assert!(path.length <= above + allowed, "{from:?} {to:?}: {} is longer than {above}", path.length);
        let straight = distance(flat(from.point), flat(to.point));
        prop_assert!(path.length >= straight - allowed, "{from:?} {to:?}: {} is shorter than {straight}", path.length);
        match check_trace(strides, mesh, &path, [from, to], rounding) {
            Ok(off) => {
                // Each of a trace's points is rounded to f32 where it crosses an edge.
                let points = mesh.trace(&path).len() as f64;
                prop_assert!(off <= rounding * points, "{from:?} {to:?}: the trace is off by {off}");
            }
            Err(what) => prop_assert!(false, "{from:?} {to:?}: {what} {path:?}"),
        }
    }
    Ok(())
}

/// Grids, and whether their coordinates are those of real files, which folds cannot mirror without rounding.
pub fn rough_or_not(shift: i32) -> impl Strategy<Value = (Grid, bool)> {
    (grids_up_to(7, shift), any::<bool>())
}

fn check_tangle((grid, rough): &(Grid, bool), tangle: &Tangle) -> TestCaseResult {
    let world = tangle.of(grid);
    check_all_pairs(&if *rough { world.rough() } else { world })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn duplicates_linked_in_rings_have_paths(grid in rough_or_not(3), tangle in tangles([60, 0, 0, 0])) {
        check_tangle(&grid, &tangle)?;
    }

    #[test]
    fn edges_with_three_wings_have_paths(grid in rough_or_not(3), tangle in tangles([0, 30, 0, 0])) {
        check_tangle(&grid, &tangle)?;
    }

    #[test]
    fn overlapping_fans_have_paths(grid in rough_or_not(3), tangle in tangles([0, 0, 6, 0])) {
        check_tangle(&grid, &tangle)?;
    }

    #[test]
    fn faces_without_area_have_paths(grid in rough_or_not(0), tangle in tangles([8, 8, 1, 8])) {
        check_tangle(&grid, &tangle)?;
    }

    #[test]
    fn all_of_it_together_has_paths(grid in rough_or_not(14), tangle in tangles([40, 40, 6, 4])) {
        check_tangle(&grid, &tangle)?;
    }

    #[test]
    fn large_floors_tangled_everywhere_have_paths(
        (grid, rough) in (grids_up_to(14, 14), any::<bool>()),
        tangle in tangles([400, 60, 9, 8]),
    ) {
        check_tangle(&(grid, rough), &tangle)?;
    }

    #[test]
    fn links_that_swap_sides_have_paths(grid in rough_or_not(14), swaps in prop::collection::vec(any::<bool>(), 1..40)) {
        let world = grid.0.two_floors(&swaps);
        check_all_pairs(&if grid.1 { world.rough() } else { world })?;
    }
}

/// Faces as input: the corners of each in the plan view, and its neighbour across each edge.
type Faces<'a> = &'a [([[f32; 2]; 3], [Option<u32>; 3])];

/// Checks the path between two places, each a point and a face.
fn check_faces(faces: Faces<'_>, ends: [([f32; 2], u32); 2]) {
    let world = World {
        vertices: faces.iter().flat_map(|(corners, _)| corners.map(|[x, y]| [x, y, 0.0])).collect(),
        faces: (0..faces.len() as u32).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect(),
        walkable: vec![true; faces.len()],
        neighbours: faces.iter().map(|(_, row)| *row).collect(),
    };
    let [from, to] = ends.map(|([x, y], face)| Position::new([x, y, 0.0], face));
    let oracle = Oracle::joined(&world);
    let middles = Strides::over_middles(&oracle);
    let above = middles.to(&middles.from(from), from, to);
    let mesh = world.mesh();
    check_pair(&mesh, &Strides::new(&oracle), [from, to], above, rounding(&world)).unwrap();
    assert!(mesh.shortest_path(from, to).unwrap().proven_shortest);
}

const WALL: Option<u32> = None;

/// The path bends at a corner and is mirrored three times, and then the goal lies in line with that corner: on the border between the
/// ground visible past the corner and the hidden ground. Rounding must leave no gap between the two.
#[test]
fn a_goal_on_the_border_of_two_mirrored_cones_is_found() {
    let faces: Faces<'_> = &[
        ([[0., 1.], [2., 0.], [3., 0.]], [Some(3), WALL, Some(1)]),
        ([[3., 0.], [3., 1.], [0., 1.]], [WALL, Some(2), Some(0)]),
        ([[3., 1.], [3., 2.], [0., 1.]], [WALL, Some(4), Some(1)]),
        ([[0., 1.], [2., 0.], [1., 1.]], [Some(0), Some(6), WALL]),
        ([[3., 1.], [0., 1.], [3., 2.]], [WALL, Some(2), Some(5)]),
        ([[3., 1.], [3., 2.], [0., 2.]], [Some(4), WALL, WALL]),
        ([[1., 1.], [0., 1.], [2., 0.]], [Some(7), WALL, Some(3)]),
        ([[1., 1.], [1., 1.], [0., 1.]], [WALL, Some(6), WALL]),
    ];
    check_faces(faces, [([0.9375, 1.0], 7), ([1.875, 2.0], 5)]);
}

/// The start lies on a fold, within rounding, and so does the goal. A bound for the rest of a path must not be too great
/// where the last corner point, a portal and the goal are almost in line: the search would take a longer path first.
#[test]
fn a_start_and_a_goal_on_folds_are_joined_by_the_shorter_path() {
    let [a, b, c] = [[98.95149, 62.8721], [100.2028, 60.0611], [99.36859, 61.9351]];
    let faces: Faces<'_> = &[
        ([a, b, c], [Some(1), WALL, Some(2)]),
        ([c, a, b], [WALL, Some(0), Some(2)]),
        ([a, b, c], [WALL, Some(1), Some(0)]),
    ];
    check_faces(faces, [([99.4468, 61.759_415], 0), ([99.73356, 61.115_227], 2)]);
}

/// Faces without area lead to a portal in line with a corner twice at one cost: once past the corner's mirror image, and
/// once past the corner itself. The first variant must not hide the second.
#[test]
fn a_mirrored_corner_is_not_taken_for_the_corner() {
    let faces: Faces<'_> = &[
        ([[0., 0.], [1., 0.], [0., 1.]], [WALL, Some(12), WALL]),
        ([[0., 1.], [1., 0.], [1., 1.]], [WALL, Some(3), Some(5)]),
        ([[1., 0.], [2., 0.], [0., 1.]], [WALL, Some(4), Some(3)]),
        ([[1., 0.], [0., 1.], [1., 1.]], [Some(2), Some(20), Some(1)]),
        ([[2., 0.], [3., 1.], [0., 1.]], [WALL, WALL, Some(2)]),
        ([[0., 2.], [0., 1.], [1., 1.]], [WALL, Some(1), Some(14)]),
        ([[1., 1.], [1., 2.], [0., 2.]], [Some(8), WALL, Some(14)]),
        ([[0., 1.], [0., 1.], [1., 1.]], [Some(9), Some(20), Some(19)]),
        ([[1., 1.], [0., 1.], [1., 2.]], [Some(13), WALL, Some(6)]),
        ([[0., 1.], [3., 1.], [0., 1.]], [WALL, WALL, Some(7)]),
        ([[3., 2.], [0., 1.], [3., 1.]], [Some(17), WALL, WALL]),
        ([[0., 1.], [0., 1.], [1., 1.]], [Some(15), Some(19), Some(12)]),
        ([[1., 0.], [0., 1.], [1., 1.]], [Some(0), Some(11), WALL]),
        ([[0., 1.], [1., 1.], [0., 1.]], [Some(16), Some(8), Some(20)]),
        ([[1., 1.], [0., 2.], [1., 1.]], [Some(6), Some(5), Some(19)]),
        ([[0., 1.], [0., 1.], [3., 1.]], [Some(11), Some(18), WALL]),
        ([[0., 1.], [1., 1.], [2., 0.]], [Some(13), WALL, WALL]),
        ([[3., 2.], [0., 1.], [0., 2.]], [Some(10), Some(18), WALL]),
        ([[0., 2.], [0., 1.], [3., 1.]], [Some(17), Some(15), WALL]),
        ([[1., 1.], [1., 1.], [0., 1.]], [Some(14), Some(7), Some(11)]),
        ([[1., 1.], [0., 1.], [0., 1.]], [Some(7), Some(13), Some(3)]),
    ];
    check_faces(faces, [([2.4375, 1.0], 9), ([1.875, 1.0], 15)]);
}
