//! Decimals of at most two digits, written without floating point.

/// The digits of 0 to 99.
const PAIRS: &[u8; 200] = b"00010203040506070809101112131415161718192021222324252627282930313233343536373839\
40414243444546474849505152535455565758596061626364656667686970717273747576777879\
8081828384858687888990919293949596979899";

/// Appends a number of hundredths as a decimal, as short as it can be: `-1250` is `-12.5`, and `50` is `.5`.
pub fn push_hundredths(out: &mut Vec<u8>, hundredths: i32) {
    if hundredths < 0 {
        out.push(b'-');
    }
    let value = hundredths.unsigned_abs();
    let (whole, rest) = (value / 100, value % 100);
    if whole > 0 || rest == 0 {
        push_whole(out, whole);
    }
    if rest > 0 {
        let at = rest as usize * 2;
        out.push(b'.');
        out.push(PAIRS[at]);
        if rest % 10 > 0 {
            out.push(PAIRS[at + 1]);
        }
    }
}

/// Appends a whole number.
pub fn push_whole(out: &mut Vec<u8>, mut value: u32) {
    let mut digits = [0; 10];
    let mut start = digits.len();
    while value >= 100 {
        let at = (value % 100) as usize * 2;
        value /= 100;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[at..at + 2]);
    }
    if value >= 10 {
        let at = value as usize * 2;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[at..at + 2]);
    } else {
        start -= 1;
        digits[start] = b'0' + value as u8;
    }
    out.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(hundredths: i32) -> String {
        let mut out = Vec::new();
        push_hundredths(&mut out, hundredths);
        String::from_utf8(out).expect("digits are text")
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let texts = [0, 5, 50, 100, 1234, -1250, -7].map(text);
        assert_eq!(texts, ["0", ".05", ".5", "1", "12.34", "-12.5", "-.07"]);
    }

    proptest! {
        #[test]
        fn numbers_read_as_they_were(hundredths: i32) {
            let read: f64 = text(hundredths).parse().expect("a number");
            prop_assert_eq!((read * 100.0).round(), f64::from(hundredths));
        }
    }
}
