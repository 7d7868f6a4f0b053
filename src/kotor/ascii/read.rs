//! [`AsciiFile`]: reads walkmeshes in ASCII.

use std::collections::HashSet;

use walkmesh_formats::bwm::{Bwm, Edge};

use super::error::{AsciiError, AsciiFault};
use super::meshes::{Mesh, meshes, turned};
use super::nodes::nodes;
use super::write::HEADER_POSITION;
use crate::exchange::{Note, Transform};
use crate::kotor::edit::checked;
use crate::kotor::stale::Stale;
use crate::kotor::{Door, EditError, Kind, MaterialId, MaterialTable, VertexId, Walkmesh};

/// The contents of a text with walkmeshes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AsciiFile {
    /// The walkmesh, or a door's walkmeshes.
    pub content: AsciiContent,
    /// Notes on data that was reinterpreted or left out.
    pub notes: Vec<Note>,
}

/// One walkmesh or a door.
#[derive(Clone, Debug)]
pub enum AsciiContent {
    /// A room or a placeable.
    Walkmesh(Box<Walkmesh>),
    /// The states of a door.
    Door(Door),
}

impl AsciiFile {
    /// Returns whether bytes look like a walkmesh or model in ASCII: the first line that is not a comment begins with one of its keywords.
    #[must_use]
    pub fn looks_like_one(bytes: &[u8]) -> bool {
        let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
        let word = first.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        ["node", "newmodel", "filedependancy", "beginmodelgeom", "beginwalkmeshgeom"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    }

    /// Returns whether bytes are a walkmesh of the first Neverwinter Nights as text, by the comments before the first node.
    /// Tools put their own comments before the comment that names the format.
    ///
    /// ```
    /// use walkmesh::kotor::AsciiFile;
    ///
    /// assert!(AsciiFile::is_of_nwn1(b"#MAXWALKMESH ASCII\nbeginwalkmeshgeom ttr01_a01_01\n"));
    /// assert!(AsciiFile::is_of_nwn1(b"# Exported from NWmax\n#NWmax WALKMESH ASCII\nbeginwalkmeshgeom ttr01_a01_01\n"));
    /// assert!(!AsciiFile::is_of_nwn1(b"node aabb WALKMESH\n"));
    /// ```
    #[must_use]
    pub fn is_of_nwn1(bytes: &[u8]) -> bool {
        let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let mut comments = lines.map_while(|line| line.strip_prefix(b"#"));
        comments.any(|comment| {
            let mut words = comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let is =
                |word: Option<&[u8]>, known: &str| word.is_some_and(|it| it.eq_ignore_ascii_case(known.as_bytes()));
            let first = words.next();
            is(first, "MAXWALKMESH") || is(first, "NWmax") && is(words.next(), "WALKMESH")
        })
    }

    /// Reads a text, and bakes the data that follows from the faces. Materials are the first game's, or [`MaterialTable::nwn1`] for a text
    /// of the first Neverwinter Nights.
    ///
    /// ```
    /// use walkmesh::kotor::{AsciiContent, AsciiFile, EdgeId, FaceId, RoomId};
    ///
    /// let text = "node aabb WALKMESH
    ///   position 10 0 0
    ///   verts 4
    ///     0 0 0
    ///     4 0 0
    ///     4 4 0
    ///     0 4 0
    ///   faces 2
    ///     0 1 2  1  0 0 0  4
    ///     0 2 3  1  0 0 0  4
    ///   roomlinks 1
    ///     1 7
    /// endnode";
    /// let AsciiContent::Walkmesh(room) = AsciiFile::from_bytes(text.as_bytes())?.content else { panic!("a room") };
    /// assert_eq!(room.vertices().next(), Some([10.0, 0.0, 0.0]));
    /// assert_eq!(room.transitions().next(), EdgeId::new(FaceId(0), 1).map(|edge| (edge, RoomId(7))));
    /// # Ok::<(), walkmesh::kotor::AsciiError>(())
    /// ```
    ///
    /// # Errors
    /// [`AsciiError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, AsciiError> {
        let of_nwn1 = Self::is_of_nwn1(bytes).then(MaterialTable::nwn1);
        Self::read(bytes, of_nwn1.as_ref())
    }

    /// Reads a text with a table of materials, which decides where creatures can walk, and bakes the derived tables.
    ///
    /// # Errors
    /// [`AsciiError`].
    pub fn from_bytes_with(bytes: &[u8], materials: &MaterialTable) -> Result<Self, AsciiError> {
        Self::read(bytes, Some(materials))
    }

    fn read(bytes: &[u8], materials: Option<&MaterialTable>) -> Result<Self, AsciiError> {
        let text = String::from_utf8_lossy(bytes);
        let nodes = nodes(&text)?;
        let meshes = meshes(&nodes)?;
        let mut notes = Vec::new();
        let mut states = Vec::new();
        for mesh in &meshes {
            let in_area = mesh.node.name.is_empty() || text.starts_with("# Exported with MDLedit");
            let mut walkmesh = build(mesh, in_area, materials, &mut notes)?;
            if let Some(position) = header_position(&text).filter(|_| mesh.kind.is_room()) {
                walkmesh.raw.position = position.into();
            }
            match mesh.state {
                Some(state) => states.push((state, walkmesh)),
                None => return Ok(Self { content: AsciiContent::Walkmesh(Box::new(walkmesh)), notes }),
            }
        }
        Ok(Self { content: AsciiContent::Door(states.into_iter().collect()), notes })
    }
}

/// The position of a room's header, from the comment that holds it.
fn header_position(text: &str) -> Option<[f32; 3]> {
    let mut words = text.lines().find_map(|line| line.strip_prefix(HEADER_POSITION))?.split_whitespace();
    let mut position = [0.0_f32; 3];
    for value in &mut position {
        *value = words.next()?.parse().ok()?;
    }
    checked(position.into()).ok().map(<[f32; 3]>::from)
}

/// The walkmesh of a node. Vertices of a room are in area space if the tool writes them that way, as PyKotor and MDLedit do.
fn build(
    mesh: &Mesh<'_>,
    in_area: bool,
    materials: Option<&MaterialTable>,
    notes: &mut Vec<Note>,
) -> Result<Walkmesh, AsciiError> {
    let Mesh { node, kind, placement, hooks, .. } = mesh;
    let at = |line: usize| move |fault: EditError| AsciiError { line, fault: fault.into() };
    let position = checked(placement.rows.map(|row| row[3] as f32).into()).map_err(at(node.line))?;
    let raw = Bwm { position, ..Bwm::default() };
    let mut walkmesh = Walkmesh::from_raw(raw).with_kind(*kind);
    if let Some(materials) = materials {
        walkmesh = walkmesh.with_materials(materials.clone());
    }
    let applied = match kind {
        Kind::Wok if in_area => Transform::IDENTITY,
        Kind::Wok => *placement,
        Kind::Pwk | Kind::Dwk => turned(placement),
    };
    if *kind == Kind::Wok && *placement != Transform::IDENTITY {
        notes.push(Note::of_node(&node.name, position_of_a_room(node.position, in_area)));
    }
    for vertex in &node.vertices {
        walkmesh.add_vertex(applied.apply(*vertex)).map_err(at(node.line))?;
    }
    for face in &node.faces {
        let corners = face.corners.map(VertexId);
        walkmesh.add_face(corners, MaterialId(face.material)).map_err(at(node.line))?;
    }
    walkmesh.set_hooks(*hooks).map_err(at(node.line))?;
    if kind.is_room() {
        link(&mut walkmesh, mesh)?;
    }
    walkmesh.stale = Stale::everything();
    let report = walkmesh.bake_stale().map_err(|fault| at(node.line)(fault.into()))?;
    if !report.lost_transitions.is_empty() {
        let count = report.lost_transitions.len();
        let message = format!(
            "{count} of the `roomlinks` are of edges inside the room or of faces on which nobody walks, and were left out."
        );
        notes.push(Note::of_node(&node.name, message));
    }
    if !report.old_faces.is_empty() {
        notes.push(Note::of_node(&node.name, "Walkable faces come first now, so faces have other numbers."));
    }
    Ok(walkmesh)
}

/// Links edges to rooms, before the bake determines which edges can have links.
fn link(walkmesh: &mut Walkmesh, mesh: &Mesh<'_>) -> Result<(), AsciiError> {
    let faces = mesh.node.faces.len();
    let mut linked = HashSet::new();
    for link in &mesh.node.links {
        let edge = i32::try_from(link.edge).ok().filter(|edge| (*edge as usize) < 3 * faces);
        let fault = AsciiFault::NoSuchEdge { edge: link.edge, faces };
        let edge = edge.ok_or(AsciiError { line: link.line, fault })?;
        if link.room >= 0 && linked.insert(edge) {
            walkmesh.raw.edges.push(Edge { edge, transition: link.room });
        }
    }
    Ok(())
}

fn position_of_a_room([x, y, z]: [f32; 3], in_area: bool) -> String {
    if in_area {
        return "The vertices were taken as they are, because the tool that wrote the text writes them in area space."
            .into();
    }
    format!(
        "The position ({x} {y} {z}) and orientation of the node were applied to the vertices, as the games do. If the room \
         lies at a wrong place now, its tool had done so already: write `position 0 0 0` and read it again."
    )
}
