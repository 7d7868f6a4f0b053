//! Edits: their effects, and that they change no bit that they do not make stale.

use walkmesh::finding::CheckOptions;
use walkmesh::flaw::{RepairKind, Repairs};
use walkmesh::formats::bwm::{Bwm, Edge};
use walkmesh::kotor::{
    BakeError, BakeOptions, EdgeId, EditError, FaceId, Kind, MaterialId, MaterialTable, RoomId, SaveError, VertexId,
    Walkmesh,
};
use walkmesh::mesh::Aabb;

use crate::made_up::floor;
use crate::{codes, room};

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
    assert_eq!(
        room.set_transition(EdgeId(2), Some(RoomId(1))),
        Err(EditError::NotOnPerimeter(EdgeId(2))),
        "the diagonal"
    );
}

#[test]
fn a_vertex_that_moves_changes_its_own_faces_planes_only() {
    let mut room = room(4, 4);
    // Normals with another maker's rounding, which a full bake would repair.
    let mut raw = room.into_raw();
    raw.normals[31].x = 1e-9;
    room = Walkmesh::from_raw(raw);
    let before = room.as_raw().clone();
    room.move_vertex(VertexId(0), [0.0, 0.0, 0.5]).unwrap();
    room.bake_stale().unwrap();
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
    let baked = room.bake_stale().unwrap();
    assert_eq!(baked.old_faces, [1, 2, 3, 0].map(FaceId));
    assert_eq!(baked.lost_transitions, []);
    let (edge, to) = room.transitions().next().unwrap();
    assert_eq!((room.edge_points(edge).unwrap(), to), (points, RoomId(3)));

    // If its face becomes unwalkable, this is reported.
    room.set_material(edge.face(), MaterialId(7)).unwrap();
    assert_eq!(room.bake_stale().unwrap().lost_transitions, [(edge, RoomId(3))]);
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
    room.bake_stale().unwrap();
    assert_eq!(codes(&room), Vec::<&str>::new());
    assert_eq!(room.face(face).unwrap().neighbours().iter().flatten().count(), 1);
    assert_eq!(room.remove_vertex(vertex), Err(EditError::VertexInUse { vertex, face }));
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
    both.bake_stale().unwrap();
    assert_eq!(both.perimeters().count(), 2, "side by side, not joined");
    assert_eq!(both.join_vertices(), 3);
    both.bake_stale().unwrap();
    let mut at_once = room(2, 2);
    assert_eq!(at_once.merge_and_join(&other), Ok(3));
    at_once.bake_stale().unwrap();
    assert_eq!(at_once.as_raw(), both.as_raw());
    assert_eq!(both.perimeters().map(<[Edge]>::len).collect::<Vec<_>>(), [12]);
    assert_eq!(codes(&both), Vec::<&str>::new());
    let placeable = Walkmesh::from_triangles(Kind::Pwk, floor(1, 1, 7)).unwrap();
    assert_eq!(both.merge(&placeable), Err(EditError::DifferentKinds));
}

#[test]
fn merged_rooms_keep_their_planes_but_those_of_faces_that_were_moved() {
    // Normals with another maker's rounding, which a full bake would repair.
    let foreign = || {
        let mut raw = room(4, 4).into_raw();
        raw.normals[31].x = 1e-9;
        Walkmesh::from_raw(raw)
    };
    let (mut both, mut other) = (foreign(), foreign());
    other.move_vertex(VertexId(0), [0.0, 0.0, 0.5]).unwrap();
    both.merge(&other).unwrap();
    both.bake_stale().unwrap();
    let mut sound = both.clone();
    sound.bake(&BakeOptions::default()).unwrap();
    let differing = (0..64).filter(|&face| both.as_raw().normals[face] != sound.as_raw().normals[face]);
    assert_eq!(differing.collect::<Vec<_>>(), [31, 63]);
    assert_ne!(both.as_raw().normals[32], both.as_raw().normals[0], "the vertex was moved");
}

#[test]
fn a_placeable_without_faces_changes_no_normal_of_another() {
    let mut raw = Walkmesh::from_triangles(Kind::Dwk, floor(1, 1, 7)).unwrap().into_raw();
    raw.normals[1].x = 1e-9;
    let [some, none] = [raw, Bwm::default()].map(|raw| Walkmesh::from_raw(raw).with_kind(Kind::Pwk));
    for (mut one, other) in [(some.clone(), none.clone()), (none, some.clone())] {
        one.merge(&other).unwrap();
        one.bake_stale().unwrap();
        assert_eq!(one.as_raw().normals, some.as_raw().normals);
    }
}

#[test]
fn both_hooks_of_a_door_move_with_it() {
    let mut door = Walkmesh::from_triangles(Kind::Dwk, floor(1, 1, 7)).unwrap();
    door.set_hooks([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]).unwrap();
    let [first, second] = door.hooks();
    door.translate([1.0, 2.0, 3.0]).unwrap();
    assert_eq!(door.hooks().map(|hook| hook.relative), [first.relative, second.relative]);
    assert_eq!(door.hooks().map(|hook| hook.absolute), [[2.0, 2.0, 3.0], [1.0, 1.0, 3.0]]);
}

#[test]
fn walkmeshes_of_very_many_vertices_are_merged() {
    let vertices = vec![Default::default(); 50_000];
    let mut both = Walkmesh::from_raw(Bwm { vertices, ..Bwm::default() });
    both.merge(&both.clone()).unwrap();
    assert_eq!(both.vertex_count(), 100_000);
}

/// A placeable of a modding tool may have normals; the games' own have none. Each keeps what it has.
#[test]
fn normals_of_a_placeable_or_a_door_stay_valid_where_there_are_any() {
    use walkmesh::kotor::BakeOptions;
    let slope = |kind| {
        let tiles = floor(2, 1, 7).into_iter().map(|(corners, id)| (corners.map(|[x, y, _]| [x, y, x + 0.5 * y]), id));
        Walkmesh::from_triangles(kind, tiles).unwrap()
    };
    type Edit = fn(&mut Walkmesh);
    let edits: [(&str, Edit); 5] = [
        ("bake", |walkmesh| drop(walkmesh.bake(&BakeOptions::default()).unwrap())),
        ("turn", |walkmesh| walkmesh.rotate_z(0.7, [0.0; 2]).unwrap()),
        ("mirror", |walkmesh| walkmesh.mirror_x(1.0).unwrap()),
        ("other mirror", |walkmesh| walkmesh.mirror_y(-3.0).unwrap()),
        ("vertex", |walkmesh| walkmesh.move_vertex(VertexId(0), [-1.0, 0.0, 3.0]).unwrap()),
    ];
    for kind in [Kind::Pwk, Kind::Dwk] {
        for (name, edit) in edits {
            let mut walkmesh = slope(Kind::Dwk).with_kind(kind);
            edit(&mut walkmesh);
            walkmesh.bake_stale().unwrap();
            // Like a door's normals, which always exist.
            let mut door = walkmesh.clone().with_kind(Kind::Dwk);
            door.bake(&BakeOptions::default()).unwrap();
            assert_eq!(walkmesh.as_raw().normals, door.as_raw().normals, "{kind:?}, {name}");
            assert_eq!(walkmesh.as_raw().distances, door.as_raw().distances, "{kind:?}, {name}");
            for face in walkmesh.faces() {
                let length = face.normal().iter().map(|value| value * value).sum::<f32>();
                assert!((length - 1.0).abs() < 1e-6 && face.normal()[2] > 0.0, "{kind:?}, {name}: {:?}", face.normal());
            }
        }
    }
    for (name, edit) in edits {
        let mut bare = slope(Kind::Pwk);
        edit(&mut bare);
        bare.bake_stale().unwrap();
        assert!(bare.faces().all(|face| face.plane() == ([0.0; 3], 0.0)), "{name}");
    }
    // Joined with a walkmesh without normals, both have them.
    for (mut one, other) in [
        (slope(Kind::Pwk), slope(Kind::Dwk).with_kind(Kind::Pwk)),
        (slope(Kind::Dwk).with_kind(Kind::Pwk), slope(Kind::Pwk)),
    ] {
        one.merge(&other).unwrap();
        one.bake_stale().unwrap();
        assert!(one.faces().all(|face| face.normal()[2] > 0.0));
    }
}

#[test]
fn a_repair_ignores_neighbours_that_do_not_exist() {
    let mut tiles = floor(2, 2, 4);
    tiles.push(tiles[0]);
    let mut raw = Walkmesh::from_triangles(Kind::Wok, tiles).unwrap().into_raw();
    // The mesh has 9 faces.
    raw.adjacencies[0].edges = [3 * 9, 3_000, -7];
    let repairs = Walkmesh::from_raw(raw).repair(&Repairs::all(0.03, 0.0)).unwrap();
    assert!(repairs.iter().any(|repair| repair.kind == RepairKind::DuplicateRemoved), "{repairs:?}");
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
    assert!(door.check(&CheckOptions::default().without_flaws()).is_clean());
}

/// A room as written by a tool that ignores the games' rules: every derived table differs from the games' tables, and hardly any two tables
/// agree.
fn foreign() -> Walkmesh {
    let tiles = floor(3, 3, 4).into_iter().enumerate();
    let tiles = tiles.map(|(at, (corners, stone))| (corners, if at < 15 { stone } else { MaterialId(7) }));
    let mut raw = Walkmesh::from_triangles(Kind::Wok, tiles).unwrap().into_raw();
    raw.vertices.push([9.0; 3].into());
    raw.aabb_root = 77;
    raw.position = [1.0, 2.0, 3.0].into();
    raw.normals.fill([1e-9, 0.0, 1.0].into());
    raw.distances.fill(1e-9);
    for node in &mut raw.aabb_nodes {
        (node.plane, node.unknown) = (0, 5);
        node.max.z = 3.0;
    }
    raw.adjacencies[0].edges = [-1, 40, -7];
    raw.edges.rotate_left(1);
    raw.perimeters = vec![2, 4];
    Walkmesh::from_raw(raw)
}

/// Which tables of a room differ after an edit and a save.
fn changed_by(edit: impl FnOnce(&mut Walkmesh) -> Result<(), EditError>) -> Vec<&'static str> {
    let before = foreign();
    let mut edited = before.clone();
    edit(&mut edited).unwrap();
    let saved = Walkmesh::from_bytes(&edited.to_bytes().unwrap()).unwrap();
    before.diff(&saved).into_iter().filter(|table| !table.is_equal()).map(|table| table.table).collect()
}

#[test]
fn an_edit_rewrites_the_tables_that_it_makes_stale_and_no_other() {
    let edge = EdgeId::from_raw(foreign().as_raw().edges[3].edge).unwrap();
    let unused = VertexId(16);
    assert_eq!(changed_by(|_| Ok(())), [""; 0]);
    assert_eq!(changed_by(|room| room.set_material(FaceId(3), MaterialId(9))), ["materials"]);
    assert_eq!(changed_by(|room| room.set_material(FaceId(16), MaterialId(2))), ["materials"]);
    assert_eq!(changed_by(|room| room.set_transition(edge, Some(RoomId(4)))), ["edges"]);
    assert_eq!(changed_by(|room| room.set_hooks([[1.0; 3], [0.0; 3]])), ["header.points"]);
    assert_eq!(changed_by(|room| room.add_vertex([4.0; 3]).map(drop)), ["vertices"]);
    assert_eq!(changed_by(|room| room.remove_vertex(unused)), ["vertices"]);
    assert_eq!(changed_by(|room| room.move_vertex(unused, [8.0; 3])), ["vertices"]);

    assert_eq!(changed_by(|room| room.set_hook(1, [1.0; 3])), ["header.points"]);
    assert_eq!(changed_by(|room| room.set_position([1.0; 3])), ["header.points"]);
    let not_walkable =
        |room: &Walkmesh| room.faces().filter(|face| !face.is_walkable()).map(|face| face.id()).collect::<Vec<_>>();
    assert_eq!(changed_by(|room| room.paint(&not_walkable(room), MaterialId(2))), ["materials"]);
    assert_eq!(changed_by(|room| room.flip_faces(&not_walkable(room)[..1])), ["faces", "normals", "distances"]);

    let whole_tree = ["aabb_nodes.boxes", "aabb_nodes.tree", "aabb_nodes.plane", "aabb_nodes.unknown"];
    let mut moved = vec!["header.root", "vertices", "normals", "distances"];
    moved.extend(whole_tree);
    assert_eq!(changed_by(|room| room.move_vertex(VertexId(0), [0.1, 0.1, 0.5])), moved);
    assert_eq!(
        changed_by(|room| room.translate([1.0, 0.0, 0.0])),
        ["vertices", "normals", "distances", "aabb_nodes.boxes"]
    );

    // Unwalkable faces are added and removed after the others, whose neighbours do not change.
    let mut faces = vec!["header.root", "faces", "materials", "normals", "distances"];
    faces.extend(whole_tree);
    let corners = [0, 1, 2].map(VertexId);
    assert_eq!(changed_by(|room| room.add_face(corners, MaterialId(7)).map(drop)), faces);
    assert_eq!(changed_by(|room| room.remove_faces(&[FaceId(16)]).map(drop)), faces);

    faces.extend(["adjacencies", "edges", "perimeters"]);
    assert_eq!(changed_by(|room| room.add_face(corners, MaterialId(4)).map(drop)), faces);
    assert_eq!(changed_by(|room| room.remove_faces(&[FaceId(2)]).map(drop)), faces);
    // The face changes its number, and with it its leaf; no box moves.
    assert_eq!(
        changed_by(|room| room.set_material(FaceId(3), MaterialId(7))),
        ["faces", "materials", "aabb_nodes.tree", "adjacencies", "edges", "perimeters"]
    );
}

#[test]
fn an_edit_that_changes_nothing_makes_nothing_stale() {
    let here = foreign().vertex(VertexId(0)).unwrap();
    assert_eq!(changed_by(|room| room.move_vertex(VertexId(0), here)), [""; 0]);
    assert_eq!(changed_by(|room| room.translate([0.0; 3])), [""; 0]);
    assert_eq!(changed_by(|room| room.rotate_z(0.0, [5.0; 2])), [""; 0]);
    assert_eq!(changed_by(|room| room.remove_faces(&[]).map(drop)), [""; 0]);
    let joined = |room: &mut Walkmesh| {
        room.join_vertices();
        Ok(())
    };
    assert_eq!(changed_by(joined), [""; 0]);
    assert_eq!(changed_by(|room| room.merge(&Walkmesh::from_raw(Bwm::default()).with_kind(Kind::Wok))), [""; 0]);
}

#[test]
fn a_mirror_keeps_neighbours_where_they_are_each_others_and_makes_them_anew_where_not() {
    let mut sound = room(2, 2);
    let joined =
        |room: &Walkmesh| room.as_raw().adjacencies.iter().flat_map(|row| row.edges).filter(|edge| *edge >= 0).count();
    let before = joined(&sound);
    // Both sides store no neighbour although they share vertices: the mirror keeps this.
    let mut raw = sound.into_raw();
    (raw.adjacencies[0].edges[2], raw.adjacencies[1].edges[0]) = (-1, -1);
    sound = Walkmesh::from_raw(raw);
    sound.mirror_x(0.0).unwrap();
    sound.bake_stale().unwrap();
    assert_eq!(joined(&sound), before - 2);

    // In a circle, and beyond the table.
    for (edge, across) in [(0, 5), (2, 9_999), (2, i32::MAX), (0, 0)] {
        let mut raw = room(2, 2).into_raw();
        raw.adjacencies[0].edges[edge] = across;
        let mut broken = Walkmesh::from_raw(raw);
        broken.mirror_y(0.0).unwrap();
        broken.bake_stale().unwrap();
        assert_eq!((codes(&broken), joined(&broken)), (Vec::new(), before));
    }
    let mut raw = room(2, 2).into_raw();
    raw.adjacencies.push(raw.adjacencies[0]);
    let mut broken = Walkmesh::from_raw(raw);
    broken.mirror_y(0.0).unwrap();
    broken.bake_stale().unwrap();
    assert_eq!(codes(&broken), Vec::<&str>::new());
}

#[test]
fn transitions_follow_their_edges_through_a_mirror() {
    let mut room = room(2, 2);
    let edges: Vec<EdgeId> = room.as_raw().edges.iter().filter_map(|row| EdgeId::from_raw(row.edge)).collect();
    for (edge, to) in edges.into_iter().zip(0..) {
        room.set_transition(edge, Some(RoomId(to))).unwrap();
    }
    let ends = |room: &Walkmesh| {
        let mut ends: Vec<_> = room.transitions().map(|(edge, to)| (to, room.edge_points(edge).unwrap())).collect();
        ends.sort_by_key(|(to, _)| *to);
        ends
    };
    let before = ends(&room);
    room.mirror_x(3.0).unwrap();
    room.bake_stale().unwrap();
    // Seen from above, the loop is reversed, so the ends of each edge are swapped.
    let mirrored = |[x, y, z]: [f32; 3]| [6.0 - x, y, z];
    let expected: Vec<_> = before.iter().map(|(to, [a, b])| (*to, [mirrored(*b), mirrored(*a)])).collect();
    assert_eq!(ends(&room), expected);
    assert_eq!(expected.len(), 8);
}

#[test]
fn an_absolute_hook_moves_with_its_door_and_one_that_is_none_stays_none() {
    let mut raw = Walkmesh::from_triangles(Kind::Dwk, floor(1, 1, 7)).unwrap().into_raw();
    raw.position = [1.0, 2.0, 3.0].into();
    // The first hook is at the origin of the model's frame; an open door has no second hook.
    raw.relative_use_position_1 = [-1.0, -2.0, -3.0].into();
    let mut door = Walkmesh::from_raw(raw);
    door.translate([5.0, 0.0, 0.0]).unwrap();
    assert_eq!(door.hooks().map(|hook| hook.absolute), [[5.0, 0.0, 0.0], [0.0; 3]]);
    door.mirror_y(1.0).unwrap();
    assert_eq!(door.hooks().map(|hook| hook.absolute), [[5.0, 2.0, 0.0], [0.0; 3]]);
    assert_eq!(door.hooks()[0].relative, [-1.0, 2.0, -3.0]);
    assert!(door.check(&CheckOptions::default().without_flaws()).is_clean());
}

/// A room for another material table: all of its faces have material 16, and have neighbours.
fn of_another_table() -> Walkmesh {
    let mut raw = room(3, 3).into_raw();
    raw.materials.fill(16);
    Walkmesh::from_raw(raw)
}

#[test]
fn a_bake_refuses_to_change_what_can_be_walked_on_until_a_table_is_given() {
    let before = of_another_table();
    let mut refused = before.clone();
    let error = refused.bake(&BakeOptions::default()).unwrap_err();
    let BakeError::MaterialConflict(conflict) = &error else { panic!("{error}") };
    assert_eq!(**conflict, before.material_conflict().unwrap());
    assert_eq!(conflict.walkable_as_stored.len(), 18);
    assert!(error.to_string().starts_with("material 16 (faces 0 to 17) has stored neighbours, but"), "{error}");
    assert!(before.diff(&refused).iter().all(|table| table.is_equal()));

    let mut as_stored = before.clone().with_materials_as_stored();
    as_stored.bake(&BakeOptions::default()).unwrap();
    assert!(before.diff(&as_stored).iter().all(|table| table.is_equal()));
    let mut by_table = before.with_materials(MaterialTable::kotor());
    by_table.bake(&BakeOptions::default()).unwrap();
    assert!(by_table.as_raw().adjacencies.is_empty());
}

#[test]
fn a_painted_face_that_nobody_baked_is_refused_and_no_table_can_keep_it() {
    let mut raw = room(3, 3).into_raw();
    raw.materials[3] = 7;
    raw.materials.push(7);
    raw.faces.push(walkmesh::formats::bwm::Face { vertices: [0, 1, 2] });
    raw.normals.push(raw.normals[0]);
    raw.distances.push(raw.distances[0]);
    let painted = Walkmesh::from_raw(raw);
    for mut refused in [painted.clone(), painted.clone().with_materials_as_stored()] {
        let error = refused.bake(&BakeOptions::default()).unwrap_err();
        assert!(error.to_string().starts_with("material 7 (face 3) has stored neighbours"), "{error}");
    }
    let mut by_table = painted.with_materials(MaterialTable::kotor());
    by_table.bake(&BakeOptions::default()).unwrap();
    assert_eq!(by_table.as_raw().adjacencies.len(), 17);

    // Painting through the library is always intended.
    let mut meant = room(3, 3);
    meant.set_material(FaceId(3), MaterialId(7)).unwrap();
    meant.bake(&BakeOptions::default()).unwrap();
    assert_eq!(meant.as_raw().adjacencies.len(), 17);
}

#[test]
fn an_edit_does_not_make_a_save_forget_that_the_table_was_never_given() {
    type Edit = fn(&mut Walkmesh);
    let edits: [(&str, Edit); 4] = [
        ("paint", |room| room.set_material(FaceId(2), MaterialId(4)).unwrap()),
        ("remove", |room| drop(room.remove_faces(&[FaceId(0)]).unwrap())),
        ("merge", |room| room.merge(&of_another_table()).unwrap()),
        ("add", |room| assert!(room.add_face([VertexId(0), VertexId(1), VertexId(2)], MaterialId(4)).is_ok())),
    ];
    for (name, edit) in edits {
        let mut edited = of_another_table();
        edit(&mut edited);
        assert!(matches!(edited.to_bytes(), Err(SaveError::Bake(BakeError::MaterialConflict(_)))), "{name}");
        assert!(edited.clone().with_materials(MaterialTable::kotor()).to_bytes().is_ok(), "{name}");
        let mut kept = of_another_table().with_materials_as_stored();
        edit(&mut kept);
        kept.bake_stale().unwrap();
        assert!(kept.as_raw().adjacencies.len() >= 17, "{name}");
    }
    // A conflict in the merged walkmesh is reported too; its faces follow the others.
    let mut both = room(1, 1);
    both.merge(&of_another_table()).unwrap();
    let Err(BakeError::MaterialConflict(conflict)) = both.bake_stale() else { panic!("settled") };
    assert_eq!(conflict.walkable_as_stored[0], (FaceId(2), MaterialId(16)));
    // Edits that do not affect neighbours are saved as usual.
    let mut moved = of_another_table();
    moved.translate([1.0, 2.0, 3.0]).unwrap();
    assert!(moved.to_bytes().is_ok());
}

#[test]
fn a_room_whose_type_word_is_0_stays_a_room() {
    let sound = room(2, 2);
    let mut raw = sound.as_raw().clone();
    raw.walkmesh_type = 0;
    for mut repaired in [Walkmesh::from_raw(raw.clone()), Walkmesh::from_raw(raw.clone()).with_kind(Kind::Wok)] {
        assert_eq!(repaired.kind(), Kind::Wok);
        repaired.bake(&BakeOptions::default()).unwrap();
        assert!(repaired.to_bytes().unwrap() == sound.to_bytes().unwrap());
    }
    // If only the faces remain, only the file name shows the kind.
    (raw.aabb_nodes, raw.adjacencies, raw.edges, raw.perimeters) = Default::default();
    assert_eq!(Walkmesh::from_raw(raw.clone()).kind(), Kind::Dwk);
    let mut named = Walkmesh::from_raw(raw).with_kind(Kind::of_file("ROOM.Wok").unwrap());
    named.bake(&BakeOptions::default()).unwrap();
    assert!(named.to_bytes().unwrap() == sound.to_bytes().unwrap());
}

#[test]
fn a_placeable_whose_type_word_is_1_is_repaired_and_its_losses_are_reported() {
    for kind in [Kind::Pwk, Kind::Dwk] {
        let sound = Walkmesh::from_triangles(kind, floor(2, 2, 7)).unwrap();
        let mut raw = sound.as_raw().clone();
        raw.walkmesh_type = 1;
        let mut repaired = Walkmesh::from_raw(raw).with_kind(kind);
        assert_eq!(repaired.bake(&BakeOptions::default()).unwrap().dropped_tables, []);
        assert!(repaired.to_bytes().unwrap() == sound.to_bytes().unwrap());
        // A room's file under a placeable's name.
        let mut named = Walkmesh::from_raw(room(2, 2).into_raw()).with_kind(kind);
        let dropped = named.bake(&BakeOptions::default()).unwrap().dropped_tables;
        assert_eq!(dropped, [("nodes of the tree", 15), ("rows of neighbours", 8), ("edges", 8), ("perimeters", 1)]);
        assert!(named.as_raw().edges.is_empty());
    }
}

#[test]
fn chosen_faces_and_hooks_that_do_not_exist_are_refused() {
    let mut room = room(2, 1);
    let before = room.as_raw().clone();
    let missing = [FaceId(1), FaceId(4)];
    assert_eq!(room.paint(&missing, MaterialId(7)), Err(EditError::NoSuchFace(FaceId(4))));
    assert_eq!(room.flip_faces(&missing), Err(EditError::NoSuchFace(FaceId(4))));
    assert_eq!(room.set_hook(2, [0.0; 3]), Err(EditError::NoSuchHook(2)));
    let moves = [(VertexId(0), [1.0; 3]), (VertexId(99), [1.0; 3])];
    assert_eq!(room.move_vertices(moves), Err(EditError::NoSuchVertex(VertexId(99))));
    assert_eq!(room.as_raw(), &before);

    // A face that is listed twice is turned once; a box selects the faces whose centres are in it or on its surface.
    room.flip_faces(&[FaceId(2), FaceId(2)]).unwrap();
    let [a, b, c] = before.faces[2].vertices;
    assert_eq!(room.as_raw().faces[2].vertices, [a, c, b]);
    let around = |min: f32, max: f32| Aabb { min: [min, 0.0, 0.0], max: [max, 1.0, 0.0] };
    assert_eq!(room.faces_in_box(&around(0.0, 0.5)), [FaceId(1)]);
    assert_eq!(room.faces_in_box(&around(0.0, 2.0)).len(), 4);
    assert_eq!(room.faces_in_box(&around(f32::NAN, 2.0)), []);
}
