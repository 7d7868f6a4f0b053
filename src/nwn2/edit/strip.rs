//! Removes the unwalkable triangles from a baked walkmesh.
//!
//! The rest keeps its links, paths, islands and routes; only the indices change. It is not baked again, so the game's
//! own lines of sight are kept.

use crate::formats::aswm::{Aswm, Edges, NO_TRIANGLE, NodeToLocal, PathTable, TileHeader, Triangles, Version};
use crate::nwn2::floor::is_walkable;
use crate::nwn2::{OptimiseError, TileId, Walkmesh, tiling};

pub(super) fn strip(walkmesh: &Walkmesh) -> Result<Aswm, OptimiseError> {
    let rows = walkmesh.triangle_rows();
    let ranges = tiling::ranges(walkmesh.as_raw())?;
    let triangles = RowNumbers::new(rows.iter().map(|row| is_walkable(row.flags)));
    let is_used = |triangle: &u32| triangles.number(*triangle).is_some();
    let edges = RowNumbers::new(walkmesh.edges().iter().map(|edge| edge.triangles.iter().any(is_used)));
    let mut used = vec![false; walkmesh.vertices().len()];
    let kept_rows = || rows.iter().filter(|row| is_walkable(row.flags));
    for vertex in kept_rows().flat_map(|row| row.vertices) {
        if let Some(used) = used.get_mut(vertex as usize) {
            *used = true;
        }
    }
    let vertices = RowNumbers::new(used.into_iter());

    // An index out of range stays out of range.
    let missing = u32::MAX;
    let mut raw = walkmesh.as_raw().clone();
    raw.version = Version::V6C;
    raw.vertices = vertices.filter(walkmesh.vertices());
    let mut kept_edges = edges.filter(walkmesh.edges());
    for edge in &mut kept_edges {
        edge.vertices = edge.vertices.map(|vertex| vertices.number(vertex).unwrap_or(missing));
        let [first, second] = edge.triangles.map(|triangle| triangles.number(triangle).unwrap_or(NO_TRIANGLE));
        edge.triangles = if first == NO_TRIANGLE { [second, first] } else { [first, second] };
    }
    let mut kept = triangles.filter(rows);
    for row in &mut kept {
        row.vertices = row.vertices.map(|vertex| vertices.number(vertex).unwrap_or(missing));
        row.linked_edges = row.linked_edges.map(|edge| edges.number(edge).unwrap_or(missing));
        row.linked_triangles = row.linked_triangles.map(|other| triangles.number(other).unwrap_or(NO_TRIANGLE));
    }
    let mut next = 0;
    for (id, (tile, range)) in (0..).map(TileId).zip(raw.tiles.iter_mut().zip(ranges)) {
        if tile.header.owns_data != 0 {
            return Err(OptimiseError::TileOwnsData { tile: id });
        }
        let broken = OptimiseError::BrokenTables { tile: id };
        let locals = RowNumbers::new(rows[range.clone()].iter().map(|row| is_walkable(row.flags)));
        tile.path_table = without_walls(&tile.path_table, &locals).ok_or(broken)?;
        let first = triangles.before(range.start);
        let these = &kept[first..first + locals.count];
        let distinct = |indices: &mut dyn Iterator<Item = u32>| {
            let mut indices: Vec<u32> = indices.collect();
            indices.sort_unstable();
            indices.dedup();
            indices.len() as u32
        };
        tile.header = TileHeader {
            vertices_count: distinct(&mut these.iter().flat_map(|row| row.vertices)),
            edges_count: distinct(&mut these.iter().flat_map(|row| row.linked_edges)),
            triangles_count: these.len() as u32,
            triangles_offset: if these.is_empty() { next } else { first as u32 },
            ..tile.header.clone()
        };
        next = tile.header.triangles_offset + tile.header.triangles_count;
    }
    for exit in raw.islands.iter_mut().flat_map(|island| &mut island.linked_islands_exit) {
        *exit = triangles.number(*exit).unwrap_or(missing);
    }
    raw.edges = Edges::V6A(kept_edges);
    raw.triangles = Triangles::V6B(kept);
    Ok(raw)
}

/// The path table of a tile without its removed triangles, or `None` if it has a node for one of them.
fn without_walls(table: &PathTable, locals: &RowNumbers) -> Option<PathTable> {
    if table.local_to_node.len() != locals.numbers.len() {
        return None;
    }
    let nodes = table.nodes.len().isqrt();
    let node_to_local = (0..nodes).map(|node| locals.number(table.local(u8::try_from(node).ok()?)?));
    Some(PathTable {
        rle_table_size: table.rle_table_size,
        local_to_node: locals.filter(&table.local_to_node),
        node_to_local: NodeToLocal::Words(node_to_local.collect::<Option<_>>()?),
        nodes: table.nodes.clone(),
    })
}

/// The remaining rows of a table, and their new indices.
struct RowNumbers {
    numbers: Vec<Option<u32>>,
    count: usize,
}

impl RowNumbers {
    fn new(keep: impl Iterator<Item = bool>) -> Self {
        let mut count = 0;
        let number = |keep: bool| {
            keep.then(|| {
                count += 1;
                count as u32 - 1
            })
        };
        let numbers = keep.map(number).collect();
        Self { numbers, count }
    }

    fn number(&self, index: u32) -> Option<u32> {
        self.numbers.get(index as usize).copied().flatten()
    }

    fn filter<T: Copy>(&self, rows: &[T]) -> Vec<T> {
        rows.iter().zip(&self.numbers).filter_map(|(row, number)| number.map(|_| *row)).collect()
    }

    /// Number of remaining rows before `index`.
    fn before(&self, index: usize) -> usize {
        self.numbers[index..].iter().flatten().next().map_or(self.count, |number| *number as usize)
    }
}
