//! Learning of footprints: from areas that are made here, where the truth is known, and from real ones.

use std::fmt::Write as _;

use walkmesh::formats::aswm::{self, TriangleFlags, Triangles};
use walkmesh::nwn2::{
    self, Agreement, AreaTrial, BuildFace, BuildOptions, CarveOptions, Cutter, Footprint, FootprintShape, Footprints,
    Gain, Git, LearnOptions, LearnReport, LearnedFootprint, LearningArea, Obstacles, Terrain, UnlearnedReason,
    WalkMesh, Walkmesh, learn_footprints,
};
use walkmesh_testing::{corpus, is_own_corpus, snapshot};

use crate::git::{HEIGHT, Placeable, git};

/// A floor of 27 by 27 m, of squares of 3 m that are cut along a diagonal.
fn floor() -> Walkmesh {
    let points: Vec<[f32; 3]> = (0..100).map(|at| [(at % 10) as f32 * 3.0, (at / 10) as f32 * 3.0, HEIGHT]).collect();
    let square = |at: u32| {
        let a = at / 9 * 10 + at % 9;
        [[a, a + 1, a + 11], [a, a + 11, a + 10]].map(|corners| BuildFace { corners, walkable: true, floor: None })
    };
    let faces: Vec<BuildFace> = (0..81).flat_map(square).collect();
    nwn2::build(&points, &faces, &BuildOptions::default()).unwrap().walkmesh
}

/// An area whose TRX is the floor without the footprints of its placeables.
fn area(name: &str, placeables: &[Placeable], footprints: &Footprints) -> LearningArea {
    area_with_cutters(name, placeables, &[], footprints)
}

/// An area whose TRX is the floor without its builder's holes and without the footprints of its placeables.
fn area_with_cutters(
    name: &str,
    placeables: &[Placeable],
    cutters: &[Cutter],
    footprints: &Footprints,
) -> LearningArea {
    let (trn, git) = (floor(), git(placeables, cutters));
    let mut cutters = git.cutters().cutters;
    let placed = footprints.placed(git.objects()).unwrap();
    cutters.extend(placed.cutters);
    let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
    let trx = nwn2::carve(&trn, obstacles, &CarveOptions::default()).unwrap().walkmesh;
    LearningArea { name: name.to_owned(), world: None, trn, git, trx }
}

/// A table's non-convex outline, and its appearance.
const TABLE: (u32, [[f32; 2]; 6]) = (7, [[-0.8, -0.5], [0.9, -0.5], [0.9, 0.2], [0.1, 0.2], [0.1, 0.7], [-0.8, 0.7]]);
/// A carpet that creatures do not walk on.
const CARPET: (u32, [[f32; 2]; 4]) = (9, [[-0.7, -0.6], [0.6, -0.5], [0.7, 0.6], [-0.6, 0.7]]);
/// A chair without a footprint, which always stands beside a table.
const CHAIR: u32 = 11;

const PLACES: [Placeable; 5] = [
    (7, [4.4, 4.7], 0.0, [1.0; 2]),
    (7, [13.3, 4.2], 0.7, [1.0; 2]),
    (7, [22.6, 5.1], 2.1, [1.5, 1.2]),
    (7, [4.6, 13.1], -1.3, [1.0; 2]),
    (7, [13.7, 22.2], 3.0, [0.8; 2]),
];

fn hole(corners: &[[f32; 2]]) -> Footprint {
    Footprint::hole(vec![corners.to_vec()]).unwrap()
}

/// The kind of footprint that was learned.
fn kind(learned: &LearnedFootprint) -> FootprintKind {
    match learned.footprint.shape() {
        FootprintShape::Hole { .. } => FootprintKind::Hole,
        FootprintShape::Patch { .. } => FootprintKind::Patch,
        FootprintShape::WalkMesh(_) => FootprintKind::WalkMesh,
        other => panic!("another kind: {other:?}"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum FootprintKind {
    Hole,
    Patch,
    WalkMesh,
}

fn tables() -> Footprints {
    let mut footprints = Footprints::default();
    footprints.insert(TABLE.0, hole(&TABLE.1)).unwrap();
    footprints
}

/// Whether two polygons have the same corners, to a millimetre.
fn is_same(learned: &[[f32; 2]], known: &[[f32; 2]]) -> bool {
    let is_near = |a: &[f32; 2], b: &[f32; 2]| (a[0] - b[0]).abs() < 1e-3 && (a[1] - b[1]).abs() < 1e-3;
    learned.len() == known.len() && known.iter().all(|corner| learned.iter().any(|other| is_near(corner, other)))
}

#[test]
fn a_footprint_that_was_carved_is_learned_to_a_millimetre() {
    let report = learn_footprints(&[area("hall", &PLACES, &tables())], &LearnOptions::default());
    let [learned] = &report.learned[..] else { panic!("one footprint: {report:?}") };
    assert!(is_same(&learned.outline, &TABLE.1), "{learned:?}");
    assert_eq!((learned.appearance, kind(learned), learned.placings, learned.areas), (7, FootprintKind::Hole, 5, 1));
    assert!(learned.gain.triangles > 0 && learned.gain.floor > 0.0 && learned.wrong_floor == 0.0, "{learned:?}");
    assert!(learned.inside == 1.0 && learned.seen >= 3 && learned.spread < 1.0, "{learned:?}");
    let [trial] = &report.areas[..] else { panic!("one area: {report:?}") };
    let [without, with] = [trial.without.unwrap(), trial.with.unwrap()];
    assert_eq!((with.triangles, with.wrong_floor), (trial.triangles, 0.0));
    // Five tables of 1.49 m², scaled.
    assert!(without.triangles < with.triangles && (6.0..9.0).contains(&without.wrong_floor), "{trial:?}");
    assert_eq!(trial.left_out, trial.without, "no other area has it");
    assert!(is_same(&report.footprints().unwrap().get(7).unwrap().polygons()[0], &TABLE.1));
}

#[test]
fn what_another_area_teaches_is_used_where_an_area_is_left_out_and_copies_are_left_out_together() {
    let (first, second) = (&PLACES[..3], &PLACES[3..]);
    let areas = [("a", first), ("copy of a", first), ("b", second)].map(|(name, it)| area(name, it, &tables()));
    let report = learn_footprints(&areas, &LearnOptions::default());
    assert_eq!((report.learned[0].placings, report.learned[0].areas), (5, 2), "a placing counts once");
    let is_whole = |area: &AreaTrial| area.left_out.unwrap().triangles == area.triangles;
    assert!(report.areas.iter().all(is_whole), "{:?}", report.areas);
    let is_untaught = |area: &AreaTrial| {
        area.left_out == area.without && area.with.unwrap().triangles > area.without.unwrap().triangles
    };
    let copies = learn_footprints(&areas[..2], &LearnOptions::default());
    assert!(copies.areas.iter().all(is_untaught), "{:?}", copies.areas);
    // Areas of one world are left out together, too.
    let world = areas.map(|area| LearningArea { world: Some("one".to_owned()), ..area });
    let world = learn_footprints(&world, &LearnOptions::default());
    assert!(world.areas.iter().all(is_untaught), "{:?}", world.areas);
}

/// Adds triangles to the walkmesh that form a fan over a polygon: each has its first corner.
fn with_triangles(walkmesh: Walkmesh, corners: &[[f32; 2]], flags: u16) -> Walkmesh {
    let mut raw = walkmesh.into_raw();
    let first = raw.vertices.len() as u32;
    raw.vertices.extend(corners.iter().map(|[x, y]| walkmesh::formats::Vector3 { x: *x, y: *y, z: HEIGHT }));
    let Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
    rows.extend((1..corners.len() as u32 - 1).map(|corner| aswm::Triangle {
        vertices: [first, first + corner + 1, first + corner],
        flags: TriangleFlags(flags),
        ..Default::default()
    }));
    Walkmesh::from_raw(raw)
}

#[test]
fn a_floor_of_the_models_own_is_told_from_a_hole_and_lifted() {
    let placeables = PLACES.map(|(_, at, bearing, scale)| (CARPET.0, at, bearing, scale));
    let mut footprints = Footprints::default();
    footprints.insert(CARPET.0, hole(&CARPET.1)).unwrap();
    let mut area = area("hall", &placeables, &footprints);
    for cutter in footprints.placed(area.git.objects()).unwrap().cutters {
        area.trx = with_triangles(area.trx, &cutter.points, 0x04);
    }
    let report = learn_footprints(&[area], &LearnOptions::default());
    let [learned] = &report.learned[..] else { panic!("one footprint: {report:?}") };
    assert!(kind(learned) == FootprintKind::WalkMesh && is_same(&learned.outline, &CARPET.1), "{learned:?}");
    let FootprintShape::WalkMesh(mesh) = learned.footprint.shape() else { panic!("a walk mesh: {learned:?}") };
    assert_eq!((mesh.vertices().len(), mesh.faces().len(), mesh.flags()), (4, 2, &[TriangleFlags(0); 2][..]));
    assert_eq!(mesh.links(), [0, 1, 2, 3], "they lie on the floor");
}

#[test]
fn a_floor_of_a_model_is_lifted_where_no_border_of_tiles_splits_it() {
    // The borders of the tiles are at multiples of 9 m; each of three placements has other pieces.
    let at = [[8.7, 4.2], [9.2, 13.6], [4.4, 17.9], [4.1, 4.6], [13.4, 22.2]];
    let placeables = at.map(|at| (CARPET.0, at, 0.2, [1.0; 2]));
    let points: Vec<[f32; 3]> = CARPET.1.iter().map(|[x, y]| [*x, *y, WalkMesh::LINK_Z]).collect();
    let mesh = WalkMesh::new(points, vec![[0, 1, 2], [0, 2, 3]], vec![TriangleFlags(0); 2]).unwrap();
    let mesh = mesh.with_links(vec![0, 1, 2, 3]).unwrap();
    let mut footprints = Footprints::default();
    footprints.insert(CARPET.0, Footprint::walk_mesh(mesh)).unwrap();
    let area = area("hall", &placeables, &footprints);
    let [learned] = &learn_footprints(&[area], &LearnOptions::default()).learned[..] else { panic!("one footprint") };
    let FootprintShape::WalkMesh(mesh) = learned.footprint.shape() else { panic!("a walk mesh: {learned:?}") };
    assert_eq!((mesh.vertices().len(), mesh.faces().len(), mesh.links().len()), (4, 2, 4), "{learned:?}");
}

/// A bed of two boxes with nearly equal sides. The weld merges its close corners, and which of them remains depends on the placement.
#[test]
fn the_close_corners_of_a_union_of_boxes_are_learned_from_several_placements() {
    const BED: u32 = 15;
    let corners =
        [[-1.0, -1.2], [1.0, -1.2], [1.0, 0.1], [0.94, 0.1], [0.94, 1.3], [-0.95, 1.3], [-0.95, 0.1], [-1.0, 0.1]];
    let mut footprints = Footprints::default();
    footprints.insert(BED, hole(&corners)).unwrap();
    let bed = |index: u8| {
        let [column, row] = [index % 5, index / 5].map(f32::from);
        (BED, [3.0 + 5.1 * column, 3.0 + 5.2 * row], 0.37 * f32::from(index), [1.0; 2])
    };
    let beds: Vec<Placeable> = (0..25).map(bed).collect();
    let area = area("dormitory", &beds, &footprints);
    let [learned] = &learn_footprints(&[area], &LearnOptions::default()).learned[..] else { panic!("one footprint") };
    assert!(is_same(&learned.outline, &corners), "{learned:?}");
}

#[test]
fn floor_that_is_cut_off_counts_although_both_have_it() {
    let trn = floor();
    let wall = Cutter { points: vec![[-1.0, 9.5], [28.0, 9.5], [28.0, 10.5], [-1.0, 10.5]] };
    let trx = nwn2::carve(&trn, &[wall], &CarveOptions::default()).unwrap().walkmesh;
    for agreement in [Agreement::new(&trx, &trn), Agreement::new(&trn, &trx)] {
        let Agreement { wrong_floor, split_floor, .. } = agreement.unwrap();
        // The smaller part is 9.5 m by 27 m.
        assert_eq!([wrong_floor.round(), split_floor.round()], [27.0, 257.0]);
    }
    assert_eq!(Agreement::new(&trx, &trx).unwrap().split_floor, 0.0);
}

#[test]
fn patches_whose_triangles_differ_are_patches() {
    let placeables = PLACES.map(|(_, at, bearing, scale)| (CARPET.0, at, bearing, scale));
    let mut footprints = Footprints::default();
    footprints.insert(CARPET.0, hole(&CARPET.1)).unwrap();
    let mut area = area("hall", &placeables, &footprints);
    for (turn, cutter) in (0..).zip(footprints.placed(area.git.objects()).unwrap().cutters) {
        let [a, b, c, d] = cutter.points[..] else { panic!("four corners") };
        // Another point inside at each placement.
        let share = 0.3 + 0.1 * turn as f32;
        let inside = [0, 1].map(|axis| a[axis] + (c[axis] - a[axis]) * share);
        area.trx = with_triangles(area.trx, &[inside, a, b, c, d, a], 0x04);
    }
    let report = learn_footprints(&[area], &LearnOptions::default());
    let [learned] = &report.learned[..] else { panic!("one footprint: {report:?}") };
    assert!(kind(learned) == FootprintKind::Patch, "{learned:?}");
}

#[test]
fn a_hole_that_belongs_to_another_placeable_is_not_learned() {
    let chairs = PLACES.map(|(_, [x, y], ..)| (CHAIR, [x, y + 1.4], 0.0, [1.0; 2]));
    let all: Vec<Placeable> = PLACES.into_iter().chain(chairs).collect();
    let report = learn_footprints(&[area("hall", &all, &tables())], &LearnOptions::default());
    assert_eq!(report.learned.iter().map(|learned| learned.appearance).collect::<Vec<_>>(), [TABLE.0]);
    let [chair] = report.unlearned[..] else { panic!("the chair: {report:?}") };
    assert_eq!((chair.appearance, chair.placings, chair.reason), (CHAIR, 5, UnlearnedReason::NoOutline));

    // A hole that is there at two placements of five, by chance.
    let mut holes = Footprints::default();
    holes.insert(TABLE.0, hole(&TABLE.1)).unwrap();
    let mut chance = area("hall", &PLACES[..2], &holes);
    chance.git = git(&PLACES, &[]);
    let report = learn_footprints(&[chance], &LearnOptions::default());
    assert!(report.learned.is_empty() && report.unlearned.len() == 1, "{report:?}");
}

/// A cutter lies over each corner of each crate, so that no outline and no corner recurs, but parts of the sides do.
#[test]
fn a_footprint_without_a_corner_in_sight_is_learned_from_its_sides() {
    const CRATE: (u32, [[f32; 2]; 4]) = (13, [[-1.6, -0.9], [1.4, -0.9], [1.4, 1.1], [-1.6, 1.1]]);
    let crates = PLACES.map(|(_, at, bearing, _)| (CRATE.0, at, bearing, [1.0; 2]));
    let mut cutters = Vec::new();
    for (number, (_, [x, y], bearing, _)) in crates.iter().enumerate() {
        for (corner, [across, along]) in CRATE.1.iter().enumerate() {
            let (sin, cos) = bearing.sin_cos();
            let [x, y] = [x + cos * across - sin * along, y + sin * across + cos * along];
            // Each has another size.
            let half = 0.2 + 0.03 * ((number * 3 + corner * 2) % 7) as f32;
            cutters.push(Cutter {
                points: vec![[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]],
            });
        }
    }
    let mut footprints = Footprints::default();
    footprints.insert(CRATE.0, hole(&CRATE.1)).unwrap();
    let area = area_with_cutters("store", &crates, &cutters, &footprints);
    assert_eq!(area.git.cutters().cutters.len(), 20);
    let mut options = LearnOptions::default();
    options.corners = 0.0;
    let report = learn_footprints(&[area], &options);
    let [learned] = &report.learned[..] else { panic!("one footprint: {report:?}") };
    assert!(is_same(&learned.outline, &CRATE.1), "{learned:?}");
}

#[test]
fn a_bake_that_comes_no_nearer_drops_a_footprint() {
    // The TRX comes from another TRN and lacks the floor around each table, so no bake of this TRN comes close to it.
    let mut area = area("hall", &PLACES, &tables());
    let shifted: Vec<[f32; 2]> = vec![[0.0, 0.0], [27.0, 0.0], [27.0, 27.0], [0.0, 27.0]];
    let nothing = nwn2::carve(&area.trn, &[Cutter { points: shifted }], &CarveOptions::default()).unwrap().walkmesh;
    area.trx = nothing;
    let report = learn_footprints(&[area], &LearnOptions::default());
    assert!(report.learned.is_empty(), "{report:?}");
    assert!(learn_footprints(&[], &LearnOptions::default()).learned.is_empty());
}

#[test]
fn the_table_does_not_depend_on_the_number_of_threads() {
    let areas = [("a", &PLACES[..3]), ("b", &PLACES[3..])].map(|(name, it)| area(name, it, &tables()));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| learn_footprints(&areas, &LearnOptions::default()))
    };
    assert_eq!(with(1), with(3));
}

/// The areas of the corpus whose files are from one save, in the order of the manifest.
fn real_areas() -> Option<Vec<LearningArea>> {
    let folder = corpus("nwn2/alfa")?;
    let manifest = std::fs::read_to_string(folder.join("../../MANIFEST.tsv")).ok()?;
    let names = manifest.lines().filter_map(|line| line.strip_prefix("nwn2/alfa/")?.split_once(".trn\t"));
    let area = |name: &str| {
        let read = |extension: &str| std::fs::read(folder.join(format!("{name}.{extension}"))).unwrap();
        let walkmesh = |extension: &str| Terrain::from_bytes(&read(extension)).unwrap().into_walkmesh().unwrap();
        let git = Git::from_bytes(&read("git")).unwrap();
        LearningArea { name: name.to_owned(), world: None, trn: walkmesh("trn"), git, trx: walkmesh("trx") }
    };
    Some(names.map(|(name, _)| area(name)).collect())
}

/// The agreement of an area's TRX with a bake with these footprints.
fn agreement(area: &LearningArea, footprints: &Footprints) -> Agreement {
    let mut cutters = area.git.cutters().cutters;
    let placed = footprints.placed(area.git.objects()).unwrap();
    cutters.extend(placed.cutters);
    let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
    Agreement::new(&area.trx, &nwn2::carve(&area.trn, obstacles, &CarveOptions::default()).unwrap().walkmesh).unwrap()
}

/// All triangles, and for each bake the reproduced ones, with the mean of the areas' shares in percent, and the wrong floor.
fn summary(rows: &[(usize, Vec<Agreement>)]) -> String {
    let all: usize = rows.iter().map(|(triangles, _)| triangles).sum();
    let bakes = rows.first().map_or(0, |(_, bakes)| bakes.len());
    let mut text = format!("of {all} triangles");
    for bake in 0..bakes {
        let of_bake = || rows.iter().map(|(triangles, bakes)| (*triangles as f64, bakes[bake]));
        let matched: usize = of_bake().map(|(_, bake)| bake.triangles).sum();
        let mean = of_bake().map(|(triangles, bake)| bake.triangles as f64 / triangles).sum::<f64>();
        let wrong = of_bake().map(|(_, bake)| f64::from(bake.wrong_floor)).sum::<f64>();
        let split = of_bake().map(|(_, bake)| f64::from(bake.split_floor)).sum::<f64>();
        let mean = 100.0 * mean / rows.len() as f64;
        let name = ["without", "with", "left out"][bake];
        write!(text, " {name} {matched} (mean of areas {mean:.1} %, {wrong:.1} m² wrong, {split:.1} m² split off)")
            .unwrap();
    }
    text
}

fn counts(report: &LearnReport) -> String {
    let count = |kind| report.learned.iter().filter(|learned| self::kind(learned) == kind).count();
    let of_reason = |reason| report.unlearned.iter().filter(|other| other.reason == reason).count();
    format!(
        "{} holes, {} patches, {} walk meshes; {} without outline, {} without gain",
        count(FootprintKind::Hole),
        count(FootprintKind::Patch),
        count(FootprintKind::WalkMesh),
        of_reason(UnlearnedReason::NoOutline),
        of_reason(UnlearnedReason::NoGain),
    )
}

/// A line for each footprint that was learned.
fn table(report: &LearnReport) -> String {
    let mut text = String::from(
        "appearance kind corners size | placings areas seen spread | inside outside corners | gain | held out | wrong\n",
    );
    for it in &report.learned {
        let bounds =
            |axis: usize, pick: fn(f32, f32) -> f32| it.outline.iter().map(|at| at[axis]).reduce(pick).unwrap();
        let size = [0, 1].map(|axis| bounds(axis, f32::max) - bounds(axis, f32::min));
        write!(text, "{} {:?} {} {:.2} x {:.2}", it.appearance, kind(it), it.outline.len(), size[0], size[1]).unwrap();
        write!(text, " | {} {} {} {:.1} mm", it.placings, it.areas, it.seen, it.spread).unwrap();
        write!(text, " | {:.3} {:.3} {:.3}", it.inside, it.outside, it.corners).unwrap();
        let gain = |gain: Gain| format!("{:.2} m² and {}", gain.floor, gain.triangles);
        let held_out = it.held_out.map_or_else(|| "-".to_owned(), gain);
        writeln!(text, " | {} | {held_out} | {:.2} m²", gain(it.gain), it.wrong_floor).unwrap();
    }
    text
}

#[test]
fn half_of_the_real_areas_teaches_the_other_half() {
    let Some(areas) = real_areas() else { return };
    let mut text = String::new();
    for parity in [0, 1] {
        let (taught, tried): (Vec<_>, Vec<_>) =
            areas.iter().cloned().enumerate().partition(|(index, _)| index % 2 == parity);
        let taught: Vec<LearningArea> = taught.into_iter().map(|(_, area)| area).collect();
        let report = learn_footprints(&taught, &LearnOptions::default().with_leave_one_out(false));
        let footprints = report.footprints().unwrap();
        let mut rows = Vec::new();
        let mut worse = Vec::new();
        for (_, area) in &tried {
            let [without, with] = [&Footprints::default(), &footprints].map(|footprints| agreement(area, footprints));
            if with.wrong_floor > without.wrong_floor {
                worse.push(format!("{} {:.2} -> {:.2}", area.name, without.wrong_floor, with.wrong_floor));
            }
            rows.push((area.trx.triangles().len(), vec![without, with]));
        }
        writeln!(text, "{} areas teach: {}", taught.len(), counts(&report)).unwrap();
        writeln!(text, "  {} others: {}; worse: {worse:?}", tried.len(), summary(&rows)).unwrap();
    }
    println!("{text}");
    if is_own_corpus() {
        snapshot("nwn2_learn_halves", &text);
    }
}

#[test]
fn each_real_area_is_left_out_once() {
    let Some(areas) = real_areas() else { return };
    let report = learn_footprints(&areas, &LearnOptions::default());
    let row = |area: &AreaTrial| {
        let all = [area.without, area.with, area.left_out].map(|count| count.expect("it can be baked"));
        (area.triangles, all.to_vec())
    };
    let rows: Vec<_> = report.areas.iter().map(row).collect();
    let is_worse = |a: Agreement, b: Agreement| a.wrong_floor > b.wrong_floor || a.split_floor > b.split_floor;
    let worse = |bake: usize| rows.iter().filter(|(_, bakes)| is_worse(bakes[bake], bakes[0])).count();
    let mut text = String::new();
    writeln!(text, "{} areas: {}", areas.len(), counts(&report)).unwrap();
    writeln!(text, "  {}; worse {} and {}", summary(&rows), worse(1), worse(2)).unwrap();
    println!("{text}");
    if is_own_corpus() {
        snapshot("nwn2_learn_left_out", &text);
        snapshot("nwn2_learned", &table(&report));
    }
}
