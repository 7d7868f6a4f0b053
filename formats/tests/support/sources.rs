//! What the crate's own sources say: which types are on disk, and of which type each field is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::visit::Visit;

/// The on-disk types of the crate: by name (`aswm::Tile`), the type of each field as written.
pub fn on_disk_types() -> BTreeMap<String, BTreeMap<String, String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = OnDisk::default();
    for path in rust_files(&root) {
        let source = std::fs::read_to_string(&path).expect("a source that reads");
        let file = syn::parse_file(&source).expect("a source that parses");
        // A document's parts stand in a folder of its name.
        let first = path.strip_prefix(&root).expect("below the root").components().next().expect("a file");
        found.module = Path::new(first.as_os_str()).file_stem().expect("a name").to_string_lossy().into_owned();
        found.visit_file(&file);
    }
    found.types
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder that reads") {
        let path = entry.expect("an entry that reads").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[derive(Default)]
struct OnDisk {
    module: String,
    types: BTreeMap<String, BTreeMap<String, String>>,
}

impl OnDisk {
    fn add<'a>(
        &mut self,
        name: &syn::Ident,
        attributes: &[syn::Attribute],
        fields: impl Iterator<Item = &'a syn::Field>,
    ) {
        if !attributes.iter().any(makes_binrw) {
            return;
        }
        let fields = fields.enumerate().map(|(index, field)| {
            // binrw names the fields of a tuple struct so.
            let name = field.ident.as_ref().map_or_else(|| format!("self_{index}"), ToString::to_string);
            (name, tidy(&field.ty.to_token_stream().to_string()))
        });
        self.types.insert(format!("{}::{name}", self.module), fields.collect());
    }
}

impl<'ast> Visit<'ast> for OnDisk {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add(&item.ident, &item.attrs, item.fields.iter());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.ident, &item.attrs, item.variants.iter().flat_map(|variant| &variant.fields));
    }
}

/// Whether an attribute gives its type a binrw implementation: `#[binrw]` and its halves, or a derive of one.
fn makes_binrw(attribute: &syn::Attribute) -> bool {
    let path = attribute.path().segments.last().map(|last| last.ident.to_string());
    match path.as_deref() {
        Some("binrw" | "binread" | "binwrite") => true,
        Some("derive") => {
            let tokens = attribute.meta.to_token_stream().to_string();
            tokens.contains("BinRead") || tokens.contains("BinWrite")
        }
        _ => false,
    }
}

/// `Vec < Vertex >` as one writes it.
fn tidy(tokens: &str) -> String {
    tokens.replace(" < ", "<").replace(" >", ">").replace(" :: ", "::").replace(" ;", ";")
}
