//! Two NWN2 walkmeshes, triangle by triangle, matched by position.

use std::fmt;

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use walkmesh::counted;
use walkmesh::diff::{Group, TableDiff};
use walkmesh::level::{Level, Operation};
use walkmesh::nwn2::{GeometryDiff, Walkmesh};

use crate::location::FileLocation;
use crate::output::to_value;

use super::tables::{TableFilter, different, show_tables};

/// Maximum number of triangles that a list shows in JSON.
const LISTED: usize = 100;

/// Two walkmeshes compared by position.
#[derive(Serialize)]
pub struct ByPlace {
    left: FileLocation,
    right: FileLocation,
    #[serde(flatten)]
    geometry: Geometry,
}

impl ByPlace {
    pub fn new(
        [left, right]: [FileLocation; 2],
        before: &Level,
        after: &Level,
        shown: TableFilter,
    ) -> anyhow::Result<Self> {
        Ok(Self { left, right, geometry: Geometry::between(before, after, shown)? })
    }

    /// Returns whether no relevant data differs. This decides the exit status.
    pub fn equal(&self) -> bool {
        self.geometry.equal
    }
}

impl fmt::Display for ByPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { left, right, geometry } = self;
        write!(f, "{left} and {right}: {}", geometry.verdict())?;
        geometry.fmt(f)
    }
}

/// The differences between two walkmeshes by position.
#[derive(Serialize)]
pub struct Geometry {
    /// True if no relevant data differs. This decides the exit status.
    pub equal: bool,
    #[serde(serialize_with = "abridged")]
    geometry: GeometryDiff,
    /// The tables; `null` where the triangles differ or are in another order.
    tables: Option<Vec<TableDiff>>,
    /// True if the triangles are equal, ignoring irrelevant moves.
    #[serde(skip)]
    are_places_equal: bool,
}

/// Serializes a comparison with the first triangles of each list.
fn abridged<S: Serializer>(diff: &GeometryDiff, serializer: S) -> Result<S::Ok, S::Error> {
    let mut json = to_value(diff).map_err(S::Error::custom)?;
    for name in ["removed", "added", "moved", "repainted", "flipped"] {
        let Value::Array(all) = json[name].take() else { continue };
        // The area of a pair is the area of its first triangle.
        let area = |one: &Value| one.get("left").unwrap_or(one)["area"].as_f64();
        let (count, area): (usize, f64) = (all.len(), all.iter().filter_map(area).sum());
        let first: Vec<Value> = all.into_iter().take(LISTED).collect();
        json[name] = json!({ "count": count, "area": area, "first": first });
    }
    json.serialize(serializer)
}

/// The walkmesh of a level of NWN2.
fn walkmesh(level: &Level) -> anyhow::Result<&Walkmesh> {
    Ok(level.nwn2().walkmesh.ok_or_else(|| level.lacks(Operation::DiffGeometry))??)
}

impl Geometry {
    /// Compares two walkmeshes of any origin.
    fn between(before: &Level, after: &Level, shown: TableFilter) -> anyhow::Result<Self> {
        let (before, after) = (walkmesh(before)?, walkmesh(after)?);
        let diff = before.diff_geometry(after);
        let tables = diff.is_in_order().then(|| before.diff(after));
        let equal = tables.as_ref().is_none_or(|tables| shown.are_equal(&different(tables)));
        Ok(Self::new(diff, tables, equal, shown))
    }

    /// Compares a walkmesh with one that was baked from its sources, in the data that a bake determines.
    pub fn of_baked(before: &Level, baked: &Level, shown: TableFilter) -> anyhow::Result<Self> {
        let mut geometry = Self::between(before, baked, TableFilter { only_different: true, ..shown })?;
        if let Some(tables) = &mut geometry.tables {
            tables.retain(|table| table.group == Group::Content);
            geometry.equal = geometry.are_places_equal && tables.is_empty();
        }
        Ok(geometry)
    }

    fn new(geometry: GeometryDiff, tables: Option<Vec<TableDiff>>, are_tables_equal: bool, shown: TableFilter) -> Self {
        let is_in_order = geometry.is_in_order();
        let are_places_equal = if shown.exact { is_in_order } else { geometry.is_alike() };
        Self {
            equal: are_places_equal && are_tables_equal,
            are_places_equal,
            tables: tables.map(|tables| shown.of(&tables)),
            geometry,
        }
    }

    /// Names the differences in a few words.
    fn verdict(&self) -> &'static str {
        match (self.equal, self.are_places_equal) {
            (true, _) => "equal by place",
            (false, false) => "different by place",
            (false, true) => "equal by place, but not in every table",
        }
    }

    /// Lists the irrelevant differences.
    pub fn remarks(&self) -> Vec<String> {
        let GeometryDiff { small_moves, largest_small_move, removed, added, .. } = &self.geometry;
        let moves = (*small_moves > 0)
            .then(|| format!("{} moved by at most {largest_small_move:.4} m", counted(*small_moves, "vertex")));
        let triangles = (removed.len() + added.len() > 0)
            .then(|| format!("{} removed and {} added", counted(removed.len(), "triangle"), added.len()));
        let table =
            |table: &TableDiff| format!("{} differ in {}", counted(table.entries - table.equal, "entry"), table.table);
        let tables = self.tables.iter().flatten().filter(|table| !table.is_equal()).map(table);
        moves.into_iter().chain(triangles).chain(tables).collect()
    }
}

/// Each item on its own line, starting on a new line.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.geometry.to_string().lines().try_for_each(|line| write!(f, "\n  {line}"))?;
        self.tables.as_ref().map_or(Ok(()), |tables| show_tables(tables, f))
    }
}
