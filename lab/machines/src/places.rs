//! The samples of this repository, opened as levels.

use std::error::Error;
use std::fs;
use std::path::Path;

use walkmesh::exchange::{GltfScene, ObjScene, Scene, Up};
use walkmesh::level::{Archive, BakeOptions, Files, Folder, Level, Memory, OpenOptions, levels};

/// A sample.
pub struct Place {
    pub name: String,
    pub level: Level,
}

/// All samples below the root of the repository: files of the games, and new levels made from meshes.
pub fn all(root: &Path) -> Result<Vec<Place>, Box<dyn Error>> {
    let mut places = Vec::new();
    for folder in ["cli/samples", "cli/areas/academy", "cli/areas/crypt"] {
        add(&mut places, folder, &Folder::new(root.join(folder)))?;
    }
    let module = "cli/modules/manor.mod";
    add(&mut places, module, &Archive::from_bytes(module, fs::read(root.join(module))?)?)?;
    let court = fs::read(root.join("cli/samples/court.obj"))?;
    for (name, up) in [("court.wok", Up::Z), ("ainavdata_32772.dat", Up::Y)] {
        let mesh = ObjScene::from_bytes(&court, up)?.scene;
        let (level, _) = Level::from_scene(name, &mesh, &OpenOptions::default())?;
        places.push(Place { name: format!("court.obj as {name}"), level });
    }
    let city = GltfScene::from_bytes(&fs::read(root.join("cli/areas/city/city.glb"))?, Up::Z)?.scene;
    let git = fs::read(root.join("cli/areas/city/city.git"))?;
    places.push(Place { name: "city.glb".into(), level: carved_city(&city, git)? });
    Ok(places)
}

/// Adds every level of a folder. A dungeon of Silkroad is opened with the DOF of that folder.
fn add(places: &mut Vec<Place>, folder: &str, files: &dyn Files) -> Result<(), Box<dyn Error>> {
    let mut dofs = files.names()?.into_iter().filter(|name| name.ends_with(".dof"));
    let options = match dofs.next() {
        Some(dof) => OpenOptions::default().with_dof(dof),
        None => OpenOptions::default(),
    };
    for name in levels(files)?.into_iter().map(|level| level.file) {
        let options = if name.ends_with(".dat") { options.clone() } else { OpenOptions::default() };
        let level = Level::open(files, &name, &options).map_err(|error| format!("{folder}/{name}: {error}"))?;
        places.push(Place { name: format!("{folder}/{name}"), level });
    }
    Ok(())
}

/// The city: its mesh becomes an area, and the cutters of its GIT are cut out.
fn carved_city(mesh: &Scene, git: Vec<u8>) -> Result<Level, Box<dyn Error>> {
    let (made, _) = Level::from_scene("city.trn", mesh, &OpenOptions::default())?;
    let mut files = Memory::new();
    files.insert("city.trn", made.to_bytes()?);
    files.insert("city.git", git);
    let mut city = Level::open(&files, "city.trn", &OpenOptions::default())?;
    city.bake(&BakeOptions::default())?;
    Ok(city)
}
