//! Generated walkmeshes, and properties of all of them.

use proptest::prelude::*;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::Limits;
use walkmesh::mesh::PositionError;
use walkmesh::nwn2::{
    self, BakeError, BakeOptions, BakeReport, BuildFace, BuildOptions, FaceMask, FloorMaterial, IslandId, LineOfSight,
    Navigator, RouteError, RouteStep, Terrain, TerrainError, Tiling, TriangleId, Uninitialised, Walkmesh, research,
};

use super::on;

/// A field of uneven ground: `columns` by `rows` squares of two triangles each; `walkable` selects the walkable ones.
pub fn field(columns: u32, rows: u32, walkable: &[bool], step: f32) -> Walkmesh {
    let point = |x: u32, y: u32| {
        let shift = ((x * 7 + y * 13) % 5) as f32 / 16.0;
        [(x as f32 + shift) * step, (y as f32 + shift) * step, ((x * y) % 3) as f32 / 4.0]
    };
    let vertices: Vec<_> = (0..=rows).flat_map(|y| (0..=columns).map(move |x| point(x, y))).collect();
    let mut faces = Vec::new();
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        let at = y * (columns + 1) + x;
        let (right, above) = (at + 1, at + columns + 1);
        for corners in [[at, right, above + 1], [at, above + 1, above]] {
            let walkable = walkable.get(faces.len()).copied().unwrap_or(true);
            faces.push(BuildFace { corners, walkable, floor: Some(FloorMaterial::Stone) });
        }
    }
    nwn2::build(&vertices, &faces, &BuildOptions::default()).unwrap().walkmesh
}

fn fields() -> impl Strategy<Value = Walkmesh> {
    (1_u32..12, 1_u32..12, prop_oneof![Just(1.5_f32), Just(2.25), Just(4.0)]).prop_flat_map(|(columns, rows, step)| {
        proptest::collection::vec(prop::bool::weighted(0.8), (2 * columns * rows) as usize)
            .prop_map(move |walkable| field(columns, rows, &walkable, step))
    })
}

fn bake(walkmesh: &Walkmesh) -> Walkmesh {
    crate::baked(walkmesh, &BakeOptions::default()).unwrap()
}

/// The corners, flags and floors of a walkmesh as input for another.
pub fn soup(walkmesh: &Walkmesh) -> (Vec<[f32; 3]>, Vec<BuildFace>) {
    let face = |triangle: nwn2::Triangle<'_>| BuildFace {
        corners: triangle.corners().map(|vertex| vertex.0),
        walkable: triangle.is_walkable(),
        floor: triangle.floor(),
    };
    (walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect(), walkmesh.triangles().map(face).collect())
}

/// A walkmesh whose vertices are numbered in another order.
fn renumbered(walkmesh: &Walkmesh, shuffle: impl Fn(&mut Vec<u32>)) -> Walkmesh {
    use walkmesh::formats::aswm::Triangles;

    let mut raw = walkmesh.as_raw().clone();
    let mut order: Vec<u32> = (0..raw.vertices.len() as u32).collect();
    shuffle(&mut order);
    let mut number = order.clone();
    (0..).zip(&order).for_each(|(new, old)| number[*old as usize] = new);
    raw.vertices = order.iter().map(|old| walkmesh.vertices()[*old as usize]).collect();
    let mut rows = walkmesh.triangle_rows().to_vec();
    rows.iter_mut().for_each(|row| row.vertices = row.vertices.map(|vertex| number[vertex as usize]));
    raw.triangles = Triangles::V6B(rows);
    Walkmesh::from_raw(raw)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn baking_twice_is_baking_once(mesh in fields(), has_sight: bool) {
        let line_of_sight = if has_sight { LineOfSight::Game } else { LineOfSight::Off };
        let options = BakeOptions::default().with_line_of_sight(line_of_sight);
        let once = crate::baked(&mesh, &options).unwrap();
        prop_assert_eq!(&crate::baked(&once, &options).unwrap(), &once);
        let keep = options.with_uninitialised(Uninitialised::Keep);
        prop_assert_eq!(&crate::baked(&once, &keep).unwrap(), &once);
    }

    #[test]
    fn a_bake_checks_clean(mesh in fields()) {
        let findings = bake(&mesh).check(&CheckOptions::default().without_flaws());
        prop_assert!(findings.is_clean(), "{}", findings);
    }

    #[test]
    fn what_is_built_from_its_own_triangles_is_the_same(mesh in fields()) {
        let baked = bake(&mesh);
        let (vertices, faces) = soup(&baked);
        let grid = Some(baked.grid());
        let built = nwn2::build(&vertices, &faces, &BuildOptions::default().with_grid(grid)).unwrap();
        prop_assert!(built.report.cut.is_empty() && built.report.degenerate.is_empty());
        prop_assert_eq!(bake(&built.walkmesh).to_bytes().unwrap(), baked.to_bytes().unwrap());
    }

    #[test]
    fn a_mesh_that_is_not_baked_may_number_its_vertices_as_it_likes(mesh in fields()) {
        let reversed = renumbered(&mesh, |order| order.reverse());
        prop_assert_eq!(bake(&reversed), bake(&mesh));
    }

    /// The numbers of a baked mesh's vertices decide the order of edges, and so of slots and ties; they do not affect centres, planes, the
    /// triangles of each island, or the sizes and distances of islands.
    #[test]
    fn the_numbers_of_baked_vertices_decide_only_orders(mesh in fields()) {
        let baked = bake(&mesh);
        let reversed = bake(&renumbered(&baked, |order| order.reverse()));
        let independent = [
            "triangles.center", "triangles.normal", "triangles.dot", "triangles.island", "triangles.flags", "tiles.range",
            "tiles.vertices_count", "tiles.edges_count", "tiles.local_to_node", "tiles.node_to_local",
            "islands.index_and_size", "islands.center", "headers",
        ];
        for table in baked.diff(&reversed) {
            prop_assert!(table.is_equal() || !independent.contains(&table.table), "{}", table);
        }
        for (a, b) in baked.triangles().zip(reversed.triangles()) {
            let sorted = |triangle: nwn2::Triangle<'_>| {
                let mut neighbours = triangle.neighbours();
                neighbours.sort();
                neighbours
            };
            prop_assert_eq!(sorted(a), sorted(b));
        }
    }

    #[test]
    fn by_centre_is_where_a_built_mesh_has_its_triangles(mesh in fields()) {
        let by_centre = BakeOptions::default().with_tiling(Tiling::ByCentre);
        prop_assert_eq!(crate::baked(&mesh, &by_centre).unwrap(), bake(&mesh));
    }

    /// The tables lead to exactly the triangles that are connected.
    #[test]
    fn routes_arrive_wherever_triangles_are_connected(mesh in fields()) {
        let baked = bake(&mesh);
        let navigator = Navigator::new(baked.clone());
        let group = groups(&baked);
        let triangles = || baked.triangles().map(|triangle| triangle.id()).step_by(5);
        for (from, to) in triangles().flat_map(|from| triangles().map(move |to| (from, to))) {
            let walkable = [from, to].map(|id| baked.triangle(id).unwrap().is_walkable());
            match navigator.stored_route(on(from), on(to)) {
                Ok(route) => {
                    prop_assert_eq!(group[from.index()], group[to.index()]);
                    // The line through the centres stays on the triangles, so it is not shorter than the shortest path.
                    let middle = |id| {
                        let [a, b, c] = baked.triangle(id).unwrap().points().unwrap();
                        let middle: [f32; 3] = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
                        navigator.position_at(middle, f32::INFINITY).unwrap().unwrap()
                    };
                    let shortest = navigator.shortest_path(middle(from), middle(to)).unwrap();
                    let centres: f64 = route.steps.windows(2).map(|pair| over_the_side(&baked, pair[0].face, pair[1].face)).sum();
                    prop_assert!(shortest.length <= centres + 1e-3, "{} and {}", shortest.length, centres);
                    let ends = [route.steps.first(), route.steps.last()].map(|step| step.map(|step| step.face));
                    prop_assert_eq!(ends, [Some(from), Some(to)]);
                }
                Err(RouteError::Start(PositionError::NotWalkable { .. }) | RouteError::Goal(PositionError::NotWalkable { .. })) => prop_assert!(walkable != [true, true]),
                Err(RouteError::OtherPart { .. }) => prop_assert!(group[from.index()] != group[to.index()]),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bytes(mesh in fields()) {
        let one = in_threads(1, || bake(&mesh));
        prop_assert_eq!(in_threads(7, || bake(&mesh)), one);
    }
}

/// Length of the path between the centres of two neighbours over the midpoint of their common side.
fn over_the_side(walkmesh: &Walkmesh, from: TriangleId, to: TriangleId) -> f64 {
    let [from, to] = [from, to].map(|id| walkmesh.triangle(id).unwrap());
    let common: Vec<_> = from.corners().into_iter().filter(|vertex| to.corners().contains(vertex)).collect();
    let [a, b] = [common[0], common[1]].map(|vertex| walkmesh.vertex(vertex).unwrap());
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    let way = |center: [f32; 2]| f64::from(center[0] - middle[0]).hypot(f64::from(center[1] - middle[1]));
    way(from.as_raw().center) + way(to.as_raw().center)
}

/// Runs a function with this number of threads, if threads are available.
pub fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "parallel")]
    {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = threads;
        work()
    }
}

/// For each triangle, the lowest number of a triangle connected to it over walkable neighbours.
pub fn groups(walkmesh: &Walkmesh) -> Vec<Option<u32>> {
    let mut group = vec![None; walkmesh.triangles().len()];
    for start in walkmesh.triangles().filter(|triangle| triangle.is_walkable()) {
        let mut open = vec![start.id()];
        while let Some(id) = open.pop() {
            let triangle = walkmesh.triangle(id).unwrap();
            if triangle.is_walkable() && group[id.index()].is_none() {
                group[id.index()] = Some(start.id().0);
                open.extend(triangle.neighbours().into_iter().flatten());
            }
        }
    }
    group
}

#[test]
fn islands_out_of_reach_are_named() {
    // A wall of two columns of squares divides a field of twelve by two.
    let walkable: Vec<bool> = (0..48).map(|triangle| !(10..14).contains(&(triangle % 24))).collect();
    let baked = bake(&field(12, 2, &walkable, 2.25));
    let navigator = Navigator::new(baked.clone());
    let first = TriangleId(0);
    let route = |to| navigator.stored_route(on(first), on(to));
    let far = navigator.islands_cut_off_from(first).unwrap();
    let group = groups(&baked);
    let expected: Vec<IslandId> = baked
        .islands()
        .map(|island| island.id())
        .filter(|id| baked.triangles().any(|t| t.island() == Some(*id) && group[t.id().index()] != group[0]))
        .collect();
    assert_eq!(far, expected);
    assert!(!far.is_empty());
    let beyond = baked.triangles().find(|triangle| triangle.island() == Some(far[0])).unwrap().id();
    let from = baked.triangle(first).unwrap().island().unwrap();
    assert_eq!(route(beyond), Err(RouteError::OtherPart { from, to: far[0] }));
    let wall = baked.triangles().find(|triangle| !triangle.is_walkable()).unwrap().id();
    assert_eq!(route(wall), Err(RouteError::Goal(PositionError::NotWalkable { face: wall.0 })));
    assert_eq!(route(TriangleId(9999)), Err(RouteError::Goal(PositionError::NoSuchFace { face: 9999 })));
}

#[test]
fn a_border_is_cut_off() {
    use walkmesh::nwn2::Border;

    let mut raw = field(12, 12, &[], 3.0).into_raw();
    raw.tiles_border_size = 1;
    let mesh = Walkmesh::from_raw(raw);
    let trimmed = bake(&mesh);
    let filled: Vec<_> =
        trimmed.tiles().filter(|tile| tile.triangles().next().is_some()).map(|tile| tile.coordinates()).collect();
    let [columns, rows] = trimmed.grid();
    assert!(
        !filled.is_empty() && filled.iter().all(|[x, y]| (1..columns - 1).contains(x) && (1..rows - 1).contains(y))
    );
    assert!(trimmed.check(&CheckOptions::default().without_flaws()).is_clean());
    assert_eq!(bake(&trimmed), trimmed);
    let kept = crate::baked(&mesh, &BakeOptions::default().with_border(Border::Keep)).unwrap();
    assert_eq!(kept.triangles().len(), mesh.triangles().len());
}

#[test]
fn a_border_of_half_the_grid_or_more_is_refused() {
    use walkmesh::nwn2::Border;

    let field = field(12, 9, &[], 3.0);
    let [columns, rows] = field.grid();
    assert!((3..columns).contains(&rows), "{columns} by {rows}");
    // The widest that leaves a row, and the narrowest that leaves none.
    let borders = [((rows - 1) / 2, false), (rows.div_ceil(2), true), (rows, true), (u32::MAX, true)];
    for (border, is_refused) in borders {
        let mut raw = field.as_raw().clone();
        raw.tiles_border_size = border;
        let mesh = Walkmesh::from_raw(raw);
        let outcome = crate::baked(&mesh, &BakeOptions::default());
        let findings = mesh.check(&CheckOptions::default().without_flaws());
        if is_refused {
            assert_eq!(outcome, Err(BakeError::AllBorder { border, grid: [columns, rows] }));
        } else {
            assert!(outcome.unwrap().triangles().len() > 0);
        }
        assert_eq!(findings.count("border-too-wide") > 0, is_refused, "{findings}");
        let kept = crate::baked(&mesh, &BakeOptions::default().with_border(Border::Keep)).unwrap();
        assert_eq!(kept.triangles().len(), mesh.triangles().len());
    }
}

/// Triangles that touch nothing, 256 in a row: as many islands.
fn scattered(triangles: u32) -> Walkmesh {
    let vertices: Vec<_> = (0..triangles)
        .flat_map(|at| {
            let (x, y) = ((at % 256) as f32, (at / 256) as f32);
            [[x, y, 0.0], [x + 0.5, y, 0.0], [x, y + 0.5, 0.0]]
        })
        .collect();
    let face = |at: u32| BuildFace { corners: [3 * at, 3 * at + 1, 3 * at + 2], walkable: true, floor: None };
    let faces: Vec<_> = (0..triangles).map(face).collect();
    let options = BuildOptions::default().with_tile_width(8.0);
    nwn2::build(&vertices, &faces, &options).unwrap().walkmesh
}

#[test]
fn more_islands_than_a_file_can_number_are_refused() {
    let unlimited = BakeOptions::default().with_limits(Limits::NONE);
    let error = crate::baked(&scattered(65_535), &unlimited).unwrap_err();
    assert_eq!(error, BakeError::TooManyIslands { islands: 65_535 });
}

#[test]
fn more_than_4096_islands_can_be_baked_by_choice() {
    let mesh = scattered(4_100);
    let refused = crate::baked(&mesh, &BakeOptions::default()).unwrap_err();
    let BakeError::OverLimit { bytes, most, islands, route_bytes } = refused else { panic!("{refused}") };
    assert_eq!((most, islands, route_bytes), (128 << 20, 4_100, 8 * 4_100 * 4_100));
    assert!(bytes > route_bytes);
    let text = refused.to_string();
    for part in ["over this baker's limit", "4100 islands", "134480000", "`max-inflated`"] {
        assert!(text.contains(part), "{text}");
    }

    let limits = Limits::default().with_inflated(256 << 20);
    let baked = crate::baked(&mesh, &BakeOptions::default().with_limits(limits)).unwrap();
    assert_eq!(baked.islands().len(), 4_100);
    assert!(baked.check(&CheckOptions::default().without_flaws()).is_clean());
    let file = Terrain::new(baked.grid(), baked.clone()).unwrap().to_bytes().unwrap();
    let text = Terrain::from_bytes(&file).unwrap_err().to_string();
    assert!(text.starts_with("over this reader's limit: ") && text.contains("`max-inflated`"), "{text}");
    assert_eq!(Terrain::from_bytes_with(&file, &limits).unwrap().walkmesh(), Ok(&baked));
}

/// Each file that a bake writes can be read with the same limits, to the byte; a file that could not be is not written.
#[test]
fn a_bake_refuses_what_the_same_limits_would_refuse() {
    let mesh = field(12, 9, &[], 3.0);
    let size = bake(&mesh).to_bytes().unwrap().len() as u64;
    let limited = |inflated| {
        let limits = Limits::default().with_inflated(inflated);
        (limits, crate::baked(&mesh, &BakeOptions::default().with_limits(limits)))
    };
    let (limits, baked) = limited(size);
    let baked = baked.unwrap();
    let file = Terrain::new(baked.grid(), baked.clone()).unwrap().to_bytes().unwrap();
    assert_eq!(Terrain::from_bytes_with(&file, &limits).unwrap().walkmesh(), Ok(&baked));
    let (limits, refused) = limited(size - 1);
    assert!(matches!(refused, Err(BakeError::OverLimit { bytes, .. }) if bytes == size), "{refused:?}");
    assert!(Terrain::from_bytes_with(&file, &limits).is_err());
    assert!(matches!(limited(0).1, Err(BakeError::OverLimit { bytes, .. }) if bytes <= size));
}

/// An area forwards to its walkmesh, respects its own limits, and does not change on an error.
#[test]
fn an_area_bakes_its_walkmesh() {
    let mesh = field(12, 9, &[], 3.0);
    let expected = bake(&mesh);
    let size = expected.to_bytes().unwrap().len() as u64;
    let unbaked = Terrain::new_unbaked(mesh.grid(), mesh.clone()).unwrap();
    let limits = |inflated| Limits::default().with_inflated(inflated);
    let cases = [(size, size, true), (size - 1, size, false), (size, size - 1, false)];
    for (of_the_area, of_the_bake, fits) in cases {
        let mut area = unbaked.clone().with_limits(limits(of_the_area));
        let outcome = area.bake(&BakeOptions::default().with_limits(limits(of_the_bake)));
        assert_eq!(area.walkmesh(), Ok(if fits { &expected } else { &mesh }));
        match outcome {
            Ok(report) => assert!(fits && report.left_undone.len() == 2),
            Err(error) => assert!(!fits && matches!(error, BakeError::OverLimit { .. }), "{error}"),
        }
    }
    let mut empty = Terrain::default();
    assert_eq!(empty.bake(&BakeOptions::default()), Err(BakeError::Terrain(TerrainError::NoWalkmesh)));
    let mut finished = Terrain::new(mesh.grid(), expected.clone()).unwrap();
    assert_eq!(finished.bake(&BakeOptions::default()), Ok(BakeReport::default()));
    assert_eq!(finished.walkmesh(), Ok(&expected));
}

/// A triangle that is wound against its flag faces down: neither the game nor the queries find a creature on it.
#[test]
fn a_triangle_that_faces_down_is_no_floor() {
    let vertices = [[0.0, 0.0, 1.0], [9.0, 0.0, 1.0], [9.0, 9.0, 1.0], [0.0, 9.0, 1.0]];
    let face = |corners| BuildFace { corners, walkable: true, floor: None };
    let built = nwn2::build(&vertices, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default()).unwrap();
    for mesh in [bake(&built.walkmesh), built.walkmesh] {
        let mut raw = mesh.into_raw();
        let at = |raw: &walkmesh::formats::aswm::Aswm| {
            let mesh = nwn2::Walkmesh::from_raw(raw.clone());
            let navigator = Navigator::new(mesh);
            let faces = navigator.faces_at([6.0, 3.0], FaceMask::ALL);
            let floor = |mask| navigator.floor_nearest([6.0, 3.0, 1.0], 9.0, mask).map(|floor| floor.face);
            let found = floor(FaceMask::ALL);
            let game = research::triangle_by_the_games_rule(navigator.walkmesh(), [6.0, 3.0]);
            assert_eq!(floor(FaceMask::WALKABLE), found);
            assert_eq!(navigator.floors_at([6.0, 3.0], FaceMask::ALL).len(), usize::from(found.is_some()));
            assert_eq!((faces.len(), faces[0].faces_up), (1, found.is_some()));
            assert_eq!(navigator.faces_at([6.0, 3.0], FaceMask::NOT_WALKABLE), []);
            let id = faces[0].face;
            (id, found, game)
        };
        let (id, found, game) = at(&raw);
        assert_eq!((found, game), (Some(id), Some(id)));
        let walkmesh::formats::aswm::Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
        rows[id.index()].vertices.swap(0, 1);
        assert_eq!(at(&raw), (id, None, None));
    }
}

/// Two floors above each other: the height decides which one is meant, and rays meet the upper one first.
#[test]
fn of_stacked_floors_the_nearest_counts() {
    use walkmesh::mesh::{PathError, Position, Ray};

    let at = |z: f32| [[0.0, 0.0, z], [9.0, 0.0, z], [9.0, 9.0, z], [0.0, 9.0, z]];
    let vertices: Vec<_> = at(0.0).into_iter().chain(at(4.0)).collect();
    let face = |corners| BuildFace { corners, walkable: true, floor: None };
    let faces = [face([0, 1, 2]), face([0, 2, 3]), face([4, 5, 6]), face([4, 6, 7])];
    let baked = bake(&nwn2::build(&vertices, &faces, &BuildOptions::default()).unwrap().walkmesh);
    let navigator = Navigator::new(baked.clone());
    let nearest = |point: [f32; 3]| navigator.floor_nearest(point, f32::INFINITY, FaceMask::ALL);
    let floor = |z| nearest([6.0, 3.0, z]).map(|floor| (floor.face.0, floor.height));
    assert_eq!((floor(1.0), floor(3.0)), (Some((0, 0.0)), Some((2, 4.0))));
    assert_eq!(navigator.floors_at([6.0, 3.0], FaceMask::ALL).len(), 2);
    assert_eq!(nearest([10.0, 3.0, 0.0]), None);
    let above = navigator.floor_above([6.0, 3.0, 1.0], 9.0, FaceMask::ALL).map(|floor| floor.height);
    let below = navigator.floor_below([6.0, 3.0, 3.0], 9.0, FaceMask::ALL).map(|floor| floor.height);
    assert_eq!((above, below), (Some(4.0), Some(0.0)));
    // The game has no heights here, and takes the first floor.
    assert_eq!(research::triangle_by_the_games_rule(&baked, [6.0, 3.0]), Some(TriangleId(0)));
    assert_eq!(research::triangle_by_the_games_rule(&baked, [-1.0, 3.0]), None);
    let down = Ray::new([6.0, 3.0, 9.0], [0.0, 0.0, -1.0], 100.0).unwrap();
    let hit = navigator.raycast(&down, FaceMask::ALL);
    assert_eq!(navigator.raycast(&down, FaceMask::WALKABLE), hit);
    assert_eq!(navigator.raycast(&down, FaceMask::NOT_WALKABLE), None);
    assert_eq!(hit.map(|hit| (hit.face.0, hit.distance)), Some((2, 5.0)));
    assert_eq!(navigator.line_of_sight([6.0, 3.0, 1.0], [6.0, 3.0, 5.0]), Ok(false));
    assert_eq!(navigator.line_of_sight([6.0, 3.0, 1.0], [3.0, 6.0, 3.0]), Ok(true));
    let stand = |point: [f32; 3]| navigator.position_at(point, 1.0).unwrap().unwrap();
    let (from, to, above) = (stand([6.0, 3.0, 0.1]), stand([3.0, 6.0, 0.1]), stand([3.0, 6.0, 4.1]));
    let route = navigator.stored_route(from, to).unwrap();
    assert_eq!(route.steps, [0, 1].map(|face| RouteStep { face: TriangleId(face), island: IslandId(0) }));
    assert_eq!(RouteStep::islands(&route).collect::<Vec<_>>(), [IslandId(0)]);
    assert_eq!(navigator.shortest_path(from, to).unwrap().length, 18_f64.sqrt());
    assert!(matches!(navigator.shortest_path(from, above), Err(PathError::OtherPart { .. })));
    let part = |position: Position<TriangleId>| navigator.connected_part(position).unwrap();
    assert_eq!([part(from), part(to), part(above)], [Some(0), Some(0), Some(1)]);
    assert_eq!(navigator.walk_straight(from, [6.0, 30.0, 0.1]).unwrap().position.point, [6.0, 9.0, 0.0]);
    let nowhere = navigator.walk_straight(from, [f32::NAN, 30.0, 0.1]);
    assert_eq!(nowhere, Err(PathError::Goal(PositionError::NotFinite)));
    assert_eq!(research::sees_over_the_floor(&navigator, TriangleId(0), TriangleId(1)), Ok(true));
    assert_eq!(research::sees_over_the_floor(&navigator, TriangleId(0), TriangleId(3)), Ok(false));
    assert_eq!(navigator.stored_line_of_sight(TriangleId(0), TriangleId(1)), Some(true));
    assert_eq!(navigator.stored_line_of_sight(TriangleId(0), TriangleId(3)), None);
    let other = navigator.stored_route(from, above);
    assert_eq!(other, Err(RouteError::OtherPart { from: IslandId(0), to: IslandId(1) }));
    assert_eq!(navigator.position_at([99.0, 6.0, 4.1], f32::INFINITY), Ok(None));
    assert_eq!(*navigator.into_inner(), baked);
}
