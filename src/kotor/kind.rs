//! [`Kind`]: room, placeable or door.

use walkmesh_formats::bwm::Bwm;

use super::tables::room_tables;

/// The kind of object to which a walkmesh belongs. It determines which tables the file stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A room: all tables, vertices in area space.
    Wok,
    /// A placeable: faces without tree or neighbours, and in the games' own files without normals; vertices local.
    Pwk,
    /// A door in one of its states: faces with normals, but no tree or neighbours; vertices local.
    Dwk,
}

impl Kind {
    /// The kind, judged by the content of a file. Only rooms have a tree, neighbours, edges or perimeters, so a struct
    /// with any of them is a room, whatever its type word says. Otherwise the type word distinguishes rooms from the
    /// others, and a placeable has no normals.
    ///
    /// The name of the file is a better source: see [`of_file`](Self::of_file) and
    /// [`Walkmesh::with_kind`](super::Walkmesh::with_kind). A placeable to which a modding tool gave normals looks like
    /// a door. A room with a wrong type word that has only faces looks like a placeable.
    #[must_use]
    pub fn new(raw: &Bwm) -> Self {
        let blank = |normal: &walkmesh_formats::Vector3| [normal.x, normal.y, normal.z] == [0.0; 3];
        match raw.walkmesh_type {
            0 if room_tables(raw).iter().any(|&(_, rows)| rows > 0) => Self::Wok,
            0 if raw.normals.iter().all(blank) => Self::Pwk,
            0 => Self::Dwk,
            _ => Self::Wok,
        }
    }

    /// The kind that the games infer from the extension of a file's name, `.wok`, `.pwk` or `.dwk` (ignoring case);
    /// `None` for other names.
    ///
    /// ```
    /// use walkmesh::kotor::Kind;
    ///
    /// assert_eq!(Kind::of_file("M01AA_01A.WOK"), Some(Kind::Wok));
    /// assert_eq!(Kind::of_file("room.bwm"), None);
    /// ```
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let kinds = [("wok", Self::Wok), ("pwk", Self::Pwk), ("dwk", Self::Dwk)];
        kinds.into_iter().find_map(|(known, kind)| extension.eq_ignore_ascii_case(known).then_some(kind))
    }

    /// Returns whether files of this kind have a tree, neighbours and perimeters.
    #[must_use]
    pub fn is_room(self) -> bool {
        self == Self::Wok
    }
}
