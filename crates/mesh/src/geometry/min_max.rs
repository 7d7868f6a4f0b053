//! The minimum and the maximum of two f32, as one instruction.

/// The minimum of two numbers, neither NaN; a single instruction, unlike [`f32::min`].
#[inline(always)]
pub fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The maximum of two numbers, neither NaN.
#[inline(always)]
pub fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
