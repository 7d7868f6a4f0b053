//! Applies the edits of a floor to its `.bms`.

use std::collections::{BTreeSet, HashMap};

use crate::counted;
use crate::exchange::marks::{none_came_back, settle};
use crate::exchange::{
    Class, Mark, MarkEdit, MatchOptions, MatchReport, Matched, NodeReport, SceneNode, TriangleSet, match_onto, rounding,
};
use crate::formats::bms::{Bms, Edge, NavMesh, Vertex, edge_flags, nav_flags};
use crate::silkroad::{ImportError, Placement};

use super::doors::OpenEdges;
use super::edges::{self, Numbers, WALL};
use super::export::triangle_set;
use super::{cell_class, doors, grid};

/// Applies the edits that another program made to the node of a floor, which [`bms_to_scene_node`](super::bms_to_scene_node) or
/// [`Floors::to_scene`](crate::silkroad::Floors::to_scene) made. `at` is the floor's placement in the scene: in a scene of a
/// whole dungeon its placement by the `.dof`, and else the default. If nothing was edited, every byte stays the same.
///
/// Only edited data changes: vertices, cells and edges keep their order, flags and events, and new ones come last. A new edge
/// of the outline is a wall, or a door where a mark says so. An edit of data that the game computes by an unknown rule is rejected with the
/// reason: directions of new vertices and events of new edges where the floor's own differ, more tiles, and floors whose edges or tiles are
/// made by another rule. AINavData names cells and edges by number: after an edit that adds or removes some, bake the dungeon's tables
/// again.
///
/// ```
/// use walkmesh::exchange::MatchOptions;
/// use walkmesh::formats::bms::{Bms, Cell, Edge, Grid, NavMesh, Tile, Vertex};
/// use walkmesh::silkroad::{Placement, apply_edited_bms, bms_to_scene_node};
///
/// let corners = [[0.0, 0.0, 0.0], [50.0, 0.0, 0.0], [0.0, 0.0, 50.0]];
/// let vertices = corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
/// let wall = |vertices| Edge { vertices, dst_cell: Edge::NO_CELL, flag: 3, ..Edge::default() };
/// let floor = NavMesh {
///     vertices,
///     cells: vec![Cell { vertices: [0, 1, 2], ..Cell::default() }],
///     outline: [[0, 1], [1, 2], [0, 2]].map(wall).into(),
///     grid: Grid { width: 1, height: 1, tiles: vec![Tile { outline: vec![0, 1, 2] }], ..Grid::default() },
///     ..NavMesh::default()
/// };
/// let mut bms = Bms { nav_mesh: Some(floor), ..Bms::default() };
/// let (mut node, _) = bms_to_scene_node(&bms, "hall").expect("a floor");
/// let (at, options) = (Placement::default(), MatchOptions::default());
/// assert!(apply_edited_bms(&mut bms, at, &node, &options)?.is_unchanged());
///
/// node.set.points[1] = [60.0, 1.0, 0.0];
/// let report = apply_edited_bms(&mut bms, at, &node, &options)?;
/// assert_eq!(report.matched.moved, [0]);
/// # Ok::<(), walkmesh::silkroad::ImportError>(())
/// ```
///
/// # Errors
/// [`ImportError`]. The floor is then unchanged.
pub fn apply_edited_bms(
    bms: &mut Bms,
    at: Placement,
    edited: &SceneNode,
    options: &MatchOptions,
) -> Result<NodeReport, ImportError> {
    let mesh = bms.nav_mesh.as_ref().ok_or(ImportError::NoFloor)?;
    let before = triangle_set(mesh);
    let node = SceneNode { placement: at.relative(&edited.placement), ..edited.clone() };
    let set = with_classes(node.placed_set().into_owned(), &before)?;
    let matched = match_onto(&before, &set, options)?;
    let mut report = NodeReport::new(&edited.name, MatchReport::default());
    let is_same = matched.report.is_unchanged() && matched.report.moved_points.is_empty();
    let mut floor = if is_same { mesh.clone() } else { rebuilt(mesh, &matched, bms.nav_flag)? };
    let doors = doors::marks_of(mesh);
    let is_lost = !doors.is_empty() && !set.marks.iter().any(doors::is_door);
    if options.keep_marks || is_lost {
        report.marks_placed = doors::marks_of(&floor).len();
        if is_lost && !options.keep_marks {
            report.note(none_came_back(doors.len()));
        }
    } else {
        let own: Vec<&Mark> = doors.iter().collect();
        let settled = settle(&own, &set.marks, options.snap.max(rounding([&before, &set])));
        settled.note().into_iter().for_each(|note| report.note(note));
        place_doors(&mut floor, mesh, &settled.marks, &mut report);
    }
    if !is_same {
        note_numbers(mesh, &floor, &mut report);
    }
    report.matched = matched.report;
    bms.nav_mesh = Some(floor);
    Ok(report)
}

/// The triangles with classes of this floor. Cells without a class get the class of the others, if these all have the same class.
fn with_classes(mut set: TriangleSet, before: &TriangleSet) -> Result<TriangleSet, ImportError> {
    let classes: HashMap<u32, &Class> = set.classes.iter().rev().map(|class| (class.number, class)).collect();
    for row in set.triangles.iter_mut().filter(|row| row.class >= Class::UNNUMBERED) {
        let label = classes.get(&row.class).map(|class| class.label()).unwrap_or_default();
        match before.classes.as_slice() {
            [only] if label.is_empty() => row.class = only.number,
            _ => return Err(ImportError::UnknownClass(label)),
        }
    }
    Ok(set)
}

/// The floor with the edits that were found. Doors stay where their edges stay.
fn rebuilt(mesh: &NavMesh, matched: &Matched, nav_flag: u32) -> Result<NavMesh, ImportError> {
    let (vertices, number) = vertices(mesh, matched)?;
    let has_events = nav_flag & nav_flags::CELL_EVENTS != 0;
    let mut cells = Vec::with_capacity(matched.triangles.len());
    let mut cells_now = vec![None; mesh.cells.len()];
    for row in &matched.triangles {
        let [a, b, c] = row.corners.map(|corner| number[corner as usize]);
        // Every vertex of a cell remains.
        let corners = [a, b, c].map(Option::unwrap_or_default);
        if let Some(before) = row.base {
            cells_now[before as usize] = u16::try_from(cells.len()).ok();
        }
        cells.push(cell_class::cell_of(corners, row.class, has_events)?);
    }
    limit("cells", cells.len())?;
    let numbers = Numbers { vertices: &number[..mesh.vertices.len()], cells: &cells_now };
    let edges = edges::rebuild(mesh, &cells, &numbers)?;
    limit("edges", edges.outline.len().max(edges.inline.len()))?;
    let mut is_moved = vec![false; vertices.len()];
    for moved in &matched.report.moved_points {
        if let Some(vertex) = number[moved.point as usize] {
            is_moved[usize::from(vertex)] = true;
        }
    }
    let is_edge_moved = |edge: &Edge| edge.vertices.into_iter().any(|vertex| is_moved[usize::from(vertex)]);
    let grid = grid::rebuild(mesh, &vertices, &edges, is_edge_moved)?;
    Ok(NavMesh { vertices, cells, outline: edges.outline, inline: edges.inline, events: mesh.events.clone(), grid })
}

/// The remaining vertices and the new ones, and for each point of the match its number.
fn vertices(mesh: &NavMesh, matched: &Matched) -> Result<(Vec<Vertex>, Vec<Option<u16>>), ImportError> {
    let known = mesh.vertices.len();
    let mut is_kept = vec![false; matched.points.len()];
    is_kept[..known].fill(true);
    // A vertex is dropped if only removed cells used it; a vertex that was already unused stays.
    let used = mesh.cells.iter().flat_map(|cell| cell.vertices);
    used.filter(|vertex| usize::from(*vertex) < known).for_each(|vertex| is_kept[usize::from(vertex)] = false);
    matched.triangles.iter().flat_map(|row| row.corners).for_each(|corner| is_kept[corner as usize] = true);
    limit("vertices", is_kept.iter().filter(|is_kept| **is_kept).count())?;
    let mut directions = mesh.vertices.iter().map(|vertex| vertex.normal_index);
    let first = directions.next();
    let common = first.filter(|first| directions.all(|direction| direction == *first));
    let new = is_kept[known..].iter().filter(|is_kept| **is_kept).count();
    let (mut vertices, mut number) = (Vec::new(), vec![None; matched.points.len()]);
    for (index, point) in matched.points.iter().enumerate().filter(|(index, _)| is_kept[*index]) {
        let normal_index = match mesh.vertices.get(index) {
            Some(vertex) => vertex.normal_index,
            None => common.ok_or(ImportError::UnknownNormals(new))?,
        };
        number[index] = Some(vertices.len() as u16);
        vertices.push(Vertex { position: (*point).into(), normal_index });
    }
    Ok((vertices, number))
}

fn limit(what: &'static str, count: usize) -> Result<(), ImportError> {
    if count > usize::from(u16::MAX) { Err(ImportError::TooMany { what, count }) } else { Ok(()) }
}

/// Makes doors of exactly those outline edges that have a mark. A door that no mark can show is kept.
fn place_doors(floor: &mut NavMesh, before: &NavMesh, marks: &[Mark], report: &mut NodeReport) {
    let point =
        |vertex: u16| floor.vertices.get(usize::from(vertex)).map_or([f32::NAN; 3], |vertex| vertex.position.into());
    let ends: Vec<_> = floor.outline.iter().map(|edge| edge.vertices.map(point)).collect();
    let mut open = OpenEdges::new(ends.iter().copied());
    open.place(marks);
    report.marks_placed = open.taken.len();
    report.marks_not_placed = open.lost;
    for (number, (edge, ends)) in floor.outline.iter_mut().zip(ends).enumerate() {
        let (is_door, was_door) = (open.taken.contains(&number), edge.flag & edge_flags::GLOBAL != 0);
        if is_door && !was_door {
            edge.flag = edge.flag & !WALL | edge_flags::GLOBAL;
        } else if was_door && !is_door && doors::can_be_shown(doors::middle(ends)) {
            edge.flag = edge.flag & !edge_flags::GLOBAL | WALL;
        }
    }
    let (had, has) = (doors::marks_of(before), doors::marks_of(floor));
    let place = |mark: &Mark| mark.point.map(f32::to_bits);
    let [at_had, at_has] = [&had, &has].map(|marks| marks.iter().map(place).collect::<BTreeSet<_>>());
    let removed = had.iter().filter(|mark| !at_has.contains(&place(mark))).map(|mark| (Some(mark.clone()), None));
    let added = has.iter().filter(|mark| !at_had.contains(&place(mark))).map(|mark| (None, Some(mark.clone())));
    report.mark_edits = removed.chain(added).map(|(before, after)| MarkEdit { before, after }).collect();
}

/// Reports that numbers to which other files refer have changed.
fn note_numbers(before: &NavMesh, after: &NavMesh, report: &mut NodeReport) {
    let counts = |mesh: &NavMesh| [mesh.cells.len(), mesh.outline.len(), mesh.inline.len()];
    let ([had, ..], [has, ..]) = (counts(before), counts(after));
    if counts(before) != counts(after) {
        report.note(format!(
            "The floor has {}, and had {had}. AINavData names cells and edges by number: bake the tables of the dungeon \
             again.",
            counted(has, "cell")
        ));
    }
}
