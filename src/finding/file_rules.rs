//! The rules for files of any kind.

use super::rules;

rules! { of sample, File;
    FILE_EMPTY: Fatal = "file-empty", "The file is empty" {
        /// The file has no bytes, so the game finds nothing in it.
        remedy
        /// Restore the file from a backup, or create it again.
        bad "": |file| file.bytes.clear(),
    }
    FILE_UNRECOGNISED: Fatal = "file-unrecognised", "The file is not of the kind that its name says" {
        /// The extension promises a format, but the bytes match no format that this library knows. The game trusts the
        /// name and fails to load the file.
        remedy
        /// If the file was renamed by mistake, restore its extension. Otherwise restore the file from a backup, or
        /// create it again.
        bad "": |file| file.bytes.fill(b'?'),
    }
    FILE_DAMAGED: Fatal = "file-damaged", "The file is damaged" {
        /// The file starts as its format requires, but reading stops at a field that contradicts the rest or lies past
        /// the end of the file. The game may refuse the file, crash, or read garbage. Common causes are a truncated
        /// copy and a transfer as text.
        remedy
        /// Restore the file from a backup, or create it again. The finding names the field, its offset, and the
        /// expected value.
        bad "field (distances): offset 200": |file| file.bytes.truncate(200),
    }
}

#[cfg(test)]
mod sample {
    use crate::finding::{CheckOptions, Findings, Sample};
    use crate::kotor::{Kind, MaterialId, Walkmesh};
    use crate::level::{self, Level, OpenOptions};

    /// The file of a room.
    #[derive(Clone)]
    pub(super) struct File {
        pub(super) bytes: Vec<u8>,
    }

    impl Sample for File {
        fn sound() -> Self {
            let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))]).unwrap();
            Self { bytes: room.to_bytes().unwrap() }
        }

        fn findings(&self) -> Findings {
            let options = OpenOptions::default().with_name("room.wok");
            level::check(&self.bytes, &options, &CheckOptions::all()).unwrap()
        }

        fn level(&self) -> Option<Level> {
            None
        }
    }
}
