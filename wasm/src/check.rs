//! Findings as plain objects.

use std::collections::HashMap;
use std::ptr;

use serde::Serialize;
use walkmesh::finding::{CheckOptions, Finding, Findings, Place, RuleFindings, Severity, groups};
use walkmesh::level::{self, Level, OpenOptions, View};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::object;
use crate::error::{Thrown, throw};

/// Maximum number of findings that are listed for a rule, unless the caller says otherwise.
const LISTED: usize = 200;

/// The findings by their rules, the worst first.
#[derive(Serialize)]
pub struct Report {
    /// Number of all findings, listed or not.
    total: usize,
    rules: Vec<RuleReport>,
}

#[derive(Serialize)]
struct RuleReport {
    code: &'static str,
    severity: Severity,
    title: &'static str,
    explanation: &'static str,
    remedy: &'static str,
    count: usize,
    findings: Vec<One>,
}

#[derive(Serialize)]
struct One {
    severity: Severity,
    place: String,
    meaning: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle: Option<usize>,
    /// The rule of the finding that explains this one, and that finding's index in the rule's list.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<[usize; 2]>,
}

/// A point of a place, and the triangle if it names one.
type Located = (Option<[f32; 3]>, Option<usize>);

fn report(findings: &Findings, located: &dyn Fn(&Place) -> Located) -> Report {
    let mut rules: Vec<&RuleFindings> = findings.rules().collect();
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.severity));
    let causes = causes(&rules);
    let one = |finding: &Finding| {
        let (point, triangle) = located(&finding.place);
        // A flaw of the floor has its own point.
        let point = finding.spot.as_ref().map(|spot| spot.point).or(point);
        let place = if finding.place.is_file() { String::new() } else { finding.place.to_string() };
        let cause = causes.get(&ptr::from_ref(finding)).copied();
        One { severity: finding.severity, place, meaning: finding.meaning.clone(), point, triangle, cause }
    };
    let rules = rules.into_iter().map(|rule| RuleReport {
        code: rule.code(),
        severity: rule.severity,
        title: rule.rule.title,
        explanation: rule.rule.explanation,
        remedy: rule.rule.remedy,
        count: rule.count,
        findings: rule.listed.iter().map(one).collect(),
    });
    let rules: Vec<_> = rules.collect();
    Report { total: rules.iter().map(|rule| rule.count).sum(), rules }
}

/// For each finding that another one causes, the rule and index of the cause.
fn causes(rules: &[&RuleFindings]) -> HashMap<*const Finding, [usize; 2]> {
    let listed =
        rules.iter().enumerate().flat_map(|(rule, it)| (0..).zip(&it.listed).map(move |(at, it)| (rule, at, it)));
    let places: HashMap<*const Finding, [usize; 2]> =
        listed.map(|(rule, at, it)| (ptr::from_ref(it), [rule, at])).collect();
    let groups = groups(rules.iter().flat_map(|rule| &rule.listed));
    let explained = groups.into_iter().flat_map(|group| {
        let cause = places[&ptr::from_ref(group.cause)];
        group.explained.into_iter().map(move |finding| (ptr::from_ref(finding), cause))
    });
    explained.collect()
}

fn options(per_rule: Option<u32>) -> CheckOptions {
    CheckOptions::default().with_per_rule(per_rule.map_or(LISTED, |listed| listed as usize))
}

/// Checks the bytes of a file, even if it cannot be opened: damage is reported as a finding.
///
/// # Errors
/// `CheckError`, if there are no rules for the file.
#[wasm_bindgen(unchecked_return_type = "FindingsReport")]
pub fn check(bytes: &[u8], name: &str, per_rule: Option<u32>) -> Result<JsValue, Thrown> {
    let open = OpenOptions::default().with_name(name);
    let findings = level::check(bytes, &open, &options(per_rule)).map_err(throw("CheckError"))?;
    object(&report(&findings, &|_| (None, None)))
}

/// Checks what was opened, and finds the point of each finding.
pub fn check_level(level: &Level, view: &View, per_rule: Option<u32>) -> Result<Report, Thrown> {
    let findings = level.check(&options(per_rule)).map_err(throw("CheckError"))?;
    let locate = level.locator();
    Ok(report(&findings, &|place| (locate(place).map(|located| located.middle()), view.triangle_at(place))))
}
