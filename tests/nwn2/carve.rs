//! Carving against real pairs of TRN and TRX, with the cutters of the GIT: how much of what the toolset made comes out.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use walkmesh::nwn2::{
    self, BakeOptions, CarveOptions, Cutter, Footprint, Footprints, Git, Terrain, TileCounts, Uninitialised, Walkmesh,
};
use walkmesh_testing::{corpus, files, snapshot};

/// Areas of which the TRX was not made of the TRN and GIT at hand, or of which nobody knows.
const STALE: [&str; 2] = ["harper_s_hill_cave", "oldskull_sewers"];

/// How near a static object may be to a tile of which nothing but cutters is taken, in metres.
const NEAR: f32 = 4.0;

/// An area of which the corpus has all three files.
struct Area {
    name: String,
    trn: Walkmesh,
    trx: Walkmesh,
    git: Git,
}

/// The file of a folder with a name, in any case.
fn named(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_it = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name));
    files(folder, "*").into_iter().find(is_it)
}

fn areas() -> Option<Vec<Area>> {
    let corpus = corpus("nwn2")?;
    let area = |path: PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let [trn, trx] = ["trn", "trx"].map(|folder| named(&corpus.join(folder), &name));
        let walkmesh = |path| Terrain::from_bytes(&std::fs::read(path).unwrap()).unwrap().into_walkmesh().unwrap();
        let git = Git::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        Some(Area { name, trn: walkmesh(trn?), trx: walkmesh(trx?), git })
    };
    let mut areas: Vec<Area> = files(&corpus.join("git"), "*").into_iter().filter_map(area).collect();
    areas.sort_by(|a, b| a.name.cmp(&b.name));
    Some(areas)
}

/// A triangle by what it is made of: the bits of its corners, in its order, and its flags.
type Bits = ([[u32; 3]; 3], u16);

fn bits(walkmesh: &Walkmesh, tile: nwn2::Tile<'_>) -> Vec<Bits> {
    let of = |triangle: nwn2::Triangle<'_>| {
        let points = triangle.points().unwrap().map(|point| point.map(f32::to_bits));
        (points, triangle.flags().0)
    };
    assert!(tile.range().end <= walkmesh.triangles().len() as u64);
    tile.triangles().map(of).collect()
}

/// The tiles that the TRX has something in, and that are not near to an object that the toolset bakes in.
fn clean_tiles(area: &Area) -> HashSet<u32> {
    let objects: Vec<[f32; 3]> = (area.git.objects())
        .filter(|object| object.is_static || object.has_dynamic_collision)
        .map(|object| object.position)
        .collect();
    let width = area.trx.tile_width();
    let clean = area.trx.tiles().filter(|tile| {
        let [x, y] = tile.origin();
        let far = |at: f32, low: f32| (low - at).max(at - low - width).max(0.0);
        let is_near = |[px, py, _]: &[f32; 3]| far(*px, x).hypot(far(*py, y)) < NEAR;
        tile.as_raw().header.vertices_count > 0 && !objects.iter().any(is_near)
    });
    clean.map(|tile| tile.id().0).collect()
}

/// How many entries of two tables are the same.
fn same<T>(ours: impl Iterator<Item = T>, theirs: impl Iterator<Item = T>, is_same: impl Fn(&T, &T) -> bool) -> usize {
    ours.zip(theirs).filter(|(a, b)| is_same(a, b)).count()
}

#[test]
fn carving_gives_the_toolsets_triangles() {
    let Some(areas) = areas() else { return };
    let mut text = String::new();
    for area in areas.iter().filter(|area| !STALE.contains(&&area.name[..])) {
        let cutters = area.git.cutters();
        let nwn2::CarveResult { walkmesh, report, .. } =
            nwn2::carve(&area.trn, &cutters.cutters, &CarveOptions::default()).unwrap();
        let trx = &area.trx;
        writeln!(text, "{}", area.name).unwrap();
        writeln!(
            text,
            "  {} cutters, {} notes; {} triangles cut, {} corners welded, {} triangles collapsed, {} parts bridged, {} lost",
            cutters.cutters.len(),
            cutters.notes.len(),
            report.cut.len(),
            report.welded,
            report.collapsed,
            report.bridged.len(),
            report.losses.len(),
        )
        .unwrap();
        let point = |vertex: &walkmesh::formats::Vector3| [vertex.x, vertex.y, vertex.z].map(f32::to_bits);
        let vertices = same(walkmesh.vertices().iter(), trx.vertices().iter(), |a, b| point(a) == point(b));
        let triangles =
            same(walkmesh.triangles(), trx.triangles(), |a, b| (a.corners(), a.flags()) == (b.corners(), b.flags()));
        writeln!(
            text,
            "  vertices {vertices} of {}, triangles {triangles} of {} with the same number",
            trx.vertices().len(),
            trx.triangles().len()
        )
        .unwrap();
        let clean = clean_tiles(area);
        let (mut exact, mut equal, mut all, mut counts) = (0, 0, 0, [0; 2]);
        let mut others = Vec::new();
        for (ours, theirs) in walkmesh.tiles().zip(trx.tiles()).filter(|(tile, _)| clean.contains(&tile.id().0)) {
            let (mine, stored) = (bits(&walkmesh, ours), bits(trx, theirs));
            let [header, game] = [ours, theirs].map(|tile| &tile.as_raw().header);
            counts[0] += usize::from(header.vertices_count == game.vertices_count);
            counts[1] += usize::from(header.edges_count == game.edges_count);
            (exact, all) = (exact + usize::from(mine == stored), all + stored.len());
            equal += same(mine.iter(), stored.iter(), |a, b| a == b);
            if mine != stored {
                others.push(ours.id().0);
            }
        }
        writeln!(
            text,
            "  clean tiles: {exact} of {} exact, {equal} of {all} triangles, {} vertex counts, {} edge counts",
            clean.len(),
            counts[0],
            counts[1]
        )
        .unwrap();
        if !others.is_empty() {
            writeln!(text, "  other tiles: {others:?}").unwrap();
        }
    }
    println!("{text}");
    snapshot("nwn2_carve", &text);
}

/// The footprints of the sample of the command.
fn footprints() -> Footprints {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cli/samples/footprints.json");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut footprints = Footprints::default();
    for (appearance, model) in json["placeables"].as_object().unwrap() {
        let polygons = serde_json::from_value(model["polygons"].clone()).unwrap();
        let of = if model["kind"] == "patch" { Footprint::patch } else { Footprint::hole };
        footprints.insert(appearance.parse().unwrap(), of(polygons).unwrap()).unwrap();
    }
    footprints
}

/// How many triangles of a TRX have a twin with the same corners in the same order, to a millimetre.
fn matched(trx: &Walkmesh, ours: &Walkmesh) -> usize {
    let key = |triangle: nwn2::Triangle<'_>| {
        triangle.points().unwrap().map(|point| point.map(|at| (f64::from(at) * 1000.0).round() as i64))
    };
    let mut twins = HashMap::<_, usize>::new();
    ours.triangles().for_each(|triangle| *twins.entry(key(triangle)).or_default() += 1);
    let takes_one = |triangle: &nwn2::Triangle<'_>| {
        twins.get_mut(&key(*triangle)).filter(|left| **left > 0).map(|left| *left -= 1).is_some()
    };
    trx.triangles().filter(takes_one).count()
}

#[test]
fn footprints_of_placeables_bring_the_toolsets_triangles_nearer() {
    let Some(areas) = areas() else { return };
    let footprints = footprints();
    let mut text = String::new();
    for area in areas.iter().filter(|area| !STALE.contains(&&area.name[..])) {
        let placed = footprints.placed(area.git.objects()).unwrap();
        if placed.cutters.is_empty() {
            continue;
        }
        let mut cutters = area.git.cutters().cutters;
        let of = |cutters: &[Cutter]| {
            let carved = nwn2::carve(&area.trn, cutters, &CarveOptions::default()).unwrap();
            matched(&area.trx, &carved.walkmesh)
        };
        let without = of(&cutters);
        cutters.extend(placed.cutters);
        let (name, all, with) = (&area.name, area.trx.triangles().len(), of(&cutters));
        let (known, missing) = (placed.objects.len(), placed.missing.len());
        writeln!(
            text,
            "{name}: {known} placeables with a footprint, {missing} without; triangles matched {without} -> {with} of {all}"
        )
        .unwrap();
        assert!(with >= without, "{text}");
    }
    assert!(text.contains("db_guildhall_tentacus"), "{text}");
    println!("{text}");
    snapshot("nwn2_carve_footprints", &text);
}

/// The areas that come out byte for byte.
const EXACT: [&str; 2] = ["TestArea", "enter_world"];

#[test]
fn carved_and_baked_areas_are_those_of_the_toolset() {
    let Some(areas) = areas() else { return };
    for area in areas.iter().filter(|area| EXACT.contains(&&area.name[..])) {
        let carved = nwn2::carve(&area.trn, &area.git.cutters().cutters, &CarveOptions::default()).unwrap();
        let mut baked = with_uninitialised_of(carved.walkmesh, &area.trx);
        let keep = BakeOptions::default().with_tile_counts(TileCounts::Keep).with_uninitialised(Uninitialised::Keep);
        baked.bake(&keep).unwrap();
        for table in area.trx.diff(&baked) {
            println!("{}: {table}", area.name);
            assert!(table.is_equal() || table.table == "tiles.line_of_sight", "{}: {table}", area.name);
        }
        let bytes = |walkmesh: Walkmesh| without_sight(walkmesh).to_bytes().unwrap();
        assert!(bytes(baked) == bytes(area.trx.clone()), "{}: bytes", area.name);
    }
}

/// A mesh with the bytes that the game left uninitialised in another one.
fn with_uninitialised_of(walkmesh: Walkmesh, stored: &Walkmesh) -> Walkmesh {
    let (mut raw, stored) = (walkmesh.into_raw(), stored.as_raw());
    raw.name = stored.name;
    for (tile, stored) in raw.tiles.iter_mut().zip(&stored.tiles) {
        tile.header.name = stored.header.name;
    }
    raw.islands.clone_from(&stored.islands);
    raw.islands_path_nodes.clone_from(&stored.islands_path_nodes);
    Walkmesh::from_raw(raw)
}

/// A walkmesh in which no node sees another one.
fn without_sight(walkmesh: Walkmesh) -> Walkmesh {
    let mut raw = walkmesh.into_raw();
    for tile in &mut raw.tiles {
        tile.path_table.nodes.iter_mut().filter(|node| node.next().is_some()).for_each(|node| node.0 &= 0x7F);
    }
    Walkmesh::from_raw(raw)
}
