//! The report on a carved NWN2 area.

use std::collections::BTreeMap;
use std::fmt;

use crate::formats::Limits;
use crate::nwn2::{
    self, CarveOptions, CarveReport, CrowdedTile, Crowding, Cutter, CutterNote, EmptiedTile, FloorLoss, FloorLossCause,
    FootprintSource, Footprints, Git, GitObject, Obstacles, Part, PlacedFootprints, PlacedObject, Walkmesh,
};
use walkmesh_mesh::counted::counted;

use super::super::{BakeError, BakeOptions, BakeReport};

/// The result of carving the walkmesh of an NWN2 area: what was cut out, and what was not.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Carving {
    /// True if the objects of the area were known. Without them nothing is cut out.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub had_objects: bool,
    /// The origin of each cutter. The report of the carving names cutters by their indices here.
    pub cutters: Vec<CutterSource>,
    /// The changes to the triangles.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: CarveReport,
    /// The walkmesh cutters of the GIT that were ignored, or used with changes.
    #[cfg_attr(feature = "serde", serde(rename = "not_as_written"))]
    pub notes: Vec<CutterNote>,
    /// The placeables that the toolset cuts out, but of which no footprint is known.
    pub without_footprint: Vec<GitObject>,
    /// The placeables whose footprints are known, with the sources of the footprints.
    pub footprints: Vec<PlacedObject>,
    /// The placeables whose walk meshes took the place of the floor. The report numbers their triangles, too.
    pub walk_meshes: Vec<GitObject>,
    /// The placeables with a patch whose polygon crosses or touches itself, so it was ignored.
    pub untriangulated: Vec<GitObject>,
}

/// The origin of a cutter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum CutterSource {
    /// A walkmesh cutter that a builder drew.
    WalkmeshCutter {
        /// Its place in the `TriggerList` of the GIT.
        trigger: usize,
        /// Its first corner, in metres.
        at: [f32; 2],
    },
    /// A polygon of the footprint of a placeable.
    Placeable {
        /// Its place in the `Placeable List` of the GIT.
        index: usize,
        /// Its tag.
        tag: String,
        /// Its position, in metres.
        at: [f32; 2],
        /// The source of its footprint.
        source: FootprintSource,
    },
}

impl fmt::Display for CutterSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WalkmeshCutter { trigger, at: [x, y] } => {
                write!(f, "the walkmesh cutter at ({x}, {y}), trigger {trigger}")
            }
            Self::Placeable { tag, at: [x, y], .. } => write!(f, "the placeable {tag} at ({x}, {y})"),
        }
    }
}

/// A walkmesh that was carved and baked.
pub(super) struct TrxBake {
    pub(super) walkmesh: Walkmesh,
    pub(super) report: BakeReport,
}

/// Carves a walkmesh with the area's objects, and fills in its tables.
pub(super) fn carve(
    before: &Walkmesh,
    objects: Option<&Git>,
    options: &BakeOptions,
    limits: Limits,
) -> Result<TrxBake, BakeError> {
    let mut carving = Carving { had_objects: objects.is_some(), ..Carving::default() };
    let placed = placed(objects, options)?;
    let cutters = cutters(objects, &placed, &mut carving);
    carving.walk_meshes = placed.walk_meshes.iter().map(|mesh| placed.objects[mesh.object].object.clone()).collect();
    carving.untriangulated =
        placed.untriangulated.iter().map(|object| placed.objects[*object].object.clone()).collect();
    (carving.footprints, carving.without_footprint) = (placed.objects, placed.missing);
    let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
    let how = CarveOptions::default()
        .with_keep_floor(options.keep_floor)
        .with_tiling(options.nwn2.tiling)
        .with_limits(options.nwn2.limits);
    let inflated = options.nwn2.limits.inflated.min(limits.inflated);
    let bake = options.nwn2.clone().with_limits(options.nwn2.limits.with_inflated(inflated));
    let (walkmesh, report, baked) =
        nwn2::carve_and_bake(before, obstacles, &how, &bake).map_err(|error| match error {
            nwn2::CarveError::CrowdedTiles(tiles) => {
                BakeError::CrowdedTiles { tiles, cutters: std::mem::take(&mut carving.cutters) }
            }
            nwn2::CarveError::Mesh(error) => BakeError::Nwn2(error),
            other => other.into(),
        })?;
    carving.report = report;
    let report = BakeReport { notes: BakeReport::of_nwn2(baked), carving: Some(carving) };
    Ok(TrxBake { walkmesh, report })
}

/// The footprints of an area's placeables, at their positions.
fn placed(objects: Option<&Git>, options: &BakeOptions) -> Result<PlacedFootprints, BakeError> {
    let Some(objects) = objects else { return Ok(PlacedFootprints::default()) };
    let footprints = options.footprints.clone().unwrap_or_else(Footprints::known);
    Ok(footprints.placed(objects.objects())?)
}

/// The note for an area whose objects are not known.
const WITHOUT_OBJECTS: &str = "walkmesh cutters and placeables are not cut out, because the objects of the area (its GIT) \
    were not given: where the toolset's bake would make a hole, creatures can still walk";

/// The cutters of an area: those that builders drew, then the holes of placeables.
fn cutters(objects: Option<&Git>, placed: &PlacedFootprints, carving: &mut Carving) -> Vec<Cutter> {
    let Some(objects) = objects else { return Vec::new() };
    let drawn = objects.cutters();
    carving.cutters.extend(drawn.triggers.iter().zip(&drawn.cutters).map(|(&trigger, cutter)| {
        CutterSource::WalkmeshCutter { trigger, at: cutter.points.first().copied().unwrap_or_default() }
    }));
    carving.notes = drawn.notes;
    for object in &placed.cutter_objects {
        let PlacedObject { object, source, .. } = &placed.objects[*object];
        let GitObject { index, tag, position: [x, y, _], .. } = object;
        let at = [*x, *y];
        carving.cutters.push(CutterSource::Placeable { index: *index, tag: tag.clone(), at, source: *source });
    }
    drawn.cutters.into_iter().chain(placed.cutters.iter().cloned()).collect()
}

/// The maximum number of placeables without a footprint that have a note each: an area may have hundreds of them.
const MAX_NAMED: usize = 3;

impl Carving {
    /// Returns the area of floor that the toolset's own rules lost, in square metres of the plan view.
    pub fn lost_floor(&self) -> f64 {
        let parts = self.report.losses.iter().map(|loss| loss.lost);
        parts.chain(self.report.emptied.iter().map(|tile| tile.lost)).sum()
    }

    /// Returns the number of walkmesh cutters that touch no triangle.
    pub fn cutters_without_effect(&self) -> usize {
        let cut = self.cutters.iter().zip(&self.report.cut_by_cutter);
        cut.filter(|(source, cut)| **cut == 0 && matches!(source, CutterSource::WalkmeshCutter { .. })).count()
    }

    /// The differences from what the builder meant or from what the toolset makes: objects were left out, or floor was
    /// lost.
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        if !self.had_objects {
            gaps.push("the objects of the area (its GIT) are not known".to_owned());
        }
        let missing = self.without_footprint.len();
        if missing > 0 {
            gaps.push(format!("{} without a known footprint", counted(missing, "placeable")));
        }
        let untriangulated = self.untriangulated.len();
        if untriangulated > 0 {
            gaps.push(format!("{} that crosses or touches itself", counted(untriangulated, "patch")));
        }
        let lost = self.lost_floor();
        if lost > 0.0 {
            gaps.push(format!("{lost:.2} m² of floor are lost"));
        }
        gaps
    }

    /// The carving as text: how much was done, and a clause for each thing that was not done as the file says or as the toolset
    /// does.
    pub(in crate::level) fn sentences(&self) -> Vec<String> {
        let short = if self.had_objects { self.in_short() } else { WITHOUT_OBJECTS.to_owned() };
        std::iter::once(short).chain(self.in_detail()).collect()
    }

    /// Summarises the changes.
    fn in_short(&self) -> String {
        let is_drawn = |cutter: &&CutterSource| matches!(cutter, CutterSource::WalkmeshCutter { .. });
        let drawn = self.cutters.iter().filter(is_drawn).count();
        let polygons = self.cutters.len() - drawn;
        let footprints =
            if polygons == 0 { String::new() } else { format!(" and {} of placeables", counted(polygons, "polygon")) };
        format!(
            "{}{footprints}: {} cut, {} welded, {} dropped for lack of area",
            counted(drawn, "walkmesh cutter"),
            counted(self.report.cut.len(), "triangle"),
            counted(self.report.welded, "corner"),
            counted(self.report.collapsed, "triangle"),
        )
    }

    /// Lists what was not done as the file says or as the toolset does, and what is close to a limit.
    fn in_detail(&self) -> Vec<String> {
        let report = &self.report;
        let mut notes: Vec<String> = self.notes.iter().map(ToString::to_string).collect();
        let skipped = report.skipped.iter().map(|skipped| &self.cutters[skipped.cutter]);
        notes.extend(skipped.map(|cutter| format!("{cutter} has unusable coordinates and was left out")));
        notes.extend(report.skipped_meshes.iter().filter_map(|mesh| self.walk_meshes.get(*mesh)).map(|object| {
            let ([x, y, _], tag) = (object.position, &object.tag);
            format!("the walk mesh of the placeable {tag} at ({x}, {y}) has unusable coordinates and was left out")
        }));
        notes.extend(self.untriangulated.iter().map(|object| {
            let ([x, y, _], tag) = (object.position, &object.tag);
            format!(
                "a patch of the placeable {tag} at ({x}, {y}) was left out, because its polygon crosses or touches itself: where the \
                 toolset's bake would have floor that nobody can walk on, creatures can still walk"
            )
        }));
        notes.extend(left_out(&report.upright, "they stand upright or have no area"));
        notes.extend(left_out(&report.outside, "they reach out of the grid of tiles; what lies inside was kept"));
        let at = |part: &Part| format!("{} at ({}, {})", part.triangle, part.at[0], part.at[1]);
        notes.extend(report.bridged.iter().map(|part| {
            format!(
                "a cutter lies inside {}: what is around it was cut by a rule of our own, because that of the toolset is not \
                 known",
                at(part)
            )
        }));
        notes.extend(report.losses.iter().map(|loss| of_loss(loss, &self.cutters)));
        if report.lost_slivers > 0 {
            let slivers = counted(report.lost_slivers, "part");
            notes.push(format!(
                "{slivers} of less than 1 cm² of floor were lost, because they are too thin to be cut into triangles"
            ));
        }
        notes.extend(report.emptied.iter().map(|EmptiedTile { crowding, lost }| {
            format!(
                "{}, and a path table can number 127: the toolset empties such a tile, so {lost:.1} m² of floor are lost. Draw fewer \
                 or simpler walkmesh cutters there",
                of_tile(crowding, &self.cutters)
            )
        }));
        notes.extend(of_sources(&self.footprints));
        if !self.walk_meshes.is_empty() {
            let meshes = counted(self.walk_meshes.len(), "walk mesh");
            notes.push(format!("{meshes} of placeables took the place of the floor"));
        }
        let crowded = report.crowded.iter().map(|tile| of_tile(tile, &self.cutters));
        notes.extend(crowded.map(|tile| format!("nearly too many triangles: {tile}, and 127 are the most")));
        notes.extend(self.without_footprint.iter().take(MAX_NAMED).map(not_cut_out));
        let more = self.without_footprint.len().saturating_sub(MAX_NAMED);
        if more > 0 {
            notes.push(format!("and {} whose footprints are not known", counted(more, "more placeable")));
        }
        notes
    }
}

/// From where the footprints are.
fn of_sources(objects: &[PlacedObject]) -> Option<String> {
    let mut counts = BTreeMap::<FootprintSource, usize>::new();
    objects.iter().for_each(|object| *counts.entry(object.source).or_default() += 1);
    let counts: Vec<String> = counts.iter().map(|(source, count)| format!("{count} from {source}")).collect();
    (!counts.is_empty()).then(|| format!("the footprints of placeables: {}", counts.join(", ")))
}

/// Lists the triangles that were left out, with the reason.
fn left_out(triangles: &[nwn2::TriangleId], why: &str) -> Option<String> {
    let first = triangles.first()?;
    Some(format!("left out because {why}: {}, the first {first}", counted(triangles.len(), "triangle")))
}

fn not_cut_out(object: &GitObject) -> String {
    let ([x, y, _], tag) = (object.position, &object.tag);
    let appearance = object.appearance.map_or("is not in the GIT".to_owned(), |row| format!("{row} is not known"));
    format!(
        "the placeable {tag} at ({x}, {y}) is not cut out, because the footprint of its appearance {appearance}: where the \
         toolset's bake would make a hole, creatures can still walk"
    )
}

/// Describes where the toolset's own rules lose floor, or leave floor inside a cutter, and which corner to move.
fn of_loss(loss: &FloorLoss, cutters: &[CutterSource]) -> String {
    let FloorLoss { cause, tile: [column, row], cutter, at: [x, y], lost, left_inside, .. } = loss;
    let why = match cause {
        FloorLossCause::EvenTurns => "as many corners of the part turn to the left as to the right",
        FloorLossCause::LeftTurns => "more corners of the part turn to the left than to the right",
        _ => "no corner of the part can be cut off",
    };
    let inside = match left_inside {
        0.0 => String::new(),
        area => format!(", and {area:.2} m² of floor are left inside the cutter"),
    };
    let corner = match cutter.and_then(|cutter| cutters.get(cutter)) {
        Some(cutter) => format!("move the corner at ({x}, {y}) of {cutter}"),
        None => format!("move a corner of the cutters near ({x}, {y})"),
    };
    format!(
        "the tile ({column}, {row}) loses {lost:.2} m² of floor by the toolset's own rule, because {why}{inside}: {corner}"
    )
}

/// A tile with many triangles, and the cutters that touch it.
fn of_tile(tile: &Crowding, cutters: &[CutterSource]) -> String {
    let Crowding { tile: CrowdedTile { coordinates: [column, row], walkable, .. }, origin: [x, y], .. } = tile;
    let mut names: Vec<String> =
        tile.cutters.iter().filter_map(|cutter| cutters.get(*cutter)).map(ToString::to_string).collect();
    names.dedup();
    let touched = if names.is_empty() { String::new() } else { format!(" and is touched by {}", names.join(", ")) };
    format!("the tile ({column}, {row}) at ({x}, {y}) m has {walkable} walkable triangles{touched}")
}

/// Describes the problem of tiles that cutters crowded.
pub(in crate::level) fn of_crowded(tiles: &[Crowding], cutters: &[CutterSource]) -> String {
    let tiles: Vec<String> = tiles.iter().map(|tile| of_tile(tile, cutters)).collect();
    format!(
        "{}, and a path table can number 127. The toolset empties such tiles; without that, draw fewer or simpler walkmesh cutters \
         there",
        tiles.join("; ")
    )
}
