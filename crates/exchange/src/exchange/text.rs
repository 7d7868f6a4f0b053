//! Numbers and words in text: [`Shortest`] writes a number with the fewest digits that read back to it.

use std::fmt;

/// A number as text: the fewest digits that read back to the same `f32`; with an exponent only if it would otherwise be
/// excessively long.
#[derive(Clone, Copy, Debug)]
pub struct Shortest(pub f32);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size != 0.0 && !(1e-9..1e16).contains(&size) { write!(f, "{:e}", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// Writes a point as three numbers.
#[derive(Clone, Copy, Debug)]
pub struct ShortestPoint(pub [f32; 3]);

impl fmt::Display for ShortestPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.map(Shortest);
        write!(f, "{x} {y} {z}")
    }
}

/// A word for an error message, truncated if it is long.
pub fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in
            [(0.1, "0.1"), (-0.0, "-0"), (12.0, "12"), (1e-7, "0.0000001"), (1e-12, "1e-12"), (-3e38, "-3e38")]
        {
            assert_eq!(Shortest(number).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn numbers_read_back_to_the_same_bits(bits: u32) {
            let number = f32::from_bits(bits);
            prop_assume!(number.is_finite());
            let text = Shortest(number).to_string();
            prop_assert!(text.len() <= 28, "{text}");
            prop_assert_eq!(text.parse::<f32>().expect("a number").to_bits(), bits);
        }
    }
}
