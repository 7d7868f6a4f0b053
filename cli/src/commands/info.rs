//! The command `walkmesh info`: summarizes files.

use std::path::PathBuf;

use serde_json::json;

use crate::exchange_format::ExchangeFormat;
use crate::file_counts::FileCounts;
use crate::input::{each_file, no_progress, whole_archives};
use crate::materials::Materials;
use crate::output::{Answer, Report};
use crate::place::LayoutArgument;
use crate::summary::Summary;

/// Summarize walkmesh files: format, version, counts and the extent of the mesh
///
/// A bounding box is printed as its minimum and maximum corner, a point as X,Y,Z. Lengths are in metres with z up, in Silkroad in
/// game units with y up. Areas are measured in the plan view, in square metres or square game units. Connected parts are computed
/// from the walkable faces; islands are stored in an NWN2 file. The sample point lies on the largest part.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh info --json samples/ | jq '.results[] | {file, format, bytes}'")]
pub struct Info {
    /// Files, folders, archives, or `-` for standard input. Other files in a folder are skipped and counted, and so are scenes of
    /// other programs (.glb, .gltf, .obj), which are summarized if they are named. An archive is summarized as a whole; name a
    /// file in it as ARCHIVE/FILE. With --game, the summary of a file gives its origin and the files that it hides
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    layout: LayoutArgument,
    #[command(flatten)]
    materials: Materials,
}

impl Info {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let layout = self.layout.read()?;
        let mut files = FileCounts::default();
        // An archive has one summary. Its members are not listed.
        let (archives, sources): (Vec<_>, Vec<_>) =
            whole_archives(&self.files, report).into_iter().partition(|source| source.is_archive);
        for archive in archives {
            match Summary::of_archive(&archive.path) {
                Ok(summary) => {
                    files.add();
                    report.result(&summary)?;
                }
                Err(error) => report.problem(&archive.path, &error),
            }
        }
        each_file(
            &sources,
            &no_progress(),
            report,
            |_| true,
            |index, input| match (input, ExchangeFormat::promised_by(&sources[index].path)) {
                (Err(_), Some(format)) => Summary::of_scene(format, &sources[index].path),
                (input, _) => {
                    let input = input?;
                    Summary::new(&input, &input.options(&self.materials).with_layout(layout.clone()))
                }
            },
            |summary, report| {
                files.add();
                report.result(&summary)
            },
        )?;
        files.finish(report);
        // Unless files were skipped, the summaries of the files say everything.
        let is_said = files.skipped.is_none();
        let text = if is_said { String::new() } else { files.in_words() + &files.rest_in_words() };
        report.summary(&Answer(json!(files), text))
    }
}
