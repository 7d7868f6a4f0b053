//! Compares two walkmeshes table by table.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AabbNode, Bwm};

use super::Walkmesh;
use crate::diff::Group::{Content, Packaging, Uninitialised};
use crate::diff::{Group, TableDiff};
use crate::finding::{PartKind, PlacePart};

impl Walkmesh {
    /// Compares two walkmeshes table by table, entry by entry and bit by bit. The fields of the tree are compared one
    /// by one, because some of them may be equal where others differ.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let stone = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// let wood = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(5))])?;
    /// let differing: Vec<_> = stone.diff(&wood).into_iter().filter(|table| !table.is_equal()).collect();
    /// assert_eq!(differing[0].table, "materials");
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    #[must_use]
    pub fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let (a, b) = (self.as_raw(), other.as_raw());
        let mut tables = header(a, b);
        tables.push(content("vertices").rows(PartKind::Vertex, &a.vertices, &b.vertices, point));
        tables.push(content("faces").rows(PartKind::Face, &a.faces, &b.faces, |face| face.vertices));
        tables.push(content("materials").rows(PartKind::Face, &a.materials, &b.materials, |id| *id));
        tables.push(content("normals").rows(PartKind::Face, &a.normals, &b.normals, point));
        // Where all normals are zero, as in most placeables, the distances were never initialised.
        let distances =
            TableDiff::new("distances", if has_planes(a) || has_planes(b) { Content } else { Uninitialised });
        tables.push(distances.rows(PartKind::Face, &a.distances, &b.distances, |distance| *distance));
        tree(&a.aabb_nodes, &b.aabb_nodes, &mut tables);
        tables.push(content("adjacencies").rows(PartKind::Face, &a.adjacencies, &b.adjacencies, |row| row.edges));
        tables.push(content("edges").rows(PartKind::Edge, &a.edges, &b.edges, |row| [row.edge, row.transition]));
        tables.push(content("perimeters").rows(PartKind::Perimeter, &a.perimeters, &b.perimeters, |end| *end));
        arrangement(a, b, &mut tables);
        tables
    }
}

const fn content(table: &'static str) -> TableDiff {
    TableDiff::new(table, Content)
}

fn point(vertex: &Vector3) -> [f32; 3] {
    (*vertex).into()
}

fn has_planes(raw: &Bwm) -> bool {
    raw.normals.iter().any(|normal| *normal != Vector3::default())
}

fn header(a: &Bwm, b: &Bwm) -> Vec<TableDiff> {
    let word = |table, group: Group, word: fn(&Bwm) -> u32| {
        let mut table = TableDiff::new(table, group);
        table.entry(PartKind::Header, Some(word(a)), Some(word(b)));
        table
    };
    let is_root = |raw: &Bwm| (raw.aabb_root as usize) < raw.aabb_nodes.len();
    let root = if is_root(a) || is_root(b) { Content } else { Uninitialised };
    let mut points = content("header.points");
    let mut field = |place: PlacePart, field: fn(&Bwm) -> Vector3| {
        points.entry(place, Some(point(&field(a))), Some(point(&field(b))))
    };
    field(PlacePart::new(PartKind::RelativeUseHook, 1), |raw| raw.relative_use_position_1);
    field(PlacePart::new(PartKind::RelativeUseHook, 2), |raw| raw.relative_use_position_2);
    field(PlacePart::new(PartKind::AbsoluteUseHook, 1), |raw| raw.absolute_use_position_1);
    field(PlacePart::new(PartKind::AbsoluteUseHook, 2), |raw| raw.absolute_use_position_2);
    field(PartKind::Position.into(), |raw| raw.position);
    vec![word("header.type", Content, |raw| raw.walkmesh_type), word("header.root", root, |raw| raw.aabb_root), points]
}

fn tree(a: &[AabbNode], b: &[AabbNode], tables: &mut Vec<TableDiff>) {
    tables.push(content("aabb_nodes.boxes").rows(PartKind::Node, a, b, |node| [point(&node.min), point(&node.max)]));
    tables.push(content("aabb_nodes.tree").rows(PartKind::Node, a, b, |node| [node.face, node.left, node.right]));
    tables.push(content("aabb_nodes.plane").rows(PartKind::Node, a, b, |node| node.plane));
    tables.push(content("aabb_nodes.unknown").rows(PartKind::Node, a, b, |node| node.unknown));
}

/// The arrangement of the tables in the file, and the bytes between them.
fn arrangement(a: &Bwm, b: &Bwm, tables: &mut Vec<TableDiff>) {
    let packaging = |table| TableDiff::new(table, Packaging);
    let offset = |offset: &Option<u32>| offset.map_or_else(|| "running".to_owned(), |offset| offset.to_string());
    tables.push(packaging("header.empty_offsets").rows(
        PartKind::Table,
        &a.empty_offsets.0,
        &b.empty_offsets.0,
        offset,
    ));
    tables.extend(TableDiff::arrangements(&a.arrangement, &b.arrangement));
}
