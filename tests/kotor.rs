//! The KotOR room on walkmeshes made up for it: bakes, edits, checks, areas.

mod kotor_tools;

use kotor_tools::{floor, rooms, tiles};
use proptest::prelude::*;
use walkmesh::formats::Document;
use walkmesh::formats::bwm::{AabbNode, Bwm, Edge};
use walkmesh::formats::valid::strategies::document;
use walkmesh::kotor::{
    Area, BakeError, BakeOptions, EdgeId, EditError, FaceId, Kind, Layout, LayoutRoom, MaterialId, NormalRounding,
    RoomId, VertexId, Walkmesh, check, diff,
};

/// What a finding may say of generated triangles that no bake can mend.
const OF_THE_FACES: [&str; 6] =
    ["edge-non-manifold", "edge-winding", "face-zero-area", "vertex-duplicate", "vertex-unused", "walkable-faces-down"];

fn codes(walkmesh: &Walkmesh) -> Vec<&'static str> {
    check(walkmesh).iter().map(|finding| finding.code).filter(|code| !OF_THE_FACES.contains(code)).collect()
}

fn room(width: u32, depth: u32) -> Walkmesh {
    Walkmesh::from_triangles(Kind::Wok, floor(width, depth, 4)).unwrap()
}

proptest! {
    // Failures are told by their minimal input; nothing is written beside the tests.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_baked_passes_the_check_and_reads_and_does_not_change_any_more(mut room in rooms()) {
        prop_assert_eq!(codes(&room), Vec::<&str>::new());
        let saved = room.to_bytes().unwrap();
        prop_assert_eq!(Walkmesh::from_bytes(&saved).unwrap().to_bytes().unwrap(), saved.clone());
        room.bake(&BakeOptions::default()).unwrap();
        prop_assert_eq!(room.to_bytes().unwrap(), saved);
    }

    #[test]
    fn a_bake_of_a_bake_and_a_refused_one_change_nothing(raw in document::<Bwm>()) {
        // Most of these documents name vertices that they do not have, and are refused.
        let mut once = Walkmesh::new(raw.clone());
        match once.bake(&BakeOptions::default()) {
            Err(_) => prop_assert_eq!(once.as_raw().to_bytes().unwrap(), raw.to_bytes().unwrap()),
            Ok(_) => {
                let mut twice = once.clone();
                twice.bake(&BakeOptions::default()).unwrap();
                prop_assert_eq!(twice.to_bytes().unwrap(), once.to_bytes().unwrap());
            }
        }
    }

    #[test]
    fn the_tree_of_a_placed_room_passes_the_check_too(
        mut room in rooms(), node in prop::array::uniform3(-50.0..50.0_f32), layout in prop::array::uniform3(-9e3..9e3_f32),
    ) {
        room.translate(layout).unwrap();
        let mut raw = room.into_raw();
        raw.position = node.into();
        let mut room = Walkmesh::new(raw).with_layout_position(layout);
        room.bake(&BakeOptions::default()).unwrap();
        prop_assert_eq!(codes(&room), Vec::<&str>::new());
    }

    #[test]
    fn mirrored_twice_and_turned_back_the_same_faces_are_joined(room in rooms(), angle in -7.0..7.0_f32, at in -5.0..5.0_f32) {
        let mut moved = room.clone();
        moved.mirror_x(at).unwrap();
        moved.settle().unwrap();
        prop_assert_eq!(codes(&moved), Vec::<&str>::new());
        moved.mirror_x(at).unwrap();
        moved.rotate_z(angle, [1.0, 2.0]).unwrap();
        moved.rotate_z(-angle, [1.0, 2.0]).unwrap();
        moved.mirror_y(at).unwrap();
        moved.mirror_y(at).unwrap();
        moved.settle().unwrap();
        prop_assert_eq!(&moved.as_raw().edges, &room.as_raw().edges);
        prop_assert_eq!(&moved.as_raw().perimeters, &room.as_raw().perimeters);
        prop_assert_eq!(&moved.as_raw().adjacencies, &room.as_raw().adjacencies);
    }

    #[test]
    fn edits_in_any_order_end_where_a_bake_from_scratch_does(room in rooms(), paints in prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize), 0..9)) {
        let mut edited = room;
        for (face, material) in paints {
            if edited.face_count() == 0 {
                break;
            }
            let face = FaceId(face.index(edited.face_count()) as u32);
            edited.set_material(face, MaterialId([1, 4, 7][material])).unwrap();
        }
        edited.settle().unwrap();
        let mut baked = edited.clone();
        baked.bake(&BakeOptions::default()).unwrap();
        // The tree keeps its shape: faces that change sides change their numbers, not their place.
        let differing: Vec<_> = diff(&edited, &baked).into_iter().filter(|table| !table.is_equal()).map(|table| table.table).collect();
        prop_assert!(differing.iter().all(|table| table.starts_with("aabb_nodes")), "{differing:?}");
        prop_assert_eq!(codes(&edited), Vec::<&str>::new());
    }

    #[test]
    fn an_original_order_gives_the_same_room_from_any_order_of_its_faces(tiles in tiles(), seed in any::<u64>()) {
        let in_order = Walkmesh::from_triangles(Kind::Wok, tiles.clone()).unwrap();
        // Faces of one material keep their order in both; the tree's ties are told by the original order.
        let count = tiles.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| (at as u64).wrapping_mul(seed | 1).rotate_left(17));
        let mut raw = in_order.as_raw().clone();
        let shuffle = |at: usize| order[at];
        raw.faces = (0..count).map(|at| in_order.as_raw().faces[shuffle(at)]).collect();
        raw.materials = (0..count).map(|at| in_order.as_raw().materials[shuffle(at)]).collect();
        let mut original = vec![FaceId(0); count];
        for (now, &before) in order.iter().enumerate() {
            original[before] = FaceId(now as u32);
        }
        raw.edges.clear();
        let mut shuffled = Walkmesh::new(raw);
        // The stored normals, which tell the rounding, were not shuffled with their faces.
        let rounding = Some(NormalRounding::Kotor1);
        shuffled.bake(&BakeOptions { original_order: Some(original), rounding, ..BakeOptions::default() }).unwrap();
        let mut again = in_order;
        again.bake(&BakeOptions { rounding, ..BakeOptions::default() }).unwrap();
        prop_assert!(shuffled.to_bytes().unwrap() == again.to_bytes().unwrap());
    }

    #[test]
    fn whatever_reads_can_be_checked_baked_edited_and_saved(
        room in rooms(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = room.to_bytes().unwrap();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(mut damaged) = Walkmesh::from_bytes(&bytes) {
            let _ = check(&damaged);
            let _ = damaged.perimeters().map(<[Edge]>::len).sum::<usize>();
            let _ = damaged.transitions().count();
            prop_assert!(damaged.to_bytes().is_ok(), "what was read can be saved");
            let mut edited = damaged.clone();
            let _ = edited.set_material(FaceId(0), MaterialId(7));
            let _ = edited.translate([1.0, 2.0, 3.0]);
            let _ = edited.mirror_x(0.0);
            let _ = edited.remove_faces(&[FaceId(0)]);
            let _ = edited.merge(&damaged);
            edited.join_vertices();
            let _ = edited.to_bytes();
            if damaged.bake(&BakeOptions::default()).is_ok() {
                let codes = check(&damaged).into_iter().filter(|finding| finding.code.contains("node-") || finding.code.contains("adjacency"));
                let codes: Vec<_> = codes.map(|finding| finding.code).filter(|code| *code != "node-unreachable").collect();
                prop_assert!(codes.is_empty(), "{codes:?}");
                let saved = damaged.to_bytes().unwrap();
                prop_assert!(Bwm::from_bytes(&saved).is_ok());
            }
        }
    }
}

#[test]
fn an_edit_of_a_material_or_a_transition_changes_its_own_word() {
    let mut room = room(3, 3);
    let before = room.to_bytes().unwrap();
    let differing = |room: &Walkmesh| {
        let after = room.to_bytes().unwrap();
        assert_eq!(before.len(), after.len());
        (0..before.len()).filter(|&at| before[at] != after[at]).collect::<Vec<_>>()
    };
    room.set_material(FaceId(5), MaterialId(10)).unwrap();
    assert_eq!(differing(&room).len(), 1, "stone to metal: one can walk on both");
    room.set_material(FaceId(5), MaterialId(4)).unwrap();

    let edge = EdgeId::from_raw(room.as_raw().edges[2].edge).unwrap();
    room.set_transition(edge, Some(RoomId(9))).unwrap();
    assert_eq!(differing(&room).len(), 4, "-1 to 9");
    assert_eq!(room.transitions().collect::<Vec<_>>(), [(edge, RoomId(9))]);
    room.set_transition(edge, None).unwrap();
    assert_eq!(differing(&room), [0_usize; 0]);
    assert_eq!(room.set_transition(EdgeId(2), Some(RoomId(1))), Err(EditError::NoPerimeter(EdgeId(2))), "the diagonal");
}

#[test]
fn a_vertex_that_moves_changes_its_own_faces_planes_only() {
    let mut room = room(4, 4);
    // Normals of another maker's rounding, which a bake of everything would mend.
    let mut raw = room.into_raw();
    raw.normals[31].x = 1e-9;
    room = Walkmesh::new(raw);
    let before = room.as_raw().clone();
    room.move_vertex(VertexId(0), [0.0, 0.0, 0.5]).unwrap();
    room.settle().unwrap();
    let after = room.as_raw();
    let changed: Vec<usize> = (0..32).filter(|&face| before.normals[face] != after.normals[face]).collect();
    assert_eq!(changed, [0, 1]);
    assert_eq!(after.normals[31].x, 1e-9);
    assert_eq!((&after.adjacencies, &after.edges), (&before.adjacencies, &before.edges));
}

#[test]
fn a_transition_follows_its_face_when_faces_are_renumbered() {
    let mut room = room(2, 1);
    let edge = EdgeId::from_raw(room.as_raw().edges.last().unwrap().edge).unwrap();
    let points = room.edge_points(edge).unwrap();
    room.set_transition(edge, Some(RoomId(3))).unwrap();
    room.set_material(FaceId(0), MaterialId(7)).unwrap();
    let baked = room.settle().unwrap();
    assert_eq!(baked.old_faces, [1, 2, 3, 0].map(FaceId));
    assert_eq!(baked.lost_transitions, []);
    let (edge, to) = room.transitions().next().unwrap();
    assert_eq!((room.edge_points(edge).unwrap(), to), (points, RoomId(3)));

    // When its face cannot be walked on any more, it is reported.
    room.set_material(edge.face(), MaterialId(7)).unwrap();
    assert_eq!(room.settle().unwrap().lost_transitions, [(edge, RoomId(3))]);
    assert_eq!(room.transitions().count(), 0);
}

#[test]
fn faces_can_be_added_and_removed_again() {
    let mut room = room(2, 2);
    let before = room.to_bytes().unwrap();
    let vertex = room.add_vertex([2.0, -1.0, 0.0]).unwrap();
    let corner = |room: &Walkmesh, point: [f32; 3]| VertexId(room.vertices().position(|v| v == point).unwrap() as u32);
    let corners = [vertex, corner(&room, [2.0, 0.0, 0.0]), corner(&room, [1.0, 0.0, 0.0])];
    let face = room.add_face(corners, MaterialId(4)).unwrap();
    room.settle().unwrap();
    assert_eq!(codes(&room), Vec::<&str>::new());
    assert_eq!(room.face(face).unwrap().neighbours().iter().flatten().count(), 1);
    assert_eq!(room.remove_vertex(vertex), Err(EditError::InUse { vertex, face }));
    assert_eq!(room.remove_faces(&[face]).unwrap().len(), 8);
    room.remove_vertex(vertex).unwrap();
    assert_eq!(room.to_bytes().unwrap(), before);
}

#[test]
fn merged_rooms_join_where_their_vertices_are_joined() {
    let mut both = room(2, 2);
    let mut other = room(2, 2);
    other.translate([2.0, 0.0, 0.0]).unwrap();
    both.merge(&other).unwrap();
    both.settle().unwrap();
    assert_eq!(both.perimeters().count(), 2, "side by side, not joined");
    assert_eq!(both.join_vertices(), 3);
    both.settle().unwrap();
    assert_eq!(both.perimeters().map(<[Edge]>::len).collect::<Vec<_>>(), [12]);
    assert_eq!(codes(&both), Vec::<&str>::new());
    let placeable = Walkmesh::from_triangles(Kind::Pwk, floor(1, 1, 7)).unwrap();
    assert_eq!(both.merge(&placeable), Err(EditError::OtherKind));
}

#[test]
fn placeables_and_doors_store_what_their_kind_stores() {
    let placeable = Walkmesh::from_triangles(Kind::Pwk, floor(2, 1, 7)).unwrap();
    let raw = placeable.as_raw();
    assert_eq!((raw.walkmesh_type, raw.aabb_nodes.len(), raw.edges.len()), (0, 0, 0));
    assert!(raw.normals.iter().all(|normal| <[f32; 3]>::from(*normal) == [0.0; 3]));
    let saved = placeable.to_bytes().unwrap();
    assert_eq!(Walkmesh::from_bytes(&saved).unwrap().kind(), Kind::Pwk);
    assert_eq!(saved[0x68..0x6C], [0; 4], "the offset of a tree that is not there");

    let mut door = Walkmesh::from_triangles(Kind::Dwk, floor(2, 1, 7)).unwrap();
    door.translate([1.0, 2.0, 3.0]).unwrap();
    door.set_hooks([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
    assert_eq!(door.hooks()[0].absolute, [1.0, 1.0, 3.0]);
    assert_eq!(door.vertex(VertexId(0)), Some([0.0; 3]), "a door moves by its position");
    door.rotate_z(std::f32::consts::FRAC_PI_2, [0.0, 0.0]).unwrap();
    assert_eq!((door.position(), door.hooks()[0].relative), ([-2.0, 1.0, 3.0], [1.0, 0.0, 0.0]));
    assert_eq!(door.hooks()[0].absolute, [-1.0, 1.0, 3.0]);
    assert_eq!(Walkmesh::from_bytes(&door.to_bytes().unwrap()).unwrap().kind(), Kind::Dwk);
    assert_eq!(check(&door).iter().map(|finding| finding.code).collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn a_bake_refuses_what_its_rules_cannot_be_applied_to() {
    let broken = |change: fn(&mut Bwm)| {
        let mut raw = room(1, 1).into_raw();
        change(&mut raw);
        let before = raw.clone();
        let mut walkmesh = Walkmesh::new(raw);
        let error = walkmesh.bake(&BakeOptions::default()).unwrap_err();
        assert_eq!(*walkmesh.as_raw(), before, "nothing is changed");
        assert!(walkmesh.to_bytes().is_ok() || matches!(error, BakeError::Ragged { .. }));
        error
    };
    assert_eq!(
        broken(|raw| raw.faces[1].vertices[2] = 9),
        BakeError::NoSuchVertex { face: FaceId(1), vertex: VertexId(9), vertices: 4 }
    );
    assert_eq!(broken(|raw| raw.vertices[3].y = f32::INFINITY), BakeError::NoPlace(VertexId(3)));
    assert_eq!(broken(|raw| raw.materials.truncate(1)), BakeError::Ragged { faces: 2, table: "materials", rows: 1 });
    let order = |order: &[u32]| {
        let original_order = Some(order.iter().copied().map(FaceId).collect());
        room(1, 1).bake(&BakeOptions { original_order, ..BakeOptions::default() })
    };
    assert_eq!(order(&[0, 0]), Err(BakeError::BadOrder(2)));
    assert_eq!(order(&[0, 1, 2]), Err(BakeError::BadOrder(2)));
    assert_eq!(order(&[1, 0]).unwrap().old_faces, [FaceId(1), FaceId(0)]);
}

/// A rule's code, and what breaks it.
type Rule = (&'static str, fn(&mut Bwm));

#[test]
fn each_rule_of_the_check_finds_what_it_is_for() {
    let rules: [Rule; 36] = [
        ("type-unknown", |raw| raw.walkmesh_type = 2),
        ("header-not-finite", |raw| raw.position.x = f32::NAN),
        ("hook-in-room", |raw| raw.relative_use_position_1.x = 1.0),
        ("root-not-first", |raw| raw.aabb_root = 1),
        ("root-out-of-range", |raw| raw.aabb_root = u32::MAX),
        ("empty-offset", |raw| raw.empty_offsets.0[5] = Some(0)),
        ("table-length", |raw| raw.distances.truncate(1)),
        ("face-vertex-out-of-range", |raw| raw.faces[0].vertices[0] = 99),
        ("face-repeats-corner", |raw| raw.faces[0].vertices[0] = raw.faces[0].vertices[1]),
        ("vertex-no-place", |raw| raw.vertices[0].z = f32::NAN),
        ("material-out-of-table", |raw| raw.materials[7] = 31),
        ("material-beyond-mask", |raw| raw.materials[7] = 32),
        ("walkable-not-first", |raw| raw.materials[0] = 7),
        ("adjacency-count", |raw| raw.adjacencies.truncate(1)),
        ("normal-off", |raw| raw.normals[0].z = -1.0),
        ("normal-rounding", |raw| raw.normals[0].x = 1e-9),
        ("distance-off", |raw| raw.distances[0] = 1.0),
        ("distance-rounding", |raw| raw.distances[0] = 1e-9),
        ("adjacency-out-of-range", |raw| raw.adjacencies[0].edges[0] = 99),
        ("adjacency-one-way", |raw| raw.adjacencies[0].edges[2] = 4),
        ("adjacency-differs", |raw| raw.adjacencies[0].edges[2] = -1),
        ("edge-out-of-range", |raw| raw.edges[0].edge = 999),
        ("edge-twice", |raw| raw.edges[1] = raw.edges[0]),
        ("edge-missing", |raw| raw.edges[1] = raw.edges[0]),
        ("edge-inner", |raw| raw.edges[0].edge = 2),
        ("transition-on-inner-edge", |raw| raw.edges[0] = Edge { edge: 2, transition: 1 }),
        ("transition-out-of-range", |raw| raw.edges[0].transition = -2),
        ("perimeter-out-of-range", |raw| raw.perimeters[0] = 99),
        ("perimeter-empty", |raw| raw.perimeters.insert(0, 0)),
        ("perimeter-open", |raw| raw.edges.swap(1, 3)),
        ("perimeter-missing", |raw| raw.perimeters[0] -= 1),
        ("perimeter-order", |raw| raw.edges.rotate_left(1)),
        ("tree-missing", |raw| raw.aabb_nodes.clear()),
        ("node-reached-twice", |raw| raw.aabb_nodes[1].right = 0),
        ("node-unreachable", |raw| raw.aabb_nodes.push(AabbNode::default())),
        ("plane-unknown", |raw| raw.aabb_nodes[0].plane = 3),
    ];
    let more: [Rule; 11] = [
        ("plane-missing", |raw| raw.aabb_nodes[0].plane = 0),
        ("leaf-with-plane", |raw| raw.aabb_nodes.last_mut().unwrap().plane = 1),
        ("leaf-face-out-of-range", |raw| raw.aabb_nodes.last_mut().unwrap().face = -1),
        ("face-not-in-tree", |raw| raw.aabb_nodes.last_mut().unwrap().face = 0),
        ("face-twice-in-tree", |raw| raw.aabb_nodes.last_mut().unwrap().face = raw.aabb_nodes[3].face),
        ("inner-node-with-face", |raw| raw.aabb_nodes[0].face = 1),
        ("node-child-out-of-range", |raw| raw.aabb_nodes[0].left = 99),
        ("node-unknown-word", |raw| raw.aabb_nodes[0].unknown = 5),
        ("node-box-not-finite", |raw| raw.aabb_nodes[0].max.x = f32::NAN),
        ("node-box-inverted", |raw| raw.aabb_nodes[0].max.x = -9.0),
        ("leaf-box-misses-face", |raw| raw.aabb_nodes.last_mut().unwrap().max.z = -9.0),
    ];
    for (code, change) in rules.into_iter().chain(more) {
        let mut raw = room(2, 2).into_raw();
        change(&mut raw);
        let found: Vec<_> = check(&Walkmesh::new(raw)).iter().map(|finding| finding.code).collect();
        assert!(found.contains(&code), "{code} is not among {found:?}");
    }
}

/// Two rooms side by side, the second `gap` metres off.
fn area(gap: f32) -> Area {
    let mut layout = Layout::new();
    for (name, x) in [("west", 0.0), ("east", 2.0)] {
        layout.push(LayoutRoom { name: name.into(), position: [x, 0.0, 0.0] }).unwrap();
    }
    let mut area = Area::new(layout);
    let mut east = room(2, 2);
    east.translate([2.0 + gap, 0.0, 0.0]).unwrap();
    area.insert(RoomId(0), room(2, 2)).unwrap();
    assert_eq!(area.insert_named("EAST", east).unwrap(), Some(RoomId(1)));
    assert_eq!(area.insert_named("south", room(1, 1)).unwrap(), None);
    area.settle().unwrap();
    area
}

fn area_codes(area: &Area) -> Vec<&'static str> {
    area.check().iter().map(|finding| finding.code).collect()
}

#[test]
fn rooms_are_linked_where_their_edges_are_the_same() {
    let mut area = area(0.0);
    assert_eq!(area_codes(&area), ["transition-missing"; 4]);
    assert_eq!(area.link().unwrap().len(), 4);
    assert_eq!(area_codes(&area), [""; 0]);
    assert_eq!(area.link().unwrap(), []);

    // A transition that leads nowhere is cleared, and one side alone is found.
    let (edge, _) = area.room(RoomId(1)).unwrap().transitions().next().unwrap();
    area.room_mut(RoomId(1)).unwrap().set_transition(edge, None).unwrap();
    assert_eq!(area_codes(&area), ["transition-one-way", "transition-missing"]);
    area.room_mut(RoomId(1)).unwrap().set_transition(edge, Some(RoomId(7))).unwrap();
    assert_eq!(area_codes(&area), ["transition-one-way", "transition-to-no-room"]);
    assert_eq!(area.link().unwrap().len(), 1);
    assert_eq!(area_codes(&area), [""; 0]);
}

#[test]
fn seams_are_welded_to_the_earlier_room() {
    let mut area = area(0.0625);
    assert_eq!(area_codes(&area), ["seam-gap"; 4]);
    assert_eq!(area.link().unwrap(), []);
    assert_eq!(area.weld(0.01).unwrap(), []);
    let welds = area.weld(0.1).unwrap();
    assert_eq!(welds.len(), 3);
    for weld in &welds {
        assert_eq!((weld.room, weld.to_room, weld.to[0], weld.distance), (RoomId(1), RoomId(0), 2.0, 0.0625));
    }
    assert_eq!(area.link().unwrap().len(), 4);
    assert_eq!(area_codes(&area), [""; 0]);
    assert!(area.weld(f32::NAN).is_err());

    // Moved away, the rooms' transitions lead to edges that are not there.
    area.move_room(RoomId(1), [2.0, 0.0, 0.05]).unwrap();
    area.settle().unwrap();
    assert_eq!(area_codes(&area), ["transition-gap"; 4]);
    area.move_room(RoomId(1), [9.0, 0.0, 0.0]).unwrap();
    area.settle().unwrap();
    assert_eq!(area_codes(&area), ["transition-without-edge"; 4]);
    assert_eq!(area.layout().rooms()[1].position, [9.0, 0.0, 0.0]);
}

#[test]
fn transitions_follow_rooms_to_their_new_numbers() {
    let mut area = area(0.0);
    area.link().unwrap();
    assert_eq!(area.reorder(&[1, 0]).unwrap(), []);
    assert_eq!(area.layout().rooms()[0].name, "east");
    assert_eq!(area_codes(&area), [""; 0]);
    assert_eq!(area.room(RoomId(0)).unwrap().transitions().map(|(_, to)| to).collect::<Vec<_>>(), [RoomId(1); 2]);
    assert!(area.reorder(&[0, 0]).is_err());
    let dropped = area.reorder(&[1]).unwrap();
    assert_eq!(dropped.iter().map(|(room, _)| *room).collect::<Vec<_>>(), [RoomId(0); 2]);
    assert_eq!(area.room(RoomId(0)).unwrap().transitions().count(), 0);
}
