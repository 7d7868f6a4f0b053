//! Valid values of a binary table of text, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::TwoDa;
use crate::valid::{exactly, some};

impl<'a> Arbitrary<'a> for TwoDa {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let words = ["label", "walk", "Deep Water", "0", "1", ""];
        let columns = some(u, 4, |u| u.choose(&words).copied())?;
        let rows = some(u, 6, |u| exactly(u, columns.len(), |u| u.choose(&words).copied()))?;
        let rest = some(u, 3, |u| u.arbitrary())?;
        let table = Self::from_rows(columns, rows).map_err(|_| arbitrary::Error::IncorrectFormat)?;
        Ok(Self { rest, ..table })
    }
}
