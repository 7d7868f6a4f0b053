//! `walkmesh info`: what is in a file.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::input::{each_file, no_progress, sources};
use crate::layouts::Layouts;
use crate::materials::Materials;
use crate::output::Report;
use crate::skipped::Skipped;
use crate::summary::Summary;

/// Say what is in walkmesh files: format, version, counts, and where the mesh is
///
/// Boxes are given by their least and greatest corner, points as X,Y,Z: in metres with z up, of Silkroad in game units with
/// y up. Areas are seen from above, in the square of these. Connected parts are sets of walkable faces that are joined;
/// islands are what an NWN2 file stores. The sample point lies on the largest part.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh info --json samples/ | jq '.results[] | {file, format, bytes}'")]
pub struct Info {
    /// Files, folders with files, or `-` for standard input; what else is in a folder is skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// KotOR: the area's layout, which names the rooms that transitions lead to, rather than the one beside the file
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    materials: Materials,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let layouts = Layouts::new(self.layout.as_deref())?;
        let mut total = Total::default();
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |_| true,
            |_, input| Summary::of(&input?, &self.materials, &layouts),
            |summary, report| {
                total.files += 1;
                report.result(&summary)
            },
        )?;
        total.unreadable = report.problems();
        total.files += total.unreadable;
        total.skipped = report.skipped();
        report.summary(&total)
    }
}

/// How many files were described.
#[derive(Default, Serialize)]
struct Total {
    files: usize,
    unreadable: usize,
    skipped: Skipped,
}

/// Every file has said what it is: only what was skipped is news.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, unreadable, skipped } = self;
        if skipped.is_none() {
            return Ok(());
        }
        write!(f, "{files} file{}", if *files == 1 { "" } else { "s" })?;
        if *unreadable > 0 {
            write!(f, ", {unreadable} unreadable")?;
        }
        write!(f, "{skipped}")
    }
}
