//! [`counted`]: numbers of items in words, so that no text says "1 faces".

/// A number of items in words. `what` is the English singular.
///
/// ```
/// # use walkmesh_mesh::counted as walkmesh;
/// use walkmesh::counted;
///
/// assert_eq!(counted(1, "face"), "1 face");
/// assert_eq!(counted(0, "vertex"), "0 vertices");
/// assert_eq!(counted(3, "stored entry"), "3 stored entries");
/// ```
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {}", plural(what)) }
}

/// A number of things, and the matching verb: `1 face is`, `2 faces are`.
pub fn are(count: usize, what: &str) -> String {
    agreeing(count, what, ["is", "are"])
}

/// A number of things, and the matching form of a verb: for one, or for several.
pub fn agreeing(count: usize, what: &str, [one, several]: [&str; 2]) -> String {
    format!("{} {}", counted(count, what), if count == 1 { one } else { several })
}

/// Returns the plural of an English noun; of several words, only the last becomes plural.
fn plural(what: &str) -> String {
    let stem = |end: &str| what.strip_suffix(end);
    if let Some(stem) = stem("ex") {
        return format!("{stem}ices");
    }
    match stem("y") {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| what.ends_with(end)) => format!("{what}es"),
        _ => format!("{what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        let cases = [
            ("face", "1 face", "2 faces"),
            ("vertex", "1 vertex", "2 vertices"),
            ("entry", "1 entry", "2 entries"),
            ("way", "1 way", "2 ways"),
            ("box", "1 box", "2 boxes"),
            ("walkable face", "1 walkable face", "2 walkable faces"),
        ];
        for (what, one, two) in cases {
            assert_eq!([counted(1, what), counted(2, what)], [one, two]);
        }
        assert_eq!([are(1, "face"), are(0, "face")], ["1 face is", "0 faces are"]);
    }
}
