//! [`MatchReport`]: the changes that an editor made.

/// The changes from a base to an edited mesh. Triangles are triangles of the base, unless stated otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MatchReport {
    /// Number of unchanged triangles, including the restored and the uncarried ones.
    pub kept: usize,
    /// The triangles that have another class. A triangle that was moved or flipped as well is in both lists.
    pub repainted: Vec<u32>,
    /// The triangles with the opposite winding.
    pub flipped: Vec<u32>,
    /// The triangles whose corners were moved.
    pub moved: Vec<u32>,
    /// The triangles that are gone.
    pub removed: Vec<u32>,
    /// The new triangles, as indices into [`Matched::triangles`](super::Matched::triangles).
    pub added: Vec<u32>,
    /// The triangles that did not come back, although a duplicate of them did.
    pub restored: Vec<u32>,
    /// The triangles that no editor can represent, kept with their neighbours.
    pub uncarried: Vec<u32>,
    /// The points that were moved.
    pub moved_points: Vec<PointMove>,
    /// The points of the edited mesh that were snapped to nearby points of the base.
    pub snapped: Vec<SnappedPoint>,
    /// The points of the base whose copies came back at several places, so that triangles are no longer joined there.
    pub torn: Vec<TornPoint>,
}

/// A point of the base that had several copies in an editor, of which only some were moved.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TornPoint {
    /// The point of the base; the first if several are at one position.
    pub point: u32,
    /// Its position in the base.
    pub from: [f32; 3],
    /// The positions of its copies.
    pub places: Vec<[f32; 3]>,
}

/// A point of the base that was moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PointMove {
    /// The point of the base.
    pub point: u32,
    /// Its position in the base.
    pub from: [f32; 3],
    /// Its place now.
    pub to: [f32; 3],
}

/// A position of the edited mesh that was snapped to a nearby position of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SnappedPoint {
    /// The position in the edited mesh.
    pub from: [f32; 3],
    /// The position in the base.
    pub to: [f32; 3],
    /// The distance between them.
    pub distance: f32,
}

impl MatchReport {
    /// Returns whether nothing was changed, so that the result is the base.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let changes = [&self.repainted, &self.flipped, &self.moved, &self.removed, &self.added];
        changes.iter().all(|changed| changed.is_empty())
    }

    /// Number of triangles of the base that came back, unchanged or changed.
    #[must_use]
    pub fn came_back(&self) -> usize {
        let mut changed: Vec<u32> =
            [&self.repainted, &self.flipped, &self.moved].into_iter().flatten().copied().collect();
        changed.sort_unstable();
        changed.dedup();
        self.kept - self.uncarried.len().min(self.kept) + changed.len()
    }

    /// Returns whether no triangle of the base came back although it has some, so that the edited mesh probably belongs
    /// to another base.
    #[must_use]
    pub fn is_of_another_mesh(&self) -> bool {
        !self.removed.is_empty() && self.came_back() == 0
    }
}
