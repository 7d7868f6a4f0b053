//! [`Finding`] and [`Table`]: the findings of a check, and the differences between tables of two levels.

use pyo3::prelude::*;
use walkmesh::diff::TableDiff;
use walkmesh::finding::{self, Measure};
use walkmesh::level::{Level, View};

/// A fault that a check found, with the rule that it breaks. ``walkmesh explain CODE`` explains the rule.
#[pyclass(frozen, get_all, module = "walkmesh")]
pub struct Finding {
    /// The code of the rule, such as ``floor-cracked``.
    code: &'static str,
    /// The severity: ``info``, ``warning``, ``error`` or ``fatal``.
    severity: String,
    /// The title of the rule.
    title: &'static str,
    /// The effect in the game.
    explanation: &'static str,
    /// The remedy.
    remedy: &'static str,
    /// The description of this fault.
    meaning: String,
    /// The place in the file; empty for the file as a whole.
    place: String,
    /// A point of the fault, if it has a position in space.
    point: Option<(f32, f32, f32)>,
    /// The index of its face in `Level.faces`.
    triangle: Option<usize>,
    /// The measure: a length in metres, an area in square metres, an angle in degrees, a count or a ratio.
    measure: Option<f64>,
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        let Self { code, severity, place, .. } = self;
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        format!("<{severity} {code}{at}>")
    }

    fn __str__(&self) -> String {
        let at = if self.place.is_empty() { String::new() } else { format!("{}: ", self.place) };
        format!("{at}{} [{}]", self.meaning, self.code)
    }
}

/// The listed findings, the worst first.
pub fn findings(level: &Level, view: &View, found: &finding::Findings) -> Vec<Finding> {
    let locate = level.locator();
    let mut all: Vec<_> = found.iter().collect();
    all.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let one = |finding: &finding::Finding| Finding {
        code: finding.code(),
        severity: finding.severity.to_string(),
        title: finding.rule.title,
        explanation: finding.rule.explanation,
        remedy: finding.rule.remedy,
        meaning: finding.meaning.clone(),
        place: if finding.place.is_file() { String::new() } else { finding.place.to_string() },
        point: point(finding, || locate(&finding.place).map(|shape| shape.middle())),
        triangle: view.triangle_at(&finding.place),
        measure: finding.spot.as_ref().map(|spot| measure(&spot.measure)),
    };
    all.into_iter().map(one).collect()
}

/// A flaw of the floor has its own point.
fn point(finding: &finding::Finding, located: impl FnOnce() -> Option<[f32; 3]>) -> Option<(f32, f32, f32)> {
    finding.spot.as_ref().map(|spot| spot.point).or_else(located).map(Into::into)
}

fn measure(measure: &Measure) -> f64 {
    match *measure {
        Measure::Length(value)
        | Measure::Area(value)
        | Measure::Slope(value)
        | Measure::Ratio(value)
        | Measure::Angle(value) => value,
        Measure::Count(count) => count as f64,
        _ => f64::NAN,
    }
}

/// The comparison of a table of two levels.
#[pyclass(frozen, get_all, module = "walkmesh")]
pub struct Table {
    /// The name of the table, such as ``aabb_nodes``.
    name: &'static str,
    /// The number of entries of the longer table.
    entries: usize,
    /// The number of equal entries.
    equal: usize,
    /// The result as text, with the first differences.
    text: String,
}

#[pymethods]
impl Table {
    fn __repr__(&self) -> String {
        self.text.clone()
    }
}

impl From<&TableDiff> for Table {
    fn from(table: &TableDiff) -> Self {
        Self { name: table.table, entries: table.entries, equal: table.equal, text: table.to_string() }
    }
}
