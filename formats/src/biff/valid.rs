//! Valid values of a BIFF archive, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Biff, Member};
use crate::valid::some;

impl<'a> Arbitrary<'a> for Biff {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let member = |u: &mut Unstructured<'_>| {
            let data = some(u, 20, |u| u.arbitrary())?;
            Ok(Member { resource_id: u.arbitrary()?, resource_type: u.arbitrary()?, data })
        };
        Ok(Self { members: some(u, 5, member)?, ..Self::default() })
    }
}
