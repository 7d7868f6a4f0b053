//! The location of a place of a walkmesh or an area in space.

use super::{Area, EdgeId, FaceId, NodeId, RoomId, VertexId, Walkmesh};
use crate::finding::{PartKind, Place, PlacePart, Shape};
use crate::geometry::Aabb;

impl Walkmesh {
    /// The shape of a place of this walkmesh: a face or one of its sides, an edge, a vertex, a use hook, the first edge
    /// of a perimeter, or the box of a node in the stored tree.
    ///
    /// `None` for a place without a location, such as the header, for a nonexistent one, and for one with a coordinate
    /// that is not finite.
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        self.locate_parts(place.parts())
    }

    fn locate_parts(&self, parts: &[PlacePart]) -> Option<Shape> {
        let (outer, inner) = parts.split_first()?;
        let id = outer.id()?;
        let edge = |edge| self.edge_points(edge).map(Shape::Edge);
        let located = match outer.kind {
            PartKind::Face => {
                let side = inner.first().filter(|part| part.kind == PartKind::Side).and_then(PlacePart::id);
                match side.and_then(|side| EdgeId::new(FaceId(id), side as usize)) {
                    Some(side) => edge(side)?,
                    None => Shape::Face(self.face(FaceId(id))?.points()?),
                }
            }
            PartKind::Edge => edge(EdgeId(id))?,
            PartKind::Vertex => Shape::Point(self.vertex(VertexId(id))?),
            PartKind::Node => box_of(self.node(NodeId(id))?.bounds),
            PartKind::Perimeter => edge(EdgeId::from_raw(self.perimeters().nth(id as usize)?.first()?.edge)?)?,
            PartKind::Hook | PartKind::RelativeUseHook => Shape::Point(self.hook(id)?.relative),
            PartKind::AbsoluteUseHook => Shape::Point(self.hook(id)?.absolute),
            _ => return None,
        };
        located.if_finite()
    }
}

impl Area {
    /// The shape of a place in a room of this area: as [`Walkmesh::locate`] finds it, or else the bounding box of the
    /// room. `None` if the room's walkmesh was not read.
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        let (outer, inner) = place.parts().split_first().filter(|(outer, _)| outer.kind == PartKind::Room)?;
        let room = self.room(RoomId(outer.id()?))?;
        room.locate_parts(inner).or_else(|| box_of(room.bounds()?).if_finite())
    }
}

fn box_of(Aabb { min, max }: Aabb) -> Shape {
    Shape::Box([min, max])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::{BakeOptions, Kind, Layout, LayoutRoom, MaterialId};

    const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]];

    fn baked(kind: Kind) -> Walkmesh {
        let mut walkmesh = Walkmesh::from_triangles(kind, [(TRIANGLE, MaterialId(4))]).expect("a triangle");
        walkmesh.bake(&BakeOptions::default()).expect("a bake");
        walkmesh
    }

    #[test]
    fn each_kind_of_place_is_found_and_damaged_numbers_are_nowhere() {
        let mut walkmesh = baked(Kind::Wok);
        walkmesh.set_hooks([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).expect("finite hooks");
        let [relative, absolute] = walkmesh.hook(2).map(|hook| [hook.relative, hook.absolute]).expect("a hook");
        let [a, b, c] = TRIANGLE;
        let cases = [
            (PartKind::Face, 0, Shape::Face(TRIANGLE)),
            (PartKind::Edge, 1, Shape::Edge([b, c])),
            (PartKind::Vertex, 2, Shape::Point(walkmesh.vertex(VertexId(2)).expect("a vertex"))),
            (PartKind::Perimeter, 0, Shape::Edge([a, b])),
            (PartKind::Node, 0, box_of(walkmesh.node(NodeId(0)).expect("a node").bounds)),
            (PartKind::Hook, 2, Shape::Point(relative)),
            (PartKind::RelativeUseHook, 2, Shape::Point(relative)),
            (PartKind::AbsoluteUseHook, 2, Shape::Point(absolute)),
        ];
        for (kind, index, expected) in cases {
            let at = |index: i64| walkmesh.locate(&PlacePart::new(kind, index).into());
            assert_eq!(at(index), Some(expected), "{kind}");
            for damaged in [-1, i64::MIN, 1 << 20, u32::MAX.into(), i64::MAX] {
                assert_eq!(at(damaged), None, "{kind} {damaged}");
            }
            assert_eq!(walkmesh.locate(&kind.into()), None, "{kind} without a number");
        }
        let side = |index: i64| walkmesh.locate(&[FaceId(0).into(), PlacePart::new(PartKind::Side, index)].into());
        assert_eq!(side(2), Some(Shape::Edge([c, a])));
        assert_eq!(side(-1), Some(Shape::Face(TRIANGLE)), "a side that no face has");
        assert_eq!(walkmesh.locate(&Place::FILE), None);
    }

    #[test]
    fn what_has_a_coordinate_that_is_not_finite_is_nowhere() {
        let mut raw = baked(Kind::Wok).into_raw();
        raw.vertices[0] = [f32::NAN, 0.0, 0.0].into();
        let walkmesh = Walkmesh::from_raw(raw);
        let places: [Place; 3] = [VertexId(0).into(), FaceId(0).into(), EdgeId(0).into()];
        assert_eq!(places.map(|place| walkmesh.locate(&place)), [None, None, None]);
    }

    #[test]
    fn a_place_in_a_room_is_found_or_else_its_room() {
        let mut layout = Layout::new();
        for name in ["west", "east"] {
            layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).expect("a room");
        }
        let mut area = Area::new(layout);
        area.insert(RoomId(1), baked(Kind::Wok)).expect("the room exists");
        let locate = |parts: &[PlacePart]| {
            area.locate(&parts.iter().rev().fold(Place::FILE, |place, part| place.within(part.clone())))
        };
        let room = || PlacePart::from(RoomId(1)).named("east");
        let whole = Some(Shape::Box([[0.0, 0.0, 1.0], [4.0, 4.0, 1.0]]));
        assert_eq!(locate(&[room(), FaceId(0).into()]), Some(Shape::Face(TRIANGLE)));
        for inner in [None, Some(PartKind::Header.into()), Some(FaceId(7).into())] {
            assert_eq!(locate(&[Some(room()), inner].into_iter().flatten().collect::<Vec<_>>()), whole);
        }
        for room in [0, 2, -1, i64::MAX] {
            assert_eq!(locate(&[PlacePart::new(PartKind::Room, room), FaceId(0).into()]), None, "room {room}");
        }
        assert_eq!(locate(&[FaceId(0).into()]), None, "of no room");
    }
}
