//! Checks the fields and points of the header.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{Bwm, EmptyOffsets};

use crate::finding::{Findings, PartKind, Place, PlacePart, Severity, rules};
use crate::kotor::tables::room_tables;
use crate::kotor::{Kind, Walkmesh};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, RoomFile;
    TYPE_UNKNOWN: Warning = "type-unknown", "The type field is neither 0 nor 1" {
        /// The type field of the header is 1 in a room and 0 in a placeable or door. No file of the games has another value, and its effect
        /// on the engine is not known.
        remedy
        /// Bake the walkmesh: this writes the type of its kind.
        bad "header": |raw| raw.walkmesh_type = 2,
    }
    TYPE_DIFFERS: Error = "type-differs", "The type field contradicts the kind of the file" {
        /// The type field says whether the vertices are in area space (1, a room) or local (0, a placeable or door).
        /// The kind follows from the name of the file or from its tables. With the wrong type the game places the faces
        /// elsewhere: creatures find no floor where they should, or an object blocks the wrong location.
        remedy
        /// Bake the walkmesh: this writes the type of its kind. If the file has the wrong extension, rename it first.
        bad "header": |raw| raw.walkmesh_type = 0,
    }
    HEADER_NOT_FINITE: Error = "header-not-finite", "A point in the header is NaN or infinite" {
        /// The position or a use hook has a coordinate that is NaN or infinite. The game cannot place anything by this
        /// point.
        remedy
        /// Set the point with a tool, or export the file again from its model.
        bad "position": |raw| raw.position.x = f32::NAN,
    }
    HOOK_IN_ROOM: Info = "hook-in-room", "A room has a use hook" {
        /// A use hook is the point at which a creature uses a placeable or door. No room of the games has a use hook, and the game ignores
        /// it in a room.
        remedy
        /// No action is needed.
        bad "hook 1": |raw| raw.relative_use_position_1.x = 1.0,
    }
    HOOK_STALE: Warning = "hook-stale", "An absolute use hook differs from the relative hook plus the position" {
        /// A door stores each use hook twice: absolute, and relative to its position. The two disagree, so creatures
        /// may use the door from the wrong point. For a placeable this is informational only, because the game's own
        /// placeables have no absolute hooks.
        remedy
        /// Set the hooks again, with `set_hooks` or in the tool that made the file.
        bad "hook 2": damages::off_hook,
        bad Info "hook 2": damages::off_hook_of_placeable,
    }
    ROOT_NOT_FIRST: Warning = "root-not-first", "The root of the tree is not node 0" {
        /// The header names a node other than the first as the root of the AABB tree. In every known file the root is node 0, and a tool
        /// that relies on this searches only part of the tree.
        remedy
        /// Bake the walkmesh: this builds the tree with its root first.
        bad "header": |raw| raw.aabb_root = 1,
    }
    ROOT_OUT_OF_RANGE: Error = "root-out-of-range", "The root of the tree is out of range" {
        /// The header names a root node that does not exist. In a room with faces every search starts there and reads
        /// past the end of the tree: the game crashes, or finds no floor. The severity is info where there is nothing
        /// to search: the games' own tools leave this field uninitialised in placeables, doors and empty rooms.
        remedy
        /// Bake the room: this writes 0. For other files no action is needed.
        bad "header": |raw| raw.aabb_root = u32::MAX,
    }
    TABLE_UNUSED: Info = "table-unused", "A placeable or door has tables that only rooms use" {
        /// Only rooms have a tree, neighbours, edges and perimeters. The game ignores these tables in a placeable or
        /// door.
        remedy
        /// Bake the walkmesh: this removes them. If the file is a room, its name must end in `.wok`.
        bad "header": |room| room.kind = Some(Kind::Pwk),
    }
    EMPTY_OFFSET_UNUSUAL: Info = "empty-offset-unusual", "An empty table has an unusual offset" {
        /// The games write certain offsets for empty tables. This file has others, as some modding tools write. The
        /// game does not read them.
        remedy
        /// No action is needed. Baking writes the offsets of the games.
        bad "header": |raw| raw.empty_offsets.0[5] = Some(0),
    }
    FILE_SURPLUS: Warning = "file-surplus", "The file has bytes outside its tables" {
        /// The header gives the offset of each table, and nothing reads the bytes after the last one. No file of the
        /// games' own tools has such bytes. Usually something was appended by mistake, or a tool wrote a count that is
        /// too small, and the rest of a table is lost. The severity is info for gaps between tables.
        remedy
        /// Compare the file with a backup. Saving keeps the bytes. To drop them, convert the file to another format and
        /// back.
        bad "": |raw| raw.arrangement.bytes.push(7),
        bad Info "": damages::gap_between_tables,
    }
}

pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) {
    let (raw, kind) = (&walkmesh.raw, walkmesh.kind);
    if raw.walkmesh_type > 1 {
        let meaning = || format!("The type is {}, but the games write only 0 and 1.", raw.walkmesh_type);
        report.add(&TYPE_UNKNOWN, PartKind::Header, meaning);
    } else if (raw.walkmesh_type == 1) != kind.is_room() {
        let meaning = if kind.is_room() {
            "The type is 0, but this is a room: the game treats its vertices as local, so the floor may be elsewhere"
        } else {
            "The type is 1, but this is a placeable or door: the game treats its vertices as area space, so it blocks \
             another location"
        };
        report.add(&TYPE_DIFFERS, PartKind::Header, || format!("{meaning}. Bake the file to correct the type."));
    }
    let points = [
        (PartKind::Position.into(), raw.position),
        (PlacePart::new(PartKind::RelativeUseHook, 1), raw.relative_use_position_1),
        (PlacePart::new(PartKind::RelativeUseHook, 2), raw.relative_use_position_2),
        (PlacePart::new(PartKind::AbsoluteUseHook, 1), raw.absolute_use_position_1),
        (PlacePart::new(PartKind::AbsoluteUseHook, 2), raw.absolute_use_position_2),
    ];
    for (place, point) in points {
        if !<[f32; 3]>::from(point).iter().all(|value| value.is_finite()) {
            report.add(
                &HEADER_NOT_FINITE,
                place,
                || "A coordinate is NaN or infinite, so the game cannot use this point.",
            );
        }
    }
    surplus(raw, report);
    hooks(walkmesh, report);
    root(walkmesh, report);
    let tables = room_tables(raw).map(|(_, rows)| rows);
    if !kind.is_room() && tables != [0; 4] {
        let meaning = || {
            "This placeable or door has a tree, neighbours or perimeters: the game ignores them, and a bake removes them; if \
             this is a room, its file must end in .wok."
        };
        report.add(&TABLE_UNUSED, PartKind::Header, meaning);
    }
    let expected = if kind.is_room() || raw.faces.is_empty() { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE };
    if raw.empty_offsets != expected && (kind.is_room() || tables == [0; 4]) {
        report.add(
            &EMPTY_OFFSET_UNUSUAL,
            PartKind::Header,
            || "An empty table has an offset that the games do not write; the game does not read it.",
        );
    }
}

/// Checks that every byte of the file belongs to a table.
fn surplus(raw: &Bwm, report: &mut Findings) {
    let gaps: usize = raw.arrangement.gaps.iter().map(|gap| gap.size as usize).sum();
    let behind = raw.arrangement.bytes.len().saturating_sub(gaps);
    if gaps > 0 {
        report.add_as(&FILE_SURPLUS, Severity::Info, Place::FILE, || {
            format!("The file has {} between its tables that nothing reads.", counted(gaps, "byte"))
        });
    }
    if behind > 0 {
        report.add(&FILE_SURPLUS, Place::FILE, || {
            format!("The file has {} after its last table that nothing reads.", counted(behind, "byte"))
        });
    }
}

fn hooks(walkmesh: &Walkmesh, report: &mut Findings) {
    let position = walkmesh.position();
    for (hook, number) in walkmesh.hooks().into_iter().zip(1_u32..) {
        let place = PlacePart::new(PartKind::Hook, number);
        let sum = std::array::from_fn::<f32, 3, _>(|axis| hook.relative[axis] + position[axis]);
        let zero = |point: [f32; 3]| point == <[f32; 3]>::from(Vector3::default());
        match walkmesh.kind {
            Kind::Wok if !zero(hook.relative) || !zero(hook.absolute) => {
                report.add(
                    &HOOK_IN_ROOM,
                    place,
                    || "This room has a use hook: the games' rooms have none, and the game does not use it.",
                );
            }
            Kind::Dwk if !zero(hook.absolute) && !near(hook.absolute, sum) => {
                let meaning = || "The absolute hook differs from the relative hook plus the position: creatures may use the door from the wrong point.";
                report.add(&HOOK_STALE, place, meaning);
            }
            Kind::Pwk if !zero(hook.absolute) && !near(hook.absolute, sum) => {
                let meaning = || "The absolute hook differs from the relative hook plus the position; the games' own placeables have no absolute hooks.";
                report.add_as(&HOOK_STALE, Severity::Info, place, meaning);
            }
            _ => {}
        }
    }
}

/// Returns whether two points are the same within rounding. Another rule reports coordinates that are not finite.
fn near(a: [f32; 3], b: [f32; 3]) -> bool {
    !a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 1e-3)
}

fn root(walkmesh: &Walkmesh, report: &mut Findings) {
    let (root, nodes) = (walkmesh.raw.aabb_root, walkmesh.raw.aabb_nodes.len());
    if root == 0 {
        return;
    }
    if (root as usize) < nodes {
        let meaning = || format!("The root is node {root}; in every known file it is node 0.");
        report.add(&ROOT_NOT_FIRST, PartKind::Header, meaning);
    } else {
        // The game does not search a walkmesh without faces, and other kinds than rooms have no tree.
        let is_searched = walkmesh.kind.is_room() && !walkmesh.raw.faces.is_empty();
        let severity = if is_searched { Severity::Error } else { Severity::Info };
        report.add_as(&ROOT_OUT_OF_RANGE, severity, PartKind::Header, || {
            let what = if is_searched {
                "every search starts there and reads past the end of the tree"
            } else {
                "the games' own tools leave this field uninitialised where there is nothing to search"
            };
            format!("The root is node {root}, but the tree has {}: {what}.", counted(nodes, "node"))
        });
    }
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;
    use crate::formats::Gap;

    pub(super) fn gap_between_tables(raw: &mut RoomFile) {
        raw.arrangement.gaps.push(Gap { before: 1, size: 2 });
        raw.arrangement.bytes.extend([7, 7]);
    }

    pub(super) fn off_hook(raw: &mut RoomFile) {
        raw.walkmesh_type = 0;
        raw.aabb_nodes.clear();
        raw.adjacencies.clear();
        raw.edges.clear();
        raw.perimeters.clear();
        raw.relative_use_position_2.x = 1.0;
        raw.absolute_use_position_2.x = 5.0;
    }

    pub(super) fn off_hook_of_placeable(raw: &mut RoomFile) {
        off_hook(raw);
        raw.normals.fill([0.0; 3].into());
    }
}
