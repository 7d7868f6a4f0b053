//! Tiles that the ARE of an area has and its TRN lacks, filled from the other areas and compared with the game's TRX.

use std::fmt::Write as _;

use walkmesh::nwn2::{Are, AreTile, Footprints, TileMeshes};
use walkmesh_testing::{corpus, snapshot};

use crate::carve::{Area, NEAR, alfa, millimetres, to_statics};

#[derive(Default)]
struct Counts {
    /// Cells where the ARE has a model and the TRN no floor.
    missing: usize,
    /// Of these, the tiles in which the TRX has floor.
    with_floor: usize,
    filled: usize,
    filled_with_floor: usize,
    /// Filled tiles without a static object near them.
    clean: usize,
    /// Of these, the tiles whose triangles equal the TRX's to 1 mm, and the numbers of such triangles and of all.
    equal: [usize; 3],
    /// Tiles of the ARE with a model.
    all: usize,
}

impl Counts {
    fn new(area: &mut Area, are: &Are, meshes: &TileMeshes) -> Self {
        let missing = area.trn.tiles_without_floor(are);
        let filled = area.trn.fill_tiles(&missing, meshes).unwrap();
        let carved = area.carved(&Footprints::known()).walkmesh;
        let stored = |tile: &AreTile| area.trx.tile(tile.tile).unwrap();
        let has_floor = |tile: &&AreTile| stored(tile).triangles().next().is_some();
        let clean: Vec<&AreTile> = filled.iter().filter(|tile| to_statics(area, &stored(tile)) >= NEAR).collect();
        let counts: Vec<[usize; 3]> = (clean.iter())
            .map(|tile| [stored(tile), carved.tile(tile.tile).unwrap()].map(|tile| millimetres(tile.triangles())))
            .map(|[theirs, ours]| {
                let same = theirs.iter().filter(|(triangle, count)| ours.get(*triangle) == Some(count)).count();
                [usize::from(theirs == ours), same, theirs.len()]
            })
            .collect();
        Self {
            all: are.tiles().len(),
            missing: missing.len(),
            with_floor: missing.iter().filter(has_floor).count(),
            filled: filled.len(),
            filled_with_floor: filled.iter().filter(has_floor).count(),
            clean: clean.len(),
            equal: [0, 1, 2].map(|at| counts.iter().map(|counts| counts[at]).sum()),
        }
    }
}

#[test]
fn tiles_of_the_are_are_filled_from_other_areas() {
    let (Some(folder), Some(mut areas)) = (corpus("nwn2"), alfa()) else { return };
    let read =
        |name: &str| Are::from_bytes(&std::fs::read(folder.join("alfa").join(Are::file(name))).unwrap()).unwrap();
    let ares: Vec<Are> = areas.iter().map(|area| read(&area.name)).collect();
    let mut meshes = TileMeshes::default();
    areas.iter().zip(&ares).for_each(|(area, are)| meshes.add_area(are, &area.trn));
    let mut text = format!("{} tile models\n", meshes.len());
    for (area, are) in areas.iter_mut().zip(&ares) {
        let Counts { missing, with_floor, filled, filled_with_floor, clean, equal: [tiles, same, triangles], all } =
            Counts::new(area, are, &meshes);
        if missing > 0 {
            writeln!(
                text,
                "{}: {missing} of {all} tiles missing, {with_floor} with floor in the TRX; {filled} filled, {filled_with_floor} of them \
                 with floor in the TRX; of {clean} without a static near them {tiles} have the triangles of the TRX to 1 mm, {same} of {triangles} triangles",
                area.name
            )
            .unwrap();
        }
    }
    snapshot("nwn2_tiles", &text);
}
