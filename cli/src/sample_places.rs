//! The files of the demo, which are compiled into the command.

/// A folder of files.
pub struct Folder {
    pub name: &'static str,
    pub what: &'static str,
    pub files: &'static [(&'static str, &'static [u8])],
}

macro_rules! files {
    ($folder:literal: $($name:literal)+) => {
        &[$(($name, include_bytes!(concat!("../", $folder, "/", $name)))),+]
    };
}

/// The places of the demo.
pub const FOLDERS: [Folder; 3] = [
    Folder {
        name: "academy",
        what: "Knights of the Old Republic: an academy of five rooms",
        files: files!("areas/academy":
            "academy.lyt" "hall.wok" "gallery.wok" "library.wok" "garden.wok" "cellar.wok"
            "gate0.dwk" "gate1.dwk" "gate2.dwk" "well.pwk"),
    },
    Folder {
        name: "town",
        what: "Neverwinter Nights 2: a town by a canal",
        files: files!("samples": "town.trn" "town.git" "town.trx"),
    },
    Folder {
        name: "crypt",
        what: "Silkroad Online: a crypt on three floors",
        files: files!("areas/crypt":
            "ainavdata_32771.dat" "crypt.dof" "chapel.bms" "ossuary.bms" "tomb.bms" "stairs1.bms" "stairs2.bms"),
    },
];

impl Folder {
    /// The content of the file with this name. It is empty if the folder has no such file.
    pub fn bytes(&self, name: &str) -> &'static [u8] {
        self.files.iter().find(|(known, _)| *known == name).map_or(&[], |(_, bytes)| bytes)
    }
}
