//! `nearest_integer`: rounding in a few instructions of any processor.

/// From here on, numbers of this type have no fraction.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// Rounds to the nearest integer, ties to even, with the same bits as [`f64::round_ties_even`], which is a function
/// call unless the compiler may use SSE4.1.
#[inline]
pub fn nearest_integer(number: f64) -> f64 {
    let size = number.abs();
    // The sum has no room for a fraction, so the processor rounds it.
    if size < WHOLE { (size + WHOLE - WHOLE).copysign(number) } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_even_one_of_two_equally_near(
            number in prop_oneof![any::<f64>(), -1e3..1e3_f64, -1e16..1e16_f64, (-9..9_i8).prop_map(|halves| f64::from(halves) / 2.0)]
        ) {
            let expected = number.round_ties_even();
            prop_assert!(number.is_nan() || nearest_integer(number).to_bits() == expected.to_bits(), "{}", number);
        }
    }
}
