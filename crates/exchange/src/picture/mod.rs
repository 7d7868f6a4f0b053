//! Pictures: plan views of walkmeshes, with a legend, a scale and labels, as SVG and PNG.
//!
//! A [`Picture`] has layers of triangles, polygons, lines, marks and labels in the units of the game, but does not depend on
//! a game. [`Picture::to_svg`] and [`Picture::to_png`] lay it out on a page. [`Surface`] colours triangles by material,
//! walkability, connected part, height or slope. `walkmesh::level::Level::to_picture` makes scenes of
//! files.
//!
//! An SVG has the same bytes on every machine: coordinates are computed with `+`, `-`, `*` and `/` of IEEE 754, rounded to
//! hundredths of a pixel, and written like integers; text is drawn as outlines of a font that is part of this library. Each
//! layer is a group with an id and a title, and each class of a layer is one path.
//!
//! ```
//! # use walkmesh_exchange as walkmesh;
//! use walkmesh::picture::{Group, Ink, Layer, PageOptions, Paint, Picture, Shapes};
//!
//! let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]];
//! let mut floor = Layer::new("floor", "Floor");
//! floor.groups.push(Group::new("stone", "Stone", Paint::filled(Ink::Category(0)), Shapes::Triangles(vec![triangle])));
//! let mut scene = Picture::new("A triangle");
//! scene.layers.push(floor);
//!
//! let svg = scene.to_svg(&PageOptions::default())?;
//! assert!(svg.contains("<g id=\"floor\"><title>Floor</title>"));
//! # Ok::<(), walkmesh::picture::PageError>(())
//! ```

mod arrow;
mod brush;
mod canvas;
mod decimal;
mod difference;
mod draw;
mod floor_difference;
mod font;
mod frame;
mod ground;
mod ink;
mod labels;
mod legend;
mod page;
#[allow(clippy::module_inception, reason = "the module is called as its main type")]
mod picture;
#[cfg(feature = "png")]
mod png;
mod surface;
mod svg;
mod symbol;
mod ticks;
mod trail;

pub use difference::difference;
pub use floor_difference::floor_difference_layer;
pub use ground::class_inks;
pub use ink::{Ink, Paint, Rgb, Stroke, Theme};
pub use page::{PageError, PageOptions};
pub use picture::{Group, Label, Layer, Paths, Picture, Shapes};
pub use surface::{ColorBy, ColorGroup, Coloring, Surface, SurfaceTriangle};
pub use symbol::Symbol;
pub use trail::trail_layer;
