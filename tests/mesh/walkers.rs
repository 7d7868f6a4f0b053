//! Shortest paths of discs: rooms made for one corner each, a visibility graph, and random floors.

use std::f64::consts::{FRAC_PI_2, PI};

use proptest::prelude::*;
use walkmesh::mesh::{InsetError, NavMesh, Position, WalkerPathError, WalkerSize};

use super::worlds::{World, grids};

type Flat = [f64; 2];

/// A floor of the rectangles between sorted coordinates, some of which are open.
fn floor(xs: &[f32], ys: &[f32], open: impl Fn(f32, f32) -> bool) -> NavMesh {
    let vertices = ys.iter().flat_map(|&y| xs.iter().map(move |&x| [x, y, 0.0])).collect();
    let (mut faces, mut walkable) = (Vec::new(), Vec::new());
    for (row, y) in ys.windows(2).enumerate() {
        for (column, x) in xs.windows(2).enumerate() {
            let a = (row * xs.len() + column) as u32;
            let [b, c, d] = [a + 1, a + 1 + xs.len() as u32, a + xs.len() as u32];
            faces.extend([[a, b, c], [a, c, d]]);
            walkable.extend([open((x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0); 2]);
        }
    }
    NavMesh::from_shared_vertices(vertices, &faces, |face| walkable[face]).unwrap()
}

fn at(mesh: &NavMesh, x: f32, y: f32) -> Position {
    mesh.snap([x, y, 0.0], 0.01).expect("there is floor").position
}

fn length(mesh: &NavMesh, radius: f32, from: [f32; 2], to: [f32; 2]) -> Result<f64, WalkerPathError> {
    let [from, to] = [from, to].map(|[x, y]| at(mesh, x, y));
    mesh.shortest_path_of(WalkerSize::new(radius), from, to).map(|path| path.length)
}

/// Two rooms of 4 m and a corridor between them.
fn two_rooms(width: f32) -> NavMesh {
    floor(&[0.0, 4.0, 8.0, 12.0], &[0.0, 1.0, 1.0 + width, 4.0], |x, y| {
        !(4.0..8.0).contains(&x) || (1.0..1.0 + width).contains(&y)
    })
}

#[test]
fn a_corridor_as_wide_as_the_walker_is_open_and_a_narrower_one_is_closed() {
    let (from, to) = ([2.0, 1.5], [10.0, 1.5]);
    let along = length(&two_rooms(1.0), 0.5, from, to).unwrap();
    assert!((along - 8.0).abs() < 1e-5, "{along}");
    let parts = |width| two_rooms(width).inset(WalkerSize::new(0.5)).unwrap().nav_mesh().connected_part_count();
    assert_eq!([1.0, 0.999].map(parts), [1, 2]);
    let narrow = length(&two_rooms(0.999), 0.5, from, to);
    assert!(matches!(narrow, Err(WalkerPathError::Path(_))), "{narrow:?}");
    assert!(length(&two_rooms(0.999), 0.499, from, to).is_ok());
}

#[test]
fn a_path_around_a_pillar_keeps_off_its_corners() {
    let pillar = floor(&[0.0, 4.0, 6.0, 10.0], &[0.0, 4.0, 6.0, 10.0], |x, y| x != 5.0 || y != 5.0);
    // Along the pillar at the radius, and a quarter of a circle at two of its corners.
    let path = length(&pillar, 1.0, [3.0, 5.0], [7.0, 5.0]).unwrap();
    let exact = 1.0 + FRAC_PI_2 + 2.0 + FRAC_PI_2 + 1.0;
    assert!(exact - 1e-4 < path && path < exact * 1.001, "{path} {exact}");
    // Without a size, the path is that of a point.
    let point = length(&pillar, 0.0, [3.0, 5.0], [7.0, 5.0]).unwrap();
    let [from, to] = [at(&pillar, 3.0, 5.0), at(&pillar, 7.0, 5.0)];
    assert_eq!(point, pillar.shortest_path(from, to).unwrap().length);
}

#[test]
fn a_position_too_near_to_a_wall_says_how_near_and_where_to_stand() {
    let room = floor(&[0.0, 4.0], &[0.0, 4.0], |_, _| true);
    let Err(WalkerPathError::StartTooNear(error)) = length(&room, 0.5, [0.25, 2.0], [2.0, 2.0]) else { panic!() };
    assert_eq!(error.clearance, Some(0.25));
    let nearest = error.nearest.as_ref().unwrap().position.point;
    assert!((nearest[0] - 0.5).abs() < 1e-4 && nearest[1] == 2.0, "{nearest:?}");
    assert!(error.to_string().starts_with("a wall is 0.250 away, and the walker has a radius of 0.5; the nearest"));
    assert!(matches!(length(&room, 0.5, [2.0, 2.0], [2.0, 3.75]), Err(WalkerPathError::GoalTooNear(_))));
    // Even if it is only slightly too near.
    assert!(matches!(length(&room, 0.5, [0.4996, 2.0], [2.0, 2.0]), Err(WalkerPathError::StartTooNear(_))));
    // Exactly at the radius is far enough.
    assert!((length(&room, 0.5, [0.5, 0.5], [3.5, 3.5]).unwrap() - 18_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn a_floor_under_a_low_one_is_closed_to_tall_walkers() {
    // A floor of 12 m, and a bridge over its middle 1.5 m above it.
    let flat = [[0.0, 0.0], [12.0, 0.0], [12.0, 4.0], [0.0, 4.0]].map(|[x, y]| [x, y, 0.0]);
    let bridge = [[5.0, -1.0], [7.0, -1.0], [7.0, 5.0], [5.0, 5.0]].map(|[x, y]| [x, y, 1.5]);
    let vertices = [flat, bridge].concat();
    let faces = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let mesh = NavMesh::from_shared_vertices(vertices, &faces, |_| true).unwrap();
    let path = |size: WalkerSize| {
        mesh.shortest_path_of(size, Position::new([2.0, 2.0, 0.0], 1), Position::new([10.0, 2.0, 0.0], 0))
    };
    assert_eq!(path(WalkerSize::new(0.5).with_height(1.4)).unwrap().length, 8.0);
    assert!(matches!(path(WalkerSize::new(0.5).with_height(1.6)), Err(WalkerPathError::Path(_))));
    assert!(matches!(path(WalkerSize::default().with_height(1.6)), Err(WalkerPathError::Path(_))));
    // Beside the bridge, the disc would be under it.
    let beside = Position::new([4.75, 2.0, 0.0], 1);
    let size = WalkerSize::new(0.5).with_height(1.6);
    let error = mesh.shortest_path_of(size, beside, Position::new([2.0, 2.0, 0.0], 1)).unwrap_err();
    assert!(error.to_string().contains("the ceiling is lower than the walker"), "{error}");
}

#[test]
fn a_size_is_a_number_that_is_not_negative() {
    for radius in [-1.0, f32::NAN, f32::INFINITY] {
        let mesh = floor(&[0.0, 4.0], &[0.0, 4.0], |_, _| true);
        let error = length(&mesh, radius, [1.0, 1.0], [2.0, 2.0]).unwrap_err();
        assert_eq!(error, WalkerPathError::Inset(InsetError::NotASize));
    }
}

/// The lower corners of pillars, 2 m wide, in a room of 16 m.
const PILLARS: [Flat; 5] = [[2.0, 2.0], [6.0, 4.0], [11.0, 3.0], [4.0, 9.0], [10.0, 11.0]];
const RADIUS: f32 = 0.6;

/// The polygon outside the rounded square around a pillar, counter-clockwise.
fn rounded(pillar: Flat, radius: f64) -> Vec<Flat> {
    let count = (FRAC_PI_2 / (2.0 * (1.0 / 1.001_f64).acos())).ceil();
    let half = FRAC_PI_2 / count / 2.0;
    let corners = [[2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 0.0]];
    let of_corner = |(quarter, corner): (usize, Flat)| {
        (0..count as usize).map(move |at| {
            let angle = (quarter as f64 - 1.0) * FRAC_PI_2 + (2 * at + 1) as f64 * half;
            let length = radius / half.cos();
            [pillar[0] + corner[0] + length * angle.cos(), pillar[1] + corner[1] + length * angle.sin()]
        })
    };
    corners.into_iter().enumerate().flat_map(of_corner).collect()
}

/// Whether a segment passes through the inside of a convex polygon.
fn blocks(polygon: &[Flat], [a, b]: [Flat; 2]) -> bool {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (from, to) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let inside =
            |p: Flat| ((to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])) / length - 1e-7;
        let (here, there) = (inside(a), inside(b));
        if here <= 0.0 && there <= 0.0 {
            return false;
        }
        if here <= 0.0 {
            enters = enters.max(here / (here - there));
        } else if there <= 0.0 {
            leaves = leaves.min(here / (here - there));
        }
    }
    enters < leaves
}

fn apart(a: Flat, b: Flat) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn paths_of_discs_are_those_of_a_visibility_graph_over_2000_pairs() {
    let mut lines: Vec<f32> = vec![0.0, 16.0];
    lines.extend(PILLARS.iter().flatten().flat_map(|&low| [low as f32, low as f32 + 2.0]));
    lines.sort_by(f32::total_cmp);
    lines.dedup();
    let is_pillar = |x: f32, y: f32| {
        PILLARS.iter().any(|low| [x, y].iter().zip(low).all(|(&at, &low)| (low..low + 2.0).contains(&at.into())))
    };
    let mesh = floor(&lines, &lines, |x, y| !is_pillar(x, y));
    // Four rounding errors of the greatest coordinate are taken off.
    let radius = f64::from(RADIUS) - 16.0 / f64::from(1 << 22);
    let polygons = PILLARS.map(|pillar| rounded(pillar, radius));
    let sees = |a: Flat, b: Flat| !polygons.iter().any(|polygon| blocks(polygon, [a, b]));
    let nodes: Vec<Flat> = polygons.concat();
    let mut best: Vec<Vec<f64>> = nodes
        .iter()
        .map(|&a| nodes.iter().map(|&b| if sees(a, b) { apart(a, b) } else { f64::INFINITY }).collect())
        .collect();
    for via in 0..nodes.len() {
        for from in 0..nodes.len() {
            let (first, onwards) = (best[from][via], best[via].clone());
            best[from].iter_mut().zip(onwards).for_each(|(known, next)| *known = known.min(first + next));
        }
    }
    // A fixed sequence of positions where the disc fits.
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        0.65 + (state >> 40) as f32 / (1 << 24) as f32 * 14.7
    };
    let mut place = || loop {
        let (x, y) = (random(), random());
        let off = |low: &Flat| {
            let [dx, dy] = [(x, low[0]), (y, low[1])].map(|(at, low)| (f64::from(at) - low - 1.0).abs() - 1.0);
            dx.max(0.0).hypot(dy.max(0.0))
        };
        if PILLARS.iter().all(|low| off(low) > f64::from(RADIUS) * 1.0011) {
            return [x, y];
        }
    };
    let (mut bent, mut worst) = (0, 0.0_f64);
    for _ in 0..2000 {
        let (from, to) = (place(), place());
        let [a, b] = [from, to].map(|end| end.map(f64::from));
        let seen = |end: Flat| nodes.iter().enumerate().filter(move |(_, node)| sees(end, **node)).map(|(at, _)| at);
        let goals: Vec<usize> = seen(b).collect();
        let around = seen(a).flat_map(|s| goals.iter().map(move |&g| (s, g)));
        let around = around.map(|(s, g)| apart(a, nodes[s]) + best[s][g] + apart(nodes[g], b));
        let expected = if sees(a, b) { apart(a, b) } else { around.fold(f64::INFINITY, f64::min) };
        bent += usize::from(!sees(a, b));
        let found = length(&mesh, RADIUS, from, to).unwrap();
        let back = length(&mesh, RADIUS, to, from).unwrap();
        worst = [found, back].map(|it| (it - expected).abs() / expected.max(1.0)).into_iter().fold(worst, f64::max);
    }
    println!("{bent} of 2000 paths bend; the greatest difference is {worst:e} of the length");
    assert!(bent > 500 && worst <= 1e-6, "{bent} {worst:e}");
}

/// The sides of open faces without a neighbour.
fn walls(world: &World, mesh: &NavMesh) -> Vec<[Flat; 2]> {
    let sides = (0..world.faces.len() as u32).flat_map(|face| (0..3_u8).map(move |side| (face, side)));
    let walls = sides.filter(|&(face, side)| mesh.is_walkable(face) && mesh.neighbour(face, side).is_none());
    let flat = |vertex: u32| [0, 1].map(|axis| f64::from(world.vertices[vertex as usize][axis]));
    let ends = |(face, side): (u32, u8)| {
        let corners = world.faces[face as usize];
        [corners[side as usize], corners[(side as usize + 1) % 3]].map(flat)
    };
    walls.map(ends).collect()
}

fn off_segment(at: Flat, [a, b]: [Flat; 2]) -> f64 {
    let (d, length) = ([b[0] - a[0], b[1] - a[1]], apart(a, b));
    let share = ((at[0] - a[0]) * d[0] + (at[1] - a[1]) * d[1]) / (length * length).max(f64::MIN_POSITIVE);
    apart(at, [a[0] + share.clamp(0.0, 1.0) * d[0], a[1] + share.clamp(0.0, 1.0) * d[1]])
}

proptest! {
    /// On a flat floor with holes, a path of a disc keeps off every wall, and a disc that has room fits.
    #[test]
    fn discs_keep_off_walls_and_fit_where_there_is_room(
        grid in grids(0),
        radius in 0.05..0.7_f32,
        ends in prop::array::uniform2(prop::array::uniform3(0..1000_usize)),
    ) {
        let world = grid.floor().rough();
        let mesh = world.mesh();
        let walls = walls(&world, &mesh);
        let clearance = |at: Flat| walls.iter().map(|&wall| off_segment(at, wall)).fold(f64::INFINITY, f64::min);
        let (Some(from), Some(to)) = (world.place(ends[0]), world.place(ends[1])) else { return Ok(()) };
        let radius64 = f64::from(radius);
        let flat = |position: Position| [0, 1].map(|axis| f64::from(position.point[axis]));
        match mesh.shortest_path_of(WalkerSize::new(radius), from, to) {
            Ok(path) => {
                let plain = mesh.shortest_path(from, to).unwrap();
                prop_assert!(path.length >= plain.length - 1e-4);
                for leg in path.points.windows(2) {
                    let [a, b] = [flat(leg[0]), flat(leg[1])];
                    for step in 0..=32 {
                        let share = f64::from(step) / 32.0;
                        let at = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
                        prop_assert!(clearance(at) >= radius64 - 2e-4, "{} at {:?}", clearance(at), at);
                    }
                }
            }
            Err(WalkerPathError::StartTooNear(_)) => prop_assert!(clearance(flat(from)) < radius64 * 1.001 + 1e-4),
            Err(WalkerPathError::GoalTooNear(_)) => prop_assert!(clearance(flat(to)) < radius64 * 1.001 + 1e-4),
            Err(WalkerPathError::Path(_)) => (),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn a_half_turn_at_the_end_of_a_thin_wall_is_half_a_circle() {
    // A slit from the lower wall to the middle: the two faces beside it are not joined.
    let vertices = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 8.0], [4.0, 8.0], [0.0, 8.0], [4.0, 4.0]];
    let vertices = vertices.map(|[x, y]| [x, y, 0.0]).to_vec();
    let faces = [[0, 1, 7], [0, 7, 6], [6, 7, 5], [5, 7, 4], [4, 7, 3], [3, 7, 2]];
    let mesh = NavMesh::from_shared_vertices(vertices, &faces, |_| true).unwrap();
    let path = mesh.shortest_path_of(
        WalkerSize::new(1.0),
        Position::new([3.0, 2.0, 0.0], 0),
        Position::new([5.0, 2.0, 0.0], 5),
    );
    let (found, exact) = (path.unwrap().length, 4.0 + PI);
    assert!(exact - 1e-4 < found && found < 1.001 * exact, "{found}");
}
