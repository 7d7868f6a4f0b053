//! The point of a finding's place, to which the picture flies.

use walkmesh::any::AnyFile;
use walkmesh::finding::{PartKind, Place};
use walkmesh::kotor::RoomId;
use walkmesh::silkroad::{BlockId, Graph};

use crate::model::{Model, PartOf};
use crate::source::Source;

/// A point of a place, and the triangle if it names one.
pub type Located = (Option<[f32; 3]>, Option<usize>);

/// Finds the points of places. Places such as a header have none.
pub fn locator<'a>(source: &'a Source, model: &'a Model) -> impl Fn(&Place) -> Located + 'a {
    let tables = match source {
        Source::File { file: AnyFile::AiNav(dungeon), .. } => Some(dungeon),
        Source::Dungeon(dungeon) => dungeon.tables.as_ref(),
        Source::File { .. } | Source::Area { .. } => None,
    };
    let tables = tables.map(|tables| (tables, Graph::of(tables)));
    move |place| {
        let of_tables = || tables.as_ref().and_then(|(tables, graph)| graph.locate(tables, place));
        let located = match source {
            Source::File { file: AnyFile::Bwm(walkmesh), .. } => walkmesh.locate(place),
            Source::File { file: AnyFile::Trn(terrain), .. } => terrain.walkmesh().ok().and_then(|it| it.locate(place)),
            Source::File { file: AnyFile::Aswm(walkmesh), .. } => walkmesh.locate(place),
            Source::File { .. } => of_tables(),
            Source::Area { files, .. } => files.area.locate(place),
            Source::Dungeon(dungeon) => dungeon.floors.locate_place(place).or_else(of_tables),
        };
        (located.map(|located| located.middle()), triangle(model, place))
    }
}

/// The triangle that a place names.
fn triangle(model: &Model, place: &Place) -> Option<usize> {
    let mut part = PartOf::File;
    for it in place.parts() {
        let Some(id) = it.id() else { continue };
        match it.kind {
            PartKind::Room => part = PartOf::Room(RoomId(id)),
            PartKind::Block | PartKind::FromBlock => part = PartOf::Block(BlockId(id)),
            PartKind::Face | PartKind::Triangle | PartKind::Cell | PartKind::FromCell => return model.find(part, id),
            _ => {}
        }
    }
    None
}
