//! [`View`]: a level as a program shows it: triangles with their classes and numbers, parts, marks and lines.

use std::collections::BTreeMap;

use crate::exchange::{Class, SceneNode, Up};
use crate::finding::{PartKind, Place};
use crate::flaw::{Shared, shared};
use crate::instances::{Instance, InstanceKind, Instances};
use crate::kotor::RoomId;
use crate::mesh::Triangle;
use crate::silkroad::BlockId;

use super::{ClassName, Edit, EditError, Selection};

/// The triangles of a level in one list, in the units and axes of the game, with their numbers in their files.
///
/// ```
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
/// use walkmesh::level::{BakeOptions, Level};
///
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
/// let mut level = Level::from(Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?);
/// let view = level.view();
/// assert_eq!((view.corners_of(0), view.class(0).unwrap().name.as_str()), (Some(floor), "Stone"));
///
/// // What somebody chose on the screen is painted.
/// level.edit(&[view.paint(&[0], "Wood".parse()?)?], &BakeOptions::default())?;
/// assert_eq!(level.view().class(0).unwrap().name, "Wood");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct View {
    /// The axis that points up.
    pub up: Up,
    /// The parts. Their triangles follow one another.
    pub parts: Vec<ViewPart>,
    /// The points. All coordinates are finite.
    pub points: Vec<[f32; 3]>,
    /// For each triangle, its corners in `points`. A triangle that cannot be shown, because a corner does not exist or is not
    /// finite, has the same corner three times.
    pub triangles: Vec<[u32; 3]>,
    /// The classes of the triangles: materials of KotOR, flags of NWN2, events of Silkroad.
    pub classes: Vec<Class>,
    /// For each triangle, its class in `classes`.
    pub class_of: Vec<u32>,
    /// For each triangle, its number in its file. The numbers of a part ascend.
    pub numbers: Vec<u32>,
    /// The marks.
    pub marks: Vec<ViewMark>,
    /// The indices of the classes in `classes`, by their numbers.
    class_places: BTreeMap<u32, u32>,
}

/// Triangles of a [`View`] that follow one another and are of one file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ViewPart {
    /// The kind of the part.
    #[cfg_attr(feature = "serde", serde(rename = "kind"))]
    pub of: PartOf,
    /// Its name, such as the room's.
    pub name: String,
    /// The file that its triangles are in.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub file: String,
    /// Its first triangle.
    pub first: usize,
    /// Number of triangles.
    pub count: usize,
}

/// The kind of a part of a [`View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartOf {
    /// The only part.
    File,
    /// A room of a KotOR area.
    Room(RoomId),
    /// A door or placeable of a KotOR area, by its number among the [objects](super::KotorParts::objects).
    Object(usize),
    /// A block of a Silkroad dungeon.
    Block(BlockId),
}

/// Serialized as its name: `file`, `room`, `object` or `block`.
#[cfg(feature = "serde")]
impl serde::Serialize for PartOf {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::File => "file",
            Self::Room(_) => "room",
            Self::Object(_) => "object",
            Self::Block(_) => "block",
        })
    }
}

/// A point with a name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ViewMark {
    /// The kind of the mark.
    pub kind: MarkKind,
    /// Its name in the file.
    pub name: String,
    /// A short text for the screen.
    pub label: String,
    /// The name of the part that it belongs to; empty for the level.
    pub part: String,
    /// Its position.
    pub point: [f32; 3],
    /// The number of a door or placeable among the [objects](super::KotorParts::objects).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub object: Option<usize>,
}

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum MarkKind {
    /// An edge that leads to another room.
    Transition,
    /// A point from which a door or placeable is used.
    Hook,
    /// A door, or the position of one.
    Door,
    /// A placeable.
    Placeable,
    /// A creature.
    Creature,
    /// A trigger, or an encounter.
    Trigger,
    /// A way point.
    WayPoint,
    /// A store, a sound, a camera, or an item that lies on the ground.
    Thing,
    /// The position at which the player appears.
    Entry,
    /// A room.
    Room,
    /// A block of a dungeon.
    Block,
    /// The position of a walkmesh in its model, or of a room in its layout.
    Position,
}

/// Line segments of one kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lines {
    /// The kind of the lines.
    pub kind: LineKind,
    /// Two finite points for each segment.
    pub points: Vec<[f32; 3]>,
}

/// The kind of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineKind {
    /// The border of the walkable floor.
    Border,
    /// Edges that lead to another room.
    Transition,
    /// The tiles of an NWN2 area.
    Tiles,
    /// The edges of a block's doors.
    Door,
    /// The outlines of triggers and encounters.
    Outline,
    /// The connections in the tables of a dungeon whose floors were not read: each cell joins the midpoints of its edges.
    Links,
}

impl LineKind {
    /// Its name, such as `border`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Border => "border",
            Self::Transition => "transition",
            Self::Tiles => "tiles",
            Self::Door => "door",
            Self::Outline => "outline",
            Self::Links => "links",
        }
    }
}

/// Details of a triangle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FaceInfo {
    /// Its index in the [`View`].
    pub triangle: usize,
    /// The room, object or block that it belongs to; empty for a single file.
    pub part: String,
    /// The game's word for it: `face`, `triangle` or `cell`.
    pub kind: &'static str,
    /// Its number in its file.
    pub number: u32,
    /// The number of its class: its material, flags or event.
    pub class: u32,
    /// The name of the class.
    pub class_name: String,
    /// True if creatures walk on it.
    pub walkable: bool,
    /// The heights of its lowest and its highest corner.
    pub heights: [f32; 2],
    /// Its slope, in degrees.
    pub slope: f32,
    /// Its neighbours as the file stores them, side by side.
    pub neighbours: [Option<u32>; 3],
    /// The rooms that its edges lead to, in words.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub transitions: Vec<String>,
    /// NWN2: the flags as stored.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub flags: Option<u16>,
    /// NWN2: the island as stored.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stored_island: Option<u32>,
    /// NWN2: column and row of its tile.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub tile: Option<[u32; 2]>,
    /// Its corners.
    pub points: Triangle,
}

/// Floor that creatures walk on in two levels: see [`View::overlaps`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ViewOverlap {
    /// The name of the part of this level.
    pub here: String,
    /// The name of the part of the other level.
    pub there: String,
    /// The area that both cover in the plan view, in square units of the game.
    pub area: f64,
    /// A point of this level's floor where both cover most.
    pub point: [f32; 3],
    /// The triangle of this level at that point.
    pub triangle: usize,
}

impl View {
    /// The overlaps of the walkable floors of this level and another one, assuming that both have the same coordinates: one entry for each
    /// pair of parts whose walkable floors overlap in the plan view and are at most `reach` apart in height, in units of the game. The
    /// largest comes first. Each triangle is compared with at most 64 triangles of the other level near it, so the area under a very large
    /// triangle can come out too small. Levels with different axes up never overlap.
    #[must_use]
    pub fn overlaps(&self, other: &Self, reach: f32) -> Vec<ViewOverlap> {
        if self.up != other.up {
            return Vec::new();
        }
        // For each pair of parts, their overlap, and the largest area that two of their triangles share.
        let mut pairs = BTreeMap::<[usize; 2], (ViewOverlap, f64)>::new();
        for Shared { here, there, point, area } in shared(self.walkable_with_z_up(), other.walkable_with_z_up(), reach)
        {
            let triangle = here as usize;
            let [Some(part), Some(other_part)] = [self.part_at(triangle), other.part_at(there as usize)] else {
                continue;
            };
            let (pair, largest) = pairs.entry([part, other_part]).or_insert_with(|| {
                let names = [&self.parts[part].name, &other.parts[other_part].name].map(String::clone);
                let [here, there] = names;
                (ViewOverlap { here, there, area: 0.0, point, triangle }, 0.0)
            });
            pair.area += area;
            if area > *largest {
                *largest = area;
                (pair.triangle, pair.point) = (triangle, self.with_z_up(point));
            }
        }
        let mut all: Vec<ViewOverlap> = pairs.into_values().map(|(pair, _)| pair).collect();
        all.sort_by(|a, b| b.area.total_cmp(&a.area));
        all
    }

    /// The triangles that creatures walk on, with their second and third axis exchanged where y is up.
    fn walkable_with_z_up(&self) -> impl Iterator<Item = (u32, Triangle)> {
        let is_walkable = |triangle: &usize| self.class(*triangle).is_some_and(|class| class.walkable);
        (0..self.triangles.len()).filter(is_walkable).filter_map(|triangle| {
            let corners = self.corners_of(triangle)?;
            Some((triangle as u32, corners.map(|corner| self.with_z_up(corner))))
        })
    }

    /// A point with its second and third axis exchanged where y is up; applying it twice yields the original point.
    const fn with_z_up(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self.up {
            Up::Z => [x, y, z],
            Up::Y => [x, z, y],
        }
    }

    fn part_at(&self, triangle: usize) -> Option<usize> {
        let at = self.parts.partition_point(|part| part.first + part.count <= triangle);
        self.parts.get(at).filter(|part| part.first <= triangle).map(|_| at)
    }

    /// The part that a triangle belongs to.
    #[must_use]
    pub fn part_of(&self, triangle: usize) -> Option<&ViewPart> {
        self.part_at(triangle).map(|at| &self.parts[at])
    }

    /// The triangle with a number of a part.
    #[must_use]
    pub fn find(&self, of: PartOf, number: u32) -> Option<usize> {
        let part = self.parts.iter().find(|part| part.of == of)?;
        let numbers = self.numbers.get(part.first..part.first + part.count)?;
        numbers.binary_search(&number).ok().map(|at| part.first + at)
    }

    /// The triangle that a place names, such as the place of a finding.
    #[must_use]
    pub fn triangle_at(&self, place: &Place) -> Option<usize> {
        let mut of = PartOf::File;
        for part in place.parts() {
            let Some(id) = part.id() else { continue };
            match part.kind {
                PartKind::Room => of = PartOf::Room(RoomId(id)),
                PartKind::Block | PartKind::FromBlock => of = PartOf::Block(BlockId(id)),
                PartKind::Face | PartKind::Triangle | PartKind::Cell | PartKind::FromCell => return self.find(of, id),
                _ => {}
            }
        }
        None
    }

    /// The corners of a triangle.
    #[must_use]
    pub fn corners_of(&self, triangle: usize) -> Option<Triangle> {
        let [a, b, c] = self.triangles.get(triangle)?.map(|corner| self.points.get(corner as usize).copied());
        Some([a?, b?, c?])
    }

    /// The corner of a triangle that is nearest to a point and at most `reach` away, in the units of the game.
    #[must_use]
    pub fn vertex_near(&self, point: [f32; 3], reach: f32) -> Option<[f32; 3]> {
        let far = |corner: &[f32; 3]| {
            (0..3).map(|axis| (f64::from(corner[axis]) - f64::from(point[axis])).powi(2)).sum::<f64>()
        };
        // Only corners of visible triangles; the others repeat one corner three times.
        let shown = self.triangles.iter().filter(|[a, b, c]| a != b || b != c).flatten();
        let corners = shown.filter_map(|corner| self.points.get(*corner as usize));
        let nearest = corners.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (far(nearest) <= f64::from(reach).powi(2)).then_some(*nearest)
    }

    /// The centre of a triangle.
    #[must_use]
    pub fn middle(&self, triangle: usize) -> Option<[f32; 3]> {
        let [a, b, c] = self.corners_of(triangle)?;
        Some([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0))
    }

    /// The class of a triangle.
    #[must_use]
    pub fn class(&self, triangle: usize) -> Option<&Class> {
        self.classes.get(*self.class_of.get(triangle)? as usize)
    }

    /// The edit that paints triangles with a class. They must be of one file: of one room, in an area.
    ///
    /// # Errors
    /// The errors of [`edit_of`](Self::edit_of).
    pub fn paint(&self, triangles: &[u32], with: ClassName) -> Result<Edit, EditError> {
        self.edit_of(triangles, |what| Edit::Paint { what, with })
    }

    /// An edit of triangles, by their indices in this view. They must be of one file: of one room, in an area. The edit uses their numbers
    /// in that file.
    ///
    /// # Errors
    /// [`EditError::NoFaces`], [`EditError::SeveralRooms`], and [`EditError::NotInThisGame`] for objects and dungeons.
    pub fn edit_of(&self, triangles: &[u32], edit: impl FnOnce(Selection) -> Edit) -> Result<Edit, EditError> {
        let part = triangles.first().and_then(|first| self.part_of(*first as usize)).ok_or(EditError::NoFaces)?;
        let inside = part.first..part.first + part.count;
        let number = |triangle: &u32| {
            let number = self.numbers.get(*triangle as usize).filter(|_| inside.contains(&(*triangle as usize)));
            number.map(|number| *number..=*number).ok_or(EditError::SeveralRooms)
        };
        let edit = edit(Selection::Faces(triangles.iter().map(number).collect::<Result<_, _>>()?));
        match part.of {
            PartOf::File => Ok(edit),
            PartOf::Room(room) => Ok(Edit::InRoom { room, edit: Box::new(edit) }),
            PartOf::Object(_) | PartOf::Block(_) => Err(EditError::NotInThisGame(
                "here no face can be edited: edit rooms and areas, not objects or dungeons",
            )),
        }
    }

    /// Adds a part: the triangles and marks of a node, with their numbers unless these count from 0.
    pub(super) fn push(
        &mut self,
        of: PartOf,
        file: &str,
        node: &SceneNode,
        numbers: Option<Vec<u32>>,
        kind: impl Fn(&str) -> MarkKind,
    ) {
        let set = node.placed_set();
        let (first, first_point, count) = (self.triangles.len(), self.points.len() as u32, set.triangles.len());
        for class in &set.classes {
            self.class_places.entry(class.number).or_insert_with(|| {
                self.classes.push(class.clone());
                self.classes.len() as u32 - 1
            });
        }
        for (triangle, row) in set.triangles.iter().enumerate() {
            // A missing or non-finite corner would distort the picture.
            let corners = if set.can_be_carried(triangle) { row.corners } else { [0; 3] };
            self.triangles.push(corners.map(|corner| first_point + corner));
            self.class_of.push(self.class_places.get(&row.class).copied().unwrap_or_default());
        }
        let numbers = numbers.filter(|numbers| numbers.len() == count);
        self.numbers.extend(numbers.unwrap_or_else(|| (0..count as u32).collect()));
        self.marks.extend(set.marks.iter().map(|mark| {
            let label = mark.name.split_once(" to ").map_or_else(|| mark.name.clone(), |(_, to)| format!("to {to}"));
            ViewMark { label, part: node.name.clone(), ..ViewMark::new(kind(&mark.name), &mark.name, mark.point) }
        }));
        let finite = |point: &[f32; 3]| point.map(|value| if value.is_finite() { value } else { 0.0 });
        self.points.extend(set.points.iter().map(finite));
        if set.points.is_empty() {
            // Gives a triangle without corners a point.
            self.points.push([0.0; 3]);
        }
        self.parts.push(ViewPart { of, name: node.name.clone(), file: file.to_owned(), first, count });
    }
}

impl ViewMark {
    /// A mark that belongs to no part.
    pub(super) fn new(kind: MarkKind, name: &str, point: [f32; 3]) -> Self {
        let (name, label) = (name.to_owned(), name.to_owned());
        Self { kind, name, label, part: String::new(), point, object: None }
    }
}

impl View {
    /// Adds a mark for each object of an area that is shown as one.
    pub(super) fn show_instances(&mut self, instances: &Instances, is_marked: impl Fn(&Instance) -> bool) {
        for instance in instances.complete.iter().filter(|instance| is_marked(instance)) {
            let kind = match instance.kind {
                InstanceKind::Door => MarkKind::Door,
                InstanceKind::Placeable => MarkKind::Placeable,
                InstanceKind::Creature => MarkKind::Creature,
                InstanceKind::Trigger | InstanceKind::Encounter => MarkKind::Trigger,
                InstanceKind::WayPoint => MarkKind::WayPoint,
                _ => MarkKind::Thing,
            };
            self.marks.push(ViewMark::new(kind, instance.name(), instance.position));
        }
    }
}

/// Lines by their kinds.
#[derive(Default)]
pub(super) struct LineLayers(pub(super) Vec<Lines>);

impl LineLayers {
    /// Adds a segment, if its ends exist and are finite.
    pub(super) fn push(&mut self, kind: LineKind, ends: Option<[[f32; 3]; 2]>) {
        let Some(ends) = ends.filter(|ends| ends.iter().flatten().all(|value| value.is_finite())) else { return };
        match self.0.iter_mut().find(|lines| lines.kind == kind) {
            Some(lines) => lines.points.extend(ends),
            None => self.0.push(Lines { kind, points: ends.to_vec() }),
        }
    }

    /// Adds the outlines of triggers and encounters.
    pub(super) fn draw_outlines(&mut self, instances: &Instances) {
        for outline in instances.complete.iter().map(|instance| &instance.outline) {
            for (from, to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                self.push(LineKind::Outline, Some([*from, *to]));
            }
        }
    }
}

/// The numbers of the rows whose corners exist: those that a scene shows.
pub(super) fn whole(rows: impl Iterator<Item = [u32; 3]>, points: usize) -> Vec<u32> {
    let exists = |corner: &u32| (*corner as usize) < points;
    (0..).zip(rows).filter(|(_, corners)| corners.iter().all(exists)).map(|(number, _)| number).collect()
}
