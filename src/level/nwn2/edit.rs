//! The edits of an NWN2 walkmesh.

use crate::formats::aswm::TriangleFlags;
use crate::mesh::Aabb;
use crate::nwn2::{
    self, BakeOptions, FloorMaterial, Selection as Triangles, TileId, TriangleId, Walkmesh, WalkmeshEdit, flags_of_name,
};

use super::super::{ClassName, Edit, EditError, EditOutcome, EditReport, FaceCount, Region, Selection, Turn};

/// The walkmesh with the edits; `None` if they changed nothing.
pub(super) fn edited(
    walkmesh: &Walkmesh,
    edits: &[Edit],
    options: &BakeOptions,
) -> Result<(Option<Walkmesh>, EditReport), EditError> {
    let mut edit = walkmesh.edit()?;
    let mut report = EditReport::default();
    for one in edits {
        apply(walkmesh, &mut edit, one, &mut report)?;
    }
    let (edited, done) = edit.finish(options)?;
    report.finished(&done);
    Ok(((!done.is_unchanged).then_some(edited), report))
}

fn apply(base: &Walkmesh, edit: &mut WalkmeshEdit<'_>, one: &Edit, report: &mut EditReport) -> Result<(), EditError> {
    match one {
        Edit::Paint { what, with } => {
            let count = edit.paint(&selected(base, what)?, flags(with)?)?;
            report.note(EditOutcome::Painted(FaceCount::nwn2(count)));
        }
        Edit::Remove(what) => {
            let count = edit.remove(&selected(base, what)?)?;
            report.note(EditOutcome::Removed(FaceCount::nwn2(count)));
        }
        Edit::Flip(what) => {
            let count = edit.flip(&selected(base, what)?)?;
            report.note(EditOutcome::Flipped(FaceCount::nwn2(count)));
        }
        Edit::Move(offset) => edit.translate(*offset)?,
        Edit::Rotate(Turn { radians, .. }) if *radians == 0.0 => {}
        Edit::Rotate(_) => {
            return Err(EditError::NotInThisGame(
                "an area cannot be rotated: its triangles belong to the tiles of a grid along x and y, and what stands in \
                 the area is placed by other files (.are, .git), which would have to turn with it",
            ));
        }
        Edit::Mirror { .. } => {
            return Err(EditError::NotInThisGame(
                "an area cannot be mirrored: its triangles belong to the tiles of a grid, and what stands in the area is \
                 placed by other files (.are, .git), whose models cannot be mirrored",
            ));
        }
        Edit::Merge(other) => match other.nwn2().walkmesh {
            Some(walkmesh) => edit.merge(walkmesh?)?,
            None => return Err(EditError::OtherKind(other.kind())),
        },
        Edit::Weld(_) | Edit::Link | Edit::RenumberRooms(_) | Edit::InRoom { .. } | Edit::JoinArea { .. } => {
            return Err(EditError::NotInThisGame(
                "an NWN2 area has no rooms; this edit is for the rooms of a KotOR area",
            ));
        }
        Edit::MoveVertex { from, to } => match edit.move_vertices_at(*from, *to)? {
            0 => return Err(EditError::NoSuchPoint { point: *from }),
            count => report.note(EditOutcome::VerticesMoved(count)),
        },
        Edit::CutHole(outline) => {
            let cut = edit.cut_hole(outline)?.ok_or(EditError::NoOutline)?;
            report.note(EditOutcome::HoleCut(FaceCount::nwn2(cut)));
        }
        Edit::Hooks(_) => {
            return Err(EditError::NotInThisGame(
                "an NWN2 area has no hooks: they are in the walkmeshes of placeables and doors of KotOR",
            ));
        }
        Edit::Transition { .. } => {
            return Err(EditError::NotInThisGame(
                "an NWN2 area has no transitions: its doors and triggers are in its GIT",
            ));
        }
        Edit::Unwalkable(Region::Box(bounds)) => {
            let ([x0, y0, low], [x1, y1, high]) = (bounds.min, bounds.max);
            make_unwalkable(edit, &[[x0, y0], [x1, y0], [x1, y1], [x0, y1]], [low, high], report)?;
        }
        Edit::Unwalkable(Region::Polygon(outline)) => {
            make_unwalkable(edit, outline, [f32::NEG_INFINITY, f32::INFINITY], report)?;
        }
        Edit::Unwalkable(region) | Edit::UnwalkableTriangles(region) => {
            let count = edit.make_unwalkable(&within(base, region)?)?;
            report.note(EditOutcome::MadeUnwalkable(FaceCount::nwn2(count)));
        }
    }
    Ok(())
}

/// Makes the floor inside an outline unwalkable.
fn make_unwalkable(
    edit: &mut WalkmeshEdit<'_>,
    outline: &[[f32; 2]],
    heights: [f32; 2],
    report: &mut EditReport,
) -> Result<(), EditError> {
    let (cut, area) = edit.make_unwalkable_within(outline, heights)?.ok_or(EditError::NoOutline)?;
    report.note(EditOutcome::MadeUnwalkableWithin { triangles: FaceCount::nwn2(cut), area });
    Ok(())
}

/// The triangles of a selection.
fn selected(base: &Walkmesh, what: &Selection) -> Result<Triangles, EditError> {
    Ok(match what {
        Selection::Faces(ranges) => {
            let count = base.triangle_rows().len();
            if let Some(range) = ranges.iter().find(|range| *range.end() as usize >= count) {
                return Err(nwn2::EditError::NoSuchFace(TriangleId(*range.end())).into());
            }
            Triangles::Triangles(ranges.iter().cloned().flatten().map(TriangleId).collect())
        }
        Selection::Box(bounds) => in_box(bounds),
        Selection::Class(name) => Triangles::Flags(flags(name)?),
    })
}

/// The triangles of a region.
fn within(base: &Walkmesh, region: &Region) -> Result<Triangles, EditError> {
    Ok(match region {
        Region::Tile([x, y]) => {
            let [columns, rows] = base.grid();
            if *x >= columns || *y >= rows {
                return Err(EditError::NoSuchTile { tile: [*x, *y], grid: [columns, rows] });
            }
            Triangles::Tile(TileId(y * columns + x))
        }
        Region::Box(bounds) => in_box(bounds),
        Region::Polygon(outline) => Triangles::Polygon(outline.clone()),
    })
}

fn in_box(bounds: &Aabb) -> Triangles {
    Triangles::Box { least: bounds.min, greatest: bounds.max }
}

/// The flags that a user names.
fn flags(name: &ClassName) -> Result<TriangleFlags, EditError> {
    let unknown = || EditError::NoSuchClass {
        name: name.to_string(),
        known: {
            let floors = FloorMaterial::ALL.map(|floor| format!("{floor:?}").to_lowercase());
            format!("walkable, unwalkable, {}, and numbers of 16 bits", floors.join(", "))
        },
    };
    match name {
        ClassName::Number(number) => u16::try_from(*number).map(TriangleFlags).map_err(|_| unknown()),
        ClassName::Name(text) => flags_of_name(text).ok_or_else(unknown),
    }
}
