//! Walkmeshes to an editor and back.

use walkmesh::exchange::{
    Class, ClassedTriangle, LostMark, Mark, MarkEdit, MatchError, MatchOptions, NodeReport, SceneNode, Transform,
};
use walkmesh::finding::CheckOptions;
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::{EdgeId, FaceId, Hook, ImportError, ImportOptions, Kind, MaterialId, RoomId, VertexId, Walkmesh};

use crate::editor::{node_of, through_an_editor, through_glb, through_six_decimals};
use crate::room;

/// A room of 3 by 3 squares with two transitions in the south and one in the north.
fn linked() -> Walkmesh {
    let mut room = room(3, 3);
    for (middle, to) in [([0.5, 0.0, 0.0], 7), ([1.5, 0.0, 0.0], 7), ([0.5, 3.0, 0.0], 2)] {
        let edge = edge_at(&room, middle);
        room.set_transition(edge, Some(RoomId(to))).unwrap();
    }
    room
}

/// The perimeter edge with a given midpoint.
fn edge_at(room: &Walkmesh, middle: [f32; 3]) -> EdgeId {
    let edges = room.as_raw().edges.iter().filter_map(|row| EdgeId::from_raw(row.edge));
    let of = |edge: EdgeId| {
        let [a, b] = room.edge_points(edge).unwrap();
        std::array::from_fn::<f32, 3, _>(|axis| (a[axis] + b[axis]) / 2.0)
    };
    edges.into_iter().find(|edge| of(*edge) == middle).expect("an edge there")
}

/// The transitions as (middle, room), sorted.
fn transitions(room: &Walkmesh) -> Vec<([f32; 3], u32)> {
    let mut all: Vec<_> = room
        .transitions()
        .map(|(edge, to)| {
            let [a, b] = room.edge_points(edge).unwrap();
            (std::array::from_fn(|axis| (a[axis] + b[axis]) / 2.0), to.0)
        })
        .collect();
    all.sort_by(|a: &([f32; 3], u32), b| a.partial_cmp(b).unwrap());
    all
}

/// Takes an edited node back, saves, and checks the result.
fn applied(base: &Walkmesh, edited: &SceneNode) -> (Walkmesh, NodeReport) {
    let mut after = base.clone();
    let report = after.apply_edited(&through_glb(edited), &MatchOptions::default()).unwrap();
    let bytes = after.to_bytes().unwrap();
    assert_eq!(report.is_unchanged(), bytes == base.to_bytes().unwrap());
    after.bake_stale().unwrap();
    let worse = |walkmesh: &Walkmesh| {
        let found = walkmesh.check(&CheckOptions::default().without_flaws());
        found.iter().filter(|finding| !crate::OF_THE_FACES.contains(&finding.code())).count()
    };
    assert_eq!(worse(&after), worse(base));
    (after, report)
}

fn mark(name: &str, point: [f32; 3]) -> Mark {
    Mark { name: name.into(), point }
}

#[test]
fn a_node_has_materials_as_classes_and_marks_for_transitions() {
    let mut room = linked();
    room.set_material(FaceId(3), MaterialId(10)).unwrap();
    let (node, notes) = room.to_scene_node("hall");
    assert_eq!(notes, []);
    assert_eq!(node.set.classes.iter().map(Class::label).collect::<Vec<_>>(), ["04 Stone", "10 Metal"]);
    assert!(node.set.classes.iter().all(|class| class.walkable));
    let edge = edge_at(&room, [1.5, 0.0, 0.0]);
    assert!(node.set.marks.contains(&mark(&format!("transition {} to room 7", edge.0), [1.5, 0.0, 0.0])));
    assert_eq!((node.set.marks.len(), node.set.points.len(), node.set.triangles.len()), (3, 16, 18));
}

#[test]
fn what_was_not_edited_comes_back_without_a_change() {
    for walkmesh in [linked(), room(1, 1), Walkmesh::from_raw(Bwm { walkmesh_type: 1, ..Bwm::default() })] {
        let before = walkmesh.to_bytes().unwrap();
        for edited in [node_of(&walkmesh), through_an_editor(&node_of(&walkmesh)), through_glb(&node_of(&walkmesh))] {
            let mut after = walkmesh.clone();
            let report = after.apply_edited(&edited, &MatchOptions::default()).unwrap();
            assert!(report.is_unchanged(), "{report:?}");
            assert_eq!(report.marks_placed, walkmesh.transitions().count());
            assert_eq!((report.marks_not_placed, report.notes), (vec![], vec![]));
            assert_eq!(after.to_bytes().unwrap(), before);
        }
    }
}

#[test]
fn a_painted_face_changes_its_own_word() {
    let base = linked();
    let mut edited = node_of(&base);
    edited.set.triangles[5].class = 10;
    let (after, report) = applied(&base, &edited);
    assert_eq!((report.matched.repainted, report.matched.kept), (vec![5], 17));
    assert_eq!(after.face(FaceId(5)).unwrap().material(), MaterialId(10));
    let differing = after.diff(&base).into_iter().filter(|table| !table.is_equal()).map(|table| table.table);
    assert_eq!(differing.collect::<Vec<_>>(), ["materials"]);
}

#[test]
fn a_face_painted_not_walkable_loses_its_transition_and_the_report_says_so() {
    let base = linked();
    let mut edited = node_of(&base);
    let face = edge_at(&base, [1.5, 0.0, 0.0]).face();
    edited.set.triangles[face.index()].class = 7;
    let (after, report) = applied(&base, &edited);
    assert_eq!(report.matched.repainted, [face.0]);
    assert_eq!(transitions(&after), [([0.5, 0.0, 0.0], 7), ([0.5, 3.0, 0.0], 2)]);
    let own = edited.set.marks.iter().find(|mark| mark.point == [1.5, 0.0, 0.0]).unwrap().clone();
    let reason = "its edge is gone, or walking does not end there any more".into();
    assert_eq!(report.marks_not_placed, [LostMark { mark: own.clone(), reason }]);
    assert_eq!(report.mark_edits, [MarkEdit { before: Some(own), after: None }]);
}

#[test]
fn a_moved_vertex_moves_its_faces_and_their_transitions_stay() {
    let base = linked();
    let mut edited = node_of(&base);
    let at = edited.set.points.iter().position(|point| *point == [1.0, 0.0, 0.0]).unwrap();
    edited.set.points[at] = [1.0, -2.0, 0.25];
    let (after, report) = applied(&base, &edited);
    assert_eq!((report.matched.moved_points.len(), report.matched.moved.len()), (1, 3));
    assert_eq!((&report.mark_edits, report.marks_placed), (&vec![], 3));
    assert_eq!(transitions(&after), [([0.5, -1.0, 0.125], 7), ([0.5, 3.0, 0.0], 2), ([1.5, -1.0, 0.125], 7)]);
    assert_eq!(after.vertex(VertexId(at as u32)), Some([1.0, -2.0, 0.25]));
    assert_eq!(after.as_raw().edges, base.as_raw().edges);
}

#[test]
fn a_deleted_face_is_removed_with_its_transition_and_the_vertices_that_only_it_had() {
    let base = linked();
    let mut edited = node_of(&base);
    let face = edge_at(&base, [0.5, 0.0, 0.0]).face();
    edited.set.triangles.remove(face.index());
    let (after, report) = applied(&base, &edited);
    assert_eq!((report.matched.removed, report.marks_placed), (vec![face.0], 2));
    assert_eq!(report.marks_not_placed.len(), 1);
    assert_eq!((after.face_count(), after.vertex_count()), (17, 16));
    assert_eq!(transitions(&after), [([0.5, 3.0, 0.0], 2), ([1.5, 0.0, 0.0], 7)]);
}

#[test]
fn a_new_quad_joins_the_floor_and_a_transition_at_the_seam_is_gone() {
    let base = linked();
    let mut edited = node_of(&base);
    let set = &mut edited.set;
    let [a, b] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
        .map(|wanted| set.points.iter().position(|point| *point == wanted).unwrap() as u32);
    set.points.extend([[0.0, -1.0, 0.0], [1.0, -1.0, 0.0]]);
    set.triangles.extend([[16, 17, b], [16, b, a]].map(|corners| ClassedTriangle { corners, class: 4 }));
    let (after, report) = applied(&base, &edited);
    assert_eq!(report.matched.added, [18, 19]);
    assert_eq!((after.face_count(), after.vertex_count()), (20, 18));
    assert_eq!(transitions(&after), [([0.5, 3.0, 0.0], 2), ([1.5, 0.0, 0.0], 7)]);
    assert_eq!(report.marks_not_placed[0].mark.point, [0.5, 0.0, 0.0]);
}

#[test]
fn a_transition_goes_where_its_mark_is_moved_to() {
    let base = linked();
    let mut edited = node_of(&base);
    let own = edited.set.marks.iter_mut().find(|mark| mark.point == [0.5, 0.0, 0.0]).unwrap();
    let before = own.clone();
    own.point = [2.6, 0.1, 0.2];
    let after_mark = own.clone();
    let (after, report) = applied(&base, &edited);
    assert_eq!(report.mark_edits, [MarkEdit { before: Some(before), after: Some(after_mark) }]);
    assert_eq!(transitions(&after), [([0.5, 3.0, 0.0], 2), ([1.5, 0.0, 0.0], 7), ([2.5, 0.0, 0.0], 7)]);
    let differing = after.diff(&base).into_iter().filter(|table| !table.is_equal()).map(|table| table.table);
    assert_eq!(differing.collect::<Vec<_>>(), ["edges"]);
}

#[test]
fn marks_are_added_renamed_removed_and_nudged() {
    let base = linked();
    let mut edited = node_of(&base);
    let marks = &mut edited.set.marks;
    let at = |marks: &[Mark], point: [f32; 3]| marks.iter().position(|mark| mark.point == point).unwrap();
    let (renamed, removed, nudged) =
        (at(marks, [0.5, 0.0, 0.0]), at(marks, [0.5, 3.0, 0.0]), at(marks, [1.5, 0.0, 0.0]));
    marks[renamed].name = "transition 12 to room 9.001".into();
    marks[nudged].point = [1.6, 0.0, 0.0];
    let gone = marks[removed].clone();
    marks[removed] = mark("Transition to room 3", [3.0, 1.5, 0.0]);
    let expected = [
        MarkEdit { before: Some(node_of(&base).set.marks[renamed].clone()), after: Some(marks[renamed].clone()) },
        MarkEdit { before: None, after: Some(marks[removed].clone()) },
        MarkEdit { before: Some(gone), after: None },
    ];
    let (after, report) = applied(&base, &edited);
    assert_eq!(report.mark_edits, expected);
    assert_eq!((report.marks_placed, report.marks_not_placed), (3, vec![]));
    assert_eq!(transitions(&after), [([0.5, 0.0, 0.0], 9), ([1.5, 0.0, 0.0], 7), ([3.0, 1.5, 0.0], 3)]);
}

#[test]
fn marks_that_fit_nothing_are_reported_with_the_reason() {
    let base = linked();
    let mut edited = node_of(&base);
    edited.set.marks.extend([
        mark("Empty", [0.0; 3]),
        mark("transition to room 4", [1.5, 1.5, 0.0]),
        mark("transition to room 4", [0.52, 0.0, 0.0]),
        mark("pwk_use01", [0.0; 3]),
    ]);
    let mut after = base.clone();
    let report = after.apply_edited(&edited, &MatchOptions::default()).unwrap();
    assert!(report.is_unchanged());
    let edge = edge_at(&base, [0.5, 0.0, 0.0]).0;
    let reasons: Vec<_> =
        report.marks_not_placed.iter().map(|lost| (lost.mark.name.as_str(), lost.reason.as_str())).collect();
    assert_eq!(
        reasons,
        [
            ("Empty", "its name means nothing in such a walkmesh"),
            ("pwk_use01", "its name means nothing in such a walkmesh"),
            ("transition to room 4", "no edge of a perimeter has its middle within 0.5 m"),
            (
                "transition to room 4",
                format!("the nearest edge, {edge}, leads to another room by another mark").as_str()
            ),
        ]
    );
}

#[test]
fn a_cut_edge_leads_to_its_room_with_every_piece() {
    let base = linked();
    let mut edited = node_of(&base);
    let set = &mut edited.set;
    let edge = edge_at(&base, [0.5, 0.0, 0.0]);
    let ClassedTriangle { corners, class } = set.triangles[edge.face().index()];
    let [a, b, c] = [0, 1, 2].map(|step| corners[(edge.side() + step) % 3]);
    // The knife hits the edge at a third of its length.
    set.points.push([0.333_333_34, 0.0, 0.0]);
    set.triangles[edge.face().index()].corners = [a, 16, c];
    set.triangles.push(ClassedTriangle { corners: [16, b, c], class });
    let (after, report) = applied(&base, &edited);
    assert_eq!((report.matched.removed.len(), report.matched.added.len()), (1, 2));
    assert_eq!((report.marks_placed, report.marks_not_placed.len(), report.mark_edits.len()), (3, 0, 0));
    assert!(report.notes[0].message.contains("was cut into 2 edges, which all lead to room 7"), "{:?}", report.notes);
    let to_7 = transitions(&after).into_iter().filter(|(_, room)| *room == 7);
    assert_eq!(to_7.map(|(middle, _)| middle[0]).collect::<Vec<_>>(), [0.166_666_67, 0.666_666_7, 1.5]);
}

#[test]
fn a_cut_inside_a_face_leaves_its_transition() {
    let base = linked();
    let mut edited = node_of(&base);
    let set = &mut edited.set;
    let face = edge_at(&base, [0.5, 0.0, 0.0]).face();
    let ClassedTriangle { corners: [a, b, c], class } = set.triangles[face.index()];
    let centre = std::array::from_fn(|axis| {
        [a, b, c].iter().map(|corner| set.points[*corner as usize][axis]).sum::<f32>() / 3.0
    });
    set.points.push(centre);
    set.triangles[face.index()].corners = [a, b, 16];
    set.triangles.extend([[b, c, 16], [c, a, 16]].map(|corners| ClassedTriangle { corners, class }));
    let (after, report) = applied(&base, &edited);
    assert_eq!(transitions(&after), transitions(&base));
    assert!(report.notes[0].message.contains("belongs to another face now"), "{:?}", report.notes);
}

#[test]
fn a_flipped_face_keeps_its_transition_at_its_edge() {
    let mut walkmesh = linked();
    let face = edge_at(&walkmesh, [0.5, 0.0, 0.0]).face();
    walkmesh.flip_faces(&[face]).unwrap();
    walkmesh.bake_stale().unwrap();
    assert_eq!(transitions(&walkmesh), transitions(&linked()));
    // Turned back, then edited again.
    let mut edited = node_of(&walkmesh);
    edited.set.triangles[face.index()].corners.swap(0, 2);
    let (after, report) = applied(&walkmesh, &edited);
    assert_eq!(report.matched.flipped, [face.0]);
    assert_eq!(
        (transitions(&after), after.as_raw().adjacencies.clone()),
        (transitions(&linked()), linked().into_raw().adjacencies)
    );
}

#[test]
fn without_marks_in_the_format_transitions_stay_where_their_edges_do() {
    let base = linked();
    let options = MatchOptions::default().with_snap(1e-4).with_keep_marks(true);
    let mut after = base.clone();
    let report = after.apply_edited(&through_six_decimals(&node_of(&base)), &options).unwrap();
    assert!(report.is_unchanged() && report.marks_placed == 0, "{report:?}");

    let mut edited = node_of(&base);
    let face = edge_at(&base, [0.5, 0.0, 0.0]).face();
    edited.set.triangles.remove(face.index());
    let report = after.apply_edited(&through_six_decimals(&edited), &options).unwrap();
    assert_eq!(transitions(&after), [([0.5, 3.0, 0.0], 2), ([1.5, 0.0, 0.0], 7)]);
    assert!(report.notes[0].message.contains("is gone"), "{:?}", report.notes);
    assert_eq!((report.mark_edits.len(), report.marks_not_placed.len()), (1, 0));

    // The same file, treated as one that had marks: a program lost all of them, so the transitions stay.
    let mut after = base.clone();
    let report =
        after.apply_edited(&through_six_decimals(&node_of(&base)), &MatchOptions::default().with_snap(1e-4)).unwrap();
    assert_eq!((report.mark_edits.len(), after.transitions().count()), (0, 3));
    assert!(report.notes[0].message.starts_with("None of the 3 marks came back"), "{:?}", report.notes);
}

#[test]
fn hooks_and_the_position_are_marks_of_placeables_and_doors() {
    let panel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]];
    for (kind, name, first, second) in [
        (Kind::Pwk, "plc_chair", "pwk_use01", "pwk_use02"),
        (Kind::Dwk, "dor_lhr010", "dor_lhr01_DWK_dp_closed_01", "dor_lhr01_DWK_dp_closed_02"),
    ] {
        let mut base = Walkmesh::from_triangles(kind, [(panel, MaterialId(7))]).unwrap();
        base.set_position([0.5, 0.25, 1.0]).unwrap();
        base.set_hooks([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
        let (mut node, _) = base.to_scene_node(name);
        let marks = [mark(first, [0.0, -1.0, 0.0]), mark(second, [0.0, 1.0, 0.0]), mark("position", [0.5, 0.25, 1.0])];
        assert_eq!(node.set.marks, marks);
        assert!(base.clone().apply_edited(&through_glb(&node), &MatchOptions::default()).unwrap().is_unchanged());

        node.set.marks[0].name.push_str(".001");
        node.set.marks[0].point = [0.0, -1.5, 0.0];
        node.set.marks.remove(1);
        let (after, report) = applied(&base, &node);
        assert_eq!((report.mark_edits.len(), report.marks_placed), (2, 2));
        let absolute = if kind == Kind::Dwk { [0.5, -1.25, 1.0] } else { [0.0; 3] };
        assert_eq!(after.hooks()[0], Hook { relative: [0.0, -1.5, 0.0], absolute });
        assert_eq!(after.hooks()[1].relative, [0.0; 3]);

        node.set.marks[1].point = [0.0, 0.0, 4.0];
        let (moved, _) = applied(&after, &node);
        assert_eq!((moved.position(), moved.vertex(VertexId(0))), ([0.0, 0.0, 4.0], after.vertex(VertexId(0))));
        let absolute = if kind == Kind::Dwk { [0.0, -1.5, 4.0] } else { [0.0; 3] };
        assert_eq!(moved.hooks()[0].absolute, absolute);
    }
}

#[test]
fn a_class_without_a_number_is_known_by_its_name_or_left_as_it_was() {
    let base = linked();
    let mut edited = node_of(&base);
    let class =
        |number, name: &str| Class { number: Class::UNNUMBERED + number, name: name.into(), ..Class::default() };
    edited.set.classes.extend([class(0, "metal"), class(1, "Floor")]);
    edited.set.triangles[2].class = Class::UNNUMBERED;
    edited.set.triangles[3].class = Class::UNNUMBERED + 1;
    edited.set.points.push([5.0, 5.0, 5.0]);
    edited.set.triangles.push(ClassedTriangle { corners: [0, 1, 16], class: Class::UNNUMBERED + 1 });
    let mut after = base.clone();
    let report = after.apply_edited(&edited, &MatchOptions::default()).unwrap();
    assert_eq!((&report.matched.repainted, report.matched.kept), (&vec![2], 17));
    let expected = "No material is called `Floor`: 1 face keeps the old material, and 1 new face has material 4.";
    assert_eq!(report.notes[0].message, expected);
    assert_eq!(after.face(FaceId(18)).unwrap().material(), MaterialId(4));
}

#[test]
fn a_node_that_was_moved_as_a_whole_moves_its_points_and_marks() {
    let base = linked();
    let mut edited = node_of(&base);
    edited.placement = Transform::of_offset([10.0, 0.0, 0.0]);
    let mut after = base.clone();
    let report = after.apply_edited(&edited, &MatchOptions::default()).unwrap();
    assert!(after.vertices().zip(base.vertices()).all(|(now, [x, y, z])| now == [x + 10.0, y, z]));
    assert_eq!((report.matched.moved.len(), report.matched.added.len(), report.marks_placed), (18, 0, 3));
    assert_eq!((after.vertex_count(), report.mark_edits.len()), (base.vertex_count(), 0));
    assert_eq!(transitions(&after)[0], ([10.5, 0.0, 0.0], 7));
}

#[test]
fn what_cannot_be_taken_changes_nothing() {
    let base = linked();
    let mut edited = node_of(&base);
    edited.set.triangles[0].class = 10;
    edited.set.points[3][0] = f32::NAN;
    let mut after = base.clone();
    let refused = after.apply_edited(&edited, &MatchOptions::default());
    assert_eq!(refused, Err(ImportError::Match(MatchError::NotFinite { point: 3 })));
    edited.set.points[3][0] = 1e12;
    assert!(matches!(after.apply_edited(&edited, &MatchOptions::default()), Err(ImportError::Edit(_))));
    edited.set.points.truncate(2);
    assert!(matches!(after.apply_edited(&edited, &MatchOptions::default()), Err(ImportError::Match(_))));
    assert_eq!(after.to_bytes().unwrap(), base.to_bytes().unwrap());
}

#[test]
fn a_plain_mesh_becomes_a_room() {
    let base = linked();
    let mut node = through_glb(&node_of(&base));
    let (again, report) = Walkmesh::from_scene_node(&node, &ImportOptions::new(Kind::Wok)).unwrap();
    assert_eq!((again.face_count(), again.vertex_count(), report.marks_placed), (18, 16, 3));
    assert_eq!(transitions(&again), transitions(&base));
    assert_eq!(crate::codes(&again), [""; 0]);

    // Without materials, and with a degenerate triangle.
    node.set.triangles.iter_mut().for_each(|row| row.class = Class::UNNUMBERED);
    node.set.classes = vec![Class { number: Class::UNNUMBERED, ..Class::default() }];
    node.set.triangles.push(ClassedTriangle { corners: [0, 1, 0], class: 4 });
    let options = ImportOptions::new(Kind::Wok).with_unnamed(MaterialId(10));
    let (metal, report) = Walkmesh::from_scene_node(&node, &options).unwrap();
    assert_eq!((metal.faces_of_material(MaterialId(10)).len(), report.notes.len()), (18, 2));

    // A wall among the floors, and nothing but that wall.
    let wall = node.set.points.len() as u32;
    node.set.points.extend([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]]);
    node.set.triangles.push(ClassedTriangle { corners: [wall, wall + 1, wall + 2], class: Class::UNNUMBERED });
    let materials = |node: &SceneNode| {
        let (room, _) = Walkmesh::from_scene_node(node, &options).unwrap();
        [10, 7].map(|material| room.faces_of_material(MaterialId(material)).len())
    };
    assert_eq!(materials(&node), [18, 1]);
    node.set.triangles.remove(18);
    assert_eq!(materials(&node), [18, 1]);
    node.set.triangles.drain(..18);
    assert_eq!(materials(&node), [1, 0]);
}
