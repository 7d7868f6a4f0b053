//! Every citation refers to a page that a reader of the repository can open.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkmesh_testing::files;

/// The sources of all packages.
fn sources(root: &Path) -> Vec<PathBuf> {
    let folders = ["src", "crates", "formats/src", "formats/tests", "cli/src", "cli/tests", "tests", "fuzz/src"];
    folders.iter().flat_map(|folder| files(&root.join(folder), "rs")).collect()
}

#[test]
fn every_cited_page_has_the_anchor_that_is_cited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cited = BTreeSet::new();
    for path in sources(root) {
        let text = fs::read_to_string(&path).expect("a source");
        for (start, _) in text.match_indices("docs/") {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || "/-_.#".contains(letter);
            let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |length| start + length);
            if let Some((page, anchor)) = text[start..end].trim_end_matches('.').split_once('#') {
                cited.insert((page.to_owned(), anchor.to_owned(), path.clone()));
            }
        }
    }
    assert!(cited.len() > 50, "only {} citations were found", cited.len());
    for (page, anchor, path) in cited {
        let text = fs::read_to_string(root.join(&page));
        let text = text.unwrap_or_else(|error| panic!("{}: {page}: {error}", path.display()));
        assert!(text.contains(&format!("id=\"{anchor}\"")), "{}: {page} has no anchor {anchor}", path.display());
    }
}

#[test]
fn no_source_cites_a_page_that_a_reader_cannot_open() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // In parts, so that this file does not find itself.
    let private =
        [["facts `", "bwm"], ["facts `", "trn"], ["facts `", "ainav"], ["bwm-", "exact.md"], ["aswm-", "exact.md"]];
    for path in sources(root) {
        let text = fs::read_to_string(&path).expect("a source");
        for parts in private.map(|parts| parts.concat()) {
            assert!(!text.contains(&parts), "{} cites a private page: {parts}", path.display());
        }
    }
}
