//! [`BakeTexts`]: the result of a bake, as text and as JSON.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};
use walkmesh::counted;
use walkmesh::diff::{Group, TableDiff};
use walkmesh::level::{BakeReport, Carving, Level};

use crate::file_name::FileName;
use crate::location::Location;
use crate::output::to_value;

/// What the bake of a file did.
#[derive(Serialize)]
pub struct BakeTexts {
    /// The GIT with which an NWN2 area was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<FileName>,
    #[serde(flatten)]
    fields: Map<String, Value>,
    #[serde(skip)]
    lines: Vec<String>,
}

impl BakeTexts {
    /// What the bake did to a level, with these objects, and what is to be said about models.
    pub fn new(
        objects: Option<Location>,
        before: &Level,
        after: &Level,
        report: &BakeReport,
        of_models: Vec<String>,
    ) -> anyhow::Result<Self> {
        let islands = after.nwn2().walkmesh.transpose()?.map(|walkmesh| walkmesh.islands().len());
        let carving = report.carving.as_ref();
        let notes: Vec<String> = report.sentences().into_iter().chain(of_models).collect();
        let (mut fields, mut lines) = (Map::new(), Vec::new());
        if let Some(islands) = islands {
            fields.insert("islands".to_owned(), islands.into());
        }
        match carving {
            // What is carved has other triangles, so that each table is another one.
            Some(carving) => {
                fields.insert("carving".to_owned(), carving_fields(carving)?);
                let triangles = counted(carving.report.sources.len(), "triangle");
                lines.extend(islands.map(|islands| format!("{triangles} in {}", counted(islands, "island"))));
            }
            None => {
                let changed = changed(&before.diff(after)?);
                let words: Vec<String> = changed.iter().map(|table| in_words(table)).collect();
                if !words.is_empty() {
                    lines.push(format!("changed: {}; all other tables are equal", words.join(", ")));
                }
                fields.insert("changed_tables".to_owned(), changed.into());
            }
        }
        fields.insert("notes".to_owned(), notes.clone().into());
        lines.extend(notes);
        Ok(Self { objects: objects.map(|objects| FileName::from(&objects)), fields, lines })
    }
}

impl fmt::Display for BakeTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(objects) = &self.objects {
            writeln!(f, "with the objects of {objects}")?;
        }
        f.write_str(&self.lines.join("\n"))
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

/// What was carved out of an area, as JSON: lists as they are, but of the triangles of the TRN only how many.
fn carving_fields(carving: &Carving) -> anyhow::Result<Value> {
    let report = &carving.report;
    let cut = report.cut_by_cutter.iter().copied().chain(std::iter::repeat(0));
    let cutters = carving.cutters.iter().zip(cut).map(|(source, cut)| {
        let mut cutter = to_value(source)?;
        cutter["cut"] = cut.into();
        anyhow::Ok(cutter)
    });
    let fields = [
        ("cutters", cutters.collect::<anyhow::Result<Vec<_>>>()?.into()),
        ("not_as_written", to_value(&carving.notes)?),
        ("skipped", to_value(&report.skipped)?),
        ("without_footprint", to_value(&carving.without_footprint)?),
        ("footprints", to_value(&carving.footprints)?),
        ("walk_meshes", to_value(&carving.walk_meshes)?),
        ("untriangulated", to_value(&carving.untriangulated)?),
        ("triangles", report.sources.len().into()),
        ("cut", report.cut.len().into()),
        ("welded", report.welded.into()),
        ("collapsed", report.collapsed.into()),
        ("split", report.split.len().into()),
        ("upright", report.upright.len().into()),
        ("outside", report.outside.len().into()),
        ("bridged", to_value(&report.bridged)?),
        ("losses", to_value(&report.losses)?),
        ("lost_slivers", report.lost_slivers.into()),
        ("emptied", to_value(&report.emptied)?),
        ("crowded", to_value(&report.crowded)?),
    ];
    Ok(Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()))
}
