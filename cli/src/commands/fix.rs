//! The command `walkmesh fix`: mends what `walkmesh check` finds wrong with the floor itself.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::any::{self, MendReport, Operation};
use walkmesh::flaw::{MendOptions, Repair, RepairKind};
use walkmesh::nwn2;

use crate::destination::{Destination, same_name};
use crate::file_name::FileName;
use crate::input::{self, Input, each_file, no_progress};
use crate::limits::limits;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::written::write_each;

/// How many repairs of one kind are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// Mend cracks, T-junctions and useless faces of a floor, and bake what the repairs make stale
///
/// Without --output and --in-place nothing is written: the command tells what it would do. Without a switch for a repair
/// it mends all but pockets, which need an area. What no repair concerns keeps every bit, and every transition stays on its
/// side. A repair that would turn another face over is left out; `walkmesh check` then finds the flaw again. The exit
/// status is 1 if nothing is written and something is to be mended.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh fix room.wok\n  walkmesh fix room.wok -o mended.wok\n  walkmesh fix --cracks --t-junctions \
                        --tolerance 0.01 --in-place override/\n  walkmesh fix --pockets 0.5 area.trx -o mended.trx"
)]
pub struct Fix {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten, next_help_heading = "What to mend")]
    repairs: Repairs,
    #[command(flatten)]
    materials: Materials,
    /// List every repair. Default: the first 5 of each kind as text; JSON has all
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Repairs {
    /// Join sides that are equal or nearly so
    #[arg(long)]
    cracks: bool,
    /// Split faces at the vertices that stand on their sides
    #[arg(long)]
    t_junctions: bool,
    /// Turn walkable faces over that face down
    #[arg(long)]
    faces_down: bool,
    /// Remove faces without an area
    #[arg(long)]
    degenerate: bool,
    /// Remove faces that are there twice
    #[arg(long)]
    duplicates: bool,
    /// Remove parts without a way out that are smaller than this, in square metres
    #[arg(long, value_name = "AREA")]
    pockets: Option<f64>,
    /// How far sides and vertices may be apart to be joined, in metres
    #[arg(long, value_name = "METRES", default_value_t = 0.03)]
    tolerance: f32,
}

impl Repairs {
    fn options(&self) -> anyhow::Result<MendOptions> {
        anyhow::ensure!((0.0..f32::INFINITY).contains(&self.tolerance), "--tolerance must be a length of 0 m or more");
        let chosen = [self.cracks, self.t_junctions, self.faces_down, self.degenerate, self.duplicates];
        let by_default = chosen == [false; 5] && self.pockets.is_none();
        let mut options = MendOptions::default();
        options.cracks = (self.cracks || by_default).then_some(self.tolerance);
        options.t_junctions = (self.t_junctions || by_default).then_some(self.tolerance);
        options.faces_down = self.faces_down || by_default;
        options.degenerate = self.degenerate || by_default;
        options.duplicates = self.duplicates || by_default;
        options.pockets = self.pockets;
        Ok(options)
    }
}

impl Fix {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let options = self.repairs.options()?;
        let sources = input::sources(&self.files, report);
        let works_on = |kind| Operation::Mend.is_for(kind);
        if self.destination.is_given() {
            return write_each(sources, &self.destination, same_name, works_on, false, report, |input| {
                let (bytes, done) = self.mended(input, &options)?;
                Ok((bytes, Mended::of(done, self.all)))
            });
        }
        let done = each_file(
            &sources,
            &no_progress(),
            report,
            works_on,
            |_, input| {
                let input = input?;
                Ok(Planned { file: input.name(), mended: Mended::of(self.mended(&input, &options)?.1, self.all) })
            },
            |planned, report| {
                if !planned.mended.repairs.is_empty() {
                    report.add(Outcome::Found);
                }
                report.result(&planned)
            },
        );
        done.map(|_| ())
    }

    /// The bytes of the mended file, and what was done.
    fn mended(&self, input: &Input, options: &MendOptions) -> anyhow::Result<(Vec<u8>, MendReport)> {
        let mut file = input.open_file(&self.materials)?;
        let mut bake = any::BakeOptions::default();
        // What no repair concerns keeps every bit.
        bake.nwn2 = nwn2::BakeOptions::default()
            .with_uninitialised(nwn2::Uninitialised::Keep)
            .with_limits(limits().with_inflated(input.room));
        let done = file.mend(options, &bake)?;
        let bytes = if done.repairs.is_empty() { input.bytes.clone() } else { file.to_bytes()? };
        Ok((bytes, done))
    }
}

/// What would be done to a file.
#[derive(Serialize)]
struct Planned {
    file: FileName,
    #[serde(flatten)]
    mended: Mended,
}

/// What was done to a file.
#[derive(Serialize)]
struct Mended {
    /// How many repairs there are of each kind.
    counts: BTreeMap<&'static str, usize>,
    repairs: Vec<Done>,
    notes: Vec<String>,
    #[serde(skip)]
    shown: usize,
}

/// A repair, and what it is in words.
#[derive(Serialize)]
struct Done {
    #[serde(flatten)]
    repair: Repair,
    text: String,
}

impl Mended {
    fn of(MendReport { repairs, notes, .. }: MendReport, all: bool) -> Self {
        let mut counts = BTreeMap::new();
        for repair in &repairs {
            *counts.entry(plural(repair.kind)).or_default() += 1;
        }
        let repairs = repairs.into_iter().map(|repair| Done { text: words(&repair), repair }).collect();
        Self { counts, repairs, notes, shown: if all { usize::MAX } else { SHOWN } }
    }
}

fn plural(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::SidesJoined => "sides joined",
        RepairKind::FaceSplit => "faces split",
        RepairKind::FaceTurned => "faces turned over",
        RepairKind::DegenerateRemoved => "faces without an area removed",
        RepairKind::DuplicateRemoved => "faces that were there twice removed",
        RepairKind::PocketRemoved => "faces of pockets removed",
        _ => "other repairs",
    }
}

fn words(repair: &Repair) -> String {
    let Repair { face, measure, point: [x, y, z], .. } = repair;
    let at = format!("at ({x:.3}, {y:.3}, {z:.3})");
    let other = repair.other.map_or_else(String::new, |other| format!(" and face {other}"));
    match repair.kind {
        RepairKind::SidesJoined => format!("face {face}{other} {at} were {measure} apart and are joined"),
        RepairKind::FaceSplit => format!("face {face} is split at the vertex {at}, {measure} from its side"),
        RepairKind::FaceTurned => format!("face {face} {at} is turned over and faces up"),
        RepairKind::DegenerateRemoved => format!("face {face} {at} is removed: it has no area"),
        RepairKind::DuplicateRemoved => format!("face {face} {at} is removed: the same triangle is there already"),
        RepairKind::PocketRemoved => format!("face {face} {at} is removed: it belongs to a pocket"),
        _ => format!("face {face} {at}"),
    }
}

impl fmt::Display for Mended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.repairs.is_empty() {
            return f.write_str("nothing to mend");
        }
        let counts: Vec<String> = self.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
        f.write_str(&counts.join(", "))?;
        let mut listed = BTreeMap::new();
        for done in &self.repairs {
            let listed: &mut usize = listed.entry(done.repair.kind).or_default();
            *listed += 1;
            if *listed <= self.shown {
                write!(f, "\n  {}", done.text)?;
            }
        }
        let hidden: usize = listed.values().map(|count| count.saturating_sub(self.shown)).sum();
        if hidden > 0 {
            write!(f, "\n  … and {hidden} more; list them with --all")?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.mended)
    }
}
