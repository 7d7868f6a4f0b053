//! [`git_of_shared_structs`]: a GIT of NWN2 whose lists have many more entries than there are structs.

use walkmesh_formats::Document;
use walkmesh_formats::gff::{Gff, Tree, TreeValue};

/// A GIT whose `TriggerList` repeats one cutter, and whose `Geometry` repeats one point, this number of times.
#[must_use]
pub fn git_of_shared_structs(count: usize) -> Vec<u8> {
    let float = |tree: Tree, label: &str| tree.with(label, TreeValue::Float(1.0));
    let point = ["PointX", "PointY", "PointZ"].into_iter().fold(Tree::new(3), float);
    let trigger = ["XPosition", "YPosition", "ZPosition"].into_iter().fold(Tree::new(1), float);
    let trigger = trigger.with("Type", TreeValue::Int(3)).with("Geometry", TreeValue::List(vec![point]));
    let root = Tree::root().with("TriggerList", TreeValue::List(vec![trigger]));
    let mut file = Gff::from_tree(*b"GIT ", &root).expect("a tree");
    let lists = file.fields.iter_mut().filter(|field| field.field_type == 15);
    for (list, shared) in lists.zip([1, 2]) {
        list.data = (4 * file.list_indices.len() as u32).to_le_bytes();
        file.list_indices.push(count as u32);
        file.list_indices.extend(vec![shared; count]);
    }
    file.to_bytes().expect("a file")
}
