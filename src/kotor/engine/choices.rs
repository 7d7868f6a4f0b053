//! The guesses about the engine: questions that the public notes leave open, each as one choice in one place.
//!
//! Everything in [`engine`](super) is **reported**. This module is less certain: no published source covers it
//! (`docs/formats/bwm.md#engine`). [`Choices`] can be changed; the others are constants, and the following:
//!
//! - **Clearance** is measured in the plan view, between the line of the walker and the part of a wall's face that is
//!   between 0.1 m below the lower end of the line and 0.1 m above the head at its upper end. Ends are round. Touching a wall does not stop
//!   the walker; only a wall nearer than the radius does.
//! - **Openings**: an edge that leads nowhere and has no face of a wall above it stops the centre of a walker, and its
//!   radius does not count there. So nobody can walk off the floor, and the radius is tested against faces, as reported.
//! - **Slopes and steps** do not stop anybody.
//! - **Seams**: a walk continues in the next room on the face that has the same edge, bit for bit, or else on the face that the height
//!   query finds there. Where a line passes through the corner of a transition, it follows the transition.
//! - **Safe positions**: objects count at all heights, as in a straight walk. The ends of a plan are searched in line.
//! - **The grid** has a cell in the direction of the start, at a whole number of cells, which is replaced by the start. The neighbour
//!   nearest to the goal is tried first, and no partial path is taken, because it would depend on the clock.
//! - **Creatures** of an area are alive and are where the GIT puts them. A creature whose row of `appearance.2da` is not found has
//!   [`CREATURE_RADIUS`]. The creature whose circle contains the start of a path is the walker, and the one at the goal is its target.
//! - **Links** with a creature on them cost the length of a path past it on the nearer side.

use crate::setters;

/// The floors that the height query finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FloorMaterials {
    /// Materials on which creatures can walk (column `Walk`).
    #[default]
    Walk,
    /// Materials of the column `WalkCheck`.
    WalkCheck,
}

/// The face of a room that the height query takes, if several face up at one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaceOfSeveral {
    /// The highest.
    #[default]
    Highest,
    /// The lowest.
    Lowest,
    /// The one that a search of the stored tree finds first, left children first.
    First,
}

/// The faces of a room that keep a walker at the distance of its radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WallMaterials {
    /// All unwalkable faces.
    #[default]
    NotWalkable,
    /// Only the unwalkable faces whose material is in the column `WalkCheck`.
    WalkChecked,
}

/// The heights at which doors and placeables block sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectsInSight {
    /// At the heights of their faces, so that a flat outline blocks no sight.
    #[default]
    AsTheyAre,
    /// At every height, as they stop a straight walk.
    AllHeights,
}

/// The cells to which a step of the grid planner leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridNeighbours {
    /// The four with a common side, at a cost of 1. The bounds of the search count steps in this way, too.
    #[default]
    Four,
    /// Also the four with a common corner, at a cost of 2.
    Eight,
}

/// The choices that can be changed. The default is the interpretation that `walkmesh` considers most likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The floors that the height query finds.
    pub floor_materials: FloorMaterials,
    /// The floor that it takes if several are at one point.
    pub face_of_several: FaceOfSeveral,
    /// The faces of a room that are walls.
    pub wall_materials: WallMaterials,
    /// The heights at which objects block sight.
    pub objects_in_sight: ObjectsInSight,
    /// The cells to which a step of the grid planner leads.
    pub grid_neighbours: GridNeighbours,
    /// Number of passes of the search over path points in one call, which the game ends after 1 ms; 8 by default, at least 1. The next call
    /// continues with a larger bound, so the clock decides which path is found.
    pub passes_per_call: u32,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            floor_materials: FloorMaterials::default(),
            face_of_several: FaceOfSeveral::default(),
            wall_materials: WallMaterials::default(),
            objects_in_sight: ObjectsInSight::default(),
            grid_neighbours: GridNeighbours::default(),
            passes_per_call: 8,
        }
    }
}

setters! { impl Choices {
    with_floor_materials(floor_materials: FloorMaterials);
    with_face_of_several(face_of_several: FaceOfSeveral);
    with_wall_materials(wall_materials: WallMaterials);
    with_objects_in_sight(objects_in_sight: ObjectsInSight);
    with_grid_neighbours(grid_neighbours: GridNeighbours);
    with_passes_per_call(passes_per_call: u32);
} }

/// Distance below the feet and above the head at which a wall still counts, in metres. **Reported.**
pub const HEIGHT_MARGIN: f64 = 0.1;
/// Distance that others keep from the centre of a creature whose row of `appearance.2da` is not found, in metres: a small humanoid.
/// Typical ones are reported to have 0.36 to 0.40.
pub const CREATURE_RADIUS: f32 = 0.36;
/// Distance that two creatures keep from each other beyond both radii, in metres. **Reported.**
pub const CREATURE_MARGIN: f64 = 0.01;
/// Distance beyond the ends of a line within which creatures are searched, along x, in metres. **Reported.**
pub const CREATURE_WINDOW: f64 = 6.0;
/// Height of a creature's eyes above the feet, in metres. **Reported.**
pub const EYES: f32 = 1.5;
/// Maximum number of seams that a straight walk crosses. The engine has no limit; real walks cross a few.
pub const SEAMS: usize = 1 << 12;
/// Maximum number of rooms that a straight walk passes through at one corner. The engine's rule for corners is not known.
pub const ROOMS_AT_CORNER: usize = 8;
/// Maximum number of positions that a search for a safe one tries. The engine has no limit; within 20 m, a humanoid has 6,400.
pub const SAFE_SPOTS: usize = 1 << 16;
/// Number of times that the engine tries to plan before it gives up. **Reported.**
pub const CALLS: u32 = 100;
/// Number of points that a pass of the search over path points visits before the plan fails. **Reported.**
pub const EXPANSIONS: u32 = 4096;
/// Slack of the first pass: a path may be this much longer than half the distance, in metres. **Reported.**
pub const FIRST_SLACK: f64 = 10.0;
/// Half the side of the square in which path points are searched, and the step by which it grows, in metres. **Reported.**
pub const WINDOW: f64 = 10.0;
/// Number of squares that are searched. **Reported.**
pub const WINDOWS: u32 = 50;
/// Distance from its ends within which a plan looks for safe positions, in metres. **Reported.**
pub const PLANNER_REACH: f32 = 2.0;
/// Distance within which an attack uses only the grid, in metres. **Reported.**
pub const ATTACK_RANGE: f64 = 5.0;
/// The first share of a bisection, its first step, and its minimum step. **Reported.**
pub const BISECTION: [f64; 3] = [0.5, 0.25, 0.005];
/// Minimum side of a cell of the grid, in metres. **Reported.**
pub const MIN_CELL: f64 = 0.1;
/// Number of cells that a pass on the grid visits. **Reported.**
pub const GRID_EXPANSIONS: u32 = 64;
/// Number of cells by which a path on the grid may be longer than the straight line, in the first pass and before the search ends.
/// **Reported.**
pub const GRID_SLACK: [i32; 2] = [4, 36];
/// The cosine of the sharpest turn that is left unchanged. **Reported.**
pub const CORNER_TURN: f64 = 0.9;
/// Minimum length that is cut off a corner, in metres. **Reported.**
pub const CORNER_CUT: f64 = 0.1;
/// Maximum number of pieces of a metre into which a path is cut, before pieces get longer. The engine has no limit.
pub const PIECES: f64 = 16_384.0;
/// Maximum number of links of a file that are used. The engine has no limit; real files have at most 790.
pub const MAX_LINKS: usize = 1 << 14;
