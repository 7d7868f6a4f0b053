//! The JSON document with the footprints of models. An error names the appearance and the field.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    /// For each appearance, a row of `placeables.2da`, what its model does.
    pub placeables: Placeables,
}

/// The models, in the order of the file.
#[derive(Default)]
pub(super) struct Placeables(pub Vec<(u32, Model)>);

/// What a model does to a walkmesh. Lengths are in metres, in the model's own coordinates.
#[derive(Default)]
pub(super) struct Model {
    /// What kind of footprint it is. Files without kinds have holes.
    pub kind: Option<Kind>,
    /// The polygons of a hole or a patch.
    pub polygons: Option<Vec<Vec<[f32; 2]>>>,
    /// A mesh beside the file: what it covers, seen from above, is a hole, or it is the walk mesh.
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
    /// What people call the model.
    pub name: Option<String>,
    /// A remark for people.
    pub note: Option<String>,
    /// From how many placeables it was measured.
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

/// Reads a map entry by entry with a function.
struct Entries<T> {
    expecting: &'static str,
    read: PhantomData<T>,
}

/// What is made of the entries of a map.
trait OfEntries<'de>: Default {
    fn read_entry<A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<bool, A::Error>;
}

impl<'de, T: OfEntries<'de>> Visitor<'de> for Entries<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut value = T::default();
        while value.read_entry(&mut map)? {}
        Ok(value)
    }
}

impl<'de> OfEntries<'de> for Placeables {
    fn read_entry<A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<bool, A::Error> {
        let Some(appearance) = map.next_key::<u32>()? else { return Ok(false) };
        let model = map.next_value();
        self.0.push((
            appearance,
            model.map_err(|error| A::Error::custom(format_args!("placeable {appearance}: {error}")))?,
        ));
        Ok(true)
    }
}

impl<'de> OfEntries<'de> for Model {
    fn read_entry<A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<bool, A::Error> {
        let Some(field) = map.next_key::<String>()? else { return Ok(false) };
        match &field[..] {
            "kind" => read(&mut self.kind, &field, map),
            "polygons" => read(&mut self.polygons, &field, map),
            "mesh" => read(&mut self.mesh, &field, map),
            "helper" => read(&mut self.helper, &field, map),
            "vertices" => read(&mut self.vertices, &field, map),
            "faces" => read(&mut self.faces, &field, map),
            "flags" => read(&mut self.flags, &field, map),
            "links" => read(&mut self.links, &field, map),
            "linked_sides" => read(&mut self.linked_sides, &field, map),
            "name" => read(&mut self.name, &field, map),
            "note" => read(&mut self.note, &field, map),
            "instances" => read(&mut self.instances, &field, map),
            // How well a footprint was measured. A bake does not ask.
            "corners_found" | "evidence" => map.next_value::<IgnoredAny>().map(|_| ()),
            _ => Err(A::Error::custom(format_args!("unknown field `{field}`"))),
        }?;
        Ok(true)
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

impl<'de> Deserialize<'de> for Placeables {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Entries { expecting: "a model for each appearance", read: PhantomData })
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Entries { expecting: "the fields of a model", read: PhantomData })
    }
}
