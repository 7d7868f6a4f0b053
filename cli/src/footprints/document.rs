//! The JSON document with the footprints of models. An error names the appearance and the field.

use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Takes a model of an appearance, a row of `placeables.2da`.
pub(super) type Take<'t> = dyn FnMut(u32, Model) -> anyhow::Result<()> + 't;

/// Reads the document, and gives each model to `take` as soon as it is read, in the order of the file. So only one model is held
/// at a time.
///
/// # Errors
/// Errors in the JSON, and errors from `take`.
pub(super) fn read_models(bytes: &[u8], take: &mut Take<'_>) -> anyhow::Result<()> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let mut models = Models { take, refused: None };
    let read = Document(&mut models).deserialize(&mut json).and_then(|()| json.end());
    match models.refused {
        Some(refused) => Err(refused),
        None => Ok(read?),
    }
}

/// The receiver of the models, and the reason why a model was rejected.
struct Models<'m, 't> {
    take: &'m mut Take<'t>,
    refused: Option<anyhow::Error>,
}

/// The document, which has the field `placeables` and no other.
struct Document<'d, 'm, 't>(&'d mut Models<'m, 't>);

/// For each appearance, its model.
struct Placeables<'d, 'm, 't>(&'d mut Models<'m, 't>);

/// The effect of a model on a walkmesh. Lengths are in metres, in the model's own coordinates.
#[derive(Default)]
pub(super) struct Model {
    /// The kind of the footprint. Files without kinds have holes.
    pub kind: Option<Kind>,
    /// The polygons of a hole or a patch.
    pub polygons: Option<Vec<Vec<[f32; 2]>>>,
    /// A mesh beside the file: either the area that it covers in the plan view is a hole, or it is the walk mesh.
    pub mesh: Option<String>,
    /// A mesh beside the file that is the walk mesh, in files without kinds.
    pub helper: Option<String>,
    /// The vertices of a walk mesh.
    pub vertices: Option<Vec<[f32; 3]>>,
    /// The corners of its faces.
    pub faces: Option<Vec<[u32; 3]>>,
    /// The flags of its faces.
    pub flags: Option<Flags>,
    /// Its link vertices.
    pub links: Option<Vec<u32>>,
    /// Its linked sides: a face, and its side 0, 1 or 2.
    pub linked_sides: Option<Vec<(u32, u8)>>,
    /// The model's name for people.
    pub name: Option<String>,
    /// A remark for people.
    pub note: Option<String>,
    /// Number of placeables from which it was measured.
    pub instances: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Hole,
    Patch,
    WalkMesh,
}

/// The flags of a walk mesh: a class such as `walkable stone` for all faces, or the bits of each.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a class such as \"walkable stone\", or a list of numbers from 0 to 65535")]
pub(super) enum Flags {
    OfAll(String),
    OfEach(Vec<u16>),
}

impl<'de> DeserializeSeed<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a document with the field `placeables`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut is_read = false;
        while let Some(field) = map.next_key::<String>()? {
            if field != "placeables" {
                return Err(A::Error::unknown_field(&field, &["placeables"]));
            }
            if is_read {
                return Err(A::Error::duplicate_field("placeables"));
            }
            map.next_value_seed(Placeables(self.0))?;
            is_read = true;
        }
        if is_read { Ok(()) } else { Err(A::Error::missing_field("placeables")) }
    }
}

impl<'de> DeserializeSeed<'de> for Placeables<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Placeables<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a model for each appearance")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(appearance) = map.next_key::<u32>()? {
            let model = map.next_value();
            let model = model.map_err(|error| A::Error::custom(format_args!("placeable {appearance}: {error}")))?;
            if let Err(error) = (self.0.take)(appearance, model) {
                self.0.refused = Some(error);
                return Err(A::Error::custom("a model was refused"));
            }
        }
        Ok(())
    }
}

/// Reads a [`Model`] field by field.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Model;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a model")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Model, A::Error> {
        let mut model = Model::default();
        while let Some(field) = map.next_key::<String>()? {
            model.read_field(&field, &mut map)?;
        }
        Ok(model)
    }
}

impl Model {
    /// Reads the value of a field.
    fn read_field<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<(), A::Error> {
        match field {
            "kind" => read(&mut self.kind, field, map),
            "polygons" => read(&mut self.polygons, field, map),
            "mesh" => read(&mut self.mesh, field, map),
            "helper" => read(&mut self.helper, field, map),
            "vertices" => read(&mut self.vertices, field, map),
            "faces" => read(&mut self.faces, field, map),
            "flags" => read(&mut self.flags, field, map),
            "links" => read(&mut self.links, field, map),
            "linked_sides" => read(&mut self.linked_sides, field, map),
            "name" => read(&mut self.name, field, map),
            "note" => read(&mut self.note, field, map),
            "instances" => read(&mut self.instances, field, map),
            // The quality of a measured footprint. A bake ignores it.
            "corners_found" | "evidence" => map.next_value::<IgnoredAny>().map(|_| ()),
            _ => Err(A::Error::custom(format_args!("unknown field `{field}`"))),
        }
    }
}

/// Reads the value of a field, which may be null.
fn read<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    into: &mut Option<T>,
    field: &str,
    map: &mut A,
) -> Result<(), A::Error> {
    if into.is_some() {
        return Err(A::Error::custom(format_args!("the field `{field}` stands here twice")));
    }
    *into = map.next_value().map_err(|error| A::Error::custom(format_args!("`{field}`: {error}")))?;
    Ok(())
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Fields)
    }
}
