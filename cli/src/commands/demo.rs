//! `walkmesh demo`: the main job, on samples that are compiled in.

use std::path::PathBuf;

use walkmesh::formats::Format;

use crate::commands::roundtrip::Trip;
use crate::input::Input;
use crate::output::Report;
use crate::summary::Summary;

/// Show what this command does, on small walkmeshes of each game that are compiled in
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh demo")]
pub struct Demo {}

/// The samples, by their names in the project's folder `samples/`.
const SAMPLES: [(&str, &[u8]); 6] = [
    ("room.wok", include_bytes!("../../../samples/room.wok")),
    ("chest.pwk", include_bytes!("../../../samples/chest.pwk")),
    ("door0.dwk", include_bytes!("../../../samples/door0.dwk")),
    ("yard.trn", include_bytes!("../../../samples/yard.trn")),
    ("yard.trx", include_bytes!("../../../samples/yard.trx")),
    ("ainavdata_32769.dat", include_bytes!("../../../samples/ainavdata_32769.dat")),
];

impl Demo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        for (name, bytes) in SAMPLES {
            let path = PathBuf::from(name);
            let format = Format::detect(bytes).ok_or_else(|| anyhow::anyhow!("the sample {name} is damaged"))?;
            let input = Input { path, format, bytes: bytes.to_vec() };
            report.result(&Summary::of(&input)?)?;
            report.result(&Trip::of(&input)?)?;
        }
        Ok(())
    }
}
