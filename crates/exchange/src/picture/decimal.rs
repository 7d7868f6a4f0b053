//! Decimals of at most two digits, written without floating point.

/// Appends a number of hundredths as a decimal, as short as possible: `-1250` is `-12.5`, and `50` is `.5`.
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
        out.extend([b'.', b'0' + (rest / 10) as u8]);
        if rest % 10 > 0 {
            out.push(b'0' + (rest % 10) as u8);
        }
    }
}

/// Appends a whole number.
pub fn push_whole(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
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
