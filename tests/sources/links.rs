//! Links of the documents lead to files of the repository, and to headings and anchors in them.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh_testing::{files, root};

/// The documents that newcomers read first, and the book.
fn documents() -> Vec<PathBuf> {
    let first =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "python/README.md", "release/README.md", "site/README.md"];
    first.iter().map(|name| root().join(name)).chain(files(&root().join("docs"), "md")).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text without fences and code, in which links are not links.
fn prose(text: &str) -> String {
    let outside: String = text.split("```").step_by(2).collect();
    outside.split('`').step_by(2).collect()
}

/// The targets of links and pictures to files of the repository.
fn targets(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ', '\n']).next());
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:")).map(str::to_owned).collect()
}

/// GitHub's anchor for a heading.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

fn has_anchor(text: &str, anchor: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| slug(line.trim_start_matches('#')));
    text.contains(&format!("id=\"{anchor}\"")) || headings.into_iter().any(|heading| heading == anchor)
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let (mut count, mut broken) = (0, Vec::new());
    for document in documents() {
        let here = text(&document);
        for target in targets(&here) {
            count += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if path.is_empty() { document.clone() } else { document.with_file_name(path) };
            let is_there = file.exists()
                && (anchor.is_empty()
                    || !path.is_empty() && file.extension() != Some("md".as_ref())
                    || has_anchor(&text(&file), anchor));
            broken.extend((!is_there).then(|| format!("{}: {target}", document.display())));
        }
    }
    assert!(count > 400, "only {count} links were found");
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn links_and_anchors_are_recognised() {
    let text = "## A modder's `WOK`: why?\n[a](b.md#c) `[d](e)` ![f](g.png)\n```sh\n[h](i)\n```\n[j](https://k) <a id=\"l\"></a>";
    assert_eq!(targets(text), ["b.md#c", "g.png"]);
    assert!(has_anchor(text, "a-modders-wok-why") && has_anchor(text, "l") && !has_anchor(text, "m"));
}
