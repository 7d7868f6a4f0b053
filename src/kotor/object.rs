//! [`Door`] and [`PlacedObject`]: the walkmeshes of doors and placeables in an area, and the points from which they are used.
//!
//! A placeable has one walkmesh, `<model>.pwk`. A door has three, one for each [`DoorState`]. Their vertices are local: the position and
//! rotation of an instance are in the area's GIT. Source: `docs/formats/bwm.md#coordinates` and `docs/formats/bwm.md#objects`.
//!
//! ```
//! use walkmesh::kotor::{Door, DoorState, Kind, MaterialId, PlacedObject, Walkmesh};
//!
//! let panel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]];
//! let mut closed = Walkmesh::from_triangles(Kind::Dwk, [(panel, MaterialId(7))])?;
//! closed.set_hooks([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])?;
//!
//! let doors = Door::from_files([("dor_lhr010.dwk", closed.clone())]);
//! assert!(doors["dor_lhr01"].state(DoorState::Closed).is_some());
//!
//! // Ten metres east, turned by a quarter.
//! let placed = PlacedObject::new(closed, [10.0, 0.0, 0.0], std::f32::consts::FRAC_PI_2);
//! assert_eq!(placed.hooks()[0], [11.0, 0.0, 0.0]);
//! # Ok::<(), walkmesh::kotor::EditError>(())
//! ```

use std::collections::BTreeMap;

use super::edit::Upright;
use super::{MaterialId, MaterialTable, Walkmesh};
use crate::mesh::Triangle;

/// The state of a door to which a walkmesh belongs, by the last character of its file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoorState {
    /// `<model>0.dwk`; with a hook on each side.
    Closed,
    /// `<model>1.dwk`, open in one direction; with its first hook only.
    Open1,
    /// `<model>2.dwk`, open in the other direction; with its first hook only.
    Open2,
}

impl DoorState {
    /// Model and state from a file's name, with or without `.dwk`; `None` if it does not end in 0, 1 or 2.
    #[must_use]
    pub fn of_file(name: &str) -> Option<(&str, Self)> {
        let stem = match name.rsplit_once('.') {
            Some((stem, extension)) if extension.eq_ignore_ascii_case("dwk") => stem,
            _ => name,
        };
        let state = [('0', Self::Closed), ('1', Self::Open1), ('2', Self::Open2)];
        state.into_iter().find_map(|(sign, state)| Some((stem.strip_suffix(sign)?, state)))
    }

    /// The state with a [name](Self::name).
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// All states, the closed one first.
    pub const ALL: [Self; 3] = [Self::Closed, Self::Open1, Self::Open2];

    /// Its name: `closed`, `open1` or `open2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open1 => "open1",
            Self::Open2 => "open2",
        }
    }

    /// The name of the file that holds a model's walkmesh in this state.
    ///
    /// ```
    /// use walkmesh::kotor::DoorState;
    ///
    /// assert_eq!(DoorState::Open1.file("dor_lhr01"), "dor_lhr011.dwk");
    /// ```
    #[must_use]
    pub fn file(self, model: &str) -> String {
        let sign = match self {
            Self::Closed => 0,
            Self::Open1 => 1,
            Self::Open2 => 2,
        };
        format!("{model}{sign}.dwk")
    }
}

/// The walkmeshes of a door, one for each state.
#[derive(Clone, Debug, Default)]
pub struct Door {
    states: BTreeMap<DoorState, Walkmesh>,
}

impl Door {
    /// Groups walkmeshes by file name: the states of each model, keyed by its lower-case name. Other files are
    /// left out.
    pub fn from_files<N: AsRef<str>>(files: impl IntoIterator<Item = (N, Walkmesh)>) -> BTreeMap<String, Self> {
        let mut doors = BTreeMap::<String, Self>::new();
        for (name, walkmesh) in files {
            if let Some((model, state)) = DoorState::of_file(name.as_ref()) {
                doors.entry(model.to_ascii_lowercase()).or_default().states.insert(state, walkmesh);
            }
        }
        doors
    }

    /// The states that are present, the closed one first.
    pub fn states(&self) -> impl Iterator<Item = (DoorState, &Walkmesh)> {
        self.states.iter().map(|(state, walkmesh)| (*state, walkmesh))
    }

    /// The walkmesh of a state, if it is present.
    #[must_use]
    pub fn state(&self, state: DoorState) -> Option<&Walkmesh> {
        self.states.get(&state)
    }
}

impl FromIterator<(DoorState, Walkmesh)> for Door {
    fn from_iter<I: IntoIterator<Item = (DoorState, Walkmesh)>>(states: I) -> Self {
        Self { states: states.into_iter().collect() }
    }
}

/// The walkmesh of a door or placeable at its position in an area.
#[derive(Clone, Debug)]
pub struct PlacedObject {
    walkmesh: Walkmesh,
    position: [f32; 3],
    bearing_radians: f32,
    place: Upright,
}

impl PlacedObject {
    /// Places a walkmesh at an instance's position (in metres), rotated by its bearing (in radians, counter-clockwise seen from above), as
    /// stored in the area's GIT.
    #[must_use]
    pub fn new(walkmesh: Walkmesh, position: impl Into<[f32; 3]>, bearing_radians: f32) -> Self {
        let position = position.into();
        let place = Upright { offset: position.map(f64::from), ..Upright::turn(bearing_radians, [0.0; 2]) };
        Self { walkmesh, position, bearing_radians, place }
    }

    /// The same object with another table of materials, such as the area's.
    #[must_use]
    pub fn with_materials(self, materials: &MaterialTable) -> Self {
        Self { walkmesh: self.walkmesh.with_materials(materials.clone()), ..self }
    }

    /// The position of the instance, in metres.
    #[must_use]
    pub fn position(&self) -> [f32; 3] {
        self.position
    }

    /// The bearing of the instance, in radians, counter-clockwise seen from above.
    #[must_use]
    pub fn bearing_radians(&self) -> f32 {
        self.bearing_radians
    }

    /// The walkmesh, as in its file.
    #[must_use]
    pub fn walkmesh(&self) -> &Walkmesh {
        &self.walkmesh
    }

    /// Converts a point of the walkmesh's own space, such as a vertex or a relative hook, to area space.
    #[must_use]
    pub fn to_area(&self, point: impl Into<[f32; 3]>) -> [f32; 3] {
        let (point, position) = (point.into(), self.walkmesh.position());
        let in_model: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) + f64::from(position[axis]));
        self.place.point(in_model).map(|value| value as f32)
    }

    /// The points in the area from which it is used. An all-zero hook yields the walkmesh's position. Files without hooks store zeros, and
    /// so does the second hook of open doors.
    #[must_use]
    pub fn hooks(&self) -> [[f32; 3]; 2] {
        self.walkmesh.hooks().map(|hook| self.to_area(hook.relative))
    }

    /// Returns whether a face of this material stops walkers and blocks sight: it does if it is not walkable. The
    /// other columns of the table do not matter.
    pub(super) fn stops(&self, material: MaterialId) -> bool {
        self.walkmesh.materials().get(material).is_none_or(|row| !row.walk)
    }

    /// The faces that stop a walker, in area space: the unwalkable ones, whatever else their material says. Source:
    /// `docs/formats/bwm.md#objects-in-the-way`.
    pub(super) fn walls(&self) -> Vec<Triangle> {
        let faces = self.walkmesh.faces().filter(|face| self.stops(face.material()));
        faces.filter_map(|face| Some(face.points()?.map(|point| self.to_area(point)))).collect()
    }
}
