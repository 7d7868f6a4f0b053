//! Two NWN2 walkmeshes, triangle by triangle, recognised by their places.

use std::fmt;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::diff::TableDiff;
use walkmesh::level::{Level, Operation};
use walkmesh::nwn2::{GeometryDiff, PlacedTriangle, TrianglePair, Walkmesh};

use crate::file_name::FileName;

use super::tables::{Table, TableFilter, different, show_tables};

/// The most triangles that a list shows in JSON.
const LISTED: usize = 100;

/// Two walkmeshes compared by place.
#[derive(Serialize)]
pub struct ByPlace {
    left: FileName,
    right: FileName,
    #[serde(flatten)]
    geometry: Geometry,
}

impl ByPlace {
    pub fn new(
        [left, right]: [FileName; 2],
        before: &Level,
        after: &Level,
        shown: TableFilter,
    ) -> anyhow::Result<Self> {
        Ok(Self { left, right, geometry: Geometry::between(before, after, shown)? })
    }

    /// Whether nothing differs that counts. This decides the exit status.
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

/// What differs between two walkmeshes by place.
#[derive(Serialize)]
pub struct Geometry {
    /// Whether nothing differs that counts. This decides the exit status.
    pub equal: bool,
    geometry: Counts,
    /// The tables; `null` where the triangles differ or are in another order.
    tables: Option<Vec<Table>>,
    #[serde(skip)]
    text: String,
    /// Whether the triangles are equal, as far as they count.
    #[serde(skip)]
    are_places_equal: bool,
}

/// A [`GeometryDiff`] as JSON: of each list the first triangles.
#[derive(Serialize)]
struct Counts {
    triangles: [usize; 2],
    equal: usize,
    nudged: usize,
    small_moves: usize,
    largest_small_move: f32,
    removed: List<PlacedTriangle>,
    added: List<PlacedTriangle>,
    moved: List<TrianglePair>,
    repainted: List<TrianglePair>,
    flipped: List<TrianglePair>,
    renumbered: usize,
    left_out: [usize; 2],
    walkable_area: [f64; 2],
}

#[derive(Serialize)]
struct List<T> {
    count: usize,
    /// In the plan view, in square metres.
    area: f64,
    first: Vec<T>,
}

impl<T: Copy> List<T> {
    fn new(all: &[T], area: impl Fn(&T) -> f64) -> Self {
        Self { count: all.len(), area: all.iter().map(area).sum(), first: all.iter().take(LISTED).copied().collect() }
    }
}

/// The walkmesh of a level of NWN2.
fn walkmesh(level: &Level) -> anyhow::Result<&Walkmesh> {
    Ok(level.nwn2().walkmesh.ok_or_else(|| level.lacks(Operation::DiffGeometry))??)
}

impl Geometry {
    /// Compares two walkmeshes of any origin.
    fn between(before: &Level, after: &Level, shown: TableFilter) -> anyhow::Result<Self> {
        let (before, after) = (walkmesh(before)?, walkmesh(after)?);
        let diff = &before.diff_geometry(after);
        let tables = diff.is_in_order().then(|| before.diff(after));
        let equal = tables.as_ref().is_none_or(|tables| shown.are_equal(&different(tables)));
        Ok(Self::new(diff, tables, equal, shown))
    }

    /// Compares a walkmesh with one that was baked from its sources, in what a bake determines.
    pub fn of_baked(before: &Level, baked: &Level, shown: TableFilter) -> anyhow::Result<Self> {
        let mut geometry = Self::between(before, baked, TableFilter { only_different: true, ..shown })?;
        if let Some(tables) = &mut geometry.tables {
            tables.retain(Table::is_content);
            geometry.equal = geometry.are_places_equal && tables.is_empty();
        }
        Ok(geometry)
    }

    fn new(diff: &GeometryDiff, tables: Option<Vec<TableDiff>>, are_tables_equal: bool, shown: TableFilter) -> Self {
        let is_in_order = diff.is_equal() && diff.renumbered == 0;
        let are_places_equal = if shown.exact { is_in_order } else { diff.is_alike() };
        Self {
            equal: are_places_equal && are_tables_equal,
            are_places_equal,
            text: diff.to_string(),
            tables: tables.map(|tables| shown.of(&tables)),
            geometry: Counts::new(diff),
        }
    }

    /// What differs, in a few words.
    fn verdict(&self) -> &'static str {
        match (self.equal, self.are_places_equal) {
            (true, _) => "equal by place",
            (false, false) => "different by place",
            (false, true) => "equal by place, but not in every table",
        }
    }

    /// What differs without counting.
    pub fn remarks(&self) -> Vec<String> {
        let Counts { small_moves, largest_small_move, removed, added, .. } = &self.geometry;
        let moves = (*small_moves > 0)
            .then(|| format!("{} moved by at most {largest_small_move:.4} m", counted(*small_moves, "vertex")));
        let triangles = (removed.count + added.count > 0)
            .then(|| format!("{} removed and {} added", counted(removed.count, "triangle"), added.count));
        let table = |table: &Table| format!("{} differ in {}", counted(table.differing(), "entry"), table.name());
        let tables = self.tables.iter().flatten().filter(|table| !table.is_equal()).map(table);
        moves.into_iter().chain(triangles).chain(tables).collect()
    }
}

impl Counts {
    fn new(diff: &GeometryDiff) -> Self {
        let (one, both) = (|one: &PlacedTriangle| one.area, |both: &TrianglePair| both.left.area);
        Self {
            triangles: diff.triangles,
            equal: diff.equal,
            nudged: diff.nudged,
            small_moves: diff.small_moves,
            largest_small_move: diff.largest_small_move,
            removed: List::new(&diff.removed, one),
            added: List::new(&diff.added, one),
            moved: List::new(&diff.moved, both),
            repainted: List::new(&diff.repainted, both),
            flipped: List::new(&diff.flipped, both),
            renumbered: diff.renumbered,
            left_out: diff.left_out,
            walkable_area: diff.walkable_area,
        }
    }
}

/// Each thing on a line of its own, the first line on a new one.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.lines().try_for_each(|line| write!(f, "\n  {line}"))?;
        self.tables.as_ref().map_or(Ok(()), |tables| show_tables(tables, f))
    }
}
