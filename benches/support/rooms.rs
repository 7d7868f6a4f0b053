//! Rooms of Knights of the Old Republic from the corpus, which is not part of this repository.

use std::path::PathBuf;

use walkmesh::kotor::Walkmesh;

use walkmesh_mesh::samples::shapes::Shape;

/// As many rooms as are measured: evenly spread over all rooms by size, the largest among them.
const ROOMS: usize = 6;

/// The names and faces of some rooms, the smallest first. Without a corpus, it prints a line and returns no room.
pub fn some_of_the_corpus() -> Vec<(String, Shape)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus");
    let corpus = std::env::var_os("WALKMESH_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(folders) = std::fs::read_dir(corpus.join("kotor")) else {
        println!("no corpus at {}: no real rooms are measured", corpus.display());
        return Vec::new();
    };
    let files = folders.filter_map(|folder| std::fs::read_dir(folder.ok()?.path()).ok()).flatten().flatten();
    let mut rooms: Vec<(String, Shape)> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wok"))
        .filter_map(|path| {
            let room = Walkmesh::from_bytes(&std::fs::read(&path).ok()?).ok()?;
            Some((path.file_stem()?.to_string_lossy().into_owned(), shape(&room)))
        })
        .collect();
    rooms.sort_by(|a, b| (a.1.triangles.len(), &a.0).cmp(&(b.1.triangles.len(), &b.0)));
    let last = rooms.len().saturating_sub(1);
    let wanted: Vec<usize> = (1..=ROOMS).map(|step| last * step / ROOMS).collect();
    let numbered = rooms.into_iter().enumerate();
    numbered.filter_map(|(at, room)| wanted.contains(&at).then_some(room)).collect()
}

/// The faces of a room; the class of each is its material.
fn shape(room: &Walkmesh) -> Shape {
    let faces = room.faces().filter_map(|face| Some((face.points()?, 1 << (face.material().0 % 32))));
    let (triangles, masks) = faces.unzip();
    Shape { triangles, masks }
}
