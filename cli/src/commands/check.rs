//! The command `walkmesh check`: reports what is wrong with a file, and what that means in the game.

mod checked;

use std::path::{Path, PathBuf};

use walkmesh::any::{self, OpenError, Operation};
use walkmesh::finding::{CheckOptions, Findings};
use walkmesh::flaw::FlawOptions;

use crate::input::{each_file, no_progress, sources};
use crate::materials::Materials;
use crate::output::{Outcome, Report};

pub use checked::{Checked, Level};

use checked::Total;

/// How many findings of one rule are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// Report what is wrong with walkmesh files, and what it means in the game
///
/// A finding has a stable code and a severity: `info` (harmless in the game), `warning` (the game may not behave as
/// intended), `error` (something will not work where it is used), `fatal` (the game may refuse the file, crash or
/// hang). Infos are only counted, unless --severity info lists them. Files without a listed finding are only counted,
/// too. An empty or damaged file is a finding. The exit status is 1 if there is an error or a fatal finding.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh check override/\n  walkmesh check --severity info room.wok\n  walkmesh check --json area.trx | jq \
                        -r '.results[].rules[] | [.code, .count] | @tsv'"
)]
pub struct Check {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List findings of this severity and worse; the others are only counted
    #[arg(long, value_enum, default_value_t = Level::Warning)]
    severity: Level,
    /// List every finding. Default: only the first of each rule (5 as text, 100 in JSON); the others are only counted
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten, next_help_heading = "What counts as a flaw of the floor")]
    flaws: Flaws,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measures by which the geometry of a floor is judged.
#[derive(clap::Args)]
struct Flaws {
    /// The widest gap between two sides that is taken for a crack, in metres. Default: 0.03
    #[arg(long, value_name = "METRES")]
    crack: Option<f32>,
    /// The area below which a part without a way out is a pocket, in square metres. Default: 1
    #[arg(long, value_name = "AREA")]
    pocket: Option<f64>,
    /// Report floors that lie above each other nearer than this, in metres
    #[arg(long, value_name = "METRES")]
    headroom: Option<f32>,
    /// Report walkable faces that rise more than this over a metre
    #[arg(long, value_name = "METRES")]
    slope: Option<f64>,
}

impl Flaws {
    fn options(&self) -> FlawOptions {
        let defaults = FlawOptions::DEFAULT;
        let (crack, pocket) = (self.crack.unwrap_or(defaults.crack), self.pocket.unwrap_or(defaults.pocket));
        defaults.with_crack(crack).with_pocket(pocket).with_headroom(self.headroom).with_slope(self.slope)
    }
}

impl Check {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let mut total = Total::default();
        let options = options(self.all, self.json).with_flaws(self.flaws.options());
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |kind| Operation::Check.is_for(kind),
            |source, input| {
                let findings = match input {
                    Ok(input) => any::check(&input.bytes, &input.open_options(&self.materials), &options)?,
                    Err(error) => findings_of_unreadable(&sources[source].path, error, &options)?,
                };
                Ok(Checked::of(sources[source].name(), findings, self.severity.into()))
            },
            |checked, report| {
                if checked.has_errors() {
                    report.add(Outcome::Found);
                }
                total.add(&checked);
                // As text, a file without a listed finding is only counted. JSON has a result for each file.
                if self.json || checked.lists_any() { report.result(&checked) } else { Ok(()) }
            },
        )?;
        total.finish(report);
        report.summary(&total)
    }
}

/// Turns the error of a file that cannot be read into a finding if the file itself is at fault. Other errors are
/// returned.
fn findings_of_unreadable(path: &Path, error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Findings> {
    let name = path.file_name().and_then(|name| name.to_str());
    let finding = error.downcast_ref().and_then(|error: &OpenError| error.finding(name));
    let mut findings = Findings::new(options);
    findings.push(finding.ok_or(error)?);
    Ok(findings)
}

/// The number of findings of each rule that are listed: all, or a few as text and more as JSON.
pub fn options(all: bool, json: bool) -> CheckOptions {
    match (all, json) {
        (true, _) => CheckOptions::all(),
        (false, true) => CheckOptions::default(),
        (false, false) => CheckOptions::default().with_per_rule(SHOWN),
    }
}
