//! What is in a file, in numbers: the result of `walkmesh info`.
//!
//! One description serves both outputs: the structs here are the JSON, and the text is drawn from it.

mod bwm;
mod silkroad;
mod terrain;
mod two_da;

use std::fmt;

use anyhow::bail;
use serde::Serialize;
use serde_json::Value;
use walkmesh::formats::{Document, Format, ainav, aswm, trn};
use walkmesh::kotor::Walkmesh;

use crate::file_name::FileName;
use crate::input::Input;
use crate::limits::limits;
use crate::materials::Materials;
use crate::view::with_kind_of_name;

/// A file in numbers.
#[derive(Serialize)]
pub struct Summary {
    file: FileName,
    bytes: usize,
    #[serde(flatten)]
    contents: Contents,
}

/// What the file is.
#[derive(Serialize)]
#[serde(tag = "format")]
enum Contents {
    #[serde(rename = "BWM")]
    Bwm(bwm::Bwm),
    #[serde(rename = "TRN")]
    Trn(terrain::Terrain),
    #[serde(rename = "ASWM")]
    Aswm(terrain::Walkmesh),
    #[serde(rename = "AINavData")]
    AiNav(silkroad::Dungeon),
    #[serde(rename = "DOF")]
    Dof(silkroad::Blocks),
    #[serde(rename = "BMS")]
    Bms(silkroad::Floor),
    #[serde(rename = "2DA")]
    TwoDa(two_da::Table),
}

impl Summary {
    pub fn of(input: &Input, materials: &Materials) -> anyhow::Result<Self> {
        let bytes = input.bytes.as_slice();
        let contents = match input.format {
            Format::Bwm => {
                let walkmesh = with_kind_of_name(Walkmesh::from_bytes(bytes)?, &input.path);
                Contents::Bwm(bwm::Bwm::of(&materials.of_walkmesh(walkmesh)))
            }
            Format::Trn => Contents::Trn(terrain::Terrain::of(&trn::Trn::from_bytes_with(bytes, &limits())?)?),
            Format::Aswm => Contents::Aswm(terrain::Walkmesh::of(&aswm::Aswm::from_bytes(bytes)?)),
            Format::AiNav => Contents::AiNav(silkroad::Dungeon::of(&ainav::AiNavData::from_bytes(bytes)?)),
            Format::Dof => Contents::Dof(silkroad::Blocks::of(&Document::from_bytes(bytes)?)),
            Format::Bms => Contents::Bms(silkroad::Floor::of(&Document::from_bytes(bytes)?)),
            Format::TwoDa => Contents::TwoDa(two_da::Table::of(&Document::from_bytes(bytes)?)),
            other => bail!("nothing is known of {other} here"),
        };
        Ok(Self { file: input.name(), bytes: bytes.len(), contents })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(Value::Object(contents)) = serde_json::to_value(&self.contents) else { return Err(fmt::Error) };
        let format = contents.get("format").and_then(Value::as_str).unwrap_or_default();
        write!(f, "{}: {format}, {} bytes", self.file, self.bytes)?;
        contents.iter().filter(|(key, _)| *key != "format").try_for_each(|(key, value)| row(f, 1, key, value))
    }
}

/// Draws one field: a single value beside its name, an object below it, a list of objects with one line each.
fn row(f: &mut fmt::Formatter<'_>, depth: usize, key: &str, value: &Value) -> fmt::Result {
    let indent = 2 * depth;
    let width = 28 - indent;
    let label = key.replace('_', " ");
    match value {
        Value::Null => Ok(()),
        Value::Object(fields) => {
            write!(f, "\n{:indent$}{label}", "")?;
            fields.iter().try_for_each(|(key, value)| row(f, depth + 1, key, value))
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().try_for_each(|item| write!(f, "\n{:indent$}{label:<width$}{}", "", one_line(item)))
        }
        _ => write!(f, "\n{:indent$}{label:<width$}{}", "", one_line(value)),
    }
}

/// A value in one line.
fn one_line(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(one_line).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            fields
                .map(|(key, value)| format!("{} {}", key.replace('_', " "), one_line(value)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        other => other.to_string(),
    }
}
