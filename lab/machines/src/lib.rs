//! A table of hashes of everything that the library makes from the samples of all games: baked files, repairs, pictures, files for other
//! programs, findings and answers. The bytes of all of them must be the same on every machine; `snapshots/hashes.txt` has the table.

mod answers;
mod places;
mod synthetic;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::exchange::Scene;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::Document;
use walkmesh::level::{BakeOptions, Level, PictureOptions, RepairOptions};
use walkmesh::nwn2::OptimiseOptions;
use walkmesh::picture::{ColorBy, PageOptions, Picture};

use places::Place;

/// A product of the library, with its name and its hash.
#[derive(Default)]
pub struct Table {
    lines: Vec<String>,
    /// The folder to which products are written, to compare them between two machines.
    folder: Option<PathBuf>,
}

impl Table {
    /// Makes all products from the samples below a folder: the root of this repository.
    ///
    /// # Errors
    /// A sample cannot be read, or a product cannot be made from it.
    pub fn of_samples(root: &Path) -> Result<Self, Box<dyn Error>> {
        Self::default().with_samples(root)
    }

    /// As [`of_samples`](Self::of_samples). The products are also written into a folder, to find differences.
    ///
    /// # Errors
    /// As there, or a file cannot be written.
    pub fn of_samples_into(root: &Path, folder: &Path) -> Result<Self, Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        Self { folder: Some(folder.to_owned()), ..Self::default() }.with_samples(root)
    }

    fn with_samples(mut self, root: &Path) -> Result<Self, Box<dyn Error>> {
        for Place { name, level } in places::all(root)? {
            self.add_level(&name, &level).map_err(|error| format!("{name}: {error}"))?;
        }
        for (name, picture) in synthetic::pictures() {
            self.add_picture(&name, &picture)?;
        }
        Ok(self)
    }

    fn add(&mut self, name: &str, what: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        self.lines.push(format!("{:016x}  {name}: {what}", hash(bytes)));
        if let Some(folder) = &self.folder {
            fs::write(folder.join(format!("{name}: {what}").replace('/', "_")), bytes)?;
        }
        Ok(())
    }

    fn add_files(&mut self, name: &str, what: &str, files: Vec<(String, Vec<u8>)>) -> Result<(), Box<dyn Error>> {
        files.into_iter().try_for_each(|(file, bytes)| self.add(name, &format!("{what}, {file}"), &bytes))
    }

    /// Operations that a kind of level does not support are left out: there the library returns an error, on every machine.
    fn add_level(&mut self, name: &str, level: &Level) -> Result<(), Box<dyn Error>> {
        if let Ok(findings) = level.check(&CheckOptions::default()) {
            self.add(name, "findings", format!("{findings:?}").as_bytes())?;
        }
        let mut baked = level.clone();
        if baked.bake(&BakeOptions::default()).is_ok() {
            self.add_files(name, "baked", baked.to_files()?)?;
        }
        let mut repaired = level.clone();
        if repaired.repair(&RepairOptions::default().with_transitions(true)).is_ok() {
            self.add_files(name, "repaired", repaired.changed()?)?;
        }
        let mut optimised = level.clone();
        if optimised.optimise(&OptimiseOptions::default()).is_ok() {
            self.add_files(name, "optimised", optimised.to_files()?)?;
        }
        for color in ColorBy::ALL {
            let mut options = PictureOptions::default();
            options.color = color;
            if let Ok(picture) = baked.to_picture(name, &options) {
                self.add_picture(&format!("{name}: {}", color.name()), &picture)?;
            }
        }
        if let Ok(exported) = baked.to_scene() {
            self.add_scene(name, &exported.scene)?;
        }
        if let Ok(floor) = baked.to_floor() {
            self.add(name, "tres", floor.to_godot().text.as_bytes())?;
            if let Ok(tile) = floor.to_detour() {
                self.add(name, "detour", &tile.tile.to_bytes()?)?;
            }
        }
        if let Some(text) = baked.kotor().walkmesh.and_then(|walkmesh| walkmesh.to_ascii("room").ok()) {
            self.add(name, "ascii", text.text.as_bytes())?;
        }
        for (what, answers) in answers::of(&baked) {
            self.add(name, what, answers.as_bytes())?;
        }
        Ok(())
    }

    fn add_picture(&mut self, name: &str, picture: &Picture) -> Result<(), Box<dyn Error>> {
        self.add(name, "SVG", picture.to_svg(&PageOptions::default())?.as_bytes())?;
        self.add(name, "PNG", &picture.to_png(&PageOptions::default())?)?;
        Ok(())
    }

    fn add_scene(&mut self, name: &str, scene: &Scene) -> Result<(), Box<dyn Error>> {
        self.add(name, "glb", &scene.to_glb().ok_or("the scene is too large for a GLB")?)?;
        self.add(name, "gltf", scene.to_gltf().ok_or("the scene cannot be written as glTF")?.as_bytes())?;
        let files = scene.to_obj("scene.mtl");
        self.add(name, "obj", files.obj.as_bytes())?;
        self.add(name, "mtl", files.mtl.as_bytes())?;
        Ok(())
    }

    /// The table as text: a line for each thing, the hash first.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// FNV-1a with 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Table;

    /// With `INSTA_UPDATE=always`, as for snapshots, the test rewrites the table.
    #[test]
    fn what_is_made_of_the_samples_has_the_same_hashes_on_every_machine() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let made = Table::of_samples(&root).unwrap().to_text();
        let known = root.join("snapshots/hashes.txt");
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(&known, &made).unwrap();
        }
        let expected = fs::read_to_string(&known).unwrap();
        let lines = made.lines().filter(|line| !expected.lines().any(|known| known == *line));
        let others: Vec<&str> = lines.take(20).collect();
        assert!(others.is_empty(), "these differ from snapshots/hashes.txt:\n{}", others.join("\n"));
        assert_eq!(made.lines().count(), expected.lines().count(), "the table has lines that are not made here");
    }
}
