//! Archives for tests, built from named files, and the samples to put into them.

use walkmesh::formats::Document;
use walkmesh::formats::erf::{self, Erf};
use walkmesh::formats::resource_type::{Numbering, number};
use walkmesh::formats::rim::{self, Rim};
use walkmesh::level::{Files, Folder};
use walkmesh_testing::root;

/// A file of an archive: its name and its bytes.
pub type File<'f> = (&'f str, &'f [u8]);

pub fn split(name: &str, numbering: Numbering) -> (&str, u16) {
    let (stem, extension) = name.rsplit_once('.').expect("a name with an extension");
    (stem, number(extension, numbering).expect("a known type"))
}

pub fn padded(stem: &str) -> [u8; 16] {
    let mut name = [0; 16];
    name[..stem.len()].copy_from_slice(stem.as_bytes());
    name
}

pub fn erf_of(file_type: &[u8; 4], version: erf::Version, files: &[File]) -> Vec<u8> {
    let numbering = if version == erf::Version::V1_0 { Numbering::Kotor } else { Numbering::Nwn2 };
    let key = |(id, (name, _)): (usize, &File)| {
        let (stem, number) = split(name, numbering);
        erf::Key::new(stem, number, id as u32).expect("a short name")
    };
    let keys = files.iter().enumerate().map(key).collect();
    let members = files.iter().map(|(_, bytes)| bytes.to_vec()).collect();
    Erf { file_type: *file_type, version, keys, members, ..Erf::default() }.to_bytes().expect("an archive")
}

pub fn module_of(files: &[File]) -> Vec<u8> {
    erf_of(b"MOD ", erf::Version::V1_0, files)
}

pub fn rim_of(files: &[File]) -> Vec<u8> {
    let member = |(id, (name, bytes)): (usize, &File)| {
        let (stem, number) = split(name, Numbering::Kotor);
        rim::Member { name: padded(stem), resource_type: number.into(), resource_id: id as u32, data: bytes.to_vec() }
    };
    let members = files.iter().enumerate().map(member).collect();
    Rim { members, ..Rim::default() }.to_bytes().expect("an archive")
}

pub fn samples(names: &[&'static str]) -> Vec<(&'static str, Vec<u8>)> {
    let samples = Folder::new(root().join("cli/samples"));
    names.iter().map(|name| (*name, samples.read(name).expect("a sample"))).collect()
}

pub fn borrowed<'f>(files: &'f [(&'static str, Vec<u8>)]) -> Vec<File<'f>> {
    files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect()
}
