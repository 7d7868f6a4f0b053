//! The report of `walkmesh convert`.

use std::fmt;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::exchange::{Floor, MatchReport, NodeReport, Note, Scene, TornPoint};

use crate::location::FileLocation;

/// The report on the conversion of a file.
#[derive(Serialize)]
pub struct ConversionReport {
    file: FileLocation,
    /// The walkmesh or the folder to which the edits apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onto: Option<FileLocation>,
    /// The written files.
    pub output: Vec<FileLocation>,
    /// True if nothing was edited; `None` if there was nothing to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchanged: Option<bool>,
    /// The exported nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exported: Vec<ExportedNode>,
    /// The imported nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeReport>,
    /// Data that could not be converted, and changes by a bake.
    pub notes: Vec<Note>,
}

/// An exported node.
#[derive(Serialize)]
struct ExportedNode {
    node: String,
    triangles: usize,
    marks: usize,
}

impl ConversionReport {
    pub fn new(file: FileLocation) -> Self {
        let (output, exported, nodes, notes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { file, onto: None, output, unchanged: None, exported, nodes, notes }
    }

    /// Adds the exported nodes.
    pub fn add_exported(&mut self, scene: &Scene) {
        let nodes = scene.nodes.iter();
        self.exported.extend(nodes.map(|node| ExportedNode {
            node: node.name.clone(),
            triangles: node.set.triangles.len(),
            marks: node.set.marks.len(),
        }));
    }

    /// Adds the exported floor.
    pub fn add_floor(&mut self, node: String, floor: &Floor) {
        self.exported.push(ExportedNode { node, triangles: floor.triangles.len(), marks: 0 });
    }

    /// Adds the nodes imported as a new walkmesh.
    pub fn add_new(&mut self, nodes: impl IntoIterator<Item = NodeReport>) {
        self.nodes.extend(nodes);
    }

    /// Adds the edits that were imported.
    pub fn add_edited(&mut self, onto: FileLocation, nodes: impl IntoIterator<Item = NodeReport>) {
        self.onto = Some(onto);
        self.nodes.extend(nodes);
        self.unchanged = Some(self.nodes.iter().all(NodeReport::is_unchanged) && !self.has_unused());
    }

    /// Returns whether some triangles of the file were not used.
    pub fn has_unused(&self) -> bool {
        self.nodes.iter().any(|node| node.unused > 0)
    }
}

/// Number of numbers and marks of a kind that the text lists. The JSON lists all.
const LISTED: usize = 10;

impl fmt::Display for ConversionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, onto, output, unchanged, exported, nodes, notes } = self;
        write!(f, "{file}")?;
        if let Some(onto) = onto {
            write!(f, " onto {onto}")?;
        }
        for (at, output) in output.iter().enumerate() {
            write!(f, "{}{output}", if at == 0 { ": written " } else { ", " })?;
        }
        if *unchanged == Some(true) {
            f.write_str("; nothing was edited")?;
        }
        for ExportedNode { node, triangles, marks } in exported {
            write!(f, "\n  {node}: {}", counted(*triangles, "triangle"))?;
            if *marks > 0 {
                write!(f, ", {}", counted(*marks, "mark"))?;
            }
        }
        let is_quiet =
            |node: &&NodeReport| *unchanged == Some(true) && node.notes.is_empty() && node.marks_not_placed.is_empty();
        nodes.iter().filter(|node| !is_quiet(node)).try_for_each(|node| {
            match unchanged {
                Some(_) => write_edited(f, node),
                None => write!(f, "\n  {}: {}", node.node, counted(node.matched.added.len(), "face")),
            }
            .and_then(|()| write_marks(f, node))
        })?;
        notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

/// Writes the edits of a node's faces and vertices.
fn write_edited(f: &mut fmt::Formatter<'_>, report: &NodeReport) -> fmt::Result {
    let MatchReport {
        kept,
        repainted,
        flipped,
        moved,
        removed,
        added,
        restored,
        uncarried,
        moved_points,
        snapped,
        torn,
        ..
    } = &report.matched;
    write!(f, "\n  {}: {} kept", report.node, counted(*kept, "face"))?;
    for (what, faces) in [
        ("repainted", repainted),
        ("flipped", flipped),
        ("moved", moved),
        ("removed", removed),
        ("added", added),
        ("restored, of which only a duplicate came back", restored),
        ("kept, which no other program shows", uncarried),
    ] {
        if !faces.is_empty() {
            write!(f, "\n    {} {what}: {}", counted(faces.len(), "face"), NumberList(faces))?;
        }
    }
    if !moved_points.is_empty() {
        write!(f, "\n    {} moved", counted(moved_points.len(), "vertex"))?;
    }
    let furthest = snapped.iter().map(|point| point.distance).fold(0.0, f32::max);
    if !snapped.is_empty() {
        write!(
            f,
            "\n    {} put back where rounding had moved them from, by at most {furthest}",
            counted(snapped.len(), "vertex")
        )?;
    }
    if report.unused > 0 {
        write!(f, "\n    {} of the file not used", counted(report.unused, "triangle"))?;
    }
    write_torn(f, torn)
}

/// Writes the torn vertices.
fn write_torn(f: &mut fmt::Formatter<'_>, torn: &[TornPoint]) -> fmt::Result {
    for TornPoint { point, places, .. } in torn.iter().take(LISTED) {
        let places: Vec<String> = places.iter().map(|[x, y, z]| format!("({x}, {y}, {z})")).collect();
        write!(f, "\n    vertex {point} is torn: copies of it came back at {}", places.join(" and "))?;
    }
    and_more(f, torn.len())?;
    if torn.is_empty() {
        return Ok(());
    }
    write!(
        f,
        "\n    faces do not join at torn vertices, so nobody can walk across there: merge by distance before vertices are \
         moved in the editor, or join them with --weld"
    )
}

/// Writes the changes to the marks of a node, and its notes.
fn write_marks(f: &mut fmt::Formatter<'_>, report: &NodeReport) -> fmt::Result {
    if report.marks_placed > 0 {
        write!(f, "\n    {} placed", counted(report.marks_placed, "mark"))?;
    }
    for edit in report.mark_edits.iter().take(LISTED) {
        let name = |mark: &Option<walkmesh::exchange::Mark>| mark.as_ref().map(|mark| mark.name.clone());
        match (name(&edit.before), name(&edit.after)) {
            (Some(before), Some(after)) if before == after => write!(f, "\n    mark `{after}` was moved")?,
            (Some(before), Some(after)) => write!(f, "\n    mark `{before}` became `{after}`")?,
            (None, Some(after)) => write!(f, "\n    mark `{after}` was added")?,
            (Some(before), None) => write!(f, "\n    mark `{before}` was removed")?,
            (None, None) => {}
        }
    }
    and_more(f, report.mark_edits.len())?;
    for lost in report.marks_not_placed.iter().take(LISTED) {
        write!(f, "\n    mark `{}` was not placed: {}", lost.mark.name, lost.reason)?;
    }
    and_more(f, report.marks_not_placed.len())?;
    report.notes.iter().try_for_each(|note| write!(f, "\n    {}", note.message))
}

/// Numbers, of which only the first are printed.
struct NumberList<'n>(&'n [u32]);

impl fmt::Display for NumberList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, number) in self.0.iter().take(LISTED).enumerate() {
            write!(f, "{}{number}", if at == 0 { "" } else { ", " })?;
        }
        if self.0.len() > LISTED { write!(f, ", …") } else { Ok(()) }
    }
}

fn and_more(f: &mut fmt::Formatter<'_>, all: usize) -> fmt::Result {
    if all > LISTED { write!(f, "\n    and {} more", all - LISTED) } else { Ok(()) }
}
