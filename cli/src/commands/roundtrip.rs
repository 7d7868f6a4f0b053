//! The command `walkmesh roundtrip`: proves that reading and writing keeps every byte of a file.

use std::fmt;
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;
use serde_json::json;
use walkmesh::level::{RoundTrip, round_trip};

use crate::exchange_format::ExchangeFormat;
use crate::file_counts::FileCounts;
use crate::input::{Input, each_file, no_progress, with_archives};
use crate::limits::limits;
use crate::location::FileLocation;
use crate::output::{Answer, Outcome, Report};

/// Read files, write them in memory, and check that every byte is kept
///
/// The walkmesh inside a TRN or TRX is decompressed, read, written and compared too, and so are an archive and each file in it.
/// The exit status is 1 if a file differs.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh roundtrip ~/kotor/override room.wok")]
pub struct Roundtrip {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List identical files, too; JSON always lists them
    #[arg(long)]
    all: bool,
}

impl Roundtrip {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let (mut files, mut exact) = (FileCounts::default(), 0);
        let sources = with_archives(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |_| true,
            |index, input| match (input, ExchangeFormat::promised_by(&sources[index].path)) {
                (Err(_), Some(format)) => bail!(
                    "this is a scene for other programs ({}), of which no bytes are kept: `info` describes it, and `convert` makes \
                     a walkmesh of it; `roundtrip` is for the files of the games",
                    format.name()
                ),
                (input, _) => Trip::new(&input?),
            },
            |trip, report| {
                files.add();
                if trip.exact {
                    exact += 1;
                } else {
                    report.add(Outcome::Found);
                }
                if report.is_json() || self.all || !trip.exact { report.result(&trip) } else { Ok(()) }
            },
        )?;
        files.finish(report);
        let text = format!("{}, {exact} byte-exact{}", files.in_words(), files.rest_in_words());
        let mut json = json!(files);
        json["exact"] = exact.into();
        report.summary(&Answer(json, text))
    }
}

/// The result for one file.
#[derive(Serialize)]
struct Trip {
    file: FileLocation,
    format: &'static str,
    bytes: usize,
    exact: bool,
    #[serde(flatten)]
    kept: RoundTrip,
}

impl Trip {
    fn new(input: &Input) -> anyhow::Result<Self> {
        let kept = round_trip(input.kind, &input.bytes, &limits())?;
        let (file, format, bytes) = (input.name(), input.format_name(), input.bytes.len());
        Ok(Self { file, format, bytes, exact: kept.difference.is_none(), kept })
    }
}

impl fmt::Display for Trip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kept.difference {
            None => write!(f, "exact    {}", self.file),
            Some(difference) => write!(f, "differs  {}: {difference}", self.file),
        }
    }
}
