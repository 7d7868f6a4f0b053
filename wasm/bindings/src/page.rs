//! The page: one file with the style, the script and the library in it.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

/// The page, and the sizes of its own parts.
pub struct Page {
    pub html: String,
    /// Script, shaders and style, with the bindings.
    pub script_size: usize,
}

/// Puts the page together of `index.html`, the script and the style of the bundle, and the library, which is compressed already and
/// stands in it as base64. The page states that it was built from `version`.
pub fn page(index: &Path, bundle: &Path, library: &[u8], version: &str) -> anyhow::Result<Page> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let script = read(&bundle.join("main.js"))?;
    // A browser reads every end of a line as a line feed, and takes the fingerprints after that.
    let style = read(&bundle.join("style.css"))?.replace('\r', "");
    ensure!(!script.contains("</script"), "the script would end its own element");
    let mut html = read(index)?;
    for (mark, text) in [
        ("/* version */", version),
        ("/* policy */", policy(&style, &script).as_str()),
        ("/* style */", style.as_str()),
        ("/* script */", script.as_str()),
        ("/* library */", STANDARD.encode(library).as_str()),
    ] {
        ensure!(html.matches(mark).count() == 1, "index.html must have one `{mark}`");
        html = html.replace(mark, text);
    }
    Ok(Page { html, script_size: style.len() + script.len() })
}

/// The page's Content-Security-Policy: the browser may run this script and this library, and use this style and the empty icon, but nothing
/// else. So a name from inside a file could neither run a script nor fetch anything, even if the page took it for markup.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        hash(script),
        hash(style)
    )
}

/// The library compressed as well as gzip can be, because it is in every page. Slow.
pub fn smallest_gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, bytes, &mut compressed)?;
    Ok(compressed)
}

/// Compressed bytes, the same at every time and on every machine.
pub fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
