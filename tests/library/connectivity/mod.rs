//! Connectivity: no operation disconnects floor unless it is asked to.
//!
//! The parts are counted by union-find over the neighbours of a full bake, not by the library. A run covers every eighth area.
//! `WALKMESH_PLANTED=all` takes all of them, as `.ci/run --full` does.

mod kotor;
mod nwn2;

use std::path::{Path, PathBuf};

use walkmesh::flaw::Repairs;
use walkmesh_testing::{corpus, files};

/// The files of a folder of the corpus: one in `step`, or all.
fn share(folder: &str, extensions: &[&str], step: usize) -> Option<Vec<PathBuf>> {
    let folder = corpus(folder)?;
    let mut all: Vec<PathBuf> = extensions.iter().flat_map(|extension| files(&folder, extension)).collect();
    all.sort();
    let step = if std::env::var_os("WALKMESH_PLANTED").is_some_and(|what| what == "all") { 1 } else { step };
    Some(all.into_iter().step_by(step).collect())
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// The default repairs of `walkmesh repair`, and each repair alone.
fn repairs() -> Vec<(&'static str, Repairs)> {
    let with = |change: fn(&mut Repairs)| {
        let mut options = Repairs::default();
        change(&mut options);
        options
    };
    vec![
        (
            "all",
            with(|all| {
                *all = Repairs::all(0.03, 0.0);
                all.pockets = None;
            }),
        ),
        ("cracks", with(|options| options.cracks = Some(0.03))),
        ("T-junctions", with(|options| options.t_junctions = Some(0.03))),
        ("degenerate", with(|options| options.degenerate = true)),
        ("duplicates", with(|options| options.duplicates = true)),
        ("pockets", with(|options| options.pockets = Some(0.5))),
    ]
}
