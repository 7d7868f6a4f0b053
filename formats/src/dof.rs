//! Silkroad Online's dungeons, `.dof` (JMXVDOF 0101): the blocks of a dungeon, their positions, and the blocks in each
//! voxel of 200 units.
//!
//! Source: `docs/formats/dof-bms.md#dof`. Sections are read in the order of real files. The bytes after the last
//! section are kept raw. One legacy file is known whose blocks lack one byte; it cannot be read.
//!
//! ```
//! use walkmesh_formats::{Document, Format, dof::{Block, Dof}};
//!
//! let mut dungeon = Dof::default();
//! dungeon.blocks.blocks.push(Block { name: "hall".into(), yaw: 1.5, ..Block::default() });
//! let bytes = dungeon.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Dof));
//! assert_eq!(Dof::from_bytes(&bytes)?, dungeon);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use std::io::Cursor;

use binrw::{BinRead, BinResult, BinWrite, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Vector3;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::jmx::{BoundingBox, Indices, Text, signature};
use crate::rows::{count, items, rest, write_rows};

/// Magic and version.
pub const MAGIC: [u8; 12] = *b"JMXVDOF 0101";

/// A whole `.dof` file.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dof {
    /// `JMXVDOF 0101`.
    #[br(temp, parse_with = signature, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 12],
    /// The offsets of the sections.
    #[br(temp)]
    #[bw(calc = Directory::new(name, bounding_boxes, blocks, grid, links, labels.as_ref())?)]
    directory: Directory,
    /// -1 in all files.
    pub object_type: i16,
    /// 4 in all files.
    pub category: i16,
    /// `Noname` in all files.
    pub name: Text,
    /// -1 in all files.
    pub int2: i32,
    /// -1 in all files.
    pub int3: i32,
    /// The region. It is wrong in 4 files, where `dungeoninfo.txt` has the right one.
    pub region_id: u16,
    /// The dungeon's extent.
    #[br(parse_with = section, args(directory.bounding_box_offset))]
    pub bounding_boxes: BoundingBoxes,
    /// The blocks.
    #[br(parse_with = section, args(directory.block_offset))]
    pub blocks: Blocks,
    /// The blocks in each voxel (`docs/formats/dof-bms.md#voxels`).
    #[br(parse_with = section, args(directory.grid_offset))]
    pub grid: Grid,
    /// For each block, the blocks that it is linked with.
    #[br(parse_with = section, args(directory.link_offset))]
    pub links: Links,
    /// The names of rooms and floors, where the directory has an offset for them.
    #[br(if(directory.label_offset != 0), parse_with = label_section, args(directory.label_offset))]
    pub labels: Option<Labels>,
    /// Groups.
    #[br(parse_with = section, args(directory.group_offset))]
    pub groups: Groups,
    /// The bytes after the last section: none, as far as is known.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Dof {}

/// The offsets of the sections from the start of the file: 32 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Directory {
    /// The blocks.
    pub block_offset: u32,
    /// The links between blocks.
    pub link_offset: u32,
    /// The voxels.
    pub grid_offset: u32,
    /// The groups.
    pub group_offset: u32,
    /// The labels; 0 where there are none.
    pub label_offset: u32,
    /// 0 in all files.
    #[br(temp, parse_with = no_section)]
    #[bw(calc = 0)]
    int0: u32,
    /// 0 in all files.
    #[br(temp, parse_with = no_section)]
    #[bw(calc = 0)]
    int1: u32,
    /// The boxes.
    pub bounding_box_offset: u32,
}

impl Directory {
    /// The offsets of sections that follow one another in the order of real files.
    fn new(
        name: &Text,
        bounding_boxes: &BoundingBoxes,
        blocks: &Blocks,
        grid: &Grid,
        links: &Links,
        labels: Option<&Labels>,
    ) -> BinResult<Self> {
        let bounding_box_offset = 12 + 32 + 4 + size(name)? + 8 + 2;
        let block_offset = bounding_box_offset + size(bounding_boxes)?;
        let grid_offset = block_offset + size(blocks)?;
        let link_offset = grid_offset + size(grid)?;
        let end = link_offset + size(links)?;
        let group_offset = end + labels.map_or(Ok(0), size)?;
        let offset = |at: u64| u32::try_from(at).map_err(|_| Wrong::unwritable("directory", "less than 4 GiB", at));
        Ok(Self {
            block_offset: offset(block_offset)?,
            link_offset: offset(link_offset)?,
            grid_offset: offset(grid_offset)?,
            group_offset: offset(group_offset)?,
            label_offset: offset(labels.map_or(0, |_| end))?,
            bounding_box_offset: offset(bounding_box_offset)?,
        })
    }
}

/// The size in bytes of a written value.
fn size<T: for<'a> BinWrite<Args<'a> = ()>>(value: &T) -> BinResult<u64> {
    let mut written = Cursor::new(Vec::new());
    value.write_le(&mut written)?;
    Ok(written.position())
}

/// Reads a section, which must start at the reader's position.
#[binrw::parser(reader, endian)]
fn section<T: for<'a> BinRead<Args<'a> = ()>>(offset: u32) -> BinResult<T> {
    let here = reader.stream_position()?;
    if here != u64::from(offset) {
        let expected = format!("the section at {here:#x}, behind the one before");
        return Err(Wrong::unsupported(expected, format_args!("{offset:#x}")).here(here));
    }
    T::read_options(reader, endian, ())
}

/// Reads the labels, which must start at the reader's position.
#[binrw::parser(reader, endian)]
fn label_section(offset: u32) -> BinResult<Option<Labels>> {
    section(reader, endian, (offset,)).map(Some)
}

/// Reads the offset of a section that no file has.
#[binrw::parser(reader, endian)]
fn no_section() -> BinResult<u32> {
    let here = reader.stream_position()?;
    match u32::read_options(reader, endian, ())? {
        0 => Ok(0),
        offset => {
            Err(Wrong::unsupported("0, since no known file has this section", format_args!("{offset:#x}")).here(here))
        }
    }
}

/// Reads a byte that says whether a field follows: 0 or `set`. A legacy file has one such byte instead of two, so its
/// second one is not a flag.
#[binrw::parser(reader, endian)]
fn flag(set: u8) -> BinResult<u8> {
    let here = reader.stream_position()?;
    match u8::read_options(reader, endian, ())? {
        flag if flag == 0 || flag == set => Ok(flag),
        flag => Err(Wrong::unsupported(format!("0 or {set} (a legacy file has other data here)"), flag).here(here)),
    }
}

/// The dungeon's extent: 48 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct BoundingBoxes {
    /// The box from whose lower corner voxels are counted.
    pub first: BoundingBox,
    /// A box of unknown meaning.
    pub second: BoundingBox,
}

/// The blocks.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Blocks {
    #[br(temp)]
    #[bw(calc = count("blocks", blocks)?)]
    block_count: u32,
    /// The blocks.
    #[br(parse_with = items, args(block_count.into(), Block::SMALLEST, ()))]
    pub blocks: Vec<Block>,
}

/// A room of the dungeon.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Block {
    /// The path of its `.bsr`, which leads to its `.bms`.
    pub path: Text,
    /// Its name.
    pub name: Text,
    /// 0 in all files.
    pub int0: u32,
    /// Its position, in dungeon space.
    pub position: Vector3,
    /// Its rotation around the vertical axis, in radians.
    pub yaw: f32,
    /// Not 0 if the dungeon is entered here.
    pub is_entrance: u32,
    /// Its extent in block space.
    pub bounding_box: BoundingBox,
    /// A colour.
    pub colour: u32,
    /// Its fog.
    pub fog: Fog,
    /// 1 where `height_fog` follows, otherwise 0.
    #[br(temp, parse_with = flag, args(1))]
    #[bw(calc = u8::from(height_fog.is_some()))]
    has_height_fog: u8,
    /// Fog that depends on the height.
    #[br(if(has_height_fog != 0))]
    pub height_fog: Option<[f32; 4]>,
    /// 2 where `extra` follows, otherwise 0.
    #[br(temp, parse_with = flag, args(2))]
    #[bw(calc = if extra.is_some() { 2 } else { 0 })]
    extra_flag: u8,
    /// The additional fields of blocks whose flag is 2.
    #[br(if(extra_flag != 0))]
    pub extra: Option<Extra>,
    /// A string of unknown meaning.
    pub string: Text,
    /// Its room, an index into the labels, or -1.
    pub room_index: i32,
    /// Its floor, an index into the labels.
    pub floor_index: u32,
    /// The blocks to which doors lead.
    pub connected: Indices,
    /// The blocks that can be seen.
    pub visible: Indices,
    #[br(temp)]
    #[bw(calc = count("blocks.objects", objects)?)]
    object_count: u32,
    /// The number of objects that block the way.
    pub collision_object_count: u32,
    /// The objects.
    #[br(parse_with = items, args(object_count.into(), Object::SMALLEST, ()))]
    pub objects: Vec<Object>,
    #[br(temp)]
    #[bw(calc = count("blocks.lights", lights)?)]
    light_count: u32,
    /// The lights.
    #[br(parse_with = items, args(light_count.into(), Light::SMALLEST, ()))]
    pub lights: Vec<Light>,
}

impl Block {
    /// The minimum size of a block, without strings, lists, objects and lights.
    const SMALLEST: usize = 110;
}

/// A block's fog: 16 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fog {
    /// Its colour.
    pub colour: u32,
    /// The distance at which the fog begins, in game units.
    pub near: f32,
    /// The distance at which the fog ends.
    pub far: f32,
    /// The density of the fog.
    pub intensity: f32,
}

/// The additional fields of some blocks, of unknown meaning: 28 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Extra {
    /// A point, or a direction.
    pub vector0: Vector3,
    /// Another one.
    pub vector1: Vector3,
    /// A number.
    pub int0: u32,
}

/// An object in a block.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Object {
    /// Its name.
    pub name: Text,
    /// The path of its model.
    pub path: Text,
    /// Its position.
    pub position: Vector3,
    /// Its rotation.
    pub rotation: Vector3,
    /// Its scale.
    pub scale: Vector3,
    /// 2 for an object that blocks the way, 4 for water.
    pub flags: u32,
    /// A number of unknown meaning.
    pub int0: u32,
    /// The square of its radius.
    pub radius_squared: f32,
    /// The water's colour, where the flags say water.
    #[br(if(flags & Object::WATER != 0))]
    #[bw(assert(water_colour.is_some() == (flags & Object::WATER != 0),
        Wrong::unwritable("blocks.objects.water_colour", "one where the flags say water", flags)))]
    pub water_colour: Option<u32>,
}

impl Object {
    /// The flag of water, which has a colour.
    pub const WATER: u32 = 4;
    /// The minimum size of an object, without strings, and not water.
    const SMALLEST: usize = 56;
}

/// A light.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Light {
    /// Its name.
    pub name: Text,
    /// Its properties, in an unknown order.
    pub values: [f32; 15],
}

impl Light {
    /// The minimum size of a light, without a name.
    const SMALLEST: usize = 64;
}

/// The blocks in each voxel of 200 units.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Grid {
    /// Voxels along x.
    pub width: u32,
    /// Voxels along y, or z.
    pub height: u32,
    /// Voxels along the third axis.
    pub length: u32,
    #[br(temp)]
    #[bw(calc = count("grid.voxels", voxels)?)]
    voxel_count: u32,
    /// The voxels that have blocks.
    #[br(parse_with = items, args(voxel_count.into(), Voxel::SMALLEST, ()))]
    pub voxels: Vec<Voxel>,
}

/// A voxel.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Voxel {
    /// Its coordinates in the grid: x in bits 0 to 9, z in bits 10 to 19, y in bits 20 to 29.
    pub id: u32,
    /// The blocks in it.
    pub blocks: Indices,
}

impl Voxel {
    /// The minimum size of a voxel, without blocks.
    const SMALLEST: usize = 4 + Indices::SMALLEST;
}

/// For each block, the blocks that it is linked with.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Links {
    #[br(temp)]
    #[bw(calc = count("links", blocks)?)]
    block_count: u32,
    /// A list for each block.
    #[br(parse_with = items, args(block_count.into(), Indices::SMALLEST, ()))]
    pub blocks: Vec<Indices>,
}

/// The names of rooms and floors.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Labels {
    #[br(temp)]
    #[bw(calc = count("labels.rooms", rooms)?)]
    room_count: u32,
    /// The rooms.
    #[br(parse_with = items, args(room_count.into(), Text::SMALLEST, ()))]
    pub rooms: Vec<Text>,
    #[br(temp)]
    #[bw(calc = count("labels.floors", floors)?)]
    floor_count: u32,
    /// The floors.
    #[br(parse_with = items, args(floor_count.into(), Text::SMALLEST, ()))]
    pub floors: Vec<Text>,
}

/// Groups of blocks.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Groups {
    #[br(temp)]
    #[bw(calc = count("groups", groups)?)]
    group_count: u32,
    /// The groups.
    #[br(parse_with = items, args(group_count.into(), Group::SMALLEST, ()))]
    pub groups: Vec<Group>,
}

/// A group of blocks.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Group {
    /// Its name.
    pub name: Text,
    /// A flag of unknown meaning.
    pub flag: u32,
    /// The blocks.
    pub blocks: Indices,
}

impl Group {
    /// The minimum size of a group, without name and blocks.
    const SMALLEST: usize = Text::SMALLEST + 4 + Indices::SMALLEST;
}
