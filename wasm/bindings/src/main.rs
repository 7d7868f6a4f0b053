//! Makes the package for JavaScript engines and the page of `walkmesh view` of the compiled library. `wasm/build` runs it.

mod page;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// The most bytes of the compiled library, compressed. A level with its archives and zips, the objects of a GIT and cut floors is in it, and every
/// edit, repair and bake, and the compression of the command, so that edited NWN2 areas have the command's bytes; and the texts of panics, of which an error tells.
const WASM_BUDGET: usize = 1_295_000;
/// The most bytes of the page's script, shaders and style; a fifth of it are the bindings.
const SCRIPT_BUDGET: usize = 101_500;

/// How it is called: `package` writes the package for engines, and the bindings that the page's scripts import; `page` puts the page
/// together, when its script is bundled.
const USAGE: &str = "usage: walkmesh-wasm-bindings package ROOT WASM PACKAGE BINDINGS\n   or: walkmesh-wasm-bindings page ROOT LIBRARY BUNDLE PAGE VERSION";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["package", paths @ ..] => {
            let [root, wasm, package, bindings] = paths_of(paths)?;
            write_package(&wasm, &package, &root.join("wasm"))?;
            write_bindings_of_page(&wasm, &bindings)
        }
        ["page", paths @ .., version] => {
            let [root, library, bundle, folder] = paths_of(paths)?;
            write_page(&root.join("wasm/page/index.html"), &fs::read(library)?, &bundle, &folder, version)
        }
        _ => bail!(USAGE),
    }
}

fn paths_of(arguments: &[&str]) -> anyhow::Result<[PathBuf; 4]> {
    let paths: Vec<PathBuf> = arguments.iter().map(PathBuf::from).collect();
    paths.try_into().map_err(|_| anyhow!(USAGE))
}

/// Writes the page, and prints the sizes.
fn write_page(index: &Path, library: &[u8], bundle: &Path, folder: &Path, version: &str) -> anyhow::Result<()> {
    let compressed = page::smallest_gzip(library)?;
    let page = page::page(index, bundle, &compressed, version)?;
    let built = page::gzip(page.html.as_bytes())?;
    fs::create_dir_all(folder)?;
    fs::write(folder.join("page.html.gz"), &built)?;
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

fn write_package(wasm: &Path, package: &Path, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(package)?;
    // `init()` of a browser finds the library beside the script.
    bindgen(wasm).web(true)?.omit_default_module_path(false).typescript(true).generate(package)?;
    add_guard(package)?;
    for name in ["package.json", "README.md", "node.js", "node.d.ts"] {
        fs::copy(folder.join("package").join(name), package.join(name)).with_context(|| name.to_owned())?;
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(folder.join("..").join(name), package.join(name)).with_context(|| name.to_owned())?;
    }
    Ok(())
}

/// Adds what makes a call that ends in its middle an error, and nothing worse, for later calls.
fn add_guard(folder: &Path) -> anyhow::Result<()> {
    let mut script = fs::OpenOptions::new().append(true).open(folder.join("walkmesh.js"))?;
    Ok(script.write_all(include_bytes!("../../package/guard.js"))?)
}

/// Writes the bindings that the page's scripts import: they never look for the library beside them, because the page has it inside.
fn write_bindings_of_page(wasm: &Path, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    bindgen(wasm).web(true)?.omit_default_module_path(true).typescript(true).generate(folder)?;
    add_guard(folder)
}
