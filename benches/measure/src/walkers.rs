//! Shortest paths of walkers with a size in generated caves, beside paths of a point between the same positions.

use walkmesh::mesh::{NavMesh, PathScratch, Position, WalkerSize};

use crate::Effort;
use crate::clock::{Queries, time};
use crate::shapes::{Cave, Dice, Rock};
use crate::table::{Row, Table};

/// Faces of the caves that are asked for.
const CAVE: usize = 1_000;
/// The radius of a person, in metres.
const RADIUS: f32 = 0.35;
/// The most pairs of positions that are tried: in a narrow cave a disc fits at few of them.
const TRIED: usize = 20_000;

pub fn table(effort: &Effort) -> Table {
    let about = "Mean and 99th percentile over different pairs of random positions that a path of a disc with a radius of 0.35 joins. The \
                 floor of the disc is made once before; the reference is the path of a point on the same mesh. A disc should take at \
                 most four times as long.";
    let mut table = Table::new("Walkers with a size", &["a point"], about);
    for (name, rock) in [("rough", Rock::Rough), ("hewn", Rock::Hewn)] {
        table.rows.push(cave(name, rock, effort));
    }
    table
}

fn cave(name: &str, rock: Rock, effort: &Effort) -> Row {
    let cave = Cave::of(CAVE, rock, 7);
    let mesh = NavMesh::from_shared_vertices(cave.vertices.clone(), &cave.faces, |_| true).expect("a mesh");
    let (size, mut dice) = (WalkerSize::new(RADIUS), Dice(99));
    let inset = mesh.inset(size).expect("a floor for the disc");
    inset.nav_mesh().prepare_paths();
    mesh.prepare_paths();
    let mut place = || {
        let (point, face) = cave.place(&mut dice);
        Position::new(point, face)
    };
    let pairs = (0..TRIED).map(|_| [place(), place()]);
    let pairs: Vec<_> =
        pairs.filter(|&[from, to]| mesh.shortest_path_of(size, from, to).is_ok()).take(effort.pairs).collect();
    let mut scratch = PathScratch::new();
    let (mut discs, mut points) = (vec![Vec::new(); pairs.len()], vec![Vec::new(); pairs.len()]);
    for _ in 0..effort.rounds.min(3) {
        for ((&[from, to], disc), point) in pairs.iter().zip(&mut discs).zip(&mut points) {
            disc.push(time(|| mesh.shortest_path_of_with(&mut scratch, size, from, to)));
            point.push(time(|| mesh.shortest_path_with(&mut scratch, from, to)));
        }
    }
    let triangles = inset.nav_mesh().face_count();
    let work =
        format!("{} pairs in a {name} cave of {} faces, {triangles} for the disc", pairs.len(), cave.faces.len());
    Row { work, ours: (&Queries::of(discs)).into(), theirs: vec![Ok((&Queries::of(points)).into())] }
}
