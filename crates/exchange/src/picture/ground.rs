//! [`class_inks`]: the ink of each class of triangles, the same in every picture.

use super::Ink;
use crate::exchange::Class;

/// The walkable grounds, each with its category. Games share these words. The categories are fourteen of the 24 that people
/// with any common colour blindness can distinguish as well as the first eight.
const GROUNDS: [(&str, u16); 15] = [
    ("grass", 0),
    ("water", 1),
    ("wood", 2),
    ("door", 3),
    ("carpet", 4),
    ("mud", 5),
    ("metal", 6),
    ("dirt", 7),
    ("puddles", 9),
    ("stone", 11),
    ("leaves", 13),
    ("swamp", 17),
    ("trigger", 22),
    // For classes without a specific word: an NWN2 triangle without a floor, and a Silkroad cell.
    ("walkable", 8),
    ("floor", 0),
];

/// The grounds that are not walkable, each with its grey.
const BLOCKED: [(&str, u16); 8] = [
    ("nonwalk", 0),
    ("nonwalkgrass", 1),
    ("deepwater", 2),
    ("lava", 2),
    ("obscuring", 2),
    ("transparent", 3),
    ("bottomlesspit", 3),
    ("not", 0),
];

/// Number of categories and greys that can be distinguished.
const CATEGORIES: u16 = 24;
const GREYS: u16 = 4;

/// The inks of classes, in their order. The ink of a class depends on a word in its name, so that stone has the same colour
/// in every picture of every game; a class without a known word has the ink of its number. If two classes in one picture would have the
/// same ink, the one with the greater number takes the next free one.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::Class;
/// use walkmesh::picture::class_inks;
///
/// let class = |number, name: &str| Class { number, name: name.to_owned(), walkable: true, ..Class::default() };
/// let alone = class_inks(&[class(4, "Stone")]);
/// let among_others = class_inks(&[class(3, "Grass"), class(4, "Stone"), class(5, "Wood")]);
/// assert_eq!(alone[0], among_others[1]);
/// ```
#[must_use]
pub fn class_inks(classes: &[Class]) -> Vec<Ink> {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|at| classes[*at].number);
    let mut inks = vec![Ink::Muted(0); classes.len()];
    let mut taken = [false; CATEGORIES as usize + GREYS as usize];
    for at in order {
        let class = &classes[at];
        let (words, first, count): (&[(&str, u16)], _, _) =
            if class.walkable { (&GROUNDS, 0, CATEGORIES) } else { (&BLOCKED, CATEGORIES, GREYS) };
        let wanted = ink_of_name(words, &class.name).unwrap_or((class.number % u32::from(count)) as u16);
        let free = (0..count).map(|step| (wanted + step) % count).find(|ink| !taken[usize::from(first + ink)]);
        let ink = free.unwrap_or(wanted);
        taken[usize::from(first + ink)] = true;
        inks[at] = if class.walkable { Ink::Category(ink) } else { Ink::Muted(ink) };
    }
    inks
}

/// The ink of the first word of the table that occurs in the name.
fn ink_of_name(table: &[(&str, u16)], name: &str) -> Option<u16> {
    let has = |word: &str| name.split_ascii_whitespace().any(|part| part.eq_ignore_ascii_case(word));
    table.iter().find(|(word, _)| has(word)).map(|(_, ink)| *ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ink::distance_to_all;

    fn class(number: u32, name: &str, walkable: bool) -> Class {
        Class { number, name: name.to_owned(), walkable, ..Class::default() }
    }

    #[test]
    fn grounds_can_be_told_apart_by_colour_blind_people() {
        let grounds = &GROUNDS[..14];
        for (at, (name, ink)) in grounds.iter().enumerate() {
            for (other_name, other) in &grounds[at + 1..] {
                let apart = distance_to_all(Ink::Category(*ink), Ink::Category(*other));
                assert!(apart > 0.08, "{name} and {other_name} are {apart} apart");
            }
        }
    }

    #[test]
    fn a_material_has_one_colour_whatever_else_is_there() {
        let few = class_inks(&[class(4, "Stone", true), class(7, "Nonwalk", false)]);
        let many = class_inks(&[
            class(10, "Metal", true),
            class(7, "Nonwalk", false),
            class(4, "Stone", true),
            class(19, "NonWalkGrass", false),
        ]);
        assert_eq!([few[0], few[1]], [many[2], many[1]]);
        assert_eq!(class_inks(&[class(0x21, "walkable stone", true)]), [few[0]], "in every game");
    }

    #[test]
    fn classes_of_the_same_ground_are_told_apart() {
        let two = class_inks(&[class(0x4021, "walkable stone +0x4000", true), class(0x21, "walkable stone", true)]);
        assert_eq!(two, [Ink::Category(12), Ink::Category(11)]);
        let numbered: Vec<Class> = (0..40).map(|number| class(number, "", true)).collect();
        let inks = class_inks(&numbered);
        assert_eq!(inks[..24], (0..24).map(Ink::Category).collect::<Vec<_>>());
        assert_eq!(inks[30], Ink::Category(6), "after the last one they start again");
    }
}
