//! What is told about a bake.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use walkmesh::counted;
use walkmesh::diff::{Group, TableDiff};
use walkmesh::level::{AnyFile, Carving, CutterSource};
use walkmesh::nwn2::{CarveReport, Crowding, CutterNote, GitObject, Part, SkippedCutter};

use crate::file_name::FileName;
use crate::objects::AreaObjects;
use crate::output::to_value;

/// What the bake of a file did.
#[derive(Serialize)]
pub struct Baked {
    /// The GIT with which an NWN2 area was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<FileName>,
    #[serde(flatten)]
    fields: Map<String, Value>,
    #[serde(skip)]
    lines: Vec<String>,
}

impl Baked {
    /// What is told of a bake with these objects.
    pub fn of(objects: Option<AreaObjects>, Told { fields, lines }: Told) -> Self {
        Self { objects: objects.map(|objects| FileName::from(objects.path)), fields, lines }
    }
}

impl fmt::Display for Baked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(objects) = &self.objects {
            writeln!(f, "with the objects of {objects}")?;
        }
        f.write_str(&self.lines.join("\n"))
    }
}

/// What follows from the contents of the inputs alone, so that a cache can keep it.
#[derive(Serialize, Deserialize)]
pub struct Told {
    /// The fields of the JSON.
    fields: Map<String, Value>,
    /// The lines of the text.
    lines: Vec<String>,
}

impl Told {
    /// What is told about a file that was baked.
    pub fn of(before: &AnyFile, file: &AnyFile, carving: Option<&Carving>, notes: Vec<String>) -> anyhow::Result<Self> {
        let islands = file.stored_islands();
        let mut lines = Vec::new();
        // What is carved has other triangles, so that each table is another one.
        let changed = if carving.is_some() { None } else { Some(changed(&before.diff(file)?)) };
        if let Some(changed) = changed.as_ref().filter(|changed| !changed.is_empty()) {
            let words: Vec<String> = changed.iter().map(|table| in_words(table)).collect();
            lines.push(format!("changed: {}; all other tables are equal", words.join(", ")));
        }
        if let Some((carving, islands)) = carving.zip(islands) {
            let triangles = counted(carving.report.sources.len(), "triangle");
            lines.push(format!("{triangles} in {}", counted(islands, "island")));
        }
        let fields = Fields { islands, changed, carving: carving.map(Carved::of), notes: &notes };
        let Value::Object(fields) = to_value(&fields)? else { anyhow::bail!("a report that is no object") };
        lines.extend(notes);
        Ok(Self { fields, lines })
    }
}

/// The tables that differ, each once, whichever of their fields do.
fn changed(tables: &[TableDiff]) -> Vec<&'static str> {
    let differing = tables.iter().filter(|table| !table.is_equal() && table.group != Group::Packaging);
    let mut names: Vec<_> = differing.map(|table| table.table.split('.').next().unwrap_or(table.table)).collect();
    names.dedup();
    names
}

/// The name of a table for people.
fn in_words(table: &str) -> String {
    if table == "aabb_nodes" { "AABB tree".to_owned() } else { table.replace('_', " ") }
}

#[derive(Serialize)]
struct Fields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    islands: Option<usize>,
    /// The tables that the bake changed; absent where it cut the triangles, so that every table is another one.
    #[serde(rename = "changed_tables", skip_serializing_if = "Option::is_none")]
    changed: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carving: Option<Carved<'a>>,
    notes: &'a [String],
}

/// What was carved out of an area.
#[derive(Serialize)]
struct Carved<'a> {
    /// Where each cutter is from, and how many triangles of the TRN it touches.
    cutters: Vec<Cutter<'a>>,
    /// The walkmesh cutters of the GIT that were not taken, or not taken as they are written.
    not_as_written: &'a [CutterNote],
    /// The cutters with unusable coordinates.
    skipped: &'a [SkippedCutter],
    without_footprint: &'a [GitObject],
    /// The placeables whose helpers were added.
    helpers: &'a [GitObject],
    /// How many triangles the result has.
    triangles: usize,
    /// How many triangles of the TRN were cut by cutters.
    cut: usize,
    /// How many corners became a vertex nearby.
    welded: usize,
    /// How many triangles were dropped because they collapsed.
    collapsed: usize,
    /// How many triangles of the TRN were split first, because a cutter lies wholly inside.
    split: usize,
    /// How many triangles were left out because they stand upright, and because they reach out of the grid of tiles.
    upright: usize,
    outside: usize,
    /// The parts that were cut by a rule of our own.
    bridged: &'a [Part],
    /// The parts that were lost.
    without_ear: &'a [Part],
    /// The tiles with nearly too many triangles. Their cutters are places in `cutters`.
    crowded: &'a [Crowding],
}

#[derive(Serialize)]
struct Cutter<'a> {
    #[serde(flatten)]
    source: &'a CutterSource,
    cut: usize,
}

impl<'a> Carved<'a> {
    fn of(Carving { cutters, notes, without_footprint, helpers, report, .. }: &'a Carving) -> Self {
        let CarveReport { cut_by_cutter, skipped, crowded, .. } = report;
        let cut = cut_by_cutter.iter().copied().chain(std::iter::repeat(0));
        Self {
            cutters: cutters.iter().zip(cut).map(|(source, cut)| Cutter { source, cut }).collect(),
            not_as_written: notes,
            skipped,
            without_footprint,
            helpers,
            triangles: report.sources.len(),
            cut: report.cut.len(),
            welded: report.welded,
            collapsed: report.collapsed,
            split: report.split.len(),
            upright: report.upright.len(),
            outside: report.outside.len(),
            bridged: &report.bridged,
            without_ear: &report.without_ear,
            crowded,
        }
    }
}
