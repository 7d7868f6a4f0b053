//! `Rule`: what a check looks for, and the tables of them.

use super::Severity;

/// One thing that a check looks for.
///
/// Each game has a table of its rules, such as [`kotor::RULES`](crate::kotor::RULES); [`walkmesh::rules`](crate::rules())
/// lists them all. A code is made of a thing and its fault, such as `face-vertex-out-of-range`. The same fault has the
/// same code in every game.
///
/// ```
/// use walkmesh::finding::Severity;
/// use walkmesh::silkroad;
///
/// let rule = silkroad::RULES.iter().find(|rule| rule.code == "region-differs").expect("it is a rule");
/// assert_eq!(rule.severity, Severity::Error);
/// println!("{}\n{}\n{}", rule.title, rule.explanation, rule.remedy);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rule {
    /// The stable name of the rule, in kebab case.
    pub code: &'static str,
    /// How bad a finding of this rule can be. A finding that does less harm has a lower
    /// [severity of its own](super::Finding::severity).
    pub severity: Severity,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What is wrong and what it does in the game, in full sentences.
    pub explanation: &'static str,
    /// What to do about it, in full sentences.
    pub remedy: &'static str,
}

/// The rules of one part of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleTable {
    /// What the rules are about, such as `Knights of the Old Republic`.
    pub about: &'static str,
    /// The rules, in the order in which the checks apply them.
    pub rules: &'static [&'static Rule],
}

impl RuleTable {
    /// A table of rules.
    pub(crate) const fn new(about: &'static str, rules: &'static [&'static Rule]) -> Self {
        Self { about, rules }
    }

    /// The rule with a code.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.code == code)
    }
}

/// Defines a static [`Rule`] for each entry, and `RULES`, the table of all of them in this order. So no rule can be left
/// out of the table.
macro_rules! rules {
    ($($(#[$attribute:meta])* $name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(
            $(#[$attribute])*
            pub(crate) static $name: $crate::finding::Rule = $crate::finding::Rule { $($field: $value),* };
        )*

        /// Every rule, in the order in which the checks apply them.
        pub static RULES: &[&$crate::finding::Rule] = &[$(&$name),*];
    };
}

pub(crate) use rules;
