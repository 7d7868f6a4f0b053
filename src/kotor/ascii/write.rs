//! Writes walkmeshes in ASCII.

use std::fmt::{Arguments, Write};

use super::boxes::boxes;
use crate::exchange::Note;
use crate::exchange::text::ShortestPoint;
use crate::kotor::stale::StaleTree;
use crate::kotor::{BakeError, Door, DoorState, Hook, Kind, VertexId, Walkmesh};

/// A walkmesh as text, and notes on data that the text cannot hold.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct AsciiText {
    /// The text.
    pub text: String,
    /// Notes on omitted data.
    pub notes: Vec<Note>,
}

impl Walkmesh {
    /// Writes the walkmesh as text, under the name of its model. Vertices and faces keep their order and their numbers. Stale data is baked
    /// first, as in a save.
    ///
    /// A room is written with its vertices in area space and the position 0, which all tools interpret the same way. The position from its
    /// header goes into a comment, which [`AsciiFile`](super::AsciiFile) reads. A door is written in its closed state; [`Door::to_ascii`]
    /// writes all three states.
    ///
    /// ```
    /// use walkmesh::kotor::{AsciiContent, AsciiFile, Kind, MaterialId, Walkmesh};
    ///
    /// let triangle = [[0.1, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// let text = room.to_ascii("m01aa_01a")?.text;
    /// assert!(text.starts_with("node aabb WALKMESH\n  parent m01aa_01a\n"));
    ///
    /// let AsciiContent::Walkmesh(read) = AsciiFile::from_bytes(text.as_bytes())?.content else { panic!("a room") };
    /// assert_eq!(read.to_bytes()?, room.to_bytes()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BakeError`]: a coordinate of a vertex is not finite, a corner is not a vertex, or stale tables cannot be baked.
    pub fn to_ascii(&self, model: &str) -> Result<AsciiText, BakeError> {
        let mut writer = Writer { model: word(model), written: AsciiText::default() };
        let baked = baked(self)?;
        match self.kind() {
            Kind::Wok => writer.room(&baked)?,
            Kind::Pwk => writer.placeable(&baked)?,
            Kind::Dwk => writer.door([(DoorState::Closed, baked)])?,
        }
        Ok(writer.written)
    }
}

impl Door {
    /// Writes all states of the door as one text, as [`Walkmesh::to_ascii`] does for one.
    ///
    /// # Errors
    /// As [`Walkmesh::to_ascii`].
    pub fn to_ascii(&self, model: &str) -> Result<AsciiText, BakeError> {
        let mut writer = Writer { model: word(model), written: AsciiText::default() };
        let states: Result<Vec<_>, _> = self.states().map(|(state, walkmesh)| Ok((state, baked(walkmesh)?))).collect();
        writer.door(states?)?;
        Ok(writer.written)
    }
}

/// The comment with the position in the header of a room.
pub(super) const HEADER_POSITION: &str = "# position in the header of the walkmesh:";

/// The walkmesh without stale data, and for a room with a complete tree.
fn baked(walkmesh: &Walkmesh) -> Result<Walkmesh, BakeError> {
    let mut baked = walkmesh.clone();
    baked.bake_stale()?;
    for (vertex, point) in (0..).zip(baked.vertices()) {
        if !point.iter().all(|value| value.is_finite()) {
            return Err(BakeError::NotFinite { vertex: VertexId(vertex) });
        }
    }
    Ok(baked)
}

struct Writer {
    model: String,
    written: AsciiText,
}

impl Writer {
    fn put(&mut self, arguments: Arguments<'_>) {
        // Writing to a text cannot fail.
        self.written.text.write_fmt(arguments).unwrap_or_default();
    }

    fn note(&mut self, message: impl Into<String>) {
        self.written.notes.push(Note::of_node(self.model.as_str(), message));
    }

    fn room(&mut self, room: &Walkmesh) -> Result<(), BakeError> {
        // As the position of the node, it would be added to the vertices, which already include it.
        if room.position() != [0.0; 3] {
            self.put(format_args!("{HEADER_POSITION} {}\n", ShortestPoint(room.position())));
        }
        self.put(format_args!("node aabb WALKMESH\n  parent {}\n", self.model.clone()));
        self.mesh([0.0; 3], room)?;
        let links: Vec<_> = room.transitions().collect();
        self.put(format_args!("  roomlinks {}\n", links.len()));
        for (edge, to) in links {
            self.put(format_args!("    {} {}\n", edge.0, to.0));
        }
        self.boxes(room)?;
        self.put(format_args!("endnode\n"));
        Ok(())
    }

    fn boxes(&mut self, room: &Walkmesh) -> Result<(), BakeError> {
        let stored = boxes(room.as_raw());
        let list = match stored {
            Some(list) => list,
            None => {
                let mut rebuilt = room.clone();
                rebuilt.stale.tree = StaleTree::Shape;
                rebuilt.bake_stale()?;
                boxes(rebuilt.as_raw()).unwrap_or_default()
            }
        };
        self.put(format_args!("  aabb\n"));
        for row in list {
            let [min, max] = [row.bounds.min, row.bounds.max].map(ShortestPoint);
            let face = row.face.map_or(-1, i64::from);
            self.put(format_args!("    {min} {max} {face}\n"));
        }
        Ok(())
    }

    fn placeable(&mut self, placeable: &Walkmesh) -> Result<(), BakeError> {
        let model = self.model.clone();
        self.put(format_args!("node dummy {model}_pwk\n  parent {model}\nendnode\n"));
        self.put(format_args!("node trimesh {model}_wg\n  parent {model}_pwk\n"));
        self.mesh(placeable.position(), placeable)?;
        self.put(format_args!("endnode\n"));
        for (hook, name) in placeable.hooks().into_iter().zip(["use01", "use02"]) {
            self.hook(hook, &format!("{model}_pwk_{name}"), &format!("{model}_wg"));
        }
        self.note_absolute_hooks(placeable);
        Ok(())
    }

    fn door(&mut self, states: impl IntoIterator<Item = (DoorState, Walkmesh)>) -> Result<(), BakeError> {
        let model = self.model.clone();
        self.put(format_args!("node dummy {model}_DWK\n  parent {model}\nendnode\n"));
        for (state, walkmesh) in states {
            let name = match state {
                DoorState::Closed => "closed",
                DoorState::Open1 => "open1",
                DoorState::Open2 => "open2",
            };
            self.put(format_args!("node trimesh {model}_DWK_wg_{name}\n  parent {model}_DWK\n"));
            self.mesh(walkmesh.position(), &walkmesh)?;
            self.put(format_args!("endnode\n"));
            let [first, second] = walkmesh.hooks();
            let mesh = format!("{model}_DWK_wg_{name}");
            self.hook(first, &format!("{model}_DWK_dp_{name}_01"), &mesh);
            // An open door is used from one side.
            if state == DoorState::Closed || second.relative != [0.0; 3] {
                self.hook(second, &format!("{model}_DWK_dp_{name}_02"), &mesh);
            }
            self.note_absolute_hooks(&walkmesh);
        }
        Ok(())
    }

    fn mesh(&mut self, position: [f32; 3], walkmesh: &Walkmesh) -> Result<(), BakeError> {
        let position = ShortestPoint(position);
        // An all-zero axis means no rotation.
        self.put(format_args!("  position {position}\n  orientation 0 0 0 0\n  verts {}\n", walkmesh.vertex_count()));
        for point in walkmesh.vertices() {
            self.put(format_args!("    {}\n", ShortestPoint(point)));
        }
        self.put(format_args!("  faces {}\n", walkmesh.face_count()));
        for face in walkmesh.faces() {
            let vertices = walkmesh.vertex_count();
            if let Some(vertex) = face.corners().into_iter().find(|corner| corner.index() >= vertices) {
                return Err(BakeError::NoSuchVertex { face: face.id(), vertex, vertices });
            }
            let [a, b, c] = face.corners().map(|corner| corner.0);
            self.put(format_args!("    {a} {b} {c}  1  0 0 0  {}\n", face.material().0));
        }
        Ok(())
    }

    fn hook(&mut self, hook: Hook, name: &str, mesh: &str) {
        let point = ShortestPoint(hook.relative);
        self.put(format_args!("node dummy {name}\n  parent {mesh}\n  position {point}\nendnode\n"));
    }

    /// Reports hooks whose absolute and relative forms contradict each other.
    fn note_absolute_hooks(&mut self, walkmesh: &Walkmesh) {
        let mut derived = walkmesh.clone();
        let relative = walkmesh.hooks().map(|hook| hook.relative);
        if derived.set_hooks(relative).is_err() || derived.hooks() != walkmesh.hooks() {
            self.note(
                "The absolute hooks of the header are left out: they are not the relative ones plus the position.",
            );
        }
    }
}

/// A name as one word, because the text can hold only single words.
fn word(name: &str) -> String {
    let word: String = name.split_whitespace().collect::<Vec<_>>().join("_");
    if word.is_empty() { "model".to_owned() } else { word }
}
