//! [`Rotation`]: the sine and cosine of an angle, with the same bits on every machine.
//!
//! The standard library takes its sine and cosine from the platform, and platforms differ in the last bit. Baked bytes
//! must not differ. Here the angle is reduced with integers, and the two series use only `+`, `-` and `*` of IEEE 754
//! in a fixed order. Both values are off by less than one unit in the last place, for every finite `f32`.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// A turn in the plane, counter-clockwise: from the first axis towards the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rotation {
    pub(crate) sin: f64,
    pub(crate) cos: f64,
}

/// Which angles count as a whole number of quarter turns. No `f32` but 0 is exactly one, and a rotation that should
/// keep axes on axes must do so in every bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum QuarterTurns {
    /// An angle is a quarter turn if it is the `f32` nearest to one.
    Nearest,
    /// An angle is a quarter turn if it is less than this many radians away from one.
    Within(f64),
}

impl QuarterTurns {
    /// Whether an angle that is `rest` radians away from the nearest quarter turn counts as one.
    fn include(self, angle: f32, rest: f64) -> bool {
        match self {
            // Below 1e-15 radians a rotation has no effect: at a distance of 1, it is beyond the last bit of an f64.
            Self::Nearest => {
                let nearest = (f64::from(angle) / FRAC_PI_2).round() * FRAC_PI_2;
                nearest as f32 == angle || rest.abs() < 1e-15
            }
            Self::Within(radians) => rest.abs() < radians,
        }
    }
}

impl Rotation {
    /// The turn by an angle in radians. Both values are NaN where the angle is NaN or infinite.
    pub(crate) fn by(angle: f32, quarter_turns: QuarterTurns) -> Self {
        if !angle.is_finite() {
            return Self { sin: f64::NAN, cos: f64::NAN };
        }
        let Reduced { quarters, rest, beyond } = Reduced::of(angle);
        let (sin, cos) =
            if quarter_turns.include(angle, rest) { (0.0, 1.0) } else { (sin(rest, beyond), cos(rest, beyond)) };
        // `0.0 - x` rather than `-x`: the zero of a quarter turn is positive.
        let (sin, cos) = match quarters {
            0 => (sin, cos),
            1 => (cos, 0.0 - sin),
            2 => (0.0 - sin, -cos),
            _ => (-cos, sin),
        };
        Self { sin, cos }
    }

    /// Rotates a point.
    pub(crate) fn turn(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.cos * x - self.sin * y, self.sin * x + self.cos * y]
    }

    /// Rotates a point back.
    pub(crate) fn turn_back(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.cos * x + self.sin * y, self.cos * y - self.sin * x]
    }
}

/// An angle as a number of quarter turns, modulo 4, and a rest of at most an eighth of a turn.
struct Reduced {
    quarters: u8,
    /// The rest in radians.
    rest: f64,
    /// The rounding error of the rest.
    beyond: f64,
}

/// 2/π, the digits after the binary point: the first 128 and the next 128.
const TWO_OVER_PI: [u128; 2] = [0xa2f9_836e_4e44_1529_fc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041_fe51_63ab_debb_c561];
/// π/2 in units of 2⁻⁶³.
const HALF_PI: u64 = 0xc90f_daa2_2168_c235;

impl Reduced {
    /// Reduces a finite angle.
    ///
    /// An angle is `mantissa · 2^exponent`. Its product with 2/π is needed modulo 4 only, so that one window of 128
    /// bits of 2/π is enough: those above it add whole turns, and those below it less than 2⁻¹⁰² quarter turns. No f32
    /// comes nearer to a quarter turn than 2⁻³⁰ of one, but for those that are too small to be reduced.
    fn of(angle: f32) -> Self {
        if f64::from(angle.abs()) <= FRAC_PI_4 {
            return Self { quarters: 0, rest: angle.into(), beyond: 0.0 };
        }
        // The angle is a normal number, so its mantissa has a leading one that is not stored. The exponent is -24 to
        // 104.
        let bits = angle.to_bits();
        let mantissa = u128::from(bits & 0x007f_ffff | 0x0080_0000);
        let exponent = (bits >> 23 & 0xff) as i32 - 150;
        let [high, low] = TWO_OVER_PI;
        // 2/π · 2^(exponent + 126), modulo 2¹²⁸.
        let window = match (130 - exponent) as u32 {
            shift @ 0..128 => high << (128 - shift) | low >> shift,
            shift => high >> (shift - 128),
        };
        // Quarter turns in units of 2⁻¹²⁶, modulo 4.
        let turns = mantissa.wrapping_mul(window);
        let quarters = (turns.wrapping_add(1 << 125) >> 126) as u8;
        // Without the quarters, in units of 2⁻¹²⁸, as a signed number: from -1/2 to 1/2.
        let part = (turns << 2).cast_signed();
        let (rest, beyond) = radians(part.unsigned_abs());
        let (rest, beyond) =
            if part.is_negative() != angle.is_sign_negative() { (-rest, -beyond) } else { (rest, beyond) };
        let quarters = if angle.is_sign_negative() { quarters.wrapping_neg() } else { quarters };
        Self { quarters: quarters % 4, rest, beyond }
    }
}

/// A part of a quarter turn, in units of 2⁻¹²⁸, in radians: the nearest f64, and what it leaves out.
fn radians(part: u128) -> (f64, f64) {
    let shift = part.leading_zeros();
    if shift == 128 {
        return (0.0, 0.0);
    }
    let top = (part << shift >> 64) as u64;
    let product = u128::from(top) * u128::from(HALF_PI);
    let rest = product as f64;
    let beyond = product.wrapping_sub(rest as u128).cast_signed() as f64;
    // 2^-(127 + shift): exact.
    let unit = f64::from_bits(u64::from(1023 - 127 - shift) << 52);
    (rest * unit, beyond * unit)
}

/// The coefficients of x³ to x¹⁷ in the series of the sine. At an eighth of a turn the next term is below 1e-19.
const SINE: [f64; 8] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];
/// The coefficients of x⁴ to x¹⁸ in the series of the cosine. At an eighth of a turn the next term is below 1e-20.
const COSINE: [f64; 8] = [
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
    -1.0 / 6_402_373_705_728_000.0,
];

/// `coefficients[0] + coefficients[1] * x + …`, the smallest term first.
fn polynomial(coefficients: [f64; 8], x: f64) -> f64 {
    coefficients.into_iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The sine of `rest + beyond`, at most an eighth of a turn. Only the last sum is rounded at the size of the result.
fn sin(rest: f64, beyond: f64) -> f64 {
    let square = rest * rest;
    rest + (rest * square * polynomial(SINE, square) + beyond * (1.0 - square / 2.0))
}

/// The cosine of `rest + beyond`, at most an eighth of a turn. What is lost in the first difference is added again.
fn cos(rest: f64, beyond: f64) -> f64 {
    let square = rest * rest;
    let first = 1.0 - square / 2.0;
    let lost = (1.0 - first) - square / 2.0;
    first + (lost + (square * square * polynomial(COSINE, square) - rest * beyond))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An angle's bits, and those of the f64 nearest to its sine and to its cosine, computed to 800 binary digits.
    type Row = (u32, u64, u64);
    /// The f32 angles that come nearest to quarter turns, of which 2^72 · 16367173 is the nearest of all; then angles
    /// of every size.
    const EXACT: [Row; 36] = [
        (0x6f79be45, 0x3ff0000000000000, 0xbe1bbdd52a58eafb),
        (0x50a3e87f, 0x3ff0000000000000, 0xbe2149dafd6b8987),
        (0x6ff9be45, 0xbe2bbdd52a58eafb, 0xbff0000000000000),
        (0x5123e87f, 0xbe3149dafd6b8987, 0xbff0000000000000),
        (0x437ce5f1, 0x3ff0000000000000, 0xbe31fa3bb9a07e78),
        (0x7079be45, 0x3e3bbdd52a58eafb, 0x3ff0000000000000),
        (0x6a1976f1, 0x3ff0000000000000, 0xbe3bc77be4e3b960),
        (0x53b146a6, 0xbff0000000000000, 0xbe3db49e303ea778),
        (0x65898498, 0x3ff0000000000000, 0xbe3f7e04be410e25),
        (0x51a3e87f, 0x3e4149dafd6b8987, 0x3ff0000000000000),
        (0x43fce5f1, 0xbe41fa3bb9a07e78, 0xbff0000000000000),
        (0x77584625, 0xbff0000000000000, 0xbe45f52ea84f120d),
        (0x000116c2, 0x37a16c2000000000, 0x3ff0000000000000),
        (0x1e3ce508, 0x3bc79ca100000000, 0x3ff0000000000000),
        (0x3a83126f, 0x3f50624db22fdff9, 0x3feffffef39085c0),
        (0x3f000000, 0x3fdeaee8744b05f0, 0x3fec1528065b7d50),
        (0x3f490fda, 0x3fe6a09e582aa394, 0x3fe6a09e74d3d3fc),
        (0x3f490fdb, 0x3fe6a09e6ecb41fe, 0x3fe6a09e5e333598),
        (0x3f800000, 0x3feaed548f090cee, 0x3fe14a280fb5068c),
        (0x3fc90fda, 0x3fefffffffffffe6, 0x3e74442d18469893),
        (0x3fc90fdb, 0x3feffffffffffff7, 0xbe6777a5cf72cecc),
        (0x3fc90fdc, 0x3fefffffffffff88, 0xbe85dde973dcb398),
        (0x40490fdb, 0xbe7777a5cf72cec6, 0xbfefffffffffffde),
        (0x4016cbe4, 0x3fe6a09e643bc79b, 0xbfe6a09e68c2affe),
        (0x40800000, 0xbfe837b9dddc1eae, 0xbfe4eaa606db24c1),
        (0xc0b00000, 0x3fe693c94e0ab057, 0x3fe6ad6c3c07d448),
        (0x40c90fdb, 0x3e8777a5cf72cead, 0x3fefffffffffff76),
        (0x42c80000, 0xbfe03425b78c4db8, 0x3feb981dbf665fdf),
        (0xc47a0000, 0xbfea75cc150a206b, 0x3fe1ff026793f1bb),
        (0x4640e6b6, 0xbfe689610f38680c, 0x3fe6b7c3f7d685d6),
        (0x49742400, 0xbfd6664b2568d867, 0x3fedf9df9906d32c),
        (0x4b800000, 0xbfe8f22f8433d6ee, 0x3fe40ad67f3f0c9a),
        (0x501502f9, 0xbfdf334c7896a4e3, 0x3febf098901c931a),
        (0xe0ad78ec, 0xbfe502ad17d67516, 0x3fe822e45d2fb241),
        (0x7149f2ca, 0xbfe95135fcc7c53c, 0xbfe3924432ee4d87),
        (0x7f7fffff, 0xbfe0b33665089575, 0x3feb4bf2c79bdfce),
    ];

    /// Without any rule for quarter turns.
    const NO_RULE: QuarterTurns = QuarterTurns::Within(0.0);

    #[test]
    fn the_angles_nearest_to_quarter_turns_and_those_of_every_size_are_off_by_one_bit_at_most() {
        for (angle, sin, cos) in EXACT {
            let angle = f32::from_bits(angle);
            let found = Rotation::by(angle, NO_RULE);
            // Of neighbouring numbers of one sign the bits differ by one.
            assert!(found.sin.to_bits().abs_diff(sin) <= 1, "sin {angle:e}: {:e}", found.sin);
            assert!(found.cos.to_bits().abs_diff(cos) <= 1, "cos {angle:e}: {:e}", found.cos);
        }
    }

    /// Numbers of 101 binary digits after the point, against which those of f64 are measured.
    mod fixed {
        const DIGITS: u32 = 101;
        const HALF: u32 = 51;

        pub fn of(value: f64) -> i128 {
            let bits = value.abs().to_bits();
            let mantissa = i128::from(bits & ((1 << 52) - 1) | u64::from(value.abs() >= f64::MIN_POSITIVE) << 52);
            let shift = (bits >> 52) as i32 - 1075 + DIGITS as i32;
            let size = if shift >= 0 { mantissa << shift } else { mantissa >> (-shift).min(127) };
            if value < 0.0 { -size } else { size }
        }

        /// Of numbers up to 4, off by some units of the last digit.
        fn product(a: i128, b: i128) -> i128 {
            let parts = |x: i128| (x >> HALF, x & ((1 << HALF) - 1));
            let ((a1, a0), (b1, b0)) = (parts(a), parts(b));
            ((a1 * b1) << (2 * HALF - DIGITS)) + ((a1 * b0 + a0 * b1) >> (DIGITS - HALF))
        }

        /// atan(1/n), by its series.
        fn arc(n: i128) -> i128 {
            let (mut power, mut sum, mut k) = ((1 << DIGITS) / n, 0, 1);
            while power != 0 {
                sum += if k % 4 == 1 { power / k } else { -power / k };
                power /= n * n;
                k += 2;
            }
            sum
        }

        /// Machin's formula.
        pub fn pi() -> i128 {
            16 * arc(5) - 4 * arc(239)
        }

        /// Sine and cosine of a number up to 3.2, by their series.
        pub fn sin_cos(x: i128) -> [i128; 2] {
            let (mut term, mut sums, mut k) = (1 << DIGITS, [0, 0], 0_usize);
            while term != 0 {
                sums[(k + 1) % 2] += if k % 4 < 2 { term } else { -term };
                k += 1;
                term = product(term, x) / k as i128;
            }
            sums
        }

        /// How many units of the last place of an f64 a number is off.
        pub fn ulps(found: f64, exact: i128) -> f64 {
            let unit = exact.unsigned_abs().ilog2() as i32 - 52;
            (of(found) - exact) as f64 * 2_f64.powi(-unit)
        }
    }

    /// The error of the sine and of the cosine of an angle of some thousand radians, in units of the last place.
    fn errors(angle: f32) -> [f64; 2] {
        let pi = fixed::pi();
        let turn = 2 * pi;
        let mut rest = fixed::of(f64::from(angle)) % turn;
        if rest > pi {
            rest -= turn;
        } else if rest < -pi {
            rest += turn;
        }
        let exact = fixed::sin_cos(rest);
        let found = Rotation::by(angle, NO_RULE);
        [fixed::ulps(found.sin, exact[0]).abs(), fixed::ulps(found.cos, exact[1]).abs()]
    }

    #[test]
    fn the_error_is_less_than_one_unit_of_the_last_place() {
        let mut most = [0.0_f64; 2];
        // 200,000 angles, as many of each power of two from 2^-20 to 2^12.
        let mut bits = 1_u32;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let exponent = 127 - 20 + (bits >> 23) % 33;
            let angle = f32::from_bits(exponent << 23 | bits & 0x007f_ffff | bits & 1 << 31);
            for (most, error) in most.iter_mut().zip(errors(angle)) {
                assert!(error < 1.0, "{angle:e}: {error}");
                *most = most.max(error);
            }
        }
        println!("at most {most:?} units of the last place");
        // As good as that: half a unit is what rounding alone costs.
        assert!(most.iter().all(|&most| most < 0.85), "{most:?}");
    }

    proptest! {
        #[test]
        fn any_angle_gives_a_turn_of_length_one_and_its_negative_the_turn_back(bits: u32) {
            let angle = f32::from_bits(bits);
            prop_assume!(angle.is_finite());
            for rule in [QuarterTurns::Nearest, QuarterTurns::Within(1e-6)] {
                let there = Rotation::by(angle, rule);
                let back = Rotation::by(-angle, rule);
                prop_assert!((there.sin * there.sin + there.cos * there.cos - 1.0).abs() < 1e-15);
                prop_assert_eq!(there.cos, back.cos);
                prop_assert_eq!(there.sin, -back.sin);
                let [x, y] = there.turn_back(there.turn([3.0, -4.0]));
                prop_assert!((x - 3.0).abs() < 1e-14 && (y + 4.0).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn an_angle_that_means_quarter_turns_keeps_axes_on_axes() {
        let axes = [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]];
        for quarters in -40..=40_i32 {
            let angle = (f64::from(quarters) * FRAC_PI_2) as f32;
            let [sin, cos] = axes[quarters.rem_euclid(4) as usize];
            let expected = Rotation { sin, cos };
            let bits = |turn: Rotation| [turn.sin.to_bits(), turn.cos.to_bits()];
            assert_eq!(bits(Rotation::by(angle, QuarterTurns::Nearest)), bits(expected), "{angle}");
            // The f32 next to a quarter turn do not count as quarter turns here.
            for beside in [angle.next_up(), angle.next_down()] {
                let turned = Rotation::by(beside, QuarterTurns::Nearest);
                assert!(quarters == 0 || (turned != expected && turned.sin != 0.0 && turned.cos != 0.0), "{beside}");
            }
            // Up to 4 turns, an f32 has this precision.
            if quarters.abs() <= 10 {
                for beside in [angle - 9e-7, angle, angle + 9e-7] {
                    let near = (f64::from(beside) - f64::from(quarters) * FRAC_PI_2).abs() < 1e-6;
                    let turned = Rotation::by(beside, QuarterTurns::Within(1e-6));
                    assert_eq!(bits(turned) == bits(expected), near, "{beside}");
                }
            }
        }
    }

    #[test]
    fn an_angle_that_is_no_number_gives_none() {
        for angle in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let Rotation { sin, cos } = Rotation::by(angle, QuarterTurns::Nearest);
            assert!(sin.is_nan() && cos.is_nan());
        }
    }
}
