//! Arguments that are chosen from a list by their names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use walkmesh::finding::Severity;

/// The parser of a value that is chosen by its name. Each choice has its name and its help.
pub fn choice<T: Copy + Send + Sync + 'static, const N: usize>(
    choices: [(&'static str, Option<&'static str>, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = choices.map(|(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(move |chosen| {
        let known = choices.iter().find(|(name, ..)| *name == chosen);
        known.unwrap_or(&choices[0]).2
    })
}

/// The parser of a severity.
pub fn severity() -> impl TypedValueParser<Value = Severity> {
    choice(Severity::ALL.map(|severity| (severity.name(), None, severity)))
}
