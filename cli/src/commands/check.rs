//! The command `walkmesh check`: reports what is wrong with a file, and what that means in the game.

mod baseline;
mod by_level;
mod file_findings;
mod github;
mod sarif;

use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use walkmesh::finding::{CheckOptions, Findings, RuleFindings, Severity};
use walkmesh::flaw::FlawOptions;
use walkmesh::level::{self, OpenError, OpenOptions, Operation};

use crate::input::{Input, each_file, progress, sources};
use crate::layouts::Layouts;
use crate::limits::limits;
use crate::location::Location;
use crate::materials::Materials;
use crate::models;
use crate::objects::AreaFolders;
use crate::output::{Outcome, Report};
use crate::storage;
use crate::walker::AppearanceRow;

pub use file_findings::{FileFindings, Level};

use baseline::Project;
use file_findings::Total;
use sarif::Log;

/// How many findings of one rule are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// Report what is wrong with walkmesh files, and what it means in the game
///
/// A finding has a stable code and a severity: `info` (harmless in the game), `warning` (the game may not behave as
/// intended), `error` (something will not work where it is used), `fatal` (the game may refuse the file, crash or
/// hang). Infos are only counted, unless --severity info lists them. Files without a listed finding are only counted,
/// too. An empty or damaged file is a finding. The exit status is 1 if there is an error or a fatal finding.
///
/// A project accepts what it has once with --write-baseline, and keeps that file beside its walkmeshes. With --baseline,
/// accepted findings are only counted, and the exit status is 1 if there is any new one of the --severity or worse. A finding
/// on the geometry of a floor is known again by its spot, within 0.1 m; of the others only the number in each file and of each
/// rule is known, so if there are more, all of them are listed.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh check override/\n  walkmesh check --severity info room.wok\n  walkmesh check \
                        --profile design room.wok\n  walkmesh check --by-level \
                        modules/\n  walkmesh check --json area.trx | jq \
                        -r '.results[].rules[] | [.code, .count] | @tsv'\n  walkmesh check --write-baseline accepted.json \
                        module/\n  walkmesh check --baseline accepted.json --format sarif module/ > walkmesh.sarif"
)]
pub struct Check {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List findings of this severity and worse; the others are only counted
    #[arg(long, value_enum, default_value_t = Level::Warning)]
    severity: Level,
    /// List every finding. Default: only the first of each rule (5 as text, 100 in other formats); the others are only counted
    #[arg(long)]
    all: bool,
    /// Report only what this file does not accept
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Accept what is found now: write it to this file (`-` is standard output). Files that are checked lie in its folder or below
    ///
    /// An existing file is replaced if it is a baseline that nobody changed, and otherwise only with --force.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
    /// With --write-baseline: replace an existing file that has other bytes
    #[arg(long, requires = "write_baseline")]
    force: bool,
    #[command(flatten)]
    materials: Materials,
    /// Judge by what the files are for. `design`: also list every finding on the geometry of a floor, whatever its severity,
    /// such as parts that are cut off, overlaps and holes, and look for ceilings lower than 2 m and steps of up to 0.5 m
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    #[command(flatten, next_help_heading = "What counts as a flaw of the floor")]
    flaws: Flaws,
    /// Check levels as the game loads them, each with all files that belong to it, and print one line for each, the worst first
    #[arg(long, conflicts_with_all = ["baseline", "write_baseline"])]
    by_level: bool,
    /// Print the findings in this format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "json")]
    format: Format,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    /// SARIF 2.1.0, for tools that review code
    Sarif,
    /// Workflow commands of GitHub Actions, which annotate a pull request
    Github,
    /// A page, with --by-level
    Html,
}

/// What files are checked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// The design of a floor, and not only whether the file is intact.
    Design,
}

impl Profile {
    /// How tall people are, in metres: they do not stand under a lower ceiling.
    const HEIGHT: f32 = 2.0;
    /// The height of a step that people climb, in metres.
    const STEP: f32 = 0.5;
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
    /// How tall a walker is, in metres: report floors that lie above each other nearer than this
    #[arg(long, value_name = "METRES")]
    height: Option<f32>,
    /// Report walkable faces that rise more than this over a metre
    #[arg(long, value_name = "METRES")]
    slope: Option<f64>,
    /// Report sides that lie above another one by no more than this, in metres: steps that a walker would climb
    #[arg(long, value_name = "METRES")]
    step: Option<f32>,
    /// The radius of a walker, in metres: report corridors narrower than twice this, if no wider way leads around
    #[arg(long, value_name = "METRES")]
    radius: Option<f64>,
    #[command(flatten)]
    row: AppearanceRow,
    /// Report corners at which two walls leave less floor than this between them, in degrees
    #[arg(long, value_name = "DEGREES")]
    corner: Option<f64>,
    /// Silkroad: report stored routes that are longer than the shortest by more than this ratio. Default: 2
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
        let (crack, pocket) = (self.crack.unwrap_or(defaults.crack), self.pocket.unwrap_or(defaults.pocket));
        let options = defaults.with_crack(crack).with_pocket(pocket).with_height(height).with_slope(self.slope);
        Ok(options.with_step(step).with_radius(radius).with_corner(self.corner))
    }
}

impl Check {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let format = if report.is_json() { Format::Json } else { self.format };
        report.set_json(format == Format::Json);
        let is_page = format == Format::Html;
        ensure!(!is_page || self.by_level, "--format html is a report of levels: use it with --by-level");
        if self.by_level {
            let is_other = matches!(format, Format::Sarif | Format::Github);
            ensure!(!is_other, "--by-level prints text, json or html");
            let options = self.flaws.apply(self.profile, options(self.all, format != Format::Text))?;
            let open = OpenOptions::default().with_limits(limits()).with_materials(self.materials.choice());
            let open = open.with_appearances(self.flaws.row.table()?).with_game(storage::game());
            let open = open.with_skip_unreadable(true);
            return by_level::report(&self.files, &open, &options, format, report);
        }
        self.flaws.row.ensure_used()?;
        report.leave_to(self.write_baseline.as_deref());
        let mut project = Project::open(self.baseline.as_deref(), self.write_baseline.as_deref())?;
        let listed = self.flaws.apply(self.profile, options(self.all, format != Format::Text))?;
        let options = listed.clone().with_per_rule(listed.per_rule.max(project.compared()));
        let (layouts, folders) = (Layouts::new(None)?, AreaFolders::default());
        let mut results = Results { format, total: Total::default(), log: Log::default() };
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &progress(),
            report,
            |kind| Operation::Check.is_for(kind),
            |source, input| {
                let source = &sources[source];
                let findings = match input {
                    Ok(input) => level::check(&input.bytes, &self.open_options(&input, &layouts, &folders), &options)?,
                    Err(error) => findings_of_unreadable(&source.path, error, &options)?,
                };
                Ok((source.name(), findings.into_rules()))
            },
            |(file, mut rules), report| {
                let judged = match project.judge(file.location(), &mut rules, self.severity.into()) {
                    Ok(judged) => judged,
                    Err(error) => {
                        report.problem(file.location(), &error);
                        return Ok(());
                    }
                };
                rules.iter_mut().for_each(|rule| rule.listed.truncate(listed.per_rule));
                let is_listed = |rule: &RuleFindings| self.is_listed(rule);
                results.add(&FileFindings::of(file, &rules, is_listed, judged), report)
            },
        )?;
        project.write(self.force)?;
        results.finish(report)
    }
}

impl Check {
    /// The options for opening a file. If the model of a room and its layout are in the same folder, they are among the options.
    fn open_options(&self, input: &Input, layouts: &Layouts, files: &AreaFolders) -> OpenOptions {
        let options = input.open_options(&self.materials);
        match models::beside(input, files) {
            Some(model) => options.with_model(model).with_layout(layouts.of_room(&input.path).ok().flatten()),
            None => options,
        }
    }

    /// Whether the findings of a rule are listed. A design is judged by everything that is somewhere on a floor.
    fn is_listed(&self, rule: &RuleFindings) -> bool {
        let is_on_floor = rule.listed.first().is_some_and(|finding| finding.spot.is_some());
        rule.severity >= Severity::from(self.severity) || (self.profile == Some(Profile::Design) && is_on_floor)
    }
}

/// The results of a run, in a format.
struct Results {
    format: Format,
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
            Format::Text | Format::Github if checked.findings.is_empty() => Ok(()),
            Format::Text | Format::Json | Format::Html => report.result(checked),
            Format::Github => report.text(github::Annotations(checked)),
            Format::Sarif => {
                self.log.add(checked);
                Ok(())
            }
        }
    }

    fn finish(mut self, report: &mut Report) -> anyhow::Result<()> {
        self.total.finish(report);
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

/// Turns the error of a file that cannot be read into a finding if the file itself is at fault. Other errors are
/// returned.
fn findings_of_unreadable(at: &Location, error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Findings> {
    let name = at.file_name().and_then(|name| name.to_str());
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
