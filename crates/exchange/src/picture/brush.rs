//! [`Brush`]: the colours, the font and the widths that a whole page is drawn with.

use super::canvas::{LineStyle, Style};
use super::font::Font;
use super::{Paint, Theme};

/// The resources used throughout a page.
pub struct Brush {
    pub theme: Theme,
    pub font: Font,
    /// The width of the borders between triangles, in hundredths of a pixel; 0 where the triangles are too small for them.
    pub mesh_width: u16,
}

impl Brush {
    /// The style of a paint. Triangles without a border get one in a shade of their colour, unless they are too small.
    pub fn style_of(&self, paint: &Paint) -> Style {
        let color = |ink| self.theme.color(ink);
        let line = paint.stroke.map(|stroke| LineStyle {
            color: color(stroke.ink),
            width: stroke.width,
            is_dashed: stroke.is_dashed,
        });
        let shade = paint.fill.filter(|_| paint.opacity == 100 && self.mesh_width > 0);
        let shade = shade.map(|fill| LineStyle {
            color: self.theme.mesh_color(fill),
            width: self.mesh_width,
            is_dashed: false,
        });
        Style { fill: paint.fill.map(color), opacity: paint.opacity, stroke: line.or(shade), is_crisp: false }
    }
}
