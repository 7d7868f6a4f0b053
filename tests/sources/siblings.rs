//! Sibling modules import each other in one direction only, so that each can be read after its dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkmesh_testing::{files, root};

/// The code of modules, by their paths below the root of a package; `None` for those that are compiled only in tests.
type Modules = BTreeMap<Vec<String>, Option<String>>;

/// For each module with submodules, the imports between these.
type Imports = BTreeMap<Vec<String>, BTreeSet<[String; 2]>>;

#[test]
fn no_module_imports_a_sibling_that_imports_it() {
    let mut found = Vec::new();
    for package in [
        "src",
        "formats/src",
        "cli/src",
        "crates/exchange/src",
        "crates/mesh/src",
        "crates/worlds/src",
        "crates/testing/src",
        "wasm/src",
        "fuzz/src",
    ] {
        let imports = imports(&modules(&root().join(package)));
        let has_imports =
            ["src", "crates/exchange/src", "crates/mesh/src", "formats/src", "cli/src"].contains(&package);
        assert!(!has_imports || !imports.is_empty(), "{package}: no import was found");
        for (parent, pairs) in imports {
            let folder = [&[package.to_owned()], &*parent].concat().join("/");
            let line = |[from, to]: [String; 2]| format!("{folder}: {from} imports {to}, which leads back");
            found.extend(circular(&pairs).into_iter().map(line));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_circle_of_three_is_found_whatever_the_paths_look_like() {
    let module =
        |path: &[&str], code: &str| (path.iter().map(ToString::to_string).collect(), Some(without_tests(code)));
    let modules = Modules::from([
        module(&[], "mod a;"),
        module(
            &["a"],
            "use crate::{b::{B, C as D}, d};\n// use super::c;\n#[cfg(test)]\nmod tests {\n    use crate::e;\n}\n",
        ),
        module(&["b"], ""),
        module(&["b", "inner"], "fn f() { super::super::c::go() }"),
        module(&["c"], "use super::a;\nuse self::own;\n#[cfg(test)]\nuse super::d;"),
        module(&["d"], ""),
        module(&["e"], "use super::a; examples! { of crate::b::examples }"),
        (vec!["b".into(), "examples".into()], None),
    ]);
    let pairs = &imports(&modules)[&Vec::new()];
    let all = [["a", "b"], ["a", "d"], ["b", "c"], ["c", "a"], ["e", "a"]];
    assert_eq!(*pairs, all.map(|pair| pair.map(str::to_owned)).into());
    let circle = [["a", "b"], ["b", "c"], ["c", "a"]];
    assert_eq!(circular(pairs), circle.map(|pair| pair.map(str::to_owned)));
}

/// The modules of a package.
fn modules(source: &Path) -> Modules {
    let path_of = |file: &Path| -> Vec<String> {
        let below = file.strip_prefix(source).expect("a file below the folder").with_extension("");
        let path = below.iter().map(|part| part.to_string_lossy().into_owned());
        path.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
    };
    let read = |file: &Path| without_tests(&fs::read_to_string(file).expect("a source"));
    let mut all = BTreeMap::<Vec<String>, String>::new();
    // `lib.rs` and `main.rs` are the root of a package together.
    files(source, "rs").iter().for_each(|file| all.entry(path_of(file)).or_default().push_str(&read(file)));
    // Modules that only tests declare are removed from the code of their parents.
    let is_declared = |path: &[String]| {
        path.split_last().is_none_or(|(name, parent)| {
            all.get(parent).is_some_and(|code| code.lines().any(|line| line.ends_with(&format!("mod {name};"))))
        })
    };
    let is_part = |path: &Vec<String>| (0..=path.len()).all(|length| is_declared(&path[..length]));
    all.iter().map(|(path, code)| (path.clone(), is_part(path).then(|| code.clone()))).collect()
}

/// Code without comments and without parts that are compiled only in tests.
pub fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() == "#[cfg(test)]" {
            let item = lines.by_ref().find(|line| !line.trim_start().starts_with("#[")).unwrap_or_default();
            if item.ends_with('{') {
                let indent = &item[..item.len() - item.trim_start().len()];
                lines.by_ref().find(|line| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with('}')));
            }
        } else if !line.starts_with("rules! { of ") {
            // The path names the sample of the examples, which are compiled only in tests.
            code.push_str(line.split("//").next().unwrap_or_default().trim_end());
            code.push('\n');
        }
    }
    code
}

/// Which modules import which of their siblings, themselves or in a module inside.
fn imports(modules: &Modules) -> Imports {
    let mut imports = Imports::new();
    for (module, code) in modules {
        for path in code.iter().flat_map(|code| paths(code)) {
            let target = resolved(module, &path, modules);
            if modules.get(&target).is_none_or(Option::is_none) {
                continue;
            }
            let shared = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (module.get(shared), target.get(shared)) {
                let parent = imports.entry(module[..shared].to_vec()).or_default();
                parent.insert([from.clone(), to.clone()]);
            }
        }
    }
    imports
}

/// The module that a path leads into.
fn resolved(module: &[String], path: &[String], modules: &Modules) -> Vec<String> {
    let mut at = if path[0] == "crate" { Vec::new() } else { module.to_vec() };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => {
                at.push(name.to_owned());
                if !modules.contains_key(&at) {
                    at.pop();
                    break;
                }
            }
        }
    }
    at
}

/// The paths in the code that start with `crate`, `self` or `super`; a path with braces yields one path for each name in them.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()) {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            length => length,
        };
        tokens.extend((!first.is_whitespace()).then(|| &rest[..length]));
        rest = &rest[length..];
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            "crate" | "self" | "super" => at = tree(&tokens, at, &[], &mut found),
            _ => at += 1,
        }
    }
    found
}

/// Adds the paths of a tree such as `super::{a, b::C}` to `found`. Returns where it ends.
fn tree(tokens: &[&str], mut at: usize, before: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        path.extend(tokens.get(at).map(ToString::to_string));
        if tokens.get(at + 1) != Some(&"::") {
            found.push(path);
            return at + 1;
        }
        at += 2;
        if tokens.get(at) == Some(&"{") {
            break;
        }
    }
    while at < tokens.len() && tokens[at] != "}" {
        at = match tokens[at] {
            "{" | "," => tree(tokens, at + 1, &path, found),
            _ => at + 1,
        };
    }
    at + 1
}

/// The imports that are part of a circle.
fn circular(pairs: &BTreeSet<[String; 2]>) -> Vec<[String; 2]> {
    let leads_to = |start: &String, goal: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(at) = open.pop() {
            if at == goal {
                return true;
            }
            open.extend(pairs.iter().filter(|[from, to]| from == at && seen.insert(to)).map(|[_, to]| to));
        }
        false
    };
    pairs.iter().filter(|[from, to]| leads_to(to, from)).cloned().collect()
}
