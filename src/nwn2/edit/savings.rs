//! [`Savings`]: the bytes that optimising an area saved, by part.

use std::fmt;

use crate::formats::aswm::NodeToLocal;
use crate::nwn2::Walkmesh;

/// Bytes of one part of a file, before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Saving {
    /// The part.
    pub part: &'static str,
    /// Bytes before.
    pub before: u64,
    /// Bytes after.
    pub after: u64,
}

/// The savings by part; the last is the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Savings {
    /// The parts.
    pub parts: Vec<Saving>,
}

impl fmt::Display for Savings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Saving { part, before, after }) in self.parts.iter().enumerate() {
            let end = if index + 1 < self.parts.len() { "\n" } else { "" };
            write!(f, "{part:<24} {before:>10} -> {after:>10} bytes{end}")?;
        }
        Ok(())
    }
}

/// Bytes of the tables of the inflated walkmesh.
pub(super) fn of_walkmesh(before: &Walkmesh, after: &Walkmesh) -> Vec<Saving> {
    type Bytes = fn(&Walkmesh) -> usize;
    let parts: [(&'static str, Bytes); 6] = [
        ("vertices", |walkmesh| 12 * walkmesh.vertices().len()),
        ("edges", |walkmesh| 16 * walkmesh.edges().len()),
        ("triangles", |walkmesh| 64 * walkmesh.triangle_rows().len()),
        ("tiles' paths", |walkmesh| {
            let nodes = |table: &NodeToLocal| match table {
                NodeToLocal::Absent => 0,
                NodeToLocal::Bytes(table) => table.len(),
                NodeToLocal::Words(table) => 4 * table.len(),
            };
            let tables = walkmesh.as_raw().tiles.iter().map(|tile| &tile.path_table);
            tables.map(|table| table.local_to_node.len() + nodes(&table.node_to_local) + table.nodes.len()).sum()
        }),
        ("islands", |walkmesh| {
            walkmesh.as_raw().islands.iter().map(|island| 36 + 12 * island.linked_islands.len()).sum()
        }),
        ("routes", |walkmesh| 8 * walkmesh.as_raw().islands_path_nodes.len()),
    ];
    let saving = |(part, bytes): (&'static str, Bytes)| Saving {
        part,
        before: bytes(before) as u64,
        after: bytes(after) as u64,
    };
    parts.into_iter().map(saving).collect()
}
