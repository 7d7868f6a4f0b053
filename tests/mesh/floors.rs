//! Floors, compared with a loop over all faces.

use proptest::prelude::*;
use walkmesh::mesh::{FloorHit, HeightGrid};
use walkmesh::{kotor, nwn2};
use walkmesh_mesh::samples::{shapes, soups};
use walkmesh_testing::{corpus, files, measure};

use walkmesh_mesh::samples::shapes::{Dice, Shape};
use walkmesh_mesh::samples::soups::{Triangle, parts, point, soup};

/// The floors at a place by a loop over all faces, each in a grid of its own, which tests that face.
struct Loop(Vec<HeightGrid>);

impl Loop {
    fn new(triangles: &[Triangle], masks: &[u32]) -> Self {
        Self(triangles.iter().zip(masks).map(|(triangle, mask)| HeightGrid::new(&[*triangle], |_| *mask)).collect())
    }

    fn floors_at(&self, at: [f32; 2], mask: u32) -> Vec<FloorHit> {
        let mut floors: Vec<FloorHit> = (self.0.iter().enumerate())
            .flat_map(|(face, own)| {
                own.floors_at(at, mask).into_iter().map(move |floor| FloorHit { face: face as u32, ..floor })
            })
            .collect();
        floors.sort_by(|a, b| a.height.total_cmp(&b.height).then(a.face.cmp(&b.face)));
        floors
    }
}

/// The first of the floors with the lowest rank; they are sorted by height, then face.
fn first_by(floors: &[FloorHit], rank: impl Fn(f32) -> Option<f32>) -> Option<FloorHit> {
    let mut best: Option<(f32, FloorHit)> = None;
    for floor in floors {
        if let Some(rank) = rank(floor.height)
            && best.is_none_or(|(least, _)| rank < least)
        {
            best = Some((rank, *floor));
        }
    }
    best.map(|(_, floor)| floor)
}

fn assert_agrees(triangles: &[Triangle], masks: &[u32], points: &[[f32; 3]], reach: f32, mask: u32) {
    let grid = HeightGrid::new(triangles, |face| masks[face]);
    let each = Loop::new(triangles, masks);
    let many = [
        grid.floor_below_many(points, reach, mask),
        grid.floor_above_many(points, reach, mask),
        grid.floor_nearest_many(points, reach, mask),
    ];
    for (i, &point) in points.iter().enumerate() {
        let [x, y, z] = point;
        let floors = each.floors_at([x, y], mask);
        assert_eq!(grid.floors_at([x, y], mask), floors, "at {point:?}");
        let below = first_by(&floors, |height| (height <= z && z - height <= reach).then_some(-height));
        let above = first_by(&floors, |height| (height >= z && height - z <= reach).then_some(height));
        let nearest = first_by(&floors, |height| ((height - z).abs() <= reach).then_some((height - z).abs()));
        assert_eq!(grid.floor_below(point, reach, mask), below, "below {point:?}");
        assert_eq!(grid.floor_above(point, reach, mask), above, "above {point:?}");
        assert_eq!(grid.floor_nearest(point, reach, mask), nearest, "nearest to {point:?}");
        assert_eq!([many[0][i], many[1][i], many[2][i]], [below, above, nearest], "batch, {point:?}");
    }
}

/// Places in and around a mesh: corners, on edges, inside faces, and anywhere.
fn places(dice: &mut Dice, triangles: &[Triangle], count: usize) -> Vec<[f32; 3]> {
    (0..count)
        .map(|i| {
            let [a, b, c] = triangles[dice.index(triangles.len())];
            let (s, t) = (dice.between(0.0, 1.0), dice.between(0.0, 1.0));
            match i % 4 {
                0 => a,
                1 => std::array::from_fn(|axis| a[axis] + s * (b[axis] - a[axis])),
                2 => std::array::from_fn(|axis| a[axis] + s * (b[axis] + t * (c[axis] - b[axis]) - a[axis])),
                _ => a.map(|value| value + dice.between(-2.0, 2.0)),
            }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_grid_answers_as_a_loop_over_all_faces(
        faces in soup(160),
        points in prop::collection::vec(point(), 1..30),
        reach in prop_oneof![Just(f32::INFINITY), Just(0.0), 0.0_f32..6.0],
        mask in 1..8_u32,
        seed: u64,
    ) {
        let (triangles, masks) = parts(&faces);
        let mut points = points;
        if !triangles.is_empty() {
            points.extend(places(&mut Dice(seed), &triangles, 30));
        }
        assert_agrees(&triangles, &masks, &points, reach, mask);
    }

    #[test]
    fn a_height_is_on_the_plane(
        triangle in prop::array::uniform3(prop::array::uniform3(-5.0_f32..5.0)),
        weights in prop::array::uniform3(0.01_f32..1.0),
    ) {
        let sum: f32 = weights.iter().sum();
        let target: [f32; 3] = std::array::from_fn(|axis| {
            (0..3).map(|corner| weights[corner] / sum * triangle[corner][axis]).sum()
        });
        let [ab, ac] = [1, 2].map(|i| [0, 1].map(|axis| triangle[i][axis] - triangle[0][axis]));
        prop_assume!((ab[0] * ac[1] - ab[1] * ac[0]).abs() > 0.5);
        let floors = HeightGrid::new(&[triangle], |_| 1).floors_at([target[0], target[1]], 1);
        prop_assert_eq!(floors.len(), 1);
        prop_assert!((floors[0].height - target[2]).abs() < 1e-3, "{:?} for {:?}", floors, target);
    }

    #[test]
    fn no_place_falls_between_faces(seed: u64, step in prop::sample::select(vec![0.013_f32, 1.0, 90.0]), offset in -3000.0_f32..3000.0) {
        // A jittered sheet, and places on its inner edges and corners.
        let mut dice = Dice(seed);
        let jitter: Vec<[f32; 2]> = (0..100).map(|_| [dice.between(-0.3, 0.3), dice.between(-0.3, 0.3)]).collect();
        let corner = |x: usize, y: usize| {
            let [dx, dy] = jitter[(10 * y + x) % 100];
            [offset + step * (x as f32 + dx), offset - step * (y as f32 + dy), dx]
        };
        let mut triangles = Vec::new();
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        let grid = HeightGrid::new(&triangles, |_| 1);
        for _ in 0..300 {
            let (x, y) = (1 + dice.index(7), 1 + dice.index(7));
            let (from, to) = (corner(x, y), [corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)][dice.index(3)]);
            let along = [0.0, 1.0, dice.between(0.0, 1.0)][dice.index(3)];
            let [x, y] = [0, 1].map(|axis| from[axis] + along * (to[axis] - from[axis]));
            prop_assert!(!grid.floors_at([x, y], 1).is_empty(), "nothing at {x}, {y}");
        }
    }
}

#[test]
fn traps_are_answered_as_by_a_loop() {
    for (name, triangles) in soups::traps() {
        println!("{name}");
        let masks: Vec<u32> = (0..triangles.len()).map(|face| 1 << (face % 3)).collect();
        let points = places(&mut Dice(3), &triangles, 60);
        for (reach, mask) in [(f32::INFINITY, 7), (2.0, 5)] {
            assert_agrees(&triangles, &masks, &points, reach, mask);
        }
    }
}

#[test]
fn large_meshes_are_answered_as_by_a_loop() {
    for Shape { triangles, masks } in [shapes::terrain(20_000), shapes::cave(20_000)] {
        let points = places(&mut Dice(4), &triangles, 60);
        assert_agrees(&triangles, &masks, &points, 4.0, 0x10f);
    }
}

#[test]
fn what_is_no_floor_is_skipped() {
    let level: Triangle = [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];
    let wall: Triangle = [[0.0, 0.0, 0.0], [4.0, 4.0, 0.0], [4.0, 4.0, 9.0]];
    let steep: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 1e-7, 9.0]];
    let line: Triangle = [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];
    let nan: Triangle = [[f32::NAN, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let far: Triangle = [[0.0, 0.0, 0.0], [4e11, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let triangles = [wall, steep, line, nan, far, level];
    let grid = HeightGrid::new(&triangles, |_| 1);
    for (x, y) in [(1.0, 1.0), (0.0, 0.0), (2.0, 2.0), (1.0, 0.0)] {
        assert_eq!(grid.floors_at([x, y], 1), [FloorHit { face: 5, height: 2.0, faces_up: true }], "at {x}, {y}");
    }
    assert_eq!(grid.floors_at([1.0, 1.0], 2), []);
    assert_eq!(HeightGrid::new(&[], |_| 1).floors_at([0.0, 0.0], 1), []);
}

#[test]
fn queries_with_nan_have_no_answer() {
    let level: Triangle = [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];
    let grid = HeightGrid::new(&[level], |_| 1);
    let nan = f32::NAN;
    for point in [[nan, 1.0, 2.0], [1.0, nan, 2.0], [1.0, 1.0, nan]] {
        assert_eq!(
            [grid.floor_below(point, 9.0, 1), grid.floor_above(point, 9.0, 1), grid.floor_nearest(point, 9.0, 1)],
            [None; 3]
        );
    }
    let point = [1.0, 1.0, 2.0];
    assert_eq!(
        [grid.floor_below(point, nan, 1), grid.floor_above(point, nan, 1), grid.floor_nearest(point, nan, 1)],
        [None; 3]
    );
    assert_eq!(grid.floor_below(point, -1.0, 1), None);
    let [far_up, far_down] = [f32::INFINITY, f32::NEG_INFINITY].map(|z| [1.0, 1.0, z]);
    let found = Some(FloorHit { face: 0, height: 2.0, faces_up: true });
    assert_eq!(grid.floor_below(far_up, f32::INFINITY, 1), found);
    assert_eq!(grid.floor_above(far_down, f32::INFINITY, 1), found);
}

#[test]
fn ties_go_to_the_lower_floor_and_then_the_lower_face() {
    let at = |z: f32| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    let grid = HeightGrid::new(&[at(4.0), at(2.0), at(4.0), at(2.0), at(-0.0), at(0.0)], |_| 1);
    let face = |floor: Option<FloorHit>| floor.map(|floor| floor.face);
    assert_eq!(face(grid.floor_nearest([1.0, 1.0, 3.0], 9.0, 1)), Some(1));
    assert_eq!(face(grid.floor_below([1.0, 1.0, 9.0], 9.0, 1)), Some(0));
    assert_eq!(face(grid.floor_above([1.0, 1.0, 1.0], 9.0, 1)), Some(1));
    assert_eq!(face(grid.floor_above([1.0, 1.0, -1.0], 9.0, 1)), Some(4));
    let faces: Vec<u32> = grid.floors_at([1.0, 1.0], 1).iter().map(|floor| floor.face).collect();
    assert_eq!(faces, [4, 5, 1, 3, 0, 2]);
}

/// The bytes that a grid holds, per face of the mesh.
fn bytes_a_face(triangles: &[Triangle], mask: impl Fn(usize) -> u32) -> f64 {
    let mut grid = None;
    let held = measure(|| grid = Some(HeightGrid::new(triangles, mask)));
    held.bytes_current as f64 / triangles.len() as f64
}

#[test]
fn a_grid_takes_at_most_60_bytes_a_face() {
    for Shape { triangles, masks } in [shapes::terrain(20_000), shapes::cave(20_000)] {
        let bytes = bytes_a_face(&triangles, |face| masks[face]);
        assert!(bytes <= 60.0, "{bytes:.1} bytes a face");
    }
}

#[test]
fn grids_of_real_meshes_take_at_most_60_bytes_a_face() {
    let Some(corpus) = corpus("") else { return };
    let rooms = files(&corpus.join("kotor"), "wok").into_iter().map(|path| {
        let room = kotor::Walkmesh::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
        (path, room.faces().filter_map(|face| face.points()).collect::<Vec<_>>())
    });
    let areas = files(&corpus.join("nwn2"), "trx").into_iter().map(|path| {
        let area = nwn2::Terrain::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
        let points = area.walkmesh().map(|area| area.triangles().filter_map(|triangle| triangle.points()).collect());
        (path, points.unwrap_or_default())
    });
    let meshes = rooms.chain(areas).filter(|(_, triangles)| triangles.len() >= 100);
    let bytes: Vec<f64> = meshes
        .map(|(path, triangles)| {
            let bytes = bytes_a_face(&triangles, |_| 1);
            assert!(bytes <= 60.0, "{}: {bytes:.1} bytes a face", path.display());
            bytes
        })
        .collect();
    let (least, most) = bytes
        .iter()
        .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), &bytes| (least.min(bytes), most.max(bytes)));
    println!("{} real meshes: {least:.1} to {most:.1} bytes a face", bytes.len());
}

/// A batch in an area of NWN2 equals single queries of its points, for each set of triangles.
#[test]
fn many_points_of_an_area_have_the_floors_of_each() {
    let bytes = std::fs::read(walkmesh_testing::root().join("cli/samples/town.trx")).expect("a sample");
    let area = nwn2::Terrain::from_bytes(&bytes).expect("an area").walkmesh().expect("a walkmesh").clone();
    let middle = |[a, b, c]: [[f32; 3]; 3]| [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
    let points: Vec<[f32; 3]> =
        area.triangles().map(|triangle| middle(triangle.points().expect("three corners"))).collect();
    let walks: Vec<bool> = area.triangles().map(|triangle| triangle.is_walkable()).collect();
    let navigator = nwn2::Navigator::new(area);
    for (mask, wanted) in [
        (nwn2::FaceMask::WALKABLE, Some(true)),
        (nwn2::FaceMask::NOT_WALKABLE, Some(false)),
        (nwn2::FaceMask::ALL, None),
    ] {
        let many = navigator.floor_nearest_many(&points, 1.0, mask);
        for (point, floor) in points.iter().zip(&many) {
            assert_eq!(*floor, navigator.floor_nearest(*point, 1.0, mask));
            assert!(floor.is_none_or(|floor| wanted.is_none_or(|wanted| walks[floor.face.0 as usize] == wanted)));
        }
        assert!(many.iter().any(Option::is_some));
    }
}
