//! Classes of triangles as plain objects.

use serde::Serialize;
use walkmesh::exchange::Class;
use walkmesh::picture::{Ink, class_inks};

/// A class as a plain object.
#[derive(Serialize)]
pub struct ClassObject<'c> {
    number: u32,
    name: &'c str,
    label: String,
    color: [u8; 3],
    /// The number of its ink in pictures: a category if walkable, otherwise a grey.
    ink: u16,
    walkable: bool,
}

/// Classes as plain objects.
pub fn class_objects(classes: &[Class]) -> Vec<ClassObject<'_>> {
    classes.iter().zip(class_inks(classes)).map(|(class, ink)| ClassObject::new(class, ink)).collect()
}

impl<'c> ClassObject<'c> {
    fn new(class: &'c Class, ink: Ink) -> Self {
        let ink = match ink {
            Ink::Category(number) | Ink::Muted(number) => number,
            _ => 0,
        };
        let (name, color, walkable) = (&*class.name, class.color, class.walkable);
        Self { number: class.number, name, label: class.label(), color, ink, walkable }
    }
}
