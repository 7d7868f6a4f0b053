//! Facts from the crate's own sources: its types, which of them are on disk, and their fields.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use quote::ToTokens;
use syn::{Data, DeriveInput, Field, Item};

/// The types of the crate by name, such as `aswm::Tile`.
pub fn types() -> BTreeMap<String, DeriveInput> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut types = BTreeMap::new();
    for path in walkmesh_testing::files(&root, "rs") {
        let source = std::fs::read_to_string(&path).expect("a source that reads");
        // A document's parts are in a folder with its name.
        let first = path.strip_prefix(&root).expect("below the root").components().next().expect("a file");
        let module = Path::new(first.as_os_str()).file_stem().expect("a name").to_string_lossy().into_owned();
        for item in syn::parse_file(&source).expect("a source that parses").items {
            let item: DeriveInput = match item {
                Item::Struct(item) => item.into(),
                Item::Enum(item) => item.into(),
                _ => continue,
            };
            types.insert(format!("{module}::{}", item.ident), item);
        }
    }
    types
}

/// The on-disk types.
pub fn on_disk_types() -> BTreeMap<String, DeriveInput> {
    types().into_iter().filter(|(_, item)| item.attrs.iter().any(makes_binrw)).collect()
}

/// For each on-disk type, the types of its fields by name, as code. The sources are parsed once.
pub fn field_types() -> &'static BTreeMap<String, BTreeMap<String, String>> {
    static TYPES: OnceLock<BTreeMap<String, BTreeMap<String, String>>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let of = |item: &DeriveInput| {
            let mut types = BTreeMap::new();
            for (name, field) in fields(item) {
                types.entry(name).or_insert_with(|| code(&field.ty));
            }
            types
        };
        on_disk_types().into_iter().map(|(name, item)| (name, of(&item))).collect()
    })
}

/// The fields of a type by name, those of an enum's variants one after another.
pub fn fields(item: &DeriveInput) -> Vec<(String, &Field)> {
    let fields: Vec<&Field> = match &item.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    // binrw's names for the fields of a tuple struct.
    let name = |index, field: &Field| field.ident.as_ref().map_or_else(|| format!("self_{index}"), ToString::to_string);
    fields.into_iter().enumerate().map(|(index, field)| (name(index, field), field)).collect()
}

/// Code in its usual form: `Vec<Vertex>`, not `Vec < Vertex >` as tokens print it.
pub fn code(tokens: &impl ToTokens) -> String {
    let tokens = tokens.to_token_stream().to_string();
    tokens.replace(" < ", "<").replace(" >", ">").replace(" :: ", "::").replace(" ;", ";").replace(" . ", ".")
}

/// Whether an attribute gives its type a binrw implementation: `#[binrw]`, one of its halves, or a derive.
pub fn makes_binrw(attribute: &syn::Attribute) -> bool {
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
