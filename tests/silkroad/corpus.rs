//! The synthetic files: every expected route, the generator's neighbours, and the reasons for missing routes.
//!
//! They were made by a generator written independently from the same document; `sample.json` holds its geometry and
//! routes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::{Document, Format};
use walkmesh::silkroad::research::choices::{cost, edge_on_the_way};
use walkmesh::silkroad::{
    BakeOptions, CellId, CellRef, Dungeon, EdgeId, Graph, Navigator, Placement, Plan, RouteError, RouteStep,
    region_of_file_name,
};

pub fn folder() -> Option<PathBuf> {
    walkmesh_testing::corpus("sro")
}

fn dungeons(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |path: PathBuf| {
        (path.file_name().expect("a file").to_string_lossy().into_owned(), fs::read(&path).expect("readable"))
    };
    let files: Vec<_> = walkmesh_testing::files(folder, "dat").into_iter().map(read).collect();
    assert_eq!(files.len(), 2, "synthetic AINavData files");
    files
}

pub fn sample(folder: &Path) -> (Dungeon, Value) {
    let json = fs::read(folder.join("sample.json")).expect("the sample's geometry");
    let json: Value = serde_json::from_slice(&json).expect("JSON");
    let bytes = fs::read(folder.join("ainavdata_32999.dat")).expect("the sample");
    (Dungeon::from_bytes(&bytes).expect("the sample reads"), json)
}

pub fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| number.try_into().ok()).expect("a number")
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn place(value: &Value) -> CellRef {
    CellRef::new(number(&value[0]), number(&value[1]))
}

/// A step as `sample.json` writes it.
fn written(graph: &Graph, step: &RouteStep) -> Value {
    if step.link.is_none() {
        return serde_json::json!(["edge", step.from.block.0, step.edge.0]);
    }
    let block = graph.block(step.from.block).expect("the walk was there");
    let own_edge = block.door(step.from.cell).and_then(|door| door.own_edge).expect("links come in pairs");
    serde_json::json!(["door", step.from.block.0, own_edge.0, step.to.block.0, step.edge.0])
}

#[test]
fn saves_byte_exact_and_knows_its_region() {
    let Some(folder) = folder() else { return };
    for (name, bytes) in dungeons(&folder) {
        let dungeon = Dungeon::from_bytes(&bytes).expect("the file reads");
        assert_eq!(dungeon.to_bytes().expect("the file writes"), bytes, "{name}");
        assert_eq!(region_of_file_name(&name), Some(dungeon.region()));
        assert_eq!(dungeon.file_name(), name);
    }
}

/// The files of the floors by extension.
fn floors(folder: &Path, extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = fs::read_dir(folder).expect("the folder was asked for").map(|entry| entry.expect("readable").path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("readable"))).collect()
}

#[test]
fn floors_save_byte_exact() {
    let Some(folder) = folder() else { return };
    let meshes = floors(&folder, "bms");
    assert_eq!(meshes.len(), 7, "synthetic .bms files");
    for (path, bytes) in meshes {
        assert_eq!(Format::detect(&bytes), Some(Format::Bms));
        let mesh = Bms::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(mesh.nav_mesh.is_some());
        assert_eq!(mesh.to_bytes().expect("it was read"), bytes, "{}", path.display());
    }
    let dungeons = floors(&folder, "dof");
    assert_eq!(dungeons.len(), 1, "synthetic .dof files");
    for (path, bytes) in dungeons {
        assert_eq!(Format::detect(&bytes), Some(Format::Dof));
        let dungeon = Dof::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(dungeon.blocks.blocks.len(), 7);
        assert!(dungeon.rest.is_empty());
        assert_eq!(dungeon.to_bytes().expect("it was read"), bytes, "{}", path.display());
    }
}

#[test]
fn every_expected_route() {
    let Some(folder) = folder() else { return };
    let (dungeon, json) = sample(&folder);
    let navigator = Navigator::new(dungeon);
    let paths = list(&json["paths"]);
    assert_eq!(paths.len(), 9);
    for path in paths {
        let route = navigator.stored_route(place(&path["start"]), place(&path["goal"])).ok();
        let route = route.map(|route| route.steps.iter().map(|step| written(navigator.graph(), step)).collect());
        assert_eq!(route.map_or(Value::Null, Value::Array), path["path"], "{path}");
    }
}

#[test]
fn neighbours_are_the_generators() {
    let Some(folder) = folder() else { return };
    let (dungeon, json) = sample(&folder);
    let graph = Graph::new(&dungeon);
    let mut edges = 0;
    for (block, plan) in graph.blocks().iter().zip(list(&json["blocks"])) {
        assert_eq!(block.edge_count() as usize, list(&plan["refedges"]).len());
        for (edge, plan) in (0..).map(EdgeId).zip(list(&plan["refedges"])) {
            let cells: Vec<_> = list(&plan["cells"]).iter().map(|cell| CellId(number(cell))).collect();
            let mut owners: Vec<_> = block.owners(edge).collect();
            owners.sort();
            assert_eq!(owners, cells, "{edge} of {}", block.id());
            assert_eq!(block.sides(edge).is_some(), plan["kind"] == "internal");
            edges += 1;
        }
        assert_eq!(block.report().asymmetric.count, 0);
        assert_eq!(block.report().crowded.count, 0);
    }
    assert_eq!(edges, 189, "edges of the sample");
}

/// A number for each cell, equal for connected cells, found from the generator's geometry alone.
fn pieces(json: &Value) -> Vec<Vec<usize>> {
    let blocks = list(&json["blocks"]);
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    let mut count = 0;
    for block in blocks {
        pieces.push((count..).take(list(&block["tris"]).len()).collect());
        count += list(&block["tris"]).len();
    }
    let mut join = |a: (usize, u32), b: (usize, u32)| {
        let (a, b) = (pieces[a.0][a.1 as usize], pieces[b.0][b.1 as usize]);
        pieces.iter_mut().flatten().filter(|piece| **piece == a).for_each(|piece| *piece = b);
    };
    for (at, block) in blocks.iter().enumerate() {
        for edge in list(&block["refedges"]) {
            if let [a, b] = list(&edge["cells"]) {
                join((at, number(a)), (at, number(b)));
            }
        }
        for link in list(&block["links"]) {
            let (to, edge) = (number(&link["block"]) as usize, number(&link["edge"]) as usize);
            join((at, number(&link["cell"])), (to, number(&blocks[to]["refedges"][edge]["cells"][0])));
        }
    }
    pieces
}

#[test]
fn connected_pairs_arrive_and_others_say_why() {
    let Some(folder) = folder() else { return };
    let (dungeon, json) = sample(&folder);
    let pieces = pieces(&json);
    let piece = |place: CellRef| pieces[place.block.index()][place.cell.index()];
    let places: Vec<_> = dungeon.cells().collect();
    let wanted: Vec<_> = places.iter().flat_map(|&from| places.iter().map(move |&to| (from, to))).collect();
    let mut arrived = 0;
    for (&(from, to), route) in wanted.iter().zip(Navigator::new(dungeon).stored_route_many(&wanted)) {
        match route {
            Ok(route) => {
                assert_eq!(piece(from), piece(to), "{from} -> {to}");
                assert!(route.steps.windows(2).all(|pair| pair[0].to == pair[1].from));
                assert_eq!(route.steps.first().map_or(from, |step| step.from), from);
                assert_eq!(route.steps.last().map_or(from, |step| step.to), to);
                arrived += 1;
            }
            Err(RouteError::OtherPart { .. }) => {
                assert_ne!(piece(from), piece(to), "{from} -> {to}");
                assert_eq!(from.block, to.block);
            }
            Err(RouteError::NoExit { from: block, to: goal }) => {
                assert_ne!(piece(from), piece(to), "{from} -> {to}");
                assert_eq!((block, goal), (from.block, to.block));
            }
            Err(other) => panic!("{from} -> {to}: {other}"),
        }
    }
    assert_eq!((arrived, wanted.len()), (14257, 157 * 157));
}

/// The generator's costs: the distances from edge to edge and on to the middle of the goal; on a tie, the edge with the lower number. With
/// these costs, a bake makes each of its entries.
#[test]
fn the_generators_tables_count_on_to_the_goals_middle() {
    let Some(folder) = folder() else { return };
    let (dungeon, json) = sample(&folder);
    let numbers = |value: &Value| -> Vec<f32> {
        list(value).iter().map(|value| value.as_f64().expect("a number") as f32).collect()
    };
    let mut entries = 0;
    let graph = Graph::new(&dungeon);
    for ((tables, block), plan) in dungeon.blocks().zip(graph.blocks()).zip(list(&json["blocks"])) {
        let position = numbers(&plan["pos"]).try_into().expect("three numbers");
        let placement = Placement { position, yaw_radians: plan["yaw"].as_f64().expect("a number") as f32 };
        let middle = |corners: &Value| -> [f32; 3] {
            let corners: Vec<_> = list(corners).iter().map(|at| numbers(&plan["verts"][number(at) as usize])).collect();
            let mean = |axis: usize| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0;
            placement.to_dungeon([mean(0), mean(1), mean(2)])
        };
        let cells = tables.cell_count();
        for (goal, middle) in (0..cells).map(CellId).zip(list(&plan["tris"]).iter().map(middle)) {
            // For each cell, the cost of its route, the number of crossings, and the first edge.
            let mut ways: BTreeMap<CellId, (u64, u32, EdgeId)> = BTreeMap::new();
            let mut settled = BTreeMap::new();
            let centre = |edge| tables.centre(edge).expect("the edge exists");
            let mut at = (goal, None);
            loop {
                let (cell, way): (CellId, Option<(u64, u32, EdgeId)>) = at;
                settled.insert(cell, way);
                for &(edge, to) in block.neighbours(cell).iter().filter(|(_, to)| !settled.contains_key(to)) {
                    let offered = match way {
                        None => (cost(centre(edge), middle), 1, edge),
                        Some((so_far, crossings, first)) => {
                            (so_far + cost(centre(edge), centre(first)), crossings + 1, edge)
                        }
                    };
                    ways.entry(to).and_modify(|way| *way = offered.min(*way)).or_insert(offered);
                }
                let Some((&next, &way)) = ways.iter().min_by_key(|(_, way)| **way) else { break };
                ways.remove(&next);
                at = (next, Some(way));
            }
            for start in (0..cells).map(CellId).filter(|&start| start != goal) {
                let first = settled.get(&start).copied().flatten().map(|(_, _, first)| first);
                let record = tables.record(start, goal).expect("both exist");
                assert_eq!(edge_on_the_way(record), first, "{start} -> {goal} of {}", tables.id());
                entries += 1;
            }
        }
    }
    assert_eq!(entries, 5428);
}

#[test]
fn baked_anew_no_route_is_longer() {
    let Some(folder) = folder() else { return };
    let mut counts = Vec::new();
    for (name, bytes) in dungeons(&folder) {
        let dungeon = Dungeon::from_bytes(&bytes).expect("the file reads");
        let (plan, lost) = Plan::new(&dungeon);
        assert_eq!(lost, []);
        let baked = plan.bake(&BakeOptions::default()).expect("what a file says can be baked");
        assert_eq!(Plan::new(&baked), (plan, vec![]));
        let mut rebaked = dungeon.clone();
        assert_eq!(rebaked.bake(&BakeOptions::default()).expect("what a file says can be baked").lost_links, []);
        assert_eq!(rebaked, baked);

        let places: Vec<_> = dungeon.cells().collect();
        let (old, new) = (Navigator::new(dungeon), Navigator::new(baked));
        let (mut same, mut shorter) = (0, 0);
        for &from in &places {
            for &to in &places {
                match (old.stored_route(from, to), new.stored_route(from, to)) {
                    (Ok(old), Ok(new)) => {
                        assert_eq!(old.steps.len(), new.steps.len(), "{name}: {from} -> {to}");
                        let (old, new) = (old.length(), new.length());
                        assert!(new < old + 0.01, "{name}: {from} -> {to} was {old} and is {new}");
                        if new < old - 0.01 { shorter += 1 } else { same += 1 }
                    }
                    (old, new) => assert_eq!(old.err(), new.err(), "{name}: {from} -> {to}"),
                }
            }
        }
        counts.push((name, same, shorter));
    }
    // The generator's cost includes the distance to the middle of the goal, as the test above shows. A file does not have this position; a
    // bake of the file counts up to the last edge, like the length of a route.
    assert_eq!(counts, [("ainavdata_32999.dat".into(), 13457, 800), ("ainavdata_33000.dat".into(), 784, 0)]);
}
