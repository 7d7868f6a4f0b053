//! The lengths of the tables of a raw walkmesh.

use walkmesh_formats::bwm::Bwm;

use super::BakeError;

/// The tables that only rooms have, by name, and the number of rows in each.
pub(super) fn room_tables(raw: &Bwm) -> [(&'static str, usize); 4] {
    [
        ("nodes of the tree", raw.aabb_nodes.len()),
        ("rows of neighbours", raw.adjacencies.len()),
        ("edges", raw.edges.len()),
        ("perimeters", raw.perimeters.len()),
    ]
}

/// Rejects face tables of different lengths.
pub(super) fn same_lengths(raw: &Bwm) -> Result<(), BakeError> {
    let faces = raw.faces.len();
    let tables =
        [("materials", raw.materials.len()), ("normals", raw.normals.len()), ("distances", raw.distances.len())];
    if let Some((table, rows)) = tables.into_iter().find(|&(_, rows)| rows != faces) {
        return Err(BakeError::TableLength { faces, table, rows });
    }
    Ok(())
}
