//! [`Surface`]: the triangles of a walkmesh, coloured by one of their properties.

use std::collections::{BTreeMap, HashMap};

use super::ticks::Step;
use super::{Group, Ink, Layer, Paint, Paths, Shapes, class_inks};
use crate::counted::counted;
use crate::exchange::{Class, SceneNode, Up};

/// The property by which triangles are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColorBy {
    /// The material, or what the game has instead: the flags of an NWN2 triangle, the flags and the event of a Silkroad cell.
    /// Walkable triangles have colours, and the others greys.
    #[default]
    Material,
    /// The walkability: whether creatures walk on it.
    Walkable,
    /// The connected part. The largest ones have their own colours.
    Part,
    /// The height of its middle.
    Height,
    /// The slope.
    Slope,
}

impl ColorBy {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Material, Self::Walkable, Self::Part, Self::Height, Self::Slope];

    /// Its name, as used by the command and the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Walkable => "walkable",
            Self::Part => "part",
            Self::Height => "height",
            Self::Slope => "slope",
        }
    }

    /// A short description of the property.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Material => "The material, or the flags of a triangle or cell",
            Self::Walkable => "Walkable or not",
            Self::Part => "The connected part",
            Self::Height => "The height",
            Self::Slope => "The slope",
        }
    }

    /// The property with a [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// Triangles with the properties by which they can be coloured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// The axis that points up.
    pub up: Up,
    /// The unit of lengths, such as `m`.
    pub unit: &'static str,
    /// The triangles.
    pub triangles: Vec<SurfaceTriangle>,
    /// The classes of the triangles.
    pub classes: Vec<Class>,
}

/// A triangle of a [`Surface`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurfaceTriangle {
    /// Its corners, in the units and axes of the game.
    pub points: [[f32; 3]; 3],
    /// The number of its class.
    pub class: u32,
    /// The connected part that it belongs to, if creatures walk on it and the parts are known.
    pub part: Option<u32>,
}

/// The colouring of the triangles of a [`Surface`]: groups with their inks, and the group of each triangle. Pictures and the page
/// of `walkmesh view` take their colours and legends from it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coloring {
    /// The property by which the triangles are coloured.
    pub title: &'static str,
    /// The groups. Groups that are not walkable come first.
    pub groups: Vec<ColorGroup>,
    /// For each triangle, its group; `None` if it has no colour, such as a degenerate triangle by slope.
    pub group_of: Vec<Option<u32>>,
}

/// Triangles of one colour.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ColorGroup {
    /// A short name, unique in the coloring.
    pub id: String,
    /// The text in the legend.
    pub title: String,
    /// The colour.
    pub ink: Ink,
}

/// Number of connected parts that have a colour of their own.
const PARTS: usize = 8;
/// The maximum number of bands of height.
const BANDS: f64 = 9.0;
/// Heights that differ by less than this, in units of the game, differ by rounding.
const LEVEL: f64 = 0.01;
/// A height below a band by at most this fraction of its width belongs to it, so that a level floor has a single colour.
const ROUNDING: f64 = 0.01;
/// The bands of slopes: the end of each, in degrees, and the square of the cosine there.
const SLOPES: [(&str, f64); 6] = [
    ("0° to 5°", 0.992_403_876_506_104),
    ("5° to 15°", 0.933_012_701_892_219_4),
    ("15° to 30°", 0.75),
    ("30° to 45°", 0.5),
    ("45° to 60°", 0.25),
    ("60° to 90°", -1.0),
];

impl Surface {
    /// An empty surface.
    #[must_use]
    pub fn new(up: Up, unit: &'static str) -> Self {
        Self { up, unit, ..Self::default() }
    }

    /// Adds the triangles of a node, with its placement. `part` gives the connected part of a triangle by its number. Returns the
    /// number of the first triangle on the surface.
    pub fn add(&mut self, node: &SceneNode, part: impl Fn(usize) -> Option<u32>) -> usize {
        let (first, set) = (self.triangles.len(), node.placed_set());
        let point = |corner: u32| set.points.get(corner as usize).copied().unwrap_or([f32::NAN; 3]);
        let triangles = set.triangles.iter().enumerate().map(|(number, row)| SurfaceTriangle {
            points: row.corners.map(point),
            class: row.class,
            part: part(number),
        });
        self.triangles.extend(triangles);
        for class in &set.classes {
            if !self.classes.iter().any(|known| known.number == class.number) {
                self.classes.push(class.clone());
            }
        }
        first
    }

    /// The plan view of a point.
    #[must_use]
    pub fn plan(&self, point: [f32; 3]) -> [f32; 2] {
        self.up.plan(point)
    }

    /// A triangle in the plan view.
    #[must_use]
    pub fn plan_of(&self, triangle: &SurfaceTriangle) -> [[f32; 2]; 3] {
        triangle.points.map(|point| self.plan(point))
    }

    /// The bounding box of walkable triangles in the plan view: what a picture should show first. `None` without any.
    #[must_use]
    pub fn focus(&self) -> Option<[[f32; 2]; 2]> {
        let walkable = self.walkable();
        let corners = self.triangles.iter().filter(|triangle| walkable(triangle.class)).flat_map(|it| self.plan_of(it));
        around(corners.filter(|point| point.iter().all(|value| value.is_finite())))
    }

    /// The colours of the triangles.
    #[must_use]
    pub fn coloring(&self, by: ColorBy) -> Coloring {
        match by {
            ColorBy::Material => self.by_material(),
            ColorBy::Walkable => self.by_walkable(),
            ColorBy::Part => self.by_part(),
            ColorBy::Height => self.by_height(),
            ColorBy::Slope => self.by_slope(),
        }
    }

    /// The triangles as a layer. Triangles that are not walkable are at the bottom.
    #[must_use]
    pub fn layer(&self, by: ColorBy) -> Layer {
        let Coloring { title, groups, group_of } = self.coloring(by);
        let mut of_groups = vec![Vec::new(); groups.len()];
        for (triangle, group) in self.triangles.iter().zip(group_of) {
            if let Some(group) = group.and_then(|at| of_groups.get_mut(at as usize)) {
                group.push(self.plan_of(triangle));
            }
        }
        let mut layer = Layer::new("surface", title);
        for (ColorGroup { id, title, ink }, triangles) in groups.into_iter().zip(of_groups) {
            layer.push(Group::new(id, title, Paint::filled(ink), Shapes::Triangles(triangles)));
        }
        let upright = Shapes::Lines(self.upright());
        layer.push(Group::new("vertical", "vertical faces", Paint::line(Ink::Faint, 120), upright));
        layer
    }

    fn by_material(&self) -> Coloring {
        let mut counts = BTreeMap::<u32, usize>::new();
        self.triangles.iter().for_each(|triangle| *counts.entry(triangle.class).or_default() += 1);
        let mut classes: Vec<(Class, usize)> =
            counts.into_iter().map(|(number, count)| (self.class(number), count)).collect();
        classes.sort_by_key(|(class, count)| (class.walkable, std::cmp::Reverse(*count)));
        let classes: Vec<Class> = classes.into_iter().map(|(class, _)| class).collect();
        let group = |(class, ink): (&Class, Ink)| {
            let title = if class.name.is_empty() { class.label() } else { class.name.clone() };
            (format!("{:02}", class.number), title, ink)
        };
        let groups: Vec<_> = classes.iter().zip(class_inks(&classes)).map(group).collect();
        let place: HashMap<u32, usize> = (0..).zip(&classes).map(|(at, class)| (class.number, at)).collect();
        self.grouped("Material", groups, |triangle| place.get(&triangle.class).copied())
    }

    fn by_walkable(&self) -> Coloring {
        let walkable = self.walkable();
        let groups = vec![self.blocked(), ("walkable".to_owned(), "walkable".to_owned(), Ink::Category(0))];
        self.grouped("Walkability", groups, |triangle| Some(usize::from(walkable(triangle.class))))
    }

    fn by_part(&self) -> Coloring {
        let mut counts = BTreeMap::<u32, usize>::new();
        self.triangles
            .iter()
            .filter_map(|triangle| triangle.part)
            .for_each(|part| *counts.entry(part).or_default() += 1);
        let mut parts: Vec<(u32, usize)> = counts.into_iter().collect();
        parts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let unknown = ("unknown".to_owned(), "part not known".to_owned(), Ink::Category(8));
        let mut groups = vec![self.blocked(), unknown];
        let own = if parts.len() == PARTS + 1 { PARTS + 1 } else { parts.len().min(PARTS) };
        for (at, (part, count)) in parts.iter().take(own).enumerate() {
            groups.push((
                format!("{part}"),
                format!("part {part}: {}", counted(*count, "triangle")),
                Ink::Category(at as u16),
            ));
        }
        if parts.len() > own {
            groups.push(("others".into(), format!("{} smaller parts", parts.len() - own), Ink::Category(15)));
        }
        let place: HashMap<u32, usize> =
            parts.iter().enumerate().map(|(at, (part, _))| (*part, at.min(own) + 2)).collect();
        let walkable = self.walkable();
        self.grouped("Connected parts", groups, |triangle| match triangle.part {
            None => Some(usize::from(walkable(triangle.class))),
            Some(part) => place.get(&part).copied(),
        })
    }

    fn by_height(&self) -> Coloring {
        let up = if self.up == Up::Z { 2 } else { 1 };
        let height =
            |triangle: &SurfaceTriangle| triangle.points.iter().map(|point| f64::from(point[up])).sum::<f64>() / 3.0;
        let Some([low, high]) = self.usual_heights(height) else { return self.grouped("Height", Vec::new(), |_| None) };
        let width = if high - low < LEVEL { 1.0 } else { (high - low) / (BANDS - 1.0) };
        // Far from zero, closer heights have the same number in a file.
        let precision = low.abs().max(high.abs()) * f64::from(f32::EPSILON);
        let step = Step::at_least(width.max(precision));
        let band = |height: f64| (height / step.value() + ROUNDING).floor() as i64;
        let (first, last) = (band(low), band(high));
        let none_below = self.triangles.iter().all(|triangle| band(height(triangle)) >= first);
        let none_above = self.triangles.iter().all(|triangle| band(height(triangle)) <= last);
        let unit = self.unit;
        let group = |at: i64| {
            let color = if last > first { (at - first) * 255 / (last - first) } else { 128 };
            let title = if at == first && !none_below {
                format!("below {} {unit}", step.text(at + 1))
            } else if at == last && !none_above {
                format!("{} {unit} and above", step.text(at))
            } else {
                format!("{} to {} {unit}", step.text(at), step.text(at + 1))
            };
            (format!("{}", at - first), title, Ink::Ramp(color as u8))
        };
        let groups = (first..=last).map(group).collect();
        self.grouped("Height", groups, |triangle| {
            let height = height(triangle);
            height.is_finite().then(|| (band(height).clamp(first, last) - first) as usize)
        })
    }

    /// The range of heights of most triangles: all but the lowest and the highest 2 %, so that one deep hole does not use up all the
    /// colours. `None` if no height is finite.
    fn usual_heights(&self, height: impl Fn(&SurfaceTriangle) -> f64) -> Option<[f64; 2]> {
        let mut heights: Vec<f64> = self.triangles.iter().map(height).filter(|height| height.is_finite()).collect();
        let last = heights.len().checked_sub(1)?;
        Some([last / 50, last - last / 50].map(|at| *heights.select_nth_unstable_by(at, f64::total_cmp).1))
    }

    fn by_slope(&self) -> Coloring {
        let group = |(at, (title, _)): (usize, &(&str, f64))| {
            (format!("{at}"), (*title).to_owned(), Ink::Ramp((255 - at * 51) as u8))
        };
        let groups = SLOPES.iter().enumerate().map(group).collect();
        let up = if self.up == Up::Z { 2 } else { 1 };
        self.grouped("Slope", groups, |triangle| {
            let cosine = steepness(&triangle.points, up)?;
            SLOPES.iter().position(|(_, least)| cosine >= *least)
        })
    }

    /// The vertical triangles: lines in the plan view, each as long as the longest side.
    fn upright(&self) -> Paths {
        let longest = |triangle: &SurfaceTriangle| {
            let [a, b, c] = self.plan_of(triangle);
            let [u, v] = [b, c].map(|point| [0, 1].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
            let square = |[from, to]: [[f32; 2]; 2]| {
                let [x, y] = [0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
                x * x + y * y
            };
            let side = [[a, b], [b, c], [c, a]].into_iter().max_by(|a, b| square(*a).total_cmp(&square(*b)))?;
            // Rotated faces are vertical only within rounding.
            let area = (u[0] * v[1] - u[1] * v[0]).abs();
            (area <= square(side) * 1e-5 && side[0] != side[1]).then_some(side)
        };
        self.triangles.iter().filter_map(longest).collect()
    }

    fn blocked(&self) -> (String, String, Ink) {
        ("blocked".into(), "not walkable".into(), Ink::Muted(0))
    }

    /// Returns a predicate: whether the triangles of a class are walkable.
    fn walkable(&self) -> impl Fn(u32) -> bool {
        let walkable: HashMap<u32, bool> = self.classes.iter().map(|class| (class.number, class.walkable)).collect();
        move |class| walkable.get(&class).copied().unwrap_or(false)
    }

    fn class(&self, number: u32) -> Class {
        let known = self.classes.iter().find(|class| class.number == number).cloned();
        known.unwrap_or(Class { number, ..Class::default() })
    }

    /// A coloring of some groups, in which `group` gives the group of each triangle.
    fn grouped(
        &self,
        title: &'static str,
        groups: Vec<(String, String, Ink)>,
        group: impl Fn(&SurfaceTriangle) -> Option<usize>,
    ) -> Coloring {
        let group_of = self.triangles.iter().map(|triangle| group(triangle).map(|at| at as u32)).collect();
        let groups = groups.into_iter().map(|(id, title, ink)| ColorGroup { id, title, ink }).collect();
        Coloring { title, groups, group_of }
    }
}

/// The bounding box of points.
pub(super) fn around(points: impl Iterator<Item = [f32; 2]>) -> Option<[[f32; 2]; 2]> {
    points.fold(None, |bounds, point| {
        let [min, max] = bounds.unwrap_or([point; 2]);
        Some([[0, 1].map(|axis| point[axis].min(min[axis])), [0, 1].map(|axis| point[axis].max(max[axis]))])
    })
}

/// The square of the cosine of a triangle's slope; `None` for a degenerate triangle.
fn steepness([a, b, c]: &[[f32; 3]; 3], up: usize) -> Option<f64> {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let square: f64 = normal.iter().map(|value| value * value).sum();
    let cosine = normal[up] * normal[up] / square;
    cosine.is_finite().then_some(cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steepness_of_a_triangle_follows_from_its_normal() {
        // The normal is (27, 6, -13).
        let triangle = [[1.0, 1.0, 1.0], [2.0, 3.0, 4.0], [5.0, -4.0, 7.0]];
        for (up, square) in [(0, 729.0), (1, 36.0), (2, 169.0)] {
            let found = steepness(&triangle, up).unwrap();
            assert!((found - square / 934.0).abs() < 1e-12, "{found}");
        }
        assert_eq!(steepness(&[[0.0; 3], [1.0; 3], [2.0; 3]], 2), None);
    }

    fn of_triangles(triangles: impl Iterator<Item = SurfaceTriangle>) -> Surface {
        Surface { triangles: triangles.collect(), ..Surface::new(Up::Z, "m") }
    }

    #[test]
    fn the_largest_parts_have_colours_of_their_own_and_a_lone_other_one_too() {
        // Each part has one triangle more than the one before.
        let titles = |parts: u32| {
            let part =
                |part| std::iter::repeat_n(SurfaceTriangle { part: Some(part), ..Default::default() }, part as usize);
            let groups = of_triangles((1..=parts).flat_map(part)).coloring(ColorBy::Part).groups;
            groups[2..].iter().map(|group| group.title.clone()).collect::<Vec<_>>()
        };
        let own = |parts: std::ops::RangeInclusive<u32>| {
            parts.rev().map(|part| format!("part {part}: {}", counted(part as usize, "triangle"))).collect::<Vec<_>>()
        };
        assert_eq!(titles(7), own(1..=7));
        assert_eq!(titles(8), own(1..=8));
        assert_eq!(titles(9), own(1..=9));
        assert_eq!(titles(10), [own(3..=10), vec!["2 smaller parts".into()]].concat());
    }

    /// The number of bands of two triangles at these heights.
    fn bands(heights: [f32; 2]) -> usize {
        let at = |height: f32| SurfaceTriangle { points: [[0.0, 0.0, height]; 3], ..Default::default() };
        of_triangles(heights.into_iter().map(at)).coloring(ColorBy::Height).groups.len()
    }

    #[test]
    fn heights_that_differ_by_a_centimetre_have_bands() {
        assert_eq!(bands([0.0, 0.0099]), 1);
        assert!(bands([0.0, 0.011]) > 5);
    }

    #[test]
    fn floors_far_from_zero_have_no_more_bands_than_a_file_has_heights() {
        for height in [1e7, 1e30, f32::MAX, f32::MIN] {
            assert_eq!(bands([height; 2]), 1, "{height}");
        }
        for height in [1e7_f32, 1e30, -1e30] {
            assert!(bands([height, height.next_up()]) <= 2, "{height}");
        }
        assert_eq!(bands([f32::MIN, f32::MAX]), 8);
    }

    #[test]
    fn properties_are_found_by_their_names() {
        assert_eq!(ColorBy::ALL.map(|by| ColorBy::named(by.name())), ColorBy::ALL.map(Some));
        assert_eq!(ColorBy::named("colour"), None);
    }
}
