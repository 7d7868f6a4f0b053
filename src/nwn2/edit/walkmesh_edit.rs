//! [`WalkmeshEdit`]: a walkmesh that is being edited.

use crate::formats::aswm::{Triangle, TriangleFlags};
use crate::geometry::triangle::is_usable;
use crate::nwn2::bake::prepare;
use crate::nwn2::floor::{CLOCKWISE, WALKABLE};
use crate::nwn2::{EditError, TriangleId, VertexId, Walkmesh, tiling};

use super::Selection;

/// A walkmesh that is being edited: several edits in order, then one bake of the stale tables.
///
/// Triangles and vertices keep their indices during the edit, and new ones get the next indices. [`finish`](Self::finish)
/// renumbers them. The original walkmesh is not changed.
///
/// ```
/// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, Selection, TriangleId};
///
/// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
/// let floor = |corners| BuildFace { corners, walkable: true, floor: None };
/// let mut walkmesh = nwn2::build(&corners, &[floor([0, 1, 2]), floor([0, 2, 3])], &BuildOptions::default())?.walkmesh;
/// walkmesh.bake(&BakeOptions::default())?;
///
/// let mut edit = walkmesh.edit()?;
/// let least = [0.0, 0.0, f32::NEG_INFINITY];
/// assert_eq!(edit.make_unwalkable(&Selection::Box { least, greatest: [9.0, 4.5, f32::INFINITY] })?, 1);
/// let (walkmesh, report) = edit.finish(&BakeOptions::default())?;
/// assert!(!report.is_unchanged && walkmesh.is_baked());
/// assert_eq!(walkmesh.triangles().filter(|triangle| triangle.is_walkable()).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "an edit changes nothing before it is finished"]
pub struct WalkmeshEdit<'w> {
    base: &'w Walkmesh,
    vertices: Vec<[f32; 3]>,
    /// True for each vertex that was moved.
    is_moved: Vec<bool>,
    faces: Vec<Option<EditedFace>>,
}

/// A triangle during an edit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EditedFace {
    pub(super) corners: [u32; 3],
    pub(super) flags: TriangleFlags,
    /// Its tile; `None` if it was added, or if no tile of the walkmesh holds any triangle.
    pub(super) tile: Option<u32>,
    /// True if an edit set its corners.
    pub(super) is_new: bool,
}

impl Walkmesh {
    /// Starts an edit of the walkmesh.
    ///
    /// # Errors
    /// [`EditError::Bake`] and [`EditError::Tiling`] for a walkmesh that cannot be baked.
    pub fn edit(&self) -> Result<WalkmeshEdit<'_>, EditError> {
        prepare::check(self)?;
        let rows = self.triangle_rows();
        let is_tiled = !tiling::is_untiled(self.as_raw());
        let tile_of = if is_tiled { tiling::tile_of(rows.len(), &tiling::ranges(self.as_raw())?) } else { Vec::new() };
        let faces = rows.iter().enumerate().map(|(index, row)| {
            let tile = tile_of.get(index).copied();
            Some(EditedFace { corners: row.vertices, flags: row.flags, tile, is_new: false })
        });
        let vertices: Vec<[f32; 3]> = self.vertices().iter().map(|vertex| (*vertex).into()).collect();
        let is_moved = vec![false; vertices.len()];
        Ok(WalkmeshEdit { base: self, is_moved, vertices, faces: faces.collect() })
    }
}

impl<'w> WalkmeshEdit<'w> {
    /// Sets the flags of triangles. The clockwise flag is kept: it follows from the winding. Returns the number of selected
    /// triangles.
    ///
    /// # Errors
    /// The errors of [`select`](Self::select).
    pub fn paint(&mut self, selection: &Selection, flags: TriangleFlags) -> Result<usize, EditError> {
        self.change_flags(selection, |before| before & CLOCKWISE | flags.0 & !CLOCKWISE)
    }

    /// Makes triangles unwalkable. The footstep sound is kept. Returns the number of selected triangles.
    ///
    /// # Errors
    /// The errors of [`select`](Self::select).
    pub fn make_unwalkable(&mut self, selection: &Selection) -> Result<usize, EditError> {
        self.change_flags(selection, |before| before & !WALKABLE)
    }

    fn change_flags(&mut self, selection: &Selection, new: impl Fn(u16) -> u16) -> Result<usize, EditError> {
        let selected = self.select(selection)?;
        for triangle in &selected {
            let face = self.face_mut(*triangle)?;
            face.flags = TriangleFlags(new(face.flags.0));
        }
        Ok(selected.len())
    }

    /// Removes triangles, and the vertices that no triangle uses any longer. Returns the number of selected triangles.
    ///
    /// # Errors
    /// The errors of [`select`](Self::select).
    pub fn remove(&mut self, selection: &Selection) -> Result<usize, EditError> {
        let selected = self.select(selection)?;
        selected.iter().for_each(|triangle| self.faces[triangle.index()] = None);
        Ok(selected.len())
    }

    /// Reverses triangles that face down, so that the game finds positions on them. Triangles without an area in the plan
    /// view face neither up nor down, and are left unchanged. Returns the number of reversed triangles.
    ///
    /// # Errors
    /// [`EditError::FacesUp`], with no triangle reversed, and the errors of [`select`](Self::select).
    pub fn flip(&mut self, selection: &Selection) -> Result<usize, EditError> {
        let selected = self.select(selection)?;
        if let Some(triangle) = selected.iter().find(|triangle| self.area(**triangle) > 0.0) {
            return Err(EditError::FacesUp(*triangle));
        }
        let down: Vec<_> = selected.into_iter().filter(|triangle| self.area(*triangle) < 0.0).collect();
        for triangle in &down {
            self.face_mut(*triangle)?.corners.swap(1, 2);
        }
        Ok(down.len())
    }

    /// Moves a vertex, and with it its triangles. A triangle that then reaches over the border of its tile by more than
    /// 0.1 m is cut there.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::NotFinite`].
    pub fn move_vertex(&mut self, vertex: VertexId, to: impl Into<[f32; 3]>) -> Result<(), EditError> {
        let to = to.into();
        let stored = self.vertices.get_mut(vertex.index()).ok_or(EditError::NoSuchVertex(vertex))?;
        if !is_usable(&to) {
            return Err(EditError::NotFinite(vertex));
        }
        (*stored, self.is_moved[vertex.index()]) = (to, true);
        Ok(())
    }

    /// Adds a vertex.
    ///
    /// # Errors
    /// [`EditError::NotFinite`] and [`EditError::TooManyFaces`].
    pub fn add_vertex(&mut self, point: impl Into<[f32; 3]>) -> Result<VertexId, EditError> {
        let point = point.into();
        let id = VertexId(u32::try_from(self.vertices.len()).map_err(|_| EditError::TooManyFaces)?);
        if !is_usable(&point) {
            return Err(EditError::NotFinite(id));
        }
        self.vertices.push(point);
        self.is_moved.push(false);
        Ok(id)
    }

    /// Adds a triangle. It is wound to face up, and cut at the borders of tiles. It joins the triangles with which it shares
    /// vertices; equal points do not join triangles.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::TooManyFaces`].
    pub fn add_triangle(&mut self, corners: [VertexId; 3], flags: TriangleFlags) -> Result<TriangleId, EditError> {
        if let Some(missing) = corners.into_iter().find(|corner| corner.index() >= self.vertices.len()) {
            return Err(EditError::NoSuchVertex(missing));
        }
        let id = TriangleId(u32::try_from(self.faces.len()).map_err(|_| EditError::TooManyFaces)?);
        let corners = corners.map(|corner| corner.0);
        self.faces.push(Some(EditedFace { corners, flags, tile: None, is_new: true }));
        Ok(id)
    }

    /// Sets the vertices of a triangle. It is wound to face up, and joins the triangles with which it then shares vertices.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::NoSuchFace`].
    pub fn set_corners(&mut self, triangle: TriangleId, corners: [VertexId; 3]) -> Result<(), EditError> {
        if let Some(missing) = corners.into_iter().find(|corner| corner.index() >= self.vertices.len()) {
            return Err(EditError::NoSuchVertex(missing));
        }
        let face = self.face_mut(triangle)?;
        (face.corners, face.is_new) = (corners.map(|corner| corner.0), true);
        Ok(())
    }

    /// Returns whether nothing was changed.
    pub(super) fn is_unchanged(&self) -> bool {
        let rows = self.base.triangle_rows();
        let is_same = |(face, row): (&Option<EditedFace>, &Triangle)| {
            face.is_some_and(|face| (face.corners, face.flags) == (row.vertices, row.flags))
        };
        let bits = |point: [f32; 3]| point.map(f32::to_bits);
        self.faces.len() == rows.len()
            && self.faces.iter().zip(rows).all(is_same)
            && self.vertices.iter().zip(self.base.vertices()).all(|(now, before)| bits(*now) == bits((*before).into()))
    }

    /// Twice the signed area of a triangle in the plan view: positive if it faces up, negative if it faces down.
    fn area(&self, triangle: TriangleId) -> f64 {
        self.face(triangle).map_or(0.0, |face| {
            let area = twice_the_area(face.corners.map(|corner| self.vertices[corner as usize]));
            if face.flags.0 & CLOCKWISE != 0 { -area } else { area }
        })
    }

    /// Returns whether a triangle faces down, so that the game finds no position on it.
    #[must_use]
    pub fn faces_down(&self, triangle: TriangleId) -> bool {
        self.area(triangle) < 0.0
    }

    /// Returns whether any triangle was added, or had its corners replaced or moved.
    pub(super) fn reshapes(&self) -> bool {
        self.faces().any(|(_, face)| self.is_reshaped(face))
    }

    pub(super) fn base(&self) -> &'w Walkmesh {
        self.base
    }

    pub(super) fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    pub(super) fn into_vertices(self) -> Vec<[f32; 3]> {
        self.vertices
    }

    /// The remaining triangles, ascending.
    pub(super) fn faces(&self) -> impl Iterator<Item = (TriangleId, &EditedFace)> {
        (0..).map(TriangleId).zip(&self.faces).filter_map(|(id, face)| Some((id, face.as_ref()?)))
    }

    pub(super) fn faces_mut(&mut self) -> impl Iterator<Item = &mut EditedFace> {
        self.faces.iter_mut().flatten()
    }

    pub(super) fn face(&self, triangle: TriangleId) -> Result<&EditedFace, EditError> {
        self.faces.get(triangle.index()).and_then(Option::as_ref).ok_or(EditError::NoSuchFace(triangle))
    }

    pub(super) fn face_mut(&mut self, triangle: TriangleId) -> Result<&mut EditedFace, EditError> {
        self.faces.get_mut(triangle.index()).and_then(Option::as_mut).ok_or(EditError::NoSuchFace(triangle))
    }

    /// Returns whether the corners of a triangle differ from their state before the edit.
    pub(super) fn is_reshaped(&self, face: &EditedFace) -> bool {
        face.is_new || face.corners.into_iter().any(|corner| self.is_moved[corner as usize])
    }
}

/// Twice the signed area of a triangle in the plan view: positive if its corners run counter-clockwise.
pub(super) fn twice_the_area(corners: [[f32; 3]; 3]) -> f64 {
    let [[ax, ay], [bx, by], [cx, cy]] = corners.map(|[x, y, _]| [x, y].map(f64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
