//! Fields of the games' generic files: [`text`] and [`vector`].

use crate::formats::gff::View;
use crate::text::one_line;

/// Maximum number of bytes of a tag that are kept. The games' have up to 32.
const MAX_TAG: usize = 64;

/// A field that is text or a resource name, truncated to a length that no real one reaches.
pub(crate) fn text(view: View<'_>, label: &str) -> String {
    let text = view.text(label).unwrap_or_default();
    one_line(&text[..text.len().min(MAX_TAG)])
}

/// Three finite numbers.
pub(crate) fn vector(view: View<'_>, labels: [&str; 3]) -> Option<[f32; 3]> {
    let [x, y, z] = labels.map(|label| view.float(label));
    finite([x?, y?, z?])
}

pub(super) fn finite(point: [f32; 3]) -> Option<[f32; 3]> {
    point.iter().all(|value| value.is_finite()).then_some(point)
}
