//! Shortest paths on real areas and in generated caves, compared with Detour on the same faces with the same neighbours, and with
//! `polyanya` on meshes without folds.
//!
//! Detour's path is not the shortest: it is the pulled string through the faces that A* finds. The report includes its extra length.

use std::path::PathBuf;

use walkmesh::mesh::{NavMesh, Path, PathScratch, Position};
use walkmesh::nwn2::Navigator;
use walkmesh_peers::{Detour, PeerError};

use crate::clock::{Queries, median, time};
use crate::polyanya_peer::{located, peer_mesh};
use crate::table::{Figure, Row, Table};
use crate::{Effort, corpus};
use walkmesh_mesh::samples::shapes::{Cave, Dice, Rock};

/// Number of rounds over all pairs; the median of each pair is used.
const ROUNDS: usize = 3;
/// Shorter paths are not compared by length: Detour rounds vertices.
const SHORTEST_COMPARED: f64 = 0.1;
/// An area is hard if this share of its walkable faces is turned over or has no area.
const HARD: f64 = 0.01;
/// Requested number of faces of the caves; the generated ones have 17,000.
const CAVE: usize = 15_000;

pub fn table(effort: &Effort) -> Table {
    let mut table = empty_table();
    let paths: Vec<_> = corpus::areas().into_iter().take(effort.files).collect();
    if paths.is_empty() {
        table.not_run.push(format!("paths in NWN2 areas: {}", corpus::NONE));
    }
    let areas: Vec<Area> = measured(&paths, effort, &mut table);
    let (hard, clean): (Vec<_>, Vec<_>) = areas.iter().partition(|area| area.kinds.is_hard());
    table.rows.extend(hard.iter().map(|area| area.row()));
    for (name, some) in [("all hard areas", &hard), ("all clean areas", &clean)] {
        if let Some(first) = some.first() {
            let (mut ours, mut detour) =
                (Queries::default(), first.detour.as_ref().map(|_| Queries::default()).map_err(String::clone));
            for area in some {
                ours.join(&area.ours);
                if let (Ok(all), Ok(these)) = (&mut detour, &area.detour) {
                    all.join(these);
                }
            }
            let theirs = vec![detour.as_ref().map(Figure::from).map_err(String::clone), none()];
            table.rows.push(Row { work: format!("{name}, {} together", some.len()), ours: (&ours).into(), theirs });
        }
    }
    let by = |ratio: fn(&Area) -> Option<f64>| {
        areas
            .iter()
            .filter(|area| ratio(area).is_some())
            .max_by(|a, b| ratio(a).partial_cmp(&ratio(b)).expect("a number"))
    };
    let worst = [("mean", by(Area::mean_ratio)), ("p99", by(Area::p99_ratio))];
    for (kind, area) in worst.into_iter().filter_map(|(kind, area)| Some((kind, area?))) {
        table.rows.push(Row { work: format!("greatest ratio of the {kind}: {}", area.work()), ..area.row() });
    }
    for rock in [Rock::Rough, Rock::Hewn] {
        table.rows.push(cave(rock, effort));
    }
    table
}

/// The areas in these files, one by one.
pub fn areas_table(files: &[PathBuf], effort: &Effort) -> Table {
    let mut table = empty_table();
    table.rows = measured(files, effort, &mut table).iter().map(Area::row).collect();
    table
}

fn empty_table() -> Table {
    let about = "Mean and 99th percentile over 1,000 different pairs of random positions that a path joins; of each pair the \
                 median of three rounds. Both sides are given the faces of the ends, and return the corner points. An area \
                 is hard when 1 % of its walkable faces are turned over against the others, or have no area. Detour's paths \
                 are not the shortest.";
    Table::new("Shortest paths", &["Detour", "`polyanya`"], about)
}

fn none() -> Result<Figure, String> {
    Err("–".to_owned())
}

fn measured(files: &[PathBuf], effort: &Effort, table: &mut Table) -> Vec<Area> {
    let mut areas = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match Mesh::read(file).and_then(|mesh| Area::measure(name.clone(), &mesh, effort)) {
            Ok(area) => {
                eprint!("{}", area.row().markdown());
                areas.push(area);
            }
            Err(why) => table.not_run.push(format!("paths in {name}: {why}")),
        }
    }
    areas
}

/// The measurements of one area.
struct Area {
    name: String,
    kinds: FaceKinds,
    ours: Queries,
    detour: Result<Queries, String>,
    /// The median excess of Detour's paths over the shortest, as a share, and the pairs without a path of Detour.
    excess: f64,
    missed: usize,
}

impl Area {
    fn measure(name: String, mesh: &Mesh, effort: &Effort) -> Result<Self, String> {
        let pairs = mesh.pairs(effort.pairs);
        if pairs.is_empty() {
            return Err("no two positions that a path joins".to_owned());
        }
        let area = |ours, detour, excess, missed| Self { name, kinds: mesh.kinds(), ours, detour, excess, missed };
        let mut ours = mesh.ours();
        let mut peer = match mesh.detour() {
            Ok(peer) => peer,
            Err(error) => {
                let [ours] = in_turn(&pairs, [&mut ours]);
                return Ok(area(ours, Err(format!("NOT RUN: {error}")), 0.0, 0));
            }
        };
        let ends = |end: Position| (mesh.number(end.face), end.point);
        let mut theirs = |(from, to): (Position, Position)| {
            let (from, to) = (ends(from), ends(to));
            time(|| peer.path(from, to))
        };
        let [ours, detour] = in_turn(&pairs, [&mut ours, &mut theirs]);
        let lengths: Vec<_> = pairs.iter().map(|&pair| mesh.lengths(&mut peer, pair)).collect();
        let missed = lengths.iter().filter(|(_, theirs)| theirs.is_none()).count();
        let share = |&(ours, theirs): &(f64, Option<f64>)| (ours > SHORTEST_COMPARED).then_some(theirs? / ours - 1.0);
        let excess = median(lengths.iter().filter_map(share).chain([0.0]).collect());
        Ok(area(ours, Ok(detour), excess, missed))
    }

    fn mean_ratio(&self) -> Option<f64> {
        Some(self.ours.mean() / self.detour.as_ref().ok()?.mean())
    }

    fn p99_ratio(&self) -> Option<f64> {
        Some(self.ours.p99() / self.detour.as_ref().ok()?.p99())
    }

    fn work(&self) -> String {
        let FaceKinds { most, turned, without_area } = self.kinds;
        let (excess, missed) = (self.excess * 100.0, self.missed);
        let missed = if missed == 0 { String::new() } else { format!(", {missed} not found by it") };
        format!(
            "{}: {most} faces, {turned} turned over, {without_area} without area; Detour's {excess:.1} % too long{missed}",
            self.name
        )
    }

    fn row(&self) -> Row {
        let detour = self.detour.as_ref().map(Figure::from).map_err(String::clone);
        Row { work: self.work(), ours: (&self.ours).into(), theirs: vec![detour, none()] }
    }
}

/// Runs all pairs on each side in turn, for some rounds.
fn in_turn<const SIDES: usize>(
    pairs: &[(Position, Position)],
    mut sides: [&mut dyn FnMut((Position, Position)) -> f64; SIDES],
) -> [Queries; SIDES] {
    let mut times = [const { Vec::new() }; SIDES].map(|_: Vec<()>| vec![Vec::new(); pairs.len()]);
    for _ in 0..ROUNDS {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            for (&pair, times) in pairs.iter().zip(times) {
                times.push(side(pair));
            }
        }
    }
    times.map(Queries::new)
}

/// A generated cave.
fn cave(rock: Rock, effort: &Effort) -> Row {
    let cave = Cave::new(CAVE, rock, 7);
    let mesh = Mesh::of_cave(&cave);
    let pairs = mesh.pairs(effort.pairs);
    let work = format!("{} cave of {} faces", if rock == Rock::Rough { "rough" } else { "hewn" }, cave.faces.len());
    let peer = peer_mesh(&cave);
    let mut ours = mesh.ours();
    // The peer is given the polygons around the ends, as we are.
    let ends: std::collections::HashMap<_, _> = pairs
        .iter()
        .flat_map(|&(from, to)| [from, to])
        .map(|end| (end.point.map(f32::to_bits), located(&peer, end.point)))
        .collect();
    let mut polyanya = |(from, to): (Position, Position)| {
        let [from, to] = [from, to].map(|end| ends[&end.point.map(f32::to_bits)]);
        time(|| peer.path(from, to))
    };
    let theirs = match mesh.detour() {
        Ok(mut detour) => {
            let mut detour = |(from, to): (Position, Position)| {
                let [from, to] = [from, to].map(|end| (mesh.number(end.face), end.point));
                time(|| detour.path(from, to))
            };
            let [ours, detour, polyanya] = in_turn(&pairs, [&mut ours, &mut detour, &mut polyanya]);
            return Row { work, ours: (&ours).into(), theirs: vec![Ok((&detour).into()), Ok((&polyanya).into())] };
        }
        Err(error) => format!("NOT RUN: {error}"),
    };
    let [ours, polyanya] = in_turn(&pairs, [&mut ours, &mut polyanya]);
    Row { work, ours: (&ours).into(), theirs: vec![Err(theirs), Ok((&polyanya).into())] }
}

/// The number of walkable faces, by their orientation in the plan view.
#[derive(Clone, Copy, Default)]
struct FaceKinds {
    most: usize,
    /// Wound against most.
    turned: usize,
    without_area: usize,
}

impl FaceKinds {
    fn is_hard(self) -> bool {
        let odd = self.turned + self.without_area;
        odd as f64 >= HARD * (self.most + odd) as f64
    }
}

/// The walkable faces of an area, for both sides.
struct Mesh {
    nav: NavMesh,
    vertices: Vec<[f32; 3]>,
    faces: Vec<[u32; 3]>,
    walkable: Vec<u32>,
}

impl Mesh {
    fn read(file: &std::path::Path) -> Result<Self, String> {
        let navigator = Navigator::new(corpus::walkmesh(file)?);
        let nav = navigator.nav_mesh().map_err(|error| error.to_string())?.clone();
        let vertices = navigator.walkmesh().vertices().iter().map(|&vertex| vertex.into()).collect();
        let faces: Vec<[u32; 3]> = navigator.walkmesh().triangle_rows().iter().map(|row| row.vertices).collect();
        let walkable = (0..faces.len() as u32).filter(|&face| nav.is_walkable(face)).collect();
        Ok(Self { nav, vertices, faces, walkable })
    }

    fn of_cave(cave: &Cave) -> Self {
        let nav = NavMesh::from_shared_vertices(cave.vertices.clone(), &cave.faces, |_| true).expect("a good mesh");
        let walkable = (0..cave.faces.len() as u32).collect();
        Self { nav, vertices: cave.vertices.clone(), faces: cave.faces.clone(), walkable }
    }

    /// Our side: the time of a path.
    fn ours(&self) -> impl FnMut((Position, Position)) -> f64 {
        self.nav.prepare_paths();
        let (mut scratch, mut path) = (PathScratch::new(), Path::default());
        move |(from, to)| time(|| self.nav.shortest_path_into(&mut scratch, from, to, &mut path))
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
