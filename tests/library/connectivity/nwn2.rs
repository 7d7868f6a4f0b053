//! NWN2: parts by the edges that a full bake stores, and tables that a bake of the saved file leaves as they are.

use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::nwn2::{
    BakeOptions, EditReport, LineOfSight, OptimiseOptions, Selection, Terrain, TriangleId, Uninitialised, Walkmesh,
    WalkmeshEdit,
};
use walkmesh_testing::parts::Floor;

use super::{name, repairs, share};

/// Without lines of sight, which take most of the time of a bake and do not affect connectivity.
fn options() -> BakeOptions {
    BakeOptions::default().with_line_of_sight(LineOfSight::Off).with_uninitialised(Uninitialised::Keep)
}

fn baked(walkmesh: &Walkmesh, options: &BakeOptions) -> Walkmesh {
    let mut baked = walkmesh.clone();
    baked.bake(options).expect("a bake");
    baked
}

fn floor(walkmesh: &Walkmesh) -> Floor {
    let points = |triangle: walkmesh::nwn2::Triangle<'_>| triangle.points().filter(|_| triangle.is_walkable());
    let links = walkmesh.edges().iter().map(|edge| edge.triangles.map(|triangle| triangle as usize));
    Floor::new(walkmesh.triangles().map(points).collect(), links)
}

fn areas() -> Option<Vec<(String, Walkmesh)>> {
    let open = |path: std::path::PathBuf| {
        let bytes = std::fs::read(&path).expect("a file");
        (name(&path), Terrain::from_bytes(&bytes).expect("an area").into_walkmesh().expect("a walkmesh"))
    };
    Some(share("nwn2", &["trx", "TRX"], 8)?.into_iter().map(open).collect())
}

/// The first walkable or unwalkable triangle.
fn first(walkmesh: &Walkmesh, is_walkable: bool) -> Option<TriangleId> {
    walkmesh.triangles().find(|triangle| triangle.is_walkable() == is_walkable).map(|triangle| triangle.id())
}

/// Edits that do not ask to cut walkable floor.
fn edits(walkmesh: &Walkmesh) -> Vec<(&'static str, Walkmesh, EditReport)> {
    type Change = fn(&Walkmesh, &mut WalkmeshEdit<'_>) -> Option<()>;
    let changes: [(&str, Change); 4] = [
        ("paint", |before, edit| {
            let selection = Selection::Triangles(vec![first(before, true)?]);
            edit.paint(&selection, TriangleFlags(0x401)).ok().map(|_| ())
        }),
        ("remove a wall", |before, edit| {
            edit.remove(&Selection::Triangles(vec![first(before, false)?])).ok().map(|_| ())
        }),
        ("move up", |_, edit| edit.translate([0.0, 0.0, 0.5]).ok()),
        ("move a vertex", |before, edit| {
            let vertex = before.triangle(first(before, true)?)?.corners()[0];
            let [x, y, z] = before.vertex(vertex)?;
            edit.move_vertex(vertex, [x, y, z + 0.001]).ok()
        }),
    ];
    let mut done = Vec::new();
    for (what, change) in changes {
        let mut edit = walkmesh.edit().expect("an edit");
        if change(walkmesh, &mut edit).is_some() {
            let (after, report) = edit.finish(&options()).expect("finished");
            done.push((what, after, report));
        }
    }
    done
}

#[test]
fn no_operation_cuts_floor_off() {
    let Some(areas) = areas() else { return };
    let mut repaired = 0;
    for (name, walkmesh) in &areas {
        let before = floor(&baked(walkmesh, &options()));
        let whole = |what: &str, after: &Walkmesh, sources: Option<&[usize]>| {
            // The saved file, and a bake of it.
            for after in [after, &baked(after, &options())] {
                let torn = before.torn(&floor(after), sources);
                assert!(torn.iter().all(|torn| torn.with_area == 0), "{name}: {what}: {torn:?}");
            }
        };
        for (what, repair) in repairs() {
            let (after, repairs, _) = walkmesh.repair(&repair, &options()).expect("repaired");
            repaired += repairs.len();
            if !repairs.is_empty() {
                whole(what, &after, None);
            }
        }
        for (what, after, report) in edits(walkmesh) {
            assert!(report.loose.is_empty(), "{name}: {what}: {:?}", report.loose);
            whole(what, &after, Some(&report.sources.iter().map(|id| id.index()).collect::<Vec<_>>()));
        }
        let mut optimised = walkmesh.clone();
        optimised.optimise(&OptimiseOptions::default()).expect("optimised");
        whole("optimise", &optimised, None);
    }
    assert!(!areas.is_empty() && repaired > 0);
}

/// The edges, links, islands and routes, and the tiles that the edit concerns, are those of a bake. Other tiles are as they
/// were.
#[test]
fn a_bake_after_an_edit_changes_nothing_that_the_edit_made_stale() {
    let Some(areas) = areas() else { return };
    let mut kept = 0;
    for (name, before) in &areas {
        let repaired = walkmesh::flaw::Repairs::all(0.03, 0.0);
        let (after, _, report) = before.repair(&repaired, &options()).expect("repaired");
        for (what, after, _) in edits(before).into_iter().chain([("repair", after, report)]) {
            let again = baked(&after, &options());
            let (a, b) = (after.as_raw(), again.as_raw());
            assert!(a.edges == b.edges, "{name}: {what}: edges");
            assert!(a.triangles == b.triangles, "{name}: {what}: triangles and their links");
            assert!(a.islands == b.islands && a.islands_path_nodes == b.islands_path_nodes, "{name}: {what}: islands");
            for (tile, (after, again)) in a.tiles.iter().zip(&b.tiles).enumerate() {
                let mut old = before.as_raw().tiles[tile].clone();
                old.header.triangles_offset = after.header.triangles_offset;
                assert!(*after == *again || *after == old, "{name}: {what}: tile {tile}");
                kept += usize::from(*after != *again);
            }
        }
    }
    assert!(kept > 0, "some tiles have counts that a bake cannot compute");
}
