//! What is in a file, in numbers: the result of `walkmesh info`.
//!
//! One description serves both outputs: the structs here are the JSON, and the text is drawn from it.

mod bwm;
mod extent;
mod silkroad;
mod terrain;
mod two_da;

use std::fmt;

use anyhow::bail;
use serde::Serialize;
use serde_json::{Map, Value};
use walkmesh::formats::{Document, Format, trn};
use walkmesh::kotor::Walkmesh;
use walkmesh::nwn2;
use walkmesh::silkroad::Dungeon;

use crate::file_name::FileName;
use crate::input::{Input, promised_format};
use crate::layouts::Layouts;
use crate::limits::limits;
use crate::materials::Materials;
use crate::output::to_value;
use crate::view::with_kind_of_name;

/// A file in numbers.
#[derive(Serialize)]
pub struct Summary {
    file: FileName,
    bytes: usize,
    format: String,
    #[serde(flatten)]
    contents: Contents,
}

/// What the file is.
#[derive(Serialize)]
#[serde(untagged)]
enum Contents {
    Bwm(bwm::Bwm),
    Trn(terrain::Terrain),
    Aswm(terrain::Walkmesh),
    AiNav(silkroad::Dungeon),
    Dof(silkroad::Blocks),
    Bms(silkroad::Floor),
    TwoDa(two_da::Table),
}

impl Summary {
    pub fn of(input: &Input, materials: &Materials, layouts: &Layouts) -> anyhow::Result<Self> {
        let bytes = input.bytes.as_slice();
        let contents = match input.format {
            Format::Bwm => {
                let walkmesh = materials.of_walkmesh(with_kind_of_name(Walkmesh::from_bytes(bytes)?, &input.path));
                Contents::Bwm(bwm::Bwm::of(&walkmesh, layouts.of_room(&input.path).as_deref())?)
            }
            Format::Trn => Contents::Trn(terrain::Terrain::of(&trn::Trn::from_bytes_with(bytes, &limits())?)?),
            Format::Aswm => Contents::Aswm(terrain::Walkmesh::of(&nwn2::Walkmesh::from_bytes_with(bytes, &limits())?)?),
            Format::AiNav => Contents::AiNav(silkroad::Dungeon::of(&Dungeon::from_bytes(bytes)?)),
            Format::Dof => Contents::Dof(silkroad::Blocks::of(&Document::from_bytes(bytes)?)),
            Format::Bms => Contents::Bms(silkroad::Floor::of(&Document::from_bytes(bytes)?)?),
            Format::TwoDa => Contents::TwoDa(two_da::Table::of(&Document::from_bytes(bytes)?)),
            other => bail!("nothing is known of {other} here"),
        };
        let format = match &contents {
            // Without a name that tells, what is in it does.
            Contents::Trn(area) if promised_format(&input.path).is_none() && area.is_baked() => "TRX".to_owned(),
            _ => input.format_name(),
        };
        Ok(Self { file: input.name(), bytes: bytes.len(), format, contents })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(Value::Object(contents)) = to_value(&self.contents) else { return Err(fmt::Error) };
        write!(f, "{}: {}, {} bytes", self.file, self.format, self.bytes)?;
        let mut rows = Vec::new();
        contents.iter().for_each(|(key, value)| add_rows(&mut rows, 1, key, value));
        let width = rows.iter().map(|row| 2 * row.depth + row.label.len()).max().unwrap_or(0) + 2;
        rows.iter().try_for_each(|Row { depth, label, text }| {
            let label = format!("{:indent$}{label}", "", indent = 2 * depth);
            if text.is_empty() { write!(f, "\n{label}") } else { write!(f, "\n{label:<width$}{text}") }
        })
    }
}

/// A line of the text.
struct Row {
    depth: usize,
    label: String,
    text: String,
}

/// Draws one field: a single value beside its name, an object below it, a list of objects with one line each.
fn add_rows(rows: &mut Vec<Row>, depth: usize, key: &str, value: &Value) {
    let label = key.replace('_', " ");
    match value {
        Value::Null => {}
        Value::Object(fields) if !is_box(fields) => {
            rows.push(Row { depth, label, text: String::new() });
            fields.iter().for_each(|(key, value)| add_rows(rows, depth + 1, key, value));
        }
        Value::Array(items) if key != "place" && items.iter().all(Value::is_object) => {
            rows.extend(items.iter().map(|item| Row { depth, label: label.clone(), text: one_line(item) }));
        }
        // An area is no measured number: to three digits behind the point it is as good as anyone needs.
        Value::Number(area) if key == "plan_area" => {
            let rounded = (area.as_f64().unwrap_or(0.0) * 1000.0).round() / 1000.0;
            rows.push(Row { depth, label, text: rounded.to_string() });
        }
        _ => rows.push(Row { depth, label, text: one_line(value) }),
    }
}

fn is_box(fields: &Map<String, Value>) -> bool {
    fields.keys().eq(["min", "max"])
}

/// A value in one line.
fn one_line(value: &Value) -> String {
    let joined = |items: &[Value], separator| items.iter().map(one_line).collect::<Vec<_>>().join(separator);
    match value {
        Value::String(text) => text.clone(),
        // Whole numbers that need no point: 9 and not 9.0.
        Value::Number(number) => {
            number.as_f64().filter(|_| number.is_f64()).map_or(number.to_string(), |it| it.to_string())
        }
        // A point, as the commands take it; or how much along x and y.
        Value::Array(items) if items.iter().all(Value::is_f64) => joined(items, ","),
        Value::Array(items) if items.iter().all(Value::is_u64) => joined(items, " x "),
        Value::Array(items) => joined(items, " "),
        Value::Object(fields) if is_box(fields) => fields.values().map(one_line).collect::<Vec<_>>().join(" to "),
        Value::Object(fields) => match (fields.get("type"), fields.get("kind"), fields.get("index")) {
            (Some(packet_type), ..) => packets(one_line(packet_type), fields),
            (_, Some(kind), Some(index)) => format!("{} {}", one_line(kind), one_line(index)),
            _ => {
                let fields = fields.iter().filter(|(_, value)| !value.is_null());
                let fields = fields.map(|(key, value)| format!("{} {}", key.replace('_', " "), one_line(value)));
                fields.collect::<Vec<_>>().join(", ")
            }
        },
        other => other.to_string(),
    }
}

/// The packets of one type, such as `WATR x 33, 1056 bytes`.
fn packets(packet_type: String, fields: &Map<String, Value>) -> String {
    let number = |key: &str| fields.get(key).and_then(Value::as_u64);
    let count = number("count").filter(|&count| count > 1).map_or(String::new(), |count| format!(" x {count}"));
    let inflated = number("inflated").map_or(String::new(), |bytes| format!(", inflated {bytes}"));
    format!("{packet_type}{count}, {} bytes{inflated}", number("bytes").unwrap_or(0))
}
