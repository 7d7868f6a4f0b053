//! [`Example`]: a damaged sample that breaks a rule. The tests and `docs/findings.md` use it.

use super::{Findings, Rule, Severity};
use crate::level::Level;

/// A walkmesh, an area or a file without findings. Each example damages one of these.
pub(crate) trait Sample {
    /// Yields the same sample every time.
    fn sound() -> Self;

    /// The findings of a check with every option on.
    fn findings(&self) -> Findings;

    /// The level for a picture, if it can be drawn.
    fn level(&self) -> Option<Level>;
}

/// A bad example of a rule: a damaged sample.
pub(crate) struct Example {
    /// The broken rule.
    pub(crate) rule: &'static Rule,
    /// The severity of the finding.
    pub(crate) severity: Severity,
    /// The place of the finding.
    pub(crate) place: &'static str,
    /// The findings in the undamaged sample: the good example.
    pub(crate) sound: Findings,
    /// The findings in the damaged sample.
    pub(crate) findings: Findings,
    /// The damaged sample.
    pub(crate) level: Option<Level>,
}

impl Example {
    /// `sound` are the findings in the undamaged sample.
    pub(crate) fn new<S: Sample>(
        rule: &'static Rule,
        severity: Severity,
        place: &'static str,
        damage: fn(&mut S),
        sound: &Findings,
    ) -> Self {
        let mut sample = S::sound();
        damage(&mut sample);
        Self { rule, severity, place, sound: sound.clone(), findings: sample.findings(), level: sample.level() }
    }
}
