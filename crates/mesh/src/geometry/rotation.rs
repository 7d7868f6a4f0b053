//! [`Rotation`]: the sine and cosine of an angle, with the same bits on every machine.
//!
//! The standard library takes its sine and cosine from the platform, and platforms differ in the last bit. Baked bytes
//! must not differ. The crate `libm` computes both with the operations of IEEE 754 in a fixed order, and is off by less
//! than one unit in the last place.

use std::f64::consts::FRAC_PI_2;

/// A rotation in the plane, counter-clockwise: from the first axis towards the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    pub sin: f64,
    pub cos: f64,
}

/// The rule that decides which angles count as a whole number of quarter turns. Apart from 0, no `f32` is exactly such an angle, but a
/// rotation by quarter turns must map axes to axes in every bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuarterTurns {
    /// An angle is a quarter turn if it is the `f32` nearest to one.
    Nearest,
    /// An angle is a quarter turn if it is less than this many radians away from one. At most a thousandth.
    Within(f64),
}

impl QuarterTurns {
    /// Returns whether an angle that is `rest` radians away from the nearest quarter turn counts as one.
    fn include(self, angle: f32, rest: f64) -> bool {
        match self {
            // Below 1e-15 radians a rotation has no effect: at a distance of 1, it is beyond the last bit of an f64.
            Self::Nearest => {
                let nearest = (f64::from(angle) / FRAC_PI_2).round() * FRAC_PI_2;
                nearest as f32 == angle || rest < 1e-15
            }
            Self::Within(radians) => rest < radians,
        }
    }
}

impl Rotation {
    /// The rotation by an angle in radians. Both values are NaN if the angle is NaN or infinite.
    pub fn by(angle: f32, quarter_turns: QuarterTurns) -> Self {
        if !angle.is_finite() {
            return Self { sin: f64::NAN, cos: f64::NAN };
        }
        let (sin, cos) = libm::sincos(angle.into());
        // This close to a quarter turn, the smaller of the two equals the arc length.
        let rest = sin.abs().min(cos.abs());
        match quarter_turns.include(angle, rest) {
            true if sin.abs() > cos.abs() => Self { sin: sin.signum(), cos: 0.0 },
            true => Self { sin: 0.0, cos: cos.signum() },
            false => Self { sin, cos },
        }
    }

    /// Rotates a point.
    #[inline]
    pub fn turn(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.cos * x - self.sin * y, self.sin * x + self.cos * y]
    }

    /// Rotates a point back.
    #[inline]
    pub fn turn_back(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.cos * x + self.sin * y, self.cos * y - self.sin * x]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// An angle's bits, and the bits of the f64 nearest to its sine and to its cosine, computed to 800 bits.
    type Row = (u32, u64, u64);
    /// The f32 angles nearest to quarter turns (2^72 · 16367173 is the nearest of all); then angles of every size.
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

    /// Without a rule for quarter turns.
    const NO_RULE: QuarterTurns = QuarterTurns::Within(0.0);

    #[test]
    fn the_angles_nearest_to_quarter_turns_and_those_of_every_size_are_off_by_one_bit_at_most() {
        for (angle, sin, cos) in EXACT {
            let angle = f32::from_bits(angle);
            let found = Rotation::by(angle, NO_RULE);
            // The bits of adjacent numbers with the same sign differ by one.
            assert!(found.sin.to_bits().abs_diff(sin) <= 1, "sin {angle:e}: {:e}", found.sin);
            assert!(found.cos.to_bits().abs_diff(cos) <= 1, "cos {angle:e}: {:e}", found.cos);
        }
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
            // The f32 values adjacent to a quarter turn do not count as quarter turns here.
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
