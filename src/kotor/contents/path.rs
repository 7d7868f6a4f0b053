//! Checks the points between which creatures plan paths (PTH).

use std::collections::{BTreeMap, BTreeSet};

use super::check::Ground;
use super::{AreaContents, path_point};
use crate::finding::{CheckOptions, Findings, Measure, Place, Severity, Spot, rules};
use crate::geometry::weld::Welder;
use crate::instances::floor::Floor;
use crate::kotor::{AreaFace, PathPoints};
use crate::mesh::{MeshError, Position, WalkEnd};

rules! { of crate::kotor::check::sample, Furnished;
    PATH_POINTS_UNSORTED: Error = "path-points-unsorted", "The path points are not sorted by x" {
        /// The game searches for the path point nearest to a creature within a window, and stops at the first point
        /// beyond it. It misses a point that is out of order (reported), so creatures stand still. All 93 real files
        /// are sorted by x.
        remedy
        /// Save the points again with an editor that sorts them.
        bad "path point 1": |files| files.path(&[([1.5, 0.5], &[1]), ([0.5, 0.5], &[0])]),
    }
    PATH_LINKS_OUT_OF_ORDER: Error = "path-links-out-of-order", "The links of a path point are out of order" {
        /// The links of all points form one list, in the order of the points. The links of this point start elsewhere,
        /// or extend past the end of the list. The game follows links of other points, or reads past the list.
        remedy
        /// Save the points again with an editor.
        bad "path point 1": |files| files.path_links(&[([0.5, 0.5], 0, 1), ([1.5, 0.5], 0, 1)], &[1, 0]),
        bad "path point 1": |files| files.path_links(&[([0.5, 0.5], 0, 1), ([1.5, 0.5], 1, 9)], &[1, 0]),
    }
    PATH_LINK_OUT_OF_RANGE: Error = "path-link-out-of-range", "A link to a path point is out of range" {
        /// The link leads to a point that does not exist. The game reads past the list of points.
        remedy
        /// Save the points again with an editor.
        bad "path point 0": |files| files.path(&[([0.5, 0.5], &[7]), ([1.5, 0.5], &[0])]),
    }
    PATH_LINK_ONE_WAY: Info = "path-link-one-way", "A link between two path points is one-way" {
        /// Creatures plan over the link in one direction only. All 15,507 links of real files go both ways.
        remedy
        /// Add the reverse link, unless creatures should walk only in one direction.
        bad "path point 0": |files| files.path(&[([0.5, 0.5], &[1]), ([1.5, 0.5], &[])]),
    }
    PATH_POINT_NOT_FINITE: Error = "path-point-not-finite", "A coordinate of a path point is missing, NaN or infinite" {
        /// The point has no valid position: creatures cannot walk to it, paths over it fail, and points with such an x cannot be sorted.
        remedy
        /// Set the position of the point, or remove it with its links.
        bad "path point 1": |files| files.path(&[([0.5, 0.5], &[1]), ([1.5, f32::NAN], &[0])]),
    }
    PATH_POINTS_SAME_PLACE: Warning = "path-points-same-place", "Two path points have the same position" {
        /// A creature at this position starts from one of the two points. The links of the other point are ignored, or cost a step of
        /// length zero.
        remedy
        /// Give one of the points the links of both, and remove the other.
        bad "path point 1": |files| files.path(&[([0.5, 0.5], &[1]), ([0.5, 0.5], &[0, 2]), ([3.5, 0.5], &[1])]),
    }
    PATH_LINK_TWICE: Info = "path-link-twice", "A path point has a duplicate link" {
        /// Two links of the point have the same target. The game searches the same path again, and gives up a search
        /// that takes too long (reported).
        remedy
        /// Remove one of the two links.
        bad "path point 0": |files| files.path(&[([0.5, 0.5], &[1, 1]), ([3.5, 0.5], &[0])]),
    }
    PATH_LINK_TO_ITSELF: Info = "path-link-to-itself", "A path point has a link to itself" {
        /// The game ignores the link (reported). Real files have 19 such links.
        remedy
        /// No action is needed.
        bad "path point 0": |files| files.path(&[([0.5, 0.5], &[0, 1]), ([3.5, 0.5], &[0])]),
    }
    PATH_POINTS_NONE: Info = "path-points-none", "The area has no path points" {
        /// Creatures plan step by step, and do not find detours longer than about 12 m (reported). Cutscene areas and
        /// minigames have no path points.
        remedy
        /// No action is needed where creatures do not walk far. Otherwise add points.
        bad "": |files| files.path(&[]),
    }
    PATH_POINTS_APART: Warning = "path-points-apart", "Path points on the same floor are not connected" {
        /// The links form several separate parts, although a person can walk from one to the other. A creature near a
        /// point of one part finds no path to a point of another part. The severity is info where the floor is not
        /// known: a path point file by itself. In 90 of 93 real files all points are connected.
        remedy
        /// Link the parts, if a path leads from one to the other.
        bad "path point 1": |files| files.path(&[([0.5, 0.5], &[]), ([1.5, 0.5], &[])]),
    }
    PATH_POINT_OFF_FLOOR: Warning = "path-point-off-floor", "A path point is not on a walkable floor" {
        /// The point has no walkable floor under it, so creatures cannot go there, and paths over it fail. All 133
        /// points of real files that could be compared with rooms are on a floor.
        remedy
        /// Move the point onto a floor.
        bad "path point 1": |files| files.path(&[([0.5, 0.5], &[1]), ([1.5, 7.0], &[0])]),
    }
    PATH_NAME_NOT_AREA: Warning = "path-name-not-area", "A path point file is not named after an area" {
        /// The game reads the path point file with the name of the area, not of the module. It does not read this file
        /// (reported).
        remedy
        /// Rename the file to the name of the area's GIT, with the extension .pth.
        bad "": |files| files.contents.strange_path_points = vec!["house.pth".into()],
    }
    PATH_LINK_BLOCKED: Error = "path-link-blocked", "A wall is between two linked path points" {
        /// The game does not test for walls when it plans over links. Creatures walk through the wall, out of the
        /// rooms. All 138 links of real files that could be compared with rooms are free.
        remedy
        /// Remove the link, or add points that lead around the wall.
        bad "path point 0": |files| {
            files.part_rooms(0.5);
            files.path(&[([0.5, 0.5], &[1]), ([2.8, 0.5], &[0])]);
        },
    }
}

/// Maximum number of links that are compared with the walls, because more would take too long. No real file has that many.
const MAX_LINKS: usize = 1 << 14;

impl PathPoints {
    /// Checks the points and links by themselves, without the floor.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        if self.check_order(&mut findings) {
            self.check_parts(Severity::Info, None, &mut findings);
        }
        findings
    }

    /// Checks the positions and the order of points and links, and if these are valid, the targets of the links. Returns whether the
    /// order is valid.
    pub(super) fn check_order(&self, findings: &mut Findings) -> bool {
        let points = self.points();
        if points.is_empty() {
            findings.add(&PATH_POINTS_NONE, Place::default(), || "It has no path points.");
        }
        self.check_places(findings);
        let mut expected = 0_usize;
        let mut is_sound = true;
        for (number, point) in points.iter().enumerate() {
            if number > 0 && points[number - 1].position[0] > point.position[0] {
                let meaning = || "The previous point has a greater x.";
                findings.add(&PATH_POINTS_UNSORTED, path_point(number), meaning);
            }
            let end = (point.first_link as usize).saturating_add(point.link_count as usize);
            if point.link_count > 0 && (point.first_link as usize != expected || end > self.links().len()) {
                let meaning = || {
                    let (first, count, links) = (point.first_link, point.link_count, self.links().len());
                    format!(
                        "Its {count} of all {links} links start at index {first}; the expected start is {expected}."
                    )
                };
                findings.add(&PATH_LINKS_OUT_OF_ORDER, path_point(number), meaning);
                is_sound = false;
                break;
            }
            expected += point.link_count as usize;
        }
        if is_sound {
            self.check_destinations(findings);
        }
        is_sound
    }

    /// Checks the coordinates of the points.
    fn check_places(&self, findings: &mut Findings) {
        let mut welder = Welder::with_capacity(self.points().len());
        for (number, point) in self.points().iter().enumerate() {
            let [x, y] = point.position;
            if !(x.is_finite() && y.is_finite()) {
                let meaning = || format!("Its position is ({x}, {y}): the game finds no path to it.");
                findings.add(&PATH_POINT_NOT_FINITE, path_point(number), meaning);
                continue;
            }
            let first = welder.weld([x, y, 0.0], number);
            if first != number {
                let meaning = || format!("Path point {first} has the same position, ({x}, {y}).");
                findings.add(&PATH_POINTS_SAME_PLACE, path_point(number), meaning);
            }
        }
    }

    /// Checks the targets of links. The links of the points do not overlap.
    fn check_destinations(&self, findings: &mut Findings) {
        let points = self.points().len();
        for number in 0..points {
            for &to in self.links_of(number).iter().filter(|to| **to as usize >= points) {
                let meaning = || format!("A link leads to point {to} of {points}.");
                findings.add(&PATH_LINK_OUT_OF_RANGE, path_point(number), meaning);
            }
        }
        let mut links: Vec<[u32; 2]> = self.pairs().collect();
        links.sort_unstable();
        for twice in links.windows(2).filter(|pair| pair[0] == pair[1]) {
            let [from, to] = twice[0];
            let meaning = || format!("It has more than one link to point {to}.");
            findings.add(&PATH_LINK_TWICE, path_point(from as usize), meaning);
        }
        links.dedup();
        for &[from, to] in &links {
            if from == to {
                let meaning = || "A link leads back to its own point.";
                findings.add(&PATH_LINK_TO_ITSELF, path_point(from as usize), meaning);
            } else if links.binary_search(&[to, from]).is_err() {
                let meaning = || format!("The link to point {to} does not lead back.");
                findings.add(&PATH_LINK_ONE_WAY, path_point(from as usize), meaning);
            }
        }
    }

    /// Reports the first point of each part except the first part on the same part of the floor. `floors` is the part of the floor at each
    /// point, if the floor is known.
    pub(super) fn check_parts(&self, severity: Severity, floors: Option<&[Option<u32>]>, findings: &mut Findings) {
        let parts = self.parts();
        let mut sizes = vec![0_usize; parts.len()];
        parts.iter().for_each(|part| sizes[*part as usize] += 1);
        let mut first_on = BTreeMap::new();
        let mut reported = BTreeSet::new();
        for (number, part) in parts.iter().enumerate() {
            let floor = floors.and_then(|floors| floors[number]);
            // On an unknown floor nothing is known to be apart.
            if floors.is_some() && floor.is_none() {
                continue;
            }
            let first = *first_on.entry(floor).or_insert(*part);
            if first != *part && reported.insert(*part) {
                let meaning = || {
                    let (size, all) = (sizes[*part as usize], parts.len());
                    format!("It is in a part with {size} of {all} points, without a link to the previous parts.")
                };
                findings.add_spot(&PATH_POINTS_APART, severity, path_point(number), None, meaning);
            }
        }
    }
}

impl AreaContents {
    /// Reports the files of path points that belong to no area.
    pub(super) fn check_path_names(&self, findings: &mut Findings) {
        for name in &self.strange_path_points {
            let meaning =
                || format!("The file {name} is not named after an area; this area has the name {}.", self.area);
            findings.add(&PATH_NAME_NOT_AREA, Place::default(), meaning);
        }
    }
}

impl Ground<'_> {
    /// Checks the points and links against the floor. A point has no height: where floors lie above each other, any of them is accepted.
    pub(super) fn check_path_points(&self, findings: &mut Findings) -> Result<(), MeshError> {
        let Some(path) = &self.contents.path_points else { return Ok(()) };
        let mut floors = Vec::with_capacity(path.points().len());
        for (number, point) in path.points().iter().enumerate() {
            let [x, y] = point.position;
            let found = self.floors(point.position)?;
            if found.is_empty() {
                let spot = Some(Spot { point: [x, y, 0.0], measure: Measure::Length(0.0) });
                let spot = spot.filter(|_| x.is_finite() && y.is_finite());
                let meaning = || format!("There is no walkable floor at ({x}, {y}).{}", self.caveat());
                let severity = self.severity(Severity::Warning);
                findings.add_spot(&PATH_POINT_OFF_FLOOR, severity, path_point(number), spot, meaning);
            }
            floors.push(found);
        }
        // The links of points in a damaged file may overlap, so that their sum exceeds the number of links in the file.
        if (0..path.points().len()).map(|point| path.links_of(point).len()).sum::<usize>() > MAX_LINKS {
            return Ok(());
        }
        for (from, starts) in floors.iter().enumerate() {
            for &to in path.links_of(from) {
                // For a two-way link, one direction is enough.
                let is_first = (from as u32) < to || !path.links_of(to as usize).contains(&(from as u32));
                let Some(goals) = floors.get(to as usize).filter(|goals| is_first && !goals.is_empty()) else {
                    continue;
                };
                if !starts.is_empty() && !self.is_free(starts, goals) {
                    let [x, y] = path.points()[from].position;
                    let spot = Some(Spot { point: [x, y, starts[0].point[2]], measure: Measure::Length(0.0) });
                    let meaning = || format!("No straight walk leads to point {to}.{}", self.caveat());
                    let severity = self.severity(Severity::Error);
                    findings.add_spot(&PATH_LINK_BLOCKED, severity, path_point(from), spot, meaning);
                }
            }
        }
        Ok(())
    }

    /// The positions on the floors at a point of the plan view.
    fn floors(&self, [x, y]: [f32; 2]) -> Result<Vec<Position<AreaFace>>, MeshError> {
        let mask = self.navigator.walk_mask();
        let mut floors = Vec::new();
        // Real floors lie in a few storeys.
        for floor in self.navigator.floors_at([x, y], mask).into_iter().take(8) {
            floors.extend(self.navigator.position_at([x, y, floor.height], 0.01)?);
        }
        Ok(floors)
    }

    /// Returns whether a straight walk leads from any start to any goal.
    fn is_free(&self, starts: &[Position<AreaFace>], goals: &[Position<AreaFace>]) -> bool {
        let arrives = |start: &Position<AreaFace>, goal: &Position<AreaFace>| {
            self.navigator.walk_straight(*start, goal.point).is_ok_and(|walk| walk.end == WalkEnd::Arrived)
        };
        starts.iter().any(|start| goals.iter().any(|goal| arrives(start, goal)))
    }
}
