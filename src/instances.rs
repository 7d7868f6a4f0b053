//! [`Instance`]: one object in an area, as the GIT of the area lists it. Knights of the Old Republic and Neverwinter Nights 2
//! have the same lists with the same fields.

mod fields;
pub(crate) mod floor;
#[cfg(feature = "picture")]
pub(crate) mod picture;
mod references;
mod transition;

use std::collections::BTreeMap;

use crate::finding::{PartKind, PlacePart};
use crate::formats::gff::{Gff, Value, View};

pub(crate) use fields::{text, vector};
pub(crate) use references::References;
pub use transition::{Transition, TransitionTarget};

use fields::finite;

/// The kind of an object in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum InstanceKind {
    /// A creature.
    Creature,
    /// A door.
    Door,
    /// A placeable: a chest, a computer, a pillar.
    Placeable,
    /// A trigger: an outline with an effect on creatures that enter it.
    Trigger,
    /// An encounter: an outline that makes creatures appear when it is entered.
    Encounter,
    /// A waypoint: a point with a name.
    WayPoint,
    /// A store.
    Store,
    /// A sound.
    Sound,
    /// A camera for dialogues.
    Camera,
    /// An item that lies on the ground.
    Item,
}

impl InstanceKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Creature,
        Self::Door,
        Self::Placeable,
        Self::Trigger,
        Self::Encounter,
        Self::WayPoint,
        Self::Store,
        Self::Sound,
        Self::Camera,
        Self::Item,
    ];

    /// The noun for one of them, such as `waypoint`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Creature => "creature",
            Self::Door => "door",
            Self::Placeable => "placeable",
            Self::Trigger => "trigger",
            Self::Encounter => "encounter",
            Self::WayPoint => "waypoint",
            Self::Store => "store",
            Self::Sound => "sound",
            Self::Camera => "camera",
            Self::Item => "item",
        }
    }

    /// Its kind in the place of a finding.
    pub(crate) const fn part(self) -> PartKind {
        match self {
            Self::Creature => PartKind::Creature,
            Self::Door => PartKind::Door,
            Self::Placeable => PartKind::Placeable,
            Self::Trigger => PartKind::Trigger,
            Self::Encounter => PartKind::Encounter,
            Self::WayPoint => PartKind::WayPoint,
            Self::Store => PartKind::Store,
            Self::Sound => PartKind::Sound,
            Self::Camera => PartKind::Camera,
            Self::Item => PartKind::Item,
        }
    }

    /// The object in the place of a finding, by its index in the list of its kind.
    pub(crate) fn place(self, index: usize, name: &str) -> PlacePart {
        let part = PlacePart::new(self.part(), i64::try_from(index).unwrap_or(i64::MAX));
        if name.is_empty() { part } else { part.named(name) }
    }

    /// The label of its list in the GIT.
    const fn list(self) -> &'static str {
        match self {
            Self::Creature => "Creature List",
            Self::Door => "Door List",
            Self::Placeable => "Placeable List",
            Self::Trigger => "TriggerList",
            Self::Encounter => "Encounter List",
            Self::WayPoint => "WaypointList",
            Self::Store => "StoreList",
            Self::Sound => "SoundList",
            Self::Camera => "CameraList",
            Self::Item => "List",
        }
    }
}

/// One object in an area.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Instance {
    /// Its kind.
    pub kind: InstanceKind,
    /// Its index in the list of its kind, from 0.
    pub index: usize,
    /// Its tag, as text; empty where the GIT has none, as for creatures, whose templates have it.
    pub tag: String,
    /// The name of its template, without an extension; empty for a camera.
    pub template: String,
    /// The row of a creature in `appearance.2da`, if the GIT has it, as in a saved game. Otherwise its template has it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub appearance: Option<u16>,
    /// Its position, in metres.
    pub position: [f32; 3],
    /// The rotation of doors and placeables counter-clockwise in the plan view, in radians; otherwise 0.
    #[cfg_attr(feature = "serde", serde(rename = "bearing"))]
    pub bearing_radians: f32,
    /// The outline of triggers and encounters, in area space.
    pub outline: Vec<[f32; 3]>,
    /// The points at which an encounter makes creatures appear, in area space.
    pub spawn_points: Vec<[f32; 3]>,
    /// The destination of a door or trigger, if it leads out.
    pub transition: Option<Transition>,
}

impl Instance {
    /// Its tag, or else its template: a readable name.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.tag.is_empty() { &self.template } else { &self.tag }
    }

    /// Its part in the place of a finding.
    pub(crate) fn place(&self) -> PlacePart {
        self.kind.place(self.index, self.name())
    }
}

/// The objects of a GIT.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Instances {
    /// The objects whose coordinates are complete and finite, by kind and in the order of the file.
    pub complete: Vec<Instance>,
    /// The other objects, each as its kind and its index in the list of that kind.
    pub incomplete: Vec<(InstanceKind, usize)>,
}

impl Instances {
    /// Reads all lists of a GIT, by kind and in the order of the file. Entries of a list are omitted once the lists up to it exceed the
    /// number of structs in the file.
    pub(crate) fn new(raw: &Gff) -> Self {
        let mut found = Self::default();
        let mut references = References::new(raw);
        for kind in InstanceKind::ALL {
            let Some(list) = raw.root().and_then(|root| root.list(kind.list())) else { continue };
            let is_charged = references.charge(list).is_some();
            for index in 0..list.len() {
                let view = list.get(index).filter(|_| is_charged);
                match view.and_then(|view| Instance::new(kind, index, view, &mut references)) {
                    Some(instance) => found.complete.push(instance),
                    None => found.incomplete.push((kind, index)),
                }
            }
        }
        found
    }

    /// Number of objects of each kind, without empty kinds.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<InstanceKind, usize> {
        let mut counts = BTreeMap::new();
        let incomplete = self.incomplete.iter().map(|(kind, _)| *kind);
        for kind in self.complete.iter().map(|instance| instance.kind).chain(incomplete) {
            *counts.entry(kind).or_default() += 1;
        }
        counts
    }

    /// The object that a place refers to.
    pub(crate) fn at(&self, part: &PlacePart) -> Option<&Instance> {
        let index = part.id()? as usize;
        self.complete.iter().find(|it| it.kind.part() == part.kind && it.index == index)
    }
}

impl Instance {
    fn new(kind: InstanceKind, index: usize, view: View<'_>, references: &mut References) -> Option<Self> {
        let position = match kind {
            InstanceKind::Door | InstanceKind::Placeable => vector(view, ["X", "Y", "Z"]),
            InstanceKind::Camera => match view.field("Position") {
                Some(Value::Vector(position)) => finite(position),
                _ => None,
            },
            _ => vector(view, ["XPosition", "YPosition", "ZPosition"]),
        }?;
        let outline = match kind {
            InstanceKind::Trigger => points(view, "Geometry", ["PointX", "PointY", "PointZ"], references)?,
            InstanceKind::Encounter => points(view, "Geometry", ["X", "Y", "Z"], references)?,
            _ => Vec::new(),
        };
        let spawn_points = match kind {
            InstanceKind::Encounter => points(view, "SpawnPointList", ["X", "Y", "Z"], references)?,
            _ => Vec::new(),
        };
        let leads_out = matches!(kind, InstanceKind::Door | InstanceKind::Trigger);
        let bearing = match kind {
            InstanceKind::Door | InstanceKind::Placeable => view.float("Bearing").unwrap_or_default(),
            _ => 0.0,
        };
        let template = if kind == InstanceKind::Store { "ResRef" } else { "TemplateResRef" };
        Some(Self {
            kind,
            index,
            tag: text(view, "Tag"),
            template: text(view, template),
            appearance: view.integer("Appearance_Type").and_then(|row| u16::try_from(row).ok()),
            position,
            bearing_radians: Some(bearing).filter(|bearing| bearing.is_finite())?,
            outline: outline.into_iter().map(|point| [0, 1, 2].map(|axis| position[axis] + point[axis])).collect(),
            spawn_points,
            transition: if leads_out { Transition::new(view) } else { None },
        })
    }
}

/// The points of a list; `None` if one is incomplete, or if they exceed the remaining references.
fn points(view: View<'_>, list: &str, labels: [&str; 3], references: &mut References) -> Option<Vec<[f32; 3]>> {
    let Some(list) = view.list(list) else { return Some(Vec::new()) };
    references.charge(list)?;
    let points: Vec<[f32; 3]> = list.iter().filter_map(|point| vector(point, labels)).collect();
    (points.len() == list.len()).then_some(points)
}
