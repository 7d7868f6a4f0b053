//! All real areas through another program and back: without an edit nothing changes, and scripted edits change only their targets.

use std::collections::{BTreeSet, HashMap};

use walkmesh::exchange::{ClassedTriangle, MatchOptions, TriangleSet};
use walkmesh::nwn2::{BakeError, EditError, ImportError, Terrain, TileId, TriangleId, Walkmesh};

use crate::corpus::areas;
use crate::editor::through_an_editor;
use crate::exchange::{applied, triangle};

#[test]
fn all_areas_come_back_byte_for_byte() {
    let (Some(trx), Some(trn)) = (areas("trx"), areas("trn")) else { return };
    let mut restored = 0;
    for area in trx.iter().chain(&trn) {
        let mut terrain = Terrain::from_bytes(&area.bytes).expect("an area");
        let (node, _) = terrain.to_scene_node(&area.name).expect("a walkmesh");
        let report = terrain.apply_edited(&through_an_editor(&node), &MatchOptions::default()).expect("a match");
        assert!(report.is_unchanged(), "{}: {report:?}", area.name);
        assert!(terrain.to_bytes().expect("writable") == area.bytes, "{}", area.name);
        restored += report.matched.restored.len();
    }
    assert_eq!(trx.len() + trn.len(), 72);
    assert_eq!(restored, 443);
}

/// A triangle of a real area that editors show, with its corners and neighbours at places that no other triangle has.
struct Spot {
    triangle: u32,
    /// All triangles at its corners.
    around: BTreeSet<u32>,
}

/// The first walkable triangle from a given one on that can be edited without side effects.
fn spot(walkmesh: &Walkmesh, set: &TriangleSet, from: usize) -> Spot {
    let place = |corner: u32| set.points[corner as usize].map(|value| (value + 0.0).to_bits());
    let mut points_at: HashMap<[u32; 3], BTreeSet<u32>> = HashMap::new();
    let mut at_point: HashMap<u32, BTreeSet<u32>> = HashMap::new();
    for (id, row) in (0_u32..).zip(&set.triangles) {
        for corner in row.corners {
            points_at.entry(place(corner)).or_default().insert(corner);
            at_point.entry(corner).or_default().insert(id);
        }
    }
    let flat_area = |id: u32| {
        let [[ax, ay, _], [bx, by, _], [cx, cy, _]] =
            set.triangles[id as usize].corners.map(|corner| set.points[corner as usize].map(f64::from));
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    };
    let is_free = |triangle: u32| {
        let row = &set.triangles[triangle as usize];
        let around: BTreeSet<u32> = row.corners.iter().flat_map(|corner| at_point[corner].iter().copied()).collect();
        let corners = |id: u32| {
            let mut corners = set.triangles[id as usize].corners;
            corners.sort_unstable();
            corners
        };
        let distinct: BTreeSet<_> = around.iter().map(|id| corners(*id)).collect();
        let is_free = row.class & 1 != 0
            && around.len() > 3
            && around.len() == distinct.len()
            && around.iter().all(|id| flat_area(*id) > 0.05 && set.can_be_carried(*id as usize))
            && row.corners.iter().all(|corner| points_at[&place(*corner)].len() == 1);
        is_free.then_some(Spot { triangle, around })
    };
    let count = walkmesh.triangle_rows().len();
    (0..count).find_map(|step| is_free(((from + step) % count) as u32)).expect("a triangle")
}

/// Everything except the tiles of the edited triangles is unchanged, in every bit. Where more than two triangles share a side, a tile may
/// differ: an unstable sort of all sides decides which of them are linked.
fn assert_rest(before: &Walkmesh, after: &Walkmesh, edited: &BTreeSet<u32>) {
    let tiles: BTreeSet<TileId> = before
        .tiles()
        .filter(|tile| tile.range().any(|triangle| edited.contains(&(triangle as u32))))
        .map(|tile| tile.id())
        .collect();
    assert!(!tiles.is_empty() && tiles.len() < before.tiles().len());
    for (old, new) in before.tiles().zip(after.tiles()).filter(|(old, _)| !tiles.contains(&old.id())) {
        let shape = |walkmesh: &Walkmesh, triangle: walkmesh::nwn2::Triangle<'_>| {
            let row = triangle.as_raw();
            let corners = triangle.corners().map(|corner| walkmesh.vertex(corner).expect("a vertex").map(f32::to_bits));
            (corners, row.flags, row.center.map(f32::to_bits), row.normal.map(f32::to_bits), row.dot.to_bits())
        };
        let shapes = |walkmesh: &Walkmesh, tile: &walkmesh::nwn2::Tile<'_>| -> Vec<_> {
            tile.triangles().map(|triangle| shape(walkmesh, triangle)).collect()
        };
        let is_crowded = |id| before.triangle(id).is_some_and(|triangle| has_crowded_side(before, &triangle));
        if old.range().any(|id| is_crowded(TriangleId(id as u32))) {
            continue;
        }
        assert!(shapes(before, &old) == shapes(after, &new), "{}", old.id());
        let (old, mut new) = (old.as_raw().clone(), new.as_raw().clone());
        new.header.triangles_offset = old.header.triangles_offset;
        assert!(old == new, "the tables of a tile that no edit concerns");
    }
}

/// Whether more than two triangles share a side of a triangle: then the side has several records.
fn has_crowded_side(walkmesh: &Walkmesh, triangle: &walkmesh::nwn2::Triangle<'_>) -> bool {
    let vertices = |edge: usize| walkmesh.edges().get(edge).map(|edge| edge.vertices);
    triangle
        .edges()
        .iter()
        .map(|edge| edge.index())
        .any(|edge| vertices(edge) == vertices(edge + 1) || edge > 0 && vertices(edge) == vertices(edge - 1))
}

/// A few of the real areas, baked and not.
fn sampled() -> Option<Vec<(String, Walkmesh)>> {
    let (trx, trn) = (areas("trx")?, areas("trn")?);
    let areas = trx.iter().step_by(20).chain(trn.iter().step_by(5));
    Some(areas.map(|area| (area.name.clone(), area.walkmesh())).collect())
}

#[test]
fn scripted_edits_of_real_areas_are_named_exactly_and_the_rest_is_as_before() {
    let Some(areas) = sampled() else { return };
    for (name, before) in &areas {
        let (node, _) = before.to_scene_node(name);
        let Spot { triangle: id, around } = spot(before, &node.set, node.set.triangles.len() / 3);
        let row = node.set.triangles[id as usize];

        // A painted triangle.
        let mut edited = node.clone();
        let class = if row.class == 0x81 { 0x21 } else { 0x81 };
        edited.set.triangles[id as usize].class = class;
        let (after, report) = applied(before, &edited);
        assert_eq!((report.matched.repainted.as_slice(), report.matched.added.len()), (&[id][..], 0), "{name}");
        assert_eq!(u32::from(after.triangle_rows()[id as usize].flags.0) & !4, class, "{name}");
        assert!(after.vertices() == before.vertices() && after.edges() == before.edges(), "{name}");
        assert_rest(before, &after, &around);

        // A moved vertex.
        let mut edited = node.clone();
        edited.set.points[row.corners[0] as usize][2] += 0.25;
        let (after, report) = applied(before, &edited);
        let moved: Vec<u32> = around
            .iter()
            .copied()
            .filter(|at| node.set.triangles[*at as usize].corners.contains(&row.corners[0]))
            .collect();
        assert_eq!(report.matched.moved, moved, "{name}");
        assert_eq!(report.matched.moved_points[0].point, row.corners[0], "{name}");
        assert_eq!(after.triangle_rows().len(), before.triangle_rows().len());
        assert_rest(before, &after, &around);

        // A deleted triangle.
        let mut edited = node.clone();
        edited.set.triangles.remove(id as usize);
        let (after, report) = applied(before, &edited);
        assert_eq!((report.matched.removed.as_slice(), report.matched.moved.len()), (&[id][..], 0), "{name}");
        assert_eq!(after.triangle_rows().len() + 1, before.triangle_rows().len(), "{name}");
        assert_rest(before, &after, &around);
    }
    assert_eq!(areas.len(), 6);
}

#[test]
fn a_real_area_with_an_added_quad_and_a_knife_cut() {
    let Some(areas) = sampled() else { return };
    let mut all = 0;
    for (name, before) in &areas {
        let (node, _) = before.to_scene_node(name);
        let Spot { triangle: id, around } = spot(before, &node.set, node.set.triangles.len() / 2);
        let row = node.set.triangles[id as usize];
        let [a, b, c] = row.corners;

        // A quad above the triangle: it lies in the same tile.
        let mut edited = node.clone();
        let first = edited.set.points.len() as u32;
        let [from, to, third] = row.corners.map(|corner| node.set.points[corner as usize]);
        let mix = |share: [f32; 3]| -> [f32; 3] {
            std::array::from_fn(|axis| {
                from[axis] * share[0] + to[axis] * share[1] + third[axis] * share[2] + if axis == 2 { 3.0 } else { 0.0 }
            })
        };
        let quad = [[0.8, 0.1, 0.1], [0.4, 0.5, 0.1], [0.1, 0.5, 0.4], [0.1, 0.1, 0.8]].map(mix);
        edited.set.points.extend(quad);
        edited.set.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| triangle(corners.map(|at| first + at), 0)));
        let (after, report) = applied(before, &edited);
        assert_eq!((report.matched.added.len(), report.matched.removed.len()), (2, 0), "{name}");
        assert_eq!(report.matched.kept, before.triangle_rows().len(), "{name}");
        assert_eq!(after.triangle_rows().len(), before.triangle_rows().len() + 2, "{name}");
        assert_eq!(after.vertices().len(), before.vertices().len() + 4, "{name}");
        assert_rest(before, &after, &around);

        // The knife goes from corner a through the side b c: both triangles there are cut.
        let beside = around.iter().copied().find(|at| {
            let corners = node.set.triangles[*at as usize].corners;
            *at != id && corners.contains(&b) && corners.contains(&c)
        });
        let mut edited = node.clone();
        let middle = edited.set.points.len() as u32;
        edited.set.points.push(std::array::from_fn(|axis| (to[axis] + third[axis]) / 2.0));
        let mut removed = vec![id];
        edited.set.triangles[id as usize].corners = [a, b, middle];
        edited.set.triangles.push(triangle([a, middle, c], row.class));
        if let Some(beside) = beside {
            let other = node.set.triangles[beside as usize];
            let with = |from: u32| ClassedTriangle {
                corners: other.corners.map(|corner| if corner == from { middle } else { corner }),
                class: other.class,
            };
            edited.set.triangles[beside as usize] = with(b);
            edited.set.triangles.push(with(c));
            removed.push(beside);
            removed.sort_unstable();
        }
        let mut after = before.clone();
        let report = match after.apply_edited(&through_an_editor(&edited), &MatchOptions::default()) {
            Ok(report) => report,
            // One tile of the sample has no room for more triangles.
            Err(ImportError::Edit(EditError::Bake(BakeError::CrowdedTiles(_)))) => continue,
            Err(error) => panic!("{name}: {error}"),
        };
        assert_eq!(
            (report.matched.removed, report.matched.added.len()),
            (removed.clone(), 2 * removed.len()),
            "{name}"
        );
        // Where linked triangles would come apart, each pair is divided at a separate vertex.
        let divided = after.vertices().len() - before.vertices().len() - 1;
        let expected = before.triangle_rows().len() + removed.len() + 2 * divided;
        assert_eq!(after.triangle_rows().len(), expected, "{name}");
        assert_rest(before, &after, &around);
        assert_eq!(after.is_baked(), before.is_baked());
        all += divided;
    }
    assert_eq!(all, 2, "in one area");
}
