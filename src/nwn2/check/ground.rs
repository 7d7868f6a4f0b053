//! Compares the floor of an exterior's TRN with its ground.

use std::collections::BTreeMap;

use crate::finding::{Findings, Measure, Place, Spot, rules};
use crate::nwn2::{Terrain, TerrainError, TileId, Walkmesh};

rules! { of sample, Exterior;
    FLOOR_NOT_OF_GROUND: Info = "floor-not-of-ground", "The floor of an exterior's TRN differs from its ground" {
        /// The toolset makes the floor of an exterior from the ground (the TRRN packets), height by height. Here a height differs by more
        /// than a millimetre, or the floor has different vertices: the ground was sculpted or converted after the floor was made. Creatures
        /// walk on the floor, above or below the visible ground.
        remedy
        /// Bake with the option `from-ground`, which rebuilds the floor, or open and save the area in the toolset.
        bad "tile 0": |area| area.raised = 0.5,
    }
    GROUND_IRREGULAR: Info = "ground-irregular", "The ground of an exterior is not the toolset's grid" {
        /// The ground has a packet that cannot be read, a megatile is missing, or a triangle is not half of a square of the grid, so the
        /// floor cannot be compared with it.
        remedy
        /// If the floor fits the visible ground, no action is needed.
        bad "": |area| area.is_broken = true,
    }
}

/// Maximum difference of heights that is not reported, in metres.
const TOLERANCE: f32 = 1e-3;

/// Compares the floor of an unbaked area with its ground, if it has one.
pub(super) fn check(terrain: &Terrain, floor: &Walkmesh, findings: &mut Findings) {
    match terrain.walkmesh_of_ground() {
        Ok(Some(ground)) => compare(floor, &ground, findings),
        Ok(None) => {}
        Err(error @ (TerrainError::Ground { .. } | TerrainError::Format(_))) => {
            findings.add(&GROUND_IRREGULAR, Place::FILE, || {
                format!("The floor was not compared with the ground: {error}.")
            });
        }
        Err(_) => {}
    }
}

fn compare(floor: &Walkmesh, ground: &Walkmesh, findings: &mut Findings) {
    let [stored, made] = [floor, ground].map(|walkmesh| walkmesh.triangle_rows().len());
    if stored != made || floor.grid() != ground.grid() {
        let meaning = || format!("The floor has {stored} triangles, and the ground {made}.");
        findings.add(&FLOOR_NOT_OF_GROUND, Place::FILE, meaning);
        return;
    }
    // For each tile the largest difference and its point.
    let mut of_tiles = BTreeMap::<TileId, (f32, [f32; 3])>::new();
    for (stored, made) in floor.tiles().zip(ground.tiles()) {
        let tile = stored.id();
        for (stored, made) in stored.triangles().zip(made.triangles()) {
            let Some((stored, made)) = stored.points().zip(made.points()) else { continue };
            for (stored, made) in stored.into_iter().zip(made) {
                let off = (0..3).map(|axis| (stored[axis] - made[axis]).abs()).fold(0.0, f32::max);
                let most = of_tiles.entry(tile).or_default();
                if off > most.0 {
                    *most = (off, stored);
                }
            }
        }
    }
    for (tile, (off, point)) in of_tiles.into_iter().filter(|(_, (off, _))| *off > TOLERANCE) {
        let spot = Some(Spot { point, measure: Measure::Length(off.into()) });
        findings.add_spot(&FLOOR_NOT_OF_GROUND, FLOOR_NOT_OF_GROUND.severity, tile, spot, || {
            format!("The floor is up to {off:.3} m off the ground.")
        });
    }
}

/// The exterior that the examples damage.
#[cfg(test)]
mod sample {
    use super::*;
    use crate::finding::CheckOptions;
    pub(super) use crate::finding::Sample;
    use crate::formats::Document;
    use crate::formats::container::Triangle;
    use crate::formats::trn::{GroundVertex, Packet, Trn, Trrn, Trwh};
    use crate::level::Level;

    /// An exterior of one megatile.
    pub(super) struct Exterior {
        /// The height of a vertex of the floor above the ground, in metres.
        pub(super) raised: f32,
        pub(super) is_broken: bool,
    }

    impl Exterior {
        /// The ground of a slope with steps of an eighth of a metre.
        fn terrain(&self) -> Terrain {
            let point = |at: u16| {
                [f32::from(at % 25) * (40.0 / 24.0), f32::from(at / 25) * (40.0 / 24.0), f32::from(at % 25) / 8.0]
            };
            let vertices = (0..625).map(|at| GroundVertex { position: point(at), ..GroundVertex::default() }).collect();
            let squares = (0..24_u16).flat_map(|row| (0..24_u16).map(move |column| [column, row]));
            let triangles = squares.flat_map(|[column, row]| {
                let at = |x: u16, y: u16| (row + y) * 25 + column + x;
                let is_even = (column + row) % 2 == 0;
                let halves = if is_even {
                    [[at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]]
                } else {
                    [[at(0, 0), at(1, 0), at(0, 1)], [at(1, 0), at(1, 1), at(0, 1)]]
                };
                halves.map(|vertices| Triangle { vertices })
            });
            let mut ground = Trrn { vertices, triangles: triangles.collect(), ..Trrn::default() };
            if self.is_broken {
                ground.triangles[0].vertices = [0, 2, 50];
            }
            let size = Packet::Trwh(Trwh { width: 1, height: 1, id: 0 });
            let data = ground.to_bytes().unwrap();
            let ground = Packet::Other { packet_type: Trrn::PACKET_TYPE, data };
            Terrain::from_raw(Trn { major: 2, minor: 3, packets: vec![size, ground], ..Trn::default() })
        }
    }

    impl Sample for Exterior {
        fn sound() -> Self {
            Self { raised: 0.0, is_broken: false }
        }

        fn findings(&self) -> Findings {
            let mut findings = Findings::new(&CheckOptions::all());
            let sound = Self::sound().terrain().walkmesh_of_ground().unwrap().expect("an exterior");
            let mut floor = sound.into_raw();
            floor.vertices[0].z += self.raised;
            check(&self.terrain(), &Walkmesh::from_raw(floor), &mut findings);
            findings
        }

        fn level(&self) -> Option<Level> {
            None
        }
    }
}
