//! The view of an NWN2 walkmesh.

use crate::exchange::Class;
use crate::nwn2::{FloorMaterial, TriangleId, VertexId, Walkmesh, class_of, flags};

use super::super::files::stem;
use super::super::view::{FaceInfo, LineKind, LineLayers, MarkKind, PartOf, View, whole};

pub(super) fn show(walkmesh: &Walkmesh, file: &str, view: &mut View) {
    let (node, _) = walkmesh.to_scene_node(stem(file));
    let rows = walkmesh.triangle_rows().iter().map(|row| row.vertices);
    // A node of an area has no marks.
    view.push(PartOf::File, file, &node, Some(whole(rows, walkmesh.vertices().len())), |_| MarkKind::Position);
}

/// Adds the borders of the walkable floor, and the tiles.
pub(super) fn draw_lines(walkmesh: &Walkmesh, lines: &mut LineLayers) {
    let is_walkable = |id| walkmesh.triangle(id).is_some_and(|triangle| triangle.is_walkable());
    for triangle in walkmesh.triangles().filter(|triangle| triangle.is_walkable()) {
        for edge in triangle.edges().iter().filter_map(|edge| walkmesh.edge(*edge)) {
            let mut beyond = edge.triangles.iter().filter(|id| **id != triangle.id().0);
            if !beyond.any(|id| is_walkable(TriangleId(*id))) {
                let [a, b] = edge.vertices.map(|vertex| walkmesh.vertex(VertexId(vertex)));
                lines.push(LineKind::Border, a.zip(b).map(|(a, b)| [a, b]));
            }
        }
    }
    let lowest = walkmesh.vertices().iter().map(|vertex| vertex.z).filter(|z| z.is_finite()).fold(f32::MAX, f32::min);
    for tile in walkmesh.tiles() {
        let ([x, y], width) = (tile.origin(), tile.width());
        let corners = [[x, y], [x + width, y], [x + width, y + width], [x, y + width]].map(|[x, y]| [x, y, lowest]);
        (0..4).for_each(|side| lines.push(LineKind::Tiles, Some([corners[side], corners[(side + 1) % 4]])));
    }
}

/// Adds the details of a triangle.
pub(super) fn describe_face(walkmesh: &Walkmesh, info: &mut FaceInfo) {
    info.kind = "triangle";
    let Some(triangle) = walkmesh.triangle(TriangleId(info.number)) else { return };
    info.neighbours = triangle.neighbours().map(|other| other.map(|other| other.0));
    info.flags = Some(triangle.flags().0);
    info.stored_island = triangle.island().map(|island| island.0);
    let number = u64::from(info.number);
    let tile = walkmesh.tiles().find(|tile| tile.range().contains(&number));
    info.tile = tile.map(|tile| tile.coordinates());
}

/// A walkable and an unwalkable class for each floor material.
pub(super) fn paints() -> Vec<Class> {
    let floors = FloorMaterial::ALL.into_iter().map(Some).chain([None]);
    let both = floors.flat_map(|floor| [true, false].map(|walkable| flags(walkable, floor)));
    both.map(|flags| class_of(flags.0.into())).collect()
}

/// The layers of a picture that show the objects of an area.
#[cfg(feature = "picture")]
pub(super) fn layers(instances: &crate::instances::Instances) -> impl Iterator<Item = crate::picture::Layer> {
    use crate::instances::InstanceKind;
    let shown = [
        InstanceKind::Placeable,
        InstanceKind::Door,
        InstanceKind::Creature,
        InstanceKind::WayPoint,
        InstanceKind::Store,
    ];
    [instances.outlines(), instances.marks(&shown)].into_iter().filter(|layer| !layer.is_empty())
}
