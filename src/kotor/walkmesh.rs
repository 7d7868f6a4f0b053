//! One walkmesh in good names.

use walkmesh_formats::Document;
use walkmesh_formats::bwm::Bwm;

use super::bake::{self, Baked};
use super::edit::Stale;
use super::{
    BakeError, BakeOptions, EdgeId, FaceId, MaterialConflict, MaterialId, MaterialTable, RoomId, SaveError, VertexId,
};
use crate::mesh::triangle::faces_up;

/// What a walkmesh is for, which decides what its file stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A room: all tables, vertices in area space.
    Wok,
    /// A placeable: faces without tree or neighbours, and in the games' own files without normals; vertices local.
    Pwk,
    /// A door in one of its states: faces with normals, but no tree or neighbours; vertices local.
    Dwk,
}

impl Kind {
    /// What the struct looks like. Only rooms have a tree, neighbours, edges or perimeters, so a struct with any of them
    /// is a room, whatever its type word says. Without them the type word tells rooms from the rest, and a placeable
    /// stores no normals.
    ///
    /// A file's name knows better: see [`of_file`](Self::of_file) and [`Walkmesh::with_kind`]. A placeable that a modding
    /// tool gave normals looks like a door, and a room of which only the faces are left looks like a placeable where its
    /// type word is wrong.
    #[must_use]
    pub fn of(raw: &Bwm) -> Self {
        let blank = |normal: &walkmesh_formats::bwm::Vertex| [normal.x, normal.y, normal.z] == [0.0; 3];
        match raw.walkmesh_type {
            0 if room_tables(raw).iter().any(|&(_, rows)| rows > 0) => Self::Wok,
            0 if raw.normals.iter().all(blank) => Self::Pwk,
            0 => Self::Dwk,
            _ => Self::Wok,
        }
    }

    /// What a file is by the extension of its name, `.wok`, `.pwk` or `.dwk` in any case, which is what the games go by;
    /// `None` for other names.
    ///
    /// ```
    /// use walkmesh::kotor::Kind;
    ///
    /// assert_eq!(Kind::of_file("M01AA_01A.WOK"), Some(Kind::Wok));
    /// assert_eq!(Kind::of_file("room.bwm"), None);
    /// ```
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let kinds = [("wok", Self::Wok), ("pwk", Self::Pwk), ("dwk", Self::Dwk)];
        kinds.into_iter().find_map(|(known, kind)| extension.eq_ignore_ascii_case(known).then_some(kind))
    }

    /// Whether files of this kind have a tree, neighbours and perimeters.
    #[must_use]
    pub fn is_room(self) -> bool {
        self == Self::Wok
    }
}

/// The tables that only rooms have, by name, and how many rows each of them has.
pub(super) fn room_tables(raw: &Bwm) -> [(&'static str, usize); 4] {
    [
        ("nodes of the tree", raw.aabb_nodes.len()),
        ("rows of neighbours", raw.adjacencies.len()),
        ("edges", raw.edges.len()),
        ("perimeters", raw.perimeters.len()),
    ]
}

/// A use hook of a placeable or door: where one stands to use it, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hook {
    /// From the walkmesh's position.
    pub relative: [f32; 3],
    /// The same in the frame of the vertices; 0 in placeables.
    pub absolute: [f32; 3],
}

/// The box around some points, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least corner.
    pub min: [f32; 3],
    /// Greatest corner.
    pub max: [f32; 3],
}

impl Bounds {
    /// The box around points; `None` without any. NaN coordinates are passed over.
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, point| {
            let old = bounds.unwrap_or(Self { min: point, max: point });
            Some(Self {
                min: std::array::from_fn(|axis| old.min[axis].min(point[axis])),
                max: std::array::from_fn(|axis| old.max[axis].max(point[axis])),
            })
        })
    }
}

/// One walkmesh: a room's, a placeable's or a door's.
///
/// It owns the on-disk struct ([`as_raw`](Self::as_raw), [`into_raw`](Self::into_raw)), reads it in good names, and
/// remembers what edits have made stale, so that saving bakes exactly that.
#[derive(Clone, Debug)]
pub struct Walkmesh {
    pub(super) raw: Bwm,
    pub(super) kind: Kind,
    pub(super) materials: MaterialTable,
    /// Whether somebody has said that these materials hold; else they are a guess, which a file can contradict.
    pub(super) materials_given: bool,
    /// The conflict between file and materials before the first edit that touched it.
    pub(super) conflict: Option<Box<MaterialConflict>>,
    pub(super) layout_position: Option<[f32; 3]>,
    pub(super) stale: Stale,
}

impl Walkmesh {
    /// A view of a struct, with the first game's materials. Any struct will do: [`check`](Self::check) tells what is
    /// wrong with it.
    #[must_use]
    pub fn new(raw: Bwm) -> Self {
        let kind = Kind::of(&raw);
        Self {
            raw,
            kind,
            materials: MaterialTable::kotor(),
            materials_given: false,
            conflict: None,
            layout_position: None,
            stale: Stale::default(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What [`Document::from_bytes`] says: the bytes are no BWM, or end too early.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, walkmesh_formats::Error> {
        Bwm::from_bytes(bytes).map(Self::new)
    }

    /// Writes the file: the bytes that were read, but for what edits changed and made stale.
    ///
    /// # Errors
    /// [`SaveError`]; never for an unedited walkmesh that was read.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        if self.stale.is_nothing() {
            return Ok(self.raw.to_bytes()?);
        }
        let mut settled = self.clone();
        settled.settle()?;
        Ok(settled.raw.to_bytes()?)
    }

    /// The same walkmesh taken for another kind: a file's name, [`Kind::of_file`], knows better than [`Kind::of`]. A
    /// bake writes the tables and the type word that belong to the kind.
    #[must_use]
    pub fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The same walkmesh with another table of materials, which decides where creatures can walk. Checks, bakes and
    /// queries all use it. Nothing becomes stale by it: it is as if the file had been opened so.
    ///
    /// To give a table is to say that it holds, so that [`bake`](Self::bake) goes by it even where the file says
    /// otherwise. Without this call the first game's table is assumed, and a bake refuses a file that contradicts it.
    #[must_use]
    pub fn with_materials(mut self, materials: MaterialTable) -> Self {
        self.materials = materials;
        self.materials_given = true;
        self.conflict = None;
        self
    }

    /// The same walkmesh with a table of materials that agrees with its stored neighbours:
    /// [`MaterialTable::as_shown_by`], on top of the table that it has. A bake then keeps what can be walked on.
    ///
    /// A material that is on faces with and on faces without neighbours cannot agree. A bake still refuses such a file,
    /// and [`material_conflict`](Self::material_conflict) names the faces.
    #[must_use]
    pub fn with_materials_as_stored(mut self) -> Self {
        if self.kind.is_room() && !self.stale.adjacency {
            let table = self.materials.clone().as_shown_by(&self.raw);
            self.assume_materials(table);
        }
        self
    }

    /// Another table of materials, without anybody having said that it holds.
    pub(super) fn assume_materials(&mut self, materials: MaterialTable) {
        self.materials = materials;
        self.materials_given = false;
        self.conflict = None;
    }

    /// The same walkmesh with the room's position in the layout, which the tree's boxes were rounded around. Without
    /// it a bake takes the area's origin, and its trees differ in ties and last digits.
    #[must_use]
    pub fn with_layout_position(mut self, position: [f32; 3]) -> Self {
        self.layout_position = Some(position);
        self
    }

    /// The on-disk struct. Tables that edits have made stale stand in it as they were: [`settle`](Self::settle) first.
    #[must_use]
    pub fn as_raw(&self) -> &Bwm {
        &self.raw
    }

    /// Gives the on-disk struct back; as [`as_raw`](Self::as_raw) says of stale tables.
    #[must_use]
    pub fn into_raw(self) -> Bwm {
        self.raw
    }

    /// What the walkmesh is for.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What the faces are made of.
    #[must_use]
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
    }

    /// The room's position in the layout, where it was told.
    #[must_use]
    pub fn layout_position(&self) -> Option<[f32; 3]> {
        self.layout_position
    }

    /// Where the walkmesh's node stands in its model, in metres. In a room for information only: the vertices have it
    /// inside already.
    #[must_use]
    pub fn position(&self) -> [f32; 3] {
        self.raw.position.into()
    }

    /// The two use hooks; all 0 in rooms.
    #[must_use]
    pub fn hooks(&self) -> [Hook; 2] {
        let raw = &self.raw;
        [
            (raw.relative_use_position_1, raw.absolute_use_position_1),
            (raw.relative_use_position_2, raw.absolute_use_position_2),
        ]
        .map(|(relative, absolute)| Hook { relative: relative.into(), absolute: absolute.into() })
    }

    /// Number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.raw.faces.len()
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.raw.vertices.len()
    }

    /// A vertex, in metres: in area space in a room, else local.
    #[must_use]
    pub fn vertex(&self, vertex: VertexId) -> Option<[f32; 3]> {
        self.raw.vertices.get(vertex.index()).map(|&vertex| vertex.into())
    }

    /// The vertices, by [`VertexId`].
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.raw.vertices.iter().map(|&vertex| vertex.into())
    }

    /// A face.
    #[must_use]
    pub fn face(&self, id: FaceId) -> Option<Face<'_>> {
        (id.index() < self.raw.faces.len()).then_some(Face { walkmesh: self, id })
    }

    /// The faces, by [`FaceId`].
    pub fn faces(&self) -> impl Iterator<Item = Face<'_>> {
        (0..).zip(&self.raw.faces).map(|(id, _)| Face { walkmesh: self, id: FaceId(id) })
    }

    /// The box around all vertices.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::around(self.vertices())
    }

    /// The perimeters as the file stores them: the edges of each loop, in their order. Outer ones run counter-clockwise
    /// seen from above, holes clockwise.
    ///
    /// Ends that are out of range or descend give short or empty loops; [`check`](Self::check) names them.
    pub fn perimeters(&self) -> impl Iterator<Item = &[walkmesh_formats::bwm::Edge]> {
        let edges = &self.raw.edges;
        self.raw.perimeters.iter().scan(0, |start, &end| {
            let end = (end as usize).min(edges.len());
            let edges = edges.get(*start..end).unwrap_or_default();
            *start = end;
            Some(edges)
        })
    }

    /// The edges that lead to another room, in the file's order.
    pub fn transitions(&self) -> impl Iterator<Item = (EdgeId, RoomId)> {
        self.raw.edges.iter().filter_map(|row| {
            let room = u32::try_from(row.transition).ok()?;
            Some((EdgeId::from_raw(row.edge)?, RoomId(room)))
        })
    }

    /// Where an edge begins and ends, in metres; `None` where there is no such face or vertex.
    #[must_use]
    pub fn edge_points(&self, edge: EdgeId) -> Option<[[f32; 3]; 2]> {
        let corners = self.raw.faces.get(edge.face().index())?.vertices;
        let point = |corner: usize| self.vertex(VertexId(corners[corner % 3]));
        Some([point(edge.side())?, point(edge.side() + 1)?])
    }

    /// Bakes what edits have made stale, in place; nothing to do without edits.
    ///
    /// Faces may be renumbered, since walkable ones come first: [`Baked::old_face`] tells.
    ///
    /// # Errors
    /// [`BakeError`]; nothing is changed then.
    pub fn settle(&mut self) -> Result<Baked, BakeError> {
        let options = BakeOptions { layout_position: self.layout_position, ..BakeOptions::default() };
        bake::settle(self, &options)
    }
}

/// A face of a walkmesh.
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    walkmesh: &'a Walkmesh,
    id: FaceId,
}

impl<'a> Face<'a> {
    /// Which face it is.
    #[must_use]
    pub fn id(&self) -> FaceId {
        self.id
    }

    /// Its corners, counter-clockwise seen from the side that the normal points to.
    #[must_use]
    pub fn corners(&self) -> [VertexId; 3] {
        self.raw().faces[self.id.index()].vertices.map(VertexId)
    }

    /// Its corners as points; `None` where one is no vertex.
    #[must_use]
    pub fn points(&self) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = self.corners().map(|corner| self.walkmesh.vertex(corner));
        Some([a?, b?, c?])
    }

    /// What it is made of. A raw struct edited by hand may lack the row, which is then 0, `NotDefined`.
    #[must_use]
    pub fn material(&self) -> MaterialId {
        MaterialId(self.raw().materials.get(self.id.index()).copied().unwrap_or(0))
    }

    /// Whether one can walk on it.
    #[must_use]
    pub fn is_walkable(&self) -> bool {
        self.walkmesh.materials.is_walkable(self.material())
    }

    /// Whether it faces up, as a floor does: its corners run counter-clockwise seen from above. Its stored normal is not
    /// asked. A vertical face does not, nor one with a corner that is no vertex.
    #[must_use]
    pub fn faces_up(&self) -> bool {
        self.points().is_some_and(|points| faces_up(&points))
    }

    /// The stored normal; all 0 in placeables.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        self.raw().normals.get(self.id.index()).copied().unwrap_or_default().into()
    }

    /// The stored plane: normal and `d` of `n · p + d = 0`.
    #[must_use]
    pub fn plane(&self) -> ([f32; 3], f32) {
        (self.normal(), self.raw().distances.get(self.id.index()).copied().unwrap_or_default())
    }

    /// The edges of walkable faces across each side, as the file stores them; `None` where there is none, and for faces
    /// without a row: those that cannot be walked on.
    #[must_use]
    pub fn neighbours(&self) -> [Option<EdgeId>; 3] {
        self.raw().adjacencies.get(self.id.index()).map_or([None; 3], |row| row.edges.map(EdgeId::from_raw))
    }

    /// Its three edges.
    #[must_use]
    pub fn edges(&self) -> [Option<EdgeId>; 3] {
        std::array::from_fn(|side| EdgeId::of(self.id, side))
    }

    fn raw(&self) -> &'a Bwm {
        &self.walkmesh.raw
    }
}
