//! The report on a carved NWN2 area.

use std::fmt;

use crate::formats::Limits;
use crate::nwn2::{
    self, AreTile, CarveOptions, CarveReport, CrowdedTile, Crowding, Cutter, CutterNote, Doubt, EmptiedTile,
    FootprintSource, Footprints, Git, GitObject, Obstacles, PlacedFootprints, PlacedObject, Walkmesh,
};
use walkmesh_mesh::counted::counted;

use super::super::{BakeError, BakeOptions, BakeReport};

/// The result of carving the walkmesh of an NWN2 area: the parts that were cut out, and those that were not.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Carving {
    /// True if the objects of the area were known. Without them nothing is cut out.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub had_objects: bool,
    /// The tiles that the ARE has and the TRN lacks, and that got their floor from other areas.
    pub filled_tiles: Vec<AreTile>,
    /// The tiles of the ARE without floor in the TRN, whose models have a floor in no available area. If such a model has floor, the game
    /// has it, but this bake lacks it.
    pub missing_tiles: Vec<AreTile>,
    /// The width of a tile, in metres.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tile_width: f32,
    /// The origin of each cutter. The report of the carving names cutters by their indices here.
    pub cutters: Vec<CutterSource>,
    /// The changes to the triangles.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub report: CarveReport,
    /// The walkmesh cutters of the GIT that were ignored, or used with changes.
    #[cfg_attr(feature = "serde", serde(rename = "not_as_written"))]
    pub notes: Vec<CutterNote>,
    /// Number of cutter corners whose exact coordinates come from an earlier TRX.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub taken_corners: usize,
    /// The placeables that the toolset cuts out, but whose footprints are unknown.
    pub without_footprint: Vec<GitObject>,
    /// The placeables whose footprints are known, with the sources of the footprints.
    pub footprints: Vec<PlacedObject>,
    /// The placeables whose walk meshes replaced the floor. The report numbers their triangles, too.
    pub walk_meshes: Vec<GitObject>,
    /// The placeables with a patch whose polygon crosses or touches itself, so it was ignored.
    pub untriangulated: Vec<GitObject>,
}

#[cfg(feature = "serde")]
fn is_zero(count: &usize) -> bool {
    *count == 0
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

/// The tiles of the ARE that the TRN lacks.
#[derive(Default)]
pub(super) struct MissingTiles {
    pub(super) filled: Vec<AreTile>,
    pub(super) left: Vec<AreTile>,
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
    missing: MissingTiles,
    options: &BakeOptions,
    limits: Limits,
) -> Result<TrxBake, BakeError> {
    let MissingTiles { filled: filled_tiles, left: missing_tiles } = missing;
    let mut carving = Carving {
        had_objects: objects.is_some(),
        filled_tiles,
        missing_tiles,
        tile_width: before.tile_width(),
        ..Carving::default()
    };
    let placed = placed(objects, options)?;
    let mut cutters = cutters(objects, &placed, &mut carving);
    carving.taken_corners = options.corners_from.as_ref().map_or(0, |trx| Cutter::take_corners(&mut cutters, trx));
    carving.walk_meshes = placed.walk_meshes.iter().map(|mesh| placed.objects[mesh.object].object.clone()).collect();
    carving.untriangulated =
        placed.untriangulated.iter().map(|object| placed.objects[*object].object.clone()).collect();
    (carving.footprints, carving.without_footprint) = (placed.objects, placed.missing);
    let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
    let how = CarveOptions::default()
        .with_keep_floor(options.keep_floor)
        .with_tiling(options.nwn2.tiling)
        .with_border(options.nwn2.border)
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

impl Carving {
    /// Returns the area of floor that the toolset's own rules lost, in square metres of the plan view.
    pub fn lost_floor(&self) -> f64 {
        let parts = self.report.losses.iter().map(|loss| loss.lost);
        parts.chain(self.report.emptied.iter().map(|tile| tile.lost)).sum()
    }

    /// Returns whether the toolset may keep an emptied tile: the hole of a nearby placeable without a known footprint may leave fewer
    /// walkable triangles.
    #[must_use]
    pub fn is_uncertain(&self, tile: &EmptiedTile) -> bool {
        let ([x, y], width) = (tile.crowding.origin, self.tile_width);
        let off = |at: f32, least: f32| (least - at).max(at - (least + width)).max(0.0);
        let is_near =
            |object: &GitObject| off(object.position[0], x).max(off(object.position[1], y)) < Doubt::USUAL_RADIUS;
        self.without_footprint.iter().any(is_near)
    }

    /// Returns the number of walkmesh cutters that touch no triangle.
    pub fn cutters_without_effect(&self) -> usize {
        let cut = self.cutters.iter().zip(&self.report.cut_by_cutter);
        cut.filter(|(source, cut)| **cut == 0 && matches!(source, CutterSource::WalkmeshCutter { .. })).count()
    }

    /// The differences from the builder's intention or from the toolset's output: omitted objects and lost floor.
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

/// Describes the tiles that have too many triangles because of cutters.
pub(in crate::level) fn of_crowded(tiles: &[Crowding], cutters: &[CutterSource]) -> String {
    let tiles: Vec<String> = tiles.iter().map(|tile| of_tile(tile, cutters)).collect();
    format!(
        "{}, and a path table can number 127. The toolset empties such tiles; without that, draw fewer or simpler walkmesh cutters \
         there",
        tiles.join("; ")
    )
}
