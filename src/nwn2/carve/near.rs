//! [`Near`]: finds the boxes of the plan view that touch a box.

use std::ops::ControlFlow;

use crate::geometry::{Aabb, BoxTree};

use super::clip::Bounds;
use super::steps::{Steps, TooManySteps};

/// Finds the boxes that touch a given box, without testing each.
#[derive(Debug)]
pub(super) struct Near(BoxTree);

impl Near {
    /// Builds the index of boxes, which are numbered from 0.
    pub(super) fn new(boxes: impl Iterator<Item = Bounds>) -> Self {
        Self(BoxTree::new(boxes.map(in_space)))
    }

    /// The indices of the boxes that touch a box, ascending.
    pub(super) fn touching(&self, bounds: &Bounds, steps: &mut Steps<'_>) -> Result<Vec<u32>, TooManySteps> {
        let mut found = Vec::new();
        let looked = self.0.meeting(&in_space(*bounds), usize::MAX, |number| {
            found.push(number);
            ControlFlow::Continue(())
        });
        // A visited node counts as an eighth of a step.
        steps.take(1 + found.len() + looked / 8)?;
        found.sort_unstable();
        Ok(found)
    }
}

fn in_space(Bounds { least: [left, low], most: [right, high] }: Bounds) -> Aabb {
    Aabb { min: [left, low, 0.0], max: [right, high, 0.0] }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Random;
    use super::super::steps::Budget;
    use super::*;

    #[test]
    fn the_boxes_that_touch_are_those_of_a_look_at_each() {
        let mut random = Random::new(6);
        for count in [0, 1, 7, 90] {
            // On a lattice, so that borders touch.
            let mut any = || {
                let [x, y, width, height] = [0; 4].map(|_| random.below(9) as f32);
                Bounds { least: [x, y], most: [x + width / 4.0, y + height / 4.0] }
            };
            let boxes: Vec<Bounds> = (0..count).map(|_| any()).collect();
            let near = Near::new(boxes.iter().copied());
            for _ in 0..40 {
                let wanted = any();
                let expected = (0..).zip(&boxes).filter(|(_, other)| other.touches(&wanted)).map(|(number, _)| number);
                let found = near.touching(&wanted, &mut Budget::default().counter()).unwrap();
                assert_eq!(found, expected.collect::<Vec<u32>>());
            }
        }
    }
}
