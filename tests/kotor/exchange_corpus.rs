//! Real walkmeshes to an editor and back.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::exchange::{ClassedTriangle, GltfScene, MatchOptions, NodeReport, Scene, SceneNode, Up};
use walkmesh::kotor::{EdgeId, FaceId, ImportOptions, MaterialId, VertexId, Walkmesh};
use walkmesh_testing::{corpus, files, stem};

use crate::blender;
use crate::editor::{through_an_editor, through_glb, through_six_decimals};

/// The files of the corpus with their names.
fn walkmeshes() -> Vec<(String, Walkmesh)> {
    let Some(corpus) = corpus("kotor") else { return Vec::new() };
    let mut all = Vec::new();
    for extension in ["wok", "pwk", "dwk"] {
        for path in files(&corpus, extension) {
            let walkmesh = Walkmesh::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
            let kind = walkmesh::kotor::Kind::of_file(&format!("a.{extension}")).unwrap();
            all.push((stem(&path), walkmesh.with_kind(kind).with_materials_as_stored()));
        }
    }
    assert!(all.len() >= 100, "{} files", all.len());
    all
}

fn apply(walkmesh: &Walkmesh, edited: &SceneNode) -> (Walkmesh, NodeReport) {
    let mut after = walkmesh.clone();
    let report = after.apply_edited(edited, &MatchOptions::default()).unwrap();
    (after, report)
}

#[test]
fn every_file_comes_back_unchanged() {
    for (name, walkmesh) in walkmeshes() {
        let (node, _) = walkmesh.to_scene_node(&name);
        for edited in [through_an_editor(&node), through_glb(&node)] {
            let (after, report) = apply(&walkmesh, &edited);
            assert!(report.is_unchanged(), "{name}: {report:?}");
            assert_eq!((report.marks_placed, &report.marks_not_placed), (node.set.marks.len(), &vec![]), "{name}");
            assert_eq!(after.to_bytes().unwrap(), walkmesh.to_bytes().unwrap(), "{name}");
        }
    }
}

#[test]
fn every_file_comes_back_with_its_faces_through_six_decimals() {
    let options = MatchOptions::default().with_snap(1e-4).with_keep_marks(true);
    for (name, walkmesh) in walkmeshes() {
        let (node, _) = walkmesh.to_scene_node(&name);
        let mut after = walkmesh.clone();
        let report = after.apply_edited(&through_six_decimals(&node), &options).unwrap();
        assert!(report.is_unchanged(), "{name}: {report:?}");
        assert_eq!(after.to_bytes().unwrap(), walkmesh.to_bytes().unwrap(), "{name}");
    }
}

/// Faces by their points, with materials; and the transitions by their points.
type Content = (BTreeMap<([[u32; 3]; 3], u32), usize>, BTreeSet<([[u32; 3]; 2], u32)>);

fn content(walkmesh: &Walkmesh) -> Content {
    let bits = |point: [f32; 3]| point.map(|value| (value + 0.0).to_bits());
    let mut faces = BTreeMap::new();
    for face in walkmesh.faces() {
        let [a, b, c] = face.points().unwrap().map(bits);
        let rotated = [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap();
        *faces.entry((rotated, face.material().0)).or_default() += 1;
    }
    let ends = |edge: EdgeId| walkmesh.edge_points(edge).unwrap().map(bits);
    (faces, walkmesh.transitions().map(|(edge, room)| (ends(edge), room.0)).collect())
}

#[test]
fn a_new_walkmesh_has_the_faces_and_transitions_of_the_file() {
    for (name, walkmesh) in walkmeshes() {
        let (node, _) = walkmesh.to_scene_node(&name);
        let options = ImportOptions::new(walkmesh.kind()).with_materials(walkmesh.materials().clone());
        let (new, report) = Walkmesh::from_scene_node(&through_glb(&node), &options).unwrap();
        // Exact duplicates and degenerate faces are lost, and coincident vertices become one.
        let ((faces, transitions), (expected, all)) = (content(&new), content(&walkmesh));
        assert!(faces.keys().all(|face| expected.contains_key(face)), "{name}");
        assert!(expected.len() - faces.len() <= 4 + report.notes.len() * 12, "{name}");
        assert!(transitions.is_subset(&all), "{name}");
        assert_eq!(transitions.len() + report.marks_not_placed.len(), all.len(), "{name}: {report:?}");
    }
}

/// The tables that differ.
fn differing(a: &Walkmesh, b: &Walkmesh) -> Vec<&'static str> {
    a.diff(b).into_iter().filter(|table| !table.is_equal()).map(|table| table.table).collect()
}

#[test]
fn a_painted_face_is_named_and_nothing_else_differs() {
    for (name, walkmesh) in walkmeshes() {
        let (mut node, _) = walkmesh.to_scene_node(&name);
        let table = walkmesh.materials();
        // A face without a twin, from one material to another on the same side.
        let Some(at) = unique_face(&node) else { continue };
        let class = node.set.triangles[at].class;
        let walkable = table.is_walkable(MaterialId(class));
        let other = (0..31).find(|id| *id != class && table.is_walkable(MaterialId(*id)) == walkable).unwrap();
        node.set.triangles[at].class = other;
        let (after, report) = apply(&walkmesh, &through_glb(&node));
        assert_eq!((&report.matched.repainted, report.mark_edits.len()), (&vec![at as u32], 0), "{name}");
        let saved = Walkmesh::from_bytes(&after.to_bytes().unwrap()).unwrap();
        assert_eq!(differing(&saved, &walkmesh), ["materials"], "{name}");
    }
}

/// The face nearest to the middle of the file whose points belong to no other face.
fn unique_face(node: &SceneNode) -> Option<usize> {
    let set = &node.set;
    let key = |row: &ClassedTriangle| {
        let mut points = row.corners.map(|corner| set.points[corner as usize].map(|value| (value + 0.0).to_bits()));
        points.sort_unstable();
        points
    };
    let mut count = BTreeMap::<_, usize>::new();
    set.triangles.iter().for_each(|row| *count.entry(key(row)).or_default() += 1);
    let middle = set.triangles.len() / 2;
    let is_single = |at: &usize| {
        let points = key(&set.triangles[*at]);
        count[&points] == 1 && points[0] != points[1] && points[1] != points[2]
    };
    (middle..set.triangles.len()).chain(0..middle).find(is_single)
}

#[test]
fn a_deleted_face_and_a_new_quad_are_named_and_the_rest_stays() {
    for (name, walkmesh) in walkmeshes() {
        let (mut node, _) = walkmesh.to_scene_node(&name);
        let Some(at) = unique_face(&node) else { continue };
        let removed = node.set.triangles.remove(at);
        let first = node.set.points.len() as u32;
        node.set.points.extend([[900.0, 0.0, 0.0], [901.0, 0.0, 0.0], [901.0, 1.0, 0.0], [900.0, 1.0, 0.0]]);
        let quad = [[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|corner| first + corner));
        node.set.triangles.extend(quad.map(|corners| ClassedTriangle { corners, class: 4 }));
        let (after, report) = apply(&walkmesh, &through_glb(&node));
        assert_eq!(report.matched.removed, [at as u32], "{name}");
        assert_eq!((report.matched.added.len(), report.matched.kept), (2, walkmesh.face_count() - 1), "{name}");
        // The other faces keep their corners, materials and order; vertices that only this face used are gone.
        let rows = |walkmesh: &Walkmesh| {
            let bits = |face: walkmesh::kotor::Face<'_>| {
                face.points().map(|points| points.map(|point| point.map(f32::to_bits)))
            };
            walkmesh.faces().map(|face| (bits(face), face.material())).collect::<Vec<_>>()
        };
        let mut expected = rows(&walkmesh);
        expected.remove(at);
        assert_eq!(rows(&after)[..expected.len()], expected, "{name}");
        let is_used = |corner: u32| node.set.triangles.iter().any(|row| row.corners.contains(&corner));
        let dropped = removed.corners.into_iter().filter(|corner| !is_used(*corner)).count();
        assert_eq!(after.vertex_count(), walkmesh.vertex_count() - dropped + 4, "{name}");
        let mut baked = after.clone();
        baked.bake_stale().unwrap();
        // Only transitions of the removed face are gone.
        let gone: Vec<_> = walkmesh.transitions().filter(|(edge, _)| edge.face() == FaceId(at as u32)).collect();
        assert_eq!(baked.transitions().count() + gone.len(), walkmesh.transitions().count(), "{name} {removed:?}");
        assert_eq!(report.marks_not_placed.len(), gone.len(), "{name}");
    }
}

#[test]
fn a_face_cut_with_a_knife_is_named_and_its_transitions_stay() {
    for (name, walkmesh) in walkmeshes() {
        let (mut node, _) = walkmesh.to_scene_node(&name);
        // A face with a transition, if there is one. The knife cuts each edge of it.
        let linked = walkmesh.transitions().map(|(edge, _)| edge).next();
        let Some(at) = linked.map(|edge| edge.face().index()).or_else(|| unique_face(&node)) else { continue };
        let set = &mut node.set;
        let ClassedTriangle { corners: [a, b, c], class } = set.triangles[at];
        let first = set.points.len() as u32;
        for [from, to] in [[a, b], [b, c], [c, a]].map(|ends| ends.map(|corner| set.points[corner as usize])) {
            set.points.push(std::array::from_fn(|axis| ((f64::from(from[axis]) + f64::from(to[axis])) / 2.0) as f32));
        }
        let [ab, bc, ca] = [first, first + 1, first + 2];
        set.triangles.remove(at);
        let pieces = [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]];
        set.triangles.extend(pieces.map(|corners| ClassedTriangle { corners, class }));
        let (mut after, report) = apply(&walkmesh, &through_glb(&node));
        assert_eq!((&report.matched.removed, report.matched.added.len()), (&vec![at as u32], 4), "{name}");
        assert_eq!((report.marks_not_placed.len(), report.mark_edits.len()), (0, 0), "{name}: {report:?}");
        let cut = walkmesh.transitions().filter(|(edge, _)| edge.face().index() == at).count();
        assert_eq!(after.bake_stale().unwrap().lost_transitions, [], "{name}");
        assert_eq!(after.transitions().count(), walkmesh.transitions().count() + cut, "{name}: {report:?}");
    }
}

#[test]
fn a_moved_vertex_is_named_and_the_rest_stays() {
    for (name, walkmesh) in walkmeshes() {
        let (mut node, _) = walkmesh.to_scene_node(&name);
        let Some(at) = unique_face(&node) else { continue };
        let vertex = node.set.triangles[at].corners[0];
        let is_alone = |point: &&[f32; 3]| **point == node.set.points[vertex as usize];
        if node.set.points.iter().filter(is_alone).count() > 1 {
            continue;
        }
        node.set.points[vertex as usize][2] += 0.125;
        let (after, report) = apply(&walkmesh, &through_glb(&node));
        let of_vertex = |row: &&ClassedTriangle| row.corners.contains(&vertex);
        let touched = node.set.triangles.iter().filter(of_vertex).count();
        let moved: Vec<_> = report.matched.moved_points.iter().map(|row| row.point).collect();
        if report.matched.added.is_empty() {
            assert_eq!((moved, report.matched.moved.len()), (vec![vertex], touched), "{name}");
            assert_eq!(after.vertex(VertexId(vertex)), Some(node.set.points[vertex as usize]), "{name}");
            assert_eq!((after.as_raw().edges.clone(), report.mark_edits.len()), (walkmesh.as_raw().edges.clone(), 0));
        } else {
            // The vertex of a face cannot be followed if the face shares no edge with an unchanged one.
            assert!(touched <= 2, "{name}: {touched} faces");
        }
    }
}

/// "Set Origin" rounds every vertex and mark, "Apply All Transforms" puts all marks in one point, and "Selected Objects"
/// loses them.
#[test]
fn what_blender_does_by_itself_changes_no_byte() {
    let steps: [fn(&mut Scene); 3] = [blender::set_origin, blender::apply_all_transforms, blender::selected_objects];
    let mut rounded = 0;
    for (name, walkmesh) in walkmeshes() {
        let (node, _) = walkmesh.to_scene_node(&name);
        for step in steps {
            let mut scene = Scene { nodes: vec![through_an_editor(&node)], ..Scene::default() };
            step(&mut scene);
            let back = GltfScene::from_bytes(&scene.to_glb().unwrap(), Up::Z).unwrap().scene.merged(&name);
            let (after, report) = apply(&walkmesh, &back);
            assert!(report.is_unchanged(), "{name}: {report:?}");
            assert_eq!(after.to_bytes().unwrap(), walkmesh.to_bytes().unwrap(), "{name}");
            rounded += report.matched.snapped.len();
        }
    }
    println!("{rounded} vertices were rounded and put back");
}

/// In Blender: select all, move, rotate by 90°, and scale by 1.5.
#[test]
fn a_file_that_was_moved_as_a_whole_keeps_its_numbers_transitions_and_vertices() {
    let motions: [&dyn Fn([f32; 3]) -> [f32; 3]; 3] =
        [&|[x, y, z]| [x + 37.53, y - 20.21, z + 1.5], &|[x, y, z]| [500.0 - y, x, z], &|[x, y, z]| {
            [1.5 * x + 300.0, 1.5 * y, 1.5 * z]
        }];
    let (mut all, mut replaced) = (0, 0);
    for (name, walkmesh) in walkmeshes() {
        for motion in motions {
            let (mut node, _) = walkmesh.to_scene_node(&name);
            let marks = node.set.marks.iter_mut().map(|mark| &mut mark.point);
            node.set.points.iter_mut().chain(marks).for_each(|point| *point = motion(*point));
            let (after, report) = apply(&walkmesh, &through_glb(&node));
            all += walkmesh.face_count();
            replaced += report.matched.removed.len();
            if report.matched.removed.is_empty() {
                assert_eq!(after.vertex_count(), walkmesh.vertex_count(), "{name}");
                let links = |walkmesh: &Walkmesh| walkmesh.transitions().collect::<Vec<_>>();
                assert_eq!(links(&after), links(&walkmesh), "{name}");
            }
        }
    }
    println!("of {all} faces, {replaced} were not recognised");
    assert!(100 * replaced <= all, "of {all} faces, {replaced} were not recognised");
}

#[test]
fn a_moved_mark_moves_its_transition_only() {
    let mut moved = 0;
    for (name, walkmesh) in walkmeshes() {
        let (mut node, _) = walkmesh.to_scene_node(&name);
        let Some(at) = node.set.marks.iter().position(|mark| mark.name.starts_with("transition")) else { continue };
        // To an edge that leads nowhere.
        let Some(free) = walkmesh.as_raw().edges.iter().find(|row| row.transition < 0) else { continue };
        let edge = EdgeId::from_raw(free.edge).unwrap();
        let [a, b] = walkmesh.edge_points(edge).unwrap();
        node.set.marks[at].point = std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32);
        let (after, report) = apply(&walkmesh, &through_glb(&node));
        assert_eq!((report.mark_edits.len(), report.marks_not_placed.len()), (1, 0), "{name}: {report:?}");
        assert!(after.transitions().any(|(found, _)| found == edge), "{name}");
        assert_eq!(after.transitions().count(), walkmesh.transitions().count(), "{name}");
        assert_eq!(differing(&after, &walkmesh), ["edges"], "{name}");
        moved += 1;
    }
    println!("{moved} files with transitions");
}
