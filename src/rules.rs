//! The rules of all checks in one list.

use crate::finding::{self, RuleTable};
use crate::{floor_rules, instances, kotor, nwn2, silkroad};

/// The tables of rules: one for files of any kind, one for the geometry of floors, one for the objects of an area, and one for each game.
///
/// ```
/// let tables = walkmesh::rules();
/// let rules: Vec<_> = tables.iter().filter_map(|table| table.get("region-differs")).collect();
/// assert_eq!(rules.len(), 1, "one game has regions");
/// ```
#[must_use]
pub const fn rules() -> [RuleTable; 6] {
    [
        RuleTable::new("Files of any kind", finding::RULES),
        RuleTable::new("Floors of any game", floor_rules::RULES),
        RuleTable::new("Objects in an area", instances::floor::RULES),
        RuleTable::new("Knights of the Old Republic", kotor::RULES),
        RuleTable::new("Neverwinter Nights 2", nwn2::RULES),
        RuleTable::new("Silkroad Online", silkroad::RULES),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;
    use std::fs;
    use std::path::Path;
    use std::sync::LazyLock;

    use super::*;
    use crate::finding::{Example, Findings, Severity};

    const INTRODUCTION: &str = "\
# Findings

<!-- Generated from the rules, which are defined beside their checks. Change the rules, then run:
     INSTA_UPDATE=always cargo test --workspace --lib findings_are_documented -->

`walkmesh check` and every `check` of the library report these findings. The code of a finding names its rule. The
severity is the one given here, or lower where the finding does less harm: `fatal` (the game may refuse the file, crash
or hang), `error` (something does not work in the game), `warning` (the game may not behave as intended), `info` (no
effect in the game). `walkmesh explain CODE` prints the same texts.

A picture shows a small floor that breaks the rule, and the position of the finding. Rules about tables, and a rule whose
example needs very many faces, have no picture.
";

    /// The folders of the pictures, in the order of the tables.
    const FOLDERS: [&str; 6] = ["files", "floors", "areas", "kotor", "nwn2", "silkroad"];

    /// The examples of all rules, in the order of the tables.
    static EXAMPLES: LazyLock<[Vec<Example>; 6]> = LazyLock::new(|| {
        [
            finding::examples(),
            floor_rules::examples(),
            instances::floor::examples(),
            kotor::examples(),
            nwn2::examples(),
            silkroad::examples(),
        ]
    });

    /// The findings of the rule of an example.
    fn of_rule(example: &Example, findings: &Findings) -> Findings {
        let mut only = Findings::default();
        findings.iter().filter(|finding| finding.rule == example.rule).for_each(|finding| only.push(finding.clone()));
        only
    }

    #[test]
    fn every_rule_finds_its_examples_and_nothing_in_what_is_sound() {
        let mut wrong = String::new();
        for (table, examples) in rules().iter().zip(&*EXAMPLES) {
            let with_example: BTreeSet<&str> = examples.iter().map(|example| example.rule.code).collect();
            assert!(table.rules.iter().all(|rule| with_example.contains(rule.code)), "{}", table.about);
            for example in examples {
                let code = example.rule.code;
                assert!(example.findings.iter().all(|finding| !finding.meaning.is_empty()), "{code}");
                assert!(example.sound.is_clean(), "{code}: {}", example.sound);
                let found = of_rule(example, &example.findings);
                let is_expected = |(severity, place): &(Severity, String)| {
                    (*severity, place.as_str()) == (example.severity, example.place)
                };
                let places: Vec<_> =
                    found.iter().map(|finding| (finding.severity, finding.place.to_string())).collect();
                if !places.iter().any(is_expected) {
                    let _ = writeln!(wrong, "{code}: {} {:?} is not among {places:?}", example.severity, example.place);
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    /// Maximum size of a picture, in bytes. An example with very many faces is unreadable.
    #[cfg(feature = "picture")]
    const MAX_PICTURE: usize = 100_000;

    /// The picture of an example, if its finding has a spot on the floor.
    #[cfg(feature = "picture")]
    fn picture(example: &Example) -> Option<String> {
        use crate::level::PictureOptions;
        use crate::picture::PageOptions;

        let (level, findings) = (example.level.as_ref()?, of_rule(example, &example.findings));
        findings.iter().find(|finding| finding.spot.is_some())?;
        let mut scene = level.to_picture(example.rule.code, &PictureOptions::default()).ok()?;
        scene.layers.push(level.findings_layer(&findings, Severity::Info).0);
        let mut options = PageOptions::default();
        options.size = Some([480, 360]);
        scene.to_svg(&options).ok().filter(|picture| picture.len() <= MAX_PICTURE)
    }

    /// `docs/findings.md` and its pictures, as the rules generate them, by their paths in `docs`.
    #[cfg(feature = "picture")]
    fn pages() -> Vec<(String, String)> {
        let mut page = INTRODUCTION.to_owned();
        let mut pages = Vec::new();
        for ((RuleTable { about, rules }, examples), folder) in rules().into_iter().zip(&*EXAMPLES).zip(FOLDERS) {
            let _ = write!(page, "\n## {about}\n");
            for rule in rules {
                let (code, severity, title) = (rule.code, rule.severity, rule.title);
                let _ = write!(page, "\n### `{code}`\n\n**{title}** ({severity}). {}\n", rule.explanation);
                let _ = write!(page, "\n*What to do:* {}\n", rule.remedy);
                let drawn = examples.iter().filter(|example| example.rule == *rule).find_map(picture);
                if let Some(picture) = drawn {
                    let path = format!("findings/{folder}/{code}.svg");
                    let _ = write!(page, "\n![{title}]({path})\n");
                    pages.push((path, picture));
                }
            }
        }
        pages.push(("findings.md".to_owned(), page));
        pages
    }

    #[test]
    #[cfg(feature = "picture")]
    fn findings_are_documented() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        if !docs.exists() {
            assert!(
                docs.with_file_name(".cargo_vcs_info.json").exists(),
                "only the published package has no documents"
            );
            return;
        }
        let is_updated = std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
        let pages = pages();
        for folder in FOLDERS.map(|folder| docs.join("findings").join(folder)) {
            let listed = |path: &Path| pages.iter().any(|(page, _)| docs.join(page) == path);
            let there = fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path());
            for other in there.filter(|path| !listed(path)) {
                assert!(is_updated, "{} belongs to no rule", other.display());
                fs::remove_file(other).unwrap();
            }
            if is_updated {
                fs::create_dir_all(folder).unwrap();
            }
        }
        for (path, text) in pages {
            let path = docs.join(path);
            if is_updated {
                fs::write(&path, &text).unwrap();
            }
            let differs = fs::read_to_string(&path).unwrap_or_default() != text;
            assert!(
                !differs,
                "{} is not what the rules say; the first lines of findings.md tell what to run",
                path.display()
            );
        }
    }

    #[test]
    fn codes_are_unique_within_a_game_and_in_kebab_case() {
        for table in rules() {
            let codes: BTreeSet<_> = table.rules.iter().map(|rule| rule.code).collect();
            assert_eq!(codes.len(), table.rules.len(), "{}", table.about);
            let is_kebab = |code: &str| {
                code.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()))
            };
            assert!(codes.iter().all(|code| is_kebab(code) && code.contains('-')), "{codes:?}");
        }
    }

    #[test]
    fn rules_are_explained_in_sentences() {
        for table in rules() {
            for rule in table.rules {
                assert!(!rule.title.ends_with('.'), "{}", rule.code);
                for text in [rule.title, rule.explanation, rule.remedy] {
                    assert!(text.starts_with(|first: char| first.is_ascii_uppercase()), "{}: {text:?}", rule.code);
                    assert!(!text.contains("  "), "{}: {text:?}", rule.code);
                    // The command names its own arguments.
                    assert!(!text.contains("--") && !text.contains("`walkmesh"), "{}: {text:?}", rule.code);
                }
                for text in [rule.explanation, rule.remedy] {
                    assert!(text.ends_with('.') && text.contains(' '), "{}: {text:?}", rule.code);
                }
            }
        }
    }
}
