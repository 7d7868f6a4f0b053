//! Areas: rooms linked, welded, moved, put in another order, and checked together.

use walkmesh::finding::{CheckOptions, Measure, Severity};
use walkmesh::flaw::Repairs;
use walkmesh::formats::bwm::Edge;
use walkmesh::kotor::{
    Area, AreaRepairs, EdgeId, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, RoomId, VertexId, Walkmesh,
};

use crate::room;

/// Two rooms side by side, the second `gap` metres off.
fn area(gap: f32) -> Area {
    let mut layout = Layout::new();
    for (name, x) in [("west", 0.0), ("east", 2.0)] {
        layout.push(LayoutRoom { name: name.into(), position: [x, 0.0, 0.0] }).unwrap();
    }
    let mut area = Area::new(layout);
    let mut east = room(2, 2);
    east.translate([2.0 + gap, 0.0, 0.0]).unwrap();
    area.insert(RoomId(0), room(2, 2)).unwrap();
    assert_eq!(area.insert_named("EAST", east).unwrap(), Some(RoomId(1)));
    assert_eq!(area.insert_named("south", room(1, 1)).unwrap(), None);
    area.bake_stale().unwrap();
    area
}

fn area_codes(area: &Area) -> Vec<&'static str> {
    area.check(&CheckOptions::all().without_flaws()).iter().map(|finding| finding.code()).collect()
}

#[test]
fn a_file_that_the_layout_names_in_any_case_belongs_to_a_room() {
    let area = area(0.0);
    assert_eq!((area.check_file_name("West.wok"), area.check_file_name("east")), (None, None));
    assert_eq!(area.check_file_name("rooms/south.wok").unwrap().code(), "file-without-room");
}

/// The area with a third room that is missing and has the name of the first.
fn with_third(area: &Area) -> Area {
    let mut layout = area.layout().clone();
    layout.push(LayoutRoom { name: "WEST".into(), position: [0.0; 3] }).unwrap();
    let mut with_third = Area::new(layout);
    for (id, room) in area.rooms() {
        with_third.insert(id, room.clone()).unwrap();
    }
    with_third
}

#[test]
fn rooms_are_linked_where_their_edges_are_the_same() {
    let mut area = area(0.0);
    assert_eq!(area_codes(&area), ["transition-missing"; 4]);
    assert_eq!(area.link().unwrap().len(), 4);
    assert_eq!(area_codes(&area), [""; 0]);
    assert_eq!(area.link().unwrap(), []);

    // A transition to nowhere is cleared, and a one-sided transition is found.
    let (edge, _) = area.room(RoomId(1)).unwrap().transitions().next().unwrap();
    area.room_mut(RoomId(1)).unwrap().set_transition(edge, None).unwrap();
    assert_eq!(area_codes(&area), ["transition-one-way", "transition-missing"]);
    area.room_mut(RoomId(1)).unwrap().set_transition(edge, Some(RoomId(7))).unwrap();
    assert_eq!(area_codes(&area), ["transition-one-way", "transition-room-out-of-range"]);
    assert_eq!(area.link().unwrap().len(), 1);
    assert_eq!(area_codes(&area), [""; 0]);
}

#[test]
fn seams_are_welded_to_the_earlier_room() {
    let mut area = area(0.0625);
    assert_eq!(area_codes(&area), ["seam-gap"; 4]);
    assert_eq!(area.link().unwrap(), []);
    assert_eq!(area.weld(0.01).unwrap(), []);
    let welds = area.weld(0.1).unwrap();
    assert_eq!(welds.len(), 3);
    for weld in &welds {
        assert_eq!((weld.room, weld.to_room, weld.to[0], weld.distance), (RoomId(1), RoomId(0), 2.0, 0.0625));
    }
    assert_eq!(area.link().unwrap().len(), 4);
    assert_eq!(area_codes(&area), [""; 0]);
    assert!(area.weld(f32::NAN).is_err());

    // After the move, the rooms' transitions lead to edges that do not exist.
    area.move_room(RoomId(1), [2.0, 0.0, 0.05]).unwrap();
    area.bake_stale().unwrap();
    assert_eq!(area_codes(&area), ["transition-gap"; 4]);
    area.move_room(RoomId(1), [9.0, 0.0, 0.0]).unwrap();
    area.bake_stale().unwrap();
    assert_eq!(area_codes(&area), ["transition-without-edge"; 4]);
    assert_eq!(area.layout().rooms()[1].position, [9.0, 0.0, 0.0]);
}

/// The corner of the third room is near an edge of each of the other two.
#[test]
fn of_two_edges_that_compete_for_a_vertex_the_nearer_wins() {
    for [west, south] in [[0.0625, 0.03125], [0.03125, 0.0625]] {
        let mut layout = Layout::new();
        for name in ["west", "south", "middle"] {
            layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).unwrap();
        }
        let mut area = Area::new(layout);
        for (id, [x, y]) in (0..).zip([[-2.0 - west, 0.0], [0.0, -2.0 - south], [0.0; 2]]) {
            let mut walkmesh = room(2, 2);
            walkmesh.translate([x, y, 0.0]).unwrap();
            area.insert(RoomId(id), walkmesh).unwrap();
        }
        let welds = area.weld(0.1).unwrap();
        let corner = welds.iter().find(|weld| weld.from == [0.0; 3]).unwrap();
        let nearer = RoomId(u32::from(south < west));
        assert_eq!((corner.room, corner.to_room, corner.distance), (RoomId(2), nearer, 0.03125));
    }
}

#[test]
fn a_weld_turns_no_face_over() {
    // The second room overlaps the first, and its seam has to move east past the corners behind it.
    let behind_seam = |moved: &[f32]| {
        let mut area = area(-0.0625);
        let east = area.room_mut(RoomId(1)).unwrap();
        let vertices: Vec<_> = (0..).map(VertexId).zip(east.vertices()).collect();
        for (vertex, [x, y, z]) in vertices {
            if x == 2.9375 && moved.contains(&y) {
                east.move_vertex(vertex, [1.9675, y, z]).unwrap();
            }
        }
        area.bake_stale().unwrap();
        area
    };
    let is_up = |area: &Area| area.room(RoomId(1)).unwrap().faces().all(|face| face.faces_up());
    for (moved, welds) in [(&[][..], 3), (&[0.0], 2), (&[0.0, 1.0, 2.0], 0)] {
        let mut area = behind_seam(moved);
        assert!(is_up(&area));
        assert_eq!(area.weld(0.1).unwrap().len(), welds, "{moved:?}");
        assert!(is_up(&area), "{moved:?}");
    }
}

#[test]
fn an_area_moves_as_one_and_its_seams_stay_closed() {
    // Positions that f32 cannot represent, so that sums are rounded.
    let mut layout = Layout::new();
    let places = [[0.1, 0.7, 0.3], [2.1, 0.7, 0.3]];
    for (name, position) in ["west", "east"].into_iter().zip(places) {
        layout.push(LayoutRoom { name: name.into(), position }).unwrap();
    }
    let mut area = Area::new(layout);
    for (id, offset) in [(0, [0.1, 0.7, 0.3]), (1, [2.1, 0.7, 0.3])] {
        let mut walkmesh = room(2, 2);
        walkmesh.translate(offset).unwrap();
        area.insert(RoomId(id), walkmesh).unwrap();
    }
    area.weld(0.1).unwrap();
    assert_eq!(area.link().unwrap().len(), 4);
    let before = area.clone();
    for offset in [[100.1, -33.3, 7.7], [-1e-3, 1e-7, 3e5], [0.0; 3]] {
        let mut moved = before.clone();
        moved.translate(offset).unwrap();
        assert_eq!(moved.link().unwrap(), [], "{offset:?}");
        assert_eq!(area_codes(&moved), area_codes(&before), "{offset:?}");
        for (room, place) in moved.layout().rooms().iter().zip(places) {
            assert_eq!(room.position, [0, 1, 2].map(|axis| (f64::from(place[axis]) + f64::from(offset[axis])) as f32));
        }
        let positions = moved.rooms().map(|(_, room)| room.layout_position().unwrap());
        assert!(positions.eq(moved.layout().rooms().iter().map(|room| room.position)));
    }
    let bytes = |area: &Area| area.rooms().map(|(_, room)| room.to_bytes().unwrap()).collect::<Vec<_>>();
    let kept = bytes(&area);
    for nowhere in [[f32::NAN, 0.0, 0.0], [0.0, f32::INFINITY, 0.0], [0.0, 0.0, 1e30]] {
        assert!(area.translate(nowhere).is_err());
        assert_eq!((bytes(&area), area.layout()), (kept.clone(), before.layout()), "nothing is changed");
    }
}

#[test]
fn transitions_follow_rooms_to_their_new_numbers() {
    let mut area = area(0.0);
    area.link().unwrap();
    assert_eq!(area.reorder(&[1, 0]).unwrap(), []);
    assert_eq!(area.layout().rooms()[0].name, "east");
    assert_eq!(area_codes(&area), [""; 0]);
    assert_eq!(area.room(RoomId(0)).unwrap().transitions().map(|(_, to)| to).collect::<Vec<_>>(), [RoomId(1); 2]);
    assert!(area.reorder(&[0, 0]).is_err());
    let dropped = area.reorder(&[1]).unwrap();
    assert_eq!(dropped.iter().map(|(room, _)| *room).collect::<Vec<_>>(), [RoomId(0); 2]);
    assert_eq!(area.room(RoomId(0)).unwrap().transitions().count(), 0);
}

#[test]
fn what_a_layout_and_its_rooms_cannot_mean_is_found() {
    let mut area = area(0.0);
    let edge = area.room(RoomId(0)).unwrap().as_raw().edges[0].edge;
    let lead = |area: &mut Area, to| {
        let room = area.room_mut(RoomId(0)).unwrap();
        room.set_transition(walkmesh::kotor::EdgeId::from_raw(edge).unwrap(), Some(to)).unwrap();
    };
    area.link().unwrap();
    lead(&mut area, RoomId(0));
    let found: Vec<_> = area.check(&CheckOptions::default().without_flaws()).into_iter().collect();
    assert_eq!((found[0].severity, found[0].code()), (Severity::Error, "transition-to-own-room"));
    assert_eq!((found[0].place.to_string().as_str(), found.len()), ("room 0 (west): face 0, side 0", 1));

    let mut with_third = with_third(&area);
    lead(&mut with_third, RoomId(2));
    let found: Vec<_> = with_third
        .check(&CheckOptions::default().without_flaws())
        .into_iter()
        .map(|finding| (finding.severity, finding.code(), finding.place.to_string()))
        .collect();
    assert_eq!(
        found,
        [
            (Severity::Warning, "room-duplicate", "room 2 (WEST)".to_owned()),
            (Severity::Info, "transition-unchecked", "room 0 (west): face 0, side 0".to_owned()),
        ]
    );
    assert_eq!(with_third.link().unwrap(), [], "a room without a walkmesh has no links");
}

#[test]
fn linking_does_not_ask_for_the_order_of_the_rooms() {
    let mut forth = area(0.0);
    let mut back = forth.clone();
    back.reorder(&[1, 0]).unwrap();
    forth.link().unwrap();
    back.link().unwrap();
    back.reorder(&[1, 0]).unwrap();
    for (there, here) in forth.rooms().zip(back.rooms()) {
        assert_eq!(there.1.as_raw(), here.1.as_raw());
    }
}

#[test]
fn an_edge_that_is_listed_twice_is_linked_for_good() {
    let mut area = area(0.0);
    area.link().unwrap();
    let mut raw = area.room(RoomId(0)).unwrap().as_raw().clone();
    let seam = *raw.edges.iter().find(|row| row.transition == 1).unwrap();
    raw.edges.push(Edge { transition: -1, ..seam });
    area.insert(RoomId(0), Walkmesh::from_raw(raw)).unwrap();
    assert_eq!(area.link().unwrap().len(), 1);
    assert_eq!(area.link().unwrap(), []);
}

/// A room of stone, made of triangles.
fn triangles(triangles: &[[[f32; 3]; 3]]) -> Walkmesh {
    Walkmesh::from_triangles(Kind::Wok, triangles.iter().map(|corners| (*corners, MaterialId(4)))).unwrap()
}

/// The codes, places and points of the floor's findings of a severity.
fn flaws(area: &Area, severity: Severity) -> Vec<(&'static str, String, [f32; 3])> {
    let findings = area.check(&CheckOptions::all());
    let listed = findings.iter().filter(|finding| finding.severity == severity);
    listed.map(|found| (found.code(), found.place.to_string(), found.spot.unwrap().point)).collect()
}

#[test]
fn a_t_junction_at_a_seam_is_found() {
    // The east room has one side of 2 m where the west room has two of 1 m.
    let mut area = area(0.0);
    let east = [[[2.0, 0.0, 0.0], [6.0, 1.0, 0.0], [2.0, 2.0, 0.0]]];
    area.insert(RoomId(1), triangles(&east)).unwrap();
    assert_eq!(area.link().unwrap(), []);
    let seam = ("floor-t-junction", "room 1 (east): face 0, side 2".to_owned(), [2.0, 1.0, 0.0]);
    assert_eq!(flaws(&area, Severity::Warning), [seam]);

    // Another way leads around.
    let mut raw = area.room(RoomId(1)).unwrap().as_raw().clone();
    let long = raw.edges.iter_mut().find(|row| row.edge == 0).unwrap();
    long.transition = 7;
    area.insert(RoomId(1), Walkmesh::from_raw(raw)).unwrap();
    assert_eq!(flaws(&area, Severity::Warning).len(), 1, "nobody knows where that way leads");
}

#[test]
fn rooms_that_no_way_leads_to_are_found_by_the_area() {
    let mut area = area(8.0);
    assert_eq!(area.link().unwrap(), []);
    let findings = area.check(&CheckOptions::all());
    let cut_off = findings.iter().find(|finding| finding.code() == "part-cut-off").unwrap();
    assert_eq!(cut_off.spot.unwrap().measure, Measure::Area(4.0));
    assert_eq!(findings.count("part-cut-off"), 1);

    // Rooms that lead to each other are one part, and a transition to a missing room is an exit.
    let mut joined = self::area(0.0);
    joined.link().unwrap();
    assert_eq!(joined.check(&CheckOptions::all()).count("part-cut-off"), 0);
    let mut layout = area.layout().clone();
    layout.push(LayoutRoom { name: "cellar".into(), position: [0.0; 3] }).unwrap();
    let mut with_exit = Area::new(layout);
    for (id, room) in area.rooms() {
        with_exit.insert(id, room.clone()).unwrap();
    }
    let room = with_exit.room_mut(RoomId(1)).unwrap();
    let edge = EdgeId::from_raw(room.as_raw().edges[0].edge).unwrap();
    room.set_transition(edge, Some(RoomId(2))).unwrap();
    assert_eq!(with_exit.check(&CheckOptions::all()).count("part-cut-off"), 0);
}

#[test]
fn a_part_that_a_room_alone_reports_is_not_reported_again() {
    // The floor of the east room is joined to the west room; its island is the largest part that is only in the east room.
    let mut area = area(0.0);
    let mut floor: Vec<_> = area.room(RoomId(1)).unwrap().faces().filter_map(|face| face.points()).collect();
    floor.extend([[[9.0, 0.0, 0.0], [11.0, 0.0, 0.0], [9.0, 2.0, 0.0]]]);
    area.insert(RoomId(1), triangles(&floor)).unwrap();
    area.link().unwrap();
    let alone = area.room(RoomId(1)).unwrap().check(&CheckOptions::all()).count("part-cut-off");
    assert_eq!([alone, area.check(&CheckOptions::all()).count("part-cut-off")], [1, 1]);
}

/// The area after a repair, and the report.
fn repaired(area: &Area, link: bool) -> (Area, AreaRepairs) {
    let mut after = area.clone();
    let done = after.repair(&Repairs::all(0.03, 0.0), link).unwrap();
    (after, done)
}

#[test]
fn seams_are_split_welded_and_linked() {
    // The east room has one side of 2 m where the west room has two of 1 m, and is 2 mm away.
    let mut area = area(0.0);
    let east = [[[2.002, 0.0, 0.0], [6.0, 1.0, 0.0], [2.002, 2.0, 0.0]]];
    area.insert(RoomId(1), triangles(&east)).unwrap();
    let (after, done) = repaired(&area, true);
    assert_eq!((done.repairs.len(), done.welds.len(), done.links.len()), (1, 2, 4), "{done:?}");
    assert_eq!(after.check(&CheckOptions::all()).total(Severity::Warning), 0);
    assert_eq!(after.room(RoomId(1)).unwrap().face_count(), 2);
    assert_eq!(after.room(RoomId(0)).unwrap().to_bytes().ok(), {
        let mut west = area.room(RoomId(0)).unwrap().clone();
        for (edge, to) in after.room(RoomId(0)).unwrap().transitions() {
            west.set_transition(edge, Some(to)).unwrap();
        }
        west.to_bytes().ok()
    });
    assert!(repaired(&after, true).1.is_empty(), "once is enough");
    for kept in 0..3 {
        let mut alone = done.clone();
        if kept != 0 {
            alone.repairs.clear();
        }
        if kept != 1 {
            alone.welds.clear();
        }
        if kept != 2 {
            alone.links.clear();
        }
        assert!(!alone.is_empty(), "{alone:?}");
    }
    let (unlinked, done) = repaired(&area, false);
    assert_eq!((done.links.len(), unlinked.check(&CheckOptions::all()).count("transition-missing")), (0, 4));
}

#[test]
fn an_area_that_cannot_be_repaired_is_unchanged() {
    let mut area = area(0.0);
    let bytes = |area: &Area| area.rooms().map(|(_, room)| room.to_bytes().unwrap()).collect::<Vec<_>>();
    let before = bytes(&area);
    let mut options = Repairs::all(0.03, 0.0);
    options.cracks = Some(f32::NAN);
    assert!(area.repair(&options, true).is_err());
    assert_eq!(bytes(&area), before);
}

#[test]
fn hooks_that_nobody_can_get_to_are_found() {
    // The west room has a second, separate floor.
    let mut area = area(0.0);
    let west =
        [[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]], [[20.0, 0.0, 0.0], [22.0, 0.0, 0.0], [20.0, 2.0, 0.0]]];
    area.insert(RoomId(0), triangles(&west)).unwrap();
    let panel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]];
    let mut door = Walkmesh::from_triangles(Kind::Dwk, [(panel, MaterialId(7))]).unwrap();
    door.set_hooks([[0.0, -0.7, 0.0], [0.0, 0.7, 0.0]]).unwrap();
    let found = |position| {
        let objects = [("door".to_owned(), PlacedObject::new(door.clone(), position, 0.0))];
        let findings = area.check_objects(&objects, &CheckOptions::all()).unwrap();
        let listed = findings.iter().map(|it| {
            assert_eq!(it.code(), "hook-unreachable");
            (it.severity, it.place.to_string(), it.meaning.clone())
        });
        listed.collect::<Vec<_>>()
    };
    assert_eq!(found([2.0, 2.0, 0.0]), []);
    let at_the_border = found([2.0, -0.5, 0.0]);
    assert_eq!((at_the_border.len(), at_the_border[0].0), (1, Severity::Info), "{at_the_border:?}");
    assert_eq!(at_the_border[0].1, "object (door): hook 1");
    let apart = found([20.3, 0.8, 0.0]);
    assert_eq!((apart.len(), apart[0].0), (2, Severity::Warning), "{apart:?}");
    assert!(apart[0].2.contains("to the largest part of room 0 (west)"), "{apart:?}");
    assert!(found([300.0, 0.0, 0.0])[1].2.contains("No walkable floor"));
}
