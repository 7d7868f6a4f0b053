//! Assigns the marks of transitions to edges.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::perimeter::{MARK_REACH, NoEdge, Perimeter};
use crate::exchange::marks::plain;
use crate::exchange::{LostMark, Mark, MarkEdit};
use crate::geometry::weld::place;
use crate::kotor::{EdgeId, RoomId};

/// A transition of the base that has a mark.
pub(super) struct BaseTransition {
    /// Its present edge; `None` if the face is gone.
    pub(super) edge: Option<EdgeId>,
    /// The former ends of the edge.
    pub(super) ends: [[f32; 3]; 2],
    pub(super) room: RoomId,
    pub(super) mark: Mark,
}

/// A mark that requests a transition.
pub(super) struct Wish {
    pub(super) room: RoomId,
    pub(super) mark: Mark,
    /// The transition of the base to which the mark belongs: the one at the same point.
    pub(super) owner: Option<usize>,
}

/// The new transitions.
#[derive(Default)]
pub(super) struct TransitionMarks {
    pub(super) rooms: BTreeMap<EdgeId, RoomId>,
    pub(super) marks_placed: usize,
    pub(super) edits: Vec<MarkEdit>,
    pub(super) lost: Vec<LostMark>,
    pub(super) notes: Vec<String>,
}

/// Gives each mark the transition of the base at the same point: preferably one to the same room, otherwise any.
pub(super) fn find_owners(base: &[BaseTransition], wishes: &mut [Wish]) {
    let (mut by_room, mut by_point) = (HashMap::<_, VecDeque<usize>>::new(), HashMap::<_, VecDeque<usize>>::new());
    for (at, own) in base.iter().enumerate() {
        let point = place(own.mark.point);
        by_room.entry((point, own.room)).or_default().push_back(at);
        by_point.entry(point).or_default().push_back(at);
    }
    let mut is_taken = vec![false; base.len()];
    for wish in wishes.iter_mut() {
        wish.owner = by_room.get_mut(&(place(wish.mark.point), wish.room)).and_then(VecDeque::pop_front);
        wish.owner.into_iter().for_each(|at| is_taken[at] = true);
    }
    for wish in wishes.iter_mut().filter(|wish| wish.owner.is_none()) {
        let Some(row) = by_point.get_mut(&place(wish.mark.point)) else { continue };
        wish.owner = std::iter::from_fn(|| row.pop_front()).find(|at| !is_taken[*at]);
    }
}

/// Places marks: first those that were not moved, then the others at the nearest edges.
pub(super) fn place_marks(perimeter: &Perimeter, base: &[BaseTransition], wishes: &[Wish]) -> TransitionMarks {
    let mut placing = Placing { perimeter, base, free: Free::new(base, wishes), placed: TransitionMarks::default() };
    for wish in wishes {
        if let Some(owner) = wish.owner {
            placing.place_owned(wish, &base[owner]);
        }
    }
    for wish in wishes.iter().filter(|wish| wish.owner.is_none()) {
        placing.place_free(wish);
    }
    let Placing { free, mut placed, .. } = placing;
    let removed = base.iter().zip(free.is_free).filter(|(_, is_free)| *is_free);
    placed.edits.extend(removed.map(|(own, _)| MarkEdit { before: Some(own.mark.clone()), after: None }));
    placed
}

struct Placing<'p> {
    perimeter: &'p Perimeter,
    base: &'p [BaseTransition],
    free: Free,
    placed: TransitionMarks,
}

impl Placing<'_> {
    /// A mark that was not moved belongs to its edge, or to the pieces of it.
    fn place_owned(&mut self, wish: &Wish, own: &BaseTransition) {
        let edge = own.edge.filter(|edge| self.perimeter.has(*edge));
        let edges = edge.map_or_else(|| self.perimeter.pieces(own.ends), |edge| vec![edge]);
        let before = Some(own.mark.clone());
        if edges.is_empty() {
            self.lose(wish, "its edge is gone, or walking does not end there any more");
            self.placed.edits.push(MarkEdit { before, after: None });
            return;
        }
        let claimed = edges.iter().filter(|edge| self.claim(**edge, wish)).count();
        if claimed == 0 {
            self.lose(wish, "its edge leads to another room already, by another mark");
            self.placed.edits.push(MarkEdit { before, after: None });
            return;
        }
        self.placed.marks_placed += 1;
        if edge.is_none() {
            self.placed.notes.push(cut_note(wish, &edges));
        }
        if own.room != wish.room {
            self.placed.edits.push(MarkEdit { before, after: Some(wish.mark.clone()) });
        }
    }

    /// A mark that is new or was moved belongs to the nearest edge.
    fn place_free(&mut self, wish: &Wish) {
        let edge = match self.perimeter.nearest(wish.mark.point) {
            Ok((edge, _)) => edge,
            Err(NoEdge::TooFar) => {
                return self.lose(wish, &format!("no edge of a perimeter has its middle within {MARK_REACH} m"));
            }
            Err(NoEdge::TooMany) => return self.lose(wish, "too many edges lie within reach of it"),
        };
        if !self.claim(edge, wish) {
            return self.lose(wish, &format!("the nearest edge, {}, leads to another room by another mark", edge.0));
        }
        self.placed.marks_placed += 1;
        let before = self.free.take(wish, edge).map(|at| &self.base[at]);
        if before.is_none_or(|own| own.edge != Some(edge) || own.room != wish.room) {
            let before = before.map(|own| own.mark.clone());
            self.placed.edits.push(MarkEdit { before, after: Some(wish.mark.clone()) });
        }
    }

    /// Makes an edge lead to a room, unless it already leads to another one.
    fn claim(&mut self, edge: EdgeId, wish: &Wish) -> bool {
        *self.placed.rooms.entry(edge).or_insert(wish.room) == wish.room
    }

    fn lose(&mut self, wish: &Wish, reason: &str) {
        self.placed.lost.push(LostMark { mark: wish.mark.clone(), reason: reason.to_owned() });
    }
}

fn cut_note(wish: &Wish, edges: &[EdgeId]) -> String {
    let numbers = edges.iter().map(|edge| edge.0.to_string()).collect::<Vec<_>>().join(", ");
    let (name, room) = (&wish.mark.name, wish.room.0);
    match edges.len() {
        1 => {
            format!("The edge of `{name}` belongs to another face now, and still leads to room {room}: edge {numbers}.")
        }
        count => format!(
            "The edge of `{name}` was cut into {count} edges, which all lead to room {room}: {numbers}. Cut the edge of \
             room {room} at the same points, so that both rooms still meet."
        ),
    }
}

/// The transitions of the base whose marks did not come back at their points.
struct Free {
    is_free: Vec<bool>,
    by_name: HashMap<String, VecDeque<usize>>,
    by_edge: HashMap<EdgeId, usize>,
}

impl Free {
    fn new(base: &[BaseTransition], wishes: &[Wish]) -> Self {
        let mut is_free = vec![true; base.len()];
        wishes.iter().filter_map(|wish| wish.owner).for_each(|at| is_free[at] = false);
        let (mut by_name, mut by_edge) = (HashMap::<_, VecDeque<usize>>::new(), HashMap::new());
        for (at, own) in base.iter().enumerate().filter(|(at, _)| is_free[*at]) {
            by_name.entry(plain(&own.mark.name)).or_default().push_back(at);
            if let Some(edge) = own.edge {
                by_edge.entry(edge).or_insert(at);
            }
        }
        Self { is_free, by_name, by_edge }
    }

    /// The transition to which a moved mark belonged: the one with its name, or else the one at its edge.
    fn take(&mut self, wish: &Wish, edge: EdgeId) -> Option<usize> {
        let Self { is_free, by_name, by_edge } = self;
        let named = by_name.get_mut(&plain(&wish.mark.name));
        let named = named.and_then(|row| std::iter::from_fn(|| row.pop_front()).find(|at| is_free[*at]));
        let found = named.or_else(|| by_edge.get(&edge).copied().filter(|at| is_free[*at]))?;
        is_free[found] = false;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two transitions at one point; the mark of one came back for another room.
    #[test]
    fn marks_at_one_point_have_owners_of_their_own() {
        let mark = |room: RoomId| Mark { name: format!("transition to room {}", room.0), point: [1.0, 2.0, 3.0] };
        let base = |room| BaseTransition { edge: None, ends: [[0.0; 3]; 2], room, mark: mark(room) };
        let base = [1, 2].map(|room| base(RoomId(room)));
        let owners = |rooms: &[u32]| {
            let wish = |room: &u32| Wish { room: RoomId(*room), mark: mark(RoomId(*room)), owner: None };
            let mut wishes: Vec<Wish> = rooms.iter().map(wish).collect();
            find_owners(&base, &mut wishes);
            wishes.iter().map(|wish| wish.owner).collect::<Vec<_>>()
        };
        assert_eq!(owners(&[1, 9]), [Some(0), Some(1)]);
        assert_eq!(owners(&[9, 1]), [Some(1), Some(0)]);
        assert_eq!(owners(&[9, 8, 7]), [Some(0), Some(1), None]);
        assert_eq!(owners(&[2, 2, 9]), [Some(1), Some(0), None]);
    }
}
