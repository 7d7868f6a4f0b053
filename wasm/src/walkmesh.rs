//! [`Walkmesh`]: the class that users start from.

use std::cell::{OnceCell, RefCell};

use js_sys::{Array, Float32Array, Int32Array, Object, Reflect, Uint8Array, Uint32Array};
use serde::Serialize;
use walkmesh::any::{AnyFile, Navigator};
use walkmesh::exchange::Up;
use walkmesh::mesh::Ray;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::{PathAnswer, SightAnswer, object};
use crate::check::check_source;
use crate::edit;
use crate::error::{throw, thrown};
use crate::face_info;
use crate::files::Files;
use crate::islands::islands_of;
use crate::lines::lines_of;
use crate::location::{faces, location, point, point_in_space};
use crate::model::{Model, PartOf};
use crate::sight::seen_from;
use crate::source::Source;

/// A walkmesh of any game, the rooms of a KotOR area, or a Silkroad dungeon.
///
/// Methods throw an `Error` whose `message` is the library's text, and whose `name` says what failed: `OpenError`,
/// `QueryError`, `EditError` and so on. A query without an answer throws nothing: the answer has the reason.
#[wasm_bindgen]
pub struct Walkmesh {
    source: Source,
    model: OnceCell<Model>,
    navigator: RefCell<Option<Navigator>>,
    /// What a paint changed: the notes, the part, and the tables that differ.
    painted: Option<Painted>,
}

struct Painted {
    part: PartOf,
    notes: Vec<String>,
    changes: Vec<walkmesh::diff::TableDiff>,
}

impl From<Source> for Walkmesh {
    fn from(source: Source) -> Self {
        Self { source, model: OnceCell::new(), navigator: RefCell::default(), painted: None }
    }
}

/// Sets a property of a plain object.
fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // A property of a fresh object can always be set.
    let _ = Reflect::set(object, &key.into(), &value.into());
}

impl Walkmesh {
    fn model(&self) -> &Model {
        self.model.get_or_init(|| Model::of(&self.source))
    }

    /// Asks the navigator, which is made at the first question.
    fn ask<T>(&self, question: impl FnOnce(&Navigator) -> Result<T, JsValue>) -> Result<T, JsValue> {
        let mut navigator = self.navigator.borrow_mut();
        let navigator = match &mut *navigator {
            Some(navigator) => navigator,
            empty => empty.insert(self.source.navigator()?),
        };
        question(navigator)
    }
}

#[wasm_bindgen]
impl Walkmesh {
    /// Opens a file, whose kind is detected from its bytes. Its name, without folders, tells a placeable or door from a room.
    pub fn open(bytes: Vec<u8>, name: String) -> Result<Self, JsValue> {
        let mut files = Files::new();
        files.add(name, bytes);
        Self::open_all(files)
    }

    /// Opens files that belong together.
    #[wasm_bindgen(js_name = openAll)]
    pub fn open_all(files: Files) -> Result<Self, JsValue> {
        Source::open(files).map(Self::from)
    }

    /// The name of the file; in an area that of its layout, and in a dungeon that of its DOF.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> String {
        self.source.name().to_owned()
    }

    /// What it is, such as `a KotOR walkmesh`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn kind(&self) -> String {
        self.source.description()
    }

    /// The axis that points up: `z` (KotOR and NWN2, in metres) or `y` (Silkroad, in game units).
    #[wasm_bindgen(getter, unchecked_return_type = "\"y\" | \"z\"")]
    #[must_use]
    pub fn up(&self) -> String {
        (if self.source.up() == Up::Y { "y" } else { "z" }).to_owned()
    }

    /// The file in numbers, as `walkmesh info --json` has it; in an area a list of its rooms.
    #[wasm_bindgen(unchecked_return_type = "Record<string, unknown>")]
    pub fn summary(&self) -> Result<JsValue, JsValue> {
        let of = |file: &AnyFile, layout| file.summary(layout).map_err(throw("SummaryError"));
        match &self.source {
            Source::File { file, .. } => object(&of(file, None)?),
            Source::Area { files, .. } => {
                let mut rooms = serde_json::Map::new();
                for (id, room) in files.area.rooms() {
                    let name = files.area.layout().room(id).map_or_else(String::new, |room| room.name.clone());
                    let summary = of(&AnyFile::Bwm(room.clone()), Some(files.area.layout()))?;
                    rooms.insert(name, serde_json::to_value(summary).map_err(throw("SummaryError"))?);
                }
                object(&rooms)
            }
            Source::Dungeon(dungeon) => match &dungeon.tables {
                Some(tables) => object(&of(&AnyFile::AiNav(tables.clone()), None)?),
                None => object(&of(&AnyFile::Dof(dungeon.dof.clone()), None)?),
            },
        }
    }

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
        object(&self.model().classes.iter().map(ClassObject::of).collect::<Vec<_>>())
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

    /// For each triangle its island (NWN2, as stored) or connected part; -1 where it has none.
    #[must_use]
    pub fn islands(&self) -> Int32Array {
        Int32Array::from(&*islands_of(&self.source, self.model()))
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

    /// The path from one location to another, as `walkmesh path --json` has it: in KotOR the shortest one over walkable
    /// faces; in NWN2 and Silkroad the game's own route, through the stored tables.
    #[wasm_bindgen(unchecked_return_type = "PathAnswer")]
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| object(&PathAnswer::of(navigator.path(from, to))?))
    }

    /// The shortest path over the triangles, in games whose [`path`](Self::path) follows stored tables; `undefined` in
    /// others.
    #[wasm_bindgen(js_name = shortestPath, unchecked_return_type = "PathAnswer | undefined")]
    pub fn shortest_path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| match navigator.shortest_path(from, to).transpose() {
            Some(answer) => object(&PathAnswer::of(answer)?),
            None => Ok(JsValue::UNDEFINED),
        })
    }

    /// All floors at a point of the plan view, by ascending height.
    #[wasm_bindgen(js_name = floorsAt, unchecked_return_type = "Floor[]")]
    pub fn floors_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] at: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Faces")] which: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let (at, which) = (point(at)?, faces(which.as_deref())?);
        self.ask(|navigator| object(&navigator.floors_at(at, which).map_err(throw("QueryError"))?))
    }

    /// The walkable point that is nearest to another point; `null` if there is none.
    #[wasm_bindgen(unchecked_return_type = "Nearest | null")]
    pub fn nearest(&self, #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue) -> Result<JsValue, JsValue> {
        let to = point(to)?;
        self.ask(|navigator| object(&navigator.nearest(to).map_err(throw("QueryError"))?))
    }

    /// The first face that a ray from point to point meets; `null` if it meets none.
    #[wasm_bindgen(unchecked_return_type = "Hit | null")]
    pub fn raycast(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Faces")] which: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let (from, to) = (point_in_space(from)?, point_in_space(to)?);
        let which = faces(which.as_deref())?;
        self.ask(|navigator| object(&navigator.raycast(from, to, which).map_err(throw("QueryError"))?))
    }

    /// Whether two locations see each other.
    #[wasm_bindgen(js_name = lineOfSight, unchecked_return_type = "SightAnswer")]
    pub fn line_of_sight(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Location")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Location")] to: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (from, to) = (location(from)?, location(to)?);
        self.ask(|navigator| object(&SightAnswer::of(navigator.line_of_sight(from, to))?))
    }

    /// For each triangle 1 if it is seen from another triangle, 2 if it is hidden, and 0 if that is not known; `undefined`
    /// in games without sight. NWN2: by the stored table of the tile, where 2 means "not known to be clear". KotOR: between
    /// eyes 1.7 m above the middles of walkable faces.
    #[wasm_bindgen(js_name = seenFrom)]
    pub fn seen_from(&self, triangle: u32) -> Result<Option<Uint8Array>, JsValue> {
        let seen =
            match self.ask(|navigator| Ok(seen_from(&self.source, self.model(), Some(navigator), triangle as usize))) {
                Ok(seen) => seen,
                Err(_) => seen_from(&self.source, self.model(), None, triangle as usize),
            };
        Ok(seen.map(|seen| Uint8Array::from(&*seen)))
    }

    /// Checks by every rule of the game. At most `per_rule` findings of each rule are listed, 200 if it is not given.
    #[wasm_bindgen(unchecked_return_type = "FindingsReport")]
    pub fn check(&self, per_rule: Option<u32>) -> Result<JsValue, JsValue> {
        check_source(&self.source, self.model(), per_rule)
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
            states: it.states.iter().map(crate::area::State::label).collect(),
            state: it.states[it.state].label(),
        });
        object(&objects.collect::<Vec<_>>())
    }

    /// The same area with a door in another state: `closed`, `open1` or `open2`.
    #[wasm_bindgen(js_name = withDoor)]
    pub fn with_door(&self, door: u32, state: &str) -> Result<Walkmesh, JsValue> {
        let mut source = self.source.clone();
        match &mut source {
            Source::Area { files, .. } => files.set_state(door as usize, state)?,
            Source::File { .. } | Source::Dungeon(_) => return Err(thrown("Error", "only an area has doors to open")),
        }
        Ok(source.into())
    }

    /// The classes that faces can be painted with; none in games without edits.
    #[wasm_bindgen(unchecked_return_type = "TriangleClass[]")]
    pub fn paints(&self) -> Result<JsValue, JsValue> {
        object(&edit::paints(&self.source).iter().map(ClassObject::of).collect::<Vec<_>>())
    }

    /// A copy with triangles painted with a class, by its name or number, and with everything baked that follows from it.
    /// The triangles must be of one file.
    pub fn painted(&self, triangles: &[u32], with: &str) -> Result<Walkmesh, JsValue> {
        let (source, part, notes) = edit::painted(&self.source, self.model(), triangles, with)?;
        let changes = edit::changes(&self.source, &source, part);
        Ok(Self { painted: Some(Painted { part, notes, changes }), ..source.into() })
    }

    /// What [`painted`](Self::painted) changed in the file: a sentence for each edit, and the tables that differ;
    /// `undefined` for a walkmesh that was not painted.
    #[wasm_bindgen(unchecked_return_type = "Changes | undefined")]
    pub fn changes(&self) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct Changes<'c> {
            notes: &'c [String],
            tables: &'c [walkmesh::diff::TableDiff],
            text: String,
        }
        let Some(Painted { notes, changes, .. }) = &self.painted else { return Ok(JsValue::UNDEFINED) };
        let text = changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        object(&Changes { notes, tables: changes, text })
    }

    /// The bytes of the file; of a painted area, those of the painted room.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>, JsValue> {
        self.saved().map(|(_, bytes)| bytes)
    }

    /// The name of the file whose bytes [`toBytes`](Self::to_bytes) gives.
    #[wasm_bindgen(js_name = fileName)]
    pub fn file_name(&self) -> Result<String, JsValue> {
        self.saved().map(|(name, _)| name)
    }

    fn saved(&self) -> Result<(String, Vec<u8>), JsValue> {
        edit::bytes_of(&self.source, self.painted.as_ref().map_or(PartOf::File, |painted| painted.part))
    }
}

/// A class as a plain object.
#[derive(Serialize)]
struct ClassObject<'c> {
    number: u32,
    name: &'c str,
    label: String,
    color: [u8; 3],
    walkable: bool,
}

impl<'c> ClassObject<'c> {
    fn of(class: &'c walkmesh::exchange::Class) -> Self {
        Self {
            number: class.number,
            name: &class.name,
            label: class.label(),
            color: class.color,
            walkable: class.walkable,
        }
    }
}
