//! KotOR: parts by the stored neighbours, and transitions.

use walkmesh::flaw::RepairKind;
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, MaterialId, Walkmesh};
use walkmesh_testing::parts::Floor;

use super::{name, repairs, share};

fn baked(walkmesh: &Walkmesh) -> Walkmesh {
    let mut baked = walkmesh.clone();
    baked.bake(&BakeOptions::default()).expect("a bake");
    baked
}

/// The floor according to the file's rows of neighbours.
fn floor(walkmesh: &Walkmesh) -> Floor {
    let points = |face: walkmesh::kotor::Face<'_>| face.points().filter(|_| face.is_walkable());
    let rows = walkmesh.as_raw().adjacencies.iter().enumerate();
    let links =
        rows.flat_map(|(face, row)| row.edges.map(|edge| [face, usize::try_from(edge / 3).unwrap_or(usize::MAX)]));
    let links = links.filter(|[_, other]| *other != usize::MAX);
    Floor::new(walkmesh.faces().map(points).collect(), links)
}

/// The midpoint of each side with a transition, and its target.
fn transitions(walkmesh: &Walkmesh) -> Vec<([f32; 3], u32)> {
    let middle = |edge: EdgeId| {
        let [from, to] = walkmesh.edge_points(edge).expect("a side");
        std::array::from_fn(|axis| from[axis] / 2.0 + to[axis] / 2.0)
    };
    walkmesh.transitions().map(|(edge, room)| (middle(edge), room.0)).collect()
}

#[test]
fn no_operation_cuts_floor_off_or_loses_a_transition() {
    let Some(rooms) = share("kotor", &["wok", "WOK"], 1) else { return };
    let mut counts = [0; 2];
    for path in &rooms {
        let bytes = std::fs::read(path).expect("a file");
        let room = Walkmesh::from_bytes(&bytes).expect("a room").with_materials_as_stored();
        let before = baked(&room);
        let (floor_before, led) = (floor(&before), transitions(&room));
        let whole = |what: &str, after: &Walkmesh, removed: usize| {
            for after in [after, &baked(after)] {
                let torn = floor_before.torn(&floor(after), None);
                assert!(torn.iter().all(|torn| torn.with_area == 0), "{}: {what}: {torn:?}", name(path));
                let now = transitions(after);
                let lost = led.iter().filter(|(_, room)| !now.iter().any(|(_, to)| to == room)).count();
                assert!(now.len() + removed >= led.len() && lost <= removed, "{}: {what}", name(path));
            }
        };
        for (what, repair) in repairs() {
            let mut after = room.clone();
            let done = after.repair(&repair).expect("repaired");
            after.bake_stale().expect("a bake");
            let removed = done.iter().filter(|repair| repair.kind == RepairKind::TransitionRemoved).count();
            whole(what, &after, removed);
            counts[0] += done.len();
        }
        let mut painted = room.clone();
        painted.paint(&[FaceId(0)], MaterialId(4)).expect("painted");
        painted.bake_stale().expect("a bake");
        if room.face(FaceId(0)).is_some_and(|face| face.is_walkable()) {
            whole("paint", &painted, 0);
        }
        counts[1] += led.len();
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}
