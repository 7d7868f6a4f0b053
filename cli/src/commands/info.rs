//! `walkmesh info`: what is in a file.

use std::path::PathBuf;

use crate::input::{each_file, no_progress, sources};
use crate::output::Report;
use crate::summary::Summary;

/// Say what is in walkmesh files: format, version, counts, sizes, packets
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh info --json samples/ | jq '.results[] | {file, format, bytes}'")]
pub struct Info {
    /// Files, or folders with files; what is in a folder and of no known format is passed over
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |_, input| Summary::of(&input),
            |summary, report| report.result(&summary),
        )
    }
}
