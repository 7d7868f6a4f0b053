//! [`ModuleReport`]: floor that baking NWN2 areas lost, and objects that it left out, over all areas of a run.

use std::fmt;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::level::{Carving, Level, OpenOptions};

use crate::limits::limits;
use crate::location::FileLocation;
use crate::storage;

/// Floor that baking NWN2 areas lost, and objects that it left out.
#[derive(Default, Serialize)]
pub struct ModuleReport {
    /// Number of carved areas.
    areas: usize,
    /// Number of tiles that the toolset's rules emptied.
    emptied_tiles: usize,
    /// Number of parts of triangles that these rules lost next to cutters.
    lost_parts: usize,
    /// Area of the floor lost by both, in square metres.
    lost_floor: f64,
    /// Number of walkmesh cutters that cut nothing.
    cutters_without_effect: usize,
    /// Number of static placeables without a known footprint.
    objects_without_footprint: usize,
    /// The TRX beside their TRN whose floor differs noticeably.
    stale: Vec<FileLocation>,
}

impl ModuleReport {
    /// Adds an area that was carved, and its TRX if that is stale.
    pub fn add(&mut self, carving: &Carving, stale: Option<FileLocation>) {
        self.stale.extend(stale);
        self.areas += 1;
        self.emptied_tiles += carving.report.emptied.len();
        self.lost_parts += carving.report.losses.len();
        self.lost_floor += carving.lost_floor();
        self.cutters_without_effect += carving.cutters_without_effect();
        self.objects_without_footprint += carving.without_footprint.len();
    }

    /// Sorts the entries, which were added in the order of the threads.
    pub fn sorted(mut self) -> Self {
        self.stale.sort();
        self
    }
}

/// Returns whether a player may notice that the floor of a TRX differs from a bake. A TRX that cannot be read is not compared.
pub fn has_other_floor(trx: &FileLocation, baked: &Level) -> bool {
    let options = OpenOptions::default().with_limits(limits());
    let read = || Level::from_bytes(&storage::read_regular(trx).ok()?, &options).ok()?.diff_floor(baked).ok();
    read().is_some_and(|floor| floor.is_noticeable())
}

impl fmt::Display for ModuleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.emptied_tiles, format!("{} emptied", counted(self.emptied_tiles, "tile"))),
            (self.lost_parts, format!("{} of floor lost beside cutters", counted(self.lost_parts, "part"))),
            (
                self.cutters_without_effect,
                format!("{} without effect", counted(self.cutters_without_effect, "walkmesh cutter")),
            ),
            (
                self.objects_without_footprint,
                format!("{} without a known footprint", counted(self.objects_without_footprint, "placeable")),
            ),
            (self.stale.len(), format!("{} with another floor than its TRN makes", counted(self.stale.len(), "TRX"))),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
        // If everything came out as expected, nothing is reported.
        if parts.is_empty() {
            return Ok(());
        }
        write!(f, "{} carved: {}", counted(self.areas, "area"), parts.join(", "))?;
        if self.lost_floor > 0.0 {
            write!(f, "; {:.1} m² of floor are lost", self.lost_floor)?;
        }
        for trx in &self.stale {
            write!(f, "\n  not of its TRN: {trx}")?;
        }
        Ok(())
    }
}
