//! The rules of all checks in one list.

use crate::finding::{self, RuleTable};
use crate::{kotor, nwn2, silkroad};

/// The tables of rules: one for files of any kind, and one for each game.
///
/// ```
/// let tables = walkmesh::rules();
/// let rules: Vec<_> = tables.iter().filter_map(|table| table.get("region-differs")).collect();
/// assert_eq!(rules.len(), 1, "one game has regions");
/// ```
#[must_use]
pub const fn rules() -> [RuleTable; 4] {
    [
        RuleTable::new("Files of any kind", finding::RULES),
        RuleTable::new("Knights of the Old Republic", kotor::RULES),
        RuleTable::new("Neverwinter Nights 2", nwn2::RULES),
        RuleTable::new("Silkroad Online", silkroad::RULES),
    ]
}
