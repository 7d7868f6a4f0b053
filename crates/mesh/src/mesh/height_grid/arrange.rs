//! Arranges the faces of a [`HeightGrid`](super::HeightGrid) in blocks of faces that are alike in size and near each
//! other, so that a block is stored once and lies in few cells.

use super::Faces;
use super::grid::WIDTH;

/// A face to arrange.
struct Item {
    face: u32,
    /// Twice the centre of the face's rectangle in the plan view.
    centre: [f32; 2],
    /// Grows by one for each fourfold increase of the rectangle's longer side.
    size: u32,
}

impl Item {
    fn new(face: usize, floor: &Faces<1>) -> Self {
        let [(west, east), (south, north)] = [0, 1].map(|axis| floor.range(0, axis));
        let side = f32::max(east - west, north - south);
        // The exponent of a power of 2, without its lowest bit.
        let size = side.to_bits() >> (f32::MANTISSA_DIGITS);
        Self { face: face as u32, centre: [west + east, south + north], size }
    }
}

/// The faces, ordered so that consecutive ones form blocks.
pub(super) fn arrange(faces: &[Faces<1>]) -> Vec<u32> {
    let mut items: Vec<Item> = faces.iter().enumerate().map(|(at, face)| Item::new(at, face)).collect();
    items.sort_by_key(|item| item.size);
    for alike in items.chunk_by_mut(|a, b| a.size == b.size) {
        gather(alike);
    }
    items.into_iter().map(|item| item.face).collect()
}

/// Orders items so that consecutive ones are close together: splits them in half along the axis of their largest
/// extent, then recurses into both halves.
fn gather(items: &mut [Item]) {
    if items.len() <= WIDTH {
        return;
    }
    let extent = |axis: usize| {
        let centres = || items.iter().map(|item| item.centre[axis]);
        centres().fold(f32::NEG_INFINITY, f32::max) - centres().fold(f32::INFINITY, f32::min)
    };
    let axis = usize::from(extent(1) > extent(0));
    let middle = (items.len() / 2).next_multiple_of(WIDTH);
    if middle < items.len() {
        let order = |a: &Item, b: &Item| a.centre[axis].total_cmp(&b.centre[axis]).then(a.face.cmp(&b.face));
        items.select_nth_unstable_by(middle, order);
        let (left, right) = items.split_at_mut(middle);
        gather(left);
        gather(right);
    }
}
