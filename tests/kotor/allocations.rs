//! The allocations of a navigator: no copy of a table, and each index once.

use std::sync::Arc;

use walkmesh::kotor::{Area, Layout, LayoutRoom, MaterialMask, Navigable, Navigator, RoomId, Walkmesh};
use walkmesh::mesh::Ray;
use walkmesh_testing::measure;

use crate::room;

/// More than a navigator needs for itself, and less than any table of a room of 3,200 faces has.
const SMALL: u64 = 4096;

/// A room of 3,200 faces.
fn hall() -> Walkmesh {
    room(40, 40)
}

/// The first query of each kind builds its index; later ones allocate only their answer.
fn each_index_is_built_once<N: Navigable>(navigator: &Navigator<N>) {
    let down = Ray::new([3.3, 3.6, 9.0], [0.0, 0.0, -1.0], 20.0).unwrap();
    let queries: [(&str, &dyn Fn()); 4] = [
        ("raycast", &|| assert!(navigator.raycast(&down, MaterialMask::ALL).is_some())),
        ("floors_at", &|| assert_eq!(navigator.floors_at([3.3, 3.6], MaterialMask::ALL).len(), 1)),
        ("faces_at", &|| assert_eq!(navigator.faces_at([3.3, 3.6], MaterialMask::ALL).len(), 1)),
        ("snap", &|| assert!(navigator.snap([3.3, 3.6, 1.0], 2.0).unwrap().is_some())),
    ];
    for (name, query) in queries {
        let [first, second] = [(), ()].map(|()| measure(query).bytes_total);
        assert!(first > SMALL, "{name} builds an index: {first} bytes");
        assert!(second < SMALL, "{name} has its index: {second} bytes");
    }
}

#[test]
fn a_navigator_allocates_no_table_of_what_it_navigates() {
    let hall = Arc::new(hall());
    let mut navigator = None;
    let allocated = measure(|| navigator = Some(Navigator::new(Arc::clone(&hall))));
    assert!(allocated.bytes_total < SMALL, "{} bytes", allocated.bytes_total);
    each_index_is_built_once(&navigator.unwrap());

    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "hall".into(), position: [0.0; 3] }).unwrap();
    let mut area = Area::new(layout);
    area.insert(RoomId(0), Walkmesh::clone(&hall)).unwrap();
    let area = Arc::new(area);
    let mut navigator = None;
    let allocated = measure(|| navigator = Some(Navigator::of_area(Arc::clone(&area))));
    assert!(allocated.bytes_total < SMALL, "{} bytes", allocated.bytes_total);
    each_index_is_built_once(&navigator.unwrap());
}
