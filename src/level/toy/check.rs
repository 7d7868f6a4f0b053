//! The rules of a map, the positions of their findings, and the difference of two maps. A row is a line of the file, from 0.

use crate::diff::{Group, TableDiff};
use crate::finding::{CheckOptions, Findings, PartKind, Place, PlacePart, Rule, Severity, Shape};

use super::{Map, Row};

static COUNT_DIFFERS: Rule = Rule {
    code: "count-differs",
    severity: Severity::Error,
    title: "A row has another number of walkable cells",
    explanation: "The number in a row is not that of its walkable cells. The toy game then walks into walls.",
    remedy: "Bake the map.",
};

impl Map {
    pub(super) fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        for (number, row) in (0..).zip(&self.rows) {
            let (stored, walkable) = (row.stored, row.walkable());
            if stored != walkable {
                let place = PlacePart::new(PartKind::Line, number);
                findings.add(&COUNT_DIFFERS, place, || {
                    format!("The row says {stored}, and {walkable} cells can be walked.")
                });
            }
        }
        findings
    }

    /// The centre of a row.
    pub(super) fn locate(&self, place: &Place) -> Option<Shape> {
        let [row] = place.parts() else { return None };
        let row = row.id().filter(|number| row.kind == PartKind::Line && (*number as usize) < self.rows.len())?;
        Some(Shape::Point([self.width() as f32 / 2.0, row as f32 + 0.5, 0.0]))
    }

    pub(super) fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let (rows, counts) = (TableDiff::new("rows", Group::Content), TableDiff::new("counts", Group::Content));
        let cells = |row: &Row| row.cells.iter().map(|cell| if *cell { '.' } else { '#' }).collect::<String>();
        vec![
            rows.rows(PartKind::Line, &self.rows, &other.rows, cells),
            counts.rows(PartKind::Line, &self.rows, &other.rows, |row| row.stored),
        ]
    }
}
