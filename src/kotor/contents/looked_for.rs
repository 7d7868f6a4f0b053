//! Reports the missing files of an area's objects.

use super::{AreaContents, MissingReason};
use crate::finding::{Findings, rules};

rules! { of crate::kotor::check::sample, Furnished;
    TEMPLATE_MISSING: Info = "template-missing", "The template of a door or placeable is missing" {
        /// The template names the model and thereby the walkmesh. Without it the walkmesh is unknown, so this check
        /// leaves the object out. The template may be in the game's own archives; if no archive has it, the game leaves
        /// the object out, too.
        remedy
        /// Open the module in the game's folder, so that the archives of the game are read. Otherwise add the template.
        bad "door 0 (gate)": |files| files.miss(InstanceKind::Door, MissingReason::Template { file: "gate.utd".into() }),
    }
    MODEL_TABLE_MISSING: Info = "model-table-missing", "The table of models is missing" {
        /// The game finds the walkmesh of a door or placeable by its model, and the model by a row of a 2DA table. This
        /// check leaves the object out.
        remedy
        /// Open the module in the game's folder, so that the archives of the game are read.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Table { file: "placeables.2da".into() });
        },
    }
    APPEARANCE_UNKNOWN: Warning = "appearance-unknown", "The appearance of a door or placeable is not in the table" {
        /// The template names no row, or a row that the table does not have. The object has no model and no walkmesh:
        /// it is invisible and does not stop creatures. A common cause is a template that needs a table extended by a
        /// mod.
        remedy
        /// Change the appearance in the template, or add the row to the table.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Row { table: "placeables.2da".into(), row: 900 });
        },
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Appearance { file: "chest.utp".into() });
        },
    }
    OBJECT_WITHOUT_MODEL: Info = "object-without-model", "A door or placeable has no model" {
        /// The row of its table names no model. The object is invisible and does not stop creatures.
        remedy
        /// No action is needed if the object should be invisible.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Model { table: "placeables.2da".into(), row: 0 });
        },
    }
    OBJECT_WALKMESH_MISSING: Info = "object-walkmesh-missing", "A door or placeable has no walkmesh" {
        /// No file has the name of its model. Creatures walk through the object. This is correct for many objects, such
        /// as carpets.
        remedy
        /// If it should stop creatures, add its walkmesh: a PWK for a placeable, or three DWK files for a door.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Walkmesh { file: "plc_chest.pwk".into() });
        },
    }
    OBJECT_FILE_UNREADABLE: Warning = "object-file-unreadable", "A file of a door or placeable cannot be read" {
        /// The template, the table of models, or the walkmesh is damaged. This check leaves the object out, and the
        /// game may leave it out or crash.
        remedy
        /// Replace the file with an intact one.
        bad "placeable 0 (chest)": |files| {
            let (file, error) = ("chest.utp".into(), "it is empty".into());
            files.miss(InstanceKind::Placeable, MissingReason::Unreadable { file, error });
        },
    }
    OBJECTS_TOO_MANY: Warning = "objects-too-many", "An area has too many doors and placeables to read" {
        /// Their walkmeshes take too much memory, so only the first few thousand are read.
        remedy
        /// Remove objects from the area, or use simpler walkmeshes.
        bad "placeable 0 (chest)": |files| files.miss(InstanceKind::Placeable, MissingReason::TooMany),
    }
}

impl AreaContents {
    pub(super) fn report_missing(&self, findings: &mut Findings) {
        for missing in &self.missing {
            let rule = match &missing.reason {
                MissingReason::Template { .. } => &TEMPLATE_MISSING,
                MissingReason::Table { .. } => &MODEL_TABLE_MISSING,
                MissingReason::Appearance { .. } | MissingReason::Row { .. } => &APPEARANCE_UNKNOWN,
                MissingReason::Model { .. } => &OBJECT_WITHOUT_MODEL,
                MissingReason::Walkmesh { .. } => &OBJECT_WALKMESH_MISSING,
                MissingReason::Unreadable { .. } => &OBJECT_FILE_UNREADABLE,
                MissingReason::TooMany => &OBJECTS_TOO_MANY,
            };
            let place = missing.what.place(missing.index, &missing.name);
            findings.add(rule, place, || format!("The {} was not placed: {}.", missing.what.noun(), missing.reason));
        }
    }
}
