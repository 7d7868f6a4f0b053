//! The page of `walkmesh view`: what is compiled into the command, and the files that are put into it.
//!
//! `wasm/build` makes `view/page.html.gz`. It is built again for a release, or when what it takes from the command changes.
//! The page says in its element `meta name="generator"` which commit it is from.

mod subject_files;

use std::io::{Read, Write};

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use serde::Serialize;

use crate::save;

pub use subject_files::subject_files;

/// The page without files, compressed.
const PAGE: &[u8] = include_bytes!("view/page.html.gz");

/// Where the files stand in the page.
const FILES: &str = "/* files */";

/// The files that the page shows when it is opened.
pub struct ViewFiles {
    pub files: Vec<ViewFile>,
    /// Whether the materials are walkable that the stored neighbours show to be walkable.
    pub as_stored: bool,
}

/// A file in the page.
pub struct ViewFile {
    /// Without folders.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Where it stands, if it is that of a door or placeable in an area.
    pub stand: Option<Stand>,
}

/// Where a door or placeable stands: in metres, z up, and in radians, counter-clockwise in the plan view.
#[derive(Clone, Copy)]
pub struct Stand {
    pub position: [f32; 3],
    pub bearing: f32,
}

/// What the page reads.
#[derive(Serialize)]
struct PageData<'f> {
    files: Vec<EmbeddedFile<'f>>,
    as_stored: bool,
}

#[derive(Serialize)]
struct EmbeddedFile<'f> {
    name: &'f str,
    /// The bytes, compressed, in base64.
    gzip: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bearing: Option<f32>,
}

/// The page with files in it: one file that needs no other and no network. It has the mark of a page that this program made.
pub fn page(files: &ViewFiles) -> anyhow::Result<Vec<u8>> {
    let mut page = String::new();
    GzDecoder::new(PAGE).read_to_string(&mut page).context("the page in this command is damaged")?;
    ensure!(page.matches(FILES).count() == 1, "the page in this command has no room for files");
    let embedded = files.files.iter().map(|file| {
        let stand = file.stand;
        Ok(EmbeddedFile {
            name: &file.name,
            gzip: STANDARD.encode(gzip(&file.bytes)?),
            at: stand.map(|stand| stand.position),
            bearing: stand.map(|stand| stand.bearing),
        })
    });
    let embedded = PageData { files: embedded.collect::<anyhow::Result<_>>()?, as_stored: files.as_stored };
    // A name must not end the element that it stands in.
    let json = serde_json::to_string(&embedded)?.replace('<', "\\u003c");
    Ok(save::marked(page.replace(FILES, &json).into_bytes()))
}

fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
