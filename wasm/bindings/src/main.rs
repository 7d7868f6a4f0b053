//! Makes the package for JavaScript engines and the page of `walkmesh view` of the compiled library. `wasm/build` runs it.

mod page;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// The most bytes of the compiled library, compressed. A level with its archives, the objects of a GIT and cut floors is in it, and every
/// edit, repair and bake, and the compression of the command, so that edited NWN2 areas have the command's bytes.
const WASM_BUDGET: usize = 1_050_000;
/// The most bytes of the page's script, shaders and style.
const SCRIPT_BUDGET: usize = 130_000;

/// Arguments: the root of the repository, the compiled library, the folder for the package, the folder for the page, and the
/// version that the page names as its own.
fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, wasm, package, page_folder, version] = arguments.as_slice() else {
        bail!("usage: walkmesh-wasm-bindings ROOT WASM PACKAGE PAGE VERSION")
    };
    let [root, wasm, package, page_folder] = [root, wasm, package, page_folder].map(PathBuf::from);
    let library = write_package(&wasm, &package, &root.join("wasm"))?;
    let compressed = page::smallest_gzip(&library)?;
    let page = page::page(&root.join("wasm/page"), &bindings_of_page(&wasm)?, &compressed, version)?;
    let built = page::gzip(page.html.as_bytes())?;
    fs::create_dir_all(&page_folder)?;
    fs::write(page_folder.join("page.html.gz"), &built)?;
    println!("library  {:>7} of {WASM_BUDGET} bytes, compressed ({} bytes as it is)", compressed.len(), library.len());
    println!("script   {:>7} of {SCRIPT_BUDGET} bytes, with style and shaders", page.script_size);
    println!("page     {:>7} bytes, compressed ({} bytes as it is)", built.len(), page.html.len());
    println!("version  {version}");
    ensure!(compressed.len() <= WASM_BUDGET && page.script_size <= SCRIPT_BUDGET, "the budget is exceeded");
    Ok(())
}

fn bindgen(wasm: &Path) -> Bindgen {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("walkmesh").remove_name_section(true).remove_producers_section(true);
    bindgen
}

/// Writes the package, and returns the library in it.
fn write_package(wasm: &Path, package: &Path, folder: &Path) -> anyhow::Result<Vec<u8>> {
    fs::create_dir_all(package)?;
    // `init()` of a browser finds the library beside the script.
    bindgen(wasm).web(true)?.omit_default_module_path(false).typescript(true).generate(package)?;
    for name in ["package.json", "README.md", "node.js", "node.d.ts"] {
        fs::copy(folder.join("package").join(name), package.join(name)).with_context(|| name.to_owned())?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(folder.join("..").join(name), package.join(name)).with_context(|| name.to_owned())?;
    }
    Ok(fs::read(package.join("walkmesh_bg.wasm"))?)
}

/// The bindings as a classic script, which a page may run from a file.
fn bindings_of_page(wasm: &Path) -> anyhow::Result<String> {
    let mut output = bindgen(wasm).no_modules(true)?.typescript(false).generate_output()?;
    let script = output.js().to_owned();
    drop(output.wasm_mut().emit_wasm());
    Ok(script)
}
