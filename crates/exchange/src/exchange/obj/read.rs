//! [`Obj`]: reads the vertices, faces, names and materials of an OBJ.

use std::collections::{HashMap, HashSet};

use super::error::{ObjError, ObjFault};
use super::lines::{Lines, statement};
use crate::exchange::text::quoted;
use crate::geometry::{MAX_CORNERS, triangulate};

/// The maximum number of bytes of material names in all objects together, beyond twice the bytes of the file.
const MAX_LETTERS: usize = 1 << 20;

/// The vertices and triangles of an OBJ, in the file's own numbering and axes.
///
/// A face may have more than three corners, and may be concave. It is triangulated with all of its corners and no others,
/// so that faces that share an edge still share it. [`ObjScene`](super::ObjScene) has the names and materials, too.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::Obj;
///
/// // A floor in the form of an L, as one face of six corners.
/// let text = "v 0 0 0\nv 9 0 0\nv 9 0 3\nv 3 0 3\nv 3 0 9\nv 0 0 9\nf 1 2 3 4 5 6\n";
/// let floor = Obj::from_bytes(text.as_bytes())?;
/// assert_eq!((floor.vertices.len(), floor.triangles.len()), (6, 4));
/// # Ok::<(), walkmesh::exchange::ObjError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obj {
    /// The vertices as stored in the file, in its own axes and units.
    pub vertices: Vec<[f32; 3]>,
    /// The triangles, as vertex indices from 0, wound like their faces.
    pub triangles: Vec<[u32; 3]>,
    /// The owners of the triangles: each run extends to the first triangle of the next run.
    pub(super) runs: Vec<Run>,
    /// The names of objects, groups and materials.
    pub(super) names: Vec<String>,
    /// The MTL files that it names.
    pub(super) libraries: Vec<String>,
    /// Number of points, lines, curves and surfaces, which are not triangles.
    pub(super) others: usize,
}

/// A run of triangles with one owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) owner: Owner,
}

/// The owner of a triangle, by indices of names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Owner {
    pub(super) object: Option<usize>,
    pub(super) group: Option<usize>,
    pub(super) material: Option<usize>,
}

impl Obj {
    /// Reads a file. Its lines may end with LF, CRLF or CR, and names may be in any encoding.
    ///
    /// # Errors
    /// When a vertex or a face is invalid. The error has the line.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ObjError> {
        let letters = bytes.len().saturating_mul(2).saturating_add(MAX_LETTERS);
        let mut reader = Reader { most_letters: letters, left_letters: letters, ..Reader::default() };
        for (line, text) in Lines::new(bytes) {
            reader.read_line(&text).map_err(|fault| ObjError { line, fault })?;
        }
        Ok(reader.obj)
    }
}

/// Reads a file line by line.
#[derive(Default)]
struct Reader {
    obj: Obj,
    /// The index of each name.
    indices: HashMap<String, usize>,
    /// The MTL files that were named so far.
    libraries: HashSet<String>,
    /// The owner of the next triangles.
    owner: Owner,
    /// The corners of the current face.
    corners: Vec<u32>,
    /// The maximum number of bytes of material names in all objects together, and the remaining number.
    most_letters: usize,
    left_letters: usize,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), ObjFault> {
        let (keyword, rest) = statement(line);
        match keyword {
            "v" => self.obj.vertices.push(vertex(rest)?),
            "f" | "fo" => self.face(rest)?,
            "o" => self.owner.object = Some(self.name(rest)),
            "g" => self.owner.group = Some(self.name(rest)),
            "usemtl" => self.owner.material = (!rest.is_empty()).then(|| self.name(rest)),
            "mtllib" if self.libraries.insert(rest.to_owned()) => self.obj.libraries.push(rest.to_owned()),
            "p" | "l" | "curv" | "curv2" | "surf" => self.obj.others += 1,
            _ => {}
        }
        Ok(())
    }

    fn name(&mut self, name: &str) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        let index = self.obj.names.len();
        self.obj.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }

    fn face(&mut self, words: &str) -> Result<(), ObjFault> {
        let vertices = self.obj.vertices.len();
        self.corners.clear();
        let mut words = words.split_whitespace();
        for word in words.by_ref() {
            self.corners.push(corner(word, vertices)?);
            if self.corners.len() > MAX_CORNERS {
                return Err(ObjFault::TooManyCorners(self.corners.len() + words.count()));
            }
        }
        if self.corners.len() < 3 {
            return Err(ObjFault::TooFewCorners(self.corners.len()));
        }
        self.begin_run()?;
        if let [a, b, c] = *self.corners {
            self.obj.triangles.push([a, b, c]);
            return Ok(());
        }
        let points: Vec<_> = self.corners.iter().map(|&corner| self.obj.vertices[corner as usize]).collect();
        let triangles = triangulate(&points).ok_or(ObjFault::NotSimple(self.corners.len()))?;
        self.obj.triangles.extend(triangles.into_iter().map(|triangle| triangle.map(|at| self.corners[at])));
        Ok(())
    }

    /// Begins a run if the next triangle has another owner than the last one.
    fn begin_run(&mut self) -> Result<(), ObjFault> {
        if self.obj.runs.last().is_none_or(|run| run.owner != self.owner) {
            let letters = self.owner.material.map_or(0, |name| self.obj.names[name].len());
            let left = self.left_letters.checked_sub(letters);
            self.left_letters = left.ok_or(ObjFault::NamesTooLong(self.most_letters))?;
            self.obj.runs.push(Run { first: self.obj.triangles.len(), owner: self.owner });
        }
        Ok(())
    }
}

/// Three numbers. A fourth number is a weight, and further numbers are a colour.
fn vertex(words: &str) -> Result<[f32; 3], ObjFault> {
    let mut words = words.split_whitespace();
    let mut vertex = [0.0_f32; 3];
    for value in &mut vertex {
        let word = words.next().ok_or(ObjFault::VertexTooShort)?;
        *value = word.parse().map_err(|_| ObjFault::NotANumber(quoted(word)))?;
        if !value.is_finite() {
            return Err(ObjFault::NotFinite(quoted(word)));
        }
    }
    Ok(vertex)
}

/// A corner such as `7`, `7/1`, `7//2` or `-1`, which counts back from the last vertex so far.
fn corner(word: &str, vertices: usize) -> Result<u32, ObjFault> {
    let number = word.split('/').next().unwrap_or_default();
    let number: i64 = number.parse().map_err(|_| ObjFault::NotACorner(quoted(word)))?;
    let from_zero = if number < 0 { (vertices as i64).checked_add(number) } else { number.checked_sub(1) };
    let exists = |at: &u32| (*at as usize) < vertices;
    let corner = from_zero.and_then(|at| u32::try_from(at).ok()).filter(exists);
    corner.ok_or_else(|| ObjFault::NoSuchVertex { word: quoted(word), vertices })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Obj, ObjError> {
        Obj::from_bytes(text.as_bytes())
    }

    #[test]
    fn triangles_of_every_spelling_are_read() {
        let text = "# a square\no floor\nv 0 0 0\nv 1 0 0 1.0\nv +1. 0 1e0 0.2 0.3 0.4\r\nv 0 0 1 # last\nvn 0 1 0\nf 1 2 3\nf -4//1 3/1/1 \\\n4";
        let Obj { vertices, triangles, .. } = read(text).expect("a mesh");
        assert_eq!(vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn a_face_of_four_corners_is_two_triangles() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 4 1 2 3\n";
        assert_eq!(read(text).expect("a mesh").triangles, [[3, 0, 1], [3, 1, 2]]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let many = format!("v 0 0 0\nf{}\n", " 1".repeat(2000));
        let long = format!("v 0 0 {}", "x".repeat(1 << 20));
        let cut = format!("line 1: `{}…` is not a number", "x".repeat(40));
        for (text, wrong) in [
            ("v 0 0\n", "line 1: a vertex needs three numbers"),
            ("v 0 0 x\n", "line 1: `x` is not a number"),
            ("v 0 0 0\r\rv 0 nan 0\n", "line 3: `nan` is not a finite number"),
            ("v 0 1e39 0\n", "line 1: `1e39` is not a finite number"),
            ("v 0 0 0\nf 1 1 2\n", "line 2: `2` is not one of the 1 vertices above this line"),
            ("v 0 0 0\nf 1 1 0\n", "line 2: `0` is not one of the 1 vertices above this line"),
            ("v 0 0 0\nf 1 1 2147483648\n", "line 2: `2147483648` is not one of the 1 vertices above this line"),
            (
                "v 0 0 0\nf 1 1 -9223372036854775808\n",
                "line 2: `-9223372036854775808` is not one of the 1 vertices above this line",
            ),
            ("f a b c\n", "line 1: `a` is not the number of a vertex"),
            ("v 0 0 0\nf 1 1\n", "line 2: a face has three corners or more, and this one has 2"),
            (
                "v 0 0 0\nv 1 0 0\nv 2 0 0\n\nf 1 2 3 2\n",
                "line 5: a face of 4 corners that crosses itself, touches itself or has no area cannot be divided into triangles",
            ),
            (
                many.as_str(),
                "line 2: a face of 2000 corners; at most 1024 can be divided into triangles here: divide it where it was made",
            ),
            (long.as_str(), cut.as_str()),
        ] {
            assert_eq!(read(text).expect_err("no mesh").to_string(), wrong);
        }
    }

    #[test]
    fn a_long_name_in_many_objects_is_refused() {
        let objects: String = (0..5000).map(|object| format!("o {object}\nf 1 1 1\n")).collect();
        let text = format!("v 0 0 0\nusemtl {}\n{objects}", "x".repeat(1 << 10));
        let refused = read(&text).expect_err("a bomb");
        assert!(refused.to_string().contains("the names of materials are so long"), "{refused}");
    }
}
