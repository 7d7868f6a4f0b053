//! Valid values of a RIM archive, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Member, Rim};
use crate::valid::some;

impl<'a> Arbitrary<'a> for Rim {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let member = |u: &mut Unstructured<'_>| {
            Ok(Member {
                name: *u.choose(&[*b"m01aa_01a\0\0\0\0\0\0\0", *b"a_name_of_16_let"])?,
                resource_type: u.arbitrary()?,
                resource_id: u.arbitrary()?,
                data: some(u, 20, |u| u.arbitrary())?,
            })
        };
        Ok(Self {
            unknown: u.arbitrary()?,
            is_offset_implied: u.arbitrary()?,
            members: some(u, 5, member)?,
            ..Self::default()
        })
    }
}
