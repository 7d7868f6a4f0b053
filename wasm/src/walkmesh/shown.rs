//! What is drawn: triangles in typed arrays, their classes and parts, marks and lines.

use js_sys::{Array, Float32Array, Int32Array, Object, Uint32Array};
use serde::Serialize;
use walkmesh::mesh::Ray;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Walkmesh, set};
use crate::answers::object;
use crate::area::State;
use crate::class_object::class_objects;
use crate::connected_parts::connected_parts_of;
use crate::error::throw;
use crate::face_info;
use crate::lines::lines_of;
use crate::model::PartOf;
use crate::source::Source;

#[wasm_bindgen]
impl Walkmesh {
    /// All triangles: `positions`, three numbers a vertex; `indices`, three a triangle; `classes`, for each triangle the
    /// place of its class in the list of [`classes`](Self::classes).
    #[wasm_bindgen(unchecked_return_type = "Triangles")]
    #[must_use]
    pub fn triangles(&self) -> JsValue {
        let model = self.model();
        let triangles = Object::new();
        set(&triangles, "positions", Float32Array::from(model.points.as_flattened()));
        set(&triangles, "indices", Uint32Array::from(model.corners.as_flattened()));
        set(&triangles, "classes", Uint32Array::from(&*model.class_of));
        set(&triangles, "numbers", Uint32Array::from(&*model.numbers));
        triangles.into()
    }

    /// The classes of triangles: materials of KotOR, flags of NWN2, events of Silkroad.
    #[wasm_bindgen(unchecked_return_type = "TriangleClass[]")]
    pub fn classes(&self) -> Result<JsValue, JsValue> {
        object(&class_objects(&self.model().classes))
    }

    /// The parts: the rooms and objects of an area, the blocks of a dungeon. Their triangles follow one another.
    #[wasm_bindgen(unchecked_return_type = "Part[]")]
    pub fn parts(&self) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct PartObject<'m> {
            kind: &'static str,
            name: &'m str,
            first: usize,
            count: usize,
        }
        let part = |part: &'_ crate::model::Part| {
            let kind = match part.of {
                PartOf::File => "file",
                PartOf::Room(_) => "room",
                PartOf::Object(_) => "object",
                PartOf::Block(_) => "block",
            };
            (kind, part.first, part.count)
        };
        let parts = self.model().parts.iter().map(|it| {
            let (kind, first, count) = part(it);
            PartObject { kind, name: &it.name, first, count }
        });
        object(&parts.collect::<Vec<_>>())
    }

    /// Marks: transitions, hooks, doors, placeables and positions.
    #[wasm_bindgen(unchecked_return_type = "Mark[]")]
    pub fn marks(&self) -> Result<JsValue, JsValue> {
        object(&self.model().marks)
    }

    /// Layers of lines. Six numbers make a segment.
    #[wasm_bindgen(unchecked_return_type = "Lines[]")]
    #[must_use]
    pub fn lines(&self) -> JsValue {
        let layers = lines_of(&self.source).into_iter().map(|lines| {
            let layer = Object::new();
            set(&layer, "kind", lines.kind);
            set(&layer, "positions", Float32Array::from(lines.points.as_flattened()));
            layer
        });
        layers.collect::<Array>().into()
    }

    /// For each triangle the number of its connected part, which is computed; -1 where it has none.
    #[wasm_bindgen(js_name = connectedParts)]
    #[must_use]
    pub fn connected_parts(&self) -> Int32Array {
        Int32Array::from(&*connected_parts_of(&self.source, self.model()))
    }

    /// What is known of a triangle; `undefined` if it does not exist.
    #[wasm_bindgen(unchecked_return_type = "FaceInfo | undefined")]
    pub fn face(&self, triangle: u32) -> Result<JsValue, JsValue> {
        match face_info::info(&self.source, self.model(), triangle as usize) {
            Some(info) => object(&info),
            None => Ok(JsValue::UNDEFINED),
        }
    }

    /// The first triangle of any class that a ray meets, for picking with a pointer; `undefined` if it meets none.
    #[wasm_bindgen(unchecked_return_type = "{ triangle: number, distance: number } | undefined")]
    pub fn pick(&self, origin: &[f32], direction: &[f32]) -> Result<JsValue, JsValue> {
        let vector = |values: &[f32]| <[f32; 3]>::try_from(values).map_err(throw("QueryError"));
        let ray = Ray::new(vector(origin)?, vector(direction)?, f32::INFINITY).map_err(throw("QueryError"))?;
        let Some((triangle, distance)) = self.model().pick(&ray) else { return Ok(JsValue::UNDEFINED) };
        let hit = Object::new();
        set(&hit, "triangle", triangle as u32);
        set(&hit, "distance", distance);
        Ok(hit.into())
    }

    /// The doors and placeables, with the states that are at hand.
    #[wasm_bindgen(unchecked_return_type = "PlacedObject[]")]
    pub fn objects(&self) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct PlacedObject<'o> {
            name: &'o str,
            position: [f32; 3],
            states: Vec<&'static str>,
            state: &'static str,
        }
        let Source::Area { files, .. } = &self.source else { return Ok(Array::new().into()) };
        let objects = files.objects.iter().map(|it| PlacedObject {
            name: &it.name,
            position: it.stand.position,
            states: it.states.iter().map(State::label).collect(),
            state: it.states[it.state].label(),
        });
        object(&objects.collect::<Vec<_>>())
    }
}
