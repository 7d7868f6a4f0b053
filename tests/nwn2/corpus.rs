//! The baker of NWN2 walkmeshes compared with real files: its promised figures, table by table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use super::on;
use walkmesh::nwn2::{self, BakeOptions, Terrain, Uninitialised, Walkmesh};
use walkmesh_testing::{corpus, figure, files, snapshot};

/// An area of the corpus.
pub struct Area {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Area {
    pub fn walkmesh(&self) -> Walkmesh {
        Terrain::from_bytes(&self.bytes).unwrap().into_walkmesh().unwrap()
    }
}

/// The number of files in a folder of the corpus; the tests must have seen them all.
const TRX: usize = 62;
const TRN: usize = 10;

/// The number of areas of one live world in the folder `alfa`, each as a TRN, a TRX and a GIT.
const ALFA: usize = 74;

/// The number of exteriors in the folder `exterior`, each as a TRN, a TRX and a GIT.
const EXTERIORS: usize = 1;

/// The areas of a folder by name; `None` where there is no corpus.
pub fn areas(folder: &str) -> Option<Vec<Area>> {
    areas_with_extension(folder, "*")
}

fn areas_with_extension(folder: &str, extension: &str) -> Option<Vec<Area>> {
    let folder = corpus("nwn2")?.join(folder);
    let area = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        Area { name, bytes: std::fs::read(path).unwrap() }
    };
    let mut areas: Vec<Area> = files(&folder, extension).into_iter().map(area).collect();
    areas.sort_by(|a, b| a.name.cmp(&b.name));
    Some(areas)
}

/// All areas, before and after the bake.
fn all_areas() -> Option<Vec<Area>> {
    let mut areas = areas("trx")?;
    areas.extend(self::areas("trn")?);
    for (folder, extension) in [("alfa", "trx"), ("alfa", "trn"), ("exterior", "trx"), ("exterior", "trn")] {
        areas.extend(areas_with_extension(folder, extension)?);
    }
    assert_eq!(areas.len(), TRX + TRN + 2 * (ALFA + EXTERIORS));
    Some(areas)
}

/// All areas after the bake.
fn baked_areas() -> Option<Vec<Area>> {
    let mut areas = areas("trx")?;
    for folder in ["alfa", "exterior"] {
        areas.extend(areas_with_extension(folder, "trx")?);
    }
    assert_eq!(areas.len(), TRX + ALFA + EXTERIORS);
    Some(areas)
}

#[test]
fn unedited_areas_are_saved_byte_for_byte() {
    let Some(areas) = all_areas() else { return };
    for area in &areas {
        let mut terrain = Terrain::from_bytes(&area.bytes).unwrap();
        assert!(terrain.to_bytes().unwrap() == area.bytes, "{}", area.name);
        let walkmesh = terrain.walkmesh().unwrap().clone();
        terrain.set_walkmesh(walkmesh).unwrap();
        assert!(terrain.to_bytes().unwrap() == area.bytes, "{} after setting its own walkmesh", area.name);
    }
}

/// The tables of a re-bake that may differ from the game's; all others are equal in every entry.
const MAY_DIFFER: [&str; 3] = ["tiles.line_of_sight", "tiles.vertices_count", "tiles.edges_count"];

#[test]
fn a_bake_from_the_geometry_alone_gives_the_games_tables() {
    const EDGES: &str = "tiles.edges_count, where filled";
    let Some(areas) = baked_areas() else { return };
    let mut tally: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut add = |table: &'static str, equal, entries| {
        let sum = tally.entry(table).or_default();
        *sum = [sum[0] + equal, sum[1] + entries];
    };
    for area in &areas {
        let stored = area.walkmesh();
        let options = BakeOptions::default().with_uninitialised(Uninitialised::Keep);
        let baked = crate::baked(&geometry(&stored), &options).unwrap();
        for table in stored.diff(&baked) {
            add(table.table, table.equal, table.entries);
            assert!(table.is_equal() || MAY_DIFFER.contains(&table.table), "{}: {table}", area.name);
        }
        let tiles = || stored.as_raw().tiles.iter().zip(&baked.as_raw().tiles);
        let filled = tiles()
            .map(|(stored, baked)| (&stored.header, &baked.header))
            .filter(|(stored, _)| stored.triangles_count > 0);
        for (stored, baked) in filled {
            // They differ where the game counted an edge before it welded a vertex.
            assert!(stored.edges_count >= baked.edges_count, "{}", area.name);
            add(EDGES, usize::from(stored.edges_count == baked.edges_count), 1);
        }
        let uncompressed = |walkmesh: Walkmesh| without_what_may_differ(walkmesh).to_bytes().unwrap();
        assert!(uncompressed(stored) == uncompressed(baked), "{}: bytes", area.name);
    }
    for (table, [equal, entries]) in &tally {
        println!("{table:<32} {equal:>9} of {entries:>9} equal, {:>7.3} %", 100.0 * *equal as f64 / *entries as f64);
    }
    // 99.42 % over the 173 areas from which the rule was derived, 99.36 % over the areas of this corpus.
    assert_eq!(tally[EDGES], [8409, 8463]);
}

/// A walkmesh reduced to vertices, corners, flags, tile ranges and uninitialised fields.
fn geometry(stored: &Walkmesh) -> Walkmesh {
    use walkmesh::formats::aswm::{Edges, PathTable, Triangle, Triangles};

    let mut raw = stored.as_raw().clone();
    let bare = |row: &Triangle| Triangle { vertices: row.vertices, flags: row.flags, ..Default::default() };
    raw.triangles = Triangles::V6B(stored.triangle_rows().iter().map(bare).collect());
    raw.edges = Edges::default();
    for tile in &mut raw.tiles {
        tile.path_table = PathTable::default();
        (tile.header.vertices_count, tile.header.edges_count) = (0, 0);
    }
    for island in &mut raw.islands {
        let tile = island.header.tile;
        *island = Default::default();
        island.header.tile = tile;
    }
    raw.islands_path_nodes.iter_mut().for_each(|node| node.next = 0);
    Walkmesh::from_raw(raw)
}

/// A walkmesh with fixed values in the fields that a bake need not reproduce; see [`MAY_DIFFER`].
fn without_what_may_differ(walkmesh: Walkmesh) -> Walkmesh {
    let mut raw = walkmesh.into_raw();
    for tile in &mut raw.tiles {
        (tile.header.vertices_count, tile.header.edges_count) = (0, 0);
        tile.path_table.nodes.iter_mut().filter(|node| node.next().is_some()).for_each(|node| node.0 &= 0x7F);
    }
    Walkmesh::from_raw(raw)
}

/// Pairs of nodes that reach each other, by the stored and by the baked tables.
#[derive(Clone, Copy, Default)]
struct Sights {
    rightly_clear: usize,
    wrongly_clear: usize,
    wrongly_set: usize,
    rightly_set: usize,
}

impl Sights {
    fn add(&mut self, is_set: bool, was_set: bool) {
        let sum = match (is_set, was_set) {
            (false, false) => &mut self.rightly_clear,
            (false, true) => &mut self.wrongly_clear,
            (true, false) => &mut self.wrongly_set,
            (true, true) => &mut self.rightly_set,
        };
        *sum += 1;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            rightly_clear: self.rightly_clear + other.rightly_clear,
            wrongly_clear: self.wrongly_clear + other.wrongly_clear,
            wrongly_set: self.wrongly_set + other.wrongly_set,
            rightly_set: self.rightly_set + other.rightly_set,
        }
    }

    fn pairs(&self) -> usize {
        self.rightly_clear + self.wrongly_clear + self.wrongly_set + self.rightly_set
    }

    fn percent(&self) -> f64 {
        100.0 - 100.0 * (self.wrongly_clear + self.wrongly_set) as f64 / self.pairs() as f64
    }
}

impl std::fmt::Display for Sights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rightly_clear, wrongly_clear, wrongly_set, rightly_set } = self;
        let percent = self.percent();
        write!(f, "{rightly_clear:>9} {wrongly_clear:>6} {wrongly_set:>6} {rightly_set:>9} {percent:>9.4} %")
    }
}

#[test]
fn lines_of_sight_agree_with_the_games_as_documented() {
    use walkmesh::nwn2::research::{SightStep, lines_of_sight};

    let Some(areas) = baked_areas() else { return };
    let mut files = String::new();
    let mut steps: BTreeMap<SightStep, Sights> = BTreeMap::new();
    let mut exact = 0;
    for area in &areas {
        let stored = area.walkmesh();
        let baked = crate::baked(&stored, &BakeOptions::default()).unwrap();
        let mut of_area = Sights::default();
        for decision in lines_of_sight(&stored, &BakeOptions::default()).unwrap() {
            let [from, to] = decision.nodes;
            let was = stored.tile(decision.tile).unwrap().step(from, to).unwrap();
            if was.next().is_some() {
                let is = baked.tile(decision.tile).unwrap().step(from, to).unwrap().bits().line_of_sight();
                assert_eq!(is, decision.is_clear, "{}: {decision:?}", area.name);
                of_area.add(is, was.bits().line_of_sight());
                steps.entry(decision.step).or_default().add(is, was.bits().line_of_sight());
            }
        }
        exact += usize::from(of_area.wrongly_clear + of_area.wrongly_set == 0);
        writeln!(files, "{:<40} {of_area}", area.name).unwrap();
    }
    let all = steps.values().fold(Sights::default(), |sum, sights| sum.plus(*sights));
    let mut report = format!("reachable pairs: 0 as the game, 0 for 1, 1 for 0, 1 as the game\n{:<40} {all}\n", "all");
    steps.iter().for_each(|(step, sights)| writeln!(report, "{:<40} {sights}", format!("{step:?}")).unwrap());
    writeln!(report, "{exact} of {} files are exact", areas.len()).unwrap();
    println!("{report}");
    assert!(all.percent() >= 99.999, "{} %", all.percent());
    assert!(5 * exact >= 4 * areas.len(), "{exact} files are exact");
    let (percent, set) = (all.percent(), all.wrongly_set);
    figure("areas-baked", &areas.len().to_string());
    figure("pairs-in-sight", &format!("{:.1} million", all.pairs() as f64 / 1e6));
    figure("sight-as-stored", &format!("{percent:.4} % as stored, {exact} files exact; {set} bits"));
    figure("sight-not-set", &all.wrongly_clear.to_string());
    snapshot("nwn2_line_of_sight", &format!("{report}{files}"));
}

/// The game's packets come from zlib at level 6. In a build that has the other features too, flate2 still takes this
/// zlib, as long as `zlib-rs` is not one of them.
#[cfg(all(feature = "stock-zlib", not(feature = "zlib-rs")))]
#[test]
fn deflating_a_payload_gives_the_games_packet() {
    use walkmesh::formats::Limits;
    use walkmesh::formats::aswm::{Comp, Packet as WalkmeshPacket};
    use walkmesh::formats::trn::Packet;

    let (Some(trx), Some(trn)) = (areas("trx"), areas("trn")) else { return };
    let mut packets = 0;
    for area in trx.iter().chain(&trn) {
        for packet in Terrain::from_bytes(&area.bytes).unwrap().packets() {
            if let Packet::Aswm(WalkmeshPacket::Comp(comp)) = packet {
                let payload = comp.inflate(&Limits::default()).unwrap();
                assert!(Comp::deflate(&payload).unwrap() == *comp, "{}", area.name);
                packets += 1;
            }
        }
    }
    assert_eq!(packets, TRX + TRN);
}

#[test]
fn real_areas_have_no_fatal_finding() {
    use walkmesh::finding::{CheckOptions, Severity};

    let mut report = String::new();
    for (folder, files) in [("trx", TRX), ("trn", TRN)] {
        let Some(areas) = areas(folder) else { return };
        assert_eq!(areas.len(), files);
        for area in &areas {
            let mut counts: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
            let findings = Terrain::from_bytes(&area.bytes).unwrap().check_file(&area.name, &CheckOptions::default());
            assert!(findings.worst() < Some(Severity::Fatal), "{}: {findings}", area.name);
            for rule in findings.rules() {
                counts.insert((rule.severity, rule.code()), rule.count);
            }
            writeln!(report, "{folder}/{}", area.name).unwrap();
            for ((severity, code), count) in counts {
                writeln!(report, "  {count:>6} {severity:<7} {code}").unwrap();
            }
        }
    }
    snapshot("nwn2_findings", &report);
}

#[test]
fn a_bake_has_no_finding_that_its_mesh_does_not_imply() {
    use walkmesh::finding::{CheckOptions, Severity};

    // Findings on the triangles themselves, which a bake does not change.
    const OF_THE_MESH: [&str; 6] = [
        "face-centre-outside-tile",
        "face-duplicate",
        "face-spans-tiles",
        "face-faces-down",
        "face-degenerate",
        "tile-nearly-crowded",
    ];
    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    for area in &areas {
        let baked = crate::baked(&area.walkmesh(), &BakeOptions::default()).unwrap();
        for finding in baked.check(&CheckOptions::default().without_flaws()) {
            assert!(
                OF_THE_MESH.contains(&finding.code()) && finding.severity < Severity::Error,
                "{}: {finding}",
                area.name
            );
        }
    }
}

/// Every pair of triangles of an area, or a few million of the largest areas.
#[test]
fn routes_arrive_for_every_pair_that_is_reachable() {
    use walkmesh::nwn2::{Navigator, RouteError};

    /// Number of start triangles and of goals in one area; smaller areas use all.
    const SAMPLED: usize = 150;
    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    let (mut routes, mut none) = (0_usize, 0_usize);
    for area in &areas {
        let walkmesh = Arc::new(area.walkmesh());
        let navigator = Navigator::new(Arc::clone(&walkmesh));
        let group = super::generated::groups(&walkmesh);
        let walkable: Vec<_> = walkmesh.triangles().filter(|t| t.is_walkable()).map(|t| t.id()).collect();
        let step = walkable.len().div_ceil(SAMPLED).max(1);
        let starts = || walkable.iter().copied().step_by(step);
        // Goals differ from starts, so that the sample is not limited to one part of each tile.
        let goals = || walkable.iter().copied().skip(step / 2).step_by(step);
        let pairs: Vec<_> = starts().flat_map(|from| goals().map(move |to| (on(from), on(to)))).collect();
        for ((from, to), route) in pairs.iter().zip(navigator.stored_route_many(&pairs)) {
            let (from, to) = (from.face, to.face);
            let is_way = group[from.index()] == group[to.index()];
            match route {
                Ok(route) => {
                    assert!(
                        is_way && route.steps.last().map(|step| step.face) == Some(to),
                        "{}: {from} to {to}",
                        area.name
                    );
                    routes += 1;
                }
                Err(RouteError::OtherPart { .. }) if !is_way => none += 1,
                Err(error) => panic!("{}: {from} to {to}: {error}", area.name),
            }
        }
    }
    println!("{routes} routes arrive, {none} pairs have no way");
    assert!(routes > 100_000);
}

/// A route consists of steps from triangle to triangle in an island, and of a route between islands that depends only on the two islands.
/// So if every pair of these arrives, every route of every file does.
#[test]
fn all_that_routes_are_made_of_arrives() {
    use walkmesh::nwn2::{Navigator, RouteError};

    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    let (mut in_islands, mut between_islands) = (0, 0);
    for area in &areas {
        let walkmesh = Arc::new(area.walkmesh());
        let navigator = Navigator::new(Arc::clone(&walkmesh));
        let mut firsts = vec![None; walkmesh.islands().len()];
        for tile in walkmesh.tiles() {
            let mut islands: BTreeMap<_, Vec<_>> = BTreeMap::new();
            for triangle in tile.triangles().filter(|triangle| triangle.is_walkable()) {
                islands.entry(triangle.island().unwrap()).or_default().push(triangle.id());
            }
            for (island, triangles) in islands {
                assert_eq!(firsts[island.index()].replace(triangles[0]), None, "{}: {island}", area.name);
                let pairs: Vec<_> =
                    triangles.iter().flat_map(|from| triangles.iter().map(move |to| (on(*from), on(*to)))).collect();
                for (pair, route) in pairs.iter().zip(navigator.stored_route_many(&pairs)) {
                    let route = route.unwrap_or_else(|error| panic!("{}: {pair:?}: {error}", area.name));
                    assert!(route.steps.iter().all(|step| step.island == island), "{}", area.name);
                    assert_eq!(route.steps.last().map(|step| step.face), Some(pair.1.face), "{}", area.name);
                }
                in_islands += pairs.len();
            }
        }
        let group = super::generated::groups(&walkmesh);
        let firsts: Vec<_> = firsts.into_iter().flatten().collect();
        let pairs: Vec<_> = firsts.iter().flat_map(|from| firsts.iter().map(move |to| (on(*from), on(*to)))).collect();
        for ((from, to), route) in pairs.iter().zip(navigator.stored_route_many(&pairs)) {
            let (from, to) = (from.face, to.face);
            match route {
                Ok(route) => assert_eq!(route.steps.last().map(|step| step.face), Some(to), "{}", area.name),
                Err(RouteError::OtherPart { .. }) if group[from.index()] != group[to.index()] => {}
                Err(error) => panic!("{}: {from} to {to}: {error}", area.name),
            }
        }
        between_islands += pairs.len();
    }
    assert_eq!((in_islands, between_islands), (12_501_942, 1_046_585));
}

/// Real triangles as input for a new mesh. Most areas have degenerate triangles, or some that cross a tile's border; if there is nothing of
/// the kind to repair, the bake reproduces the original.
#[test]
fn areas_built_from_their_own_triangles_are_the_same() {
    use walkmesh::formats::aswm::TileFlags;
    use walkmesh::nwn2::{BuildOptions, BuildReport, BuildResult};

    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    let mut same = 0;
    for area in &areas {
        // As if it were not baked yet, so that vertices are numbered by first use, as in a new mesh.
        let mut raw = area.walkmesh().into_raw();
        raw.tiles_header.flags = TileFlags::TRN;
        let baked = crate::baked(&Walkmesh::from_raw(raw), &BakeOptions::default()).unwrap();
        let (vertices, faces) = super::generated::soup(&baked);
        let options = BuildOptions::default().with_grid(Some(baked.grid())).with_tile_width(baked.tile_width());
        let BuildResult { walkmesh, report, .. } = nwn2::build(&vertices, &faces, &options).unwrap();
        let BuildReport { cut, degenerate, welded, .. } = report;
        if (cut, degenerate, welded) == (vec![], vec![], 0) {
            let again = crate::baked(&walkmesh, &BakeOptions::default()).unwrap();
            assert!(again.to_bytes().unwrap() == baked.to_bytes().unwrap(), "{}", area.name);
            same += 1;
        }
    }
    assert_eq!(same, 14);
}

/// An area without unwalkable floor: smaller, with the same paths, and unchanged by a repetition.
#[test]
fn stripped_areas_keep_their_paths() {
    use walkmesh::finding::{CheckOptions, Severity};
    use walkmesh::nwn2::{AreaReader, OptimiseOptions};

    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    let mut report = String::new();
    let mut baked = 0;
    for area in &areas {
        let mut terrain = Terrain::from_bytes(&area.bytes).unwrap();
        let before = terrain.walkmesh().unwrap().clone();
        let savings = terrain.optimise(&OptimiseOptions::default().with_reader(AreaReader::Server)).unwrap();
        let after = terrain.walkmesh().unwrap().clone();
        // Where a bake of the rest would disconnect floor, triangles are divided, and the tables are baked.
        let walkable = before.triangles().filter(|triangle| triangle.is_walkable()).count();
        let is_divided = after.triangles().len() > walkable;
        baked += usize::from(is_divided);
        for (before, after) in before.tiles().zip(after.tiles()) {
            let steps = |tile: nwn2::Tile<'_>| {
                tile.as_raw().path_table.nodes.iter().map(|node| node.next()).collect::<Vec<_>>()
            };
            assert!(is_divided || steps(before) == steps(after), "{}: {}", area.name, before.id());
        }
        let next =
            |walkmesh: &Walkmesh| walkmesh.as_raw().islands_path_nodes.iter().map(|node| node.next).collect::<Vec<_>>();
        assert!(is_divided || next(&before) == next(&after), "{}", area.name);
        for finding in after.check(&CheckOptions::default().without_flaws()) {
            assert!(finding.severity < Severity::Error, "{}: {finding}", area.name);
        }
        assert!(after.triangles().all(|triangle| triangle.is_walkable()), "{}", area.name);
        // Deflated bytes depend on the zlib in use, so only the inflated parts are in the snapshot.
        write!(report, "{:<40}", area.name).unwrap();
        for saving in savings.parts.iter().filter(|saving| !["ASWM, deflated", "file"].contains(&saving.part)) {
            assert!(is_divided || saving.after <= saving.before, "{}: {saving:?}", area.name);
            write!(report, " {} {}", saving.part, saving.before.cast_signed() - saving.after.cast_signed()).unwrap();
        }
        report.push('\n');
        let bytes = terrain.to_bytes().unwrap();
        terrain.optimise(&OptimiseOptions::default().with_reader(AreaReader::Server)).unwrap();
        assert!(terrain.to_bytes().unwrap() == bytes, "{}: optimised twice", area.name);
        let mut again = after.clone();
        again.bake(&BakeOptions::default()).unwrap();
        if again != after {
            let differing = after.diff(&again).into_iter().filter(|table| !table.is_equal());
            writeln!(
                report,
                "  not a fixed point of the bake: {:?}",
                differing.map(|table| table.table).collect::<Vec<_>>()
            )
            .unwrap();
        }
    }
    assert_eq!(baked, 10, "areas that a bake would tear");
    snapshot("nwn2_savings", &report);
}

/// A player's file keeps every packet, and every meaningful byte of water.
#[test]
fn areas_for_a_client_keep_their_water() {
    use walkmesh::formats::trn::{Packet, Trwh};
    use walkmesh::nwn2::OptimiseOptions;

    let (Some(trx), Some(trn)) = (areas("trx"), areas("trn")) else { return };
    assert_eq!((trx.len(), trn.len()), (TRX, TRN));
    let mut waters = 0;
    for area in trx.iter().chain(&trn) {
        let before = Terrain::from_bytes(&area.bytes).unwrap();
        let mut after = before.clone();
        after.optimise(&OptimiseOptions::default()).unwrap();
        assert_eq!(before.packets().len(), after.packets().len(), "{}", area.name);
        for packets in before.packets().iter().zip(after.packets()) {
            match packets {
                (Packet::Trwh(before), Packet::Trwh(after)) => assert_eq!(*after, Trwh { id: 0, ..*before }),
                (Packet::Other { data: before, .. }, Packet::Other { data: after, .. }) => {
                    assert!(before[320..] == after[320..], "{}: its tables", area.name);
                    let differ = (0..320).filter(|at| before[*at] != after[*at]);
                    assert!(differ.clone().all(|at| after[at] == 0), "{}", area.name);
                    // Colours, waves, and the data after the name of each texture.
                    let numbers = [128..168, 200..216, 248..264, 296..320];
                    assert!(!numbers.iter().any(|numbers| differ.clone().any(|at| numbers.contains(&at))));
                    waters += 1;
                }
                (Packet::Aswm(_), Packet::Aswm(_)) => {}
                other => panic!("{}: {other:?}", area.name),
            }
        }
        let bytes = after.to_bytes().unwrap();
        after.optimise(&OptimiseOptions::default()).unwrap();
        assert!(after.to_bytes().unwrap() == bytes, "{}: optimised twice", area.name);
    }
    assert_eq!(waters, 466);
}

/// A TRN bakes into a TRX from its own mesh; differences due to the toolset's clipping are reported.
#[test]
fn trn_bake_into_trx() {
    use walkmesh::finding::{CheckOptions, Severity};

    let Some(areas) = areas("trn") else { return };
    assert_eq!(areas.len(), TRN);
    let mut report = String::new();
    for area in &areas {
        let trn = area.walkmesh();
        match crate::baked(&trn, &BakeOptions::default()) {
            Ok(baked) => {
                assert!(baked.is_baked() && baked.triangles().len() == trn.triangles().len());
                let worst = baked.check(&CheckOptions::default().without_flaws()).worst();
                assert!(worst < Some(Severity::Error), "{}", area.name);
                assert_eq!(crate::baked(&baked, &BakeOptions::default()).unwrap(), baked, "{}", area.name);
                let islands = baked.islands().len();
                writeln!(report, "{}: {} triangles, {islands} islands", area.name, baked.triangles().len()).unwrap();
            }
            Err(error) => writeln!(report, "{}: {error}", area.name).unwrap(),
        }
    }
    snapshot("nwn2_trn_to_trx", &report);
}

/// A triangle faces up exactly if the game's own test finds its centre on it, except for slivers.
#[test]
fn triangles_that_face_down_are_those_that_the_game_does_not_find() {
    let (Some(trx), Some(trn)) = (areas("trx"), areas("trn")) else { return };
    let (mut down, mut walkable_down) = (0, 0);
    for area in trx.iter().chain(&trn) {
        for triangle in area.walkmesh().triangles() {
            let corners = triangle.points().unwrap();
            let [ab, ac] = [1, 2].map(|at| [0, 1].map(|axis| corners[at][axis] - corners[0][axis]));
            let is_wide = (ab[0] * ac[1] - ab[1] * ac[0]).abs() > 0.01;
            if is_wide {
                assert_eq!(triangle.faces_up(), triangle.contains(triangle.as_raw().center), "{}", triangle.id());
            }
            down += usize::from(!triangle.faces_up() && is_wide);
            walkable_down += usize::from(!triangle.faces_up() && triangle.is_walkable() && is_wide);
        }
    }
    println!("{down} triangles face down, {walkable_down} of them walkable");
    assert_eq!((down, walkable_down), (332, 193));
}

/// A creature at the centre of a triangle stands on it, or on another one of the same height.
#[test]
fn floors_are_found_under_centres() {
    use walkmesh::nwn2::{FaceMask, Navigator, research};

    let Some(areas) = areas("trx") else { return };
    assert_eq!(areas.len(), TRX);
    let (mut asked, mut by_the_game, mut outside) = (0, 0, 0);
    for area in &areas {
        let walkmesh = Arc::new(area.walkmesh());
        let navigator = Navigator::new(Arc::clone(&walkmesh));
        // Steep slivers have no height to compare.
        let is_floor = |triangle: &nwn2::Triangle<'_>| triangle.as_raw().normal[2] > 0.01;
        for triangle in walkmesh.triangles().filter(is_floor).step_by(7) {
            let [x, y] = triangle.as_raw().center;
            if !is_inside([x, y], triangle.points().unwrap()) {
                outside += 1;
                continue;
            }
            let height = triangle.height([x, y]).unwrap();
            let Some(found) = navigator.floor_nearest([x, y, height], f32::INFINITY, FaceMask::ALL) else { continue };
            assert!((found.height - height).abs() < 0.05, "{}: {} at {height}, {found:?}", area.name, triangle.id());
            asked += 1;
            by_the_game += usize::from(research::triangle_by_the_games_rule(&walkmesh, [x, y]) == Some(triangle.id()));
        }
    }
    println!(
        "{asked} floors found, {by_the_game} of them by the game's rule too; {outside} centres beside their triangles"
    );
    assert!(asked > 50_000);
}

/// Whether a point is in a triangle, borders included. The stored centre of a sliver that is two steps of f32 wide can
/// lie beside it.
fn is_inside(point: [f32; 2], corners: [[f32; 3]; 3]) -> bool {
    let sides = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| {
        let from = |to: [f32; 3]| [0, 1].map(|axis| f64::from(to[axis]) - f64::from(point[axis]));
        let (a, b) = (from(corners[a]), from(corners[b]));
        a[0] * b[1] - a[1] * b[0]
    });
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}
