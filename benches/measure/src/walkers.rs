//! Walkers with a size compared with a point between the same positions: shortest paths in generated caves, and straight walks as KotOR's
//! engine is reported to test them.

use walkmesh::kotor::engine::{Engine, WalkCode, Walker};
use walkmesh::kotor::{Area, Layout, LayoutRoom, Navigator, RoomId};
use walkmesh::mesh::{NavMesh, PathScratch, Position, WalkerSize};

use crate::Effort;
use crate::clock::{Queries, time};
use crate::kotor_floor::floor;
use crate::table::{Row, Table};
use walkmesh_mesh::samples::shapes::{Cave, Dice, Rock};

/// Requested number of faces of the caves.
const CAVE: usize = 1_000;
/// The radius of a person, in metres.
const RADIUS: f32 = 0.35;
/// Maximum number of pairs of positions to try: in a narrow cave, a disc fits at few of them.
const TRIED: usize = 20_000;

pub fn table(effort: &Effort) -> Table {
    let about = "Mean and 99th percentile over different pairs of random positions that a path of a disc with a radius of 0.35 joins. The \
                 floor of the disc is made once before; the reference is the path of a point on the same mesh. A disc should take at \
                 most four times as long. A straight walk of KotOR's engine is one of 10 m or less with a radius of 0.35 and a height of \
                 1.6, as reported, over a floor with a tenth of its faces not walkable; the reference is the walk of a point from face \
                 to face, which ends at the first of these.";
    let mut table = Table::new("Walkers with a size", &["a point"], about);
    for (name, rock) in [("rough", Rock::Rough), ("hewn", Rock::Hewn)] {
        table.rows.push(cave(name, rock, effort));
    }
    for faces in [1_000, 10_000] {
        table.rows.push(straight(faces, effort));
    }
    table
}

/// Straight walks of the engine of KotOR, which find the face under both ends, follow the faces and ask for walls.
fn straight(faces: usize, effort: &Effort) -> Row {
    let room = floor(faces, true);
    let side = (faces as f32 / 2.0).sqrt();
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "room".into(), position: [0.0; 3] }).expect("a layout");
    let mut area = Area::new(layout);
    area.insert(RoomId(0), room).expect("an area");
    let (engine, navigator) = (Engine::new(area.clone()).expect("an engine"), Navigator::of_area(area));
    let (person, mut dice) = (Walker::new(RADIUS).with_height(1.6), Dice(7));
    let mut walk = || {
        let from = [dice.between(0.0, side), dice.between(0.0, side)];
        let to = from.map(|value| value + dice.between(-7.0, 7.0));
        Some((from, to, navigator.position_at([from[0], from[1], 0.0], 10.0).expect("a mesh")?))
    };
    let walks: Vec<_> = (0..TRIED).filter_map(|_| walk()).take(effort.pairs).collect();
    let clear =
        walks.iter().filter(|(from, to, _)| engine.straight_walk(*from, *to, &person).code == WalkCode::Clear).count();
    let (mut ours, mut points) = (vec![Vec::new(); walks.len()], vec![Vec::new(); walks.len()]);
    for _ in 0..effort.rounds.min(3) {
        for ((&(from, to, start), ours), point) in walks.iter().zip(&mut ours).zip(&mut points) {
            ours.push(time(|| engine.straight_walk(from, to, &person)));
            point.push(time(|| navigator.walk_straight(start, [to[0], to[1], 0.0])));
        }
    }
    let work = format!(
        "{} straight walks of KotOR's engine in a room of {faces} faces, {clear} of them clear; beside those of a point",
        walks.len()
    );
    Row { work, ours: (&Queries::new(ours)).into(), theirs: vec![Ok((&Queries::new(points)).into())] }
}

fn cave(name: &str, rock: Rock, effort: &Effort) -> Row {
    let cave = Cave::new(CAVE, rock, 7);
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
    Row { work, ours: (&Queries::new(discs)).into(), theirs: vec![Ok((&Queries::new(points)).into())] }
}
