//! [`TriangleSet`]: the triangles of one walkmesh, in a game-independent form.

/// The triangles of one walkmesh for other programs: points, triangles with a class, and named points.
///
/// Every game converts its walkmeshes to triangle sets and back. Coordinates are in the game's units and axes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TriangleSet {
    /// The points. Points may be equal, and points may belong to no triangle.
    pub points: Vec<[f32; 3]>,
    /// The triangles.
    pub triangles: Vec<ClassedTriangle>,
    /// The classes of the triangles, each number once. A triangle may have a class that is not described here.
    pub classes: Vec<Class>,
    /// The named points.
    pub marks: Vec<Mark>,
    /// For each triangle of an edited mesh, the triangle of its base from which it comes, if the editor reports it. Empty if the editor
    /// reports nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub origins: Vec<Option<u32>>,
}

/// A triangle and its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClassedTriangle {
    /// The indices of its corners in [`TriangleSet::points`].
    pub corners: [u32; 3],
    /// The number of its class, such as a material of KotOR or the flags of an NWN2 triangle.
    pub class: u32,
}

/// The properties of a class of triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Class {
    /// The number that identifies the class.
    pub number: u32,
    /// The display name, such as `Stone`.
    pub name: String,
    /// The colour in which an editor shows it: red, green, blue.
    pub color: [u8; 3],
    /// True if creatures can walk on it.
    pub walkable: bool,
}

/// A named point, such as a transition at the midpoint of its edge, or the hook at which a creature opens a door.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mark {
    /// The name.
    pub name: String,
    /// The point.
    pub point: [f32; 3],
}

impl TriangleSet {
    /// Returns whether other programs keep a triangle: its corners are three different points with finite coordinates.
    #[must_use]
    pub fn can_be_carried(&self, triangle: usize) -> bool {
        let is_finite = |corner: u32| {
            self.points.get(corner as usize).is_some_and(|point| point.iter().all(|value| value.is_finite()))
        };
        self.triangles.get(triangle).is_some_and(|row| {
            let [a, b, c] = row.corners;
            a != b && b != c && c != a && row.corners.into_iter().all(is_finite)
        })
    }
}

impl Class {
    /// The first of the numbers for classes whose name has no number.
    pub const UNNUMBERED: u32 = 1 << 31;

    /// The name of the class in files of other programs: its number and its name, such as `04 Stone`.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.number < Self::UNNUMBERED, self.name.as_str()) {
            (false, name) => name.to_owned(),
            (true, "") => format!("{:02}", self.number),
            (true, name) => format!("{:02} {name}", self.number),
        }
    }

    /// Parses the class from a name in a file of another program. The number is at the beginning; programs append `.001` and
    /// so on to existing names. A name without a number is kept, and the number is `otherwise`. The [`label`](Self::label)
    /// of the result gives the same class.
    #[must_use]
    pub fn of_label(label: &str, otherwise: u32) -> Self {
        let label = label.trim_matches(SEPARATORS);
        let digits = label.len() - label.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, name) = label.split_at(digits);
        let is_whole = name.is_empty() || name.starts_with([' ', '.', '_']);
        let number = number.parse().ok().filter(|number| is_whole && *number < Self::UNNUMBERED);
        let name = if number.is_some() { name } else { label };
        let name = bare(name).to_owned();
        Self { number: number.unwrap_or(otherwise), name, ..Self::default() }
    }
}

/// The separators between the number of a label and its name: programs write `_` if they do not allow spaces.
const SEPARATORS: [char; 2] = [' ', '_'];

/// A name without the separators and copy numbers around it.
fn bare(name: &str) -> &str {
    let mut bare = name.trim_matches(SEPARATORS);
    loop {
        let shorter = without_copy_number(bare).trim_matches(SEPARATORS);
        if shorter == bare {
            return bare;
        }
        bare = shorter;
    }
}

/// A name without the `.001` that programs append to existing names, even several times.
pub fn without_copy_number(name: &str) -> &str {
    let mut name = name;
    while let Some((stem, copy)) = name.rsplit_once('.')
        && copy.len() >= 3
        && copy.bytes().all(|byte| byte.is_ascii_digit())
        && !stem.is_empty()
    {
        name = stem;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_known_by_their_labels() {
        let stone = Class { number: 4, name: "Stone".into(), ..Class::default() };
        assert_eq!(stone.label(), "04 Stone");
        for label in ["04 Stone", "4 Stone", "04_Stone", "04 Stone.001", "0004 Stone.012", "_4 Stone_.001_.002"] {
            assert_eq!(Class::of_label(label, 9), stone, "{label}");
        }
        assert_eq!(Class::of_label("07", 9), Class { number: 7, ..Class::default() });
        for (label, name) in
            [("Stone.001", "Stone"), ("2sided", "2sided"), ("", ""), ("99999999999 x", "99999999999 x")]
        {
            assert_eq!(Class::of_label(label, 9), Class { number: 9, name: name.into(), ..Class::default() });
        }
    }

    proptest::proptest! {
        #[test]
        fn a_label_stands_for_its_class(label in "[0-9]{0,3}[ _.]?[a0 _.]{0,9}(\\.[0-9]{2,4}){0,2}[ _]?") {
            let class = Class::of_label(&label, Class::UNNUMBERED);
            proptest::prop_assert_eq!(Class::of_label(&class.label(), Class::UNNUMBERED), class);
        }
    }
}
