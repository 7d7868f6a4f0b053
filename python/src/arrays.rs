//! Arrays of NumPy, out and in.

use numpy::{AllowTypeChange, Element, IntoPyArray, PyArray2, PyArrayLike2, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::wrong;

/// An array with a row for each item.
pub fn rows<'py, T: Element + Clone, const N: usize>(
    py: Python<'py>,
    rows: &[[T; N]],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    rows.as_flattened().to_vec().into_pyarray(py).reshape([rows.len(), N])
}

/// Points as a caller gives them: an array, or anything that NumPy makes one of, with three numbers in each row.
pub type Points<'py> = PyArrayLike2<'py, f32, AllowTypeChange>;
/// Triangles, or other rows of three whole numbers.
pub type Triples<'py> = PyArrayLike2<'py, u32, AllowTypeChange>;

/// The rows of an array of numbers.
pub fn from_rows<T: Element + Copy + Default, const N: usize>(
    array: &PyArrayLike2<'_, T, AllowTypeChange>,
    what: &str,
) -> PyResult<Vec<[T; N]>> {
    let array = array.as_array();
    if array.is_empty() {
        return Ok(Vec::new());
    }
    let row = |row: numpy::ndarray::ArrayView1<'_, T>| {
        let mut values = [T::default(); N];
        (row.len() == N).then(|| {
            values.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
            values
        })
    };
    let found: Option<Vec<_>> = array.rows().into_iter().map(row).collect();
    found.ok_or_else(|| wrong(format_args!("{what} must have {N} numbers in each row, and not {}", array.ncols())))
}
