//! Keeps linked triangles connected where the order of an unstable sort decides.
//!
//! More than two triangles can share a pair of vertices (docs/formats/trn-aswm.md#edges). The sort of the game's baker then
//! decides which of them are linked, and its order changes with every triangle that is added or removed anywhere in the
//! area. So an edit in one place could cut floor off in another. Two triangles that would lose their link are divided at
//! the midpoint of their common side. Only they use the new vertex, so every bake links them.

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::aswm::Triangle;
use crate::geometry::triangle::doubled_area;
use crate::geometry::{DisjointSets, HalfEdge, ends_of_side, next_corner};
use crate::nwn2::bake::{MAX_NODES, edges};
use crate::nwn2::floor::is_walkable;
use crate::nwn2::{TriangleId, Walkmesh};

use super::place::{Placement, TilePiece};
use super::report::EditReport;

/// Maximum number of rounds of dividing. Each changes the order of the sort for the remaining pairs.
const ROUNDS: usize = 32;

/// A triangle, as linked by the bake.
#[derive(Clone, Copy)]
pub(super) struct LinkedTriangle {
    pub(super) row: Triangle,
    /// True if it has an area. Nobody can stand on a triangle without area.
    pub(super) has_area: bool,
    /// The base triangle that it is, or was cut from.
    pub(super) source: TriangleId,
}

/// Sides of two triangles that have the same ends and should be linked.
pub(super) type Couple = [HalfEdge; 2];

/// The pairs of triangles that were linked in the base, or are pieces of one triangle, and that a bake would leave in
/// different parts although they share a side. Triangles without an area are ignored: nobody can stand on them.
pub(super) fn come_apart(base: &Walkmesh, now: &[LinkedTriangle]) -> Vec<Couple> {
    let mut rows: Vec<Triangle> = now.iter().map(|linked| linked.row).collect();
    let tile_of = vec![0; rows.len()];
    let records = edges::link(&mut rows, &tile_of, 1).records;
    let walks = |triangle: u32| rows.get(triangle as usize).is_some_and(|row| is_walkable(row.flags));
    let links = records.iter().map(|record| record.triangles).filter(|[a, b]| walks(*a) && walks(*b));
    let parts = DisjointSets::new(rows.len(), links);
    let mut couples = Vec::new();
    // Two triangles at a side are always linked.
    for group in records.chunk_by(|a, b| a.vertices == b.vertices).filter(|group| group.len() > 1) {
        let members = group.iter().flat_map(|record| record.triangles).filter(|triangle| walks(*triangle));
        let mut members: Vec<_> = members.map(|triangle| (now[triangle as usize].source, triangle)).collect();
        members.sort_unstable();
        members.dedup();
        for (source, triangle) in &members {
            for partner in partners(base, *source) {
                let first = members.partition_point(|(source, _)| *source < partner);
                let same = members[first..].iter().take_while(|(source, _)| *source == partner).take(MAX_PIECES);
                let apart = same.filter(|(_, other)| other > triangle && parts.least(*other) != parts.least(*triangle));
                couples.extend(apart.filter_map(|(_, other)| {
                    let side = |triangle: u32| side_between(triangle, &rows[triangle as usize], group[0].vertices);
                    Some([side(*triangle)?, side(*other)?])
                }));
            }
        }
    }
    let mut is_floor = BTreeSet::new();
    is_floor.extend((0..).zip(now).filter(|(_, linked)| linked.has_area).map(|(triangle, _)| parts.least(triangle)));
    let part = |side: HalfEdge| parts.least(side.face());
    without_dead_ends(couples, |couple| couple.map(part), |part| is_floor.contains(&part))
}

/// Removes the couples that only lead to parts without an area.
fn without_dead_ends(
    mut couples: Vec<Couple>,
    parts: impl Fn(&Couple) -> [u32; 2],
    is_floor: impl Fn(u32) -> bool,
) -> Vec<Couple> {
    let mut beside: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for [a, b] in couples.iter().map(&parts) {
        beside.entry(a).or_default().insert(b);
        beside.entry(b).or_default().insert(a);
    }
    let mut ends: Vec<u32> = beside.keys().copied().filter(|part| !is_floor(*part)).collect();
    while let Some(end) = ends.pop() {
        let Some(neighbours) = beside.get(&end).filter(|neighbours| neighbours.len() < 2) else { continue };
        let neighbour = neighbours.first().copied();
        beside.remove(&end);
        if let Some((neighbour, of_neighbour)) = neighbour.and_then(|part| Some((part, beside.get_mut(&part)?))) {
            of_neighbour.remove(&end);
            ends.extend((!is_floor(neighbour)).then_some(neighbour));
        }
    }
    couples.retain(|couple| parts(couple).iter().all(|part| beside.contains_key(part)));
    couples
}

/// Maximum number of pieces of one triangle at one side that are examined. Only damaged triangles have more than two.
const MAX_PIECES: usize = 4;

/// A triangle and the walkable triangles that the base links with it.
fn partners(base: &Walkmesh, source: TriangleId) -> impl Iterator<Item = TriangleId> {
    let walkable = |id: TriangleId| base.triangle_rows().get(id.index()).filter(|row| is_walkable(row.flags));
    let linked = walkable(source).map(|row| row.linked_triangles.map(TriangleId));
    std::iter::once(source).chain(linked.into_iter().flatten().filter(move |other| walkable(*other).is_some()))
}

/// The side of a triangle between two vertices.
fn side_between(triangle: u32, row: &Triangle, [low, high]: [u32; 2]) -> Option<HalfEdge> {
    let is_between = |side: &usize| {
        let [a, b] = ends_of_side(&row.vertices, *side);
        low != high && [a.min(b), a.max(b)] == [low.min(high), low.max(high)]
    };
    (0..3).find(is_between).map(|side| HalfEdge::new(triangle, side as u8))
}

impl Placement {
    /// Divides triangles that were linked in the base and that a bake would cut off from each other.
    pub(super) fn hold_together(&mut self, base: &Walkmesh, report: &mut EditReport) {
        let mut divided = BTreeSet::new();
        for _ in 0..ROUNDS {
            let couples = come_apart(base, &self.linked());
            if couples.is_empty() {
                report.loose.clear();
                break;
            }
            let before = self.faces.len();
            report.loose = self.divide(&couples, &mut divided);
            if self.faces.len() == before {
                break;
            }
        }
        report.divided = divided.into_iter().collect();
    }

    fn linked(&self) -> Vec<LinkedTriangle> {
        let linked = |face: &TilePiece| {
            let row = Triangle { vertices: face.corners, flags: face.flags, ..Default::default() };
            let corners = face.corners.map(|vertex| self.vertices[vertex as usize]);
            LinkedTriangle { row, has_area: doubled_area(&corners) != [0.0; 3], source: face.source }
        };
        self.faces.iter().map(linked).collect()
    }

    /// Divides triangles of couples at the midpoint of their common side, each triangle at one side. Returns the couples that are left
    /// undivided because their tile is full.
    fn divide(&mut self, couples: &[Couple], divided: &mut BTreeSet<TriangleId>) -> Vec<[TriangleId; 2]> {
        let tiles = self.faces.last().map_or(0, |face| face.tile as usize + 1);
        let mut walkable = vec![0; tiles];
        for face in self.faces.iter().filter(|face| is_walkable(face.flags)) {
            walkable[face.tile as usize] += 1;
        }
        let mut halves: BTreeMap<usize, TilePiece> = BTreeMap::new();
        let mut loose = Vec::new();
        for couple in couples {
            let faces = couple.map(|side| side.face() as usize);
            if faces.iter().any(|face| halves.contains_key(face)) {
                continue;
            }
            let tiles = faces.map(|face| self.faces[face].tile as usize);
            let more = if tiles[0] == tiles[1] { 2 } else { 1 };
            if tiles.iter().any(|tile| walkable[*tile] + more > MAX_NODES) {
                loose.push(faces.map(|face| self.faces[face].source));
                continue;
            }
            let middle = self.vertices.len() as u32;
            let [from, to] = ends_of_side(&self.faces[faces[0]].corners, usize::from(couple[0].corner()))
                .map(|vertex| self.vertices[vertex as usize]);
            self.vertices.push(std::array::from_fn(|axis| from[axis] / 2.0 + to[axis] / 2.0));
            for side in couple {
                let (at, corner) = (side.face() as usize, usize::from(side.corner()));
                let face = &mut self.faces[at];
                face.is_reshaped = true;
                let mut half = *face;
                (face.corners[next_corner(corner)], half.corners[corner]) = (middle, middle);
                walkable[face.tile as usize] += 1;
                divided.insert(face.source);
                halves.insert(at, half);
            }
        }
        let whole = std::mem::take(&mut self.faces);
        self.faces = (0..).zip(whole).flat_map(|(at, face)| [Some(face), halves.remove(&at)]).flatten().collect();
        loose
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::{Aswm, NO_TRIANGLE, TriangleFlags, Triangles};

    fn piece(corners: [u32; 3], number: u32) -> TilePiece {
        TilePiece {
            tile: 0,
            corners,
            flags: TriangleFlags(0x21),
            source: TriangleId(number),
            is_reshaped: false,
            is_from_elsewhere: false,
        }
    }

    /// A tile with this number of walkable triangles, among them couples with vertices of their own.
    fn tile(walkable: usize, couples: u32) -> (Placement, Vec<Couple>) {
        let halves = (0..couples).flat_map(|couple| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|corner| 4 * couple + corner);
            [piece([a, b, c], 2 * couple), piece([a, c, d], 2 * couple + 1)]
        });
        let others = (2 * couples..walkable as u32).map(|number| piece([0, 1, 2], number));
        let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 4.0], [0.0, 2.0, 4.0]];
        let placement =
            Placement { faces: halves.chain(others).collect(), vertices: (0..couples).flat_map(|_| square).collect() };
        let sides = |couple: u32| [HalfEdge::new(2 * couple, 2), HalfEdge::new(2 * couple + 1, 0)];
        (placement, (0..couples).map(sides).collect())
    }

    #[test]
    fn couples_are_divided_at_the_midpoint_until_their_tile_is_full() {
        for (walkable, divided) in [(MAX_NODES - 4, 2), (MAX_NODES - 3, 1), (MAX_NODES - 2, 1), (MAX_NODES - 1, 0)] {
            let (mut placement, couples) = tile(walkable, 2);
            let mut sources = BTreeSet::new();
            let loose = placement.divide(&couples, &mut sources);
            assert_eq!(placement.faces.len(), walkable + 2 * divided, "{walkable}");
            assert_eq!(placement.vertices[8..], vec![[1.0, 1.0, 2.0]; divided], "{walkable}");
            let pairs = [[0, 1], [2, 3]].map(|pair| pair.map(TriangleId));
            assert_eq!(loose, pairs[divided..], "{walkable}");
            assert_eq!(sources, pairs[..divided].iter().flatten().copied().collect(), "{walkable}");
            if divided > 0 {
                let corners: Vec<[u32; 3]> = placement.faces[..4].iter().map(|face| face.corners).collect();
                assert_eq!(corners, [[8, 1, 2], [0, 1, 8], [0, 8, 3], [8, 2, 3]], "{walkable}");
            }
        }
    }

    #[test]
    fn a_triangle_that_loses_two_links_is_divided_in_two_rounds() {
        // At two sides of the first triangle lie two others each. The base links it with one of them, a bake with none.
        let corners = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [1, 2, 5], [1, 2, 6]];
        let links = [[1, 3, NO_TRIANGLE], [0, NO_TRIANGLE, NO_TRIANGLE], [NO_TRIANGLE; 3]];
        let of = |links: [u32; 3], corners: [u32; 3]| Triangle {
            vertices: corners,
            linked_triangles: links,
            flags: TriangleFlags(0x21),
            ..Default::default()
        };
        let rows = [0, 1, 2, 1, 2].into_iter().zip(corners).map(|(link, corners)| of(links[link], corners)).collect();
        let base = Walkmesh::from_raw(Aswm { triangles: Triangles::V6B(rows), ..Aswm::default() });
        let faces = (0..).zip(corners).map(|(number, corners)| piece(corners, number)).collect();
        let vertices =
            vec![[0., 0., 0.], [2., 0., 0.], [1., 2., 0.], [1., -2., 0.], [1., -2., 1.], [3., 2., 0.], [3., 2., 1.]];
        let mut placement = Placement { faces, vertices };
        assert_eq!(come_apart(&base, &placement.linked()).len(), 2);

        let mut report = EditReport::default();
        placement.hold_together(&base, &mut report);
        assert_eq!((report.divided, report.loose), (vec![TriangleId(0), TriangleId(1), TriangleId(3)], vec![]));
        assert_eq!(placement.faces.len(), 9);
        assert!(come_apart(&base, &placement.linked()).is_empty());
    }
}
