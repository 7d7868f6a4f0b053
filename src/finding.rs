//! `Finding`: one fault that a check found, and the [`Rule`] that it breaks.
//!
//! Every game's `check` returns [`Findings`], which counts every [`Finding`] and lists as many as [`CheckOptions`] ask for.

#[cfg(test)]
mod example;
mod file_rules;
mod findings;
mod groups;
mod part_kind;
mod place;
mod rule;
mod shape;
mod spot;
mod unreadable;

use std::fmt;

pub use crate::flaw::Measure;
pub use findings::{CheckOptions, Findings, RuleFindings};
pub use groups::{Group, groups};
pub use part_kind::PartKind;
pub use place::{Place, PlacePart};
pub use rule::{Rule, RuleTable};
pub use shape::Shape;
pub use spot::Spot;
pub use unreadable::Unreadable;

#[cfg(test)]
pub(crate) use example::{Example, Sample};
pub(crate) use rule::{count, joined, rule_table, rules};

rule_table!(file_rules);

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// The game is not affected.
    Info,
    /// The game reads the file, but may behave differently from its maker's intention.
    Warning,
    /// A table is wrong. A part of the game that uses it will not work.
    Error,
    /// The game may refuse the file, crash or hang on it.
    Fatal,
}

impl Severity {
    /// All severities, in ascending order.
    pub const ALL: [Self; 4] = [Self::Info, Self::Warning, Self::Error, Self::Fatal];

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Fatal => "fatal",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One fault that a check found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// The rule that is broken. Serialized as its code.
    #[cfg_attr(feature = "serde", serde(rename = "code", serialize_with = "serialize_code"))]
    pub rule: &'static Rule,
    /// Its severity: the severity of the rule, or a lower one where this fault does less harm, such as a fault of an unwalkable
    /// face.
    pub severity: Severity,
    /// Its place.
    pub place: Place,
    /// The other side, where two are involved: the other face of an overlap, or for a disconnected part the nearest point of the rest.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub other: Option<Place>,
    /// The position and size of the fault on the floor; `None` for the fault of a table.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub spot: Option<Spot>,
    /// One sentence on this finding. The [rule](Self::rule) explains its meaning in the game and the remedy.
    pub meaning: String,
}

#[cfg(feature = "serde")]
fn serialize_code<S: serde::Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.code)
}

impl Finding {
    /// The stable name of the broken rule, in kebab case, such as `face-vertex-out-of-range`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.rule.code
    }

    /// Its place and spot in words, such as `face 12 at (1.000, 2.000, 0.000)`. Empty for the fault of a whole file.
    #[must_use]
    pub fn location(&self) -> String {
        match &self.spot {
            None => self.place.to_string(),
            Some(spot) if self.place.is_file() => format!("at {spot}"),
            Some(spot) => format!("{} at {spot}", self.place),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.severity, self.code())?;
        let location = self.location();
        if !location.is_empty() {
            write!(f, " {location}")?;
        }
        write!(f, ": {}", self.meaning)
    }
}
