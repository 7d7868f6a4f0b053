//! The tolerances of lines of sight: how near to a line a point must be to count as on it.

// All three are measures of `Line::turn`, in square metres. This model's own values fit the game's tables; the last two
// are from the middle of a range in which they make no difference. The table shows what halving and doubling does: the
// percentage of the pairs of 61 real areas that are right, and of those that are wrongly set, by the conservative rule.
// Unchanged these are 99.231 and 0.026.
//
// | | half | twice | |
// |---|---|---|---|
// | STICKS_OUT | 99.229, 0.023 | 99.233, 0.032 | a slope: more is right up to 1e-6 (99.234), ever more is wrongly set |
// | ON_OUTLINE | 99.231, 0.026 | 99.231, 0.026 | the same from 5e-5 to 1e-3; with 0 99.215, 0.042 |
// | ON_LINE | 99.231, 0.026 | 99.232, 0.026 | the same from 5e-5 to 1e-3; with 0 99.208, 0.026 |

/// A corner closer to a tangent than this does not move it.
pub(super) const STICKS_OUT: f64 = 3e-7;
/// A wall's end closer to the outline of the view than this counts as inside.
pub(super) const ON_OUTLINE: f64 = 2e-4;
/// A side's end closer to a sight line than this does not cross it.
pub(super) const ON_LINE: f64 = 2e-4;
