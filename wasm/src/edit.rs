//! Painted copies: what a paint changes, and the bytes of the new file.

use walkmesh::diff::{Group, TableDiff};
use walkmesh::exchange::Class;
use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::kotor::{self, FaceId, MaterialId, MaterialTable};
use walkmesh::level::AnyFile;
use walkmesh::nwn2::{self, Floor, TriangleId, flags};
use wasm_bindgen::JsValue;

use crate::error::{throw, thrown};
use crate::model::{Model, PartOf};
use crate::source::Source;

/// The names of the classes that faces can be painted with.
pub fn paints(source: &Source) -> Vec<Class> {
    match source {
        Source::File { file: AnyFile::Bwm(walkmesh), .. } => materials(walkmesh.materials()),
        Source::Area { files, .. } => materials(&files.area.materials()),
        Source::File { file: AnyFile::Trn(_) | AnyFile::Aswm(_), .. } => {
            let floors = Floor::ALL.into_iter().map(Some).chain([None]);
            let both = floors.flat_map(|floor| [flags(true, floor), flags(false, floor)]);
            both.map(|TriangleFlags(number)| class(u32::from(number))).collect()
        }
        Source::File { .. } | Source::Dungeon(_) => Vec::new(),
    }
}

fn materials(table: &MaterialTable) -> Vec<Class> {
    let rows = (0..table.len() as u32).map(MaterialId);
    rows.filter_map(|id| {
        let row = table.get(id)?;
        Some(Class { number: id.0, name: row.name.to_string(), walkable: table.is_walkable(id), ..Class::default() })
    })
    .collect()
}

/// The class of an NWN2 triangle's flags, by its name.
fn class(number: u32) -> Class {
    let walkable = number & 1 != 0;
    let floor = Floor::of(TriangleFlags(number as u16)).map(|floor| format!(" {floor:?}").to_ascii_lowercase());
    let name = if walkable { "walkable" } else { "not walkable" };
    Class { number, name: format!("{name}{}", floor.unwrap_or_default()), walkable, ..Class::default() }
}

/// The source with triangles painted and what follows from it baked, and a sentence for each thing that was done. The
/// triangles are of one file: of one room, in an area.
pub fn painted(
    source: &Source,
    model: &Model,
    triangles: &[u32],
    with: &str,
) -> Result<(Source, PartOf, Vec<String>), JsValue> {
    let nothing = || thrown("EditError", "no face was chosen");
    let part = triangles.first().and_then(|first| model.part_of(*first as usize)).ok_or_else(nothing)?;
    let inside = part.first..part.first + part.count;
    if triangles.iter().any(|triangle| !inside.contains(&(*triangle as usize))) {
        return Err(thrown("EditError", "the faces are of several rooms; paint one room after the other"));
    }
    let faces = triangles.iter().map(|triangle| model.numbers[*triangle as usize]);
    let file = |name: &String, file: AnyFile| Source::File { name: name.clone(), file };
    let (changed, notes) = match (source, part.of) {
        (Source::File { name, file: AnyFile::Bwm(walkmesh) }, _) => {
            let mut walkmesh = walkmesh.clone();
            let notes = paint_room(&mut walkmesh, faces, with)?;
            (file(name, AnyFile::Bwm(walkmesh)), notes)
        }
        (Source::File { name, file: AnyFile::Trn(terrain) }, _) => {
            let (walkmesh, notes) = painted_area(terrain.walkmesh().map_err(throw("EditError"))?, faces, with)?;
            let mut terrain = terrain.clone();
            terrain.set_walkmesh(walkmesh).map_err(throw("EditError"))?;
            (file(name, AnyFile::Trn(terrain)), notes)
        }
        (Source::File { name, file: AnyFile::Aswm(walkmesh) }, _) => {
            let (walkmesh, notes) = painted_area(walkmesh, faces, with)?;
            (file(name, AnyFile::Aswm(walkmesh)), notes)
        }
        (Source::Area { name, files }, PartOf::Room(room)) => {
            let no_room = || thrown("EditError", format_args!("{room} is not at hand"));
            let mut files = files.clone();
            let notes = paint_room(files.area.room_mut(room).ok_or_else(no_room)?, faces, with)?;
            (Source::Area { name: name.clone(), files }, notes)
        }
        _ => {
            return Err(thrown(
                "EditError",
                "here nothing can be painted: paint rooms and areas, not objects or dungeons",
            ));
        }
    };
    Ok((changed, part.of, notes))
}

/// Paints faces of a KotOR walkmesh, and bakes what the paint made stale.
fn paint_room(
    walkmesh: &mut kotor::Walkmesh,
    faces: impl Iterator<Item = u32>,
    with: &str,
) -> Result<Vec<String>, JsValue> {
    let table = walkmesh.materials();
    let mut rows = (0..table.len() as u32).map(MaterialId);
    let material = match with.parse() {
        Ok(number) => Some(MaterialId(number)).filter(|id| table.get(*id).is_some()),
        Err(_) => rows.find(|id| table.get(*id).is_some_and(|row| row.name.eq_ignore_ascii_case(with))),
    };
    let material = material.ok_or_else(|| no_class(with))?;
    let faces: Vec<FaceId> = faces.map(FaceId).collect();
    walkmesh.paint(&faces, material).map_err(throw("EditError"))?;
    walkmesh.bake_stale().map_err(throw("EditError"))?;
    Ok(vec![were_painted(faces.len(), "face")])
}

/// Paints triangles of an NWN2 walkmesh, and bakes it.
fn painted_area(
    walkmesh: &nwn2::Walkmesh,
    triangles: impl Iterator<Item = u32>,
    with: &str,
) -> Result<(nwn2::Walkmesh, Vec<String>), JsValue> {
    let flags = match with.parse() {
        Ok(number) => Some(TriangleFlags(number)),
        Err(_) => nwn2::flags_of_name(with),
    };
    let chosen = nwn2::Selection::Triangles(triangles.map(TriangleId).collect());
    let mut edit = walkmesh.edit().map_err(throw("EditError"))?;
    let count = edit.paint(&chosen, flags.ok_or_else(|| no_class(with))?).map_err(throw("EditError"))?;
    let (edited, report) = edit.finish(&nwn2::BakeOptions::default()).map_err(throw("EditError"))?;
    let crowded = report.crowded.iter().map(|tile| {
        let [x, y] = tile.coordinates;
        format!("Tile {x},{y} has {} walkable triangles, and a bake will refuse more than 127.", tile.walkable)
    });
    Ok((edited, std::iter::once(were_painted(count, "triangle")).chain(crowded).collect()))
}

fn no_class(with: &str) -> JsValue {
    thrown("EditError", format_args!("`{with}` is not a material here; `paints` lists those that are known"))
}

fn were_painted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what} was painted.") } else { format!("{count} {what}s were painted.") }
}

/// The walkmesh of a room in an area.
fn room(source: &Source, part: PartOf) -> Option<&kotor::Walkmesh> {
    match (source, part) {
        (Source::File { file: AnyFile::Bwm(walkmesh), .. }, _) => Some(walkmesh),
        (Source::Area { files, .. }, PartOf::Room(room)) => files.area.room(room),
        _ => None,
    }
}

/// The name and the bytes of a part's file.
pub fn bytes_of(source: &Source, part: PartOf) -> Result<(String, Vec<u8>), JsValue> {
    let name = match (source, part) {
        (Source::Area { files, .. }, PartOf::Room(room)) => files.file_of(room).unwrap_or("room.wok"),
        _ => source.name(),
    };
    let bytes = match (source, room(source, part)) {
        (_, Some(walkmesh)) => walkmesh.to_bytes().map_err(throw("SaveError"))?,
        (Source::File { file: AnyFile::Trn(terrain), .. }, _) => terrain.to_bytes().map_err(throw("SaveError"))?,
        (Source::File { file: AnyFile::Aswm(walkmesh), .. }, _) => walkmesh.to_bytes().map_err(throw("SaveError"))?,
        _ => return Err(thrown("SaveError", "only walkmeshes that can be painted are written")),
    };
    Ok((name.to_owned(), bytes))
}

/// The tables of a part that differ in their content. What cannot be painted has none. Of an area only the walkmesh is
/// compared: a paint leaves its other packets alone, and the page need not know how to compare those.
pub fn changes(before: &Source, after: &Source, part: PartOf) -> Vec<TableDiff> {
    let mut tables = match (room(before, part), room(after, part), before, after) {
        (Some(before), Some(after), ..) => before.diff(after),
        (.., Source::File { file: AnyFile::Trn(before), .. }, Source::File { file: AnyFile::Trn(after), .. }) => {
            match (before.walkmesh(), after.walkmesh()) {
                (Ok(before), Ok(after)) => before.diff(after),
                _ => Vec::new(),
            }
        }
        (.., Source::File { file: AnyFile::Aswm(before), .. }, Source::File { file: AnyFile::Aswm(after), .. }) => {
            before.diff(after)
        }
        _ => Vec::new(),
    };
    tables.retain(|table| table.group == Group::Content && !table.is_equal());
    tables
}
