//! [`lines_of_sight`]: the step of the procedure that decides each pair.

use crate::nwn2::bake::options::BakeOptions;
use crate::nwn2::bake::prepare::Mesh;
use crate::nwn2::bake::tile_graph::tile_graphs;
use crate::nwn2::bake::{edges, planes};
use crate::nwn2::{BakeError, TileId, Walkmesh, tiling};

use super::face::{Numbers, Tile};
use super::pair::sees;
use super::{Around, SightStep};

/// The line of sight that a bake stores for a pair of nodes if a path exists between them, and the step that decides
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SightDecision {
    /// The tile.
    pub tile: TileId,
    /// The two nodes, the lower one first.
    pub nodes: [u8; 2],
    /// True if they see each other.
    pub is_clear: bool,
    /// The step that decides it.
    pub step: SightStep,
}

/// Decides for each pair of nodes in a tile, whether or not a path exists between them, the line of sight that a bake
/// stores, and the deciding step.
///
/// # Errors
/// When the mesh is not valid, as for [`Walkmesh::bake`].
pub fn lines_of_sight(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Vec<SightDecision>, BakeError> {
    let Mesh { vertices, mut triangles, ranges } = Mesh::new(walkmesh, options)?;
    planes::fill(&mut triangles, &vertices);
    let tile_of = tiling::tile_of(triangles.len(), &ranges);
    edges::link(&mut triangles, &tile_of, ranges.len());
    let graphs = tile_graphs(walkmesh, &triangles, &ranges)?;
    let mesh = Around { vertices: &vertices, triangles: &triangles };
    let mut numbers = Numbers::default();
    let of_tile = |index: usize| {
        let tile = Tile::new(mesh, &ranges[index], &graphs[index].graph, &mut numbers);
        // At most 127 nodes.
        let nodes = tile.nodes as u8;
        let pairs = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| [a, b]));
        let decide = |nodes: [u8; 2]| {
            let (is_clear, step) = sees(&tile, nodes[0].into(), nodes[1].into());
            SightDecision { tile: TileId(index as u32), nodes, is_clear, step }
        };
        pairs.map(decide).collect::<Vec<_>>()
    };
    Ok((0..ranges.len()).flat_map(of_tile).collect())
}
