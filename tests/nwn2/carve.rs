//! Carving compared with real areas of TRN, TRX and GIT: how much of the toolset's output is reproduced, and why the rest is not.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use walkmesh::nwn2::{
    self, BakeOptions, CarveOptions, CarveResult, Cutter, Footprints, Git, GitObject, GitObjectKind, Obstacles,
    Terrain, TileCounts, Uninitialised, Walkmesh,
};
use walkmesh_testing::{corpus, files, snapshot};

/// The minimum distance of a static object from a clean tile, in metres.
pub(crate) const NEAR: f32 = 4.0;

/// An area with all three files in the corpus.
pub(crate) struct Area {
    pub(crate) name: String,
    pub(crate) trn: Walkmesh,
    pub(crate) trx: Walkmesh,
    pub(crate) git: Git,
}

impl Area {
    fn new(trn: &Path, trx: &Path, git: &Path) -> Self {
        let read = |path: &Path| std::fs::read(path).unwrap();
        let walkmesh = |path| Terrain::from_bytes(&read(path)).unwrap().into_walkmesh().unwrap();
        let name = git.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, trn: walkmesh(trn), trx: walkmesh(trx), git: Git::from_bytes(&read(git)).unwrap() }
    }

    /// Carves the TRN with the cutters of the GIT and with footprints.
    pub(crate) fn carved(&self, footprints: &Footprints) -> CarveResult {
        let placed = footprints.placed(self.git.objects()).unwrap();
        let cutters: Vec<Cutter> = self.git.cutters().cutters.into_iter().chain(placed.cutters).collect();
        let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
        nwn2::carve(&self.trn, obstacles, &CarveOptions::default()).unwrap()
    }
}

/// The file with a name in a folder, ignoring case.
fn named(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_it = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name));
    files(folder, "*").into_iter().find(is_it)
}

/// The areas of the folders `trn`, `trx` and `git`.
pub(crate) fn pairs() -> Option<Vec<Area>> {
    let corpus = corpus("nwn2")?;
    let area = |git: PathBuf| {
        let name = git.file_stem()?.to_string_lossy().into_owned();
        let [trn, trx] = ["trn", "trx"].map(|folder| named(&corpus.join(folder), &name));
        Some(Area::new(&trn?, &trx?, &git))
    };
    let mut areas: Vec<Area> = files(&corpus.join("git"), "*").into_iter().filter_map(area).collect();
    areas.sort_by(|a, b| a.name.cmp(&b.name));
    Some(areas)
}

/// The areas of the folder `alfa`, each with three files of the same save.
pub(crate) fn alfa() -> Option<Vec<Area>> {
    let folder = corpus("nwn2")?.join("alfa");
    let of = |git: PathBuf| Area::new(&git.with_extension("trn"), &git.with_extension("trx"), &git);
    let mut areas: Vec<Area> = files(&folder, "git").into_iter().map(of).collect();
    areas.sort_by(|a, b| a.name.cmp(&b.name));
    Some(areas)
}

/// A triangle as the bits of its corners, in its order, and its flags.
type Bits = ([[u32; 3]; 3], u16);

fn bits(tile: nwn2::Tile<'_>) -> Vec<Bits> {
    let of = |triangle: nwn2::Triangle<'_>| {
        let points = triangle.points().unwrap().map(|point| point.map(f32::to_bits));
        (points, triangle.flags().0)
    };
    tile.triangles().map(of).collect()
}

/// The corners of triangles to a millimetre, in any order, with the number of triangles that have them.
pub(crate) fn millimetres<'t>(triangles: impl Iterator<Item = nwn2::Triangle<'t>>) -> HashMap<[[i64; 3]; 3], usize> {
    let mut counts = HashMap::new();
    for triangle in triangles {
        let mut corners =
            triangle.points().unwrap().map(|point| point.map(|at| (f64::from(at) * 1000.0).round() as i64));
        corners.sort_unstable();
        *counts.entry(corners).or_default() += 1;
    }
    counts
}

/// The number of triangles of a TRX that have a twin with the same corners, to a millimetre.
fn matched(trx: &Walkmesh, ours: &Walkmesh) -> usize {
    let twins = millimetres(ours.triangles());
    let stored = millimetres(trx.triangles());
    stored.iter().map(|(corners, count)| (*count).min(twins.get(corners).copied().unwrap_or_default())).sum()
}

/// The distance of a tile from the nearest static door or unwalkable static placeable, in metres.
pub(crate) fn to_statics(area: &Area, tile: &nwn2::Tile<'_>) -> f32 {
    let is_static = |object: &GitObject| object.cuts() || (object.kind == GitObjectKind::Door && object.is_static);
    let ([x, y], width) = (tile.origin(), tile.width());
    let far = |at: f32, low: f32| (low - at).max(at - low - width).max(0.0);
    let distance = |object: GitObject| far(object.position[0], x).hypot(far(object.position[1], y));
    area.git.objects().filter(is_static).map(distance).fold(f32::INFINITY, f32::min)
}

/// Why a clean tile differs from the toolset's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Cause {
    /// The tile is empty in the TRN but not in the TRX: another save, or walk meshes.
    EmptyInTrn,
    /// The TRX has a cutter's corner a few micrometres away, because the GIT rounds it.
    RoundedCutter,
    /// A static object is 4 to 8 m away.
    StaticBeside,
    /// Most triangles differ: the TRN is from another save.
    OtherSave,
    Unexplained,
}

impl Cause {
    const ALL: [(Self, &str); 5] = [
        (Self::EmptyInTrn, "empty in the TRN"),
        (Self::RoundedCutter, "a rounded cutter"),
        (Self::StaticBeside, "a static within 8 m"),
        (Self::OtherSave, "most triangles others"),
        (Self::Unexplained, "not explained"),
    ];

    fn new(area: &Area, ours: &nwn2::Tile<'_>, stored: &nwn2::Tile<'_>) -> Self {
        let trn = area.trn.tiles().nth(stored.id().0 as usize);
        if trn.is_some_and(|trn| trn.triangles().next().is_none()) {
            return Self::EmptyInTrn;
        }
        let vertices: Vec<[f32; 2]> =
            stored.triangles().flat_map(|triangle| triangle.points().unwrap()).map(|[x, y, _]| [x, y]).collect();
        let is_rounded = |corner: &[f32; 2]| {
            let near = |vertex: &&[f32; 2]| (0..2).all(|axis| (vertex[axis] - corner[axis]).abs() < 3e-5);
            !vertices.contains(corner) && vertices.iter().any(|vertex| near(&vertex))
        };
        if area.git.cutters().cutters.iter().flat_map(|cutter| &cutter.points).any(is_rounded) {
            return Self::RoundedCutter;
        }
        if to_statics(area, stored) < 2.0 * NEAR {
            return Self::StaticBeside;
        }
        let (mine, theirs) = (millimetres(ours.triangles()), millimetres(stored.triangles()));
        let same = theirs.keys().filter(|corners| mine.contains_key(*corners)).count();
        if 2 * same < theirs.len() { Self::OtherSave } else { Self::Unexplained }
    }
}

/// The results for areas.
#[derive(Default)]
struct Counts {
    /// Clean tiles that are equal in every bit, and all, without a cutter and with one.
    clean: [[usize; 2]; 2],
    causes: HashMap<Cause, usize>,
    /// Tiles near statics whose triangles are all equal to 1 mm, and all: without footprints and with them.
    near: [[usize; 2]; 2],
    /// Triangles that are equal to 1 mm, and all: without footprints and with them.
    triangles: [[usize; 2]; 2],
    /// Areas with the game's geometry and counts in every bit.
    whole: usize,
    areas: usize,
    lost: usize,
    emptied: usize,
}

impl Counts {
    fn new(area: &Area, footprints: &Footprints) -> Self {
        let mut counts = Self { areas: 1, ..Self::default() };
        let without = area.carved(&Footprints::default());
        let with = area.carved(footprints);
        (counts.lost, counts.emptied) = (with.report.losses.len(), with.report.emptied.len());
        let all = area.trx.triangles().len();
        counts.triangles = [&without, &with].map(|carved| [matched(&area.trx, &carved.walkmesh), all]);
        let cutters = area.git.cutters().cutters;
        let mut is_whole = without.walkmesh.vertices() == area.trx.vertices();
        let tiles = without.walkmesh.tiles().zip(with.walkmesh.tiles()).zip(area.trx.tiles());
        for ((plain, ours), stored) in tiles {
            let is_exact = bits(plain) == bits(stored);
            let header = |tile: nwn2::Tile<'_>| [tile.as_raw().header.vertices_count, tile.as_raw().header.edges_count];
            is_whole &= is_exact && header(plain) == header(stored);
            if stored.as_raw().header.vertices_count == 0 {
                continue;
            }
            if to_statics(area, &stored) < NEAR {
                let wanted = millimetres(stored.triangles());
                for (counts, tile) in counts.near.iter_mut().zip([plain, ours]) {
                    counts[0] += usize::from(millimetres(tile.triangles()) == wanted);
                    counts[1] += 1;
                }
                continue;
            }
            let clean = &mut counts.clean[usize::from(is_touched(&stored, &cutters))];
            clean[1] += 1;
            if is_exact {
                clean[0] += 1;
            } else {
                *counts.causes.entry(Cause::new(area, &plain, &stored)).or_default() += 1;
            }
        }
        counts.whole = usize::from(is_whole);
        counts
    }

    fn add(&mut self, other: &Self) {
        let sum =
            |a: &mut [[usize; 2]; 2], b: &[[usize; 2]; 2]| (0..4).for_each(|at| a[at / 2][at % 2] += b[at / 2][at % 2]);
        sum(&mut self.clean, &other.clean);
        sum(&mut self.near, &other.near);
        sum(&mut self.triangles, &other.triangles);
        other.causes.iter().for_each(|(cause, count)| *self.causes.entry(*cause).or_default() += count);
        self.whole += other.whole;
        self.areas += other.areas;
        self.lost += other.lost;
        self.emptied += other.emptied;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { clean: [plain, cut], near, triangles, whole, areas, lost, emptied, .. } = self;
        write!(f, "clean tiles {} of {} and with cutters {} of {}", plain[0], plain[1], cut[0], cut[1])?;
        let others: Vec<String> = (Cause::ALL.iter())
            .filter_map(|(cause, text)| self.causes.get(cause).map(|count| format!("{text} {count}")))
            .collect();
        if !others.is_empty() {
            write!(f, " ({})", others.join(", "))?;
        }
        write!(f, "; near statics {} -> {} of {}", near[0][0], near[1][0], near[0][1])?;
        write!(f, "; triangles {} -> {} of {}", triangles[0][0], triangles[1][0], triangles[0][1])?;
        write!(f, "; {lost} parts lost, {emptied} tiles emptied; whole {whole} of {areas}")
    }
}

/// Whether the box of a cutter overlaps a tile.
fn is_touched(tile: &nwn2::Tile<'_>, cutters: &[Cutter]) -> bool {
    let (origin, width) = (tile.origin(), tile.width());
    cutters.iter().any(|cutter| {
        (0..2).all(|axis| {
            let at = cutter.points.iter().map(|point| point[axis]);
            let (low, high) =
                at.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
            low < origin[axis] + width && high > origin[axis]
        })
    })
}

#[test]
fn carving_gives_the_toolsets_triangles() {
    let (Some(pairs), Some(alfa)) = (pairs(), alfa()) else { return };
    let footprints = Footprints::known();
    let mut text = String::new();
    for (name, areas) in [("pairs", &pairs), ("alfa", &alfa)] {
        let counts = areas.iter().map(|area| Counts::new(area, &footprints)).collect::<Vec<Counts>>();
        let mut total = Counts::default();
        counts.iter().for_each(|counts| total.add(counts));
        writeln!(text, "{name}: {total}").unwrap();
        for (area, counts) in areas.iter().zip(&counts) {
            writeln!(text, "  {}: {counts}", area.name).unwrap();
        }
    }
    assert_eq!((pairs.len(), alfa.len()), (10, 74));
    println!("{text}");
    snapshot("nwn2_carve", &text);
}

/// The areas that come out byte for byte.
const EXACT: [&str; 2] = ["TestArea", "enter_world"];

#[test]
fn carved_and_baked_areas_are_those_of_the_toolset() {
    let Some(areas) = pairs() else { return };
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

/// A mesh with the uninitialised bytes of another one.
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

/// A walkmesh in which no node sees another node.
fn without_sight(walkmesh: Walkmesh) -> Walkmesh {
    let mut raw = walkmesh.into_raw();
    for tile in &mut raw.tiles {
        tile.path_table.nodes.iter_mut().filter(|node| node.next().is_some()).for_each(|node| node.0 &= 0x7F);
    }
    Walkmesh::from_raw(raw)
}

/// The clean tiles with cutters that are equal in every bit, with the cutters of the GIT and with corners from the TRX.
#[test]
fn corners_from_the_trx_make_more_tiles_equal() {
    let (Some(pairs), Some(alfa)) = (pairs(), alfa()) else { return };
    let mut counts = [0; 2];
    for area in pairs.iter().chain(&alfa) {
        let drawn = area.git.cutters().cutters;
        let mut taken = drawn.clone();
        Cutter::take_corners(&mut taken, &area.trx);
        for (count, cutters) in counts.iter_mut().zip([&drawn, &taken]) {
            let carved = nwn2::carve(&area.trn, cutters, &CarveOptions::default()).unwrap().walkmesh;
            let tiles = carved.tiles().zip(area.trx.tiles());
            let clean = tiles.filter(|(_, stored)| is_touched(stored, &drawn) && to_statics(area, stored) >= NEAR);
            *count += clean.filter(|(ours, stored)| bits(*ours) == bits(*stored)).count();
        }
    }
    let [plain, taken] = counts;
    snapshot(
        "nwn2_corners",
        &format!("clean tiles with cutters equal in every bit: {plain}, with corners from the TRX {taken}\n"),
    );
}
