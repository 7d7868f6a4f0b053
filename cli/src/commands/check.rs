//! The command `walkmesh check`: reports what is wrong with a file, and what that means in the game.

mod baseline;
mod checked;
mod file_findings;
mod github;
mod sarif;
mod summary;

use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use walkmesh::finding::{CheckOptions, RuleFindings, Severity};
use walkmesh::flaw::FlawOptions;
use walkmesh::level::Operation;

use crate::choice;
use crate::input::{Input, each_file, progress};
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::path_quality;
use crate::place;
use crate::placed_object::{ObjectArgument, place_in};
use crate::walker::AppearanceRow;

pub use checked::Checked;
pub use file_findings::{Counts, FileFindings};

use baseline::Project;
use file_findings::Total;
use sarif::Log;
use summary::Summary;

/// The number of findings of one rule that the text lists for a level without `--all`.
const SHOWN: usize = 5;
/// Maximum number of findings of one rule that are assigned to the files of a level: more than any real area has.
const BY_FILE: usize = 10_000;

/// Report the faults of levels, and their effects in the game
///
/// A level is checked with all its files: a KotOR area with its rooms, their models and the objects of its GIT, an NWN2 area with
/// its GIT and its TRN. A room named on its own is checked alone.
///
/// A finding has a stable code and a severity: `info` (harmless in the game), `warning` (the game may not behave as intended),
/// `error` (something does not work in the game), `fatal` (the game may refuse the file, crash or hang). Infos are only counted,
/// unless --severity info lists them. Files without a listed finding are also only counted. An empty or damaged file is a
/// finding. The exit status is 1 if there is an error or a fatal finding.
///
/// To accept the present findings of a project, run --write-baseline once and keep that file beside its walkmeshes. With
/// --baseline, accepted findings are only counted, and the exit status is 1 if there is a new finding of the --severity or worse.
/// Findings on the geometry of a floor are matched by position, within 0.1 m. All others are matched only by their number per
/// file and rule: if there are more than accepted, all of them are listed.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh check override/\n  walkmesh check --severity info room.wok\n  walkmesh check \
                        --profile design room.wok\n  walkmesh check --summary \
                        modules/\n  walkmesh check --json area.trx | jq \
                        -r '.results[].rules[] | [.code, .count] | @tsv'\n  walkmesh check --write-baseline accepted.json \
                        module/\n  walkmesh check --baseline accepted.json --format sarif module/ > walkmesh.sarif"
)]
pub struct Check {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List findings of this severity and worse; the others are only counted
    #[arg(long, value_parser = choice::severity(), default_value = "warning")]
    severity: Severity,
    /// List every finding. Default: only the first of each rule (5 as text, 100 in other formats); the others are only counted
    #[arg(long)]
    all: bool,
    /// Report only findings that this file does not accept
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the findings to this file, as accepted. `-` is standard output. The checked files must lie in its folder or below
    ///
    /// An existing file is replaced if it is an unmodified baseline, otherwise only with --force.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
    /// With --write-baseline: replace an existing file
    #[arg(long, requires = "write_baseline")]
    force: bool,
    /// Put a PWK or DWK into the area and check its hooks. Creatures must be able to reach the use hooks. Position (in metres, z
    /// up) and bearing (in radians, counter-clockwise in the plan view) are as in a GIT. FILE is also searched in the folder of
    /// the rooms. A door's STATE is closed, open1 or open2, and selects the file of that state beside FILE
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = ObjectArgument::parser())]
    place: Vec<ObjectArgument>,
    #[command(flatten)]
    materials: Materials,
    /// Select a set of checks. `design`: also list every finding on the geometry of a floor, at any severity, such as
    /// disconnected parts, overlaps and holes, and report ceilings lower than 2 m and steps of up to 0.5 m
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    #[command(flatten, next_help_heading = "Limits for flaws of the floor")]
    flaws: Flaws,
    /// Print one line for each level, the worst first
    #[arg(long, visible_alias = "by-level", conflicts_with_all = ["baseline", "write_baseline", "by_file"])]
    summary: bool,
    /// List the findings of a level by file: the rooms, the layout, the objects. The formats for code review, and baselines,
    /// always do so
    #[arg(long)]
    by_file: bool,
    /// For path points (PTH) beside the files of their area: the number of pairs of places between which ways over the points are
    /// compared with the shortest
    #[arg(long, value_name = "N", default_value_t = path_quality::PAIRS)]
    pairs: usize,
    /// Print the findings in this format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,
}

/// The output format of findings.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    /// SARIF 2.1.0, for tools that review code
    Sarif,
    /// Workflow commands of GitHub Actions, which annotate a pull request
    Github,
    /// An HTML page, with --summary
    Html,
}

/// The scope of a check.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// The design of a floor, in addition to the integrity of the file.
    Design,
}

impl Profile {
    /// Height of a person, in metres: nobody fits under a lower ceiling.
    const HEIGHT: f32 = 2.0;
    /// The height of a step that people climb, in metres.
    const STEP: f32 = 0.5;
}

/// The measures by which the geometry of a floor is judged.
#[derive(clap::Args)]
struct Flaws {
    /// The maximum width of a crack, in metres. Default: 0.03
    #[arg(long, alias = "crack", value_name = "METRES")]
    tolerance: Option<f32>,
    /// The area below which a closed part is a pocket, in m². Default: 1
    #[arg(long, value_name = "AREA")]
    pocket: Option<f64>,
    /// The height of a walker, in metres. Reports floors with less headroom
    #[arg(long, value_name = "METRES")]
    height: Option<f32>,
    /// Report walkable faces steeper than this, in metres per metre
    #[arg(long, value_name = "METRES")]
    slope: Option<f64>,
    /// Report steps up to this height, in metres. These are pairs of sides that coincide in the plan view, at different heights
    #[arg(long, value_name = "METRES")]
    step: Option<f32>,
    /// The radius of a walker, in metres. Reports corridors narrower than its double, if no wider route leads around
    #[arg(long, value_name = "METRES")]
    radius: Option<f64>,
    #[command(flatten)]
    row: AppearanceRow,
    /// Report corners sharper than this angle, in degrees
    #[arg(long, value_name = "DEGREES")]
    corner: Option<f64>,
    /// Silkroad: the maximum ratio of a stored route to the shortest. Longer routes are reported. Default: 2
    #[arg(long, value_name = "RATIO")]
    detour: Option<f64>,
}

impl Flaws {
    /// The options with these measures.
    fn apply(&self, profile: Option<Profile>, mut options: CheckOptions) -> anyhow::Result<CheckOptions> {
        options.detour = self.detour.or(options.detour);
        Ok(options.with_flaws(self.options(profile)?))
    }

    fn options(&self, profile: Option<Profile>) -> anyhow::Result<FlawOptions> {
        let walker = self.row.walker()?;
        let of_design = |measure: f32| (profile == Some(Profile::Design)).then_some(measure);
        let height = walker.map(|walker| walker.height).or(self.height).or(of_design(Profile::HEIGHT));
        let radius = walker.map(|walker| walker.radius.into()).or(self.radius);
        let step = self.step.or(of_design(Profile::STEP));
        let defaults = FlawOptions::DEFAULT;
        let (crack, pocket) = (self.tolerance.unwrap_or(defaults.crack), self.pocket.unwrap_or(defaults.pocket));
        let options = defaults.with_crack(crack).with_pocket(pocket).with_height(height).with_slope(self.slope);
        Ok(options.with_step(step).with_radius(radius).with_corner(self.corner))
    }
}

impl Check {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let format = if report.is_json() { Format::Json } else { self.format };
        report.set_json(format == Format::Json);
        let is_page = format == Format::Html;
        ensure!(!is_page || self.summary, "--format html is a page of levels: use it with --summary");
        let is_review = matches!(format, Format::Sarif | Format::Github);
        ensure!(!(is_review && self.summary), "--summary prints text, json or html");
        report.leave_to(self.write_baseline.as_deref());
        let mut project = Project::open(self.baseline.as_deref(), self.write_baseline.as_deref())?;
        let by_file = self.by_file || is_review || project.is_used();
        let listed = self.flaws.apply(self.profile, options(self.all, format != Format::Text))?;
        // Only listed findings have a file.
        let most = if by_file { BY_FILE } else { 0 };
        let options = listed.clone().with_per_rule(listed.per_rule.max(most));
        let appearances = self.flaws.row.table()?;
        let is_plain = format == Format::Text && !project.is_used();
        let hides_infos = self.severity > Severity::Info && is_plain;
        let triage =
            if is_plain { format!("walkmesh {}", FileLocation::arguments(&self.files)) } else { String::new() };
        let mut results = Results { format, by_file, hides_infos, triage, ..Results::default() };
        let mut summary = Summary::default();
        let sources = place::level_sources(&self.files, report);
        each_file(
            &sources,
            &progress(),
            report,
            |kind| Operation::Check.is_for(kind),
            |source, input| {
                let open = |input: &Input| {
                    let options = input.options(&self.materials).with_appearances(appearances.clone());
                    let mut level = input.level(&options.with_skip_unreadable(true))?;
                    place_in(&mut level, &self.place, &input.folder())?;
                    Ok(level)
                };
                Ok(Checked::new(&sources[source].path, input, open, &options, by_file, self.pairs)?.0)
            },
            |checked, report| {
                checked.unread.iter().for_each(|(at, error)| report.problem(at, error));
                if self.summary {
                    summary.add(&checked);
                    return Ok(());
                }
                let mut notes = checked.notes;
                for (file, mut rules) in checked.files {
                    let judged = match project.judge(&file, &mut rules, self.severity) {
                        Ok(judged) => judged,
                        Err(error) => {
                            report.problem(&file, &error);
                            continue;
                        }
                    };
                    rules.iter_mut().for_each(|rule| rule.listed.truncate(listed.per_rule));
                    let is_listed = |rule: &RuleFindings| self.is_listed(rule);
                    let mut found = FileFindings::new(FileLocation::from(&file), &rules, is_listed, judged);
                    if file == checked.at {
                        found.notes = std::mem::take(&mut notes);
                    }
                    results.add(&found, report)?;
                }
                Ok(())
            },
        )?;
        if self.summary {
            return summary.print(is_page, report);
        }
        project.write(self.force)?;
        results.finish(report)
    }

    /// Returns whether the findings of a rule are listed. A design check lists everything that has a position on a floor.
    fn is_listed(&self, rule: &RuleFindings) -> bool {
        let is_on_floor = rule.listed.first().is_some_and(|finding| finding.spot.is_some());
        rule.severity >= self.severity || (self.profile == Some(Profile::Design) && is_on_floor)
    }
}

/// The results of a run, in a format.
#[derive(Default)]
struct Results {
    format: Format,
    /// True if each result is a file, false if it is a level.
    by_file: bool,
    /// True if infos are counted and not listed.
    hides_infos: bool,
    /// The command that reports what can be repaired, if the output is text.
    triage: String,
    total: Total,
    /// The results so far, if the format is SARIF.
    log: Log,
}

impl Results {
    fn add(&mut self, checked: &FileFindings, report: &mut Report) -> anyhow::Result<()> {
        if checked.fails() {
            report.add(Outcome::Found);
        }
        self.total.add(checked);
        match self.format {
            // A file without a listed finding is only counted. JSON has a result for each file.
            Format::Text if checked.findings.is_empty() && checked.notes.is_empty() => Ok(()),
            Format::Github if checked.findings.is_empty() => Ok(()),
            Format::Text | Format::Json | Format::Html => report.result(checked),
            Format::Github => report.text(github::Annotations(checked)),
            Format::Sarif => {
                self.log.add(checked);
                Ok(())
            }
        }
    }

    fn finish(mut self, report: &mut Report) -> anyhow::Result<()> {
        self.total.finish(report, if self.by_file { "file" } else { "level" }, self.hides_infos, self.triage);
        match self.format {
            Format::Text | Format::Json | Format::Html => report.summary(&self.total),
            Format::Github => {
                let failed: Vec<String> = report.problems().iter().map(github::failed).collect();
                failed.into_iter().try_for_each(|line| report.text(line))?;
                report.text(self.total)
            }
            Format::Sarif => {
                let document = self.log.document(report.problems());
                report.document(&document)
            }
        }
    }
}

/// The number of findings of each rule that are listed: all, or a few as text and more as JSON.
pub fn options(all: bool, json: bool) -> CheckOptions {
    match (all, json) {
        (true, _) => CheckOptions::all(),
        (false, true) => CheckOptions::default(),
        (false, false) => CheckOptions::default().with_per_rule(SHOWN),
    }
}
