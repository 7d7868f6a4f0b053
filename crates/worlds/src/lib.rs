//! Strategies for walkable worlds, for your own property tests.
//!
//! The strategies of `walkmesh_formats::valid` make files that can be read, but few of them are walkable. The strategies here make
//! plausible places: rooms and corridors on up to three storeys, joined by ramps, with holes in their floors and floors above each other. A
//! world is one connected part, its coordinates stay within [`RANGE`], every face can be walked and reached, and it is baked and linked, so
//! that a check finds no error. Worlds shrink to a single square: first rooms and storeys go, then holes, then the unevenness.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest!(ProptestConfig::with_cases(4), |(area in walkmesh_worlds::kotor_areas())| {
//!     prop_assert!(area.rooms().count() > 0);
//! });
//! ```

mod kotor;
mod nwn2;
mod recipe;
mod silkroad;
mod surface;

use proptest::prelude::*;

pub use silkroad::SilkroadWorld;
pub use surface::Surface;

/// Maximum distance of a [`Surface`]'s coordinates from the origin, in metres. Coordinates of an NWN2 area are not
/// negative; coordinates of a Silkroad dungeon are in game units, [`SILKROAD_UNITS`] of them per metre.
pub const RANGE: f32 = 512.0;

/// Number of Silkroad's game units in a metre of a [`Surface`]. The games do not define it; with 20, a square of a
/// floor is 60 units wide, as in files of the game.
pub const SILKROAD_UNITS: f32 = 20.0;

/// Surfaces that are independent of games.
pub fn surfaces() -> impl Strategy<Value = Surface> {
    recipe::recipes().prop_map(|recipe| recipe.build())
}

/// KotOR rooms: one baked WOK with the whole world.
pub fn kotor_rooms() -> impl Strategy<Value = walkmesh::kotor::Walkmesh> {
    surfaces().prop_map(|surface| surface.to_kotor_room())
}

/// KotOR areas: one WOK for each room, with a layout, and transitions where rooms touch.
pub fn kotor_areas() -> impl Strategy<Value = walkmesh::kotor::Area> {
    surfaces().prop_map(|surface| surface.to_kotor_area())
}

/// NWN2 areas: baked, as in a TRX.
pub fn nwn2_areas() -> impl Strategy<Value = walkmesh::nwn2::Terrain> {
    surfaces().prop_map(|surface| surface.to_nwn2_area())
}

/// Silkroad dungeons: floors, and the tables baked from them.
pub fn silkroad_dungeons() -> impl Strategy<Value = SilkroadWorld> {
    surfaces().prop_map(|surface| surface.to_silkroad_dungeon())
}
