//! Two `.bms` files compared, field by field.

use crate::diff::Group::{Content, Packaging};
use crate::diff::{TableDiff, Value};
use crate::finding::PartKind;
use crate::formats::bms::{Bms, Edge, NavMesh, PartOffset};

/// Compares two `.bms` files, table by table. Their floors count as content; the drawn parts are kept as raw bytes, and
/// so count as packaging.
///
/// ```
/// use walkmesh::formats::bms::{Bms, NavMesh, Vertex};
/// use walkmesh::silkroad::diff_bms;
///
/// let floor = NavMesh { vertices: vec![Vertex::default(); 3], ..NavMesh::default() };
/// let mut moved = floor.clone();
/// moved.vertices[2].position.x = 50.0;
/// let [before, after] = [floor, moved].map(|floor| Bms { nav_mesh: Some(floor), ..Bms::default() });
/// let differing: Vec<_> = diff_bms(&before, &after).into_iter().filter(|table| !table.is_equal()).collect();
/// assert_eq!(differing[0].table, "floor.vertices.position");
/// ```
#[must_use]
pub fn diff_bms(left: &Bms, right: &Bms) -> Vec<TableDiff> {
    let mut head = content("head");
    let mut word = |name: &'static str, word: fn(&Bms) -> u32| head.field(name, word(left), word(right));
    word("int0", |mesh| mesh.int0);
    word("nav_flag", |mesh| mesh.nav_flag);
    word("sub_prim_count", |mesh| mesh.sub_prim_count);
    word("vertex_flag", |mesh| mesh.vertex_flag);
    word("has_floor", |mesh| mesh.nav_mesh.is_some().into());
    let mut tables = vec![head];
    let none = NavMesh::default();
    let [l, r] = [left, right].map(|mesh| mesh.nav_mesh.as_ref().unwrap_or(&none));
    floor(l, r, &mut tables);

    let packaging = |table| TableDiff::new(table, Packaging);
    tables.push(packaging("parts.offsets").rows(PartKind::Part, &offsets(left), &offsets(right), |offset| offset));
    tables.push(packaging("parts.before_floor").bytes(&left.before, &right.before));
    tables.push(packaging("parts.behind_floor").bytes(&left.rest, &right.rest));
    tables
}

const fn content(table: &'static str) -> TableDiff {
    TableDiff::new(table, Content)
}

fn floor(l: &NavMesh, r: &NavMesh, tables: &mut Vec<TableDiff>) {
    let (vertices, cells) = ((&l.vertices[..], &r.vertices[..]), (&l.cells[..], &r.cells[..]));
    let position = |vertex: &crate::formats::bms::Vertex| <[f32; 3]>::from(vertex.position);
    tables.push(content("floor.vertices.position").rows(PartKind::Vertex, vertices.0, vertices.1, position));
    tables.push(
        content("floor.vertices.normal").rows(PartKind::Vertex, vertices.0, vertices.1, |vertex| vertex.normal_index),
    );
    tables.push(content("floor.cells.vertices").rows(PartKind::Cell, cells.0, cells.1, |cell| cell.vertices));
    tables.push(content("floor.cells.flag").rows(PartKind::Cell, cells.0, cells.1, |cell| cell.flag));
    tables.push(content("floor.cells.event").rows(PartKind::Cell, cells.0, cells.1, |cell| cell.event));
    let names = ["floor.outline.vertices", "floor.outline.cells", "floor.outline.flag", "floor.outline.event"];
    edges(names, &l.outline, &r.outline, tables);
    let names = ["floor.inline.vertices", "floor.inline.cells", "floor.inline.flag", "floor.inline.event"];
    edges(names, &l.inline, &r.inline, tables);
    let mut has_events = content("floor.has_events");
    has_events.field("events", l.events.is_some(), r.events.is_some());
    tables.push(has_events);
    let [a, b] = [l, r].map(|floor| floor.events.as_ref().map_or(&[][..], |events| &events.names));
    tables.push(content("floor.events").rows(PartKind::Event, a, b, |name| name));
    let mut grid = content("floor.grid");
    grid.field("origin_x", l.grid.origin_x, r.grid.origin_x);
    grid.field("origin_z", l.grid.origin_z, r.grid.origin_z);
    grid.field("width", l.grid.width, r.grid.width);
    grid.field("height", l.grid.height, r.grid.height);
    tables.push(grid);
    tables.push(content("floor.grid.tiles").rows(
        PartKind::Tile,
        &l.grid.tiles,
        &r.grid.tiles,
        |tile| &tile.outline[..],
    ));
}

fn edges([vertices, cells, flag, event]: [&'static str; 4], l: &[Edge], r: &[Edge], tables: &mut Vec<TableDiff>) {
    fn field<U: Value>(table: &'static str, l: &[Edge], r: &[Edge], field: impl Fn(&Edge) -> U) -> TableDiff {
        content(table).rows(PartKind::Edge, l, r, field)
    }
    tables.push(field(vertices, l, r, |edge| edge.vertices));
    tables.push(field(cells, l, r, |edge| [edge.src_cell, edge.dst_cell]));
    tables.push(field(flag, l, r, |edge| edge.flag));
    tables.push(field(event, l, r, |edge| edge.event));
}

/// The offsets of the parts that are kept as raw bytes.
fn offsets(mesh: &Bms) -> Vec<String> {
    let parts = &mesh.parts;
    let parts = [
        parts.vertices,
        parts.skin,
        parts.faces,
        parts.cloth_vertices,
        parts.cloth_edges,
        parts.bounding_box,
        parts.portals,
        parts.skinned_nav_mesh,
        parts.unknown,
    ];
    let offset = |part: &PartOffset| match part {
        PartOffset::FromStart(0) => "none".to_owned(),
        PartOffset::FromStart(at) => format!("{at} from the start"),
        PartOffset::BehindFloor(at) => format!("{at} behind the floor"),
    };
    parts.iter().map(offset).collect()
}
