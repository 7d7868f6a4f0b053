//! The command `walkmesh roundtrip`: proves that reading and writing keeps every byte of a file.

use std::fmt;
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;
use walkmesh::level::{ByteDifference, RoundTrip, round_trip};

use crate::exchange_format::ExchangeFormat;
use crate::file_counts::FileCounts;
use crate::file_name::FileName;
use crate::input::{Input, each_file, no_progress, with_archives};
use crate::limits::limits;
use crate::output::{Outcome, Report};

/// Read files, write them in memory, and check that every byte is kept
///
/// The walkmesh inside a TRN or TRX is inflated, read, written and compared too, and so are an archive and each file in it. The exit status is 1 if a file differs.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh roundtrip ~/kotor/override room.wok")]
pub struct Roundtrip {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List exact files, too; JSON always lists them
    #[arg(long)]
    all: bool,
}

impl Roundtrip {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let mut total = Total::default();
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
                total.files.add();
                if trip.is_exact() {
                    total.exact += 1;
                } else {
                    report.add(Outcome::Found);
                }
                if report.is_json() || self.all || !trip.is_exact() { report.result(&trip) } else { Ok(()) }
            },
        )?;
        total.files.finish(report);
        report.summary(&total)
    }
}

/// The result for one file.
#[derive(Serialize)]
pub struct Trip {
    file: FileName,
    format: &'static str,
    bytes: usize,
    /// The inflated size of the walkmesh inside, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    walkmesh_bytes: Option<usize>,
    exact: bool,
    difference: Option<Difference>,
}

/// The first byte that was not kept.
#[derive(Serialize)]
struct Difference {
    /// What the offset refers to: the `file`, or the inflated `walkmesh` inside it.
    part: &'static str,
    offset: usize,
    /// The field of the byte; `null` between two parts of a file and past its end.
    field: Option<String>,
    /// The field's bytes as they were read, in hex; empty past the end.
    read: String,
    /// The field's bytes as they were written, in hex; empty past the end.
    written: String,
}

impl Trip {
    pub fn new(input: &Input) -> anyhow::Result<Self> {
        let RoundTrip { walkmesh_bytes, difference, .. } = round_trip(input.kind, &input.bytes, &limits())?;
        Ok(Self {
            file: input.name(),
            format: input.format_name(),
            bytes: input.bytes.len(),
            walkmesh_bytes,
            exact: difference.is_none(),
            difference: difference.map(Difference::from),
        })
    }

    /// Whether every byte was kept.
    pub fn is_exact(&self) -> bool {
        self.difference.is_none()
    }
}

impl From<ByteDifference> for Difference {
    fn from(ByteDifference { part, offset, field, read, written, .. }: ByteDifference) -> Self {
        let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        Self { part, offset, field, read: hex(read), written: hex(written) }
    }
}

impl fmt::Display for Trip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.difference {
            None => write!(f, "exact    {}", self.file),
            Some(difference) => write!(f, "differs  {}: {difference}", self.file),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, offset, field, read, written } = self;
        let or_end = |hex: &str| if hex.is_empty() { "the end".to_owned() } else { hex.to_owned() };
        write!(f, "{part} at {offset:#x}")?;
        if let Some(field) = field {
            write!(f, ", {field}")?;
        }
        write!(f, ": read {}, written {}", or_end(read), or_end(written))
    }
}

/// The totals of all files.
#[derive(Default, Serialize)]
struct Total {
    #[serde(flatten)]
    files: FileCounts,
    exact: usize,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, exact } = self;
        write!(f, "{}, {exact} byte-exact{}", files.in_words(), files.rest_in_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No file differs that can be read, so this test makes the result itself.
    #[test]
    fn a_difference_is_told_with_its_field_and_the_bytes_of_both() {
        let difference = |part, offset, field: Option<&str>, read: &str, written: &str| Difference {
            part,
            offset,
            field: field.map(str::to_owned),
            read: read.to_owned(),
            written: written.to_owned(),
        };
        let trip = Trip {
            file: FileName::from(PathBuf::from("a.trx")),
            format: "TRX",
            bytes: 100,
            walkmesh_bytes: None,
            exact: false,
            difference: Some(difference("walkmesh", 0x1C, Some("header.vertex_count"), "04 00 00 00", "05 00 00 00")),
        };
        assert!(!trip.is_exact());
        let text = "differs  a.trx: walkmesh at 0x1c, header.vertex_count: read 04 00 00 00, written 05 00 00 00";
        assert_eq!(trip.to_string(), text);
        let cut = difference("file", 0x64, None, "ff", "");
        assert_eq!(cut.to_string(), "file at 0x64: read ff, written the end");
    }
}
