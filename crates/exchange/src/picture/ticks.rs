//! Round numbers for axes, scale bars and bands of height, written without floating point.

/// A step of 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    mantissa: i64,
    exponent: i32,
}

impl Step {
    /// The smallest step that is not less than a number. A number that is not positive and finite yields 1.
    pub fn at_least(number: f64) -> Self {
        if !(number.is_finite() && number > 0.0) {
            return Self { mantissa: 1, exponent: 0 };
        }
        let mut exponent = 0;
        while power(exponent) > number && exponent > -30 {
            exponent -= 1;
        }
        while power(exponent + 1) <= number && exponent < 40 {
            exponent += 1;
        }
        for mantissa in [1, 2, 5] {
            let step = Self { mantissa, exponent };
            if step.value() >= number {
                return step;
            }
        }
        Self { mantissa: 1, exponent: exponent + 1 }
    }

    /// The largest step that is not greater than a number.
    pub fn at_most(number: f64) -> Self {
        let above = Self::at_least(number);
        if above.value() <= number {
            return above;
        }
        let Self { mantissa, exponent } = above;
        match mantissa {
            1 => Self { mantissa: 5, exponent: exponent - 1 },
            2 => Self { mantissa: 1, exponent },
            _ => Self { mantissa: 2, exponent },
        }
    }

    /// The step as a number.
    pub fn value(self) -> f64 {
        self.times(1)
    }

    /// A multiple of the step.
    pub fn times(self, count: i64) -> f64 {
        let mantissa = (self.mantissa.saturating_mul(count)) as f64;
        if self.exponent < 0 { mantissa / power(-self.exponent) } else { mantissa * power(self.exponent) }
    }

    /// The range of the multiples between two numbers, inclusive, as factors.
    pub fn between(self, low: f64, high: f64) -> std::ops::RangeInclusive<i64> {
        (low / self.value()).ceil() as i64..=(high / self.value()).floor() as i64
    }

    /// A multiple of the step in decimal digits.
    pub fn text(self, count: i64) -> String {
        let value = self.mantissa.saturating_mul(count);
        let sign = if value < 0 { "\u{2212}" } else { "" };
        let digits = value.unsigned_abs().to_string();
        if value == 0 {
            return digits;
        }
        if self.exponent >= 0 {
            return format!("{sign}{digits}{}", "0".repeat(self.exponent as usize));
        }
        let decimals = self.exponent.unsigned_abs() as usize;
        let digits = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, rest) = digits.split_at(digits.len() - decimals);
        format!("{sign}{whole}.{rest}")
    }
}

/// A power of ten.
fn power(exponent: i32) -> f64 {
    let large = (0..exponent.unsigned_abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / large } else { large }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_numbers() {
        let text = |number: f64| Step::at_least(number).text(1);
        let texts = [0.003, 0.02, 0.3, 1.0, 1.1, 4.9, 7.0, 99.0, 101.0, f64::NAN, -3.0].map(text);
        assert_eq!(texts, ["0.005", "0.02", "0.5", "1", "2", "5", "10", "100", "200", "1", "1"]);
        assert_eq!(Step::at_most(49.0).text(1), "20");
        assert_eq!(Step::at_most(0.011).text(3), "0.03");
        assert_eq!(Step::at_least(0.5).text(-3), "\u{2212}1.5");
        assert_eq!(Step::at_least(0.5).between(-1.2, 1.0), -2..=2);
        assert_eq!(Step::at_least(1e38).text(0), "0");
    }
}
