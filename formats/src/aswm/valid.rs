//! Valid values of an NWN2 walkmesh, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{
    Aswm, Edge, Edges, Island, IslandHeader, IslandPathNode, NO_ISLAND, NO_NODE, NO_TRIANGLE, NodeToLocal, PathNode,
    PathNodeBits, PathTable, Tile, TileData, TileFlags, TileHeader, TilesHeader, Triangle, TriangleBits, Triangles,
    Version,
};
use crate::valid::{exactly, float, index, point, some};

impl<'a> Arbitrary<'a> for Aswm {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let version = *u.choose(&[Version::V6C, Version::V6B, Version::V6A, Version::V69])?;
        let tiles_header = TilesHeader {
            flags: *u.choose(&[TileFlags::TRX, TileFlags::TRN])?,
            width: *u.choose(&[9.0, 10.0])?,
            grid_height: u.int_in_range(0..=3)?,
            grid_width: u.int_in_range(0..=3)?,
        };
        // Tiles come first, since they determine the number of triangles.
        let tile_count = tiles_header.tiles() as usize;
        let mut triangles_offset = 0;
        let tiles = exactly(u, tile_count, |u| {
            let tile = tile(u, version, triangles_offset, tiles_header.flags)?;
            triangles_offset += tile.header.triangles_count;
            Ok(tile)
        })?;
        let triangle_count = triangles_offset as usize;
        let vertex_count = if triangle_count == 0 { 0 } else { u.int_in_range(1..=12)? };
        let edge_count = if triangle_count == 0 { 0 } else { u.int_in_range(1..=12)? };
        let island_count = if triangle_count == 0 { 0 } else { u.int_in_range(0..=4)? };

        let (mut edges, mut triangles) = tables(version);
        edges.set_rows(exactly(u, edge_count, |u| edge(u, vertex_count, triangle_count))?);
        triangles.set_rows(exactly(u, triangle_count, |u| {
            triangle(u, vertex_count, edge_count, triangle_count, island_count)
        })?);
        Ok(Self {
            version,
            name: u.arbitrary()?,
            owns_data: 1,
            triangles_offset: 0,
            vertices: exactly(u, vertex_count, point)?,
            edges,
            triangles,
            tiles_header,
            tiles,
            tiles_border_size: u.int_in_range(0..=8)?,
            islands: (0..island_count)
                .map(|number| island(u, number, island_count, triangle_count))
                .collect::<Result<_>>()?,
            islands_path_nodes: exactly(u, island_count * island_count, |u| {
                let next = if u.arbitrary()? { index(u, island_count)? as u16 } else { NO_ISLAND };
                Ok(IslandPathNode { next, padding: u.arbitrary()?, weight_bits: u.arbitrary()? })
            })?,
        })
    }
}

/// Empty tables in the layout of a version.
fn tables(version: Version) -> (Edges, Triangles) {
    match version {
        Version::V69 => (Edges::V69(Vec::new()), Triangles::V69(Vec::new())),
        Version::V6A => (Edges::V6A(Vec::new()), Triangles::V6A(Vec::new())),
        Version::V6B | Version::V6C => Default::default(),
    }
}

fn edge(u: &mut Unstructured<'_>, vertices: usize, triangles: usize) -> Result<Edge> {
    let second = if u.arbitrary()? { index(u, triangles)? } else { NO_TRIANGLE };
    Ok(Edge { vertices: [index(u, vertices)?, index(u, vertices)?], triangles: [index(u, triangles)?, second] })
}

fn triangle(
    u: &mut Unstructured<'_>,
    vertices: usize,
    edges: usize,
    triangles: usize,
    islands: usize,
) -> Result<Triangle> {
    let mut linked = || if u.arbitrary()? { index(u, triangles) } else { Ok(NO_TRIANGLE) };
    let linked_triangles = [linked()?, linked()?, linked()?];
    let walkable = islands > 0 && u.arbitrary()?;
    Ok(Triangle {
        vertices: [index(u, vertices)?, index(u, vertices)?, index(u, vertices)?],
        linked_edges: [index(u, edges)?, index(u, edges)?, index(u, edges)?],
        linked_triangles,
        center: [float(u)?, float(u)?],
        normal: point(u)?,
        dot: float(u)?,
        island: if walkable { index(u, islands)? as u16 } else { NO_ISLAND },
        flags: TriangleBits::new().with_walkable(walkable).with_clockwise(true).with_stone(u.arbitrary()?).into(),
    })
}

fn tile(u: &mut Unstructured<'_>, version: Version, triangles_offset: u32, flags: TileFlags) -> Result<Tile> {
    let triangles_count = u.int_in_range(0..=6)?;
    // The first few triangles are walkable.
    let nodes = u.int_in_range(0..=triangles_count)?;
    let local_to_node = (0..triangles_count).map(|local| if local < nodes { local } else { NO_NODE });
    let node_to_local = match version {
        Version::V69 | Version::V6A => NodeToLocal::Absent,
        Version::V6B => NodeToLocal::Bytes((0..nodes).collect()),
        Version::V6C => NodeToLocal::Words((0..nodes.into()).collect()),
    };
    let node = |u: &mut Unstructured<'_>| {
        let next = index(u, nodes.into())? as u8;
        let step = PathNodeBits::new().with_next(next).with_line_of_sight(u.arbitrary()?);
        Ok(if u.arbitrary()? { step.into() } else { PathNode::default() })
    };
    let owned = if u.ratio(1, 8)? { Some(Box::new(tile_data(u, version, triangles_count.into())?)) } else { None };
    Ok(Tile {
        header: TileHeader {
            name: u.arbitrary()?,
            owns_data: owned.is_some().into(),
            vertices_count: owned.as_ref().map_or(0, |data| data.vertices.len() as u32),
            edges_count: owned.as_ref().map_or(0, |data| data.edges.len() as u32),
            triangles_count: triangles_count.into(),
            size_x: float(u)?,
            size_y: float(u)?,
            triangles_offset,
        },
        owned,
        path_table: PathTable {
            rle_table_size: 0,
            local_to_node: local_to_node.collect(),
            node_to_local,
            nodes: exactly(u, usize::from(nodes).pow(2), node)?,
        },
        flags,
    })
}

fn tile_data(u: &mut Unstructured<'_>, version: Version, triangle_count: usize) -> Result<TileData> {
    let (mut edges, mut triangles) = tables(version);
    if triangle_count > 0 {
        edges.set_rows(some(u, 3, |u| edge(u, 3, triangle_count))?);
        triangles.set_rows(exactly(u, triangle_count, |u| triangle(u, 3, 3, triangle_count, 0))?);
    }
    Ok(TileData { vertices: exactly(u, 3, point)?, edges, triangles })
}

fn island(u: &mut Unstructured<'_>, number: usize, islands: usize, triangles: usize) -> Result<Island> {
    let linked_islands = some(u, 3, |u| index(u, islands))?;
    Ok(Island {
        header: IslandHeader {
            index: number as u32,
            tile: u.arbitrary()?,
            center: point(u)?,
            triangles_count: index(u, triangles)?,
        },
        linked_islands_dist: exactly(u, linked_islands.len(), float)?,
        linked_islands_exit: exactly(u, linked_islands.len(), |u| index(u, triangles))?,
        linked_islands,
    })
}
