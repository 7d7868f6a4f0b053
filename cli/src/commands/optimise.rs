//! `walkmesh optimise`: areas without what the game does not need.

use std::fmt;
use std::path::PathBuf;

use clap::ArgGroup;
use serde::Serialize;
use walkmesh::any::Operation;
use walkmesh::nwn2::{AreaReader, OptimiseOptions};

use crate::destination::{Destination, same_name};
use crate::input::{Input, sources};
use crate::materials::Materials;
use crate::output::Report;
use crate::written::write_each;

/// Leave out of NWN2 areas what the game does not need, and zero what it left uninitialised
///
/// The same area gives the same bytes each time. Triangles that nobody walks on go from a baked walkmesh, unless
/// --keep-unwalkable says otherwise; a server needs no terrain and no water either.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(after_help = "Examples:\n  walkmesh optimise area.trx -o small.trx\n  walkmesh optimise --server areas/ -o \
                        server/")]
pub struct Optimise {
    /// Files, folders with files, or `-` for standard input; what else is in a folder is skipped and counted
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    /// For a server, which draws nothing: leave out terrain and water
    #[arg(long)]
    server: bool,
    /// Keep the triangles that nobody walks on
    #[arg(long)]
    keep_unwalkable: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Optimise {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let reader = if self.server { AreaReader::Server } else { AreaReader::Client };
        let options = OptimiseOptions::default().with_reader(reader).with_strip(!self.keep_unwalkable);
        let sources = sources(&self.files, report);
        let works_on = |kind| Operation::Optimise.is_for(kind);
        write_each(sources, &self.destination, same_name, works_on, report, |input| optimised(input, &options))
    }
}

fn optimised(input: &Input, options: &OptimiseOptions) -> anyhow::Result<(Vec<u8>, Savings)> {
    let mut file = input.open_file(&Materials::default())?;
    let savings = file.optimise(options)?;
    let parts = savings.parts.iter();
    let parts = parts.map(|saving| Saving { part: saving.part, before: saving.before, after: saving.after });
    Ok((file.to_bytes()?, Savings { parts: parts.collect(), text: savings.to_string() }))
}

/// What was saved.
#[derive(Serialize)]
struct Savings {
    /// The last is the whole file.
    parts: Vec<Saving>,
    #[serde(skip)]
    text: String,
}

/// Bytes of one part.
#[derive(Serialize)]
struct Saving {
    part: &'static str,
    before: u64,
    after: u64,
}

impl fmt::Display for Savings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
