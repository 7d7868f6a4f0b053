//! [`Ink`]: the meaning of a colour, and the colours of the light and the dark page.

/// Red, green and blue, from 0 to 255.
pub type Rgb = [u8; 3];

/// The meaning of a colour. A [`Theme`] assigns the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ink {
    /// A class, distinguished by its number: eight colours, then the same ones lighter or darker.
    Category(u16),
    /// A class in the background, distinguished by its number: four greys.
    Muted(u16),
    /// A step of a scale, from 0 to 255, from dark and blue to light and yellow.
    Ramp(u8),
    /// Something added.
    Added,
    /// Something removed.
    Removed,
    /// Something whose class has changed.
    Repainted,
    /// A fault that breaks something.
    Error,
    /// A fault that may be intended.
    Warning,
    /// A fault that does not affect the game.
    Info,
    /// The border of walkable floor.
    Border,
    /// A way out: transitions, exits, doors.
    Exit,
    /// An object in the area, such as a placeable.
    Object,
    /// A path.
    Path,
    /// A grid or a tree that lies over the area.
    Grid,
    /// The colour of the page.
    Page,
    /// Text.
    Text,
    /// Text and lines that are less important.
    Faint,
}

/// The paint of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Paint {
    /// The fill of polygons.
    pub fill: Option<Ink>,
    /// The opacity of the fill, in hundredths.
    pub opacity: u8,
    /// The stroke of borders and lines.
    pub stroke: Option<Stroke>,
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width, in hundredths of a pixel.
    pub width: u16,
    /// True if it is dashed.
    pub is_dashed: bool,
}

/// The colours of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
}

impl Paint {
    /// Filled, without a border.
    #[must_use]
    pub const fn filled(ink: Ink) -> Self {
        Self { fill: Some(ink), opacity: 100, stroke: None }
    }

    /// A line of a width in hundredths of a pixel.
    #[must_use]
    pub const fn line(ink: Ink, width: u16) -> Self {
        Self { fill: None, opacity: 100, stroke: Some(Stroke { ink, width, is_dashed: false }) }
    }

    /// The same paint with a border of a width in hundredths of a pixel.
    #[must_use]
    pub const fn with_border(self, ink: Ink, width: u16) -> Self {
        Self { stroke: Some(Stroke { ink, width, is_dashed: false }), ..self }
    }

    /// The same paint with another opacity of the fill, in hundredths.
    #[must_use]
    pub const fn with_opacity(self, opacity: u8) -> Self {
        Self { opacity, ..self }
    }

    /// The same paint with dashed lines.
    #[must_use]
    pub const fn dashed(self) -> Self {
        match self.stroke {
            Some(stroke) => Self { stroke: Some(Stroke { is_dashed: true, ..stroke }), ..self },
            None => self,
        }
    }
}

/// The colours of Okabe and Ito, which people with any common colour blindness can distinguish: bluish green,
/// sky blue, orange, yellow, reddish purple, vermilion and blue. Source: Okabe and Ito, Color Universal Design, 2008.
/// Black is left out, because borders and text use it; the eighth is a brown darker than all others.
const CATEGORIES: [Rgb; 8] = [
    [0, 158, 115],
    [86, 180, 233],
    [230, 159, 0],
    [240, 228, 66],
    [204, 121, 167],
    [213, 94, 0],
    [0, 114, 178],
    [110, 66, 36],
];

/// Seven points of viridis, whose lightness grows evenly, so that it works in greyscale, too. The ramp is linear between
/// them. Source: van der Walt and Smith, matplotlib, 2015.
const RAMP: [Rgb; 7] =
    [[68, 1, 84], [68, 57, 131], [49, 104, 142], [33, 145, 140], [53, 183, 121], [144, 215, 67], [253, 231, 37]];

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

impl Theme {
    /// The colour of an ink.
    #[must_use]
    pub fn color(self, ink: Ink) -> Rgb {
        let by = |light: Rgb, dark: Rgb| if self == Self::Light { light } else { dark };
        match ink {
            Ink::Category(number) => self.category(number),
            Ink::Muted(number) => {
                let level = number % 4;
                by([216 - 22 * level as u8; 3], [74 - 14 * level as u8; 3])
            }
            // The end of the ramp that is close to the colour of lines and text is softened more.
            Ink::Ramp(step) => {
                let near_lines = by([255 - step; 3], [step; 3])[0];
                self.soften(ramp(step), 12 + u16::from(near_lines) * 26 / 255)
            }
            Ink::Added => by([0, 114, 178], [86, 180, 233]),
            Ink::Removed => by([213, 94, 0], [240, 120, 40]),
            Ink::Repainted => by([240, 200, 20], [240, 228, 66]),
            Ink::Error => by([190, 0, 60], [255, 90, 120]),
            Ink::Warning => by([230, 120, 0], [255, 170, 40]),
            Ink::Info => by([0, 100, 170], [110, 190, 240]),
            Ink::Border => by([45, 48, 54], [225, 228, 232]),
            Ink::Exit => by([170, 20, 120], [255, 130, 215]),
            Ink::Object => by([96, 48, 0], [255, 216, 160]),
            Ink::Path => by([20, 40, 160], [255, 250, 235]),
            Ink::Grid => by([130, 136, 146], [135, 142, 155]),
            Ink::Page => by([255, 255, 255], [20, 23, 28]),
            Ink::Text => by([28, 30, 34], [232, 234, 238]),
            Ink::Faint => by([104, 110, 118], [152, 158, 168]),
        }
    }

    /// The colour of the borders between triangles that are filled with an ink.
    #[must_use]
    pub fn mesh_color(self, fill: Ink) -> Rgb {
        mix(self.color(fill), if self == Self::Light { BLACK } else { WHITE }, 24)
    }

    fn category(self, number: u16) -> Rgb {
        let color = CATEGORIES[usize::from(number) % CATEGORIES.len()];
        let color = match usize::from(number) / CATEGORIES.len() % 3 {
            0 => color,
            1 => mix(color, WHITE, 55),
            _ => mix(color, BLACK, 45),
        };
        self.soften(color, 20)
    }

    /// A colour nearer to the page's, so that lines and text remain visible on it.
    fn soften(self, color: Rgb, percent: u16) -> Rgb {
        mix(color, if self == Self::Light { WHITE } else { self.color(Ink::Page) }, percent)
    }
}

/// Interpolates between two colours by hundredths.
fn mix(from: Rgb, to: Rgb, percent: u16) -> Rgb {
    [0, 1, 2].map(|channel| {
        let (from, to) = (u16::from(from[channel]), u16::from(to[channel]));
        ((from * (100 - percent) + to * percent + 50) / 100) as u8
    })
}

/// The colour at a step of the ramp, before the theme.
fn ramp(step: u8) -> Rgb {
    let position = u16::from(step) * (RAMP.len() as u16 - 1);
    let (low, rest) = (usize::from(position / 255), position % 255);
    let high = (low + 1).min(RAMP.len() - 1);
    [0, 1, 2].map(|channel| {
        let (from, to) = (u32::from(RAMP[low][channel]), u32::from(RAMP[high][channel]));
        ((from * (255 - u32::from(rest)) + to * u32::from(rest) + 127) / 255) as u8
    })
}

/// The minimum distance between two inks, from 0 to about 1.7, on both pages, for people with all cones and without one
/// sort.
#[cfg(test)]
pub(super) fn distance_to_all(a: Ink, b: Ink) -> f64 {
    let themes = [Theme::Light, Theme::Dark].into_iter();
    let pairs = themes
        .flat_map(|theme| (0..3).map(move |cones| [a, b].map(|ink| tests::seen_without(theme.color(ink), cones))));
    pairs.map(|[a, b]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()).fold(f64::MAX, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour as seen by somebody without one sort of cones (0: with all of them), after Viénot, Brettel and Mollon
    /// (1999), in linear light.
    pub(super) fn seen_without(color: Rgb, cones: usize) -> [f64; 3] {
        let linear = color.map(|value| (f64::from(value) / 255.0).powf(2.2));
        let rows = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]],
            [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]],
        ];
        let row = |[a, b, c]: [f64; 3]| (a * linear[0] + b * linear[1] + c * linear[2]).clamp(0.0, 1.0).powf(1.0 / 2.2);
        rows[cones].map(row)
    }

    #[test]
    fn colour_blind_people_can_tell_the_first_eight_classes_apart() {
        for (a, b) in (0..8).flat_map(|a| (a + 1..8).map(move |b| (a, b))) {
            let distance = distance_to_all(Ink::Category(a), Ink::Category(b));
            assert!(distance > 0.08, "{a} and {b} are {distance} apart");
        }
    }

    #[test]
    fn the_ramp_gets_lighter_with_each_step() {
        let lightness = |color: Rgb| 2 * u32::from(color[0]) + 5 * u32::from(color[1]) + u32::from(color[2]);
        for step in 0..15 {
            assert!(lightness(ramp(step * 17)) < lightness(ramp(step * 17 + 17)), "{step}");
        }
        assert_eq!((ramp(0), ramp(255)), (RAMP[0], RAMP[6]));
    }
}
