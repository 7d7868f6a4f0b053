//! [`settle`]: distinguishes marks that somebody moved from marks that a program moved by itself, or lost.

use std::collections::{HashMap, HashSet};

use super::matching::Nearby;
use super::{Mark, without_copy_number};
use crate::counted::counted;
use crate::geometry::weld::place;

/// Marks that came back; unmoved marks are at their original positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReturnedMarks {
    pub marks: Vec<Mark>,
    /// Number of marks that came back at one point or at the origin, and count as unmoved.
    pub collapsed: usize,
}

impl ReturnedMarks {
    /// The note of a report about marks that collapsed.
    pub fn note(&self) -> Option<String> {
        (self.collapsed > 0).then(|| {
            format!(
                "{} came back in one point or at the origin of the node, as after Blender's \"Apply All Transforms\". This \
                 counts as not moved, and what was marked stays.",
                counted(self.collapsed, "mark")
            )
        })
    }
}

/// Finds the nearest of some points, within reach.
pub struct Nearest<'p>(Nearby<'p>);

impl<'p> Nearest<'p> {
    pub fn new(points: &'p [[f32; 3]], reach: f32) -> Self {
        Self(Nearby::new(points, reach))
    }

    /// The number of the point nearest to another one; the first in a tie.
    pub fn to(&self, point: [f32; 3]) -> Option<u32> {
        self.0.around(point).first().map(|(_, number)| *number)
    }
}

/// The note of a report if no mark came back at all.
pub fn none_came_back(marks: usize) -> String {
    format!(
        "None of the {} came back, so that what they stand for stays: the file was probably exported with \
         \"Selected Objects\" without the empties.",
        counted(marks, "mark")
    )
}

/// Restores these marks to their positions in the base:
/// - a mark that lies at most `reach` from a mark of the base, because programs round;
/// - marks with names of the base that coincide with others or lie at the origin, unless they do so in the base: a
///   program that applies placements moves all empties of a node to its origin.
pub fn settle(base: &[&Mark], marks: &[Mark], reach: f32) -> ReturnedMarks {
    let points: Vec<_> = base.iter().map(|mark| mark.point).collect();
    let nearby = Nearby::new(&points, reach);
    let by_name: HashMap<String, usize> =
        base.iter().enumerate().rev().map(|(at, mark)| (plain(&mark.name), at)).collect();
    let mut settled = ReturnedMarks { marks: marks.to_vec(), collapsed: 0 };
    let mut moved: HashMap<[u32; 3], Vec<(usize, usize)>> = HashMap::new();
    // The marks of the base that came back at one point.
    let mut owners: HashMap<[u32; 3], HashSet<[u32; 3]>> = HashMap::new();
    for (at, mark) in settled.marks.iter_mut().enumerate() {
        let own = by_name.get(&plain(&mark.name)).copied();
        let near = nearby.around(mark.point);
        let near: Vec<usize> = near.iter().map(|(_, number)| *number as usize).collect();
        // Several marks of the base may share a name, and several may coincide.
        let is_own = |number: &usize| own.is_some_and(|own| plain(&base[*number].name) == plain(&base[own].name));
        let stayed = near.iter().copied().find(is_own).or(near.first().copied().filter(|_| own.is_none()));
        if let Some(nearest) = stayed.or(near.first().copied()) {
            mark.point = points[nearest];
        }
        if let Some(own) = own.filter(|_| stayed.is_none()) {
            moved.entry(place(mark.point)).or_default().push((at, own));
        }
        let owner = stayed.or(own).map(|owner| place(points[owner]));
        owners.entry(place(mark.point)).or_default().extend(owner);
    }
    for (point, rows) in moved {
        if point == [0; 3] || owners[&point].len() > 1 {
            settled.collapsed += rows.len();
            rows.into_iter().for_each(|(at, own)| settled.marks[at].point = points[own]);
        }
    }
    settled
}

/// A name in lower case, without the number of a copy.
pub fn plain(name: &str) -> String {
    without_copy_number(name.trim()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(name: &str, point: [f32; 3]) -> Mark {
        Mark { name: name.into(), point }
    }

    fn settled(base: &[Mark], marks: &[Mark]) -> (Vec<[f32; 3]>, usize) {
        let settled = settle(&base.iter().collect::<Vec<_>>(), marks, 1e-4);
        (settled.marks.iter().map(|mark| mark.point).collect(), settled.collapsed)
    }

    #[test]
    fn marks_that_only_programs_moved_are_where_they_were() {
        let base = [mark("north", [1.0, 5.0, 0.0]), mark("south", [1.0, -5.0, 0.0]), mark("east", [9.0, 0.0, 0.0])];
        let [north, south, east] = [0, 1, 2].map(|at: usize| base[at].point);
        // Rounded, and renamed by the program.
        assert_eq!(settled(&base, &[mark("North.004", [1.00005, 5.0, 0.0])]), (vec![north], 0));
        // All at one point, and one alone at the origin.
        let at = |name: &str| mark(name, [3.0, 3.0, 0.0]);
        assert_eq!(settled(&base, &[at("east"), at("north"), at("south.001")]), (vec![east, north, south], 3));
        assert_eq!(settled(&base, &[mark("south", [0.0, -0.0, 0.0])]), (vec![south], 1));
        // One mark was moved, and another to the position of a third one, which stays.
        assert_eq!(settled(&base, &[at("east"), mark("south", south)]), (vec![[3.0, 3.0, 0.0], south], 0));
        assert_eq!(settled(&base, &[mark("east", south), mark("south", south)]), (vec![east, south], 1));
        assert_eq!(settled(&base, &[at("east"), at("east.001")]), (vec![[3.0, 3.0, 0.0]; 2], 0));
        // A new mark may lie anywhere.
        assert_eq!(settled(&base, &[mark("west", [0.0; 3])]), (vec![[0.0; 3]], 0));
    }
}
