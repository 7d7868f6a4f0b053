//! The page of `walkmesh view`, which is compiled into the command, and the files that are put into it.
//!
//! `wasm/build` makes `view/page.html.gz`. It is built again for a release, or when the code that it takes from the command changes.
//! The page states its commit in the element `meta name="generator"`.

mod samples;
mod subject_files;

use std::io::{Read, Write};

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use serde::ser::Error;
use serde::{Serialize, Serializer};

use crate::placed_object::Stand;
use crate::printable::html;
use crate::save;

pub use subject_files::subject_files;

/// The page without files, compressed.
const PAGE: &[u8] = include_bytes!("view/page.html.gz");

/// The mark of the files in the page.
const FILES: &str = "/* files */";
/// The title of the page without files.
const TITLE: &str = "<title>walkmesh</title>";

/// The files that the page shows when it is opened; without files it offers samples.
#[derive(Default, Serialize)]
pub struct ViewFiles {
    pub files: Vec<ViewFile>,
    /// True if walkable materials are taken from the stored neighbours.
    pub as_stored: bool,
}

/// A file in the page.
#[derive(Serialize)]
pub struct ViewFile {
    /// Without folders.
    pub name: String,
    /// Serialized as the compressed bytes in base64.
    #[serde(rename = "gzip", serialize_with = "gzip")]
    pub bytes: Vec<u8>,
    /// The position, if the file is the walkmesh of a door or placeable in an area.
    #[serde(flatten)]
    pub stand: Option<Stand>,
}

/// The data that the page reads.
#[derive(Serialize)]
struct PageData<'f> {
    #[serde(flatten)]
    files: &'f ViewFiles,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    samples: Vec<Sample>,
}

/// A sample level for users without files.
#[derive(Serialize)]
struct Sample {
    name: &'static str,
    title: &'static str,
    what: &'static str,
    files: Vec<ViewFile>,
}

/// The page with files in it: one file that needs no other and no network. It has the mark of a page that this program made.
pub fn page(files: &ViewFiles) -> anyhow::Result<Vec<u8>> {
    let mut page = String::new();
    GzDecoder::new(PAGE).read_to_string(&mut page).context("the page in this command is damaged")?;
    ensure!(page.matches(FILES).count() == 1, "the page in this command has no room for files");
    let samples = if files.files.is_empty() { samples::samples() } else { Vec::new() };
    // A name must not close its HTML element.
    let json = serde_json::to_string(&PageData { files, samples })?.replace('<', "\\u003c");
    page = page.replace(FILES, &json);
    if let [file, ..] = &*files.files {
        page = page.replacen(TITLE, &format!("<title>{} – walkmesh</title>", html(&file.name)), 1);
    }
    Ok(save::marked(page.into_bytes()))
}

fn gzip<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::default());
    let done = encoder.write_all(bytes).and_then(|()| encoder.finish());
    serializer.serialize_str(&STANDARD.encode(done.map_err(S::Error::custom)?))
}
