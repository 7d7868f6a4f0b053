//! The classes of an area's triangles: their flags, by number and by name.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::exchange::{Class, TriangleSet};
use crate::formats::aswm::TriangleFlags;
use crate::nwn2::FloorMaterial;
use crate::nwn2::floor::{CLOCKWISE, WALKABLE, is_walkable};

use super::ImportError;

/// The flags that have a meaning in a class.
const KNOWN: u16 = 0x3FF9;

/// The number of the class of a triangle: its flags without the clockwise flag.
pub(super) fn number_of(flags: TriangleFlags) -> u32 {
    u32::from(flags.0 & !CLOCKWISE)
}

/// The class of triangles with these flags.
pub(crate) fn class_of(number: u32) -> Class {
    let flags = TriangleFlags(number as u16);
    Class { number, name: name_of(flags), color: color_of(flags), walkable: is_walkable(flags) }
}

/// The flags of a triangle in words, regardless of its winding, such as `walkable stone`.
pub(in crate::nwn2) fn name_of_flags(flags: TriangleFlags) -> String {
    name_of(TriangleFlags(flags.0 & !CLOCKWISE))
}

/// Flags in words, such as `walkable stone`.
fn name_of(flags: TriangleFlags) -> String {
    let mut name = String::from(if is_walkable(flags) { "walkable" } else { "not walkable" });
    for floor in FloorMaterial::ALL.into_iter().filter(|floor| flags.0 & floor.bit() != 0) {
        name.push(' ');
        name.push_str(word_of(floor));
    }
    let others = flags.0 & !KNOWN;
    if others != 0 {
        name.push_str(&format!(" +{others:#06x}"));
    }
    name
}

fn word_of(floor: FloorMaterial) -> &'static str {
    match floor {
        FloorMaterial::Dirt => "dirt",
        FloorMaterial::Grass => "grass",
        FloorMaterial::Stone => "stone",
        FloorMaterial::Wood => "wood",
        FloorMaterial::Carpet => "carpet",
        FloorMaterial::Metal => "metal",
        FloorMaterial::Swamp => "swamp",
        FloorMaterial::Mud => "mud",
        FloorMaterial::Leaves => "leaves",
        FloorMaterial::Water => "water",
        FloorMaterial::Puddles => "puddles",
    }
}

/// A colour that resembles the floor; dark and reddish where it is unwalkable.
fn color_of(flags: TriangleFlags) -> [u8; 3] {
    let floor = match FloorMaterial::new(flags) {
        None => [214, 214, 206],
        Some(FloorMaterial::Dirt) => [158, 112, 66],
        Some(FloorMaterial::Grass) => [94, 168, 62],
        Some(FloorMaterial::Stone) => [138, 142, 152],
        Some(FloorMaterial::Wood) => [196, 150, 84],
        Some(FloorMaterial::Carpet) => [156, 76, 148],
        Some(FloorMaterial::Metal) => [104, 132, 176],
        Some(FloorMaterial::Swamp) => [86, 110, 70],
        Some(FloorMaterial::Mud) => [110, 82, 58],
        Some(FloorMaterial::Leaves) => [206, 176, 52],
        Some(FloorMaterial::Water) => [58, 128, 206],
        Some(FloorMaterial::Puddles) => [92, 176, 190],
    };
    let [red, green, blue] = floor;
    if is_walkable(flags) { floor } else { [red / 4 + 128, green / 4, blue / 4] }
}

/// Converts the classes of another program into this game's numbers, with a sentence for each class that was changed.
pub(super) fn with_flags(set: Cow<'_, TriangleSet>) -> Result<(Cow<'_, TriangleSet>, Vec<String>), ImportError> {
    let described: HashMap<u32, &Class> = set.classes.iter().map(|class| (class.number, class)).collect();
    let used: BTreeSet<u32> = set.triangles.iter().map(|row| row.class).collect();
    let mut flags_of = HashMap::new();
    let mut notes = Vec::new();
    for number in used {
        let nameless = Class { number, ..Class::default() };
        let class = described.get(&number).copied().unwrap_or(&nameless);
        let taken = flags_of_class(class)?;
        if let Some(reason) = taken.reason {
            notes.push(format!(
                "The class `{}` was taken as `{}`: {reason}.",
                class.label(),
                class_of(taken.number).label()
            ));
        }
        flags_of.insert(number, taken.number);
    }
    if flags_of.iter().all(|(class, flags)| class == flags) {
        return Ok((set, notes));
    }
    let mut set = set.into_owned();
    set.triangles.iter_mut().for_each(|row| row.class = flags_of[&row.class]);
    Ok((Cow::Owned(set), notes))
}

/// A class of another program, converted to this game.
struct GameClass {
    number: u32,
    /// The reason why it differs from the original class.
    reason: Option<&'static str>,
}

/// The flags of a class. The name takes precedence over the number, because a class with only a name, or with the number
/// of another game, is identified by its name.
fn flags_of_class(class: &Class) -> Result<GameClass, ImportError> {
    let own = u16::try_from(class.number).ok().filter(|number| number & CLOCKWISE == 0);
    let name = class.name.trim();
    let (number, reason) = match (own, flags_of_name(name).map(|flags| flags.0)) {
        (Some(number), _) if name.is_empty() => (number, None),
        (None, _) if name.is_empty() && class.number >= Class::UNNUMBERED => {
            (WALKABLE, Some("it has no name and no number"))
        }
        (Some(number), Some(named)) if number == named => (number, None),
        (None, Some(named)) if class.number >= Class::UNNUMBERED => (named, None),
        (_, Some(named)) => (named, Some("its number is that of something else")),
        (Some(number), None) if number & !KNOWN == 0 => (number, Some("its name says nothing, so its number counts")),
        (_, None) => return Err(ImportError::UnknownClass(class.label())),
    };
    Ok(GameClass { number: number.into(), reason })
}

/// The flags of a name such as `walkable stone`, `Stone` or `NonWalk`, without the clockwise flag; `None` if one of its
/// words is unknown.
///
/// ```
/// use walkmesh::formats::aswm::TriangleFlags;
/// use walkmesh::nwn2::flags_of_name;
///
/// assert_eq!(flags_of_name("walkable stone"), Some(TriangleFlags(0x21)));
/// assert_eq!(flags_of_name("not walkable"), Some(TriangleFlags(0)));
/// assert_eq!(flags_of_name("lava"), None);
/// ```
#[must_use]
pub fn flags_of_name(name: &str) -> Option<TriangleFlags> {
    let name = name.to_ascii_lowercase();
    let mut walkable = true;
    let mut flags = 0;
    let mut words = name.split([' ', '_', '-', ',', '/']).filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    while let Some(word) = words.next() {
        let denied = ["nonwalkable", "notwalkable", "unwalkable", "nonwalk"];
        let rest = match denied.iter().find_map(|denied| word.strip_prefix(denied)) {
            Some(rest) => {
                walkable = false;
                rest
            }
            None if matches!(word, "not" | "non") => {
                words.next_if(|next| matches!(*next, "walkable" | "walk"))?;
                walkable = false;
                ""
            }
            None if matches!(word, "walkable" | "walk") => "",
            None => word,
        };
        flags |= match (rest, rest.strip_prefix("+0x")) {
            ("", _) => 0,
            (_, Some(bits)) => u16::from_str_radix(bits, 16).ok()? & !CLOCKWISE,
            (word, None) => FloorMaterial::ALL.into_iter().find(|floor| word_of(*floor) == word)?.bit(),
        };
    }
    Some(TriangleFlags(flags | if walkable { WALKABLE } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(label: &str) -> Result<(u32, bool), ImportError> {
        let class = Class::of_label(label, Class::UNNUMBERED + 3);
        flags_of_class(&class).map(|taken| (taken.number, taken.reason.is_some()))
    }

    #[test]
    fn every_class_comes_back_by_its_label() {
        for flags in (0..=u16::MAX).filter(|flags| flags & CLOCKWISE == 0) {
            let class = class_of(flags.into());
            let back = Class::of_label(&class.label(), 0);
            let found = flags_of_class(&back).expect("a class of this game");
            assert_eq!((found.number, found.reason), (flags.into(), None), "{}", class.label());
        }
        assert_eq!(class_of(33).label(), "33 walkable stone");
        assert_eq!(class_of(0).label(), "00 not walkable");
    }

    #[test]
    fn names_of_other_games_and_of_people_are_understood() {
        for (label, flags) in [("Stone", 0x21), ("NonWalk", 0), ("non-walkable", 0), ("Not Walkable_mud", 0x400)] {
            assert_eq!(taken(label), Ok((flags, false)), "{label}");
        }
        // In KotOR, these are materials 4 and 7.
        assert_eq!(taken("04 Stone"), Ok((0x21, true)));
        assert_eq!(taken("07 NonWalk"), Ok((0, true)));
        assert_eq!(taken("18 NonWalkGrass"), Ok((0x10, true)));
        assert_eq!(taken(""), Ok((1, true)));
        assert_eq!(taken("33 my own"), Ok((33, true)));
        assert_eq!(taken("15 Lava"), Err(ImportError::UnknownClass("15 Lava".into())));
        assert_eq!(taken("Lava"), Err(ImportError::UnknownClass("Lava".into())));
    }

    #[test]
    fn a_number_without_a_name_is_taken_as_it_is() {
        let class = |number| Class { number, ..Class::default() };
        for number in [0, 33, 0xC001] {
            let found = flags_of_class(&class(number)).expect("flags");
            assert_eq!((found.number, found.reason), (number, None));
        }
        for number in [4, 0x1_0001, Class::UNNUMBERED - 1] {
            assert!(flags_of_class(&class(number)).is_err(), "{number} has the clockwise flag, or 17 bits");
        }
    }

    #[test]
    fn colours_of_single_floors_differ() {
        let numbers = [0, 1].into_iter().flat_map(|walkable| {
            let floors = FloorMaterial::ALL.map(|floor| u32::from(floor.bit()) | walkable);
            floors.into_iter().chain([walkable])
        });
        let colors: Vec<_> = numbers.map(|number| class_of(number).color).collect();
        let distinct: BTreeSet<_> = colors.iter().collect();
        assert_eq!(distinct.len(), colors.len());
    }
}
