//! The position in space of a place of a walkmesh.

use super::{EdgeId, IslandId, TileId, TriangleId, VertexId, Walkmesh};
use crate::finding::{PartKind, Place, Shape};

impl Walkmesh {
    /// The shape in space of a place of this walkmesh: a triangle, an edge, a vertex, the border of a tile, or the centre of
    /// an island.
    ///
    /// A tile has the height of its first triangle's centre, and an island the height of its first triangle. The islands of
    /// an unbaked walkmesh have no centres: such an island is at its first triangle. `None` for parts without a position,
    /// such as the header, for missing parts, and for coordinates that are not finite.
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        let outer = place.parts().first()?;
        let id = outer.id()?;
        let located = match outer.kind {
            PartKind::Triangle => Shape::Face(self.triangle(TriangleId(id))?.points()?),
            PartKind::Vertex => Shape::Point(self.vertex(VertexId(id))?),
            PartKind::Edge => {
                let [a, b] = self.edge(EdgeId(id))?.vertices.map(|id| self.vertex(VertexId(id)));
                Shape::Edge([a?, b?])
            }
            PartKind::Tile => self.locate_tile(TileId(id))?,
            PartKind::Island | PartKind::FromIsland | PartKind::ToIsland | PartKind::StoredIsland => {
                self.locate_island(IslandId(id))?
            }
            _ => return None,
        };
        located.if_finite()
    }

    fn locate_tile(&self, tile: TileId) -> Option<Shape> {
        let tile = self.tile(tile)?;
        let ([x, y], width) = (tile.origin(), tile.width());
        let height = tile.triangles().find_map(middle).map_or(0.0, |[_, _, z]| z);
        let corners = [[x, y], [x + width, y], [x + width, y + width], [x, y + width]];
        Some(Shape::Polygon(corners.map(|[x, y]| [x, y, height]).into()))
    }

    fn locate_island(&self, id: IslandId) -> Option<Shape> {
        let first = self.triangles().filter(|triangle| triangle.island() == Some(id)).find_map(middle);
        let center = self.island(id).map(|island| island.center());
        let point = center.map(|[x, y]| [x, y, first.map_or(0.0, |[_, _, z]| z)]);
        point.or(first).map(Shape::Point)
    }
}

/// The centre of a triangle whose corners exist and are finite.
fn middle(triangle: super::Triangle<'_>) -> Option<[f32; 3]> {
    Some(Shape::Face(triangle.points()?).if_finite()?.middle())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::PlacePart;
    use crate::nwn2::{BakeOptions, BuildFace, BuildOptions, build};

    /// Two triangles on one tile, 2 m high.
    fn square() -> Walkmesh {
        let vertices = [[0.0, 0.0, 2.0], [6.0, 0.0, 2.0], [6.0, 6.0, 2.0], [0.0, 6.0, 2.0]];
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        let faces = [face([0, 1, 2]), face([0, 2, 3])];
        build(&vertices, &faces, &BuildOptions::default()).expect("a walkmesh").walkmesh
    }

    #[test]
    fn each_kind_of_place_is_found_and_damaged_numbers_are_nowhere() {
        let mut area = square();
        area.bake(&BakeOptions::default()).expect("a bake");
        let corners = area.triangle(TriangleId(1)).and_then(|triangle| triangle.points()).expect("a triangle");
        let ends =
            area.edge(EdgeId(0)).expect("an edge").vertices.map(|id| area.vertex(VertexId(id)).expect("a vertex"));
        let width = area.tile_width();
        let border = [[0.0, 0.0, 2.0], [width, 0.0, 2.0], [width, width, 2.0], [0.0, width, 2.0]];
        let island = Shape::Point([3.0, 3.0, 2.0]);
        let cases = [
            (PartKind::Triangle, 1, Shape::Face(corners)),
            (PartKind::Vertex, 3, Shape::Point(area.vertex(VertexId(3)).expect("a vertex"))),
            (PartKind::Edge, 0, Shape::Edge(ends)),
            (PartKind::Tile, 0, Shape::Polygon(border.into())),
            (PartKind::Island, 0, island.clone()),
            (PartKind::FromIsland, 0, island.clone()),
            (PartKind::ToIsland, 0, island.clone()),
            (PartKind::StoredIsland, 0, island),
        ];
        for (kind, index, expected) in cases {
            let at = |index: i64| area.locate(&PlacePart::new(kind, index).into());
            assert_eq!(at(index), Some(expected), "{kind}");
            for damaged in [-1, i64::MIN, 1 << 20, u32::MAX.into(), i64::MAX] {
                assert_eq!(at(damaged), None, "{kind} {damaged}");
            }
        }
        assert_eq!(area.locate(&PartKind::Header.into()), None);
        let step = [TileId(0).into(), PlacePart::new(PartKind::FromNode, 0), PlacePart::new(PartKind::ToNode, 1)];
        assert_eq!(area.locate(&step.into()), area.locate(&TileId(0).into()));
        let packet = [PlacePart::new(PartKind::Packet, 3), VertexId(0).into()];
        assert_eq!(area.locate(&packet.into()), None, "a vertex of the ground, not of the walkmesh");
    }

    #[test]
    fn an_island_that_is_not_baked_is_where_its_first_triangle_is() {
        let mut raw = square().into_raw();
        assert!(raw.islands.is_empty());
        let crate::formats::aswm::Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
        rows.iter_mut().for_each(|row| row.island = 5);
        let area = Walkmesh::from_raw(raw);
        let first = area.triangle(TriangleId(0)).and_then(middle).map(Shape::Point);
        assert_eq!(area.locate(&IslandId(5).into()), first);
        assert_eq!(area.locate(&IslandId(4).into()), None);
    }
}
