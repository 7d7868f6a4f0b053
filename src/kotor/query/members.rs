//! [`Members`]: a common numbering of the faces of several walkmeshes.

use super::names::{FaceName, Part};
use super::navigable::{PartEdge, Walkmeshes};
use crate::geometry::HalfEdge;
use crate::kotor::{FaceId, PlacedObject};

/// The walkmeshes that a navigator queries, and the number of the first face of each.
#[derive(Clone, Debug)]
pub(super) struct Members {
    /// By ascending part, and by ascending number.
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    part: Option<Part>,
    first: u32,
    faces: u32,
}

impl Members {
    pub(super) fn new(ground: &impl Walkmeshes, objects: &[PlacedObject]) -> Self {
        let objects =
            objects.iter().enumerate().map(|(number, placed)| (Some(Part::Object(number)), placed.walkmesh()));
        let mut first = 0_u32;
        let members = ground.walkmeshes().chain(objects).map(|(part, walkmesh)| {
            let member = Member { part, first, faces: u32::try_from(walkmesh.face_count()).unwrap_or(u32::MAX) };
            first = first.saturating_add(member.faces);
            member
        });
        Self { members: members.collect() }
    }

    /// The name of the face with a number, which must be valid.
    pub(super) fn name<F: FaceName>(&self, number: u32) -> F {
        let at = self.members.partition_point(|member| member.first <= number).saturating_sub(1);
        let (part, first) = self.members.get(at).map_or((None, 0), |member| (member.part, member.first));
        F::named(part, FaceId(number - first))
    }

    /// The number of a face; `None` if the face does not exist.
    pub(super) fn number<F: FaceName>(&self, face: F) -> Option<u32> {
        let member = self.member(face.part())?;
        (face.face().0 < member.faces).then(|| member.first + face.face().0)
    }

    /// The global number of a half-edge of a part that exists.
    pub(super) fn half_edge(&self, (part, edge): PartEdge) -> Option<HalfEdge> {
        Some(edge.half_edge().shifted(self.member(part)?.first))
    }

    fn member(&self, part: Option<Part>) -> Option<&Member> {
        self.members.binary_search_by_key(&part, |member| member.part).ok().map(|at| &self.members[at])
    }
}
