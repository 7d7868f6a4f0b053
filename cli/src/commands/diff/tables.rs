//! Two files, or a file and its re-bake, table by table.

use std::fmt;

use serde::Serialize;
use walkmesh::diff::{Group, TableDiff};
use walkmesh::exchange::FloorDiff;
use walkmesh::level::{DiffError, ExchangeError};

use crate::location::FileLocation;

/// Two files, table by table.
#[derive(Serialize)]
pub struct TableComparison {
    left: FileLocation,
    /// The second file; `None` for a re-bake.
    right: Option<FileLocation>,
    /// True if the content is equal, or with `--exact` everything. This decides the exit status.
    pub equal: bool,
    different: Vec<Group>,
    /// The difference of the floors, if the content differs and both levels have a floor.
    floor: Option<FloorDiff>,
    /// The reason why the floors cannot be compared, though both levels have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    floor_error: Option<String>,
    tables: Vec<TableDiff>,
    /// True if tables were compared. Levels of different kinds have no tables in common.
    #[serde(skip)]
    has_tables: bool,
}

impl TableComparison {
    pub fn new(left: FileLocation, right: Option<FileLocation>, tables: &[TableDiff], shown: TableFilter) -> Self {
        let different = different(tables);
        let equal = shown.are_equal(&different);
        let tables = shown.of(tables);
        Self { left, right, equal, different, floor: None, floor_error: None, tables, has_tables: true }
    }

    /// Compares only the floors, of levels whose tables have nothing in common.
    pub fn of_floors(left: FileLocation, right: FileLocation, floor: FloorDiff) -> Self {
        let different = if floor.is_equal() { Vec::new() } else { vec![Group::Content] };
        let equal = different.is_empty();
        let (right, floor) = (Some(right), Some(floor));
        Self { left, right, equal, different, floor, floor_error: None, tables: Vec::new(), has_tables: false }
    }

    /// Returns true if the content differs.
    pub fn has_other_content(&self) -> bool {
        self.different.contains(&Group::Content)
    }

    /// The same, with the difference of the floors, or the reason why they cannot be compared. Files such as tables have no floor.
    pub fn with_floor(self, floor: Result<FloorDiff, DiffError>) -> Self {
        match floor {
            Ok(floor) => Self { floor: Some(floor), ..self },
            Err(DiffError::Exchange(ExchangeError::Unsupported(_))) => self,
            Err(error) => Self { floor_error: Some(error.to_string()), ..self },
        }
    }
}

/// The choice of the tables to show, and of the relevant differences.
#[derive(Clone, Copy)]
pub struct TableFilter {
    /// True if differences outside the content are relevant.
    pub exact: bool,
    /// True if tables that are equal are left out.
    pub only_different: bool,
}

impl TableFilter {
    /// Returns whether files that differ in these groups count as equal.
    pub fn are_equal(self, different: &[Group]) -> bool {
        if self.exact { different.is_empty() } else { !different.contains(&Group::Content) }
    }

    /// The tables to show. A table that is absent from both files is left out.
    pub fn of(self, tables: &[TableDiff]) -> Vec<TableDiff> {
        let is_shown = |table: &&TableDiff| table.entries > 0 && !(self.only_different && table.is_equal());
        tables.iter().filter(is_shown).cloned().collect()
    }
}

/// The groups in which a table differs.
pub fn different(tables: &[TableDiff]) -> Vec<Group> {
    let is_different = |group: &Group| tables.iter().any(|table| table.group == *group && !table.is_equal());
    Group::ALL.into_iter().filter(is_different).collect()
}

impl fmt::Display for TableComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and ", self.left)?;
        match &self.right {
            Some(right) => write!(f, "{right}: ")?,
            None => f.write_str("its own re-bake: ")?,
        }
        let groups: Vec<String> = self.different.iter().map(Group::to_string).collect();
        match (&self.different[..], groups.join(", in ")) {
            ([], _) if self.has_tables => f.write_str("equal in every table")?,
            ([], _) => f.write_str("equal by their floors")?,
            _ if !self.has_tables => f.write_str("different by their floors")?,
            ([Group::Content, ..], groups) => write!(f, "different in {groups}")?,
            (_, groups) => write!(f, "equal in content, different in {groups}")?,
        }
        self.floor.as_ref().map_or(Ok(()), |floor| show_floor(floor, f))?;
        if let Some(error) = &self.floor_error {
            write!(f, "\n  the floors cannot be compared: {error}")?;
        }
        show_tables(&self.tables, f)
    }
}

/// The difference of two floors, each item on a new line.
pub fn show_floor(floor: &FloorDiff, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    floor.to_string().lines().try_for_each(|line| write!(f, "\n  {line}"))
}

/// The tables, group by group, each on separate lines.
pub fn show_tables(tables: &[TableDiff], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for group in Group::ALL {
        let mut tables = tables.iter().filter(|table| table.group == group).peekable();
        let indent = if group == Group::Content { "\n  " } else { "\n    " };
        if group != Group::Content && tables.peek().is_some() {
            write!(f, "\n  {group}:")?;
        }
        tables.try_for_each(|table| write!(f, "{indent}{}", table.to_string().replace('\n', indent)))?;
    }
    Ok(())
}
