//! The connected parts of a floor, and the parts that an operation tore.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A floor, joined by the tables of a file.
pub struct Floor {
    /// The corners of the walkable faces; `None` for the others.
    faces: Vec<Option<[[f32; 3]; 3]>>,
    /// The part of each face, named by one of its faces.
    part: Vec<usize>,
}

impl Floor {
    /// A floor of walkable faces, by their corners, that are linked in pairs. Links of missing faces do not count.
    #[must_use]
    pub fn new(faces: Vec<Option<[[f32; 3]; 3]>>, links: impl IntoIterator<Item = [usize; 2]>) -> Self {
        let mut part: Vec<usize> = (0..faces.len()).collect();
        for [a, b] in links {
            let walks = |face: usize| faces.get(face).is_some_and(Option::is_some);
            if walks(a) && walks(b) {
                let (a, b) = (root(&mut part, a), root(&mut part, b));
                part[a.max(b)] = a.min(b);
            }
        }
        let part = (0..faces.len()).map(|face| root(&mut part, face)).collect();
        Self { faces, part }
    }

    /// The parts of this floor whose faces no longer belong to one part in `after`, with the area that is disconnected from the largest
    /// piece. Removed faces do not count.
    ///
    /// `sources` has the original face of each face in `after`; without it, faces are found by their corners, and pieces of
    /// faces by their position.
    #[must_use]
    pub fn torn(&self, after: &Self, sources: Option<&[usize]>) -> Vec<Torn> {
        let mut by_points: HashMap<_, Vec<usize>> = HashMap::new();
        for (face, points) in self.faces.iter().enumerate() {
            if let Some(points) = points {
                by_points.entry(key(points)).or_default().push(face);
            }
        }
        // For each face, the candidate parts: one of them must be shared by all faces.
        let mut exact: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut pieces: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (face, points) in after.faces.iter().enumerate() {
            let Some(points) = points else { continue };
            if let Some(sources) = sources {
                pieces.entry(sources[face]).or_default().insert(after.part[face]);
                continue;
            }
            match by_points.get(&key(points)) {
                Some(same) => {
                    for source in same {
                        exact.entry(*source).or_default().insert(after.part[face]);
                    }
                }
                None => {
                    if let Some(source) = self.below(points) {
                        pieces.entry(source).or_default().insert(after.part[face]);
                    }
                }
            }
        }
        let mut standing: BTreeMap<usize, Vec<(usize, BTreeSet<usize>)>> = BTreeMap::new();
        for (face, parts) in exact {
            standing.entry(self.part[face]).or_default().push((face, parts));
        }
        for (face, parts) in pieces {
            let each = parts.into_iter().map(|part| (face, BTreeSet::from([part])));
            standing.entry(self.part[face]).or_default().extend(each);
        }
        standing.into_values().filter_map(|faces| self.is_torn(&faces)).collect()
    }

    fn is_torn(&self, faces: &[(usize, BTreeSet<usize>)]) -> Option<Torn> {
        let mut area: BTreeMap<usize, f64> = BTreeMap::new();
        let mut count: BTreeMap<usize, usize> = BTreeMap::new();
        let mut total = 0.0;
        for (face, parts) in faces {
            let size = self.faces[*face].map_or(0.0, |points| plan_area(&points));
            total += size;
            for part in parts {
                *area.entry(*part).or_default() += size;
                *count.entry(*part).or_default() += 1;
            }
        }
        let main = *area.iter().max_by(|a, b| a.1.total_cmp(b.1))?.0;
        if count[&main] == faces.len() {
            return None;
        }
        let outside = faces.iter().filter(|(_, parts)| !parts.contains(&main)).map(|(face, _)| *face);
        let with_area = outside.filter(|face| self.faces[*face].is_some_and(|points| has_area(&points)));
        Some(Torn { area: total - area[&main], faces: faces.len() - count[&main], with_area: with_area.count() })
    }

    /// The walkable face whose plan view contains the centre of a triangle, or is nearest to it, at about its height.
    fn below(&self, points: &[[f32; 3]; 3]) -> Option<usize> {
        let centre: [f64; 3] =
            std::array::from_fn(|axis| points.iter().map(|point| f64::from(point[axis])).sum::<f64>() / 3.0);
        let mut best: Option<(f64, usize)> = None;
        for (face, corners) in self.faces.iter().enumerate() {
            let Some(corners) = corners else { continue };
            let corners = corners.map(|corner| corner.map(f64::from));
            let reach = 0.2;
            let is_near = (0..3).all(|axis| {
                let values = corners.map(|corner| corner[axis]);
                let (least, most) =
                    (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max));
                centre[axis] >= least - reach && centre[axis] <= most + reach
            });
            if !is_near {
                continue;
            }
            let Some(distance) = outside(&corners, &centre) else { continue };
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, face));
            }
        }
        best.filter(|(distance, _)| *distance < 0.1).map(|(_, face)| face)
    }
}

/// A part that was torn into pieces.
#[derive(Debug)]
pub struct Torn {
    /// In the plan view, in square metres.
    pub area: f64,
    /// Number of faces that are cut off.
    pub faces: usize,
    /// Number of these faces that are not degenerate.
    pub with_area: usize,
}

fn root(part: &mut [usize], mut face: usize) -> usize {
    while part[face] != face {
        part[face] = part[part[face]];
        face = part[face];
    }
    face
}

fn key(points: &[[f32; 3]; 3]) -> [[u32; 3]; 3] {
    let mut key = points.map(|point| point.map(|value| (value + 0.0).to_bits()));
    key.sort_unstable();
    key
}

fn cross([ax, ay, _]: [f64; 3], [bx, by, _]: [f64; 3], [cx, cy, _]: [f64; 3]) -> f64 {
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

fn plan_area(points: &[[f32; 3]; 3]) -> f64 {
    let [a, b, c] = points.map(|point| point.map(f64::from));
    cross(a, b, c).abs() / 2.0
}

fn has_area(points: &[[f32; 3]; 3]) -> bool {
    let [a, b, c] = points.map(|point| point.map(f64::from));
    let (u, v): ([f64; 3], [f64; 3]) =
        (std::array::from_fn(|axis| b[axis] - a[axis]), std::array::from_fn(|axis| c[axis] - a[axis]));
    (0..3).any(|axis| u[axis] * v[(axis + 1) % 3] != u[(axis + 1) % 3] * v[axis])
}

/// The distance of a point from a triangle in the plan view, plus a tenth of its vertical distance from the plane; `None` for
/// a degenerate triangle.
fn outside(corners: &[[f64; 3]; 3], point: &[f64; 3]) -> Option<f64> {
    let [a, b, c] = *corners;
    let area = cross(a, b, c);
    if area == 0.0 {
        return None;
    }
    let weights = [cross(b, c, *point) / area, cross(c, a, *point) / area, cross(a, b, *point) / area];
    let height = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
    let sides = [[b, c], [c, a], [a, b]];
    let beyond = weights.iter().zip(sides).map(|(weight, [from, to])| {
        let length = ((to[0] - from[0]).powi(2) + (to[1] - from[1]).powi(2)).sqrt();
        (-weight * area.abs() / length).max(0.0)
    });
    Some(beyond.fold(0.0, f64::max) + (height - point[2]).abs() * 0.1)
}
