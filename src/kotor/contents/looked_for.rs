//! Reports the missing files of an area's things.

use super::{AreaContents, MissingReason};
use crate::finding::{Findings, rules};

rules! { of crate::kotor::check::sample, Furnished;
    TEMPLATE_MISSING: Info = "template-missing", "The template of a door or placeable is not among the files" {
        /// Its template names the model, so its walkmesh is not known, and it is left out here. A template may be in the
        /// game's own archives; if no archive has it, the game leaves the object out, too.
        remedy
        /// Open the module in the game's folder, so that the archives of the game are read. Else add the template.
        bad "door 0 (gate)": |files| files.miss(InstanceKind::Door, MissingReason::Template { file: "gate.utd".into() }),
    }
    MODEL_TABLE_MISSING: Info = "model-table-missing", "The table that names the model of an object is not among the files" {
        /// The walkmesh of a door or placeable is found by its model, and the model by the row of a table of the game. The
        /// object is left out here.
        remedy
        /// Open the module in the game's folder, so that the archives of the game are read.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Table { file: "placeables.2da".into() });
        },
    }
    APPEARANCE_UNKNOWN: Warning = "appearance-unknown", "No row of the table has the appearance of a door or placeable" {
        /// Its template names no row, or one that the table does not have. The object has no model and no walkmesh: it is not seen,
        /// and stops nobody. Often the template needs a table that a mod has extended.
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
        /// The row of its table names no model. It is not seen, and stops nobody.
        remedy
        /// Nothing needs to be done, if it should not be seen.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Model { table: "placeables.2da".into(), row: 0 });
        },
    }
    OBJECT_WALKMESH_MISSING: Info = "object-walkmesh-missing", "A door or placeable has no walkmesh" {
        /// No file has the name of its model. Creatures walk through it. That is right for many things, such as a carpet.
        remedy
        /// If it should stop creatures, add its walkmesh: a PWK of a placeable, or the three DWK of a door.
        bad "placeable 0 (chest)": |files| {
            files.miss(InstanceKind::Placeable, MissingReason::Walkmesh { file: "plc_chest.pwk".into() });
        },
    }
    OBJECT_FILE_UNREADABLE: Warning = "object-file-unreadable", "A file that a door or placeable needs cannot be read" {
        /// Its template, the table that names its model, or its walkmesh is damaged. The object is left out here, and the game may
        /// leave it out or crash.
        remedy
        /// Replace the file by a sound one.
        bad "placeable 0 (chest)": |files| {
            let (file, error) = ("chest.utp".into(), "it is empty".into());
            files.miss(InstanceKind::Placeable, MissingReason::Unreadable { file, error });
        },
    }
    OBJECTS_TOO_MANY: Warning = "objects-too-many", "An area has more doors and placeables than are read" {
        /// Together their walkmeshes take too much memory, so that those after the first thousands were left out.
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
