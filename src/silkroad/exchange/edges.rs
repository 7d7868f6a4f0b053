//! The edges of a floor after an edit: the remaining ones keep their order, flags and events.

use std::collections::{BTreeMap, HashMap};

use crate::formats::bms::{Cell, Edge, NavMesh, edge_flags};
use crate::silkroad::{CellId, ImportError};

/// The flags of an impassable edge.
pub(super) const WALL: u8 = edge_flags::BLOCKS_TO_SRC | edge_flags::BLOCKS_TO_DST;

/// The sides of cells, keyed by their two vertices, the lower first, with the adjacent cells.
type Sides = BTreeMap<[u16; 2], (u16, Option<u16>)>;

/// The edges of a floor.
pub(super) struct Edges {
    pub(super) outline: Vec<Edge>,
    pub(super) inline: Vec<Edge>,
    /// For each edge of the outline, its former number, if it existed.
    pub(super) outline_before: Vec<Option<usize>>,
}

/// The changes of the numbers of vertices and cells.
pub(super) struct Numbers<'n> {
    /// For each former vertex, its new number.
    pub(super) vertices: &'n [Option<u16>],
    /// For each former cell, its new number.
    pub(super) cells: &'n [Option<u16>],
}

/// Builds the edges of the new cells from the floor's former edges.
pub(super) fn rebuild(before: &NavMesh, cells: &[Cell], numbers: &Numbers<'_>) -> Result<Edges, ImportError> {
    check_rule(before)?;
    let mut sides = sides(cells)?;
    let mut edges = Edges { outline: Vec::new(), inline: Vec::new(), outline_before: Vec::new() };
    // Edges that moved from one table to the other are placed with the new ones.
    let mut moved: HashMap<[u16; 2], Edge> = HashMap::new();
    for (number, edge) in before.outline.iter().enumerate() {
        let Some(pair) = numbers.pair(edge) else { continue };
        match sides.get(&pair) {
            Some((cell, None)) => {
                edges.outline.push(Edge { vertices: numbers.ends(edge), src_cell: *cell, ..*edge });
                edges.outline_before.push(Some(number));
                sides.remove(&pair);
            }
            Some((_, Some(_))) => drop(moved.insert(pair, Edge { flag: edge_flags::INTERNAL, ..*edge })),
            None => {}
        }
    }
    for edge in &before.inline {
        let Some(pair) = numbers.pair(edge) else { continue };
        match sides.get(&pair) {
            Some((a, Some(b))) => {
                edges.inline.push(numbers.between(edge, *a, *b)?);
                sides.remove(&pair);
            }
            Some((_, None)) => drop(moved.insert(pair, Edge { flag: WALL, ..*edge })),
            None => {}
        }
    }
    let event = common_event(before);
    for (pair, (cell, other)) in sides {
        let flag = if other.is_some() { edge_flags::INTERNAL } else { WALL };
        let event =
            |known: Option<&Edge>| known.map_or_else(|| event.ok_or(ImportError::UnknownEvents), |edge| Ok(edge.event));
        let event = event(moved.get(&pair))?;
        let edge = Edge { vertices: pair, src_cell: cell, dst_cell: other.unwrap_or(Edge::NO_CELL), flag, event };
        if other.is_some() {
            edges.inline.push(edge);
        } else {
            edges.outline.push(edge);
            edges.outline_before.push(None);
        }
    }
    Ok(edges)
}

impl Numbers<'_> {
    /// The vertices of an edge by their new numbers, the lower first.
    fn pair(&self, edge: &Edge) -> Option<[u16; 2]> {
        let [a, b] = edge.vertices.map(|vertex| self.vertices.get(usize::from(vertex)).copied().flatten());
        let (a, b) = (a?, b?);
        Some([a.min(b), a.max(b)])
    }

    /// The vertices of an edge, which both remain, by their new numbers.
    fn ends(&self, edge: &Edge) -> [u16; 2] {
        edge.vertices.map(|vertex| self.vertices[usize::from(vertex)].unwrap_or(vertex))
    }

    /// An edge between two cells, each on its former side. Flags that block one direction depend on the sides.
    fn between(&self, edge: &Edge, a: u16, b: u16) -> Result<Edge, ImportError> {
        let now = |cell: u16| self.cells.get(usize::from(cell)).copied().flatten();
        let (src, dst) = (now(edge.src_cell), now(edge.dst_cell));
        let [src_cell, dst_cell] = if src == Some(b) || dst == Some(a) { [b, a] } else { [a, b] };
        let is_known = src == Some(src_cell) || dst == Some(dst_cell);
        if !is_known && matches!(edge.flag & WALL, edge_flags::BLOCKS_TO_SRC | edge_flags::BLOCKS_TO_DST) {
            return Err(ImportError::UnknownDirection);
        }
        Ok(Edge { vertices: self.ends(edge), src_cell, dst_cell, ..*edge })
    }
}

/// The sides of cells, of which there are at most 65,535.
fn sides(cells: &[Cell]) -> Result<Sides, ImportError> {
    let mut sides = Sides::new();
    for (number, cell) in cells.iter().enumerate().map(|(number, cell)| (number as u16, cell)) {
        let [a, b, c] = cell.vertices;
        if a == b || b == c || c == a {
            return Err(ImportError::Degenerate(CellId(number.into())));
        }
        for (a, b) in [(a, b), (b, c), (c, a)] {
            match sides.get_mut(&[a.min(b), a.max(b)]) {
                None => drop(sides.insert([a.min(b), a.max(b)], (number, None))),
                Some((_, second @ None)) => *second = Some(number),
                Some((_, Some(_))) => return Err(ImportError::ThirdAtEdge(CellId(number.into()))),
            }
        }
    }
    Ok(sides)
}

/// Rejects a floor whose edges are not the sides of its cells: in the outline the sides of one cell, in the inline table the sides of two,
/// each once.
fn check_rule(mesh: &NavMesh) -> Result<(), ImportError> {
    let broken = |what| Err(ImportError::UnknownEdgeRule(what));
    if mesh.cells.len() > usize::from(u16::MAX) {
        return broken("there are more cells than edges can name");
    }
    let Ok(mut sides) = sides(&mesh.cells) else {
        return broken("a cell has two equal corners, or three cells share an edge");
    };
    for edge in mesh.outline.iter().chain(&mesh.inline) {
        let [a, b] = edge.vertices;
        let cells = (edge.src_cell, edge.dst_cell);
        match sides.remove(&[a.min(b), a.max(b)]) {
            Some((cell, None)) if cells == (cell, Edge::NO_CELL) => {}
            Some((cell, Some(other))) if cells == (cell, other) || cells == (other, cell) => {}
            Some(_) => return broken("an edge names other cells than those that have it"),
            None => return broken("an edge is stored twice, or no cell has it"),
        }
    }
    let is_sorted = mesh.outline.iter().all(|edge| edge.dst_cell == Edge::NO_CELL)
        && mesh.inline.iter().all(|edge| edge.dst_cell != Edge::NO_CELL);
    match (sides.is_empty(), is_sorted) {
        (false, _) => broken("a cell has a side without an edge"),
        (true, false) => broken("an edge is in the table of the other kind"),
        (true, true) => Ok(()),
    }
}

/// The event that all edges have, or `Some(None)` if no edge has an event; `None` if they differ.
fn common_event(mesh: &NavMesh) -> Option<Option<u8>> {
    let mut events = mesh.outline.iter().chain(&mesh.inline).map(|edge| edge.event);
    let first = events.next()?;
    events.all(|event| event == first).then_some(first)
}
