//! Queries: paths, floors, rays, lines of sight, and the findings of a check.

use js_sys::Uint8Array;
use walkmesh::mesh::WalkerSize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Walkmesh;
use crate::answers::{self, SightAnswer, object};
use crate::check::check_level;
use crate::error::{Thrown, throw};
use crate::location::{faces, location, point, point_in_space};

#[wasm_bindgen]
impl Walkmesh {
    /// The path from one location to another, in the form of `walkmesh path --json`: in KotOR the shortest one over
    /// walkable faces; in NWN2 and Silkroad the game's own route, through the stored tables.
    #[wasm_bindgen(unchecked_return_type = "PathAnswer")]
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| answers::path(from, to, navigator.path(from, to)))
    }

    /// True if [`path`](Self::path) follows stored tables, as in NWN2 and Silkroad.
    #[wasm_bindgen(js_name = followsTables)]
    pub fn follows_tables(&self) -> Result<bool, Thrown> {
        self.ask(|navigator| Ok(navigator.follows_tables()))
    }

    /// The shortest path over the triangles; `undefined` for a Silkroad dungeon, whose tables define where creatures
    /// walk.
    #[wasm_bindgen(js_name = shortestPath, unchecked_return_type = "PathAnswer | undefined")]
    pub fn shortest_path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| match navigator.shortest_path(from, to).transpose() {
            Some(answer) => answers::path(from, to, answer),
            None => Ok(JsValue::UNDEFINED),
        })
    }

    /// The overlaps of the walkable floor of this level with another one that has the same coordinates: for each pair
    /// of parts the overlapping area, seen from above, the largest first. `reach` is the maximum difference in height,
    /// in the game's units.
    #[wasm_bindgen(unchecked_return_type = "Overlap[]")]
    pub fn overlaps(&self, other: &Self, reach: f32) -> Result<JsValue, Thrown> {
        object(&self.shown().view.overlaps(&other.shown().view, reach))
    }

    /// The shortest path of a walker with a radius and a height, in metres, as `walkmesh path --radius --height` finds
    /// it; KotOR and NWN2.
    #[wasm_bindgen(js_name = shortestPathOf, unchecked_return_type = "PathAnswer")]
    pub fn shortest_path_of(
        &self,
        radius: f32,
        height: f32,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let (from, to) = (location(from)?, location(to)?);
        let walker = WalkerSize::new(radius).with_height(height);
        self.ask(|navigator| answers::path(from, to, navigator.path_of(walker, from, to)))
    }

    /// All floors at a point of the plan view, by ascending height.
    #[wasm_bindgen(js_name = floorsAt, unchecked_return_type = "Floor[]")]
    pub fn floors_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] at: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Faces")] which: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let (at, which) = (point(at)?, faces(which.as_deref())?);
        self.ask(|navigator| object(&navigator.floors_at(at, which).map_err(throw("QueryError"))?))
    }

    /// The nearest walkable point to a point; `null` without one.
    #[wasm_bindgen(unchecked_return_type = "Nearest | null")]
    pub fn nearest(&self, #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue) -> Result<JsValue, Thrown> {
        let to = point(to)?;
        self.ask(|navigator| object(&navigator.nearest(to).map_err(throw("QueryError"))?))
    }

    /// The first face that a ray from point to point hits; `null` if it hits none.
    #[wasm_bindgen(unchecked_return_type = "Hit | null")]
    pub fn raycast(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Faces")] which: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let (from, to) = (point_in_space(from)?, point_in_space(to)?);
        let which = faces(which.as_deref())?;
        self.ask(|navigator| object(&navigator.raycast(from, to, which).map_err(throw("QueryError"))?))
    }

    /// The line of sight between two locations.
    #[wasm_bindgen(js_name = lineOfSight, unchecked_return_type = "SightAnswer")]
    pub fn line_of_sight(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| object(&SightAnswer::new(navigator.sight(from, to))?))
    }

    /// For each triangle, 1 if it is seen from the given triangle, 2 if it is hidden, and 0 if unknown; `undefined` in
    /// games without sight and in an NWN2 area that is not baked. NWN2: by the stored table of the tile, where 2 means
    /// "not known to be clear". KotOR: between eyes 1.7 m above the centres of walkable faces.
    #[wasm_bindgen(js_name = seenFrom)]
    #[must_use]
    pub fn seen_from(&self, triangle: u32) -> Option<Uint8Array> {
        let view = &self.shown().view;
        let seen = self.ask(|navigator| Ok(navigator.seen_from(view, triangle as usize))).ok()??;
        let number = |seen: Option<bool>| seen.map_or(0, |seen| if seen { 1 } else { 2 });
        Some(Uint8Array::from(&*seen.into_iter().map(number).collect::<Vec<u8>>()))
    }

    /// Checks all rules of the game. At most `per_rule` findings of each rule are listed, by default 200.
    #[wasm_bindgen(unchecked_return_type = "FindingsReport")]
    pub fn check(&self, per_rule: Option<u32>) -> Result<JsValue, Thrown> {
        object(&check_level(&self.state.level, &self.shown().view, per_rule)?)
    }
}
