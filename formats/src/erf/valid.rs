//! Valid values of an archive, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Erf, FILE_TYPES, Key, LocalisedString, Version};
use crate::valid::{exactly, some};

impl<'a> Arbitrary<'a> for Erf {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let version = *u.choose(&[Version::V1_0, Version::V1_1])?;
        let members: Vec<Vec<u8>> = some(u, 5, |u| some(u, 20, |u| u.arbitrary()))?;
        let names = ["m01aa", "m01aa_01a", "chest0", "a_name_of_16_let"];
        let mut id = 0;
        let keys = exactly(u, members.len(), |u| {
            // Real keys count up. Others lead to other members, or nowhere.
            let stored = if u.ratio(7, 8)? { id } else { u.arbitrary()? };
            id += 1;
            let number = *u.choose(&[2016, 2023, 3000, 65_000])?;
            Key::new(u.choose(&names)?, number, stored).map_err(|_| arbitrary::Error::IncorrectFormat)
        })?;
        let strings =
            some(u, 3, |u| Ok(LocalisedString { language: u.arbitrary()?, text: some(u, 8, |u| u.arbitrary())? }))?;
        Ok(Self {
            file_type: *u.choose(&FILE_TYPES)?,
            version,
            build_year: u.arbitrary()?,
            build_day: u.arbitrary()?,
            description: u.arbitrary()?,
            strings,
            strings_rest: some(u, 3, |u| u.arbitrary())?,
            keys,
            members,
            ..Self::default()
        })
    }
}
