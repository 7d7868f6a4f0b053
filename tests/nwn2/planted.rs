//! Faults planted in real areas: each is found, by name and place.
//!
//! A run covers every eighth area. `WALKMESH_PLANTED=all` covers all of them, as `.ci/run --full` does.

#[path = "../support/faults.rs"]
mod faults;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use walkmesh::finding::{CheckOptions, Finding, PartKind};
use walkmesh::flaw::FlawOptions;
use walkmesh::formats::aswm::{Aswm, Island, Triangle, Triangles};
use walkmesh::nwn2::{BakeOptions, LineOfSight, TriangleId, Walkmesh};
use walkmesh_testing::snapshot;

use super::corpus::areas;
use faults::{Change, FAULTS, Fault, Ground, THORN, fault, is_near, island, middle, thorn};

/// Faults at a border, and those that are planted high above an area, where nothing is near.
const OF_PLACES: [Fault; 3] = [
    fault("sharp corner", "corner-sharp", |ground, face| thorn(ground, face, 1)),
    fault("pocket", "part-pocket", |ground, face| high(ground, face, 0.5)),
    fault("part that is cut off", "part-cut-off", |ground, face| high(ground, face, 2.0)),
];

/// Adds a triangle of a given size, high above a face.
fn high(ground: &Ground, like: usize, size: f32) -> Option<Change> {
    let [x, y, z] = middle(&ground.points(like));
    Some(island(ground, like, [x, y, z + 400.0], size))
}

/// A fault of the tables or of the grid: how it is planted in a baked area, and where it must be found.
struct OfArea {
    name: &'static str,
    code: &'static str,
    plant: fn(&mut Aswm) -> Option<[f32; 3]>,
}

const OF_AREAS: [OfArea; 3] = [
    OfArea { name: "islands without their link", code: "island-not-linked", plant: unlinked },
    OfArea { name: "triangle outside the grid", code: "face-outside-grid", plant: outside },
    OfArea { name: "tile that is nearly crowded", code: "tile-nearly-crowded", plant: crowded },
];

fn rows(raw: &mut Aswm) -> &mut Vec<Triangle> {
    match &mut raw.triangles {
        Triangles::V6B(rows) => rows,
        Triangles::V69(_) | Triangles::V6A(_) => panic!("a bake writes the newest version"),
    }
}

fn points(raw: &Aswm, triangle: &Triangle) -> [[f32; 3]; 3] {
    triangle.vertices.map(|vertex| raw.vertices[vertex as usize].into())
}

/// Removes the links between two islands, and returns the longest side that they share.
fn unlinked(raw: &mut Aswm) -> Option<[f32; 3]> {
    let from = (0..raw.islands.len()).find(|island| !raw.islands[*island].linked_islands.is_empty())?;
    let to = raw.islands[from].linked_islands[0] as usize;
    let unlink = |island: &mut Island, other: usize| {
        let at = island.linked_islands.iter().position(|linked| *linked as usize == other)?;
        island.linked_islands.remove(at);
        island.linked_islands_dist.remove(at);
        island.linked_islands_exit.remove(at);
        Some(())
    };
    unlink(&mut raw.islands[from], to)?;
    unlink(&mut raw.islands[to], from)?;
    let all = rows(raw).clone();
    let mut longest = (0.0, [0.0; 3]);
    for triangle in all.iter().filter(|triangle| usize::from(triangle.island) == from) {
        let linked = triangle.linked_triangles.iter().filter_map(|other| all.get(*other as usize));
        for other in linked.filter(|other| usize::from(other.island) == to) {
            let shared: Vec<[f32; 3]> = (triangle.vertices.iter().zip(points(raw, triangle)))
                .filter(|(vertex, _)| other.vertices.contains(vertex))
                .map(|(_, point)| point)
                .collect();
            let length: f32 = (0..3).map(|axis| (shared[0][axis] - shared[1][axis]).powi(2)).sum();
            if length > longest.0 {
                longest = (length, middle(&shared[..2]));
            }
        }
    }
    Some(longest.1)
}

/// Moves a corner of a walkable triangle in the first column out of the grid.
fn outside(raw: &mut Aswm) -> Option<[f32; 3]> {
    let width = raw.tiles_header.width;
    let all = rows(raw).clone();
    let is_first =
        |triangle: &&Triangle| triangle.flags.0 & 1 != 0 && points(raw, triangle).iter().all(|[x, ..]| *x < width);
    let vertex = all.iter().find(is_first)?.vertices[0] as usize;
    raw.vertices[vertex].x = -0.02;
    Some(raw.vertices[vertex].into())
}

/// Fills a tile with copies of its first triangle.
fn crowded(raw: &mut Aswm) -> Option<[f32; 3]> {
    let all = rows(raw).clone();
    let tile = raw.tiles.iter_mut().rfind(|tile| {
        (tile.header.triangles_offset + tile.header.triangles_count) as usize == all.len()
            && tile.header.triangles_count > 0
    })?;
    let own = &all[tile.header.triangles_offset as usize..];
    let first = *own.iter().find(|triangle| triangle.flags.0 & 1 != 0)?;
    let walkable = own.iter().filter(|triangle| triangle.flags.0 & 1 != 0).count();
    let copies = 120_usize.checked_sub(walkable)?;
    tile.header.triangles_count += copies as u32;
    rows(raw).extend(vec![first; copies]);
    Some(points(raw, &first)[0])
}

/// An area as ground for faults.
fn ground(area: &Walkmesh) -> Ground {
    let count = area.triangles().len();
    let beyond = |triangle: walkmesh::nwn2::Triangle<'_>| {
        let corners = triangle.corners();
        let mut beyond = [None; 3];
        for other in triangle.neighbours().into_iter().flatten().filter_map(|other| area.triangle(other)) {
            let is_shared = |corner: usize| other.corners().contains(&corners[corner % 3]);
            let side = (0..3).find(|side| is_shared(*side) && is_shared(side + 1));
            if let Some(side) = side.filter(|_| other.is_walkable() && triangle.is_walkable()) {
                beyond[side] = Some(other.id().index()).filter(|other| *other < count);
            }
        }
        beyond
    };
    Ground {
        vertices: area.vertices().iter().map(|vertex| (*vertex).into()).collect(),
        faces: area.triangle_rows().iter().map(|row| row.vertices).collect(),
        neighbours: area.triangles().map(beyond).collect(),
    }
}

/// The area with a fault, baked; none where a tile gets too many triangles.
fn planted(area: &Walkmesh, change: &Change, options: &BakeOptions) -> Option<Walkmesh> {
    let mut raw = area.as_raw().clone();
    raw.vertices.extend(change.vertices.iter().map(|point| walkmesh::formats::Vector3::from(*point)));
    for (face, corners) in &change.corners {
        rows(&mut raw)[*face].vertices = *corners;
    }
    if let Some((vertices, like)) = change.added {
        let is_in = |tile: &&mut walkmesh::formats::aswm::Tile| {
            let first = tile.header.triangles_offset as usize;
            (first..first + tile.header.triangles_count as usize).contains(&like)
        };
        let tile = &mut raw.tiles.iter_mut().find(is_in)?.header;
        let end = tile.triangles_offset + tile.triangles_count;
        tile.triangles_count += 1;
        for tile in raw.tiles.iter_mut().filter(|tile| tile.header.triangles_offset >= end) {
            tile.header.triangles_offset += 1;
        }
        let flags = rows(&mut raw)[like].flags;
        rows(&mut raw).insert(end as usize, Triangle { vertices, flags, ..Triangle::default() });
    }
    let mut area = Walkmesh::from_raw(raw);
    area.bake(options).ok()?;
    Some(area)
}

fn is_at(area: &Walkmesh, finding: &Finding, at: [f32; 3]) -> bool {
    let parts = finding.place.parts().iter();
    let triangle = parts.filter(|part| part.kind == PartKind::Triangle).find_map(|part| part.index);
    let points = triangle.and_then(|triangle| area.triangle(TriangleId(triangle as u32))?.points());
    is_near(finding, points, at)
}

/// The results for the faults of one kind.
#[derive(Default)]
struct Figures {
    planted: usize,
    found: usize,
}

#[test]
fn planted_faults_are_found() {
    let Some(areas) = areas("trx") else { return };
    let all = std::env::var_os("WALKMESH_PLANTED").is_some_and(|what| what == "all");
    let check = CheckOptions::all()
        .with_flaws(FlawOptions::default().with_height(Some(2.0)).with_corner(Some(f64::from(THORN) + 1.0)));
    let options = BakeOptions::default().with_line_of_sight(LineOfSight::Off);
    let mut figures: BTreeMap<usize, Figures> = BTreeMap::new();
    let mut missed = String::new();
    let mut note = |number: usize, area: &Walkmesh, kind: [&str; 2], at: [f32; 3], file: &str| {
        let [name, code] = kind;
        let findings = area.check(&check);
        let is_found = findings.iter().any(|finding| finding.code() == code && is_at(area, finding, at));
        let figures = figures.entry(number).or_default();
        (figures.planted, figures.found) = (figures.planted + 1, figures.found + usize::from(is_found));
        if !is_found {
            let _ = writeln!(missed, "{file}: {name} at {at:?}");
        }
    };
    let faults = || FAULTS.iter().chain(&OF_PLACES);
    for area in areas.iter().step_by(if all { 1 } else { 8 }) {
        let mut base = area.walkmesh();
        // The sample has no large areas.
        if !all && base.triangles().len() > 6_000 || base.bake(&options).is_err() {
            continue;
        }
        let ground = ground(&base);
        let walkable: Vec<usize> =
            base.triangles().filter(|triangle| triangle.is_walkable()).map(|triangle| triangle.id().index()).collect();
        for (number, kind) in faults().enumerate() {
            // The first triangle that can carry the fault, from the middle of the area on.
            let (before, behind) = walkable.split_at(walkable.len() / 2);
            let plant = |face: &usize| {
                let change = (kind.plant)(&ground, *face)?;
                Some((planted(&base, &change, &options)?, change.at))
            };
            let planted = behind.iter().chain(before).take(400).find_map(plant);
            if let Some((planted, at)) = planted {
                note(number, &planted, [kind.name, kind.code], at, &area.name);
            }
        }
        for (number, kind) in (faults().count()..).zip(&OF_AREAS) {
            let mut raw = base.as_raw().clone();
            if let Some(at) = (kind.plant)(&mut raw) {
                note(number, &Walkmesh::from_raw(raw), [kind.name, kind.code], at, &area.name);
            }
        }
    }
    println!("{missed}");
    let names = faults().map(|fault| fault.name).chain(OF_AREAS.iter().map(|fault| fault.name));
    let names: Vec<&str> = names.collect();
    let mut lines = String::from("fault | planted | found\n");
    for (number, Figures { planted, found }) in figures {
        let _ = writeln!(lines, "{} | {planted} | {found}", names[number]);
    }
    println!("{lines}");
    if !all {
        snapshot("nwn2_planted", &lines);
    }
}
