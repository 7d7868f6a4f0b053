//! Two `.dof` files compared, field by field.

use crate::diff::Group::Content;
use crate::diff::{Group, Hex, TableDiff, Value};
use crate::finding::PartKind;
use crate::formats::dof::{Block, Dof, Group as BlockGroup, Labels, Light, Object};
use crate::formats::jmx::BoundingBox;

/// Compares two `.dof` files, table by table: the fields of all blocks together, each block with the block of the same
/// number.
///
/// ```
/// use walkmesh::formats::dof::{Block, Dof};
/// use walkmesh::silkroad::diff_dof;
///
/// let mut hall = Dof::default();
/// hall.blocks.blocks.push(Block { name: "hall".into(), ..Block::default() });
/// let mut turned = hall.clone();
/// turned.blocks.blocks[0].yaw = 1.5;
/// let differing: Vec<_> = diff_dof(&hall, &turned).into_iter().filter(|table| !table.is_equal()).collect();
/// assert_eq!(differing[0].to_string().lines().nth(1), Some("  block 0: 0.0 -> 1.5"));
/// ```
#[must_use]
pub fn diff_dof(left: &Dof, right: &Dof) -> Vec<TableDiff> {
    let mut tables = vec![head(left, right)];
    blocks(&left.blocks.blocks, &right.blocks.blocks, &mut tables);
    objects(&left.blocks.blocks, &right.blocks.blocks, &mut tables);

    let mut grid = content("grid.size");
    let size = |dof: &Dof| [dof.grid.width, dof.grid.height, dof.grid.length];
    grid.field("grid", size(left), size(right));
    let (l, r) = (&left.grid.voxels[..], &right.grid.voxels[..]);
    tables.push(grid);
    tables.push(content("grid.voxels.id").rows(PartKind::Voxel, l, r, |voxel| voxel.id));
    tables.push(content("grid.voxels.blocks").rows(PartKind::Voxel, l, r, |voxel| &voxel.blocks.indices[..]));
    let (l, r) = (&left.links.blocks[..], &right.links.blocks[..]);
    tables.push(content("links").rows(PartKind::Block, l, r, |links| &links.indices[..]));

    let mut labels = content("labels");
    labels.field("labels", left.labels.is_some(), right.labels.is_some());
    tables.push(labels);
    let none = Labels::default();
    let [l, r] = [left, right].map(|dof| dof.labels.as_ref().unwrap_or(&none));
    tables.push(content("labels.rooms").rows(PartKind::Room, &l.rooms, &r.rooms, |text| text));
    tables.push(content("labels.floors").rows(PartKind::Floor, &l.floors, &r.floors, |text| text));

    let (l, r): (&[BlockGroup], &[BlockGroup]) = (&left.groups.groups, &right.groups.groups);
    tables.push(content("groups.name").rows(PartKind::Group, l, r, |group| &group.name));
    tables.push(content("groups.flag").rows(PartKind::Group, l, r, |group| group.flag));
    tables.push(content("groups.blocks").rows(PartKind::Group, l, r, |group| &group.blocks.indices[..]));
    tables.push(TableDiff::new("gap_bytes", Group::Uninitialised).bytes(&left.rest, &right.rest));
    tables
}

const fn content(table: &'static str) -> TableDiff {
    TableDiff::new(table, Content)
}

/// Compares the fields that occur once in a file.
fn head(l: &Dof, r: &Dof) -> TableDiff {
    let mut head = content("head");
    head.field("object_type", l.object_type, r.object_type);
    head.field("category", l.category, r.category);
    head.field("name", &l.name, &r.name);
    head.field("int2", l.int2, r.int2);
    head.field("int3", l.int3, r.int3);
    head.field("region", l.region_id, r.region_id);
    let [a, b] = [l, r].map(|dof| [dof.bounding_boxes.first, dof.bounding_boxes.second].map(corners));
    head.field("bounding_boxes", a, b);
    head
}

fn corners(bounds: BoundingBox) -> [[f32; 3]; 2] {
    [bounds.min.into(), bounds.max.into()]
}

fn blocks(l: &[Block], r: &[Block], tables: &mut Vec<TableDiff>) {
    fn field<'a, U: Value>(
        table: &'static str,
        l: &'a [Block],
        r: &'a [Block],
        field: impl Fn(&'a Block) -> U,
    ) -> TableDiff {
        content(table).rows(PartKind::Block, l, r, field)
    }
    tables.push(field("blocks.path", l, r, |block| &block.path));
    tables.push(field("blocks.name", l, r, |block| &block.name));
    tables.push(field("blocks.int0", l, r, |block| block.int0));
    tables.push(field("blocks.position", l, r, |block| <[f32; 3]>::from(block.position)));
    tables.push(field("blocks.yaw", l, r, |block| block.yaw));
    tables.push(field("blocks.is_entrance", l, r, |block| block.is_entrance));
    tables.push(field("blocks.bounding_box", l, r, |block| corners(block.bounding_box)));
    tables.push(field("blocks.colour", l, r, |block| Hex(block.colour.to_be_bytes())));
    tables.push(field("blocks.fog.colour", l, r, |block| Hex(block.fog.colour.to_be_bytes())));
    tables.push(field("blocks.fog", l, r, |block| [block.fog.near, block.fog.far, block.fog.intensity]));
    tables.push(field("blocks.height_fog", l, r, |block| block.height_fog));
    let vectors = |block: &Block| block.extra.map(|extra| [extra.vector0, extra.vector1].map(<[f32; 3]>::from));
    tables.push(field("blocks.extra.vectors", l, r, vectors));
    tables.push(field("blocks.extra.int0", l, r, |block| block.extra.map(|extra| extra.int0)));
    tables.push(field("blocks.string", l, r, |block| &block.string));
    tables.push(field("blocks.room", l, r, |block| block.room_index));
    tables.push(field("blocks.floor", l, r, |block| block.floor_index));
    tables.push(field("blocks.connected", l, r, |block| &block.connected.indices[..]));
    tables.push(field("blocks.visible", l, r, |block| &block.visible.indices[..]));
    tables.push(field("blocks.collision_object_count", l, r, |block| block.collision_object_count));
}

fn objects(l: &[Block], r: &[Block], tables: &mut Vec<TableDiff>) {
    fn object<'a, U: Value>(
        table: &'static str,
        l: &'a [Block],
        r: &'a [Block],
        field: impl Fn(&'a Object) -> U,
    ) -> TableDiff {
        content(table).nested([PartKind::Block, PartKind::Object], l, r, |block| &block.objects, field)
    }
    tables.push(object("objects.name", l, r, |object| &object.name));
    tables.push(object("objects.path", l, r, |object| &object.path));
    let place = |object: &Object| [object.position, object.rotation, object.scale].map(<[f32; 3]>::from);
    tables.push(object("objects.position_rotation_scale", l, r, place));
    tables.push(object("objects.flags", l, r, |object| object.flags));
    tables.push(object("objects.int0", l, r, |object| object.int0));
    tables.push(object("objects.radius_squared", l, r, |object| object.radius_squared));
    let colour = |object: &Object| object.water_colour.map(|colour| Hex(colour.to_be_bytes()));
    tables.push(object("objects.water_colour", l, r, colour));
    let kinds = [PartKind::Block, PartKind::Light];
    tables.push(content("lights.name").nested(kinds, l, r, |block| &block.lights, |light: &Light| &light.name));
    tables.push(content("lights.values").nested(kinds, l, r, |block| &block.lights, |light: &Light| light.values));
}
