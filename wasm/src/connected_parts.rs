//! The connected part of each triangle, for colours and for questions.

use walkmesh::kotor::{AreaFace, FaceId, Navigator};
use walkmesh::level::AnyFile;
use walkmesh::mesh::Position;
use walkmesh::nwn2;
use walkmesh::silkroad::{CellId, CellRef};

use crate::model::{Model, PartOf};
use crate::source::Source;

/// For each triangle the number of its connected part, as `walkmesh info` counts them; -1 where it has none.
pub fn connected_parts_of(source: &Source, model: &Model) -> Vec<i32> {
    let numbers: Vec<Option<u32>> = match source {
        Source::File { file: AnyFile::Bwm(walkmesh), .. } => {
            let navigator = Navigator::new(walkmesh.clone());
            of_each(model, |_, number, point| navigator.connected_part(Position::new(point, FaceId(number))).ok()?)
        }
        Source::Area { files, .. } => {
            let objects = files.objects.iter().map(crate::area::Object::placed).collect();
            let navigator = Navigator::of_area_with(files.area.clone(), objects);
            of_each(model, |part, number, point| {
                let PartOf::Room(room) = part else { return None };
                let face = AreaFace { part: walkmesh::kotor::Part::Room(room), face: FaceId(number) };
                navigator.connected_part(Position::new(point, face)).ok()?
            })
        }
        Source::File { file: AnyFile::Trn(terrain), .. } => match terrain.walkmesh() {
            Ok(walkmesh) => of_area(model, walkmesh),
            Err(_) => Vec::new(),
        },
        Source::File { file: AnyFile::Aswm(walkmesh), .. } => of_area(model, walkmesh),
        Source::Dungeon(dungeon) => match &dungeon.tables {
            Some(tables) => {
                let navigator = walkmesh::silkroad::Navigator::new(tables.clone()).with_floors(dungeon.floors.clone());
                of_each(model, |part, number, point| {
                    let PartOf::Block(block) = part else { return None };
                    let face = CellRef { block, cell: CellId(number) };
                    navigator.connected_part(Position::new(point, face)).ok()?
                })
            }
            None => Vec::new(),
        },
        Source::File { .. } => Vec::new(),
    };
    let mut parts: Vec<i32> = numbers.into_iter().map(|number| number.map_or(-1, |number| number as i32)).collect();
    parts.resize(model.corners.len(), -1);
    parts
}

fn of_each(model: &Model, number: impl Fn(PartOf, u32, [f32; 3]) -> Option<u32>) -> Vec<Option<u32>> {
    let mut found = Vec::with_capacity(model.corners.len());
    for part in &model.parts {
        found.extend(
            (part.first..part.first + part.count).map(|id| number(part.of, model.numbers[id], model.middle(id)?)),
        );
    }
    found
}

fn of_area(model: &Model, walkmesh: &nwn2::Walkmesh) -> Vec<Option<u32>> {
    let navigator = nwn2::Navigator::new(walkmesh.clone());
    of_each(model, |_, number, point| navigator.connected_part(Position::new(point, nwn2::TriangleId(number))).ok()?)
}
