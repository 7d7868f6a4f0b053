//! The README is short, so that newcomers read it to the end.

use std::fs;

use walkmesh_testing::root;

/// Its maximum number of words, without tables and code.
const LIMIT: usize = 700;

/// The number of words outside of fences, tables and comments.
fn words(markdown: &str) -> usize {
    let prose = markdown.split("```").step_by(2).flat_map(str::lines).filter(|line| !line.starts_with(['|', '<']));
    prose.flat_map(str::split_whitespace).filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[test]
fn the_readme_is_short() {
    let count = words(&fs::read_to_string(root().join("README.md")).expect("README.md"));
    assert!(count <= LIMIT, "README.md has {count} words; more than {LIMIT} belong into docs/");
}

#[test]
fn tables_and_code_are_no_words() {
    assert_eq!(words("# One two\n\n- three [four](five)\n| six |\n```sh\nseven\n```\neight - 9\n<!-- ten -->"), 6);
}
