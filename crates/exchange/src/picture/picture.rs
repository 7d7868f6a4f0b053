//! [`Picture`]: the contents of a picture, in the units of the game.

use super::{Paint, Symbol};

/// The contents of a picture: layers that lie above each other, the first one at the bottom.
///
/// Points are in the plan view: `[x, y]` in metres in KotOR and NWN2, and `[x, z]` in game units in Silkroad. The
/// second coordinate grows upwards on the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The title of the picture, such as the name of the file.
    pub title: String,
    /// A short description of the contents.
    pub subtitle: String,
    /// The unit of all coordinates, such as `m`.
    pub unit: String,
    /// The names of the two axes.
    pub axes: [String; 2],
    /// The bounding box of the most important part, such as [the walkable floor](super::Surface::focus). The page is
    /// fitted to it and its vicinity, so that a distant, empty horizon does not make everything small.
    pub focus: Option<[[f32; 2]; 2]>,
    /// The layers, from the bottom to the top.
    pub layers: Vec<Layer>,
    /// Sentences below the legend.
    pub notes: Vec<String>,
}

/// A layer: groups of shapes, and labels above them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// The id, in kebab case; each layer of a scene has its own.
    pub id: String,
    /// The display title.
    pub title: String,
    /// True if the page is fitted around it.
    pub is_framed: bool,
    /// True if its first group lies on top of the others. Otherwise, the last one does.
    pub is_first_on_top: bool,
    /// The groups of shapes.
    pub groups: Vec<Group>,
    /// The labels. If there is no room for all, labels with a higher priority are shown.
    pub labels: Vec<Label>,
}

/// Shapes of one class, which look the same. An SVG has one path for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The id, in kebab case; each group of a layer has its own.
    pub id: String,
    /// The title, which is also its text in the legend.
    pub title: String,
    /// The paint of the shapes.
    pub paint: Paint,
    /// True if it appears in the legend.
    pub is_in_legend: bool,
    /// The shapes.
    pub shapes: Shapes,
}

/// Shapes of one kind. Shapes with a coordinate that is not finite are not drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shapes {
    /// Triangles, which may overlap and may have either winding.
    Triangles(Vec<[[f32; 2]; 3]>),
    /// Closed polygons.
    Polygons(Paths),
    /// Open lines.
    Lines(Paths),
    /// Points with a symbol, which has the same size on every page.
    Marks(Symbol, Vec<[f32; 2]>),
}

/// Polygons or lines, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paths {
    points: Vec<[f32; 2]>,
    /// For each path, the end of its points.
    ends: Vec<usize>,
}

/// A text at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The point that it belongs to. The text is placed at it or beside it.
    pub point: [f32; 2],
    /// Labels with a higher priority are placed first.
    pub priority: u8,
    /// True if it is placed on the point instead of beside it, if there is room.
    pub is_centered: bool,
}

impl Picture {
    /// An empty scene in metres with the axes x and y.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), unit: "m".into(), axes: ["x".into(), "y".into()], ..Self::default() }
    }

    /// The layer with an id.
    #[must_use]
    pub fn layer(&self, id: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.id == id)
    }
}

impl Layer {
    /// An empty layer, around which the page is fitted.
    #[must_use]
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self { id: id.into(), title: title.into(), is_framed: true, ..Self::default() }
    }

    /// Adds a group, unless it is empty.
    pub fn push(&mut self, group: Group) {
        if !group.shapes.is_empty() {
            self.groups.push(group);
        }
    }

    /// Adds a label beside a point.
    pub fn label(&mut self, text: impl Into<String>, point: [f32; 2], priority: u8) {
        self.labels.push(Label { text: text.into(), point, priority, is_centered: false });
    }

    /// Adds a label on a point.
    pub fn label_on(&mut self, text: impl Into<String>, point: [f32; 2], priority: u8) {
        self.labels.push(Label { text: text.into(), point, priority, is_centered: true });
    }

    /// Returns whether it shows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|group| group.shapes.is_empty()) && self.labels.is_empty()
    }
}

impl Group {
    /// A group that is in the legend.
    #[must_use]
    pub fn new(id: impl Into<String>, title: impl Into<String>, paint: Paint, shapes: Shapes) -> Self {
        Self { id: id.into(), title: title.into(), paint, is_in_legend: true, shapes }
    }

    /// The same group without a line in the legend.
    #[must_use]
    pub fn without_legend(self) -> Self {
        Self { is_in_legend: false, ..self }
    }
}

impl Shapes {
    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Triangles(triangles) => triangles.len(),
            Self::Polygons(paths) | Self::Lines(paths) => paths.ends.len(),
            Self::Marks(_, points) => points.len(),
        }
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All points.
    pub(super) fn points(&self) -> &[[f32; 2]] {
        match self {
            Self::Triangles(triangles) => triangles.as_flattened(),
            Self::Polygons(paths) | Self::Lines(paths) => &paths.points,
            Self::Marks(_, points) => points,
        }
    }
}

impl Paths {
    /// Adds a path. A path of fewer than two points is left out.
    pub fn push(&mut self, path: impl IntoIterator<Item = [f32; 2]>) {
        let start = self.points.len();
        self.points.extend(path);
        if self.points.len() < start + 2 {
            self.points.truncate(start);
        } else {
            self.ends.push(self.points.len());
        }
    }

    /// The paths.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[[f32; 2]]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.points[std::mem::replace(&mut start, end)..end])
    }
}

impl<P: IntoIterator<Item = [f32; 2]>> FromIterator<P> for Paths {
    fn from_iter<I: IntoIterator<Item = P>>(paths: I) -> Self {
        let mut all = Self::default();
        paths.into_iter().for_each(|path| all.push(path));
        all
    }
}
