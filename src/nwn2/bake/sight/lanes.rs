//! Eight numbers side by side, in plain arrays. The compiler makes vector instructions of them, those that the processor has
//! where the caller was compiled for them. Each operation is rounded as that of a single `f32`, so the results are the same.

use std::ops::{Add, BitAnd, BitOr, Mul, Sub};

/// How many numbers stand side by side.
pub(super) const LANES: usize = 8;

/// Eight floats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floats(pub(super) [f32; LANES]);

/// Eight words. As the answer of a comparison all bits of a word are set, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(pub(super) [u32; LANES]);

#[inline(always)]
fn floats(a: Floats, b: Floats, of: impl Fn(f32, f32) -> f32) -> Floats {
    let mut out = [0.0; LANES];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = of(a.0[lane], b.0[lane]);
    }
    Floats(out)
}

#[inline(always)]
fn words(a: Words, b: Words, of: impl Fn(u32, u32) -> u32) -> Words {
    let mut out = [0; LANES];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = of(a.0[lane], b.0[lane]);
    }
    Words(out)
}

#[inline(always)]
fn compare(a: Floats, b: Floats, of: impl Fn(f32, f32) -> bool) -> Words {
    let mut out = [0; LANES];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = u32::from(of(a.0[lane], b.0[lane])).wrapping_neg();
    }
    Words(out)
}

impl Floats {
    #[inline(always)]
    pub(super) fn all(value: f32) -> Self {
        Self([value; LANES])
    }

    /// The numbers of some rows, and zero where there are too few.
    pub(super) fn of<T>(rows: &[T], number: impl Fn(&T) -> f32) -> Self {
        Self(std::array::from_fn(|lane| rows.get(lane).map_or(0.0, &number)))
    }

    /// One divided by the root, in two roundings.
    #[inline(always)]
    pub(super) fn one_over_root(self) -> Self {
        floats(self, self, |a, _| 1.0 / a.sqrt())
    }

    #[inline(always)]
    pub(super) fn is_greater(self, other: Self) -> Words {
        compare(self, other, |a, b| a > b)
    }

    #[inline(always)]
    pub(super) fn is_at_least(self, other: Self) -> Words {
        compare(self, other, |a, b| a >= b)
    }
}

impl Words {
    #[inline(always)]
    pub(super) fn all(value: u32) -> Self {
        Self([value; LANES])
    }

    /// Where these are set, one word, elsewhere the other.
    #[inline(always)]
    pub(super) fn select(self, set: Self, unset: Self) -> Self {
        self & set | words(self, unset, |mask, b| !mask & b)
    }

    /// Where these are set, one float, elsewhere the other.
    #[inline(always)]
    pub(super) fn select_floats(self, set: Floats, unset: Floats) -> Floats {
        let mut out = set.0;
        for (lane, out) in out.iter_mut().enumerate() {
            *out = if self.0[lane] == 0 { unset.0[lane] } else { *out };
        }
        Floats(out)
    }

    #[inline(always)]
    pub(super) fn shifted(self, by: u32) -> Self {
        words(self, self, |a, _| a << by)
    }
}

impl Add for Floats {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        floats(self, other, |a, b| a + b)
    }
}

impl Sub for Floats {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        floats(self, other, |a, b| a - b)
    }
}

impl Mul for Floats {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        floats(self, other, |a, b| a * b)
    }
}

impl BitAnd for Words {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        words(self, other, |a, b| a & b)
    }
}

impl BitOr for Words {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        words(self, other, |a, b| a | b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_is_computed_alone() {
        let a = Floats([1.0, -2.0, f32::NAN, 0.0, -0.0, 3.0, 1e30, f32::INFINITY]);
        let b = Floats([2.0, -3.0, 1.0, -0.0, 0.0, 3.0, 1e30, 1.0]);
        let is = |words: Words| words.0.map(|word| word == u32::MAX);
        assert_eq!(is(a.is_greater(b)), [false, true, false, false, false, false, false, true]);
        assert_eq!(is(a.is_at_least(b)), [false, true, false, true, true, true, true, true]);
        assert_eq!((a + b).0[..2], [3.0, -5.0]);
        assert_eq!(((a - b).0[0], (a * b).0[6], Floats::all(4.0).one_over_root().0[7]), (-1.0, f32::INFINITY, 0.5));
        let select = a.is_greater(b).select(Words::all(7), Words::all(1).shifted(3));
        assert_eq!(select.0, [8, 7, 8, 8, 8, 8, 8, 7]);
        assert_eq!(a.is_greater(b).select_floats(a, b).0[..2], [2.0, -2.0]);
    }
}
