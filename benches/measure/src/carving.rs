//! Carving, the step of a TRN's bake before the tables, compared with baking the tables.

use walkmesh::nwn2::{BakeOptions, CarveOptions, Cutter, Git, TileCounts, Walkmesh, carve};

use crate::clock::{in_turn, time};
use crate::table::{Figure, Table};
use crate::{Effort, corpus};

/// The area whose carving takes longest in relation to the bake of its tables.
pub fn row(table: &mut Table, effort: &Effort) {
    let read = |[area, objects]: [std::path::PathBuf; 2]| {
        let cutters = Git::from_bytes(&std::fs::read(objects).ok()?).ok()?.cutters().cutters;
        Some((area.file_stem()?.to_string_lossy().into_owned(), corpus::walkmesh(&area).ok()?, cutters))
    };
    let measured =
        corpus::sources().into_iter().take(effort.files).filter_map(read).filter_map(|(name, area, cutters)| {
            let times = measure(&area, &cutters, effort.rounds)?;
            Some((name, cutters.len(), times))
        });
    let ratio = |[carving, baking]: [f64; 2]| carving / baking;
    match measured.max_by(|(.., a), (.., b)| ratio(*a).total_cmp(&ratio(*b))) {
        Some((name, cutters, times)) => {
            let work = format!("NWN2: carve {name} with {cutters} cutters; beside the bake of its tables");
            table.row(work, times.map(Figure::Time));
        }
        None => table.not_run.push(format!("carving of NWN2 areas: {}", corpus::NONE)),
    }
}

/// The times of an area's carving and of the bake of its tables; `None` if either is impossible.
fn measure(area: &Walkmesh, cutters: &[Cutter], rounds: usize) -> Option<[f64; 2]> {
    let options = BakeOptions::default().with_tile_counts(TileCounts::Keep);
    let carved = carve(area, cutters, &CarveOptions::default()).ok()?.walkmesh;
    carved.clone().bake(&options).ok()?;
    let bake = |mut walkmesh: Walkmesh| time(|| walkmesh.bake(&options).map(|_| walkmesh));
    Some(in_turn(
        rounds,
        [&mut || time(|| carve(area, cutters, &CarveOptions::default())), &mut || bake(carved.clone())],
    ))
}
