//! Data of a level for display: the triangles of places, vertices under a pointer, classes to paint with.

use walkmesh::finding::{PartKind, Place, PlacePart};
use walkmesh::kotor::{DoorState, FaceId, RoomId};
use walkmesh::kotor::{Kind, Walkmesh};
use walkmesh::level::{Level, LineKind, OpenOptions, PartOf};
use walkmesh::mesh::WalkerSize;
use walkmesh::silkroad::BlockId;

use super::{floor, open, samples, square};

#[test]
fn the_place_of_a_finding_is_a_triangle_of_its_room_or_block() {
    let area = open(&samples(), "manor.lyt").view();
    let of_room =
        |room: u32, face: u32| Place::from(PlacePart::from(FaceId(face))).within(PlacePart::from(RoomId(room)));
    for (room, face) in [(0, 0), (0, 9), (1, 3)] {
        let triangle = area.triangle_at(&of_room(room, face)).unwrap();
        assert_eq!(area.part_of(triangle).unwrap().of, PartOf::Room(RoomId(room)));
        assert_eq!(area.numbers[triangle], face);
    }
    assert_eq!(area.triangle_at(&of_room(1, 600)), None);
    assert_eq!(area.triangle_at(&of_room(2, 0)), None);
    assert_eq!(area.triangle_at(&PlacePart::from(RoomId(0)).into()), None, "a room is no triangle");

    let dungeon = OpenOptions::default().with_dof("dungeon.dof");
    let dungeon = Level::open(&samples(), "ainavdata_32769.dat", &dungeon).unwrap().view();
    for (block, cell) in [(PartKind::Block, PartKind::Cell), (PartKind::FromBlock, PartKind::FromCell)] {
        let place = Place::from(PlacePart::new(cell, 0)).within(PlacePart::new(block, 1));
        let triangle = dungeon.triangle_at(&place).unwrap();
        assert_eq!(dungeon.part_of(triangle).unwrap().of, PartOf::Block(BlockId(1)));
    }
    let alone = open(&samples(), "yard.trx").view();
    assert_eq!(alone.triangle_at(&PlacePart::new(PartKind::Triangle, 5).into()), Some(5));
}

#[test]
fn the_vertex_under_a_pointer_is_the_nearest_corner_within_reach() {
    let view = square([10.0, 20.0, 3.0], 4).view();
    assert_eq!(view.vertex_near([10.1, 20.2, 3.0], 0.5), Some([10.0, 20.0, 3.0]));
    assert_eq!(view.vertex_near([13.9, 23.9, 3.0], 0.5), Some([14.0, 24.0, 3.0]));
    assert_eq!(view.vertex_near([12.0, 22.0, 3.0], 0.5), None);
    assert_eq!(view.vertex_near([10.0, 20.0, 2.0], 0.5), None, "a floor below");
    // A level without triangles has no corners in any view.
    let none = open(&samples(), "dungeon.dof");
    assert!(
        Level::open_all(&super::memory(&[("dungeon.dof", "dungeon.dof")]), &OpenOptions::default())
            .unwrap()
            .view()
            .vertex_near([0.0; 3], f32::MAX)
            .is_none()
    );
    assert!(none.view().vertex_near([0.0; 3], f32::MAX).is_some());
}

/// Two separate floors of 4 by 4 metres.
#[test]
fn parts_that_a_walker_cannot_reach_are_named_with_the_floor_that_is_left_for_its_size() {
    let floors = [0.0, 10.0].into_iter().flat_map(|x| floor([x, 0.0, 0.0], 4));
    let navigator = Level::from(Walkmesh::from_triangles(Kind::Wok, floors).unwrap()).navigator().unwrap();
    let reach = |radius| navigator.reach_of(WalkerSize::new(radius), [2.0, 2.0]);
    let half = reach(0.5).unwrap();
    let [other] = &*half.cut_off else { panic!("{half:?}") };
    assert!(other.text.starts_with("connected part 1 of the walker's floor, 9 m², such as 1"), "{}", other.text);
    assert_eq!((half.total, other.place.to_string().as_str()), (2, "connected part 1"));
    assert!(other.point.as_ref().is_some_and(|point| (10.5..=13.5).contains(&point[0])), "{other:?}");
    let too_wide = reach(2.5).unwrap_err().to_string();
    assert!(!too_wide.is_empty(), "{too_wide}");
}

#[test]
fn every_level_that_can_be_painted_lists_its_classes() {
    let names = |name: &str| open(&samples(), name).paints().into_iter().map(|class| class.name).collect::<Vec<_>>();
    assert!(names("manor.lyt").contains(&"Stone".to_owned()) && names("manor.lyt") == names("porch.wok"));
    assert!(names("yard.trx").len() > 10);
    assert_eq!(names("ainavdata_32769.dat"), [""; 0]);
}

#[test]
fn what_a_page_is_told_of_parts_and_lines_has_names() {
    let mut level = open(&samples(), "manor.lyt");
    let leaf = super::leaf(1.0);
    level.place("door0.dwk", walkmesh::kotor::PlacedObject::new(leaf, [2.0, 2.0, 0.0], 0.0)).unwrap();
    let text = serde_json::to_value(level.view().parts).unwrap();
    let kinds: Vec<_> = text.as_array().unwrap().iter().map(|part| part["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["room", "room", "object"]);
    let alone = serde_json::to_value(open(&samples(), "yard.trx").view().parts).unwrap();
    assert_eq!(alone[0]["kind"], "file");
    let block = serde_json::to_value(open(&samples(), "dungeon.dof").view().parts).unwrap();
    assert_eq!(block[0]["kind"], "block");
    assert!(level.set_door(0, DoorState::Open1).is_err());
    let names = [
        (LineKind::Border, "border"),
        (LineKind::Transition, "transition"),
        (LineKind::Tiles, "tiles"),
        (LineKind::Door, "door"),
        (LineKind::Outline, "outline"),
        (LineKind::Links, "links"),
    ];
    assert!(names.iter().all(|(kind, name)| kind.name() == *name));
}
