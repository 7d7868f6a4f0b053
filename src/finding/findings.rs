//! `Findings`: the result of a check. It counts every finding and lists a limited number of each rule.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use crate::setters;

use super::{Finding, Place, PlacePart, Rule, Severity, Spot};
use crate::flaw::FlawOptions;

/// The options of a check.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Maximum number of listed findings of one rule and severity; the others are only counted. 100 by default.
    ///
    /// A damaged file can have more findings than it has bytes, for example one for each pair of its nodes. Lift the
    /// cap with [`CheckOptions::all`] for files that you trust.
    pub per_rule: usize,
    /// The criteria for flaws of a floor's geometry; `None` to check only the tables. Default: [`FlawOptions::DEFAULT`].
    pub flaws: Option<FlawOptions>,
    /// Ratio of a stored route to the shortest one above which it is a finding; `None` to measure no routes. Default: 2. Only
    /// dungeons of Silkroad Online have such routes.
    pub detour: Option<f64>,
}

/// The default of [`CheckOptions::detour`].
const DETOUR: f64 = 2.0;

impl CheckOptions {
    /// Lists every finding.
    #[must_use]
    pub const fn all() -> Self {
        Self { per_rule: usize::MAX, flaws: Some(FlawOptions::DEFAULT), detour: Some(DETOUR) }
    }

    /// The same options without the checks of floor geometry: only the tables are checked against the faces.
    #[must_use]
    pub const fn without_flaws(mut self) -> Self {
        self.flaws = None;
        self
    }
}

setters! { impl CheckOptions {
    with_per_rule(per_rule: usize);
    with_flaws(flaws: FlawOptions);
    with_detour(detour: Option<f64>);
} }

impl Default for CheckOptions {
    fn default() -> Self {
        Self { per_rule: 100, flaws: Some(FlawOptions::DEFAULT), detour: Some(DETOUR) }
    }
}

/// The result of a check: every finding is counted, and the first ones of each rule are listed.
///
/// Findings of one rule with different severities are counted and listed by severity. A finding that is not listed costs no
/// memory, however often it repeats.
///
/// ```
/// use walkmesh::finding::{CheckOptions, Severity};
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
///
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mut raw = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?.into_raw();
/// raw.vertices.resize(300, [9.0, 9.0, 9.0].into());
///
/// let findings = Walkmesh::from_raw(raw).check(&CheckOptions::default().with_per_rule(5));
/// assert_eq!(findings.count("vertex-unused"), 297);
/// assert_eq!(findings.iter().filter(|finding| finding.code() == "vertex-unused").count(), 5);
/// assert_eq!(findings.total(Severity::Info), 297 + 296, "all but the first stand where another one stands");
/// # Ok::<(), walkmesh::kotor::EditError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Findings {
    options: CheckOptions,
    /// Keyed by severity and code.
    rules: BTreeMap<(Reverse<Severity>, &'static str), RuleFindings>,
}

/// The findings of one rule at one severity.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RuleFindings {
    /// The rule.
    pub rule: &'static Rule,
    /// The severity.
    pub severity: Severity,
    /// Number of findings, listed or not.
    pub count: usize,
    /// The first findings, in the order of the file.
    pub listed: Vec<Finding>,
}

/// Findings are serialized as the list of their rules, the worst first.
#[cfg(feature = "serde")]
impl serde::Serialize for Findings {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rules())
    }
}

impl RuleFindings {
    /// The stable name of the rule.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.rule.code
    }

    /// Number of findings that are counted but not listed.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.count - self.listed.len()
    }

    fn list(&mut self, place: Place, other: Option<Place>, spot: Option<Spot>, meaning: String) {
        debug_assert!(is_sentence(&meaning), "{}: {meaning:?} is not a sentence", self.rule.code);
        self.listed.push(Finding { rule: self.rule, severity: self.severity, place, other, spot, meaning });
    }
}

impl Findings {
    /// An empty result, which lists as many findings as `options` allow.
    pub fn new(options: &CheckOptions) -> Self {
        Self { options: options.clone(), rules: BTreeMap::new() }
    }

    /// The criteria for flaws of a floor's geometry, if it is judged.
    pub(crate) fn flaw_options(&self) -> Option<&FlawOptions> {
        self.options.flaws.as_ref()
    }

    /// Maximum number of listed findings of one rule and severity.
    pub(crate) fn per_rule(&self) -> usize {
        self.options.per_rule
    }

    /// An empty result with the same options.
    pub(crate) fn empty(&self) -> Self {
        Self::new(&self.options)
    }

    /// Removes the findings of other severities.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(Severity) -> bool) {
        self.rules.retain(|_, rule| is_kept(rule.severity));
    }

    /// Counts findings that are not listed.
    pub(crate) fn add_unlisted(&mut self, rule: &'static Rule, severity: Severity, count: usize) {
        if count > 0 {
            self.of_rule(rule, severity).count += count;
        }
    }

    /// Maximum ratio of a stored route to the shortest one, if routes are measured.
    pub(crate) fn detour(&self) -> Option<f64> {
        self.options.detour
    }

    /// Counts a finding, and lists it if the cap of its rule permits.
    pub fn push(&mut self, finding: Finding) {
        let Finding { rule, severity, place, other, spot, meaning } = finding;
        self.add_between(rule, severity, place, || other, spot, || meaning);
    }

    /// Counts all findings of another check, and lists as many of its listed findings as the cap permits. `outer` is the part that encloses
    /// their places, such as the checked room.
    pub fn append(&mut self, other: Self, outer: Option<&PlacePart>) {
        for RuleFindings { rule, severity, count, listed } in other.rules.into_values() {
            let cap = self.options.per_rule;
            let rule = self.of_rule(rule, severity);
            rule.count += count;
            let free = cap.saturating_sub(rule.listed.len());
            rule.listed.extend(listed.into_iter().take(free).map(|finding| match outer {
                Some(outer) => Finding {
                    place: finding.place.within(outer.clone()),
                    other: finding.other.map(|other| other.within(outer.clone())),
                    ..finding
                },
                None => finding,
            }));
        }
    }

    /// Counts a finding with the severity of its rule. Its place and its text are computed only if it is listed.
    pub(crate) fn add<M: Into<String>>(
        &mut self,
        rule: &'static Rule,
        place: impl Into<Place>,
        meaning: impl FnOnce() -> M,
    ) {
        self.add_as(rule, rule.severity, place, meaning);
    }

    /// Counts a finding with a lower severity than its rule. Its place and its text are computed only if it is listed.
    pub(crate) fn add_as<M: Into<String>>(
        &mut self,
        rule: &'static Rule,
        severity: Severity,
        place: impl Into<Place>,
        meaning: impl FnOnce() -> M,
    ) {
        self.add_spot(rule, severity, place, None, meaning);
    }

    /// Counts a finding with its spot on the floor. Its place and its text are computed only if it is listed.
    pub(crate) fn add_spot<M: Into<String>>(
        &mut self,
        rule: &'static Rule,
        severity: Severity,
        place: impl Into<Place>,
        spot: Option<Spot>,
        meaning: impl FnOnce() -> M,
    ) {
        self.add_between(rule, severity, place, || None, spot, meaning);
    }

    /// Counts a finding with its spot on the floor and the place of the other side. Its places and its text are computed only if
    /// it is listed.
    pub(crate) fn add_between<M: Into<String>>(
        &mut self,
        rule: &'static Rule,
        severity: Severity,
        place: impl Into<Place>,
        other: impl FnOnce() -> Option<Place>,
        spot: Option<Spot>,
        meaning: impl FnOnce() -> M,
    ) {
        debug_assert!(severity <= rule.severity, "{} is at most {}", rule.code, rule.severity);
        if let Some(found) = self.counted(rule, severity) {
            found.list(place.into(), other(), spot, meaning().into());
        }
    }

    /// Counts a finding. Returns its rule if the cap permits listing it.
    fn counted(&mut self, rule: &'static Rule, severity: Severity) -> Option<&mut RuleFindings> {
        let cap = self.options.per_rule;
        let found = self.of_rule(rule, severity);
        found.count += 1;
        (found.listed.len() < cap).then_some(found)
    }

    fn of_rule(&mut self, rule: &'static Rule, severity: Severity) -> &mut RuleFindings {
        let none = || RuleFindings { rule, severity, count: 0, listed: Vec::new() };
        self.rules.entry((Reverse(severity), rule.code)).or_insert_with(none)
    }

    /// The findings by rule, the worst first.
    #[must_use]
    pub fn into_rules(self) -> Vec<RuleFindings> {
        self.rules.into_values().collect()
    }

    /// The listed findings: the worst first, then by code, then in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.into_iter()
    }

    /// The findings by rule and severity: the worst first, then by code.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = &RuleFindings> {
        self.rules.values()
    }

    /// Number of findings with a code, listed or not.
    #[must_use]
    pub fn count(&self, code: &str) -> usize {
        self.rules().filter(|rule| rule.code() == code).map(|rule| rule.count).sum()
    }

    /// Number of findings with a severity, listed or not.
    #[must_use]
    pub fn total(&self, severity: Severity) -> usize {
        self.rules().filter(|rule| rule.severity == severity).map(|rule| rule.count).sum()
    }

    /// The worst severity of all findings; `None` without findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.rules().next().map(|rule| rule.severity)
    }

    /// Returns whether there are no findings, not even an info.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.rules.is_empty()
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = Box<dyn Iterator<Item = Finding>>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.rules.into_values().flat_map(|rule| rule.listed))
    }
}

impl<'f> IntoIterator for &'f Findings {
    type Item = &'f Finding;
    type IntoIter = Box<dyn Iterator<Item = &'f Finding> + 'f>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.rules.values().flat_map(|rule| &rule.listed))
    }
}

/// Each listed finding on a line, and the number of unlisted ones of its rule.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rule in self.rules() {
            rule.listed.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
            match rule.unlisted() {
                0 => {}
                more => writeln!(f, "{} [{}]: {more} more", rule.severity, rule.code())?,
            }
        }
        Ok(())
    }
}

/// Returns whether a text consists of sentences, as every text of a finding does.
fn is_sentence(text: &str) -> bool {
    text.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit()) && text.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::PartKind;

    const fn rule(code: &'static str) -> Rule {
        Rule { code, severity: Severity::Error, title: "Wrong", explanation: "It is wrong.", remedy: "Repair it." }
    }

    static CODE: Rule = rule("code");
    static A: Rule = rule("a");
    static B: Rule = rule("b");

    fn of(per_rule: usize, findings: &[(&'static Rule, Severity, i64)]) -> Findings {
        let mut found = Findings::new(&CheckOptions::default().with_per_rule(per_rule));
        for &(rule, severity, face) in findings {
            found.add_as(rule, severity, PlacePart::new(PartKind::Face, face), || "It is wrong.");
        }
        found
    }

    #[test]
    fn everything_is_counted_and_a_few_are_listed() {
        let findings: Vec<_> = (0..250).map(|face| (&CODE, Severity::Warning, face)).collect();
        let found = of(2, &findings);
        assert_eq!((found.count("code"), found.total(Severity::Warning), found.total(Severity::Info)), (250, 250, 0));
        let expected =
            "warning [code] face 0: It is wrong.\nwarning [code] face 1: It is wrong.\nwarning [code]: 248 more\n";
        assert_eq!(found.to_string(), expected);
        assert_eq!(of(usize::MAX, &findings).iter().count(), 250);
        assert_eq!(of(0, &findings).count("code"), 250);
    }

    #[test]
    fn what_is_not_listed_is_not_made() {
        let mut found = Findings::new(&CheckOptions::default().with_per_rule(1));
        let mut made = 0;
        for _ in 0..9 {
            found.add(&CODE, PartKind::Header, || {
                made += 1;
                "It is wrong."
            });
        }
        assert_eq!((made, found.count("code")), (1, 9));
    }

    #[test]
    fn the_worst_comes_first_and_a_cap_of_infos_hides_no_error() {
        let found = of(
            1,
            &[(&B, Severity::Info, 0), (&B, Severity::Info, 1), (&B, Severity::Error, 2), (&A, Severity::Info, 3)],
        );
        let order: Vec<_> = found.iter().map(|finding| (finding.severity, finding.code())).collect();
        assert_eq!(order, [(Severity::Error, "b"), (Severity::Info, "a"), (Severity::Info, "b")]);
        assert_eq!((found.count("b"), found.worst()), (3, Some(Severity::Error)));
        assert!(!found.is_clean() && Findings::default().is_clean());
    }

    #[test]
    fn findings_of_parts_are_counted_under_the_cap_of_the_whole() {
        let mut whole = of(3, &[(&A, Severity::Info, 0), (&A, Severity::Info, 1)]);
        let room = PlacePart::new(PartKind::Room, 7).named("west");
        whole.append(of(2, &[(&A, Severity::Info, 2), (&A, Severity::Info, 3), (&A, Severity::Info, 4)]), Some(&room));
        assert_eq!(whole.count("a"), 5);
        let places: Vec<_> = whole.into_iter().map(|finding| finding.place.to_string()).collect();
        assert_eq!(places, ["face 0", "face 1", "room 7 (west): face 2"]);
    }
}
