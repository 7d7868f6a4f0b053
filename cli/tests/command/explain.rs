//! `walkmesh explain`.

use crate::run::run;

#[test]
fn a_code_is_explained_for_each_game_that_has_it() {
    let run = run(&["explain", "region-differs", "file-empty"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("error [region-differs] in Silkroad Online: "), "{}", run.out);
    assert!(run.out.contains("\nfatal [file-empty] in Files of any kind: "), "{}", run.out);
    assert_eq!(run.out.matches("What to do: ").count(), 2);
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
}

#[test]
fn without_a_code_all_of_them_are_listed() {
    let rules: Vec<_> = walkmesh::rules().iter().flat_map(|table| table.rules).collect();
    let text = run(&["explain"]).out;
    assert!(rules.iter().all(|rule| text.contains(rule.code) && text.contains(rule.title)), "{text}");
    let json = run(&["explain", "--json"]).json();
    assert_eq!(json["results"].as_array().map(Vec::len), Some(rules.len()));
}

#[test]
fn a_code_that_no_rule_has_is_an_error() {
    let run = run(&["explain", "no-such-code"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("no rule has the code `no-such-code`: `walkmesh explain` lists"), "{}", run.err);
}

#[test]
fn near_codes_are_suggested() {
    for (asked, meant) in
        [("face-dupliacte", "face-duplicate"), ("crowded", "tile-crowded"), ("Root-Not-Frist", "root-not-first")]
    {
        let error = run(&["explain", asked]).err;
        assert!(error.contains("did you mean ") && error.contains(&format!("`{meant}`")), "{error}");
    }
    let long = "x".repeat(100_000);
    assert!(!run(&["explain", &long]).err.contains("did you mean"));
}
