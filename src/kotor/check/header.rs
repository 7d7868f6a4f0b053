//! Checks the words and points of the header.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{Bwm, EmptyOffsets};

use super::rules;
use crate::counted::counted;
use crate::finding::{Findings, PartKind, Place, PlacePart, Severity};
use crate::kotor::tables::room_tables;
use crate::kotor::{Kind, Walkmesh};

pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) {
    let (raw, kind) = (&walkmesh.raw, walkmesh.kind);
    if raw.walkmesh_type > 1 {
        let meaning = || format!("The type is {}, but the games write only 0 and 1.", raw.walkmesh_type);
        report.add(&rules::TYPE_UNKNOWN, PartKind::Header, meaning);
    } else if (raw.walkmesh_type == 1) != kind.is_room() {
        let meaning = if kind.is_room() {
            "The type word is 0, but this is a room: the game takes its vertices for local ones, so the floor may lie elsewhere"
        } else {
            "The type word is 1, but this is a placeable or door: the game takes its vertices for those of a room, so it \
             blocks the way elsewhere"
        };
        report.add(&rules::TYPE_DIFFERS, PartKind::Header, || format!("{meaning}. Bake the file to correct the word."));
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
                &rules::HEADER_NOT_FINITE,
                place,
                || "A coordinate is NaN or infinite, so nothing can be placed by this point.",
            );
        }
    }
    surplus(raw, report);
    hooks(walkmesh, report);
    root(walkmesh, report);
    let tables = room_tables(raw).map(|(_, rows)| rows);
    if !kind.is_room() && tables != [0; 4] {
        let meaning = || {
            "This placeable or door has a tree, neighbours or perimeters: the game does not look at them, and a bake removes \
             them; if this is a room, its file must end in .wok."
        };
        report.add(&rules::TABLE_UNUSED, PartKind::Header, meaning);
    }
    let expected = if kind.is_room() || raw.faces.is_empty() { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE };
    if raw.empty_offsets != expected && (kind.is_room() || tables == [0; 4]) {
        report.add(
            &rules::EMPTY_OFFSET_UNUSUAL,
            PartKind::Header,
            || "A table without rows has an offset that the games do not write; the game does not read it.",
        );
    }
}

/// Checks that every byte of the file belongs to a table.
fn surplus(raw: &Bwm, report: &mut Findings) {
    let gaps: usize = raw.arrangement.gaps.iter().map(|gap| gap.size as usize).sum();
    let behind = raw.arrangement.bytes.len().saturating_sub(gaps);
    if gaps > 0 {
        report.add_as(&rules::FILE_SURPLUS, Severity::Info, Place::FILE, || {
            format!("Between its tables the file has {} that nothing reads.", counted(gaps, "byte"))
        });
    }
    if behind > 0 {
        report.add(&rules::FILE_SURPLUS, Place::FILE, || {
            format!("Behind its last table the file has {} that nothing reads.", counted(behind, "byte"))
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
                    &rules::HOOK_IN_ROOM,
                    place,
                    || "This room has a use hook: the games' rooms have none, and the game does not use it.",
                );
            }
            Kind::Dwk if !zero(hook.absolute) && !near(hook.absolute, sum) => {
                let meaning = || "The absolute hook is not the relative one plus the position: creatures may use the door from the wrong point.";
                report.add(&rules::HOOK_STALE, place, meaning);
            }
            Kind::Pwk if !zero(hook.absolute) && !near(hook.absolute, sum) => {
                let meaning = || "The absolute hook is not the relative one plus the position; the games' own placeables have no absolute hooks.";
                report.add_as(&rules::HOOK_STALE, Severity::Info, place, meaning);
            }
            _ => {}
        }
    }
}

/// Whether two points are the same within rounding. Another rule reports coordinates that are not finite.
fn near(a: [f32; 3], b: [f32; 3]) -> bool {
    !a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 1e-3)
}

fn root(walkmesh: &Walkmesh, report: &mut Findings) {
    let (root, nodes) = (walkmesh.raw.aabb_root, walkmesh.raw.aabb_nodes.len());
    if root == 0 {
        return;
    }
    if (root as usize) < nodes {
        let meaning = || format!("The tree starts at node {root}; in every known file it starts at node 0.");
        report.add(&rules::ROOT_NOT_FIRST, PartKind::Header, meaning);
    } else {
        // The game does not search a walkmesh without faces, and other kinds than rooms have no tree.
        let is_searched = walkmesh.kind.is_room() && !walkmesh.raw.faces.is_empty();
        let severity = if is_searched { Severity::Error } else { Severity::Info };
        report.add_as(&rules::ROOT_OUT_OF_RANGE, severity, PartKind::Header, || {
            let what = if is_searched {
                "the game starts each search there and reads memory beyond the tree"
            } else {
                "the games' own tools leave this word uninitialised where there is nothing to search"
            };
            format!("The root is node {root}, but the tree has {}: {what}.", counted(nodes, "node"))
        });
    }
}
