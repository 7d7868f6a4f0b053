//! Two walkmeshes, table by table.

use walkmesh_formats::bwm::{AabbNode, Bwm};

use super::Walkmesh;
use crate::diff::TableDiff;

/// Compares two walkmeshes table by table, entry by entry and bit by bit; the fields of the tree by themselves, since a
/// tree may be right in one and not in another.
///
/// ```
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh, diff};
///
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let stone = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
/// let wood = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(5))])?;
/// let differing: Vec<_> = diff(&stone, &wood).into_iter().filter(|table| !table.is_equal()).collect();
/// assert_eq!(differing[0].table, "materials");
/// # Ok::<(), walkmesh::kotor::EditError>(())
/// ```
#[must_use]
pub fn diff(left: &Walkmesh, right: &Walkmesh) -> Vec<TableDiff> {
    let (a, b) = (left.as_raw(), right.as_raw());
    let words = |raw: &Bwm| [raw.walkmesh_type, raw.aabb_root];
    let points = |raw: &Bwm| {
        [
            raw.relative_use_position_1,
            raw.relative_use_position_2,
            raw.absolute_use_position_1,
            raw.absolute_use_position_2,
            raw.position,
        ]
    };
    let tree = |raw: &Bwm| column(raw, |node| [node.face, node.left, node.right]);
    let plane = |raw: &Bwm| column(raw, |node| node.plane);
    let unknown = |raw: &Bwm| column(raw, |node| node.unknown);
    let bounds = |raw: &Bwm| column(raw, |node| [node.min, node.max]);
    vec![
        TableDiff::of_bytes("header.words", &words(a), &words(b)),
        TableDiff::of_bytes("header.points", &points(a), &points(b)),
        TableDiff::of(
            "header.empty_offsets",
            &a.empty_offsets.0,
            &b.empty_offsets.0,
            |l, r| l == r,
            |offset| offset.map_or_else(|| "running".to_owned(), |offset| offset.to_string()),
        ),
        TableDiff::of_bytes("vertices", &a.vertices, &b.vertices),
        TableDiff::of_bytes("faces", &a.faces, &b.faces),
        TableDiff::of_bytes("materials", &a.materials, &b.materials),
        TableDiff::of_bytes("normals", &a.normals, &b.normals),
        TableDiff::of_bytes("distances", &a.distances, &b.distances),
        TableDiff::of_bytes("aabb_nodes.boxes", &bounds(a), &bounds(b)),
        TableDiff::of_bytes("aabb_nodes.tree", &tree(a), &tree(b)),
        TableDiff::of_bytes("aabb_nodes.plane", &plane(a), &plane(b)),
        TableDiff::of_bytes("aabb_nodes.unknown", &unknown(a), &unknown(b)),
        TableDiff::of_bytes("adjacencies", &a.adjacencies, &b.adjacencies),
        TableDiff::of_bytes("edges", &a.edges, &b.edges),
        TableDiff::of_bytes("perimeters", &a.perimeters, &b.perimeters),
    ]
}

fn column<T>(raw: &Bwm, pick: fn(&AabbNode) -> T) -> Vec<T> {
    raw.aabb_nodes.iter().map(pick).collect()
}
