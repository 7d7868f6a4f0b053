//! [`PathAnswer`]: a path, or the reason why it is missing, in the form that programs print.

use std::fmt;

use crate::flaw::Gap;
use walkmesh_mesh::counted::counted;

use super::{At, Location, MeasuredIn, Nearest, NoAnswer, Path, QueryError, StandIn};

/// A path from one location to another, or the reason why it is missing. With the feature `serde` its fields match
/// `walkmesh path --json`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PathAnswer {
    /// The start.
    pub from: Location,
    /// The goal.
    pub to: Location,
    /// The reason why there is no path; `None` if there is one.
    pub no_path: Option<String>,
    /// In the game's units, from the first point to the last.
    pub length: Option<f64>,
    /// The space in which `length` is measured.
    pub measured_in: Option<MeasuredIn>,
    /// The length of the shortest path in the plan view, in addition to the path that the game's tables yield (NWN2).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub shortest: Option<f64>,
    /// True if it is proven that no path over the faces is shorter than `shortest` or, if that is `None`, than `length`. `None` for paths
    /// that only follow stored tables.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub proven_shortest: Option<bool>,
    /// The points of the path.
    pub steps: Vec<PathStep>,
    /// The walkable point that is nearest to the start or the goal, if that is a point off the walkable faces.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub nearest: Option<Nearest>,
    /// The narrowest gap between the parts of start and goal, if these are not connected.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub gap: Option<Box<Gap<At>>>,
    /// The substitutes for points that are not known to be on the mesh (Silkroad).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub stand_ins: Vec<StandIn>,
}

/// A point of a path, and the face on which the path continues.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PathStep {
    /// The point.
    pub point: [f32; 3],
    /// The face.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: At,
}

impl PathAnswer {
    /// The answer to a query for a path.
    ///
    /// # Errors
    /// The query's errors, except [`QueryError::NoAnswer`].
    pub fn new(from: Location, to: Location, answer: Result<Path, QueryError>) -> Result<Self, QueryError> {
        let (found, none) = match answer {
            Ok(path) => (Some(path), None),
            Err(QueryError::NoAnswer(none)) => (None, Some(none)),
            Err(error) => return Err(error),
        };
        let (length, measured_in) = found.as_ref().map(|path| (path.length, path.measured_in)).unzip();
        let proven_shortest = found.as_ref().and_then(|path| path.proven_shortest);
        let (steps, stand_ins) = found.map_or_else(Default::default, |path| {
            let steps = path.points.into_iter().zip(path.faces).map(|(point, at)| PathStep { point, at });
            (steps.collect(), path.stand_ins)
        });
        let (no_path, nearest, gap) =
            none.map_or((None, None, None), |NoAnswer { reason, nearest, gap }| (Some(reason), nearest, gap));
        Ok(Self {
            from,
            to,
            no_path,
            length,
            measured_in,
            shortest: None,
            proven_shortest,
            steps,
            nearest,
            gap,
            stand_ins,
        })
    }
}

impl fmt::Display for PathAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, length, shortest, steps, .. } = self;
        let beside = |length| format!("; the shortest path over the triangles is {length:.3} long in the plan");
        let mut shortest = shortest.map(beside).unwrap_or_default();
        if self.proven_shortest == Some(false) {
            shortest += ", which is not proven to be the shortest";
        }
        if let Some(reason) = &self.no_path {
            write!(f, "no path from {from} to {to}: {reason}{shortest}")?;
            self.gap.iter().try_for_each(|gap| write!(f, "\n  {gap}"))?;
            return self.nearest.iter().try_for_each(|it| write!(f, "\n  the nearest walkable point is {it}"));
        }
        let (points, length) = (counted(steps.len(), "point"), length.unwrap_or_default());
        let space = if self.measured_in == Some(MeasuredIn::Space) { "in space" } else { "in the plan" };
        write!(f, "{points} from {from} to {to}, length {length:.3} {space}{shortest}")?;
        steps.iter().try_for_each(|PathStep { point: [x, y, z], at }| write!(f, "\n  {x}, {y}, {z}  {at}"))?;
        self.stand_ins.iter().try_for_each(|StandIn { location, nearest }| {
            write!(f, "\n  {location} is not known to be on the floor; the nearest known point is {nearest}")
        })
    }
}
