//! Materials as classes of triangles, and back.

use std::collections::{HashMap, HashSet};

use walkmesh_mesh::counted::agreeing;

use crate::exchange::{Class, ClassedTriangle, TriangleSet};
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::kotor::{Kind, MaterialId, MaterialTable};

/// The material `Nonwalk`.
const NONWALK: MaterialId = MaterialId(7);

/// The default material of triangles whose class is not a material.
pub(super) fn unnamed(kind: Kind) -> MaterialId {
    if kind.is_room() { MaterialId(4) } else { NONWALK }
}

/// Returns whether a face is steeper than 45°, such as a wall.
pub(super) fn is_steep(corners: &Triangle) -> bool {
    let [x, y, z] = doubled_area(corners);
    x.hypot(y) > z.abs()
}

/// The faces whose class is not a material, counted by their treatment.
#[derive(Debug)]
pub(super) struct UnnamedFaces {
    /// The material of a new face, unless it is steep.
    material: MaterialId,
    /// True if steep faces of a room become [`NONWALK`].
    has_walls: bool,
    kept: usize,
    new: usize,
    steep: usize,
}

impl UnnamedFaces {
    pub(super) fn new(kind: Kind, material: MaterialId) -> Self {
        Self { material, has_walls: kind.is_room(), kept: 0, new: 0, steep: 0 }
    }

    /// Gives steep faces no material of their own: all faces are steep, so another axis of the file is up.
    pub(super) fn without_walls(self) -> Self {
        Self { has_walls: false, ..self }
    }

    /// Counts a face that keeps its material.
    pub(super) fn keep(&mut self) {
        self.kept += 1;
    }

    /// Returns the material of a new face: [`NONWALK`] in a room if the face is [steep](is_steep).
    pub(super) fn material(&mut self, corners: &Triangle) -> MaterialId {
        let is_steep = self.has_walls && is_steep(corners);
        *(if is_steep { &mut self.steep } else { &mut self.new }) += 1;
        if is_steep { NONWALK } else { self.material }
    }

    /// The treatment of these faces, as a sentence.
    pub(super) fn note(&self, meanings: &Meanings) -> Option<String> {
        let Self { material, kept, new, steep, .. } = self;
        let of = |count: usize, what, material| format!("{} {material}", agreeing(count, what, ["has", "have"]));
        let clauses = [
            (*kept, format!("{} the old material", agreeing(*kept, "face", ["keeps", "keep"]))),
            (*new, of(*new, "new face", *material)),
            (*steep, format!("{}, Nonwalk", of(*steep, "steep face", NONWALK))),
        ];
        let clauses: Vec<String> =
            clauses.into_iter().filter(|(count, _)| *count > 0).map(|(_, clause)| clause).collect();
        (!clauses.is_empty()).then(|| format!("{}: {}.", meanings.unknown(), clauses.join(", and ")))
    }
}

/// The colours of the first game's materials in editors. All are different.
const COLORS: [[u8; 3]; 31] = [
    [90, 90, 90],
    [150, 105, 60],
    [70, 40, 100],
    [80, 170, 60],
    [170, 170, 165],
    [190, 140, 80],
    [70, 140, 220],
    [200, 50, 50],
    [205, 225, 245],
    [150, 40, 110],
    [110, 130, 150],
    [100, 170, 190],
    [90, 110, 50],
    [110, 75, 45],
    [150, 180, 50],
    [255, 110, 0],
    [30, 30, 30],
    [20, 60, 150],
    [230, 190, 60],
    [130, 90, 30],
    [255, 0, 255],
    [240, 0, 255],
    [225, 0, 255],
    [210, 0, 255],
    [195, 0, 255],
    [255, 0, 240],
    [255, 0, 225],
    [255, 0, 210],
    [255, 0, 195],
    [255, 0, 180],
    [240, 240, 80],
];

/// The classes for the materials of triangles, by number.
pub(super) fn classes_of(triangles: &[ClassedTriangle], table: &MaterialTable) -> Vec<Class> {
    let mut numbers: Vec<u32> = triangles.iter().map(|row| row.class).collect();
    // Most faces have the same material as the previous one, so there is little to sort.
    numbers.dedup();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|number| class_of(MaterialId(number), table)).collect()
}

/// The class of a material.
pub(crate) fn class_of(material: MaterialId, table: &MaterialTable) -> Class {
    let name = table.get(material).map_or_else(String::new, |row| row.name.to_string());
    let number = material.0;
    // An odd factor, so that different numbers below 2^24 have different colours.
    let [red, green, blue, _] = number.wrapping_mul(0x009E_3779).to_le_bytes();
    let color = COLORS.get(number as usize).copied().unwrap_or([red, green, blue]);
    Class { number, name, color, walkable: table.is_walkable(material) }
}

/// The meaning of each class of an edited set.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    /// For each class whose number is not a material's: the material, if its name is a material's.
    others: HashMap<u32, Option<MaterialId>>,
    /// The names of the classes that are not materials, each once.
    pub(super) unknown: Vec<String>,
}

impl Meanings {
    /// Looks up the classes of a set: by number, or else by name. Numbers in `known` always count as materials.
    pub(super) fn new(set: &TriangleSet, table: &MaterialTable, known: &[Class]) -> Self {
        let mut meanings = Self::default();
        let known: HashSet<u32> = known.iter().map(|known| known.number).collect();
        let mut by_name: HashMap<String, MaterialId> = HashMap::new();
        for material in (0..table.len() as u32).map(MaterialId) {
            if let Some(row) = table.get(material) {
                by_name.entry(row.name.to_ascii_lowercase()).or_insert(material);
            }
        }
        let mut unknown = HashSet::new();
        for class in &set.classes {
            if class.number < Class::UNNUMBERED || known.contains(&class.number) {
                continue;
            }
            let name = class.name.trim();
            let named = by_name.get(&name.to_ascii_lowercase()).copied().filter(|_| !name.is_empty());
            meanings.others.insert(class.number, named);
            if named.is_none() && unknown.insert(class.name.as_str()) {
                meanings.unknown.push(class.name.clone());
            }
        }
        meanings
    }

    /// The material of a class; `None` if it is not a material.
    pub(super) fn material(&self, class: u32) -> Option<MaterialId> {
        match self.others.get(&class) {
            Some(material) => *material,
            None => Some(MaterialId(class)),
        }
    }

    /// Returns whether every class has the number of its material.
    pub(super) fn is_plain(&self) -> bool {
        self.others.is_empty()
    }

    /// The beginning of a sentence that lists the classes that are not materials, by their names.
    fn unknown(&self) -> String {
        let quoted = self.unknown.iter().filter(|name| !name.is_empty()).map(|name| format!("`{name}`"));
        let mut names = quoted.clone().take(5).collect::<Vec<_>>().join(", ");
        if quoted.count() > 5 {
            names.push_str(" and others");
        }
        if names.is_empty() { "No material is named".to_owned() } else { format!("No material is called {names}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_materials_have_one_colour() {
        let table = MaterialTable::kotor();
        let mut colors: Vec<_> = (0..200).map(|id| class_of(MaterialId(id), &table).color).collect();
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors.len(), 200);
    }

    #[test]
    fn a_class_means_a_material_by_its_number_or_else_by_its_name() {
        let class = |number, name: &str| Class { number, name: name.into(), ..Class::default() };
        let base = Class::UNNUMBERED;
        let classes = vec![class(4, "Anything"), class(base, " stone "), class(base + 1, "Floor"), class(base + 2, "")];
        let set = TriangleSet { classes, ..TriangleSet::default() };
        let meanings = Meanings::new(&set, &MaterialTable::kotor(), &[]);
        let of = |class| meanings.material(class).map(|material| material.0);
        assert_eq!([4, base, base + 1, base + 2].map(of), [Some(4), Some(4), None, None]);
        assert_eq!(meanings.unknown(), "No material is called `Floor`");
        assert!(!meanings.is_plain());
        let plain = TriangleSet { classes: set.classes[..1].to_vec(), ..TriangleSet::default() };
        let meanings = Meanings::new(&plain, &MaterialTable::kotor(), &[]);
        assert!(meanings.is_plain() && meanings.unknown() == "No material is named");
    }

    #[test]
    fn of_many_unknown_names_five_are_listed() {
        let list = |names: &[&str]| {
            let classes = names.iter().zip(Class::UNNUMBERED..);
            let classes = classes.map(|(name, number)| Class { number, name: (*name).into(), ..Class::default() });
            let set = TriangleSet { classes: classes.collect(), ..TriangleSet::default() };
            Meanings::new(&set, &MaterialTable::kotor(), &[]).unknown()
        };
        let five = "No material is called `a`, `b`, `c`, `d`, `e`";
        assert_eq!(list(&["a", "b", "", "c", "b", "d", "e"]), five);
        assert_eq!(list(&["a", "b", "c", "d", "e", "f"]), format!("{five} and others"));
    }
}
