//! Valid values of a list of files, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Archive, Key, KeyFile, ResourceId};
use crate::valid::some;

impl<'a> Arbitrary<'a> for KeyFile {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let archive = |u: &mut Unstructured<'_>| {
            let name = u.choose(&[&b"data\\models.bif\0"[..], b"rooms.bif", b""])?.to_vec();
            Ok(Archive { size: u.arbitrary()?, name, drives: u.arbitrary()? })
        };
        let key = |u: &mut Unstructured<'_>| {
            let name = *u.choose(&[*b"m01aa_01a\0\0\0\0\0\0\0", *b"a_name_of_16_let"])?;
            Ok(Key { name, resource_type: u.arbitrary()?, resource_id: ResourceId(u.arbitrary()?) })
        };
        Ok(Self {
            build_year: u.arbitrary()?,
            build_day: u.arbitrary()?,
            archives: some(u, 3, archive)?,
            keys: some(u, 5, key)?,
            ..Self::default()
        })
    }
}
