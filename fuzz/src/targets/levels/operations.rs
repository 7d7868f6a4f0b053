//! Every operation of a level. Each works on a copy.

use std::sync::Arc;

use walkmesh::exchange::{GltfScene, ObjScene, Scene};
use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::flaw::{FlawOptions, Repairs};
use walkmesh::kotor::{
    Area, DoorState, Kind as WalkmeshKind, Layout, LayoutRoom, MaterialId, NormalRounding, PlacedObject, RoomId,
    Walkmesh,
};
use walkmesh::level::{
    self, ApplyOptions, BakeOptions, ClassName, Level, MendOptions, OpenOptions, Operation as OperationName, PartOf,
    PictureOptions, RepairOptions, View,
};
use walkmesh::nwn2::{
    AreaReader, Border, Footprints, LineOfSight, OptimiseOptions, TerrainMaterials, TileCounts, Tiling, Uninitialised,
};
use walkmesh::picture::{ColorBy, PageOptions};

use super::numbers::Numbers;
use super::{edits, questions};

/// A choice of operations.
#[derive(Clone, Copy)]
pub enum Choice {
    All,
    /// The one with this number modulo their count.
    One(usize),
}

impl Choice {
    /// Number of operations, of which two take the file itself instead of an opened level.
    const COUNT: usize = OPERATIONS.len() + 2;
    /// The check of the file, before a level is opened.
    pub const CHECK: usize = OPERATIONS.len();
    /// The bake of the file, twice.
    pub const BAKE: usize = OPERATIONS.len() + 1;

    /// Returns whether the operation with this number is run.
    pub fn has(self, number: usize) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => one % Self::COUNT == number,
        }
    }

    /// Returns whether places are opened. They take much longer than the file alone, so only one in 32 single operations opens them.
    pub fn opens_places(self) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => (one / Self::COUNT).is_multiple_of(32),
        }
    }
}

/// An operation on a level. Some need another level.
type Operation = fn(&Level, &Level, &View, &mut Numbers<'_>);

const OPERATIONS: [Operation; 16] = [
    |level, _, view, numbers| describe(level, view, numbers),
    |level, _, view, _| check(level, view),
    |level, _, _, numbers| draw(level, numbers),
    |level, _, view, numbers| questions::every_question(level, view, numbers),
    |level, _, _, _| compare(level, level),
    |level, other, _, _| compare(level, other),
    |level, other, _, _| compare(other, level),
    edits::every_edit,
    |level, _, _, _| repair(level),
    |level, _, _, _| mend(level),
    |level, _, _, _| optimise(level),
    |level, other, _, _| restore(level, other),
    |level, _, _, numbers| exchange(level, numbers),
    |level, _, _, numbers| place(level, numbers),
    |level, _, _, _| bake(level, &BakeOptions::default()),
    |level, other, _, numbers| bake_options(other, numbers).iter().for_each(|options| bake(level, options)),
];

/// Runs the chosen operations on a level.
pub fn on_level(chosen: Choice, level: &Level, other: &Level, numbers: &mut Numbers<'_>) {
    let view = level.view();
    for (number, operation) in OPERATIONS.iter().enumerate() {
        if chosen.has(number) {
            operation(level, other, &view, numbers);
        }
    }
}

/// A file is written byte for byte as it was read.
pub fn round_trip(level: &Level, bytes: &[u8]) {
    assert!(level.to_bytes().is_ok_and(|written| written == bytes), "what was read is written with other bytes");
    let trip = level::round_trip(level.kind(), bytes, &walkmesh::formats::Limits::default());
    assert!(
        trip.is_err() || trip.is_ok_and(|trip| trip.difference.is_none()),
        "what was read is written with other bytes"
    );
}

/// A baked level is read, baked and written to the same bytes. A floor is carved only once. Its tiles then have the counts from before the
/// join. [`TileCounts::Keep`] keeps them, and [`TileCounts::Count`] replaces them only once.
pub fn bakes_are_final(open: &OpenOptions, bytes: &[u8]) {
    for line_of_sight in [LineOfSight::Off, LineOfSight::Game] {
        let mut options = BakeOptions::default();
        options.nwn2.line_of_sight = line_of_sight;
        let Ok(mut baked) = Level::from_bytes(bytes, open) else { return };
        let Ok(report) = baked.bake(&options) else { return };
        let is_carved = report.carving.is_some();
        let mut written = baked.to_bytes().expect("what was baked can be written");
        let open = open.clone().with_name(baked.name());
        if is_carved {
            options.nwn2.tile_counts = TileCounts::Keep;
            assert!(
                baked_again(&open, &written, &options) == written,
                "a bake that keeps the counts of tiles changes something"
            );
            options.nwn2.tile_counts = TileCounts::Count;
            written = baked_again(&open, &written, &options);
        }
        assert!(baked_again(&open, &written, &options) == written, "a bake of a bake changes something");
        if !is_carved {
            return;
        }
    }
}

fn baked_again(open: &OpenOptions, written: &[u8], options: &BakeOptions) -> Vec<u8> {
    let mut again = Level::from_bytes(written, open).expect("what was baked reads");
    again.bake(options).expect("what was baked can be baked");
    again.to_bytes().expect("what was baked again can be written")
}

fn describe(level: &Level, view: &View, numbers: &mut Numbers<'_>) {
    let _ = (level.summary(), level.description(), level.title(), level.format_name(), format!("{level:?}"));
    let _ = (level.paints(), level.lines(), level.is_baked(), level.lacks(OperationName::Query).to_string());
    let _ = (level.files().len(), level.files_read().len(), level.unread().len());
    let triangle = numbers.below(view.triangles.len() + 1);
    for triangle in [0, triangle, view.triangles.len()] {
        let _ = (level.face_info(view, triangle), view.middle(triangle), view.corners_of(triangle));
        let _ = (view.class(triangle), view.part_of(triangle), view.find(PartOf::File, triangle as u32));
        let _ = view.paint(&[triangle as u32], ClassName::Number(4));
    }
    let _ = view.vertex_near([1.0, 1.0, 0.0], 10.0);
    for by in ColorBy::ALL {
        let _ = view.coloring(by, &[]);
    }
}

fn check(level: &Level, view: &View) {
    let flaws = FlawOptions::default().with_slope(Some(45.0)).with_step(Some(0.5)).with_radius(Some(0.4));
    let flaws = flaws.with_corner(Some(10.0)).with_height(Some(1.5));
    for options in [CheckOptions::default().with_per_rule(8), CheckOptions::default().with_flaws(flaws)] {
        let Ok(findings) = level.check(&options) else { return };
        let locate = level.locator();
        for finding in findings.iter() {
            let _ = (finding.to_string(), locate(&finding.place), view.triangle_at(&finding.place));
            let _ = (level.locate(&finding.place), level.file_of(&finding.place));
        }
        drop(locate);
        let _ = level.findings_layer(&findings, Severity::Info);
        let _ = level.by_file(findings);
    }
}

fn draw(level: &Level, numbers: &mut Numbers<'_>) {
    let mut all = vec![PictureOptions::default(); 5];
    all[1].color = ColorBy::Part;
    all[2].tree_level = Some(u32::from(numbers.byte() % 4));
    all[3].sight_from = Some(u32::from(numbers.byte() % 16));
    all[4].exits = true;
    for options in &all {
        if let Ok(picture) = level.to_picture("level", options) {
            let _ = picture.to_svg(&PageOptions::default());
        }
    }
}

fn compare(left: &Level, right: &Level) {
    let _ = left.diff(right);
    let _ = (left.diff_floor(right), level::difference_picture("", &scene(left), &scene(right)));
    let _ = left.view().overlaps(&right.view(), 0.5);
    if let (Some(Ok(left)), Some(Ok(right))) = (left.nwn2().walkmesh, right.nwn2().walkmesh) {
        let _ = (left.diff(right), left.diff_geometry(right));
    }
}

fn scene(level: &Level) -> Scene {
    level.to_scene().map(|export| export.scene).unwrap_or_default()
}

fn repair(level: &Level) {
    for flaws in [Repairs::all(0.03, 1.0), Repairs::all(2.0, 0.0)] {
        for transitions in [false, true] {
            let mut repaired = level.clone();
            let options = RepairOptions::default().with_flaws(flaws.clone()).with_transitions(transitions);
            if let Ok(report) = repaired.repair(&options) {
                let _ = (report.sentences(), report.to_string());
                repaired.to_files().expect("what was repaired can be written");
            }
        }
    }
}

fn mend(level: &Level) {
    let mut mended = level.clone();
    if let Ok(report) = mended.mend(&MendOptions::default()) {
        let worst = [&report.after, &report.before].map(|findings| findings.total(Severity::Fatal));
        assert!(worst[0] <= worst[1], "what is mended has more fatal findings");
        mended.to_files().expect("what was mended can be written");
    }
}

/// A level that dropped its documents is restored by them. The documents of another level are restored or refused.
fn restore(level: &Level, other: &Level) {
    let mut restored = level.clone();
    let Ok(documents) = restored.documents() else { return };
    restored.drop_documents();
    restored.put_documents(&documents).expect("its own documents");
    assert!(restored.documents().is_ok_and(|again| again == documents), "a level is restored with other documents");
    let _ = other.documents().map(|others| restored.put_documents(&others));
}

fn optimise(level: &Level) {
    for reader in [AreaReader::Client, AreaReader::Server] {
        for strip in [true, false] {
            let mut optimised = level.clone();
            if optimised.optimise(&OptimiseOptions::default().with_reader(reader).with_strip(strip)).is_ok() {
                optimised.to_files().expect("what was optimised can be written");
            }
        }
    }
}

/// Export to other programs and back: unchanged, edited, and as a new level.
fn exchange(level: &Level, numbers: &mut Numbers<'_>) {
    if let Ok(floor) = level.to_floor() {
        let _ = (floor.to_detour(), floor.to_godot());
    }
    let _ = level.kotor().walkmesh.map(|walkmesh| walkmesh.to_ascii("model"));
    let Ok(export) = level.to_scene() else { return };
    let scene = export.scene;
    let glb = scene.to_glb().and_then(|glb| GltfScene::from_bytes(&glb, scene.up).ok()).map(|read| read.scene);
    let obj = ObjScene::from_bytes(scene.to_obj("a.mtl").obj.as_bytes(), scene.up).ok().map(|read| read.scene);
    let mut edited = scene.clone();
    if let Some(node) = edited.nodes.first_mut() {
        let (triangle, point) = (numbers.below(node.set.triangles.len()), numbers.below(node.set.points.len()));
        node.set.triangles.get_mut(triangle).into_iter().for_each(|row| row.class = u32::from(numbers.byte() % 24));
        node.set.points.get_mut(point).into_iter().for_each(|point| point[0] += numbers.coordinate());
        node.set.triangles.truncate(numbers.below(64) + 1);
    }
    let mut renamed = scene.clone();
    renamed.nodes.iter_mut().take(1).for_each(|node| node.name.push_str("_new"));
    let mut options = [ApplyOptions::default(); 2];
    (options[1].new_rooms, options[1].drop_rooms, options[1].accept_mismatch) = (true, true, true);
    // Cutting a floor many times as wide as an area into its tiles takes seconds.
    let is_wide =
        edited.nodes.iter().flat_map(|node| &node.set.points).flatten().any(|at| (1e3..1e8).contains(&at.abs()));
    let names = ["a.lyt", "a.wok", "a.pwk", "a.dwk", "a.trn", "a.trx", "ainavdata_32770.dat"];
    for name in names.into_iter().filter(|name| !is_wide || !name.starts_with("a.tr")) {
        if let Ok((made, _)) = Level::from_scene(name, &edited, &OpenOptions::default()) {
            made.to_files().expect("what was made can be written");
        }
    }
    for scene in [Some(scene), glb, obj, Some(edited), Some(renamed)].into_iter().flatten() {
        for options in &options {
            let mut applied = level.clone();
            if applied.apply_scene(&scene, options).is_ok() {
                applied.to_files().expect("what was taken back can be written");
            }
        }
    }
}

/// Sets the doors of a level, and places a door or placeable that is a level itself in a room.
fn place(level: &Level, numbers: &mut Numbers<'_>) {
    let mut placed = level.clone();
    for state in DoorState::ALL {
        let _ = (placed.set_doors(state), placed.set_door(numbers.below(4), state));
    }
    let Some(walkmesh) = level.kotor().walkmesh.filter(|walkmesh| !walkmesh.kind().is_room()) else { return };
    let floor = [[0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]];
    let room = Walkmesh::from_triangles(WalkmeshKind::Wok, [(floor, MaterialId(4))]).expect("a triangle");
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "room".into(), position: [0.0; 3] }).expect("a short name");
    let mut area = Area::new(layout);
    area.insert(RoomId(0), room).expect("a room of the layout");
    let mut area = Level::from(area);
    for (file, offset) in [("object", [2.0, 2.0, 0.0]), ("other", [(); 3].map(|()| numbers.coordinate()))] {
        let object = PlacedObject::new(walkmesh.clone(), offset, numbers.coordinate());
        area.place(file, object).expect("an object in an area");
    }
    let view = area.view();
    check(&area, &view);
    draw(&area, numbers);
    questions::every_question(&area, &view, numbers);
}

fn bake(level: &Level, options: &BakeOptions) {
    let mut baked = level.clone();
    let Ok(report) = baked.bake(options) else { return };
    report.notes.iter().for_each(|note| drop(note.to_string()));
    baked.to_files().expect("what was baked can be written");
    compare(level, &baked);
    let _ = (level.diff_baked(&baked), baked.check(&CheckOptions::default()));
}

/// Options of a bake that differ from the defaults.
fn bake_options(other: &Level, numbers: &mut Numbers<'_>) -> [BakeOptions; 3] {
    let mut rebuilt = BakeOptions::default();
    rebuilt.kotor = rebuilt.kotor.with_rebuild_tree(true).with_layout_position([(); 3].map(|()| numbers.coordinate()));
    rebuilt.kotor = rebuilt.kotor.with_rounding([NormalRounding::Kotor1, NormalRounding::Kotor2][numbers.below(2)]);
    rebuilt.nwn2 =
        rebuilt.nwn2.with_tiling(Tiling::ByCentre).with_border(Border::Keep).with_line_of_sight(LineOfSight::Off);
    let mut kept = BakeOptions::default();
    kept.keep_floor = true;
    kept.nwn2 = kept.nwn2.with_uninitialised(Uninitialised::Keep).with_tile_counts(TileCounts::Keep);
    let mut ground = BakeOptions::default();
    ground.from_ground = true;
    ground.footprints = Some(Arc::new(Footprints::built_in()));
    ground.terrain_materials = Some(Arc::new(TerrainMaterials::stock()));
    ground.corners_from = other.nwn2().walkmesh.and_then(Result::ok).map(|walkmesh| Arc::new(walkmesh.clone()));
    [rebuilt, kept, ground]
}
