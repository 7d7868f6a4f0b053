//! `walkmesh roundtrip`: is every byte of a file kept when it is read and written?

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::formats::{Document, Error, FieldAt, Format, trn};

use crate::file_name::FileName;
use crate::input::{Input, each_file, no_progress, sources};
use crate::limits::limits;
use crate::output::{Outcome, Report};
use crate::skipped::Skipped;

/// Read files, write them in memory, and compare: every byte should be kept
///
/// The walkmesh inside a TRN or TRX is inflated, read, written and compared too. Exit status 1 when a file differs.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh roundtrip ~/kotor/override room.wok")]
pub struct Roundtrip {
    /// Files, folders with files, or `-` for standard input; what else is in a folder is skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List the files of which every byte is kept, too; JSON always has them
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Roundtrip {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let mut total = Total::default();
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |_| true,
            |_, input| Trip::of(&input?),
            |trip, report| {
                total.files += 1;
                if trip.is_exact() {
                    total.exact += 1;
                } else {
                    report.add(Outcome::Found);
                }
                if self.json || self.all || !trip.is_exact() { report.result(&trip) } else { Ok(()) }
            },
        )?;
        total.unreadable = report.problems();
        total.files += total.unreadable;
        total.skipped = report.skipped();
        report.summary(&total)
    }
}

/// What became of one file.
#[derive(Serialize)]
pub struct Trip {
    file: FileName,
    format: String,
    bytes: usize,
    /// Bytes of the walkmesh inside, inflated.
    #[serde(skip_serializing_if = "Option::is_none")]
    walkmesh_bytes: Option<usize>,
    exact: bool,
    difference: Option<Difference>,
}

/// The first byte that was not kept.
#[derive(Serialize)]
struct Difference {
    /// Which bytes the offset counts: the `file`'s, or those of the `walkmesh` inside it, inflated.
    part: &'static str,
    offset: usize,
    /// The field that the byte belongs to; none between two parts of a file, or past its end.
    field: Option<String>,
    /// The field's bytes as read, in hex; empty past the end.
    read: String,
    /// The field's bytes as written, in hex; empty past the end.
    written: String,
}

impl Trip {
    pub fn of(input: &Input) -> anyhow::Result<Self> {
        let bytes = input.bytes.as_slice();
        let mut walkmesh_bytes = None;
        let mut difference = Difference::made(input.format, "file", bytes)?;
        if input.format == Format::Trn {
            for packet in &trn::Trn::from_bytes_with(bytes, &limits())?.packets {
                if let trn::Packet::Aswm(packet) = packet {
                    let payload = packet.payload(&limits())?;
                    walkmesh_bytes = Some(payload.len());
                    let inside = Difference::made(Format::Aswm, "walkmesh", &payload)?;
                    difference = difference.or(inside);
                }
            }
        }
        let (file, format) = (input.name(), input.format_name());
        Ok(Self { file, format, bytes: bytes.len(), walkmesh_bytes, exact: difference.is_none(), difference })
    }
}

impl Trip {
    /// Whether every byte was kept.
    pub fn is_exact(&self) -> bool {
        self.difference.is_none()
    }
}

impl Difference {
    /// Reads and writes bytes, and says where they first differ.
    fn made(format: Format, part: &'static str, read: &[u8]) -> Result<Option<Self>, Error> {
        Ok(Self::first(format, part, read, &format.rewrite(read, &limits())?))
    }

    fn first(format: Format, part: &'static str, read: &[u8], written: &[u8]) -> Option<Self> {
        if read == written {
            return None;
        }
        let equal = read.iter().zip(written).take_while(|(r, w)| r == w).count();
        let at = format.field_at(read, equal as u64);
        // A run of bytes such as a name is shown from the first that differs, and no more than fit a line.
        let start = at.as_ref().map_or(equal, |at| if at.size <= 8 { at.start as usize } else { equal });
        let size = at.as_ref().map_or(4, |at| at.size.min(8) as usize);
        let hex = |bytes: &[u8]| {
            let shown = bytes.iter().skip(start).take(size);
            shown.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
        };
        let field = at.map(|FieldAt { field, .. }| field);
        Some(Self { part, offset: equal, field, read: hex(read), written: hex(written) })
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

/// What all files come to.
#[derive(Default, Serialize)]
struct Total {
    files: usize,
    exact: usize,
    unreadable: usize,
    skipped: Skipped,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, exact, unreadable, skipped } = self;
        write!(f, "{files} file{}, {exact} byte-exact", if *files == 1 { "" } else { "s" })?;
        if *unreadable > 0 {
            write!(f, ", {unreadable} unreadable")?;
        }
        write!(f, "{skipped}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every document that can be read is written as it was read, so that two bytes are made to differ here.
    #[test]
    fn what_differs_is_named_with_its_offset_and_field() {
        let read = walkmesh::formats::bwm::Bwm::default().to_bytes().expect("a walkmesh");
        let mut written = read.clone();
        assert!(Difference::first(Format::Bwm, "file", &read, &written).is_none());
        written[0x4D] = 7;
        let difference = Difference::first(Format::Bwm, "file", &read, &written).expect("a difference");
        let expected = "file at 0x4d, directory.vertex_offset: read 88 00 00 00, written 88 07 00 00";
        assert_eq!(difference.to_string(), expected);
        let cut = Difference::first(Format::Bwm, "file", &read, &read[..0x80]).expect("a difference");
        assert!(cut.to_string().ends_with("written the end"), "{cut}");
    }
}
