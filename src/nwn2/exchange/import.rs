//! Imports a node of a scene as a walkmesh: a new one, or edits of an existing one.

use std::collections::BTreeMap;

use crate::exchange::{LostMark, MatchOptions, MatchReport, Matched, NodeReport, SceneNode, TriangleSet, match_onto};
use crate::formats::Limits;
use crate::formats::aswm::TriangleFlags;
use crate::nwn2::{
    self, BakeOptions, BuildFace, BuildOptions, CrowdedTile, EditReport, FloorMaterial, Selection, Terrain, TriangleId,
    Uninitialised, VertexId, Walkmesh, WalkmeshEdit, floor,
};
use walkmesh_mesh::counted::agreeing;

use super::ImportError;
use super::class::with_flags;
use super::export::triangle_set;
use crate::nwn2::exterior::{EXTERIOR_TILE, TILES_IN_MEGATILE};

impl Terrain {
    /// Applies the edits that another program made to the node of this area. See [`Walkmesh::apply_edited`]. If nothing was
    /// edited, the area keeps every byte; nothing is deflated again.
    ///
    /// # Errors
    /// [`ImportError`]. The area is then unchanged.
    pub fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ImportError> {
        let (walkmesh, report) = edits_of(self.walkmesh()?, edited, options, self.limits())?;
        if let Some(walkmesh) = walkmesh {
            self.set_walkmesh(walkmesh)?;
        }
        Ok(report)
    }

    /// Makes a new area from a node with triangles, unbaked, as the toolset saves a TRN. See [`Walkmesh::from_scene_node`].
    /// Its size in megatiles is the size of the grid: a megatile is a tile of an interior, or four by four tiles of 10 m of an
    /// exterior.
    ///
    /// # Errors
    /// [`ImportError`].
    pub fn from_scene_node(node: &SceneNode, options: &BuildOptions) -> Result<(Self, NodeReport), ImportError> {
        let (walkmesh, report) = Walkmesh::from_scene_node(node, options)?;
        let tiles = if options.tile_width == EXTERIOR_TILE { TILES_IN_MEGATILE } else { 1 };
        let size = walkmesh.grid().map(|count| count.div_ceil(tiles));
        Ok((Self::new_unbaked(size, walkmesh)?, report))
    }
}

impl Walkmesh {
    /// Applies the edits that another program made to the node of this walkmesh, which [`to_scene_node`](Self::to_scene_node)
    /// made. Triangles are matched by their positions, so order, indices and extras do not matter. If nothing was edited,
    /// every bit is kept.
    ///
    /// Only the edited triangles change: others keep their flags, order and vertices. A baked walkmesh is then baked again,
    /// and the bytes that the game left uninitialised are kept. Unused vertices are removed. A triangle that reaches over the
    /// border of its tile by more than 0.1 m is cut there; one outside the grid is refused, because the area cannot grow.
    /// Triangles always face up, so one that was only reversed is kept.
    ///
    /// ```
    /// use walkmesh::exchange::MatchOptions;
    /// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions};
    ///
    /// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
    /// let floor = |corners| BuildFace { corners, walkable: true, floor: None };
    /// let mut walkmesh = nwn2::build(&corners, &[floor([0, 1, 2]), floor([0, 2, 3])], &BuildOptions::default())?.walkmesh;
    /// walkmesh.bake(&BakeOptions::default())?;
    ///
    /// let (mut node, _) = walkmesh.to_scene_node("yard");
    /// assert!(walkmesh.apply_edited(&node, &MatchOptions::default())?.is_unchanged());
    ///
    /// node.set.triangles[0].class = 0;
    /// let report = walkmesh.apply_edited(&node, &MatchOptions::default())?;
    /// assert_eq!((report.matched.repainted, report.matched.kept), (vec![0], 1));
    /// assert_eq!(walkmesh.triangles().filter(|triangle| triangle.is_walkable()).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`]. The walkmesh is then unchanged.
    pub fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ImportError> {
        let (walkmesh, report) = edits_of(self, edited, options, Limits::default())?;
        if let Some(walkmesh) = walkmesh {
            *self = walkmesh;
        }
        Ok(report)
    }

    /// Builds an unbaked walkmesh from a node with triangles. The number or the name of a triangle's class gives its flags,
    /// such as `33 walkable stone`, `Stone` or `not walkable`. Without a class it is walkable.
    ///
    /// # Errors
    /// [`ImportError::UnknownClass`]; [`ImportError::Build`].
    pub fn from_scene_node(node: &SceneNode, options: &BuildOptions) -> Result<(Self, NodeReport), ImportError> {
        let (set, notes) = with_flags(node.placed_set())?;
        let mut report = NodeReport::new(&node.name, MatchReport::default());
        report.matched.added = (0..set.triangles.len() as u32).collect();
        refuse_marks(&set, &mut report);
        notes.into_iter().for_each(|message| report.note(message));
        let flags = |class: u32| TriangleFlags(class as u16);
        let face = |row: &crate::exchange::ClassedTriangle| BuildFace {
            corners: row.corners,
            walkable: floor::is_walkable(flags(row.class)),
            floor: FloorMaterial::new(flags(row.class)),
        };
        let faces: Vec<_> = set.triangles.iter().map(face).collect();
        let is_plain = |row: &crate::exchange::ClassedTriangle| {
            flags(row.class) == floor::flags(floor::is_walkable(flags(row.class)), FloorMaterial::new(flags(row.class)))
        };
        let lost = set.triangles.iter().filter(|row| !is_plain(row)).count();
        let built = nwn2::build(&set.points, &faces, options)?;
        let mut note = |count: usize, message: &str| {
            if count > 0 {
                report.note(format!("{count} {message}"));
            }
        };
        note(lost, "triangles have several sounds or unknown flags; only the first sound was kept.");
        note(built.report.cut.len(), "triangles lay in several tiles, and were cut at the borders.");
        note(built.report.degenerate.len(), "triangles have no area in the plan view, and were left out.");
        note(built.report.welded, "vertices became an earlier one at the same point.");
        note_crowded(&built.report.crowded, &mut report);
        Ok((built.walkmesh, report))
    }
}

/// The walkmesh with the detected edits, or `None` if there are none.
fn edits_of(
    base: &Walkmesh,
    edited: &SceneNode,
    options: &MatchOptions,
    limits: Limits,
) -> Result<(Option<Walkmesh>, NodeReport), ImportError> {
    let (set, notes) = with_flags(edited.placed_set())?;
    let before = triangle_set(base);
    let matched = match_onto(&before, &set, options)?;
    let mut report = NodeReport::new(&edited.name, MatchReport::default());
    refuse_marks(&set, &mut report);
    notes.into_iter().for_each(|message| report.note(message));
    let mut walkmesh = None;
    if !(matched.report.is_unchanged() && matched.report.moved_points.is_empty()) {
        let mut edit = base.edit()?;
        let not_flipped = apply(&mut edit, &matched, before.points.len())?;
        if not_flipped > 0 {
            report.note(format!(
                "{} turned over; what is turned over stays as it was, because the triangles of an area always face up.",
                agreeing(not_flipped, "triangle", ["was", "were"])
            ));
        }
        let bake = BakeOptions::default().with_uninitialised(Uninitialised::Keep).with_limits(limits);
        let (result, done) = edit.finish(&bake)?;
        note_edits(&done, &mut report);
        walkmesh = (!done.is_unchanged).then_some(result);
    }
    report.matched = matched.report;
    Ok((walkmesh, report))
}

/// Applies the detected edits. Returns the number of triangles that were only reversed, which has no effect.
fn apply(edit: &mut WalkmeshEdit<'_>, matched: &Matched, points: usize) -> Result<usize, ImportError> {
    let list = |ids: &[u32]| Selection::Triangles(ids.iter().copied().map(TriangleId).collect());
    let report = &matched.report;
    let mut painted: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (id, class) in matched.triangles.iter().filter_map(|row| Some((row.base?, row.class))) {
        if report.repainted.binary_search(&id).is_ok() {
            painted.entry(class).or_default().push(id);
        }
    }
    for (class, ids) in painted {
        edit.paint(&list(&ids), TriangleFlags(class as u16))?;
    }
    edit.remove(&list(&report.removed))?;
    let (down, up): (Vec<u32>, Vec<u32>) = report.flipped.iter().partition(|id| edit.faces_down(TriangleId(**id)));
    edit.flip(&list(&down))?;
    for moved in &report.moved_points {
        edit.move_vertex(VertexId(moved.point), moved.to)?;
    }
    for point in &matched.points[points..] {
        edit.add_vertex(*point)?;
    }
    for added in &report.added {
        let row = &matched.triangles[*added as usize];
        edit.add_triangle(row.corners.map(VertexId), TriangleFlags(row.class as u16))?;
    }
    Ok(up.len())
}

/// An area has no named points.
fn refuse_marks(set: &TriangleSet, report: &mut NodeReport) {
    let reason = "the walkmesh of an area has no named points";
    let lost = |mark: &crate::exchange::Mark| LostMark { mark: mark.clone(), reason: reason.into() };
    report.marks_not_placed = set.marks.iter().map(lost).collect();
}

fn note_edits(done: &EditReport, report: &mut NodeReport) {
    let mut note = |count: usize, message: &str| {
        if count > 0 {
            report.note(format!("{count} {message}"));
        }
    };
    note(done.cut.len(), "triangles lay in several tiles, and were cut at the borders.");
    note(done.degenerate.len(), "new triangles have no area in the plan view, and were left out.");
    note_crowded(&done.crowded, report);
    if let Some(version) = done.old_version {
        report.note(format!("The walkmesh had version {version}, and has version 0x6C now."));
    }
}

fn note_crowded(crowded: &[CrowdedTile], report: &mut NodeReport) {
    for CrowdedTile { coordinates: [x, y], walkable, .. } in crowded {
        report.note(format!(
            "The tile at ({x}, {y}) has {walkable} walkable triangles, more than the 127 that a bake can number: simplify the \
             mesh there."
        ));
    }
}
