//! The command `walkmesh optimise`: removes data that the game does not need from NWN2 areas.

use std::path::PathBuf;

use clap::ArgGroup;
use walkmesh::level::Operation;
use walkmesh::nwn2::{AreaReader, OptimiseOptions};

use crate::destination::{Destination, same_name};
use crate::input::sources;
use crate::materials::Materials;
use crate::output::Report;
use crate::write_report::Writing;

/// Strip NWN2 areas of unneeded data, and zero uninitialised fields
///
/// The same area gives the same bytes each time. Non-walkable triangles are removed from a baked walkmesh, unless
/// --keep-unwalkable is given. With --server, terrain and water are removed too.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(after_help = "Examples:\n  walkmesh optimise area.trx -o small.trx\n  walkmesh optimise --server areas/ -o \
                        server/")]
pub struct Optimise {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    /// Remove terrain and water, which a server does not need
    #[arg(long)]
    server: bool,
    /// Keep non-walkable triangles
    #[arg(long)]
    keep_unwalkable: bool,
}

impl Optimise {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let reader = if self.server { AreaReader::Server } else { AreaReader::Client };
        let options = OptimiseOptions::default().with_reader(reader).with_strip(!self.keep_unwalkable);
        let sources = sources(&self.files, report);
        let works_on = |kind| Operation::Optimise.is_for(kind);
        let writing = Writing { destination: &self.destination, rename: same_name, works_on, time: false };
        writing.each(sources, report, |input| {
            let mut level = input.level(&input.options(&Materials::default()))?;
            let savings = level.optimise(&options)?;
            Ok((level.to_bytes()?, savings))
        })
    }
}
