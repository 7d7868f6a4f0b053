//! `Rule`: one rule of a check, and the tables of rules.

use super::Severity;

/// One rule of a check.
///
/// Each game has a table of its rules, such as [`kotor::RULES`](crate::kotor::RULES); [`walkmesh::rules`](crate::rules())
/// lists them all. A code consists of a subject and its fault, such as `face-vertex-out-of-range`. The same fault has the same
/// code in every game.
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
#[non_exhaustive]
pub struct Rule {
    /// The stable name of the rule, in kebab case.
    pub code: &'static str,
    /// Maximum severity of a finding of this rule. A finding that does less harm has a lower
    /// [severity](super::Finding::severity).
    pub severity: Severity,
    /// The fault, in a few words.
    pub title: &'static str,
    /// The fault and its effect in the game, in full sentences.
    pub explanation: &'static str,
    /// The remedy, in full sentences.
    pub remedy: &'static str,
}

/// The rules of one part of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleTable {
    /// The subject of the rules, such as `Knights of the Old Republic`.
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

/// Defines rules beside the code that checks them: `RULES`, the table of them in this order, and in tests `examples`.
///
/// A rule has a name, the [severity](Rule::severity) and the code, and a title; then its explanation and its remedy as
/// documentation comments; then its bad examples: changes of a sound [`Sample`](super::Sample), each with the place of its
/// finding, and with the severity where the finding does less harm than the rule says. Every rule has an example. The changes
/// can use the contents of the sample's module.
macro_rules! rules {
    (of $($module:ident)::+, $sample:ident; $(
        $name:ident: $severity:ident = $code:literal, $title:literal {
            $(#[doc = $explanation:literal])+
            remedy
            $(#[doc = $remedy:literal])+
            $(bad $($less:ident)? $place:literal: $damage:expr,)+
        }
    )*) => {
        $(
            pub(crate) static $name: $crate::finding::Rule = $crate::finding::Rule {
                code: $code,
                severity: $crate::finding::Severity::$severity,
                title: $title,
                explanation: concat!($($explanation),+).split_at(1).1,
                remedy: concat!($($remedy),+).split_at(1).1,
            };
        )*

        /// The rules of this file, in the order in which the check applies them.
        pub(crate) const RULES: &[&$crate::finding::Rule] = &[$(&$name),*];

        /// The bad examples of these rules.
        #[cfg(test)]
        pub(crate) fn examples() -> Vec<$crate::finding::Example> {
            #[allow(unused_imports, reason = "not every damage needs what its sample's module has")]
            use $($module)::+::*;

            let sound = $crate::finding::Sample::findings(&<$sample as $crate::finding::Sample>::sound());
            vec![$($($crate::finding::Example::new::<$sample>(
                &$name,
                $crate::finding::rules!(@ $severity $($less)?),
                $place,
                $damage,
                &sound,
            )),+),*]
        }
    };
    (@ $severity:ident) => { $crate::finding::Severity::$severity };
    (@ $severity:ident $less:ident) => { $crate::finding::Severity::$less };
}

/// Joins the rules of modules to the public table of a game, and in tests their examples.
macro_rules! rule_table {
    ($($($module:ident)::+),+ $(,)?) => {
        const GROUPS: &[&[&$crate::finding::Rule]] = &[$($($module)::+::RULES),+];

        /// Every rule, in the order in which the checks apply them.
        pub static RULES: &[&$crate::finding::Rule] = &$crate::finding::joined::<{ $crate::finding::count(GROUPS) }>(GROUPS);

        /// One or more bad examples of each rule.
        #[cfg(test)]
        pub(crate) fn examples() -> Vec<$crate::finding::Example> {
            [$($($module)::+::examples()),+].into_iter().flatten().collect()
        }
    };
}

pub(crate) use {rule_table, rules};

/// Number of rules of all groups.
pub(crate) const fn count(groups: &[&[&'static Rule]]) -> usize {
    let (mut group, mut count) = (0, 0);
    while group < groups.len() {
        count += groups[group].len();
        group += 1;
    }
    count
}

/// The rules of groups in one array, whose length is their [`count`].
pub(crate) const fn joined<const N: usize>(groups: &[&[&'static Rule]]) -> [&'static Rule; N] {
    let mut rules = [groups[0][0]; N];
    let (mut group, mut at) = (0, 0);
    while group < groups.len() {
        let mut rule = 0;
        while rule < groups[group].len() {
            rules[at] = groups[group][rule];
            (rule, at) = (rule + 1, at + 1);
        }
        group += 1;
    }
    rules
}
