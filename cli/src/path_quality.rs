//! [`PathQuality`]: how good the ways over path points are, as `pth` and `check` print it.

use std::fmt;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::kotor::PathPoints;
use walkmesh::kotor::engine::{Coverage, Detour, Detours, Engine, Walker};

/// Number of pairs of spots between which ways are planned.
pub const PAIRS: usize = 200;

/// Number of spots on which the coverage is tested, if it is not known from making the points.
const SPOTS: u32 = 4000;

/// The coverage of path points, their connected parts, and the ways over them.
#[derive(Serialize)]
pub struct PathQuality {
    /// The number of connected parts of the points; equals the number of connected parts of the floor if the points were made.
    pub parts: usize,
    /// Not serialized: it belongs to what was made.
    #[serde(skip)]
    coverage: Coverage,
    #[serde(skip)]
    radius: f32,
    /// The ways by the engine's rules, compared with the shortest. They are reported, and were not tested in a game.
    detours: Detours,
}

impl PathQuality {
    /// The quality of path points in an area, with a known coverage or a new one. Creatures are ignored, and doors open for ways.
    pub fn new(path: &PathPoints, engine: Engine, walker: &Walker, coverage: Option<Coverage>, pairs: usize) -> Self {
        let engine = engine.without_creatures().with_path_points(path);
        let coverage = coverage.unwrap_or_else(|| engine.coverage(walker, SPOTS));
        let parts = (0..).zip(path.parts()).filter(|(point, part)| point == part).count();
        Self { parts, coverage, radius: walker.radius, detours: engine.without_doors().detours(walker, pairs) }
    }
}

/// `reached from 97 of 98 spots (reported)`, and the ways on lines of their own.
impl fmt::Display for PathQuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { coverage, radius, detours, .. } = self;
        let (served, spots) = (coverage.spots - coverage.missed.len(), counted(coverage.spots, "spot"));
        write!(f, "reached from {served} of {spots} where a walker of {radius} m can stand (reported)")?;
        let Detours { pairs, without_path, mean, percentile_95, worst, .. } = detours;
        if *pairs > 0 {
            write!(
                f,
                "\n  ways by the engine between {}: {mean:.2} times the shortest on average, 95 % at most {percentile_95:.2} \
                 times",
                counted(*pairs, "pair")
            )?;
        }
        if *without_path > 0 {
            write!(f, "; no way between {without_path} of them")?;
        }
        if let Some(worst) = worst {
            let Detour { from, to, length, shortest, .. } = worst;
            let at = |[x, y]: [f32; 2]| format!("({x:.2}, {y:.2})");
            write!(
                f,
                "\n  the longest, {:.2} times: {length:.1} m instead of {shortest:.1} m from {} to {}",
                worst.ratio(),
                at(*from),
                at(*to)
            )?;
        }
        Ok(())
    }
}
