//! Shortest paths on real areas, beside Detour on the same faces with the same neighbours.
//!
//! Detour's path is not the shortest: it is the tightest string through the faces that A* finds. How much longer it is
//! is part of the answer.

use std::fmt;
use std::path::Path as FilePath;

use walkmesh::mesh::{NavMesh, Path, PathScratch, Position};
use walkmesh::nwn2::{Navigator, Terrain};
use walkmesh_peers::{Detour, PeerError};

use crate::clock::{Queries, median, time};

#[path = "../../support/shapes.rs"]
mod shapes;

use shapes::Dice;

/// Pairs of positions on each area; each is drawn for itself, so that all differ.
pub const PAIRS: usize = 1000;
/// Rounds over all pairs, of which each pair's median counts.
const ROUNDS: usize = 3;
/// Shorter paths are not compared by length: Detour rounds vertices.
const SHORTEST_COMPARED: f64 = 0.1;

/// What was measured on one area.
pub struct Row {
    pub name: String,
    pub kinds: FaceKinds,
    pub ours: Queries,
    pub detour: Queries,
    /// How much longer than ours Detour's paths are, as a share, in the median.
    pub excess: f64,
    /// Pairs that Detour did not join.
    pub missed: usize,
}

/// How many walkable faces there are, by how they lie in the plan view.
#[derive(Clone, Copy, Default)]
pub struct FaceKinds {
    pub most: usize,
    /// Wound against most.
    pub turned: usize,
    pub without_area: usize,
}

/// Measures one baked area of Neverwinter Nights 2.
///
/// # Errors
/// Why it cannot be measured.
pub fn area(file: &FilePath, pairs: usize) -> Result<Row, String> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mesh = Mesh::read(file)?;
    let pairs = mesh.pairs(pairs);
    if pairs.is_empty() {
        return Err("no two positions that a path joins".to_owned());
    }
    let mut peer = mesh.detour().map_err(|error| error.to_string())?;
    mesh.nav.prepare_paths();
    let (mut scratch, mut path) = (PathScratch::new(), Path::default());
    let mut rounds = [vec![Vec::new(); pairs.len()], vec![Vec::new(); pairs.len()]];
    for _ in 0..ROUNDS {
        for (&(from, to), times) in pairs.iter().zip(&mut rounds[0]) {
            times.push(time(|| mesh.nav.shortest_path_into(&mut scratch, from, to, &mut path)));
        }
        for (&(from, to), times) in pairs.iter().zip(&mut rounds[1]) {
            let [from, to] = [from, to].map(|end| (mesh.number(end.face), end.point));
            times.push(time(|| peer.path(from, to)));
        }
    }
    let lengths: Vec<_> = pairs.iter().map(|&pair| mesh.lengths(&mut peer, pair)).collect();
    let missed = lengths.iter().filter(|(_, theirs)| theirs.is_none()).count();
    let share = |&(ours, theirs): &(f64, Option<f64>)| (ours > SHORTEST_COMPARED).then_some(theirs? / ours - 1.0);
    let excess = median(lengths.iter().filter_map(share).chain([0.0]).collect());
    let [ours, detour] = rounds.map(Queries::of);
    Ok(Row { name, kinds: mesh.kinds(), ours, detour, excess, missed })
}

/// The walkable faces of an area, for both sides.
struct Mesh {
    nav: NavMesh,
    vertices: Vec<[f32; 3]>,
    faces: Vec<[u32; 3]>,
    walkable: Vec<u32>,
}

impl Mesh {
    fn read(file: &FilePath) -> Result<Self, String> {
        let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
        let terrain = Terrain::from_bytes(&bytes).map_err(|error| error.to_string())?;
        let navigator = Navigator::new(terrain.shared_walkmesh().map_err(|error| error.to_string())?);
        let nav = navigator.nav_mesh().map_err(|error| error.to_string())?.clone();
        let vertices = navigator.walkmesh().vertices().iter().map(|&vertex| vertex.into()).collect();
        let faces: Vec<[u32; 3]> = navigator.walkmesh().triangle_rows().iter().map(|row| row.vertices).collect();
        let walkable = (0..faces.len() as u32).filter(|&face| nav.is_walkable(face)).collect();
        Ok(Self { nav, vertices, faces, walkable })
    }

    /// Pairs of random positions that a path joins.
    fn pairs(&self, count: usize) -> Vec<(Position, Position)> {
        let mut dice = Dice(5);
        let tries = if self.walkable.is_empty() { 0 } else { 100 * count };
        let joined = |&(from, to): &(Position, Position)| self.nav.distance(from, to).is_ok();
        (0..tries).map(|_| (self.position(&mut dice), self.position(&mut dice))).filter(joined).take(count).collect()
    }

    /// A random point of a random walkable face, a little inside it.
    fn position(&self, dice: &mut Dice) -> Position {
        let face = self.walkable[dice.index(self.walkable.len())];
        let [u, v] = [dice.share(), dice.share()];
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let weights = [1.0 - u - v, u, v].map(|weight| weight * 0.97 + 0.01);
        let corners = self.points(face);
        let point = [0, 1, 2].map(|axis| (0..3).map(|corner| corners[corner][axis] * weights[corner]).sum());
        Position::new(point, face)
    }

    fn points(&self, face: u32) -> [[f32; 3]; 3] {
        self.faces[face as usize].map(|corner| self.vertices[corner as usize])
    }

    /// The number of a walkable face among the walkable ones.
    fn number(&self, face: u32) -> u32 {
        self.walkable.binary_search(&face).expect("a walkable face") as u32
    }

    fn detour(&self) -> Result<Detour, PeerError> {
        let faces: Vec<_> = self.walkable.iter().map(|&face| self.faces[face as usize]).collect();
        let across = |face: u32, side: u8| self.nav.neighbour(face, side).map(|face| self.number(face));
        let neighbours: Vec<_> = self.walkable.iter().map(|&face| [0, 1, 2].map(|side| across(face, side))).collect();
        Detour::new(&self.vertices, &faces, &neighbours)
    }

    /// The lengths of the shortest path and of Detour's.
    fn lengths(&self, peer: &mut Detour, (from, to): (Position, Position)) -> (f64, Option<f64>) {
        let ours = self.nav.distance(from, to).expect("a path joins each pair");
        let [from, to] = [from, to].map(|end| (self.number(end.face), end.point));
        (ours, peer.path(from, to).map(|count| peer.length(count)))
    }

    fn kinds(&self) -> FaceKinds {
        let area = |&face: &u32| {
            let [a, b, c] = self.points(face).map(|point| [f64::from(point[0]), f64::from(point[1])]);
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let count = |keep: fn(f64) -> bool| self.walkable.iter().map(area).filter(|&area| keep(area)).count();
        let (left, right) = (count(|area| area > 0.0), count(|area| area < 0.0));
        FaceKinds { most: left.max(right), turned: left.min(right), without_area: self.walkable.len() - left - right }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kinds, ours, detour, excess, missed } = self;
        let micros = |ns: f64| ns / 1e3;
        write!(f, "{name}: {} faces, {} turned over, {} without area: ", kinds.most, kinds.turned, kinds.without_area)?;
        write!(f, "mean {:.1} µs, p99 {:.1} µs; ", micros(ours.mean), micros(ours.p99))?;
        write!(f, "Detour mean {:.1} µs, p99 {:.1} µs, ", micros(detour.mean), micros(detour.p99))?;
        write!(f, "{:.1} % too long in the median, {missed} missed; ", excess * 100.0)?;
        write!(f, "ratio {:.2}, p99 {:.2}", ours.mean / detour.mean, ours.p99 / detour.p99)
    }
}
