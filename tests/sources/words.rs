//! The words of comments, documents and findings: a term of art is not paraphrased. The number of phrases that make a reader stop may only
//! fall.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh_testing::{files, root};

/// A kind of phrase, the number of remaining occurrences, and the function that counts them in a line.
type Kind = (&'static str, usize, fn(&str) -> usize);

/// Lower the number whenever you rewrite such a sentence.
const KINDS: [Kind; 7] = [
    ("a clause with What, How, Whether … as the first line of an item", 5, clauses),
    ("stand(s) for is, are, lies", 43, |line| count(line, &["stand", "stands"])),
    ("that of, those of", 11, |line| count(line, &["that of", "those of"])),
    ("is no …, is none", 63, |line| count(line, &["is no", "is none"])),
    ("tell, told for say, list, report", 8, |line| count(line, &["tell", "tells", "told"])),
    ("the most, the least for maximum, minimum", 17, |line| {
        count(line, &["the most", "the least", "const most", "const least"])
    }),
    ("small letters for lower case", 0, |line| count(line, &["small letters"])),
];

#[test]
fn phrases_that_make_a_reader_stop_only_become_fewer() {
    let lines: Vec<String> = texts().iter().flat_map(|path| lines(path)).collect();
    assert!(lines.len() > 20_000, "only {} lines were read", lines.len());
    let found = KINDS.map(|(kind, left, count)| (kind, left, lines.iter().map(|line| count(line)).sum::<usize>()));
    let wrong = found.into_iter().filter(|(_, left, found)| left != found);
    let wrong: Vec<_> = wrong.map(|(kind, left, found)| format!("{kind}: {found}, and KINDS says {left}")).collect();
    assert!(wrong.is_empty(), "rewrite what is new, or lower the number in KINDS:\n{}", wrong.join("\n"));
}

/// The files that people write; `docs/findings.md` and the gallery are generated from them.
fn texts() -> Vec<PathBuf> {
    let sources = ["src", "crates", "formats/src", "cli/src", "wasm/src", "python/src", "fuzz/src"];
    let sources = sources.iter().flat_map(|folder| files(&root().join(folder), "rs"));
    let made = ["docs/findings.md", "docs/gallery"].map(|path| root().join(path));
    let documents =
        files(&root().join("docs"), "md").into_iter().filter(move |path| !made.iter().any(|it| path.starts_with(it)));
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    sources.chain(documents).chain(top).collect()
}

/// The lines of a document, or the comments and constants of a source. Only the first line of an item's documentation begins with `///`.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a text");
    let is_source = path.extension().is_some_and(|extension| extension == "rs");
    let mut follows = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if !is_source || line.starts_with("//") || line.contains("const ") {
            found.push(if follows { line.replacen("///", "//", 1) } else { line.to_owned() });
        }
        follows = line.starts_with("///");
    }
    found
}

fn clauses(line: &str) -> usize {
    let first = line.strip_prefix("/// ").and_then(|text| text.split(' ').next());
    let clause = ["What", "How", "Whether", "Where", "Why", "Who", "Which"];
    usize::from(first.is_some_and(|first| clause.contains(&first)))
}

/// The number of times that phrases occur as whole words.
fn count(line: &str, phrases: &[&str]) -> usize {
    let line = line.to_ascii_lowercase();
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let occurs = |phrase: &&str| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).filter(|window| **window == *phrase).count()
    };
    phrases.iter().map(occurs).sum()
}

#[test]
fn a_phrase_is_found_in_whole_words() {
    assert_eq!(["/// What is wrong.", "// What is wrong.", "/// Whatever is wrong."].map(clauses), [1, 0, 0]);
    assert_eq!(count("It stands, and they stand still; a bandstand.", &["stand", "stands"]), 2);
    assert_eq!(count("const MOST_CORNERS: usize = 8; // the most", &["the most", "const most"]), 2);
}
