//! Decimals in texts: [`finite`] reads one as the nearest `f32`.
//!
//! The result has the bits of std's `parse`. That takes tables of 10 kB, which would be a fortieth of the page of
//! `walkmesh view`; here the digits themselves are doubled and halved. It takes longer, so files with many numbers
//! are read by std.

/// How many digits are kept. Of those behind, it only matters whether all are 0, because the decimal halfway between two `f32`
/// has at most 112 digits.
const DIGITS: usize = 120;
/// The largest power of ten that is read: with it a number is infinite or 0, unless as many zeros stand before its digits.
const FAR: i32 = 100_000_000;

/// The nearest `f32` to a decimal such as `-12.5`, `.5` or `1e3`. `None` for another text, and for a number that is not
/// finite.
pub(crate) fn finite(text: &str) -> Option<f32> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mantissa_length = unsigned.find(['e', 'E']).unwrap_or(unsigned.len());
    let (mantissa, exponent) = unsigned.split_at(mantissa_length);
    let exponent = if exponent.is_empty() { 0 } else { power(&exponent[1..])? };
    let bits = Decimal::of(mantissa, exponent)?.nearest()?;
    Some(f32::from_bits(bits | u32::from(text.starts_with('-')) << 31))
}

/// The number behind an `e`, at most [`FAR`].
fn power(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() {
        return None;
    }
    let add = |sum: i32, byte: u8| byte.is_ascii_digit().then(|| (sum * 10 + i32::from(byte - b'0')).min(FAR));
    let size = digits.bytes().try_fold(0, add)?;
    Some(if text.starts_with('-') { -size } else { size })
}

/// A positive number: `0.` and its digits, times a power of ten.
struct Decimal {
    /// Neither the first nor the last is 0. None for 0.
    digits: Vec<u8>,
    /// How many of the digits lie before the point.
    point: i32,
    /// Whether digits were dropped behind the last.
    has_more: bool,
}

impl Decimal {
    /// Digits with at most one point.
    fn of(text: &str, exponent: i32) -> Option<Self> {
        let mut decimal = Self { digits: Vec::new(), point: exponent, has_more: false };
        let mut is_behind = false;
        let mut has_digits = false;
        for byte in text.bytes() {
            match byte {
                b'.' if !is_behind => is_behind = true,
                b'0'..=b'9' => {
                    has_digits = true;
                    let is_leading_zero = byte == b'0' && decimal.digits.is_empty();
                    let step = i32::from(!is_behind) - i32::from(is_leading_zero);
                    decimal.point = decimal.point.saturating_add(step);
                    match decimal.digits.len() {
                        _ if is_leading_zero => {}
                        0..DIGITS => decimal.digits.push(byte - b'0'),
                        _ => decimal.has_more |= byte != b'0',
                    }
                }
                _ => return None,
            }
        }
        decimal.drop_zeros();
        has_digits.then_some(decimal)
    }

    /// The bits of the nearest `f32`, ties to even. `None` if that is infinite.
    fn nearest(mut self) -> Option<u32> {
        // Between the smallest and the largest number, with room, so that the loops below end soon.
        if self.digits.is_empty() || self.point < -50 {
            return Some(0);
        }
        if self.point > 40 {
            return None;
        }
        // The number is `self * 2^exponent`, and its mantissa becomes a whole number of 24 bits, or of fewer where the
        // exponent is the smallest.
        let mut exponent = 0;
        while self.point > 8 || self.whole() >= 1 << 24 {
            self.halve();
            exponent += 1;
        }
        while self.whole() < 1 << 23 && exponent > -149 {
            self.double();
            exponent -= 1;
        }
        let whole = self.whole();
        let mantissa = whole + u32::from(self.rounds_up(whole));
        // The highest bit of the mantissa is not stored, and adds 1 to the exponent's field; a rounding to 2^24, too.
        let bits = (((exponent + 149) as u32) << 23).saturating_add(mantissa);
        (bits < f32::INFINITY.to_bits()).then_some(bits)
    }

    /// The digits before the point, of at most eight.
    fn whole(&self) -> u32 {
        let digits = self.digits.iter().copied().chain(std::iter::repeat(0));
        digits.take(self.point.max(0) as usize).fold(0, |sum, digit| sum * 10 + u32::from(digit))
    }

    /// Whether what is behind the point is more than a half, or a half behind an odd number.
    fn rounds_up(&self, whole: u32) -> bool {
        let Ok(point) = usize::try_from(self.point) else { return false };
        match self.digits.get(point) {
            Some(5) => self.has_more || self.digits.len() > point + 1 || whole % 2 == 1,
            digit => digit.is_some_and(|digit| *digit > 5),
        }
    }

    fn double(&mut self) {
        let mut carry = 0;
        for digit in self.digits.iter_mut().rev() {
            let sum = *digit * 2 + carry;
            (*digit, carry) = (sum % 10, sum / 10);
        }
        if carry > 0 {
            self.digits.insert(0, carry);
            self.point += 1;
        }
        self.drop_zeros();
    }

    fn halve(&mut self) {
        let mut rest = 0;
        for digit in &mut self.digits {
            let sum = rest * 10 + *digit;
            (*digit, rest) = (sum / 2, sum % 2);
        }
        if rest > 0 {
            self.digits.push(5);
        }
        if self.digits.first() == Some(&0) {
            self.digits.remove(0);
            self.point -= 1;
        }
    }

    fn drop_zeros(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of_std(text: &str) -> Option<u32> {
        text.parse::<f32>().ok().filter(|number| number.is_finite()).map(f32::to_bits)
    }

    #[test]
    fn decimals_are_read_as_std_reads_them() {
        let ends = ["1.17549435e-38", "1e-45", "7e-46", "7.1e-46", "3.4028235e38", "3.4028236e38", "3.40282357e38"];
        let texts = ["0", "-0", "+1", ".5", "5.", "1e3", "1E-3", "12.5", "16777217", "16777219", "00012.500", "1e+09"];
        let wrong =
            ["", "-", ".", "e1", "1e", "1e+", "--1", "1.2.3", "1 ", "1_0", "inf", "NaN", "0x1", "1e1.5", "é", "1é"];
        for text in ends.into_iter().chain(texts).chain(wrong) {
            assert_eq!(finite(text).map(f32::to_bits), of_std(text), "{text}");
        }
    }

    #[test]
    fn endless_texts_end() {
        let long = |digit: &str| digit.repeat(10_000);
        for text in [
            long("9"),
            long("0"),
            format!("0.{}1e9999", long("0")),
            format!("{}e-9999", long("9")),
            format!("1e{}", long("9")),
            format!("1e-{}", long("9")),
            format!("0.5{}1", long("0")),
            format!("16777217.{}1", long("0")),
        ] {
            assert_eq!(finite(&text).map(f32::to_bits), of_std(&text), "{text:.20}…");
        }
    }

    proptest! {
        #[test]
        fn any_decimal_is_read_as_std_reads_it(text in r"[+-]?[0-9]{0,12}(\.[0-9]{0,60})?([eE][+-]?[0-9]{1,2})?") {
            prop_assert_eq!(finite(&text).map(f32::to_bits), of_std(&text), "{}", text);
        }

        /// Decimals exactly halfway between two numbers, and slightly above that.
        #[test]
        fn ties_go_to_the_even_number(bits in 0..f32::MAX.to_bits(), beside in "(|0{0,9}1|[0-9]{0,150})") {
            let [low, high] = [bits, bits + 1].map(|bits| f64::from(f32::from_bits(bits)));
            let tie = format!("{:.180}", low.midpoint(high));
            for text in [tie.trim_end_matches('0').to_owned() + &beside, format!("{low:.9e}"), format!("{low}")] {
                prop_assert_eq!(finite(&text).map(f32::to_bits), of_std(&text), "{}", text);
            }
        }
    }
}
