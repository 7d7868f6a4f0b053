//! Areas through another program and back onto themselves: only edits change anything.

use std::collections::BTreeSet;

use walkmesh::exchange::{Class, ClassedTriangle, Mark, MatchOptions, NodeReport, SceneNode, Transform, TriangleSet};
use walkmesh::nwn2::{BakeError, BakeOptions, BuildOptions, EditError, ImportError, Terrain, TriangleId, Walkmesh};

use crate::editor::through_an_editor;
use crate::generated::field;

pub fn applied(walkmesh: &Walkmesh, edited: &SceneNode) -> (Walkmesh, NodeReport) {
    let mut after = walkmesh.clone();
    let report = after.apply_edited(&through_an_editor(edited), &MatchOptions::default()).expect("an edit");
    (after, report)
}

fn baked(walkmesh: &Walkmesh) -> Walkmesh {
    crate::baked(walkmesh, &BakeOptions::default()).expect("a bake")
}

/// A baked floor of squares of 4.5 m, four in a tile.
fn floor() -> Walkmesh {
    baked(&field(6, 6, &[], 4.5))
}

pub fn triangle(corners: [u32; 3], class: u32) -> ClassedTriangle {
    ClassedTriangle { corners, class }
}

#[test]
fn duplicates_loose_vertices_and_hidden_triangles_stay_through_an_edit() {
    let mut raw = field(4, 4, &[], 4.5).into_raw();
    assert_eq!(Walkmesh::from_raw(raw.clone()).to_scene_node("a").1, []);
    let walkmesh::formats::aswm::Triangles::V6B(rows) = &mut raw.triangles else { unreachable!("newest") };
    // A copy of a triangle of tile 0, and one without area.
    let (copy, mut line) = (rows[0], rows[1]);
    line.vertices = [copy.vertices[0], copy.vertices[1], copy.vertices[1]];
    rows.splice(1..1, [copy, line]);
    for (index, tile) in raw.tiles.iter_mut().enumerate() {
        tile.header.triangles_count += if index == 0 { 2 } else { 0 };
        tile.header.triangles_offset += if index == 0 { 0 } else { 2 };
    }
    raw.vertices.push([3.0, -0.0, 1.0].into());
    let before = baked(&Walkmesh::from_raw(raw.clone()));
    let (node, notes) = before.to_scene_node("a");
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].message.starts_with("1 triangle has two equal corners"), "{notes:?}");
    let (after, report) = applied(&before, &node);
    assert!(report.is_unchanged());
    assert_eq!((report.matched.restored.as_slice(), report.matched.uncarried.as_slice()), (&[1][..], &[2][..]));
    assert_eq!(after.to_bytes().unwrap(), before.to_bytes().unwrap());

    // A TRN has loose vertices, too.
    let before = Walkmesh::from_raw(raw);
    let (mut node, notes) = before.to_scene_node("a");
    assert_eq!(notes.len(), 3, "{notes:?}");
    node.set.triangles[9].class = 0;
    let (after, report) = applied(&before, &node);
    assert_eq!(report.matched.repainted, [9]);
    assert_eq!(after.vertices(), before.vertices());
    assert!(after.vertices().last().is_some_and(|vertex| vertex.y.is_sign_negative()));
    assert_eq!(after.triangle_rows().len(), before.triangle_rows().len());
    assert!(!after.is_baked());
}

#[test]
fn a_vertex_moved_over_the_border_of_its_tile_cuts_its_triangles_there() {
    let before = floor();
    let (mut node, _) = before.to_scene_node("yard");
    let moved =
        before.vertices().iter().position(|at| (4.0..7.0).contains(&at.x) && (4.0..7.0).contains(&at.y)).expect("one");
    node.set.points[moved][0] = 9.75;
    let (after, report) = applied(&before, &node);
    assert_eq!(report.matched.moved_points.len(), 1);
    assert!(report.notes.iter().any(|note| note.message.contains("cut at the borders")), "{:?}", report.notes);
    assert!(after.triangle_rows().len() > before.triangle_rows().len());
    for tile in after.tiles() {
        let [x, y] = tile.origin();
        for point in tile.triangles().flat_map(|triangle| triangle.points().expect("points")) {
            assert!((x - 0.101..x + 9.101).contains(&point[0]) && (y - 0.101..y + 9.101).contains(&point[1]));
        }
    }
    // The cut edges are joined: no new edge is open.
    let open = |walkmesh: &Walkmesh| walkmesh.edges().iter().filter(|edge| edge.triangles[1] == u32::MAX).count();
    assert_eq!(open(&after), open(&before));
    let findings = after.check(&walkmesh::finding::CheckOptions::default().without_flaws());
    assert!(findings.is_clean(), "{findings}");
}

#[test]
fn what_reaches_out_of_the_grid_or_into_a_full_tile_is_refused_and_nothing_changes() {
    let before = floor();
    let (node, _) = before.to_scene_node("yard");
    let refused = |edited: &SceneNode| {
        let mut after = before.clone();
        let error = after.apply_edited(&through_an_editor(edited), &MatchOptions::default()).expect_err("no edit");
        assert_eq!(after, before);
        error
    };
    let mut edited = node.clone();
    edited.set.points[0][0] = -0.5;
    let outside = refused(&edited);
    assert!(matches!(outside, ImportError::Edit(EditError::OutsideGrid { .. })), "{outside}");

    let mut edited = node.clone();
    let first = edited.set.points.len() as u32;
    edited.set.points.extend((0..130).flat_map(|at| {
        let z = at as f32 + 5.0;
        [[2.0, 2.0, z], [3.0, 2.0, z], [3.0, 3.0, z]]
    }));
    edited.set.triangles.extend((0..130).map(|at| triangle([0, 1, 2].map(|corner| first + 3 * at + corner), 1)));
    let crowded = refused(&edited);
    assert!(matches!(crowded, ImportError::Edit(EditError::Bake(BakeError::CrowdedTiles(_)))), "{crowded}");

    edited = node.clone();
    edited.set.classes.push(Class { number: 15, name: "Lava".into(), ..Class::default() });
    edited.set.triangles[3].class = 15;
    assert_eq!(refused(&edited), ImportError::UnknownClass("15 Lava".into()));
}

#[test]
fn triangles_turned_over_stay_because_floors_face_up() {
    let before = floor();
    let (mut node, _) = before.to_scene_node("yard");
    assert!(node.set.triangles.iter().all(|row| {
        let [[ax, ay, _], [bx, by, _], [cx, cy, _]] = row.corners.map(|corner| node.set.points[corner as usize]);
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0.0
    }));
    node.set.triangles[3].corners.swap(0, 1);
    let (after, report) = applied(&before, &node);
    assert_eq!(report.matched.flipped, [3]);
    assert!(report.notes[0].message.starts_with("1 triangle was turned over"), "{:?}", report.notes);
    assert_eq!(after, before);
}

#[test]
fn a_triangle_that_faces_down_can_be_turned_up() {
    let mut raw = floor().into_raw();
    let walkmesh::formats::aswm::Triangles::V6B(rows) = &mut raw.triangles else { unreachable!("newest") };
    rows[5].vertices.swap(0, 1);
    let before = Walkmesh::from_raw(raw);
    let (mut node, _) = before.to_scene_node("yard");
    node.set.triangles[5].corners.swap(0, 1);
    let (after, report) = applied(&before, &node);
    assert_eq!((report.matched.flipped.as_slice(), report.notes.len()), (&[5][..], 0));
    assert!(after.triangle(TriangleId(5)).expect("there").faces_up());
}

#[test]
fn an_area_has_no_marks_and_takes_a_placement() {
    let before = floor();
    let (mut node, _) = before.to_scene_node("yard");
    node.set.marks.push(Mark { name: "Camera".into(), point: [1.0; 3] });
    let (after, report) = applied(&before, &node);
    assert_eq!((report.is_unchanged(), report.marks_not_placed.len()), (true, 1));
    assert_eq!(after, before);
    // The whole object was lifted.
    node.placement = Transform::of_offset([0.0, 0.0, 2.0]);
    let (after, _) = applied(&before, &node);
    assert_eq!(after.triangle_rows().len(), before.triangle_rows().len());
    assert!(after.vertices().iter().all(|vertex| vertex.z >= 2.0));
}

#[test]
fn a_new_area_is_built_from_a_plain_mesh_by_the_names_of_its_classes() {
    let points = vec![[0.0, 0.0, 0.0], [12.0, 0.0, 0.0], [12.0, 6.0, 0.0], [0.0, 6.0, 0.0], [3.0, 3.0, 2.0]];
    let named = |number: u32, name: &str| Class { number, name: name.into(), ..Class::default() };
    let classes = vec![named(4, "Stone"), named(Class::UNNUMBERED + 2, "not walkable")];
    let triangles = vec![
        triangle([0, 1, 2], 4),
        triangle([0, 2, 3], Class::UNNUMBERED + 2),
        triangle([0, 3, 4], Class::UNNUMBERED),
    ];
    let set = TriangleSet { points, triangles, classes, marks: vec![Mark::default()], ..TriangleSet::default() };
    let node = SceneNode { name: "new".into(), set, ..SceneNode::default() };
    let (mut area, report) = Terrain::from_scene_node(&node, &BuildOptions::default()).expect("an area");
    assert_eq!((area.size(), report.matched.added.len(), report.marks_not_placed.len()), (Some([2, 1]), 3, 1));
    let notes: Vec<_> = report.notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[2].starts_with("2 triangles lay in several tiles"), "{notes:?}");
    area.bake(&BakeOptions::default()).expect("a bake");
    let classes: BTreeSet<u32> =
        area.to_scene_node("new").expect("a walkmesh").0.set.triangles.iter().map(|row| row.class).collect();
    assert_eq!(classes, [0, 1, 0x21].into());

    let exterior = BuildOptions::default().with_tile_width(10.0);
    assert_eq!(Terrain::from_scene_node(&node, &exterior).expect("an area").0.size(), Some([1, 1]));
}

#[test]
fn the_bake_of_an_edited_trn_is_that_of_the_edited_mesh() {
    let before = field(6, 6, &[], 4.5);
    let (mut node, _) = before.to_scene_node("yard");
    node.set.triangles[7].class = 0;
    node.set.points[10][2] += 1.0;
    let (after, _) = applied(&before, &node);
    assert!(!after.is_baked());
    let findings = after.check(&walkmesh::finding::CheckOptions::default().without_flaws());
    let codes: Vec<_> = findings.iter().map(|finding| finding.code()).collect();
    assert_eq!(codes, ["walkmesh-not-baked"]);
    // The same edits after the bake give the same file.
    let (node_baked, _) = baked(&before).to_scene_node("yard");
    let mut edited = node_baked.clone();
    let moved = node.set.points[10];
    let was = before.vertices()[10];
    let point = node_baked.set.points.iter().position(|at| *at == [was.x, was.y, was.z]).expect("the vertex");
    edited.set.points[point] = moved;
    edited.set.triangles[7].class = 0;
    let (edited, _) = applied(&baked(&before), &edited);
    assert_eq!(edited, baked(&after));
}

#[test]
fn an_edited_area_is_deflated_again_and_read_as_it_was_edited() {
    let mut area = Terrain::new([3, 3], floor()).expect("an area");
    let (mut node, _) = area.to_scene_node("yard").expect("a walkmesh");
    node.set.triangles[3].class = 0;
    area.apply_edited(&through_an_editor(&node), &MatchOptions::default()).expect("an edit");
    let read = Terrain::from_bytes(&area.to_bytes().expect("writable")).expect("readable");
    assert!(!read.walkmesh().expect("a walkmesh").triangle(TriangleId(3)).expect("there").is_walkable());
    assert_eq!(read.walkmesh(), area.walkmesh());
}
