//! Valid values of a Silkroad dungeon's blocks, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Block, Blocks, BoundingBoxes, Dof, Extra, Fog, Grid, Group, Groups, Labels, Light, Links, Object, Voxel};
use crate::jmx;
use crate::valid::{exactly, float, floats, index, point, some, text};

/// Up to four indices below a length.
fn indices(u: &mut Unstructured<'_>, length: usize) -> Result<jmx::Indices> {
    let most = if length == 0 { 0 } else { 4 };
    Ok(jmx::Indices { indices: some(u, most, |u| index(u, length))? })
}

fn bounding_box(u: &mut Unstructured<'_>) -> Result<jmx::BoundingBox> {
    Ok(jmx::BoundingBox { min: point(u)?, max: point(u)? })
}

impl<'a> Arbitrary<'a> for Dof {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let count = u.int_in_range(0..=3)?;
        let blocks = exactly(u, count, |u| dof_block(u, count))?;
        let voxel = |u: &mut Unstructured<'_>| {
            let id = u.int_in_range(0..=3)? | u.int_in_range(0..=3)? << 10 | u.int_in_range(0..=3)? << 20;
            Ok(Voxel { id, blocks: indices(u, count)? })
        };
        let labels =
            if u.arbitrary()? { Some(Labels { rooms: some(u, 3, text)?, floors: some(u, 3, text)? }) } else { None };
        let group =
            |u: &mut Unstructured<'_>| Ok(Group { name: text(u)?, flag: u.arbitrary()?, blocks: indices(u, count)? });
        Ok(Self {
            object_type: -1,
            category: 4,
            name: "Noname".into(),
            int2: -1,
            int3: -1,
            region_id: 0x8000 | u.int_in_range(0..=300)?,
            bounding_boxes: BoundingBoxes { first: bounding_box(u)?, second: bounding_box(u)? },
            blocks: Blocks { blocks },
            grid: Grid { width: 4, height: 4, length: 4, voxels: some(u, 4, voxel)? },
            links: Links { blocks: exactly(u, count, |u| indices(u, count))? },
            labels,
            groups: Groups { groups: some(u, 2, group)? },
            rest: Vec::new(),
        })
    }
}

fn dof_block(u: &mut Unstructured<'_>, blocks: usize) -> Result<Block> {
    let object = |u: &mut Unstructured<'_>| {
        let flags = *u.choose(&[0, 2, Object::WATER])?;
        Ok(Object {
            name: text(u)?,
            path: text(u)?,
            position: point(u)?,
            rotation: point(u)?,
            scale: point(u)?,
            flags,
            int0: u.arbitrary()?,
            radius_squared: float(u)?,
            water_colour: if flags == Object::WATER { Some(u.arbitrary()?) } else { None },
        })
    };
    Ok(Block {
        path: text(u)?,
        name: text(u)?,
        int0: 0,
        position: point(u)?,
        yaw: float(u)?,
        is_entrance: u.int_in_range(0..=1)?,
        bounding_box: bounding_box(u)?,
        colour: u.arbitrary()?,
        fog: Fog { colour: u.arbitrary()?, near: float(u)?, far: float(u)?, intensity: float(u)? },
        height_fog: if u.arbitrary()? { Some(floats(u)?) } else { None },
        extra: if u.arbitrary()? {
            Some(Extra { vector0: point(u)?, vector1: point(u)?, int0: u.arbitrary()? })
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
        lights: some(u, 2, |u| Ok(Light { name: text(u)?, values: [float(u)?; 15] }))?,
    })
}
