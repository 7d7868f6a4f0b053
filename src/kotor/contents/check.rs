//! Checks the objects of an area as the game would load them: [`Area::check_contents`].

use super::AreaContents;
use crate::finding::{CheckOptions, Findings, Place, Severity, rules};
use crate::instances::floor::{Floor, NEAR};
use crate::kotor::{Area, AreaFace, Navigator, PlacedObject};
use crate::mesh::{MeshError, Position};
use walkmesh_mesh::counted::counted;

rules! { of crate::kotor::check::sample, Furnished;
    AREA_WITHOUT_FLOOR: Info = "area-without-floor", "No room of the area has a walkmesh here" {
        /// The area has objects or path points, but the files of its rooms are elsewhere. So its objects and path
        /// points are not compared with a floor, and no ways are searched.
        remedy
        /// Check again with the layout and the walkmeshes of the rooms in one folder, or open the module in the game's
        /// folder.
        bad "": |files| files.remove_rooms(),
    }
}

impl Area {
    /// Checks the objects of the area: whether their files were found, whether they are on a floor, whether creatures can reach them, and
    /// whether their transitions lead somewhere. `fixed` are the placeables, and the doors that never open: permanent obstacles. If a room
    /// of the layout has no walkmesh, objects may be on its missing floor, so findings about floors are then only infos.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub fn check_contents(
        &self,
        contents: &AreaContents,
        fixed: &[(String, PlacedObject)],
        options: &CheckOptions,
    ) -> Result<Findings, MeshError> {
        let mut findings = Findings::new(options);
        contents.instances.check_coordinates(&mut findings);
        contents.report_missing(&mut findings);
        contents.check_transitions(&mut findings);
        contents.check_entry_area(&mut findings);
        contents.check_path_names(&mut findings);
        let sound_path = contents.path_points.as_ref().filter(|path| path.check_order(&mut findings));
        if let Some(visibility) = contents.visibility.as_ref().filter(|_| !self.layout().rooms().is_empty()) {
            self.check_visibility(visibility, &mut findings);
        }
        let Some(ground) = Ground::new(self, contents)? else {
            findings.add(&AREA_WITHOUT_FLOOR, Place::FILE, || contents.without_floor());
            sound_path.iter().for_each(|path| path.check_parts(Severity::Info, None, &mut findings));
            return Ok(findings);
        };
        ground.check_entry(&mut findings)?;
        contents.instances.check(&ground, &mut findings)?;
        ground.check_path_points(&mut findings)?;
        let passable = ground.passable(fixed)?;
        ground.check_ways(fixed, &passable, &mut findings)?;
        ground.check_heights(fixed, &mut findings);
        ground.check_walks(fixed, &passable, sound_path, &mut findings)?;
        Ok(findings)
    }
}

impl AreaContents {
    /// The things that are not compared with a floor.
    fn without_floor(&self) -> String {
        let points = self.path_points.as_ref().map_or(0, |path| path.points().len());
        let [objects, points] = [(self.instances.complete.len(), "object"), (points, "path point")]
            .map(|(count, noun)| counted(count, noun));
        format!("Checks of floors and ways are left out for {objects} and {points}.")
    }
}

/// The floor of an area, and the objects on it.
pub(super) struct Ground<'c> {
    pub(super) contents: &'c AreaContents,
    /// Without any objects.
    pub(super) navigator: Navigator<Area>,
    /// True if every room of the layout that has a model has its walkmesh.
    pub(super) is_complete: bool,
    /// The connected part of the largest floor.
    pub(super) largest: Option<u32>,
    /// The position of the module's entry, if it is in this area and on a floor.
    pub(super) entry: Option<Position<AreaFace>>,
}

/// The floor of an area with objects that stay where they are.
pub(super) struct Passable {
    pub(super) navigator: Navigator<Area>,
    /// The position from which creatures come: the entry, or else a position in the largest part.
    pub(super) start: Option<Position<AreaFace>>,
}

impl Passable {
    /// Returns whether a path leads from this position to the floor at a point.
    pub(super) fn is_reached(&self, point: [f32; 3]) -> Result<bool, MeshError> {
        let (Some(start), Some(at)) = (self.start, self.navigator.position_at(point, HEIGHT_RANGE)?) else {
            return Ok(false);
        };
        Ok(self.navigator.connected_part(start)? == self.navigator.connected_part(at)?)
    }
}

/// Maximum height difference between an object and its floor, in metres: the game accepts a floor at any height.
pub(super) const HEIGHT_RANGE: f32 = 2000.0;

impl<'c> Ground<'c> {
    /// `None` if no room has a walkmesh.
    fn new(area: &Area, contents: &'c AreaContents) -> Result<Option<Self>, MeshError> {
        if area.rooms().next().is_none() {
            return Ok(None);
        }
        let is_complete = area.missing_rooms().next().is_none();
        let navigator = Navigator::of_area(area.clone());
        let largest = navigator.overview()?.largest().map(|(part, _)| part);
        let mut ground = Self { contents, navigator, is_complete, largest, entry: None };
        if let Some(entry) = contents.entry() {
            ground.entry = ground.position(entry)?;
        }
        Ok(Some(ground))
    }

    /// The floor with these objects.
    fn passable(&self, fixed: &[(String, PlacedObject)]) -> Result<Passable, MeshError> {
        let navigator = if fixed.is_empty() {
            self.navigator.clone()
        } else {
            let placed: Vec<PlacedObject> = fixed.iter().map(|(_, object)| object.clone()).collect();
            Navigator::of_area_with(self.navigator.area().clone(), placed)
        };
        let start = match self.entry {
            Some(entry) => navigator.position_at(entry.point, HEIGHT_RANGE)?,
            None => navigator.overview()?.largest().map(|(_, part)| part.sample),
        };
        Ok(Passable { navigator, start })
    }

    /// The floor under a point; `None` if the point has no walkable floor.
    pub(super) fn position(&self, point: [f32; 3]) -> Result<Option<Position<AreaFace>>, MeshError> {
        self.navigator.position_at(point, HEIGHT_RANGE)
    }
}

impl Floor for Ground<'_> {
    fn part_at(&self, point: [f32; 3]) -> Result<Option<u32>, MeshError> {
        let Some(position) = self.position(point)? else { return Ok(None) };
        self.navigator.connected_part(position)
    }

    fn nearest(&self, point: [f32; 3]) -> Result<Option<([f32; 3], f64)>, MeshError> {
        let hit = self.navigator.snap(point, NEAR)?;
        Ok(hit.map(|hit| (hit.position.point, hit.distance)))
    }

    /// The part of the entry, or else the largest.
    fn main_part(&self) -> Result<Option<u32>, MeshError> {
        match self.entry {
            Some(entry) => self.navigator.connected_part(entry),
            None => Ok(self.largest),
        }
    }

    fn main_name(&self) -> &'static str {
        if self.entry.is_some() { "the entry of the module" } else { "the largest floor" }
    }

    /// The severity is info if a room is missing.
    fn severity(&self, severity: Severity) -> Severity {
        if self.is_complete { severity } else { Severity::Info }
    }

    fn caveat(&self) -> &'static str {
        if self.is_complete { "" } else { " A room without a walkmesh may have a floor there." }
    }
}
