//! Properties of every room: bakes, motions and edits in any order, and files damaged anywhere.

use proptest::prelude::*;
use walkmesh::finding::CheckOptions;
use walkmesh::flaw::Repairs;
use walkmesh::formats::Document;
use walkmesh::formats::bwm::{Bwm, Edge};
use walkmesh::formats::valid::strategies::document;
use walkmesh::kotor::{
    BakeError, BakeOptions, EdgeId, FaceId, Kind, MaterialId, NormalRounding, RoomId, VertexId, Walkmesh,
};
use walkmesh::mesh::{COORDINATE_LIMIT, NavMesh};

use crate::made_up::{rooms, tiles};
use crate::{codes, room};

/// Edits, each of which makes different data stale.
const EDITS: [fn(&mut Walkmesh); 7] = [
    |room| drop(room.mirror_x(0.0)),
    |room| drop(room.translate([1.0, 2.0, 3.0])),
    |room| drop(room.rotate_z(1.0, [0.0; 2])),
    |room| drop(room.move_vertex(VertexId(0), [0.5; 3])),
    |room| drop(room.add_face([VertexId(0); 3], MaterialId(7))),
    |room| drop(room.remove_faces(&[FaceId(1)])),
    |room| drop(room.set_transition(EdgeId(0), Some(RoomId(1)))),
];

proptest! {
    // A failure prints its minimal input; nothing is written beside the tests.
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
        // Most of these documents refer to missing vertices, and are refused.
        let mut once = Walkmesh::from_raw(raw.clone());
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
        let mut room = Walkmesh::from_raw(raw).with_layout_position(layout);
        room.bake(&BakeOptions::default()).unwrap();
        prop_assert_eq!(codes(&room), Vec::<&str>::new());
    }

    #[test]
    fn mirrored_twice_and_turned_back_the_same_faces_are_joined(room in rooms(), angle in -7.0..7.0_f32, at in -5.0..5.0_f32) {
        let mut moved = room.clone();
        moved.mirror_x(at).unwrap();
        moved.bake_stale().unwrap();
        prop_assert_eq!(codes(&moved), Vec::<&str>::new());
        moved.mirror_x(at).unwrap();
        moved.rotate_z(angle, [1.0, 2.0]).unwrap();
        moved.rotate_z(-angle, [1.0, 2.0]).unwrap();
        moved.mirror_y(at).unwrap();
        moved.mirror_y(at).unwrap();
        moved.bake_stale().unwrap();
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
        edited.bake_stale().unwrap();
        let mut baked = edited.clone();
        baked.bake(&BakeOptions::default()).unwrap();
        // The tree keeps its shape: faces that change sides change their numbers, not their place.
        let differing: Vec<_> = edited.diff(&baked).into_iter().filter(|table| !table.is_equal()).map(|table| table.table).collect();
        prop_assert!(differing.iter().all(|table| table.starts_with("aabb_nodes")), "{differing:?}");
        prop_assert_eq!(codes(&edited), Vec::<&str>::new());
    }

    #[test]
    fn an_original_order_gives_the_same_room_from_any_order_of_its_faces(tiles in tiles(), seed in any::<u64>()) {
        let in_order = Walkmesh::from_triangles(Kind::Wok, tiles.clone()).unwrap();
        // Faces of one material keep their order in both; the original order decides the tree's ties.
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
        // Tables for the old order of the faces would contradict their materials, and the stored tree would stay valid if two faces with
        // the same box were swapped.
        raw.adjacencies.clear();
        raw.edges.clear();
        raw.aabb_nodes.clear();
        let mut shuffled = Walkmesh::from_raw(raw);
        // The stored normals, which reveal the rounding, were not shuffled with their faces.
        let rounding = Some(NormalRounding::Kotor1);
        shuffled.bake(&BakeOptions::default().with_original_order(original).with_rounding(rounding)).unwrap();
        let mut again = in_order;
        again.bake(&BakeOptions::default().with_rounding(rounding)).unwrap();
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
            let _ = damaged.check(&CheckOptions::default().without_flaws());
            let _ = damaged.perimeters().map(<[Edge]>::len).sum::<usize>();
            let _ = damaged.transitions().count();
            prop_assert!(damaged.to_bytes().is_ok(), "what was read can be saved");
            for edit in EDITS {
                let mut edited = damaged.clone();
                edit(&mut edited);
                let _ = edited.to_bytes();
            }
            let mut edited = damaged.clone();
            let _ = edited.set_material(FaceId(0), MaterialId(7));
            let _ = edited.translate([1.0, 2.0, 3.0]);
            let _ = edited.mirror_x(0.0);
            let _ = edited.remove_faces(&[FaceId(0)]);
            let _ = edited.merge(&damaged);
            let _ = edited.repair(&Repairs::all(0.03, 1.0));
            edited.join_vertices();
            let _ = edited.to_bytes();
            if damaged.bake(&BakeOptions::default()).is_ok() {
                let codes = damaged.check(&CheckOptions::default().without_flaws()).into_iter().filter(|finding| finding.code().contains("node-") || finding.code().contains("adjacency"));
                let codes: Vec<_> = codes.map(|finding| finding.code()).filter(|code| *code != "node-unreachable").collect();
                prop_assert!(codes.is_empty(), "{codes:?}");
                let saved = damaged.to_bytes().unwrap();
                prop_assert!(Bwm::from_bytes(&saved).is_ok());
            }
        }
    }
}

/// Queries work on all faces that a bake accepts, and a bake skips the faces that queries skip.
#[test]
fn bakes_and_queries_have_one_limit_for_coordinates() {
    for (far, fits) in [(COORDINATE_LIMIT, true), (COORDINATE_LIMIT.next_up(), false)] {
        let mut raw = room(1, 1).into_raw();
        raw.vertices[3].x = far;
        let mut walkmesh = Walkmesh::from_raw(raw);
        assert_eq!(walkmesh.bake(&BakeOptions::default()).is_ok(), fits);
        let vertices: Vec<[f32; 3]> = walkmesh.vertices().collect();
        let faces: Vec<_> = walkmesh.faces().map(|face| face.corners().map(|corner| corner.0)).collect();
        let with_it = faces.iter().filter(|corners| corners.contains(&3)).count();
        let mesh = NavMesh::from_shared_vertices(vertices, &faces, |_| true).unwrap();
        assert_eq!(mesh.walls_made().unusable_faces, if fits { 0 } else { with_it });
    }
}

#[test]
fn a_bake_refuses_what_its_rules_cannot_be_applied_to() {
    let broken = |change: fn(&mut Bwm)| {
        let mut raw = room(1, 1).into_raw();
        change(&mut raw);
        let before = raw.clone();
        let mut walkmesh = Walkmesh::from_raw(raw);
        let error = walkmesh.bake(&BakeOptions::default()).unwrap_err();
        assert_eq!(*walkmesh.as_raw(), before, "nothing is changed");
        assert!(walkmesh.to_bytes().is_ok() || matches!(error, BakeError::TableLength { .. }));
        error
    };
    assert_eq!(
        broken(|raw| raw.faces[1].vertices[2] = 9),
        BakeError::NoSuchVertex { face: FaceId(1), vertex: VertexId(9), vertices: 4 }
    );
    assert_eq!(broken(|raw| raw.vertices[3].y = f32::INFINITY), BakeError::NotFinite { vertex: VertexId(3) });
    assert_eq!(
        broken(|raw| raw.vertices[3].y = COORDINATE_LIMIT.next_up()),
        BakeError::NotFinite { vertex: VertexId(3) }
    );
    assert_eq!(
        broken(|raw| raw.materials.truncate(1)),
        BakeError::TableLength { faces: 2, table: "materials", rows: 1 }
    );
    let order = |order: &[u32]| {
        let original_order = Some(order.iter().copied().map(FaceId).collect());
        room(1, 1).bake(&BakeOptions::default().with_original_order(original_order))
    };
    assert_eq!(order(&[0, 0]), Err(BakeError::InvalidOrder { faces: 2 }));
    assert_eq!(order(&[0, 1, 2]), Err(BakeError::InvalidOrder { faces: 2 }));
    assert_eq!(order(&[1, 0]).unwrap().old_faces, [FaceId(1), FaceId(0)]);
}
