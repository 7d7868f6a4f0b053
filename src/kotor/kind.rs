//! `Kind`: what a walkmesh is for.

use walkmesh_formats::bwm::Bwm;

use super::tables::room_tables;

/// What a walkmesh is for, which decides what its file stores.
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
    /// What the struct looks like. Only rooms have a tree, neighbours, edges or perimeters, so a struct with any of them
    /// is a room, whatever its type word says. Without them the type word tells rooms from the rest, and a placeable
    /// stores no normals.
    ///
    /// A file's name knows better: see [`of_file`](Self::of_file) and [`Walkmesh::with_kind`]. A placeable that a modding
    /// tool gave normals looks like a door, and a room of which only the faces are left looks like a placeable where its
    /// type word is wrong.
    #[must_use]
    pub fn of(raw: &Bwm) -> Self {
        let blank = |normal: &walkmesh_formats::Vector3| [normal.x, normal.y, normal.z] == [0.0; 3];
        match raw.walkmesh_type {
            0 if room_tables(raw).iter().any(|&(_, rows)| rows > 0) => Self::Wok,
            0 if raw.normals.iter().all(blank) => Self::Pwk,
            0 => Self::Dwk,
            _ => Self::Wok,
        }
    }

    /// What a file is by the extension of its name, `.wok`, `.pwk` or `.dwk` in any case, which is what the games go by;
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

    /// Whether files of this kind have a tree, neighbours and perimeters.
    #[must_use]
    pub fn is_room(self) -> bool {
        self == Self::Wok
    }
}
