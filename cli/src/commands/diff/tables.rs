//! Two files, or a file and its re-bake, table by table.

use std::fmt;

use serde::{Serialize, Serializer};
use walkmesh::diff::{Difference, Group, TableDiff};
use walkmesh::exchange::FloorDiff;
use walkmesh::level::{DiffError, ExchangeError};

use crate::file_name::FileName;
use crate::parts::{self, Part};

/// The second side of a comparison.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Right {
    File(FileName),
    /// In JSON `null`: there is no second file.
    ReBake,
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) => name.fmt(f),
            Self::ReBake => f.write_str("its own re-bake"),
        }
    }
}

/// Two files, table by table.
#[derive(Serialize)]
pub struct TableComparison {
    left: FileName,
    right: Right,
    /// Whether the content is equal, or with `--exact` everything. This decides the exit status.
    pub equal: bool,
    #[serde(serialize_with = "group_names")]
    different: Vec<Group>,
    /// The difference of the floors, if the content differs and both levels have a floor.
    floor: Option<FloorDiff>,
    /// Why the floors cannot be compared, though both levels have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    floor_error: Option<String>,
    tables: Vec<Table>,
    /// Whether tables were compared. Levels of two kinds have none in common.
    #[serde(skip)]
    has_tables: bool,
}

impl TableComparison {
    pub fn new(left: FileName, right: Right, tables: &[TableDiff], shown: TableFilter) -> Self {
        let different = different(tables);
        let equal = shown.are_equal(&different);
        let tables = shown.of(tables);
        Self { left, right, equal, different, floor: None, floor_error: None, tables, has_tables: true }
    }

    /// Compares only the floors, of levels whose tables have nothing in common.
    pub fn of_floors(left: FileName, right: Right, floor: FloorDiff) -> Self {
        let different = if floor.is_equal() { Vec::new() } else { vec![Group::Content] };
        let equal = different.is_empty();
        let floor = Some(floor);
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

/// Which tables are shown, and which differences count.
#[derive(Clone, Copy)]
pub struct TableFilter {
    /// Whether differences outside of the content count.
    pub exact: bool,
    /// Whether tables that are equal are left out.
    pub only_different: bool,
}

impl TableFilter {
    /// Whether files that differ in these groups count as equal.
    pub fn are_equal(self, different: &[Group]) -> bool {
        if self.exact { different.is_empty() } else { !different.contains(&Group::Content) }
    }

    /// The tables to show. A table that is absent from both files is left out.
    pub fn of(self, tables: &[TableDiff]) -> Vec<Table> {
        let is_shown = |table: &&TableDiff| table.entries > 0 && !(self.only_different && table.is_equal());
        tables.iter().filter(is_shown).map(Table::new).collect()
    }
}

/// The groups in which a table differs.
pub fn different(tables: &[TableDiff]) -> Vec<Group> {
    let is_different = |group: &Group| tables.iter().any(|table| table.group == *group && !table.is_equal());
    Group::ALL.into_iter().filter(is_different).collect()
}

/// A group's name in JSON.
const fn group_name(group: Group) -> &'static str {
    match group {
        Group::Content => "content",
        Group::Uninitialised => "uninitialised",
        Group::Packaging => "packaging",
    }
}

fn group_names<S: Serializer>(groups: &[Group], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(groups.iter().map(|&group| group_name(group)))
}

/// A [`TableDiff`] as JSON.
#[derive(Serialize)]
pub struct Table {
    table: &'static str,
    group: &'static str,
    entries: usize,
    equal: usize,
    /// The first entries that differ.
    first: Vec<Entry>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Entry {
    place: Vec<Part>,
    /// `null` where the first file has no such entry.
    left: Option<String>,
    /// `null` where the second file has no such entry.
    right: Option<String>,
}

impl Table {
    pub fn name(&self) -> &'static str {
        self.table
    }

    pub fn is_content(&self) -> bool {
        self.group == group_name(Group::Content)
    }

    pub fn is_equal(&self) -> bool {
        self.differing() == 0
    }

    /// How many entries differ.
    pub fn differing(&self) -> usize {
        self.entries - self.equal
    }

    fn new(diff: &TableDiff) -> Self {
        let entry = |Difference { place, left, right, .. }: &Difference| Entry {
            place: parts::of(place),
            left: left.clone(),
            right: right.clone(),
        };
        Self {
            table: diff.table,
            group: group_name(diff.group),
            entries: diff.entries,
            equal: diff.equal,
            first: diff.first.iter().map(entry).collect(),
            text: diff.to_string(),
        }
    }
}

impl fmt::Display for TableComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}: ", self.left, self.right)?;
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

/// The difference of two floors, each line on a new one.
pub fn show_floor(floor: &FloorDiff, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    floor.to_string().lines().try_for_each(|line| write!(f, "\n  {line}"))
}

/// The tables, group by group, each on lines of its own.
pub fn show_tables(tables: &[Table], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for group in Group::ALL {
        let mut tables = tables.iter().filter(|table| table.group == group_name(group)).peekable();
        let indent = if group == Group::Content { "\n  " } else { "\n    " };
        if group != Group::Content && tables.peek().is_some() {
            write!(f, "\n  {group}:")?;
        }
        tables.try_for_each(|table| write!(f, "{indent}{}", table.text.replace('\n', indent)))?;
    }
    Ok(())
}
