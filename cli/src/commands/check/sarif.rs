//! Findings as SARIF 2.1.0, the format in which analysis tools pass results to code review.

use std::path::Component;

use serde_json::{Value, json};
use walkmesh::finding::{Rule, Severity};

use super::file_findings::{FileFindings, FindingReport};
use crate::location::FileLocation;
use crate::output::Problem;

/// The results of a run.
#[derive(Default)]
pub struct Log {
    /// The rules of the results.
    rules: Vec<&'static Rule>,
    results: Vec<Value>,
}

impl Log {
    /// Adds the listed findings of a file.
    pub fn add(&mut self, checked: &FileFindings) {
        for found in &checked.findings {
            let rule = found.finding.rule;
            let known = self.rules.iter().position(|known| std::ptr::eq(*known, rule));
            let index = known.unwrap_or_else(|| {
                self.rules.push(rule);
                self.rules.len() - 1
            });
            self.results.push(result(&checked.file, found, index));
        }
    }

    /// The document, with the files that could not be checked.
    pub fn document(self, problems: &[Problem]) -> Value {
        let failures = problems.iter().map(|Problem { file, error }| {
            json!({
                "level": "error",
                "message": { "text": error },
                "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } }],
            })
        });
        let failures: Vec<Value> = failures.collect();
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "walkmesh",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": self.rules.into_iter().map(descriptor).collect::<Vec<_>>(),
                } },
                "invocations": [{
                    "executionSuccessful": failures.is_empty(),
                    "toolExecutionNotifications": failures,
                }],
                "results": self.results,
            }],
        })
    }
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.explanation },
        "help": { "text": rule.remedy },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(at: &FileLocation, found: &FindingReport, rule: usize) -> Value {
    let location = |place: &str| {
        let mut location = json!({
            // A code viewer shows a result only beside a line. A walkmesh has no lines, so this names the first.
            "physicalLocation": { "artifactLocation": { "uri": uri(at) }, "region": { "startLine": 1 } },
        });
        if !place.is_empty() {
            location["logicalLocations"] = json!([{ "fullyQualifiedName": place, "kind": "element" }]);
        }
        location
    };
    let mut result = json!({
        "ruleId": found.finding.code(),
        "ruleIndex": rule,
        "level": level(found.finding.severity),
        "message": { "text": found.message() },
        "locations": [location(&found.finding.place.to_string())],
    });
    if let Some(other) = &found.finding.other {
        result["relatedLocations"] = json!([location(&other.to_string())]);
    }
    if let Some(spot) = found.finding.spot {
        result["properties"] = json!({ "spot": spot });
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Fatal | Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A location as a URI: a relative path stays relative.
fn uri(at: &FileLocation) -> String {
    let mut uri = String::new();
    let path = match at {
        FileLocation::Path(path) => path,
        FileLocation::Member { container, name } => {
            uri = self::uri(container);
            uri.push('/');
            encode(name.as_bytes(), &mut uri);
            return uri;
        }
    };
    for part in path.components() {
        match part {
            Component::RootDir => {
                uri = format!("file://{uri}/");
                continue;
            }
            Component::CurDir => continue,
            Component::Prefix(drive) => uri = format!("/{}", drive.as_os_str().to_string_lossy()),
            Component::ParentDir | Component::Normal(_) => {
                if !uri.is_empty() && !uri.ends_with('/') {
                    uri.push('/');
                }
                encode(part.as_os_str().as_encoded_bytes(), &mut uri);
            }
        }
    }
    uri
}

/// Adds bytes; bytes that are not allowed in a URI become `%` and two digits.
fn encode(bytes: &[u8], uri: &mut String) {
    for &byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        let cases = [
            ("areas/room 1.wok", "areas/room%201.wok"),
            ("./café#2.wok", "caf%C3%A9%232.wok"),
            ("../a.wok", "../a.wok"),
            ("/tmp/a.wok", "file:///tmp/a.wok"),
        ];
        for (path, expected) in cases {
            assert_eq!(uri(&path.into()), expected);
        }
    }
}
