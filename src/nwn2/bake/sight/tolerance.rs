//! The tolerance of lines of sight.

/// Distance outside a side of the quad up to which a point counts as inside; two distances count as equal if they
/// differ by less than twice this. The unit is square metres, as in
/// [`QuadSide::distance`](super::quad::QuadSide::distance).
///
/// It is `f32(sqrt(2^-23))`. The number is fitted: the game's tables are matched best by any tolerance of a point
/// between 3.45e-4 and 3.5e-4, and of a difference between 6.9e-4 and 6.92e-4.
pub(super) const EPS: f32 = 3.452_669_8e-4;
