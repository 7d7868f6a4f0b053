//! What is known of one triangle.

use serde::Serialize;
use walkmesh::exchange::Up;
use walkmesh::kotor::{self, FaceId};
use walkmesh::level::AnyFile;
use walkmesh::nwn2;

use crate::model::{Model, PartOf};
use crate::source::Source;

/// What is known of a triangle.
#[derive(Serialize)]
pub struct FaceInfo {
    /// Its place in the typed arrays.
    pub triangle: usize,
    /// The room, object or block that it belongs to; empty for a single file.
    pub part: String,
    /// What it is called: `face`, `triangle` or `cell`.
    pub kind: &'static str,
    /// Its number in its file.
    pub number: u32,
    /// The number of its material, flags or event, and their name.
    pub class: u32,
    pub class_name: String,
    pub walkable: bool,
    /// Its lowest and highest corner.
    pub heights: [f32; 2],
    /// How steep it is, in degrees.
    pub slope: f32,
    /// Its neighbours as the file stores them, side by side.
    pub neighbours: [Option<u32>; 3],
    /// The rooms that its edges lead to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transitions: Vec<String>,
    /// NWN2: the flags as stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<u16>,
    /// NWN2: the island as stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_island: Option<u32>,
    /// NWN2: column and row of its tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<[u32; 2]>,
    pub points: [[f32; 3]; 3],
}

/// What is known of a triangle; `None` if it does not exist.
pub fn info(source: &Source, model: &Model, triangle: usize) -> Option<FaceInfo> {
    let part = model.part_of(triangle)?;
    let points = model.points_of(triangle)?;
    let class = &model.classes[model.class_of[triangle] as usize];
    let up = if source.up() == Up::Z { 2 } else { 1 };
    let heights = points.map(|point| point[up]);
    let mut info = FaceInfo {
        triangle,
        part: if part.of == PartOf::File { String::new() } else { part.name.clone() },
        kind: "face",
        number: model.numbers[triangle],
        class: class.number,
        class_name: class.name.clone(),
        walkable: class.walkable,
        heights: [heights.into_iter().fold(f32::MAX, f32::min), heights.into_iter().fold(f32::MIN, f32::max)],
        slope: slope(points, up),
        neighbours: [None; 3],
        transitions: Vec::new(),
        flags: None,
        stored_island: None,
        tile: None,
        points,
    };
    match (source, part.of) {
        (Source::File { file: AnyFile::Bwm(walkmesh), .. }, _) => of_face(&mut info, walkmesh, None),
        (Source::Area { files, .. }, PartOf::Room(room)) => {
            if let Some(walkmesh) = files.area.room(room) {
                of_face(&mut info, walkmesh, Some(files.area.layout()));
            }
        }
        (Source::File { file: AnyFile::Trn(terrain), .. }, _) => {
            if let Ok(walkmesh) = terrain.walkmesh() {
                of_triangle(&mut info, walkmesh);
            }
        }
        (Source::File { file: AnyFile::Aswm(walkmesh), .. }, _) => of_triangle(&mut info, walkmesh),
        (Source::Dungeon(_), _) => info.kind = "cell",
        (Source::File { file: AnyFile::Bms(_), .. }, _) => info.kind = "cell",
        (Source::File { .. } | Source::Area { .. }, _) => {}
    }
    Some(info)
}

fn of_face(info: &mut FaceInfo, walkmesh: &kotor::Walkmesh, layout: Option<&kotor::Layout>) {
    let id = FaceId(info.number);
    if let Some(face) = walkmesh.face(id) {
        info.neighbours = face.neighbours().map(|edge| edge.map(|edge| edge.face().0));
    }
    let own = walkmesh.transitions().filter(|(edge, _)| edge.face() == id);
    info.transitions = own
        .map(|(edge, room)| {
            let name = layout.and_then(|layout| layout.room(room)).map(|room| room.name.clone());
            format!("side {} to {}", edge.side(), name.unwrap_or_else(|| room.to_string()))
        })
        .collect();
}

fn of_triangle(info: &mut FaceInfo, walkmesh: &nwn2::Walkmesh) {
    info.kind = "triangle";
    let Some(triangle) = walkmesh.triangle(nwn2::TriangleId(info.number)) else { return };
    info.neighbours = triangle.neighbours().map(|other| other.map(|other| other.0));
    info.flags = Some(triangle.flags().0);
    info.stored_island = triangle.island().map(|island| island.0);
    let number = u64::from(info.number);
    let tile = walkmesh.tiles().find(|tile| tile.range().contains(&number));
    info.tile = tile.map(|tile| tile.coordinates());
}

/// The angle between the triangle and the plan view, in degrees.
fn slope([a, b, c]: [[f32; 3]; 3], up: usize) -> f32 {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
    let cross = [0, 1, 2].map(|axis: usize| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    });
    let length = cross.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length == 0.0 { 0.0 } else { (cross[up].abs() / length).min(1.0).acos().to_degrees() as f32 }
}
