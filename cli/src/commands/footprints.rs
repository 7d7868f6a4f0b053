//! The command `walkmesh footprints`: the effects of placeables on the walkmesh of an NWN2 area.

mod learn;
mod table;
mod triples;

use clap::Subcommand;

use crate::output::Report;

/// Learn footprints of placeables from baked NWN2 areas, for `walkmesh bake --footprints`
///
/// The toolset takes the footprint of a placeable from the models of the game. If these are not available, footprints can be
/// learned from areas that the toolset has baked.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh footprints learn module/ -o table.json\n  walkmesh bake module/ --footprints \
                        table.json -o baked/"
)]
pub struct FootprintsOf {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Learn(learn::Learn),
}

impl FootprintsOf {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        match &self.task {
            Task::Learn(learn) => learn.run(report),
        }
    }
}
