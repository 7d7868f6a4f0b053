//! Reads Wavefront OBJ: vertices and faces. Everything else in a file is ignored.

use super::polygon::{self, triangulate};

/// The vertices and triangles of an OBJ.
///
/// A face may have more than three corners, and may be concave. It is divided into triangles that have all of its
/// corners and no others, so that faces that share an edge still share it.
///
/// ```
/// use walkmesh::exchange::Obj;
///
/// // A floor in the form of an L, as one face of six corners.
/// let text = "v 0 0 0\nv 9 0 0\nv 9 0 3\nv 3 0 3\nv 3 0 9\nv 0 0 9\nf 1 2 3 4 5 6\n";
/// let floor = Obj::from_text(text)?;
/// assert_eq!((floor.vertices.len(), floor.triangles.len()), (6, 4));
/// # Ok::<(), walkmesh::exchange::ObjError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obj {
    /// The vertices as stored in the file, in its own axes and units.
    pub vertices: Vec<[f32; 3]>,
    /// The triangles, as vertex indices from 0, wound like their faces.
    pub triangles: Vec<[u32; 3]>,
}

/// Why an OBJ cannot be read. The file is at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ObjError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong in the line.
    pub fault: ObjFault,
}

/// What is wrong in a line of an OBJ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjFault {
    /// A vertex has fewer than three numbers.
    #[error("a vertex needs three numbers")]
    VertexTooShort,
    /// A coordinate of a vertex is not a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A corner of a face is not a vertex number.
    #[error("`{0}` is not the number of a vertex")]
    NotACorner(String),
    /// A face names a vertex that is not defined above it.
    #[error("`{word}` is not one of the {vertices} vertices above this line")]
    NoSuchVertex {
        /// The word.
        word: String,
        /// How many vertices are defined above the line.
        vertices: usize,
    },
    /// A face has fewer than three corners.
    #[error("a face has three corners or more, and this one has {0}")]
    TooFewCorners(usize),
    /// A face has too many corners to be divided in reasonable time.
    #[error("a face of {0} corners; at most {most} can be divided into triangles here: divide it where it was made", most = polygon::MOST)]
    TooManyCorners(usize),
    /// A face crosses or touches itself, or has no area, so triangles between its corners cannot fill it.
    #[error(
        "a face of {0} corners that crosses itself, touches itself or has no area cannot be divided into triangles"
    )]
    NotSimple(usize),
}

impl Obj {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When a vertex or a face is invalid. The error has the line.
    pub fn from_text(text: &str) -> Result<Self, ObjError> {
        let mut mesh = Self::default();
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.split('#').next().unwrap_or_default();
            mesh.read_line(words).map_err(|fault| ObjError { line, fault })?;
        }
        Ok(mesh)
    }

    fn read_line(&mut self, line: &str) -> Result<(), ObjFault> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => self.vertices.push(vertex(words)?),
            Some("f") => {
                let corners = words.map(|word| corner(word, self.vertices.len())).collect::<Result<Vec<_>, _>>()?;
                self.add_face(&corners)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn add_face(&mut self, corners: &[u32]) -> Result<(), ObjFault> {
        match *corners {
            [] | [_] | [_, _] => return Err(ObjFault::TooFewCorners(corners.len())),
            [a, b, c] => self.triangles.push([a, b, c]),
            _ if corners.len() > polygon::MOST => return Err(ObjFault::TooManyCorners(corners.len())),
            _ => {
                let points: Vec<_> = corners.iter().map(|&corner| self.vertices[corner as usize]).collect();
                let triangles = triangulate(&points).ok_or(ObjFault::NotSimple(corners.len()))?;
                self.triangles.extend(triangles.into_iter().map(|triangle| triangle.map(|at| corners[at])));
            }
        }
        Ok(())
    }
}

/// Three numbers. A fourth number is a weight, and further numbers are a colour.
fn vertex<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<[f32; 3], ObjFault> {
    let mut vertex = [0.0; 3];
    for value in &mut vertex {
        let word = words.next().ok_or(ObjFault::VertexTooShort)?;
        *value = word.parse().map_err(|_| ObjFault::NotANumber(word.to_owned()))?;
    }
    Ok(vertex)
}

/// A corner such as `7`, `7/1`, `7//2` or `-1`, which counts back from the last vertex so far.
fn corner(word: &str, vertices: usize) -> Result<u32, ObjFault> {
    let number = word.split('/').next().unwrap_or_default();
    let number: i64 = number.parse().map_err(|_| ObjFault::NotACorner(word.to_owned()))?;
    let from_zero = if number < 0 { (vertices as i64).checked_add(number) } else { number.checked_sub(1) };
    let exists = |at: &u32| (*at as usize) < vertices;
    let corner = from_zero.and_then(|at| u32::try_from(at).ok()).filter(exists);
    corner.ok_or_else(|| ObjFault::NoSuchVertex { word: word.to_owned(), vertices })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_of_every_spelling_are_read() {
        let text =
            "# a square\no floor\nv 0 0 0\nv 1 0 0 1.0\nv 1 0 1\nv 0 0 1 # last\nvn 0 1 0\nf 1 2 3\nf -4//1 3/1/1 4\n";
        let Obj { vertices, triangles } = Obj::from_text(text).expect("a mesh");
        assert_eq!(vertices, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]]);
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn a_face_of_four_corners_is_two_triangles() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 4 1 2 3\n";
        assert_eq!(Obj::from_text(text).expect("a mesh").triangles, [[3, 0, 1], [3, 1, 2]]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let many = format!("v 0 0 0\nf{}\n", " 1".repeat(1025));
        for (text, wrong) in [
            ("v 0 0\n", "line 1: a vertex needs three numbers"),
            ("v 0 0 x\n", "line 1: `x` is not a number"),
            ("v 0 0 0\nf 1 1 2\n", "line 2: `2` is not one of the 1 vertices above this line"),
            ("v 0 0 0\nf 1 1 0\n", "line 2: `0` is not one of the 1 vertices above this line"),
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
                "line 2: a face of 1025 corners; at most 1024 can be divided into triangles here: divide it where it was made",
            ),
        ] {
            assert_eq!(Obj::from_text(text).expect_err("no mesh").to_string(), wrong);
        }
    }
}
