//! The rules of all checks in one list.

use crate::finding::{self, RuleTable};
use crate::{flaw, kotor, nwn2, silkroad};

/// The tables of rules: one for files of any kind, one for the geometry of floors, and one for each game.
///
/// ```
/// let tables = walkmesh::rules();
/// let rules: Vec<_> = tables.iter().filter_map(|table| table.get("region-differs")).collect();
/// assert_eq!(rules.len(), 1, "one game has regions");
/// ```
#[must_use]
pub const fn rules() -> [RuleTable; 5] {
    [
        RuleTable::new("Files of any kind", finding::RULES),
        RuleTable::new("Floors of any game", flaw::RULES),
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

    use super::*;

    const INTRODUCTION: &str = "\
# Findings

<!-- Made from the tables of rules. Change those, then run:
     INSTA_UPDATE=always cargo test --workspace --lib findings_are_documented -->

`walkmesh check` and every `check` of the library report these findings. A finding names its rule by the code. It is as
severe as stated here, or less where it does less harm: `fatal` (the game may refuse the file, crash or hang), `error`
(something will not work where it is used), `warning` (the game may behave other than its maker meant), `info` (the game
does not mind). `walkmesh explain CODE` prints the same texts, with the
options of the command in place of those of the library.
";

    /// `docs/findings.md`, as the rules make it.
    fn page() -> String {
        let mut page = INTRODUCTION.to_owned();
        for RuleTable { about, rules } in rules() {
            let _ = write!(page, "\n## {about}\n");
            for rule in rules {
                let (code, severity, title) = (rule.code, rule.severity, rule.title);
                let (explanation, remedy) = (rule.explanation, rule.remedy);
                let _ = write!(
                    page,
                    "\n### `{code}`\n\n**{title}** ({severity}). {explanation}\n\n*What to do:* {remedy}\n"
                );
            }
        }
        page
    }

    #[test]
    fn findings_are_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/findings.md");
        if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
            fs::write(path, page()).unwrap();
        }
        let differs = fs::read_to_string(path).unwrap_or_default() != page();
        assert!(!differs, "{path} is not what the rules say; its first lines tell how to make it anew");
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
                    // The command names its arguments itself.
                    assert!(!text.contains("--") && !text.contains("`walkmesh"), "{}: {text:?}", rule.code);
                }
                for text in [rule.explanation, rule.remedy] {
                    assert!(text.ends_with('.') && text.contains(' '), "{}: {text:?}", rule.code);
                }
            }
        }
    }
}
