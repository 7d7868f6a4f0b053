//! Checks the bake of a TRN with the objects of its area: floor that the toolset's own rules lose, cutters that cut nothing, placeables
//! with unknown footprints, and tiles that a TRX lost.

use crate::finding::{CheckOptions, Findings, Measure, Place, Severity, Spot, rules};
use crate::instances::InstanceKind;
use crate::nwn2::{
    Are, AreTile, CarveOptions, CarveReport, CarveResult, Cutter, EmptiedTile, Footprints, Git, GitObject, Obstacles,
    PlacedFootprints, TileId, TileKey, TileMeshes, Walkmesh, carve,
};
use walkmesh_mesh::counted::counted;

rules! { of sample, CarvedArea;
    FLOOR_LOST_BY_BAKE: Warning = "floor-lost-by-bake", "The toolset's bake loses floor beside a walkmesh cutter" {
        /// The toolset cuts the rest of a triangle around a cutter into smaller triangles. If at least as many corners of such a part turn
        /// left as turn right, or if the part is too thin, the toolset loses the part, or mistakes the inside of the cutter for floor.
        /// Creatures cannot walk on lost floor, and they walk into a cutter that was mistaken for floor.
        remedy
        /// Move the corner of the cutter that the finding names by a few centimetres, or give the cutter fewer corners there. The option
        /// `keep-floor` of the bake keeps the floor.
        bad "tile 0": |area| area.cutters = vec![damages::round_bite()],
    }
    TILE_EMPTIED_BY_BAKE: Warning = "tile-emptied-by-bake", "The toolset's bake empties a tile with too many triangles" {
        /// A path table can number 127 walkable triangles. If cutters leave more in a tile, the toolset empties the whole tile, so nobody
        /// can walk there.
        remedy
        /// Draw fewer or simpler walkmesh cutters in the tile.
        bad "tile 0": |area| area.cutters = damages::comb(),
    }
    CUTTER_WITHOUT_EFFECT: Info = "cutter-without-effect", "A walkmesh cutter cuts nothing" {
        /// The cutter touches no triangle. It may lie outside the floor, or where other objects have removed the floor.
        remedy
        /// Remove the cutter, or move it to where it should cut.
        bad "": |area| area.cutters = vec![Cutter { points: vec![[40.0, 40.0], [41.0, 40.0], [41.0, 41.0]] }],
    }
    FOOTPRINT_UNKNOWN: Info = "footprint-unknown", "The footprint of a placeable is not known" {
        /// The toolset bakes static placeables that nobody walks on into the floor, by their models. No table has the footprint of this
        /// placeable, so a bake with this program does not change the floor there, and creatures can walk through the placeable.
        remedy
        /// Give the bake a table with the footprint, or the model.
        bad "placeable 0": |area| area.missing = 1,
    }
    TILE_MISSING_IN_TRN: Warning = "tile-missing-in-trn", "The ARE has a tile with floor, and the TRN has no floor there" {
        /// The toolset rebuilds the floor of an interior from the tile models of the ARE, so the game has floor in this tile. The TRN comes
        /// from an earlier state of the area. If no area beside this one has a floor for the model, the finding is an info.
        remedy
        /// Bake the area beside other areas with this tile model, from which the bake takes the floor, or open and save it in the toolset.
        bad "tile 1": |area| area.tile = Some(TileId(1)),
    }
    TILE_VANISHED: Warning = "tile-vanished", "A tile of the TRX is empty, and the floor of its TRN is not" {
        /// The TRN beside the TRX has floor in this tile that no cutter removes. Either the toolset emptied the tile, because more than 127
        /// of its triangles were walkable, or the files were saved at different times.
        remedy
        /// Draw fewer or simpler walkmesh cutters in the tile, and bake the area again.
        bad "tile 3": |area| area.vanished = Some(TileId(3)),
    }
}

/// A carving of an area, with the data for its check.
struct Carved {
    result: CarveResult,
    /// Number of walkmesh cutters; the cutters of placeables follow them.
    drawn: usize,
    cutters: Vec<Cutter>,
    missing: Vec<GitObject>,
}

impl Walkmesh {
    /// Checks the result of the toolset's bake of this TRN walkmesh with the objects of its area. There are no findings for a walkmesh
    /// that is baked or cannot be carved.
    pub fn check_carving(&self, objects: &Git, footprints: &Footprints, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        if let Some(Carved { result, drawn, cutters, missing }) = self.carved(objects, footprints) {
            report(&result.report, &cutters[..drawn], &missing, &mut findings);
        }
        findings
    }

    /// Finds the tiles of an ARE where this walkmesh of a TRN has no floor, but the game has the floor of the tile's model.
    pub fn check_tiles(&self, are: &Are, meshes: &TileMeshes, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        missing_tiles(&self.tiles_without_floor(are), meshes, &mut findings);
        findings
    }

    /// Finds the tiles of this baked walkmesh that are empty although the bake of its TRN with the objects of the area leaves floor
    /// there, or empties them. There are no findings if the TRN cannot be carved.
    pub fn check_vanished(
        &self,
        trn: &Self,
        objects: &Git,
        footprints: &Footprints,
        options: &CheckOptions,
    ) -> Findings {
        let mut findings = Findings::new(options);
        if let Some(Carved { result, .. }) = trn.carved(objects, footprints) {
            vanished(self, &result, &mut findings);
        }
        findings
    }

    fn carved(&self, objects: &Git, footprints: &Footprints) -> Option<Carved> {
        let PlacedFootprints { cutters: holes, walk_meshes, missing, .. } =
            footprints.placed(objects.objects()).ok()?;
        let mut cutters = objects.cutters().cutters;
        let drawn = cutters.len();
        cutters.extend(holes);
        let obstacles = Obstacles { cutters: &cutters, walk_meshes: &walk_meshes };
        let result = carve(self, obstacles, &CarveOptions::default()).ok()?;
        Some(Carved { result, drawn, cutters, missing })
    }
}

/// Reports the unintended effects of the carving.
fn report(report: &CarveReport, drawn: &[Cutter], missing: &[GitObject], findings: &mut Findings) {
    for loss in &report.losses {
        let tile = tile_at(loss.tile, report);
        findings.add(&FLOOR_LOST_BY_BAKE, tile, || {
            let [x, y] = loss.at;
            let inside = match loss.left_inside {
                0.0 => String::new(),
                area => format!(", and {area:.2} m² of floor are left inside the cutter"),
            };
            format!("{:.2} m² of floor are lost{inside}. Move the corner of the cutter at ({x}, {y}).", loss.lost)
        });
    }
    for EmptiedTile { crowding, lost } in &report.emptied {
        findings.add(&TILE_EMPTIED_BY_BAKE, crowding.tile.tile, || {
            let cutters = counted(crowding.cutters.len(), "cutter");
            format!(
                "It would have {} walkable triangles. {lost:.1} m² of floor are lost; {cutters} touch it.",
                crowding.tile.walkable
            )
        });
    }
    for (cutter, points) in drawn.iter().enumerate().map(|(number, cutter)| (number, &cutter.points)) {
        if report.cut_by_cutter.get(cutter) == Some(&0) {
            let [x, y] = points.first().copied().unwrap_or_default();
            findings.add(&CUTTER_WITHOUT_EFFECT, Place::FILE, || {
                format!("The walkmesh cutter at ({x}, {y}) touches no triangle.")
            });
        }
    }
    for object in missing {
        let place = InstanceKind::Placeable.place(object.index, "");
        let spot = Some(Spot { point: object.position, measure: Measure::Length(0.0) });
        findings.add_spot(&FOOTPRINT_UNKNOWN, FOOTPRINT_UNKNOWN.severity, place, spot, || {
            let row = object.appearance.map_or("no appearance".to_owned(), |row| format!("row {row}"));
            format!("The placeable {} ({row}) is not cut out of the floor.", object.tag)
        });
    }
}

fn missing_tiles(tiles: &[AreTile], meshes: &TileMeshes, findings: &mut Findings) {
    for AreTile { tile, key, .. } in tiles {
        let area = meshes.walkable_area(*key);
        let severity = if area.is_some() { TILE_MISSING_IN_TRN.severity } else { Severity::Info };
        findings.add_as(&TILE_MISSING_IN_TRN, severity, *tile, || {
            let TileKey { appearance, variation } = key;
            let floor = area
                .map_or("whose floor is not known".to_owned(), |area| format!("with {area:.1} m² of walkable floor"));
            format!("The tile model is row {appearance}, variation {variation}, {floor}.")
        });
    }
}

/// The tile in a column and a row.
fn tile_at([column, row]: [u32; 2], report: &CarveReport) -> TileId {
    TileId(row * report.grid[0] + column)
}

fn vanished(trx: &Walkmesh, carved: &CarveResult, findings: &mut Findings) {
    let is_emptied = |tile: TileId| carved.report.emptied.iter().any(|emptied| emptied.crowding.tile.tile == tile);
    for (stored, expected) in trx.tiles().zip(carved.walkmesh.tiles()) {
        let is_empty = stored.triangles().next().is_none() && stored.as_raw().header.vertices_count == 0;
        let emptied = is_emptied(stored.id());
        if is_empty && (emptied || expected.walkable_triangles() > 0) {
            findings.add(&TILE_VANISHED, stored.id(), || {
                let why = if emptied {
                    "more than 127 of its triangles would be walkable"
                } else {
                    "the TRX was baked from another state of the area"
                };
                format!("The TRN has floor here that no cutter takes away: {why}.")
            });
        }
    }
}

/// The walkmeshes that the examples damage.
#[cfg(test)]
mod sample {
    pub(super) use super::damages;
    use super::*;
    pub(super) use crate::finding::Sample;
    use crate::level::Level;
    use crate::nwn2::{BakeOptions, BuildFace, BuildOptions, build};

    /// A floor of two by two tiles with a cutter in it, and its TRX.
    pub(super) struct CarvedArea {
        pub(super) cutters: Vec<Cutter>,
        /// Number of placeables without a footprint.
        pub(super) missing: usize,
        /// The tile that is empty in the TRX.
        pub(super) vanished: Option<TileId>,
        /// A tile of the ARE that the TRN lacks.
        pub(super) tile: Option<TileId>,
    }

    fn floor() -> Walkmesh {
        let corners: Vec<[f32; 3]> =
            (0..9).map(|at: u8| [f32::from(at % 3) * 9.0, f32::from(at / 3) * 9.0, 0.0]).collect();
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        let faces: Vec<_> =
            [0, 1, 3, 4].into_iter().flat_map(|a| [face([a, a + 1, a + 4]), face([a, a + 4, a + 3])]).collect();
        build(&corners, &faces, &BuildOptions::default()).unwrap().walkmesh
    }

    impl Sample for CarvedArea {
        fn sound() -> Self {
            let cutter = Cutter { points: vec![[2.0, 1.0], [5.0, 1.0], [5.0, 6.0], [2.0, 6.0]] };
            Self { cutters: vec![cutter], missing: 0, vanished: None, tile: None }
        }

        fn findings(&self) -> Findings {
            let mut findings = Findings::new(&CheckOptions::all());
            let result = carve(&floor(), &self.cutters, &CarveOptions::default()).unwrap();
            let missing = vec![GitObject::sample(65_000, [3.0, 4.0, 0.0]); self.missing];
            report(&result.report, &self.cutters, &missing, &mut findings);
            let mut trx = result.walkmesh.clone().into_raw();
            if let Some(tile) = self.vanished {
                trx.tiles[tile.0 as usize].header = Default::default();
            }
            vanished(&Walkmesh::from_raw(trx), &result, &mut findings);
            let (own, mut meshes) = (AreTile::sample(TileId(0)), TileMeshes::default());
            meshes.add_tile(&own, &floor());
            missing_tiles(self.tile.map(AreTile::sample).as_slice(), &meshes, &mut findings);
            findings
        }

        fn level(&self) -> Option<Level> {
            let mut baked = floor();
            baked.carve_and_bake(&self.cutters, &CarveOptions::default(), &BakeOptions::default()).ok()?;
            Some(baked.into())
        }
    }
}

/// The damages of more than a few lines.
#[cfg(test)]
mod damages {
    use super::*;

    /// A cutter with a rounded end, which bites into the side of a triangle.
    pub(super) fn round_bite() -> Cutter {
        let arc = |step: u8| {
            let angle = f32::from(step) * std::f32::consts::PI / 12.0;
            [4.5 + 2.0 * angle.cos(), 1.0 + 2.0 * angle.sin()]
        };
        Cutter { points: [[6.5, -1.0]].into_iter().chain((0..=12).map(arc)).chain([[2.5, -1.0]]).collect() }
    }

    /// Thin cutters beside one another, which leave many strips.
    pub(super) fn comb() -> Vec<Cutter> {
        let tooth = |index: u8| {
            let x = 0.3 + f32::from(index) * 8.4 / 26.0;
            Cutter { points: vec![[x, 0.5], [x + 0.12, 0.5], [x + 0.12, 8.5], [x, 8.5]] }
        };
        (0..26).map(tooth).collect()
    }
}
