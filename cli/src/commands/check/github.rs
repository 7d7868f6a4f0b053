//! Findings as workflow commands of GitHub Actions, which shows them beside the changes of a pull request.

use std::fmt;

use walkmesh::finding::Severity;

use super::file_findings::{FileFindings, FindingReport};
use crate::output::Problem;

/// The findings of a file, a line each.
pub struct Annotations<'c>(pub &'c FileFindings);

impl fmt::Display for Annotations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(checked) = self;
        let file = checked.file.to_string();
        let mut lines = checked.findings.iter().map(|found: &FindingReport| {
            let level = match found.finding.severity {
                Severity::Fatal | Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            annotation(level, &file, found.finding.code(), &found.message())
        });
        lines.next().map_or(Ok(()), |line| f.write_str(&line))?;
        lines.try_for_each(|line| write!(f, "\n{line}"))
    }
}

/// A file that could not be checked, as a line.
pub fn failed(Problem { file, error }: &Problem) -> String {
    annotation("error", &file.to_string(), "unreadable", error)
}

/// GitHub knows a file by its path from the top of the repository, which does not start with `./`.
fn annotation(level: &str, file: &str, title: &str, message: &str) -> String {
    let file = file.strip_prefix("./").unwrap_or(file);
    format!("::{level} file={},title={}::{}", property(file), property(title), data(message))
}

/// Text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, in which commas and colons must be escaped.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
