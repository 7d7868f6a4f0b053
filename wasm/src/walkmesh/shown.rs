//! Drawing: triangles in typed arrays, their classes and parts, marks and lines.

use js_sys::{Array, Float32Array, Int32Array, Object, Uint32Array};
use serde::Serialize;
use walkmesh::kotor::DoorState;
use walkmesh::mesh::Ray;
use walkmesh::picture::{ColorBy, Ink};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Walkmesh;
use crate::answers::{object, set};
use crate::class_object::class_objects;
use crate::error::{Thrown, throw, thrown};
use crate::location::point_in_space;

/// A colour and its meaning.
#[derive(Serialize)]
struct LegendEntry<'c> {
    title: &'c str,
    ink: &'static str,
    number: u16,
}

/// Numbers in JavaScript form, with -1 for none.
fn numbers(all: &[Option<u32>]) -> Int32Array {
    let number = |it: &Option<u32>| it.and_then(|number| i32::try_from(number).ok()).unwrap_or(-1);
    Int32Array::from(&*all.iter().map(number).collect::<Vec<_>>())
}

impl Walkmesh {
    /// The number of each triangle's connected part.
    fn parts_of_triangles(&self) -> Vec<Option<u32>> {
        let view = &self.shown().view;
        let parts = self.ask(|navigator| Ok(navigator.connected_parts(view)));
        parts.unwrap_or_else(|_| vec![None; view.triangles.len()])
    }
}

#[wasm_bindgen]
impl Walkmesh {
    /// All triangles: `positions`, three coordinates per vertex; `indices`, three per triangle; `classes`, for each
    /// triangle the index of its class in the list of [`classes`](Self::classes).
    #[wasm_bindgen(unchecked_return_type = "Triangles")]
    #[must_use]
    pub fn triangles(&self) -> JsValue {
        let view = &self.shown().view;
        let triangles = Object::new();
        set(&triangles, "positions", Float32Array::from(view.points.as_flattened()));
        set(&triangles, "indices", Uint32Array::from(view.triangles.as_flattened()));
        set(&triangles, "classes", Uint32Array::from(&*view.class_of));
        set(&triangles, "numbers", Uint32Array::from(&*view.numbers));
        triangles.into()
    }

    /// The classes of triangles: materials of KotOR, flags of NWN2, events of Silkroad.
    #[wasm_bindgen(unchecked_return_type = "TriangleClass[]")]
    pub fn classes(&self) -> Result<JsValue, Thrown> {
        object(&class_objects(&self.shown().view.classes))
    }

    /// The parts: the rooms and objects of an area, the blocks of a dungeon. The triangles of each part are contiguous.
    #[wasm_bindgen(unchecked_return_type = "Part[]")]
    pub fn parts(&self) -> Result<JsValue, Thrown> {
        object(&self.shown().view.parts)
    }

    /// KotOR areas: the names of the rooms of the layout. Transitions use their indices, from 0. Empty for other
    /// levels.
    #[must_use]
    pub fn rooms(&self) -> Vec<String> {
        let rooms = self.state.level.kotor().area.map(|area| area.layout().rooms());
        rooms.unwrap_or_default().iter().map(|room| room.name.clone()).collect()
    }

    /// Marks: transitions, hooks, doors, placeables and positions.
    #[wasm_bindgen(unchecked_return_type = "Mark[]")]
    pub fn marks(&self) -> Result<JsValue, Thrown> {
        object(&self.shown().view.marks)
    }

    /// Layers of lines, with six coordinates per segment.
    #[wasm_bindgen(unchecked_return_type = "Lines[]")]
    #[must_use]
    pub fn lines(&self) -> JsValue {
        let layers = self.state.level.lines().into_iter().map(|lines| {
            let layer = Object::new();
            set(&layer, "kind", lines.kind.name());
            set(&layer, "positions", Float32Array::from(lines.points.as_flattened()));
            layer
        });
        layers.collect::<Array>().into()
    }

    /// For each triangle, the index of its computed connected part; -1 for none.
    #[wasm_bindgen(js_name = connectedParts)]
    #[must_use]
    pub fn connected_parts(&self) -> Int32Array {
        numbers(&self.parts_of_triangles())
    }

    /// The colours of the triangles as in `walkmesh draw`: by `material`, `walkable`, `part`, `height` or `slope`. An
    /// ink is the name of a palette, with an index in it; for a ramp the index is a step from 0 to 255. A triangle
    /// without a group has -1.
    #[wasm_bindgen(unchecked_return_type = "Coloring")]
    pub fn coloring(&self, by: &str) -> Result<JsValue, Thrown> {
        let by = ColorBy::named(by).ok_or_else(|| thrown("Error", format_args!("there is no coloring by {by}")))?;
        let parts = if by == ColorBy::Part { self.parts_of_triangles() } else { Vec::new() };
        let coloring = self.shown().view.coloring(by, &parts);
        let legend = coloring.groups.iter().map(|group| {
            let (ink, number) = match group.ink {
                Ink::Category(number) => ("category", number),
                Ink::Ramp(step) => ("ramp", u16::from(step)),
                Ink::Muted(number) => ("muted", number),
                _ => ("muted", 0),
            };
            LegendEntry { title: &group.title, ink, number }
        });
        let result = Object::new();
        set(&result, "legend", object(&legend.collect::<Vec<_>>())?);
        set(&result, "groups", numbers(&coloring.group_of));
        Ok(result.into())
    }

    /// The properties of a triangle; `undefined` if it does not exist.
    #[wasm_bindgen(unchecked_return_type = "FaceInfo | undefined")]
    pub fn face(&self, triangle: u32) -> Result<JsValue, Thrown> {
        let info = self.state.level.face_info(&self.shown().view, triangle as usize);
        info.as_ref().map_or(Ok(JsValue::UNDEFINED), object)
    }

    /// The first triangle of any class that a ray hits, for picking with a pointer; `undefined` if it hits none.
    #[wasm_bindgen(unchecked_return_type = "{ triangle: number, distance: number } | undefined")]
    pub fn pick(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] origin: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] direction: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let ray = Ray::new(point_in_space(origin)?, point_in_space(direction)?, f32::INFINITY)
            .map_err(throw("QueryError"))?;
        let Some((triangle, distance)) = self.shown().pick(&ray) else { return Ok(JsValue::UNDEFINED) };
        let hit = Object::new();
        set(&hit, "triangle", triangle as u32);
        set(&hit, "distance", distance);
        Ok(hit.into())
    }

    /// The doors and placeables, with the available states.
    #[wasm_bindgen(unchecked_return_type = "PlacedObject[]")]
    pub fn objects(&self) -> Result<JsValue, Thrown> {
        #[derive(Serialize)]
        struct PlacedObject<'o> {
            name: &'o str,
            position: [f32; 3],
            states: Vec<&'static str>,
            state: &'static str,
        }
        let objects = self.state.level.kotor().objects.iter().map(|it| PlacedObject {
            name: it.name(),
            position: it.placed().position(),
            states: it.states().map(DoorState::name).collect(),
            state: it.state().map_or("", DoorState::name),
        });
        object(&objects.collect::<Vec<_>>())
    }
}
