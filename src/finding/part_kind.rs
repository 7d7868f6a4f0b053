//! `PartKind`: the kind of a part of a place, such as a face, and the table of all kinds.

use std::cmp::Ordering;
use std::fmt;

/// Declares the kinds, each with its variant, its JSON name and its description.
macro_rules! part_kinds {
    ($($kind:ident $name:literal $doc:literal;)*) => {
        /// The kind of a part of a [`Place`](super::Place), such as a face.
        ///
        /// Most kinds are numbered from 0, as in the file. The name of a kind is in snake case and never changes: JSON uses
        /// it. The text of a kind is in words.
        ///
        /// ```
        /// use walkmesh::finding::PartKind;
        ///
        /// assert_eq!(PartKind::FromNode.name(), "from_node");
        /// assert_eq!(PartKind::FromNode.to_string(), "from node");
        /// assert_eq!(PartKind::from_name("from_node"), Some(PartKind::FromNode));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum PartKind {
            $(#[doc = $doc] $kind,)*
            /// A value or a table that occurs once in a file or a packet, with the name of its field, such as `version`.
            /// Only comparisons have such places, and only this library makes them.
            #[non_exhaustive]
            HeaderField(&'static str),
        }

        impl PartKind {
            /// Every kind, in alphabetical order, except the [fields of headers](Self::HeaderField).
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The stable name in snake case, such as `face` or `from_node`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                    Self::HeaderField(name) => name,
                }
            }
        }
    };
}

part_kinds! {
    AbsoluteUseHook "absolute_use_hook" "A use hook of KotOR as the file states it beside the model's position, from 1.";
    Adjacencies "adjacencies" "The table of adjacent faces of a KotOR walkmesh.";
    Blade "blade" "A blade of a tuft of grass on the ground of NWN2.";
    Block "block" "A block of a Silkroad dungeon.";
    Byte "byte" "A byte of data that is not read further.";
    Camera "camera" "A camera of talks in a KotOR area.";
    Cell "cell" "A cell of a block of Silkroad: a triangle of its floor.";
    ConnectedPart "connected_part" "A connected part of the walkable floor.";
    Creature "creature" "A creature in a KotOR area.";
    Distances "distances" "The table of the distances of planes of a KotOR walkmesh.";
    Door "door" "A door in a KotOR area, as its GIT lists it.";
    Edge "edge" "An edge. KotOR: a side of a face, `3 · face + side`. NWN2: an edge record. Silkroad: an edge of a block.";
    Encounter "encounter" "An encounter in a KotOR area.";
    EntryPoint "entry_point" "Where the player appears in a KotOR module.";
    Event "event" "The name of an event of a Silkroad floor.";
    Face "face" "A face of a KotOR walkmesh.";
    Field "field" "A field of a file, by its name: the one at which reading ended.";
    File "file" "A file of a level, by its name.";
    Floor "floor" "The name of a storey of a Silkroad dungeon.";
    FromBlock "from_block" "The block from which a route leads.";
    FromCell "from_cell" "The cell from which a route leads.";
    FromIsland "from_island" "The island from which a route leads.";
    FromNode "from_node" "The node of a tile's path table from which a step leads.";
    Gap "gap" "A gap between two parts of a file.";
    Grass "grass" "A sort of grass on the ground of NWN2.";
    Group "group" "A group of blocks of a Silkroad dungeon.";
    Header "header" "The header of a file.";
    Hook "hook" "A use hook of a door or placeable of KotOR, from 1.";
    Island "island" "An island of an NWN2 walkmesh.";
    Islands "islands" "The table of islands of an NWN2 walkmesh.";
    Item "item" "An item that lies in a KotOR area.";
    Layout "layout" "The layout of a KotOR area.";
    Light "light" "A light of a block of Silkroad.";
    Line "line" "A line of a text, such as a layout.";
    Link "link" "A link of a block of Silkroad: a door to another block.";
    Model "model" "The model of a KotOR room.";
    Node "node" "A node of the stored tree of a KotOR walkmesh.";
    Normals "normals" "The table of the normals of a KotOR walkmesh.";
    Object "object" "An object: a door or placeable of KotOR, or an object in a block of Silkroad.";
    Offset "offset" "An offset from the start of a file, in bytes.";
    Packet "packet" "A packet of an NWN2 area.";
    Part "part" "A part of a Silkroad mesh that is kept as raw bytes.";
    PathPoint "path_point" "A path point of a KotOR area.";
    Perimeter "perimeter" "A perimeter of a KotOR room: a closed line of edges.";
    Perimeters "perimeters" "The table of perimeters of a KotOR room.";
    Placeable "placeable" "A placeable in a KotOR area, as its GIT lists it.";
    Position "position" "The position of a KotOR walkmesh, or a position in the order of the parts of a file.";
    RelativeUseHook "relative_use_hook" "A use hook of KotOR as the file states it relative to the model, from 1.";
    Room "room" "A room of a KotOR area, or the name of a room of a Silkroad dungeon.";
    Routes "routes" "The table of routes between the islands of an NWN2 walkmesh.";
    Setting "setting" "A setting of the water of NWN2.";
    Side "side" "A side of a face: 0, 1 or 2. Side `k` runs from corner `k` to the next one.";
    Sound "sound" "A sound in a KotOR area.";
    Store "store" "A store in a KotOR area.";
    StoredIsland "stored_island" "An island of an NWN2 walkmesh, as its triangles name it.";
    Table "table" "A table of a KotOR walkmesh, by its place in the header.";
    Texture "texture" "A texture of the ground or the water of NWN2.";
    Tile "tile" "A tile of the grid of an NWN2 walkmesh or of a Silkroad floor.";
    Tiles "tiles" "The grid of tiles of an NWN2 walkmesh.";
    ToBlock "to_block" "The block to which a route leads.";
    ToCell "to_cell" "The cell to which a route leads.";
    ToIsland "to_island" "The island to which a route leads.";
    ToNode "to_node" "The node of a tile's path table to which a step leads.";
    Tree "tree" "The stored tree of a KotOR walkmesh.";
    Triangle "triangle" "A triangle of an NWN2 walkmesh, ground or water.";
    Trigger "trigger" "A trigger in a KotOR area.";
    Vertex "vertex" "A vertex.";
    Visibility "visibility" "A room in the list of the rooms that are seen in a KotOR area.";
    Voxel "voxel" "A voxel of a Silkroad dungeon.";
    Walkmesh "walkmesh" "The walkmesh of an NWN2 area as a whole.";
    WayPoint "way_point" "A way point of a KotOR area.";
}

impl PartKind {
    /// The kind with a name; `None` for other names, including [fields of headers](Self::HeaderField).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// The text, such as `from node`.
impl fmt::Display for PartKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.name().split('_').enumerate() {
            write!(f, "{}{word}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// By name.
impl Ord for PartKind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl PartialOrd for PartKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A kind is serialized as its name.
#[cfg(feature = "serde")]
impl serde::Serialize for PartKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_in_snake_case_and_lead_back_to_their_kinds() {
        assert!(PartKind::ALL.windows(2).all(|pair| pair[0] < pair[1]), "alphabetical, and so unique");
        for &kind in PartKind::ALL {
            let variant: String =
                kind.to_string().split(' ').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
            assert_eq!((variant, PartKind::from_name(kind.name())), (format!("{kind:?}"), Some(kind)));
        }
        assert_eq!(PartKind::from_name("version"), None);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_has_the_names() {
        for &kind in PartKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
        }
        assert_eq!(serde_json::to_value(PartKind::HeaderField("tile_width")).expect("JSON"), "tile_width");
    }
}
