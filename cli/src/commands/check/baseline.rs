//! The baseline of a project: the findings that it accepts, so that only new ones are reported.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use walkmesh::finding::{Finding, RuleFindings, Severity};

use crate::location::FileLocation;
use crate::{input, save};

/// The version of the file. Names and meanings change only together with this number.
const VERSION: u32 = 1;

/// Maximum distance by which the spot of an accepted finding may move when the floor around it is edited, in metres.
const NEAR: f32 = 0.1;

/// The use of a project's baseline in a run.
pub enum Project {
    /// The run uses no baseline.
    None,
    /// Accepted findings are removed.
    Judge(Baseline),
    /// All findings become accepted.
    Accept { baseline: Baseline, path: PathBuf },
}

/// The findings that a project accepts.
///
/// A finding on the geometry of a floor is recognised by its spot, because numbers of faces change with every edit. For findings on tables,
/// only the number is known.
pub struct Baseline {
    /// The folder of the file. Names are relative to it.
    folder: PathBuf,
    accepted: BTreeMap<Of, AcceptedFindings>,
}

/// The key of accepted findings: the file, the code of the rule, and the severity.
type Of = (String, String, Severity);

/// The accepted findings of one rule in one file.
#[derive(Default)]
struct AcceptedFindings {
    count: usize,
    /// The spots of the findings that have one.
    at: Vec<[f32; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The mark of a file that this program made. It is independent of the findings.
    #[serde(default, rename = "made_by_walkmesh")]
    _mark: Option<IgnoredAny>,
    baseline_version: u32,
    accepted: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    code: String,
    severity: Severity,
    count: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    at: Vec<[f32; 3]>,
}

/// A file's findings, counted against the baseline.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct BaselineCounts {
    /// Number of accepted findings.
    pub accepted: usize,
    /// Number of accepted findings that are no longer there.
    pub gone: usize,
}

impl fmt::Display for BaselineCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.accepted > 0 {
            write!(f, "; {} accepted", self.accepted)?;
        }
        if self.gone > 0 {
            write!(f, "; {} of the baseline gone", self.gone)?;
        }
        Ok(())
    }
}

impl Project {
    /// Reads a baseline, or begins the one to be written.
    pub fn open(read: Option<&Path>, write: Option<&Path>) -> anyhow::Result<Self> {
        Ok(match (read, write) {
            (None, None) => Self::None,
            (Some(path), _) => Self::Judge(Baseline::read(path)?),
            (None, Some(path)) => Self::Accept { baseline: Baseline::new(path)?, path: path.to_owned() },
        })
    }

    /// Returns whether the run uses a baseline.
    pub fn is_used(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Removes the accepted findings of a file, or accepts findings that are at least as bad as `least`.
    pub fn judge(
        &mut self,
        file: &FileLocation,
        rules: &mut [RuleFindings],
        least: Severity,
    ) -> anyhow::Result<Option<BaselineCounts>> {
        let baseline = match self {
            Self::None => return Ok(None),
            Self::Judge(baseline) => baseline,
            Self::Accept { baseline, .. } => {
                baseline.accept(&baseline.name_of(file)?, rules, least);
                baseline
            }
        };
        Ok(Some(baseline.judge(&baseline.name_of(file)?, rules)))
    }

    /// Writes the requested baseline; with `force`, over any file.
    pub fn write(&self, force: bool) -> anyhow::Result<()> {
        match self {
            Self::Accept { baseline, path } => baseline.write(path, force).with_context(|| path.display().to_string()),
            Self::None | Self::Judge(_) => Ok(()),
        }
    }
}

impl Baseline {
    /// An empty baseline for a file at this location.
    fn new(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { folder: folder_of(path)?, accepted: BTreeMap::new() })
    }

    /// Reads a baseline.
    fn read(path: &Path) -> anyhow::Result<Self> {
        let read = || {
            let document: Document = serde_json::from_slice(&input::read(path)?)?;
            let version = document.baseline_version;
            ensure!(version == VERSION, "has the version {version}, and this program knows only version {VERSION}");
            let entries = document.accepted.into_iter();
            let accepted = entries.map(|Entry { file, code, severity, count, at }| {
                ((file, code, severity), AcceptedFindings { count, at })
            });
            Ok(Self { accepted: accepted.collect(), ..Self::new(path)? })
        };
        read().with_context(|| format!("the baseline {}", path.display()))
    }

    /// Writes the baseline, one line for each file, rule and severity. An existing file is replaced if it is an unmodified baseline, or
    /// with `force`.
    fn write(&self, path: &Path, force: bool) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for ((file, code, severity), AcceptedFindings { count, at }) in &self.accepted {
            let (file, code, severity, count, at) = (file.clone(), code.clone(), *severity, *count, at.clone());
            lines.push(format!("    {}", serde_json::to_string(&Entry { file, code, severity, count, at })?));
        }
        let lines = lines.join(",\n");
        let text = format!("{{\n  \"baseline_version\": {VERSION},\n  \"accepted\": [\n{lines}\n  ]\n}}\n");
        // A baseline has no input file that it could overwrite.
        save::write_new(None, path, &save::marked(text.into_bytes()), force)
    }

    /// The name of a file in the baseline: relative to the baseline's folder, with `/` on every system.
    fn name_of(&self, file: &FileLocation) -> anyhow::Result<String> {
        if input::is_standard_input(file) {
            return Ok("-".to_owned());
        }
        let file = match file {
            FileLocation::Path(path) => path,
            FileLocation::Member { container, name } => {
                return Ok(format!("{}/{}", self.name_of(container)?, FileLocation::from(&**name)));
            }
        };
        let folder = folder_of(file)?;
        let Ok(inside) = folder.strip_prefix(&self.folder) else {
            anyhow::bail!("lies outside of {}, the folder of the baseline", self.folder.display());
        };
        let parts = inside.iter().chain(file.file_name()).map(|part| FileLocation::from(Path::new(part)).to_string());
        Ok(parts.collect::<Vec<_>>().join("/"))
    }

    /// Accepts the findings of a file that are at least as bad as `least`.
    fn accept(&mut self, file: &str, rules: &[RuleFindings], least: Severity) {
        for rule in rules.iter().filter(|rule| rule.severity >= least) {
            let of = (file.to_owned(), rule.code().to_owned(), rule.severity);
            let at =
                rule.listed.iter().filter_map(spot).map(|spot| spot.map(|metres| (metres * 100.0).round() / 100.0));
            self.accepted.insert(of, AcceptedFindings { count: rule.count, at: at.collect() });
        }
    }

    /// Removes the accepted findings of a file. If only their number is known and there are more, all stay listed.
    fn judge(&self, file: &str, rules: &mut [RuleFindings]) -> BaselineCounts {
        let first = (file.to_owned(), String::new(), Severity::Info);
        let of_file = self.accepted.range(first..).take_while(|((name, ..), _)| name == file);
        let mut judged = BaselineCounts::default();
        for ((_, code, severity), accepted) in of_file {
            let is_it = |rule: &&mut RuleFindings| rule.code() == code && rule.severity == *severity;
            let known = rules.iter_mut().find(is_it).map_or(0, |rule| accepted.take_out_of(rule));
            judged.accepted += known;
            judged.gone += accepted.count - known;
        }
        judged
    }
}

impl AcceptedFindings {
    /// Removes the accepted findings, and returns their number.
    fn take_out_of(&self, rule: &mut RuleFindings) -> usize {
        let unlisted = rule.unlisted();
        let mut left = self.at.clone();
        let before = rule.listed.len();
        rule.listed.retain(|finding| {
            let known = spot(finding).and_then(|spot| left.iter().position(|at| is_near(*at, spot)));
            known.map(|known| left.swap_remove(known)).is_none()
        });
        let met = before - rule.listed.len();
        let by_number = if self.at.is_empty() { rule.count } else { unlisted };
        let known = met + by_number.min(self.count - met.min(self.count));
        rule.count -= known;
        if rule.count == 0 {
            rule.listed.clear();
        }
        known
    }
}

fn spot(finding: &Finding) -> Option<[f32; 3]> {
    finding.spot.map(|spot| spot.point)
}

fn is_near(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= NEAR)
}

/// The folder of a file, by its own name.
fn folder_of(file: &Path) -> anyhow::Result<PathBuf> {
    let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    fs::canonicalize(folder).with_context(|| format!("the folder {}", folder.display()))
}
