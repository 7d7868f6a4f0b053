//! Paths over whole real files: a sample of pairs on every walkmesh, each compared with brute-force bounds; and on excerpts of these files,
//! with the shortest path of a visibility graph.
//!
//! The files are in the corpus; without it nothing is tested. `cargo test --test mesh_paths real -- --nocapture` prints the figures.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::path::Path as FilePath;

use walkmesh::mesh::{NavMesh, Path, PathScratch, Position};
use walkmesh::{kotor, nwn2};
use walkmesh_testing::{corpus, figure, files, stem, thousands};

use crate::oracle::{Flat, Oracle, distance};
use crate::paths::flat;
use crate::worlds::World;

/// A room from the data of its file, without the library's own mesh.
fn room(path: &FilePath) -> World {
    let room = kotor::Walkmesh::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    World {
        vertices: room.vertices().collect(),
        faces: room.faces().map(|face| face.corners().map(|corner| corner.0)).collect(),
        walkable: room.faces().map(|face| face.is_walkable()).collect(),
        neighbours: room.faces().map(|face| face.neighbours().map(|edge| Some(edge?.face().0))).collect(),
    }
}

/// An area from the data of its file. Its triangles refer to neighbours by edges, not in the order of the corners.
fn area(path: &FilePath) -> World {
    let area = nwn2::Terrain::from_bytes(&std::fs::read(path).unwrap()).unwrap().into_walkmesh().unwrap();
    let neighbours = area.triangles().map(|triangle| {
        let corners = triangle.corners().map(|vertex| vertex.0);
        let mut row = [None; 3];
        for (edge, neighbour) in triangle.edges().into_iter().zip(triangle.neighbours()) {
            let ends = area.edge(edge).unwrap().vertices;
            let side = (0..3).find(|&side| ends.contains(&corners[side]) && ends.contains(&corners[(side + 1) % 3]));
            row[side.unwrap()] = neighbour.map(|neighbour| neighbour.0);
        }
        row
    });
    World {
        vertices: area.vertices().iter().map(|&vertex| vertex.into()).collect(),
        faces: area.triangles().map(|triangle| triangle.corners().map(|vertex| vertex.0)).collect(),
        walkable: area.triangles().map(|triangle| triangle.is_walkable()).collect(),
        neighbours: neighbours.collect(),
    }
}

/// Numbers that are the same in every run (splitmix64, S. Vigna).
struct Sample(u64);

impl Sample {
    fn new(name: &str) -> Self {
        Self(name.bytes().fold(0, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte))))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// A place on a face: one in three at a corner or midpoint of a side, where rounding and ties occur.
    fn place(&mut self, world: &World, face: usize) -> Position {
        let weights = match self.below(6) {
            0 => [1.0, 0.0, 0.0],
            1 => [0.5, 0.5, 0.0],
            _ => {
                let (a, b) = (self.below(65), self.below(65));
                [a.min(b), a.max(b) - a.min(b), 64 - a.max(b)].map(|weight| weight as f64 / 64.0)
            }
        };
        let point = [0, 1, 2].map(|axis| {
            let corners = world.faces[face].map(|corner| f64::from(world.vertices[corner as usize][axis]));
            corners.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() as f32
        });
        Position::new(point, face as u32)
    }
}

/// Up to `most` faces of a world that are joined, as a world of their own.
fn excerpt(world: &World, whole: &Oracle, first: usize, most: usize) -> World {
    let mut faces = vec![first];
    let mut at = 0;
    while at < faces.len() && faces.len() < most {
        for &(face, _) in &whole.joined[faces[at]] {
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
        at += 1;
    }
    faces.truncate(most);
    let number = |face: u32| faces.iter().position(|&kept| kept == face as usize).map(|at| at as u32);
    let neighbours = faces.iter().map(|&face| world.neighbours[face].map(|neighbour| neighbour.and_then(number)));
    World {
        vertices: world.vertices.clone(),
        faces: faces.iter().map(|&face| world.faces[face]).collect(),
        walkable: vec![true; faces.len()],
        neighbours: neighbours.collect(),
    }
}

/// The distance from a line or face that rounding to f32 may cause, in the mesh's units.
pub fn rounding(world: &World) -> f64 {
    let sizes = world.vertices.iter().flat_map(|vertex| [vertex[0].abs(), vertex[1].abs()]);
    4.0 * f64::from(f32::EPSILON) * f64::from(sizes.filter(|size| size.is_finite()).fold(1.0, f32::max))
}

/// An upper bound for the length of the path from a place to each face, over some points of joined edges. It ends at the edge of the face;
/// the last points are stored, too.
pub struct Strides<'a> {
    oracle: &'a Oracle,
    /// The nodes on the sides of each face.
    on_face: Vec<Vec<usize>>,
    points: Vec<Flat>,
    joins: Vec<[usize; 2]>,
}

impl<'a> Strides<'a> {
    /// Over the ends and midpoints of edges.
    pub fn new(oracle: &'a Oracle) -> Self {
        Self::over(oracle, &[0.0, 0.5, 1.0])
    }

    /// The simplest path: from the midpoint of an edge to the midpoint of another edge of the same face.
    pub fn over_middles(oracle: &'a Oracle) -> Self {
        Self::over(oracle, &[0.5])
    }

    fn over(oracle: &'a Oracle, shares: &[f64]) -> Self {
        let mut strides =
            Self { oracle, on_face: vec![Vec::new(); oracle.corners.len()], points: Vec::new(), joins: Vec::new() };
        for (face, joined) in oracle.joined.iter().enumerate() {
            for &(other, [a, b]) in joined.iter().filter(|joined| face < joined.0) {
                for share in shares {
                    let node = strides.points.len();
                    strides.points.push([0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share));
                    strides.joins.push([face, other]);
                    strides.on_face[face].push(node);
                    strides.on_face[other].push(node);
                }
            }
        }
        strides
    }

    /// The length of a path from a place to each node.
    pub fn from(&self, place: Position) -> Vec<f64> {
        let mut lengths = vec![f64::INFINITY; self.points.len()];
        let mut waiting = BinaryHeap::new();
        let mut reach = |face: usize, at: Flat, so_far: f64, waiting: &mut BinaryHeap<_>| {
            for &node in &self.on_face[face] {
                let length = so_far + distance(at, self.points[node]);
                if length < lengths[node] {
                    lengths[node] = length;
                    waiting.push((Reverse(length.to_bits()), node));
                }
            }
        };
        reach(place.face as usize, flat(place.point), 0.0, &mut waiting);
        while let Some((Reverse(length), node)) = waiting.pop() {
            for face in self.joins[node] {
                reach(face, self.points[node], f64::from_bits(length), &mut waiting);
            }
        }
        lengths
    }

    /// The length of a path to a place, from the lengths to the nodes.
    pub fn to(&self, lengths: &[f64], from: Position, to: Position) -> f64 {
        let at = flat(to.point);
        let over = self.on_face[to.face as usize].iter().map(|&node| lengths[node] + distance(self.points[node], at));
        let straight = if from.face == to.face { distance(flat(from.point), at) } else { f64::INFINITY };
        over.fold(straight, f64::min)
    }

    /// Whether one face can be reached from another without leaving the rounding distance of a point.
    fn are_around(&self, from: usize, at: Flat, to: usize, rounding: f64) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(face) = waiting.pop() {
            for &(other, [a, b]) in &self.oracle.joined[face] {
                if crate::paths::distance_to_segment(at, a, b) <= rounding && seen.insert(other) {
                    waiting.push(other);
                }
            }
        }
        seen.contains(&to)
    }
}

/// The trace of a path goes from face to joined face, stays on each, and has the length of the path.
pub fn check_trace(
    strides: &Strides<'_>,
    mesh: &NavMesh,
    path: &Path,
    ends: [Position; 2],
    rounding: f64,
) -> Result<f64, String> {
    let trace = mesh.trace(path);
    let mut face = ends[0].face as usize;
    let mut length = 0.0;
    for leg in trace.windows(2) {
        let [a, b] = [leg[0], leg[1]].map(|point| flat(point.point));
        let next = leg[0].face as usize;
        if !strides.are_around(face, a, next, rounding) {
            return Err(format!("goes from face {face} to {next}, which are not joined at {a:?}"));
        }
        face = next;
        for at in [a, b] {
            let off = off_face(strides.oracle.corners[face], at);
            if off > rounding {
                return Err(format!("{leg:?} leaves its face by {off}"));
            }
        }
        length += distance(a, b);
    }
    let (Some(first), Some(last)) = (trace.first(), trace.last()) else { return Err("no trace".into()) };
    if !strides.are_around(face, flat(last.point), ends[1].face as usize, 2.0 * rounding) {
        return Err(format!("ends on face {face}"));
    }
    if [first.point, last.point] != [path.points[0].point, path.points[path.points.len() - 1].point] {
        return Err("begins or ends elsewhere".into());
    }
    Ok((length - path.length).abs())
}

/// The distance of a point from a face, which may be degenerate.
fn off_face(corners: [Flat; 3], at: Flat) -> f64 {
    let turns = sides(corners).map(|[p, q]| (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]));
    let is_inside = turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0);
    if is_inside { 0.0 } else { off_border(corners, at) }
}

/// The distance of a point from a face's sides.
fn off_border(corners: [Flat; 3], at: Flat) -> f64 {
    sides(corners).map(|[p, q]| crate::paths::distance_to_segment(at, p, q)).into_iter().fold(f64::INFINITY, f64::min)
}

fn sides([a, b, c]: [Flat; 3]) -> [[Flat; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// What a sweep saw.
#[derive(Debug, Default)]
struct Seen {
    files: usize,
    pairs: usize,
    /// Pairs whose path is not proven to be the shortest.
    unproven: usize,
    /// Pairs that were also searched with a limit that ends the search at once.
    at_once: usize,
    faults: Vec<String>,
    asymmetry: f64,
    trace: f64,
}

/// One pair in this number is also searched with a limit that ends the search at once.
const AT_ONCE: usize = 16;

/// A sample of pairs of one file, `sources` times `targets`.
fn sweep(name: &str, world: &World, sources: usize, targets: usize, seen: &mut Seen) {
    let mesh = world.mesh();
    let oracle = Oracle::joined(world);
    let (strides, middles) = (Strides::new(&oracle), Strides::over_middles(&oracle));
    let mut at_once = PathScratch::with_step_limit(0);
    let rounding = rounding(world);
    let open: Vec<usize> = (0..world.faces.len()).filter(|&face| mesh.is_walkable(face as u32)).collect();
    if open.is_empty() {
        return;
    }
    seen.files += 1;
    let mut sample = Sample::new(name);
    for _ in 0..sources {
        let face = open[sample.below(open.len())];
        let from = sample.place(world, face);
        let (lengths, over_middles) = (strides.from(from), middles.from(from));
        let island: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&other| mesh.connected_part(other as u32) == mesh.connected_part(face as u32))
            .collect();
        for _ in 0..targets {
            let face = island[sample.below(island.len())];
            let to = sample.place(world, face);
            seen.pairs += 1;
            let (path, back) = match (mesh.shortest_path(from, to), mesh.shortest_path(to, from)) {
                (Ok(path), Ok(back)) => (path, back),
                (path, back) => {
                    seen.faults.push(format!("{name} {from:?} {to:?}: {path:?} {back:?}"));
                    continue;
                }
            };
            seen.unproven += usize::from(!path.proven_shortest || !back.proven_shortest);
            let mut fault = |what: String| seen.faults.push(format!("{name} {from:?} {to:?}: {what}"));
            let asymmetry = (path.length - back.length).abs();
            if asymmetry > 1e-4 * path.length.min(1.0) {
                fault(format!("{} there, {} back", path.length, back.length));
            }
            let straight = distance(flat(path.points[0].point), flat(path.points[path.points.len() - 1].point));
            if path.length < straight - rounding {
                fault(format!("{} is shorter than the straight line {straight}", path.length));
            }
            let above = strides.to(&lengths, from, to);
            if path.length > above + rounding {
                fault(format!("{} is longer than {above} over points", path.length));
            }
            match check_trace(&strides, &mesh, &path, [from, to], rounding) {
                Ok(off) => {
                    if off > 1e-4 * path.length.max(1.0) {
                        fault(format!("the trace's length is off by {off}"));
                    }
                    seen.trace = seen.trace.max(off);
                }
                Err(what) => fault(format!("trace: {what}")),
            }
            seen.asymmetry = seen.asymmetry.max(asymmetry);
            if seen.pairs.is_multiple_of(AT_ONCE) {
                let path = mesh.shortest_path_with(&mut at_once, from, to).unwrap();
                seen.at_once += 1;
                let above = middles.to(&over_middles, from, to);
                match check_trace(&strides, &mesh, &path, [from, to], rounding) {
                    _ if path.length > above + rounding => {
                        fault(format!("{path:?} is longer than {above} over middles"))
                    }
                    Ok(off) if off > 1e-4 * path.length.max(1.0) => {
                        fault(format!("{path:?}: the trace is off by {off}"))
                    }
                    Ok(_) => {}
                    Err(what) => fault(format!("{path:?} trace: {what}")),
                }
            }
        }
    }
}

/// Sweeps worlds, and prints the results.
fn sweep_all(what: &str, worlds: impl Iterator<Item = (String, World)>, sources: usize, targets: usize) -> Seen {
    let mut seen = Seen::default();
    for (name, world) in worlds {
        sweep(&name, &world, sources, targets, &mut seen);
    }
    let Seen { files, pairs, unproven, at_once, asymmetry, trace, .. } = &seen;
    println!("{what}: {files} files, {pairs} pairs, {unproven} not proven, {at_once} given up at once");
    println!("  there and back differ by {asymmetry:.1e}, traces by {trace:.1e}");
    assert_eq!(seen.faults, [] as [String; 0]);
    seen
}

/// All rooms, by their makers.
fn rooms(corpus: &FilePath) -> impl Iterator<Item = (String, World)> {
    files(&corpus.join("kotor"), "wok").into_iter().map(|path| (stem(&path), room(&path)))
}

/// All areas.
fn areas(corpus: &FilePath) -> impl Iterator<Item = (String, World)> {
    files(&corpus.join("nwn2/trx"), "trx").into_iter().map(|path| (stem(&path), area(&path)))
}

/// Number of excerpts of each file, and of pairs in each.
const EXCERPTS: usize = 4;
const EXCERPT_PAIRS: usize = 5;

#[test]
fn rooms_of_real_files_have_paths_both_ways() {
    let Some(corpus) = corpus("") else { return };
    let seen = sweep_all("rooms", rooms(&corpus), 40, 30);
    assert_eq!((seen.files, seen.pairs, seen.unproven), (133, 159_600, 0));
}

#[test]
fn areas_of_real_files_have_paths_both_ways() {
    let Some(corpus) = corpus("") else { return };
    let seen = sweep_all("areas", areas(&corpus), 12, 16);
    assert_eq!((seen.files, seen.pairs, seen.unproven), (60, 11_520, 0));
}

/// An area whose triangles fold over each other in cycles, in which a search once did not end.
#[test]
fn an_area_that_folds_in_circles_has_paths_both_ways() {
    let Some(corpus) = corpus("") else { return };
    let hard = areas(&corpus).filter(|(name, _)| name == "ud_szith_morecane_interior");
    let seen = sweep_all("the hard area", hard, 200, 20);
    assert_eq!((seen.files, seen.pairs, seen.unproven), (1, 4000, 0));
}

/// The oracle's places: at a corner or well inside a face, because it does not consider rounding.
fn plain_place(sample: &mut Sample, world: &World, oracle: &Oracle) -> Position {
    loop {
        let face = sample.below(world.faces.len());
        let place = sample.place(world, face);
        let (corners, at) = (oracle.corners[face], flat(place.point));
        if corners.contains(&at) || (off_face(corners, at) == 0.0 && off_border(corners, at) > 1e-4) {
            return place;
        }
    }
}

/// A path in an excerpt is as long as the visibility graph's shortest. Where the excerpt has folds or vertical faces, it is not longer than
/// the shortest over sampled points of edges, and its trace shows that it is walkable.
fn check_excerpt(excerpt: &World, oracle: &Oracle, [from, to]: [Position; 2]) -> Result<f64, String> {
    let ends = [from, to].map(|place| (flat(place.point), place.face as usize));
    let mesh = excerpt.mesh();
    let path = mesh.shortest_path(from, to).map_err(|error| error.to_string())?;
    if !oracle.is_plain() {
        let above = oracle.shortest_over_points(ends[0], ends[1]).ok_or("no way over points")?;
        let off = check_trace(&Strides::new(oracle), &mesh, &path, [from, to], rounding(excerpt))?;
        let fits = path.length <= above + 1e-4 && off <= 1e-4;
        return if fits { Ok(0.0) } else { Err(format!("{}, but {above} over points; off by {off}", path.length)) };
    }
    let shortest = oracle.shortest(ends[0], ends[1]).ok_or("no way past vertices")?;
    let off = (path.length - shortest).abs() / shortest.max(1.0);
    if off <= 1e-4 { Ok(off) } else { Err(format!("{} instead of {shortest}", path.length)) }
}

#[test]
fn excerpts_of_real_files_have_the_visibility_graphs_paths() {
    let Some(corpus) = corpus("") else { return };
    let mut seen = Seen::default();
    let (mut plain, mut greatest) = (0, 0.0_f64);
    for (name, world) in rooms(&corpus).chain(areas(&corpus)) {
        let whole = Oracle::joined(&world);
        let open: Vec<usize> = (0..world.faces.len()).filter(|&face| world.walkable[face]).collect();
        let mut sample = Sample::new(&name);
        seen.files += usize::from(!open.is_empty());
        for _ in 0..if open.is_empty() { 0 } else { EXCERPTS } {
            let excerpt = excerpt(&world, &whole, open[sample.below(open.len())], 10 + sample.below(51));
            let oracle = Oracle::new(&excerpt);
            for _ in 0..EXCERPT_PAIRS {
                let ends = [0, 1].map(|_| plain_place(&mut sample, &excerpt, &oracle));
                seen.pairs += 1;
                plain += usize::from(oracle.is_plain());
                match check_excerpt(&excerpt, &oracle, ends) {
                    Ok(off) => greatest = greatest.max(off),
                    Err(what) => seen.faults.push(format!("{name} {ends:?}: {what}")),
                }
            }
        }
    }
    println!("excerpts: {} files, {} pairs, {plain} exact, off by {greatest:.1e}", seen.files, seen.pairs);
    assert_eq!(seen.faults, [] as [String; 0]);
    assert_eq!((seen.files, seen.pairs, plain), (193, 3860, 3645));
    figure("walkmeshes-searched", &seen.files.to_string());
    figure("pairs-searched-exactly", &thousands(seen.pairs));
    figure("lengths-equal-to", &format!("{greatest:.1e}"));
}
