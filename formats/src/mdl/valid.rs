//! Valid models, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use bytemuck::bytes_of;

use super::{FunctionPointers, GeometryHeader, Mdl};
use crate::valid::some;

impl<'a> Arbitrary<'a> for Mdl {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        // The first record distinguishes a model from other files.
        let function_pointers = *u.choose(&FunctionPointers::KNOWN)?;
        let header = GeometryHeader {
            function_pointers,
            name: u.arbitrary()?,
            root_node: u.arbitrary()?,
            node_count: u.arbitrary()?,
            ..GeometryHeader::default()
        };
        let mut data = bytes_of(&header).to_vec();
        data.extend(some(u, 400, |u| u.arbitrary::<u8>())?);
        Ok(Self { mdx_size: u.arbitrary()?, data, rest: some(u, 8, |u| u.arbitrary())? })
    }
}
