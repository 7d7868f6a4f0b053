//! The tolerance of lines of sight.

/// Distance outside a side of the quad up to which a point counts as inside; twice this is the difference below which two
/// distances count as equal. The unit is square metres, as in [`QuadSide::distance`](super::quad::QuadSide::distance).
///
/// It is `f32(sqrt(2^-23))`. The number is fitted: it decides the game's tables best anywhere between 3.45e-4 and
/// 3.5e-4 as the tolerance of a point, and twice it anywhere between 6.9e-4 and 6.92e-4 as the tolerance of a difference.
pub(super) const EPS: f32 = 3.452_669_8e-4;
