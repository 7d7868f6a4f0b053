//! Lists the public API of a crate and of those that it re-exports from their rustdoc JSON: `walkmesh-api CRATE.json ...`, in the folder of
//! the workspace.
//!
//! Each line is an item by the shortest path under which a user finds it, with its declaration as the source has it. The last line
//! counts the exported names: types, traits, functions, constants and macros, without methods, fields and variants. `.ci/run --full`
//! compares the list with `snapshots/api.txt`.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::{env, fs};

use rustdoc_types::{Crate, Id, Item, ItemEnum, StructKind, Visibility};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut lines, mut names) = (Vec::new(), 0);
    for path in env::args().skip(1) {
        let json: Crate = serde_json::from_slice(&fs::read(path)?)?;
        let mut api = Api { json: &json, sources: BTreeMap::new(), lines: Vec::new(), names: 0, seen: HashSet::new() };
        // Users find what is re-exported in `walkmesh`.
        api.module(&json.index[&json.root], "walkmesh");
        lines.append(&mut api.lines);
        names += api.names;
    }
    lines.sort();
    lines.dedup();
    lines.iter().for_each(|line| println!("{line}"));
    println!("{names} exported names");
    Ok(())
}

struct Api<'c> {
    json: &'c Crate,
    /// The lines of the source files.
    sources: BTreeMap<String, Vec<String>>,
    lines: Vec<String>,
    names: usize,
    /// The listed items, so that an item with several paths is listed once.
    seen: HashSet<Id>,
}

impl<'c> Api<'c> {
    /// Lists a module: first its own items and what it exports, then the modules in it, so that the shortest path is used.
    fn module(&mut self, module: &'c Item, path: &str) {
        let ItemEnum::Module(content) = &module.inner else { return };
        let items: Vec<(&'c Item, String)> = content.items.iter().flat_map(|id| self.named(*id)).collect();
        let (modules, others): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|(item, _)| matches!(item.inner, ItemEnum::Module(_)));
        for (item, name) in others {
            if self.seen.insert(item.id) {
                self.names += 1;
                self.item(item, &format!("{path}::{name}"));
            }
        }
        for (item, name) in modules {
            if self.seen.insert(item.id) {
                self.module(item, &format!("{path}::{name}"));
            }
        }
    }

    /// The items that a user finds under an id: for a `use`, the items that it names, if they belong to this crate.
    fn named(&self, id: Id) -> Vec<(&'c Item, String)> {
        let Some(item) = self.json.index.get(&id).filter(|item| item.visibility == Visibility::Public) else {
            return Vec::new();
        };
        match &item.inner {
            ItemEnum::Use(import) => {
                let Some(target) = import.id.and_then(|id| self.json.index.get(&id)) else { return Vec::new() };
                match &target.inner {
                    ItemEnum::Module(content) if import.is_glob => {
                        content.items.iter().flat_map(|id| self.named(*id)).collect()
                    }
                    _ => vec![(target, import.name.clone())],
                }
            }
            _ => item.name.iter().map(|name| (item, name.clone())).collect(),
        }
    }

    /// Lists an item, and its methods, fields and variants.
    fn item(&mut self, item: &'c Item, path: &str) {
        let declaration = self.declaration(item);
        self.lines.push(format!("{path}: {declaration}"));
        let (members, impls): (Vec<Id>, &[Id]) = match &item.inner {
            ItemEnum::Struct(it) => match &it.kind {
                StructKind::Plain { fields, .. } => (fields.clone(), &it.impls),
                StructKind::Tuple(fields) => (fields.iter().flatten().copied().collect(), &it.impls),
                StructKind::Unit => (Vec::new(), &it.impls),
            },
            ItemEnum::Enum(it) => (it.variants.clone(), &it.impls),
            ItemEnum::Trait(it) => (it.items.clone(), &[]),
            _ => (Vec::new(), &[]),
        };
        let inherent = impls.iter().filter_map(|id| match &self.json.index.get(id)?.inner {
            ItemEnum::Impl(it) if it.trait_.is_none() => Some(it.items.iter().copied()),
            _ => None,
        });
        let members: Vec<Id> = members.into_iter().chain(inherent.flatten()).collect();
        for member in members.iter().filter_map(|id| self.json.index.get(id)) {
            let name = member.name.as_deref().unwrap_or_default();
            if matches!(member.visibility, Visibility::Public | Visibility::Default) {
                let declaration = self.declaration(member);
                self.lines.push(format!("{path}::{name}: {declaration}"));
            }
        }
    }

    /// The declaration of an item as its source has it, up to its body. Items from a macro are located at its call.
    fn declaration(&mut self, item: &Item) -> String {
        let Some(span) = &item.span else { return String::new() };
        let file = span.filename.to_string_lossy().into_owned();
        let read = || fs::read_to_string(&span.filename).unwrap_or_default().lines().map(str::to_owned).collect();
        let lines = self.sources.entry(file).or_insert_with(read);
        let ((first, column), (last, _)) = (span.begin, span.end);
        let text = lines.get(first - 1..last.min(lines.len())).unwrap_or_default().join(" ");
        let text = text.get(column - 1..).unwrap_or_default();
        let end = text.find('{').unwrap_or(text.len());
        let declaration = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
        declaration.trim_end_matches([';', ',']).to_owned()
    }
}
