//! [`dissolve`]: removes the vertices at which a cut divided faces beyond the hole.
//!
//! A cut runs along a straight line until it leaves the face, so it also divides a side that the hole does not touch, and the face behind
//! that side. No border of the hole and no side of a face bends at such a vertex. The triangles around it form a polygon, which is filled
//! without the vertex by ear clipping.

use std::collections::HashMap;

use crate::flaw::RepairedFace;
use crate::geometry::{MAX_CORNERS, triangulate};

/// A triangle of the remaining part of a face, the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) source: u32,
    pub(super) corners: [u32; 3],
    /// The line that contains the side from each corner to the next: 0 to 2 for the sides of the source, and 3 and up for the sides of the
    /// outline. A side between two pieces of one source may be on a line, too.
    pub(super) lines: [Option<usize>; 3],
}

/// Removes vertices with numbers from `first` up, which cuts added, from the pieces of all sources. A vertex that one source needs is kept
/// in all sources, so that they still meet there. The pieces are returned by ascending source.
pub(super) fn dissolve(pieces: Vec<Piece>, first: u32, at: impl Fn(u32) -> [f32; 3]) -> Vec<Piece> {
    let mut all = Pieces { first, ..Pieces::default() };
    pieces.into_iter().for_each(|piece| all.add(piece));
    let mut left: Vec<usize> = (0..all.around.len()).collect();
    // Removing one vertex can make another one removable.
    loop {
        let before = left.len();
        left.retain(|&added| match all.without(added, &at) {
            Some((gone, filled)) => {
                gone.into_iter().for_each(|number| all.pieces[number] = None);
                filled.into_iter().for_each(|piece| all.add(piece));
                false
            }
            None => true,
        });
        if left.len() == before {
            break;
        }
    }
    let mut pieces: Vec<Piece> = all.pieces.into_iter().flatten().collect();
    pieces.sort_by_key(|piece| piece.source);
    pieces
}

/// Pieces with their numbers. A replaced piece is `None`.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Option<Piece>>,
    /// The number of the first added vertex.
    first: u32,
    /// For each added vertex, the pieces with a corner there.
    around: Vec<Vec<usize>>,
    /// The piece with a side that is on no line, keyed by the source and the ends of the side.
    inner: HashMap<(u32, [u32; 2]), usize>,
}

impl Pieces {
    fn add(&mut self, piece: Piece) {
        let number = self.pieces.len();
        for (at, corner) in piece.corners.into_iter().enumerate() {
            if piece.lines[at].is_none() {
                self.inner.insert((piece.source, [corner, piece.corners[(at + 1) % 3]]), number);
            }
            let Some(added) = corner.checked_sub(self.first) else { continue };
            self.around.resize_with(self.around.len().max(added as usize + 1), Vec::new);
            self.around[added as usize].push(number);
        }
        self.pieces.push(Some(piece));
    }

    /// The pieces that are removed with an added vertex, and their replacements; `None` if a source needs the vertex.
    fn without(&self, added: usize, at: impl Fn(u32) -> [f32; 3]) -> Option<(Vec<usize>, Vec<Piece>)> {
        let vertex = self.first + added as u32;
        let mut gone: Vec<usize> =
            self.around[added].iter().copied().filter(|number| self.pieces[*number].is_some()).collect();
        let mut around: Vec<Piece> = gone.iter().filter_map(|number| self.pieces[*number]?.from(vertex)).collect();
        around.sort_by_key(|piece| piece.source);
        let mut filled = Vec::new();
        for star in around.chunk_by(|a, b| a.source == b.source) {
            match *star {
                // A degenerate piece between a line and another piece: ear clipping creates them from corners that rounding moved off the
                // line.
                [Piece { source, corners: [_, a, b], lines: [Some(line), None, Some(other)] }] if line == other => {
                    let number = *self.inner.get(&(source, [b, a]))?;
                    let mut piece = self.pieces[number]?.from(b)?;
                    piece.lines[0] = Some(line);
                    gone.push(number);
                    filled.push(piece);
                }
                _ => filled.extend(fill_star(star, &at)?),
            }
        }
        Some((gone, filled))
    }
}

/// The pieces of one source without the vertex at which all of them begin; `None` if a border bends there.
fn fill_star(star: &[Piece], at: impl Fn(u32) -> [f32; 3]) -> Option<Vec<Piece>> {
    let is_after = |a: &Piece, b: &Piece| a.corners[2] == b.corners[1];
    let begin = star.iter().position(|piece| !star.iter().any(|other| is_after(other, piece))).unwrap_or(0);
    let (first, mut last) = (star[begin], star[begin]);
    // The polygon around the vertex: each corner, and the line of the side from there to the next one.
    let mut ring = vec![(first.corners[1], first.lines[1])];
    while let Some(next) = star.iter().find(|next| is_after(&last, next) && **next != first) {
        if ring.len() == star.len() {
            return None;
        }
        ring.push((next.corners[1], next.lines[1]));
        last = *next;
    }
    if ring.len() != star.len() {
        return None;
    }
    if !is_after(&last, &first) {
        let line = first.lines[0].filter(|line| last.lines[2] == Some(*line))?;
        ring.push((last.corners[2], Some(line)));
    }
    let points: Vec<[f32; 3]> = ring.iter().map(|(corner, _)| at(*corner)).collect();
    let filled = (3..=MAX_CORNERS).contains(&points.len()).then(|| triangulate(&points))??;
    Some(filled.into_iter().map(|corners| Piece::new(first.source, &ring, corners)).collect())
}

impl Piece {
    /// A triangle of three corners of a ring, in which each corner has the line of the side to the next one.
    pub(super) fn new(source: u32, ring: &[(u32, Option<usize>)], corners: [usize; 3]) -> Self {
        let line = |at: usize| {
            let [from, to] = [corners[at], corners[(at + 1) % 3]];
            ring[from].1.filter(|_| (from + 1) % ring.len() == to)
        };
        Self { source, corners: corners.map(|at| ring[at].0), lines: [0, 1, 2].map(line) }
    }

    /// The same piece, beginning at a vertex; `None` if it has no corner there.
    fn from(&self, vertex: u32) -> Option<Self> {
        let begin = self.corners.iter().position(|corner| *corner == vertex)?;
        let turned = [0, 1, 2].map(|at| (begin + at) % 3);
        Some(Self { corners: turned.map(|at| self.corners[at]), lines: turned.map(|at| self.lines[at]), ..*self })
    }

    /// The face. An uncut source begins at its own first corner.
    pub(super) fn face(&self) -> RepairedFace {
        let is_whole = |turned: &Self| turned.lines == [Some(0), Some(1), Some(2)];
        let turned = self.corners.iter().filter_map(|corner| self.from(*corner)).find(is_whole).unwrap_or(*self);
        let side = |line: Option<usize>| line.and_then(|line| u8::try_from(line).ok()).filter(|line| *line < 3);
        RepairedFace { source: self.source, corners: turned.corners, sides: turned.lines.map(side) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two adjacent triangles, and vertex 4 in the midpoint of their common side.
    const POINTS: [[f32; 3]; 5] = [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [4.0, 1.0, 0.0], [2.0, 1.0, 0.0]];

    #[test]
    fn a_vertex_goes_where_no_border_bends_and_a_whole_face_is_as_it_was() {
        let piece = |source, corners, lines| Piece { source, corners, lines };
        let left = [piece(7, [4, 0, 1], [None, Some(0), Some(1)]), piece(7, [4, 2, 0], [Some(1), Some(2), None])];
        // The border of the other face may bend at the vertex, as at a corner of the hole.
        for (line, stays) in [(2, false), (5, true)] {
            let right =
                [piece(8, [1, 3, 4], [Some(0), None, Some(line)]), piece(8, [3, 2, 4], [Some(1), Some(2), None])];
            let pieces = dissolve([left, right].concat(), 4, |vertex| POINTS[vertex as usize]);
            let faces: Vec<RepairedFace> = pieces.iter().map(Piece::face).collect();
            if stays {
                assert_eq!(pieces, [left, right].concat());
            } else {
                let face = |source, corners| RepairedFace { source, corners, sides: [Some(0), Some(1), Some(2)] };
                assert_eq!(faces, [face(7, [0, 1, 2]), face(8, [1, 3, 2])]);
            }
        }
    }
}
