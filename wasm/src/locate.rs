//! The point of a finding's place, to which the picture flies.

use walkmesh::any::AnyFile;
use walkmesh::finding::{PartKind, Place, PlacePart};
use walkmesh::kotor::{self, RoomId};
use walkmesh::nwn2;
use walkmesh::silkroad::{BlockId, Dungeon, EdgeId};

use crate::model::{Model, PartOf};
use crate::source::Source;

/// A point of a place, and the triangle if it names one.
pub type Located = (Option<[f32; 3]>, Option<usize>);

/// Finds the point of a place. Places such as a header have none.
pub fn locate(source: &Source, model: &Model, place: &Place) -> Located {
    let mut part = PartOf::File;
    for it in place.parts() {
        let Some(index) = it.index.and_then(|index| u32::try_from(index).ok()) else { continue };
        match it.kind {
            PartKind::Room => part = PartOf::Room(RoomId(index)),
            PartKind::Block | PartKind::FromBlock => part = PartOf::Block(BlockId(index)),
            _ => {
                let found = of_part(source, model, part, it, index);
                if found.0.is_some() {
                    return found;
                }
            }
        }
    }
    (middle_of_part(model, part), None)
}

fn of_part(source: &Source, model: &Model, part: PartOf, it: &PlacePart, index: u32) -> Located {
    if matches!(it.kind, PartKind::Face | PartKind::Triangle | PartKind::Cell | PartKind::FromCell) {
        let triangle = model.find(part, index);
        return (triangle.and_then(|triangle| model.middle(triangle)), triangle);
    }
    let point = match (source, part) {
        (Source::File { file: AnyFile::Bwm(walkmesh), .. }, _) => of_room(walkmesh, it.kind, index),
        (Source::Area { files, .. }, PartOf::Room(room)) => {
            files.area.room(room).and_then(|walkmesh| of_room(walkmesh, it.kind, index))
        }
        (Source::File { file: AnyFile::Trn(terrain), .. }, _) => {
            terrain.walkmesh().ok().and_then(|walkmesh| of_area(walkmesh, it.kind, index))
        }
        (Source::File { file: AnyFile::Aswm(walkmesh), .. }, _) => of_area(walkmesh, it.kind, index),
        (Source::File { file: AnyFile::AiNav(dungeon), .. }, PartOf::Block(block)) => {
            of_block(dungeon, block, it.kind, index)
        }
        (Source::Dungeon(dungeon), PartOf::Block(block)) => {
            dungeon.tables.as_ref().and_then(|tables| of_block(tables, block, it.kind, index))
        }
        _ => None,
    };
    (point.filter(|point| point.iter().all(|value| value.is_finite())), None)
}

fn of_room(walkmesh: &kotor::Walkmesh, kind: PartKind, index: u32) -> Option<[f32; 3]> {
    match kind {
        PartKind::Vertex => walkmesh.vertex(kotor::VertexId(index)),
        PartKind::Edge => {
            let [a, b] = walkmesh.edge_points(kotor::EdgeId(index))?;
            Some([0, 1, 2].map(|axis| (a[axis] + b[axis]) / 2.0))
        }
        PartKind::Perimeter => {
            let first = walkmesh.perimeters().nth(index as usize)?.first()?.edge;
            Some(walkmesh.edge_points(kotor::EdgeId::from_raw(first)?)?[0])
        }
        PartKind::Hook | PartKind::RelativeUseHook => Some(walkmesh.hook(index)?.relative),
        PartKind::AbsoluteUseHook => Some(walkmesh.hook(index)?.absolute),
        _ => None,
    }
}

fn of_area(walkmesh: &nwn2::Walkmesh, kind: PartKind, index: u32) -> Option<[f32; 3]> {
    let centre = |triangle: nwn2::Triangle<'_>| {
        let [a, b, c] = triangle.points()?;
        Some([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0))
    };
    match kind {
        PartKind::Vertex => walkmesh.vertex(nwn2::VertexId(index)),
        PartKind::Edge => {
            let [a, b] = walkmesh.edge(nwn2::EdgeId(index))?.vertices.map(|id| walkmesh.vertex(nwn2::VertexId(id)));
            a.zip(b).map(|(a, b)| [0, 1, 2].map(|axis| (a[axis] + b[axis]) / 2.0))
        }
        PartKind::Tile => {
            let tile = walkmesh.tile(nwn2::TileId(index))?;
            let [x, y] = tile.origin().map(|at| at + tile.width() / 2.0);
            let height = tile.triangles().next().and_then(centre).map_or(0.0, |[_, _, z]| z);
            Some([x, y, height])
        }
        PartKind::Island | PartKind::StoredIsland | PartKind::FromIsland => {
            let wanted = Some(nwn2::IslandId(index));
            walkmesh.triangles().find(|triangle| triangle.island() == wanted).and_then(centre)
        }
        _ => None,
    }
}

fn of_block(dungeon: &Dungeon, block: BlockId, kind: PartKind, index: u32) -> Option<[f32; 3]> {
    let block = dungeon.block(block)?;
    match kind {
        PartKind::Edge => block.centre(EdgeId(index)),
        _ => None,
    }
}

/// A point of a room or block as a whole.
fn middle_of_part(model: &Model, part: PartOf) -> Option<[f32; 3]> {
    let part = model.parts.iter().find(|it| it.of == part && part != PartOf::File)?;
    model.middle(part.first + part.count / 2)
}
