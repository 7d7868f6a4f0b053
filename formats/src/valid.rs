//! Valid values made from any bytes: tables of matching length, indices in range, no NaN where two values are compared.
//!
//! With the feature `arbitrary`, every [`Document`] is [`Arbitrary`]; with the feature `proptest`,
//! [`strategies`] offers the same values to property tests, shrinking through the bytes that they are made from.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Document, ainav, aswm, bms, bwm, dof, jmx, trn, two_da};

/// A float that equals itself.
fn float(u: &mut Unstructured<'_>) -> Result<f32> {
    let float = f32::from_bits(u.arbitrary()?);
    Ok(if float.is_nan() { 0.0 } else { float })
}

fn point<T: From<[f32; 3]>>(u: &mut Unstructured<'_>) -> Result<T> {
    Ok([float(u)?, float(u)?, float(u)?].into())
}

/// An index into a table of `length` rows, which is not empty.
fn index(u: &mut Unstructured<'_>, length: usize) -> Result<u32> {
    u.int_in_range(0..=(length - 1) as u32)
}

/// Up to `most` items.
fn some<T>(
    u: &mut Unstructured<'_>,
    most: usize,
    item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = u.int_in_range(0..=most)?;
    exactly(u, length, item)
}

fn exactly<T>(
    u: &mut Unstructured<'_>,
    length: usize,
    mut item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..length).map(|_| item(u)).collect()
}

impl<'a> Arbitrary<'a> for bwm::Bwm {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let is_area = u.arbitrary()?;
        let vertices = some(u, 12, point)?;
        let faces = match vertices.len() {
            0 => Vec::new(),
            corners => some(u, 12, |u| {
                Ok(bwm::Face { vertices: [index(u, corners)?, index(u, corners)?, index(u, corners)?] })
            })?,
        };
        let mut mesh = Self {
            walkmesh_type: u32::from(is_area),
            relative_use_position_1: point(u)?,
            relative_use_position_2: point(u)?,
            absolute_use_position_1: point(u)?,
            absolute_use_position_2: point(u)?,
            position: point(u)?,
            aabb_root: u.arbitrary()?,
            empty_offsets: if is_area { bwm::EmptyOffsets::RUNNING } else { bwm::EmptyOffsets::PLACEABLE },
            materials: exactly(u, faces.len(), |u| u.int_in_range(0..=30))?,
            normals: exactly(u, faces.len(), point)?,
            distances: exactly(u, faces.len(), float)?,
            vertices,
            faces,
            ..Self::default()
        };
        if is_area && !mesh.faces.is_empty() {
            let walkable = u.int_in_range(0..=mesh.faces.len())?;
            let edge = |u: &mut Unstructured<'_>| index(u, 3 * walkable).map(|edge| edge as i32);
            mesh.aabb_nodes = tree(u, 0..mesh.faces.len() as i32)?;
            mesh.adjacencies = exactly(u, walkable, |u| {
                let mut neighbour = || if u.arbitrary()? { edge(u) } else { Ok(-1) };
                Ok(bwm::Adjacency { edges: [neighbour()?, neighbour()?, neighbour()?] })
            })?;
            if walkable > 0 {
                let transition = |u: &mut Unstructured<'_>| u.int_in_range(-1..=28);
                mesh.edges = some(u, 8, |u| Ok(bwm::Edge { edge: edge(u)?, transition: transition(u)? }))?;
                mesh.perimeters = (1..=mesh.edges.len() as u32).collect();
            }
        }
        Ok(mesh)
    }
}

/// A tree over a range of faces, in pre-order.
fn tree(u: &mut Unstructured<'_>, faces: std::ops::Range<i32>) -> Result<Vec<bwm::AabbNode>> {
    let mut nodes: Vec<bwm::AabbNode> = Vec::new();
    // Ranges still to be built, each with the node whose right child it is.
    let mut open = vec![(faces, None::<usize>)];
    while let Some((faces, parent)) = open.pop() {
        let here = nodes.len();
        if let Some(parent) = parent {
            nodes[parent].right = here as i32;
        }
        let node = bwm::AabbNode { min: point(u)?, max: point(u)?, unknown: bwm::AABB_CONSTANT, ..Default::default() };
        if faces.len() == 1 {
            nodes.push(bwm::AabbNode { face: faces.start, left: -1, right: -1, ..node });
        } else {
            let middle = faces.start + faces.len() as i32 / 2;
            nodes.push(bwm::AabbNode { face: -1, plane: 1 << u.int_in_range(0..=5)?, left: here as i32 + 1, ..node });
            open.push((middle..faces.end, Some(here)));
            open.push((faces.start..middle, None));
        }
    }
    Ok(nodes)
}

impl<'a> Arbitrary<'a> for trn::Trn {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let trwh = trn::Trwh { width: u.arbitrary()?, height: u.arbitrary()?, id: u.arbitrary()? };
        let mut packets = vec![trn::Packet::Trwh(trwh)];
        packets.extend(some(u, 2, |u| {
            let packet_type = *u.choose(&[trn::Trrn::PACKET_TYPE, trn::Watr::PACKET_TYPE, *b"????"])?;
            let data = match packet_type {
                trn::Trrn::PACKET_TYPE => bytes_of(&trn::Trrn::arbitrary(u)?)?,
                trn::Watr::PACKET_TYPE => bytes_of(&trn::Watr::arbitrary(u)?)?,
                _ => some(u, 40, |u| u.arbitrary())?,
            };
            Ok(trn::Packet::Other { packet_type, data })
        })?);
        let payload = bytes_of(&aswm::Aswm::arbitrary(u)?)?;
        packets.push(trn::Packet::Aswm(if u.arbitrary()? {
            aswm::Packet::Comp(aswm::Comp::deflate(&payload).map_err(|_| arbitrary::Error::IncorrectFormat)?)
        } else {
            aswm::Packet::Uncompressed(payload)
        }));
        Ok(Self { major: 2, minor: 3, packets, ..Self::default() })
    }
}

/// The bytes of a packet's payload.
fn bytes_of(payload: &impl Document) -> Result<Vec<u8>> {
    payload.to_bytes().map_err(|_| arbitrary::Error::IncorrectFormat)
}

fn floats<const N: usize>(u: &mut Unstructured<'_>) -> Result<[f32; N]> {
    let mut floats = [0.0; N];
    floats.iter_mut().try_for_each(|place| float(u).map(|float| *place = float))?;
    Ok(floats)
}

/// Up to eight triangles between `corners` vertices.
fn drawn_triangles(u: &mut Unstructured<'_>, corners: usize) -> Result<Vec<trn::Triangle>> {
    let corner = |u: &mut Unstructured<'_>| index(u, corners).map(|corner| corner as u16);
    let most = if corners == 0 { 0 } else { 8 };
    some(u, most, |u| Ok(trn::Triangle { vertices: [corner(u)?, corner(u)?, corner(u)?] }))
}

fn dds(u: &mut Unstructured<'_>) -> Result<trn::Dds> {
    let content: Vec<u8> = some(u, 8, |u| u.arbitrary())?;
    Ok(trn::Dds { data: [&trn::Dds::MAGIC[..], &content].concat() })
}

impl<'a> Arbitrary<'a> for trn::Watr {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let texture = |u: &mut Unstructured<'_>| {
            let name = u.arbitrary()?;
            Ok(trn::WaterTexture { name, direction: floats(u)?, rate: float(u)?, angle: float(u)? })
        };
        let vertices =
            some(u, 8, |u| Ok(trn::WaterVertex { position: floats(u)?, uv_times_five: floats(u)?, uv: floats(u)? }))?;
        let triangles = drawn_triangles(u, vertices.len())?;
        Ok(Self {
            name: u.arbitrary()?,
            unknown: u.arbitrary()?,
            colour: floats(u)?,
            ripple: floats(u)?,
            smoothness: float(u)?,
            reflect_bias: float(u)?,
            reflect_power: float(u)?,
            specular_power: float(u)?,
            specular_coefficient: float(u)?,
            textures: [texture(u)?, texture(u)?, texture(u)?],
            uv_offset: floats(u)?,
            triangle_flags: exactly(u, triangles.len(), |u| Ok(*u.choose(&[Self::WET, Self::DRY])?))?,
            vertices,
            triangles,
            dds: dds(u)?,
            megatile: u.arbitrary()?,
            rest: Vec::new(),
        })
    }
}

impl<'a> Arbitrary<'a> for trn::Trrn {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let vertices = some(u, 8, |u| {
            Ok(trn::GroundVertex {
                position: floats(u)?,
                normal: floats(u)?,
                tint: u.arbitrary()?,
                uv: floats(u)?,
                weights: floats(u)?,
            })
        })?;
        let blade = |u: &mut Unstructured<'_>| {
            Ok(trn::Blade { position: floats(u)?, direction: floats(u)?, dimension: floats(u)? })
        };
        let grass = |u: &mut Unstructured<'_>| {
            Ok(trn::Grass { name: u.arbitrary()?, texture: u.arbitrary()?, blades: some(u, 4, blade)? })
        };
        let mut texture_colours = [[0.0; 3]; 6];
        texture_colours.iter_mut().try_for_each(|place| floats(u).map(|colour| *place = colour))?;
        Ok(Self {
            name: u.arbitrary()?,
            textures: u.arbitrary()?,
            texture_colours,
            triangles: drawn_triangles(u, vertices.len())?,
            vertices,
            weights_of_first_four: dds(u)?,
            weights_of_last_two: dds(u)?,
            grass: some(u, 3, grass)?,
            rest: Vec::new(),
        })
    }
}

impl<'a> Arbitrary<'a> for aswm::Aswm {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let version = *u.choose(&[aswm::Version::V6C, aswm::Version::V6B, aswm::Version::V6A, aswm::Version::V69])?;
        let tiles_header = aswm::TilesHeader {
            flags: *u.choose(&[aswm::TileFlags::TRX, aswm::TileFlags::TRN])?,
            width: *u.choose(&[9.0, 10.0])?,
            grid_height: u.int_in_range(0..=3)?,
            grid_width: u.int_in_range(0..=3)?,
        };
        // Tiles come first, since they say how many triangles there are.
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
                let next = if u.arbitrary()? { index(u, island_count)? as u16 } else { aswm::NO_ISLAND };
                Ok(aswm::IslandPathNode { next, padding: u.arbitrary()?, weight_bits: u.arbitrary()? })
            })?,
        })
    }
}

/// Empty tables in the layout of a version.
fn tables(version: aswm::Version) -> (aswm::Edges, aswm::Triangles) {
    match version {
        aswm::Version::V69 => (aswm::Edges::V69(Vec::new()), aswm::Triangles::V69(Vec::new())),
        aswm::Version::V6A => (aswm::Edges::V6A(Vec::new()), aswm::Triangles::V6A(Vec::new())),
        aswm::Version::V6B | aswm::Version::V6C => Default::default(),
    }
}

fn edge(u: &mut Unstructured<'_>, vertices: usize, triangles: usize) -> Result<aswm::Edge> {
    let second = if u.arbitrary()? { index(u, triangles)? } else { aswm::NO_TRIANGLE };
    Ok(aswm::Edge { vertices: [index(u, vertices)?, index(u, vertices)?], triangles: [index(u, triangles)?, second] })
}

fn triangle(
    u: &mut Unstructured<'_>,
    vertices: usize,
    edges: usize,
    triangles: usize,
    islands: usize,
) -> Result<aswm::Triangle> {
    let mut linked = || if u.arbitrary()? { index(u, triangles) } else { Ok(aswm::NO_TRIANGLE) };
    let linked_triangles = [linked()?, linked()?, linked()?];
    let walkable = islands > 0 && u.arbitrary()?;
    Ok(aswm::Triangle {
        vertices: [index(u, vertices)?, index(u, vertices)?, index(u, vertices)?],
        linked_edges: [index(u, edges)?, index(u, edges)?, index(u, edges)?],
        linked_triangles,
        center: [float(u)?, float(u)?],
        normal: point(u)?,
        dot: float(u)?,
        island: if walkable { index(u, islands)? as u16 } else { aswm::NO_ISLAND },
        flags: aswm::TriangleBits::new().with_walkable(walkable).with_clockwise(true).with_stone(u.arbitrary()?).into(),
    })
}

fn tile(
    u: &mut Unstructured<'_>,
    version: aswm::Version,
    triangles_offset: u32,
    flags: aswm::TileFlags,
) -> Result<aswm::Tile> {
    let triangles_count = u.int_in_range(0..=6)?;
    // The first few triangles are walkable.
    let nodes = u.int_in_range(0..=triangles_count)?;
    let local_to_node = (0..triangles_count).map(|local| if local < nodes { local } else { aswm::NO_NODE });
    let node_to_local = match version {
        aswm::Version::V69 | aswm::Version::V6A => aswm::NodeToLocal::Absent,
        aswm::Version::V6B => aswm::NodeToLocal::Bytes((0..nodes).collect()),
        aswm::Version::V6C => aswm::NodeToLocal::Words((0..nodes.into()).collect()),
    };
    let node = |u: &mut Unstructured<'_>| {
        let next = index(u, nodes.into())? as u8;
        let step = aswm::PathNodeBits::new().with_next(next).with_line_of_sight(u.arbitrary()?);
        Ok(if u.arbitrary()? { step.into() } else { aswm::PathNode::default() })
    };
    let owned = if u.ratio(1, 8)? { Some(Box::new(tile_data(u, version, triangles_count.into())?)) } else { None };
    Ok(aswm::Tile {
        header: aswm::TileHeader {
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
        path_table: aswm::PathTable {
            rle_table_size: 0,
            local_to_node: local_to_node.collect(),
            node_to_local,
            nodes: exactly(u, usize::from(nodes).pow(2), node)?,
        },
        flags,
    })
}

fn tile_data(u: &mut Unstructured<'_>, version: aswm::Version, triangle_count: usize) -> Result<aswm::TileData> {
    let (mut edges, mut triangles) = tables(version);
    if triangle_count > 0 {
        edges.set_rows(some(u, 3, |u| edge(u, 3, triangle_count))?);
        triangles.set_rows(exactly(u, triangle_count, |u| triangle(u, 3, 3, triangle_count, 0))?);
    }
    Ok(aswm::TileData { vertices: exactly(u, 3, point)?, edges, triangles })
}

fn island(u: &mut Unstructured<'_>, number: usize, islands: usize, triangles: usize) -> Result<aswm::Island> {
    let linked_islands = some(u, 3, |u| index(u, islands))?;
    Ok(aswm::Island {
        header: aswm::IslandHeader {
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

impl<'a> Arbitrary<'a> for ainav::AiNavData {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let region_id = 0x8000 | u.int_in_range(0..=300)?;
        let block_count = u.int_in_range(0..=4)?;
        let edge_counts: Vec<u32> = exactly(u, block_count, |u| u.int_in_range(0..=6))?;
        let ref_block = |(number, &edge_count): (usize, &u32)| {
            let cells = u.int_in_range(0..=5_usize)?;
            let edge = |u: &mut Unstructured<'_>| u.int_in_range(-1..=edge_count as i16 - 1);
            Ok(ainav::RefBlock {
                index: number as u32,
                edge_count,
                cell_lookup_table: exactly(u, cells * cells, |u| {
                    Ok(ainav::CellLookup { ref_edge_index0: edge(u)?, ref_edge_index1: edge(u)? })
                })?,
                links: some(u, cells.min(2), |u| {
                    let cell_id = index(u, cells)? as u16;
                    Ok(ainav::Link {
                        id: cell_id.into(),
                        cell_id,
                        linked_obj_id: index(u, block_count)? as u16,
                        linked_obj_ref_edge_index: u.int_in_range(0..=5)?,
                    })
                })?,
            })
        };
        let blocks = edge_counts.iter().enumerate().map(ref_block).collect::<Result<_>>()?;
        let simple_block = |&edges: &u32| Ok(ainav::SimpleBlock { edge_centers: exactly(u, edges as usize, point)? });
        let simple_blocks = edge_counts.iter().map(simple_block).collect::<Result<_>>()?;
        let block_lookup_table = exactly(u, block_count * block_count, |u| u.int_in_range(-1..=4))?;
        Ok(Self {
            ref_dungeon: ainav::RefDungeon { region_id, blocks, block_lookup_table, int0: 0 },
            simple_dungeon_data: ainav::SimpleDungeonData { region_id, blocks: simple_blocks, int1: 0 },
            ..Self::default()
        })
    }
}

fn text(u: &mut Unstructured<'_>) -> Result<jmx::Text> {
    Ok(jmx::Text { bytes: some(u, 8, |u| u.arbitrary())? })
}

/// Up to four indices below a length.
fn indices(u: &mut Unstructured<'_>, length: usize) -> Result<jmx::Indices> {
    let most = if length == 0 { 0 } else { 4 };
    Ok(jmx::Indices { indices: some(u, most, |u| index(u, length))? })
}

fn bounding_box(u: &mut Unstructured<'_>) -> Result<jmx::BoundingBox> {
    Ok(jmx::BoundingBox { min: point(u)?, max: point(u)? })
}

impl<'a> Arbitrary<'a> for dof::Dof {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let count = u.int_in_range(0..=3)?;
        let blocks = exactly(u, count, |u| dof_block(u, count))?;
        let voxel = |u: &mut Unstructured<'_>| {
            let id = u.int_in_range(0..=3)? | u.int_in_range(0..=3)? << 10 | u.int_in_range(0..=3)? << 20;
            Ok(dof::Voxel { id, blocks: indices(u, count)? })
        };
        let labels = if u.arbitrary()? {
            Some(dof::Labels { rooms: some(u, 3, text)?, floors: some(u, 3, text)? })
        } else {
            None
        };
        let group = |u: &mut Unstructured<'_>| {
            Ok(dof::Group { name: text(u)?, flag: u.arbitrary()?, blocks: indices(u, count)? })
        };
        Ok(Self {
            object_type: -1,
            category: 4,
            name: "Noname".into(),
            int2: -1,
            int3: -1,
            region_id: 0x8000 | u.int_in_range(0..=300)?,
            bounding_boxes: dof::BoundingBoxes { first: bounding_box(u)?, second: bounding_box(u)? },
            blocks: dof::Blocks { blocks },
            grid: dof::Grid { width: 4, height: 4, length: 4, voxels: some(u, 4, voxel)? },
            links: dof::Links { blocks: exactly(u, count, |u| indices(u, count))? },
            labels,
            groups: dof::Groups { groups: some(u, 2, group)? },
            rest: Vec::new(),
        })
    }
}

fn dof_block(u: &mut Unstructured<'_>, blocks: usize) -> Result<dof::Block> {
    let object = |u: &mut Unstructured<'_>| {
        let flags = *u.choose(&[0, 2, dof::Object::WATER])?;
        Ok(dof::Object {
            name: text(u)?,
            path: text(u)?,
            position: point(u)?,
            rotation: point(u)?,
            scale: point(u)?,
            flags,
            int0: u.arbitrary()?,
            radius_squared: float(u)?,
            water_colour: if flags == dof::Object::WATER { Some(u.arbitrary()?) } else { None },
        })
    };
    Ok(dof::Block {
        path: text(u)?,
        name: text(u)?,
        int0: 0,
        position: point(u)?,
        yaw: float(u)?,
        is_entrance: u.int_in_range(0..=1)?,
        bounding_box: bounding_box(u)?,
        colour: u.arbitrary()?,
        fog: dof::Fog { colour: u.arbitrary()?, near: float(u)?, far: float(u)?, intensity: float(u)? },
        height_fog: if u.arbitrary()? { Some(floats(u)?) } else { None },
        extra: if u.arbitrary()? {
            Some(dof::Extra { vector0: point(u)?, vector1: point(u)?, int0: u.arbitrary()? })
        } else {
            None
        },
        string: text(u)?,
        room_index: u.int_in_range(-1..=2)?,
        floor_index: u.int_in_range(0..=2)?,
        connected: indices(u, blocks)?,
        visible: indices(u, blocks)?,
        collision_object_count: u.int_in_range(0..=2)?,
        objects: some(u, 2, object)?,
        lights: some(u, 2, |u| Ok(dof::Light { name: text(u)?, values: [float(u)?; 15] }))?,
    })
}

impl<'a> Arbitrary<'a> for bms::Bms {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let nav_flag = u.int_in_range(0..=7)?;
        let nav_mesh = if u.arbitrary()? { Some(nav_mesh(u, nav_flag)?) } else { None };
        // Without a floor nothing is behind it.
        let rest = if nav_mesh.is_some() { some(u, 4, |u| u.arbitrary())? } else { Vec::new() };
        let mut part = || match u.int_in_range(0..=4)? {
            4 if nav_mesh.is_some() => Ok(bms::PartOffset::BehindFloor(u.int_in_range(0..=4)?)),
            at => Ok(bms::PartOffset::FromStart([0, 68, 69, 70, 71][at])),
        };
        let parts = bms::Parts {
            vertices: part()?,
            skin: part()?,
            faces: part()?,
            cloth_vertices: part()?,
            cloth_edges: part()?,
            bounding_box: part()?,
            portals: part()?,
            skinned_nav_mesh: part()?,
            unknown: part()?,
        };
        Ok(Self {
            int0: 0,
            nav_flag,
            sub_prim_count: 1,
            vertex_flag: 0,
            before: some(u, 8, |u| u.arbitrary())?,
            nav_mesh,
            parts,
            rest,
        })
    }
}

impl<'a> Arbitrary<'a> for two_da::TwoDa {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let words = ["label", "walk", "Deep Water", "0", "1", ""];
        let columns = some(u, 4, |u| u.choose(&words).copied())?;
        let rows = some(u, 6, |u| exactly(u, columns.len(), |u| u.choose(&words).copied()))?;
        let rest = some(u, 3, |u| u.arbitrary())?;
        let table = Self::from_rows(columns, rows).map_err(|_| arbitrary::Error::IncorrectFormat)?;
        Ok(Self { rest, ..table })
    }
}

fn nav_mesh(u: &mut Unstructured<'_>, nav_flag: u32) -> Result<bms::NavMesh> {
    let event = |u: &mut Unstructured<'_>, flag| if nav_flag & flag != 0 { u.arbitrary().map(Some) } else { Ok(None) };
    let corners = u.int_in_range(1..=8)?;
    let cells = u.int_in_range(1..=6)?;
    let corner = |u: &mut Unstructured<'_>| index(u, corners).map(|corner| corner as u16);
    let edge = |u: &mut Unstructured<'_>, is_inline: bool| {
        Ok(bms::Edge {
            vertices: [corner(u)?, corner(u)?],
            src_cell: index(u, cells)? as u16,
            dst_cell: if is_inline { index(u, cells)? as u16 } else { bms::Edge::NO_CELL },
            flag: u.arbitrary()?,
            event: event(u, bms::nav_flags::EDGE_EVENTS)?,
        })
    };
    let (width, height) = (u.int_in_range(0..=2)?, u.int_in_range(0..=2)?);
    let tile = |u: &mut Unstructured<'_>| Ok(bms::Tile { outline: some(u, 3, |u| u.int_in_range(0..=3))? });
    Ok(bms::NavMesh {
        vertices: exactly(u, corners, |u| Ok(bms::Vertex { position: point(u)?, normal_index: u.arbitrary()? }))?,
        cells: exactly(u, cells, |u| {
            let vertices = [corner(u)?, corner(u)?, corner(u)?];
            Ok(bms::Cell { vertices, flag: 0, event: event(u, bms::nav_flags::CELL_EVENTS)? })
        })?,
        outline: some(u, 4, |u| edge(u, false))?,
        inline: some(u, 4, |u| edge(u, true))?,
        events: if nav_flag & bms::nav_flags::EVENTS != 0 {
            Some(bms::Events { names: some(u, 2, text)? })
        } else {
            None
        },
        grid: bms::Grid {
            origin_x: float(u)?,
            origin_z: float(u)?,
            width,
            height,
            tiles: exactly(u, (width * height) as usize, tile)?,
        },
    })
}

/// Strategies for property tests: valid values of whole files.
///
/// ```
/// use proptest::prelude::*;
/// use walkmesh_formats::{Document, bwm::Bwm, valid::strategies};
///
/// proptest!(|(mesh in strategies::document::<Bwm>())| {
///     prop_assert_eq!(Bwm::from_bytes(&mesh.to_bytes()?)?, mesh);
/// });
/// ```
#[cfg(feature = "proptest")]
pub mod strategies {
    use std::fmt::Debug;

    use arbitrary::{Arbitrary, Unstructured};
    use proptest::prelude::*;

    use crate::Document;

    /// Valid values of a format; they shrink through the bytes that they are made from.
    pub fn document<T: Document + for<'a> Arbitrary<'a> + Debug>() -> impl Strategy<Value = T> {
        prop::collection::vec(any::<u8>(), 0..2048)
            .prop_filter_map("bytes that make a value", |bytes| T::arbitrary(&mut Unstructured::new(&bytes)).ok())
    }
}
