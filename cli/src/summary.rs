//! The summary of a file in numbers: the result of `walkmesh info`.
//!
//! The library's summary is the JSON, and the text is generated from that JSON.

use std::fmt;

use anyhow::Context;
use serde::Serialize;
use serde_json::{Map, Value};
use walkmesh::exchange::Up;
use walkmesh::level::{self, OpenOptions};

use crate::exchange_format::ExchangeFormat;
use crate::input::{self, Input};
use crate::location::FileLocation;
use crate::output::to_value;
use crate::storage;

/// The summary of a file.
#[derive(Serialize)]
pub struct Summary {
    file: FileLocation,
    bytes: u64,
    format: &'static str,
    /// The origin of a file of a game, and the sources whose files of the same name it hides.
    #[serde(flatten)]
    origin: Option<Origin>,
    #[serde(flatten)]
    contents: level::Summary,
}

/// The origin of a file of a game.
#[derive(Serialize)]
struct Origin {
    /// The folder's file or the archive.
    from: FileLocation,
    /// The sources whose files of the same name it hides from modules.
    hides: Vec<FileLocation>,
}

impl Origin {
    /// The origin of a file in a module of a game; `None` for any other, whose path says it.
    fn new(path: &FileLocation) -> anyhow::Result<Option<Self>> {
        let Some((container, name)) = storage::member(path)?.filter(|(container, _)| container.archive().is_none())
        else {
            return Ok(None);
        };
        let mut places = container.origins(&name).into_iter().map(|place| FileLocation::from(&place));
        Ok(places.next().map(|from| Self { from, hides: places.collect() }))
    }
}

impl Summary {
    pub fn new(input: &Input, options: &OpenOptions) -> anyhow::Result<Self> {
        // A file beside it that cannot be read has a separate summary.
        let level = input.level(&options.clone().with_skip_unreadable(true))?;
        let (format, contents) = (level.format_name(), level.summary()?);
        let origin = Origin::new(&input.path)?;
        Ok(Self { file: input.name(), bytes: input.bytes.len() as u64, format, origin, contents })
    }

    /// The summary of a scene for other programs, in its own axes, with y up.
    pub fn of_scene(format: ExchangeFormat, path: &FileLocation) -> anyhow::Result<Self> {
        let bytes = input::read(path)?;
        let (scene, _) = format.read(path, &bytes, Up::Y)?;
        let contents = level::Summary::Scene(level::SceneSummary::new(&scene));
        Ok(Self {
            file: FileLocation::from(path),
            bytes: bytes.len() as u64,
            format: format.name(),
            origin: None,
            contents,
        })
    }

    /// The summary of an archive, of which only the directory and the layouts are read.
    pub fn of_archive(path: &FileLocation) -> anyhow::Result<Self> {
        let container = storage::container(path)?;
        let archive = container.as_ref().and_then(storage::Container::archive).context("is not an archive")?;
        let summary = level::ArchiveSummary::of_archive(archive);
        let is_rim = summary.version.starts_with("RIM");
        let format = if is_rim { level::Kind::Rim.name() } else { level::Kind::Erf.name() };
        let contents = if is_rim { level::Summary::Rim(summary) } else { level::Summary::Erf(summary) };
        Ok(Self {
            file: FileLocation::from(path),
            bytes: storage::size(path).unwrap_or_default(),
            format,
            origin: None,
            contents,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(Value::Object(contents)) = to_value(&self.contents) else { return Err(fmt::Error) };
        write!(f, "{}: {}, {} bytes", self.file, self.format, self.bytes)?;
        let mut rows = Vec::new();
        for (key, value) in
            to_value(&self.origin).ok().and_then(|origin| origin.as_object().cloned()).into_iter().flatten()
        {
            add_rows(&mut rows, 1, &key, &value);
        }
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

/// Adds the rows of one field: a single value beside its name, an object below it, one line for each object of a list.
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
        // An area is computed, not stored; three decimal places are enough.
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
        // Whole numbers are printed without a decimal point: 9, not 9.0.
        Value::Number(number) => {
            number.as_f64().filter(|_| number.is_f64()).map_or(number.to_string(), |it| it.to_string())
        }
        // A point is printed as the commands accept it. Whole numbers are extents along x and y.
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
