//! Measures this project beside its peers and prints tables. `benches/run` builds and runs it.

use std::path::PathBuf;
use std::process::ExitCode;

use walkmesh_measure::table::Table;
use walkmesh_measure::{Effort, bakes, checks, exchange, files, heights, page, paths, pictures, rays, routes, walkers};

type Measure = fn(&Effort) -> Table;

const GROUPS: [(&str, Measure); 10] = [
    ("bakes", bakes::table),
    ("rays", rays::table),
    ("heights", heights::table),
    ("paths", paths::table),
    ("walkers", walkers::table),
    ("routes", routes::table),
    ("files", files::table),
    ("exchange", exchange::table),
    ("picture", pictures::table),
    ("checks", checks::table),
];

const USAGE: &str = "usage: measure [--short] [--write PAGE.md] [GROUP | FILE.trx]...
groups: bakes rays heights paths walkers routes files exchange picture checks; without any, all of them";

fn main() -> ExitCode {
    let (mut effort, mut written, mut wanted, mut areas) = (Effort::FULL, None, Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let group = GROUPS.iter().find(|(name, _)| *name == argument);
        match (argument.as_str(), group) {
            ("--short", _) => effort = Effort::SHORT,
            ("--write", _) => written = arguments.next().map(PathBuf::from),
            (_, Some((_, measure))) => wanted.push(*measure),
            (path, None) if path.to_ascii_lowercase().ends_with(".trx") => areas.push(PathBuf::from(path)),
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    if wanted.is_empty() && areas.is_empty() {
        wanted = GROUPS.map(|(_, measure)| measure).to_vec();
    }
    println!("{}", page::machine());
    let mut tables = Vec::new();
    let areas = (!areas.is_empty()).then(|| paths::areas_table(&areas, &effort));
    for table in areas.into_iter().chain(wanted.into_iter().map(|measure| measure(&effort))) {
        println!("\n{}", table.markdown());
        tables.push(table);
    }
    match written.map(|page| page::write(&page, &tables)) {
        Some(Err(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
