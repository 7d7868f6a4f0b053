//! Valid values made from arbitrary bytes: tables of matching length, indices in range, no NaN where two values are compared.
//!
//! With the feature `arbitrary`, every [`Document`] is [`Arbitrary`](arbitrary::Arbitrary); the rules of each format are in
//! a file beside its structs, and the shared rules are in this file. With the feature `proptest`, [`strategies`] offers the
//! same values to property tests, shrinking through the bytes that they are made from.

use arbitrary::{Result, Unstructured};

use crate::{Document, jmx};

/// A float that is not NaN.
pub(crate) fn float(u: &mut Unstructured<'_>) -> Result<f32> {
    let float = f32::from_bits(u.arbitrary()?);
    Ok(if float.is_nan() { 0.0 } else { float })
}

pub(crate) fn point<T: From<[f32; 3]>>(u: &mut Unstructured<'_>) -> Result<T> {
    Ok([float(u)?, float(u)?, float(u)?].into())
}

/// An index into a table of `length` rows, which is not empty.
pub(crate) fn index(u: &mut Unstructured<'_>, length: usize) -> Result<u32> {
    u.int_in_range(0..=(length - 1) as u32)
}

/// Up to `most` items.
pub(crate) fn some<T>(
    u: &mut Unstructured<'_>,
    most: usize,
    item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = u.int_in_range(0..=most)?;
    exactly(u, length, item)
}

pub(crate) fn exactly<T>(
    u: &mut Unstructured<'_>,
    length: usize,
    mut item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..length).map(|_| item(u)).collect()
}

/// The bytes of a packet's payload.
pub(crate) fn bytes_of(payload: &impl Document) -> Result<Vec<u8>> {
    payload.to_bytes().map_err(|_| arbitrary::Error::IncorrectFormat)
}

pub(crate) fn floats<const N: usize>(u: &mut Unstructured<'_>) -> Result<[f32; N]> {
    let mut floats = [0.0; N];
    floats.iter_mut().try_for_each(|place| float(u).map(|float| *place = float))?;
    Ok(floats)
}

pub(crate) fn text(u: &mut Unstructured<'_>) -> Result<jmx::Text> {
    Ok(jmx::Text { bytes: some(u, 8, |u| u.arbitrary())? })
}

/// Strategies for property tests: valid values of whole files.
///
/// ```
/// use proptest::prelude::*;
/// use walkmesh_formats::{Document, bwm::Bwm, valid::strategies};
///
/// proptest!(|(mesh in strategies::document::<Bwm>())| {
///     prop_assert_eq!(Bwm::from_bytes(&mesh.to_bytes()?)?, mesh);
/// });
/// ```
#[cfg(feature = "proptest")]
pub mod strategies {
    use std::fmt::Debug;

    use arbitrary::{Arbitrary, Unstructured};
    use proptest::prelude::*;

    use crate::Document;

    /// Valid values of a format; they shrink through the bytes that they are made from.
    pub fn document<T: Document + for<'a> Arbitrary<'a> + Debug>() -> impl Strategy<Value = T> {
        prop::collection::vec(any::<u8>(), 0..2048)
            .prop_filter_map("bytes that make a value", |bytes| T::arbitrary(&mut Unstructured::new(&bytes)).ok())
    }
}
